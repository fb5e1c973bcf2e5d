// What the browser tests share: a plain server, a browser, axe, dropping files, pictures.
import { createServer } from "node:http";
import { mkdirSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, extname, join } from "node:path";
import { chromium } from "playwright-core";

export const DIST = process.env.DIST ?? join(import.meta.dirname, "../../dist");
const SHOTS = join(import.meta.dirname, "shots");

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
 * holds on any static host. Everything asked of it stands in `requests`.
 */
export async function serve({ folder = DIST, prefix = "/some/sub folder/", answer } = {}) {
  const base = encodeURI(prefix);
  const requests = [];
  const sockets = new Set();
  const server = createServer(async (request, response) => {
    requests.push({ method: request.method, url: request.url });
    if (answer?.(request, response)) return;
    const path = decodeURI(request.url.split("?")[0]);
    const file = path.startsWith(prefix) ? path.slice(prefix.length) || "index.html" : "..";
    const bytes = file.includes("..") ? null : await readFile(join(folder, file)).catch(() => null);
    const type = TYPES[extname(file)] ?? "application/octet-stream";
    response.writeHead(bytes ? 200 : 404, { "Content-Type": bytes ? type : "text/plain" });
    response.end(bytes ?? "not found");
  });
  server.on("connection", (socket) => {
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

/** Starts the browser; `CHROMIUM` names another than Debian's. */
export function launch() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
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
    globalThis.workers.some(({ heard }) => heard.some(([, json]) => json.includes('"ready"'))),
  );
}

/** What axe-core finds on the page as it stands; an empty list is what we want. */
export async function axe(page, options = {}) {
  const require = createRequire(import.meta.url);
  const source = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
  // Evaluated by the debugger, not by the page, so the page keeps its policy.
  await page.evaluate(source);
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

/** Takes a picture of the whole page into `shots/`. */
export async function shot(page, name, { width = 1280, height = 800, dark = false } = {}) {
  mkdirSync(SHOTS, { recursive: true });
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme: dark ? "dark" : "light" });
  const path = join(SHOTS, `${name}.png`);
  await page.screenshot({ path, fullPage: true });
  return path;
}

export const sleep = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
