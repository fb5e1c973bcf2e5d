"""The presets of the catalog."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache

from . import _core


@dataclass(frozen=True)
class Setting:
    """A setting of a preset."""

    name: str
    """The argument of `score`."""
    default: str
    """The value that the preset has."""
    meaning: str
    """What the setting decides."""
    values: dict[str, str]
    """Each value that can be listed, with a sentence about it."""
    other: str | None
    """What else it takes, such as "a number of 0 or more, such as 0.01"."""


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
    settings: dict[str, Setting]
    """What can be changed, by name."""


@cache
def _listed() -> dict[str, Preset]:
    def preset(one: dict, settings: list) -> Preset:
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
            settings={setting["name"]: Setting(**setting) for setting in settings},
        )

    return {one["preset"]["id"]: preset(one["preset"], one["settings"]) for one in json.loads(_core.presets())}


def presets() -> dict[str, Preset]:
    """Returns all presets by id.

    >>> import scoredrop
    >>> scoredrop.presets()["squad-v2"].title
    'SQuAD 2.0'

    The settings of a preset are arguments of `score`:

    >>> articles = scoredrop.presets()["squad-v2"].settings["articles"]
    >>> articles.default, list(articles.values)
    ('ignore', ['ignore', 'keep'])
    >>> articles.values["keep"]
    'the Beatles and Beatles differ.'
    """
    return dict(_listed())
