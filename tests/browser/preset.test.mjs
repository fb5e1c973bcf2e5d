// A user's own preset on the page: saved, dropped again, edited as text, and the card of any preset.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { axe, drop, showAt } from "./harness.mjs";
import { browser, scored, server, withPage } from "./site.mjs";
import { announced, choosePreset, download, drawn, figures, openEditor, read, SAMPLES, score, settled, start, openTab, protocol, showChecks } from "./steps.mjs";

const open = (page) => openEditor(page, "benchmark");
const press = (page, name) => page.locator(".editor").getByRole("button", { name, exact: true }).click();
const area = (page) => page.getByLabel("Preset, JSON");

/** Saves the preset in force. */
const save = async (page) => {
  await open(page);
  const file = await download(page, () => press(page, "Save as JSON"));
  await page.keyboard.press("Escape");
  return { name: file.name, text: file.bytes.toString() };
};

/** Opens the preset in force as text and puts another text there. */
const write = async (page, change) => {
  await press(page, "Edit as text");
  await area(page).waitFor();
  const text = change(await area(page).inputValue());
  await area(page).fill(text);
  return text;
};

/** What is said about the text, once it has been looked at. */
const verdict = async (page, pattern) => {
  await page.locator(".editor [role=status]").filter({ hasText: pattern }).waitFor();
  return read(page, ".editor [role=status]");
};

const keepArticles = async (page) => {
  await openEditor(page, "set-articles");
  await page.locator(".editor .choice").filter({ hasText: "articles kept" }).locator("input").click();
  await settled(page);
  await page.keyboard.press("Escape");
};

describe("own presets", () => {
  it("are saved with the words changed, and score the same when they are dropped", () =>
    scored(SAMPLES.nq, async (page) => {
      await choosePreset(page, "Natural Questions (EvoAgentX)");
      assert.equal((await save(page)).name, "nq.json");
      await keepArticles(page);
      const before = await figures(page);
      const mine = await save(page);
      assert.equal(mine.name, "nq-modified.json");
      await page.keyboard.press("u");
      await settled(page);
      assert.notDeepEqual(await figures(page), before);
      assert.doesNotMatch(await protocol(page), /modified/);

      await drop(page, [mine]);
      await page.waitForFunction(() => document.querySelector(".rail-line").textContent.includes("modified"));
      await settled(page);
      assert.deepEqual(await figures(page), before);
      assert.match(await protocol(page), /^Natural Questions \(EvoAgentX\), modified/);
      await showChecks(page);
      assert.match(await read(page, ".problems"), /nq is modified/);
      await openTab(page, "Report");
      assert.match(await read(page, ".signature"), /nq@1\+modified:/);
      assert.equal(await page.locator(".official").count(), 0);
      assert.equal((await read(page, ".files")).includes("nq-modified.json"), false, "it is no file of data");
      // What is saved of it is what was dropped.
      assert.equal((await save(page)).text, mine.text);
      await open(page);
      assert.match(await read(page, ".editor .choice:has(:checked)"), /Natural Questions \(EvoAgentX\), your own/);
      await page.keyboard.press("Escape");
      await page.keyboard.press("u");
      await settled(page);
      assert.doesNotMatch(await protocol(page), /modified/);
    }));

  it("are taken before there is any data", () =>
    withPage(async (page) => {
      const text = '{"id": "mine", "version": 1, "title": "House rules", "card": {"summary": "s", "inputs": "i"}, ' +
        '"extract": "whole", "normalize": [], "metrics": ["exact_match"], "missing": "zero", "scale": 1}';
      await drop(page, [{ name: "mine.json", text }]);
      await page.getByText("The files will be scored as your own preset.").waitFor();
      assert.match(await announced(page), /the preset mine\.json is now used|no files yet/);
      await drop(page, SAMPLES.nq);
      await settled(page);
      assert.match(await protocol(page), /^House rules, modified/);
      await showChecks(page);
      assert.match(await read(page, ".problems"), /mine is your own preset/);
    }));

  it("are mended as text, with the place of each mistake and what would come of it", () =>
    scored(SAMPLES.nq, async (page) => {
      await choosePreset(page, "Natural Questions (EvoAgentX)");
      const before = await figures(page);
      await open(page);
      await write(page, (text) => text.replace('"lowercase"', '"lower"'));
      const said = await verdict(page, /cannot be/);
      assert.match(said, /normalize\[0\] cannot be "lower" row \d+/);
      assert.match(said, /did you mean lowercase\?/);
      await press(page, "Apply");
      await verdict(page, /cannot be/);
      assert.deepEqual(await figures(page), before, "what is broken is not in force");

      // The keyboard takes what is known there.
      await area(page).evaluate((node) => {
        const at = node.value.indexOf('"lower"') + 3;
        node.setSelectionRange(at, at);
      });
      await area(page).press("Shift");
      const known = page.locator(".known button");
      await known.filter({ hasText: '"lowercase"' }).waitFor();
      await area(page).press("Tab");
      for (let count = 0; count < 20; count += 1) {
        if (await page.evaluate(() => document.activeElement.textContent === '"lowercase"')) break;
        await page.keyboard.press("Tab");
      }
      await page.keyboard.press("Enter");
      assert.match(await area(page).inputValue(), /"lowercase", /);
      await verdict(page, /no answer changes/);

      await area(page).fill((await area(page).inputValue()).replace("{", ""));
      assert.match(await verdict(page, /invalid JSON/), /row \d/);
      await press(page, "Discard");
      await write(page, (text) => text.replace(/"delete_articles\([a-z]+\)", /, "").replace('"nq"', '"my-nq"'));
      assert.match(await verdict(page, /answers change/), /70\.8 → 62\.5/);
      await press(page, "Apply");
      await settled(page);
      assert.match(await protocol(page), /modified/);
      assert.match(await read(page, "#set-articles"), /kept/);
      assert.match(await read(page, ".editor"), /version 1/);
      assert.match(await read(page, ".editor"), /your own; not checked against a reference/);
      await page.keyboard.press("Escape");
      assert.equal((await figures(page))["Exact match"], "62.5");
    }));

  it("with mistakes are opened instead of put in force", () =>
    scored(SAMPLES.nq, async (page) => {
      await choosePreset(page, "Natural Questions (EvoAgentX)");
      const mine = await save(page);
      const before = await figures(page);
      await drop(page, [{ name: "mine.json", text: mine.text.replace('"missing"', '"misssing"') }]);
      await page.locator(".editor").waitFor();
      const said = await verdict(page, /misssing/);
      assert.match(said, /unknown field misssing.*did you mean missing\?/);
      assert.match(said, /missing is missing/);
      assert.deepEqual(await figures(page), before);
      assert.match(await area(page).inputValue(), /misssing/);
      const fixed = (await area(page).inputValue()).replace("misssing", "missing");
      await area(page).fill(fixed);
      await press(page, "Apply");
      await settled(page);
      // What was mended is the catalog's own preset again.
      assert.doesNotMatch(await protocol(page), /modified/);
    }));

  it("keep an unfinished text when the panel is closed", () =>
    scored(SAMPLES.nq, async (page) => {
      await open(page);
      await write(page, () => '{"id": ');
      await verdict(page, /invalid JSON/);
      await page.keyboard.press("Escape");
      await open(page);
      await press(page, "Edit as text");
      assert.equal(await area(page).inputValue(), '{"id": ');
    }));
});

describe("the card of a preset", () => {
  it("works its example out under the settings in force", () =>
    scored(SAMPLES.nq, async (page) => {
      await choosePreset(page, "Natural Questions (EvoAgentX)");
      await open(page);
      const example = page.locator(".editor .trial");
      await example.locator(".trial-values").waitFor();
      assert.match(await read(page, ".editor .chain"), /214 cases and 4 718 real answers agree/);
      assert.match(await example.locator("textarea").last().inputValue(), /May 18/);
      assert.match(await example.innerText(), /Exact match/);
      assert.match(await read(page, ".editor .chain"), /Cite Kwiatkowski/);
    }));

  for (const [width, dark] of [[1280, false], [1280, true], [360, false], [360, true]]) {
    const name = `${width}-${dark ? "dark" : "light"}`;
    it(`and the text look right at ${name}`, () =>
      scored(SAMPLES.nq, async (page) => {
        await choosePreset(page, "Natural Questions (EvoAgentX)");
        await open(page);
        await page.locator(".editor .trial-values").waitFor();
        await showAt(page, `preset-card-${name}`, { width, dark });
        assert.deepEqual(await axe(page), []);
        await write(page, (text) => text.replace('"lowercase"', '"lower"'));
        await verdict(page, /cannot be/);
        await drawn(page);
        await showAt(page, `preset-text-${name}`, { width, dark });
        assert.deepEqual(await axe(page), []);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
      }));
  }
});

describe("panels", () => {
  it("scroll with the rail, while the result stays where it is", () =>
    scored(SAMPLES.nq, async (page) => {
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.evaluate(() => scrollTo(0, 0));
      await open(page);
      const rail = page.locator(".rail");
      await page.getByRole("button", { name: "Edit as text" }).focus();
      const box = await rail.boundingBox();
      assert.ok(box.height <= 900, `${box.height}`);
      assert.ok(await rail.evaluate((node) => node.scrollTop > 0), "there is more than fits");
      assert.ok((await page.locator(".result").boundingBox()).y >= 0, "the result is in sight");
      for (const [width, dark] of [[1280, false], [1280, true], [360, false]]) await showAt(page, `panel-preset-${width}-${dark ? "dark" : "light"}`, { width, height: 900, dark });
    }));

  it("a setting's way back stands apart from its second rule, and before it", () =>
    scored(SAMPLES.nq, async (page) => {
      await keepArticles(page);
      for (const width of [1280, 360]) {
        await page.setViewportSize({ width, height: 900 });
        await openEditor(page, "set-articles");
        const rule = await page.getByLabel("Second rule to score by").boundingBox();
        const back = await page.locator(".editor").getByRole("button", { name: "Back to the preset’s value" }).boundingBox();
        assert.ok(rule.y >= back.y + back.height + 4, `${rule.y} beneath ${back.y + back.height}`);
        await showAt(page, `panel-setting-${width}`, { width, height: 900 });
        await page.keyboard.press("Escape");
      }
    }));
});

describe("no answer that counts", () => {
  it("gives no number and no unit", async () => {
    const page = await start(browser, { ...server, url: `${server.url}#preset=squad-v1@1&set.missing=exclude&join=id` });
    const lines = (...rows) => rows.map((row) => `${JSON.stringify(row)}\n`).join("");
    const gold = { name: "gold.jsonl", text: lines({ id: "a", answers: ["x"] }, { id: "b", answers: ["y"] }) };
    const run = { name: "run.jsonl", text: lines({ id: "a", prediction: null }, { id: "b", prediction: null }) };
    await score(page, [gold, run]);
    assert.equal(await read(page, ".figure-head .figure-value"), "– provisional");
    assert.match(await read(page, ".figure-head .caption"), /^Exact match · n 0/);
    assert.match(await announced(page), /^Exact match –, 0 questions/);
    await showAt(page, "no-answer");
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });
});
