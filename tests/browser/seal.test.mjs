// The seal: no attempt, from the page or from inside its worker, reaches any server.
//
// Every attempt is first made on a bare page without a policy, where it has to arrive: an attempt
// that fails anyway would prove nothing.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { createSocket } from "node:dgram";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { PAGE, WORKER, attempt, slug, welcome } from "./attempts.mjs";
import { CHROMIUM, DIST, drop, launch, open, ready, serve } from "./harness.mjs";

// What a headless browser does not ask for even without a policy, so that it proves nothing here.
const UNPROVEN = new Set(["link prerender", "link manifest", "the frame for later, told an address"]);
// Without windows there is no place for an icon.
if (CHROMIUM.endsWith("headless-shell")) UNPROVEN.add("link icon");

const browser = await launch();
const own = await serve({ answer: welcome });
const other = await serve({ answer: welcome, prefix: "/" });
after(async () => {
  await browser.close();
  await own.stop();
  await other.stop();
});

for (const [place, attempts] of Object.entries({ page: PAGE, worker: WORKER })) {
  describe(`from the ${place}`, () => {
    let bare;
    let sealed;
    before(async () => {
      const bareContext = await browser.newContext();
      const barePage = await bareContext.newPage();
      await barePage.goto(`${own.url}bare.html`);
      const bareWorker = barePage.waitForEvent("worker");
      await barePage.evaluate(() => {
        globalThis.kept = new Worker(URL.createObjectURL(new Blob(["self.x = 1"])));
      });
      const proven = Object.keys(attempts).filter((name) => !UNPROVEN.has(name));
      bare = await attempt(place === "page" ? barePage : await bareWorker, attempts, [own, other], proven);
      await bareContext.close();

      const page = await open(browser, own.url, { serviceWorkers: "allow" });
      // The service worker's own fetching, which began before the seal, comes to its end.
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => 0));
      // An attempt may fail loudly, and the page would put another worker in the place of this one.
      await page.evaluate(() => (globalThis.workers[0].onerror = null));
      sealed = await attempt(place === "page" ? page : page.workers()[0], attempts, [own, other]);
      await page.context().close();
    });
    for (const name of Object.keys(attempts)) {
      test(name, () => {
        const seen = slug(name);
        if (!UNPROVEN.has(name)) {
          assert.ok(bare.some((urls) => urls.has(seen)), "arrives where there is no policy");
        }
        assert.ok(!sealed[0].has(seen), "its own host saw it");
        assert.ok(!sealed[1].has(seen), "another host saw it");
      });
    }
    test("nothing else was asked of any server", () => {
      assert.deepEqual(sealed.map((urls) => [...urls]), [[], []]);
    });
  });
}

describe("the seal", () => {
  test("WebRTC and WebTransport are gone", async () => {
    const socket = createSocket("udp4");
    let packets = 0;
    socket.on("message", () => (packets += 1));
    await new Promise((done) => socket.bind(0, "127.0.0.1", done));
    const { port } = socket.address();
    const call = `(async () => {
      const call = new RTCPeerConnection({ iceServers: [{ urls: "stun:127.0.0.1:${port}" }] });
      call.createDataChannel("x");
      await call.setLocalDescription();
      await new Promise((done) => setTimeout(done, 1500));
    })()`;
    const bare = await (await browser.newContext()).newPage();
    await bare.goto(`${own.url}bare.html`);
    await bare.evaluate(call);
    assert.ok(packets > 0, "arrives where there is no policy");
    await bare.context().close();

    const page = await open(browser, own.url);
    packets = 0;
    assert.deepEqual(
      await page.evaluate(() => [typeof RTCPeerConnection, typeof WebTransport]),
      ["undefined", "undefined"],
    );
    await page.evaluate(call).catch(() => {});
    assert.equal(packets, 0);
    const kept = await page.evaluate(() =>
      ["RTCPeerConnection", "webkitRTCPeerConnection", "WebTransport"].map((name) => {
        const { writable, configurable } = Object.getOwnPropertyDescriptor(window, name);
        return [writable, configurable];
      }),
    );
    assert.deepEqual(kept, Array(3).fill([false, false]), "and cannot be put back");
    socket.close();
    await page.context().close();
  });

  test("nothing reaches the scorer where the policy is not enforced", async () => {
    const page = await open(browser, own.url, { bypassCSP: true });
    await ready(page);
    await drop(page, [{ name: "gold.jsonl", text: '{"id": 1, "answer": "x"}\n' }]);
    await page.getByText("does not enforce").waitFor();
    // The module that it is made of, and not one message more.
    assert.deepEqual(await page.evaluate(() => globalThis.workers.map(({ posted }) => posted.length)), [1]);
    await page.context().close();
  });

  test("the page names its version and the hash of its files, which are the listed ones", async () => {
    const sha256 = (bytes) => createHash("sha256").update(bytes).digest("hex");
    const list = readFileSync(`${DIST}/SHA256SUMS.txt`);
    const lines = list.toString().trimEnd().split("\n").map((line) => line.split("  "));
    assert.ok(lines.length > 20);
    for (const [hash, file] of lines) assert.equal(hash, sha256(readFileSync(`${DIST}/${file}`)), file);
    const [, version] = /^version = "(.*)"$/m.exec(readFileSync(new URL("../../Cargo.toml", import.meta.url), "utf8"));
    const page = await open(browser, own.url);
    await ready(page);
    await page.getByRole("button", { name: "Private" }).click();
    await page.getByText(`This is version ${version}.`).waitFor();
    await page.getByText(sha256(list), { exact: true }).waitFor();
    await page.context().close();
  });

  test("a visit without files asks for nothing that is refused", async () => {
    const page = await open(browser, own.url, { serviceWorkers: "allow" });
    const said = [];
    page.on("console", (message) => said.push(message.text()));
    await ready(page);
    await page.reload();
    await ready(page);
    assert.deepEqual(said, []);
    await page.context().close();
  });

  test("the worker can be started again without any request", async () => {
    const page = await open(browser, own.url);
    await ready(page);
    own.requests.length = 0;
    // With what the page keeps for it: the same blob, the same module.
    const answer = await page.evaluate(() => {
      const worker = new Worker(globalThis.workers[0].script);
      worker.postMessage(globalThis.workers[0].posted[0]);
      return new Promise((done) => (worker.onmessage = ({ data }) => done(data)));
    });
    assert.equal(answer[0], 0);
    assert.equal(answer[1], "ready");
    assert.deepEqual(own.requests, []);
    await page.context().close();
  });

  test("a download of the page's own making works", async () => {
    const page = await open(browser, own.url);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.evaluate(() => {
        const href = URL.createObjectURL(new Blob(["id,score\n1,1\n"], { type: "text/csv" }));
        const a = Object.assign(document.createElement("a"), { href, download: "report.csv" });
        document.body.append(a);
        a.click();
      }),
    ]);
    assert.equal(download.suggestedFilename(), "report.csv");
    const chunks = await (await download.createReadStream()).toArray();
    assert.equal(Buffer.concat(chunks).toString(), "id,score\n1,1\n");
    await page.context().close();
  });

  test("an image made of a blob can still be drawn, for exports", async () => {
    const page = await open(browser, own.url);
    const width = await page.evaluate(async () => {
      const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="7" height="7"/>';
      const image = new Image();
      image.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
      await image.decode();
      return image.naturalWidth;
    });
    assert.equal(width, 7);
    await page.context().close();
  });
});
