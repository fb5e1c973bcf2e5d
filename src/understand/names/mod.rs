//! The names by which files, columns and members are recognised, and what they mean.
//!
//! Whole names: [`fields`] and [`programs`] have those of columns, [`shapes`] those of members that tell how a
//! document is laid out. Parts of names: [`words`] has the meaning of each word; from these, [`says`] and
//! [`files`] work out what a column or a file holds.

mod fields;
mod files;
mod outcomes;
mod programs;
mod says;
mod shapes;
mod words;

pub(crate) use fields::*;
pub(crate) use files::*;
pub(crate) use outcomes::{
    graded, is_graded_unattempted, is_of_grades, is_unattempted, is_unearned, mark, says_end,
    verdict,
};
pub(crate) use programs::*;
pub(crate) use says::*;
pub(crate) use shapes::*;
pub(crate) use words::{
    OUTCOMES, ROUNDS, SOLVED, has_word, is_alias, is_answer, is_of_answers, is_of_attempts,
    is_of_people, sums_up, words,
};
