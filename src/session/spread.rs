//! The distribution of a run's answers: over the values of graded metrics, and over kinds of answer on
//! both sides.

use super::Finished;
use crate::base::types::{State, Verdict};
use crate::score::metric::IntervalMethod;
use crate::score::metric::passes::pass_at_k;
use crate::session::protocol::{Bin, Histogram, KindCount, Spread};
use crate::text::day::is_date;
use std::collections::BTreeMap;

/// Kinds are counted over this many questions, the first ones, because their texts have to be read.
const LOOKED_AT: usize = 50_000;
/// Texts with more words are long.
const SHORT: usize = 5;
/// Bins of a metric whose values are shares.
const BINS: usize = 10;
/// The points of a curve over numbers of attempts, as far as there are so many attempts.
const ATTEMPTS: [u64; 14] = [1, 2, 3, 4, 5, 6, 8, 10, 20, 50, 100, 200, 500, 1000];
/// The upper ends of the bins of relative errors.
const ERRORS: [(f64, &str); 6] = [
    (0.0, "none"),
    (0.01, "to 1\u{202f}%"),
    (0.05, "to 5\u{202f}%"),
    (0.1, "to 10\u{202f}%"),
    (1.0, "to 100\u{202f}%"),
    (f64::INFINITY, "more"),
];

impl Finished<'_> {
    /// How the answers of a run are spread.
    pub fn spread(&self, run: usize) -> Spread {
        Spread {
            run: run as u32,
            histograms: self.histograms(run),
            kinds: self.kinds(run),
            attempts: self.attempts().unwrap_or_default(),
            votes: self.votes().unwrap_or_default(),
        }
    }

    /// Numbers of attempts, and the average correctness of the majority of this many attempts, for
    /// every run.
    fn votes(&self) -> Option<Vec<Vec<f64>>> {
        let evaluation = &self.score.evaluation;
        let metrics = evaluation.metrics.iter().enumerate();
        // A single attempt is its own majority.
        let step = |id: &str| match id {
            "pass@1" => Some(1.0),
            _ => id.strip_prefix("maj@")?.parse().ok(),
        };
        let mut steps: Vec<(f64, usize)> =
            metrics.filter_map(|(place, metric)| Some((step(metric.id)?, place))).collect();
        steps.sort_by(|one, other| one.0.total_cmp(&other.0));
        if steps.len() < 2 {
            return None;
        }
        let mut all = vec![steps.iter().map(|(step, _)| *step).collect()];
        for scores in &evaluation.runs {
            let mean = |(_, place): &(f64, usize)| {
                let known = || scores.values[*place].iter().filter(|value| !value.is_nan());
                let n = known().count();
                (n > 0).then(|| known().sum::<f64>() / n as f64)
            };
            all.push(steps.iter().map(mean).collect::<Option<_>>()?);
        }
        Some(all)
    }

    /// Numbers of attempts, and every run's probability that one of this many passes.
    fn attempts(&self) -> Option<Vec<Vec<f64>>> {
        let evaluation = &self.score.evaluation;
        let place = evaluation.metrics.iter().position(|metric| metric.id == "pass@1")?;
        let runs = &self.material.joined.runs;
        // A question without an attempt is solved by none.
        let settings = evaluation.settings();
        let count = |run: usize, row: usize| self.material.attempts(settings, run, row) as u64;
        let counts = runs.iter().enumerate().flat_map(|(place, run)| {
            (0..run.rows.len()).map(move |row| count(place, row)).filter(|count| *count > 0)
        });
        let fewest = counts.min().filter(|fewest| *fewest > 1)?;
        let mut steps = ATTEMPTS.to_vec();
        steps.retain(|step| *step < fewest);
        steps.push(fewest);
        let mut all = vec![steps.iter().map(|step| *step as f64).collect()];
        for (run, scores) in evaluation.runs.iter().enumerate() {
            let mut chances = vec![0.0; steps.len()];
            let mut questions = 0.0;
            for (row, share) in scores.values[place].iter().enumerate() {
                if share.is_nan() {
                    continue;
                }
                questions += 1.0;
                let count = count(run, row);
                #[allow(clippy::cast_sign_loss, reason = "a share of a count")]
                let right = (share * count as f64).round() as u64;
                for (chance, step) in chances.iter_mut().zip(&steps) {
                    *chance += pass_at_k(count, right, *step).unwrap_or(0.0);
                }
            }
            if questions == 0.0 {
                return None;
            }
            all.push(chances.into_iter().map(|chance| chance / questions).collect());
        }
        Some(all)
    }

    /// The graded metrics, each with the number of questions for each range of values.
    fn histograms(&self, run: usize) -> Vec<Histogram> {
        let Some(scores) = self.score.evaluation.runs.get(run) else { return Vec::new() };
        let all = self.score.evaluation.metrics.iter().zip(&scores.values);
        all.filter_map(|(metric, values)| {
            let there = || values.iter().copied().filter(|value| !value.is_nan());
            let is_part = ["precision", "recall"].iter().any(|part| metric.id.ends_with(part));
            let is_share = !metric.id.ends_with("_error");
            let graded = metric.interval == IntervalMethod::Bootstrap && !is_part;
            let bins = match metric.id {
                "relative_error" => errors(there()),
                _ if graded && is_share && there().any(|one| one > 0.0 && one < 1.0) => {
                    shares(there())
                }
                _ => return None,
            };
            let any = bins.iter().any(|bin| bin.count > 0);
            any.then(|| Histogram { metric: metric.id.to_owned(), bins })
        })
        .collect()
    }

    /// Kinds of gold answers by kinds of predictions, over the first questions.
    fn kinds(&self, run: usize) -> Vec<KindCount> {
        let Self { score, material, .. } = self;
        let Some(scores) = score.evaluation.runs.get(run) else { return Vec::new() };
        let mut counts: BTreeMap<(&str, &str), (u64, u64)> = BTreeMap::new();
        let first = scores.states.len().min(LOOKED_AT);
        for row in 0..first {
            let gold = material.answers.of(row).next().map_or("no answer", kind);
            let prediction = match scores.states[row] {
                State::Missing => "missing",
                State::NotExtracted => "no answer found",
                State::Blank => "blank",
                State::Excluded => continue,
                State::Answered => {
                    let raw = material.prediction(run, row).unwrap_or_default();
                    let column = material.column(run, row);
                    let extractor = score.evaluation.settings_of(run).extractor_of(column);
                    extractor.extract(&raw).answer.map_or("no answer found", kind)
                }
            };
            let count = counts.entry((gold, prediction)).or_default();
            count.0 += 1;
            count.1 += u64::from(scores.verdict(row) == Verdict::Right);
        }
        let of = |((gold, prediction), (count, right)): ((&str, &str), (u64, u64))| KindCount {
            gold: gold.to_owned(),
            prediction: prediction.to_owned(),
            count,
            right,
        };
        counts.into_iter().map(of).collect()
    }
}

/// By how much rounding may make shares too small: 1 − 0.6 is a little less than 0.4.
const ROUNDED: f64 = 1e-9;

/// Ten bins from 0 to 1; the last one includes 1.
fn shares(values: impl Iterator<Item = f64>) -> Vec<Bin> {
    let mut counts = [0; BINS];
    for value in values {
        #[allow(clippy::cast_sign_loss, reason = "clamped to 0 and up")]
        let bin = ((value + ROUNDED).clamp(0.0, 1.0) * BINS as f64) as usize;
        counts[bin.min(BINS - 1)] += 1;
    }
    let bin = |(bin, count): (usize, u64)| Bin {
        words: format!("{}–{}\u{202f}%", bin * 10, bin * 10 + 10),
        count,
    };
    counts.into_iter().enumerate().map(bin).collect()
}

/// Bins of relative errors, of growing width.
fn errors(values: impl Iterator<Item = f64>) -> Vec<Bin> {
    let mut counts = [0; ERRORS.len()];
    for value in values {
        let bin = ERRORS.iter().position(|(end, _)| value <= *end);
        counts[bin.unwrap_or(ERRORS.len() - 1)] += 1;
    }
    let bins = ERRORS.iter().zip(counts);
    bins.map(|((_, words), count)| Bin { words: (*words).to_owned(), count }).collect()
}

/// The kind of answer that a text is.
fn kind(text: &str) -> &'static str {
    let text = text.trim();
    let bare = text.trim_matches(|c: char| !c.is_alphanumeric());
    let lower = bare.to_lowercase();
    let digits = text.replace([',', '$', '€', '£', '%', ' '], "");
    if text.is_empty() {
        "blank"
    } else if matches!(lower.as_str(), "yes" | "no" | "true" | "false") {
        "yes or no"
    } else if bare.len() == 1 && bare.bytes().all(|byte| byte.is_ascii_alphabetic()) {
        "letter"
    } else if digits.bytes().any(|byte| byte.is_ascii_digit()) && digits.parse::<f64>().is_ok() {
        "number"
    } else if is_date(text) {
        "date"
    } else if text.split_whitespace().count() <= SHORT {
        "short text"
    } else {
        "long text"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_have_kinds() {
        let found = ["$1,577.00", "12 %", "(B)", "Yes.", "", "two words", "2021-03-04"].map(kind);
        let wanted = ["number", "number", "letter", "yes or no", "blank", "short text", "date"];
        assert_eq!(found, wanted);
        assert_eq!(kind("an answer that takes more than five words"), "long text");
    }

    #[test]
    fn every_value_has_a_bin() {
        let counts = |bins: Vec<Bin>| bins.iter().map(|bin| bin.count).collect::<Vec<_>>();
        assert_eq!(
            counts(shares([0.0, 0.05, 1.0 - 0.6, 0.95, 1.0].into_iter())),
            [2, 0, 0, 0, 1, 0, 0, 0, 0, 2]
        );
        assert_eq!(counts(errors([0.0, 0.01, 0.02, 7.0].into_iter())), [1, 1, 1, 0, 0, 1]);
    }
}
