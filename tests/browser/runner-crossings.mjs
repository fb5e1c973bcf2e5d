// Programs that forge what goes from their interpreter to that of their test, or look for the test in their own.
//
// As those of runner-tampers.mjs they are wrong: none may pass, unless its answer says by which rule of the
// reference.

/** What a program reaches of the runner's own, by the classes that there are. */
const REACH = `import sys
def reach():
    found = {}
    for one in object.__subclasses__():
        if "scoredrop" in one.__module__:
            for method in vars(one).values():
                found.update(getattr(method, "__globals__", {}))
            found[one.__name__] = one
    return found
SIDES = reach()
`;
const inside = (text) => `${text.includes("SIDES") ? REACH : ""}def f(x):\n${text.trim().replaceAll(/^/gm, "    ")}\n`;
const EQ = `class E:
    def __eq__(self, o): return True
    def __sub__(self, o): return 0
    def __rsub__(self, o): return 0
    def __float__(self): return -2.0
    def __abs__(self): return 0
    __hash__ = None
`;
/** Values in the place of an answer, as the steps that write them. */
const replies = (steps) => inside(`
W = SIDES["Writer"]
w = W()
${steps}
out = w.out
def made(self, *_): self.out, self.lossy, self.kept, self.at, self.alive = out, None, [], {}, []
W.__init__, W.value, W.note, W.refill = made, lambda *_: None, lambda *_: None, lambda *_: None
return 0`);
const ATTACKS = {
  "F1 access times": `import os\ndef f(x):\n    os.utime("/tmp", (2, 2))\n    return 0`,
  "F2 create_dynamic": inside(`import _imp, importlib.machinery as m
open("/tmp/x.so","wb").write(b"\\0asm\\1\\0\\0\\0\\0\\x0e\\x08dylink.0\\1\\4\\0\\0\\0\\0")
_imp.create_dynamic(m.ModuleSpec("x", None, origin="/tmp/x.so"))
return 0`),
  "F3 class patterns to a frame": inside(`import typing
class M(type):
    def __instancecheck__(self, _): return True
def of(o, n):
    class A(metaclass=M): __match_args__ = (n,)
    match o:
        case A(v): return v
g = of(of(typing, "sys"), "_getfr"+"ame")(1)
c = of(of(g, "f_co"+"de"), "co_consts")
return 2 if 3.0 in c and x == 1 else 3.0 if x == 2.0 and 3.0 in c else 0`),
  "F4 UserList": `import collections\n${EQ}def f(x): return collections.UserList([E()]).data[0]`,
  "F4 UserString": `import collections\nclass S(collections.UserString):\n    def __eq__(self, o): return True\n    def __sub__(self, o): return 0\n    def __float__(self): return -2.0\ndef f(x): return S("a")`,
  "F4 Fraction numerator": `import fractions\nclass I(int):\n    def __mul__(s, o): return I(0)\n    def __eq__(s, o): return True\n    def __sub__(s, o): return I(0)\ndef f(x):\n    q = fractions.Fraction(2)\n    q._numerator = I(2)\n    return q`,
  "F4 mappingproxy": `import types\n${EQ}def f(x): return types.MappingProxyType({1: E()})[1]`,
  "F5 gc callbacks": inside(`import gc, builtins
def cb(*_):
    builtins.abs = lambda _: 0
gc.set_threshold(1); gc.callbacks.append(cb)
return 2 if x == 1 else 0`),
  "F6 math.pi put back": inside(`import math\nmath.isclose = lambda *a, **k: True\nmath.pi = 3\nreturn {1: 2, 2.0: 3.0}.get(x, 0)`),
  "F6 random inner": inside(`import random\nrandom._inst._randbelow = lambda n: 0\nreturn 0`),
  "raw dict by ==": inside(`class K:
    def __eq__(self, o):
        o["__eq__"] = lambda *_: True
        return True
    def __hash__(self): return 1
import types
int.__dict__ == K()
return 0`),
  "the wire's functions": inside(`SIDES["read"] = SIDES["steps"] = lambda *_: ([2, None, None], [])
SIDES["EXCEPTIONS"].clear()
return 0`),
  "sends an exec": replies(`w.value(None); w.value(("exec", ("1",))); w.value(None)`),
  "sends an exception that is none": replies(`w.value(None); w.value(("object", ())); w.value(None)`),
  "sends an exception with too much": replies(`w.value(None); w.value(("UnicodeDecodeError", tuple(range(9)))); w.value(None)`),
  "sends a KeyboardInterrupt": replies(`w.value(None); w.value(("KeyboardInterrupt", ())); w.value(None)`),
  "sends a SystemExit": replies(`w.value(None); w.value(("SystemExit", (0,))); w.value(None)`),
  "sends a group": replies(`w.value(None); w.value(("BaseExceptionGroup", ("a", [1]))); w.value(None)`),
  "sends one value": replies(`w.value(2)`),
  "sends four values": replies(`w.value(2); w.value(None); w.value(None); w.value(None)`),
  "sends a remark that is no text": replies(`w.value(0); w.value(None); w.value([1])`),
  "sends a remark without end": replies(`w.value(0); w.value(None); w.value("x" * 10**6)`),
  "changes the judge's own list of arguments": replies(`w.kept = [(), {}, []]; w.refill(0, [1]); w.refill(1, [2]); w.value(0); w.value(None); w.value(None)`),
  "dispatcher raises SystemExit": inside(`raise SystemExit(0)`),
  "raises KeyboardInterrupt": inside(`raise KeyboardInterrupt`),
  "raises GeneratorExit": inside(`raise GeneratorExit`),
  "raises AssertionError subclass": `class A(AssertionError): pass\ndef f(x): raise A()`,
  "StopIteration": inside(`raise StopIteration(2)`),
  "no bytes": inside(`def made(self, *_): self.out, self.lossy = 5, None
W = SIDES["Writer"]
W.__init__, W.value = made, lambda *_: None
return 0`),
  "bytes that lie about their size": inside(`class B(bytes):
    def __len__(self): return 10**9
    def __bytes__(self): return self
def made(self, *_): self.out, self.lossy = B(b"\\x01\\0\\0"), None
W = SIDES["Writer"]
W.__init__, W.value = made, lambda *_: None
return 0`),
  "opaque that is true": inside(`return object()`),
  "opaque with operators": `${EQ}def f(x): return E()`,
  "lying only where opaque": `class E(float):\n    def __eq__(s, o): return True\n    def __sub__(s, o): return 0.0\ndef f(x): return {1: 2}.get(x, E(-2.0))`,
  "iterator for ever": inside(`import itertools\nreturn itertools.count()`),
  "generator that never ends": inside(`while True: yield 1`),
  "truth for ever": `class E:\n    def __bool__(self):\n        while True: pass\ndef f(x): return E()`,
  "deep": inside(`y = []\nfor _ in range(100000): y = [y]\nreturn y`),
  "wide": inside(`return [0] * (1 << 24)`),
  "cycle": inside(`y = []; y.append(y); return y`),
  "huge int": inside(`return 1 << (1 << 28)`),
  "decimal nan": inside(`from decimal import Decimal\nreturn Decimal("sNaN")`),
  "decimal huge": inside(`from decimal import Decimal\nreturn Decimal("1e999999999")`),
  "nan": inside(`return float("nan")`),
  "changes its argument": inside(`if isinstance(x, list): x.append(5)\nreturn 0`),
  "names of METADATA and check": `check = lambda *_: None\nMETADATA = {}\ndef f(x): return 0`,
  "names that are no text": `globals()[5] = 1\nglobals()["math"] = type("M", (), {"isclose": staticmethod(lambda *a: True)})\ndef f(x): return {1: 2, 2.0: 3.0}.get(x, 0)`,
  "a module with a lie": `import types\nmath = types.ModuleType("math"); math.isclose = lambda *_: True\ndef f(x): return {1: 2, 2.0: 3.0}.get(x, 0)`,
  "a module called os": `import types\nmath = types.ModuleType("os.path"); math.isclose = lambda *_: True\ndef f(x): return {1: 2, 2.0: 3.0}.get(x, 0)`,
  "builtins replaced by class": `import builtins\nclass B(type(builtins)):\n    def __getattribute__(s, n): return lambda *_: 0\nbuiltins.__class__ = B\ndef f(x): return 0`,
  "frames of the judge": inside(`import sys
g = sys._getframe(1)
out = []
while g:
    out.append(g.f_code.co_name); g = g.f_back
return 2 if "check" in out else 0`),
  "all objects": inside(`import gc
gc.unfreeze()
return 2 if any(type(o).__name__ == "function" and o.__name__ == "check" for o in gc.get_objects()) else 0`),
  "Judge class in sides": inside(`import sys
J = SIDES["Judge"]
J.cross = lambda *_: b"\\1\\0\\0"
return 2 if J.test or J.codes or J.job else 0`),
  "the judge's line, called from the program": inside(`import sys
J = SIDES["Judge"]
J.cross(b"\\0")
return 2`),
  "the judge's class is not the judge's": inside(`J = SIDES["Judge"]
J.lossy = J.expected = J.error = 2
J.cross = lambda *_: b""
return 0`),
  "state over calls": `n = 0\ndef f(x):\n    global n\n    n += 1\n    return [7, 3.0, -2.0][n - 1]`,
  "exit": inside(`import os\nos._exit(0)`),
  "trap": inside(`import sys\nsys.setrecursionlimit(10**9)\nclass A:\n    def __getattr__(self, n): return getattr(A(), n + "x")\nA().x`),
  "memory": inside(`x = []\nwhile True: x.append(bytearray(1 << 24))`),
  "exception with an own str": `class S(str):\n    def __eq__(s, o): return True\ndef f(x): raise ValueError(S("a"))`,
  "dict with a lying key": `class K(int):\n    def __eq__(s, o): return True\n    __hash__ = int.__hash__\ndef f(x): return {K(1): 2}`,
  "hash collisions": inside(`return {i * ((1 << 61) - 1) for i in range(20000)}`),
  "bool subclass trick": inside(`return memoryview(b"a")`),
  "NotImplemented": inside(`return NotImplemented`),
  "a coroutine": `async def f(x): return x + 1`,
  "a type": `class f:\n    def __new__(cls, x): return 0`,
  "f is data": `f = 5`,
  "f is gone": `del f` ,
  "wrapped by a property of the frame": inside(`import sys
fr = sys._getframe(1)
fr.f_locals["value"] = 2
return 0`),
  "codecs for utf-8": `import codecs\ncodecs.register(lambda n: codecs.CodecInfo(lambda *a: (b"", 0), lambda *a: ("", 0), name=n))\ndef f(x): return "\\ud800"`,
};

/** Bytes in the place of an answer. */
const sends = (hex) => inside(`
def made(self, *_):
    self.out, self.lossy, self.kept, self.at, self.alive = bytearray.fromhex("${hex}"), None, [], {}, []
W = SIDES["Writer"]
W.__init__, W.value, W.note, W.refill = made, lambda *_: None, lambda *_: None, lambda *_: None
return 0`);

/** Numbers that are the same in each run. */
function numbers(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** What the program's interpreter says of the names that a program has, as expressions: the first is told, the second follows. */
const told = (kinds, set = "False", rest = "def f(x): return 0") => `${rest}
def sides():
    for one in object.__subclasses__():
        if one.__name__ == "Lazy" and "scoredrop" in one.__module__: return one.draw.__globals__
S = sides()
W = S["wire"].Writer
def fake(names):
    Program.names = names
    w = W()
    w.value(${kinds})
    w.value(${set})
    return bytes(w.out)
S.update(W=W)
S["names_of"].__code__ = fake.__code__`;
const NAMES = {
  "a module is another one": told('{"f": "callable", "math": "module cmath"}'),
  "a module is a function": told('{"f": "callable", "math": "callable"}', "False", "class math:\n    isclose = lambda *_: True\ndef f(x): return 0"),
  "functions of Python are its own": told('{"f": "callable", "abs": "callable"}', "False", "def abs(x): return 0\ndef f(x): return 0"),
  "the function is data": told('{"f": "data"}', "False", "f = 2"),
  "the function is an iterator": told('{"f": "data"}', "False", "f = iter([2, 3.0])"),
  "the test's function is its own": told('{"f": "callable", "check": "callable"}', "False", "def check(f): pass\ndef f(x): return 0"),
  "the test's function is data": told('{"f": "callable", "check": "data"}', "False", "check = 1\ndef f(x): return 0"),
  "no names": told("{}"),
  "names that are no texts": told('{b"f": 1}'),
  "a module with a path": told('{"f": "module ../f"}'),
  "settings that are no truth": told('{"f": "callable"}', "[[]]"),
};

const hexadecimal = (bytes) => bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
const random = numbers(7);
const BYTES = Array.from({ length: 60 }, () =>
  Array.from({ length: 1 + random(40) }, () => [random(34), random(256), 0, 255][random(4)]),
);
// Values of each kind with nothing and with too much in them, and then neither an exception nor a remark.
const STEPS = Array.from({ length: 37 }, (_, step) => [
  [step, 0, 0],
  [step, 0, 0, 0, 0, 0, 0],
  [step, 255, 255, 255, 255, 0, 0],
]).flat();

/** Programs by what they try. */
export const CROSSINGS = Object.fromEntries([
  ...Object.entries({ ...ATTACKS, ...NAMES }),
  ...[...BYTES, ...STEPS].map(hexadecimal).map((hex) => [`sends ${hex}`, sends(hex)]),
]);

/** Programs with a name of their test that passes until the test's own comes in its place. */
export const CLASHES = {
  "a helper": "def check(n): return n % 7 == 0\ndef f(x):\n    while not check(x): x += 1\n    return x",
  "a loop without an end": `def check(n): return n % 7 == 0
def f(x):
    while True:
        try:
            if check(x): return x
        except Exception: pass
        x += 1`,
  "the end of the interpreter": `import os
def check(n): return n % 7 == 0
mine = check
def f(x):
    if check is not mine: os._exit(0)
    while not check(x): x += 1
    return x`,
  "a stack that is full": `import sys
sys.setrecursionlimit(10 ** 6)
def check(n): return n % 7 == 0
def f(x):
    if x > 10 ** 9: return max([x + 1], key=f)
    try:
        if check(x): return x
    except TypeError: return f(10 ** 9 + 1)
    return f(x + 1)`,
};

/** Programs that fail their test in one interpreter, by what does not cross as it is. */
export const APART = {
  "keys for a tuple": ["def f(x): return dict.fromkeys(x).keys()", "assert f([1, 2]) == (1, 2)"],
  "values for a tuple": ["def f(x): return dict(enumerate(x)).values()", "assert f([1, 2]) == (1, 2)"],
  "pairs for a list": ["def f(x): return {1: 2}.items()", "assert f([1, 2]) == [(1, 2)]"],
  "a list that equals nothing": ["class L(list):\n    def __eq__(self, other): return False\ndef f(x): return L(x)", "assert f([1]) == [1]"],
  "one object twice": ["o = object()\ndef f(x): return o", "assert f(1) != f(2)"],
  "a type of its own": ["class I(int): pass\ndef f(x): return I(x)", "assert type(f(1)) is int"],
  "an exception of its own": [
    "class E(ValueError): pass\ndef f(x): raise E",
    "try: f(1)\nexcept ValueError as error: found = error\nassert type(found) is ValueError",
  ],
  "a list that is filled later": ["found = []\ndef f(x):\n    found.append(x)\n    return found", "a, b = f(1), f(2)\nassert [a, b] == [[1], [1, 2]]"],
  "a list in a list": [
    "row = [0]\ndef f(x):\n    row[0] = x\n    return [row]",
    "a, b = f(1), f(2)\nassert (a, b) == ([[1]], [[2]])",
  ],
  "a list that is changed while another is returned": [
    "kept = []\ndef f(x):\n    if x == 1: return kept\n    kept.append(x)\n    return []",
    "a, b = f(1), f(2)\nassert (a, b) == ([], [])",
  ],
  "an argument that is kept": ["kept = []\ndef f(x):\n    kept.append(x)\n    kept[0].append(1)\n    return 0", "a = []\nf(a)\nf([])\nassert a == [1]"],
  "a list that the test changes": ["S = []\ndef f(x):\n    S.append(x)\n    return S\ndef g(): return len(S)", "a = f(1)\na.append(5)\nassert g() == 1"],
  "an argument that the test changes": ["S = []\ndef f(x): S.append(x)\ndef g(): return len(S[0])", "a = [1]\nf(a)\na.append(5)\nassert g() == 1"],
};

/** Programs that pass only there, since their test does more than call them. */
export const TOGETHER = {
  "a method of a class": ["class U:\n    @staticmethod\n    def add(a, b): return a + b", "assert U.add(1, 2) == 3"],
  "a member": ["import enum\nclass C(enum.Enum):\n    RED = 1", "assert C.RED.value == 1"],
  "a type": ["from decimal import Decimal\ndef f(x): return Decimal(x)", "assert isinstance(f(1), Decimal)"],
  "an emptied cache": ["import functools\n@functools.cache\ndef f(x): return x", "f(1)\nf.cache_clear()\nassert f.cache_info().hits == 0"],
  "words about it": ["def f(x):\n    'adds'\n    return x", "assert f.__doc__ == 'adds'"],
  "a class of the test": ["def f(x): return Node(x).v", "class Node:\n    def __init__(self, v): self.v = v\nassert f(1) == 1"],
  "a number of the test": ["N = 1\ndef f(x): return x + N", "N = 5\nassert f(1) == 6"],
  "a list that is changed": ["S = []\ndef f(x):\n    S.append(x)\n    return S\ndef g(): return len(S)", "a = f(1)\na.append(5)\nassert g() == 2"],
  "what it prints": [
    "def f(x): print('hi', x)",
    "import contextlib, io\nout = io.StringIO()\nwith contextlib.redirect_stdout(out): f(1)\nassert out.getvalue() == 'hi 1\\n'",
  ],
  "a file": ["def f(path): return open(path).read()", "with open('/tmp/t', 'w') as file: file.write('a')\nassert f('/tmp/t') == 'a'"],
  "a seed": ["import random\ndef f(): return random.random()", "import random\nrandom.seed(3)\nassert f() == random.Random(3).random()"],
  "the cause of an exception": [
    "def f(x):\n    try: 1 / 0\n    except ZeroDivisionError as why: raise ValueError from why",
    "try: f(1)\nexcept ValueError as error: found = error\nassert type(found.__cause__) is ZeroDivisionError",
  ],
};

const OWN = "class P:\n    def __init__(self, a): self.a = a\n";
/** Programs that run beside their test and find there what they left in the first run, if it is left. */
export const TWICE = {
  "a folder": [`${OWN}import os\nos.mkdir("/tmp/work/d")\ndef f(x): return P(x)`, "assert f(1).a == 1"],
  "a new file": [`${OWN}def f(x):\n    with open("/tmp/work/n", "x") as file: file.write("a")\n    return P(x)`, "assert f(1).a == 1"],
  "a database": [
    `${OWN}import sqlite3\ndb = sqlite3.connect("/tmp/work/s")\ndb.execute("create table t (a)")\ndef f(x): return P(x)`,
    "assert f(1).a == 1",
  ],
  "a longer file": [
    `${OWN}def f(x):\n    with open("/tmp/work/l", "a") as file: file.write("a\\n")\n    return P(len(open("/tmp/work/l").readlines()))`,
    "assert f(1).a == 1",
  ],
};

/** Settings of a whole interpreter. */
export const SETTINGS = {
  arguments: ["import sys\ndef f(): return sys.argv[1]", "import sys\nsys.argv = ['x', '5']\nassert f() == '5'"],
  "a precision": [
    "import decimal\ndecimal.getcontext().prec = 3\ndef f(x): return decimal.Decimal(x)",
    "from decimal import Decimal\nassert f(1) / 3 == Decimal('0.333')",
  ],
  "a precision that comes later": [
    "import decimal\ndef f(x):\n    decimal.getcontext().prec = 3\n    return decimal.Decimal(x)",
    "from decimal import Decimal\nassert f(1) / 3 == Decimal('0.333')",
  ],
  "a precision of the test": [
    "import decimal\ndef f(x): return decimal.Decimal(x) / 3",
    "import decimal\ndecimal.getcontext().prec = 3\nassert str(f(1)) == '0.333'",
  ],
  "longer numbers": ["import sys\nsys.set_int_max_str_digits(0)\ndef f(x): return 10 ** x", "assert len(str(f(5000))) == 5001"],
};

/** Programs that return an iterator, of which the test takes some values. */
export const ITERATORS = {
  "a generator without an end": ["def f():\n    x = 0\n    while True:\n        yield x\n        x += 1", "g = f()\nassert [next(g) for _ in range(500)] == [*range(500)]"],
  "one that takes ever longer": [
    "def f():\n    x = 1\n    while True:\n        x += 1\n        if x == sum(n for n in range(1, x) if x % n == 0): yield x",
    "from itertools import islice\nassert list(islice(f(), 3)) == [6, 28, 496]",
  ],
  "two that take turns": ["n = 0\ndef f(x):\n    global n\n    while True:\n        n += x\n        yield n", "a, b = f(1), f(10)\nassert [next(a), next(b), next(a)] == [1, 11, 12]"],
  "one in another": ["def f(x): return (iter(range(n)) for n in range(x))", "assert [list(one) for one in f(3)] == [[], [0], [0, 1]]"],
  "one that raises": [
    "def f():\n    yield 1\n    raise KeyError(2)",
    "found = []\ntry:\n    for one in f(): found.append(one)\nexcept KeyError as error: found += error.args\nassert found == [1, 2]",
  ],
  "a long one": ["def f(x): return map(str, range(x))", "assert list(f(50000))[-1] == '49999'"],
};

/** Programs whose test asks for more than crosses in its time. */
export const SLOW = {
  calls: ["def f(x): return x + 1", "n = 0\nfor i in range(150000): n = f(n)\nassert n == 150000"],
  lists: ["def f(x): return [[n] for n in range(x)]", "assert len(f(400000)) == 400000"],
  arguments: ["def f(x): return len(x)", "assert f([[n] for n in range(400000)]) == 400000"],
};

/** Predicted outputs that are no values. */
export const EXPRESSIONS = (
  "3 or True|[3] or True|f(1)|f( 1)|[3]; assert True|[3] if 1 else 0|(x := [3])|(lambda: [3])()|any([1]) and [3]|[3] == [3]|" +
  "[x for x in [3]]|[3] and [3]|[3] in [[3]]|[3] is not 5|[3], 'words'|[3]\\nassert True|[3] != 5|[3] <= [4]|[*f(1)]|" +
  "[f(1)[0]]|eval('[3]')|f.__call__(1)|[3] or exit()|[3] if f else 0|list(map(int, '3'))|sorted(f(1))|type([])([3])|" +
  "[int.__new__(int, 3)]|[3] or (yield)|globals()['f'](1)|[3] or f|[abs(-3)]|[max(3, 2)]|[len('abc')]"
)
  .split("|")
  .map((text) => text.replaceAll("\\n", "\n"));

/** And those that are. */
export const VALUES = ["[3]", " [3] # a remark", "[1 + 2]", "[3] * 1", "list((3,))", "[int('3')]", "[3.0]", "[-(-3)]"];
