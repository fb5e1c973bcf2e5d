"""`score`, `drop` and `compare`."""

from __future__ import annotations

import difflib
import inspect
import json
import os
import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from . import _core
from ._errors import error_of
from ._progress import bar
from ._report import Comparison, Report, Run
from ._tables import Table, by_labels, runs, source, values


def score(
    gold: Any = None,
    predictions: Any = None,
    *,
    preset: Any = None,
    table: Any = None,
    na_prob: Any = None,
    join: str | None = None,
    map: Mapping[str, str | Iterable[str]] | None = None,
    seed: int = 0,
    baseline: str | None = None,
    slices: Iterable[str] = (),
    cluster: str | None = None,
    twins: Iterable[str] = (),
    options: str | Iterable[str] | None = "",
    **settings: Any,
) -> Report:
    """Scores predictions by the benchmark that you name.

    Gold answers and predictions are paths, lists of dictionaries, tables of pandas, polars, Arrow or `datasets`, or
    dictionaries that hold a whole JSON document. For several runs, give a list of these; to name the runs, give each as
    a `Table`, or all in a dictionary by name. Lists of plain values are joined row by row:

    >>> import scoredrop
    >>> report = scoredrop.score(["Paris", "Rome"], ["paris", "Milan"], preset="squad-v1")
    >>> report.mean
    0.5

    Args:
        gold: Gold answers.
        predictions: Predictions, of one run or several.
        preset: Id of a preset (see `presets`), the path of a preset file, or a preset as a dictionary. By default, the
            preset that fits the data.
        table: One table with gold answers and predictions side by side, instead of `gold` and `predictions`.
        na_prob: The probability that each question has no answer (SQuAD 2.0).
        join: How rows are joined: `id`, `question`, `row`, `near`; by default the key with the best evidence.
        map: The column of each field, such as `{"gold.answers": "Answer"}`; a list of columns for a composite key.
        seed: Seed of the intervals that are computed by resampling.
        baseline: Name of the run that others are compared with; the first run by default.
        slices: Breakdowns, such as `"level"` or `"length:0,10,20"`.
        cluster: Column of the gold answers that groups related questions.
        twins: Second rules for every run, such as `"extract=whole"`.
        options: Pass `doubt.options` or `reading.options` here unchanged; to write it yourself, use
            `duplicates="first"`. They override other arguments.
        **settings: Settings of the preset, such as `articles="keep"`; `presets()["squad-v1"].settings` lists them.

    Raises:
        ScoredropError: If something cannot be read, joined or scored. It lists every problem.

    Settings change the rule, and the report says so:

    >>> gold = [{"id": 1, "answers": ["The Beatles"]}]
    >>> scoredrop.score(gold, [{"id": 1, "prediction": "Beatles"}], preset="squad-v1").mean
    1.0
    >>> scoredrop.score(gold, [{"id": 1, "prediction": "Beatles"}], preset="squad-v1", articles="keep").mean
    0.0
    """
    files, words = files_and_words(
        gold,
        predictions,
        preset=preset,
        table=table,
        na_prob=na_prob,
        join=join,
        map=map,
        seed=seed,
        baseline=baseline,
        slices=slices,
        cluster=cluster,
        twins=twins,
        options=options,
        **settings,
    )
    return _scored(files, words)


def drop(
    *tables: Any,
    preset: Any = None,
    join: str | None = None,
    map: Mapping[str, str | Iterable[str]] | None = None,
    options: str | Iterable[str] | None = "",
    **settings: Any,
) -> Report:
    """Detects which table is which and which benchmark they belong to, and scores them.

    Takes the same data as `score`, in any order. Raises a `QuestionError` with the possible answers if the score
    depends on a question that the data do not answer.

    >>> import scoredrop
    >>> gold = [{"id": f"q{number}", "question": f"What is {number} + 1?", "answer": str(number + 1)}
    ...         for number in range(20)]
    >>> outputs = [{"id": f"q{number}", "output": f"{number + 1}"} for number in range(20)]
    >>> scoredrop.drop(outputs, gold).mean
    1.0

    Args:
        *tables: Gold answers and predictions in any order, or one table that holds both.
        preset: As for `score`.
        join: As for `score`.
        map: As for `score`.
        options: Pass the `options` of a question's answer, a doubt or a reading here unchanged; to write it yourself,
            use `duplicates="first"`. They override other arguments.
        **settings: Settings of the preset.

    Raises:
        QuestionError: If you have to answer a question first.
        ScoredropError: If something cannot be read, joined or scored. It lists every problem.
    """
    if not tables:
        raise TypeError("give gold answers and predictions, in any order")
    _check_settings(settings, drop)
    names = ["table"] if len(tables) == 1 else [f"table-{number}" for number in range(1, len(tables) + 1)]
    files = [(None, source(table, name)) for table, name in zip(tables, names)]
    return _scored(files, _words(preset=preset, join=join, map=map, options=options, settings=settings))


def compare(a: Report, b: Report) -> Comparison:
    """Compares two reports on the same gold answers, question by question.

    Both reports must use the same preset and settings. If a report has several runs, only its first counts; for runs
    inside one report, read `report.comparisons`.

    >>> import scoredrop
    >>> gold = [{"id": number, "answers": [str(number)]} for number in range(100)]
    >>> good = [{"id": number, "prediction": str(number)} for number in range(100)]
    >>> weak = [{"id": number, "prediction": str(number % 50)} for number in range(100)]
    >>> large, small = (scoredrop.score(gold, run, preset="squad-v1") for run in (good, weak))
    >>> found = scoredrop.compare(large, small)
    >>> found.difference, found.better
    (0.5, 'a')
    >>> print(found)
    a 100.0, b 50.0: a is better by 50.0 points (40.4 to 59.6); 50 of 100 marks differ, 50 for a, 0 for b
    """
    for one in (a, b):
        if not isinstance(one, Report):
            within = "; for runs of one report, read report.comparisons" if isinstance(one, Run) else ""
            raise TypeError(f"compare takes two reports, and this is of type {type(one).__name__}{within}")
    if not (a.has_records and b.has_records):
        raise ValueError("a report of merged parts has no records, so it cannot be compared")
    if a._words != b._words:
        raise ValueError("the reports were made with different presets or settings, so they cannot be compared")
    golds = [[one["sha256"] for one in report.sources if one["role"] == "gold"] for report in (a, b)]
    if golds[0] != golds[1] or not golds[0]:
        raise ValueError("the gold answers of the reports differ, or are in another order: score both runs with the same ones")

    def of_run(report: Report, name: str) -> list[tuple[str | None, Any]]:
        files = [file for file in report._files if file[0] == "predictions"]
        return [(role, found if isinstance(found, str) else (name, found[1])) for role, found in files[:1]]

    others = [file for file in a._files if file[0] not in ("predictions", None)]
    files = [*others, *of_run(a, "a"), *of_run(b, "b")]
    if len(files) != len(others) + 2:
        raise ValueError("compare takes reports that `score` made of gold answers and predictions")
    report = _scored(files, a._words)
    names = [run.name for run in report.runs]
    report = _scored(files, [*a._words, "--baseline", names[-1]])
    return Comparison(report, names[0])


def _scored(files: list[tuple[str | None, Any]], words: list[str]) -> Report:
    with bar() as tell:
        found = _core.score(files, words, tell)
    if isinstance(found, str):
        raise error_of(json.loads(found))
    return Report(found, files, words)


def files_and_words(
    gold: Any = None,
    predictions: Any = None,
    *,
    preset: Any = None,
    table: Any = None,
    na_prob: Any = None,
    join: str | None = None,
    map: Mapping[str, str | Iterable[str]] | None = None,
    seed: int = 0,
    baseline: str | None = None,
    slices: Iterable[str] = (),
    cluster: str | None = None,
    twins: Iterable[str] = (),
    options: str | Iterable[str] | None = "",
    **settings: Any,
) -> tuple[list[tuple[str | None, Any]], list[str]]:
    """Returns the files and options for the core."""
    _check_settings(settings, score)
    files: list[tuple[str | None, Any]] = []
    if table is not None:
        if gold is not None or predictions is not None:
            raise TypeError("give either a table, or gold answers and predictions")
        files.append(("table", source(table, "table")))
    else:
        if gold is None or predictions is None:
            raise TypeError("give gold answers and predictions, or a table that holds both")
        gold, given, are_ids = by_labels(gold, runs(predictions))
        if are_ids:
            join = join or "id"
        lists = [found for found in (values(one) for one in [gold, *given]) if found is not None]
        # Lists alone go together row by row. With a table, only the order of its rows says so.
        numbered = len(lists) == len(given) + 1
        if numbered:
            _same_length(lists)
        if lists:
            join = join or ("id" if numbered else "row")
        files.append(("gold", source(gold, "gold", "answers", numbered)))
        for number, run in enumerate(given, 1):
            name = "predictions" if len(given) == 1 else f"predictions-{number}"
            files.append(("predictions", source(run, name, "prediction", numbered)))
    if na_prob is not None:
        files.append(("na_prob", source(na_prob, "na_prob")))
    words = _words(
        preset=preset,
        join=join,
        map=map,
        seed=seed,
        baseline=baseline,
        slices=slices,
        cluster=cluster,
        twins=twins,
        options=options,
        settings=settings,
    )
    return files, words


_FIELDS = {
    "answer": "gold.answers",
    "answers": "gold.answers",
    "id": "gold.id",
    "key": "gold.id",
    "prediction": "predictions.prediction",
    "question": "gold.question",
}
"""What people mean by arguments that do not exist here: fields, whose columns `map` names."""


def _arguments(function: Callable[..., Report]) -> list[str]:
    named = inspect.signature(function).parameters.values()
    return [one.name for one in named if one.kind in (one.POSITIONAL_OR_KEYWORD, one.KEYWORD_ONLY)]


def _check_settings(settings: Mapping[str, Any], function: Callable[..., Report]) -> None:
    """Refuses settings that are misspelt arguments, or arguments of another function. The core refuses other settings
    that the preset does not have, and lists those that it has."""
    own, known = _arguments(function), _arguments(score)
    for name, value in settings.items():
        near = next(iter(difflib.get_close_matches(name, known, 1, 0.75)), None)
        if name == "settings":
            remedy = 'give each setting as an argument, such as articles="keep"'
        elif name in _FIELDS:
            column = value if isinstance(value, str) else "COLUMN"
            both = ', "predictions.id": ' + json.dumps(column) if _FIELDS[name] == "gold.id" else ""
            remedy = f'use map={{"{_FIELDS[name]}": {json.dumps(column)}{both}}}'
        elif near in ("gold", "predictions", "table") and function is drop:
            remedy = "give the tables without names, in any order, or use score"
        elif near is not None and near not in own:
            remedy = f"use score, which has {near}"
        elif near is not None:
            remedy = f"did you mean {near}?"
        else:
            continue
        raise TypeError(f"{function.__name__} has no argument {name!r}; {remedy}")


def _same_length(lists: list[list[Any]]) -> None:
    lengths = sorted({len(one) for one in lists})
    if len(lengths) > 1:
        raise ValueError(
            f"lists of {' and '.join(map(str, lengths))} values cannot be joined row by row; "
            "give dictionaries with an id"
        )


def _words(
    *,
    preset: Any = None,
    join: str | None = None,
    map: Mapping[str, str | Iterable[str]] | None = None,
    seed: int = 0,
    baseline: str | None = None,
    slices: Iterable[str] = (),
    cluster: str | None = None,
    twins: Iterable[str] = (),
    options: str | Iterable[str] | None = "",
    settings: Mapping[str, Any],
) -> list[str]:
    """Returns the choices as options of the command line. Those in `options` override the others."""
    further = shlex.split(options) if isinstance(options, str) else _texts("options", options or ())
    chosen = set(_chosen(further))
    words = []
    if preset is not None and "--preset" not in chosen:
        words.append(f"--preset={_preset(preset)}")
    if join is not None and "--join" not in chosen:
        words.append(f"--join={join}")
    if not isinstance(map, (Mapping, type(None))):
        kind = type(map).__name__
        raise TypeError(f'map is of type {kind}: give the column of each field, such as {{"gold.answers": "Answer"}}')
    for place, columns in (map or {}).items():
        if f"--map={place}" in chosen:
            continue
        for column in _texts("map", columns):
            words.append(f"--map={place}={column}")
    if seed and "--seed" not in chosen:
        words.append(f"--seed={seed}")
    if baseline is not None and "--baseline" not in chosen:
        words.append(f"--baseline={baseline}")
    for flag, several in (("slice", slices), ("twin", twins)):
        for one in _texts(f"{flag}s", several):
            words.append(f"--{flag}={one}")
    if cluster is not None and "--cluster" not in chosen:
        words.append(f"--cluster={cluster}")
    for key, value in settings.items():
        if f"--set={key}" in chosen:
            continue
        value = str(value).lower() if isinstance(value, bool) else value
        words.append(f"--set={key}={value}")
    return words + further


def _preset(preset: Any) -> str:
    if isinstance(preset, Mapping):
        return json.dumps(preset)
    if not isinstance(preset, (str, os.PathLike)):
        kind = type(preset).__name__
        raise TypeError(
            f'preset is of type {kind}: give an id such as "squad-v1" (scoredrop.presets() lists them), the path of a '
            "preset file, or a dictionary"
        )
    return os.fspath(preset)


def _texts(name: str, given: Any) -> list[str]:
    """Returns one text or several as a list."""
    several = [given] if isinstance(given, str) else list(given) if isinstance(given, Iterable) else [given]
    wrong = next((one for one in several if not isinstance(one, str)), None)
    if wrong is not None:
        raise TypeError(f"{name} has a value of type {type(wrong).__name__}: give a text or a list of texts")
    return several


def _chosen(words: list[str]) -> Iterator[str]:
    """Returns what options of the command line choose: the flag and, for repeatable flags, also its key."""
    for place, word in enumerate(words):
        flag, has_value, value = word.partition("=")
        if flag.startswith("--"):
            value = value if has_value else next(iter(words[place + 1 :]), "")
            yield flag
            yield f"{flag}={value.partition('=')[0]}"
