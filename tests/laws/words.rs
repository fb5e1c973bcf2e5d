//! Programs go by codes, and words are for people: no code searches or compares a sentence that it or
//! another part of the program has made, so that rewording one changes nothing but what is read.
//!
//! What can be read off a line of code is looked for here: a search in, or a comparison of, something that
//! is named as a sentence (`message`, `reason`, `remedy`, ...), and a search for a text of three words or
//! more. Words under another name, or kept in a constant or a table, cannot be told from data: answers,
//! outputs and names of columns are searched for words all over a scorer, and rightly.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use regex::Regex;
use std::fs;
use std::path::{Path, PathBuf};

/// Where words are searched all the same, by what stands in the line, and why.
const ALLOWED: [(&str, &str, &str); 9] = [
    ("src/doubt/former.rs", "sentence.contains(words)", "reports of schema 1 have no codes"),
    ("src/base/diagnostic.rs", "one.message.split_once(MORE)", "the count of an entry that counts"),
    ("src/preset/settings.rs", "words.strip_suffix(", "words of a setting that end as others do"),
    ("src/report/words.rs", "words.strip_prefix(info.label)", "the label is not said twice"),
    ("src/report/words.rs", "words.starts_with(info.label)", "the label is not said twice"),
    ("src/score/metric/choices.rs", "self.words.contains(", "the words of an answer"),
    ("src/text/formula/parse/lexer/command.rs", "words.starts_with(' ')", "a formula's text"),
    ("page/src/components/rail/rules.rs", "words.strip_prefix(", "the label is not said twice"),
    (
        "page/src/replies.rs",
        "why.contains(OUT_OF_MEMORY)",
        "a worker that died leaves a text alone",
    ),
];

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found.sort();
    found
}

#[test]
fn no_sentence_is_searched_or_compared() {
    const SEARCH: &str =
        r"(contains|starts_with|ends_with|strip_prefix|strip_suffix|find|rfind|split_once)\(";
    let words = r"(message|sentence|reason|remedy|words|why)";
    let accessors = r"(\(\))?(\.(as_str|as_deref|as_ref)\(\))?";
    let patterns = [
        format!(r"\b{words}{accessors}\.{SEARCH}"),
        format!(r"\b\w+\.(message|remedy){accessors}\)? [=!]= "),
        format!(r"[=!]= [&*]?(\w+\.)+(message|remedy){accessors}$"),
        format!(r#"{SEARCH}&?"[^"]*[a-z] [a-z]+ [a-z]"#),
        r#"[=!]= "[^"]*[a-z] [a-z]+ [a-z]"#.to_owned(),
    ];
    let patterns = patterns.map(|pattern| Regex::new(&pattern).unwrap());
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (mut found, mut used, mut lines) = (Vec::new(), [false; ALLOWED.len()], 0);
    for path in ["src", "page/src", "worker/src"].iter().flat_map(|at| sources(&root.join(at))) {
        let name = path.strip_prefix(root).unwrap().to_str().unwrap().replace('\\', "/");
        if name.ends_with("tests.rs") {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        // Tests look at words as a reader does.
        let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
        for (number, line) in text.lines().enumerate() {
            let line = line.trim();
            lines += 1;
            if line.starts_with("//") || !patterns.iter().any(|pattern| pattern.is_match(line)) {
                continue;
            }
            let known = |(file, part, _): &(&str, &str, &str)| *file == name && line.contains(part);
            match ALLOWED.iter().position(known) {
                Some(place) => used[place] = true,
                None => found.push(format!("{name}:{}: {line}", number + 1)),
            }
        }
    }
    assert_eq!(found, [""; 0]);
    assert_eq!(used, [true; ALLOWED.len()], "{ALLOWED:?}");
    assert!(lines > 50_000, "{lines} lines were read");
}
