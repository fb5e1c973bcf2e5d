//! Signatures, taken apart.

use super::Choices;
use crate::base::diagnostic::{Code, Diagnostic};
use crate::base::error::Error;
use crate::base::types::{ColumnChoice, Field, Role, VariantArray as _};

/// A longer text is not a signature.
const LONGEST: usize = 1 << 16;

/// The placeholder for a hash that is still being computed.
pub const UNKNOWN: &str = "…";

/// How many hexadecimal digits of a SHA-256 are in a signature: enough that nobody finds another file with them.
pub const DIGITS: usize = 16;

/// Keys that are not settings.
const OWN: [&str; 16] = [
    "preset", "compare", "steps", "join", "n", "settled", "host", "script", "parts", "baseline",
    "twin", "slice", "cluster", "interval", "seed", "v",
];

/// Keys that occur once for each choice of their kind.
const REPEATED: [&str; 2] = ["twin", "slice"];

/// A signature, taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// Keys and values as written, in order, except files.
    pub values: Vec<(String, String)>,
    /// Files in order.
    pub files: Vec<SignedFile>,
}

/// A run in a signature.
pub(crate) struct Named<'a> {
    /// Its name.
    pub(crate) name: String,
    /// The first digits of the hash of its file; `None` in older signatures.
    pub(crate) hash: Option<&'a str>,
    /// The file, inside of a container, whose container has this hash.
    pub(crate) member: Option<String>,
    /// The number of its second rule in the signature, from 1; `None` for the rule in force.
    pub(crate) twin: Option<usize>,
}

impl<'a> Named<'a> {
    /// Reads `NAME@HASH`, optionally followed by `/MEMBER` and then `#TWIN`, or the name alone.
    pub(crate) fn parse(value: &'a str) -> Self {
        let is_hash = |hash: &str| {
            let digit = |byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
            hash == UNKNOWN || hash.len() == DIGITS && hash.bytes().all(digit)
        };
        if let Some((name, bytes)) = value.rsplit_once('@') {
            let (bytes, twin) = match bytes.rsplit_once('#') {
                Some((bytes, twin)) => (bytes, twin.parse().ok()),
                None => (bytes, None),
            };
            let (hash, member) = with_member(bytes);
            if is_hash(hash) {
                return Self { name: unescaped(name), hash: Some(hash), member, twin };
            }
        }
        Self { name: unescaped(value), hash: None, member: None, twin: None }
    }
}

/// A file in a signature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignedFile {
    /// Its role.
    pub role: Role,
    /// The first digits of its SHA-256.
    pub hash: String,
    /// The file inside of a container with this hash; `None` if there is no container, and in older signatures.
    pub member: Option<String>,
    /// The chosen parts of its form; empty if nothing was chosen.
    pub form: String,
    /// Fields and columns.
    pub columns: Vec<(Field, String)>,
}

impl Signature {
    /// Takes a signature apart.
    ///
    /// # Errors
    /// `bad_signature` if the text is not a signature, or a part of it is missing.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let text = text.trim().trim_matches('`');
        let mut parsed = Self { values: Vec::new(), files: Vec::new() };
        if text.len() > LONGEST {
            return Err(bad("it is longer than a signature can be"));
        }
        for part in text.split('|') {
            let (key, value) = part
                .split_once(':')
                .filter(|(key, _)| !key.is_empty())
                .ok_or_else(|| bad(&format!("{part:?} is not KEY:VALUE")))?;
            if let Ok(role) = key.parse() {
                parsed.files.push(SignedFile::parse(role, value)?);
            } else if !REPEATED.contains(&key) && parsed.get(key).is_some() {
                return Err(bad(&format!("{key} appears twice")));
            } else {
                parsed.values.push((key.to_owned(), value.to_owned()));
            }
        }
        if parsed.preset().is_none() {
            return Err(bad("it does not begin with preset:ID@VERSION"));
        }
        for key in ["join", "n", "seed", "v"] {
            if parsed.get(key).is_none() {
                return Err(bad(&format!("{key} is missing; it may have been cut")));
            }
        }
        let gold = parsed.files.iter().any(|file| file.role.has_gold());
        let predictions = parsed.files.iter().any(|file| file.role.has_predictions());
        if parsed.get("parts").is_some() {
            return Err(bad("it belongs to merged parts; score and merge these parts again"));
        }
        if !(gold && predictions) {
            return Err(bad("it names no gold file or no predictions"));
        }
        Ok(parsed)
    }

    /// The value of a key as written.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.values.iter().find(|(known, _)| known == key).map(|(_, value)| value.as_str())
    }

    /// All values of a key as written, in order.
    pub(crate) fn all<'a>(&'a self, key: &'a str) -> impl Iterator<Item = &'a str> {
        self.values.iter().filter(move |(known, _)| known == key).map(|(_, value)| value.as_str())
    }

    /// The preset as `ID@VERSION`, and the hash of its settings if they differ from the catalog's.
    pub fn preset(&self) -> Option<(&str, Option<&str>)> {
        let value = self.get("preset")?;
        let modified = value.split_once("+modified:");
        let (name, hash) = modified.map_or((value, None), |(name, hash)| (name, Some(hash)));
        let (id, version) = name.split_once('@')?;
        let whole = !version.is_empty() && version.bytes().all(|byte| byte.is_ascii_digit());
        (!id.is_empty() && whole).then_some((name, hash))
    }

    /// Settings, in order, as `--set` takes them.
    pub fn settings(&self) -> impl Iterator<Item = (&str, String)> {
        let is_setting = |key: &str| !OWN.contains(&key) && !key.contains('.');
        self.values
            .iter()
            .filter(move |(key, _)| is_setting(key))
            .map(|(key, value)| (key.as_str(), unescaped(value)))
    }

    /// The choices that give this signature: preset, settings, join, columns, seed, baseline, second rules,
    /// breakdowns and clusters. Two things are missing: the forms of files, which belong to slots, and the settled
    /// meanings of gold answers, which only the report has.
    pub fn choices(&self) -> Choices {
        Choices {
            preset: self.preset().map(|(name, _)| name.to_owned()),
            set: self.settings().map(|(key, value)| (key.to_owned(), value)).collect(),
            join: self.get("join").and_then(|key| key.parse().ok()),
            columns: self.columns(),
            seed: self.get("seed").and_then(|seed| seed.parse().ok()).unwrap_or_default(),
            baseline: self.get("baseline").map(|value| Named::parse(value).name),
            twins: self.all("twin").map(unescaped).collect(),
            slices: self.all("slice").map(unescaped).collect(),
            cluster: self.get("cluster").map(unescaped),
            ..Choices::default()
        }
    }

    /// Columns by role, if all files of the role have the same columns.
    fn columns(&self) -> Vec<ColumnChoice> {
        let mut choices = Vec::new();
        for role in Role::VARIANTS.iter().copied() {
            let files: Vec<_> = self.files.iter().filter(|file| file.role == role).collect();
            let Some((first, others)) = files.split_first() else { continue };
            if others.iter().all(|other| other.columns == first.columns) {
                choices.extend(first.columns.iter().map(|(field, column)| ColumnChoice {
                    role,
                    field: *field,
                    column: column.clone(),
                }));
            }
        }
        choices
    }
}

impl SignedFile {
    fn parse(role: Role, value: &str) -> Result<Self, Error> {
        let (head, columns) = value.split_once('{').unwrap_or((value, "}"));
        let no_end = || bad(&format!("the list of columns of {} is cut off", role.name()));
        let columns = columns.strip_suffix('}').ok_or_else(no_end)?;
        let (bytes, form) = head.split_once('+').unwrap_or((head, ""));
        let (hash, member) = with_member(bytes);
        let is_hash = hash.len() >= 12 && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
        if !is_hash {
            let what = if hash == UNKNOWN { "is not computed yet" } else { "is not a hash" };
            return Err(bad(&format!("the hash of {} {what}", role.name())));
        }
        let column = |text: &str| {
            let known = text.split_once('=');
            let known = known.and_then(|(name, rest)| Some((name.parse().ok()?, unescaped(rest))));
            known.ok_or_else(|| bad(&format!("{text:?} is not a column")))
        };
        let columns = columns.split(',').filter(|column| !column.is_empty());
        let columns = columns.map(column).collect::<Result<_, _>>()?;
        let (hash, form) = (hash.to_ascii_lowercase(), form.to_owned());
        Ok(Self { role, hash, member, form, columns })
    }

    /// Whether the hashes are equal, as far as both go; the file inside may differ.
    pub(crate) fn is(&self, other: &Self) -> bool {
        self.role == other.role
            && (self.hash.starts_with(&other.hash) || other.hash.starts_with(&self.hash))
    }

    /// Whether this does not state the file inside of a container, and the other one does.
    pub(crate) fn leaves_open(&self, other: &Self) -> bool {
        self.member.is_none() && other.member.is_some()
    }
}

/// Reads `HASH/MEMBER`, or a hash alone.
fn with_member(bytes: &str) -> (&str, Option<String>) {
    match bytes.split_once('/') {
        Some((hash, member)) => (hash, Some(unescaped(member))),
        None => (bytes, None),
    }
}

/// A value with the escapes of `plain` resolved.
pub(crate) fn unescaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('%') {
        out.push_str(&rest[..at]);
        let code = rest.get(at + 1..at + 3).and_then(|digits| u8::from_str_radix(digits, 16).ok());
        let code = code.filter(u8::is_ascii);
        out.push(char::from(code.unwrap_or(b'%')));
        rest = &rest[at + if code.is_some() { 3 } else { 1 }..];
    }
    out + rest
}

fn bad(why: &str) -> Error {
    Diagnostic::error(Code::BadSignature, format!("this is not a Scoredrop signature: {why}"))
        .remedy("copy the whole line, from preset: to the version")
        .into()
}
