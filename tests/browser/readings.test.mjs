// *Read as*: what was compared, and what other readings of the same files give.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { axe } from "./harness.mjs";
import { scored } from "./site.mjs";
import { ROOT, figures, plain, read, settled, tabTo } from "./steps.mjs";

const pair = (name, ...files) => files.map((file) => join(ROOT, "tests/pairs", name, file));
const line = (page) => read(page, ".readings > summary");
const isOpen = (page) => page.locator(".readings").evaluate((details) => details.open);
const readings = async (page) => (await page.locator(".reading").allTextContents()).map(plain);

test("one quiet line where nothing speaks against the score", () =>
  scored(pair("one-csv", "results.csv"), async (page) => {
    assert.equal(await line(page), "Read as reference ↔ prediction by Short answers.");
    assert.equal(await isOpen(page), false);
  }));

test("another reading is offered with its number, a click takes it, and undo brings the first back", () =>
  scored(pair("outputs-with-the-prompt", "rag_result.json"), async (page) => {
    await page.locator("button.reading").first().waitFor();
    const before = await figures(page);
    assert.equal(before["Exact match"], "0.0");
    assert.match(await line(page), /^Read as answer ↔ rag_answer by Short answers, modified\. Another reading gives 100\.0 %\.$/);
    assert.equal(await isOpen(page), true);
    const [chosen, other] = await readings(page);
    assert.match(chosen, /0\.0 % \(n = 8\)/);
    assert.match(other, /100\.0 % \(n = 8\) .*contain/i);
    assert.deepEqual(await axe(page), []);
    await page.locator("button.reading").first().click();
    await settled(page);
    assert.equal(Object.values(await figures(page))[0], "100.0");
    assert.match(await page.locator(".reading[aria-current]").textContent(), /rag_answer/);
    await page.keyboard.press("Control+z");
    await settled(page);
    assert.deepEqual(await figures(page), before);
  }));

test("readings are taken by the keyboard, and other columns are one step away", () =>
  scored(pair("outputs-with-the-prompt", "rag_result.json"), async (page) => {
    await page.locator("button.reading").first().waitFor();
    await tabTo(page, "button.reading");
    await page.keyboard.press("Enter");
    await settled(page);
    assert.equal(Object.values(await figures(page))[0], "100.0");
    await page.keyboard.press("Control+z");
    await settled(page);
    await page.getByRole("button", { name: "Something else …" }).click();
    assert.equal(await page.locator(".editor").count(), 1);
  }));
