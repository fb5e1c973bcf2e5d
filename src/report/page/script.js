"use strict";
const read = (id) => JSON.parse(document.getElementById(id).textContent);
const report = read("report");
const { rows, metrics } = read("rows");
const PAGE = 50;
const VERDICTS = { r: ["✓", "right"], p: ["◐", "partly right"], w: ["✗", "wrong"], u: ["–", "not answered"] };
const at = (id) => document.getElementById(id);
let page = 0;
let found = [];

const element = (name, text, className) => {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  if (className) made.className = className;
  return made;
};

// A column has the same number of decimals throughout, but for what these would make a 0 or a 1.
const whole = (number) => number === 0 || number === 1;
const none = (number) => number === null || number === undefined;
const isGraded = ([id]) =>
  report.runs.some(({ records }) => records.some(({ metrics: all }) => !none(all[id]) && !whole(all[id])));
const graded = new Set(metrics.filter(isGraded).map(([id]) => id));
const value = (number, id) => {
  if (none(number)) return "–";
  if (whole(number)) return number.toFixed(graded.has(id) ? 2 : 0);
  const text = number.toFixed(2);
  return whole(Number(text)) ? number.toFixed(6) : text;
};

const search = () => {
  const run = Number(at("run").value);
  const verdict = at("verdict").value;
  const needle = at("needle").value.trim().toLowerCase();
  const records = report.runs[run].records;
  found = [];
  for (let row = 0; row < rows.length; row += 1) {
    const [verdicts, question, golds, predictions] = rows[row];
    if (verdict && verdicts[run] !== verdict) continue;
    if (needle) {
      const texts = [records[row].id, question, ...(golds || []), predictions && predictions[run]];
      if (!texts.some((text) => text && text.toLowerCase().includes(needle))) continue;
    }
    found.push(row);
  }
  page = 0;
  show();
};

const show = () => {
  const run = Number(at("run").value);
  const pages = Math.max(1, Math.ceil(found.length / PAGE));
  page = Math.min(Math.max(0, page), pages - 1);
  const body = at("body");
  body.replaceChildren();
  for (const row of found.slice(page * PAGE, (page + 1) * PAGE)) {
    const [verdicts, question, golds, predictions] = rows[row];
    const record = report.runs[run].records[row];
    const line = element("tr");
    const [sign, name] = VERDICTS[verdicts[run]];
    const mark = element("td", undefined, "mark");
    const shown = element("span", sign, verdicts[run] === "r" ? "right" : verdicts[run] === "w" ? "wrong" : "soft");
    shown.setAttribute("role", "img");
    shown.setAttribute("aria-label", name);
    mark.append(shown);
    const who = element("td");
    who.append(element("span", record.id === undefined ? `question ${row + 1}` : record.id, "data"));
    if (question && question !== record.id) who.append(element("div", question));
    const answer = element("td");
    const text = predictions ? predictions[run] : record.extracted;
    answer.append(text === null || text === undefined ? element("span", record.state.replace("_", " "), "soft") : element("span", text, "data"));
    const gold = element("td");
    for (const one of golds || []) gold.append(element("span", one, "data"));
    line.append(mark, who, answer, gold);
    for (const [id, short] of metrics) {
      const cell = element("td", value(record.metrics[id], id), "n");
      cell.dataset.name = short;
      line.append(cell);
    }
    body.append(line);
  }
  const from = found.length ? page * PAGE + 1 : 0;
  at("place").textContent = `${from}–${Math.min(found.length, (page + 1) * PAGE)} of ${found.length}`;
  at("back").disabled = page === 0;
  at("next").disabled = page + 1 >= pages;
};

at("filter").addEventListener("submit", (event) => event.preventDefault());
for (const id of ["run", "verdict"]) at(id).addEventListener("change", search);
at("needle").addEventListener("input", search);
at("back").addEventListener("click", () => { page -= 1; show(); });
at("next").addEventListener("click", () => { page += 1; show(); });
for (const part of document.querySelectorAll("[data-needs-script]")) part.hidden = false;
search();
