//! The reader of numbers, and whether numbers match.

#![no_main]

#[path = "../../any_text/numbers.rs"]
mod numbers;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| numbers::check_bytes(bytes));
