//! Two thousand pairs of each kind that differ, written in random forms: none of them is right. Of each pair there is
//! one beside it that is equal, in the same forms, and right.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use scoredrop_testing::{File, as_preset, score, values};
use serde_json::{Map, Value, json};

const PAIRS: usize = 2000;

/// A generator of numbers: the same ones in each run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }

    fn of<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.below(all.len() as u64) as usize]
    }

    /// A number of a range.
    fn within(&mut self, from: u64, to: u64) -> u64 {
        from + self.below(to - from)
    }
}

/// A gold answer, an answer that equals it, and one that does not.
type Case = (Value, String, String);
/// Takes one of the outputs of a case.
type Pick = fn(&Case) -> &String;

fn check(preset: &str, metric: &str, mut case: impl FnMut(&mut Random) -> Case) {
    let mut random = Random(20_261_129);
    let cases: Vec<Case> = (0..PAIRS).map(|_| case(&mut random)).collect();
    let lines = |row: &dyn Fn(usize) -> Value| -> String {
        (0..PAIRS).map(|place| row(place).to_string() + "\n").collect()
    };
    let gold = lines(&|place| json!({"id": format!("q-{place}x"), "answer": cases[place].0}));
    let of = |pick: fn(&Case) -> &String| {
        let said =
            lines(&|place| json!({"id": format!("q-{place}x"), "prediction": pick(&cases[place])}));
        let files = [File::gold("gold.jsonl", gold.clone()), File::predictions("run.jsonl", said)];
        let session = score(&files, as_preset(preset)).unwrap();
        values(&session, 0, metric)
    };
    let wanted: [(f64, Pick); 2] = [(1.0, |case| &case.1), (0.0, |case| &case.2)];
    for (wanted, pick) in wanted {
        let found = of(pick);
        let other = (0..PAIRS).filter(|place| found[*place] != Some(wanted));
        let other: Vec<String> = other
            .take(10)
            .map(|place| format!("{} {:?}", cases[place].0, pick(&cases[place])))
            .collect();
        assert!(other.is_empty(), "{preset}, {wanted} expected:\n{}", other.join("\n"));
    }
}

/// A number with commas between thousands.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[test]
fn numbers_that_differ() {
    check("plain-number", "numeric_match", |random| {
        let one = random.within(1, 800_000);
        let apart = random.within(1, 50);
        let other = if random.below(2) == 0 { one + apart } else { one * 10 };
        let mut form = |number: u64| {
            let digits = if random.below(2) == 0 { number.to_string() } else { grouped(number) };
            let before = random.of(&["", "The answer is ", "It is ", "= ", "Die Antwort ist "]);
            let after = random.of(&["", ".", " apples", ".0", " in total."]);
            format!("{before}{digits}{after}")
        };
        let (right, wrong) = (form(one), form(other));
        (json!(one.to_string()), right, wrong)
    });
}

#[test]
fn dates_that_differ() {
    const MONTHS: [[&str; 4]; 12] = [
        ["January", "Januar", "janvier", "января"],
        ["February", "Februar", "février", "февраля"],
        ["March", "März", "mars", "марта"],
        ["April", "April", "avril", "апреля"],
        ["May", "Mai", "mai", "мая"],
        ["June", "Juni", "juin", "июня"],
        ["July", "Juli", "juillet", "июля"],
        ["August", "August", "août", "августа"],
        ["September", "September", "septembre", "сентября"],
        ["October", "Oktober", "octobre", "октября"],
        ["November", "November", "novembre", "ноября"],
        ["December", "Dezember", "décembre", "декабря"],
    ];
    check("plain-date", "accuracy", |random| {
        // Days above 12 have one order alone; years are apart by less than a century.
        let (year, month, day) =
            (random.within(1950, 2030), random.within(1, 13), random.within(13, 29));
        let other = match random.below(3) {
            0 => (year + random.within(1, 60), month, day),
            1 => (year, month % 12 + 1, day),
            _ => (year, month, if day == 13 { 14 } else { day - 1 }),
        };
        let mut form = |(year, month, day): (u64, u64, u64)| {
            let name = MONTHS[month as usize - 1];
            match random.below(12) {
                0 => format!("{year}-{month:02}-{day:02}"),
                1 => format!("{month}/{day}/{year}"),
                2 => format!("{day}.{month}.{year}"),
                3 => format!("{month}/{day}/{:02}", year % 100),
                4 => format!("{day:02}.{month:02}.{:02}", year % 100),
                5 => format!("{year}{month:02}{day:02}"),
                6 => format!("{} {day}, {year}", name[0]),
                7 => format!("{day}. {} {year}", name[1]),
                8 => format!("{day} {} {year}", name[2]),
                9 => format!("{day} {} {year} года", name[3]),
                10 => format!("{year}年{month}月{day}日"),
                _ => format!("It was on {} {day}, {year}.", name[0]),
            }
        };
        let (right, wrong) = (form((year, month, day)), form(other));
        (json!(format!("{year}-{month:02}-{day:02}")), right, wrong)
    });
}

#[test]
fn units_that_differ() {
    // Name, and how many of the smallest unit of its kind it has.
    const KINDS: [&[(&str, u64)]; 5] = [
        &[
            ("km", 1_000_000),
            ("m", 1000),
            ("cm", 10),
            ("mm", 1),
            ("metres", 1000),
            ("Kilometer", 1_000_000),
        ],
        &[("kg", 1000), ("g", 1), ("grams", 1), ("Kilogramm", 1000)],
        &[
            ("h", 3600),
            ("min", 60),
            ("hours", 3600),
            ("Stunden", 3600),
            ("minutes", 60),
            ("heures", 3600),
        ],
        &[("L", 1000), ("ml", 1), ("litres", 1000)],
        &[("GB", 1_000_000), ("MB", 1000), ("kB", 1)],
    ];
    check("plain-number", "numeric_match", |random| {
        let kind = random.below(5) as usize;
        let units = KINDS[kind];
        let pick = |random: &mut Random, units: &[(&'static str, u64)]| {
            units[random.below(units.len() as u64) as usize]
        };
        let count = random.within(2, 900);
        let (name, size) = pick(random, units);
        // In a unit in which the number is whole.
        let (to, part) = loop {
            let unit = pick(random, units);
            if count * size % unit.1 == 0 {
                break unit;
            }
        };
        let right = format!("{} {to}", count * size / part);
        let wrong = match random.below(3) {
            0 => {
                // Beyond the tolerance of a millionth.
                let value = count * size / part;
                format!("{} {to}", value + 1 + value / 100)
            }
            1 => {
                let other = KINDS[(kind + 1 + random.below(4) as usize) % 5];
                format!("{count} {}", pick(random, other).0)
            }
            _ => loop {
                let unit = pick(random, units);
                if unit.1 != size {
                    break format!("{count} {}", unit.0);
                }
            },
        };
        (json!(format!("{count} {name}")), right, wrong)
    });
}

#[test]
fn choices_that_differ() {
    check("multiple-choice", "accuracy", |random| {
        let labels = ["A", "B", "C", "D"];
        let one = random.below(4) as usize;
        let other = (one + 1 + random.below(3) as usize) % 4;
        let mut form = |label: &str| {
            let form = random.of(&[
                "?",
                "(?)",
                "?.",
                "**?**",
                "Answer: ?",
                "The answer is ?.",
                "The answer is (?).",
                "ANSWER: $?$",
                "\\boxed{?}",
                "答案是?",
                "Antwort: ?",
                "La respuesta es ?.",
                "Ответ: ?",
                "?\n\nThis follows from the text.",
                "<think>Not sure.</think>The answer is ?",
            ]);
            form.replace('?', label)
        };
        let (right, wrong) = (form(labels[one]), form(labels[other]));
        (json!(labels[one]), right, wrong)
    });
}

#[test]
fn records_that_differ() {
    check("plain-exact", "exact_match", |random| {
        let names = ["city", "days", "unit", "total", "items"];
        let mut record = Map::new();
        for name in names {
            let value = match random.below(4) {
                0 => json!(random.below(50)),
                1 => json!(random.of(&["Rome", "Oslo", "Lima", "Bern"])),
                2 => json!([random.below(9), 10 + random.below(9)]),
                _ => json!(random.below(2) == 0),
            };
            record.insert(name.to_owned(), value);
        }
        let mut other = record.clone();
        let name = names[random.below(5) as usize];
        match random.below(4) {
            0 => drop(other.remove(name)),
            1 => drop(other.insert("more".to_owned(), json!(1))),
            2 => drop(other.insert(name.to_owned(), json!("elsewhere"))),
            _ => {
                let value = match &other[name] {
                    Value::Array(list) => json!(list.iter().rev().collect::<Vec<_>>()),
                    Value::Number(number) => json!(number.to_string()),
                    _ => json!(null),
                };
                other.insert(name.to_owned(), value);
            }
        }
        let mut form = |record: &Map<String, Value>| {
            let mut members: Vec<String> =
                record.iter().map(|(name, value)| format!("{}: {value}", json!(name))).collect();
            if random.below(2) == 0 {
                members.reverse();
            }
            let text = format!("{{{}}}", members.join(", "));
            match random.below(3) {
                0 => text,
                1 => format!("```json\n{text}\n```"),
                _ => format!("Here it is:\n```\n{text}\n```\nDone."),
            }
        };
        let (right, wrong) = (form(&record), form(&other));
        (Value::Object(record), right, wrong)
    });
}

#[test]
fn formulas_that_differ() {
    check("math", "solve_rate", |random| {
        let kind = random.below(4);
        let numbers = [random.within(2, 30), random.within(2, 30), random.within(2, 30)];
        let mut others = numbers;
        others[random.below(3) as usize] += 1;
        let boxed = |text: String, place: u64| match place {
            0 => format!("\\boxed{{{text}}}"),
            1 => format!("The answer is ${text}$."),
            _ => format!("So we get \\[ \\boxed{{{text}}} \\]"),
        };
        let [first, second] = [random.below(3), random.below(3)];
        let turned = random.below(2) == 0;
        let form = |[a, b, c]: [u64; 3], turned: bool| match kind {
            0 if turned => format!("{c} + {b}x + {a}x^2"),
            0 => format!("{a}x^2 + {b}x + {c}"),
            1 if turned => format!("\\frac{{{}}}{{{}}}", a * b, (b + 40) * b),
            1 => format!("{a}/{}", b + 40),
            2 if turned => format!("\\sqrt{{{}}}", a * a * 2),
            2 => format!("{a}\\sqrt{{2}}"),
            _ if turned => format!("({a},{b}, {c})"),
            _ => format!("\\left({a}, {b}, {c}\\right)"),
        };
        let other = match kind {
            // Of fractions and roots only the first numbers show.
            1 | 2 => [numbers[0] + 1, numbers[1], numbers[2]],
            _ => others,
        };
        let gold = form(numbers, false);
        let right = boxed(form(numbers, turned), first);
        let wrong = boxed(form(other, turned), second);
        (json!(gold), right, wrong)
    });
}

#[test]
fn texts_that_differ() {
    const WORDS: [&str; 12] = [
        "river", "north", "stone", "castle", "bridge", "king", "harbour", "garden", "old", "mill",
        "1984", "No. 5",
    ];
    check("plain-text", "exact_match", |random| {
        let count = random.within(2, 5);
        let words: Vec<&str> = (0..count).map(|_| random.of(&WORDS)).collect();
        let mut other = words.clone();
        let place = random.below(count) as usize;
        match random.below(3) {
            0 => drop(other.remove(place)),
            1 => other.insert(place, "green"),
            _ => other[place] = "green",
        }
        let mut form = |words: &[&str]| {
            let text = words.join(" ");
            match random.below(6) {
                0 => text,
                1 => text.to_uppercase(),
                2 => format!("The {text}."),
                3 => format!("\"{text}\""),
                4 => words.join("  "),
                _ => format!("**{text}**"),
            }
        };
        let (right, wrong) = (form(&words), form(&other));
        (json!(words.join(" ")), right, wrong)
    });
}

#[test]
fn sets_that_differ() {
    const VALUES: [&str; 12] = [
        "Oslo", "Rome", "Lima", "Bern", "New Delhi", "42", "3.5", "red wine", "B12", "x-ray",
        "Kyiv", "Cork",
    ];
    check("plain-set", "exact_match", |random| {
        let count = random.within(2, 6) as usize;
        let first = random.below(12) as usize;
        // Steps of five meet each of twelve values once.
        let values: Vec<&str> = (0..count).map(|one| VALUES[(first + 5 * one) % 12]).collect();
        let spare = VALUES[(first + 5 * count) % 12];
        let mut other = values.clone();
        let place = random.below(count as u64) as usize;
        match random.below(3) {
            0 => drop(other.remove(place)),
            1 => other.insert(place, spare),
            _ => other[place] = spare,
        }
        let mut form = |values: &[&str]| {
            let mut values = values.to_vec();
            let turned = random.below(values.len() as u64) as usize;
            values.rotate_left(turned);
            match random.below(5) {
                0 => json!(values).to_string(),
                1 => values.join("; "),
                2 => values.join(", "),
                3 => format!("- {}", values.join("\n- ")),
                _ => format!("```json\n{}\n```", json!(values)),
            }
        };
        let (right, wrong) = (form(&values), form(&other));
        (json!(values), right, wrong)
    });
}

#[test]
fn several_parts_that_differ() {
    check("math", "solve_rate", |random| {
        let one = random.within(2, 60);
        let both = [one, one + random.within(1, 9)];
        let others = match random.below(3) {
            0 => [both[1], both[0]],
            1 => [both[0] + 70, both[1]],
            _ => [both[0], both[1] + 70],
        };
        let lettered = random.below(2) == 0;
        let mut form = |[a, b]: [u64; 2]| match (lettered, random.below(3)) {
            (true, 0) => format!("(a) \\boxed{{{a}}} (b) \\boxed{{{b}}}"),
            (true, 1) => format!("(a) {a}\n(b) {b}"),
            (true, _) => format!("(b) \\boxed{{{b}}} (a) \\boxed{{{a}}}"),
            (false, 0) => format!("x=\\boxed{{{a}}}, y=\\boxed{{{b}}}"),
            (false, 1) => format!("So $x=\\boxed{{{a}}}$ and $y=\\boxed{{{b}}}$."),
            (false, _) => format!("\\boxed{{x={a}, y={b}}}"),
        };
        let (right, wrong) = (form(both), form(others));
        let [a, b] = both;
        let gold = if lettered { format!("(a) {a} (b) {b}") } else { format!("x={a}, y={b}") };
        (json!(gold), right, wrong)
    });
}

#[test]
fn calls_that_differ() {
    check("plain-exact", "exact_match", |random| {
        let mut arguments = Map::new();
        for name in ["city", "days", "unit"] {
            let value = match random.below(3) {
                0 => json!(random.below(50)),
                1 => json!(random.of(&["Rome", "Oslo", "Lima", "C"])),
                _ => json!([random.below(9), "x"]),
            };
            arguments.insert(name.to_owned(), value);
        }
        let call = (random.of(&["get_weather", "book", "search"]), arguments);
        let mut other = call.clone();
        let name = ["city", "days", "unit"][random.below(3) as usize];
        match random.below(5) {
            0 => other.0 = "cancel",
            1 => drop(other.1.remove(name)),
            2 => drop(other.1.insert("more".to_owned(), json!(1))),
            3 => drop(other.1.insert(name.to_owned(), json!("elsewhere"))),
            _ => {
                let value = match &other.1[name] {
                    Value::Number(number) => json!(number.to_string()),
                    Value::String(text) => json!([text]),
                    _ => json!("x"),
                };
                other.1.insert(name.to_owned(), value);
            }
        }
        let mut form = |(name, arguments): &(&str, Map<String, Value>)| {
            let call = json!({"name": name, "arguments": arguments});
            match random.below(6) {
                0 => call.to_string(),
                1 => format!("<tool_call>\n{call}\n</tool_call>"),
                2 => format!("I call:\n```json\n{call}\n```"),
                3 => {
                    json!({"name": name, "arguments": Value::Object(arguments.clone()).to_string()})
                        .to_string()
                }
                4 => json!([{"type": "function", "function": call}]).to_string(),
                _ => {
                    let given: Vec<String> = arguments
                        .iter()
                        .rev()
                        .map(|(key, value)| format!("{key}={value}"))
                        .collect();
                    format!("{name}({})", given.join(", "))
                }
            }
        };
        let (right, wrong) = (form(&call), form(&other));
        (json!({"name": call.0, "arguments": call.1}), right, wrong)
    });
}

#[test]
fn queries_that_differ() {
    check("plain-exact", "exact_match", |random| {
        let [one, two] = [(); 2].map(|()| random.of(&["name", "age", "city", "salary", "total"]));
        let table = random.of(&["users", "orders", "people"]);
        let sign = random.of(&[">", "<", ">=", "="]);
        let number = random.within(1, 90).to_string();
        let parts = [one, table, two, sign, &number];
        let mut others = parts.map(str::to_owned);
        let place = random.below(5) as usize;
        others[place].push_str(if place == 3 { "!" } else { "2" });
        let query = |[one, table, two, sign, number]: [&str; 5]| {
            format!("SELECT {one} FROM {table} WHERE {two} {sign} {number}")
        };
        let other = query(others.each_ref().map(String::as_str));
        let other = if random.below(5) == 0 { format!("{} LIMIT 1", query(parts)) } else { other };
        let mut form = |query: &str| match random.below(5) {
            0 => query.to_owned(),
            1 => format!("{query};"),
            2 => format!("```sql\n{query};\n```"),
            3 => format!(
                "<think>SELECT 1?</think>\n```sql\n{}\n```",
                query.replace(" FROM", "\nFROM")
            ),
            _ => format!("Here is the query:\n\n```sql\n{query}\n```\n\nIt filters."),
        };
        let (right, wrong) = (form(&query(parts)), form(&other));
        (json!(query(parts)), right, wrong)
    });
}
