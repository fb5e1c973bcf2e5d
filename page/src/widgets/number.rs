//! Numbers as the browser writes them, and lists in the order of numbers.

/// The number in as many digits as it takes, with an exponent where the browser has one.
pub fn written(value: f64) -> String {
    let text = js_sys::Number::from(value).to_string_with_radix(10);
    text.map_or_else(|_| String::new(), String::from)
}

/// The number that a text says.
pub fn parsed(text: &str) -> Option<f64> {
    let is_plain = |byte: u8| byte.is_ascii_digit() || b"+-.eE".contains(&byte);
    text.parse().ok().filter(|_| text.bytes().all(is_plain))
}

/// Sorts by a number; items of the same number stay in their order.
pub fn sort_by_number<T>(items: &mut [T], key: impl Fn(&T) -> f64) {
    items.sort_by(|a, b| key(a).total_cmp(&key(b)));
}

#[cfg(test)]
mod tests {
    use super::sort_by_number;

    #[test]
    fn equal_numbers_stay_in_their_order() {
        let mut items = vec![("c", 2.0), ("a", -1.0), ("d", 2.0), ("b", 0.5), ("e", f64::INFINITY)];
        sort_by_number(&mut items, |(_, number)| *number);
        let names: String = items.into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, "abcde");
    }
}
