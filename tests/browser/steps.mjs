// What a person does on the page and reads from it, in the words of the tests.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { drop, open, ready } from "./harness.mjs";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));
export const DATA = join(ROOT, "../shared/data");

const samples = (folder, ...names) => names.map((name) => join(ROOT, "samples", folder, name));
export const SAMPLES = {
  nq: samples("nq", "gold.jsonl", "predictions.jsonl"),
  squad: samples("squad", "gold.json", "predictions.json"),
  hotpot: samples("hotpot", "gold.json", "predictions.json"),
};

/** The pair of NQ with an answer that NQ-open takes for right and a comparison of short answers does not. */
export const GUESSED = [
  SAMPLES.nq[0],
  { name: "predictions.jsonl", text: readFileSync(SAMPLES.nq[1], "utf8").replace('"prediction": "206"', '"prediction": "-206"') },
];

/** What a browser may do to whoever keeps something in it, by what it is called. */
export const STORAGE_FAULTS = {
  "storage is full": () => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException("no room", "QuotaExceededError");
    };
  },
  "storage is denied": () => {
    indexedDB.open = () => {
      throw new DOMException("not here", "SecurityError");
    };
  },
  "a database does not answer": () => {
    indexedDB.open = () => ({});
  },
};

/** The page, sealed and with a scorer that is up. */
export async function start(browser, server, options) {
  const page = await open(browser, server.url, options);
  page.setDefaultTimeout(15_000);
  await ready(page);
  return page;
}

/**
 * Waits until the worker has answered the newest request that changes the score, slower parts
 * included, and the page shows it.
 */
export async function settled(page, timeout = 30_000) {
  await page.waitForFunction(
    () => {
      const { posted, heard } = globalThis.workers.at(-1);
      const unpacks = posted.filter((one) => Array.isArray(one) && one[1]?.startsWith('{"unpack"'));
      if (unpacks.some(([number]) => !heard.some(([answered]) => answered === number))) return false;
      const asks = ([, json]) => /^\{"(open|open_sample|close|choose)"/.test(json ?? "");
      const newest = Math.max(0, ...posted.filter((one) => Array.isArray(one) && asks(one)).map(([number]) => number));
      const answers = heard.filter(([, name]) => ["summary", "failed", "panic"].includes(name));
      const there = answers.some(([number]) => number >= newest);
      const [, name, bytes] = answers.at(-1) ?? [];
      // The last byte of a summary says whether there is more to come.
      const pending = name === "summary" && bytes.at(-1) === 1;
      return there && !pending && !document.querySelector(".busy");
    },
    undefined,
    { timeout },
  );
  await drawn(page);
}

/** Waits until what is known is on the screen. */
export function drawn(page) {
  return page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))),
  );
}

/** Drops files and waits for what comes of it; then shows every question, in file order. */
export async function score(page, files) {
  await drop(page, files);
  await settled(page);
  // A link says itself which questions are shown.
  if (!new URL(page.url()).hash) await everything(page);
}

/** Shows every question, in file order: a new score opens at what is wrong. */
export async function everything(page) {
  const all = page.getByRole("button", { name: "Show all", exact: true });
  if ((await all.count()) > 0) {
    await all.click();
    await drawn(page);
  }
}

/** Opens a tab beneath the result. */
export async function openTab(page, name) {
  const tab = page.getByRole("tab", { name, exact: true });
  if ((await tab.getAttribute("aria-selected")) !== "true") await tab.click();
  await drawn(page);
}

/** What is scored, as what and how, as the rail has it in a line. */
export const protocol = async (page) => plain((await page.locator(".rail-line bdi").textContent()) ?? "");

/** Shows all checks, notes too. */
export async function showChecks(page) {
  const squeezed = page.locator("#checks .brief").getByRole("button", { name: "Show", exact: true });
  if ((await squeezed.count()) > 0) await squeezed.click();
  const more = page.locator(".problems-frame > .quiet");
  if ((await more.count()) > 0) await more.click();
  await drawn(page);
}

/** Opens the menu of exports or of links. */
export async function openMenu(page, id) {
  const button = page.locator(`#${id}`);
  if ((await button.getAttribute("aria-expanded")) !== "true") await button.click();
  await page.locator(`#${id}-panel`).waitFor();
}

/** Sets a rule of the rail to a value, by the words of both. */
export async function changeRule(page, key, words) {
  await openEditor(page, `set-${key}`);
  await page.locator(".editor .choice", { hasText: words }).first().locator("input").click();
  await settled(page);
}

/** Text as it is read: spaces of every kind are one. */
export const plain = (text) => text.replaceAll(/[\s\u202f\u00a0]+/gu, " ").trim();

/** The text of an element; all of them, joined, where there are several. */
export async function read(page, selector) {
  return plain((await page.locator(selector).allInnerTexts()).join(" | "));
}

/** Every number of the headline by its name: `{ "Exact match": "70.8", ... }`. */
export function figures(page) {
  return page.evaluate(() => {
    const found = {};
    for (const node of document.querySelectorAll(".figure-head, .figure")) {
      found[node.querySelector(".metric").textContent] = node.querySelector(".figure-value").firstChild.textContent;
    }
    for (const node of document.querySelectorAll(".quiet-metric")) {
      found[node.querySelector(".metric").textContent] = node.querySelector("strong").textContent;
    }
    return found;
  });
}

/** What the page says went wrong or is odd: problems, trouble, what it waits for, and guesses. */
export function said(page) {
  return read(page, ".problems, .trouble, .waiting, .check-line");
}

/** What a screen reader has been told last. */
export function announced(page) {
  return read(page, "p.unseen[role=status]");
}

/** The codes of the doubts about the score. */
export const doubts = (page) =>
  page.locator(".check-line.provisional [data-code]").evaluateAll((all) => all.map((one) => one.dataset.code));

export const isProvisional = async (page) => (await page.locator(".provisional-mark").count()) > 0;

/** Waits until the rows of the table are there; their cells' texts. */
export async function rows(page) {
  await page.waitForFunction(() => {
    const all = [...document.querySelectorAll(".grid-row.body")];
    const none = document.querySelector(".none, .grid + [role=alert], #panel [role=alert]");
    return (all.length > 0 || none) && all.every((row) => row.querySelector(".cell"));
  });
  await drawn(page);
  const found = await page.locator(".grid-row.body").evaluateAll((all) =>
    all.map((row) => [...row.querySelectorAll(".cell")].map((cell) => cell.textContent)),
  );
  return found.map((cells) => cells.map(plain));
}

/** The files of the page in their order: name and role of each. */
export async function cards(page) {
  return page.locator("article.file").evaluateAll((all) =>
    all.map((card) => {
      let title = card.previousElementSibling;
      while (title && !title.matches("h2")) title = title.previousElementSibling;
      return [card.getAttribute("aria-label"), title?.textContent.toLowerCase() ?? ""];
    }),
  );
}

/** Opens the card of a file by its name. */
export async function openFile(page, name) {
  const card = page.locator("article.file", { has: page.locator("strong", { hasText: name }) }).first();
  if ((await card.locator(".card-button").getAttribute("aria-expanded")) !== "true") {
    await card.locator(".card-button").click();
    await card.locator(".editor").waitFor();
  }
  return card;
}

/** How many rows the table says it has. */
export async function rowCount(page) {
  return Number(await page.locator("#grid").getAttribute("aria-rowcount")) - 1;
}

/** Moves the focus with Tab (or Shift+Tab) until it is on what the selector names. */
export async function tabTo(page, selector, key = "Tab") {
  for (let count = 0; count < 300; count += 1) {
    const there = await page.evaluate((what) => document.activeElement.matches(what), selector);
    if (there) return count;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} never reaches ${selector}`);
}

/** Whether the focus is on what the selector names. */
export const focused = (page, selector) =>
  page.evaluate((what) => document.activeElement.matches(what), selector);

/** The button of an editor: `gold` and `predictions` are the first such file's. */
const editorButton = (page, name) => {
  const kinds = { gold: "Gold", predictions: "Predictions" };
  if (!kinds[name]) return page.locator(`#${name}`);
  const title = `xpath=//h2[starts-with(., "${kinds[name]}")]/following-sibling::article[1]//button[contains(@class, "card-button")]`;
  return page.locator(title).first();
};

/** Opens an editor of the rail with the keyboard. */
export async function openEditor(page, name) {
  const all = page.getByRole("button", { name: /^All \d+ rules$/ });
  if (name.startsWith("set-") && (await page.locator(`#${name}`).count()) === 0) await all.click();
  const button = editorButton(page, name);
  await button.focus();
  if ((await button.getAttribute("aria-expanded")) !== "true") await page.keyboard.press("Enter");
  await page.locator(".editor").waitFor();
  await drawn(page);
}

/** Breaks the score down, lays intervals over the values of a column, and scores by a second rule as well. */
export async function lookCloser(page, { slices, cluster, rule: [setting, value] }) {
  await openTab(page, "Groups");
  const field = page.getByLabel("break down by");
  for (const slice of slices) {
    await field.fill(slice);
    await field.press("Enter");
    await page.locator(".slices .chip").filter({ hasText: slice }).waitFor();
    await settled(page);
  }
  await page.getByLabel("Intervals over").selectOption(cluster);
  await settled(page);
  await openEditor(page, `set-${setting}`);
  await page.getByLabel("Second rule to score by").selectOption(`${setting}=${value}`);
  await settled(page);
  await page.keyboard.press("Escape");
}

/** Chooses a benchmark by its title. */
export async function choosePreset(page, title) {
  await page.evaluate(() => document.getElementById("benchmark").click());
  // Also where it is the guess and checked already: choosing it settles it.
  await page.waitForFunction((title) => {
    const isOf = (choice) => [...choice.querySelectorAll("*")].some((part) => part.textContent.trim() === title);
    const choice = [...document.querySelectorAll(".editor .choice")].find(isOf);
    choice?.querySelector("input").click();
    return choice !== undefined;
  }, title);
  await settled(page);
  await page.keyboard.press("Escape");
  await everything(page);
}

/** Stands by what the page has guessed. */
export async function confirm(page) {
  await page.getByRole("button", { name: "Yes, this is right", exact: true }).click();
  await settled(page);
}

/** Scores as this preset: confirms it where it is the guess, chooses it otherwise. */
export async function takePreset(page, title) {
  const guessed = (await page.locator("#benchmark .guessed").allInnerTexts()).map(plain).includes(title);
  const doubted = guessed && (await isProvisional(page));
  await (doubted ? confirm(page) : choosePreset(page, title));
}

/** Clicks what starts a download; its name and its bytes. */
export async function download(page, click) {
  const [file] = await Promise.all([page.waitForEvent("download"), click()]);
  const chunks = await (await file.createReadStream()).toArray();
  return { name: file.suggestedFilename(), bytes: Buffer.concat(chunks) };
}

/** Takes a form of the report out of the menu of exports. */
export async function exported(page, name) {
  await openMenu(page, "export");
  return download(page, async () => {
    await page.getByRole("button", { name, exact: true }).click();
    await page.keyboard.press("Escape");
  });
}

/** Looks at a run beside the baseline: all questions of both. */
export async function compare(page, name) {
  if (name) {
    await page.locator(".runs").getByRole("button", { name }).click();
    await drawn(page);
  }
  await openTab(page, "Compare");
  await everything(page);
}

const TARGET = process.env.CARGO_TARGET_DIR ?? join(ROOT, "target");

/** The command line: `SCOREDROP`, or what Cargo built; `null` where there is none. */
export const COMMAND =
  [process.env.SCOREDROP, ...["light", "release", "debug"].map((profile) => join(TARGET, profile, "scoredrop"))].find(
    (path) => path && existsSync(path),
  ) ?? null;

/** Runs the command line. */
export function command(...given) {
  const { status, stdout, stderr, error } = spawnSync(COMMAND, given, { maxBuffer: 1 << 30 });
  if (error) throw error;
  return { status, out: stdout, err: stderr.toString() };
}
