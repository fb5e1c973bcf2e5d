//! What a session with a score makes of it: the report, the summary of the page, the signature, and what the
//! score is compared with.

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
pub use result::result;
pub use summary::summary;
pub use writing::{Writing, file_name, obstacle, write};
