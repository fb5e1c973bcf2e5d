"""The presets of the catalog."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache

from . import _core


@dataclass(frozen=True)
class Preset:
    """How a benchmark is scored."""

    id: str
    """The id to pass to `score` as `preset`."""
    title: str
    """Its name."""
    summary: str
    """How answers are compared."""
    inputs: str
    """What the files must contain."""
    limits: list[str]
    """What differs from the reference, or is not scored."""
    reproduces: str
    """The scorer and commit that it reproduces; empty for our own definitions."""
    metrics: list[str]
    """Its metrics."""
    version: int
    """Raised with each change that can move a number."""


@cache
def _listed() -> dict[str, Preset]:
    def preset(one: dict) -> Preset:
        card = one["card"]
        return Preset(
            id=one["id"],
            title=one["title"],
            summary=card.get("summary", ""),
            inputs=card.get("inputs", ""),
            limits=card.get("limits", []),
            reproduces=card.get("reproduces", ""),
            metrics=one["metrics"],
            version=one["version"],
        )

    return {one["id"]: preset(one) for one in json.loads(_core.presets())}


def presets() -> dict[str, Preset]:
    """Returns all presets by id.

    >>> import scoredrop
    >>> scoredrop.presets()["squad-v2"].title
    'SQuAD 2.0'
    """
    return dict(_listed())
