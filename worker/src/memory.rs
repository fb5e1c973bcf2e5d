//! What is told where the browser gives no more memory: without this a breakdown would only say
//! `unreachable`.

use crate::port;
use scoredrop::session::protocol::OUT_OF_MEMORY;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    static TOLD: Cell<bool> = const { Cell::new(false) };
}

/// The system's memory, that says when there is none left.
struct Told;

#[global_allocator]
static MEMORY: Told = Told;

fn tell(bytes: usize) {
    // What is written here needs a little memory itself.
    if TOLD.replace(true) {
        return;
    }
    let here = core::arch::wasm32::memory_size(0) << 16;
    port::break_down(&format!(
        "{OUT_OF_MEMORY}: {} MB more were asked for, and it has {} MB already. Use smaller files, or the \
         command line",
        bytes.div_ceil(1 << 20),
        here >> 20
    ));
}

fn told(found: *mut u8, bytes: usize) -> *mut u8 {
    if found.is_null() {
        tell(bytes);
    }
    found
}

// Every call goes on to the system's own with the same arguments.
#[allow(unsafe_code, reason = "an allocator cannot be written without")]
unsafe impl GlobalAlloc for Told {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        told(unsafe { System.alloc(layout) }, layout.size())
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        told(unsafe { System.alloc_zeroed(layout) }, layout.size())
    }

    unsafe fn realloc(&self, old: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        told(unsafe { System.realloc(old, layout, size) }, size)
    }

    unsafe fn dealloc(&self, old: *mut u8, layout: Layout) {
        unsafe { System.dealloc(old, layout) }
    }
}
