//! Rules that find the answer which an output states, on cases that were worked out by hand.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use proptest::prelude::*;
use scoredrop::score::extract::Extractor;
use scoredrop_testing::json_lines;

const CASES: &str = include_str!("../golden/stated.jsonl");

#[test]
fn answers_are_found_where_outputs_state_them() {
    let mut wrong = Vec::new();
    for case in json_lines(CASES.as_bytes()) {
        let rule: Extractor = case["rule"].as_str().unwrap().parse().unwrap();
        let rule = match case["thoughts"].as_str() {
            Some("drop") => Extractor::WithoutThoughts(Box::new(rule)),
            _ => rule,
        };
        let found = rule.extract(case["output"].as_str().unwrap());
        if found.answer != case["answer"].as_str() {
            wrong.push(format!("{case}: {:?}", found.answer));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

proptest! {
    #[test]
    fn an_answer_stands_where_its_span_says(
        text in "(\\\\boxed|\\{|\\}|\\$|the answer is |Answer:|答案是|<answer>|</answer>|<think>|</think>|your |not |[a-c1-3é. \n]){0,16}",
    ) {
        for name in ["stated_formula", "stated_answer"] {
            let rule = Extractor::WithoutThoughts(Box::new(name.parse().unwrap()));
            let found = rule.extract(&text);
            prop_assert_eq!(found.answer, found.span.map(|(start, end)| &text[start..end]));
        }
    }
}
