//! The page as it starts.

fn main() {
    scoredrop_page::run();
}
