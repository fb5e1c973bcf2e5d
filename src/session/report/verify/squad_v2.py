REFERENCE = {"repository": "https://github.com/rajpurkar/SQuAD-explorer", "commit": "eee5fdbf", "file": "evaluate-v2.0.py"}
READS_ROWS = True


def evaluate(given):
    qas = [{"id": one.key, "question": one.text or "", "answers": [{"text": text} for text in one.golds]} for one in given.run.questions]
    data = written(given.scratch, "data.json", {"version": "v2.0", "data": [{"title": "", "paragraphs": [{"context": "", "qas": qas}]}]})
    arguments = [data, written(given.scratch, "predictions.json", given.run.predictions)]
    if given.na is not None:
        arguments += ["--na-prob-file", written(given.scratch, "na_prob.json", given.na), "--na-prob-thresh", REPORT["settings"]["na_threshold"]]
    return json.loads(run_script(given.path, arguments))
