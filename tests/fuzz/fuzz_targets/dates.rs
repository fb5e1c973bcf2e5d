//! The reader of dates.

#![no_main]

use libfuzzer_sys::fuzz_target;
use scoredrop_testing::any_text::dates;

fuzz_target!(|text: &str| dates::check(text));
