"""Writes the Parquet files beside this script, each with the JSON Lines that its rows are.

Run it with pyarrow 26, polars 2.1, duckdb 2.0 and pandas 3.1: `python make.py`. With the command line's path and
a folder of pairs, `python make.py SCOREDROP PAIRS` also converts every pair of JSON Lines files there that Parquet
can hold, and compares both reports.
"""

import json
import subprocess
import sys
import tempfile
import uuid
from datetime import date, datetime, time, timezone
from decimal import Decimal
from pathlib import Path

import duckdb
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq

HERE = Path(__file__).parent


def plain(value):
    """A value as JSON has it: dates in ISO form, maps as objects, bytes as text."""
    if isinstance(value, dict):
        return {key: plain(inner) for key, inner in value.items()}
    if isinstance(value, list):
        if value and all(isinstance(one, tuple) for one in value):
            return {str(key): plain(inner) for key, inner in value}
        return [plain(one) for one in value]
    if isinstance(value, bytes):
        try:
            return value.decode()
        except UnicodeDecodeError:
            return None
    if isinstance(value, Decimal):
        return Number(value)
    if isinstance(value, (date, datetime, time)):
        return value.isoformat()
    if isinstance(value, uuid.UUID):
        return str(value)
    return value


class Number(float):
    """A number that is written with the digits that it has."""

    def __new__(cls, value):
        number = super().__new__(cls, value)
        number.text = format(value, "f")
        return number

    def __repr__(self):
        return self.text


class Writer(json.JSONEncoder):
    def iterencode(self, value, _one_shot=False):
        # The encoder in C does not ask a number for its digits.
        return json.encoder._make_iterencode(
            {}, self.default, json.encoder.encode_basestring, self.indent, repr, self.key_separator,
            self.item_separator, self.sort_keys, self.skipkeys, False,
        )(value, 0)


def lines(rows):
    return "".join(json.dumps(plain(row), cls=Writer) + "\n" for row in rows)


def write(name, table, expected=None, **options):
    path = HERE / f"{name}.parquet"
    pq.write_table(table, path, **options)
    if expected is None:
        rows = table.to_pylist()
        for field in table.schema:
            if pa.types.is_map(field.type):
                # A map without entries looks like a list.
                rows = [row | {field.name: row[field.name] or ({} if row[field.name] == [] else None)} for row in rows]
        (HERE / f"{name}.jsonl").write_text(lines(rows))


def types():
    """Every type that carries answers, with nulls."""
    moment = datetime(2024, 2, 29, 12, 30, 15, 123456)
    columns = {
        "yes": pa.array([True, None, False, True, False]),
        "int8": pa.array([1, -2, None, 127, -128], pa.int8()),
        "int16": pa.array([1, -2, None, 32767, -32768], pa.int16()),
        "int32": pa.array([1, -2, None, 2**31 - 1, -(2**31)], pa.int32()),
        "int64": pa.array([1, -2, None, 2**63 - 1, -(2**63)], pa.int64()),
        "uint8": pa.array([1, 2, None, 255, 0], pa.uint8()),
        "uint32": pa.array([1, 2, None, 2**32 - 1, 0], pa.uint32()),
        "uint64": pa.array([1, 2, None, 2**64 - 1, 0], pa.uint64()),
        "half": pa.array([0.5, -2.0, None, 0.0, 1024.0], pa.float16()),
        "float": pa.array([0.5, -2.25, None, 0.0, 1024.0], pa.float32()),
        "double": pa.array([0.1, -2.5, None, 1e-7, 123456789.125], pa.float64()),
        "decimal": pa.array([Decimal("12.50"), None, Decimal("-0.05"), Decimal("0.00"), Decimal("9.99")], pa.decimal128(9, 2)),
        "wide": pa.array([Decimal("1234567890123456789012345678.5"), None, Decimal("-0.5"), Decimal("0.0"), Decimal("1.0")], pa.decimal128(38, 1)),
        "widest": pa.array([Decimal(10**60), None, Decimal(-(10**60)), Decimal(0), Decimal(1)], pa.decimal256(76, 0)),
        "date": pa.array([date(2024, 2, 29), None, date(1969, 12, 31), date(1, 1, 1), date(9999, 12, 31)]),
        "time": pa.array([time(1, 2, 3), None, time(23, 59, 59, 999999), time(0), time(12, 0, 0, 1)], pa.time64("us")),
        "moment": pa.array([moment, None, datetime(1969, 12, 31, 23, 59, 59), datetime(2000, 1, 1), moment], pa.timestamp("us")),
        "utc": pa.array([moment.replace(tzinfo=timezone.utc), None, datetime(2000, 1, 1, tzinfo=timezone.utc), None, None], pa.timestamp("us", "UTC")),
        "text": pa.array(["Paris", None, 'say "ä"\n\\', "", "日本"]),
        "large": pa.array(["Paris", None, "", "x" * 300, "日本"], pa.large_string()),
        "bytes": pa.array([b"text", None, b"\xff\xfe", b"", b"\0"], pa.binary()),
        "label": pa.array(["a", "b", None, "a", "b"]).dictionary_encode(),
        "uuid": pa.array([uuid.UUID(int=one).bytes if one else None for one in [1, 2, 0, 3, 4]], pa.uuid()),
        "nothing": pa.nulls(5),
        "list": pa.array([["a", None], None, [], ["b"], ["c", "d", "e"]]),
        "lists": pa.array([[[1, 2], []], None, [], [None, [3]], [[4], [5, None]]]),
        "struct": pa.array([{"text": "a", "n": 1}, None, {"text": None, "n": 2}, {"text": "b", "n": None}, {"text": "", "n": 0}]),
        "structs": pa.array([[{"text": "a", "at": [1]}, None], None, [], [{"text": "b", "at": []}], [{"text": "c", "at": None}, {"text": "d", "at": [2, 3]}]]),
        "lists_in_struct": pa.array([{"text": ["a", "b"], "answer_start": [1, 2]}, None, {"text": [], "answer_start": []}, {"text": None, "answer_start": [3]}, {"text": ["c"], "answer_start": [4]}]),
        "map": pa.array([[("a", 1), ("b", None)], None, [], [("c", 3)], [("d", 4)]], pa.map_(pa.string(), pa.int64())),
        "numbered": pa.array([[(1, ["x"])], None, [], [(2, None)], [(3, [])]], pa.map_(pa.int64(), pa.list_(pa.string()))),
    }
    return pa.table(columns)


def many():
    """Rows enough for several pages and row groups."""
    rows = range(600)
    return pa.table({
        "id": [f"question-{row:05}" for row in rows],
        "number": pa.array([row * row - 7 if row % 7 else None for row in rows], pa.int64()),
        "small": pa.array([row % 5 for row in rows], pa.int32()),
        "share": [row / 8 for row in rows],
        "answers": [[f"answer {row}"] * (row % 3) for row in rows],
        "right": [row % 2 == 0 for row in rows],
    })


def squad():
    """The shape of SQuAD as `datasets` writes it."""
    schema = pa.schema({
        "id": pa.string(), "title": pa.string(), "question": pa.string(),
        "answers": pa.struct({"text": pa.list_(pa.string()), "answer_start": pa.list_(pa.int32())}),
    })
    rows = [
        {"id": str(row), "title": "Cities", "question": f"Which city is number {row}?",
         "answers": {"text": [f"City {row}", f"Town {row}"][: 1 + row % 2], "answer_start": [row, row + 1][: 1 + row % 2]}}
        for row in range(12)
    ]
    features = {"answers": {"feature": {"text": {"dtype": "string"}, "answer_start": {"dtype": "int32"}}, "_type": "Sequence"}}
    schema = schema.with_metadata({"huggingface": json.dumps({"info": {"features": features}})})
    write("squad-datasets", pa.Table.from_pylist(rows, schema), compression="snappy")
    right = lambda row: f"City {row}" if row % 3 else f"no city {row}"
    predictions = [{"id": str(row), "prediction_text": right(row)} for row in range(12)]
    (HERE / "squad-predictions.jsonl").write_text(lines(predictions))
    write("squad-predictions", pa.Table.from_pylist(predictions), expected=True, compression="zstd")


def choices():
    """The shape of MMLU as `datasets` writes it, with a picture that is no text."""
    rows = [
        {"question": f"How much is {row} + 1?", "subject": "arithmetic", "choices": [str(row + off) for off in range(4)], "answer": 1,
         "image": {"bytes": b"\x89PNG\xff", "path": f"{row}.png"}}
        for row in range(6)
    ]
    write("choices-datasets", pa.Table.from_pylist(rows))


def others():
    rows = [
        {"id": row, "answer": f"answer {row}" if row % 4 else None, "scores": [row / 2, None], "meta": {"day": date(2024, 1, row + 1)}}
        for row in range(9)
    ]
    frame = pl.DataFrame(rows)
    frame.write_parquet(HERE / "polars.parquet")
    (HERE / "polars.jsonl").write_text(lines(frame.to_dicts()))
    duckdb.sql(
        f"""copy (select i as id, 'answer ' || i as answer, (i / 3)::decimal(10, 3) as share, [i, null, i + 1] as list,
        {{'a': i, 'b': ['x', i::varchar]}} as struct, map {{'k': i}} as map, i::utinyint as small, i::hugeint as huge,
        ('{{"a": ' || i || ', "b": ["x"]}}')::json as json, 'one'::enum('one', 'two') as enum, date '2024-01-01' + i::int as day,
        uuid '00000000-0000-0000-0000-00000000000a' as uuid from range(9) t(i))
        to '{HERE / "duckdb.parquet"}' (format parquet)"""
    )
    rows = [
        {"id": i, "answer": f"answer {i}", "share": Number((Decimal(i) / 3).quantize(Decimal("0.001"))),
         "list": [i, None, i + 1], "struct": {"a": i, "b": ["x", str(i)]}, "map": {"k": i}, "small": i, "huge": float(i),
         "json": {"a": i, "b": ["x"]}, "enum": "one", "day": date.fromordinal(date(2024, 1, 1).toordinal() + i),
         "uuid": "00000000-0000-0000-0000-00000000000a"}
        for i in range(9)
    ]
    (HERE / "duckdb.jsonl").write_text(lines(rows))


def main():
    table = types()
    write("types", table, compression="none", use_dictionary=False)
    write("types-v2", table, expected=True, data_page_version="2.0", compression="zstd", row_group_size=3)
    # Timestamps as Impala and older versions of Spark write them know no time zone.
    old = table.drop_columns("utc")
    write("types-old", old, use_deprecated_int96_timestamps=True, use_compliant_nested_type=False, store_schema=False)
    # What these hold is worked out by the test.
    table = many()
    for codec in ["snappy", "gzip", "lz4", "zstd", "brotli"]:
        write(f"many-{codec}", table.slice(0, 100), expected=True, compression=codec)
    small = {"data_page_size": 1024, "write_batch_size": 16, "compression": "zstd"}
    write("many-pages", table, expected=True, **small)
    write("many-v2", table, expected=True, data_page_version="2.0", row_group_size=250, **small)
    write("many-delta", table, expected=True, use_dictionary=False, column_encoding={
        "id": "DELTA_BYTE_ARRAY", "number": "DELTA_BINARY_PACKED", "small": "DELTA_BINARY_PACKED",
        "share": "BYTE_STREAM_SPLIT", "answers.list.element": "DELTA_LENGTH_BYTE_ARRAY", "right": "RLE",
    }, **small)
    squad()
    choices()
    others()


def compare(scoredrop, pairs):
    """Converts pairs of JSON Lines to Parquet; both must have the same report."""
    equal, other, cannot = 0, [], 0
    for folder in sorted(Path(pairs).iterdir()):
        files = sorted(folder.glob("*.jsonl")) if folder.is_dir() else []
        if len(files) < 2:
            continue
        with tempfile.TemporaryDirectory() as made:
            texts, tables = [], []
            try:
                for file in files:
                    rows = [json.loads(line) for line in file.read_text().splitlines() if line.strip()]
                    keys = list(dict.fromkeys(key for row in rows for key in row))
                    table = pa.table({key: pa.array([row.get(key) for row in rows]) for key in keys})
                    (text := Path(made) / f"{file.stem}.jsonl").write_text(lines(table.to_pylist()))
                    pq.write_table(table, packed := Path(made) / f"{file.stem}.parquet")
                    texts.append(text)
                    tables.append(packed)
            except (pa.ArrowInvalid, pa.ArrowTypeError, pa.ArrowNotImplementedError, AttributeError, ValueError, OverflowError):
                cannot += 1
                continue
            one, two = (report(scoredrop, paths) for paths in (texts, tables))
            if one == two:
                equal += 1
            else:
                other.append(folder.name)
    print(f"{equal} pairs have the same report, {len(other)} another {other}, {cannot} fit no Parquet")


def report(scoredrop, paths):
    """What a report says about scores, and the exit code."""
    done = subprocess.run([scoredrop, "drop", *paths, "--format", "json"], capture_output=True, text=True)
    try:
        said = json.loads(done.stdout)
    except ValueError:
        said = {"error": done.stderr}
    text = json.dumps(said).replace(".parquet", ".jsonl")
    said = json.loads(text)
    for key in ["signature", "files", "sources"]:
        said.pop(key, None)
    return done.returncode, said


if __name__ == "__main__":
    if len(sys.argv) == 3:
        compare(*sys.argv[1:])
    else:
        main()
