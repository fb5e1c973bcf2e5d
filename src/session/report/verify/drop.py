REFERENCE = {"repository": "https://github.com/allenai/allennlp-models", "commit": "b1f37224", "package": ["allennlp-models", "2.10.1"], "file": "allennlp_models/rc/tools/drop.py"}
READS_ROWS = False


def evaluate(given):
    with contextlib.redirect_stdout(io.StringIO()):
        em, f1 = load(given.path).evaluate_json(document(given.gold), document(given.predictions))
    return {"global_em": em, "global_f1": f1}
