// Measures the built page for one goal of `cargo xtask bench`: `node bench.mjs GOAL JSON`, where the JSON names
// files and rounds. The last line printed is a list of rows of the table, as JSON. Times are seconds, memory is
// bytes. Each measurement has a page of its own, and its score has to be that of the command line.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { readFile, readdir, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { createInterface } from "node:readline";
import { brotliCompressSync, constants } from "node:zlib";
import { DIST, keepWorkers, launch, open, ready, serve, sleep } from "./harness.mjs";
import { command, openEditor, openTab } from "./steps.mjs";
import { watch } from "./bench-page.mjs";

const MINUTES = { timeout: 900_000 };
const PRESET = "squad-v1";

const [goal, given] = process.argv.slice(2);
const { files, rounds, questions, many, folder, peers } = JSON.parse(given);

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
async function score(files, { again = false, then = [], report, preset = PRESET } = {}) {
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
async function read(files) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${server.origin}/blank`);
  await page.setContent(`<input type="file" multiple>`);
  await sleep(500);
  await page.setInputFiles("input", files);
  const spent = await meter();
  await page.evaluate(async () => {
    const script = "onmessage = async ({ data }) => { let bytes = 0; for (const file of data) bytes += (await file.arrayBuffer()).byteLength; postMessage(bytes); };";
    const worker = new Worker(URL.createObjectURL(new Blob([script])));
    await new Promise((done) => {
      worker.onmessage = ({ data }) => done(data);
      worker.postMessage([...document.querySelector("input").files]);
    });
  });
  const { cpu } = await spent();
  await context.close();
  return cpu;
}

/** Many runs: when the headline, the ranks and all that follows are there, and what waits meanwhile. */
async function board(files) {
  const page = await opened(PRESET);
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
async function start() {
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
  await page.goto(`${server.origin}/start/`);
  const answers = await page.evaluate(() => globalThis.interactive);
  await ready(page);
  const scorer = await page.evaluate(() => performance.now() / 1000);
  await context.close();
  return [answers, scorer];
}

const TYPES = { ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".wasm": "application/wasm", ".svg": "image/svg+xml" };
const packed = new Map();

/** Serves the page after Brotli, as a host that compresses ahead does. */
function answer(request, response) {
  const path = decodeURI(request.url.split("?")[0]);
  if (path === "/blank") {
    response.writeHead(200, { "Content-Type": TYPES[".html"] });
    response.end("<!doctype html><title>blank</title>");
    return true;
  }
  if (!path.startsWith("/start/")) return false;
  const file = join(DIST, path.slice("/start/".length) || "index.html");
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

/** Key and digits of what the official script prints, by the command line. */
const known = new Map();
function official(files) {
  const [gold, ...predictions] = files;
  if (!known.has(gold)) {
    const { out, err } = command("score", "--format", "official", "--preset", PRESET, "--gold", gold, "--predictions", ...predictions);
    const members = out.toString().split("\n").filter((line) => line.includes(": "));
    assert.ok(members.length > 0, err);
    known.set(gold, members.map((line) => line.trim().replaceAll(/^"|,$/g, "").split('": ')));
  }
  return known.get(gold);
}

/** CPU seconds of the children that have ended, in steps of 10 ms; NaN if the system has no such file. */
function childSeconds() {
  try {
    const fields = readFileSync("/proc/self/stat", "utf8").replace(/^.*\) /, "").split(" ");
    return (Number(fields[13]) + Number(fields[14])) / 100;
  } catch {
    return NaN;
  }
}

/** CPU seconds of the command line until the page's headline. */
function check([gold, ...predictions]) {
  const before = childSeconds();
  const { status, err } = command("check", "--preset", PRESET, "--gold", gold, "--predictions", ...predictions);
  assert.equal(status, 0, err);
  return childSeconds() - before;
}

/** The page's measurement, if its score is that of the command line. */
async function page(files, options) {
  const measured = await score(files, options);
  assert.equal(measured.preset, PRESET);
  assert.deepEqual(measured.official, official(files));
  return measured;
}

/** The page with its first files, and the same page begun anew with the same files. */
const WARMTH = ["first files", "page warm"];
const bothPages = async (files) => [await page(files), await page(files, { again: true })];

const rows = [];
/** A row of the table; `more` holds its goal (`at_most`, `at_least`), the questions that this is about, a note. */
const row = (what, unit, values, more = {}) => rows.push({ what, unit, values, ...more });

async function times(count, measure) {
  const all = [];
  while (all.length < count) all.push(await measure());
  return all;
}

/** Measures in every round, after one that warms caches and does not count. */
const warmed = async (measure) => (await measure(), times(rounds, measure));
const half = Math.ceil(rounds / 2);
const ratios = (some, others) => some.map((one, index) => one / others[index]);
const perQuestion = (seconds) => seconds.map((one) => (one / questions) * 1e9);

/** Asks a program that answers every line of JSON with a line of JSON. */
function partner([program, ...given]) {
  const child = spawn(program, given, { stdio: ["pipe", "pipe", "ignore"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async ask(question) {
      child.stdin.write(`${JSON.stringify(question)}\n`);
      const answer = JSON.parse((await lines.next()).value ?? '{"failed":"it ended"}');
      if (answer.failed) throw new Error(answer.failed);
      return answer;
    },
    end: () => child.stdin.end(),
  };
}

const GOALS = {
  async 1() {
    for (const [size, count, most] of [["tenth", 10_000, 0.2], ["base", 100_000, 1]]) {
      const measured = await warmed(() => bothPages(files[size]));
      for (const [index, words] of WARMTH.entries()) {
        const of = (key) => measured.map((both) => both[index][key]);
        row(`${count.toLocaleString("en")} questions to headline, ${words}`, "s", of("wall"), { at_most: most, questions: count });
        row(`the same`, "CPU s", of("cpu"));
      }
      const unnamed = await warmed(() => score(files[size], { again: true, preset: null }));
      row("page warm, no preset chosen", "CPU s", unnamed.map(({ cpu }) => cpu));
    }
  },

  async 2() {
    for (const [size, count, most] of [["tenth", 10_000, 0.1], ["base", 100_000, 0.3]]) {
      // Each page changes a setting twice.
      const changes = (await times(half, () => page(files[size], { then: ["change"] }))).map(({ change }) => change);
      const costs = changes.flatMap((one) => one.costs);
      row(`articles switched, ${count.toLocaleString("en")} questions`, "s", changes.flatMap((one) => one.seconds), { at_most: most, questions: count });
      row("the same", "CPU s", costs.map(({ cpu }) => cpu));
      row("files read again", "", costs.map((cost) => cost.read_again), { at_most: 0 });
    }
  },

  async 3() {
    const python = partner(peers);
    const prepare = (peer, files) => python.ask({ do: "prepare", peer, files });
    let peer = "huggingface";
    let note;
    let named = await prepare(peer, files.base).catch((error) => {
      peer = "official";
      note = `HF evaluate's squad metric could not be had (${error.message}); its compute calls this, without the Arrow tables around it`;
    });
    named ??= await prepare(peer, files.base);
    const second = await prepare("inspect", files.tenth).catch(({ message }) => message);
    await page(files.base);
    const measured = await times(rounds, async () => {
      const both = await bothPages(files.base);
      const { cpu, found } = await python.ask({ do: "run", peer });
      // It adds in another order.
      for (const [key, value] of official(files.base)) assert.ok(Math.abs(found[key] - value) <= 1e-9 * value, `${peer}: ${key}`);
      const f1 = second.name && (await python.ask({ do: "run", peer: "inspect" })).cpu * 10;
      return { both, cpu, f1 };
    });
    python.end();
    const theirs = measured.map(({ cpu }) => cpu);
    for (const [index, words] of WARMTH.entries()) {
      const ours = measured.map(({ both }) => both[index].cpu);
      row(`peer's CPU / all of the browser's, ${words}`, "times", ratios(theirs, ours), { at_least: 40 });
      row(`browser, all processes, ${words}`, "ns/question", perQuestion(ours));
    }
    row("peer", "ns/question", perQuestion(theirs), { note: [named.name, note].filter(Boolean).join(": ") });
    const warm = measured.map(({ both: [, { cpu }] }) => cpu);
    const f1 = second.name ? ratios(measured.map((one) => one.f1), warm) : [];
    row("inspect_ai's f1 scorer's CPU / browser's", "times", f1, { note: second.name ?? second });
  },

  async 4() {
    const measured = await warmed(async () => ({
      native: check(files.base),
      reading: await read(files.base),
      both: await bothPages(files.base),
    }));
    const of = (key) => measured.map((one) => one[key]);
    for (const [index, words] of WARMTH.entries()) {
      const pages = measured.map(({ both }) => both[index]);
      const all = pages.map(({ cpu }) => cpu);
      row(`browser / native (scoredrop check), ${words}`, "times", ratios(all, of("native")), { at_most: 1.8 });
      row(`browser / merely reading the files, ${words}`, "times", ratios(all, of("reading")), { at_most: 3 });
      const scorer = pages.map(({ cpu_of }) => cpu_of.scorer ?? NaN);
      row(`scorer's thread (WebAssembly) / native, ${words}`, "times", ratios(scorer, of("native")), { at_most: 1.35 });
      row(`browser, all processes, ${words}`, "ns/question", perQuestion(all));
      for (const part of ["scorer", "renderer", "browser"]) {
        row(`of that: ${part}`, "ns/question", perQuestion(pages.map(({ cpu_of }) => cpu_of[part])));
      }
    }
    row("native (scoredrop check)", "ns/question", perQuestion(of("native")));
    row("merely reading the files", "ns/question", perQuestion(of("reading")));
  },

  async 6() {
    const bytes = files.many.reduce((sum, path) => sum + readFileSync(path).length, 0);
    const above = (await times(rounds, () => page(files.many))).map(({ peak, idle }) => peak - idle);
    row(`peak above idle / bytes, ${many} questions`, "times of memory", above.map((one) => one / bytes), { at_most: 1.5, questions: 1e6 });
    row("peak above idle", "MB", above.map((one) => one / 1e6));
  },

  async 7() {
    const then = ["scroll", "sort", "filter", "brush"];
    const measured = await times(half, () => page(files.many, { then }));
    for (const phase of ["scoring", ...then]) {
      const long = measured.map((one) => one[phase].long);
      const longest = Math.max(0, ...long.flat());
      const note = longest > 0 ? `the longest ${longest.toFixed(3)} s` : undefined;
      row(`tasks over 50 ms, ${phase}, ${many} questions`, "", long.map(({ length }) => length), { at_most: 0, questions: 1e6, note });
    }
  },

  async 8() {
    const measured = await warmed(start);
    const note = "CPU 4 times slower, 10 Mbit/s, 40 ms, cold, Brotli";
    for (const [index, what] of ["page answers", "ready to score"].entries()) row(what, "s", measured.map((both) => both[index]), { note });
  },

  async 9() {
    for (const shape of ["tenth", "shuffled_tenth"]) {
      const [own, theirs] = ["page", "native"].map((name) => join(folder, `report-${name}.json`));
      const [gold, ...predictions] = files[shape];
      const { status, err } = command("score", "--preset", PRESET, "--gold", gold, "--predictions", ...predictions, "--out", theirs);
      assert.equal(status, 0, err);
      await page(files[shape], { report: own });
      const differ = readFileSync(own).equals(readFileSync(theirs)) ? 0 : 1;
      row(`reports unlike the native one, ${shape}`, "", [differ], { at_most: 0 });
    }
  },

  async 10() {
    const size = (files) => files.reduce((sum, path) => sum + readFileSync(path).length, 0);
    for (const [shape, of] of Object.entries(files.shapes)) {
      const measured = await warmed(async () => [await page(of), await page(files.base)]);
      const values = measured.map(([one, base]) => one.cpu / size(of) / (base.cpu / size(files.base)));
      row(`${shape} / base, for a byte, browser`, "times", values, { at_most: 3 });
    }
  },

  async 11() {
    const after = (some, key) => some.map((one) => one[key] - one.scored);
    const measured = await times(rounds, () => page(files.base));
    row("10 000 draws in the browser, after the headline", "s", after(measured, "intervals"), { at_most: 0.5, questions: 1e5 });
    row("all that follows the headline", "s", after(measured, "complete"));
    const boards = await times(Math.ceil(rounds / 3), () => board(files.twenty));
    row("20 runs: headline", "s", boards.map(({ wall }) => wall));
    row("20 runs: ranks, after the headline", "s", after(boards, "ranks"));
    row("20 runs: all that follows", "s", after(boards, "complete"));
    row("20 runs: tasks of the page over 50 ms", "", boards.map(({ scoring }) => scoring.long.length), { at_most: 0 });
    const note = "other rows of the table asked for while intervals are worked out";
    row("20 runs: slowest rows meanwhile", "s", boards.map((one) => Math.max(0, ...one.rows)), { at_most: 0.1, note });
  },
};

try {
  await GOALS[goal]();
  console.log(JSON.stringify(rows));
} finally {
  await browser.close();
  await server.stop();
}
