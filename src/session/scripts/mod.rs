//! Scripts of hosts: the data from the joined files that each is given, and its results. Drivers run them like
//! programs, by their keys; `harness.py` defines what a script may be.

use super::{Finished, Session};
use crate::aggregate::Aggregate;
use crate::base::diagnostic::{Code, Diagnostic};
use crate::base::digits::{grouped, shortest};
use crate::base::error::Error;
use crate::base::json_text::json_text;
use crate::base::types::Field;
use crate::doubt::Doubt;
use crate::join::{JoinedRun, NONE, Side};
use crate::programs::workshop::waits;
use crate::report::model::ScriptOf;
use crate::score::evaluate::{Material, Scripted, ScriptedRun, prediction_cell, prediction_text};
use crate::score::metric::scripted::SCRIPT;
use crate::session::protocol::{ProgramsCard, ToRun};
use crate::table::Kind;
use serde::Deserialize;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The preset for scores by a script, in the form of a user's own.
pub const PRESET: &str = include_str!("preset.json");

/// What a script runs in.
const HARNESS: &str = include_str!("harness.py");

/// The name in the namespace under which the harness leaves its result.
const GIVES: &str = "ANSWER";

/// The milliseconds that a script may take for a run on the page; the command line has an option.
pub const MILLISECONDS: u64 = 60_000;

/// The bytes of memory that a script may use.
pub const MOST_MEMORY: u64 = 1 << 30;

/// The results of scripts, and the jobs of the current files.
#[derive(Debug, Default)]
pub(super) struct ScriptRuns {
    /// Keys of the jobs, by run; `None` before they are known.
    keys: Option<Vec<String>>,
    answers: BTreeMap<String, Result<ScriptedRun, Diagnostic>>,
    scripted: Option<Scripted>,
}

/// The runner's result for a job.
#[derive(Deserialize)]
struct RunnerAnswer {
    verdict: String,
    #[serde(default)]
    detail: String,
    /// The result of the harness.
    #[serde(default)]
    said: Option<String>,
}

/// The error of the harness if a script has failed.
#[derive(Deserialize)]
struct Failed {
    error: Option<Failure>,
    #[serde(default)]
    printed: String,
}

#[derive(Deserialize)]
struct Failure {
    /// The problem with the script's return value.
    message: Option<String>,
    /// The traceback of an exception.
    trace: Option<String>,
    row: Option<usize>,
}

impl ScriptRuns {
    /// Forgets the jobs, but not their results.
    pub(super) fn forget_files(&mut self) {
        (self.keys, self.scripted) = (None, None);
    }

    pub(super) fn scripted(&self) -> Option<&Scripted> {
        self.scripted.as_ref()
    }

    /// Whether a job has no result.
    fn is_open(&self, key: &String) -> bool {
        !self.answers.contains_key(key)
    }
}

impl Session {
    /// Lists the script's jobs for the joined files, and collects the results.
    ///
    /// # Errors
    /// If the preset needs a script and there is none, or the script has failed.
    pub(super) fn find_scripted(&mut self) -> Result<(), Error> {
        let settings = self.plan.preset.settings.as_ref();
        let needs = settings.is_some_and(|settings| settings.preset.compare == SCRIPT);
        if !needs {
            self.scripts.forget_files();
            return Ok(());
        }
        if self.choices.script.is_none() {
            let problem = Diagnostic::error(Code::ScriptNotRun, "this preset needs a script");
            return Err(problem.remedy("name the script with --script").into());
        }
        let keys = self.scripts.keys.take();
        let keys = keys.unwrap_or_else(|| self.script_jobs().map(|job| key_of(&job)).collect());
        let answers: Vec<_> = keys.iter().map(|key| self.scripts.answers.get(key)).collect();
        let failed = answers.iter().flatten().filter_map(|one| one.as_ref().err());
        let failed: Vec<Diagnostic> = failed.cloned().collect();
        let known = answers.iter().flatten().filter_map(|one| one.as_ref().ok().cloned());
        let known: Vec<ScriptedRun> = known.collect();
        let left = keys.len() - known.len();
        let rows = self.material().map_or(0, |material| material.gold.table.rows());
        self.scripts.keys = Some(keys);
        if let Some(first) = failed.into_iter().next() {
            return Err(first.into());
        }
        let made = if left > 0 {
            Ok(Scripted { left, ..Scripted::default() })
        } else {
            Scripted::new(known, rows)
        };
        let made = made.map_err(|words| Error::from(self.problem_of_script(&words)))?;
        self.scripts.scripted = Some(made);
        Ok(())
    }

    /// The runs that a script has not scored yet, in the form in which
    /// [`Workshop::to_run`](super::Workshop::to_run) lists programs.
    pub fn scripts_to_run(&self) -> Vec<ToRun> {
        let keys = self.scripts.keys.as_deref().unwrap_or_default();
        if !keys.iter().any(|key| self.scripts.is_open(key)) {
            return Vec::new();
        }
        let jobs = keys.iter().zip(self.script_jobs());
        let open = jobs.filter(|(key, _)| self.scripts.is_open(key));
        open.map(|(key, job)| ToRun { key: key.clone(), job, again: false }).collect()
    }

    /// Takes the runner's result for a script. Returns whether it belongs to one of the jobs here.
    pub(super) fn take_scripted(&mut self, key: &str, answer: &str) -> bool {
        if !self.scripts.keys.iter().flatten().any(|known| known == key) {
            return false;
        }
        let taken = self.read_answer(answer);
        self.scripts.answers.insert(key.to_owned(), taken);
        true
    }

    /// The jobs, by run.
    fn script_jobs(&self) -> impl Iterator<Item = String> {
        let material = self.material();
        let runs = material.as_ref().map_or(0, |material| material.joined.runs.len());
        (0..runs).filter_map(move |place| {
            let (material, script) = (material.as_ref()?, self.choices.script.as_ref()?);
            let run = &material.joined.runs[place];
            let job = format!(
                "{{\"name\":{},\"text\":{},{}}}",
                json_text(&script.name),
                json_text(&script.text),
                rows_of(material, run)
            );
            // The JSON form of a text is also a Python literal.
            let program = format!("JOB = {}\n{HARNESS}", json_text(&job));
            Some(json_text(&json!({
                "kind": "program",
                "program": [program],
                "gives": GIVES,
                "guard": "none",
                "limits": { "wall": MILLISECONDS, "memory": MOST_MEMORY },
            })))
        })
    }

    fn problem_of_script(&self, words: &str) -> Diagnostic {
        let name = self.choices.script.as_ref().map_or("", |script| &script.name);
        Diagnostic::error(Code::BadScript, words).file(name)
    }

    fn read_answer(&self, answer: &str) -> Result<ScriptedRun, Diagnostic> {
        let bad = |words: &str| self.problem_of_script(words);
        let Ok(said) = serde_json::from_str::<RunnerAnswer>(answer) else {
            return Err(bad("the runner did not answer"));
        };
        let Some(text) = said.said else {
            let problem = match said.verdict.as_str() {
                "timeout" => bad(&format!("the script took too long: {}", said.detail)),
                verdict => bad(&format!("the script ended as {verdict}: {}", said.detail.trim())),
            };
            return Err(problem.remedy("correct the script, and try it on a few rows first"));
        };
        let failed: Failed =
            serde_json::from_str(&text).map_err(|_| bad("the answer is not JSON"))?;
        if let Some(Failure { message, trace, row }) = failed.error {
            let place = row.and_then(|row| {
                let material = self.material()?;
                let number = material.gold.table.row_number(row);
                Some(format!(" at gold row {number} ({})", material.key(row)))
            });
            let place = place.unwrap_or_default();
            let mut words = match trace {
                Some(trace) => format!("the script failed{place}:\n{trace}"),
                None => format!("the script failed{place}: {}", message.unwrap_or_default()),
            };
            if !failed.printed.is_empty() {
                let _ = write!(words, "\nIt printed:\n{}", failed.printed.trim_end());
            }
            return Err(bad(&words));
        }
        serde_json::from_str(&text).map_err(|_| bad("the answer does not come from the harness"))
    }
}

impl Scripted {
    /// Reports what a script has printed, and totals that are not the means of its rows.
    pub(super) fn remarks(
        &self,
        script: &str,
        runs: &[String],
        aggregates: &[Vec<Aggregate>],
    ) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        for ((run, name), means) in self.runs.iter().zip(runs).zip(aggregates) {
            let printed = run.printed.trim_end();
            if !printed.is_empty() {
                let more = if run.more > 0 {
                    format!("\n(and {} more characters)", grouped(run.more as usize))
                } else {
                    String::new()
                };
                let words = format!("the script printed while scoring {name}:\n{printed}{more}");
                found.push(Diagnostic::info(Code::ScriptPrinted, words).file(script));
            }
            for one in means.iter().filter(|one| one.group.is_none()) {
                let total = run.totals.get(&one.metric).and_then(Value::as_f64);
                let Some((total, mean)) = total.zip(one.mean) else { continue };
                // Sums in another order differ in their last digits.
                if (total - mean).abs() > 1e-9 {
                    let words = format!(
                        "the script gives {} {} for {name}, but the mean of its rows is {}",
                        one.metric,
                        shortest(total),
                        shortest(mean)
                    );
                    let problem = Diagnostic::warning(Code::ScriptTotals, words).file(script);
                    found.push(problem.remedy(
                        "give the total another name if it is not the mean of the \
                                        rows",
                    ));
                }
            }
        }
        found
    }
}

impl Finished<'_> {
    /// The page's information on a script, in the form for programs: how many runs it has yet to score.
    pub(super) fn script_card(&self) -> Option<ProgramsCard> {
        let scripted = self.material.scripted_by(&self.score.settings)?;
        let total = self.material.joined.runs.len() as u64;
        Some(ProgramsCard {
            attempts: total,
            total,
            left: scripted.left as u64,
            python: scripted.pythons.clone(),
            waits: waits(&self.material).map(|waits| Doubt::from(waits).message()),
            near: 0,
            wall: MILLISECONDS as u32,
        })
    }

    /// The script that gave the values, if one did.
    pub(super) fn script_of(&self) -> Option<ScriptOf> {
        let scripted = self.material.scripted_by(&self.score.settings)?;
        let script = self.choices.script.as_ref()?;
        let python = scripted.pythons.clone();
        Some(ScriptOf { name: script.name.clone(), sha256: script.sha256(), python })
    }
}

fn key_of(job: &str) -> String {
    format!("{:x}", Sha256::digest(job))
}

/// The rows of the gold file and of a run, and how they are joined, as members of an object.
fn rows_of(material: &Material<'_>, run: &JoinedRun) -> String {
    let side = &material.files[run.file];
    let (gold, predictions) = (material.gold.table.rows(), side.table.rows());
    // If a file holds several runs, only the rows of this run.
    let others =
        material.joined.runs.iter().filter(|one| one.file == run.file && one.twin.is_none());
    let is_alone = others.count() < 2;
    let used = || run.rows.iter().chain(&run.extra).chain(&run.replaced).copied();
    let mut places: Vec<usize> = if is_alone {
        (0..predictions).collect()
    } else {
        used().filter(|row| *row != NONE).map(|row| row as usize).collect()
    };
    places.sort_unstable();
    places.dedup();
    // There may be a row without a prediction.
    let has_column = side.map.index(side.table, Field::Prediction).is_some();
    let is_blank =
        |row: usize| has_column && prediction_text(prediction_cell(side, row).1).is_none();
    let pair = |row: &u32| {
        let place = Some(*row).filter(|row| *row != NONE).map(|row| row as usize);
        let found =
            place.filter(|row| !is_blank(*row)).and_then(|row| places.binary_search(&row).ok());
        found.map_or(Value::Null, Value::from)
    };
    let pairs: Vec<Value> = run.rows.iter().map(pair).collect();
    format!(
        "\"gold\":{},\"predictions\":{},\"pairs\":{}",
        objects(&material.gold, 0..gold),
        objects(side, places.iter().copied()),
        json_text(&pairs)
    )
}

/// Rows as a list of objects. Their values stay as they are; if a row lacks a cell, its object lacks the member.
fn objects(side: &Side<'_>, rows: impl Iterator<Item = usize>) -> String {
    let columns = side.table.columns();
    // Members that became columns are already in their object.
    let is_own = |name: &String| {
        !columns.iter().any(|outer| {
            name.strip_prefix(outer.as_str()).is_some_and(|rest| rest.starts_with(['.', '[']))
        })
    };
    let own: Vec<(usize, String)> = columns
        .iter()
        .enumerate()
        .filter(|(_, name)| is_own(name))
        .map(|(place, name)| (place, json_text(name)))
        .collect();
    let mut all = String::from("[");
    for row in rows {
        let comma = if all.len() > 1 { "," } else { "" };
        let _ = write!(all, "{comma}{{");
        let mut comma = "";
        for (place, name) in &own {
            let cell = side.table.cell(row, *place);
            let value = match cell.kind {
                Kind::Absent => continue,
                Kind::String => json_text(cell.text),
                _ => cell.text.to_owned(),
            };
            let _ = write!(all, "{comma}{name}:{value}");
            comma = ",";
        }
        all.push('}');
    }
    all + "]"
}
