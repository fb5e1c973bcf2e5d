//! A small static server for this machine only. It sends no policy of its own: the page has to be
//! as safe on the plainest host.

use crate::Result;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Component, Path, PathBuf};

/// How many ports after the wanted one are tried.
const TRIES: u16 = 20;

/// The longest request head that is read.
const HEAD: u64 = 64 * 1024;

/// Listens on the first free port from this one on.
pub(crate) fn bind(port: u16) -> Result<TcpListener> {
    let mut last = String::new();
    for port in port..=port.saturating_add(TRIES) {
        match TcpListener::bind((Ipv4Addr::LOCALHOST, port)) {
            Ok(listener) => return Ok(listener),
            Err(error) => last = error.to_string(),
        }
    }
    Err(format!("no free port from {port} on: {last}"))
}

/// The address of the page.
pub(crate) fn address(listener: &TcpListener) -> Result<String> {
    let local = listener.local_addr().map_err(|error| error.to_string())?;
    Ok(format!("http://{local}/"))
}

/// Serves the folder until the program is ended.
pub(crate) fn serve(listener: &TcpListener, folder: &Path) {
    for stream in listener.incoming().flatten() {
        let folder = folder.to_owned();
        // A browser that goes away in the middle is no failure of ours.
        std::thread::spawn(move || drop(answer(&stream, &folder)));
    }
}

fn answer(mut stream: &TcpStream, folder: &Path) -> std::io::Result<()> {
    let mut reader = BufReader::new(stream.take(HEAD));
    let mut request = String::new();
    reader.read_line(&mut request)?;
    let mut header = String::new();
    while reader.read_line(&mut header)? > 2 {
        header.clear();
    }
    let mut words = request.split_whitespace();
    let (method, target) = (words.next().unwrap_or(""), words.next().unwrap_or(""));
    let (status, kind, body) = match (method, file(folder, target)) {
        ("GET" | "HEAD", Some(path)) => ("200 OK", mime(&path), fs::read(&path)?),
        ("GET" | "HEAD", None) => ("404 Not Found", "text/plain", b"not found\n".to_vec()),
        _ => ("405 Method Not Allowed", "text/plain", b"only GET\n".to_vec()),
    };
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n\
         Cache-Control: no-cache\r\nConnection: close\r\n\r\n",
        body.len()
    )?;
    if method != "HEAD" {
        stream.write_all(&body)?;
    }
    stream.flush()
}

/// The file a request's target names, if there is one within the folder.
fn file(folder: &Path, target: &str) -> Option<PathBuf> {
    let path = target.split(['?', '#']).next().unwrap_or("").strip_prefix('/')?;
    let path = PathBuf::from(decode(path)?);
    let inside = path.components().all(|part| matches!(part, Component::Normal(_)));
    let mut found = folder.join(&path);
    if inside && found.is_dir() && (target.ends_with('/') || path.as_os_str().is_empty()) {
        found.push("index.html");
    }
    (inside && found.is_file()).then_some(found)
}

fn decode(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let digits = [rest.next()?, rest.next()?];
            let digits = std::str::from_utf8(&digits).ok()?;
            bytes.push(u8::from_str_radix(digits, 16).ok()?);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}

/// Browsers run scripts, style sheets and workers only under their right type.
fn mime(path: &Path) -> &'static str {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("json" | "map") => "application/json",
        Some("wasm") => "application/wasm",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("webmanifest") => "application/manifest+json",
        Some("txt" | "md" | "jsonl" | "csv" | "tsv") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_of_the_folder_are_served() {
        let folder = crate::root();
        assert_eq!(file(folder, "/"), Some(folder.join("index.html")));
        assert_eq!(file(folder, "/index.html?x#y"), Some(folder.join("index.html")));
        assert_eq!(file(folder, "/xtask/src/main%2Ers"), Some(folder.join("xtask/src/main.rs")));
        let none = [
            "",
            "x",
            "/xtask",
            "/nothing",
            "/../x",
            "/xtask/..",
            "/%2e%2e/x",
            "/%zz",
            "//etc/passwd",
        ];
        for target in none {
            assert_eq!(file(folder, target), None, "{target}");
        }
    }
}
