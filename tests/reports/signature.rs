//! What a signature is bound to where there are several runs: contents, and not names or an order.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use scoredrop::session::Session;
use scoredrop::session::protocol::signature::{DIGITS, Signature};
use scoredrop::session::protocol::{Check, Choices};
use scoredrop::session::report::signature::signature;
use scoredrop_testing::{File, as_preset, score, sha256};

const GOLD: &str = r#"{"id": "a", "answers": ["Ada Lovelace"]}
{"id": "b", "answers": ["1843"]}
{"id": "c", "answers": ["London"]}
"#;
const BETTER: &str = r#"{"id": "a", "prediction": "Ada Lovelace"}
{"id": "b", "prediction": "1843"}
{"id": "c", "prediction": "London"}
"#;
const WORSE: &str = r#"{"id": "a", "prediction": "Babbage"}
{"id": "b", "prediction": "1843"}
{"id": "c", "prediction": "Paris"}
"#;
const OTHER: &str = r#"{"id": "a", "prediction": "Ada Lovelace"}
{"id": "b", "prediction": "1842"}
{"id": "c", "prediction": "Paris"}
"#;

/// A gold file, and predictions by name and text in this order.
fn files(runs: &[(&str, &str)]) -> Vec<File> {
    let mut all = vec![File::gold("gold.jsonl", GOLD)];
    all.extend(runs.iter().map(|(name, text)| File::predictions(name, *text)));
    all
}

fn complete(runs: &[(&str, &str)], choices: Choices) -> Session {
    let mut session = score(&files(runs), choices).unwrap();
    while session.resample_next() {}
    session
}

fn signed(runs: &[(&str, &str)], baseline: Option<&str>) -> String {
    let baseline = baseline.map(str::to_owned);
    signature(&complete(runs, Choices { baseline, ..as_preset("squad-v1") }).finished().unwrap())
}

/// The signature held against files that are scored as it says.
fn held(line: &str, runs: &[(&str, &str)]) -> Check {
    let choices = Signature::parse(line).unwrap().choices();
    let mut session = complete(runs, Choices { signature: Some(line.to_owned()), ..choices });
    session.verify(None);
    session.checked().unwrap().clone()
}

fn short(text: &str) -> String {
    sha256(text.as_bytes())[..DIGITS].to_owned()
}

fn words<'a>(check: &'a Check, what: &str) -> &'a str {
    let line = check.lines.iter().find(|line| line.what == what);
    &line.unwrap_or_else(|| panic!("nothing about {what} in {check:?}")).words
}

/// A signature as it was before runs had hashes: the baseline by name alone.
fn by_name(line: &str, name: &str, text: &str) -> String {
    let older =
        line.replace(&format!("|baseline:{name}@{}", short(text)), &format!("|baseline:{name}"));
    assert_ne!(older, line);
    older
}

/// A signature as it was before the first run was named.
fn unnamed(line: &str, name: &str, text: &str) -> String {
    let older = line.replace(&format!("|baseline:{name}@{}", short(text)), "");
    assert_ne!(older, line);
    older
}

const AB: [(&str, &str); 2] = [("bert", BETTER), ("logistic", WORSE)];

#[test]
fn contents_swapped_under_their_names_are_found() {
    let swapped = [("bert", WORSE), ("logistic", BETTER)];
    for baseline in [None, Some("bert"), Some("logistic")] {
        let line = signed(&AB, baseline);
        let same = held(&line, &AB);
        assert!(same.equal, "{same:?}");
        assert_eq!(same.sentence, "files and settings match the signature");
        let check = held(&line, &swapped);
        assert!(!check.equal, "{line}: {check:?}");
        let (name, here, there) = match baseline {
            Some("logistic") => ("logistic", BETTER, WORSE),
            _ => ("bert", WORSE, BETTER),
        };
        let other = format!(
            "it differs from the signature in baseline ({name} is another file now, {} instead \
             of {})",
            short(here),
            short(there)
        );
        assert_eq!(check.sentence, other);
    }
}

#[test]
fn the_baseline_is_named_wherever_there_are_several_runs() {
    let line = signed(&AB, None);
    assert!(line.contains(&format!("|baseline:bert@{}|", short(BETTER))), "{line}");
    assert_eq!(Signature::parse(&line).unwrap().choices().baseline.as_deref(), Some("bert"));
    assert!(!signed(&AB[..1], None).contains("baseline"), "one run is compared with none");
    // A wish that no run fulfils is not what was done.
    let missed = signed(&AB, Some("gone"));
    assert_eq!(missed, line);
    // While the hash is worked out.
    let mut open = scoredrop::session::Session::new();
    for (slot, file) in (0..).zip(&files(&AB)) {
        let bytes = file.bytes.clone();
        let head =
            |length: u64| Ok::<_, String>(bytes[..bytes.len().min(length as usize)].to_vec());
        open.add(slot, &file.name, bytes.len() as u64, head);
    }
    let roles = files(&AB).iter().map(|file| file.role.unwrap()).collect::<Vec<_>>();
    open.choose(Choices { roles: (0..).zip(roles).collect(), ..as_preset("squad-v1") });
    open.understand();
    for index in open.unread() {
        let mut reader = open.reader(index).unwrap();
        reader.push(&files(&AB)[index].bytes).unwrap();
        open.finish_reading(index, reader).unwrap();
    }
    open.join().unwrap();
    let mut evaluation = open.evaluate().unwrap();
    open.advance(&mut evaluation, usize::MAX);
    open.accept(evaluation).unwrap();
    assert!(
        signature(&open.finished().unwrap()).contains("|baseline:bert@…|"),
        "{}",
        signature(&open.finished().unwrap())
    );
}

#[test]
fn another_order_of_files_does_not_move_the_baseline() {
    let line = signed(&AB, None);
    let turned = [AB[1], AB[0]];
    let check = held(&line, &turned);
    assert!(check.equal, "{check:?}");
    // The line that names no run means the first, which is another one now.
    let older = unnamed(&line, "bert", BETTER);
    assert!(held(&older, &AB).equal, "{:?}", held(&older, &AB));
    let check = held(&older, &turned);
    assert!(!check.equal, "{check:?}");
    let moved = format!(
        "it differs from the signature in baseline (logistic is now from {}; it was the first run, \
         from {})",
        short(WORSE),
        short(BETTER)
    );
    assert_eq!(check.sentence, moved);
}

#[test]
fn other_runs_in_another_order_are_told() {
    let three = [AB[0], AB[1], ("third", OTHER)];
    let line = signed(&three, None);
    // Swapped under their names, the runs beside the baseline are the same runs; which is which is told.
    let check = held(&line, &[AB[0], ("logistic", OTHER), ("third", WORSE)]);
    assert!(check.equal, "{check:?}");
    let order = check.lines.iter().find(|line| line.what == "order of files").unwrap();
    assert!(order.remark, "{order:?}");
    let told = format!(
        "differs from the signature, whose order is (with the names here) bert ({}), third ({}), \
         logistic ({})",
        short(BETTER),
        short(WORSE),
        short(OTHER)
    );
    assert_eq!(order.words, told);
    assert!(held(&line, &three).lines.iter().all(|line| line.what != "order of files"));
}

#[test]
fn signatures_by_name_alone_hold_as_they_did() {
    let line = by_name(&signed(&AB, Some("logistic")), "logistic", WORSE);
    let check = held(&line, &AB);
    assert!(check.equal, "{check:?}");
    assert_eq!(
        words(&check, "baseline"),
        "logistic, but only by name: an older signature does not name the file of its \
         baseline"
    );
    assert!(check.lines[0].remark && check.lines[0].what == "baseline", "{check:?}");
    assert!(check.sentence.ends_with("does not name the file of its baseline"), "{check:?}");
    let renamed = held(&line, &[AB[0], ("other", WORSE)]);
    assert!(!renamed.equal);
    assert_eq!(words(&renamed, "baseline"), "logistic in the signature, bert here");
}

#[test]
fn a_renamed_baseline_is_the_same_run() {
    let line = signed(&AB, None);
    let check = held(&line, &[("x", BETTER), ("y", WORSE)]);
    assert!(check.equal, "{check:?}");
    let told = check.lines.iter().find(|line| line.what == "baseline").unwrap();
    assert!(told.remark, "{told:?}");
    assert_eq!(
        told.words,
        format!("bert in the signature is called x here; both are {}", short(BETTER))
    );
    // The second, renamed, is not found by its name, and the first is the baseline.
    let line = signed(&AB, Some("logistic"));
    let check = held(&line, &[("x", BETTER), ("y", WORSE)]);
    assert!(!check.equal);
    let other = format!(
        "logistic from {} in the signature, x from {} here; that file is here under the name y",
        short(WORSE),
        short(BETTER)
    );
    assert_eq!(words(&check, "baseline"), other);
}

#[test]
fn runs_of_one_file_are_told_apart_by_their_names() {
    let of = |model: &str, text: &str| {
        text.replace("\"prediction\"", &format!("\"model\": \"{model}\", \"prediction\""))
    };
    let both = of("one", BETTER) + &of("two", WORSE);
    let file = [("runs.jsonl", both.as_str())];
    let line = signed(&file, None);
    assert!(line.contains(&format!("|baseline:one@{}|", short(&both))), "{line}");
    assert!(held(&line, &file).equal);
    let other = line.replace("|baseline:one@", "|baseline:none@");
    let check = held(&other, &file);
    assert_eq!(
        words(&check, "baseline"),
        "none in the signature, one here: another run of the same file"
    );
    assert!(!check.equal);
    // Contents that change places are another file.
    let swapped = of("two", BETTER) + &of("one", WORSE);
    let check = held(&line, &[("runs.jsonl", &swapped)]);
    assert!(!check.equal);
    assert!(check.sentence.contains("baseline (one is another file now"), "{}", check.sentence);
    // A second rule is a run of its own.
    let choices = Choices {
        twins: vec!["articles=keep".to_owned()],
        baseline: Some("bert (articles=keep)".to_owned()),
        ..as_preset("squad-v1")
    };
    let line = signature(&complete(&AB[..1], choices.clone()).finished().unwrap());
    let baseline = format!("|baseline:bert (articles=keep)@{}#1|twin:", short(AB[0].1));
    assert!(line.contains(&baseline), "{line}");
    assert!(held(&line, &AB[..1]).equal);
    let plain = Choices { baseline: None, signature: Some(line), ..choices };
    let mut session = complete(&AB[..1], plain);
    session.verify(None);
    let check = session.checked().unwrap();
    assert_eq!(
        words(check, "baseline"),
        "bert (articles=keep) in the signature, bert here: another run of the same file"
    );
}

#[test]
fn any_name_comes_back() {
    for name in ["a@b", "a@0123456789abcdef", "50 % | x", "@", "a:b{c}=d,e"] {
        let runs = [("first", WORSE), (name, BETTER)];
        let line = signed(&runs, Some(name));
        assert_eq!(Signature::parse(&line).unwrap().choices().baseline.as_deref(), Some(name));
        assert!(held(&line, &runs).equal, "{line}");
    }
}
