// Whole systems on whole benchmarks, read off the page: what the official evaluators said of them,
// digit for digit where the page shows their block, rounded where it rounds. Needs the folder
// `../shared/data`.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import * as site from "./site.mjs";
import { DATA, confirm, drawn, figures, isProvisional, openEditor, plain, read, settled, start, takePreset, openTab, protocol } from "./steps.mjs";

const there = existsSync(DATA);
if (!there) console.log(`real data: ${DATA} is not here, so nothing of it is scored`);

const path = (name) => join(DATA, name);
const text = (name) => readFileSync(path(name), "utf8");

/** Keys and values of a flat JSON object, in order, every number as it is written. */
function written(json, part) {
  const start = part ? json.indexOf(`"${part}"`) + part.length + 2 : 0;
  const object = json.slice(start).match(/\{[^{}]*\}/)[0];
  return [...object.matchAll(/"([^"]+)":\s*([^,\s}]+)/g)].map(([, key, value]) => `${key}: ${value}`);
}

/** As the page prints a share. */
const percent = (share) => (share * 100).toFixed(1);

const official = async (page) => {
  await openTab(page, "Report");
  return (await page.locator("#official-text").textContent()).split("\n");
};

describe("real data", { skip: !there && "no data" }, () => {
  const scored = (names, run) => site.scored(names.map(path), run);

  test("SQuAD 1.1: two systems at once", () =>
    scored(
      ["squad_v1/dev-v1.1.json", "squad_v1/preds/bert.json", "squad_v1/preds/logistic_regression_baseline.json"],
      async (page) => {
        assert.equal(await isProvisional(page), false);
        assert.match(await read(page, "#benchmark"), /^SQuAD 1\.1 recognised: SQuAD 1\.1, dev$/);
        for (const [name, sum] of [
          ["bert", "gold 10 570 = 10 570 answered"],
          ["logistic_regression_baseline", "gold 10 570 = 10 557 answered + 13 missing"],
        ]) {
          const expected = text(`squad_v1/expected/${name}.aggregate.json`);
          const { exact_match: exact, f1 } = JSON.parse(expected);
          await page.locator(".runs").getByRole("button", { name, exact: true }).click();
          await drawn(page);
          const shown = await figures(page);
          assert.deepEqual([shown["Exact match"], shown["Token F1"]], [exact.toFixed(1), f1.toFixed(1)]);
          assert.deepEqual(await official(page), written(expected));
          assert.equal(await read(page, ".sum"), `${name}: ${sum}`);
          const row = plain(await page.locator(".runs tbody tr", { hasText: name }).innerText());
          assert.ok(row.includes(` ${exact.toFixed(1)} `) && row.includes(` ${f1.toFixed(1)} `), row);
        }
        assert.match(await read(page, ".beside"), /28 extra predictions/);
      },
    ));

  const squad2 = ["squad_v2/dev-v2.0.json", "squad_v2/preds/bert.json"];
  const expected2 = () => text("squad_v2/expected/bert.aggregate.json");

  test("SQuAD 2.0", () =>
    scored(squad2, async (page) => {
      assert.equal(await isProvisional(page), false);
      assert.match(await read(page, "#benchmark"), /^SQuAD 2\.0 recognised: SQuAD 2\.0, dev$/);
      const { plain: means } = JSON.parse(expected2());
      const shown = await figures(page);
      assert.deepEqual([shown["Exact match"], shown["Token F1"]], [means.exact.toFixed(1), means.f1.toFixed(1)]);
      assert.deepEqual(await official(page), written(expected2(), "plain"));
      await openTab(page, "Groups");
      const groups = (await page.locator(".groups tbody tr").allInnerTexts()).map(plain).join("; ");
      for (const value of [means.HasAns_exact, means.NoAns_exact]) {
        assert.ok(groups.includes(` ${value.toFixed(1)} `), `${value} in ${groups}`);
      }
    }));

  test("SQuAD 2.0 with probabilities, and another threshold typed into the sentence", () =>
    scored([...squad2, "squad_v2/na_prob/bert.synthetic_na_prob.json"], async (page) => {
      assert.deepEqual(await official(page), written(expected2(), "na_prob_t1.0"));
      await openEditor(page, "set-na_threshold");
      const threshold = page.locator(".editor .free-text").filter({ has: page.getByRole("button", { name: "Apply", exact: true }) }).getByRole("textbox");
      await threshold.fill("0.5");
      await page.locator(".editor").getByText("→").waitFor();
      const { exact } = JSON.parse(expected2())["na_prob_t0.5"];
      assert.match(await read(page, ".editor"), new RegExp(`78\\.7 → ${exact.toFixed(1)},`));
      await page.keyboard.press("Enter");
      await page.locator("#set-na_threshold", { hasText: "0.5" }).waitFor();
      await settled(page);
      assert.equal((await figures(page))["Exact match"], exact.toFixed(1));
      // What is no number is refused beside the field, and the score stays.
      await threshold.fill("abc");
      await page.keyboard.press("Enter");
      await page.locator(".editor").getByText("cannot be").waitFor();
      assert.equal((await figures(page))["Exact match"], exact.toFixed(1));
    }));

  const nq = ["nq_open/nq-test.qa.csv", "nq_open/preds/gar-t5.jsonl"];

  test("Natural Questions, a table without a header and GAR's answers", () =>
    scored(nq, async (page) => {
      const means = JSON.parse(text("nq_open/expected/gar-t5.nq-test.aggregate.json"));
      assert.match(await read(page, ".sum"), /^gold 3 610 = 3 610 answered/);
      await takePreset(page, "Natural Questions (EvoAgentX)");
      const shown = await figures(page);
      assert.deepEqual(
        [shown["Exact match"], shown["Token F1"], shown["Contains answer"]],
        [means.evoagentx.em, means.evoagentx.f1, means.evoagentx.acc].map(percent),
      );
      const block = (await official(page)).join("\n");
      for (const [key, value] of Object.entries(means.evoagentx)) {
        assert.match(block, new RegExp(`^${key}: ${value}$`, "m"));
      }
      await takePreset(page, "NQ-open");
      assert.equal((await figures(page))["Exact match"], percent(means.orqa_accuracy));
      assert.ok((await official(page)).includes(`accuracy: ${means.orqa_accuracy}`));
    }));

  test("NQ-open, the file of the authors", () =>
    scored(["nq_open/NQ-open.dev.jsonl", "nq_open/preds/gar-t5.jsonl"], async (page) => {
      const guess = await isProvisional(page);
      if (guess) {
        await confirm(page);
      }
      assert.match(await protocol(page), /^NQ-open/);
      const expected = text("nq_open/expected/gar-t5.NQ-open.dev.aggregate.json");
      assert.deepEqual(await official(page), written(expected));
      assert.equal((await figures(page))["Exact match"], percent(JSON.parse(expected).accuracy));
    }));

  for (const name of ["dev_distractor_pred1", "gemma2_default_rag_100"]) {
    test(`HotpotQA, ${name}: all twelve numbers`, () =>
      scored(["hotpotqa/hotpot_dev_distractor_sub295.json", `hotpotqa/preds/${name}.json`], async (page) => {
        const expected = text(`hotpotqa/expected/${name}.sub295.aggregate.json`);
        // Predictions of the whole set are extra here; the answers themselves leave no doubt.
        if (await isProvisional(page)) {
          await confirm(page);
        }
        assert.deepEqual(await official(page), written(expected));
        const shown = await figures(page);
        const means = JSON.parse(expected);
        assert.equal(Object.keys(shown).length, 12);
        for (const [label, key] of [
          ["Exact match", "em"],
          ["Token F1", "f1"],
          ["Token precision", "prec"],
          ["Token recall", "recall"],
          ["Supporting facts exact match", "sp_em"],
          ["Supporting facts F1", "sp_f1"],
          ["Supporting facts precision", "sp_prec"],
          ["Supporting facts recall", "sp_recall"],
          ["Joint exact match", "joint_em"],
          ["Joint F1", "joint_f1"],
          ["Joint precision", "joint_prec"],
          ["Joint recall", "joint_recall"],
        ]) {
          assert.equal(shown[label], percent(means[key]), label);
        }
      }));
  }

  test("HotpotQA, answers only, 7 405 questions", () =>
    scored(["hotpotqa/hotpot_dev_answers_7405.json", "hotpotqa/preds/dev_distractor_pred1.json"], async (page) => {
      const means = JSON.parse(text("hotpotqa/expected/dev_distractor_pred1.answers.aggregate.json"));
      assert.match(await read(page, ".sum"), /^gold 7 405 = /);
      const shown = await figures(page);
      assert.equal(shown["Exact match"], percent(means.official_em_over_n_gold));
      assert.equal(shown["Token F1"], percent(means.official_f1_over_n_gold));
    }));
});
