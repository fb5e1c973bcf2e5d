//! Scoredrop scores benchmark predictions against gold files exactly as the official scorers do,
//! and shows why.
//!
//! A score is made in phases, each a module, or several:
//!
//! 1. [`input`]: bytes become a [`input::Table`], row by row, with every problem named.
//! 2. [`schema`]: which file is what and which column is what by shape and names, each guess with its
//!    reason; [`reading`]: the same by what values across files have in common, which decides.
//! 3. [`mod@join`]: gold rows find their predictions; every candidate key with its evidence.
//! 4. [`extract`] and [`normalize`]: a raw output becomes an answer, an answer a comparable form;
//!    `formula`: an answer in mathematics becomes a tree.
//! 5. [`metric`]: an answer is compared with the gold answers; one file per metric, one table.
//! 6. [`mod@aggregate`]: means over questions with n, interval and groups.
//! 7. [`report`]: the result as JSON, CSV, Markdown and as the reference script prints it.
//!
//! `names` has the lists of names by which columns, members and files are known, for phases 1 and 2.
//!
//! [`preset`] holds what a dataset means, as data; [`recognise`] picks one by the look of a file;
//! [`evaluate`] drives phases 4 to 6 over joined rows; [`session`] goes from files and choices to a
//! report, for the command line and for the page's worker, which speak [`protocol`].

pub mod aggregate;
pub mod base;
pub mod join;
pub mod preset;
pub mod programs;
pub mod report;
pub mod score;
pub mod session;
pub mod table;
pub mod text;
pub mod understand;
