"""Progress bars for long work, if `tqdm` is installed."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

Tell = Callable[[str, int, int, str], None]


@contextmanager
def bar() -> Iterator[Tell | None]:
    """Returns the function to which the core reports progress, or `None` without `tqdm`.

    Each step that takes more than a second has its own bar, in a notebook or on a terminal.
    """
    try:
        with warnings.catch_warnings():
            # Notebooks without widgets get a bar of text.
            warnings.simplefilter("ignore")
            from tqdm.auto import tqdm
    except ImportError:
        yield None
        return
    shown: dict[str, Any] = {}

    def tell(doing: str, done: int, total: int, unit: str) -> None:
        if doing not in shown:
            close()
            shown[doing] = tqdm(
                desc=doing, total=total or None, unit=f" {unit}", unit_scale=True, leave=False, delay=1, disable=None
            )
        shown[doing].update(done - shown[doing].n)

    def close() -> None:
        while shown:
            shown.popitem()[1].close()

    try:
        yield tell
    finally:
        close()
