//! Where output goes: standard output, or a file that is replaced as a whole or not at all.

use super::Failure;
use crate::base::diagnostic::{Code, Diagnostic};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::Path;
use tempfile::Builder;

/// Writes to a file, or to standard output without a path. A closed pipe is not an error.
///
/// # Errors
/// If the file cannot be written. A file that was there before is then unchanged.
pub(crate) fn write_out(
    path: Option<&Path>,
    write: impl Fn(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Failure> {
    let buffered = |out: &mut dyn Write| {
        let mut out = BufWriter::new(out);
        write(&mut out).and_then(|()| out.flush())
    };
    let written = match path {
        None => buffered(&mut io::stdout().lock()),
        Some(path) => replace(path, buffered),
    };
    match written {
        // A reader such as `head` may have closed the pipe.
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            let place = path.map_or_else(|| "standard output".into(), Path::to_string_lossy);
            let message = format!("cannot write {place}: {error}");
            Err(Failure::Usage(Diagnostic::error(Code::Unwritable, message).into()))
        }
        _ => Ok(()),
    }
}

/// Writes a new file next to the old one and renames it, so that an interrupt or a full disk leaves the old
/// file as it was.
fn replace(path: &Path, write: impl Fn(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    // A link stays a link: the file that it leads to is replaced.
    let target = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let before = target.metadata().ok();
    if before.as_ref().is_some_and(|one| !one.is_file()) {
        // A pipe or a device such as /dev/null can only be written to.
        return write(&mut std::fs::File::create(&target)?);
    }
    // WebAssembly knows no permissions of files.
    let before = before.filter(|_| cfg!(not(target_os = "wasi")));
    if before.as_ref().is_some_and(|one| one.permissions().readonly()) {
        return Err(ErrorKind::PermissionDenied.into());
    }
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty());
    let mut builder = Builder::new();
    #[cfg(unix)]
    if before.is_none() {
        use std::os::unix::fs::PermissionsExt as _;
        // As for every new file, the user's mask takes its part away.
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    let folder = folder.unwrap_or(Path::new("."));
    // Otherwise the error would name the temporary file.
    folder.metadata()?;
    let mut new = builder.prefix(".scoredrop-").tempfile_in(folder)?;
    write(new.as_file_mut())?;
    if let Some(before) = before {
        new.as_file().set_permissions(before.permissions())?;
    }
    new.as_file().sync_all()?;
    new.persist(&target).map_err(|error| error.error)?;
    Ok(())
}
