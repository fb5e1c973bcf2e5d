//! The programs of a question as they were run, and what became of each.

use crate::components::detail::line;
use crate::highlight::highlighted;
use crate::prelude::*;
use scoredrop::base::digits::fixed;
use scoredrop::session::protocol::ProgramCard;

pub fn cards(ui: Ui, programs: &[ProgramCard]) -> Option<AnyView> {
    let several = programs.len() > 1;
    let all: Vec<AnyView> = programs.iter().map(|program| card(program, several)).collect();
    let again = move || {
        if let Some(open) = ui.open.get_untracked() {
            ui.run_again(open.row);
        }
    };
    let was_run = programs.iter().any(|program| program.python.is_some());
    let again = was_run.then(|| {
        view! {
            <p class="row-of-buttons">
                {button("quiet", words::RUN_AGAIN, again)}
                <small class="muted">"in a new interpreter; key r"</small>
            </p>
        }
    });
    (!all.is_empty()).then(|| view! { <div class="ran">{all} {again}</div> }.into_any())
}

fn card(program: &ProgramCard, several: bool) -> AnyView {
    let mut lines = vec![line("verdict", verdict(program, several))];
    let text = |words: &str| view! { <pre class="data code">{words.to_owned()}</pre> }.into_any();
    if !program.detail.is_empty() {
        let is_trace = program.detail.starts_with("Traceback");
        lines.push(line(if is_trace { "traceback" } else { "because" }, text(&program.detail)));
    }
    let place = words::in_test(program.test.map(u64::from), program.line.map(u64::from));
    if let Some(expected) = &program.expected {
        lines.push(line(&format!("expected{place}"), text(expected)));
    }
    if let Some(found) = &program.found {
        lines.push(line(&format!("found{place}"), text(found)));
    }
    if !program.program.is_empty() {
        let code = highlighted(&program.program);
        let code = view! { <pre class="data code" tabindex="0" aria-label="The program as run">{code}</pre> };
        lines.push(line("as run", code.into_any()));
    }
    view! { <dl class="chain">{lines}</dl> }.into_any()
}

/// `runtime error · 12 ms · 1.3 MB · Python 3.14.2 · before: passed`
fn verdict(program: &ProgramCard, several: bool) -> AnyView {
    let mut words = Vec::new();
    if let Some(ms) = program.ms {
        words.push(format!("{} ms", fixed(ms, u32::from(ms < 10.0))));
    }
    // What fits into the interpreter's own memory takes none.
    words.extend(program.memory.filter(|bytes| *bytes > 0).map(format::bytes));
    words.extend(program.python.as_deref().map(words::python_version));
    words.extend(program.emulated.as_deref().map(|what| match what {
        "threads" => "threads run one after the other".to_owned(),
        "cache" => "lru_cache without C".to_owned(),
        "signals" => "signals are never delivered".to_owned(),
        other => other.to_owned(),
    }));
    if program.near {
        if program.category == "passed" {
            words.push("within 20\u{202f}% of the limit".to_owned());
        }
        words.extend(
            program.slower.map(|times| format!("about {} times slower here", fixed(times, 1))),
        );
    }
    if several {
        words.push(format!("row {}", format::count(program.file_row)));
    }
    if !program.earlier.is_empty() {
        let flips = program.earlier.iter().any(|name| *name != program.category);
        words.push(words::before(&program.earlier));
        if flips && program.python.is_some() {
            words.push("differs between runs".to_owned());
        }
    }
    let mark = if program.category == "passed" { "✓ " } else { "" };
    let more: String = words.iter().flat_map(|words| [" · ", words.as_str()]).collect();
    view! { <strong>{mark} {format::category(&program.category)}</strong> {more} }.into_any()
}
