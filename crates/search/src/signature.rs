//! One number that names the engine's behavior: fixed positions, fixed seeds, fixed budgets. Two
//! machines, or two commits, with the same number play alike on one thread.

use crate::engine::{Engine, Knowledge};
use crate::meter::Budget;
use crate::presets::Preset;
use crate::report::Report;
use crate::settings::SettingsError;
use aji_goban::{Game, Komi, Move, Rules, Size};
use std::sync::atomic::AtomicBool;

/// Positions of each size, and the playouts spent on each.
const PLAN: [(u64, usize, u64); 3] = [(9, 3, 2000), (13, 2, 1000), (19, 2, 500)];

/// The signature of a preset.
pub fn of(preset: Preset, knowledge: &Knowledge) -> Result<u64, SettingsError> {
    let mut hash = Fold(0);
    for (lines, n_positions, n_playouts) in PLAN {
        let Ok(size) = Size::new(lines) else { continue };
        let mut settings = preset.settings();
        settings.search.threads = 1;
        settings.budget.playouts = settings.budget.playouts.min(n_playouts);
        let mut engine = Engine::with_knowledge(settings, knowledge.clone())?;
        let mut game = Game::new(size, Rules::CHINESE, Komi::from_half_points(15));
        for _ in 0..n_positions {
            // A few moves of its own between the positions, so that they differ in their stones too.
            for _ in 0..4 {
                let report = search(&mut engine, &game, n_playouts / 20);
                let play = report.best().map_or(Move::Pass, |best| best.play);
                if game.play(report.to_move, play).is_err() {
                    break;
                }
            }
            hash.report(&search(&mut engine, &game, n_playouts), size);
        }
    }
    Ok(hash.0)
}

fn search(engine: &mut Engine, game: &Game, n_playouts: u64) -> Report {
    engine.search(game, Budget::playouts(n_playouts), &AtomicBool::new(false), None)
}

/// Folds numbers into one (the FNV-1a step on 64-bit words).
struct Fold(u64);

impl Fold {
    fn add(&mut self, number: u64) {
        self.0 = (self.0 ^ number).wrapping_mul(0x0000_0100_0000_01B3).rotate_left(23);
    }

    fn report(&mut self, report: &Report, size: Size) {
        for candidate in &report.candidates {
            let place = candidate.play.point().map_or(u64::MAX, |point| {
                (point.row(size) * size.lines() + point.column(size)) as u64
            });
            self.add(place);
            self.add(u64::from(candidate.visits));
            self.add(candidate.win_rate_for(report.to_move).to_bits());
            self.add(candidate.variation.len() as u64);
        }
        for point in size.points() {
            self.add(report.ownership.of(point, report.to_move).to_bits());
        }
    }
}
