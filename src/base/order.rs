//! The one order of numbers: what is computed of ranks must not depend on where equal values stood, or
//! what is not a number. And the order in which values first stood.

/// Places of the values from least to greatest; equal values keep their order, −0 equals 0, and
/// what is not a number stands first.
pub fn ascending(values: impl Iterator<Item = f64>) -> Vec<u32> {
    let mut keyed: Vec<(u64, u32)> = values.map(key).zip(0..).collect();
    keyed.sort_unstable();
    keyed.into_iter().map(|(_, place)| place).collect()
}

/// The items from the least number to the greatest; of equal ones the first stays first.
pub fn sorted_by<T>(items: Vec<T>, number: impl Fn(&T) -> f64) -> Vec<T> {
    let order = ascending(items.iter().map(number));
    let mut items: Vec<Option<T>> = items.into_iter().map(Some).collect();
    order.into_iter().filter_map(|place| items[place as usize].take()).collect()
}

/// The values, each once, as they first stood.
pub fn distinct<T: PartialEq>(values: impl IntoIterator<Item = T>) -> Vec<T> {
    values.into_iter().fold(Vec::new(), |mut all, value| {
        if !all.contains(&value) {
            all.push(value);
        }
        all
    })
}

/// Bits that sort as the numbers do.
fn key(value: f64) -> u64 {
    if value.is_nan() {
        return 0;
    }
    let bits = (value + 0.0).to_bits();
    if bits >> 63 == 0 { bits | 1 << 63 } else { !bits }
}

#[cfg(test)]
mod tests {
    use super::{ascending, distinct, sorted_by};

    #[test]
    fn items_follow_their_numbers() {
        let sorted = sorted_by(vec!["ccc", "a", "bb", "d"], |text| text.len() as f64);
        assert_eq!(sorted, ["a", "d", "bb", "ccc"]);
    }

    #[test]
    fn what_stands_twice_stays_where_it_first_stood() {
        assert_eq!(distinct(["b", "a", "b", "c", "a"]), ["b", "a", "c"]);
    }

    #[test]
    fn equal_values_keep_their_order() {
        let values = [2.0, -1.0, 0.0, f64::NAN, -0.0, f64::INFINITY, 2.0, -1e300];
        assert_eq!(ascending(values.into_iter()), [3, 7, 1, 2, 4, 0, 6, 5]);
    }
}
