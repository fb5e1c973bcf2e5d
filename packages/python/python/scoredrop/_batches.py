"""Batches of rows from an engine become parts."""

from __future__ import annotations

import difflib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING, Any

from ._core import Text
from ._errors import Problem, ScoredropError, refused
from ._partial import Partial
from ._tables import Table

if TYPE_CHECKING:
    import pyarrow

GOLD = 0
"""The side of a gold row. Predictions have the number of their run as their side, from 1."""

FAILED = -1
"""The side of a row that holds an error."""

RUN = "predictions"
"""The name of a run without a name."""


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
        """Takes the columns; for several runs, a column for each name.

        Raises:
            ScoredropError: If the choices cannot be followed, whatever the rows are.
        """
        if not isinstance(prediction, (str, Mapping)):
            raise TypeError(
                f"prediction is of type {type(prediction).__name__}: give the name of a column, or for several runs a "
                'dictionary such as {"large": "large_output"}'
            )
        runs = {RUN: prediction} if isinstance(prediction, str) else dict(prediction)
        wrong = [name for name in ("gold", "predictions", "table", "na_prob") if name in choices]
        if wrong:
            raise TypeError(f"{wrong[0]} is not an option here; rows come from the engine")
        if choices.get("preset") is None:
            raise TypeError("name the preset; a part of the rows does not show which preset fits")
        rule = cls(key, answers, tuple(runs.items()), dict(choices), order)
        # A part without rows shows what is wrong with the choices before any row is moved.
        replace(rule, runs=tuple((name, PREDICTION) for name in runs)).score([], [[] for _ in runs])
        return rule

    def columns(self, side: int | None) -> dict[str, str]:
        """Returns the columns that a side needs, by the argument that names each; a side of `None` means joined rows."""
        mapped = self.choices.get("map", {})
        answers = {} if "gold.answers" in mapped else {"answers": self.answers}
        predictions = {} if "predictions.prediction" in mapped else {"prediction": self.runs[(side or 1) - 1][1]}
        if side is None:
            several = len(self.runs) > 1
            every = {f"prediction[{name!r}]" if several else "prediction": column for name, column in self.runs}
            return {"key": self.key, "answers": self.answers, **every}
        if side == GOLD:
            return {"key": self.key, **answers}
        return {"key": self.key, **predictions, **({"order": self.order} if self.order is not None else {})}

    def name(self, side: int | None) -> str:
        """The name of a side."""
        return "joined" if side is None else "gold" if side == GOLD else self.runs[side - 1][0]

    def check(self, side: int | None, names: Sequence[str]) -> None:
        """Checks that a side has its columns.

        Raises:
            ScoredropError: If a column is missing.
        """
        for argument, column in self.columns(side).items():
            if column in names:
                continue
            near = difflib.get_close_matches(column, names, 1)
            meant = f"did you mean {near[0]}? " if near else ""
            raise refused(
                self.name(side),
                column,
                "no_column",
                f"there is no column {column!r}",
                f"{meant}set {argument} to one of {', '.join(names)}",
            )

    def score(self, gold: Any, predictions: Iterable[Any]) -> Partial:
        """Scores gold rows and the rows of each run."""
        columns = {column for _, column in self.runs}
        if len(columns) > 1:
            raise TypeError("here, the predictions of all runs must be in one column")
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
    """Scores a batch of joined rows. A row is a question with its predictions, a question without a prediction, or a
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
    # A table without rows has no columns that could differ from those of other parts. Whether times are dates must not
    # depend on those that happen to be in this batch.
    sides = [Text.of_arrow(table, False) if table.num_rows else [] for table in (gold, *tables)]
    return rule.score(sides[0], sides[1:])


PREDICTION = "prediction"


def of_keyed(rows: Iterable[tuple[int, str]], rule: Rule) -> Partial:
    """Scores rows that are JSON texts, each with its side. They have to include all rows of each key."""
    sides: list[list[dict[str, Any]]] = [[] for _ in range(len(rule.runs) + 1)]
    for side, text in sorted(rows):
        if side == FAILED:
            raise _error(text)
        sides[side].append(json.loads(text))
    ordered = [_ordered(rows, rule, side) for side, rows in enumerate(sides) if side != GOLD]
    return rule.score(sides[GOLD], ordered)


def _ordered(rows: list[dict[str, Any]], rule: Rule, side: int) -> list[dict[str, Any]]:
    """Returns the predictions of a run, those for the same question in the order in which they count."""
    of_key: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        of_key.setdefault(str(row.get(rule.key)), []).append(row)
    for key, several in of_key.items():
        if len(several) < 2 or several[0].get(rule.key) is None:
            continue
        if rule.order is None:
            column = rule.runs[side - 1][1]
            if any(row.get(column) != several[0].get(column) for row in several):
                raise refused(
                    rule.name(side),
                    rule.key,
                    "duplicate_prediction",
                    f"{key!r} has {len(several)} different predictions, and nothing shows which one is last",
                    "set order to a column that does, such as a time, or keep one prediction for each question",
                )
        else:
            places = _places([row.get(rule.order) for row in several])
            if places is None:
                raise refused(
                    rule.name(side),
                    rule.order,
                    "duplicate_prediction",
                    f"{key!r} has {len(several)} predictions, and {rule.order} is null in one of them",
                    "fill the column, or keep one prediction for each question",
                )
            several[:] = [row for _, row in sorted(zip(places, several), key=lambda pair: pair[0])]
    return [row for several in of_key.values() for row in several]


def _places(values: list[Any]) -> list[Any] | None:
    """Returns keys to sort values by: numbers if all values are numbers or texts of numbers, otherwise texts; `None` if a
    value is missing."""
    if any(value is None or value != value for value in values):
        return None
    numbers = [_number(value) for value in values]
    if None not in numbers:
        return numbers
    return [value if isinstance(value, str) else json.dumps(value) for value in values]


def _number(value: Any) -> int | float | Decimal | None:
    if isinstance(value, (int, float)):
        return value
    if not isinstance(value, str):
        return None
    try:
        number = Decimal(value.strip())
    except InvalidOperation:
        return None
    return number if number.is_finite() else None


_ERROR = b"error of scoredrop\n"
"""The first bytes of an error that a worker returns instead of a part. If the worker raised it, the engine would wrap
it in an exception of its own and try again."""


def guarded(make: Callable[[], Partial]) -> bytes:
    """Returns a part in its binary form, or its error if it could not be made."""
    try:
        return make().to_bytes()
    except ScoredropError as error:
        return _ERROR + error_text(error).encode()


def error_text(error: ScoredropError) -> str:
    """Returns an error as a text that a worker can send to the driver."""
    return json.dumps({"message": str(error), "problems": [asdict(problem) for problem in error.problems]})


def _error(text: str) -> ScoredropError:
    said = json.loads(text)
    return ScoredropError(said["message"], [Problem(**problem) for problem in said["problems"]])


def merged(parts: Iterable[bytes]) -> Partial:
    """Merges parts in their binary form.

    Raises:
        ScoredropError: If one of them is an error, or they cannot be merged.
    """

    def read(part: bytes) -> Partial:
        if part.startswith(_ERROR):
            raise _error(part.removeprefix(_ERROR).decode())
        return Partial.from_bytes(part)

    return Partial.merged(read(part) for part in parts)


def runs_of(predictions: Any, is_side: Callable[[Any], bool], kind: str) -> dict[str, Any]:
    """Returns the runs of an engine by name.

    Raises:
        TypeError: If a run is not a table of the engine.
    """
    runs = dict(predictions) if isinstance(predictions, Mapping) else {RUN: predictions}
    for name, run in runs.items():
        if isinstance(run, (list, tuple)) and run and all(is_side(one) for one in run):
            raise TypeError(f'give several runs as a dictionary with a {kind} for each name, such as {{"large": ...}}')
        expect_side(name, run, is_side, kind)
    return runs


def one_column(prediction: Any, runs: Iterable[str]) -> dict[str, str]:
    """Returns the column of each run; all runs share one.

    Raises:
        TypeError: If the column is not a name.
    """
    if not isinstance(prediction, str):
        raise TypeError(
            f"prediction is of type {type(prediction).__name__}: give the name of the column, which all runs share"
        )
    return dict.fromkeys(runs, prediction)


def expect_side(name: str, side: Any, is_side: Callable[[Any], bool], kind: str) -> None:
    """Refuses what is no table of the engine."""
    if not is_side(side):
        raise TypeError(f"{name} is of type {type(side).__name__}: give a {kind}")
