//! Laws that hold for any files, any texts, and the modules of the core.

mod any_files;
mod huge;
mod laws;
mod laws_of_parts;
mod partial;
mod phases;
mod presets;
mod processors;
mod words;
