//! Numbers as the browser writes and reads them, and lists in the order of numbers.

/// The number in as many digits as it takes. The browser writes and reads it: the tables that Rust does it
/// with are as large as a region of the page.
pub fn written(value: f64) -> String {
    let text = js_sys::Number::from(value).to_string_with_radix(10);
    text.map_or_else(|_| String::new(), String::from)
}

/// The number that a text says.
pub fn parsed(text: &str) -> Option<f64> {
    let is_plain = |byte: u8| byte.is_ascii_digit() || b"+-.eE".contains(&byte);
    let number = wasm_bindgen::JsValue::from_str(text).unchecked_into_f64();
    (!text.is_empty() && text.bytes().all(is_plain) && !number.is_nan()).then_some(number)
}

/// Sorts by a number; items of the same number stay in their order.
pub fn sort_by_number<T>(items: &mut Vec<T>, key: impl Fn(&T) -> f64) {
    let order = places(items.iter().map(key).collect());
    let mut unsorted: Vec<Option<T>> = items.drain(..).map(Some).collect();
    items.extend(order.into_iter().filter_map(|place| unsorted[place].take()));
}

/// Where the smallest number stands, the next one, and so on. Sorting itself is large in a program, and so
/// is done on one type for all.
fn places(numbers: Vec<f64>) -> Vec<usize> {
    let mut order: Vec<usize> = (0..numbers.len()).collect();
    order.sort_by(|a, b| numbers[*a].total_cmp(&numbers[*b]));
    order
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
