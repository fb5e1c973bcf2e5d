//! What stands beneath the result, one part at a time: questions, groups, two runs, the report.

use crate::components::charts::Charts;
use crate::components::compare::Compare;
use crate::components::groups::Groups;
use crate::components::questions::Questions;
use crate::components::report::Report;
use crate::prelude::*;
use crate::store::Tab;

const PANEL: &str = "panel";

/// The tabs in their order, each with its id and title.
pub const TABS: [(Tab, &str, &str); 5] = [
    (Tab::Questions, "tab-questions", words::QUESTIONS),
    (Tab::Groups, "tab-groups", "Groups"),
    (Tab::Compare, "tab-compare", words::COMPARE),
    (Tab::Charts, "tab-charts", words::CHARTS),
    (Tab::Report, "tab-report", words::REPORT),
];

#[component]
pub fn Tabs() -> impl IntoView {
    let ui = Ui::here();
    let several = Memo::new(move |_| ui.has_several_runs());
    let there = Memo::new(move |_| {
        let fits = |tab: &Tab| *tab != Tab::Compare || several.get();
        TABS.iter().map(|(tab, ..)| *tab).filter(fits).collect::<Vec<_>>()
    });
    // A view of two runs, be it a link's, is shown in their tab; without several runs there is none.
    effect(move || {
        let beside = ui.view.read().against.is_some();
        let now = ui.tab.get_untracked();
        if beside && several.get() && now != Tab::Compare {
            ui.open_tab(Tab::Compare);
        } else if now == Tab::Compare && !(beside && several.get()) {
            ui.tab.set(Tab::Questions);
        }
    });
    let press = move |event: web_sys::KeyboardEvent| {
        let tabs = there.get_untracked();
        let last = tabs.len() - 1;
        let now = tabs.iter().position(|tab| *tab == ui.tab.get_untracked()).unwrap_or_default();
        let next = match event.key().as_str() {
            "ArrowRight" => (now + 1) % tabs.len(),
            "ArrowLeft" => (now + last) % tabs.len(),
            "Home" => 0,
            "End" => last,
            _ => return,
        };
        event.prevent_default();
        ui.open_tab(tabs[next]);
        dom::focus(id(tabs[next]));
    };
    let content = move || match ui.tab.get() {
        Tab::Questions => view! { <Questions/> }.into_any(),
        Tab::Groups => view! { <Groups/> }.into_any(),
        Tab::Compare => view! { <Compare/> }.into_any(),
        Tab::Charts => view! { <Charts/> }.into_any(),
        Tab::Report => view! { <Report/> }.into_any(),
    };
    view! {
        <div class="tabs" role="tablist" aria-label="Details" on:keydown=press>
            <For each=move || there.get() key=|tab| *tab as u8 children=move |tab| {
                let is_open = move || ui.tab.get() == tab;
                view! {
                    <button
                        id=id(tab)
                        class="tab"
                        role="tab"
                        aria-controls=PANEL
                        aria-selected=move || is_open().to_string()
                        tabindex=move || if is_open() { "0" } else { "-1" }
                        on:click=move |_| ui.open_tab(tab)
                    >
                        {TABS[tab as usize].2}
                    </button>
                }
            }/>
        </div>
        <div id=PANEL class="panel" role="tabpanel" aria-labelledby=move || id(ui.tab.get())>
            {move || content()}
        </div>
    }
}

fn id(tab: Tab) -> &'static str {
    TABS[tab as usize].1
}
