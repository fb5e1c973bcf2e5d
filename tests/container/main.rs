//! Files that hold others: archives, workbooks and logs.

#![allow(clippy::unwrap_used, reason = "tests")]

#[path = "../common/mod.rs"]
mod shared;

mod archive;
mod climate;
mod common;
mod damaged;
mod inspect;
mod workbook;
