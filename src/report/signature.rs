//! One line that names everything a score depends on: equal lines must give equal digits.

use crate::json_text::json_text;
use crate::preset::hex;
use crate::session::Session;
use sha2::{Digest, Sha256};
use std::fmt::Write as _;

/// The signature of a session with a score. Hashes that are not there yet read `…`.
pub fn signature(session: &Session) -> String {
    let (Some(score), Some(joined)) = (session.score(), session.joined()) else {
        return String::new();
    };
    let settings = &score.settings;
    let preset = &settings.preset;
    let mut line = format!("preset:{}@{}", preset.id, preset.version);
    if settings.modified() {
        let _ = write!(line, "+modified:{}", settings.hash());
    }
    for (key, value) in settings.values() {
        let _ = write!(line, "|{key}:{value}");
    }
    let join = joined.by.value.name();
    let questions = score.evaluation.runs.first().map_or(0, |run| run.states.len());
    let _ = write!(line, "|join:{join}|n:{questions}");
    let settled = &session.choices().settled;
    if !settled.is_empty() {
        let hash = hex(&Sha256::digest(json_text(settled)));
        let _ = write!(line, "|settled:{}:{}", settled.iter().count(), &hash[..12]);
    }
    let plan = session.plan();
    let hash = |index: usize| {
        let source = &session.sources()[index];
        source.sha256.as_deref().map_or("…", |hash| hash.get(..12).unwrap_or("unreadable"))
    };
    for index in plan.used() {
        let role = plan.roles[index].as_ref().map_or("", |role| role.value.name());
        let _ = write!(line, "|{role}:{}", hash(index));
        let form = session.sources()[index].form.words();
        if !form.is_empty() {
            line.push('+');
            line.push_str(&form);
        }
    }
    let choices = session.choices();
    for twin in &choices.twins {
        let _ = write!(line, "|twin:{}", in_line(twin));
    }
    for slice in &choices.slices {
        let _ = write!(line, "|slice:{}", in_line(slice));
    }
    let intervals = match &choices.cluster {
        Some(column) => {
            let _ = write!(line, "|cluster:{}", in_line(column));
            "cluster_wilson95,cluster_t95"
        }
        None => "wilson95,bootstrap95x10000",
    };
    let _ =
        write!(line, "|interval:{intervals}|seed:{}|v:{}", choices.seed, crate::protocol::VERSION);
    line
}

/// A text of the user's as it may stand between the bars of the line.
fn in_line(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '%' | '|' => {
                let _ = write!(safe, "%{:02X}", u32::from(character));
            }
            _ if character.is_control() => safe.push(' '),
            _ => safe.push(character),
        }
    }
    safe
}
