//! Replies as they come over the line: JSON text to [`Reply`].

mod json;
mod read;

use json::Json;
use read::Read;
use scoredrop::protocol::Reply;

/// Reads a message; `None` where page and worker do not speak the same language.
pub fn read(text: &str) -> Option<Reply> {
    let Json::Object(mut tagged) = Json::parse(text)? else { return None };
    let (tag, mut json) = tagged.pop()?;
    Some(match tag.as_str() {
        "ready" => Reply::Ready { version: json.take("version")?, presets: json.take("presets")? },
        "progress" => Reply::Progress(Read::read(json)?),
        "summary" => Reply::Summary(Box::new(Read::read(json)?)),
        "previewed" => Reply::Previewed { effects: json.take("effects")? },
        "rows" => Reply::Rows {
            total: json.take("total")?,
            from: json.take("from")?,
            rows: json.take("rows")?,
        },
        "explained" => Reply::Explained(Box::new(Read::read(json)?)),
        "strip" => Reply::Strip { run: json.take("run")?, stripes: json.take("stripes")? },
        "checked" => Reply::Checked {
            problems: json.take("problems")?,
            field: json.take("field")?,
            from: json.take("from")?,
            to: json.take("to")?,
            known: json.take("known")?,
        },
        "preset" => Reply::Preset {
            slot: json.take("slot")?,
            name: json.take("name")?,
            text: json.take("text")?,
            sound: json.take("sound")?,
        },
        "file" => Reply::File { name: json.take("name")?, mime: json.take("mime")? },
        "failed" => Reply::Failed { problems: json.take("problems")? },
        "panic" => Reply::Panic { message: json.take("message")? },
        _ => return None,
    })
}

#[cfg(test)]
mod tests;
