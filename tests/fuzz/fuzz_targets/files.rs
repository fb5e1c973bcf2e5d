//! Every reader, the reading of what was dropped, and reports.

#![no_main]

#[path = "../../any_text/files.rs"]
mod any;
#[path = "../../common/mod.rs"]
mod common;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| any::dropped(bytes));
