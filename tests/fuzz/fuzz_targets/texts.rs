//! Presets, links, signatures and reports.

#![no_main]

use libfuzzer_sys::fuzz_target;
use scoredrop::session::Session;
use scoredrop::session::protocol::Choices;
use scoredrop_testing::any_text::files as any;
use scoredrop_testing::{runs_of, score};
use std::sync::OnceLock;

thread_local! {
    static SCORED: OnceLock<Session> = const { OnceLock::new() };
}

fuzz_target!(|text: &str| {
    SCORED.with(|scored| {
        let session = scored.get_or_init(|| {
            score(&runs_of(6, &[("a", &|n| n % 2 == 0)]), Choices::default())
                .unwrap_or_else(|_| Session::new())
        });
        any::handed_on(text, session);
    });
});
