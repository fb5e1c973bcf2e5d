//! A leaderboard of submissions as one page, made of the reports in their bundles and of nothing else.

use super::chart::escape;
use super::words::{in_percent, number, title};
use crate::aggregate::Interval;
use crate::aggregate::compare::{Comparison, compare};
use crate::aggregate::ranks::{Rank, Ranking};
use crate::aggregate::words::gap;
use crate::base::digits::{counted, grouped};
use crate::score::metric::scripted::metric_of_script;
use crate::score::metric::{F_OF_ATTEMPTED, IntervalMethod, MetricInfo, metric};
use base64::prelude::{BASE64_STANDARD, Engine as _};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};
use std::fmt::Write as _;

const STYLE: &str = include_str!("board.css");

/// More submissions are not compared with each other in a table.
const MOST_PAIRS: usize = 20;

/// A submission.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Name of the system.
    pub name: String,
    /// Address of a page about it; may be empty.
    pub link: String,
    /// Licence of the predictions; may be empty.
    pub licence: String,
    /// Address of its report, relative to the page.
    pub report: String,
    of: Scores,
}

/// What a report says of a run.
#[derive(Clone, Debug)]
struct Scores {
    /// What has to be the same for scores to be comparable.
    rules: Rules,
    run: String,
    ids: Vec<String>,
    values: Vec<f64>,
    mean: f64,
    interval: Option<Interval>,
    /// Whether it is one of right and wrong.
    binary: bool,
    metric: String,
    provisional: bool,
}

/// What scores depend on besides the predictions.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Rules {
    preset: String,
    scorer: String,
    gold: String,
    script: String,
}

#[derive(Deserialize)]
struct Report {
    preset: Value,
    #[serde(default)]
    host: Value,
    #[serde(default)]
    script: Value,
    #[serde(default)]
    provisional: Value,
    readings: Vec<Value>,
    sources: Vec<Value>,
    runs: Vec<Run>,
}

#[derive(Deserialize)]
struct Run {
    name: String,
    aggregates: Vec<Total>,
    records: Vec<Record>,
}

#[derive(Deserialize)]
struct Total {
    metric: String,
    group: Option<Value>,
    mean: Option<f64>,
    interval: Option<Interval>,
}

#[derive(Deserialize)]
struct Record {
    id: String,
    metrics: Map<String, Value>,
}

impl Entry {
    /// Reads the runs of a report as submissions of one system, which `like` describes.
    ///
    /// # Errors
    /// If the text is no report with records, its score is not comparable, the host has refused its predictions, or
    /// its mean is not that of its rows; in words.
    pub fn read(
        report: &str,
        [name, link, licence, place]: [&str; 4],
    ) -> Result<Vec<Self>, String> {
        let report: Report = serde_json::from_str(report)
            .map_err(|error| format!("its report cannot be read: {error}"))?;
        if report.host["comparable"] == false {
            return Err("its score is modified, so it is not comparable".to_owned());
        }
        if report.host["submission"]["accepted"] == false {
            return Err("the benchmark does not accept its predictions".to_owned());
        }
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let gold =
            report.sources.iter().find(|one| one["role"] == "gold" || one["role"] == "table");
        let rules = Rules {
            preset: format!(
                "{}@{} {}",
                text(&report.preset["id"]),
                report.preset["version"],
                text(&report.preset["settings_hash"])
            ),
            scorer: [text(&report.host["digest"]), text(&report.host["track"])].join("/"),
            gold: gold.map(|one| text(&one["sha256"])).unwrap_or_default(),
            script: text(&report.script["sha256"]),
        };
        let chosen = report.readings.iter().find(|one| one["chosen"] == true);
        let lead = chosen.map(|one| text(&one["rule"]["metric"])).filter(|one| !one.is_empty());
        let several = report.runs.len() > 1;
        let entry = |run: &Run| {
            let means = || run.aggregates.iter().filter(|one| one.group.is_none());
            let lead = lead.clone().or_else(|| means().next().map(|one| one.metric.clone()));
            let lead = lead.ok_or("its report has no metric")?;
            let head = means().find(|one| one.metric == lead);
            let mean = head.and_then(|one| one.mean).ok_or("its report has no score")?;
            let value =
                |one: &Record| one.metrics.get(&lead).and_then(Value::as_f64).unwrap_or(f64::NAN);
            let values: Vec<f64> = run.records.iter().map(value).collect();
            let of_rows = if lead == F_OF_ATTEMPTED { mean } else { mean_of(&values) };
            // Sums in another order differ in their last digits.
            if (of_rows - mean).abs() > 1e-9 * mean.abs().max(1.0) {
                return Err(format!("its {} is not the mean of its rows", title(&lead)));
            }
            let interval = head.and_then(|one| one.interval.clone());
            Ok(Self {
                name: if several { format!("{name}: {}", run.name) } else { name.to_owned() },
                link: link.to_owned(),
                licence: licence.to_owned(),
                report: place.to_owned(),
                of: Scores {
                    rules: rules.clone(),
                    run: run.name.clone(),
                    ids: run.records.iter().map(|one| one.id.clone()).collect(),
                    values,
                    mean,
                    binary: interval.as_ref().is_none_or(|one| one.method.contains("wilson")),
                    interval,
                    metric: lead,
                    provisional: report.provisional.as_array().is_some_and(|all| !all.is_empty()),
                },
            })
        };
        report.runs.iter().map(entry).collect()
    }

    /// Says how a submission was scored otherwise than another; `None` if they can be compared.
    pub fn differs(&self, other: &Self) -> Option<&'static str> {
        let (ours, theirs) = (&self.of.rules, &other.of.rules);
        if ours.gold != theirs.gold || self.of.ids != other.of.ids {
            Some("gold file")
        } else if ours.scorer != theirs.scorer {
            Some("scorer")
        } else if ours.preset != theirs.preset || self.of.metric != other.of.metric {
            Some("preset")
        } else if ours.script != theirs.script {
            Some("script")
        } else {
            None
        }
    }
}

/// Submissions in order, with ranks and differences.
#[derive(Clone, Debug)]
pub struct Board {
    title: String,
    entries: Vec<Entry>,
    ranks: Vec<Rank>,
    /// Each of the best compared with each behind it, by their places.
    pairs: Vec<(usize, usize, Comparison)>,
}

impl Board {
    /// Ranks submissions that can be compared.
    pub fn new(title: &str, entries: &[Entry]) -> Self {
        let metric = entries.first().map_or_else(
            || metric_of_script("accuracy", IntervalMethod::Wilson),
            |first| info(&first.of.metric, entries.iter().all(|one| one.of.binary)),
        );
        let means: Vec<f64> = entries.iter().map(|one| one.of.mean).collect();
        let of = |a: usize, b: usize| {
            compare(&entries[a].of.values, &entries[b].of.values, None, metric, 0)
        };
        let mut ranking = Ranking::new(&means, metric.higher_is_better);
        while let Some((leader, other)) = ranking.due() {
            ranking.take(of(leader, other));
        }
        let order = ranking.order().to_vec();
        let best = order.len().min(MOST_PAIRS);
        let mut pairs = Vec::new();
        for a in 0..best {
            for b in a + 1..best {
                pairs.push((a, b, of(order[a], order[b])));
            }
        }
        let ranks = order.iter().map(|place| ranking.ranks()[*place]).collect();
        let entries = order.iter().map(|place| entries[*place].clone()).collect();
        Self { title: title.to_owned(), entries, ranks, pairs }
    }

    /// Returns the board as JSON.
    pub fn json(&self) -> String {
        let entry = |(one, rank): (&Entry, &Rank)| {
            json!({
                "rank": rank.rank,
                "name": one.name,
                "link": one.link,
                "licence": one.licence,
                "run": one.of.run,
                "metric": one.of.metric,
                "mean": one.of.mean,
                "interval": one.of.interval,
                "n": one.of.values.iter().filter(|value| !value.is_nan()).count(),
                "provisional": one.of.provisional,
                "report": one.report,
            })
        };
        let pair = |(a, b, one): &(usize, usize, Comparison)| {
            json!({
                "a": self.entries[*a].name,
                "b": self.entries[*b].name,
                "difference": one.difference,
                "interval": one.interval,
                "p": one.p,
            })
        };
        let all: Vec<Value> = self.entries.iter().zip(&self.ranks).map(entry).collect();
        let pairs: Vec<Value> = self.pairs.iter().map(pair).collect();
        let board = json!({ "title": self.title, "submissions": all, "differences": pairs });
        serde_json::to_string_pretty(&board).unwrap_or_default() + "\n"
    }

    /// Returns the board as a page that asks nothing of any network.
    pub fn html(&self) -> String {
        let title_text = escape(&self.title);
        let hash = BASE64_STANDARD.encode(Sha256::digest(STYLE));
        let mut out = format!(
            "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n<meta \
             http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src \
             'sha256-{hash}'; base-uri 'none'; form-action 'none'\">\n<meta name=\"viewport\" \
             content=\"width=device-width\">\n<title>{title_text}</title>\n<style>{STYLE}</style>\
             </head><body><main>\n<h1>{title_text}</h1>\n"
        );
        let Some(first) = self.entries.first() else { return out + "</main></body></html>\n" };
        let metric = first.of.metric.as_str();
        let n = first.of.values.iter().filter(|value| !value.is_nan()).count();
        let unit = if in_percent(metric) { ", in percent" } else { "" };
        let _ = write!(
            out,
            "<p>{} on {}, by {}{unit}, with 95\u{202f}% intervals. Systems share a rank if none of them is \
             shown to be worse than the first system of that rank.</p>\n<div class=\"wide\"><table><thead><tr><th \
             scope=\"col\">Rank</th><th scope=\"col\">System</th><th scope=\"col\">{}</th><th \
             scope=\"col\">Interval</th><th scope=\"col\">Licence</th><th scope=\"col\">Report</th>\
             </tr></thead><tbody>\n",
            counted(self.entries.len(), "system"),
            counted(n, "question"),
            escape(title(metric)),
            escape(title(metric)),
        );
        for (one, rank) in self.entries.iter().zip(&self.ranks) {
            let interval = one.of.interval.as_ref().map_or_else(String::new, |ends| {
                format!("{}–{}", number(metric, ends.low), number(metric, ends.high))
            });
            let mark = if one.of.provisional { " (provisional)" } else { "" };
            let _ = writeln!(
                out,
                "<tr><td>{}</td><th scope=\"row\">{}</th><td>{}{mark}</td><td>{interval}</td><td>{}</td>\
                 <td><a href=\"{}\">report</a></td></tr>",
                rank.rank,
                linked(&one.name, &one.link),
                number(metric, one.of.mean),
                escape(&one.licence),
                escape(&one.report),
            );
        }
        out += "</tbody></table></div>\n";
        self.write_pairs(&mut out);
        out + "</main></body></html>\n"
    }

    fn write_pairs(&self, out: &mut String) {
        if self.pairs.is_empty() {
            return;
        }
        let best = self.entries.len().min(MOST_PAIRS);
        let _ = write!(
            out,
            "<h2>Differences</h2>\n<p>Row minus column, with its 95\u{202f}% interval, not corrected \
             for the number of pairs{}.</p>\n<div class=\"wide\"><table><thead><tr><td></td>",
            if best < self.entries.len() {
                format!("; the first {} systems", grouped(best))
            } else {
                String::new()
            }
        );
        for one in &self.entries[1..best] {
            let _ = write!(out, "<th scope=\"col\">{}</th>", escape(&one.name));
        }
        *out += "</tr></thead><tbody>\n";
        for a in 0..best - 1 {
            let _ = write!(out, "<tr><th scope=\"row\">{}</th>", escape(&self.entries[a].name));
            for b in 1..best {
                let pair = self.pairs.iter().find(|(first, second, _)| (*first, *second) == (a, b));
                let words = pair.map_or_else(String::new, |(_, _, one)| escape(&gap(one)));
                let _ = write!(out, "<td>{words}</td>");
            }
            *out += "</tr>\n";
        }
        *out += "</tbody></table></div>\n";
    }
}

/// The mean of what is a number; NaN if nothing is.
fn mean_of(values: &[f64]) -> f64 {
    let numbers: Vec<f64> = values.iter().copied().filter(|value| !value.is_nan()).collect();
    numbers.iter().sum::<f64>() / numbers.len() as f64
}

/// The metric of a report, which may be that of a script.
fn info(id: &str, is_binary: bool) -> &'static MetricInfo {
    let method = if is_binary { IntervalMethod::Wilson } else { IntervalMethod::Bootstrap };
    let known = metric(id).filter(|known| known.interval == method);
    known.unwrap_or_else(|| metric_of_script(id, method))
}

/// A name that leads to a page. Addresses of other kinds than pages are left out.
fn linked(name: &str, link: &str) -> String {
    let name = escape(name);
    if link.starts_with("https://") || link.starts_with("http://") {
        format!("<a href=\"{}\" rel=\"noopener nofollow\">{name}</a>", escape(link))
    } else {
        name
    }
}

/// Returns a name for a file that belongs to a system, other than those in `taken`.
pub fn file_name(name: &str, taken: &[String]) -> String {
    let plain = |letter: char| {
        if letter.is_ascii_alphanumeric() { letter.to_ascii_lowercase() } else { '-' }
    };
    let slug: String = name.chars().map(plain).take(40).collect();
    let slug = slug.trim_matches('-');
    let slug = if slug.is_empty() { "system" } else { slug };
    let mut found = slug.to_owned();
    let mut count = 1;
    while taken.contains(&found) {
        count += 1;
        found = format!("{slug}-{count}");
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_lead_to_pages_alone() {
        assert_eq!(linked("<A>", "javascript:alert(1)"), "&lt;A&gt;");
        assert!(
            linked("A", "https://a.example/\"x")
                .starts_with("<a href=\"https://a.example/&quot;x\"")
        );
    }

    #[test]
    fn files_have_names_of_their_own() {
        assert_eq!(file_name("../Ä b", &[]), "b");
        assert_eq!(file_name("B", &["b".to_owned()]), "b-2");
        assert_eq!(file_name("…", &[]), "system");
    }
}
