//! What a host's own script says of every question.

use crate::score::metric::scripted::metric_of_script;
use crate::score::metric::{IntervalMethod, MetricInfo, metric};
use serde::Deserialize;
use serde_json::{Map, Value};

/// What a script says of all runs.
#[derive(Clone, Debug, Default)]
pub struct Scripted {
    /// Its metrics, headline first; none before it has run.
    pub metrics: Vec<&'static MetricInfo>,
    /// One for each run; none before it has run.
    pub runs: Vec<ScriptedRun>,
    /// For how many runs it has not run.
    pub left: usize,
    /// The versions of the interpreters that ran it, sorted.
    pub pythons: Vec<String>,
}

/// What it says of a run, as the harness writes it.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct ScriptedRun {
    metrics: Vec<String>,
    /// By gold row; `None` in it where there was no prediction, and instead of it where the script gives no
    /// values of rows.
    values: Option<Vec<Option<Vec<Option<f64>>>>>,
    why: Vec<Option<String>>,
    /// What the script gives of the whole run, as it gives it.
    pub totals: Map<String, Value>,
    /// The beginning of what it has printed.
    pub printed: String,
    /// So many characters more.
    pub more: u64,
    /// Version of the interpreter.
    pub python: String,
}

impl Scripted {
    /// Puts what a script says of several runs together.
    ///
    /// # Errors
    /// If the runs have different metrics, or not one value for each of so many gold rows; in words.
    pub fn new(runs: Vec<ScriptedRun>, rows: usize) -> Result<Self, String> {
        let names = runs.first().map(|run| run.metrics.clone()).unwrap_or_default();
        let is_error = |name: &&String| metric(name).is_some_and(|known| !known.higher_is_better);
        if let Some(name) = names.iter().find(is_error) {
            return Err(format!(
                "lower is better for {name}; give a metric for which higher is better"
            ));
        }
        for run in &runs {
            let same = |name: &String| run.metrics.contains(name);
            if run.metrics.len() != names.len() || !names.iter().all(same) {
                return Err(format!(
                    "the script gives {} for one run and {} for another",
                    names.join(", "),
                    run.metrics.join(", ")
                ));
            }
            let is_whole =
                |one: &Option<Vec<_>>| one.as_ref().is_none_or(|one| one.len() == names.len());
            let fits =
                run.values.as_ref().is_none_or(|all| all.len() == rows && all.iter().all(is_whole));
            if !fits {
                return Err("the runner's answer does not fit the gold file".to_owned());
            }
        }
        let method = |name: &String| {
            let yes_or_no = |run: &ScriptedRun| {
                let place = run.metrics.iter().position(|one| one == name);
                let values = run.values.iter().flatten().flatten();
                let values = values.filter_map(|all| *place.and_then(|place| all.get(place))?);
                run.values.is_some() && values.into_iter().all(|value| value == 0.0 || value == 1.0)
            };
            if runs.iter().all(yes_or_no) {
                IntervalMethod::Wilson
            } else {
                IntervalMethod::Bootstrap
            }
        };
        let metrics = names.iter().map(|name| metric_of_script(name, method(name))).collect();
        let mut pythons: Vec<String> = runs.iter().map(|run| run.python.clone()).collect();
        pythons.sort();
        pythons.dedup();
        Ok(Self { metrics, runs, left: 0, pythons })
    }

    /// The value of a metric for a question of a run; NaN where there is none.
    pub(super) fn value(&self, run: usize, row: usize, metric: &str) -> f64 {
        let Some(run) = self.runs.get(run) else { return f64::NAN };
        let place = run.metrics.iter().position(|one| one == metric);
        let Some((all, place)) = run.values.as_ref().zip(place) else { return f64::NAN };
        match all.get(row) {
            Some(Some(values)) => values.get(place).copied().flatten().unwrap_or(f64::NAN),
            // A question without a prediction.
            Some(None) => 0.0,
            None => f64::NAN,
        }
    }

    /// For each metric the value of a whole run; nothing where the script gives values of its rows.
    pub(super) fn whole(&self, run: usize) -> Vec<f64> {
        let Some(run) = self.runs.get(run).filter(|run| run.values.is_none()) else {
            return Vec::new();
        };
        let total = |metric: &&MetricInfo| run.totals.get(metric.id).and_then(Value::as_f64);
        self.metrics.iter().map(|metric| total(metric).unwrap_or(f64::NAN)).collect()
    }

    /// The script's own words on a question of a run.
    pub fn why(&self, run: usize, row: usize) -> Option<&str> {
        self.runs.get(run)?.why.get(row)?.as_deref()
    }
}
