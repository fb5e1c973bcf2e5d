// Where the page gets the interpreter from, after its seal: out of its own cache, where an earlier visit
// has put it, or through the frame for later parts (later.js), which loads it and hands it over.
//
// It is not among the files that the service worker keeps from the first visit on: it weighs more than
// all of these together, and who scores no programs never needs it. So the page keeps it itself, once it
// is there. That takes no request: what goes into the cache is what the frame has handed over.

// So many that none of them keeps the page busy.
const PARTS = 24;
// A part may take long on a slow line; a frame that could not be loaded answers nothing.
const PATIENCE_MILLISECONDS = 300_000;

const cacheName = (hash) => `python ${new URL("./", document.baseURI).pathname} ${hash}`;
const address = (part) => new URL(`python/${part}.later.js`, document.baseURI);

function framed(frame, name) {
  return new Promise((done, failed) => {
    const listen = ({ source, data }) => {
      if (source !== frame.contentWindow || data?.part !== name) return;
      removeEventListener("message", listen);
      clearTimeout(late);
      if (data.error) failed(new Error(data.error));
      else done(data.content);
    };
    const late = setTimeout(() => {
      removeEventListener("message", listen);
      failed(new Error(`${name}: no answer`));
    }, PATIENCE_MILLISECONDS);
    addEventListener("message", listen);
    frame.contentWindow.postMessage(name, "*");
  });
}

/** The cache, if this browser lets this page have one. */
async function kept(hash) {
  try {
    return await caches.open(cacheName(hash));
  } catch {
    return undefined;
  }
}

/** Whether the interpreter is here already. */
export async function here(hash) {
  const cache = await kept(hash);
  return ((await cache?.keys()) ?? []).length === PARTS;
}

/**
 * The parts of the packed interpreter, in order, as `start` of runner.js takes them. `progress` is told
 * how many of how many are there. `hash` names the version, as pack.mjs gives it: others are thrown away.
 */
export async function load(hash = "", progress = () => {}, frame = document.getElementById("later")) {
  const cache = await kept(hash);
  const parts = [];
  for (let part = 0; part < PARTS; part += 1) {
    progress(part, PARTS);
    const found = await cache?.match(address(part)).catch(() => undefined);
    parts.push(found ? await found.text() : await framed(frame, `python/${part}`));
    // Where there is no room, it is loaded again the next time.
    if (!found) await cache?.put(address(part), new Response(parts[part])).catch(() => {});
  }
  progress(PARTS, PARTS);
  await forgetOthers(hash);
  return parts;
}

async function forgetOthers(hash) {
  try {
    const [own, prefix] = [cacheName(hash), cacheName("")];
    const others = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== own);
    await Promise.all(others.map((name) => caches.delete(name)));
  } catch {
    // They are in nobody's way.
  }
}
