//! One line that names everything a score depends on: equal lines must give equal digits.
//!
//! It is a list of `KEY:VALUE`, separated by `|`:
//!
//! | key | value |
//! |---|---|
//! | `preset` | `ID@VERSION`, and `+modified:HASH` if rules or settings differ from the catalog's |
//! | each setting | its value in force; the first is `extract`, the rule that takes the answer from the output |
//! | `steps`, `steps.PART` | the normal form of both sides, its steps in their text form, separated by `>` |
//! | `compare`, `compare.PART` | how answers are compared |
//! | `join`, `n` | the key, and the number of gold questions |
//! | `settled` | the number of gold answers whose meaning the user has settled, and a hash of these meanings |
//! | `host` | the first digits of the digest of the hosted scorer, `+modified` if the score is not comparable, then `/TRACK` if tracks have names |
//! | `script` | the first digits of the SHA-256 of the script that gave the values, then `@python-` and the version of the interpreter that ran it |
//! | `baseline` | if there are several runs, the baseline as `NAME@HASH`: another file can have the same name, but not the same first digits of the SHA-256; then `/MEMBER` as below, and `#1` if it is scored by the first `twin` |
//! | `twin`, `slice` | a second rule for the same predictions, a breakdown: one key for each |
//! | `cluster` | the column of the clusters of questions |
//! | `gold`, `predictions`, `table`, `na_prob` | a file: the first digits of its SHA-256, `…` while this is being computed, then `/MEMBER` if it is a sheet or a file inside of a container with this hash, then `+FORM` if its form was chosen, then `{FIELD=COLUMN,…}` |
//! | `parts` | in place of files, if parts were merged: their number, `@` and the first digits of the digest of their files, then `{ROLE: FIELD=COLUMN, …}` |
//! | `interval`, `seed` | how intervals are computed; `@2` names the way of drawing: without it, `bootstrap95x10000` was drawn by conditional binomials |
//! | `v` | version of the program |
//!
//! In values `%`, `|`, control characters, and what begins an HTML tag or ends a piece of code in Markdown,
//! are written as `%` and two hexadecimal digits; in names of columns and parts `,`, `=`, `{`, `}` and `:`
//! as well, in the name of a run `@`, in that of a member all of these, `+` and `#`.

use crate::base::json_text::json_text;
use crate::base::types::{Field, JoinBy, PartOf};
use crate::preset::Settings;
use crate::session::protocol::signature::{DIGITS, UNKNOWN};
use crate::session::{Finished, Source};
use crate::text::Normalizer;
use crate::understand::names::VALUE;
use crate::understand::schema::Guessed;
use itertools::Itertools as _;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// How intervals are made.
const INTERVALS: &str = "wilson95,bootstrap95x10000@2";

/// The signature of a score. Hashes that are not there yet read `…`.
pub fn signature(finished: &Finished<'_>) -> String {
    let (score, joined) = (finished.score, finished.material.joined);
    let choices = finished.choices;
    let questions = score.evaluation.count(None);
    let mut line = rules_and_join(&score.settings, joined.by.value, questions, &choices.settled);
    if let Some(host) = finished.host_card() {
        let _ = write!(line, "|host:{}", host.digest.get(..DIGITS).unwrap_or_default());
        line += if host.comparable { "" } else { "+modified" };
        if !host.track.is_empty() {
            let _ = write!(line, "/{}", plain(&host.track, ""));
        }
    }
    if let Some(script) = finished.script_of() {
        let python =
            if script.python.is_empty() { UNKNOWN.to_owned() } else { script.python.join(",") };
        let _ = write!(line, "|script:{}@python-{python}", &script.sha256[..DIGITS]);
    }
    for index in finished.plan.roles.used() {
        write_file(finished, index, &mut line);
    }
    if let Some(run) = joined.runs.get(joined.baseline(choices.baseline.as_deref()))
        && joined.runs.len() > 1
    {
        let file = finished.plan.columns.runs.get(run.file).map(|run| &run.file);
        let file =
            file.map_or_else(|| UNKNOWN.to_owned(), |file| bytes_of(&finished.sources[*file]));
        let _ = write!(line, "|baseline:{}@{file}", plain(&run.name, "@"));
        if let Some(twin) = run.twin {
            let _ = write!(line, "#{}", twin + 1);
        }
    }
    write_comparing(
        Comparing {
            twins: &finished.plan.comparing.twin_texts(),
            slices: &choices.slices,
            cluster: choices.cluster.as_deref(),
            seed: choices.seed,
        },
        &mut line,
    );
    line
}

/// What merged parts have in common, for their signature.
#[derive(Clone, Copy, Debug)]
pub(in crate::session) struct Signed<'a> {
    pub(in crate::session) join: JoinBy,
    pub(in crate::session) questions: u64,
    pub(in crate::session) settled: &'a BTreeMap<String, String>,
    /// How many parts, and the digest of their files.
    pub(in crate::session) parts: (u64, &'a str),
    pub(in crate::session) columns: &'a [String],
    /// Name of the run that others are compared with, if there are several.
    pub(in crate::session) baseline: Option<&'a str>,
    pub(in crate::session) comparing: Comparing<'a>,
}

/// What results are compared and broken down by.
#[derive(Clone, Copy, Debug)]
pub(in crate::session) struct Comparing<'a> {
    pub(in crate::session) twins: &'a [String],
    pub(in crate::session) slices: &'a [String],
    pub(in crate::session) cluster: Option<&'a str>,
    pub(in crate::session) seed: u64,
}

/// The signature of merged parts.
pub(in crate::session) fn signature_of_parts(settings: &Settings, signed: Signed<'_>) -> String {
    let Signed { join, questions, settled, parts, columns, baseline, comparing } = signed;
    let mut line = rules_and_join(settings, join, questions, settled);
    let columns = columns.iter().map(|column| plain(column, "{}")).join("; ");
    let digest = parts.1.get(..DIGITS).unwrap_or_default();
    let _ = write!(line, "|parts:{}@{digest}{{{columns}}}", parts.0);
    if let Some(name) = baseline {
        let _ = write!(line, "|baseline:{}", plain(name, "@"));
    }
    write_comparing(comparing, &mut line);
    line
}

/// Preset, settings, rules and join.
fn rules_and_join(
    settings: &Settings,
    join: JoinBy,
    questions: u64,
    settled: &BTreeMap<String, String>,
) -> String {
    let preset = &settings.preset;
    let mut line = format!("preset:{}@{}", preset.id, preset.version);
    if settings.modified() {
        let _ = write!(line, "+modified:{}", settings.hash());
    }
    for (key, value) in settings.values() {
        let _ = write!(line, "|{key}:{}", plain(&value, ""));
    }
    write_rules(settings, &mut line);
    let _ = write!(line, "|join:{}|n:{questions}", join.name());
    if !settled.is_empty() {
        let hash = format!("{:x}", Sha256::digest(json_text(settled)));
        let _ = write!(line, "|settled:{}:{}", settled.len(), &hash[..12]);
    }
    line
}

/// What results are compared and broken down by, how intervals are made, and by what program.
fn write_comparing(comparing: Comparing<'_>, line: &mut String) {
    for twin in comparing.twins {
        let _ = write!(line, "|twin:{}", plain(twin, ""));
    }
    for slice in comparing.slices {
        let _ = write!(line, "|slice:{}", plain(slice, ""));
    }
    let intervals = match comparing.cluster {
        Some(column) => {
            let _ = write!(line, "|cluster:{}", plain(column, ""));
            "cluster_wilson95,cluster_t95"
        }
        None => INTERVALS,
    };
    let seed = comparing.seed;
    let _ = write!(line, "|interval:{intervals}|seed:{seed}|v:{}", crate::base::VERSION);
}

/// Normal form and comparison of the whole, and of each part that has its own.
fn write_rules(settings: &Settings, line: &mut String) {
    let preset = &settings.preset;
    let _ = write!(line, "|steps:{}", steps(&settings.normalizer));
    let _ = write!(line, "|compare:{}", plain(&preset.compare, ""));
    let parts = preset.parts().map_or(&[][..], |parts| &parts.known);
    for (place, part) in parts.iter().enumerate() {
        let name = plain(part.names.first().map_or("", String::as_str), NAMES);
        if part.normalize.is_some() {
            let own = settings.normalizer_of(PartOf::Known(place));
            let _ = write!(line, "|steps.{name}:{}", steps(own));
        }
        if let Some(compare) = &part.compare {
            let _ = write!(line, "|compare.{name}:{}", plain(compare, ""));
        }
    }
}

/// The steps of a normal form in their text form.
fn steps(normalizer: &Normalizer) -> String {
    normalizer.steps().iter().map(|step| plain(&step.to_string(), ">")).join(">")
}

/// A file that takes part.
fn write_file(finished: &Finished<'_>, index: usize, line: &mut String) {
    let source = &finished.sources[index];
    let role = finished.plan.roles.of[index].as_ref().map_or("", |role| role.value.name());
    let _ = write!(line, "|{role}:{}", bytes_of(source));
    let form = source.form.words();
    if !form.is_empty() {
        let _ = write!(line, "+{form}");
    }
    let plan = finished.plan;
    // Of a file with several columns of predictions each is a run.
    let runs = plan.columns.runs_within(index);
    let runs: Vec<&str> = runs.filter_map(|run| run.map.one(Field::Prediction)).collect();
    let mut left = Some(&runs).filter(|runs| !runs.is_empty());
    let named = |guess: &Guessed| {
        let is_run = guess.field == Field::Prediction && guess.column != VALUE && !runs.is_empty();
        let columns = match left.take_if(|_| is_run) {
            Some(runs) => runs.clone(),
            None if is_run => Vec::new(),
            None => vec![&*guess.column],
        };
        let name = |column: &str| [guess.field.name(), "=", &plain(column, NAMES)].concat();
        columns.into_iter().map(name).collect::<Vec<_>>()
    };
    let columns = plan.columns.maps[index].columns.iter().flat_map(named).join(",");
    let _ = write!(line, "{{{columns}}}");
}

/// The first digits of the hash, and which of several files that share it is meant.
fn bytes_of(source: &Source) -> String {
    let member = source.origin.as_ref().map(|origin| plain(&origin.member, MEMBER));
    let member = member.map(|member| ["/", &member].concat());
    [first_digits(source), member.as_deref().unwrap_or_default()].concat()
}

/// What a signature has of the hash of a file.
pub(super) fn first_digits(source: &Source) -> &str {
    let hash = source.sha256.as_deref();
    hash.map_or(UNKNOWN, |hash| hash.get(..DIGITS).unwrap_or("unreadable"))
}

/// Characters that are escaped in names, if a value has several.
const NAMES: &str = ",={}:";

/// Characters that are escaped in the name of a member: those that end it in either kind of value.
const MEMBER: &str = ",={}:@+#";

/// A text that cannot end the value around it: some characters are escaped as hexadecimal digits.
fn plain(text: &str, more: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for character in text.chars() {
        if character.is_ascii_control()
            || matches!(character, '%' | '|' | '<' | '`')
            || more.contains(character)
        {
            let _ = write!(safe, "%{:02X}", u32::from(character));
        } else {
            safe.push(character);
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn values_end_where_they_end() {
        assert_eq!(plain("a|b%c\nd é", ""), "a%7Cb%25c%0Ad é");
        assert_eq!(plain("<a>`b`", ""), "%3Ca>%60b%60");
        assert_eq!(plain("Company, name={x}", ",={}:"), "Company%2C name%3D%7Bx%7D");
    }
}
