REFERENCE = {"repository": "https://github.com/hotpotqa/hotpot", "commit": "36358534", "file": "hotpot_evaluate_v1.py"}
READS_ROWS = True


def facts(row, source):
    value = first_of(row, columns(source, "supporting_facts"))
    value = parsed(value) if isinstance(value, str) else value
    if isinstance(value, dict):
        value = list(zip(value["title"], value["sent_id"]))
    return None if value is None else [[title, int(place)] for title, place in value]


def evaluate(given):
    sources = REPORT["sources"]
    gold_source = next(one for one in sources if one["role"] in ("gold", "table"))
    source = next(one for one in sources if one["role"] in ("predictions", "table"))
    gold = [{"_id": one.key, "answer": one.golds[0], "supporting_facts": facts(one.row, gold_source)} for one in given.run.questions]
    told = {key: facts(rows[-1], source) for key, rows in given.run.rows.items()}
    told = {key: value for key, value in told.items() if value is not None}
    # The reference reads JSON with ujson; that of Python reads the same.
    sys.modules.setdefault("ujson", json)
    predictions = written(given.scratch, "predictions.json", {"answer": given.run.predictions, "sp": told})
    return ast.literal_eval(run_script(given.path, [predictions, written(given.scratch, "gold.json", gold)]).strip().split("\n")[-1])
