//! Well-known gold files, by a hash that does not depend on the order or form of the file: "this is
//! NQ-open dev, 3 610 of 3 610 questions".

use crate::base::digits::part;
use crate::base::types::Field;
use crate::table::Table;
use crate::understand::schema::{AnswerLists, ColumnMap};

/// A gold file that many people have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// Dataset, split and release.
    pub name: &'static str,
    /// How many questions it has.
    pub questions: usize,
    /// Sum of the hashes of its keys: ids if each occurs once, otherwise question texts.
    keys: u64,
    /// The same sum over keys with answers; 0 if only the keys are known.
    answers: u64,
    /// Presets for its benchmark.
    pub presets: &'static [&'static str],
}

const NQ: &[&str] = &["nq-open", "nq"];
const HOTPOT: &[&str] = &["hotpotqa", "hotpotqa-evoagentx"];
const HUMANEVAL: &[&str] = &["humaneval", "humaneval-evoagentx"];
const GSM8K: &[&str] = &["gsm8k", "gsm8k-official", "gsm8k-lm-eval"];
const MATH: &[&str] = &["math", "math-hendrycks", "math-prm800k", "math-minerva", "math-evoagentx"];
const MBPP: &[&str] = &["mbpp", "mbpp-evoagentx"];

/// Made by `cargo test --test reading known:: -- --ignored --nocapture` from the files themselves.
#[rustfmt::skip]
#[allow(clippy::unreadable_literal, reason = "nobody reads a hash")]
pub const KNOWN: &[Known] = &[
    Known { name: "SQuAD 1.1, dev", questions: 10570, keys: 0x21c36f2fe332f695, answers: 0xdbae02748f327cbf, presets: &["squad-v1"] },
    Known { name: "SQuAD 2.0, dev", questions: 11873, keys: 0xbd41a160f12f0fcf, answers: 0x513babb2a733a0a9, presets: &["squad-v2"] },
    Known { name: "NQ-open, dev (the test set of DPR)", questions: 3610, keys: 0x6ec9ceed8e992e86, answers: 0x27a561c130728cda, presets: NQ },
    Known { name: "Natural Questions, test as DPR has it", questions: 3610, keys: 0x6ec9ceed8e992e86, answers: 0x1af5db77ad1abafd, presets: NQ },
    Known { name: "Natural Questions, test as DPR has it, tokenised", questions: 3610, keys: 0xdbf0c428fce00b16, answers: 0xb9df8db89ffffa0a, presets: NQ },
    Known { name: "EfficientQA, dev 1.1", questions: 1800, keys: 0x5313e1ce1c707b6f, answers: 0x12167c7e23267db5, presets: NQ },
    Known { name: "EfficientQA, test 1.1", questions: 1769, keys: 0x3b17dcaead451842, answers: 0xcf37cb8d9130faad, presets: NQ },
    Known { name: "HotpotQA, dev", questions: 7405, keys: 0x0e90f7d8656c07b3, answers: 0x6bce1312a9b2bc38, presets: HOTPOT },
    Known { name: "HotpotQA, the validation set of AFlow and EvoAgentX", questions: 200, keys: 0xa9146021ebeb88ce, answers: 0x41d14615b0bd5b91, presets: HOTPOT },
    Known { name: "GSM8K, test", questions: 1319, keys: 0xa83f8d481032d0d7, answers: 0xc1b2cd051582d7e0, presets: GSM8K },
    Known { name: "MATH-500", questions: 500, keys: 0x687760bc3bfed1b4, answers: 0xbd7c6d1dd81e19fc, presets: MATH },
    Known { name: "TimeBench TempReason L1", questions: 500, keys: 0xb5f85c74bc3f0767, answers: 0x49544b5668ebd801, presets: &["timebench-tempreason", "timebench"] },
    Known { name: "TimeBench TempReason L2", questions: 500, keys: 0x8dd2c49336bdb174, answers: 0xa97876f9f65aeac0, presets: &["timebench-tempreason", "timebench"] },
    Known { name: "TimeBench TempReason L3", questions: 500, keys: 0xd6e77fea5d09ff8c, answers: 0x4c3fd00af7bd0c71, presets: &["timebench-tempreason", "timebench"] },
    Known { name: "TimeBench TimeQA, easy", questions: 500, keys: 0xb4807e0fa58f814d, answers: 0x80231ed7801f3bdd, presets: &["timebench-timeqa", "timebench"] },
    Known { name: "TimeBench TimeQA, hard", questions: 500, keys: 0xf12c58bfb43e3ad4, answers: 0x5ba888d0d65865ac, presets: &["timebench-timeqa", "timebench"] },
    Known { name: "TimeBench MenatQA, scope", questions: 500, keys: 0xfa28e447f5d9eed5, answers: 0xb9b363cb3f11be24, presets: &["timebench-menatqa", "timebench"] },
    Known { name: "TimeBench MenatQA, order", questions: 200, keys: 0x44b314b3d306dabe, answers: 0x563e776202361c8a, presets: &["timebench-menatqa", "timebench"] },
    Known { name: "TimeBench MenatQA, counterfactual", questions: 200, keys: 0x9efec396b736b49a, answers: 0x9e2c3a6822a54a86, presets: &["timebench-menatqa", "timebench"] },
    Known { name: "Climate Finance Bench", questions: 330, keys: 0xd0c4671f77e76f8d, answers: 0x5a66656db7778869, presets: &["climate-finance"] },
    Known { name: "HumanEval", questions: 164, keys: 0x844dda1fdef52f15, answers: 0x7a4fb826b5c422e4, presets: HUMANEVAL },
    Known { name: "MBPP, sanitised", questions: 427, keys: 0xff292f399a4be91d, answers: 0x3b4fb5bb429f3b76, presets: MBPP },
    Known { name: "MBPP, all", questions: 974, keys: 0xa26924b941b3a7ca, answers: 0, presets: &["mbpp"] },
    Known { name: "FinanceBench, open sample", questions: 150, keys: 0xd49ba0e93a3d68b6, answers: 0x447569dd906b35a4, presets: &[] },
];

/// Releases of `LiveCodeBench`'s code generation: tasks, and the last month of their contests.
const LIVECODEBENCH: [(&str, usize, &str); 5] = [
    ("release_v1", 400, "2024-03"),
    ("release_v2", 511, "2024-05"),
    ("release_v3", 612, "2024-07"),
    ("release_v4", 713, "2024-09"),
    ("release_v5", 880, "2025-01"),
];
/// The first month of contests that all of these releases contain.
const FIRST_MONTH: &str = "2023-05";

/// The release of `LiveCodeBench` whose size and days a table of tasks has, in a sentence without
/// full stop. Tests and statements are not compared.
#[inline(never)]
pub fn release(table: &Table) -> Option<String> {
    let (ids, dates) = (table.column("question_id")?, table.column("contest_date")?);
    table.column("public_test_cases")?;
    let (name, tasks, last) = LIVECODEBENCH.iter().find(|known| known.1 == table.rows())?;
    let month = |row| table.cell(row, dates).text.get(..FIRST_MONTH.len());
    let within = (0..table.rows())
        .all(|row| month(row).is_some_and(|month| month >= FIRST_MONTH && month <= *last));
    (within && are_apart(table, ids)).then(|| {
        format!(
            "the gold file has {tasks} contest tasks from {FIRST_MONTH} to {last}, like {name} \
             of LiveCodeBench"
        )
    })
}

/// How a gold file relates to a known one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// The known file.
    pub known: &'static Known,
    /// Whether the answers are the same, too.
    pub same_answers: bool,
}

impl Found {
    /// Whether the file leaves no doubt that this preset is meant.
    pub fn proves(&self, preset: &str) -> bool {
        self.known.presets == [preset]
    }

    /// In a sentence, without full stop.
    pub fn words(&self) -> String {
        let Known { name, questions, .. } = self.known;
        let answers =
            if self.same_answers { "" } else { ", with answers that differ from the release" };
        format!("the gold file is {name}, {} questions{answers}", part(*questions, *questions))
    }
}

/// The known file that a gold table is, if it is one.
#[inline(never)]
pub fn find(table: &Table, map: &ColumnMap, answers: &AnswerLists) -> Option<Found> {
    let mut of_size = KNOWN.iter().filter(|known| known.questions == table.rows()).peekable();
    of_size.peek()?;
    let (keys, contents) = fingerprint(table, map, answers)?;
    // Releases may differ only in their answers: take the equal one, if there is one.
    let same = of_size.clone().find(|known| known.keys == keys && known.answers == contents);
    let known = same.or_else(|| of_size.find(|known| known.keys == keys))?;
    // Tasks whose results come from other files have no answers of their own.
    let no_answers = map.one(Field::Answers).is_none();
    let not_known = known.answers == 0;
    Some(Found { known, same_answers: same.is_some() || no_answers || not_known })
}

/// Sums of hashes over all rows: of the keys, and of keys with answers. `None` without keys.
#[inline(never)]
pub fn fingerprint(table: &Table, map: &ColumnMap, answers: &AnswerLists) -> Option<(u64, u64)> {
    let column = unique_id(table, map).or_else(|| map.index(table, Field::Question))?;
    let (mut keys, mut contents) = (0u64, 0u64);
    for row in 0..table.rows() {
        let key = hashed(START, table.cell(row, column).text);
        // In any order, because a loader may have changed the order of a dictionary.
        let golds = answers.of(row).map(|gold| settled(hashed(key, gold)));
        let golds = golds.fold(key, u64::wrapping_add);
        keys = keys.wrapping_add(settled(key));
        contents = contents.wrapping_add(settled(golds));
    }
    Some((keys, contents))
}

/// The column of ids, if there is exactly one and no id repeats: a composite key depends on how
/// files are joined.
#[inline(never)]
fn unique_id(table: &Table, map: &ColumnMap) -> Option<usize> {
    let mut names = map.of(Field::Id);
    let column = names.next().filter(|_| names.next().is_none())?;
    let column = table.column(column)?;
    are_apart(table, column).then_some(column)
}

/// Whether no text repeats in a column.
fn are_apart(table: &Table, column: usize) -> bool {
    let mut texts: Vec<&str> = (0..table.rows()).map(|row| table.cell(row, column).text).collect();
    texts.sort_unstable();
    texts.windows(2).all(|pair| pair[0] != pair[1])
}

const START: u64 = 0xcbf2_9ce4_8422_2325;

/// FNV-1a over letters, digits and everything beyond ASCII, case ignored: loaders change white space
/// and quotes.
fn hashed(start: u64, text: &str) -> u64 {
    let counts = |byte: &u8| byte.is_ascii_alphanumeric() || !byte.is_ascii();
    let step = |hash: u64, byte: u8| {
        (hash ^ u64::from(byte.to_ascii_lowercase())).wrapping_mul(0x0100_0000_01b3)
    };
    // A separator is hashed after each text, so that texts cannot be split elsewhere with the same
    // hash.
    step(text.bytes().filter(counts).fold(start, step), 0)
}

/// Spreads a hash over all its bits before it is added to others.
fn settled(hash: u64) -> u64 {
    let hash = (hash ^ hash >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    hash ^ hash >> 32
}
