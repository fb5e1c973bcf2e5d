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
}
