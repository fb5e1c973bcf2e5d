//! Greek letters and their commands.

const NAMES: [&str; 33] = [
    "alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa",
    "lambda", "mu", "nu", "xi", "omicron", "pi", "rho", "sigma", "sigma", "tau", "upsilon", "phi",
    "chi", "psi", "omega", "Delta", "Gamma", "Theta", "Lambda", "Pi", "Sigma", "Phi", "Omega",
];

fn letters() -> impl Iterator<Item = (char, &'static str)> {
    ('α'..='ω').chain("ΔΓΘΛΠΣΦΩ".chars()).zip(NAMES)
}

/// The command of a Greek letter.
pub(super) fn greek(letter: char) -> Option<&'static str> {
    letters().find(|(known, _)| *known == letter).map(|(_, name)| name)
}

/// Whether a command is a Greek letter or one that is used like it.
pub(in crate::text::formula::parse) fn is_letter(name: &str) -> bool {
    letter_of(name).is_some()
        || matches!(name, "varepsilon" | "vartheta" | "varphi" | "ell" | "Psi" | "Xi" | "Upsilon")
}

/// The Greek letter of a command.
pub(crate) fn letter_of(name: &str) -> Option<char> {
    letters().find(|(_, known)| *known == name).map(|(letter, _)| letter)
}
