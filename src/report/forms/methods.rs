//! A paragraph for the methods section of a paper, with the reference as BibTeX.

use crate::digits::counted;
use crate::metric::IntervalMethod;
use crate::report::model::Report;
use std::fmt::Write as _;

/// The paragraph, ready to paste, and the entries to cite.
pub(super) fn methods(report: &Report) -> String {
    let mut text = paragraph(report);
    text.push('\n');
    for entry in bibtex(&report.preset.id, &report.shown.citation) {
        text.push('\n');
        text.push_str(&entry);
    }
    text
}

/// The paragraph, on one line.
fn paragraph(report: &Report) -> String {
    let (shown, preset) = (&report.shown, &report.preset);
    let mut text = shown.sentence.clone();
    let version = report.app.version;
    let _ = write!(
        text,
        " Scorer: Scoredrop {version}, preset {} version {}. {}",
        preset.id, preset.version, shown.reproduces
    );
    if let Some(modified) = &shown.modified {
        let _ = write!(text, " {modified}");
    }
    let has = |method| report.runs.iter().any(|run| run.methods.contains(&method));
    let (wilson, bootstrap) = (has(IntervalMethod::Wilson), has(IntervalMethod::Bootstrap));
    let seed = shown.seed;
    let draws = format!("percentile bootstrap over questions with 10 000 draws (seed {seed})");
    let _ = match (wilson, bootstrap) {
        (true, true) => write!(
            text,
            " Intervals are 95\u{202f}% intervals: Wilson's for right or wrong, the {draws} for graded metrics."
        ),
        (false, true) => write!(text, " Intervals are 95\u{202f}% intervals by the {draws}."),
        _ => write!(text, " Intervals are Wilson's 95\u{202f}% intervals."),
    };
    for run in &report.runs {
        let counts = &run.reconciliation;
        let parts = [
            (counts.missing, "question", "without a prediction"),
            (counts.not_extracted, "output", "without an answer in it"),
            (counts.excluded, "question", "left out"),
        ];
        let parts = parts.into_iter().filter(|(count, ..)| *count > 0);
        let words: Vec<String> = parts
            .map(|(count, noun, what)| format!("{} {what}", counted(count as usize, noun)))
            .collect();
        if !words.is_empty() {
            let _ = write!(text, " {}: {}.", run.short_name, words.join(", "));
        }
    }
    if report.runs.len() > 1 {
        text.push_str(
            " Runs are compared question by question: 95\u{202f}% intervals of the difference are Tango's \
             for right or wrong and bootstrapped for graded metrics, tests are McNemar's mid-p and \
             paired permutation, p-values corrected by Holm's method; better is only what interval \
             and test both show.",
        );
    }
    if let Some(words) = &shown.programs {
        let _ = write!(text, " {words}");
    }
    for reason in report.doubts() {
        let _ = write!(text, " The score is provisional: {reason}.");
    }
    text
}

/// The entries of a card's citation: "Authors: Title. Venue Year." each, several separated by "; ".
/// What has another form becomes a note, unchanged.
fn bibtex(key: &str, citation: &str) -> Vec<String> {
    let many = citation.split("; ").filter(|one| !one.trim().is_empty());
    many.enumerate()
        .map(|(index, one)| {
            let key = if index == 0 { key.to_owned() } else { format!("{key}-{}", index + 1) };
            entry(&key, one.trim())
        })
        .collect()
}

fn entry(key: &str, citation: &str) -> String {
    let plain = citation.strip_suffix('.').unwrap_or(citation);
    let parts = plain.split_once(": ").and_then(|(authors, rest)| {
        // The venue is behind the last full stop that is followed by a space.
        let (title, venue) = rest.rsplit_once(". ")?;
        Some((authors, title, venue))
    });
    let Some((authors, title, venue)) = parts else {
        return format!("@misc{{{key},\n  note = {{{}}}\n}}\n", braced(citation));
    };
    // The one journal that cards name; what is on arXiv alone is neither.
    let (kind, place) = if venue.starts_with("TACL") {
        ("article", "journal")
    } else if venue.starts_with("arXiv") {
        ("misc", "howpublished")
    } else {
        ("inproceedings", "booktitle")
    };
    let authors: Vec<&str> = match authors.strip_suffix(" et al.") {
        Some(first) => first.split(", ").chain(["others"]).collect(),
        None => authors.split(", ").collect(),
    };
    let mut fields = vec![
        ("author", braced(&authors.join(" and "))),
        ("title", format!("{{{}}}", braced(title))),
    ];
    let mut numbers =
        venue.split(|character: char| !(character.is_ascii_digit() || character == '.'));
    let arxiv = numbers.clone().find(|word| is_arxiv(word));
    let year =
        numbers.rfind(|word| word.len() == 4 && word.bytes().all(|byte| byte.is_ascii_digit()));
    match (arxiv, year) {
        (Some(number), year) => {
            fields.push(("eprint", number.to_owned()));
            fields.push(("archiveprefix", "arXiv".to_owned()));
            let year = year.map_or_else(|| format!("20{}", &number[..2]), str::to_owned);
            fields.push(("year", year));
        }
        (None, Some(year)) => {
            let name = venue.replace(year, "").replace("  ", " ");
            fields.push((place, braced(name.trim().trim_end_matches(','))));
            fields.push(("year", year.to_owned()));
        }
        (None, None) => fields.push((place, braced(venue))),
    }
    let lines: Vec<String> =
        fields.into_iter().map(|(name, value)| format!("  {name} = {{{value}}}")).collect();
    format!("@{kind}{{{key},\n{}\n}}\n", lines.join(",\n"))
}

fn is_arxiv(word: &str) -> bool {
    word.split_once('.').is_some_and(|(month, number)| {
        let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        month.len() == 4 && (4..=5).contains(&number.len()) && digits(month) && digits(number)
    })
}

/// Text whose braces and per cent signs are text in BibTeX.
fn braced(text: &str) -> String {
    let mut safe = String::new();
    for character in text.chars() {
        match character {
            '{' | '}' => {}
            '%' | '&' | '#' | '_' | '$' => safe.extend(['\\', character]),
            _ => safe.push(character),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::bibtex;
    use crate::preset::presets;

    #[test]
    fn every_citation_of_the_catalog_is_an_entry() {
        for preset in presets() {
            let entries = bibtex(&preset.id, &preset.card.citation);
            assert_eq!(entries.is_empty(), preset.card.citation.is_empty(), "{}", preset.id);
            for entry in entries {
                assert!(entry.contains("author = {"), "{entry}");
                assert!(entry.contains("year = {"), "{entry}");
                assert_eq!(entry.matches('{').count(), entry.matches('}').count(), "{entry}");
            }
        }
    }

    #[test]
    fn entries_have_authors_title_place_and_year() {
        assert_eq!(
            bibtex(
                "squad-v2",
                "Rajpurkar, Jia, Liang: Know What You Don't Know: Questions. ACL 2018."
            )[0],
            "@inproceedings{squad-v2,\n  author = {Rajpurkar and Jia and Liang},\n  title = {{Know What You \
             Don't Know: Questions}},\n  booktitle = {ACL},\n  year = {2018}\n}\n"
        );
        assert_eq!(
            bibtex("x", "Islam et al.: FinanceBench. arXiv 2311.11944.")[0],
            "@misc{x,\n  author = {Islam and others},\n  title = {{FinanceBench}},\n  eprint = \
             {2311.11944},\n  archiveprefix = {arXiv},\n  year = {2023}\n}\n"
        );
    }
}
