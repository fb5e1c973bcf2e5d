//! Laws that hold for any files: order, extra rows and the slices of the reading do not matter,
//! every question is accounted for, and nothing panics.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use proptest::prelude::*;
use scoredrop::base::error::Error;
use scoredrop::base::types::PartOf;
use scoredrop::base::types::Role;
use scoredrop::preset::presets;
use scoredrop::score::evaluate::Evaluation;
use scoredrop::score::metric::metric;
use scoredrop::score::metric::token_f1::EmptyRule;
use scoredrop::session::protocol::{Choices, ExportFormat};
use scoredrop::session::{Session, Settled, Stage};
use scoredrop::table::{Encoding, Form, Reader};
use scoredrop::text::Scratch;
use scoredrop_testing::exam::lines;
use scoredrop_testing::{
    self, File, as_preset, assert_adds_up, head, quick_report, read_otherwise, report, score,
    score_sliced, sha256,
};
use serde_json::{Map, Value, json};

/// A question: its gold answers, whether it is a yes-or-no one, and a prediction, if there is one.
#[derive(Clone, Debug)]
struct Question {
    golds: Vec<String>,
    kind: bool,
    prediction: Option<String>,
}

/// Texts in which answers meet each other, and the edges of every scorer.
fn text() -> impl Strategy<Value = String> {
    let word = prop::sample::select(vec![
        "the", "a", "An", "Paris", "paris", "Rome", "1969", "1,969", "yes", "no", "noanswer",
        "Yes.", "é", "e\u{301}", "中", "ß", "İ", "!", "--", "\u{a0}", "x", "y",
    ]);
    let words = prop::collection::vec(word, 0..4).prop_map(|words| words.join(" "));
    prop_oneof![9 => words, 1 => any::<String>()]
}

fn questions() -> impl Strategy<Value = Vec<Question>> {
    let one = (prop::collection::vec(text(), 0..3), any::<bool>(), prop::option::of(text()))
        .prop_map(|(golds, kind, prediction)| Question { golds, kind, prediction });
    prop::collection::vec(one, 1..12)
        .prop_filter("some prediction", |all| all.iter().any(|one| one.prediction.is_some()))
        // Gold answers that are all empty texts are refused.
        .prop_filter("some gold answer", |all| {
            let golds = || all.iter().flat_map(|one| &one.golds);
            golds().next().is_none() || golds().any(|gold| !gold.trim().is_empty())
        })
}

fn preset_id() -> impl Strategy<Value = &'static str> {
    // Of programs texts alone say nothing.
    let of_texts = presets().iter().filter(|preset| !preset.takes_verdicts());
    prop::sample::select(of_texts.map(|preset| preset.id.as_str()).collect::<Vec<_>>())
}

/// An id that does not count rows.
fn id(index: usize) -> String {
    format!("q{:x}", (index * 40_503 + 977) % 65_536)
}

fn gold(questions: &[Question]) -> File {
    let row = |(index, one): (usize, &Question)| {
        let kind = if one.kind { "open" } else { "closed" };
        json!({
            "id": id(index),
            "question": format!("which is {index}, and why"),
            "answers": one.golds,
            "type": kind,
        })
    };
    File::gold("gold.jsonl", lines(questions.iter().enumerate().map(row)))
}

fn prediction_rows(questions: &[Question]) -> Vec<Value> {
    let all = questions.iter().enumerate();
    all.filter_map(|(index, one)| {
        Some(json!({ "id": id(index), "prediction": one.prediction.as_ref()? }))
    })
    .collect()
}

fn predictions(rows: Vec<Value>) -> File {
    File::predictions("predictions.jsonl", lines(rows))
}

fn scored(questions: &[Question], preset: &str) -> Session {
    let files = [gold(questions), predictions(prediction_rows(questions))];
    score(&files, as_preset(preset)).unwrap()
}

/// All numbers of a report.
fn numbers(session: &Session) -> Value {
    let report = quick_report(session);
    json!([report["reconciliation"], report["runs"]])
}

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

const COUNTS: [&str; 10] = [
    "gold", "answered", "not_extracted", "blank", "missing", "excluded", "extra",
    "duplicate_predictions", "duplicate_gold", "unparseable",
];

/// The report's shape: exactly these keys, in this order.
fn assert_shape(report: &Value) {
    assert_eq!(
        keys(report),
        [
            "schema", "app", "preset", "settings", "signature", "provisional", "confirmed",
            "readings", "sources", "reconciliation", "runs", "comparisons", "diagnostics"
        ]
    );
    assert_eq!(report["schema"], 2);
    assert_eq!(keys(&report["app"]), ["name", "version"]);
    assert_eq!(keys(&report["preset"]), ["id", "version", "modified", "settings_hash"]);
    for source in report["sources"].as_array().unwrap() {
        assert_eq!(keys(source), ["role", "name", "bytes", "sha256", "format", "encoding", "rows"]);
        assert_eq!(source["sha256"].as_str().unwrap().len(), 64);
    }
    assert!(report["provisional"].is_null() || report["provisional"][0]["code"].is_string());
    assert!(report["confirmed"].as_array().unwrap().iter().all(|one| one["code"].is_string()));
    assert_counts(&report["reconciliation"]);
    for run in report["runs"].as_array().unwrap() {
        let mut members = keys(run);
        members.retain(|name| !["stored", "over_groups", "members"].contains(name));
        assert_eq!(members, ["name", "reconciliation", "aggregates", "official", "records"]);
        assert_counts(&run["reconciliation"]);
        for aggregate in run["aggregates"].as_array().unwrap() {
            assert_eq!(
                keys(aggregate),
                ["metric", "group", "mean", "n", "n_scored", "scale", "interval"]
            );
            let metric = aggregate["metric"].as_str().unwrap();
            assert_in_range(metric, &aggregate["mean"]);
            let interval = &aggregate["interval"];
            if interval.is_object() {
                assert_eq!(keys(interval), ["low", "high", "level", "method"]);
                assert_in_range(metric, &interval["low"]);
                assert_in_range(metric, &interval["high"]);
                assert!(interval["low"].as_f64() <= interval["high"].as_f64());
            }
        }
        for one in run["over_groups"].as_array().into_iter().flatten() {
            assert_eq!(keys(one), ["metric", "column", "groups", "n", "mean", "interval"]);
            let metric = one["metric"].as_str().unwrap();
            assert_in_range(metric, &one["mean"]);
            if one["interval"].is_object() {
                assert!(one["interval"]["low"].as_f64() <= one["mean"].as_f64());
                assert!(one["mean"].as_f64() <= one["interval"]["high"].as_f64());
            }
        }
        let records = run["records"].as_array().unwrap();
        assert_eq!(records.len() as u64, run["reconciliation"]["gold"].as_u64().unwrap());
        for record in records {
            assert_eq!(keys(record), ["id", "state", "extracted", "metrics", "matched"]);
            let metrics = record["metrics"].as_object().unwrap();
            metrics.iter().for_each(|(metric, value)| assert_in_range(metric, value));
        }
    }
    for diagnostic in report["diagnostics"].as_array().unwrap() {
        assert_eq!(
            keys(diagnostic),
            ["severity", "code", "message", "file", "row", "column", "remedy"]
        );
    }
}

fn assert_counts(counts: &Value) {
    assert_eq!(keys(counts), COUNTS);
    let count = |name: &&str| counts[*name].as_u64().unwrap();
    assert_eq!(count(&COUNTS[0]), COUNTS[1..6].iter().map(count).sum::<u64>());
}

fn assert_in_range(id: &str, value: &Value) {
    let (least, greatest) = metric(id).unwrap().range;
    let fits = value.as_f64().is_some_and(|v| (least..=greatest).contains(&v));
    assert!(value.is_null() || fits, "{id}: {value}");
}

#[test]
fn equal_values_have_no_bootstrap_interval_and_end_the_search_for_one() {
    for n in [1, 4] {
        let gold = (0..n).map(|i| format!("{{\"id\": \"x{i}\", \"answers\": [\"ada\"]}}\n"));
        let keyed: Map<String, Value> = (0..n).map(|i| (format!("x{i}"), json!("ada"))).collect();
        let files = [
            File::gold("gold.jsonl", gold.collect::<String>()),
            File::predictions("predictions.json", Value::Object(keyed).to_string()),
        ];
        let mut session = score(&files, as_preset("squad-v1")).unwrap();
        assert_eq!(session.score().unwrap().stage(), Stage::Totals);
        let searched =
            std::iter::from_fn(|| session.resample_next().then_some(())).take(99).count();
        assert!((1..99).contains(&searched), "{searched}");
        assert_eq!(session.score().unwrap().stage(), Stage::Groups);
        let report = quick_report(&session);
        let aggregates = report["runs"][0]["aggregates"].as_array().unwrap();
        for aggregate in aggregates {
            let wilson = aggregate["metric"] == "exact_match";
            assert_eq!(aggregate["interval"].is_object(), wilson, "{aggregate}");
        }
    }
}

/// What people drop. Nobody says which file is what.
#[derive(Clone, Copy, Debug)]
enum Dropped {
    /// Gold answers and predictions with ids.
    Pair,
    /// Predictions inside of objects.
    Objects,
    /// Predictions with verdicts that strict rules do not give.
    Verdicts,
    /// One file with both.
    Table,
    /// A file for each run.
    Runs,
    /// All runs in one file, by name.
    Models,
    /// Programs with what became of them, and their tasks.
    Programs,
}

fn dropped() -> impl Strategy<Value = Dropped> {
    use Dropped::{Models, Objects, Pair, Programs, Runs, Table, Verdicts};
    prop::sample::select(vec![Pair, Objects, Verdicts, Table, Runs, Models, Programs])
}

impl Dropped {
    fn files(self, questions: &[Question]) -> Vec<File> {
        let (golds, runs) = (gold(questions), prediction_rows(questions));
        let file = |name: &str, row: &dyn Fn(usize, &Value) -> Value| {
            let rows = runs.iter().enumerate().map(|(place, one)| row(place, one));
            File::dropped(name, lines(rows))
        };
        let golds = File::dropped("gold.jsonl", golds.bytes);
        let name = "predictions.jsonl";
        match self {
            Self::Pair => vec![golds, file(name, &|_, one| one.clone())],
            Self::Objects => {
                let row = |place: usize, one: &Value| {
                    let output = json!({ "prediction": one["prediction"], "cost": place });
                    json!({ "id": one["id"], "output": output })
                };
                vec![golds, file(name, &row)]
            }
            Self::Verdicts => {
                let row = |place: usize, one: &Value| {
                    json!({
                        "id": one["id"], "prediction": one["prediction"], "correct": !place.is_multiple_of(3)
                    })
                };
                vec![golds, file(name, &row)]
            }
            Self::Table => {
                let row = |_: usize, one: &Value| json!({ "id": one["id"], "answer": "yes", "prediction": one["prediction"] });
                vec![file("table.jsonl", &row)]
            }
            Self::Runs => {
                let other = |place: usize, one: &Value| {
                    let said = if place.is_multiple_of(2) {
                        one["prediction"].clone()
                    } else {
                        json!("Paris")
                    };
                    json!({ "id": one["id"], "prediction": said })
                };
                vec![golds, file("base.jsonl", &|_, one| one.clone()), file("large.jsonl", &other)]
            }
            Self::Models => {
                let rows = ["base", "large"].into_iter().flat_map(|model| {
                    let of = move |one: &Value| {
                        json!({
                            "id": one["id"], "model_name": model, "prediction": one["prediction"]
                        })
                    };
                    runs.iter().map(of).collect::<Vec<_>>()
                });
                vec![golds, File::dropped(name, lines(rows))]
            }
            Self::Programs => {
                let task = |place: usize| {
                    json!({
                        "task_id": format!("HumanEval/{place}"), "prompt": "def f():\n",
                        "entry_point": "f", "test": "def check(f):\n    assert f()\n",
                        "canonical_solution": "    return 1\n",
                    })
                };
                let tasks = lines((0..questions.len()).map(task));
                let row = |place: usize, one: &Value| {
                    let (passed, result) = if place.is_multiple_of(3) {
                        (false, "failed: ")
                    } else {
                        (true, "passed")
                    };
                    json!({
                        "task_id": format!("HumanEval/{place}"), "completion": one["prediction"],
                        "result": result, "passed": passed,
                    })
                };
                vec![File::dropped("HumanEval.jsonl", tasks), file("samples_results.jsonl", &row)]
            }
        }
    }
}

/// The steps that the page's worker takes, each request with what it interrupts.
struct Desk<'a> {
    session: Session,
    files: &'a [File],
    slice: usize,
    job: Job,
}

enum Job {
    Idle,
    Reading { left: Vec<usize>, now: Option<(usize, Box<Reader>, usize)> },
    Joining(Option<Box<Settled>>),
    Scoring(Box<Evaluation>),
}

impl<'a> Desk<'a> {
    fn new(files: &'a [File], slice: usize) -> Self {
        Self { session: Session::new(), files, slice, job: Job::Idle }
    }

    fn add(&mut self, file: usize) {
        let File { name, bytes, .. } = &self.files[file];
        let head = |length| head(&self.files[file], length);
        self.session.add(file as u32, name, bytes.len() as u64, head);
    }

    fn choose(&mut self, choices: Choices) {
        self.session.choose(choices);
        for file in 0..self.files.len() {
            self.session.inspect_again(file as u32, |length| head(&self.files[file], length));
        }
    }

    /// A request of somebody who has not made up their mind.
    fn take(&mut self, request: usize, file: usize) {
        match request {
            0 | 1 => self.add(file),
            2 => self.session.remove(file as u32),
            3 => self.choose(as_preset("plain-exact")),
            4 => {
                let role = if file == 0 { Role::Predictions } else { Role::Gold };
                self.choose(Choices { roles: [(file as u32, role)].into(), ..Choices::default() });
            }
            _ => {
                let form = Form { encoding: Some(Encoding::Utf16Le), ..Form::default() };
                let forms = [(file as u32, form)].into();
                self.choose(Choices { forms, ..Choices::default() });
            }
        }
        self.start();
    }

    fn start(&mut self) {
        self.session.understand();
        let mut left = self.session.unread();
        left.reverse();
        self.job = match self.session.plan().waiting {
            Some(_) => Job::Idle,
            None => Job::Reading { left, now: None },
        };
    }

    /// Does so many slices of the work; what fails is over, as on the page.
    fn work(&mut self, slices: usize) {
        for _ in 0..slices {
            if self.step().is_err() {
                self.job = Job::Idle;
            }
        }
    }

    fn step(&mut self) -> Result<(), Error> {
        self.job = match std::mem::replace(&mut self.job, Job::Idle) {
            Job::Idle => Job::Idle,
            Job::Reading { mut left, now: None } => match left.pop() {
                None => Job::Joining(None),
                Some(index) => {
                    let now = self.session.reader(index).map(|one| (index, Box::new(one), 0));
                    Job::Reading { left, now }
                }
            },
            Job::Reading { left, now: Some((index, mut reader, from)) } => {
                let slot = self.session.sources()[index].slot;
                let bytes = &self.files[slot as usize].bytes;
                let to = bytes.len().min(from + self.slice);
                reader.push(&bytes[from..to])?;
                if to < bytes.len() {
                    Job::Reading { left, now: Some((index, reader, to)) }
                } else {
                    self.session.finish_reading(index, *reader)?;
                    Job::Reading { left, now: None }
                }
            }
            Job::Joining(before) => match self.session.join_some() {
                Ok(Some(_)) => Job::Joining(before),
                Ok(None) => {
                    let better = if before.is_none() { self.session.settle() } else { None };
                    match better {
                        Some(better) => Job::Joining(Some(Box::new(self.session.adopt(better)))),
                        None => self.scoring(),
                    }
                }
                Err(error) => {
                    self.session.adopt(*before.ok_or(error)?);
                    self.scoring()
                }
            },
            Job::Scoring(mut evaluation) => {
                if self.session.advance(&mut evaluation, self.slice) {
                    self.session.accept(*evaluation)?;
                    Job::Idle
                } else {
                    Job::Scoring(evaluation)
                }
            }
        };
        Ok(())
    }

    fn scoring(&mut self) -> Job {
        self.session.evaluate().map_or(Job::Idle, |one| Job::Scoring(Box::new(one)))
    }

    /// Takes all files, in their order, and the choices that are meant.
    fn finish(mut self, choices: &Choices) -> Result<Session, Error> {
        let there: Vec<u32> = self.session.sources().iter().map(|source| source.slot).collect();
        if !there.iter().is_sorted() || there.len() < self.files.len() {
            for slot in there {
                self.session.remove(slot);
            }
        }
        self.choose(choices.clone());
        (0..self.files.len()).for_each(|file| self.add(file));
        self.start();
        while !matches!(self.job, Job::Idle) {
            self.step()?;
        }
        for (slot, file) in (0..).zip(self.files) {
            self.session.set_sha256(slot, sha256(&file.bytes));
        }
        if self.session.score().is_none() {
            // The plan has problems, or lacks a file.
            self.session.join()?;
        }
        Ok(self.session)
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn the_order_of_predictions_does_not_matter(
        questions in questions(),
        preset in preset_id(),
        order in any::<prop::sample::Index>(),
    ) {
        let there = scored(&questions, preset);
        let mut rows = prediction_rows(&questions);
        rows.reverse();
        let by = order.index(rows.len());
        rows.rotate_left(by);
        let shuffled = score(&[gold(&questions), predictions(rows)], as_preset(preset)).unwrap();
        prop_assert_eq!(numbers(&there), numbers(&shuffled));
    }

    #[test]
    fn an_extra_prediction_changes_nothing_else(
        questions in questions(),
        preset in preset_id(),
        place in any::<prop::sample::Index>(),
        extra in text(),
    ) {
        let without = scored(&questions, preset);
        let mut rows = prediction_rows(&questions);
        let place = place.index(rows.len() + 1);
        rows.insert(place, json!({ "id": "not in gold", "prediction": extra }));
        let with = score(&[gold(&questions), predictions(rows)], as_preset(preset)).unwrap();
        let mut expected = numbers(&without);
        expected[0]["extra"] = 1.into();
        expected[1][0]["reconciliation"]["extra"] = 1.into();
        // What counts predictions counts this one.
        if let Some(all) = expected[1][0]["official"].get_mut("pred_len") {
            *all = (all.as_u64().unwrap() + 1).into();
        }
        prop_assert_eq!(expected, numbers(&with));
    }

    #[test]
    fn an_exact_match_has_full_overlap(questions in questions(), preset in preset_id()) {
        let session = scored(&questions, preset);
        let Some(f1) = session.score().unwrap().evaluation.metrics.iter().find(|m| m.id == "f1")
        else {
            return Ok(());
        };
        let exact = scoredrop_testing::values(&session, 0, "exact_match");
        let f1 = scoredrop_testing::values(&session, 0, f1.id);
        let settings = &session.score().unwrap().settings;
        // Judges have their own way with nothing.
        prop_assume!(settings.compares_words(PartOf::Whole));
        let mut scratch = Scratch::default();
        for (row, one) in questions.iter().enumerate() {
            let nothing = one.prediction.as_ref().is_none_or(|text| {
                let answer = settings.extractor.extract(text).answer.unwrap_or("");
                settings.normalizer.apply(answer, &mut scratch).is_empty()
            });
            if exact[row] == Some(1.0) && !nothing {
                prop_assert_eq!(f1[row], Some(1.0), "{:?}", one);
            }
            let equal = settings.rules.empty == EmptyRule::Equal;
            prop_assert!(f1[row].unwrap() < 1.0 || !nothing || equal, "{:?}", one);
        }
    }

    #[test]
    fn reports_have_the_shape_that_others_read(questions in questions(), preset in preset_id()) {
        let session = scored(&questions, preset);
        assert_adds_up(&session);
        let report = quick_report(&session);
        assert_shape(&report);
        // Means are the sums in file order over n.
        let run = &report["runs"][0];
        for aggregate in run["aggregates"].as_array().unwrap() {
            if !aggregate["group"].is_null() {
                continue;
            }
            let metric = aggregate["metric"].as_str().unwrap();
            let records = run["records"].as_array().unwrap().iter();
            // What a metric leaves out does not count.
            let values: Vec<f64> =
                records.filter_map(|one| one["metrics"][metric].as_f64()).collect();
            let sum = values.iter().fold(0.0, |sum, value| sum + value);
            let n = aggregate["n"].as_u64().unwrap();
            prop_assert_eq!(n, values.len() as u64);
            prop_assert_eq!(aggregate["mean"].as_f64(), (n > 0).then(|| sum / n as f64));
        }
    }

    #[test]
    fn slices_do_not_matter(
        questions in questions(),
        kind in dropped(),
        preset in prop::option::of(preset_id()),
        slice in 1..80_usize,
    ) {
        let files = kind.files(&questions);
        let choices = || preset.map_or_else(Choices::default, as_preset);
        let whole = score(&files, choices()).map(|session| quick_report(&session));
        let parts = score_sliced(&files, choices(), slice).map(|session| quick_report(&session));
        prop_assert_eq!(whole.map_err(|no| no.problems), parts.map_err(|no| no.problems));
    }

    #[test]
    fn the_steps_of_the_worker_give_the_bytes_of_score(
        questions in questions(),
        kind in dropped(),
        named in any::<bool>(),
        requests in proptest::collection::vec((0..6_usize, 0..3_usize, 0..90_usize), 0..9),
        slice in 1..80_usize,
    ) {
        let files = kind.files(&questions);
        let choices = if named { as_preset("squad-v1") } else { Choices::default() };
        let given: Vec<_> =
            files.iter().map(|file| scoredrop::File::new(&file.name, &file.bytes)).collect();
        let whole = scoredrop::score(&given, choices.clone()).map(|report| {
            let mut bytes = Vec::new();
            report.write(ExportFormat::Json, &mut bytes).unwrap();
            String::from_utf8(bytes).unwrap()
        });
        let mut desk = Desk::new(&files, slice);
        for (request, file, slices) in requests {
            desk.take(request, file % files.len());
            desk.work(slices);
        }
        let parts = desk.finish(&choices).map(|mut session| {
            read_otherwise(&mut session, &files);
            report(&mut session, ExportFormat::Json)
        });
        prop_assert_eq!(whole.ok(), parts.ok());
    }

    #[test]
    fn missing_answers_left_out_do_not_count(questions in questions(), preset in preset_id()) {
        // The gold answers of all questions are the labels that are looked for in each output.
        prop_assume!(preset != "plain-closed");
        let mut choices = as_preset(preset);
        choices.set.insert("missing".to_owned(), "exclude".to_owned());
        let files = [gold(&questions), predictions(prediction_rows(&questions))];
        let session = score(&files, choices).unwrap();
        assert_adds_up(&session);
        let answered = questions.iter().filter(|one| one.prediction.is_some());
        let kept: Vec<Question> = answered.cloned().collect();
        let only = scored(&kept, preset);
        let counts = session.score().unwrap().reconciliations[0];
        prop_assert_eq!(counts.excluded as usize, questions.len() - kept.len());
        prop_assert_eq!(counts.missing, 0);
        for (all, only) in session.score().unwrap().aggregates[0]
            .iter()
            .zip(&only.score().unwrap().aggregates[0])
            .filter(|(all, _)| all.group.is_none())
        {
            prop_assert_eq!((all.mean, all.n), (only.mean, only.n));
        }
    }
}

/// Small JSON values with the names that the program looks for.
fn any_json() -> impl Strategy<Value = Value> {
    let name = prop::sample::select(vec![
        "id", "_id", "question", "answer", "answers", "prediction", "text", "data", "paragraphs",
        "qas", "sp", "supporting_facts", "context", "type", "is_impossible", "model_name",
        "na_prob", "q1", "q2", "",
    ]);
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i32>().prop_map(Value::from),
        (-1.0..2.0).prop_map(Value::from),
        text().prop_map(Value::from),
        prop::sample::select(vec!["q1", "q2", "['a', 'b']", "[1", "[\"x\"]"]).prop_map(Value::from),
    ];
    leaf.prop_recursive(5, 40, 6, move |inner| {
        let members = prop::collection::vec((name.clone(), inner.clone()), 0..6);
        prop_oneof![
            prop::collection::vec(inner, 0..5).prop_map(Value::from),
            members.prop_map(|members| {
                let named = members.into_iter().map(|(name, value)| (name.to_owned(), value));
                Value::Object(named.collect::<Map<_, _>>())
            }),
        ]
    })
}

/// A file of one value or of lines of values, in any role or none.
fn any_file() -> impl Strategy<Value = File> {
    let role = prop::sample::select(vec![
        None,
        Some(Role::Gold),
        Some(Role::Predictions),
        Some(Role::NaProb),
    ]);
    let name = prop::sample::select(vec!["a.json", "a.jsonl", "gold.json", "pred.csv", "x"]);
    (prop::collection::vec(any_json(), 1..4), any::<bool>(), role, name).prop_map(
        |(values, as_lines, role, name)| {
            let text = if as_lines { lines(values) } else { Value::from(values).to_string() };
            let file = File::dropped(name, text);
            File { role, ..file }
        },
    )
}

fn assert_scored_or_refused(result: Result<Session, Error>) {
    match result {
        Ok(session) => {
            assert_adds_up(&session);
            assert_shape(&quick_report(&session));
        }
        Err(error) => assert!(!error.problems.is_empty()),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn no_files_are_too_odd(
        files in prop::collection::vec(any_file(), 1..4),
        preset in prop::option::of(preset_id()),
    ) {
        let choices =
            Choices { preset: preset.map(str::to_owned), ..Choices::default() };
        assert_scored_or_refused(score(&files, choices));
    }

    #[test]
    fn odd_cells_are_scored_or_said(
        golds in prop::collection::vec(any_json(), 1..5),
        answers in prop::collection::vec(any_json(), 1..5),
        preset in preset_id(),
    ) {
        let row = |name: &'static str| {
            move |(index, value): (usize, Value)| json!({ "id": id(index), name: value })
        };
        let files = [
            File::gold("gold.jsonl", lines(golds.into_iter().enumerate().map(row("answers")))),
            predictions(answers.into_iter().enumerate().map(row("prediction")).collect()),
        ];
        assert_scored_or_refused(score(&files, as_preset(preset)));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4))]

    #[test]
    fn equal_sessions_give_equal_bytes(questions in questions(), preset in preset_id()) {
        for format in [
            ExportFormat::Json,
            ExportFormat::Csv,
            ExportFormat::AggregatesCsv,
            ExportFormat::Markdown,
            ExportFormat::Official,
        ] {
            let mut one = scored(&questions, preset);
            let mut two = scored(&questions, preset);
            let report = report(&mut one, format);
            prop_assert_eq!(&report, &self::report(&mut two, format));
            if format == ExportFormat::Json {
                assert_shape(&serde_json::from_str(&report).unwrap());
            }
        }
    }
}
