// What is thrown instead of a score.

import { inJavaScript } from "./options.js";

/** Files that cannot be scored, or choices that cannot be followed. */
export class ScoredropError extends Error {
  name = "ScoredropError";

  constructor(message, problems, options) {
    super(message, options);
    this.problems = problems;
  }
}

/** The score depends on a question that the files do not answer. */
export class QuestionError extends ScoredropError {
  name = "QuestionError";

  constructor(question, options) {
    const lines = options.map(({ options, choice, shows, wouldGive }) => {
      const gives = wouldGive === null ? "" : `; about ${Math.round(wouldGive * 100)} % would be right`;
      return `  options: ${JSON.stringify(options)}: ${choice} (${shows.map((text) => JSON.stringify(text)).join(", ")}${gives})`;
    });
    super([question, ...lines].join("\n"), []);
    this.question = question;
    this.options = options;
  }
}

/** The same problem in the words of JavaScript. */
export function problemOf({ message, remedy, ...rest }) {
  return { ...rest, message: inJavaScript(message), remedy: remedy === null ? null : inJavaScript(remedy) };
}

/** The error for what the core says instead of a score. */
export function errorOf(said) {
  if (said.question === undefined) {
    return new ScoredropError(inJavaScript(said.message), said.problems.map(problemOf));
  }
  const options = said.options.map(({ would_give, ...option }) => ({ ...option, wouldGive: would_give ?? null }));
  return new QuestionError(said.question, options);
}

/** The error for a file that cannot be read. */
export function unreadable(file, path, cause) {
  const why = cause.message.replace(/^[A-Z]+: /, "").replace(/, \w+( '.*')?$/, "");
  const message = `cannot read ${path}: ${why}`;
  const remedy = "check the path";
  const problem = { severity: "error", code: "unreadable", message, file, row: null, column: null, remedy };
  return new ScoredropError(`error[unreadable]: ${message} (${file}) -> ${remedy}`, [problem], { cause });
}
