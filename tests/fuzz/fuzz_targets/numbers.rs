//! The reader of numbers, and whether numbers match.

#![no_main]

use libfuzzer_sys::fuzz_target;
use scoredrop_testing::any_text::numbers;

fuzz_target!(|bytes: &[u8]| numbers::check_bytes(bytes));
