//! The scorer that the page starts.

fn main() {
    scoredrop_worker::run();
}
