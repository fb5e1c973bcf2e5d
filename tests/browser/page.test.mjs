// The page as delivered: it starts from any folder, under its own policy, for everybody.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { axe, open, ready, serve } from "./harness.mjs";
import { browser, server } from "./site.mjs";

describe("the page", () => {
  test("starts from a sub-folder without a complaint", async () => {
    const page = await open(browser, server.url);
    await ready(page);
    assert.deepEqual(page.errors, []);
    assert.deepEqual(
      server.requests.filter(({ url }) => !url.startsWith("/some/sub%20folder/")),
      [],
    );
    await page.context().close();
  });

  test("says what it needs where scripts are off", async () => {
    const page = await open(browser, server.url, { javaScriptEnabled: false, waitForSeal: false });
    assert.match(await page.locator("body").innerText(), /JavaScript/);
    await page.context().close();
  });

  test("says what it needs where WebAssembly is missing", async () => {
    const page = await open(browser, server.url, {
      waitForSeal: false,
      init: () => delete globalThis.WebAssembly,
    });
    await page.getByRole("alert").getByText("WebAssembly").waitFor();
    await page.context().close();
  });

  test("says what it needs where WebAssembly has no vectors", async () => {
    const page = await open(browser, server.url, {
      waitForSeal: false,
      init: () => (WebAssembly.validate = () => false),
    });
    await page.getByText("vector instructions").waitFor();
    await page.context().close();
  });

  test("says which part did not load", async () => {
    const broken = await serve({
      answer(request, response) {
        if (!request.url.endsWith("/scoredrop-worker_bg.wasm")) return false;
        response.writeHead(500);
        response.end();
        return true;
      },
    });
    const page = await open(browser, broken.url, { waitForSeal: false });
    await page.getByText("scoredrop-worker_bg.wasm").waitFor();
    await page.context().close();
    await broken.stop();
  });

  test("the page takes a failure of its worker into its own hands", async () => {
    const page = await open(browser, server.url);
    await ready(page);
    await page.workers()[0].evaluate(() => {
      setTimeout(() => {
        throw new Error("out of order");
      });
    });
    await page.waitForFunction(() => globalThis.workers[0].failure === "taken");
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });

  for (const colorScheme of ["light", "dark"]) {
    test(`has no accessibility violation, ${colorScheme}`, async () => {
      const page = await open(browser, server.url, { colorScheme });
      assert.deepEqual(await axe(page), []);
      await page.context().close();
    });
  }
});
