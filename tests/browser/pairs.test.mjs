// Pairs of files as people have them, dropped on the real page: what it must make of them stands in
// ../pairs/manifest.json, which the core is tested against in full.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { assertDoubtful, assertRefused } from "./exam.mjs";
import { scored } from "./site.mjs";
import { ROOT, doubts, figures, isProvisional, said } from "./steps.mjs";

const FOLDER = join(ROOT, "tests/pairs");
const pairs = JSON.parse(readFileSync(join(FOLDER, "manifest.json"), "utf8"));
const NAMES = [
  "excel-german",
  "utf16-tabs",
  "hf-squad-objects-shuffled",
  "nq-by-number",
  "python-dicts",
  "lm-eval-filters",
  "openai-batch-failed-body",
  "helm",
  "mlflow-table",
  "squad-v2-na-prob",
  "hotpotqa",
  "climate-finance-other-name",
  "markdown-tables",
  "questions-nfd",
  "gold-elsewhere",
  "shifted-down",
  "answers-by-bar",
  "human-eval-results",
  "evalplus-results-few",
  "same-count-no-ids",
];

const escaped = (words) => new RegExp(words.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
/** The metric that a folder's mean is of, where the page leads with another. */
const OF = { "climate-finance-other-name": "Exact match" };

async function headline(page, name) {
  const first = page.locator(".figure-head .figure-value").first();
  return name in OF ? (await figures(page))[OF[name]] : first.evaluate((node) => node.firstChild.textContent);
}

for (const name of NAMES) {
  const pair = pairs.find((one) => one.name === name);
  const files = pair.files.map((file) => join(FOLDER, name, file));
  test(`${name}: ${pair.about}`, () =>
    scored(files, async (page) => {
      if (pair.outcome === "refused") {
        await assertRefused(page, escaped(pair.says ?? ""));
        return;
      }
      // The number of rows is said in words alone.
      const codes = pair.doubts.map((doubt) => doubt.split(" ")[0]);
      assert.deepEqual((await doubts(page)).filter((code) => codes.includes(code)).sort(), codes.sort());
      const doubtful = pair.doubts.length > 0;
      assert.equal(await isProvisional(page), doubtful);
      if (doubtful) await assertDoubtful(page);
      if (pair.outcome === "provisional") {
        assert.match(await said(page), escaped(pair.remedy));
        return;
      }
      // Of several runs the number is that of the best.
      const best = Math.max(...pair.runs.map(({ mean: [right, of] }) => right / of));
      assert.equal(await headline(page, name), (100 * best).toFixed(1));
    }));
}
