// The page in Firefox: sealed, the same numbers as in Chromium, and programs as far as they run there.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { PAGE, attempt, slug, welcome } from "./attempts.mjs";
import { HUMANEVAL, MIXED, MIXED_ENDS, absent, answers, cancelled, canonical, counts, run, runsOffline, tasks } from "./code.mjs";
import { FIREFOX, launchFirefox, openFirefox } from "./firefox.mjs";
import { launch, ready, serve } from "./harness.mjs";
import { realPrograms } from "./real-programs.mjs";
import { HARNESSES, PREDICTIONS, TAMPERS } from "./runner-tampers.mjs";
import { FORGERIES } from "./runner-programs.mjs";
import { numbered, run as runJobs, site, start as startRunner } from "./runner.mjs";
import { ROOT, SAMPLES, confirm, figures, isProvisional, plain, read, said, score, start, takePreset, exported, openTab } from "./steps.mjs";

const lacking = FIREFOX === null && "Firefox is not here: FIREFOX=/path/to/it names one";

// With it off this Firefox is like older ones: WebAssembly cannot wait for the browser within a call.
const SWITCHES = "javascript.options.wasm_js_promise_integration";
// What this browser does not ask for even without a policy, so that it proves nothing here.
const UNPROVEN = new Set([
  "fetchLater",
  "speculation rules",
  "link prerender",
  "link prefetch",
  "link manifest",
  "link icon",
  "the frame for later, told an address",
  "a, ping",
  "CSS.paintWorklet.addModule",
]);
const CLIMATE = ["gold.jsonl", "predictions.csv"].map((name) => join(ROOT, "samples/climate-finance", name));
const WAITS = `    import asyncio
    async def slow(value):
        await asyncio.sleep(0.01)
        return value
    async def late():
        try:
            await asyncio.wait_for(asyncio.sleep(9), 0.02)
        except asyncio.TimeoutError:
            return 0
    async def all():
        task = asyncio.create_task(late())
        return sum(await asyncio.gather(slow(1), slow(0), asyncio.to_thread(int), task))
    return asyncio.run(all())
`;

describe("Firefox", { skip: lacking }, () => {
  let browser;
  let server;
  let other;
  before(async () => {
    browser = await launchFirefox();
    server = await serve({ answer: welcome });
    other = await serve({ answer: welcome, prefix: "/" });
    console.log(await browser.version());
  });
  after(async () => {
    await browser?.close();
    await server?.stop();
    await other?.stop();
  });

  /** The page, sealed and with a scorer that is up. */
  async function open(own = browser) {
    const page = await openFirefox(own, server.url);
    await ready(page);
    return page;
  }

  /** The same where the service worker has fetched all it keeps, so that nothing but the page asks. */
  async function alone() {
    const page = await open();
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => 0));
    server.requests.length = 0;
    return page;
  }

  test("sealed, it scores without a request", async () => {
    const page = await alone();
    assert.match(await read(page, "body"), /Private: no network/);
    await score(page, SAMPLES.nq);
    assert.equal((await figures(page))["Exact match"], "70.8");
    assert.equal(await isProvisional(page), true);
    assert.match(await said(page), /nothing but the form of the file says/);
    assert.deepEqual(
      (await page.locator(".runs tbody tr").allInnerTexts()).map((text) => plain(text).split(" ").slice(0, 6)),
      [
        ["1", "terse", "70.8", "50.8–85.1", "24", "1"],
        ["1", "chatty", "37.5", "21.2–57.3", "24", "0"],
      ],
    );
    await confirm(page);
    await openTab(page, "Report");
    assert.match(await read(page, "#official-text"), /accuracy: 0\.7083333333333334/);
    assert.deepEqual(server.requests, []);
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });

  test("no attempt to send something arrives", async () => {
    const bare = await openFirefox(browser, `${server.url}bare.html`);
    const arrived = await attempt(bare, PAGE, [server, other]);
    await bare.context().close();
    const proven = Object.keys(PAGE).filter((name) => !UNPROVEN.has(name));
    const idle = proven.filter((name) => !arrived.some((urls) => urls.has(slug(name))));
    assert.deepEqual(idle, [], "these arrive where there is no policy");
    const page = await alone();
    const refused = await page.evaluate(
      (url) => fetch(url).then(() => "answered", (error) => error.name),
      `${server.url}leak/fetch/`,
    );
    assert.equal(refused, "TypeError");
    assert.deepEqual((await attempt(page, PAGE, [server, other])).map((urls) => [...urls]), [[], []]);
    await page.context().close();
  });

  test("values have the numbers and the bytes of Chromium", async () => {
    const report = async (page) => {
      await score(page, CLIMATE);
      await confirm(page);
      const file = await exported(page, "Every question, CSV");
      return { shown: await figures(page), ...file, bytes: file.bytes.toString() };
    };
    const page = await open();
    const here = await report(page);
    assert.deepEqual(page.errors, []);
    await page.context().close();
    const chromium = await launch();
    const there = await report(await start(chromium, server));
    await chromium.close();
    assert.equal(here.shown["Numeric match"], "100.0");
    assert.ok(here.bytes.length > 500, here.bytes);
    assert.deepEqual(here, there);
  });

  for (const [name, settings] of [
    ["as it is", {}],
    ["without stack switching", { [SWITCHES]: false }],
  ]) {
    test(`programs end in every way, and what is different is said before: ${name}`, async () => {
      const own = await launchFirefox(settings);
      try {
        const page = await open(own);
        if (SWITCHES in settings) assert.equal(await page.evaluate(() => "Suspending" in WebAssembly), false);
        await score(page, [tasks(9), answers([...MIXED, WAITS])]);
        await takePreset(page, "HumanEval");
        const words = await read(page, ".programs");
        assert.match(words, /Run 9 programs.*\d MB of Python once, about \d+ s\./);
        assert.match(words, /Different from a native run: .*threads run one after the other; no numpy/);
        // It has an event loop of its own, which needs nothing of the browser.
        assert.doesNotMatch(words, /asyncio/);
        assert.deepEqual(await figures(page), {});
        await run(page);
        assert.deepEqual(await counts(page), { ...MIXED_ENDS, passed: 2 });
        assert.equal((await figures(page))["Pass@1"], "22.2");
        assert.deepEqual(page.errors, []);
      } finally {
        await own.close();
      }
    });
  }

  test("cancelled, what is finished stays, and the rest can be run", async () => {
    const page = await open();
    await cancelled(page);
    await run(page);
    assert.deepEqual(await counts(page), { passed: 40 });
    assert.equal((await figures(page))["Pass@1"], "100.0");
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });

  test("programs run with the server gone, once Python was loaded", async () => {
    const own = await serve();
    const page = await openFirefox(browser, own.url);
    await ready(page);
    await runsOffline(page, own, () => page.own.reload());
    await page.context().close();
  });

  test("HumanEval's own solutions pass", { skip: absent(HUMANEVAL) }, async () => {
    const page = await open();
    await score(page, canonical());
    assert.match(await read(page, ".programs"), /Run 164 programs/);
    const began = performance.now();
    await run(page);
    console.log(`HumanEval in Firefox: ${((performance.now() - began) / 1000).toFixed(1)} s with the start`);
    assert.deepEqual(await counts(page), { passed: 164 });
    assert.equal((await figures(page))["Pass@1"], "100.0");
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });

  test("no program makes its own verdict, or puts something in the place of its test", async () => {
    const own = await site();
    const page = await startRunner(browser, own);
    const cases = [
      ...Object.entries(FORGERIES).map(([name, text]) => [name, { kind: "program", program: text }]),
      ...Object.entries(HARNESSES).flatMap(([harness, job]) =>
        Object.entries(TAMPERS).map(([name, text]) => [`${harness}: ${name}`, job(text)]),
      ),
      ...Object.entries(PREDICTIONS).map(([name, text]) => [name, { kind: "value", code: `assert f(1) == ${text}`, expected: "[3]" }]),
    ];
    const found = await runJobs(page, numbered(cases.map(([, job]) => job)));
    const unnamed = cases.filter((_, index) => found[index].verdict === "passed" && !found[index].tampers);
    assert.deepEqual(unnamed.map(([name]) => name), []);
    const right = Object.values(HARNESSES).map((job) => job("def f(x):\n    return [5] if x == [4] else x + 1\n"));
    assert.deepEqual((await runJobs(page, numbered(right))).map(({ verdict }) => verdict), right.map(() => "passed"));
    await page.close();
    await own.stop();
  });

  realPrograms(open);
});
