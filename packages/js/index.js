// The same as `slim.js`, except that it finds the WebAssembly itself.

import { bring } from "./slim.js";

bring(async () => {
  const place = new URL("./scoredrop.wasm", import.meta.url);
  // Node.js fetches no files. It hands out its own modules without an import, which bundlers would look for.
  if (place.protocol === "file:") return process.getBuiltinModule("node:fs/promises").readFile(place);
  return fetch(place);
});

export * from "./slim.js";
