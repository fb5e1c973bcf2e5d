// Takes the README's pictures: `node screenshots.mjs`, after `cargo xtask dist`.
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { launch, open, ready, serve, sleep } from "./harness.mjs";
import { settled } from "./steps.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const files = ["gold", "predictions"].map((name) => join(root, `samples/nq/${name}.jsonl`));
const server = await serve();
const browser = await launch();
for (const colorScheme of ["light", "dark"]) {
  const viewport = { width: 1280, height: 960 };
  const page = await open(browser, server.url, { colorScheme, viewport, reducedMotion: "reduce" });
  await ready(page);
  await page.setInputFiles("#choose-files", files);
  await page.locator(".grid-row.body").first().waitFor();
  await page.locator(".also").getByRole("button", { name: "Natural Questions (EvoAgentX)", exact: true }).click();
  await settled(page);
  // The picture is of a page at rest, and nothing is pointed at.
  await page.mouse.move(640, 959);
  await sleep(500);
  await page.screenshot({ path: join(root, `docs/screenshot-${colorScheme}.png`) });
  await page.context().close();
}
await browser.close();
await server.stop();
