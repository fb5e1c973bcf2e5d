// Tests of real programs, in whichever browser: each has to get the verdict of its reference.
//
// The verdicts that the page saves stay in `target/verdicts`, where `cargo test --test real real_programs` holds
// them against the references once more, and counts them for the table of agreement.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { HUMANEVAL, MBPP, absent, counts, lines, path, run, sanitised, saved } from "./code.mjs";
import { ROOT, read, score, takePreset } from "./steps.mjs";

const VERDICTS = join(ROOT, "target/verdicts");
const LIVE = ["livecodebench/codegen_items_public_tests.jsonl", "livecodebench/codegen_samples.jsonl"];
const QWEN = "mbpp/samples/qwen3_instruct";
const completions = (name) => [HUMANEVAL, `humaneval/samples/${name}.jsonl`, `humaneval/samples/${name}.expected.jsonl`];
const mbpp = [MBPP, `${QWEN}.jsonl`, `${QWEN}.expected.jsonl`];
const live = [...LIVE, "livecodebench/codegen_samples.expected.jsonl"];

/** What is run: files of tasks, programs and what the reference says, and how it says that one passed. */
const REAL = {
  "HumanEval, phi-1": ["humaneval", "HumanEval", completions("phi_1"), (row) => row.passed],
  "HumanEval, three of Mistral": ["humaneval-mistral", "HumanEval", completions("mistral_first3"), (row) => row.passed],
  "MBPP, two of Qwen3": ["mbpp", "MBPP", mbpp, (row) => row.direct_asserts === "passed"],
  "MBPP, two of Qwen3, as EvoAgentX runs them": ["mbpp-evoagentx", "MBPP (EvoAgentX)", mbpp, (row) => row.evoagentx_state === 0],
  // Some verdicts of the reference depend on what else its machine did; one program is near the limit.
  "LiveCodeBench, two of o1": [
    "livecodebench-code-generation",
    "LiveCodeBench code generation",
    live,
    (row) => (row.flaky || row.question_id === "abc363_c" ? undefined : row.passed),
  ],
};

/** The rows by model, task and number of the attempt at it, which is its place in the file. */
function byAttempt(rows) {
  const seen = new Map();
  return new Map(
    rows.map((row) => {
      const name = `${row.model ?? row.model_name ?? ""} ${row.question_id ?? row.task_id}`;
      seen.set(name, (seen.get(name) ?? 0) + 1);
      return [`${name} ${seen.get(name)}`, row];
    }),
  );
}

/** Registers the tests; `open` opens the page in the browser that they are for. */
export function realPrograms(open) {
  test("MBPP's own solutions pass", { skip: absent(MBPP) }, async () => {
    const page = await open();
    await score(page, sanitised());
    await run(page);
    assert.deepEqual(await counts(page), { passed: 427 });
    await page.context().close();
  });

  for (const [name, [file, title, [tasks, programs, expected], says]] of Object.entries(REAL)) {
    test(`${name}: the verdicts of the reference`, { skip: absent(tasks, programs, expected) }, async () => {
      const page = await open();
      await score(page, [path(tasks), path(programs)]);
      // Files that prove it need no choice.
      if (!(await read(page, ".sentence")).includes(` as ${title},`)) await takePreset(page, title);
      assert.match(await read(page, ".programs"), /Run \d+ programs/);
      await run(page, 600_000);
      const verdicts = await saved(page);
      await page.context().close();
      const found = byAttempt(lines(verdicts.toString()));
      const theirs = byAttempt(lines(readFileSync(path(expected), "utf8")));
      assert.deepEqual([...found.keys()].sort(), [...theirs.keys()].sort());
      const lacking = [...found.values()].filter(({ category }) => ["interpreter_limit", "unsupported"].includes(category));
      assert.ok(lacking.length <= found.size / 50, `${lacking.length} of ${found.size}`);
      const differ = [...theirs].filter(([key, row]) => {
        const here = found.get(key);
        return says(row) !== undefined && !lacking.includes(here) && here.passed !== says(row);
      });
      assert.deepEqual(differ.map(([key, row]) => [key, says(row), found.get(key).category, found.get(key).detail]), []);
      console.log(`${name}: ${found.size} programs, ${lacking.length} beyond the sandbox`);
      mkdirSync(VERDICTS, { recursive: true });
      writeFileSync(join(VERDICTS, `${file}.jsonl`), verdicts);
    });
  }
}
