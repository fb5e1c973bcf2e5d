//! Ranks that runs share where nothing tells them apart.

use super::compare::{Comparison, Superiority, adjust};
use crate::base::order::ascending;

/// Where a run stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rank {
    /// 1 for the leading group; behind a group of three it goes on with 4.
    pub rank: u32,
    /// The run that leads its group, to which it was compared.
    pub leader: u32,
}

/// Ranks of runs under way, one comparison at a time, so that a driver can pause between them.
///
/// From the best mean downwards, runs share the rank of the leader as long as none is shown to be worse
/// than it, with Holm's correction over all runs behind the leader; the first that is leads the next
/// group. Each run is compared with its leader and not with its neighbour, so ties do not chain. Runs
/// without values share the last rank, each with itself as leader.
///
/// Ranks follow the means: a run behind one that is shown to be worse is in a later group, even where
/// its own difference is not shown.
#[derive(Clone, Debug, Default)]
pub struct Ranking {
    /// Runs with values, the best first.
    order: Vec<usize>,
    /// Where the group begins that is looked at.
    start: usize,
    /// The leader compared with runs behind it, in order.
    compared: Vec<Comparison>,
    ranks: Vec<Rank>,
}

impl Ranking {
    /// Begins with the means of the runs, in the order given; NaN where there is none.
    pub fn new(means: &[f64], higher_is_better: bool) -> Self {
        let less_is_first = |mean: &f64| if higher_is_better { -mean } else { *mean };
        let order = ascending(means.iter().map(less_is_first)).into_iter();
        let order: Vec<usize> =
            order.map(|place| place as usize).filter(|run| !means[*run].is_nan()).collect();
        let last = order.len() as u32 + 1;
        let ranks = (0..means.len() as u32).map(|run| Rank { rank: last, leader: run }).collect();
        Self { order, start: 0, compared: Vec::new(), ranks }
    }

    /// The two runs to be compared next, the leader first; `None` once all ranks are there.
    pub fn due(&mut self) -> Option<(usize, usize)> {
        while let Some(leader) = self.order.get(self.start) {
            if let Some(other) = self.order.get(self.start + 1 + self.compared.len()) {
                return Some((*leader, *other));
            }
            adjust(&mut self.compared);
            let worse: Vec<bool> =
                self.compared.iter().map(|one| one.verdict == Superiority::BetterA).collect();
            self.compared.clear();
            self.close(&worse);
        }
        None
    }

    /// Takes the comparison of the two.
    pub fn take(&mut self, comparison: Comparison) {
        self.compared.push(comparison);
    }

    /// The ranks, in the order of the runs; they hold once [`Self::due`] has nothing left.
    pub fn ranks(&self) -> &[Rank] {
        &self.ranks
    }

    /// The runs from the best to the worst mean; those without values are left out.
    pub fn order(&self) -> &[usize] {
        &self.order
    }

    /// Ends a group, being told which of the runs behind its leader are shown to be worse.
    fn close(&mut self, worse: &[bool]) {
        let tied = worse.iter().take_while(|worse| !**worse).count();
        let leader = self.order[self.start] as u32;
        for run in &self.order[self.start..=self.start + tied] {
            self.ranks[*run] = Rank { rank: self.start as u32 + 1, leader };
        }
        self.start += tied + 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::aggregate::compare::compare;
    use crate::score::metric::metric;

    fn ranks(runs: &[&[f64]]) -> Vec<u32> {
        let exact = metric("exact_match").unwrap();
        let mean = |values: &&[f64]| values.iter().sum::<f64>() / values.len() as f64;
        let means: Vec<f64> = runs.iter().map(mean).collect();
        let mut ranking = Ranking::new(&means, true);
        while let Some((leader, other)) = ranking.due() {
            ranking.take(compare(runs[leader], runs[other], None, exact, 0));
        }
        ranking.ranks.iter().map(|one| one.rank).collect()
    }

    #[test]
    fn ties_do_not_chain() {
        // Neighbours 4 apart are not told apart, runs 8 apart are.
        let means = [60.0, 68.0, 64.0, 56.0, f64::NAN];
        let mut found = Ranking::new(&means, true);
        while found.start < found.order.len() {
            let leader = found.order[found.start];
            let behind = &found.order[found.start + 1..];
            let worse: Vec<bool> =
                behind.iter().map(|other| means[leader] - means[*other] >= 8.0).collect();
            found.close(&worse);
        }
        let shared: Vec<u32> = found.ranks.iter().map(|one| one.rank).collect();
        assert_eq!(shared, [3, 1, 1, 3, 5]);
        assert_eq!(found.ranks[3].leader, 0);
        assert!(ranks(&[]).is_empty());
    }

    #[test]
    fn runs_of_values() {
        let run = |right: usize| -> Vec<f64> {
            (0..200).map(|i| f64::from(u8::from(i * 7 % 200 < right))).collect()
        };
        let [best, near, far, none] = [run(150), run(148), run(90), vec![f64::NAN; 200]];
        assert_eq!(ranks(&[&far, &near, &none, &best]), [3, 1, 4, 1]);
        assert_eq!(ranks(&[&best, &best, &best]), [1, 1, 1]);
    }
}
