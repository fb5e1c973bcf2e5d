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

/** A worker of a part: `ask(json, ...extras)` resolves to `[json, ...buffers]`. */
async function start(part, bootstrap) {
  const { glue, module } = (await kept(part)) ?? (await framed(part));
  const bytes = Uint8Array.from(atob(module), (byte) => byte.charCodeAt(0));
  const script = new Blob([glue, "\n", bootstrap], { type: "text/javascript" });
  const worker = new Worker(URL.createObjectURL(script));
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
  worker.postMessage(await WebAssembly.compile(bytes));
  let last = 0;
  return (json, ...extras) =>
    new Promise((done, failed) => {
      waiting.set((last += 1), { done, failed });
      worker.postMessage([last, json, ...extras]);
    });
}

const workers = {};

/** Asks a part's worker, which is loaded and started if need be. */
function ask(part, bootstrap) {
  workers[part] ??= start(part, bootstrap).catch((error) => {
    delete workers[part];
    throw error;
  });
  return workers[part];
}

/** What a part weighs, in bytes, before it is loaded. */
export const weight = (part) => Number(frame.dataset[part] ?? 0);

// More members than anybody scores at once.
const MOST_MEMBERS = 100;

/**
 * Takes files out of a container: the member that is named, else all of an archive or the usual one
 * of others. Resolves to `[file, origin as JSON, name for people, name, sheets]` for each. Where it
 * cannot, it throws the JSON of a reply that says why.
 */
export async function unpack(bootstrap, file, member) {
  const asked = await ask("unpack", bootstrap);
  const answer = async (request) => {
    const [json, bytes] = await asked(JSON.stringify(request), file);
    const reply = JSON.parse(json);
    if (reply.failed) throw json;
    return { ...reply, bytes };
  };
  const { name, size } = file;
  const { listing } = await answer({ list: { name } });
  const members = listing.members.filter((one) => one.obstacle === null).map((one) => one.name);
  const all = listing.kind === "zip" && member === undefined && members.length > 0;
  const wanted = all ? members.slice(0, MOST_MEMBERS) : [member ?? null];
  const found = [];
  for (const one of wanted) {
    const { unpacked, bytes } = await answer({ unpack: { name, member: one } });
    const { shown, ...rest } = unpacked;
    const origin = JSON.stringify({ ...rest, member: rest.name, name, bytes: size });
    const sheets = listing.kind === "xlsx" ? members : [];
    found.push([new File([bytes], rest.file), origin, shown, rest.name, sheets]);
  }
  return found;
}

/** The files of a drop, those in folders too. */
export async function dropped(items) {
  const entries = Array.from(items, (item) => item.webkitGetAsEntry?.() ?? item.getAsFile());
  const files = [];
  const walk = async (entry) => {
    if (entry instanceof File) files.push(entry);
    else if (entry?.isFile) files.push(await new Promise((done, failed) => entry.file(done, failed)));
    else if (entry?.isDirectory) {
      const reader = entry.createReader();
      // It gives some at a time, and none at the end.
      const some = () => new Promise((done, failed) => reader.readEntries(done, failed));
      for (let part = await some(); part.length > 0; part = await some()) {
        for (const one of part) if (!one.name.startsWith(".")) await walk(one);
      }
    }
  };
  for (const entry of entries) await walk(entry);
  return files;
}
