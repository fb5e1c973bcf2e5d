//! What holds for any two texts as mathematical answers: shared by the tests and by the fuzz targets.

use scoredrop::score::extract::math_answer;
use scoredrop::score::metric::math::{equal, mathml, parse};

/// What must hold for any two texts.
pub fn lawful(a: &str, b: &str) {
    let (there, back) = (equal(a, b), equal(b, a));
    assert_eq!(there.equal(), back.equal(), "{a} | {b}");
    assert!(equal(a, a).equal(), "{a}");
    // A stray brace may end before the sign that closes the formula or behind it.
    let balanced = a.matches('{').count() == a.matches('}').count();
    // A backslash at the end would be for that sign, and prose with signs in it is no formula.
    let formula = !a.ends_with('\\') && !a.contains("answer");
    if balanced && formula && parse::parse(a).is_some() {
        assert!(equal(a, &format!("$ {a} $")).equal() || a.contains('$'), "{a}");
    }
    if let Some((answer, _)) = math_answer::find(a) {
        assert!(a.contains(answer), "{a}");
    }
    if let Some(drawn) = mathml(a) {
        assert_eq!(drawn.matches("</mrow>").count(), drawn.matches("<mrow>").count(), "{a}");
    }
}

/// The same for two texts in one, with a sign between them.
pub fn lawful_bytes(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let (a, b) = text.split_once('\u{1e}').unwrap_or((&*text, ""));
    lawful(a, b);
}
