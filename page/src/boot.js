// What happens before any file can be dropped, and how the scorer is started. What the policy and
// each step are for is told in page/src/boot.rs.
const POLICY =
  "default-src 'none'; script-src 'wasm-unsafe-eval'; img-src blob: data:; " +
  "worker-src blob:; connect-src 'none'; form-action 'none'; base-uri 'none'";

// What browsers do not hold to a content policy.
const UNCOVERED = ["RTCPeerConnection", "webkitRTCPeerConnection", "WebTransport"];

// The smallest module with a vector in it: the scorer takes bytes 16 at a time.
const VECTORS = [0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 10, 9, 1, 7, 0, 65, 0, 253, 15, 26, 11];

const PATIENCE_MILLISECONDS = 3000;

const OPEN =
  "This browser does not enforce the page's content policy, so nothing would stop data from " +
  "leaving it. Use a current Firefox, Chrome, Edge or Safari.";

let script, module;
// Why no worker may be started, if so.
let refusal = "the page is not sealed";

export const words = (error) => String(error?.message ?? error);

async function adoptWaitingVersion() {
  try {
    const container = navigator.serviceWorker;
    // Absent, not null, where the context is not secure.
    if (!container?.controller) return;
    const waiting = (await container.getRegistration())?.waiting;
    if (!waiting) return;
    const adopted = new Promise((done) => {
      container.oncontrollerchange = () => done(true);
      setTimeout(done, PATIENCE_MILLISECONDS, false);
    });
    waiting.postMessage("adopt");
    if (!(await adopted)) return;
  } catch {
    return;
  }
  location.reload();
  // The reload ends this script; until then nothing else may start.
  await new Promise(() => {});
}

async function part(name) {
  // The worker's files keep their names between versions: ask the host whether they changed.
  const answer = await fetch(name, { cache: "no-cache" });
  if (!answer.ok) throw `${name}: the server answered ${answer.status}`;
  return answer;
}

// The files that the host of a benchmark has put beside the page, by their names.
let ofHost = {};
// The texts of the scripts among them.
let scripts = {};

async function scorerFiles() {
  const { said, error } = given.scorer ?? {};
  if (error) throw error;
  const tracks = Array.isArray(said?.tracks) ? said.tracks : [];
  const names = new Set(tracks.flatMap((track) => [track?.gold?.file, track?.sample, track?.script?.file]));
  const some = [...names].filter((name) => typeof name === "string");
  const file = async (name) => {
    const blob = await (await given.hosted(name)).blob();
    return [name, new File([blob], name.split("/").pop())];
  };
  ofHost = Object.fromEntries(await Promise.all(some.map(file)));
  const text = async (name) => [name, await ofHost[name].text()];
  const written = tracks.map((track) => track?.script?.file).filter((name) => ofHost[name]);
  scripts = Object.fromEntries(await Promise.all(written.map(text)));
}

/** The title of the benchmark that this page is the scorer of; nothing where it is for any. */
export const hostedTitle = () => given.scorer && String(given.scorer.said?.title ?? "");
/** The text that describes the scorer. */
export const hostedText = () => given.scorer?.text ?? "";
/** The texts of its scripts by their names, as JSON. */
export const hostedScripts = () => JSON.stringify(scripts);
/** A file of the host, which is there before the seal. */
export const hostedFile = (name) => ofHost[name];

async function prepare() {
  const files = scorerFiles();
  const glue = await part("scoredrop-worker.js");
  const bytes = await part("scoredrop-worker_bg.wasm");
  module = await WebAssembly.compile(await bytes.arrayBuffer());
  const text = new Blob([await glue.text()], { type: "text/javascript" });
  script = URL.createObjectURL(text);
  await files;
}

// Browsers load no frame in a sandbox out of a service worker, so without a network the sandbox for programs
// would not be there. This one is made of the same scripts, as a text out of the page's own files. It inherits
// the first policy, which allows them by their hash, and adds its own: runner/pack.mjs.
async function sandbox() {
  if (!navigator.serviceWorker?.controller || !document.getElementById("runner")) return;
  const frame = document.createElement("iframe");
  frame.id = "runner-inline";
  frame.title = "Where programs are run without a network";
  frame.hidden = true;
  frame.setAttribute("sandbox", "allow-scripts");
  const text = async (name) => (await part(`runner/${name}`)).text();
  const scripts = await Promise.all(["harness.js", "worker.js", "frame.js"].map(text));
  frame.srcdoc = (await text("inline.html")).replace("SCRIPTS", () => scripts.join(""));
  await new Promise((done) => {
    frame.onload = done;
    document.body.append(frame);
  });
}

async function register() {
  await navigator.serviceWorker.register("sw.js");
}

function close() {
  const meta = document.createElement("meta");
  // A policy counts from the moment its element is inserted, so content comes first.
  meta.httpEquiv = "Content-Security-Policy";
  meta.content = POLICY;
  document.head.append(meta);
  const gone = { value: undefined, writable: false, configurable: false };
  for (const name of UNCOVERED) Object.defineProperty(window, name, gone);
  refusal = undefined;
}

// The trial asks for `data:,`, which the first policy allows and the second forbids: refused is proof that the
// browser enforces the second policy, and neither outcome touches a network. Browsers report each refusal to
// their console, so it is made when there is something to read, not on every visit.
let trial;
let proven = false;

function prove() {
  trial ??= fetch("data:,").then(
    () => {
      refusal = OPEN;
    },
    () => {
      proven = true;
    },
  );
  return trial;
}

export async function boot(later) {
  await adoptWaitingVersion();
  if (!WebAssembly.validate(Uint8Array.from(VECTORS))) {
    throw (
      "This browser lacks the vector instructions of WebAssembly, which the scorer needs. " +
      "Use a current Firefox, Chrome, Edge or Safari."
    );
  }
  const spare = sandbox().catch(() => {});
  try {
    await prepare();
  } catch (error) {
    throw `A part of this page did not load (${words(error)}). Reload the page.`;
  }
  // Each may fail: then the page is not offline, loads no further parts, or runs no programs offline.
  await Promise.allSettled([register(), later, spare]);
  close();
}

export const kept = async () => navigator.serviceWorker.ready;

// Whoever waits for the end of a worker, by the worker.
const watches = new Map();
let started = 0;

// A worker holds a lock while it lives. It is there by its first message, and whoever is given it later knows
// that the worker is gone: no browser says so of one that was ended from outside, or whose memory ran out.
function watch(worker, lock, failed) {
  if (!navigator.locks) return;
  const control = new AbortController();
  watches.set(worker, control);
  navigator.locks
    .request(lock, { signal: control.signal }, () => failed("it ended without a message"))
    .catch(() => {});
}

export function start(heard, failed) {
  try {
    if (refusal) throw refusal;
    const worker = new Worker(script);
    const lock = `scorer ${(started += 1)} ${performance.timeOrigin} ${Math.random()}`;
    worker.postMessage({ module, lock });
    worker.onmessage = ({ data: [number, name, said, buffer] }) => {
      if (!watches.has(worker)) watch(worker, lock, failed);
      // Its last words are no reply.
      if (name === "panic") failed(said);
      else heard(number, said, buffer);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      // A failure to load is a plain event, without a message.
      failed(event.message ?? event.type);
    };
    return worker;
  } catch (error) {
    throw refusal ?? `the browser did not start the scorer: ${words(error)}`;
  }
}

export function post(worker, message, failed) {
  const send = () => worker.postMessage(message);
  if (proven) send();
  else prove().then(() => (refusal ? failed(refusal) : send())).catch((error) => failed(words(error)));
}

export function end(worker) {
  watches.get(worker)?.abort();
  watches.delete(worker);
  worker.onmessage = worker.onerror = null;
  worker.terminate();
}
