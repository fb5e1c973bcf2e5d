"""Scores data frames of Spark: each partition becomes a part, and the parts are merged.

PySpark has to be installed, with PyArrow. The report has no records. Its numbers equal those of one machine, except for
the last digits of means of fractions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from . import _batches
from ._batches import GOLD, Rule
from ._partial import Partial
from ._report import Report

if TYPE_CHECKING:
    import pyarrow
    from pyspark.sql import DataFrame

__all__ = ["join_and_score", "score_dataset"]

_MERGED_AT_ONCE = 64
"""More parts than this are merged by the workers first."""


def score_dataset(
    joined: DataFrame,
    *,
    preset: Any,
    key: str = "id",
    answers: str = "answers",
    prediction: str | Mapping[str, str] = "prediction",
    **choices: Any,
) -> Report:
    """Scores a data frame that holds gold answers and predictions side by side, such as the result of
    `gold.join(predictions, "id", "full_outer")`.

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
        ScoredropError: If a choice or column does not exist, a partition cannot be scored, or partitions cannot be
            merged.
        TypeError: If a side is not a data frame of Spark.
    """
    _batches.expect_side("joined", joined, _is_frame, _KIND)
    rule = Rule.new(key, answers, prediction, {"preset": preset, **choices})
    rule.check(None, joined.columns)

    def score(batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        import pyarrow

        def part() -> Partial:
            whole = Partial()
            for batch in batches:
                if batch.num_rows:
                    whole += _batches.of_joined(pyarrow.Table.from_batches([batch]), rule)
            return whole

        yield _batch(_batches.guarded(part))

    return _merge(joined.mapInArrow(score, "part binary"))


def join_and_score(
    gold: DataFrame,
    predictions: DataFrame | Mapping[str, DataFrame],
    *,
    preset: Any,
    key: str = "id",
    answers: str = "answers",
    prediction: str = "prediction",
    order: str | None = None,
    partitions: int | None = None,
    **choices: Any,
) -> Report:
    """Joins gold answers and predictions by a key, and scores them.

    Spark divides the rows of all sides by the key, so that all rows of a question are in one partition; missing,
    extra and duplicate rows are counted as on one machine.

    Args:
        gold: Gold answers.
        predictions: Predictions; for several runs, a data frame for each name.
        preset: As for `scoredrop.score`.
        key: Column of the ids, on both sides.
        answers: Column of the gold answers.
        prediction: Column of the predictions.
        order: Column that orders several predictions for a question; the last one counts. It holds numbers, times or
            texts; texts that are all numbers are ordered as numbers. Without this column, a question with different
            predictions is an error, because a data frame has no order.
        partitions: Number of parts; by default as configured in Spark. Each has to fit into the memory of a
            worker.
        **choices: As for `scoredrop.score`.

    Raises:
        ScoredropError: If a choice or column does not exist, a partition cannot be scored, or partitions cannot be
            merged.
        TypeError: If a side is not a data frame of Spark.
    """
    from pyspark.sql import functions

    _batches.expect_side("gold", gold, _is_frame, _KIND)
    runs = _batches.runs_of(predictions, _is_frame, _KIND)
    columns = _batches.one_column(prediction, runs)
    rule = Rule.new(key, answers, columns, {"preset": preset, **choices}, order)
    for number, side in enumerate([gold, *runs.values()], GOLD):
        rule.check(number, side.columns)

    def keyed(side: DataFrame, number: int) -> DataFrame:
        row = functions.to_json(functions.struct("*"), {"ignoreNullFields": "false"})
        chosen = functions.col(key).cast("string").alias("key"), functions.lit(number).alias("side"), row.alias("row")
        return side.select(*chosen)

    whole = keyed(gold, GOLD)
    for number, run in enumerate(runs.values(), GOLD + 1):
        whole = whole.unionAll(keyed(run, number))
    divided = whole.repartition("key") if partitions is None else whole.repartition(partitions, "key")

    def score(batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        rows = [row for batch in batches for row in zip(batch["side"].to_pylist(), batch["row"].to_pylist())]
        yield _batch(_batches.guarded(lambda: _batches.of_keyed(rows, rule) if rows else Partial()))

    return _merge(divided.mapInArrow(score, "part binary"))


_KIND = "data frame of Spark, such as spark.createDataFrame(rows)"


def _is_frame(side: Any) -> bool:
    return hasattr(side, "mapInArrow")


def _batch(part: bytes) -> pyarrow.RecordBatch:
    import pyarrow

    return pyarrow.record_batch({"part": pyarrow.array([part], pyarrow.binary())})


def _merge(parts: DataFrame) -> Report:
    """Merges the parts (if there are many, first on the workers) and makes the report."""

    def merge(batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        parts = (part for batch in batches for part in batch["part"].to_pylist())
        yield _batch(_batches.guarded(lambda: _batches.merged(parts)))

    count = parts.rdd.getNumPartitions() if _has_rdd(parts) else 1
    while count > _MERGED_AT_ONCE:
        count = -(-count // _MERGED_AT_ONCE)
        parts = parts.coalesce(count).mapInArrow(merge, "part binary")
    return _batches.merged(bytes(row["part"]) for row in parts.toLocalIterator()).finish()


def _has_rdd(parts: DataFrame) -> bool:
    """Whether the session runs in this process: Spark Connect has no partitions to count."""
    return "connect" not in type(parts).__module__
