// Files of which the texts are left in them: a search reads them all, says so, and stands in nobody's way; and
// what has changed since is said, and replaced by what is given again.
import assert from "node:assert/strict";
import { appendFileSync, closeSync, mkdtempSync, openSync, rmSync, statSync, truncateSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { axe, launch, serve, shot } from "./harness.mjs";
import { announced, cards, drawn, read, rows, said, settled, start, openFile, openMenu, download } from "./steps.mjs";

/** More than 160 MiB together. */
const QUESTIONS = 200_000;
const TALK = "so it is said by many who should know, and by some who do not, ".repeat(28);
const TIMEOUT = 300_000;

let browser;
let server;
let folder;
let files;
before(async () => {
  [browser, server] = await Promise.all([launch(), serve()]);
  folder = mkdtempSync(join(tmpdir(), "large-"));
  const write = (name, line) => {
    const path = join(folder, name);
    const file = openSync(path, "w");
    for (let from = 0; from < QUESTIONS; from += 10_000) {
      writeSync(file, Array.from({ length: 10_000 }, (_, index) => `${JSON.stringify(line(from + index))}\n`).join(""));
    }
    closeSync(file);
    return path;
  };
  const place = (index) => (index * 40_503 + 977) % QUESTIONS;
  const needle = (row) => (row % 1000 === 8 ? "needle" : "straw");
  files = [
    write("gold.jsonl", (row) => ({ id: `q${row}`, question: `What is it that is ${row}?`, answers: [`a${row}`] })),
    // In another order than the questions.
    write("predictions.jsonl", (index) => {
      const row = place(index);
      return { id: `q${row}`, prediction: row % 4 ? `a${row}` : `${TALK}${needle(row)} ${row % 10} ${TALK}` };
    }),
  ];
});
after(async () => {
  await browser?.close();
  await server?.stop();
  if (folder) rmSync(folder, { recursive: true });
});

/** How many messages of the scorer there are so far that begin so. */
const heard = (page, begin) =>
  page.evaluate((begin) => {
    const { heard } = globalThis.workers.at(-1);
    return heard.filter(([, json]) => json?.startsWith(begin)).length;
  }, begin);

const SEARCHING = '{"progress":{"doing":"searching"';

describe("files of more than 160 MiB", () => {
  test("a search says how far it is, gives way to the next one, and finds the same", { timeout: TIMEOUT }, async (context) => {
    const page = await start(browser, server);
    page.setDefaultTimeout(120_000);
    await page.locator("#choose-files").setInputFiles(files);
    await settled(page, 200_000);
    const status = () => read(page, ".filters [role=status]");
    assert.match(await status(), /200 ?,?000 questions/);
    await page.evaluate(() => {
      globalThis.seen = new Set();
      const look = () => {
        const words = document.querySelector(".busy-words")?.textContent;
        const count = document.querySelector(".filters [role=status]").textContent;
        const cancels = document.querySelectorAll(".busy button").length;
        if (words) globalThis.seen.add(`${words}|${count}|${cancels}`);
      };
      new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
    });
    const before = Date.now();
    await page.locator("#filter").fill("nobody said this");
    await page.waitForFunction(() => document.querySelector(".busy-words"));
    // Somebody types on.
    await page.locator("#filter").fill("needle 8");
    await page.waitForFunction(() => /^\d+ of/.test(document.querySelector(".filters [role=status]").textContent));
    context.diagnostic(`two searches, the first given up: ${Date.now() - before} ms`);
    await drawn(page);
    // Every thousandth question has one, and all of these are talked about.
    assert.equal(Number((await status()).split(" ")[0]), QUESTIONS / 1000);
    await page.waitForFunction(() => !document.querySelector(".busy"));
    const seen = await page.evaluate(() => [...globalThis.seen]);
    context.diagnostic(seen.slice(0, 3).join(" / "));
    assert.ok(seen.length > 0 && seen.every((one) => /^searching \d+ %\|\|0$/.test(one)), JSON.stringify(seen));
    assert.ok((await heard(page, SEARCHING)) > 2);
    // While everything is written, the page is answered.
    await openMenu(page, "export");
    let pending;
    await new Promise((clicked) => {
      pending = download(page, async () => {
        await page.getByRole("button", { name: "Every question, CSV" }).click();
        await page.keyboard.press("Escape");
        clicked();
      });
    });
    await page.locator(".grid-row.body").first().click();
    await page.locator(".grid-detail").waitFor();
    const { bytes } = await pending;
    assert.equal(bytes.toString().split("\r\n").length, QUESTIONS + 2);
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });

  const [GOLD, PREDICTIONS] = [0, 1];
  const NAMES = ["gold.jsonl", "predictions.jsonl"];
  const right = (page) => read(page, ".filters .chip:has-text('right')");
  const find = (page, words) => page.locator("#filter").fill(words);

  /** Gives files, and waits until the scorer is asked about them: of a known name, the page looks at the old one first. */
  async function choose(page, ...some) {
    const more = (before) =>
      globalThis.workers.flatMap(({ posted }) => posted).filter((one) => /^\{"open"/.test(one[1] ?? "")).length - before;
    const before = await page.evaluate(more, 0);
    await page.locator("#choose-files").setInputFiles(some);
    await page.waitForFunction(more, before);
  }

  /** A page with both files scored; afterwards they are as before. */
  async function withFiles(run) {
    const sizes = files.map((path) => statSync(path).size);
    const page = await start(browser, server);
    page.setDefaultTimeout(60_000);
    try {
      await choose(page, ...files);
      await settled(page, 200_000);
      assert.match(await right(page), /150 ?000/);
      await run(page);
      assert.deepEqual(page.errors, []);
    } finally {
      await page.context().close();
      files.forEach((path, place) => truncateSync(path, sizes[place]));
    }
  }

  /** One more question in the gold file, or another answer in that of the predictions: then one more is wrong. */
  const change = (place) =>
    appendFileSync(files[place], `${JSON.stringify({ id: "q1", question: "What else?", answers: ["no"], prediction: "no" })}\n`);

  const held = async (page) => (await cards(page)).map(([name]) => name);

  /** That everything is of the files as they are now. */
  async function isAnew(page, place, order = NAMES) {
    await settled(page, 200_000);
    assert.equal(await page.locator(".lost").count(), 0);
    assert.deepEqual(await held(page), order);
    assert.doesNotMatch(await said(page), /second gold|could not|cannot/);
    assert.match(await right(page), place === GOLD ? /150 ?000/ : /149 ?999/);
    assert.match(await read(page, "main"), place === GOLD ? /gold 200 ?001/ : /gold 200 ?000/);
    await find(page, "needle 8");
    await page.waitForFunction(() => /^200 of/.test(document.querySelector(".filters [role=status]").textContent));
    assert.match((await rows(page))[0].join(" "), /What is it that is 8\?/);
  }

  for (const place of [GOLD, PREDICTIONS]) {
    test(`${NAMES[place]} has changed: that is said, and given again it is scored anew`, { timeout: TIMEOUT }, () =>
      withFiles(async (page) => {
        change(place);
        await find(page, "needle 8");
        await page.locator(".lost").waitFor();
        const words = `${NAMES[place]} cannot be read any more`;
        const note = await read(page, ".lost");
        assert.ok(note.startsWith(words), note);
        assert.match(note, /of the file as it was/);
        assert.ok((await announced(page)).startsWith(words), await announced(page));
        assert.deepEqual(await axe(page), []);
        if (place === GOLD) for (const dark of [false, true]) for (const width of [360, 1280]) await shot(page, `lost-${width}${dark ? "-dark" : ""}`, { width, dark });
        const [dialog] = await Promise.all([
          page.waitForEvent("filechooser"),
          page.locator(".lost").getByRole("button", { name: "Choose it again" }).click(),
        ]);
        await dialog.setFiles(files[place]);
        await isAnew(page, place);
      }));

    test(`${NAMES[place]} is removed when it has changed, and given again`, { timeout: TIMEOUT }, () =>
      withFiles(async (page) => {
        change(place);
        await find(page, "needle 8");
        await page.locator(".lost").waitFor();
        await held(page);
        await (await openFile(page, NAMES[place])).getByRole("button", { name: "Remove" }).click();
        await page.locator(".figure-value").first().waitFor({ state: "detached" });
        assert.equal(await page.locator(".lost").count(), 0);
        await choose(page, files[place]);
        await isAnew(page, place);
      }));
  }

  test("a file is given again before anybody has noticed that it has changed", { timeout: TIMEOUT }, () =>
    withFiles(async (page) => {
      change(PREDICTIONS);
      await choose(page, files[PREDICTIONS]);
      await isAnew(page, PREDICTIONS);
    }));

  test("a file that can still be read stays beside one of its name", { timeout: TIMEOUT }, () =>
    withFiles(async (page) => {
      await choose(page, files[PREDICTIONS]);
      await settled(page, 200_000);
      assert.deepEqual(await held(page), [...NAMES, NAMES[PREDICTIONS]]);
    }));
});
