//! The page as the scorer of one benchmark: what its host has put beside it, and the track that is open.

use crate::boot;
use crate::prelude::*;
use crate::store::Editor;
use crate::workspace::Held;
use gloo_file::File;
use scoredrop::base::diagnostic::{Code, Diagnostic};
use scoredrop::base::types::Role;
use scoredrop::session::protocol::{Choices, Hosted, Reply, Request, ScorerCard, TrackCard};

impl Ui {
    /// Whether the page is the scorer of one benchmark.
    pub fn is_hosted() -> bool {
        boot::hosted_title().is_some()
    }

    /// The scorer and the open track of it, once it is read.
    pub fn track(self) -> Option<(ScorerCard, TrackCard)> {
        let scorer = self.scorer.get()?;
        let track = scorer.tracks.get(self.track_index.get())?.clone();
        Some((scorer, track))
    }

    /// Whether the host has locked a setting.
    pub fn is_locked(self, key: &str) -> bool {
        self.choices.read().hosted.as_ref().is_some_and(|hosted| !hosted.is_free(key))
    }

    /// Whether the host has locked what an editor is for.
    pub fn is_closed(self, editor: &Editor) -> bool {
        match editor {
            Editor::File(slot) => self.host_slot.get() == Some(*slot),
            Editor::Preset | Editor::PresetText => self.is_locked("preset"),
            Editor::Join => self.is_locked("join"),
            Editor::Setting(key) => self.is_locked(key),
        }
    }

    /// Has the scorer read what the host says, and opens the track of the link, or the first.
    pub fn read_scorer(self) {
        let text = boot::hosted_text();
        let scripts = boot::hosted_scripts();
        self.ask(&Request::Host { text, scripts }, move |(reply, _)| match reply {
            Ok(Reply::Hosted(scorer)) => {
                self.scorer.set(Some(*scorer));
                self.open_linked();
            }
            Ok(_) => {}
            Err(problems) => self.stop("The description of this scorer cannot be used.", problems),
        });
    }

    /// Opens another track, before there are files.
    pub fn choose_track(self, place: usize) {
        self.track_index.set(place);
        self.bring_gold();
        // What was undone belongs to the track before.
        self.begin_with(self.first_choices());
        self.recover();
    }

    /// What is chosen before there are files: the rules of the open track, if the page has any.
    pub fn first_choices(self) -> Choices {
        let track = untrack(move || self.track());
        let mut choices = track.map_or_else(Choices::default, |(_, track)| track.choices);
        choices.roles.extend(self.host_slot.get_untracked().map(|slot| (slot, Role::Gold)));
        choices
    }

    /// Opens the track of a link in the address, if it is one of this scorer, else the first.
    pub fn open_linked(self) {
        let linked = self.workspace.try_update_value(|workspace| workspace.linked_host.take());
        let linked = linked.flatten();
        self.scorer.with_untracked(|scorer| {
            let tracks = scorer.iter().flat_map(|scorer| &scorer.tracks);
            let mut named =
                tracks.map(|track| linked.as_ref().is_some_and(|one| one.track == track.name));
            self.track_index.set(named.position(|is_it| is_it).unwrap_or_default());
        });
        self.bring_gold();
        let before = self.choices.get_untracked();
        let first = self.first_choices();
        let roles = first.roles.clone();
        let mut choices = match (linked, &first.hosted) {
            (Some(linked), Some(hosted)) => self.within(before.clone(), hosted, &linked),
            _ => first,
        };
        choices.roles = before.roles;
        choices.roles.extend(roles);
        // Files that were dropped while the page was loading are predictions.
        if self.host_slot.get_untracked().is_some() {
            self.workspace.with_value(|workspace| {
                for held in &workspace.held {
                    choices.roles.entry(held.slot).or_insert(Role::Predictions);
                }
            });
        }
        self.choices.set(choices);
        self.recover();
    }

    /// The choices of a link, as far as the host leaves them free. What it does not is told.
    fn within(self, of_link: Choices, hosted: &Hosted, linked: &Hosted) -> Choices {
        let mut choices = Choices { hosted: Some(Box::new(hosted.clone())), ..of_link };
        let mut said = Vec::new();
        let held = hosted.hold(&mut choices);
        if !held.is_empty() {
            let message = format!(
                "the benchmark has locked {}, so the link’s value is not applied",
                held.join(", ")
            );
            said.push(Diagnostic::warning(Code::Link, message));
        }
        if !hosted.digest.starts_with(&linked.digest) {
            let message = "the benchmark’s scorer has changed since the link was made";
            said.push(Diagnostic::warning(Code::Link, message));
        }
        self.workspace.update_value(|workspace| workspace.link_said.extend(said));
        choices
    }

    /// Puts the gold file of the open track before the user's files, in the place of that of another track.
    fn bring_gold(self) {
        let track = untrack(move || self.track());
        let file = track.and_then(|(_, track)| boot::hosted_file(&track.gold?));
        let before = self.host_slot.get_untracked();
        let slot = self.workspace.try_update_value(|workspace| {
            workspace.held.retain(|held| Some(held.slot) != before);
            let file = file.map(File::from)?;
            let held = workspace.put(file, &mut Vec::new());
            // It stands first, as on the command line.
            workspace.held.rotate_right(1);
            Some(held.slot)
        });
        self.host_slot.set(slot.flatten());
    }

    /// Adds the sample submission of the open track.
    pub fn add_sample_submission(self, name: &str) {
        if let Some(file) = boot::hosted_file(name) {
            self.add(vec![File::from(file)], None);
        }
    }

    /// The role of files that come without one: if the host brings the gold, they are predictions.
    pub fn role_of_new(self, role: Option<Role>) -> Option<Role> {
        let has_gold = self.host_slot.get_untracked().is_some();
        role.or(has_gold.then_some(Role::Predictions))
    }

    /// Whether there is a file of the user's own.
    pub fn has_own(self, held: &[Held]) -> bool {
        let host = self.host_slot.get_untracked();
        held.iter().any(|one| Some(one.slot) != host)
    }
}
