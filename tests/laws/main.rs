//! Laws that hold for any files, any texts, and the modules of the core.

#[path = "../common/mod.rs"]
mod common;

mod any_files;
mod laws;
mod phases;
