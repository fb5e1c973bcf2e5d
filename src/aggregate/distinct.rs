//! Distinct values and how often each occurs.

use crate::base::order::ascending;

/// At most so many places, 2 to this power, in which values are counted: far more than most metrics
/// have distinct values, and few enough to stay in near memory.
const PLACES: u32 = 12;

/// So many that have lost their places are added up at least, before there are more.
const FEWEST: usize = 1 << 14;

/// Distinct values with their counts, the least first; −0 is 0. They may come with counts already. Whatever the
/// order they come in, the list is the same.
pub(super) fn distinct(values: impl Iterator<Item = (f64, u64)>) -> Vec<(f64, u64)> {
    let count = values.size_hint().1.unwrap_or(usize::MAX).max(2);
    let bits = count.ilog2().min(PLACES);
    let mut places = vec![(0.0_f64, 0_u64); 1 << bits];
    let (mut counted, mut most) = (Vec::new(), FEWEST);
    values.map(|(value, times)| (value + 0.0, times)).for_each(|(value, times)| {
        let mixed = value.to_bits().wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let place = &mut places[(mixed >> (64 - bits)) as usize];
        // Two values that share a place take turns: what the first has so far is added up below.
        if place.0 != value {
            if place.1 > 0 {
                if counted.len() == most {
                    counted = in_order(&counted);
                    most = FEWEST.max(2 * counted.len());
                }
                counted.push(*place);
            }
            *place = (value, 0);
        }
        place.1 += times;
    });
    counted.extend(places.into_iter().filter(|(_, count)| *count > 0));
    in_order(&counted)
}

/// Values with counts, sorted; equal ones are added up.
fn in_order(counted: &[(f64, u64)]) -> Vec<(f64, u64)> {
    let mut found: Vec<(f64, u64)> = Vec::new();
    for place in ascending(counted.iter().map(|(value, _)| *value)) {
        let (value, count) = counted[place as usize];
        match found.last_mut() {
            Some(last) if last.0 == value => last.1 += count,
            _ => found.push((value, count)),
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::distinct as of_counts;

    fn distinct(values: impl Iterator<Item = f64>) -> Vec<(f64, u64)> {
        of_counts(values.map(|value| (value, 1)))
    }

    #[test]
    fn values_are_counted_in_order() {
        assert_eq!(
            distinct([0.5, -1.0, 0.0, 0.5, -0.0].into_iter()),
            [(-1.0, 1), (0.0, 2), (0.5, 2)]
        );
        assert_eq!(of_counts([(0.5, 3), (1.0, 1), (0.5, 4)].into_iter()), [(0.5, 7), (1.0, 1)]);
        assert!(distinct(std::iter::empty()).is_empty());
        // More than there are places, so that many share one.
        let many = (0..60_000).map(|i| f64::from(i % 20_000) / 7.0);
        let found = distinct(many);
        assert_eq!(found.len(), 20_000);
        assert!(found.iter().all(|(_, count)| *count == 3));
        assert!(found.windows(2).all(|two| two[0].0 < two[1].0));
    }
}
