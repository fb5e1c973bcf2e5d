//! What the worker tells, and what the page makes of it.

use crate::given::words as lost;
use crate::prelude::*;
use crate::store::{Editor, Phase, Trouble};
use scoredrop::aggregate::Aggregate;
use scoredrop::base::diagnostic::{Diagnostic, Severity};
use scoredrop::base::types::Verdict;
use scoredrop::session::protocol::{
    FileCard, LinkedView, OUT_OF_MEMORY, Progress, Reply, RunCard, Scored, Sort, Summary, VERSION,
    View, count_of,
};
use std::sync::Arc;

/// Whether the browser says when a worker has ended: `boot.js` waits for a lock.
fn has_locks() -> bool {
    let navigator = window().navigator();
    js_sys::Reflect::get(&navigator, &"locks".into()).is_ok_and(|locks| !locks.is_undefined())
}

impl Ui {
    /// Takes what the worker tells unasked, or in answer to a request that changes what is scored; it is
    /// not `fresh` where it is a later addition.
    pub fn hear(self, reply: Reply, fresh: bool) {
        match reply {
            Reply::Ready { version, presets } => {
                if version == VERSION {
                    self.presets.set(presets);
                } else {
                    let words = format!(
                        "The page is version {VERSION}, its scorer version {version}. Reload the page to get \
                         both from one release."
                    );
                    self.phase.set(Phase::Broken(words));
                }
            }
            Reply::Progress(progress) => self.progress.set(Some(progress)),
            Reply::Summary(summary) => self.take_summary(*summary, fresh),
            Reply::Preset { slot, name, text, sound } => {
                self.take_preset(slot, &name, text, sound);
            }
            Reply::Failed { problems } => self.stop("This could not be done.", problems),
            _ => {}
        }
    }

    /// Nothing was heard of the worker for long, although something is asked of it.
    pub fn miss_worker(self) {
        if !has_locks() {
            self.break_down("it no longer responds");
        } else if self.busy.get_untracked() {
            self.say_doing("busy; no answer for more than 5 s");
        }
    }

    /// Says what is done, of which nobody knows how far it is.
    pub fn say_doing(self, doing: &str) {
        let doing = doing.to_owned();
        self.progress.set(Some(Progress { doing, ..Progress::default() }));
    }

    /// The scorer is gone. It is started again with the files that are there, once: files that break it
    /// would break it again. Files that came last and took all memory are set aside.
    pub fn break_down(self, why: &str) {
        let message = format!("The scorer crashed: {why}");
        let is_full = why.contains(OUT_OF_MEMORY);
        if is_full && self.has_new_files() {
            self.cancel();
            let message = format!("{message}. It was restarted without the last files.");
            self.announcement.set(message.clone());
            return self.say_restarted(message);
        }
        let again = !is_full
            && self
                .workspace
                .try_update_value(|workspace| !std::mem::replace(&mut workspace.restarted, true))
                == Some(true);
        if !again {
            self.workspace.update_value(|workspace| workspace.broken = true);
            return self.stop(&message, Vec::new());
        }
        self.recover();
        // Why there is no other worker says all.
        if matches!(self.phase.get_untracked(), Phase::Broken(_)) {
            return;
        }
        self.say_restarted(format!("{message}. It was restarted with your files."));
    }

    fn say_restarted(self, message: String) {
        self.trouble.set(Some(Trouble { message, problems: Vec::new(), restarted: true }));
    }

    /// Says what stopped the work.
    pub fn stop(self, message: &str, problems: Vec<Diagnostic>) {
        self.announcement.set(message.to_owned());
        let message = message.to_owned();
        self.trouble.set(Some(Trouble { message, problems, restarted: false }));
        self.progress.set(None);
        self.busy.set(false);
    }

    /// Finds the runs that are looked at in a new score by their names: those of a link, as far as they
    /// are there, or those of the score before.
    fn land(self, scored: Option<&Scored>) {
        let before = self.scored.with_untracked(|before| {
            let before = before.as_ref()?;
            let opened = self.view.with_untracked(|view| *view == opening(before));
            // What was opened before the programs ran opens anew at what they got wrong.
            // Whoever has one open to run it again keeps it.
            let is_open = self.open.with_untracked(Option::is_some);
            let settled = before.runs.iter().any(has_mean) || !opened || is_open;
            settled.then(|| self.view.with_untracked(|view| LinkedView::of(view, &names(before))))
        });
        let mut found = None;
        self.workspace.update_value(|workspace| {
            let before = before.or(workspace.shown.take());
            let Some(scored) = scored else {
                workspace.shown = before;
                return;
            };
            let (runs, baseline) = (names(scored), scored.baseline);
            let or_plain = |view: Option<View>, linked: &LinkedView| {
                view.unwrap_or_else(|| View { by: linked.by().clone(), ..View::default() })
            };
            let now = before.map(|before| or_plain(before.among(&runs, baseline).view, &before));
            found = Some(now.unwrap_or_else(|| opening(scored)));
            let is_first = workspace.linked.is_some();
            let awaited = workspace.awaited.take();
            let Some(linked) = workspace.linked.take().or(awaited) else { return };
            let landing = linked.among(&runs, baseline);
            workspace.landing_said = landing.notes;
            // What waits for another file is shown once, and whole when that is there.
            if !landing.waits || is_first {
                found = Some(or_plain(landing.view, &linked));
            }
            workspace.awaited = landing.waits.then_some(linked);
        });
        if let Some(view) = found.filter(|view| self.view.with_untracked(|now| now != view)) {
            self.show(|shown| *shown = view);
        }
    }

    fn take_summary(self, mut summary: Summary, fresh: bool) {
        if fresh && self.adopt(&summary) {
            return;
        }
        let choices = self.choices.get_untracked();
        if fresh {
            self.busy.set(false);
            self.progress.set(None);
            self.workspace
                .update_value(|workspace| workspace.settled = (workspace.held.clone(), choices));
            self.land(summary.scored.as_ref());
            let runs = summary.scored.as_ref().map_or(0, |scored| scored.runs.len());
            if self.view.with_untracked(|view| view.run as usize >= runs.max(1)) {
                self.forget_view();
            }
            // In any other view the row may have moved.
            let in_file_order = |view: &View| {
                *view == View { run: view.run, by: view.by.clone(), ..View::default() }
            };
            if !self.view.with_untracked(in_file_order) {
                self.open.set(None);
            }
            if let Some(slot) = to_mend(&summary)
                && self.editor.with_untracked(Option::is_none)
            {
                self.editor.set(Some(Editor::File(slot)));
            }
            let run = self.view.with_untracked(|view| view.run as usize);
            self.announcement.set(spoken(&summary, run));
        }
        let said = self
            .workspace
            .with_value(|workspace| [&workspace.link_said[..], &workspace.landing_said].concat());
        summary.diagnostics.splice(0..0, said);
        let lost = lost(&summary)
            .filter(|words| lost(&self.summary.read_untracked()).as_ref() != Some(words));
        if let Some(words) = lost {
            self.announcement.set(words);
        }
        let scored = summary.scored.take();
        self.summary.set(Arc::new(summary));
        self.scored.set(scored.map(Arc::new));
        if fresh {
            self.score.update(|score| *score += 1);
            self.unpack_packed();
        }
    }
}

/// The run whose number is large: the best by the leading metric, the first of those that are equal.
fn best(scored: &Scored) -> usize {
    let mean = |run: usize| {
        let head = scored.runs[run].figures.aggregates.first()?;
        let sign = if format::is_better_higher(&head.metric) { 1.0 } else { -1.0 };
        head.mean.map(|mean| sign * mean)
    };
    (1..scored.runs.len()).fold(0, |best, run| if mean(run) > mean(best) { run } else { best })
}

/// What is shown of a new score: what the best run got wrong, the closest misses first; all of it where
/// nothing is wrong, or nothing is known yet.
fn opening(scored: &Scored) -> View {
    let best = best(scored);
    let Some(run) = scored.runs.get(best) else { return View::default() };
    let of_best = View { run: best as u32, ..View::default() };
    let count = |verdict: &Verdict| count_of(&run.verdicts, verdict);
    let verdicts: Vec<Verdict> =
        [Verdict::Partly, Verdict::Wrong].into_iter().filter(|one| count(one) > 0).collect();
    if verdicts.is_empty() || !has_mean(run) {
        return of_best;
    }
    // Where all numbers match, none of what is wrong is near.
    let all_match = run.figures.aggregates.first().and_then(|head| head.mean) == Some(1.0);
    let has = |id: &str| {
        let is_it = |one: &Aggregate| one.group.is_none() && one.metric == id;
        run.figures.aggregates.iter().any(is_it) && !(all_match && id == "relative_error")
    };
    let closest = [("relative_error", false), ("f1", true), ("rouge_l", true)];
    let closest = closest.into_iter().find(|(id, _)| has(id));
    let (sort, descending) = closest
        .map_or((Sort::File, false), |(id, descending)| (Sort::Metric(id.to_owned()), descending));
    View { verdicts, sort, descending, ..of_best }
}

fn has_mean(run: &RunCard) -> bool {
    run.figures.aggregates.first().is_some_and(|head| head.mean.is_some())
}

/// The file whose roles, form or columns stand in the way of a score, where nothing is missing.
fn to_mend(summary: &Summary) -> Option<u32> {
    let waiting = summary.waiting.as_ref()?;
    if summary.scored.is_some() || waiting.missing.is_some() || !waiting.answers.is_empty() {
        return None;
    }
    let errors = summary.diagnostics.iter().filter(|one| one.severity == Severity::Error);
    let named: Vec<&str> = errors.filter_map(|one| one.file.as_deref()).collect();
    let file = summary.files.iter().rfind(|file| named.contains(&file.name.as_str()));
    let can_change = |file: &&FileCard| file.has_values();
    file.or(summary.files.last()).filter(can_change).map(|file| file.slot)
}

fn names(scored: &Scored) -> Vec<&str> {
    scored.runs.iter().map(|run| run.name.as_str()).collect()
}

/// A summary as a screen reader says it, with the number of the run that is shown.
fn spoken(summary: &Summary, run: usize) -> String {
    let Some(scored) = &summary.scored else {
        return summary.waiting.as_ref().map_or_else(String::new, |w| w.message.clone());
    };
    if let Some(waits) = scored.programs.as_ref().and_then(|programs| programs.waits.clone()) {
        return waits;
    }
    let head = scored.runs.get(run).and_then(|run| run.figures.aggregates.first());
    let provisional = if scored.provisional.is_empty() { "" } else { ", provisional" };
    head.map_or_else(String::new, |head| {
        let unit = if format::unit(&head.metric, head.mean).is_empty() { "" } else { " percent" };
        format!(
            "{} {}{unit}, {} questions{provisional}",
            format::metric(&head.metric),
            format::mean(&head.metric, head.mean),
            head.n,
        )
    })
}
