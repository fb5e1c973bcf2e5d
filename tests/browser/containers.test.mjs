// Files that hold other files: workbooks, archives, logs, folders. The scorer opens them, without a
// network too.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { gzip, xlsx, zip } from "./archive.mjs";
import { all, answer, gold, goldRows, id, lines, prediction, predictionRows, predictions, question } from "./exam.mjs";
import { drop, launch, serve } from "./harness.mjs";
import { browser, scored, server, withPage } from "./site.mjs";
import { COMMAND, ROOT, command, figures, plain, read, said, settled, start, exported, openEditor, showChecks } from "./steps.mjs";

const folder = mkdtempSync(join(tmpdir(), "scoredrop-"));
after(() => rmSync(folder, { recursive: true }));

const RIGHT = "90.0";
const table = [["id", "prediction"], ...all((i) => [id(i), prediction(i)])];
const book = (sheets = { Answers: table }) => ({ name: "book.xlsx", bytes: xlsx(sheets) });

/** Waits until what was dropped has been opened and scored. */
async function opened(page) {
  await page.waitForFunction(() => !document.querySelector(".busy"));
  await settled(page);
}

describe("a workbook", () => {
  test("is read as the rows it has", () =>
    scored([gold(), book()], async (page) => {
      await opened(page);
      assert.equal((await figures(page))["Exact match"], RIGHT);
      assert.match(await read(page, ".files"), /book\.xlsx \(sheet Answers\)/);
    }));

  test("another sheet is chosen", () =>
    scored(
      [
        gold(),
        book({ Wrong: [["id", "prediction"], ...all((i) => [id(i), "Nowhere"])], Right: table, Notes: [["only words"]] }),
      ],
      async (page) => {
        await opened(page);
        assert.equal((await figures(page))["Exact match"], "0.0");
        await showChecks(page);
        assert.match(await said(page), /Right/, "the other sheet is named");
        await openEditor(page, "predictions");
        const menu = page.getByLabel("Sheet of this workbook");
        assert.deepEqual(await menu.locator("option").allInnerTexts(), ["Wrong", "Right"]);
        await menu.selectOption("Right");
        await opened(page);
        assert.equal((await figures(page))["Exact match"], RIGHT);
      },
    ));

  test("numbers that the spreadsheet has rounded are pointed out", () =>
    scored(
      [gold(), book({ Answers: [["id", "prediction", "long"], ...all((i) => [id(i), prediction(i), 12345678901234567890])] })],
      async (page) => {
        await opened(page);
        await showChecks(page);
        assert.match(await said(page), /15 (significant )?digits/);
      },
    ));

  test("whatever it is called", () =>
    scored([gold(), { ...book(), name: "answers.bin" }], async (page) => {
      await opened(page);
      assert.equal((await figures(page))["Exact match"], RIGHT);
    }));

  test("gives the report of the command line, byte for byte", { skip: !COMMAND }, () =>
    scored([gold(), book()], async (page) => {
      await opened(page);
      const [goldFile, bookFile] = ["gold.jsonl", "book.xlsx"].map((name) => join(folder, name));
      writeFileSync(goldFile, gold().text);
      writeFileSync(bookFile, book().bytes);
      const { bytes } = await exported(page, "Report, JSON");
      const { out } = command("drop", goldFile, bookFile);
      assert.equal(String(bytes), String(out));
    }));
});

describe("a Parquet file", () => {
  const files = ["squad-datasets.parquet", "squad-predictions.jsonl"].map((name) => join(ROOT, "tests/container/parquet", name));

  test("gives the report of the command line, byte for byte", { skip: !COMMAND }, () =>
    scored(files, async (page) => {
      await opened(page);
      assert.equal((await figures(page))["Exact match"], "66.7");
      const { bytes } = await exported(page, "Report, JSON");
      assert.equal(String(bytes), String(command("drop", ...files).out));
    }));

  test("that is damaged is said to be, and the rest is not lost", () =>
    scored([gold(), { name: "run.parquet", bytes: readFileSync(files[0]).subarray(0, 500) }], async (page) => {
      await opened(page);
      assert.match(await said(page), /the Parquet file is damaged: its end is missing/);
      assert.match(await read(page, ".files"), /gold\.jsonl/);
    }));

  test("brings nothing over the network", () =>
    withPage(async (page) => {
      const asked = [];
      page.on("request", (request) => asked.push(request.url()));
      await drop(page, files);
      await opened(page);
      assert.deepEqual(asked.filter((url) => !url.startsWith("blob:") && !url.startsWith("data:")), []);
    }));
});

describe("an archive", () => {
  test("its files are assigned as if each had been dropped", () =>
    scored(
      [
        {
          name: "run.zip",
          bytes: zip([
            ["run/readme.md", "# A run"],
            ["run/dev.jsonl", gold().text],
            ["run/out/model-a.jsonl", predictions().text],
            ["run/out/model-b.jsonl", lines(all((i) => ({ id: id(i), prediction: answer(i) })))],
            ["__MACOSX/._dev.jsonl", "\x00\x05"],
          ]),
        },
      ],
      async (page) => {
        await opened(page);
        const runs = plain(await page.locator("body").innerText());
        assert.match(runs, /model-a/);
        assert.match(runs, /model-b/);
        assert.match(runs, /100\.0/);
        assert.match(runs, /90\.0/);
      },
    ));

  test("with nothing to read in it is refused, and the rest is not lost", () =>
    scored([gold(), { name: "pictures.zip", bytes: zip([["a.png", "\x89PNG\r\n"]]) }], async (page) => {
      await opened(page);
      assert.match(await said(page), /a\.png/);
      assert.match(await read(page, ".problem"), /give a JSON, JSON Lines or CSV file/);
    }));

  test("cut in the middle", () =>
    scored(
      [gold(), predictions(), { name: "cut.zip", bytes: zip([["a.jsonl", gold().text]]).subarray(0, 200) }],
      async (page) => {
        await opened(page);
        assert.match(await said(page), /cut|damaged|cannot be read/);
      },
    ));

  test("gzip in it is opened once, and what cannot be opened is said", () =>
    scored(
      [
        {
          name: "run.zip",
          bytes: zip([
            ["gold.jsonl", gold().text],
            ["predictions.jsonl.gz", gzip(predictions().text)],
            ["more.7z", "7z\u00bc\u00af"],
          ]),
        },
      ],
      async (page) => {
        await page.locator(".figures").first().waitFor();
        await opened(page);
        assert.equal((await figures(page))["Exact match"], RIGHT);
        assert.match(await said(page), /these files of the archive are not read: more\.7z/);
        await openEditor(page, "gold");
        assert.equal(await page.locator(".file").count(), 2);
      },
    ));

  test("packed with gzip", () =>
    scored([gold(), { name: "predictions.jsonl.gz", bytes: gzip(predictions().text) }], async (page) => {
      assert.equal((await figures(page))["Exact match"], RIGHT);
    }));
});

describe("a log of Inspect", () => {
  const log = {
    version: 2,
    status: "success",
    eval: { run_id: "r", task: "towns", model: "openai/gpt-x", dataset: { name: "towns" } },
    samples: all((i) => ({
      id: id(i),
      epoch: 1,
      input: question(i),
      target: answer(i),
      output: { model: "gpt-x", choices: [{ message: { role: "assistant", content: prediction(i) } }], completion: prediction(i) },
      scores: { match: { value: "C" } },
    })),
  };

  test("in JSON", () =>
    scored([gold(), { name: "log.json", text: JSON.stringify(log) }], async (page) => {
      await opened(page);
      assert.equal((await figures(page))["Exact match"], RIGHT);
    }));

  test("in an archive of its own", () => {
    const { samples, ...header } = log;
    const members = samples.map((one) => [`samples/${one.id}_epoch_1.json`, JSON.stringify(one)]);
    const bytes = zip([["header.json", JSON.stringify(header)], ["_journal/start.json", "{}"], ...members]);
    return scored([gold(), { name: "log.eval", bytes }], async (page) => {
      await opened(page);
      assert.equal((await figures(page))["Exact match"], RIGHT);
    });
  });
});

test("a folder is dropped whole", () =>
  withPage(async (page) => {
    const run = join(folder, "run");
    mkdirSync(join(run, "deep", ".hidden"), { recursive: true });
    writeFileSync(join(run, "gold.jsonl"), lines(goldRows()));
    writeFileSync(join(run, "deep", "predictions.jsonl"), lines(predictionRows()));
    writeFileSync(join(run, "deep", ".DS_Store"), "\x00\x01");
    writeFileSync(join(run, "deep", ".hidden", "other.jsonl"), "{}");
    const session = await page.context().newCDPSession(page);
    const data = { items: [], files: [run], dragOperationsMask: 1 };
    for (const type of ["dragEnter", "dragOver", "drop"]) {
      await session.send("Input.dispatchDragEvent", { type, x: 300, y: 300, data });
    }
    await page.locator(".figures").first().waitFor();
    await opened(page);
    assert.equal((await figures(page))["Exact match"], RIGHT);
    assert.doesNotMatch(await page.locator("body").innerText(), /DS_Store|other\.jsonl/);
  }));

/** Drops a gold file and so many runs of it, which are made in the page; or a folder that holds as many. */
function dropMany(page, count, { inFolder = false } = {}) {
  return page.evaluate(
    ([count, inFolder, goldText, runText]) => {
      const run = (place) => new File([runText], `run-${place}.jsonl`);
      if (inFolder) {
        // A dropped item of a folder's name is a folder, which names its files some at a time.
        globalThis.opened = 0;
        const file = (place) => ({
          isFile: true,
          name: `run-${place}.jsonl`,
          fullPath: `/many/run-${place}.jsonl`,
          file: (done) => done(run((globalThis.opened += 1))),
        });
        let named = 0;
        const some = () => Array.from({ length: Math.min(100, count - named) }, () => file((named += 1)));
        DataTransferItem.prototype.webkitGetAsEntry = () => ({
          isDirectory: true,
          name: "many",
          createReader: () => ({ readEntries: (done) => setTimeout(done, 0, some()) }),
        });
      }
      const data = new DataTransfer();
      data.items.add(new File([goldText], "gold.jsonl"));
      for (let place = 0; !inFolder && place < count; place += 1) data.items.add(run(place));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    },
    [count, inFolder, lines(goldRows()), lines(predictionRows())],
  );
}

describe("many files", () => {
  test("more than are scored at a time are refused before one is opened, with what to do", () =>
    withPage(async (page) => {
      await dropMany(page, 5_000);
      const trouble = page.locator(".trouble");
      await trouble.waitFor({ timeout: 5_000 });
      assert.match(plain(await trouble.innerText()), /5 001 files.*at most 2 000 runs at a time/s);
      assert.match(await trouble.innerText(), /in several steps/);
      assert.equal(await page.locator(".files").count(), 0);
      // What is given next is scored.
      await page.getByRole("button", { name: "Dismiss" }).click();
      await drop(page, [gold(), predictions()]);
      await page.locator(".figures").first().waitFor();
    }));

  test("a folder of 20 000 is counted, and none of its files is opened", () =>
    withPage(async (page) => {
      await dropMany(page, 20_000, { inFolder: true });
      const trouble = page.locator(".trouble");
      await trouble.waitFor({ timeout: 20_000 });
      assert.match(plain(await trouble.innerText()), /20 000 files/);
      assert.equal(await page.evaluate(() => globalThis.opened), 0);
    }));

  test("hundreds are opened with counts, and cancelled at once", () =>
    withPage(async (page) => {
      const seen = page.evaluate(
        () =>
          new Promise((done) => {
            const look = () => {
              const words = document.querySelector(".busy-words")?.textContent ?? "";
              if (/\d of 1\D?001 files/.test(words)) done(words);
              else setTimeout(look, 5);
            };
            look();
          }),
      );
      await dropMany(page, 1_000);
      assert.match(await seen, /^(opening|reading) files: /);
      const took = await page.evaluate(async () => {
        const cancel = [...document.querySelectorAll(".busy button")].find((one) => one.textContent === "Cancel");
        const begun = performance.now();
        cancel.click();
        while (document.querySelector(".busy")) await new Promise((done) => setTimeout(done, 1));
        return performance.now() - begun;
      });
      assert.ok(took < 100, `${took} ms`);
    }));

  test("an archive of 300 runs is scored", () => {
    const members = Array.from({ length: 300 }, (_, run) => [`${run}/predictions.jsonl`, lines(predictionRows())]);
    return withPage(async (page) => {
      await drop(page, [gold(), { name: "runs.zip", bytes: zip(members) }]);
      await page.locator(".runs").waitFor({ timeout: 30_000 });
      await settled(page, 60_000);
      assert.equal(await page.locator(".trouble").count(), 0);
      assert.deepEqual(page.errors, []);
    });
  });
});

test("containers are opened without a network", async () => {
  const alone = await launch();
  const host = await serve();
  const page = await start(alone, host, { serviceWorkers: "allow" });
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => 0));
  await host.stop();
  await drop(page, [gold(), book()]);
  await page.locator(".figures").first().waitFor({ timeout: 30_000 });
  await opened(page);
  assert.equal((await figures(page))["Exact match"], RIGHT);
  await alone.close();
});
