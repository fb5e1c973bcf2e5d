"""The core names options of the command line in its messages; here they become arguments of Python."""

from __future__ import annotations

import json
import re

_ARGUMENTS = {
    "baseline": "baseline",
    "cluster": "cluster",
    "join": "join",
    "map": "map",
    "na-prob": "na_prob",
    "preset": "preset",
    "seed": "seed",
    "set": "an argument",
    "slice": "slices",
    "swap": 'options="--swap"',
    "twin": "twins",
}
"""The argument for each option."""

_COMMAND = ("against", "script")
"""Options that only the command `scoredrop score` has."""

_PLACES = re.compile(
    r'"(?:[^"\\]|\\.)*"'
    r"|invalid value '(?P<value>.*?)' for '--(?P<refused>[a-z-]+) <[^>]*>'"
    r"|(?:--map )?(?P<field>\w+\.\w+)=(?P<column>[^\s,;)]+)"
    r"|--set (?P<key>\w+)=(?P<to>[^\s,;)]+)"
    r"|--join (?P<join>id|question|row|same-row|near)\b"
    r"|--preset (?P<preset>[a-z0-9][a-z0-9-]*)"
    r"|--(?P<option>[a-z][a-z-]*)"
    r"|(?P<swap>swap the files)"
)


def in_python(text: str) -> str:
    """Returns a message of the core with Python's arguments instead of options. What it quotes of the data stays.

    >>> in_python("choose the column with --map predictions.prediction=COLUMN, or swap the files")
    'choose the column with map={"predictions.prediction": "COLUMN"}, or exchange gold and predictions'
    """
    return _PLACES.sub(_argument, text)


def _argument(found: re.Match[str]) -> str:
    given = found.groupdict()
    if given["refused"] is not None:
        value, name = given["value"], _ARGUMENTS.get(given["refused"], given["refused"])
        place, has_column, column = value.partition("=")
        if name == "map" and has_column:
            return _column(place, column)
        return f"{name} cannot be {value!r}"
    if given["field"] is not None:
        return _column(given["field"], given["column"])
    if given["key"] is not None:
        return f"{given['key']}={json.dumps(given['to'])}"
    for name in ("join", "preset"):
        if given[name] is not None:
            return f"{name}={json.dumps(given[name])}"
    if given["option"] in _COMMAND:
        return f"--{given['option']} of the command `scoredrop score`"
    if given["option"] in _ARGUMENTS:
        return _ARGUMENTS[given["option"]]
    return "exchange gold and predictions" if given["swap"] is not None else found[0]


def _column(field: str, column: str) -> str:
    return f"map={{{json.dumps(field)}: {json.dumps(column, ensure_ascii=False)}}}"
