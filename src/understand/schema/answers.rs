//! Turns a cell into the list of gold answers that it holds.

use crate::table::json::Turn;
use crate::table::{Cell, Kind, Table, float, json, python};
use crate::understand::names::{RANKS, TO_ANSWER, TO_PREDICTION};
use std::borrow::Cow;

/// The gold answers of every row, in one arena.
#[derive(Clone, Debug, Default)]
pub struct AnswerLists {
    text: String,
    /// End of each answer in `text`.
    ends: Vec<u32>,
    /// For each row the index of its first answer; one more entry at the end.
    rows: Vec<u32>,
    /// Rows with texts next to each other without a comma, in a list as Python writes it.
    pub adjacent: Vec<u32>,
    /// Rows without a value, or with null.
    pub absent: usize,
    /// How many cells were read as lists or objects within texts.
    within: usize,
}

impl AnswerLists {
    /// Reads the answers of a column; every list is empty if there is no such column. `delimited` means that the
    /// file has no lists of its own, only texts.
    #[inline(never)]
    pub fn read(table: &Table, column: Option<usize>, delimited: bool) -> Self {
        // Reserves space for the worst case; unused memory is returned at the end.
        let bytes = column.map_or(0, |column| table.column_bytes(column));
        let mut lists = Self {
            text: String::with_capacity(bytes),
            ends: Vec::with_capacity(table.rows()),
            rows: Vec::with_capacity(table.rows() + 1),
            ..Self::default()
        };
        let texts_are_lists = column.is_some_and(|column| holds_lists(table, column, delimited));
        let objects = column.is_some_and(|column| holds_objects(table, column));
        for row in 0..table.rows() {
            lists.rows.push(lists.ends.len() as u32);
            if let Some(column) = column {
                let cell = table.cell(row, column);
                lists.absent += usize::from(cell.is_nothing());
                let read = texts_are_lists.then(|| literal(cell)).flatten();
                let names = read.as_ref().is_some_and(|(text, _)| has_other_names(text));
                if objects
                    && !names
                    && let Some(inner) = unwrapped(cell.text)
                {
                    lists.within += 1;
                    lists.push(&inner);
                    continue;
                }
                if read.as_ref().is_some_and(|(_, adjacent)| *adjacent) {
                    lists.adjacent.push(row as u32);
                }
                lists.within += usize::from(read.is_some());
                match read {
                    Some((text, _)) => {
                        let kind = if text.starts_with('[') { Kind::List } else { Kind::Object };
                        let cell = Cell { kind, text: &text };
                        answers_of(cell, &mut |answer| lists.push(answer));
                    }
                    None => answers_of(cell, &mut |answer| lists.push(answer)),
                }
            }
        }
        lists.rows.push(lists.ends.len() as u32);
        lists.text.shrink_to_fit();
        lists
    }

    /// Reports how the cells of a column with texts were read, which all cells decide together; nothing if no cell
    /// could be read in another way.
    pub fn read_as(&self, table: &Table, column: Option<usize>) -> Option<String> {
        if self.within > 0 {
            return Some("answers within texts".to_owned());
        }
        let could_be = |row: usize| {
            let cell = table.cell(row, column?);
            let is_text = cell.kind == Kind::String;
            Some(is_text && (literal(cell).is_some() || unwrapped(cell.text).is_some()))
        };
        let any = (0..table.rows()).any(|row| could_be(row).unwrap_or_default());
        any.then(|| "texts as written".to_owned())
    }

    /// These answers, followed by those of other lists for the same rows; a row is absent if it is absent in
    /// these.
    #[must_use]
    pub fn with(self, others: &Self) -> Self {
        let mut both = Self {
            adjacent: self.adjacent.clone(),
            absent: self.absent,
            within: self.within,
            ..Self::default()
        };
        for row in 0..self.rows.len().saturating_sub(1) {
            both.rows.push(both.ends.len() as u32);
            self.of(row).chain(others.of(row)).for_each(|answer| both.push(answer));
        }
        both.rows.push(both.ends.len() as u32);
        both
    }

    fn push(&mut self, answer: &str) {
        self.text.push_str(answer);
        self.ends.push(self.text.len() as u32);
    }

    /// The answers of a row.
    ///
    /// # Panics
    /// If there is no such row.
    pub fn of(&self, row: usize) -> impl ExactSizeIterator<Item = &str> + Clone {
        let range = self.rows[row] as usize..self.rows[row + 1] as usize;
        range.map(|index| {
            let start = if index == 0 { 0 } else { self.ends[index - 1] as usize };
            &self.text[start..self.ends[index] as usize]
        })
    }
}

/// Calls `each` with every answer of a cell:
/// - a JSON list: its elements; objects in it by their `text` (SQuAD) or `answer`;
/// - an object: its `text`, `value`, `answer` or `output`, itself one or a list (Hugging Face's
///   SQuAD, HELM), and its `Aliases`; or its `NormalizedAliases` and `HumanAnswers` alone (`TriviaQA`, also by the
///   names that Hugging Face gives them);
/// - a chat, in which the model spoke last: what it said;
/// - an object that only names its `provenance` (KILT): none;
/// - text, number or boolean: one answer, as written;
/// - nothing: no answer.
pub fn answers_of(cell: Cell<'_>, each: &mut dyn FnMut(&str)) {
    match cell.kind {
        Kind::Absent | Kind::Null => {}
        Kind::Bool | Kind::Number | Kind::String => each(cell.text),
        Kind::List => {
            let chat = cell.text.starts_with("[{\"role\"") || cell.text.starts_with("[{\"from\"");
            if let Some(said) = Some(cell.text).filter(|_| chat).and_then(said_last) {
                return each(&said);
            }
            for element in json::elements(cell.text).map_while(Result::ok) {
                nested(element, each);
            }
        }
        Kind::Object => object(cell.text, each),
    }
}

/// A text that is a list or an object of answers, as JSON, and whether texts in it are next to each other without
/// a comma:
/// - a JSON list, or a JSON object with answers;
/// - the same as Python writes it, a tuple that begins with a text, or a `NumPy` array; a list of lists
///   is a text.
fn literal(cell: Cell<'_>) -> Option<(Cow<'_, str>, bool)> {
    if cell.kind != Kind::String {
        return None;
    }
    let text = cell.text.trim();
    let (list, object) = (text.starts_with('['), text.starts_with('{'));
    if (list && text.ends_with(']') && json::elements(text).all(|element| element.is_ok()))
        || (object && answer_member(text).is_some())
    {
        return Some((Cow::Borrowed(text), false));
    }
    // (1, 2) may be a point; ('x', 'y') is two answers.
    let tuple = text.starts_with("('") || text.starts_with("(\"");
    if !(list || object || tuple || text.starts_with("array(")) {
        return None;
    }
    let python::Literal { json: read, adjacent, .. } = python::to_json(text)?;
    let nested = |value: json::Value<'_>| value.kind == Kind::List;
    let answers = if read.starts_with('{') {
        answer_member(&read).is_some()
    } else {
        !json::elements(&read).map_while(Result::ok).any(nested)
    };
    answers.then_some((Cow::Owned(read), adjacent))
}

/// The text of a prediction that JSON or Python has wrapped as a text, a list of one or an object with an answer,
/// unwrapped repeatedly, also from a code block; `None` if the prediction is plain or contains no such text.
pub fn unwrapped(text: &str) -> Option<String> {
    let text = text.trim();
    if let Some(inner) = without_end(text) {
        return Some(unwrapped(inner).unwrap_or_else(|| inner.to_owned()));
    }
    if let Some(inner) = graded(text) {
        return Some(inner.to_owned());
    }
    if let Some(inner) = unfenced(text) {
        return unwrapped(inner).or_else(|| loose_member(inner));
    }
    if !text.starts_with(['"', '\'', '[', '(', '{']) {
        return tail(text).or_else(|| fenced_answer(text));
    }
    if text.starts_with('[')
        && let Some(found) = said_last(text).or_else(|| best_of(text)).or_else(|| likeliest(text))
    {
        return Some(found);
    }
    let list = |inner: &str| format!("[{inner}]");
    let found = within(json::Value { kind: Kind::List, raw: &list(text) }).or_else(|| {
        let literal = list(&python::to_json(text)?.json);
        within(json::Value { kind: Kind::List, raw: &literal })
    });
    match found {
        // A text from a list may be an object again.
        Some(inner) if inner.trim_start().starts_with(['{', '`']) => {
            Some(unwrapped(&inner).unwrap_or(inner))
        }
        None if text.starts_with('{') => loose_member(text),
        None => tail(text),
        found => found,
    }
}

/// The text before the token with which a model ends its output, if the token was left in the text.
pub fn without_end(text: &str) -> Option<&str> {
    const ENDS: [&str; 10] = [
        "</s>", "<|endoftext|>", "<|im_end|>", "<|eot_id|>", "<|end_of_text|>", "<|end|>",
        "<end_of_turn>", "<eos>", "[EOS]", "<|return|>",
    ];
    if !text.ends_with(['>', ']']) {
        return None;
    }
    ENDS.iter().find_map(|end| text.strip_suffix(end)).map(str::trim)
}

/// The output after the verdict that promptfoo writes before it in a table: `[PASS] Paris`, or `[FAIL] (0.20)
/// why`, a line of dashes and the output.
pub fn graded(text: &str) -> Option<&str> {
    let rest = ["[PASS]", "[FAIL]", "[ERROR]"].iter().find_map(|mark| text.strip_prefix(mark))?;
    let rest = rest.strip_prefix(' ').unwrap_or(rest);
    let rest = rest.rsplit_once("\n---\n").map_or(rest, |(_, output)| output);
    let number = rest.strip_prefix('(').and_then(|rest| rest.split_once(") "));
    let score = number.filter(|(number, _)| float(number).is_some());
    Some(score.map_or(rest, |(_, output)| output))
}

/// The last message of the model in a list of messages, as chats are written.
pub fn said_last(list: &str) -> Option<String> {
    json::turn(list, Turn::Assistant).map(|text| text.text().into_owned())
}

/// The first text of a list of the best answers, as reading-comprehension models write them with their
/// probabilities.
fn best_of(list: &str) -> Option<String> {
    let mut elements = json::elements(list);
    let first = elements.next()?.ok().filter(|first| first.kind == Kind::Object)?;
    let ranked = RANKS.iter().chain(&["score"]).any(|name| json::member(first.raw, name).is_some());
    let text =
        json::member(first.raw, "text").filter(|text| ranked && text.kind == Kind::String)?;
    Some(text.text().into_owned())
}

/// The index, from 0, of the likeliest choice in a list with a log-likelihood for each choice and whether the
/// model would have written it: the form in which lm-evaluation-harness stores answers to choices.
pub fn likeliest(list: &str) -> Option<String> {
    if !list.strip_prefix('[')?.trim_start().starts_with('[') {
        return None;
    }
    let mut best: Option<(f64, usize)> = None;
    let mut count = 0;
    for (place, choice) in json::elements(list).enumerate() {
        let choice = choice.ok()?;
        let mut parts = json::elements(choice.raw);
        let (value, greedy) = (parts.next()?.ok()?, parts.next()?.ok()?);
        let is_flag = matches!(&*greedy.text().to_ascii_lowercase(), "true" | "false");
        if choice.kind != Kind::List || !is_flag || parts.next().is_some() {
            return None;
        }
        let value = float(&value.text())?;
        if best.is_none_or(|(most, _)| value > most) {
            best = Some((value, place));
        }
        count += 1;
    }
    best.filter(|_| count > 1).map(|(_, place)| place.to_string())
}

/// The content of a code block that is the whole text.
fn unfenced(text: &str) -> Option<&str> {
    let inner = text.strip_prefix("```")?;
    let inner = inner.trim_end().strip_suffix("```").unwrap_or(inner);
    let (language, rest) = inner.split_once('\n')?;
    let word = language.trim().chars().all(|c| c.is_ascii_alphanumeric());
    Some(if word { rest.trim() } else { inner.trim() })
}

/// The answer in the object that is the whole content of the last code block of a text.
fn fenced_answer(text: &str) -> Option<String> {
    let (before, _) = text.rsplit_once("```")?;
    let inner = unfenced(&before[before.rfind("```")?..])?;
    inner.starts_with('{').then(|| unwrapped(inner).or_else(|| loose_member(inner)))?
}

/// The answer of an object that is not valid JSON, such as one with TeX in it, from the last member that is named
/// as an answer; `None` if there is no such member, or its value does not end.
fn loose_member(text: &str) -> Option<String> {
    let names = ["\"answer\"", "\"final_answer\"", "\"output\"", "\"response\"", "'answer'"];
    let (at, name) = names.iter().find_map(|name| Some((text.rfind(name)?, name)))?;
    let value = text[at + name.len()..].trim_start().strip_prefix(':')?.trim_start();
    let Some(quoted) = value.strip_prefix('"') else {
        let end = value.find([',', '}', '\n'])?;
        let bare = value[..end].trim();
        return (!bare.is_empty() && !bare.starts_with(['[', '{'])).then(|| bare.to_owned());
    };
    let mut escaped = false;
    let end = quoted.char_indices().find(|(_, c)| {
        let ends = *c == '"' && !escaped;
        escaped = *c == '\\' && !escaped;
        ends
    })?;
    Some(quoted[..end.0].replace("\\\"", "\"").replace("\\\\", "\\"))
}

/// The answer in the rest of an object whose beginning was given to the model, so that the output ends like an
/// object but does not begin like one.
fn tail(text: &str) -> Option<String> {
    let rest = text.trim_end_matches(['`', '\n', ' ']).strip_suffix('}')?;
    let at = rest.rfind("\"answer\"")?;
    let value = rest[at..].split_once(':')?.1;
    let is_last = !value.trim_end_matches(['"', ' ', '\n']).contains(['{', '}', '\n']);
    (is_last && value.len() <= 400).then(|| loose_member(text))?
}

/// Whether most cells of a column are objects or blocks of code with an answer in them.
#[inline(never)]
fn holds_objects(table: &Table, column: usize) -> bool {
    let (mut all, mut opened) = (0, 0);
    for row in 0..table.rows() {
        let cell = table.cell(row, column);
        let text = cell.text.trim();
        if cell.is_nothing() || text.is_empty() {
            continue;
        }
        if cell.kind != Kind::String {
            return false;
        }
        all += 1;
        let marked = text.starts_with("```") || text.starts_with('{');
        opened += usize::from(marked && unwrapped(text).is_some());
        // In most files, the first rows show it.
        if all == 20 && opened < 10 {
            return false;
        }
    }
    all > 1 && opened * 5 >= all * 4
}

/// The text within a value: for a list its only element, for an object its likeliest member.
fn within(value: json::Value<'_>) -> Option<String> {
    match value.kind {
        Kind::String => Some(value.text().into_owned()),
        Kind::List => {
            let mut elements = json::elements(value.raw);
            let only = elements.next()?.ok()?;
            if elements.next().is_none() { within(only) } else { None }
        }
        Kind::Object => {
            let member = |name: &&str| {
                json::member(value.raw, name).filter(|member| member.kind != Kind::Null)
            };
            within(TO_PREDICTION.iter().find_map(member)?)
        }
        _ => None,
    }
}

/// The answer of a prediction in the form of `KILT`: a list of one object with an answer and its provenance.
pub fn provenanced(list: &str) -> Option<Cow<'_, str>> {
    let mut elements = json::elements(list);
    let only = elements.next()?.ok()?;
    json::member(only.raw, PROVENANCE)?;
    let answer = json::member(only.raw, "answer").filter(|answer| answer.kind == Kind::String)?;
    elements.next().is_none().then(|| answer.text())
}

/// The members for the provenance of an answer of `KILT`.
const PROVENANCE: &str = "provenance";

/// Whether the texts of a column are lists: all of them have to look so. `[0, 1]` among other answers is an
/// interval and not two answers, unless its elements are quoted and the file has no lists of its own.
#[inline(never)]
fn holds_lists(table: &Table, column: usize, delimited: bool) -> bool {
    let mut cells = (0..table.rows()).map(|row| table.cell(row, column));
    if delimited {
        let starts = ["['", "[\"", "('", "(\"", "{'", "{\"", "array(", "[{"];
        let quoted = |text: &str| starts.iter().any(|start| text.starts_with(start));
        if cells.clone().any(|cell| quoted(cell.text.trim())) {
            return true;
        }
    }
    cells.all(|cell| {
        let text = cell.text.trim();
        cell.is_nothing()
            || (text.starts_with('[') && text.ends_with(']'))
            || (text.starts_with('{') && text.ends_with('}'))
    })
}

fn nested(value: json::Value<'_>, each: &mut dyn FnMut(&str)) {
    match value.kind {
        Kind::Absent | Kind::Null => {}
        Kind::Bool | Kind::Number | Kind::List | Kind::String => each(&value.text()),
        Kind::Object => object(value.raw, each),
    }
}

/// The member of an object that holds its answers.
fn answer_member(raw: &str) -> Option<json::Value<'_>> {
    json::some_members(raw, TO_ANSWER).into_iter().flatten().next()
}

/// The right options, marked 1, of an object that marks wrong options 0: `target_scores` of BIG-bench. `None` if
/// an object does not have this form.
fn marked(raw: &str) -> Option<Vec<Cow<'_, str>>> {
    let options: Vec<_> = json::members(raw).collect::<Result<_, _>>().ok()?;
    let marks =
        options.iter().map(|(_, mark)| float(mark.raw).filter(|_| mark.kind == Kind::Number));
    let marks: Vec<f64> = marks.collect::<Option<_>>()?;
    let form = options.len() > 1 && marks.iter().all(|mark| [0.0, 1.0].contains(mark));
    let right = options.into_iter().zip(marks).filter(|(_, mark)| *mark == 1.0);
    let right: Vec<_> = right.map(|((option, _), _)| option).collect();
    (form && !right.is_empty()).then_some(right)
}

/// The English label of an entity of Wikidata, which Mintaka has in several languages.
fn label(raw: &str) -> Option<Cow<'_, str>> {
    let labels = json::member(raw, "label")?;
    let english = json::member(labels.raw, "en");
    english.filter(|label| label.kind == Kind::String).map(json::Value::text)
}

/// Whether an object has other names of its answer.
fn has_other_names(object: &str) -> bool {
    let names = ["NormalizedAliases", "normalized_aliases", "Aliases", "aliases", "alias"];
    json::some_members(object, names).iter().any(Option::is_some)
}

fn object(raw: &str, each: &mut dyn FnMut(&str)) {
    let [text, value, answer, capital, output] = TO_ANSWER;
    let names = [
        "tags", "NormalizedAliases", "normalized_aliases", "HumanAnswers", PROVENANCE, "Aliases",
        "aliases", "alias", text, value, answer, capital, output,
    ];
    let [tags, normalized, of_hub, human, provenance, capitals, aliases, alias, answers @ ..] =
        json::some_members(raw, names);
    let normalized = normalized.or(of_hub);
    let aliases = capitals.or(aliases).or(alias);
    // HELM lists wrong choices too; only right ones are tagged so.
    if tags.is_some_and(|tags| !tags.raw.contains("\"correct\"")) {
        return;
    }
    let mut take = |list: json::Value<'_>| {
        answers_of(Cell { kind: list.kind, text: list.raw }, each);
    };
    // What TriviaQA's script reads, without the other members.
    if normalized.is_some() {
        return [normalized, human].into_iter().flatten().for_each(take);
    }
    match answers.into_iter().flatten().next() {
        // KILT lists the provenance of an answer next to the answers.
        None if provenance.is_some() => {}
        None => match marked(raw) {
            Some(right) => right.iter().for_each(|option| each(option)),
            None => each(&label(raw).unwrap_or(Cow::Borrowed(raw))),
        },
        Some(list) if list.kind == Kind::List => take(list),
        Some(one) => nested(one, each),
    }
    match aliases {
        Some(list) if list.kind == Kind::List => {
            answers_of(Cell { kind: list.kind, text: list.raw }, each);
        }
        Some(one) => nested(one, each),
        None => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[inline(never)]
    fn read(answers: &[&str], delimited: bool) -> Vec<Vec<String>> {
        let mut table = Table::new(vec!["answer".into()]);
        for (row, answer) in (0..).zip(answers) {
            table.push_row(row + 1);
            assert!(table.set(0, Kind::String, answer));
        }
        let lists = AnswerLists::read(&table, Some(0), delimited);
        (0..answers.len()).map(|row| lists.of(row).map(str::to_owned).collect()).collect()
    }

    #[test]
    fn an_interval_among_answers_is_one_answer() {
        assert_eq!(read(&["[0, 1]", "7"], false), [["[0, 1]"], ["7"]]);
        assert_eq!(read(&["[0, 1]", "7"], true), [["[0, 1]"], ["7"]]);
        assert_eq!(read(&["['a, b', \"c\"]", "7"], true), [vec!["a, b", "c"], vec!["7"]]);
        assert_eq!(
            read(&["['a']", "[\"b\", \"c\"]", "[]"], false),
            [vec!["a"], vec!["b", "c"], vec![]]
        );
    }

    #[test]
    fn other_names_of_an_answer_count() {
        let hub = r#"{"aliases": ["A", "B"], "normalized_aliases": ["a", "b"], "value": "A"}"#;
        let value = r#"{"value": "A", "aliases": ["B"]}"#;
        let text = r#"{"text": "A", "alias": "B"}"#;
        assert_eq!(read(&[hub, value, text], false), [["a", "b"], ["A", "B"], ["A", "B"]]);
    }

    #[test]
    fn dictionaries_in_cells_are_opened() {
        let squad = "{'text': ['a', 'b'], 'answer_start': [1, 2]}";
        let json = r#"{"text": ["c"], "answer_start": [1]}"#;
        let numpy = "{'text': array(['d', 'e'], dtype=object), 'answer_start': array([1, 2])}";
        let list = "[{'text': 'f', 'answer_start': 3}, {'text': 'g'}]";
        assert_eq!(
            read(&[squad, json, numpy, list], true),
            [vec!["a", "b"], vec!["c"], vec!["d", "e"], vec!["f", "g"]]
        );
        // There are no answers in it, or it is not a literal: take the text itself.
        assert_eq!(read(&["{'x': 1}", "{'a'}"], true), [["{'x': 1}"], ["{'a'}"]]);
    }

    #[test]
    fn entities_and_marked_options_are_opened() {
        let of = |text| {
            let mut found = Vec::new();
            answers_of(Cell { kind: Kind::Object, text }, &mut |one| found.push(one.to_owned()));
            found
        };
        assert_eq!(of(r#"{"name": "Q1", "label": {"en": "Oslo", "de": "Oslo"}}"#), ["Oslo"]);
        assert_eq!(of(r#"{"a b": 0, "c": 1, "d": 1.0}"#), ["c", "d"]);
        for other in
            [r#"{"a": 0.5, "b": 1}"#, r#"{"a": 0, "b": 0}"#, r#"{"a": 1}"#, r#"{"label": 3}"#]
        {
            assert_eq!(of(other), [other]);
        }
    }

    #[test]
    fn wrapped_texts_are_unwrapped() {
        for (text, inner) in [
            (r#""a \"b\"""#, r#"a "b""#),
            (r#"["a"]"#, "a"),
            (r"['it\'s']", "it's"),
            (r#"{"answer": "x", "why": ["y"]}"#, "x"),
            ("{'prediction': 'x'}", "x"),
            ("'x'", "x"),
            (r#"{"body": {"choices": [{"message": {"role": "a", "content": "x"}}]}}"#, "x"),
            (r#"[{"generated_text": "x"}]"#, "x"),
            ("x</s>", "x"),
            ("{\"answer\": \"x\"}<|im_end|>", "x"),
            (r#"[{"from": "human", "value": "q"}, {"from": "gpt", "value": "x"}]"#, "x"),
            (
                r#"{"content": null, "tool_calls": [{"function": {"name": "final", "arguments": "{\"answer\": \"x\"}"}}]}"#,
                "x",
            ),
            (r#"["{\"why\": \"y\", \"answer\": \"-15\"}"]"#, "-15"),
            ("```json\n{\"answer\": \"x\"}\n```", "x"),
            ("So:\n```json\n{\"why\": \"y\", \"answer\": \"x\"}\n```\nThat is it.", "x"),
            ("{\"why\": \"$p \\leq q$\", \"answer\": \"\\\\frac{1}{2}\"}", "\\frac{1}{2}"),
            ("{\"why\": \"a\nb \\(\", \"answer\": 7}", "7"),
        ] {
            assert_eq!(unwrapped(text).as_deref(), Some(inner), "{text}");
        }
        for text in [
            "a", "", "[]", "['a', 'b']", "[1, 2]", r#""a" b"#, "'tis", r#"{"x": "y"}"#, "(a)",
            r#"{"choices": ["a", "b"]}"#,
        ] {
            assert_eq!(unwrapped(text), None, "{text}");
        }
    }

    #[test]
    fn texts_side_by_side_are_noted() {
        let mut table = Table::new(vec!["answer".into()]);
        for (row, text) in (0..).zip(["['a', 'b']", "['a' 'b']"]) {
            table.push_row(row + 1);
            assert!(table.set(0, Kind::String, text));
        }
        let lists = AnswerLists::read(&table, Some(0), true);
        assert_eq!(lists.of(1).collect::<Vec<_>>(), ["ab"]);
        assert_eq!(lists.adjacent, [1]);
    }
}
