// Runs `scoredrop-stages` as WebAssembly: `node run.mjs MODULE GOLD PREDICTIONS ROUNDS`. It is given no more
// of WASI than it asks for: arguments, files to read, something to write to, chance, and as its clock the CPU
// time of this process, so that its seconds are those of the native one.
import { closeSync, fstatSync, openSync, readFileSync, readSync, statSync, writeSync } from "node:fs";
import { webcrypto } from "node:crypto";

const [module, ...given] = process.argv.slice(2);

const DONE = 0;
const UNKNOWN_FILE = 8;
const NOT_A_NAME = 28;
const FAILED = 29;
const NOT_THERE = 44;

const FOLDER = 3;
const REGULAR = 4;
/** The only folder there is, by its number: the root of all paths. */
const ROOT = 3;

/** What the module has opened: its numbers are those of the system. */
const opened = new Set();
let memory;
const view = () => new DataView(memory.buffer);
const bytes = (place, length) => new Uint8Array(memory.buffer, place, length);
const text = (place, length) => new TextDecoder().decode(bytes(place, length));

/** The pieces of memory that a list names, one by one. */
function* pieces(list, count) {
  for (let at = list; at < list + 8 * count; at += 8) {
    yield bytes(view().getUint32(at, true), view().getUint32(at + 4, true));
  }
}

/** Moves bytes between a file and pieces of memory until a piece is not moved as a whole. */
function move(one, file, list, count, total) {
  let sum = 0;
  for (const piece of pieces(list, count)) {
    const moved = piece.length === 0 ? 0 : one(file, piece);
    sum += moved;
    if (moved < piece.length) break;
  }
  view().setUint32(total, sum, true);
  return DONE;
}

/** What is said of a file; of all that there could be the kind and the size are enough. */
function describe(place, stats) {
  bytes(place, 64).fill(0);
  view().setUint8(place + 16, stats.isDirectory() ? FOLDER : REGULAR);
  view().setBigUint64(place + 32, BigInt(stats.size), true);
  return DONE;
}

/** What a failing call of the system is to the module. */
function attempt(call) {
  try {
    return call();
  } catch (error) {
    if (error.code === "ENOENT") return NOT_THERE;
    console.error(error.message);
    return FAILED;
  }
}

const list = ["stages", ...given].map((one) => new TextEncoder().encode(`${one}\0`));
const sizes = (all) => (count, total) => {
  view().setUint32(count, all.length, true);
  view().setUint32(total, all.reduce((sum, one) => sum + one.length, 0), true);
  return DONE;
};

const calls = {
  args_sizes_get: sizes(list),
  args_get(places, buffer) {
    let at = buffer;
    for (const [index, one] of list.entries()) {
      view().setUint32(places + 4 * index, at, true);
      bytes(at, one.length).set(one);
      at += one.length;
    }
    return DONE;
  },
  environ_sizes_get: sizes([]),
  environ_get: () => DONE,
  clock_time_get(clock, precision, place) {
    const { user, system } = process.cpuUsage();
    view().setBigUint64(place, BigInt(user + system) * 1000n, true);
    return DONE;
  },
  random_get(place, length) {
    webcrypto.getRandomValues(bytes(place, length));
    return DONE;
  },
  fd_prestat_get(folder, place) {
    if (folder !== ROOT) return UNKNOWN_FILE;
    view().setUint32(place, 0, true);
    view().setUint32(place + 4, 1, true);
    return DONE;
  },
  fd_prestat_dir_name(folder, place, length) {
    if (folder !== ROOT || length < 1) return NOT_A_NAME;
    view().setUint8(place, "/".charCodeAt(0));
    return DONE;
  },
  path_open(folder, follow, place, length, create, rights, inherited, flags, number) {
    if (folder !== ROOT) return UNKNOWN_FILE;
    return attempt(() => {
      const file = openSync(`/${text(place, length)}`);
      opened.add(file);
      view().setUint32(number, file, true);
      return DONE;
    });
  },
  path_filestat_get(folder, follow, place, length, into) {
    if (folder !== ROOT) return UNKNOWN_FILE;
    return attempt(() => describe(into, statSync(`/${text(place, length)}`)));
  },
  fd_fdstat_get(file, place) {
    bytes(place, 24).fill(0);
    view().setUint8(place, file === ROOT ? FOLDER : REGULAR);
    // Whatever can be done with it may be done.
    bytes(place + 8, 16).fill(0xff);
    return DONE;
  },
  fd_filestat_get: (file, place) =>
    opened.has(file) ? attempt(() => describe(place, fstatSync(file))) : UNKNOWN_FILE,
  fd_read: (file, list, count, total) =>
    opened.has(file) ? attempt(() => move(readSync, file, list, count, total)) : UNKNOWN_FILE,
  fd_write: (file, list, count, total) =>
    file === 1 || file === 2 ? attempt(() => move(writeSync, file, list, count, total)) : UNKNOWN_FILE,
  fd_close(file) {
    if (!opened.delete(file)) return UNKNOWN_FILE;
    closeSync(file);
    return DONE;
  },
  proc_exit(code) {
    process.exit(code);
  },
};

const { instance } = await WebAssembly.instantiate(readFileSync(module), { wasi_snapshot_preview1: calls });
memory = instance.exports.memory;
instance.exports._start();
