// Ways in which a script can make a browser ask a server for something. Each is run in the page or
// the worker itself, with an address that names it.
import { sleep } from "./harness.mjs";

const append = (parent, name, values) =>
  `${parent}.append(Object.assign(document.createElement("${name}"), ${values}));`;
const link = (rel, more = "") => append("document.head", "link", `{ rel: "${rel}", href: url${more} }`);
const body = (name, values) => append("document.body", name, values);

// The frame that loads parts after the seal, or one like it where there is none.
const LATER =
  "const f = document.getElementById('later') ?? document.body.appendChild(document.createElement('iframe'))";

// What nothing holds may be collected before it asks.
const kept = (made) => `(self.kept ??= []).push(${made});`;

/** Connections that page and workers can both open. */
const both = {
  fetch: "await fetch(url)",
  "fetch, no-cors": "await fetch(url, { mode: 'no-cors', method: 'POST', body: 'data' })",
  "fetch, keepalive": "await fetch(url, { keepalive: true, mode: 'no-cors' })",
  XMLHttpRequest: "const r = new XMLHttpRequest(); r.open('POST', url); r.send('data');",
  "XMLHttpRequest, synchronous":
    "const r = new XMLHttpRequest(); r.open('GET', url, false); r.send();",
  WebSocket: kept("new WebSocket(url.replace('http', 'ws'))"),
  EventSource: kept("new EventSource(url)"),
  "Cache.add": "await (await caches.open('x')).add(url)",
  "import()": "await import(url)",
  Worker: kept("new Worker(url)"),
  "Worker, module": kept("new Worker(url, { type: 'module' })"),
  "Worker from a blob, fetch":
    kept("new Worker(URL.createObjectURL(new Blob([`fetch('${url}', { mode: 'no-cors' })`])))"),
  "Worker from a blob, importScripts":
    kept("new Worker(URL.createObjectURL(new Blob([`importScripts('${url}')`])))"),
  "Worker from a blob, import":
    kept("new Worker(URL.createObjectURL(new Blob([`import '${url}'`], { type: 'text/javascript' })), { type: 'module' })"),
  "Worker from data:": kept("new Worker(`data:text/javascript,fetch('${url}', { mode: 'no-cors' })`)"),
};

export const WORKER = {
  ...both,
  importScripts: "importScripts(url)",
  FontFace: "await new FontFace('x', `url(${url})`).load()",
};

export const PAGE = {
  ...both,
  SharedWorker: "new SharedWorker(url)",
  "ServiceWorkerContainer.register":
    "await navigator.serviceWorker.register(url, { scope: './leak/' })",
  sendBeacon: "navigator.sendBeacon(url, 'data')",
  fetchLater: "fetchLater(url, { activateAfter: 0 })",
  Image: "new Image().src = url",
  "img, srcset": body("img", "{ srcset: `${url} 1x` }"),
  "svg image":
    "const s = document.createElementNS('http://www.w3.org/2000/svg', 'svg'); const i = document.createElementNS('http://www.w3.org/2000/svg', 'image'); i.setAttribute('href', url); s.append(i); document.body.append(s);",
  "svg use":
    "const s = document.createElementNS('http://www.w3.org/2000/svg', 'svg'); const i = document.createElementNS('http://www.w3.org/2000/svg', 'use'); i.setAttribute('href', url + '#x'); s.append(i); document.body.append(s);",
  script: body("script", "{ src: url }"),
  "script, module": body("script", "{ src: url, type: 'module' }"),
  "script, module from a blob": body(
    "script",
    "{ type: 'module', src: URL.createObjectURL(new Blob([`import '${url}'`], { type: 'text/javascript' })) }",
  ),
  "script, inline": body("script", "{ textContent: `new Image().src = '${url}'` }"),
  "event handler, inline": "document.body.insertAdjacentHTML('beforeend', `<img src=data:, onerror=\"fetch('${url}', {mode:'no-cors'})\">`)",
  "javascript: address":
    "const a = Object.assign(document.createElement('a'), { href: `javascript:void fetch('${url}', {mode:'no-cors'})` }); document.body.append(a); a.click();",
  eval: "(0, eval)(`fetch('${url}', { mode: 'no-cors' })`)",
  "speculation rules": body(
    "script",
    "{ type: 'speculationrules', textContent: JSON.stringify({ prefetch: [{ source: 'list', urls: [url] }] }) }",
  ),
  "link stylesheet": link("stylesheet"),
  "link prefetch": link("prefetch"),
  "link preload": link("preload", ", as: 'image'"),
  "link preload, fetch": link("preload", ", as: 'fetch', crossOrigin: 'anonymous'"),
  "link modulepreload": link("modulepreload"),
  "link prerender": link("prerender"),
  "link manifest": link("manifest"),
  "link icon": link("icon"),
  "style, url()":
    "const e = document.createElement('div'); e.style.backgroundImage = `url(${url})`; e.textContent = '.'; document.body.append(e);",
  "style, @import": append("document.head", "style", "{ textContent: `@import '${url}'` }"),
  "constructed sheet, url()":
    "const s = new CSSStyleSheet(); s.replaceSync(`html { list-style-image: url(${url}); cursor: url(${url}), auto; border-image: url(${url}) 1 }`); document.adoptedStyleSheets.push(s);",
  FontFace: "await new FontFace('x', `url(${url})`).load()",
  iframe: body("iframe", "{ src: url }"),
  "iframe, srcdoc": body("iframe", "{ srcdoc: `<img src='${url}'><link rel=stylesheet href='${url}'>` }"),
  "iframe, data:": body("iframe", "{ src: `data:text/html,<img src='${url}'>` }"),
  "iframe, blob:": body(
    "iframe",
    "{ src: URL.createObjectURL(new Blob([`<img src='${url}'>`], { type: 'text/html' })) }",
  ),
  "iframe, empty, its fetch":
    "const f = document.createElement('iframe'); document.body.append(f); await f.contentWindow.fetch(url, { mode: 'no-cors' })",
  "iframe, empty, its image":
    "const f = document.createElement('iframe'); document.body.append(f); const i = f.contentDocument.createElement('img'); i.src = url; f.contentDocument.body.append(i);",
  "the frame for later, sent elsewhere": `${LATER}; f.src = url`,
  "the frame for later, its location": `${LATER}; f.contentWindow.location = url`,
  "the frame for later, told an address": `${LATER}; f.contentWindow.postMessage(url, '*')`,
  object: body("object", "{ data: url }"),
  embed: body("embed", "{ src: url }"),
  audio: body("audio", "{ src: url, preload: 'auto' }"),
  video: body("video", "{ src: url, preload: 'auto' }"),
  "video poster": body("video", "{ poster: url }"),
  "form, get":
    "const f = document.createElement('iframe'); f.name = 'g'; const m = Object.assign(document.createElement('form'), { action: url, target: 'g' }); document.body.append(f, m); m.submit();",
  "form, post":
    "const f = document.createElement('iframe'); f.name = 'p'; const m = Object.assign(document.createElement('form'), { action: url, method: 'post', target: 'p' }); document.body.append(f, m); m.submit();",
  "a, ping":
    "const a = Object.assign(document.createElement('a'), { href: '#x', ping: url }); document.body.append(a); a.click();",
  "AudioWorklet.addModule": "await new AudioContext().audioWorklet.addModule(url)",
  "CSS.paintWorklet.addModule": "await CSS.paintWorklet.addModule(url)",
};

// Milliseconds without a request after which no more arrive.
const LONG_ENOUGH = 2500;

// Milliseconds that an attempt has to arrive where nothing is in its way.
const LONGEST = 150_000;

/**
 * Waits until nothing more arrives at servers: on a busy machine the first does long before the last. Of
 * attempts that should arrive, it waits for the last one.
 */
export async function quiet(servers, awaited = []) {
  const urls = () => servers.flatMap(({ requests }) => requests.map(({ url }) => url));
  const lacks = () => awaited.some((name) => !urls().some((url) => url.includes(`/leak/${slug(name)}/`)));
  const end = performance.now() + LONGEST;
  for (let before = -1; before !== urls().length || (lacks() && performance.now() < end); ) {
    before = urls().length;
    await sleep(LONG_ENOUGH);
  }
}

/** Answers everything, so that an attempt goes as far as it can. */
export function welcome(request, response) {
  if (!request.url.includes("/leak/") && !request.url.endsWith("/bare.html")) return false;
  const type = request.url.endsWith(".html") ? "text/html" : "text/javascript";
  response.writeHead(200, {
    "Content-Type": type,
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Headers": "*",
  });
  response.end(type === "text/html" ? "<!doctype html><title>bare</title>" : "self.x = 1;");
  return true;
}

/** The name of an attempt as it stands in an address. */
export const slug = (name) => name.replaceAll(/[^A-Za-z]+/g, "-");

/**
 * Makes the attempts in a page or worker and returns the slugs that each server saw; `awaited` are those that
 * should arrive.
 */
export async function attempt(where, attempts, servers, awaited = []) {
  for (const { requests } of servers) requests.length = 0;
  const list = Object.entries(attempts).flatMap(([name, code]) =>
    servers.map((server) => ({ code, url: `${server.url}leak/${slug(name)}/?data` })),
  );
  for (const { code, url } of list) {
    // Not a string given to eval in there: that the policy would refuse, and hide the rest.
    await where.evaluate(`{
      const url = ${JSON.stringify(url)};
      (async () => { ${code} })().catch(() => {});
      0;
    }`);
  }
  await quiet(servers, awaited);
  return servers.map(
    ({ requests }) => new Set(requests.map(({ url }) => url.match(/\/leak\/([^/]+)\//)?.[1] ?? url)),
  );
}
