//! Conversations: what is asked, and what must be answered.

use super::inbox::Inbox;
use super::session::Session;
use super::talk;
use aji_goban::{Color, Size};
use aji_search::Preset;
use std::io::Cursor;
use std::time::{Duration, Instant};

/// Everything the engine answers to these bytes.
fn answers(input: &[u8]) -> String {
    let mut settings = Preset::Uct.settings();
    settings.budget.playouts = 30;
    let session = Session::new(settings, false).unwrap();
    let mut output = Vec::new();
    talk(session, Cursor::new(input.to_vec()), &mut output).unwrap();
    String::from_utf8(output).unwrap()
}

/// The bytes a line of the file stands for: `\xNN` and `{N*c}` are written out.
fn bytes_of(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let escape =
            rest.strip_prefix("\\x").and_then(|hex| u8::from_str_radix(hex.get(..2)?, 16).ok());
        let repeat = rest.strip_prefix('{').and_then(|inner| {
            let (n, after) = inner.split_once('*')?;
            let mut characters = after.chars();
            let (c, close) = (characters.next()?, characters.next()?);
            (close == '}').then_some((n.parse::<usize>().ok()?, c, characters.as_str()))
        });
        let control = [("\\t", b'\t'), ("\\r", b'\r')]
            .into_iter()
            .find_map(|(name, byte)| rest.strip_prefix(name).map(|after| (byte, after)));
        if let Some(byte) = escape {
            bytes.push(byte);
            rest = &rest[4..];
        } else if let Some((n, c, after)) = repeat {
            bytes.extend(std::iter::repeat_n(c.to_string(), n).collect::<String>().into_bytes());
            rest = after;
        } else if let Some((byte, after)) = control {
            bytes.push(byte);
            rest = after;
        } else {
            bytes.extend(first.to_string().into_bytes());
            rest = &rest[first.len_utf8()..];
        }
    }
    bytes
}

/// The signs of the replies, in order. A reply ends with an empty line.
fn signs(replies: &str) -> Vec<char> {
    replies
        .split("\n\n")
        .filter_map(|reply| reply.trim_start_matches('\n').chars().next())
        .collect()
}

#[test]
fn three_hundred_adversarial_lines_get_the_right_sign() {
    let file = include_str!("../../../../testdata/gtp/adversarial.txt");
    let mut n_lines = 0;
    for section in file.split("-----\n").skip(1) {
        let lines: Vec<(char, &str)> = section
            .lines()
            .filter(|line| !line.starts_with('#') && !line.is_empty())
            .map(|line| (line.chars().next().unwrap(), line.get(2..).unwrap_or_default()))
            .collect();
        let mut input = b"boardsize 9\n".to_vec();
        for (_, text) in &lines {
            input.extend(bytes_of(text));
            input.push(b'\n');
        }
        input.pop();
        let found = signs(&answers(&input));
        let expected: Vec<char> =
            lines.iter().map(|(sign, _)| *sign).filter(|s| *s != '.').collect();
        for (i, (sign, text)) in lines.iter().filter(|(sign, _)| *sign != '.').enumerate() {
            let text: String = text.chars().take(80).collect();
            assert_eq!(found.get(i + 1), Some(sign), "to \"{text}\"");
        }
        assert_eq!(found.len(), expected.len() + 1);
        n_lines += lines.len();
    }
    assert!(n_lines >= 300, "only {n_lines} lines");
}

#[test]
fn replies_are_exact_to_the_byte() {
    assert_eq!(answers(b"1 protocol_version\n"), "=1 2\n\n");
    assert_eq!(answers(b"name\nquit\nname\n"), "= Aji\n\n=\n\n");
    assert_eq!(answers(b"12 nonsense\n"), "?12 unknown command\n\n");
    assert_eq!(
        answers(b"3 play b Z9\n"),
        "?3 invalid coordinate: \"Z9\" is no intersection of a 19\u{d7}19 board: \
         it must begin with a column letter, as in D4\n\n"
    );
    let board = "boardsize 3\nplay b B2\nshowboard\n";
    assert_eq!(
        answers(board.as_bytes()),
        "=\n\n=\n\n=\n   A B C\n 3 . . . 3\n 2 . X . 2\n 1 . . . 1\n   A B C\n\
         white to move, move 2, komi 7.5; taken: 0 black, 0 white\n\n"
    );
}

#[test]
fn the_end_of_the_input_ends_the_conversation_in_mid_command() {
    assert_eq!(answers(b""), "");
    assert_eq!(answers(b"nam"), "? unknown command\n\n");
    assert_eq!(answers(b"3 name"), "=3 Aji\n\n");
    assert_eq!(answers(b"play b "), "? syntax error: a vertex is missing\n\n");
}

#[test]
fn commands_are_listed_and_known() {
    let listed = answers(b"list_commands\n");
    for name in listed.trim_start_matches("= ").trim_end().lines() {
        assert_eq!(answers(format!("known_command {name}\n").as_bytes()), "= true\n\n", "{name}");
    }
    for required in [
        "protocol_version",
        "name",
        "version",
        "known_command",
        "list_commands",
        "quit",
        "boardsize",
        "clear_board",
        "komi",
        "play",
        "genmove",
        "undo",
        "fixed_handicap",
        "place_free_handicap",
        "set_free_handicap",
        "time_settings",
        "time_left",
        "final_score",
        "final_status_list",
        "loadsgf",
        "printsgf",
        "reg_genmove",
        "showboard",
        "lz-analyze",
    ] {
        assert!(listed.lines().any(|line| line.trim_start_matches("= ") == required), "{required}");
    }
}

#[test]
fn a_game_record_comes_back_as_it_was_written() {
    let file = std::env::temp_dir().join(format!("aji-gtp-test-{}.sgf", std::process::id()));
    let name = file.display();
    let played = "boardsize 9\nkomi 5.5\nfixed_handicap 3\nplay w E5\nplay b C4\nplay w pass\n";
    let saved = answers(format!("{played}printsgf {name}\nshowboard\n").as_bytes());
    let loaded = answers(format!("loadsgf {name}\nshowboard\n").as_bytes());
    let fourth = answers(format!("loadsgf {name} 2\nlast_move\n").as_bytes());
    std::fs::remove_file(&file).unwrap();
    let board = |text: &str| text.rsplit("A B C").nth(1).map(str::to_owned);
    assert_eq!(board(&saved), board(&loaded));
    assert!(loaded.starts_with("= black\n"), "{loaded}");
    assert!(fourth.ends_with("= white E5\n\n"), "{fourth}");
}

#[test]
fn analysis_streams_until_the_next_line_and_then_ends_the_reply() {
    let reply = answers(b"boardsize 5\n5 lz-analyze b 10\n6 name\n");
    let analysis = reply.split("\n\n").nth(1).unwrap();
    assert!(analysis.starts_with("=5\ninfo move "), "{analysis}");
    for info in analysis.lines().skip(1).flat_map(|line| line.split("info ").skip(1)) {
        let words: Vec<&str> = info.split_whitespace().collect();
        assert_eq!((words[0], words[2], words[4]), ("move", "visits", "winrate"));
        assert!(words[5].parse::<u32>().unwrap() <= 10_000);
        assert_eq!(words[words.iter().position(|w| *w == "pv").unwrap() + 1], words[1]);
    }
    assert!(reply.ends_with("=6 Aji\n\n"));
}

#[test]
fn a_clock_is_kept() {
    let start = Instant::now();
    let mut settings = Preset::Default.settings();
    settings.budget.playouts = 0;
    let session = Session::new(settings, false).unwrap();
    let input = b"boardsize 9\ntime_settings 2 0 0\ntime_left b 1 0\ngenmove b\n";
    talk(session, Cursor::new(input.to_vec()), &mut Vec::new()).unwrap();
    assert!(start.elapsed() < Duration::from_millis(900), "{:?}", start.elapsed());
}

#[test]
fn a_pondering_engine_thinks_in_its_opponents_time() {
    let visits_after_a_wait = |ponder, has_moved| {
        let mut settings = Preset::Uct.settings();
        settings.budget.playouts = 50;
        settings.search.ponder = ponder;
        let mut session = Session::new(settings, false).unwrap();
        session.clear(Size::new(9).unwrap());
        session.think(Color::Black);
        session.has_moved = has_moved;
        let inbox = Inbox::default();
        std::thread::scope(|scope| {
            scope.spawn(|| session.ponder(&inbox));
            // The opponent's move comes late; what is here is only the end of the line.
            std::thread::sleep(Duration::from_millis(300));
            inbox.fill_from(Cursor::new(b"name\n".to_vec()));
        });
        let (report, _) = session.think(Color::Black);
        report.candidates.iter().map(|candidate| candidate.visits).sum::<u32>()
    };
    assert_eq!(visits_after_a_wait(false, true), 50);
    assert_eq!(visits_after_a_wait(true, false), 50 + 50, "having resigned it thinks no more");
    let visits = visits_after_a_wait(true, true);
    assert!(visits > 50 + 50 + 100, "{visits}");
}

#[test]
fn the_same_seed_plays_the_same_game() {
    let game = b"boardsize 9\nset_random_seed 5\ngenmove b\ngenmove w\ngenmove b\n";
    assert_eq!(answers(game), answers(game));
}

#[test]
fn gogui_is_offered_what_attention_finds() {
    let told = answers(
        b"boardsize 13\nplay b C7\nplay w F8\nplay b C5\nplay w H8\ngogui-analyze_commands\n\
          aji-attention_boards one-enemy\naji-attention_boards\naji-attention_groups\n\
          aji-attention_influence\naji-attention_weights\naji-attention_boards most\nquit\n",
    );
    for line in [
        "= gfx/Attention: partial boards/aji-attention_boards %s",
        "TEXT labels: safety from 0 to 10",
        "= INFLUENCE ",
        "MARK ",
        "? \"most\" is no method",
    ] {
        assert!(told.contains(line), "{line}\n{told}");
    }
    assert_eq!(told.matches("= COLOR #ffee58 ").count(), 2, "{told}");
}
