//! `aji lab attention learn|hit-rate|prediction|sequences`.

use super::page::{self, Panel, Series};
use super::{AttentionError, hit_rate, learn, prediction, sequences};
use crate::extraction::{Part, Wanted};
use crate::prediction::Predictor;
use crate::provenance::Provenance;
use aji_attention::coefficients::CoefficientFile;
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
        /// The folder for the report
        #[arg(long, value_name = "DIR")]
        out: Option<PathBuf>,
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
        let read = |settings: Settings| {
            let coefficients = match &text {
                Some(text) => Coefficients::parse(text, settings.method)?,
                None => Coefficients::shipped(settings.method)?,
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
            let report = hit_rate_page(&rows, &made);
            let name = if *with_statistics {
                "attention-hit-rate-statistics"
            } else {
                "attention-hit-rate"
            };
            write_all(folder.as_deref(), name, &rows, &made, &report, out)
        }
        What::Prediction { common, weights, learn, out: folder } => {
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
            let report = prediction::page(&plan.prior.name, &rows, &made);
            write_all(folder.as_deref(), "attention-prediction", &rows, &made, &report, out)
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
                format!("{} {n} choices, ln p {likelihood:.3}", learn::stage_name(stage))
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

fn hit_rate_page(rows: &[hit_rate::Row], made: &Provenance) -> Report {
    let mut text = String::from(
        "# Where the next move is: attention against baselines of equal area\n\n\
         For each method, the open points of the 1, 2 and 3 most attended partial boards, the share of the empty \
         points they are, and how often the next move is among them. The other columns choose as many points, position \
         by position: those nearest to the last move (all empty points, or open ones only), of highest criticality in \
         plain playouts, of highest prior, of largest attention weight. Rates in percent with 95 % intervals over \
         games; \"gain\" is partial boards less window, in pairs.\n\n",
    );
    let percent = |row: &hit_rate::Row, way: hit_rate::Way| {
        row.hits.get(way.name()).map_or("–".to_owned(), |rate| rate.percent())
    };
    let mut head = vec!["method", "boards", "area"];
    head.extend(hit_rate::Way::ALL.iter().map(|way| way.name()));
    head.extend(["gain", "positions"]);
    let lines = rows.iter().map(|row| {
        let mut line = vec![row.method.to_string(), row.first.to_string(), row.area.percent()];
        line.extend(hit_rate::Way::ALL.iter().map(|&way| percent(row, way)));
        line.extend([row.gain.percent(), row.area.n.to_string()]);
        line
    });
    text += &page::table(&head, lines);
    text += "\n## By move number, one partial board\n\n";
    let buckets: Vec<u32> = rows
        .first()
        .map(|row| row.by_move.iter().filter(|b| b.4 >= 100).map(|b| b.0).collect())
        .unwrap_or_default();
    let names: Vec<String> =
        buckets.iter().map(|from| format!("{from}–{}", from + hit_rate::BUCKET - 1)).collect();
    let mut head = vec!["method", ""];
    head.extend(names.iter().map(String::as_str));
    let ones: Vec<&hit_rate::Row> = rows.iter().filter(|row| row.first == 1).collect();
    let lines = ones.iter().flat_map(|row| {
        ["area", "partial board", "window"].into_iter().enumerate().map(|(i, name)| {
            let value = |from: &u32| {
                let found = row.by_move.iter().find(|bucket| bucket.0 == *from);
                let found = found.map(|bucket| [bucket.1, bucket.2, bucket.3][i]);
                found.map_or("–".to_owned(), |value| format!("{:.1}", 100.0 * value))
            };
            let first = if i == 0 { row.method.to_string() } else { String::new() };
            let mut line = vec![first, name.to_owned()];
            line.extend(buckets.iter().map(value));
            line
        })
    });
    text += &page::table(&head, lines);
    text += "\n![hit rate over area, and by move number](attention-hit-rate.svg)\n";
    text += &page::made_by(made);
    Report { markdown: text, svg: hit_rate_plot(rows) }
}

fn hit_rate_plot(rows: &[hit_rate::Row]) -> String {
    let mut series = Vec::new();
    for group in rows.chunk_by(|a, b| a.method == b.method) {
        let points = |way: hit_rate::Way| -> Vec<(f64, f64)> {
            group
                .iter()
                .filter_map(|row| Some((row.area.mean, row.hits.get(way.name())?.mean)))
                .collect()
        };
        series.push(Series {
            name: format!("{}: 1, 2, 3 partial boards", group[0].method),
            points: points(hit_rate::Way::Boards),
            is_baseline: false,
        });
    }
    for way in [hit_rate::Way::Window, hit_rate::Way::Criticality, hit_rate::Way::Prior] {
        let mut points: Vec<(f64, f64)> = rows
            .iter()
            .filter_map(|row| Some((row.area.mean, row.hits.get(way.name())?.mean)))
            .collect();
        points.sort_by(|a, b| a.0.total_cmp(&b.0));
        if !points.is_empty() {
            series.push(Series { name: way.name().to_owned(), points, is_baseline: true });
        }
    }
    let last = rows.iter().map(|row| row.area.mean).fold(0.1, f64::max) * 1.1;
    let ticks = |step: f64| {
        let n = (last / step) as u32;
        (0..=n)
            .map(|i| (f64::from(i) * step, format!("{:.0} %", 100.0 * step * f64::from(i))))
            .collect()
    };
    let over_area = Panel {
        title: "next move among the points, over their share of empty points".to_owned(),
        last,
        ticks: ticks(if last > 0.5 { 0.2 } else { 0.1 }),
        series,
    };
    let mut panels = vec![over_area];
    let best =
        rows.iter().filter(|row| row.first == 1).max_by(|a, b| a.gain.mean.total_cmp(&b.gain.mean));
    if let Some(best) = best {
        let buckets: Vec<_> = best.by_move.iter().filter(|bucket| bucket.4 >= 100).collect();
        let line = |name: &str, i: usize, is_baseline| Series {
            name: name.to_owned(),
            points: buckets
                .iter()
                .map(|b| (f64::from(b.0 + hit_rate::BUCKET / 2), [b.1, b.2, b.3][i]))
                .collect(),
            is_baseline,
        };
        let last = f64::from(buckets.last().map_or(1, |bucket| bucket.0) + hit_rate::BUCKET);
        let n_ticks = (last / 60.0) as u32;
        panels.push(Panel {
            title: format!("{}, one partial board, by move number", best.method),
            last,
            ticks: (0..=n_ticks).map(|i| (f64::from(60 * i), (60 * i).to_string())).collect(),
            series: vec![
                line("partial board", 1, false),
                line("window of equal area", 2, true),
                line("share of empty points", 0, true),
            ],
        });
    }
    page::svg("Where the next move is", &panels)
}
