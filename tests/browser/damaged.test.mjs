// Damaged and odd files must be named on the page, a scorer that breaks down must be said, and large
// files must leave the page usable.
import assert from "node:assert/strict";
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import {
  all,
  answer,
  assertDoubtful,
  assertWarned,
  gold,
  id,
  lines,
  prediction,
  predictionRows,
  predictions,
  question,
  squad,
} from "./exam.mjs";
import { drop } from "./harness.mjs";
import { scored, withPage } from "./site.mjs";
import {
  announced,
  drawn,
  figures,
  isProvisional,
  read,
  said,
  score,
  settled,
  takePreset, openEditor, openFile, protocol } from "./steps.mjs";

const folder = mkdtempSync(join(tmpdir(), "scoredrop-"));
after(() => rmSync(folder, { recursive: true }));

describe("files that are not whole, or none at all", () => {
  const cut = (text, share) => {
    const end = Math.trunc(text.length * share);
    // Inside a text.
    return text.slice(0, Math.max(text.lastIndexOf("fiel", end), text.lastIndexOf("bury", end)) + 2);
  };

  test("a truncated JSON Lines file", () =>
    scored([gold(), { name: "predictions.jsonl", text: cut(lines(predictionRows()), 0.7) }], async (page) => {
      await assertDoubtful(page);
      await assertWarned(page, /the file is cut off in the middle of/);
      assert.match(await read(page, ".sum"), /1\d missing/);
    }));

  test("half a JSON", () => {
    const [whole, keyed] = squad();
    return scored([whole, { ...keyed, text: cut(keyed.text, 0.5) }], async (page) => {
      await assertDoubtful(page);
      await assertWarned(page, /the file is cut off in the middle of/);
    });
  });

  test("half a gold file", () => {
    const [whole, keyed] = squad();
    return scored([{ ...whole, text: cut(whole.text, 0.5) }, keyed], async (page) => {
      await assertDoubtful(page);
      await assertWarned(page, /the file is cut off in the middle of/);
    });
  });

  for (const [what, text] of [["a list", '[{"question": "Which river is lo'], ["an object", '{"data": [{"title": "Rivers", "paragraphs": [{"context": "Lo']]) {
    test(`half of ${what} alone: what is wrong is said, and nothing asked about what is lost`, () =>
      scored([{ name: "gold.json", text }], async (page) => {
        await assertWarned(page, /the file ends before its JSON is complete/);
        assert.equal(await read(page, ".waiting"), "Fix the problem below to get a score.");
        const ways = page.getByRole("group", { name: "gold.json" }).getByRole("button");
        assert.deepEqual(await ways.allInnerTexts(), ["Remove"]);
      }));
  }

  test("half a gold file of which nothing can be used", () => {
    const [whole, keyed] = squad(1);
    return scored([{ ...whole, text: cut(whole.text, 0.5) }, keyed], async (page) => {
      assert.equal(await page.locator(".figures").count(), 0, "no number");
      await assertWarned(page, /the file is cut off in the middle of/);
    });
  });

  test("a CSV as Excel writes it, with semicolons", () => {
    const rows = all((i) => `${id(i)};"${prediction(i)}";0,${i}`);
    const text = `\u{feff}Question ID;Predicted answer;Confidence\r\n${rows.join("\r\n")}\r\n`;
    return scored([gold(), { name: "Book1.csv", text }], async (page) => {
      assert.equal((await figures(page))["Exact match"], "90.0");
      assert.match(await read(page, ".sum"), /^gold 40 = 40 answered/);
      await openEditor(page, "predictions");
      assert.match(await read(page, ".editor"), /CSV.*;/);
    });
  });

  for (const [what, text] of [["with", `\ufeff${lines(predictionRows())}`], ["without", lines(predictionRows())]]) {
    test(`UTF-16 ${what} a byte order mark`, () =>
      scored([gold(), { name: "predictions.jsonl", bytes: Buffer.from(text, "utf16le") }], async (page) => {
        await takePreset(page, "SQuAD 1.1");
        assert.equal((await figures(page))["Exact match"], "90.0");
        assert.equal(await isProvisional(page), false);
        await openEditor(page, "predictions");
        assert.match(await read(page, ".editor"), /UTF-16/);
      }));
  }

  test("gold and predictions side by side in one file", () => {
    const rows = all((i) => ({ question: question(i), reference: answer(i), prediction: prediction(i) }));
    return scored([{ name: "results.jsonl", text: lines(rows) }], async (page) => {
      assert.equal((await figures(page))["Exact match"], "90.0");
      assert.match(await protocol(page), /joined on the same row/);
    });
  });

  test("columns that nothing tells apart are asked about, and the answer gives the score", () => {
    const rows = all((i) => ({
      question: question(i),
      gold: answer(i),
      foo: i % 5 ? answer(i) : "Nowhere",
      bar: i % 4 ? answer(i) : "Nowhere",
    }));
    return scored([{ name: "answers.jsonl", text: lines(rows) }], async (page) => {
      assert.equal(await page.locator(".figures").count(), 0, "no number");
      assert.equal(await read(page, ".waiting"), "Which column of answers.jsonl holds the model's answers?");
      assert.match(await read(page, ".answers"), /foo .*about 80 % of the first rows right.* bar .*about 75 %/);
      await page.getByRole("button", { name: "bar", exact: true }).click();
      await page.locator(".figure-value").first().waitFor();
      assert.equal((await figures(page))["Exact match"], "75.0");
    });
  });

  test("gold and predictions in one file by names that may mean either, which values settle", () => {
    const rows = all((i) => ({ question: question(i), answer: answer(i), response: prediction(i) }));
    return scored([{ name: "results.jsonl", text: lines(rows) }], async (page) => {
      assert.equal((await figures(page))["Exact match"], "90.0");
      assert.match(await protocol(page), /joined on the same row/);
    });
  });

  for (const [what, file, words] of [
    ["0 bytes", { name: "predictions.jsonl", text: "" }, /empty/],
    ["a PDF", { name: "paper.pdf", text: "%PDF-1.7\n%\u00e2\u00e3\u00cf\n1 0 obj" }, /PDF/],
    ["a PDF that is called CSV", { name: "predictions.csv", text: "%PDF-1.7\n%\u00e2\u00e3\u00cf\n1 0 obj" }, /PDF/],
    ["an Excel file", { name: "Book1.xlsx", text: "PK\u0003\u0004\u0014\u0000\u0006\u0000" }, /Excel/],
    ["a sign-in page", { name: "predictions.json", text: "<!DOCTYPE html><html><title>Sign in</title>" }, /web page/],
  ]) {
    test(`${what} instead of predictions`, () =>
      scored([gold(), file], async (page) => {
        assert.equal(await page.locator(".figures").count(), 0, "no number");
        await assertWarned(page, words);
        assert.notEqual(await announced(page), "");
        // And the page is still of use.
        await page.getByRole("button", { name: "Remove all" }).first().click();
        await score(page, squad());
        assert.equal((await figures(page))["Exact match"], "90.0");
      }));

    test(`${what} alone`, () =>
      scored([file], async (page) => {
        assert.equal(await page.locator(".figures").count(), 0, "no number");
        await assertWarned(page, words);
      }));
  }

  test("a good score is not lost to a bad file dropped later", () =>
    scored(squad(), async (page) => {
      await score(page, [{ name: "paper.pdf", text: "%PDF-1.7\n%\u00e2\u00e3\u00cf\n1 0 obj" }]);
      await assertWarned(page, /PDF/);
      const card = await openFile(page, "paper.pdf");
      await card.getByRole("button", { name: "Remove" }).click();
      await settled(page);
      assert.equal((await figures(page))["Exact match"], "90.0");
    }));
});

describe("the scorer itself breaks down", () => {
  test("it is said with its own words, and the files are scored again", () =>
    withPage(async (page) => {
      await score(page, squad());
      await page.workers()[0].evaluate(() => {
        setTimeout(() => {
          throw new Error("out of order");
        });
      });
      const alert = page.getByRole("alert");
      await alert.waitFor();
      assert.match(await alert.innerText(), /The scorer crashed: .*out of order/);
      await settled(page);
      await alert.getByRole("button", { name: "Dismiss" }).click();
      assert.equal(await alert.count(), 0);
      assert.equal((await figures(page))["Exact match"], "90.0");
    }));

  test("a panic is told once, and what the browser adds does not hide it", () =>
    withPage(async (page) => {
      await score(page, squad());
      await page.workers()[0].evaluate(() => {
        postMessage([0, "panic", "no entry found for key"]);
        setTimeout(() => {
          throw new Error("unreachable");
        });
      });
      const alert = page.getByRole("alert");
      await alert.waitFor();
      await settled(page);
      assert.match(await alert.innerText(), /no entry found for key/);
      assert.equal(await alert.count(), 1);
    }));
});

describe("large files", () => {
  /** A file of so many bytes, of one block again and again. */
  function large(name, megabytes, block) {
    const path = join(folder, name);
    const file = openSync(path, "w");
    const bytes = Buffer.alloc(16 << 20);
    for (let at = 0; at < bytes.length; at += block.length) block.copy(bytes, at);
    for (let left = megabytes * 1_000_000; left > 0; left -= bytes.length) {
      writeSync(file, bytes.subarray(0, Math.min(left, bytes.length)));
    }
    closeSync(file);
    return path;
  }

  /** Bytes without any pattern, always the same ones. */
  function noise(length, letters) {
    let state = 1;
    return Buffer.from(
      Array.from({ length }, () => {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
        return letters ? letters.charCodeAt((state >>> 16) % letters.length) : state >>> 24;
      }),
    );
  }

  const choose = (page, path) => page.locator("#choose-files").setInputFiles(path);

  /** Waits until something is being done and said, then cancels; how long the way out took. */
  async function cancel(page) {
    await page.locator(".busy-words", { hasText: /: .+ of / }).waitFor();
    const words = await read(page, ".busy-words");
    const begun = Date.now();
    await page.locator(".busy").getByRole("button", { name: "Cancel" }).click();
    await page.locator(".busy").waitFor({ state: "detached" });
    return { words, took: Date.now() - begun };
  }

  async function stillWorks(page, files = squad()) {
    await score(page, files);
    assert.equal((await figures(page))["Exact match"], "90.0");
  }

  for (const [what, block] of [
    ["bytes", noise(65_536)],
    ["letters without a line end", noise(65_536, "abcdefghij ,;:\"'{}[]0123456789")],
    ["lines of letters", noise(65_536, "abcdefghij ,;:\"'{}[]0123456789\n")],
  ]) {
    test(`300 MB of garbage: ${what}`, { timeout: 240_000 }, (context) =>
      withPage(async (page) => {
        const path = large("garbage.jsonl", 300, block);
        const begun = Date.now();
        await choose(page, path);
        const busy = page.locator(".busy-words", { hasText: /: .+ of / });
        const done = settled(page, 200_000);
        await Promise.race([busy.waitFor({ timeout: 200_000 }).catch(() => {}), done]);
        if ((await busy.count()) > 0) {
          const { words, took } = await cancel(page);
          context.diagnostic(`cancelled at “${words}”, gone after ${took} ms`);
          assert.ok(took < 1000, `${took} ms`);
          await done.catch(() => {});
          await page.locator(".lead").waitFor();
        } else {
          context.diagnostic(`refused after ${Date.now() - begun} ms: ${await said(page)}`);
          assert.equal(await page.locator(".figures").count(), 0);
          assert.notEqual(await said(page), "", "it is said");
          assert.notEqual(await announced(page), "", "a screen reader hears of it");
          await page.getByRole("button", { name: "Remove all" }).first().click();
        }
        await stillWorks(page);
        rmSync(path);
      }));
  }

  test("300 MB of garbage beside a good gold file: it is said what is wrong", { timeout: 240_000 }, (context) =>
    withPage(async (page) => {
      const path = large("garbage.jsonl", 300, noise(65_536, "abcdefghij ,;:\"'{}[]0123456789\n"));
      await score(page, [gold()]);
      const begun = Date.now();
      await choose(page, path);
      await settled(page, 200_000);
      context.diagnostic(`read or refused in ${Date.now() - begun} ms: ${(await said(page)).slice(0, 300)}`);
      assert.equal(await page.locator(".figures").count(), 0);
      assert.ok((await page.locator(".problem .severity-error").count()) > 0);
      await page.getByRole("button", { name: "Remove all" }).first().click();
      await stillWorks(page);
      rmSync(path);
    }));

  test("100 MB of JSON Lines: progress is shown, cancel works, and then it is scored", { timeout: 240_000 }, (context) =>
    withPage(async (page) => {
      const path = join(folder, "large.jsonl");
      const file = openSync(path, "w");
      const filler = "and so on ".repeat(20);
      let written = 0;
      let count = 0;
      for (let chunk = ""; written < 100_000_000; chunk = "") {
        for (let row = 0; row < 10_000; row += 1, count += 1) {
          chunk += `{"id":"q${count}","prediction":"${count % 2 ? "one" : "two"}","note":"${filler}"}\n`;
        }
        written += writeSync(file, chunk);
      }
      closeSync(file);
      const golds = { name: "gold.jsonl", text: lines(all((i) => ({ id: `q${i}`, answers: ["one"] }), 0, 2000)) };
      await score(page, [golds]);
      await choose(page, path);
      const { words, took } = await cancel(page);
      context.diagnostic(`cancelled at “${words}”, gone after ${took} ms`);
      assert.ok(took < 1000, `${took} ms`);
      assert.match(words, /reading large\.jsonl: \d+\.\d MB of 1\d\d\.\d MB/);
      await settled(page);
      // Cancelled, the files are those of before: the gold file alone.
      assert.equal(await read(page, ".file strong"), "gold.jsonl");
      const begun = Date.now();
      await choose(page, path);
      await settled(page, 200_000);
      context.diagnostic(`${count} rows scored in ${Date.now() - begun} ms`);
      assert.equal((await figures(page))["Exact match"], "50.0");
      await drawn(page);
      rmSync(path);
    }));

  test("a newer drop takes the place of the older work", { timeout: 120_000 }, () =>
    withPage(async (page) => {
      const path = large("garbage.jsonl", 300, noise(65_536, "abcdefghij ,;:\"'{}[]0123456789\n"));
      await choose(page, path);
      await drop(page, squad());
      await page.locator(".busy-words", { hasText: /: .+ of / }).waitFor({ timeout: 5000 }).catch(() => {});
      if ((await page.locator(".busy").count()) > 0) await page.getByRole("button", { name: "Cancel" }).click();
      await page.locator(".busy").waitFor({ state: "detached" });
      await drawn(page);
      rmSync(path);
      await page.locator(".name a").click();
      await stillWorks(page);
    }));
});
