// Nothing jumps: what stands beneath the result keeps its place while rules change, whatever there is to
// check then, and while tabs are opened.
import assert from "node:assert/strict";
import { join } from "node:path";
import { describe, test } from "node:test";
import { axe, drop } from "./harness.mjs";
import { withPage } from "./site.mjs";
import { ROOT, SAMPLES, drawn, plain, read, rows, settled } from "./steps.mjs";

const sample = (folder, ...names) => names.map((name) => join(ROOT, "samples", folder, name));
const DROPS = {
  "one run": SAMPLES.squad,
  "two runs": SAMPLES.nq,
  "two runs with tolerances": sample("climate-finance", "gold.jsonl", "predictions.csv"),
  "mathematics": sample("math", "gold.jsonl", "predictions.jsonl"),
  "choices": sample("choices", "gold.jsonl", "predictions.jsonl"),
};
const SIZES = { "1280 x 900": [1280, 900], "1920 x 1080": [1920, 1080], "360 x 740": [360, 740] };

/** Where the tabs stand on the page, beneath the rail that a narrow window has above the result. */
const place = (page) =>
  page.evaluate(() => {
    const top = (what) => document.querySelector(what).getBoundingClientRect().top;
    return Math.round(top("[role=tablist]") - top(".result"));
  });

const click = (page, name) => page.getByRole("button", { name }).first().evaluate((button) => button.click());

/** Sets a rule to each of its values, one after the other; says what each is called. */
async function values(page, id, look) {
  await page.evaluate((id) => document.getElementById(id).click(), id);
  const choices = page.locator(".editor .choice input");
  await choices.first().waitFor({ state: "attached" });
  const count = await choices.count();
  for (let at = 0; at < count; at += 1) {
    const name = await choices.nth(at).evaluate((input) => (input.click(), input.closest(".choice").textContent.slice(0, 40)));
    await settled(page);
    await look(name);
  }
  await page.keyboard.press("Escape");
}

const RULES = ["set-extract", "set-missing", "set-case", "set-gold_form"];

describe("nothing jumps", () => {
  for (const [size, [width, height]] of Object.entries(SIZES)) {
    for (const [name, files] of Object.entries(DROPS)) {
      test(`${size}, ${name}: the tabs stay while rules change, are undone and done again`, { timeout: 120_000 }, () =>
        withPage(async (page) => {
          await drop(page, files);
          await settled(page);
          await rows(page);
          if (width < 721) await page.getByRole("button", { name: "How it is scored" }).click();
          await page.getByRole("button", { name: /^All \d+ rules$/ }).evaluateAll((all) => all.forEach((one) => one.click()));
          await drawn(page);
          let before = await place(page);
          const moved = [];
          const look = async (what) => {
            const now = await place(page);
            if (Math.abs(now - before) > 1) moved.push(`${what}: ${now - before}`);
          };
          for (const id of RULES) {
            if ((await page.locator(`#${id}`).count()) === 0) continue;
            await values(page, id, (value) => look(`${id} ${value}`));
          }
          if (width < 721) {
            // A line more of the sentence and of the counts may come, and then stays.
            assert.ok(Math.abs((await place(page)) - before) <= 48, moved.join("; "));
            moved.length = 0;
            before = await place(page);
          }
          for (const back of ["Undo", "Undo", "Redo"]) {
            await click(page, back);
            await settled(page);
            await look(back);
          }
          assert.deepEqual(moved, []);
        }, { viewport: { width, height } }));
    }

    test(`${size}: the tabs stay while they are opened`, () =>
      withPage(async (page) => {
        await drop(page, SAMPLES.nq);
        await settled(page);
        await rows(page);
        const before = await place(page);
        for (const name of ["Groups", "Compare", "Charts", "Report", "Questions"]) {
          await page.getByRole("tab", { name, exact: true }).click();
          await drawn(page);
          assert.equal(await place(page), before, name);
        }
      }, { viewport: { width, height } }));
  }

  test("the line that a phone has of the checks tells of the rules in force", () =>
    withPage(async (page) => {
      await drop(page, sample("math", "gold.jsonl", "predictions.jsonl"));
      await settled(page);
      const line = async () => plain(await page.locator("#checks summary").first().innerText());
      assert.equal(await line(), "Checks: 1 note");
      await page.getByRole("button", { name: "How it is scored" }).click();
      await page.evaluate(() => document.getElementById("set-extract").click());
      await page.locator(".editor .choice", { hasText: "####" }).first().locator("input").click();
      await settled(page);
      assert.match(await line(), /^\d+ things? to check, .*: no answer was found/);
      await click(page, "Undo");
      await settled(page);
      assert.equal(await line(), "Checks: 1 note");
    }, { viewport: { width: 360, height: 740 } }));

  test("checks that find no room are one line that says how many, and opens", () =>
    withPage(async (page) => {
      await drop(page, sample("math", "gold.jsonl", "predictions.jsonl"));
      await settled(page);
      const before = await place(page);
      await page.evaluate(() => document.getElementById("set-extract").click());
      await page.locator(".editor .choice", { hasText: "####" }).first().locator("input").click();
      await settled(page);
      const checks = page.getByRole("region", { name: "Checks" });
      assert.match(await read(page, "#checks"), /^\d+ things? to check, [^:]+: .* Show$/);
      assert.equal(await checks.getByRole("button", { name: "Yes, this is right" }).count(), 0);
      assert.deepEqual(await axe(page), []);
      await checks.getByRole("button", { name: "Show", exact: true }).click();
      await checks.getByRole("button", { name: "Yes, this is right" }).waitFor();
      assert.ok((await place(page)) > before, "who opens them has them moved");
      assert.ok(await page.evaluate(() => document.activeElement !== document.body), "the focus is not lost");
    }, { viewport: { width: 1280, height: 900 } }));
});
