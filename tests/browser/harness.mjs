// What the browser tests share: a plain server, a browser, axe, dropping files, pictures.
import { createServer } from "node:http";
import { mkdirSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { chromium } from "playwright-core";

export const DIST = process.env.DIST ?? fileURLToPath(new URL("../../dist", import.meta.url));
const SHOTS = fileURLToPath(new URL("shots", import.meta.url));

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".wasm": "application/wasm",
  ".svg": "image/svg+xml",
  ".json": "application/json",
};

/**
 * Serves a folder below a sub-folder, with no header that is not plain HTTP's own: what holds here
 * holds on any static host. Everything asked of it stands in `requests`. `compressed` sends Brotli.
 */
export async function serve({ folder = DIST, prefix = "/some/sub folder/", answer, compressed = false } = {}) {
  const base = encodeURI(prefix);
  const requests = [];
  const sockets = new Set();
  const done = new Map();
  const packed = (file, bytes) => {
    if (!done.has(file)) done.set(file, brotliCompressSync(bytes));
    return done.get(file);
  };
  // A test that fails before it stops its server must not keep the others waiting: nothing waits for it.
  const server = createServer(async (request, response) => {
    requests.push({ method: request.method, url: request.url });
    if (answer?.(request, response)) return;
    const path = decodeURI(request.url.split("?")[0]);
    const file = path.startsWith(prefix) ? path.slice(prefix.length) || "index.html" : "..";
    const bytes = file.includes("..") ? null : await readFile(join(folder, file)).catch(() => null);
    const type = TYPES[extname(file)] ?? "application/octet-stream";
    const coding = bytes && compressed ? { "Content-Encoding": "br" } : {};
    response.writeHead(bytes ? 200 : 404, { "Content-Type": bytes ? type : "text/plain", ...coding });
    response.end((bytes && compressed ? packed(file, bytes) : bytes) ?? "not found");
  });
  server.unref();
  server.on("connection", (socket) => {
    socket.unref();
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  const listen = (port) => new Promise((done) => server.listen(port, "127.0.0.1", done));
  await listen(0);
  const { port } = server.address();
  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    url: `${origin}${base}`,
    requests,
    /** Goes away as a host does when the network fails. */
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
    /** Comes back at the same address. */
    start: () => listen(port),
  };
}

/** The browser; `CHROMIUM` names another than Debian's. */
export const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
export const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Starts the browser. */
export function launch() {
  return chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
}

/** Whether a complaint is about one of the trials with which page, scorer and sandbox prove the seal. */
export const isTrial = (complaint) => /data:(text\/javascript)?,/.test(complaint);

/** Keeps the workers within reach of the tests. Init scripts are not the page's: no policy applies. */
export function keepWorkers() {
  globalThis.workers = [];
  globalThis.Worker = class extends Worker {
    constructor(script, ...more) {
      super(script, ...more);
      Object.assign(this, { script, posted: [], heard: [], failure: null });
      globalThis.workers.push(this);
      this.addEventListener("message", ({ data }) => this.heard.push(data));
      this.addEventListener("error", (event) => {
        // After the page's own handler has run.
        setTimeout(() => (this.failure = event.defaultPrevented ? "taken" : "unheard"));
      });
    }
    postMessage(message, ...more) {
      this.posted.push(message);
      super.postMessage(message, ...more);
    }
  };
}

/**
 * Opens the page in a context of its own and waits until it is sealed. `page.errors` collects what
 * went wrong, but for the trials of the seal.
 */
export async function open(browser, url, { waitForSeal = true, init, initArgument, ...options } = {}) {
  const context = await browser.newContext({ serviceWorkers: "block", ...options });
  const page = await context.newPage();
  page.errors = [];
  page.on("pageerror", (error) => page.errors.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error" && !isTrial(message.text())) page.errors.push(message.text());
  });
  await page.addInitScript(keepWorkers);
  if (init) await page.addInitScript(init, initArgument);
  await page.goto(url);
  if (waitForSeal) await page.waitForFunction(() => globalThis.workers.length > 0);
  return page;
}

/** Waits until the scorer has reported for work. */
export function ready(page) {
  return page.waitForFunction(() =>
    globalThis.workers.some(({ heard }) => heard.some(([, name]) => name === "ready")),
  );
}

/** The rules of axe-core that the page is held to. */
export const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** What axe-core finds on the page as it stands; an empty list is what we want. */
export async function axe(page, options = {}) {
  const require = createRequire(import.meta.url);
  const source = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
  // Evaluated by the debugger, not by the page, so the page keeps its policy.
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(source);
  const { violations } = await page.evaluate((given) => globalThis.axe.run(document, given), options);
  return violations.map(({ id, impact, help, nodes }) => ({
    id,
    impact,
    help,
    nodes: nodes.map((node) => node.html),
  }));
}

/**
 * Drops files on the page as a person would. A file is a path, or `{ name, text }`, or
 * `{ name, bytes }`.
 */
export async function drop(page, files, selector = "body") {
  const contents = await Promise.all(
    files.map(async (file) => {
      const bytes =
        typeof file === "string" ? await readFile(file) : Buffer.from(file.bytes ?? file.text);
      return { name: file.name ?? basename(file), base64: bytes.toString("base64") };
    }),
  );
  const transfer = await page.evaluateHandle((given) => {
    const data = new DataTransfer();
    for (const { name, base64 } of given) {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      data.items.add(new File([bytes], name));
    }
    return data;
  }, contents);
  for (const type of ["dragenter", "dragover", "drop"]) {
    await page.dispatchEvent(selector, type, { dataTransfer: transfer });
  }
}

/** What sticks out of the page to the right and lies in nothing that scrolls or is cut by design; what
    scrolls sideways in the rail; and words that have no room. */
export function misplaced(page) {
  return page.evaluate(() => {
    const room = document.documentElement.clientWidth;
    const found = [];
    if (document.documentElement.scrollWidth > room) found.push(`the page is ${document.documentElement.scrollWidth} wide`);
    for (const node of document.querySelectorAll("main *, header *, .busy *, .trouble *, dialog[open] *")) {
      if (node.closest(".unseen") || !node.checkVisibility()) continue;
      const box = node.getBoundingClientRect();
      const text = node.innerText ?? "";
      if (text.length > 10 && box.width < 20 && box.height > 60) found.push(`${JSON.stringify(text.slice(0, 40))} is ${box.width} wide`);
      if (box.width === 0 || box.right <= room + 1) continue;
      let holder = node.parentElement;
      while (holder && getComputedStyle(holder).overflowX === "visible") holder = holder.parentElement;
      if (!holder || holder === document.documentElement) found.push(`${node.outerHTML.slice(0, 120)} ends at ${Math.round(box.right)}`);
    }
    const rail = document.querySelector(".rail");
    if (rail && rail.scrollWidth > rail.clientWidth) found.push(`the rail scrolls sideways: ${rail.scrollWidth} in ${rail.clientWidth}`);
    return found.slice(0, 5);
  });
}

/** Shows the page in a size and in a scheme of colours; with `SHOTS=1` takes a picture into `shots/`. */
export async function showAt(page, name, { width = 1280, height = 800, dark = false } = {}) {
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme: dark ? "dark" : "light" });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  if (!process.env.SHOTS) return;
  mkdirSync(SHOTS, { recursive: true });
  await page.screenshot({ path: join(SHOTS, `${name}.png`), fullPage: true });
}

export const sleep = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
