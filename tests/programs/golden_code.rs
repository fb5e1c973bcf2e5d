//! The core against what the scorers of programs returned; see `golden/README.md`.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use scoredrop::score::extract::Extractor;
use scoredrop_testing::{agreed, json_lines};
use serde_json::Value;

const EXTRACTION: &[u8] = include_bytes!("../golden/code-extraction.jsonl");

/// Whose outputs they are.
const ORACLE: &str = "LiveCodeBench/LiveCodeBench@28fef95e, lcb_runner/utils/extraction_utils.py";

/// What an extractor finds, as the reference returns it: an empty text where there is nothing.
fn found<'t>(extractor: &'t Extractor, text: &'t str) -> &'t str {
    extractor.extract(text).answer.unwrap_or_default()
}

#[test]
fn code_and_assertions_are_taken_as_the_references_take_them() {
    let extractor = |name: &str| name.parse::<Extractor>().unwrap();
    let last_block = extractor("last_code_block");
    let first_block = extractor("first_code_block");
    let assertion = extractor("last_assertion");
    let [plain, tagged] = ["predicted_value", "tagged_value"].map(extractor);
    let mut compared = 0;
    for row in json_lines(EXTRACTION) {
        let text = row["input"].as_str().unwrap();
        let pairs: &[(&Extractor, &str)] = match row["fn"].as_str().unwrap() {
            "fenced_code" => &[
                (&last_block, "lcb_last_fence"),
                (&first_block, "evoagentx_first_block"),
                (&assertion, "lcb_test_output"),
            ],
            "test_output" => &[(&assertion, "extracted")],
            _ => &[(&plain, "plain"), (&tagged, "cot")],
        };
        for (extractor, column) in pairs {
            assert_eq!(Value::from(found(extractor, text)), row[*column], "{column}: {text:?}");
            compared += 1;
        }
        let presets: &[&str] = match row["fn"].as_str().unwrap() {
            "fenced_code" => &["livecodebench-code-generation", "livecodebench-test-output"],
            "test_output" => &["livecodebench-test-output"],
            _ => &["livecodebench-code-execution"],
        };
        for preset in presets {
            agreed("golden", preset, 1, ORACLE);
        }
    }
    assert_eq!(compared, 64);
}
