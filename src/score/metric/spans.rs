//! Answers of several spans: which of them are equal, and how much they share when they are paired in
//! the best way. `get_metrics` of allenai/allennlp-models@b1f37224
//! `allennlp_models/rc/tools/drop.py`, which NExTplusplus/TAT-QA@870accc4 `tatqa_metric.py` has too,
//! without its rule for numbers.

use super::assignment::Scores;
use super::numpy;
use crate::text::classes::split_whitespace;
use crate::text::python_float::python_float;
use crate::text::{Normalizer, Scratch};

/// The spans of an answer in normal form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Spans(Vec<String>);

impl Spans {
    /// Normalises the spans of an answer.
    pub(crate) fn new<T: AsRef<str>>(
        normalizer: &Normalizer,
        texts: impl IntoIterator<Item = T>,
    ) -> Self {
        let mut scratch = Scratch::default();
        let form = |text: T| normalizer.apply(text.as_ref(), &mut scratch).to_owned();
        Self(texts.into_iter().map(form).collect())
    }

    /// The normal forms, in the order of the answer.
    pub(crate) fn forms(&self) -> &[String] {
        &self.0
    }
}

/// What the numbers in a gold span ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Numbers {
    /// Nothing.
    Free,
    /// A span shares nothing with a gold span that has numbers unless it has one of them.
    MustMatch,
}

/// Equality and overlap of two answers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpanScore {
    /// Whether they have equally many spans, and the same different ones.
    pub exact: bool,
    /// Mean F1 of the words of paired spans over all spans of the longer side, rounded to two
    /// decimals.
    pub f1: f64,
}

impl SpanScore {
    /// Nothing equal, nothing shared.
    pub const NONE: Self = Self { exact: false, f1: 0.0 };
}

/// Most steps that a comparison may take. Where spans are so many, which is in no benchmark, only
/// those that are equal as a whole count.
const MOST_STEPS: usize = 1 << 26;

/// The different words of a span, in order.
struct Bag<'t> {
    words: Vec<&'t str>,
    numbers: Vec<&'t str>,
}

impl<'t> Bag<'t> {
    fn new(form: &'t str, numbers: Numbers) -> Self {
        let words = different(split_whitespace(form).collect());
        let is_number = |word: &&str| numbers == Numbers::MustMatch && python_float(word).is_some();
        let numbers = words.iter().copied().filter(is_number).collect();
        Self { words, numbers }
    }

    /// F1 of two spans. A side without words has all that is asked of it.
    fn f1(&self, gold: &Self) -> f64 {
        if !gold.numbers.is_empty() && shared(&self.numbers, &gold.numbers) == 0 {
            return 0.0;
        }
        let shared = shared(&self.words, &gold.words) as f64;
        let share =
            |of: &Self| if of.words.is_empty() { 1.0 } else { shared / of.words.len() as f64 };
        let (precision, recall) = (share(self), share(gold));
        if precision == 0.0 && recall == 0.0 {
            return 0.0;
        }
        2.0 * precision * recall / (precision + recall)
    }
}

/// Sorted, each once.
fn different<T: Ord>(mut texts: Vec<T>) -> Vec<T> {
    texts.sort_unstable();
    texts.dedup();
    texts
}

/// How many elements two sorted lists share.
fn shared(one: &[&str], two: &[&str]) -> usize {
    one.iter().filter(|word| two.binary_search(word).is_ok()).count()
}

/// The different forms, in order.
fn set(spans: &Spans) -> Vec<&str> {
    different(spans.0.iter().map(String::as_str).collect())
}

fn bags(spans: &Spans, numbers: Numbers) -> Vec<Bag<'_>> {
    spans.0.iter().map(|form| Bag::new(form, numbers)).collect()
}

/// Compares an answer with a gold answer.
pub(crate) fn compare(prediction: &Spans, gold: &Spans, numbers: Numbers) -> SpanScore {
    let (one, two) = (set(prediction), set(gold));
    let (predicted, wanted) = (&prediction.0, &gold.0);
    let exact = predicted.len() == wanted.len() && one == two;
    let most = predicted.len().max(wanted.len());
    let least = predicted.len().min(wanted.len());
    if least == 0 {
        return SpanScore { exact, f1: 0.0 };
    }
    let letters: usize = predicted.iter().chain(wanted).map(String::len).sum();
    let steps = least.saturating_mul(most).saturating_add(letters / 8).saturating_mul(least);
    if steps > MOST_STEPS {
        return SpanScore { exact, f1: numpy::round2(shared(&one, &two) as f64 / most as f64) };
    }
    let (one, two) = (bags(prediction, numbers), bags(gold, numbers));
    let scores = Scores::new(two.len(), one.len(), |row, column| one[column].f1(&two[row]));
    let mut values = vec![0.0; most];
    for (row, column) in scores.pair().into_iter().enumerate() {
        values[row] = column.map_or(0.0, |column| scores.at(row, column));
    }
    SpanScore { exact, f1: numpy::round2(numpy::sum(&values) / most as f64) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(prediction: &[&str], gold: &[&str], numbers: Numbers) -> SpanScore {
        let plain = Normalizer::new(&[]);
        compare(&Spans::new(&plain, prediction), &Spans::new(&plain, gold), numbers)
    }

    #[test]
    fn spans_are_paired_in_the_best_way() {
        let score = |prediction: &[&str], gold: &[&str]| score(prediction, gold, Numbers::Free);
        assert_eq!(score(&["b", "a"], &["a", "b"]), SpanScore { exact: true, f1: 1.0 });
        assert_eq!(score(&["a", "a"], &["a", "b"]), SpanScore { exact: false, f1: 0.5 });
        // Each is compared as a set: equal sets of one length, however often each span stands there.
        assert!(score(&["a", "a", "b"], &["a", "b", "b"]).exact);
        assert_eq!(score(&["x y", "x"], &["x z"]).f1, 0.33);
        assert_eq!(score(&[], &["a"]), SpanScore::NONE);
        assert_eq!(score(&[""], &[""]), SpanScore { exact: true, f1: 1.0 });
        assert_eq!(score(&[""], &["a"]).f1, 0.0);
    }

    #[test]
    fn numbers_can_be_asked_for() {
        assert_eq!(score(&["20.0 yards"], &["30.0 yards"], Numbers::MustMatch).f1, 0.0);
        assert_eq!(score(&["20.0 yards"], &["30.0 yards"], Numbers::Free).f1, 0.5);
        assert_eq!(score(&["20.0 yards"], &["yards"], Numbers::MustMatch).f1, 0.67);
    }

    #[test]
    fn very_many_spans_take_bounded_time() {
        let many: Vec<String> = (0..3000).map(|n| n.to_string()).collect();
        let plain = Normalizer::new(&[]);
        let (one, two) = (Spans::new(&plain, &many), Spans::new(&plain, &many[..1500]));
        assert_eq!(compare(&one, &two, Numbers::Free), SpanScore { exact: false, f1: 0.5 });
    }
}
