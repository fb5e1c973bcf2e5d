//! Sums that depend on nothing but their terms: neither on the order, nor on how terms were put together before.

/// A sum under way. What it comes to is the exact sum, rounded once.
///
/// Terms are kept as parts that do not overlap (Shewchuk 1997); what is rounded in the end is half to even, as by
/// `math.fsum` of Python.
#[derive(Clone, Debug, Default)]
pub struct Sum {
    /// How often 1 was added: most values are 0 or 1.
    ones: u64,
    /// The others, from the smallest part to the largest.
    parts: Vec<f64>,
    /// Terms that are infinite or no numbers.
    beyond: f64,
}

impl Sum {
    /// Adds a value so many times; as often as 2^53 times exactly.
    #[inline]
    pub fn add(&mut self, value: f64, count: u64) {
        if value == 1.0 {
            self.ones += count;
        } else if value != 0.0 {
            self.add_other(value, count as f64);
        }
    }

    fn add_other(&mut self, value: f64, count: f64) {
        let product = value * count;
        if !product.is_finite() {
            self.beyond += product;
            return;
        }
        if count != 1.0 {
            self.push(libm::fma(value, count, -product));
        }
        self.push(product);
    }

    fn push(&mut self, value: f64) {
        let mut sum = value;
        let mut kept = 0;
        for place in 0..self.parts.len() {
            let part = self.parts[place];
            let (large, small) = if sum.abs() < part.abs() { (part, sum) } else { (sum, part) };
            sum = large + small;
            let rest = small - (sum - large);
            if rest != 0.0 {
                self.parts[kept] = rest;
                kept += 1;
            }
        }
        self.parts.truncate(kept);
        self.parts.push(sum);
    }

    /// What it comes to.
    pub fn value(&self) -> f64 {
        if self.parts.is_empty() {
            return self.ones as f64 + self.beyond;
        }
        let mut whole = self.clone();
        whole.push(self.ones as f64);
        let mut parts = whole.parts.into_iter().rev();
        let mut sum = parts.next().unwrap_or_default();
        let mut rest = 0.0;
        for part in parts.by_ref() {
            let before = sum;
            sum += part;
            rest = part - (sum - before);
            if rest != 0.0 {
                break;
            }
        }
        // Half of the last digit is rounded to even, unless more of the same sign follows.
        if let Some(next) = parts.next()
            && next * rest > 0.0
        {
            let more = sum + 2.0 * rest;
            if 2.0 * rest == more - sum {
                sum = more;
            }
        }
        sum + self.beyond
    }
}

#[cfg(test)]
mod tests {
    use super::Sum;

    fn sum(values: &[f64]) -> f64 {
        let mut sum = Sum::default();
        for value in values {
            sum.add(*value, 1);
        }
        sum.value()
    }

    #[test]
    fn sums_are_those_of_fsum() {
        assert_eq!(sum(&[]), 0.0);
        assert_eq!(sum(&[0.1; 10]), 1.0);
        assert_eq!(sum(&[1e100, 1.0, -1e100]), 1.0);
        // One half of the last digit: to even, and up if anything follows.
        let digit = 2.0_f64.powi(-53);
        assert_eq!(sum(&[1.0, digit]), 1.0);
        assert_eq!(sum(&[1.0, digit, digit * digit]), 1.0 + 2.0 * digit);
        assert_eq!(sum(&[f64::INFINITY, 1.0]), f64::INFINITY);
    }

    #[test]
    fn neither_order_nor_counting_changes_a_sum() {
        let values: Vec<f64> = (0..997).map(|i| f64::from(i * 7919 % 13) / 7.0 - 0.4).collect();
        let mut back = values.clone();
        back.reverse();
        assert_eq!(sum(&values).to_bits(), sum(&back).to_bits());
        let mut counted = Sum::default();
        for class in 0..13 {
            let value = f64::from(class) / 7.0 - 0.4;
            let count = values.iter().filter(|one| **one == value).count() as u64;
            counted.add(value, count);
        }
        assert_eq!(counted.value().to_bits(), sum(&values).to_bits());
    }
}
