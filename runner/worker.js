// A worker of the runner: one interpreter, and the programs that are run in it, one after another.
//
// What follows is the text of a classic worker, which frame.js starts from memory: in an origin that is
// opaque, nothing else starts everywhere. Its first message brings everything; after that it listens
// to nothing but the port that came with it.
//
// How a verdict is made. A program and whatever looks after it live in the same interpreter, and a
// program can reach every Python object in there. So no Python object holds a verdict. JavaScript calls
// the interpreter's C functions itself, one step of a sample after the other, and the verdict is what
// these calls return: whether `PyEval_EvalCode` came back with a value or with an exception, what
// `PyObject_RichCompare` says of two values, whether an output equals the expected one, which never
// enters the interpreter. While a program runs there is no frame below it that it could change, nor
// any object of JavaScript that it could reach: the bridge is taken down first, and what is left of the
// worker's own objects is frozen.
//
// How a state is made fresh. When the interpreter is ready its whole memory is copied; before a sample
// the copy is put back. What lives outside of that memory (files, timers, references to objects of
// JavaScript) is compared instead, and when anything of it differs, or a program trapped, ended the
// interpreter or took much memory, the worker says so and is replaced. README.md of this folder says
// which tests hold the two ways equal.
function sandbox() {
  "use strict";

  const PAGE_BYTES = 65536;
  // In so many bytes of a memory something is looked for at once.
  const BLOCK_BYTES = 16384;
  const EQUAL = 2;
  // Milliseconds that `pace` takes CPython 3.11 on the machine where real programs are timed; it is run so often.
  const NATIVE_PACE = 20.4;
  const PACES = 3;
  // Longest text that is said of a verdict.
  const MOST_TEXT = 10_000;
  const NO_SPACE = 51;
  // What a new file or folder takes beside its content.
  const NODE_BYTES = 1024;
  // Modules that read or change the interpreter's memory from within, and those with which Python tests itself.
  const FORGOTTEN = (
    "_pyodide_core gc _ctypes _remote_debugging _testbuffer _testcapi _testclinic _testclinic_limited _testinternalcapi " +
    "_testlimitedcapi _xxtestfuzz xxsubtype"
  ).split(" ");
  const FUNCTIONS = (
    "settle begin is_class feed taken category remember describe shown traits Decides deciders probes"
  ).split(" ");
  const SIDES = "split names_of met opened check returned failed fetched drawn computes written asked expect equals raised crossed lossy watched Judge".split(" ");
  const LIBRARIES = ["_dlopen_js", "_emscripten_dlopen_js"];
  // What the interpreter may still import once programs run: calls of the system and clocks, which keep nothing outside
  // of its memory but what `keeper` compares. Anything else makes or touches objects of JavaScript.
  const IMPORTED = new Set(
    (
      "__assert_fail __call_sighandler _Py_CheckEmscriptenSignals_Helper _Py_emscripten_runtime _PyEM_TrampolineCall_JS " +
      "_abort_js _emscripten_get_progname _emscripten_runtime_keepalive_clear _emscripten_system _gmtime_js _localtime_js " +
      "_maybe_connect_async _maybe_poll_async _maybe_recvfrom_async _maybe_sendto_async _mktime_js _mmap_js _msync_js " +
      "_munmap_js _setitimer_js _timegm_js _try_fcntl64 _try_shutdown _tzset_js emscripten_date_now emscripten_get_heap_max " +
      "emscripten_get_now emscripten_resize_heap exit throw_no_gil"
    ).split(" "),
  );
  const CALL = /^__syscall_/;
  // These keep names, and lists in the interpreter's memory, for ever.
  const REMEMBERING = ["_emscripten_lookup_name", "getaddrinfo", "getnameinfo", "getprotobyname"];
  // A module that exports the function that it imports, with two arguments and a value.
  const SHIM = [0, 97, 115, 109, 1, 0, 0, 0, 1, 7, 1, 96, 2, 127, 127, 1, 127, 2, 7, 1, 1, 101, 1, 102, 0, 0, 7, 5, 1, 1, 102, 0, 0];
  // METH_O of C.
  const ONE_ARGUMENT = 8;
  // What is longer does not go from a program to the judge.
  const MOST_CROSSING = 1 << 26;
  // If more bytes cross, and with each call a thousand more, what takes the time may be that they do.
  const MUCH_CROSSING = 1e7;
  const CALL_BYTES = 1000;
  const SLOW = "more than 10 000 calls or 10 MB";
  // Longest reason for which a sample is run once more.
  const MOST_REASON = 120;
  const TRAITS = ["threads", "cache", "signals"];
  // Numbers of Python's slots (typeslots.h), and where a type keeps two of its tables.
  const OPERATORS = { absolute: 6, add: 7, negative: 30, subtract: 36, contains: 41, compare: 67 };
  const [ASSIGN_ITEM, INPLACE_OR] = [3, 19];
  const [AS_NUMBER, AS_MAPPING, TABLE_WORDS] = [12, 14, 40];
  const [IS_LIST, IS_TUPLE, IS_DICT] = [1 << 25, 1 << 26, 1 << 29];
  // Integers, bytes and texts.
  const PLAIN = (1 << 24) | (1 << 27) | (1 << 28);
  const METHODS = "__eq__ __contains__ __add__ __radd__ __sub__ __rsub__ __abs__ __neg__".split(" ");
  // Standard input by its number.
  const BY_NUMBER = /\bopen\(0\b/;
  const FAILURES = ["failed", "runtime_error", "syntax_error", "interpreter_limit", "unsupported"];
  // What a sample's clocks say when it begins, in milliseconds: the time of day, and the one that only counts on.
  const NOON = Date.UTC(2026, 0, 1, 12);
  // An interpreter starts earlier. A program could wait for the moment at which a file was made, and change it unseen.
  const START = Date.UTC(2025, 11, 1, 12);
  const COUNTED = 1e6;
  // Browsers keep the machine code of what was run, for all workers of a page. So that no program can tell by its speed
  // what others did, its clocks know nothing of the real time: each call finds them so many milliseconds later.
  const ASKED = 0.05;
  const now = performance.now.bind(performance);
  const clock = {};
  wind(START, 0);
  const MOST_POWER = 10n ** 18n;
  const LEAST_POWER = 3n - 2n * MOST_POWER;
  // Half a character, as `python.string` writes it.
  const HALF = /\\ud[89a-f]/;

  /** An exception of Python. */
  class Raised {
    constructor(error) {
      this.error = error;
    }
  }

  self.onmessage = ({ data, ports }) => {
    self.onmessage = null;
    boot(data, ports[0]).catch((error) => ports[0].postMessage({ broken: String(error?.stack ?? error) }));
  };

  async function boot({ info, files, module, snapshot, harness }, port) {
    const timers = { started: 0 };
    const bridge = { isDown: false, used: 0 };
    const load = await prepare(info, files, module, timers, bridge);
    if (!snapshot) {
      const { pyodide } = await load({ _makeSnapshot: true });
      // Everything that takes time to import goes into the snapshot.
      const names = Object.keys(harness);
      for (const name of names) pyodide.FS.writeFile(`/tmp/${name}.py`, harness[name]);
      pyodide.runPython(`import sys; sys.path.insert(0, '/tmp'); import ${names.join()}; del sys.path[0]`);
      for (const name of names) pyodide.FS.unlink(`/tmp/${name}.py`);
      const paces = Array.from({ length: PACES }, () => {
        const since = now();
        pyodide.runPython("scoredrop_harness.pace()");
        return now() - since;
      });
      const made = pyodide.makeMemorySnapshot();
      const version = pyodide.runPython("import sys; sys.version.split()[0]");
      const slower = Math.min(...paces) / NATIVE_PACE;
      port.postMessage({ snapshot: made, python: version, slower }, [made.buffer]);
      return;
    }
    const sides = [];
    for (const name of ["program", "judge"]) {
      const { pyodide, exports, limits } = await load({ _loadSnapshot: snapshot });
      const python = bind(exports);
      meter(pyodide, limits, exports.memory);
      const own = python.import("scoredrop_harness", FUNCTIONS);
      Object.assign(own, python.import("scoredrop_sides", SIDES));
      sides.push({ name, python, own, limits, FS: pyodide.FS, exports });
    }
    const [program, judge] = sides;
    const line = connect(program, judge);
    for (const { python, own } of sides) {
      python.run("import sys\nfor name in [name for name in sys.modules if name.startswith('scoredrop_')]: del sys.modules[name]");
      if (own === program.own) program.walls = keeping(python, own);
      python.call(own.settle);
      python.forget(FORGOTTEN);
    }
    program.walls.close();
    bridge.isDown = true;
    harden();
    program.touched = changes(program);
    // After both are there: each would take what the other does for a change.
    for (const side of sides) {
      Object.assign(side.limits, { files: 0, base: side.exports.memory.buffer.byteLength });
      side.state = keeper(side.exports, side.FS, timers, bridge);
    }
    const samples = runner(program, judge, line);
    port.onmessage = ({ data: job }) => {
      port.postMessage({ started: job.id });
      const answer = samples(job, (words) => port.postMessage({ id: job.id, ...words }));
      answer.memory = program.state.used() + program.limits.files;
      answer.fit = answer.trap === undefined && !answer.shared && sides.every(({ state }) => state.unchanged());
      delete answer.shared;
      if (answer.fit) for (const { state } of sides) state.restore();
      port.postMessage({ id: job.id, answer });
    };
    port.postMessage({ ready: true });
  }

  /** Sets the clocks of both interpreters to where each sample begins, so that none can tell what ran before. */
  function wind(day, counted) {
    Object.assign(clock, { day, counted, shown: 0 });
  }

  /** Has `Date` tell the time of a sample's clock, and no time zone: a verdict is the same on every machine. */
  function timeless() {
    const real = Date;
    for (const unit of "FullYear Month Date Day Hours Minutes Seconds Milliseconds".split(" ")) {
      for (const verb of ["get", "set"]) {
        const universal = real.prototype[`${verb}UTC${unit}`];
        if (universal) real.prototype[verb + unit] = universal;
      }
    }
    real.prototype.getTimezoneOffset = () => 0;
    self.Date = class extends real {
      constructor(...given) {
        super(given.length > 1 ? real.UTC(...given) : given.length === 1 ? given[0] : Date.now());
      }
      static now() {
        return clock.day + passed();
      }
    };
  }

  /** How long a sample has run, as its clocks tell it. Whoever sleeps asks until the time is over. */
  function passed() {
    clock.shown += ASKED;
    return clock.shown;
  }

  /** A moment, for `took`. */
  function moment() {
    return { real: now(), shown: clock.shown };
  }

  /** The milliseconds since a moment; a sleep counts as long as the program believes that it was. */
  function took(since) {
    return Math.max(now() - since.real, clock.shown - since.shown);
  }

  /**
   * Puts in the interpreters' way what they would otherwise ask a network for. Resolves to what loads one, with
   * the exports of its instance and the limits that it keeps.
   */
  async function prepare(info, files, module, timers, bridge) {
    // The interpreter takes a worker that can import scripts for one that it does not support.
    self.importScripts = undefined;
    const types = { wasm: "application/wasm", zip: "application/zip" };
    self.fetch = async (address) => {
      const name = new URL(address, "https://runner.invalid/").pathname.slice(1);
      // The module is asked for, too, but was compiled before.
      const content = name.endsWith(".wasm") ? "" : files[name];
      if (content === undefined) throw new TypeError(`${name} is not here`);
      return new Response(content, { headers: { "Content-Type": types[name.split(".").pop()] ?? "" } });
    };
    let exports;
    const instantiate = WebAssembly.instantiate;
    WebAssembly.instantiateStreaming = async (_, imports) => {
      // What a library of a program's own would bring along is text of JavaScript.
      for (const name of LIBRARIES) {
        if (!imports.env[name]) throw new Error(`the interpreter has no ${name}`);
        imports.env[name] = () => 0;
      }
      for (const { module: from, name, kind } of WebAssembly.Module.imports(module)) {
        const isKept = IMPORTED.has(name) || CALL.test(name) || LIBRARIES.includes(name);
        if (from !== "env" || kind !== "function" || isKept) continue;
        const real = imports.env[name];
        imports.env[name] = (...given) => {
          if (bridge.isDown) {
            bridge.used += 1;
            if (!REMEMBERING.includes(name)) throw new Error(`the bridge to JavaScript is down: ${name}`);
          }
          return real(...given);
        };
      }
      const instance = await instantiate(module, imports);
      ({ exports } = instance);
      return { module, instance };
    };
    const limited = new Map();
    const grow = WebAssembly.Memory.prototype.grow;
    WebAssembly.Memory.prototype.grow = function (pages) {
      const limits = limited.get(this);
      if (limits) {
        // What the other interpreter has grown by counts as well.
        const others = [...limited].filter(([memory]) => memory !== this);
        const more = others.reduce((sum, [memory, { base }]) => sum + Math.max(0, memory.buffer.byteLength - base), pages * PAGE_BYTES);
        if (this.buffer.byteLength + more + limits.files > limits.memory) throw new RangeError("the limit is reached");
      }
      return grow.call(this, pages);
    };
    timeless();
    Object.defineProperty(performance, "now", { value: () => clock.counted + passed() });
    Object.defineProperty(performance, "timeOrigin", { value: 0 });
    // An object that is forgotten must not be released in a memory that has been put back since.
    self.FinalizationRegistry = class {
      register() {}
      unregister() {}
    };
    for (const name of ["setTimeout", "setInterval"]) {
      const real = self[name].bind(self);
      self[name] = (...given) => {
        timers.started += 1;
        return real(...given);
      };
    }
    const channel = self.MessageChannel;
    self.MessageChannel = class {
      constructor() {
        const { port1, port2 } = new channel();
        const post = port2.postMessage.bind(port2);
        port2.postMessage = (...given) => {
          timers.started += 1;
          return post(...given);
        };
        return { port1, port2 };
      }
    };
    const blobs = ["pyodide.mjs", "pyodide.asm.mjs"].map((name) =>
      URL.createObjectURL(new Blob([files[name]], { type: "text/javascript" })),
    );
    const [{ loadPyodide }, { default: createPyodideModule }] = await Promise.all(
      blobs.map((url) => import(url)),
    );
    for (const url of blobs) URL.revokeObjectURL(url);
    const nothing = () => {};
    return async (more) => {
      const pyodide = await loadPyodide({
        createPyodideModule,
        indexURL: "https://runner.invalid/",
        lockFileContents: { info, packages: {} },
        jsglobals: Object.freeze(Object.create(null)),
        env: { HOME: "/home/pyodide", PYTHONHASHSEED: "0" },
        stdin: nothing,
        stdout: nothing,
        stderr: nothing,
        enableRunUntilComplete: false,
        ...more,
      });
      const limits = { memory: Infinity, output: Infinity, files: 0, said: 0, base: exports.memory.buffer.byteLength };
      limited.set(exports.memory, limits);
      return { pyodide, exports, limits };
    };
  }

  /**
   * Gives the judge a function that hands bytes to the program's interpreter and returns the bytes of the answer:
   * none if there is no answer. It is a function of C's in the judge, so no object of JavaScript is needed.
   */
  function connect(program, judge) {
    const { c } = judge.python;
    const line = { ended: undefined, crossed: 0, tell: undefined };
    const { python, own } = program;
    const { PyObject_Call, PyErr_GetRaisedException, Py_DecRef } = python.c;
    /** Calls a function of the program: below it is no frame but that of `check`. */
    const call = (given) => {
      const opened = python.call(own.opened, given);
      const value = PyObject_Call(own.check, opened, 0);
      const found = value || PyErr_GetRaisedException();
      Py_DecRef(opened);
      try {
        return python.call(value ? own.returned : own.failed, found);
      } finally {
        Py_DecRef(found);
      }
    };
    const answer = (pointer) => {
      const message = judge.python.bytes(pointer);
      const given = python.blob(message.subarray(1));
      let found = 0;
      try {
        found = message[0] === 0 ? call(given) : python.call([own.fetched, own.drawn][message[0] - 1], given);
        return python.bytes(found, MOST_CROSSING);
      } finally {
        if (found) Py_DecRef(found);
        Py_DecRef(given);
      }
    };
    const cross = (_, pointer) => {
      let content = new Uint8Array(0);
      try {
        if (!line.ended) content = answer(pointer);
      } catch (error) {
        // What the interpreter raised around a program is nothing; anything else is its end.
        if (!(error instanceof Raised)) line.ended = error;
      }
      const before = line.crossed;
      line.crossed += CALL_BYTES + judge.python.c.PyBytes_Size(pointer) + content.length;
      if (before < MUCH_CROSSING && line.crossed >= MUCH_CROSSING) line.tell({ slow: SLOW });
      return judge.python.blob(content);
    };
    const instance = new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array(SHIM)), { e: { f: cross } });
    const table = c.__indirect_function_table;
    const slot = table.grow(1);
    table.set(slot, instance.exports.f);
    const name = judge.python.lasting("cross");
    const definition = c.malloc(16);
    judge.python.words().set([name, slot, ONE_ARGUMENT, 0], definition >>> 2);
    const made = judge.python.whole(c.PyCMethod_New(definition, 0, 0, 0));
    judge.python.set(judge.own.Judge, "cross", made);
    return line;
  }

  /** The C functions of the interpreter, with texts and bytes. They throw `Raised` where those give null. */
  function bind(c) {
    const encoder = new TextEncoder();
    const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
    const bytes = () => new Uint8Array(c.memory.buffer);
    const word = (address) => new Uint32Array(c.memory.buffer)[address >>> 2];
    const lent = (given, use) => {
      const address = c.malloc(given.length + 1);
      if (!address) throw new RangeError("no memory for the sample");
      bytes().set(given, address);
      bytes()[address + given.length] = 0;
      try {
        return use(address, given.length);
      } finally {
        c.free(address);
      }
    };
    const whole = (pointer) => {
      if (pointer !== 0) return pointer;
      throw new Raised(c.PyErr_GetRaisedException());
    };
    const name = (text, use) => lent(encoder.encode(text), use);
    const python = {
      c,
      whole,
      words: () => new Uint32Array(c.memory.buffer),
      text: (given) => whole(lent(encoder.encode(given), (at, length) => c.PyUnicode_FromStringAndSize(at, length))),
      /** The bytes of a `bytes`, copied; none if there are more than `most`. */
      bytes: (pointer, most = Infinity) => {
        const at = whole(c.PyBytes_AsString(pointer));
        const size = c.PyBytes_Size(pointer);
        return size > most ? new Uint8Array(0) : bytes().slice(at, at + size);
      },
      /** A `bytes`. */
      blob: (given) => whole(lent(given, (at, length) => c.PyBytes_FromStringAndSize(at, length))),
      /** The address of a text that is never given back. */
      lasting: (text) => {
        const letters = encoder.encode(`${text}\0`);
        const at = c.malloc(letters.length);
        bytes().set(letters, at);
        return at;
      },
      set: (object, key, value) => {
        if (name(key, (at) => c.PyObject_SetAttrString(object, at, value)) !== 0) throw new Raised(c.PyErr_GetRaisedException());
      },
      /** What a `str` holds, up to so many characters. */
      string: (pointer, most = MOST_TEXT) => {
        const length = c.PyUnicode_GetLength(pointer);
        if (length < 0) throw new Raised(c.PyErr_GetRaisedException());
        if (length > most) return python.string(whole(c.PyUnicode_Substring(pointer, 0, most)), most);
        const encoded = whole(
          name("utf-8", (encoding) =>
            name("backslashreplace", (errors) => c.PyUnicode_AsEncodedString(pointer, encoding, errors)),
          ),
        );
        const text = decoder.decode(python.bytes(encoded));
        c.Py_DecRef(encoded);
        return text;
      },
      /** The same, where halves of characters may stand in it, as they are. */
      exact: (pointer, most) => {
        const text = python.string(pointer, most);
        if (!HALF.test(text)) return text;
        const encoded = whole(
          name("utf-32-le", (encoding) => name("surrogatepass", (errors) => c.PyUnicode_AsEncodedString(pointer, encoding, errors))),
        );
        const letters = python.bytes(encoded);
        c.Py_DecRef(encoded);
        let [found, last] = ["", 0];
        for (const code of new Uint32Array(letters.buffer)) {
          // Two halves are no character to Python, so they are kept apart.
          if (code >> 10 === 0x37 && last >> 10 === 0x36) found += "\ufffe";
          found += String.fromCodePoint(code);
          last = code;
        }
        return found;
      },
      unmarshal: (given) => whole(lent(given, (at, length) => c.PyMarshal_ReadObjectFromString(at, length))),
      call: (callable, argument = 0) =>
        whole(argument ? c.PyObject_CallOneArg(callable, argument) : c.PyObject_CallNoArgs(callable)),
      attribute: (object, key) => whole(name(key, (at) => c.PyObject_GetAttrString(object, at))),
      /** An attribute, or 0. */
      maybe: (object, key) => {
        const found = name(key, (at) => c.PyObject_GetAttrString(object, at));
        if (!found) c.PyErr_Clear();
        return found;
      },
      evaluate: (code, names) => whole(c.PyEval_EvalCode(code, names, names)),
      truth: (object) => {
        const said = c.PyObject_IsTrue(object);
        if (said < 0) throw new Raised(c.PyErr_GetRaisedException());
        return said === 1;
      },
      isInstance: (object, type) => {
        const said = c.PyObject_IsInstance(object, type);
        if (said < 0) throw new Raised(c.PyErr_GetRaisedException());
        return said === 1;
      },
      items: (sequence) => Array.from({ length: c.PyObject_Size(sequence) }, (_, index) => {
        const tuple = whole(c.PySequence_GetItem(sequence, index));
        return tuple;
      }),
      /** A built-in type or exception by the name of the C variable. */
      exception: (key) => word(c[key].value),
      type: (key) => c[key].value,
      import: (key, wanted) => {
        const module = whole(name(key, (at) => c.PyImport_ImportModule(at)));
        const functions = {};
        for (const one of wanted) functions[one] = python.attribute(module, one);
        return functions;
      },
      /** Makes modules that are built in ones that never were. */
      forget: (keys) => {
        const table = word(c.PyImport_Inittab.value) >>> 2;
        const words = python.words();
        const all = bytes();
        let end = table;
        // Some have no function to start them.
        while (words[end] !== 0) end += 2;
        const entries = words.slice(table, end);
        // The interpreter goes by a copy of the table.
        for (let start = words.indexOf(entries[0]); start >= 0; start = words.indexOf(entries[0], start + 1)) {
          if (!entries.every((one, index) => words[start + index] === one)) continue;
          for (let at = 0; at < entries.length; at += 2) {
            const from = entries[at];
            if (keys.includes(decoder.decode(all.subarray(from, all.indexOf(0, from))))) words[start + at + 1] = 0;
          }
        }
        for (const key of keys) {
          const named = python.text(key);
          c._PyImport_ClearExtension(named, named);
          const letters = encoder.encode(`${key}\0`);
          for (let at = 0; at < entries.length; at += 2) {
            const from = entries[at];
            if (!letters.every((letter, index) => all[from + index] === letter)) continue;
            // Where it is the end of a longer text, that stays.
            all.fill(0, from, all[from - 1] === 0 ? from + letters.length : from + 1);
          }
        }
      },
      run: (text) => {
        if (name(text, (at) => c.PyRun_SimpleString(at)) !== 0) throw new Error(`this failed: ${text}`);
      },
    };
    return python;
  }

  /** Runs samples: see the head of this file. `tell` says ahead what is known already. */
  function runner(program, judge, line) {
    const { python, own, limits, walls } = program;
    const { c } = python;
    const SystemExit = python.exception("PyExc_SystemExit");
    /** Does what may fail; what it raised becomes the verdict. */
    function attempt(answer, tell, step, side = program) {
      try {
        step();
        return true;
      } catch (error) {
        if (!(error instanceof Raised)) throw error;
        fail(answer, tell, error.error, side);
        return false;
      }
    }

    /** Whoever ends late has not ended in time, even where the clock of the frame was late. */
    function late(answer, since, wall) {
      const spent = took(since);
      if (spent <= wall) return false;
      Object.assign(answer, { verdict: "timeout", detail: `it took ${Math.round(spent)} ms` });
      return true;
    }

    function fail(answer, tell, error, side = program) {
      const { python, own, limits } = side;
      if (side === judge && python.truth(python.call(own.crossed, error))) {
        fail(answer, tell, program.python.call(program.own.raised, program.python.text("")));
        return;
      }
      // What the interpreter says of it may come from the program, so only some words are taken.
      const said = answer.compiling && isSyntax(error, side.python) ? "syntax_error" : python.string(python.call(own.category, error));
      answer.verdict = FAILURES.includes(said) ? said : "runtime_error";
      // Making a traceback may run code of the program, which may never end.
      tell({ known: { ...answer } });
      try {
        python.call(own.remember, python.text(JSON.stringify(limits.sample)));
        answer.detail = python.string(python.call(own.describe, error));
      } catch (other) {
        if (!(other instanceof Raised)) throw other;
        answer.detail = "(its traceback could not be printed)";
      }
    }

    const isSyntax = (error, python) =>
      ["PyExc_SyntaxError", "PyExc_ValueError", "PyExc_OverflowError"].some(
        (key) => python.c.PyErr_GivenExceptionMatches(error, python.exception(key)) === 1,
      );

    /** The program put something of its own in the place of its test. */
    function tampers(answer, what) {
      const reference = answer.verdict === "passed" ? "; the reference counts it as passed" : "";
      const before = answer.detail ? `\n${answer.detail}` : "";
      Object.assign(answer, { verdict: "failed", tampers: what });
      answer.detail = `tampers with its test: ${what}${reference}${before}`.slice(0, MOST_TEXT);
    }

    /** The references take the word of such an answer, and so its verdict stays. */
    function lies(answer) {
      answer.tampers = "its answer defines its own equality";
      answer.detail = `${answer.tampers}; it passes, as in the reference`;
    }

    /** So do they with an expression as a predicted output. */
    function computed(answer) {
      answer.tampers = "its answer is an expression, not a value";
      answer.detail = `${answer.tampers}; it passes, as in the reference`;
    }

    /**
     * Runs a program, and its test in the judge. Returns why the sample is to be run in one interpreter, or
     * nothing where its verdict stands.
     */
    function judged(answer, tell, job, began) {
      const words = judge.python;
      let told;
      answer.compiling = true;
      const made = attempt(
        answer,
        tell,
        () => (told = words.string(words.call(judge.own.split, words.text(JSON.stringify(job))), Infinity)),
        judge,
      );
      if (!made) return undefined;
      if (told === "") {
        answer.verdict = "failed";
        return "its last line continues in the first line of the test";
      }
      // The rest of the job is not told: it says what the test is.
      const { id, kind, guard, memory, output, deep } = job;
      const { program: texts } = JSON.parse(told);
      const given = { id, kind, guard, memory, output, deep, program: texts };
      limits.sample = { kind, program: texts, test: [texts.length - 1, 1] };
      let names;
      const loaded = attempt(answer, tell, () => {
        const [space, , codes] = python.items(python.call(own.begin, python.text(JSON.stringify(given))));
        delete answer.compiling;
        for (const code of python.items(codes)) python.evaluate(code, space);
        names = python.bytes(python.call(own.names_of, space), MOST_CROSSING);
      });
      delete answer.compiling;
      if (!loaded) return undefined;
      let clash = false;
      const done = attempt(
        answer,
        tell,
        () => {
          const [space, codes, defined] = words.items(words.call(judge.own.met, words.blob(names)));
          clash = words.truth(defined);
          for (const code of words.items(codes)) words.evaluate(code, space);
        },
        judge,
      );
      if (line.ended) {
        delete answer.verdict;
        throw line.ended;
      }
      if (done && !late(answer, began, job.wall)) answer.verdict = "passed";
      if (answer.verdict === "timeout") return line.crossed >= MUCH_CROSSING ? SLOW : undefined;
      const lossy = words.string(words.call(judge.own.lossy, words.text("")), MOST_REASON);
      if (lossy) return lossy;
      return clash || (answer.verdict !== "passed" && program.touched()) ? "the program defines a name of the test" : undefined;
    }

    /**
     * Runs a sample once more, program and test in one interpreter, as the references do: one that did not pass, or
     * one in which what passed may mean something else there. Such a one has to pass there as well.
     */
    function shared(answer, tell, { first, why, ...job }, began) {
      const passed = first.verdict === "passed";
      if (!passed) Object.assign(answer, first);
      answer.shared = true;
      const again = {};
      const sample = { ...job };
      const ready = attempt(again, () => {}, () => {
        const [names, , codes, ...held] = python.items(python.call(own.begin, python.text(JSON.stringify(job))));
        Object.assign(sample, { names, codes: python.items(codes), held });
      });
      if (ready) kinds.program(again, passed ? tell : () => {}, sample, began);
      if (!passed && again.verdict !== "passed" && !again.tampers) return;
      if (!passed) delete answer.detail;
      Object.assign(answer, again);
      if (again.verdict === "passed" && !passed) {
        answer.beside = why;
        answer.detail ??= `passes only in the same interpreter as its test, as in the reference: ${why}`;
      }
    }

    const sampleOf = ({ kind, program, test, prelude }) => ({ kind, program, test, prelude });

    const kinds = {
      program(answer, tell, { names, codes, held, wall, gives }, began) {
        const test = held.length > 0 ? walls.of(held) : undefined;
        const done = attempt(answer, tell, () => {
          for (const code of codes) python.evaluate(code, names);
          test?.run(names);
        });
        if (done && !late(answer, began, wall)) answer.verdict = "passed";
        const ended = answer.verdict === "passed";
        if (ended && gives && !test) {
          const given = c.PyDict_GetItem(names, python.text(gives));
          if (given) answer.said = python.string(given, Infinity);
        }
        const touched = test?.touched(names, ended);
        if (touched) tampers(answer, touched);
        else if (ended && test?.decided()) lies(answer);
      },

      value(answer, tell, { names, codes: [code], kept: [expected], isolation: strict }) {
        attempt(answer, tell, () => {
          const found = python.evaluate(code, names);
          compare(answer, tell, found, expected, strict);
        });
      },

      stdin(answer, tell, { program, tests, module, wall }) {
        const method = entry(answer, tell, module, "wrapped_function");
        if (!method) return;
        for (const [number, { output }] of tests.entries()) {
          answer.test = number;
          tell({ test: number });
          const since = moment();
          python.call(own.feed, python.text(String(number)));
          const done = attempt(answer, tell, () => {
            try {
              python.call(method);
            } catch (error) {
              const exit = error instanceof Raised && c.PyErr_GivenExceptionMatches(error.error, SystemExit) === 1;
              if (!exit) throw error;
            }
            if (late(answer, since, wall)) return;
            const difference = unequal(python.exact(python.call(own.taken, python.text("")), limits.output), output);
            if (difference) Object.assign(answer, { verdict: "failed", ...difference });
          });
          if (!done || answer.verdict) {
            if (BY_NUMBER.test(program[0])) answer.detail += "\nopen(0) gets nothing to read, as in the reference";
            return;
          }
        }
        answer.verdict = "passed";
      },

      functional(answer, tell, { tests, entry: wanted, kept, module, wall, isolation: strict }) {
        const method = entry(answer, tell, module, wanted);
        if (!method) return;
        const tuple = python.type("PyTuple_Type");
        for (let number = 0; number < tests.length; number += 1) {
          answer.test = number;
          tell({ test: number });
          const since = moment();
          const done = attempt(answer, tell, () => {
            const given = python.unmarshal(kept[2 * number]);
            const found = c.PyObject_Call(method, given, 0);
            if (!found) throw new Raised(c.PyErr_GetRaisedException());
            if (late(answer, since, wall)) return;
            compare(answer, tell, found, kept[2 * number + 1], strict, tuple);
          });
          if (!done || answer.verdict !== "passed") return;
          delete answer.verdict;
        }
        answer.verdict = "passed";
      },
    };

    /**
     * Whether a value of the program equals the expected one. The judge compares them; where the value did not
     * cross as it is, the program's interpreter does as well, which has then seen the test: what equals in the judge
     * has to equal there too.
     */
    function compare(answer, tell, found, expected, isolation, tuple) {
      const words = judge.python;
      const sent = python.bytes(python.call(own.written, found), MOST_CROSSING);
      let why = "what is too large";
      let passed = false;
      const judged = { verdict: "failed", detail: "the value differs" };
      if (sent.length > 0) {
        try {
          words.call(judge.own.expect, words.blob(expected));
          const [equal, lossy, ours, theirs] = words.items(words.call(judge.own.equals, words.blob(sent)));
          passed = words.truth(equal);
          why = words.string(lossy, MOST_REASON);
          if (passed && !why) {
            answer.verdict = "passed";
            return;
          }
          Object.assign(judged, { found: words.string(ours), expected: words.string(theirs) });
        } catch (error) {
          if (!(error instanceof Raised)) throw error;
          judged.detail = "the value cannot be compared";
        }
      }
      if (!passed && (!why || isolation === "strict")) {
        Object.assign(answer, judged);
        return;
      }
      tell({ known: passed ? null : { ...answer, ...judged } });
      answer.shared = true;
      if (tuple && python.isInstance(found, tuple)) {
        found = python.whole(c.PySequence_List(found));
      }
      beside(answer, tell, found, python.unmarshal(expected));
      if (answer.verdict === "passed" && !passed) {
        answer.beside = why;
        answer.detail ??= `passes only in its own interpreter, as in the reference: ${why}`;
      }
    }

    /** Whether two values are equal, as Python's `==` has it in the program's interpreter. */
    function beside(answer, tell, found, expected) {
      // Before: an answer may put something plain in its place while it is compared.
      const decides = walls.decides(found);
      const said = c.PyObject_RichCompare(found, expected, EQUAL);
      if (!said) throw new Raised(c.PyErr_GetRaisedException());
      answer.verdict = python.truth(said) ? "passed" : "failed";
      if (answer.verdict === "passed" && decides) {
        lies(answer);
        return;
      }
      if (answer.verdict === "failed") {
        answer.detail = "the value differs";
        // To write a value out may run code of the program, which may never end.
        tell({ known: { ...answer } });
        try {
          answer.found = python.string(python.call(own.shown, found));
          answer.expected = python.string(python.call(own.shown, expected));
        } catch (error) {
          if (!(error instanceof Raised)) throw error;
        }
      }
    }

    /** What the tests call: a function of the program, or a method of its class `Solution`. */
    function entry(answer, tell, module, name) {
      let method = 0;
      attempt(answer, tell, () => {
        let holder = module;
        if (python.truth(python.call(own.is_class))) holder = python.call(python.attribute(module, "Solution"));
        method = python.maybe(holder, name);
      });
      if (!method && !answer.verdict) {
        answer.verdict = "runtime_error";
        answer.detail = `the program has no ${name}`;
      }
      return method;
    }

    return function run(job, tell) {
      const answer = {};
      Object.assign(line, { ended: undefined, crossed: 0, tell });
      for (const one of [limits, judge.limits]) {
        Object.assign(one, { memory: job.memory, output: job.output, said: 0, files: 0, sample: sampleOf(job) });
      }
      const sample = { ...job };
      wind(NOON, COUNTED);
      const began = moment();
      try {
        // The assertion of code execution is the model's, so it runs where a program does.
        if (job.kind === "program" && job.test && job.prelude !== "execution") {
          if (job.first) shared(answer, tell, job, began);
          else {
            const why = judged(answer, tell, job, began);
            // What passed has to pass twice; what did not must not, where nothing but bytes may count.
            if (why && (answer.verdict === "passed" || job.isolation !== "strict")) answer.why = why;
          }
          return finish(answer, began, tell);
        }
        const text = JSON.stringify(job);
        if (job.kind === "functional" || job.kind === "value") {
          // Made and taken out before the program comes in.
          sample.kept = [];
          const words = judge.python;
          const readable = attempt(
            answer,
            tell,
            () => {
              const list = words.call(judge.own.asked, words.text(text));
              sample.kept = words.items(list).map((one) => words.bytes(one));
            },
            judge,
          );
          if (!readable) {
            // The reference reads them once the program is there, and then counts it as wrong.
            answer.verdict = job.kind === "value" ? "failed" : "runtime_error";
            return finish(answer, began);
          }
        }
        // Expected outputs stay out of the interpreter.
        const given = { ...job, expected: undefined, tests: job.tests?.map(({ input }) => ({ input })) };
        answer.compiling = true;
        const ready = attempt(answer, tell, () => {
          const made = python.call(own.begin, python.text(JSON.stringify(given)));
          const [names, module, codes, ...held] = python.items(made);
          Object.assign(sample, { names, module, codes: python.items(codes), held });
        });
        delete answer.compiling;
        if (ready && (job.kind === "program" || job.kind === "value")) {
          kinds[job.kind](answer, tell, sample, began);
          // The judge reads the answer: a program's interpreter could say anything of it.
          if (job.test && answer.verdict === "passed" && !answer.tampers) {
            const words = judge.python;
            if (words.truth(words.call(judge.own.computes, words.text(text)))) computed(answer);
          }
          // Nothing but a value counts there.
          if (job.isolation === "strict" && answer.verdict === "passed" && answer.tampers) {
            answer.verdict = "failed";
            answer.detail = `${answer.tampers}; the reference counts it as passed`;
          }
        } else if (ready) {
          const loaded = attempt(answer, tell, () => python.evaluate(sample.codes[0], sample.names));
          if (loaded) kinds[job.kind](answer, tell, sample);
        }
        return finish(answer, began, tell);
      } catch (error) {
        if (error instanceof Raised) answer.detail ??= "(a step around the program failed)";
        else trapped(answer, error);
        if (!answer.verdict || answer.verdict === "passed") answer.verdict = "crash";
      }
      return finish(answer, began);
    };

    /** Adds the time, and, where the program can still be asked, what was emulated for it. */
    function finish(answer, began, tell) {
      delete answer.compiling;
      answer.ms = took(began);
      if (!tell) return answer;
      if (answer.verdict !== "passed") tell({ known: { ...answer } });
      const words = python.string(python.call(own.traits, python.text(""))).split(" ");
      const emulated = TRAITS.filter((one) => words.includes(one)).join(" ");
      if (emulated) answer.emulated = emulated;
      return answer;
    }

    /** The interpreter is at an end. */
    function trapped(answer, error) {
      const words = String(error?.message ?? error);
      answer.trap = words;
      const known = answer.verdict && answer.verdict !== "passed";
      if (known) return;
      // Chromium has a RangeError for it, Firefox an InternalError.
      if (/stack|recursion/i.test(words) && !(error instanceof WebAssembly.RuntimeError)) {
        answer.verdict = "interpreter_limit";
        answer.detail = "calls between Python and C are nested deeper than the browser's stack";
      } else {
        answer.verdict = "crash";
        answer.detail = error?.name === "ExitStatus" ? `the program ended the interpreter (${words})` : words;
      }
    }
  }

  /**
   * What a program must not reach of its test. Everything that tells it is a pointer that JavaScript holds,
   * and compared here; README.md says what each is against.
   */
  function keeping(python, own) {
    const { c } = python;
    const list = (pointer) => python.items(python.call(pointer, python.text("")));
    const slot = (type, number) => c.PyType_GetSlot(type, number);
    const operators = Object.values(OPERATORS).map((number) => [number, slot(own.Decides, number)]);
    const written = (type) => operators.some(([number, ours]) => slot(type, number) === ours);
    const typeOf = (value) => python.words()[(value >>> 2) + 1];
    /** What stands for the operators of a class, with the code of each. */
    const meanings = (type) => METHODS.flatMap((name) => {
      const found = python.maybe(type, name);
      return [found, found && typeOf(found) === c.PyFunction_Type.value ? c.PyFunction_GetCode(found) : 0];
    });
    // Classes of Python's own library, such as fractions, with what they mean by their operators.
    const known = new Map(list(own.deciders).map((type) => [type, meanings(type)]));
    const isKnown = (type) => {
      const before = known.get(type);
      return before !== undefined && meanings(type).every((one, index) => one === before[index]);
    };
    const sets = [c.PySet_Type.value, c.PyFrozenSet_Type.value];
    const proxies = [c._PyWeakref_ProxyType.value, c._PyWeakref_CallableProxyType.value];
    const cells = list(own.probes).map((pair) => python.items(pair));
    const first = cells.map(([code, number]) => [code >>> 2, Number(python.string(number))]);
    // Behind what a program can see of a code stands where its frames begin to be shown.
    const candidates = Array.from({ length: TABLE_WORDS }, (_, at) => at + 20).filter((at) => {
      const words = python.words();
      return first.every(([code, number]) => words[code + at] === number);
    });
    if (candidates.length !== 1) throw new Error("this interpreter keeps its code in another way");
    const [shown] = candidates;
    const hide = (code) => (python.words()[(code >>> 2) + shown] = 1 << 28);

    /** Whether operators of a class are the program's: it wrote them, or changed those of Python's library. */
    const isOwn = (type) => proxies.includes(type) || (written(type) && !isKnown(type));

    /** Whether a value, or one in it, has operators that the program wrote. */
    function decides(value) {
      const [queue, met, types] = [[value], new Set(), new Map()];
      while (queue.length > 0) {
        const one = queue.pop();
        const type = typeOf(one);
        if (!types.has(type)) types.set(type, isOwn(type));
        if (types.get(type)) return true;
        const flags = c.PyType_GetFlags(type);
        const isSet = !(flags & PLAIN) && sets.some((set) => c.PyType_IsSubtype(type, set) === 1);
        if (!isSet && !(flags & (IS_LIST | IS_TUPLE | IS_DICT))) continue;
        if (met.has(one)) continue;
        met.add(one);
        if (flags & IS_LIST) for (let at = 0; at < c.PyList_Size(one); at += 1) queue.push(c.PyList_GetItem(one, at));
        else if (flags & IS_TUPLE) for (let at = 0; at < c.PyTuple_Size(one); at += 1) queue.push(c.PyTuple_GetItem(one, at));
        else if (isSet) queue.push(c.PySequence_List(one));
        else queue.push(c.PyDict_Keys(one), c.PyDict_Values(one));
      }
      return false;
    }

    /** A test as `tested` of harness.py makes it. */
    function of([test, check, call, seen, fixed, defined, hidden, crosses, native]) {
      const pairs = (pointer) => python.items(pointer).map((pair) => python.items(pair));
      const [codes, functions] = [python.items(test), pairs(defined)];
      const before = pairs(fixed).map(([names, name]) => [names, name, c.PyDict_GetItem(names, name)]);
      for (const [, , value] of before) c.Py_IncRef(value);
      for (const code of python.items(hidden)) hide(code);
      let found = python.truth(crosses) ? "its last line continues in the first line of the test" : undefined;
      const look = (names, wanted) => {
        const other = before.find(([where, name, value]) => c.PyDict_GetItem(where, name) !== value);
        const gone = wanted.find(([name, code]) => {
          const value = c.PyDict_GetItem(names, name);
          return !value || word(value + 4) !== c.PyFunction_Type.value || c.PyFunction_GetCode(value) !== code;
        });
        const name = other?.[1] ?? gone?.[0];
        if (name) found ??= `${python.string(name)} is no longer what the test means by it`;
      };
      const word = (address) => python.words()[address >>> 2];
      return {
        run(names) {
          look(names, []);
          // It has failed already; what is left to know is what the reference says of it.
          if (found) {
            python.evaluate(native, names);
            return;
          }
          for (const code of codes) python.evaluate(code, names);
          look(names, functions);
          if (!python.truth(check)) return;
          const candidate = python.evaluate(call, names);
          python.call(python.whole(c.PyFunction_New(check, names)), candidate);
        },
        /** What the program has put in its place, in words. */
        touched(names, ended) {
          if (ended) look(names, functions);
          return found;
        },
        /** Whether an answer that was compared has operators that the program wrote. */
        decided: () => python.items(seen).some(isOwn),
      };
    }

    /** Nothing can be written any more into the variables of a frame. */
    function close() {
      const type = c.PyFrameLocalsProxy_Type.value;
      for (const [table, number] of [[AS_MAPPING, ASSIGN_ITEM], [AS_NUMBER, INPLACE_OR]]) {
        const words = python.words();
        const start = words[(type >>> 2) + table] >>> 2;
        const at = words.subarray(start, start + TABLE_WORDS).indexOf(slot(type, number));
        if (!slot(type, number) || at < 0) throw new Error("this interpreter keeps its types in another way");
        words[start + at] = 0;
      }
      c.PyType_Modified(type);
    }

    return { of, decides, close };
  }

  /** Whether a program has changed anything that a test may take from Python: tells it by addresses. */
  function changes({ python, own }) {
    const { c } = python;
    const before = python.items(python.call(own.watched, python.text(""))).map((pair) => {
      const [names, name] = python.items(pair);
      return [names, name, c.PyDict_GetItem(names, name)];
    });
    return () => before.some(([names, name, value]) => c.PyDict_GetItem(names, name) !== value);
  }

  /** Counts what programs write, and holds it below their limits. */
  function meter({ FS, setStdout, setStderr }, limits, memory) {
    const { MEMFS } = FS.filesystems;
    const full = () => new FS.ErrnoError(NO_SPACE);
    const room = (bytes) => {
      if (bytes > 0 && memory.buffer.byteLength + limits.files + bytes > limits.memory) throw full();
    };
    const metered = (of, name, size) => {
      const real = of[name];
      of[name] = (node, ...given) => {
        const before = node.contents?.length ?? 0;
        room(size(node, ...given) - before);
        const result = real.call(of, node, ...given);
        limits.files += (node.contents?.length ?? 0) - before;
        return result;
      };
    };
    metered(MEMFS, "expandFileStorage", (_, capacity) => capacity);
    metered(MEMFS, "resizeFileStorage", (_, size) => size);
    const make = MEMFS.createNode;
    MEMFS.createNode = (...given) => {
      room(NODE_BYTES);
      limits.files += NODE_BYTES;
      return make.apply(MEMFS, given);
    };
    const write = FS.write;
    FS.write = (stream, buffer, offset, length, ...more) => {
      const { node } = stream;
      // A device keeps nothing, unless it is a terminal, which waits for the end of a line.
      if (node && FS.isChrdev(node.mode) && !stream.tty) return write.call(FS, stream, buffer, offset, length, ...more);
      const isFile = node && FS.isFile(node.mode);
      const before = node?.contents?.length ?? 0;
      // The first piece of a file takes no way that is metered; a pipe keeps all that is written.
      if (isFile && node.usedBytes === 0) room(length - before);
      else if (!isFile) room(length);
      const counted = limits.files;
      const written = write.call(FS, stream, buffer, offset, length, ...more);
      if (isFile) limits.files = counted + node.contents.length - before;
      else limits.files += written;
      return written;
    };
    const say = {
      write: (bytes) => {
        limits.said += bytes.length;
        if (limits.said > limits.output) throw full();
        return bytes.length;
      },
    };
    setStdout(say);
    setStderr(say);
  }

  // What Python's `str.strip` and `str.split` take for white space.
  const SPACE = "\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";
  const BETWEEN = new RegExp(`[${SPACE}]+`);
  const BLANK = new RegExp(`[${SPACE}]`);

  function strip(text) {
    let [from, to] = [0, text.length];
    while (from < to && BLANK.test(text[from])) from += 1;
    while (to > from && BLANK.test(text[to - 1])) to -= 1;
    return text.slice(from, to);
  }
  const stripped = (text) => strip(text).split("\n").map(strip);

  /** Where an output differs from the expected one, by the rules of LiveCodeBench; else nothing. */
  function unequal(found, expected) {
    const ours = stripped(found);
    const theirs = stripped(expected);
    if (ours.length !== theirs.length) {
      return { detail: `${ours.length} lines instead of ${theirs.length}`, ...around(found, expected) };
    }
    const line = ours.findIndex((one, index) => one !== theirs[index] && !sameNumbers(one, theirs[index]));
    if (line < 0) return undefined;
    return { detail: `line ${line + 1} differs`, line, ...around(ours[line], theirs[line]) };
  }

  const short = (text) => (text.length <= 300 ? text : `${text.slice(0, 150)}...${text.slice(-150)}`);
  const around = (found, expected) => ({ found: short(found), expected: short(expected) });

  function sameNumbers(one, other) {
    const words = [one, other].map((line) => line.split(BETWEEN).filter((word) => word !== ""));
    if (words[0].length !== words[1].length) return false;
    return words[0].every((word, index) => {
      const [left, right] = [decimal(word), decimal(words[1][index])];
      return left !== undefined && left === right;
    });
  }

  /** A number in its one shortest spelling, as Python's `Decimal` reads it; nothing for what equals nothing. */
  function decimal(word) {
    const plain = word.replace(/_/g, "").replace(/\p{Nd}/gu, digit);
    const parts = /^([-+]?)(?:(\d+)(?:\.(\d*))?|\.(\d+))(?:e([-+]?\d+))?$/i.exec(plain);
    if (!parts) {
      const endless = /^([-+]?)inf(?:inity)?$/i.exec(plain);
      return endless ? `${endless[1] === "-" ? "-" : ""}inf` : undefined;
    }
    const [, sign, before = "", after = "", only = "", exponent = "0"] = parts;
    const digits = (before + after + only).replace(/^0+/, "");
    const bare = digits.replace(/0+$/, "");
    const least = BigInt(exponent) - BigInt((after + only).length);
    const power = least + BigInt(digits.length - bare.length);
    // Beyond this `Decimal` refuses, zeros as well.
    if (least < LEAST_POWER || power + BigInt(bare.length || 1) > MOST_POWER) return undefined;
    if (bare === "") return "0";
    return `${sign === "-" ? "-" : ""}${bare}e${power}`;
  }

  /** The plain digit of any script's digit: they stand in tens, each beginning at its zero; some tens touch. */
  function digit(character) {
    let code = character.codePointAt(0);
    if (code < 128) return character;
    let value = 0;
    while (/\p{Nd}/u.test(String.fromCodePoint(code - 1))) {
      code -= 1;
      value += 1;
    }
    return String(value % 10);
  }

  /** A copy of a memory: half of it is zeros, which are not kept, and take less time to be put back. */
  function copied(memory) {
    const all = new Uint8Array(memory.buffer);
    const words = new Uint32Array(memory.buffer);
    const isZero = (from) => {
      const end = (from + BLOCK_BYTES) / 4;
      for (let at = from / 4; at < end; at += 1) if (words[at] !== 0) return false;
      return true;
    };
    const [runs, zeros] = [[], []];
    for (let from = 0; from < all.length; from += BLOCK_BYTES) {
      const list = isZero(from) ? zeros : runs;
      const last = list.at(-1);
      if (last?.[1] === from) last[1] += BLOCK_BYTES;
      else list.push([from, from + BLOCK_BYTES]);
    }
    const kept = runs.map(([from, to]) => [from, all.slice(from, to)]);
    const { length } = all;
    return {
      length,
      restore() {
        const now = new Uint8Array(memory.buffer);
        for (const [from, bytes] of kept) now.set(bytes, from);
        for (const [from, to] of zeros) now.fill(0, from, to);
        now.fill(0, length);
      },
    };
  }

  /** Keeps the state of the interpreter, puts it back, and tells whether it was all there was. */
  function keeper(c, FS, timers, bridge) {
    const memory = c.memory;
    const image = copied(memory);
    const stack = c.__stack_pointer.value;
    const table = c.__indirect_function_table.length;
    const top = c.sbrk(0);
    const outside = () => [FS.nextInode, FS.cwd(), timers.started, bridge.used, c.hiwire_num_refs(), c.__indirect_function_table.length];
    // A flag of a stream that is open for all outlives a program.
    const streams = () => [...FS.streams].flatMap((stream) => [stream, stream?.flags, stream?.position]);
    const before = { outside: outside(), files: listing(FS), streams: streams() };
    const same = (one, other) => one.length === other.length && one.every((value, index) => value === other[index]);
    return {
      restore() {
        image.restore();
        c.__stack_pointer.value = stack;
      },
      used: () => Math.max(0, c.sbrk(0) - top),
      unchanged: () =>
        table === c.__indirect_function_table.length &&
        // Memory that has grown does not shrink, and the next sample could tell by how much.
        memory.buffer.byteLength === image.length &&
        same(before.outside, outside()) &&
        same(before.streams, streams()) &&
        same(before.files, listing(FS)),
    };
  }

  /** Everything that can change in the file system, but for its own devices. */
  function listing(FS) {
    const found = [];
    const walk = (node) => {
      found.push(node, node.name, node.mode, node.atime, node.mtime, node.ctime, node.usedBytes, node.link);
      if (!FS.isDir(node.mode)) {
        found.push(FS.isFile(node.mode) ? node.contents : undefined);
        return;
      }
      const names = Object.keys(node.contents ?? {});
      found.push(names.length);
      for (const name of names) walk(node.contents[name]);
      if (node.mounted && node.mounted !== node) walk(node.mounted);
    };
    walk(FS.root);
    return found;
  }

  /** Takes away what a worker can do beyond computing, and freezes the rest. */
  function harden() {
    const kept = new Set(
      (
        "Object Function Array Number parseFloat parseInt Infinity NaN undefined Boolean String Symbol Date Promise " +
        "RegExp Error AggregateError EvalError RangeError ReferenceError SyntaxError TypeError URIError SuppressedError " +
        "globalThis self JSON Math Intl ArrayBuffer Atomics Uint8Array Int8Array Uint16Array Int16Array Uint32Array " +
        "Int32Array Float16Array Float32Array Float64Array Uint8ClampedArray BigUint64Array BigInt64Array DataView Map " +
        "BigInt Set Iterator WeakMap WeakSet WeakRef Proxy Reflect FinalizationRegistry decodeURI decodeURIComponent " +
        "encodeURI encodeURIComponent escape unescape isFinite isNaN console performance crypto TextDecoder TextEncoder " +
        "WebAssembly setTimeout clearTimeout setInterval clearInterval onmessage onerror"
      ).split(" "),
    );
    const gone = { value: undefined, writable: false, configurable: false };
    for (let level = self; level && level !== Object.prototype; level = Object.getPrototypeOf(level)) {
      for (const name of Object.getOwnPropertyNames(level)) {
        if (kept.has(name) || name === "constructor") continue;
        try {
          if (!delete level[name]) Object.defineProperty(level, name, gone);
        } catch {
          // What the browser holds on to is out of reach of Python all the same.
        }
      }
    }
    const roots = [...kept].map((name) => self[name]).filter((value) => value !== self);
    const asyncs = [async () => {}, function* () {}, async function* () {}].map(Object.getPrototypeOf);
    // Every loop and every list that is taken apart goes through one of these.
    const iterators = [
      [].values(),
      new Map().entries(),
      new Set().values(),
      ""[Symbol.iterator](),
      "".matchAll(/x/g),
    ].map(Object.getPrototypeOf);
    const seen = new Set([self]);
    const queue = [...roots, ...asyncs, ...iterators];
    while (queue.length > 0) {
      const one = queue.pop();
      if ((typeof one !== "object" && typeof one !== "function") || one === null || seen.has(one)) continue;
      seen.add(one);
      queue.push(Object.getPrototypeOf(one));
      const properties = Object.getOwnPropertyDescriptors(one);
      for (const key of Reflect.ownKeys(properties)) {
        const { value, get, set } = properties[key];
        queue.push(value, get, set);
      }
      try {
        Object.freeze(one);
      } catch {
        // Views of memory cannot be frozen; none is reached from here.
      }
    }
  }
}
