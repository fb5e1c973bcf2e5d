//! Any bytes as files, and any text as preset, link, signature or report: the laws of `any_text::files` on
//! what a seed makes of good files. `cargo xtask fuzz` looks further.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use proptest::prelude::*;
use scoredrop::session::protocol::{Choices, ExportFormat};
use scoredrop_testing::any_text::files as any;
use scoredrop_testing::{report, runs_of, score, seeds};

const FILES: [(u8, &str); 5] = [
    (0, "{\"id\":\"a\",\"answers\":[\"x\",\"y\"]}\n{\"id\":\"b\",\"answers\":[\"2.5 %\"]}\n"),
    (1, "[{\"id\":1,\"answer\":\"yes\",\"prediction\":\"no\"},{\"id\":2,\"answer\":null}]"),
    (2, "id,answer,prediction\r\n1,\"a, b\",a\r\n2,\"say \"\"c\"\"\",c\r\n"),
    (3, "id\tprediction\na\tx\nb\t2.50\n"),
    (
        6,
        "{\"id\":\"a\",\"prediction\":\"\\boxed{x}\"}\n{\"id\":\"b\",\"prediction\":[\"1\",\"2\"]}\n",
    ),
];

fn texts() -> Vec<String> {
    let mut session = score(&runs_of(6, &[("a", &|n| n % 2 == 0)]), Choices::default()).unwrap();
    vec![
        report(&mut session, ExportFormat::Json),
        include_str!("../../src/preset/catalog/nq.json").to_owned(),
        "#preset=nq&set=articles:keep&view=wrong".to_owned(),
        "scoredrop|v:0.1.0|preset:nq@1|n:6".to_owned(),
    ]
}

/// What was done to a text: a place, how much goes there, and what comes.
type Damage = Vec<(usize, usize, Vec<u8>)>;

fn damage() -> impl Strategy<Value = Damage> {
    let bytes = proptest::collection::vec(any::<u8>(), 0..6);
    proptest::collection::vec((any::<usize>(), 0_usize..20, bytes), 0..6)
}

fn damaged(text: &[u8], damage: &Damage) -> Vec<u8> {
    let mut bytes = text.to_vec();
    for (place, gone, new) in damage {
        let from = place % (bytes.len() + 1);
        let to = (from + gone).min(bytes.len());
        bytes.splice(from..to, new.iter().copied());
    }
    bytes
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn damaged_files_are_said(one in 0..FILES.len(), other in 0..FILES.len(), first in damage(), second in damage()) {
        let ((gold, one), (predictions, other)) = (FILES[one], FILES[other]);
        let bytes = [&[gold, predictions][..], &damaged(one.as_bytes(), &first), &[0x1e], &damaged(other.as_bytes(), &second)];
        any::dropped(&bytes.concat());
    }

    #[test]
    fn any_bytes_are_said(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        any::dropped(&bytes);
    }
}

#[test]
fn damaged_texts_are_said() {
    let session = score(&runs_of(6, &[("a", &|n| n % 2 == 0)]), Choices::default()).unwrap();
    let texts = texts();
    let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig::with_cases(400));
    let cases = (0..texts.len(), damage());
    runner
        .run(&cases, |(text, damage)| {
            let bytes = damaged(texts[text].as_bytes(), &damage);
            any::handed_on(&String::from_utf8_lossy(&bytes), &session);
            Ok(())
        })
        .unwrap();
}

#[test]
fn what_fuzzing_begins_with_is_lawful() {
    let session = score(&runs_of(6, &[("a", &|n| n % 2 == 0)]), Choices::default()).unwrap();
    for bytes in seeds("files") {
        any::dropped(&bytes);
    }
    for bytes in seeds("containers") {
        any::unpacked(&bytes);
    }
    for bytes in seeds("texts") {
        any::handed_on(&String::from_utf8_lossy(&bytes), &session);
    }
}
