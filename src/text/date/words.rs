//! The words that dates are made of, in any case.

/// The first places at which a word stands, by its group.
fn place(groups: &[&[&str]], word: &str) -> Option<i64> {
    // No word of a date is longer; texts may be.
    if word.len() > 9 {
        return None;
    }
    let known = |group: &&[&str]| group.iter().any(|known| word.eq_ignore_ascii_case(known));
    groups.iter().position(known).and_then(|place| i64::try_from(place).ok())
}

/// The place of a word among names that may be cut to their first three letters.
fn name(names: &[&str], word: &str, cut: bool) -> Option<i64> {
    let is_it = |name: &&str| {
        let start = name.get(..word.len()).is_some_and(|start| word.eq_ignore_ascii_case(start));
        start && (cut || word.len() == 3 || word.len() == name.len())
    };
    names.iter().position(is_it).and_then(|place| i64::try_from(place).ok())
}

/// Monday is 0.
pub(super) fn weekday(word: &str) -> Option<i64> {
    const WEEKDAYS: [&str; 7] =
        ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
    name(&WEEKDAYS, word, false)
}

/// The months in full.
pub(in crate::text) const MONTHS: [&str; 12] = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
];

/// The month of a name in full, of its first three letters, or of `sept`. January is 1.
pub(in crate::text) fn month(word: &str) -> Option<i64> {
    name(&MONTHS, word, word.eq_ignore_ascii_case("sept")).map(|place| place + 1)
}

/// Hour is 0, minute 1, second 2.
pub(super) fn unit(word: &str) -> Option<i64> {
    place(
        &[&["h", "hour", "hours"], &["m", "minute", "minutes"], &["s", "second", "seconds"]],
        word,
    )
}

/// Whether it is after noon.
pub(super) fn afternoon(word: &str) -> Option<bool> {
    place(&[&["am", "a"], &["pm", "p"]], word).map(|place| place == 1)
}

/// Whether it means nothing between the parts of a date.
pub(super) fn is_filler(word: &str) -> bool {
    const FILLERS: &[&str] = &[
        " ", ".", ",", ";", "-", "/", "'", "at", "on", "and", "ad", "m", "t", "of", "st", "nd",
        "rd", "th",
    ];
    place(&[FILLERS], word).is_some()
}

/// Whether it is a name of UTC.
pub(super) fn is_utc(word: &str) -> bool {
    place(&[&["utc", "gmt", "z"]], word).is_some()
}
