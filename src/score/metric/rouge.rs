//! ROUGE-L: the longest common subsequence of words. The definition is that of `rouge_score` without
//! stemming, as Hugging Face's `evaluate` calls it (google-research/google-research@master
//! `rouge/rouge_scorer.py`, `rouge/tokenize.py`; huggingface/evaluate@a7dd3383 `metrics/rouge`): Lin,
//! ROUGE: A Package for Automatic Evaluation of Summaries, 2004.

use super::compare::{AnswerComparison, Extras, Judge, Judged, Question, Reading, Shown};
use super::{NO_MATCH, token_f1::Overlap};
use std::collections::HashMap;

/// By words, and beside them ROUGE-L.
pub(crate) const COMPARISON: AnswerComparison = AnswerComparison {
    adds: Some("rouge_l"),
    ..AnswerComparison::new(
        "tokens+rouge_l",
        "Compares words, and the longest sequence of words that both sides have in the same order \
         (ROUGE-L).",
        |_| Box::new(RougeJudge),
    )
};

/// The words of a text: runs of the letters a to z and of digits, in lower case. A text in another
/// script has none.
pub(crate) fn words(text: &str) -> Vec<String> {
    let lower = text.to_lowercase();
    let is_word = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
    lower.split(|c| !is_word(c)).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// Length of the longest common subsequence, by rows of bits: Hyyrö, Bit-Parallel LCS-length Computation
/// Revisited, 2004.
fn common(first: &[String], second: &[String]) -> usize {
    let blocks = first.len().div_ceil(64);
    let mut places: HashMap<&str, Vec<u64>> = HashMap::new();
    for (place, word) in first.iter().enumerate() {
        let bits = places.entry(word).or_insert_with(|| vec![0; blocks]);
        bits[place / 64] |= 1 << (place % 64);
    }
    let mut row = vec![u64::MAX; blocks];
    for word in second {
        let Some(bits) = places.get(word.as_str()) else { continue };
        let mut carry = false;
        for (cell, bits) in row.iter_mut().zip(bits) {
            let (sum, over) = cell.overflowing_add(*cell & bits);
            let (sum, more) = sum.overflowing_add(u64::from(carry));
            carry = over || more;
            *cell = sum | (*cell & !bits);
        }
    }
    let zeros = |place: &usize| row[place / 64] >> (place % 64) & 1 == 0;
    (0..first.len()).filter(zeros).count()
}

/// Precision, recall and F-measure of the longest common subsequence; 0 where a side has no words.
pub(crate) fn rouge_l(answer: &str, gold: &str) -> Overlap {
    let (answer, gold) = (words(answer), words(gold));
    if answer.is_empty() || gold.is_empty() {
        return Overlap::ZERO;
    }
    Overlap::from_counts(common(&gold, &answer), answer.len(), gold.len())
}

#[derive(Debug)]
struct RougeJudge;

impl RougeJudge {
    /// The best gold answer and what it gives.
    fn best(question: &Question<'_>) -> (u16, Overlap) {
        let answer = question.answer.unwrap_or_default();
        let mut best = (NO_MATCH, Overlap::ZERO);
        for (place, gold) in (0..).zip(question.golds) {
            let found = rouge_l(answer, gold);
            if best.0 == NO_MATCH || found.f1 > best.1.f1 {
                best = (place, found);
            }
        }
        best
    }
}

impl Judge for RougeJudge {
    fn judge(&mut self, question: &Question<'_>) -> Judged {
        let extras = Extras { rouge_l: Self::best(question).1.f1, ..Extras::NONE };
        Judged { extras, ..Judged::NOTHING }
    }

    fn explain(&mut self, question: &Question<'_>) -> Reading {
        let (place, overlap) = Self::best(question);
        let gold = question.golds.get(usize::from(place));
        let told = gold.map(|gold| {
            let answer = words(question.answer.unwrap_or_default());
            format!(
                "ROUGE-L {:.3}: both sides have {} words in the same order, of {} in the answer \
                 and {} in the gold answer.",
                overlap.f1,
                common(&words(gold), &answer),
                answer.len(),
                words(gold).len()
            )
        });
        let shown = |text: &str| Shown::plain(words(text).join(" "));
        Reading::of(question, shown, told.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subsequences_longer_than_a_block_of_bits() {
        let list = |range: std::ops::Range<u32>| range.map(|n| n.to_string()).collect::<Vec<_>>();
        assert_eq!(common(&list(0..200), &list(50..300)), 150);
        let mut turned = list(0..200);
        turned.reverse();
        assert_eq!(common(&list(0..200), &turned), 1);
    }
}
