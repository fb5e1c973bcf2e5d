//! LaTeX as plain text, as far as answers go: `LatexNodes2Text().latex_to_text` of `pylatexenc` 2.11.

use crate::text::classes::is_python_whitespace;
use crate::text::formula::argument_length;
use itertools::Itertools as _;

/// Deeper braces are not followed.
const MAX_DEPTH: u32 = 60;

/// The text that a reader sees. Commands without a sign of their own vanish, what is in their braces
/// stays.
/// `None` where the reference raises an error: a root of nothing.
pub(super) fn unlatex(latex: &str) -> Option<String> {
    let mut reader = LatexReader { rest: latex, depth: 0, displays: 0, failed: false };
    let mut text = String::with_capacity(latex.len());
    while !reader.rest.is_empty() {
        reader.until_close(&mut text);
        // A brace that closes nothing is passed over.
        reader.rest = reader.rest.get(1..).unwrap_or("");
    }
    (!reader.failed).then_some(text)
}

struct LatexReader<'t> {
    rest: &'t str,
    depth: u32,
    /// How many `\[` are open.
    displays: u32,
    failed: bool,
}

impl LatexReader<'_> {
    /// Everything up to a closing brace or the end of an environment.
    fn until_close(&mut self, text: &mut String) {
        while let Some(first) = self.rest.chars().next() {
            if first == '}' || self.rest.starts_with("\\end{") {
                return;
            }
            self.piece(first, text);
        }
    }

    fn piece(&mut self, first: char, text: &mut String) {
        match first {
            '\\' => self.command(text),
            '{' => self.group(text),
            '%' => self.rest = self.rest.find('\n').map_or("", |end| &self.rest[end..]),
            _ => {
                const LIGATURES: [(&str, &str); 5] =
                    [("---", "—"), ("--", "–"), ("``", "“"), ("''", "”"), ("&", "   ")];
                let ligature = LIGATURES.iter().find(|(from, _)| self.rest.starts_with(from));
                if let Some((from, to)) = ligature {
                    text.push_str(to);
                    self.rest = &self.rest[from.len()..];
                } else {
                    text.push(if first == '~' { '\u{a0}' } else { first });
                    self.rest = &self.rest[first.len_utf8()..];
                }
            }
        }
    }

    /// A group in braces, or the brace alone where the nesting is too deep.
    fn group(&mut self, text: &mut String) {
        self.rest = &self.rest[1..];
        if self.depth >= MAX_DEPTH {
            return;
        }
        self.depth += 1;
        self.until_close(text);
        self.depth -= 1;
        self.rest = self.rest.strip_prefix('}').unwrap_or(self.rest);
    }

    fn command(&mut self, text: &mut String) {
        let after = &self.rest[1..];
        let length = after.bytes().take_while(u8::is_ascii_alphabetic).count();
        if length == 0 {
            let sign = after.chars().next();
            self.rest = &after[sign.map_or(0, char::len_utf8)..];
            match sign {
                Some('\\') => {
                    text.push('\n');
                    self.optional_argument();
                }
                Some(',' | ' ' | ';' | ':') => text.push(' '),
                Some(sign @ ('{' | '}' | '%' | '$' | '&' | '#' | '_')) => text.push(sign),
                Some('-') => text.push('\u{ad}'),
                Some('[') => {
                    self.displays += 1;
                    text.push_str("\n    ");
                }
                // One that closes nothing is passed over.
                Some(']') => {
                    if let Some(open) = self.displays.checked_sub(1) {
                        self.displays = open;
                        text.push('\n');
                    }
                }
                _ => {}
            }
            return;
        }
        let (name, after) = after.split_at(length);
        // Blanks behind a name belong to it.
        self.rest = after.trim_start_matches([' ', '\t', '\n']);
        match name {
            "frac" => {
                let behind = self.rest;
                let open =
                    self.rest.strip_prefix('{').is_some_and(|it| argument_length(it).is_none());
                let over = if open { None } else { self.argument() };
                let sides = over.and_then(|over| Some((over, self.argument()?)));
                if let Some((over, under)) = sides {
                    text.extend([over.as_str(), "/", under.as_str()]);
                } else {
                    text.push_str("%s/%s");
                    self.rest = behind;
                }
            }
            "sqrt" => {
                self.optional_argument();
                let inside = self.argument();
                self.failed |= inside.is_none();
                text.extend(["√(", inside.as_deref().unwrap_or_default(), ")"]);
            }
            "mbox" | "hspace" | "label" => {
                self.argument();
            }
            "bar" => self.marked('\u{305}', text),
            "hat" => self.marked('\u{302}', text),
            "tilde" => self.marked('\u{303}', text),
            "vec" => self.marked('\u{20d7}', text),
            "mathbf" => {
                let inside = self.argument().unwrap_or_default();
                text.extend(inside.chars().map(bold));
            }
            "mathbb" => {
                let inside = self.argument().unwrap_or_default();
                text.extend(inside.chars().map(double_struck));
            }
            "begin" => self.environment(text),
            "quad" => text.push_str("  "),
            "qquad" => text.push_str("    "),
            _ if WORDS.contains(&name) => text.push_str(name),
            _ => {
                let mut signs = SIGNS.split(' ');
                while let (Some(known), Some(sign)) = (signs.next(), signs.next()) {
                    if known == name {
                        return text.push_str(sign);
                    }
                }
            }
        }
    }

    fn marked(&mut self, mark: char, text: &mut String) {
        text.extend(self.argument());
        text.push(mark);
    }

    /// What a command applies to: a group, a command, or one character.
    fn argument(&mut self) -> Option<String> {
        self.rest = self.rest.trim_start_matches(is_python_whitespace);
        let first = self.rest.chars().next()?;
        if first == '}' {
            // It closes nothing here, and stands for an argument without text.
            self.rest = &self.rest[1..];
            return Some(String::new());
        }
        let mut text = String::new();
        if matches!(first, '{' | '\\') {
            if self.depth >= MAX_DEPTH {
                return None;
            }
            self.depth += 1;
            self.piece(first, &mut text);
            self.depth -= 1;
        } else {
            text.push(first);
            self.rest = &self.rest[first.len_utf8()..];
        }
        Some(text)
    }

    fn optional_argument(&mut self) {
        if let Some((_, after)) = self.rest.strip_prefix('[').and_then(|rest| rest.split_once(']'))
        {
            self.rest = after;
        }
    }

    /// An environment: a matrix in square brackets, anything else without its marks.
    fn environment(&mut self, text: &mut String) {
        let name = self.rest.strip_prefix('{').and_then(|rest| rest.split_once('}'));
        let Some((name, after)) = name else { return };
        if self.depth >= MAX_DEPTH {
            return;
        }
        self.rest = after;
        if name == "array" {
            self.argument();
        }
        let mut inside = String::new();
        self.depth += 1;
        self.until_close(&mut inside);
        self.depth -= 1;
        let end = self.rest.strip_prefix("\\end{").and_then(|rest| rest.split_once('}'));
        self.rest = end.map_or(self.rest, |(_, after)| after);
        if name.ends_with("matrix") || name == "array" {
            let rows = inside.split('\n').map(|row| {
                row.split("   ").map(str::trim).filter(|cell| !cell.is_empty()).collect::<Vec<_>>()
            });
            let rows = rows.filter(|row| !row.is_empty()).map(|row| row.join(" ")).join("; ");
            text.extend(["[ ", &rows, " ]"]);
        } else {
            text.push_str(&inside);
        }
    }
}

fn bold(c: char) -> char {
    let at = |start: u32, zero: char| char::from_u32(start + (c as u32 - zero as u32)).unwrap_or(c);
    match c {
        'A'..='Z' => at(0x1_d400, 'A'),
        'a'..='z' => at(0x1_d41a, 'a'),
        '0'..='9' => at(0x1_d7ce, '0'),
        _ => c,
    }
}

fn double_struck(c: char) -> char {
    match c {
        'C' => 'ℂ',
        'N' => 'ℕ',
        'P' => 'ℙ',
        'Q' => 'ℚ',
        'R' => 'ℝ',
        'Z' => 'ℤ',
        _ => c,
    }
}

/// Commands that are the word of their name.
const WORDS: [&str; 15] = [
    "sin", "cos", "tan", "sinh", "cosh", "tanh", "arcsin", "arccos", "arctan", "log", "ln", "exp",
    "lim", "max", "min",
];

/// Commands that are a sign, each before its sign.
const SIGNS: &str = "\
    cdot · times × div ÷ pm ± mp ∓ pi π infty ∞ cup ∪ cap ∩ in ∈ notin ∉ emptyset ∅ varnothing ∅ \
    circ ∘ le ≤ leq ≤ ge ≥ geq ≥ neq ≠ approx ≈ equiv ≡ sim ∼ to → rightarrow → Rightarrow ⇒ \
    ldots … dots … cdots ⋯ vdots ⋮ ddots ⋱ angle ∠ perp ⊥ parallel ∥ sum ∑ prod ∏ int ∫ lfloor ⌊ \
    rfloor ⌋ lceil ⌈ rceil ⌉ langle ⟨ rangle ⟩ alpha α beta β gamma γ delta δ epsilon ϵ \
    varepsilon ε zeta ζ eta η theta θ iota ι kappa κ lambda λ mu μ nu ν xi ξ rho ρ sigma σ tau τ \
    upsilon υ phi ϕ varphi φ chi χ psi ψ omega ω Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π \
    Sigma Σ Phi Φ Psi Ψ Omega Ω diamond ♢ prime ' mid | vert | lvert | rvert | Vert ‖ lbrace { \
    rbrace } backslash \\ subset ⊂ subseteq ⊆ supset ⊃ supseteq ⊇ setminus ∖ ll ≪ gg ≫ forall ∀ \
    exists ∃ wedge ∧ vee ∨ oplus ⊕ otimes ⊗ nabla ∇ partial ∂ hbar ħ ell ℓ square □ mapsto ↦ \
    Leftrightarrow ⇔ leftarrow ← textdegree ° star ⋆ ast ∗";
