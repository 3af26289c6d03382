//! The book: built by mdBook, and every link of the built pages leads somewhere.

use crate::programs;
use crate::steps::{Step, root, run};
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Builds and checks the book; true if all went well.
pub fn check() -> bool {
    let mdbook = match programs::mdbook(&root().join("target/tools")) {
        Ok(mdbook) => mdbook,
        Err(reason) => {
            println!("{reason}");
            return false;
        }
    };
    let folder = root().join("target/book");
    let mut command = Command::new(mdbook);
    command.arg("build").arg("--dest-dir").arg(&folder).arg(root().join("docs/book"));
    if !run(Step { name: "book", command }) {
        return false;
    }
    let pages = match pages(&folder) {
        Ok(pages) => pages,
        Err(error) => {
            println!("the built book cannot be read: {error}");
            return false;
        }
    };
    let broken = broken(&pages);
    broken.iter().for_each(|line| println!("{line}"));
    println!("{} pages of the book, {} broken links", pages.len(), broken.len());
    broken.is_empty()
}

/// All built pages by their path.
fn pages(folder: &Path) -> std::io::Result<HashMap<PathBuf, String>> {
    let mut pages = HashMap::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            pages.extend(self::pages(&path)?);
        } else if path.extension().is_some_and(|extension| extension == "html") {
            let text = fs::read_to_string(&path)?;
            pages.insert(path, text);
        }
    }
    Ok(pages)
}

/// What is wrong, one line each: links to nothing, and code that was not included.
fn broken(pages: &HashMap<PathBuf, String>) -> Vec<String> {
    let mut broken = Vec::new();
    for (page, text) in pages {
        let mut complain = |what: &str| broken.push(format!("{}: {what}", page.display()));
        if text.contains("{{#") {
            complain("a piece of code is not included");
        }
        for link in links(text).filter(|link| is_own(link)) {
            let (file, place) = link.split_once('#').unwrap_or((link, ""));
            let file = file.split('?').next().unwrap_or(file);
            let target = if file.is_empty() { page.clone() } else { resolved(page, file) };
            let has_place = |text: &String| text.contains(&format!("id=\"{place}\""));
            if !target.is_file() {
                complain(&format!("{link} leads nowhere"));
            } else if !place.is_empty() && !pages.get(&target).is_none_or(has_place) {
                complain(&format!("{link}: the page has no such place"));
            }
        }
    }
    broken.sort();
    broken
}

/// The values of all `href` and `src` of a page.
fn links(page: &str) -> impl Iterator<Item = &str> {
    [" href=\"", " src=\""].into_iter().flat_map(move |attribute| {
        page.split(attribute).skip(1).filter_map(|rest| rest.split('"').next())
    })
}

/// Is this a link within the book? Pages of the outside are not asked; `/` is only the base of the page for what
/// was not found.
fn is_own(link: &str) -> bool {
    !link.is_empty() && link != "/" && !link.contains("://") && !link.starts_with("mailto:")
}

/// The file that a page means by a relative path; `..` is taken away, so that it can be looked up.
fn resolved(page: &Path, link: &str) -> PathBuf {
    let mut path = page.parent().unwrap_or(Path::new("")).to_owned();
    for part in link.split('/').filter(|part| *part != "." && !part.is_empty()) {
        if part == ".." {
            path.pop();
        } else {
            path.push(part);
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_broken_link_a_missing_place_and_a_missing_include_are_found() {
        let folder = std::env::temp_dir().join(format!("aji-book-{}", std::process::id()));
        fs::create_dir_all(folder.join("part")).unwrap();
        let first = "<a href=\"part/b.html#here\">good</a> <a href=\"https://example.org\">out</a>
            <a href=\"part/b.html#there\">bad</a> <img src=\"none.svg\"> <h2 id=\"top\"></h2>";
        fs::write(folder.join("a.html"), first).unwrap();
        let second = "<h2 id=\"here\"></h2> <a href=\"../a.html#top\">good</a> {{#include x}}";
        fs::write(folder.join("part/b.html"), second).unwrap();
        let broken = broken(&pages(&folder).unwrap());
        fs::remove_dir_all(&folder).unwrap();
        assert_eq!(broken.len(), 3, "{broken:?}");
        assert!(broken[0].ends_with("none.svg leads nowhere"), "{broken:?}");
        assert!(broken[1].ends_with("part/b.html#there: the page has no such place"), "{broken:?}");
        assert!(broken[2].ends_with("a piece of code is not included"), "{broken:?}");
    }
}
