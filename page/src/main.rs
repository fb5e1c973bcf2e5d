//! The page: what is seen. It never reads a file itself; it hands files to the scorer worker.
//!
//! [`boot`] runs once, before anything can be dropped: it takes what the scorer needs, seals the
//! page and proves the seal. [`scorer`] is the line to the worker.

#![allow(unreachable_pub, reason = "in a program, pub means: for the other modules")]

mod app;
mod boot;
mod busy;
mod cells;
mod client;
mod desk;
mod detail;
mod downloads;
mod editors;
mod empty;
mod format;
mod groups;
mod header;
mod headline;
mod intake;
mod keys;
mod marks;
mod markup;
mod offline;
mod prelude;
mod problems;
mod questions;
mod reconciliation;
mod replies;
mod rows;
mod scorer;
mod sentence;
mod state;
mod strip;
mod strip_draw;
mod trial;
mod unpack;
mod widgets;

fn main() {
    console_error_panic_hook::set_once();
    markup::mount_to_body(app::app);
}
