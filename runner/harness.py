"""Prepares the interpreter for a program that is scored, and describes what happened.

The interpreter loads this module once. The worker restores the interpreter's memory before every sample, so
nothing here has to undo anything. The worker calls these functions between the steps of a program and runs the
steps itself: while a program runs, no frame of this file is below it, and no function here returns a verdict
that the program could change (worker.js explains how verdicts are reached).

The rules are those of openai/human-eval@6d43fb98 (`execution.py`) and
LiveCodeBench/LiveCodeBench@28fef95e (`evaluation/testing_util.py`,
`compute_test_output_prediction_metrics.py`).
"""

import __future__
import _sitebuiltins
import _thread
import ast
import asyncio
import asyncio.base_events
import bisect  # Some are here only so that they are there already when a program asks for them.
import builtins
import collections
import concurrent.futures.thread
import copy
import datetime
import decimal
import dis
import fractions
import functools
import gc
import hashlib
import heapq
import importlib
import io
import itertools
import json
import linecache
import marshal
import math
import multiprocessing.pool  # It asks for the working folder, which the guard takes away.
import operator
import os
import random
import re
import shutil
import signal
import statistics
import string
import subprocess
import sys
import tempfile
import threading
import time
import traceback
import types
import typing
import warnings
import weakref

# Every sample starts from the same seed, so that a verdict can be repeated.
SEED = 0

# Longest text that is handed out: a traceback, a line of output.
MOST_TEXT = 4000

PRELUDE = (
    "".join(
        f"from {name} import *\n"
        for name in (
            "string re datetime collections heapq bisect copy math random statistics itertools "
            "functools operator io sys json builtins typing"
        ).split()
    )
    + "".join(
        f"import {name}\n"
        for name in (
            "string re datetime collections heapq bisect copy math random statistics itertools "
            "functools operator io sys json"
        ).split()
    )
    + "sys.setrecursionlimit(50000)\n"
)

# What LiveCodeBench imports before a program of its code execution (`utils_execute.py`).
EXECUTION = {
    "itertools": "accumulate chain combinations count permutations product groupby islice repeat zip_longest cycle",
    "copy": "deepcopy",
    "string": "ascii_lowercase",
    "math": "floor log2 log10 sqrt comb gcd ceil inf isqrt log prod",
    "collections": "defaultdict deque Counter OrderedDict",
    "bisect": "bisect bisect_left bisect_right insort",
    "heapq": "heappush heappop heapify merge",
    "functools": "reduce cache lru_cache partial",
    "random": "randrange shuffle",
    "operator": "itemgetter sub iand",
    "os.path": "commonprefix",
    "typing": "List Tuple Dict Set Optional Union Any Callable Iterable Iterator Generator",
}
EXECUTION_MODULES = "copy string math collections bisect heapq functools random itertools operator re sys".split()

# Packages that programs ask for and that are not part of Python.
PACKAGES = frozenset(
    "Crypto PIL aiohttp attr attrs bs4 cachetools click cv2 cython dateutil django fastapi flask gmpy2 "
    "google h5py httpx jax joblib keras lightgbm lxml matplotlib mpmath more_itertools nltk networkx "
    "numba numexpr numpy openpyxl ortools pandas patsy plotly polars psutil pyarrow pydantic pytest pytz "
    "regex requests rich scipy seaborn shapely simplejson six sklearn sortedcontainers spacy sqlalchemy "
    "statsmodels sympy tabulate tensorflow toolz torch torchvision tqdm transformers typing_extensions "
    "ujson xgboost xlrd yaml".split()
)

# Modules that Python has removed, with the version that did. References ran on older ones.
REMOVED = {
    name: version
    for version, names in {
        "3.9": "dummy_threading _dummy_thread",
        "3.10": "formatter parser symbol",
        "3.11": "binhex",
        "3.12": "asynchat asyncore distutils imp smtpd",
        "3.13": "aifc audioop cgi cgitb chunk crypt imghdr lib2to3 mailcap nis nntplib ossaudiodev pipes sndhdr spwd "
        "sunau telnetlib uu xdrlib",
    }.items()
    for name in names.split()
}

# What Python's modules have elsewhere and lack in WebAssembly.
ABSENT = {
    "hashlib": "pbkdf2_hmac scrypt",
    "os": "copy_file_range eventfd forkpty getegid geteuid getgroups getrandom link mkfifo mknod nice openpty pipe2 "
    "posix_spawn posix_spawnp sched_getaffinity sched_setaffinity sendfile",
    "select": "epoll",
    "selectors": "EpollSelector",
    "signal": "pthread_kill",
    "socket": "AF_UNIX",
    "socketserver": "UnixDatagramServer UnixStreamServer",
    "threading": "get_native_id",
    "time": "thread_time thread_time_ns tzset",
}
ABSENT = {(module, name) for module, names in ABSENT.items() for name in names.split()}

# What exceptions say where threads, processes and the locks between them are lacking.
LACKING = (
    "can't start new thread", "can't start new process", "functioning sem_open", "lacks multiprocessing.synchronize",
    # Sizes and positions have 32 bits here.
    "too large to convert to C", "into an index-sized integer", "islice() must be None or an integer",
    "No time zone found with key",
)  # fmt: skip

# human-eval makes a temporary folder before its guard, and so `tempfile` knows where these are. Natively
# `TemporaryFile` takes a file without a name, and needs no `unlink` that the guard takes away.
tempfile.gettempdir()
system = types.ModuleType("os")
system.__dict__.update(os.__dict__)
tempfile.TemporaryFile = types.FunctionType(
    tempfile.TemporaryFile.__code__,
    {**tempfile.__dict__, "_os": system},
    "TemporaryFile",
    tempfile.TemporaryFile.__defaults__,
)
tempfile.TemporaryFile.__kwdefaults__ = {"errors": None}

OS_FUNCTIONS = (
    "kill system putenv remove removedirs rmdir fchdir setuid fork forkpty killpg rename renames "
    "truncate replace unlink fchmod fchown chmod chown chroot lchflags lchmod lchown getcwd chdir"
).split()


class Swallow(io.StringIO):
    """Accepts every text, stores none, and cannot be read from."""

    def __init__(self):
        super().__init__()
        # In C, because some programs print all the time. It takes a `str` and gives its length.
        self.write = str.__len__

    def read(self, *_):
        raise OSError

    readline = readlines = read

    def readable(self):
        return False


class Capture(io.StringIO):
    """Standard output of a test."""

    def __init__(self):
        super().__init__()
        # The reference does the same, and a program that closes its output fails there.
        self.close = lambda _: 1


class Bytes:
    """`sys.stdin.buffer` of the reference: a line is always the first one."""

    def __init__(self, text):
        self._bytes = text.encode()

    def read(self, *_):
        return self._bytes

    def readline(self, *_):
        return self._bytes.split(b"\n")[0] + b"\n"


class Stdin:
    """`sys.stdin` of the reference: it gives everything again and again, and cannot be iterated."""

    def __init__(self, text):
        self._text = text
        self._lines = io.StringIO(text)
        self.buffer = Bytes(text)

    def read(self, *_):
        return self._text

    def readline(self, *size):
        return self._lines.readline(*size)

    def readlines(self, *_):
        return self._text.split("\n")

    def __getattr__(self, name):
        return getattr(self._lines, name)


# ---------------------------------------------------------------------------------------------------
# What a sample is: read while the interpreter is clean, before anything of the program runs.


def whole(code):
    """Returns the program of a stdin problem as the reference runs it: imports, then a function around all other
    statements. The body of a last `if __name__ == '__main__'` replaces this statement."""
    try:
        tree = ast.parse(code)
        last = tree.body[-1]
        if isinstance(last, ast.If) and ast.unparse(last.test).strip() == "__name__ == '__main__'":
            code = ast.unparse(tree.body[:-1]) + "\n" + ast.unparse(last.body)
    except Exception:
        pass
    try:
        imports, others = [], []
        for statement in ast.parse(code).body:
            is_import = isinstance(statement, (ast.Import, ast.ImportFrom))
            (imports if is_import else others).append(statement)
        nothing = ast.arguments(
            posonlyargs=[], args=[], kwonlyargs=[], kw_defaults=[], defaults=[]
        )
        function = ast.FunctionDef(
            name="wrapped_function", args=nothing, body=others, decorator_list=[], lineno=-1
        )
        return f"{PRELUDE}\n{ast.unparse(imports)}\n{ast.unparse(function)}"
    except Exception:
        return code


def predicted(text):
    """Returns the expression that a predicted assertion compares with, as the reference finds it."""
    lines = text.splitlines()
    if len(lines) > 1:
        text = next((one for one in lines if not one.startswith("#") and "assert" in one), text)
    text = text.strip()
    if "assert" not in text:
        return text
    try:
        body = ast.parse(text).body
    except SyntaxError:
        return "Invalid syntax"
    if not body:
        return "Empty statement"
    if not isinstance(body[0], ast.Assert):
        return "Not an assert statement"
    test = body[0].test
    if not isinstance(test, ast.Compare) or not isinstance(test.ops[0], ast.Eq):
        return "Not an equality assertion"
    return str(ast.get_source_segment(text, test.comparators[0]))


def values(job):
    """Returns arguments and expected values of tests as bytes. The worker keeps them outside the interpreter until they
    are needed, so that no program can look for them."""
    job = json.loads(job)
    if job["kind"] == "value":
        return [marshal.dumps(json.loads(job["expected"]))]
    found = []
    for test in job["tests"]:
        arguments = tuple(json.loads(line) for line in test["input"].split("\n"))
        found += [marshal.dumps(arguments), marshal.dumps(json.loads(test["output"]))]
    return found


def execution(program):
    """Returns the imports before a program of code execution. It includes numpy and pandas only if the program names
    them: neither package is here, and hardly any program needs one."""
    lines = [f"from {module} import {', '.join(names.split())}" for module, names in EXECUTION.items()]
    lines.append("from re import search as re_search")
    # In the reference, too, a module comes after the names in it: `bisect` is the module.
    lines += [f"import {module}" for module in EXECUTION_MODULES]
    if re.search(r"\bnp\.", program):
        lines.append("import numpy as np")
    if re.search(r"\bpd\.", program):
        lines.append("import pandas as pd")
    return "\n".join(lines) + "\n"


def compiled(text, mode="exec"):
    return compile(text, "<string>", mode, dont_inherit=True)


def pieces_of(job):
    """Returns the texts of a program, and the number of the text and the line in which its test begins, or None."""
    parts = job["program"]
    part, line = job.get("test") or (None, 1)
    if job.get("prelude") == "execution":
        imports = execution(parts[0]) + "\n"
        parts = [imports + parts[0], *parts[1:]]
        line += imports.count("\n") if part == 0 else 0
    return parts, part, line


def whole_code(job):
    """Returns the program of LiveCodeBench as it is run."""
    code = job["program"][0]
    return whole(code) if job["kind"] == "stdin" else f"{PRELUDE}\n\n{code}"


def remember(text):
    """Gives the lines of a sample to tracebacks. Call it only when the sample has failed: a program could read its test
    there."""
    job = json.loads(text)
    if job["kind"] == "program":
        parts, part, _ = pieces_of(job)
        text = parts[part or 0]
    elif job["kind"] == "value":
        text = predicted(job["program"][0]).lstrip(" \t")
    else:
        text = whole_code(job)
    # Python ends lines at a carriage return as well, and at nothing else that `splitlines` knows.
    lines = re.findall(r"[^\n]*\n|[^\n]+", text.replace("\r\n", "\n").replace("\r", "\n"))
    linecache.cache["<string>"] = (len(text), None, lines, "<string>")


def begin(text):
    """Prepares a sample: the guard, its streams, its code. Returns the namespace, the object that holds the entry
    function, and the pieces of code."""
    job = json.loads(text)
    kind = job["kind"]
    guard(job.get("guard") or ("humaneval" if kind == "program" else "livecodebench"))
    state.room = job["output"]
    if job.get("deep"):
        functools._lru_cache_wrapper = PLAIN_CACHE
        state.traits.add("cache")
    if kind == "program":
        sys.stdout = sys.stderr = sys.stdin = Swallow()
        names = {"__builtins__": builtins}
        parts, part, line = pieces_of(job)
        codes = [compiled(one) for one in parts]
        if part is None:
            return (names, None, codes)
        return (names, None, *tested(names, codes, parts, part, line))
    sys.stdout = sys.stderr = Swallow()
    # What a name that was bound while the program was imported stands for; it has nothing to read.
    sys.stdin = state.stdin = io.TextIOWrapper(io.BytesIO(b""), encoding="utf-8")
    if kind == "value":
        names = {"__builtins__": builtins, "ast": ast, "json": json}
        return (names, None, [compiled(predicted(job["program"][0]).lstrip(" \t"), "eval")])
    code = whole_code(job)
    module = types.ModuleType("tmp_sol", "")
    module.__builtins__ = builtins
    state.inputs = [test["input"] for test in job["tests"]] if kind == "stdin" else []
    state.solution = "class Solution" in code
    return (module.__dict__, module, [compiled(code)])


def pace():
    """Returns a measure of the speed of the interpreter: dictionaries, integers, a loop."""
    total, seen = 0, {}
    for number in range(200_000):
        total += number * number % 7
        seen[number % 1000] = total
    return total


def is_class():
    """Returns whether the reference creates an object of the program's class `Solution`."""
    return state.solution


def feed(number):
    """Gives the input of a test to the program, and an empty output."""
    text = state.inputs[int(number)]
    lines = iter(text.split("\n"))
    # A name bound by `from sys import stdin` gets lines without their ends.
    state.stdin.readline = lambda *_: next(lines)
    state.stdin.readlines = lambda *_: text.split("\n")
    state.stdin.read = lambda *_: text
    sys.stdin = Stdin(text)
    sys.stdout = state.captured = Capture()
    builtins.open = lambda *_, **__: io.StringIO(text)


def taken(_):
    """Returns the output of a test. Raises an exception if the output exceeds its limit."""
    text = state.captured.getvalue()
    if len(text) > state.room:
        raise OSError("the output is longer than the limit")
    return text


# ---------------------------------------------------------------------------------------------------
# What a test is, and what a program must not put in its place. All of this is made before the program
# runs; the worker holds it, and README.md says against what.

FUTURES = functools.reduce(operator.or_, (getattr(__future__, name).compiler_flag for name in __future__.all_feature_names))

# How constants begin in whose place something else is put: these are no names, which a program could bind.
PLACE = "\0place "
SEEN = PLACE + "seen"

# What these do depends on the frame that calls them, so a test that calls them keeps its frames in sight.
FRAMES = frozenset("exec eval globals locals vars dir super".split())

# Modules out of which no attribute leads to a frame, to code or to another module, but for the names below.
MODULES = frozenset(
    "__future__ abc array bisect cmath collections copy datetime decimal fractions functools hashlib heapq itertools "
    "json math numbers operator queue random re statistics string sys textwrap time typing unicodedata".split()
)
# Names by which a program gets hold of frames, of code, or of attributes whose names it makes itself.
REACHES = re.compile(
    r"^(?:f|co|gi|cr|ag|tb)_|frame|inspect|getattr|import_|loader|builtins|^_current"
    r"|^(?:attrgetter|methodcaller|compile|dir|eval|exec|globals|locals|vars|breakpoint|help|modules|update_wrapper|wraps"
    r"|Formatter|get_field|format_map|singledispatch|singledispatchmethod|get_type_hints|ForwardRef|evaluate_forward_ref)$"
)
# Those of Python's own names with underscores that are no way to anything.
OWN = frozenset(
    f"__{name}__"
    for name in (
        "abs add and bool call class contains copy deepcopy delitem doc enter eq exit float floordiv ge getitem gt hash "
        "iadd index init int invert isub iter le len lt main matmul missing mod mul name ne neg new next or pos pow radd "
        "repr reversed rmul round rsub setitem slots str sub truediv xor"
    ).split()
)
SYS = frozenset("argv exit float_info getrecursionlimit getsizeof maxsize maxunicode setrecursionlimit stderr stdin stdout".split())
# A text that is formatted with an attribute or an item of what is put in.
DEEP_FORMAT = re.compile(r"\{[^{}:]*[.\[]")


def reaches(text):
    """Returns whether a program may reach the frames of its callers. It cannot if all its imports and names are known to
    be harmless."""
    try:
        nodes = list(ast.walk(ast.parse(text)))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return True
    own = {one.name for one in nodes if isinstance(one, (ast.FunctionDef, ast.ClassDef))}
    own |= {one.attr for one in nodes if isinstance(one, ast.Attribute) and isinstance(one.ctx, ast.Store)}
    own |= {one.id for one in nodes if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)}

    def leads(name):
        if REACHES.search(name):
            return True
        if name.startswith("__"):
            return name not in OWN
        return name.startswith("_") and name != "_" and name not in own

    plain = set()
    for node in nodes:
        if isinstance(node, ast.Attribute):
            if isinstance(node.value, ast.Name) and node.value.id == "sys" and node.attr in SYS:
                plain.add(node.value)
            if node.attr == "format" and isinstance(node.value, ast.Constant) and not DEEP_FORMAT.search(str(node.value.value)):
                plain.add(node)
    for node in nodes:
        found = False
        if isinstance(node, ast.Import):
            found = any(one.name.partition(".")[0] not in MODULES or (one.name == "sys" and one.asname) for one in node.names)
        elif isinstance(node, ast.ImportFrom):
            members = [one.name for one in node.names]
            found = (node.module or "").partition(".")[0] not in MODULES or any(map(leads, members))
            found = found or (node.module == "sys" and not SYS.issuperset(members))
        elif isinstance(node, ast.Attribute) and node not in plain:
            is_module = node.attr in sys.stdlib_module_names and (node.attr not in MODULES or node.attr == "sys")
            found = leads(node.attr) or is_module or node.attr == "format"
        elif isinstance(node, ast.Name):
            found = leads(node.id) or (node.id == "sys" and node not in plain)
        elif isinstance(node, ast.MatchClass):
            found = any(map(leads, node.kwd_attrs))
        if found:
            return True
    return False


class Decides:
    """A class whose operators are written in Python. The answer of an honest program has none."""

    def __eq__(self, other):
        return NotImplemented

    def __contains__(self, other):
        return False

    def __add__(self, other):
        return NotImplemented

    __sub__ = __abs__ = __neg__ = __add__


def deciders(_):
    """Returns the classes of Python's own library with such operators, such as fractions."""
    operators = "__eq__ __contains__ __add__ __sub__ __abs__ __neg__".split()
    return [
        one
        for one in gc.get_objects()
        if isinstance(one, type) and any(type(getattr(one, name, None)) is types.FunctionType for name in operators)
    ]


def probes(_):
    """Returns code of functions, with the number of the instruction from which Python shows their frames."""

    def plain(x):
        return x

    def cells(x, y, z):
        return lambda: (x, y, z)

    def generator(x, y):
        yield lambda: (x, y)

    codes = [one.__code__ for one in (plain, cells, generator)]
    return [
        (code, str(next(one.offset // 2 for one in dis.get_instructions(code) if one.opname == "RESUME")))
        for code in codes
    ]


# With these an answer can say by itself what it equals.
OPERATORS = tuple(
    f"__{name}__"
    for name in (
        "eq ne lt le gt ge contains abs neg pos round float int index "
        + " ".join(f"{name} r{name}" for name in "add sub mul truediv floordiv mod divmod pow matmul and or xor lshift rshift".split())
    ).split()
)


def watching(library):
    """Returns a function that returns its argument, and the list of what this function has found in values and their
    contents: types that are not Python's own, and the type of a proxy for each proxy and each operator of such a type.
    The function looks before the test does, because values may change while the test compares them. It uses only
    names that no program reaches, and runs no code of a program."""
    own = {
        "kind_of": type,
        "mro": type.__dict__["__mro__"].__get__,
        "names": type.__dict__["__dict__"].__get__,
        "flags": type.__dict__["__flags__"].__get__,
        "key": id,
        "plain": frozenset(id(one) for one in (int, float, complex, bool, str, bytes, type(None), types.FunctionType, type)),
        "proxies": frozenset(id(one) for one in (weakref.ProxyType, weakref.CallableProxyType)),
        "known": frozenset(id(one) for one in library),
        "walks": {
            **{id(one): one.__iter__ for one in (list, tuple, set, frozenset, collections.deque)},
            **{id(type(one)): type(one).__iter__ for one in ({}.keys(), {}.values(), {}.items())},
            id(dict): lambda value, items=dict.items: (one for pair in items(value) for one in pair),
            id(types.SimpleNamespace): lambda value: value.__dict__.values(),
        },
        "operators": OPERATORS,
        "proxy": weakref.ProxyType,
        "kinds": [],
        "met": set(),
        "map": map,
        "set": set,
        "HEAP": 1 << 9,
    }

    def see(value):
        if key(kind_of(value)) in plain:
            return value
        queue, passed = [value], set()
        while queue:
            one = queue.pop()
            kind = kind_of(one)
            if key(kind) in plain:
                continue
            if key(kind) in proxies:
                kinds.append(proxy)
                continue
            walk = None
            for base in mro(kind):
                walk = walk or walks.get(key(base))
                if flags(base) & HEAP and key(base) not in known:
                    inside = names(base)
                    for name in operators:
                        if name in inside:
                            kinds.append(proxy)
                            break
            if flags(kind) & HEAP and key(kind) not in met:
                met.add(key(kind))
                kinds.append(kind)
            if walk and key(one) not in passed:
                passed.add(key(one))
                if not set(map(key, map(kind_of, walk(one)))) <= plain:
                    queue.extend(walk(one))
        return value

    return types.FunctionType(see.__code__, {**own, "__builtins__": {}}, "see"), own["kinds"]


LITERAL = (ast.Constant, ast.List, ast.Tuple, ast.Dict, ast.Set, ast.UnaryOp, ast.unaryop, ast.expr_context)


class Recording(ast.NodeTransformer):
    """Changes a test: values that it compares or computes with pass through `watching`, unless they are written in the
    test itself; names that it takes from Python become constants of its code, which no program reaches."""

    def __init__(self, held):
        self.held = held

    def visit_Name(self, node):
        if isinstance(node.ctx, ast.Load) and node.id in self.held:
            return ast.copy_location(ast.Constant(PLACE + node.id), node)
        return node

    def visit_Attribute(self, node):
        if isinstance(node.ctx, ast.Load) and isinstance(node.value, ast.Name):
            name = f"{node.value.id}.{node.attr}"
            if name in self.held:
                return ast.copy_location(ast.Constant(PLACE + name), node)
        return self.generic_visit(node)

    def shown(self, node):
        if all(isinstance(one, LITERAL) for one in ast.walk(node)):
            return node
        return ast.copy_location(ast.Call(ast.Constant(SEEN), [node], []), node)

    def visit_Compare(self, node):
        self.generic_visit(node)
        node.left = self.shown(node.left)
        node.comparators = [self.shown(one) for one in node.comparators]
        return node

    def visit_BinOp(self, node):
        self.generic_visit(node)
        node.left, node.right = self.shown(node.left), self.shown(node.right)
        return node

    def visit_AugAssign(self, node):
        self.generic_visit(node)
        node.value = self.shown(node.value)
        return node

    def visit_MatchValue(self, node):
        return node

    visit_MatchClass = visit_MatchValue


def bindings(tree):
    """Returns what a test binds, by name: imported modules and members of modules as texts, everything else as None."""
    bound = collections.defaultdict(set)
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            bound[node.id].add(None)
        elif isinstance(node, ast.arg):
            bound[node.arg].add(None)
        elif isinstance(node, (ast.Global, ast.Nonlocal)):
            for name in node.names:
                bound[name].add(None)
        elif isinstance(node, ast.Import):
            for one in node.names:
                name = one.asname or one.name.partition(".")[0]
                bound[name].add(one.name if one.asname or "." not in one.name else None)
        elif isinstance(node, ast.ImportFrom):
            for one in node.names:
                bound[one.asname or one.name].add(f"{node.module}.{one.name}" if not node.level else None)
        elif isinstance(getattr(node, "name", None), str) and not isinstance(node, ast.alias):
            bound[node.name].add(None)
        elif isinstance(getattr(node, "rest", None), str):
            bound[node.rest].add(None)
    return bound


def called_by_name(tree):
    """Returns whether an assertion at the top of a test names something that neither Python nor the test defines: what
    the program has to define. Otherwise the program has to define a function that is called like one of Python's."""
    bound = bindings(tree)
    asserts = [one for one in tree.body if isinstance(one, ast.Assert)]
    names = {one.id for each in asserts for one in ast.walk(each) if isinstance(one, ast.Name)}
    return not asserts or any(name not in builtins.__dict__ and name not in bound for name in names)


def taken_from_python(tree, entry):
    """Returns what a test takes from Python, by names that the test does not bind itself. `entry` is the name under test.
    Without it, the test takes built-in functions from Python only if `called_by_name` holds."""
    bound = bindings(tree)
    stored = {one.attr for one in ast.walk(tree) if isinstance(one, ast.Attribute) and not isinstance(one.ctx, ast.Load)}
    held = {}

    def member(module, name):
        if module.partition(".")[0] not in sys.stdlib_module_names or name in stored:
            return None
        try:
            found = importlib.import_module(module).__dict__.get(name)
        except Exception:
            return None
        return found if callable(found) else None

    may_name = entry is not None or called_by_name(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            name, found = node.id, None
            if name not in bound:
                is_own = may_name and name != entry and name not in FRAMES and not name.startswith("__")
                found = builtins.__dict__.get(name) if is_own else None
            elif len(bound[name]) == 1 and None not in bound[name]:
                module, _, last = next(iter(bound[name])).rpartition(".")
                found = member(module, last) if module else None
            if callable(found):
                held[name] = found
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            modules = bound.get(node.value.id, ())
            if len(modules) == 1 and None not in modules:
                found = member(next(iter(modules)), node.attr)
                if found is not None:
                    held[f"{node.value.id}.{node.attr}"] = found
    return held


def is_check(statement):
    """Returns whether a statement is just `check(name)`."""
    called = statement.value if isinstance(statement, ast.Expr) else None
    return (
        isinstance(called, ast.Call)
        and isinstance(called.func, ast.Name)
        and called.func.id == "check"
        and not called.keywords
        and [type(one) for one in called.args] == [ast.Name]
    )


def is_plain(statement):
    """Returns whether a statement defines a function without decorators or defaults."""
    if not isinstance(statement, ast.FunctionDef) or statement.decorator_list:
        return False
    return not statement.args.defaults and not any(statement.args.kw_defaults)


def empty(function):
    """Returns a function of the same name and arguments that calls its first argument. A program finds this function in
    place of the test's `check`, whose code contains the answers."""
    arguments = [*function.args.posonlyargs, *function.args.args]
    body = ast.Call(ast.Name(arguments[0].arg, ast.Load()), [], []) if arguments else ast.Constant(None)
    same = copy.copy(function)
    same.body = [ast.Expr(body)]
    return ast.fix_missing_locations(ast.copy_location(same, function))


def begins(statement):
    return min([statement.lineno, *[one.lineno for one in getattr(statement, "decorator_list", ())]])


def tested(names, codes, parts, part, line):
    """Returns what is run of a program and its test, which begins on a line of a part:

    - the code of the program, and the code of the test;
    - the code of the function `check`, and the code of the name that it is called with, if the test ends in
      `check(name)`; otherwise twice None;
    - the list of what the test has seen;
    - what must not change, as dictionaries with names;
    - the functions of the test, as names with their code;
    - the code whose frames are hidden;
    - whether the last line of the program continues in the test;
    - the test as the reference runs it.
    """
    before = "".join(f"{one}\n" for one in parts[part].split("\n")[: line - 1])
    first_line = before.replace("\r\n", "\n").replace("\r", "\n").count("\n") + 1
    statements = ast.parse(parts[part]).body
    first = next((at for at, one in enumerate(statements) if begins(one) >= first_line), len(statements))
    crosses = any(one.end_lineno >= first_line for one in statements[:first])
    flags = codes[part].co_flags & FUTURES

    def make(tree, mode="exec"):
        return compile(tree, "<string>", mode, flags=flags, dont_inherit=True)

    program = [*codes[:part], make(ast.Module(statements[:first], []))]
    test = [*statements[first:], *[one for text in parts[part + 1 :] for one in ast.parse(text).body]]
    native = make(ast.Module(list(test), []))
    functions = {one.name: is_plain(one) for one in test if hasattr(one, "name")}
    call = entry = check = None
    checks = [at for at, one in enumerate(test) if getattr(one, "name", None) == "check"]
    if test and functions.get("check") and len(checks) == 1 and is_check(test[-1]):
        entry = test.pop().value.args[0]
        call, entry = make(ast.Expression(entry), "eval"), entry.id

    whole = ast.Module(test, [])
    modules = set()
    for one in ast.walk(whole):
        if isinstance(one, ast.Import):
            modules |= {alias.name for alias in one.names}
        elif isinstance(one, ast.ImportFrom) and one.module:
            modules.add(one.module)
    words = {name for piece in inside(make(whole)) for name in piece.co_names}
    # What a test sets of a module itself is another thing after it.
    stored = {one.attr for one in ast.walk(whole) if isinstance(one, ast.Attribute) and not isinstance(one.ctx, ast.Load)}

    see, seen = watching(state.known)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            held = {PLACE + name: one for name, one in taken_from_python(whole, entry).items()}
            visitor = Recording({name.removeprefix(PLACE) for name in held})
            tree = ast.fix_missing_locations(visitor.visit(copy.deepcopy(whole)))
            # What Python makes of them where they are written.
            make(tree)
        except (RecursionError, SyntaxError, ValueError):
            tree, held = whole, {}
        held[SEEN] = see
        body = tree.body
        if call:
            check = body[checks[0]]
            body[checks[0]] = empty(check)
            check = filled(next(one for one in make(ast.Module([check], [])).co_consts if type(one) is types.CodeType), held)
        code = filled(make(ast.Module(body, [])), held)
    fixed = [(names, "__builtins__")]
    fixed += [(builtins.__dict__, name) for name in words if name in builtins.__dict__]
    if modules:
        fixed.append((builtins.__dict__, "__import__"))
    for name in sorted(modules & sys.stdlib_module_names):
        try:
            module = importlib.import_module(name)
        except Exception:
            continue
        fixed += [(sys.modules, name), *[(module.__dict__, one) for one in words - stored if one in module.__dict__]]
    own = {one.co_name: one for one in code.co_consts if type(one) is types.CodeType and functions.get(one.co_name)}
    # All that is not the answer in a program that picks its answer out itself.
    answers = [one for one in before.split("\n") + "\n".join(parts[:part]).split("\n") if one.startswith("sanitize = ")]
    texts = ["\n".join([*parts[:part], before])]
    if answers:
        texts = [one.value for one in ast.walk(ast.parse(answers[0])) if isinstance(one, ast.Constant)]
    pieces = [*inside(code), *inside(native), *(inside(check) if check else ())]
    hidden = [] if words & FRAMES or not any(reaches(one) for one in texts) else pieces
    return program, [code], check, call, seen, fixed, list(own.items()), hidden, crosses, native


def filled(code, held):
    """Returns the code with the held objects in the places reserved for them."""

    def put(one):
        if type(one) is types.CodeType:
            return filled(one, held)
        if type(one) is str:
            return held.get(one, one)
        if type(one) in (tuple, frozenset):
            return type(one)(map(put, one))
        return one

    return code.replace(co_consts=tuple(map(put, code.co_consts)))


def inside(code):
    """Yields a piece of code and all pieces of code in it."""
    yield code
    for one in code.co_consts:
        if type(one) is types.CodeType:
            yield from inside(one)


# ---------------------------------------------------------------------------------------------------
# What went wrong, for people and for the table of categories. Nothing here makes a sample pass.


# Taken before a program may have put something else in their place.
AssertionError, SystemExit, KeyboardInterrupt, MemoryError, RecursionError, ImportError = (
    builtins.AssertionError,
    builtins.SystemExit,
    builtins.KeyboardInterrupt,
    builtins.MemoryError,
    builtins.RecursionError,
    builtins.ImportError,
)
ModuleNotFoundError, RuntimeError, BaseException = (
    builtins.ModuleNotFoundError,
    builtins.RuntimeError,
    builtins.BaseException,
)
AttributeError, NotImplementedError = builtins.AttributeError, builtins.NotImplementedError
type, str = builtins.type, builtins.str


def category(error):
    """Returns the kind of failure of an exception. Asks types only, so that no code of the program runs."""
    kinds = type(error).__mro__
    if MemoryError in kinds:
        return "runtime_error"
    if AssertionError in kinds or SystemExit in kinds or KeyboardInterrupt in kinds:
        return "failed"
    if RecursionError in kinds and "Stack overflow" in str(BaseException.__str__(error)):
        return "interpreter_limit"
    return "unsupported" if is_lacking(error, kinds) else "runtime_error"


def is_lacking(error, kinds):
    """Returns whether an exception says that something is missing here which the references have."""
    if ImportError in kinds:
        name = ImportError.name.__get__(error)
        top = name.partition(".")[0] if type(name) is str else ""
        if top in GUARDED:
            return False
        if (name, ImportError.name_from.__get__(error)) in ABSENT:
            return True
        if top in PACKAGES or (ModuleNotFoundError in kinds and (top in sys.stdlib_module_names or top in REMOVED)):
            return True
    if AttributeError in kinds:
        module, name = AttributeError.obj.__get__(error), AttributeError.name.__get__(error)
        if type(module) is types.ModuleType and type(name) is str:
            return (types.ModuleType.__getattribute__(module, "__name__"), name) in ABSENT
    is_named = kinds[0] in (RuntimeError, ImportError, NotImplementedError, OverflowError, ValueError)
    if is_named or KeyError in kinds:
        said = str(BaseException.__str__(error))
        return any(words in said for words in LACKING)
    return False


def removed(error):
    """Returns the message about a module that Python has removed."""
    if ModuleNotFoundError not in type(error).__mro__:
        return ""
    name = ImportError.name.__get__(error)
    top = name.partition(".")[0] if type(name) is str else ""
    if top not in REMOVED:
        return ""
    here = f"{sys.version_info.major}.{sys.version_info.minor}"
    return f"Python removed {top} in version {REMOVED[top]}; programs run in Python {here} here.\n"


def describe(error):
    """Returns an exception as Python prints it, from the first line of the program on."""
    trace = error.__traceback__
    while trace is not None and trace.tb_frame.f_code.co_filename != "<string>":
        trace = trace.tb_next
    lines = traceback.format_exception(type(error), error, trace)
    text = "".join(lines) + removed(error)
    if len(text) > MOST_TEXT:
        text = f"{text[: MOST_TEXT // 2]}\n...\n{text[-MOST_TEXT // 2 :]}"
    return text


# Most values in one that is written out: what contains itself twice at each level has no end.
MOST_VALUES = 300_000


def shown(value):
    """Returns a value as text for people."""
    queue, count = [value], 0
    while queue:
        one = queue.pop()
        count += 1
        if count > MOST_VALUES:
            return "(a value with too many others in it to be written out)"
        if type(one) in (list, tuple, set, frozenset):
            queue.extend(one)
        elif type(one) is dict:
            queue.extend(one)
            queue.extend(one.values())
    text = repr(value)
    return text if len(text) <= 300 else f"{text[:150]}...{text[-150:]}"


def traits(_):
    """Returns what was emulated for this sample."""
    return " ".join(state.traits)


# ---------------------------------------------------------------------------------------------------
# The guard of the references, and what stands in for threads and event loops.

GUARDED = frozenset("ipdb joblib resource psutil tkinter".split())


def guard(kind):
    """Disables what the references disable, in the way in which they do."""
    if kind == "none":
        return
    builtins.quit = None
    builtins.help = None
    if kind == "humaneval":
        builtins.exit = None
    os.environ["OMP_NUM_THREADS"] = "1"
    for name in OS_FUNCTIONS:
        setattr(os, name, None)
    shutil.rmtree = shutil.move = shutil.chown = None
    subprocess.Popen = None
    for name in GUARDED:
        sys.modules[name] = None


class Handle:
    """Stands for a thread that has already run."""

    ident = None

    def __init__(self):
        self._done = False

    def is_done(self):
        return self._done

    def _set_done(self):
        self._done = True

    def join(self, timeout=None):
        pass


def run_now(function, handle=None, daemon=True):
    """Runs a thread when it is started, because threads cannot run at the same time here."""
    state.traits.add("threads")
    here = threading.get_ident()
    current = threading._active.get(here)
    try:
        function()
    finally:
        if current is not None:
            threading._active[here] = current
        if handle is not None:
            handle._set_done()
    return here


def start_new_thread(function, arguments, keywords=None):
    def run():
        try:
            function(*arguments, **(keywords or {}))
        except SystemExit:
            pass
        except BaseException as error:
            print(error, file=sys.stderr)

    return run_now(run)


def submit(self, function, /, *arguments, **keywords):
    """Replaces `ThreadPoolExecutor.submit`: the work is done before it returns."""
    state.traits.add("threads")
    future = concurrent.futures.Future()
    if self._shutdown:
        raise RuntimeError("cannot schedule new futures after shutdown")
    future.set_running_or_notify_cancel()
    try:
        if self._initializer_once is not None:
            self._initializer_once()
            self._initializer_once = None
        future.set_result(function(*arguments, **keywords))
    except BaseException as error:
        future.set_exception(error)
    return future


class Later:
    """The result of work that a pool of threads has already done."""

    def __init__(self, work, callback=None, error_callback=None):
        self._value = self._error = None
        try:
            self._value = work()
        except Exception as error:
            self._error = error
        told = callback if self._error is None else error_callback
        if told is not None:
            told(self._value if self._error is None else self._error)

    def get(self, timeout=None):
        if self._error is not None:
            raise self._error
        return self._value

    def wait(self, timeout=None):
        pass

    def ready(self):
        return True

    def successful(self):
        return self._error is None


class ThreadPool:
    """Replaces `multiprocessing.pool.ThreadPool`: each call does its work before it returns."""

    def __init__(self, processes=None, initializer=None, initargs=()):
        if processes is not None and processes < 1:
            raise ValueError("Number of processes must be at least 1")
        state.traits.add("threads")
        self._open = True
        if initializer is not None:
            initializer(*initargs)

    def _check_running(self):
        if not self._open:
            raise ValueError("Pool not running")

    def apply(self, func, args=(), kwds={}):
        return self.apply_async(func, args, kwds).get()

    def apply_async(self, func, args=(), kwds={}, callback=None, error_callback=None):
        self._check_running()
        return Later(lambda: func(*args, **kwds), callback, error_callback)

    def map(self, func, iterable, chunksize=None):
        return self.map_async(func, iterable).get()

    def map_async(self, func, iterable, chunksize=None, callback=None, error_callback=None):
        self._check_running()
        return Later(lambda: [func(one) for one in iterable], callback, error_callback)

    def starmap(self, func, iterable, chunksize=None):
        return self.starmap_async(func, iterable).get()

    def starmap_async(self, func, iterable, chunksize=None, callback=None, error_callback=None):
        self._check_running()
        return Later(lambda: [func(*one) for one in iterable], callback, error_callback)

    def imap(self, func, iterable, chunksize=1):
        return iter(self.map(func, iterable))

    imap_unordered = imap

    def close(self):
        self._open = False

    terminate = close

    def join(self):
        if self._open:
            raise ValueError("Pool is still running")

    def __enter__(self):
        self._check_running()
        return self

    def __exit__(self, *_):
        self.terminate()


def no_process(*_, **__):
    raise RuntimeError("can't start new process")


def plain_cache():
    """Returns `functools.lru_cache` as written in Python, without the faster version in C. Calls through it use no C
    stack, which is small in a browser."""
    source = functools.__loader__.get_source("functools")
    for statement in ast.parse(source).body:
        if isinstance(statement, ast.FunctionDef) and statement.name == "_lru_cache_wrapper":
            names = {}
            exec(compile(ast.unparse(statement), functools.__file__, "exec"), functools.__dict__, names)
            return names["_lru_cache_wrapper"]
    raise ImportError("functools has no text of its cache")


PLAIN_CACHE = plain_cache()


def unsignalled(name):
    """Replaces a function of `signal`, because no signal ever arrives."""

    def function(*_):
        state.traits.add("signals")
        return (0.0, 0.0) if name.endswith("itimer") else 0

    function.__name__ = function.__qualname__ = name
    return function


class Waiting:
    """The selector of an event loop to which nothing arrives from outside."""

    def select(self, timeout=None):
        # Nothing can wake it: it waits until its time is over, as it would elsewhere.
        time.sleep(10**6 if timeout is None else max(timeout, 0))
        return []

    def close(self):
        pass


class Loop(asyncio.base_events.BaseEventLoop):
    """Python's own event loop, without sockets: it runs tasks and sleeps."""

    def __init__(self):
        super().__init__()
        self._selector = Waiting()

    def _process_events(self, _):
        pass

    def _write_to_self(self):
        pass


class Policy:
    """Gives every `asyncio.run` a loop of its own."""

    def __init__(self):
        self._loop = None

    def get_event_loop(self):
        # Up to Python 3.13, which the references run on, there is one from the beginning.
        if self._loop is None:
            self._loop = Loop()
        return self._loop

    def set_event_loop(self, loop):
        self._loop = loop

    def new_event_loop(self):
        return Loop()


class State:
    """The state of a sample."""

    def __init__(self):
        self.traits = set()
        self.room = 0
        self.inputs = []
        self.solution = False
        self.stdin = self.captured = None
        # Classes of Python's library with operators that are written in Python.
        self.known = []


state = State()


def settle():
    """Prepares the interpreter for programs: removes the bridge to JavaScript, the event loop of the browser, and
    everything that observes a program from outside."""
    state.known = deciders(None)
    webloop = sys.modules.get("pyodide.webloop")
    if webloop is not None:
        time.sleep = webloop._orig_sleep
        asyncio.run = webloop._orig_run
    asyncio._set_running_loop(None)
    asyncio.events._event_loop_policy = Policy()
    bridge = [
        name
        for name in sys.modules
        if name.partition(".")[0] in ("js", "pyodide_js", "pyodide", "_pyodide", "_pyodide_core")
    ]
    for name in bridge:
        module = sys.modules[name]
        if type(module) is types.ModuleType:
            module.__dict__.clear()
        del sys.modules[name]
    for name in ("js", "pyodide_js", "pyodide", "_pyodide", "_pyodide_core", "ctypes", "_ctypes"):
        sys.modules[name] = None
    own = "BuiltinImporter FrozenImporter PathFinder".split()
    sys.meta_path[:] = [one for one in sys.meta_path if getattr(one, "__name__", None) in own]
    sys.excepthook = sys.__excepthook__

    for name in "alarm setitimer getitimer siginterrupt pause".split():
        if not hasattr(signal, name):
            setattr(signal, name, unsignalled(name))

    threading._ThreadHandle = Handle
    threading._start_joinable_thread = run_now
    threading._start_new_thread = start_new_thread
    _thread.start_new_thread = _thread.start_new = start_new_thread
    _thread.start_joinable_thread = run_now
    threading.stack_size = _thread.stack_size = lambda size=0: 0
    pool = concurrent.futures.ThreadPoolExecutor
    pool.submit = submit
    make = pool.__init__

    def made(self, max_workers=None, thread_name_prefix="", initializer=None, initargs=(), **more):
        make(self, max_workers, thread_name_prefix, initializer, initargs, **more)
        self._initializer_once = functools.partial(initializer, *initargs) if initializer else None

    pool.__init__ = made

    multiprocessing.pool.ThreadPool = ThreadPool
    multiprocessing.pool.Pool.__init__ = multiprocessing.process.BaseProcess.start = no_process
    # It looks for what would have been made.
    del multiprocessing.pool.Pool.__del__

    for name, quitter in (("exit", "exit"), ("quit", "quit")):
        if not hasattr(builtins, name):
            setattr(builtins, name, _sitebuiltins.Quitter(quitter, "Ctrl-D (i.e. EOF)"))
    if not hasattr(builtins, "help"):
        builtins.help = _sitebuiltins._Helper()

    # A trace function may move the line at which a frame goes on, past the end of its tests. Python
    # keeps a copy of the names of `sys`, which a reload brings back.
    def untraced(*_):
        return None

    # The events of `sys.monitoring` come to the same.
    hooks = "settrace setprofile _settraceallthreads _setprofileallthreads".split()
    for name, one in list(sys.monitoring.__dict__.items()):
        if type(one) is types.BuiltinFunctionType:
            setattr(sys.monitoring, name, untraced)
    for one in gc.get_objects():
        # What has imported the bridge still holds it.
        if type(one).__name__ in ("JsFinder", "JsLoader"):
            one.__dict__.clear()
        if type(one) is dict and type(one.get("settrace")) is types.BuiltinFunctionType:
            for name in hooks:
                one[name] = untraced

    os.makedirs("/tmp/work", exist_ok=True)
    os.chdir("/tmp/work")
    sys.path[:] = [one for one in sys.path if one != ""]
    random.seed(SEED)
    # As on machines of 64 bits, where programs take it for a number that is larger than all others.
    sys.maxsize = 2**63 - 1
    # Up to Python 3.12, which the references run on, what is written into the variables of a frame is
    # lost; the worker takes the rest of this away.
    written = gc.get_referents(type(sys._getframe().f_locals).__dict__)[0]
    for name in "__setitem__ __delitem__ __ior__ update setdefault pop".split():
        del written[name]
    gc.collect()
    gc.freeze()

    # With these a program would find what is held from it.
    def unfound(*_, **__):
        return []

    gc.get_objects = gc.get_referrers = gc.get_referents = unfound
