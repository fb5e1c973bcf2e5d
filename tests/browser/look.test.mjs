// Every state of the page, wide and narrow, light and dark: no accessibility violation, nothing
// that makes it scroll sideways, and with `SHOTS=1` a picture of each in `shots/`.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { xlsx, zip } from "./archive.mjs";
import { TAGS, axe, misplaced, showAt, sleep } from "./harness.mjs";
import { browser, scored, server } from "./site.mjs";
import { GUESSED, ROOT, SAMPLES, compare, drawn, openEditor, openTab, rows, score, settled, start } from "./steps.mjs";

// Rules of accessibility are looked at in both layouts and both schemes of colours.
const VIEWS = [
  ["wide-light", { width: 1280, height: 800, dark: false, axe: true }],
  ["wide-dark", { width: 1280, height: 800, dark: true }],
  ["middle-light", { width: 1024, height: 730, dark: false }],
  ["narrow-light", { width: 360, height: 740, dark: false }],
  ["narrowest-dark", { width: 320, height: 640, dark: true, axe: true }],
];

/** Lets the page hear something from its worker that the worker does not say. */
const hears = (page, name, said) =>
  page.evaluate(([name, said]) => {
    const worker = globalThis.workers.at(-1);
    const number = Math.max(...worker.posted.filter(Array.isArray).map(([one]) => one));
    const data = [number, name, Array.isArray(said) ? Uint8Array.from(said) : said];
    worker.dispatchEvent(new MessageEvent("message", { data }));
  }, [name, said]);

/** The bytes of such a reply: a text has its length in front, a number its last seven bits first. */
const number = (n) => (n < 128 ? [n] : [(n % 128) + 128, ...number(Math.floor(n / 128))]);
const text = (words) => [...number(words.length), ...Buffer.from(words)];
const progress = ({ doing, done, total, unit }) => [1, ...text(doing), ...number(done), ...number(total), ...text(unit)];

/** The worker does not hear the page any more. */
const deaf = (page) => page.evaluate(() => (globalThis.workers.at(-1).postMessage = function post(message) {
  this.posted.push(message);
}));

const lines = (list) => list.map((row) => `${JSON.stringify(row)}\n`).join("");
const ids = (count, make) => Array.from({ length: count }, (_, index) => make(index));

const CLIMATE = ["gold.jsonl", "predictions.csv"].map((name) => join(ROOT, "samples/climate-finance", name));

const STATES = {
  empty: async () => {},
  "seal explained": (page) => page.locator("#seal").click(),
  "benchmark before files": async (page) => {
    await page.getByRole("button", { name: "SQuAD 1.1" }).click();
    await page.locator(".trial-values").waitFor();
  },
  "one file": (page) => score(page, [SAMPLES.nq[1]]),
  busy: async (page) => {
    await score(page, SAMPLES.squad);
    await deaf(page);
    await openEditor(page, "set-case");
    await page.locator(".editor .choice input").last().click();
    await page.locator(".busy").waitFor();
    await hears(page, "progress", progress({ doing: "reading predictions.jsonl", done: 48e6, total: 120e6, unit: "bytes" }));
    await sleep(400);
  },
  provisional: (page) => score(page, GUESSED),
  scored: (page) => score(page, SAMPLES.squad),
  "many metrics": (page) => score(page, SAMPLES.hotpot),
  "files and columns": async (page) => {
    await score(page, SAMPLES.nq);
    await openEditor(page, "gold");
  },
  "preset editor": async (page) => {
    await score(page, SAMPLES.squad);
    await openEditor(page, "benchmark");
  },
  "preset as text": async (page) => {
    await score(page, SAMPLES.squad);
    await openEditor(page, "benchmark");
    await page.getByRole("button", { name: "Edit as text" }).click();
    const area = page.getByLabel("Preset, JSON");
    await area.fill((await area.inputValue()).replace('"lowercase"', '"lower"'));
    await page.locator(".editor [role=status]").filter({ hasText: "did you mean lowercase" }).waitFor();
  },
  "sheets of a workbook": async (page) => {
    const sheet = (answer) => [["id", "prediction"], ...ids(12, (i) => [`q${i}`, answer(i)])];
    await score(page, [
      { name: "gold.jsonl", text: lines(ids(12, (i) => ({ id: `q${i}`, question: `what is number ${i}`, answers: [`a${i}`] }))) },
      { name: "answers.xlsx", bytes: xlsx({ "first run": sheet((i) => `a${i}`), "a second run with a rather long name": sheet(() => "a1") }) },
    ]);
    await page.locator(".figures").first().waitFor();
    await openEditor(page, "predictions");
    await page.getByLabel("Sheet of this workbook").waitFor();
  },
  "a file that cannot be opened": async (page) => {
    await score(page, [SAMPLES.nq[0], { name: "pictures.zip", bytes: zip([["a.png", "\x89PNG"]]) }]);
    await page.locator(".trouble").waitFor();
  },
  "join editor": async (page) => {
    await score(page, SAMPLES.squad);
    await openEditor(page, "join");
  },
  "setting editor": async (page) => {
    await score(page, SAMPLES.nq);
    await openEditor(page, "set-articles");
    await page.locator(".editor").getByText("→").first().waitFor();
  },
  "text editor": async (page) => {
    const squad2 = JSON.parse(readFileSync(SAMPLES.squad[0], "utf8"));
    squad2.version = "v2.0";
    for (const { qas } of squad2.data.flatMap(({ paragraphs }) => paragraphs)) {
      for (const qa of qas) qa.is_impossible = false;
    }
    await score(page, [{ name: "gold.json", text: JSON.stringify(squad2) }, SAMPLES.squad[1]]);
    await openEditor(page, "set-na_threshold");
  },
  detail: async (page) => {
    await score(page, SAMPLES.nq);
    await rows(page);
    await page.locator("#row-1").click();
    await page.locator(".grid-detail .golds").waitFor();
  },
  numbers: async (page) => {
    await score(page, CLIMATE);
    await rows(page);
    await page.locator("#row-1").click();
    await page.locator(".grid-detail").getByText("gold read as").waitFor();
  },
  tolerance: async (page) => {
    await score(page, CLIMATE);
    await page.locator(".curve polyline").first().waitFor();
  },
  mathematics: async (page) => {
    const [gold, output] = ["\\frac{1}{2}", "\\sqrt{0.25}"];
    const problem = "What is a half?";
    await score(page, [
      { name: "test.jsonl", text: lines([{ problem, solution: `$\\boxed{${gold}}$` }]) },
      { name: "outputs.jsonl", text: lines([{ problem, output: `$\\boxed{${output}}$` }]) },
    ]);
    await rows(page);
    await page.locator("#row-0").click();
    await page.locator(".grid-detail .drawn").first().waitFor();
  },
  "cursor on a row": async (page) => {
    await score(page, SAMPLES.nq);
    await page.keyboard.press("j");
    await page.keyboard.press("j");
  },
  filtered: async (page) => {
    await score(page, SAMPLES.nq);
    await page.locator(".filters .chip", { hasText: "wrong" }).click();
    await openTab(page, "Groups");
    await page.locator(".groups button").first().click();
  },
  "filtered to nothing": async (page) => {
    await score(page, SAMPLES.nq);
    await page.locator("#filter").fill("nothing like it");
    await page.locator(".none").waitFor();
  },
  "many problems": async (page) => {
    await score(page, [
      { name: "gold.jsonl", text: lines(ids(300, (i) => ({ id: `question-${i}`, question: `q ${i}`, answers: [`a${i}`] }))) },
      { name: "predictions.jsonl", text: lines(ids(300, (i) => ({ id: `question-${i + 150}`, prediction: i % 3 ? "" : `a${i}` }))) },
    ]);
    for (const more of await page.locator(".problems summary").all()) await more.click();
  },
  error: async (page) => {
    await score(page, [SAMPLES.nq[0], { name: "a paper.pdf", text: "%PDF-1.7\n%\u00e2\u00e3\u00cf\n" }]);
  },
  "broken down": async (page) => {
    await score(page, SAMPLES.squad);
    await hears(page, "panic", "index out of bounds: the len is 3 but the index is 7");
    await page.locator(".trouble").waitFor();
  },
  keys: async (page) => {
    await score(page, SAMPLES.squad);
    await page.keyboard.press("?");
    await page.locator("dialog.keys").waitFor();
  },
  "several runs": async (page) => {
    const named = (i, answer) => ({ id: `${i}`, prediction: answer });
    await score(page, [
      { name: "gold.jsonl", text: lines(ids(60, (i) => ({ id: `${i}`, question: `what is number ${i}`, answers: [`a${i}`], difficulty: ["easy", "medium", "hard, and with a long name that has to break"][i % 3] }))) },
      ...ids(5, (run) => ({
        name: `${["a", "model-beta-70b-instruct-2025-01-31-temperature-0.7-seed-42", "b", "c", "d"][run]}.jsonl`,
        text: lines(ids(60, (i) => named(i, (i * 7 + run) % (run + 2) ? `a${i}` : "none"))),
      })),
    ]);
  },
  "a pair of runs": async (page) => {
    await score(page, SAMPLES.nq);
    await compare(page, "chatty");
    await page.locator(".compare .flips").first().waitFor();
    await page.locator(".compare .chip", { hasText: "only terse right" }).click();
    await rows(page);
  },
  "slices and clusters": async (page) => {
    await score(page, SAMPLES.nq);
    await openTab(page, "Groups");
    await page.getByLabel("break down by").fill("people: type=who");
    await page.keyboard.press("Enter");
    await page.locator(".slices").waitFor();
    await page.getByLabel("Intervals over").selectOption("type");
    await settled(page);
    await page.getByLabel("break down by").fill("nothing=1");
    await page.keyboard.press("Enter");
    await page.locator(".slice-problem", { hasText: "no column" }).waitFor();
  },
  "long names": async (page) => {
    const long = "a_name_without_any_place_to_break_".repeat(8);
    await score(page, [
      { name: `${long.slice(0, 240)}.jsonl`, text: lines(ids(24, (i) => ({ id: `${long}${i}`, question: `${long} ${i}`, answers: [long], type: i % 2 ? long : "short" }))) },
      { name: `${long.slice(0, 200)}-predictions.jsonl`, text: lines(ids(24, (i) => ({ id: `${long}${i + 3}`, model_name: `${long}${i % 2}`, prediction: i % 3 ? long : "" }))) },
    ]);
    await rows(page);
    await page.locator("#row-4").click();
    await page.locator(".grid-detail .chain").first().waitFor();
  },
  "drop veil": (page) =>
    page.evaluate(() => {
      const data = new DataTransfer();
      data.items.add(new File(["x"], "x.json"));
      window.dispatchEvent(new DragEvent("dragover", { dataTransfer: data, cancelable: true }));
    }),
};

describe("every state", () => {
  for (const [state, reach] of Object.entries(STATES)) {
    test(state, { timeout: 120_000 }, async () => {
      const page = await start(browser, server, { viewport: { width: 1280, height: 800 } });
      await reach(page);
      await drawn(page);
      const wrong = [];
      for (const [view, options] of VIEWS) {
        await showAt(page, `${state.replaceAll(" ", "-")}-${view}`, options);
        await drawn(page);
        for (const one of await misplaced(page)) wrong.push(`${view}: ${one}`);
        if (!options.axe) continue;
        const violations = await axe(page, { runOnly: { type: "tag", values: TAGS } });
        for (const { id, help, nodes } of violations) wrong.push(`${view}: ${id}, ${help}: ${nodes[0].slice(0, 200)}`);
      }
      assert.deepEqual(wrong, []);
      assert.deepEqual(page.errors, []);
      await page.context().close();
    });
  }

  test("forced colours and reduced motion", async () => {
    const page = await start(browser, server, { forcedColors: "active", reducedMotion: "reduce" });
    await score(page, SAMPLES.nq);
    assert.deepEqual(await axe(page, { runOnly: { type: "tag", values: TAGS } }), []);
    const moving = await page.evaluate(() => document.getAnimations().length);
    assert.equal(moving, 0);
    await page.context().close();
  });

  test("the head of the table stands above its columns, with and without questions", async () => {
    for (const question of [undefined, "which"]) {
      const page = await start(browser, server, { viewport: { width: 1280, height: 800 } });
      await score(page, [
        { name: "gold.jsonl", text: lines(ids(5, (i) => ({ id: `q-${i}`, question, answers: [`a${i}`] }))) },
        { name: "predictions.jsonl", text: lines(ids(5, (i) => ({ id: `q-${i}`, prediction: `a${i}` }))) },
      ]);
      await rows(page);
      const lefts = (row) =>
        page.locator(row).first().locator(".cell").evaluateAll((cells) =>
          cells.filter((cell) => cell.checkVisibility()).map((cell) => Math.round(cell.getBoundingClientRect().left)),
        );
      assert.deepEqual(await lefts(".grid-row.body"), await lefts(".grid-head .grid-row"));
      await page.context().close();
    }
  });

  test("text twice as large", async () => {
    const page = await start(browser, server, { viewport: { width: 640, height: 800 } });
    await page.addStyleTag({ content: "html { font-size: 200% }" }).catch(() => {});
    await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
    await score(page, SAMPLES.nq);
    assert.deepEqual(await misplaced(page), []);
    await page.context().close();
  });
});
