// The main job on our samples, whose numbers were worked out by hand (samples/README.md): drop,
// read the number, change what is behind it, look into single questions.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { drop } from "./harness.mjs";
import { scored, withPage } from "./site.mjs";
import {
  GUESSED,
  SAMPLES,
  announced,
  cards,
  changeRule,
  choosePreset,
  confirm,
  drawn,
  everything,
  figures,
  isProvisional,
  openEditor,
  openFile,
  openTab,
  plain,
  protocol,
  read,
  rowCount,
  rows,
  doubts,
  said,
  score,
  settled,
} from "./steps.mjs";

describe("dropped, and nothing else done", () => {
  test("SQuAD: the headline stands there, sure of itself", () =>
    scored(SAMPLES.squad, async (page) => {
      assert.deepEqual(await figures(page), {
        "Exact match": "25.0",
        "Token F1": "58.2",
        "Token precision": "59.4",
        "Token recall": "58.3",
      });
      assert.equal(await isProvisional(page), false);
      assert.match(await read(page, ".sentence"), /^predictions\.json answers 25\.0 % of 8 questions as the gold file does; .* between 7\.1 and 59\.1\.$/);
      assert.match(await protocol(page), /^SQuAD 1\.1 · gold\.json · joined on id/);
      assert.equal(await read(page, ".sum"), "gold 8 = 6 answered + 1 blank + 1 missing");
      assert.match(await read(page, ".beside"), /^also: 1 extra prediction ?1 replaced prediction$/);
      assert.equal(await announced(page), "Exact match 25.0 percent, 8 questions");
      await openTab(page, "Report");
      const official = await read(page, "#official-text");
      assert.equal(official, "exact_match: 25.0 f1: 58.21428571428571");
    }));

  test("HotpotQA: all twelve numbers", () =>
    scored(SAMPLES.hotpot, async (page) => {
      assert.deepEqual(await figures(page), {
        "Exact match": "37.5",
        "Token F1": "54.2",
        "Token precision": "50.0",
        "Token recall": "62.5",
        "Supporting facts exact match": "25.0",
        "Supporting facts F1": "49.6",
        "Supporting facts precision": "52.1",
        "Supporting facts recall": "50.0",
        "Joint exact match": "12.5",
        "Joint F1": "31.2",
        "Joint precision": "29.2",
        "Joint recall": "37.5",
      });
      assert.equal(await isProvisional(page), false);
      assert.equal(await read(page, ".sum"), "gold 8 = 6 answered + 1 blank + 1 missing");
      assert.match(await said(page), /the record has this name twice.* predictions\.json, row 7, column answer/);
    }));

  test("NQ: two runs of one file; the preset is a guess, and the number says so", () =>
    scored(GUESSED, async (page) => {
      assert.equal((await figures(page))["Exact match"], "70.8");
      assert.equal(await isProvisional(page), true);
      assert.match(await announced(page), /70\.8 percent, 24 questions, provisional/);
      assert.ok((await doubts(page)).includes("guessed_benchmark"));
      assert.deepEqual(
        (await page.locator(".runs tbody tr").allInnerTexts()).map((text) => plain(text).split(" ")),
        [
          ["1", "terse", "70.8", "50.8–85.1", "24", "1", "baseline"],
          ["1", "chatty", "37.5", "21.2–57.3", "24", "0", "−33.3", "(−61.6", "to", "3.2)", "no", "clear", "difference"],
        ],
      );
      await page.getByRole("button", { name: "chatty", exact: true }).click();
      await drawn(page);
      assert.equal((await figures(page))["Exact match"], "37.5");
      assert.equal(await read(page, ".sum"), "chatty: gold 24 = 24 answered");
    }));

  test("what rests on a guess does not look official until it is confirmed", () =>
    scored(GUESSED, async (page) => {
      await openTab(page, "Report");
      assert.equal(await page.locator("#official-text").count(), 0);
      await confirm(page);
      assert.equal(await isProvisional(page), false);
      assert.equal(await page.locator(".check-line.provisional").count(), 0);
      assert.match(await read(page, "#official-text"), /accuracy: 0\.7083333333333334/);
      assert.doesNotMatch(await announced(page), /provisional/);
    }));
});

describe("the benchmark chosen in the rail", () => {
  test("NQ by EvoAgentX: every number of both runs", () =>
    scored(SAMPLES.nq, async (page) => {
      await choosePreset(page, "Natural Questions (EvoAgentX)");
      assert.equal(await isProvisional(page), false);
      const terse = { "Exact match": "70.8", "Token F1": "81.9", "Contains answer": "75.0" };
      assert.deepEqual(await figures(page), { ...terse, "Token precision": "80.6", "Token recall": "84.7" });
      await page.getByRole("button", { name: "chatty", exact: true }).click();
      await drawn(page);
      const chatty = { "Exact match": "37.5", "Token F1": "64.5", "Contains answer": "75.0" };
      assert.deepEqual(await figures(page), { ...chatty, "Token precision": "63.8", "Token recall": "74.3" });
      // All that stands beside the number is about the same run.
      await settled(page);
      assert.match(await read(page, ".also"), /NQ-open 37\.5/);
      await openEditor(page, "set-case");
      await page.locator(".editor").getByText("37.5 → 33.3").waitFor();
    }));

  test("the numbers of the groups", () =>
    scored(SAMPLES.nq, async (page) => {
      await openTab(page, "Groups");
      const lines = (await page.locator(".groups tbody tr").allInnerTexts()).map(plain);
      assert.deepEqual(
        // All are small, and marked so.
        lines.map((line) => line.match(/^(.*?) (\d+\.\d) \S+ (\d+)† \S+$/).slice(1)),
        [
          ["how many", "75.0", "4"],
          ["what", "100.0", "5"],
          ["when", "50.0", "4"],
          ["where", "50.0", "4"],
          ["who", "66.7", "6"],
          ["yes or no", "100.0", "1"],
        ],
      );
    }));

  test("“also as” takes over, and undo brings the old one back", () =>
    scored(SAMPLES.nq, async (page) => {
      const before = await protocol(page);
      await page.locator(".also button", { hasText: "Natural Questions (EvoAgentX)" }).click();
      await settled(page);
      assert.match(await protocol(page), /^Natural Questions \(EvoAgentX\) ·/);
      await page.getByRole("button", { name: "Undo" }).click();
      await settled(page);
      assert.equal(await protocol(page), before);
      assert.equal(await page.getByRole("button", { name: "Undo" }).count(), 0);
      await page.getByRole("button", { name: "Redo" }).click();
      await settled(page);
      assert.match(await protocol(page), /^Natural Questions \(EvoAgentX\) ·/);
    }));

  test("undo brings removed files back, and takes added ones away again", () =>
    scored(SAMPLES.nq, async (page) => {
      const before = await figures(page);
      const files = () => page.locator('[id^="file-"]').count();
      await page.getByRole("button", { name: "Remove all" }).click();
      await page.getByRole("button", { name: "Choose files" }).waitFor();
      await page.getByRole("button", { name: "Undo" }).click();
      await settled(page);
      assert.deepEqual(await figures(page), before);
      await drop(page, [{ name: "again.jsonl", text: readFileSync(SAMPLES.nq[1], "utf8") }]);
      await settled(page);
      assert.equal(await files(), 3);
      await page.getByRole("button", { name: "Undo" }).click();
      await settled(page);
      assert.equal(await files(), 2);
      assert.deepEqual(await figures(page), before);
      await page.getByRole("button", { name: "Redo" }).click();
      await settled(page);
      assert.equal(await files(), 3);
      await openEditor(page, "file-1");
      await page.locator(".editor").getByRole("button", { name: "Remove", exact: true }).click();
      await settled(page);
      assert.equal(await files(), 2);
      await page.keyboard.press("Control+z");
      await settled(page);
      assert.equal(await files(), 3);
    }));

  test("a rule does what stands beside it, and the preset is one click away", () =>
    scored(SAMPLES.nq, async (page) => {
      assert.match(await read(page, "#set-case"), /^Case −12\.5 ignored$/);
      await changeRule(page, "case", "case kept");
      assert.equal((await figures(page))["Exact match"], "58.3");
      assert.match(await read(page, "#benchmark"), /NQ-open, modified/);
      await openTab(page, "Report");
      assert.equal(await page.locator("#official-text").count(), 0);
      await page.getByRole("button", { name: "Back to the preset (1 change)" }).click();
      await settled(page);
      assert.equal((await figures(page))["Exact match"], "70.8");
    }));

  test("a new score opens at what is wrong, the closest misses first", () =>
    withPage(async (page) => {
      await drop(page, SAMPLES.squad);
      await settled(page);
      const found = await rows(page);
      assert.ok(found.length < 8, `${found.length} rows`);
      const values = found.map((cells) => Number(cells.at(-1)));
      assert.deepEqual(values, [...values].sort((a, b) => b - a));
      await page.getByRole("button", { name: "Show all", exact: true }).click();
      await page.waitForFunction(() => document.querySelector("#grid").ariaRowCount === "9");
    }));

  test("of several runs the best one is shown first, and its mark says what is wrong", () =>
    withPage(async (page) => {
      const answers = (right) =>
        Array.from({ length: 10 }, (_, i) => `${JSON.stringify({ id: `k${i}x`, prediction: i < right ? `the answer ${i}` : "no idea" })}\n`).join("");
      const gold = Array.from({ length: 10 }, (_, i) => `${JSON.stringify({ id: `k${i}x`, question: `what is ${i}`, answers: [`answer ${i}`] })}\n`).join("");
      await drop(page, [
        { name: "gold.jsonl", text: gold },
        { name: "first.jsonl", text: answers(4) },
        { name: "second.jsonl", text: answers(8) },
      ]);
      await settled(page);
      assert.match(await read(page, ".figures .caption"), /^second(\.jsonl)?: /);
      assert.equal((await figures(page))["Exact match"], "80.0");
      assert.equal((await rows(page)).length, 2);
      assert.equal(await page.locator(".grid-row.body .mark").first().getAttribute("aria-label"), "wrong, no overlap");
    }));

  test("a change after “confirm” is provisional again where it rests on the same guess", () =>
    scored(GUESSED, async (page) => {
      await confirm(page);
      await changeRule(page, "articles", "articles kept");
      assert.equal(await isProvisional(page), true);
    }));
});

describe("into the questions", () => {
  const nq = (run) => scored(SAMPLES.nq, async (page) => {
    await choosePreset(page, "Natural Questions (EvoAgentX)");
    await run(page);
  });
  const names = async (page) => (await rows(page)).map((cells) => cells[2]);
  // One run has one strip.
  const TERSE = {
    name: "terse.jsonl",
    text: readFileSync(SAMPLES.nq[1], "utf8").split("\n").filter((line) => line.includes('"terse"')).join("\n"),
  };

  test("the text filter finds in question, answers and prediction", () =>
    nq(async (page) => {
      for (const [text, count] of [["PENICILLIN", 1], ["canberra", 1], ["sydney", 1], ["zzz", 0]]) {
        await page.locator("#filter").fill(text);
        await page.waitForFunction(
          (n) => document.querySelector("#grid").ariaRowCount === String(n + 1),
          count,
        );
      }
      assert.equal(await read(page, ".none"), "No question passes these filters.");
      await page.getByRole("button", { name: "Show all" }).click();
      await page.waitForFunction(() => document.querySelector("#grid").ariaRowCount === "25");
      assert.equal(await page.locator("#filter").inputValue(), "");
    }));

  test("states, verdicts and the numbers of the line open their rows", () =>
    nq(async (page) => {
      const shows = async (count) => {
        await page.waitForFunction(
          (n) => document.querySelector("#grid").ariaRowCount === String(n + 1),
          count,
        );
        await rows(page);
      };
      await page.locator(".filters .chip", { hasText: "wrong" }).click();
      await shows(6);
      await page.locator(".filters .chip", { hasText: "blank" }).click();
      await shows(1);
      assert.deepEqual(await names(page), ["who discovered penicillin"]);
      await page.getByRole("button", { name: "Show all" }).click();
      await shows(24);
      await page.getByRole("button", { name: "Show the 1 missing" }).click();
      await shows(1);
      assert.deepEqual(await names(page), ["where is machu picchu"]);
      await page.getByRole("button", { name: "Show the 24 gold questions" }).click();
      await shows(24);
      await openTab(page, "Groups");
      await page.locator(".groups button", { hasText: "how many" }).click();
      await shows(4);
      assert.ok((await names(page)).every((name) => name.startsWith("how many")));
      await page.getByRole("button", { name: "Remove the filter type: how many" }).click();
      await shows(24);
    }));

  test("every column sorts up, down and back", () =>
    nq(async (page) => {
      const order = names;
      const file = await order(page);
      const press = async (name) => {
        // Only what is in view exists; each order begins at its top.
        await page.locator(".sorter", { hasText: name }).click();
        await settled(page);
      };
      await press("question");
      const up = await order(page);
      assert.equal(up[0], "how many bones are in the adult human body");
      assert.deepEqual(up, [...up].sort());
      assert.equal(await page.locator("[aria-sort=ascending]").count(), 1);
      await press("question");
      const down = await order(page);
      assert.equal(down[0], "who wrote the play romeo and juliet");
      assert.deepEqual(down, [...down].sort().reverse());
      await press("question");
      assert.deepEqual(await order(page), file);
      await press("F1");
      const values = (await rows(page)).map((cells) => Number(cells.at(-2)));
      assert.deepEqual(values, [...values].sort((a, b) => a - b));
      assert.equal(values[0], 0);
    }));

  test("why: the words for a right, a partly right, a blank and a missing answer", () =>
    nq(async (page) => {
      const why = async (text) => {
        await page.locator("#filter").fill(text);
        await page.locator("#row-0 .cell-question", { hasText: text }).waitFor();
        await page.waitForFunction(() => document.querySelector("#grid").ariaRowCount === "2");
        await page.locator("#row-0").click();
        await page.locator(".grid-detail .chain").first().waitFor();
        await drawn(page);
        return read(page, ".grid-detail");
      };
      const reef = await why("barrier reef");
      assert.match(reef, /exact match 1/);
      assert.equal(await read(page, ".grid-detail del"), "the");
      assert.match(reef, /prediction: predictions\.jsonl, row 7/);
      assert.match(reef, /gold: gold\.jsonl, row 7/);
      const solitude = await why("solitude");
      assert.match(solitude, /1 of its 3 words/);
      assert.match(solitude, /0\.33/);
      assert.match(await why("penicillin"), /blank/);
      assert.match(await why("machu"), /no prediction/i);
      // The second click closes it.
      await page.locator("#row-0").click();
      await drawn(page);
      assert.equal(await page.locator(".grid-detail").count(), 0);
    }));

  test("brushing the strip shows those questions, by pointer and by keys", () =>
    scored([SAMPLES.nq[0], TERSE], async (page) => {
      await choosePreset(page, "Natural Questions (EvoAgentX)");
      await everything(page);
      const file = await names(page);
      await page.locator(".strip-frame").scrollIntoViewIfNeeded();
      const frame = await page.locator(".strip-frame").boundingBox();
      const at = (index) => [frame.x + ((index + 0.5) / 24) * frame.width, frame.y + 20];
      await page.mouse.move(...at(2));
      await page.mouse.down();
      await page.mouse.move(...at(4), { steps: 3 });
      await page.mouse.up();
      await page.waitForFunction(() => document.querySelector("#grid").ariaRowCount === "4");
      assert.deepEqual(await names(page), file.slice(2, 5));
      assert.match(await page.locator(".strip-frame").getAttribute("aria-valuetext"), /^questions 3 to 5: 2 right, 1 wrong/);
      await page.locator(".strip-frame").focus();
      await page.keyboard.press("Escape");
      await page.waitForFunction(() => document.querySelector("#grid").ariaRowCount === "25");
      await page.keyboard.press("Home");
      await page.keyboard.press("Shift+ArrowRight");
      await page.waitForFunction(() => document.querySelector("#grid").ariaRowCount === "3");
      assert.deepEqual(await names(page), file.slice(0, 2));
      assert.equal(await rowCount(page), 2);
    }));
});

describe("files come and go", () => {
  const [gold, predictions] = SAMPLES.squad;

  test("all at once, from the panel of a word", () =>
    scored(SAMPLES.nq, async (page) => {
      await page.getByRole("button", { name: "Remove all" }).click();
      await drawn(page);
      assert.equal(await page.locator(".figures").count(), 0);
      await score(page, SAMPLES.squad);
      assert.equal((await figures(page))["Exact match"], "25.0");
    }));

  test("what was confirmed was about the files of then", () =>
    scored(GUESSED, async (page) => {
      await confirm(page);
      assert.equal(await isProvisional(page), false);
      const first = readFileSync(SAMPLES.nq[1], "utf8").split("\n")[0];
      await score(page, [{ name: "few.jsonl", text: `${first}\n` }]);
      assert.equal(await isProvisional(page), true);
    }));

  test("one file says what it is and what is missing; the other may come later", () =>
    withPage(async (page) => {
      await score(page, [predictions]);
      assert.match(await said(page), /gold/);
      assert.match(plain(await (await openFile(page, "predictions.json")).innerText()), /predictions\.json .*JSON/);
      await score(page, [gold]);
      assert.equal((await figures(page))["Exact match"], "25.0");
    }));

  test("of a file that nobody knows the page asks what it is, where that can be answered", () =>
    withPage(async (page) => {
      await score(page, [{ name: "unclear.jsonl", text: '{"a": "x1", "b": "blue"}\n{"a": "x2", "b": "green"}\n' }]);
      assert.match(await read(page, "main .waiting"), /Does this file hold gold answers or predictions\?/);
      const ways = page.getByRole("region", { name: "What the files are" });
      for (const name of ["It is the gold file", "It holds predictions", "It holds both", "Remove", "short answers"]) {
        await ways.getByRole("button", { name, exact: true }).waitFor();
      }
      await ways.getByRole("button", { name: "It is the gold file" }).click();
      await settled(page);
      assert.equal(await ways.getByRole("button", { name: "It is the gold file" }).getAttribute("aria-pressed"), "true");
      await ways.getByRole("button", { name: "Choose its columns" }).click();
      await page.locator(".rail .editor .columns").waitFor();
      // A sample takes the place of what could not be scored.
      await ways.getByRole("button", { name: "short answers" }).click();
      await settled(page);
      assert.equal((await figures(page))["Exact match"], "70.8");
    }));

  test("files of one name are told apart", () =>
    scored(SAMPLES.nq, async (page) => {
      await score(page, [{ name: "predictions.jsonl", text: '{"question": "what is the capital of australia", "prediction": "Canberra"}\n' }]);
      assert.match(await read(page, ".files"), /predictions\.jsonl [^]*predictions \(2\)\.jsonl/);
    }));

  test("more predictions later are more runs; a closed file leaves", () =>
    scored(SAMPLES.squad, async (page) => {
      const perfect = { "light-place": "Brenn", "light-year": "1887", "light-colours": "red and white" };
      await score(page, [{ name: "other.json", text: JSON.stringify(perfect) }]);
      assert.deepEqual(
        (await page.locator(".runs tbody th").allInnerTexts()).map(plain),
        ["other", "predictions"],
      );
      assert.match(await read(page, ".runs"), /other 37\.5/);
      const card = await openFile(page, "other.json");
      await card.getByRole("button", { name: "Remove" }).click();
      await settled(page);
      assert.equal(await page.locator(".runs").count(), 0);
      assert.equal((await figures(page))["Exact match"], "25.0");
      // Without its gold file nothing is scored.
      const goldCard = await openFile(page, "gold.json");
      await goldCard.getByRole("button", { name: "Remove" }).click();
      await settled(page);
      assert.equal(await page.locator(".figures").count(), 0);
      assert.match(await said(page), /gold/);
      await page.getByRole("button", { name: "Remove all" }).first().click();
      await page.locator(".lead").waitFor();
    }));

  test("files dropped anywhere on the window are taken, and the page says it will", () =>
    withPage(async (page) => {
      for (const [place, file] of [["header", gold], ["html", predictions]]) {
        await drop(page, [file], place);
        await settled(page);
      }
      assert.equal((await figures(page))["Exact match"], "25.0");
      const veil = await page.evaluate(async () => {
        const data = new DataTransfer();
        data.items.add(new File(["x"], "x.json"));
        const event = new DragEvent("dragover", { dataTransfer: data, bubbles: true, cancelable: true });
        document.querySelector("footer, main").dispatchEvent(event);
        await new Promise((done) => requestAnimationFrame(done));
        const shown = document.querySelector(".drop").checkVisibility();
        window.dispatchEvent(new DragEvent("dragleave", { dataTransfer: data }));
        await new Promise((done) => requestAnimationFrame(done));
        return [event.defaultPrevented, shown, document.querySelector(".drop").checkVisibility()];
      });
      assert.deepEqual(veil, [true, true, false]);
    }));

  test("dragged text is no file", () =>
    withPage(async (page) => {
      const prevented = await page.evaluate(() => {
        const data = new DataTransfer();
        data.setData("text/plain", "words");
        const event = new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true });
        document.body.dispatchEvent(event);
        return event.defaultPrevented;
      });
      assert.equal(prevented, false);
      assert.equal(await page.locator(".lead").count(), 1);
    }));

  test("pasted text and pasted files", () =>
    withPage(async (page) => {
      const paste = (text, name) =>
        page.evaluate(
          ([words, file]) => {
            const data = new DataTransfer();
            if (file) data.items.add(new File([words], file));
            else data.setData("text/plain", words);
            document.body.dispatchEvent(
              new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }),
            );
          },
          [text, name],
        );
      await paste(readFileSync(gold, "utf8"));
      await settled(page);
      await paste(readFileSync(predictions, "utf8"), "clip.json");
      await settled(page);
      assert.equal((await figures(page))["Exact match"], "25.0");
      assert.deepEqual(await cards(page), [["pasted-1", "gold"], ["clip.json", "predictions"]]);
    }));

  test("cells pasted from a spreadsheet, with the picture it puts beside them", () =>
    withPage(async (page) => {
      const paste = (rows) =>
        page.evaluate((cells) => {
          const data = new DataTransfer();
          data.setData("text/plain", cells);
          data.items.add(new File(["\x89PNG"], "image.png", { type: "image/png" }));
          document.body.dispatchEvent(
            new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }),
          );
        }, rows.map((row) => `${row.join("\t")}\r\n`).join(""));
      const quoted = (text) => `"${text.replaceAll('"', '""')}"`;
      await paste([["id", "answer"], ["a1", "Paris"], ["b2", quoted("two\nlines")], ["c3", "Rome"], ["d4", "Oslo"]]);
      await settled(page);
      await paste([["id", "prediction"], ["a1", "paris"], ["b2", quoted("two\nlines")], ["c3", "Milan"], ["d4", "Oslo"]]);
      await settled(page);
      assert.equal((await figures(page))["Exact match"], "75.0");
    }));

  test("the sample files of the page", () =>
    withPage(async (page) => {
      for (const name of ["short answers", "numbers, two models", "mathematics", "time"]) {
        await page.getByRole("button", { name, exact: true }).click();
        await settled(page);
        assert.match(await read(page, ".figure-head .figure-value"), /^\d+\.\d ?%/, name);
        await page.getByRole("button", { name: "Remove all" }).click();
        await page.locator(".lead").waitFor();
      }
      await page.getByRole("button", { name: "code", exact: true }).click();
      await settled(page);
      assert.match(await read(page, ".sentence"), /Run \d+ programs to score .+\.$/);
    }));

  test("benchmarks are found whatever the case of their letters, in any alphabet, and spaces around them", () =>
    withPage(async (page) => {
      const find = page.getByLabel("Find a benchmark");
      const found = () => page.locator(".benchmarks").getByRole("button").allInnerTexts();
      const all = await found();
      assert.ok(all.length > 40, `${all.length} benchmarks`);
      for (const [typed, one] of [
        ["  hOTPOTqa ", "HotpotQA"],
        // The sign of kelvin is a capital letter of its own; its small letter is that of K.
        ["GSM8\u212a", "GSM8K (official)"],
        ["\u212aILT", "KILT"],
        // A group is found, too.
        ["MATHEMATICS", "MATH (Minerva)"],
      ]) {
        await find.fill(typed);
        await drawn(page);
        const names = await found();
        assert.ok(names.includes(one), `${typed}: ${names}`);
        assert.ok(names.length < all.length, `${typed}: ${names}`);
      }
      for (const strange of ["\u03a3\u03a9\u03a6", "\u0416", "\u0130\u0130", "\ud801\udc00"]) {
        await find.fill(strange);
        await page.getByText("No benchmark has that name").waitFor();
      }
      await find.fill("");
      await drawn(page);
      assert.deepEqual(await found(), all);
    }));

  test("benchmarks are found by name; a card has an answer to play with", () =>
    withPage(async (page) => {
      await page.getByLabel("Find a benchmark").fill("squad");
      await page.getByRole("button", { name: "SQuAD 1.1" }).click();
      await page.locator(".trial-values").waitFor();
      assert.match(await read(page, ".benchmark-card"), /evaluate-v1\.1\.py/);
      assert.match(await read(page, ".trial-values"), /^0 Exact match 0\.80 Token F1$/);
      await page.locator("#trial-prediction").fill("the 31 march, 1889");
      await page.locator(".trial").getByText("exact match 1").waitFor();
      await page.locator("#trial-prediction").fill("");
      await page.waitForFunction(() => /^0 Exact/.test(document.querySelector(".trial-value").innerText.replace(/\s+/g, " ")));
    }));
});
