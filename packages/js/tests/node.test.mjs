// The module in Node.js, as it is installed from its package.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createReadStream, openAsBlob, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { QuestionError, Report, ScoredropError, drop, merge, named, partial, presets, score } from "scoredrop";

const sample = (name) => join(process.env.SCOREDROP_ROOT, "samples", name);

/** What the command line writes. */
function native(...words) {
  const ran = spawnSync(process.env.SCOREDROP, words, { maxBuffer: 1 << 28 });
  assert.equal(ran.status, 0, ran.stderr.toString());
  return ran.stdout.toString();
}

const PAIRS = {
  "climate-finance": ["climate-finance/gold.jsonl", "climate-finance/predictions.csv"],
  hotpotqa: ["hotpot/gold.json", "hotpot/predictions.json"],
  math: ["math/gold.jsonl", "math/predictions.jsonl"],
  "multiple-choice": ["choices/gold.jsonl", "choices/predictions.jsonl"],
  nq: ["nq/gold.jsonl", "nq/predictions.jsonl"],
  "squad-v2": ["squad/gold.json", "squad/predictions.json"],
  tcp: ["tcp/gold.jsonl", "tcp/predictions.jsonl"],
  timebench: ["timebench/gold.jsonl", "timebench/predictions.jsonl"],
};
const FORMATS = ["json", "csv", "aggregates-csv", "markdown", "latex", "html", "official", "methods"];

for (const [preset, names] of Object.entries(PAIRS)) {
  test(`${preset}: a report has the bytes of the command line`, async () => {
    const [gold, predictions] = names.map(sample);
    const report = await score({ gold, predictions, preset });
    for (const format of preset === "nq" ? FORMATS : ["json"]) {
      const words = ["score", "--preset", preset, "--gold", gold, "--predictions", predictions];
      assert.equal(report.report(format), native(...words, "--format", format), format);
    }
    report.free();
    report.free();
    assert.throws(() => report.records, /this report has given its memory back/);
  });
}

test("dropped files give the bytes of the command line, in any order", async () => {
  const files = PAIRS["squad-v2"].map(sample);
  const words = native("drop", ...files);
  assert.equal((await drop(files)).report(), words);
  assert.equal((await drop([...files].reverse())).mean, (await drop(files)).mean);
});

test("every kind of source gives the same score", async () => {
  const [gold, predictions] = PAIRS.nq.map(sample);
  const expected = (await score({ gold, predictions, preset: "nq" })).mean;
  const bytes = readFileSync(predictions);
  const rows = bytes.toString().trim().split("\n").map((line) => JSON.parse(line));
  const half = Math.floor(bytes.length / 2);
  const sources = {
    url: pathToFileURL(predictions),
    bytes,
    buffer: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength),
    blob: await openAsBlob(predictions),
    file: new File([bytes], "run.jsonl"),
    response: new Response(bytes),
    "web stream": new Blob([bytes]).stream(),
    "Node.js stream": createReadStream(predictions),
    pieces: (async function* () {
      yield bytes.subarray(0, half);
      yield bytes.subarray(half);
    })(),
    "rows one by one": (async function* () {
      yield* rows;
    })(),
    "rows of a generator": (function* () {
      yield* rows;
    })(),
    "pieces of a generator": (function* () {
      yield bytes.subarray(0, half);
      yield bytes.subarray(half);
    })(),
    set: new Set(rows),
    rows,
    named: named("small", rows),
    "named set": named("small", new Set(rows)),
  };
  for (const [name, source] of Object.entries(sources)) {
    const report = await score({ gold, predictions: source, preset: "nq" });
    assert.equal(report.mean, expected, name);
  }
});

test("lists of values go together row by row", async () => {
  const report = await score({ gold: ["Paris", ["Rome", "Roma"], "Oslo"], predictions: ["paris", "Roma", "Bergen"], preset: "squad-v1" });
  assert.equal(report.mean, 2 / 3);
  assert.deepEqual(report.official, { exact_match: 200 / 3, f1: 200 / 3 });
  assert.deepEqual(report.wrong.map((row) => row.id), ["3"]);
  await assert.rejects(score({ gold: ["a", "b"], predictions: ["a"], preset: "squad-v1" }), /lists of 2 and 1 values/);
});

test("several runs are compared under their names", async () => {
  const gold = Array.from({ length: 100 }, (_, id) => ({ id, answers: [String(id)] }));
  const run = (modulus) => gold.map(({ id }) => ({ id, prediction: String(id % modulus) }));
  const report = await score({ gold, predictions: [named("large", run(100)), named("small", run(50))], preset: "squad-v1" });
  assert.deepEqual(report.runs.map((one) => [one.name, one.mean]), [["large", 1], ["small", 0.5]]);
  assert.equal(report.comparisons.length > 0, true);
});

test("a row is explained", async () => {
  const report = await score({
    gold: [{ id: "q1", answers: ["the Eiffel Tower"] }],
    predictions: [{ id: "q1", prediction: "Eiffel tower!" }],
    preset: "squad-v1",
  });
  const told = report.explain("q1");
  assert.equal(told.verdict, "right");
  assert.equal(told.matched, "the Eiffel Tower");
  assert.equal(told.metrics.exact_match, 1);
  assert.throws(() => report.explain("q2"), RangeError);
  assert.equal(report.interval.method.length > 0, true);
  assert.deepEqual(JSON.parse(JSON.stringify(report)).runs.length, 1);
});

test("settings change the rule, and options do", async () => {
  const sides = { gold: [{ id: 1, answers: ["The Beatles"] }], predictions: [{ id: 1, prediction: "Beatles" }], preset: "squad-v1" };
  assert.equal((await score(sides)).mean, 1);
  assert.equal((await score({ ...sides, settings: { articles: "keep" } })).mean, 0);
  assert.equal((await score({ ...sides, options: "--set 'articles=keep'" })).mean, 0);
  assert.equal((await score({ ...sides, settings: { articles: "ignore" }, options: "--set 'articles=keep'" })).mean, 0);
  await assert.rejects(score({ ...sides, settings: { articles: "some" } }), ScoredropError);
  await assert.rejects(score({ ...sides, articles: "keep" }), /there is no option articles/);
});

test("an error names file, row and remedy", async () => {
  const error = await score({ gold: "no-such-file.jsonl", predictions: [], preset: "squad-v1" }).catch((one) => one);
  assert.equal(error.code, "ENOENT");
  const half = new File(['{"id": 1, "answers": ["Paris"]}\n{"id": 2, "ans'], "gold.jsonl");
  const report = await score({ gold: half, predictions: [{ id: 1, prediction: "Paris" }], preset: "squad-v1" }).catch((one) => one);
  const problems = report instanceof Report ? report.diagnostics : report.problems;
  const broken = problems.find((one) => one.file === "gold.jsonl" && one.row === 2);
  assert.ok(broken, JSON.stringify(problems));
  await assert.rejects(score({ gold: [], predictions: [], preset: "squad-v1" }), ScoredropError);
  await assert.rejects(score({ gold: [{ id: 1, answer: () => 1 }, { id: 2 }], predictions: [{ id: 1 }] }), Error);
});

test("whole numbers keep their digits, and no number is no prediction", async () => {
  const report = await score({
    gold: [{ id: 1, answers: [12345678901234567890n] }, { id: 2, answers: ["3"] }],
    predictions: [{ id: 1, prediction: "12345678901234567890" }, { id: 2, prediction: NaN }],
    preset: "squad-v1",
  });
  // No number is no prediction, as in a table of pandas.
  assert.deepEqual(report.records.map((row) => row.prediction), ["12345678901234567890", null]);
  assert.equal(report.mean, 0.5);
  assert.equal(report.reconciliation.answered, 1);
});

test("columns of days are dates", async () => {
  const days = ["2020-01-01", "1969-12-31", "2024-02-29"].map((text) => new Date(text));
  const gold = ["2020-01-01", "1969-12-31", "2024-02-29"];
  const texts = async (sides) => (await score({ ...sides, preset: "plain-text" })).records.map((row) => row.prediction);
  assert.deepEqual(await texts({ gold, predictions: days }), gold);
  const keyed = gold.map((answer, id) => ({ id: `q${id}`, answers: [new Date(answer)] }));
  const run = days.map((prediction, id) => ({ id: `q${id}`, prediction, note: "x" }));
  assert.equal((await score({ gold: keyed, predictions: run, preset: "plain-text" })).mean, 1);
  assert.equal((await score({ gold: keyed, predictions: new Set(run), preset: "plain-text" })).mean, 1);
  // One time of day shows that the others are times, too.
  const noon = [...days.slice(1), new Date("2020-01-01T12:00Z")];
  assert.deepEqual(await texts({ gold, predictions: noon }), noon.map((time) => time.toISOString()));
});

test("a run without predictions has no score", async () => {
  const gold = [{ id: "a", answers: ["x"] }, { id: "b", answers: ["y"] }];
  const nothing = await partial({ gold, predictions: [], preset: "squad-v1" });
  await assert.rejects(merge(nothing), /the run has no prediction .* -> check how/);
  const strangers = await partial({ gold: [], predictions: [{ id: "c", prediction: "x" }], preset: "squad-v1" });
  const error = await merge([nothing, strangers]).catch((one) => one);
  assert.ok(error instanceof ScoredropError);
  assert.deepEqual([error.problems[0].code, error.problems[0].file], ["no_match", "predictions.jsonl"]);
});

test("an empty list is a table without rows", async () => {
  const gold = [{ id: "a", answers: ["x"] }];
  const error = await score({ gold, predictions: [], preset: "squad-v1" }).catch((one) => one);
  assert.ok(error instanceof ScoredropError);
  assert.match(error.message, /the table has no rows \(predictions.jsonl\) -> check how it was made or filtered/);
});

test("a map is a document", async () => {
  const gold = [{ id: "a", answers: ["x"] }, { id: "b", answers: ["y"] }];
  const predictions = new Map([["a", "x"], ["b", "z"]]);
  assert.equal((await score({ gold, predictions, preset: "squad-v1" })).mean, 0.5);
});

test("another reading names the run whose number it changes", async () => {
  const [gold, predictions] = PAIRS.nq.map(sample);
  const report = await drop([gold, predictions]);
  const other = report.readings.find((one) => !one.chosen);
  assert.equal(other.means.terse, report.mean);
  assert.notEqual(other.means.chatty, report.runs[1].mean);
  const line = `another reading (chatty ${(other.means.chatty * 100).toFixed(1)} %): ${other.words}; `;
  assert.ok(String(report).includes(line), String(report));
  // Its options count before other choices.
  const again = await drop([gold, predictions], { preset: "squad-v2", options: `--preset ${other.preset} ${other.options}` });
  assert.deepEqual(again.runs.map((run) => run.mean), [other.means.terse, other.means.chatty]);
});

test("a question has options, and one of them answers it", async () => {
  // Two columns that nothing tells apart.
  const rows = Array.from({ length: 40 }, (_, id) => ({ id, a: String(id), b: String(id + (id % 2)), c: String(id + (id % 3)) }));
  const asked = await drop([rows]).catch((error) => error);
  if (asked instanceof QuestionError) {
    assert.ok(asked.options.length > 1);
    const answered = await drop([rows], { options: asked.options[0].options }).catch((error) => error);
    assert.ok(answered instanceof Report || answered instanceof QuestionError, String(answered));
  } else {
    assert.ok(asked instanceof ScoredropError || asked.doubts.length > 0 || asked.readings.length > 0, String(asked));
  }
});

test("work is told of, lets others work, and stops", async () => {
  const gold = Array.from({ length: 200_000 }, (_, id) => ({ id, answers: [`the answer ${id}`] }));
  const predictions = gold.map(({ id }) => ({ id, prediction: `answer ${id % 7}` }));
  const told = [];
  let others = 0;
  const timer = setInterval(() => (others += 1), 5);
  const sides = { gold: new File([gold.map((row) => JSON.stringify(row)).join("\n")], "gold.jsonl"), predictions, preset: "squad-v1" };
  await score({ ...sides, onProgress: (progress) => told.push(progress) });
  clearInterval(timer);
  assert.ok(told.some(({ unit, done, total }) => unit === "bytes" && done > 0 && done <= total));
  assert.ok(told.some(({ doing }) => doing === "scoring"));
  assert.ok(others > 2);
  const stop = new AbortController();
  await assert.rejects(
    score({ ...sides, signal: stop.signal, onProgress: ({ doing }) => doing === "scoring" && stop.abort() }),
    { name: "AbortError" },
  );
  await assert.rejects(score({ ...sides, signal: AbortSignal.abort() }), { name: "AbortError" });
  const again = await score({ gold: ["a"], predictions: ["a"], preset: "squad-v1" });
  assert.equal(again.mean, 1);
});

test("a signal stops the reading of many rows", async () => {
  const gold = Array.from({ length: 200_000 }, (_, id) => ({ id, answers: ["x"] }));
  const predictions = gold.map(({ id }) => ({ id, prediction: "x" }));
  const stop = new AbortController();
  const told = [];
  const onProgress = ({ doing, done, total, unit }) => {
    told.push(doing);
    assert.ok(done < total && unit === "rows");
    stop.abort();
  };
  await assert.rejects(score({ gold, predictions, preset: "squad-v1", signal: stop.signal, onProgress }), { name: "AbortError" });
  assert.deepEqual(told, ["reading gold"]);
});

test("two scores at once do not touch each other", async () => {
  const [one, other] = await Promise.all([
    score({ gold: ["a", "b"], predictions: ["a", "c"], preset: "squad-v1" }),
    score({ gold: ["a"], predictions: ["a"], preset: "squad-v1" }),
  ]);
  assert.deepEqual([one.mean, other.mean], [0.5, 1]);
});

test("presets are listed", async () => {
  const ids = (await presets()).map((preset) => preset.id);
  assert.ok(ids.includes("squad-v2") && ids.includes("gsm8k"));
});

test("the slim entry takes the WebAssembly from its caller", () => {
  const script = `
    import { readFile } from "node:fs/promises";
    import { fileURLToPath } from "node:url";
    import { init, score } from "scoredrop/slim";
    await init(await readFile(fileURLToPath(import.meta.resolve("scoredrop/scoredrop.wasm"))));
    console.log((await score({ gold: ["a"], predictions: ["a"], preset: "squad-v1" })).mean);
  `;
  const ran = spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
  assert.equal(ran.stdout, "1\n", ran.stderr);
  const bare = 'import { score } from "scoredrop/slim"; await score({ gold: ["a"], predictions: ["a"] });';
  const failed = spawnSync(process.execPath, ["--input-type=module", "-e", bare], { encoding: "utf8" });
  assert.match(failed.stderr, /call init with the WebAssembly first/);
});

test("merged parts have the numbers of the command line", async () => {
  const [gold, predictions] = ["nq/gold.jsonl", "nq/predictions.jsonl"].map((name) =>
    readFileSync(sample(name), "utf8").trim().split("\n").map((line) => JSON.parse(line)),
  );
  const map = { "gold.question": "question", "gold.answers": "answer", "predictions.question": "question" };
  const choices = { preset: "nq", join: "question", map: { ...map, "predictions.prediction": "prediction" } };
  const whole = await score({ gold, predictions, ...choices });
  const inFirst = (row) => row.question.length % 2 === 0;
  const parts = [];
  for (const keep of [(row) => !inFirst(row), inFirst]) {
    const part = await partial({ gold: gold.filter(keep), predictions: predictions.filter(keep), ...choices });
    assert.ok(part instanceof Uint8Array);
    parts.push(part);
  }
  const merged = await merge(parts);
  // Merged means are exact sums; one machine adds in file order, as references do.
  const rounded = (value) =>
    JSON.parse(JSON.stringify(value), (key, one) => (key === "mean" && one !== null ? Number(one.toPrecision(12)) : one));
  const totals = (report) => report.runs.map((run) => run.aggregates.filter((one) => one.group === null));
  assert.deepEqual(rounded(totals(merged)), rounded(totals(whole)));
  assert.deepEqual(rounded(merged.leaderboard), rounded(whole.leaderboard));
  assert.deepEqual(merged.reconciliation, whole.reconciliation);
  assert.equal(merged.hasRecords, false);
  assert.throws(() => merged.records, TypeError);
  assert.deepEqual((await merge(parts[0])).runs.map((run) => run.n), (await merge([parts[0]])).runs.map((run) => run.n));
  assert.equal((await merge(parts[0].slice().buffer)).hasRecords, false);
  await assert.rejects(merge([parts[0], parts[0]]), ScoredropError);
  await assert.rejects(merge([parts[0].slice(0, 40)]), /cut off/);
});
