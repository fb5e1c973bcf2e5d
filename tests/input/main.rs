//! Bytes become tables: readers, forms of files, damage, and texts left in large files.

#[path = "../common/mod.rs"]
mod common;

mod damaged;
mod forms;
mod input_laws;
mod input_real;
mod input_trouble;
mod lean;
mod lean_memory;
mod odd_files;
mod plain_text;
