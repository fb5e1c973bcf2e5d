// A page with nothing on it but the runner, for its tests and its measurements.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { inline, write } from "../../runner/pack.mjs";
import { serve, sleep } from "./harness.mjs";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
/** Real data is no part of the project. */
export const DATA = join(ROOT, "../shared/data");
export const GOLDEN = join(ROOT, "tests/golden");

/** The npm package with the interpreter, which `cargo xtask test` fetches. */
export function pyodide() {
  const found = process.env.PYODIDE ?? join(ROOT, "target/tools/python/node_modules/pyodide");
  if (existsSync(found)) return found;
  throw new Error(`there is no interpreter at ${found}: run cargo xtask test, or name its folder in PYODIDE`);
}

/** What the real page adds before it reads anything: page/src/boot.js. */
const SEAL = readFileSync(join(ROOT, "page/src/boot.js"), "utf8")
  .match(/const POLICY =\s*((?:"[^"]*"[\s+]*)+);/)[1]
  .match(/"[^"]*"/g)
  .map((part) => JSON.parse(part))
  .join("");

/** And its first policy. */
const [FIRST] = readFileSync(join(ROOT, "index.html"), "utf8").match(/<meta http-equiv="Content-Security-Policy"[^>]*>/);

const PAGE = `<!doctype html><meta charset="utf-8">${FIRST}<title>runner</title><link rel="icon" href="data:,">
<iframe id="later" src="later.html" sandbox="allow-scripts" hidden></iframe>
<iframe id="runner" src="runner/runner.html" sandbox="allow-scripts" hidden></iframe>
<script type="module" src="page.js"></script>`;

const SCRIPT = `import { start } from "./runner/runner.js";
import { load } from "./runner/python.js";
// What the page must keep to itself.
globalThis.secret = "the secret of the page";
localStorage.setItem("secret", secret);
addEventListener("load", async () => {
  const inline = document.createElement("iframe");
  inline.id = "runner-inline";
  inline.setAttribute("sandbox", "allow-scripts");
  const text = async (name) => (await fetch("runner/" + name)).text();
  const scripts = await Promise.all(["harness.js", "worker.js", "frame.js"].map(text));
  inline.srcdoc = (await text("inline.html")).replace("SCRIPTS", () => scripts.join(""));
  await new Promise((done) => {
    inline.onload = done;
    document.body.append(inline);
  });
  const meta = document.createElement("meta");
  meta.httpEquiv = "Content-Security-Policy";
  meta.content = ${JSON.stringify(SEAL)};
  document.head.append(meta);
  globalThis.begin = async ({ frame = "runner", ...options }) => {
    const chunks = await load();
    globalThis.runner = await start(document.getElementById(frame), chunks, options);
    return runner.python;
  };
  globalThis.loaded = true;
});`;

/** Serves a folder with runner, interpreter and that page. */
export async function site(options = {}) {
  const folder = mkdtempSync(join(tmpdir(), "scoredrop-runner-"));
  const packed = write(pyodide(), folder);
  for (const name of ["later.html", "later.js"]) writeFileSync(join(folder, name), readFileSync(join(ROOT, "page/static", name)));
  writeFileSync(join(folder, "index.html"), PAGE);
  inline(folder);
  writeFileSync(join(folder, "page.js"), SCRIPT);
  writeFileSync(join(folder, "bare.html"), "<!doctype html><title>bare</title>");
  const server = await serve({ folder, ...options });
  const stop = async () => {
    await server.stop();
    rmSync(folder, { recursive: true });
  };
  return { ...server, stop, packed };
}

/** Opens the page and starts the runner. */
export async function start(browser, server, options = {}) {
  const context = await browser.newContext();
  const page = await context.newPage();
  page.errors = [];
  page.on("pageerror", (error) => page.errors.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error" && !message.text().includes("data:")) page.errors.push(message.text());
  });
  await page.goto(server.url);
  // Not by a function of the page's own: its policy forbids to make one, and Firefox may hold drivers to it.
  const end = performance.now() + 30_000;
  while (!(await page.evaluate(() => Boolean(globalThis.loaded)))) {
    if (performance.now() > end) throw new Error("the page did not load");
    await sleep(20);
  }
  page.python = await page.evaluate((given) => globalThis.begin(given), { lanes: 2, spare: 1, ...options });
  return page;
}

/** Runs jobs, all at once, and resolves to their answers in order. */
export function run(page, jobs) {
  return page.evaluate((all) => Promise.all(all.map((job) => globalThis.runner.run(job))), jobs);
}

const lines = (text) => text.split("\n").filter((line) => line.trim()).map((line) => JSON.parse(line));

/** The objects of a file with one in each line; nothing if it is not there. */
export function read(path) {
  if (!existsSync(path)) return undefined;
  const bytes = readFileSync(path);
  return lines((path.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString());
}

export const numbered = (jobs) => jobs.map((job, number) => ({ id: String(number), ...job }));

/** The program that openai/human-eval runs. */
export function humaneval({ prompt, test, entry_point }, completion) {
  const before = `${prompt}${completion}\n`;
  const line = before.split("\n").length;
  return { kind: "program", program: `${before}${test}\ncheck(${entry_point})`, test: [0, line], entry: entry_point, prompt };
}

/** A solution of MBPP with its assertions. */
export function mbpp({ test_imports, test_list }, code) {
  const line = code.split("\n").length + 1;
  return { kind: "program", program: [code, ...test_imports, ...test_list].join("\n"), test: [0, line] };
}

/** A sample of LiveCodeBench's code generation. */
export function livecodebench(item, code) {
  const tests = [...JSON.parse(item.public_test_cases), ...JSON.parse(item.private_test_cases)];
  const entry = JSON.parse(item.metadata || "{}").func_name;
  return { kind: entry ? "functional" : "stdin", entry, code, tests, limits: { wall: 6000 } };
}
