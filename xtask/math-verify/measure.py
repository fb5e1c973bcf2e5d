"""How long math-verify takes for the pairs of a file of JSON lines, in one process and with its own
defaults: prints pairs, seconds and how many verdicts are the recorded ones, as JSON."""

import json
import logging
import platform
import sys
import time
from importlib.metadata import version

from math_verify import parse, verify


def equal(gold, answer):
    """The verdict on two contents of \\boxed{...}."""
    return verify(parse("\\boxed{" + gold + "}"), parse("\\boxed{" + answer + "}"))


def main():
    # It logs what it cannot read, pair by pair.
    logging.disable(logging.CRITICAL)
    with open(sys.argv[1], encoding="utf-8") as file:
        pairs = [json.loads(line) for line in file]
    # The first call compiles patterns; that is no part of a pair.
    equal("1", "2")
    slowest = same = 0
    begun = time.perf_counter()
    for pair in pairs:
        start = time.perf_counter()
        verdict = equal(pair["gold"], pair["answer"])
        slowest = max(slowest, time.perf_counter() - start)
        same += verdict == pair["math_verify"]
    seconds = time.perf_counter() - begun
    packages = ["math-verify", "latex2sympy2_extended", "antlr4-python3-runtime", "sympy"]
    print(
        json.dumps(
            {
                "pairs": len(pairs),
                "seconds": seconds,
                "slowest": slowest,
                "as_recorded": same,
                "versions": {
                    "python": platform.python_version(),
                    **{name: version(name) for name in packages},
                },
            }
        )
    )


main()
