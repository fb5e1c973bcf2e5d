//! The view that a link gives with the runs that exist, and what the page has to report about it.

use crate::base::diagnostic::{Code, Diagnostic, cut_middle};
use crate::session::protocol::{By, View};

/// Longer names and values, in characters, are cut in the middle in messages.
const LONGEST: usize = 80;

/// A run in a request.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Named {
    /// Its index among the runs.
    Place(u32),
    /// Its name.
    Name(String),
}

impl Default for Named {
    fn default() -> Self {
        Self::Place(0)
    }
}

impl Named {
    /// The index of the run; `None` if no run or several runs have the name.
    fn among(&self, runs: &[&str]) -> Option<u32> {
        match self {
            Self::Place(place) => ((*place as usize) < runs.len()).then_some(*place),
            Self::Name(name) => {
                let mut found = (0u32..).zip(runs).filter(|(_, run)| *run == name);
                let (place, _) = found.next()?;
                found.next().is_none().then_some(place)
            }
        }
    }

    fn words(&self) -> String {
        match self {
            Self::Place(place) => format!("run {}", u64::from(*place) + 1),
            Self::Name(name) => short(name),
        }
    }
}

/// The rows that a link requests, or a view that has to survive a new score.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LinkedView {
    /// Its run is stored separately.
    pub(super) view: View,
    pub(super) run: Named,
    /// The run with which rows are compared, if the link names it.
    pub(super) against: Option<Named>,
    /// The name of the baseline, if the link names it.
    pub(super) baseline: Option<String>,
    /// The name of the baseline in the signature, if there is a signature.
    pub(super) signed: Option<String>,
    /// Requests that are unknown, as `NAME=VALUE`.
    pub(super) unheard: Vec<String>,
}

/// The result of opening a link.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Landing {
    /// The view; `None` if its run does not exist.
    pub view: Option<View>,
    /// Whether the link names a run that does not exist, and that another file may bring.
    pub waits: bool,
    /// How the result differs from the request.
    pub notes: Vec<Diagnostic>,
}

impl LinkedView {
    /// Stores a view of a score with runs of these names, so that it can be restored with any baseline.
    pub fn of(view: &View, runs: &[&str]) -> Self {
        let name = runs.get(view.run as usize).map(|name| Named::Name((*name).to_owned()));
        let run = name.unwrap_or(Named::Place(view.run));
        Self { view: view.clone(), run, ..Self::default() }
    }

    /// How runs are compared, whatever runs exist.
    pub fn by(&self) -> &By {
        &self.view.by
    }

    /// The view for a score with runs of these names, compared with `baseline`. If the link means
    /// another baseline, rows are shown without regard to it.
    pub fn among(&self, runs: &[&str], baseline: u32) -> Landing {
        let mut landing = Landing::default();
        let now = runs.get(baseline as usize).copied().unwrap_or_default();
        let mut is_meant = true;
        if let Some(name) = self.baseline.as_deref().filter(|name| *name != now) {
            landing.waits = !runs.contains(&name);
            is_meant = false;
            let place = if landing.waits { ", which is not here" } else { "" };
            let instead = match runs.len() {
                0 | 1 => String::new(),
                _ => format!("; runs are compared with {} instead", short(now)),
            };
            landing.say(format!("the link compares with {}{place}{instead}", short(name)));
        }
        if let (Some(name), Some(signed)) = (&self.baseline, &self.signed)
            && name != signed
        {
            let (name, signed) = (short(name), short(signed));
            landing.say(format!("the link compares with {name}, but its signature with {signed}"));
        }
        let run = self.run.among(runs);
        if run.is_none() {
            landing.waits = true;
            landing.say(format!("the link shows {}, which is not here", self.run.words()));
        }
        if let Some(against) = &self.against
            && against.among(runs) != Some(baseline)
        {
            // A different baseline is already reported above.
            if is_meant {
                landing.waits |= against.among(runs).is_none();
                let words = against.words();
                landing.say(format!(
                    "the link filters rows against {words}, but runs are compared with {}; that \
                     filter is not applied",
                    short(now)
                ));
            }
            is_meant = false;
        } else if is_meant && self.view.against.is_some() && run == Some(baseline) {
            landing.say(format!(
                "the link filters rows of {} against itself; that filter is not applied",
                short(now)
            ));
            is_meant = false;
        }
        if !self.unheard.is_empty() {
            let what = short(&self.unheard.join(", "));
            landing.say(format!("the link has an unknown filter of rows: {what}"));
        }
        self.tell_numbered(runs, &mut landing);
        landing.view = run.map(|run| {
            let against = self.view.against.filter(|_| is_meant);
            View { run, against, ..self.view.clone() }
        });
        landing
    }

    /// Runs from files with equal names are numbered in their order, so another order gives other names.
    fn tell_numbered(&self, runs: &[&str], landing: &mut Landing) {
        let called = match &self.run {
            Named::Name(name) => Some(name.as_str()),
            Named::Place(_) => None,
        };
        let base = [called, self.baseline.as_deref()].into_iter().flatten().find_map(|name| {
            let base = unnumbered(name).filter(|base| runs.contains(base)).unwrap_or(name);
            let is_numbered = |run: &&str| unnumbered(run) == Some(base);
            (runs.contains(&base) && runs.iter().any(is_numbered)).then_some(base)
        });
        if let Some(base) = base {
            landing.say(format!(
                "several runs are called {}; the link means one of them by the order in which \
                 they were added",
                short(base)
            ));
        }
    }
}

impl Landing {
    fn say(&mut self, message: String) {
        self.notes.push(Diagnostic::warning(Code::Link, message));
    }
}

/// The name of a run without its number: `b` for `b (2)`.
fn unnumbered(name: &str) -> Option<&str> {
    let (base, number) = name.strip_suffix(')')?.rsplit_once(" (")?;
    (!number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())).then_some(base)
}

fn short(text: &str) -> String {
    cut_middle(text, LONGEST)
}
