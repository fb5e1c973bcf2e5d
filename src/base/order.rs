//! The one order of numbers: what is computed of ranks must not depend on where equal values stood, or
//! what is not a number.

/// Places of the values from least to greatest; equal values keep their order, −0 equals 0, and
/// what is not a number stands first.
pub fn ascending(values: impl Iterator<Item = f64>) -> Vec<u32> {
    let mut keyed: Vec<(u64, u32)> = values.map(sort_key).zip(0..).collect();
    keyed.sort_unstable();
    keyed.into_iter().map(|(_, place)| place).collect()
}

/// Returns items in the order of a number of each, the smallest first; equal ones stay as they are, and what is not a
/// number comes first.
pub fn by_number<T>(items: impl IntoIterator<Item = T>, number: impl Fn(&T) -> f64) -> Vec<T> {
    let mut items: Vec<Option<T>> = items.into_iter().map(Some).collect();
    let order = ascending(items.iter().flatten().map(number));
    order.into_iter().filter_map(|place| items[place as usize].take()).collect()
}

/// Returns bits that sort as the numbers do: what is not a number first, −0 equal to 0.
pub fn sort_key(value: f64) -> u64 {
    if value.is_nan() {
        return 0;
    }
    let bits = (value + 0.0).to_bits();
    if bits >> 63 == 0 { bits | 1 << 63 } else { !bits }
}

#[cfg(test)]
mod tests {
    use super::ascending;

    #[test]
    fn equal_values_keep_their_order() {
        let values = [2.0, -1.0, 0.0, f64::NAN, -0.0, f64::INFINITY, 2.0, -1e300];
        assert_eq!(ascending(values.into_iter()), [3, 7, 1, 2, 4, 0, 6, 5]);
    }
}
