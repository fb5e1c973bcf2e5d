//! Files inside of files, in other orders and under other names, held against reports and signatures.

#![allow(clippy::unwrap_used, reason = "tests")]

use crate::command::{Folder, assert_code, run, stdout};
use rust_xlsxwriter::Workbook;
use scoredrop_testing::archives::zip;
use serde_json::Value;

const GOLD: &str = r#"{"id": "a", "answers": ["Ada Lovelace"]}
{"id": "b", "answers": ["1843"]}
{"id": "c", "answers": ["London"]}
"#;
const ANSWERS: [[&str; 3]; 3] =
    [["Ada Lovelace", "1843", "London"], ["Ada", "1843", "Paris"], ["Ada", "1842", "London"]];

fn rows(answers: [&str; 3]) -> String {
    let row =
        |(id, text): (&str, &str)| format!("{{\"id\": \"{id}\", \"prediction\": \"{text}\"}}\n");
    ["a", "b", "c"].into_iter().zip(answers).map(row).collect()
}

/// The gold file, and a report with its signature of what these arguments score.
fn scored(folder: &Folder, arguments: &[&str]) -> (String, String, String) {
    let gold = folder.file("gold.jsonl", GOLD);
    let path = folder.path("report.json");
    let head = ["score", "--preset", "squad-v1", "--gold", &gold, "--out", &path];
    assert_code(&run(&[&head, arguments].concat()), 0);
    let report: Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
    let signature = report["signature"].as_str().unwrap().to_owned();
    (gold, path, signature)
}

fn verified(what: &[&str], gold: &str, predictions: &[&str], code: i32) -> String {
    let files = ["--gold", gold, "--predictions"];
    let output = run(&[&["verify"], what, &files, predictions].concat());
    assert_code(&output, code);
    stdout(&output).to_owned()
}

fn with_sheets() -> Vec<u8> {
    let mut book = Workbook::new();
    for (name, answers) in [("first", ANSWERS[1]), ("second", ANSWERS[0])] {
        let sheet = book.add_worksheet().set_name(name).unwrap();
        sheet.write(0, 0, "id").unwrap();
        sheet.write(0, 1, "prediction").unwrap();
        for (row, (id, text)) in (1..).zip(["a", "b", "c"].into_iter().zip(answers)) {
            sheet.write(row, 0, id).unwrap();
            sheet.write(row, 1, text).unwrap();
        }
    }
    book.save_to_buffer().unwrap()
}

#[test]
fn a_signature_names_the_sheet() {
    let folder = Folder::new("travelling-sheets");
    let book = folder.file("book.xlsx", with_sheets());
    let [first, second] = ["first", "second"].map(|sheet| format!("{book}#{sheet}"));
    let (gold, report, line) = scored(&folder, &["--predictions", &second]);
    assert!(line.contains("/second{"), "{line}");
    let check = verified(&["--signature", &line], &gold, &[&second], 0);
    assert!(check.starts_with("files and settings match the signature\n"), "{check}");
    let check = verified(&["--signature", &line], &gold, &[&first], 1);
    assert!(check.starts_with("it differs from the signature in predictions\n"), "{check}");
    assert!(
        check.contains("second from ") && check.contains(" in the signature, first here"),
        "{check}"
    );
    verified(&[&report], &gold, &[&second], 0);
    verified(&[&report], &gold, &[&first], 1);
    // One from before sheets were named does not say which.
    let older = line.replace("/second", "");
    for sheet in [&first, &second] {
        let check = verified(&["--signature", &older], &gold, &[sheet], 0);
        let told = "an older signature does not name the sheet or member";
        assert!(check.lines().next().unwrap().ends_with(told), "{check}");
        let line = check.lines().nth(1).unwrap();
        assert!(line.contains("predictions") && line.ends_with(told), "{check}");
    }
}

#[test]
fn a_signature_names_the_member_of_an_archive() {
    let folder = Folder::new("travelling-members");
    let texts = ANSWERS.map(rows);
    let odd = "in/b+{x},=@é.jsonl";
    let archive = folder.file("runs.zip", zip(&[("a.jsonl", &texts[0]), (odd, &texts[1])]));
    let [a, b] = ["a.jsonl", odd].map(|member| format!("{archive}#{member}"));
    let (gold, _, line) = scored(&folder, &["--predictions", &b]);
    assert!(line.contains("/in/b%2B%7Bx%7D%2C%3D%40é.jsonl{"), "{line}");
    verified(&["--signature", &line], &gold, &[&b], 0);
    verified(&["--signature", &line], &gold, &[&a], 1);
    // All of them have one hash: the baseline is one of them.
    let (_, report, line) =
        scored(&folder, &["--predictions", &archive, "--baseline", &format!("runs.zip ({odd})")]);
    let baseline = line.split('|').find(|part| part.starts_with("baseline:")).unwrap();
    assert!(baseline.ends_with("/in/b%2B%7Bx%7D%2C%3D%40é.jsonl"), "{line}");
    verified(&["--signature", &line], &gold, &[&archive], 0);
    verified(&["--signature", &line], &gold, &[&b, &a], 0);
    verified(&[&report], &gold, &[&b, &a], 0);
    let swapped = folder.file("runs.zip", zip(&[("a.jsonl", &texts[1]), (odd, &texts[0])]));
    verified(&["--signature", &line], &gold, &[&swapped], 1);
    // Another member under the name of the baseline.
    let (name, file) = baseline.rsplit_once('@').unwrap();
    let other = [name, "@", file.split('/').next().unwrap(), "/a.jsonl"].concat();
    folder.file("runs.zip", zip(&[("a.jsonl", &texts[0]), (odd, &texts[1])]));
    let check = verified(&["--signature", &line.replace(baseline, &other)], &gold, &[&archive], 1);
    assert!(check.contains("is another file now"), "{check}");
}

/// Three runs with the second for a baseline.
fn three(folder: &Folder) -> (String, String, String, [String; 3]) {
    let mut texts = ANSWERS.map(rows).into_iter();
    let files =
        ["x.jsonl", "y.jsonl", "z.jsonl"].map(|name| folder.file(name, texts.next().unwrap()));
    let [x, y, z] = files.each_ref().map(String::as_str);
    let (gold, report, line) = scored(folder, &["--predictions", x, y, z, "--baseline", "y.jsonl"]);
    (gold, report, line, files)
}

#[test]
fn a_report_holds_in_any_order_of_files() {
    let folder = Folder::new("travelling-order");
    let (gold, report, _, [x, y, z]) = three(&folder);
    for order in
        [[&x, &y, &z], [&z, &y, &x], [&y, &z, &x], [&z, &x, &y], [&x, &z, &y], [&y, &x, &z]]
    {
        let files = order.map(String::as_str);
        let check = verified(&[&report], &gold, &files, 0);
        assert!(check.starts_with("9 of 9 rows equal\n"), "{check}");
    }
    // One that is not there is no question of order.
    verified(&[&report], &gold, &[&z, &y], 1);
}

#[test]
fn a_report_holds_under_other_names_with_a_chosen_baseline() {
    let folder = Folder::new("travelling-names");
    let (gold, report, _, files) = three(&folder);
    let mut renamed = Vec::new();
    for (file, name) in files.iter().zip(["one.jsonl", "two.jsonl", "three.jsonl"]) {
        renamed.push(folder.file(name, std::fs::read(file).unwrap()));
    }
    let [one, two, three] = [&renamed[0], &renamed[1], &renamed[2]];
    for files in [[one, two, three], [three, two, one]] {
        let check = verified(&[&report], &gold, &files.map(String::as_str), 0);
        assert!(check.starts_with("9 of 9 rows equal\n"), "{check}");
        assert!(check.contains("y.jsonl in the report is called two.jsonl here"), "{check}");
    }
}

#[test]
fn names_that_stand_on_other_files_are_no_mere_names() {
    let folder = Folder::new("travelling-swapped");
    let (gold, report, _, [x, y, z]) = three(&folder);
    let [old_x, old_z] = [&x, &z].map(|path| std::fs::read(path).unwrap());
    std::fs::write(&x, old_z).unwrap();
    std::fs::write(&z, old_x).unwrap();
    for order in [[&x, &y, &z], [&z, &y, &x]] {
        let check = verified(&[&report], &gold, &order.map(String::as_str), 1);
        assert!(check.contains("but x.jsonl is another file here"), "{check}");
        assert!(check.contains("differs  name of "), "{check}");
    }
}

#[test]
fn a_baseline_by_name_alone_is_read_first() {
    let folder = Folder::new("travelling-older");
    let (gold, _, line, [x, y, z]) = three(&folder);
    let hash = line.split("baseline:y.jsonl").nth(1).unwrap();
    let older = line.replace(&hash[..17], "");
    assert!(older.contains("|baseline:y.jsonl|") && older != line, "{older}");
    let check = verified(&["--signature", &older], &gold, &[&x, &y, &z], 0);
    let said: Vec<&str> = check.lines().collect();
    let told = "an older signature does not name the file of its baseline";
    assert!(said[0].ends_with(told) && said[1].contains(told), "{check}");
    assert!(!said[1].starts_with("equal"), "{check}");
}
