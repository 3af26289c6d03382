//! Elements in words.

use crate::element::{Element, Values, View};
use crate::facts::SideFacts;
use aji_goban::{Color, Size};

/// What an element says about a partial board.
pub fn words(element: Element, board: usize, view: &View<'_>, values: &Values) -> String {
    let facts = &view.segmentation.facts()[board];
    let own_color = view.situation.to_move;
    let enemy_color = own_color.opponent();
    let (own, enemy) = (facts.side(own_color), facts.side(enemy_color));
    let size = view.segmentation.size();
    let value = values[element as usize];
    let percent = |value: f32| format!("{:.0} %", 100.0 * value);
    match element {
        Element::Importance => {
            format!("{} of the whole board is at stake", percent(value))
        }
        Element::Urgency if value < 0.05 => "nothing is forced here".to_owned(),
        Element::Urgency => format!("urgency {value:.2}: something is decided by the next moves"),
        Element::Size => {
            let n_open = view.segmentation.boards()[board].open.len();
            format!("{n_open} open points")
        }
        Element::OwnDanger => weakest(own_color, own, size),
        Element::EnemyDanger => weakest(enemy_color, enemy, size),
        Element::OwnStake => format!("{own_color} can lose about {:.0} stones", own.at_stake),
        Element::EnemyStake => format!("{enemy_color} can lose about {:.0} stones", enemy.at_stake),
        Element::Race => match facts.race {
            None => "no capturing race".to_owned(),
            Some(race) if race.is_open => {
                format!("a capturing race of {} stones: whoever moves first", race.n_stones)
            }
            Some(_) => "a capturing race that is decided".to_owned(),
        },
        Element::OwnLadder => hanging(own_color, own),
        Element::EnemyLadder => hanging(enemy_color, enemy),
        Element::OwnCuts => links(own_color, own),
        Element::EnemyCuts => links(enemy_color, enemy),
        Element::Conflict => format!("both sides reach {} of its points", percent(value)),
        Element::Heat => format!("{} of its points are near the last move", percent(value)),
        Element::Answer => match value {
            v if v >= 0.8 => "the last move was played here".to_owned(),
            v if v >= 0.2 => "the last move was played beside it".to_owned(),
            _ => "the last move was played elsewhere".to_owned(),
        },
        Element::Echo => {
            format!("{} of its points are near {own_color}'s last move", percent(value))
        }
        Element::Variance => format!("playouts disagree about it ({value:.2})"),
        Element::Criticality => format!("who gets it decides the game ({:.2})", value / 10.0),
        Element::Agreement => format!("it serves the goals ({value:.2})"),
        Element::Groups => match own.n_groups + enemy.n_groups {
            _ if value < 0.1 => "nobody is here yet".to_owned(),
            1 => "one group alone".to_owned(),
            n => format!("{n} groups meet"),
        },
        Element::Colors => match (own.n_groups, enemy.n_groups) {
            (0, 0) => "no stones around".to_owned(),
            (_, 0) => format!("{own_color} is alone here"),
            (0, _) => format!("{enemy_color} is alone here"),
            _ => "both colors are here".to_owned(),
        },
        Element::Place => match value {
            v if v >= 0.7 => "it reaches into a corner".to_owned(),
            v if v >= 0.3 => "it lies at a side".to_owned(),
            _ => "it lies in the center".to_owned(),
        },
    }
}

fn weakest(color: Color, side: &SideFacts, size: Size) -> String {
    match side.weakest {
        Some(name) => {
            format!(
                "{color}'s least safe group ({}) has safety {:.2}",
                name.name(size),
                side.safety
            )
        }
        None => format!("{color} has no group here"),
    }
}

fn hanging(color: Color, side: &SideFacts) -> String {
    match (side.in_atari, side.in_ladder) {
        (0, 0) => format!("no {color} stone is in atari or in a ladder"),
        (0, ladder) => format!("{ladder} {color} stones can be taken by a ladder"),
        (atari, 0) => format!("{atari} {color} stones are in atari"),
        (atari, ladder) => {
            format!("{atari} {color} stones are in atari, {ladder} can be taken by a ladder")
        }
    }
}

fn links(color: Color, side: &SideFacts) -> String {
    match side.n_open_links {
        0 => format!("{color} cannot be cut"),
        n => format!("{n} links of {color} can be cut, {} stones behind them", side.cut_off),
    }
}
