//! The reader of numbers, and whether numbers match.

#![no_main]

#[path = "../../tests/any_text/numbers.rs"]
mod numbers;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u16, String, String)| {
    let (mut choices, gold, prediction) = (usize::from(input.0), input.1, input.2);
    let rules = numbers::rules(|most| {
        let choice = choices % most;
        choices /= most;
        choice
    });
    numbers::check(&gold, &prediction, rules);
});
