//! What the page shows of a session, and what a report beside the files comes to.

mod summary;
mod verify;
