//! The mark of a verdict: a shape as well as a colour.

use crate::format;
use crate::prelude::*;
use scoredrop::types::Verdict;

/// All verdicts, in the order of the legend.
pub const VERDICTS: [Verdict; 4] =
    [Verdict::Right, Verdict::Partly, Verdict::Wrong, Verdict::Unanswered];

/// Full disc, half disc, ring or dash; its name is there for screen readers.
pub fn mark(verdict: Verdict) -> AnyView {
    let shape = match verdict {
        Verdict::Right => "mark mark-right",
        Verdict::Partly => "mark mark-partly",
        Verdict::Wrong => "mark mark-wrong",
        Verdict::Unanswered => "mark mark-unanswered",
    };
    view! { <span class=shape role="img" aria-label=format::verdict(verdict)></span> }.into_any()
}
