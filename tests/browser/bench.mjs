// Measures the built page for `cargo xtask bench`: every line of standard input is a task as JSON, every line
// of standard output its answer. Times are seconds, memory is bytes. What a task is about has a page of its own.
import { readFile, readdir, writeFile } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import { createInterface } from "node:readline";
import { brotliCompressSync, constants } from "node:zlib";
import { DIST, keepWorkers, launch, open, ready, serve, sleep } from "./harness.mjs";
import { openEditor, openTab } from "./steps.mjs";
import { watch } from "./bench-page.mjs";

const MINUTES = { timeout: 900_000 };

/** A phone on a mediocre line: what is downloaded and run shows. */
const THROTTLE = { cpu: 4, network: { latency: 40, downloadThroughput: 10e6 / 8, uploadThroughput: 10e6 / 8, offline: false } };

const browser = await launch();
const cdp = await browser.newBrowserCDPSession();

/** CPU seconds of every process of the browser, with its type. */
async function processes() {
  const { processInfo } = await cdp.send("SystemInfo.getProcessInfo");
  return new Map(processInfo.map(({ id, type, cpuTime }) => [id, { type, seconds: cpuTime }]));
}

/** CPU seconds of a process' threads that are workers; `null` where the system does not tell. */
async function workerThreads(process) {
  const threads = await readdir(`/proc/${process}/task`).catch(() => null);
  if (!threads) return null;
  let sum = 0;
  for (const thread of threads) {
    const [name, time] = await Promise.all(
      ["comm", "schedstat"].map((file) => readFile(`/proc/${process}/task/${thread}/${file}`, "utf8").catch(() => "")),
    );
    if (name.startsWith("DedicatedWorker")) sum += Number(time.split(" ")[0]) / 1e9;
  }
  return sum;
}

async function status(process, field) {
  const text = await readFile(`/proc/${process}/status`, "utf8").catch(() => "");
  const found = new RegExp(`^${field}:\\s+(\\d+) kB$`, "m").exec(text);
  return found ? Number(found[1]) * 1024 : null;
}

/** What a stretch of work costs: call it, do the work, call what it returned. */
async function meter() {
  const before = await processes();
  const idle = new Map();
  for (const [id, { type }] of before) {
    if (type !== "renderer") continue;
    // The peak counts from now on.
    await writeFile(`/proc/${id}/clear_refs`, "5").catch(() => {});
    idle.set(id, { rss: await status(id, "VmRSS"), workers: await workerThreads(id) });
  }
  return async () => {
    const after = await processes();
    const spent = [...after].map(([id, { type, seconds }]) => ({ id, type, seconds: seconds - (before.get(id)?.seconds ?? 0) }));
    const of = (type) => spent.filter((one) => one.type === type).reduce((sum, { seconds }) => sum + seconds, 0);
    // Chromium keeps a spare renderer: ours is the one that worked.
    const own = spent.filter(({ type }) => type === "renderer").reduce((most, one) => (one.seconds > most.seconds ? one : most)).id;
    const known = idle.get(own);
    const threads = await workerThreads(own);
    return {
      cpu: spent.reduce((sum, { seconds }) => sum + seconds, 0),
      cpu_of: { renderer: of("renderer"), browser: of("browser"), scorer: threads === null ? null : threads - (known?.workers ?? 0) },
      idle: known?.rss ?? null,
      peak: async () => status(own, "VmHWM"),
    };
  };
}

/** Does something on the page and says which long tasks that cost its thread, in seconds. */
async function watched(page, act) {
  const from = await page.evaluate(() => performance.now());
  await act();
  // The browser tells of long tasks a little later.
  await sleep(300);
  const tasks = await page.evaluate((start) => globalThis.bench.long.filter((task) => task.startTime >= start).map(({ duration }) => duration), from);
  return tasks.map((duration) => duration / 1000);
}

/** Does something that changes the view and waits until its rows are there. */
async function untilRows(page, act) {
  const before = await page.evaluate(() => globalThis.bench.count("rows"));
  await act();
  await page.waitForFunction((known) => globalThis.bench.count("rows") > known, before, MINUTES);
  await page.locator(".grid-row.body .number").first().waitFor();
}

const pending = (page) => page.waitForFunction(() => globalThis.bench.complete(), null, MINUTES);

/** What can be done on a page with a score; each gives what was measured. */
const THEN = {
  scroll: async (page) => ({ long: await watched(page, () => page.evaluate(() => globalThis.bench.scroll())) }),
  sort: async (page) => ({ long: await watched(page, () => untilRows(page, () => page.locator("#grid .grid-head button").last().click())) }),
  filter: async (page) => ({ long: await watched(page, () => untilRows(page, () => page.locator("#filter").fill("the"))) }),
  async brush(page) {
    const strip = page.locator(".strip-frame").first();
    await strip.scrollIntoViewIfNeeded();
    const { x, y, width, height } = await strip.boundingBox();
    return {
      long: await watched(page, () =>
        untilRows(page, async () => {
          await page.mouse.move(x + width * 0.2, y + height / 2);
          await page.mouse.down();
          await page.mouse.move(x + width * 0.6, y + height / 2, { steps: 40 });
          await page.mouse.up();
        }),
      ),
    };
  },
  /** Articles kept, and ignored again, with all that follows a score done before each change. */
  async change(page) {
    const seconds = [];
    const costs = [];
    await pending(page);
    for (const words of ["articles kept", "articles ignored"]) {
      await openEditor(page, "set-articles");
      await page.waitForFunction(() => globalThis.bench.count("previewed") > 0, null, MINUTES);
      await sleep(300);
      const read = await page.evaluate(() => globalThis.bench.reading());
      const spent = await meter();
      seconds.push(await page.evaluate((words) => globalThis.bench.change(words), words));
      const { cpu } = await spent();
      costs.push({ cpu, read_again: (await page.evaluate(() => globalThis.bench.reading())) - read });
      await page.keyboard.press("Escape");
      await pending(page);
    }
    return { seconds, costs };
  },
};

const server = await serve({ answer });

/** A page that has been open for a while: its parts are kept, and the scorer that is started ahead is up. */
async function opened(preset) {
  const view = { width: 1280, height: 900 };
  const address = preset ? `${server.url}#preset=${preset}` : server.url;
  const page = await open(browser, address, { init: watch, serviceWorkers: "allow", viewport: view });
  page.setDefaultTimeout(MINUTES.timeout);
  await ready(page);
  await page.waitForFunction(() => globalThis.workers.length > 0);
  await sleep(1000);
  return page;
}

/** Gives files to the page and waits for the headline; `meanwhile` is done after it, under watch. */
async function give(page, files, meanwhile = () => {}) {
  await page.evaluate(() => globalThis.bench.arm());
  const spent = await meter();
  let answer;
  const long = await watched(page, async () => {
    await page.setInputFiles("#choose-files", files);
    const wall = await page.evaluate(() => globalThis.bench.headline);
    answer = { wall: wall / 1000, ...(await spent()) };
    await meanwhile();
  });
  answer.peak = await answer.peak();
  await pending(page);
  await openTab(page, "Report");
  Object.assign(answer, await page.evaluate(() => globalThis.bench.told()), { scoring: { long } });
  await openTab(page, "Questions");
  return answer;
}

/** `again` gives the files to a page that has scored them before, and begun anew; a `preset` is chosen before. */
async function score({ files, again = false, then = [], report, preset }) {
  const page = await opened(preset);
  if (again) {
    await give(page, files);
    await page.getByRole("link", { name: "Scoredrop" }).click();
    await page.locator(".lead").waitFor();
    if (preset) await page.evaluate((chosen) => (history.replaceState(null, "", "#"), (location.hash = `preset=${chosen}`)), preset);
    await sleep(1000);
  }
  const answer = await give(page, files);
  await page.locator(".grid-row.body .number").first().waitFor();
  for (const one of then) answer[one] = await THEN[one](page);
  if (report) {
    await page.locator("#export").click();
    const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Report, JSON", exact: true }).click()]);
    await file.saveAs(report);
  }
  return close(page, answer);
}

async function close(page, answer) {
  const { errors } = page;
  await page.context().close();
  if (errors.length > 0) throw new Error(errors.join("\n"));
  return answer;
}

/** What the browser needs to read files in a worker, each in one piece, and nothing else. */
async function read({ files }) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${server.origin}/blank`);
  await page.setContent(`<input type="file" multiple>`);
  await sleep(500);
  await page.setInputFiles("input", files);
  const spent = await meter();
  const { wall, bytes } = await page.evaluate(async () => {
    const script = "onmessage = async ({ data }) => { let bytes = 0; for (const file of data) bytes += (await file.arrayBuffer()).byteLength; postMessage(bytes); };";
    const worker = new Worker(URL.createObjectURL(new Blob([script])));
    const start = performance.now();
    const bytes = await new Promise((done) => {
      worker.onmessage = ({ data }) => done(data);
      worker.postMessage([...document.querySelector("input").files]);
    });
    return { wall: (performance.now() - start) / 1000, bytes };
  });
  const { cpu, cpu_of } = await spent();
  await context.close();
  return { wall, bytes, cpu, cpu_of };
}

/** Many runs: when the headline, the ranks and all that follows are there, and what waits meanwhile. */
async function board({ files, preset }) {
  const page = await opened(preset);
  const rows = [];
  const answer = await give(page, files, async () => {
    // Rows are asked for, again and again, until nothing more is to come.
    while (!(await page.evaluate(() => globalThis.bench.complete()))) {
      rows.push(await page.evaluate(() => globalThis.bench.rows()));
      await sleep(100);
    }
  });
  return close(page, { ...answer, rows });
}

/** From the first byte asked for until the page's program is there, and until its scorer is, throttled, with an empty cache. */
async function start({ folder }) {
  const context = await browser.newContext({ serviceWorkers: "block" });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", THROTTLE.network);
  await session.send("Emulation.setCPUThrottlingRate", { rate: THROTTLE.cpu });
  await page.addInitScript(keepWorkers);
  await page.addInitScript(() => {
    // The program takes away what index.html shows before it.
    globalThis.interactive = new Promise((done) => {
      const there = () => document.querySelector("button") && !document.getElementById("first");
      const look = () => there() && (observer.disconnect(), done(performance.now() / 1000));
      const observer = new MutationObserver(look);
      observer.observe(document, { childList: true, subtree: true });
    });
  });
  folders.set("start", folder);
  await page.goto(`${server.origin}/start/`);
  const answers = await page.evaluate(() => globalThis.interactive);
  await ready(page);
  const scorer = await page.evaluate(() => performance.now() / 1000);
  await context.close();
  return [answers, scorer];
}

const TYPES = { ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".wasm": "application/wasm", ".svg": "image/svg+xml" };
const folders = new Map();
const packed = new Map();

/** Serves the folder of the `start` task after Brotli, as a host that compresses ahead does. */
function answer(request, response) {
  const path = decodeURI(request.url.split("?")[0]);
  if (path === "/blank") {
    response.writeHead(200, { "Content-Type": TYPES[".html"] });
    response.end("<!doctype html><title>blank</title>");
    return true;
  }
  if (!path.startsWith("/start/")) return false;
  const file = join(folders.get("start"), path.slice("/start/".length) || "index.html");
  const send = (bytes) => {
    response.writeHead(bytes ? 200 : 404, { "Content-Type": TYPES[extname(file)] ?? "application/octet-stream", "Cache-Control": "no-store", "Content-Encoding": "br" });
    response.end(bytes ?? undefined);
  };
  const known = packed.get(file);
  if (known) send(known);
  else {
    const pack = (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
    readFile(file).then((bytes) => packed.set(file, pack(bytes)).get(file), () => null).then(send);
  }
  return true;
}

const version = { browser: browser.version(), node: process.versions.node, dist: basename(DIST) };
const TASKS = { score, read, board, start, hello: async () => version };

for await (const line of createInterface({ input: process.stdin })) {
  const { task, ...given } = JSON.parse(line);
  let answered;
  try {
    answered = await TASKS[task](given);
  } catch (error) {
    answered = { failed: `${task}: ${error.message ?? error}` };
  }
  console.log(JSON.stringify(answered));
}
await browser.close();
await server.stop();
