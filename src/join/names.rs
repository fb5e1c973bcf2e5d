//! Names of runs as sentences have them.

use super::SHORT;
use crate::base::diagnostic::cut_middle;
use std::collections::HashMap;

/// A name that is cut keeps a letter and so many characters at least, so that it still says something.
const FEWEST: usize = 3;

/// Shortens the names of runs that stand beside each other: what all of them begin and end with goes, from one mark
/// between words to the next. Of `llama-8b-2026.jsonl` and `qwen-7b-2026.jsonl` stay `llama-8b` and `qwen-7b`.
///
/// A second rule for a run is named after it: `a.jsonl (first line)` becomes `a (first line)`. Names that are
/// different stay so, unless they are so long that a sentence has to cut them.
pub fn short_names(names: &[String]) -> Vec<String> {
    let mut places: HashMap<&str, usize> = HashMap::new();
    for (place, name) in names.iter().enumerate() {
        places.entry(name).or_insert(place);
    }
    // A name that ends where another one goes on with its rule; of several the one that stands first.
    let after = |name: &str| {
        let ends = name.match_indices(" (").map(|(end, _)| end);
        let known = ends.filter_map(|end| Some((places.get(&name[..end])?, end)));
        known.min().map_or(name.len(), |(_, end)| end)
    };
    let parts: Vec<(&str, &str)> = names.iter().map(|name| name.split_at(after(name))).collect();
    let mut own: Vec<&str> = parts.iter().map(|(own, _)| *own).collect();
    own.sort_unstable();
    own.dedup();
    let (begin, end) = if own.len() > 1 { shared(&own) } else { (0, 0) };
    let short = |(own, rule): &(&str, &str)| [&own[begin..own.len() - end], rule].concat();
    parts.iter().map(|part| cut_middle(&short(part), SHORT)).collect()
}

/// How many bytes different names have in common that can go, at their beginning and at their end.
fn shared(names: &[&str]) -> (usize, usize) {
    let is_mark = |sign: char| !sign.is_alphanumeric();
    let (first, others) = (names[0], &names[1..]);
    // Ends first: a file's name says what it is before it says what kind of file it is.
    let ends =
        first.char_indices().filter(|(_, sign)| is_mark(*sign)).map(|(place, _)| &first[place..]);
    let ends: Vec<&str> =
        ends.filter(|end| others.iter().all(|name| name.ends_with(end))).collect();
    let speaks =
        |rest: &str| rest.chars().count() >= FEWEST && rest.chars().any(char::is_alphabetic);
    let rest = |name: &&str, end: &str| speaks(&name[..name.len() - end.len()]);
    let whole = ends.iter().find(|end| names.iter().all(|name| rest(name, end)));
    let is_extension = |end: &&&str| end.starts_with('.') && end.chars().any(char::is_alphabetic);
    let is_left = |end: &&&str| names.iter().all(|name| name.len() > end.len());
    let end = whole
        .or_else(|| ends.last().filter(is_extension).filter(is_left))
        .map_or(0, |end| end.len());
    let begins = first.char_indices().rev().filter(|(_, sign)| is_mark(*sign));
    let begins = begins.map(|(place, sign)| place + sign.len_utf8());
    // What begins with a digit is the rest of a number or of a version.
    let begin = begins.into_iter().find(|begin| {
        names.iter().all(|name| {
            let is_shared = name.starts_with(&first[..*begin]) && *begin < name.len() - end;
            is_shared && {
                let rest = &name[*begin..name.len() - end];
                rest.starts_with(char::is_alphabetic) && speaks(rest)
            }
        })
    });
    (begin.unwrap_or(0), end)
}

#[cfg(test)]
mod tests {
    use super::short_names;

    #[test]
    fn what_all_names_share_goes() {
        for (names, short) in [
            (vec!["llama-8b-2026.jsonl", "qwen-7b-2026.jsonl"], vec!["llama-8b", "qwen-7b"]),
            (vec!["bert.json", "roberta.json"], vec!["bert", "roberta"]),
            (vec!["a.csv", "b.csv"], vec!["a", "b"]),
            (vec!["1-run.jsonl", "2-run.jsonl"], vec!["1-run", "2-run"]),
            (vec!["exp-1.json", "exp-2.json"], vec!["exp-1", "exp-2"]),
            (vec!["v1.2.jsonl", "v1.3.jsonl"], vec!["v1.2", "v1.3"]),
            (vec!["llama-3.1-8b", "llama-3.1-70b"], vec!["llama-3.1-8b", "llama-3.1-70b"]),
            (
                vec!["runs.zip (runs/bert.json)", "runs.zip (runs/t5-base.json)"],
                vec!["bert", "t5-base"],
            ),
            (vec!["bert/preds.json", "gpt2/preds.json"], vec!["bert", "gpt2"]),
            (vec!["model.json", "model-large.json"], vec!["model", "model-large"]),
            (vec!["gpt4_answer", "claude_answer"], vec!["gpt4", "claude"]),
            (vec!["wortschätzer.csv", "übersetzer.csv"], vec!["wortschätzer", "übersetzer"]),
            (vec!["gpt-4.0", "o1.0"], vec!["gpt-4.0", "o1.0"]),
            (vec!["alone.jsonl"], vec!["alone.jsonl"]),
            (vec!["same.jsonl", "same.jsonl"], vec!["same.jsonl", "same.jsonl"]),
            (vec![".json", "x.json"], vec![".json", "x.json"]),
            (vec!["", "x"], vec!["", "x"]),
        ] {
            let names: Vec<String> = names.into_iter().map(str::to_owned).collect();
            assert_eq!(short_names(&names), short, "{names:?}");
        }
    }

    #[test]
    fn a_second_rule_is_named_after_its_run() {
        let names = ["x.jsonl", "y.jsonl", "x.jsonl (first line)", "y.jsonl (first line)"];
        let short = short_names(&names.map(str::to_owned));
        assert_eq!(short, ["x", "y", "x (first line)", "y (first line)"]);
    }

    #[test]
    fn different_names_stay_different() {
        let letters = ["a", "b-", ".", "1", "-", "é", "x.json"];
        let mut seed = 7_usize;
        let mut next = |most: usize| {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % most
        };
        for _ in 0..4000 {
            let many = 2 + next(3);
            let mut names: Vec<String> = (0..many)
                .map(|_| (0..=next(5)).map(|_| letters[next(letters.len())]).collect())
                .collect();
            names.sort_unstable();
            names.dedup();
            let mut short = short_names(&names);
            short.sort_unstable();
            short.dedup();
            assert_eq!(short.len(), names.len(), "{names:?} {short:?}");
        }
    }
}
