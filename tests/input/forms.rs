//! The form of a text file is guessed, and whoever knows better says so: encoding, separator, and
//! whether the first row names the columns.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use proptest::prelude::*;
use scoredrop::base::diagnostic::Code;
use scoredrop::base::error::Error;
use scoredrop::base::types::VariantArray as _;
use scoredrop::session::Session;
use scoredrop::session::protocol::{Choices, ExportFormat, FileCard, Origin};
use scoredrop::session::report;
use scoredrop::table::{Encoding, Form, FormPart, Separator};
use scoredrop_testing::archives::gzip;
use scoredrop_testing::exam::{N, answer, gold, id, lines, prediction, provisional, question};
use scoredrop_testing::{File, as_preset, head, mean, report, said, score};
use serde_json::{Value, json};
use std::collections::BTreeMap;

const ENCODINGS: [Encoding; 4] =
    [Encoding::Utf8, Encoding::Utf16Le, Encoding::Utf16Be, Encoding::Windows1252];
const SEPARATORS: [Separator; 5] =
    [Separator::Comma, Separator::Semicolon, Separator::Tabulator, Separator::Bar, Separator::None];

fn guessed() -> Form {
    Form::default()
}

fn encoding(encoding: Encoding) -> Form {
    Form { encoding: Some(encoding), ..guessed() }
}

fn separator(separator: Separator) -> Form {
    Form { separator: Some(separator), ..guessed() }
}

fn header(header: bool) -> Form {
    Form { header: Some(header), ..guessed() }
}

/// The choice of a form for the second file.
fn forms(form: &Form) -> BTreeMap<u32, Form> {
    BTreeMap::from([(1, form.clone())])
}

/// The value of a part of the form on a card.
fn part(card: &FileCard, name: &str) -> Option<&'static str> {
    let part = FormPart::VARIANTS.iter().find(|part| part.name() == name);
    card.form.value(*part.unwrap())
}

/// The exam with predictions in a file of whose form something is chosen.
struct Desk {
    session: Session,
    files: [File; 2],
}

impl Desk {
    fn new(gold: File, predictions: File) -> Self {
        let mut session = Session::new();
        let files = [gold, predictions];
        for (slot, file) in (0..).zip(&files) {
            session.add(slot, &file.name, file.bytes.len() as u64, |length| head(file, length));
        }
        Self { session, files }
    }

    /// Scores as the page does when a choice changes: only what has changed is read again.
    #[allow(clippy::needless_pass_by_value, reason = "forms are made where they are chosen")]
    fn choose(&mut self, form: Form) -> Result<f64, Error> {
        let roles = self.files.iter().map(|file| file.role.unwrap());
        let choices = Choices {
            roles: (0..).zip(roles).collect(),
            forms: forms(&form),
            ..as_preset("squad-v1")
        };
        let session = &mut self.session;
        session.choose(choices);
        for (slot, file) in (0..).zip(&self.files) {
            session.inspect_again(slot, |length| head(file, length));
        }
        session.understand();
        for index in session.unread() {
            let Some(mut reader) = session.reader(index) else { continue };
            reader.push(&self.files[index].bytes)?;
            session.finish_reading(index, reader)?;
        }
        session.join()?;
        let mut evaluation = session.evaluate().unwrap();
        while !session.advance(&mut evaluation, usize::MAX) {}
        session.accept(evaluation)?;
        Ok(mean(session, 0, "exact_match"))
    }

    fn card(&self) -> FileCard {
        report::summary(&self.session, &[], &[], false).files.remove(1)
    }
}

fn exam(name: &str, bytes: impl Into<Vec<u8>>) -> Desk {
    Desk::new(gold(), File::predictions(name, bytes))
}

fn rows(row: impl Fn(usize) -> String) -> String {
    (0..N).map(|i| row(i) + "\n").collect()
}

fn latin(text: &str) -> Vec<u8> {
    text.chars().map(|character| u8::try_from(u32::from(character)).unwrap()).collect()
}

/// Gold answers with letters beyond ASCII in every other row.
fn towns() -> (File, String) {
    let town =
        |i: usize| if i.is_multiple_of(2) { format!("Düren {i}") } else { format!("Ulm {i}") };
    let golds = (0..N).map(|i| json!({ "id": id(i), "question": "q", "answers": [town(i)] }));
    let table = format!("id,prediction\n{}", rows(|i| format!("{},{}", id(i), town(i))));
    (File::gold("gold.jsonl", lines(golds)), table)
}

#[test]
fn windows_1252_read_as_utf_8_and_back() {
    let (gold, table) = towns();
    let mut desk = Desk::new(gold, File::predictions("a.csv", latin(&table)));
    assert_eq!(desk.choose(guessed()).unwrap(), 1.0);
    assert_eq!(part(&desk.card(), "encoding"), Some("windows-1252"));
    assert_eq!(desk.choose(encoding(Encoding::Utf8)).unwrap(), 0.5);
    assert_eq!(part(&desk.card(), "encoding"), Some("utf-8"));
    assert!(!said(&desk.session, Code::InvalidUtf8).is_empty());
    assert!(said(&desk.session, Code::Windows1252).is_empty());
    assert_eq!(desk.choose(encoding(Encoding::Windows1252)).unwrap(), 1.0);
    assert_eq!(desk.choose(guessed()).unwrap(), 1.0);
}

#[test]
fn utf_8_read_as_windows_1252_and_back() {
    let (gold, table) = towns();
    let mut desk = Desk::new(gold, File::predictions("a.csv", table));
    assert_eq!(desk.choose(guessed()).unwrap(), 1.0);
    assert_eq!(desk.choose(encoding(Encoding::Windows1252)).unwrap(), 0.5);
    let noted = &said(&desk.session, Code::Windows1252)[0].message;
    assert!(noted.contains("40 bytes"), "{noted}");
    assert_eq!(desk.choose(guessed()).unwrap(), 1.0);
    assert!(said(&desk.session, Code::Windows1252).is_empty());
}

#[test]
fn every_value_has_its_name() {
    let encodings = ENCODINGS.map(encoding).to_vec();
    let separators = SEPARATORS.map(separator).to_vec();
    for form in [encodings, separators, vec![header(true), header(false)]].concat() {
        let mut desk = exam("a.csv", "id,prediction\n1,a\n");
        let _ = desk.choose(form.clone());
        assert_eq!(desk.session.sources()[1].form, form);
        let mut named = guessed();
        for part in FormPart::VARIANTS {
            named.set(*part, form.value(*part).unwrap_or_default());
        }
        assert_eq!(named, form);
    }
    // A name that is not known leaves the part to be guessed.
    let mut nonsense = Form {
        encoding: Some(Encoding::Utf16Be),
        separator: Some(Separator::Bar),
        header: Some(false),
    };
    for part in FormPart::VARIANTS {
        nonsense.set(*part, "x");
    }
    assert_eq!(nonsense, guessed());
}

/// Every row has as many commas as semicolons.
fn commas() -> String {
    let row = |i: usize| format!("a, b, {i};{};{}", id(i), prediction(i));
    format!("town, valley, number;id;prediction\n{}", rows(row))
}

#[test]
fn a_semicolon_file_whose_first_cell_holds_commas() {
    let mut desk = exam("a.csv", commas());
    assert!(desk.choose(guessed()).is_err());
    let card = desk.card();
    assert_eq!(part(&card, "separator"), Some("comma"));
    assert_eq!(card.columns[1].examples, ["b"; 3]);
    assert_eq!(desk.choose(separator(Separator::Semicolon)).unwrap(), 0.9);
    let card = desk.card();
    assert_eq!(part(&card, "separator"), Some("semicolon"));
    assert_eq!(part(&card, "header"), Some("yes"));
    assert_eq!(card.columns[0].name, "town, valley, number");
    assert_eq!(card.columns[0].examples, ["a, b, 0", "a, b, 1", "a, b, 2"]);
    assert!(desk.choose(guessed()).is_err());
}

#[test]
fn a_tsv_with_commas() {
    let row = |i: usize| format!("{},\t{}\tx, y", id(i), prediction(i));
    let table = format!("id,\tprediction\tnote\n{}", rows(row)).replace(",\t", "\t");
    let mut desk = exam("a.tsv", table);
    assert_eq!(desk.choose(guessed()).unwrap(), 0.9);
    // Only the order of the rows is left to join them by, and nothing is the same.
    assert_eq!(desk.choose(separator(Separator::Comma)).unwrap(), 0.0);
    assert!(!provisional(&desk.session).is_empty());
    assert_eq!(desk.choose(separator(Separator::Tabulator)).unwrap(), 0.9);
    let _ = desk.choose(separator(Separator::None));
    assert_eq!(desk.card().columns.len(), 1);
}

#[test]
fn a_header_taken_as_data_and_back() {
    let table = format!("id,prediction\n{}", rows(|i| format!("{},{}", id(i), prediction(i))));
    let mut desk = exam("a.csv", table);
    assert_eq!(desk.choose(guessed()).unwrap(), 0.9);
    assert_eq!(desk.session.sources()[1].read.as_ref().unwrap().table.rows(), N);
    let _ = desk.choose(header(false));
    let card = desk.card();
    let names: Vec<&str> = card.columns.iter().map(|column| column.name.as_str()).collect();
    assert_eq!((names, part(&card, "header")), (vec!["column 1", "column 2"], Some("no")));
    assert_eq!(card.columns[1].examples[0], "prediction");
    assert_eq!(desk.choose(header(true)).unwrap(), 0.9);
    assert_eq!(desk.session.sources()[1].read.as_ref().unwrap().table.rows(), N);
}

#[test]
fn names_that_look_like_data() {
    let table = format!("1,prediction\n{}", rows(|i| format!("{},{}", id(i), prediction(i))));
    let mut desk = exam("a.csv", table);
    let _ = desk.choose(guessed());
    assert_eq!(part(&desk.card(), "header"), Some("no"));
    let _ = desk.choose(header(true));
    let card = desk.card();
    assert_eq!((card.columns[0].name.as_str(), part(&card, "header")), ("1", Some("yes")));
    assert!(said(&desk.session, Code::NoHeader).is_empty());
}

#[test]
fn the_first_line_of_plain_text() {
    let mut desk = exam("a.txt", rows(answer));
    let _ = desk.choose(guessed());
    let card = desk.card();
    assert_eq!((part(&card, "separator"), part(&card, "header")), (Some("none"), Some("no")));
    let _ = desk.choose(header(true));
    let card = desk.card();
    assert_eq!((card.columns[0].name.clone(), part(&card, "header")), (answer(0), Some("yes")));
    let mut desk = exam("a.txt", format!("\n{}", rows(answer)));
    let _ = desk.choose(header(true));
    assert_eq!(desk.card().columns[0].name, "(value)");
}

/// Long words of another script, with hardly a byte that gives UTF-16 away.
#[test]
fn utf_16_without_mark() {
    let word = |i: usize| "長い返答".repeat(20) + &i.to_string();
    let golds = (0..N).map(|i| json!({ "id": id(i), "question": "q", "answers": [word(i)] }));
    let table = format!("id,prediction\n{}", rows(|i| format!("{},{}", id(i), word(i))));
    for (to_bytes, own, other) in [
        (u16::to_le_bytes as fn(u16) -> [u8; 2], Encoding::Utf16Le, Encoding::Utf16Be),
        (u16::to_be_bytes, Encoding::Utf16Be, Encoding::Utf16Le),
    ] {
        let bytes: Vec<u8> = table.encode_utf16().flat_map(to_bytes).collect();
        let file = File::predictions("a.csv", bytes);
        let mut desk = Desk::new(File::gold("gold.jsonl", lines(golds.clone())), file);
        assert!(desk.choose(guessed()).is_err());
        assert!(part(&desk.card(), "encoding").is_some(), "the menu is there");
        assert_eq!(desk.choose(encoding(own)).unwrap(), 1.0);
        assert!(desk.choose(encoding(other)).is_err());
        assert_eq!(desk.card().form.encoding, Some(other));
        assert_eq!(desk.choose(encoding(own)).unwrap(), 1.0);
    }
}

#[test]
fn json_has_an_encoding_and_no_more() {
    let mut desk = exam("a.jsonl", lines((0..N).map(|i| json!({"id": id(i), "prediction": "é"}))));
    let _ = desk.choose(guessed());
    assert_eq!(desk.card().form, encoding(Encoding::Utf8));
}

#[test]
fn a_packed_file() {
    let text = commas().replace("; id", ";id").replace("a, b", "\u{e9}, b");
    let mut desk = exam("a.csv.gz", gzip(latin(&text)));
    assert!(desk.choose(guessed()).is_err());
    assert_eq!(desk.choose(separator(Separator::Semicolon)).unwrap(), 0.9);
    assert_eq!(desk.card().columns[0].examples[0], "é, b, 0");
    let both = Form { encoding: Some(Encoding::Utf8), ..separator(Separator::Semicolon) };
    assert_eq!(desk.choose(both).unwrap(), 0.9);
    assert_eq!(desk.card().columns[0].examples[0], "\u{fffd}, b, 0");
}

#[test]
fn what_was_chosen_stands_in_report_and_signature() {
    let form = Form {
        encoding: Some(Encoding::Windows1252),
        separator: Some(Separator::Semicolon),
        header: Some(true),
    };
    let files = [gold(), File::predictions("a.csv", commas())];
    let choices = Choices { forms: forms(&form), ..as_preset("squad-v1") };
    let mut session = score(&files, choices.clone()).unwrap();
    let json: Value = serde_json::from_str(&report(&mut session, ExportFormat::Json)).unwrap();
    let words = "encoding:windows-1252,separator:semicolon,header:yes";
    assert_eq!(json["sources"][1]["chosen"], words);
    assert_eq!(json["sources"][1]["encoding"], "windows-1252");
    assert!(json["sources"][0].get("chosen").is_none());
    let signature = json["signature"].as_str().unwrap();
    assert!(signature.contains(&format!("+{words}{{")), "{signature}");

    // As a worker that is started anew hears of it: the choice comes first.
    let mut early = Session::new();
    early.choose(choices);
    early.add(1, "a.csv", files[1].bytes.len() as u64, |length| head(&files[1], length));
    let inspected = |session: &Session, index: usize| {
        let source = &session.sources()[index];
        (source.form.clone(), source.inspection.as_ref().unwrap().describe())
    };
    assert_eq!(inspected(&early, 0), inspected(&session, 1));
}

#[test]
fn what_was_made_of_a_workbook_has_no_form_to_choose() {
    let origin = |format: &str, by_record| Origin {
        name: "a.zip".to_owned(),
        format: format.to_owned(),
        file: "b.csv".to_owned(),
        by_record,
        ..Origin::default()
    };
    let bytes = b"id,prediction\n1,a;b\n".to_vec();
    let file = File::predictions("a.zip (b.csv)", bytes.clone());
    for (format, by_record, has_form) in [
        ("xlsx", true, false),
        ("zip/xlsx", true, false),
        ("zip/inspect", false, false),
        ("zip", false, true),
    ] {
        let mut session = Session::new();
        let size = bytes.len() as u64;
        let made = Some(origin(format, by_record));
        session.add_unpacked(1, &file.name, size, made, |length| head(&file, length));
        let forms = forms(&separator(Separator::Semicolon));
        session.choose(Choices { forms, ..Choices::default() });
        session.inspect_again(1, |length| head(&file, length));
        session.understand();
        let card = report::summary(&session, &[], &[], false).files.remove(0);
        assert_eq!(card.form != Form::default(), has_form, "{format}");
        assert_eq!(card.columns[0].name == "id,prediction", has_form, "{format}");
        let source = &session.sources()[0];
        assert_eq!(source.form != guessed(), has_form);
        let now = &source.origin.as_ref().unwrap().format;
        assert_eq!(now, if has_form { "zip/csv" } else { format });
    }
}

fn form() -> impl Strategy<Value = Form> {
    let encodings = prop::option::of(prop::sample::select(ENCODINGS.to_vec()));
    let separators = prop::option::of(prop::sample::select(SEPARATORS.to_vec()));
    let parts = (encodings, separators, any::<Option<bool>>());
    parts.prop_map(|(encoding, separator, header)| Form { encoding, separator, header })
}

proptest! {
    /// Whatever is chosen of whatever bytes: an error or a number, never a panic, and never
    /// anything that another choice leaves behind.
    #[test]
    fn nonsense_is_survived(
        bytes in prop_oneof![
            prop::collection::vec(any::<u8>(), 0..200),
            "[\\ufeffa-c,;|\\t\"\\[{:}\n\r é長]{0,120}".prop_map(String::into_bytes),
            Just(b"sep=;\nid;prediction\n1;a\n".to_vec()),
            Just(b"\xff\xfei\0d\0\n\0".to_vec()),
            Just(gzip(b"id,prediction\n1,a\n")),
        ],
        name in prop::sample::select(vec!["a.csv", "a.txt", "a.json", "a.jsonl", "a.tsv.gz"]),
        forms in prop::collection::vec(form(), 1..4),
    ) {
        let mut desk = exam(name, bytes.clone());
        for form in &forms {
            let _ = desk.choose(form.clone());
        }
        let last = forms.last().unwrap().clone();
        let mut fresh = exam(name, bytes);
        let _ = fresh.choose(last);
        prop_assert_eq!(desk.card(), fresh.card());
    }
}

#[test]
fn questions_join_by_their_words_after_a_change() {
    let row = |i: usize| format!("{}|{}", question(i), prediction(i));
    let mut desk = exam("a.csv", format!("question|prediction\n{}", rows(row)));
    assert_eq!(desk.choose(guessed()).unwrap(), 0.9);
    assert_eq!(desk.choose(separator(Separator::Comma)).unwrap(), 0.0);
    assert_eq!(desk.choose(separator(Separator::Bar)).unwrap(), 0.9);
}
