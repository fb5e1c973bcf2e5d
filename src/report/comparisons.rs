//! Runs compared, in reports: the member `comparisons` of JSON, and sentences.
//!
//! The member is a list with an entry for each run but the baseline, metric, and group; empty where there is one
//! run. In each entry A is the run and B the baseline:
//!
//! | member | meaning |
//! |---|---|
//! | `metric`, `group` | as in the aggregates; `group` is null for all questions |
//! | `a`, `b` | names of the run and of the baseline |
//! | `n`, `left_out` | questions for which both have a value, and the others |
//! | `mean_a`, `mean_b`, `difference` | over the `n` questions, 0 to 1 but for errors; A less B |
//! | `standard_error` | of the difference |
//! | `interval` | of the difference, in the form of the aggregates' intervals, or null: `tango`, `paired_bootstrap`, `paired_normal` |
//! | `test`, `p` | `mcnemar_mid_p`, `permutation_exact`, `permutation` or `permutation_normal`, two-sided |
//! | `p_exact` | of the exact test of `McNemar`, null for graded metrics |
//! | `family`, `p_adjusted` | how many comparisons are looked at together, and p after Holm's correction for them: those of a metric over all questions, or those of a metric over the values of one column |
//! | `only_a`, `only_b`, `both`, `neither` | questions on which A is better, on which B is, which are equal, and equal at the worst value; their sum is `n` |
//! | `smallest_detectable` | the true difference that would be found in 4 of 5 such comparisons; null where none would be |
//! | `verdict` | `a_better`, `b_better` or `not_shown`. Better is only what interval and corrected test both show |
//! | `reason` | why it is not shown, else null: `nothing_compared`, `none_differs`, `too_few_differ`, `no_interval`, `includes_zero`, `interval_alone`, `test_alone`, `among_several` |
//! | `sentence` | all that in words |

use crate::aggregate::compare::Verdict;
use crate::aggregate::words::{sentence, told};
use crate::diagnostic::cut_middle;
use crate::join::SHORT;
use crate::metric::MetricInfo;
use crate::session::{Compared, Session};
use serde::{Serialize, Serializer};
use serde_json::json;

/// An entry of the list.
pub struct Entry<'a> {
    /// The comparison.
    pub compared: &'a Compared,
    /// Names of all runs.
    pub names: &'a [String],
}

impl Serialize for Entry<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let one = &self.compared.comparison;
        let [a, b] = [self.compared.run, self.compared.baseline].map(|run| &self.names[run]);
        let reason = match one.verdict {
            Verdict::NotShown(reason) => Some(reason.name()),
            _ => None,
        };
        let sentence = sentence(one, &cut_middle(a, SHORT), &cut_middle(b, SHORT));
        json!({
            "metric": one.metric.id,
            "group": self.compared.group,
            "a": a,
            "b": b,
            "n": one.n,
            "left_out": one.left_out,
            "mean_a": one.mean_a,
            "mean_b": one.mean_b,
            "difference": one.difference,
            "standard_error": one.standard_error,
            "interval": one.interval,
            "test": one.test,
            "p": one.p,
            "p_exact": one.p_exact,
            "family": one.family,
            "p_adjusted": one.p_adjusted,
            "only_a": one.only_a,
            "only_b": one.only_b,
            "both": one.both,
            "neither": one.neither,
            "smallest_detectable": one.smallest_detectable,
            "verdict": one.verdict.name(),
            "reason": reason,
            "sentence": sentence,
        })
        .serialize(serializer)
    }
}

/// What comparing a run with the baseline came to.
pub struct Told {
    /// The metric.
    pub metric: &'static MetricInfo,
    /// Its name for these two runs.
    pub title: String,
    /// The sentence, without full stop.
    pub words: String,
}

/// What comparing the runs over all questions came to, run by run against the baseline. Names of runs
/// pass through `safe`.
pub fn sentences(session: &Session, safe: &dyn Fn(&str) -> String) -> Vec<Told> {
    let Some(joined) = session.joined() else { return Vec::new() };
    let name = |run: usize| safe(&joined.runs[run].short_name());
    let all = session.comparisons().iter().filter(|one| one.group.is_none());
    all.map(|one| {
        let words = told(&one.comparison, &name(one.run), &name(one.baseline));
        let metric = one.comparison.metric;
        let title = session.title_for(metric, [one.run, one.baseline].into_iter());
        Told { metric, title, words }
    })
    .collect()
}
