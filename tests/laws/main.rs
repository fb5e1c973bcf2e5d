//! Laws that hold for any files, any texts, and the modules of the core.

mod any_files;
mod huge;
mod laws;
mod phases;
mod presets;
mod words;
