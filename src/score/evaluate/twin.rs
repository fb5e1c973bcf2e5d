//! Twins: a run scored a second time by another rule, beside the first as a run of its own, so that
//! everything that compares runs compares rules.

use super::material::metric_by;
use super::{Evaluation, Material, Scorer};
use crate::base::diagnostic::{Code, Diagnostic};
use crate::base::error::Error;
use crate::preset::{Preset, Settings, preset};
use crate::score::metric::scripted::SCRIPT;
use crate::score::metric::{MetricInfo, metric};
use std::collections::BTreeMap;

/// The key of a second rule that is another preset.
const PRESET: &str = "preset";

/// Another rule: one other value of a setting, one metric in place of another, or another preset.
#[derive(Clone, Debug)]
pub struct Twin {
    /// How it was asked for, such as `extract=whole`; stands in the names of its runs.
    pub text: String,
    rule: Rule,
}

#[derive(Clone, Debug)]
enum Rule {
    /// All settings, of which one is another.
    Settings(Box<Settings>),
    /// The metric of the first id has the values of the second.
    Metric(String, String),
    /// The settings of another preset. Its headline metric replaces that of the preset in force.
    Preset(Box<Settings>),
}

impl Twin {
    /// Reads `KEY=VALUE`: a setting that the preset has with another value, a metric of the preset
    /// that takes the values of another one, or `preset=` with the id of another preset. `set` are the changes of
    /// settings in force.
    ///
    /// # Errors
    /// Where it is neither, or says what is in force anyway.
    pub fn new(
        text: &str,
        settings: &Settings,
        set: &BTreeMap<String, String>,
    ) -> Result<Self, Error> {
        let wrong = |message: String, remedy: &str| -> Error {
            Diagnostic::error(Code::Twin, message).remedy(remedy).into()
        };
        let Some((key, value)) = text.split_once('=') else {
            let remedy = "write KEY=VALUE, for example extract=whole";
            return Err(wrong(format!("{text:?} is not a second rule"), remedy));
        };
        if key == PRESET {
            let own = of_preset(value, &settings.preset)?;
            // A later version may score otherwise.
            let text = format!("{PRESET}={}@{}", own.preset.id, own.preset.version);
            return Ok(Self { text, rule: Rule::Preset(Box::new(own)) });
        }
        let metrics = &settings.preset.metrics;
        let is_metric = |id: &str| metrics.iter().any(|metric| metric == id);
        let rule = if is_metric(key) && settings.values().iter().all(|(known, _)| *known != key) {
            if key == value {
                let message = format!("{text} replaces a metric by itself");
                return Err(wrong(message, "name another metric after the equals sign"));
            }
            let others: Vec<&str> = metrics
                .iter()
                .filter(|own| *own != key && alike(own, key))
                .map(String::as_str)
                .collect();
            if !others.contains(&value) {
                let message = if is_metric(value) {
                    format!(
                        "{value} cannot replace {key}: its unit differs, or lower values of it \
                             are better"
                    )
                } else {
                    format!(
                        "{} has no metric {value:?} that could replace {key}",
                        settings.preset.id
                    )
                };
                let remedy = if others.is_empty() {
                    "no other metric of this preset can replace it".to_owned()
                } else {
                    format!("choose one of {}", others.join(", "))
                };
                return Err(wrong(message, &remedy));
            }
            Rule::Metric(key.to_owned(), value.to_owned())
        } else {
            let mut set = set.clone();
            set.insert(key.to_owned(), value.to_owned());
            let own = Settings::compile(&settings.preset, &set)?;
            if own.values() == settings.values() {
                let message = format!("{text} is already set");
                return Err(wrong(message, "choose another value for the second rule"));
            }
            Rule::Settings(Box::new(own))
        };
        Ok(Self { text: text.to_owned(), rule })
    }

    /// The metric that replaces `own` in the runs of this rule; `None` if the rule has no values for it. `lead` is the
    /// headline metric.
    fn metric(&self, own: &'static MetricInfo, lead: &str) -> Option<&'static MetricInfo> {
        match &self.rule {
            Rule::Metric(to, from) if to == own.id => metric(from),
            Rule::Settings(_) | Rule::Metric(..) => Some(own),
            Rule::Preset(other) if own.id == lead => metric_by(other, other.preset.lead()),
            Rule::Preset(other) => {
                let has = other.preset.metrics.iter().any(|id| id == own.id);
                has.then(|| metric_by(other, own.id)).flatten()
            }
        }
    }

    /// The settings of the other rule, where it is one of those.
    pub fn settings(&self) -> Option<&Settings> {
        match &self.rule {
            Rule::Settings(settings) | Rule::Preset(settings) => Some(settings),
            Rule::Metric(..) => None,
        }
    }
}

/// Returns the settings of another preset, if its values can replace those of `own`.
fn of_preset(id: &str, own: &Preset) -> Result<Settings, Error> {
    let other = preset(id)?;
    let wrong = |message: String, remedy: &str| -> Error {
        Diagnostic::error(Code::Twin, message).remedy(remedy).into()
    };
    if (&other.id, other.version) == (&own.id, own.version) {
        let message = format!("{id} is the preset of the score itself");
        return Err(wrong(message, "name another preset"));
    }
    // Both take something else for an answer than the output.
    if other.takes_verdicts() || other.compare == SCRIPT {
        let message = format!("{id} compares no outputs with gold answers");
        return Err(wrong(message, "name a preset that does, or use --against"));
    }
    let [lead, of_other] = [own, other].map(Preset::lead);
    if !alike(lead, of_other) {
        let message = format!("{of_other} of {id} cannot replace {lead}: its unit differs");
        return Err(wrong(message, "use --against, which compares only verdicts"));
    }
    Settings::compile(other, &BTreeMap::new())
}

/// Whether values of one metric can be compared with those of another: they have one range, and more is
/// better for both or for none.
fn alike(one: &str, other: &str) -> bool {
    let kind = |id| metric(id).map(|info| (info.range, info.higher_is_better));
    kind(one).is_some() && kind(one) == kind(other)
}

/// How runs of an evaluation differ from the others.
#[derive(Debug, Default)]
pub(super) struct Twins {
    of_run: Vec<Option<usize>>,
    own: Vec<Own>,
}

/// What a twin has of its own.
#[derive(Debug)]
struct Own {
    scorer: Option<Scorer>,
    /// In the place of each metric the one whose values it takes; `None` where the twin has no values.
    metrics: Vec<Option<&'static MetricInfo>>,
}

impl Twins {
    pub(super) fn is_empty(&self) -> bool {
        self.own.is_empty()
    }

    fn of(&self, run: usize) -> Option<usize> {
        self.of_run.get(run).copied().flatten()
    }

    pub(super) fn scorer(&mut self, run: usize) -> Option<&mut Scorer> {
        let place = self.of(run)?;
        self.own.get_mut(place)?.scorer.as_mut()
    }

    pub(super) fn settings(&self, run: usize) -> Option<&Settings> {
        self.own.get(self.of(run)?)?.scorer.as_ref().map(|scorer| &scorer.settings)
    }

    pub(super) fn learned(&self) -> impl Iterator<Item = String> + '_ {
        self.own.iter().filter_map(|own| own.scorer.as_ref()).flat_map(Scorer::learned)
    }

    /// The metrics of a run in the places of all metrics, if it is a twin.
    pub(super) fn metrics(&self, run: usize) -> Option<&[Option<&'static MetricInfo>]> {
        Some(&self.own.get(self.of(run)?)?.metrics)
    }
}

impl Evaluation {
    /// The same evaluation with the twins among its runs scored by their own rules.
    #[must_use]
    pub fn with_twins(mut self, material: &Material<'_>, twins: &[Twin]) -> Self {
        let of_run = material.joined.runs.iter().map(|run| run.twin).collect();
        self.take_twins(of_run, twins, Some(material));
        self
    }

    /// Takes note which of the second rules each run is scored by; of folded outcomes nothing is left to be scored.
    pub(super) fn take_twins(
        &mut self,
        of_run: Vec<Option<u32>>,
        twins: &[Twin],
        material: Option<&Material<'_>>,
    ) {
        let of_run = of_run.into_iter().map(|twin| twin.map(|twin| twin as usize));
        let lead = self.metrics.get(self.lead).map_or("", |metric| metric.id);
        let own = twins.iter().map(|twin| {
            let metrics = self.metrics.iter().map(|metric| twin.metric(metric, lead));
            let metrics: Vec<_> = metrics.collect();
            let scorer = twin.settings().map(|settings| {
                let gold = material.map(|material| &material.gold);
                let wanted: Vec<_> = metrics.iter().copied().flatten().collect();
                let part = material.is_some_and(|material| material.part);
                Scorer::new(settings.clone(), &wanted, gold).of_part(part)
            });
            Own { scorer, metrics }
        });
        self.twins = Twins { of_run: of_run.collect(), own: own.collect() };
    }
}
