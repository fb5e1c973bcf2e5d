// What is seen without scrolling after a drop, and how many keys lead from the result to the questions.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, test } from "node:test";
import { DIST, drop, open, ready, serve } from "./harness.mjs";
import { browser, withPage } from "./site.mjs";
import { ROOT, SAMPLES, focused, rows, settled } from "./steps.mjs";

const sample = (folder, ...names) => names.map((name) => join(ROOT, "samples", folder, name));
const DROPS = {
  "one run": SAMPLES.squad,
  "two runs": SAMPLES.nq,
  "two runs with many metrics": sample("climate-finance", "gold.jsonl", "predictions.csv"),
  "one run with many metrics": SAMPLES.hotpot,
  "mathematics": sample("math", "gold.jsonl", "predictions.jsonl"),
  "programs that are not run": sample("humaneval", "tasks.jsonl", "samples.jsonl"),
  "choices": sample("choices", "gold.jsonl", "predictions.jsonl"),
  "time": sample("tcp", "gold.jsonl", "predictions.jsonl"),
};
const many = (runs) => [
  { name: "gold.jsonl", text: Array.from({ length: 40 }, (_, i) => `{"id":"q${i}","question":"what is ${i}","answers":["a${i}"]}\n`).join("") },
  ...Array.from({ length: runs }, (_, run) => ({
    name: `model-${run}.jsonl`,
    text: Array.from({ length: 40 }, (_, i) => `{"id":"q${i}","prediction":"${(i + run) % 3 ? `a${i}` : "none"}"}\n`).join(""),
  })),
];

/** Where what the selector names begins and ends, from the top of the window; `null` where it is not seen. */
const place = (page, selector) =>
  page.evaluate((what) => {
    const box = [...document.querySelectorAll(what)].map((one) => one.getBoundingClientRect()).find(({ height }) => height > 0);
    return box ? [Math.round(box.top), Math.round(box.bottom)] : null;
  }, selector);

async function dropped(page, files) {
  await drop(page, files);
  await settled(page);
  await rows(page);
}

/** What stands in a part of the page: each element with its words and its place. */
const laid = (page, root) =>
  page.evaluate((root) => {
    const parts = [".head .name", ".tagline", ".lead", ".drop-here", ".drop-here > *", ".drop-here button"];
    return [...document.querySelectorAll(parts.map((part) => `${root} ${part}`).join())].map((one) => {
      const { left, top, width, height } = one.getBoundingClientRect();
      // Spaces between blocks are not seen.
      return [one.textContent.replaceAll(/\s+/g, ""), ...[left, top, width, height].map(Math.round)];
    });
  }, root);

describe("the first screen", () => {
  for (const [width, height] of [[1280, 900], [1920, 1080], [360, 740]]) {
    test(`${width} x ${height}: the page begins as its program draws it, and nothing moves`, async () => {
      let release;
      const wait = new Promise((done) => (release = done));
      const held = await serve({
        answer(request, response) {
          const name = request.url.split("/").pop();
          if (!/^scoredrop-page-.*\.wasm$/.test(name)) return false;
          wait.then(async () => {
            response.writeHead(200, { "Content-Type": "application/wasm" });
            response.end(await readFile(join(DIST, name)));
          });
          return true;
        },
      });
      const page = await open(browser, held.url, { viewport: { width, height }, waitForSeal: false });
      try {
        await page.locator("#first .lead").waitFor();
        const before = await laid(page, "#first");
        assert.ok(before.length > 12, `${before.length} parts`);
        release();
        await page.locator("#first").waitFor({ state: "detached" });
        await ready(page);
        assert.deepEqual(await laid(page, "body"), before);
        assert.deepEqual(page.errors, []);
        await page.context().close();
      } finally {
        release();
        await held.stop();
      }
    });
  }

  for (const [name, files] of [...Object.entries(DROPS), ["twelve runs", many(12)]]) {
    // Of many runs all are seen, and the first of the questions' table.
    test(`1280 x 900, ${name}: sentence, number, checks, strip, tabs and the first questions`, () =>
      withPage(async (page) => {
        await dropped(page, files);
        for (const what of [".sentence", ".figure-value", ".strip, .pair", ".counts", ".tabs", "#grid"]) {
          const [top, bottom] = await place(page, what);
          assert.ok(top >= 0 && top < 900, `${what} stands at ${top} to ${bottom}`);
        }
        if (name === "twelve runs") {
          const runs = await page.locator(".runs tbody tr").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().bottom));
          assert.equal(runs.length, 12);
          assert.ok(Math.max(...runs) < 900, `the runs end at ${Math.max(...runs)}`);
          return;
        }
        const [, end] = await place(page, "#row-0");
        assert.ok(end <= 900, `the first question ends at ${end}`);
        const [second] = await place(page, "#row-1");
        assert.ok(second <= 870, `the second question begins at ${second}`);
      }, { viewport: { width: 1280, height: 900 } }));

    test(`360 x 740, ${name}: result, checks, tabs, and the first question`, () =>
      withPage(async (page) => {
        await dropped(page, files);
        const [sentence] = await place(page, ".sentence");
        assert.ok(sentence <= 110, `the result begins at ${sentence}`);
        const [tabs] = await place(page, ".tabs");
        assert.ok(tabs <= 700, `the tabs begin at ${tabs}`);
        const [first] = await place(page, "#row-0");
        assert.ok(first <= 780, `the first question begins at ${first}`);
      }, { viewport: { width: 360, height: 740 } }));
  }

  test("at most 12 Tabs lead from the result to the questions, and arrow keys to what they pass", () =>
    withPage(async (page) => {
      await dropped(page, DROPS["two runs with many metrics"]);
      await page.locator("#main").focus();
      let count = 0;
      for (; count < 40 && !(await focused(page, "#grid")); count += 1) {
        // It is there for those who want none of the stops.
        if (await focused(page, ".result .skip")) count -= 1;
        await page.keyboard.press("Tab");
      }
      assert.ok(count <= 12, `${count} Tabs`);

      // Every filter is within reach of the one that Tab stops at, in a ring.
      await page.locator(".chips .chip").first().focus();
      const all = await page.locator(".chips button").count();
      const seen = new Set();
      for (let step = 0; step < all; step += 1) {
        seen.add(await page.evaluate(() => document.activeElement.textContent));
        await page.keyboard.press("ArrowRight");
      }
      assert.equal(seen.size, all);
      assert.ok(await page.evaluate(() => document.activeElement === document.querySelector(".chips .chip")), "round once");
      await page.keyboard.press("End");
      assert.ok(await page.evaluate(() => document.activeElement.matches(".chips button:last-of-type")));
      assert.equal(await page.locator(".chips [tabindex='0']").count(), 1);
      // So are the runs, and Tab comes back to the one that had the focus.
      await page.locator(".runs .link").first().focus();
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      assert.ok(await focused(page, ".runs .selected .link"));
      await page.keyboard.press("Tab");
      await page.keyboard.press("Shift+Tab");
      assert.ok(await focused(page, ".runs .selected .link"));
    }));
});
