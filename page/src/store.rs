//! What the page knows, and everything that can be done to it.

use crate::client::{Answer, Client};
use crate::components::busy::LOOK;
use crate::components::programs::Running;
use crate::components::questions::SECTION;
use crate::prelude::*;
use crate::workspace::{Held, Workspace};
use scoredrop::base::diagnostic::Diagnostic;
use scoredrop::session::protocol::{
    Against, By, Choices, ColumnBins, Flip, Outcomes, PresetOption, Progress, Request, Scored,
    ScorerCard, SettingCard, Sort, Summary, View,
};
use std::sync::Arc;
use wasm_bindgen::JsValue;

/// The handles of everything on the screen; copies share them.
#[derive(Clone, Copy, Default)]
pub struct Ui {
    /// How far the page is.
    pub phase: RwSignal<Phase>,
    /// Whether the page opens without a network.
    pub offline: RwSignal<bool>,
    /// Presets for the menu while nothing is scored.
    pub presets: RwSignal<Vec<PresetOption>>,
    pub choices: RwSignal<Choices>,
    pub undoable: RwSignal<bool>,
    /// What the worker last said, but for the score.
    pub summary: RwSignal<Arc<Summary>>,
    pub scored: RwSignal<Option<Arc<Scored>>>,
    /// Index of the selected run.
    pub run: Signal<u32>,
    /// By which metric runs are compared, and on which questions.
    pub by: Signal<By>,
    /// Counts up with every new score; rows and stripes of an older one are void.
    pub score: RwSignal<u32>,
    /// Which rows are shown, in which order, of which run.
    pub view: RwSignal<View>,
    /// How many rows the view has.
    pub rows: RwSignal<u64>,
    /// Whether that is known of this view, and not of the one before.
    pub counted: RwSignal<bool>,
    /// How many rows there would be of each outcome, where other filters leave rows out.
    pub outcomes: RwSignal<Option<Outcomes>>,
    /// What the columns of the table hold.
    pub heads: RwSignal<Vec<ColumnBins>>,
    /// Why rows could not be given.
    pub no_rows: RwSignal<Vec<Diagnostic>>,
    /// The row of the view that the keyboard is on.
    pub cursor: RwSignal<Option<u64>>,
    /// The row whose detail is open.
    pub open: RwSignal<Option<OpenRow>>,
    /// Whether a request that changes the score is under way.
    pub busy: RwSignal<bool>,
    pub progress: RwSignal<Option<Progress>>,
    pub trouble: RwSignal<Option<Trouble>>,
    /// Files that were dropped before a request was cancelled, and not read.
    pub aside: RwSignal<Vec<Held>, LocalStorage>,
    /// Programs that are being run.
    pub running: RwSignal<Option<Running>>,
    /// Whether the last run of programs was cancelled.
    pub cancelled: RwSignal<bool>,
    /// Verdicts of the last run that this browser could not keep.
    pub unkept: RwSignal<u64>,
    /// How many numbers match over the relative tolerance, by run.
    pub curves: RwSignal<Vec<Vec<f64>>>,
    pub editor: RwSignal<Option<Editor>>,
    /// Whether the rail is open where it is one line.
    pub rail: RwSignal<bool>,
    /// The height that the checks have while rules change, in pixels: what stands beneath them keeps its
    /// place. Nothing where they are as high as they need.
    pub checks_height: RwSignal<Option<i32>>,
    pub tab: RwSignal<Tab>,
    /// Names of runs in the order in which they are drawn; those that are not among them follow.
    pub order: RwSignal<Vec<String>>,
    /// Names of runs that are not drawn.
    pub hidden: RwSignal<Vec<String>>,
    /// What was looked at before two runs were compared, and is again after that.
    pub before: RwSignal<Option<View>>,
    pub keys: RwSignal<bool>,
    /// Whether the list of commands is open.
    pub commands: RwSignal<bool>,
    pub redoable: RwSignal<bool>,
    /// What a screen reader is told.
    pub announcement: RwSignal<String>,
    /// Whether single keys are shortcuts.
    pub shortcuts: RwSignal<bool>,
    pub client: StoredValue<Option<Client>, LocalStorage>,
    /// The scorer that the page is, if it is that of one benchmark, and the place of the open track.
    pub scorer: RwSignal<Option<ScorerCard>>,
    pub track_index: RwSignal<usize>,
    /// The number of the gold file that the host has put beside the page.
    pub host_slot: RwSignal<Option<u32>>,
    /// What a restarted worker has to be told again.
    pub workspace: StoredValue<Workspace, LocalStorage>,
}

/// How far the page is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Phase {
    /// Loading and sealing.
    #[default]
    Starting,
    /// Sealed; files may be dropped.
    Ready,
    /// It cannot work here, for this reason.
    Broken(String),
}

#[derive(Clone, Debug, PartialEq)]
pub struct Trouble {
    pub message: String,
    /// Details, each with its place and remedy.
    pub problems: Vec<Diagnostic>,
    /// Whether the scorer was started again already, so that nothing is left to be done.
    pub restarted: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenRow {
    pub place: u64,
    pub row: u64,
}

/// What stands beneath the result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tab {
    #[default]
    Questions,
    Groups,
    Compare,
    Charts,
    /// What the reference prints, the signature, and how to cite.
    Report,
}

/// What of the way of scoring is being changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Editor {
    /// A file, its role and columns, by its number.
    File(u32),
    Preset,
    PresetText,
    /// The key of the join.
    Join,
    /// A setting by its key.
    Setting(String),
}

impl Editor {
    /// Id of the button that opens it.
    pub fn button(&self) -> String {
        match self {
            Self::File(slot) => format!("file-{slot}"),
            Self::Preset | Self::PresetText => "benchmark".to_owned(),
            Self::Join => "join".to_owned(),
            Self::Setting(key) => format!("set-{key}"),
        }
    }
}

impl Ui {
    /// The one that the page was given.
    pub fn here() -> Self {
        expect_context()
    }

    pub fn new() -> Self {
        let view = RwSignal::new(View::default());
        let ui = Self {
            run: Memo::new(move |_| view.read().run).into(),
            by: Memo::new(move |_| view.read().by.clone()).into(),
            view,
            shortcuts: RwSignal::new(true),
            ..Self::default()
        };
        ui.client.set_value(Some(Client::new(ui)));
        // Every score begins with what it was before: the first run, or the one looked at.
        let head = Memo::new(move |_| ui.headline().map_or(0, |(_, run)| run as u32));
        effect(move || {
            ui.score.track();
            let run = head.get();
            ui.tell(&Request::Select { run });
        });
        ui
    }

    pub fn has_several_runs(self) -> bool {
        self.scored.read().as_ref().is_some_and(|scored| scored.runs.len() > 1)
    }

    pub fn has_programs(self) -> bool {
        self.scored.read().as_ref().is_some_and(|scored| scored.programs.is_some())
    }

    pub fn has_score(self) -> Memo<bool> {
        Memo::new(move |_| self.scored.read().is_some())
    }

    /// Whether there are files of the user's own.
    pub fn has_files(self) -> Memo<bool> {
        Memo::new(move |_| {
            let host = self.host_slot.get();
            self.summary.read().files.iter().any(|file| Some(file.slot) != host)
        })
    }

    /// The setting of a key, as it is in force.
    pub fn setting(self, key: String) -> Memo<Option<SettingCard>> {
        Memo::new(move |_| {
            let scored = self.scored.read();
            scored.as_ref()?.settings.iter().find(|one| one.key == key).cloned()
        })
    }

    /// How many programs have no verdict; it falls while they run.
    pub fn programs_left(self) -> u64 {
        self.scored.with_untracked(|scored| left_of(scored.as_deref()))
    }

    /// The same, for what is renewed with it.
    pub fn watch_programs(self) -> Memo<u64> {
        Memo::new(move |_| self.scored.with(|scored| left_of(scored.as_deref())))
    }

    /// The score, and the place of the selected run in it.
    pub fn selected(self) -> Option<(Arc<Scored>, usize)> {
        let scored = self.scored.get()?;
        let run = self.run.get() as usize;
        (run < scored.runs.len()).then_some((scored, run))
    }

    /// Asks the worker; see [`Client::ask`].
    pub fn ask(self, request: &Request, handler: impl FnOnce(Answer) + 'static) {
        self.ask_about(request, &[], handler);
    }

    /// The same about files, which go along.
    pub fn ask_about(
        self,
        request: &Request,
        files: &[JsValue],
        handler: impl FnOnce(Answer) + 'static,
    ) {
        let handler = Box::new(handler);
        self.with_client(|client| client.ask(request, files, handler));
    }

    /// Tells the worker what it answers unasked, if at all.
    pub fn tell(self, request: &Request) {
        self.with_client(|client| client.tell(request, &[]));
    }

    pub fn with_client(self, act: impl FnOnce(&Client)) {
        if let Some(client) = self.client.get_value() {
            act(&client);
        }
    }

    /// What was looked for is there, or will not be: nothing is under way any more.
    pub fn looked(self) {
        if self.progress.with_untracked(|now| now.as_ref().is_some_and(|now| now.unit == LOOK)) {
            self.progress.set(None);
        }
    }

    /// Gives up what is looked for or written. Rows that were not found are not asked for again: all are
    /// shown, in file order.
    pub fn stop_looking(self) {
        let (counted, none) =
            (self.counted.get_untracked(), self.no_rows.read_untracked().is_empty());
        self.tell(&Request::Stop);
        self.progress.set(None);
        if !counted && none {
            self.show_all();
        }
    }

    /// Shows other rows; the detail closes.
    pub fn show(self, change: impl FnOnce(&mut View)) {
        let mut view = self.view.get_untracked();
        change(&mut view);
        self.open.set(None);
        self.cursor.set(None);
        self.view.set(view);
    }

    /// Shows all rows of the run again, in file order; of two runs that are compared, too.
    pub fn show_all(self) {
        self.show(|view| {
            let against = view.against.map(|_| Against::default());
            let by = std::mem::take(&mut view.by);
            *view = View { run: view.run, by, against, ..View::default() };
        });
    }

    /// Compares runs in another way. Rows depend on it where they are those of two runs.
    pub fn compare_by(self, change: impl FnOnce(&mut By)) {
        if self.view.with_untracked(|view| view.against.is_some()) {
            self.show(|view| change(&mut view.by));
        } else {
            self.view.update(|view| change(&mut view.by));
        }
    }

    /// Shows the questions that `change` asks for, wherever on the page that was done.
    pub fn reveal(self, change: impl FnOnce(&mut View)) {
        self.tab.set(Tab::Questions);
        self.show(|view| view.against = None);
        self.show_all();
        self.show(change);
        dom::reveal(SECTION);
    }

    /// Opens a tab. Two runs are looked at together in theirs alone.
    pub fn open_tab(self, tab: Tab) {
        let was = self.tab.get_untracked();
        self.tab.set(tab);
        let before = self.view.get_untracked();
        let beside = before.against.is_some();
        if tab == Tab::Compare {
            if was != tab {
                let plain = View { run: before.run, by: before.by.clone(), ..View::default() };
                self.before.set(Some(if beside { plain } else { before }));
            }
            self.face();
            if !beside {
                self.show_all();
                let apart = Against { flip: Some(Flip::Apart), different: false };
                self.show(|view| {
                    view.against = Some(apart);
                    view.sort = Sort::Apart;
                });
            }
        } else if beside {
            self.show(|view| view.against = None);
            self.show_all();
            if let Some(view) = self.before.try_update(Option::take).flatten() {
                self.show(|now| *now = View { by: before.by, ..view });
            }
        }
    }

    /// The score, and the run that the result is about: whichever two are compared does not change it.
    pub fn headline(self) -> Option<(Arc<Scored>, usize)> {
        let (scored, run) = self.selected()?;
        let before = self.before.read();
        let before = before.as_ref().filter(|_| self.tab.get() == Tab::Compare);
        let before = before.map(|view| view.run as usize).filter(|run| *run < scored.runs.len());
        let run = before.unwrap_or(run);
        Some((scored, run))
    }

    /// Has the result be about another run. Two runs that are compared stay two.
    pub fn select(self, run: u32) {
        let is_compared = self.tab.get_untracked() == Tab::Compare;
        if is_compared {
            self.before.update(|before| before.iter_mut().for_each(|view| view.run = run));
        }
        let baseline = self.scored.with_untracked(|one| one.as_ref().map(|one| one.baseline));
        if is_compared && baseline == Some(run) {
            return;
        }
        self.show(|view| {
            view.run = run;
            // Values of its own answers, which are others.
            view.within.retain(|one| one.column != Sort::Prediction);
            // What was asked for with regard to another run means another thing for this one.
            view.against = view.against.map(|_| Against::default());
        });
    }

    /// Has another run beside the one that all are compared with.
    fn face(self) {
        let run = self.run.get_untracked();
        let other = self.scored.with_untracked(|scored| Some(beside(scored.as_ref()?, run)));
        if let Some(other) = other.filter(|other| *other != run) {
            self.show(|view| view.run = other);
        }
    }

    pub fn toggle(self, editor: Editor) {
        self.editor.update(|open| {
            let same = open.as_ref().is_some_and(|open| open.button() == editor.button());
            *open = if same { None } else { Some(editor) };
        });
    }

    /// Opens an editor and goes to it, from wherever on the page.
    pub fn edit(self, editor: Editor) {
        let button = editor.button();
        self.editor.set(Some(editor));
        self.rail.set(true);
        dom::reveal(&button);
        dom::focus(&button);
    }

    /// Closes the open editor and gives the focus back to its button.
    pub fn close_editor(self) {
        if let Some(editor) = self.editor.get_untracked() {
            self.editor.set(None);
            dom::focus(&editor.button());
        }
    }

    /// Back to the plain view of the first run.
    pub fn forget_view(self) {
        self.show(|view| *view = View { by: std::mem::take(&mut view.by), ..View::default() });
    }
}

/// The run that stands beside the one that all are compared with: the selected one, or the best of the
/// others where that is the same.
pub fn beside(scored: &Scored, run: u32) -> u32 {
    let baseline = scored.baseline;
    if run != baseline {
        return run;
    }
    let board = scored.leaderboard.first();
    let best = board.and_then(|board| board.runs.iter().find(|one| one.run != baseline));
    let first = || (0..scored.runs.len() as u32).find(|run| *run != baseline);
    best.map(|one| one.run).or_else(first).unwrap_or(run)
}

fn left_of(scored: Option<&Scored>) -> u64 {
    scored.and_then(|scored| scored.programs.as_ref()).map_or(0, |card| card.left)
}
