"""Tables of all kinds become texts that the core reads as files."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ._core import Text
from ._errors import refused

Source = "tuple[str, Text] | str"
"""A name and a text, or a path."""


@dataclass(frozen=True)
class Table:
    """A table with the name of its run.

    >>> import scoredrop
    >>> gold = [{"id": 1, "answers": ["Paris"]}, {"id": 2, "answers": ["Rome"]}]
    >>> one = scoredrop.Table([{"id": 1, "prediction": "Paris"}, {"id": 2, "prediction": "Rome"}], name="large")
    >>> other = scoredrop.Table([{"id": 1, "prediction": "Paris"}, {"id": 2, "prediction": "Oslo"}], name="small")
    >>> report = scoredrop.score(gold, [one, other], preset="squad-v1")
    >>> [(run.name, run.mean) for run in report.runs]
    [('large', 1.0), ('small', 0.5)]
    """

    data: Any
    """Rows, a data frame, a path, or the bytes of a file."""
    name: str | None = None
    """The name of the run in the report."""


def is_path(data: Any) -> bool:
    """Whether the data is a path."""
    return isinstance(data, (str, os.PathLike))


def is_frame(data: Any) -> bool:
    """Whether the data is a table of a library."""
    return hasattr(data, "__arrow_c_stream__") or _library(data) in ("pandas", "datasets")


def _library(data: Any) -> str:
    return type(data).__module__.partition(".")[0]


def _is_table(data: Any) -> bool:
    """Whether the data is a table, not a value in a table."""
    if isinstance(data, Table) or isinstance(data, os.PathLike) or is_frame(data):
        return True
    return isinstance(data, (list, tuple)) and len(data) > 0 and isinstance(data[0], Mapping)


def runs(data: Any) -> list[Any]:
    """Returns the tables of several runs, or a list of the one table that is given."""
    is_named = isinstance(data, Mapping) and _library(data) != "datasets" and len(data) > 0
    is_run = [isinstance(item, (Table, os.PathLike)) or is_frame(item) for item in data.values()] if is_named else []
    if any(is_run):
        if not all(is_run):
            name = list(data)[is_run.index(False)]
            kind = type(data[name]).__name__
            raise TypeError(f"each run in a dictionary has to be a table or a path, but {name!r} is of type {kind}")
        return [Table(item.data if isinstance(item, Table) else item, str(name)) for name, item in data.items()]
    if isinstance(data, (list, tuple)) and data and all(_is_table(item) for item in data):
        return list(data)
    return [data]


def values(data: Any) -> list[Any] | None:
    """The values of a list that is not a table: one for each row."""
    if isinstance(data, Table):
        return values(data.data)
    if is_path(data) or isinstance(data, (bytes, Mapping)):
        return None
    is_list = isinstance(data, (list, tuple))
    if not is_list:
        is_column = _library(data) in ("pandas", "polars", "pyarrow", "numpy", "datasets")
        if not is_column or hasattr(type(data), "columns") or hasattr(data, "column_names"):
            return None
        if _library(data) == "pandas" and hasattr(data, "index"):
            data = _mended(data)
        made = getattr(data, "to_pylist", None) or getattr(data, "tolist", None) or getattr(data, "to_list", None)
        if made is None:
            return None
        data = made()
    found = next((item for item in data if item is not None), None)
    if found is None:
        return None if is_list else list(data)
    if isinstance(found, Mapping) or _is_table(found):
        return None
    if all(isinstance(item, str) and os.path.isfile(item) for item in data):
        raise TypeError("a list of texts is read as answers, but these are names of files; wrap each in pathlib.Path")
    return list(data)


def by_labels(gold: Any, given: list[Any]) -> tuple[Any, list[Any], bool]:
    """Turns pandas columns into frames if their labels show which values belong together. Also returns whether all
    sides join by these labels."""
    sides = [gold, *given]
    plain = [side.data if isinstance(side, Table) else side for side in sides]
    indexes = [side.index for side in plain if _is_series(side)]
    if all(_is_default(index) for index in indexes):
        return gold, given, False
    if any(not _is_series(side) and values(side) is not None for side in plain):
        # A list has no labels, so values go together in their order.
        return gold, given, False
    is_same = len(indexes) > 1 and all(index.equals(indexes[0]) for index in indexes)
    if is_same and len(indexes) == len(sides) and not indexes[0].is_unique:
        return gold, given, False

    def with_labels(side: Any, column: str) -> Any:
        if _is_series(side):
            frame = side.to_frame(column)
            return frame.reset_index(names=_ID) if side.index.nlevels == 1 else frame.reset_index()
        if _library(side) != "pandas" or _ID in side.columns or side.index.nlevels > 1 or side.index.name is not None:
            return side
        return side.reset_index(names=_ID) if any(_are_alike(side.index, index) for index in indexes) else side

    made = []
    for side, data, column in zip(sides, plain, ["answers"] + ["prediction"] * len(given)):
        found = with_labels(data, column)
        made.append(Table(found, side.name) if isinstance(side, Table) else found)
    are_ids = len(indexes) == len(sides) and all(index.nlevels == 1 for index in indexes)
    return made[0], made[1:], are_ids


_ID = "id"
"""The column of labels that name questions."""

_ROW = "index"
"""The column of labels that number rows; rows are joined by it only if there is no better key."""


def _is_series(data: Any) -> bool:
    return _library(data) == "pandas" and hasattr(data, "to_frame") and hasattr(data, "index")


def _is_default(index: Any) -> bool:
    """Whether the index is the default one, and no row was moved or removed."""
    is_range = type(index).__name__ == "RangeIndex" and index.name is None
    return is_range and (index.start, index.step) == (0, 1)


def _are_alike(index: Any, other: Any) -> bool:
    """Whether both indexes number rows, or neither does."""
    return (index.dtype.kind in "iu") == (other.dtype.kind in "iu")


def rows_of(data: Any) -> list[Any]:
    """The rows of a table, or the items of a list."""
    makers = ("to_pylist", "to_dicts", "to_list") if is_frame(data) else ()
    if hasattr(data, "to_dict") and hasattr(type(data), "columns") and _library(data) == "pandas":
        return data.to_dict("records")
    made = next((getattr(data, name) for name in makers if hasattr(data, name)), None)
    return list(data) if made is None else made()


def source(data: Any, name: str, key: str | None = None, numbered: bool = False) -> Any:
    """The path of a file, or a name and the text of a table.

    `name` is for tables that have none, without a suffix. `key` names the only column of a list of values, and
    `numbered` gives each of them an id.
    """
    if isinstance(data, Table):
        return _named(data, name, key, numbered)
    if is_path(data):
        return _path(data, name)
    if isinstance(data, Text):
        return f"{name}.jsonl", data
    if isinstance(data, (bytes, bytearray)):
        return name, Text.of_bytes(bytes(data))
    if isinstance(data, Mapping) and _library(data) != "datasets":
        try:
            return f"{name}.json", Text.of_document(_plain(data))
        except TypeError as error:
            raise TypeError(f"{name}: {error}") from None
    name = f"{name}.jsonl"
    column = values(data)
    if column is None:
        return name, text_of(data, name)
    if key is None and name == "na_prob.jsonl":
        raise TypeError(
            'na_prob is a list of values, which belong to no question: give a dictionary such as {"q1": 0.9} with the '
            "id of each question"
        )
    if key is None:
        raise TypeError(f"{name} is a list of values without names: give a list of dictionaries, or use `score`")
    return name, Text.of_rows(column, key, numbered)


def _path(data: Any, name: str) -> str:
    """Returns a path, unless the text is obviously something else."""
    path = os.fspath(data)
    is_text = isinstance(data, str) and not os.path.exists(data)
    if is_text and (data.lstrip()[:1] in ("{", "[") or "\n" in data):
        raise TypeError(
            f"{name} is a text with the content of a file, but a text means a path: give json.loads(text), or "
            "text.encode() for the content of a file"
        )
    if is_text and "://" in data:
        raise TypeError(f"{name} is the address {data}, which is not fetched: download it, and give the path or bytes")
    return path


def _named(table: Table, name: str, key: str | None, numbered: bool) -> Any:
    if table.name is None:
        return source(table.data, name, key, numbered)
    if is_path(table.data):
        path = _path(table.data, name)
        try:
            with open(path, "rb") as file:
                return table.name, Text.of_bytes(file.read())
        except OSError as error:
            message = f"cannot read {path}: {error.strerror}"
            raise refused(table.name, None, "unreadable", message, "check the path") from error
    found, text = source(table.data, name, key, numbered)
    # The end of a name tells JSON Lines from other forms, if there is one.
    is_lines = found.endswith(".jsonl") and not table.name.endswith(".jsonl")
    return table.name, text.as_list() if is_lines else text


def _plain(data: Mapping[Any, Any]) -> dict[Any, Any]:
    return data if isinstance(data, dict) else dict(data)


def text_of(data: Any, name: str, unread: str | None = None) -> Text:
    """Returns the text of a table, without columns and members named `unread`.

    Raises:
        TypeError: If the data is not a table, or holds values that have no text form.
    """
    library = _library(data)
    if library == "datasets":
        data = _of_datasets(data, name)
    if library == "pandas":
        return _of_pandas(data, name, unread)
    if hasattr(data, "__arrow_c_stream__"):
        return _of_arrow(data, name, unread)
    if hasattr(data, "collect") and library == "polars":
        raise TypeError(f"{name} is a lazy frame: call .collect() on it first")
    if hasattr(data, "read"):
        raise TypeError(f"{name} is an open file: give its path, or its bytes from .read() in the mode \"rb\"")
    if isinstance(data, Iterable):
        rows = list(data)
        # The types of all rows are known faster than the type of each.
        if set(map(type, rows)) - {dict}:
            rows = [_plain(row) if isinstance(row, Mapping) else row for row in rows]
            wrong = next((place for place, row in enumerate(rows) if not isinstance(row, dict)), None)
            if wrong is not None:
                kind = type(rows[wrong]).__name__
                raise TypeError(
                    f"{name}, row {wrong + 1}: a row must be a dictionary, but this is a value of type {kind}"
                )
        try:
            return Text.of_rows(rows, None, False, unread)
        except TypeError as error:
            raise TypeError(f"{name}, {error}") from None
    raise TypeError(
        f"{name} is of type {type(data).__name__}: give a path, a list of dictionaries, or a table of pandas, polars, "
        "Arrow or datasets"
    )


def _of_arrow(data: Any, name: str, unread: str | None) -> Text:
    text = Text.of_arrow(data, unread=unread)
    if text.left_out:
        columns = ", ".join(f"{column} ({kind})" for column, kind in text.left_out)
        warnings.warn(
            f"{name}: columns of types without a text form are left out: {columns}. Cast them to text if needed.",
            stacklevel=4,
        )
    return text


def _of_datasets(data: Any, name: str) -> Any:
    """Returns the Arrow table of a dataset, with the rows that are selected, in their order."""
    if isinstance(data, Mapping):
        if len(data) != 1:
            raise TypeError(f"{name} has several splits: choose one of {', '.join(map(str, data))}")
        (data,) = data.values()
    if hasattr(data, "with_format") and hasattr(data, "__len__"):
        return data.with_format("arrow")[:]
    return list(data)


def _of_pandas(data: Any, name: str, unread: str | None) -> Text:
    data = _with_index(data, name)
    whole = data
    for column, values in whole.items():
        found = _mended(values)
        if found is not values:
            data = data.copy(deep=False) if data is whole else data
            data[column] = found
    try:
        import pyarrow

        table = pyarrow.Table.from_pandas(data, preserve_index=False)
    except Exception:
        # Without pyarrow, and for columns with values of several types, which Arrow does not have.
        columns = [[None if _is_missing(value) else value for value in data[column].tolist()] for column in data.columns]
        names = [str(column) for column in data.columns]
        try:
            return Text.of_rows([dict(zip(names, row)) for row in zip(*columns)], None, False, unread)
        except TypeError as error:
            raise TypeError(f"{name}, {error}") from None
    return _of_arrow(table, name, unread)


def _with_index(data: Any, name: str) -> Any:
    """Returns a data frame with its index as columns, unless the index only counts the rows."""
    columns = [str(column) for column in data.columns]
    repeated = next((column for column in columns if columns.count(column) > 1), None)
    if repeated is not None:
        raise refused(
            name, repeated, "repeated_column", f"several columns are named {repeated!r}", "rename or drop all but one"
        )
    index = data.index
    for level, label in enumerate(index.names):
        if label is None or label not in data.columns:
            continue
        if not (index.get_level_values(level) == data[label].array).all():
            raise refused(
                name,
                str(label),
                "repeated_column",
                f"the index and a column are both named {str(label)!r}, and hold different values",
                f"rename one of them, or drop the index with frame.reset_index({label!r}, drop=True)",
            )
        # What `set_index(drop=False)` makes: the column has the same values.
        data = data.reset_index(level, drop=True)
        return _with_index(data, name)
    if index.nlevels > 1 or index.names[0] is not None:
        return data.reset_index()
    numbers_rows = index.dtype.kind in "iu"
    label = _ROW if numbers_rows and len(columns) > 1 else _ID
    if _is_default(index) or label in columns or (numbers_rows and not index.is_unique):
        return data
    return data.reset_index(names=label)


_EXACT = 2**53
"""Up to here, a float holds every whole number."""


def _mended(column: Any) -> Any:
    """Restores the whole numbers and dates that a pandas column was made from.

    Pandas turns whole numbers into floats if one is missing, and dates into times.
    """
    dtype = column.dtype
    if _library(dtype) != "numpy" or dtype.kind not in "fM":
        return column
    known = column.dropna()
    if len(known) == 0:
        return column
    if dtype.kind == "f":
        known = known.astype("float64")
        is_whole = len(known) < len(column) and (known % 1 == 0).all() and (known.abs() <= _EXACT).all()
        return column.astype("Int64") if is_whole else column
    return column.dt.date if (known == known.dt.normalize()).all() else column


def _is_missing(value: Any) -> bool:
    return isinstance(value, float) and value != value
