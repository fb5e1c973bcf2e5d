// Files that come one after the other: before the scorer is here, and again when they
// have changed.
import assert from "node:assert/strict";
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { DIST, drop, open, serve, sleep } from "./harness.mjs";
import { browser, server, withPage } from "./site.mjs";
import { cards, figures, said, settled, openFile } from "./steps.mjs";

const TREES = ["alder", "birch", "cedar", "dogwood"];
const lines = (row) => TREES.map((tree, place) => `${JSON.stringify(row(tree, place))}\n`).join("");
const folder = mkdtempSync(join(tmpdir(), "intake-"));
after(() => rmSync(folder, { recursive: true }));

/** A file as a path to be chosen, and its content to be dropped. */
function file(name, row) {
  const path = join(folder, name);
  const text = lines(row);
  writeFileSync(path, text);
  return { name, path, text };
}
const gold = file("gold.jsonl", (tree) => ({ id: tree, question: `which tree is it, ${tree}?`, answers: [tree] }));
const models = ["first", "second", "third"].map((name, model) =>
  file(`${name}.jsonl`, (tree, place) => ({ id: tree, prediction: place > model ? tree : "a weed" })),
);
/** Nothing says what it is. */
const odd = file("odd.jsonl", (tree) => ({ id: tree, text: tree }));

const choose = (page, ...files) => page.locator("#choose-files").setInputFiles(files.map(({ path }) => path));

/** Two files are there: they are scored, or wait for a third. */
const BOTH = ".figure-value, article.file:nth-of-type(2)";

/** The files of the page by their names, each with its role. */
async function roles(page) {
  await settled(page);
  return Object.fromEntries(await cards(page));
}

/** Runs with a server that takes its time over the scorer, or another of its files. */
async function slowly(run, file = /^scoredrop-worker_bg\.wasm$/) {
  const slow = await serve({
    answer(request, response) {
      const name = request.url.split("/").pop();
      if (!file.test(name)) return false;
      setTimeout(async () => {
        response.writeHead(200, { "Content-Type": "application/wasm" });
        response.end(await readFile(join(DIST, name)));
      }, 1200);
      return true;
    },
  });
  const page = await open(browser, slow.url, { waitForSeal: false });
  page.setDefaultTimeout(15_000);
  await run(page);
  assert.deepEqual(page.errors, []);
  await page.context().close();
  await slow.stop();
}

const ALL = { "gold.jsonl": "gold", "first.jsonl": "predictions", "second.jsonl": "predictions" };

describe("files one after the other", () => {
  for (const from of [0, 200]) {
    test(`chosen ${from} to ${from + 200} ms after others they are there`, { timeout: 180_000 }, async () => {
      const lost = [];
      for (let pause = from; pause <= from + 200; pause += 40) {
        await withPage(async (page) => {
          await choose(page, gold, models[0]);
          await sleep(pause);
          await choose(page, models[1]);
          await page.locator(".figures").first().waitFor();
          const found = await roles(page);
          if (JSON.stringify(found) !== JSON.stringify(ALL)) lost.push(`${pause}: ${JSON.stringify(found)}`);
        });
      }
      assert.deepEqual(lost, []);
    });
  }

  test("each keeps the role that it was chosen for", () =>
    slowly(async (page) => {
      for (const [word, given] of [
        ["predictions", models[0]],
        ["gold file", odd],
      ]) {
        const [dialog] = await Promise.all([
          page.waitForEvent("filechooser"),
          page.locator(".drop-here .link", { hasText: word }).click(),
        ]);
        await dialog.setFiles(given.path);
      }
      await page.getByText("the files will be read as soon as the scorer has loaded").waitFor();
      await page.locator(BOTH).first().waitFor();
      assert.deepEqual(await roles(page), { "first.jsonl": "predictions", "odd.jsonl": "gold" });
    }));

  test("what is chosen or dropped before the page's program is here is there, in its role", () =>
    slowly(async (page) => {
      const [dialog] = await Promise.all([
        page.waitForEvent("filechooser"),
        page.locator("#first .link", { hasText: "gold file" }).click(),
      ]);
      await dialog.setFiles(odd.path);
      await page.locator("#first").getByText("1 file will open as soon as the page has loaded").waitFor();
      await drop(page, [models[0]]);
      await page.locator("#first").getByText("2 files will open as soon as the page has loaded").waitFor();
      await page.locator(BOTH).first().waitFor();
      assert.deepEqual(await roles(page), { "first.jsonl": "predictions", "odd.jsonl": "gold" });
      assert.equal(await page.locator("#first").count(), 0);
    }, /^scoredrop-page-.*\.wasm$/));

  test("what is chosen in a dialog that was opened before is there, in its role", () =>
    withPage(async (page) => {
      const [dialog] = await Promise.all([
        page.waitForEvent("filechooser"),
        page.locator(".drop-here .link", { hasText: "gold file" }).click(),
      ]);
      await drop(page, [models[0]]);
      await page.locator("article.file").waitFor();
      await dialog.setFiles(odd.path);
      await page.locator(BOTH).first().waitFor();
      assert.deepEqual(await roles(page), { "first.jsonl": "predictions", "odd.jsonl": "gold" });
    }));

  test("what the browser is still looking for while others are read is there", () =>
    withPage(async (page) => {
      // A folder on a slow disk: it says late what is in it.
      await page.evaluate(() => {
        const entry = DataTransferItem.prototype.webkitGetAsEntry;
        DataTransferItem.prototype.webkitGetAsEntry = function () {
          const found = entry.call(this);
          const own = this.getAsFile();
          if (own?.name !== "second.jsonl") return found;
          return { isFile: true, name: own.name, file: (done) => setTimeout(done, 1500, own) };
        };
      });
      await drop(page, [models[1]]);
      await drop(page, [gold, models[0]]);
      await page.locator(".figure-value").first().waitFor();
      await page.locator(".runs").waitFor();
      assert.deepEqual(Object.keys(await roles(page)).sort(), ["first.jsonl", "gold.jsonl", "second.jsonl"]);
    }));

  test("of files of one name in two folders each has its folder's name", () =>
    withPage(async (page) => {
      // A dropped item of a folder's name is a folder, with a file of the item's text.
      await page.evaluate(() => {
        const entry = DataTransferItem.prototype.webkitGetAsEntry;
        DataTransferItem.prototype.webkitGetAsEntry = function () {
          const own = this.getAsFile();
          if (!["alpha", "beta"].includes(own?.name)) return entry.call(this);
          const inner = new File([own], "predictions.jsonl");
          const file = { isFile: true, name: inner.name, fullPath: `/${own.name}/${inner.name}`, file: (done) => done(inner) };
          const left = [[file], []];
          return { isDirectory: true, name: own.name, createReader: () => ({ readEntries: (done) => done(left.shift()) }) };
        };
      });
      await drop(page, [gold, { name: "alpha", text: models[0].text }, { name: "beta", text: models[2].text }]);
      await page.locator(".runs").waitFor();
      assert.deepEqual(await roles(page), {
        "gold.jsonl": "gold",
        "alpha/predictions.jsonl": "predictions",
        "beta/predictions.jsonl": "predictions",
      });
      const run = (name) => page.getByRole("row", { name }).getByRole("cell");
      assert.match((await run(/alpha/).allInnerTexts()).join(" "), /75\.0/);
      assert.match((await run(/beta/).allInnerTexts()).join(" "), /25\.0/);
      // One of them alone needs no folder, and a later one of its name has a number.
      await page.getByRole("button", { name: "Remove all" }).click();
      await drop(page, [gold, { name: "alpha", text: models[0].text }]);
      await page.locator(".figure-value").first().waitFor();
      await drop(page, [{ name: "beta", text: models[2].text }]);
      await page.locator(".runs").waitFor();
      assert.deepEqual(Object.keys(await roles(page)).sort(), ["gold.jsonl", "predictions (2).jsonl", "predictions.jsonl"]);
    }));
});

describe("files that are given again", () => {
  const question = (tree) => ({ id: tree, question: `which tree is it, ${tree}?`, answers: [tree] });
  const both = [
    ["changing.jsonl", "gold"],
    ["first.jsonl", "predictions"],
  ];

  test("one that was to be read again and could not takes its old place", () =>
    withPage(async (page) => {
      const changing = file("changing.jsonl", question);
      await choose(page, changing, models[0]);
      await page.locator(".figure-value").first().waitFor();
      await settled(page);
      assert.equal((await figures(page))["Exact match"], "75.0");
      appendFileSync(changing.path, `${JSON.stringify(question("elm"))}\n`);
      assert.deepEqual(await cards(page), both);
      const card = await openFile(page, "changing.jsonl");
      await card.getByLabel("Encoding").selectOption("windows-1252");
      await settled(page);
      assert.equal(await page.locator(".figure-value").count(), 0);
      assert.match(await said(page), /changing\.jsonl cannot be read/);
      await choose(page, changing);
      await page.locator(".figure-value").first().waitFor();
      await settled(page);
      assert.equal((await figures(page))["Exact match"], "60.0");
      assert.doesNotMatch(await said(page), /second gold|cannot be read/);
      assert.deepEqual(await cards(page), both);
    }));

  test("one that has changed since it was read takes its old place", () =>
    withPage(async (page) => {
      const changing = file("changing.jsonl", question);
      await choose(page, changing, models[0]);
      await page.locator(".figure-value").first().waitFor();
      await settled(page);
      appendFileSync(changing.path, `${JSON.stringify(question("elm"))}\n`);
      await choose(page, changing);
      await page.waitForFunction(() => document.querySelector(".figure-value")?.textContent.startsWith("60.0"));
      await settled(page);
      assert.equal((await figures(page))["Exact match"], "60.0");
      assert.deepEqual(await cards(page), both);
    }));

  test("one that has not stays beside another of its name", () =>
    withPage(async (page) => {
      const changing = file("changing.jsonl", question);
      await choose(page, changing, models[0]);
      await page.locator(".figure-value").first().waitFor();
      await settled(page);
      await choose(page, changing);
      await page.waitForFunction(() => /second gold/.test(document.querySelector(".problems")?.textContent));
      await settled(page);
      assert.equal((await figures(page))["Exact match"], "75.0");
      const again = [both[0][0].replace(".", " (2)."), both[0][1]];
      assert.deepEqual((await cards(page)).sort(), [...both, again].sort());
    }));
});
