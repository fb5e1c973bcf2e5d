// Runs the golden cases in this browser: what the tests of the core do natively (golden_presets.rs and
// golden_files.rs in tests/scorers), with the worker as it is shipped.
const text = async (name) => {
  const answer = await fetch(new URL(name, import.meta.url));
  if (!answer.ok) throw new Error(`${name}: the server answered ${answer.status}`);
  return answer.text();
};
const lines = (rows) => rows.map((row) => `${JSON.stringify(row)}\n`).join("");

/** What the scorer is made of. */
const parts = async () => ({
  module: await WebAssembly.compileStreaming(fetch("../scoredrop-worker_bg.wasm")),
  glue: await text("../scoredrop-worker.js"),
});

/** A scorer: asks one thing after the other. */
async function scorer({ module, glue }) {
  const script = new Blob([glue], { type: "text/javascript" });
  const worker = new Worker(URL.createObjectURL(script));
  const waiting = new Map();
  let last = 0;
  const ready = new Promise((done, failed) => {
    worker.onerror = (event) => failed(new Error(event.message));
    worker.onmessage = ({ data: [number, name, said, buffer] }) => {
      if (name === "panic") stop(said);
      else if (name === "ready") done();
      else if (name !== "progress") waiting.get(number)?.(buffer);
    };
  });
  worker.postMessage({ module });
  await ready;
  const ask = (request, ...files) =>
    new Promise((done) => {
      waiting.set((last += 1), done);
      worker.postMessage([last, JSON.stringify(request), ...files]);
    });
  let slot = 0;
  /** The report of these files; nothing where there is none. */
  const score = async (preset, files, set = {}) => {
    const open = files.map(({ name, content }) => {
      const file = new File([content], name);
      return { slot: (slot += 1), name, bytes: file.size, origin: null, file };
    });
    const roles = Object.fromEntries(open.map((file, index) => [file.slot, files[index].role]));
    const choices = {
      preset, preset_guessed: false, roles, set, columns: [], join: null, confirmed: false, seed: 0, forms: {},
      settled: {}, slices: [], twins: [],
    };
    await ask({ choose: { choices } });
    await ask(
      { open: { files: open.map(({ file, ...rest }) => rest) } },
      ...open.map(({ file }) => file),
    );
    const bytes = await ask({ export: { format: "json", view: null, parts: { no_outputs: false, no_questions: false } } });
    for (const file of open) await ask({ close: { slot: file.slot } });
    const report = bytes && JSON.parse(new TextDecoder().decode(bytes));
    if (report) say("where", `Scoredrop ${report.app.version}, ${navigator.userAgent}`);
    return report;
  };
  return score;
}

/** A golden case; none where a scorer that is not asked for wrote what Python writes for no number. */
function row(line) {
  try {
    return [JSON.parse(line)];
  } catch {
    return [];
  }
}

const near = (ours, theirs) => typeof ours === "number" && Math.abs(ours - theirs) <= 1e-12;

/** One answer a case: all cases of a scorer become one gold file and one of predictions. */
async function answers(oracle, golden, score) {
  const only = Object.entries(oracle.only ?? {});
  const rows = golden.filter(
    (row) =>
      row.scorer === oracle.scorer &&
      row.expected.error === undefined &&
      row.expected.raises === undefined &&
      typeof row.pred === "string" &&
      (Array.isArray(row.gold) || typeof row.gold === "string") &&
      only.every(([name, value]) => row[name] === value),
  );
  const gold = ({ id, gold: golds, task = oracle.task ?? "TempReason", subset = null }) => ({ id, answers: golds, task, subset });
  const predictions = rows.map(({ id, pred }) => ({ id, prediction: pred }));
  const parts = [
    { role: "gold", name: "gold.jsonl", content: lines(rows.map(gold)) },
    { role: "predictions", name: "predictions.jsonl", content: lines(predictions) },
  ];
  const report = await score(oracle.preset, parts, oracle.set);
  const records = report?.runs[0].records ?? [];
  const unequal = [];
  rows.forEach((row, index) => {
    const record = records[index];
    const wrong = Object.entries(oracle.values)
      .map(([theirs, ours]) => [ours, record?.metrics[ours], row.expected[theirs] / (oracle.scale ?? 1)])
      .filter(([, ours, theirs]) => !near(ours, theirs));
    // Some scorers show the number that they read and not the text that it stands in.
    const shown = oracle.extracted !== false && "extracted" in row.expected;
    if (shown && record?.extracted !== row.expected.extracted) {
      wrong.push(["extracted", record?.extracted, row.expected.extracted]);
    }
    if (record?.id !== row.id) wrong.push(["id", record?.id, row.id]);
    if (wrong.length > 0) unequal.push({ id: row.id, wrong });
  });
  return { count: rows.length, unequal };
}

const squad = (qas) => JSON.stringify({ version: "1", data: [{ title: "T", paragraphs: [{ context: "c", qas }] }] });
const list = (name, values) => lines(Object.entries(values).map(([question, value]) => ({ question, [name]: value })));

/** How the files of a scorer are made of a case. */
const FILES = {
  squad_v1: ["squad-v1", ({ gold, pred }) => [squad(gold), JSON.stringify(pred)]],
  squad_v2: ["squad-v2", ({ gold, pred }) => [squad(gold), JSON.stringify(pred.preds), pred.na_prob && JSON.stringify(pred.na_prob)]],
  hotpotqa: ["hotpotqa", ({ gold, pred }) => [JSON.stringify(gold), JSON.stringify(pred)]],
  nq_open_orqa: ["nq-open", ({ gold, pred }) => [list("answer", gold), list("prediction", pred)], "jsonl"],
};

/** Whole files a case: the official block has to be the script's. */
async function files(scorer_, golden, score) {
  const [preset, make, ending = "json"] = FILES[scorer_];
  const rows = golden.filter(
    ({ scorer, gold, pred, expected }) =>
      scorer === scorer_ &&
      (typeof pred !== "string" || !Array.isArray(gold)) &&
      expected.error === undefined &&
      Object.values(expected).every((value) => typeof value === "number"),
  );
  const unequal = [];
  for (const row of rows) {
    const parts = [];
    const [gold, predictions, probabilities] = make(row);
    parts.push({ role: "gold", name: `gold.${ending}`, content: gold });
    parts.push({ role: "predictions", name: `predictions.${ending}`, content: predictions });
    if (probabilities) parts.push({ role: "na_prob", name: "na_prob.json", content: probabilities });
    const threshold = row.pred.thresh;
    const report = await score(preset, parts, threshold == null ? {} : { na_threshold: String(threshold) });
    const block = report?.runs[0].official ?? {};
    const keys = new Set([...Object.keys(row.expected), ...Object.keys(block)]);
    const wrong = [...keys]
      .map((key) => [key, block[key], row.expected[key]])
      .filter(([, ours, theirs]) => !near(ours, theirs));
    if (wrong.length > 0) unequal.push({ id: row.id, wrong });
  }
  return { preset, count: rows.length, unequal };
}

/** Says why there is no result. */
function stop(words) {
  say("result", `The self-test stopped: ${words}.`);
  document.getElementById("result").className = "unequal";
}

const say = (id, words) => (document.getElementById(id).textContent = words);
const total = { count: 0, unequal: 0 };

function show(preset, reference, { count, unequal }) {
  total.count += count;
  total.unequal += unequal.length;
  const row = document.createElement("tr");
  for (const words of [preset, reference, count, count - unequal.length]) {
    row.append(Object.assign(document.createElement("td"), { textContent: words }));
  }
  document.getElementById("rows").append(row);
  for (const { id, wrong } of unequal) {
    const words = wrong.map(([name, ours, theirs]) => `${name} ${ours}, expected ${theirs}`);
    const item = Object.assign(document.createElement("li"), { textContent: `${preset} ${id}: ${words.join("; ")}` });
    document.getElementById("list").append(item);
    document.getElementById("unequal").hidden = false;
  }
  say("result", `${total.count - total.unequal} of ${total.count} equal so far.`);
}

try {
  const names = ["oracles.json", "text-qa.jsonl", "temporal.jsonl", "values.jsonl"];
  const [oracles, ...cases] = await Promise.all(names.map(text));
  const golden = cases.flatMap((part) => part.trim().split("\n").flatMap(row));
  const score = await parts().then(scorer);
  for (const oracle of JSON.parse(oracles)) {
    const found = await answers(oracle, golden, score);
    if (found.count !== oracle.rows) throw new Error(`${oracle.preset}: ${found.count} cases instead of ${oracle.rows}`);
    show(oracle.preset, oracle.scorer, found);
  }
  for (const scorer_ of Object.keys(FILES)) {
    const found = await files(scorer_, golden, score);
    show(found.preset, `${scorer_}, whole files`, found);
  }
  say("result", `${total.count - total.unequal} of ${total.count} equal.`);
  document.getElementById("result").className = total.unequal === 0 ? "equal" : "unequal";
} catch (error) {
  stop(error.message ?? error);
}
