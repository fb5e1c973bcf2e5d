//! gzip: one file, in one member or several.

use crate::Limits;
use crate::bytes::{Bytes, Stream};
use crate::note::{Note, Problem};
use flate2::read::MultiGzDecoder;
use std::io::{ErrorKind, Read};

/// The file inside, as far as it can be unpacked, and what is wrong with it.
pub(crate) fn unpack(bytes: &dyn Bytes, limits: Limits) -> Result<(Vec<u8>, Vec<Note>), Problem> {
    let mut unpacked = Vec::new();
    let reader = MultiGzDecoder::new(Stream::new(bytes));
    let done = reader.take(limits.total + 1).read_to_end(&mut unpacked);
    if unpacked.len() as u64 > limits.total {
        let message = format!("the file has more than {} unpacked", crate::gib(limits.total));
        return Err(Note::error("too_large", message)
            .remedy("unpack it with another program, and give the file"));
    }
    let mut notes = Vec::new();
    if let Err(error) = done {
        let again = "download or pack the file again";
        if unpacked.is_empty() {
            let message = "the packed file is cut or damaged so early that nothing can be unpacked";
            return Err(Note::error("truncated", message).remedy(again));
        }
        // A member that begins like none follows one that has ended well.
        notes.push(if error.kind() == ErrorKind::InvalidInput {
            Note::warning("text_after_end", "bytes after the packed data are ignored")
                .remedy("pack the file again")
        } else {
            let message = "the packed file is cut or damaged; what could be unpacked was read";
            Note::error("truncated", message).remedy(again)
        });
    }
    Ok((unpacked, notes))
}
