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
    with pytest.raises(ValueError, match="2 predictions"):
        scoredrop.compute("exact_match", predictions=["a", "b"], references=["a"])
