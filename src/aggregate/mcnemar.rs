//! The test of `McNemar` (1947): two runs on the same questions, each right or wrong. Only questions that
//! one run alone has right say anything; without a difference they fall to either side like coins.

/// Two-sided p values of one table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct McNemar {
    /// The exact test: twice the smaller binomial tail, at most 1. It rejects less often than it may.
    pub exact: f64,
    /// Mid-p: the exact one less the chance of this very table, 1 where both counts are equal. Its
    /// errors are nearest to the level (Fagerland, Lydersen and Laake 2013).
    pub mid_p: f64,
}

/// The test for so many questions that only the first run and only the second run has right. Relative
/// error below 1e-9 up to a million of them.
pub fn mcnemar(only_a: u64, only_b: u64) -> McNemar {
    if only_a == only_b {
        return McNemar { exact: 1.0, mid_p: 1.0 };
    }
    let (few, all) = (only_a.min(only_b), only_a + only_b);
    let point = point(few, all);
    // From the table towards the end: each chance is the one before times k / (n - k + 1).
    let (mut chance, mut beyond) = (point, 0.0);
    for k in (1..=few).rev() {
        chance *= k as f64 / (all - k + 1) as f64;
        beyond += chance;
        if chance < beyond * 1e-18 {
            break;
        }
    }
    McNemar { exact: (2.0 * (beyond + point)).min(1.0), mid_p: (2.0 * beyond + point).min(1.0) }
}

/// Chance of exactly k heads of n fair coins.
fn point(k: u64, n: u64) -> f64 {
    let ln_factorial = |n: u64| libm::lgamma(n as f64 + 1.0);
    let ways = ln_factorial(n) - ln_factorial(k) - ln_factorial(n - k);
    libm::exp(ways - n as f64 * core::f64::consts::LN_2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_tables_by_hand() {
        // Of 5 coins none is heads: 1/32 on either side.
        let five = mcnemar(5, 0);
        assert!((five.exact - 2.0 / 32.0).abs() < 1e-15 && (five.mid_p - 1.0 / 32.0).abs() < 1e-15);
        assert_eq!(mcnemar(5, 0), mcnemar(0, 5));
        assert_eq!(mcnemar(0, 0), McNemar { exact: 1.0, mid_p: 1.0 });
        // Next to the middle both tails and the point are all there is.
        let middle = mcnemar(3, 2);
        assert!((middle.exact - 1.0).abs() < 1e-14);
        assert!((middle.mid_p - (1.0 - 10.0 / 32.0)).abs() < 1e-14);
    }

    #[test]
    fn many_questions_agree_with_the_normal_distribution() {
        // 500 000 coins, 2 standard deviations from the middle.
        let (a, b) = (250_000 + 707, 250_000 - 707);
        let z = (a - b) as f64 / libm::sqrt(500_000.0);
        let tail = libm::erfc(z / core::f64::consts::SQRT_2);
        assert!((mcnemar(a, b).mid_p - tail).abs() < 1e-6, "{:?} {tail}", mcnemar(a, b));
        assert_eq!(mcnemar(4_000_000, 0).mid_p, 0.0);
    }
}
