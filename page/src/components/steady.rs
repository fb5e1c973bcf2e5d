//! What keeps its height while the rules of a score change or programs run, so that nothing beneath it moves.

use crate::prelude::*;
use web_sys::HtmlElement;

/// Remembers in `height` how high a region was before the rules changed or programs ran. Other files, another benchmark and
/// whatever else makes another score of it give it the height that it needs, and so does another window.
pub fn steady(
    ui: Ui,
    region: impl Fn() -> Option<HtmlElement> + 'static,
    height: RwSignal<Option<i32>>,
) {
    let under_way = Memo::new(move |_| ui.running.read().is_some());
    let about = move || {
        let files: Vec<u32> = ui.summary.read().files.iter().map(|file| file.slot).collect();
        let mut choices = ui.choices.get();
        // What was confirmed is not any more once a rule changes.
        choices.confirmed = false;
        let rules = std::mem::take(&mut choices.set);
        ((files, choices), (rules, under_way.get()))
    };
    let before = StoredValue::new(None);
    effect(move || {
        let (subject, rules) = about();
        let now = Some((subject.clone(), rules.clone()));
        let was = before.try_update_value(|before| std::mem::replace(before, now));
        let Some(Some((subject_was, rules_were))) = was else { return };
        if subject_was != subject {
            height.set(None);
        } else if rules_were.0 != rules.0 || (rules.1 && !rules_were.1) {
            // The old score is still shown. The end of a run of programs is not measured: what is shown
            // while they run can be taller than their result.
            let now = region().map(|region| region.offset_height());
            height.update(|height| *height = now.max(*height));
        }
    });
    on_window("resize", move |_: web_sys::Event| height.set(None));
}
