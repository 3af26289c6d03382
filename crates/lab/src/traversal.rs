//! DFUCT beside UCT: how often inner nodes are opened anew, what is answered, and how long a playout takes (document
//! 001, §5).
//!
//! Every position is searched twice each way: once with the audit, which counts, and once without it for the time. What
//! was found is kept position by position, so that a run that was killed goes on where it stopped.

use crate::page::{self, Panel, Series};
use crate::provenance::Provenance;
use crate::result::{self, ResultError};
use aji_goban::{Color, Game, Komi, Move, Point, Rules, Size};
use aji_search::settings::Traversal;
use aji_search::{Budget, Effort, Engine, Preset};
use serde::{Deserialize, Serialize};
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

/// What is measured, and how far.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Positions to search.
    pub n_positions: usize,
    /// Lines of their boards.
    pub size: Size,
    /// Playouts between two snapshots.
    pub step: u64,
    /// How many snapshots.
    pub n_steps: usize,
}

/// What both had done after so many playouts, over all positions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Snapshot {
    /// Playouts for each position.
    pub playouts: u64,
    /// How often UCT and DFUCT opened an inner node, for each position.
    pub opened: [f64; 2],
    /// DFUCT's part of UCT's.
    pub ratio: f64,
    /// How often a third move stood above the two that DFUCT compares.
    pub third: f64,
    /// Positions in which both would play the same.
    pub same_answer: usize,
    /// Microseconds of a playout, UCT and DFUCT.
    pub microseconds: [f64; 2],
    /// Of these, outside the game that is played out.
    pub outside: [f64; 2],
}

/// All that was measured.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Comparison {
    /// Positions.
    pub positions: usize,
    /// Lines of their boards.
    pub size: usize,
    /// After so many playouts each.
    pub snapshots: Vec<Snapshot>,
    /// Where and when.
    #[serde(flatten)]
    pub provenance: Provenance,
}

/// What one traversal had done so far in one position.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Seen {
    n_selections: u64,
    n_compared: u64,
    n_third: u64,
    /// Seconds inside playouts, by the audit's clock.
    in_playouts: f64,
    /// Seconds of all, without an audit.
    elapsed: f64,
    /// The point it would play on; none for a pass.
    best: Option<usize>,
}

/// What both traversals did in one position: a line of the file that is kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Line {
    position: usize,
    size: usize,
    step: u64,
    uct: Vec<Seen>,
    dfuct: Vec<Seen>,
}

impl Line {
    fn of(&self, traversal: Traversal) -> &[Seen] {
        match traversal {
            Traversal::Uct => &self.uct,
            Traversal::Dfuct => &self.dfuct,
        }
    }

    /// Does it belong to the plan, at this position?
    fn answers(&self, plan: &Plan, position: usize) -> bool {
        (self.position, self.size, self.step) == (position, plan.size.lines(), plan.step)
            && self.uct.len() >= plan.n_steps
            && self.dfuct.len() >= plan.n_steps
    }
}

const BOTH: [Traversal; 2] = [Traversal::Uct, Traversal::Dfuct];

/// Searches every position with both traversals; none if it was stopped. What `kept`, a file, has of the plan already is not
/// searched again, and every position is added to it. `watch` hears of every position done.
pub fn compare(
    plan: &Plan,
    command: &str,
    kept: Option<&Path>,
    cancel: &AtomicBool,
    mut watch: impl FnMut(usize, usize),
) -> Result<Option<Comparison>, ResultError> {
    let known: Vec<Line> = kept.map_or(Ok(Vec::new()), result::read_whole_lines)?;
    let mut lines: Vec<Line> = Vec::new();
    for i in 0..plan.n_positions {
        let line = match known.iter().find(|line| line.answers(plan, i)) {
            Some(line) => line.clone(),
            None => {
                let Some(line) = both_ways(plan, i, cancel) else { return Ok(None) };
                if let Some(kept) = kept {
                    result::append(kept, &line)?;
                }
                line
            }
        };
        lines.push(line);
        watch(lines.len(), plan.n_positions);
    }
    Ok(Some(Comparison {
        positions: plan.n_positions,
        size: plan.size.lines(),
        snapshots: (0..plan.n_steps).map(|step| snapshot(plan, step, &lines)).collect(),
        provenance: Provenance::here(command),
    }))
}

/// Forgets what was kept: the comparison is complete.
pub fn forget(kept: &Path) -> Result<(), ResultError> {
    match fs::remove_file(kept) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(ResultError::File { path: kept.to_owned(), error })
        }
        _ => Ok(()),
    }
}

/// One position with both traversals; none if it was stopped.
fn both_ways(plan: &Plan, i: usize, cancel: &AtomicBool) -> Option<Line> {
    let game = position(plan.size, i as u64);
    let mut ways = Vec::new();
    for traversal in BOTH {
        let timed = search(plan, &game, traversal, false, cancel)?;
        let mut audited = search(plan, &game, traversal, true, cancel)?;
        for (audited, timed) in audited.iter_mut().zip(timed) {
            audited.elapsed = timed.elapsed;
        }
        ways.push(audited);
    }
    let [uct, dfuct] = ways.try_into().ok()?;
    Some(Line { position: i, size: plan.size.lines(), step: plan.step, uct, dfuct })
}

/// One position with one traversal, up to the last snapshot.
fn search(
    plan: &Plan,
    game: &Game,
    traversal: Traversal,
    audit: bool,
    cancel: &AtomicBool,
) -> Option<Vec<Seen>> {
    let mut settings = Preset::Uct.settings();
    settings.search.traversal = traversal;
    settings.search.audit = audit;
    // The next search goes on with the tree of the last.
    settings.search.reuse = true;
    settings.search.memory_mb = 2000;
    let mut engine = Engine::new(settings).ok()?;
    let (mut effort, mut elapsed, mut all) = (Effort::default(), 0.0, Vec::new());
    for _ in 0..plan.n_steps {
        let report = engine.search(game, Budget::playouts(plan.step), cancel, None);
        if cancel.load(Ordering::Relaxed) {
            return None;
        }
        effort.merge(&report.effort);
        elapsed += report.elapsed.as_secs_f64();
        all.push(Seen {
            n_selections: effort.n_selections,
            n_compared: effort.n_compared,
            n_third: effort.n_third,
            in_playouts: effort.in_playouts.as_secs_f64(),
            elapsed,
            best: report.best().and_then(|best| best.play.point()).map(Point::index),
        });
    }
    Some(all)
}

/// The `i`-th position: a game that a quick player has begun.
fn position(size: Size, i: u64) -> Game {
    let mut settings = Preset::Uct.settings();
    settings.search.seed = 1 + i;
    let mut game = Game::new(size, Rules::CHINESE, Komi::from_half_points(13));
    let Ok(mut engine) = Engine::new(settings) else { return game };
    let n_moves = size.n_points() / 10 + (i as usize * 7) % (size.n_points() / 3);
    for k in 0..n_moves {
        let report = engine.search(&game, Budget::playouts(300), &AtomicBool::new(false), None);
        let best = report.candidates.iter().find(|candidate| candidate.play != Move::Pass);
        let Some(best) = best else { break };
        if game.play(Color::BOTH[k % 2], best.play).is_err() {
            break;
        }
    }
    game
}

fn snapshot(plan: &Plan, step: usize, lines: &[Line]) -> Snapshot {
    let playouts = plan.step * (step as u64 + 1);
    let seen = |traversal| lines.iter().map(move |line| &line.of(traversal)[step]);
    let mean = |of: &dyn Fn(&Seen) -> f64| {
        BOTH.map(|traversal| seen(traversal).map(of).sum::<f64>() / lines.len() as f64)
    };
    let opened = mean(&|seen| seen.n_selections as f64);
    let a_playout = |seconds: f64| 1e6 * seconds / playouts as f64;
    let counted = |of: fn(&Seen) -> u64| seen(Traversal::Dfuct).map(of).sum::<u64>() as f64;
    Snapshot {
        playouts,
        opened,
        ratio: opened[1] / opened[0],
        third: counted(|seen| seen.n_third) / counted(|seen| seen.n_compared).max(1.0),
        same_answer: lines
            .iter()
            .filter(|line| line.uct[step].best == line.dfuct[step].best)
            .count(),
        microseconds: mean(&|seen| a_playout(seen.elapsed)),
        outside: mean(&|seen| a_playout((seen.elapsed - seen.in_playouts).max(0.0))),
    }
}

impl Comparison {
    /// A table in Markdown.
    pub fn markdown(&self) -> String {
        let mut text = format!(
            "# DFUCT beside UCT\n\n{} positions on {}×{}, uniform playouts, one thread. Published: DFUCT opens inner nodes \
             67 % as often as UCT at 100,000 playouts and 56 % at 700,000, takes 3 % less time, and a third move stands \
             above both rivals in 2.5 % of the comparisons.\n\n\
             | playouts | opened by UCT | by DFUCT | ratio | third move above | same answer | µs a playout, UCT | DFUCT | outside playouts, UCT | DFUCT |\n\
             |---|---|---|---|---|---|---|---|---|---|\n",
            self.positions, self.size, self.size
        );
        for s in &self.snapshots {
            // Writing to a string cannot fail.
            let _ = writeln!(
                text,
                "| {} | {:.0} | {:.0} | {:.1} % | {:.2} % | {} of {} | {:.2} | {:.2} | {:.2} | {:.2} |",
                s.playouts,
                s.opened[0],
                s.opened[1],
                100.0 * s.ratio,
                100.0 * s.third,
                s.same_answer,
                self.positions,
                s.microseconds[0],
                s.microseconds[1],
                s.outside[0],
                s.outside[1]
            );
        }
        text += "\n![what DFUCT saves](traversal.svg)\n\n\
                 Whole times are those of searches without an audit; the time inside playouts is the audit's.\n";
        text + &page::made_by(&self.provenance)
    }

    /// What DFUCT saves, as a picture: inner nodes and time, as parts of UCT's.
    pub fn svg(&self) -> String {
        let line = |name: &str, of: fn(&Snapshot) -> f64| Series {
            name: name.to_owned(),
            points: self.snapshots.iter().map(|s| (s.playouts as f64, of(s))).collect(),
            is_baseline: false,
        };
        let published = |points: Vec<(f64, f64)>| Series {
            name: "published".to_owned(),
            points,
            is_baseline: true,
        };
        let last = self.snapshots.last().map_or(1.0, |snapshot| snapshot.playouts as f64);
        let panel = |title: &str, series| Panel {
            title: title.to_owned(),
            last,
            ticks: (1..=4)
                .map(|i| last * f64::from(i) / 4.0)
                .map(|at| (at, at.to_string()))
                .collect(),
            series,
        };
        let panels = [
            panel(
                "inner nodes opened, as a part of UCT's, by playouts",
                vec![
                    line("opened by DFUCT", |s| s.ratio),
                    published(vec![(100_000.0, 0.67), (700_000.0, 0.56)]),
                ],
            ),
            panel(
                "time of a playout, as a part of UCT's, by playouts",
                vec![
                    line("all of DFUCT's", |s| s.microseconds[1] / s.microseconds[0]),
                    line("outside the game that is played out", |s| s.outside[1] / s.outside[0]),
                    published(vec![(0.0, 0.97), (last, 0.97)]),
                ],
            ),
        ];
        page::svg("DFUCT beside UCT", &panels)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn small_plan(n_steps: usize) -> Plan {
        Plan { n_positions: 2, size: Size::new(5).unwrap(), step: 1000, n_steps }
    }

    #[test]
    fn dfuct_opens_fewer_inner_nodes_and_the_table_says_so() {
        let (plan, go) = (small_plan(2), AtomicBool::new(false));
        let mut heard = Vec::new();
        let comparison = compare(&plan, "x", None, &go, |done, all| heard.push((done, all)));
        let comparison = comparison.unwrap().unwrap();
        assert_eq!(heard, [(1, 2), (2, 2)]);
        assert_eq!(comparison.snapshots.len(), 2);
        for snapshot in &comparison.snapshots {
            assert!(snapshot.ratio < 1.0 && snapshot.opened[0] > 1000.0);
            assert!(snapshot.outside[0] < snapshot.microseconds[0]);
            assert!(snapshot.third < 1.0 && snapshot.same_answer <= 2);
        }
        assert!(comparison.markdown().contains("| 2000 |"));
        let svg = comparison.svg();
        assert_eq!(svg.matches("<polyline").count(), 5);
        assert!(svg.contains(">2000</text>") && svg.contains("published"));
        let stop = AtomicBool::new(true);
        assert!(compare(&plan, "x", None, &stop, |_, _| ()).unwrap().is_none());
    }

    #[test]
    fn a_run_that_was_killed_goes_on_where_it_stopped() {
        let kept = std::env::temp_dir().join(format!("aji-traversal-{}.jsonl", std::process::id()));
        let go = AtomicBool::new(false);
        forget(&kept).unwrap();
        let run = |plan: &Plan| compare(plan, "x", Some(&kept), &go, |_, _| ()).unwrap().unwrap();
        let first = run(&Plan { n_positions: 1, ..small_plan(2) });
        // Killed while it wrote the second line.
        let whole = fs::read_to_string(&kept).unwrap();
        fs::write(&kept, format!("{whole}{}", &whole[..whole.len() / 2])).unwrap();
        let both = run(&small_plan(2));
        let lines: Vec<Line> = result::read_whole_lines(&kept).unwrap();
        assert_eq!(lines.iter().map(|line| line.position).collect::<Vec<_>>(), [0, 1]);
        assert_eq!(first.snapshots.len(), both.snapshots.len());
        // Nothing is searched again, so that the very times are the same.
        assert_eq!(run(&small_plan(2)).snapshots, both.snapshots);
        assert_eq!(run(&small_plan(1)).snapshots, both.snapshots[..1]);
        forget(&kept).unwrap();
        forget(&kept).unwrap();
        assert!(!kept.exists());
    }
}
