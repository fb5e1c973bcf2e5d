//! Several attempts at a question: chances that some or all of them pass.

/// Chance that at least one of `k` attempts passes, from `right` of `attempts`: the unbiased
/// estimate 1 - C(n-c, k) / C(n, k) (Chen and others 2021). `None` with fewer attempts than k,
/// where the closed form would say 1, and where k is 0.
pub fn pass_at_k(attempts: u64, right: u64, k: u64) -> Option<f64> {
    if k == 0 || attempts < k || right > attempts {
        return None;
    }
    let wrong = attempts - right;
    if wrong < k {
        return Some(1.0);
    }
    let none = (wrong + 1..=attempts).fold(1.0, |none, i| none * (1.0 - k as f64 / i as f64));
    Some(1.0 - none)
}

/// Chance that all of `k` attempts pass: C(c, k) / C(n, k). `None` with fewer attempts than k, and
/// where k is 0.
pub fn all_of_k(attempts: u64, right: u64, k: u64) -> Option<f64> {
    if k == 0 || attempts < k || right > attempts {
        return None;
    }
    if right < k {
        return Some(0.0);
    }
    Some((0..k).fold(1.0, |all, i| all * (right - i) as f64 / (attempts - i) as f64))
}

/// Chance that at least `least` of `k` attempts pass, drawn without replacement from `attempts` of which `right` pass:
/// the sum of C(c, j) C(n-c, k-j) / C(n, k) over j from `least` to k. `None` with fewer attempts than k, and where k is
/// 0.
pub fn share_of_k(attempts: u64, right: u64, k: u64, least: u64) -> Option<f64> {
    if k == 0 || attempts < k || right > attempts {
        return None;
    }
    let wrong = attempts - right;
    let exactly = |passing: u64| {
        let failing = k - passing;
        if passing > right || failing > wrong {
            return 0.0;
        }
        // One factor of each kind in turn, so that no product grows out of reach.
        let (mut chance, mut drawn) = (1.0, 0_u64);
        for i in 0..passing.max(failing) {
            if i < passing {
                chance *= (right - i) as f64 / (attempts - drawn) as f64 * (drawn + 1) as f64
                    / (i + 1) as f64;
                drawn += 1;
            }
            if i < failing {
                chance *= (wrong - i) as f64 / (attempts - drawn) as f64 * (drawn + 1) as f64
                    / (i + 1) as f64;
                drawn += 1;
            }
        }
        chance
    };
    Some((least..=k).map(exactly).sum::<f64>().min(1.0))
}

/// Chance that of `k` attempts the one with the highest score passes, drawn without replacement: of attempts in
/// falling order of their scores the i-th is the best of those drawn with C(n-i, k-1) / C(n, k). Of attempts with
/// one score each is as likely. `None` with fewer attempts than k, and where k is 0.
pub fn best_of_k(attempts: &[(f64, bool)], k: u64) -> Option<f64> {
    let count = attempts.len() as u64;
    if k == 0 || count < k {
        return None;
    }
    let mut ranked = attempts.to_vec();
    ranked.sort_by(|one, other| other.0.total_cmp(&one.0));
    let (mut best, mut chance, mut place) = (0.0, k as f64 / count as f64, 0_u64);
    for group in ranked.chunk_by(|one, other| one.0 == other.0) {
        let right = group.iter().filter(|attempt| attempt.1).count();
        let mut of_group = 0.0;
        for _ in group {
            of_group += chance;
            let left = count - 1 - place;
            // C(left - 1, k - 1) / C(left, k - 1)
            chance *= if left == 0 { 0.0 } else { left.saturating_sub(k - 1) as f64 / left as f64 };
            place += 1;
        }
        best += of_group * right as f64 / group.len() as f64;
    }
    Some(best)
}

/// How right the majority of `k` attempts is on average, drawn without replacement: 1 if the right answer has the most
/// votes of those drawn, its share if answers tie, else 0. `right` attempts have the right answer, `wrong` says how
/// many have each other answer, and `silent` have none and no vote.
///
/// The exact mean over all C(n, k) draws (multivariate hypergeometric) of the majority vote of Wang and others 2022,
/// *Self-Consistency Improves Chain of Thought Reasoning in Language Models*. It is summed over the votes j of the right
/// answer: C(right, j) times the ways to draw the other k - j with at most j of one answer, where t answers with j
/// votes share with the right one, 1 / (1 + t). `None` with fewer attempts than k, and where k is 0.
pub fn majority_of_k(right: u64, wrong: &[u64], silent: u64, k: u64) -> Option<f64> {
    let attempts = right + wrong.iter().sum::<u64>() + silent;
    if k == 0 || attempts < k {
        return None;
    }
    let of_votes = |votes: u64| {
        let rest = (k - votes) as usize;
        // Answers with fewer votes in all can neither win nor tie.
        let few = silent + wrong.iter().filter(|count| **count < votes).sum::<u64>();
        let most = rest / votes as usize;
        let mut ways = vec![vec![0.0; rest + 1]; most + 1];
        for (drawn, way) in (0..).zip(&mut ways[0]) {
            *way = choose(few, drawn);
        }
        for count in wrong.iter().filter(|count| **count >= votes) {
            let own: Vec<f64> = (0..=votes).map(|drawn| choose(*count, drawn)).collect();
            let mut next = vec![vec![0.0; rest + 1]; most + 1];
            for (tied, row) in ways.iter().enumerate() {
                for (drawn, way) in row.iter().enumerate().filter(|(_, way)| **way > 0.0) {
                    for (more, chance) in own.iter().enumerate().take(rest - drawn + 1) {
                        let tied = tied + usize::from(more as u64 == votes);
                        next[tied][drawn + more] += way * chance;
                    }
                }
            }
            ways = next;
        }
        let shared = ways.iter().enumerate().map(|(tied, row)| row[rest] / (tied + 1) as f64);
        choose(right, votes) * shared.sum::<f64>()
    };
    let sum: f64 = (1..=k.min(right)).map(of_votes).sum();
    Some((sum / choose(attempts, k)).min(1.0))
}

/// The number of ways to draw `k` of `n`, as a float.
fn choose(n: u64, k: u64) -> f64 {
    if k > n {
        return 0.0;
    }
    (0..k.min(n - k)).fold(1.0, |ways, i| ways * (n - i) as f64 / (i + 1) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_attempts_are_undefined() {
        for k in [0, 4] {
            assert_eq!((pass_at_k(3, 1, k), all_of_k(3, 1, k)), (None, None));
        }
        assert_eq!((pass_at_k(3, 4, 1), all_of_k(3, 4, 1)), (None, None));
    }

    #[test]
    fn shares_of_attempts_are_hypergeometric() {
        // Of 4 attempts 3 pass: C(3,2) C(1,0) / C(4,2) = 1/2; at least one: 1; at least 3 of 4: 1.
        for (attempts, right, k, least, chance) in [
            (4, 3, 2, 2, 0.5),
            (4, 3, 2, 1, 1.0),
            (4, 3, 4, 3, 1.0),
            (4, 3, 4, 4, 0.0),
            (8, 4, 4, 2, 53.0 / 70.0),
            (8, 4, 4, 3, 17.0 / 70.0),
        ] {
            let found = share_of_k(attempts, right, k, least).unwrap();
            assert!((found - chance).abs() < 1e-12, "{attempts} {right} {k} {least}: {found}");
        }
        for right in 0..=16 {
            let all = share_of_k(16, right, 8, 8).unwrap();
            assert!((all - all_of_k(16, right, 8).unwrap()).abs() < 1e-12);
            let any = share_of_k(16, right, 8, 1).unwrap();
            assert!((any - pass_at_k(16, right, 8).unwrap()).abs() < 1e-12);
        }
        assert_eq!(share_of_k(3, 1, 4, 2), None);
    }

    #[test]
    fn the_attempt_with_the_highest_score_counts() {
        let attempts = [(0.1, true), (0.9, false), (0.5, true), (0.3, false)];
        // Of all four the second counts; of one each alike.
        assert_eq!(best_of_k(&attempts, 4), Some(0.0));
        assert!((best_of_k(&attempts, 1).unwrap() - 0.5).abs() < 1e-12);
        // Of the six pairs, three have the second, two more the third, and one the fourth and the first.
        assert!((best_of_k(&attempts, 2).unwrap() - 2.0 / 6.0).abs() < 1e-12);
        // Of the four triples three have the second, one the third.
        assert!((best_of_k(&attempts, 3).unwrap() - 0.25).abs() < 1e-12);
        // Two with the highest score, one of them right.
        assert_eq!(best_of_k(&[(1.0, true), (1.0, false), (0.0, false)], 3), Some(0.5));
        assert_eq!((best_of_k(&attempts, 5), best_of_k(&attempts, 0)), (None, None));
    }

    #[test]
    fn the_majority_of_k_is_the_mean_over_all_draws() {
        // Of 7, 7, 8, 9 by threes: 7 7 8 and 7 7 9 are right, 7 8 9 twice a tie of three.
        let near = |found: Option<f64>, wanted: f64| {
            let found = found.unwrap();
            assert!((found - wanted).abs() < 1e-12, "{found} is not {wanted}");
        };
        near(majority_of_k(2, &[1, 1], 0, 3), (2.0 + 2.0 / 3.0) / 4.0);
        // All draws of several counts, one by one.
        for (right, wrong, silent) in [
            (3, &[2, 2][..], 1),
            (1, &[4, 1], 0),
            (2, &[2, 2, 2], 2),
            (5, &[], 3),
            (0, &[3, 3], 1),
            (4, &[3, 1, 1, 1], 0),
        ] {
            let mut all: Vec<Option<usize>> = vec![Some(0); right as usize];
            for (place, count) in wrong.iter().enumerate() {
                all.extend(std::iter::repeat_n(Some(place + 1), *count as usize));
            }
            all.extend(std::iter::repeat_n(None, silent as usize));
            for k in 1..=all.len() as u32 {
                let (mut sum, mut draws) = (0.0, 0.0);
                for drawn in (0_u32..1 << all.len()).filter(|drawn| drawn.count_ones() == k) {
                    let mut votes = vec![0; wrong.len() + 1];
                    let own = all.iter().enumerate().filter(|(place, _)| drawn >> place & 1 == 1);
                    own.filter_map(|(_, answer)| *answer).for_each(|answer| votes[answer] += 1);
                    let most = *votes.iter().max().unwrap();
                    let tied = votes.iter().filter(|count| **count == most).count();
                    sum += f64::from(u8::from(most > 0 && votes[0] == most)) / tied as f64;
                    draws += 1.0;
                }
                near(majority_of_k(right, wrong, silent, u64::from(k)), sum / draws);
            }
        }
        assert_eq!((majority_of_k(2, &[1], 0, 4), majority_of_k(2, &[1], 0, 0)), (None, None));
        // Of very many the chances stay finite: 640 of 1 024 right against one other answer.
        let many = majority_of_k(640, &[384], 0, 64).unwrap();
        assert!((0.95..1.0).contains(&many), "{many}");
    }

    #[test]
    fn one_attempt_is_the_share() {
        for right in 0..=7 {
            let share = right as f64 / 7.0;
            assert!((pass_at_k(7, right, 1).unwrap() - share).abs() < 1e-15);
            assert_eq!(all_of_k(7, right, 1), Some(share));
        }
    }
}
