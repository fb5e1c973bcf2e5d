// Reports that travel: the saved page opened from the disk without a network, reports and signatures
// held against files, and links that say how to score.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { after, describe, test } from "node:test";
import { zip } from "./archive.mjs";
import { TAGS, axe, drop, showAt } from "./harness.mjs";
import { browser, scored, server } from "./site.mjs";
import { GUESSED, SAMPLES, choosePreset, confirm, doubts, drawn, figures, isProvisional, lookCloser, plain, read, rowCount, said, score, settled, start, openTab, protocol, compare, exported, openMenu } from "./steps.mjs";

const folder = mkdtempSync(join(tmpdir(), "scoredrop-travel-"));
after(() => rmSync(folder, { recursive: true }));

const button = (page, name) => page.getByRole("button", { name, exact: true });
const named = (path, text) => ({ name: basename(path), text: text ?? readFileSync(path, "utf8") });

/** Saves a form of the report of the page. */
const saved = async (page, name) => {
  const { bytes, name: file } = await exported(page, name);
  return { text: bytes.toString(), name: file };
};

/** The saved page, opened from the disk by a browser without a network. */
async function fromDisk(html, options, look) {
  const path = join(folder, "report.html");
  writeFileSync(path, html);
  const context = await browser.newContext({ offline: true, ...options });
  const page = await context.newPage();
  const asked = [];
  page.errors = [];
  page.on("request", (request) => asked.push(request.url()));
  page.on("console", (message) => message.type() === "error" && page.errors.push(message.text()));
  page.on("pageerror", (error) => page.errors.push(String(error)));
  try {
    await page.goto(String(pathToFileURL(path)));
    await look(page);
    assert.deepEqual(page.errors, []);
    assert.deepEqual(asked, [String(pathToFileURL(path))]);
  } finally {
    await context.close();
  }
}

describe("reports that travel", () => {
  test("the saved page stands on its own, from the disk and without a network", () =>
    scored(SAMPLES.nq, async (page) => {
      const { text, name } = await saved(page, "Report, HTML");
      assert.match(name, /-report\.html$/);
      for (const [view, width, height, colorScheme] of [["wide-light", 1280, 800, "light"], ["narrow-dark", 360, 740, "dark"], ["narrowest", 320, 640, "light"]]) {
        await fromDisk(text, { viewport: { width, height }, colorScheme }, async (report) => {
          assert.match(plain(await report.locator("h1").innerText()), /^The data show no clear difference between chatty and terse in exact match: −33\.3 /);
          // It opens at the wrong answers, the first of which tells more when it is asked.
          const near = await report.locator("#body tr").count();
          assert.ok(near > 0 && near < 24, `${near}`);
          await report.locator("#body .open").first().click();
          assert.equal(await report.locator("#body tr.detail").count(), 1);
          await report.locator("#verdict").selectOption("");
          assert.equal(await report.locator("#body tr").count(), 24);
          await report.locator("#verdict").selectOption("w");
          const wrong = await report.locator("#body tr").count();
          assert.ok(wrong > 0 && wrong < 24, `${wrong}`);
          await report.locator("#verdict").selectOption("");
          await report.locator("#needle").fill("berlin");
          assert.equal(await report.locator("#body tr").count(), 1);
          assert.equal(await report.evaluate(() => document.documentElement.scrollWidth > innerWidth), false);
          assert.deepEqual(await axe(report, { runOnly: TAGS }), []);
          await showAt(report, `travel-report-${view}`, { width, height, dark: colorScheme === "dark" });
        });
      }
    }));

  test("what is left out is not in the file, and it still can be checked", () =>
    scored(SAMPLES.squad, async (page) => {
      const whole = await saved(page, "Report, HTML");
      await openMenu(page, "export");
      await page.getByLabel("what models answered").check();
      await page.getByLabel("questions, ids and gold answers").check();
      const less = await saved(page, "Report, HTML");
      const answer = Object.values(JSON.parse(readFileSync(SAMPLES.squad[1], "utf8"))).find((text) => text.length > 12);
      assert.ok(whole.text.includes(answer));
      assert.ok(!less.text.includes(answer));
      await fromDisk(less.text, {}, async (report) => {
        assert.match(plain(await report.locator("#questions").innerText()), /left out when this file was saved/);
        await report.locator("#verdict").selectOption("");
        assert.equal(await report.locator("#body tr").count(), 8);
      });
      await score(page, [{ name: less.name, text: less.text }]);
      assert.match(await read(page, ".check"), /checked: 8 of 8 rows equal/);
      assert.match(await read(page, ".check-frame"), /Not in the report, so not compared: .*ids, answers as extracted/);
    }));

  test("a report dropped with its files is made again and compared", async () => {
    let report;
    await scored(SAMPLES.nq, async (page) => {
      await choosePreset(page, "NQ-open");
      report = await saved(page, "Report, JSON");
    });
    await scored([...SAMPLES.nq, report], async (page) => {
      assert.match(await protocol(page), /^NQ-open/);
      assert.match(await read(page, ".check"), /report\.json checked: 48 of 48 rows equal/);
      assert.deepEqual(await axe(page, { runOnly: TAGS }), []);
      await showAt(page, "travel-check-equal");
    });
    const changed = named(SAMPLES.nq[1], readFileSync(SAMPLES.nq[1], "utf8").replace("the Coral Sea", "the Red Sea"));
    await scored([SAMPLES.nq[0], changed, report], async (page) => {
      assert.match(await read(page, ".check"), /does not match: 47 of 48 rows equal/);
      const list = await read(page, ".check-list >> nth=0");
      assert.match(list, /question 7 of terse where is the great barrier reef: .*exact_match 1(\.0)? in the report, 0(\.0)? here/);
      assert.match(list, /predictions: /);
      assert.deepEqual(await axe(page, { runOnly: TAGS }), []);
      await showAt(page, "travel-check-differs");
    });
  });

  test("a report that another program wrote anew is the same report", async () => {
    let report;
    await scored(SAMPLES.nq, async (page) => (report = await saved(page, "Report, JSON")));
    const sorted = (value) => {
      if (Array.isArray(value)) return value.map(sorted);
      if (value === null || typeof value !== "object") return value;
      return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)).map(([name, of]) => [name, sorted(of)]));
    };
    const tree = JSON.parse(report.text);
    // With whole numbers without a point, sorted, indented, and every character beyond ASCII escaped.
    const escaped = (text) => text.replace(/[^\0-\x7f]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`);
    for (const text of [JSON.stringify(tree), escaped(JSON.stringify(sorted(tree), null, 4))]) {
      await scored([...SAMPLES.nq, { name: "again.json", text }], async (page) => {
        assert.match(await read(page, ".check"), /again\.json checked: 48 of 48 rows equal/);
      });
    }
    // Raised and awarded by hand, in whatever form; and files that are called otherwise.
    tree.runs[0].award = "best paper";
    tree.diagnostics[0].severity = "info";
    const renamed = SAMPLES.nq.map((path, place) => ({ ...named(path), name: `file-${place}.jsonl` }));
    await scored([...renamed, { name: "again.json", text: JSON.stringify(tree) }], async (page) => {
      assert.match(await read(page, ".check"), /does not match: it differs in diagnostics and runs; all 48 rows are equal/);
      const list = await read(page, ".check-list >> nth=0");
      assert.match(list, /the report has runs\[0\]\.award, which re-scoring does not produce/);
      assert.match(list, /severity "info" in the report, "warning" here/);
      assert.match(await read(page, ".check-list >> nth=1"), /gold\.jsonl in the report is called file-0\.jsonl here/);
      assert.deepEqual(await axe(page, { runOnly: TAGS }), []);
      for (const [width, dark] of [[1280, false], [360, true]]) await showAt(page, `travel-check-forged-${width}`, { width, dark });
    });
  });

  test("a report alone says what is missing", async () => {
    let report;
    await scored(SAMPLES.squad, async (page) => (report = await saved(page, "Report, HTML")));
    const page = await start(browser, server);
    await score(page, [report]);
    assert.match(await read(page, ".waiting"), /The files of the report are still missing/);
    await score(page, SAMPLES.squad);
    assert.match(await read(page, ".check"), /checked: 8 of 8 rows equal/);
    await page.context().close();
  });
});

/** Opens the page at what stands behind the `#` of a link. */
async function follow(link) {
  const page = await start(browser, { ...server, url: server.url + link.slice(link.indexOf("#")) });
  return page;
}

const copied = async (page, name) => {
  await openMenu(page, "share");
  await button(page, name).click();
  await page.locator("#link-text").waitFor();
  const link = await read(page, "#link-text");
  await page.keyboard.press("Escape");
  return link;
};

/** Four questions of no benchmark, and two models with files of their own: the second is worse. */
const QUESTIONS = ["alder", "birch", "cedar", "dogwood"];
const lines = (rows) => rows.map((row) => `${JSON.stringify(row)}\n`).join("");
const model = (right) =>
  lines(QUESTIONS.map((tree, place) => ({ id: `tree-${tree}`, prediction: place < right ? `the ${tree}` : "a weed" })));
const MODELS = [
  { name: "gold.jsonl", text: lines(QUESTIONS.map((tree) => ({ id: `tree-${tree}`, question: `which tree is it, ${tree}?`, answers: [tree] }))) },
  { name: "strong.jsonl", text: model(4) },
  { name: "weak.jsonl", text: model(2) },
];

/** Shows the questions that the baseline alone answers, and not the weak run of the models. */
async function showOnlyBaseline(page) {
  await compare(page, /^weak/);
  await page.locator(".compare .chip", { hasText: /^only strong/ }).click();
  await page.locator(".filters .chip", { hasText: /^only strong(\.jsonl)? right/ }).waitFor();
  await settled(page);
}

describe("links", () => {
  test("settings and view come back, and nothing of the files is told", () =>
    scored(SAMPLES.squad, async (page) => {
      await page.locator("#set-articles").click();
      await page.locator(".editor label", { hasText: "articles kept" }).click();
      await settled(page);
      await page.keyboard.press("Escape");
      const before = await figures(page);
      const all = await rowCount(page);
      await page.locator(".chip", { hasText: "wrong" }).click();
      await page.waitForFunction((all) => document.getElementById("grid").ariaRowCount - 1 < all, all);
      const count = await rowCount(page);
      const link = await copied(page, "Copy link");
      assert.match(link, /#preset=squad-v1@\d+(&guess=preset)?&set\.articles=keep&join=id&verdict=wrong/);
      for (const word of ["gold.json", "predictions", "Normans"]) assert.ok(!link.includes(word), link);
      const other = await follow(link);
      assert.match(await read(other, "main"), /This link scores files as SQuAD 1.1, version /);
      await score(other, SAMPLES.squad);
      assert.deepEqual(await figures(other), before);
      assert.match(await protocol(other), /articles kept/);
      assert.equal(await rowCount(other), count);
      assert.deepEqual(await axe(other, { runOnly: TAGS }), []);
      assert.deepEqual(other.errors, []);
      await other.context().close();
    }));

  test("breakdowns, clusters, a second rule and the flips of two runs come back", () =>
    scored(SAMPLES.nq, async (page) => {
      const slices = ['people: type=who&"type"!=where', "type!=who"];
      await lookCloser(page, { slices, cluster: "type", rule: ["articles", "keep"] });
      const chosen = await read(page, ".slices");
      await compare(page, /^chatty$/);
      await page.locator(".compare .chip", { hasText: "only terse right" }).click();
      await page.locator(".filters .chip", { hasText: /^only terse right/ }).waitFor();
      await settled(page);
      await page.locator(".find input").fill("ber");
      await drawn(page);
      const seen = async (page) => ({
        figures: await figures(page),
        board: await read(page, ".runs tbody"),
        note: await read(page, ".runs-note"),
        method: await read(page, ".figure-head .method"),
        pair: await read(page, ".pair-words"),
      });
      const before = await seen(page);
      assert.match(before.board, /chatty \(articles=keep\)/);
      const link = await copied(page, "Copy link");
      assert.match(link, /&slice=people:%20type%3Dwho%26%22type%22!%3Dwhere&slice=type!%3Dwho&cluster=type&twin=articles%3Dkeep&/);
      assert.match(link, /&baseline=terse&/);
      assert.match(link, /&run=chatty&against=terse&flip=only-b/);
      // What was typed into the search, files, and what stands in them.
      for (const word of ["ber", "jsonl", "where%20is", "shakespeare"]) assert.ok(!link.slice(link.indexOf("#")).includes(word), link);
      for (const signed of [false, true]) {
        const other = await follow(signed ? await copied(page, "Copy link with signature") : link);
        await score(other, SAMPLES.nq);
        await other.locator(".pair-words").waitFor();
        assert.deepEqual(await seen(other), before);
        assert.match(await read(other, ".filters"), /only terse right ×/);
        assert.equal(await other.locator(".compare .chip", { hasText: "only terse right" }).getAttribute("aria-pressed"), "true");
        await openTab(other, "Groups");
        assert.equal(await read(other, ".slices"), chosen);
        assert.match(await read(other, ".groups thead"), /people/);
        if (signed) assert.match(await read(other, ".check"), /Signature checked/);
        assert.deepEqual(other.errors, []);
        await other.context().close();
      }
      // Of a gold file without the column that is said, and nothing is scored by half of a link.
      const fewer = await follow(link);
      const gold = readFileSync(SAMPLES.nq[0], "utf8").replaceAll(/, "type": "[^"]*"/g, "");
      await score(fewer, [named(SAMPLES.nq[0], gold), SAMPLES.nq[1]]);
      assert.match(await said(fewer), /there is no column "type"/);
      assert.equal(await fewer.locator(".figure-value").count(), 0);
      assert.deepEqual(fewer.errors, []);
      await fewer.context().close();
    }));

  test("the metric and the questions of the board come back, and a metric that is not there is said", () =>
    scored(SAMPLES.nq, async (page) => {
      await choosePreset(page, "Natural Questions (EvoAgentX)");
      await page.getByLabel("Metric", { exact: true }).selectOption("f1");
      await button(page, "23 that every run has a prediction for").click();
      await compare(page, "chatty");
      const about = (page) => page.locator(".pair-words", { hasText: "Token F1 over the 23 of 24 questions" }).waitFor();
      await about(page);
      const seen = async (page) => ({
        figures: await figures(page),
        board: await read(page, ".runs"),
        pair: await read(page, ".compare"),
        metric: await page.getByLabel("Metric", { exact: true }).inputValue(),
        common: await button(page, "23 that every run has a prediction for").getAttribute("aria-pressed"),
      });
      const before = await seen(page);
      assert.deepEqual([before.metric, before.common], ["f1", "true"]);
      const link = await copied(page, "Copy link");
      assert.match(link, /&metric=f1&board=common&run=chatty/);
      const other = await follow(link);
      await score(other, SAMPLES.nq);
      await about(other);
      assert.deepEqual(await seen(other), before);
      // More files are no other board.
      await other.getByLabel("Metric", { exact: true }).selectOption("exact_match");
      assert.match(await copied(other, "Copy link"), /&board=common&run=chatty/);
      assert.doesNotMatch(await read(other, "#link-text"), /metric=/);
      assert.deepEqual(other.errors, []);
      await other.context().close();
      const unknown = await follow(link.replace("metric=f1", "metric=word_count"));
      await score(unknown, SAMPLES.nq);
      await unknown.locator(".pair-words", { hasText: "Exact match over the 23 of 24 questions" }).waitFor();
      assert.match(await read(unknown, ".runs-region"), /word_count is not a metric of this score: runs are compared by Exact match\./);
      assert.deepEqual(await figures(unknown), before.figures);
      assert.deepEqual(await axe(unknown, { runOnly: TAGS }), []);
      await showAt(unknown, "travel-unknown-metric");
      await unknown.getByLabel("Metric", { exact: true }).selectOption("f1");
      await about(unknown);
      assert.deepEqual(await seen(unknown), before);
      assert.deepEqual(unknown.errors, []);
      await unknown.context().close();
    }));

  test("with a signature, files are held against it", () =>
    scored(SAMPLES.squad, async (page) => {
      const link = await copied(page, "Copy link with signature");
      const same = await follow(link);
      await score(same, SAMPLES.squad);
      assert.match(await read(same, ".check"), /Signature checked: files and settings match the signature/);
      await same.context().close();
      const other = await follow(link);
      const text = readFileSync(SAMPLES.squad[1], "utf8").replace(/": "/, '": "not ');
      await score(other, [SAMPLES.squad[0], named(SAMPLES.squad[1], text)]);
      assert.match(await read(other, ".check"), /^✗ This is not the score in the link: it differs from the signature in predictions\.$/);
      await showAt(other, "travel-signature");
      await other.context().close();
    }));

  test("contents swapped under their names are not what the link's signature names", () =>
    scored(MODELS, async (page) => {
      const link = await copied(page, "Copy link with signature");
      const turned = await follow(link);
      await score(turned, [MODELS[0], MODELS[2], MODELS[1]]);
      assert.match(await read(turned, ".check"), /Signature checked: files and settings match the signature/);
      assert.match(await read(turned, ".check-frame"), /order of files: differs from the signature/);
      await turned.context().close();
      const swapped = await follow(link);
      await score(swapped, [MODELS[0], { ...MODELS[1], text: MODELS[2].text }, { ...MODELS[2], text: MODELS[1].text }]);
      assert.match(await read(swapped, ".check"), /This is not the score in the link: it differs from the signature in baseline \(strong(\.jsonl)? is another file now, [0-9a-f]{16} instead of [0-9a-f]{16}\)\./);
      await showAt(swapped, "travel-signature-swapped");
      assert.deepEqual(swapped.errors, []);
      await swapped.context().close();
    }));

  test("a report holds with its files dropped in another order", async () => {
    let report;
    await scored(MODELS, async (page) => (report = await saved(page, "Report, JSON")));
    await scored([MODELS[0], MODELS[2], MODELS[1], report], async (page) => {
      assert.match(await read(page, ".check"), /checked: 8 of 8 rows equal/);
      assert.match(await read(page, ".check-frame"), /order of files: differs from the signature/);
      assert.deepEqual(await axe(page, { runOnly: TAGS }), []);
      await showAt(page, "travel-check-order");
    });
    const swapped = [{ ...MODELS[1], text: MODELS[2].text }, { ...MODELS[2], text: MODELS[1].text }];
    await scored([MODELS[0], ...swapped, report], async (page) => {
      assert.match(await read(page, ".check"), /does not match: /);
      assert.match(await read(page, ".check-frame"), /is another file/);
    });
  });

  test("a signature names the file inside of an archive, and an older one is told", () => {
    const packed = { name: "runs.zip", bytes: zip(MODELS.slice(1).map(({ name, text }) => [name, text])) };
    return scored([MODELS[0], packed], async (page) => {
      const link = await copied(page, "Copy link with signature");
      await openTab(page, "Report");
      assert.match(await read(page, "#signature-text"), /baseline:[^|]*@[0-9a-f]{16}\/strong\.jsonl\|/);
      const same = await follow(link);
      await score(same, [MODELS[0], packed]);
      assert.match(await read(same, ".check"), /Signature checked: files and settings match the signature$/);
      await same.context().close();
      // As it was before members were named.
      const older = await follow(link.replaceAll(/(%2F|\/)(strong|weak)\.jsonl/g, ""));
      await score(older, [MODELS[0], packed]);
      assert.match(await read(older, ".check"), /an older signature does not name the sheet or member/);
      await older.context().close();
    });
  });

  test("in another order of files a link shows the same runs", () =>
    scored(MODELS, async (page) => {
      await showOnlyBaseline(page);
      const seen = async (page) => ({
        figures: await figures(page),
        pair: await read(page, ".pair-words"),
        rows: await rowCount(page),
      });
      const before = await seen(page);
      const link = await copied(page, "Copy link");
      assert.match(link, /&baseline=strong(\.jsonl)?&run=weak(\.jsonl)?&against=strong(\.jsonl)?&flip=only-b/);
      const other = await follow(link);
      await score(other, [MODELS[0], MODELS[2], MODELS[1]]);
      await other.locator(".pair-words").waitFor();
      assert.deepEqual(await seen(other), before);
      assert.equal(await other.locator(".compare .chip", { hasText: /^only strong/ }).getAttribute("aria-pressed"), "true");
      assert.deepEqual(other.errors, []);
      await other.context().close();
      // Without that run there is nothing of it to be shown, and its number is no other run's.
      const fewer = await follow(link);
      await score(fewer, MODELS.slice(0, 2));
      assert.equal(await rowCount(fewer), 4);
      assert.equal(await fewer.locator(".filters .chip", { hasText: /^only strong(\.jsonl)? right/ }).count(), 0);
      await fewer.context().close();
    }));

  test("what a link asks for and is not here is said, and filters nothing", () =>
    scored(MODELS, async (page) => {
      await showOnlyBaseline(page);
      const link = await copied(page, "Copy link");
      const filters = (page) => page.locator('.filters .chip[aria-pressed="true"]').count();
      for (const [from, to, words] of [
        [/(baseline|against)=strong/g, "$1=gone", /the link compares with gone(\.jsonl)?, which is not here; runs are compared with strong(\.jsonl)? instead/],
        [/against=strong/, "against=weak", /the link filters rows against weak(\.jsonl)?, but runs are compared with strong(\.jsonl)?; that filter is not applied/],
        [/flip=only-b/, "flip=zzz", /the link has an unknown filter of rows: flip=zzz/],
        [/&run=weak[^&]*/, "&run=gone", /the link shows gone, which is not here/],
      ]) {
        const changed = link.replace(from, to);
        assert.notEqual(changed, link);
        const other = await follow(changed);
        await score(other, MODELS);
        assert.match(await said(other), words);
        assert.equal(await filters(other), 0);
        await other.locator('#grid[aria-rowcount="5"]').waitFor();
        assert.deepEqual(other.errors, []);
        await other.context().close();
      }
      const bare = await follow(link.replace(/preset=([\w-]+)@\d+/, "preset=$1"));
      await score(bare, MODELS);
      assert.match(await said(bare), /the link does not name a version of [\w-]+, so the current one is used/);
      await bare.context().close();
      const twice = await follow(`${link}&set.articles=keep&set.articles=remove`);
      await score(twice, MODELS);
      assert.match(await said(twice), /two values of set\.articles/);
      await twice.context().close();
      // The file that is missing may come later.
      const later = await follow(link);
      await score(later, [MODELS[0], MODELS[2]]);
      assert.match(await said(later), /the link compares with strong(\.jsonl)?, which is not here/);
      assert.equal(await filters(later), 0);
      await score(later, [MODELS[1]]);
      await later.locator(".pair-words").waitFor();
      await drawn(later);
      assert.doesNotMatch(await said(later), /the link (compares|asks|shows)/);
      assert.equal(await filters(later), 1);
      await later.locator('#grid[aria-rowcount="3"]').waitFor();
      assert.deepEqual(later.errors, []);
      await later.context().close();
    }));

  test("the run and the filter of a pair stay when a file is added", () =>
    scored(MODELS, async (page) => {
      await showOnlyBaseline(page);
      await drop(page, [{ name: "third.jsonl", text: model(1) }]);
      await settled(page);
      await page.locator(".pair-words").waitFor();
      assert.equal(await page.locator(".filters .chip", { hasText: /^only strong(\.jsonl)? right/ }).count(), 1);
      await page.locator('#grid[aria-rowcount="3"]').waitFor();
    }));

  test("a provisional score stays provisional until somebody confirms it", () =>
    scored(GUESSED, async (page) => {
      assert.ok(await isProvisional(page));
      assert.ok((await doubts(page)).includes("guessed_benchmark"));
      const link = await copied(page, "Copy link");
      assert.match(link, /&guess=preset/);
      const other = await follow(link);
      await score(other, GUESSED);
      assert.ok(await isProvisional(other));
      assert.match(await said(other), /the link's preset was guessed from its sender's files/);
      // Handed on it is no surer.
      assert.match(await copied(other, "Copy link"), /&guess=preset/);
      await confirm(other);
      assert.ok(!(await isProvisional(other)));
      const { text } = await saved(other, "Report, JSON");
      assert.ok(JSON.parse(text).confirmed.some(({ code }) => code === "linked_guess"), text.slice(0, 2000));
      assert.doesNotMatch(await copied(other, "Copy link"), /guess=/);
      assert.deepEqual(other.errors, []);
      await other.context().close();
    }));

  test("a link pasted into an open page is followed where no files are open", async () => {
    const page = await start(browser, server);
    const paste = (hash) => page.evaluate((hash) => (location.hash = hash), hash);
    await paste("#preset=nq@1&join=question");
    await page.getByText("This link scores files as Natural Questions (EvoAgentX), version 1").waitFor();
    await paste("#preset=squad-v1@1&set.articles=keep");
    await page.getByText("This link scores files as SQuAD 1.1, version 1").waitFor();
    await score(page, SAMPLES.squad);
    assert.match(await protocol(page), /articles kept/);
    const before = await figures(page);
    await paste("#main");
    await drawn(page);
    assert.equal(await page.locator(".trouble").count(), 0);
    await paste("#preset=nq@1");
    await page.locator(".trouble").waitFor();
    assert.match(await read(page, ".trouble"), /The link was not opened because files are open\. Open it in a new tab\./);
    assert.deepEqual(await figures(page), before);
    await button(page, "Start without files").click();
    await page.locator(".figure-value").first().waitFor({ state: "detached" });
    await paste("#preset=squad-v2@1");
    await page.getByText("This link scores files as SQuAD 2.0, version 1").waitFor();
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });

  test("a version that is not here is said, and not scored", async () => {
    const page = await follow("#preset=squad-v1@99&join=id");
    await score(page, SAMPLES.squad);
    assert.equal(await page.locator(".figure-value").count(), 0);
    assert.match(await said(page), /squad-v1 has version \d+ in this release, not 99/);
    await page.context().close();
    const unknown = await follow("#preset=squad-v1@1&colour=red");
    await score(unknown, SAMPLES.squad);
    assert.match(await said(unknown), /this version does not know a part of the link \(colour\), so the link’s settings are not applied/);
    await unknown.context().close();
  });
});

describe("downloads", () => {
  test("methods, tables, charts and the script for the reference", () =>
    scored(SAMPLES.nq, async (page) => {
      await choosePreset(page, "Natural Questions (EvoAgentX)");
      const form = async (name) => (await saved(page, name)).text;
      assert.match(await form("Methods and BibTeX"), /It reproduces EvoAgentX NQ .*checked on [^]* for terse \(95.% CI [^]*@article\{kwiatkowski-etal-2019-natural,/);
      assert.match(await form("Table, LaTeX"), /\\toprule/);
      assert.match(await form("Run the reference: verify.py"), /evoagentx\/benchmark\/nq\.py/);
      assert.match(await form("Chart by group, SVG"), /^<svg /);
      assert.match(await form("Chart of differences, SVG"), /difference from terse/);
    }));

  test("the script for the reference and its output are offered where they can be made, and else it is said why not", () =>
    scored(SAMPLES.nq, async (page) => {
      const names = ["Official output", "Run the reference: verify.py"];
      const offered = async () => {
        await page.getByRole("button", { name: "Export" }).click();
        await page.getByRole("button", { name: "Methods and BibTeX" }).first().waitFor();
        const told = [];
        for (const name of names) {
          const line = page.locator(".export", { hasText: name });
          const is_there = (await line.getByRole("button", { name }).count()) === 1;
          told.push(is_there || plain(await line.locator("small").innerText()));
        }
        assert.deepEqual(await axe(page), []);
        await page.keyboard.press("Escape");
        return told;
      };
      await choosePreset(page, "Natural Questions (EvoAgentX)");
      assert.deepEqual(await offered(), [true, true]);
      assert.match((await saved(page, names[0])).text, /./);
      await choosePreset(page, "Short answers");
      assert.deepEqual(await offered(), [
        "this preset is our own definition, so there is no reference",
        "Short answers is our own definition, so there is no reference scorer to run.",
      ]);
    }));

  test("what goes into other texts stands in the tab of the report, and is what is saved", () =>
    scored(SAMPLES.nq, async (page) => {
      await choosePreset(page, "Natural Questions (EvoAgentX)");
      await openTab(page, "Report");
      for (const [name, id] of [["Methods and BibTeX", "methods"], ["Table, Markdown", "markdown"], ["Table, LaTeX", "latex"]]) {
        await page.locator("summary", { hasText: name }).click();
        const shown = page.locator(`#${id}-text`);
        await shown.waitFor();
        assert.equal(await shown.textContent(), (await saved(page, name)).text);
      }
      assert.deepEqual(page.errors, []);
    }));

  test("on paper nothing asks for input, and what it says of the numbers is told", () =>
    scored(SAMPLES.nq, async (page) => {
      await lookCloser(page, { slices: ["people: type=who"], cluster: "type", rule: ["articles", "keep"] });
      await openTab(page, "Groups");
      assert.doesNotMatch(await read(page, "main"), /Intervals are over/);
      await page.emulateMedia({ media: "print", colorScheme: "light" });
      const asks = "input, select, textarea, #slice-help, .head-right, .rail";
      for (const one of await page.locator(asks).all()) assert.equal(await one.isVisible(), false, await one.evaluate((node) => node.outerHTML));
      const all = await read(page, "body");
      assert.doesNotMatch(all, /×|Private|break down by|intervals over (?!them)|add type|Save as|Show all/);
      assert.match(await read(page, ".slices"), /people: type=who the questions with type=who, and the others/);
      assert.match(all, /Intervals are over 6 clusters by type\./);
      assert.match(await read(page, ".runs-note"), /Over all (24 )?questions/);
      assert.match(await read(page, ".groups thead"), /people/);
      for (const width of [1280, 720]) await showAt(page, `travel-print-inputs-${width}`, { width });
    }));

  test("on paper the table says which of its rows are there", async () => {
    const rows = Array.from({ length: 90 }, (_, place) => ({ id: `q${place}`, question: `what is number ${place}?`, answers: [`a${place}`] }));
    const files = [
      { name: "gold.jsonl", text: lines(rows) },
      { name: "run.jsonl", text: lines(rows.map(({ id, answers }) => ({ id, prediction: answers[0] }))) },
    ];
    /** The rows of which at least half is in sight, by their numbers. */
    const inSight = (page) =>
      page.locator("#grid").evaluate((grid) => {
        const { bottom } = grid.getBoundingClientRect();
        const top = grid.querySelector(".grid-head").getBoundingClientRect().bottom;
        const middle = (row) => (row.getBoundingClientRect().top + row.getBoundingClientRect().bottom) / 2;
        const all = [...grid.querySelectorAll(".grid-row.body")].filter((row) => middle(row) >= top && middle(row) <= bottom);
        const number = (row) => Number(row.getAttribute("aria-rowindex")) - 1;
        return [number(all[0]), number(all.at(-1))];
      });
    await scored(files, async (page) => {
      assert.doesNotMatch(await read(page, ".questions"), /the CSV has all/);
      for (const [width, scroll] of [[1280, 0], [1280, 1500], [720, 700]]) {
        await page.emulateMedia({ media: "screen" });
        await page.setViewportSize({ width, height: 800 });
        await page.locator("#grid").evaluate((grid, scroll) => (grid.scrollTop = scroll), scroll);
        await drawn(page);
        await page.emulateMedia({ media: "print" });
        await drawn(page);
        const [from, to] = await inSight(page);
        assert.ok(to - from > 3, `${from} ${to}`);
        assert.match(await read(page, ".questions"), new RegExp(`Rows ${from} to ${to} of 90; the CSV has all\\.`), `at ${width}, ${scroll}`);
        await showAt(page, `travel-print-rows-${width}-${scroll}`, { width });
      }
    });
    await scored(MODELS, async (page) => {
      await page.emulateMedia({ media: "print" });
      await drawn(page);
      assert.doesNotMatch(await read(page, ".questions"), /the CSV has all/);
    });
  });

  test("on paper there are no buttons", () =>
    scored(SAMPLES.squad, async (page) => {
      await page.emulateMedia({ media: "print", colorScheme: "dark" });
      assert.equal(await page.locator(".filters .link").first().isVisible(), false);
      assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor), "rgb(255, 255, 255)");
      await showAt(page, "travel-print");
    }));
});
