// The module in bundles of Vite and webpack and as a plain script, in a browser; and its types.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";
import { build } from "vite";
import webpack from "webpack";

const APP = `
  import { score } from "scoredrop";
  const report = await score({ gold: ["Paris", "Rome"], predictions: ["paris", "Oslo"], preset: "squad-v1" });
  document.title = String(report);
`;
const WAITING = "not scored yet";
const TITLE = /^predictions\.jsonl: Exact match 50\.0 %/;
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };

// Beside what is installed, where bundlers look for it.
const place = mkdtempSync(join(process.cwd(), "bundle-"));
let browser;
let server;

before(async () => {
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM,
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"],
  });
  server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://localhost").pathname));
    try {
      const body = readFileSync(join(place, path.endsWith("/") ? `${path}index.html` : path));
      response.setHeader("Content-Type", TYPES[extname(path) || ".html"] ?? "application/octet-stream");
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
});

after(async () => {
  await browser?.close();
  server?.close();
  rmSync(place, { recursive: true, force: true });
});

function app(name, html) {
  const folder = join(place, name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "app.js"), APP);
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  writeFileSync(join(folder, "index.html"), `<!doctype html><meta charset="utf-8"><title>${WAITING}</title>${html}`);
  return folder;
}

async function shows(path) {
  const page = await browser.newPage();
  const errors = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  await page.goto(`http://127.0.0.1:${server.address().port}/${path}`);
  await page.waitForFunction((waiting) => document.title !== waiting, WAITING, { timeout: 60_000 }).catch(() => {});
  const title = await page.title();
  await page.close();
  assert.match(title, TITLE, errors.join("\n"));
}

test("Vite", async () => {
  const root = app("vite", '<script type="module" src="./app.js"></script>');
  await build({ root, base: "./", logLevel: "error", build: { target: "esnext" } });
  await shows("vite/dist/");
});

test("webpack", async () => {
  const context = app("webpack", '<script type="module" src="./main.js"></script>');
  const stats = await new Promise((done, fail) => {
    const configuration = { mode: "production", context, entry: "./app.js", output: { path: join(context, "dist"), publicPath: "" }, performance: { hints: false } };
    webpack(configuration, (error, found) => (error ? fail(error) : done(found)));
  });
  assert.equal(stats.hasErrors() || stats.hasWarnings(), false, stats.toString("errors-warnings"));
  cpSync(join(context, "index.html"), join(context, "dist/index.html"));
  await shows("webpack/dist/");
});

test("a plain script", async () => {
  const map = '<script type="importmap">{ "imports": { "scoredrop": "./scoredrop/index.js" } }</script>';
  const folder = app("plain", `${map}<script type="module" src="./app.js"></script>`);
  cpSync(join("node_modules", "scoredrop"), join(folder, "scoredrop"), { recursive: true, dereference: true });
  await shows("plain/");
});

test("the example page scores two files", async () => {
  const folder = join(place, "example");
  cpSync(join("node_modules", "scoredrop"), join(folder, "scoredrop"), { recursive: true, dereference: true });
  cpSync(join(process.env.SCOREDROP_ROOT, "packages/js/example.html"), join(folder, "index.html"));
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${server.address().port}/example/`);
  const files = ["gold.jsonl", "predictions.jsonl"].map((name) => join(process.env.SCOREDROP_ROOT, "samples/nq", name));
  await page.setInputFiles("input", files);
  await page.waitForFunction(() => document.querySelector("output").textContent.includes("%"), null, { timeout: 60_000 });
  assert.match(await page.textContent("output"), /terse: .*70\.8 %/);
  await page.setInputFiles("input", files.slice(0, 1));
  await page.waitForFunction(() => !document.querySelector("output").textContent.includes("70.8 %"));
  await page.close();
});

test("types", () => {
  const folder = join(place, "types");
  mkdirSync(folder);
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  writeFileSync(
    join(folder, "use.ts"),
    `import { QuestionError, drop, named, presets, score, type Report } from "scoredrop";
     import { init } from "scoredrop/slim";
     const report: Report = await score({ gold: ["a"], predictions: [named("run", ["a"])], preset: "squad-v1", settings: { articles: "keep" } });
     await score({ gold: new Set([{ id: 1 }]), predictions: (function* () { yield { id: 1 }; })(), preset: "squad-v1" });
     interface Row { id: string; prediction: string | null }
     const rows: Row[] = [];
     const each = function* (): Generator<Row> { yield* rows; };
     for (const predictions of [rows, new Set(rows), each(), named("a", rows), named("b", new Set(rows)), named("c", each())]) {
       await score({ gold: ["a"], predictions, preset: "squad-v1" });
     }
     const answers: ReadonlyMap<string, string> = new Map([["a", "x"]]);
     await score({ gold: new Map([["a", ["x"]]]), predictions: answers, preset: "squad-v1" });
     await score({ gold: ["a"], predictions: [named("a", answers), named("b", new Map([["a", 1]]))], preset: "squad-v1" });
     for (const { settings } of await presets()) console.log(Object.values(settings).map(({ name, values, other }) => [name, values["keep"], other]));
     const low: number | undefined = report.interval?.low;
     const text: string = report.runs[0]!.explain("1").why.join(" ") + report.report("latex") + String(low);
     await init(new URL("x", "http://localhost"));
     try { await drop([new Blob([text])], { signal: AbortSignal.timeout(1), onProgress: ({ doing, done }) => console.log(doing, done) }); }
     catch (error) { if (error instanceof QuestionError) console.log(error.options.map((option) => option.options)); }
     // @ts-expect-error: one side alone is nothing to score.
     await score({ gold: ["a"] });
     // @ts-expect-error: no such format.
     report.report("docx");
    `,
  );
  const options = ["--noEmit", "--strict", "--module", "nodenext", "--target", "esnext", "--lib", "esnext,dom,dom.asynciterable", "--types", "node"];
  try {
    execFileSync(process.execPath, ["node_modules/typescript/bin/tsc", ...options, join(folder, "use.ts")], { encoding: "utf8" });
  } catch (error) {
    assert.fail(error.stdout);
  }
});
