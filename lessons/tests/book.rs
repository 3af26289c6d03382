//! The book holds together: every link, picture and included piece of code exists, every page is
//! in the table of contents, and both languages have the same pages.

use std::fs;
use std::path::{Path, PathBuf};

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/book/src")
}

/// All Markdown files below a folder.
fn pages(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder of the book") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(pages(&path));
        } else if path.extension().is_some_and(|e| e == "md") {
            found.push(path);
        }
    }
    found
}

/// What stands between two signs, everywhere in a text.
fn between<'a>(text: &'a str, open: &str, close: &str) -> Vec<&'a str> {
    text.split(open).skip(1).filter_map(|rest| rest.split(close).next()).collect()
}

/// A page without its code, whose brackets are no links.
fn prose(page: &str) -> String {
    let outside_blocks: String = page.split("```").step_by(2).collect();
    outside_blocks.split('`').step_by(2).collect()
}

fn is_external(link: &str) -> bool {
    ["http://", "https://", "mailto:", "#"].iter().any(|start| link.starts_with(start))
}

#[test]
fn every_link_and_picture_exists() {
    let mut checked = 0;
    for page in pages(&source()) {
        let text = prose(&fs::read_to_string(&page).expect("a page"));
        for link in between(&text, "](", ")").into_iter().filter(|link| !is_external(link)) {
            let target = page.with_file_name(link.split('#').next().unwrap_or(link));
            assert!(target.is_file(), "{}: {link} leads nowhere", page.display());
            checked += 1;
        }
    }
    assert!(checked > 100, "only {checked} links were found");
}

#[test]
fn every_included_piece_of_code_exists() {
    let mut checked = 0;
    for page in pages(&source()) {
        let text = fs::read_to_string(&page).expect("a page");
        for include in between(&text, "{{#include ", "}}") {
            let (file, anchor) = include.split_once(':').unwrap_or((include, ""));
            let code = fs::read_to_string(page.with_file_name(file))
                .unwrap_or_else(|e| panic!("{}: {include}: {e}", page.display()));
            if !anchor.is_empty() {
                for sign in ["ANCHOR", "ANCHOR_END"] {
                    let line = format!("// {sign}: {anchor}\n");
                    assert!(code.contains(&line), "{}: {include}", page.display());
                }
            }
            checked += 1;
        }
    }
    assert!(checked > 40, "only {checked} pieces were found");
}

#[test]
fn every_page_is_in_the_table_of_contents() {
    let summary = fs::read_to_string(source().join("SUMMARY.md")).expect("the table of contents");
    for page in pages(&source()) {
        let name = page.strip_prefix(source()).expect("below").to_string_lossy().into_owned();
        let listed = name == "SUMMARY.md" || summary.contains(&format!("]({name})"));
        assert!(listed, "{name} is not in SUMMARY.md");
    }
}

#[test]
fn every_lesson_has_an_english_and_a_japanese_page_with_the_same_parts() {
    for lesson in aji_lessons::lessons() {
        let page = |end: &str| {
            let name = format!("lessons/{:02}-{}{end}", lesson.number, lesson.slug);
            fs::read_to_string(source().join(&name)).expect(&name)
        };
        let (english, japanese) = (page(".md"), page(".ja.md"));
        let parts = |text: &str, sign: &str| text.lines().filter(|l| l.starts_with(sign)).count();
        assert_eq!(parts(&english, "## "), parts(&japanese, "## "), "lesson {}", lesson.number);
        assert_eq!(parts(&english, "{{#"), parts(&japanese, "{{#"), "lesson {}", lesson.number);
        assert_eq!(parts(&english, "!["), parts(&japanese, "!["), "lesson {}", lesson.number);
        let program = format!("--example lesson-{:02}", lesson.number);
        assert!(english.contains(&program) && japanese.contains(&program));
        for part in ["## The idea", "## What to observe", "## Change this line and see"] {
            assert!(english.contains(part), "lesson {} has no part {part}", lesson.number);
        }
        assert!(parts(&english, "1. ") >= 1 && parts(&english, "2. ") >= 1);
    }
}

/// What stands in single back quotes outside of code blocks.
fn quoted(page: &str) -> Vec<String> {
    let outside_blocks: String = page.split("```").step_by(2).collect();
    outside_blocks.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

#[test]
fn every_file_that_a_page_of_the_lessons_names_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut checked = 0;
    for page in pages(&source().join("lessons")) {
        for name in quoted(&fs::read_to_string(&page).expect("a page")) {
            let tops = ["crates/", "lessons/", "experiments/", "docs/"];
            if tops.iter().any(|top| name.starts_with(top)) {
                assert!(root.join(&name).exists(), "{}: {name} does not exist", page.display());
                checked += 1;
            }
        }
    }
    assert!(checked > 80, "only {checked} files were named");
}

#[test]
fn every_lesson_names_the_place_in_the_engine_and_its_page_in_the_other_language() {
    for lesson in aji_lessons::lessons() {
        let name = format!("{:02}-{}", lesson.number, lesson.slug);
        for (end, other, part) in
            [(".md", ".ja.md", "## Where the idea"), (".ja.md", ".md", "## このあと")]
        {
            let page = fs::read_to_string(source().join("lessons").join(name.clone() + end))
                .expect("a page");
            let (_, last) = page.split_once(part).expect("a part on where the idea lives on");
            assert!(last.contains("`crates/"), "{name}{end} names no file of the engine");
            assert!(page.contains(&format!("]({name}{other})")), "{name}{end}");
        }
    }
}

#[test]
fn every_program_that_a_page_runs_exists() {
    let manifest = include_str!("../Cargo.toml");
    let mut checked = 0;
    for page in pages(&source().join("lessons")) {
        let text = fs::read_to_string(&page).expect("a page");
        for option in ["--example ", "--test "] {
            for program in between(&text, option, "\n") {
                let program = program.split([' ', '`']).next().unwrap_or(program);
                let line = format!("name = \"{program}\"\n");
                assert!(manifest.contains(&line), "{}: {program}", page.display());
                checked += 1;
            }
        }
    }
    assert!(checked > 30, "only {checked} programs were named");
}
