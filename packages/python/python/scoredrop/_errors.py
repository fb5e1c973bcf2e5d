"""Exceptions raised when there is no score."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from typing import Any

from ._words import in_python


@dataclass(frozen=True)
class Problem:
    """An error, a warning or a note about the files or choices."""

    severity: str
    """`error`, `warning` or `info`."""
    code: str
    """A stable name for programs."""
    message: str
    """What happened, in one sentence."""
    file: str | None = None
    """The name of the file or table."""
    row: int | None = None
    """The row, counted from 1."""
    column: str | None = None
    """The name of the column."""
    remedy: str | None = None
    """What to do about it."""


class ScoredropError(ValueError):
    """Files that cannot be scored, or choices that cannot be followed.

    >>> import scoredrop
    >>> try:
    ...     scoredrop.score("no-such-file.jsonl", [{"id": 1, "prediction": "Paris"}], preset="squad-v1")
    ... except scoredrop.ScoredropError as error:
    ...     print(error.problems[0].code, error.problems[0].file)
    unreadable no-such-file.jsonl
    """

    def __init__(self, message: str, problems: list[Problem]) -> None:
        super().__init__(message)
        self.problems = problems
        """Every problem, with its place and what to do about it."""

    def __reduce__(self) -> tuple[Any, ...]:
        return ScoredropError, (str(self), self.problems)


@dataclass(frozen=True)
class Option:
    """A possible answer to a question."""

    choice: str
    """What it is called, such as the name of a column."""
    shows: list[str]
    """Two example values that identify it."""
    would_give: float | None
    """The share of the first rows that would be right with this choice, 0 to 1."""
    options: str
    """What to give to `drop` as `options`."""


class QuestionError(ScoredropError):
    """The score depends on a question that the files do not answer.

    Choose one of the `options`, and call `drop` again: `drop(..., options=option.options)`.
    """

    def __init__(self, question: str, options: list[Option]) -> None:
        lines = [question]
        for option in options:
            gives = "" if option.would_give is None else f"; about {option.would_give:.0%} would be right"
            shows = ", ".join(repr(text) for text in option.shows)
            lines.append(f"  options={option.options!r}: {option.choice} ({shows}{gives})")
        super().__init__("\n".join(lines), [])
        self.question = question
        self.options = options

    def __reduce__(self) -> tuple[Any, ...]:
        return QuestionError, (self.question, self.options)


def refused(file: str, column: str | None, code: str, message: str, remedy: str) -> ScoredropError:
    """Returns the exception for a table that cannot be passed to the core."""
    problem = Problem("error", code, message, file=file, column=column, remedy=remedy)
    return ScoredropError(f"error[{code}]: {message} ({file}) -> {remedy}", [problem])


def problem_of(said: dict[str, Any]) -> Problem:
    """Returns a problem as Python's users read it."""
    remedy = said["remedy"]
    return Problem(
        **{**said, "message": in_python(said["message"]), "remedy": None if remedy is None else in_python(remedy)}
    )


def error_of(said: dict[str, Any]) -> ScoredropError:
    """Returns the exception for an error of the core."""
    if "question" not in said:
        return ScoredropError(in_python(said["message"]), [problem_of(one) for one in said["problems"]])

    def words(columns: list[dict[str, str]]) -> str:
        maps = [f"{one['role']}.{one['field']}={one['column']}" for one in columns]
        return " ".join(f"--map {shlex.quote(one)}" for one in maps)

    options = [
        Option(one["choice"], one["shows"], one["would_give"], words(one["columns"]))
        for one in said["options"]
    ]
    return QuestionError(said["question"], options)
