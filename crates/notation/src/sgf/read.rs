//! Events into trees.

use super::encoding;
use super::event::{Event, Events};
use super::text::Value;
use super::tree::{NodeId, Property, Tree};
use super::warning::{Damage, Warning};
use encoding_rs::{Encoding, UTF_8};
use thiserror::Error;

/// Game records and what had to be mended to read them.
#[derive(Clone, Debug)]
pub struct Collection {
    /// The games.
    pub trees: Vec<Tree>,
    /// The repairs, in the order of the text.
    pub warnings: Vec<Warning>,
    /// The name of the encoding the text was in.
    pub encoding: &'static str,
}

/// There is no game in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("no game was found in these {n_bytes} bytes: a record begins with (;")]
pub struct NoGame {
    /// The length of the text.
    pub n_bytes: usize,
}

impl Collection {
    /// Reads all games of a text in any of the usual encodings. Never fails; it may find no game.
    pub fn parse(bytes: &[u8]) -> Collection {
        let mut warnings = Vec::new();
        let (text, encoding) = encoding::decoded(bytes, &mut warnings);
        let mut trees = Vec::new();
        let mut events = Events::new(text.as_bytes());
        while let Some(event) = events.next_event() {
            match event {
                Event::Game => trees.push(read_game(&mut events, &mut warnings)),
                Event::Repair(repair) => warnings.push(events.warning(repair)),
                _ => {}
            }
        }
        for tree in &mut trees {
            own_encoding(tree, encoding);
        }
        Collection { trees, warnings, encoding: encoding.name() }
    }
}

impl Tree {
    /// Reads the first game of a text.
    pub fn parse(bytes: &[u8]) -> Result<(Tree, Vec<Warning>), NoGame> {
        let collection = Collection::parse(bytes);
        let tree = collection.trees.into_iter().next();
        tree.map(|tree| (tree, collection.warnings)).ok_or(NoGame { n_bytes: bytes.len() })
    }
}

/// The values are UTF-8 now, and so will be the text that is written: it must say so.
fn own_encoding(tree: &mut Tree, was: &'static Encoding) {
    let root = tree.root_mut();
    if was != UTF_8 || root.value("CA").is_some() {
        root.remove("CA");
        root.add("CA", [super::write::utf8()]);
    }
}

/// Reads to the end of the game that has just begun.
fn read_game(events: &mut Events<'_>, warnings: &mut Vec<Warning>) -> Tree {
    let mut tree = Tree::new();
    // The root exists before its node is read.
    let (mut current, mut is_rooted) = (NodeId::ROOT, false);
    let mut branches: Vec<NodeId> = vec![NodeId::ROOT];
    let mut property: Option<Property> = None;
    while let Some(event) = events.next_event() {
        if !matches!(event, Event::Value(_) | Event::Repair(_)) {
            finish(&mut tree, current, &mut property, warnings);
        }
        match event {
            Event::Node if !is_rooted => is_rooted = true,
            Event::Node => current = tree.add_child(current),
            Event::Property(name) => {
                let name = name.iter().filter(|b| b.is_ascii_uppercase()).map(|&b| b as char);
                property =
                    Some(Property { name: name.collect(), values: Vec::new(), at: events.at() });
            }
            Event::Value(raw) => {
                if let Some(property) = &mut property {
                    let raw = String::from_utf8_lossy(raw).into_owned();
                    property.values.push(Value::from_raw(raw));
                }
            }
            Event::Variation => branches.push(current),
            Event::VariationEnd => current = branches.pop().unwrap_or(NodeId::ROOT),
            Event::Game | Event::GameEnd => return tree,
            Event::Repair(repair) => warnings.push(events.warning(repair)),
        }
    }
    tree
}

/// Puts a property that is complete into its node.
fn finish(
    tree: &mut Tree,
    node: NodeId,
    property: &mut Option<Property>,
    warnings: &mut Vec<Warning>,
) {
    let Some(property) = property.take().filter(|property| !property.values.is_empty()) else {
        return;
    };
    if node != NodeId::ROOT && begins_a_game(&property.name) {
        let damage = Damage::MisplacedFormat { property: property.name };
        warnings.push(Warning { at: property.at, damage });
        return;
    }
    tree.node_mut(node).push(property);
}

/// Properties by which the start of a game is told from that of a variation, so that no other node may
/// have them.
pub(super) fn begins_a_game(name: &str) -> bool {
    matches!(name, "FF" | "GM")
}

/// A value that was not understood, as a warning.
pub(super) fn bad_value(at: usize, property: &str, value: &Value) -> Warning {
    let value = value.raw().chars().take(40).collect();
    Warning { at, damage: Damage::BadValue { property: property.to_owned(), value } }
}
