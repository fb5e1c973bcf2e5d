// How a text file is read is guessed, shown beside its first values, and can be changed.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { all, gold, id, prediction } from "./exam.mjs";
import { scored } from "./site.mjs";
import { figures, read, settled, openEditor } from "./steps.mjs";

const RIGHT = "90.0";
const table = (rows, name = "answers.csv") => ({ name, text: `${rows.join("\n")}\n` });
/** As many commas as semicolons in each row. */
const commas = () =>
  table(["town, valley, number;id;prediction", ...all((i) => `a, b, ${i};${id(i)};${prediction(i)}`)]);

/** Where there is no number, the cards stand on the page, too. */
const card = (page) => page.locator('.file[aria-label^="answers."]').last();
const menu = (page, label) => card(page).getByLabel(label, { exact: true });
const chosen = (page, label) => menu(page, label).locator("option:checked").innerText();
const take = async (page, label, words) => {
  await menu(page, label).selectOption(words);
  await settled(page);
};
const examples = (page) =>
  card(page).locator(".columns tbody tr").evaluateAll((rows) =>
    rows.map((row) => [...row.querySelectorAll("td:nth-child(2) bdi")].map((value) => value.textContent)),
  );

describe("the form of a text file", () => {
  test("a separator that was guessed wrong is changed in the card, and taken back", () =>
    scored([gold(), commas()], async (page) => {
      assert.equal(await page.locator(".figures").count(), 0, "no number yet");
      const columns = card(page).locator("details.columns");
      assert.equal(await chosen(page, "Separator"), "split at commas (guess)");
      assert.deepEqual((await examples(page))[1], ["b", "b", "b"]);

      await take(page, "Separator", "split at semicolons");
      assert.equal((await figures(page))["Exact match"], RIGHT);
      await openEditor(page, "predictions");
      assert.equal(await chosen(page, "Separator"), "split at semicolons");
      assert.deepEqual((await examples(page))[0], ["a, b, 0", "a, b, 1", "a, b, 2"]);

      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Undo" }).click();
      await settled(page);
      assert.equal(await page.locator(".figures").count(), 0, "the number is gone");
      assert.equal(await chosen(page, "Separator"), "split at commas (guess)");
    }));

  test("names become data and names again, while the columns stay in sight", () =>
    scored(
      [gold(), table(["id,prediction", ...all((i) => `${id(i)},${prediction(i)}`)])],
      async (page) => {
        const number = (await figures(page))["Exact match"];
        assert.equal(number, RIGHT);
        await openEditor(page, "predictions");
        assert.equal(await chosen(page, "First row"), "first row: names (guess)");
        await take(page, "First row", "first row: data");
        assert.deepEqual((await examples(page))[1].slice(0, 2), ["prediction", prediction(0)]);
        await take(page, "First row", "detect");
        assert.equal(await chosen(page, "First row"), "first row: names (guess)");
        assert.deepEqual((await examples(page))[1].slice(0, 2), [prediction(0), prediction(1)]);
        assert.equal((await figures(page))["Exact match"], RIGHT);
      },
    ));

  test("an encoding is chosen, and the problem that it makes is named", () =>
    scored(
      [gold(), table(["id,prediction,note", ...all((i) => `${id(i)},${prediction(i)},café`)])],
      async (page) => {
        await openEditor(page, "predictions");
        await take(page, "Encoding", "Windows-1252");
        assert.deepEqual((await examples(page))[2], ["cafÃ©", "cafÃ©", "cafÃ©"]);
        assert.match(await read(page, ".file:last-child"), /Windows-1252/);
        await take(page, "Encoding", "UTF-16 BE");
        assert.equal(await page.locator(".figures").count(), 0);
        assert.equal(await chosen(page, "Encoding"), "UTF-16 BE", "the way back is there");
        await take(page, "Encoding", "UTF-8");
        assert.equal((await figures(page))["Exact match"], RIGHT);
      },
    ));

  test("JSON has an encoding only", () =>
    scored([gold(), { name: "answers.json", text: JSON.stringify(Object.fromEntries(all((i) => [id(i), prediction(i)]))) }], async (page) => {
      await openEditor(page, "predictions");
      assert.equal(await chosen(page, "Encoding"), "UTF-8 (guess)");
      assert.equal(await menu(page, "Separator").count(), 0);
      assert.equal(await menu(page, "First row").count(), 0);
    }));
});
