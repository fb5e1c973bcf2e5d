//! Reports and signatures held against files: what is equal, and which rows are not.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use crate::command::{Folder, assert_code, run, stderr, stdout};
use scoredrop::base::diagnostic::Code;
use scoredrop::session::Session;
use scoredrop::session::protocol::signature::Signature;
use scoredrop::session::protocol::{Check, Choices, ExportFormat};
use scoredrop::session::report::{self, signature::signature};
use scoredrop_testing::{File, as_preset, codes, complete, differing, report, score};
use serde_json::{Value, json};

const GOLD: &str = r#"{"id": "a", "answers": ["Ada Lovelace"], "type": "who"}
{"id": "b", "answers": ["1843"], "type": "when"}
{"id": "c", "answers": ["London", "in London"], "type": "where"}
"#;
const PREDICTIONS: &str = r#"{"id": "a", "prediction": "Lovelace"}
{"id": "b", "prediction": "1843"}
{"id": "c", "prediction": "the city of London"}
"#;

fn files(gold: &str, predictions: &str) -> [File; 2] {
    [File::gold("gold.jsonl", gold), File::predictions("run.jsonl", predictions)]
}

fn made(choices: Choices) -> String {
    let mut session = complete(&files(GOLD, PREDICTIONS), choices);
    report(&mut session, ExportFormat::Json)
}

/// The report held against files that are scored as it says.
fn held(text: &str, files: &[File]) -> Check {
    let given = scoredrop::session::protocol::given::head(text).unwrap();
    let mut session = complete(files, given.choices);
    session.verify(Some(("report.json", text)));
    session.checked().unwrap().clone()
}

#[test]
fn the_same_files_are_equal() {
    let mut changed = as_preset("nq");
    changed.seed = 3;
    changed.set.insert("articles".to_owned(), "keep".to_owned());
    for choices in [as_preset("squad-v1"), changed] {
        let check = held(&made(choices), &files(GOLD, PREDICTIONS));
        assert_eq!(check.sentence, "3 of 3 rows equal");
        assert!(check.equal, "{check:?}");
        assert_eq!(check.rows, []);
        assert!(check.left_out.is_empty());
    }
}

#[test]
fn a_renamed_file_is_the_same_file() {
    let mut renamed = files(GOLD, PREDICTIONS);
    renamed[1].name = "other.jsonl".to_owned();
    assert!(held(&made(as_preset("squad-v1")), &renamed).equal);
}

#[test]
fn rows_that_changed_are_named() {
    let other = PREDICTIONS.replace("1843", "1842");
    let check = held(&made(as_preset("squad-v1")), &files(GOLD, &other));
    assert_eq!(check.sentence, "2 of 3 rows equal");
    assert!(!check.equal);
    assert_eq!(check.rows.len(), 1);
    assert_eq!((check.rows[0].row, check.rows[0].id.as_str()), (1, "b"));
    assert!(check.rows[0].words.contains("exact_match 1.0 in the report, 0.0 here"), "{check:?}");
    let about = "of run.jsonl";
    let official = format!("official block {about}");
    let means = format!("means and intervals {about}");
    let groups = format!("means over groups {about}");
    assert_eq!(differing(&check), ["predictions", "sources", &means, &groups, &official]);
    let gold = GOLD.replace("London", "Paris");
    assert!(
        differing(&held(&made(as_preset("squad-v1")), &files(&gold, PREDICTIONS)))
            .contains(&"gold")
    );
    let fewer = GOLD.lines().take(2).collect::<Vec<_>>().join("\n");
    let check = held(&made(as_preset("squad-v1")), &files(&fewer, PREDICTIONS));
    assert_eq!(check.sentence, "2 of 3 rows equal");
    assert!(differing(&check).contains(&"gold questions"));
}

/// The first mean of a run, and another one.
const MEAN: &str = "\"group\":null,\"mean\":0.3333333333333333,";
const OTHER_MEAN: &str = "\"group\":null,\"mean\":0.6666666666666666,";

#[test]
fn a_number_changed_in_the_report_is_found() {
    let text = made(as_preset("squad-v1"));
    let forged = text.replacen(MEAN, OTHER_MEAN, 1);
    assert_ne!(forged, text);
    let check = held(&forged, &files(GOLD, PREDICTIONS));
    assert_eq!(
        check.sentence,
        "it differs in means and intervals of run.jsonl; all 3 rows are equal"
    );
    assert!(!check.equal);
    assert_eq!(differing(&check), ["means and intervals of run.jsonl"]);
    let forged = text.replace("\"exact_match\": 0.0", "\"exact_match\": 1.0");
    let check = held(&forged, &files(GOLD, PREDICTIONS));
    assert_eq!(check.sentence, "1 of 3 rows equal");
}

#[test]
fn a_doubt_taken_out_of_a_report_is_found() {
    let few = GOLD.lines().next().unwrap().to_owned() + "\n";
    let gold: String = (0..9).map(|n| few.replace("\"a\"", &format!("\"x{n}\""))).collect();
    let files = files(&(GOLD.to_owned() + &gold), PREDICTIONS);
    let text = report(&mut complete(&files, as_preset("squad-v1")), ExportFormat::Json);
    assert!(held(&text, &files).equal, "{:?}", held(&text, &files));
    let mut tree: Value = serde_json::from_str(&text).unwrap();
    let doubt = tree["provisional"].take();
    assert_eq!((&doubt[0]["code"], &doubt[0]["rows"]), (&json!("few_predictions"), &json!(9)));
    let check = held(&tree.to_string(), &files);
    assert!(!check.equal);
    assert_eq!(differing(&check), ["provisional"]);
}

#[test]
fn what_differs_beside_the_rows_is_named() {
    let said = |change: fn(&str) -> String| {
        // White space is another file with equal rows.
        let spaced = PREDICTIONS.replacen("\"}", "\"} ", 1);
        assert_ne!(spaced, PREDICTIONS);
        held(&change(&made(as_preset("squad-v1"))), &files(GOLD, &spaced)).sentence
    };
    let words = said(str::to_owned);
    assert_eq!(words, "it differs in predictions and sources; all 3 rows are equal");
    let words = said(|text| {
        text.replacen(MEAN, OTHER_MEAN, 1).replacen("bootstrap95x10000@2|", "bootstrap95x10000|", 1)
    });
    assert_eq!(
        words,
        "it differs in interval, predictions, sources and one more; all 3 rows are equal"
    );
}

#[test]
fn a_signature_is_complete_and_read_back() {
    let mut choices = as_preset("squad-v2");
    choices.seed = 11;
    choices.set.insert("extract".to_owned(), "after(\"x|y:\", \"none\")".to_owned());
    choices.set.insert("case".to_owned(), "keep".to_owned());
    let session = complete(&files(GOLD, PREDICTIONS), choices);
    let text = signature(&session.finished().unwrap());
    assert!(text.starts_with("preset:squad-v2@"), "{text}");
    for part in [
        "+modified:",
        "|case:keep|",
        "|extract:after(\"x%7Cy:\", \"none\")|",
        "|steps:delete_punctuation>delete_articles(re)>collapse_whitespace|",
        "|compare:tokens|",
        "|join:id|n:3|gold:",
        "{id=id,answers=answers,group=type}|predictions:",
        "{id=id,prediction=prediction}|interval:",
        "|seed:11|v:",
    ] {
        assert!(text.contains(part), "{part} is not in {text}");
    }
    let read = Signature::parse(&text).unwrap();
    let again = complete(&files(GOLD, PREDICTIONS), read.choices());
    assert_eq!(signature(&again.finished().unwrap()), text);
    assert!(
        scoredrop::session::report::check::signed::check(&read, &again.finished().unwrap())
            .unwrap()
            .iter()
            .all(|line| line.equal)
    );
    // A cut line is no signature that matches less.
    for cut in [text.split("|seed").next().unwrap(), &text[7..], "preset:nq@1", "", "x"] {
        assert_eq!(
            Signature::parse(cut).unwrap_err().problems[0].code,
            Code::BadSignature,
            "{cut}"
        );
    }
}

#[test]
fn a_signature_says_what_is_other() {
    let text =
        signature(&complete(&files(GOLD, PREDICTIONS), as_preset("squad-v1")).finished().unwrap());
    let with = |choices: Choices, files: &[File]| -> Check {
        let choices = Choices { signature: Some(text.clone()), ..choices };
        let mut session = complete(files, choices);
        assert!(session.is_unverified());
        session.verify(None);
        session.checked().unwrap().clone()
    };
    let same = with(as_preset("squad-v1"), &files(GOLD, PREDICTIONS));
    assert!(same.equal, "{same:?}");
    assert_eq!(same.sentence, "files and settings match the signature");
    let nq = with(as_preset("nq"), &files(GOLD, PREDICTIONS));
    assert!(differing(&nq).contains(&"preset"));
    let mut seeded = as_preset("squad-v1");
    seeded.seed = 1;
    assert_eq!(differing(&with(seeded, &files(GOLD, PREDICTIONS))), ["seed"]);
    let other =
        with(as_preset("squad-v1"), &files(GOLD, &PREDICTIONS.replace("the city", "a city")));
    assert_eq!(other.sentence, "it differs from the signature in predictions");
}

#[test]
fn a_report_that_was_drawn_otherwise_is_checked_all_the_same() {
    let text = made(as_preset("squad-v1"));
    let before = text.replacen("bootstrap95x10000@2|", "bootstrap95x10000|", 1);
    assert_ne!(before, text);
    let check = held(&before, &files(GOLD, PREDICTIONS));
    assert_eq!(check.sentence, "it differs in interval; all 3 rows are equal");
    assert_eq!(differing(&check), ["interval"]);
    let line = check.lines.iter().find(|line| line.what == "interval").unwrap();
    assert!(line.words.contains("other random draws"), "{line:?}");
}

#[test]
fn a_version_that_is_not_here_is_not_scored() {
    let mut choices = as_preset("squad-v1@99");
    let error = score(&files(GOLD, PREDICTIONS), choices.clone()).unwrap_err();
    assert!(error.to_string().contains("squad-v1 has version"), "{error}");
    let here = scoredrop::preset::preset("squad-v1").unwrap().version;
    choices.preset = Some(format!("squad-v1@{here}"));
    assert!(score(&files(GOLD, PREDICTIONS), choices).is_ok());
}

#[test]
fn an_earlier_version_is_scored_by_its_own_rules() {
    let gold = r#"{"id": "a", "question": "when?", "answer": "Mar, 1192", "task": "Date Arithmetic"}
{"id": "b", "question": "which club?", "answer": "Cardiff City", "task": "TimeQA"}
"#;
    let said = r#"{"id": "a", "prediction": "Thus, the correct answer is: March 1192"}
{"id": "b", "prediction": "Thus, the correct answer is: Cardiff City"}
"#;
    let of = |preset: &str| complete(&files(gold, said), as_preset(preset));
    let (now, earlier) = (of("timebench"), of("timebench@1"));
    // Version 1 knew no dates: it leaves such questions out.
    let counted = |session: &Session| session.score().unwrap().reconciliations[0].excluded;
    assert_eq!((counted(&now), counted(&earlier)), (0, 1));
    let line = signature(&earlier.finished().unwrap());
    assert!(line.starts_with("preset:timebench@1|"), "{line}");
    assert!(signature(&now.finished().unwrap()).starts_with("preset:timebench@2|"));
    assert!(!earlier.score().unwrap().settings.departs());
    // Signature and report lead back to it, as links do, which name presets in the same way.
    let read = Signature::parse(&line).unwrap();
    assert_eq!(signature(&complete(&files(gold, said), read.choices()).finished().unwrap()), line);
    let mut scored = of("timebench@1");
    let text = report(&mut scored, ExportFormat::Json);
    assert!(text.contains("\"id\":\"timebench\",\"version\":1,"), "{text}");
    assert!(held(&text, &files(gold, said)).equal);
}

#[test]
fn a_report_among_the_files_is_no_data() {
    let text = made(as_preset("squad-v1"));
    let mut all = files(GOLD, PREDICTIONS).to_vec();
    all.push(File::dropped("report.json", text.clone()));
    let session = complete(&all, as_preset("squad-v1"));
    assert!(session.sources()[2].is_report());
    assert!(session.is_unverified());
    let summary = report::summary(&session, &[], &[], false);
    assert_eq!(summary.files[2].format, "report of Scoredrop");
    let again = summary.files[2].report.clone().unwrap();
    assert_eq!(again.preset.as_deref(), Some("squad-v1@1"));
    // A score that was provisional does not lose that by being made again.
    let (guessed, mut all) = {
        let gold = r#"{"question": "how cold was it", "answer": ["-3"]}"#;
        let run = r#"{"question": "how cold was it", "prediction": "3"}"#;
        let files = [File::dropped("gold.jsonl", gold), File::dropped("run.jsonl", run)];
        let text = report(&mut complete(&files, Choices::default()), ExportFormat::Json);
        (text, files.to_vec())
    };
    let given = scoredrop::session::protocol::given::head(&guessed).unwrap();
    assert!(!given.provisional.is_empty());
    all.push(File::dropped("report.json", guessed));
    let session = complete(&all, given.choices);
    assert!(codes(&session).contains(&"provisional_report"), "{:?}", codes(&session));
}

#[test]
fn the_command_tells_by_its_code() {
    let folder = Folder::new("verify");
    let [gold, predictions] = [("gold.jsonl", GOLD), ("run.jsonl", PREDICTIONS)]
        .map(|(name, text)| folder.file(name, text));
    let other = folder.file("other.jsonl", PREDICTIONS.replace("1843", "1842"));
    let path = folder.path("report.json");
    let files = ["--gold", &gold, "--predictions", &predictions];
    let made = run(&[&["score", "--preset", "squad-v1", "--out", &path], &files[..]].concat());
    assert_code(&made, 0);
    let verify = |what: &[&str], predictions: &str| {
        run(&[&["verify"], what, &["--gold", &gold, "--predictions", predictions]].concat())
    };
    let equal = verify(&[&path], &predictions);
    assert_code(&equal, 0);
    assert!(stdout(&equal).starts_with("3 of 3 rows equal\n"), "{}", stdout(&equal));
    let differs = verify(&[&path], &other);
    assert_code(&differs, 1);
    assert!(stdout(&differs).contains("differs  question 2 (b) of "), "{}", stdout(&differs));
    let report: serde_json::Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
    let signature = report["signature"].as_str().unwrap();
    assert_code(&verify(&["--signature", signature], &predictions), 0);
    assert_code(&verify(&["--signature", signature], &other), 1);
    assert_code(&verify(&["--signature", "preset:nq"], &predictions), 2);
    assert_code(&verify(&[&gold], &predictions), 1);
    assert_code(&run(&["verify", "--gold", &gold, "--predictions", &predictions]), 2);
    // A report is no data, and says so.
    let refused = run(&["score", "--preset", "squad-v1", "--gold", &gold, "--predictions", &path]);
    assert_code(&refused, 1);
    assert!(stderr(&refused).contains("is a Scoredrop report, not data"), "{}", stderr(&refused));
    // Of another version it is not made again as if it were this one.
    let text = std::fs::read_to_string(&path).unwrap();
    let newer = text
        .replace("\"id\":\"squad-v1\",\"version\":1,", "\"id\":\"squad-v1\",\"version\":99,")
        .replace("preset:squad-v1@1", "preset:squad-v1@99");
    assert_ne!(newer, text);
    let newer = folder.file("newer.json", newer);
    let refused = verify(&[&newer], &predictions);
    assert_code(&refused, 1);
    assert!(stderr(&refused).contains("error[other_version]"), "{}", stderr(&refused));
}

/// Two models in one file.
const MODELS: &str = r#"{"id": "a", "model": "one", "prediction": "Ada Lovelace"}
{"id": "b", "model": "one", "prediction": "1843"}
{"id": "c", "model": "one", "prediction": "London"}
{"id": "a", "model": "two", "prediction": "Lovelace"}
{"id": "b", "model": "two", "prediction": "1842"}
{"id": "c", "model": "two", "prediction": "Paris"}
"#;

fn sliced() -> Choices {
    Choices {
        slices: vec!["type".to_owned(), "w: type=who".to_owned()],
        twins: vec!["articles=keep".to_owned(), "case=keep".to_owned()],
        ..as_preset("squad-v1")
    }
}

#[test]
fn what_stands_several_times_is_read_back() {
    for cluster in [None, Some("type".to_owned())] {
        let mut session =
            complete(&files(GOLD, MODELS), Choices { cluster: cluster.clone(), ..sliced() });
        let line = signature(&session.finished().unwrap());
        let read = Signature::parse(&line).unwrap().choices();
        assert_eq!((read.slices.clone(), read.twins.clone()), (sliced().slices, sliced().twins));
        assert_eq!(read.cluster, cluster);
        let mut again =
            complete(&files(GOLD, MODELS), Choices { signature: Some(line.clone()), ..read });
        again.verify(None);
        assert!(again.checked().unwrap().equal, "{:?}", again.checked());
        let text = report(&mut session, ExportFormat::Json);
        let check = held(&text, &files(GOLD, MODELS));
        assert_eq!(check.sentence, "18 of 18 rows equal");
        assert!(check.equal, "{check:?}");
    }
    // Another of several is a difference.
    let line = signature(&complete(&files(GOLD, MODELS), sliced()).finished().unwrap());
    let other = Choices { slices: vec!["type".to_owned()], ..sliced() };
    let mut session =
        complete(&files(GOLD, MODELS), Choices { signature: Some(line.clone()), ..other });
    session.verify(None);
    assert_eq!(differing(session.checked().unwrap()), ["slice"]);
    // What stands once stands once.
    let twice = line.replacen("|seed:0", "|seed:0|seed:0", 1);
    assert!(Signature::parse(&twice).is_err());
}

#[test]
fn whatever_follows_from_the_files_is_compared() {
    let files = files(GOLD, MODELS);
    let mut session = complete(&files, sliced());
    let text = report(&mut session, ExportFormat::Json);
    let json: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert!(held(&text, &files).equal);
    let forgeries: [(&str, serde_json::Value, &str); 13] = [
        ("/leaderboard/0/runs/1/mean", 0.125.into(), "leaderboard"),
        ("/leaderboard/0/runs/1/rank", 7.into(), "leaderboard"),
        ("/leaderboard/0/runs/1/versus/sentence", "two wins".into(), "leaderboard"),
        ("/leaderboard/0/runs/1/versus/verdict", "a_better".into(), "leaderboard"),
        ("/comparisons/0/sentence", "two wins".into(), "comparisons"),
        ("/comparisons/0/a", "three".into(), "comparisons"),
        ("/comparisons/0/b", "three".into(), "comparisons"),
        ("/runs/0/name", "two".into(), "name of one"),
        ("/sources/1/sha256", "0".repeat(64).into(), "sources"),
        ("/sources/1/rows", 7.into(), "sources"),
        ("/sources/0/bytes", 7.into(), "sources"),
        ("/preset/settings_hash", "0".into(), "preset"),
        ("/slices/0/words", "all".into(), "slices"),
    ];
    let other = (
        "/preset/modified",
        serde_json::Value::from(!json["preset"]["modified"].as_bool().unwrap()),
        "preset",
    );
    for (path, value, what) in forgeries.into_iter().chain([other]) {
        let mut forged = json.clone();
        *forged.pointer_mut(path).unwrap_or_else(|| panic!("{path}")) = value;
        let check = held(&ordered(&text, &forged), &files);
        assert!(!check.equal, "{path}");
        assert_eq!(differing(&check), [what], "{path}: {check:?}");
    }
    // A name that stands twice is read in two ways.
    let twice = text.replacen("\"leaderboard\": [", "\"leaderboard\": [],\n\"leaderboard\": [", 1);
    assert!(differing(&held(&twice, &files)).contains(&"leaderboard"));
    // What was not there is a difference as well.
    let lost = text.replacen("\"slices\": ", "\"parts\": ", 1);
    assert_eq!(differing(&held(&lost, &files)), ["slices", "parts"]);
}

/// A changed report with its members in their own order, which tells it from data.
fn ordered(text: &str, changed: &serde_json::Value) -> String {
    let names: Vec<String> =
        scoredrop::table::json::members(text).map(|one| one.unwrap().0.into_owned()).collect();
    let member = |name: &String| format!("\"{name}\": {}", changed[name]);
    format!("{{{}}}", names.iter().map(member).collect::<Vec<_>>().join(",\n"))
}

#[test]
fn several_renamed_files_are_the_same_files() {
    let one = |name: &str, text: &str| File::predictions(name, text);
    let gold = || File::gold("gold.jsonl", GOLD);
    let other = PREDICTIONS.replace("1843", "1842");
    let made = [gold(), one("a.jsonl", PREDICTIONS), one("b.jsonl", &other)];
    let mut session = complete(&made, as_preset("squad-v1"));
    let text = report(&mut session, ExportFormat::Json);
    let renamed = [gold(), one("x.jsonl", PREDICTIONS), one("y.jsonl", &other)];
    let check = held(&text, &renamed);
    assert!(check.equal, "{check:?}");
    // Other names than those of its files.
    let forged = text.replacen("{\"name\": \"b.jsonl\"", "{\"name\": \"best\"", 1);
    assert_ne!(forged, text);
    assert!(differing(&held(&forged, &renamed)).contains(&"name of y"));
}

#[test]
fn what_was_guessed_is_found_again() {
    let gold = "id,question,answer\nq0,capital of France?,Paris\nq1,capital of \
                Norway?,Oslo\nq2,capital of Italy?,Rome\nq3,capital of Spain?,Madrid\n";
    // Several columns are several runs, and so are the members of an object.
    let wide = "id,gpt,llama\nq0,Paris,Lyon\nq1,Oslo,Oslo\nq2,Milan,Rome\nq3,Madrid,Madrid\n";
    let members = r#"{"gpt": {"q0": "Paris", "q1": "Oslo", "q2": "Milan", "q3": "Madrid"}, "llama": {"q0": "Lyon", "q1": "Oslo", "q2": "Rome", "q3": "Madrid"}}"#;
    // Ids that only count leave the join open.
    let counted = "id,prediction\nq0,Paris\nq1,Bergen\nq2,Rome\nq3,Madrid\n";
    let hotpot = ["gold.json", "predictions.json"]
        .map(|name| std::fs::read_to_string(format!("samples/hotpot/{name}")).unwrap());
    for (gold, predictions, runs) in [
        (("gold.csv", gold), ("wide.csv", wide), 2),
        (("gold.csv", gold), ("models.json", members), 2),
        (("gold.csv", gold), ("counted.csv", counted), 1),
        (("gold.json", &hotpot[0]), ("predictions.json", &hotpot[1]), 1),
    ] {
        let files = [File::gold(gold.0, gold.1), File::predictions(predictions.0, predictions.1)];
        let mut session = complete(&files, Choices::default());
        assert_eq!(session.joined().unwrap().runs.len(), runs, "{}", predictions.0);
        let check = held(&report(&mut session, ExportFormat::Json), &files);
        assert!(check.equal, "{}: {check:?}", predictions.0);
    }
}

#[test]
fn of_a_page_the_data_alone_is_compared() {
    let mut session = complete(&files(GOLD, PREDICTIONS), as_preset("squad-v1"));
    let page = report(&mut session, ExportFormat::Html);
    // Words around the data may say anything.
    for page in [page.clone(), page.replacen("<h1", "<h1>100 % right</h1><h1", 1)] {
        let check = held(&page, &files(GOLD, PREDICTIONS));
        assert!(check.equal, "{check:?}");
        assert_eq!(
            check.sentence,
            "3 of 3 rows equal in the data inside the page; the visible text of the page was not \
             compared"
        );
    }
}

#[test]
fn files_dropped_in_another_order_are_the_same_runs() {
    let other = PREDICTIONS.replace("1843", "1842");
    let third = PREDICTIONS.replace("Lovelace", "Ada Lovelace");
    let one = |name: &str, text: &str| File::predictions(name, text);
    let all = [one("x.jsonl", PREDICTIONS), one("y.jsonl", &other), one("z.jsonl", &third)];
    let with_gold = |order: [usize; 3]| {
        let mut files = vec![File::gold("gold.jsonl", GOLD)];
        files.extend(order.map(|at| all[at].clone()));
        files
    };
    for twins in [vec![], vec!["articles=keep".to_owned()]] {
        let choices = Choices { twins, slices: vec!["type".to_owned()], ..as_preset("squad-v1") };
        let text = report(&mut complete(&with_gold([0, 1, 2]), choices), ExportFormat::Json);
        for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0], [2, 0, 1], [0, 2, 1], [1, 0, 2]] {
            let check = held(&text, &with_gold(order));
            assert!(check.equal, "{order:?}: {:?}", &check.lines[..6]);
            // A number that was changed is found in any order.
            let forged = text.replacen("\"exact_match\": 1.0", "\"exact_match\": 0.0", 1);
            assert!(!held(&forged, &with_gold(order)).equal);
            let forged = text.replacen("\"rank\":1,", "\"rank\":2,", 1);
            assert_ne!(forged, text);
            assert_eq!(differing(&held(&forged, &with_gold(order))), ["leaderboard"]);
        }
    }
}

/// Ten questions with numbers as ids; two answers are wrong.
fn numbered(folder: &Folder) -> [String; 2] {
    let rows = |key: &str, wrong: usize| {
        (0..10).fold(String::new(), |text, id| {
            let answer = if id < wrong { "none" } else { "a cat" };
            format!("{text}{{\"id\": \"q{id}\", \"{key}\": \"{answer} {}\"}}\n", id * 7)
        })
    };
    [folder.file("gold.jsonl", rows("answer", 0)), folder.file("run.jsonl", rows("prediction", 2))]
}

#[test]
fn a_remark_on_numbered_ids_is_the_same_when_scored_again() {
    let folder = Folder::new("verify-numbered");
    let [gold, run_file] = numbered(&folder);
    let given = ["--preset", "squad-v1", "--gold", &gold, "--predictions", &run_file];
    for format in ["json", "html"] {
        let output = run(&[&["score", "--format", format][..], &given].concat());
        assert!(stdout(&output).contains("counting_ids"), "{format}");
        let report = folder.file(&format!("report.{format}"), stdout(&output));
        let output = run(&["verify", &report, "--gold", &gold, "--predictions", &run_file]);
        assert_code(&output, 0);
    }
}

#[test]
fn null_predictions_are_few_like_rows_that_are_not_there() {
    let folder = Folder::new("verify-null");
    let [gold, run_file] = numbered(&folder);
    let text = std::fs::read_to_string(run_file).unwrap();
    let null = |line: (usize, &str)| match line {
        (place, line) if place > 4 => {
            line.split_once("\"a cat").map_or(String::new(), |(head, _)| format!("{head}null}}\n"))
        }
        (_, line) => format!("{line}\n"),
    };
    let few = folder.file("few.jsonl", text.lines().enumerate().map(null).collect::<String>());
    let given = ["score", "--preset", "squad-v1", "--gold", &gold, "--predictions", &few];
    let output = run(&given);
    let report: Value = serde_json::from_str(stdout(&output)).unwrap();
    assert_eq!(report["reconciliation"]["missing"], 5);
    assert!(
        report["provisional"].to_string().contains("few_predictions"),
        "{}",
        report["provisional"]
    );
}
