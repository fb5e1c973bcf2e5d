import { launch, open, ready, serve, sleep } from "./harness.mjs";
const [, , name, width, scheme, ...files] = process.argv;
const browser = await launch();
const server = await serve();
const page = await open(browser, server.url, { viewport: { width: +width, height: 900 }, colorScheme: scheme });
await ready(page);
if (files[0]?.startsWith("sample:")) {
  await page.getByRole("button", { name: files[0].slice(7), exact: true }).click();
} else if (files.length) await page.setInputFiles("#choose-files", files);
await sleep(files.length ? 4000 : 800);
if (process.env.DO) await eval(`(async () => { ${process.env.DO} })()`);
await page.screenshot({ path: `/tmp/x/${name}.png`, fullPage: !!process.env.FULL });
console.log(page.errors);
await browser.close();
await server.stop?.();
process.exit(0);
