//! What every region of the page uses.

pub use crate::store::Ui;
pub use crate::widgets::button::button;
pub use crate::widgets::dom::{self, effect, on_window};
pub(crate) use crate::{format, words};
pub use leptos::html;
pub use leptos::prelude::*;
