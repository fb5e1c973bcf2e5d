//! Phase 2: the role of each file and of each column. Every guess carries its reason.

mod answers;
mod columns;
mod map;
mod pair;
mod roles;

pub use answers::{
    AnswerLists, answers_of, graded, likeliest, provenanced, said_last, unwrapped, without_end,
};
pub use columns::map_columns;
pub use map::{ColumnMap, Guessed};
pub use roles::{FileRole, guess_roles, role_evidence};
