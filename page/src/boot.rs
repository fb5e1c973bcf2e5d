//! What happens once, before any file can be dropped.

use crate::{offline, scorer, seal, unpack};
use std::fmt;
use wasm_bindgen_futures::JsFuture;

/// Why the page cannot work here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// A part of the page did not arrive.
    Part(String),
    /// The browser did not enforce the second policy.
    Unsealed,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Part(detail) => {
                write!(f, "A part of this page did not load ({detail}). Reload the page.")
            }
            Self::Unsealed => f.write_str(
                "This browser does not enforce the page's content policy, so nothing would stop \
                 data from leaving it. Use a current Firefox, Chrome, Edge or Safari.",
            ),
        }
    }
}

/// Takes what the scorer needs, hands the page's own files to the service worker, seals the page
/// and proves the seal. Nothing may be read before this has returned `Ok`.
///
/// # Errors
/// When a part of the page cannot be had, or the seal does not hold.
pub async fn boot() -> Result<(), Error> {
    offline::adopt_waiting_version().await;
    scorer::prepare().await.map_err(Error::Part)?;
    // Registered before the seal, because the seal forbids it; it goes on by itself afterwards.
    offline::register().await;
    // The frame that loads parts later has to be there before, too.
    drop(JsFuture::from(unpack::ready()).await);
    if seal::close().await { Ok(()) } else { Err(Error::Unsealed) }
}
