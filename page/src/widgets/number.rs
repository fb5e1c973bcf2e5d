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

/// Sorts by a number; items of the same number stay in their order. Sorting itself is large, and so is
/// done on one type for all.
pub fn sort_by_number<T>(items: &mut Vec<T>, key: impl Fn(&T) -> f64) {
    let numbered = items.iter().enumerate();
    let mut order: Vec<(f64, usize)> = numbered.map(|(place, item)| (key(item), place)).collect();
    order.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut unsorted: Vec<Option<T>> = items.drain(..).map(Some).collect();
    items.extend(order.into_iter().filter_map(|(_, place)| unsorted[place].take()));
}

#[cfg(test)]
mod tests {
    use super::fixed;

    #[test]
    fn ties_go_to_even() {
        assert_eq!(fixed(12.25, 1), "12.2");
        assert_eq!(fixed(12.75, 1), "12.8");
        assert_eq!(fixed(25.235_457, 1), "25.2");
        assert_eq!(fixed(0.8, 2), "0.80");
    }
}
