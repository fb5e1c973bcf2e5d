//! Reports and signatures: every form, and what is said of changed ones.

#[path = "../common/mod.rs"]
mod common;

mod forged;
mod reports;
mod signature;
