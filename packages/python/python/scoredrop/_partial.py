"""Scores of parts of the questions, and their merging."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from . import _core
from ._errors import error_of
from ._progress import bar
from ._report import Report
from ._score import files_and_words

if TYPE_CHECKING:
    from ._core import Part


class Partial:
    """The score of a part of the questions, which can be merged with other parts.

    The merged report does not depend on how the questions were divided or in which order parts are merged. Its numbers
    equal those of scoring all files at once, except for the last digits of means of fractions, because parts add
    exactly. All rows of a question must be in one part: its gold row and every prediction for it.

    >>> import scoredrop
    >>> one = scoredrop.Partial(
    ...     [{"id": "fr", "answers": ["Paris"]}], [{"id": "fr", "prediction": "Paris"}], preset="squad-v1")
    >>> other = scoredrop.Partial(
    ...     [{"id": "it", "answers": ["Rome"]}], [{"id": "it", "prediction": "Milan"}], preset="squad-v1")
    >>> whole = one + other
    >>> whole
    <Partial of 2 questions in 2 rows>
    >>> whole.finish().official
    {'exact_match': 50.0, 'f1': 50.0}

    If a part has no questions or no predictions, give an empty list. Parts can be pickled and written as bytes.

    >>> scoredrop.Partial.from_bytes(whole.to_bytes()) == whole
    True
    """

    _core: Part

    def __init__(self, gold: Any = None, predictions: Any = None, **choices: Any) -> None:
        """Scores a part of the questions.

        Without gold answers, predictions or a table, this is a part without questions; merging with it changes nothing.

        Args:
            gold: As for `score`.
            predictions: As for `score`.
            **choices: As for `score`: `preset`, `table`, `join`, `map`, `seed`, settings of the preset and others.
                Give the same to every part, and name columns with `map` if parts are small.

        Raises:
            ScoredropError: If something cannot be read, joined or scored, or cannot be merged with other parts.
        """
        if gold is None and predictions is None and choices.get("table") is None:
            self._core = _core.Part.zero()
        else:
            files, words = files_and_words(gold, predictions, **choices)
            with bar() as tell:
                self._core = _settled(_core.partial(files, words, tell))

    @classmethod
    def of(cls, report: Report) -> Partial:
        """Makes a part from a finished score.

        >>> import scoredrop
        >>> report = scoredrop.score(["Paris", "Rome"], ["Paris", "Milan"], preset="squad-v1")
        >>> scoredrop.Partial.of(report).finish().mean == report.mean
        True

        Raises:
            ScoredropError: If the score cannot be merged with others.
        """
        if not report.has_records:
            raise TypeError("a merged report cannot be split; merge the parts that it was made of")
        return cls._of(_settled(report._core.part()))

    @classmethod
    def merged(cls, parts: Iterable[Partial]) -> Partial:
        """Merges any number of parts, in any order.

        Raises:
            ScoredropError: If they were not scored in the same way, or some have the same gold answers.
        """
        whole = cls()
        for part in parts:
            whole = whole.merge(part)
        return whole

    def merge(self, other: Partial) -> Partial:
        """Returns both parts as one; neither is changed.

        Raises:
            ScoredropError: If they were not scored in the same way, or have the same gold answers.
        """
        return self._of(_settled(self._core.merged(other._core)))

    def __add__(self, other: Any) -> Partial:
        return self.merge(other) if isinstance(other, Partial) else NotImplemented

    def __radd__(self, other: Any) -> Partial:
        # So that `sum` adds parts.
        return self if other == 0 else NotImplemented

    def finish(self) -> Report:
        """Makes the report of all merged parts. It has no records, because parts hold only counts.

        Raises:
            ScoredropError: If there are no questions, or a run has no prediction for any of them.
        """
        return Report(_settled(self._core.finish()), [], [])

    def to_bytes(self) -> bytes:
        """Returns the binary form, which `scoredrop merge` can also read. Equal parts have equal bytes."""
        return self._core.to_bytes()

    @classmethod
    def from_bytes(cls, data: bytes) -> Partial:
        """Reads a part from its binary form.

        Raises:
            ScoredropError: If the bytes are not a part, are damaged, or come from another version.
        """
        return cls._of(_settled(_core.Part.from_bytes(bytes(data))))

    @property
    def questions(self) -> int:
        """Number of questions."""
        return self._core.size()[0]

    @property
    def rows(self) -> int:
        """Number of different rows of outcomes; the size of the part depends on this number, not on the number of
        questions."""
        return self._core.size()[1]

    @classmethod
    def _of(cls, core: Part) -> Partial:
        part = cls.__new__(cls)
        part._core = core
        return part

    def __reduce__(self) -> tuple[Any, ...]:
        return Partial.from_bytes, (self.to_bytes(),)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Partial) and self.to_bytes() == other.to_bytes()

    def __hash__(self) -> int:
        return hash(self.to_bytes())

    def __repr__(self) -> str:
        return f"<Partial of {self.questions} questions in {self.rows} rows>"


def _settled(found: Any) -> Any:
    """Returns the result of the core, or raises its error."""
    if isinstance(found, str):
        raise error_of(json.loads(found))
    return found
