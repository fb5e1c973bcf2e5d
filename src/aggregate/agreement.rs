//! How far two rules agree on the same answers.

use crate::base::digits::{grouped, part, percent};
use crate::base::types::Verdict;
use serde::Serialize;
use std::collections::BTreeMap;

/// Verdicts of two rules, question by question.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Agreement {
    /// Questions that both rules judge.
    pub n: u64,
    /// Questions on which the verdicts are the same.
    pub agree: u64,
    /// Cohen's kappa, -1 to 1: agreement beyond that which comes by chance (Cohen 1960). `None` if both rules
    /// give every question one and the same verdict, or there is no question.
    pub kappa: Option<f64>,
    /// How many questions have each pair of verdicts; pairs that do not occur are left out.
    pub table: Vec<Cell>,
}

/// How often two verdicts meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Cell {
    /// By the preset of the score.
    pub ours: Verdict,
    /// By the other rule.
    pub theirs: Verdict,
    /// Questions.
    pub count: u64,
}

impl Agreement {
    /// Counts pairs of verdicts: ours and theirs.
    pub fn new(pairs: impl IntoIterator<Item = (Verdict, Verdict)>) -> Self {
        let mut counts: BTreeMap<(Verdict, Verdict), u64> = BTreeMap::new();
        for pair in pairs {
            *counts.entry(pair).or_default() += 1;
        }
        let n = counts.values().sum();
        let agree = counts.iter().filter(|((a, b), _)| a == b).map(|(_, count)| count).sum();
        let table = counts.iter();
        let table = table.map(|(&(ours, theirs), &count)| Cell { ours, theirs, count }).collect();
        Self { n, agree, kappa: kappa(&counts, n, agree), table }
    }
}

impl Agreement {
    /// The share of questions in words, as in "15 of 24 questions (62.5 %, kappa 0.33)"; "all 24 questions" if that is
    /// so.
    pub fn words(&self) -> String {
        let Self { n, agree, kappa, .. } = self;
        if agree == n {
            return format!("all {} questions", grouped(*n as usize));
        }
        let kappa = kappa.map_or_else(String::new, |kappa| format!(", kappa {kappa:.2}"));
        let part = part(*agree as usize, *n as usize);
        format!("{part} questions ({}{kappa})", percent(*agree as f64 / *n as f64))
    }
}

/// In whole numbers up to the last division, so that the order of questions does not matter.
fn kappa(counts: &BTreeMap<(Verdict, Verdict), u64>, n: u64, agree: u64) -> Option<f64> {
    let of = |is: &dyn Fn(&(Verdict, Verdict)) -> bool| -> u128 {
        counts.iter().filter(|(pair, _)| is(pair)).map(|(_, count)| u128::from(*count)).sum()
    };
    let both = |verdict: Verdict| of(&|pair| pair.0 == verdict) * of(&|pair| pair.1 == verdict);
    let verdicts = [Verdict::Right, Verdict::Partly, Verdict::Wrong, Verdict::Unanswered];
    let by_chance: u128 = verdicts.into_iter().map(both).sum();
    let all = u128::from(n) * u128::from(n);
    let observed = u128::from(agree) * u128::from(n);
    (by_chance < all).then(|| (observed as f64 - by_chance as f64) / (all - by_chance) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use Verdict::{Right, Wrong};

    fn of(counts: [(Verdict, Verdict, usize); 4]) -> Agreement {
        let pairs = counts.into_iter().flat_map(|(a, b, count)| std::iter::repeat_n((a, b), count));
        Agreement::new(pairs)
    }

    #[test]
    fn kappa_is_cohens() {
        // 20 + 15 of 50 agree: 0.7; by chance 0.5 · 0.6 + 0.5 · 0.4 = 0.5; (0.7 - 0.5) / 0.5 = 0.4.
        let found =
            of([(Right, Right, 20), (Right, Wrong, 5), (Wrong, Right, 10), (Wrong, Wrong, 15)]);
        assert_eq!((found.n, found.agree, found.kappa), (50, 35, Some(0.4)));
        assert_eq!(found.table.len(), 4);
        // Never the same: 0 less 0.5 of 0.5.
        let found =
            of([(Right, Right, 0), (Right, Wrong, 5), (Wrong, Right, 5), (Wrong, Wrong, 0)]);
        assert_eq!((found.agree, found.kappa), (0, Some(-1.0)));
    }

    #[test]
    fn one_verdict_throughout_has_no_kappa() {
        let found =
            of([(Right, Right, 3), (Right, Wrong, 0), (Wrong, Right, 0), (Wrong, Wrong, 0)]);
        assert_eq!((found.n, found.agree, found.kappa), (3, 3, None));
        assert_eq!(Agreement::new([]).kappa, None);
    }
}
