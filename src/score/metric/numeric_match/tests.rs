use super::*;
use crate::text::number::Decimal;
use proptest::prelude::*;

fn of(prediction: &str, golds: &[&str], rules: &NumberRules) -> Outcome {
    numeric_match(Some(prediction), golds, rules)
        .unwrap_or_else(|| panic!("{golds:?} has a number"))
}

#[test]
fn errors_are_averaged_in_one_unit() {
    let one = |golds: &[&str]| one_unit(golds.iter().copied(), &NumberRules::default());
    assert!(one(&["5", "7.5", "1,204"]) && one(&[]) && one(&["none"]));
    assert!(
        one(&["1,204,500 tonnes", "3 kt"])
            && one(&["1 year", "3 years"])
            && one(&["42 %", "7 percent"])
    );
    assert!(one(&["$5 million", "3 billion dollars"]));
    for mixed in [["5 t", "42 %"], ["5", "5 t"], ["3 years", "3 plants"], ["$5", "€5"]] {
        assert!(!one(&mixed), "{mixed:?}");
    }
}

fn financial() -> NumberRules {
    NumberRules {
        half_unit: HalfUnit::On,
        implied_scale: ImpliedScale::On,
        ..NumberRules::default()
    }
}

/// Whether and how a prediction matches, by the strict rules and by those for financial reports.
#[track_caller]
fn both(gold: &str, prediction: &str, strict: &str, relaxed: &str) {
    for (rules, expected) in [(NumberRules::default(), strict), (financial(), relaxed)] {
        let outcome = of(prediction, &[gold], &rules);
        let via = outcome.via.map_or("nothing".to_owned(), |via| via.to_string());
        assert_eq!(via, expected, "{gold} {prediction}");
        let apart = outcome.via.is_none_or(|via| via.nearness == Nearness::Apart);
        assert_eq!(outcome.matched, !apart);
    }
}

#[test]
fn how_numbers_match() {
    let apart = "not within tolerance";
    both("100", "100.0", "equal", "equal");
    both("100", "101", "within tolerance", "within tolerance");
    both("8.7", "8.75", "within tolerance", "within tolerance");
    both("0.4%", "0.44 %", apart, "within half a unit of the last digit");
    both("$1577.00", "$1.577 billion", apart, "implied scale ÷1,000,000, equal");
    both("$1577.00", "1,577,000", apart, "implied scale ÷1,000, equal");
    both("$1.58 billion", "1577 million", "within tolerance", "within tolerance");
    both("24.5%", "0.245", "percent as fraction, equal", "percent as fraction, equal");
    both("45 MtCO2e", "45,000 kt", "unit converted, equal", "unit converted, equal");
    both(
        "45 MtCO2e",
        "45",
        "prefix of the unit left out, equal",
        "prefix of the unit left out, equal",
    );
    both("45 MtCO2e", "45,000,000", "equal", "equal");
    let converted = "unit converted, not within tolerance";
    both("45 MtCO2e", "45 ktCO2e", converted, converted);
    both("1 TWh", "1000 GWh", "unit converted, equal", "unit converted, equal");
    both("3.6 GJ", "1 MWh", "unit converted, equal", "unit converted, equal");
    both("45 t", "45 MWh", "nothing", "nothing");
    both("5-10 %", "5 to 10%", "equal", "equal");
    both("5-10 million", "5 to 10.05 million", "within tolerance", "within tolerance");
    both("5-10 %", "7%", "nothing", "nothing");
    both("2030", "by 2031", apart, apart);
    both("2030", "2,030.0", "equal", "equal");
    both("7", "none", "nothing", "nothing");
    both("0", "500", apart, apart);
}

#[test]
fn options_change_what_matches() {
    let strict = NumberRules::default();
    let matched = |gold, prediction, rules: &NumberRules| of(prediction, &[gold], rules).matched;
    let percent = NumberRules { percent: PercentRule::Strict, ..strict };
    assert!(!matched("24.5%", "24.5", &percent) && matched("24.5%", "24.5 %", &percent));
    let units = NumberRules { convert_units: false, ..strict };
    assert!(matched("45 Mt", "45 kt", &units) && !matched("45 Mt", "45,000 kt", &units));
    let one_side = NumberRules { implied_scale: ImpliedScale::OneSide, ..strict };
    assert!(matched("1577", "1.577 bn", &one_side) && !matched("1577", "1577000", &one_side));
    let absolute = NumberRules { absolute_tolerance: Decimal::new(5, 0), ..strict };
    assert!(matched("0", "5", &absolute) && !matched("0", "5.1", &absolute));
    let locale = NumberRules { locale: crate::text::number::Locale::Eu, ..strict };
    assert!(matched("1234", "1.234", &locale) && !matched("1234", "1.234", &strict));
    let golds = ["Scope 1: 10, Scope 2: 20"];
    for (gold_numbers, expected) in [
        (GoldNumbers::Any, [true, true]),
        (GoldNumbers::First, [true, false]),
        (GoldNumbers::Last, [false, true]),
    ] {
        let rules = NumberRules { gold_numbers, ..strict };
        assert_eq!(["10", "20"].map(|text| of(text, &golds, &rules).matched), expected);
    }
}

#[test]
fn errors_are_those_of_the_best_pair() {
    let strict = NumberRules::default();
    let outcome = of("It is 90 or 120.", &["100", "200"], &strict);
    assert_eq!((outcome.absolute_error, outcome.relative_error), (Some(10.0), Some(0.1)));
    assert_eq!((outcome.gold, outcome.matched), (0, false));
    let outcome = of("0.1", &["0"], &strict);
    assert_eq!((outcome.absolute_error, outcome.relative_error), (Some(0.1), None));
    assert!(!outcome.matched);
    let outcome = of("no idea", &["n/a", "5"], &strict);
    assert_eq!((outcome.absolute_error, outcome.gold, outcome.predicted), (None, 1, None));
    assert_eq!(outcome.expected.to_string(), "5");
    assert_eq!(numeric_match(Some("5"), &["n/a", ""], &strict), None);
    assert_eq!(numeric_match(None, &["5"], &strict).unwrap().predicted, None);
    // In the gold number's unit: 50 MWh.
    let outcome = of("0.05 GWh", &["100 MWh"], &strict);
    assert_eq!((outcome.absolute_error, outcome.relative_error), (Some(50.0), Some(0.5)));
    // Not that of a scale which does not match either.
    let outcome = of("3", &["$1577.00"], &financial());
    assert_eq!(outcome.absolute_error, Some(1574.0));
}

/// Texts with numbers, as they come.
fn text() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "5", "10", "0", "1,234.5", "1.234,5", "0.245", "24.5%", "$", "(", ")", "-", "−", " ",
        " million", "k", "M", " t", "MtCO2e", " GWh", " kWh", "2030", "in 2021", ". ", "\n", "1. ",
        "Scope 3", "[3]", "to", "–", "±", "e5", " × 10^6", "½", "/", "%", " pp", " bps",
        "The answer is ", "x", "é", "4/5",
    ]);
    prop::collection::vec(piece, 0..10).prop_map(|pieces| pieces.concat())
}

fn rules() -> impl Strategy<Value = NumberRules> {
    let choice = prop::sample::select(vec![
        Candidates::LastSentence,
        Candidates::Last,
        Candidates::First,
        Candidates::Any,
        Candidates::AfterCue,
    ]);
    let scale =
        prop::sample::select(vec![ImpliedScale::Off, ImpliedScale::OneSide, ImpliedScale::On]);
    (choice, scale, any::<[bool; 3]>(), 0..2000_i64, 0..20_i64).prop_map(
        |(candidates, implied_scale, [half_unit, convert_units, lenient], relative, absolute)| {
            NumberRules {
                candidates,
                implied_scale,
                half_unit: if half_unit { HalfUnit::On } else { HalfUnit::Off },
                convert_units,
                percent: if lenient { PercentRule::Lenient } else { PercentRule::Strict },
                relative_tolerance: Decimal::new(relative, -3),
                absolute_tolerance: Decimal::new(absolute, -1),
                ..NumberRules::default()
            }
        },
    )
}

#[test]
fn a_unit_is_itself_for_fractions_too() {
    for text in ["4/55 GWh", "1/3 kWh", "1/7 t"] {
        let outcome = numeric_match(Some(text), &[text], &NumberRules::default()).unwrap();
        assert!(outcome.matched && outcome.absolute_error == Some(0.0), "{text}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 2048, ..ProptestConfig::default() })]

    #[test]
    fn a_larger_tolerance_loses_no_match(gold in text(), prediction in text(), rules in rules(), more in 0..2000_i64) {
        let Some(outcome) = numeric_match(Some(&prediction), &[&gold], &rules) else { return Ok(()) };
        for larger in [
            NumberRules { relative_tolerance: rules.relative_tolerance.plus(Decimal::new(more, -3)), ..rules },
            NumberRules { absolute_tolerance: rules.absolute_tolerance.plus(Decimal::new(more, -3)), ..rules },
            NumberRules { half_unit: HalfUnit::On, ..rules },
            NumberRules { implied_scale: ImpliedScale::On, ..rules },
            NumberRules { percent: PercentRule::Lenient, ..rules },
        ] {
            let after = numeric_match(Some(&prediction), &[&gold], &larger).unwrap();
            prop_assert!(after.matched >= outcome.matched, "{gold:?} {prediction:?} {larger:?}");
        }
        // The best of more gold answers is no worse.
        let two = numeric_match(Some(&prediction), &[&gold, "7"], &rules).unwrap();
        prop_assert!(two.matched >= outcome.matched);
    }

    #[test]
    fn a_text_matches_itself(text in text(), rules in rules()) {
        let rules = NumberRules { candidates: Candidates::Any, ..rules };
        if let Some(outcome) = numeric_match(Some(&text), &[&text], &rules) {
            prop_assert!(outcome.matched, "{text:?}");
            prop_assert_eq!(outcome.absolute_error, Some(0.0));
        }
    }

    #[test]
    fn equal_numbers_are_equal_either_way(one in text(), other in text(), rules in rules()) {
        let rules = NumberRules {
            candidates: Candidates::Any,
            half_unit: HalfUnit::Off,
            relative_tolerance: Decimal::ZERO,
            absolute_tolerance: Decimal::ZERO,
            ..rules
        };
        let there = numeric_match(Some(&one), &[&other], &rules);
        let back = numeric_match(Some(&other), &[&one], &rules);
        if let (Some(there), Some(back)) = (there, back) {
            let year = [there, back].iter().any(|one| {
                one.expected.standing() == Standing::Year
            });
            // Words that announce an answer count on the gold side alone.
            let cue = [&one, &other].iter().any(|text| text.contains("answer"));
            prop_assert!(year || cue || there.matched == back.matched, "{one:?} {other:?}");
        }
    }

    #[test]
    fn any_texts_can_be_compared(gold in any::<String>(), prediction in any::<String>(), rules in rules()) {
        if let Some(outcome) = numeric_match(Some(&prediction), &[&gold], &rules) {
            for error in [outcome.absolute_error, outcome.relative_error] {
                prop_assert!(error.is_none_or(|error| error >= 0.0 && error.is_finite()));
            }
            if let Some(Quantity::One(number)) = outcome.predicted {
                prop_assert!(prediction.get(number.start..number.end).is_some());
            }
        }
    }
}
