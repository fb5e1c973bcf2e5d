//! `scoredrop host` makes a folder that scores submissions to a benchmark, and checks one. `--scorer` scores
//! as such a folder does.

use super::out::write_out;
use super::python::{self, Scripted};
use super::{FAILED, Failure, USAGE, column_choice, compiled, print, say, setting};
use crate::base::diagnostic::{Code, Diagnostic, Severity};
use crate::base::error::Error;
use crate::base::types::{ColumnChoice, JoinBy, Role};
use crate::host::{self, FILE, Gold, Names, PresetOf, Scorer, ScriptFile, Track};
use crate::preset::is_text;
use crate::report::host::FaultCard;
use crate::session::Session;
use crate::session::file::{name_of, unreadable};
use crate::session::protocol::Choices;
use crate::table::whole_text;
use crate::{File, inspect};
use clap::Args;
use sha2::{Digest as _, Sha256};
use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

#[derive(Args)]
pub(crate) struct Host {
    /// Check this folder instead, and report everything that is wrong with it.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["preset", "script", "out"])]
    check: Option<PathBuf>,
    /// Id of a preset, or a preset file of your own.
    #[arg(long, value_name = "ID or FILE", required_unless_present_any = ["check", "script"],
        conflicts_with = "script")]
    preset: Option<String>,
    #[command(flatten)]
    scripted: Scripted,
    /// Gold file. It is copied next to the page, where everybody can read it. With --check: the gold file that
    /// is not published.
    #[arg(long, value_name = "FILE", required_unless_present = "check")]
    gold: Option<PathBuf>,
    /// Write only the SHA-256 of the gold file, so that only those who have the file can score.
    #[arg(long)]
    keep_gold: bool,
    /// Folder to write to. It may hold other files, but no scorer.json.
    #[arg(long, value_name = "DIR", required_unless_present = "check")]
    out: Option<PathBuf>,
    /// Folder with the page as `cargo xtask dist` builds it or a release contains it. It is copied.
    #[arg(long, value_name = "DIST")]
    page: Option<PathBuf>,
    /// Title of the benchmark [default: the title of the preset].
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    /// What the benchmark is, in a paragraph.
    #[arg(long, value_name = "TEXT", default_value = "")]
    text: String,
    /// Whom to contact.
    #[arg(long, value_name = "TEXT", default_value = "")]
    contact: String,
    /// Address of the benchmark's own page.
    #[arg(long, value_name = "URL", default_value = "")]
    link: String,
    /// How to join gold answers and predictions.
    #[arg(long, value_name = "KEY")]
    join: Option<JoinBy>,
    /// Read a field from this column, for example gold.answers=Answer. Repeatable.
    #[arg(long, value_name = "ROLE.FIELD=COLUMN", value_parser = column_choice)]
    map: Vec<ColumnChoice>,
    /// Change a setting of the preset, for example articles=keep. Repeatable.
    #[arg(long, value_name = "KEY=VALUE", value_parser = setting)]
    set: Vec<(String, String)>,
    /// Sample submission. It is copied next to the page.
    #[arg(long, value_name = "FILE")]
    sample: Option<PathBuf>,
}

pub(crate) fn run(given: &Host) -> Result<u8, Failure> {
    match (&given.check, &given.gold, &given.out) {
        (Some(folder), gold, _) => check(folder, gold.as_deref(), &given.scripted),
        (None, Some(gold), Some(out)) => make(given, gold, out),
        // The arguments are required.
        _ => Ok(USAGE),
    }
}

/// Makes the folder, and checks it.
fn make(given: &Host, gold: &Path, out: &Path) -> Result<u8, Failure> {
    let place = out.join(FILE);
    // The built page has an empty one.
    if fs::read(&place)
        .is_ok_and(|there| !whole_text(&there).is_some_and(|text| host::is_none(&text)))
    {
        let message = format!("{} is there already", place.display());
        let problem = Diagnostic::error(Code::OutIsInput, message);
        return Err(Failure::Usage(
            problem.remedy("name another folder, or remove the file").into(),
        ));
    }
    let set: BTreeMap<String, String> = given.set.iter().cloned().collect();
    let script = given.scripted.script.as_deref();
    let (preset, title) = match &given.preset {
        None => (None, "Benchmark".to_owned()),
        Some(preset) => {
            let (text, settings) = compiled(preset, &set)?;
            let preset = if is_text(&text) {
                PresetOf::Own(serde_json::from_str(&text).unwrap_or_default())
            } else {
                // Another version may score otherwise.
                PresetOf::Id(format!("{}@{}", settings.preset.id, settings.preset.version))
            };
            (Some(preset), settings.preset.title.clone())
        }
    };
    let mut columns: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for one in &given.map {
        let place = format!("{}.{}", one.role.name(), one.field.name());
        columns.entry(place).or_default().push(one.column.clone());
    }
    let names = |mut all: Vec<String>| match all.len() {
        1 => Names::One(all.remove(0)),
        _ => Names::Several(all),
    };
    let track = Track {
        preset,
        script: script
            .map(|path| python::read(path).map(|one| ScriptFile::new(name_of(path), one.sha256())))
            .transpose()?,
        gold: Gold { file: (!given.keep_gold).then(|| name_of(gold)), sha256: sha256(gold)? },
        columns: columns.into_iter().map(|(place, all)| (place, names(all))).collect(),
        join: given.join,
        settings: set,
        sample: given.sample.as_deref().map(name_of),
        ..Track::default()
    };
    let title = given.title.clone().unwrap_or(title);
    let mut scorer = Scorer::new(title, vec![track]);
    scorer.text.clone_from(&given.text);
    scorer.contact.clone_from(&given.contact);
    scorer.link.clone_from(&given.link);
    let text = serde_json::to_string_pretty(&scorer).unwrap_or_default() + "\n";
    host::read(&text)?;
    fs::create_dir_all(out).map_err(|error| unwritable(out, &error))?;
    if let Some(page) = &given.page {
        if !page.join("index.html").is_file() {
            let message = format!("{} holds no index.html", page.display());
            let remedy = if page.is_file() {
                "unpack the archive, and name the folder"
            } else {
                "name the folder of the built page"
            };
            return Err(Failure::Usage(
                Diagnostic::error(Code::NoFile, message).remedy(remedy).into(),
            ));
        }
        copy_folder(page, out)?;
    }
    let published = Some(gold).filter(|_| !given.keep_gold);
    for file in published.into_iter().chain(given.sample.as_deref()).chain(script) {
        copy(file, &out.join(name_of(file)))?;
    }
    write_out(Some(&place), |out| out.write_all(text.as_bytes()))?;
    check(out, Some(gold), &given.scripted)
}

/// Says everything that is wrong with a folder; code 0 if nothing is. `own` is the gold file if the folder has none.
fn check(folder: &Path, own: Option<&Path>, scripted: &Scripted) -> Result<u8, Failure> {
    let scorer = read(&folder.join(FILE))?;
    let mut problems = Vec::new();
    let page = folder.join("index.html");
    if !page.is_file() {
        let message = "there is no page next to scorer.json: index.html is missing";
        let remedy = "copy the built page into the folder, or use --page";
        problems.push(Diagnostic::warning(Code::NoFile, message).file(FILE).remedy(remedy));
    }
    for name in scorer.files() {
        if !folder.join(name).is_file() {
            let problem = Diagnostic::error(Code::NoFile, format!("{name} is not in the folder"));
            problems.push(problem.file(FILE).remedy("copy the file into the folder"));
        }
    }
    let mut said = String::new();
    let has_gold =
        |track: &&Track| track.gold.file.as_ref().is_none_or(|name| folder.join(name).is_file());
    for track in scorer.tracks.iter().filter(has_gold) {
        let name = if track.name.is_empty() { &scorer.title } else { &track.name };
        match check_track(folder, &scorer, track, own, scripted) {
            Ok(words) => said.extend([name, ": ", &words, "\n"]),
            Err(Failure::Input(error) | Failure::Usage(error)) => problems.extend(error.problems),
        }
    }
    for problem in &problems {
        say(problem);
    }
    if problems.iter().any(|problem| problem.severity == Severity::Error) {
        return Ok(FAILED);
    }
    print(&format!("{said}digest {}\n", scorer.digest()))
}

/// Reads the gold file of a track, and scores its sample.
fn check_track(
    folder: &Path,
    scorer: &Scorer,
    track: &Track,
    own: Option<&Path>,
    scripted: &Scripted,
) -> Result<String, Failure> {
    let published = track.gold.file.as_ref().map(|file| folder.join(file));
    let Some(gold) = published.or_else(|| own.map(Path::to_owned)) else {
        return Ok("only those who have the gold file can score; name it with --gold to check it"
            .to_owned());
    };
    let file = name_of(&gold);
    let here = sha256(&gold)?;
    if !here.eq_ignore_ascii_case(&track.gold.sha256) {
        let message = format!("{file} is not the gold file whose SHA-256 is in {FILE}");
        let problem = Diagnostic::error(Code::BadScorer, message).file(FILE);
        return Err(Error::from(problem.remedy(format!("write \"sha256\": \"{here}\""))).into());
    }
    let choices = scorer.choices(track);
    let is_there = |name: &&String| folder.join(name).is_file();
    let Some(sample) = track.sample.as_ref().filter(is_there) else {
        let session = inspect(&File::open(&gold, Some(Role::Gold))?, choices);
        let problems = session.plan().notes.problems.clone();
        let failed = problems.iter().any(|one| one.severity == Severity::Error);
        return if failed {
            Err(Error::new(problems).into())
        } else {
            Ok(format!("{file} is readable"))
        };
    };
    let mut files = File::open(&gold, Some(Role::Gold))?;
    files.extend(File::open(&folder.join(sample), Some(Role::Predictions))?);
    let driven = choices.clone();
    let report = scripted.with_driver(&driven, |driver| {
        crate::score_by(&files, choices, driver).map_err(Failure::from)
    })?;
    let finished = report.session().finished();
    let Some((finished, score)) = finished.zip(report.session().score()) else {
        return Ok(format!("{sample} has no score"));
    };
    let strange = finished.gold_beside_labels();
    if !strange.is_empty() {
        let message = format!("gold answers are not among \"labels\": {}", strange.join(", "));
        let problem = Diagnostic::error(Code::BadScorer, message).file(file);
        return Err(Error::from(problem.remedy("correct the labels or the gold answers")).into());
    }
    let problem = |card: &FaultCard| {
        let problem = Diagnostic::error(Code::BadScorer, card.words()).file(sample.as_str());
        let accept = card.fault.name();
        problem.remedy(format!("correct the sample, or write \"accept\": [\"{accept}\"]"))
    };
    let refused: Vec<_> = score.submission.refused().map(problem).collect();
    if !refused.is_empty() {
        return Err(Error::new(refused).into());
    }
    let doubts: Vec<String> = score
        .provisional
        .iter()
        .map(|doubt| format!("\nprovisional: {}", doubt.message()))
        .collect();
    Ok(format!("{file} is readable, {sample} is accepted{}", doubts.concat()))
}

/// A hosted scorer that is used from the command line.
pub(crate) struct Opened {
    /// What it scores by.
    pub(crate) choices: Choices,
    /// The gold file next to it; `None` if `--gold` names one.
    pub(crate) gold: Option<PathBuf>,
    /// The script next to it, if it has one.
    script: Option<PathBuf>,
    /// Its own file.
    place: PathBuf,
}

impl Opened {
    /// Lists its files with their roles.
    pub(crate) fn given(&self) -> impl Iterator<Item = (&str, &Path)> {
        let gold = self.gold.as_deref().map(|gold| ("gold", gold));
        let script = self.script.as_deref().map(|script| ("script", script));
        gold.into_iter().chain(script).chain([("scorer", self.place.as_path())])
    }
}

/// Opens the scorer in a folder, or a `scorer.json`. `gold` is the file that the user names.
pub(crate) fn open(
    path: &Path,
    track: Option<&str>,
    gold: Option<&Path>,
) -> Result<Opened, Failure> {
    let place = if path.is_dir() { path.join(FILE) } else { path.to_owned() };
    let scorer = read(&place)?;
    let track = scorer.track(track).map_err(Failure::Usage)?;
    let folder = place.parent().unwrap_or(Path::new("."));
    let own = track.gold.file.as_ref().map(|file| folder.join(file)).filter(|_| gold.is_none());
    if own.is_none() && gold.is_none() {
        let message = "this benchmark does not publish its gold file";
        let problem = Diagnostic::error(Code::NoFile, message).file(FILE);
        return Err(Failure::Usage(problem.remedy("name your copy with --gold").into()));
    }
    let script = track.script.as_ref().map(|script| folder.join(&script.file));
    Ok(Opened { choices: scorer.choices(track), gold: own, script, place })
}

/// Refuses choices that the host has locked.
pub(crate) fn refuse_locked(choices: &Choices) -> Result<(), Failure> {
    let Some(hosted) = &choices.hosted else { return Ok(()) };
    let locked = hosted.hold(&mut choices.clone());
    if locked.is_empty() {
        return Ok(());
    }
    let message = format!("{} has locked {}", hosted.title, locked.join(", "));
    let problem = Diagnostic::error(Code::BadSetting, message);
    Err(Failure::Usage(problem.remedy("leave the option out, or score without --scorer").into()))
}

/// Prints what came of the check of a submission, and whether it is accepted; it is if there is no host.
pub(crate) fn tell(session: &Session) -> bool {
    let Some(card) = session.host_card() else { return true };
    if let Some(words) = card.modified_words() {
        say(&words);
    }
    for fault in &card.submission.faults {
        let state = if fault.refused { "refused" } else { "accepted" };
        say(&format_args!(
            "{state}[{}]: {} -> {}",
            fault.fault.name(),
            fault.words(),
            fault.remedy
        ));
    }
    say(&card.sentence());
    card.is_accepted()
}

fn read(path: &Path) -> Result<Scorer, Error> {
    let bytes = fs::read(path).map_err(|error| Error::from(unreadable(path, &error)))?;
    // Browsers read it as UTF-8 alone.
    let text = String::from_utf8(bytes).map_err(|_| {
        let problem = Diagnostic::error(Code::BadScorer, "the file is not UTF-8").file(FILE);
        Error::from(problem.remedy("save it as UTF-8"))
    })?;
    if host::is_none(&text) {
        let message = format!("{FILE} is empty, as in a page that scores any benchmark");
        let remedy = "describe the scorer, or have scoredrop host write the file";
        return Err(Diagnostic::error(Code::BadScorer, message).file(FILE).remedy(remedy).into());
    }
    let mut scorer = host::read(&text)?;
    let folder = path.parent().unwrap_or(Path::new("."));
    scorer.take_scripts(|name| python::read(&folder.join(name)).ok().map(|one| one.text))?;
    Ok(scorer)
}

fn sha256(path: &Path) -> Result<String, Error> {
    let failed = |error| Error::from(unreadable(path, &error));
    let mut file = fs::File::open(path).map_err(failed)?;
    let mut digest = Sha256::new();
    std::io::copy(&mut file, &mut digest).map_err(failed)?;
    Ok(format!("{:x}", digest.finalize()))
}

fn copy_folder(from: &Path, to: &Path) -> Result<(), Failure> {
    fs::create_dir_all(to).map_err(|error| unwritable(to, &error))?;
    let entries = fs::read_dir(from).map_err(|error| Error::from(unreadable(from, &error)))?;
    for entry in entries {
        let entry = entry.map_err(|error| Error::from(unreadable(from, &error)))?;
        let (path, name) = (entry.path(), entry.file_name());
        if path.is_dir() {
            copy_folder(&path, &to.join(name))?;
        } else if name != FILE {
            copy(&path, &to.join(name))?;
        }
    }
    Ok(())
}

fn copy(from: &Path, to: &Path) -> Result<(), Failure> {
    if same_file::is_same_file(from, to).unwrap_or(false) {
        return Ok(());
    }
    let mut file = fs::File::open(from).map_err(|error| Error::from(unreadable(from, &error)))?;
    let mut new = fs::File::create(to).map_err(|error| unwritable(to, &error))?;
    std::io::copy(&mut file, &mut new).map_err(|error| unwritable(to, &error))?;
    new.flush().map_err(|error| unwritable(to, &error))?;
    Ok(())
}

pub(crate) fn unwritable(path: &Path, error: &std::io::Error) -> Failure {
    let message = format!("cannot write {}: {error}", path.display());
    Failure::Usage(Diagnostic::error(Code::Unwritable, message).into())
}
