//! Settings become steps of a normal form, and a preset of its own.

use super::Settings;
use super::setting_table::{DefaultValue, SETTINGS, is_kin};
use crate::text::Step;
use std::collections::BTreeMap;

/// The steps of a normal form, in the order written, without those that are switched off and with
/// those that are switched on: each after the others that usually stand before it.
pub(super) fn steps(
    own: &[String],
    changes: &BTreeMap<String, String>,
) -> Result<Vec<Step>, String> {
    let mut steps: Vec<Step> = own.iter().map(|text| text.parse()).collect::<Result<_, _>>()?;
    // The key, the value that switches on, and the step, in the order in which scorers put them.
    let switches: Vec<(&str, &str, Step)> = SETTINGS
        .iter()
        .filter_map(|info| {
            let DefaultValue::Step(usual, [on, _]) = info.default else { return None };
            let step = steps.iter().find(|step| is_kin(&step.to_string(), usual)).unwrap_or(usual);
            Some((info.key, on, step.clone()))
        })
        .collect();
    let rank = |step: &Step| match step {
        // What stands for nothing is deleted first.
        Step::Delete(_) => 0,
        _ => switches.iter().position(|one| one.2 == *step).map_or(usize::MAX, |place| place + 1),
    };
    for (key, on, step) in &switches {
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
