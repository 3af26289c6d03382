//! What attention found, ready to be written as JSON or words.

use aji_attention::attention::FOCUS;
use aji_attention::element::View;
use aji_attention::purpose::meaning;
use aji_attention::{
    Attention, Coefficients, Element, Goals, Kind, Link, Purpose, Segmentation, Settings,
    Situation, Statistics,
};
use aji_goban::{Color, Game, Point, PointSet, Position, Size};
use anyhow::Result;
use serde::Serialize;
use std::collections::BTreeMap;

/// A position looked at, with the goals that came out of the moves before it.
pub struct Looked<'a> {
    /// The board, cut into parts.
    pub segmentation: Segmentation,
    /// The state of the game.
    pub situation: Situation,
    /// What the side to move wants.
    pub goals: Goals,
    /// The attention of all partial boards.
    pub attention: Attention,
    coefficients: Coefficients,
    statistics: Option<Statistics<'a>>,
}

/// How many moves back goals are followed.
const GOALS_FROM: usize = 20;

impl<'a> Looked<'a> {
    /// Looks at the position of a game.
    pub fn at(
        game: &Game,
        settings: Settings,
        statistics: Option<Statistics<'a>>,
    ) -> Result<Looked<'a>> {
        let coefficients = Coefficients::shipped(settings.method, game.size())?;
        let mut segmentation = Segmentation::new(settings, game.size());
        let mut goals = [Goals::default(), Goals::default()];
        for mut position in last_positions(game) {
            segmentation.follow(&mut position);
            let situation = Situation::of(&segmentation, &position, game.komi(), None);
            let own = &mut goals[situation.to_move.index()];
            *own = own.next(&segmentation, &situation);
        }
        let mut position = game.position().clone();
        segmentation.follow(&mut position);
        let situation = Situation::of(&segmentation, &position, game.komi(), statistics);
        let goals = goals[situation.to_move.index()].next(&segmentation, &situation);
        let view =
            View { segmentation: &segmentation, situation: &situation, goals: &goals, statistics };
        let attention = Attention::of(&view, &coefficients);
        Ok(Looked { segmentation, situation, goals, attention, coefficients, statistics })
    }

    /// What attention saw.
    pub fn view(&self) -> View<'_> {
        View {
            segmentation: &self.segmentation,
            situation: &self.situation,
            goals: &self.goals,
            statistics: self.statistics,
        }
    }

    /// Why a partial board gets its attention.
    pub fn reasons(&self, board: usize) -> Vec<String> {
        self.attention.reasons(board, &self.view(), &self.coefficients)
    }
}

/// The positions before the last moves of a game, the earliest first.
fn last_positions(game: &Game) -> Vec<Position> {
    let (mut game, mut positions) = (game.clone(), Vec::new());
    while positions.len() < GOALS_FROM && game.undo() {
        positions.push(game.position().clone());
    }
    positions.reverse();
    positions
}

/// Everything, as JSON has it.
#[derive(Serialize)]
pub struct Report {
    /// The number of the move that is next.
    #[serde(rename = "move")]
    number: usize,
    to_move: String,
    method: &'static str,
    links_by: &'static str,
    /// The move that was played, if the game has one.
    played: Option<String>,
    situation: State,
    goals: Vec<Meaning>,
    groups: Vec<GroupRow>,
    links: Vec<LinkRow>,
    conflict_points: Conflicts,
    relations: Vec<RelationRow>,
    partial_boards: Vec<BoardRow>,
    /// The index of the most attended partial board.
    attended: Option<usize>,
    /// Each point's attention, row by row from the top, the largest being 1.
    point_weights: Vec<f32>,
}

#[derive(Serialize)]
struct State {
    stage: &'static str,
    black_leads_by: f32,
    is_fighting: bool,
    weak_groups_black: usize,
    weak_groups_white: usize,
}

#[derive(Serialize)]
struct Meaning {
    aim: &'static str,
    group: String,
    weight: f32,
    /// For how many of its side's turns it has been a goal.
    age: u32,
}

#[derive(Serialize)]
struct GroupRow {
    name: String,
    color: String,
    stones: Vec<String>,
    influence: Vec<String>,
    n_liberties: usize,
    n_room: usize,
    n_eyes: usize,
    is_alive: bool,
    safety: f32,
}

#[derive(Serialize)]
struct LinkRow {
    color: String,
    chains: [String; 2],
    /// The stones of the two that stand nearest to each other.
    ends: [String; 2],
    via: Vec<String>,
    cuts: Vec<String>,
}

#[derive(Serialize)]
struct Conflicts {
    rival: Vec<String>,
    black: Vec<String>,
    white: Vec<String>,
}

#[derive(Serialize)]
struct RelationRow {
    groups: [String; 2],
    is_rival: bool,
    n_points: usize,
}

#[derive(Serialize)]
struct BoardRow {
    kind: &'static str,
    groups: Vec<String>,
    points: Vec<String>,
    open: Vec<String>,
    /// The points to look at first.
    focus: Vec<String>,
    elements: BTreeMap<&'static str, f32>,
    meaning: Vec<Meaning>,
    attention: f32,
    share: f32,
    reasons: Vec<String>,
}

/// The stones of two linked chains that stand nearest to each other.
pub fn nearest_stones(segmentation: &Segmentation, link: &Link) -> [Point; 2] {
    let size = segmentation.size();
    let stones = |name: Point| -> PointSet {
        let chain = segmentation.chains().iter().find(|chain| chain.name == name);
        chain.map(|chain| chain.stones).unwrap_or_default()
    };
    let [a, b] = link.chains.map(stones);
    let far = |[from, to]: &[Point; 2]| {
        from.row(size).abs_diff(to.row(size)).pow(2)
            + from.column(size).abs_diff(to.column(size)).pow(2)
    };
    let pairs = a.iter().flat_map(|from| b.iter().map(move |to| [from, to]));
    pairs.min_by_key(far).unwrap_or(link.chains)
}

fn names(points: &PointSet, size: Size) -> Vec<String> {
    points.iter().map(|point| point.name(size).to_string()).collect()
}

fn purposes(purposes: &[Purpose], size: Size) -> Vec<Meaning> {
    let row = |purpose: &Purpose| Meaning {
        aim: purpose.aim.name(),
        group: purpose.target.name(size).to_string(),
        weight: purpose.weight,
        age: purpose.age,
    };
    purposes.iter().map(row).collect()
}

impl Report {
    /// What was found.
    pub fn of(game: &Game, looked: &Looked<'_>, played: Option<Point>) -> Report {
        let (segmentation, size) = (&looked.segmentation, game.size());
        let name = |point: Point| point.name(size).to_string();
        let situation = &looked.situation;
        let groups = segmentation.groups().iter().map(|group| GroupRow {
            name: name(group.name),
            color: group.color.to_string(),
            stones: names(&group.stones, size),
            influence: names(&group.influence, size),
            n_liberties: group.liberties.len(),
            n_room: group.room.len(),
            n_eyes: group.n_eyes,
            is_alive: group.is_alive,
            safety: group.safety,
        });
        let links = segmentation.links().iter().map(|link| LinkRow {
            color: link.color.to_string(),
            chains: link.chains.map(name),
            ends: nearest_stones(segmentation, link).map(name),
            via: names(&link.via, size),
            cuts: names(&link.cuts, size),
        });
        let relations = segmentation.relations().iter().map(|relation| RelationRow {
            groups: relation.groups.map(name),
            is_rival: relation.is_rival,
            n_points: relation.points.len(),
        });
        let conflicts = segmentation.conflicts();
        let attended = looked.attention.ranked();
        Report {
            number: game.moves().len() + 1,
            to_move: situation.to_move.to_string(),
            method: segmentation.settings().method.name(),
            links_by: segmentation.settings().links.name(),
            played: played.map(name),
            situation: State {
                stage: situation.stage.name(),
                black_leads_by: situation.lead_for(Color::Black),
                is_fighting: situation.is_fighting(),
                weak_groups_black: situation.n_weak[0],
                weak_groups_white: situation.n_weak[1],
            },
            goals: purposes(looked.goals.purposes(), size),
            groups: groups.collect(),
            links: links.collect(),
            conflict_points: Conflicts {
                rival: names(&conflicts.rival, size),
                black: names(&conflicts.friendly[0], size),
                white: names(&conflicts.friendly[1], size),
            },
            relations: relations.collect(),
            partial_boards: (0..attended.len()).map(|i| board_row(looked, i, size)).collect(),
            attended: (!attended.is_empty()).then_some(0),
            point_weights: looked.attention.point_weights().to_vec(),
        }
    }

    /// The points of a partial board, by its place in the order of attention.
    pub fn points_of(&self, place: usize) -> Option<Vec<String>> {
        self.partial_boards.get(place).map(|board| board.points.clone())
    }

    /// Says it in words.
    pub fn print(&self) {
        let state = &self.situation;
        let fight = if state.is_fighting { "fighting" } else { "quiet" };
        let (leader, lead) = match state.black_leads_by {
            lead if lead >= 0.0 => ("black", lead),
            lead => ("white", -lead),
        };
        println!("Before move {}: {} to move", self.number, self.to_move);
        println!("{}, {fight}; {leader} leads by about {lead:.1}", state.stage);
        let (n_groups, n_links) = (self.groups.len(), self.links.len());
        println!("{n_groups} groups, {n_links} links, {} relations", self.relations.len());
        for goal in &self.goals {
            let since =
                if goal.age > 0 { format!(", for {} turns", goal.age) } else { String::new() };
            println!("  goal: {} {} ({:.2}{since})", goal.aim, goal.group, goal.weight);
        }
        println!("\nThe most attended of {} partial boards:", self.partial_boards.len());
        for (i, board) in self.partial_boards.iter().take(3).enumerate() {
            println!(
                "\n{}  attention {:.2}, {:.0} % of all; {} open points; groups {}",
                i + 1,
                board.attention,
                100.0 * board.share,
                board.open.len(),
                if board.groups.is_empty() { "none".to_owned() } else { board.groups.join(" ") }
            );
            board.reasons.iter().for_each(|reason| println!("   - {reason}"));
            let aims: Vec<String> =
                board.meaning.iter().take(3).map(|m| format!("{} {}", m.aim, m.group)).collect();
            if !aims.is_empty() {
                println!("   to play here: {}", aims.join(", "));
            }
        }
        if let Some(played) = &self.played {
            let held = self.partial_boards.iter().position(|board| board.open.contains(played));
            match held {
                Some(i) => println!("\nPlayed was {played}: in partial board {}", i + 1),
                None => println!("\nPlayed was {played}: in no partial board"),
            }
        }
    }
}

/// A partial board by its place in the order of attention.
fn board_row(looked: &Looked<'_>, place: usize, size: Size) -> BoardRow {
    let attended = looked.attention.ranked()[place];
    let board = &looked.segmentation.boards()[attended.board];
    let facts = &looked.segmentation.facts()[attended.board];
    let values = looked.attention.values(attended.board);
    let meaning = meaning(&looked.segmentation, board, facts, looked.situation.to_move);
    BoardRow {
        kind: match board.kind {
            Kind::Groups => "groups",
            Kind::Remainder => "remainder",
        },
        groups: names(&board.groups, size),
        points: names(&board.points, size),
        open: names(&board.open, size),
        focus: names(&looked.attention.focus(attended.board, FOCUS, &looked.view()), size),
        elements: Element::ALL.iter().map(|e| (e.name(), values[*e as usize])).collect(),
        meaning: purposes(&meaning, size),
        attention: attended.attention,
        share: attended.share,
        reasons: looked.reasons(attended.board),
    }
}
