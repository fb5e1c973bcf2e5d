"""Parts merge into the report of one machine."""

import json
import pickle
import random

import pytest
import scoredrop
from conftest import SAMPLES
from scoredrop import Partial


def rows_of(name):
    return [json.loads(line) for line in (SAMPLES / name).read_text("utf-8").splitlines()]


def rounded(members):
    """Rounds a mean: one machine adds in file order, as references do, and merged means are exact sums."""
    if isinstance(members.get("mean"), float):
        members["mean"] = float(f"{members['mean']:.12g}")
    return members


def numbers(report):
    """Everything of a report that parts have. Columns with few values are groups only if their names say so."""
    data = json.loads(report.report(), object_hook=rounded)

    def totals(found):
        return [one for one in found if one["group"] is None]

    runs = [[run["name"], run["reconciliation"], totals(run["aggregates"])] for run in data["runs"]]
    return runs, totals(data["comparisons"]), data.get("leaderboard"), data["reconciliation"]


CHOICES = {
    "nq": {
        "join": "question",
        "map": {
            "gold.question": "question",
            "gold.answers": "answer",
            "predictions.question": "question",
            "predictions.prediction": "prediction",
            "predictions.run": "model_name",
        },
    },
}


def divided(count, seed):
    """Gold answers and predictions of the sample in parts, all rows of a question in one of them."""
    gold, predictions = (rows_of(f"nq/{name}.jsonl") for name in ("gold", "predictions"))
    dealt = random.Random(seed)
    of_question = {row["question"]: dealt.randrange(count) for row in [*predictions, *gold]}
    # A part in which a run has no row is another set of runs.
    for part in range(count):
        of_question[[row["question"] for row in gold][part]] = part
    sides = []
    for part in range(count):
        sides.append([[row for row in rows if of_question[row["question"]] == part] for rows in (gold, predictions)])
    return gold, predictions, sides


@pytest.mark.parametrize("seed", range(4))
def test_any_order_and_tree(seed):
    gold, predictions, sides = divided(4, seed)
    whole = scoredrop.score(gold, predictions, preset="nq", **CHOICES["nq"])
    parts = [Partial(*side, preset="nq", **CHOICES["nq"]) for side in sides]
    random.Random(seed).shuffle(parts)
    flat = Partial.merged(parts)
    deep = (parts[0] + parts[1]).merge(parts[2] + parts[3])
    assert flat == deep == sum(parts)
    assert flat.to_bytes() == deep.to_bytes()
    report = flat.finish()
    assert numbers(report) == numbers(whole)
    assert report.official.keys() == whole.official.keys()
    for key, value in whole.official.items():
        assert report.official[key] == pytest.approx(value, rel=1e-14)


def test_forms():
    _, _, sides = divided(2, 0)
    one, other = (Partial(*side, preset="nq", **CHOICES["nq"]) for side in sides)
    assert pickle.loads(pickle.dumps(one)) == one
    assert Partial.from_bytes(one.to_bytes()) == one
    assert one + Partial() == one == Partial() + one
    assert one != other
    assert one.questions + other.questions == 24
    report = (one + other).finish()
    assert isinstance(report, scoredrop.Report)
    assert not report.has_records
    assert "Scoredrop" not in repr(report)
    assert report.report("markdown").startswith("## ")
    assert report._repr_html_().startswith("<div>")
    with pytest.raises(ValueError, match="no records"):
        _ = report.records
    with pytest.raises(ValueError, match="counts"):
        report.report("csv")
    with pytest.raises(TypeError):
        Partial.of(report)


def test_of_a_report():
    gold, predictions = rows_of("nq/gold.jsonl"), rows_of("nq/predictions.jsonl")
    report = scoredrop.score(gold, predictions, preset="nq", **CHOICES["nq"])
    assert numbers(Partial.of(report).finish()) == numbers(report)


def test_parts_without_one_side():
    choices = {"preset": "squad-v1", "map": {"gold.answers": "answers"}}
    gold = [{"id": "a", "answers": ["Paris"]}, {"id": "b", "answers": ["Rome"]}]
    predictions = [{"id": "a", "prediction": "Paris"}, {"id": "x", "prediction": "Oslo"}]
    parts = [
        Partial(gold[:1], predictions[:1], **choices),
        Partial(gold[1:], [], **choices),
        Partial([], predictions[1:], **choices),
        Partial([], [], **choices),
    ]
    report = Partial.merged(parts).finish()
    assert report.reconciliation["missing"] == report.reconciliation["extra"] == 1
    assert report.official == {"exact_match": 50.0, "f1": 50.0}


def test_a_run_without_predictions_has_no_score():
    gold = [{"id": "a", "answers": ["Paris"]}, {"id": "b", "answers": ["Rome"]}]
    nothing = Partial(gold, [], preset="squad-v1")
    with pytest.raises(scoredrop.ScoredropError, match="the run has no prediction .* -> check how"):
        nothing.finish()
    apart = Partial(gold, [], preset="squad-v1") + Partial([], [{"id": "c", "prediction": "x"}], preset="squad-v1")
    with pytest.raises(scoredrop.ScoredropError, match="no prediction of the run matches") as refused:
        apart.finish()
    assert [(problem.code, problem.file) for problem in refused.value.problems] == [("no_match", "predictions.jsonl")]
    run = scoredrop.Table([{"id": "a", "prediction": "Paris"}], name="full")
    with pytest.raises(scoredrop.ScoredropError, match="no prediction .empty."):
        Partial(gold, [run, scoredrop.Table([], name="empty")], preset="squad-v1").finish()
    # It may still be merged with others.
    other = Partial([{"id": "c", "answers": ["Oslo"]}], [{"id": "c", "prediction": "Oslo"}], preset="squad-v1")
    assert (nothing + other).finish().mean == pytest.approx(1 / 3)


def test_refusals():
    one = Partial([{"id": "a", "answers": ["x"]}], [{"id": "a", "prediction": "x"}], preset="squad-v1")
    other = Partial([{"id": "b", "answers": ["x"]}], [{"id": "b", "prediction": "x"}], preset="nq")
    with pytest.raises(scoredrop.ScoredropError, match="presets") as refused:
        one + other
    assert [problem.code for problem in refused.value.problems][0] == "parts_differ"
    with pytest.raises(scoredrop.ScoredropError, match="twice"):
        one + one
    data = one.to_bytes()
    for damaged in (data[:-1], data[:30], b"", data[:-1] + bytes([data[-1] ^ 1]), b"x" + data):
        with pytest.raises(scoredrop.ScoredropError) as refused:
            Partial.from_bytes(damaged)
        assert refused.value.problems[0].code == "bad_part"
    with pytest.raises(scoredrop.ScoredropError, match="no questions"):
        Partial().finish()


def test_the_command_line_reads_the_same(tmp_path, command_line):
    _, _, sides = divided(2, 1)
    parts = [Partial(*side, preset="nq", **CHOICES["nq"]) for side in sides]
    for place, part in enumerate(parts):
        (tmp_path / f"{place}.part").write_bytes(part.to_bytes())
    merged = command_line("merge", "1.part", "0.part")
    assert merged.stdout == sum(parts).finish().report().encode()
