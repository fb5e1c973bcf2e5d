"""A report has the bytes that the command line writes."""

import csv
import json

import pytest
import scoredrop
from conftest import SAMPLES

PAIRS = {
    "climate-finance": ("climate-finance/gold.jsonl", "climate-finance/predictions.csv"),
    "hotpotqa": ("hotpot/gold.json", "hotpot/predictions.json"),
    "math": ("math/gold.jsonl", "math/predictions.jsonl"),
    "multiple-choice": ("choices/gold.jsonl", "choices/predictions.jsonl"),
    "nq": ("nq/gold.jsonl", "nq/predictions.jsonl"),
    "squad-v1": ("squad/gold.json", "squad/predictions.json"),
    "squad-v2": ("squad/gold.json", "squad/predictions.json"),
    "tcp": ("tcp/gold.jsonl", "tcp/predictions.jsonl"),
    "timebench": ("timebench/gold.jsonl", "timebench/predictions.jsonl"),
}
FORMATS = ["json", "csv", "aggregates-csv", "markdown", "latex", "html", "official", "methods"]


@pytest.mark.parametrize("preset", PAIRS)
def test_files(preset, command_line):
    gold, predictions = (SAMPLES / name for name in PAIRS[preset])
    report = scoredrop.score(gold, predictions, preset=preset)
    for format in FORMATS if preset == "nq" else ["json"]:
        words = ["--preset", preset, "--gold", gold, "--predictions", predictions, "--format", format]
        assert report.report(format).encode() == command_line("score", *words).stdout, format


@pytest.mark.parametrize("preset", ["nq", "squad-v2"])
def test_dropped_files(preset, command_line):
    files = [SAMPLES / name for name in PAIRS[preset]]
    assert scoredrop.drop(*files).report().encode() == command_line("drop", *files).stdout


def rows_of(path):
    text = path.read_text("utf-8")
    if path.suffix == ".csv":
        return list(csv.DictReader(text.splitlines()))
    return [json.loads(line) for line in text.splitlines()]


@pytest.mark.parametrize("preset", ["climate-finance", "math", "multiple-choice", "nq", "tcp", "timebench"])
def test_rows(preset, command_line, as_lines):
    gold, predictions = (rows_of(SAMPLES / name) for name in PAIRS[preset])
    report = scoredrop.score(gold, predictions, preset=preset)
    files = [as_lines("gold.jsonl", gold), as_lines("predictions.jsonl", predictions)]
    words = ["--preset", preset, "--gold", files[0], "--predictions", files[1]]
    assert report.report().encode() == command_line("score", *words).stdout


@pytest.mark.parametrize("preset", ["hotpotqa", "squad-v2"])
def test_documents(preset, command_line, as_lines):
    gold, predictions = (json.loads((SAMPLES / name).read_text("utf-8")) for name in PAIRS[preset])
    named = {"hotpotqa": "gold.jsonl", "squad-v2": "gold.json"}[preset]
    report = scoredrop.score(gold, predictions, preset=preset)
    files = [as_lines(named, gold if named.endswith("l") else [gold]), as_lines("predictions.json", [predictions])]
    words = ["--preset", preset, "--gold", files[0], "--predictions", files[1]]
    assert report.report().encode() == command_line("score", *words).stdout


def test_settings_and_options(command_line):
    gold, predictions = (SAMPLES / name for name in PAIRS["nq"])
    report = scoredrop.score(
        gold, predictions, preset="nq", articles="keep", seed=3, baseline="chatty", twins=["punctuation=keep"],
        options="--set duplicates=first",
    )
    words = ["--set", "articles=keep", "--seed", "3", "--baseline", "chatty", "--twin", "punctuation=keep"]
    words += ["--preset", "nq", "--gold", gold, "--predictions", predictions, "--set", "duplicates=first"]
    assert report.report().encode() == command_line("score", *words).stdout


def test_parts_left_out_and_saved_files(command_line, tmp_path):
    gold, predictions = (SAMPLES / name for name in PAIRS["nq"])
    report = scoredrop.score(gold, predictions, preset="nq")
    report.save(tmp_path / "report.html", leave_out="outputs")
    words = ["--preset", "nq", "--gold", gold, "--predictions", predictions]
    told = command_line("score", *words, "--format", "html", "--leave-out", "outputs")
    assert (tmp_path / "report.html").read_bytes() == told.stdout
    with pytest.raises(ValueError, match="json and html"):
        report.report("csv", leave_out="outputs")
    with pytest.raises(ValueError, match="choose json, csv"):
        report.report("pdf")


def test_the_command_line_says_how_it_ended(command_line):
    assert command_line("score").returncode == 2
    assert command_line("--version").returncode == 0
    missing = command_line("drop", "nowhere.jsonl")
    assert missing.returncode == 1 and b"nowhere.jsonl" in missing.stderr
