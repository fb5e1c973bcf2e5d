//! What is noticed of predictions while they are scored, when their texts are at hand: findings about
//! them are made when all is scored, and the texts may be in their file alone by then.

use super::{Evaluation, Inputs, Material, Scorer, is_blank};
use crate::preset::Settings;
use scoredrop_kernel::find;

/// How many questions are looked at for a shift.
pub(crate) const PROBE: usize = 2000;

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
    /// How many of the first predictions equal an answer to the question after theirs, and before.
    pub neighbours: [usize; 2],
}

impl Noticed {
    /// Looks at one prediction beside its gold answers, but not at those of other questions.
    pub fn look<'a>(&mut self, text: &str, mut answers: impl Iterator<Item = &'a str>) {
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

    /// Takes in what was noticed of other predictions of the run, by somebody else.
    pub fn add(&mut self, other: &Self) {
        self.separator |= other.separator;
        self.kinds |= other.kinds;
        self.original |= other.original;
        self.copies += other.copies;
        for (own, other) in self.neighbours.iter_mut().zip(other.neighbours) {
            *own += other;
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
    pub(super) fn new(settings: &Settings, runs: usize) -> Self {
        let probe = Scorer::new(settings.clone(), &[], None);
        Self { of_run: vec![Noticed::default(); runs], probe }
    }
}

impl Evaluation {
    /// What was noticed of the predictions of a run; nothing of the runs of a preview.
    pub fn noticed(&self, run: usize) -> Option<&Noticed> {
        self.notices.as_ref()?.of_run.get(run)
    }

    /// Takes in what somebody else noticed who scored predictions of a run.
    pub fn add_noticed(&mut self, run: usize, noticed: &Noticed) {
        let own = self.notices.as_mut().and_then(|notices| notices.of_run.get_mut(run));
        if let Some(own) = own {
            own.add(noticed);
        }
    }

    /// Looks at the prediction for a question that is being scored.
    pub(super) fn notice(&mut self, material: &Material<'_>, run: usize, row: usize) {
        let part = self.part(material, row);
        let Some(notices) = &mut self.notices else { return };
        // It has the predictions of the run that it is a twin of.
        if material.joined.runs[run].twin.is_some() {
            return;
        }
        let Some(text) = material.prediction(run, row) else { return };
        let Some(noticed) = notices.of_run.get_mut(run) else { return };
        noticed.look(&text, material.answers.of(row));
        let rows = material.gold.table.rows().min(PROBE);
        if row >= rows || is_blank(&text) {
            return;
        }
        for (hits, step) in noticed.neighbours.iter_mut().zip([1isize, -1]) {
            let other = row.checked_add_signed(step).filter(|other| *other < rows);
            let inputs = Inputs { prediction: Some(&text), part, ..Inputs::default() };
            *hits += usize::from(other.is_some_and(|other| {
                notices.probe.score(&material.answers.of(other), &inputs).answer.exact_match
            }));
        }
    }
}
