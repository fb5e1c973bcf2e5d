//! Values that a host's own script gives. Nothing is compared here: what the script says of each question comes
//! with [`Material`](crate::score::evaluate::Material).

use super::compare::{AnswerComparison, Judge, Judged, Question, Reading, Shown};
use super::{IntervalMethod, MetricInfo, NO_MATCH, graded, metric};
use std::sync::{Mutex, PoisonError};

/// Name of the comparison.
pub const SCRIPT: &str = "script";

pub(crate) const COMPARISON: AnswerComparison = AnswerComparison::new(
    SCRIPT,
    "The script of a hosted scorer gives the values; nothing is compared here.",
    |_| Box::new(Scripted),
);

#[derive(Debug)]
struct Scripted;

impl Judge for Scripted {
    fn judge(&mut self, _: &Question<'_>) -> Judged {
        Judged::plain(false, NO_MATCH)
    }

    fn explain(&mut self, question: &Question<'_>) -> Reading {
        Reading::of(question, |text| Shown::plain(text), Vec::new())
    }
}

/// The metrics of scripts so far. A metric has to live as long as those of the catalog; there are as many as
/// there are names in the scripts of a process.
static KNOWN: Mutex<Vec<&'static MetricInfo>> = Mutex::new(Vec::new());

/// Returns the metric of this name in a script, with intervals of one kind.
pub fn metric_of_script(id: &str, interval: IntervalMethod) -> &'static MetricInfo {
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(found) = known.iter().find(|one| one.id == id && one.interval == interval) {
        return found;
    }
    let name: &'static str = Box::leak(id.into());
    let [title, short] = metric(id).map_or([name; 2], |known| [known.title, known.short]);
    let made = graded([name, title, short], "A value from the host's script.", |_, _| None);
    let made: &'static MetricInfo = Box::leak(Box::new(MetricInfo { interval, ..made }));
    known.push(made);
    made
}
