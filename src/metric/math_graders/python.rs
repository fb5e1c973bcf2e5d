//! What Python's built-in functions make of texts and numbers.

/// `text.replace(from, to)`, one pair after the other.
pub(super) fn replaced(text: &str, pairs: &[(&str, &str)]) -> String {
    let mut text = text.to_owned();
    for (from, to) in pairs {
        if text.contains(from) {
            text = text.replace(from, to);
        }
    }
    text
}

/// `math.isclose(a, b, abs_tol=1e-3)`.
pub(super) fn is_close(a: f64, b: f64) -> bool {
    if a == b {
        return true;
    }
    if a.is_infinite() || b.is_infinite() {
        return false;
    }
    let difference = (b - a).abs();
    difference <= (1e-9 * b).abs() || difference <= (1e-9 * a).abs() || difference <= 1e-3
}
