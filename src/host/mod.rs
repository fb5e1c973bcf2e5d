//! Hosted scorers: `scorer.json`, which makes a copy of the page the scorer of a benchmark. `docs/hosting.md`
//! says how to write one, `docs/scorer.schema.json` what may stand in it.
//!
//! The file names every other file by its SHA-256. A digest of the file is therefore a digest of the whole
//! scorer, and changes with anything that the host changes.

mod form;
mod place;

use crate::base::diagnostic::{Code, Diagnostic};
use crate::base::error::Error;
use crate::base::types::{ColumnChoice, Field, JoinBy, Role, VariantArray as _};
use crate::preset::{Settings, resolve};
use crate::report::host::Fault;
use crate::session::protocol::{Choices, Hosted, LOCKABLE, ScorerCard, Script, TrackCard};
use crate::session::scripts::PRESET;
use crate::table::json::member;
use form::FORM;
use itertools::Itertools as _;
use place::Place;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

/// The name of the file.
pub const FILE: &str = "scorer.json";

/// Version of its form.
pub const VERSION: u32 = 1;

/// A hosted scorer, as its file describes it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scorer {
    #[serde(rename = "$schema", default, skip_serializing_if = "Option::is_none")]
    schema: Option<String>,
    /// [`VERSION`].
    pub version: u32,
    /// Title of the benchmark.
    pub title: String,
    /// What it is, in a paragraph.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// Whom to ask: a name, an address of mail or of a page.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub contact: String,
    /// Address of the benchmark.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub link: String,
    /// The tracks, at least one.
    pub tracks: Vec<Track>,
    #[serde(skip)]
    digest: String,
}

/// A part of a benchmark that has its own gold file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Track {
    /// Its name; may be left out if there is only one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// A preset of the catalog, `ID` or `ID@VERSION`, or a preset of the host's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preset: Option<PresetOf>,
    /// The host's own script in the place of a preset.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub script: Option<ScriptFile>,
    /// The gold answers.
    pub gold: Gold,
    /// Columns by `ROLE.FIELD`; several make a composite key.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub columns: BTreeMap<String, Names>,
    /// What rows are joined on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub join: Option<JoinBy>,
    /// Settings that differ from the preset's.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub settings: BTreeMap<String, String>,
    /// The column of the gold file by which questions are held together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cluster: Option<String>,
    /// Seed of resampled intervals.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub seed: u64,
    /// What submitters may change; their score is then marked as modified.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub free: Vec<String>,
    /// Faults of a submission for which it is not refused.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub accept: Vec<Fault>,
    /// The only answers that are possible.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub labels: Vec<String>,
    /// Name of a sample submission next to the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sample: Option<String>,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde gives a reference")]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// A preset as a scorer names it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum PresetOf {
    /// Its id, perhaps with a version.
    Id(String),
    /// The preset itself.
    Own(serde_json::Map<String, serde_json::Value>),
}

impl PresetOf {
    /// Returns what [`Choices::preset`] takes.
    pub fn text(&self) -> String {
        match self {
            Self::Id(id) => id.clone(),
            // Plain data always has a JSON text.
            Self::Own(own) => serde_json::to_string_pretty(own).unwrap_or_default(),
        }
    }
}

/// A script next to `scorer.json`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScriptFile {
    /// Name of the file.
    pub file: String,
    /// SHA-256 of the file, in 64 hexadecimal digits.
    pub sha256: String,
    /// Its text, once it is read.
    #[serde(skip)]
    text: String,
}

impl ScriptFile {
    /// Names a script.
    pub fn new(file: String, sha256: String) -> Self {
        Self { file, sha256, text: String::new() }
    }
}

/// The gold answers of a track.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gold {
    /// Name of the file next to `scorer.json`; without it only those who have the file can score.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// SHA-256 of the file, in 64 hexadecimal digits.
    pub sha256: String,
}

/// One name or several.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Names {
    /// One.
    One(String),
    /// Several, in order.
    Several(Vec<String>),
}

impl Names {
    fn all(&self) -> &[String] {
        match self {
            Self::One(name) => std::slice::from_ref(name),
            Self::Several(names) => names,
        }
    }
}

/// Reads a hosted scorer.
///
/// # Errors
/// `bad_scorer` for everything that is wrong, each with its line and a remedy.
pub fn read(text: &str) -> Result<Scorer, Error> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let whole = Place::new(text);
    let version = member(text, "version").map(|value| value.raw);
    if let Some(version) = version.filter(|version| version.parse() != Ok(VERSION)) {
        let message = format!("version {version} of scorer.json is not known to this program");
        let remedy =
            format!("write \"version\": {VERSION}, or use the release that it was written for");
        return Err(whole.member("version").problem(&message, &remedy).into());
    }
    FORM.check(text)?;
    let mut scorer: Scorer = serde_json::from_str(text).map_err(|error| of_serde(&error))?;
    let problems = scorer.problems(whole);
    if !problems.is_empty() {
        return Err(Error::new(problems));
    }
    let value = serde_json::from_str(text).map_err(|error| of_serde(&error))?;
    scorer.digest = digest(&value);
    Ok(scorer)
}

/// Reads a hosted scorer with its scripts, whose texts `scripts` has by their names, as JSON.
///
/// # Errors
/// As for [`read`] and [`Scorer::take_scripts`].
pub fn read_whole(text: &str, scripts: &str) -> Result<Scorer, Error> {
    let mut scorer = read(text)?;
    let texts: BTreeMap<String, String> = serde_json::from_str(scripts).unwrap_or_default();
    scorer.take_scripts(|name| texts.get(name).cloned())?;
    Ok(scorer)
}

/// Whether a text is the `scorer.json` of a page that scores any benchmark: an empty object.
pub fn is_none(text: &str) -> bool {
    serde_json::from_str::<serde_json::Map<_, serde_json::Value>>(text)
        .is_ok_and(|map| map.is_empty())
}

/// The SHA-256 of a JSON value, however it is indented and in whatever order its members stand.
fn digest(value: &serde_json::Value) -> String {
    let mut sorted = value.clone();
    sorted.sort_all_objects();
    format!("{:x}", Sha256::digest(sorted.to_string()))
}

/// What `serde` says of a text, as a problem of a line.
fn of_serde(error: &serde_json::Error) -> Diagnostic {
    let problem = Diagnostic::error(Code::BadScorer, error.to_string()).file(FILE);
    problem.row(error.line() as u64)
}

/// Whether a name is that of a file in the folder or in a folder of it.
fn is_inside(name: &str) -> bool {
    let is_plain = |part: &str| !part.is_empty() && part != "." && part != "..";
    name.split('/').all(is_plain) && !name.contains(['\\', ':', '?', '#', '%'])
}

impl Scorer {
    /// A scorer of the present version, without a text of its own yet.
    pub fn new(title: String, tracks: Vec<Track>) -> Self {
        Self { version: VERSION, title, tracks, ..Self::default() }
    }

    /// SHA-256 of the file, however it is indented.
    pub fn digest(&self) -> &str {
        &self.digest
    }

    /// Returns the track of a name, or the only one without a name.
    ///
    /// # Errors
    /// `bad_scorer` if there is none of that name, or several and none is named.
    pub fn track(&self, name: Option<&str>) -> Result<&Track, Error> {
        let names = self.tracks.iter().map(|track| format!("{:?}", track.name)).join(", ");
        let problem = |message: String| {
            let problem = Diagnostic::error(Code::BadScorer, message).file(FILE);
            Error::from(problem.remedy(format!("name one of {names}")))
        };
        match (name, self.tracks.as_slice()) {
            (None, [only]) => Ok(only),
            (None, _) => Err(problem("the scorer has several tracks".to_owned())),
            (Some(name), tracks) => tracks
                .iter()
                .find(|track| track.name == name)
                .ok_or_else(|| problem(format!("the scorer has no track {name:?}"))),
        }
    }

    /// Takes the scripts of the tracks, whose texts `text` gives by the names of their files.
    ///
    /// # Errors
    /// `bad_scorer` for every script that is not there, or is another than the file says.
    pub fn take_scripts(&mut self, text: impl Fn(&str) -> Option<String>) -> Result<(), Error> {
        let mut problems = Vec::new();
        for script in self.tracks.iter_mut().filter_map(|track| track.script.as_mut()) {
            let problem = |message: String, remedy: String| {
                Diagnostic::error(Code::BadScorer, message).file(FILE).remedy(remedy)
            };
            let Some(found) = text(&script.file) else {
                let message = format!("{} is not in the folder", script.file);
                problems.push(problem(message, "copy the file into the folder".to_owned()));
                continue;
            };
            let here = format!("{:x}", Sha256::digest(&found));
            if !here.eq_ignore_ascii_case(&script.sha256) {
                let message =
                    format!("{} is not the script whose SHA-256 is in {FILE}", script.file);
                problems.push(problem(message, format!("write \"sha256\": \"{here}\"")));
            }
            script.text = found;
        }
        if problems.is_empty() { Ok(()) } else { Err(Error::new(problems)) }
    }

    /// Returns what submissions to a track are scored by.
    pub fn choices(&self, track: &Track) -> Choices {
        let rules = Choices {
            preset: Some(track.preset_text()),
            script: track
                .script
                .as_ref()
                .map(|script| Script { name: script.file.clone(), text: script.text.clone() }),
            columns: track.column_choices(),
            join: track.join,
            set: track.settings.clone(),
            cluster: track.cluster.clone(),
            seed: track.seed,
            ..Choices::default()
        };
        let hosted = Hosted {
            title: self.title.clone(),
            track: track.name.clone(),
            digest: self.digest.clone(),
            gold: track.gold.sha256.to_ascii_lowercase(),
            free: track.free.clone(),
            accept: track.accept.clone(),
            labels: track.labels.clone(),
            rules: rules.clone(),
        };
        Choices { hosted: Some(Box::new(hosted)), ..rules }
    }

    /// Returns what the page shows of it.
    pub fn card(&self) -> ScorerCard {
        let track = |track: &Track| TrackCard {
            name: track.name.clone(),
            gold: track.gold.file.clone(),
            sample: track.sample.clone(),
            choices: self.choices(track),
        };
        ScorerCard {
            title: self.title.clone(),
            text: self.text.clone(),
            contact: self.contact.clone(),
            link: self.link.clone(),
            tracks: self.tracks.iter().map(track).collect(),
        }
    }

    /// Returns the names of the files that belong to it, each once.
    pub fn files(&self) -> Vec<&str> {
        self.tracks.iter().flat_map(Track::files).unique().collect()
    }

    /// Everything that is wrong and that its form does not show.
    fn problems(&self, whole: Place<'_>) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        if self.title.trim().is_empty() {
            let place = whole.member("title");
            found.push(place.problem("title is blank", "write the title of the benchmark"));
        }
        if !(self.link.is_empty()
            || self.link.starts_with("https://")
            || self.link.starts_with("http://"))
        {
            let remedy = "write an address that begins with https://";
            found.push(whole.member("link").problem("link is not the address of a page", remedy));
        }
        let tracks = whole.member("tracks");
        if self.tracks.is_empty() {
            found.push(tracks.problem("there is no track", "add a track with preset and gold"));
        }
        for (index, (track, place)) in self.tracks.iter().zip(tracks.elements()).enumerate() {
            let is_taken = self.tracks[..index].iter().any(|other| other.name == track.name);
            if self.tracks.len() > 1 && (track.name.trim().is_empty() || is_taken) {
                let remedy = "give each track a name of its own";
                let message = if is_taken {
                    format!("two tracks are called {:?}", track.name)
                } else {
                    "the track has no name, and there are several".to_owned()
                };
                found.push(place.problem(&message, remedy));
            }
            track.problems(place, &mut found);
        }
        found
    }
}

impl Track {
    /// Returns the names of its files next to `scorer.json`.
    pub fn files(&self) -> impl Iterator<Item = &str> {
        let script = self.script.as_ref().map(|script| &script.file);
        self.gold.file.iter().chain(&self.sample).chain(script).map(String::as_str)
    }

    /// Returns what [`Choices::preset`] takes.
    fn preset_text(&self) -> String {
        match (&self.script, &self.preset) {
            (Some(_), _) => PRESET.to_owned(),
            (None, preset) => preset.as_ref().map(PresetOf::text).unwrap_or_default(),
        }
    }

    fn column_choices(&self) -> Vec<ColumnChoice> {
        let choice = |(place, names): (&String, &Names)| {
            let (role, field) = column_place(place)?;
            let one = |column: &String| ColumnChoice { role, field, column: column.clone() };
            Some(names.all().iter().map(one).collect::<Vec<_>>())
        };
        self.columns.iter().filter_map(choice).flatten().collect()
    }

    fn problems(&self, place: Place<'_>, found: &mut Vec<Diagnostic>) {
        let gold = place.member("gold");
        let is_hash =
            |text: &str| text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        let script = place.member("script");
        match (&self.preset, &self.script) {
            (None, None) => {
                let remedy = "name a preset, or a script of your own";
                found.push(place.problem("the track has neither preset nor script", remedy));
            }
            (Some(_), Some(_)) => {
                let message = "the track has both a preset and a script";
                found.push(script.problem(message, "leave one of them out"));
            }
            (None, Some(one)) if !is_hash(&one.sha256) => {
                let message = "sha256 of script is not 64 hexadecimal digits";
                let remedy = "write what `sha256sum FILE` or `scoredrop host --check` prints";
                found.push(script.member("sha256").problem(message, remedy));
            }
            _ => {}
        }
        if !is_hash(&self.gold.sha256) {
            let message = "sha256 of gold is not 64 hexadecimal digits";
            let remedy = "write what `sha256sum FILE` or `scoredrop host --check` prints";
            found.push(gold.member("sha256").problem(message, remedy));
        }
        for (fault, place) in self.accept.iter().zip(place.member("accept").elements()) {
            if !fault.is_formal() {
                let message = format!("{} never leads to a refusal", fault.name());
                found.push(place.problem(&message, "leave it out"));
            }
        }
        let files = [
            (gold.member("file"), self.gold.file.as_ref()),
            (place.member("sample"), self.sample.as_ref()),
            (script.member("file"), self.script.as_ref().map(|script| &script.file)),
        ];
        for (place, name) in files {
            if let Some(name) = name.filter(|name| !is_inside(name)) {
                let message = format!("{name:?} is not the name of a file next to {FILE}");
                let remedy = "put the file into the same folder and write its name";
                found.push(place.problem(&message, remedy));
            }
        }
        let columns = place.member("columns");
        for (name, names) in &self.columns {
            if column_place(name).is_none() {
                let message = format!("{name:?} is not ROLE.FIELD");
                found.push(columns.member(name).problem(&message, &places()));
            }
            if names.all().is_empty() {
                let message = format!("{name} names no column");
                found
                    .push(columns.member(name).problem(&message, "name a column, or leave it out"));
            }
        }
        if self.preset.is_none() && self.script.is_none() {
            return;
        }
        let preset = match resolve(&self.preset_text()) {
            Ok(preset) => preset,
            Err(error) => {
                // Lines of a preset's own text are not those of this file.
                let own = |problem: Diagnostic| {
                    let remedy = problem.remedy.unwrap_or_else(|| "correct the preset".to_owned());
                    place.member("preset").problem(&problem.message, &remedy)
                };
                return found.extend(error.problems.into_iter().map(own));
            }
        };
        let settings = match Settings::compile(&preset, &self.settings) {
            Ok(settings) => settings,
            Err(error) => {
                let own = |problem: Diagnostic| {
                    let remedy = problem.remedy.unwrap_or_else(|| "correct the setting".to_owned());
                    place.member("settings").problem(&problem.message, &remedy)
                };
                return found.extend(error.problems.into_iter().map(own));
            }
        };
        let keys: Vec<&str> = settings.applicable().map(|info| info.key).collect();
        let known = |key: &String| keys.contains(&key.as_str()) || LOCKABLE.contains(&key.as_str());
        for (key, place) in self.free.iter().zip(place.member("free").elements()) {
            if !known(key) {
                let message = format!("{key:?} is not something that submitters can change");
                let all = LOCKABLE.into_iter().chain(keys.iter().copied()).join(", ");
                found.push(place.problem(&message, &format!("name one of {all}")));
            }
        }
    }
}

/// The role and field that `ROLE.FIELD` names.
fn column_place(text: &str) -> Option<(Role, Field)> {
    let (role, field) = text.split_once('.')?;
    let (role, field): (Role, Field) = (role.parse().ok()?, field.parse().ok()?);
    (matches!(role, Role::Gold | Role::Predictions) && field.belongs_to(role))
        .then_some((role, field))
}

/// Every `ROLE.FIELD`, as a remedy.
fn places() -> String {
    let of = |role: Role| {
        let fields = Field::VARIANTS.iter().filter(move |field| field.belongs_to(role));
        fields.map(move |field| format!("{}.{}", role.name(), field.name()))
    };
    format!("write one of {}", of(Role::Gold).chain(of(Role::Predictions)).join(", "))
}
