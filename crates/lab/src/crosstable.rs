//! Who beat whom, and everybody on one scale: a Markdown table and a graph.

use crate::plot::escaped;
use aji_arena::record::{Ending, GameRecord};
use aji_arena::statistics::ratings::Encounter;
use aji_arena::statistics::{Rating, Ratings, Tally};
use aji_goban::Color;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The results of a tournament.
#[derive(Clone, Debug, Default)]
pub struct Crosstable {
    /// The players.
    pub names: Vec<String>,
    /// The row's results against the column.
    tallies: Vec<Vec<Tally>>,
    /// Seconds and moves of each player.
    thinking: Vec<(f64, f64)>,
    /// Games each player lost by a fault, by the kind of fault.
    faults: Vec<BTreeMap<String, u64>>,
}

impl Crosstable {
    /// Nothing played yet.
    pub fn new(names: Vec<String>) -> Crosstable {
        let n = names.len();
        Crosstable {
            names,
            tallies: vec![vec![Tally::default(); n]; n],
            thinking: vec![(0.0, 0.0); n],
            faults: vec![BTreeMap::new(); n],
        }
    }

    /// Counts a game of a pairing.
    pub fn add(&mut self, (first, second): (usize, usize), game: &GameRecord) {
        let player = |color: Color| if game.side(color).player == 0 { first } else { second };
        if let Some(score) = game.score_of(0) {
            self.tallies[first][second].add(score);
            self.tallies[second][first] = self.tallies[first][second].reversed();
        }
        for color in Color::BOTH {
            let (seconds, moves) = &mut self.thinking[player(color)];
            *seconds += game.side(color).seconds;
            *moves += 0.5 * game.moves.len() as f64;
        }
        if let Ending::Fault { side, .. } = game.ending {
            *self.faults[player(side.into())].entry(game.reason.clone()).or_default() += 1;
        }
    }

    /// A player's results against all others.
    pub fn tally(&self, player: usize) -> Tally {
        self.tallies[player].iter().fold(Tally::default(), |sum, tally| Tally {
            wins: sum.wins + tally.wins,
            draws: sum.draws + tally.draws,
            losses: sum.losses + tally.losses,
        })
    }

    /// Bradley–Terry ratings, 0 on average; two virtual draws between all who met keep a player who won every game
    /// on the scale. None while there are players who have not met the rest, not even by way of others.
    pub fn ratings(&self) -> Option<Vec<Rating>> {
        let mut ratings = Ratings::new(self.names.len()).with_virtual_draws(2.0);
        for first in 0..self.names.len() {
            for second in first + 1..self.names.len() {
                let tally = self.tallies[first][second];
                ratings.add(Encounter { first, second, tally }).ok()?;
            }
        }
        ratings.fit().ok()
    }

    /// The players, the best one first.
    fn order(&self, ratings: Option<&[Rating]>) -> Vec<usize> {
        let strength = |i: usize| ratings.map_or_else(|| self.tally(i).rate(), |all| all[i].elo);
        let mut order: Vec<usize> = (0..self.names.len()).collect();
        order.sort_by(|&a, &b| strength(b).total_cmp(&strength(a)));
        order
    }

    /// Ratings and results as two tables; `graph` is the picture's file.
    pub fn markdown(&self, graph: &str) -> String {
        let ratings = self.ratings();
        let order = self.order(ratings.as_deref());
        let mut page = String::from(
            "| | player | Elo | 95 % | games | won | s/move |\n|--:|---|--:|:-:|--:|--:|--:|\n",
        );
        // Writing to a string cannot fail.
        for (place, &player) in order.iter().enumerate() {
            let (elo, interval) = ratings.as_ref().map_or(("–".into(), "–".into()), |all| {
                let Rating { elo, interval, .. } = all[player];
                (signed(elo), format!("{} to {}", signed(interval.low), signed(interval.high)))
            });
            let (tally, (seconds, moves)) = (self.tally(player), self.thinking[player]);
            let (won, pace) = match tally.games() {
                0 => ("–".to_owned(), "–".to_owned()),
                _ => (
                    format!("{:.1} %", 100.0 * tally.rate()),
                    format!("{:.3}", seconds / moves.max(1.0)),
                ),
            };
            let _ = writeln!(
                page,
                "| {} | {} | {elo} | {interval} | {} | {won} | {pace} |",
                place + 1,
                cell(&self.names[player]),
                tally.games(),
            );
        }
        self.write_results(&mut page, &order);
        self.write_faults(&mut page);
        let _ = writeln!(page, "\n![Ratings with their 95 % intervals]({graph})");
        page
    }

    /// Who beat whom: the row's wins and losses against the column.
    fn write_results(&self, page: &mut String, order: &[usize]) {
        page.push_str("\n| won–lost |");
        (1..=order.len()).for_each(|place| {
            let _ = write!(page, " {place} |");
        });
        let _ = write!(page, "\n|---|{}\n", ":-:|".repeat(order.len()));
        for (place, &row) in order.iter().enumerate() {
            let _ = write!(page, "| {} {} |", place + 1, cell(&self.names[row]));
            for &column in order {
                let Tally { wins, draws, losses } = self.tallies[row][column];
                let _ = match (wins + draws + losses, draws) {
                    (0, _) => write!(page, " |"),
                    (_, 0) => write!(page, " {wins}–{losses} |"),
                    _ => write!(page, " {wins}–{losses}, {draws} drawn |"),
                };
            }
            page.push('\n');
        }
    }

    /// Programs that broke down: their authors want to know.
    fn write_faults(&self, page: &mut String) {
        for (name, faults) in self.names.iter().zip(&self.faults).filter(|(_, f)| !f.is_empty()) {
            let kinds: Vec<String> = faults.iter().map(|(kind, n)| format!("{n} {kind}")).collect();
            let _ = writeln!(page, "\nLost by a fault: {}: {}.", cell(name), kinds.join(", "));
        }
    }

    /// Everybody on one scale, with intervals; the first `n_own` players in a color of their own.
    pub fn svg(&self, title: &str, n_own: usize) -> String {
        let ratings = self.ratings().unwrap_or_default();
        let order = self.order((!ratings.is_empty()).then_some(&*ratings));
        let (low, high) = scale(&ratings);
        let x = |elo: f64| LEFT + WIDTH * (elo - low) / (high - low);
        let (width, bottom) = (LEFT + WIDTH + 40.0, TOP + ROW * order.len() as f64);
        let height = bottom + 46.0;
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             width=\"{width}\" height=\"{height}\" font-family=\"sans-serif\" font-size=\"13\">\n\
             <title>{0}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
             <text x=\"16\" y=\"24\" font-size=\"15\" font-weight=\"bold\">{0}</text>\n",
            escaped(title)
        );
        let n_steps = ((high - low) / STEP).round() as i32;
        for step in (0..=n_steps).step_by(1 + n_steps as usize / 10) {
            let elo = low + STEP * f64::from(step);
            let (x, color) = (x(elo), if elo == 0.0 { "#999" } else { "#ddd" });
            let _ = writeln!(
                out,
                "<line x1=\"{x:.1}\" y1=\"{TOP}\" x2=\"{x:.1}\" y2=\"{bottom}\" stroke=\"{color}\"/>\n\
                 <text x=\"{x:.1}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
                bottom + 20.0,
                signed(elo)
            );
        }
        for (row, &player) in order.iter().enumerate() {
            let y = TOP + ROW * (row as f64 + 0.5);
            let color = if player < n_own { OWN } else { OTHERS };
            let _ = writeln!(
                out,
                "<text x=\"{}\" y=\"{}\" text-anchor=\"end\" fill=\"{color}\">{}</text>",
                LEFT - 10.0,
                y + 4.0,
                escaped(&self.names[player])
            );
            let Some(Rating { elo, interval, .. }) = ratings.get(player) else { continue };
            let (low, elo, high) = (x(interval.low), x(*elo), x(interval.high));
            let _ = writeln!(
                out,
                "<line x1=\"{low:.1}\" y1=\"{y}\" x2=\"{high:.1}\" y2=\"{y}\" stroke=\"{color}\" \
                 stroke-width=\"2\"/><circle cx=\"{elo:.1}\" cy=\"{y}\" r=\"4\" fill=\"{color}\"/>"
            );
        }
        out.push_str("</svg>\n");
        out
    }
}

const LEFT: f64 = 210.0;
const WIDTH: f64 = 480.0;
const TOP: f64 = 40.0;
const ROW: f64 = 30.0;
/// Elo between two lines of the graph.
const STEP: f64 = 100.0;
const OWN: &str = "#b3400a";
const OTHERS: &str = "#0b62a4";

/// The ends of the graph: all intervals, rounded outwards to the next line.
fn scale(ratings: &[Rating]) -> (f64, f64) {
    let low = ratings.iter().fold(-STEP, |low, rating| low.min(rating.interval.low));
    let high = ratings.iter().fold(STEP, |high, rating| high.max(rating.interval.high));
    ((low / STEP).floor() * STEP, (high / STEP).ceil() * STEP)
}

fn signed(elo: f64) -> String {
    if elo.abs() < 0.5 { "0".to_owned() } else { format!("{elo:+.0}") }
}

/// A name as it may stand in a table.
fn cell(name: &str) -> String {
    escaped(name).replace('|', "\\|").replace('\n', " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A beats B nine times in ten, B beats C eight times; A and C have not met.
    fn table() -> Crosstable {
        let mut table = Crosstable::new(vec!["B".into(), "A|1".into(), "<C>".into()]);
        for (first, second, wins) in [(1, 0, 9), (0, 2, 8)] {
            table.tallies[first][second] = Tally::of(wins, 10);
            table.tallies[second][first] = Tally::of(10 - wins, 10);
        }
        table
    }

    #[test]
    fn the_best_player_stands_first_and_results_are_seen_from_the_row() {
        let page = table().markdown("ratings.svg");
        let first = page.lines().nth(2).unwrap();
        assert!(
            first.starts_with("| 1 | A\\|1 | +") && first.contains("| 10 | 90.0 % |"),
            "{first}"
        );
        assert!(page.contains("| won–lost | 1 | 2 | 3 |\n|---|:-:|:-:|:-:|\n"), "{page}");
        assert!(page.contains("| 1 A\\|1 | | 9–1 | |\n| 2 B | 1–9 | | 8–2 |\n| 3 &lt;C&gt; |"));
        assert!(page.contains("](ratings.svg)"));
    }

    #[test]
    fn ratings_are_zero_on_average_and_wait_for_everybody_to_have_met() {
        let sum: f64 = table().ratings().unwrap().iter().map(|rating| rating.elo).sum();
        assert!(sum.abs() < 1e-6);
        let empty = Crosstable::new(vec!["A".into(), "B".into()]);
        assert!(empty.ratings().is_none());
        assert!(empty.markdown("g.svg").contains("| 1 | A | – | – | 0 | – | – |"));
    }

    #[test]
    fn the_graph_holds_every_interval_and_shows_whose_program_it_is() {
        let table = table();
        let svg = table.svg("Elo & all", 1);
        assert!(svg.contains("Elo &amp; all") && svg.contains("&lt;C&gt;"));
        assert_eq!(svg.matches("<circle").count(), 3);
        assert_eq!(svg.matches(OWN).count(), 3, "name, interval and rating of the first player");
        let (low, high) = scale(&table.ratings().unwrap());
        let inside = |r: &Rating| low <= r.interval.low && r.interval.high <= high;
        assert!(table.ratings().unwrap().iter().all(inside));
        assert!(Crosstable::new(vec!["A".into()]).svg("t", 0).ends_with("</svg>\n"));
    }
}
