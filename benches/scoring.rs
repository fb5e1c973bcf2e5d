//! `cargo bench`: what single stages of scoring cost. `SCOREDROP_QUESTIONS` sets how many questions the generated
//! files have; `cargo xtask bench` measures whole runs, and holds them to goals.

#![allow(missing_docs, reason = "a benchmark is named by its function")]

#[allow(dead_code, reason = "cargo xtask bench makes all shapes")]
mod files;

use divan::Bencher;
use divan::counter::BytesCount;
use files::Shape;
use scoredrop::{Choices, File, Session};
use std::path::PathBuf;
use std::sync::OnceLock;

const SHAPES: [Shape; 5] =
    [Shape::Base, Shape::Shuffled, Shape::Csv, Shape::Documents, Shape::NonAscii];

fn main() {
    divan::main();
}

fn questions() -> u64 {
    let given = std::env::var("SCOREDROP_QUESTIONS").ok();
    given.and_then(|number| number.parse().ok()).unwrap_or(20_000)
}

/// Bytes read at a time, as in the browser.
const SLICE: usize = 8 << 20;

/// Files in memory, so that no disk is measured: names and texts.
type Given = Vec<(String, String)>;

fn given(shape: Shape) -> Given {
    let folder: PathBuf = [env!("CARGO_TARGET_TMPDIR"), "bench"].iter().collect();
    let made = files::write(&folder.join(format!("{shape:?}")), shape, questions());
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).expect("what was written can be read");
        (path.file_name().unwrap_or_default().to_string_lossy().into_owned(), text)
    };
    made.expect("files can be written").into_iter().map(read).collect()
}

fn base() -> &'static Given {
    static BASE: OnceLock<Given> = OnceLock::new();
    BASE.get_or_init(|| given(Shape::Base))
}

fn total(given: &Given) -> BytesCount {
    BytesCount::new(given.iter().map(|(_, text)| text.len()).sum::<usize>())
}

fn files_of(given: &Given) -> Vec<File<'_>> {
    given.iter().map(|(name, text)| File::new(name, text.as_str())).collect()
}

/// A session that has read the files.
fn table(given: &Given) -> Session {
    let files = files_of(given);
    let choices = Choices { preset: Some("squad-v1".to_owned()), ..Choices::default() };
    let mut session = scoredrop::inspect(&files, choices);
    for index in session.unread() {
        let mut reader = session.reader(index).expect("a file of a known form");
        for slice in given[index].1.as_bytes().chunks(SLICE) {
            reader.push(slice).expect("generated files have no faults");
        }
        session.finish_reading(index, reader).expect("generated files have no faults");
    }
    session
}

fn joined(given: &Given) -> Session {
    let mut session = table(given);
    session.join().expect("generated files fit");
    session
}

/// As far as the headline.
fn score(session: &mut Session) {
    let mut evaluation = session.evaluate().expect("something to score");
    while !session.advance(&mut evaluation, usize::MAX) {}
    session.accept(evaluation).expect("a score");
}

fn scored(given: &Given) -> Session {
    let mut session = joined(given);
    score(&mut session);
    session
}

#[divan::bench_group(sample_count = 10, sample_size = 1)]
mod stages {
    use super::{base, joined, questions, score, scored, table, total};
    use divan::Bencher;
    use divan::counter::ItemsCount;

    #[divan::bench]
    fn bytes_to_tables(bencher: Bencher) {
        bencher.counter(total(base())).bench(|| table(base()));
    }

    #[divan::bench]
    fn join(bencher: Bencher) {
        bencher
            .counter(ItemsCount::new(questions()))
            .with_inputs(|| table(base()))
            .bench_refs(|session| session.join().is_ok());
    }

    #[divan::bench]
    fn scores_and_means(bencher: Bencher) {
        bencher
            .counter(ItemsCount::new(questions()))
            .with_inputs(|| joined(base()))
            .bench_refs(score);
    }

    #[divan::bench]
    fn intervals(bencher: Bencher) {
        bencher
            .counter(ItemsCount::new(questions()))
            .with_inputs(|| scored(base()))
            .bench_refs(|session| while session.resample_next() {});
    }
}

/// Until the headline.
#[divan::bench(args = SHAPES, sample_count = 10, sample_size = 1)]
fn shapes(bencher: Bencher, shape: Shape) {
    let given = given(shape);
    bencher.counter(total(&given)).bench(|| scored(&given));
}

/// Predictions with their first gold answers.
fn texts() -> Vec<(String, String)> {
    let session = scored(base());
    let material = session.material().expect("joined rows");
    let pair = |row| {
        let prediction = material.prediction(0, row)?.into_owned();
        Some((prediction, material.answers.of(row).next()?.to_owned()))
    };
    (0..material.gold.table.rows()).filter_map(pair).collect()
}

#[divan::bench_group(sample_count = 10, sample_size = 1)]
mod parts {
    use super::{base, scored, texts};
    use divan::counter::ItemsCount;
    use divan::{Bencher, black_box};
    use scoredrop::score::metric::token_f1::compare;
    use scoredrop::text::Scratch;

    #[divan::bench]
    fn normal_form_of_predictions(bencher: Bencher) {
        let session = scored(base());
        let normalizer = &session.score().expect("a score").settings.normalizer;
        let texts = texts();
        bencher.counter(ItemsCount::new(texts.len())).bench_local(|| {
            let mut scratch = Scratch::default();
            texts
                .iter()
                .map(|(text, _)| normalizer.words(black_box(text), &mut scratch).count())
                .sum::<usize>()
        });
    }

    #[divan::bench]
    fn overlap_with_one_gold_each(bencher: Bencher) {
        let session = scored(base());
        let settings = &session.score().expect("a score").settings;
        let mut scratch = Scratch::default();
        let mut words: Vec<_> = texts()
            .iter()
            .map(|(prediction, gold)| {
                let mut form = |text: &str| settings.normalizer.words(text, &mut scratch).clone();
                (form(prediction), form(gold))
            })
            .collect();
        bencher.counter(ItemsCount::new(words.len())).bench_local(|| {
            for (prediction, gold) in &mut words {
                black_box(compare(prediction, gold, settings.empty, settings.yes_no));
            }
        });
    }
}
