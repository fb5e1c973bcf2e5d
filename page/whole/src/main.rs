//! The page with everything: it takes the place of the first one as soon as there is something to do.

fn main() {
    scoredrop_page::run();
}
