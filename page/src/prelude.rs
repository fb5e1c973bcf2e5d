//! What every region of the page uses: Leptos' signals, and the page's own markup.

pub use crate::markup::{AnyView, IntoAny, NodeRef, effect, keyed, listen, on_window};
pub use crate::widgets::dom::{event_target_checked, event_target_value, window};
pub use leptos::reactive::callback::{Callable, Callback};
pub use leptos::reactive::computed::Memo;
pub use leptos::reactive::effect::Effect;
pub use leptos::reactive::graph::untrack;
pub use leptos::reactive::owner::{LocalStorage, StoredValue};
pub use leptos::reactive::prelude::*;
pub use leptos::reactive::signal::RwSignal;
pub use leptos::reactive::wrappers::read::Signal;
pub use scoredrop_view::view;
