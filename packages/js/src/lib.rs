//! The core as JavaScript's package sees it. Bytes and choices go in, texts come out; what people use is written in
//! JavaScript around it.

use js_sys::{Function, Promise, Uint8Array};
use scoredrop::base::types::{Parts as LeftOut, Role};
use scoredrop::report::model;
use scoredrop::{File, Partial, Progress, Report, binding};
use std::ffi::OsString;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

/// Has panics say where they were.
#[wasm_bindgen(start)]
fn start() {
    console_error_panic_hook::set_once();
}

/// Files that are to be scored.
#[wasm_bindgen]
#[derive(Default)]
pub struct Files {
    given: Vec<binding::Given>,
}

#[wasm_bindgen]
impl Files {
    /// No files yet.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a file: its role, if somebody says which it has, its name, the member that is meant if it is an archive, and
    /// whether it was made of rows in memory. Returns false if the role is unknown.
    pub fn add(
        &mut self,
        role: Option<String>,
        name: &str,
        member: Option<String>,
        bytes: Vec<u8>,
        is_table: bool,
    ) -> bool {
        let Ok(role) = role.map(|role| role.parse::<Role>()).transpose() else { return false };
        let files = File::open_bytes(name, bytes, member.as_deref(), role);
        self.given.push(binding::Given { role, files, is_table });
        true
    }
}

/// Scores files by choices in the words of the command line: see [`binding::score`]. `turn` is called between slices
/// of the work with what is done, how much of it, of how much and in what unit; it returns, or promises, whether to
/// go on.
///
/// Returns the score, or what was said instead of one, as JSON.
#[wasm_bindgen]
pub async fn score(files: Files, words: Vec<String>, turn: Function) -> JsValue {
    let turn = async |progress: Progress| take_turn(&turn, progress).await;
    let words = words.into_iter().map(OsString::from).collect();
    match binding::settled(binding::score(files.given, words, &turn).await) {
        Ok(report) => Scored { report }.into(),
        Err(said) => said.into(),
    }
}

/// Scores files that hold a part of the questions: see [`binding::partial`]. `turn` is as for [`score`].
///
/// Returns the part in its binary form, or what was said instead of one, as JSON.
#[wasm_bindgen]
pub async fn partial(files: Files, words: Vec<String>, turn: Function) -> JsValue {
    let turn = async |progress: Progress| take_turn(&turn, progress).await;
    let words = words.into_iter().map(OsString::from).collect();
    match binding::partial(files.given, words, &turn).await {
        Ok(part) => Uint8Array::from(&part.to_bytes()[..]).into(),
        Err(error) => binding::said(&error).into(),
    }
}

/// Calls a function with what is done, how much of it, of how much and in what unit. Returns whether to go on.
async fn take_turn(turn: &Function, progress: Progress) -> bool {
    let Progress { doing, done, total, unit } = progress;
    let arguments: [JsValue; 4] =
        [doing.into(), (done as f64).into(), (total as f64).into(), unit.into()];
    let answer = turn.apply(&JsValue::NULL, &arguments.into_iter().collect());
    match answer.map(JsCast::dyn_into::<Promise>) {
        Ok(Ok(promise)) => JsFuture::from(promise).await.is_ok_and(|value| value.is_truthy()),
        Ok(Err(value)) => value.is_truthy(),
        Err(_) => false,
    }
}

/// Parts that are being merged.
#[wasm_bindgen]
#[derive(Default)]
pub struct Parts {
    whole: Partial,
}

#[wasm_bindgen]
impl Parts {
    /// No parts yet.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a part in its binary form. Returns what was said if it cannot be merged, as JSON.
    pub fn add(&mut self, bytes: &[u8]) -> Option<String> {
        let merged = Partial::from_bytes(bytes).and_then(|part| self.whole.merge(part));
        merged.err().map(|error| binding::said(&error))
    }

    /// The report of all, or what was said instead of it, as JSON.
    pub fn finish(&self) -> JsValue {
        match self.whole.finish() {
            Ok(report) => Merged { report }.into(),
            Err(error) => binding::said(&error).into(),
        }
    }
}

/// The report of merged parts.
#[wasm_bindgen]
pub struct Merged {
    report: model::Report,
}

#[wasm_bindgen]
impl Merged {
    /// The report, as JSON, with the names of metrics and what leads.
    pub fn head(&self) -> String {
        binding::head_of(&self.report)
    }

    /// The report in a format.
    ///
    /// # Errors
    /// A message, if the format is unknown or shows every question.
    pub fn write(
        &self,
        format: &str,
        no_outputs: bool,
        no_questions: bool,
    ) -> Result<Vec<u8>, String> {
        binding::written_of(&self.report, format, LeftOut { no_outputs, no_questions })
    }
}

/// A finished score.
#[wasm_bindgen]
pub struct Scored {
    report: Report,
}

#[wasm_bindgen]
impl Scored {
    /// The report without its records, as JSON, with the names of metrics and what leads.
    pub fn head(&self) -> String {
        binding::head(self.report.session())
    }

    /// The records of a run as JSON: those of reports, with question, gold answers, prediction and verdict.
    pub fn records(&self, run: usize) -> String {
        binding::records(self.report.session(), run)
    }

    /// Why a question scored as it did, as JSON; `None` if the row does not exist.
    pub fn explain(&self, run: usize, row: usize) -> Option<String> {
        binding::explain(self.report.session(), run, row)
    }

    /// The report in a format.
    ///
    /// # Errors
    /// A message, if the format is unknown or does not exist for this score.
    pub fn write(
        &self,
        format: &str,
        no_outputs: bool,
        no_questions: bool,
    ) -> Result<Vec<u8>, String> {
        binding::written(self.report.session(), format, LeftOut { no_outputs, no_questions })
    }
}

/// The presets of the catalog, as a list in JSON.
#[wasm_bindgen]
pub fn presets() -> String {
    binding::catalog()
}
