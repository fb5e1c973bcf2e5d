//! One number beside another: every way in which the rules let them be the same.

use super::{HalfUnit, ImpliedScale, NumberRules, PercentRule};
use crate::text::number::{Decimal, Number};
use std::fmt;

/// How the predicted number was put in the terms of the gold one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Terms {
    /// As both are written.
    Same,
    /// In one unit.
    Converted,
    /// Without the prefix of the unit that only one side has: 45 beside 45 Mt.
    WithoutPrefix,
    /// A percentage beside a fraction of 1.
    Fraction,
    /// Times a power of ten that goes without saying.
    Implied(i32),
}

/// How near the two are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Nearness {
    /// Equal.
    Equal,
    /// Within the tolerance.
    Tolerance,
    /// Within half a unit of the last digit of the gold number.
    HalfUnit,
    /// Neither.
    Apart,
}

/// How a number came to match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Via {
    /// What was done to the predicted number.
    pub terms: Terms,
    /// How near it is then.
    pub nearness: Nearness,
}

impl fmt::Display for Via {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.terms {
            Terms::Same => {}
            Terms::Converted => f.write_str("unit converted, ")?,
            Terms::WithoutPrefix => f.write_str("prefix of the unit left out, ")?,
            Terms::Fraction => f.write_str("percent as fraction, ")?,
            Terms::Implied(power) => {
                let sign = if power < 0 { '÷' } else { '×' };
                let scale = Decimal::new(1, power.saturating_abs());
                write!(f, "implied scale {sign}{scale}, ")?;
            }
        }
        f.write_str(match self.nearness {
            Nearness::Equal => "equal",
            Nearness::Tolerance => "within tolerance",
            Nearness::HalfUnit => "within half a unit of the last digit",
            Nearness::Apart => "not within tolerance",
        })
    }
}

/// Two numbers in the same terms.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Trial {
    pub(super) via: Via,
    /// By how much they differ, in the gold number's unit with its scale multiplied out.
    pub(super) absolute: f64,
    /// The same as a share of the gold number; `None` where that is 0.
    pub(super) relative: Option<f64>,
}

impl Trial {
    pub(super) fn is_near(self) -> bool {
        self.via.nearness != Nearness::Apart
    }
}

/// Beyond the tolerance by less than this share of it still counts: 101 is within 1 % of 100 whatever
/// the digits of the tolerance are.
const SLACK: i32 = -12;

/// Every way in which two numbers may be compared, the one as they are written first. None where one
/// measures what the other does not.
pub(super) fn trials(predicted: &Number, gold: &Number, rules: &NumberRules) -> Vec<Trial> {
    let mut trials = Vec::new();
    if rules.measures && have_other_currencies(predicted, gold) {
        return trials;
    }
    let mut add = |terms, value: Option<Decimal>| {
        if let Some(value) = value {
            trials.push(trial(terms, value, gold, rules));
        }
    };
    match (predicted.unit, gold.unit) {
        (Some(one), Some(other)) if rules.convert_units => {
            if one.dimension != other.dimension {
                return trials;
            }
            let same = one == other && predicted.prefix == gold.prefix;
            let terms = if same { Terms::Same } else { Terms::Converted };
            add(terms, one.into(other, predicted.value));
            return trials;
        }
        // Units are not looked at: what is written counts, and 45 kt is 45 Mt.
        (Some(_), Some(_)) => {
            add(Terms::Same, predicted.without_prefix().shifted(gold.prefix));
            return trials;
        }
        _ => {}
    }
    if predicted.fallen && gold.value.is_negative() && !predicted.value.is_negative() {
        let negative = Number { value: predicted.value.negated(), fallen: false, ..*predicted };
        return self::trials(&negative, gold, rules);
    }
    let (percent, of_gold) = (predicted.percent.is_some(), gold.percent.is_some());
    if percent == of_gold || rules.percent == PercentRule::Lenient {
        add(Terms::Same, Some(predicted.value));
    }
    if predicted.prefix != 0 || gold.prefix != 0 {
        add(Terms::WithoutPrefix, predicted.without_prefix().shifted(gold.prefix));
    }
    if percent != of_gold && rules.percent == PercentRule::Lenient {
        add(Terms::Fraction, predicted.value.shifted(if percent { -2 } else { 2 }));
    }
    let sized = [predicted, gold].into_iter().filter(|number| number.is_sized()).count();
    let implied = match rules.implied_scale {
        ImpliedScale::Off => false,
        ImpliedScale::OneSide => sized == 1,
        ImpliedScale::On => sized <= 1,
    };
    if implied && !percent && !of_gold && !gold.value.is_zero() {
        for power in [3, -3, 6, -6, 9, -9] {
            add(Terms::Implied(power), predicted.value.shifted(power));
        }
    }
    trials
}

/// Whether both numbers are sums of money in currencies that differ. A dollar sign may be that of any dollar, and ¥
/// that of yen and yuan.
fn have_other_currencies(one: &Number, other: &Number) -> bool {
    const ALIKE: [&[&str]; 2] =
        [&["USD", "AUD", "CAD", "HKD", "NZD", "SGD", "TWD", "MXN"], &["JPY", "CNY"]];
    let (Some(one), Some(other)) = (one.currency, other.currency) else { return false };
    let alike = |group: &&[&str]| {
        group.contains(&one) && group.contains(&other) && (one == group[0] || other == group[0])
    };
    one != other && !ALIKE.iter().any(alike)
}

/// A year matches itself and nothing beside it.
pub(super) fn year(predicted: &Number, gold: &Number) -> Trial {
    let apart = predicted.value.minus(gold.value).abs();
    let equal = apart.is_zero();
    let nearness = if equal { Nearness::Equal } else { Nearness::Apart };
    Trial {
        via: Via { terms: Terms::Same, nearness },
        absolute: apart.to_f64(),
        relative: share(apart, gold.value),
    }
}

/// A predicted number in the gold number's terms beside it.
fn trial(terms: Terms, value: Decimal, gold: &Number, rules: &NumberRules) -> Trial {
    let apart = value.minus(gold.value).abs();
    let size = gold.value.abs();
    let slack = Decimal::new(1, 0).plus(Decimal::new(1, SLACK));
    // What is scaled at will comes as near as one likes to any number.
    let implied = matches!(terms, Terms::Implied(_));
    let absolute = !implied && apart <= rules.absolute_tolerance.times(slack);
    let relative = apart <= rules.relative_tolerance.times(size).times(slack);
    let half = gold.last_digit.and_then(|digit| Decimal::new(5, -1).shifted(digit));
    let near = apart <= Decimal::new(1, -2).times(size);
    let rounds = match rules.half_unit {
        HalfUnit::Off => false,
        HalfUnit::Decimals => near && gold.last_digit.is_some_and(|digit| digit < 0),
        HalfUnit::On => true,
    };
    let half = rounds && half.is_some_and(|half| apart <= half);
    let nearness = if apart.is_zero() {
        Nearness::Equal
    } else if absolute || relative {
        Nearness::Tolerance
    } else if half {
        Nearness::HalfUnit
    } else {
        Nearness::Apart
    };
    Trial {
        via: Via { terms, nearness },
        absolute: apart.to_f64(),
        relative: share(apart, gold.value),
    }
}

fn share(apart: Decimal, of: Decimal) -> Option<f64> {
    (!of.is_zero()).then(|| apart.to_f64() / of.abs().to_f64())
}

/// The worse of two trials, for the two ends of a range.
pub(super) fn worse(one: Trial, other: Trial) -> Trial {
    let nearness = one.via.nearness.max(other.via.nearness);
    Trial {
        via: Via { nearness, ..one.via },
        absolute: one.absolute.max(other.absolute),
        relative: one.relative.zip(other.relative).map(|(one, other)| one.max(other)),
    }
}
