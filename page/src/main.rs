//! The page: what is seen. It never reads a file itself; it hands files to the scorer worker.
//!
//! [`boot`] runs once, before anything can be dropped: it takes what the scorer needs, seals the
//! page and proves the seal. [`client`] is the line to the worker.

#![allow(unreachable_pub, reason = "nobody uses a program's items")]
#![allow(clippy::needless_pass_by_value, reason = "components own what they are given")]
#![allow(clippy::redundant_closure, reason = "closures that stand in a view are made one type")]
#![allow(clippy::large_types_passed_by_value, reason = "`Ui` is the handles of all signals")]

mod app;
mod boot;
mod client;
mod components;
mod format;
mod given;
mod highlight;
mod hosted;
mod links;
mod prelude;
mod replies;
mod store;
mod unpack;
mod widgets;
mod words;
mod workspace;

fn main() {
    console_error_panic_hook::set_once();
    // What index.html says until the page is here.
    if let Some(first) = widgets::dom::by_id("first") {
        first.remove();
    }
    leptos::mount::mount_to_body(app::App);
}
