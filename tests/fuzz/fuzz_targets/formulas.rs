//! The reader of LaTeX, and whether formulas are equal.

#![no_main]

#[path = "../../any_text/formulas.rs"]
mod formulas;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| formulas::lawful_bytes(bytes));
