//! Twins: a run scored a second time by another rule, beside the first as a run of its own, so that
//! everything that compares runs compares rules.

use super::{Evaluation, Material, Scorer};
use crate::base::diagnostic::{Code, Diagnostic};
use crate::base::error::Error;
use crate::preset::Settings;
use crate::score::metric::metric;
use std::collections::BTreeMap;

/// Another rule: one other value of a setting, or one metric in place of another.
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
}

impl Twin {
    /// Reads `KEY=VALUE`: a setting that the preset has with another value, or a metric of the preset
    /// that takes the values of another one. `set` are the changes of settings in force.
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
                        "{value} cannot replace {key}: its unit differs, or less of it is \
                             better"
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
                    format!("take one of {}", others.join(", "))
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

    /// The settings of the other rule, where it is one of those.
    pub fn settings(&self) -> Option<&Settings> {
        match &self.rule {
            Rule::Settings(settings) => Some(settings),
            Rule::Metric(..) => None,
        }
    }
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
    /// Place of a metric and of the one whose values it takes.
    takes: Option<(usize, usize)>,
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

    pub(super) fn taken(&self, run: usize) -> Option<(usize, usize)> {
        self.own.get(self.of(run)?)?.takes
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
        let place = |id: &String| self.metrics.iter().position(|metric| metric.id == id.as_str());
        let of_run = of_run.into_iter().map(|twin| twin.map(|twin| twin as usize));
        let own = twins.iter().map(|twin| match &twin.rule {
            Rule::Metric(to, from) => Own { scorer: None, takes: place(to).zip(place(from)) },
            Rule::Settings(settings) => {
                let settings = (**settings).clone();
                let gold = material.map(|material| &material.gold);
                let part = material.is_some_and(|material| material.part);
                let scorer = Scorer::new(settings, &self.metrics, gold).of_part(part);
                Own { scorer: Some(scorer), takes: None }
            }
        });
        self.twins = Twins { of_run: of_run.collect(), own: own.collect() };
    }
}
