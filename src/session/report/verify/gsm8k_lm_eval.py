REFERENCE = {"repository": "https://github.com/EleutherAI/lm-evaluation-harness", "commit": "4e7e0d47", "package": ["lm-eval", "0.4.11"], "file": "lm_eval/tasks/gsm8k/gsm8k.yaml"}
READS_ROWS = True


def evaluate(given):
    import re
    import string

    import numpy

    try:
        import yaml
    except ImportError:
        stop("the reference needs PyYAML: pip install pyyaml")
    with open(given.path, encoding="utf-8") as file:
        task = yaml.safe_load(file)
    root = os.path.join(os.path.dirname(given.path), "..", "..")
    itself = lambda found: found
    register = lambda *_, **__: itself
    made = load_functions(os.path.join(root, "filters", "extraction.py"), ["RegexFilter"], re=re, Filter=object, register_filter=register).RegexFilter
    metric = task["metric_list"][0]
    told = {key: metric[key] for key in ("regexes_to_ignore", "ignore_case", "ignore_punctuation")}
    score = load_functions(os.path.join(root, "api", "metrics.py"), ["exact_match_hf_evaluate"], re=re, string=string, np=numpy).exact_match_hf_evaluate
    found = {}
    for one in task["filter_list"]:
        arguments = {key: value for key, value in one["filter"][0].items() if key != "function"}
        regex = made(**arguments)
        value = lambda question, prediction: float(score([regex.apply([[prediction]], [None])[0][0]], [question.golds[0]], **told)["exact_match"])
        found["exact_match," + one["name"]] = given.run.mean(value)
    return found
