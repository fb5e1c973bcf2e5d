//! ROUGE-L: the longest common subsequence of words. The definition is that of `rouge_score` without
//! stemming, as Hugging Face's `evaluate` calls it (google-research/google-research@master
//! `rouge/rouge_scorer.py`, `rouge/tokenize.py`; huggingface/evaluate@a7dd3383 `metrics/rouge`): Lin,
//! ROUGE: A Package for Automatic Evaluation of Summaries, 2004.

use super::compare::{AnswerComparison, Extras, Judge, Judged, Question, Reading, Shown};
use super::{NO_MATCH, token_f1::Overlap};
use crate::text::lower::lowered;
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

/// The words of a text in lower case: runs of the letters a to z and of digits. A text in another
/// script has none.
fn words(lower: &str) -> Vec<&str> {
    let is_word = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
    lower.split(|c| !is_word(c)).filter(|word| !word.is_empty()).collect()
}

/// Length of the longest common subsequence, by rows of bits: Hyyrö, Bit-Parallel LCS-length Computation
/// Revisited, 2004.
fn common(first: &[&str], second: &[&str]) -> usize {
    let blocks = first.len().div_ceil(64);
    let mut known: HashMap<&str, usize> = HashMap::new();
    // The places of each word that is known, in so many blocks of bits.
    let mut places: Vec<u64> = Vec::new();
    for (place, word) in first.iter().enumerate() {
        let next = known.len();
        let start = *known.entry(word).or_insert(next) * blocks;
        if start == places.len() {
            places.resize(start + blocks, 0);
        }
        places[start + place / 64] |= 1 << (place % 64);
    }
    let mut row = vec![u64::MAX; blocks];
    for word in second {
        let Some(known) = known.get(word) else { continue };
        let bits = &places[known * blocks..][..blocks];
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
    let (answer, gold) = (lowered(answer), lowered(gold));
    let (answer, gold) = (words(&answer), words(&gold));
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
            let (answer, gold) = (lowered(question.answer.unwrap_or_default()), lowered(gold));
            let (answer, gold) = (words(&answer), words(&gold));
            format!(
                "ROUGE-L {:.3}: both sides have {} words in the same order, of {} in the answer \
                 and {} in the gold answer.",
                overlap.f1,
                common(&gold, &answer),
                answer.len(),
                gold.len()
            )
        });
        let shown = |text: &str| Shown::plain(words(&lowered(text)).join(" "));
        Reading::of(question, shown, told.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subsequences_longer_than_a_block_of_bits() {
        let numbers: Vec<String> = (0..300).map(|n| n.to_string()).collect();
        let numbers: Vec<&str> = numbers.iter().map(String::as_str).collect();
        assert_eq!(common(&numbers[..200], &numbers[50..]), 150);
        let turned: Vec<&str> = numbers[..200].iter().rev().copied().collect();
        assert_eq!(common(&numbers[..200], &turned), 1);
    }
}
