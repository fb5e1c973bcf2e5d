"""What the tests share."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

SAMPLES = Path(__file__).parents[3] / "samples"


@pytest.fixture
def command_line(tmp_path):
    """Runs the command line in a folder of its own; standard output as bytes."""

    def run(*arguments):
        command = [sys.executable, "-m", "scoredrop", *map(str, arguments)]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, check=False)

    return run


@pytest.fixture
def as_lines(tmp_path):
    """Writes rows to a file as `json.dumps` writes them."""

    def write(name, rows):
        path = tmp_path / name
        path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), "utf-8")
        return path

    return write
