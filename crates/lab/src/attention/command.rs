//! `aji lab attention learn|hit-rate|prediction|sequences|speed`.

use super::{AttentionError, hit_rate, learn, prediction, sequences, speed};
use crate::extraction::{Part, Wanted};
use crate::prediction::Predictor;
use crate::provenance::Provenance;
use aji_attention::coefficients::CoefficientFile;
use aji_attention::move_strengths::StrengthFile;
use aji_attention::{Coefficients, LinkRule, Method, Settings};
use aji_goban::Size;
use serde::Serialize;
use std::fs;
use std::io::Write;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Attention measured on game records.
#[derive(Clone, Debug, clap::Args)]
pub struct Arguments {
    /// What to measure
    #[command(subcommand)]
    command: What,
}

/// What can be measured.
#[derive(Clone, Debug, clap::Subcommand)]
enum What {
    /// Learn the coefficients of attention
    Learn {
        #[command(flatten)]
        common: Common,
        /// Playouts at each position that is looked at with them
        #[arg(long, default_value_t = 60, value_name = "N")]
        playouts: u32,
        /// Every so many positions are looked at with playouts; 0 for none
        #[arg(long, default_value_t = 5, value_name = "N")]
        with_playouts: u32,
        /// The file to write
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
    },
    /// How often the next move is where attention points, beside baselines of equal area
    HitRate {
        #[command(flatten)]
        common: Common,
        /// Playouts at each position, for criticality; 0 for none
        #[arg(long, default_value_t = 60, value_name = "N")]
        playouts: u32,
        /// Let attention know the playouts' ownership and criticality
        #[arg(long)]
        with_statistics: bool,
        /// Weights of a move model, for the baseline of highest prior
        #[arg(long, value_name = "DIR")]
        weights: Option<PathBuf>,
        /// The folder for the report
        #[arg(long, value_name = "DIR")]
        out: Option<PathBuf>,
    },
    /// Top-1 prediction of a move model with and without attention features
    Prediction {
        #[command(flatten)]
        common: Common,
        /// Weights of the move model
        #[arg(long, value_name = "DIR")]
        weights: PathBuf,
        /// Learn attention's part from so many games, and measure on the rest
        #[arg(long, default_value_t = 400, value_name = "N")]
        learn: u32,
        /// Write what was learned of the first method: the strengths of attention's features of moves
        #[arg(long, value_name = "FILE")]
        strengths: Option<PathBuf>,
        /// The folder for the report
        #[arg(long, value_name = "DIR")]
        out: Option<PathBuf>,
    },
    /// What segmentation and attention cost on the positions of games
    Speed {
        #[command(flatten)]
        common: Common,
    },
    /// Whether partial boards hold the local sequences of games
    Sequences {
        #[command(flatten)]
        common: Common,
        /// The folder for the report
        #[arg(long, value_name = "DIR")]
        out: Option<PathBuf>,
    },
}

/// Which games, and how they are looked at.
#[derive(Clone, Debug, clap::Args)]
struct Common {
    /// Game records (.sgf, .zst, .gz, .zip) or folders of them
    #[arg(long, num_args = 1.., value_name = "FILES")]
    games: Vec<PathBuf>,
    /// A data folder, instead of --games: `go/valid-19x19.sgf.zst` in it, or `go/train-19x19.sgf.zst` to learn from
    #[arg(long, env = "AJI_DATA", value_name = "DIR")]
    data: Option<PathBuf>,
    /// Lines of the board
    #[arg(long, default_value_t = 19, value_name = "N")]
    size: u64,
    /// Use so many games at most
    #[arg(long, default_value_t = 1000, value_name = "N")]
    limit: u32,
    /// Look at every N-th move of a game only
    #[arg(long, default_value_t = 5, value_name = "N")]
    every: u32,
    /// A method; may be repeated. All without it
    #[arg(long, value_name = "NAME")]
    method: Vec<Method>,
    /// How links are recognized
    #[arg(long, default_value_t = Settings::default().links, value_name = "RULE")]
    links: LinkRule,
    /// How many steps a stone's influence reaches
    #[arg(long, default_value_t = Settings::default().reach, value_name = "N")]
    reach: u8,
    /// Let the reach depend on the group's safety
    #[arg(long)]
    reach_by_safety: bool,
    /// Let the reach depend on the stage of the game
    #[arg(long)]
    reach_by_stage: bool,
    /// Links that can be cut join no groups
    #[arg(long)]
    split_open: bool,
    /// A file of coefficients instead of those that come with the program
    #[arg(long, value_name = "FILE")]
    coefficients: Option<PathBuf>,
    /// Threads; the figures do not depend on them
    #[arg(long, default_value_t = NonZero::<usize>::MIN, value_name = "N")]
    threads: NonZero<usize>,
}

impl Common {
    fn wanted(&self, file: &str) -> Result<Wanted, AttentionError> {
        let files = match (&self.games[..], &self.data) {
            ([], Some(data)) => vec![data.join("go").join(file)],
            ([], None) => return Err(AttentionError::NoFiles),
            (games, _) => games.to_vec(),
        };
        Ok(Wanted { files, size: Size::new(self.size)?, limit: Some(self.limit), part: Part::All })
    }

    fn settings(&self) -> Vec<Settings> {
        let methods = if self.method.is_empty() { &Method::EVERY[..] } else { &self.method };
        let settings = |&method: &Method| Settings {
            method,
            links: self.links,
            reach: self.reach,
            reach_by_safety: self.reach_by_safety,
            reach_by_stage: self.reach_by_stage,
            join_open: !self.split_open,
            ..Settings::default()
        };
        methods.iter().map(settings).collect()
    }

    fn with_coefficients(&self) -> Result<Vec<(Settings, Coefficients)>, AttentionError> {
        let text = match &self.coefficients {
            Some(path) => Some(fs::read_to_string(path).map_err(in_file(path))?),
            None => None,
        };
        let size = Size::new(self.size)?;
        let read = |settings: Settings| {
            let coefficients = match &text {
                Some(text) => Coefficients::parse(text, settings.method)?,
                None => Coefficients::shipped(settings.method, size)?,
            };
            Ok((settings, coefficients))
        };
        self.settings().into_iter().map(read).collect()
    }

    /// The options as one would type them; files by name only, so that results of different machines read alike.
    fn words(&self) -> String {
        let mut words = String::new();
        let mut add = |word: String| words += &format!(" {word}");
        for path in &self.games {
            add(format!("--games {}", path.file_name().unwrap_or_default().to_string_lossy()));
        }
        if self.games.is_empty() {
            add("--data DIR".to_owned());
        }
        add(format!("--limit {} --every {}", self.limit, self.every));
        if self.size != 19 {
            add(format!("--size {}", self.size));
        }
        self.method.iter().for_each(|method| add(format!("--method {method}")));
        let usual = Settings::default();
        if self.links != usual.links {
            add(format!("--links {}", self.links));
        }
        if self.reach != usual.reach {
            add(format!("--reach {}", self.reach));
        }
        let flags = [
            (self.reach_by_safety, "--reach-by-safety"),
            (self.reach_by_stage, "--reach-by-stage"),
            (self.split_open, "--split-open"),
        ];
        flags.iter().filter(|(is_set, _)| *is_set).for_each(|(_, flag)| add((*flag).to_owned()));
        if let Some(file) = &self.coefficients {
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            add(format!("--coefficients {name}"));
        }
        words
    }
}

fn in_file(path: &Path) -> impl FnOnce(std::io::Error) -> AttentionError {
    let path = path.to_owned();
    move |error| AttentionError::File { path, error }
}

/// Carries out a command: results to `out`, progress to `progress`.
pub fn run(
    arguments: &Arguments,
    out: &mut dyn Write,
    progress: &mut dyn Write,
    cancel: &AtomicBool,
) -> Result<(), AttentionError> {
    let mut last = Instant::now();
    let mut watch = |n: u64| {
        if last.elapsed() > Duration::from_secs(5) {
            // That nobody can read it stops nothing.
            let _ = writeln!(progress, "{n} games");
            last = Instant::now();
        }
        if cancel.load(Ordering::Relaxed) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    match &arguments.command {
        What::Learn { common, playouts, with_playouts, out: file } => {
            let plan = learn::Plan {
                games: common.wanted("train-19x19.sgf.zst")?,
                every: common.every,
                playouts: *playouts,
                with_playouts: *with_playouts,
                threads: common.threads,
            };
            learn_all(common, &plan, file, out, &mut watch)
        }
        What::HitRate { common, playouts, with_statistics, weights, out: folder } => {
            let plan = hit_rate::Plan {
                games: common.wanted("valid-19x19.sgf.zst")?,
                every: common.every,
                methods: common.with_coefficients()?,
                playouts: *playouts,
                with_statistics: *with_statistics,
                prior: weights.as_deref().map(Predictor::load).transpose()?,
                threads: common.threads,
            };
            let mut command = format!("aji lab attention hit-rate{}", common.words());
            command += &format!(" --playouts {playouts}");
            command += if *with_statistics { " --with-statistics" } else { "" };
            command += if weights.is_some() { " --weights DIR" } else { "" };
            let rows = hit_rate::measure(&plan, watch)?;
            let made = Provenance::here(&command);
            let report = hit_rate::page(&rows, &made);
            write_all(folder.as_deref(), "attention-hit-rate", &rows, &made, &report, out)
        }
        What::Prediction { common, weights, learn, strengths, out: folder } => {
            let plan = prediction::Plan {
                games: common.wanted("valid-19x19.sgf.zst")?,
                every: common.every,
                methods: common.with_coefficients()?,
                prior: Predictor::load(weights)?,
                n_learned: *learn,
                threads: common.threads,
            };
            let command = format!(
                "aji lab attention prediction{} --learn {learn} --weights DIR",
                common.words()
            );
            let rows = prediction::measure(&plan, watch)?;
            let made = Provenance::here(&command);
            if let (Some(file), Some(row)) = (strengths, rows.first()) {
                write_strengths(file, row, &made)?;
            }
            let report = prediction::page(&plan.prior.name, &rows, &made);
            write_all(folder.as_deref(), "attention-prediction", &rows, &made, &report, out)
        }
        What::Speed { common } => {
            let games = common.wanted("valid-19x19.sgf.zst")?;
            let rows = speed::measure(&games, &common.with_coefficients()?)?;
            let made = Provenance::here(&format!("aji lab attention speed{}", common.words()));
            write!(out, "{}{}", speed::table(&rows), crate::page::made_by(&made))?;
            Ok(())
        }
        What::Sequences { common, out: folder } => {
            let plan = sequences::Plan {
                games: common.wanted("valid-19x19.sgf.zst")?,
                every: common.every,
                methods: common.with_coefficients()?,
                threads: common.threads,
            };
            let rows = sequences::measure(&plan, watch)?;
            let made = Provenance::here(&format!("aji lab attention sequences{}", common.words()));
            let report = sequences::page(&rows, &made);
            write_all(folder.as_deref(), "attention-sequences", &rows, &made, &report, out)
        }
    }
}

/// A page and its plot.
pub struct Report {
    /// The page.
    pub markdown: String,
    /// The plot it shows.
    pub svg: String,
}

/// A line of results: the figures, and how they were made.
#[derive(Serialize)]
struct Line<'a, T> {
    result: &'a T,
    provenance: &'a Provenance,
}

fn write_all<T: Serialize>(
    folder: Option<&Path>,
    name: &str,
    rows: &[T],
    provenance: &Provenance,
    report: &Report,
    out: &mut dyn Write,
) -> Result<(), AttentionError> {
    if let Some(folder) = folder {
        fs::create_dir_all(folder).map_err(in_file(folder))?;
        let mut lines = String::new();
        for result in rows {
            let line = serde_json::to_string(&Line { result, provenance })
                .map_err(|error| AttentionError::Text(error.to_string()))?;
            lines += &line;
            lines.push('\n');
        }
        let texts = [("jsonl", &lines), ("md", &report.markdown), ("svg", &report.svg)];
        for (ending, text) in texts {
            let path = folder.join(format!("{name}.{ending}"));
            fs::write(&path, text).map_err(in_file(&path))?;
        }
    }
    write!(out, "{}", report.markdown)?;
    Ok(())
}

fn write_strengths(
    file: &Path,
    row: &prediction::Row,
    made: &Provenance,
) -> Result<(), AttentionError> {
    let about = [("command", &made.command), ("commit", &made.commit), ("date", &made.date)];
    let all = StrengthFile {
        about: about.into_iter().map(|(key, value)| (key.to_owned(), value.clone())).collect(),
        moves: row.strengths.table(),
    };
    let text = toml::to_string(&all).map_err(|error| AttentionError::Text(error.to_string()))?;
    fs::write(file, text).map_err(in_file(file))
}

fn learn_all(
    common: &Common,
    plan: &learn::Plan,
    file: &Path,
    out: &mut dyn Write,
    mut watch: impl FnMut(u64) -> ControlFlow<()>,
) -> Result<(), AttentionError> {
    let mut all = CoefficientFile::default();
    for settings in common.settings() {
        let learned = learn::learn(settings, plan, &mut watch)?;
        let stages: Vec<String> = (0..3)
            .map(|stage| {
                let (n, likelihood) = (learned.n_contests[stage], learned.log_likelihood[stage]);
                let point = learned.point_log_likelihood[stage];
                let stage = learn::stage_name(stage);
                format!("{stage} {n} choices, ln p {likelihood:.3}, of the point {point:.3}")
            })
            .collect();
        writeln!(
            out,
            "{}: {}; {} moves in no partial board",
            settings.method,
            stages.join("; "),
            learned.n_outside
        )?;
        all.methods.insert(settings.method.name().to_owned(), learned.coefficients.tables());
    }
    let made = Provenance::here(&format!(
        "aji lab attention learn{} --playouts {} --with-playouts {}",
        common.words(),
        plan.playouts,
        plan.with_playouts
    ));
    all.about.insert("command".into(), made.command);
    all.about.insert("commit".into(), made.commit);
    all.about.insert("date".into(), made.date);
    let text = toml::to_string(&all).map_err(|error| AttentionError::Text(error.to_string()))?;
    fs::write(file, text).map_err(in_file(file))
}
