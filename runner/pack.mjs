// Puts the runner into a static folder: `node runner/pack.mjs PYODIDE FOLDER`, where PYODIDE is the folder
// of the npm package. Writes FOLDER/runner/ and FOLDER/python/*.later.js, and prints what the page has to
// be told of them as JSON.
//
// The interpreter is packed once, and then cut into scripts that call `later`: after its seal the page
// can only load scripts, and those only through its frame for later parts (later.js). Cut, because that
// is how it knows how far it is. Packed, because not every host packs what it sends.
//
// `node runner/pack.mjs inline FOLDER` then makes FOLDER/runner/inline.html for the scripts in there, and has
// FOLDER/index.html allow them.
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const NAMES = ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip"];
/** later.js knows the names of the parts, and so their number. */
const PARTS = 24;

/** The interpreter as one packed text: names and sizes in a line, then the files. */
export function pack(pyodide) {
  const files = NAMES.map((name) => [name, readFileSync(join(pyodide, name))]);
  // Of the list of packages only what it says of the interpreter: no package is ever loaded.
  const { info } = JSON.parse(readFileSync(join(pyodide, "pyodide-lock.json"), "utf8"));
  const head = JSON.stringify({ info, files: files.map(([name, { length }]) => [name, length]) });
  const packed = gzipSync(Buffer.concat([Buffer.from(`${head}\n`), ...files.map(([, bytes]) => bytes)]), { level: 9 });
  // The system that it was packed on stands in the tenth byte.
  packed[9] = 255;
  return packed;
}

/**
 * Writes the frame as one page with room for its scripts, for where there is no network to load them over,
 * and lets the page's policy allow exactly them by their hash, and in memory what they make. Both before the
 * page is sealed. The scripts have to be as they stay: page/src/boot.js puts them in.
 */
export function inline(folder) {
  const read = (name) => readFileSync(join(folder, name), "utf8");
  const text = ["harness.js", "worker.js", "frame.js"].map((name) => read(`runner/${name}`)).join("");
  // What would end the script, or make the browser read it otherwise.
  if (/<\/script|<!--/i.test(text)) throw new Error("the runner's scripts cannot stand in a page");
  const hash = `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  const policy =
    `default-src 'none'; script-src ${hash} blob: 'wasm-unsafe-eval'; worker-src blob:; connect-src 'none'; ` +
    "base-uri 'none'; form-action 'none'";
  const page = `<!doctype html><html lang="en"><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta http-equiv="x-dns-prefetch-control" content="off"><meta name="referrer" content="no-referrer">
<title>Where programs are run</title><script>SCRIPTS</script></html>
`;
  writeFileSync(join(folder, "runner/inline.html"), page);
  const [before, after, ...more] = read("index.html").split("script-src 'self' 'wasm-unsafe-eval'");
  if (after === undefined || more.length > 0) throw new Error("index.html has another policy");
  const allowed = `script-src 'self' blob: 'wasm-unsafe-eval' ${hash}`;
  writeFileSync(join(folder, "index.html"), before + allowed + after);
}

export function write(pyodide, folder) {
  const here = fileURLToPath(new URL(".", import.meta.url));
  mkdirSync(join(folder, "runner"), { recursive: true });
  mkdirSync(join(folder, "python"), { recursive: true });
  for (const name of ["runner.html", "frame.js", "worker.js", "runner.js", "python.js", "programs.js"]) {
    copyFileSync(join(here, name), join(folder, "runner", name));
  }
  // Remarks are for whoever reads the source.
  const source = (name) => [`scoredrop_${name}`, readFileSync(join(here, `${name}.py`), "utf8").replace(/^ *#.*\n/gm, "")];
  const harness = Object.fromEntries(["wire", "harness", "sides"].map(source));
  writeFileSync(join(folder, "runner/harness.js"), `const HARNESS = ${JSON.stringify(harness)};\n`);
  const packed = pack(pyodide);
  const size = Math.ceil(packed.length / PARTS);
  for (let part = 0; part < PARTS; part += 1) {
    const text = packed.subarray(part * size, (part + 1) * size).toString("base64");
    writeFileSync(join(folder, `python/${part}.later.js`), `later("python/${part}",${JSON.stringify(text)});\n`);
  }
  const { version } = JSON.parse(readFileSync(join(pyodide, "package.json"), "utf8"));
  const hash = createHash("sha256").update(packed).digest("hex").slice(0, 16);
  return { version, parts: PARTS, bytes: packed.length, hash, files: NAMES };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , first, second] = process.argv;
  if (first === "inline") inline(second);
  else console.log(JSON.stringify(write(first, second)));
}
