// Options that do not exist, and the core's options in the words of JavaScript.

/** Fields that people name like options; `map` names their columns. */
const FIELDS = {
  answer: "gold.answers",
  answers: "gold.answers",
  id: "gold.id",
  key: "gold.id",
  prediction: "predictions.prediction",
  question: "gold.question",
};

/** Refuses options that do not exist. `of` names the function; `hint` is what to do if none has a similar name. */
export function expectOptions(given, known, of, hint) {
  for (const [name, value] of Object.entries(given)) {
    if (known.includes(name)) continue;
    throw new TypeError(`${of} has no option ${name}; ${remedy(name, value, known, hint)}`);
  }
}

function remedy(name, value, known, hint) {
  const field = known.includes("map") && typeof value === "string" ? FIELDS[name] : undefined;
  if (field !== undefined) {
    const fields = field === "gold.id" ? [field, "predictions.id"] : [field];
    return `use map: { ${fields.map((one) => `${JSON.stringify(one)}: ${JSON.stringify(value)}`).join(", ")} }`;
  }
  const near = nearest(name, known);
  return near === undefined ? hint : `did you mean ${near}?`;
}

/** The name that differs in the fewest letters, if it is similar. */
function nearest(name, known) {
  const bare = (text) => text.replaceAll("_", "").toLowerCase();
  const ranked = known.map((one) => [distance(bare(name), bare(one)), one]).sort(([one], [other]) => one - other);
  return ranked.length > 0 && ranked[0][0] <= Math.ceil(ranked[0][1].length / 4) ? ranked[0][1] : undefined;
}

/** The number of letters to add, remove or replace. */
function distance(one, other) {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 0; i < one.length; i += 1) {
    const next = [i + 1];
    for (let j = 0; j < other.length; j += 1) {
      next.push(Math.min(row[j] + (one[i] === other[j] ? 0 : 1), row[j + 1] + 1, next[j] + 1));
    }
    row = next;
  }
  return row[other.length];
}

/** The option for each option of the command line. */
const OPTIONS = {
  baseline: "baseline",
  cluster: "cluster",
  join: "join",
  map: "map",
  "na-prob": "naProb",
  preset: "preset",
  seed: "seed",
  set: "settings",
  slice: "slices",
  swap: 'options: "--swap"',
  twin: "twins",
};

/** Options that only the command `scoredrop score` has. */
const OF_COMMAND = ["against", "script"];

const PLACES = new RegExp(
  [
    '"(?:[^"\\\\]|\\\\.)*"',
    "invalid value '(?<value>.*?)' for '--(?<refused>[a-z-]+) <[^>]*>'",
    "(?:--map )?(?<field>[A-Za-z_]+\\.[A-Za-z_]+)=(?<column>[^\\s,;)]+)",
    "--set (?<key>\\w+)=(?<to>[^\\s,;)]+)",
    "--join (?<join>id|question|row|same-row|near)\\b",
    "--preset (?<preset>[a-z0-9][a-z0-9-]*)",
    "--(?<option>[a-z][a-z-]*)",
    "(?<swap>swap the files)",
  ].join("|"),
  "g",
);

/** A message of the core with options of JavaScript. What it quotes of the data stays. */
export function inJavaScript(text) {
  return text.replace(PLACES, (...found) => {
    const { value, refused, field, column, key, to, join, preset, option, swap } = found.at(-1);
    if (refused !== undefined) {
      const cut = value.indexOf("=");
      if (refused === "map" && cut >= 0) return columnOf(value.slice(0, cut), value.slice(cut + 1));
      return `${OPTIONS[refused] ?? refused} cannot be ${JSON.stringify(value)}`;
    }
    if (field !== undefined) return columnOf(field, column);
    if (key !== undefined) return `settings: { ${key}: ${JSON.stringify(to)} }`;
    if (join !== undefined) return `join: ${JSON.stringify(join)}`;
    if (preset !== undefined) return `preset: ${JSON.stringify(preset)}`;
    if (OF_COMMAND.includes(option)) return `--${option} of the command \`scoredrop score\``;
    if (Object.hasOwn(OPTIONS, option ?? "")) return OPTIONS[option];
    return swap === undefined ? found[0] : "exchange gold and predictions";
  });
}

const columnOf = (field, column) => `map: { ${JSON.stringify(field)}: ${JSON.stringify(column)} }`;
