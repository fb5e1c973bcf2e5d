//! The page: what is seen. It never reads a file itself; it hands files to the scorer worker.
//!
//! [`boot`] runs once, before anything can be dropped: it takes what the scorer needs, seals the
//! page and proves the seal. [`scorer`] is the line to the worker.

#![allow(unreachable_pub, reason = "nobody uses more of it than `run`")]
#![allow(clippy::large_types_passed_by_value, reason = "`Ui` is the handles of all signals")]

mod app;
mod boot;
mod busy;
mod cells;
mod check;
mod client;
mod desk;
mod detail;
mod downloads;
mod editors;
mod empty;
mod format;
mod given;
mod groups;
mod header;
mod headline;
mod highlight;
mod intake;
mod keys;
mod links;
mod marks;
mod markup;
mod offline;
mod pair;
mod prelude;
mod problems;
mod programs;
mod programs_offer;
mod questions;
mod ran;
mod reconciliation;
mod replies;
mod rows;
mod runs;
mod scorer;
mod sentence;
mod slices;
mod state;
mod strip;
mod strip_draw;
mod trial;
mod unpack;
mod widgets;

/// Puts the page on the screen.
pub fn run() {
    console_error_panic_hook::set_once();
    markup::mount_to_body(app::app);
}
