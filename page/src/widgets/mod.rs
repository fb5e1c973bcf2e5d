//! Parts of any page: they know nothing of scores.

pub mod button;
pub mod dom;
pub mod interval;
pub mod menu;
pub mod number;
pub mod popover;
pub mod windowing;
