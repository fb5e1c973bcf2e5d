//! Reports that travel: one HTML file, charts, a methods paragraph, and the script that runs the
//! reference.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use crate::command::Folder;
use scoredrop::base::types::Parts;
use scoredrop::report::forms::Wanted;
use scoredrop::session::Session;
use scoredrop::session::protocol::{Choices, ExportFormat};
use scoredrop::session::report::{file_name, write};
use scoredrop_testing::{
    File, as_preset, complete, report, runs_of, sample, score, skip, with_settings,
};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const GOLD: &str = r#"{"id": "secret-id", "question": "secret question?", "answers": ["secret gold"], "type": "<b>"}
{"id": "b", "question": "when </script><!-- ?", "answers": ["1843"], "type": "b"}
"#;
const PREDICTIONS: &str = r#"{"id": "secret-id", "prediction": "secret output"}
{"id": "b", "prediction": "</script><script>alert(1)</script>"}
"#;

fn files() -> [File; 2] {
    [File::gold("gold.jsonl", GOLD), File::predictions("<img src=x>.jsonl", PREDICTIONS)]
}

fn form(session: &Session, format: ExportFormat, parts: Parts) -> String {
    let mut out = Vec::new();
    write(session, format, Wanted { parts, ..Wanted::default() }, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

const FORMS: [ExportFormat; 6] = [
    ExportFormat::Html,
    ExportFormat::Methods,
    ExportFormat::Markdown,
    ExportFormat::Latex,
    ExportFormat::Json,
    ExportFormat::VerifyPy,
];

#[test]
fn a_page_asks_for_nothing_and_runs_nothing_of_the_data() {
    let session = complete(&files(), as_preset("squad-v1"));
    let page = form(&session, ExportFormat::Html, Parts::default());
    for attribute in ["src=\"", "href=\"", "url(", "@import", "fetch(", "http://www.w3.org/1999"] {
        assert!(!page.contains(attribute), "{attribute}");
    }
    assert!(page.contains("default-src 'none'"));
    // Two blocks of data and one script: nothing in the data ends one or begins another.
    assert_eq!(page.matches("<script").count(), 3);
    assert_eq!(page.matches("</script>").count(), 3);
    assert!(!page.contains("<img"));
    assert!(!page.contains("<b>"));
    // What it carries is the report, to the value.
    let carried = scoredrop::session::protocol::given::whole(&page).unwrap();
    let carried: serde_json::Value = serde_json::from_str(&carried).unwrap();
    let json = form(&session, ExportFormat::Json, Parts::default());
    assert_eq!(carried, serde_json::from_str::<serde_json::Value>(&json).unwrap());
}

#[test]
fn what_is_left_out_is_nowhere() {
    let session = complete(&files(), as_preset("squad-v1"));
    let all = Parts { no_outputs: true, no_questions: true };
    for format in [ExportFormat::Html, ExportFormat::Json] {
        let whole = form(&session, format, Parts::default());
        assert!(whole.contains("secret"), "{format:?}");
        assert!(!form(&session, format, all).contains("secret"), "{format:?}");
        let no_outputs = form(&session, format, Parts { no_outputs: true, no_questions: false });
        assert!(!no_outputs.contains("secret output"), "{format:?}");
        assert!(no_outputs.contains("secret-id"), "{format:?}");
        // It still can be held against the files.
        let given =
            scoredrop::session::protocol::given::head(&form(&session, format, all)).unwrap();
        let mut again = complete(&files(), given.choices);
        again.verify(Some(("report", &form(&session, format, all))));
        let check = again.checked().unwrap();
        assert!(check.equal, "{check:?}");
        assert_eq!(check.left_out, ["ids", "answers as extracted"]);
    }
}

/// Doubts and findings quote what is in the files.
#[test]
fn what_is_left_out_is_quoted_nowhere() {
    let rows = |name: &str, text: &str| -> String {
        let row = |i: u32| {
            let id = ["ash", "elm", "fir", "oak"][i as usize % 4].repeat(1 + i as usize / 4);
            serde_json::json!({ "id": format!("secret {id}"), name: format!("{text} {i}") })
        };
        (0..12).map(|i| row(i).to_string() + "\n").collect()
    };
    let files = [
        File::dropped("gold.jsonl", rows("answer", "Cape secret")),
        File::dropped(
            "predictions.jsonl",
            rows("prediction", "I would say that it is secret output"),
        ),
    ];
    let session = complete(&files, Choices::default());
    let all = Parts { no_outputs: true, no_questions: true };
    for format in [ExportFormat::Html, ExportFormat::Json] {
        let whole = form(&session, format, Parts::default());
        assert!(whole.contains("gold answers look like"), "{format:?}");
        let bare = form(&session, format, all);
        assert!(bare.contains("gold answers look like") && !bare.contains("secret"), "{bare}");
        let given = scoredrop::session::protocol::given::head(&bare).unwrap();
        let mut again = complete(&files, given.choices);
        again.verify(Some(("report", &bare)));
        let check = again.checked().unwrap();
        assert!(check.equal, "{check:?}");
    }
}

#[test]
fn no_number_has_no_unit() {
    let choices = with_settings("squad-v1", &[("missing", "exclude")]);
    let [gold, mut run] = files();
    let nothing = |line: &str| {
        let mut row: serde_json::Value = serde_json::from_str(line).unwrap();
        row["prediction"] = serde_json::Value::Null;
        format!("{row}\n")
    };
    run.bytes = std::str::from_utf8(&run.bytes)
        .unwrap()
        .lines()
        .flat_map(|line| nothing(line).into_bytes())
        .collect();
    let page = form(&complete(&[gold, run], choices), ExportFormat::Html, Parts::default());
    assert!(page.contains("<p class=\"number\">–<span class=\"unit\"></span></p>"), "{page}");
}

#[test]
fn every_form_says_that_a_preset_is_modified() {
    let choices = with_settings("squad-v1", &[("articles", "keep")]);
    let session = complete(&files(), choices);
    let plain = complete(&files(), as_preset("squad-v1"));
    for format in FORMS {
        let text = form(&session, format, Parts::default());
        // No script offers to run a reference that has other rules.
        let words = match format {
            ExportFormat::VerifyPy => "The settings differ from those of the reference",
            ExportFormat::Json => "\"modified\":true",
            _ => "odified preset",
        };
        assert!(text.contains(words), "{format:?}: {text}");
        assert!(!form(&plain, format, Parts::default()).contains(words), "{format:?}");
        let named = matches!(format, ExportFormat::Methods | ExportFormat::VerifyPy);
        assert!(named || text.contains("+modified:"), "{format:?}");
        assert!(file_name(&session, format).0.starts_with("squad-v1-modified-"));
    }
    let page = form(&session, ExportFormat::Html, Parts::default());
    assert!(page.contains("as SQuAD 1.1, modified, answers from"), "{page}");
    assert!(page.contains("<span>Exact match, modified</span>"), "{page}");
    assert!(!page.contains("As the official script prints it"));
    assert!(
        form(&plain, ExportFormat::Html, Parts::default())
            .contains("As the official script prints it")
    );
}

#[test]
fn a_number_that_rests_on_a_guess_does_not_look_official() {
    // As NQ-open has it, which deletes signs; and others too.
    let gold = r#"{"question": "how cold was it", "answer": ["-3"]}"#;
    let predictions = r#"{"question": "how cold was it", "prediction": "3"}"#;
    let dropped = [File::dropped("g.jsonl", gold), File::dropped("p.jsonl", predictions)];
    let page = form(&complete(&dropped, Choices::default()), ExportFormat::Html, Parts::default());
    assert!(page.contains("Provisional: "));
    assert!(!page.contains("As the official script prints it"));
}

#[test]
fn charts_are_well_formed_and_carry_their_look() {
    let runs = runs_of(90, &[("a.jsonl", &|row| row % 2 == 0), ("b.jsonl", &|row| row % 3 == 0)]);
    let session = complete(&runs, as_preset("squad-v1"));
    for format in [ExportFormat::StripSvg, ExportFormat::BreakdownSvg, ExportFormat::ComparisonSvg]
    {
        let svg = form(&session, format, Parts::default());
        assert!(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""), "{svg}");
        assert!(svg.ends_with("</svg>\n"), "{svg}");
        assert_eq!(svg.matches("<style>").count(), 1);
        assert!(!svg.contains("NaN"), "{svg}");
    }
    let strip = form(&session, ExportFormat::StripSvg, Parts::default());
    let right = strip.split("<path ").find(|path| path.starts_with("class=\"right\""));
    assert_eq!(right.unwrap().matches('M').count(), 45, "{strip}");
    let breakdown = form(&session, ExportFormat::BreakdownSvg, Parts::default());
    assert!(breakdown.contains(">type: short</text>"), "{breakdown}");
    assert!(breakdown.contains("n 30</text>"), "{breakdown}");
    let comparison = form(&session, ExportFormat::ComparisonSvg, Parts::default());
    assert!(comparison.contains("difference from a,"), "{comparison}");
    assert_eq!(comparison.matches("<circle").count(), 1);
}

#[test]
fn a_summary_for_ci_stays_small() {
    let mut gold = String::new();
    let mut lines = String::new();
    for index in 0..400 {
        let group = index % 200;
        let _ =
            writeln!(gold, "{{\"id\": \"{index}\", \"answers\": [\"x\"], \"type\": \"t{group}\"}}");
        let _ = writeln!(lines, "{{\"id\": \"{index}\", \"prediction\": \"x\"}}");
    }
    let mut all = vec![File::gold("gold.jsonl", gold)];
    for run in 0..6 {
        all.push(File::predictions(&format!("run{run}.jsonl"), lines.clone()));
    }
    let session = score(&all, as_preset("squad-v1")).unwrap();
    let text = form(&session, ExportFormat::Markdown, Parts::default());
    assert!(text.len() < 1 << 20, "{}", text.len());
    assert!(text.contains("188 more groups are left out."));
    // Of each run the means over all questions, those by group, and the board.
    assert_eq!(text.lines().filter(|line| line.starts_with("| run")).count(), 12 + 2);
    assert!(text.lines().count() < 60, "{text}");
}

#[test]
fn methods_say_whom_they_reproduce() {
    let session = complete(&files(), as_preset("squad-v1"));
    let text = form(&session, ExportFormat::Methods, Parts::default());
    for part in [
        "We scored 2 questions of gold.jsonl as SQuAD 1.1. The predictions in <img src=x>.jsonl were matched to \
         the questions by id. Rules: ",
        " Exact match was 0.0\u{202f}% for <img src=x>.jsonl (95",
        "\u{202f}% CI ",
        "case, punctuation and articles ignored",
        " It reproduces official evaluate-v1.1.py (copy at allenai/bi-att-flow@49004549); ",
        ", checked on 432 golden cases and 24",
        "@inproceedings{rajpurkar-etal-2016-squad,\n  author = {Rajpurkar, Pranav and Zhang, Jian and ",
    ] {
        assert!(text.contains(part), "{part} is not in {text}");
    }
}

/// A folder with references: packages as `pip install --target` leaves them, checkouts by name.
fn references() -> Option<PathBuf> {
    let found = std::env::var_os("SCOREDROP_REFERENCES").map(PathBuf::from);
    if found.is_none() {
        skip("SCOREDROP_REFERENCES names no folder with reference scorers");
    }
    found
}

/// Runs a script in a folder; `None`, with a line that says so, without Python.
fn python(
    script: &str,
    folder: &Path,
    arguments: &[&str],
    packages: Option<&Path>,
) -> Option<Output> {
    let mut command = Command::new("python3");
    command.args([&[script], arguments].concat()).current_dir(folder).env_remove("PYTHONPATH");
    if let Some(packages) = packages {
        command.env("PYTHONPATH", packages);
    }
    let output = command.output().ok();
    if output.is_none() {
        skip("there is no python3");
    }
    output
}

/// A preset's script and the files it is about, in a folder of their own.
fn with_script(test: &str, preset: &str, files: &[File]) -> Folder {
    let folder = Folder::new(&format!("script-{test}-{preset}"));
    let session = complete(files, as_preset(preset));
    for file in files {
        folder.file(&file.name, &file.bytes);
    }
    folder.file("verify.py", form(&session, ExportFormat::VerifyPy, Parts::default()));
    folder
}

/// A stand-in for the official script: it takes what that takes and counts equal texts.
const STAND_IN: &str = "
def evaluate(dataset, predictions):
    qas = [qa for article in dataset for paragraph in article['paragraphs'] for qa in paragraph['qas']]
    right = [predictions.get(qa['id']) in [answer['text'] for answer in qa['answers']] for qa in qas]
    return {'exact_match': 100.0 * sum(right) / len(qas), 'f1': 100.0 * sum(right) / len(qas)}
";

#[test]
fn a_script_compares_what_the_reference_says_with_the_report() {
    let gold = r#"{"id": "a", "answers": ["Ada"]}
{"id": "b", "answers": ["x", "1843"]}
"#;
    let right = "id,prediction\na,Ada\nb,1843\n";
    let files = |predictions: &str| {
        [File::gold("gold.jsonl", gold), File::predictions("run.csv", predictions)]
    };
    let folder = with_script("equal", "squad-v1", &files(right));
    folder.file("stand_in.py", STAND_IN);
    let run =
        |arguments: &[&str]| python("verify.py", Path::new(&folder.path("")), arguments, None);
    let Some(equal) = run(&["--reference", "stand_in.py"]) else { return };
    let said = String::from_utf8_lossy(&equal.stdout).into_owned();
    assert_eq!(equal.status.code(), Some(0), "{said}{}", String::from_utf8_lossy(&equal.stderr));
    assert!(said.contains("equal    run.csv: exact_match is 100.0"), "{said}");
    // Without the reference nothing is said to be equal.
    let without = run(&[]).unwrap();
    assert_eq!(without.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&without.stderr).contains("49004549"));
    // Other files are not compared.
    folder.file("run.csv", "id,prediction\na,Ada\nb,1844\n");
    let other = run(&["--reference", "stand_in.py"]).unwrap();
    assert_eq!(other.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&other.stdout).contains("DIFFERS  run.csv: SHA-256"));
    // What the stand-in counts otherwise than the report differs.
    let folder = with_script("differs", "squad-v1", &files("id,prediction\na,the Ada\nb,1843\n"));
    folder.file("stand_in.py", STAND_IN);
    let differs =
        python("verify.py", Path::new(&folder.path("")), &["--reference", "stand_in.py"], None)
            .unwrap();
    let said = String::from_utf8_lossy(&differs.stdout);
    assert_eq!(differs.status.code(), Some(1), "{said}");
    assert!(said.contains("exact_match is 100.0 in the report, 50.0 by the reference"), "{said}");
}

#[test]
fn references_say_the_same() {
    let Some(folder) = references() else { return };
    let mut results = String::new();
    for at in 0..164 * 3 {
        let (task, passed) = (at % 164, at % 7 < 3);
        let _ = writeln!(
            results,
            "{{\"task_id\": \"HumanEval/{task}\", \"completion\": \"x\", \"result\": \"\", \
             \"passed\": {passed}}}"
        );
    }
    let programs = [File::table("results.jsonl", results)];
    for (preset, files, checkout) in [
        ("nq", sample("nq", "jsonl", "jsonl").to_vec(), None),
        ("hotpotqa-evoagentx", sample("hotpot", "json", "json").to_vec(), None),
        ("humaneval", programs.to_vec(), None),
        ("squad-v1", sample("squad", "json", "json").to_vec(), Some("bi-att-flow")),
        ("squad-v2", sample("squad", "json", "json").to_vec(), Some("SQuAD-explorer")),
        ("hotpotqa", sample("hotpot", "json", "json").to_vec(), Some("hotpot")),
        ("nq-open", sample("nq", "jsonl", "jsonl").to_vec(), Some("language")),
    ] {
        let checkout = checkout.map(|name| folder.join(name));
        if let Some(missing) = checkout.as_ref().filter(|path| !path.is_dir()) {
            skip(&format!("{} is not there", missing.display()));
            continue;
        }
        let place = with_script("real", preset, &files);
        let named: Vec<&str> = match &checkout {
            Some(path) => vec!["--reference", path.to_str().unwrap()],
            None => Vec::new(),
        };
        let Some(output) = python("verify.py", Path::new(&place.path("")), &named, Some(&folder))
        else {
            return;
        };
        let said = String::from_utf8_lossy(&output.stdout);
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{preset}: {said}{error}");
        assert!(said.ends_with("the reference gives the same values\n"), "{preset}: {said}");
    }
}

#[test]
fn scripts_are_programs_or_say_why_not() {
    use scoredrop::session::report::verify::script;
    for (preset, words) in [
        ("climate-finance", "there is no reference scorer to run"),
        ("multiple-choice", "there is no reference scorer to run"),
        ("kilt", "run it by hand: facebookresearch/KILT@"),
    ] {
        let session = complete(&files(), as_preset(preset));
        let reason = script(&session.finished().unwrap()).unwrap_err();
        assert!(reason.contains(words), "{preset}: {reason}");
    }
    // Wrong syntax would be seen by whoever runs it first.
    for id in ["nq", "nq-open", "squad-v2", "gsm8k-official", "math-hendrycks", "gsm8k"] {
        let gold = r#"{"id": "a", "answers": ["\\boxed{1} #### 1"]}"#;
        let all = [
            File::gold("gold.jsonl", gold),
            File::predictions("run.jsonl", r#"{"id": "a", "prediction": "\\boxed{1} #### 1"}"#),
        ];
        let folder = with_script("syntax", id, &all);
        let code = "import ast; ast.parse(open('verify.py', encoding='utf-8').read())";
        let mut command = Command::new("python3");
        let Ok(output) = command.args(["-c", code]).current_dir(folder.path("")).output() else {
            skip("there is no python3");
            return;
        };
        assert!(output.status.success(), "{id}: {}", String::from_utf8_lossy(&output.stderr));
        let script = std::fs::read_to_string(folder.path("verify.py")).unwrap();
        assert!(script.contains("if __name__ == \"__main__\":"), "{id}: {script}");
    }
    let mut session = complete(&files(), as_preset("squad-v1"));
    assert!(report(&mut session, ExportFormat::VerifyPy).contains("REFERENCE = "));
}
