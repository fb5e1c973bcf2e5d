// Runs the browser tests, all or those named: `node run.mjs [seal ...]`. The last line counts them.
import { readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { basename, join } from "node:path";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import { fileURLToPath } from "node:url";

// These measure time or memory, and have the machine to themselves.
const ALONE = ["lighthouse", "many", "runner-many"];
// These take longest, and begin first.
const LONG = ["firefox", "programs", "runner", "look", "compare", "runner-walls", "travel", "job", "large"];
// One more than processors, because there is always a test that waits; not more than memory has room for.
const AT_ONCE = Math.min(availableParallelism() + 1, 4);

const name = (file) => basename(file, ".test.mjs");
const place = (file) => (LONG.includes(name(file)) ? LONG.indexOf(name(file)) : LONG.length);
const folder = fileURLToPath(new URL(".", import.meta.url));
const named = process.argv.slice(2);
const files = readdirSync(folder)
  .filter((file) => file.endsWith(".test.mjs"))
  .filter((file) => named.length === 0 || named.includes(name(file)))
  .sort((a, b) => place(a) - place(b))
  .map((file) => join(folder, file));

/** The pattern that a test of just this name meets. */
const exactly = (test) => new RegExp(`^${test.replaceAll(/[^\w ]/g, "\\$&")}$`);

/**
 * Runs some files, each with a browser of its own, and of their tests all or `only` those of some names;
 * resolves to what passed and failed, by the file in which a test is written. A suite fails with its tests, so that those of another file count, too.
 */
function go(some, concurrency, only) {
  const counts = new Map(some.map((file) => [file, { passed: 0, failed: 0, skipped: 0, fails: false, failures: [] }]));
  const of = (file) => {
    if (!counts.has(file)) counts.set(file, { passed: 0, failed: 0, skipped: 0, fails: false, failures: [] });
    return counts.get(file);
  };
  const events = run({ files: some, concurrency, timeout: 2_400_000, testNamePatterns: only?.map(exactly) });
  events.on("test:pass", ({ name, details, file, skip, todo }) => {
    if (details.type === "suite" || todo !== undefined) return;
    // Those left out are skipped by their pattern, and have been counted.
    if (only !== undefined && !only.includes(name)) return;
    if (skip === undefined) of(file).passed += 1;
    else of(file).skipped += 1;
  });
  events.on("test:fail", ({ name, details, file, todo }) => {
    if (todo !== undefined) return;
    of(file).fails = true;
    // A suite fails with its tests, which are counted; or on its own, in a hook.
    const own = details.type !== "suite" || details.error?.failureType === "hookFailed";
    if (!own) return;
    of(file).failed += 1;
    of(file).failures.push(name);
  });
  events.compose(spec).pipe(process.stdout, { end: false });
  return new Promise((done) => events.on("end", () => setImmediate(done, counts)));
}

const counts = new Map();
for (const alone of [true, false]) {
  const some = files.filter((file) => ALONE.includes(name(file)) === alone);
  if (some.length === 0) continue;
  const begun = performance.now();
  for (const [file, count] of await go(some, alone ? 1 : AT_ONCE)) counts.set(file, count);
  console.log(`${some.map(name).join(", ")}: ${Math.round((performance.now() - begun) / 1000)} s`);
}
const failing = files.filter((file) => counts.get(file).fails);
if (failing.length > 0) {
  // People wait for pages, and so do these tests, up to a limit that a busy machine passes now and
  // then. What is broken fails twice.
  console.log(`\nonce more: ${failing.join(", ")}\n`);
  // Tests that several files share are written in one that is not run by itself.
  const shared = [...counts.keys()].filter((file) => !files.includes(file) && counts.get(file).fails);
  const sharedFailures = shared.flatMap((file) => counts.get(file).failures);
  for (const file of failing) {
    const { passed, failures, skipped } = counts.get(file);
    // A file that broke off under its own name may have tests that never ran.
    const isWhole = (failures.length === 0 && sharedFailures.length === 0) || failures.some((test) => file.endsWith(test));
    const results = await go([file], 1, isWhole ? undefined : [...failures, ...sharedFailures]);
    const again = results.get(file);
    counts.set(file, isWhole ? again : { ...again, passed: passed + again.passed, skipped });
    for (const other of shared) {
      const before = counts.get(other);
      const now = results.get(other);
      if (!now || now.passed + now.failed === 0) continue;
      const first = isWhole ? 0 : before.passed;
      counts.set(other, { ...now, passed: first + now.passed, skipped: before.skipped });
    }
  }
}
const all = (ending) => [...counts.values()].reduce((sum, count) => sum + count[ending], 0);
const [passed, failed, skipped] = ["passed", "failed", "skipped"].map(all);
for (const [file, { failures }] of counts) {
  for (const test of failures) console.log(`browser test failed: ${name(file)}: ${test}`);
}
const again = failing.length > 0 ? `, second run of ${failing.map(name).join(", ")}` : "";
console.log(`browser tests: ${passed} passed, ${failed} failed, ${skipped} skipped${again}`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
