//! Everything that is made from a session with a score: the report, the summary of the page, the signature,
//! and comparisons of the score.

mod bundle;
pub mod check;
mod claim;
mod make;
mod remarks;
mod result;
pub mod signature;
mod summary;
pub mod verify;
mod words;
mod writing;

pub use bundle::{Bundle, Description, looks_like_bundle, read_bundle, write_bundle};
pub(in crate::session) use make::Told;
pub use result::result;
pub(in crate::session) use signature::{Comparing, Signed, signature_of_parts};
pub use summary::summary;
pub(in crate::session) use words::merged_words;
pub use writing::{Writing, file_name, obstacle, write};
