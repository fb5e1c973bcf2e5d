//! The check of the brackets around matrices that comes before the parser.

/// Names of environments with brackets of their own.
const NAMES: [&str; 3] = ["pmatrix", "bmatrix", "vmatrix"];

/// Whether every `\begin{pmatrix}` and the like is followed by its own end before the next one.
pub(super) fn is_balanced(text: &str) -> bool {
    let mut open: Option<&str> = None;
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        rest = &rest[at + 1..];
        let mark = NAMES.iter().find_map(|name| {
            let begin = rest.strip_prefix("begin{");
            let body = begin.or_else(|| rest.strip_prefix("end{"))?;
            body.strip_prefix(name)?.starts_with('}').then_some((begin.is_some(), *name))
        });
        match (mark, open) {
            (None, _) => {}
            (Some((true, name)), None) => open = Some(name),
            (Some((false, name)), Some(begun)) if begun == name => open = None,
            _ => return false,
        }
    }
    open.is_none()
}
