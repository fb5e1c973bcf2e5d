//! The result in one plain sentence, as a paper would state it: what was measured, the number, its uncertainty;
//! for several runs, which is better, by how much, and on how many questions they differ.

use crate::aggregate::Aggregate;
use crate::aggregate::compare::{Comparison, Reason, Superiority};
use crate::aggregate::leaderboard::Scope;
use crate::aggregate::words::{gap, margin, p_of};
use crate::base::digits::{PERCENT, counted, grouped};
use crate::programs::runnable::Ran;
use crate::report::model::{Phrase, RunLabel};
use crate::report::words::{in_percent, in_text, is_share, number, title};
use crate::session::{Finished, Score};

/// The sentence for a run: compared with the baseline; if it is the baseline, compared with the best of the
/// others; if it is the only run, its own number.
pub fn result(finished: &Finished<'_>, run: usize) -> Vec<Phrase> {
    let score = finished.score;
    let joined = finished.material.joined;
    let runs: Vec<RunLabel> = joined.runs.iter().map(RunLabel::new).collect();
    let short = RunLabel::short_names(&runs);
    let left = finished.material.ran.map_or(0, Ran::left);
    let order = order(score);
    let provisional = !score.provisional.is_empty();
    result_of(score, (&runs, &short), order.as_deref(), run, left, provisional)
}

/// The runs in the order of their leaderboard by the leading metric; `None` until it is computed.
pub(super) fn order(score: &Score) -> Option<Vec<usize>> {
    score.order(score.lead()?, Scope::All)
}

/// The same for a score whose runs have these labels, short names and order, with the number of programs that are
/// still to be run.
pub(super) fn result_of(
    score: &Score,
    (runs, short): (&[RunLabel], &[String]),
    order: Option<&[usize]>,
    run: usize,
    left: usize,
    is_provisional: bool,
) -> Vec<Phrase> {
    let lead = score.lead();
    let of_lead = |one: &&Aggregate| one.group.is_none() && Some(one.metric.as_str()) == lead;
    let Some(head) = score.aggregates.get(run).and_then(|all| all.iter().find(of_lead)) else {
        return Vec::new();
    };
    let mut words = Words::default();
    if is_provisional {
        words.strong("Provisional: ");
    }
    match compared(score, runs, run, order) {
        Some((a, b, comparison)) if comparison.n > 0 => {
            words.comparison(comparison, &short[a], &short[b], &head.metric);
        }
        _ => words.alone(head, &short[run], left),
    }
    words.0
}

/// Which runs are compared by the leading metric over all questions, and the result. `order` is that of their
/// leaderboard, once it exists.
fn compared<'s>(
    score: &'s Score,
    labels: &[RunLabel],
    run: usize,
    order: Option<&[usize]>,
) -> Option<(usize, usize, &'s Comparison)> {
    let baseline = score.baseline();
    let lead = score.lead()?;
    // A second rule for the same predictions is not another system.
    let is_twin = |run: usize| labels[run].twin.is_some();
    if is_twin(run) {
        return None;
    }
    let of = |one: usize| Some((one, baseline, score.comparison(one, lead, Scope::All)?));
    let order = order?;
    if run != baseline {
        return of(run);
    }
    order.iter().copied().filter(|one| !is_twin(*one)).find_map(of)
}

#[derive(Default)]
struct Words(Vec<Phrase>);

impl Words {
    fn add(&mut self, words: &str, strong: bool) {
        if !words.is_empty() {
            self.0.push(Phrase { words: words.to_owned(), strong });
        }
    }

    fn plain(&mut self, words: &str) {
        self.add(words, false);
    }

    fn strong(&mut self, words: &str) {
        self.add(words, true);
    }

    fn alone(&mut self, head: &Aggregate, name: &str, left: usize) {
        if head.mean.is_none() && left > 0 {
            let left = counted(left, "program");
            self.plain(&format!("Run {left} to score "));
            self.strong(name);
            return self.plain(".");
        }
        self.strong(name);
        let metric = head.metric.as_str();
        let Some(mean) = head.mean else {
            return self.plain(&format!(" has no value for {}.", title(metric)));
        };
        let unit = if in_percent(metric) { PERCENT } else { "" };
        let (verb, what) = verb_phrase(metric);
        self.plain(&format!(" {verb} "));
        self.strong(&[&number(metric, mean), unit].concat());
        self.plain(&what.replace("{n}", &grouped(head.n as usize)));
        if let Some(ends) = &head.interval {
            let [low, high] = [ends.low, ends.high].map(|end| number(metric, end));
            self.plain(&format!("; the true value is likely between {low} and {high}"));
        }
        self.plain(".");
    }

    fn comparison(&mut self, one: &Comparison, a: &str, b: &str, metric: &str) {
        let (first, second, only) = match one.verdict {
            Superiority::BetterB => (b, a, [one.only_b, one.only_a]),
            _ => (a, b, [one.only_a, one.only_b]),
        };
        if let Superiority::NotShown(_) = one.verdict {
            self.plain("The data show no clear difference between ");
            self.strong(first);
            self.plain(" and ");
            self.strong(second);
            self.plain(&format!(" in {}: {}", in_text(title(metric)), gap(one)));
            // Readers who see an interval without 0 ask why, so give p.
            if one.verdict == Superiority::NotShown(Reason::IntervalAlone) {
                self.plain(&format!(", but {}", p_of(one)));
            }
        } else {
            let (size, range) = margin(one);
            self.strong(first);
            self.plain(" is better than ");
            self.strong(second);
            self.plain(" by ");
            self.strong(&size);
            self.plain(&format!(" ({range})"));
        }
        let [ours, theirs] = only.map(|count| count as usize);
        if ours + theirs == 0 {
            return self.plain("; neither is better than the other on any question.");
        }
        let (alone, right) = if one.binary { (" alone", "right") } else { ("", "better") };
        let ours = if ours == 0 { "no question".to_owned() } else { counted(ours, "question") };
        let theirs = if theirs == 0 { "none".to_owned() } else { grouped(theirs) };
        self.plain(&format!("; {first}{alone} is {right} on {ours}, {second}{alone} on {theirs}."));
    }
}

/// The verb for a run by metrics with a verb of their own: the words before the number, and after it.
const VERB_PHRASES: [(&str, &str, &str); 8] = [
    ("exact_match", "answers", " of {n} questions as the gold file does"),
    ("solve_rate", "solves", " of {n} problems"),
    ("numeric_match", "has", " of {n} numbers right"),
    ("pass@1", "solves", " of {n} problems with one attempt"),
    ("accuracy", "answers", " of {n} questions right"),
    ("strict_match", "answers", " of {n} questions right"),
    ("flexible_extract", "answers", " of {n} questions right"),
    ("contains_answer", "answers", " of {n} questions right"),
];

/// Returns the words that stand before and after the number of a metric in a sentence.
fn verb_phrase(metric: &str) -> (&'static str, String) {
    if let Some((_, verb, after)) = VERB_PHRASES.iter().find(|(id, ..)| *id == metric) {
        return (verb, (*after).to_owned());
    }
    if let Some(attempts) = metric.strip_prefix("pass@") {
        return ("solves", format!(" of {{n}} problems within {attempts} attempts"));
    }
    let (verb, word) = if is_share(metric) { ("reaches", "in") } else { ("has", "as") };
    (verb, format!(" {word} {} over {{n}} questions", in_text(title(metric))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::metric::metric;

    #[test]
    fn every_metric_with_words_of_its_own_exists() {
        for (id, ..) in VERB_PHRASES {
            assert!(metric(id).is_some(), "{id}");
        }
    }
}
