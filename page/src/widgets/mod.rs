//! General parts of a page: they know nothing about scores.

pub mod brush;
pub mod button;
pub mod dom;
pub mod dropdown;
pub mod focus;
pub mod fold;
pub mod menu;
pub mod roving;
pub mod windowing;
