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
    let _ = write!(
        line,
        "|interval:wilson95,bootstrap95x10000|seed:{}|v:{}",
        session.choices().seed,
        crate::protocol::VERSION
    );
    line
}
