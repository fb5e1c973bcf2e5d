//! Work that is shared: whoever reads a part of a file or scores a question, and in whatever order it
//! comes back or does not, the report is the same to the last byte.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod common;

use common::{File, as_preset, head, leave_texts, score};
use proptest::prelude::*;
use scoredrop::evaluate::{Evaluation, Hand};
use scoredrop::input::{Cut, Piece, PieceReader};
use scoredrop::preset::{hex, presets};
use scoredrop::protocol::{Choices, ExportFormat};
use scoredrop::report::forms::{self, Wanted};
use scoredrop::session::{FilePart, Session, Shares, Step, WindowTask};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::ops::Range;

/// Says what happens next: numbers below a bound, from a list that is gone through again and again.
struct Chance<'a> {
    numbers: &'a [usize],
    at: usize,
}

impl Chance<'_> {
    fn below(&mut self, bound: usize) -> usize {
        self.at += 1;
        self.numbers[self.at % self.numbers.len()] % bound
    }
}

/// How work is shared.
#[derive(Clone, Debug)]
struct Crew {
    mates: usize,
    /// Bytes of a part of a file.
    part: u64,
    /// Bytes that are read at a time.
    slice: u64,
    /// Questions that are scored at a time.
    questions: usize,
    /// Bytes of a window, where texts are left in their files.
    window: Option<u64>,
    chances: Vec<usize>,
}

/// What a mate does with a part: nothing where it is not the one to read it.
fn read_part(cut: &str, bytes: &[u8], part: &FilePart, slice: u64) -> Option<Vec<u8>> {
    let cut = Cut::from_text(cut).unwrap();
    let mut reader = PieceReader::new(&cut, part.bytes.clone());
    loop {
        let at = reader.at() as usize;
        let end = bytes.len().min(at + slice as usize);
        if at == end || !reader.push(&bytes[at..end]).ok()? {
            break;
        }
    }
    reader.finish()
}

/// Reads files as a desk with mates does.
fn read(session: &mut Session, files: &[File], crew: &Crew, chance: &mut Chance<'_>) -> u64 {
    let unread = session.unread();
    let mut parts: Shares<Vec<u8>> = Shares::new(session, &unread, crew.part);
    let mut out: Vec<FilePart> = Vec::new();
    let mut taken = 0;
    for index in unread {
        let mut reader = session.reader(index).unwrap();
        let bytes = &files[index].bytes;
        let total = bytes.len() as u64;
        let mut offset = 0;
        loop {
            while out.len() < crew.mates {
                let Some(part) = parts.deal() else { break };
                out.push(part);
            }
            let step = parts.step(index, offset, crew.slice);
            if !out.is_empty() && (step == Step::Wait || chance.below(2) == 0) {
                let part = out.remove(chance.below(out.len()));
                let cut = session.cut(part.index).unwrap().to_text();
                // Some do not come back.
                let is_lost = chance.below(5) == 0;
                let found = read_part(&cut, &files[part.index].bytes, &part, crew.slice);
                parts.take_back(&part, found.filter(|_| !is_lost));
            }
            match step {
                Step::Wait => continue,
                Step::Read(end) => {
                    let end = end.min(total);
                    reader.push(&bytes[offset as usize..end as usize]).unwrap();
                    offset = end;
                }
                Step::Take(read) => {
                    let piece = Piece::new(&read).unwrap();
                    let first = piece.first().max(offset);
                    reader.push(&bytes[offset as usize..first as usize]).unwrap();
                    offset = first;
                    if reader.absorb(&piece).unwrap() {
                        taken += 1;
                        offset = piece.end();
                    }
                }
            }
            if offset >= total {
                break;
            }
        }
        session.finish_reading(index, reader).unwrap();
        let slot = session.sources()[index].slot;
        session.set_sha256(slot, hex(&Sha256::digest(bytes)));
    }
    taken
}

/// Scores as a desk with mates does; how many questions mates have scored.
fn evaluate(session: &mut Session, files: &[File], crew: &Crew, chance: &mut Chance<'_>) -> usize {
    session.join().unwrap();
    let mut evaluation = session.evaluation().unwrap();
    let terms = session.terms(&evaluation);
    let mut hands: Vec<Hand> =
        (0..crew.mates).filter_map(|_| Some(Hand::new(terms.as_ref()?).unwrap())).collect();
    if session.leaves_texts() {
        return evaluate_windows(session, files, evaluation, hands, chance);
    }
    let mut out: Vec<(Range<usize>, Vec<u8>)> = Vec::new();
    let mut dealt = 0;
    loop {
        while out.len() < hands.len() {
            let Some(range) = evaluation.deal(1 + chance.below(crew.questions)) else { break };
            let packet = session.packet(&evaluation, &range).unwrap();
            out.push((range, packet));
        }
        if !out.is_empty() {
            let (range, packet) = out.remove(chance.below(out.len()));
            match chance.below(7) {
                0 => evaluation.take_back(range),
                1 => {
                    assert!(!session.accept_dealt(&mut evaluation, range.clone(), &packet[1..]));
                    evaluation.take_back(range);
                }
                _ => {
                    let hand = chance.below(hands.len());
                    let outcomes = hands[hand].score(&packet, None).unwrap();
                    dealt += range.len();
                    assert!(session.accept_dealt(&mut evaluation, range, &outcomes));
                }
            }
        }
        if session.advance(&mut evaluation, 1 + chance.below(crew.questions)) {
            break;
        }
    }
    session.accept(evaluation).unwrap();
    dealt
}

/// The same where texts were left in their files; how many windows mates have scored.
fn evaluate_windows(
    session: &mut Session,
    files: &[File],
    mut evaluation: Evaluation,
    mut hands: Vec<Hand>,
    chance: &mut Chance<'_>,
) -> usize {
    let mut out: Vec<WindowTask> = Vec::new();
    let mut dealt = 0;
    loop {
        while out.len() < hands.len() {
            let Some(task) = session.deal_window(&mut evaluation) else { break };
            out.push(task);
        }
        if !out.is_empty() {
            let task = out.remove(chance.below(out.len()));
            let bytes = &files[task.index].bytes;
            let text = &bytes[task.bytes.start as usize..task.bytes.end as usize];
            let cut = Cut::from_text(&task.cut.to_text()).unwrap();
            let hand = chance.below(hands.len());
            let rows = cut.read_rows(task.bytes.start, text).unwrap();
            let shifted = cut.read_rows(task.bytes.start + 1, text).unwrap();
            assert!(hands[hand].score(&task.packet, Some(&shifted)).is_none(), "other rows");
            let outcomes = hands[hand].score(&task.packet, Some(&rows)).unwrap();
            match chance.below(5) {
                0 => evaluation.take_back_window(task.window),
                1 => {
                    let short = &outcomes[..outcomes.len() - 4];
                    assert!(!session.accept_window(&mut evaluation, &task.window, short));
                    evaluation.take_back_window(task.window);
                }
                _ => {
                    assert!(session.accept_window(&mut evaluation, &task.window, &outcomes));
                    dealt += 1;
                }
            }
        }
        if session.advance(&mut evaluation, 1 + chance.below(9)) {
            break;
        }
    }
    session.accept(evaluation).unwrap();
    dealt
}

fn opened(files: &[File], choices: &Choices, window: Option<u64>) -> Session {
    let mut session = Session::new();
    let mut choices = choices.clone();
    for (slot, file) in (0..).zip(files) {
        if let Some(role) = file.role {
            choices.roles.insert(slot, role);
        }
        session.add(slot, &file.name, file.bytes.len() as u64, |length| head(file, length));
    }
    for (slot, file) in (0..).zip(files) {
        if let Some(window) = window {
            leave_texts(&mut session, slot, file, window);
        }
    }
    session.choose(choices);
    session
}

/// Scores files both ways and holds the reports against each other. How many parts and questions others
/// have done.
fn assert_same(files: &[File], choices: &Choices, crew: &Crew) -> (u64, usize) {
    let alone = score(files, choices.clone()).unwrap();
    let mut chance = Chance { numbers: &crew.chances, at: 0 };
    let mut shared = opened(files, choices, crew.window);
    let parts = read(&mut shared, files, crew, &mut chance);
    let questions = evaluate(&mut shared, files, crew, &mut chance);
    for format in [ExportFormat::Json, ExportFormat::Official] {
        let texts = [&alone, &shared].map(|session| {
            let mut out = Vec::new();
            forms::write(session, format, Wanted::default(), &mut out).unwrap();
            String::from_utf8(out).unwrap()
        });
        assert!(texts[0] == texts[1], "{format:?} differs\n{}\n{}", texts[0], texts[1]);
    }
    (parts, questions)
}

fn crew() -> impl Strategy<Value = Crew> {
    let chances = prop::collection::vec(0..60_usize, 1..20);
    let window = prop::option::of(1..400_u64);
    (0..5_usize, 1..400_u64, 1..300_u64, 1..9_usize, window, chances).prop_map(
        |(mates, part, slice, questions, window, chances)| Crew {
            mates,
            part,
            slice,
            questions,
            window,
            chances,
        },
    )
}

const LINES: [&str; 12] = [
    r#"{"id": 1, "question": "who", "answers": ["Ann", "Bob"], "prediction": "ann"}"#,
    r#"{"id": "a", "question": "w\u00e9", "answers": ["x"], "late": 3, "prediction": "the X "}"#,
    r#"{"id": "b", "answers": [], "prediction": null, "later": {"a": [1]}}"#,
    r#"{"id": "c", "question": "q", "answers": ["é 中"], "prediction": "中 é\n", "prediction": "2"}"#,
    r#"{"id": "d", "answers": "text", "prediction": ["list", "of", "two"]}"#,
    r#"{"id": "e", "answers": NaN, "prediction": NaN}"#,
    "{'id': 'f', 'answers': ['python'], 'prediction': 'Python'}",
    r#"{"id": "g", "answers": ["broken"], "prediction": "#,
    "[1, 2]",
    "",
    "   \t ",
    r#"{"id": "h", "answers": ["a", "b", "c"], "prediction": "no line says more than this one does"}"#,
];

/// Files of lines, most of them sound.
fn file() -> impl Strategy<Value = Vec<u8>> {
    let sound = prop::sample::select(vec![0, 1, 2, 4, 11]);
    let line = prop_oneof![12 => sound, 1 => 0..LINES.len()];
    let ends = prop::sample::select(vec!["\n", "\r\n"]);
    (prop::collection::vec(line, 1..40), ends, any::<bool>(), any::<bool>()).prop_map(
        |(lines, end, mark, last)| {
            let mut text = String::from(if mark { "\u{feff}" } else { "" });
            for (number, line) in lines.into_iter().enumerate() {
                text.push_str(&LINES[line].replace("\"id\": \"", &format!("\"id\": \"{number}")));
                text.push_str(end);
            }
            text.truncate(text.len() - if last { end.len() } else { 0 });
            text.into_bytes()
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn parts_of_files_are_read_as_the_whole(
        gold in file(),
        predictions in file(),
        crew in crew(),
    ) {
        let files = [File::gold("gold.jsonl", gold), File::predictions("p.jsonl", predictions)];
        let choices = as_preset("squad-v1");
        if score(&files, choices.clone()).is_ok() {
            assert_same(&files, &choices, &crew);
        }
    }
}

/// Questions of real cases: gold answers, prediction.
fn cases(text: &str, most: usize) -> Vec<Value> {
    let all: Vec<Value> = text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let usable = |case: &&Value| !case["gold"].is_null() && case["pred"].is_string();
    let all: Vec<&Value> = all.iter().filter(usable).collect();
    all.iter().step_by((all.len() / most).max(1)).map(|case| (*case).clone()).collect()
}

const A_CREW: [(usize, &[usize]); 3] = [(1, &[2]), (2, &[1, 4, 0, 3, 9, 13]), (4, &[5, 11, 6, 2])];

fn a_crew((mates, chances): (usize, &[usize])) -> Crew {
    Crew { mates, part: 5000, slice: 3000, questions: 40, window: None, chances: chances.to_vec() }
}

#[test]
fn every_preset_scores_the_same_with_mates() {
    let mut all = cases(include_str!("golden/text-qa.jsonl"), 40);
    all.extend(cases(include_str!("golden/values.jsonl"), 40));
    all.extend(cases(include_str!("golden/temporal.jsonl"), 20));
    let row = |(place, case): (usize, &Value), gold: bool| {
        let id = format!("q{place}");
        let question = format!("What about {id}?");
        if gold {
            json!({"id": id, "question": question, "answers": case["gold"], "scale": "percent"})
        } else {
            json!({"id": id, "prediction": case["pred"], "scale": "percent"})
        }
    };
    let lines = |gold: bool| -> String {
        all.iter().enumerate().map(|one| row(one, gold).to_string() + "\n").collect()
    };
    let files = [File::gold("gold.jsonl", lines(true)), File::predictions("p.jsonl", lines(false))];
    let mut alone = Vec::new();
    for preset in presets().iter().filter(|preset| !preset.takes_verdicts()) {
        let (parts, questions) = assert_same(&files, &as_preset(&preset.id), &a_crew(A_CREW[1]));
        assert!(parts > 0, "{}: no part was taken over", preset.id);
        if questions == 0 {
            alone.push(preset.id.as_str());
        }
    }
    assert_eq!(alone, ["multiple-choice"], "presets without a share for mates");
}

#[test]
fn samples_and_settings_score_the_same_with_mates() {
    macro_rules! sample {
        ($folder:literal, $gold:literal, $predictions:literal) => {
            [
                File::gold($gold, include_bytes!(concat!("../samples/", $folder, "/", $gold))),
                File::predictions(
                    $predictions,
                    include_bytes!(concat!("../samples/", $folder, "/", $predictions)),
                ),
            ]
        };
    }
    let cases = [
        ("nq", sample!("nq", "gold.jsonl", "predictions.jsonl"), &[][..]),
        ("nq", sample!("nq", "gold.jsonl", "predictions.jsonl"), &[("missing", "exclude")]),
        (
            "squad-v2",
            sample!("squad", "gold.json", "predictions.json"),
            &[("extract", "last_line")],
        ),
        ("hotpotqa", sample!("hotpot", "gold.json", "predictions.json"), &[]),
        ("timebench", sample!("timebench", "gold.jsonl", "predictions.jsonl"), &[]),
        ("tcp", sample!("tcp", "gold.jsonl", "predictions.jsonl"), &[]),
        ("climate-finance", sample!("climate-finance", "gold.jsonl", "predictions.csv"), &[]),
    ];
    for (preset, files, set) in cases {
        let mut choices = as_preset(preset);
        for (key, value) in set {
            choices.set.insert((*key).to_owned(), (*value).to_owned());
        }
        for mut crew in A_CREW.map(a_crew) {
            crew.questions = 2;
            let (_, questions) = assert_same(&files, &choices, &crew);
            assert!(questions > 0, "{preset}");
        }
    }
}

#[test]
fn presets_of_users_and_probabilities_come_along() {
    let row = |place: usize| {
        let answers =
            if place.is_multiple_of(3) { json!([]) } else { json!([format!("word {place}"), "x"]) };
        json!({"id": format!("q{place}"), "question": format!("Which {place}?"), "answers": answers})
    };
    let gold: String = (0..60).map(|place| row(place).to_string() + "\n").collect();
    let text = |place: usize| {
        if place.is_multiple_of(4) { String::new() } else { format!("the Word {place}") }
    };
    let predictions = json!(
        (0..60)
            .map(|place| (format!("q{place}"), text(place)))
            .collect::<Vec<_>>()
            .into_iter()
            .collect::<std::collections::BTreeMap<_, _>>()
    );
    let probability = |place: usize| (format!("q{place}"), (place % 7) as f64 / 7.0);
    let probabilities =
        json!((0..60).map(probability).collect::<std::collections::BTreeMap<_, _>>());
    let files = [
        File::gold("gold.jsonl", gold),
        File::predictions("p.json", predictions.to_string()),
        File::na_prob("na.json", probabilities.to_string()),
    ];
    let mut own = scoredrop::preset::preset("squad-v2").unwrap().text();
    own = own.replacen("\"squad-v2\"", "\"our-squad\"", 1);
    for preset in ["squad-v2", &own] {
        let mut choices = as_preset(preset);
        choices.set.insert("na_threshold".to_owned(), "0.5".to_owned());
        for crew in A_CREW.map(a_crew) {
            let (_, questions) = assert_same(&files, &choices, &crew);
            assert!(questions > 0);
        }
    }
}

#[test]
fn texts_that_were_left_in_their_file_are_scored_alike() {
    let gold = |place: usize| {
        let answers = [format!("word {place}"), format!("the {}", place % 5)];
        json!({"id": format!("q{place}"), "question": format!("Which {place}?"), "answers": answers})
    };
    let prediction = |place: usize| {
        // Each fits the question after its own, which is noticed.
        let text = if place.is_multiple_of(9) {
            "x | y".to_owned()
        } else {
            format!("Word {}.", place + 1)
        };
        let text = if place.is_multiple_of(31) { json!(["a", 1]) } else { json!(text) };
        json!({"id": format!("q{place}"), "prediction": text})
    };
    let gold: String = (0..2400).map(|place| gold(place).to_string() + "\n").collect();
    let places = (0..2400).map(|place| place * 1009 % 2400).filter(|place| place % 50 != 3);
    let predictions: String = places.map(|place| prediction(place).to_string() + "\n").collect();
    let files = [File::gold("gold.jsonl", gold), File::predictions("p.jsonl", predictions)];
    for (crew, window) in A_CREW.map(a_crew).into_iter().zip([1, 700, 9000]) {
        let crew = Crew { window: Some(window), ..crew };
        let (parts, windows) = assert_same(&files, &as_preset("squad-v1"), &crew);
        assert!(parts > 0 && windows > 0, "{crew:?}");
    }
}
