// Planted errors must be said on the page: each file here is wrong in one way that happens to
// people, the reader of the score must learn of it, and what rests on it must not look official.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  N,
  all,
  answer,
  assertDoubtful,
  assertRefused,
  assertWarned,
  gold,
  goldRows,
  id,
  lines,
  prediction,
  predictionRows,
  predictions,
  question,
  squad,
} from "./exam.mjs";
import { scored } from "./site.mjs";
import {
  doubts,
  choosePreset,
  figures,
  isProvisional,
  plain,
  read,
  said,
  settled, openEditor, openTab, showChecks } from "./steps.mjs";

test("without errors nothing is said", () =>
  scored(squad(), async (page) => {
    assert.equal(await isProvisional(page), false);
    assert.equal((await figures(page))["Exact match"], "90.0");
    assert.equal(await page.locator(".severity-error, .severity-warning").count(), 0);
    await openTab(page, "Report");
    assert.equal(await page.locator("#official-text").count(), 1);
  }));

describe("files that do not belong together", () => {
  test("roles swapped by the user, and swapped back", () =>
    scored([gold(), predictions()], async (page) => {
      await openEditor(page, "gold");
      await page.locator(".editor").getByRole("button", { name: "Swap" }).first().click();
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
      await openEditor(page, "gold");
      await page.locator(".editor").getByRole("button", { name: "Swap" }).first().click();
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
          assert.ok((await doubts(page)).includes("shifted"));
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
        assert.ok((await doubts(page)).includes("few_predictions"));
        assert.match(await read(page, ".sum"), /12 answered .* 28 missing/);
        assert.match(await read(page, ".beside"), /28 extra predictions/);
      },
    ));

  test("no ids at all: row order proves nothing", () =>
    scored([gold(), predictions(all((i) => ({ prediction: prediction((i * 7) % N) })))], async (page) => {
      await assertDoubtful(page);
      assert.ok((await doubts(page)).includes("row_order"));
    }));

  test("ids that never meet: row order is offered with its risk, and taken only by choice", () =>
    scored([gold(), predictions(all((i) => ({ id: 9000 + i, prediction: prediction(i) })))], async (page) => {
      await assertRefused(page, /you can join by row numbers.* but the score is wrong if/);
      const row = page.getByRole("radio", { name: /Row order/ });
      assert.equal(await row.isChecked(), false);
      await row.click();
      await settled(page);
      assert.equal((await figures(page))["Exact match"], "90.0");
      await assertDoubtful(page);
      assert.ok((await doubts(page)).includes("row_order"));
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
      assert.ok((await doubts(page)).includes("preset_mismatch"));
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
      assert.equal(await read(page, ".sum"), "gold 40 = 34 answered + 6 blank");
      await showChecks(page);
      await page.locator(".problem", { hasText: "6 predictions are blank" }).locator("summary").click();
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
        await showChecks(page);
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
      assert.match(await said(page), /1 row of predictions\.jsonl could not be read/);
      assert.match(await said(page), /predictions\.jsonl, row 21/);
      assert.match(await read(page, ".beside"), /1 unreadable row/);
    });
  });
});
