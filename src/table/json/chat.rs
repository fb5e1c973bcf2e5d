//! Chats as lists of messages: what the user asked last, and what the model answered.

use super::{Value, elements, member};
use crate::table::Kind;
use crate::understand::names::USER_TURN;

/// Whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// The last one of a user, before the model answered.
    User,
    /// The last one of all, by a model.
    Assistant,
}

impl Turn {
    /// All turns.
    pub const ALL: [Self; 2] = [Self::User, Self::Assistant];

    /// What a column of these turns has behind the name of the column of chats.
    pub const fn suffix(self) -> &'static str {
        match self {
            Self::User => USER_TURN,
            Self::Assistant => "[assistant]",
        }
    }
}

/// The text of a turn of a chat, as the messages of `OpenAI` (`role`, `content`) and `ShareGPT` (`from`,
/// `value`) have it; `None` where the list is no chat, or has no such turn.
pub fn turn(list: &str, turn: Turn) -> Option<Value<'_>> {
    let mut asked = None;
    let mut answered = None;
    for message in elements(list) {
        let message = message.ok().filter(|message| message.kind == Kind::Object)?;
        let of = |names: [&str; 2]| names.into_iter().find_map(|name| member(message.raw, name));
        let role = of(["role", "from"])?;
        let text = of(["content", "value"]).filter(|text| text.kind == Kind::String);
        answered = None;
        match &*role.text() {
            "user" | "human" => asked = text,
            "assistant" | "model" | "ai" | "gpt" | "chatgpt" | "bot" => answered = text,
            _ => {}
        }
    }
    match turn {
        Turn::User => asked,
        Turn::Assistant => answered,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_are_found() {
        let chat = r#"[{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Hi"},
            {"role": "assistant", "content": "Hello"}, {"role": "user", "content": "2 + 2?"},
            {"role": "assistant", "content": "4\n"}]"#;
        let text = |list, whose| turn(list, whose).map(|value| value.text().into_owned());
        assert_eq!(text(chat, Turn::User).as_deref(), Some("2 + 2?"));
        assert_eq!(text(chat, Turn::Assistant).as_deref(), Some("4\n"));
        let open = r#"[{"from": "gpt", "value": "Hello"}, {"from": "human", "value": "Who?"}]"#;
        assert_eq!(text(open, Turn::User).as_deref(), Some("Who?"));
        assert_eq!(text(open, Turn::Assistant), None);
        assert_eq!(text(r#"["user"]"#, Turn::User), None);
        assert_eq!(text("[]", Turn::User), None);
    }
}
