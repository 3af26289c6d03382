//! Elements, goals, coefficients and attention on positions where the answer can be told.

use aji_attention::coefficients::{CoefficientError, N_FEATURES, feature_ranges, features};
use aji_attention::lesson;
use aji_attention::roles::{N_ROLES, Roles};
use aji_attention::{
    Aim, Attention, Coefficients, Element, Goals, Kind, Method, Segmentation, Settings, Situation,
    Stage, Statistics, View,
};
use aji_goban::{Color, Komi, Move, Point, Position, Size, diagram};
use aji_ranking::Contests;

const KOMI: Komi = Komi::from_half_points(14);

/// White's three stones in the corner have one eye at most; Black's wall is safe. Far away nothing happens.
const CORNER: &str = "
    . O . X . . . . .
    O O O X . . . . .
    X X X X . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . O . .
    . . . . . . . . .
    . . . . . . . . .";

fn position(text: &str, to_move: Color) -> Position {
    Position::of(diagram::parse(text).unwrap().board, to_move)
}

struct Looked {
    segmentation: Segmentation,
    situation: Situation,
    goals: Goals,
}

impl Looked {
    fn at(position: &mut Position, before: &Goals) -> Looked {
        let segmentation = Segmentation::of(Settings::default(), position);
        let situation = Situation::of(&segmentation, position, KOMI, None);
        let goals = before.next(&segmentation, &situation);
        Looked { segmentation, situation, goals }
    }

    fn view(&self) -> View<'_> {
        View {
            segmentation: &self.segmentation,
            situation: &self.situation,
            goals: &self.goals,
            statistics: None,
        }
    }
}

fn point(name: &str) -> Point {
    Point::parse(name, Size::new(9).unwrap()).unwrap()
}

#[test]
fn a_weak_enemy_group_is_attacked_and_a_weak_own_one_is_helped() {
    let aims = |to_move| {
        let mut position = position(CORNER, to_move);
        let looked = Looked::at(&mut position, &Goals::default());
        let corner = looked.segmentation.group_at(point("B8")).unwrap().stones;
        let about = looked.goals.purposes().iter().filter(|goal| corner.contains(goal.target));
        about.map(|goal| goal.aim).collect::<Vec<Aim>>()
    };
    let is_one_of = |aims: Vec<Aim>, wanted: [Aim; 2]| aims.iter().any(|aim| wanted.contains(aim));
    assert!(is_one_of(aims(Color::Black), [Aim::Attack, Aim::Kill]));
    assert!(is_one_of(aims(Color::White), [Aim::Defend, Aim::Live]));
}

#[test]
fn a_goal_lasts_while_there_is_a_reason_for_it() {
    let mut now = position(CORNER, Color::Black);
    let first = Looked::at(&mut now, &Goals::default());
    let about = |goals: &Goals| {
        let goal = goals.purposes().iter().find(|goal| goal.target == point("B9"));
        goal.map(|goal| (goal.age, goal.weight))
    };
    let (age, weight) = about(&first.goals).expect("the corner is a goal");
    assert_eq!(age, 0);
    // Both sides play elsewhere: the goal is older, and weighs more than a new one would.
    for play in ["G7", "C3"] {
        now.play(Move::Place(point(play)), &mut ());
    }
    let second = Looked::at(&mut now, &first.goals);
    let (age, heavier) = about(&second.goals).expect("it still is");
    assert!(age == 1 && heavier > weight, "{age} {heavier} {weight}");
    // Black takes the corner: with the group the goal is gone.
    let after = position(&CORNER.replacen('O', ".", 4), Color::Black);
    let third = Looked::at(&mut after.clone(), &second.goals);
    assert_eq!(about(&third.goals), None);
}

#[test]
fn elements_are_shares_and_know_where_the_last_move_was() {
    let mut position = position(CORNER, Color::Black);
    position.play(Move::Place(point("F3")), &mut ());
    let looked = Looked::at(&mut position, &Goals::default());
    let values = looked.view().values();
    assert_eq!(values.len(), looked.segmentation.boards().len());
    for (board, values) in looked.segmentation.boards().iter().zip(&values) {
        assert!(values.iter().all(|value| (0.0..=1.0).contains(value)), "{values:?}");
        let is_here = board.kind == Kind::Groups && board.points.contains(point("F3"));
        assert_eq!(values[Element::Answer as usize] == 1.0, is_here);
        assert_eq!(values[Element::Variance as usize], 0.0, "nobody played it out");
    }
}

#[test]
fn playouts_count_where_they_disagree() {
    let mut position = position(CORNER, Color::Black);
    let looked = Looked::at(&mut position, &Goals::default());
    let (unsure, critical) = ([0.5; 81], [0.05; 81]);
    let statistics = Statistics { ownership: &unsure, criticality: &critical };
    let view = View { statistics: Some(statistics), ..looked.view() };
    for values in view.values() {
        assert!(values[Element::Variance as usize] > 0.99);
        assert!((values[Element::Criticality as usize] - 0.5).abs() < 1e-4);
    }
    let situation = Situation::of(&looked.segmentation, &position, KOMI, Some(statistics));
    assert!((situation.lead_for(Color::White) - 7.0).abs() < 1e-3, "komi decides");
    assert_eq!(situation.lead_for(Color::Black), -situation.lead_for(Color::White));
}

#[test]
fn every_bin_of_every_element_is_a_feature_of_its_own() {
    assert_eq!(feature_ranges().last().unwrap().end as usize, N_FEATURES);
    let low = features(&[0.0; Element::N]);
    let high = features(&[1.0; Element::N]);
    for (i, range) in feature_ranges().enumerate() {
        assert!(range.contains(&low[i]) && range.contains(&high[i]), "{:?}", Element::ALL[i]);
        assert_eq!((low[i], high[i]), (range.start, range.end - 1), "{:?}", Element::ALL[i]);
    }
    for &element in Element::ALL {
        assert!(element.edges().is_sorted(), "{element:?}");
        assert_eq!(Element::from_name(element.name()), Some(element));
    }
}

#[test]
fn coefficients_that_come_with_the_program_are_positive_and_different_for_each_stage() {
    for (lines, method) in [9, 13, 19].into_iter().flat_map(|n| Method::EVERY.map(|m| (n, m))) {
        let shipped = Coefficients::shipped(method, Size::new(lines).unwrap()).unwrap();
        let parts = |stage| {
            let values = [[0.0; Element::N], [0.5; Element::N], [1.0; Element::N]];
            values.map(|values| shipped.attention(stage, &values))
        };
        assert!(Stage::ALL.iter().all(|&stage| parts(stage).iter().all(|&sum| sum >= 0.0)));
        assert_ne!(parts(Stage::Opening), parts(Stage::Ending));
    }
}

#[test]
fn bad_coefficients_are_refused_with_their_place() {
    let refused = |text: &str| Coefficients::parse(text, Method::All).unwrap_err().to_string();
    let file = |line: &str| format!("[about]\n[all.opening]\n{line}\n");
    assert!(refused(&file("beauty = [1.0]")).contains("opening.beauty: no such element"));
    let told = refused(&file("place = [1.0, -2.0, 0.5]"));
    assert!(told.contains("opening.place") && told.contains("3 numbers from 0 up"), "{told}");
    assert!(refused(&file("place = [1.0]")).contains("3 numbers"));
    assert!(refused("[[[").contains("cannot be read"));
    let none = Coefficients::parse("[about]\n", Method::One);
    assert!(matches!(none, Err(CoefficientError::NoMethod(Method::One))));
}

#[test]
fn a_move_teaches_the_smallest_partial_board_that_holds_it() {
    let mut position = position(CORNER, Color::Black);
    let looked = Looked::at(&mut position, &Goals::default());
    let boards = looked.segmentation.boards();
    let play = point("F4");
    let chosen = lesson::chosen(boards, play).unwrap();
    let holding = boards.iter().filter(|board| board.open.contains(play));
    assert_eq!(boards[chosen].open.len(), holding.clone().map(|b| b.open.len()).min().unwrap());
    let mut contests = Contests::default();
    let values = looked.view().values();
    assert!(lesson::add_contest(boards, &values, play, 0, 0, &mut contests).unwrap());
    assert_eq!(contests.contest(0).n_teams(), boards.len() - holding.count() + 1);
    let roles = Roles::of(&looked.segmentation, &looked.situation);
    assert!(lesson::add_point_contest(boards, &roles, play, 0, 0, &mut contests).unwrap());
    assert_eq!(contests.contest(1).n_teams(), boards[chosen].open.len());
    assert!(contests.contest(1).ids().iter().all(|&id| id < N_ROLES));
    assert!(!lesson::add_contest(boards, &values, point("B9"), 0, 0, &mut contests).unwrap());
}

#[test]
fn the_focus_is_the_strongest_part_of_a_partial_board_and_has_reasons() {
    let mut position = position(CORNER, Color::Black);
    position.play(Move::Place(point("F3")), &mut ());
    let looked = Looked::at(&mut position, &Goals::default());
    let coefficients = Coefficients::shipped(Method::All, position.size()).unwrap();
    let view = looked.view();
    let attention = Attention::of(&view, &coefficients);
    let first = attention.attended().unwrap();
    let open = looked.segmentation.boards()[first.board].open;
    let (some, most) =
        (attention.focus(first.board, 0.5, &view), attention.focus(first.board, 0.9, &view));
    assert!(some.is_subset(&most) && most.is_subset(&open) && some.len() < most.len());
    let weakest_in = some.iter().map(|p| attention.strength(p)).fold(f32::INFINITY, f32::min);
    let strongest_out = (open - some).iter().map(|p| attention.strength(p)).fold(0.0, f32::max);
    assert!(weakest_in >= strongest_out);
    assert!(!attention.reasons(first.board, &view, &coefficients).is_empty());
}
