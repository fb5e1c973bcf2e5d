REFERENCE = {"repository": "https://github.com/NExTplusplus/TAT-QA", "commit": "870accc4", "file": "tatqa_eval.py"}
READS_ROWS = False


def evaluate(given):
    sys.path.insert(0, os.path.dirname(given.path))
    gold = written(given.scratch, "gold.json", document(given.gold))
    predictions = written(given.scratch, "predictions.json", document(given.predictions))
    printed = run_script(given.path, ["--gold_path", gold, "--pred_path", predictions]).split("\n")
    keys = ("Exact-match accuracy", "F1 score", "Scale score")
    return {key: float(line[len(key):]) for key in keys for line in printed if line.startswith(key + " ")}
