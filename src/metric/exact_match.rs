//! Exact match of normalised texts: `exact_match_score` of the official `SQuAD` script
//! (allenai/bi-att-flow@49004549 `squad/evaluate-v1.1.py`) and of all that copied it.

/// Whether two normalised texts are equal. Two empty texts are.
pub fn exact_match(prediction: &str, gold: &str) -> bool {
    prediction == gold
}

/// The place of the first gold answer that equals the prediction, all normalised.
pub fn best<'g>(prediction: &str, golds: impl IntoIterator<Item = &'g str>) -> Option<usize> {
    golds.into_iter().position(|gold| exact_match(prediction, gold))
}
