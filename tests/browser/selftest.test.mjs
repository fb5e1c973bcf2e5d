// The self-test: every golden case, in this browser, by the scorer as it is shipped.
import assert from "node:assert/strict";
import { readFileSync, cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { DIST, launch, serve } from "./harness.mjs";

const oracles = JSON.parse(readFileSync(join(DIST, "selftest", "oracles.json"), "utf8"));
const AT_LEAST = oracles.reduce((sum, { rows }) => sum + rows, 0);

describe("the self-test", () => {
  let browser;
  before(async () => (browser = await launch()));
  after(() => browser.close());

  /** Opens the self-test of a folder and returns its verdict. */
  async function run(folder) {
    const server = await serve({ folder });
    const page = await (await browser.newContext()).newPage();
    const errors = [];
    page.on("pageerror", (error) => errors.push(String(error)));
    page.on("requestfailed", (request) => errors.push(request.url()));
    await page.goto(`${server.url}selftest/index.html`);
    const result = page.locator("#result.equal, #result.unequal");
    await result.waitFor({ timeout: 60_000 });
    const words = await result.innerText();
    const unequal = await page.locator("#list li").allInnerTexts();
    const rows = await page.locator("#rows tr").allInnerTexts();
    await page.context().close();
    await server.stop();
    return { words, unequal, rows, errors };
  }

  test("all golden cases are equal", async () => {
    const { words, unequal, rows, errors } = await run(DIST);
    assert.deepEqual(unequal, []);
    const [, equal, all] = words.match(/(\d+) of (\d+) equal\.$/) ?? assert.fail(words);
    assert.equal(equal, all);
    assert.ok(Number(all) > AT_LEAST, `${all} cases, whole files among them`);
    assert.equal(rows.length, oracles.length + 4);
    assert.deepEqual(errors, []);
  });

  test("one that is not equal is named", async () => {
    const folder = mkdtempSync(join(tmpdir(), "scoredrop-"));
    cpSync(DIST, folder, { recursive: true });
    const file = join(folder, "selftest", "temporal.jsonl");
    const cases = readFileSync(file, "utf8").split("\n");
    const changed = JSON.parse(cases[0]);
    changed.expected.accuracy = 0.5;
    writeFileSync(file, [JSON.stringify(changed), ...cases.slice(1)].join("\n"));
    const { words, unequal } = await run(folder);
    rmSync(folder, { recursive: true });
    const [, equal, all] = words.match(/(\d+) of (\d+) equal\.$/);
    assert.ok(Number(equal) < Number(all));
    assert.ok(unequal.some((line) => line.includes(changed.id) && line.includes("expected 0.5")), String(unequal));
  });
});
