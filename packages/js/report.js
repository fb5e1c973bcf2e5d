// Scores and their reports.

import { problemOf } from "./errors.js";
import { expectOptions, inJavaScript } from "./options.js";

const decoder = new TextDecoder();

/** The scores of one set of predictions. */
class Run {
  #report;
  #index;
  #data;
  #records;

  constructor(report, index, data) {
    this.#report = report;
    this.#index = index;
    this.#data = data;
    this.name = data.name;
  }

  get aggregates() {
    return this.#data.aggregates;
  }

  get #headline() {
    const whole = this.aggregates.filter((one) => one.group === null);
    return whole.find((one) => one.metric === this.#report.metric) ?? whole[0];
  }

  get mean() {
    return this.#headline.mean;
  }

  get interval() {
    return this.#headline.interval;
  }

  get n() {
    return this.#headline.n;
  }

  get means() {
    const whole = this.aggregates.filter((one) => one.group === null);
    return Object.fromEntries(whole.map((one) => [one.metric, one.mean]));
  }

  get official() {
    return this.#data.official;
  }

  get reconciliation() {
    return this.#data.reconciliation;
  }

  get records() {
    if (!this.#report.hasRecords) throw new TypeError("a merged report has no records, because parts hold only counts");
    this.#records ??= JSON.parse(this.#report._core.records(this.#index));
    return this.#records;
  }

  get wrong() {
    return this.records.filter((one) => one.verdict !== "right" && one.state !== "excluded");
  }

  toString() {
    return `${this.name}: ${this.#report._told(this.#headline)}`;
  }

  explain(id) {
    const row = this.records.findIndex((one) => one.id === String(id));
    const found = row < 0 ? undefined : this.#report._core.explain(this.#index, row);
    if (found === undefined) throw new RangeError(`no question has the id ${JSON.stringify(id)}`);
    const { row: about, chain, golds, why } = JSON.parse(found);
    return {
      id: about.id,
      verdict: about.verdict.toLowerCase(),
      why,
      steps: chain.map(({ label, pieces }) => ({ label, text: pieces.map((piece) => piece.text).join("") })),
      golds: golds.length > 0 ? golds.map((one) => one.text) : about.golds,
      matched: golds.find((one) => one.matched)?.text ?? null,
      metrics: Object.fromEntries(about.metrics),
    };
  }
}

/**
 * A finished score. `mean`, `interval`, `n`, `official`, `records`, `wrong` and `explain` are those of the first run;
 * `runs` has all of them.
 */
export class Report {
  #shown;
  #data;
  #runs;
  #freed = false;

  constructor(core) {
    /** @internal */
    Object.defineProperty(this, "_core", { value: core, configurable: true });
    ({ report: this.#data, shown: this.#shown } = JSON.parse(core.head()));
    this.#runs = this.#data.runs.map((data, index) => new Run(this, index, data));
  }

  get runs() {
    return this.#runs;
  }

  get metric() {
    return this.#shown.lead ?? this.#data.runs[0].aggregates[0].metric;
  }

  explain(id) {
    return this.#runs[0].explain(id);
  }

  get hasRecords() {
    return this.#data.merged === undefined;
  }

  get preset() {
    return this.#data.preset.id;
  }

  get settings() {
    return this.#data.settings;
  }

  get signature() {
    return this.#data.signature;
  }

  get sources() {
    return this.#data.sources;
  }

  get reconciliation() {
    return this.#data.reconciliation;
  }

  get provisional() {
    return this.doubts.length > 0;
  }

  get doubts() {
    return (this.#data.provisional ?? []).map(({ code, message, rows, remedy }) => ({
      code,
      message,
      rows,
      options: remedy?.options ?? null,
      mean: remedy?.mean ?? null,
    }));
  }

  get readings() {
    return this.#data.readings.map(({ words, mean, n, gold, runs, rule, why, chosen, options }) => ({
      words,
      mean,
      means: Object.fromEntries(runs.map((run) => [run.name, run.mean])),
      n,
      gold: gold?.column ?? null,
      predictions: runs.map((run) => run.column),
      preset: rule.preset,
      settings: rule.settings,
      why,
      chosen,
      options,
    }));
  }

  get diagnostics() {
    return this.#data.diagnostics.map(problemOf);
  }

  get comparisons() {
    return this.#data.comparisons;
  }

  get leaderboard() {
    return this.#data.leaderboard ?? [];
  }

  /** The report in a format, with the bytes that the command line writes. */
  report(format = "json", { leaveOut = [], ...others } = {}) {
    expectOptions(others, ["leaveOut"], "report", "it has only leaveOut");
    const parts = [leaveOut].flat();
    if (parts.some((part) => part !== "outputs" && part !== "questions")) {
      throw new TypeError("leaveOut takes outputs and questions");
    }
    if (parts.length > 0 && format !== "json" && format !== "html") {
      throw new TypeError("leaveOut works only with json and html");
    }
    try {
      return decoder.decode(this._core.write(format, parts.includes("outputs"), parts.includes("questions")));
    } catch (error) {
      throw typeof error === "string" ? new TypeError(error) : error;
    }
  }

  toJSON() {
    return this.#data;
  }

  /** @internal */
  _told({ metric, mean, interval, n }) {
    const title = this.#shown.titles[metric] ?? metric;
    if (mean === null) return `${title} has no value`;
    const [scale, unit, digits] = this.#shown.percent.includes(metric) ? [100, " %", 1] : [1, "", 4];
    const text = (value) => (value * scale).toFixed(digits);
    const between = interval === null ? "" : ` [${text(interval.low)}, ${text(interval.high)}]`;
    return `${title} ${text(mean)}${unit}${between}, n = ${n}`;
  }

  toString() {
    const lines = [...this.#runs.map(String), ...this.#findings()];
    for (const { message } of this.doubts) lines.push(`provisional: ${message}`);
    const { readings } = this;
    const ofRun = readings.find((one) => one.chosen)?.means ?? {};
    const several = Object.keys(ofRun).length > 1;
    for (const { words, means, options, chosen } of readings) {
      if (chosen) continue;
      // Of several runs, those whose number changes.
      const moved = Object.entries(means).filter(([name, mean]) => mean !== null && (!several || mean !== ofRun[name]));
      const shown = moved.map(([name, mean]) => `${several ? `${name} ` : ""}${(mean * 100).toFixed(1)} %`);
      const numbers = shown.length === 0 ? "" : ` (${shown.join(", ")})`;
      lines.push(`another reading${numbers}: ${words}; options ${JSON.stringify(options)}`);
    }
    return lines.join("\n");
  }

  /** The number of questions and predictions without a partner, and a line for each kind of warning. */
  #findings() {
    const several = this.#runs.length > 1;
    const counts = this.#runs.map(({ name, reconciliation }) => [name, unmatched(reconciliation)]);
    const counted = counts.filter(([, words]) => words !== "").map(([name, words]) => (several ? `${name}: ${words}` : words));
    const lines = counted.length > 0 ? [counted.join("; ")] : [];
    const doubted = this.doubts.map(({ code }) => code);
    for (const { first, count } of this.#shown.warnings) {
      if (doubted.includes(first.code)) continue;
      const place = [first.file, first.row === null ? null : `row ${first.row}`].filter((one) => one !== null).join(", ");
      const alike = count > 1 ? ` (1 of ${count} like this)` : "";
      lines.push(`${first.severity}: ${inJavaScript(first.message)}${place && ` (${place})`}${alike}`);
    }
    if (lines.length > 0) lines.push(`${lines.pop()}; see report.diagnostics`);
    return lines;
  }

  /** Gives its memory back at once. */
  free() {
    if (this.#freed) return;
    this.#freed = true;
    this._core.free();
    Object.defineProperty(this, "_core", {
      get() {
        throw new TypeError("this report has given its memory back: it was freed");
      },
    });
  }

  [Symbol.dispose ?? Symbol.for("dispose")]() {
    this.free();
  }
}

/** The counts of what does not fit together, in words. */
function unmatched({ missing, extra, duplicate_predictions: duplicates, unparseable: unreadable }) {
  const words = { missing, extra, [duplicates === 1 ? "duplicate" : "duplicates"]: duplicates, unreadable };
  return Object.entries(words)
    .filter(([, count]) => count > 0)
    .map(([word, count]) => `${count} ${word}`)
    .join(", ");
}

const OF_FIRST_RUN = ["mean", "interval", "n", "means", "official", "aggregates", "records", "wrong"];
for (const name of OF_FIRST_RUN) {
  Object.defineProperty(Report.prototype, name, {
    get() {
      return this.runs[0][name];
    },
  });
}
