//! Why a row scored as it did: from the raw output to the verdict, in words.

use crate::components::checks::list;
use crate::components::ran::cards;
use crate::prelude::*;
use scoredrop::base::diagnostic::Diagnostic;
use scoredrop::session::protocol::{Explanation, GoldCard, Link, Mark, Piece, Reply, Request};

pub fn detail(ui: Ui, row: u64) -> AnyView {
    let found = RwSignal::new(None::<Result<Explanation, Vec<Diagnostic>>>);
    effect(move || {
        ui.score.track();
        let run = ui.run.get();
        ui.ask(&Request::Explain { run, row }, move |(reply, _)| match reply {
            Ok(Reply::Explained(explanation)) => {
                found.try_set(Some(Ok(*explanation)));
            }
            Ok(_) => {}
            Err(problems) => {
                found.try_set(Some(Err(problems)));
            }
        });
    });
    let content = move || match &*found.read() {
        None => view! { <p class="muted">"…"</p> }.into_any(),
        Some(Ok(explanation)) => whole(ui, explanation),
        Some(Err(problems)) => list(problems).into_any(),
    };
    view! { <div class="detail">{move || content()}</div> }.into_any()
}

fn whole(ui: Ui, explanation: &Explanation) -> AnyView {
    let question = explanation.row.question.clone();
    let question = question.map(|text| {
        let line = line("question", view! { <bdi>{text}</bdi> }.into_any());
        view! { <dl class="chain">{line}</dl> }
    });
    // Of a single gold the chain shows all where words are compared.
    let read = explanation.golds.iter().any(|gold| gold.metrics.is_empty());
    let golds = (read || explanation.golds.len() > 1).then(|| golds(&explanation.golds));
    let places = [
        ("prediction", explanation.prediction_place.as_ref()),
        ("gold", explanation.gold_place.as_ref()),
    ];
    let places: Vec<AnyView> = places
        .into_iter()
        .filter_map(|(side, place)| Some((side, place?)))
        .map(|(side, (file, row))| {
            view! {
                <span class="place">
                    {side} ": " <bdi class="data">{file.clone()}</bdi> ", row "
                    {format::count(*row)}
                </span>
            }
            .into_any()
        })
        .collect();
    view! {
        {question}
        {chain(explanation)}
        {golds}
        {candidates(ui, explanation)}
        {cards(ui, &explanation.programs)}
        <p class="places">{places}</p>
    }
    .into_any()
}

/// What the gold answer may mean, where that is for the user to settle.
fn candidates(ui: Ui, explanation: &Explanation) -> Option<AnyView> {
    let id = explanation.row.id.clone();
    let choices: Vec<AnyView> = explanation
        .candidates
        .iter()
        .map(|candidate| {
            let (id, words) = (id.clone(), candidate.clone());
            let settle = move || {
                ui.choose(|choices| drop(choices.settled.insert(id.clone(), words.clone())));
            };
            button("quiet", candidate.clone(), settle)
        })
        .collect();
    (!choices.is_empty()).then(|| line("the gold answer is", choices.into_any()))
}

/// The chain of an explanation and the sentences that follow from it.
pub fn chain(explanation: &Explanation) -> AnyView {
    let links: Vec<AnyView> = explanation.chain.iter().map(link).collect();
    let why = explanation.why.join(" ");
    let why = (!why.is_empty()).then(|| line("result", view! { <bdi>{why}</bdi> }.into_any()));
    view! { <dl class="chain">{links}{why}</dl> }.into_any()
}

/// A line of a list of terms.
pub fn line(label: &str, content: AnyView) -> AnyView {
    view! { <div><dt>{label.to_owned()}</dt><dd>{content}</dd></div> }.into_any()
}

fn link(link: &Link) -> AnyView {
    let pieces: Vec<AnyView> = link.pieces.iter().map(piece).collect();
    let empty = link.pieces.iter().all(|piece| piece.text.is_empty());
    let empty = empty.then(|| view! { <span class="muted">"nothing"</span> });
    let note = link.note.clone().map(|note| {
        view! { <small class="note">" (" <bdi>{note}</bdi> ")"</small> }
    });
    let drawn = link.mathml.as_deref().map(drawn);
    let content = view! { <bdi class="data pieces">{pieces}{empty}</bdi> {drawn} {note} };
    // What the scorer calls its steps, in the words of a reader.
    let label = match link.label.as_str() {
        "taken" => "extracted answer",
        label => label,
    };
    line(label, content.into_any())
}

/// Mathematics as the browser draws it, beside its source.
fn drawn(mathml: &str) -> AnyView {
    let mathml = mathml.to_owned();
    view! { <span class="drawn" inner_html=mathml></span> }.into_any()
}

fn piece(piece: &Piece) -> AnyView {
    let text = piece.text.clone();
    match piece.mark {
        Mark::Plain => text.into_any(),
        Mark::Deleted => view! { <del>{text}</del> }.into_any(),
        Mark::Shared => view! { <span class="shared">{text}</span> }.into_any(),
    }
}

fn golds(golds: &[GoldCard]) -> AnyView {
    let heads: Vec<AnyView> = golds
        .first()
        .into_iter()
        .flat_map(|gold| &gold.metrics)
        .map(|(metric, _)| {
            view! { <th scope="col" class="number">{format::metric_short(metric)}</th> }.into_any()
        })
        .collect();
    // A column has the same number of decimals throughout.
    let graded = |place: usize| {
        let mut values = golds.iter().filter_map(|gold| gold.metrics.get(place));
        values.any(|(_, value)| *value != 0.0 && *value != 1.0)
    };
    let rows: Vec<AnyView> = golds.iter().map(|one| gold(one, &graded)).collect();
    view! {
        <table class="plain golds">
            <thead>
                <tr>
                    <th scope="col">"every gold answer"</th>
                    <th scope="col">"as compared"</th>
                    {heads}
                </tr>
            </thead>
            <tbody>{rows}</tbody>
        </table>
    }
    .into_any()
}

fn gold(gold: &GoldCard, graded: &dyn Fn(usize) -> bool) -> AnyView {
    let values: Vec<AnyView> = gold
        .metrics
        .iter()
        .enumerate()
        .map(|(place, (metric, value))| {
            let value = format::value(metric, Some(*value), graded(place));
            view! { <td class="number">{value}</td> }.into_any()
        })
        .collect();
    let counted = gold.matched.then(|| view! { <small class="note">" counted"</small> });
    view! {
        <tr class:counted=gold.matched>
            <td><bdi class="data">{gold.text.clone()}</bdi> {counted}</td>
            <td>
                <bdi class="data">{gold.normalised.clone()}</bdi>
                {gold.mathml.as_deref().map(drawn)}
            </td>
            {values}
        </tr>
    }
    .into_any()
}
