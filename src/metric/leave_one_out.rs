//! The scores of an answer where people gave several gold answers, and each of those is scored against
//! the others as well: `_compute_turn_score` of stanfordnlp/coqa-baselines@693d05b3
//! `scripts/evaluate-v1.0.py`.

/// The mean over gold answers of the best value among the others; of one gold answer its value. 0
/// without any, where the reference stops.
///
/// `values` are those of the comparison with each gold answer, in their order.
pub fn leave_one_out(values: &[f64]) -> f64 {
    if let [] | [_] = values {
        return values.first().copied().unwrap_or(0.0);
    }
    let greatest = |values: &mut dyn Iterator<Item = f64>| values.fold(f64::NEG_INFINITY, f64::max);
    let best = greatest(&mut values.iter().copied());
    let place = values.iter().position(|value| *value == best).unwrap_or(0);
    let others = values.iter().enumerate().filter(|(index, _)| *index != place);
    let second = greatest(&mut others.map(|(_, value)| *value));
    // Added up one by one, for the last digit.
    let sum =
        (0..values.len()).fold(0.0, |sum, left| sum + if left == place { second } else { best });
    sum / values.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_gold_answer_is_left_out_once() {
        for (values, expected) in [
            (&[][..], 0.0),
            (&[0.25], 0.25),
            (&[1.0, 0.0], 0.5),
            (&[1.0, 0.0, 1.0], 1.0),
            (&[0.0, 0.5, 1.0, 0.0], (1.0 + 1.0 + 0.5 + 1.0) / 4.0),
        ] {
            assert_eq!(leave_one_out(values), expected);
        }
    }
}
