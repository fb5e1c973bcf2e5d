// Two thousand programs one after the other: the page neither waits nor grows.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { after, describe, test } from "node:test";
import { CHROMIUM, launch } from "./harness.mjs";
import { run, site, start } from "./runner.mjs";

const browser = await launch();
const server = await site();
after(async () => {
  await browser.close();
  await server.stop();
});

/** Resident memory of all processes that this one has started, in MB. */
function resident() {
  const parents = new Map();
  for (const id of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      parents.set(id, readFileSync(`/proc/${id}/stat`, "utf8").replace(/^.*\) /, "").split(" ")[1]);
    } catch {
      // It has ended meanwhile.
    }
  }
  const ours = (id) => id === String(process.pid) || (parents.has(id) && ours(parents.get(id)));
  let pages = 0;
  for (const id of parents.keys()) {
    if (!ours(id) || id === String(process.pid)) continue;
    try {
      pages += Number(readFileSync(`/proc/${id}/statm`, "utf8").split(" ")[1]);
    } catch {
      // Likewise.
    }
  }
  return (pages * 4096) / 1e6;
}

describe("two thousand samples", () => {
  test("memory stays bounded, and the page never waits", { skip: process.platform !== "linux" }, async () => {
    const page = await start(browser, server);
    const texts = [
      "x = [n * n for n in range(20000)]\nassert x[3] == 9",
      "assert False, 'x' * 1000",
      "import json, collections\nprint(json.dumps(list(range(1000))) * 50)",
      "x = bytearray(20 << 20)",
      "def f(n): return n and f(n - 1)\nf(5000)",
      "import fractions\nassert sum(fractions.Fraction(1, n) for n in range(1, 50)) > 4",
    ];
    // Some of the workers are replaced on the way.
    const special = ["open('x', 'w').write('1')", "x = bytearray(200 << 20)"];
    const batch = (number) =>
      Array.from({ length: 100 }, (_, index) => ({
        id: `${number} ${index}`,
        kind: "program",
        program: index === 50 ? special[number % 2] : texts[index % texts.length],
      }));
    await page.evaluate(() => {
      globalThis.long = [];
      new PerformanceObserver((list) => {
        globalThis.long.push(...list.getEntries().map(({ duration }) => duration));
      }).observe({ entryTypes: ["longtask"] });
    });
    const sizes = [];
    for (let number = 0; number < 20; number += 1) {
      await run(page, batch(number));
      sizes.push(Math.round(resident()));
    }
    const early = Math.max(...sizes.slice(0, 4));
    const late = Math.max(...sizes.slice(-4));
    console.log(`resident memory after each 100 samples, in MB: ${sizes.join(" ")}`);
    assert.ok(late <= early * 1.15 + 40, sizes.join(" "));
    // Without windows the browser paints in the page's time.
    const most = CHROMIUM.endsWith("headless-shell") ? 100 : 50;
    assert.deepEqual((await page.evaluate(() => globalThis.long)).filter((duration) => duration > most), []);
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });
});
