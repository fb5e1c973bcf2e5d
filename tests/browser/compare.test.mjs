// The whole comparison on the page: the board, the baseline, the pair with its flips, slices, clusters
// and a second rule. Two real systems are checked against a computation of the test's own.
import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import { axe, showAt } from "./harness.mjs";
import { scored, withPage } from "./site.mjs";
import { DATA, GUESSED, ROOT, SAMPLES, choosePreset, confirm, drawn, figures, openEditor, plain, read, rowCount, rows, settled, changeRule, compare, everything, openTab, showChecks } from "./steps.mjs";

const there = existsSync(join(DATA, "squad_v1"));
if (!there) console.log(`comparison: ${DATA} is not here, so no real systems are compared`);

const SYSTEMS = ["bert", "logistic_regression_baseline"];
const squad = () => ["dev-v1.1.json", ...SYSTEMS.map((name) => `preds/${name}.json`)].map((name) => join(DATA, "squad_v1", name));

/** Exact match of every question of a system, as the official script said. */
function exact(name) {
  const text = readFileSync(join(DATA, `squad_v1/expected/${name}.per_question.jsonl`), "utf8");
  return new Map(text.trim().split("\n").map((line) => JSON.parse(line)).map((line) => [line.id, Number(line.exact_match ?? 0)]));
}

/** Tango's score interval for a paired difference, by bisection on the score itself. */
function tango(onlyA, onlyB, n) {
  const score = (difference) => {
    const a = 2 * n;
    const b = -onlyA - onlyB + (2 * n - onlyA + onlyB) * difference;
    const c = -onlyB * difference * (1 - difference);
    const q = (Math.sqrt(b * b - 4 * a * c) - b) / (2 * a);
    return (onlyA - onlyB - n * difference) / Math.sqrt(n * (2 * q + difference * (1 - difference)));
  };
  const root = (level) => {
    let [low, high] = [-0.999999, 0.999999];
    for (let step = 0; step < 200; step += 1) {
      const middle = (low + high) / 2;
      if (score(middle) > level) low = middle;
      else high = middle;
    }
    return (low + high) / 2;
  };
  return [root(1.959963984540054), root(-1.959963984540054)];
}

/** The two p values of McNemar's test, exact and mid-p, by adding up the binomial distribution. */
function mcnemar(onlyA, onlyB) {
  const n = onlyA + onlyB;
  const logs = [0];
  for (let k = 1; k <= n; k += 1) logs.push(logs[k - 1] + Math.log(k));
  const at = (k) => Math.exp(logs[n] - logs[k] - logs[n - k] - n * Math.LN2);
  const fewer = Math.min(onlyA, onlyB);
  let tail = 0;
  for (let k = 0; k <= fewer; k += 1) tail += at(k);
  const exact = Math.min(1, 2 * tail);
  return { exact, mid: onlyA === onlyB ? 1 - at(fewer) : 2 * tail - at(fewer) };
}

/** A p value as it is written. */
const written = (p) => (p < 0.001 ? "p < 0.001" : `p = ${p.toFixed(3)}`);

// `COMPARE_QUESTIONS=100000` is what the page has to bear; the number of every day is quicker.
const QUESTIONS = Number(process.env.COMPARE_QUESTIONS ?? 4000);
const RUNS = 20;

/** A gold file and runs of so many questions, of which every third is as good as the one before. */
function manyRuns(folder) {
  const line = (row) => `${JSON.stringify(row)}\n`;
  const id = (index) => `q${(index * 2_654_435_761) % 4_294_967_296}`;
  const chance = (index, run) => (((index * 7919 + run * 104_729) * 2_654_435_761) % 4_294_967_296) / 4_294_967_296;
  const made = (name, row) => {
    const path = join(folder, name);
    writeFileSync(path, Array.from({ length: QUESTIONS }, (_, index) => line(row(index))).join(""));
    return path;
  };
  const gold = made("gold.jsonl", (index) => ({ id: id(index), question: `what is number ${index}`, answers: [`answer ${index} of ${index % 7}`], level: (index % 5) + 1 }));
  const run = (_, run) =>
    made(`run-${String(run).padStart(2, "0")}.jsonl`, (index) => ({
      id: id(index),
      prediction: chance(index, run) < 0.5 + 0.06 * Math.floor(run / 3) ? `answer ${index} of ${index % 7}` : `answer ${index % 3} at all`,
    }));
  return [gold, ...Array.from({ length: RUNS }, run)];
}

const climateFiles = ["gold.jsonl", "predictions.csv"].map((name) => join(ROOT, "samples/climate-finance", name));
const points = (share) => (share * 100).toFixed(1);
const board = async (page) => (await page.locator(".runs tbody tr").allInnerTexts()).map(plain);
const chip = (page, words) => page.locator(".compare .chip", { hasText: words });
const shown = (page, count) => page.locator(`#grid[aria-rowcount="${count + 1}"]`).waitFor();

describe("comparison", () => {
  test("two real systems, from the board to the rows", { skip: !there && "not data", timeout: 300_000 }, () =>
    scored(squad(), async (page) => {
      const [a, b] = SYSTEMS.map(exact);
      const ids = [...new Set([...a.keys(), ...b.keys()])];
      const right = (of, id) => of.get(id) ?? 0;
      const count = (x, y) => ids.filter((id) => right(a, id) === x && right(b, id) === y).length;
      const n = ids.length;
      const [both, onlyA, onlyB, neither] = [count(1, 1), count(1, 0), count(0, 1), count(0, 0)];
      assert.equal(n, 10_570);

      // The board: bert leads, and the other is worse by the interval that the test finds.
      const [low, high] = tango(onlyB, onlyA, n);
      const lines = await board(page);
      const less = `−${points((onlyA - onlyB) / n)} (−${points(-low)} to −${points(-high)}) worse`;
      assert.ok(lines[0].startsWith(`1 bert ${points((both + onlyA) / n)} `), lines[0]);
      assert.ok(lines[0].endsWith("10 570 0 baseline"), lines[0]);
      assert.ok(lines[1].startsWith(`2 logistic_regression_baseline ${points((both + onlyB) / n)} `), lines[1]);
      assert.ok(lines[1].endsWith(`10 570 13 ${less}`), `${lines[1]} / ${less}`);

      // The other as baseline: mirrored, without scoring anew.
      await page.getByLabel("Run that the others are compared with").selectOption("1");
      await settled(page);
      const mirrored = await board(page);
      const more = `${points((onlyA - onlyB) / n)} (${points(-high)} to ${points(-low)}) better`;
      assert.ok(mirrored[0].endsWith(more), `${mirrored[0]} / ${more}`);

      // Bert is selected and no longer the baseline: the pair is there.
      await compare(page);
      await chip(page, "only bert right").waitFor();
      const words = await read(page, ".pair-words");
      assert.match(words, new RegExp(`^Exact match over all 10 570 questions: bert ${points((both + onlyA) / n)}, logistic_regression_baseline ${points((both + onlyB) / n)}: bert is better by ${points((onlyA - onlyB) / n)} points`));
      const grouped = (count) => String(count).replaceAll(/\B(?=(\d{3})+$)/g, " ");
      const differ = `${grouped(onlyA + onlyB)} of ${grouped(n)} marks differ, ${grouped(onlyA)} for bert, ${grouped(onlyB)} for`;
      assert.ok(words.includes(differ), words);

      const p = mcnemar(onlyA, onlyB);
      assert.ok(p.mid < 1e-9, `${p.mid}`);
      const tested = await read(page, ".pair-test");
      assert.equal(tested, `${written(p.mid)} by McNemar's test, mid-p (exact: ${written(p.exact)})`);

      // Every cell counts its questions and opens them.
      for (const [name, cell] of [["both right", both], ["only bert right", onlyA], ["only logistic_regression_baseline right", onlyB], ["both wrong", neither]]) {
        const button = chip(page, name);
        assert.equal(plain(await button.innerText()), `${name} ${cell.toLocaleString("en").replaceAll(",", " ")}`);
        await button.click();
        await shown(page, cell);
        assert.equal(await button.getAttribute("aria-pressed"), "true");
        await button.click();
        await shown(page, n);
      }
      await chip(page, "only logistic_regression_baseline right").click();
      await shown(page, onlyB);
      await rows(page);
      assert.match(await read(page, ".filters"), /only logistic_regression_baseline right ×/);

      // Different answers, by the text of both files.
      const answers = SYSTEMS.map((name) => JSON.parse(readFileSync(join(DATA, `squad_v1/preds/${name}.json`), "utf8")));
      const different = ids.filter((id) => answers[0][id]?.trim() !== answers[1][id]?.trim()).length;
      await page.getByRole("button", { name: "Show all" }).click();
      await chip(page, "answers written differently").click();
      await shown(page, different);

      // The questions that both answer.
      await page.getByRole("button", { name: "10 557 that every run has a prediction for" }).click();
      await drawn(page);
      for (const line of await board(page)) assert.match(line, / 10 557 (baseline|[−+]?[\d.]+ \()/);
      // Nothing is missing there, and sentence, cells and rows are about these questions.
      assert.doesNotMatch(await read(page, ".runs thead"), /missing/);
      const answered = ids.filter((id) => answers.every((all) => all[id] !== undefined));
      assert.equal(answered.length, 10_557);
      const common = (x, y) => answered.filter((id) => right(a, id) === x && right(b, id) === y).length;
      await page.getByRole("button", { name: "Show all" }).click();
      await page.locator(".pair-words", { hasText: "Exact match over the 10 557 of 10 570 questions for which every run has a prediction: bert" }).waitFor();
      await chip(page, "only bert right").click();
      await shown(page, common(1, 0));
      assert.match(await read(page, ".filters"), /only bert right, where every run has a prediction ×/);
    }));

  test(`${RUNS} runs of ${QUESTIONS} questions, and how long that takes`, { timeout: 600_000 }, async (context) => {
    const folder = mkdtempSync(join(tmpdir(), "scoredrop-runs-"));
    const files = manyRuns(folder);
    const init = () => {
      globalThis.long = [];
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) globalThis.long.push(Math.round(duration));
      }).observe({ type: "longtask", buffered: true });
    };
    await withPage(
      async (page) => {
        const begun = Date.now();
        const took = () => `${((Date.now() - begun) / 1000).toFixed(1)} s`;
        const told = (what) => context.diagnostic(`${what} after ${took()}`);
        await page.locator("#choose-files").setInputFiles(files);
        await page.locator(".figure-value").first().waitFor({ timeout: 300_000 });
        told("headline");
        await page.waitForFunction(() => document.querySelector(".runs tbody td")?.textContent === "1", undefined, { timeout: 300_000 });
        told("ranks by the headline");
        await settled(page, 500_000);
        told("all that follows");
        assert.equal((await board(page)).length, RUNS);
        const again = Date.now();
        await page.getByLabel("Run that the others are compared with").selectOption("7");
        await page.waitForFunction(
          () =>
            document.querySelector(".runs tbody td")?.textContent === "1" &&
            document.querySelector(".runs thead th:last-child").textContent === "difference from run-07",
          undefined,
          { timeout: 300_000 },
        );
        context.diagnostic(`another baseline after ${((Date.now() - again) / 1000).toFixed(1)} s`);
        await compare(page, "run-19");
        await page.locator(".compare .flips").waitFor({ timeout: 120_000 });
        const long = await page.evaluate(() => globalThis.long);
        context.diagnostic(`tasks of the page over 50 ms: ${long.length}, the longest ${Math.max(0, ...long)} ms`);
      },
      { init },
    );
    rmSync(folder, { recursive: true });
  });

  test("which two runs are compared leaves the run of the result, and the tabs where they are", () =>
    scored(SAMPLES.nq, async (page) => {
      const caption = () => read(page, ".figure-head .caption");
      const place = async () => (await page.locator(".tabs").boundingBox()).y;
      const [before, at] = [await caption(), await place()];
      assert.match(before, /^terse: /);
      await openTab(page, "Compare");
      assert.deepEqual([await caption(), await place()], [before, at]);
      const tokens = () => page.locator(".tokens .chip[id] bdi").allInnerTexts();
      assert.deepEqual(await tokens(), ["terse", "chatty"]);
      await page.locator(".tokens").getByRole("button", { name: "chatty", exact: true }).press("Shift+ArrowLeft");
      await settled(page);
      assert.deepEqual(await tokens(), ["chatty", "terse"]);
      assert.deepEqual([await caption(), await place()], [before, at]);
    }));

  test("the rail says whose numbers stand beside its rules", () =>
    scored(SAMPLES.nq, async (page) => {
      const head = () => read(page, "#rules-title");
      assert.equal(await head(), "Rules effect on terse if changed");
      await openEditor(page, "set-case");
      await page.locator(".choice-effect", { hasText: "terse: 70.8 → 58.3, −12.5; 3 answers change" }).waitFor();
      await page.keyboard.press("Escape");
      await page.locator(".runs").getByRole("button", { name: "chatty" }).click();
      await settled(page);
      assert.equal(await head(), "Rules effect on chatty if changed");
    }));

  test("p of few questions, and a range of the pair's strips", () =>
    scored(SAMPLES.nq, async (page) => {
      await compare(page, "chatty");
      await settled(page);
      const p = mcnemar(6, 14);
      await page.locator(".pair-test").waitFor();
      assert.equal(await read(page, ".pair-test"), `${written(p.mid)} by McNemar's test, mid-p (exact: ${written(p.exact)})`);
      const words = await read(page, ".pair-words");
      assert.ok(words.includes("no difference shown, −33.3 points (−61.6 to 3.2)"), words);
      assert.match(words, /24 questions can show only differences of about 49\.6 points or more \(80 % power\)$/);

      // By pointer, over all three strips; the strip above shows the same range.
      const strips = page.locator(".pair-strips");
      await strips.scrollIntoViewIfNeeded();
      const frame = await strips.boundingBox();
      const at = (index) => [frame.x + ((index + 0.5) / 24) * frame.width, frame.y + frame.height - 10];
      await page.mouse.move(...at(2));
      await page.mouse.down();
      await page.mouse.move(...at(4), { steps: 3 });
      await page.mouse.up();
      await shown(page, 3);
      assert.match(await read(page, ".filters"), /rows 3–5 ×/);
      assert.match(await strips.getAttribute("aria-valuetext"), /^questions 3 to 5: the first is better on \d, the second on \d$/);
      assert.equal(await page.locator(".brush").count(), 1);
      // By keys.
      await strips.focus();
      await page.keyboard.press("Escape");
      await shown(page, 24);
      assert.equal(await page.locator(".brush").count(), 0);
      await page.keyboard.press("Home");
      await page.keyboard.press("Shift+ArrowRight");
      await shown(page, 2);
      assert.equal(await page.locator(".brush").count(), 1);
    }));

  test("sentence, flips and rows go by the metric and the questions of the board", () =>
    scored(SAMPLES.nq, async (page) => {
      await choosePreset(page, "Natural Questions (EvoAgentX)");
      await compare(page);
      await page.locator(".pair-words", { hasText: "Exact match over all 24 questions: chatty 37.5, terse 70.8: " }).waitFor();
      await page.getByLabel("Metric", { exact: true }).selectOption("f1");
      await page.locator(".pair-words", { hasText: "Token F1 over all 24 questions: chatty 64.46, terse 81.94: " }).waitFor();
      assert.match(await read(page, ".runs thead"), /missing/);
      await page.getByRole("button", { name: "23 that every run has a prediction for" }).click();
      await page.locator(".pair-words", { hasText: "Token F1 over the 23 of 24 questions for which every run has a prediction: " }).waitFor();
      assert.doesNotMatch(await read(page, ".runs thead"), /missing/);
      for (const line of await board(page)) assert.match(line, / 23 (baseline|[−\d])/);
      await compare(page, "chatty");
      await page.locator(".pair-words", { hasText: "Token F1 over the 23 of 24 questions" }).waitFor();
      assert.match(await read(page, ".pair"), /marked by exact match, middle by token F1/);
      const counts = await page.locator(".compare .row-of-buttons .chip strong").allInnerTexts();
      assert.equal(counts.slice(0, 4).reduce((sum, count) => sum + Number(count), 0), 23);
      const better = chip(page, "terse better");
      const count = Number(await better.locator("strong").innerText());
      await better.click();
      await shown(page, count);
      assert.match(await read(page, ".filters"), /terse better by token F1, where every run has a prediction ×/);
      // The rows follow the board.
      await page.getByLabel("Metric", { exact: true }).selectOption("exact_match");
      await chip(page, "only terse right").waitFor();
      const exactly = Number(await chip(page, "only terse right").locator("strong").innerText());
      assert.equal(await chip(page, "only terse right").getAttribute("aria-pressed"), "true");
      await shown(page, exactly);
      await page.getByRole("button", { name: "Show all" }).click();
      assert.equal(await page.getByRole("button", { name: "23 that every run has a prediction for" }).getAttribute("aria-pressed"), "true");
      await page.getByLabel("Metric", { exact: true }).selectOption("f1");
      await page.locator(".pair-words", { hasText: "Token F1 over the 23 of 24 questions" }).waitFor();
      for (const [width, dark] of [[1280, false], [1280, true], [360, false], [360, true]]) {
        await showAt(page, `compare-common-${width}-${dark ? "dark" : "light"}`, { width, dark });
      }
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false);
      assert.deepEqual(await axe(page), []);
    }));

  test("the filter of a pair follows the baseline, and goes with the pair", () => {
    const lines = (rows) => rows.map((row) => `${JSON.stringify(row)}\n`).join("");
    const trees = ["alder", "birch", "cedar", "dogwood"];
    const run = (name, right) => ({ name: `${name}.jsonl`, text: lines(trees.map((tree, place) => ({ id: `t${place}`, prediction: place < right ? tree : "weed" }))) });
    const gold = { name: "gold.jsonl", text: lines(trees.map((tree, place) => ({ id: `t${place}`, question: `which tree is it, ${tree}?`, answers: [tree] }))) };
    return scored([gold, run("first", 4), run("second", 2), run("third", 1)], async (page) => {
      const pressed = page.locator(".filters .chip", { hasText: /^only second/ });
      const menu = page.getByLabel("Run that the others are compared with");
      await compare(page, /^third/);
      await chip(page, /^only first/).click();
      await shown(page, 3);
      await menu.selectOption("1");
      await settled(page);
      await shown(page, 1);
      assert.equal(await chip(page, /^only second/).locator("strong").innerText(), "1");
      assert.equal(await chip(page, /^only second/).getAttribute("aria-pressed"), "true");
      assert.equal(await pressed.count(), 1);
      // The run that is looked at becomes the baseline: the best of the others stands beside it, and no filter is left.
      await menu.selectOption("2");
      await settled(page);
      await shown(page, 4);
      assert.equal(await page.locator(".pair").count(), 1);
      assert.equal(await pressed.count(), 0);
    });
  });

  test("every run against every other, and questions on which all do alike", () => {
    const lines = (rows) => rows.map((row) => `${JSON.stringify(row)}\n`).join("");
    const trees = Array.from({ length: 40 }, (_, place) => `tree ${place}`);
    const run = (name, right) => ({ name: `${name}-2026.jsonl`, text: lines(trees.map((tree, place) => ({ id: `t${place}`, prediction: place < right ? tree : "weed" }))) });
    const gold = { name: "gold.jsonl", text: lines(trees.map((tree, place) => ({ id: `t${place}`, question: `which tree is it, ${tree}?`, answers: [tree] }))) };
    return scored([gold, run("oak", 38), run("elm", 20), run("fir", 18)], async (page) => {
      assert.deepEqual((await page.locator(".runs tbody th").allInnerTexts()).map(plain), ["oak", "elm", "fir"]);
      await everything(page);
      for (const [words, count] of [["no run right", 2], ["all runs agree on another answer", 2], ["every run right", 18]]) {
        const filter = page.locator(".filters .chip", { hasText: words });
        assert.equal(plain(await filter.innerText()), `${words} ${count}`);
        await filter.click();
        await shown(page, count);
        await filter.click();
      }
      await openTab(page, "Compare");
      await page.locator("summary", { hasText: "All pairs" }).click();
      await page.locator(".matrix tbody tr").nth(2).waitFor();
      const cells = (await page.locator(".matrix tbody tr").allInnerTexts()).map(plain);
      assert.match(cells[0], /^1 oak ▲ \+45\.0 p < 0\.001 ▲ \+50\.0 p < 0\.001$/);
      assert.match(cells[1], /^2 elm ▼ −45\.0 p < 0\.001 \+5\.0 p = 0\.\d+$/);
      assert.match(cells[2], /^3 fir ▼ −50\.0 p < 0\.001 −5\.0 p = 0\.\d+$/);
      for (const [width, dark] of [[1280, false], [360, true]]) await showAt(page, `all-pairs-${width}-${dark ? "dark" : "light"}`, { width, dark });
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false);
      assert.deepEqual(await axe(page), []);
    });
  });

  test("runs whose names begin alike are told apart, and each can be the baseline", () => {
    const lines = (rows) => rows.map((row) => `${JSON.stringify(row)}\n`).join("");
    const trees = ["alder", "birch", "cedar", "dogwood"];
    const name = (end) => `${"experiment".repeat(8)}${end}.jsonl`;
    const run = (end, right) => ({ name: name(end), text: lines(trees.map((tree, place) => ({ id: `t${place}`, prediction: place < right ? tree : "weed" }))) });
    const gold = { name: "gold.jsonl", text: lines(trees.map((tree, place) => ({ id: `t${place}`, question: `which tree is it, ${tree}?`, answers: [tree] }))) };
    return scored([gold, run("first", 4), run("second", 2), run("third", 1)], async (page) => {
      const menu = page.getByLabel("Run that the others are compared with");
      const words = await menu.locator("option").allInnerTexts();
      assert.equal(new Set(words).size, 3);
      for (const one of words) assert.ok(one.includes("…") && one.length <= 61, one);
      assert.deepEqual(await menu.locator("option").evaluateAll((all) => all.map((one) => one.title)), ["first", "second", "third"].map(name));
      for (const [place, end] of [["1", "second"], ["2", "third"], ["0", "first"]]) {
        await menu.selectOption(place);
        await settled(page);
        assert.match(await read(page, ".runs thead"), new RegExp(`difference from experiment.*….*${end}$`));
        const base = page.locator(".runs tbody tr", { hasText: "baseline" });
        assert.match(plain(await base.innerText()), new RegExp(end));
        assert.equal(await menu.inputValue(), place);
      }
      for (const [width, dark] of [[1280, false], [360, true]]) await showAt(page, `compare-names-${width}-${dark ? "dark" : "light"}`, { width, dark });
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false);
    });
  });

  test("slices, what is wrong with them, and clusters", () =>
    scored(SAMPLES.nq, async (page) => {
      const before = await figures(page);
      await openTab(page, "Groups");
      const field = page.getByLabel("break down by");
      await field.fill("colour");
      await field.press("Enter");
      await page.locator(".slice-problem", { hasText: "no column \"colour\"" }).waitFor();
      assert.deepEqual(await figures(page), before);
      await field.fill("people: type=who");
      await field.press("Enter");
      await page.locator(".slices", { hasText: "the questions with type=who, and the others" }).waitFor();
      await settled(page);
      const inside = page.locator(".groups tbody tr", { hasText: "inside" });
      assert.match(plain(await inside.innerText()), /^inside 66\.7 30\.0–90\.3 6† \+16\.7$/);
      assert.match(await read(page, ".groups"), /† fewer than 50 questions/);
      await inside.getByRole("button").click();
      await shown(page, 6);
      assert.equal(await rowCount(page), 6);

      // The filter of the table goes on in a condition.
      await openTab(page, "Groups");
      await page.locator(".groups tbody tr", { hasText: "how many" }).getByRole("button").click();
      await openTab(page, "Groups");
      await page.getByRole("button", { name: "add type=how many to the line" }).click();
      assert.equal(await field.inputValue(), "type=how many");
      await page.getByRole("button", { name: "Remove the breakdown by people: type=who" }).click();
      await settled(page);
      assert.equal(await page.locator(".slices").count(), 0);

      await page.getByLabel("Intervals over").selectOption("type");
      await settled(page);
      assert.match(await read(page, ".figure-head .method"), /Cluster Wilson interval/);
      assert.match(await read(page, ".runs-note"), /over 6 clusters by type/);
      await page.getByRole("button", { name: "Undo" }).click();
      await settled(page);
      assert.match(await read(page, ".figure-head .method"), /Wilson interval/);
    }));

  test("a slice without a question is remarked, there and among the problems, and has no number", () =>
    scored(SAMPLES.nq, async (page) => {
      await openTab(page, "Groups");
      const field = page.getByLabel("break down by");
      await field.fill("question=nothing");
      await field.press("Enter");
      await page.locator(".slice-empty").waitFor();
      await settled(page);
      assert.match(await read(page, ".slices"), /question=nothing × the questions with question=nothing, and the others; no question is in it/);
      assert.match(await read(page, ".slice-empty"), /^no question is "nothing"; write a value of this column, such as "who wrote the play romeo and juliet"$/);
      await showChecks(page);
      assert.match(await read(page, ".problems"), /warning no question is in the breakdown question=nothing: no question is "nothing" gold\.jsonl, column question/);
      const inside = page.locator(".groups tbody tr", { hasText: "inside" });
      assert.equal(plain(await inside.innerText()), "inside – 0† –");
      assert.equal(await inside.locator(".interval-mean").count(), 0);
      for (const [width, dark] of [[1280, false], [1280, true], [360, false], [360, true]]) {
        await showAt(page, `compare-empty-slice-${width}-${dark ? "dark" : "light"}`, { width, dark });
      }
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.getByRole("button", { name: "Remove the breakdown by question=nothing" }).click();
      await settled(page);
      await field.fill("question>=4");
      await field.press("Enter");
      await page.locator(".slice-empty", { hasText: "compare with = or !=, or choose a column of numbers" }).waitFor();
    }));

  test("a comparison opens at the closest disagreements, and says by how much groups differ", () =>
    scored(climateFiles, async (page) => {
      await page.locator(".runs").getByRole("button", { name: "eager" }).click();
      await openTab(page, "Compare");
      const closest = page.getByRole("button", { name: "closest first" });
      await closest.waitFor();
      assert.equal(await closest.getAttribute("aria-pressed"), "true");
      await page.getByText("Differences by group", { exact: true }).click();
      await page.getByRole("img", { name: "Numeric match: eager minus careful, by document" }).waitFor();
    }));

  test("on a narrow screen a run of the board is a block, and nothing scrolls sideways", () =>
    scored(SAMPLES.nq, async (page) => {
      for (const [width, dark] of [[360, false], [360, true], [320, false], [700, false]]) {
        await showAt(page, `compare-board-${width}-${dark ? "dark" : "light"}`, { width, dark });
        const wide = await page.locator(".runs-frame").evaluateAll((all) => all.some((one) => one.scrollWidth > one.clientWidth));
        assert.equal(wide, false, `at ${width}`);
      }
      assert.equal(await page.evaluate(() => getComputedStyle(document.querySelector(".runs .less"), "::before").content), "none");
      assert.match(await page.evaluate(() => getComputedStyle(document.querySelectorAll(".runs .less")[1], "::before").content), /^"difference from terse "$/);
      for (const cell of await page.locator(".runs tbody td.number:not(.rank)").all()) {
        assert.match(await cell.evaluate((node) => getComputedStyle(node, "::before").content), /^"(Exact match|n|missing) "$/);
      }
      assert.deepEqual(await axe(page), []);
    }));

  test("two rules of extraction side by side, by keyboard, and the rows on which they disagree", async () => {
    const folder = mkdtempSync(join(tmpdir(), "scoredrop-rules-"));
    const answers = ["Paris", "Rome", "Oslo", "Bern"];
    const file = (name, row) => {
      writeFileSync(join(folder, name), answers.map((answer, index) => `${JSON.stringify(row(answer, index))}\n`).join(""));
      return join(folder, name);
    };
    const files = [
      file("gold.jsonl", (answer, index) => ({ id: `q${index}`, question: `what is the capital of country ${index}`, answers: [answer] })),
      file("run.jsonl", (answer, index) => ({ id: `q${index}`, prediction: index === 3 ? answer : `I think of a city.\n${answer}` })),
    ];
    await scored(files, async (page) => {
      await openEditor(page, "set-extract");
      const second = page.getByLabel("Second rule to score by");
      await second.focus();
      for (let step = 0; step < 12 && (await second.inputValue()) !== "extract=last_line"; step += 1) await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      await settled(page);
      await page.keyboard.press("Escape");
      const twin = page.locator(".runs").getByRole("button", { name: "run.jsonl (extract=last_line)" });
      await twin.focus();
      await page.keyboard.press("Enter");
      await compare(page);
      await page.locator(".pair-test").waitFor();
      assert.match(await read(page, ".pair-words"), /^Exact match over all 4 questions: run\.jsonl \(extract=last_line\) 100\.0, run\.jsonl 25\.0: /);
      for (const [words, count] of [["answers written differently", 3], ["only run.jsonl (extract=last_line) right", 3], ["both right", 1]]) {
        const button = chip(page, words);
        assert.equal(plain(await button.innerText()), `${words} ${count}`);
        await button.focus();
        await page.keyboard.press("Enter");
        await shown(page, count);
        await page.keyboard.press("Enter");
        await shown(page, 4);
      }
    });
    rmSync(folder, { recursive: true });
  });

  test("questions without a number, quoted names, and what is broken down by already", () => {
    const rows = ["2", "12.5", "about 3", "", "30"].map((price, place) => ({ id: `q${place}`, question: `what is it, ${place}?`, answers: ["x"], price, type: place % 2 ? "odd" : "even" }));
    const lines = (all) => all.map((row) => `${JSON.stringify(row)}\n`).join("");
    const files = [
      { name: "gold.jsonl", text: lines(rows) },
      { name: "run.jsonl", text: lines(rows.map(({ id }) => ({ id, prediction: "x" }))) },
    ];
    return scored(files, async (page) => {
      await openTab(page, "Groups");
      const field = page.getByLabel("break down by");
      for (const text of ['"dear: ones": price>10', "price:2.5,10", "type"]) {
        await field.fill(text);
        await field.press("Enter");
        await page.locator(".slices .chip").filter({ hasText: text }).waitFor();
        await settled(page);
      }
      await page.locator(".slices", { hasText: "price with edges" }).waitFor();
      await settled(page);
      assert.match(await read(page, ".slices"), /the questions with price>10, and the others; 2 questions have no number in price and are in the group "outside"/);
      await showChecks(page);
      assert.match(await read(page, ".problems"), /2 questions have no number in price and are in the group "outside" of the breakdown "dear: ones": price>10/);
      assert.match(await read(page, ".slices"), /price with edges at 2\.5 and 10\.0/);
      const groups = await read(page, ".groups-tables");
      assert.match(groups, /below 2\.5 .* 10\.0 and more/);
      assert.equal(groups.match(/\btype\b/g).length, 1);
      assert.match(await read(page, ".slices"), /type × this breakdown already exists/);
      for (const [width, dark] of [[1280, false], [360, true]]) await showAt(page, `compare-slices-${width}-${dark ? "dark" : "light"}`, { width, dark });
    });
  });

  test("another metric, or any rule that is written, is a second rule", () =>
    scored(SAMPLES.nq, async (page) => {
      await choosePreset(page, "Natural Questions (EvoAgentX)");
      await openEditor(page, "set-articles");
      await page.getByLabel("Second rule to score by").selectOption("exact_match=contains_answer");
      await settled(page);
      const written = page.getByLabel("Second rule as KEY=VALUE");
      await written.fill("articles");
      await written.press("Enter");
      await page.locator(".editor .slice-problem", { hasText: /is not a second rule/ }).waitFor();
      await written.fill('extract=after("is")');
      for (const [width, dark] of [[1280, false], [360, true]]) await showAt(page, `compare-twin-${width}-${dark ? "dark" : "light"}`, { width, dark });
      await page.setViewportSize({ width: 1280, height: 800 });
      await written.press("Enter");
      await page.locator(".tools .chip", { hasText: 'after("is")' }).waitFor();
      await settled(page);
      await page.keyboard.press("Escape");
      const lines = await board(page);
      assert.equal(lines.length, 6);
      assert.ok(lines.some((line) => line.includes("terse (exact_match=contains_answer) 75.0")), lines.join("\n"));
    }));

  test("graded values in the place of right and wrong are named, drawn and told as graded", () =>
    scored(SAMPLES.squad, async (page) => {
      await openEditor(page, "set-articles");
      await page.getByLabel("Second rule to score by").selectOption("exact_match=f1");
      await settled(page);
      await page.keyboard.press("Escape");
      assert.match(await read(page, ".runs thead"), /Exact match or Token F1/);
      await compare(page, "predictions.json (exact_match=f1)");
      await chip(page, "predictions.json better").waitFor();
      await settled(page);
      assert.match(await read(page, ".figure-head"), /F1 in place of exact match · /);
      assert.match(await read(page, ".figure-head"), /Bootstrap interval/);
      assert.match(await read(page, ".pair-words"), /^Exact match, and token F1 in place of it over all \d+ questions: /);
    }));

  test("guesses that were confirmed are not in doubt again for a second rule", () =>
    scored(GUESSED, async (page) => {
      await page.locator(".check-line.provisional").waitFor();
      await confirm(page);
      await openEditor(page, "set-articles");
      await page.getByLabel("Second rule to score by").selectOption("articles=keep");
      await settled(page);
      await page.keyboard.press("Escape");
      await page.locator(".runs").getByRole("button", { name: "(articles=keep)" }).first().waitFor();
      assert.equal(await page.locator(".check-line.provisional").count(), 0);
    }));

  test("where missing answers are left out the board says so", () => {
    const lines = (all) => all.map((row) => `${JSON.stringify(row)}\n`).join("");
    const ids = Array.from({ length: 12 }, (_, place) => place);
    const answers = (left) => ids.filter((id) => id % left).map((id) => ({ id: `q${id}`, prediction: id % 2 ? "x" : "y" }));
    const files = [
      { name: "gold.jsonl", text: lines(ids.map((id) => ({ id: `q${id}`, question: `what is it, ${id}?`, answers: ["x"] }))) },
      { name: "one.jsonl", text: lines(answers(4)) },
      { name: "two.jsonl", text: lines(answers(5)) },
    ];
    return scored(files, async (page) => {
      await changeRule(page, "missing", "left out");
      assert.match(await read(page, ".runs thead"), /left out/);
      assert.doesNotMatch(await read(page, ".runs thead"), /missing/);
      assert.match(await read(page, ".runs-note"), /Means are over a run’s own questions, differences over shared ones\./);
      await compare(page);
      await page.locator(".pair-words", { hasText: "over the 7 questions with a value in both: " }).waitFor();
    });
  });

  test("another preset is a second rule, and Compare says how far the two agree", () =>
    scored(SAMPLES.nq, async (page) => {
      await choosePreset(page, "Natural Questions (EvoAgentX)");
      await page.locator(".also").getByRole("button", { name: "Compare with NQ-open" }).click();
      await page.locator(".tools .chip", { hasText: "NQ-open" }).waitFor();
      await settled(page);
      const lines = await board(page);
      assert.equal(lines.length, 4);
      const twin = page.locator(".runs").getByRole("button", { name: /^terse \(preset=nq-open@\d+\)$/ });
      await twin.click();
      await compare(page);
      await page.locator(".pair-test", { hasText: /the two rules agree on (all )?\d+ (of \d+ )?questions/ }).waitFor();
      assert.equal(await page.getByRole("button", { name: "Compare with NQ-open" }).count(), 0);
    }));

  test("a second rule is a run beside the first, and leaves again", () =>
    scored(SAMPLES.squad, async (page) => {
      assert.equal(await page.locator(".runs").count(), 0);
      await openEditor(page, "set-articles");
      await page.getByLabel("Second rule to score by").selectOption("articles=keep");
      await settled(page);
      await page.keyboard.press("Escape");
      assert.equal((await board(page)).length, 2);
      const twin = page.locator(".runs").getByRole("button", { name: "predictions.json (articles=keep)" });
      await twin.click();
      await compare(page);
      await page.locator(".compare table").waitFor();
      await page.getByRole("button", { name: "Remove the second rule articles kept" }).click();
      await settled(page);
      assert.equal(await page.locator(".runs").count(), 0);
    }));
});
