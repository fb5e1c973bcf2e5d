//! The reader of LaTeX, and whether formulas are equal.

#![no_main]

use libfuzzer_sys::fuzz_target;
use scoredrop_testing::any_text::formulas;

fuzz_target!(|bytes: &[u8]| formulas::lawful_bytes(bytes));
