//! The text form of a breakdown.

use super::{Condition, MOST_EDGES, Rule, Sign, Slice, number};

/// The longer signs first, for `<=` begins with `<`.
const SIGNS: [(&str, Sign); 6] = [
    ("!=", Sign::IsNot),
    ("<=", Sign::AtMost),
    (">=", Sign::AtLeast),
    ("=", Sign::Is),
    ("<", Sign::Less),
    (">", Sign::More),
];

/// Reads a text without white space around it, of these columns or of any.
pub(super) fn read(text: &str, columns: Option<&[String]>) -> Result<Slice, String> {
    let known = |name: &str| -> Result<String, String> {
        let name = unquoted(name)?;
        let Some(columns) = columns.filter(|columns| !columns.contains(&name)) else {
            return Ok(name);
        };
        Err(match columns.len() {
            0 => format!("there is no column {name:?}"),
            _ => format!("there is no column {name:?}; there are {}", columns.join(", ")),
        })
    };
    let slice = |name: &str, rule| Slice { text: text.to_owned(), name: name.to_owned(), rule };
    // A column may be called anything.
    if columns.into_iter().flatten().any(|column| column == text) {
        return Ok(slice(text, Rule::Column(text.to_owned(), Vec::new())));
    }
    let Some(first) = find(text, |rest| sign(rest).is_some()) else {
        let Some(colon) = last_colon(text) else {
            let column = known(text)?;
            return Ok(slice(&column, Rule::Column(column.clone(), Vec::new())));
        };
        let column = known(text[..colon].trim())?;
        let edges = edges(&text[colon + 1..])?;
        return Ok(slice(&column, Rule::Column(column.clone(), edges)));
    };
    let named = find(&text[..first], |rest| rest.starts_with(':'));
    let (name, conditions) = match named {
        Some(colon) => (unquoted(text[..colon].trim())?, &text[colon + 1..]),
        None => (text.to_owned(), text),
    };
    if name.is_empty() {
        return Err("write a name before the colon".to_owned());
    }
    let mut all = Vec::new();
    let mut rest = conditions;
    loop {
        let end = find(rest, |rest| rest.starts_with('&'));
        let one = rest[..end.unwrap_or(rest.len())].trim();
        let place = find(one, |rest| sign(rest).is_some());
        let Some((place, (mark, sign))) =
            place.and_then(|place| Some((place, sign(&one[place..])?)))
        else {
            return Err(format!("{one:?} is not a condition; write COLUMN=VALUE"));
        };
        let value = unquoted(one[place + mark.len()..].trim())?;
        if value.is_empty() {
            return Err(format!("write a value after {mark}; for blank cells, write (none)"));
        }
        if !matches!(sign, Sign::Is | Sign::IsNot) && number(&value).is_none() {
            return Err(format!("{mark} compares numbers, but {value:?} is not a number"));
        }
        all.push(Condition { column: known(one[..place].trim())?, sign, value });
        match end {
            Some(end) => rest = &rest[end + 1..],
            None => return Ok(slice(&name, Rule::Filter(all, conditions.trim().to_owned()))),
        }
    }
}

fn sign(text: &str) -> Option<(&'static str, Sign)> {
    SIGNS.into_iter().find(|(mark, _)| text.starts_with(mark))
}

/// Where the first place is that something holds for, outside of quotation marks.
fn find(text: &str, holds: impl Fn(&str) -> bool) -> Option<usize> {
    let mut quoted = false;
    let mut escaped = false;
    for (place, character) in text.char_indices() {
        if !quoted && holds(&text[place..]) {
            return Some(place);
        }
        match character {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            _ => {}
        }
    }
    None
}

/// The last colon outside of quotation marks: names have one more often than edges.
fn last_colon(text: &str) -> Option<usize> {
    let mut last = None;
    let mut from = 0;
    while let Some(place) = find(&text[from..], |rest| rest.starts_with(':')) {
        last = Some(from + place);
        from += place + 1;
    }
    last
}

/// A name or value, taken out of its quotation marks.
fn unquoted(text: &str) -> Result<String, String> {
    let Some(rest) = text.strip_prefix('"') else { return Ok(text.to_owned()) };
    let mut inner = String::new();
    let mut characters = rest.chars();
    loop {
        match characters.next() {
            Some('\\') => inner.extend(characters.next()),
            Some('"') if characters.as_str().is_empty() => return Ok(inner),
            Some('"') | None => return Err(format!("the quotation marks of {text} do not match")),
            Some(other) => inner.push(other),
        }
    }
}

fn edges(text: &str) -> Result<Vec<f64>, String> {
    let wrong = || {
        format!(
            "{text:?} are not edges; write numbers in rising order, for example \
                            0,10,20"
        )
    };
    let edges: Vec<f64> =
        text.split(',').map(|edge| number(edge).ok_or_else(wrong)).collect::<Result<_, _>>()?;
    if edges.windows(2).any(|two| two[0] >= two[1]) {
        return Err(wrong());
    }
    if edges.len() > MOST_EDGES {
        return Err(format!("there are {} edges; write at most {MOST_EDGES}", edges.len()));
    }
    Ok(edges)
}
