"""`compute`: metrics with the names, keys and scales of Hugging Face's `evaluate`."""

from __future__ import annotations

import difflib
import inspect
import json
import re
import string
import struct
import warnings
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from . import _core
from ._errors import error_of, refused
from ._progress import bar
from ._score import files_and_words
from ._core import Text
from ._tables import is_frame, rows_of, text_of

EXACT = {
    "id": "exact-match",
    "version": 1,
    "title": "Exact match",
    "card": {
        "group": "Any other data",
        "summary": "Texts are right if they are equal, character for character.",
        "inputs": "Two lists of texts.",
        "limits": [],
        "reproduces": "",
        "citation": "",
        "golden_cases": 0,
        "example": {"golds": ["a"], "prediction": "a"},
    },
    "recognise": {},
    "extract": "whole",
    "normalize": [],
    "metrics": ["exact_match"],
    "rules": {"empty": "equal"},
    "missing": "zero",
    "scale": 1,
    "official": [],
    "official_needs": [],
}

_COLUMNS = {
    "gold.id": "id",
    "gold.answers": "answers",
    "predictions.id": "id",
    "predictions.prediction": "prediction_text",
}


def _numbers(references: Any, predictions: Any, **choices: Any) -> dict[str, Any]:
    """Returns the official block and the mean, without intervals or other readings."""
    files, words = files_and_words(references, predictions, **choices)
    with bar() as tell:
        found = json.loads(_core.numbers(files, words, tell))
    if "problems" in found:
        raise error_of(found)
    return found


def _gold(references: Any) -> Text:
    """Gold answers without their places in the passages, which no metric reads."""
    return text_of(references, "gold.jsonl", "answer_start")


_NO_PREDICTION = 'give the text "" if the model has no answer'


def _official(found: dict[str, Any]) -> dict[str, Any]:
    said = found["refused"]
    if said:
        for problem in said["problems"]:
            if "prediction" in problem["message"] and problem["remedy"] is None:
                problem["remedy"] = _NO_PREDICTION
                said["message"] += f" -> {_NO_PREDICTION}"
        raise error_of(said)
    _warn_of_lost_rows(found["reconciliation"])
    return found["official"]


def _warn_of_lost_rows(counts: dict[str, int]) -> None:
    lost = {
        "references without a prediction, which count as wrong": counts["missing"],
        "predictions without a reference, which do not count": counts["extra"],
        "predictions replaced by a later one with the same id": counts["duplicate_predictions"],
    }
    found = [f"{what}: {count}" for what, count in lost.items() if count]
    if found:
        warnings.warn("; ".join(found), stacklevel=4)


def _squad(predictions: Any, references: Any) -> dict[str, Any]:
    return _official(_numbers(_gold(references), predictions, preset="squad-v1", join="id", map=_COLUMNS))


def _squad_v2(
    predictions: list[Any], references: list[Any], no_answer_threshold: float = 1.0
) -> dict[str, Any]:
    # `evaluate` keeps probabilities with single precision.
    single = struct.Struct("f")
    for place, one in enumerate(predictions, 1):
        if not isinstance(one.get("no_answer_probability"), (int, float)):
            raise refused(
                "predictions",
                "no_answer_probability",
                "no_column",
                f"squad_v2 needs a number as no_answer_probability, which row {place} lacks",
                "give 0.0 if the model has none",
            )
    chances = {
        one["id"]: single.unpack(single.pack(one["no_answer_probability"]))[0] for one in predictions
    }
    found = _numbers(
        _gold(references),
        predictions,
        na_prob=chances,
        preset="squad-v2",
        join="id",
        map=_COLUMNS,
        na_threshold=no_answer_threshold,
    )
    return _official(found)


def _exact_match(
    predictions: list[str],
    references: list[str],
    regexes_to_ignore: Iterable[str] | None = None,
    ignore_case: bool = False,
    ignore_punctuation: bool = False,
    ignore_numbers: bool = False,
) -> dict[str, Any]:
    def prepared(text: str) -> str:
        for pattern in regexes_to_ignore or ():
            text = re.sub(pattern, "", text)
        if ignore_case:
            text = text.lower()
        if ignore_punctuation:
            text = text.translate(str.maketrans("", "", string.punctuation))
        if ignore_numbers:
            text = text.translate(str.maketrans("", "", string.digits))
        # As NumPy, which `evaluate` compares with, reads texts.
        return text.rstrip("\0")

    if len(predictions) != len(references):
        raise ValueError(f"predictions and references differ in length: {len(predictions)} and {len(references)}")
    for name, rows in (("predictions", predictions), ("references", references)):
        for place, text in enumerate(rows, 1):
            if not isinstance(text, str):
                kind = type(text).__name__
                remedy = f"; {_NO_PREDICTION}" if text is None else ""
                raise TypeError(
                    f"{name}, row {place}: exact_match takes texts, and this is a value of type {kind}{remedy}"
                )
    golds = [{"id": place, "answers": [prepared(text)]} for place, text in enumerate(references)]
    answers = [{"id": place, "prediction": prepared(text)} for place, text in enumerate(predictions)]
    return {"exact_match": _numbers(golds, answers, preset=EXACT, join="id")["mean"]}


_METRICS: dict[str, Callable[..., dict[str, Any]]] = {
    "exact_match": _exact_match,
    "squad": _squad,
    "squad_v2": _squad_v2,
}


def compute(metric: str, *, predictions: Any, references: Any, **options: Any) -> dict[str, Any]:
    """Computes a metric as `evaluate.load(metric).compute(...)` does: same keys, same scale, same digits.

    >>> import scoredrop
    >>> scoredrop.compute(
    ...     "squad",
    ...     predictions=[{"prediction_text": "1976", "id": "56e10a3be3433e1400422b22"}],
    ...     references=[{"answers": {"answer_start": [97], "text": ["1976"]}, "id": "56e10a3be3433e1400422b22"}],
    ... )
    {'exact_match': 100.0, 'f1': 100.0}

    Args:
        metric: `squad`, `squad_v2` or `exact_match`.
        predictions: A list, as for `evaluate`; also a table of pandas, polars, Arrow or `datasets` with these columns.
        references: A list or a table, as for predictions.
        **options: Options of the metric, such as `ignore_case` or `no_answer_threshold`.

    Raises:
        ScoredropError: If `evaluate` would fail on these data, a list is empty, or a probability is missing.
        ValueError: If the metric is unknown, or the lists for `exact_match` differ in length.
        TypeError: If the metric does not have an option, or rows have the wrong type.
    """
    if metric not in _METRICS:
        raise ValueError(f"there is no metric {metric!r} here; choose {', '.join(sorted(_METRICS))}, or use `score`")
    work = _METRICS[metric]
    known = list(inspect.signature(work).parameters)[2:]
    unknown = next((name for name in options if name not in known), None)
    if unknown is not None:
        near = difflib.get_close_matches(unknown, known, 1)
        has = f"it has {', '.join(known)}" if known else "it has none"
        meant = f"; did you mean {near[0]}?" if near else f"; {has}"
        raise TypeError(f"{metric} has no option {unknown!r}{meant}")
    # Only `squad` takes tables as they are.
    keeps_tables = work is _squad
    sides = {}
    for name, given in (("predictions", predictions), ("references", references)):
        is_kept = keeps_tables and is_frame(given)
        rows = sides[name] = given if is_kept else rows_of(given)
        if len(rows) == 0:
            raise refused(name, None, "empty_file", f"{name} is an empty list", "give one entry for each question")
        if is_kept or work is _exact_match or set(map(type, rows)) == {dict}:
            continue
        wrong = next((place for place, row in enumerate(rows, 1) if not isinstance(row, Mapping)), None)
        if wrong is not None:
            kind = type(rows[wrong - 1]).__name__
            raise TypeError(f"{name}, row {wrong}: {metric} takes dictionaries, and this is a value of type {kind}")
    return work(*sides.values(), **options)
