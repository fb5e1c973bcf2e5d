// Measures the built page: `node bench.mjs GOLD PREDICTIONS ROUNDS`, for `cargo xtask bench`. Every
// round has a page of its own. The last line is JSON; times are seconds, memory is bytes.
import { readFile } from "node:fs/promises";
import { launch, open, ready, serve, sleep } from "./harness.mjs";

const [gold, predictions, rounds] = process.argv.slice(2);
const MINUTES = { timeout: 600_000 };

/** Runs in the page before its own scripts. */
function watch() {
  globalThis.longTasks = [];
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      globalThis.longTasks.push({ startTime, duration });
    }
  }).observe({ type: "longtask", buffered: true });
  addEventListener("change", () => (globalThis.given ??= performance.now()), true);
  globalThis.headline = new Promise((done) => {
    const observer = new MutationObserver(() => {
      const value = document.querySelector(".headline .figure-value");
      if (globalThis.given === undefined || !/\d/.test(value?.textContent ?? "")) return;
      observer.disconnect();
      done(performance.now() - globalThis.given);
    });
    observer.observe(document, { childList: true, subtree: true, characterData: true });
  });
  /** The newest reply of a kind, and how many there were. */
  globalThis.replies = (kind) => {
    const found = globalThis.workers.flatMap((worker) => worker.heard).filter(([, json]) => json.startsWith(`{"${kind}":`));
    return { count: found.length, last: found.length > 0 ? JSON.parse(found.at(-1)[1])[kind] : null };
  };
}

/** Does something on the page and says which long tasks that cost its thread. */
async function watched(page, act) {
  const from = await page.evaluate(() => performance.now());
  await act();
  // The browser tells of long tasks a little later.
  await sleep(300);
  const tasks = await page.evaluate(
    (start) => globalThis.longTasks.filter((task) => task.startTime >= start).map((task) => task.duration),
    from,
  );
  return tasks.map((duration) => duration / 1000);
}

/** Does something that changes the view and waits until its rows are there. */
async function untilRows(page, act) {
  const before = await page.evaluate(() => globalThis.replies("rows").count);
  await act();
  await page.waitForFunction((known) => globalThis.replies("rows").count > known, before, MINUTES);
  await page.locator(".grid-row.body .number").first().waitFor();
}

/** Scrolls the table from its first row to its last, a frame at a time. */
function scroll(page) {
  return page.evaluate(async () => {
    const grid = document.getElementById("grid");
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    const end = grid.scrollHeight - grid.clientHeight;
    const steps = 120;
    for (let step = 0; step <= steps; step += 1) {
      grid.scrollTop = (end * step) / steps;
      await frame();
    }
    const last = `row-${Number(grid.getAttribute("aria-rowcount")) - 2}`;
    while (!document.getElementById(last)?.querySelector(".number")) await frame();
    grid.scrollTop = 0;
    await frame();
  });
}

async function status(process, field) {
  const text = await readFile(`/proc/${process}/status`, "utf8").catch(() => "");
  const found = new RegExp(`^${field}:\\s+(\\d+) kB$`, "m").exec(text);
  return found ? Number(found[1]) * 1024 : null;
}

async function round(browser, cdp, url) {
  const processes = async () => (await cdp.send("SystemInfo.getProcessInfo")).processInfo;
  const page = await open(browser, url, { init: watch, viewport: { width: 1280, height: 900 } });
  await ready(page);
  await sleep(500);
  const before = new Map((await processes()).map(({ id, cpuTime }) => [id, cpuTime]));
  const idle = new Map();
  for (const id of before.keys()) idle.set(id, await status(id, "VmRSS"));

  let wall;
  let spent;
  const scoring = await watched(page, async () => {
    await page.setInputFiles("#choose-files", [gold, predictions]);
    wall = await page.evaluate(() => globalThis.headline);
    spent = (await processes()).map(({ id, type, cpuTime }) => ({
      id,
      type,
      seconds: cpuTime - (before.get(id) ?? 0),
    }));
  });
  // Chromium keeps a spare renderer: ours is the one that worked.
  const renderers = spent.filter(({ type }) => type === "renderer");
  const own = renderers.reduce((most, one) => (one.seconds > most.seconds ? one : most)).id;
  const peak = await status(own, "VmHWM");
  await page.waitForFunction(() => globalThis.replies("summary").last?.pending === false, null, MINUTES);
  const complete = await page.evaluate(() => (performance.now() - globalThis.given) / 1000);
  const { scored } = await page.evaluate(() => globalThis.replies("summary").last);

  await page.locator(".grid-row.body .number").first().waitFor();
  const scrolling = await watched(page, () => scroll(page));
  const sorting = await watched(page, () =>
    untilRows(page, () => page.locator("#grid .grid-head button").last().click()),
  );
  const filtering = await watched(page, () =>
    untilRows(page, () => page.locator("#filter").fill("the")),
  );
  const { errors } = page;
  await page.context().close();
  if (errors.length > 0) throw new Error(errors.join("\n"));
  return {
    preset: scored.preset.value.id,
    official: scored.runs[0].official,
    wall: wall / 1000,
    complete,
    cpu: spent.reduce((sum, { seconds }) => sum + seconds, 0),
    peak,
    idle: idle.get(own) ?? null,
    long_tasks: { scoring, scrolling, sorting, filtering },
  };
}

const server = await serve();
const browser = await launch();
const cdp = await browser.newBrowserCDPSession();
const results = [];
for (let index = 0; index < Number(rounds); index += 1) {
  results.push(await round(browser, cdp, server.url));
}
await browser.close();
await server.stop();
console.log(JSON.stringify(results));
