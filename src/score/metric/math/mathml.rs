//! An answer as presentation `MathML`, for browsers to draw.

use super::parse;
use super::tree::{Bracket, Constant, Expr, Sign};

/// The answer as a `<math>` element; `None` if it cannot be read as mathematics. Every text in it is
/// escaped.
pub fn mathml(latex: &str) -> Option<String> {
    let reading = parse::parse(latex)?;
    let mut out = String::from("<math xmlns=\"http://www.w3.org/1998/Math/MathML\">");
    write(&mut out, &reading.expr, 0);
    out.push_str("</math>");
    Some(out)
}

/// How tightly an expression holds together: what is looser than its place gets brackets.
fn tightness(expr: &Expr) -> u8 {
    match expr {
        Expr::List(_) | Expr::Relation(..) => 0,
        Expr::Union(_) | Expr::Ratio(_) => 1,
        Expr::Sum(_) | Expr::Negative(_) | Expr::PlusMinus(..) => 2,
        Expr::Product(_) | Expr::Quotient(_, _, false) | Expr::Mixed(..) | Expr::Unit(..) => 3,
        Expr::Quotient(_, _, true)
        | Expr::Power(..)
        | Expr::Factorial(_)
        | Expr::Percent(_)
        | Expr::Degrees(_)
        | Expr::Call(..) => 4,
        _ => 5,
    }
}

fn tag(out: &mut String, name: &str, text: &str) {
    within(out, name, |out| {
        for c in text.chars() {
            match c {
                '<' => out.push_str("&lt;"),
                '>' => out.push_str("&gt;"),
                '&' => out.push_str("&amp;"),
                '"' => out.push_str("&quot;"),
                c => out.push(c),
            }
        }
    });
}

fn operator(out: &mut String, sign: &str) {
    tag(out, "mo", sign);
}

fn within(out: &mut String, name: &str, inside: impl FnOnce(&mut String)) {
    out.extend(["<", name, ">"]);
    inside(out);
    out.extend(["</", name, ">"]);
}

fn write(out: &mut String, expr: &Expr, least: u8) {
    within(out, "mrow", |out| {
        let brackets = tightness(expr) < least;
        if brackets {
            operator(out, "(");
        }
        inner(out, expr);
        if brackets {
            operator(out, ")");
        }
    });
}

fn joined(out: &mut String, parts: &[Expr], sign: &str, least: u8) {
    for (at, part) in parts.iter().enumerate() {
        if at > 0 {
            operator(out, sign);
        }
        write(out, part, least);
    }
}

fn fenced(out: &mut String, open: &str, parts: &[Expr], close: &str) {
    operator(out, open);
    joined(out, parts, ",", 1);
    operator(out, close);
}

fn inner(out: &mut String, expr: &Expr) {
    match expr {
        Expr::Number(value, digits) => {
            // Digits as they were typed, without the signs of LaTeX between them.
            let plain = digits.bytes().all(|b| b.is_ascii_digit() || b == b'.' || b == b',');
            tag(out, "mn", if plain { digits.clone() } else { value.to_string() }.as_str());
        }
        Expr::Symbol(name) => symbol(out, name),
        Expr::Constant(constant) => match constant {
            Constant::Pi => tag(out, "mi", "π"),
            Constant::E => tag(out, "mi", "e"),
            Constant::I => tag(out, "mi", "i"),
            Constant::Infinity => tag(out, "mi", "∞"),
            Constant::Empty => tag(out, "mi", "∅"),
            Constant::Reals => tag(out, "mi", "ℝ"),
        },
        Expr::Sum(terms) => {
            for (at, term) in terms.iter().enumerate() {
                if let Expr::Negative(part) = term {
                    operator(out, "−");
                    write(out, part, 3);
                    continue;
                }
                if at > 0 {
                    operator(out, "+");
                }
                write(out, term, 2);
            }
        }
        Expr::Product(factors) => {
            for (at, factor) in factors.iter().enumerate() {
                let digits = matches!(factor, Expr::Number(..) | Expr::InBase(..));
                if at > 0 {
                    operator(out, if digits { "·" } else { "\u{2062}" });
                }
                write(out, factor, 3);
            }
        }
        Expr::Quotient(over, under, true) => within(out, "mfrac", |out| {
            write(out, over, 0);
            write(out, under, 0);
        }),
        Expr::Quotient(over, under, false) => {
            write(out, over, 3);
            operator(out, "/");
            write(out, under, 4);
        }
        Expr::Power(base, exponent) => within(out, "msup", |out| {
            write(out, base, 5);
            write(out, exponent, 0);
        }),
        Expr::Root(radicand, None) => within(out, "msqrt", |out| write(out, radicand, 0)),
        Expr::Root(radicand, Some(index)) => within(out, "mroot", |out| {
            write(out, radicand, 0);
            write(out, index, 0);
        }),
        Expr::Negative(part) => {
            operator(out, "−");
            write(out, part, 3);
        }
        Expr::PlusMinus(before, after, turned) => {
            if let Some(before) = before {
                write(out, before, 2);
            }
            operator(out, if *turned { "∓" } else { "±" });
            write(out, after, 3);
        }
        Expr::Mixed(whole, part) => {
            write(out, whole, 5);
            out.push_str("<mspace width=\"0.2em\"/>");
            write(out, part, 3);
        }
        Expr::Call(name, arguments) => {
            if name == "overline" || name == "bar" {
                within(out, "mover", |out| {
                    within(out, "mrow", |out| joined(out, arguments, ",", 0));
                    operator(out, "¯");
                });
                return;
            }
            if name == "floor" || name == "ceil" {
                let (open, close) = if name == "floor" { ("⌊", "⌋") } else { ("⌈", "⌉") };
                fenced(out, open, arguments, close);
                return;
            }
            if let ("log", [argument, base]) = (name.as_str(), arguments.as_slice()) {
                within(out, "msub", |out| {
                    tag(out, "mi", name);
                    write(out, base, 0);
                });
                fenced(out, "(", std::slice::from_ref(argument), ")");
                return;
            }
            tag(out, "mi", name);
            fenced(out, "(", arguments, ")");
        }
        Expr::Factorial(part) => {
            write(out, part, 5);
            operator(out, "!");
        }
        Expr::Binomial(n, k) => {
            operator(out, "(");
            out.push_str("<mfrac linethickness=\"0\">");
            write(out, n, 0);
            write(out, k, 0);
            out.push_str("</mfrac>");
            operator(out, ")");
        }
        Expr::Absolute(part) => {
            operator(out, "|");
            write(out, part, 0);
            operator(out, "|");
        }
        Expr::Percent(part) => {
            write(out, part, 4);
            operator(out, "%");
        }
        Expr::Degrees(part) => within(out, "msup", |out| {
            write(out, part, 5);
            operator(out, "∘");
        }),
        Expr::Unit(part, words) => {
            write(out, part, 0);
            tag(out, "mtext", &format!("\u{a0}{words}"));
        }
        Expr::InBase(digits, base) => within(out, "msub", |out| {
            tag(out, "mn", digits);
            tag(out, "mn", base);
        }),
        Expr::Ratio(parts) => joined(out, parts, ":", 2),
        Expr::List(parts) => joined(out, parts, ",", 1),
        Expr::Tuple(open, parts, close) => {
            let side = |bracket: &Bracket, signs: [&'static str; 3]| match bracket {
                Bracket::Round => signs[0],
                Bracket::Square => signs[1],
                Bracket::Angle => signs[2],
            };
            let (open, close) = (side(open, ["(", "[", "⟨"]), side(close, [")", "]", "⟩"]));
            fenced(out, open, parts, close);
        }
        Expr::Set(parts) => fenced(out, "{", parts, "}"),
        Expr::Union(parts) => {
            let conditions = matches!(parts.first(), Some(Expr::Relation(..)));
            joined(out, parts, if conditions { "or" } else { "∪" }, 2 - u8::from(conditions));
        }
        Expr::Matrix(rows, bars) => {
            let (open, close) = if *bars { ("|", "|") } else { ("(", ")") };
            operator(out, open);
            within(out, "mtable", |out| {
                for row in rows {
                    within(out, "mtr", |out| {
                        for cell in row {
                            within(out, "mtd", |out| write(out, cell, 0));
                        }
                    });
                }
            });
            operator(out, close);
        }
        Expr::Relation(first, rest) => {
            write(out, first, 1);
            for (sign, part) in rest {
                operator(out, relation(*sign));
                write(out, part, 1);
            }
        }
        Expr::Text(words) => tag(out, "mtext", words),
    }
}

fn relation(sign: Sign) -> &'static str {
    match sign {
        Sign::Equal => "=",
        Sign::Unequal => "≠",
        Sign::Less => "<",
        Sign::LessOrEqual => "≤",
        Sign::Greater => ">",
        Sign::GreaterOrEqual => "≥",
        Sign::In => "∈",
        Sign::About => "≈",
        Sign::To => "→",
        Sign::Other => "∼",
    }
}

fn symbol(out: &mut String, name: &str) {
    let (base, index) = match name.split_once('_') {
        Some((base, index)) => (base, Some(index)),
        None => (name, None),
    };
    let base = parse::letter_of(base).map_or_else(|| base.to_owned(), String::from);
    match index {
        None => tag(out, "mi", &base),
        Some(index) => within(out, "msub", |out| {
            tag(out, "mi", &base);
            tag(out, "mi", index);
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::mathml;

    fn drawn(latex: &str) -> String {
        let whole = mathml(latex).unwrap_or_else(|| "none".to_owned());
        whole
            .replace("<mrow>", "")
            .replace("</mrow>", "")
            .replace(" xmlns=\"http://www.w3.org/1998/Math/MathML\"", "")
    }

    #[test]
    fn answers_are_drawn() {
        assert_eq!(drawn("\\frac{1}{2}"), "<math><mfrac><mn>1</mn><mn>2</mn></mfrac></math>");
        assert_eq!(drawn("\\lambda_1"), "<math><msub><mi>λ</mi><mi>1</mi></msub></math>");
        assert_eq!(
            drawn("(x+1)^2"),
            "<math><msup><mo>(</mo><mi>x</mi><mo>+</mo><mn>1</mn><mo>)</mo><mn>2</mn></msup></math>"
        );
        assert_eq!(
            drawn("x < \\sqrt{3}"),
            "<math><mi>x</mi><mo>&lt;</mo><msqrt><mn>3</mn></msqrt></math>"
        );
        assert_eq!(drawn("5,\\!000"), "<math><mn>5000</mn></math>");
        assert!(
            drawn("\\begin{pmatrix} 1 & 2 \\\\ 3 & 4 \\end{pmatrix}")
                .contains("<mtr><mtd><mn>3</mn></mtd>")
        );
    }

    #[test]
    fn nothing_is_let_through_as_markup() {
        assert_eq!(mathml("\\unknown{5}"), None);
        let text = mathml("5\\text{ <script>&\"}").unwrap();
        assert!(text.contains("&lt;script&gt;&amp;") && !text.contains("<script"), "{text}");
    }

    #[test]
    fn every_element_is_closed() {
        for latex in [
            "3\\pm 2\\sqrt[3]{x}", "\\binom{5}{2}", "[1,2)\\cup\\{3\\}", "4\\frac12", "50\\%",
            "90^\\circ", "\\log_2 8 + f(x)!", "|x|\\le 3:4", "12_3", "\\text{east}",
            "5\\text{ cm}^2", "-\\infty", "1,2",
        ] {
            let text = mathml(latex).unwrap_or_else(|| panic!("{latex}"));
            let opened =
                text.matches('<').count() - text.matches("</").count() - text.matches("/>").count();
            assert_eq!(opened, text.matches("</").count(), "{latex}: {text}");
        }
    }
}
