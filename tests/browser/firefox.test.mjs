// The page in Firefox: sealed, the same numbers as in Chromium, and programs as far as they run there.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { PAGE, WORKER, attempt, quiet, slug, welcome } from "./attempts.mjs";
import { HUMANEVAL, MIXED, MIXED_ENDS, absent, answers, cancelled, canonical, counts, run, runsOffline, tasks } from "./code.mjs";
import { FIREFOX, launchFirefox, openFirefox } from "./firefox.mjs";
import { squad } from "./exam.mjs";
import { launch, ready, serve } from "./harness.mjs";
import { realPrograms } from "./real-programs.mjs";
import { APART, CROSSINGS, ITERATORS, SETTINGS, TOGETHER, TWICE } from "./runner-crossings.mjs";
import { HARNESSES, PREDICTIONS, TAMPERS } from "./runner-tampers.mjs";
import { ESCAPES, FORGERIES, LEAKS } from "./runner-programs.mjs";
import { numbered, run as runJobs, site, start as startRunner } from "./runner.mjs";
import {
  ROOT,
  GUESSED,
  SAMPLES,
  STORAGE_FAULTS,
  confirm,
  exported,
  figures,
  isProvisional,
  openEditor,
  openTab,
  plain,
  read,
  rows,
  doubts,
  score,
  settled,
  start,
  takePreset,
} from "./steps.mjs";

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

const apart = ([text, asserts]) => ({ kind: "program", program: `${text}\n${asserts}`, test: [0, text.split("\n").length + 1], limits: { wall: 20_000 } });

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
    await score(page, GUESSED);
    assert.equal((await figures(page))["Exact match"], "70.8");
    assert.equal(await isProvisional(page), true);
    assert.ok((await doubts(page)).includes("guessed_benchmark"));
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

  test("the whole main job: a rule and back, filters, why, groups, two runs, reports", async () => {
    const page = await open();
    // Older versions cannot turn the screen, and have the size all the same.
    await page.own.setViewport({ width: 1280, height: 900 }).catch((error) => {
      if (!/unknown command/.test(error.message)) throw error;
    });
    await score(page, GUESSED);
    await confirm(page);
    const exact = async () => (await figures(page))["Exact match"];

    // A rule says what it would do, and does it; undone, all is as before.
    await openEditor(page, "set-articles");
    await page.waitForFunction(() => /70\.8 → 62\.5, −8\.3; 2 answers change/.test(document.querySelector(".editor").textContent));
    await page.evaluate(() => document.querySelector(".editor input:not(:checked)").click());
    await settled(page);
    assert.equal(await exact(), "62.5");
    assert.match(await read(page, ".rules .changed"), /^Articles/);
    await page.keyboard.press("Escape");
    await page.keyboard.press("u");
    await settled(page);
    assert.equal(await exact(), "70.8");

    // What is wrong, and why.
    await page.locator(".filters .chip").filter({ hasText: /^wrong 6$/ }).click();
    await page.waitForFunction(() => document.querySelector("#grid").ariaRowCount === "7");
    assert.equal((await rows(page)).length, 6);
    await page.locator("#row-0").click();
    await page.locator(".grid-detail .chain").waitFor();
    assert.match(await read(page, ".grid-detail"), /Sydney.*Canberra/);
    await page.locator(".sorter").filter({ hasText: /^question$/ }).click();
    await page.locator("[aria-sort=ascending]").waitFor();

    // Groups, and the other run beside this one.
    await openTab(page, "Groups");
    assert.match(await read(page, ".groups"), /type .*who/);
    await openTab(page, "Charts");
    await page.locator(".drawn-chart").waitFor();
    await openTab(page, "Compare");
    await page.waitForFunction(() => /6.*14/.test(document.querySelector(".flips")?.textContent ?? ""));
    assert.match(await read(page, ".pair-words"), /chatty 37\.5, terse 70\.8: no difference shown, −33\.3 points/);

    // Every form that people take away.
    const starts = { "Report, HTML": /^<!doctype html>/i, "Report, JSON": /^\{/, "Table, Markdown": /NQ-open/, "Table, LaTeX": /\\begin\{table/ };
    for (const [name, begin] of Object.entries(starts)) {
      const { bytes } = await exported(page, name);
      assert.match(bytes.toString(), begin, name);
    }
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });

  test("no attempt to send something arrives", async () => {
    const bare = await openFirefox(browser, `${server.url}bare.html`);
    const proven = Object.keys(PAGE).filter((name) => !UNPROVEN.has(name));
    const arrived = await attempt(bare, PAGE, [server, other], proven);
    await bare.context().close();
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
        await page.locator(".programs summary").click();
        const words = await read(page, ".programs");
        assert.match(words, /Run 9 programs.*\d MB of Python once, about \d+ s\./);
        assert.match(words, /What differs from a native run Python 3\.14; threads run one after the other; no numpy/);
        // It has an event loop of its own, which needs nothing of the browser.
        assert.doesNotMatch(words, /asyncio/);
        assert.deepEqual(await figures(page), { "Pass@1": "not run" });
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
      ...Object.entries(CROSSINGS).map(([name, text]) => [`strict: ${name}`, { ...HARNESSES.HumanEval(text), isolation: "strict" }]),
      ...Object.entries(APART).map(([name, one]) => [name, apart(one)]),
    ];
    const found = await runJobs(page, numbered(cases.map(([, job]) => job)));
    const unnamed = cases.filter((_, index) => found[index].verdict === "passed" && !found[index].tampers && !found[index].beside);
    assert.deepEqual(unnamed.map(([name]) => name), []);
    const together = Object.values({ ...TOGETHER, ...TWICE, ...SETTINGS }).map(apart);
    for (const { verdict, beside } of await runJobs(page, numbered(together))) assert.deepEqual([verdict, typeof beside], ["passed", "string"]);
    const iterators = Object.values(ITERATORS).map((one) => ({ ...apart(one), isolation: "strict" }));
    assert.deepEqual((await runJobs(page, numbered(iterators))).map(({ verdict }) => verdict), iterators.map(() => "passed"));
    const right = Object.values(HARNESSES).map((job) => job("def f(x):\n    return [5] if x == [4] else x + 1\n"));
    assert.deepEqual((await runJobs(page, numbered(right))).map(({ verdict }) => verdict), right.map(() => "passed"));
    await page.close();
    await own.stop();
  });

  test("nothing gets out of the frame of programs, from Python, from a worker or from itself", async () => {
    const own = await site({ answer: welcome });
    const servers = [own, other];
    const asked = () => servers.flatMap(({ requests }) => requests.map(({ url }) => url));
    const addresses = (name) => servers.map(({ url }) => `${url}leak/${slug(name)}/?data`);
    const quietly = (code, url) => `{ const url = ${JSON.stringify(url)}; (async () => { ${code} })().catch(() => {}); 0; }`;
    const inWorker = Object.entries(WORKER).flatMap(([name, code]) => addresses(name).map((url) => quietly(code, url)));
    // Each has a worker of its own: one that waits for its answer would keep the others from asking.
    const begin = (texts) => {
      globalThis.tried = texts.map((text) => new Worker(URL.createObjectURL(new Blob([text]))));
      return 0;
    };
    // Without the policy they arrive.
    const bare = await openFirefox(browser, `${own.url}bare.html`);
    await quiet(servers);
    own.requests.length = other.requests.length = 0;
    await bare.evaluate(begin, inWorker);
    await quiet(servers, Object.keys(WORKER));
    const idle = Object.keys(WORKER).filter((name) => !asked().some((url) => url.includes(`/leak/${slug(name)}/`)));
    assert.deepEqual(idle, [], "these arrive where there is no policy");
    await bare.context().close();

    const page = await startRunner(browser, own);
    await quiet(servers);
    own.requests.length = other.requests.length = 0;
    const jobs = Object.entries(ESCAPES).flatMap(([name, text]) =>
      servers.map(({ origin }, index) => {
        const { host, port } = new URL(origin);
        const program = text.replaceAll("URL", addresses(name)[index]).replaceAll("HOST", host).replaceAll("PORT", port);
        return { name, kind: "program", program, limits: { wall: 5000 } };
      }),
    );
    const found = await runJobs(page, numbered(jobs));
    assert.deepEqual(jobs.filter((_, index) => found[index].verdict === "passed").map(({ name }) => name), []);
    const frame = page.frames().find((one) => one.url().endsWith("/runner/runner.html"));
    await frame.evaluate(begin, inWorker);
    for (const [name, code] of Object.entries(PAGE)) {
      for (const url of addresses(name)) await frame.evaluate(quietly(code, url)).catch(() => {});
    }
    await quiet(servers);
    assert.deepEqual(asked(), []);
    await page.close();
    await own.stop();
  });

  test("nothing of one program reaches the next, and limits hold", async () => {
    const own = await site();
    const page = await startRunner(browser, own, { lanes: 1, spare: 0 });
    const leaked = [];
    for (const [name, [poison, probe]] of Object.entries(LEAKS)) {
      const pair = [poison, probe].map((program) => ({ kind: "program", program, limits: { wall: 4000, memory: 1 << 29 } }));
      const [, { verdict, detail }] = await runJobs(page, numbered(pair));
      if (verdict !== "passed") leaked.push(`${name}: ${verdict}, ${detail}`);
    }
    assert.deepEqual(leaked, []);
    const limits = { wall: 20_000, memory: 1 << 26, output: 1 << 20 };
    const rows = [
      ["while True: pass", "timeout", /./, { wall: 500 }],
      ["x = bytearray(100 << 20)", "runtime_error", /MemoryError/],
      ["with open('/tmp/x', 'wb') as f:\n    for _ in range(300): f.write(bytes(1 << 20))", "runtime_error", /No space left/],
      ["with open('/tmp/x', 'wb') as f: f.truncate(300 << 20)", "runtime_error", /No space left/],
      ["import os\nr, w = os.pipe()\nfor _ in range(300): os.write(w, bytes(1 << 20))", "runtime_error", /No space left/],
      ["import os\nwhile True: os.write(1, b'x' * 1000)", "runtime_error", /No space left/],
    ];
    const jobs = rows.map(([program, , , more]) => ({ kind: "program", program, limits: { ...limits, ...more } }));
    const found = await runJobs(page, numbered(jobs));
    assert.deepEqual(found.map(({ verdict }) => verdict), rows.map(([, verdict]) => verdict));
    rows.forEach(([, , words], index) => assert.match(found[index].detail, words));
    await page.close();
    await own.stop();
  });

  test("a scorer that ends is noticed, said, and started again with the files", async () => {
    const page = await open();
    await score(page, squad());
    const begun = Date.now();
    await page.evaluate(() => globalThis.workers.at(-1).terminate());
    const alert = page.locator("[role=alert]");
    const words = await alert.textContent();
    assert.ok(Date.now() - begun < 5000, `${Date.now() - begun} ms`);
    assert.match(words, /The scorer crashed: .*It was restarted with your files\./);
    await settled(page);
    assert.equal((await figures(page))["Exact match"], "90.0");
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });

  for (const [name, fault] of Object.entries(STORAGE_FAULTS)) {
    test(`verdicts that cannot be kept are said, with a download: ${name}`, async () => {
      const page = await openFirefox(browser, server.url, fault);
      await ready(page);
      await score(page, [tasks(8), answers(Array(8).fill("    return 1\n"))]);
      await takePreset(page, "HumanEval");
      await run(page);
      assert.equal((await figures(page))["Pass@1"], "100.0");
      assert.match(await read(page, ".programs"), /8 verdicts cannot be saved in this browser/);
      const saved = page.waitForEvent("download");
      await page.getByRole("button", { name: "Download the verdicts" }).click();
      const [bytes] = await (await (await saved).createReadStream()).toArray();
      assert.equal(bytes.toString().trim().split("\n").length, 8);
      await page.context().close();
    });
  }

  for (const [place, before, after, expected] of [
    ["a key", "", ",a\n", "100.0"],
    ["a last line of one cell", "", "\n", "100.0"],
    ["a value", "q60,", "\n", "100.0"],
  ]) {
    test(`a cell of 35 MB is read, and what is quoted of it is cut: ${place}`, async () => {
      const page = await open();
      const dataTransfer = await page.evaluateHandle((first, last) => {
        const rows = Array.from({ length: 60 }, (_, row) => `q${row},a${row}\n`).join("");
        const data = new DataTransfer();
        data.items.add(new File(["id,answer\n", rows], "gold.csv"));
        data.items.add(new File(["id,prediction\n", rows, first, "x".repeat(35 << 20), last], "predictions.csv"));
        return data;
      }, before, after);
      for (const type of ["dragenter", "dragover", "drop"]) await page.dispatchEvent("body", type, { dataTransfer });
      await settled(page, 60_000);
      assert.equal((await figures(page))["Exact match"], expected);
      const longest = await page.evaluate(() =>
        Math.max(...[...document.querySelectorAll("p, bdi, td, li, span, button")].map((one) => one.textContent.length)),
      );
      assert.ok(longest < 30_000, `a text of ${longest} characters stands on the page`);
      assert.deepEqual(page.errors, []);
      await page.context().close();
    });
  }

  realPrograms(open);
});
