"""The command `scoredrop`."""

import signal
import sys

from ._core import command_line


def main() -> None:
    """Carries out the command line of this process."""
    # Nothing of Python's waits for Ctrl+C here: the program ends at once, as any other.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.exit(command_line(["scoredrop", *sys.argv[1:]]))
