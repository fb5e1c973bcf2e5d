/** One row: names of columns and their values. */
export type Row = Record<string, unknown>;

/**
 * Data of one side: the path of a file (Node.js), a URL or response, a `File` or `Blob`, bytes, a stream of bytes or
 * rows, lines of `readline`, an array or other iterable of rows, a map with an answer for each id, an array of values (one for each row), or an object that is a whole JSON
 * document.
 */
export type Data =
  | string
  | URL
  | Response
  | Blob
  | ArrayBuffer
  | ArrayBufferView
  | ReadableStream
  | AsyncIterable<unknown>
  | Iterable<object>
  | ReadonlyMap<string, unknown>
  | readonly unknown[]
  | Row
  | Named;

/** Data with the name of their run. */
export declare class Named {
  private constructor();
  readonly name: string;
  readonly data: Data;
}

/** Gives data a name. */
export declare function named(name: string, data: Data): Named;

/** Progress of the work. */
export interface Progress {
  /** What is being done: "reading gold.jsonl", "scoring". */
  doing: string;
  done: number;
  /** The total amount; 0 if unknown. */
  total: number;
  /** "bytes", "questions". */
  unit: string;
}

/** Options of `score` and `drop`. */
export interface Choices {
  /** Id of a preset (see `presets`), or a preset as an object. By default, the preset that fits the data. */
  preset?: string | object;
  /** Settings of the preset, such as `{ articles: "keep" }`. */
  settings?: Record<string, string | number | boolean>;
  /** How rows are joined; by default, by the key with the best evidence. */
  join?: "id" | "question" | "row" | "near";
  /** The column of each field, such as `{ "gold.answers": "Answer" }`; a list for a composite key. */
  map?: Record<string, string | string[]>;
  /** Seed of the intervals that are computed by resampling. */
  seed?: number;
  /** Name of the run that others are compared with; the first one by default. */
  baseline?: string;
  /** Breakdowns, such as `"level"` or `"length:0,10,20"`. */
  slices?: string | string[];
  /** Column of the gold answers that groups related questions. */
  cluster?: string;
  /** Second rules for every run, such as `"extract=whole"`. */
  twins?: string | string[];
  /**
   * Pass the `options` of a doubt or a reading here unchanged; to write it yourself, use `settings`, such as
   * `{ duplicates: "first" }`. They override the others.
   */
  options?: string | string[];
  /** Stops the work. */
  signal?: AbortSignal;
  /** Called from time to time with the progress. */
  onProgress?: (progress: Progress) => void;
}

/** Both sides, or one table that holds them. */
export type Sides =
  | { gold: Data; predictions: Data | readonly Data[]; table?: undefined; naProb?: Data }
  | { table: Data; gold?: undefined; predictions?: undefined; naProb?: Data };

/** Where the WebAssembly is: its bytes, a module, a response, or the address to fetch it from. */
export type Wasm = BufferSource | WebAssembly.Module | Response | Promise<Response> | URL | string;

/** Starts the WebAssembly. Call it, with the place of the WebAssembly, only if you import `scoredrop/slim`. */
export declare function init(wasm?: Wasm): Promise<void>;

/**
 * Scores predictions by the benchmark that you name. For several runs, give a list of data.
 *
 * @throws {ScoredropError} If something cannot be read, joined or scored. It lists every problem.
 */
export declare function score(sides: Sides & Choices): Promise<Report>;

/**
 * Detects which file is which and which benchmark they belong to, and scores them.
 *
 * @throws {QuestionError} If you have to answer a question first.
 * @throws {ScoredropError} If something cannot be read, joined or scored. It lists every problem.
 */
export declare function drop(files: Data | readonly Data[], choices?: Choices): Promise<Report>;

/**
 * Scores predictions for a part of the questions. All rows of a question must be in one part; gold or predictions
 * may be empty lists. Give the same choices to every part, and name columns with `map` if parts are small.
 *
 * @returns The binary form of the part, which `merge` and `scoredrop merge` read.
 * @throws {ScoredropError} If something cannot be read, joined or scored, or cannot be merged with other parts.
 */
export declare function partial(sides: Sides & Choices): Promise<Uint8Array>;

/**
 * Merges parts, in any order, or one part, into one report. Its numbers equal those of one machine,
 * except for the last digits of means of fractions. It has no records.
 *
 * @throws {ScoredropError} If a part is damaged, the parts were not scored in the same way, or a run has no prediction
 * for any question.
 */
export declare function merge(
  parts: Iterable<Uint8Array | ArrayBuffer> | Uint8Array | ArrayBuffer,
): Promise<Report>;

/** A setting of a preset. */
export interface Setting {
  name: string;
  /** The value that the preset has. */
  default: string;
  /** What the setting decides. */
  meaning: string;
  /** Each value that can be listed, with a sentence about it. */
  values: Record<string, string>;
  /** What else it takes, such as "a number of 0 or more, such as 0.01". */
  other: string | null;
}

/** A preset of the catalog. */
export interface Preset {
  id: string;
  title: string;
  /** How answers are compared. */
  summary: string;
  /** What the files must contain. */
  inputs: string;
  /** What differs from the reference, or is not scored. */
  limits: string[];
  /** The scorer and commit that it reproduces; empty for our own definitions. */
  reproduces: string;
  metrics: string[];
  /** Raised with each change that can move a number. */
  version: number;
  /** What can be changed with `settings`, by name. */
  settings: Record<string, Setting>;
  /** The preset as a file, to change and to give as `preset`. */
  rule: Record<string, unknown>;
}

/** Lists the presets. */
export declare function presets(): Promise<Preset[]>;

/** An error, a warning or a note about the files or choices. */
export interface Problem {
  severity: "error" | "warning" | "info";
  /** A stable name for programs. */
  code: string;
  message: string;
  file: string | null;
  /** Counted from 1. */
  row: number | null;
  column: string | null;
  /** What to do about it. */
  remedy: string | null;
}

/** Files that cannot be scored, or choices that cannot be followed. */
export declare class ScoredropError extends Error {
  /** Every problem, with its place and what to do about it. */
  readonly problems: Problem[];
}

/** A possible answer to a question. */
export interface Option {
  /** What it is called, such as the name of a column. */
  choice: string;
  /** Two example values that identify it. */
  shows: string[];
  /** The share of the first rows that would be right with this choice, 0 to 1. */
  wouldGive: number | null;
  /** What to give to `drop` as `options`. */
  options: string;
}

/** The score depends on a question that the files do not answer. */
export declare class QuestionError extends ScoredropError {
  readonly question: string;
  readonly options: Option[];
}

/** An interval around a mean, on the scale of the mean. */
export interface Interval {
  low: number;
  high: number;
  /** 0.95 for 95 %. */
  level: number;
  /** How it was computed, such as `wilson` or `bootstrap`. */
  method: string;
}

/** The mean of a metric, over all questions or over a group. */
export interface Aggregate {
  metric: string;
  /** `null` over all questions. */
  group: { column: string; value: string } | null;
  /** 0 to 1, unless the metric has another unit. */
  mean: number | null;
  /** Questions in the mean. */
  n: number;
  /** Questions in the mean that have a prediction. */
  n_scored: number;
  interval: Interval | null;
}

/** The result of a run on one question. */
export interface ScoredRow {
  id: string;
  question: string | null;
  golds: string[];
  prediction: string | null;
  /** The answer extracted from the prediction. */
  extracted: string | null;
  state: "answered" | "not_extracted" | "blank" | "missing" | "excluded";
  verdict: "right" | "partly" | "wrong" | "unanswered";
  metrics: Record<string, number | null>;
  /** Index of the gold answer that decided the score. */
  matched: number | null;
}

/** Explains the score of one question. */
export interface Explanation {
  id: string;
  verdict: string;
  /** The reason in words. */
  why: string[];
  /** The steps from the output to the text that was compared. */
  steps: { label: string; text: string }[];
  golds: string[];
  /** The gold answer that decided the score. */
  matched: string | null;
  metrics: Record<string, number | null>;
}

/** The scores of one set of predictions. */
export interface Run {
  readonly name: string;
  /** The mean of the headline metric, 0 to 1 unless the metric has another unit. */
  readonly mean: number | null;
  readonly interval: Interval | null;
  /** Questions that count. */
  readonly n: number;
  /** The mean of every metric over all questions. */
  readonly means: Record<string, number | null>;
  /**
   * The output of the reference script, with its keys, scale and digits. It is empty if the reference script would stop
   * with an error, if you changed a setting, or if the preset has no reference.
   */
  readonly official: Record<string, unknown>;
  readonly aggregates: Aggregate[];
  /** Counts of questions and predictions by outcome. `gold` is the sum of the next five. */
  readonly reconciliation: Record<string, number>;
  /** Every question, in the order of the gold answers. */
  readonly records: ScoredRow[];
  /** The questions that count and are not right. */
  readonly wrong: ScoredRow[];
  /**
   * Explains the score of a question.
   *
   * @throws {RangeError} If there is no question with this id.
   */
  explain(id: string | number): Explanation;
}

/** A reason why a score may not mean what it seems to mean. */
export interface Doubt {
  code: string;
  message: string;
  /** Number of rows concerned. */
  rows: number | null;
  /** What settles the doubt; pass it to `score` or `drop` as `options`. */
  options: string | null;
  /** The score with these options. */
  mean: number | null;
}

/** A way to read the data (columns, join and rule) and the score that it gives. */
export interface Reading {
  words: string;
  /** The headline of the first run. */
  mean: number | null;
  /** The headline of every run, by its name. */
  means: Record<string, number | null>;
  n: number;
  gold: string | null;
  predictions: string[];
  preset: string;
  settings: Record<string, string>;
  why: string[];
  /** Whether the score uses this reading. */
  chosen: boolean;
  options: string;
}

/** Formats of the report. */
export type Format =
  | "json"
  | "csv"
  | "aggregates-csv"
  | "markdown"
  | "latex"
  | "html"
  | "official"
  | "inspect"
  | "hf-eval-results"
  | "every-eval-ever"
  | "every-eval-ever-samples"
  | "methods"
  | "verify.py"
  | "strip.svg"
  | "breakdown.svg"
  | "comparison.svg";

/**
 * A finished score. `mean`, `interval`, `n`, `official`, `records`, `wrong` and `explain` are those of the first run;
 * `runs` has all of them.
 */
export interface Report extends Omit<Run, "name" | "reconciliation"> {}

export declare class Report {
  private constructor();
  readonly runs: Run[];
  /** Id of the headline metric; `mean` is its mean. */
  readonly metric: string;
  /** Whether the report has a record for each question; a report merged from parts has none. */
  readonly hasRecords: boolean;
  /** Id of the preset. */
  readonly preset: string;
  /** Every setting in force, and the seed. */
  readonly settings: Record<string, unknown>;
  /** One line that states everything the score depends on. */
  readonly signature: string;
  /** The files, with their roles and hashes. */
  readonly sources: Record<string, unknown>[];
  readonly reconciliation: Record<string, number>;
  /** Whether there are doubts about the score; see `doubts`. */
  readonly provisional: boolean;
  readonly doubts: Doubt[];
  /** The reading of the data and up to three others, each with its score. */
  readonly readings: Reading[];
  /** Every error, warning and note, errors first. */
  readonly diagnostics: Problem[];
  /** Every run compared with the baseline, by metric and group. */
  readonly comparisons: Record<string, unknown>[];
  /** The rank of each run, if there are several. */
  readonly leaderboard: Record<string, unknown>[];
  /** The report in a format, with the bytes that the command line writes. `leaveOut` works with JSON and HTML. */
  report(format?: Format, options?: { leaveOut?: "outputs" | "questions" | ("outputs" | "questions")[] }): string;
  /** The report as an object. */
  toJSON(): Record<string, unknown>;
  toString(): string;
  /** Frees its memory at once. */
  free(): void;
}
