// What `bench.mjs` puts into the page before the page's own scripts: clocks, and hands.

/** Runs in the page. */
export function watch() {
  const now = () => performance.now();
  const long = [];
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) long.push({ startTime, duration });
  }).observe({ type: "longtask", buffered: true });
  let given;
  addEventListener("change", ({ target }) => target.type === "file" && (given ??= now()), true);

  /** What the page has heard from its workers: kind, time and bytes. */
  let heard = [];
  const Known = globalThis.Worker;
  globalThis.Worker = class extends Known {
    constructor(...all) {
      super(...all);
      this.addEventListener("message", ({ data }) => {
        const [, kind, bytes] = data;
        heard.push({ kind, at: now(), bytes });
      });
    }
  };
  const of = (kind) => heard.filter((one) => one.kind === kind);
  /** Whether nothing more is to come after a summary: its last byte says so. */
  const last = ({ bytes }) => bytes.at(-1) === 0;

  const figure = () => document.querySelector(".result .figure-value")?.textContent ?? "";
  /** Resolves with the time at which a test of the page holds. */
  const until = (holds) =>
    new Promise((done) => {
      const observer = new MutationObserver(() => {
        if (!holds()) return;
        observer.disconnect();
        done(now());
      });
      observer.observe(document, { childList: true, subtree: true, characterData: true });
    });
  const shown = (place) => document.querySelector(place)?.textContent ?? "";
  const seen = {};
  let scrolled = 0;
  const frame = () => new Promise((done) => requestAnimationFrame(done));

  globalThis.bench = {
    long,
    /** Begins anew: what comes next is about the files that are given next. */
    arm() {
      heard = [];
      given = undefined;
      const there = () => given !== undefined && /\d/.test(figure());
      this.headline = until(there).then((at) => at - given);
      until(() => there() && !shown(".result").includes("being worked out")).then((at) => (seen.intervals = at));
      until(() => there() && /^\d/.test(shown(".runs td.rank"))).then((at) => (seen.ranks = at));
    },
    count: (kind) => of(kind).length,
    complete: () => of("summary").slice(-1).some(last),
    /** How often a scorer said that it reads. */
    reading: () => of("progress").filter(({ bytes }) => new TextDecoder().decode(bytes).includes("reading ")).length,

    /** What was scored, and when what was there, in seconds since the files were given. */
    async told() {
      const since = (at) => (at === undefined ? null : (at - given) / 1000);
      const headline = (await this.headline) + given;
      const summaries = of("summary");
      return {
        preset: /preset:([^@|]+)/.exec(shown("#signature-text"))?.[1],
        official: shown("#official-text").split("\n").map((line) => line.split(": ")),
        scored: since(summaries.findLast(({ at }) => at <= headline)?.at),
        intervals: since(seen.intervals),
        ranks: since(seen.ranks),
        complete: since(summaries.find((one) => one.at > headline && last(one))?.at),
      };
    },

    /** Chooses a value of the open editor; seconds until the headline is another one. */
    async change(words) {
      const label = [...document.querySelectorAll(".editor .choice")].find((one) => one.textContent.includes(words));
      const before = figure();
      const start = now();
      const changed = until(() => /\d/.test(figure()) && figure() !== before && !document.querySelector(".busy"));
      label.querySelector("input").click();
      return ((await changed) - start) / 1000;
    },

    /** Scrolls the table from its first row to its last, a frame at a time. */
    async scroll() {
      const grid = document.getElementById("grid");
      const end = grid.scrollHeight - grid.clientHeight;
      const steps = 120;
      for (let step = 0; step <= steps; step += 1) {
        grid.scrollTop = (end * step) / steps;
        await frame();
      }
      const last = `row-${Number(grid.getAttribute("aria-rowcount")) - 2}`;
      while (!document.getElementById(last)?.querySelector(".number")) await frame();
      grid.scrollTop = 0;
      await frame();
    },

    /** Scrolls to rows of the table that were not there yet; seconds until they are. */
    async rows() {
      scrolled += 1;
      const grid = document.getElementById("grid");
      if (!grid) return 0;
      const start = now();
      const known = of("rows").length;
      // A golden section further each time: never twice the same.
      grid.scrollTop = grid.scrollHeight * ((scrolled * 0.618) % 1);
      while (of("rows").length === known && now() - start < 60_000) await frame();
      return (now() - start) / 1000;
    },
  };
}
