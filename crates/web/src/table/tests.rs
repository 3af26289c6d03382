use super::*;
use crate::record::{Record, Side, sgf};
use crate::view::View;
use aji_goban::Margin;

fn record(size: u64, moves: &str) -> Record {
    Record {
        size,
        moves: moves.split_whitespace().map(String::from).collect(),
        ..Record::default()
    }
}

fn table(size: u64, moves: &str) -> Table {
    record(size, moves).set_up().unwrap()
}

fn at(table: &Table, name: &str) -> Point {
    Point::parse(name, table.game().size()).unwrap()
}

fn answer(table: &mut Table, choice: Choice) {
    let job = table.next_job().expect("the computer's turn");
    assert!(table.answer(job.ticket, Answer::Choice(choice)));
}

#[test]
fn the_computer_is_asked_once_and_answers_once() {
    let mut table = table(9, "");
    assert!(table.next_job().is_none(), "the person begins");
    let e5 = at(&table, "E5");
    table.play(Move::Place(e5), Some(0)).unwrap();
    assert_eq!(table.play(Move::Pass, None), Err(Trouble::NotYourTurn));
    let job = table.next_job().unwrap();
    assert_eq!(job.task, Task::Choose);
    assert!(table.next_job().is_none(), "it thinks already");
    let reply = Answer::Choice(Choice::Play(Move::Pass));
    assert!(table.answer(job.ticket, reply));
    assert!(!table.answer(job.ticket, reply), "an answer counts once");
    assert!(table.is_persons_turn());
}

#[test]
fn an_undo_overtakes_the_computer() {
    let mut table = table(9, "");
    let e5 = at(&table, "E5");
    table.play(Move::Place(e5), None).unwrap();
    let job = table.next_job().unwrap();
    table.undo().unwrap();
    assert!(job.cancel.load(Ordering::Relaxed));
    assert!(!table.answer(job.ticket, Answer::Choice(Choice::Resign)));
    assert_eq!(table.game().moves().len(), 0);
    assert_eq!(table.undo(), Err(Trouble::NothingToUndo));
}

#[test]
fn undo_takes_back_the_persons_move_and_the_answer() {
    let mut table = table(9, "E5 C3 G7 C7");
    table.undo().unwrap();
    assert_eq!(table.game().moves().len(), 2);
    let white = Record { color: Side::White, ..record(9, "E5") };
    let mut white = white.set_up().unwrap();
    assert_eq!(white.undo(), Err(Trouble::NothingToUndo), "the computer's first move stays");
}

#[test]
fn a_resignation_can_be_taken_back_and_the_computer_thinks_again() {
    let mut table = table(9, "");
    let e5 = at(&table, "E5");
    table.play(Move::Place(e5), None).unwrap();
    let job = table.next_job().unwrap();
    table.resign().unwrap();
    assert!(job.cancel.load(Ordering::Relaxed));
    assert!(table.next_job().is_none());
    table.undo().unwrap();
    assert_eq!(table.game().moves().len(), 1);
    answer(&mut table, Choice::Resign);
    assert_eq!(*table.phase(), Phase::Resigned(Color::White));
}

#[test]
fn after_two_passes_the_dead_are_named_disputed_and_agreed_on() {
    // A black wall with a white stone behind it, and white stones before it.
    let mut table = table(5, "C1 D1 C2 D2 C3 D3 C4 D4 C5 A3 pass D5 pass pass");
    let job = table.next_job().unwrap();
    assert_eq!(job.task, Task::Judge);
    let a3 = at(&table, "A3");
    table.answer(job.ticket, Answer::Dead([a3].into_iter().collect()));
    let lead = |table: &Table| table.game().margin(&table.agreement().unwrap());
    // 15 points against 10 and komi.
    assert_eq!(lead(&table), Margin::black_leads_by_half_points(2 * (15 - 10) - 13));
    table.toggle_dead(a3, false).unwrap();
    assert_eq!(lead(&table), Margin::black_leads_by_half_points(2 * (5 - 11) - 13));
    let b1 = at(&table, "B1");
    assert_eq!(table.toggle_dead(b1, false), Err(Trouble::NoStone("B1".into())));
    table.toggle_dead(a3, false).unwrap();
    table.agree().unwrap();
    assert!(matches!(table.agree(), Err(Trouble::WrongPhase { .. })));
    assert!(sgf(&table).contains("RE[W+1.5]"), "{}", sgf(&table));
}

#[test]
fn a_click_takes_the_whole_group_and_a_shift_click_one_chain() {
    let mut table = table(5, "C1 A1 C2 A3 C3 A5 C4 E1 C5 pass pass");
    let job = table.next_job().unwrap();
    table.answer(job.ticket, Answer::Dead(PointSet::EMPTY));
    let a1 = at(&table, "A1");
    table.toggle_dead(a1, false).unwrap();
    assert_eq!(table.phase().dead().unwrap().len(), 3, "but not E1, behind the wall");
    table.toggle_dead(a1, true).unwrap();
    assert_eq!(table.phase().dead().unwrap().len(), 2);
}

#[test]
fn playing_on_gives_the_turn_back_to_the_person() {
    for moves in ["E5 pass pass", "E5 C3 pass pass"] {
        let mut table = table(9, moves);
        let job = table.next_job().unwrap();
        table.answer(job.ticket, Answer::Dead(PointSet::EMPTY));
        table.resume().unwrap();
        assert!(table.is_persons_turn(), "{moves}");
        assert!(matches!(table.resume(), Err(Trouble::WrongPhase { .. })));
    }
}

#[test]
fn a_broken_or_cheating_computer_is_reported_and_can_be_asked_again() {
    let mut table = table(9, "E5");
    let job = table.next_job().unwrap();
    assert!(table.answer(job.ticket, Answer::Failed));
    assert!(table.fault().is_some());
    assert!(table.next_job().is_none(), "it is not asked in a circle");
    table.retry();
    let e5 = at(&table, "E5");
    answer(&mut table, Choice::Play(Move::Place(e5)));
    assert!(table.fault().unwrap().contains("white may not play at E5"));
    table.undo().unwrap();
    assert!(table.fault().is_none());
    assert!(table.is_persons_turn());
}

#[test]
fn a_game_of_the_greatest_length_can_only_be_passed_to_its_end() {
    let size = Size::new(5).unwrap();
    let mut table = Table::new(size, Rules::CHINESE, Komi::default(), Color::Black);
    // Both sides fill and take: simple ko forbids little, so that a game can be that long.
    let mut random = fastrand::Rng::with_seed(3);
    while table.game().moves().len() < most_moves(size) {
        let legal: Vec<Point> = size.points().filter(|&p| table.game().is_legal(p)).collect();
        let play = random.choice(legal).map_or(Move::Pass, Move::Place);
        if table.is_persons_turn() {
            table.play(play, None).unwrap();
        } else if *table.phase() == Phase::Judging {
            table.resume().unwrap();
        } else {
            answer(&mut table, Choice::Play(play));
        }
    }
    let point = size.points().find(|&point| table.game().is_legal(point));
    if let Some(point) = point.filter(|_| table.is_persons_turn()) {
        let refused = table.play(Move::Place(point), None);
        assert!(matches!(refused, Err(Trouble::TooManyMoves { n: 200, most: 200, .. })));
    }
    table.play(Move::Pass, None).unwrap();
    answer(&mut table, Choice::Play(Move::Place(point.unwrap())));
    assert_eq!(*table.phase(), Phase::Judging, "the computer passed, whatever it wanted");
    assert_eq!(Record::of(&table).set_up().unwrap().game().moves().len(), 202);
}

#[test]
fn a_record_sets_up_the_same_game_at_every_stage() {
    let mut table = table(9, "E5 C3 G7 C7 G3 pass");
    let same = |table: &Table| {
        let again = Record::of(table).set_up().unwrap();
        let (old, new) = (View::of("x", table), View::of("x", &again));
        assert_eq!(View { version: 0, ..old }, View { version: 0, ..new });
    };
    same(&table);
    table.play(Move::Pass, Some(6)).unwrap();
    same(&table);
    let job = table.next_job().unwrap();
    table.answer(job.ticket, Answer::Dead(PointSet::EMPTY));
    let c3 = at(&table, "C3");
    table.toggle_dead(c3, true).unwrap();
    same(&table);
    table.agree().unwrap();
    same(&table);
    table.undo().unwrap();
    table.resign().unwrap();
    same(&table);
}

#[test]
fn totals_of_both_sides_differ_by_the_margin_under_every_rule_set() {
    for (name, _) in Rules::NAMED {
        let record = Record {
            rules: name.into(),
            dead: Some(vec!["A3".into()]),
            ..record(5, "C1 D1 C2 D2 C3 D3 C4 D4 C5 A3 pass D5 pass pass")
        };
        let table = record.set_up().unwrap();
        let score = View::of("x", &table).score.unwrap();
        let lead = 2.0 * (score.count.black.total - score.count.white.total);
        let margin = table.game().margin(&table.agreement().unwrap());
        assert_eq!(lead, f64::from(margin.half_points_for(Color::Black)), "{name}");
        assert_eq!(score.text, margin.to_string());
    }
}

#[test]
fn records_that_make_no_game_are_refused_with_their_place() {
    let place = |record: Record| record.set_up().err().unwrap().place().to_string();
    assert_eq!(place(record(4, "")), "size");
    assert_eq!(place(record(20, "")), "size");
    assert_eq!(place(record(u64::MAX, "")), "size");
    assert_eq!(place(record(9, "E5 Z9")), "moves[1]");
    assert_eq!(place(record(9, "E5 E5")), "moves[1]");
    assert_eq!(place(record(5, &"pass ".repeat(203))), "moves");
    assert_eq!(place(Record { komi: Some("6.3".into()), ..record(9, "") }), "komi");
    assert_eq!(place(Record { rules: "mine".into(), ..record(9, "") }), "rules");
    assert_eq!(place(Record { dead: Some(vec!["I1".into()]), ..record(9, "") }), "dead[0]");
}

#[test]
fn the_sgf_has_every_move_and_the_players() {
    let table = table(9, "C3 G7 pass J1");
    let text = sgf(&table);
    assert!(text.starts_with("(;GM[1]FF[4]CA[UTF-8]"), "{text}");
    assert!(text.contains("SZ[9]KM[6.5]RU[Chinese]PB[You]PW[Aji]"), "{text}");
    assert!(text.contains("\n;B[cg];W[gc];B[];W[ii])"), "{text}");
    assert!(!text.contains("RE["), "{text}");
}
