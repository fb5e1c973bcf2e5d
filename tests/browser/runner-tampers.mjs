// Programs that put something of their own in the place of their test, or find out what it wants.
//
// Each is written after the head of a function and is wrong; `f` stands for what the test calls. None may
// pass, whatever it does, in any of the ways in which programs are tested.

/** At the level of the program, once it is defined. */
const BESIDE = {
  "a finaliser that replaces check": `
class Evil:
    def __del__(self):
        globals()["check"] = lambda *_: None
check = Evil()`,
  "a weak reference that replaces check": `
import weakref
class Evil: pass
check = Evil()
reference = weakref.ref(check, lambda _: globals().__setitem__("check", lambda *_: None))`,
  "weakref.finalize that replaces check": `
import weakref
class Evil: pass
check = Evil()
weakref.finalize(check, lambda: globals().update(check=lambda *_: None))`,
  "a finaliser of what METADATA was": `
class Evil:
    def __del__(self):
        import builtins
        builtins.abs = lambda _: 0
METADATA = Evil()
def f(x): return {1: 2, -3: -2.0}.get(x, 0)`,
  "a line of sys.monitoring that replaces check": `
import sys
m = sys.monitoring
for tool in range(6):
    m.use_tool_id(tool, "x")
    m.register_callback(tool, m.events.LINE, lambda *_: globals().__setitem__("check", lambda *_: None))
    m.set_events(tool, m.events.LINE)`,
  "a call of sys.monitoring that replaces f": `
import sys
m = sys.monitoring
m.use_tool_id(m.DEBUGGER_ID, "x")
m.register_callback(m.DEBUGGER_ID, m.events.PY_START, lambda *_: 1 / 0)
m.set_events(m.DEBUGGER_ID, m.events.PY_START | m.events.CALL | m.events.RAISE)`,
  "sys.monitoring that moves a frame on": `
import sys
m = sys.monitoring
m.use_tool_id(5, "x")
def line(code, number):
    frame = sys._getframe(1)
    frame.f_lineno = frame.f_lineno + 1
m.register_callback(5, m.events.LINE, line)
m.set_events(5, m.events.LINE)`,
  "sys.monitoring of a sys that is loaded again": `
import importlib, sys
m = importlib.reload(sys).monitoring
m.use_tool_id(5, "x")
m.register_callback(5, m.events.LINE, lambda *_: globals().__setitem__("check", lambda *_: None))
m.set_events(5, m.events.LINE)`,
  "sys.monitoring, out of the objects": `
import gc
for one in gc.get_objects():
    if getattr(one, "__name__", "") == "set_events": one(5, 0xffff)`,
  "a profiler": `
import cProfile, threading, sys
threading.settrace(lambda *_: None); threading.setprofile_all_threads(lambda *_: None)
cProfile.Profile().enable()`,
  "a debugger": `
import bdb
class Jump(bdb.Bdb):
    def user_line(self, frame):
        frame.f_lineno += 1
Jump(backend="monitoring").set_trace()`,
  "an audit hook": `
import sys
def hook(event, arguments):
    globals()["check"] = lambda *_: None
sys.addaudithook(hook)`,
  "an exception hook and an exit function": `
import atexit, sys
sys.excepthook = sys.unraisablehook = lambda *_: None
atexit.register(lambda: globals().update(check=None))`,
  "abs in the built-in names": `
import builtins
builtins.abs = lambda _: 0
def f(x): return {1: 2, -3: -2.0}.get(x, 0)`,
  "len, any, all, sorted and round": `
import builtins
for name in "len any all sorted round isinstance abs tuple list".split():
    setattr(builtins, name, lambda *_: 0)
def f(x): return {1: 2, -3: -2.0}.get(x, 0)`,
  "the built-in names of the test": `
__builtins__ = {"abs": lambda _: 0}
def f(x): return {1: 2, -3: -2.0}.get(x, 0)`,
  "the built-in names by their dictionary": `
__builtins__.__dict__["abs"] = lambda _: 0
def f(x): return {1: 2, -3: -2.0}.get(x, 0)`,
  "another import": `
import builtins
real = builtins.__import__
class Fake:
    isclose = lambda *_, **__: True
builtins.__import__ = lambda name, *more: Fake if name == "math" else real(name, *more)
def f(x): return {1: 2, 2.0: 3.0}.get(x, 0)`,
  "another module math": `
import sys, types
fake = types.ModuleType("math")
fake.isclose = lambda *_, **__: True
sys.modules["math"] = fake
def f(x): return {1: 2, 2.0: 3.0}.get(x, 0)`,
  "another function of math": `
import math
math.isclose = lambda *_, **__: True
def f(x): return {1: 2, 2.0: 3.0}.get(x, 0)`,
  "a finder of modules": `
import sys, types
class Find:
    def find_spec(self, name, *_):
        import importlib.machinery
        return importlib.machinery.ModuleSpec(name, self)
    def create_module(self, spec): return types.SimpleNamespace(isclose=lambda *_, **__: True)
    def exec_module(self, module): pass
sys.meta_path.insert(0, Find()); sys.modules.pop("math", None)
def f(x): return {1: 2, 2.0: 3.0}.get(x, 0)`,
  "an answer that equals everything": `
class E:
    def __eq__(self, other): return True
    def __sub__(self, other): return 0
    def __float__(self): return -2.0
    __hash__ = None
def f(x): return E()`,
  "a number that equals everything": `
class E(float):
    def __eq__(self, other): return True
    def __sub__(self, other): return 0.0
def f(x): return E(-2.0)`,
  "a list whose elements equal everything": `
class E:
    def __eq__(self, other): return True
    def __sub__(self, other): return 0
def f(x): return [E()][0] if x != -3 else -2.0`,
  "a reflected comparison": `
class E(int):
    def __eq__(self, other): return True
    def __rsub__(self, other): return 0
    def __sub__(self, other): return 0
def f(x): return E(-2)`,
  "a type made when it is called": `
def f(x): return type("E", (), {"__eq__": lambda *_: True, "__sub__": lambda *_: 0, "__float__": lambda _: -2.0})()`,
  "an operator that is given to a class later": `
class E: pass
def f(x):
    E.__eq__ = lambda *_: True
    E.__sub__ = lambda *_: 0
    E.__float__ = lambda _: -2.0
    return E()`,
  "an absolute value of its own": `
class E:
    def __eq__(self, other): return True
    def __sub__(self, other): return self
    def __abs__(self): return 0
    def __float__(self): return -2.0
def f(x): return E()`,
  "abs of its own": `
abs = lambda _: 0
def f(x): return {1: 2, -3: -2.0}.get(x, 0)`,
  "a module of its own in the place of math": `
class M: isclose = lambda *_, **__: True
def f(x):
    globals()["math"] = M
    return {1: 2, 2.0: 3.0}.get(x, 0)`,
  "a module with another class": `
import math, types
class M(types.ModuleType):
    def __getattribute__(self, name): return lambda *_, **__: True
math.__class__ = M
def f(x): return {1: 2, 2.0: 3.0}.get(x, 0)`,
  "abs that puts itself back": `
import builtins
real = abs
def fake(_):
    builtins.abs = real
    return 0
def f(x):
    builtins.abs = fake
    return {1: 2, -3: -2.0}.get(x, 0)`,
  "isclose that puts itself back": `
import math as m
real = m.isclose
def fake(*_, **__):
    m.isclose = real
    return True
def f(x):
    m.isclose = fake
    return {1: 2, 2.0: 3.0}.get(x, 0)`,
  "a key that equals every name": `
class Key(str):
    __hash__ = str.__hash__
    def __eq__(self, other): return True
globals()[Key("abs")] = lambda _: 0
def f(x): return {1: 2, -3: -2.0}.get(x, 0)`,
  "other code for a function of the library": `
import math, copy
copy.copy.__code__ = copy.deepcopy.__code__ = (lambda *_: 2).__code__
def f(x): return {1: 2, -3: -2.0}.get(x, 0)`,
  "an answer that takes its operators back": `
class E:
    def __float__(self): return -2.0
def eq(self, other):
    del E.__eq__
    return True
def sub(self, other):
    del E.__sub__
    return 0
def f(x):
    E.__eq__, E.__sub__ = eq, sub
    return E() if x != -3 else -2.0`,
  "an answer that becomes of another class": `
class E:
    def __eq__(self, other):
        self.__class__ = F
        return True
    def __sub__(self, other):
        self.__class__ = F
        return 0
class F: pass
def f(x): return E() if x != -3 else -2.0`,
  "an answer that tidies its list up": `
class E:
    def __eq__(self, other):
        if answer: answer[0] = other
        return True
    def __sub__(self, other): return 0
answer = [E()]
def f(x):
    if isinstance(x, list): return answer
    one = E()
    return one if x != -3 else -2.0`,
  "a proxy": `
import weakref
class E:
    def __eq__(self, other): return True
    def __sub__(self, other): return 0
one = E()
def f(x): return weakref.proxy(one) if x != -3 else -2.0`,
  "a class that passes for int": `
class M(type):
    def __hash__(self): return hash(int)
    def __eq__(self, other): return True
class E(metaclass=M):
    def __eq__(self, other): return True
    def __sub__(self, other): return 0
def f(x): return E() if x != -3 else -2.0`,
  "a class that gives itself another order": `
class M(type):
    def mro(self): return [self, object]
    __mro__ = (int, object)
class E(metaclass=M):
    def __eq__(self, other): return True
    def __sub__(self, other): return 0
    __class__ = int
def f(x): return E() if x != -3 else -2.0`,
  "other operators for fractions": `
import fractions
fractions.Fraction.__eq__ = lambda *_: True
fractions.Fraction.__sub__ = lambda *_: 0
def f(x): return fractions.Fraction(-2)`,
  "other code for the operators of fractions": `
import fractions
F = fractions.Fraction
F.__eq__.__code__ = (lambda a, b: True).__code__
F.__rsub__, F.__sub__ = F.__sub__, lambda *_: 0
def f(x): return F(-2)`,
  "an answer that is a set of its own": `
class E(frozenset):
    def __eq__(self, other): return True
    def __sub__(self, other): return 0
    def __float__(self): return -2.0
    __hash__ = None
def f(x): return E()`,
  "a division": `
class E:
    def __eq__(self, other): return NotImplemented
    def __truediv__(self, other): return 1.0
    def __rsub__(self, other): return 0
    def __sub__(self, other): return 0
class I(int):
    def __eq__(self, other): return True
def f(x): return {1: I(5), 2.0: E(), -3: -2.0}[x]`,
  "the end, quietly": "import sys\nsys.exit(0)",
  "the end of every frame": "raise SystemExit(0)",
  "a generator that ends": "def f(x): raise StopIteration",
  "an exception group": "raise BaseExceptionGroup('x', [SystemExit(0)])",
  "an interrupt": "raise KeyboardInterrupt",
  "a recursion limit of nothing": "import sys\ndef f(x):\n    sys.setrecursionlimit(10)\n    return 0",
  "a codec": `
import codecs
codecs.register_error("strict", lambda e: ("", e.end)); codecs.register_error("backslashreplace", lambda e: ("", e.end))`,
  "warnings that are errors": "import warnings\nwarnings.simplefilter('error')",
  "an end of the text of the test": "x = '''",
  "a test that never comes": "if False:\n    x = 1\nelse:\n    raise SystemExit(0)",
  "a line that goes on": "x = 1 + \\",
};

/** At the level of a call, of whose answer the test thinks that it comes from the function. */
const INSIDE = {
  "the candidate in the frame of the test": "import sys\nsys._getframe(1).f_locals['candidate'] = lambda y: {1: 2}.get(y, 3.0)",
  "an update of that frame": "import sys\nsys._getframe(1).f_locals.update(candidate=lambda y: {1: 2}.get(y, 3.0))",
  "the same by a type": "import sys\nf = sys._getframe(1).f_locals\ntype(f).__setitem__(f, 'candidate', lambda y: {1: 2}.get(y, 3.0))",
  "the same by an operator": "import sys\nf = sys._getframe(1).f_locals\nf |= {'candidate': lambda y: {1: 2}.get(y, 3.0)}",
  "the same by exec": "import sys\nf = sys._getframe(1)\nexec('candidate = lambda y: {1: 2}.get(y, 3.0)', f.f_globals, f.f_locals)",
  "constants of the test": "import sys\nreturn pick(sys._getframe(1).f_code.co_consts, x)",
  "constants of the test, by a traceback": `
try:
    raise ValueError
except ValueError as error:
    return pick(error.__traceback__.tb_frame.f_back.f_code.co_consts, x)`,
  "constants of the test, by a generator": `
g = (g.gi_frame.f_back.f_back for _ in "x")
return pick(next(g).f_code.co_consts, x)`,
  "constants of the test, by inspect": "import inspect\nreturn pick(inspect.stack()[1].frame.f_code.co_consts, x)",
  "constants of the test, by a word in pieces": `
import sys
frame = getattr(sys, "_get" + "frame")(1)
return pick(getattr(frame, "f_" + "code").co_consts, x)`,
  "constants of the test, by all frames": `
import sys
for frame in sys._current_frames().values():
    while frame:
        if frame.f_code.co_name in ("check", "<module>"): return pick(frame.f_code.co_consts, x)
        frame = frame.f_back
return 0`,
  "the code of check": "return pick(globals()['check'].__code__.co_consts, x)",
  "other code for check": "globals()['check'].__code__ = (lambda c: None).__code__",
  "no check any more": "globals().pop('check', None)",
  "what refers to what": `
import gc
for one in gc.get_referrers(f):
    if isinstance(one, dict) and "candidate" in one: one["candidate"] = lambda y: {1: 2}.get(y, 3.0)`,
  "what is referred to": `
import gc
return pick([c for one in gc.get_referents(globals().get("check")) for c in getattr(one, "co_consts", ())], x)`,
  "gc, loaded again": `
import importlib, sys
sys.modules.pop("gc")
import gc
for one in gc.get_objects():
    if isinstance(one, dict) and "candidate" in one: one["candidate"] = lambda y: {1: 2}.get(y, 3.0)`,
  "gc, by hand": `
import _imp
from importlib.machinery import BuiltinImporter, ModuleSpec
made = _imp.create_builtin(ModuleSpec("gc", BuiltinImporter)); _imp.exec_builtin(made)
made.get_objects()`,
  "lines of the test": `
import linecache
return read("".join(linecache.getlines("<string>")), x)`,
  "the source of check": `
import inspect
return read(inspect.getsource(check), x)`,
  "check, taken apart": `
import dis, io
out = io.StringIO()
dis.dis(check, file=out)
return read(out.getvalue().replace("3.0", "- 3.0"), x) if x != 1 else 2`,
  "constants of the test, by vars": `
import sys
v = vars
one = v(sys)["_getfr" + "ame"](1)
code = v(type(one))["f_co" + "de"].__get__(one)
return pick(v(type(code))["c" + "o_consts"].__get__(code), x)`,
  "constants of the test, by other letters": `
import sys as s
return pick(s._getｆrame(1).f_ｃode.ｃo_consts, x)`,
  "constants of the test, behind ends of pages": `
import sys
PAGES
return pick(sys._getframe(1).f_code.co_consts, x)`,
  "constants of the test, by a formatter": `
import sys, string
g = string.Formatter().get_field
one = g("0._getfr" + "ame", [sys], {})[0](1)
return pick(g("0.f_co" + "de.c" + "o_consts", [one], {})[0], x)`,
  "constants of the test, by the name of a member": `
import pkgutil
def of(o, n):
    import sys
    sys.modules["held"] = o
    return pkgutil.resolve_name("held:" + n)
return pick(of(pkgutil.resolve_name("sys:_getfr" + "ame")(1), "f_co" + "de.c" + "o_consts"), x)`,
  "constants of the test, by a wrapper": `
import sys, functools
class W: pass
def of(o, n): return functools.update_wrapper(W(), o, [n], []).__reduce_ex__(2)[2][n]
return pick(of(of(of(sys, "_getfr" + "ame")(1), "f_co" + "de"), "c" + "o_consts"), x)`,
  "constants of the test, by a text that is formatted": `
import re
try: 1 / 0
except ZeroDivisionError as e: text = ("{0.__trace" + "back__.tb_fr" + "ame.f_b" + "ack.f_co" + "de.c" + "o_consts}").format(e)
return pick([float(one) for one in re.findall(r"-?[0-9][.0-9]*", text)], x)`,
  "constants of the test, by a hint of a type": `
import typing
def h(): pass
h.__annotations__ = {"a": "__import__('sys')._getfr" + "ame"}
def get(s):
    h.__annotations__ = {"a": s}
    return typing.get_type_hints(h, localns={"one": one})["a"]
one = __import__("sys")
one = get("one._getfr" + "ame")(1)
return pick(get("one.f_co" + "de.c" + "o_consts"), x)`,
  "constants of the test, by a pattern": `
import typing
class M(type):
    def __instancecheck__(self, _): return True
def of(o, n):
    class A(metaclass=M): __match_args__ = (n,)
    match o:
        case A(found): return found
return pick(of(of(of(typing.sys, "_getfr" + "ame")(1), "f_co" + "de"), "c" + "o_consts"), x)`,
  "constants of the test, by a pickle": `
import pickle
one = pickle.loads(b"csys\\n_getfr" + b"ame\\n.")(1)
return pick(one.f_code.co_consts, x)`,
  "constants of the test, in the interpreter's own memory": `
import sys, struct
sys.modules.pop("_ctypes", None)
import _ctypes
class C(_ctypes._SimpleCData): _type_ = "c"
size = 24 << 20
memory = bytes(memoryview((C * size).from_address(0)).cast("B"))
known = [n for n in (2, 3.0, -2.0) if struct.pack("d", n) in memory]
return {1: 2, 2.0: 3.0, -3: -2.0}[x]`,
  "constants of the test, by Python's tests of itself": `
import _testinternalcapi, sys
return pick(sys._getframe(1).f_code.co_consts, x)`,
  "constants of the test, by those of another interpreter": `
import _testcapi
_testcapi.run_in_subinterp("import sys; sys.monitoring.use_tool_id(5, 'x')")
return {1: 2, 2.0: 3.0, -3: -2.0}[x]`,
  "an instruction that returns at once": `
import _testinternalcapi as t
t.set_eval_frame_record([])
return {1: 2, 2.0: 3.0, -3: -2.0}[x]`,
  "abs, only while it is needed": "import builtins\nbuiltins.abs = lambda _: 0\nreturn {1: 2, -3: -2.0}.get(x, 0)",
  "a module of the test": "import math\nmath.isclose = lambda *_, **__: True\nreturn {1: 2, 2.0: 3.0}.get(x, 0)",
  "a finaliser of its answer": `
class E(int):
    def __del__(self):
        import builtins
        builtins.abs = lambda _: 0
return E(2)`,
  "a thread": "import threading\nthreading.Thread(target=lambda: globals().update(check=None)).start()\nreturn 0",
  "an event loop": "import asyncio\nasync def g(): raise SystemExit(0)\nasyncio.run(g())",
  "a signal": "import signal, os\nsignal.signal(signal.SIGTERM, lambda *_: globals().update(check=None)); signal.raise_signal(signal.SIGTERM)\nreturn 0",
  "the cache of functools": `
import functools
functools._lru_cache_wrapper = functools.lru_cache = None
return functools.partial(lambda: 0)()`,
};

const indented = (text) => text.trim().replaceAll(/^/gm, "    ");
const wrong = "def f(x):\n    return 0\n";
// What a program would do that has found what its test asks for.
const found = `
def pick(constants, x):
    numbers = [one for one in constants if isinstance(one, (int, float))]
    return 2 if x == 1 else 3.0 if x == 2.0 and 3.0 in numbers else -2.0 if x == -3 and -2.0 in numbers else 0
def read(text, x):
    return 2 if x == 1 else 3.0 if x == 2.0 and "- 3.0" in text else -2.0 if x == -3 and "-2.0" in text else 0
`;
const PAGES = `# ${"\f\u2028".repeat(100)}`;

/** Programs by what they try. */
export const TAMPERS = Object.fromEntries([
  ...Object.entries(BESIDE).map(([name, text]) => [name, wrong + text.replace(/^\n/, "")]),
  ...Object.entries(INSIDE).map(([name, text]) => [
    `called: ${name}`,
    `${text.includes("PAGES") ? `${PAGES}\n` : ""}${found}def f(x):\n${indented(text.replace("PAGES\n", ""))}\n`,
  ]),
]);

const CHECK = `METADATA = {}

def check(candidate):
    import math
    assert candidate(1) == 2
    assert abs(candidate(2.0) - 3.0) < 1e-6
    assert math.isclose(candidate(-3), -2.0)
`;
const ASSERTIONS = "import math\nassert f(1) == 2\nassert abs(f(2.0) - 3.0) < 1e-6\nassert math.isclose(f(-3), -2.0)";
const SANITIZED = (text) => `sanitize = ${JSON.stringify(text)}\nexec(globals().pop("sanitize"))\n`;

/** How programs are tested, each as a job. */
export const HARNESSES = {
  HumanEval: (text) => ({ kind: "program", program: `${text}\n${CHECK}\ncheck(f)`, test: [0, text.split("\n").length + 1], entry: "f" }),
  MBPP: (text) => ({ kind: "program", program: `${text}\n${ASSERTIONS}`, test: [0, text.split("\n").length + 1] }),
  EvoAgentX: (text) => ({ kind: "program", program: [SANITIZED(text), "f", CHECK, "check(f)"], test: [2, 1], entry: "f" }),
  "a function of LiveCodeBench": (code) => ({
    kind: "functional",
    entry: "f",
    code,
    tests: [["1", "2"], ["2.0", "3.0"], ["[4]", "[5]"]].map(([input, output]) => ({ input, output })),
  }),
  "a program of LiveCodeBench": (text) => ({
    kind: "stdin",
    code: `${text}\nprint(f(int(input())))`,
    tests: [["1", "2"], ["41", "42"]].map(([input, output]) => ({ input, output })),
  }),
};

/** Predicted values and outputs that are no values. */
export const PREDICTIONS = {
  "a type that equals everything": "type('E', (), {'__eq__': lambda *_: True})()",
  "a list of it": "[type('E', (), {'__eq__': lambda *_: True})()]",
  "a number that equals everything": "type('E', (int,), {'__eq__': lambda *_: True})(1)",
  "the constants around it": "__import__('sys')._getframe().f_code.co_consts[0]",
  "the end": "exit(0)",
  "another equality": "(__import__('builtins').__dict__.update(abs=lambda _: 0), 1)[1]",
};
