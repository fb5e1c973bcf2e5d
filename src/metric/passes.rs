//! Several attempts at a question: chances that some or all of them pass, and one value for each
//! question before anything is averaged over questions.

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

/// The mean of each question over its attempts; NaN where none has a value. Attempts at one question
/// are not questions of their own: intervals and tests go over these means. `question` names the
/// question of each value; values of no question are passed over.
pub fn per_question(values: &[f64], question: &[u32], questions: usize) -> Vec<f64> {
    let mut sums = vec![(0.0, 0_u64); questions];
    for (value, question) in values.iter().zip(question) {
        if let Some((sum, count)) = sums.get_mut(*question as usize)
            && !value.is_nan()
        {
            *sum += value;
            *count += 1;
        }
    }
    sums.into_iter().map(|(sum, count)| sum / count as f64).collect()
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
    fn one_attempt_is_the_share() {
        for right in 0..=7 {
            let share = right as f64 / 7.0;
            assert!((pass_at_k(7, right, 1).unwrap() - share).abs() < 1e-15);
            assert_eq!(all_of_k(7, right, 1), Some(share));
        }
    }

    #[test]
    fn repeats_become_one_value_each() {
        let values = [1.0, 0.0, f64::NAN, 1.0, 1.0, 0.5];
        let means = per_question(&values, &[0, 0, 1, 2, 2, 9], 4);
        assert_eq!((means[0], means[2]), (0.5, 1.0));
        assert!(means[1].is_nan() && means[3].is_nan());
    }
}
