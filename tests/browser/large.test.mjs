// Large files: a search goes through all texts, says how far it is, and stands in nobody's way.
import assert from "node:assert/strict";
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { launch, serve } from "./harness.mjs";
import { download, openMenu, settled, start } from "./steps.mjs";

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

/** How often the scorer has said that it searches. */
const searching = (page) =>
  page.evaluate(() => {
    const { heard } = globalThis.workers.at(-1);
    return heard.filter(([, name, bytes]) => name === "progress" && new TextDecoder().decode(bytes).includes("searching")).length;
  });

describe("files of more than 160 MiB", () => {
  test("a search says how far it is, gives way to the next one, and finds the same", { timeout: TIMEOUT }, async (context) => {
    const page = await start(browser, server);
    page.setDefaultTimeout(120_000);
    await page.locator("#choose-files").setInputFiles(files);
    await settled(page, 200_000);
    await page.locator(".filters [role=status]", { hasText: /200\s?,?000 questions/ }).waitFor();
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
    // Every thousandth question has one, and all of these are talked about. A fast machine ends the first
    // search before the second begins.
    await page.locator(".filters [role=status]", { hasText: new RegExp(`^${QUESTIONS / 1000} of`) }).waitFor();
    context.diagnostic(`two searches: ${Date.now() - before} ms`);
    await page.waitForFunction(() => !document.querySelector(".busy"));
    const seen = await page.evaluate(() => [...globalThis.seen]);
    context.diagnostic(seen.slice(0, 3).join(" / "));
    assert.ok(seen.length > 0 && seen.every((one) => /^searching \d+\s%\|\|1$/.test(one)), JSON.stringify(seen));
    assert.ok((await searching(page)) > 2);
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
});
