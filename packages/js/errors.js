// What is thrown instead of a score.

/** Files that cannot be scored, or choices that cannot be followed. */
export class ScoredropError extends Error {
  name = "ScoredropError";

  constructor(message, problems) {
    super(message);
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

/** The error for what the core says instead of a score. */
export function errorOf(said) {
  if (said.question === undefined) return new ScoredropError(said.message, said.problems);
  const options = said.options.map(({ would_give, ...option }) => ({ ...option, wouldGive: would_give ?? null }));
  return new QuestionError(said.question, options);
}
