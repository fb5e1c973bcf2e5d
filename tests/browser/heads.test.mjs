// What the columns of the question table hold, in their heads; how that filters; and what is said where nothing
// is left.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { axe } from "./harness.mjs";
import { scored } from "./site.mjs";
import { everything, openMenu, rowCount } from "./steps.mjs";

const folder = mkdtempSync(join(tmpdir(), "scoredrop-heads-"));
after(() => rmSync(folder, { recursive: true }));

const write = (name, rows) => {
  const path = join(folder, name);
  writeFileSync(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  return path;
};

/** Forty questions of 10 to 49 characters, answered with one of three letters; every fourth answer is wrong. */
const LETTERS = ["A", "B", "C"];
const questions = Array.from({ length: 40 }, (_, at) => ({
  id: `q${at}`,
  question: `${"x".repeat(9 + at)}?`,
  answer: LETTERS[at % 3],
}));
const gold = write("gold.jsonl", questions);
const predictions = write("predictions.jsonl", questions.map(({ id, answer }, at) => ({ id, prediction: at % 4 === 0 ? LETTERS[(at + 1) % 3] : answer })));
const files = [gold, predictions];

const bars = (page, name) => page.getByRole("slider", { name: new RegExp(`^Questions by ${name}`) });
const count = (page, n) => page.waitForFunction((rows) => document.querySelector("#grid")?.ariaRowCount === rows, String(n + 1));

/** Where a bar is on the screen. */
async function at(page, name, place, of) {
  const slider = bars(page, name);
  await slider.waitFor();
  await slider.scrollIntoViewIfNeeded();
  const box = await slider.boundingBox();
  return [box.x + ((place + 0.5) / of) * box.width, box.y + box.height / 2];
}

const bins = async (page, name) => Number(await bars(page, name).getAttribute("aria-valuemax")) + 1;

describe("heads of the question table", () => {
  test("a column of few values shows them, and a click leaves the questions of one", () =>
    scored(files, async (page) => {
      await everything(page);
      await bars(page, "gold answer").waitFor();
      assert.equal(await bins(page, "gold answer"), 3);
      await page.mouse.click(...(await at(page, "gold answer", 0, 3)));
      await count(page, 14);
      assert.match(await bars(page, "gold answer").getAttribute("aria-valuetext"), /^A: 14 questions$/);
      const chip = page.getByRole("button", { name: "Remove the filter gold answer: A" });
      await chip.waitFor();
      // The counts of the outcomes are those of what is left.
      const wrong = page.locator(".chips .chip", { hasText: "wrong" });
      assert.match(await wrong.innerText(), /wrong\s+4$/);
      await wrong.click();
      await count(page, 4);
      assert.match(await wrong.innerText(), /wrong\s+4$/);
      // The same bar again gives it up.
      await page.mouse.click(...(await at(page, "gold answer", 0, 3)));
      await count(page, 10);
      assert.equal(await chip.count(), 0);
    }));

  test("lengths are brushed by pointer and by keys, and a link has what was selected", () =>
    scored(files, async (page) => {
      await everything(page);
      await bars(page, "question").waitFor();
      const all = await bins(page, "question");
      assert.ok(all >= 8 && all <= 12, `${all} bins`);
      await page.mouse.move(...(await at(page, "question", 0, all)));
      await page.mouse.down();
      await page.mouse.move(...(await at(page, "question", 1, all)), { steps: 3 });
      await page.mouse.up();
      await count(page, 10);
      await page.getByRole("button", { name: /^Remove the filter question: \d+–\d+ to \d+–\d+ characters$/ }).waitFor();
      await openMenu(page, "share");
      await page.getByRole("button", { name: "Copy link", exact: true }).click();
      assert.match(await page.locator("#link-text").textContent(), /&within=question\.0-1/);
      await page.keyboard.press("Escape");
      await bars(page, "question").focus();
      await page.keyboard.press("Escape");
      await count(page, 40);
      await page.keyboard.press("End");
      await page.keyboard.press("Enter");
      await page.waitForFunction(() => Number(document.querySelector("#grid").ariaRowCount) < 41);
      const left = await rowCount(page);
      await page.keyboard.press("Shift+ArrowLeft");
      await page.waitForFunction((before) => Number(document.querySelector("#grid").ariaRowCount) - 1 > before, left);
      assert.deepEqual(await axe(page), []);
    }));

  test("where filters leave nothing, it is said which one to drop, and a click drops it", () =>
    scored(files, async (page) => {
      await everything(page);
      await page.mouse.click(...(await at(page, "gold answer", 0, 3)));
      await count(page, 14);
      await page.locator("#filter").fill("nothing has this");
      await count(page, 0);
      const drop = page.getByRole("button", { name: "Drop “nothing has this”: 14 questions" });
      await drop.waitFor();
      assert.equal(await page.getByRole("button", { name: /^Drop/ }).count(), 1);
      // Counts of outcomes do not vanish.
      assert.match(await page.locator(".chips .chip", { hasText: "wrong" }).innerText(), /wrong\s+0$/);
      assert.deepEqual(await axe(page), []);
      await drop.click();
      await count(page, 14);
      assert.equal(await page.locator("#filter").inputValue(), "");
    }));
});
