"""What is raised instead of a score."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Problem:
    """Something that could not be read or scored, or that is worth knowing."""

    severity: str
    """`error`, `warning` or `info`."""
    code: str
    """A stable name for programs."""
    message: str
    """What is the case, in one sentence."""
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
    """Two values, to tell it by."""
    would_give: float | None
    """The share of the first rows that would be right with it, 0 to 1."""
    options: str
    """What to give to `drop` as `options`."""


class QuestionError(ScoredropError):
    """Nothing in the files decides a question on which the score depends.

    Choose one of the `options`, and call `drop` again with its words: `drop(..., options=option.options)`.
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
    """The exception for a table that does not reach the core."""
    problem = Problem("error", code, message, file=file, column=column, remedy=remedy)
    return ScoredropError(f"error[{code}]: {message} ({file}) -> {remedy}", [problem])


def error_of(said: dict[str, Any]) -> ScoredropError:
    """The exception for what the core says instead of a score."""
    if "question" not in said:
        return ScoredropError(said["message"], [Problem(**one) for one in said["problems"]])

    def words(columns: list[dict[str, str]]) -> str:
        maps = [f"{one['role']}.{one['field']}={one['column']}" for one in columns]
        return " ".join(f"--map {shlex.quote(one)}" for one in maps)

    options = [
        Option(one["choice"], one["shows"], one["would_give"], words(one["columns"]))
        for one in said["options"]
    ]
    return QuestionError(said["question"], options)
