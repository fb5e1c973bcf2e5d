// Presets that compare values: numbers, dates, choices, formulas, and what the page says of them.
import assert from "node:assert/strict";
import { join } from "node:path";
import { describe, test } from "node:test";
import { scored } from "./site.mjs";
import { COMMAND, ROOT, command, figures, plain, read, rows, said, settled, exported, protocol, everything, compare } from "./steps.mjs";

const climate = ["gold.jsonl", "predictions.csv"].map((name) => join(ROOT, "samples/climate-finance", name));
const lines = (list) => list.map((row) => `${JSON.stringify(row)}\n`).join("");

const GOLD = ["\\frac{1}{2}", "2\\sqrt{3}", "(1, 2]", "x^2+2x+1", "12"];
const OUTPUTS = ["0.5", "\\sqrt{12}", "1 < x \\le 2", "(x+1)^2", "13"];
const PAIRS = [
  {
    name: "test.jsonl",
    text: lines(GOLD.map((box, index) => ({ problem: `What is the value of number ${index}?`, level: "Level 1", solution: `So it is $\\boxed{${box}}$.` }))),
  },
  {
    name: "outputs.jsonl",
    text: lines(OUTPUTS.map((box, index) => ({ problem: `What is the value of number ${index}?`, output: `It is $\\boxed{${box}}$.` }))),
  },
];

describe("values", () => {
  test("numbers are read and matched, and a tolerance shows its curve", () =>
    scored(climate, async (page) => {
      assert.equal((await figures(page))["Numeric match"], "100.0");
      await page.locator(".curve polyline").nth(1).waitFor();
      const words = await page.locator(".curve").getAttribute("aria-label");
      assert.equal(plain(words), "Numbers that match, by relative tolerance: 75.0 % at 0, 100.0 % at 50 %");
      const field = page.getByLabel("Relative", { exact: true });
      for (const [typed, share] of [["0", "75.0"], ["5 %", "100.0"], ["1%", "100.0"], ["0", "75.0"]]) {
        await field.fill(typed);
        await field.press("Enter");
        await settled(page);
        assert.equal((await figures(page))["Numeric match"], share, typed);
      }
      assert.match(await protocol(page), /modified.*numbers exact/);
      await field.fill("a few");
      await field.press("Enter");
      await page.locator(".tolerance [role=alert]", { hasText: "Give a percentage, such as 5" }).waitFor();
      // By keys, step by step: 0.1 %.
      await page.getByLabel("Relative tolerance", { exact: true }).focus();
      await page.keyboard.press("ArrowRight");
      await settled(page);
      assert.equal(await field.inputValue(), "0.1");
      await page.locator(".tolerance").getByRole("button", { name: "reset" }).click();
      await settled(page);
      assert.equal((await figures(page))["Numeric match"], "100.0");
      await everything(page);
      await page.locator(".filters .chip", { hasText: "gold without number" }).click();
      await page.locator("#grid[aria-rowcount='3']").waitFor();
      assert.equal((await rows(page)).length, 2);
    }));

  const numbers = ["gold.jsonl", "predictions.jsonl"].map((name) => join(ROOT, "samples/numbers", name));

  test("setting a tolerance moves nothing, and every digit of it is seen", () =>
    scored(numbers, async (page) => {
      await page.locator(".curve polyline").nth(1).waitFor();
      const places = () =>
        page.evaluate(() =>
          [".tolerance", ".rules-region", "main", ".runs-region", ".tabs"].map((name) => {
            const { x, y, width } = document.querySelector(name).getBoundingClientRect();
            return [name, x, y, width];
          }),
        );
      const field = page.getByLabel("Relative", { exact: true });
      assert.equal(await field.inputValue(), "0.0001");
      assert.ok(await field.evaluate((node) => node.scrollWidth <= node.clientWidth), "0.0001 is cut");
      // Nor does anything scroll then: the field is in sight.
      await field.click();
      const before = await places();
      await field.fill("0.001");
      await field.press("Enter");
      await settled(page);
      assert.deepEqual(await places(), before);
      assert.ok(await field.evaluate((node) => node.scrollWidth <= node.clientWidth), "0.001 is cut");
      await page.locator(".tolerance").getByRole("button", { name: "reset" }).click();
      await settled(page);
      assert.deepEqual(await places(), before);
    }));

  test("errors in several units are not averaged, and an output without a number is not called answered", () =>
    scored(numbers, async (page) => {
      const head = await read(page, ".runs thead");
      assert.match(head, /Relative error/);
      assert.doesNotMatch(head, /Absolute error/);
      assert.match(await read(page, ".runs tbody"), /0\.8 % /);
      assert.equal(await read(page, ".sum"), "careful: gold 16 = 15 answered + 1 no number found");
    }));

  test("the metric that the preset names leads, and marks the questions that have it", () =>
    scored(climate, async (page) => {
      assert.equal(await page.locator(".figure-head .metric").innerText(), "Numeric match");
      assert.match(await read(page, ".sentence"), /numeric match/);
      // A number in another unit is right, though no word of it is equal.
      const marks = await page.locator(".grid-row.body").evaluateAll((all) =>
        all.map((row) => [row.querySelector(".mark").className, ...[...row.querySelectorAll(".cell.number")].map((cell) => cell.textContent.trim())]));
      const numeric = marks.filter(([, match]) => match === "1");
      assert.ok(numeric.length > 0 && numeric.every(([mark]) => mark.includes("mark-right")), JSON.stringify(marks));
      assert.ok(numeric.some(([, , exact]) => exact === "0"), JSON.stringify(marks));
    }));

  test("charts say in words what they show, have a table, and are saved", () =>
    scored(climate, async (page) => {
      await page.getByRole("tab", { name: "Charts" }).click();
      for (const name of ["Numeric match by run, with 95 % intervals", "Questions by token F1", "Numbers that match, by relative tolerance"]) {
        await page.locator("figure").getByRole("img", { name: new RegExp(name.replaceAll(" ", "\\s")) }).waitFor();
      }
      const figure = page.locator("figure").filter({ has: page.getByText("Questions by token F1", { exact: true }) }).first();
      await figure.getByText("Table", { exact: true }).click();
      const counts = await figure.locator("td").allInnerTexts();
      assert.equal(counts.reduce((sum, count) => sum + Number(count), 0), 15);
      const [saved] = await Promise.all([page.waitForEvent("download"), figure.getByRole("button", { name: "Save as SVG" }).click()]);
      assert.equal(saved.suggestedFilename(), "histogram.svg");
    }));

  test("a gold answer with several numbers is settled in its detail", () => {
    const gold = "7,496,232 t (market-based) or 14,067,104 t (location-based)";
    const files = [
      {
        name: "gold.jsonl",
        text: lines([
          { question_id: "q", question: "How much was emitted?", answer_type: "numeric", gold_answers: gold },
          { question_id: "r", question: "Is there a target?", answer_type: "logical", gold_answers: "yes" },
        ]),
      },
      {
        name: "predictions.jsonl",
        text: lines([
          { question_id: "q", predicted_answer: "7.5 Mt" },
          { question_id: "r", predicted_answer: "no" },
        ]),
      },
    ];
    return scored(files, async (page) => {
      assert.match(await protocol(page), /Climate/);
      assert.equal((await figures(page))["Numeric match"], "100.0");
      await page.locator(".filters .chip", { hasText: "several gold numbers" }).click();
      await page.locator("#grid[aria-rowcount='2']").waitFor();
      await page.locator("#row-0").click();
      const detail = page.locator(".grid-detail");
      await detail.getByText("the gold answer is", { exact: true }).waitFor();
      const choices = detail.getByRole("button");
      const offered = (await choices.allInnerTexts()).map(plain);
      assert.ok(offered.length >= 2, offered.join(" | "));
      await choices.nth(offered.findIndex((words) => words.includes("14"))).click();
      await settled(page);
      assert.equal((await figures(page))["Numeric match"], "0.0");
      assert.equal(await page.locator(".filters .chip", { hasText: "several gold numbers" }).count(), 0);
      await page.getByRole("button", { name: "Undo" }).click();
      await settled(page);
      assert.equal((await figures(page))["Numeric match"], "100.0");
    });
  });

  test("the report has the bytes of the command line's", { skip: COMMAND === null && "the command line is not built" }, () =>
    scored(climate, async (page) => {
      await page.getByRole("button", { name: "Yes, this is right" }).click();
      await settled(page);
      const ours = await exported(page, "Every question, CSV");
      const [gold, predictions] = climate;
      const theirs = command("score", "--preset", "climate-finance", "--gold", gold, "--predictions", predictions, "--format", "csv");
      assert.equal(ours.bytes.toString(), theirs.out.toString());
    }));

  test("mathematics is recognised, compared by what it says, and drawn", () =>
    scored(PAIRS, async (page) => {
      assert.match(await protocol(page), /^MATH ·/);
      assert.equal((await figures(page))["Solve rate"], "80.0");
      await page.locator("#row-1").click();
      await page.locator(".grid-detail .drawn math").first().waitFor();
      assert.match(await read(page, ".grid-detail"), /the same/);
    }));

  test("runs are compared in sentences", () =>
    scored(
      [
        { name: "gold.jsonl", text: lines(Array.from({ length: 40 }, (_, i) => ({ id: `q${i}`, answers: [`a${i}`] }))) },
        ...["first", "second"].map((name, run) => ({
          name: `${name}.jsonl`,
          text: lines(Array.from({ length: 40 }, (_, i) => ({ id: `q${i}`, prediction: run === 0 || i % 2 ? `a${i}` : "no" }))),
        })),
      ],
      async (page) => {
        assert.match(await read(page, ".sentence"), /^Provisional: first is better than second by 50\.0 points \(.*\); first alone is right on 20 questions, second alone on none\.$/);
        await compare(page);
        await page.locator(".pair-words", { hasText: "second" }).waitFor();
        assert.match(await read(page, ".pair-words"), /second 50\.0, first 100\.0: first is better .*20 of 40 marks differ/);
        assert.equal(await said(page).then((words) => /part of this page/.test(words)), false);
      },
    ));
});
