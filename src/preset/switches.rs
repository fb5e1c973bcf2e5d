//! Settings become steps of a normal form, and a preset of its own.

use super::Settings;
use crate::normalize::{Step, WordClass};
use std::collections::BTreeMap;

/// Steps that a setting switches on or off, in the order in which the scorers that have them put them:
/// the key, and the value that switches it on.
fn switched(own: &[Step]) -> [(&'static str, &'static str, Step); 5] {
    let own = |kind: fn(&Step) -> bool| own.iter().find(|step| kind(step)).cloned();
    let articles =
        own(|step| matches!(step, Step::DeleteArticles(_) | Step::DeleteArticlesOfPhrase))
            .unwrap_or(Step::DeleteArticles(WordClass::PythonRe));
    let punctuation = own(|step| {
        matches!(step, Step::DeletePunctuationOfText | Step::DeletePunctuationOfAnyScript)
    });
    [
        ("accents", "decompose", Step::Nfd),
        ("case", "ignore", Step::Lowercase),
        ("punctuation", "ignore", punctuation.unwrap_or(Step::DeletePunctuation)),
        ("articles", "ignore", articles),
        ("whitespace", "ignore", Step::CollapseWhitespace),
    ]
}

/// The steps of a normal form, in the order written, without those that are switched off and with
/// those that are switched on: each after the others that usually stand before it.
pub(super) fn steps(
    own: &[String],
    changes: &BTreeMap<String, String>,
) -> Result<Vec<Step>, String> {
    let mut steps: Vec<Step> = own.iter().map(|text| text.parse()).collect::<Result<_, _>>()?;
    let switched = switched(&steps);
    let rank = |step: &Step| match step {
        // What stands for nothing is deleted first.
        Step::Delete(_) => 0,
        _ => switched.iter().position(|one| one.2 == *step).map_or(usize::MAX, |place| place + 1),
    };
    for (key, on, step) in &switched {
        match changes.get(*key) {
            Some(value) if value != on => steps.retain(|known| known != step),
            Some(_) if !steps.contains(step) => {
                let later = |known: &Step| rank(known) > rank(step);
                let place = steps.iter().position(later).unwrap_or(steps.len());
                steps.insert(place, step.clone());
            }
            _ => {}
        }
    }
    Ok(steps)
}

impl Settings {
    /// The JSON text of a preset whose own rules are these settings; of the preset itself where
    /// nothing is changed.
    pub fn baked(&self) -> String {
        self.preset.with(&self.changes).text()
    }
}
