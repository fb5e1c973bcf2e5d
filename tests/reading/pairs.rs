//! Pairs of files as people have them, dropped without a further word: what must happen with each
//! stands in `pairs/manifest.json`. A score may be provisional, and files may be refused with a
//! remedy; none may be wrong in silence, neither as dropped nor with the preset named.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use scoredrop::base::diagnostic::Code;
use scoredrop::base::error::Error;
use scoredrop::base::types::{Certainty, Field, JoinBy};
use scoredrop::report::model::Reading;
use scoredrop::session::protocol::Choices;
use scoredrop::session::{Session, Source};
use scoredrop::table::Shape;
use scoredrop::table::container::{Container, Limits, Packing, packing};
use scoredrop_testing::exam::provisional;
use scoredrop_testing::{File, as_preset, assert_adds_up, codes, read_otherwise, score};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

fn tree(value: &impl serde::Serialize) -> Value {
    serde_json::to_value(value).unwrap()
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/pairs")
}

fn all() -> Vec<Value> {
    serde_json::from_slice(&std::fs::read(folder().join("manifest.json")).unwrap()).unwrap()
}

/// The pairs of which all is said that must be recognised.
fn manifest() -> Vec<Value> {
    all().into_iter().filter(|pair| pair["expect"].is_null()).collect()
}

/// The pairs of which the number alone is said.
fn numbers() -> Vec<Value> {
    all().into_iter().filter(|pair| pair["expect"].is_object()).collect()
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_default()
}

fn files(pair: &Value) -> Vec<File> {
    let folder = folder().join(text(pair, "name"));
    let names = pair["files"].as_array().unwrap().iter().map(|name| name.as_str().unwrap());
    names
        .map(|name| File::dropped(name, taken_out(name, std::fs::read(folder.join(name)).unwrap())))
        .collect()
}

/// What the page and the command line take out of a log; other files as they are.
fn taken_out(name: &str, bytes: Vec<u8>) -> Vec<u8> {
    match packing(name, &bytes) {
        Some(Packing::Log(_) | Packing::InspectJson) => {
            let opened = Container::open(name, Box::new(bytes), Limits::NATIVE);
            let container = opened.expect("a log that opens").expect("a log");
            container.unpack(None).expect("rows").bytes
        }
        _ => bytes,
    }
}

/// A fraction of the manifest.
fn fraction(value: &Value) -> Option<f64> {
    Some(value[0].as_f64()? / value[1].as_f64()?)
}

/// The mean of the headline of a run.
fn headline(session: &Session, run: usize) -> f64 {
    session.score().unwrap().aggregates[run][0].mean.unwrap()
}

/// The headlines that are right: of every run, or the one that the files would have if they were
/// in order.
fn truth(pair: &Value) -> Vec<Option<f64>> {
    match pair["runs"].as_array() {
        Some(runs) => runs.iter().map(|run| fraction(&run["mean"])).collect(),
        None => vec![fraction(&pair["truth"])],
    }
}

fn is_true(session: &Session, pair: &Value) -> bool {
    let truth = truth(pair);
    truth.len() == session.joined().unwrap().runs.len()
        && (0..).zip(truth).all(|(run, mean)| mean == Some(headline(session, run)))
}

/// Why a score is provisional, without the guess of the preset, which a name takes away.
fn doubts(session: &Session) -> Vec<String> {
    let all = provisional(session);
    let of_files = |doubt: &&str| *doubt != "guessed_benchmark";
    all.split("; ").filter(|doubt| !doubt.is_empty()).filter(of_files).map(str::to_owned).collect()
}

/// The counts that are not zero.
fn counts(session: &Session, run: usize) -> Value {
    let mut counts = tree(&session.score().unwrap().reconciliations[run]);
    counts.as_object_mut().unwrap().retain(|_, count| *count != 0);
    counts
}

/// What is not as the manifest says, of files that were dropped and no more.
fn dropped(pair: &Value, result: &Result<Session, Error>) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut check = |what: &str, found: Value, wanted: &Value| {
        if found != *wanted {
            wrong.push(format!("{what}: {found} instead of {wanted}"));
        }
    };
    let session = match result {
        Err(error) => {
            check("outcome", json!("refused"), &pair["outcome"]);
            let problem = &error.problems[0];
            check("code", json!(problem.code), &pair["code"]);
            let said = problem.message.contains(text(pair, "says"));
            check(&format!("{problem}"), json!(said), &json!(true));
            let remedy = problem.remedy.as_deref().unwrap_or_default();
            let named = !remedy.is_empty() && remedy.contains(text(pair, "remedy"));
            check(&format!("remedy {remedy:?}"), json!(named), &json!(true));
            return wrong;
        }
        Ok(session) => session,
    };
    assert_adds_up(session);
    let plan = session.plan();
    let preset = plan.preset.id.as_ref().unwrap();
    check("preset", json!(preset.value), &pair["preset"]);
    let found = doubts(session);
    let wanted: Vec<&str> = pair["doubts"]
        .as_array()
        .map_or_else(Vec::new, |wanted| wanted.iter().map(|one| one.as_str().unwrap()).collect());
    let as_wanted = found.len() == wanted.len()
        && wanted.iter().all(|one| found.iter().any(|doubt| doubt == one));
    check(&format!("doubts {found:#?}"), json!(as_wanted), &json!(true));
    match text(pair, "outcome") {
        "right" => {
            let guessed = preset.certainty == Certainty::Guessed;
            check("preset guessed", json!(guessed), &pair["preset_guessed"]);
            let joined = session.joined().unwrap();
            check("join", tree(&joined.by.value), &pair["join"]);
            let runs = pair["runs"].as_array().unwrap();
            check("runs", json!(joined.runs.len()), &json!(runs.len()));
            for (index, run) in runs.iter().enumerate().take(joined.runs.len()) {
                let mean = headline(session, index);
                check("mean", json!(mean), &json!(fraction(&run["mean"])));
                check("counts", counts(session, index), &run["counts"]);
                if run["name"].is_string() {
                    check("name", json!(joined.runs[index].name), &run["name"]);
                }
            }
        }
        "provisional" => {
            check("doubted", json!(!found.is_empty()), &json!(true));
            let diagnostics = session.score().unwrap().diagnostics.iter();
            let messages = scoredrop_testing::doubts(session);
            let mut remedies = diagnostics
                .filter_map(|one| one.remedy.as_deref())
                .chain(messages.iter().map(String::as_str));
            let named = remedies.any(|remedy| remedy.contains(text(pair, "remedy")));
            check("a remedy is named", json!(named), &json!(true));
        }
        other => {
            check(&format!("headline {}", headline(session, 0)), json!("scored"), &json!(other));
        }
    }
    wrong
}

#[test]
fn pairs_are_read_as_they_must() {
    let (mut right, mut belonging) = (0, 0);
    let mut wrong = Vec::new();
    let mut rest = Vec::new();
    for pair in manifest() {
        let result = score(&files(&pair), Choices::default());
        let faults = dropped(&pair, &result);
        wrong.extend(faults.iter().map(|fault| format!("{}: {fault}", text(&pair, "name"))));
        let scored = result.is_ok_and(|session| is_true(&session, &pair));
        if pair["belongs"] == true {
            belonging += 1;
            right += usize::from(scored);
        }
        if !scored {
            rest.push(format!("{} {}", text(&pair, "outcome"), text(&pair, "name")));
        }
    }
    eprintln!("{right} of {belonging} pairs that belong together are right at first drop");
    eprintln!("the rest:\n{}", rest.join("\n"));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(belonging >= 60 && right * 10 >= belonging * 9, "{right} of {belonging}");
}

/// With the preset named, and then the roles, their guesses are no reasons any more: others must be
/// there wherever the number is not the true one.
#[test]
fn no_pair_is_wrong_in_silence() {
    let mut silent = Vec::new();
    for pair in manifest() {
        let files = files(&pair);
        let Ok(session) = score(&files, Choices::default()) else { continue };
        let roles = session.plan().roles.of.iter().enumerate();
        let roles = roles.filter_map(|(slot, role)| Some((slot as u32, role.as_ref()?.value)));
        let named = as_preset(&session.plan().preset.id.as_ref().unwrap().value);
        let told = Choices { roles: roles.collect(), ..named.clone() };
        for choices in [Choices::default(), named, told] {
            let Ok(session) = score(&files, choices) else { continue };
            let provisional = &session.score().unwrap().provisional;
            if provisional.is_empty() && !is_true(&session, &pair) {
                let mean = headline(&session, 0);
                silent.push(format!("{}: {mean} looks official", text(&pair, "name")));
            }
        }
    }
    assert!(silent.is_empty(), "{}", silent.join("\n"));
}

/// The means in per cent of each run over all questions.
fn means(session: &Session) -> Vec<(String, Vec<f64>)> {
    let runs = session.joined().unwrap().runs.iter().zip(&session.score().unwrap().aggregates);
    runs.map(|(run, aggregates)| {
        let whole = aggregates.iter().filter(|one| one.group.is_none());
        (run.name.to_lowercase(), whole.filter_map(|one| Some(one.mean? * 100.0)).collect())
    })
    .collect()
}

/// What became of a drop of which the number alone is said.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Became {
    Right,
    /// Refused, asked, or wrong with a reason beside it.
    Said,
    Silent,
}

fn became(expect: &Value, result: &Result<Session, Error>) -> Became {
    let Ok(session) = result else {
        let right = expect["refused"] == true || expect["doubted"] == true;
        let asked = result.as_ref().is_err_and(|error| error.problems[0].code == Code::Question);
        let may_ask = asked && expect["may_ask"] == true;
        return if right || may_ask { Became::Right } else { Became::Said };
    };
    let doubted = !session.score().unwrap().provisional.is_empty();
    let means = means(session);
    let near = |wanted: &Value, found: &f64| (found - wanted.as_f64().unwrap()).abs() <= 0.051;
    let right = match (expect["runs"].as_object(), expect["percent"].as_array()) {
        (Some(runs), _) => runs.iter().all(|(name, wanted)| {
            let named = means.iter().filter(|(run, _)| run.contains(name.as_str()));
            named.clone().count() > 0
                && named.clone().all(|(_, found)| found.iter().any(|one| near(wanted, one)))
        }),
        (None, Some(wanted)) => means
            .iter()
            .all(|(_, found)| wanted.iter().any(|one| found.iter().any(|two| near(one, two)))),
        _ => expect["doubted"] == true && doubted,
    };
    match (right, doubted) {
        (true, _) => Became::Right,
        (false, true) => Became::Said,
        (false, false) => Became::Silent,
    }
}

#[test]
fn shapes_of_published_files_give_their_number() {
    let (mut right, mut silent, mut others) = (0, Vec::new(), Vec::new());
    let pairs = numbers();
    for pair in &pairs {
        let name = text(pair, "name").to_owned();
        match became(&pair["expect"], &score(&files(pair), Choices::default())) {
            Became::Right => right += 1,
            Became::Said => others.push(name),
            Became::Silent => silent.push(name),
        }
    }
    eprintln!("{right} of {} right; not: {others:#?}", pairs.len());
    assert_eq!(silent, Vec::<String>::new());
    assert!(pairs.len() >= 120 && right * 100 >= pairs.len() * 95, "{right}: {others:#?}");
}

/// Whoever chooses the verdicts of a file gets them, of every system, with the one doubt that they are no more.
#[test]
fn verdicts_of_a_file_can_be_chosen() {
    for (name, runs) in [
        ("verdicts-alone", &["graded.csv"][..]),
        ("systems-each-with-verdicts", &["cot_correct", "oracle_correct"]),
    ] {
        let pair = all().into_iter().find(|pair| text(pair, "name") == name).unwrap();
        let session = score(&files(&pair), as_preset("plain-verdicts")).unwrap();
        let found: Vec<String> = means(&session).into_iter().map(|(run, _)| run).collect();
        assert_eq!(found, runs, "{name}");
        assert_eq!(codes(&session), ["own_verdicts"]);
    }
}

/// A file as rows that can be changed and written again.
struct Rows {
    form: Form,
    rows: Vec<serde_json::Map<String, Value>>,
}

#[derive(Clone, Copy)]
enum Form {
    Lines,
    List,
    Table(char),
}

impl Rows {
    /// JSON Lines, a JSON list of objects, or a table with a header; `None` for other files.
    fn read(name: &str, bytes: &[u8]) -> Option<Self> {
        let text = std::str::from_utf8(bytes).ok()?;
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let lines = text.lines().filter(|line| !line.trim().is_empty());
        let rows: Option<Vec<serde_json::Map<String, Value>>> =
            lines.map(|line| serde_json::from_str(line).ok()).collect();
        if let Some(rows) = rows.filter(|rows| rows.len() > 1) {
            return Some(Self { form: Form::Lines, rows });
        }
        if let Ok(rows) = serde_json::from_str::<Vec<serde_json::Map<String, Value>>>(text) {
            return (rows.len() > 1).then_some(Self { form: Form::List, rows });
        }
        let header = text.lines().next()?;
        let mark = [',', ';', '\t'].into_iter().max_by_key(|mark| header.matches(*mark).count())?;
        let is_table = [".csv", ".tsv"].iter().any(|end| name.ends_with(end));
        if !is_table || !header.contains(mark) || header.starts_with("sep=") {
            return None;
        }
        let mut table = cells(text, mark).into_iter();
        let names = table.next()?;
        let rows: Option<Vec<_>> = table
            .map(|row| {
                let cells = names.iter().cloned().zip(row.iter().map(|cell| json!(cell)));
                (row.len() == names.len()).then(|| cells.collect())
            })
            .collect();
        rows.filter(|rows| rows.len() > 1).map(|rows| Self { form: Form::Table(mark), rows })
    }

    fn write(&self) -> String {
        match self.form {
            Form::Lines => {
                let line = |row: &serde_json::Map<String, Value>| {
                    Value::Object(row.clone()).to_string() + "\n"
                };
                self.rows.iter().map(line).collect()
            }
            Form::List => json!(self.rows).to_string(),
            Form::Table(mark) => {
                let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
                let row = |cells: Vec<String>| cells.join(&mark.to_string()) + "\n";
                let mut text = row(self.rows[0].keys().map(|name| quoted(name)).collect());
                for cells in &self.rows {
                    let shown = |cell: &Value| {
                        quoted(&cell.as_str().map_or_else(|| cell.to_string(), str::to_owned))
                    };
                    text += &row(cells.values().map(shown).collect());
                }
                text
            }
        }
    }

    /// The same with a change that means nothing; a copy of the column `gold` where the file has it.
    fn changed(&self, change: usize, gold: &str) -> Self {
        let mut rows = self.rows.clone();
        for (number, row) in rows.iter_mut().enumerate() {
            match change {
                0 => {
                    let cells = std::mem::take(row).into_iter();
                    *row = cells
                        .enumerate()
                        .map(|(place, (_, cell))| (format!("zq{place}x"), cell))
                        .collect();
                }
                1 => {}
                2 => {
                    row.insert("weight".to_owned(), json!(number * 31 % 17));
                }
                _ => {
                    if let Some(copy) = row.get(gold).cloned() {
                        row.insert("copied".to_owned(), copy);
                    }
                }
            }
        }
        if change == 1 {
            let middle = rows.len() / 2;
            rows.rotate_left(middle);
            let last = rows.len() - 1;
            rows.swap(0, last.min(3));
        }
        Self { form: self.form, rows }
    }
}

/// The cells of a table, quoted or not.
fn cells(text: &str, mark: char) -> Vec<Vec<String>> {
    let (mut rows, mut row, mut cell) = (Vec::new(), Vec::new(), String::new());
    let mut quoted = false;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '"' if quoted && chars.peek() == Some(&'"') => {
                chars.next();
                cell.push('"');
            }
            '"' => quoted = !quoted,
            '\r' if !quoted => {}
            '\n' if !quoted => {
                row.push(std::mem::take(&mut cell));
                rows.push(std::mem::take(&mut row));
            }
            c if c == mark && !quoted => row.push(std::mem::take(&mut cell)),
            c => cell.push(c),
        }
    }
    if !cell.is_empty() || !row.is_empty() {
        row.push(cell);
        rows.push(row);
    }
    rows
}

/// Columns renamed to nonsense, rows in another order, a column of noise, and a copy of the gold answers, in
/// one file or in both: the number stays, or it is said that it may not.
#[test]
fn changes_of_shapes_that_mean_nothing_are_never_silent() {
    let (mut wrong, mut kept, mut all, mut tables, mut twos) = (Vec::new(), 0, 0, 0, 0);
    for pair in numbers().iter().filter(|pair| pair["expect"]["percent"].is_array()) {
        let folder = folder().join(text(pair, "name"));
        let names: Vec<String> = serde_json::from_value(pair["files"].clone()).unwrap();
        let read = |name: &String| Rows::read(name, &std::fs::read(folder.join(name)).unwrap());
        let Some(given) = names.iter().map(read).collect::<Option<Vec<_>>>() else { continue };
        let Ok(session) = score(&files(pair), Choices::default()) else { continue };
        // Without a header there are no names to be changed.
        let headless = |source: &Source| {
            let inspection = source.inspection.as_ref();
            inspection.is_ok_and(|one| one.shape == Shape::Table && !one.header)
        };
        if session.sources().iter().any(headless) {
            continue;
        }
        // What is written again as it was has to be what it was.
        let dropped = |change: Option<usize>, gold: &str| -> Vec<File> {
            let written = |(name, rows): (&String, &Rows)| {
                let text = match change {
                    Some(change) => rows.changed(change, gold).write(),
                    None => rows.write(),
                };
                File::dropped(name, text)
            };
            names.iter().zip(&given).map(written).collect()
        };
        let Some(gold) =
            session.plan().columns.maps[session.plan().roles.gold.unwrap()].one(Field::Answers)
        else {
            continue;
        };
        let plain = score(&dropped(None, gold), Choices::default());
        if !matches!(became(&pair["expect"], &plain), Became::Right) {
            continue;
        }
        // Where rows belong together by their order, another one is other data.
        let by_row = session.joined().unwrap().by.value == JoinBy::Row;
        for change in (0..4).filter(|change| !(by_row && *change == 1)) {
            all += 1;
            tables += usize::from(given.iter().all(|file| matches!(file.form, Form::Table(_))));
            twos += usize::from(given.len() == 2);
            let result = score(&dropped(Some(change), gold), Choices::default());
            match became(&pair["expect"], &result) {
                Became::Right => kept += 1,
                Became::Said => {}
                Became::Silent => wrong.push(format!("{} change {change}", text(pair, "name"))),
            }
        }
    }
    eprintln!(
        "{kept} of {all} changed drops keep their number, {tables} tables, {twos} of two files"
    );
    assert_eq!(wrong, Vec::<String>::new());
    assert!(all >= 200 && tables >= 60 && twos >= 60, "{all} {tables} {twos}");
}

/// Tags are those of `pairs/tags.json`, each pair has one, and each tag is used. A pair is tagged as a
/// refusal if it is expected to be refused.
#[test]
fn every_pair_has_known_tags() {
    let known = std::fs::read(folder().join("tags.json")).unwrap();
    let meanings: BTreeMap<String, String> = serde_json::from_slice(&known).unwrap();
    let mut used = BTreeSet::new();
    for pair in all() {
        let name = text(&pair, "name");
        let tags: Vec<String> = serde_json::from_value(pair["tags"].clone()).unwrap();
        assert!(!tags.is_empty() && tags.is_sorted(), "{name}: {tags:?}");
        let refused = pair["outcome"] == "refused" || pair["expect"]["refused"] == true;
        assert_eq!(tags.iter().any(|tag| tag == "refusal"), refused, "{name}");
        used.extend(tags);
    }
    assert_eq!(used, meanings.into_keys().collect());
}

/// Every folder is in the manifest, and every file is dropped.
#[test]
fn the_manifest_is_whole() {
    let pairs = all();
    let mut folders = 0;
    for entry in std::fs::read_dir(folder()).unwrap() {
        let entry = entry.unwrap();
        if !entry.file_type().unwrap().is_dir() {
            continue;
        }
        folders += 1;
        let name = entry.file_name().into_string().unwrap();
        let pair = pairs.iter().find(|pair| text(pair, "name") == name);
        let pair = pair.unwrap_or_else(|| panic!("{name} is not in the manifest"));
        let mut there: Vec<String> = std::fs::read_dir(entry.path())
            .unwrap()
            .map(|file| file.unwrap().file_name().into_string().unwrap())
            .collect();
        let mut named: Vec<String> = serde_json::from_value(pair["files"].clone()).unwrap();
        there.sort();
        named.sort();
        assert_eq!(there, named, "{name}");
    }
    assert_eq!(folders, pairs.len());
}

#[test]
fn an_offered_number_is_the_number_that_comes() {
    let mut offered = 0;
    for pair in all() {
        let files = files(&pair);
        let Ok(mut session) = score(&files, Choices::default()) else { continue };
        read_otherwise(&mut session, &files);
        let cards = session.finished().unwrap().reading_cards();
        let name = text(&pair, "name");
        assert!(cards.len() <= 4 && cards[0].reading.chosen, "{name}");
        for card in &cards[1..] {
            let comes = score(&files, card.choices.clone()).unwrap();
            let comes = comes.finished().unwrap().reading_cards().remove(0).reading;
            let is_it = comes.is_same(&card.reading) && comes.has_numbers_of(&card.reading);
            assert!(is_it, "{name}: {:#?} instead of {comes:#?}", card.reading);
            let is_known = |known: &Reading| known.is_same(&comes);
            let times = cards.iter().filter(|card| is_known(&card.reading)).count();
            assert_eq!(times, 1, "{name}: {comes:#?}");
            offered += 1;
        }
    }
    assert!(offered > 30, "{offered}");
}
