//! A comparison in one sentence. What it says of the numbers is what the numbers as printed say.

use super::compare::{Comparison, LEVEL, Reason, Superiority};
use crate::base::digits::{MINUS, PERCENT, by_number, counted, fixed, grouped, part};
use std::fmt::Write as _;

/// The comparison as a paper would print it, without a full stop: "A 71.2, B 68.6: A is better by 2.6
/// points (0.2 to 5.2); 39 of 500 marks differ, 26 for A, 13 for B". Where no difference is shown
/// it ends with the reason.
pub fn sentence(comparison: &Comparison, a: &str, b: &str) -> String {
    let one = comparison;
    if one.n == 0 {
        return format!("no question has a value for both {a} and {b}");
    }
    let digits = Digits::of(one);
    let what = if one.binary { "marks" } else { "values" };
    let means = format!("{a} {}, {b} {}", digits.number(one.mean_a), digits.number(one.mean_b));
    let verdict = match one.verdict {
        Superiority::BetterA => better(one, a, &digits),
        Superiority::BetterB => better(one, b, &digits),
        Superiority::NotShown(Reason::NoneDiffers) => "no difference".to_owned(),
        Superiority::NotShown(_) => format!("no difference shown, {}", apart(one, &digits)),
    };
    let mut parts = vec![format!("{means}: {verdict}")];
    let (differ, n) = (one.only_a + one.only_b, one.n);
    let verb = by_number(differ as usize, "differs", "differ");
    parts.push(if differ == 0 {
        format!("none of {} {what} differs", grouped(n as usize))
    } else {
        let [only_a, only_b] = [one.only_a, one.only_b].map(|n| grouped(n as usize));
        format!(
            "{} {what} {verb}, {only_a} for {a}, {only_b} for {b}",
            part(differ as usize, n as usize)
        )
    });
    match one.left_out {
        0 => {}
        1 => parts.push("1 question without a value was left out".to_owned()),
        count => {
            parts.push(format!(
                "{} questions without a value were left out",
                grouped(count as usize)
            ));
        }
    }
    if let Superiority::NotShown(reason) = one.verdict {
        parts.extend(because(one, reason));
    }
    parts.join("; ")
}

/// The same sentence, and where no difference is shown, which one would have been.
pub fn told(comparison: &Comparison, a: &str, b: &str) -> String {
    let words = sentence(comparison, a, b);
    match (comparison.verdict, detectable(comparison)) {
        (Superiority::NotShown(_), Some(smallest)) => [words, smallest].join("; "),
        _ => words,
    }
}

/// The smallest difference that so many questions show, in words; `None` where it is not known.
fn detectable(comparison: &Comparison) -> Option<String> {
    let smallest = comparison.smallest_detectable?;
    let digits = Digits::of(comparison);
    Some(format!(
        "{} can show only differences of about {}{} or more (80{PERCENT} power)",
        counted(comparison.n as usize, "question"),
        digits.number(smallest),
        digits.unit(smallest)
    ))
}

/// What the test says, in words: "p = 0.041 by a paired permutation test"; `None` where there is nothing to
/// test.
pub fn tested(comparison: &Comparison) -> Option<String> {
    let one = comparison;
    let name = match one.test {
        "mcnemar_mid_p" => "McNemar's test, mid-p",
        test if test.starts_with("cluster") => "a permutation test of whole clusters",
        _ => "a paired permutation test",
    };
    let mut words = format!("{} by {name}", p_value(one.p?));
    if let Some(exact) = one.p_exact {
        words.extend([" (exact: ", &p_value(exact), ")"]);
    }
    if let Some(adjusted) = one.p_adjusted.filter(|_| one.family > 1) {
        let (p, family) = (p_value(adjusted), one.family);
        let words = &mut words;
        // Writing to a text cannot fail.
        let _ = write!(words, "; {p} after Holm's correction for {family} comparisons");
    }
    Some(words)
}

/// The difference with its interval: "+2.6 (0.2 to 5.2)".
pub fn difference(comparison: &Comparison) -> String {
    let digits = Digits::beside(comparison);
    let plus = if comparison.difference > 0.0 { "+" } else { "" };
    let number = [plus, &digits.number(comparison.difference)].concat();
    match &comparison.interval {
        Some(i) => format!("{number} ({})", digits.range(i.low, i.high)),
        None => number,
    }
}

/// The same with its unit: "2.6 points (0.2 to 5.2)".
pub fn gap(comparison: &Comparison) -> String {
    apart(comparison, &Digits::beside(comparison))
}

fn apart(comparison: &Comparison, digits: &Digits) -> String {
    let unit = digits.unit(comparison.difference);
    let number = digits.number(comparison.difference);
    let range = comparison.interval.as_ref();
    let range = range.map(|i| format!(" ({})", digits.range(i.low, i.high)));
    [&number, unit, &range.unwrap_or_default()].concat()
}

/// By how much the better run is better: "2.6 points" and "0.2 to 5.2".
pub fn margin(comparison: &Comparison) -> (String, String) {
    sized(comparison, &Digits::beside(comparison))
}

fn better(one: &Comparison, name: &str, digits: &Digits) -> String {
    let (size, range) = sized(one, digits);
    format!("{name} is better by {size} ({range})")
}

fn sized(one: &Comparison, digits: &Digits) -> (String, String) {
    let size = digits.number(one.difference.abs()) + digits.unit(one.difference);
    let range = one.interval.as_ref().map_or_else(String::new, |i| {
        if one.difference > 0.0 {
            digits.range(i.low, i.high)
        } else {
            digits.range(-i.high, -i.low)
        }
    });
    (size, range)
}

/// Why no difference is shown.
fn because(one: &Comparison, reason: Reason) -> Option<String> {
    let p = p_of(one);
    let test = if one.p_exact.is_some() { "McNemar's test" } else { "the permutation test" };
    Some(match reason {
        Reason::NothingCompared | Reason::NoneDiffers => return None,
        Reason::TooFewDiffer => {
            let of = if one.clusters.is_some() {
                "cluster"
            } else if one.binary {
                "mark"
            } else {
                "value"
            };
            match one.differing {
                0 => format!("no {of} differs in total"),
                1 => format!("only 1 {of} differs: too few to tell"),
                n => format!("only {} {of}s differ: too few to tell", grouped(n as usize)),
            }
        }
        Reason::OneCluster => "all questions are in one cluster: too few to tell".to_owned(),
        Reason::NoInterval => {
            "all differences are equal, so resampling gives no interval".to_owned()
        }
        Reason::IncludesZero => format!("the interval includes 0, {p}"),
        Reason::IntervalAlone => {
            format!(
                "the interval excludes 0, but {test} does not reject equality ({p}): too close to \
                 tell"
            )
        }
        Reason::TestAlone => {
            format!("{test} rejects equality ({p}), but the interval includes 0: too close to tell")
        }
        Reason::AmongSeveral => {
            let alone = one.p.map(p_value).unwrap_or_default();
            format!(
                "significant as a single comparison ({alone}), but not as one of {} ({p})",
                one.family
            )
        }
    })
}

/// The p value that decides: beside other comparisons the one that tables have.
pub(crate) fn p_of(one: &Comparison) -> String {
    match one.p_adjusted.filter(|_| one.family > 1) {
        Some(adjusted) => format!("{} after Holm's correction", p_value(adjusted)),
        None => one.p.map(p_value).unwrap_or_default(),
    }
}

/// A p value, never rounded to the other side of the level.
pub fn p_value(p: f64) -> String {
    if p < 0.001 {
        return "p < 0.001".to_owned();
    }
    let text = fixed(p, 3);
    if p > LEVEL && text == fixed(LEVEL, 3) {
        "p just above 0.05".to_owned()
    } else {
        format!("p = {text}")
    }
}

/// How numbers are printed: in percent where the metric is a share, and with as many decimals, from those of
/// all means to 3, as it takes.
struct Digits {
    scale: f64,
    decimals: u32,
}

impl Digits {
    /// Where the means stand in the same sentence: the printed numbers add up.
    fn of(one: &Comparison) -> Self {
        Self::such(one, true)
    }

    /// Where the means stand elsewhere, with the decimals of all means.
    fn beside(one: &Comparison) -> Self {
        Self::such(one, false)
    }

    /// Every printed number is on the side of 0 where it is.
    fn such(one: &Comparison, with_means: bool) -> Self {
        let scale = one.metric.scale;
        let units =
            |value: f64, decimals| fixed(value * scale, decimals).replace('.', "").parse::<i64>();
        let adds_up = |decimals: &u32| {
            let means =
                units(one.mean_a, *decimals).and_then(|a| Ok((a, units(one.mean_b, *decimals)?)));
            let difference = units(one.difference, *decimals);
            means.is_err() || difference.is_err() || means.map(|(a, b)| a - b) == difference
        };
        let ends = one.interval.as_ref().map_or([0.0; 2], |i| [i.low, i.high]);
        let keeps_sides = |decimals: &u32| {
            let seen = [one.difference, ends[0], ends[1]];
            seen.iter().all(|value| value.abs() < 1e-9 || units(*value, *decimals) != Ok(0))
        };
        // As a mean has: in percent one decimal, anything else two.
        let all = if scale > 1.0 { 1..=3 } else { 2..=3 };
        let decimals = all
            .clone()
            .find(|decimals| (!with_means || adds_up(decimals)) && keeps_sides(decimals))
            .or_else(|| all.clone().find(keeps_sides))
            .unwrap_or(3);
        Self { scale, decimals }
    }

    fn number(&self, value: f64) -> String {
        let scaled = value * self.scale;
        let text = fixed(scaled, self.decimals);
        // Neither a zero with a sign nor one that is none.
        let zero = text.chars().all(|c| matches!(c, '-' | '0' | '.'));
        if !zero {
            text.replace('-', MINUS)
        } else if scaled.abs() < 1e-9 {
            fixed(0.0, self.decimals)
        } else {
            let is_seen = |text: &String| text.contains(|c| matches!(c, '1'..='9'));
            let text = (4..=6).map(|decimals| fixed(scaled, decimals)).find(is_seen);
            text.unwrap_or_else(|| format!("{scaled:.1e}")).replace('-', MINUS)
        }
    }

    fn range(&self, low: f64, high: f64) -> String {
        format!("{} to {}", self.number(low), self.number(high))
    }

    fn unit(&self, value: f64) -> &'static str {
        if self.scale != 100.0 {
            ""
        } else if fixed(value.abs() * self.scale, 3) == "1.000" {
            " point"
        } else {
            " points"
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::compare::{adjust, compare};
    use super::*;
    use crate::score::metric::metric;

    /// Two runs of right and wrong with so many of each kind.
    fn runs(only_a: usize, only_b: usize, both: usize, neither: usize) -> (Vec<f64>, Vec<f64>) {
        let list = |kinds: [f64; 4]| {
            let counts = [only_a, only_b, both, neither];
            let parts = kinds.iter().zip(counts).map(|(value, n)| vec![*value; n]);
            parts.collect::<Vec<_>>().concat()
        };
        (list([1.0, 0.0, 1.0, 0.0]), list([0.0, 1.0, 1.0, 0.0]))
    }

    fn said(only_a: usize, only_b: usize, both: usize, neither: usize) -> String {
        let (a, b) = runs(only_a, only_b, both, neither);
        sentence(&compare(&a, &b, None, metric("exact_match").unwrap(), 0), "A", "B")
    }

    #[test]
    fn right_and_wrong() {
        assert_eq!(
            said(26, 13, 330, 131),
            "A 71.2, B 68.6: A is better by 2.6 points (0.2 to 5.2); 39 of 500 marks differ, \
             26 for A, 13 for B"
        );
        assert_eq!(
            said(13, 26, 330, 131),
            "A 68.6, B 71.2: B is better by 2.6 points (0.2 to 5.2); 39 of 500 marks differ, \
             13 for A, 26 for B"
        );
        assert_eq!(
            said(0, 4, 20, 16),
            "A 50.0, B 60.0: no difference shown, −10.0 points (−23.1 to −0.4); 4 of 40 marks \
             differ, 0 for A, 4 for B; only 4 marks differ: too few to tell"
        );
        assert_eq!(said(0, 0, 30, 20), "A 60.0, B 60.0: no difference; none of 50 marks differs");
        assert_eq!(
            said(5, 5, 50, 40),
            "A 55.0, B 55.0: no difference shown, 0.0 points (−7.0 to 7.0); 10 of 100 marks \
             differ, 5 for A, 5 for B; the interval includes 0, p = 1.000"
        );
        assert_eq!(said(0, 0, 0, 0), "no question has a value for both A and B");
    }

    #[test]
    fn printed_numbers_add_up_and_keep_their_side() {
        let text = said(101, 0, 100, 103);
        assert!(text.starts_with("A 66.1, B 32.9: A is better by 33.2 points"), "{text}");
        // One more decimal where the lower end would be printed as 0.
        let text = said(126, 94, 900, 8880);
        assert!(text.contains("better by 0.32 points (0.03 to 0.62)"), "{text}");
    }

    #[test]
    fn reasons() {
        let exact = metric("exact_match").unwrap();
        let (a, b) = runs(14, 5, 61, 60);
        let mut family = vec![compare(&a, &b, None, exact, 0), compare(&a, &a, None, exact, 0)];
        assert!(sentence(&family[0], "A", "B").contains("A is better"));
        adjust(&mut family);
        let text = sentence(&family[0], "A", "B");
        assert!(text.contains("no difference shown, 6.43 points (0.36 to 13.11)"), "{text}");
        assert!(
            text.ends_with("but not as one of 2 (p = 0.083 after Holm's correction)"),
            "{text}"
        );
        assert_eq!(
            tested(&family[0]).unwrap(),
            "p = 0.041 by McNemar's test, mid-p (exact: p = 0.064); p = 0.083 after Holm's correction \
             for 2 comparisons"
        );
        // Clusters have another test, and the answers are right and wrong all the same.
        let (a, b) = runs(3, 1, 5, 1);
        let clusters: Vec<u32> = (0..10).collect();
        let text = sentence(&compare(&a, &b, Some(&clusters), exact, 0), "A", "B");
        assert!(text.contains("4 of 10 marks differ, 3 for A, 1 for B"), "{text}");
        let (a, mut b) = runs(3, 1, 5, 1);
        b[0] = f64::NAN;
        let text = sentence(&compare(&a, &b, None, exact, 0), "A", "B");
        assert!(text.contains("; 3 of 9 marks differ, 2 for A, 1 for B; 1 question without a value was left out; only 3"), "{text}");
    }

    #[test]
    fn errors_are_better_where_smaller() {
        let error = metric("absolute_error").unwrap();
        let a: Vec<f64> = (0..40).map(|i| f64::from(i % 5)).collect();
        let b: Vec<f64> = (0..40).map(|i| f64::from(i % 5) + f64::from(i % 3)).collect();
        let one = compare(&a, &b, None, error, 0);
        let text = sentence(&one, "A", "B");
        assert!(
            text.starts_with("A 2.0, B 3.0: A is better by 1.0 (")
                || text.starts_with("A 2.000, B 2.975: A is better by 0.975 ("),
            "{text}"
        );
        assert_eq!((one.only_a, one.only_b, one.neither), (26, 0, 0));
    }
}
