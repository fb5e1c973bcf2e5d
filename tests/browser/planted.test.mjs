// Planted errors must be said on the page: each file here is wrong in one way that happens to
// people, the reader of the score must learn of it, and what rests on it must not look official.
import assert from "node:assert/strict";
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { drop } from "./harness.mjs";
import { scored, withPage } from "./site.mjs";
import {
  announced,
  choosePreset,
  drawn,
  figures,
  isProvisional,
  plain,
  read,
  rows,
  said,
  score,
  settled,
  takePreset,
} from "./steps.mjs";

const N = 40;
const id = (index) => ((index * 40_503 + 977) % 65_536).toString(16).padStart(4, "0");
const question = (index) => `what is the name of the town number ${(index * 37) % 1009} of the valley`;
const answer = (index) =>
  ["North", "South", "East", "West", "Upper", "Lower", "Old", "New"][index % 8] +
  ["field", "ham", "bury", "mouth", "ford"][Math.trunc(index / 8) % 5];
/** Right but for every tenth. */
const prediction = (index) => (index % 10 === 7 ? "Nowhere" : answer(index));

const all = (make, from = 0, to = N) => Array.from({ length: to - from }, (_, index) => make(index + from));
const lines = (rows) => rows.map((row) => `${JSON.stringify(row)}\n`).join("");
const goldRows = () => all((i) => ({ id: id(i), question: question(i), answers: [answer(i)] }));
const predictionRows = () => all((i) => ({ id: id(i), prediction: prediction(i) }));
const gold = (rows = goldRows()) => ({ name: "gold.jsonl", text: lines(rows) });
const predictions = (rows = predictionRows()) => ({ name: "predictions.jsonl", text: lines(rows) });

/** A SQuAD file of the same questions in so many articles, and predictions in its form. */
const squad = (articles = 4) => [
  {
    name: "dev-v1.1.json",
    text: JSON.stringify({
      version: "1.1",
      data: Array.from({ length: articles }, (_, article) => ({
        title: `t${article}`,
        paragraphs: [
          {
            context: "c",
            qas: all(
              (i) => ({ id: id(i), question: question(i), answers: [{ text: answer(i), answer_start: 0 }] }),
              (article * N) / articles,
              ((article + 1) * N) / articles,
            ),
          },
        ],
      })),
    }),
  },
  { name: "predictions.json", text: JSON.stringify(Object.fromEntries(all((i) => [id(i), prediction(i)]))) },
];

const folder = mkdtempSync(join(tmpdir(), "scoredrop-"));
after(() => rmSync(folder, { recursive: true }));

/** There is a number, it says that it is provisional, and nothing beside it looks official. */
async function assertDoubtful(page) {
  assert.ok(await isProvisional(page), "provisional");
  assert.equal(await page.locator("#official-text").count(), 0, "nothing official is shown");
  assert.match(await announced(page), /provisional/);
}

/** There is no number at all, and the reason is listed among the problems, with what to do. */
async function assertRefused(page, words) {
  assert.equal(await page.locator(".figures").count(), 0, "no number");
  assert.equal(await page.locator("#official-text").count(), 0);
  const problem = page.locator(".problem", { hasText: words }).first();
  await problem.waitFor({ timeout: 5000 });
  assert.equal(await problem.locator(".severity").innerText(), "error");
  assert.ok((await problem.locator(".remedy").count()) > 0, "what to do");
  assert.notEqual(await announced(page), "", "a screen reader hears of it");
}

async function assertWarned(page, words) {
  const problem = page.locator(".problem", { hasText: words }).first();
  await problem.waitFor({ timeout: 5000 });
  return (await problem.locator(".severity").innerText()).trim();
}

test("without errors nothing is said", () =>
  scored(squad(), async (page) => {
    assert.equal(await isProvisional(page), false);
    assert.equal((await figures(page))["Exact match"], "90.0");
    assert.equal(await page.locator(".severity-error, .severity-warning").count(), 0);
    assert.equal(await page.locator("#official-text").count(), 1);
  }));

describe("files that do not belong together", () => {
  test("roles swapped by the user, and swapped back", () =>
    scored([gold(), predictions()], async (page) => {
      await page.locator("#word-gold").click();
      await page.locator(".popover").getByRole("button", { name: "Swap" }).first().click();
      await settled(page);
      await assertRefused(page, /swap/);
      await page.getByRole("button", { name: "Swap" }).first().click();
      await settled(page);
      assert.equal((await figures(page))["Exact match"], "90.0");
    }));

  test("roles swapped where both files could be either", () => {
    const plain = (i) => ({ id: id(i), question: question(i), answer: answer(i) });
    const short = (i) => ({ id: id(i), answer: prediction(i) });
    return scored([gold(all(plain)), predictions(all(short))], async (page) => {
      await page.locator("#word-gold").click();
      await page.locator(".popover").getByRole("button", { name: "Swap" }).first().click();
      await settled(page);
      await assertDoubtful(page);
      assert.match(await said(page), /looks more like gold/);
    });
  });

  for (const [what, step] of [["up", 1], ["down", N - 1]]) {
    test(`predictions shifted ${what} by one row`, () =>
      scored(
        [gold(), predictions(all((i) => ({ id: id(i), prediction: prediction((i + step) % N) })))],
        async (page) => {
          await assertDoubtful(page);
          assert.match(await read(page, ".provisional-box"), /shifted by one row/);
          await assertWarned(page, /shifted/);
        },
      ));
  }

  test("predictions of another split: none fits", () =>
    scored(
      [gold(), predictions(all((i) => ({ id: id(i), prediction: prediction(i) }), N, 2 * N))],
      async (page) => {
        await assertRefused(page, id(N));
      },
    ));

  test("predictions of another split: some fit", () =>
    scored(
      [gold(), predictions(all((i) => ({ id: id(i), prediction: prediction(i) }), 28, 28 + N))],
      async (page) => {
        await assertDoubtful(page);
        assert.match(await read(page, ".provisional-box"), /only 12 of 40/);
        assert.match(await read(page, ".sum"), /12 answered .* 28 missing/);
        assert.match(await read(page, ".beside"), /28 extra predictions/);
      },
    ));

  test("no ids at all: row order proves nothing", () =>
    scored([gold(), predictions(all((i) => ({ prediction: prediction((i * 7) % N) })))], async (page) => {
      await assertDoubtful(page);
      assert.match(await read(page, ".provisional-box"), /row order/);
    }));

  test("ids that never meet: row order is offered with its risk, and taken only by choice", () =>
    scored([gold(), predictions(all((i) => ({ id: 9000 + i, prediction: prediction(i) })))], async (page) => {
      await assertRefused(page, /--join row/);
      const row = page.getByRole("radio", { name: /Row order/ });
      assert.equal(await row.isChecked(), false);
      await row.click();
      await settled(page);
      assert.equal((await figures(page))["Exact match"], "90.0");
      await assertDoubtful(page);
      assert.match(await read(page, ".provisional-box"), /row order/);
    }));

  test("plain text with another number of lines", () =>
    scored([gold(), { name: "predictions.txt", text: all(prediction, 1).join("\n") }], async (page) => {
      await assertRefused(page, /40 rows, predictions\.txt has 39/);
    }));

  test("a SQuAD file scored as NQ by hand", () =>
    scored(squad(), async (page) => {
      assert.equal(await isProvisional(page), false);
      await choosePreset(page, "Natural Questions (EvoAgentX)");
      await assertDoubtful(page);
      assert.match(await read(page, ".provisional-box"), /squad-v1|SQuAD 1\.1/);
      await assertWarned(page, /squad-v1|SQuAD 1\.1/);
    }));

  test("the same predictions twice, and no gold", () =>
    scored(
      [
        { name: "a.jsonl", text: lines(predictionRows()) },
        { name: "b.jsonl", text: lines(predictionRows()) },
      ],
      async (page) => {
        assert.equal(await page.locator(".figures").count(), 0);
        assert.match(await said(page), /gold/);
      },
    ));
});

describe("rows that are odd", () => {
  test("six blank answers are counted, listed and one click away", () => {
    const blanks = [0, 5, 11, 12, 30, 39];
    const rows = all((i) => {
      const place = blanks.indexOf(i);
      return { id: id(i), prediction: place < 0 ? prediction(i) : ["", " ", "\t", "\u00a0", "\n", "   "][place] };
    });
    return scored([gold(), predictions(rows)], async (page) => {
      assert.equal(await read(page, ".sum"), "gold 40 = 34 answered + 0 not extracted + 6 blank + 0 missing");
      assert.match(await read(page, "#problems-title"), /6 warnings/);
      await page.getByRole("button", { name: "Show all 6" }).click();
      const listed = await page.locator(".problem .place").allInnerTexts();
      assert.deepEqual(listed, blanks.map((row) => `predictions.jsonl, row ${row + 1}`));
      await page.getByRole("button", { name: "Show the 6 blank" }).click();
      await page.waitForFunction(() => document.querySelector("#grid").ariaRowCount === "7");
    });
  });

  test("ids that repeat, on both sides", () =>
    scored(
      [
        gold([...goldRows(), { id: id(3), question: question(3), answers: ["Elsewhere"] }]),
        predictions([
          ...predictionRows(),
          { id: id(5), prediction: "Nowhere" },
          { id: id(3), prediction: answer(3) },
        ]),
      ],
      async (page) => {
        assert.match(await read(page, ".sum"), /^gold 41 = 41 answered/);
        assert.match(await read(page, ".beside"), /2 replaced predictions.*1 gold row with a repeated id/);
        await assertWarned(page, `a later prediction for "${id(5)}"`);
        await page.getByRole("button", { name: "Show the 1 gold row with a repeated id" }).click();
        await page.waitForFunction(() => document.querySelector("#grid").ariaRowCount === "2");
      },
    ));

  test("a broken line in the middle", () => {
    const text = lines(predictionRows()).split("\n");
    text[20] = text[20].slice(0, 9);
    return scored([gold(), { name: "predictions.jsonl", text: text.join("\n") }], async (page) => {
      await assertDoubtful(page);
      assert.match(await said(page), /1 row could not be read/);
      assert.match(await said(page), /predictions\.jsonl, row 21/);
      assert.match(await read(page, ".beside"), /1 unreadable row/);
    });
  });
});

describe("files that are not whole, or none at all", () => {
  const cut = (text, share) => {
    const end = Math.trunc(text.length * share);
    // Inside a text.
    return text.slice(0, Math.max(text.lastIndexOf("fiel", end), text.lastIndexOf("bury", end)) + 2);
  };

  test("a truncated JSON Lines file", () =>
    scored([gold(), { name: "predictions.jsonl", text: cut(lines(predictionRows()), 0.7) }], async (page) => {
      await assertDoubtful(page);
      await assertWarned(page, /the file ends inside/);
      assert.match(await read(page, ".sum"), /1\d missing/);
    }));

  test("half a JSON", () => {
    const [whole, keyed] = squad();
    return scored([whole, { ...keyed, text: cut(keyed.text, 0.5) }], async (page) => {
      await assertDoubtful(page);
      await assertWarned(page, /the file ends inside/);
    });
  });

  test("half a gold file", () => {
    const [whole, keyed] = squad();
    return scored([{ ...whole, text: cut(whole.text, 0.5) }, keyed], async (page) => {
      await assertDoubtful(page);
      await assertWarned(page, /the file ends inside/);
    });
  });

  // Only "no key in common" is said, with a remedy that leads astray.
  const todo = "what reading said is lost where the join fails";
  test("half a gold file of which nothing can be used", { todo }, () => {
    const [whole, keyed] = squad(1);
    return scored([{ ...whole, text: cut(whole.text, 0.5) }, keyed], async (page) => {
      assert.equal(await page.locator(".figures").count(), 0, "no number");
      await assertWarned(page, /the file ends inside/);
    });
  });

  test("a CSV as Excel writes it, with semicolons", () => {
    const rows = all((i) => `${id(i)};"${prediction(i)}";0,${i}`);
    const text = `\u{feff}Question ID;Predicted answer;Confidence\r\n${rows.join("\r\n")}\r\n`;
    return scored([gold(), { name: "Book1.csv", text }], async (page) => {
      assert.equal((await figures(page))["Exact match"], "90.0");
      assert.match(await read(page, ".sum"), /^gold 40 = 40 answered/);
      await page.locator("#word-predictions").click();
      assert.match(await read(page, ".popover"), /CSV.*;/);
    });
  });

  for (const [what, text] of [["with", `\ufeff${lines(predictionRows())}`], ["without", lines(predictionRows())]]) {
    test(`UTF-16 ${what} a byte order mark`, () =>
      scored([gold(), { name: "predictions.jsonl", bytes: Buffer.from(text, "utf16le") }], async (page) => {
        await takePreset(page, "SQuAD 1.1");
        assert.equal((await figures(page))["Exact match"], "90.0");
        assert.equal(await isProvisional(page), false);
        await page.locator("#word-predictions").click();
        assert.match(await read(page, ".popover"), /UTF-16/);
      }));
  }

  test("gold and predictions side by side in one file", () => {
    const rows = all((i) => ({ question: question(i), reference: answer(i), prediction: prediction(i) }));
    return scored([{ name: "results.jsonl", text: lines(rows) }], async (page) => {
      assert.equal((await figures(page))["Exact match"], "90.0");
      assert.match(await read(page, ".sentence"), /joined on the same row/);
    });
  });

  test("gold and predictions in one file by names that may mean either", () => {
    const rows = all((i) => ({ question: question(i), answer: answer(i), response: prediction(i) }));
    return scored([{ name: "results.jsonl", text: lines(rows) }], async (page) => {
      assert.equal((await figures(page))["Exact match"], "90.0");
      await assertDoubtful(page);
      assert.match(await read(page, ".provisional-box"), /it has answer beside response/);
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
      const card = page.locator(".file", { hasText: "paper.pdf" });
      if ((await card.count()) === 0) await page.locator("#word-predictions").click();
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
      assert.match(await alert.innerText(), /The scorer broke down: .*out of order/);
      assert.match(await announced(page), /out of order/);
      await alert.getByRole("button", { name: "Restart with these files" }).click();
      await settled(page);
      assert.equal(await alert.count(), 0);
      assert.equal((await figures(page))["Exact match"], "90.0");
    }));

  test("a panic is told once, and what the browser adds does not hide it", () =>
    withPage(async (page) => {
      await score(page, squad());
      await page.workers()[0].evaluate(() => {
        postMessage([0, JSON.stringify({ panic: { message: "no entry found for key" } })]);
        setTimeout(() => {
          throw new Error("unreachable");
        });
      });
      await page.waitForFunction(() => globalThis.workers[0].failure === "taken");
      assert.match(await page.getByRole("alert").innerText(), /no entry found for key/);
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
    await page.locator(".busy-words", { hasText: / of / }).waitFor();
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
        const busy = page.locator(".busy-words", { hasText: / of / });
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
      // Cancelled, the desk is as it was before: the gold file alone.
      assert.equal(await read(page, ".file .card-title"), "gold.jsonl");
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
      await page.locator(".busy-words", { hasText: / of / }).waitFor({ timeout: 5000 }).catch(() => {});
      if ((await page.locator(".busy").count()) > 0) await page.getByRole("button", { name: "Cancel" }).click();
      await page.locator(".busy").waitFor({ state: "detached" });
      await drawn(page);
      rmSync(path);
      await page.locator(".name a").click();
      await stillWorks(page);
    }));
});
