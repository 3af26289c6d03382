//! Rules and counting on small diagrams, and the messages for bad input.

use aji_goban::diagram::{self, Diagram, DiagramErrorKind};
use aji_goban::rules::{KomiError, Tax};
use aji_goban::score::{self, Agreement};
use aji_goban::{Board, Color, Game, Illegal, Komi, Move, Point, Position, Rules, Size};

fn diagram(text: &str) -> Diagram {
    diagram::parse(text).unwrap()
}

/// Whether `color` may play at `a`, by the rules.
fn check(text: &str, color: Color, rules: Rules) -> Result<(), Illegal> {
    let diagram = diagram(text);
    let at = diagram.point('a');
    Game::from_position(Position::of(diagram.board, color), rules, Komi::default()).check(color, at)
}

#[test]
fn suicide_is_legal_only_where_the_rules_allow_it() {
    let two_stones = "
        X O .
        a O .
        O O .";
    assert_eq!(check(two_stones, Color::Black, Rules::CHINESE), Err(Illegal::Suicide));
    assert_eq!(check(two_stones, Color::Black, Rules::NEW_ZEALAND), Ok(()));
    let one_stone = "
        a O .
        O O .
        . . .";
    assert_eq!(check(one_stone, Color::Black, Rules::CHINESE), Err(Illegal::Suicide));
    assert_eq!(check(one_stone, Color::Black, Rules::TROMP_TAYLOR), Err(Illegal::Superko));
    let takes = "
        a O X
        O X X
        X . .";
    assert_eq!(check(takes, Color::Black, Rules::CHINESE), Ok(()));
}

#[test]
fn a_ko_may_not_be_retaken_at_once_but_later() {
    let diagram = diagram(
        ". X O .
         X a X O
         . X O .
         . . . .",
    );
    let (ko, a) = (Point::parse("C3", diagram.board.size()).unwrap(), diagram.point('a'));
    let mut game = Game::from_position(
        Position::of(diagram.board, Color::White),
        Rules::CHINESE,
        Komi::default(),
    );
    game.play(Color::White, Move::Place(a)).unwrap();
    assert_eq!(game.position().ko(), Some(ko));
    assert_eq!(game.check(Color::Black, ko), Err(Illegal::Ko));
    game.play(Color::Black, Move::Pass).unwrap();
    game.play(Color::White, Move::Pass).unwrap();
    assert_eq!(game.check(Color::Black, ko), Ok(()));
}

#[test]
fn taking_two_stones_is_no_ko() {
    let diagram = diagram(
        "X X O .
         a X O .
         O O O .
         . . . .",
    );
    let mut position = Position::of(diagram.board.clone(), Color::White);
    let lifted = position.play(Move::Place(diagram.point('a')), &mut ());
    assert_eq!((lifted.n_captured, lifted.ko), (3, None));
}

/// Is `a` an eye of Black's that playouts leave alone?
fn eye(text: &str) -> bool {
    let diagram = diagram(text);
    diagram.board.is_eye(diagram.point('a'), Color::Black)
}

#[test]
fn eyes_are_told_from_false_eyes() {
    let in_the_middle = [
        (". . . . .\n. . X . .\n. X a X .\n. . X . .\n. . . . .", true),
        (". . . . .\n. O X . .\n. X a X .\n. . X . .\n. . . . .", true),
        (". . . . .\n. O X O .\n. X a X .\n. . X . .\n. . . . .", false),
        (". . . . .\n. . X . .\n. X a O .\n. . X . .\n. . . . .", false),
        (". . . . .\n. . X . .\n. X a . .\n. . X . .\n. . . . .", false),
    ];
    let at_the_edge = [
        ("a X .\nX X .\n. . .", true),
        ("a X .\nX O .\n. . .", false),
        ("X a X\nX X .\n. . .", true),
        ("X a X\n. X O\n. . .", false),
        ("X a O\n. X .\n. . .", false),
    ];
    for (text, is_eye) in in_the_middle.into_iter().chain(at_the_edge) {
        assert_eq!(eye(text), is_eye, "\n{text}");
    }
}

#[test]
fn area_counts_the_courses_final_position() {
    // The course, go05: Black 45 stones and 10 points, White 22 and 4.
    let board = diagram(
        "O O O . O . O X X
         O O . O . O O O X
         O O O O O O O O X
         O O O X X X X X X
         X X X X X X . X .
         X X X . X X X X X
         X . X X X . X . X
         . X X X X X X X .
         X X . X . X X X X",
    )
    .board;
    let area = score::area(&board);
    assert_eq!((area.black.len(), area.white.len()), (55, 26));
    let margin = score::area_margin(&board, "6.5".parse().unwrap());
    assert_eq!(margin.to_string(), "B+22.5");
    assert_eq!(margin.winner(), Some(Color::Black));
}

#[test]
fn a_point_between_both_colors_belongs_to_nobody() {
    // The course's seki: D9 touches both.
    let board = diagram(
        "X . X . O . O X .
         X X X X O O O X X
         O O O O X X X X X
         . O O O X X X . X
         O O . O X . X X X
         . O O O X X O O X
         O O O O X X O . O
         . O . O X X O O O
         O O O O X X O O .",
    )
    .board;
    let d9 = board.point("D9").unwrap();
    let area = score::area(&board);
    assert!(!area.black.contains(d9) && !area.white.contains(d9));
    assert!(area.black.contains(board.point("B9").unwrap()));
}

#[test]
fn territory_leaves_out_eyes_in_seki_and_counts_prisoners() {
    let board = diagram(
        ". X O . . . .
         X X O . . . .
         O O O . . . .
         . . . . . . .
         . . . . . . .
         . . . . . . .
         . . . . . . .",
    )
    .board;
    let none = Agreement::default();
    let owned = score::territory(&board, &none, Tax::None);
    assert_eq!((owned.black.len(), owned.white.len()), (1, 40));
    let seki = *board.chain_at(board.point("B7").unwrap()).unwrap().stones();
    let owned = score::territory(&board, &Agreement { seki, ..none }, Tax::Seki);
    assert_eq!((owned.black.len(), owned.white.len()), (0, 40));
    let prisoners = score::territory_margin(&board, &none, Tax::None, [3, 1], Komi::default());
    assert_eq!(prisoners.half_points_for(Color::White), 2 * (40 + 3 - 1 - 1));
}

#[test]
fn dead_stones_count_twice_by_territory() {
    let board = diagram(
        ". X . O .
         . X O O .
         O X . O .
         X X O O .
         . X O . .",
    )
    .board;
    let dead = [board.point("A3").unwrap()].into_iter().collect();
    let agreement = Agreement { dead, ..Agreement::default() };
    let owned = score::territory(&board, &agreement, Tax::None);
    assert_eq!(owned.black.len(), 4);
    let margin = score::territory_margin(&board, &agreement, Tax::None, [0, 0], Komi::default());
    // Black: four points and one prisoner; White: the right side.
    assert_eq!(margin.half_points_for(Color::Black), 2 * (5 - 6));
    let mut game = Game::from_position(
        Position::of(board, Color::Black),
        Rules::CHINESE,
        Komi::from_half_points(1),
    );
    assert_eq!(game.margin(&agreement).to_string(), "W+3.5");
    game.set_rules(Rules::JAPANESE);
    assert_eq!(game.margin(&agreement).to_string(), "W+1.5");
}

#[test]
fn handicap_stones_are_paid_for_as_the_rules_say() {
    let nine = Size::new(9).unwrap();
    for (rules, margin) in
        [(Rules::CHINESE, "B+79"), (Rules::AGA, "B+80"), (Rules::NEW_ZEALAND, "B+81")]
    {
        let mut game = Game::new(nine, rules, Komi::default());
        game.place_fixed_handicap(2).unwrap();
        assert_eq!(game.position().to_move(), Color::White);
        assert_eq!(game.margin(&Agreement::default()).to_string(), margin);
    }
}

#[test]
fn a_diagram_is_written_as_it_was_read() {
    let text = "X O .\n. X O\n. . .\n";
    assert_eq!(diagram::plain(&diagram(text).board), text);
}

#[test]
fn bad_diagrams_are_refused_with_place_and_reason() {
    let error = |text: &str| diagram::parse(text).unwrap_err().to_string();
    assert_eq!(
        error(". .\n. ?"),
        "diagram line 2, column 2: '?' is neither a stone (X, O), an empty point (.) nor a name (a to z)"
    );
    assert_eq!(
        error(". . .\n. .\n. . ."),
        "diagram line 2, column 3: the row has 2 points where the board has 3 rows"
    );
    assert_eq!(
        error("X O\nO ."),
        "diagram line 1, column 1: the black stone here belongs to a chain without liberties"
    );
    assert_eq!(error("a a\n. ."), "diagram line 1, column 2: two points are named 'a'");
    assert_eq!(
        error(""),
        "diagram line 1, column 1: board size 0 is not supported: choose 2 to 19"
    );
    let rows = ". ".repeat(20) + "\n";
    let kind = diagram::parse(&rows.repeat(20)).unwrap_err().kind;
    assert!(matches!(kind, DiagramErrorKind::Size(_)));
}

#[test]
fn bad_sizes_komi_and_coordinates_are_refused_with_the_reason() {
    assert_eq!(
        Size::new(20).unwrap_err().to_string(),
        "board size 20 is not supported: choose 2 to 19"
    );
    assert!(Size::new(1).is_err());
    let komi = |text: &str| text.parse::<Komi>();
    assert_eq!(komi("6.5").unwrap().half_points(), 13);
    assert_eq!(komi("-0.5").unwrap().to_string(), "-0.5");
    assert_eq!(komi("7.50").unwrap().half_points(), 15);
    assert_eq!(komi("+0").unwrap().to_string(), "0");
    let reason = |text| komi(text).map_err(|KomiError { reason, .. }| reason);
    assert_eq!(reason("6.25"), Err("it must be a multiple of half a point"));
    assert_eq!(reason("1e9"), Err("it must be a number such as 6.5"));
    assert_eq!(reason("123456789"), Err("it must lie between -1000 and 1000"));
    for bad in ["", "-", ".", "NaN", "six", "--1"] {
        assert!(komi(bad).is_err(), "{bad}");
    }
    let nine = Size::new(9).unwrap();
    let reason = |text| Point::parse(text, nine).map_err(|error| error.reason);
    assert_eq!(reason("j9"), Ok(Point::at(0, 8, nine)));
    assert_eq!(reason("I5"), Err("the letter I is not used for columns"));
    assert_eq!(reason("K1"), Err("the column is off the board"));
    assert_eq!(reason("A10"), Err("the row is off the board"));
    assert_eq!(reason("A0"), Err("the row is off the board"));
    assert_eq!(reason("A99999999999999999999999"), Err("the row is off the board"));
    for bad in ["", "A", "5", "A1x", "é4", "A-1", "A+1"] {
        assert!(Point::parse(bad, nine).is_err(), "{bad}");
    }
    assert_eq!(
        Point::parse("z3", nine).unwrap_err().to_string(),
        "\"z3\" is no intersection of a 9×9 board: it must begin with a column letter, as in D4"
    );
}

#[test]
fn rule_sets_are_known_by_name() {
    for (name, rules) in Rules::NAMED {
        assert_eq!(name.parse::<Rules>(), Ok(rules));
        assert_eq!(name.replace('-', "_").to_uppercase().parse::<Rules>(), Ok(rules));
    }
    assert_eq!(Rules::KOREAN.name(), Some("japanese"));
    assert!("ing".parse::<Rules>().unwrap_err().to_string().contains("choose tromp-taylor"));
}

#[test]
fn setting_up_stones_refuses_what_cannot_stand() {
    use aji_goban::game::SetupError;
    let mut game = Game::new(Size::new(2).unwrap(), Rules::CHINESE, Komi::default());
    let board = Board::new(game.size());
    let [a1, a2, b1] = ["A1", "A2", "B1"].map(|name| board.point(name).unwrap());
    let dead = [(a1, Color::Black), (a2, Color::White), (b1, Color::White)];
    assert_eq!(game.set_up(&dead, Color::Black), Err(SetupError::NoLiberty));
    let twice = [(a1, Color::Black), (a1, Color::White)];
    assert_eq!(game.set_up(&twice, Color::Black), Err(SetupError::PointTwice));
    assert_eq!(game.set_up(&dead[..2], Color::Black), Ok(()));
    assert_eq!(game.set_up(&dead[..1], Color::Black), Err(SetupError::BoardNotEmpty));
}
