"""Scores datasets of Ray Data: each block becomes a part, and the parts are merged.

Ray has to be installed (`pip install "ray[data]"`). The report has no records. Its numbers equal those of one machine,
except for the last digits of means of fractions.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from . import _batches
from ._batches import FAILED, GOLD, Rule
from ._errors import ScoredropError
from ._partial import Partial
from ._report import Report

if TYPE_CHECKING:
    import pyarrow
    import ray.data

__all__ = ["join_and_score", "score_dataset"]

_PART = "part"


def score_dataset(
    joined: ray.data.Dataset,
    *,
    preset: Any,
    key: str = "id",
    answers: str = "answers",
    prediction: str | Mapping[str, str] = "prediction",
    **choices: Any,
) -> Report:
    """Scores a dataset that holds gold answers and predictions side by side, such as the result of
    `gold.join(predictions, join_type="full_outer", ...)`.

    Each row is one question. If its answers are null, its prediction is an extra one; if its prediction is null, the
    question has no prediction. If keys repeat on either side, a join makes every pair of rows with the same key; then
    use `join_and_score`, which counts them correctly.

    Args:
        joined: The rows.
        preset: As for `scoredrop.score`.
        key: Column of the ids.
        answers: Column of the gold answers.
        prediction: Column of the predictions; for several runs, a column for each name.
        **choices: As for `scoredrop.score`, such as `seed`, `slices` or settings of the preset.

    Raises:
        ScoredropError: If a choice or column does not exist, a block cannot be scored, or blocks cannot be merged.
        TypeError: If it is not a dataset of Ray.
    """
    _batches.expect_side("joined", joined, _is_data_set, _KIND)
    rule = Rule.new(key, answers, prediction, {"preset": preset, **choices})
    _check(joined, rule, None)

    def score(block: pyarrow.Table) -> pyarrow.Table:
        def part() -> Partial:
            rule.check(None, block.column_names)
            return _batches.of_joined(block, rule)

        return _table([_batches.guarded(part)] if block.num_rows else [])

    return _merge(joined.map_batches(score, batch_format="pyarrow", batch_size=None))


def join_and_score(
    gold: ray.data.Dataset,
    predictions: ray.data.Dataset | Mapping[str, ray.data.Dataset],
    *,
    preset: Any,
    key: str = "id",
    answers: str = "answers",
    prediction: str = "prediction",
    order: str | None = None,
    partitions: int = 16,
    **choices: Any,
) -> Report:
    """Joins gold answers and predictions by a key, and scores them.

    Ray divides the rows of all sides by the key, so that all rows of a question are in one partition; missing, extra
    and duplicate rows are counted as on one machine.

    Args:
        gold: Gold answers.
        predictions: Predictions; for several runs, a dataset for each name.
        preset: As for `scoredrop.score`.
        key: Column of the ids, on both sides.
        answers: Column of the gold answers.
        prediction: Column of the predictions.
        order: Column that orders several predictions for a question; the last one counts. It holds numbers, times or
            texts; texts that are all numbers are ordered as numbers. Without this column, a question with different
            predictions is an error, because a dataset has no order.
        partitions: Number of parts. Each has to fit into the memory of a worker.
        **choices: As for `scoredrop.score`.

    Raises:
        ScoredropError: If a choice or column does not exist, a partition cannot be scored, or partitions cannot be
            merged.
        TypeError: If a side is not a dataset of Ray.
    """
    _batches.expect_side("gold", gold, _is_data_set, _KIND)
    runs = _batches.runs_of(predictions, _is_data_set, _KIND)
    columns = _batches.one_column(prediction, runs)
    rule = Rule.new(key, answers, columns, {"preset": preset, **choices}, order)
    sides = [gold, *runs.values()]
    for number, side in enumerate(sides, GOLD):
        _check(side, rule, number)
    keyed = [_keyed(side, rule, number) for number, side in enumerate(sides, GOLD)]
    shuffled = keyed[0].union(*keyed[1:]).repartition(partitions, keys=["key"])

    def score(block: pyarrow.Table) -> pyarrow.Table:
        rows = zip(block["side"].to_pylist(), block["row"].to_pylist())
        return _table([_batches.guarded(lambda: _batches.of_keyed(rows, rule))] if block.num_rows else [])

    return _merge(shuffled.map_batches(score, batch_format="pyarrow", batch_size=None))


_KIND = "dataset of Ray, such as ray.data.from_items(rows)"


def _is_data_set(side: Any) -> bool:
    import ray.data

    return isinstance(side, ray.data.Dataset)


def _check(side: ray.data.Dataset, rule: Rule, number: int | None) -> None:
    """Checks the columns of a side, if they are known before anything runs."""
    schema = side.schema(fetch_if_missing=False)
    if schema is not None and schema.names:
        rule.check(number, list(schema.names))


def _keyed(side: ray.data.Dataset, rule: Rule, number: int) -> ray.data.Dataset:
    """Turns the rows into JSON, each with its key and the number of its side."""

    def keyed(block: pyarrow.Table) -> pyarrow.Table:
        import pyarrow

        from ._core import Text

        def rows(keys: list[str], side: int, lines: list[str]) -> pyarrow.Table:
            columns = {
                "key": pyarrow.array(keys, pyarrow.string()),
                "side": pyarrow.array([side] * len(lines), pyarrow.int32()),
                "row": pyarrow.array(lines, pyarrow.string()),
            }
            return pyarrow.table(columns)

        if not block.num_rows:
            return rows([], number, [])
        try:
            rule.check(number, block.column_names)
        except ScoredropError as error:
            return rows([""], FAILED, [_batches.error_text(error)])
        # A text may hold other line ends than the one between the lines.
        lines = Text.of_arrow(block, False).bytes.decode().removesuffix("\n").split("\n")
        return rows([str(key) for key in block[rule.key].to_pylist()], number, lines)

    return side.map_batches(keyed, batch_format="pyarrow", batch_size=None)


def _table(parts: list[bytes]) -> pyarrow.Table:
    import pyarrow

    return pyarrow.table({_PART: pyarrow.array(parts, pyarrow.binary())})


def _merge(parts: ray.data.Dataset) -> Report:
    """Merges the parts where they are, and makes the report."""
    # Of no rows, Ray makes nothing.
    merged = parts.aggregate(_merging()) or {}
    return _batches.merged(part for part in merged.values() if part is not None).finish()


def _merging() -> Any:
    from ray.data.aggregate import AggregateFnV2
    from ray.data.block import BlockAccessor

    class Merging(AggregateFnV2):
        def __init__(self) -> None:
            zero = Partial().to_bytes()
            super().__init__("merged", zero_factory=lambda: zero, on=_PART, ignore_nulls=True)

        def aggregate_block(self, block: Any) -> bytes:
            parts = BlockAccessor.for_block(block).to_arrow()[_PART].to_pylist()
            return _batches.guarded(lambda: _batches.merged(parts))

        def combine(self, current: bytes, new: bytes) -> bytes:
            return _batches.guarded(lambda: _batches.merged([current, new]))

        def finalize(self, accumulator: bytes) -> bytes:
            return accumulator

    return Merging()
