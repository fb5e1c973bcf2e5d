"use strict";
const { metrics, states, no_ids, rows } = JSON.parse(document.getElementById("rows").textContent);
const PAGE = 50;
const VERDICTS = { r: ["✓", "right"], p: ["◐", "partly right"], w: ["✗", "wrong"], u: ["–", "not answered"] };
const at = (id) => document.getElementById(id);
const runs = Array.from(at("run").options, (option) => option.textContent);
const place = (...ids) => metrics.findIndex(([id]) => ids.includes(id));
const graded = place("f1", "rouge_l");
const error = place("relative_error");
let page = 0;
let found = [];

const element = (name, text, className) => {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  if (className) made.className = className;
  return made;
};
const count = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, "\u202f");
const none = (value) => value === null || value === undefined;

// A row becomes [id, question, gold answers, runs], a run [state, values, extracted, matched, raw output]. In the
// file a run that says what the one before says is null, one that says a gold answer and gets all of it the place
// of that (without gold answers it is blank), and one that gets nothing its text.
rows.forEach(([id, question, golds, ...runs], row) => {
  runs.forEach((run, index) => {
    if (run === null) runs[index] = runs[index - 1];
    else if (typeof run === "string") runs[index] = [0, 0, run];
    else if (typeof run === "number") runs[index] = golds.length ? [0, 1, golds[run]] : [2, 1, ""];
  });
  rows[row] = [id, question, golds, runs];
});
const valueOf = (run, index) => (Array.isArray(run[1]) ? run[1][index] : run[1]);
const answerOf = (run) => (none(run[2]) ? run[4] : run[2]);
const verdictOf = (run) => {
  const value = valueOf(run, 0);
  if (none(value) || ["missing", "excluded"].includes(states[run[0]])) return "u";
  return value === 1 ? "r" : value > 0 ? "p" : "w";
};
// How far an answer is from right, for those that are not.
const distance = (run) => {
  const value = error >= 0 ? valueOf(run, error) : graded >= 0 ? valueOf(run, graded) : 0;
  if (none(value)) return Infinity;
  return error >= 0 ? value : -value;
};

// A column has the same number of decimals throughout, but for what these would make a 0 or a 1.
const whole = (number) => number === 0 || number === 1;
const hasParts = metrics.map((_, index) =>
  rows.some((row) => row[3].some((run) => !none(valueOf(run, index)) && !whole(valueOf(run, index)))));
const spelled = (number, index) => {
  if (none(number)) return "–";
  if (whole(number)) return number.toFixed(hasParts[index] ? 2 : 0);
  const text = number.toFixed(2);
  return whole(Number(text)) ? number.toFixed(6) : text;
};

const mark = (run) => {
  const verdict = verdictOf(run);
  const [sign, words] = VERDICTS[verdict];
  const made = element("span", sign, verdict === "r" ? "right" : verdict === "w" ? "wrong" : "soft");
  made.setAttribute("role", "img");
  made.setAttribute("aria-label", words);
  return made;
};
const said = (run, text) =>
  none(text) ? element("span", states[run[0]].replace("_", " "), "soft") : element("span", text, "data");

const search = () => {
  const run = Number(at("run").value);
  const wanted = at("verdict").value;
  const needle = at("needle").value.trim().toLowerCase();
  found = [];
  rows.forEach(([id, question, golds, all], row) => {
    if (wanted && !wanted.includes(verdictOf(all[run]))) return;
    const texts = [id, question, ...(golds || []), all[run][2], all[run][4]];
    if (needle && !texts.some((text) => text && text.toLowerCase().includes(needle))) return;
    found.push(row);
  });
  if (wanted === "pw") found.sort((a, b) => distance(rows[a][3][run]) - distance(rows[b][3][run]) || a - b);
  page = 0;
  show();
};

const pair = (list, name, ...values) => {
  list.append(element("dt", name));
  const value = element("dd");
  value.append(...values);
  list.append(value);
};
const detail = (row) => {
  const [id, question, golds, all] = rows[row];
  const list = element("dl");
  if (!no_ids) pair(list, "id", element("span", id, "data"));
  if (question) pair(list, "question", question);
  if (golds) pair(list, "gold", ...(golds.length ? golds.map((gold) => element("span", gold, "data")) : [element("span", "no answer", "soft")]));
  all.forEach((run, index) => {
    const name = all.length > 1 ? `${runs[index]}: ` : "";
    pair(list, `${name}answer`, mark(run), " ", said(run, answerOf(run)));
    if (!none(run[2]) && !none(run[4])) pair(list, `${name}raw output`, element("span", run[4], "data"));
    pair(list, `${name}values`, metrics.map(([, title], place) => `${title} ${spelled(valueOf(run, place), place)}`).join(", "));
  });
  const line = element("tr", undefined, "detail");
  const cell = element("td");
  cell.colSpan = 4 + metrics.length;
  cell.append(list);
  line.append(cell);
  return line;
};

const line = (row, run) => {
  const [id, question, golds, all] = rows[row];
  const made = element("tr");
  const sign = element("td", undefined, "mark");
  sign.append(mark(all[run]));
  const who = element("td");
  const more = element("button", question || (none(id) ? `question ${count(row + 1)}` : id), "open");
  more.type = "button";
  more.setAttribute("aria-expanded", "false");
  more.addEventListener("click", () => {
    const isOpen = more.getAttribute("aria-expanded") === "true";
    more.setAttribute("aria-expanded", String(!isOpen));
    if (isOpen) made.nextElementSibling.remove();
    else made.after(detail(row));
  });
  who.append(more);
  const answer = element("td");
  answer.append(said(all[run], answerOf(all[run])));
  const gold = element("td");
  for (const one of golds || []) gold.append(element("span", one, "data"));
  made.append(sign, who, answer, gold);
  metrics.forEach(([, title], index) => {
    const cell = element("td", spelled(valueOf(all[run], index), index), "n");
    cell.dataset.name = title;
    made.append(cell);
  });
  return made;
};

const show = () => {
  const run = Number(at("run").value);
  const pages = Math.max(1, Math.ceil(found.length / PAGE));
  page = Math.min(Math.max(0, page), pages - 1);
  at("body").replaceChildren(...found.slice(page * PAGE, (page + 1) * PAGE).map((row) => line(row, run)));
  const from = found.length ? page * PAGE + 1 : 0;
  at("place").textContent = `${count(from)}–${count(Math.min(found.length, (page + 1) * PAGE))} of ${count(found.length)}`;
  at("back").disabled = page === 0;
  at("next").disabled = page + 1 >= pages;
};

at("filter").addEventListener("submit", (event) => event.preventDefault());
for (const id of ["run", "verdict"]) at(id).addEventListener("change", search);
at("needle").addEventListener("input", search);
at("back").addEventListener("click", () => { page -= 1; show(); });
at("next").addEventListener("click", () => { page += 1; show(); });
for (const part of document.querySelectorAll("[data-needs-script]")) part.hidden = false;
at("plain")?.remove();
search();
// Where nothing is wrong there is still something to see.
if (!found.length && rows.length) {
  at("verdict").value = "";
  search();
}
