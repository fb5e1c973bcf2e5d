//! Gold answers that stand beside the predictions too, and so show which rows belong together.

use crate::table::Table;

/// Fewer rows may be equal by chance.
const LEAST: usize = 8;

/// The first column of the predictions that repeats the gold answers in each of these pairs of rows, in an order
/// that rows paired otherwise do not have.
pub fn witness<'p>(
    gold: &Table,
    answers: usize,
    predictions: &'p Table,
    prediction: Option<usize>,
    pairs: &[(usize, usize)],
) -> Option<&'p str> {
    let agreeing = |column: usize, shift: usize| {
        let theirs = pairs.iter().cycle().skip(shift);
        let is_equal = |((ours, _), (_, theirs)): &(&(usize, usize), &(usize, usize))| {
            let text = gold.cell(*ours, answers).text.trim();
            text == predictions.cell(*theirs, column).text.trim()
        };
        pairs
            .iter()
            .zip(theirs)
            .take_while(|pair| shift > 0 || is_equal(pair))
            .filter(is_equal)
            .count()
    };
    let repeats = |column: &usize| {
        let all = pairs.len();
        Some(*column) != prediction
            && agreeing(*column, 0) == all
            && agreeing(*column, 1) * 5 <= all * 4
    };
    let column = (0..predictions.columns().len()).find(repeats).filter(|_| pairs.len() >= LEAST)?;
    Some(&predictions.columns()[column])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Kind;

    fn table(answers: &[&str]) -> Table {
        let mut table = Table::new(vec!["prediction".to_owned(), "copy".to_owned()]);
        for (row, answer) in (1..).zip(answers) {
            table.push_row(row);
            assert!(table.set(0, Kind::String, "same") && table.set(1, Kind::String, answer));
        }
        table
    }

    fn found<'p>(gold: &Table, predictions: &'p Table) -> Option<&'p str> {
        let pairs: Vec<_> = (0..gold.rows()).map(|row| (row, row)).collect();
        witness(gold, 1, predictions, Some(0), &pairs)
    }

    #[test]
    fn only_a_copy_in_an_order_that_tells_is_a_witness() {
        let gold = ["a", "b", "c", "a", "d", "b", "e", "c"];
        assert_eq!(found(&table(&gold), &table(&gold)), Some("copy"));
        let mut swapped = gold;
        swapped.swap(2, 3);
        assert_eq!(found(&table(&gold), &table(&swapped)), None);
        assert_eq!(found(&table(&gold[1..]), &table(&gold[1..])), None, "too few rows");
        // Any other order of these would look nearly the same.
        let sorted = ["a"; 12];
        assert_eq!(found(&table(&sorted), &table(&sorted)), None);
        let predictions = table(&gold);
        let pairs: Vec<_> = (0..gold.len()).map(|row| (row, row)).collect();
        assert_eq!(
            witness(&table(&gold), 1, &predictions, Some(1), &pairs),
            None,
            "the predictions"
        );
    }
}
