//! Student's t distribution, for intervals from few groups.

#![allow(clippy::many_single_char_names, reason = "the letters are those of the formulas")]

/// 97.5 % quantile of the t distribution, to 12 digits. Infinite for 0 degrees of freedom.
pub fn t_975(degrees: u64) -> f64 {
    if degrees == 0 {
        return f64::INFINITY;
    }
    let degrees = degrees as f64;
    // Both tails beyond t hold I(v / (v + t²); v/2, 1/2).
    let tails = |t: f64| beta(degrees / (degrees + t * t), degrees / 2.0, 0.5);
    let (mut low, mut high) = (1.0, 13.0);
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if tails(middle) > 0.05 { low = middle } else { high = middle }
    }
    f64::midpoint(low, high)
}

/// The regularised incomplete beta function.
fn beta(x: f64, a: f64, b: f64) -> f64 {
    if x <= 0.0 || x >= 1.0 {
        return x.clamp(0.0, 1.0);
    }
    let ln_front = libm::lgamma(a + b) - libm::lgamma(a) - libm::lgamma(b)
        + a * libm::log(x)
        + b * libm::log1p(-x);
    let front = libm::exp(ln_front);
    // The continued fraction is quick on this side of the mean only.
    if x < (a + 1.0) / (a + b + 2.0) {
        front * fraction(x, a, b) / a
    } else {
        1.0 - front * fraction(1.0 - x, b, a) / b
    }
}

/// The continued fraction of the incomplete beta function, by Lentz's method.
fn fraction(x: f64, a: f64, b: f64) -> f64 {
    const TINY: f64 = 1e-300;
    let away = |value: f64| if value.abs() < TINY { TINY } else { value };
    let mut d = 1.0 / away(1.0 - (a + b) * x / (a + 1.0));
    let (mut c, mut value) = (1.0, d);
    for m in 1..10_000_u32 {
        let m = f64::from(m);
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        let mut change = 1.0;
        for term in [even, odd] {
            d = 1.0 / away(1.0 + term * d);
            c = away(1.0 + term / c);
            change = c * d;
            value *= change;
        }
        if (change - 1.0).abs() < 1e-16 {
            break;
        }
    }
    value
}

#[cfg(test)]
mod tests {
    use super::t_975;

    #[test]
    fn quantiles_are_those_of_the_tables() {
        // scipy 1.17.1, stats.t.ppf(0.975, degrees).
        for (degrees, expected) in [
            (1, 12.706_204_736_174_698),
            (2, 4.302_652_729_749_462),
            (9, 2.262_157_162_798_205),
            (30, 2.042_272_456_301_237_6),
            (1_000_000, 1.959_966_356_830_041),
        ] {
            assert!(
                (t_975(degrees) / expected - 1.0).abs() < 1e-10,
                "{degrees} {}",
                t_975(degrees)
            );
        }
        assert_eq!(t_975(0), f64::INFINITY);
    }
}
