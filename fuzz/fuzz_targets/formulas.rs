//! The reader of LaTeX, and whether formulas are equal.

#![no_main]

#[path = "../../tests/any_text/formulas.rs"]
mod formulas;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|pair: (String, String)| formulas::lawful(&pair.0, &pair.1));
