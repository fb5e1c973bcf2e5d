//! The interval of the difference of two proportions of the same questions.

use super::Interval;
use super::interval::Z;

/// Tango's score interval (1998) at 95 % for the difference of the shares that two runs have right
/// of the same `n` questions: the differences that a score test would not reject. −1 to 1, and of
/// some width even where no answer differs. `None` where n is 0 or less than both counts.
pub fn tango(only_a: u64, only_b: u64, n: u64) -> Option<Interval> {
    if n == 0 || only_a + only_b > n {
        return None;
    }
    // The lower end is the negative of the upper one with the runs swapped, to the last bit.
    let low = -upper(only_b as f64, only_a as f64, n as f64);
    let high = upper(only_a as f64, only_b as f64, n as f64);
    Some(Interval { low, high, level: 0.95, method: "tango".to_owned() })
}

/// The difference above the observed one at which the score is −z.
fn upper(only_a: f64, only_b: f64, n: f64) -> f64 {
    let (mut inside, mut outside) = ((only_a - only_b) / n, 1.0);
    // Halving ends where no float lies between.
    loop {
        let middle = f64::midpoint(inside, outside);
        if middle <= inside || middle >= outside {
            return outside;
        }
        let deviation = only_a - only_b - n * middle;
        if deviation + Z * spread(only_a, only_b, n, middle) >= 0.0 {
            inside = middle;
        } else {
            outside = middle;
        }
    }
}

/// Standard deviation of `only_a - only_b` if the true difference is `delta`, with the most likely
/// share of `only_b` under it.
fn spread(only_a: f64, only_b: f64, n: f64, delta: f64) -> f64 {
    let b = (2.0 * n - only_a + only_b) * delta - only_a - only_b;
    let c = -only_b * delta * (1.0 - delta);
    let share = (libm::sqrt((b * b - 8.0 * n * c).max(0.0)) - b) / (4.0 * n);
    libm::sqrt((n * (2.0 * share + delta * (1.0 - delta))).max(0.0))
}

#[cfg(test)]
mod tests {
    use super::tango;

    #[test]
    fn ends_stay_ends() {
        for n in [1, 2, 7, 50, 100_000] {
            for (a, b) in [(0, 0), (n, 0), (0, n), (n / 2, n - n / 2), (1, 0), (n / 3, n / 3)] {
                let interval = tango(a, b, n).unwrap();
                let difference = (a as f64 - b as f64) / n as f64;
                assert!(interval.low >= -1.0 && interval.high <= 1.0, "{a} {b} {n} {interval:?}");
                assert!(interval.low <= difference && difference <= interval.high);
                assert!(interval.low < interval.high, "{a} {b} {n} {interval:?}");
                let mirrored = tango(b, a, n).unwrap();
                assert_eq!((mirrored.low, mirrored.high), (-interval.high, -interval.low));
            }
        }
        assert!(tango(0, 0, 0).is_none() && tango(2, 2, 3).is_none());
    }
}
