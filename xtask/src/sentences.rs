//! Every sentence that people may read, in one table: to be read whole.

use crate::{Result, root};
use proc_macro2::{TokenStream, TokenTree};
use std::collections::BTreeMap;
use std::path::Path;
use walkdir::WalkDir;

/// Where texts lie: the core, its command line, the page, its worker, the packages, and what tests keep of reports.
const FOLDERS: [&str; 8] = [
    "src", "page/src", "worker/src", "packages", "docs", "runner", "samples",
    "tests/reports/snapshots",
];
/// Documents beside these folders.
const FILES: [&str; 3] = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"];
/// With fewer words a text is a label.
const WORDS: usize = 3;

/// Prints each sentence once, with the first place where it stands and the number of places.
pub(crate) fn run(folders: &[String]) -> Result<()> {
    let mut known: BTreeMap<String, (String, usize)> = BTreeMap::new();
    let files =
        FOLDERS.iter().flat_map(|folder| WalkDir::new(root().join(folder)).sort_by_file_name());
    let files = files.filter_map(|entry| Some(entry.ok()?.into_path()));
    for path in files.chain(FILES.iter().map(|file| root().join(file))) {
        let name = path.strip_prefix(root()).unwrap_or(&path).display().to_string();
        let is_asked = folders.is_empty() || folders.iter().any(|folder| name.starts_with(folder));
        let is_of_others = ["node_modules", "/target/", "/tests/test_", ".venv"];
        if !is_asked || is_of_others.iter().any(|part| name.contains(part)) {
            continue;
        }
        for (line, sentence) in sentences(&path)? {
            known.entry(sentence).or_insert_with(|| (format!("{name}:{line}"), 0)).1 += 1;
        }
    }
    let mut rows: Vec<(String, usize, String)> =
        known.into_iter().map(|(sentence, (place, times))| (place, times, sentence)).collect();
    rows.sort_by(|a, b| natural(&a.0).cmp(&natural(&b.0)));
    println!("place\ttimes\tsentence");
    for (place, times, sentence) in rows {
        println!("{place}\t{times}\t{sentence}");
    }
    Ok(())
}

/// A place with its line as a number.
fn natural(place: &str) -> (&str, usize) {
    let (file, line) = place.rsplit_once(':').unwrap_or((place, "0"));
    (file, line.parse().unwrap_or(0))
}

/// The sentences of a file with their lines; none of a file of another kind.
fn sentences(path: &Path) -> Result<Vec<(usize, String)>> {
    let kind = path.extension().and_then(|kind| kind.to_str()).unwrap_or_default();
    if !matches!(kind, "rs" | "md" | "snap" | "py" | "pyi" | "js" | "ts") || path.is_dir() {
        return Ok(Vec::new());
    }
    let text =
        std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let texts = match kind {
        "rs" => {
            let tokens: TokenStream =
                text.parse().map_err(|error| format!("{}: {error}", path.display()))?;
            let is_read_by_clap = path.components().any(|part| part.as_os_str() == "command_line");
            let mut found = Vec::new();
            literals(tokens, is_read_by_clap, &mut found);
            found
        }
        "md" => paragraphs(&text),
        "snap" => lines(&text),
        _ => quoted(&text),
    };
    let split = |(line, text): (usize, String)| {
        let parts: Vec<String> = parts(&text).collect();
        parts.into_iter().map(move |part| (line, part))
    };
    Ok(texts.into_iter().flat_map(split).collect())
}

/// The sentences of a text.
fn parts(text: &str) -> impl Iterator<Item = String> {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let marked = [". ", "? ", "! "]
        .iter()
        .fold(text, |text, end| text.replace(end, &format!("{}\n", end.trim_end())));
    let is_sentence = |part: &&str| {
        let is_word = |word: &&str| word.chars().filter(|sign| sign.is_alphabetic()).count() > 1;
        part.split(' ').filter(is_word).count() >= WORDS
    };
    marked
        .lines()
        .map(str::trim)
        .filter(is_sentence)
        .map(str::to_owned)
        .collect::<Vec<_>>()
        .into_iter()
}

/// Literals of texts outside tests and attributes; comments of items as well where they are the help of a command.
fn literals(tokens: TokenStream, with_help: bool, found: &mut Vec<(usize, String)>) {
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Punct(mark) if mark.as_char() == '#' => {
                if let Some(TokenTree::Punct(inner)) = tokens.peek()
                    && inner.as_char() == '!'
                {
                    tokens.next();
                }
                let Some(TokenTree::Group(attribute)) = tokens.next() else { continue };
                let words = attribute.stream().to_string();
                if words.starts_with("doc") && with_help {
                    literals(attribute.stream(), with_help, found);
                } else if words.starts_with("cfg") && words.contains("test") {
                    // What is only there in tests ends with its body.
                    let is_end = |token: &TokenTree| match token {
                        TokenTree::Group(group) => {
                            group.delimiter() == proc_macro2::Delimiter::Brace
                        }
                        TokenTree::Punct(mark) => mark.as_char() == ';',
                        _ => false,
                    };
                    tokens.find(is_end);
                }
            }
            TokenTree::Group(group) => literals(group.stream(), with_help, found),
            TokenTree::Literal(literal) => {
                if let Ok(text) = syn::parse_str::<syn::LitStr>(&literal.to_string()) {
                    found.push((literal.span().start().line, text.value()));
                }
            }
            _ => {}
        }
    }
}

/// The paragraphs, list items and cells of a document, without its blocks of code.
fn paragraphs(text: &str) -> Vec<(usize, String)> {
    let mut all: Vec<(usize, String)> = Vec::new();
    let (mut is_code, mut is_new) = (false, true);
    for (line, words) in (1..).zip(text.lines().map(str::trim)) {
        let is_fence = words.starts_with("```");
        is_code ^= is_fence;
        if is_code || is_fence || words.is_empty() {
            is_new = true;
        } else if words.starts_with('|') {
            all.extend(words.split(" | ").map(|cell| (line, cell.trim_matches('|').to_owned())));
            is_new = true;
        } else {
            let is_item = words.starts_with(['-', '*', '#'])
                || words.starts_with(|c: char| c.is_ascii_digit());
            match all.last_mut().filter(|_| !is_new && !is_item) {
                Some((_, before)) => before.extend([" ", words]),
                None => all.push((line, words.to_owned())),
            }
            is_new = words.starts_with('#');
        }
    }
    all
}

/// What a script has in quotation marks, and the lines of its descriptions in three of them.
fn quoted(text: &str) -> Vec<(usize, String)> {
    let mut all = Vec::new();
    let mut is_described = false;
    for (line, words) in (1..).zip(text.lines()) {
        let mut parts = words.split("\"\"\"");
        let first = parts.next().unwrap_or_default();
        for (place, part) in std::iter::once(first).chain(parts).enumerate() {
            is_described ^= place > 0;
            if is_described {
                all.push((line, part.to_owned()));
            } else {
                all.extend(
                    part.split(['"', '`']).skip(1).step_by(2).map(|text| (line, text.to_owned())),
                );
            }
        }
    }
    all
}

/// The lines of a report that tests keep.
fn lines(text: &str) -> Vec<(usize, String)> {
    (1..).zip(text.lines().map(str::to_owned)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_are_found_where_people_read_them() {
        let source = r#"
            /// Not this one, it is for programmers.
            const A: &str = "One text in two \
                             lines. And a second sentence!";
            #[cfg(test)]
            mod tests { const B: &str = "No text of a test."; }
            fn f() { view! { <p title="a label">{format!("{n} rows have no answer")}</p> } }
        "#;
        let mut found = Vec::new();
        literals(source.parse().unwrap(), false, &mut found);
        let found: Vec<String> = found.iter().flat_map(|(_, text)| parts(text)).collect();
        let wanted =
            ["One text in two lines.", "And a second sentence!", "{n} rows have no answer"];
        assert_eq!(found, wanted);
    }

    #[test]
    fn scripts_are_read_in_quotation_marks() {
        let text = "x = f(\"no rows were read\")\n\"\"\"What it does here.\n\nAnd what it gives back.\"\"\"\ny = a + b + c";
        let found: Vec<String> = quoted(text).iter().flat_map(|(_, text)| parts(text)).collect();
        assert_eq!(found, ["no rows were read", "What it does here.", "And what it gives back."]);
    }

    #[test]
    fn documents_are_split_into_sentences() {
        let text = "# A title of three\nFirst line of\na paragraph. Next one is here.\n```\nno code is read\n```\n| a cell with words | x |";
        let found: Vec<String> =
            paragraphs(text).iter().flat_map(|(_, text)| parts(text)).collect();
        let wanted = [
            "# A title of three", "First line of a paragraph.", "Next one is here.",
            "a cell with words",
        ];
        assert_eq!(found, wanted);
    }
}
