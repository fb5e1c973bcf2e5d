//! Archives, workbooks and logs.

#![no_main]

use libfuzzer_sys::fuzz_target;
use scoredrop::input::container::{Container, Limits};

const LIMITS: Limits = Limits { total: 1 << 24, ratio: 1000 };

fuzz_target!(|bytes: &[u8]| {
    for name in ["a.zip", "a.xlsx", "a.eval", "a.gz", "a.json"] {
        let opened = Container::open(name, Box::new(bytes.to_vec()), LIMITS);
        let Ok(Some(container)) = opened else { continue };
        for entry in container.entries() {
            let _ = container.unpack(Some(&entry.name));
        }
        let _ = container.unpack(None);
    }
});
