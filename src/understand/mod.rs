//! Inspected files get roles, columns, a join key, a kind of answer and a preset, each with its evidence.
//!
//! [`schema`] uses shapes and names, [`reading`] the values that files have in common, [`known`] the hashes
//! of published gold files, and [`recognise`] picks the preset. `names` holds the words by which columns,
//! members and files are recognised.

pub mod evidence;
pub mod known;
pub(crate) mod names;
pub mod reading;
pub mod recognise;
pub mod schema;
