// Parts of the page that are loaded when they are first needed. By then it is sealed and can load
// nothing: they come out of the browser's cache, where the service worker has put them, or from a
// frame in a sandbox that was there before the seal (later.html).
const frame = document.getElementById("later");

// A frame that could not be loaded answers nothing.
const PATIENCE_MILLISECONDS = 60_000;

/** Resolves once the frame is there, or has failed; that has to be before the seal. */
export function ready() {
  if (document.readyState === "complete") return Promise.resolve();
  return new Promise((done) => addEventListener("load", done, { once: true }));
}

function framed(part) {
  return new Promise((done, failed) => {
    const listen = ({ source, data }) => {
      if (source !== frame.contentWindow || data?.part !== part) return;
      removeEventListener("message", listen);
      if (data.error) failed(new Error(data.error));
      else done(data.content);
    };
    addEventListener("message", listen);
    setTimeout(() => failed(new Error(`${part}: no answer`)), PATIENCE_MILLISECONDS);
    frame.contentWindow.postMessage(part, "*");
  });
}

async function kept(part) {
  try {
    const file = await caches.match(new URL(`${part}.later.js`, document.baseURI));
    const script = await file.text();
    return JSON.parse(script.slice(script.indexOf(",") + 1, script.lastIndexOf(")")));
  } catch {
    // No cache here, or the service worker has not come to an end.
    return undefined;
  }
}

/** What a part is made of: its script and its module. */
async function kit(part) {
  const { glue, module } = (await kept(part)) ?? (await framed(part));
  const bytes = Uint8Array.from(atob(module), (byte) => byte.charCodeAt(0));
  return { glue, module: await WebAssembly.compile(bytes) };
}

const workers = {};

/** A worker of a part: `ask(json, ...extras)` resolves to its answer. */
async function start(part, bootstrap) {
  const { glue, module } = await kit(part);
  const script = URL.createObjectURL(new Blob([glue, "\n", bootstrap], { type: "text/javascript" }));
  const worker = new Worker(script);
  const waiting = new Map();
  const end = (reason) => {
    worker.terminate();
    delete workers[part];
    for (const { failed } of waiting.values()) failed(new Error(reason));
  };
  worker.onerror = (event) => end(event.message);
  worker.onmessage = ({ data: [number, json, ...extras] }) => {
    if (json.startsWith('{"panic"')) return end(JSON.parse(json).panic.message);
    waiting.get(number)?.done([json, ...extras]);
    waiting.delete(number);
  };
  worker.postMessage(module);
  let last = 0;
  return (json, ...extras) =>
    new Promise((done, failed) => {
      waiting.set((last += 1), { done, failed });
      worker.postMessage([last, json, ...extras]);
    });
}

/** Asks a part's worker, which is loaded and started if need be. */
export async function ask(part, bootstrap, json, ...extras) {
  try {
    workers[part] ??= start(part, bootstrap);
    return await (await workers[part])(json, ...extras);
  } catch (error) {
    delete workers[part];
    throw error;
  }
}
