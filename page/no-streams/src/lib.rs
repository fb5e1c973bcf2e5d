//! Takes the place of the `wasm-streams` library, which Leptos's server functions bring along. The
//! page has no server, and so no such functions; but the library exports JavaScript classes, which no
//! linker may leave out, and everybody who opens the page would load them. Whatever is called here
//! ends in a panic: nothing is pretended.

use futures_core::Stream;
use std::pin::Pin;
use std::task::{Context, Poll};
use wasm_bindgen::JsValue;

fn none() -> ! {
    panic!("this page has no server functions")
}

/// Of the library, what Leptos names.
#[derive(Debug)]
pub struct ReadableStream;

impl ReadableStream {
    /// Never called.
    ///
    /// # Panics
    /// Always.
    pub fn from_stream<S: Stream>(_: S) -> Self {
        none()
    }

    /// Never called.
    ///
    /// # Panics
    /// Always.
    pub fn from_raw(_: web_sys::ReadableStream) -> Self {
        none()
    }

    /// Never called.
    ///
    /// # Panics
    /// Always.
    pub fn into_raw(self) -> web_sys::ReadableStream {
        none()
    }

    /// Never called.
    ///
    /// # Panics
    /// Always.
    pub fn into_stream(self) -> IntoStream {
        none()
    }
}

/// A stream that nobody has.
#[derive(Debug)]
pub struct IntoStream;

impl Stream for IntoStream {
    type Item = Result<JsValue, JsValue>;

    fn poll_next(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        none()
    }
}
