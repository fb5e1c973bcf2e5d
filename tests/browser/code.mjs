// What the tests of code benchmarks share: where the real tasks lie, tasks of our own, running, counting.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { ready } from "./harness.mjs";
import { DATA, figures, read, score, settled, takePreset, exported } from "./steps.mjs";

export const path = (name) => join(DATA, name);
export const absent = (...names) => {
  const missing = names.find((name) => !existsSync(path(name)));
  return missing ? `${missing} is not here: it is no part of the project` : false;
};
export const HUMANEVAL = "humaneval/HumanEval.jsonl.gz";
export const MBPP = "mbpp/sanitized-mbpp.json";

export const lines = (text) => text.split("\n").filter((line) => line.trim()).map((line) => JSON.parse(line));
export const jsonl = (rows) => rows.map((row) => `${JSON.stringify(row)}\n`).join("");

/** Tasks of our own, of which nobody needs the real ones. */
export const tasks = (count, test = "def check(f):\n    assert f() == 1\n") => ({
  name: "tasks.jsonl",
  text: jsonl(
    Array.from({ length: count }, (_, task) => ({
      task_id: `Vale/${task}`,
      prompt: `def f${task}():\n`,
      entry_point: `f${task}`,
      canonical_solution: "    return 1\n",
      test,
    })),
  ),
});

export const answers = (bodies, name = "answers.jsonl") => ({
  name,
  text: jsonl(bodies.map((completion, task) => ({ task_id: `Vale/${task}`, completion }))),
});

/** One program for each kind of end. */
export const MIXED = [
  "    return 1\n",
  "    return 2\n",
  "    raise ValueError('no')\n",
  "    return (\n",
  "    while True: pass\n",
  "    import os\n    os._exit(0)\n",
  "    import sys\n    sys.setrecursionlimit(10**6)\n    def g(n): return max(g(n - 1) for _ in [0]) if n else 1\n    return g(50000)\n",
  "    import numpy\n    return 1\n",
];

/** How many end how. */
export const MIXED_ENDS = {
  passed: 1,
  failed: 1,
  "runtime error": 1,
  "syntax error": 1,
  timeout: 1,
  crash: 1,
  "interpreter limit": 1,
  unsupported: 1,
};

/** HumanEval with its own solutions as answers. */
export function canonical() {
  const problems = lines(gunzipSync(readFileSync(path(HUMANEVAL))).toString());
  const own = problems.map(({ task_id, canonical_solution: completion }) => ({ task_id, completion }));
  return [path(HUMANEVAL), { name: "own.jsonl", text: jsonl(own) }];
}

/** MBPP with its own solutions as answers. */
export function sanitised() {
  const own = JSON.parse(readFileSync(path(MBPP), "utf8")).map(({ task_id, code }) => ({ task_id, completion: code }));
  return [path(MBPP), { name: "own.jsonl", text: jsonl(own) }];
}

export const runButton = (page) => page.locator(".programs button").filter({ hasText: /^Run/ });

/** Presses Run and waits for the score. */
export async function run(page, timeout = 300_000) {
  await runButton(page).click();
  await page.waitForFunction(() => /programs? run by/.test(document.querySelector(".programs").textContent), undefined, { timeout });
  await settled(page, timeout);
}

/** Forty tasks with programs that take their time. */
export const forty = () => [tasks(40), answers(Array(40).fill("    sum(range(10**7))\n    return 1\n"))];

/** Runs these and cancels once some are finished; the counts then. */
export async function cancelled(page) {
  await score(page, forty());
  await takePreset(page, "HumanEval");
  await runButton(page).click();
  const isUnderWay = () => /^(8|9|\d\d) of 40/.test(document.querySelector(".programs-bar label")?.textContent ?? "");
  await page.waitForFunction(isUnderWay, undefined, { timeout: 120_000 });
  await page.getByRole("button", { name: "Cancel" }).click();
  await settled(page);
  const stopped = await counts(page);
  assert.ok(stopped.passed >= 8 && stopped["not run"] > 0, JSON.stringify(stopped));
  assert.match((await figures(page))["Pass@1"], /^\d+ of 40 run$/, "no mean of some");
  return stopped;
}

/** The counts that the region shows: `{ passed: 164 }`. */
export async function counts(page) {
  const list = page.locator(".programs .inline-list li");
  await list.first().waitFor();
  const items = await list.allInnerTexts();
  return Object.fromEntries(
    items.map((text) => {
      const [, count, words] = /^([\d\s\u202f]+)\s+(.*)$/su.exec(text);
      return [words.trim(), Number(count.replaceAll(/\D/g, ""))];
    }),
  );
}

/** The verdicts that the page saves. */
export async function saved(page) {
  return (await exported(page, "Verdicts, JSON Lines")).bytes;
}

/** Runs a program, opens the page again with the server gone, and runs others there. */
export async function runsOffline(page, server, reopen) {
  const scored = async (count) => {
    await score(page, [tasks(count), answers(Array(count).fill("    return 1\n"))]);
    await takePreset(page, "HumanEval");
  };
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => 0));
  await scored(1);
  await run(page);
  await server.stop();
  await reopen();
  await ready(page);
  await scored(3);
  assert.match(await read(page, ".programs"), /Python is already loaded/);
  await run(page);
  assert.deepEqual(await counts(page), { passed: 3 });
  assert.deepEqual(page.errors, []);
}
