//! The best pairing of two groups: a linear sum assignment by shortest augmenting paths, after
//! Crouse: On implementing 2D rectangular assignment algorithms. IEEE TAES 52, 2016. Among equally
//! good pairings it takes the one that scipy 1.17.1 `linear_sum_assignment` takes.

/// Scores of pairs; `at(row, column)`.
#[derive(Clone, Debug)]
pub(crate) struct Scores {
    columns: usize,
    values: Vec<f64>,
}

impl Scores {
    /// The scores of all pairs. They have to be finite.
    pub(crate) fn new(rows: usize, columns: usize, of: impl Fn(usize, usize) -> f64) -> Self {
        let pairs = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        Self { columns, values: pairs.map(|(row, column)| of(row, column)).collect() }
    }

    pub(crate) fn at(&self, row: usize, column: usize) -> f64 {
        self.values[row * self.columns + column]
    }

    /// For each row its column in the pairing with the greatest sum; `None` where there are more rows
    /// than columns and the row stays alone.
    pub(crate) fn pair(&self) -> Vec<Option<usize>> {
        let rows = self.values.len().checked_div(self.columns).unwrap_or(0);
        if rows <= self.columns {
            return pair(rows, self.columns, |row, column| -self.at(row, column));
        }
        let mut rows: Vec<Option<usize>> = vec![None; rows];
        let turned = pair(self.columns, rows.len(), |column, row| -self.at(row, column));
        for (column, row) in turned.into_iter().enumerate() {
            if let Some(row) = row {
                rows[row] = Some(column);
            }
        }
        rows
    }
}

/// For each row its column in the cheapest pairing, of no more rows than columns.
fn pair(rows: usize, columns: usize, cost: impl Fn(usize, usize) -> f64) -> Vec<Option<usize>> {
    let (mut of_row, mut of_column) = (vec![None; rows], vec![None; columns]);
    let (mut row_price, mut column_price) = (vec![0.0; rows], vec![0.0; columns]);
    for start in 0..rows {
        // The cheapest way to each column over pairs that are there, and the row before it.
        let mut way = vec![f64::INFINITY; columns];
        let mut before = vec![start; columns];
        // Columns not reached, the last one first; what is taken out is filled from the end.
        let mut open: Vec<usize> = (0..columns).rev().collect();
        let (mut seen_rows, mut seen_columns) = (Vec::new(), Vec::new());
        let (mut row, mut cheapest) = (start, 0.0);
        let end = loop {
            seen_rows.push(row);
            let mut next = None;
            let mut lowest = f64::INFINITY;
            for (place, &column) in open.iter().enumerate() {
                let price = cheapest + cost(row, column) - row_price[row] - column_price[column];
                if price < way[column] {
                    way[column] = price;
                    before[column] = row;
                }
                // Of equally cheap columns one that is free ends the search.
                let free = way[column] == lowest && of_column[column].is_none();
                if way[column] < lowest || free {
                    lowest = way[column];
                    next = Some(place);
                }
            }
            // There are at least as many columns as rows, so one is open and can be reached.
            let Some(place) = next else { return of_row };
            cheapest = lowest;
            let column = open.swap_remove(place);
            match of_column[column] {
                None => break column,
                Some(other) => row = other,
            }
            seen_columns.push(column);
        };
        for &seen in &seen_rows {
            row_price[seen] += match of_row[seen] {
                Some(column) if seen != start => cheapest - way[column],
                _ => cheapest,
            };
        }
        for &column in seen_columns.iter().chain([&end]) {
            column_price[column] -= cheapest - way[column];
        }
        let mut column = end;
        loop {
            let row = before[column];
            of_column[column] = Some(row);
            let Some(next) = of_row[row].replace(column).filter(|_| row != start) else { break };
            column = next;
        }
    }
    of_row
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn total(scores: &Scores, pairs: &[Option<usize>]) -> f64 {
        let of = |(row, column): (usize, &Option<usize>)| column.map_or(0.0, |c| scores.at(row, c));
        pairs.iter().enumerate().map(of).sum()
    }

    /// The greatest sum over all pairings.
    fn best(scores: &Scores, row: usize, rows: usize, taken: &mut Vec<bool>) -> f64 {
        if row == rows {
            return 0.0;
        }
        let mut most = best(scores, row + 1, rows, taken);
        for column in 0..taken.len() {
            if !taken[column] {
                taken[column] = true;
                most = most.max(scores.at(row, column) + best(scores, row + 1, rows, taken));
                taken[column] = false;
            }
        }
        most
    }

    #[test]
    fn nothing_to_pair() {
        assert_eq!(Scores::new(0, 3, |_, _| 1.0).pair(), []);
        assert_eq!(Scores::new(0, 0, |_, _| 1.0).pair(), []);
    }

    proptest! {
        #[test]
        fn no_pairing_is_better(
            rows in 1..6_usize,
            columns in 1..6_usize,
            values in prop::collection::vec(0..5_u8, 25),
        ) {
            let scores = Scores::new(rows, columns, |r, c| f64::from(values[r * 5 + c]) / 4.0);
            let pairs = scores.pair();
            let mut columns_used: Vec<usize> = pairs.iter().flatten().copied().collect();
            prop_assert_eq!(columns_used.len(), rows.min(columns));
            columns_used.sort_unstable();
            columns_used.dedup();
            prop_assert_eq!(columns_used.len(), rows.min(columns));
            let most = best(&scores, 0, rows, &mut vec![false; columns]);
            prop_assert!((total(&scores, &pairs) - most).abs() < 1e-9);
        }
    }
}
