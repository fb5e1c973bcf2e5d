//! What holds for the numbers of any two texts under any rules: shared by the tests and by the fuzz targets.

use scoredrop::score::metric::numeric_match::{
    Candidates, HalfUnit, ImpliedScale, NumberRules, numeric_match,
};
use scoredrop::text::number::{Decimal, Locale, Standing, read};

/// Rules, given a choice of one of so many.
pub fn rules(mut choose: impl FnMut(usize) -> usize) -> NumberRules {
    let candidates = [
        Candidates::LastSentence,
        Candidates::Last,
        Candidates::First,
        Candidates::Any,
        Candidates::AfterCue,
    ];
    let implied_scale = [ImpliedScale::Off, ImpliedScale::OneSide, ImpliedScale::On];
    NumberRules {
        candidates: candidates[choose(5)],
        implied_scale: implied_scale[choose(3)],
        locale: [Locale::Auto, Locale::En, Locale::Eu][choose(3)],
        half_unit: [HalfUnit::Off, HalfUnit::On, HalfUnit::Decimals][choose(3)],
        convert_units: choose(2) == 0,
        relative_tolerance: Decimal::new([0, 1, 10, 49][choose(4)], -3),
        ..NumberRules::default()
    }
}

/// So many numbers of a prediction count.
const MOST_PREDICTED: usize = 256;

/// What must hold of any two texts.
pub fn check(gold: &str, prediction: &str, rules: NumberRules) {
    let mut last = 0;
    for number in read(gold, rules.locale) {
        assert!(number.start >= last && number.end > number.start, "{gold:?} {number:?}");
        assert!(gold.get(number.start..number.end).is_some(), "{gold:?} {number:?}");
        assert!(number.value.to_f64().is_finite(), "{gold:?} {number:?}");
        assert!(number.standing != Standing::Year || !number.value.is_negative(), "{gold:?}");
        last = number.end;
    }
    let Some(outcome) = numeric_match(Some(prediction), &[gold], &rules) else { return };
    // More tolerance takes no match away.
    let wider = NumberRules { relative_tolerance: Decimal::new(60, -3), ..rules };
    let in_wider = numeric_match(Some(prediction), &[gold], &wider);
    assert!(!outcome.matched || in_wider.is_some_and(|one| one.matched), "{gold:?} {prediction:?}");
    if read(gold, rules.locale).len() > MOST_PREDICTED {
        return;
    }
    let any = NumberRules { candidates: Candidates::Any, ..rules };
    let itself = numeric_match(Some(gold), &[gold], &any);
    assert!(itself.is_some_and(|outcome| outcome.matched), "{gold:?} {rules:?}");
}

/// The same for bytes: two that choose the rules, and two texts with a sign between them.
pub fn check_bytes(bytes: &[u8]) {
    let [one, other, rest @ ..] = bytes else { return };
    let mut choices = usize::from(u16::from_le_bytes([*one, *other]));
    let text = String::from_utf8_lossy(rest);
    let (gold, prediction) = text.split_once('\u{1e}').unwrap_or((&*text, ""));
    let rules = rules(|most| {
        let choice = choices % most;
        choices /= most;
        choice
    });
    check(gold, prediction, rules);
}
