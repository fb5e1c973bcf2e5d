//! What the columns of the question table hold, as small bars in their heads, which filter the rows.

use crate::prelude::*;
use crate::widgets::brush::Brush;
use scoredrop::base::digits::fixed;
use scoredrop::session::protocol::{Bin, ColumnBins, Reply, Request, Sort, View, Within};

/// Asks for what the columns hold, for every score and run.
pub fn fetch(ui: Ui) {
    let left = ui.watch_programs();
    effect(move || {
        ui.score.track();
        // Values come while programs run.
        left.get();
        let run = ui.run.get();
        ui.ask(&Request::Columns { run }, move |(reply, _)| {
            if let Ok(Reply::Columns(heads)) = reply {
                ui.heads.try_set(heads);
            }
        });
    });
}

/// What a column is called within a sentence.
fn name(column: &Sort) -> String {
    match column {
        Sort::Question => "question".to_owned(),
        Sort::Prediction => "answer".to_owned(),
        Sort::Gold => "gold answer".to_owned(),
        Sort::Metric(metric) => format::metric_in_text(metric),
        _ => String::new(),
    }
}

/// A filter by bins of a column: `question: 20–39 characters`.
pub fn words(ui: Ui, within: &Within) -> String {
    let heads = ui.heads.read();
    let head = heads.iter().find(|head| head.column == within.column);
    let bins = head.map(|head| some(head, within.from as usize, within.to as usize));
    [&name(&within.column), ": ", bins.as_deref().unwrap_or("?")].concat()
}

/// Some bins of a column: `20–39 to 80–99 characters`.
fn some(head: &ColumnBins, from: usize, to: usize) -> String {
    let bin = |place: usize| head.bins.get(place).map_or("?", |bin| bin.words.as_str());
    let last = if from == to { String::new() } else { [" to ", bin(to)].concat() };
    [bin(from), &last, &head.unit].concat()
}

/// Leaves all rows in that are in whatever bins of a column.
pub fn leave(view: &mut View, column: &Sort) {
    view.within.retain(|one| one.column != *column);
}

/// The bars of a column, where it holds more than one kind of thing.
pub fn bars(ui: Ui, column: Sort) -> AnyView {
    let head = Memo::new(move |_| {
        ui.heads.with(|heads| heads.iter().find(|head| head.column == column).cloned())
    });
    view! { {move || head.get().map(|head| filter(ui, head))} }.into_any()
}

fn filter(ui: Ui, head: ColumnBins) -> AnyView {
    let most = head.bins.iter().map(|bin| bin.count).max().unwrap_or(0).max(1) as f64;
    let bar = |bin: &Bin| {
        let height = format!("{}%", fixed(bin.count as f64 / most * 100.0, 1));
        view! { <i class:bare={bin.count == 0} style:height=height></i> }.into_any()
    };
    let drawn: Vec<AnyView> = head.bins.iter().map(bar).collect();
    let drawn = view! { <span class="bins" aria-hidden="true">{drawn}</span> }.into_any();
    let (count, column) = (head.bins.len(), StoredValue::new(head.column.clone()));
    let head = StoredValue::new(head);
    let now = move || {
        let view = ui.view.read();
        let found = view.within.iter().find(|one| column.with_value(|of| one.column == *of));
        found.map(|one| (one.from as usize, one.to as usize))
    };
    let take = Callback::new(move |ends: Option<(usize, usize)>| {
        // To select the same again gives it up.
        let ends = ends.filter(|ends| untrack(now) != Some(*ends));
        let column = column.get_value();
        ui.show(|view| {
            leave(view, &column);
            view.within.extend(ends.map(|(from, to)| Within {
                column: column.clone(),
                from: from as u32,
                to: to as u32,
            }));
        });
    });
    let brush = Brush::new(Signal::derive(move || count), take);
    effect(move || {
        let ends = now();
        if !brush.is_dragging.get_untracked() {
            brush.ends.set(ends);
        }
    });
    let told = move |(from, to): (usize, usize)| {
        let (from, to) = (from.min(to), from.max(to));
        head.with_value(|head| {
            let part = head.bins.get(from..=to).unwrap_or_default();
            let questions: u64 = part.iter().map(|bin| bin.count).sum();
            [&some(head, from, to), ": ", &format::counted(questions, "question")].concat()
        })
    };
    let words = move || head.with_value(|head| head.words.clone());
    let spoken = move || brush.ends.get().map_or_else(|| "nothing selected".to_owned(), told);
    let caption = move || {
        let hovered = brush.hovered.get().map(|mark| (mark, mark));
        let hovered = hovered.filter(|_| !brush.is_dragging.get());
        hovered.or(brush.ends.get()).map_or_else(words, told)
    };
    let label = move || {
        format!(
            "Questions by {}: {}. Arrow keys move, with Shift they select; Enter selects the \
             place.",
            column.with_value(name),
            words()
        )
    };
    let (width, label) = (Signal::derive(String::new), Signal::derive(label));
    view! {
        {brush.view("bins-frame", width, label, Signal::derive(spoken), drawn)}
        <small class="bins-words" aria-hidden="true"><bdi>{move || caption()}</bdi></small>
    }
    .into_any()
}
