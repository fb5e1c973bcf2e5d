//! Bytes become tables: readers, forms of files and damage.

mod damaged;
mod forms;
mod input_laws;
mod input_real;
mod input_trouble;
mod large;
mod odd_files;
mod plain_text;
