use super::*;

fn half() -> Fraction {
    Fraction::rational(&Rational::new(1.into(), 2.into()).unwrap())
}

#[test]
fn roots_are_taken_apart() {
    let mut all = Algebra::default();
    let mut root = |n: i64| all.root(&Fraction::whole(n), &Fraction::whole(2)).unwrap();
    let (twelve, three, two, minus_four) = (root(12), root(3), root(2), root(-4));
    let twice = all.product(&Fraction::whole(2), &three).unwrap();
    assert_eq!(twelve, twice);
    let i = Algebra::imaginary();
    assert_eq!(minus_four, all.product(&Fraction::whole(2), &i).unwrap());
    // 1/√2 = √2/2, 1/(1+√2) = √2-1
    let left = all.quotient(&Fraction::whole(1), &two).unwrap();
    assert_eq!(left, all.quotient(&two, &Fraction::whole(2)).unwrap());
    let sum = all.sum(&Fraction::whole(1), &two).unwrap();
    let left = all.quotient(&Fraction::whole(1), &sum).unwrap();
    assert_eq!(left, all.difference(&two, &Fraction::whole(1)).unwrap());
    assert!(all.is_decided(&left));
    // √(3+2√2) = 1+√2
    let nested = all.product(&Fraction::whole(2), &two).unwrap();
    let nested = all.sum(&Fraction::whole(3), &nested).unwrap();
    assert_eq!(all.power(&nested, &half()).unwrap(), sum);
}

#[test]
fn other_roots_are_known_again() {
    let mut all = Algebra::default();
    let mut root = |n: i64, k: i64| all.root(&Fraction::whole(n), &Fraction::whole(k)).unwrap();
    assert_eq!(root(-8, 3), Fraction::whole(-2));
    let (a, b, c) = (root(2, 3), root(4, 3), root(16, 3));
    assert_eq!(all.product(&a, &b).unwrap(), Fraction::whole(2));
    assert_eq!(c, all.product(&Fraction::whole(2), &a).unwrap());
    let x = all.symbol("x");
    let square = all.product(&x, &x).unwrap();
    let root = all.power(&square, &half()).unwrap();
    assert!(!all.same(&root, &x).unwrap());
    let root = all.power(&x, &half()).unwrap();
    assert_eq!(all.product(&root, &root).unwrap(), x);
    let shifted = all.sum(&x, &Fraction::whole(1)).unwrap();
    let root = all.power(&shifted, &half()).unwrap();
    assert_eq!(all.product(&root, &root).unwrap(), shifted);
}

#[test]
fn rational_functions_are_compared_across() {
    let mut all = Algebra::default();
    let x = all.symbol("x");
    let one = Fraction::whole(1);
    let (up, down) = (all.sum(&x, &one).unwrap(), all.difference(&x, &one).unwrap());
    let (a, b) = (all.quotient(&one, &up).unwrap(), all.quotient(&one, &down).unwrap());
    let sum = all.sum(&a, &b).unwrap();
    let square = all.product(&up, &down).unwrap();
    let twice = all.product(&Fraction::whole(2), &x).unwrap();
    let other = all.quotient(&twice, &square).unwrap();
    assert!(all.same(&sum, &other).unwrap());
    assert!(!all.same(&sum, &a).unwrap());
    let zero = all.difference(&up, &up).unwrap();
    assert_eq!(all.quotient(&one, &zero), Err(Trouble::Undefined));
}

#[test]
fn angles_and_logarithms_have_their_values() {
    let mut all = Algebra::default();
    let pi = Algebra::pi();
    let third = all.quotient(&pi, &Fraction::whole(3)).unwrap();
    let cosine = all.function("cos", vec![third.clone()]).unwrap();
    assert_eq!(cosine, half());
    let tangent = all.function("tan", vec![third.clone()]).unwrap();
    assert_eq!(tangent, all.root(&Fraction::whole(3), &Fraction::whole(2)).unwrap());
    assert_eq!(all.function("arccos", vec![half()]).unwrap(), third);
    let x = all.symbol("x");
    let twice = all.product(&Fraction::whole(2), &x).unwrap();
    let left = all.function("sin", vec![twice.clone()]).unwrap();
    let (sine, cosine) = (
        all.function("sin", vec![x.clone()]).unwrap(),
        all.function("cos", vec![x.clone()]).unwrap(),
    );
    let right = all.product(&sine, &cosine).unwrap();
    let right = all.product(&Fraction::whole(2), &right).unwrap();
    assert!(all.same(&left, &right).unwrap());
    let i = Algebra::imaginary();
    let turn = all.product(&i, &pi).unwrap();
    assert_eq!(all.exp(&turn).unwrap(), Fraction::whole(-1));
    let (four, two) = (all.ln(&Fraction::whole(4)).unwrap(), all.ln(&Fraction::whole(2)).unwrap());
    assert_eq!(four, all.product(&Fraction::whole(2), &two).unwrap());
    assert_eq!(
        all.function("log", vec![Fraction::whole(8), Fraction::whole(2)]).unwrap(),
        Fraction::whole(3)
    );
    let (quarters, halves) = (
        all.power(&Fraction::whole(4), &x).unwrap(),
        all.power(&Fraction::whole(2), &twice).unwrap(),
    );
    assert_eq!(quarters, halves);
}

#[test]
fn work_is_bounded() {
    let mut all = Algebra::default();
    let mut sum = Fraction::whole(1);
    for name in ["a", "b", "c", "d", "e", "f"] {
        let symbol = all.symbol(name);
        sum = all.sum(&sum, &symbol).unwrap();
    }
    assert_eq!(all.power(&sum, &Fraction::whole(200)), Err(Trouble::TooBig));
    let mut all = Algebra::default();
    let ten = Fraction::whole(10);
    assert_eq!(all.power(&ten, &Fraction::whole(1_000_000)), Err(Trouble::TooBig));
}

#[test]
fn signs_are_told_where_floats_leave_no_doubt() {
    let mut all = Algebra::default();
    let root = all.root(&Fraction::whole(2), &Fraction::whole(2)).unwrap();
    let below = all.difference(&Fraction::whole(1), &root).unwrap();
    assert_eq!(all.sign_of(&below), Some(-1));
    assert_eq!(all.absolute(&below).unwrap(), below.negated());
    let x = all.symbol("x");
    assert_eq!(all.sign_of(&x), None);
    // 10^-30 is no zero, and √2 less its first digits is not told from it.
    let tiny = Fraction::rational(&Rational::from(10).power(-30).unwrap());
    assert_eq!(all.sign_of(&tiny), Some(1));
    let digits = Rational::from_digits("1", "4142135623730950488", "").unwrap();
    let near = all.difference(&root, &Fraction::rational(&digits)).unwrap();
    assert_eq!(all.sign_of(&near), None);
    assert!(!near.is_zero());
}
