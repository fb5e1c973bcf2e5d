//! Runs scripts of hosts on a Python of this machine.

use super::{Failure, name_of, say};
use crate::Driver;
use crate::base::diagnostic::{Code, Diagnostic, cut};
use crate::base::error::Error;
use crate::base::json_text::json_text;
use crate::session::file::unreadable;
use crate::session::protocol::{Choices, Script};
use crate::session::scripts::{MOST_MEMORY, PRESET};
use clap::Args;
use serde_json::{Value, json};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// What runs a script's program in the interpreter.
const BOOT: &str = include_str!("python.py");

/// Interpreters that are looked for, in this order, in the folders of `PATH`.
const NAMES: [&str; 2] = ["python3", "python"];

/// The oldest version that a script is run by.
const OLDEST: (u32, u32) = (3, 9);

/// Answers of more bytes are cut, and then refused.
const MOST_ANSWER: u64 = 1 << 30;

/// The last words of an interpreter are cut at so many bytes.
const MOST_WORDS: u64 = 1 << 12;

/// How long, and how often, the end of a process is waited for that has said everything.
const PAUSE: Duration = Duration::from_millis(10);
const PAUSES: u32 = 200;

/// How long an interpreter that was ended may take to say its last words.
const PATIENCE: Duration = Duration::from_secs(2);

/// A scorer in Python, and what it is run by.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct Scripted {
    /// Score with this script in Python, which defines a function `score` or a class with a method
    /// `score_row`: see docs/hosting.md.
    #[arg(long, value_name = "FILE")]
    pub(crate) script: Option<PathBuf>,
    /// Python that runs the script [default: the first python3, or else python, in PATH]. To run the
    /// script of a hosted scorer, you have to name one.
    #[arg(long, value_name = "PROGRAM")]
    pub(crate) python: Option<PathBuf>,
    /// Seconds that the script may take for each predictions file [default: 60].
    #[arg(long, value_name = "SECONDS")]
    pub(crate) time_limit: Option<u64>,
}

impl Scripted {
    /// Adds the script that is named to the choices, and to any script the preset of scripts.
    pub(crate) fn choose(&self, choices: &mut Choices) -> Result<(), Failure> {
        if let Some(path) = &self.script {
            choices.script = Some(read(path)?);
        }
        if choices.script.is_some() {
            choices.preset = Some(PRESET.to_owned());
        }
        Ok(())
    }

    /// Finds the interpreter, if the choices have a script, and calls `then` with what runs it. A script that
    /// nobody has named runs only by an interpreter that somebody has.
    pub(crate) fn with_driver<T>(
        &self,
        choices: &Choices,
        then: impl FnOnce(&Driver<'_>) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let Some(script) = &choices.script else { return then(&Driver::default()) };
        if self.script.is_none() && self.python.is_none() {
            let message = "this scorer has its own script, which would run on this machine";
            let problem = Diagnostic::error(Code::ScriptNotRun, message).file(&script.name);
            let remedy = "read the script, then name the Python that may run it: --python python3";
            return Err(Failure::Usage(problem.remedy(remedy).into()));
        }
        let python = Python::find(self.python.as_deref())?;
        say(&format_args!(
            "{} is run by Python {} ({})",
            script.name,
            python.version,
            python.path.display()
        ));
        let most = Duration::from_secs(self.time_limit.unwrap_or(60));
        then(&Driver { run_script: &|job| python.run(job, most), ..Driver::default() })
    }
}

/// Reads a script.
pub(crate) fn read(path: &Path) -> Result<Script, Error> {
    let bytes = std::fs::read(path).map_err(|error| Error::from(unreadable(path, &error)))?;
    let text = String::from_utf8(bytes).map_err(|_| {
        let problem = Diagnostic::error(Code::BadScript, "the script is not UTF-8");
        Error::from(problem.file(name_of(path)).remedy("save it as UTF-8"))
    })?;
    Ok(Script { name: name_of(path), text })
}

/// An interpreter of this machine.
struct Python {
    path: PathBuf,
    version: String,
}

impl Python {
    /// Finds the interpreter that is named, or the first in `PATH`.
    fn find(named: Option<&Path>) -> Result<Self, Failure> {
        let remedy =
            format!("install Python {}.{} or later, or name it with --python", OLDEST.0, OLDEST.1);
        let problem = |message: String| {
            let problem = Diagnostic::error(Code::ScriptNotRun, message).remedy(remedy.clone());
            Failure::Usage(problem.into())
        };
        let paths = match named {
            Some(path) => vec![path.to_owned()],
            None => NAMES.map(PathBuf::from).to_vec(),
        };
        let Some((path, version)) = paths.iter().find_map(|path| about(path)) else {
            let names: Vec<String> = paths.iter().map(|one| one.display().to_string()).collect();
            return Err(problem(format!("{} does not run here", names.join(" or "))));
        };
        let mut parts = version.split('.').map_while(|part| part.parse::<u32>().ok());
        if parts.next().zip(parts.next()).is_none_or(|found| found < OLDEST) {
            return Err(problem(format!("{} is Python {version}", path.display())));
        }
        Ok(Self { path, version })
    }

    /// Runs a job, which may take so long.
    fn run(&self, job: &str, most: Duration) -> Result<String, Error> {
        let tree: Value = serde_json::from_str(job).unwrap_or_default();
        let program = tree["program"][0].as_str().unwrap_or_default().to_owned();
        let mut command = Command::new(&self.path);
        // Isolated from the environment, the user's packages and the present folder.
        command.args(["-I", "-S", "-B", "-X", "utf8", "-c", BOOT]).arg(MOST_MEMORY.to_string());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        command.env_clear();
        let mut child = command.spawn().map_err(|error| self.failed(&error))?;
        let (said, words) =
            (listen(child.stdout.take(), MOST_ANSWER), listen(child.stderr.take(), MOST_WORDS));
        if let Some(mut stdin) = child.stdin.take() {
            // One that does not read ends, which is seen below.
            thread::spawn(move || stdin.write_all(program.as_bytes()));
        }
        let Ok(said) = said.recv_timeout(most) else {
            child.kill().and_then(|()| child.wait()).map_err(|error| self.failed(&error))?;
            let detail = format!("it did not end within {} s", most.as_secs());
            return Ok(json_text(&json!({ "verdict": "timeout", "detail": detail })));
        };
        let code = end(&mut child).map_err(|error| self.failed(&error))?;
        Ok(json_text(&if said.is_empty() {
            let detail = format!(
                "{code}\n{}",
                cut(words.recv_timeout(PATIENCE).unwrap_or_default().trim(), 2000)
            );
            json!({ "verdict": "crash", "detail": detail })
        } else {
            json!({ "verdict": "passed", "said": said })
        }))
    }

    fn failed(&self, error: &io::Error) -> Error {
        let message = format!("{} does not run: {error}", self.path.display());
        Diagnostic::error(Code::ScriptNotRun, message).remedy("name another with --python").into()
    }
}

/// Asks an interpreter for its own file and its version: what `PATH` names may be a script that chooses one. `None`
/// if there is none.
fn about(path: &Path) -> Option<(PathBuf, String)> {
    let ask = "import sys; print(sys.executable); print(sys.version.split()[0])";
    let mut command = Command::new(path);
    let done = command.args(["-I", "-S", "-X", "utf8", "-c", ask]).stdin(Stdio::null()).output();
    let done = done.ok().filter(|done| done.status.success())?;
    let said = String::from_utf8(done.stdout).ok()?;
    let (path, version) = said.trim().split_once('\n')?;
    Some((PathBuf::from(path.trim()), version.to_owned()))
}

/// Hears what a process says, up to so many bytes; the rest is thrown away, so that it can end.
fn listen(pipe: Option<impl Read + Send + 'static>, most: u64) -> mpsc::Receiver<String> {
    let (sender, receiver) = mpsc::channel();
    if let Some(mut pipe) = pipe {
        thread::spawn(move || {
            let mut bytes = Vec::new();
            let _ = pipe.by_ref().take(most).read_to_end(&mut bytes);
            let _ = io::copy(&mut pipe, &mut io::sink());
            let _ = sender.send(String::from_utf8_lossy(&bytes).into_owned());
        });
    }
    receiver
}

/// Waits for the end of a process that has said everything; one that goes on is ended.
fn end(child: &mut Child) -> io::Result<ExitStatus> {
    for _ in 0..PAUSES {
        if let Some(code) = child.try_wait()? {
            return Ok(code);
        }
        thread::sleep(PAUSE);
    }
    child.kill()?;
    child.wait()
}
