// Starts the page. A file of its own, because the policy in index.html allows no inline script;
// Trunk writes the names of the built files into the tag.

// What is dropped or chosen before the program is here, as [files or folders, role], for the program to
// take: page/src/later.js.
const early = [];
const ended = new AbortController();
const listen = (event, heard) => addEventListener(event, heard, { signal: ended.signal });

/** What lies in a drop. It has to be asked at once: after the event the browser forgets it. */
const entries = (items) =>
  Array.from(items, (item) => {
    const entry = item.webkitGetAsEntry?.();
    // Only a folder has to be walked. WebKit does not find a file by its entry that has no path.
    return entry?.isDirectory ? entry : item.getAsFile();
  }).filter(Boolean);

function keep(given, role) {
  if (given.length === 0) return;
  early.push([given, role]);
  const count = early.reduce((sum, [{ length }]) => sum + length, 0);
  const title = document.querySelector("#first .drop-title");
  if (title) title.textContent = `${count === 1 ? "1 file" : `${count} files`} will open as soon as the page has loaded`;
}

const field = document.getElementById("choose-files");
listen("dragover", (event) => event.preventDefault());
listen("drop", (event) => {
  event.preventDefault();
  keep(entries(event.dataTransfer.items), "");
});
listen("click", ({ target }) => {
  const button = target.closest("#first [data-choose]");
  if (!button) return;
  field.dataset.role = button.dataset.choose;
  field.click();
});
listen("change", ({ target }) => {
  if (target !== field) return;
  keep([...field.files], field.dataset.role ?? "");
  field.value = "";
});

// What makes this page the scorer of one benchmark, where its host has put that beside it. `?scorer=NAME` names
// a folder with another one.
const named = new URLSearchParams(location.search).get("scorer");
const folder = named && /^\w[\w-]*$/.test(named) ? `${named}/` : "";

/** A file of the host. It may change at any time, so the host is asked. */
async function hosted(name) {
  const answer = await fetch(new URL(folder + name, document.baseURI), { cache: "no-cache" });
  if (!answer.ok) throw `${folder}${name}: the server answered ${answer.status}`;
  return answer;
}

/** The text of scorer.json, and what it says as far as that can be read; nothing where it is the empty one. */
async function description() {
  const text = await (await hosted("scorer.json")).text();
  try {
    const said = JSON.parse(text);
    return Object.keys(said).length > 0 || folder ? { text, said } : undefined;
  } catch {
    return { text };
  }
}

// Without the file the page is one for any benchmark.
const described = description().catch((error) => (folder ? { error } : undefined));

globalThis.given = {
  entries,
  hosted,
  /** Hands over what was kept, and keeps no more. */
  take() {
    ended.abort();
    return early.splice(0);
  },
};

/** Resolves once the browser has painted something; at once where nobody sees it or it would not say so. */
const painted = () =>
  new Promise((done) => {
    if (document.hidden || !PerformanceObserver.supportedEntryTypes?.includes("paint")) return done();
    new PerformanceObserver(done).observe({ type: "paint", buffered: true });
    setTimeout(done, 300);
  });

// What stands there for any benchmark gives way before somebody reads it.
described.then((scorer) => {
  const [lead, drop] = ["#first .lead", "#first .drop-title"].map((place) => document.querySelector(place));
  if (!scorer || !lead) return;
  lead.textContent = scorer.said?.title ?? "";
  drop.textContent = "Drop your predictions here";
  for (const other of document.querySelectorAll("#first .drop-title ~ *")) other.hidden = true;
});

const { js, wasm } = document.getElementById("start").dataset;
try {
  // The first picture needs nothing of the program, which would share its line.
  await painted();
  document.head.append(document.getElementById("program").content);
  const { default: start } = await import(new URL(js, document.baseURI));
  given.scorer = await described;
  await start({ module_or_path: new URL(wasm, document.baseURI) });
} catch (error) {
  const words = document.createElement("p");
  words.setAttribute("role", "alert");
  words.textContent =
    "Scoredrop could not start in this browser. It needs WebAssembly: use a current Firefox, " +
    `Chrome, Edge or Safari, or reload the page. (${error})`;
  document.body.prepend(words);
  throw error;
}
