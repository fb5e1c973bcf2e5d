// What a person does on the page and reads from it, in the words of the tests.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { drop, open, ready } from "./harness.mjs";

export const ROOT = join(import.meta.dirname, "../..");
export const DATA = join(ROOT, "../shared/data");

const samples = (folder, ...names) => names.map((name) => join(ROOT, "samples", folder, name));
export const SAMPLES = {
  nq: samples("nq", "gold.jsonl", "predictions.jsonl"),
  squad: samples("squad", "gold.json", "predictions.json"),
  hotpot: samples("hotpot", "gold.json", "predictions.json"),
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
      const answers = heard.filter(([, json]) => /^\{"(summary|failed|panic)"/.test(json));
      const there = answers.some(([number]) => number >= newest);
      const last = answers.at(-1)?.[1] ?? "";
      const pending = last.startsWith('{"summary"') && !last.endsWith('"pending":false}}');
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

/** Drops files and waits for what comes of it. */
export async function score(page, files) {
  await drop(page, files);
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
      const name = node.querySelector(".caption").firstChild.textContent.split(" · ")[0];
      found[name] = node.querySelector(".figure-value").firstChild.textContent;
    }
    for (const node of document.querySelectorAll(".quiet-metric")) {
      found[node.firstChild.textContent] = node.querySelector("strong").textContent;
    }
    return found;
  });
}

/** What the page says went wrong or is odd: problems, trouble, what it waits for, and guesses. */
export function said(page) {
  return read(page, ".problems, .trouble, .waiting, .provisional-box");
}

/** What a screen reader has been told last. */
export function announced(page) {
  return read(page, "p.unseen[role=status]");
}

export const isProvisional = async (page) => (await page.locator(".provisional-mark").count()) > 0;

/** Waits until the rows of the table are there; their cells' texts. */
export async function rows(page) {
  await page.waitForFunction(() => {
    const all = [...document.querySelectorAll(".grid-row.body")];
    return all.every((row) => row.querySelector(".cell"));
  });
  await drawn(page);
  const found = await page.locator(".grid-row.body").evaluateAll((all) =>
    all.map((row) => [...row.querySelectorAll(".cell")].map((cell) => cell.textContent)),
  );
  return found.map((cells) => cells.map(plain));
}

/** The files of the page in their order: name and role of each. */
export async function cards(page) {
  if ((await page.locator("article.file").count()) === 0) {
    await page.locator("#word-gold").click();
    await page.locator("article.file").first().waitFor();
    await drawn(page);
  }
  return page.locator("article.file").evaluateAll((all) =>
    all.map((card) => [card.getAttribute("aria-label"), card.querySelector("select")?.selectedOptions[0].textContent]),
  );
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

/** Opens the editor of a word of the sentence with the keyboard. */
export async function openEditor(page, word) {
  await page.locator(`#word-${word}`).focus();
  await page.keyboard.press("Enter");
  await page.locator(".popover").waitFor();
  await drawn(page);
}

/** Breaks the score down, lays intervals over the values of a column, and scores by a second rule as well. */
export async function lookCloser(page, { slices, cluster, rule: [setting, value] }) {
  const field = page.getByLabel("break down by");
  for (const slice of slices) {
    await field.fill(slice);
    await field.press("Enter");
    await page.locator(".slices .chip").filter({ hasText: slice }).waitFor();
    await settled(page);
  }
  await page.getByLabel("What intervals are over").selectOption(cluster);
  await settled(page);
  await openEditor(page, `set-${setting}`);
  await page.getByLabel("Second rule to score by").selectOption(`${setting}=${value}`);
  await settled(page);
  await page.keyboard.press("Escape");
}

/** Chooses a preset by its title in the sentence. */
export async function choosePreset(page, title) {
  await page.locator("#word-preset").click();
  // Also where it is the guess and checked already: choosing it settles it.
  await page.waitForFunction((title) => {
    const isOf = (choice) => [...choice.querySelectorAll("*")].some((part) => part.textContent.trim() === title);
    const choice = [...document.querySelectorAll(".popover .choice")].find(isOf);
    choice?.querySelector("input").click();
    return choice !== undefined;
  }, title);
  await settled(page);
  await page.keyboard.press("Escape");
}

/** Stands by what the page has guessed. */
export async function confirm(page) {
  await page.getByRole("button", { name: "Confirm", exact: true }).click();
  await settled(page);
}

/** Scores as this preset: confirms it where it is the guess, chooses it otherwise. */
export async function takePreset(page, title) {
  const guessed = (await read(page, ".sentence")).includes(` as ${title} (guessed`);
  await (guessed ? confirm(page) : choosePreset(page, title));
}

/** Clicks what starts a download; its name and its bytes. */
export async function download(page, click) {
  const [file] = await Promise.all([page.waitForEvent("download"), click()]);
  const chunks = await (await file.createReadStream()).toArray();
  return { name: file.suggestedFilename(), bytes: Buffer.concat(chunks) };
}

const TARGET = process.env.CARGO_TARGET_DIR ?? join(ROOT, "target");

/** The command line: `SCOREDROP`, or what Cargo built last; `null` where there is none. */
export const COMMAND =
  [process.env.SCOREDROP, join(TARGET, "release/scoredrop"), join(TARGET, "debug/scoredrop")].find(
    (path) => path && existsSync(path),
  ) ?? null;

/** Runs the command line. */
export function command(...given) {
  const { status, stdout, stderr, error } = spawnSync(COMMAND, given, { maxBuffer: 1 << 30 });
  if (error) throw error;
  return { status, out: stdout, err: stderr.toString() };
}
