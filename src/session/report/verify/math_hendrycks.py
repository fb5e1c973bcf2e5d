REFERENCE = {"repository": "https://github.com/hendrycks/math", "commit": "985bdc16", "file": "modeling/math_equivalence.py"}
READS_ROWS = True


def evaluate(given):
    folder = os.path.dirname(given.path)
    equivalence = load(given.path)
    # These modules load models when they are imported.
    util = load_functions(os.path.join(folder, "dataset", "util.py"), ["last_boxed_only_string"])
    remove_boxed = load_functions(os.path.join(folder, "eval_math_gpt.py"), ["remove_boxed"]).remove_boxed

    def answer(text):
        boxed = util.last_boxed_only_string(text)
        return None if boxed is None else remove_boxed(boxed)

    def value(one, prediction):
        gold = one.golds[0]
        gold = gold if util.last_boxed_only_string(gold) is None else answer(gold)
        return float(equivalence.is_equiv(answer(prediction), gold))

    return {"accuracy": given.run.mean(value)}
