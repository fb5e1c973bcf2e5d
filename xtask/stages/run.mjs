// Runs `scoredrop-stages` as WebAssembly: `node run.mjs MODULE GOLD PREDICTIONS ROUNDS`. The clock that it
// is given is the CPU time of this process, so that its seconds are those of the native one.
import { readFile } from "node:fs/promises";
import { WASI } from "node:wasi";

const [module, ...given] = process.argv.slice(2);
const wasi = new WASI({ version: "preview1", args: ["stages", ...given], preopens: { "/": "/" } });
let memory;
const imports = wasi.getImportObject();
imports.wasi_snapshot_preview1.clock_time_get = (clock, precision, place) => {
  const { user, system } = process.cpuUsage();
  new DataView(memory.buffer).setBigUint64(place, BigInt(user + system) * 1000n, true);
  return 0;
};
const { instance } = await WebAssembly.instantiate(await readFile(module), imports);
memory = instance.exports.memory;
process.exitCode = wasi.start(instance);
