//! What there is to do about programs without a verdict: to run them, or to take verdicts that are kept.

use crate::components::programs::{about, facts, whole};
use crate::format;
use crate::prelude::*;
use crate::store::Ui;
use crate::widgets::button::button;
use crate::words;
use scoredrop::protocol::ProgramsCard;

/// What starting the interpreter and a program take on a usual machine, in seconds.
const START: f64 = 4.0;
const EACH: f64 = 0.02;
/// So many times as much time is offered to programs that had too little.
const LONGER: u64 = 3;

/// How programs without a verdict can be had one for, `kept` of them without running; or by what all were
/// run.
pub fn offer(ui: Ui, card: &ProgramsCard, kept: u64, is_cached: bool) -> AnyView {
    match card.left {
        0 => done(ui, card),
        left if kept == left => offer_kept(ui, kept),
        _ => offer_to_run(ui, card, kept, is_cached),
    }
}

/// That every verdict is kept already; to run the programs all the same is possible.
fn offer_kept(ui: Ui, kept: u64) -> AnyView {
    let (take, words) = if kept == 1 {
        (words::TAKE_THE_KEPT_VERDICT.to_owned(), words::THE_VERDICT_IS_KEPT.to_owned())
    } else {
        let kept = format::count(kept);
        (format!("Take the {kept} kept verdicts"), format!("All {kept} verdicts are kept"))
    };
    view! {
        <p class="row-of-buttons">
            {button("", take, move || ui.run_programs(false))}
            {button("quiet", words::RUN_AGAIN, move || ui.run_programs(true))}
            <span>{format!("{words} in this browser: nothing needs to run.")}</span>
        </p>
    }
    .into_any()
}

/// `460 attempts, 263 different programs`; of programs that are all different their number alone.
fn attempts(card: &ProgramsCard) -> String {
    let programs = format::counted(card.total, "program");
    if card.attempts == card.total {
        return programs;
    }
    let attempts = format::counted(card.attempts, "attempt");
    let different = format::counted(card.total, words::DIFFERENT_PROGRAM);
    format!("{attempts}, {different}")
}

/// What is to be run, what that takes, and what is different here.
fn offer_to_run(ui: Ui, card: &ProgramsCard, kept: u64, is_cached: bool) -> AnyView {
    let some = format::counted(card.left, "program");
    let Some(facts) = facts() else {
        let words =
            format!("{some} have no verdict, and this copy of the page was built without Python.");
        return view! { <p>{words}</p> }.into_any();
    };
    let fact = |place| facts.get(place).as_f64().unwrap_or_default();
    let weight = if is_cached {
        words::PYTHON_IS_HERE_ALREADY.to_owned()
    } else {
        format!("{} of Python once", format::bytes(whole(fact(0))))
    };
    let time = about(START + (card.left - kept) as f64 * EACH / fact(1).max(1.0));
    let mut words = format!("In a sandbox without a network, on this machine: {weight}, {time}.");
    if kept > 0 {
        words = format!(
            "{} of {} verdicts are kept. {words}",
            format::count(kept),
            format::count(card.left)
        );
    }
    let done = card.total - card.left;
    if done > 0 {
        words = format!("{} {words}", words::part_run(done, card.total, ui.cancelled.get()));
    } else if card.attempts != card.total {
        words = format!("{}. {words}", attempts(card));
    }
    let lacks = if is_cached || facts.get(2).is_truthy() { "" } else { words::THERE_IS_NO_NETWORK };
    let limits = format!(
        "Python 3.14; threads run one after the other; no numpy or other packages, and calls nested deep \
         through C need more than there is, which is counted apart.{lacks}"
    );
    view! {
        <p class="row-of-buttons">
            {button("primary", words::run_programs(card.left, card.total), move || {
                ui.run_programs(false);
            })}
            <span>{words}</span>
        </p>
        <details class="more">
            <summary>{words::PROGRAM_LIMITS}</summary>
            <p class="muted">{limits}</p>
        </details>
    }
    .into_any()
}

/// By what all were run; and the way to give those more time that came near its limit.
fn done(ui: Ui, card: &ProgramsCard) -> AnyView {
    let python = card.python.iter().map(|version| format!("Python {version}"));
    let python: Vec<String> = python.collect();
    let words = format!("{} run in the sandbox by {}.", attempts(card), python.join(" and "));
    let longer = u64::from(card.wall) * LONGER;
    let again = (card.near > 0).then(|| {
        let label = format!("Run all again with a limit of {} s", longer as f64 / 1000.0);
        let run = move || {
            ui.desk.update_value(|desk| desk.rerun = true);
            ui.choose(|choices| {
                choices.set.insert("wall".to_owned(), longer.to_string());
            });
        };
        button("quiet", label, run)
    });
    view! { <p class="row-of-buttons"><span>{words}</span> {again}</p> }.into_any()
}
