//! The mark of a verdict: a shape as well as a colour.

use crate::prelude::*;
use scoredrop::base::types::Verdict;
use scoredrop::session::protocol::Class;

/// All verdicts, in the order of the legend.
pub const VERDICTS: [Verdict; 4] =
    [Verdict::Right, Verdict::Partly, Verdict::Wrong, Verdict::Unanswered];

/// Full disc, half disc, ring or dash, and in words what is wrong with the answer.
pub fn mark(verdict: Verdict, class: Option<Class>) -> AnyView {
    let words = format::verdict(verdict);
    let words =
        class.map_or_else(|| words.to_owned(), |one| format!("{words}, {}", format::class(one)));
    let shape = match verdict {
        Verdict::Right => "mark mark-right",
        Verdict::Partly => "mark mark-partly",
        Verdict::Wrong => "mark mark-wrong",
        Verdict::Unanswered => "mark mark-unanswered",
    };
    let title = class.map(|_| words.clone());
    view! { <span class=shape role="img" aria-label=words title=title></span> }.into_any()
}
