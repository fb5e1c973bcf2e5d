//! Trees to the types of the protocol. A name that is missing here does not compile, a name that
//! differs fails the test of [`super`], which reads back whatever serde wrote.

use super::json::Json;
use scoredrop::aggregate::{Aggregate, Group, Interval};
use scoredrop::diagnostic::{Diagnostic, Severity};
use scoredrop::preset::Example;
use scoredrop::protocol::{
    AlsoAs, Certainty, ColumnCard, Effect, Explanation, FileCard, GoldCard, Guess, JoinBy,
    JoinCandidate, Link, Mark, Move, Piece, PresetCard, PresetOption, Progress, Row, RunCard,
    Scored, SettingCard, SettingOption, Stripe, Summary, Verdict, Waiting,
};
use scoredrop::report::{Reconciliation, State};
use scoredrop::schema::{Field, Role};
use scoredrop::small_map::SmallMap;

/// What can be read from a tree.
pub trait Read: Sized {
    /// The value, or `None` where the tree has another shape.
    fn read(json: Json) -> Option<Self>;
}

impl Json {
    /// Takes a member of an object out and reads it.
    pub fn take<T: Read>(&mut self, name: &str) -> Option<T> {
        T::read(self.member(name))
    }
}

impl Read for String {
    fn read(json: Json) -> Option<Self> {
        if let Json::Text(text) = json { Some(text) } else { None }
    }
}

impl Read for bool {
    fn read(json: Json) -> Option<Self> {
        if let Json::Bool(value) = json { Some(value) } else { None }
    }
}

impl Read for f64 {
    fn read(json: Json) -> Option<Self> {
        if let Json::Number(number) = json { Some(number) } else { None }
    }
}

impl Read for u64 {
    #[allow(clippy::cast_sign_loss, reason = "counts are not negative")]
    fn read(json: Json) -> Option<Self> {
        f64::read(json).map(|number| number as Self)
    }
}

impl Read for u32 {
    fn read(json: Json) -> Option<Self> {
        u64::read(json).map(|number| number as Self)
    }
}

impl<T: Read> Read for Option<T> {
    fn read(json: Json) -> Option<Self> {
        if json == Json::Null { Some(None) } else { T::read(json).map(Some) }
    }
}

impl<T: Read> Read for Vec<T> {
    fn read(json: Json) -> Option<Self> {
        let Json::List(list) = json else { return None };
        let mut values = Self::with_capacity(list.len());
        for item in list {
            values.push(T::read(item)?);
        }
        Some(values)
    }
}

impl<A: Read, B: Read> Read for (A, B) {
    fn read(json: Json) -> Option<Self> {
        let Json::List(list) = json else { return None };
        let [a, b] = <[Json; 2]>::try_from(list).ok()?;
        Some((A::read(a)?, B::read(b)?))
    }
}

impl<K: Read + Ord, V: Read> Read for SmallMap<K, V> {
    fn read(json: Json) -> Option<Self> {
        let Json::Object(members) = json else { return None };
        let mut map = Self::new();
        for (key, value) in members {
            map.insert(K::read(Json::Text(key))?, V::read(value)?);
        }
        Some(map)
    }
}

impl<T: Read> Read for Guess<T> {
    fn read(mut json: Json) -> Option<Self> {
        Some(Self {
            value: json.take("value")?,
            certainty: json.take("certainty")?,
            reason: json.take("reason")?,
        })
    }
}

/// A struct whose members are named like its fields.
macro_rules! record {
    ($($type:ident { $($field:ident),+ $(,)? })+) => {$(
        impl Read for $type {
            fn read(mut json: Json) -> Option<Self> {
                Some(Self { $($field: json.take(stringify!($field))?),+ })
            }
        }
    )+};
}

/// An enum without data.
macro_rules! names {
    ($($type:ident { $($name:literal => $variant:ident),+ $(,)? })+) => {$(
        impl Read for $type {
            fn read(json: Json) -> Option<Self> {
                match String::read(json)?.as_str() {
                    $($name => Some(Self::$variant),)+
                    _ => None,
                }
            }
        }
    )+};
}

names! {
    Severity { "info" => Info, "warning" => Warning, "error" => Error }
    Role { "gold" => Gold, "predictions" => Predictions, "na_prob" => NaProb, "table" => Table }
    Field {
        "id" => Id, "question" => Question, "answers" => Answers, "prediction" => Prediction,
        "run" => Run, "supporting_facts" => SupportingFacts, "na_probability" => NaProbability,
        "group" => Group,
    }
    Certainty { "chosen" => Chosen, "proven" => Proven, "guessed" => Guessed }
    JoinBy { "id" => Id, "question" => Question, "row" => Row, "same-row" => SameRow }
    State {
        "answered" => Answered, "not_extracted" => NotExtracted, "blank" => Blank,
        "missing" => Missing, "excluded" => Excluded,
    }
    Verdict {
        "right" => Right, "partly" => Partly, "wrong" => Wrong, "unanswered" => Unanswered,
    }
    Mark { "plain" => Plain, "deleted" => Deleted, "shared" => Shared }
}

scoredrop::for_every_record!(record);
