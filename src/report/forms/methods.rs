//! A paragraph for the methods section of a paper, with the reference as BibTeX.

use crate::base::digits::{PERCENT, counted, grouped};
use crate::report::model::{Report, Run};
use crate::report::words::{and, groups_of, in_percent, interval, is_share, number};
use crate::score::metric::{IntervalMethod, MetricInfo};
use itertools::Itertools as _;
use std::fmt::Write as _;

/// The paragraph, ready to paste, and the entries to cite.
pub(super) fn methods(report: &Report) -> String {
    let mut text = paragraph(report);
    text.push('\n');
    for entry in bibtex(&report.preset.id, &report.shown.citation) {
        text.extend(["\n", &entry]);
    }
    let version = report.app.version;
    let _ = write!(
        text,
        "\n@software{{scoredrop,\n  title = {{{{Scoredrop}}}},\n  version = {{{version}}}\n}}\n"
    );
    text
}

/// The paragraph, on one line: what was done, what came of it, and how sure that is.
fn paragraph(report: &Report) -> String {
    let (shown, preset) = (&report.shown, &report.preset);
    let mut text = shown.procedure.clone();
    let worth = shown.reproduces.strip_prefix("Reproduces");
    let worth =
        worth.map_or_else(|| shown.reproduces.clone(), |what| format!("It reproduces{what}"));
    let _ = write!(
        text,
        " The scorer is Scoredrop {}, preset {} version {}. {worth}",
        report.app.version, preset.id, preset.version
    );
    if let Some(modified) = &shown.modified {
        let _ = write!(text, " {modified}");
    }
    for metric in told(report) {
        let _ = write!(text, " {}", means(report, metric));
    }
    if let Some(words) = over_groups(report) {
        let _ = write!(text, " {words}");
    }
    let has = |method| report.runs.iter().any(|run| run.methods.contains(&method));
    let (wilson, bootstrap) = (has(IntervalMethod::Wilson), has(IntervalMethod::Bootstrap));
    let seed = shown.seed;
    let draws = format!(
        "a percentile bootstrap over questions with 10\u{202f}000 draws (seed \
                         {seed})"
    );
    let _ = match (&report.cluster, wilson, bootstrap) {
        (Some(one), ..) => write!(
            text,
            " Questions form {} by {}. Intervals are Wilson score intervals with the effective \
             number of independent questions for metrics of right or wrong answers, and t \
             intervals with the cluster-robust standard error for graded metrics.",
            counted(one.clusters as usize, "cluster"),
            one.column
        ),
        (None, true, true) => write!(
            text,
            " Intervals are Wilson score intervals for metrics of right or wrong answers, and \
             come from {draws} for graded metrics."
        ),
        (None, false, true) => write!(text, " Intervals come from {draws}."),
        _ => write!(text, " Intervals are Wilson score intervals."),
    };
    if has(IntervalMethod::Ratio) && report.cluster.is_none() {
        text.push_str(
            " The interval of the F-score is a Wilson interval with the number of questions that \
             has the same standard error, which the delta method gives for a ratio of two means.",
        );
    }
    if report.runs.len() > 1 {
        // That it is provisional is said below.
        let mark = usize::from(report.provisional.is_some());
        let results = report.runs.iter().map(|run| {
            let phrases = run.result.iter().skip(mark);
            phrases.map(|phrase| phrase.words.as_str()).collect::<String>()
        });
        // Of two runs both sentences are the same.
        for words in results.filter(|words| !words.is_empty()).unique().take(MOST) {
            let _ = write!(text, " {words}");
        }
        text.push_str(" Runs were compared question by question. ");
        text.push_str(if report.cluster.is_some() {
            "Intervals of differences are t intervals with the cluster-robust standard error; p-values \
             come from \
             permutations of whole clusters and are corrected by Holm's method."
        } else {
            "Intervals of differences are Tango's for metrics of right or wrong answers and \
             bootstrap intervals for graded metrics; p-values come from McNemar's mid-p test or a \
             paired permutation test and are corrected by Holm's method."
        });
        text.push_str(" We call a run better only if both the interval and the test show it.");
    }
    for run in report.runs.iter().take(MOST) {
        let counts = &run.figures.reconciliation;
        let parts = [
            (counts.missing, "question", "had no prediction"),
            (counts.not_extracted, "output", "held no answer"),
            (counts.excluded, "question", "was left out"),
        ];
        let parts = parts.into_iter().filter(|(count, ..)| *count > 0);
        let words: Vec<String> = parts
            .map(|(count, noun, what)| {
                let what = if count == 1 { what.to_owned() } else { what.replace("was", "were") };
                format!("{} {what}", counted(count as usize, noun))
            })
            .collect();
        if !words.is_empty() {
            let _ = write!(text, " For {}, {}.", run.short_name, and(&words));
        }
    }
    if let Some(words) = &shown.programs {
        let _ = write!(text, " {words}");
    }
    for reason in report.doubts() {
        let _ = write!(text, " The score is provisional: {}.", reason.message);
    }
    text
}

/// Which mean is the headline, and the mean over groups beside it; `None` without groups.
fn over_groups(report: &Report) -> Option<String> {
    let headline = report.shown.lead?;
    let all = report.runs.iter().flat_map(|run| &run.figures.over_groups);
    let columns = all.filter(|one| one.metric == headline.id).map(|one| one.column.as_str());
    let unit = if in_percent(headline.id) { PERCENT } else { "" };
    let of_column = |column: &str| {
        let runs = report.runs.iter().filter_map(|run| {
            let one = run.over_groups(headline.id, column)?;
            Some((run, one))
        });
        let words: Vec<String> = runs
            .take(MOST)
            .map(|(run, one)| {
                let value = number(headline.id, one.mean);
                let ends = one.interval.as_ref().map(|ends| {
                    let [low, high] = [ends.low, ends.high].map(|end| number(headline.id, end));
                    format!(" (95\u{202f}% CI {low}–{high})")
                });
                let ends = ends.unwrap_or_default();
                format!("{value}{unit} over the {}{ends} for {}", groups_of(one), run.short_name)
            })
            .collect();
        and(&words)
    };
    let means = columns.unique().map(of_column).join("; ");
    let method = match (&report.cluster, headline.interval) {
        (Some(_), _) => "",
        (None, IntervalMethod::Bootstrap) => {
            " Its interval is a t interval with the standard error of a stratified sample."
        }
        (None, _) => {
            " Its interval is a Wilson interval with the number of questions that has the \
             standard error of the stratified sample."
        }
    };
    (!means.is_empty()).then(|| {
        format!(
            "The headline is the mean over questions. With each group weighing the same, it is \
         {means}.{method}"
        )
    })
}

/// So many runs are told one by one.
const MOST: usize = 8;

/// The metrics whose means are told: the one that leads, and the next that is no part of another.
fn told(report: &Report) -> Vec<&'static MetricInfo> {
    let lead = report.shown.lead;
    let is_other =
        |one: &&MetricInfo| Some(*one) != lead && !one.is_part && !one.of_facts && is_share(one.id);
    let other = report.shown.metrics.iter().copied().find(is_other);
    lead.into_iter().chain(other).collect()
}

/// `Exact match was 70.8 % for terse (95 % CI 50.8–85.1, n = 24) and 37.5 % for chatty (…).`
fn means(report: &Report, metric: &MetricInfo) -> String {
    let unit = if in_percent(metric.id) { PERCENT } else { "" };
    let of_run = |run: &Run| {
        let found = run
            .figures
            .aggregates
            .iter()
            .find(|one| one.group.is_none() && one.metric == metric.id)?;
        let value = number(metric.id, found.mean?);
        let range =
            interval(found).map_or_else(String::new, |ends| format!("95\u{202f}% CI {ends}, "));
        Some(format!(
            "{value}{unit} for {} ({range}n = {})",
            run.short_name,
            grouped(found.n as usize)
        ))
    };
    let all: Vec<String> = report.runs.iter().take(MOST).filter_map(of_run).collect();
    if all.is_empty() {
        return format!("{} has no value.", metric.title);
    }
    let rest = report.runs.len().saturating_sub(MOST);
    let rest = match rest {
        0 => String::new(),
        1 => "; 1 more run is in the table".to_owned(),
        rest => format!("; {rest} more runs are in the table"),
    };
    format!("{} was {}{rest}.", metric.title, and(&all))
}

/// Entries of the papers that the catalog cites, with whole names and addresses.
const REFERENCES: &str = include_str!("../../preset/catalog/references.bib");

/// Returns the entry of the catalog for a title.
fn known(title: &str) -> Option<String> {
    let line = format!("  title = {{{{{title}}}}},");
    let entry = REFERENCES.split("\n\n").find(|entry| entry.lines().any(|other| other == line));
    entry.map(|entry| format!("{}\n", entry.trim_end()))
}

/// Returns the entries of a card's citation: "Authors: Title. Venue Year." each, several separated by "; ".
/// A citation of another form becomes a note, unchanged.
fn bibtex(key: &str, citation: &str) -> Vec<String> {
    let many = citation.split("; ").filter(|one| !one.trim().is_empty());
    let keys =
        (1..).map(|place| if place == 1 { key.to_owned() } else { format!("{key}-{place}") });
    keys.zip(many).map(|(key, one)| entry(&key, one.trim())).collect()
}

fn entry(key: &str, citation: &str) -> String {
    let plain = citation.strip_suffix('.').unwrap_or(citation);
    let parts = plain.split_once(": ").and_then(|(authors, rest)| {
        // The venue follows the last full stop that is followed by a space.
        let (title, venue) = rest.rsplit_once(". ")?;
        Some((authors, title, venue))
    });
    let Some((authors, title, venue)) = parts else {
        return format!("@misc{{{key},\n  note = {{{}}}\n}}\n", braced(citation));
    };
    if let Some(entry) = known(title) {
        return entry;
    }
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
    let lines =
        fields.into_iter().map(|(name, value)| format!("  {name} = {{{value}}}")).join(",\n");
    format!("@{kind}{{{key},\n{lines}\n}}\n")
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
    use super::{REFERENCES, bibtex, known};
    use crate::preset::presets;

    #[test]
    fn every_citation_of_the_catalog_has_its_entry() {
        let mut used = Vec::new();
        for preset in presets() {
            let citation = &preset.card.citation;
            let entries = bibtex(&preset.id, citation);
            assert_eq!(entries.is_empty(), citation.is_empty(), "{}", preset.id);
            for (entry, one) in entries.iter().zip(citation.split("; ")) {
                let (_, rest) = one.split_once(": ").expect("authors");
                let (title, _) = rest.rsplit_once(". ").expect("a venue");
                assert_eq!(known(title).as_ref(), Some(entry), "{}: {title}", preset.id);
                used.push(entry.clone());
            }
        }
        for entry in REFERENCES.split("\n\n") {
            for field in ["  author = {", "  title = {{", "  year = {"] {
                assert!(entry.contains(field), "{field} {entry}");
            }
            assert_eq!(entry.matches('{').count(), entry.matches('}').count(), "{entry}");
            assert!(used.contains(&format!("{}\n", entry.trim_end())), "nobody cites {entry}");
        }
    }

    #[test]
    fn citations_of_own_presets_become_entries_with_what_they_say() {
        assert_eq!(
            bibtex("mine", "Doe, Roe: What We Know: Questions & Answers. ACL 2018.")[0],
            "@inproceedings{mine,\n  author = {Doe and Roe},\n  title = {{What We Know: Questions \\& \
             Answers}},\n  booktitle = {ACL},\n  year = {2018}\n}\n"
        );
        assert_eq!(
            bibtex("x", "Roe et al.: Benches. arXiv 2311.11944.")[0],
            "@misc{x,\n  author = {Roe and others},\n  title = {{Benches}},\n  eprint = \
             {2311.11944},\n  archiveprefix = {arXiv},\n  year = {2023}\n}\n"
        );
    }
}
