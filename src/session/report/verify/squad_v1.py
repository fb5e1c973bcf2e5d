REFERENCE = {"repository": "https://github.com/allenai/bi-att-flow (a copy of the official script)", "commit": "49004549", "file": "squad/evaluate-v1.1.py"}
READS_ROWS = True


def evaluate(given):
    qas = [{"id": one.key, "question": one.text or "", "answers": [{"text": text} for text in one.golds]} for one in given.run.questions]
    dataset = [{"title": "", "paragraphs": [{"context": "", "qas": qas}]}]
    with contextlib.redirect_stderr(io.StringIO()):
        return load(given.path).evaluate(dataset, given.run.predictions)
