use super::*;
use crate::score::metric::math::parse::parse;
use crate::score::metric::math::value::value;

fn calculated(all: &mut Algebra, text: &str) -> Result<Fraction> {
    value(all, &parse(text).unwrap_or_else(|| panic!("{text} is a formula")).expr)
}

#[test]
fn what_is_the_same_has_one_form() {
    for (one, other) in [
        ("\\sqrt{12}", "2\\sqrt{3}"),
        ("\\sqrt{-4}", "2i"),
        ("\\frac{1}{\\sqrt{2}}", "\\frac{\\sqrt{2}}{2}"),
        ("\\frac{1}{1+\\sqrt{2}}", "\\sqrt{2}-1"),
        ("\\sqrt{3+2\\sqrt{2}}", "1+\\sqrt{2}"),
        ("\\sqrt[3]{-8}", "-2"),
        ("\\sqrt[3]{2}\\sqrt[3]{4}", "2"),
        ("\\sqrt[3]{16}", "2\\sqrt[3]{2}"),
        ("\\sqrt{x}\\sqrt{x}", "x"),
        ("\\sqrt{x+1}\\sqrt{x+1}", "x+1"),
        ("\\cos\\frac{\\pi}{3}", "\\frac{1}{2}"),
        ("\\tan\\frac{\\pi}{3}", "\\sqrt{3}"),
        ("\\arccos\\frac{1}{2}", "\\frac{\\pi}{3}"),
        ("e^{i\\pi}", "-1"),
        ("\\ln 4", "2\\ln 2"),
        ("\\log_2 8", "3"),
        ("4^x", "2^{2x}"),
        ("|1-\\sqrt{2}|", "\\sqrt{2}-1"),
    ] {
        let mut all = Algebra::default();
        assert_eq!(calculated(&mut all, one), calculated(&mut all, other), "{one} {other}");
    }
    for (one, other, same) in [
        ("\\frac{1}{x+1}+\\frac{1}{x-1}", "\\frac{2x}{(x+1)(x-1)}", true),
        ("\\frac{1}{x+1}+\\frac{1}{x-1}", "\\frac{1}{x+1}", false),
        ("\\sin 2x", "2\\sin x\\cos x", true),
        ("\\sqrt{x^2}", "x", false),
    ] {
        let mut all = Algebra::default();
        let [one, other] = [one, other].map(|text| calculated(&mut all, text).unwrap());
        assert_eq!(all.same(&one, &other), Ok(same));
    }
    let mut all = Algebra::default();
    let root = calculated(&mut all, "\\frac{1}{1+\\sqrt{2}}").unwrap();
    assert!(all.is_decided(&root));
}

#[test]
fn work_is_bounded() {
    for (text, trouble) in [
        ("(1+a+b+c+d+f+g)^{200}", Trouble::TooBig),
        ("10^{1000000}", Trouble::TooBig),
        ("\\frac{1}{(x+1)-(x+1)}", Trouble::Undefined),
    ] {
        assert_eq!(calculated(&mut Algebra::default(), text), Err(trouble), "{text}");
    }
}

#[test]
fn signs_are_told_where_floats_leave_no_doubt() {
    for (text, sign) in [
        ("1-\\sqrt{2}", Some(-1)),
        ("x", None),
        // 10^-30 is no zero, and √2 less its first digits is not told from it.
        ("10^{-30}", Some(1)),
        ("\\sqrt{2}-1.4142135623730950488", None),
    ] {
        let mut all = Algebra::default();
        let number = calculated(&mut all, text).unwrap();
        assert_eq!((all.sign_of(&number), number.is_zero()), (sign, false), "{text}");
    }
}
