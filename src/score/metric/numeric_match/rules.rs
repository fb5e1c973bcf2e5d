//! What counts as the same number: every rule an option.

use crate::text::number::{Decimal, Locale};
use strum::EnumString;

/// What counts as the same number. The default is the strict rule: one per cent either way, and
/// nothing assumed that the texts do not say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "each is a rule of its own, on or off")]
pub struct NumberRules {
    /// A match may miss the gold number by this share of it.
    pub relative_tolerance: Decimal,
    /// A match may miss the gold number by this much.
    pub absolute_tolerance: Decimal,
    /// Which numbers may also miss by half a unit of the gold number's last printed digit, as numbers do
    /// that are rounded.
    pub half_unit: HalfUnit,
    /// Whether 24.5% may be 24.5 or 0.245 where only one side says that it is a percentage.
    pub percent: PercentRule,
    /// Whether thousands, millions or milliards may be left unstated on one side.
    pub implied_scale: ImpliedScale,
    /// Whether units are converted where both sides have one.
    pub convert_units: bool,
    /// Whether all units of measure, scales of other languages and numbers in words are read.
    pub measures: bool,
    /// Whether round brackets around a number make it negative, as in accounts.
    pub brackets: bool,
    /// Whether a number after words for a fall may be negative.
    pub falls: bool,
    /// Whether `5m` are metres and not millions, as next to other lengths.
    pub metres: bool,
    /// Which mark is the decimal one.
    pub locale: Locale,
    /// Which numbers of the prediction count.
    pub candidates: Candidates,
    /// Which numbers of a gold answer count.
    pub gold_numbers: GoldNumbers,
}

impl Default for NumberRules {
    fn default() -> Self {
        Self {
            relative_tolerance: Decimal::new(1, -2),
            absolute_tolerance: Decimal::ZERO,
            half_unit: HalfUnit::Off,
            percent: PercentRule::Lenient,
            implied_scale: ImpliedScale::Off,
            convert_units: true,
            measures: false,
            metres: false,
            brackets: true,
            falls: false,
            locale: Locale::Auto,
            candidates: Candidates::LastSentence,
            gold_numbers: GoldNumbers::Any,
        }
    }
}

/// Which numbers may miss by half a unit of the gold number's last digit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString)]
#[strum(serialize_all = "snake_case")]
pub enum HalfUnit {
    /// None.
    Off,
    /// Where the gold number has decimals, those within one per cent of it.
    Decimals,
    /// All.
    On,
}

/// What a percentage may be compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString)]
#[strum(serialize_all = "snake_case")]
pub enum PercentRule {
    /// Where one side has the sign, the other may be the same number or a hundredth of it.
    Lenient,
    /// Only with a percentage.
    Strict,
}

/// Whether a scale may be left unstated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString)]
#[strum(serialize_all = "snake_case")]
pub enum ImpliedScale {
    /// Numbers are what they say.
    Off,
    /// Where exactly one side has a word for its scale or a unit, the other may be in thousands,
    /// millions or milliards.
    OneSide,
    /// The same, and where neither side has one.
    On,
}

/// Which numbers of a prediction count. Several: the best of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString)]
#[strum(serialize_all = "snake_case")]
pub enum Candidates {
    /// Those of the last sentence that has any.
    LastSentence,
    /// The last one.
    Last,
    /// The first one.
    First,
    /// All.
    Any,
    /// The first after the last words such as "the answer is"; without them, those of the last
    /// sentence that has any.
    AfterCue,
    /// The same, but behind what was asked for where that is said again: "the answer to 36 ÷ 6 is 6".
    AfterTask,
}

/// Which numbers of a gold answer count, where it has several.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString)]
#[strum(serialize_all = "snake_case")]
pub enum GoldNumbers {
    /// Each is an answer of its own, as in "5 t, that is 6 short tons".
    Any,
    /// The first one.
    First,
    /// The last one.
    Last,
}
