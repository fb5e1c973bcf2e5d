// The module in Node.js, as it is installed from its package.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createReadStream, openAsBlob, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { QuestionError, Report, ScoredropError, drop, merge, named, partial, presets, score } from "scoredrop";

const words = await import(new URL("options.js", import.meta.resolve("scoredrop")));

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

test("lines of readline are lines of a file", async () => {
  const [gold, predictions] = PAIRS.nq.map(sample);
  const lines = () => createInterface({ input: createReadStream(predictions) });
  const expected = (await score({ gold, predictions, preset: "nq" })).mean;
  for (const source of [lines, () => named("run", lines())]) {
    // The gold file is read first, and all lines have come by then.
    assert.equal((await score({ gold, predictions: source(), preset: "nq" })).mean, expected);
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
  await assert.rejects(score({ ...sides, articles: "keep" }), /score has no option articles; put settings/);
});

test("an error names file, row and remedy", async () => {
  const error = await score({ gold: "no-such-file.jsonl", predictions: [], preset: "squad-v1" }).catch((one) => one);
  assert.ok(error instanceof ScoredropError);
  assert.equal(error.cause.code, "ENOENT");
  assert.match(error.message, /cannot read no-such-file.jsonl: no such file or directory .* -> check the path/);
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

test("presets are listed with their settings", async () => {
  const all = await presets();
  const ids = all.map((preset) => preset.id);
  assert.ok(ids.includes("squad-v2") && ids.includes("gsm8k"));
  const plain = all.find(({ id }) => id === "plain-number");
  const sides = { gold: [{ id: "a", answers: ["3"] }], predictions: [{ id: "a", prediction: "3" }] };
  for (const [name, setting] of Object.entries(plain.settings)) {
    assert.ok(setting.name === name && setting.meaning && (Object.keys(setting.values).length > 0 || setting.other));
    for (const value of [setting.default, ...Object.keys(setting.values)]) {
      const report = await score({ ...sides, preset: "plain-number", settings: { [name]: value } });
      assert.equal(report.settings[name] ?? setting.default, value);
    }
  }
  // A preset and its rule can be given as they are.
  const signature = (await score({ ...sides, preset: "plain-number" })).signature;
  for (const preset of [plain, plain.rule]) assert.equal((await score({ ...sides, preset })).signature, signature);
});

test("counts and warnings are printed", async () => {
  const gold = Array.from({ length: 100 }, (_, at) => ({ id: `k${at}q`, question: `Q ${at}`, answers: [`a ${at}`] }));
  const run = gold.slice(5).map(({ id, question, answers }) => ({ id, question, prediction: answers[0] }));
  run.push({ id: "zzz", question: "Q", prediction: "x" }, { id: "k9q", question: "Q 9", prediction: "again" });
  const lines = String(await score({ gold, predictions: run, preset: "squad-v1" })).split("\n");
  assert.deepEqual(lines.slice(1, 5), [
    "5 missing, 1 extra, 1 duplicate",
    'warning: the gold file has no question with the id "zzz" (predictions.jsonl, row 96)',
    'warning: a later prediction for "k9q" replaces this one (predictions.jsonl, row 5)',
    'warning: predictions.jsonl has no prediction for "k0q" (gold.jsonl, row 1) (1 of 5 like this); see report.diagnostics',
  ]);
  const whole = gold.map(({ id, answers }) => ({ id, prediction: answers[0] }));
  const runs = [named("large", whole.slice(1)), named("small", whole), named("tiny", whole.slice(2))];
  const several = String(await score({ gold, predictions: runs, preset: "squad-v1" })).split("\n");
  assert.equal(several[3], "large: 1 missing; tiny: 2 missing");
});

const SIDES = { gold: [{ id: "a", answers: ["x"] }], predictions: [{ id: "a", prediction: "x" }], preset: "squad-v1" };
const cycle = { id: "a" };
cycle.self = cycle;

for (const [what, given, said] of [
  ["misspelt predictions", { predictons: [] }, "score has no option predictons; did you mean predictions?"],
  ["the words of Python", { na_prob: {} }, "did you mean naProb?"],
  ["a column", { answers: "target" }, 'use map: { "gold.answers": "target" }'],
  ["a key", { key: "qid" }, 'use map: { "gold.id": "qid", "predictions.id": "qid" }'],
  ["a list as map", { map: ["x"] }, 'give an object such as { "gold.answers": "Answer" }'],
  ["a number as preset", { preset: 3 }, "preset is an id such as"],
  ["probabilities without questions", { naProb: [0.1] }, "give an object such as { q1: 0.9 }"],
  ["a row in itself", { predictions: [cycle] }, "predictions, row 1: values are nested deeper than 512 levels"],
  ["a set in a row", { gold: [{ id: "a", answers: new Set(["x"]) }] }, "a value of type Set cannot be written as JSON; convert it"],
  ["JSON as a text", { gold: '[{"id": "a"}]' }, "give JSON.parse(text)"],
  ["an address as a text", { gold: "https://example.org/a" }, 'give new URL("https://example.org/a")'],
]) {
  test(`refused with a remedy: ${what}`, async () => {
    const error = await score({ ...SIDES, ...given }).catch((one) => one);
    assert.ok(error instanceof TypeError && error.message.includes(said), String(error));
  });
}

test("options that do not exist are refused everywhere", async () => {
  const report = await score(SIDES);
  assert.throws(() => report.report("html", { leaveout: "outputs" }), /report has no option leaveout; did you mean leaveOut\?/);
  await assert.rejects(drop([SIDES.gold, SIDES.predictions], { presset: "nq" }), /drop has no option presset; did you mean preset\?/);
  await assert.rejects(partial({ ...SIDES, seeds: 1 }), /partial has no option seeds; did you mean seed\?/);
  await assert.rejects(score(SIDES.gold, SIDES.predictions), /give one object, such as score/);
  await assert.rejects(drop("gold.jsonl", "predictions.jsonl"), /give the files as one array/);
});

test("remedies name options of JavaScript", async () => {
  const predictions = [{ id: "a", colx: "u" }, { id: "b", coly: "v" }];
  const error = await score({ ...SIDES, predictions }).catch((one) => one);
  const words = 'choose the column with map: { "predictions.prediction": "COLUMN" }, or exchange gold and predictions';
  assert.ok(error.problems[0].remedy.startsWith(words) && error.message.includes(words), error.message);
  const joined = await score({ ...SIDES, join: "x" }).catch((one) => one);
  assert.equal(joined.problems[0].message, 'join cannot be "x"');
  assert.match(joined.problems[0].remedy, /^choose one of id, question, /);
});

test("no message of the core names an option of the command line", () => {
  // The same messages that the test of the Python package finds in the sources.
  const { inJavaScript } = words;
  for (const [text, expected] of [
    ["such as --map gold.answers=answer.text", 'such as map: { "gold.answers": "answer.text" }'],
    ["name the columns with --map", "name the columns with map"],
    ["use --preset nq, and give", 'use preset: "nq", and give'],
    ["join by them (--join near)", 'join by them (join: "near")'],
    ["choose the key with --join", "choose the key with join"],
    ["probabilities (--na-prob)", "probabilities (naProb)"],
    ["choose it with --set if there is such a setting", "choose it with settings if there is such a setting"],
    ["--swap needs exactly one gold file", 'options: "--swap" needs exactly one gold file'],
    ["use --against, which", "use --against of the command `scoredrop score`, which"],
    ["swap the files", "exchange gold and predictions"],
    ['there is no id "--join near"', 'there is no id "--join near"'],
    ["invalid value 'x' for '--seed <SEED>'", 'seed cannot be "x"'],
    ["invalid value 'a=b' for '--map <ROLE.FIELD=COLUMN>': write ROLE.FIELD=COLUMN", 'map: { "a": "b" }: write map: { "ROLE.FIELD": "COLUMN" }'],
  ]) {
    assert.equal(inJavaScript(text), expected);
  }
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
