// The page under faults: a cell of many megabytes, a scorer that is gone, files that wait, storage that is full
// or does not answer.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { answers, run, tasks } from "./code.mjs";
import { squad } from "./exam.mjs";
import { DIST, drop, launch, serve } from "./harness.mjs";
import { withPage } from "./site.mjs";
import { STORAGE_FAULTS, download, drawn, figures, read, score, settled, start, takePreset } from "./steps.mjs";

const folder = mkdtempSync(join(tmpdir(), "scoredrop-faults-"));
after(() => rmSync(folder, { recursive: true }));

const GOLD = Array.from({ length: 60 }, (_, row) => [`q${row}`, `a${row}`]);
const csv = (head, rows) => [head, ...rows.map((row) => row.join(","))].join("\n") + "\n";

describe("a cell of many megabytes", () => {
  const MEGABYTES = 35;
  const huge = "x".repeat(MEGABYTES << 20);
  const plain = csv("id,prediction", GOLD);
  const CASES = {
    "a last line of one cell": [`${plain}${huge}\n`, "100.0"],
    "a key": [csv("id,prediction", [...GOLD, [huge, "a"]]), "100.0"],
    "a value": [csv("id,prediction", [...GOLD.slice(1), ["q0", huge]]), "98.3"],
    "a line of separators": [plain + ",".repeat(MEGABYTES << 20), "100.0"],
    "a model's name": [csv("id,prediction,model", GOLD.map((row) => [...row, row[0] === "q9" ? huge : "m"])), undefined],
    "the name of a column": [csv(`id,prediction,${huge}`, GOLD.map((row) => [...row, "1"])), undefined],
  };
  for (const [name, [text, expected]] of Object.entries(CASES)) {
    test(name, { timeout: 120_000 }, () =>
      withPage(async (page) => {
        const [gold, predictions] = ["gold.csv", "predictions.csv"].map((one) => join(folder, one));
        writeFileSync(gold, csv("id,answer", GOLD));
        writeFileSync(predictions, text);
        await page.setInputFiles("#choose-files", [gold, predictions]);
        await page.locator(".busy").waitFor({ timeout: 5000 }).catch(() => {});
        await page.locator(".busy").waitFor({ state: "detached", timeout: 60_000 });
        if (expected) assert.equal((await figures(page))["Exact match"], expected);
        const longest = await page.evaluate(() => {
          const texts = [...document.querySelectorAll("p, bdi, td, li, span, button")].map((one) => one.textContent.length);
          return Math.max(...texts);
        });
        assert.ok(longest < 30_000, `a text of ${longest} characters stands on the page`);
        const heard = await page.evaluate(() =>
          Math.max(...globalThis.workers.flatMap((one) => one.heard.map(([, , said]) => said.length))),
        );
        assert.ok(heard < 1 << 20, `a message of ${heard} bytes`);
        assert.deepEqual(page.errors, []);
      }),
    );
  }
});

describe("a scorer that is gone", () => {
  const last = (page, what) => page.evaluate(what);
  const NOTE = /The scorer crashed: .*It was restarted with your files\./;

  test("ended from outside while it works: it is noticed, said, and started again", { timeout: 60_000 }, () =>
    withPage(async (page) => {
      await score(page, squad());
      const begun = Date.now();
      await last(page, () => globalThis.workers.at(-1).terminate());
      const alert = page.getByRole("alert");
      await alert.waitFor({ timeout: 5000 });
      assert.ok(Date.now() - begun < 5000);
      assert.match(await alert.innerText(), NOTE);
      await settled(page);
      assert.equal((await figures(page))["Exact match"], "90.0");
      await alert.getByRole("button", { name: "Dismiss" }).click();
      assert.equal(await alert.count(), 0);
    }));

  test("it starts again by itself once, and then says how to go on; a drop is taken all the same", { timeout: 60_000 }, () =>
    withPage(async (page) => {
      const [gold, predictions] = squad();
      await score(page, [gold]);
      const fail = () => page.workers().at(-1).evaluate(() => void setTimeout(() => { throw new Error("out of order"); }));
      await fail();
      const alert = page.getByRole("alert");
      await alert.waitFor();
      assert.match(await alert.innerText(), NOTE);
      await settled(page);
      await fail();
      await alert.getByRole("button", { name: "Restart with these files" }).waitFor();
      assert.match(await alert.innerText(), /out of order/);
      await drop(page, [predictions]);
      await page.locator(".result").waitFor();
      await settled(page);
      assert.equal((await figures(page))["Exact match"], "90.0");
    }));
});

/** A module of WebAssembly whose memory may grow to so many pages and no more. */
function narrowed(module, pages) {
  const number = (at) => {
    let [value, shift] = [0, 0];
    for (; ; at += 1, shift += 7) {
      value += (module[at] & 127) * 2 ** shift;
      if (module[at] < 128) return [value, at + 1];
    }
  };
  const written = (value) => (value < 128 ? [value] : [(value & 127) | 128, ...written(Math.floor(value / 128))]);
  const MEMORY = 5;
  for (let at = 8; at < module.length; ) {
    const [length, start] = number(at + 1);
    if (module[at] === MEMORY) {
      // One memory, its flags, and the pages that it begins with.
      const [least] = number(start + 2);
      const body = [1, 1, ...written(least), ...written(pages)];
      return Buffer.concat([module.subarray(0, at), Buffer.from([MEMORY, ...written(body.length), ...body]), module.subarray(start + length)]);
    }
    at = start + length;
  }
  throw new Error("the module has no memory");
}

describe("memory that is at an end", () => {
  const MEGABYTES = 48;
  let browser;
  let server;
  before(async () => {
    browser = await launch();
    const module = narrowed(readFileSync(join(DIST, "scoredrop-worker_bg.wasm")), MEGABYTES * 16);
    server = await serve({
      answer: (request, response) => {
        if (!request.url.endsWith("scoredrop-worker_bg.wasm")) return false;
        response.writeHead(200, { "Content-Type": "application/wasm" });
        response.end(module);
        return true;
      },
    });
  });
  after(async () => {
    await browser.close();
    await server.stop();
  });

  test("it is said how much was asked for and how much there is; the files stay, and the page is of use", { timeout: 120_000 }, async () => {
    const page = await start(browser, server);
    const [gold, predictions] = squad();
    await score(page, [gold, predictions]);
    assert.equal((await figures(page))["Exact match"], "90.0");
    const path = join(folder, "large.jsonl");
    writeFileSync(path, Array.from({ length: 60_000 }, (_, row) => `{"id":"r${row}","prediction":"${String(row).repeat(200)}"}\n`).join(""));
    await page.setInputFiles("#choose-files", [path]);
    const alert = page.getByRole("alert");
    await alert.waitFor({ timeout: 60_000 });
    const words = await alert.innerText();
    const [, asked, has] = /no more memory: (\d+) MB more were asked for, and it has (\d+) MB already\. Use smaller files/.exec(words);
    assert.ok(Number(asked) >= 1 && Number(has) <= MEGABYTES && Number(has) > MEGABYTES / 4, words);
    // The score before it stands, with its files.
    assert.equal((await figures(page))["Exact match"], "90.0");
    const names = await page.locator(".file strong").allInnerTexts();
    assert.deepEqual(names, [gold.name, predictions.name]);
    const aside = page.locator(".aside");
    assert.match(await aside.innerText(), /^large\.jsonl was not read\./);
    await settled(page);
    await alert.getByRole("button", { name: "Dismiss" }).click();
    await aside.getByRole("button", { name: "Discard it" }).click();
    await drop(page, [{ ...predictions, name: "again.json" }]);
    await settled(page);
    await page.locator(".runs").waitFor();
    assert.match(await read(page, ".runs"), /predictions 90\.0 .* again 90\.0/);
    await page.context().close();
  });
});

describe("files that were dropped", () => {
  test("are kept when the work on them is cancelled", { timeout: 120_000 }, () =>
    withPage(async (page) => {
      const path = join(folder, "large.jsonl");
      writeFileSync(path, '{"id":"q1","prediction":"one"}\n'.repeat(2_000_000));
      await score(page, [{ name: "gold.jsonl", text: '{"id":"q1","answers":["one"]}\n' }]);
      await page.setInputFiles("#choose-files", [path]);
      await page.getByRole("button", { name: "Cancel" }).click();
      const aside = page.locator(".aside");
      await aside.waitFor();
      assert.match(await aside.innerText(), /^large\.jsonl was not read\./);
      await aside.getByRole("button", { name: "Read it" }).click();
      await settled(page, 60_000);
      await drawn(page);
      assert.equal(await aside.count(), 0);
      assert.equal((await figures(page))["Exact match"], "100.0");
    }));
});

describe("verdicts that cannot be kept", () => {
  let browser;
  let server;
  before(async () => {
    browser = await launch();
    server = await serve();
  });
  after(async () => {
    await browser.close();
    await server.stop();
  });
  for (const [name, fault] of Object.entries(STORAGE_FAULTS)) {
    test(name, { timeout: 120_000 }, async () => {
      const context = await browser.newContext({ serviceWorkers: "block" });
      await context.addInitScript(fault);
      const page = await start({ newContext: async () => context }, server);
      await score(page, [tasks(8), answers(Array(8).fill("    return 1\n"))]);
      await takePreset(page, "HumanEval");
      await run(page);
      assert.equal((await figures(page))["Pass@1"], "100.0");
      assert.match(await read(page, ".programs"), /8 verdicts cannot be saved in this browser: its storage is full, denied or does not answer/);
      const { bytes } = await download(page, () => page.getByRole("button", { name: "Download the verdicts" }).click());
      assert.equal(bytes.toString().trim().split("\n").length, 8);
      await context.close();
    });
  }
});
