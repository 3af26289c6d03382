//! Both ends of the pipe, kindly and unkindly treated.

use super::*;
use aji_goban::{Color, Move, Point, Size};
use std::io::{BufReader, Cursor, Read};
use std::time::Duration;

fn parsed(line: &[u8]) -> Request {
    Request::parse(line).unwrap().unwrap()
}

fn words(text: &str) -> Vec<String> {
    text.split_ascii_whitespace().map(str::to_owned).collect()
}

#[test]
fn a_line_is_split_into_id_command_and_arguments() {
    let request = parsed(b"  12\tplay  black D4\r\n");
    assert_eq!((request.id, request.command.as_str()), (Some(12), "play"));
    assert_eq!(request.arguments, ["black", "D4"]);
    assert_eq!(parsed(b"name").id, None);
}

#[test]
fn comments_blank_lines_and_control_characters_ask_for_nothing() {
    for line in [&b""[..], b"\n", b" \t \r\n", b"# interrupt", b"\x01\x02\x00\n", b"   # 3 play"] {
        assert_eq!(Request::parse(line), Ok(None), "{line:?}");
    }
    assert_eq!(parsed(b"na\x00me\x07 # rest").command, "name");
    assert!(is_interrupt(b"# interrupt\r\n") && !is_interrupt(b"# interrupted"));
}

#[test]
fn bytes_that_are_no_text_still_make_a_request() {
    let request = parsed(b"7 pl\xff\xfey \xc3\x28");
    assert_eq!(request.id, Some(7));
    assert_eq!(request.command, "pl\u{fffd}\u{fffd}y");
}

#[test]
fn ids_without_commands_or_beyond_measure_are_refused() {
    assert_eq!(Request::parse(b"12\n"), Err(RequestError::NoCommand { id: 12 }));
    assert_eq!(Request::parse(b"99999999999999999999 name"), Err(RequestError::IdTooLarge));
    assert_eq!(Request::parse(b"18446744073709551615 name"), Err(RequestError::IdTooLarge));
}

#[test]
fn a_megabyte_line_is_refused_and_the_next_one_read() {
    let mut input = b"5 ".to_vec();
    input.resize(1 << 20, b'x');
    input.extend_from_slice(b"\n6 name\nquit");
    let mut reader = RequestReader::new(BufReader::with_capacity(100, Cursor::new(input)));
    let error = reader.next_request().unwrap().unwrap().unwrap_err();
    assert_eq!(error, RequestError::TooLong { id: Some(5), n_bytes: 1 << 20 });
    let reply = Reply::error(error.id(), &error).to_string();
    assert_eq!(reply, "?5 the line is too long: 1048576 bytes, at most 65536 are read\n\n");
    assert_eq!(reader.next_request().unwrap().unwrap().unwrap().id, Some(6));
    assert_eq!(reader.next_request().unwrap().unwrap().unwrap().command, "quit");
    assert!(reader.next_request().unwrap().is_none());
}

#[test]
fn arguments_are_read_by_kind() {
    let (size, list) = (Size::new(9).unwrap(), words("W J9 pass ReSiGn -3 2.5 true 6.5"));
    let mut arguments = Arguments::new(&list);
    assert_eq!(arguments.color(), Ok(Color::White));
    assert_eq!(arguments.vertex(size), Ok(Vertex::Point(Point::at(0, 8, size))));
    assert_eq!(arguments.vertex(size), Ok(Vertex::Pass));
    assert_eq!(arguments.vertex(size), Ok(Vertex::Resign));
    assert_eq!(arguments.int("a number"), Ok(-3));
    assert_eq!(arguments.float("a number"), Ok(2.5));
    assert_eq!(arguments.boolean("a choice"), Ok(true));
    assert_eq!(arguments.komi().unwrap().half_points(), 13);
    assert_eq!(arguments.end(), Ok(()));
}

#[test]
fn errors_say_what_is_wrong_and_what_would_be_right() {
    let size = Size::new(9).unwrap();
    let complaint = |text: &str, read: &dyn Fn(&mut Arguments<'_>) -> Option<ArgumentError>| {
        let list = words(text);
        read(&mut Arguments::new(&list)).unwrap().to_string()
    };
    assert_eq!(complaint("", &|a| a.color().err()), "syntax error: a color is missing");
    assert_eq!(
        complaint("green", &|a| a.color().err()),
        "syntax error: \"green\" is not a color: write black or white"
    );
    assert_eq!(
        complaint("T19", &|a| a.vertex(size).err()),
        "invalid coordinate: \"T19\" is no intersection of a 9×9 board: the column is off the board"
    );
    assert_eq!(
        complaint("25", &|a| a.size().err()),
        "unacceptable size: board size 25 is not supported: choose 2 to 19"
    );
    assert!(complaint("9 13", &|a| a.size().err()).ends_with("boards are square"));
    assert!(complaint("-9", &|a| a.size().err()).ends_with("write a whole number"));
    assert!(complaint("nan", &|a| a.float("x").err()).ends_with("is not a number"));
    assert_eq!(complaint("x", &|a| a.end().err()), "syntax error: nothing is expected at \"x\"");
}

#[test]
fn the_same_size_twice_is_a_square_board() {
    let list = words("13 13");
    assert_eq!(Arguments::new(&list).size().unwrap().lines(), 13);
}

#[test]
fn time_settings_are_read_in_all_dialects() {
    let s = Duration::from_secs;
    let standard = |t: &str| TimeSettings::from_standard(&mut Arguments::new(&words(t)));
    let kata = |t: &str| TimeSettings::from_kata(&mut Arguments::new(&words(t)));
    assert_eq!(standard("0 1 0"), Ok(TimeSettings::None));
    assert_eq!(standard("300 0 0"), Ok(TimeSettings::Absolute { main: s(300) }));
    let canadian = TimeSettings::Canadian { main: s(60), period: s(30), n_stones: 5 };
    assert_eq!(standard("60 30 5"), Ok(canadian));
    assert_eq!(kata("canadian 60 30 5"), Ok(canadian));
    let byo_yomi = TimeSettings::ByoYomi { main: s(60), period: s(30), n_periods: 3 };
    assert_eq!(kata("byoyomi 60 30 3"), Ok(byo_yomi));
    assert_eq!(kata("none"), Ok(TimeSettings::None));
    let capped = TimeSettings::Fischer {
        main: s(60),
        increment: Duration::from_millis(2500),
        cap: Some(s(120)),
        most_per_move: None,
    };
    assert_eq!(kata("fischer-capped 60 2.5 120 -1"), Ok(capped));
    for settings in [canadian, byo_yomi, capped, TimeSettings::None] {
        let command = settings.command();
        let (name, rest) = command.split_once(' ').unwrap();
        let read = if name == "time_settings" { standard(rest) } else { kata(rest) };
        assert_eq!(read, Ok(settings), "{command}");
    }
    for bad in ["-1 0 0", "1 -1 0", "1 1 -1", "nan 0 0", "inf 0 0", "1e300 0 0", "1 1", "1 1 1 1"] {
        assert!(standard(bad).is_err(), "{bad}");
    }
    for bad in ["", "sudden 3", "byoyomi 1 1 0", "fischer 1", "fischer-capped 1 1 -2 -1"] {
        assert!(kata(bad).is_err(), "{bad}");
    }
}

#[test]
fn time_left_is_read_and_written() {
    let left = TimeLeft { color: Color::White, time: Duration::from_secs(17), n_stones: 2 };
    assert_eq!(left.command(), "time_left white 17 2");
    assert_eq!(TimeLeft::from_arguments(&mut Arguments::new(&words("w 17 2"))), Ok(left));
    assert!(TimeLeft::from_arguments(&mut Arguments::new(&words("w -17 2"))).is_err());
}

#[test]
fn replies_are_exact() {
    let text = |reply: Reply| reply.to_string();
    assert_eq!(text(Reply::ok(None, "")), "=\n\n");
    assert_eq!(text(Reply::ok(Some(0), "")), "=0\n\n");
    assert_eq!(text(Reply::ok(None, "D4")), "= D4\n\n");
    assert_eq!(text(Reply::ok(Some(3), "D4\n")), "=3 D4\n\n");
    assert_eq!(text(Reply::error(Some(3), "illegal move")), "?3 illegal move\n\n");
    assert_eq!(text(Reply::ok(None, "a\n\n \r\n\nb\r\n\n")), "= a\nb\n\n");
    assert_eq!(text(Reply::ok(Some(1), "\n\n  A B\n1 . .\n")), "=1\n  A B\n1 . .\n\n");
    assert_eq!(text(Reply::ok(None, "x\u{0}\u{7}y")), "= xy\n\n");
}

#[test]
fn streamed_replies_never_hold_an_empty_line_before_their_end() {
    assert_eq!(stream_start(Some(4)), "=4\n");
    assert_eq!(stream_line("info move D4\npv D4"), "info move D4 pv D4\n");
    assert_eq!(stream_line(" \r\n"), "");
    assert_eq!(stream_end(), "\n");
}

#[test]
fn moves_become_vertices_and_back() {
    let size = Size::new(19).unwrap();
    for point in size.points() {
        let vertex = Vertex::from(Move::Place(point));
        assert_eq!(Vertex::parse(&vertex.text(size).to_string(), size), Ok(vertex));
        assert_eq!(vertex.as_move(), Some(Move::Place(point)));
    }
    assert_eq!(Vertex::from(Move::Pass).text(size).to_string(), "pass");
    assert_eq!(Vertex::Resign.as_move(), None);
    for bad in ["", "I5", "A0", "A20", "U1", "é4", "4D", "D4x", "D99999999999999999999"] {
        assert!(Vertex::parse(bad, size).is_err(), "{bad}");
    }
}

#[test]
fn commands_are_one_line_whatever_they_are_made_of() {
    let size = Size::new(9).unwrap();
    let play = Command::play(Color::Black, Vertex::Pass, size).with_id(4);
    assert_eq!(play.to_string(), "4 play black pass\n");
    assert_eq!(Command::new(" name ").unwrap().to_string(), "name\n");
    assert_eq!(Command::new("loadsgf a#b"), Err(CommandError::Unsendable('#')));
    assert_eq!(Command::new("name\nquit"), Err(CommandError::Unsendable('\n')));
    assert_eq!(Command::new("  "), Err(CommandError::Empty));
}

fn replies(bytes: &[u8]) -> ReplyReader<BufReader<Cursor<Vec<u8>>>> {
    ReplyReader::new(BufReader::with_capacity(3, Cursor::new(bytes.to_vec())))
}

#[test]
fn replies_are_read_from_engines_of_all_manners() {
    let read = |bytes: &[u8]| {
        let response = replies(bytes).next_reply().unwrap();
        (response.id, response.result)
    };
    let ok = |text: &str| Ok(text.to_owned());
    assert_eq!(read(b"=1 D4\n\n"), (Some(1), ok("D4")));
    assert_eq!(read(b"\r\n\r\n=1 D4\r\n\r\n"), (Some(1), ok("D4")));
    assert_eq!(read(b"=D4\n\n"), (None, ok("D4")));
    assert_eq!(read(b"=19x19\n\n"), (None, ok("19x19")));
    assert_eq!(read(b"=7\n\n"), (Some(7), ok("")));
    assert_eq!(read(b"= \n\n"), (None, ok("")));
    assert_eq!(read(b"?7 unknown command\n\n"), (Some(7), Err("unknown command".to_owned())));
    assert_eq!(read(b"=2\n  A B\n1 . .\n\n"), (Some(2), ok("A B\n1 . .")));
    assert_eq!(read(b"= caf\xe9\x00\n\n"), (None, ok("caf\u{fffd}")));
    assert_eq!(read(b"=99999999999999999999999 x\n\n").0, None);
}

#[test]
fn chatter_before_a_reply_is_kept_apart() {
    let mut reader = replies(b"Loading...\nwarning: 3\n=1 a\nb\n\nmore\n?2 no\n\n");
    let first = reader.next_reply().unwrap();
    assert_eq!(first.noise, ["Loading...", "warning: 3"]);
    assert_eq!(first.result, Ok("a\nb".to_owned()));
    let second = reader.next_reply().unwrap();
    assert_eq!((second.noise, second.result), (vec!["more".to_owned()], Err("no".to_owned())));
    assert!(second.id == Some(2) && !first.answers(2));
}

#[test]
fn an_engine_that_dies_is_noticed() {
    assert!(matches!(replies(b"").next_reply(), Err(ReplyError::Closed { .. })));
    assert!(matches!(replies(b"bye\n").next_reply(), Err(ReplyError::Closed { .. })));
    for cut in [&b"="[..], b"=1 D", b"=1 D4\n", b"=1 a\nb", b"=1 a\n\r"] {
        let error = replies(cut).next_reply().unwrap_err();
        assert!(matches!(error, ReplyError::Truncated { .. }), "{cut:?}: {error}");
    }
}

#[test]
fn floods_end_in_an_error_and_not_in_a_full_memory() {
    let flood = |bytes: &'static [u8]| {
        let endless = bytes.iter().copied().cycle();
        ReplyReader::new(BufReader::new(Endless(endless)))
    };
    let error = flood(b"=1 x\ny\n").next_reply().unwrap_err();
    assert!(matches!(error, ReplyError::TooLong { limit: 1048576 }));
    let error = flood(b"noise\n").next_reply().unwrap_err();
    assert!(matches!(error, ReplyError::Noise { .. }));
    assert!(matches!(flood(b"=x").next_reply(), Err(ReplyError::TooLong { .. })));
    assert!(matches!(flood(b"x").next_reply(), Err(ReplyError::Noise { .. })));
    let limits = Limits { reply: 20, noise: 20 };
    let bytes = Cursor::new(b"= 12345678901234567890\n\n= ok\n\n".to_vec());
    let mut reader = ReplyReader::with_limits(bytes, limits);
    assert!(matches!(reader.next_reply(), Err(ReplyError::TooLong { limit: 20 })));
    assert_eq!(reader.next_reply().unwrap().result, Ok("ok".to_owned()));
}

/// Bytes without end.
struct Endless<I>(I);

impl<I: Iterator<Item = u8>> Read for Endless<I> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        Ok(buffer.iter_mut().zip(&mut self.0).map(|(to, from)| *to = from).count())
    }
}
