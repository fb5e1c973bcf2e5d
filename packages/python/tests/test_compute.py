"""`compute` gives the numbers of Hugging Face's `evaluate`, with its keys, scale and digits."""

import json
from pathlib import Path

import pytest
import scoredrop

CASES = json.loads((Path(__file__).parent / "evaluate_cases.json").read_text("utf-8"))


@pytest.mark.parametrize("case", CASES, ids=[f"{case['metric']}-{place}" for place, case in enumerate(CASES)])
def test_numbers_of_evaluate(case):
    found = scoredrop.compute(
        case["metric"], predictions=case["predictions"], references=case["references"], **case["options"]
    )
    assert found == case["expected"]
    assert list(found) == list(case["expected"])
    assert {key: type(value) for key, value in found.items()} == {
        key: type(value) for key, value in case["expected"].items()
    }


def test_where_evaluate_fails():
    references = [{"id": "1", "answers": {"text": ["x"], "answer_start": [0]}}]
    with pytest.raises(scoredrop.ScoredropError):
        scoredrop.compute("squad_v2", predictions=[], references=references)
    with pytest.raises(ValueError, match="choose exact_match, squad, squad_v2"):
        scoredrop.compute("bleu", predictions=["a"], references=["a"])
    with pytest.raises(scoredrop.ScoredropError, match=r"predictions is an empty list .* -> give one entry"):
        scoredrop.compute("squad", predictions=[], references=references)
    bare = [{"id": "1", "prediction_text": "x"}]
    with pytest.raises(scoredrop.ScoredropError, match=r"no_answer_probability, which row 1 lacks.* -> give 0.0"):
        scoredrop.compute("squad_v2", predictions=bare, references=references)
    with pytest.raises(TypeError, match="predictions, row 1: squad takes dictionaries"):
        scoredrop.compute("squad", predictions=["x"], references=references)
    with pytest.raises(TypeError, match="no option 'ignore_cases'; did you mean ignore_case?"):
        scoredrop.compute("exact_match", predictions=["x"], references=["x"], ignore_cases=True)
    with pytest.raises(TypeError, match="squad has no option 'foo'; it has none"):
        scoredrop.compute("squad", predictions=bare, references=references, foo=1)
    with pytest.raises(ValueError, match="differ in length: 2 and 1"):
        scoredrop.compute("exact_match", predictions=["a", "b"], references=["a"])
    for wrong, kind in ((None, "NoneType"), (["a"], "list"), (1, "int")):
        with pytest.raises(TypeError, match=f"references, row 2: exact_match takes texts, .* of type {kind}"):
            scoredrop.compute("exact_match", predictions=["a", "b"], references=["a", wrong])
    assert scoredrop.compute("exact_match", predictions=["a\0"], references=["a"]) == {"exact_match": 1.0}


@pytest.mark.parametrize("metric", ["exact_match", "squad", "squad_v2"])
def test_no_prediction_has_a_remedy(metric):
    gold, row = {"id": "1", "answers": {"text": ["x"], "answer_start": [0]}}, {"id": "1", "prediction_text": None}
    rows = [None] if metric == "exact_match" else [{**row, "no_answer_probability": 0.0}]
    with pytest.raises((TypeError, scoredrop.ScoredropError), match='give the text "" if the model has no answer'):
        scoredrop.compute(metric, predictions=rows, references=["x"] if metric == "exact_match" else [gold])


def test_lost_rows_are_named():
    references = [{"id": name, "answers": {"text": ["x"], "answer_start": [0]}} for name in ("a", "b", "c")]
    predictions = [{"id": name, "prediction_text": "x"} for name in ("a", "a", "d")]
    with pytest.warns(UserWarning) as warned:
        found = scoredrop.compute("squad", predictions=predictions, references=references)
    assert found["exact_match"] == pytest.approx(100 / 3)
    assert [str(one.message) for one in warned] == [
        "references without a prediction, which count as wrong: 2; "
        "predictions without a reference, which do not count: 1; "
        "predictions replaced by a later one with the same id: 1"
    ]


@pytest.mark.parametrize("metric", ["squad", "squad_v2"])
def test_tables_give_the_numbers_of_lists(metric):
    pyarrow = pytest.importorskip("pyarrow")
    case = next(case for case in CASES if case["metric"] == metric and not case["options"] and len(case["references"]) > 1)
    sides = {"predictions": case["predictions"], "references": case["references"]}
    tables = {name: pyarrow.Table.from_pylist(rows) for name, rows in sides.items()}
    assert scoredrop.compute(metric, **tables) == case["expected"]
    pandas = pytest.importorskip("pandas")
    frames = {name: pandas.DataFrame(rows) for name, rows in sides.items()}
    assert scoredrop.compute(metric, **frames) == case["expected"]
    polars = pytest.importorskip("polars")
    frames = {name: polars.DataFrame(rows) for name, rows in sides.items()}
    assert scoredrop.compute(metric, **frames) == case["expected"]
    with pytest.raises(scoredrop.ScoredropError, match="references is an empty list"):
        scoredrop.compute(metric, predictions=tables["predictions"], references=tables["references"].slice(0, 0))


def test_values_of_a_column():
    pandas = pytest.importorskip("pandas")
    column = pandas.Series(["Paris", "Rome"])
    assert scoredrop.compute("exact_match", predictions=["Paris", "rome"], references=column) == {"exact_match": 0.5}
