//! Ranks that runs share where nothing tells them apart.

use super::compare::{Comparison, Verdict, adjust, compare};
use crate::metric::MetricInfo;
use crate::order::ascending;

/// Where a run stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rank {
    /// 1 for the leading group; behind a group of three it goes on with 4.
    pub rank: u32,
    /// The run that leads its group, to which it was compared.
    pub leader: u32,
}

/// Ranks of runs, in the order given. From the best mean downwards, runs share the rank of the leader
/// as long as none is shown to be worse than it, with Holm's correction over all runs behind the
/// leader; the first that is leads the next group. Each run is compared with its leader and not with
/// its neighbour, so ties do not chain. Runs without values
/// share the last rank, each with itself as leader.
///
/// Ranks follow the means: a run behind one that is shown to be worse is in a later group, even where
/// its own difference is not shown.
pub fn ranks(
    runs: &[&[f64]],
    clusters: Option<&[u32]>,
    metric: &'static MetricInfo,
    seed: u64,
) -> Vec<Rank> {
    let against = |leader: usize, others: &[usize]| -> Vec<bool> {
        let mut family: Vec<Comparison> = others
            .iter()
            .map(|other| compare(runs[leader], runs[*other], clusters, metric, seed))
            .collect();
        adjust(&mut family);
        family.iter().map(|one| one.verdict == Verdict::BetterA).collect()
    };
    let means: Vec<f64> = runs.iter().map(|values| goodness(values, metric)).collect();
    by_leader(&means, against)
}

/// The mean of what is there, greater where better.
fn goodness(values: &[f64], metric: &MetricInfo) -> f64 {
    let known = values.iter().filter(|value| !value.is_nan());
    let (sum, n) = known.fold((0.0, 0_u64), |(sum, n), value| (sum + value, n + 1));
    if metric.higher_is_better { sum / n as f64 } else { -sum / n as f64 }
}

/// The walk; `worse` says which of some runs are shown to be worse than a leader.
fn by_leader(means: &[f64], worse: impl Fn(usize, &[usize]) -> Vec<bool>) -> Vec<Rank> {
    let mut order: Vec<usize> =
        ascending(means.iter().map(|mean| -mean)).into_iter().map(|place| place as usize).collect();
    order.retain(|run| !means[*run].is_nan());
    let last = order.len() as u32 + 1;
    let mut ranks: Vec<Rank> =
        (0..means.len() as u32).map(|run| Rank { rank: last, leader: run }).collect();
    let mut start = 0;
    while start < order.len() {
        let leader = order[start];
        let behind = &order[start + 1..];
        let shown = worse(leader, behind);
        let tied = shown.iter().take_while(|worse| !**worse).count();
        for run in &order[start..=start + tied] {
            ranks[*run] = Rank { rank: start as u32 + 1, leader: leader as u32 };
        }
        start += tied + 1;
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metric::metric;

    #[test]
    fn ties_do_not_chain() {
        // Neighbours 4 apart are not told apart, runs 8 apart are.
        let means = [60.0, 68.0, 64.0, 56.0, f64::NAN];
        let worse = |leader: usize, others: &[usize]| {
            others.iter().map(|other| means[leader] - means[*other] >= 8.0).collect()
        };
        let found = by_leader(&means, worse);
        let ranks: Vec<u32> = found.iter().map(|one| one.rank).collect();
        assert_eq!(ranks, [3, 1, 1, 3, 5]);
        assert_eq!(found[3].leader, 0);
        assert!(by_leader(&[], |_, _| Vec::new()).is_empty());
    }

    #[test]
    fn runs_of_values() {
        let exact = metric("exact_match").unwrap();
        let run = |right: usize| -> Vec<f64> {
            (0..200).map(|i| f64::from(u8::from(i * 7 % 200 < right))).collect()
        };
        let [best, near, far, none] = [run(150), run(148), run(90), vec![f64::NAN; 200]];
        let found = ranks(&[&far, &near, &none, &best], None, exact, 0);
        assert_eq!(found.iter().map(|one| one.rank).collect::<Vec<_>>(), [3, 1, 4, 1]);
        let same = ranks(&[&best, &best, &best], None, exact, 0);
        assert!(same.iter().all(|one| one.rank == 1));
    }
}
