// Runs as tokens above comparisons and charts: the first is the baseline, and what is hidden is not drawn.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { axe } from "./harness.mjs";
import { scored } from "./site.mjs";
import { openTab } from "./steps.mjs";

const folder = mkdtempSync(join(tmpdir(), "scoredrop-tokens-"));
after(() => rmSync(folder, { recursive: true }));

const write = (name, rows) => {
  const path = join(folder, name);
  writeFileSync(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  return path;
};

const rows = Array.from({ length: 30 }, (_, at) => ({ id: `q${at}`, question: `What is number ${at}?`, answer: `word${at}` }));
const run = (name, every) => write(`${name}.jsonl`, rows.map(({ id, answer }, at) => ({ id, prediction: at % every === 0 ? "other" : answer })));
const files = [write("gold.jsonl", rows), run("one", 2), run("two", 3), run("three", 5)];

const names = (page) => page.locator(".tokens .chip bdi").allInnerTexts();
const order = (page, wanted) =>
  page.waitForFunction((all) => [...document.querySelectorAll(".tokens .chip[id] bdi")].map((one) => one.textContent).join() === all, wanted.join());

describe("tokens of runs", () => {
  test("keys and the pointer move a run, and the first is the baseline", () =>
    scored(files, async (page) => {
      await openTab(page, "Compare");
      await order(page, ["one", "two", "three"]);
      await page.locator(".tokens").getByRole("button", { name: "three", exact: true }).focus();
      await page.keyboard.press("Shift+ArrowLeft");
      await order(page, ["one", "three", "two"]);
      await page.waitForFunction(() => document.activeElement.textContent.includes("three"));
      await page.keyboard.press("Shift+ArrowLeft");
      await order(page, ["three", "one", "two"]);
      const head = page.locator("table.runs th", { hasText: "difference from three" });
      await head.waitFor();
      assert.match(await page.locator(".tokens li").first().innerText(), /three\s+baseline/);
      await page.locator(".tokens li").nth(2).dragTo(page.locator(".tokens li").first());
      await order(page, ["two", "three", "one"]);
      await page.locator("table.runs th", { hasText: "difference from two" }).waitFor();
      assert.deepEqual(await axe(page), []);
    }));

  test("a hidden run is not drawn, and comes back", () =>
    scored(files, async (page) => {
      await openTab(page, "Charts");
      const drawn = page.locator(".chart-figure", { hasText: "by run" }).first();
      await drawn.waitFor();
      assert.match(await drawn.locator(".drawn-chart").textContent(), /two/);
      await page.getByRole("button", { name: "Hide two" }).click();
      await page.waitForFunction(() => !document.querySelector(".drawn-chart").textContent.includes("two"));
      assert.deepEqual((await names(page)).slice(0, 2), ["one", "three"]);
      assert.deepEqual(await axe(page), []);
      await page.getByRole("button", { name: "Show 1 run hidden" }).click();
      await page.waitForFunction(() => document.querySelector(".drawn-chart").textContent.includes("two"));
    }));
});
