//! The scorer that takes the place of the first one where values are compared: it does all that the
//! first one does, and more. It is loaded when it is needed.

fn main() {
    scoredrop_worker::run();
}
