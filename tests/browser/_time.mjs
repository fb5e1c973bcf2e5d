import { launch, open, ready, serve, sleep } from "./harness.mjs";
const folder = process.argv[2];
const browser = await launch();
const server = await serve(folder ? { folder } : undefined);
const times = [];
for (let i = 0; i < 6; i++) {
  const page = await open(browser, server.url);
  await ready(page);
  await sleep(500);
  const t = Date.now();
  await page.setInputFiles("#choose-files", ["/tmp/x/big_gold.jsonl", "/tmp/x/big_pred.jsonl"]);
  await page.locator(".figure-value").first().waitFor({ timeout: 60000 });
  times.push(Date.now() - t);
  await page.context().close();
}
console.log(folder ?? "dist", times);
process.exit(0);
