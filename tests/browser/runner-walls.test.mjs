// The walls around programs: nothing gets out, whatever level it has reached, and nothing of the page can be
// read.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { PAGE, WORKER, quiet } from "./attempts.mjs";
import { launch, serve } from "./harness.mjs";
import { ESCAPES } from "./runner-programs.mjs";
import { numbered, run, site, start } from "./runner.mjs";

/** Answers everything, so that an attempt goes as far as it can. */
function welcome(request, response) {
  if (!request.url.includes("/leak/")) return false;
  response.writeHead(200, { "Content-Type": "text/javascript", "Access-Control-Allow-Origin": "*" });
  response.end("self.x = 1;");
  return true;
}

const browser = await launch();
const own = await site({ answer: welcome });
const other = await serve({ answer: welcome, prefix: "/" });
const servers = [own, other];
after(async () => {
  await browser.close();
  await own.stop();
  await other.stop();
});

const slug = (name) => name.replaceAll(/[^A-Za-z]+/g, "-");
const addresses = (name) => servers.map(({ url }) => `${url}leak/${slug(name)}/?data`);
const asked = () => servers.flatMap(({ requests }) => requests.map(({ url }) => url));
const forget = () => servers.forEach(({ requests }) => (requests.length = 0));
// The frame, and the one that stands in for it without a network: by what each is called and where it is from.
const FRAMES = { runner: "/runner/runner.html", "runner-inline": "about:srcdoc" };

/** An attempt, as a statement that fails in silence. */
const quietly = (code, url) => `{ const url = ${JSON.stringify(url)}; (async () => { ${code} })().catch(() => {}); 0; }`;

for (const [name, address] of Object.entries(FRAMES)) describe(`nothing gets out of ${name}`, () => {
  let page;
  const frameOf = (of) => of.frames().find((frame) => frame.url().endsWith(address));
  before(async () => {
    page = await start(browser, own, { frame: name });
    await quiet(servers);
  });
  after(() => page.context().close());

  test("from Python", async () => {
    forget();
    const jobs = Object.entries(ESCAPES).flatMap(([name, text]) =>
      servers.map(({ origin }, index) => {
        const { host, port } = new URL(origin);
        const filled = text.replaceAll("URL", addresses(name)[index]).replaceAll("HOST", host).replaceAll("PORT", port);
        return { name, kind: "program", program: filled, limits: { wall: 5000 } };
      }),
    );
    const answers = await run(page, numbered(jobs));
    await quiet(servers);
    assert.deepEqual(jobs.filter((_, index) => answers[index].verdict === "passed").map(({ name }) => name), []);
    assert.deepEqual(asked(), []);
  });

  test("from a worker of the frame, were Python's own to give way", async () => {
    const code = (list) =>
      list.map(([name, text]) => addresses(name).map((url) => quietly(text, url)).join("")).join("\n");
    const attempts = Object.entries(WORKER);
    // Without the policy they arrive.
    const bare = await browser.newPage();
    await bare.goto(`${other.url}leak/bare.html`);
    forget();
    await bare.evaluate((text) => new Worker(URL.createObjectURL(new Blob([text]))) && 0, code(attempts));
    await quiet(servers, Object.keys(WORKER));
    const arrived = asked();
    for (const [name] of attempts) {
      assert.ok(arrived.some((url) => url.includes(`/leak/${slug(name)}/`)), `${name} arrives where there is no policy`);
    }
    await bare.close();
    forget();
    await frameOf(page).evaluate((text) => {
      globalThis.tried = new Worker(URL.createObjectURL(new Blob([text])));
    }, code(attempts));
    await quiet(servers);
    assert.deepEqual(asked(), []);
  });

  test("nothing of the page can be read in the frame", async () => {
    const found = await frameOf(page).evaluate(async () => {
      const seen = {};
      const look = async (name, from) => {
        try {
          seen[name] = String(await from());
        } catch (error) {
          seen[name] = error.name;
        }
      };
      await look("its variables", () => parent.secret);
      await look("its document", () => parent.document.title);
      await look("its storage", () => localStorage.getItem("secret"));
      await look("its session", () => sessionStorage.length);
      await look("its cookies", () => document.cookie);
      await look("its cache", async () => (await caches.keys()).length);
      await look("its databases", () => new Promise((done, failed) => {
        const opening = indexedDB.open("x");
        opening.onsuccess = () => done("opened");
        opening.onerror = () => failed(opening.error);
      }));
      await look("its service worker", () => navigator.serviceWorker.register("x.js"));
      await look("its files", async () => (await navigator.storage.getDirectory()).name);
      await look("its locks", async () => (await navigator.locks.query()).held.length);
      await look("its window", () => {
        top.location = "about:blank";
        return "moved";
      });
      await look("a new window", () => open("about:blank") ?? "none");
      return seen;
    });
    for (const [name, words] of Object.entries(found)) {
      assert.match(words, /Error|^none$/, `${name}: ${words}`);
    }
  });

  test("from the frame itself", async () => {
    forget();
    const frame = frameOf(page);
    for (const [name, code] of Object.entries(PAGE)) {
      for (const url of addresses(name)) await frame.evaluate(quietly(code, url)).catch(() => {});
    }
    await quiet(servers);
    // The page's policy says where its frames may go, whoever sends them.
    for (const url of addresses("location")) await frame.evaluate(quietly("location = url", url)).catch(() => {});
    await quiet(servers);
    assert.deepEqual(asked(), []);
  });
});

describe("nothing gets out", () => {
  test("from a worker that is ready for programs, at the level of JavaScript", async () => {
    // The same runner, but for its worker: once it is hardened it tries, and says what it has left.
    const source = readFileSync(new URL("../../runner/worker.js", import.meta.url), "utf8");
    const attempts = Object.entries(WORKER).flatMap(([name, code]) => addresses(name).map((url) => quietly(code, url)));
    const trying = `harden(); { ${attempts.join("\n")} }
      const left = new Set();
      for (let level = self; level && level !== Object.prototype; level = Object.getPrototypeOf(level)) {
        for (const name of Object.getOwnPropertyNames(level)) if (self[name] !== undefined) left.add(name);
      }
      const open = [Object, Function, Array, Promise, Map, WebAssembly.Memory].map((one) => one.prototype);
      const iterators = [[].values(), new Map().keys(), new Set().values(), ""[Symbol.iterator](), "".matchAll(/./g), function* () {}.prototype];
      open.push(...iterators.map(Object.getPrototypeOf), Iterator.prototype);
      throw new Error("LEFT " + JSON.stringify([[...left], open.filter((one) => !Object.isFrozen(one)).map(String)]));`;
    assert.equal(source.split("    harden();\n").length, 2);
    const altered = await site({
      answer: (request, response) => {
        if (!request.url.endsWith("worker.js")) return false;
        response.writeHead(200, { "Content-Type": "text/javascript" });
        response.end(source.replace("    harden();\n", () => trying));
        return true;
      },
    });
    const trial = await start(browser, altered);
    forget();
    const words = await trial.evaluate(() => globalThis.runner.run({ id: "x", kind: "program", program: "" }).catch(String));
    await quiet(servers);
    assert.deepEqual(asked(), []);
    const [left, open] = JSON.parse(/LEFT (.*)/.exec(words)[1]);
    assert.deepEqual(open, []);
    const powers = /fetch|request|response|xmlhttp|socket|source|import|index|idb|cache|channel|port|worker|post|close|navigator|blob|url|file|transport|^eval$|lock|notif|storage|location|stream/i;
    assert.deepEqual(left.filter((name) => powers.test(name)), []);
    await trial.context().close();
    await altered.stop();
  });
});

describe("the bridge to JavaScript", () => {
  /** The runner with a worker that is changed, and what a program is answered there. */
  async function changed([from, to], ...programs) {
    const source = readFileSync(new URL("../../runner/worker.js", import.meta.url), "utf8");
    assert.equal(source.split(from).length, 2);
    const altered = await site({
      answer: (request, response) => {
        if (!request.url.endsWith("worker.js")) return false;
        response.writeHead(200, { "Content-Type": "text/javascript" });
        response.end(source.replace(from, () => to));
        return true;
      },
    });
    const page = await start(browser, altered, { lanes: 1 });
    const answers = await run(page, numbered(programs.map((program) => ({ kind: "program", program }))));
    await page.context().close();
    await altered.stop();
    return answers;
  }
  const FOUND = `import _imp, sys
from importlib.machinery import BuiltinImporter, ModuleSpec
for name in [name for name, one in sys.modules.items() if one is None]: del sys.modules[name]
import _pyodide
core = _imp.create_builtin(ModuleSpec("_pyodide_core", BuiltinImporter))
_imp.exec_builtin(core)
`;

  test("stays down for a program that has found its module again", async () => {
    const forgetful = ["      python.forget(FORGOTTEN);\n", ""];
    const [found, after] = await changed(forgetful, `${FOUND}core.to_js([1]).values().__proto__.next = 0`, "");
    assert.equal(found.verdict, "crash");
    assert.match(found.detail, /the bridge to JavaScript is down/);
    assert.equal(after.verdict, "passed");
  });

  test("has no module that could be found", async () => {
    // The names of all that are built in, where whoever can write into the interpreter's memory would look for them.
    // The ends of shorter ones are those of other words as well.
    const looking = `const told = python.text(JSON.stringify(FORGOTTEN.filter((key) => key.length > 8).map((key) => {
        const letters = new TextEncoder().encode("\\0" + key.slice(1) + "\\0");
        const all = new Uint8Array(python.c.memory.buffer);
        for (let at = all.indexOf(0); at >= 0 && at < 16 << 20; at = all.indexOf(0, at + 1)) {
          if (letters.every((letter, index) => all[at + index] === letter)) return key;
        }
      }).filter(Boolean)));
      throw new Error("LEFT " + python.string(told));`;
    const words = await changed(["    bridge.isDown = true;\n", `    { const { python } = program; ${looking} }\n`], "").catch(String);
    assert.match(words, /LEFT \[\]/);
  });
});

describe("the frame refuses", () => {
  test("to run without a sandbox", async () => {
    const page = await browser.newPage();
    await page.goto(`${own.url}bare.html`);
    const words = await page.evaluate(async () => {
      const { start: begin } = await import("./runner/runner.js");
      const frame = Object.assign(document.createElement("iframe"), { src: "runner/runner.html" });
      await new Promise((done) => {
        frame.onload = done;
        document.body.append(frame);
      });
      return begin(frame, []).catch(String);
    });
    assert.match(words, /not in a sandbox/);
    await page.close();
  });

  for (const frame of Object.keys(FRAMES)) test(`to run where its policy is not enforced: ${frame}`, async () => {
    const context = await browser.newContext({ bypassCSP: true });
    const page = await context.newPage();
    await page.goto(own.url);
    await page.waitForFunction(() => globalThis.loaded);
    const words = await page.evaluate((name) => globalThis.begin({ frame: name }).catch(String), frame);
    assert.match(words, /does not enforce/);
    await context.close();
  });
});

describe("the interpreter", () => {
  test("comes through the frame for later parts and stays in the page's cache", async () => {
    const page = await start(browser, own);
    const again = await page.evaluate(async () => {
      const { here, load } = await import("./runner/python.js").catch(() => ({}));
      return here ? [await here(""), (await load("")).length] : null;
    });
    // After the seal no module can be imported any more; the cache says it all the same.
    if (again) assert.deepEqual(again, [true, 24]);
    forget();
    const kept = await page.evaluate(async () => {
      const [name] = await caches.keys();
      return (await (await caches.open(name)).keys()).length;
    });
    assert.equal(kept, 24);
    assert.deepEqual(asked(), []);
    await page.context().close();
  });
});
