// A browser and the built page on a server, for the tests of one file.
import assert from "node:assert/strict";
import { after, before } from "node:test";
import { launch, serve } from "./harness.mjs";
import { score, start } from "./steps.mjs";

export let browser;
export let server;
before(async () => {
  browser = await launch();
  server = await serve();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

/** A page for one test; whatever it complained of fails the test. */
export async function withPage(run, options) {
  const page = await start(browser, server, options);
  await run(page);
  assert.deepEqual(page.errors, []);
  await page.context().close();
}

/** The same, with files dropped. */
export const scored = (files, run, options) =>
  withPage(async (page) => {
    await score(page, files);
    await run(page);
  }, options);
