//! `cargo xtask references`: runs the script that a report offers, `verify.py`, for every preset whose
//! reference can be obtained: from Python's package index, or from checkouts in a folder that is named.

mod cases;
mod made;

use crate::agreement::grouped;
use crate::system::{command, output, run as run_to_end};
use crate::{Result, root, tools};
use cases::{CASES, Case, Place};
use serde_json::Value;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const REQUIREMENTS: &str = "xtask/references/requirements.txt";

/// The outcome of a script.
struct Outcome {
    preset: &'static str,
    reference: String,
    answers: u64,
    equal: usize,
    values: usize,
    /// Why nothing was compared.
    not_run: Option<String>,
}

/// Runs the scripts and prints their results; fails if a digit differs.
pub(crate) fn run(checkouts: Option<&str>) -> Result<()> {
    let python = tools::python("references", None, Some(REQUIREMENTS))?;
    run_to_end(&mut command("cargo", &["build", "--quiet", "-p", "scoredrop"]))?;
    let program = crate::bench::target()?
        .join("debug")
        .join(format!("scoredrop{}", std::env::consts::EXE_SUFFIX));
    let checkouts = checkouts.map(|folder| root().join(folder));
    let outcomes: Vec<Outcome> = CASES
        .iter()
        .map(|case| run_case(case, &program, &python, checkouts.as_deref()))
        .collect::<Result<_>>()?;
    println!("\n{}", table(&outcomes));
    let listed = output(&mut command(&program, &["presets", "--json"]))
        .and_then(|text| serde_json::from_str(&text).ok())
        .ok_or("the presets could not be listed")?;
    println!("{}", without(&listed, &outcomes));
    match outcomes.iter().find(|one| one.equal < one.values) {
        Some(other) => Err(format!("{}: the reference gives other values", other.preset)),
        None => Ok(()),
    }
}

fn run_case(
    case: &Case,
    program: &Path,
    python: &Path,
    checkouts: Option<&Path>,
) -> Result<Outcome> {
    println!("{}", case.preset);
    let place = crate::bench::target()?.join("references").join(case.preset);
    std::fs::create_dir_all(&place).map_err(|error| error.to_string())?;
    let (reference, named) = located(&case.place, &place, python, checkouts)?;
    let nothing = |why: String| Outcome {
        preset: case.preset,
        reference: reference.clone(),
        answers: 0,
        equal: 0,
        values: 0,
        not_run: Some(why),
    };
    let Some(files) = case.files.written(&place)? else {
        return Ok(nothing("the real data is not there".to_owned()));
    };
    let script = place.join("verify.py");
    let mut score = Command::new(program);
    score.current_dir(&place).args(["score", "--preset", case.preset, "--format", "verify.py"]);
    score.args(["--out", "verify.py"]);
    let roles: &[&str] =
        if files.len() == 1 { &["--table"] } else { &["--gold", "--predictions", "--na-prob"] };
    for (role, file) in roles.iter().zip(&files) {
        score.args([role, file.as_str()]);
    }
    let told = score.output().map_err(|error| error.to_string())?;
    let text = std::fs::read_to_string(&script).unwrap_or_default();
    if !told.status.success() || !text.starts_with("#!") {
        let error = String::from_utf8_lossy(&told.stderr);
        let last = error.lines().last().unwrap_or_default();
        return Ok(nothing(last.to_owned()));
    }
    let mut verify = Command::new(python);
    verify.current_dir(&place).arg("verify.py").env_remove("PYTHONPATH");
    if let Some(path) = named {
        verify.arg("--reference").arg(path);
    }
    let found = verify.args(&files).output().map_err(|error| error.to_string())?;
    read(&found, predicted(&text), nothing)
}

/// The name of the reference for the table, and the arguments that the script needs.
fn located(
    place: &Place,
    scratch: &Path,
    python: &Path,
    checkouts: Option<&Path>,
) -> Result<(String, Option<PathBuf>)> {
    let checkout = match place {
        Place::Package(name) => return Ok(((*name).to_owned(), None)),
        Place::Checkout(name)
        | Place::Copy { checkout: name, .. }
        | Place::Copies { checkout: name, .. } => name,
    };
    let own = checkouts.map(|folder| folder.join(checkout)).filter(|path| path.is_dir());
    if own.is_some() {
        return Ok((format!("checkout of {checkout}"), own));
    }
    let copied = |package: &str| format!("{checkout}, as copied in {package}");
    match place {
        Place::Copy { file, package, .. } => Ok((copied(package), Some(packaged(python, file)?))),
        Place::Copies { folder, files, package, .. } => {
            let made = scratch.join("copies");
            for (to, from) in *files {
                let to = made.join(folder).join(to);
                let parent = to.parent().unwrap_or(&made);
                std::fs::create_dir_all(parent).map_err(|error| error.to_string())?;
                let from = packaged(python, from)?;
                std::fs::copy(&from, &to)
                    .map_err(|error| format!("{}: {error}", from.display()))?;
            }
            Ok((copied(package), Some(made)))
        }
        Place::Package(_) | Place::Checkout(_) => Ok(((*checkout).to_owned(), None)),
    }
}

/// A file of an installed package.
fn packaged(python: &Path, file: &str) -> Result<PathBuf> {
    let code = "import sysconfig; print(sysconfig.get_path('purelib'))";
    let folder = output(&mut command(python, &["-c", code])).ok_or("where are the packages?")?;
    Ok(Path::new(folder.trim()).join(file))
}

/// How many answers the report that the script contains counts as predicted.
fn predicted(script: &str) -> u64 {
    let line = script.lines().find_map(|line| line.strip_prefix("REPORT = json.loads("));
    let report: Option<Value> = line
        .and_then(|line| serde_json::from_str::<String>(line.strip_suffix(')')?).ok())
        .and_then(|text| serde_json::from_str(&text).ok());
    let runs = report.as_ref().and_then(|report| report["runs"].as_array());
    runs.into_iter().flatten().filter_map(|run| run["counts"]["predicted"].as_u64()).sum()
}

fn read(found: &Output, answers: u64, nothing: impl Fn(String) -> Outcome) -> Result<Outcome> {
    let said = String::from_utf8_lossy(&found.stdout);
    let values: Vec<&str> = said
        .lines()
        .filter(|line| line.starts_with("equal ") || line.starts_with("DIFFERS "))
        .filter(|line| !line.contains(": SHA-256 "))
        .collect();
    let equal = values.iter().filter(|line| line.starts_with("equal ")).count();
    let error = String::from_utf8_lossy(&found.stderr);
    for line in values.iter().filter(|line| line.starts_with("DIFFERS ")) {
        println!("  {line}");
    }
    match found.status.code() {
        Some(0) if equal > 0 && equal == values.len() => {}
        Some(1) if equal < values.len() => {}
        Some(2) => {
            let why = error.lines().last().unwrap_or_default();
            let why = why.strip_prefix("cannot verify: ").unwrap_or(why);
            return Ok(nothing(why.to_owned()));
        }
        code => return Err(format!("a script ended with {code:?}:\n{said}{error}")),
    }
    let mut outcome = nothing(String::new());
    outcome.not_run = None;
    (outcome.answers, outcome.equal, outcome.values) = (answers, equal, values.len());
    Ok(outcome)
}

fn table(outcomes: &[Outcome]) -> String {
    let mut text = format!("{:<20} {:<48} {:>8}  digits\n", "preset", "reference", "answers");
    for one in outcomes {
        let (answers, digits) = match &one.not_run {
            None if one.equal == one.values => {
                (grouped(one.answers), format!("{} of {} values equal", one.equal, one.values))
            }
            None => (
                grouped(one.answers),
                format!("{} of {} DIFFER", one.values - one.equal, one.values),
            ),
            Some(why) => ("–".to_owned(), format!("not run: {why}")),
        };
        // Writing to a text cannot fail.
        let _ = writeln!(text, "{:<20} {:<48} {answers:>8}  {digits}", one.preset, one.reference);
    }
    text
}

/// The presets without a script, and why.
fn without(listed: &Value, outcomes: &[Outcome]) -> String {
    let mut text = "No script:\n".to_owned();
    for preset in listed.as_array().into_iter().flatten() {
        let id = preset["id"].as_str().unwrap_or_default();
        if outcomes.iter().any(|one| one.preset == id) {
            continue;
        }
        let reproduces = preset["card"]["reproduces"].as_str().unwrap_or_default();
        let why = match reproduces {
            "" => "a definition of its own".to_owned(),
            other => format!("to be run by hand: {other}"),
        };
        let _ = writeln!(text, "{id:<30} {why}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_script_says_is_read() {
        let script =
            "REPORT = json.loads(\"{\\\"runs\\\":[{\\\"counts\\\":{\\\"predicted\\\":7}}]}\")\n";
        assert_eq!(predicted(script), 7);
        assert_eq!(predicted("REPORT = 1"), 0);
    }

    #[test]
    fn each_preset_stands_once() {
        let mut names: Vec<&str> = CASES.iter().map(|case| case.preset).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), CASES.len());
    }

    #[test]
    fn a_difference_is_no_success() {
        let outcome = |equal, values, why: Option<&str>| Outcome {
            preset: "nq",
            reference: "x".to_owned(),
            answers: 1234,
            equal,
            values,
            not_run: why.map(str::to_owned),
        };
        let shown = table(&[outcome(3, 3, None), outcome(2, 3, None), outcome(0, 0, Some("no"))]);
        assert!(shown.contains("1 234  3 of 3 values equal"), "{shown}");
        assert!(shown.contains("1 of 3 DIFFER"), "{shown}");
        assert!(shown.contains("not run: no"), "{shown}");
    }
}
