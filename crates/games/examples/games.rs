//! trial
use aji_games::{game::Game, rules, feature::*};
fn main() {
    for (g, n) in [("tictactoe", 200), ("othello", 3000), ("hasami-6x6", 1000)] {
        let game = Game::new(rules::open(g, &Default::default()).unwrap()).unwrap();
        let sample = playout_sample(&game, 1024, 1);
        let (made, report) = generate(&game, &sample, &Limits { features: n, time: std::time::Duration::from_secs(100), ..Limits::default() });
        println!("{g} {} {report:?}", made.len());
        let terms: usize = made.iter().map(|m| m.grounded.as_ref().unwrap().n_terms()).sum();
        let clauses: usize = made.iter().map(|m| m.grounded.as_ref().unwrap().clauses.len()).sum();
        let mut pats = std::collections::HashSet::new();
        for m in &made { for p in m.grounded.as_ref().unwrap().patterns() { pats.insert(p); } }
        println!("terms {terms} clauses {clauses} patterns {} ", pats.len());
        for m in made.iter().take(60) { let gr = m.grounded.as_ref().unwrap(); println!("{:.3} {} {} {} {}", m.merit, m.feature.made_by.name(), gr.clauses.len(), gr.n_terms(), m.feature.show(&game.program)); }
    }
}
