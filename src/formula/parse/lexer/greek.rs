//! Greek letters and their commands.

/// The command of a Greek letter.
pub(super) fn greek(letter: char) -> Option<&'static str> {
    const SMALL: [&str; 25] = [
        "alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa",
        "lambda", "mu", "nu", "xi", "omicron", "pi", "rho", "sigma", "sigma", "tau", "upsilon",
        "phi", "chi", "psi", "omega",
    ];
    let at = (letter as usize).checked_sub('α' as usize);
    at.and_then(|at| SMALL.get(at).copied()).or(match letter {
        'Δ' => Some("Delta"),
        'Γ' => Some("Gamma"),
        'Θ' => Some("Theta"),
        'Λ' => Some("Lambda"),
        'Π' => Some("Pi"),
        'Σ' => Some("Sigma"),
        'Φ' => Some("Phi"),
        'Ω' => Some("Omega"),
        _ => None,
    })
}

/// Whether a command is a Greek letter or one that is used like it.
pub(in crate::formula::parse) fn is_letter(name: &str) -> bool {
    ('α'..='ω').chain("ΔΓΘΛΠΣΦΩ".chars()).any(|letter| greek(letter) == Some(name))
        || matches!(name, "varepsilon" | "vartheta" | "varphi" | "ell" | "Psi" | "Xi" | "Upsilon")
}

/// The Greek letter of a command.
pub(crate) fn letter_of(name: &str) -> Option<char> {
    ('α'..='ω').chain("ΔΓΘΛΠΣΦΩ".chars()).find(|letter| greek(*letter) == Some(name))
}
