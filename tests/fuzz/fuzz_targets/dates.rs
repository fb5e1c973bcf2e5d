//! The reader of dates.

#![no_main]

#[path = "../../any_text/dates.rs"]
mod dates;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| dates::check(text));
