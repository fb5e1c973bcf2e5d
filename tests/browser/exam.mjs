// A small exam, its answers, and what tests ask of a page that scored them.
import assert from "node:assert/strict";
import { announced, isProvisional } from "./steps.mjs";

export const N = 40;
export const id = (index) => ((index * 40_503 + 977) % 65_536).toString(16).padStart(4, "0");
export const question = (index) => `what is the name of the town number ${(index * 37) % 1009} of the valley`;
export const answer = (index) =>
  ["North", "South", "East", "West", "Upper", "Lower", "Old", "New"][index % 8] +
  ["field", "ham", "bury", "mouth", "ford"][Math.trunc(index / 8) % 5];
/** Right but for every tenth. */
export const prediction = (index) => (index % 10 === 7 ? "Nowhere" : answer(index));

export const all = (make, from = 0, to = N) => Array.from({ length: to - from }, (_, index) => make(index + from));
export const lines = (rows) => rows.map((row) => `${JSON.stringify(row)}\n`).join("");
export const goldRows = () => all((i) => ({ id: id(i), question: question(i), answers: [answer(i)] }));
export const predictionRows = () => all((i) => ({ id: id(i), prediction: prediction(i) }));
export const gold = (rows = goldRows()) => ({ name: "gold.jsonl", text: lines(rows) });
export const predictions = (rows = predictionRows()) => ({ name: "predictions.jsonl", text: lines(rows) });

/** A SQuAD file of the same questions in so many articles, and predictions in its form. */
export const squad = (articles = 4) => [
  {
    name: "dev-v1.1.json",
    text: JSON.stringify({
      version: "1.1",
      data: Array.from({ length: articles }, (_, article) => ({
        title: `t${article}`,
        paragraphs: [
          {
            context: "c",
            qas: all(
              (i) => ({ id: id(i), question: question(i), answers: [{ text: answer(i), answer_start: 0 }] }),
              (article * N) / articles,
              ((article + 1) * N) / articles,
            ),
          },
        ],
      })),
    }),
  },
  { name: "predictions.json", text: JSON.stringify(Object.fromEntries(all((i) => [id(i), prediction(i)]))) },
];

/** There is a number, it says that it is provisional, and nothing beside it looks official. */
export async function assertDoubtful(page) {
  assert.ok(await isProvisional(page), "provisional");
  assert.equal(await page.locator("#official-text").count(), 0, "nothing official is shown");
  assert.match(await announced(page), /provisional/);
}

/** There is no number at all, and the reason is listed among the problems, with what to do. */
export async function assertRefused(page, words) {
  assert.equal(await page.locator(".figures").count(), 0, "no number");
  assert.equal(await page.locator("#official-text").count(), 0);
  const problem = page.locator(".problem", { hasText: words }).first();
  await problem.waitFor({ timeout: 5000 });
  assert.equal(await problem.locator(".severity").first().innerText(), "error");
  assert.ok((await problem.locator(".remedy").count()) > 0, "what to do");
  assert.notEqual(await announced(page), "", "a screen reader hears of it");
}

export async function assertWarned(page, words) {
  const problem = page.locator(".problem", { hasText: words }).first();
  await problem.waitFor({ timeout: 5000 });
  return (await problem.locator(".severity").first().innerText()).trim();
}
