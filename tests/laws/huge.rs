//! One huge cell, in each place of each form of file: memory and time are bounded by a factor of the bytes, and
//! nothing that anybody is told grows with the cell.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]
#![allow(clippy::cast_possible_wrap, clippy::cast_sign_loss, reason = "bytes that are held fit")]

use scoredrop::report::forms::Wanted;
use scoredrop::session::protocol::{Choices, ExportFormat, Reply};
use scoredrop::session::report;
use scoredrop::table::container::{self, Container};
use scoredrop_testing::archives::{Method, Zip, book, gzip};
use scoredrop_testing::{File, score_sliced, seconds};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// The system's memory, that counts what each thread holds and has asked for.
struct Counted;

#[global_allocator]
static MEMORY: Counted = Counted;

thread_local! {
    static HELD: Cell<isize> = const { Cell::new(0) };
    static PEAK: Cell<isize> = const { Cell::new(0) };
    static ASKED: Cell<usize> = const { Cell::new(0) };
}

fn count(more: usize, less: usize) {
    // A thread that ends may have none of these any more.
    let _ = HELD.try_with(|held| {
        let now = held.get() + more as isize - less as isize;
        held.set(now);
        PEAK.with(|peak| peak.set(peak.get().max(now)));
        ASKED.with(|asked| asked.set(asked.get() + more));
    });
}

// Every call goes on to the system's own with the same arguments.
#[allow(unsafe_code, reason = "an allocator cannot be written without")]
unsafe impl GlobalAlloc for Counted {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size(), 0);
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size(), 0);
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, old: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // Both are there for a moment.
        count(size, 0);
        count(0, layout.size());
        unsafe { System.realloc(old, layout, size) }
    }

    unsafe fn dealloc(&self, old: *mut u8, layout: Layout) {
        count(0, layout.size());
        unsafe { System.dealloc(old, layout) }
    }
}

/// What some work took.
#[derive(Clone, Copy, Debug)]
struct Cost {
    /// Bytes at most beside those that were there before.
    peak: usize,
    /// Bytes asked for, in all.
    asked: usize,
    /// Seconds of this thread on a processor.
    seconds: f64,
}

fn cost<T>(work: impl FnOnce() -> T) -> (Cost, T) {
    let (held, asked, begun) = (HELD.get(), ASKED.get(), seconds());
    PEAK.set(held);
    let made = work();
    let cost = Cost {
        peak: (PEAK.get() - held).max(0) as usize,
        asked: ASKED.get() - asked,
        seconds: seconds() - begun,
    };
    (cost, made)
}

/// The longest of all that is told of two files: each message, each reply of the worker, each record.
fn told(files: &[File]) -> usize {
    let mut longest = 0;
    let mut note = |length: usize| longest = longest.max(length);
    match score_sliced(files, Choices::default(), SLICE) {
        Ok(session) => {
            note(
                Reply::Summary(Box::new(report::summary(&session, &[], &[], false)))
                    .to_bytes()
                    .len(),
            );
            let joined = session.joined().unwrap();
            for run in 0..joined.runs.len() {
                let rows: Vec<u32> = (0..joined.runs[run].rows.len() as u32).collect();
                let rows = session.finished().unwrap().rows(run, &rows);
                note(Reply::Rows { total: 0, from: 0, rows, outcomes: None }.to_bytes().len());
            }
            for format in [ExportFormat::Json, ExportFormat::Csv, ExportFormat::Markdown] {
                let mut out = Vec::new();
                report::write(&session, format, Wanted::default(), &mut out).unwrap();
                note(out.len());
            }
        }
        Err(error) => error.problems.iter().for_each(|one| note(one.to_string().len())),
    }
    longest
}

/// Bytes of the small cell; the large one has [`TIMES`] as many. `SCOREDROP_HUGE` names another number.
fn fewer_bytes() -> usize {
    let named = std::env::var("SCOREDROP_HUGE").ok().and_then(|number| number.parse().ok());
    named.unwrap_or(3 << 15)
}
const TIMES: usize = 4;
/// Bytes in which files arrive: a cell that has not ended yet must not be looked at anew with each.
const SLICE: usize = 1 << 15;
/// Bytes held at most for each byte of the files; most cases take less than ten.
const MOST_HELD: usize = 40;
/// Bytes asked for for each byte of the files. A line of nothing but commas takes most: each is noted.
const MOST_ASKED: usize = 300;
/// So many times as long may [`TIMES`] as many bytes take. What grows with their square takes 16 times as long.
const MOST_TIMES: f64 = 9.0;
/// Below that many seconds a time says nothing.
const SHORT: f64 = 0.05;
/// Characters by which what is told may differ: counts and sizes have more digits.
const MORE: usize = 1 << 12;

/// Files in which something has so many bytes.
type Make = Box<dyn Fn(usize) -> Vec<File>>;

/// The laws, for one place in one form.
fn hold(name: &str, make: &dyn Fn(usize) -> Vec<File>) -> Result<(), String> {
    let (few, many) = (make(fewer_bytes()), make(fewer_bytes() * TIMES));
    let bytes = |files: &[File]| files.iter().map(|file| file.bytes.len()).sum::<usize>();
    let (small, short) = cost(|| told(&few));
    let (large, long) = cost(|| told(&many));
    // What every file takes, however small, is in both.
    let more = (bytes(&many) - bytes(&few)).max(fewer_bytes() * (TIMES - 1));
    let each = |large: usize, small: usize| large.saturating_sub(small) / more;
    let (held, asked) = (each(large.peak, small.peak), each(large.asked, small.asked));
    let mut times = large.seconds / small.seconds.max(1e-9);
    // What else a machine does is in its caches: once more before it counts.
    for _ in 0..2 {
        if large.seconds > SHORT && times > MOST_TIMES {
            times = times.min(cost(|| told(&many)).0.seconds / cost(|| told(&few)).0.seconds);
        }
    }
    let wrong = [
        (held > MOST_HELD, format!("{held} bytes held for each of the file")),
        (asked > MOST_ASKED, format!("{asked} bytes asked for for each of the file")),
        (
            large.seconds > SHORT && times > MOST_TIMES,
            format!("{TIMES} times as much takes {times:.1} times as long"),
        ),
        (long > short + MORE, format!("what is told grows from {short} to {long}")),
    ];
    let wrong: Vec<String> = wrong
        .into_iter()
        .filter(|(is, _)| *is)
        .map(|(_, words)| format!("{name}: {words}"))
        .collect();
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
}

const ROWS: usize = 40;

fn gold() -> File {
    let rows = (0..ROWS).fold(String::new(), |mut text, row| {
        let _ = writeln!(text, "q{row},a{row}");
        text
    });
    File::dropped("gold.csv", format!("id,answer\n{rows}"))
}

/// Predictions in a file of this name, beside the gold answers.
fn beside(name: &'static str, text: impl Fn(usize) -> String + 'static) -> Make {
    packed(name, move |bytes| text(bytes).into_bytes())
}

fn packed(name: &'static str, file: impl Fn(usize) -> Vec<u8> + 'static) -> Make {
    Box::new(move |bytes| vec![gold(), File::dropped(name, file(bytes))])
}

/// Rows of a table with a separator, one of them made by hand.
fn table(separator: char, head: &str, odd: &str) -> String {
    let mut text = format!("{head}\n");
    for row in 0..ROWS {
        if row == 20 {
            text.push_str(odd);
        }
        let _ = writeln!(text, "q{row}{separator}a{row}");
    }
    text
}

/// What a huge cell is made of: a word, many words, digits, something that is written as two signs, characters
/// of several bytes.
const FILLS: [(&str, &str); 5] = [
    ("a word", "x"),
    ("words", "so it is "),
    ("digits", "7"),
    ("quotes", "\"\""),
    ("letters", "漢é"),
];

fn delimited() -> Vec<(String, Make)> {
    let mut cases: Vec<(String, Make)> = Vec::new();
    for (name, separator) in
        [("p.csv", ','), ("p.tsv", '\t'), ("semicolons.csv", ';'), ("bars.csv", '|')]
    {
        let mut case = |place: String, text: Box<dyn Fn(usize) -> String>| {
            cases.push((format!("{name}: {place}"), beside(name, text)));
        };
        // The reader is the same for all of them.
        let most = if separator == ',' { FILLS.len() } else { 1 };
        let head = move || format!("id{separator}prediction");
        for (what, fill) in FILLS.into_iter().take(most) {
            let cell = move |bytes: usize| format!("\"{}\"", fill.repeat(bytes / fill.len()));
            case(
                format!("{what} as a key"),
                Box::new(move |n| table(separator, &head(), &format!("{}{separator}a\n", cell(n)))),
            );
            case(
                format!("{what} as a value"),
                Box::new(move |n| {
                    table(separator, &head(), &format!("q20{separator}{}\n", cell(n)))
                }),
            );
            case(
                format!("{what} as a name of a column"),
                Box::new(move |n| {
                    table(separator, &format!("{}{separator}{}", head(), cell(n)), "")
                }),
            );
        }
        let lines = [
            ("separators", separator),
            ("blank lines", '\n'),
            ("spaces", ' '),
            ("carriage returns", '\r'),
            ("one cell", 'x'),
        ];
        for (what, sign) in lines.into_iter().take(most) {
            let line = move |bytes: usize| sign.to_string().repeat(bytes);
            case(
                format!("a line of {what}"),
                Box::new(move |n| table(separator, &head(), &(line(n) + "\n"))),
            );
            case(
                format!("{what} at the end"),
                Box::new(move |n| table(separator, &head(), "") + &line(n)),
            );
        }
        case(
            "a quote that stays open".to_owned(),
            Box::new(move |n| table(separator, &head(), "") + "q20,\"" + &"x".repeat(n)),
        );
        case(
            "a line of separators before the names".to_owned(),
            Box::new(move |n| {
                separator.to_string().repeat(n) + "\n" + &table(separator, &head(), "")
            }),
        );
    }
    cases
}

/// Records of JSON, one of them made by hand, joined as the form has it.
fn records(between: &str, odd: &str) -> String {
    let one = |row: usize| format!("{{\"id\": \"q{row}\", \"prediction\": \"a{row}\"}}");
    let mut rows: Vec<String> = (0..ROWS).map(one).collect();
    rows.insert(20, odd.to_owned());
    rows.join(between)
}

fn json() -> Vec<(String, Make)> {
    // What stands before and behind so many times the sign in the middle.
    let places: [(&str, &'static str, &'static str, &'static str); 27] = [
        ("a word as a key", "{\"id\": \"", "x", "\", \"prediction\": \"a\"}"),
        ("a word as a value", "{\"id\": \"q20\", \"prediction\": \"", "x", "\"}"),
        ("words as a value", "{\"id\": \"q20\", \"prediction\": \"", "so it is ", "\"}"),
        ("a name of a member", "{\"id\": \"q20\", \"", "x", "\": 1, \"prediction\": \"a\"}"),
        (
            "escapes in a name of a member",
            "{\"id\": \"q20\", \"",
            "\\u0041",
            "\": 1, \"prediction\": \"a\"}",
        ),
        ("many members", "{\"id\": \"q20\", ", "\"a\": 1, ", "\"prediction\": \"a\"}"),
        ("escapes in a key", "{\"id\": \"", "\\u0041", "\", \"prediction\": \"a\"}"),
        ("escapes", "{\"id\": \"q20\", \"prediction\": \"", "\\u0041", "\"}"),
        ("escaped lines", "{\"id\": \"q20\", \"prediction\": \"", "\\n", "\"}"),
        ("surrogates", "{\"id\": \"q20\", \"prediction\": \"", "\\ud83d\\ude00", "\"}"),
        ("halves of surrogates", "{\"id\": \"q20\", \"prediction\": \"", "\\ud83d", "\"}"),
        ("escapes that are none", "{\"id\": \"q20\", \"prediction\": \"", "\\x", "\"}"),
        ("backslashes", "{\"id\": \"q20\", \"prediction\": \"", "\\\\", "\"}"),
        ("control characters", "{\"id\": \"q20\", \"prediction\": \"", "\u{1}", "\"}"),
        ("a number", "{\"id\": \"q20\", \"prediction\": 1", "7", "}"),
        ("a fraction", "{\"id\": \"q20\", \"prediction\": 0.", "7", "}"),
        ("an exponent", "{\"id\": \"q20\", \"prediction\": 1e", "7", "}"),
        ("a number as a key", "{\"id\": 1", "7", ", \"prediction\": \"a\"}"),
        ("a number that is none", "{\"id\": \"q20\", \"prediction\": 1", "-", "}"),
        ("a word without quotes", "{\"id\": \"q20\", \"prediction\": ", "n", "}"),
        ("a list", "{\"id\": \"q20\", \"prediction\": [", "\"a\",", "1]}"),
        ("a list in lists", "{\"id\": \"q20\", \"prediction\": ", "[", "}"),
        ("spaces", "{\"id\": \"q20\", ", " ", "\"prediction\": \"a\"}"),
        ("commas", "{\"id\": \"q20\", \"prediction\": \"a\"}", ",", ""),
        ("what is no JSON", "", "x", ""),
        ("a text that stays open", "{\"id\": \"q20\", \"prediction\": \"", "x", ""),
        ("brackets", "", "}", ""),
    ];
    let mut cases: Vec<(String, Make)> = Vec::new();
    for (place, before, sign, after) in places {
        let odd = move |n: usize| [before, &sign.repeat(n / sign.len()), after].concat();
        cases.push((
            format!("JSON Lines: {place}"),
            beside("p.jsonl", move |n| records("\n", &odd(n)) + "\n"),
        ));
        let often = ["a word", "a value", "a name", "escapes", "a list", "commas", "a text that"];
        if !often.iter().any(|one| place.starts_with(one)) {
            continue;
        }
        cases.push((
            format!("JSON: {place}"),
            beside("p.json", move |n| format!("[{}]", records(",\n", &odd(n)))),
        ));
        let python = |text: &str| text.replace('"', "'");
        cases.push((
            format!("lines of Python: {place}"),
            beside("p.txt", move |n| python(&records("\n", &odd(n))) + "\n"),
        ));
    }
    let wholes: [(&str, &'static str, &'static str, &'static str); 13] = [
        (
            "a keyed document: a key",
            "{\"q1\": \"a1\", \"q2\": \"b\", \"",
            "x",
            "\": \"a\", \"q3\": \"a3\"}",
        ),
        ("a keyed document: a value", "{\"q1\": \"a1\", \"q2\": \"", "x", "\", \"q3\": \"a3\"}"),
        (
            "a keyed document: an escaped key",
            "{\"q1\": \"a1\", \"",
            "\\n",
            "\": \"a\", \"q3\": \"a3\"}",
        ),
        (
            "columns apart: a name",
            "{\"columns\": [\"id\", \"prediction\", \"",
            "x",
            "\"], \"data\": [[\"q1\", \"a1\", 1]]}",
        ),
        (
            "columns apart: a name of the predictions",
            "{\"columns\": [\"id\", \"",
            "x",
            "\"], \"data\": [[\"q1\", \"a1\"], [\"q2\", \"a2\"], [\"q3\", \"b\"]]}",
        ),
        (
            "columns apart: a value",
            "{\"columns\": [\"id\", \"prediction\"], \"data\": [[\"q1\", \"",
            "x",
            "\"]]}",
        ),
        ("columns: a value", "{\"id\": [\"q1\", \"q2\"], \"prediction\": [\"a1\", \"", "x", "\"]}"),
        ("by number: a value", "{\"id\": {\"0\": \"q1\"}, \"prediction\": {\"0\": \"", "x", "\"}}"),
        (
            "a member beside the records",
            "{\"note\": \"",
            "x",
            "\", \"data\": [{\"id\": \"q1\", \"prediction\": \"a1\"}]}",
        ),
        ("text after the end", "[{\"id\": \"q1\", \"prediction\": \"a1\"}]", "x", ""),
        ("documents after the end", "[{\"id\": \"q1\", \"prediction\": \"a1\"}]", "[]", ""),
        (
            "SQuAD: a question",
            "{\"data\": [{\"paragraphs\": [{\"qas\": [{\"id\": \"q1\", \"question\": \"",
            "x",
            "\", \"answers\": [{\"text\": \"a1\"}]}]}]}]}",
        ),
        ("nothing but spaces", "", " ", ""),
    ];
    for (place, before, sign, after) in wholes {
        let text = move |n: usize| [before, &sign.repeat(n / sign.len()), after].concat();
        cases.push((place.to_owned(), beside("p.json", text)));
    }
    cases
}

fn others() -> Vec<(String, Make)> {
    let value = |n: usize| table(',', "id,prediction", &format!("q20,{}\n", "x".repeat(n)));
    let key = |n: usize| table(',', "id,prediction", &format!("{},a\n", "x".repeat(n)));
    let mut cases: Vec<(String, Make)> = vec![
        (
            "plain text: a line".to_owned(),
            beside("p.txt", |n| "a\n".repeat(20) + &"x".repeat(n) + "\n" + &"b\n".repeat(19)),
        ),
        (
            "plain text: the first line".to_owned(),
            beside("p.txt", |n| "x".repeat(n) + "\n" + &"b\n".repeat(39)),
        ),
        ("plain text: many lines".to_owned(), beside("p.txt", |n| "a b\n".repeat(n / 4))),
        (
            "Markdown: a cell".to_owned(),
            beside("p.md", |n| {
                format!("| id | prediction |\n|---|---|\n| q1 | {} |\n| q2 | b |\n", "x".repeat(n))
            }),
        ),
        (
            "Markdown: a line of separators".to_owned(),
            beside("p.md", |n| {
                format!("| id | prediction |\n|---|{}|\n| q1 | a |\n", "-".repeat(n))
            }),
        ),
        (
            "Markdown: spaces".to_owned(),
            beside("p.md", |n| {
                format!("| id | prediction |\n|---|---|\n| q1 | a{}|\n", " ".repeat(n))
            }),
        ),
        ("one word".to_owned(), beside("p.dat", |n| "x".repeat(n))),
        ("zeros".to_owned(), packed("p.dat", |n| vec![0; n])),
        (
            "bytes that are no text: a value".to_owned(),
            packed("p.csv", |n| {
                [b"id,prediction\nq1,\"".as_slice(), &vec![0xff; n], b"\"\nq2,b\n"].concat()
            }),
        ),
        (
            "bytes that are no text: a key".to_owned(),
            packed("p.jsonl", |n| {
                [b"{\"id\": \"".as_slice(), &vec![0xfe; n], b"\", \"prediction\": \"a\"}\n"]
                    .concat()
            }),
        ),
        ("a gzip of a value".to_owned(), packed("p.csv.gz", move |n| gzip(value(n)))),
        ("a gzip of a key".to_owned(), packed("p.csv.gz", move |n| gzip(key(n)))),
        (
            "a broken gzip".to_owned(),
            packed("p.csv.gz", move |n| {
                let bytes = gzip(value(n));
                bytes[..bytes.len() - 20].to_vec()
            }),
        ),
    ];
    for (what, odd) in [("a value", value as fn(usize) -> String), ("a key", key)] {
        let wide = move |n: usize| {
            odd(n / 2).encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>()
        };
        cases.push((format!("UTF-16: {what}"), packed("p.csv", wide)));
    }
    cases
}

/// The gold answers with something huge in them, beside plain predictions.
fn of_gold() -> Vec<(String, Make)> {
    let with = |odd: &'static str, fill: &'static str, end: &'static str| -> Make {
        Box::new(move |n| {
            let text = fill.repeat(n / fill.len());
            let gold = table(',', "id,answer", &[odd, &text, end].concat());
            let predictions = table(',', "id,prediction", "");
            vec![File::dropped("gold.csv", gold), File::dropped("predictions.csv", predictions)]
        })
    };
    vec![
        ("gold: a key".to_owned(), with("", "x", ",a\n")),
        ("gold: an answer".to_owned(), with("q99,", "x", "\n")),
        ("gold: words".to_owned(), with("q99,", "so it is ", "\n")),
        ("gold: digits".to_owned(), with("q99,", "7", "\n")),
        ("gold: a line of separators".to_owned(), with("", ",", "\n")),
    ]
}

fn all(cases: &[(String, Make)]) {
    let names: BTreeSet<&String> = cases.iter().map(|(name, _)| name).collect();
    assert_eq!(names.len(), cases.len(), "two cases of one name");
    let wrong: Vec<String> =
        cases.iter().filter_map(|(name, make)| hold(name, make).err()).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_huge_cell_of_a_delimited_file() {
    all(&delimited());
}

#[test]
fn a_huge_cell_of_json() {
    all(&json());
}

#[test]
fn a_huge_cell_of_other_files() {
    all(&others());
}

#[test]
fn a_huge_cell_of_the_gold_answers() {
    all(&of_gold());
}

/// A container with something of so many bytes in it.
type Pack = fn(usize) -> Vec<u8>;

fn sheet(cell: &str) -> String {
    format!(
        "<sheetData><row r=\"1\"><c r=\"A1\" t=\"s\"><v>0</v></c></row><row r=\"2\">{cell}</row></sheetData>"
    )
}

#[test]
fn a_huge_cell_of_a_container() {
    let cases: [(&str, &str, Pack); 12] = [
        ("a member", "a.zip", |n| {
            let text = table(',', "id,prediction", &format!("q20,{}\n", "x".repeat(n)));
            Zip::default().add("a.csv", text.as_bytes(), Method::Deflate).finish()
        }),
        ("a member without a line", "a.zip", |n| {
            Zip::default().add("a.jsonl", &vec![b'x'; n], Method::Stored).finish()
        }),
        ("a member of zstd", "a.zip", |n| {
            Zip::default().add("a.csv", "x".repeat(n).as_bytes(), Method::Zstd).finish()
        }),
        ("a text in a cell", "a.xlsx", |n| {
            let cell = format!("<c r=\"A2\" t=\"inlineStr\"><is><t>{}</t></is></c>", "x".repeat(n));
            book(&sheet(&cell), "<si><t>id</t></si>", "")
        }),
        ("a shared text", "a.xlsx", |n| {
            let cell = "<c r=\"A2\" t=\"s\"><v>1</v></c>";
            book(&sheet(cell), &format!("<si><t>id</t></si><si><t>{}</t></si>", "x".repeat(n)), "")
        }),
        ("a shared text that is a name", "a.xlsx", |n| {
            book(
                &sheet("<c r=\"A2\"><v>1</v></c>"),
                &format!("<si><t>{}</t></si>", "x".repeat(n)),
                "",
            )
        }),
        ("entities", "a.xlsx", |n| {
            let cell = format!(
                "<c r=\"A2\" t=\"inlineStr\"><is><t>{}</t></is></c>",
                "&amp;".repeat(n / 5)
            );
            book(&sheet(&cell), "<si><t>id</t></si>", "")
        }),
        ("a number", "a.xlsx", |n| {
            book(
                &sheet(&format!("<c r=\"A2\"><v>{}</v></c>", "7".repeat(n))),
                "<si><t>id</t></si>",
                "",
            )
        }),
        ("an attribute", "a.xlsx", |n| {
            book(
                &sheet(&format!("<c r=\"A2\" x=\"{}\"><v>1</v></c>", "7".repeat(n))),
                "<si><t>id</t></si>",
                "",
            )
        }),
        ("a format of numbers", "a.xlsx", |n| {
            let styles = format!(
                "<numFmts><numFmt numFmtId=\"164\" formatCode=\"{}\"/></numFmts><cellXfs><xf/><xf numFmtId=\"164\"/></cellXfs>",
                "y".repeat(n)
            );
            book(&sheet("<c r=\"A2\" s=\"1\"><v>45293.5</v></c>"), "<si><t>id</t></si>", &styles)
        }),
        ("an answer", "a.eval", |n| log(&"x".repeat(n), "a")),
        ("an id", "a.eval", |n| log("a", &"x".repeat(n))),
    ];
    let limits = container::Limits { total: 1 << 30, ratio: u64::MAX };
    let mut wrong = Vec::new();
    for (place, name, pack) in cases {
        let work = |bytes: usize| {
            let file = pack(bytes);
            cost(|| {
                let opened = Container::open(name, Box::new(file), limits);
                match opened.and_then(|found| found.unwrap().unpack(None)) {
                    Ok(member) => {
                        let said: usize =
                            member.notes.iter().map(|one| one.to_string().len()).sum();
                        (member.bytes.len(), said + member.shown.len())
                    }
                    Err(error) => (0, error.to_string().len()),
                }
            })
        };
        let (small, (_, short)) = work(fewer_bytes());
        let (large, (made, long)) = work(fewer_bytes() * TIMES);
        let held = large.peak / (fewer_bytes() * TIMES);
        let times = large.seconds / small.seconds.max(1e-9);
        assert!(made > 0, "{name}, {place}: nothing came out");
        if held > MOST_HELD || long > short + MORE || (large.seconds > SHORT && times > MOST_TIMES)
        {
            wrong.push(format!(
                "{name}, {place}: {held} held, {times:.1} times as long, told {short} and {long}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The most memory that a small Parquet file may ask for: a window of zstd, and room for the rest.
const MOST_OF_PARQUET: usize = 160 << 20;

#[test]
fn sizes_that_a_parquet_file_claims_cost_no_memory() {
    let limits = container::Limits { total: 16 << 20, ratio: 1000 };
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/container/parquet");
    for name in ["many-zstd", "many-snappy", "many-gzip", "many-lz4", "many-delta"] {
        let file = std::fs::read(folder.join(format!("{name}.parquet"))).unwrap();
        for at in (4..file.len() - 4).step_by(3) {
            // Numbers become the largest of their length, and longer.
            for byte in [0xff, 0x7f, 0xfe, file[at] ^ 0x80] {
                let mut claims = file.clone();
                claims[at] = byte;
                let (cost, _) = cost(|| {
                    let opened = Container::open("a.parquet", Box::new(claims), limits);
                    opened.and_then(|found| found.unwrap().unpack(None)).is_ok()
                });
                assert!(cost.peak < MOST_OF_PARQUET, "{name}, byte {at}: {cost:?}");
            }
        }
    }
}

fn log(answer: &str, id: &str) -> Vec<u8> {
    let sample = format!(
        "{{\"id\":\"{id}\",\"epoch\":1,\"input\":\"q\",\"target\":\"a\",\"output\":{{\"model\":\"m\",\
         \"choices\":[{{\"message\":{{\"role\":\"assistant\",\"content\":\"{answer}\"}}}}]}}}}"
    );
    let head = "{\"version\":2,\"status\":\"success\",\"eval\":{\"run_id\":\"r\",\"task\":\"t\",\"model\":\"m\"}}";
    let mut zip = Zip::default();
    zip.add("header.json", head.as_bytes(), Method::Deflate);
    zip.add("samples/1_epoch_1.json", sample.as_bytes(), Method::Deflate).finish()
}
