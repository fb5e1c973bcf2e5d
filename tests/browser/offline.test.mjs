// The service worker: after the first visit the page opens without a network, and a new version
// comes whole.
import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { runsOffline } from "./code.mjs";
import { DIST, launch, open, ready, serve } from "./harness.mjs";

describe("offline", () => {
  const folder = mkdtempSync(join(tmpdir(), "scoredrop-"));
  let browser;
  let server;
  before(async () => {
    cpSync(DIST, folder, { recursive: true });
    browser = await launch();
    server = await serve({ folder });
  });
  after(async () => {
    await browser.close();
    await server.stop();
    rmSync(folder, { recursive: true });
  });
  const visit = () => open(browser, server.url, { serviceWorkers: "allow" });
  const kept = (page) => page.evaluate(() => navigator.serviceWorker.ready.then(() => 0));
  const sealedAgain = async (page) => {
    await page.reload();
    await page.waitForFunction(() => globalThis.workers.length > 0);
  };

  test("the page opens with the server gone, and seals itself", async () => {
    const page = await visit();
    await kept(page);
    await server.stop();
    await sealedAgain(page);
    await ready(page);
    await page.goto(`${server.url}index.html`);
    await page.waitForFunction(() => globalThis.workers.length > 0);
    assert.deepEqual(page.errors, []);
    await server.start();
    await page.context().close();
  });

  test("programs run with the server gone, once Python was loaded", async () => {
    const page = await visit();
    await ready(page);
    await runsOffline(page, server, () => sealedAgain(page));
    await server.start();
    await page.context().close();
  });

  /** Files of as many questions, every second one answered rightly. */
  const files = (count) => {
    const lines = (line) => Buffer.from(Array.from({ length: count }, (_, index) => JSON.stringify(line(index))).join("\n"));
    const gold = lines((index) => ({ id: `q${index}`, question: `What is number ${index}?`, answers: [`answer ${index}`] }));
    const predictions = lines((index) => ({ id: `q${index}`, prediction: index % 2 ? "something else" : `answer ${index}` }));
    return Object.entries({ gold, predictions }).map(([name, buffer]) => ({ name: `${name}.jsonl`, mimeType: "", buffer }));
  };
  for (const [count, size] of [
    [10, "files"],
    [80_000, "large files"],
  ]) {
    test(`what scores ${size} is at hand before they are dropped, and opens them once`, async () => {
      const page = await visit();
      await kept(page);
      await server.stop();
      await page.setInputFiles("#choose-files", files(count));
      const figure = page.locator(".result .figure-value").first();
      await figure.waitFor();
      assert.match(await figure.textContent(), /^50\.0/);
      const opened = await page.evaluate(() => globalThis.workers.map(({ posted }) => posted.filter((message) => message[1]?.startsWith('{"open"')).length));
      assert.deepEqual(opened, [1]);
      assert.deepEqual(page.errors, []);
      await server.start();
      await page.context().close();
    });
  }

  test("exactly the page's own files are kept", async () => {
    const page = await visit();
    await kept(page);
    const names = await page.evaluate(async () => {
      const all = [];
      for (const name of await caches.keys()) {
        for (const { url } of await (await caches.open(name)).keys()) all.push(url);
      }
      return all.map((url) => url.slice(new URL("./", location).href.length)).sort();
    });
    const listed = JSON.parse(
      readFileSync(join(DIST, "sw.js"), "utf8")
        .match(/FILES = (\[[^\]]*\])/)[1]
        .replace(/,\s*\]/, "]"),
    );
    assert.ok(listed.includes("index.html"));
    assert.deepEqual(names, listed.sort());
    await page.context().close();
  });

  test("a new version is taken up at the next start, not under a running page", async () => {
    const page = await visit();
    await kept(page);
    await sealedAgain(page);
    const index = readFileSync(join(folder, "index.html"), "utf8");
    writeFileSync(
      join(folder, "index.html"),
      index.replace("<title>Scoredrop<", "<title>Scoredrop, newer<"),
    );
    const script = readFileSync(join(folder, "sw.js"), "utf8");
    writeFileSync(join(folder, "sw.js"), script.replace('VERSION = "', 'VERSION = "newer-'));

    // Browsers look for a new version by themselves some time after a navigation; the sealed page
    // cannot ask for it.
    await sealedAgain(page);
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      while (!registration.waiting) await new Promise((done) => setTimeout(done, 50));
    });
    assert.equal(await page.title(), "Scoredrop");
    // The reload still begins with the old version, which then steps aside before it seals.
    await page.reload();
    await page.waitForFunction(() => document.title === "Scoredrop, newer");
    await page.waitForFunction(() => globalThis.workers.length > 0);
    await page.context().close();
  });
});
