// The command that the package installs, compared with the native one.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

const root = process.env.SCOREDROP_ROOT;
const here = process.cwd();

const run = (words, options = {}) => {
  const ran = spawnSync("npx", ["--no-install", "--prefix", here, "scoredrop", ...words], { encoding: "utf8", maxBuffer: 1 << 28, ...options });
  return { code: ran.status, out: ran.stdout, said: ran.stderr };
};
const native = (words, options = {}) => {
  const ran = spawnSync(process.env.SCOREDROP, words, { encoding: "utf8", maxBuffer: 1 << 28, ...options });
  return { code: ran.status, out: ran.stdout, said: ran.stderr };
};

const NQ = ["--preset", "nq", "--gold", "samples/nq/gold.jsonl", "--predictions", "samples/nq/predictions.jsonl"];

for (const words of [
  ["score", ...NQ],
  ["score", ...NQ, "--format", "official", "--fail-if", "exact_match<0.9"],
  ["drop", "samples/squad/gold.json", "samples/squad/predictions.json"],
  ["check", "--gold", "samples/tcp/gold.jsonl", "--predictions", "samples/tcp/predictions.jsonl"],
  ["presets"],
  ["score", "--preset", "nq"],
  ["score", "--preset", "nq", "--gold", "no-such-file", "--predictions", "samples/nq/predictions.jsonl"],
]) {
  test(`scoredrop ${words.slice(0, 3).join(" ")}: as the native one`, () => {
    const [ours, theirs] = [run(words, { cwd: root }), native(words, { cwd: root })];
    assert.equal(ours.out, theirs.out);
    assert.equal(ours.code, theirs.code);
    // Another system names its errors in other words.
    const numbered = (text) => text.replace(/\(os error \d+\)/g, "");
    assert.equal(numbered(ours.said), numbered(theirs.said));
  });
}

test("a report is written, replaced, and read back", () => {
  const place = mkdtempSync(join(tmpdir(), "scoredrop-"));
  try {
    const out = join(place, "report.json");
    for (let time = 0; time < 2; time += 1) {
      assert.equal(run(["score", ...NQ, "--out", out], { cwd: root }).code, 0);
      assert.equal(readFileSync(out, "utf8"), native(["score", ...NQ], { cwd: root }).out);
    }
    const files = ["--gold", join(root, "samples/nq/gold.jsonl"), "--predictions", join(root, "samples/nq/predictions.jsonl")];
    assert.equal(run(["verify", "report.json", ...files], { cwd: place }).code, 0);
  } finally {
    rmSync(place, { recursive: true });
  }
});

test("standard input is read", () => {
  const input = readFileSync(join(root, "samples/nq/predictions.jsonl"));
  const words = ["score", "--preset", "nq", "--gold", "samples/nq/gold.jsonl", "--predictions", "-", "--format", "official"];
  assert.equal(run(words, { cwd: root, input }).out, native(words, { cwd: root, input }).out);
});
