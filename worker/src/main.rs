//! The scorer of the page, in a worker.

fn main() {
    scoredrop_worker::run();
}
