// Everything by keyboard alone, and the focus never lost.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { scored, withPage } from "./site.mjs";
import { GUESSED, SAMPLES, doubts, download, drawn, figures, focused, isProvisional, openEditor, read, rows, said, settled, tabTo, openTab, protocol, changeRule, everything } from "./steps.mjs";

const press = async (page, ...keys) => {
  for (const key of keys) await page.keyboard.press(key);
  await drawn(page);
};
const lost = (page) => focused(page, "body, html");
const cursor = (page) => page.locator("#grid").getAttribute("aria-activedescendant");
const count = (page, n) =>
  page.waitForFunction((rows) => document.querySelector("#grid").ariaRowCount === String(rows + 1), n);

test("a command or a benchmark is found by its name", () =>
  scored(SAMPLES.nq, async (page) => {
    const open = page.locator("dialog.commands[open]");
    await press(page, "Control+k");
    await open.waitFor();
    assert.ok(await focused(page, ".commands input"));
    await page.keyboard.type("squad 1.1");
    await press(page, "ArrowDown", "ArrowUp");
    assert.match(await read(page, '.commands [aria-selected="true"]'), /^Score as SQuAD 1\.1 \(squad-v1\)$/);
    await press(page, "Enter");
    await settled(page);
    assert.match(await protocol(page), /^SQuAD 1\.1 ·/);
    await press(page, "Control+k");
    await page.keyboard.type("show charts");
    await press(page, "Enter");
    await page.locator("#tab-charts[aria-selected=true]").waitFor();
    await press(page, "Control+k");
    await page.keyboard.type("no such thing");
    assert.match(await read(page, ".commands"), /Nothing has that name/);
    await press(page, "Escape");
    assert.equal(await open.count(), 0);
    await press(page, "Control+z");
    await settled(page);
    assert.match(await protocol(page), /^NQ-open ·|^Natural Questions/);
  }));

test("the whole main job, from the empty page to the download", () =>
  withPage(async (page) => {
    // The skip link is the first stop.
    await press(page, "Tab");
    assert.ok(await focused(page, ".skip"));
    assert.ok((await page.locator(".skip").boundingBox()).y >= 0, "it can be seen");
    await press(page, "Enter");
    assert.ok(await focused(page, "#main"));

    // The browser has to know that the dialog is caught before it opens.
    const chooser = page.waitForEvent("filechooser");
    await drawn(page);
    await page.keyboard.press("o");
    await (await chooser).setFiles(SAMPLES.nq);
    await settled(page);
    await everything(page);
    assert.equal((await figures(page))["Exact match"], "70.8");
    assert.equal(await isProvisional(page), false);

    // Another benchmark: into the rail, into the editor, down the list, out again.
    await tabTo(page, "#benchmark");
    await press(page, "Enter");
    await tabTo(page, ".editor input[type=radio]");
    await press(page, "ArrowUp");
    await settled(page);
    assert.ok(await focused(page, ".editor input[type=radio]:checked"), "the choice keeps the focus");
    assert.match(await protocol(page), /^Natural Questions \(EvoAgentX\) ·/);
    assert.equal(await isProvisional(page), false);
    await press(page, "Escape");
    assert.ok(await focused(page, "#benchmark"), "the focus is back where it came from");
    assert.equal(await page.locator(".editor").count(), 0);
    assert.deepEqual((await figures(page))["Token F1"], "81.9");

    // The other run.
    await tabTo(page, ".runs tbody button");
    await press(page, "ArrowDown", "Enter");
    assert.deepEqual((await figures(page))["Token F1"], "64.5");

    // A question, and why.
    await press(page, "j", "j", "j");
    assert.equal(await cursor(page), "row-2");
    await rows(page);
    await press(page, "Enter");
    await page.locator(".grid-detail .chain").first().waitFor();
    assert.match(await read(page, ".grid-detail"), /capital of australia/);
    await press(page, "Escape");
    assert.equal(await page.locator(".grid-detail").count(), 0);
    assert.ok(await focused(page, "#grid"));

    // Taken away.
    await tabTo(page, "#export", "Shift+Tab");
    await press(page, "Enter");
    await tabTo(page, ".export button");
    const file = await download(page, () => page.keyboard.press("Enter"));
    assert.equal(file.name, "nq-report.html");
  }));

describe("the rail", () => {
  test("every card opens with Enter and with Space, and Escape gives the focus back", () =>
    scored(SAMPLES.squad, async (page) => {
      const cards = await page.locator(".card-button").evaluateAll((all) => all.map((card) => card.id));
      assert.ok(cards.length >= 8, cards.join(" "));
      for (const [index, id] of cards.entries()) {
        await tabTo(page, `#${id}`);
        await press(page, index % 2 ? " " : "Enter");
        await page.locator(".editor").waitFor();
        assert.equal(await page.locator(`#${id}`).getAttribute("aria-expanded"), "true");
        await press(page, "Escape");
        assert.ok(await focused(page, `#${id}`), id);
        assert.equal(await page.locator(`#${id}`).getAttribute("aria-expanded"), "false");
      }
    }));

  test("what a setting is said to do is what it does, for each of them", () =>
    scored(SAMPLES.nq, async (page) => {
      await page.locator(".also button", { hasText: "Natural Questions (EvoAgentX)" }).click();
      await settled(page);
      const ids = await page.locator("[id^=set-]").evaluateAll((all) => all.map(({ id }) => id));
      // Every choice says what it would give.
      const told = () =>
        page.waitForFunction(() =>
          [...document.querySelectorAll(".editor .choice-effect")].every(({ textContent }) => !textContent.includes("…")),
        );
      let changes = 0;
      for (const id of ids) {
        await openEditor(page, id);
        await told();
        const choices = page.locator(".editor .choice");
        for (let index = 0; index < (await choices.count()); index += 1) {
          const words = await choices.nth(index).locator(".choice-effect").innerText();
          if (words === "in force") continue;
          const before = (await figures(page))["Exact match"];
          const [, from, to] = words.match(/^terse: (\d+\.\d) → (\d+\.\d),/) ?? [null, before, before];
          assert.equal(from, before, `${id}: ${words}`);
          await choices.nth(index).locator("input").focus();
          await press(page, " ");
          await settled(page);
          assert.equal((await figures(page))["Exact match"], to, `${id}: ${words}`);
          assert.ok(await focused(page, ".editor input:checked"), "the choice keeps the focus");
          changes += 1;
          await press(page, "u");
          await settled(page);
          assert.equal((await figures(page))["Exact match"], before);
          await told();
        }
        await press(page, "Escape");
      }
      assert.ok(changes >= 6, `${changes} changes`);
    }));

  test("the preset's value comes back by its button", () =>
    scored(SAMPLES.squad, async (page) => {
      await openEditor(page, "set-articles");
      await tabTo(page, ".editor input:checked");
      await press(page, "ArrowDown");
      await settled(page);
      assert.match(await read(page, "#benchmark"), /SQuAD 1\.1, modified/);
      await tabTo(page, ".editor button");
      assert.match(await page.evaluate(() => document.activeElement.textContent), /Back to the preset/);
      await press(page, "Enter");
      await settled(page);
      assert.doesNotMatch(await read(page, "#benchmark"), /modified/);
    }));

  test("roles and columns", () => {
    const gold = [1, 2, 3, 4].map((i) => ({ id: `x${i}`, title: `t${i}`, question: `what is ${i}`, answers: [`a${i}`] }));
    const predictions = gold.map(({ id, title }, i) => ({ id, title, prediction: i ? `a${i + 1}` : "none", other: `a${i + 1}` }));
    const text = (list) => list.map((row) => `${JSON.stringify(row)}\n`).join("");
    return scored(
      [
        { name: "gold.jsonl", text: text(gold) },
        { name: "predictions.jsonl", text: text(predictions) },
      ],
      async (page) => {
        assert.equal((await figures(page))["Exact match"], "75.0");
        await tabTo(page, "[aria-label='predictions.jsonl'] .card-button");
        await press(page, "Enter");
        await tabTo(page, "[aria-label='What column other holds']");
        await press(page, ..."prediction");
        await press(page, "Enter");
        await settled(page);
        assert.equal((await figures(page))["Exact match"], "100.0");
        assert.ok(await page.locator(".file details").evaluate((one) => one.open), "the list stays open");
        assert.equal(await lost(page), false);
        // Swapped, the page says so; swapped back, all is well.
        await tabTo(page, ".file button[aria-label^=Swap]", "Shift+Tab");
        await press(page, "Enter");
        await settled(page);
        assert.notEqual(await said(page), "");
        await press(page, "Escape");
        await press(page, "u");
        await settled(page);
        assert.equal((await figures(page))["Exact match"], "100.0");
      },
    );
  });

  test("the join", () => {
    const gold = [1, 2, 3, 4].map((i) => ({ id: `x${i}`, question: `what is ${i}`, answers: [`a${i}`] }));
    // The ids of two are exchanged; their questions are not.
    const predictions = ["x1", "x2", "x4", "x3"].map((id, i) => ({ id, question: `what is ${i + 1}`, prediction: `a${i + 1}` }));
    const text = (list) => list.map((row) => `${JSON.stringify(row)}\n`).join("");
    return scored(
      [
        { name: "gold.jsonl", text: text(gold) },
        { name: "predictions.jsonl", text: text(predictions) },
      ],
      async (page) => {
        const before = await protocol(page);
        assert.match(before, /joined on question text/);
        assert.equal((await figures(page))["Exact match"], "100.0");
        await tabTo(page, "#join");
        await press(page, "Enter");
        assert.match(await read(page, ".editor"), /Id 4 of 4 questions match; question texts agree in 2 of 4/);
        await tabTo(page, ".editor input:checked");
        await press(page, "ArrowUp");
        await settled(page);
        assert.equal((await figures(page))["Exact match"], "50.0");
        assert.ok((await doubts(page)).includes("texts_disagree"));
        await press(page, "Control+z");
        await settled(page);
        assert.equal(await protocol(page), before);
      },
    );
  });
});

describe("whatever opens closes with Escape, and gives the focus back", () => {
  for (const [name, id] of [["Private", "seal"], ["Benchmarks", "benchmarks"], ["Share", "share"], ["Export", "export"]]) {
    test(name, () =>
      scored(SAMPLES.nq, async (page) => {
        const button = page.getByRole("button", { name: new RegExp(`^${name}`) }).first();
        await button.focus();
        await press(page, "Enter", "Tab");
        assert.equal(await button.getAttribute("aria-expanded"), "true");
        assert.ok(await page.evaluate((id) => document.activeElement.closest(`#${id}-panel`) !== null, id), "Tab leads into it");
        await press(page, "Escape");
        assert.equal(await button.getAttribute("aria-expanded"), "false");
        assert.ok(await focused(page, `#${id}`));
      }));
  }

  test("the rail of a narrow window", () =>
    scored(SAMPLES.nq, async (page) => {
      const line = page.getByRole("button", { name: "How it is scored" });
      await line.focus();
      await press(page, "Enter");
      await tabTo(page, "#join");
      await press(page, "Enter");
      await page.locator(".editor").waitFor();
      // The editor first, then the rail.
      await press(page, "Escape");
      assert.ok(await focused(page, "#join"));
      await press(page, "Escape");
      assert.equal(await line.getAttribute("aria-expanded"), "false");
      assert.ok(await focused(page, "#rail-line"));
    }, { viewport: { width: 360, height: 740 } }));
});

describe("the keys of the page", () => {
  test("? lists them, Escape closes the list, the focus returns", () =>
    scored(SAMPLES.nq, async (page) => {
      await tabTo(page, "#join");
      await press(page, "?");
      assert.ok(await page.locator("dialog.keys").isVisible());
      assert.ok(await page.evaluate(() => document.activeElement.closest("dialog.keys") !== null));
      // What lies beneath does not hear keys.
      await press(page, "j");
      assert.equal(await cursor(page), null);
      await press(page, "Escape");
      assert.ok(!(await page.locator("dialog.keys").isVisible()));
      assert.ok(await focused(page, "#join"));
      // Without single letters.
      await press(page, "?");
      await page.locator("dialog.keys input").focus();
      await press(page, " ", "Escape");
      await press(page, "j", "o", "/");
      assert.equal(await cursor(page), null);
      assert.ok(await focused(page, "#join"));
    }));

  test("j, k, arrows, pages and ends move; what the cursor is on exists and is in view", () =>
    scored(SAMPLES.nq, async (page) => {
      for (const [key, row] of [
        ["j", 0],
        ["j", 1],
        ["k", 0],
        ["k", 0],
        ["ArrowDown", 1],
        ["ArrowUp", 0],
        ["End", 23],
        ["Home", 0],
      ]) {
        await press(page, key);
        assert.equal(await cursor(page), `row-${row}`, key);
        const inside = await page.evaluate((id) => {
          const one = document.getElementById(id)?.getBoundingClientRect();
          const port = document.getElementById("grid").getBoundingClientRect();
          return one && one.top >= port.top - 1 && one.bottom <= port.bottom + 1;
        }, `row-${row}`);
        assert.ok(inside, `${key}: row ${row} is in view`);
      }
      await press(page, "PageDown");
      assert.ok(Number((await cursor(page)).slice(4)) > 3);
      assert.ok(await focused(page, "#grid"));
    }));

  test("/ finds, letters typed there are letters, c clears", () =>
    scored(SAMPLES.nq, async (page) => {
      await press(page, "/");
      assert.ok(await focused(page, "#filter"));
      await page.keyboard.type("juliet");
      await count(page, 1);
      assert.equal(await page.locator("#filter").inputValue(), "juliet");
      assert.equal(await cursor(page), null);
      await tabTo(page, "#grid");
      await press(page, "c");
      await count(page, 24);
      assert.equal(await page.locator("#filter").inputValue(), "");
    }));

  test("sorting", () =>
    scored(SAMPLES.nq, async (page) => {
      await tabTo(page, ".sorter");
      await press(page, "Enter");
      await page.locator("[aria-sort=ascending]").waitFor();
      assert.ok(await focused(page, ".sorter"), "the head keeps the focus");
      await press(page, "Enter");
      await page.locator("[aria-sort=descending]").waitFor();
    }));

  test("keys with modifiers are the browser's", () =>
    scored(SAMPLES.nq, async (page) => {
      for (const key of ["Control+j", "Alt+j", "Control+o", "Meta+j", "Control+Shift+x"]) {
        const taken = await page.evaluate((name) => {
          const parts = name.split("+");
          const event = new KeyboardEvent("keydown", {
            key: parts.at(-1),
            ctrlKey: parts.includes("Control"),
            altKey: parts.includes("Alt"),
            metaKey: parts.includes("Meta"),
            shiftKey: parts.includes("Shift"),
            bubbles: true,
            cancelable: true,
          });
          document.body.dispatchEvent(event);
          return event.defaultPrevented;
        }, key);
        assert.equal(taken, false, key);
      }
    }));
});

describe("the focus is not lost with what was pressed", () => {
  for (const [what, files, selector, prepare] of [
    [
      "the preset's value",
      SAMPLES.squad,
      ".editor > .quiet",
      async (page) => {
        await openEditor(page, "set-articles");
        await page.locator(".editor [type=radio]:not(:checked)").click();
        await settled(page);
      },
    ],
    ["Yes, this is right", GUESSED, ".check-line.provisional button"],
    ["“also as”", SAMPLES.nq, ".also button"],
    [
      "Undo",
      SAMPLES.nq,
      ".head-right .status",
      (page) => changeRule(page, "case", "case kept"),
    ],
    ["more problems of a kind", "many", ".problems summary"],
    ["show all", SAMPLES.nq, ".filters .link", (page) => page.locator(".filters .chip").first().click()],
    [
      "a filter's own way out",
      SAMPLES.nq,
      ".filters .chip[aria-label^=Remove]",
      async (page) => {
        await openTab(page, "Groups");
        await page.locator(".groups .link").first().click();
      },
    ],
    ["a number of the line", SAMPLES.nq, ".sum .count:not(:disabled)"],
    ["a group", SAMPLES.nq, ".groups .link", (page) => openTab(page, "Groups")],
    ["a run", SAMPLES.nq, ".runs .link"],
    ["the seal", SAMPLES.nq, "#seal", (page) => page.locator("#seal").click()],
    ["a tab", SAMPLES.nq, "#tab-report"],
    ["Remove, of a file", SAMPLES.nq, ".file .editor .quiet", (page) => openEditor(page, "predictions")],
  ]) {
    test(what, async () => {
      const many = [
        { name: "gold.jsonl", text: Array.from({ length: 20 }, (_, i) => `{"id":"q${i}","answers":["a"]}\n`).join("") },
        { name: "predictions.jsonl", text: `{"id":"q0","prediction":"a"}\n` },
      ];
      await scored(files === "many" ? many : files, async (page) => {
        await prepare?.(page);
        await drawn(page);
        await page.locator(selector).first().focus();
        await press(page, "Enter");
        await settled(page);
        const where = await page.evaluate(() => document.activeElement.outerHTML.slice(0, 80));
        assert.equal(await lost(page), false, where);
      });
    });
  }
});
