//! What every region of the page uses.

pub use crate::widgets::dom::{effect, on_window};
pub use leptos::html;
pub use leptos::prelude::*;
