// Runs the programs of a score, for the page: hands them to the runner as fast as it takes them, and keeps
// what became of each in the browser, so that a closed tab loses no verdict.
//
// Nothing is loaded before `run` meets a program whose verdict is not kept.
import { here, load } from "./python.js";
import { present, start } from "./runner.js";

const LANES = 2;
// As many wait in the frame's queue as keep it busy.
const AHEAD = 16;
const DATABASE = "scoredrop programs";
const STORE = "verdicts";
// A database that has not answered by then is given up.
const DATABASE_MILLISECONDS = 3000;
const LATE = "the database does not answer";

const frame = () => document.getElementById("runner");
const lanes = () => Math.max(1, Math.min(LANES, navigator.hardwareConcurrency ?? 1));

/**
 * What is known before anything is loaded: how many bytes the interpreter has, how many programs run at a
 * time, and whether this browser thinks that there is a network. Nothing where this copy of the page runs no
 * programs.
 */
export const facts = () => frame() && [Number(frame().dataset.bytes), lanes(), navigator.onLine];

/** Whether the interpreter is in this browser already. */
export const cached = () => here(frame().dataset.hash);

function database() {
  return new Promise((done, failed) => {
    const asked = indexedDB.open(DATABASE, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(STORE);
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => failed(asked.error);
  });
}

async function within(mode, act) {
  const open = await database();
  try {
    return await new Promise((done, failed) => {
      const work = open.transaction(STORE, mode);
      const asked = act(work.objectStore(STORE));
      work.oncomplete = () => done(asked.result);
      work.onabort = () => failed(work.error);
    });
  } finally {
    open.close();
  }
}

let givenUp = false;

/** Does something with the store; nothing where this browser keeps nothing for this page, or does not answer. */
async function store(mode, act) {
  if (givenUp) return undefined;
  let timer;
  const late = new Promise((_, failed) => (timer = setTimeout(failed, DATABASE_MILLISECONDS, LATE)));
  const work = within(mode, act);
  // What fails after it was given up is heard by nobody.
  work.catch(() => {});
  try {
    return await Promise.race([work, late]);
  } catch (error) {
    givenUp ||= error === LATE;
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

/** What the verdicts that are kept are found by. */
export const kept = async () => (await store("readonly", (all) => all.getAllKeys())) ?? [];

/** Forgets them. */
export const forget = () => store("readwrite", (all) => all.clear());

let runner;
let saying = () => {};

/** The runner, started once: its frame takes no second start. */
function started() {
  runner ??= (async () => {
    const parts = await load(frame().dataset.hash, (done, all) => saying("loading", done / all));
    const frames = [frame(), document.getElementById("runner-inline")].filter((one) => one);
    return start(await present(frames), parts, { lanes: lanes(), progress: (what) => saying(what, 1) });
  })();
  // What did not arrive may arrive the next time.
  runner.catch(() => (runner = undefined));
  return runner;
}

let stopped = () => {};

/** Stops what `run` is about; it resolves then. */
export const stop = () => stopped();

/**
 * Runs all programs. `next` takes a place and resolves to JSON: the `jobs` from there on, each `{ key, job,
 * again }` with the job as JSON, and the place `after` them; no jobs at the end. A job to be run `again`
 * gets a new interpreter, and no kept verdict is taken for it. `heard` is called with each key, its answer
 * as JSON, which says what Python it was, and the verdict in it; `said` with what is being prepared and the
 * share that is done. `anew` takes no kept verdict at all. Neither is called any more once this resolves or
 * rejects. Resolves once all is heard, or after `stop`, to how many verdicts this browser could not keep;
 * rejects where there is no runner.
 */
export async function run(next, heard, said, anew) {
  let [going, unkept] = [true, 0];
  saying = said;
  const tell = (key, text) => going && heard(key, text, JSON.parse(text).verdict);
  const stop = new Promise((done) => {
    stopped = () => {
      going = false;
      runner?.then((it) => it.cancel(), () => {});
      done();
    };
  });
  const under = new Set();
  const one = async ({ key, job, again }) => {
    const known = again || anew ? undefined : await store("readonly", (all) => all.get(key));
    if (known !== undefined) return tell(key, known);
    const it = await Promise.race([started(), stop]);
    if (!going) return;
    const answer = await it.run({ ...JSON.parse(job), id: key, fresh: again });
    if (answer === null) return;
    const text = JSON.stringify({ ...answer, python: it.python, slower: Math.round(it.slower * 10) / 10 });
    if ((await store("readwrite", (all) => all.put(text, key))) === undefined) unkept += 1;
    tell(key, text);
  };
  const work = (async () => {
    for (let place = 0; going; ) {
      const { jobs, after } = JSON.parse(await next(place));
      if (jobs.length === 0) break;
      place = after;
      for (const job of jobs) {
        while (going && under.size >= AHEAD) await Promise.race([stop, ...under]);
        if (!going) break;
        const done = one(job).finally(() => under.delete(done));
        under.add(done);
      }
    }
    await Promise.all(under);
  })();
  try {
    await Promise.race([work, stop]);
  } finally {
    going = false;
    saying = stopped = () => {};
    // What is still under way after a failure is heard by nobody.
    work.catch(() => {});
    for (const one of under) one.catch(() => {});
  }
  return unkept;
}
