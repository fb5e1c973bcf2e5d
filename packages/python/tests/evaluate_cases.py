"""Makes `evaluate_cases.json`: what the metrics of Hugging Face's `evaluate` say of made-up answers.

    python evaluate_cases.py CHECKOUT

CHECKOUT is a checkout of github.com/huggingface/evaluate. The files in this folder are of commit
a7dd338386a4fae9a1767e05eb9ef9479513d9e8. Their metrics are run as they stand there.
"""

import json
import random
import sys
import types
from pathlib import Path

WORDS = ["the", "a", "Eiffel", "tower,", "1976", "", "  ", "Größe", "U.S.", "an", "Paris", "paris", "-", "3.5", "é", "北京"]


def text(chance):
    return " ".join(chance.choice(WORDS) for _ in range(chance.randrange(4)))


def squad(chance, v2):
    references, predictions = [], []
    for number in range(chance.choice([1, 2, 7, 30])):
        id = f"q{number}"
        texts = [text(chance) for _ in range(chance.randrange(0 if v2 else 1, 4))]
        references.append({"id": id, "answers": {"text": texts, "answer_start": [0] * len(texts)}})
        said = chance.choice(texts) if texts and chance.random() < 0.5 else text(chance)
        prediction = {"id": id, "prediction_text": said}
        if v2:
            prediction["no_answer_probability"] = round(chance.random(), chance.choice([1, 8]))
        if v2 or not predictions or chance.random() < 0.9:
            predictions.append(prediction)
    chance.shuffle(predictions)
    return {"predictions": predictions, "references": references}


def exact(chance):
    count = chance.choice([1, 3, 40])
    references = [text(chance) for _ in range(count)]
    predictions = [one if chance.random() < 0.4 else chance.choice([one.upper(), one + " ", text(chance)])
                   for one in references]
    flags = ["ignore_case", "ignore_punctuation", "ignore_numbers"]
    options = {flag: True for flag in flags if chance.random() < 0.3}
    if chance.random() < 0.3:
        options["regexes_to_ignore"] = ["the ", r"\d"]
    return {"predictions": predictions, "references": references, "options": options}


def main(checkout):
    sys.modules["evaluate"] = stub = types.ModuleType("evaluate")
    stub.Metric = object
    stub.utils = types.SimpleNamespace(
        file_utils=types.SimpleNamespace(add_start_docstrings=lambda *words: lambda made: made)
    )
    sys.modules["datasets"] = types.ModuleType("datasets")
    import numpy

    cases = []
    for metric, make, name in [
        ("squad", lambda chance: squad(chance, False), "Squad"),
        ("squad_v2", lambda chance: squad(chance, True), "SquadV2"),
        ("exact_match", exact, "ExactMatch"),
    ]:
        folder = Path(checkout) / "metrics" / metric
        modules = {}
        for file in ("compute_score", metric):
            path = folder / f"{file}.py"
            if path.is_file():
                module = types.ModuleType(file)
                sys.modules[f"{file}"] = module
                source = path.read_text("utf-8").replace("from .compute_score", "from compute_score")
                exec(compile(source, str(path), "exec"), module.__dict__)
                modules[file] = module
        scorer = getattr(modules[metric], name)()
        for seed in range(12):
            chance = random.Random(f"{metric}{seed}")
            case = {"metric": metric, "options": {}, **make(chance)}
            if metric == "squad_v2" and seed % 3 == 0:
                case["options"] = {"no_answer_threshold": 0.5}
            predictions = [dict(one) if isinstance(one, dict) else one for one in case["predictions"]]
            for one in predictions:
                if metric == "squad_v2":
                    # Their features have single precision.
                    one["no_answer_probability"] = float(numpy.float32(one["no_answer_probability"]))
            found = scorer._compute(predictions, case["references"], **case["options"])
            case["expected"] = {key: value.item() if hasattr(value, "item") else value for key, value in found.items()}
            cases.append(case)
    lines = ",\n".join(json.dumps(case, ensure_ascii=False) for case in cases)
    (Path(__file__).parent / "evaluate_cases.json").write_text(f"[\n{lines}\n]\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
