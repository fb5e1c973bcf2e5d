//! Links: settings and view behind the `#` of the address, never data.

use crate::prelude::*;
use crate::store::Trouble;
use scoredrop::base::diagnostic::{Code, Diagnostic};
use scoredrop::base::types::Certainty;
use scoredrop::preset::is_text;
use scoredrop::session::protocol::{Choices, Scored, read_link};

/// What stands behind the `#` of the address.
fn hash() -> String {
    window().location().hash().unwrap_or_default()
}

/// The preset that the address names, for a page without files: its id and version, or that it is the
/// sender's own.
pub fn named() -> Option<String> {
    let (choices, ..) = read_link(&hash())?;
    let preset = choices.preset?;
    Some(if is_text(&preset) { "a preset from the sender".to_owned() } else { preset })
}

/// Takes the settings of the address into force; what it says of the view waits for a score.
pub fn follow(ui: Ui) {
    let Some((mut choices, view, unknown)) = read_link(&hash()) else { return };
    let linked_host = choices.hosted.take();
    if !unknown.is_empty() {
        let message = format!(
            "this version does not know a part of the link ({}), so the link’s settings are not applied",
            unknown.join(", ")
        );
        let problem = Diagnostic::error(Code::Link, message)
            .remedy("open it in the version of Scoredrop that made it, or create a new link");
        return ui.workspace.update_value(|workspace| workspace.link_said = vec![problem]);
    }
    let bare = choices.preset.as_deref().filter(|preset| !is_text(preset) && !preset.contains('@'));
    let bare = bare.filter(|_| linked_host.is_none()).map(|preset| {
        let message =
            format!("the link does not name a version of {preset}, so the current one is used");
        Diagnostic::warning(Code::Link, message)
    });
    let elsewhere = (linked_host.is_some() && !Ui::is_hosted()).then(|| {
        let message = "the link belongs to a benchmark’s own scorer, not to this page";
        Diagnostic::warning(Code::Link, message)
    });
    ui.begin_with(choices);
    ui.workspace.update_value(|workspace| {
        workspace.linked_host = linked_host;
        workspace.link_said = bare.into_iter().chain(elsewhere).collect();
        workspace.landing_said.clear();
        workspace.linked = Some(view);
        workspace.awaited = None;
    });
}

/// Follows links that come into the address of an open page, unless there are files, which stay as they
/// are.
pub fn listen(ui: Ui) {
    on_window("hashchange", move |_: web_sys::Event| {
        if read_link(&hash()).is_none() {
            return;
        }
        if ui.workspace.with_value(|workspace| ui.has_own(&workspace.held)) {
            let message =
                "The link was not opened because files are open. Open it in a new tab.".to_owned();
            let trouble = Trouble { message, problems: Vec::new(), restarted: false };
            return ui.trouble.set(Some(trouble));
        }
        follow(ui);
        if Ui::is_hosted() {
            return ui.open_linked();
        }
        ui.send_choices();
    });
}

/// The address that opens the page with the settings and the view in force; with the signature, files
/// are held against it.
pub fn address(ui: Ui, scored: &Scored, with_signature: bool) -> String {
    let now = ui.choices.get_untracked();
    let card = &scored.preset.value;
    let own = now.preset.clone().filter(|preset| is_text(preset));
    let changed = scored.settings.iter().filter(|setting| setting.value != setting.default);
    let runs: Vec<&str> = scored.runs.iter().map(|run| run.name.as_str()).collect();
    // Which run is the first depends on the order of the files, and one that was asked for may not be
    // there.
    let compared = runs.get(scored.baseline as usize).filter(|_| runs.len() > 1);
    let compared = compared.map(|name| (*name).to_owned());
    let signature = with_signature.then(|| scored.signature.clone());
    // Whoever opens the link has the other files guess and doubt for themselves.
    let proven = (scored.join.certainty == Certainty::Proven).then_some(scored.join.value);
    let hosted = now.hosted.clone();
    let rules = now.preset.clone().filter(|_| hosted.is_some());
    let choices = Choices {
        preset: rules.or(own).or_else(|| Some(format!("{}@{}", card.id, card.version))),
        // What a host has chosen is compared as the host has written it.
        set: if now.hosted.is_some() {
            now.set
        } else {
            changed.map(|one| (one.key.clone(), one.value.clone())).collect()
        },
        preset_guessed: scored.preset.certainty == Certainty::Guessed,
        join: now.join.or(proven.filter(|_| hosted.is_none())),
        columns: now.columns,
        seed: now.seed,
        baseline: compared.or(now.baseline),
        slices: now.slices,
        cluster: now.cluster,
        twins: now.twins,
        signature,
        hosted,
        // The rest is of these files and nobody's setting.
        ..Choices::default()
    };
    let mut view = ui.view.get_untracked();
    view.by = crate::components::runs::of_board(scored, &view.by);
    let location = window().location();
    // Which scorer of the page is meant.
    let search = if Ui::is_hosted() { location.search() } else { Ok(String::new()) };
    let place =
        [location.origin(), location.pathname(), search].map(Result::unwrap_or_default).concat();
    [place, scoredrop::session::protocol::link(&choices, &view, &runs)].join("#")
}
