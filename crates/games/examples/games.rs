//! trial
use aji_games::{game::Game, rules, othello::{Board, Solver, square_name}};
fn main() {
    for (g, d) in [("connectfour", 7), ("breakthrough", 4)] {
        let p = match rules::open(g, &Default::default()) { Ok(p) => p, Err(e) => { println!("{g}: {e}"); continue } };
        let game = match Game::new(p) { Ok(p) => p, Err(e) => { println!("{g}: {e}"); continue } };
        for depth in 1..=d {
            let t = std::time::Instant::now();
            println!("{g} {depth} {} {:?}", game.perft(&game.start(), depth), t.elapsed());
        }
    }
    for d in 8..=10 { let t = std::time::Instant::now(); println!("native {d} {} {:?}", Board::START.perft(d), t.elapsed()); }
    let files: Vec<String> = std::env::args().skip(1).collect();
    for f in files {
        let t0 = std::time::Instant::now(); let mut total = 0;
        for line in std::fs::read_to_string(&f).unwrap().lines().filter(|l| !l.starts_with('#')) {
            let c: Vec<&str> = line.split('\t').collect();
            if c[3].parse::<u32>().unwrap() > 20 { continue; }
            let (b, _) = Board::parse(&format!("{}{}", c[1], c[2])).unwrap();
            let t = std::time::Instant::now();
            let mut s = Solver::new(20);
            let r = s.solve(b);
            total += r.nodes;
            let ok = r.score == c[4].parse::<i32>().unwrap() && r.best.is_none_or(|m| c[5].to_lowercase().contains(&square_name(m)));
            println!("{} {} empties {} score {} move {:?} nodes {} {:?} {}", c[0], c[5], c[3], r.score, r.best.map(square_name), r.nodes, t.elapsed(), if ok {"ok"} else {"WRONG"});
        }
        println!("{f}: {total} nodes {:?}", t0.elapsed());
    }
}
