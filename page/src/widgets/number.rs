//! Numbers with a fixed count of decimals.

/// The number with so many decimals, a tie to the even digit, as C and Python print it.
#[cfg(not(target_arch = "wasm32"))]
pub fn fixed(value: f64, decimals: u8) -> String {
    format!("{value:.*}", usize::from(decimals))
}

/// The number with so many decimals, a tie to the even digit, as C and Python print it.
///
/// Written by the browser, because Rust's own printing of floats is as large as a region of this
/// page. Browsers print the exact value too, but take the larger of two digits that are equally
/// close; only numbers that end in a 5 in binary, too, can tie.
#[cfg(target_arch = "wasm32")]
pub fn fixed(value: f64, decimals: u8) -> String {
    let shown = |value: f64| {
        let text = js_sys::Number::from(value).to_fixed(decimals);
        text.ok().and_then(|text| text.as_string()).unwrap_or_default()
    };
    // Exact: a product with a power of two.
    let halves = value.abs() * f64::from(1_u32 << (decimals + 1));
    let text = shown(value);
    let is_tie = halves.fract() == 0.0 && halves % 2.0 == 1.0;
    let is_odd = text.ends_with(['1', '3', '5', '7', '9']);
    if !is_tie || !is_odd {
        return text;
    }
    // The other digit is the one towards zero: a step of less than half a digit reaches it.
    let step = value.abs() - 0.25 / f64::from(10_u32.pow(u32::from(decimals)));
    shown(step.copysign(value))
}

/// The number in as many digits as it takes. The browser writes and reads it for the same reason: the table that
/// Rust reads floats with is larger still.
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
    use super::{fixed, sort_by_number};

    #[test]
    fn equal_numbers_stay_in_their_order() {
        let mut items = vec![("c", 2.0), ("a", -1.0), ("d", 2.0), ("b", 0.5), ("e", f64::INFINITY)];
        sort_by_number(&mut items, |(_, number)| *number);
        let names: String = items.into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, "abcde");
    }

    #[test]
    fn ties_go_to_even() {
        assert_eq!(fixed(12.25, 1), "12.2");
        assert_eq!(fixed(12.75, 1), "12.8");
        assert_eq!(fixed(25.235_457, 1), "25.2");
        assert_eq!(fixed(0.8, 2), "0.80");
    }
}
