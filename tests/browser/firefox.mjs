// Firefox for the tests: driven by puppeteer-core, which speaks WebDriver BiDi to the Firefox that people
// have, and dressed in the few words of playwright that steps.mjs uses.
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import puppeteer from "puppeteer-core";
import { isTrial, keepWorkers, sleep } from "./harness.mjs";
import { plain } from "./steps.mjs";

const POLL_MILLISECONDS = 50;

/** Older versions complain so of what the tests themselves put into the page before it is there. */
const isOurs = (text) => isTrial(text) || text.includes('Permission denied to access property "length"');

const folders = [...(process.env.PATH ?? "").split(delimiter), "/Applications/Firefox.app/Contents/MacOS"];
const usual = ["firefox-esr", "firefox"].flatMap((name) => folders.map((folder) => join(folder, name)));

/** The browser: `FIREFOX`, or the first of the usual ones that is there; `null` where none is. */
export const FIREFOX = process.env.FIREFOX ?? usual.find((path) => existsSync(path)) ?? null;

/** Starts it, with settings of `about:config`. What pages save goes to a folder of its own. */
export async function launchFirefox(settings = {}) {
  const folder = mkdtempSync(join(tmpdir(), "scoredrop-firefox-"));
  const browser = await puppeteer.launch({
    browser: "firefox",
    executablePath: FIREFOX,
    // A busy machine starts it slowly.
    timeout: 90_000,
    protocolTimeout: 300_000,
    extraPrefsFirefox: {
      "browser.download.dir": folder,
      "browser.download.folderList": 2,
      "browser.download.useDownloadDir": true,
      ...settings,
    },
  });
  return {
    version: () => browser.version(),
    newContext: () => browser.createBrowserContext(),
    folder,
    async close() {
      await browser.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Elements by selector, narrowed by their text. */
class Elements {
  constructor(page, selector, keep = () => true) {
    Object.assign(this, { page, selector, keep });
  }

  filter({ hasText }) {
    return new Elements(this.page, this.selector, (text) => hasText.test(text));
  }

  async allInnerTexts() {
    const texts = await this.page.evaluate(
      (selector) => [...document.querySelectorAll(selector)].map((one) => one.innerText),
      this.selector,
    );
    return texts.filter((text) => this.keep(plain(text)));
  }

  async count() {
    return (await this.allInnerTexts()).length;
  }

  first = () => this;

  /** The first one, once it is there. */
  element() {
    const find = async () => {
      for (const element of await this.page.own.$$(this.selector)) {
        if (this.keep(plain(await element.evaluate((one) => one.innerText)))) return element;
      }
      return undefined;
    };
    return this.page.until(find, this.selector);
  }

  waitFor = () => this.element();
  evaluateAll = (what) => this.page.own.$$eval(this.selector, what);
  getAttribute = async (name) => (await this.element()).evaluate((one, name) => one.getAttribute(name), name);
  textContent = async () => (await this.element()).evaluate((one) => one.textContent);
  focus = async () => (await this.element()).focus();

  /** Waits for the first one and clicks it with the mouse; anew where it was replaced meanwhile. */
  async click(tries = 5) {
    try {
      await (await this.element()).click();
    } catch (error) {
      if (tries === 1 || !/detached/.test(error.message)) throw error;
      await this.click(tries - 1);
    }
  }
}

class Page {
  errors = [];
  timeout = 15_000;

  constructor(own, browser) {
    Object.assign(this, { own, browser });
    own.on("pageerror", (error) => isOurs(String(error)) || this.errors.push(String(error)));
    own.on("console", (message) => {
      const isComplaint = message.type() === "error" && !isOurs(message.text());
      if (isComplaint) this.errors.push(message.text());
    });
  }

  evaluate = (what, given) => this.own.evaluate(what, given);
  evaluateHandle = (what, given) => this.own.evaluateHandle(what, given);
  context = () => this.own.browserContext();
  close = () => this.own.close();
  locator = (selector) => new Elements(this, selector);
  url = () => this.own.url();
  getByRole = (role, { name }) => {
    const selector = role === "button" ? "button" : `[role=${role}]`;
    return new Elements(this, selector, (text) => (name instanceof RegExp ? name.test(text) : text === name));
  };

  get keyboard() {
    return this.own.keyboard;
  }

  /** Asks until the answer is truthy, and returns it. */
  async until(ask, what, timeout = this.timeout) {
    for (const end = performance.now() + timeout; ; await sleep(POLL_MILLISECONDS)) {
      const answer = await ask();
      if (answer) return answer;
      if (performance.now() > end) throw new Error(`waited ${timeout} ms for ${what}`);
    }
  }

  // Asked from outside: the driver's own way makes a function of a text, which the page's policy refuses.
  waitForFunction(what, given, { timeout } = {}) {
    return this.until(() => this.evaluate(what, given), what, timeout);
  }

  dispatchEvent(selector, type, { dataTransfer }) {
    return this.own.evaluate(
      (where, name, data) => {
        const event = new DragEvent(name, { bubbles: true, cancelable: true, composed: true, dataTransfer: data });
        document.querySelector(where).dispatchEvent(event);
      },
      selector,
      type,
      dataTransfer,
    );
  }

  /** The next file that is saved. The only event there is: `download`. */
  async waitForEvent() {
    const { folder } = this.browser;
    const before = new Set(readdirSync(folder));
    const whole = () => {
      const files = readdirSync(folder);
      // While it is written a second file stands beside it, and its own place is held by an empty one.
      if (files.some((file) => file.endsWith(".part"))) return undefined;
      // It has a name of its own for a moment, too.
      const size = (file) => statSync(join(folder, file), { throwIfNoEntry: false })?.size ?? 0;
      return files.find((file) => !before.has(file) && size(file) > 0);
    };
    const file = await this.until(whole, "a download");
    const bytes = readFileSync(join(folder, file));
    return { suggestedFilename: () => file, createReadStream: async () => ({ toArray: async () => [bytes] }) };
  }
}

/** Opens an address in a context of its own; `init` runs there before anything of the page. */
export async function openFirefox(browser, url, init) {
  const own = await (await browser.newContext()).newPage();
  const page = new Page(own, browser);
  await own.evaluateOnNewDocument(keepWorkers);
  if (init) await own.evaluateOnNewDocument(init);
  await own.goto(url);
  return page;
}
