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

/** A built-in sample, as files that somebody might have dropped. */
export async function sample(name) {
  const { [name]: texts } = await load("samples");
  return Object.entries(texts).map(([name, text]) => new File([text], name));
}

/** Fails where the browser does not find a file any more as it was when it was given. */
export const touch = (file) => file.slice(0, 1).arrayBuffer();

/** The files of a drop, those in folders too; of more than `most` only how many there are. */
export const dropped = (items, most) => found(given.entries(items), most);

/** What start.js has kept, each as its files, those in folders too, and the name of their role. */
export const early = (most) => given.take().map(([entries, role]) => [found(entries, most), role]);

/** So many files of a folder are asked for at a time. */
const AT_A_TIME = 100;

async function found(entries, most) {
  const seen = [];
  // Of folders that hold too many files none is opened, only counted, which takes a browser much less time.
  const walk = async (entry) => {
    if (entry instanceof File || entry?.isFile) seen.push(entry);
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
  if (seen.length > most) return seen.length;
  const open = async (entry) => {
    if (entry instanceof File) return entry;
    const file = await new Promise((done, failed) => entry.file(done, failed));
    // Of files of one name the folder tells which is which.
    file.folder = entry.fullPath.split("/").slice(1, -1).join("/");
    return file;
  };
  const files = [];
  for (let from = 0; from < seen.length; from += AT_A_TIME) {
    files.push(...(await Promise.all(seen.slice(from, from + AT_A_TIME).map(open))));
  }
  const counts = new Map();
  for (const { name } of files) counts.set(name, (counts.get(name) ?? 0) + 1);
  for (const file of files) if (counts.get(file.name) === 1) delete file.folder;
  return files;
}
