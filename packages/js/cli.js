#!/usr/bin/env node
// The command line, compiled to WebAssembly as the page and the module are.

import { readFile } from "node:fs/promises";
import { parse, relative, sep } from "node:path";

// Node.js calls the system interface of WebAssembly an experiment each time that it is used.
const warn = process.emitWarning;
process.emitWarning = (warning, ...rest) => (String(warning).startsWith("WASI") ? undefined : warn.call(process, warning, ...rest));
const { WASI } = await import("node:wasi");

const { root } = parse(process.cwd());
const folder = `/${relative(root, process.cwd()).split(sep).join("/")}`;
const wasi = new WASI({
  version: "preview1",
  args: ["scoredrop", ...process.argv.slice(2)],
  env: { PWD: folder },
  preopens: { "/": root },
  returnOnExit: true,
});
const program = await WebAssembly.compile(await readFile(new URL("./cli.wasm", import.meta.url)));
process.exitCode = wasi.start(await WebAssembly.instantiate(program, wasi.getImportObject()));
