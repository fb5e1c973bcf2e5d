REFERENCE = {"repository": "https://github.com/EleutherAI/lm-evaluation-harness", "commit": "4e7e0d47", "package": ["lm-eval", "0.4.11"], "file": "lm_eval/tasks/minerva_math/utils.py"}
READS_ROWS = True


def evaluate(given):
    # Only loading the data and a second metric, which is not compared here, need these.
    stand_in("datasets", Dataset=object)
    stand_in("math_verify", parse=None, verify=None)
    try:
        module = load(given.path)
    except AssertionError:
        stop("the reference needs another parser: pip install antlr4-python3-runtime==4.11.0")

    def value(one, prediction):
        boxed = module.last_boxed_only_string(one.golds[0])
        gold = one.golds[0] if boxed is None else module.remove_boxed(boxed)
        answer = module.normalize_final_answer(module.get_unnormalized_answer(prediction))
        return float(module.is_equiv(answer, module.normalize_final_answer(gold)))

    return {"exact_match": given.run.mean(value)}
