//! Binds the port and answers until the process ends.

use crate::browser;
use crate::lens::Lens;
use crate::lobby::Lobby;
use crate::opponent::Opponent;
use crate::page::Page;
use crate::routes::router;
use axum::serve::ListenerExt;
use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;
use thiserror::Error;

/// The port where the page is found unless another one is asked for: after the points of the board.
pub const DEFAULT_PORT: u16 = 8361;

/// If the default port is taken, so many ports after it are tried.
const N_NEXT_PORTS: u16 = 10;

/// How the page is served.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The port; 0 lets the system choose a free one.
    pub port: u16,
    /// Show the page in the browser, if there is a display?
    pub open_browser: bool,
    /// Take the page's files from this folder where it has them, to work on them without building.
    pub page_folder: Option<PathBuf>,
}

impl Default for Options {
    fn default() -> Options {
        Options { port: DEFAULT_PORT, open_browser: true, page_folder: None }
    }
}

/// Why the page cannot be served.
#[derive(Debug, Error)]
pub enum ServeError {
    /// Somebody else has the port.
    #[error("port {0} is in use by another program: end that program, or choose another port")]
    PortBusy(u16),
    /// Somebody else has all ports that were tried.
    #[error("ports {first} to {last} are all in use: choose another port")]
    PortsBusy {
        /// The first port tried.
        first: u16,
        /// The last port tried.
        last: u16,
    },
    /// The system says no.
    #[error("port {port} cannot be used: {error}; choose a port above 1023")]
    Port {
        /// The port.
        port: u16,
        /// What the system says.
        error: io::Error,
    },
    /// The server could not start or go on.
    #[error("the server cannot run: {0}")]
    Run(#[from] io::Error),
}

/// Serves the page on the loopback interface until the process ends. `on_ready` is told the address as
/// soon as the page can be opened.
pub fn serve(
    options: Options,
    opponent_factory: impl Fn() -> Box<dyn Opponent> + Send + Sync + 'static,
    on_ready: impl FnOnce(SocketAddr),
) -> Result<(), ServeError> {
    serve_with(options, opponent_factory, None, on_ready)
}

/// The same, with a lens for the attention layers.
pub fn serve_with(
    options: Options,
    opponent_factory: impl Fn() -> Box<dyn Opponent> + Send + Sync + 'static,
    lens: Option<Arc<dyn Lens>>,
    on_ready: impl FnOnce(SocketAddr),
) -> Result<(), ServeError> {
    let listener = bind(options.port)?;
    let address = listener.local_addr()?;
    listener.set_nonblocking(true)?;
    let lobby = Arc::new(Lobby::new(Arc::new(opponent_factory)));
    let router = router(lobby, Arc::new(Page::new(options.page_folder)), lens);
    // Two threads answer requests; the processor belongs to the players.
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .thread_name("aji-web")
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::from_std(listener)?.tap_io(|stream| {
            // Small replies should leave at once; where that cannot be set they leave a little later.
            let _ = stream.set_nodelay(true);
        });
        on_ready(address);
        if options.open_browser {
            browser::open(&format!("http://{address}/"));
        }
        axum::serve(listener, router).await
    })?;
    Ok(())
}

/// Listens on the port, or on one of the next if the port is the default and taken.
fn bind(port: u16) -> Result<TcpListener, ServeError> {
    let last = if port == DEFAULT_PORT { port + N_NEXT_PORTS } else { port };
    for candidate in port..=last {
        match TcpListener::bind((Ipv4Addr::LOCALHOST, candidate)) {
            Ok(listener) => return Ok(listener),
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => {}
            Err(error) => return Err(ServeError::Port { port: candidate, error }),
        }
    }
    match last == port {
        true => Err(ServeError::PortBusy(port)),
        false => Err(ServeError::PortsBusy { first: port, last }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_busy_port_is_an_error_unless_it_is_the_default() {
        let held = bind(0).unwrap();
        let port = held.local_addr().unwrap().port();
        match bind(port) {
            Err(ServeError::PortBusy(busy)) => assert_eq!(busy, port),
            other => panic!("{other:?}"),
        }
        // Whether or not the default is free here, two listeners do not get the same port.
        let (first, second) = (bind(DEFAULT_PORT).unwrap(), bind(DEFAULT_PORT).unwrap());
        assert_ne!(first.local_addr().unwrap(), second.local_addr().unwrap());
        assert!(second.local_addr().unwrap().ip().is_loopback());
    }
}
