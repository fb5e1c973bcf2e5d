//! A small static server for this machine only. It sends no policy of its own: the page has to be
//! safe on the plainest host, too.

use crate::Result;
use axum::Router;
use axum::http::{HeaderValue, header};
use std::net::{Ipv4Addr, TcpListener};
use std::path::Path;
use tower_http::services::ServeDir;
use tower_http::set_header::SetResponseHeaderLayer;

/// How many ports after the wanted one are tried.
const TRIES: u16 = 20;

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
pub(crate) fn serve(listener: TcpListener, folder: &Path) -> Result<()> {
    // No caching, so that newly built files are served at once.
    let anew = HeaderValue::from_static("no-cache");
    let anew = SetResponseHeaderLayer::overriding(header::CACHE_CONTROL, anew);
    let page = Router::new().fallback_service(ServeDir::new(folder)).layer(anew);
    let serve = async {
        listener.set_nonblocking(true)?;
        axum::serve(tokio::net::TcpListener::from_std(listener)?, page).await
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build();
    runtime.and_then(|runtime| runtime.block_on(serve)).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Read, Write};

    #[test]
    fn only_files_of_the_folder_are_served() {
        let listener = bind(8080).expect("a port");
        let place = listener.local_addr().expect("its address");
        std::thread::spawn(move || serve(listener, crate::root()));
        for (path, status, kind) in [
            ("/", "200", "text/html"),
            ("/page/static/start.js?x", "200", "text/javascript"),
            ("/xtask/..%2fCargo.toml", "404", ""),
            ("/../Cargo.toml", "404", ""),
            ("/nothing", "404", ""),
        ] {
            let mut stream = std::net::TcpStream::connect(place).expect("connected");
            let request = format!("GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
            stream.write_all(request.as_bytes()).expect("asked");
            let mut answer = Vec::new();
            stream.read_to_end(&mut answer).expect("answered");
            let answer = String::from_utf8_lossy(&answer);
            assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{path}: {answer}");
            assert!(answer.contains(kind) && answer.contains("no-cache"), "{path}: {answer}");
        }
    }
}
