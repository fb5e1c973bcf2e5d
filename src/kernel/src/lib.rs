//! The inner loops of the core: what is done to every byte, word and key of the files, and nothing
//! that knows what a benchmark is.
//!
//! They stand apart from the core so that they can be compiled for speed where the rest of a worker
//! is compiled to weigh less. Functions that the core calls for every row are never inlined into it: there
//! they would be compiled so once more. In WebAssembly [`lanes`] and [`find`] take 16 bytes at
//! a time by its vector instructions, elsewhere 8 by integer arithmetic; each has its plain form
//! beside it, and property tests hold them equal.

pub mod find;
pub mod json;
pub mod keys;
pub mod lanes;
pub mod words;
