// Data of all kinds become bytes that the core reads as files.

import { unreadable } from "./errors.js";

/** Data with the name of their run. */
export class Named {
  constructor(name, data) {
    this.name = name;
    this.data = data;
  }
}

/** Gives data a name. */
export function named(name, data) {
  return new Named(name, data);
}

const isBytes = (data) => ArrayBuffer.isView(data) || data instanceof ArrayBuffer;

/** Whether it is an object that is written as one. */
export const isPlain = (data) => {
  const kind = data !== null && typeof data === "object" ? Object.getPrototypeOf(data) : undefined;
  return kind === null || (kind !== undefined && Object.getPrototypeOf(kind) === null && !Array.isArray(data));
};

/** Whether it is a table by itself, and not a value in one. */
const isTable = (data) =>
  Array.isArray(data)
    ? isPlain(data[0])
    : data !== null && typeof data === "object" && !isPlain(data) && !(data instanceof Date);

/** The tables of several runs, or the one that is given. */
export function runs(data) {
  const isSeveral = Array.isArray(data) && data.length > 0;
  return isSeveral && (data.every(isTable) || data.every(isPathAtHand)) ? data : [data];
}

/** The values of a list that is no table: one for each row. */
export function values(data) {
  if (data instanceof Named) return values(data.data);
  if (!Array.isArray(data)) return undefined;
  const first = data.find((one) => one !== null && one !== undefined);
  return first === undefined || isPlain(first) || isTable(first) || data.every(isPathAtHand) ? undefined : data;
}

/**
 * The same data, except that lines of `readline` have their ends. They have to be listened to at once, because those
 * that come earlier are lost.
 */
export function heard(data) {
  if (data instanceof Named) return new Named(data.name, heard(data.data));
  return typeof data?.setPrompt === "function" ? ended(data[Symbol.asyncIterator]()) : data;
}

async function* ended(lines) {
  for (let line = await lines.next(); !line.done; line = await lines.next()) yield `${line.value}\n`;
}

const modules = () => globalThis.process?.getBuiltinModule;

/** Whether it names a file that is there. */
const isPathAtHand = (data) => typeof data === "string" && (modules()?.("node:fs").existsSync(data) ?? false);

/** The bytes of a file, with its name and the member of an archive that is meant. */
export async function bytesOf({ name, data, column, numbered }, signal, progress, turn) {
  if (data instanceof Named) {
    // Without an end of the name that says so, only a list is known for rows.
    const isList = Array.isArray(data.data) && data.data.length > 0 && !data.name.endsWith(".jsonl");
    if (isList) {
      const texts = await rows(name, data.data, column, numbered, signal, turn);
      return { name: data.name, bytes: encode(`[\n${texts.join(",\n")}\n]\n`) };
    }
    const found = await bytesOf({ name, data: data.data, column, numbered }, signal, progress, turn);
    return { ...found, name: data.name };
  }
  if (typeof data === "string" || (data instanceof URL && data.protocol === "file:")) return ofPath(data, name, signal, progress);
  if (data instanceof URL) data = await fetch(data, { signal });
  if (data instanceof Response) {
    if (!data.ok) throw new Error(`${data.url}: ${data.status} ${data.statusText}`);
    const last = decodeURIComponent(new URL(data.url || "file:///").pathname.split("/").pop());
    return { name: last || name, bytes: await joined(last || name, data.body, signal, progress) };
  }
  if (isBytes(data)) {
    const bytes = ArrayBuffer.isView(data) ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength) : new Uint8Array(data);
    return { name, bytes };
  }
  if (data instanceof Blob) {
    const own = data.name ?? name;
    return { name: own, bytes: await joined(own, data.stream(), signal, progress, data.size) };
  }
  if (data instanceof Map) data = Object.fromEntries(data);
  if (data?.[Symbol.iterator] && typeof data === "object" && !Array.isArray(data)) {
    const items = [...data];
    data = items.every(isPlain) ? items : pieces(items);
  }
  if (Array.isArray(data)) {
    const texts = await rows(name, data, column, numbered, signal, turn);
    return { name: `${name}.jsonl`, bytes: encode(texts.map((text) => `${text}\n`).join("")), isTable: true };
  }
  if (data?.[Symbol.asyncIterator] || data?.getReader) return { name, bytes: await joined(name, data, signal, progress) };
  if (isPlain(data)) return { name: `${name}.json`, bytes: encode(`${textOf(data)}\n`) };
  throw new TypeError(`${name}: give rows, a file, bytes or a stream, not ${data === null ? "null" : typeof data}`);
}

async function ofPath(path, side, signal, progress) {
  const system = modules();
  if (!system) throw new TypeError("a text means a path, which works only in Node.js; give a File, a URL or rows");
  const { createReadStream, existsSync, statSync } = system("node:fs");
  const { basename } = system("node:path");
  const { fileURLToPath } = system("node:url");
  let place = typeof path === "string" ? path : fileURLToPath(path);
  let member;
  const cut = place.lastIndexOf("#");
  if (cut > 0 && !existsSync(place) && existsSync(place.slice(0, cut))) {
    [place, member] = [place.slice(0, cut), place.slice(cut + 1)];
  }
  if (typeof path === "string" && !existsSync(place)) {
    if (/^\s*[[{]|\n/.test(place)) {
      throw new TypeError(`${side}: a text means a path; give JSON.parse(text), or new Blob([text]) for the content of a file`);
    }
    if (place.includes("://")) throw new TypeError(`${side}: a text means a path; give new URL(${JSON.stringify(place)})`);
  }
  const name = basename(place);
  try {
    const { size } = statSync(place);
    return { name, member, bytes: await joined(name, createReadStream(place), signal, progress, size) };
  } catch (error) {
    throw error.syscall === undefined ? error : unreadable(name, place, error);
  }
}

/** Pieces that are all there, as a stream. */
async function* pieces(items) {
  yield* items;
}

/** The pieces of a stream as one. */
async function joined(name, stream, signal, progress, total = 0) {
  const read = [];
  let done = 0;
  for await (const piece of stream?.[Symbol.asyncIterator] ? stream : walk(stream)) {
    signal?.throwIfAborted();
    const bytes = typeof piece === "string" ? encode(piece) : isBytes(piece) ? piece : encode(`${textOf(piece)}\n`);
    read.push(bytes);
    done += bytes.byteLength;
    progress(`reading ${name}`, done, total);
  }
  const all = new Uint8Array(done);
  let at = 0;
  for (const piece of read) {
    all.set(ArrayBuffer.isView(piece) ? new Uint8Array(piece.buffer, piece.byteOffset, piece.byteLength) : new Uint8Array(piece), at);
    at += piece.byteLength;
  }
  return all;
}

/** The pieces of a stream in browsers that cannot walk through one. */
async function* walk(stream) {
  const reader = stream?.getReader();
  for (let piece = await reader?.read(); piece && !piece.done; piece = await reader.read()) yield piece.value;
}

const encoder = new TextEncoder();
const encode = (text) => encoder.encode(text);

/**
 * Rows as JSON, one text each. Plain values become rows with one column; numbered ones get an id as well. `turn` lets
 * others work now and then.
 */
async function rows(name, data, column, numbered, signal, turn) {
  const isOfValues = column !== undefined && values(data) !== undefined;
  const row = (index) => (isOfValues ? { [column]: data[index] } : data[index]);
  const seen = new Map();
  const texts = [];
  const each = async (work, from) => {
    for (let index = 0; index < data.length; index += 1) {
      work(row(index), index);
      const goes = turn(`reading ${name}`, Math.floor((from + index) / 2), data.length, "rows");
      if (goes !== true && !(await goes)) signal.throwIfAborted();
    }
  };
  await each((row) => noteDays(row, seen), 0);
  const days = [...seen].filter(([, are]) => are).map(([key]) => key);
  await each((row, index) => {
    const own = withDays(row, days);
    try {
      texts.push(textOf(isOfValues && numbered ? { id: index + 1, ...own } : own));
    } catch (error) {
      throw new TypeError(`${name}, row ${index + 1}: ${error.message}`);
    }
  }, data.length);
  return texts;
}

const DAY = 86_400_000;

const isDay = (value) => value instanceof Date && value.getTime() % DAY === 0;

/** Notes which columns hold dates: of all their values, the time is midnight in UTC. */
function noteDays(row, seen) {
  if (!isPlain(row)) return;
  for (const [key, value] of Object.entries(row)) {
    if (seen.get(key) === false) continue;
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== null && one !== undefined) seen.set(key, (seen.get(key) ?? true) && isDay(one));
    }
  }
}

/** A row with dates instead of the times in some columns. */
function withDays(row, columns) {
  if (columns.length === 0 || !isPlain(row)) return row;
  const date = (value) => value?.toISOString().slice(0, 10) ?? value;
  const changed = { ...row };
  for (const key of columns) {
    if (key in changed) changed[key] = Array.isArray(row[key]) ? row[key].map(date) : date(row[key]);
  }
  return changed;
}

/** The deepest nesting that the core reads. */
const DEEPEST = 512;

/** A value as JSON. Whole numbers of any size keep their digits, and what is no number is not lost. */
export function textOf(value, depth = 0) {
  if (depth > DEEPEST) throw new TypeError("values are nested deeper than 512 levels; does one contain itself?");
  if (typeof value === "bigint") return String(value);
  if (typeof value === "number" && !Number.isFinite(value)) return String(value);
  if (typeof value === "string" || value === null || typeof value !== "object") {
    const text = JSON.stringify(value);
    if (text === undefined) throw new TypeError(`a value of type ${typeof value} cannot be written as JSON; ${CONVERT}`);
    return text;
  }
  const inner = (one) => textOf(one, depth + 1);
  if (typeof value.toJSON === "function") return inner(value.toJSON());
  if (ArrayBuffer.isView(value)) return inner([...value]);
  if (Array.isArray(value)) return `[${Array.from(value, (one) => (one === undefined ? "null" : inner(one))).join(", ")}]`;
  if (!isPlain(value)) {
    const kind = value.constructor?.name ?? "object";
    throw new TypeError(`a value of type ${kind} cannot be written as JSON; ${CONVERT}`);
  }
  const members = Object.entries(value).filter(([, one]) => one !== undefined);
  return `{${members.map(([key, one]) => `${JSON.stringify(key)}: ${inner(one)}`).join(", ")}}`;
}

const CONVERT = "convert it to a text, a number, an array or an object";
