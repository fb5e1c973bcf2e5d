//! Programs that are run here: those of the files in force, and every verdict so far.

use super::search::Search;
use crate::base::diagnostic::cut;
use crate::join::JoinedRun;
use crate::preset::Settings;
use crate::programs::ProgramVerdict;
use crate::programs::runnable::{Ran, Runnable, Verdicts};
use crate::score::evaluate::Material;

/// So many runs of a program are remembered.
pub(super) const MOST_EARLIER: usize = 50;
/// Longer texts of a verdict are cut at this many characters.
pub(super) const LONGEST: usize = 20_000;

/// The programs of the files in force, and what became of programs, those of other files and settings too.
#[derive(Debug, Default)]
pub struct ProgramRuns {
    running: Option<Of<Runnable>>,
    /// A search for them that was begun.
    searching: Option<Of<Search>>,
    verdicts: Verdicts,
}

/// Something that was found with certain settings.
#[derive(Debug)]
struct Of<T> {
    found: T,
    /// [`Settings::hash`] of those.
    settings: String,
}

impl ProgramRuns {
    /// Forgets the programs of the files, but not what became of them: rows are those of another join.
    pub(crate) fn forget_files(&mut self) {
        self.running = None;
        self.searching = None;
    }

    /// Looks for programs for a while: how many of how many questions were looked at, `None` at the end.
    /// Without material there are none.
    pub(crate) fn find(
        &mut self,
        material: Option<&Material<'_>>,
        settings: &Settings,
    ) -> Option<(u64, u64)> {
        let hash = settings.hash();
        if self.running.as_ref().is_some_and(|known| known.settings == hash) {
            return None;
        }
        let (mut begun, mut tasks) = (None, None);
        match self.searching.take() {
            Some(known) if known.settings == hash => begun = Some(known.found),
            Some(known) => tasks = Some(known.found.finish().take_tasks()),
            None => tasks = self.running.as_mut().map(|known| known.found.take_tasks()),
        }
        let begun = material.and_then(|material| {
            let search = begun.or_else(|| Search::new(material, settings, tasks));
            search.zip(Some(material))
        });
        let Some((mut search, material)) = begun else {
            self.running = None;
            return None;
        };
        if search.advance(material, settings) {
            self.running = Some(Of { found: search.finish(), settings: hash });
            return None;
        }
        let left = search.progress(material);
        self.searching = Some(Of { found: search, settings: hash });
        Some(left)
    }

    /// The programs to run here, with their verdicts; `None` if there are none.
    pub(crate) fn ran(&self) -> Option<Ran<'_>> {
        let running = self.running.as_ref()?;
        Some(Ran { programs: &running.found, verdicts: &self.verdicts })
    }

    /// Takes what the runner says of a program: its answer, with the interpreter's version as `python`.
    ///
    /// # Errors
    /// If the verdict is not valid JSON or the program is unknown; in words.
    pub(crate) fn take_verdict(&mut self, key: &str, answer: &str) -> Result<(), String> {
        let running = self.running.as_ref().ok_or("no programs are to be run")?;
        if !running.found.has(key) {
            return Err("this program is unknown".to_owned());
        }
        // The interpreter's version.
        let tree: serde_json::Value = serde_json::from_str(answer).unwrap_or_default();
        let python = tree["python"].as_str().unwrap_or_default().to_owned();
        let mut verdict = ProgramVerdict::read(answer)?;
        verdict.detail = cut(&verdict.detail, LONGEST);
        for text in [&mut verdict.found, &mut verdict.expected].into_iter().flatten() {
            *text = cut(text, LONGEST);
        }
        self.verdicts.entry(key.to_owned()).or_default().verdict = Some((verdict, python));
        Ok(())
    }

    /// Has the programs of a question run again: what became of them is history then.
    pub(crate) fn run_again(&mut self, run: &JoinedRun, row: usize) {
        let entries = self.ran().into_iter().flat_map(|ran| ran.entries_of(run, row));
        let keys: Vec<String> = entries.map(|entry| entry.key.clone()).collect();
        for key in keys {
            if let Some(known) = self.verdicts.get_mut(&key)
                && let Some((verdict, _)) = known.verdict.take()
                && known.earlier.len() < MOST_EARLIER
            {
                known.earlier.push(verdict.category);
            }
        }
    }
}
