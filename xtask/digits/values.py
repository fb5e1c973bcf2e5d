"""Values of Python's math functions for 10 000 random arguments each, as JSON in `values`: the same arguments in
every interpreter, since random numbers are made of integers."""

import json
import math
import random
import struct

COUNT = 10_000
dealt = random.Random(20261130)


def any_number():
    """Numbers as programs have them: small, larger, of any size, whole, with two decimals."""
    kind = dealt.randrange(5)
    if kind == 0:
        return dealt.uniform(-10, 10)
    if kind == 1:
        return dealt.uniform(-1000, 1000)
    if kind == 2:
        return math.ldexp(dealt.uniform(-1, 1), dealt.randint(-60, 60))
    return float(dealt.randint(-1000, 1000)) if kind == 3 else round(dealt.uniform(-100, 100), 2)


def positive():
    return abs(any_number()) or 1.0


def unit():
    return dealt.uniform(-1, 1)


def exponent():
    return dealt.choice([dealt.uniform(-5, 5), float(dealt.randint(-10, 10)), 0.5, 1 / 3])


def moderate():
    return dealt.choice([dealt.uniform(-700, 700), dealt.uniform(-5, 5), float(dealt.randint(-50, 50))])


ARGUMENTS = {
    **dict.fromkeys(["asinh", "atan", "cbrt", "cos", "sin", "tan"], [any_number]),
    **dict.fromkeys(["acos", "asin", "atanh"], [unit]),
    **dict.fromkeys(["cosh", "sinh", "tanh", "exp", "exp2", "expm1"], [moderate]),
    **dict.fromkeys(["lgamma", "log", "log10", "log1p", "log2", "sqrt"], [positive]),
    "acosh": [lambda: 1 + positive()],
    "erf": [lambda: dealt.uniform(-6, 6)],
    "erfc": [lambda: dealt.uniform(-6, 20)],
    "gamma": [lambda: dealt.uniform(-50, 150)],
    "atan2": [any_number, any_number],
    "fmod": [any_number, positive],
    "hypot": [any_number, any_number],
    "pow": [positive, exponent],
    "remainder": [any_number, positive],
}


def value(function, arguments):
    """The bits of what a function gives as a signed integer, or the name of what it raises."""
    try:
        return struct.unpack("<q", struct.pack("<d", function(*arguments)))[0]
    except (OverflowError, ValueError) as error:
        return type(error).__name__


values = json.dumps(
    {
        name: [value(getattr(math, name), [make() for make in makers]) for _ in range(COUNT)]
        for name, makers in ARGUMENTS.items()
    }
)
