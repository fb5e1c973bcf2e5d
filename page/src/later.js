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

/** What a part holds. */
const load = async (part) => (await kept(part)) ?? framed(part);

/** The built-in sample, as files that somebody might have dropped. */
export async function sample() {
  const texts = await load("sample");
  return Object.entries(texts).map(([name, text]) => new File([text], name));
}

const kits = {};

/** What workers of a part are made of, loaded once. */
export function kit(part) {
  kits[part] ??= load(part).then(async ({ glue, module }) => {
    const script = new Blob([glue], { type: "text/javascript" });
    const bytes = Uint8Array.fromBase64?.(module) ?? Uint8Array.from(atob(module), (byte) => byte.charCodeAt(0));
    return { script: URL.createObjectURL(script), module: await WebAssembly.compile(bytes) };
  });
  // Whoever asks again after a failure tries again.
  kits[part].catch(() => delete kits[part]);
  return kits[part];
}

/** A worker that answers one thing after the other; its memory goes with it. */
function start({ script, module }) {
  const worker = new Worker(script);
  worker.postMessage({ module });
  let last = 0;
  const ask = (request, file) =>
    new Promise((done, failed) => {
      worker.onerror = (event) => failed(new Error(event.message));
      worker.onmessage = ({ data: [number, json, bytes] }) => {
        const reply = JSON.parse(json);
        if (reply.panic) failed(new Error(reply.panic.message));
        else if (number !== last) return;
        else if (reply.failed) failed(json);
        else done({ ...reply, bytes });
      };
      worker.postMessage([(last += 1), JSON.stringify(request), file]);
    });
  return { ask, end: () => worker.terminate() };
}

/** What a part weighs, in bytes, before it is loaded. */
export const weight = (part) => Number(frame.dataset[part] ?? 0);

/** What gzip has packed, unpacked by the browser; nothing where it is not sound. */
async function gunzip(file) {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  if (first !== 0x1f || second !== 0x8b) return undefined;
  try {
    return await new Response(file.stream().pipeThrough(new DecompressionStream("gzip"))).blob();
  } catch {
    return undefined;
  }
}

/** Fails where the browser does not find a file any more as it was when it was given. */
export const touch = (file) => file.slice(0, 1).arrayBuffer();

// More members than anybody scores at once.
const MOST_MEMBERS = 100;

/**
 * Takes files out of a container: the member that is named, else all of an archive or the usual one
 * of others. Resolves to `[file, origin as JSON, name for people, name, sheets]` for each. Where it
 * cannot, it throws the JSON of a reply that says why.
 */
export async function unpack(file, member) {
  const { name, size } = file;
  const unpacked = await gunzip(file);
  if (unpacked) {
    const inner = name.replace(/\.gz$/i, "");
    const origin = { name, bytes: size, member: inner, format: "gzip", file: inner, by_record: false, notes: [] };
    return [[new File([unpacked], inner), JSON.stringify(origin), name, inner, []]];
  }
  const { ask, end } = start(await kit("unpack"));
  try {
    const { listing } = await ask({ list: { name } }, file);
    const members = listing.members.filter((one) => one.obstacle === null).map((one) => one.name);
    const all = listing.kind === "zip" && member === undefined && members.length > 0;
    const wanted = all ? members : [member ?? null];
    if (wanted.length > MOST_MEMBERS) {
      throw new Error(`${name} holds ${wanted.length} files; give at most ${MOST_MEMBERS} at a time`);
    }
    const found = [];
    for (const one of wanted) {
      const { unpacked, bytes } = await ask({ unpack: { name, member: one } }, file);
      const { shown, ...rest } = unpacked;
      // What is not read is said once.
      const unread = member === undefined && found.length === 0 ? listing.unread : null;
      const notes = unread ? [unread, ...rest.notes] : rest.notes;
      const origin = JSON.stringify({ ...rest, notes, member: rest.name, name, bytes: size });
      const sheets = listing.kind === "xlsx" ? members : [];
      found.push([new File([bytes], rest.file), origin, shown, rest.name, sheets]);
    }
    return found;
  } finally {
    end();
  }
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
