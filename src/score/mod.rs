//! A raw output becomes an answer ([`extract`]), and an answer becomes values ([`metric`]); [`evaluate`] does so
//! for all joined rows, a slice at a time.

pub mod evaluate;
pub mod extract;
pub mod metric;
