// Runs programs in Python, in a frame that has no origin and no network: the page's side of it.
//
//   <iframe id="runner" sandbox="allow-scripts" src="runner/runner.html" hidden></iframe>
//
// has to be on the page before it is sealed (docs/privacy.md). It loads a few kilobytes and does nothing
// until `start` hands it the interpreter, which the page takes from wherever it may: `python.js` knows.
//
//   const runner = await start(await present([frame]), chunks, { lanes: 2, progress });
//   const answer = await runner.run(job, { began });   // any number at a time; they queue
//   runner.cancel(["id"]);                             // these, or all; their promises resolve to null
//   runner.dispose();                                  // ends everything; the frame takes no other start
//
// `chunks` are the parts of the packed interpreter in order, as base64 texts or as bytes. `progress` is
// called with "loading", "unpacking", "compiling" and "starting". `lanes` is how many programs run at a time,
// `spare` how many more interpreters stand by; after `idle` milliseconds without a program all are ended,
// and the next program starts them anew. `runner.python` is the interpreter's version, `runner.slower` how
// many times as long it takes as a native one did where real programs were timed. `start`
// rejects where the frame is not in a sandbox, or the browser does not enforce what keeps programs in, or
// the frame is not there. Browsers load no frame in a sandbox out of a service worker, so without a network
// it is not; for that the page has a second one, made of the text of inline.html (page/src/boot.js), and
// `present` takes the first of several that answers.
//
// A job:
//   id       a text of your own that no other job in the queue has
//   kind     "program"     `program` is run in an empty namespace, as openai/human-eval does it: a text,
//                          or a list of texts that are run one after the other in the same namespace.
//                          `test`, if it is there, says where its test begins, [text from 0, line from 1]:
//                          what stands from there on runs in an interpreter of its own. `entry` is the name
//                          that the test calls, if the task says it, and `prompt` what the task has before
//                          the program. `isolation: "strict"` never runs both in one interpreter
//            "stdin"       `code` is run by LiveCodeBench's rules, once for each of `tests`,
//                          [{ input, output }], and its output compared
//            "functional"  the function `entry` of `code`, or of its class `Solution`, is called with the
//                          values in each line of a test's `input`, and compared with its `output`
//            "value"       `code` is a predicted assertion or expression, of LiveCodeBench's test output
//                          prediction, and `expected` the value as JSON
//   limits   { wall, memory, output }: milliseconds for a program, or for each test; bytes of the
//            interpreter's memory, its own 32 MB included; characters of output
//   prelude  "execution": LiveCodeBench's imports for code execution stand before the program, without
//            numpy and pandas unless it names them
//   guard    what is disabled: "humaneval" (the default of programs), "livecodebench" (of the others),
//            or "none"
//   gives    the name of a text that a program leaves behind; the answer has it as `said`. Not with a `test`
//   fresh    true to run it in a new interpreter instead of one whose memory was put back
//
// An answer:
//   verdict  "passed", "failed" (an assertion, another value or output, or the program ended itself),
//            "runtime_error", "syntax_error", "timeout", "crash" (it ended the interpreter),
//            "interpreter_limit" (it needs more than this interpreter has, such as a deeper C stack),
//            "unsupported" (it needs a module that is not there)
//   detail   the traceback, or what differs; with `line`, `found` and `expected` where texts or values
//            were compared; `test` is the number of the last test, from 0; `tampers` is what the program has put in
//            the place of its test, or of Python's equality; `beside` says why it was run in one interpreter
//            with its test, if it passed there alone
//   said     the text that the program leaves under the name in `gives`
//   emulated "threads" if threads were run one after the other, "cache" if `functools.lru_cache` was
//            replaced by its slower twin in Python, "signals" if one was set that will never come
//   ms       wall time, in the interpreter; memory: bytes that it took beyond the interpreter's own

const DEFAULTS = { wall: 3000, memory: 1 << 29, output: 1 << 24 };
const IDLE_MILLISECONDS = 60_000;
// A frame that is there says so at once.
const PATIENCE_MILLISECONDS = 20_000;
// Before anything is loaded it is idle, and answers in no time.
const ANSWER_MILLISECONDS = 3000;
const KINDS = ["program", "stdin", "functional", "value"];

function answers(frame) {
  const { port1, port2 } = new MessageChannel();
  return new Promise((done) => {
    setTimeout(done, ANSWER_MILLISECONDS, false);
    port1.onmessage = () => done(true);
    frame.contentWindow.postMessage("there?", "*", [port2]);
  });
}

/** The first of these frames that was loaded; else the first, which is then missed by `start`. */
export async function present(frames) {
  for (const frame of frames) if (await answers(frame)) return frame;
  return frames[0];
}

export async function start(frame, chunks, { lanes = 1, spare = 1, idle = IDLE_MILLISECONDS, progress = () => {} } = {}) {
  const { port1: port, port2 } = new MessageChannel();
  const waiting = new Map();
  const asked = [];
  let broken = null;

  const fail = (why) => {
    broken = new Error(why);
    for (const { reject } of waiting.values()) reject(broken);
    waiting.clear();
  };

  const { python, slower } = await new Promise((resolve, reject) => {
    const absent = setTimeout(() => reject(new Error("the runner's frame is not there")), PATIENCE_MILLISECONDS);
    port.onmessage = ({ data }) => {
      clearTimeout(absent);
      if (data.progress) progress(data.progress);
      else if (data.ready) resolve(data.ready);
      else if (data.counts) asked.shift()?.(data.counts);
      else if (data.failed) {
        reject(new Error(data.failed));
        fail(data.failed);
      } else {
        const { resolve: answered } = waiting.get(data.id) ?? {};
        waiting.delete(data.id);
        answered?.(data.answer);
      }
    };
    // The frame has no origin that could be named; what it is told is public.
    frame.contentWindow.postMessage({ chunks, lanes, spare, idle }, "*", [port2]);
  });

  return {
    python,
    slower,
    run(job) {
      if (broken) return Promise.reject(broken);
      const { id, kind, limits, guard, prelude, fresh = false, test, tests, entry, prompt, isolation, expected, gives } = job;
      if (!KINDS.includes(kind)) return Promise.reject(new Error(`there is no kind ${kind}`));
      if (waiting.has(id)) return Promise.reject(new Error(`a job ${id} is waiting already`));
      const program = [].concat(job.program ?? job.code);
      const order = { id, kind, program, test, tests, entry, prompt, isolation, expected, gives, guard, prelude, fresh, ...DEFAULTS, ...limits };
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        port.postMessage(["run", order]);
      });
    },
    cancel(ids = [...waiting.keys()]) {
      port.postMessage(["cancel", ids]);
      for (const id of ids) {
        waiting.get(id)?.resolve(null);
        waiting.delete(id);
      }
    },
    /** How many samples were run, in how many interpreters. */
    counts() {
      port.postMessage(["counts"]);
      return new Promise((done) => asked.push(done));
    },
    dispose() {
      port.postMessage(["dispose"]);
      fail("the runner was disposed of");
    },
  };
}
