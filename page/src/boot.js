// What happens once, before any file can be dropped, and how the scorer's worker is started:
// page/src/boot.rs tells of the whole.

// Style sheets already applied stay applied, and `style:` in markup goes through the object model,
// which policies leave alone; so not even our own host may serve a style sheet any more. `blob:`
// and `data:` never reach a network: images for exports, and workers, are made of them.
const POLICY =
  "default-src 'none'; script-src 'wasm-unsafe-eval'; img-src blob: data:; " +
  "worker-src blob:; connect-src 'none'; form-action 'none'; base-uri 'none'";

// Browser interfaces that open connections and that browsers do not hold to a content policy: the
// directive against WebRTC is known to none of them (Chromium calls it unrecognised).
const UNCOVERED = ["RTCPeerConnection", "webkitRTCPeerConnection", "WebTransport"];

// How long a waiting version may take to step in; it must not keep anybody from scoring.
const PATIENCE_MILLISECONDS = 3000;

// What every worker is made of: a `blob:` address of glue and bootstrap, and the compiled module.
let script, module;

// Whether the seal is closed and was seen to hold.
let sealed = false;

const words = (error) => error?.message ?? error;

/**
 * Moves to a newer version that was fetched during an earlier visit, by a reload. Done only at the
 * very start, when there is nothing to lose: never under somebody's data. The files of the version
 * other windows still run stay kept.
 */
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

async function prepare(bootstrap) {
  const glue = await part("scoredrop-worker.js");
  const bytes = await part("scoredrop-worker_bg.wasm");
  module = await WebAssembly.compile(await bytes.arrayBuffer());
  const text = new Blob([await glue.text(), "\n", bootstrap], { type: "text/javascript" });
  script = URL.createObjectURL(text);
}

async function register() {
  await navigator.serviceWorker.register("sw.js");
}

/** Closes the seal and tries it; resolves to whether it holds. */
async function close() {
  const meta = document.createElement("meta");
  // A policy counts from the moment its element is inserted, so content comes first.
  meta.httpEquiv = "Content-Security-Policy";
  meta.content = POLICY;
  document.head.append(meta);
  const gone = { value: undefined, writable: false, configurable: false };
  for (const name of UNCOVERED) Object.defineProperty(window, name, gone);
  // The trial asks for `data:,`, which the first policy allows and the second forbids: refused is
  // proof that the browser enforces the second policy, and neither outcome touches a network.
  return fetch("data:,").then(
    () => false,
    () => true,
  );
}

/** Resolves once the page is sealed; throws a sentence for people where it cannot work here. */
export async function boot(bootstrap, later) {
  await adoptWaitingVersion();
  try {
    await prepare(bootstrap);
  } catch (error) {
    throw `A part of this page did not load (${words(error)}). Reload the page.`;
  }
  // Registered before the seal, because the seal forbids it; it goes on by itself afterwards.
  // Refused in private windows of some browsers: then the page is simply not offline. The frame
  // that loads parts later has to be there before, too.
  await Promise.allSettled([register(), later]);
  sealed = await close().catch(() => false);
  if (!sealed) {
    throw (
      "This browser does not enforce the page's content policy, so nothing would stop data from " +
      "leaving it. Use a current Firefox, Chrome, Edge or Safari."
    );
  }
}

/** Resolves once the page's files are kept; throws where there is no service worker. */
export const kept = async () => navigator.serviceWorker.ready;

/** Starts a worker. Only after the seal: one started before would be free to send. */
export function start(heard, failed) {
  if (!sealed) throw "the page is not sealed";
  try {
    const worker = new Worker(script);
    worker.onmessage = ({ data: [number, json, buffer] }) => heard(number, json, buffer);
    worker.onerror = (event) => {
      event.preventDefault();
      // A failure to load is a plain event, without a message.
      failed(event.message ?? event.type);
    };
    worker.postMessage(module);
    return worker;
  } catch (error) {
    throw `the browser did not start the scorer: ${words(error)}`;
  }
}

/** Ends a worker; nothing is heard of it any more. */
export function end(worker) {
  worker.onmessage = worker.onerror = null;
  worker.terminate();
}
