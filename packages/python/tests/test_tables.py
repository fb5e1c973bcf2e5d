"""Tables of all libraries are read as the rows that they hold."""

import datetime
import decimal
import json
import math

import pytest
import scoredrop
from scoredrop._core import Text
from scoredrop._tables import source

GOLD = [
    {"id": f"q{number}", "question": f"Größe {number}?", "answers": [f"{number}", f"no. {number}"], "level": number % 3}
    for number in range(40)
]
PREDICTIONS = [{"id": f"q{number}", "prediction": f"{number - number % 2}"} for number in range(40)]


def lines(rows):
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode()


def expected():
    return scoredrop.score(GOLD, PREDICTIONS, preset="squad-v1").report()


def test_rows_are_written_as_python_writes_them():
    rows = [
        {"a": 'quotes " and \\ and \n\t\r\b\f\x01\x7f', "b": [1, -2, 10**30, True, None], "ü": {"x": (1.5, "y")}},
        {"f": [0.1, 1e16, 1e-5, 1e22, -0.0, 5e-324, math.inf, -math.inf, math.nan, 123456789.0]},
        {1: "int", 1.5: "float", None: "none", True: "true"},
        {"half": "\ud800"},
    ]
    plain = rows[:3]
    assert Text.of_rows(plain, None, False).bytes == lines(plain)
    assert b"\\ud800" in Text.of_rows(rows, None, False).bytes


def test_values_of_other_types():
    numpy = pytest.importorskip("numpy")
    single = {"s": numpy.float32(0.1), "l": [numpy.float32(1e30)], "a": numpy.array([[0.1], [numpy.nan]], "f4")}
    written = b'{"s": 0.1, "l": [1e+30], "a": [[0.1], [NaN]]}\n'
    assert Text.of_rows([single], None, False).bytes == written
    halves = {"s": numpy.float16(0.1), "a": numpy.array([0.1, -65504, numpy.inf], "f2"), "z": numpy.array(2.5, "f2")}
    assert Text.of_rows([halves], None, False).bytes == b'{"s": 0.1, "a": [0.1, -65500.0, Infinity], "z": 2.5}\n'
    row = {"i": numpy.int64(5), "f": numpy.float64(0.5), "a": numpy.array(["x", "y"]), "t": datetime.date(2020, 1, 2)}
    assert Text.of_rows([row], None, False).bytes == b'{"i": 5, "f": 0.5, "a": ["x", "y"], "t": "2020-01-02"}\n'
    with pytest.raises(TypeError, match="row 2: a value of type object cannot be written as JSON"):
        Text.of_rows([{}, {"x": object()}], None, False)


def arrow_types():
    pyarrow = pytest.importorskip("pyarrow")
    text = ["Paris", None, "", "ein langer Text über Größen", "x" * 40]
    return {
        "utf8": pyarrow.array(text, pyarrow.string()),
        "large_utf8": pyarrow.array(text, pyarrow.large_string()),
        "utf8_view": pyarrow.array(text, pyarrow.string_view()),
        "dictionary": pyarrow.array(text, pyarrow.string()).dictionary_encode(),
        "null": pyarrow.nulls(5),
        "bool": pyarrow.array([True, None, False, True, False]),
        "int8": pyarrow.array([1, -1, None, 127, -128], pyarrow.int8()),
        "int64": pyarrow.array([1, -1, None, 2**62, -(2**62)]),
        "uint16": pyarrow.array([1, None, 65535, 0, 3], pyarrow.uint16()),
        "uint64": pyarrow.array([2**64 - 1, 0, None, 3, 4], pyarrow.uint64()),
        "float32": pyarrow.array([0.1, None, 1e30, -0.0, 3.0], pyarrow.float32()),
        "float64": pyarrow.array([0.1, None, 1e300, math.inf, 3.0]),
        "list": pyarrow.array([["a", None], [], None, ["b"], ["c", "d"]]),
        "large_list": pyarrow.array([[1], [], None, [2, 3], [4]], pyarrow.large_list(pyarrow.int32())),
        "fixed_list": pyarrow.array([[1, 2], None, [3, 4], [5, 6], [7, 8]], pyarrow.list_(pyarrow.int32(), 2)),
        "struct": pyarrow.array([{"text": ["a"], "n": 1}, None, {"text": None, "n": 2}, {"text": [], "n": 3}, {}]),
        "list_of_structs": pyarrow.array([[{"text": "a"}], [], None, [{"text": None}, {"text": "b"}], []]),
    }


@pytest.mark.parametrize("kind", [*arrow_types(), "all"])
def test_arrow(kind):
    import pyarrow

    columns = arrow_types()
    table = pyarrow.table(columns if kind == "all" else {kind: columns[kind]})
    several = pyarrow.concat_tables([table, table.slice(1, 3), table.slice(4), table.slice(0, 0)])
    for one in (table, several, table.slice(1), table.slice(2, 2), several.combine_chunks().slice(3, 4)):
        rows = one.to_pylist()
        if kind in ("float32", "all"):
            # Python has no singles: it shows the digits that they get as doubles.
            rows = [{**row, "float32": row["float32"] and float(f"{row['float32']:.7g}")} for row in rows]
        assert Text.of_arrow(one).bytes == lines(rows)


def test_floats_have_the_digits_of_their_precision():
    numpy = pytest.importorskip("numpy")
    import pyarrow

    every = numpy.arange(2**16, dtype="u2").view("f2")
    every = every[numpy.isfinite(every)]
    dealt = numpy.random.default_rng(1).integers(0, 2**32, 20_000, "u4").view("f4")
    for values in (every, dealt[numpy.isfinite(dealt)]):
        rows = Text.of_arrow(pyarrow.table({"x": values})).bytes.decode().splitlines()
        found = [json.loads(row)["x"] for row in rows]
        # As short as what NumPy prints; of two texts that are as near, it takes the even one.
        assert [len(repr(one)) for one in found] == [len(repr(float(str(value)))) for value in values]
        assert (numpy.array(found).astype(values.dtype) == values).all()
        assert Text.of_rows(list(values), "x", False).bytes.decode().splitlines() == rows
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    for frame in (pandas.DataFrame({"x": numpy.array([0.1], "f4")}), polars.DataFrame({"x": [0.1]}, {"x": polars.Float32})):
        assert source(frame, "x")[1].bytes == b'{"x": 0.1}\n'


@pytest.mark.parametrize("kind", ["decimal32", "decimal64", "decimal128"])
def test_decimal_numbers_keep_their_digits(kind):
    import pyarrow

    if not hasattr(pyarrow, kind):
        pytest.skip("this pyarrow does not know the type")
    numbers = [decimal.Decimal(text) for text in ("1.50", "-0.07", "123456.00")]
    table = pyarrow.table({"x": pyarrow.array([*numbers, None], getattr(pyarrow, kind)(8, 2))})
    written = ['{"x": "1.50"}', '{"x": "-0.07"}', '{"x": "123456.00"}']
    assert Text.of_arrow(table).bytes.decode().splitlines() == [*written, '{"x": null}']
    assert Text.of_rows([{"x": number} for number in numbers], None, False).bytes.decode().splitlines() == written


def test_members_that_nobody_reads_are_left_out():
    from scoredrop._tables import text_of

    rows = [{"id": 1, "answers": {"answer_start": [5], "text": ["a"]}, "answer_start": 1}, {"id": 2, "answers": None}]
    wanted = b'{"id": 1, "answers": {"text": ["a"]}}\n{"id": 2, "answers": null}\n'
    assert text_of(rows, "x", "answer_start").bytes == wanted
    pyarrow = pytest.importorskip("pyarrow")
    assert text_of(pyarrow.Table.from_pylist(rows), "x", "answer_start").bytes == wanted


def test_midnights_are_dates():
    import pyarrow

    days = [datetime.datetime(2020, 1, 1), None, datetime.datetime(1969, 12, 31)]
    noon = [datetime.datetime(2020, 1, 1), None, datetime.datetime(1969, 12, 31, 12)]
    for unit in ("s", "ms", "us", "ns"):
        table = pyarrow.table({"x": pyarrow.array(days, pyarrow.timestamp(unit)), "y": pyarrow.array([[one] for one in days])})
        written = '{"x": "2020-01-01", "y": ["2020-01-01"]}', '{"x": null, "y": [null]}', '{"x": "1969-12-31", "y": ["1969-12-31"]}'
        assert Text.of_arrow(table).bytes.decode().splitlines() == list(written)
        # The column as a whole decides, whatever its batches and the rows that are left out.
        several = pyarrow.concat_tables([pyarrow.table({"x": pyarrow.array(one, pyarrow.timestamp(unit))}) for one in (days, noon)])
        assert b'{"x": "2020-01-01 00:00:00"}' in Text.of_arrow(several).bytes
        assert b'{"x": "2020-01-01"}' in Text.of_arrow(several.slice(0, 4)).bytes
        assert b'{"x": "2020-01-01 00:00:00"}' in Text.of_arrow(table, False).bytes.replace(b', "y": ["2020-01-01 00:00:00"]', b"")
    zoned = pyarrow.table({"x": pyarrow.array(days, pyarrow.timestamp("us", "UTC"))})
    assert b'{"x": "2020-01-01"}' in Text.of_arrow(zoned).bytes
    polars = pytest.importorskip("polars")
    assert source(polars.DataFrame({"x": days}), "x")[1].bytes.decode().splitlines()[0] == '{"x": "2020-01-01"}'


def test_times_of_arrow():
    import pyarrow

    times = [datetime.datetime(1969, 12, 31, 23, 59, 59), datetime.datetime(2024, 2, 29, 1, 2, 3, 45), None]
    table = pyarrow.table(
        {
            "date": pyarrow.array([datetime.date(1600, 2, 29), None, datetime.date(2100, 3, 1)]),
            "us": pyarrow.array(times, pyarrow.timestamp("us")),
            "s": pyarrow.array([time and time.replace(microsecond=0) for time in times], pyarrow.timestamp("s")),
        }
    )
    rows = [{key: value and str(value) for key, value in row.items()} for row in table.to_pylist()]
    assert Text.of_arrow(table).bytes == lines(rows)


def test_what_has_no_text_is_left_out_and_said():
    import pyarrow

    gold = pyarrow.Table.from_pylist(GOLD).append_column("raw", pyarrow.array([b"x"] * 40))
    with pytest.warns(UserWarning, match=r"gold.jsonl: .* raw \(z\)"):
        report = scoredrop.score(gold, PREDICTIONS, preset="squad-v1")
    assert report.report() == expected()


def test_streams():
    import pyarrow

    reader = pyarrow.Table.from_pylist(GOLD).to_reader()
    assert Text.of_arrow(reader).bytes == lines(GOLD)
    assert Text.of_arrow(reader).bytes == b""
    with pytest.raises(ValueError, match="single column"):
        Text.of_arrow(pyarrow.chunked_array([["a"]]))


def test_pyarrow_and_polars():
    pyarrow = pytest.importorskip("pyarrow")
    polars = pytest.importorskip("polars")
    for table in (pyarrow.Table.from_pylist, polars.DataFrame):
        assert scoredrop.score(table(GOLD), table(PREDICTIONS), preset="squad-v1").report() == expected()
    frame = polars.DataFrame(GOLD).with_columns(polars.col("question").cast(polars.Categorical))
    assert scoredrop.score(frame, PREDICTIONS, preset="squad-v1").report() == expected()
    with pytest.raises(TypeError, match="collect"):
        scoredrop.score(frame.lazy(), PREDICTIONS)


def test_pandas(monkeypatch):
    pandas = pytest.importorskip("pandas")
    gold, predictions = pandas.DataFrame(GOLD), pandas.DataFrame(PREDICTIONS)
    assert scoredrop.score(gold, predictions, preset="squad-v1").report() == expected()
    shuffled = pandas.concat([gold.iloc[20:], gold.iloc[:20]]).sort_values("level")
    assert scoredrop.score(shuffled.set_index("id"), predictions, preset="squad-v1").mean == 0.5
    # A column of several types is no column of Arrow's.
    mixed = pandas.DataFrame(GOLD).assign(level=[1, "x"] * 20)
    assert scoredrop.score(mixed, predictions, preset="squad-v1").mean == 0.5
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    assert scoredrop.score(gold, predictions, preset="squad-v1").report() == expected()


def test_missing_values_of_pandas():
    pandas = pytest.importorskip("pandas")
    rows = [{**row, "prediction": None} if row["id"] == "q0" else row for row in PREDICTIONS]
    frame = pandas.DataFrame(PREDICTIONS)
    frame.loc[0, "prediction"] = None
    report = scoredrop.score(GOLD, frame, preset="squad-v1")
    assert report.report() == scoredrop.score(GOLD, rows, preset="squad-v1").report()


@pytest.mark.parametrize(
    ("preset", "row"),
    [
        ("squad-v1", {"title": "T", "context": "c", "answers": {"text": ["Rome {}", "roma {}"], "answer_start": [0, 0]}}),
        ("squad-v2", {"title": "T", "context": "c", "answers": {"text": ["Rome {}"], "answer_start": [0]}}),
        ("triviaqa", {"answer": {"aliases": ["Rome {}"], "normalized_aliases": ["rome {}"], "value": "Rome {}"}}),
        ("nq-open", {"answer": ["Rome {}", "Roma {}"]}),
        ("hotpotqa", {"answer": "Rome {}", "supporting_facts": {"title": ["A"], "sent_id": [0]}}),
        ("gsm8k", {"answer": "She has {}.\n#### {}"}),
        ("math-hendrycks", {"level": "Level 3", "solution": "It is $\\boxed{{{}}}$."}),
    ],
)
def test_columns_of_known_datasets(preset, row):
    datasets = pytest.importorskip("datasets")

    def filled(value, number):
        if isinstance(value, dict):
            return {key: filled(one, number) for key, one in value.items()}
        if isinstance(value, list):
            return [filled(one, number) for one in value]
        return value.format(number, number) if isinstance(value, str) else value

    key = "problem" if preset.startswith("math") else "question"
    rows = [{key: f"What is item number {number}?", **filled(row, number)} for number in range(20)]
    is_number = preset in ("gsm8k", "math-hendrycks")
    texts = [f"\\boxed{{{number}}}" if is_number else f"Rome {number}" for number in range(20)]
    run = [{key: gold[key], "prediction": text} for gold, text in zip(rows, texts)]
    assert scoredrop.score(datasets.Dataset.from_list(rows), run, preset=preset).mean == 1


def test_choices_of_a_dataset():
    datasets = pytest.importorskip("datasets")
    rows = [{"question": f"Q{number}?", "choices": ["red", "green", "blue", "black"], "answer": number % 4} for number in range(20)]
    gold = datasets.Dataset.from_list(rows).cast_column("answer", datasets.ClassLabel(names=list("ABCD")))
    run = [{"question": row["question"], "prediction": "ABCD"[row["answer"]]} for row in rows]
    assert scoredrop.score(gold, run, preset="multiple-choice").mean == 1


def test_datasets():
    datasets = pytest.importorskip("datasets")
    gold, predictions = datasets.Dataset.from_list(GOLD), datasets.Dataset.from_list(PREDICTIONS)
    assert scoredrop.score(gold, predictions, preset="squad-v1").report() == expected()
    chosen = predictions.select(range(20))
    assert scoredrop.score(gold, chosen, preset="squad-v1").reconciliation["missing"] == 20
    with pytest.raises(TypeError, match="choose one of train, test"):
        scoredrop.score(datasets.DatasetDict(train=gold, test=gold), predictions)


def test_plain_values():
    golds, outputs = [row["answers"] for row in GOLD], [row["prediction"] for row in PREDICTIONS]
    report = scoredrop.score(golds, outputs, preset="squad-v1")
    assert (report.mean, report.n, report.provisional) == (0.5, 40, False)
    assert scoredrop.score(tuple(golds), tuple(outputs), preset="squad-v1").mean == 0.5
    pandas = pytest.importorskip("pandas")
    assert scoredrop.score(golds, pandas.Series(outputs), preset="squad-v1").mean == 0.5
    with pytest.raises(ValueError, match="39 and 40"):
        scoredrop.score(golds, outputs[1:], preset="squad-v1")


def test_a_dictionary_is_a_document():
    answers = {row["id"]: row["prediction"] for row in PREDICTIONS}
    report = scoredrop.score(GOLD, answers, preset="squad-v1")
    assert report.mean == 0.5 and report.sources[1]["name"] == "predictions.json"


def test_one_table(as_lines):
    rows = [{**one, **other} for one, other in zip(GOLD, PREDICTIONS)]
    assert scoredrop.score(table=rows, preset="squad-v1").mean == 0.5
    assert scoredrop.score(table=as_lines("both.jsonl", rows), preset="squad-v1").mean == 0.5
    assert scoredrop.drop(rows).mean is not None


def test_names_of_files_are_no_answers(as_lines):
    path = as_lines("run.jsonl", PREDICTIONS)
    with pytest.raises(TypeError, match="pathlib.Path"):
        scoredrop.score(GOLD, [str(path)], preset="squad-v1")
    assert len(scoredrop.score(GOLD, [path, as_lines("other.jsonl", PREDICTIONS)], preset="squad-v1").runs) == 2
    named = scoredrop.Table(path.read_bytes(), name="mine")
    assert scoredrop.score(GOLD, named, preset="squad-v1").runs[0].name == "mine"
