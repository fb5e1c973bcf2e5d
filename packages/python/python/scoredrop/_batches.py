"""Batches of rows from an engine become parts."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ._partial import Partial
from ._tables import Table

if TYPE_CHECKING:
    import pyarrow

GOLD = 0
"""The side of a gold row. The predictions of a run have the number of the run, from 1."""

RUN = "predictions"
"""The name of a run that has none."""


@dataclass(frozen=True)
class Rule:
    """How batches are scored."""

    key: str
    answers: str
    runs: tuple[tuple[str, str], ...]
    """Name and column of each run."""
    choices: dict[str, Any] = field(default_factory=dict)
    order: str | None = None

    @classmethod
    def new(
        cls,
        key: str,
        answers: str,
        prediction: str | Mapping[str, str],
        choices: Mapping[str, Any],
        order: str | None = None,
    ) -> Rule:
        """Takes the columns; of several runs, a column for each name."""
        runs = {RUN: prediction} if isinstance(prediction, str) else dict(prediction)
        wrong = [name for name in ("gold", "predictions", "table", "na_prob") if name in choices]
        if wrong:
            raise TypeError(f"{wrong[0]} is not a choice here: rows come from the engine")
        if choices.get("preset") is None:
            raise TypeError("name the preset: a part of the rows does not show which one fits")
        return cls(key, answers, tuple(runs.items()), dict(choices), order)

    def score(self, gold: Any, predictions: Iterable[Any]) -> Partial:
        """Scores rows: the gold ones, and those of each run."""
        columns = {column for _, column in self.runs}
        if len(columns) > 1:
            raise TypeError("the predictions of all runs have to be in one column here")
        own = {
            "gold.id": self.key,
            "gold.answers": self.answers,
            "predictions.id": self.key,
            "predictions.prediction": columns.pop(),
        }
        choices = {"join": "id", **self.choices}
        choices["map"] = {**own, **choices.get("map", {})}
        tables = [Table(rows, name=name) for (name, _), rows in zip(self.runs, predictions)]
        return Partial(gold, tables, **choices)


def of_joined(batch: pyarrow.Table, rule: Rule) -> Partial:
    """Scores a batch of joined rows: each is a question with its predictions, one of them without a prediction, or a
    prediction without a question."""
    import pyarrow.compute as compute

    predicted = {column for _, column in rule.runs}
    has_gold = compute.is_valid(batch[rule.answers])
    gold = batch.filter(has_gold).drop_columns([name for name in batch.column_names if name in predicted])
    tables = []
    for _, column in rule.runs:
        own = batch.filter(compute.is_valid(batch[column])).select([rule.key, column])
        tables.append(own.rename_columns([rule.key, PREDICTION]))
    rule = Rule(rule.key, rule.answers, tuple((name, PREDICTION) for name, _ in rule.runs), rule.choices)
    # A table without rows has no columns that could differ from those of other parts.
    sides = [table if table.num_rows else [] for table in (gold, *tables)]
    return rule.score(sides[0], sides[1:])


PREDICTION = "prediction"


def of_keyed(rows: Iterable[tuple[int, str]], rule: Rule) -> Partial:
    """Scores rows that are JSON texts, each with its side. All rows with a key have to be among them."""
    sides: list[list[dict[str, Any]]] = [[] for _ in range(len(rule.runs) + 1)]
    for side, text in sorted(rows):
        sides[side].append(json.loads(text))
    order = rule.order
    for side in sides[1:]:
        if order is not None:
            side.sort(key=lambda row: row[order])
    return rule.score(sides[0], sides[1:])


def merged(parts: Iterable[bytes]) -> Partial:
    """Merges parts in their binary form."""
    return Partial.merged(Partial.from_bytes(part) for part in parts)
