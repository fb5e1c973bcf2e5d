//! What is noticed of predictions while they are scored, when their texts are at hand: findings about
//! them are made when all is scored, and the texts may be in their file alone by then.

use super::{Evaluation, Inputs, Material, Scorer, is_blank};
use crate::preset::Settings;
use crate::table::{json, python};
use scoredrop_kernel::find;
use std::hash::{DefaultHasher, Hash, Hasher};

/// How many questions are looked at for a shift.
pub(crate) const PROBE: usize = 600;
/// Questions of a window in which a shift may begin or end.
pub(crate) const WINDOW: usize = 10;
/// By how many questions predictions may be shifted; the last is half of all, which is chance.
pub(crate) const STEPS: [isize; 6] = [1, -1, 2, -2, 3, -3];
/// Places of [`Noticed::fits`]: own, one for each step, reversed, and far away.
pub(crate) const FITS: usize = STEPS.len() + 3;

/// What was noticed of the predictions of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Noticed {
    /// Whether one holds a separator of lists: `|` or `;`.
    pub separator: bool,
    /// What they are, as bits: see [`kind`].
    pub kinds: u8,
    /// How many are gold answers to the letter, up to the first that is none.
    pub copies: usize,
    /// Whether one is no gold answer to the letter.
    pub original: bool,
    /// How many of the first predictions fit a question, by windows of [`WINDOW`] of them: their own,
    /// those so many [`STEPS`] after it, the one as far from the end as theirs is from the beginning, and one far
    /// away.
    pub fits: Vec<[u32; FITS]>,
    /// The longest rows of predictions that fit the questions one of [`STEPS`] away, and not their own.
    pub strays: [Strays; STEPS.len()],
    /// Predictions that are a word for nothing, see [`word_for_nothing`], and the first of them.
    pub nothing: (usize, String),
    /// Predictions that were decoded wrongly, see [`is_mojibake`], and the first of them.
    pub mojibake: (usize, String),
    /// Predictions that hold a NUL character, and the first of them.
    pub nul: (usize, String),
    /// Predictions with codes of web addresses or web pages, see [`is_encoded`], and the first of them.
    pub encoded: (usize, String),
    /// Predictions with accents as characters of their own, see [`is_decomposed`], and the first of them.
    pub decomposed: (usize, String),
    /// Predictions that are not all ASCII.
    pub foreign: usize,
    /// Predictions that are the text of a list, and how many there are.
    pub lists: usize,
    /// Those of them that hold lists.
    pub nested: usize,
    /// Those that begin as lists do and cannot be read as one.
    pub broken: usize,
    /// Predictions that are no blanks.
    pub filled: usize,
    /// The order in which they stand.
    pub order: Order,
}

/// Predictions one after another, each of which fits another question and not its own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Strays {
    /// The first of the most, from 0.
    pub first: usize,
    /// How many the most are.
    pub count: usize,
    /// The same of the last ones.
    latest: (usize, usize),
}

impl Strays {
    /// Takes in the next prediction.
    fn take(&mut self, row: usize, stray: bool) {
        if !stray {
            self.latest.1 = 0;
            return;
        }
        if self.latest.1 == 0 {
            self.latest.0 = row;
        }
        self.latest.1 += 1;
        if self.latest.1 > self.count {
            (self.first, self.count) = self.latest;
        }
    }
}

/// Whether texts stand in the order of the alphabet.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Order {
    /// The beginning of the last one, and the hash of all of it where that is more.
    last: Option<(String, u64)>,
    /// Texts that differ from the one before.
    pub changes: usize,
    /// Texts that come before the one before.
    pub breaks: usize,
}

impl Order {
    /// Takes in the next text.
    pub fn take(&mut self, text: &str) {
        let mut end = text.len().min(80);
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        // Most texts are short, and their beginning is all of them.
        let hash = if end < text.len() {
            let mut hasher = DefaultHasher::new();
            text.hash(&mut hasher);
            hasher.finish()
        } else {
            0
        };
        let text = &text[..end];
        match &mut self.last {
            Some((last, before)) => {
                self.changes += usize::from(*before != hash || text != last.as_str());
                self.breaks += usize::from(text < last.as_str());
                *before = hash;
                last.clear();
                last.push_str(text);
            }
            last => *last = Some((text.to_owned(), hash)),
        }
    }

    /// Whether they do, as far as there is an order: several of them differ.
    pub fn is_sorted(&self) -> bool {
        self.breaks == 0 && self.changes > 0
    }
}

/// What [`word_for_nothing`] knows.
const NOTHING: [&str; 18] = [
    "nan", "NaN", "NAN", "N/A", "#N/A", "n/a", "null", "NULL", "None", "<NA>", "NaT", "undefined",
    "#REF!", "#VALUE!", "#NAME?", "#DIV/0!", "#NULL!", "#NUM!",
];

/// Words that programs write where there is nothing, or where a formula of a spreadsheet failed.
pub fn word_for_nothing(text: &str) -> bool {
    NOTHING.contains(&text.trim())
}

/// Whether a text is UTF-8 that was read as Latin-1 or Windows-1252, such as `ZÃ¼rich`.
pub fn is_mojibake(text: &str) -> bool {
    if text.is_ascii() {
        return false;
    }
    let byte = |c: char| -> Option<u8> {
        let places = "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8d}Ž\u{8f}\u{90}‘’“”•–—˜™š›œ\u{9d}žŸ";
        match u32::from(c) {
            0..=0x7f => None,
            code @ 0x80..=0xff => Some(code as u8),
            _ => places.chars().position(|known| known == c).map(|place| 0x80 + place as u8),
        }
    };
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        // What begins a character in UTF-8 is the same in both encodings.
        let rest = match u32::from(c) {
            0xc2..=0xdf => 1,
            0xe0..=0xef => 2,
            0xf0..=0xf4 => 3,
            _ => continue,
        };
        let mut bytes = vec![u32::from(c) as u8];
        while bytes.len() <= rest {
            let Some(next) =
                chars.peek().and_then(|c| byte(*c)).filter(|byte| *byte & 0xc0 == 0x80)
            else {
                break;
            };
            bytes.push(next);
            chars.next();
        }
        if bytes.len() == rest + 1 && std::str::from_utf8(&bytes).is_ok() {
            return true;
        }
    }
    false
}

/// Whether a text has codes in the place of characters: `%20` of a web address, with no blank anywhere, or
/// `&nbsp;` of a web page.
pub(crate) fn is_encoded(text: &str) -> bool {
    let is_code = |after: &str| {
        after.len() >= 2 && after.bytes().take(2).all(|byte| byte.is_ascii_hexdigit())
    };
    let is_entity = |after: &str| {
        let Some((name, _)) = after.split_once(';') else { return false };
        let digits = name.strip_prefix('#');
        let number = digits.is_some_and(|digits| !digits.is_empty() && digits.len() < 6);
        let all = |test: fn(&u8) -> bool| name.bytes().all(|byte| test(&byte));
        match digits {
            Some(digits) => number && digits.bytes().all(|byte| byte.is_ascii_digit()),
            None => (2..9).contains(&name.len()) && all(u8::is_ascii_alphabetic),
        }
    };
    let after = |sign: char| text.match_indices(sign).map(|(place, _)| &text[place + 1..]);
    (!text.contains(' ') && after('%').any(is_code)) || after('&').any(is_entity)
}

/// Whether a text has an accent that is a character of its own after a Latin letter.
pub(crate) fn is_decomposed(text: &str) -> bool {
    if text.is_ascii() {
        return false;
    }
    let pairs = text.chars().zip(text.chars().skip(1));
    pairs.into_iter().any(|(letter, accent)| {
        letter.is_ascii_alphabetic() && ('\u{300}'..='\u{36f}').contains(&accent)
    })
}

impl Noticed {
    /// Looks at one prediction beside its gold answers, but not at those of other questions.
    pub fn look<'a>(&mut self, text: &str, mut answers: impl Iterator<Item = &'a str>) {
        self.filled += usize::from(!is_blank(text));
        let count = |(count, first): &mut (usize, String), is: bool| {
            if is && *count == 0 {
                text.clone_into(first);
            }
            *count += usize::from(is);
        };
        count(&mut self.nothing, text.len() < 12 && word_for_nothing(text));
        let is_foreign = !text.is_ascii();
        count(&mut self.mojibake, is_foreign && is_mojibake(text));
        count(&mut self.nul, text.as_bytes().contains(&0));
        count(&mut self.encoded, is_encoded(text));
        count(&mut self.decomposed, is_foreign && is_decomposed(text));
        self.foreign += usize::from(is_foreign);
        let inner = text.trim();
        let is_list = inner.starts_with(['[', '(']) && inner[1..].starts_with(['\'', '"', '[']);
        self.lists += usize::from(is_list && inner.ends_with([']', ')']));
        self.nested += usize::from(is_list && inner[1..].starts_with('['));
        let read =
            || json::elements(inner).all(|one| one.is_ok()) || python::to_json(inner).is_some();
        self.broken += usize::from(inner.starts_with("[\"") && !read());
        self.order.take(text);
        let separator = || find::either(b'|', b';', text.as_bytes()).is_some();
        self.separator = self.separator || separator();
        if self.kinds & 4 == 0 {
            self.kinds |= kind(text);
        }
        if !self.original {
            self.original = answers.all(|answer| answer != text);
            self.copies += usize::from(!self.original);
        }
    }
}

/// 1 for a letter, 2 for digits, 4 for anything else, 0 for nothing.
pub fn kind(text: &str) -> u8 {
    match text.trim_matches([' ', '(', ')', '.', ':']).as_bytes() {
        [] => 0,
        [letter] if letter.is_ascii_alphabetic() => 1,
        digits if digits.iter().all(u8::is_ascii_digit) => 2,
        _ => 4,
    }
}

/// Looks at the predictions of all runs.
#[derive(Debug)]
pub(super) struct Notices {
    of_run: Vec<Noticed>,
    /// Compares with the answers to other questions.
    probe: Scorer,
}

impl Notices {
    pub(super) fn new(material: &Material<'_>, settings: &Settings, runs: usize) -> Self {
        let probe = Scorer::new(settings.clone(), &[], Some(&material.gold));
        Self { of_run: vec![Noticed::default(); runs], probe }
    }
}

impl Evaluation {
    /// What was noticed of the predictions of a run; nothing of the runs of a preview.
    pub fn noticed(&self, run: usize) -> Option<&Noticed> {
        self.notices.as_ref()?.of_run.get(run)
    }

    /// Looks at the prediction for a question that is being scored.
    pub(super) fn notice(&mut self, material: &Material<'_>, run: usize, row: usize) {
        if self.notices.is_none() {
            return;
        }
        let part = self.part(material, row);
        let Some(notices) = &mut self.notices else { return };
        // It has the predictions of the run that it is a twin of.
        if material.joined.runs[run].twin.is_some() {
            return;
        }
        let Some(text) = material.prediction(run, row) else { return };
        let Some(noticed) = notices.of_run.get_mut(run) else { return };
        noticed.look(&text, material.answers.of(row));
        let all = material.gold.table.rows();
        let rows = all.min(PROBE);
        if row >= rows || is_blank(&text) {
            return;
        }
        if noticed.fits.is_empty() {
            noticed.fits = vec![[0; FITS]; rows.div_ceil(WINDOW)];
        }
        let inputs = Inputs { prediction: Some(&text), part, ..Inputs::default() };
        let step = |step: isize| row.checked_add_signed(step).filter(|other| *other < rows);
        let others = std::iter::once(Some(row))
            .chain(STEPS.into_iter().map(step))
            .chain([Some(all - 1 - row), Some((row + rows / 2) % rows)]);
        let mut fit = [false; FITS];
        for (fit, other) in fit.iter_mut().zip(others) {
            let Some(other) = other else { continue };
            let gold = |name: &str| material.gold_detail(other, name);
            let inputs = Inputs { gold: &gold, ..inputs };
            let scored = notices.probe.score(&material.answers.of(other), &inputs);
            let mostly = scored.attempts > 1 && scored.passed * 2 > scored.attempts;
            *fit = scored.answer.exact_match || mostly;
        }
        for (hits, fit) in noticed.fits[row / WINDOW].iter_mut().zip(fit) {
            *hits += u32::from(fit);
        }
        for (strays, there) in noticed.strays.iter_mut().zip(&fit[1..]) {
            strays.take(row, *there && !fit[0]);
        }
    }
}
