//! Numbers in the answers of 16 systems to 52 financial questions, beside what people said of them: the
//! settings for financial reports are chosen on half of the systems and judged on the other half.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use scoredrop::score::metric::numeric_match::{
    Candidates, GoldValues, HalfUnit, ImpliedScale, NumberRules, PredictedValues, compare_values,
    gold_values, predicted_values,
};
use scoredrop::text::number::Decimal;
use scoredrop_testing::{json_lines, real};

/// An answer beside its gold number, and whether people called it correct.
struct Answer {
    gold: String,
    text: String,
    correct: bool,
}

/// The same, as numbers.
type Read = (GoldValues, PredictedValues, bool);

fn read(rules: &NumberRules, answers: &[Answer]) -> Vec<Read> {
    let read = |answer: &Answer| {
        let gold = gold_values([answer.gold.as_str()], rules);
        (gold, predicted_values(&answer.text, rules), answer.correct)
    };
    answers.iter().map(read).collect()
}

/// How rules and people differ.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Agreement {
    n: usize,
    agree: usize,
    /// The rules match, people did not call it correct.
    false_matches: usize,
    /// People called it correct, the rules do not match.
    missed: usize,
}

impl Agreement {
    fn of(rules: &NumberRules, answers: &[Read]) -> Self {
        let mut all = Self::default();
        for (gold, predicted, correct) in answers {
            let matched = compare_values(gold, predicted, rules).unwrap().matched;
            all.n += 1;
            all.agree += usize::from(matched == *correct);
            all.false_matches += usize::from(matched && !correct);
            all.missed += usize::from(!matched && *correct);
        }
        all
    }

    fn share(&self) -> f64 {
        self.agree as f64 / self.n as f64
    }
}

/// The answers of every other system by name, and those of the others.
fn halves() -> Option<[Vec<Answer>; 2]> {
    let rows = json_lines(&real("financebench/numeric_labelled.jsonl")?);
    let text = |row: &serde_json::Value, key: &str| {
        row[key].as_str().map(str::to_owned).unwrap_or_default()
    };
    let mut systems: Vec<String> = rows.iter().map(|row| text(row, "system")).collect();
    systems.sort();
    systems.dedup();
    assert_eq!((rows.len(), systems.len()), (832, 16));
    let mut halves = [Vec::new(), Vec::new()];
    for row in &rows {
        let place = systems.binary_search(&text(row, "system")).unwrap();
        halves[place % 2].push(Answer {
            gold: text(row, "gold_open_source"),
            text: text(row, "model_answer"),
            correct: text(row, "human_label") == "Correct Answer",
        });
    }
    Some(halves)
}

/// What the first half speaks for.
fn chosen() -> NumberRules {
    NumberRules {
        half_unit: HalfUnit::On,
        implied_scale: ImpliedScale::On,
        candidates: Candidates::LastSentence,
        ..NumberRules::default()
    }
}

#[test]
fn people_agree_with_the_rules_for_financial_reports() {
    let Some([first, second]) = halves() else { return };
    let rules = chosen();
    let strict = NumberRules::default();
    let exact = NumberRules { relative_tolerance: Decimal::ZERO, ..strict };
    let mut found = Vec::new();
    for (name, rules) in [("financial", rules), ("strict", strict), ("exact", exact)] {
        let [one, two] = [&first, &second].map(|half| Agreement::of(&rules, &read(&rules, half)));
        eprintln!(
            "{name}: chosen on {:.4} {one:?}; judged on {:.4} {two:?}",
            one.share(),
            two.share()
        );
        found.push([one, two].map(|one| (one.n, one.agree, one.false_matches, one.missed)));
    }
    assert_eq!(
        found,
        [
            // 95.9 % twice: the second is the number to quote.
            [(416, 399, 8, 9), (416, 399, 11, 6)],
            // 76.9 % and 77.6 %: most that it misses are right but for a scale that goes without saying.
            [(416, 320, 8, 88), (416, 323, 7, 86)],
            [(416, 296, 4, 116), (416, 299, 2, 115)],
        ]
    );
}

/// Among 120 settings the best on the first half; of those within one answer of it the one with the
/// fewest false matches.
#[test]
fn the_rules_for_financial_reports_are_those_of_the_first_half() {
    let Some([first, _]) = halves() else { return };
    let mut all = Vec::new();
    for candidates in ["last_sentence", "last", "first", "any", "after_cue"] {
        let candidates = candidates.parse().unwrap();
        let answers = read(&NumberRules { candidates, ..NumberRules::default() }, &first);
        for implied_scale in ["off", "one_side", "on"] {
            for half_unit in [HalfUnit::On, HalfUnit::Off] {
                for tolerance in [0, 5, 10, 20] {
                    let rules = NumberRules {
                        relative_tolerance: Decimal::new(tolerance, -3),
                        half_unit,
                        implied_scale: implied_scale.parse().unwrap(),
                        candidates,
                        ..NumberRules::default()
                    };
                    all.push((rules, Agreement::of(&rules, &answers)));
                }
            }
        }
    }
    let best = all.iter().map(|(_, one)| one.agree).max().unwrap();
    let near = all.iter().filter(|(_, one)| one.agree + 1 >= best);
    let (rules, _) = near.min_by_key(|(_, one)| (one.false_matches, best - one.agree)).unwrap();
    assert_eq!(*rules, chosen());
}

#[test]
fn every_gold_answer_is_one_number() {
    let Some(halves) = halves() else { return };
    for answer in halves.iter().flatten() {
        let golds = gold_values([answer.gold.as_str()], &NumberRules::default());
        assert_eq!(golds.len(), 1, "{}", answer.gold);
    }
}
