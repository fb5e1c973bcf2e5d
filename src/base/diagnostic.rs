//! What the reader of a report must know besides the number: problems, doubts and facts, each with
//! its place and, where there is one, its remedy.

use serde::{Deserialize, Serialize};

/// How much a diagnostic matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// A fact worth knowing; the number is not in doubt.
    Info,
    /// The number may not mean what it seems to mean.
    Warning,
    /// Something could not be read or scored.
    Error,
}

/// One finding about the input or the score.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Diagnostic {
    /// How much it matters.
    pub severity: Severity,
    /// Stable name for scripts, in `snake_case`.
    pub code: String,
    /// What is the case, in one sentence.
    pub message: String,
    /// Name of the file, without its folder.
    pub file: Option<String>,
    /// Row as an editor or spreadsheet counts it: from 1; a line number where the format has lines.
    pub row: Option<u64>,
    /// Name of the column.
    pub column: Option<String>,
    /// What to do about it.
    pub remedy: Option<String>,
}

impl Diagnostic {
    /// A diagnostic without a place or remedy; add them with [`Self::file`], [`Self::row`],
    /// [`Self::column`] and [`Self::remedy`].
    pub fn new(severity: Severity, code: &str, message: impl Into<String>) -> Self {
        Self {
            severity,
            code: code.to_owned(),
            message: shortened(message.into()),
            file: None,
            row: None,
            column: None,
            remedy: None,
        }
    }

    /// An [`Severity::Info`].
    pub fn info(code: &str, message: impl Into<String>) -> Self {
        Self::new(Severity::Info, code, message)
    }

    /// A [`Severity::Warning`].
    pub fn warning(code: &str, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, code, message)
    }

    /// An [`Severity::Error`].
    pub fn error(code: &str, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, code, message)
    }

    /// Names the file.
    #[must_use]
    pub fn file(mut self, name: impl Into<String>) -> Self {
        self.file = Some(cut_middle(&name.into(), QUOTED));
        self
    }

    /// Names the row, counted from 1.
    #[must_use]
    pub fn row(mut self, row: u64) -> Self {
        self.row = Some(row);
        self
    }

    /// Names the column.
    #[must_use]
    pub fn column(mut self, name: impl Into<String>) -> Self {
        self.column = Some(cut_middle(&name.into(), QUOTED));
        self
    }

    /// Says what to do.
    #[must_use]
    pub fn remedy(mut self, text: impl Into<String>) -> Self {
        self.remedy = Some(shortened(text.into()));
        self
    }
}

/// `error[code]: message (file, row 3, column "answer"): remedy`
impl std::fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let severity = match self.severity {
            Severity::Info => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        };
        write!(f, "{severity}[{}]: {}", self.code, self.message)?;
        let place: Vec<String> = [
            self.file.clone(),
            self.row.map(|row| format!("row {row}")),
            self.column.as_ref().map(|column| format!("column {column:?}")),
        ]
        .into_iter()
        .flatten()
        .collect();
        if !place.is_empty() {
            write!(f, " ({})", place.join(", "))?;
        }
        if let Some(remedy) = &self.remedy {
            write!(f, " -> {remedy}")?;
        }
        Ok(())
    }
}

/// Collects diagnostics while work goes on. Of each code and file the first
/// [`Diagnostics::LISTED`] are kept and the rest counted, so a million bad rows stay readable.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics {
    listed: Vec<Diagnostic>,
    /// How many of each code and file, in the order in which they first came.
    seen: Vec<(String, Option<String>, u64)>,
}

impl Diagnostics {
    /// How many of one code and file are listed one by one.
    pub const LISTED: u64 = 20;

    /// Adds one.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        let seen = self.seen(&diagnostic.code, diagnostic.file.as_deref());
        *seen += 1;
        if *seen <= Self::LISTED {
            self.listed.push(diagnostic);
        }
    }

    fn seen(&mut self, code: &str, file: Option<&str>) -> &mut u64 {
        let known = self.seen.iter().position(|(c, f, _)| c == code && f.as_deref() == file);
        let place = known.unwrap_or_else(|| {
            self.seen.push((code.to_owned(), file.map(str::to_owned), 0));
            self.seen.len() - 1
        });
        &mut self.seen[place].2
    }

    /// Adds all of another collection.
    pub fn append(&mut self, other: Self) {
        for diagnostic in &other.listed {
            self.push(diagnostic.clone());
        }
        for (code, file, count) in other.seen {
            let unlisted = count.saturating_sub(Self::LISTED);
            if unlisted > 0 {
                *self.seen(&code, file.as_deref()) += unlisted;
            }
        }
    }

    /// How many were added with this code.
    pub fn count(&self, code: &str) -> u64 {
        self.seen.iter().filter(|(c, _, _)| c == code).map(|(_, _, n)| n).sum()
    }

    /// The list, errors first, in the order added otherwise; where rows were only counted, a last
    /// entry of that code says how many more there are.
    pub fn finish(&self) -> Vec<Diagnostic> {
        let mut list = self.listed.clone();
        for (code, file, count) in &self.seen {
            let more = count.saturating_sub(Self::LISTED);
            if more > 0
                && let Some(first) = self.listed.iter().find(|d| d.code == *code && d.file == *file)
            {
                // The first one's message names a row or key, which here would seem to stand for all.
                list.push(Diagnostic {
                    message: match more {
                        1 => format!("1{MORE}is not listed"),
                        more => format!("{more}{MORE}are not listed"),
                    },
                    row: None,
                    ..first.clone()
                });
            }
        }
        [Severity::Error, Severity::Warning, Severity::Info]
            .into_iter()
            .flat_map(|severity| list.iter().filter(move |d| d.severity == severity).cloned())
            .collect()
    }
}

/// What ends the message of an entry that only counts.
const MORE: &str = " more of this kind ";

/// A sentence with an ellipsis in the place of each text that it quotes: ids, questions and answers.
pub fn without_quotes(sentence: &str) -> String {
    let mut bare = String::with_capacity(sentence.len());
    let (mut quoted, mut escaped) = (false, false);
    for c in sentence.chars() {
        if c == '"' && !escaped {
            bare.push_str(if quoted { "…\"" } else { "\"" });
            quoted = !quoted;
        } else if !quoted {
            bare.push(c);
        }
        escaped = quoted && c == '\\' && !escaped;
    }
    bare
}

/// Diagnostics of one kind.
#[derive(Clone, Debug, PartialEq)]
pub struct Alike<'a> {
    /// Those that are listed, one at least.
    pub listed: Vec<&'a Diagnostic>,
    /// How many there are, those that were only counted included.
    pub count: u64,
}

/// The diagnostics of a list by kind, in the order in which kinds first come: those about rows that
/// have the same code and file are one kind, any other is one of its own.
pub fn by_kind<'a>(list: impl Iterator<Item = &'a Diagnostic>) -> Vec<Alike<'a>> {
    let mut kinds: Vec<Alike<'_>> = Vec::new();
    for one in list {
        let counted = one.message.split_once(MORE).and_then(|(count, _)| count.parse().ok());
        let same = |kind: &&mut Alike<'_>| {
            let first = kind.listed[0];
            first.row.is_some() && (&first.code, &first.file) == (&one.code, &one.file)
        };
        let known = kinds.iter_mut().find(same);
        match known.filter(|_| one.row.is_some() || counted.is_some()) {
            Some(kind) => {
                kind.count += counted.unwrap_or(1);
                kind.listed.extend(counted.is_none().then_some(one));
            }
            None => kinds.push(Alike { listed: vec![one], count: 1 }),
        }
    }
    kinds
}

/// A text of at most so many characters, for a sentence or a row; what is cut off is told by `…`.
pub fn cut(text: &str, characters: usize) -> String {
    match text.char_indices().nth(characters) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Characters of a quoted text that a sentence shows, and characters of the whole sentence.
const QUOTED: usize = 80;
const SENTENCE: usize = 1000;

/// A sentence for people: what it quotes of the files is cut in the middle, so that no cell, however
/// large, makes a message large.
pub fn shortened(sentence: String) -> String {
    if sentence.len() <= QUOTED {
        return sentence;
    }
    let (mut short, mut rest) = (String::new(), sentence.as_str());
    while let Some((before, quoted)) = rest.split_once('"') {
        let is_end = |at: &usize| !quoted[..*at].ends_with('\\');
        let Some(end) = quoted.match_indices('"').map(|(at, _)| at).find(is_end) else { break };
        short += &[before, "\"", &cut_middle(&quoted[..end], QUOTED), "\""].concat();
        rest = &quoted[end + 1..];
    }
    cut_middle(&(short + rest), SENTENCE)
}

/// Whether remedies speak to somebody at the page, who chooses there, or at the command line.
pub(crate) const ON_PAGE: bool = cfg!(target_arch = "wasm32");

/// A name of at most so many characters besides a `…` in its middle: names of files that belong
/// together begin alike, and what tells them apart often stands last.
pub fn cut_middle(name: &str, characters: usize) -> String {
    if name.char_indices().nth(characters).is_none() {
        return name.to_owned();
    }
    let first = characters.div_ceil(2);
    let end = name.char_indices().nth(first).map_or(name.len(), |(at, _)| at);
    let last =
        (characters - first).checked_sub(1).and_then(|back| name.char_indices().nth_back(back));
    let start = last.map_or(name.len(), |(at, _)| at);
    [&name[..end], "…", &name[start..]].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_keeps_its_beginning_and_its_end() {
        assert_eq!(cut_middle("abcdé", 5), "abcdé");
        assert_eq!(cut_middle("abcdéf", 5), "abc…éf");
        assert_eq!(cut_middle("äöü", 0), "…");
        assert_eq!(cut_middle("", 0), "");
        let [one, other] =
            ["a", "b"].map(|end| cut_middle(&["x".repeat(60).as_str(), end].concat(), 60));
        assert_ne!(one, other);
    }

    #[test]
    fn what_a_sentence_quotes_is_cut_in_its_middle() {
        let long = format!("{}\"{}", "a".repeat(1 << 20), "b".repeat(1 << 20));
        let said = shortened(format!("no question has the key {long:?}, nor \"x\""));
        let short = format!("{}…{}", "a".repeat(40), "b".repeat(40));
        assert_eq!(said, format!("no question has the key \"{short}\", nor \"x\""));
        let same = "A sentence that is longer than what is quoted in it, and quotes \"this\" and \"that\".";
        assert_eq!(shortened(same.to_owned()), same);
        assert_eq!(shortened("é".repeat(5000)).chars().count(), SENTENCE + 1);
        let huge = Diagnostic::error("x", long.clone()).file(&*long).column(&*long).remedy(&*long);
        assert!(serde_json::to_string(&huge).unwrap().len() < 4000);
    }

    #[test]
    fn repeats_are_counted_not_lost() {
        let mut log = Diagnostics::default();
        for row in 1..=100 {
            let message = format!("the answer to \"q{row}\" is blank");
            log.push(Diagnostic::warning("blank", message).file("a.csv").row(row));
        }
        log.push(Diagnostic::error("bad_row", "not JSON").file("a.csv").row(7));
        let list = log.finish();
        assert_eq!(list.len(), 22);
        assert_eq!(list[0].code, "bad_row");
        assert_eq!(list[21].message, "80 more of this kind are not listed");
        assert_eq!((list[21].file.as_deref(), list[21].row), (Some("a.csv"), None));
        assert_eq!(log.count("blank"), 100);
        let kinds: Vec<(&str, u64)> = by_kind(list.iter())
            .iter()
            .map(|kind| (kind.listed[0].code.as_str(), kind.count))
            .collect();
        assert_eq!(kinds, [("bad_row", 1), ("blank", 100)]);
    }

    #[test]
    fn display_names_place_and_remedy() {
        let d =
            Diagnostic::error("bad_row", "not JSON").file("a.csv").row(7).remedy("export again");
        assert_eq!(d.to_string(), "error[bad_row]: not JSON (a.csv, row 7) -> export again");
    }
}
