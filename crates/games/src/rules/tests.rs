//! Reading rule files: what is accepted, and what is said about the rest.

use super::{Kind, open, read};
use std::collections::BTreeMap;

const FIGURES_2_AND_3: &str = "
legal_move(Square, Player):-
  square(Square), bs(Square, FlipEnd, Player).
bs(S1, S3, P):-blank(S1), opponent(P, Opp),
  neighbor(S1, Dir, S2), span(S2, S3, Dir, Opp),
  neighbor(S3, Dir, S4), owns(P, S4).
span(S1, S2, Dir, Owner):-square(S1), square(S2),
  player(Owner), owns(Owner, S1),
  neighbor(S1, Dir, S3), span(S3, S2, Dir, Owner).
span(S, S, Dir, Owner):-
  square(S), player(Owner), owns(Owner, S),
  direction(Dir).
line(S, S, Dir):-square(S), direction(Dir).
line(From, To, Dir):-
  neighbor(From, Dir, Next), line(Next, To, Dir).
%board topology
player(x). player(o).
opponent(x, o). opponent(o, x).
direction(n). direction(s).
square(a1). square(a2). square(a3). square(a4).
neighbor(a1, s, a2). neighbor(a2, n, a1).
neighbor(a2, s, a3). neighbor(a3, n, a2).
neighbor(a3, s, a4). neighbor(a4, n, a3).
ic1(S):-blank(S), owns(_Player, S).
ic2(S):-owns(x, S), owns(o, S).
";

fn error(text: &str) -> String {
    match read(text, &BTreeMap::new()) {
        Ok(_) => panic!("accepted: {text}"),
        Err(e) => e.to_string(),
    }
}

#[test]
fn the_papers_figures_are_read_as_they_stand() {
    let program = read(FIGURES_2_AND_3, &BTreeMap::new()).unwrap();
    let kind = |name: &str| program.preds[program.pred(name).unwrap()].kind;
    assert_eq!(kind("owns"), Kind::Fluent);
    assert_eq!(kind("blank"), Kind::Fluent);
    assert_eq!(kind("span"), Kind::Derived);
    assert_eq!(kind("line"), Kind::Static);
    // Four squares, each blank, x or o.
    assert_eq!(program.fluents.n_vars(), 4);
    assert!((0..4).all(|v| program.fluents.n_values(v) == 3));
    // line is reflexive and transitive along a direction: 4 + 3 + 2 + 1 pairs, both ways.
    assert_eq!(program.size(program.pred("line").unwrap()), 20);
}

#[test]
fn syntax_errors_name_line_column_and_expectation() {
    assert_eq!(
        error("p(a).\nq(X) :- p(X) r(X)."),
        "line 2, column 14: expected `.`, `,` or `:-`, found `r`"
    );
    assert_eq!(error("p(a"), "line 1, column 4: expected `,` or `)`, found the end of the file");
    assert_eq!(
        error("P(a)."),
        "line 1, column 1: expected a clause, which starts with a predicate in small letters, found the variable `P`"
    );
    assert!(error("p(a). ?").contains("line 1, column 7: `?` means nothing here"));
    assert!(error("p(f(a)).").contains("only as the fact of init or effect"));
    assert!(error("#grid 0 3").contains("#grid wants two numbers"));
    assert!(error("#if size 3\n").contains("unknown option size"));
}

#[test]
fn unsafe_variables_are_named_with_their_clause() {
    let text = error("q(a). p(X, Y) :- q(X).");
    assert!(text.contains("unsafe variable Y"), "{text}");
    assert!(text.contains("in: p(X, Y) :- q(X)."), "{text}");
    assert!(error("q(a). p(X) :- q(X), not r(Y). r(a).").contains("unsafe variable Y"));
    assert!(error("q(a). p(X) :- q(X), Y > 3.").contains("unsafe variable Y"));
}

#[test]
fn unstratified_negation_is_refused_with_its_clause() {
    let text = error("q(a). p(X) :- q(X), not r(X). r(X) :- q(X), p(X).");
    assert!(text.contains("unstratified negation"), "{text}");
    assert!(text.contains("in: p(X) :- q(X), not r(X)."), "{text}");
    assert!(error("p(N) :- count([X], p(X), N).").contains("unstratified negation"));
}

#[test]
fn recursion_without_an_end_is_refused() {
    let text = error("q(a). p(X) :- p(X), q(X).");
    assert!(text.contains("endless recursion"), "{text}");
    assert!(text.contains("in: p(X) :- p(X), q(X)."), "{text}");
    // Left recursion over the position: nothing is bound before the call.
    let text = "square(a). square(b). player(x). player(o). ic1(S) :- on(S), off(S).
        reach(X, Y) :- reach(X, Z), next(Z, Y), on(Y).
        reach(X, Y) :- next(X, Y), on(Y). next(a, b). next(b, a).
        init(on(S)) :- square(S). init(turn(x)).
        legal_move(X, P) :- player(P), reach(X, _Y).";
    let program = read(text, &BTreeMap::new()).unwrap();
    let error = crate::game::Game::new(program).unwrap_err().to_string();
    assert!(error.contains("endless recursion: reach/2 calls itself"), "{error}");
    assert!(error.contains("in: reach(X, Y) :- reach(X, Z)"), "{error}");
}

#[test]
fn cyclic_relations_do_not_trap_ground_recursion() {
    // A ring of three squares: a proof that needs itself is cut, the rest is found.
    let text = "square(a). square(b). square(c). player(x). player(o).
        next(a, b). next(b, c). next(c, a). ic1(S) :- on(S), off(S).
        reach(X, Y) :- next(X, Y), on(Y).
        reach(X, Y) :- next(X, Z), on(Z), reach(Z, Y).
        init(on(S)) :- square(S). init(turn(x)).
        legal_move(X, P) :- player(P), square(X), reach(X, c).
        effect(X, P, off(X)) :- player(P).";
    let game = crate::game::Game::new(read(text, &BTreeMap::new()).unwrap()).unwrap();
    let mut moves = Vec::new();
    game.legal_moves(&game.start(), &mut moves);
    assert_eq!(moves.len(), 3);
}

#[test]
fn exploding_sets_stop_at_a_budget_with_the_clause() {
    let mut text = String::new();
    for i in 0..40 {
        text.push_str(&format!("n({i}). "));
    }
    text.push_str("big(A, B, C, D) :- n(A), n(B), n(C), n(D).");
    let said = error(&text);
    assert!(said.contains("exploding ground set: more than 500000 tuples"), "{said}");
    assert!(said.contains("in: big(A, B, C, D)"), "{said}");
    // Many sets that are each small enough.
    let mut text: String = (0..300).map(|i| format!("n({i}). ")).collect();
    (0..6).for_each(|k| text.push_str(&format!("b{k}(A, B) :- n(A), n(B). ")));
    let said = error(&text);
    assert!(said.contains("more than 500000 tuples") && said.contains("in: b"), "{said}");
    // The same over the position: subsets of the board as ground clauses.
    let text = "#grid 8 8\nplayer(x). player(o). ic1(S) :- on(S), off(S).
        init(off(S)) :- square(S). init(turn(x)).
        path(S, T) :- neighbor(S, _D, T), on(S).
        path(S, T) :- neighbor(S, _D, M), on(S), path(M, T).
        legal_move(S, P) :- player(P), square(S), path(S, h8).";
    let begun = std::time::Instant::now();
    let program = read(text, &BTreeMap::new()).unwrap();
    let said = crate::game::Game::new(program).unwrap_err().to_string();
    assert!(said.contains("exploding ground set") || said.contains("gave up"), "{said}");
    assert!(said.contains("in: "), "{said}");
    assert!(begun.elapsed().as_secs() < 60);
}

#[test]
fn undefined_predicates_and_options_get_advice() {
    assert!(error("p(X) :- q(X).").contains("q/1 has neither facts nor rules"));
    assert!(error("q(a, b). p(X) :- q(X).").contains("q/2 is defined, with 2 arguments"));
    let wrong: BTreeMap<String, String> = [("size".to_string(), "5".to_string())].into();
    assert!(open("othello", &wrong).unwrap_err().to_string().contains("allowed: 4, 6, 8"));
    assert!(open("go", &BTreeMap::new()).unwrap_err().to_string().contains("there are: othello"));
}

#[test]
fn every_game_of_the_library_compiles_with_every_option() {
    for game in super::GAMES {
        let plain = open(game.name, &BTreeMap::new()).unwrap();
        for (name, values) in plain.choices.clone() {
            for value in values {
                let options: BTreeMap<String, String> = [(name.clone(), value.clone())].into();
                let program = open(game.name, &options).unwrap();
                crate::game::Game::new(program)
                    .unwrap_or_else(|e| panic!("{} {name}={value}: {e}", game.name));
            }
        }
    }
}

#[test]
fn errors_never_panic_on_mangled_files() {
    let text = include_str!("../../rules/hasami.rules");
    let mut seed = 7u64;
    for _ in 0..300 {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        let at = (seed >> 33) as usize % text.len();
        let to = (at + 1 + (seed >> 20) as usize % 40).min(text.len());
        let mut mangled = text.to_string();
        mangled
            .replace_range(at..to, ["", ".", "(", "X", " not ", ":-"][(seed >> 50) as usize % 6]);
        let _ = read(&mangled, &BTreeMap::new());
    }
}
