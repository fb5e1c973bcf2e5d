// Prints what values.py gives in the interpreter of the sandbox, whose folder is named.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, script] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(folder, "pyodide.mjs")).href);
const python = await loadPyodide();
process.stdout.write(python.runPython(`${readFileSync(script, "utf8")}\nvalues`));
