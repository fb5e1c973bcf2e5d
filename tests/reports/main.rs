//! Reports and signatures: every form, and what is said of changed ones.

mod forged;
mod latex;
mod reports;
mod signature;
