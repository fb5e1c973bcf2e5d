//! Token precision, recall and F1: `f1_score` of the official `SQuAD` scripts
//! (allenai/bi-att-flow@49004549 `squad/evaluate-v1.1.py`, rajpurkar/SQuAD-explorer@eee5fdbf
//! `evaluate-v2.0.py`) and of `HotpotQA` (hotpotqa/hotpot@36358534 `hotpot_evaluate_v1.py`), whose
//! rule for yes and no `EvoAgentX` shares (EvoAgentX/EvoAgentX@aad19b91
//! `evoagentx/benchmark/measures.py`).

use scoredrop_kernel::words::Words;
use serde::{Deserialize, Serialize};
use strum::VariantNames;

/// What two bags share; each value from 0 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Overlap {
    /// Shared elements over those of the prediction.
    pub precision: f64,
    /// Shared elements over those of the gold answer.
    pub recall: f64,
    /// Harmonic mean of the two.
    pub f1: f64,
}

impl Overlap {
    /// Nothing shared.
    pub const ZERO: Self = Self { precision: 0.0, recall: 0.0, f1: 0.0 };
    /// Everything shared.
    pub const ONE: Self = Self { precision: 1.0, recall: 1.0, f1: 1.0 };

    /// From the number of shared elements and of all elements on either side.
    pub fn from_counts(shared: usize, prediction: usize, gold: usize) -> Self {
        if shared == 0 {
            return Self::ZERO;
        }
        let precision = shared as f64 / prediction as f64;
        let recall = shared as f64 / gold as f64;
        Self::from_precision_and_recall(precision, recall)
    }

    /// With F1 computed in the order of the reference, so that the last digit is the same. 0 where
    /// both are 0.
    pub fn from_precision_and_recall(precision: f64, recall: f64) -> Self {
        let sum = precision + recall;
        let f1 = if sum > 0.0 { 2.0 * precision * recall / sum } else { 0.0 };
        Self { precision, recall, f1 }
    }
}

/// What a side without tokens means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, VariantNames)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum EmptyRule {
    /// 0, even if both sides are empty (`SQuAD` 1.1 and its copies).
    #[default]
    Zero,
    /// 1 if both sides are empty, else 0 (`SQuAD` 2.0, `CoQA`).
    Equal,
}

/// What the answers yes, no and noanswer mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum YesNoRule {
    /// Nothing special.
    Off,
    /// A side that is exactly one of them shares nothing with a different text (`HotpotQA`).
    On,
}

/// Overlap of the tokens (between single spaces) of two normalised texts, as multisets.
pub fn token_f1(prediction: &str, gold: &str, empty: EmptyRule, yes_no: YesNoRule) -> Overlap {
    let [mut one, mut two] = [Words::default(), Words::default()];
    one.split(prediction);
    two.split(gold);
    compare(&mut one, &two, empty, yes_no)
}

/// [`token_f1`] of texts that were taken apart already.
pub fn compare(
    prediction: &mut Words,
    gold: &Words,
    empty: EmptyRule,
    yes_no: YesNoRule,
) -> Overlap {
    let is_special = |text: &[u8]| matches!(text, b"yes" | b"no" | b"noanswer");
    if yes_no == YesNoRule::On
        && (is_special(prediction.text()) || is_special(gold.text()))
        && prediction.text() != gold.text()
    {
        return Overlap::ZERO;
    }
    let shared = prediction.shared(gold);
    let (of_prediction, of_gold) = (prediction.count(), gold.count());
    if empty == EmptyRule::Equal && of_prediction == 0 && of_gold == 0 {
        return Overlap::ONE;
    }
    Overlap::from_counts(shared, of_prediction, of_gold)
}
