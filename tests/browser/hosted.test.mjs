// A copy of the page as the scorer of one benchmark, made by `scoredrop host` and served as plain files.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { axe, DIST, drop, launch, misplaced, open, ready, serve, showAt } from "./harness.mjs";
import { download, drawn, figures, openMenu, plain, protocol, read, settled } from "./steps.mjs";

const PROGRAM = process.env.SCOREDROP ?? "scoredrop";
const answers = ["Paris", "Rome", "Oslo", "Bern"];
const rows = (key, values) =>
  values.map((value, place) => `${JSON.stringify({ id: "abcd"[place], [key]: value })}\n`).join("");
const GOLD = rows("answers", answers);
const GOOD = { name: "run.jsonl", text: rows("prediction", ["Paris", "Milan", "Oslo", "the Bern"]) };
const SCRIPT = `
class Scorer:
    def score_row(self, gold, prediction):
        print(gold["id"])
        said = prediction["prediction"].removeprefix("the ")
        return {"EM": said in gold["answers"], "length": min(len(said), 10) / 10, "why": said}
`;
const BAD = {
  name: "bad.jsonl",
  text:
    rows("prediction", [["Paris", "Lyon"], "", "x"]) +
    '{"id": "c", "prediction": "Oslo"}\n{"id": "z", "prediction": "Lima"}\n',
};

let browser, folder;
const run = (...given) => spawnSync(PROGRAM, given, { encoding: "utf8" });

/** A hosted scorer on a server of its own; `change` what its file says. */
async function host(change = () => {}, ...more) {
  const site = mkdtempSync(join(folder, "site-"));
  const gold = join(folder, "gold.jsonl");
  const made = run(
    "host", "--preset", "squad-v1", "--gold", gold, "--out", site, "--page", DIST, "--title", "Capitals",
    "--text", "Capitals of four countries, by their names.", "--contact", "maps@example.org",
    "--link", "https://example.org/capitals", "--sample", join(folder, "sample.jsonl"), ...more,
  );
  assert.equal(made.status, 0, made.stderr);
  const place = join(site, "scorer.json");
  const scorer = JSON.parse(readFileSync(place, "utf8"));
  change(scorer, site);
  writeFileSync(place, JSON.stringify(scorer, null, 1));
  return { site, server: await serve({ folder: site }) };
}

/** The same by a script of the host's own. */
async function scripted(text) {
  const site = mkdtempSync(join(folder, "site-"));
  writeFileSync(join(folder, "score.py"), text);
  const made = run(
    "host", "--script", join(folder, "score.py"), "--gold", join(folder, "gold.jsonl"), "--out", site,
    "--page", DIST, "--title", "Capitals", "--join", "id",
  );
  assert.equal(made.status, 0, made.stderr);
  return { site, server: await serve({ folder: site }) };
}

async function visit(server, { search = "", ...options } = {}) {
  const page = await open(browser, server.url + search, options);
  page.setDefaultTimeout(20_000);
  await ready(page);
  await page.locator(".drop-here .primary").waitFor();
  return page;
}

async function done(page, server) {
  assert.deepEqual(page.errors, []);
  await page.context().close();
  await server?.stop();
}

async function submit(page, files) {
  await drop(page, files);
  await page.locator(".submission").waitFor();
  await settled(page);
}

before(async () => {
  folder = mkdtempSync(join(tmpdir(), "hosted-"));
  writeFileSync(join(folder, "gold.jsonl"), GOLD);
  writeFileSync(join(folder, "sample.jsonl"), GOOD.text);
  browser = await launch();
});
after(() => browser?.close());

describe("a hosted scorer", () => {
  it("says what it is, takes one file, accepts it and scores as the command line does", async () => {
    const { site, server } = await host();
    const page = await visit(server);
    await page.getByText("Capitals of four countries").waitFor();
    assert.equal(await read(page, "#lead"), "Capitals");
    assert.equal(await page.getByRole("link", { name: "maps@example.org" }).getAttribute("href"), "mailto:maps@example.org");
    assert.equal(await page.locator(".rail").count(), 0);
    for (const [width, dark] of [[1280, false], [1280, true], [360, false]]) {
      await showAt(page, `hosted-${width}${dark ? "-dark" : ""}`, { width, dark });
      assert.deepEqual(await axe(page), []);
      assert.deepEqual(await misplaced(page), []);
    }
    const before = server.requests.length;
    await submit(page, [GOOD]);
    assert.match(await read(page, ".submission h2"), /This file will be accepted/);
    assert.equal((await figures(page))["Exact match"], "75.0");
    assert.equal(server.requests.length, before, "nothing is asked of the host after the seal");
    for (const [width, dark] of [[1280, false], [1280, true], [360, false]]) {
      await showAt(page, `hosted-score-${width}${dark ? "-dark" : ""}`, { width, dark });
      assert.deepEqual(await axe(page), []);
      assert.deepEqual(await misplaced(page), []);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    await openMenu(page, "export");
    const report = await download(page, () => page.locator("#export-panel").getByText("JSON", { exact: false }).first().click());
    const file = join(folder, "run.jsonl");
    writeFileSync(file, GOOD.text);
    const own = run("score", "--scorer", site, file);
    assert.equal(own.status, 0, own.stderr);
    assert.equal(report.bytes.toString(), own.stdout);
    await done(page, server);
  });

  it("lists every problem at once, above the score", async () => {
    const { server } = await host();
    const page = await visit(server);
    await submit(page, [BAD]);
    assert.match(await read(page, ".submission h2"), /This file will not be accepted: 5 problems/);
    const faults = await read(page, ".faults");
    for (const words of ["1 question has no prediction: d", "z (row 5)", "c (row 3)", "a (row 1)", "b (row 2)"]) {
      assert.ok(faults.includes(words), `${words} in ${faults}`);
    }
    for (const [width, dark] of [[1280, false], [360, true]]) {
      await showAt(page, `hosted-problems-${width}${dark ? "-dark" : ""}`, { width, dark });
      assert.deepEqual(await axe(page), []);
      assert.deepEqual(await misplaced(page), []);
    }
    // Removing the file leads back to the benchmark, and not to a page for any.
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole("button", { name: "Remove all" }).click();
    await page.locator(".drop-here .primary").waitFor();
    assert.equal(await read(page, "#lead"), "Capitals");
    await submit(page, [GOOD]);
    assert.match(await read(page, ".submission h2"), /will be accepted/);
    await done(page, server);
  });

  it("keeps what is locked, and says what differs on page, report and link", async () => {
    const { server } = await host((scorer) => (scorer.tracks[0].free = ["articles"]));
    const page = await visit(server);
    await submit(page, [GOOD]);
    assert.ok(await page.locator("#benchmark").isDisabled());
    assert.ok(await page.locator("#join").isDisabled());
    assert.equal(await page.locator("#benchmarks").count(), 0);
    const articles = page.locator("#set-articles");
    if ((await articles.count()) === 0) await page.getByRole("button", { name: /^All \d+ rules/ }).click();
    await articles.click();
    await page.locator(".editor .choice").filter({ hasText: "articles kept" }).locator("input").click();
    await settled(page);
    assert.match(await read(page, ".not-comparable"), /Modified, not comparable: articles: keep here, ignore in the benchmark/);
    assert.equal((await figures(page))["Exact match"], "50.0");
    await openMenu(page, "share");
    await page.getByRole("button", { name: "Copy link", exact: true }).click();
    const link = await page.locator("#link-text").textContent();
    assert.match(link, /&host=[0-9a-f]{16}&modified=not-comparable/);
    const other = await visit(server, { search: link.slice(link.indexOf("#")) });
    await submit(other, [GOOD]);
    assert.match(await read(other, ".not-comparable"), /articles: keep here/);
    await done(other);
    const locked = await visit(server, { search: link.slice(link.indexOf("#")).replace("set.articles=keep", "set.case=keep") });
    await submit(locked, [GOOD]);
    assert.equal(await locked.locator(".not-comparable").count(), 0);
    await done(locked);
    await done(page, server);
  });

  it("has tracks, samples, and other scorers in folders", async () => {
    const { server } = await host((scorer, site) => {
      const hard = structuredClone(scorer.tracks[0]);
      scorer.tracks[0].name = "easy";
      scorer.tracks.push({ ...hard, name: "hard", settings: { articles: "keep" } });
      mkdirSync(join(site, "lakes"));
      writeFileSync(join(site, "lakes", "gold.jsonl"), GOLD);
      const lakes = { ...scorer, title: "Lakes", tracks: [{ preset: "squad-v1", gold: scorer.tracks[0].gold }] };
      writeFileSync(join(site, "lakes", "scorer.json"), JSON.stringify(lakes));
    });
    const page = await visit(server);
    await page.getByRole("button", { name: "hard" }).click();
    await page.getByRole("button", { name: "Try a sample submission" }).click();
    await page.locator(".submission").waitFor();
    await settled(page);
    assert.match(await read(page, ".submission"), /Capitals, hard/);
    assert.equal((await figures(page))["Exact match"], "50.0");
    await done(page);
    const other = await visit(server, { search: "?scorer=lakes" });
    await submit(other, [GOOD]);
    assert.match(await read(other, ".submission"), /Lakes/);
    assert.equal((await figures(other))["Exact match"], "75.0");
    await done(other, server);
  });

  it("takes the gold file from whoever has it", async () => {
    const { server } = await host(() => {}, "--keep-gold");
    const page = await visit(server);
    await submit(page, [{ name: "gold.jsonl", text: GOLD }, GOOD]);
    assert.match(await read(page, ".submission h2"), /will be accepted/);
    assert.equal(await page.locator(".not-comparable").count(), 0);
    await done(page);
    const other = await visit(server);
    await submit(other, [{ name: "gold.jsonl", text: GOLD.replace("Rome", "Milan") }, GOOD]);
    await other.locator(".not-comparable").filter({ hasText: "gold: " }).waitFor();
    await done(other, server);
  });

  it("runs the host's own script in the sandbox, with the report of the command line", async () => {
    const { site, server } = await scripted(SCRIPT);
    const page = await visit(server);
    await submit(page, [GOOD]);
    await page.locator(".programs").filter({ hasText: "run by Python 3" }).waitFor({ timeout: 120_000 });
    await settled(page);
    assert.match(await read(page, ".submission h2"), /will be accepted/);
    assert.equal((await figures(page)).EM, "75.0");
    for (const [width, dark] of [[1280, false], [360, true]]) {
      await showAt(page, `hosted-script-${width}${dark ? "-dark" : ""}`, { width, dark });
      assert.deepEqual(await axe(page), []);
      assert.deepEqual(await misplaced(page), []);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    await openMenu(page, "export");
    const report = await download(page, () => page.locator("#export-panel").getByText("JSON", { exact: false }).first().click());
    const file = join(folder, "run.jsonl");
    writeFileSync(file, GOOD.text);
    const own = run("score", "--scorer", site, "--python", "python3", file);
    assert.equal(own.status, 0, own.stderr);
    // The sandbox has a Python of its own.
    const alike = (text) => text.replace(/python-3[.\d]+/, "").replace(/"python":\["3[.\d]+"\]/, "");
    assert.equal(alike(report.bytes.toString()), alike(own.stdout));
    await done(page, server);
  });

  it("gives a submission bundle that the host can score again", async () => {
    const { site, server } = await host();
    const page = await visit(server);
    await submit(page, [GOOD]);
    await openMenu(page, "export");
    const panel = page.locator("#export-panel");
    const press = () => panel.getByRole("button", { name: "Submission bundle" }).click();
    await press();
    await panel.getByText("the system has no name").waitFor();
    await panel.getByLabel("Name of the system").fill("Team <A>");
    await panel.getByLabel("Link").fill("https://example.org/team");
    for (const [width, dark] of [[1280, false], [360, true]]) {
      await showAt(page, `hosted-bundle-${width}${dark ? "-dark" : ""}`, { width, dark });
      assert.deepEqual(await axe(page), []);
      assert.deepEqual(await misplaced(page), []);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    if (!(await panel.isVisible())) await openMenu(page, "export");
    const bundle = await download(page, press);
    const file = join(folder, "team.zip");
    writeFileSync(file, bundle.bytes);
    const again = run("verify", file, "--scorer", site);
    assert.equal(again.status, 0, again.stdout + again.stderr);
    const board = join(site, "board");
    const made = run("leaderboard", file, "--out", board);
    assert.equal(made.status, 0, made.stderr);
    assert.match(readFileSync(join(board, "index.html"), "utf8"), /<h1>Capitals<\/h1>.*Team &lt;A&gt;/s);
    await done(page, server);
  });

  it("says why a script fails, and is not stuck", async () => {
    for (const [body, words] of [
      ["return {'EM': gold['nothing']}", /gold row 1 \(a\).*line 3.*KeyError: .nothing./s],
      ["return {'EM': float('nan')}", /EM is nan, which is not a score/],
      ["import socket; socket.create_connection(('192.0.2.1', 80))", /line 3.*Error/s],
      ["while True: pass", /took too long/],
    ]) {
      const { server } = await scripted(`class Scorer:\n    def score_row(self, gold, prediction):\n        ${body}\n`);
      const page = await visit(server);
      await drop(page, [GOOD]);
      const trouble = page.locator(".problems, .trouble, .checks").filter({ hasText: words }).first();
      await trouble.waitFor({ timeout: 120_000 });
      // It is not run again and again, and nothing says that the file is accepted.
      const changes = await page.evaluate(
        () =>
          new Promise((resolve) => {
            let count = 0;
            const seen = new MutationObserver((all) => (count += all.length));
            seen.observe(document.querySelector("main"), { subtree: true, childList: true, characterData: true });
            setTimeout(() => resolve(count), 2000);
          }),
      );
      assert.ok(changes < 20, `${changes} changes in two seconds`);
      assert.ok(!(await page.locator("body").innerText()).includes("will be accepted"));
      await done(page, server);
    }
  });

  it("says with line and remedy why its description cannot be used", async () => {
    const { server } = await host((scorer) => (scorer.tracks[0].preset = "squad-v9"));
    const page = await visit(server);
    await page.locator(".trouble").waitFor();
    assert.match(await read(page, ".trouble"), /The description of this scorer cannot be used.*squad-v9/);
    await done(page, server);
  });

  it("is not what a plain page is", async () => {
    const server = await serve();
    const page = await open(browser, server.url);
    await ready(page);
    await drawn(page);
    assert.match(plain(await page.locator(".drop-title").textContent()), /Drop a gold file/);
    assert.equal(await protocol(page).catch(() => ""), "");
    await done(page, server);
  });
});
