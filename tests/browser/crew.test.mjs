// The scorer shares its work with other workers where the browser allows more than one: the report is
// the same to the last byte, also where mates die, and as the command line writes it.
import assert from "node:assert/strict";
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { DIST, launch, serve } from "./harness.mjs";
import { COMMAND, SAMPLES, command, download, read, said, score, settled, start } from "./steps.mjs";

const QUESTIONS = 40_000;
const PART = "values.later.js";

/** Steele, Lea and Flood's SplitMix, of 32 bits. */
function random(seed) {
  let state = seed;
  return (end) => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) % end;
  };
}

const WORDS = "the of Paris in Dvořák and 1,969 a né river yes 東京 was Über no 12.5% old an state".split(" ");

/** A pair of about 20 MB; predictions in another order than the questions, some of them missing. */
function pair(folder) {
  const next = random(7);
  const words = (count) => Array.from({ length: count }, () => WORDS[next(WORDS.length)]).join(" ");
  const gold = [];
  const predictions = [];
  for (let index = 0; index < QUESTIONS; index += 1) {
    const id = `q-${(index * 40_503 + 977) % 1_048_576}`;
    const answers = Array.from({ length: 1 + next(3) }, () => words(1 + next(4)));
    const question = `${words(8)} ${index}?`;
    gold.push(JSON.stringify({ id, question, answers }));
    const said = next(3) === 0 ? answers[0] : words(1 + next(60));
    if (next(50) > 0) predictions.push(JSON.stringify({ id, prediction: `${said}\n`, model: "one" }));
  }
  for (let index = predictions.length - 1; index > 0; index -= 1) {
    const other = next(index + 1);
    [predictions[index], predictions[other]] = [predictions[other], predictions[index]];
  }
  // What cannot be read is told with its line, whoever comes upon it.
  predictions[predictions.length - 900] = '{"id": "q-broken", "prediction": ';
  const paths = ["gold.jsonl", "predictions.jsonl"].map((name) => join(folder, name));
  writeFileSync(paths[0], `${gold.join("\n")}\n`);
  writeFileSync(paths[1], predictions.join("\n"));
  return paths;
}

/** Stands behind the worker's own script: tells of mates, of what they answer, and how they end. */
const WATCH = `
const told = new BroadcastChannel("mates");
const reallyStart = startMate;
startMate = (heard, failed) => {
  told.postMessage("started");
  const asked = new Map();
  let answers = 0;
  const mate = reallyStart((data) => {
    const what = data.length > 2 ? asked.get(data[0]) : undefined;
    if (what) told.postMessage(what);
    heard(data);
    if (asked.has(data[0]) && (answers += 1) === DIES) END;
  }, failed);
  const post = mate.postMessage.bind(mate);
  mate.postMessage = (message, ...more) => {
    if (Array.isArray(message)) asked.set(message[0], message[1]);
    post(message, ...more);
  };
  const until = performance.now() + DELAY;
  while (performance.now() < until);
  return mate;
};
`;

/** A server whose scorer for large files tells what its mates do; they end after so many answers, in a way that is given. */
function watched({ dies = -1, end = "mate.terminate()", delay = 0 } = {}) {
  const watch = WATCH.replace("DIES", dies).replace("END", end).replace("DELAY", delay);
  return serve({
    answer(request, response) {
      if (!request.url.endsWith(PART)) return false;
      response.writeHead(200, { "Content-Type": "text/javascript; charset=utf-8" });
      const script = readFileSync(join(DIST, PART), "utf8");
      const begin = script.indexOf("{");
      const end = script.lastIndexOf("}") + 1;
      const part = JSON.parse(script.slice(begin, end));
      part.glue += watch;
      response.end(script.slice(0, begin) + JSON.stringify(part) + script.slice(end));
      return true;
    },
  });
}

/** Runs in the page before its own scripts: so many processors, and an ear for mates. */
const processors = (count) => `
  Object.defineProperty(Navigator.prototype, "hardwareConcurrency", { get: () => ${count} });
  globalThis.mates = { started: 0, part: 0, score: 0 };
  new BroadcastChannel("mates").onmessage = ({ data }) => (globalThis.mates[data] += 1);
`;

let browser;
let folder;
let paths;
before(async () => {
  browser = await launch();
  folder = mkdtempSync(join(tmpdir(), "crew-"));
  paths = pair(folder);
});
after(async () => {
  await browser?.close();
  if (folder) rmSync(folder, { recursive: true });
});

/** The report of the pair in a browser with so many processors, and what its mates did. */
async function report(server, count, files = paths) {
  const page = await start(browser, server, { init: processors(count) });
  await page.setInputFiles("#choose-files", files);
  await settled(page, 120_000);
  const { bytes } = await download(page, () => page.getByRole("button", { name: "Report, JSON" }).click());
  const mates = await page.evaluate(() => globalThis.mates);
  assert.deepEqual(page.errors, []);
  await page.context().close();
  return { text: bytes.toString(), mates };
}

describe("mates", () => {
  let alone;
  const withServer = async (options, run) => {
    const server = await watched(options);
    try {
      await run(server);
    } finally {
      await server.stop();
    }
  };

  test("one, two and four workers write the same report, and so does the command line", () =>
    withServer({}, async (server) => {
      const one = await report(server, 1);
      assert.deepEqual(one.mates, { started: 0, part: 0, score: 0 });
      alone = one.text;
      assert.match(alone, new RegExp(`"gold": ?${QUESTIONS}\\b`));
      assert.match(alone, /"unparseable": ?1\b/);
      for (const [count, mates] of [[2, 1], [4, 3], [64, 3]]) {
        const shared = await report(server, count);
        assert.equal(shared.mates.started, mates);
        assert.ok(shared.mates.part > 0 && shared.mates.score > 0, JSON.stringify(shared.mates));
        assert.ok(shared.text === alone, `${count} workers write another report`);
      }
      if (COMMAND) {
        const given = ["--gold", paths[0], "--predictions", paths[1]];
        const { out, err } = command("score", "--preset", "squad-v1", ...given, "--format", "json");
        // The page guesses what the command line is told, and says so; all else is the same.
        const parts = (report) => {
          const { provisional, confirmed, diagnostics, settings, signature, ...rest } = JSON.parse(report);
          return JSON.stringify(rest);
        };
        assert.ok(parts(out) === parts(alone), err);
      }
    }));

  for (const [words, options] of [
    ["ends without a word", { end: "mate.terminate()" }],
    ["fails", { end: "failed()" }],
    ["answers what nobody asked", { end: "for (const wrong of [[0], [1e6], [NaN, 'x', 3]]) heard(wrong)" }],
  ]) {
    for (const dies of [1, 7]) {
      test(`a mate that ${words} after ${dies} answers leaves the report as it is`, () =>
        withServer({ ...options, dies }, async (server) => {
          const shared = await report(server, 2);
          assert.equal(shared.mates.started, 1);
          assert.ok(shared.text === alone);
        }));
    }
  }

  test("small files are scored without mates", () =>
    withServer({}, async (server) => {
      const page = await start(browser, server, { init: processors(4) });
      await score(page, SAMPLES.nq);
      assert.equal((await page.evaluate(() => globalThis.mates)).started, 0);
      await page.context().close();
    }));

  test("a file that changes while it is read is not scored", () =>
    withServer({ delay: 1500 }, async (server) => {
      const page = await start(browser, server, { init: processors(2) });
      const changing = join(folder, "changing.jsonl");
      writeFileSync(changing, readFileSync(paths[1]));
      await page.setInputFiles("#choose-files", [paths[0], changing]);
      await page.waitForFunction(() => globalThis.mates.started > 0);
      appendFileSync(changing, '\n{"id": "q-977", "prediction": "other"}\n');
      await page.getByText("could not read").first().waitFor();
      assert.match(await said(page), /could not read changing\.jsonl/);
      assert.equal(await read(page, ".headline .figure-value"), "");
      await page.context().close();
    }));
});
