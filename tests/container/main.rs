//! Files that hold others: archives, workbooks and logs.

#![allow(clippy::unwrap_used, reason = "tests")]

mod archive;
mod climate;
mod damaged;
mod inspect;
mod parquet;
mod workbook;
