//! GSM8K: whether two texts end in the same number, by the rules of three scorers. What each of them
//! finds is in [`number`](crate::score::extract::number).

mod judge;

pub use judge::{GSM8K_EVOAGENTX, GSM8K_LM_EVAL, GSM8K_OFFICIAL};

use crate::score::extract::number::{Marker, after_marker, last_loose, last_number};
use crate::table::float;
use crate::text::digit::ascii;
use crate::text::lower::lowered;

/// What the references say where they find nothing.
const INVALID: &str = "[invalid]";

/// The number of the official scorer: without commas, otherwise as written. `None` is its
/// `[invalid]`. An answer is right where both numbers are the same text, not the same value:
/// openai/grade-school-math@3101c7d5 `grade_school_math/dataset.py`. It stops where the gold answer has
/// none; then nothing is right here.
pub fn official(text: &str, marker: Marker) -> Option<String> {
    after_marker(text, marker).map(|number| number.replace(',', ""))
}

/// The last number in a text, as EvoAgentX/EvoAgentX@aad19b91 `evoagentx/benchmark/gsm8k.py` reads it.
/// Numbers too large are infinite.
pub fn last_value(text: &str) -> Option<f64> {
    let digits = last_number(text)?.chars().filter(|c| *c != ',').map(ascii);
    float(&digits.collect::<String>())
}

/// Whether `EvoAgentX` takes two numbers for the same: closer than 1e-6. Infinite ones never are.
pub fn is_close(answer: f64, gold: f64) -> bool {
    (answer - gold).abs() < 1e-6
}

/// What lm-evaluation-harness finds by `strict-match`; `[invalid]` where there is nothing.
pub fn strict(text: &str) -> &str {
    after_marker(text, Marker::Hashes).unwrap_or(INVALID)
}

/// What lm-evaluation-harness finds by `flexible-extract`; `[invalid]` where there is nothing.
pub fn flexible(text: &str) -> &str {
    last_loose(text).unwrap_or(INVALID)
}

/// The form in which lm-evaluation-harness compares an extracted number with the whole gold answer:
/// without commas and `$`, without all up to the last `#### `, without one full stop at the end, in
/// lower case. EleutherAI/lm-evaluation-harness@4e7e0d47 `tasks/gsm8k/gsm8k.yaml` and
/// `api/metrics.py`.
pub fn harness_form(text: &str) -> String {
    let text = text.replace([',', '$'], "");
    let text = text.rsplit_once("#### ").map_or(text.as_str(), |(_, last)| last);
    // Python's `$` is also before a line break that ends the text.
    let (body, end) = text.strip_suffix('\n').map_or((text, ""), |body| (body, "\n"));
    lowered(body.strip_suffix('.').unwrap_or(body)) + end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_the_harness() {
        for (text, form) in [
            ("a #### 1\n#### $1,250.", "1250"),
            ("72.\n", "72\n"),
            ("72..", "72."),
            ("###,# 5", "5"),
            ("[Invalid]", "[invalid]"),
            (".", ""),
            ("####", "####"),
        ] {
            assert_eq!(harness_form(text), form, "{text:?}");
        }
    }

    #[test]
    fn equal_texts_and_close_values() {
        let official = |text| official(text, Marker::Hashes);
        assert_eq!(official("#### 1,000"), official("#### 1000"));
        assert_ne!(official("#### 72.0"), official("#### 72"));
        assert_eq!(official("72"), None);
        assert!(is_close(1.0, 1.000_000_9) && !is_close(0.0, 1e-6));
        assert!(!is_close(f64::INFINITY, f64::INFINITY));
        assert_eq!(last_value("\u{ff17}\u{ff12}"), Some(72.0));
        assert_eq!(last_value(&"9".repeat(400)), Some(f64::INFINITY));
    }
}
