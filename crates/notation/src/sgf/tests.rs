//! Records of all kinds, whole and broken.

use super::scan::{Record, Scanned, scan};
use super::*;
use aji_goban::{Color, Illegal, Komi, Move, Point, Rules, Size};

fn tree(text: &str) -> Tree {
    let (tree, warnings) = Tree::parse(text.as_bytes()).unwrap();
    assert_eq!(warnings, [], "{text}");
    tree
}

fn sample(name: &str) -> Vec<u8> {
    std::fs::read(format!("{}/../../testdata/sgf/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

/// The main line in letters, and what was mended.
fn line(text: &[u8]) -> (String, Vec<Damage>) {
    let collection = Collection::parse(text);
    let damage = collection.warnings.into_iter().map(|warning| warning.damage).collect();
    let Some(tree) = collection.trees.first() else { return (String::new(), damage) };
    let size = tree.root().size().unwrap_or(Size::MAX);
    let moves = tree.main_moves(size).map(|(color, play)| {
        let side = if color == Color::Black { "B" } else { "W" };
        format!("{side}{}", coordinate::text(play, size))
    });
    (moves.collect::<Vec<_>>().join(" "), damage)
}

#[test]
fn damage_is_mended_as_far_as_the_moves_go() {
    let check = |text: &str, moves: &str, damage: &[Damage]| {
        assert_eq!(line(text.as_bytes()), (moves.to_owned(), damage.to_vec()), "{text}");
    };
    let junk = |n_bytes| Damage::Junk { n_bytes };
    check("Hi (you) ;-) (;B[aa])", "Baa", &[junk(13)]);
    check("(;B[aa];W[bb]", "Baa Wbb", &[Damage::NoClosing]);
    check("(;B[aa];W[b", "Baa", &[Damage::CutValue { n_bytes: 1 }, Damage::NoClosing]);
    check("(;B[aa];W", "Baa", &[Damage::NoValue, Damage::NoClosing]);
    check(";B[aa];W[bb])", "Baa Wbb", &[Damage::NoOpening]);
    check("(B[aa];W[bb])", "Baa Wbb", &[Damage::NoSemicolon]);
    check("(;B[aa;W[bb];B[cc])", "Baa Wbb Bcc", &[Damage::NoBracket]);
    check("(;B[aa](;W[bb;B[cc])", "Baa Wbb Bcc", &[Damage::NoBracket, Damage::NoClosing]);
    check("(;B[aa]];W[bb])", "Baa Wbb", &[junk(1)]);
    check("(;B[aa];[zz]W[bb])", "Baa Wbb", &[Damage::NoProperty { n_bytes: 2 }]);
    check("(;B[aa];W;B[cc])", "Baa Bcc", &[Damage::NoValue]);
    check("(;B[aa](;W[bb]);W[cc])", "Baa Wbb", &[Damage::NodeAfterVariation]);
    check("(;B[aa];%$W[bb])", "Baa Wbb", &[junk(2)]);
    check("(;B[aa]);W[bb])", "Baa", &[junk(7)]);
    check("", "", &[]);
    check("no game at all", "", &[junk(14)]);
}

#[test]
fn warnings_say_where() {
    let collection = Collection::parse(b"(;B[aa];%W[bb]");
    let texts: Vec<_> = collection.warnings.iter().map(Warning::to_string).collect();
    assert_eq!(
        texts,
        [
            "byte 8: 1 bytes outside any value were dropped",
            "byte 14: a game was not closed and was closed here"
        ]
    );
}

#[test]
fn a_game_that_was_not_closed_ends_where_the_next_begins() {
    let collection = Collection::parse(b"(;FF[4];B[aa](;W[bb]\n(;FF[4];B[cc])");
    assert_eq!(collection.trees.len(), 2);
    assert_eq!(collection.warnings.len(), 1);
    assert_eq!(collection.warnings[0].damage, Damage::NoClosing);
}

#[test]
fn a_format_behind_the_first_node_is_dropped_because_it_would_begin_a_game() {
    let collection = Collection::parse(b"(Black[dd]((FF[4])B[aa]");
    let texts: Vec<_> = collection.trees.iter().map(Tree::to_string).collect();
    assert_eq!(texts, ["(;B[dd]\n(;)\n(;B[aa]))"]);
    let damage = Damage::MisplacedFormat { property: "FF".to_owned() };
    assert!(collection.warnings.contains(&Warning { at: 12, damage }));
}

#[test]
fn brackets_in_texts_are_no_structure() {
    let tree = tree("(;C[a [b; (c) \\] d\\\\];B[aa])");
    assert_eq!(tree.root().comment().unwrap(), "a [b; (c) ] d\\");
    assert_eq!(tree.n_nodes(), 2);
}

#[test]
fn texts_are_unescaped_as_the_format_wants() {
    let value = |raw: &str| tree(&format!("(;C[{raw}])")).root().comment().unwrap();
    assert_eq!(value("a\\\nb"), "ab");
    assert_eq!(value("a\\\r\nb"), "ab");
    assert_eq!(value("a\r\nb\rc\n\rd"), "a\nb\nc\nd");
    assert_eq!(value("\\a\\:\tb"), "a: b");
    assert_eq!(tree("(;PB[ a\nb ])").root().player(Color::Black).unwrap(), "a b");
}

#[test]
fn names_of_old_files_are_understood() {
    let text = "(;GaMe[1]SiZe[9]AddBlack[ii];Black[aa];Wht[bb])";
    let tree = tree(text);
    let size = tree.root().size().unwrap();
    assert_eq!(size.lines(), 9);
    assert_eq!(tree.main_moves(size).count(), 2);
    let mut record = Record::new();
    assert_eq!(scan(&mut Events::new(text.as_bytes()), &mut record), Scanned::Game);
    assert_eq!((record.board, record.setup.len(), record.moves.len()), ((9, 9), 1, 2));
}

#[test]
fn komi_is_understood_in_all_its_dresses() {
    let komi = |text: &str| text::parse_komi(text.as_bytes()).map(|komi| komi.to_string());
    for (text, meant) in [
        ("6.5", "6.5"),
        ("6,5", "6.5"),
        ("7.50", "7.5"),
        ("0", "0"),
        ("-5.5", "-5.5"),
        ("+5", "5"),
        ("375", "7.5"),
        ("3.75", "7.5"),
        ("2.75", "5.5"),
        ("650", "6.5"),
        ("750", "7.5"),
        ("550", "5.5"),
        ("6.5目", "6.5"),
        ("6目半", "6.5"),
        (" 7.500000 ", "7.5"),
    ] {
        assert_eq!(komi(text).as_deref(), Some(meant), "{text}");
    }
    for text in ["", "x", "-", ".", "6.3", "99999999999999", "1e3x0"] {
        assert!(komi(text).is_none_or(|komi| komi == "1"), "{text}");
    }
}

#[test]
fn results_are_understood_and_written() {
    use Color::{Black, White};
    let parse = |text: &str| GameResult::parse(text.as_bytes());
    for (text, result) in [
        ("B+3.5", GameResult::Win(Black, Way::HalfPoints(7))),
        ("W+12", GameResult::Win(White, Way::HalfPoints(24))),
        ("W+R", GameResult::Win(White, Way::Resignation)),
        ("B+T", GameResult::Win(Black, Way::Time)),
        ("B+F", GameResult::Win(Black, Way::Forfeit)),
        ("W+", GameResult::Win(White, Way::Unsaid)),
        ("0", GameResult::Draw),
        ("Void", GameResult::Void),
        ("?", GameResult::Unknown),
    ] {
        assert_eq!(parse(text), Some(result), "{text}");
        assert_eq!(result.to_string(), text);
    }
    assert_eq!(parse("B+Resign"), Some(GameResult::Win(Black, Way::Resignation)));
    assert_eq!(parse("w+2,5 points"), Some(GameResult::Win(White, Way::HalfPoints(5))));
    assert_eq!(parse("黒中押し勝ち"), Some(GameResult::Win(Black, Way::Resignation)));
    assert_eq!(parse("白2目半勝"), Some(GameResult::Win(White, Way::HalfPoints(5))));
    assert_eq!(parse("흑 불계승"), Some(GameResult::Win(Black, Way::Resignation)));
    assert_eq!((parse(""), parse("B"), parse("perhaps")), (None, None, None));
}

#[test]
fn ranks_are_understood() {
    for (text, rank) in [
        ("9d", Some(Rank::Dan(9))),
        ("12 kyu", Some(Rank::Kyu(12))),
        ("9p", Some(Rank::Professional(9))),
        ("7段", Some(Rank::Dan(7))),
        ("3d?", Some(Rank::Dan(3))),
        ("strong", None),
        ("", None),
        ("5", None),
    ] {
        assert_eq!(Rank::parse(text.as_bytes()), rank, "{text}");
    }
}

#[test]
fn passes_are_understood_by_size() {
    let size = |n| Size::new(n).unwrap();
    let play = |text: &str, n| Value::from_text(text).as_move(size(n));
    assert_eq!(play("", 9), Some(Move::Pass));
    assert_eq!(play("tt", 19), Some(Move::Pass));
    assert_eq!(play("ss", 19), Some(Move::Place(Point::at(18, 18, size(19)))));
    assert_eq!(
        (play("jj", 9), play("a", 9), play("aaa", 9), play("1a", 9)),
        (None, None, None, None)
    );
}

#[test]
fn lists_of_points_may_be_compressed() {
    let tree = tree("(;SZ[9]AB[aa:cc][ii]AW[dd:dd]AE[zz]TR[ca:ac]LB[aa:x:y][ee:2])");
    let (size, root) = (Size::new(9).unwrap(), tree.root());
    assert_eq!(root.points("AB", size).len(), 10);
    assert_eq!(root.points("AW", size).len(), 1);
    assert_eq!(root.points("AE", size).len(), 0);
    assert_eq!(root.points("TR", size).len(), 9);
    let labels: Vec<_> = root.labels(size).into_iter().map(|(_, text)| text).collect();
    assert_eq!(labels, ["x:y", "2"]);
}

#[test]
fn the_root_tells_about_the_game() {
    let bytes = sample("handicap.sgf");
    let (tree, warnings) = Tree::parse(&bytes).unwrap();
    let root = tree.root();
    assert_eq!(warnings, []);
    assert_eq!(root.handicap(), Some(4));
    assert_eq!(root.rules(), Some(Rules::JAPANESE));
    assert_eq!(root.rank(Color::White), Some(Rank::Dan(3)));
    assert_eq!(root.result().unwrap().winner(), Some(Color::White));
    let (game, warnings) = tree.to_game(Unsaid::default()).unwrap();
    assert_eq!(warnings, []);
    assert_eq!((game.n_handicap(), game.moves().len()), (4, 5));
    assert_eq!(game.first_position().to_move(), Color::White);
    assert_eq!(game.komi(), Komi::from_half_points(1));
}

#[test]
fn a_handicap_without_its_stones_gets_them() {
    let handicap = tree("(;SZ[9]HA[2];W[ee];B[cc])");
    let (game, _) = handicap.to_game(Unsaid::default()).unwrap();
    assert_eq!((game.n_handicap(), game.moves().len()), (2, 2));
    let placed_as_moves = tree("(;SZ[9]HA[2];B[cc];B[gg];W[ee])");
    let (game, warnings) = placed_as_moves.to_game(Unsaid::default()).unwrap();
    assert_eq!((game.n_handicap(), game.moves().len(), warnings.len()), (0, 3, 0));
}

#[test]
fn illegal_moves_end_the_game_with_a_warning() {
    let (game, warnings) =
        tree("(;SZ[9];B[aa];W[aa];B[bb];W[cc])").to_game(Unsaid::default()).unwrap();
    assert_eq!(game.moves().len(), 1);
    let damage = Damage::IllegalMove { number: 2, reason: Illegal::Occupied, n_dropped: 3 };
    assert_eq!(warnings, [Warning { at: 14, damage }]);
}

#[test]
fn stones_set_up_later_start_the_game_anew() {
    let text = "(;SZ[9];B[aa];W[bb];AB[cc]AE[aa]PL[W];W[dd])";
    let (game, warnings) = tree(text).to_game(Unsaid::default()).unwrap();
    assert_eq!(game.moves().len(), 1);
    assert_eq!(game.first_position().to_move(), Color::White);
    assert_eq!(game.position().board().empties().len(), 81 - 3);
    assert_eq!(warnings[0].damage, Damage::SetupDuringGame { n_moves: 2 });
}

#[test]
fn boards_that_cannot_be_played_on_are_refused() {
    for text in ["(;SZ[25])", "(;SZ[19:13])", "(;SZ[1])", "(;SZ[x])", "(;SZ[])"] {
        assert!(tree(text).to_game(Unsaid::default()).is_err(), "{text}");
    }
    let error = tree("(;SZ[19:13])").root().size().unwrap_err();
    assert!(error.to_string().starts_with("boards of size \"19:13\" are not supported"));
}

#[test]
fn a_game_up_to_a_variation_can_be_taken() {
    let tree = tree("(;SZ[9];B[aa](;W[bb])(;W[cc];B[dd]))");
    let branch = tree.main_line().nth(1).unwrap();
    let second = tree.node(branch).children()[1];
    let (game, _) = tree.game_at(second, Unsaid::default()).unwrap();
    assert_eq!(game.moves().len(), 2);
    assert_eq!(game.moves()[1].1.point().unwrap().name(game.size()).to_string(), "C7");
}

#[test]
fn eastern_encodings_are_recognized_and_written_as_utf_8() {
    for (name, encoding, player) in [
        ("shift-jis.sgf", "Shift_JIS", "本因坊秀策"),
        ("shift-jis-named.sgf", "Shift_JIS", "本因坊秀策"),
        ("gb18030.sgf", "gb18030", "柯洁"),
        ("big5.sgf", "Big5", "周俊勳"),
        ("euc-kr.sgf", "EUC-KR", "이창호"),
        ("utf-8.sgf", "UTF-8", "本因坊秀策"),
        ("latin-1.sgf", "windows-1252", "René"),
    ] {
        let collection = Collection::parse(&sample(name));
        assert_eq!(collection.warnings, [], "{name}");
        assert_eq!(collection.encoding, encoding, "{name}");
        let tree = &collection.trees[0];
        assert_eq!(tree.root().player(Color::Black).unwrap(), player);
        assert_eq!(tree.n_nodes(), 4, "{name}");
        let again = Collection::parse(tree.to_string().as_bytes());
        assert_eq!((again.encoding, &again.trees[0]), ("UTF-8", tree));
    }
}

#[test]
fn a_wrong_or_unknown_encoding_is_reported() {
    let wrong = [b"(;CA[UTF-8]".as_slice(), &sample("shift-jis.sgf")[2..]].concat();
    let collection = Collection::parse(&wrong);
    assert_eq!(collection.encoding, "Shift_JIS");
    assert_eq!(
        collection.warnings[0].to_string(),
        "byte 2: the text is not in \"UTF-8\" as it says; Shift_JIS was used"
    );
    let unknown = Collection::parse("(;CA[Klingon]C[碁])".as_bytes());
    assert_eq!(unknown.trees[0].root().comment().unwrap(), "碁");
    assert!(matches!(unknown.warnings[0].damage, Damage::UnknownEncoding { .. }));
}

#[test]
fn a_damaged_character_does_not_change_the_encoding() {
    for name in ["utf-8.sgf", "shift-jis-named.sgf"] {
        let mut bytes = sample(name);
        let comment = bytes.windows(2).position(|w| w == b"C[").unwrap();
        bytes[comment + 3] = b'.';
        let collection = Collection::parse(&bytes);
        let warnings = &collection.warnings;
        assert!(
            matches!(warnings[..], [Warning { damage: Damage::Undecodable { .. }, .. }]),
            "{warnings:?}"
        );
        assert_eq!(collection.trees[0].root().player(Color::White).unwrap(), "井上因碩");
    }
}

#[test]
fn what_is_written_says_that_it_is_utf_8() {
    let written = |text: &str| tree(text).to_string();
    assert_eq!(written("(;SZ[9])"), "(;SZ[9])");
    assert_eq!(written("(;SZ[9]PB[碁])"), "(;CA[UTF-8]SZ[9]PB[碁])");
    assert_eq!(written("(;SZ[9]CA[ISO-8859-1])"), "(;CA[UTF-8]SZ[9])");
    assert_eq!(written("(;FF[4]GM[1]C[é])"), "(;FF[4]GM[1]CA[UTF-8]C[é])");
}

#[test]
fn a_comment_about_encodings_names_none() {
    let text = "(;C[write CA[Shift_JIS\\] here: 碁]CA[UTF-8];B[aa])";
    let collection = Collection::parse(text.as_bytes());
    assert_eq!((collection.encoding, collection.warnings.len()), ("UTF-8", 0));
    assert_eq!(collection.trees[0].root().comment().unwrap(), "write CA[Shift_JIS] here: 碁");
}

#[test]
fn the_scan_keeps_what_training_needs() {
    let text = b"(;SZ[9]KM[375]HA[2]RE[W+R]BR[3k]WR[1p]AB[aa][cc:dc]AE[aa]PL[W];W[ee]C[x](;B[tt];W[])(;B[ff]))";
    let (mut events, mut record) = (Events::new(text), Record::new());
    assert_eq!(scan(&mut events, &mut record), Scanned::Game);
    let size = record.size().unwrap();
    assert_eq!(size.lines(), 9);
    assert_eq!(record.komi, Some(Komi::from_half_points(15)));
    assert_eq!(record.handicap, 2);
    assert_eq!(record.result, Some(GameResult::Win(Color::White, Way::Resignation)));
    assert_eq!(record.ranks, [Some(Rank::Kyu(3)), Some(Rank::Professional(1))]);
    assert_eq!(record.to_move, Some(Color::White));
    let setup: Vec<_> =
        record.setup.iter().map(|s| s.point(size).unwrap().name(size).to_string()).collect();
    assert_eq!(setup, ["C7", "D7"]);
    let moves: Vec<_> = record.moves.iter().map(|m| (m.color(), m.play(size).unwrap())).collect();
    let center = Move::Place(Point::at(4, 4, size));
    assert_eq!(
        moves,
        [(Color::White, center), (Color::Black, Move::Pass), (Color::White, Move::Pass)]
    );
    assert!(record.is_sound());
    assert_eq!(record.span, (0, text.len()));
}

#[test]
fn the_scan_knows_how_many_moves_are_sound() {
    let (mut events, mut record) =
        (Events::new(b"(;SZ[9];B[aa];W[zz];B[cc];W[dd])"), Record::new());
    assert_eq!(scan(&mut events, &mut record), Scanned::Game);
    assert_eq!((record.moves.len(), record.n_sound_moves), (3, 1));
    assert_eq!(record.warnings[0].to_string(), "byte 15: W[zz] makes no sense and was not used");
}

#[test]
fn the_scan_reads_double_byte_comments_without_losing_moves() {
    for name in ["shift-jis.sgf", "big5.sgf", "gb18030.sgf", "euc-kr.sgf"] {
        let bytes = sample(name);
        let mut events = Events::new(&bytes).with_double_bytes(has_double_bytes(&bytes));
        let mut record = Record::new();
        assert_eq!(scan(&mut events, &mut record), Scanned::Game);
        assert_eq!((record.moves.len(), record.is_sound()), (3, true), "{name}");
    }
}

#[test]
fn a_sample_of_everything_wrong_keeps_its_moves() {
    let (moves, damage) = line(&sample("damaged.sgf"));
    assert_eq!(moves, "Bee Wcc Bgc Wgg Bcg Wcf");
    assert_eq!(damage.len(), 4, "{damage:?}");
}

#[test]
fn depth_is_no_danger() {
    let deep = format!("{}{}", "(;B[aa]".repeat(100_000), ")".repeat(100_000));
    let tree = tree(&deep);
    assert_eq!(tree.n_nodes(), 100_000);
    assert_eq!(Tree::parse(tree.to_string().as_bytes()).unwrap().0, tree);
}

#[test]
fn a_variation_without_a_node_leads_nowhere() {
    for text in ["(;SZ[9];B[aa]()(;W[bb];B[cc]))", "(;SZ[9];B[aa]((())(;W[bb];B[cc]))(;W[dd]))"] {
        let (line, _) = line(text.as_bytes());
        let mut record = Record::new();
        assert_eq!(scan(&mut Events::new(text.as_bytes()), &mut record), Scanned::Game);
        assert_eq!(record.moves.len(), 3, "{text}");
        assert_eq!(line.split_whitespace().count(), 3, "{text}: {line}");
    }
}
