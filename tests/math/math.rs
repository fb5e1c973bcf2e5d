//! Mathematical answers: who is right about them, laws that hold for any text, and how fast it is.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use proptest::prelude::*;
use scoredrop::score::metric::math::{Equivalence, Rule, equal};
use scoredrop_testing::any_text::formulas::{lawful, lawful_bytes};
use scoredrop_testing::{agreed, golden_rows, json_lines, real, seeds};
use serde_json::{Value, json};
use std::collections::BTreeMap;

const VALUES: &str = include_str!("../golden/values.jsonl");

/// Real pairs on which our verdict is not that of both other graders, read by a person: who is right.
const DISAGREEMENTS: &str = include_str!("../golden/math-disagreements.json");

/// Golden pairs on which a person and we differ.
const MISSES: &[&str] = &[];

/// One row for each golden pair.
fn golden() -> Vec<Value> {
    golden_rows(VALUES, "math_verify")
}

fn text<'v>(row: &'v Value, key: &str) -> &'v str {
    row[key].as_str().unwrap()
}

#[test]
fn people_agree_on_every_golden_pair() {
    let (mut judged, mut contested, mut theirs) = (0, 0, 0);
    let mut misses = Vec::new();
    for row in golden() {
        let Some(right) = row["human_equal"].as_bool() else {
            continue;
        };
        judged += 1;
        contested += u32::from(row["oracles_disagree"] == true);
        theirs += u32::from(row["expected"]["equal"] == right);
        let judgement = equal(text(&row, "gold"), text(&row, "pred"));
        let case = text(&row, "case").to_owned();
        if judgement.equal() != right {
            assert!(right, "{case}: a false equal, {}", judgement.words());
            misses.push(case);
        }
    }
    assert_eq!(misses, MISSES);
    // Pairs with a person's verdict, those of them on which the graders differ, and how many of all
    // math-verify has right.
    assert_eq!((judged, contested, theirs), (167, 135, 146));
    agreed("golden", "math", judged, "a person's verdict on pairs of answers");
}

/// Distinct real pairs of gold and predicted box, and the verdicts of math-verify and prm800k.
fn real_pairs() -> Option<BTreeMap<(String, String), (bool, bool)>> {
    let lines = json_lines(&real("math/math_real_expected.jsonl")?);
    let pairs = lines.iter().filter_map(|line| {
        let boxes = &line["balanced_boxed"];
        let pair = (boxes["gold"].as_str()?.to_owned(), boxes["pred"].as_str()?.to_owned());
        let verdicts = &line["pair"];
        Some((pair, (verdicts["math_verify"].as_bool()?, verdicts["prm800k_grade"].as_bool()?)))
    });
    Some(pairs.collect())
}

#[test]
fn every_real_disagreement_is_classified() {
    let Some(pairs) = real_pairs() else {
        return;
    };
    let table: Vec<Value> = serde_json::from_str(DISAGREEMENTS).unwrap();
    let known: BTreeMap<(&str, &str), bool> = table
        .iter()
        .map(|row| ((text(row, "gold"), text(row, "answer")), row["equal"].as_bool().unwrap()))
        .collect();
    assert_eq!(known.len(), table.len());
    assert!(table.iter().all(|row| text(row, "class").len() > 3), "each has its class");
    let (mut met, mut ours, mut verify, mut prm) = (0, 0, 0, 0);
    for ((gold, answer), (by_verify, by_prm)) in &pairs {
        let judgement = equal(gold, answer);
        assert_eq!(judgement.equal(), equal(answer, gold).equal(), "{gold} | {answer}");
        if judgement.equal() == *by_verify && judgement.equal() == *by_prm {
            continue;
        }
        let right = known.get(&(gold.as_str(), answer.as_str()));
        let right = right.unwrap_or_else(|| panic!("unclassified: {gold} | {answer}"));
        met += 1;
        ours += usize::from(judgement.equal() == *right);
        verify += usize::from(by_verify == right);
        prm += usize::from(by_prm == right);
    }
    assert_eq!(met, known.len());
    assert!(ours > verify && ours > prm, "{ours} {verify} {prm}");
    assert_eq!((pairs.len(), ours, verify, prm), (1877, 26, 18, 4));
}

/// What `cargo xtask bench math` reads. `MATH_PAIRS_FILE` names a file for the pairs.
#[test]
#[ignore = "a measurement: run it in release with --nocapture"]
#[allow(clippy::disallowed_methods, clippy::print_stdout, reason = "a clock is what this is about")]
fn real_pairs_per_second() {
    use std::time::Instant;
    const ROUNDS: usize = 5;
    let Some(pairs) = real_pairs() else {
        return;
    };
    if let Some(file) = std::env::var_os("MATH_PAIRS_FILE") {
        let line = |((gold, answer), (verify, _)): (&(String, String), &(bool, bool))| {
            json!({ "gold": gold, "answer": answer, "math_verify": verify }).to_string() + "\n"
        };
        std::fs::write(file, pairs.iter().map(line).collect::<String>()).unwrap();
    }
    // Others use the machine, too: the middle one of five rounds, and of a pair the least time.
    let mut least = vec![f64::INFINITY; pairs.len()];
    let mut rounds: Vec<f64> = (0..ROUNDS)
        .map(|_| {
            let begun = Instant::now();
            for (least, (gold, answer)) in least.iter_mut().zip(pairs.keys()) {
                let start = Instant::now();
                std::hint::black_box(equal(gold, answer));
                *least = least.min(start.elapsed().as_secs_f64());
            }
            begun.elapsed().as_secs_f64()
        })
        .collect();
    rounds.sort_by(f64::total_cmp);
    let slowest = (0..).zip(&least).max_by(|a, b| a.1.total_cmp(b.1));
    let (place, slowest): (usize, &f64) = slowest.unwrap();
    let (gold, answer) = pairs.keys().nth(place).unwrap();
    let measured = json!({
        "pairs": pairs.len(), "seconds": rounds[ROUNDS / 2], "slowest": slowest,
        "slowest_pair": [gold, answer],
    });
    println!("measured: {measured}");
}

/// Signs that mathematics is made of, right and wrong.
const SIGNS: &[&str] = &[
    "1", "2", "3", "12", "0", "0.5", ".", "100", "999999999", "1,000", "\\frac", "\\dfrac", "{",
    "}", "{", "}", "(", ")", "[", "]", "\\left(", "\\right)", "\\{", "\\}", "\\sqrt", "\\sqrt{2}",
    "\\sqrt[3]", "x", "y", "n", "e", "i", "\\pi", "\\theta", "+", "-", "*", "\\cdot", "/", "^",
    "^{", "^2", "_", "_{2}", "=", "<", "\\le", ">", "\\in", "\\cup", ",", "; ", "\\pm", "\\mp",
    "|", "!", "%", "\\%", "^\\circ", "\\text{ cm}", "\\text{and}", "\\text{", "$", "\\$", "\\sin",
    "\\cos", "\\tan", "\\ln", "\\log", "\\log_2", "\\infty", "\\binom{5}{2}", "\\begin{pmatrix}",
    "\\end{pmatrix}", "\\\\", "&", "\\overline{", "\\boxed{", " ", "\\ ", "\\!", "abc", "ABC",
    "and", "or", "sqrt(", "the answer is", "é", "∞", "√", "²", "π", "°", "−", ":", "'",
    "\\mathbb{R}", "f(x)", "(x+1)", "\\over", "1e6", "^{100}", "^{x}", "\\lfloor", "\\rfloor",
    "e^{i\\pi}", "\\arctan", "\\", "\u{200b}", "👍",
];

fn soup() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(SIGNS), 0..24).prop_map(|signs| signs.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn any_two_texts_have_a_judgement(a in soup(), b in soup()) {
        lawful(&a, &b);
    }

    #[test]
    fn any_characters_have_a_judgement(a in any::<String>(), b in any::<String>()) {
        lawful(&a, &b);
    }

    #[test]
    fn rational_numbers_are_equal_only_to_themselves(
        a in -50_i64..50, b in 1_i64..50, c in -50_i64..50, d in 1_i64..50, times in 1_i64..9,
    ) {
        let (first, second) = (format!("\\frac{{{a}}}{{{b}}}"), format!("{c}/{d}"));
        prop_assert_eq!(equal(&first, &second).equal(), a * d == b * c);
        let larger = format!("\\frac{{{}}}{{{}}}", a * times, b * times);
        prop_assert!(equal(&first, &larger).equal());
    }

    #[test]
    fn roots_are_equal_only_if_their_squares_are(a in 1_i64..60, b in 1_i64..60, m in 1_i64..9, n in 1_i64..9) {
        let (first, second) = (format!("{m}\\sqrt{{{a}}}"), format!("\\sqrt{{{b}}} \\cdot {n}"));
        prop_assert_eq!(equal(&first, &second).equal(), m * m * a == n * n * b);
    }

    #[test]
    fn polynomials_are_equal_only_with_the_same_coefficients(
        a in -5_i64..6, b in -5_i64..6, c in -5_i64..6, d in -5_i64..6,
    ) {
        let product = format!("(x+{a})(x+{b})").replace("+-", "-");
        let sum = format!("x^2+{c}x+{d}").replace("+-", "-");
        prop_assert_eq!(equal(&product, &sum).equal(), a + b == c && a * b == d);
    }
}

/// Pairs that broke a law once.
#[test]
fn what_was_found_stays_lawful() {
    for (a, b) in [("\\log0", "\\log$0"), ("\\ln$0", "\\ln 0")] {
        lawful(a, b);
    }
    for bytes in seeds("formulas") {
        lawful_bytes(&bytes);
    }
}

/// Most time for a pair, where it is compiled as it is shipped.
const MOST: std::time::Duration = std::time::Duration::from_millis(5);

/// Fails where a pair takes longer than it may. Others use the machine, too: the least of some tries.
#[allow(clippy::disallowed_methods, reason = "a clock is what this is about")]
fn in_time(a: &str, b: &str) {
    let tries = (0..8).map(|_| {
        let start = std::time::Instant::now();
        std::hint::black_box(equal(a, b));
        start.elapsed()
    });
    let mut least = std::time::Duration::MAX;
    for time in tries {
        least = least.min(time);
        if least <= MOST {
            break;
        }
    }
    assert!(least <= MOST || cfg!(debug_assertions), "{least:?}: {a} | {b}");
}

/// Pairs that took too long once.
#[test]
fn what_took_long_is_in_time() {
    let (a, b) = (r"3\log\cos\sin1,000", r"3\log\cos^{100}\sin1,000");
    in_time(a, b);
    in_time(b, a);
}

#[test]
#[ignore = "ten minutes: MATH_PAIRS sets how many, MATH_SEED where to begin"]
fn soup_of_signs() {
    let number = |name: &str, default: u64| {
        std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(default)
    };
    let mut state = number("MATH_SEED", 0x9e37_79b9_7f4a_7c15) | 1;
    let mut random = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % below as u64) as usize
    };
    for _ in 0..number("MATH_PAIRS", 5_000_000) {
        let count = random(24);
        let a: String = (0..count).map(|_| SIGNS[random(SIGNS.len())]).collect();
        let mut b = a.clone();
        let mut at = random(b.len() + 1);
        while !b.is_char_boundary(at) {
            at -= 1;
        }
        b.insert_str(at, SIGNS[random(SIGNS.len())]);
        lawful(&a, &b);
        in_time(&a, &b);
    }
}

#[test]
fn what_looks_near_is_not_equal() {
    for (gold, answer) in [
        ("\\pi", "3.14159265358979323846"),
        ("\\sqrt{2}", "1.41421356237309504880"),
        ("\\frac{1}{3}", "0.3333333333333333"),
        ("2^{1000}", "2^{1000}+1"),
        ("e", "2.718281828459045"),
        ("\\frac{1}{350}", "\\frac{2857}{999999}"),
        ("e^{\\pi\\sqrt{163}}", "262537412640768744"),
        ("(1,2)", "[1,2]"),
        ("(-\\infty,3)", "(\\infty,3)"),
        ("x<3", "y<3"),
        ("x<3", "x\\le 3"),
        ("x+y<1", "-x-y<-1"),
        ("x=5", "y=5"),
        ("xy=5", "5"),
        ("a=2,b=3", "3,2"),
        ("10,000", "10, 0"),
        ("12_3", "12_4"),
        ("5\\text{ cm}", "5\\text{ m}"),
        ("\\$5", "5\\text{ cents}"),
        ("\\text{east}", "\\text{seat}"),
        ("cat", "act"),
        ("AB", "BA"),
        ("\\sqrt{x^2}", "x"),
        ("\\sqrt{-x}", "i\\sqrt{x}"),
        ("f(2)", "2f"),
        ("\\sin 10^\\circ", "\\sin 10"),
        ("2\\frac{1}{2}", "2(1/2)"),
        ("1 2/3", "12/3"),
        ("1:03", "1:3"),
        ("\\sqrt{4}", "\\pm 2"),
        ("\\infty", "-\\infty"),
    ] {
        let judgement = equal(gold, answer);
        assert!(!judgement.equal(), "{gold} | {answer}: {}", judgement.words());
    }
}

#[test]
fn what_is_the_same_is_equal_by_a_named_rule() {
    for (gold, answer, rule) in [
        ("\\frac12", "\\frac{1}{2}", Rule::Writing),
        ("\\frac12", ".5", Rule::Number),
        ("5", "5 ", Rule::Identical),
        ("(1,2)", "\\left( 1.0, 2 \\right)", Rule::Tuple),
        ("\\sqrt{5+2\\sqrt6}", "\\sqrt2+\\sqrt3", Rule::Roots),
        ("\\frac{x^2-1}{x-1}", "x+1", Rule::Expression),
        ("\\sin 2x", "2\\sin x\\cos x", Rule::Expression),
        ("1,2", "2 \\text{ and } 1", Rule::List),
        ("\\{1,1,2\\}", "\\{2,1\\}", Rule::Set),
        ("[0,1]\\cup[1,2]", "0\\le x\\le 2", Rule::Range),
        (
            "\\begin{pmatrix}1/2\\\\0\\end{pmatrix}",
            "\\begin{bmatrix}0.5\\\\0\\end{bmatrix}",
            Rule::Matrix,
        ),
        ("y=2x+3", "4x-2y+6=0", Rule::Equation),
        ("x+y<1", "2>2x+2y", Rule::Inequality),
        ("1:2:3", "2:4:6", Rule::Ratio),
        ("2516_8", "2516", Rule::Base),
        ("50\\%", "0.5", Rule::Percent),
        ("5\\text{ cm}", "5", Rule::Unit),
        ("x=5", "5", Rule::Name),
        ("\\text{Evelyn}", "evelyn", Rule::Words),
        ("10,100", "100, 10", Rule::List),
    ] {
        assert_eq!(equal(gold, answer), rule, "{gold} | {answer}");
        assert_eq!(equal(gold, answer).verdict(), Equivalence::Equal);
    }
}

/// Kinds of answers: pairs that are the same, and pairs that only look like it.
#[test]
fn kinds_of_answers_and_what_looks_like_them() {
    let mut wrong = Vec::new();
    for (same, pairs) in [(true, SAME), (false, NOT_SAME)] {
        for (kind, gold, answer) in pairs {
            lawful(gold, answer);
            let judgement = equal(gold, answer);
            if judgement.equal() != same {
                wrong.push(format!("{kind}: {gold} | {answer}: {}", judgement.words()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(NOT_SAME.len() >= SAME.len());
}

const SAME: &[(&str, &str, &str)] = &[
    ("units", "5\\text{ cm}", "5\\mathrm{cm}"),
    ("units", "5\\text{ cm}", "5\\,\\mathrm{cm}"),
    ("units", "5\\text{ cm}", "5\\mathrm{~cm}"),
    ("units", "5\\text{ cm}", "5\\ \\operatorname{cm}"),
    ("units", "12\\text{ cm}^2", "12\\,\\mathrm{cm}^{2}"),
    ("units", "12\\text{ square cm}", "12\\,\\mathrm{cm^2}"),
    ("units", "12\\text{ cm squared}", "12\\mathrm{~cm}^2"),
    ("units", "3\\text{ m}", "3\\mathrm{m}"),
    ("units", "3", "3\\mathrm{m}"),
    ("units", "3\\text{ m}", "3m"),
    ("units", "\\frac{3}{2}\\text{ m}", "\\frac{3}{2}\\mathrm{~m}"),
    ("units", "10\\text{ m/s}", "10\\,\\mathrm{m/s}"),
    ("units", "10\\text{ meters per second}", "10\\,\\mathrm{m}/\\mathrm{s}"),
    ("units", "9.8\\text{ m/s}^2", "9.8\\,\\mathrm{m/s^2}"),
    ("units", "60\\text{ miles per hour}", "60\\text{ mph}"),
    ("units", "6.5\\times10^{-5}\\text{ m}", "6.5\\times 10^{-5}\\,\\mathrm{m}"),
    ("names", "(1,2)", "(x,y)=(1,2)"),
    ("names", "(x,y)=(1,2)", "(x, y) = \\left(1, \\frac{4}{2}\\right)"),
    ("names", "(x,y,z)=(1,2,3)", "(1,2,3)"),
    ("names", "x=1, y=2", "(x,y)=(1,2)"),
    ("names", "y=2, x=1", "(x,y)=(1,2)"),
    ("names", "(1,2),(3,4)", "(x,y)=(1,2),(3,4)"),
    ("names", "(1,2),(3,4)", "(x,y)=(3,4),(x,y)=(1,2)"),
    ("names", "(r,\\theta)=(3,\\frac{\\pi}{2})", "(3, \\pi/2)"),
    (
        "names",
        "\\begin{pmatrix}1\\\\2\\end{pmatrix}",
        "\\begin{pmatrix}x\\\\y\\end{pmatrix}=\\begin{pmatrix}1\\\\2\\end{pmatrix}",
    ),
    ("names", "\\{(1,2),(3,4)\\}", "(x,y)\\in\\{(3,4),(1,2)\\}"),
    ("sets", "(3,\\infty)", "\\{x : x > 3\\}"),
    ("sets", "(3,\\infty)", "\\{x \\mid x > 3\\}"),
    ("sets", "(3,\\infty)", "\\{x\\in\\mathbb{R} : x > 3\\}"),
    ("sets", "(3,\\infty)", "\\{x | 3 < x\\}"),
    ("sets", "[1,2)", "\\left\\{ x \\mid 1 \\le x < 2 \\right\\}"),
    ("sets", "(-3,3)", "\\{x \\mid |x| < 3\\}"),
    ("sets", "(-\\infty,2)\\cup(2,\\infty)", "\\{x \\mid x \\in \\mathbb{R}, x \\ne 2\\}"),
    ("sets", "(-\\infty,2)\\cup(2,\\infty)", "\\{x \\in \\mathbb R : x \\neq 2\\}"),
    ("sets", "(-\\infty,2)\\cup(2,\\infty)", "\\mathbb{R}\\setminus\\{2\\}"),
    ("sets", "(-\\infty,2)\\cup(2,\\infty)", "\\mathbb{R} - \\{2\\}"),
    ("sets", "(-\\infty,2)\\cup(2,\\infty)", "x \\in \\mathbb{R}\\backslash\\{2\\}"),
    ("sets", "(-\\infty,2)\\cup(2,\\infty)", "x\\ne 2"),
    ("sets", "(-\\infty,2)\\cup(2,\\infty)", "x<2 \\text{ or } x>2"),
    ("sets", "(-\\infty,-2)\\cup(-2,2)\\cup(2,\\infty)", "\\mathbb{R}\\setminus\\{-2,2\\}"),
    ("sets", "(-\\infty,0)\\cup(1,\\infty)", "\\mathbb{R}\\setminus[0,1]"),
    ("sets", "(-\\infty,0]\\cup[1,\\infty)", "ℝ∖(0,1)"),
    ("sets", "[0,1)\\cup(1,2]", "[0,2]\\setminus\\{1\\}"),
    ("sets", "(0,2]", "[0,2]\\setminus\\{0\\}"),
    ("sets", "(-\\infty,-1]\\cup[1,\\infty)", "x\\le -1 \\text{ or } x \\ge 1"),
    ("sets", "(-\\infty,-1]\\cup[1,\\infty)", "\\{x : x\\le -1 \\text{ or } x \\ge 1\\}"),
    ("sets", "x < 1, x > 3", "x < 1 \\text{ or } x > 3"),
    ("determinants", "-2", "\\begin{vmatrix}1&2\\\\3&4\\end{vmatrix}"),
    ("determinants", "\\det\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}", "-2"),
    ("determinants", "ad-bc", "\\begin{vmatrix}a&b\\\\c&d\\end{vmatrix}"),
    ("determinants", "6", "\\left|\\begin{array}{ccc}1&0&0\\\\5&2&0\\\\7&8&3\\end{array}\\right|"),
    (
        "determinants",
        "\\begin{vmatrix}1&2\\\\3&4\\end{vmatrix}",
        "\\begin{vmatrix}2&2\\\\3&2\\end{vmatrix}",
    ),
    ("determinants", "x^2-1", "\\det\\left(\\begin{bmatrix}x&1\\\\1&x\\end{bmatrix}\\right)"),
    ("lost braces", "\\frac{1}{2}", "\\frac{1}{2"),
    ("lost braces", "2\\sqrt{3}", "2\\sqrt{3"),
    ("lost braces", "\\frac{\\sqrt{3}}{2}", "\\boxed{\\frac{\\sqrt{3}}{2}"),
    ("lost braces", "\\frac{\\sqrt{3}}{2}", "$\\frac{\\sqrt{3}}{2$"),
    ("lost braces", "x^{10}", "x^{10"),
    ("lost braces", "5\\text{ cm}", "5\\text{ cm"),
];

const NOT_SAME: &[(&str, &str, &str)] = &[
    ("units", "5\\text{ cm}", "5\\mathrm{m}"),
    ("units", "5\\text{ cm}", "5\\mathrm{mm}"),
    ("units", "5\\text{ cm}", "6\\mathrm{cm}"),
    ("units", "12\\text{ cm}^2", "12\\,\\mathrm{cm}^{3}"),
    ("units", "12\\text{ cm}^2", "12\\,\\mathrm{cm}"),
    ("units", "12\\text{ m}", "12\\,\\mathrm{m}^2"),
    ("units", "10\\text{ m/s}", "10\\,\\mathrm{m}"),
    ("units", "10\\text{ m/s}", "10\\,\\mathrm{m/s^2}"),
    ("units", "10\\text{ m/s}^2", "10\\,\\mathrm{m^2/s}"),
    ("units", "10\\text{ m/s}", "10\\,\\mathrm{km/s}"),
    ("units", "10\\text{ s/m}", "10\\,\\mathrm{m/s}"),
    ("units", "3\\text{ m}", "3n"),
    ("units", "3\\text{ m}", "4m"),
    ("units", "3\\text{ m}", "3m^2"),
    ("units", "3", "3m"),
    ("units", "m", "\\mathrm{n}"),
    ("units", "3x", "3\\mathrm{m}"),
    ("names", "(1,2)", "(x,y)=(2,1)"),
    ("names", "(x,y)=(1,2)", "(y,x)=(1,2)"),
    ("names", "(x,y)=(1,2)", "(a,b)=(1,2)"),
    ("names", "(1,2)", "(x,y)=(1,2,3)"),
    ("names", "(1,2)", "(x,y)=[1,2]"),
    ("names", "x=1, y=2", "(x,y)=(2,1)"),
    ("names", "x=1, y=2", "(y,x)=(1,2)"),
    ("names", "x=1, z=2", "(x,y)=(1,2)"),
    ("names", "(1,2),(3,4)", "(x,y)=(1,2)"),
    ("names", "(1,2),(3,4)", "(x,y)=(2,1),(4,3)"),
    ("names", "3", "(x,y)=(1,2)"),
    (
        "names",
        "\\begin{pmatrix}1\\\\2\\end{pmatrix}",
        "\\begin{pmatrix}x\\\\y\\end{pmatrix}=\\begin{pmatrix}2\\\\1\\end{pmatrix}",
    ),
    ("sets", "(3,\\infty)", "\\{x : x \\ge 3\\}"),
    ("sets", "(3,\\infty)", "\\{x : x < 3\\}"),
    ("sets", "(3,\\infty)", "\\{x\\in\\mathbb{Z} : x > 3\\}"),
    ("sets", "(3,\\infty)", "\\{x\\in\\mathbb{N} \\mid x > 3\\}"),
    ("sets", "(3,\\infty)", "\\{x : y > 3\\}"),
    ("sets", "(3,\\infty)", "\\{x : x = 3\\}"),
    ("sets", "3", "\\{x : x > 3\\}"),
    ("sets", "\\{3\\}", "\\{x : x > 3\\}"),
    ("sets", "[1,2)", "\\{x \\mid 1 < x < 2\\}"),
    ("sets", "(1,2)", "\\{x \\mid x>1, x>2\\}"),
    ("sets", "(-\\infty,2)\\cup(2,\\infty)", "\\mathbb{R}"),
    ("sets", "(-\\infty,2)\\cup(2,\\infty)", "\\mathbb{R}\\setminus\\{-2\\}"),
    ("sets", "(-\\infty,2)\\cup(2,\\infty)", "\\mathbb{R}\\setminus\\{2,3\\}"),
    ("sets", "(-\\infty,2)\\cup(2,\\infty)", "\\mathbb{Z}\\setminus\\{2\\}"),
    ("sets", "(-\\infty,2)\\cup(2,\\infty)", "\\mathbb{R}\\cup\\{2\\}"),
    (
        "sets",
        "(-\\infty,2)\\cup(2,\\infty)",
        "\\{x \\mid x \\in \\mathbb{R}, x \\ne 2, x \\ne 3\\}",
    ),
    ("sets", "(-\\infty,2]\\cup(2,\\infty)", "\\mathbb{R}\\setminus\\{2\\}"),
    ("sets", "(-\\infty,0)\\cup(1,\\infty)", "\\mathbb{R}\\setminus(0,1)"),
    ("sets", "(-\\infty,0]\\cup[1,\\infty)", "\\mathbb{R}\\setminus[0,1]"),
    ("sets", "[0,2]", "[0,2]\\setminus\\{1\\}"),
    ("sets", "(0,2]", "[0,2]\\setminus\\{2\\}"),
    ("sets", "(1,2)-(3,4)", "(-2,-2)\\setminus\\{1\\}"),
    ("sets", "(0,2)", "(0,1)\\cup(1,2)\\setminus\\{1\\}"),
    ("sets", "(-\\infty,-1]\\cup[1,\\infty)", "x\\le -1 \\text{ or } y \\ge 1"),
    ("sets", "(-\\infty,-1]\\cup[1,\\infty)", "x\\le -1 \\text{ and } x \\ge 1"),
    ("sets", "x < 1 \\text{ or } x > 3", "y < 1 \\text{ or } y > 3"),
    ("sets", "x < 1, x > 3", "x < 1 \\text{ or } x > 4"),
    ("determinants", "2", "\\begin{vmatrix}1&2\\\\3&4\\end{vmatrix}"),
    ("determinants", "-2", "\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}"),
    ("determinants", "ad+bc", "\\begin{vmatrix}a&b\\\\c&d\\end{vmatrix}"),
    ("determinants", "1", "\\begin{vmatrix}1&2&3\\\\4&5&6\\end{vmatrix}"),
    (
        "determinants",
        "\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}",
        "\\begin{pmatrix}2&2\\\\3&2\\end{pmatrix}",
    ),
    (
        "determinants",
        "\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}",
        "\\begin{vmatrix}1&2\\\\3&4\\end{vmatrix}",
    ),
    ("lost braces", "\\frac{1}{2}", "\\frac{1"),
    ("lost braces", "\\frac{1}{2}", "\\frac{1}{23"),
    ("lost braces", "\\sqrt{3}+1", "\\sqrt{3+1"),
    ("lost braces", "x^{10}", "x^{1"),
    ("lost braces", "\\{1,2\\}", "\\{1,3"),
    ("lost braces", "2^{10}+1", "2^{10+1"),
];

#[test]
fn what_is_too_much_is_undecided() {
    let deep = "(".repeat(500) + "1" + &")".repeat(500);
    let long = "x+".repeat(2_000) + "1";
    for (gold, answer) in [
        ("2^{1000000}", "2^{1000001}"),
        ("10^{10^{10}}", "10^{10^{11}}"),
        ("(a+b+c+d+e+f+1)^{200}", "(a+b+c+d+e+f)^{200}"),
        (deep.as_str(), "1"),
        (long.as_str(), "x"),
        ("\\frac{1}{0}", "\\frac{2}{0}"),
        ("n!", "n"),
    ] {
        assert_eq!(equal(gold, answer).verdict(), Equivalence::Undecided, "{gold}");
        in_time(gold, answer);
    }
}
