//! The worker that unpacks. It keeps nothing between two requests and asks for nothing but slices of
//! the file that comes with each.
//!
//! A request is `[number, json, File]`, an answer `[number, json]` or `[number, json, ArrayBuffer]`:
//!
//! | request | answer |
//! |---|---|
//! | `{"list":{"name":TEXT}}` | `{"listing":{"kind":TEXT,"members":[{"name":TEXT,"bytes":N,"obstacle":TEXT\|null}],"usual":TEXT\|null,"unread":DIAGNOSTIC\|null}}`; `{"listing":null}` of a plain file |
//! | `{"unpack":{"name":TEXT,"member":TEXT\|null}}` | `{"unpacked":{"name":TEXT,"shown":TEXT,"file":TEXT,"format":TEXT,"by_record":BOOL,"notes":[DIAGNOSTIC]}}` and the bytes |
//! | either, in trouble | `{"failed":{"problems":[DIAGNOSTIC]}}` |
//!
//! When it can work it says `{"ready":{"version":TEXT}}` under the number 0.

use scoredrop_port as port;
use scoredrop_unpack::{Bytes, Container, Entry, Limits, Note, Severity};
use serde::{Deserialize, Serialize};
use std::io;
use wasm_bindgen::JsCast;

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Request {
    List { name: String },
    Unpack { name: String, member: Option<String> },
}

#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Reply<'a> {
    Ready { version: &'static str },
    Listing(Option<Listing<'a>>),
    Unpacked(Unpacked<'a>),
    Failed { problems: [Note; 1] },
}

#[derive(Serialize)]
struct Listing<'a> {
    kind: &'static str,
    members: &'a [Entry],
    usual: Option<&'a str>,
    unread: Option<Note>,
}

#[derive(Serialize)]
struct Unpacked<'a> {
    name: &'a str,
    shown: &'a str,
    file: &'a str,
    format: &'static str,
    by_record: bool,
    notes: &'a [Note],
}

/// A file of the user; the browser keeps the bytes.
struct File(web_sys::File);

impl Bytes for File {
    fn size(&self) -> u64 {
        port::size(&self.0)
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        let end = offset.saturating_add(buffer.len() as u64).min(self.size());
        if end <= offset {
            return Ok(0);
        }
        let bytes = port::slice(&self.0, offset, end).map_err(io::Error::other)?;
        let count = bytes.length() as usize;
        bytes.copy_to(buffer.get_mut(..count).ok_or(io::ErrorKind::InvalidData)?);
        port::let_go(&bytes);
        Ok(count)
    }
}

fn main() {
    port::listen(|message| {
        let file = message.extras.into_iter().next().and_then(|extra| extra.dyn_into().ok());
        if let (Ok(request), Some(file)) = (serde_json::from_str(&message.json), file) {
            return answer(message.number, &request, File(file));
        }
        let text = "the page and the worker that unpacks do not understand each other";
        let note = problem("bad_request", text, "reload the page");
        say(message.number, &Reply::Failed { problems: [note] });
    });
    say(0, &Reply::Ready { version: env!("CARGO_PKG_VERSION") });
}

fn answer(number: u32, request: &Request, file: File) {
    let (Request::List { name } | Request::Unpack { name, .. }) = request;
    let opened = Container::open(name, Box::new(file), Limits::BROWSER);
    let outcome = opened.and_then(|container| match (request, container) {
        (Request::List { .. }, container) => {
            say(number, &Reply::Listing(container.as_ref().map(listing)));
            Ok(())
        }
        (Request::Unpack { .. }, None) => {
            let remedy = "read it as it is";
            Err(problem("no_container", &format!("{name} is a plain file"), remedy))
        }
        (Request::Unpack { member, .. }, Some(container)) => {
            let member = container.unpack(member.as_deref())?;
            let unpacked = Unpacked {
                name: &member.name,
                shown: &member.shown,
                file: &member.file,
                format: member.format,
                by_record: member.by_record,
                notes: &member.notes,
            };
            let bytes = js_sys::Uint8Array::from(member.bytes.as_slice()).buffer();
            port::post(number, &text(&Reply::Unpacked(unpacked)), &[bytes]);
            Ok(())
        }
    });
    if let Err(problem) = outcome {
        say(number, &Reply::Failed { problems: [problem] });
    }
}

fn listing(container: &Container) -> Listing<'_> {
    Listing {
        kind: container.kind().name(),
        members: container.entries(),
        usual: container.usual().map(|entry| entry.name.as_str()),
        unread: container.unread(),
    }
}

fn problem(code: &'static str, message: &str, remedy: &str) -> Note {
    Note {
        severity: Severity::Error,
        code,
        message: message.to_owned(),
        file: None,
        row: None,
        column: None,
        remedy: Some(remedy.to_owned()),
    }
}

fn text(reply: &Reply<'_>) -> String {
    // Plain data of ours always has a JSON text.
    serde_json::to_string(reply).unwrap_or_default()
}

fn say(number: u32, reply: &Reply<'_>) {
    port::post(number, &text(reply), &[]);
}
