//! A mean and its interval on a hairline.

use crate::prelude::*;
use scoredrop::base::digits::fixed;

/// A dot at `mean` on a hairline from 0 to 1, with a thicker stretch from `low` to `high`. It only
/// repeats what stands beside it in figures, so a screen reader passes it over.
pub fn interval(mean: Option<f64>, ends: Option<(f64, f64)>) -> AnyView {
    let place = |share: f64| fixed(share.clamp(0.0, 1.0) * 100.0, 2) + "%";
    let stretch = ends.map(|(low, high)| {
        view! {
            <span
                class="interval-ends"
                style:left=place(low)
                style:right=place(1.0 - high)
            ></span>
        }
    });
    let dot = mean.map(|mean| view! { <span class="interval-mean" style:left=place(mean)></span> });
    view! { <span class="interval" aria-hidden="true">{stretch}{dot}</span> }.into_any()
}

/// The same beneath a number, with the axis labelled.
pub fn axis(mean: Option<f64>, ends: Option<(f64, f64)>) -> AnyView {
    view! {
        <div class="axis" aria-hidden="true">
            {interval(mean, ends)}
            {axis_labels()}
        </div>
    }
    .into_any()
}

/// The values along an axis of shares.
pub fn axis_labels() -> impl IntoView {
    view! {
        <span class="axis-labels" aria-hidden="true">
            <span>"0"</span>
            <span>"50"</span>
            <span>{words::HUNDRED_PERCENT}</span>
        </span>
    }
}
