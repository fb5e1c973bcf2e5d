// Keeps the page's own files, so that it opens without a network after the first visit. It keeps
// nothing else: no other address, and nothing of what the user drops, which never leaves the page.

// Written by `cargo xtask`. Empty in a development build, which is then never kept.
const VERSION = "";
const FILES = [];

// Several copies of the page may share an origin, in different folders.
const PREFIX = `scoredrop ${new URL("./", self.location).pathname} `;
const NAME = PREFIX + VERSION;
const OWN = new Set(FILES.map((file) => new URL(file, self.location).href));

self.addEventListener("install", (event) => {
  if (!VERSION) return;
  // A mixture of old and new files must not be kept, so the host is asked about each file; what the page has just
  // loaded is not sent again. All or nothing.
  const requests = [...OWN].map((href) => new Request(href, { cache: "no-cache" }));
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(requests)));
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
  url.hash = "";
  const own = url.href.endsWith("/") ? new URL("index.html", url).href : url.href;
  if (!VERSION || request.method !== "GET" || !OWN.has(own)) return;
  event.respondWith(
    caches
      .open(NAME)
      .then((cache) => cache.match(own))
      .then((kept) => kept ?? fetch(request)),
  );
});
