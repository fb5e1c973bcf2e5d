// What is taken away from the page is what the command line writes, and nothing that a spreadsheet
// would run.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { sleep } from "./harness.mjs";
import { scored } from "./site.mjs";
import { COMMAND, SAMPLES, command, download, protocol, read, settled, takePreset, exported, openTab, openMenu } from "./steps.mjs";

describe("taken away", () => {
  const FORMS = [
    ["json", "Report, JSON"],
    ["csv", "Every question, CSV"],
    ["aggregates-csv", "Means, CSV"],
    ["markdown", "Table, Markdown"],
    ["official", null],
  ];
  /** Takes a form away: the official text out of its tab, any other out of the menu. */
  const take = async (page, words) => {
    if (words !== null) return exported(page, words);
    await openTab(page, "Report");
    return download(page, () => page.locator(".copy-line").getByRole("button", { name: "Download" }).click());
  };

  /** A report without its confirmed doubts: on the command line nobody confirms. */
  const unconfirmed = (text) =>
    text
      .replace(/^"confirmed": \[.+\],$/m, '"confirmed": [],')
      .replace(/^Confirmed by hand: .*\n\n/gm, "");

  /** Every download of the page is what the command line writes about the same files. */
  async function compare(page, preset, [gold, ...predictions], more = []) {
    for (const [form, words] of FORMS) {
      const ours = await take(page, words);
      const theirs = command(
        ...["score", "--preset", preset, "--gold", gold, "--predictions", ...predictions],
        ...["--format", form, ...more],
      );
      assert.ok(theirs.out.length > 0, theirs.err);
      assert.ok(ours.name.startsWith(`${preset}-`), ours.name);
      const text = unconfirmed(ours.bytes.toString());
      assert.equal(text, theirs.out.toString(), `${preset}, ${form}`);
    }
  }
  const skip = COMMAND === null && "the command line is not built";

  for (const [preset, title, files] of [
    ["squad-v1", "SQuAD 1.1", SAMPLES.squad],
    ["nq", "Natural Questions (EvoAgentX)", SAMPLES.nq],
    ["nq-open", "NQ-open", SAMPLES.nq],
    ["hotpotqa", "HotpotQA", SAMPLES.hotpot],
  ]) {
    test(`${preset}: the same bytes as the command line's`, { skip }, () =>
      scored(files, async (page) => {
        // What the files prove needs no choice, and choosing it must not change a byte; a guess
        // is either chosen or confirmed.
        if ((await protocol(page)).startsWith(`${title} · `)) await compare(page, preset, files);
        await takePreset(page, title);
        await compare(page, preset, files);
      }));
  }

  test("a changed setting and a chosen join: the same bytes", { skip }, () =>
    scored(SAMPLES.squad, async (page) => {
      await page.locator("#set-articles").click();
      await page.getByLabel(/^articles kept/).check();
      await settled(page);
      await page.keyboard.press("Escape");
      const [gold, predictions] = SAMPLES.squad;
      for (const [form, words] of FORMS.slice(0, 4)) {
        const ours = await take(page, words);
        const given = ["score", "--preset", "squad-v1", "--gold", gold, "--predictions", predictions];
        const theirs = command(...given, "--set", "articles=keep", "--format", form);
        assert.equal(ours.bytes.toString(), theirs.out.toString(), form);
      }
    }));

  test("the rows shown are those lines of all rows, in the order shown", () =>
    scored(SAMPLES.nq, async (page) => {
      const whole = await take(page, "Every question, CSV");
      await page.locator(".filters .chip", { hasText: "wrong" }).click();
      await page.waitForFunction(() => document.querySelector("#grid").ariaRowCount === "7");
      const shown = await take(page, "Rows shown, CSV");
      const [head, ...lines] = whole.bytes.toString().trimEnd().split("\r\n");
      const [shownHead, ...shownLines] = shown.bytes.toString().trimEnd().split("\r\n");
      assert.equal(shownHead, head);
      assert.equal(shownLines.length, 6);
      let from = 0;
      for (const line of shownLines) {
        from = lines.indexOf(line, from) + 1;
        assert.ok(from > 0, line);
      }
    }));

  test("the rows shown are of what has just been typed", () =>
    scored(SAMPLES.nq, async (page) => {
      const find = (words) =>
        page.evaluate((words) => {
          const field = document.getElementById("filter");
          field.value = words;
          field.dispatchEvent(new Event("input", { bubbles: true }));
          // Somebody is quicker than the search.
          [...document.querySelectorAll("button")].find((one) => one.textContent === "Rows shown, CSV").click();
        }, words);
      const counts = [];
      for (const words of ["australia", "the", ""]) {
        await openMenu(page, "export");
        const { bytes } = await download(page, () => find(words));
        const count = bytes.toString().trimEnd().split("\r\n").length - 1;
        assert.ok(!counts.includes(count), `${words}: ${count} rows, as before`);
        counts.push(count);
        assert.equal(await page.locator("#filter").inputValue(), words);
        await page.waitForFunction((count) => document.querySelector("#grid").ariaRowCount === String(count + 1), count);
        await sleep(500);
        const later = await take(page, "Rows shown, CSV");
        assert.equal(bytes.toString(), later.bytes.toString(), words);
      }
      assert.equal(counts[2], 24);
    }));

  test("signature and official text can be copied", () =>
    scored(
      SAMPLES.squad,
      async (page) => {
        await openTab(page, "Report");
        for (const id of ["signature-text", "official-text"]) {
          await page.locator(".copy-line", { has: page.locator(`#${id}`) }).getByRole("button").first().click();
          await page.locator(".copy-line", { has: page.locator(`#${id}`) }).getByText("Copied").waitFor();
          assert.equal(
            await page.evaluate(() => navigator.clipboard.readText()),
            await page.locator(`#${id}`).textContent(),
          );
        }
        assert.match(await read(page, "#signature-text"), /^preset:squad-v1@1\|/);
      },
      { permissions: ["clipboard-read", "clipboard-write"] },
    ));

  test("where the clipboard is denied, the text is selected instead", () =>
    scored(SAMPLES.squad, async (page) => {
      await page.evaluate(() => {
        navigator.clipboard.writeText = () => Promise.reject(new Error("denied"));
      });
      await openTab(page, "Report");
      await page.locator(".copy-line", { has: page.locator("#signature-text") }).getByRole("button").click();
      await page.getByText("Selected: press Ctrl+C").waitFor();
      assert.equal(
        await page.evaluate(() => getSelection().toString()),
        await page.locator("#signature-text").innerText(),
      );
    }));

  test("the strip can be saved as a picture that stands alone", () =>
    scored(SAMPLES.nq, async (page) => {
      const svg = await exported(page, "Overview of all questions, SVG");
      assert.equal(svg.name, "nq-open-strip.svg");
      assert.match(svg.bytes.toString(), /^<svg[^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
    }));
});
