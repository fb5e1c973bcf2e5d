"""What a report says."""

import html
import threading

import pytest
import scoredrop
from conftest import SAMPLES


@pytest.fixture(scope="module")
def report():
    return scoredrop.score(SAMPLES / "nq/gold.jsonl", SAMPLES / "nq/predictions.jsonl", preset="nq")


def test_numbers(report):
    assert [run.name for run in report.runs] == ["terse", "chatty"]
    assert report.official == {"f1": 0.8194444444444445, "em": 0.7083333333333334, "acc": 0.75}
    assert report.mean == report.runs[0].means["exact_match"] == 0.7083333333333334
    assert report.interval.low < report.mean < report.interval.high
    assert report.n == 24 == report.reconciliation["gold"] / 2
    assert report.metric == "exact_match" and report.preset == "nq"


def test_records(report):
    records = report.records
    assert len(records) == 24
    right = [one for one in records if one["verdict"] == "right"]
    assert len(right) + len(report.wrong) == 24 and len(right) / 24 == report.mean
    missing = next(one for one in records if one["state"] == "missing")
    assert missing["prediction"] is None and missing["golds"] and missing["question"]


def test_frames(report):
    for library, frame in (("pandas", "to_pandas"), ("polars", "to_polars")):
        pytest.importorskip(library)
        found = getattr(report, frame)()
        assert found.shape[0] == 48
        assert list(found.columns)[:2] == ["run", "id"]
        assert found["exact_match"].sum() == sum(one.mean * 24 for one in report.runs)


def test_explanations(report):
    wrong = report.wrong[0]
    told = report.explain(wrong["id"])
    assert told.verdict == wrong["verdict"] and told.why and told.golds == wrong["golds"]
    assert wrong["id"] in str(told)
    with pytest.raises(KeyError, match="nobody"):
        report.explain("nobody")


def test_doubts_and_readings():
    report = scoredrop.drop(SAMPLES / "nq/gold.jsonl", SAMPLES / "nq/predictions.jsonl")
    other = next(one for one in report.readings if not one.chosen)
    again = scoredrop.drop(SAMPLES / "nq/gold.jsonl", SAMPLES / "nq/predictions.jsonl", options=other.options)
    assert again.mean == other.mean
    assert report.readings[0].chosen
    # Of two runs, only the number of the second one depends on it.
    assert other.means["terse"] == report.mean and other.means["chatty"] != report.runs[1].mean
    line = f"another reading (chatty {other.means['chatty'] * 100:.1f} %): {other.words}; options={other.options!r}"
    assert line in str(report).splitlines() and f"<li>{html.escape(line)}</li>" in report._repr_html_()
    golds = [{"id": f"q{letter}", "answers": [letter]} for letter in "abcd"]
    alone = scoredrop.score(golds, [{"id": f"q{letter}", "prediction": letter} for letter in "ab"], preset="squad-v1")
    assert "another reading (100.0 %): " in str(alone)
    # Half of the answers are right, which does not show that the ids mean the same questions.
    counted = [{"id": number, "answers": ["ab"[number % 2]]} for number in range(8)]
    halves = [{"id": number, "prediction": "ab"[number // 2 % 2]} for number in range(8)]
    guessed = scoredrop.score(counted, halves, preset="squad-v1")
    doubt = next(one for one in guessed.doubts if one.code == "counting_ids")
    assert guessed.provisional and doubt.message
    again = scoredrop.score(counted, halves, preset="squad-v1", join="id")
    assert not again.provisional


def test_counts_and_warnings_are_printed():
    gold = [{"id": f"k{number}q", "question": f"Q {number}", "answers": [f"a {number}"]} for number in range(100)]
    run = [{"id": f"k{number}q", "question": f"Q {number}", "prediction": f"a {number}"} for number in range(5, 100)]
    run += [{"id": "zzz", "question": "Q", "prediction": "x"}, {"id": "k9q", "question": "Q 9", "prediction": "again"}]
    report = scoredrop.score(gold, run, preset="squad-v1")
    lines = str(report).splitlines()[1:5]
    assert lines == [
        "5 missing, 1 extra, 1 duplicate",
        'warning: the gold file has no question with the id "zzz" (predictions.jsonl, row 96)',
        'warning: a later prediction for "k9q" replaces this one (predictions.jsonl, row 5)',
        'warning: predictions.jsonl has no prediction for "k0q" (gold.jsonl, row 1) (1 of 5 like this); '
        "see report.diagnostics",
    ]
    shown = report._repr_html_()
    assert all(f"<li>{html.escape(line)}</li>" in shown for line in lines)
    whole = [{"id": row["id"], "prediction": f"{row['answers'][0]}."} for row in gold]
    assert len(str(scoredrop.score(gold, whole, preset="squad-v1")).splitlines()) == 1
    runs = {"large": scoredrop.Table(whole[1:]), "small": scoredrop.Table(whole), "tiny": scoredrop.Table(whole[2:])}
    both = str(scoredrop.score(gold, runs, preset="squad-v1")).splitlines()
    assert both[3] == "large: 1 missing; tiny: 2 missing"


def test_an_unknown_extension_lists_those_that_are_known(report, tmp_path):
    with pytest.raises(ValueError, match=r"use one of the extensions \.json, \.csv, \.md"):
        report.save(tmp_path / "report.foo")


def test_how_it_looks(report):
    assert str(report).startswith("terse: Exact match 70.8 % [")
    shown = report._repr_html_()
    assert "terse" in shown and "70.8 %" in shown and "<script" not in shown
    hostile = scoredrop.Table([{"id": 1, "prediction": "x"}], name="<script>")
    shown = scoredrop.score([{"id": 1, "answers": ["x"]}], hostile, preset="squad-v1")._repr_html_()
    assert "<script" not in shown


def test_a_report_is_read_by_several_threads(report):
    found = []
    threads = [threading.Thread(target=lambda: found.append(report.report("csv"))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [report.report("csv")] * 4


def test_comparisons_refuse_what_differs(report):
    gold = [{"id": number, "answers": [str(number)]} for number in range(4)]
    run = [{"id": number, "prediction": str(number)} for number in range(4)]
    one = scoredrop.score(gold, run, preset="squad-v1")
    with pytest.raises(ValueError, match="settings"):
        scoredrop.compare(one, scoredrop.score(gold, run, preset="squad-v2"))
    with pytest.raises(ValueError, match="gold"):
        scoredrop.compare(one, scoredrop.score(gold[1:], run, preset="squad-v1"))
    with pytest.raises(TypeError, match="read report.comparisons"):
        scoredrop.compare(report.runs[0], report.runs[1])
    same = scoredrop.compare(one, one)
    assert same.interval.level == 0.95 and same.interval.low < 0 < same.interval.high and same.p == 1
    assert same.difference == 0 and same.better is None and [run.name for run in same.report.runs] == ["a", "b"]


def test_presets():
    known = scoredrop.presets()
    assert known["squad-v2"].metrics[0] == "exact_match" and known["plain-text"].reproduces == ""


def test_settings_are_listed_and_each_value_works():
    gold, run = [{"id": "a", "answers": ["3"]}], [{"id": "a", "prediction": "3"}]
    settings = scoredrop.presets()["plain-number"].settings
    assert "relative_tolerance" in settings and "na_threshold" not in settings
    for name, setting in settings.items():
        assert setting.name == name and setting.meaning and (setting.values or setting.other)
        values = [value for value in setting.values if "…" not in value]
        for value in {setting.default, *values}:
            report = scoredrop.score(gold, run, preset="plain-number", **{name: value})
            assert report.settings.get(name, setting.default) == value
    assert scoredrop.presets()["squad-v2"].settings["na_threshold"].values == {}
    # An error lists the same settings.
    with pytest.raises(scoredrop.ScoredropError) as caught:
        scoredrop.score(gold, run, preset="plain-number", no_such=1)
    assert caught.value.problems[0].remedy == f"choose one of {', '.join(settings)}"
