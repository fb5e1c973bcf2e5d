REFERENCE = {"repository": "https://github.com/mandarjoshi90/triviaqa", "commit": "ca43b582", "file": "evaluation/triviaqa_evaluation.py"}
READS_ROWS = True


def evaluate(given):
    source = next(one for one in REPORT["sources"] if one["role"] in ("gold", "table"))
    column = columns(source, "answers")[0]
    truth = {one.key: one.row[column] for one in given.run.questions}
    if not all(isinstance(value, dict) and "NormalizedAliases" in value for value in truth.values()):
        stop("the reference needs the answers as TriviaQA has them, with NormalizedAliases")
    with contextlib.redirect_stderr(io.StringIO()):
        return load(given.path).evaluate_triviaqa(truth, given.run.predictions, mute=True)
