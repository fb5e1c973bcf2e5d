"""The crossing form of programs (runner/wire.py) on bytes that nobody wrote: `cargo xtask fuzz`.

usage: python3 crossing.py [SECONDS] [SEED]

A child reads case after case with little memory, and this process watches its time. Laws: a message is read
back as the values that were written; whatever else is read ends within the time, takes no more memory than
there is, and raises `Unreadable` or nothing. The first case that breaks one is printed as hexadecimal digits.
"""

import faulthandler
import os
import pathlib
import random
import select
import struct
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "runner"))
sys.dont_write_bytecode = True
import wire

# The most bytes of a case, and what reading one may take.
MOST_BYTES = 1 << 16
MOST_SECONDS = 10
MOST_MEMORY = 1 << 29

STEPS = wire.LAZY + 1
# Steps that push one value without more.
PLAIN = (wire.NONE, wire.TRUE, wire.FALSE, wire.ELLIPSIS, wire.LIST, wire.DICT, wire.SET, wire.COUNTER, wire.ORDERED)
COUNTED = (wire.FILL, wire.TUPLE, wire.FROZENSET, wire.ITERATOR)
NUMBERS = (0, 1, 2, 3, 5, 127, 255, 65535, 1 << 31, (1 << 32) - 1)


# What is known on both sides before a message, as arguments are before what comes back of a call.
KNOWN = ([1], {2: 3})


def value(chance, depth=0):
    """Some value that crosses as it is."""
    kind = chance.randrange(8 if depth > 3 else 14)
    many = lambda: [value(chance, depth + 1) for _ in range(chance.randrange(4))]
    if kind < 3:
        return chance.choice((None, True, False, 0, -1, 1 << 62, -(1 << 63), 10**30, 0.5, -0.0, 1e300, 2j))
    if kind < 6:
        return "".join(chance.choice("ab \n\u00fc\ud800\U0001f600") for _ in range(chance.randrange(6)))
    if kind == 6:
        return bytes(chance.randrange(256) for _ in range(chance.randrange(6)))
    if kind == 7:
        return range(chance.randrange(9), chance.randrange(99), 1 + chance.randrange(3))
    if kind < 11:
        return many()
    if kind == 11:
        return tuple(many())
    if kind == 12:
        return {str(place): one for place, one in enumerate(many())}
    return [chance.randrange(-9, 9) for _ in range(chance.randrange(50))]


def written(one):
    writer = wire.Writer()
    writer.value(one)
    return bytes(writer.out)


def steps(chance):
    """Steps that are well formed each, and in no order."""
    out = bytearray()
    for _ in range(chance.choice((4, 20, 200, 2000))):
        kind = chance.randrange(10)
        if kind < 3:
            out.append(chance.choice(PLAIN))
        elif kind < 6:
            out.append(chance.choice(COUNTED))
            out += struct.pack("<I", chance.choice((0, 1, 1, 2, 2, 3, chance.choice(NUMBERS))))
        elif kind < 8:
            out.append(chance.choice((wire.AGAIN, wire.REFILL, wire.LAZY)))
            out += struct.pack("<I", chance.randrange(8))
        elif kind == 8:
            out.append(wire.INT)
            out += struct.pack("<q", chance.choice((0, 1, -1, chance.randrange(-(1 << 63), 1 << 63))))
        else:
            out.append(chance.randrange(STEPS))
    return bytes(out)


def towers(chance):
    """Values within values, deeper than any writer makes them, and such as stand for more than is there."""
    count = chance.choice((10, 50, 300, 3000, 12000))
    out = bytearray((chance.choice((wire.SET, wire.DICT, wire.LIST, wire.COUNTER)),))
    numbered = len(KNOWN) + 1
    for _ in range(chance.choice((1, 2))):
        if chance.random() < 0.5:
            step = chance.choice((wire.TUPLE, wire.TUPLE, wire.FROZENSET, wire.ITERATOR))
            out += written(0) + (bytes((step,)) + struct.pack("<I", 1)) * count
            numbered += count
            continue
        # Each storey holds the one below twice, so the tower is twice as large with every one.
        storeys = min(count, 3000)
        for place in range(storeys):
            out += bytes((wire.AGAIN,)) + struct.pack("<I", numbered - 1) if place else written(1)
            # The one below is on the stack, and what names it once more.
            out += bytes((wire.TUPLE,)) + struct.pack("<I", 2 if place else 1)
            numbered += 1
    return bytes(out) + bytes((wire.FILL,)) + struct.pack("<I", chance.choice((1, 2)))


def damaged(chance):
    """A message with some bytes changed, lost or doubled."""
    data = bytearray(written([value(chance) for _ in range(chance.randrange(1, 6))]))
    for _ in range(chance.randrange(1, 6)):
        at = chance.randrange(len(data) + 1)
        way = chance.randrange(4)
        if way == 0 and at < len(data):
            data[at] = chance.choice((chance.randrange(256), chance.randrange(STEPS)))
        elif way == 1:
            del data[at : at + chance.randrange(1, 9)]
        elif way == 2:
            data[at:at] = data[at : at + chance.randrange(1, 30)]
        else:
            data[at : at + 4] = struct.pack("<I", chance.choice(NUMBERS))
    return bytes(data)


def same(one, other):
    """Whether two values are the same in type and content."""
    return type(one) is type(other) and repr(one) == repr(other)


def case(chance):
    """Bytes, and the value that they stand for if they were written as such."""
    kind = chance.randrange(10)
    if kind == 0:
        one = value(chance)
        return written(one), [one]
    if kind < 5:
        return damaged(chance), None
    if kind < 8:
        return steps(chance), None
    if kind < 9:
        return towers(chance), None
    return bytes(chance.choice((chance.randrange(256), chance.randrange(STEPS))) for _ in range(chance.randrange(300))), None


def check(data, expected):
    """Why reading these bytes breaks a law, or nothing."""
    try:
        # Damaged answers may name what was sent with the call.
        values, _ = wire.read(data, () if expected else KNOWN)
    except wire.Unreadable:
        return "what was written cannot be read" if expected else None
    except BaseException as error:
        return f"{type(error).__name__}: {error}"[:200]
    if expected and not (len(values) == 1 and same(values[0], expected[0])):
        return f"{expected[0]!r} came back as {values!r}"[:400]
    return None


def child(seed, report):
    """Reads cases until it is ended; says each before it is read."""
    import resource

    faulthandler.enable()
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    chance = random.Random(seed)
    while True:
        data, expected = case(chance)
        data = data[:MOST_BYTES] if expected is None else data
        os.write(report, b"%d " % len(data) + data.hex().encode() + b"\n")
        why = check(data, expected)
        if why:
            os.write(report, b"! " + why.encode(errors="backslashreplace").replace(b"\n", b" ") + b"\n")
            os._exit(1)


def watch(seconds, seed):
    """Runs a child for so long. Returns how many cases it read, the last one, and what it broke."""
    import time

    heard, report = os.pipe()
    process = os.fork()
    if process == 0:
        os.close(heard)
        # What a crash prints is not needed: the case is known.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        try:
            child(seed, report)
        finally:
            os._exit(2)
    os.close(report)
    end = time.monotonic() + seconds
    cases, last, rest, why = 0, b"", b"", None
    while why is None and time.monotonic() < end:
        if not select.select([heard], [], [], MOST_SECONDS)[0]:
            why = f"no end within {MOST_SECONDS} s"
            break
        part = os.read(heard, 1 << 20)
        if not part:
            _, status = os.waitpid(process, 0)
            process = None
            why = f"the interpreter ended: signal {os.WTERMSIG(status)}" if os.WIFSIGNALED(status) else "the reader ended"
            break
        *lines, rest = (rest + part).split(b"\n")
        for line in lines:
            if line.startswith(b"!"):
                why = line[2:].decode()
            else:
                cases, last = cases + 1, line
    if process is not None:
        os.kill(process, 9)
        os.waitpid(process, 0)
    return cases, last, why


def main():
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 600.0
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(1 << 32)
    cases, last, why = watch(seconds, seed)
    if why:
        print(f"case {cases} of seed {seed}: {why}\n{last.decode()[:4000]}")
        return 1
    print(f"crossing: {cases} cases of seed {seed}, no law broken")
    return 0 if cases else 1


if __name__ == "__main__":
    sys.exit(main())
