"""Values as bytes, for two interpreters that share nothing else.

A message is a list of steps for a stack. Most steps push a value; `FILL` and similar steps take values from the
stack. Both sides number lists, tuples and other containers in the order of their creation. A value that occurs
twice is therefore one value on the other side as well. The reader accepts any bytes: it allocates no more than
their length allows, runs only code of the types below, and raises only `Unreadable` (and `MemoryError` if memory
runs out).
"""

import array
import builtins
import collections
import datetime
import decimal
import fractions
import itertools
import struct
import sys
import types

# What is nested deeper does not cross, and no value is longer than 4 GB.
MOST_DEPTH = 200
# A key may be no deeper, nor hold more values for each byte that came: what it holds twice is compared twice.
MOST_KEY_DEPTH = 3 * MOST_DEPTH
MOST_KEY_VALUES = 8
# So many values of an iterator are taken ahead.
MOST_DRAINED = 100_000
# No message has more containers in it: each takes time.
MOST_CONTAINERS = 100_000
# An iterator of the program is asked for one value at a time, and for one in so many of those that it has given at once.
AHEAD = 64
MOST_NAME = 100

NONE, TRUE, FALSE, ELLIPSIS = 0, 1, 2, 3
INT, LONG, FLOAT, COMPLEX, STR, BYTES = 4, 5, 6, 7, 8, 9
INTS, FLOATS = 10, 11
LIST, DICT, SET, FILL, TUPLE, FROZENSET = 12, 13, 14, 15, 16, 17
RANGE, SLICE, AGAIN, OPAQUE, ITERATOR, REFILL = 18, 19, 20, 21, 22, 23
FRACTION, DECIMAL, BYTEARRAY, ARRAY, DEQUE = 24, 25, 26, 27, 28
COUNTER, ORDERED, DEFAULT, MOMENT = 29, 30, 31, 32
KEYS, VALUES, ITEMS, LAZY = 33, 34, 35, 36

FACTORIES = (None, int, float, str, bool, list, dict, set, tuple)
# Date, time, date and time, and a difference of two: those without a time zone.
MOMENTS = (
    (datetime.date, lambda one: (one.year, one.month, one.day)),
    (datetime.time, lambda one: (one.hour, one.minute, one.second, one.microsecond)),
    (datetime.datetime, lambda one: (one.year, one.month, one.day, one.hour, one.minute, one.second, one.microsecond)),
    (datetime.timedelta, lambda one: (one.days, one.seconds, one.microseconds)),
)
BASES = (list, tuple, dict, set, frozenset, str, bytes, bytearray, int, float, complex)
ITERATORS = frozenset(
    (map, filter, zip, enumerate, reversed, types.GeneratorType, itertools.chain, itertools.islice, itertools.accumulate)
    + tuple(type(iter(one)) for one in ([], (), {}, set(), range(0), "", b"", {}.values(), {}.items(), reversed([]), reversed({})))
)
EXCEPTIONS = {
    name: one for name, one in builtins.__dict__.items() if isinstance(one, type) and issubclass(one, BaseException)
}


class Unreadable(Exception):
    """The bytes do not have the format of this module."""


def settings(context=decimal.getcontext, digits=sys.get_int_max_str_digits):
    """Returns the settings of the interpreter that change what a test computes."""
    of = context()
    return of.prec, of.rounding, of.Emin, of.Emax, digits()


SETTINGS = settings()


class TooLarge(Exception):
    """A value takes too long to cross."""


class Lazy:
    """An iterator of the program, known by its number. Its values cross when the test asks for them."""

    __slots__ = ("place", "ahead", "taken", "end")

    def __init__(self, place):
        self.place = place
        self.ahead = []
        self.taken = 0
        # What it raises after the values that are here.
        self.end = None

    def __iter__(self):
        return self

    def __next__(self):
        if not self.ahead and self.end is None:
            values, self.end = self.draw(self.place, 1 + self.taken // AHEAD)
            self.taken += len(values)
            self.ahead = values[::-1]
        if self.ahead:
            return self.ahead.pop()
        end, self.end = self.end, StopIteration()
        raise end

    def __repr__(self):
        return "<iterator of the program>"

    def draw(self, place, count):
        """Returns `count` values of an iterator, or fewer values and the exception that ended it. The judge replaces this method."""
        raise NotImplementedError


class Opaque:
    """Stands for a value that is not data. It has a truth value and equals nothing."""

    __slots__ = ("kind", "truth")

    def __init__(self, kind, truth):
        self.kind, self.truth = kind, truth

    def __bool__(self):
        return self.truth

    def __repr__(self):
        return f"<{self.kind} of the program>"


class Writer:
    """Writes values. `lossy` names the first value that did not cross as it is, or is None."""

    def __init__(self, known=(), keep=None):
        self.out = bytearray()
        # What numbers an iterator whose values are taken later; without it they are taken at once.
        self.keep = keep
        self.containers = 0
        self.kept = list(known)
        self.at = {id(one): index for index, one in enumerate(self.kept)}
        self.lossy = None
        # What was made while writing, kept so that nothing else gets its identity.
        self.alive = []

    def note(self, what):
        if self.lossy is None:
            self.lossy = what[:MOST_NAME]

    def number(self, one):
        """Gives a number to a value that the other side creates at this step."""
        self.at[id(one)] = len(self.kept)
        self.kept.append(one)

    def count(self):
        self.containers += 1
        if self.containers > MOST_CONTAINERS:
            raise TooLarge

    def head(self, step, count):
        self.out.append(step)
        self.out += struct.pack("<I", count)

    def many(self, values, depth):
        """Pushes values and returns their number."""
        kinds = set(map(type, values))
        if kinds == {int}:
            try:
                packed = struct.pack(f"<{len(values)}q", *values)
            except struct.error:
                pass
            else:
                self.head(INTS, len(values))
                self.out += packed
                return len(values)
        elif kinds == {float}:
            self.head(FLOATS, len(values))
            self.out += struct.pack(f"<{len(values)}d", *values)
            return len(values)
        for one in values:
            self.value(one, depth)
        return len(values)

    def value(self, one, depth=0):
        """Pushes a value."""
        kind = type(one)
        write = WRITERS.get(kind)
        if write is None:
            self.other(one, kind, depth)
        elif id(one) in self.at:
            self.head(AGAIN, self.at[id(one)])
        elif depth >= MOST_DEPTH:
            self.opaque(one, "a value that is nested too deeply")
        else:
            write(self, one, depth)

    def other(self, one, kind, depth):
        """Pushes a value of a class of the program, or a value that is not data."""
        if id(one) in self.at:
            self.head(AGAIN, self.at[id(one)])
            return
        name = kind.__name__ if type(kind.__name__) is str else "?"
        base = next((base for base in BASES if issubclass(kind, base)), None)
        if depth >= MOST_DEPTH or not (base or kind in ITERATORS):
            self.opaque(one, f"a {name}")
            return
        self.note(f"a {name}")
        if base:
            plain = PLAIN[base](one)
            self.alive.append(plain)
            WRITERS[base](self, plain, depth)
            return
        if self.keep:
            self.head(LAZY, self.keep(one))
            self.number(one)
            return
        values = list(itertools.islice(one, MOST_DRAINED + 1))
        if len(values) > MOST_DRAINED:
            self.opaque(one, f"a {name}")
            return
        self.alive.append(values)
        self.head(ITERATOR, self.many(values, depth + 1))
        self.number(one)

    def opaque(self, one, name):
        self.note(name)
        try:
            truth = bool(one)
        except Exception:
            truth = False
        letters = name[:MOST_NAME].encode(errors="replace")
        self.out += bytes((OPAQUE, truth, len(letters) & 255)) + letters[:255]

    def atom(step):
        def write(self, one, depth):
            self.out.append(step)

        return write

    def integer(self, one, depth):
        if -(1 << 63) <= one < 1 << 63:
            self.out.append(INT)
            self.out += struct.pack("<q", one)
        else:
            size = one.bit_length() // 8 + 1
            self.head(LONG, size)
            self.out += one.to_bytes(size, "little", signed=True)

    def truth(self, one, depth):
        self.out.append(TRUE if one else FALSE)

    def real(self, one, depth):
        self.out.append(FLOAT)
        self.out += struct.pack("<d", one)

    def complex(self, one, depth):
        self.out.append(COMPLEX)
        self.out += struct.pack("<dd", one.real, one.imag)

    def text(self, one, depth):
        letters = one.encode("utf-8", "surrogatepass")
        self.head(STR, len(letters))
        self.out += letters

    def bytes(self, one, depth):
        self.head(BYTES, len(one))
        self.out += one

    def bytearray(self, one, depth):
        self.head(BYTEARRAY, len(one))
        self.out += one
        self.number(one)

    def array(self, one, depth):
        if one.typecode in "uw":
            self.opaque(one, "an array of letters")
            return
        content = one.tobytes()
        self.head(ARRAY, len(content))
        self.out += one.typecode.encode() + content
        self.number(one)

    def holder(step, items):
        """Pushes a container that may contain itself: first empty, then its content."""

        def write(self, one, depth):
            self.count()
            self.out.append(step)
            self.number(one)
            values = items(one)
            if values:
                self.alive.append(values)
                self.head(FILL, self.many(values, depth + 1))

        return write

    def pairs(one):
        return [each for pair in dict.items(one) for each in pair]

    def fixed(step):
        def write(self, one, depth):
            self.count()
            self.head(step, self.many(one if type(one) is tuple else list(one), depth + 1))
            self.number(one)

        return write

    def view(step, items):
        """Pushes a view of a dictionary. On the other side, it shows a dictionary of its own."""

        def write(self, one, depth):
            values = items(one)
            self.alive.append(values)
            self.head(step, self.many(values, depth + 1))
            self.number(one)

        return write

    def three(step):
        def write(self, one, depth):
            ends = (one.start, one.stop, one.step)
            if any(type(each) is not int and each is not None for each in ends):
                self.opaque(one, "a slice")
                return
            for each in ends:
                self.value(each, depth + 1)
            self.out.append(step)

        return write

    def fraction(self, one, depth):
        self.integer(one.numerator, depth)
        self.integer(one.denominator, depth)
        self.out.append(FRACTION)

    def decimal(self, one, depth):
        if settings() != SETTINGS:
            self.note("a setting of its interpreter")
        self.text(str(one), depth)
        self.out.append(DECIMAL)

    def deque(self, one, depth):
        self.value(one.maxlen)
        self.out.append(DEQUE)
        self.number(one)
        values = list(one)
        if values:
            self.alive.append(values)
            self.head(FILL, self.many(values, depth + 1))

    def default(self, one, depth):
        factory = one.default_factory
        place = next((at for at, known in enumerate(FACTORIES) if known is factory), None)
        if place is None:
            self.note("a defaultdict")
            place = 0
        self.out += bytes((DEFAULT, place))
        self.number(one)
        values = [each for pair in dict.items(one) for each in pair]
        if values:
            self.alive.append(values)
            self.head(FILL, self.many(values, depth + 1))

    def moment(self, one, depth):
        place = next(at for at, (kind, _) in enumerate(MOMENTS) if kind is type(one))
        if getattr(one, "tzinfo", None) is not None:
            self.opaque(one, "a time with a time zone")
            return
        if getattr(one, "fold", 0):
            self.note("a time that comes twice")
        for each in MOMENTS[place][1](one):
            self.integer(each, depth)
        self.out += bytes((MOMENT, place))

    def refill(self, place, values):
        """Replaces the content of a container that the other side knows."""
        self.alive.append(values)
        count = self.many(values, 1)
        self.head(REFILL, count)
        self.out += struct.pack("<I", place)


WRITERS = {
    type(None): Writer.atom(NONE),
    type(...): Writer.atom(ELLIPSIS),
    bool: Writer.truth,
    int: Writer.integer,
    float: Writer.real,
    complex: Writer.complex,
    str: Writer.text,
    bytes: Writer.bytes,
    bytearray: Writer.bytearray,
    array.array: Writer.array,
    list: Writer.holder(LIST, list),
    dict: Writer.holder(DICT, Writer.pairs),
    set: Writer.holder(SET, list),
    collections.Counter: Writer.holder(COUNTER, Writer.pairs),
    collections.OrderedDict: Writer.holder(ORDERED, lambda one: [each for pair in one.items() for each in pair]),
    collections.defaultdict: Writer.default,
    collections.deque: Writer.deque,
    tuple: Writer.fixed(TUPLE),
    frozenset: Writer.fixed(FROZENSET),
    range: Writer.three(RANGE),
    slice: Writer.three(SLICE),
    type({}.keys()): Writer.view(KEYS, list),
    type({}.values()): Writer.view(VALUES, list),
    type({}.items()): Writer.view(ITEMS, lambda one: [each for pair in one for each in pair]),
    fractions.Fraction: Writer.fraction,
    decimal.Decimal: Writer.decimal,
    **{kind: Writer.moment for kind, _ in MOMENTS},
}

# The data of a value of a subclass.
PLAIN = {
    list: lambda one: list(list.__iter__(one)),
    tuple: lambda one: tuple(tuple.__iter__(one)),
    dict: lambda one: dict(dict.items(one)),
    set: lambda one: set(set.__iter__(one)),
    frozenset: lambda one: frozenset(frozenset.__iter__(one)),
    str: str.__str__,
    bytes: lambda one: bytes.__getitem__(one, slice(None)),
    bytearray: lambda one: bytearray.__getitem__(one, slice(None)),
    int: int.__int__,
    float: float.__float__,
    complex: complex.__complex__,
}

MADE = {LIST: list, DICT: dict, SET: set, COUNTER: collections.Counter, ORDERED: collections.OrderedDict}


def paired(values):
    if len(values) % 2:
        raise Unreadable("a key without a value")
    return zip(values[::2], values[1::2])


def fill(one, values):
    """Adds values to a container."""
    kind = type(one)
    if kind is list or kind is collections.deque:
        one.extend(values)
    elif kind is set:
        one.update(values)
    elif kind in (dict, collections.OrderedDict, collections.defaultdict, collections.Counter):
        dict.update(one, paired(values)) if kind is not collections.OrderedDict else one.update(paired(values))
    else:
        raise Unreadable("it cannot be filled")


def content(one):
    """Returns the values from which `fill` would create the container again; None if the type cannot change."""
    kind = type(one)
    if kind in (list, set, collections.deque):
        return list(one)
    if kind in (dict, collections.OrderedDict, collections.defaultdict, collections.Counter):
        return [each for pair in one.items() for each in pair]
    if kind in (bytearray, array.array):
        return [bytes(one)]
    return None


def refill(one, values):
    """Replaces the content of a container."""
    if type(one) is bytearray:
        [letters] = values
        if type(letters) is not bytes:
            raise Unreadable("no bytes")
        one[:] = letters
    elif type(one) is array.array:
        [letters] = values
        if type(letters) is not bytes:
            raise Unreadable("no bytes")
        del one[:]
        one.frombytes(letters)
    elif type(one) in (list, set, dict, collections.deque, collections.OrderedDict, collections.defaultdict, collections.Counter):
        one.clear()
        fill(one, values)
    else:
        raise Unreadable("it cannot be filled")


def read(data, known=()):
    """Reads a message. Returns the values on the stack at the end, and all numbered values."""
    try:
        return steps(data, list(known))
    except (ArithmeticError, LookupError, RecursionError, TypeError, ValueError, struct.error) as why:
        raise Unreadable(str(why)) from None


class Keys:
    """Limits the cost of hashing and comparing keys. Tuples may contain other tuples, and the same tuple twice."""

    def __init__(self, left):
        # How many values keys may still hold.
        self.left = left
        # By identity the depth of a tuple, and how many values it holds with all that they hold. Those of
        # values that are known before are not: they were read or written within the same limits.
        self.sizes = {}

    def made(self, one):
        """Records the size and depth of a new tuple."""
        sizes = self.sizes
        within = [sizes[id(each)] for each in one if id(each) in sizes] if sizes else []
        depth = 1 + max((depth for depth, _ in within), default=0)
        sizes[id(one)] = depth, len(one) + sum(count for _, count in within)
        return one

    def check(self, keys):
        """Raises `Unreadable` if keys cost too much."""
        for one in keys if self.sizes else ():
            depth, count = self.sizes.get(id(one), (0, 0))
            self.left -= count
            if depth > MOST_KEY_DEPTH or self.left < 0:
                raise Unreadable("a key that is too large")


def steps(data, kept):
    stack = []
    keys = Keys(MOST_DRAINED + MOST_KEY_VALUES * len(data))
    at, end = 0, len(data)
    push, pop = stack.append, stack.pop

    def size():
        """Reads a length, which may not reach beyond the end of the bytes."""
        nonlocal at
        [length] = struct.unpack_from("<I", data, at)
        at += 4
        if length > end - at:
            raise Unreadable("longer than there is")
        return length

    def taken(count):
        """Takes `count` values from the stack, in order."""
        if count > len(stack):
            raise Unreadable("more values than there are")
        if count == 0:
            return []
        values = stack[-count:]
        del stack[-count:]
        return values

    def counted():
        nonlocal at
        [count] = struct.unpack_from("<I", data, at)
        at += 4
        return taken(count)

    def numbered(one):
        kept.append(one)
        push(one)

    def numbers(code):
        nonlocal at
        [count] = struct.unpack_from("<I", data, at)
        at += 4
        if count * 8 > end - at:
            raise Unreadable("longer than there is")
        stack.extend(struct.unpack_from(f"<{count}{code}", data, at))
        at += 8 * count

    def checked(one, values):
        """Raises `Unreadable` if the keys of a container cost too much."""
        if type(one) is set:
            keys.check(values)
        elif type(one) is not list and type(one) is not collections.deque:
            keys.check(values[::2])

    def integers(count):
        values = taken(count)
        if any(type(one) is not int for one in values):
            raise Unreadable("no integers")
        return values

    def integers_or_none(count):
        values = taken(count)
        if any(type(one) is not int and one is not None for one in values):
            raise Unreadable("no integers")
        return values

    while at < end:
        step = data[at]
        at += 1
        if step == INT:
            [one] = struct.unpack_from("<q", data, at)
            at += 8
            push(one)
        elif step == STR:
            length = size()
            push(data[at : at + length].decode("utf-8", "surrogatepass"))
            at += length
        elif step == FLOAT:
            [one] = struct.unpack_from("<d", data, at)
            at += 8
            push(one)
        elif step == NONE:
            push(None)
        elif step == TRUE:
            push(True)
        elif step == FALSE:
            push(False)
        elif step in MADE:
            numbered(MADE[step]())
        elif step == FILL:
            values = counted()
            checked(stack[-1], values)
            fill(stack[-1], values)
        elif step == TUPLE:
            numbered(keys.made(tuple(counted())))
        elif step == INTS:
            numbers("q")
        elif step == FLOATS:
            numbers("d")
        elif step == AGAIN:
            [place] = struct.unpack_from("<I", data, at)
            at += 4
            push(kept[place])
        elif step == FROZENSET:
            values = counted()
            keys.check(values)
            numbered(frozenset(values))
        elif step == LONG:
            length = size()
            push(int.from_bytes(data[at : at + length], "little", signed=True))
            at += length
        elif step == BYTES:
            length = size()
            push(bytes(data[at : at + length]))
            at += length
        elif step == BYTEARRAY:
            length = size()
            numbered(bytearray(data[at : at + length]))
            at += length
        elif step == ARRAY:
            [length] = struct.unpack_from("<I", data, at)
            at += 4
            if length + 1 > end - at:
                raise Unreadable("longer than there is")
            code = chr(data[at])
            if code not in "bBhHiIlLqQfd":
                raise Unreadable("no array")
            numbered(array.array(code, bytes(data[at + 1 : at + 1 + length])))
            at += 1 + length
        elif step == COMPLEX:
            push(complex(*struct.unpack_from("<dd", data, at)))
            at += 16
        elif step == ELLIPSIS:
            push(...)
        elif step == RANGE:
            push(range(*integers(3)))
        elif step == SLICE:
            push(slice(*integers_or_none(3)))
        elif step == ITERATOR:
            numbered(iter(counted()))
        elif step == LAZY:
            [place] = struct.unpack_from("<I", data, at)
            at += 4
            numbered(Lazy(place))
        elif step == OPAQUE:
            truth, length = data[at], data[at + 1]
            at += 2
            if length > end - at or truth > 1:
                raise Unreadable("longer than there is")
            push(Opaque(data[at : at + length].decode(errors="replace"), truth == 1))
            at += length
        elif step == REFILL:
            values = counted()
            [place] = struct.unpack_from("<I", data, at)
            at += 4
            checked(kept[place], values)
            refill(kept[place], values)
        elif step == KEYS:
            values = counted()
            keys.check(values)
            numbered(dict.fromkeys(values).keys())
        elif step == VALUES:
            numbered(dict(enumerate(counted())).values())
        elif step == ITEMS:
            values = counted()
            # A set hashes both.
            keys.check(values)
            numbered(dict(paired(values)).items())
        elif step == FRACTION:
            push(fractions.Fraction(*integers(2)))
        elif step == DECIMAL:
            text = pop()
            if type(text) is not str:
                raise Unreadable("no number")
            push(decimal.Decimal(text))
        elif step == DEQUE:
            most = pop()
            if most is not None and type(most) is not int:
                raise Unreadable("no length")
            numbered(collections.deque(maxlen=most))
        elif step == DEFAULT:
            numbered(collections.defaultdict(FACTORIES[data[at]]))
            at += 1
        elif step == MOMENT:
            place = data[at]
            at += 1
            kind = MOMENTS[place][0]
            values = integers((3, 4, 7, 3)[place])
            push(kind(*values))
        else:
            raise Unreadable("no such step")
    return stack, kept
