//! The files of the page, embedded in the binary.

use std::borrow::Cow;
use std::path::PathBuf;

/// One file, ready to be sent.
pub struct File {
    /// Its content type.
    pub kind: &'static str,
    /// Its content.
    pub bytes: Cow<'static, [u8]>,
}

struct Embedded {
    name: &'static str,
    bytes: &'static [u8],
}

macro_rules! embedded {
    ($($name:literal),* $(,)?) => {
        &[$(Embedded { name: $name, bytes: include_bytes!(concat!("../page/", $name)) }),*]
    };
}

const FILES: &[Embedded] = embedded![
    "index.html",
    "style.css",
    "icon.svg",
    "main.js",
    "game.js",
    "api.js",
    "attention.js",
    "board.js",
    "stones.js",
    "words.js",
];

/// The page: from the binary, or from a folder for those who work on it.
#[derive(Default)]
pub struct Page {
    folder: Option<PathBuf>,
}

impl Page {
    /// The page in this folder, or else the embedded one.
    pub fn new(folder: Option<PathBuf>) -> Page {
        Page { folder }
    }

    /// The file at an address such as `/board.js`; `/` is `index.html`. Only names of the list are
    /// ever looked up.
    pub fn file(&self, address: &str) -> Option<File> {
        let name = match address.strip_prefix('/')? {
            "" => "index.html",
            name => name,
        };
        let embedded = FILES.iter().find(|file| file.name == name)?;
        let from_folder = self.folder.as_ref().and_then(|dir| std::fs::read(dir.join(name)).ok());
        let bytes = from_folder.map_or(Cow::Borrowed(embedded.bytes), Cow::Owned);
        Some(File { kind: kind(name), bytes })
    }
}

fn kind(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, extension)| extension) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_that_the_page_names_is_embedded_and_none_comes_from_elsewhere() {
        let page = Page::default();
        for file in FILES {
            let text = String::from_utf8(file.bytes.to_vec()).unwrap();
            let from = |quote: char| text.split(quote).skip(1).step_by(2).map(str::to_string);
            for word in from('"').chain(from('\'')) {
                if let Some(name) = word.strip_prefix("./").or_else(|| word.strip_prefix('/'))
                    && name.contains('.')
                {
                    assert!(page.file(&format!("/{name}")).is_some(), "{}: {word}", file.name);
                }
                let is_elsewhere = word.starts_with("https:") || word.starts_with("//");
                assert!(!is_elsewhere, "{}: {word}", file.name);
            }
        }
    }

    #[test]
    fn only_known_names_are_looked_up() {
        let page = Page::new(Some(PathBuf::from(env!("CARGO_MANIFEST_DIR"))));
        assert!(page.file("/").unwrap().bytes.starts_with(b"<!doctype html>"));
        for address in ["/Cargo.toml", "/../Cargo.toml", "/page/index.html", "", "/%2e%2e/x"] {
            assert!(page.file(address).is_none(), "{address}");
        }
    }
}
