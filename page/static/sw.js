// Keeps the page's own files, so that it opens without a network after the first visit. It keeps
// nothing else: no other address, and nothing of what the user drops, which never leaves the page.

// Written by `cargo xtask`. Empty in a development build, which is then never kept.
const VERSION = "";
const FILES = [];

// Several copies of the page may share an origin, in different folders.
const PREFIX = `scoredrop ${new URL("./", self.location).pathname} `;
const NAME = PREFIX + VERSION;
const OWN = new Set(FILES.map((file) => new URL(file, self.location).href));

// What makes the page the scorer of one benchmark. Its host may change it at any time, and the files that it
// names, so these come from the network as long as there is one.
const ROOT = new URL("./", self.location).href;
const SCORER = new URL("scorer.json", self.location).href;

async function ofHost(cache) {
  const described = await cache.match(SCORER);
  const { tracks = [] } = described ? await described.json() : {};
  const names = tracks.flatMap(({ gold, sample }) => [gold.file, sample]).filter(Boolean);
  return names.map((name) => new URL(name, self.location).href);
}

async function newest(request) {
  const cache = await caches.open(NAME);
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put(request, answer.clone()).catch(() => {});
    return answer;
  } catch (error) {
    const kept = await cache.match(request);
    if (kept) return kept;
    throw error;
  }
}

self.addEventListener("install", (event) => {
  if (!VERSION) return;
  // A mixture of old and new files must not be kept, so the host is asked about each file; what the page has just
  // loaded is not sent again. All or nothing.
  const requests = [...OWN].map((href) => new Request(href, { cache: "no-cache" }));
  event.waitUntil(
    caches.open(NAME).then(async (cache) => {
      await cache.addAll(requests);
      await cache.addAll(await ofHost(cache)).catch(() => {});
    }),
  );
  // A new version waits until no window runs the old one, or until a window that has just opened
  // asks for it: page/src/boot.js.
});

self.addEventListener("message", (event) => {
  if (event.data === "adopt") event.waitUntil(self.skipWaiting());
});

self.addEventListener("activate", (event) => {
  // The version before this one stays: another window may still run it.
  event.waitUntil(
    caches.keys().then((names) => {
      const old = names.filter((name) => name.startsWith(PREFIX) && name !== NAME);
      return Promise.all(old.slice(0, -1).map((name) => caches.delete(name)));
    }),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  // Which scorer is meant, the page reads from its address.
  url.hash = url.search = "";
  const own = url.href.endsWith("/") ? new URL("index.html", url).href : url.href;
  if (!VERSION || request.method !== "GET") return;
  const isOfHost = own === SCORER || (!OWN.has(own) && request.destination === "" && own.startsWith(ROOT));
  if (isOfHost) return event.respondWith(newest(request));
  if (!OWN.has(own)) return;
  event.respondWith(
    caches
      .open(NAME)
      .then((cache) => cache.match(own))
      .then((kept) => kept ?? fetch(request)),
  );
});
