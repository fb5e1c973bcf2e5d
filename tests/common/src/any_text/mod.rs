//! Laws that hold for any text, shared by the tests and the fuzz targets.

pub mod dates;
pub mod files;
pub mod formulas;
pub mod numbers;
