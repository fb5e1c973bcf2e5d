// What people use. Whoever imports this file says where the WebAssembly is: see `init`.

import start, * as core from "./core.js";
import { QuestionError, ScoredropError, errorOf } from "./errors.js";
import { expectOptions } from "./options.js";
import { Report } from "./report.js";
import { Named, bytesOf, heard, isPlain, named, runs, textOf, values } from "./tables.js";

export { Named, QuestionError, Report, ScoredropError, named };

let find = () => {
  throw new Error("call init with the WebAssembly first");
};
let ready;

/** Says how the WebAssembly is found when it is needed first. */
export function bring(finding) {
  find = finding;
}

/** Starts the WebAssembly. What is it: its bytes, a module, a response, or the address to fetch it from. */
export function init(wasm) {
  ready ??= Promise.resolve(wasm ?? find())
    .then((found) => start({ module_or_path: found }))
    .catch((error) => {
      ready = undefined;
      throw error;
    });
  return ready.then(() => undefined);
}

/** Scores predictions by the benchmark that is named. */
export async function score(given = {}) {
  return scored(...filesOf(given, "score"));
}

/**
 * Scores predictions for a part of the questions, for `merge`. Takes what `score` takes; gold or predictions may be
 * empty lists.
 */
export async function partial(given = {}) {
  return settled(await run(core.partial, ...filesOf(given, "partial")));
}

/** Merges parts that `partial` or `scoredrop score --partial` has made, in any order, into one report. */
export async function merge(parts) {
  if (parts instanceof ArrayBuffer || ArrayBuffer.isView(parts)) parts = [parts];
  await init();
  const all = new core.Parts();
  try {
    for (const part of parts) {
      const said = all.add(part instanceof Uint8Array ? part : new Uint8Array(part));
      if (said !== undefined) throw errorOf(JSON.parse(said));
    }
    return new Report(settled(all.finish()));
  } finally {
    all.free();
  }
}

const SIDES = ["gold", "predictions", "table", "naProb"];

const CHOICES = [
  ...["preset", "settings", "join", "map", "seed", "baseline", "slices", "cluster", "twins", "options"],
  ...["signal", "onProgress"],
];

const HINT = "put settings of the preset into settings";

/** The files that a function is given, and its other choices. */
function filesOf(given, of) {
  if (!isPlain(given)) throw new TypeError(`give one object, such as ${of}({ gold, predictions, preset })`);
  expectOptions(given, [...SIDES, ...CHOICES], of, HINT);
  const { gold, predictions, table, naProb, ...choices } = given;
  const files = [];
  let join = choices.join;
  if (table !== undefined) {
    if (gold !== undefined || predictions !== undefined) {
      throw new TypeError("give either a table, or gold and predictions");
    }
    files.push({ role: "table", name: "table", data: table });
  } else {
    if (gold === undefined || predictions === undefined) {
      throw new TypeError("give gold and predictions, or a table that holds both");
    }
    const given = runs(predictions);
    const lists = [gold, ...given].map(values).filter((list) => list !== undefined);
    // Lists alone go together row by row. With a table, only the order of its rows says so.
    const numbered = lists.length === given.length + 1;
    if (numbered) {
      const lengths = [...new Set(lists.map((list) => list.length))];
      if (lengths.length > 1) {
        throw new TypeError(
          `lists of ${lengths.join(" and ")} values cannot be joined row by row; give objects with an id`,
        );
      }
    }
    if (lists.length > 0) join ??= numbered ? "id" : "row";
    files.push({ role: "gold", name: "gold", data: gold, column: "answers", numbered });
    given.forEach((data, index) => {
      const name = given.length === 1 ? "predictions" : `predictions-${index + 1}`;
      files.push({ role: "predictions", name, data, column: "prediction", numbered });
    });
  }
  if (naProb !== undefined && values(naProb) !== undefined) {
    throw new TypeError("naProb has values without questions; give an object such as { q1: 0.9 } with the id of each question");
  }
  if (naProb !== undefined) files.push({ role: "na_prob", name: "na_prob", data: naProb });
  return [files, { ...choices, join }];
}

/** Detects which file is which and what benchmark they belong to, and scores them. */
export async function drop(files, choices = {}) {
  if (!isPlain(choices)) throw new TypeError("give the files as one array, such as drop([gold, predictions], { preset })");
  expectOptions(choices, CHOICES, "drop", HINT);
  const given = Array.isArray(files) ? files : [files];
  if (given.length === 0) throw new TypeError("give files in any order, or one that holds both sides");
  const name = (index) => (given.length === 1 ? "table" : `table-${index + 1}`);
  return scored(
    given.map((data, index) => ({ name: name(index), data })),
    choices,
  );
}

/** Lists the presets. */
export async function presets() {
  await init();
  return JSON.parse(core.presets()).map(({ preset, settings }) => {
    const { id, title, version, metrics, card } = preset;
    const { summary = "", inputs = "", limits = [], reproduces = "" } = card;
    const byName = Object.fromEntries(settings.map((setting) => [setting.name, setting]));
    return { id, title, summary, inputs, limits, reproduces, metrics, version, settings: byName, rule: preset };
  });
}

async function scored(given, choices) {
  return new Report(settled(await run(core.score, given, choices)));
}

/** Returns the result of the core, or raises its error. */
function settled(found) {
  if (typeof found === "string") throw errorOf(JSON.parse(found));
  return found;
}

/** Opens files and has a function of the core work on them. */
async function run(work, given, { signal, onProgress, ...choices }) {
  signal?.throwIfAborted();
  const words = wordsOf(choices);
  const begun = given.map(({ data, ...file }) => ({ ...file, data: heard(data) }));
  await init();
  const files = new core.Files();
  const turn = turns(signal, onProgress);
  const told = (doing, done, total) => onProgress?.({ doing, done, total, unit: "bytes" });
  try {
    for (const { role: as, ...file } of begun) {
      const { name, member, bytes, isTable } = await bytesOf(file, signal, told, turn);
      files.add(as, name, member, bytes, isTable ?? false);
    }
  } catch (error) {
    files.free();
    throw error;
  }
  const found = await work(files, words, turn);
  if (typeof found === "string") signal?.throwIfAborted();
  return found;
}

/** Milliseconds of work after which others have their turn. */
const TURN = 30;

/** Says how far the work is, lets others work, and asks whether to go on. */
function turns(signal, onProgress) {
  let begun = performance.now();
  return (doing, done, total, unit) => {
    if (performance.now() - begun < TURN) return true;
    onProgress?.({ doing, done, total, unit });
    return othersFirst().then(() => {
      begun = performance.now();
      return !signal?.aborted;
    });
  };
}

function othersFirst() {
  if (globalThis.setImmediate) return new Promise((done) => setImmediate(done));
  return new Promise((done) => {
    // A timer would wait for four milliseconds.
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      done();
    };
    port2.postMessage(null);
  });
}

const listOf = (value) => (value === undefined ? [] : Array.isArray(value) ? value : [value]);

/** The choices in the words of the command line, which the core reads. */
function wordsOf({ preset, settings, join, map, seed, baseline, slices, cluster, twins, options }) {
  if (map !== undefined && !isPlain(map)) {
    throw new TypeError('map has the column of each field: give an object such as { "gold.answers": "Answer" }');
  }
  const further = Array.isArray(options) ? options : split(options ?? "");
  const chosen = choicesIn(further);
  const words = [];
  if (preset !== undefined && !chosen.has("--preset")) words.push(`--preset=${presetOf(preset)}`);
  if (join !== undefined && !chosen.has("--join")) words.push(`--join=${join}`);
  for (const [place, columns] of Object.entries(map ?? {})) {
    if (!chosen.has(`--map=${place}`)) words.push(...listOf(columns).map((column) => `--map=${place}=${column}`));
  }
  if (seed && !chosen.has("--seed")) words.push(`--seed=${seed}`);
  if (baseline !== undefined && !chosen.has("--baseline")) words.push(`--baseline=${baseline}`);
  words.push(...listOf(slices).map((slice) => `--slice=${slice}`));
  words.push(...listOf(twins).map((twin) => `--twin=${twin}`));
  if (cluster !== undefined && !chosen.has("--cluster")) words.push(`--cluster=${cluster}`);
  for (const [key, value] of Object.entries(settings ?? {})) {
    if (!chosen.has(`--set=${key}`)) words.push(`--set=${key}=${value}`);
  }
  return [...words, ...further];
}

/** A preset by its id, or as JSON. */
function presetOf(preset) {
  if (typeof preset === "string") return preset;
  if (isPlain(preset)) return textOf(preset.rule ?? preset);
  throw new TypeError('preset is an id such as "squad-v1" (presets() lists them), or a preset as an object');
}

/** Returns what options of the command line choose: the flag and, for repeatable flags, also its key. */
function choicesIn(words) {
  const found = new Set();
  words.forEach((word, at) => {
    if (!word.startsWith("--")) return;
    const cut = word.indexOf("=");
    const [flag, value] = cut < 0 ? [word, words[at + 1] ?? ""] : [word.slice(0, cut), word.slice(cut + 1)];
    found.add(flag).add(`${flag}=${value.split("=")[0]}`);
  });
  return found;
}

/** Splits words as a shell does: by blanks, unless they are quoted. */
function split(text) {
  const words = [];
  let word;
  let quote;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at];
    if (quote) {
      if (letter === quote) quote = undefined;
      else if (letter === "\\" && quote === '"' && '"\\$`'.includes(text[at + 1])) word += text[(at += 1)];
      else word += letter;
    } else if (letter === "'" || letter === '"') {
      quote = letter;
      word ??= "";
    } else if (/\s/.test(letter)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (letter === "\\" && at + 1 < text.length) {
      word = (word ?? "") + text[(at += 1)];
    } else {
      word = (word ?? "") + letter;
    }
  }
  if (quote) throw new TypeError(`a quotation mark is missing in ${JSON.stringify(text)}`);
  if (word !== undefined) words.push(word);
  return words;
}
