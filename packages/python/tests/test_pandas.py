"""Frames and columns of pandas mean what their owner means: whole numbers, dates and labels."""

import math

import pytest
import scoredrop
from scoredrop._tables import source

pandas = pytest.importorskip("pandas")

LETTERS = list("abcd")


def text(table):
    return source(table, "table")[1].bytes.decode()


@pytest.fixture(params=["with pyarrow", "without pyarrow"])
def _both_ways(request, monkeypatch):
    if request.param == "without pyarrow":
        monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)


@pytest.mark.usefixtures("_both_ways")
@pytest.mark.parametrize(("numbers", "mean"), [([1, 2, 3, None], 0), ([10, 20, 30, None], 0.75)])
def test_whole_numbers_beside_a_missing_one_stay_whole(numbers, mean):
    gold = [{"id": id, "answers": [answer]} for id, answer in zip(LETTERS, ["10", "20", "30", "1"])]
    frame = pandas.DataFrame({"id": LETTERS, "prediction": numbers})
    report = scoredrop.score(gold, frame, preset="squad-v1")
    assert report.mean == mean
    assert report.reconciliation["missing"] == 1
    column = pandas.Series(numbers)
    assert scoredrop.score([row["answers"] for row in gold], column, preset="squad-v1").mean == mean


@pytest.mark.usefixtures("_both_ways")
def test_whole_numbers_of_gold_and_ids():
    gold = pandas.DataFrame({"id": [1, 2, None], "answers": [1, None, 3]})
    assert text(gold) == '{"id": 1, "answers": 1}\n{"id": 2, "answers": null}\n{"id": null, "answers": 3}\n'
    assert text(gold.set_index("id")) == text(gold)


@pytest.mark.usefixtures("_both_ways")
@pytest.mark.parametrize(
    ("numbers", "written"),
    [
        # Nothing is missing, so pandas has not made floats of whole numbers.
        ([1.0, 2.0], ["1.0", "2.0"]),
        ([1.0, 2.5, None], ["1.0", "2.5", "null"]),
        # A float has lost the last digits.
        ([2.0**60, None], ["1.152921504606847e+18", "null"]),
        ([None, None], ["null", "null"]),
    ],
)
def test_floats_stay_floats(numbers, written):
    frame = pandas.DataFrame({"x": pandas.Series(numbers, dtype="float64")})
    assert text(frame) == "".join(f'{{"x": {one}}}\n' for one in written)


@pytest.mark.usefixtures("_both_ways")
def test_types_that_know_missing_values_stay_as_they_are():
    frame = pandas.DataFrame({"x": pandas.array([1.0, None], "Float64"), "y": pandas.array([1, None], "Int64")})
    assert text(frame) == '{"x": 1.0, "y": 1}\n{"x": null, "y": null}\n'
    assert math.isnan(pandas.Series([1, None])[1])


@pytest.mark.usefixtures("_both_ways")
def test_midnights_are_dates():
    days = pandas.Series(pandas.to_datetime(["2020-01-01", None, "1969-12-31"]))
    times = pandas.Series(pandas.to_datetime(["2020-01-01 00:00", None, "1969-12-31 12:00"]))
    assert text(pandas.DataFrame({"x": days})) == '{"x": "2020-01-01"}\n{"x": null}\n{"x": "1969-12-31"}\n'
    assert '{"x": "2020-01-01 00:00:00"}\n{"x": null}\n' in text(pandas.DataFrame({"x": times}))
    assert scoredrop.score(["2020-01-01", "x", "1969-12-31"], days, preset="plain-text").mean == pytest.approx(2 / 3)


def test_labels_of_columns_are_ids():
    gold = pandas.Series({"q1": "Paris", "q2": "Rome", "q3": "Oslo"})
    run = pandas.Series({"q3": "Oslo", "q1": "Paris", "q2": "Milan"})
    report = scoredrop.score(gold, run, preset="squad-v1")
    assert report.mean == pytest.approx(2 / 3) and not report.provisional
    assert [row["id"] for row in report.wrong] == ["q2"]
    named = scoredrop.score(gold, [scoredrop.Table(run, name="mine"), run[["q1"]]], preset="squad-v1")
    assert [one.name for one in named.runs] == ["mine", "predictions-2.jsonl"]
    assert [one.reconciliation["missing"] for one in named.runs] == [0, 2]
    with pytest.raises(scoredrop.ScoredropError, match="no prediction matches"):
        scoredrop.score(gold[["q1"]], run[["q2"]], preset="squad-v1")


def test_filtered_and_sorted_columns_go_by_their_labels():
    gold = pandas.Series(["Paris", "Rome", "Oslo", "Bern"])
    assert scoredrop.score(gold, gold[[3, 1, 0, 2]], preset="squad-v1").mean == 1
    assert scoredrop.score(gold, gold[gold != "Rome"], preset="squad-v1").mean == 0.75
    # All went through the same filter, or have no labels of their own.
    kept = gold[[1, 1, 3]]
    assert scoredrop.score(kept, kept.copy(), preset="squad-v1").n == 3
    assert scoredrop.score(gold[1:], ["Rome", "Oslo", "Bern"], preset="squad-v1").mean == 1


def test_labels_of_a_column_are_those_of_a_frame():
    gold = pandas.DataFrame({"answers": ["Paris", "Rome", "Oslo"], "level": [1, 1, 2]})
    outputs = gold["answers"][gold["level"] == 1][::-1]
    report = scoredrop.score(gold, outputs, preset="squad-v1")
    assert report.reconciliation["answered"] == 2 and report.runs[0].means["exact_match"] == pytest.approx(2 / 3)
    by_name = gold.set_index(pandas.Index(["q1", "q2", "q3"]))
    assert scoredrop.score(by_name, by_name["answers"][::-1], preset="squad-v1").mean == 1


def test_an_index_without_a_name_is_the_id():
    gold = pandas.DataFrame({"answers": ["Paris", "Rome"]}, index=["q1", "q2"])
    run = pandas.DataFrame({"prediction": ["Rome", "Paris"]}, index=["q2", "q1"])
    report = scoredrop.score(gold, run, preset="squad-v1")
    assert report.mean == 1 and [row["id"] for row in report.records] == ["q1", "q2"]
    assert text(gold.assign(id=[7, 8])) == '{"answers": "Paris", "id": 7}\n{"answers": "Rome", "id": 8}\n'
    assert text(gold.reset_index(drop=True)) == '{"answers": "Paris"}\n{"answers": "Rome"}\n'


def test_numbers_of_rows_are_no_better_key_than_a_column():
    # Both were sorted by something else: equal labels mean nothing.
    rows = [{"qid": f"question {number}", "answers": f"{number}"} for number in range(30)]
    gold = pandas.DataFrame(rows).sort_values("answers")
    run = pandas.DataFrame(rows[::-1]).rename(columns={"answers": "prediction"}).sort_values("prediction")
    assert scoredrop.score(gold, run, preset="squad-v1").mean == 1
    # Without such a column, they are what there is.
    both = pandas.DataFrame({"answers": [f"{n}" for n in range(30)], "prediction": [f"{n}" for n in range(30)], "x": 1})
    report = scoredrop.score(both[["answers", "x"]].sample(frac=1, random_state=1), both[["prediction", "x"]][3:], preset="squad-v1")
    assert report.mean == 0.9
    # Labels that repeat name no row.
    assert "index" not in text(pandas.concat([both, both]))


def test_an_index_and_a_column_of_one_name():
    gold = pandas.DataFrame({"id": ["a", "b"], "answers": ["Paris", "Rome"]})
    assert text(gold.set_index("id", drop=False)) == text(gold)
    other = gold.set_index("id", drop=False)
    other["id"] = ["b", "a"]
    with pytest.raises(scoredrop.ScoredropError, match=r"index and a column are both named 'id'.* -> rename") as caught:
        scoredrop.score(other, gold, preset="squad-v1")
    assert (caught.value.problems[0].file, caught.value.problems[0].column) == ("gold.jsonl", "id")


def test_columns_of_one_name():
    frame = pandas.DataFrame([["a", "Paris", "Rome"]], columns=["id", "answers", "answers"])
    with pytest.raises(scoredrop.ScoredropError, match="several columns are named 'answers'.* -> rename or drop"):
        scoredrop.score(frame, [{"id": "a", "prediction": "Paris"}], preset="squad-v1")


def test_runs_by_name():
    gold = pandas.DataFrame({"id": LETTERS, "answers": LETTERS})
    run = pandas.DataFrame({"id": LETTERS, "prediction": ["a", "b", "x", "y"]})
    report = scoredrop.score(gold, {"A": run, "B": gold.rename(columns={"answers": "prediction"})}, preset="squad-v1")
    assert [(one.name, one.mean) for one in report.runs] == [("A", 0.5), ("B", 1.0)]
    with pytest.raises(TypeError, match="but 'B' is of type list"):
        scoredrop.score(gold, {"A": run, "B": []}, preset="squad-v1")


def test_an_empty_frame_is_no_file():
    empty = pandas.DataFrame({"id": [], "answers": []})
    with pytest.raises(scoredrop.ScoredropError, match="the table has no rows") as caught:
        scoredrop.score(empty, [{"id": 1, "prediction": "x"}], preset="squad-v1")
    assert "exported" not in str(caught.value)
    with pytest.raises(scoredrop.ScoredropError, match="the table has no rows"):
        scoredrop.score(empty["id"], empty["answers"], preset="squad-v1")
    nothing = pandas.Series([None, None], dtype=object)
    assert scoredrop.score(["a", "b"], nothing, preset="squad-v1").reconciliation["missing"] == 2
