//! Laws that hold for any files, any texts, and the modules of the core.

#[path = "../container/common.rs"]
mod archives;
#[path = "../common/mod.rs"]
mod common;

mod any_files;
mod huge;
mod laws;
mod phases;
