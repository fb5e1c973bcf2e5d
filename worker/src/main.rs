//! The scorer that the page starts with: it compares words.

fn main() {
    scoredrop_worker::run();
}
