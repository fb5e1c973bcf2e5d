"""What the interpreter does around a program that is scored.

Loaded once into the image of the interpreter; the worker copies that image back before every sample,
so nothing here has to undo anything. The worker calls these functions between steps of a program and
runs the steps themselves: while a program runs, no frame of this file is below it, and no function
here gives a verdict that the program could change (worker.js says how verdicts are made).

The rules are those of openai/human-eval@6d43fb98 (`execution.py`) and
LiveCodeBench/LiveCodeBench@28fef95e (`evaluation/testing_util.py`,
`compute_test_output_prediction_metrics.py`).
"""

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
import fractions
import functools
import gc
import hashlib
import heapq
import io
import itertools
import json
import linecache
import marshal
import math
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

OS_FUNCTIONS = (
    "kill system putenv remove removedirs rmdir fchdir setuid fork forkpty killpg rename renames "
    "truncate replace unlink fchmod fchown chmod chown chroot lchflags lchmod lchown getcwd chdir"
).split()


class Swallow(io.StringIO):
    """Takes every text, keeps none, and cannot be read from."""

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
    """The program of a stdin problem as the reference runs it: a function around everything but the
    imports, and the body of a last `if __name__ == '__main__'` in its place."""
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
    """The expression that a predicted assertion compares with, as the reference finds it."""
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
    """Arguments and expected values of tests, as bytes that are kept outside of the interpreter until
    they are needed: a program cannot look for what is not there."""
    job = json.loads(job)
    if job["kind"] == "value":
        return [marshal.dumps(json.loads(job["expected"]))]
    found = []
    for test in job["tests"]:
        arguments = tuple(json.loads(line) for line in test["input"].split("\n"))
        found += [marshal.dumps(arguments), marshal.dumps(json.loads(test["output"]))]
    return found


def execution(program):
    """The imports before a program of code execution. Those of numpy and pandas stand there only where
    the program names them: neither package is here, and hardly any program needs one."""
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
    lines = text.splitlines(keepends=True)
    linecache.cache["<string>"] = (len(text), None, lines, "<string>")
    return compile(text, "<string>", mode, dont_inherit=True)


def begin(text):
    """Makes everything ready for a sample: the guard, its streams, its code. Returns the namespace,
    what to take attributes from, and the pieces of code."""
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
        parts = job["program"]
        if job.get("prelude") == "execution":
            parts = [execution(parts[0]) + "\n" + parts[0], *parts[1:]]
        return (names, None, *[compiled(part) for part in parts])
    sys.stdout = sys.stderr = Swallow()
    # What a name that was bound while the program was imported stands for; it has nothing to read.
    sys.stdin = state.stdin = io.TextIOWrapper(io.BytesIO(b""), encoding="utf-8")
    if kind == "value":
        names = {"__builtins__": builtins, "ast": ast, "json": json}
        return (names, None, compiled(predicted(job["program"][0]).lstrip(" \t"), "eval"))
    code = job["program"][0]
    code = whole(code) if kind == "stdin" else f"{PRELUDE}\n\n{code}"
    module = types.ModuleType("tmp_sol", "")
    module.__builtins__ = builtins
    state.inputs = [test["input"] for test in job["tests"]] if kind == "stdin" else []
    state.solution = "class Solution" in code
    return (module.__dict__, module, compiled(code))


def is_class():
    """Whether the reference makes an object of the program's class `Solution`."""
    return state.solution


def feed(number):
    """Puts the input of a test where the program looks for it, and an empty output."""
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
    """What a test has printed; more than it may is an error of the program."""
    text = state.captured.getvalue()
    if len(text) > state.room:
        raise OSError("the output is longer than the limit")
    return text


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
type, str = builtins.type, builtins.str


def category(error):
    """Which kind of failure an exception is. Asks types only, so no code of the program runs."""
    kinds = type(error).__mro__
    if MemoryError in kinds:
        return "runtime_error"
    if AssertionError in kinds or SystemExit in kinds or KeyboardInterrupt in kinds:
        return "failed"
    if RecursionError in kinds and "Stack overflow" in str(BaseException.__str__(error)):
        return "interpreter_limit"
    if ImportError in kinds:
        name = ImportError.name.__get__(error)
        top = name.partition(".")[0] if type(name) is str else ""
        if top in PACKAGES or (ModuleNotFoundError in kinds and top in sys.stdlib_module_names):
            if top not in GUARDED:
                return "unsupported"
    if RuntimeError in kinds and "can't start new thread" in str(BaseException.__str__(error)):
        return "unsupported"
    return "runtime_error"


def describe(error):
    """An exception as Python prints it, from the program's own lines on."""
    trace = error.__traceback__
    while trace is not None and trace.tb_frame.f_code.co_filename != "<string>":
        trace = trace.tb_next
    lines = traceback.format_exception(type(error), error, trace)
    text = "".join(lines)
    if len(text) > MOST_TEXT:
        text = f"{text[: MOST_TEXT // 2]}\n...\n{text[-MOST_TEXT // 2 :]}"
    return text


def shown(value):
    """A value for people."""
    text = repr(value)
    return text if len(text) <= 300 else f"{text[:150]}...{text[-150:]}"


def traits(_):
    """What was emulated for this sample."""
    return " ".join(state.traits)


# ---------------------------------------------------------------------------------------------------
# The guard of the references, and what stands in for threads and event loops.

GUARDED = frozenset("ipdb joblib resource psutil tkinter".split())


def guard(kind):
    """Disables what the references disable, in the manner in which they do."""
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
    """Runs a thread where it is started: nothing else could ever run beside it."""
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
    """`ThreadPoolExecutor.submit`, done before it returns."""
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


def plain_cache():
    """Python's own text of what `functools.lru_cache` makes, which a faster one in C replaces. Calls
    through it take no C stack, of which a browser has little."""
    source = functools.__loader__.get_source("functools")
    for statement in ast.parse(source).body:
        if isinstance(statement, ast.FunctionDef) and statement.name == "_lru_cache_wrapper":
            names = {}
            exec(compile(ast.unparse(statement), functools.__file__, "exec"), functools.__dict__, names)
            return names["_lru_cache_wrapper"]
    raise ImportError("functools has no text of its cache")


PLAIN_CACHE = plain_cache()


def unsignalled(name):
    """Stands for a function of `signal` where no signal ever arrives."""

    def function(*_):
        state.traits.add("signals")
        return (0.0, 0.0) if name.endswith("itimer") else 0

    function.__name__ = function.__qualname__ = name
    return function


class Waiting:
    """The selector of an event loop in which nothing arrives from outside."""

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
    """What belongs to the sample."""

    def __init__(self):
        self.traits = set()
        self.room = 0
        self.inputs = []
        self.solution = False
        self.stdin = self.captured = None


state = State()


def settle():
    """Turns the interpreter from one that serves a page into one that serves a program: no bridge to
    JavaScript, no event loop of the browser, nothing that follows a program from outside."""
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

    for name, quitter in (("exit", "exit"), ("quit", "quit")):
        if not hasattr(builtins, name):
            setattr(builtins, name, _sitebuiltins.Quitter(quitter, "Ctrl-D (i.e. EOF)"))
    if not hasattr(builtins, "help"):
        builtins.help = _sitebuiltins._Helper()

    # A trace function may move the line at which a frame goes on, past the end of its tests. Python
    # keeps a copy of the names of `sys`, which a reload brings back.
    def untraced(*_):
        return None

    hooks = "settrace setprofile _settraceallthreads _setprofileallthreads".split()
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
    gc.collect()
    gc.freeze()
