//! What of a log is read (`inspect_ai/log/_log.py`, `EvalLog` and `EvalSample`).

use itertools::Itertools as _;
use serde::de::{IgnoredAny, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use std::collections::BTreeMap;

/// Texts that stand apart, by what refers to them.
pub(super) type Attachments = BTreeMap<String, String>;

#[derive(Default, Deserialize)]
pub(super) struct Header {
    pub(super) status: Option<String>,
    #[serde(default)]
    pub(super) eval: Spec,
}

#[derive(Default, Deserialize)]
pub(super) struct Spec {
    pub(super) model: Option<String>,
}

/// A log in one document.
#[derive(Deserialize)]
pub(super) struct Document {
    pub(super) status: Option<String>,
    #[serde(default)]
    pub(super) eval: Spec,
    #[serde(default, deserialize_with = "light")]
    pub(super) samples: Vec<Sample>,
}

/// Samples without what is needed only until their input is read.
fn light<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Sample>, D::Error> {
    struct Samples;

    impl<'de> Visitor<'de> for Samples {
        type Value = Vec<Sample>;

        fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("a list of samples")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
            let mut samples = Vec::new();
            while let Some(mut sample) = list.next_element::<Sample>()? {
                if let Some(text) = sample.question() {
                    sample.input = Some(Input::Text(sample.resolve(text)));
                }
                sample.attachments.clear();
                samples.push(sample);
            }
            Ok(samples)
        }

        fn visit_unit<E>(self) -> Result<Self::Value, E> {
            Ok(Vec::new())
        }
    }

    deserializer.deserialize_any(Samples)
}

/// A sample in one epoch.
#[derive(Deserialize)]
pub(super) struct Sample {
    pub(super) id: Value,
    #[serde(default = "first")]
    pub(super) epoch: u64,
    pub(super) input: Option<Input>,
    #[serde(default)]
    pub(super) target: Value,
    pub(super) output: Option<Output>,
    pub(super) scores: Option<BTreeMap<String, Value>>,
    pub(super) error: Option<IgnoredAny>,
    #[serde(default)]
    pub(super) attachments: Attachments,
}

fn first() -> u64 {
    1
}

/// What was asked: a text, or a conversation.
#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum Input {
    Text(String),
    Messages(Vec<Message>),
}

#[derive(Deserialize)]
pub(super) struct Message {
    #[serde(default)]
    pub(super) role: String,
    content: Option<Content>,
}

/// What a message says: a text, or texts among images and others.
#[derive(Deserialize)]
#[serde(untagged)]
enum Content {
    Text(String),
    Parts(Vec<ContentPart>),
}

#[derive(Deserialize)]
struct ContentPart {
    #[serde(rename = "type", default)]
    kind: String,
    text: Option<String>,
}

impl Message {
    /// Its text; several pieces are joined by line feeds, as Inspect joins them.
    pub(super) fn text(&self) -> String {
        match &self.content {
            None => String::new(),
            Some(Content::Text(text)) => text.clone(),
            Some(Content::Parts(parts)) => {
                let texts = parts.iter().filter(|part| part.kind == "text");

                texts.filter_map(|part| part.text.as_deref()).join("\n")
            }
        }
    }
}

/// What the model answered.
#[derive(Deserialize)]
pub(super) struct Output {
    pub(super) model: Option<String>,
    #[serde(default)]
    choices: Vec<Choice>,
    completion: Option<String>,
}

#[derive(Deserialize)]
struct Choice {
    message: Message,
}

impl Output {
    /// The completion, which is the text of the first choice where it is not given; `None` where the
    /// model gave no answer.
    pub(super) fn text(self) -> Option<String> {
        match self.completion {
            Some(text) if !text.is_empty() => Some(text),
            // An empty completion without a choice is the form of no answer.
            _ => self.choices.first().map(|choice| choice.message.text()),
        }
    }
}

const REFERENCE: &str = "attachment://";

impl Sample {
    /// Whether its input refers to texts that stand apart.
    pub(super) fn refers(&self) -> bool {
        self.question().is_some_and(|text| text.contains(REFERENCE))
    }

    /// What was asked: of a conversation what the user said last.
    pub(super) fn question(&self) -> Option<String> {
        match self.input.as_ref()? {
            Input::Text(text) => Some(text.clone()),
            Input::Messages(messages) => {
                let asked = messages.iter().rev().find(|message| message.role == "user");
                asked.or(messages.last()).map(Message::text)
            }
        }
    }

    /// A text, or what it refers to.
    pub(super) fn resolve(&self, text: String) -> String {
        let name = text.strip_prefix(REFERENCE).or_else(|| text.strip_prefix("tc://"));
        name.and_then(|name| self.attachments.get(name)).cloned().unwrap_or(text)
    }
}
