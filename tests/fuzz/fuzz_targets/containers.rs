//! Archives, workbooks and logs.

#![no_main]

use libfuzzer_sys::fuzz_target;
use scoredrop_testing::any_text::files as any;

fuzz_target!(|bytes: &[u8]| any::unpacked(bytes));
