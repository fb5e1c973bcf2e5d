//! Numbers of less than double precision by the shortest text that means them, and not by the digits that they get
//! as a double.

/// The double with the shortest decimal text among those that a single means.
pub(crate) fn single(value: f32) -> f64 {
    value.to_string().parse().unwrap_or_else(|_| value.into())
}

/// Digits after the point that tell all halves apart.
const DIGITS: usize = 4;

/// The same for a half, given by its bits.
pub(crate) fn half(bits: u16) -> f64 {
    let value = widened(bits);
    let size = bits & 0x7fff;
    if size == 0 || size >= INFINITE {
        return value;
    }
    let magnitude = widened(size);
    let beyond = |other: u16| if other >= INFINITE { 65_536.0 } else { widened(other) };
    let low = f64::midpoint(magnitude, widened(size - 1));
    let high = f64::midpoint(magnitude, beyond(size + 1));
    // What is as near to two halves means the even one.
    let is_even = size.is_multiple_of(2);
    let shortest = (0..=DIGITS)
        // Of two texts that are as near, the lower one may mean another half.
        .flat_map(|digits| [magnitude, magnitude.next_up()].map(|value| (digits, value)))
        .filter_map(|(digits, value)| format!("{value:.digits$e}").parse::<f64>().ok())
        .find(|found| {
            low < *found && *found < high || is_even && (*found == low || *found == high)
        });
    shortest.unwrap_or(magnitude).copysign(value)
}

/// The bits of the infinite half; those above it mean no number.
const INFINITE: u16 = 0x7c00;

/// A half as a double, which holds all of them.
fn widened(bits: u16) -> f64 {
    let fraction = f64::from(bits & 0x03ff);
    let exponent = i32::from(bits >> 10 & 0x1f);
    let size = match exponent {
        0 => fraction * 2f64.powi(-24),
        31 if fraction == 0.0 => f64::INFINITY,
        31 => f64::NAN,
        _ => (fraction + 1024.0) * 2f64.powi(exponent - 25),
    };
    if bits >> 15 == 1 { -size } else { size }
}
