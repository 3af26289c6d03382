//! Trees into text: FF\[4\], UTF-8. What is written is read back as the same tree.

use super::Collection;
use super::read::begins_a_game;
use super::text::Value;
use super::tree::{Node, NodeId, Property, Tree};
use std::fmt;
use std::io::{self, Write};

/// Writes one game and a line feed, in UTF-8, and says so in the root if it is more than ASCII.
pub fn write_tree<W: Write>(tree: &Tree, to: &mut W) -> io::Result<()> {
    to.write_all(tree.to_string().as_bytes())?;
    to.write_all(b"\n")
}

/// Writes games one after the other.
pub fn write_collection<W: Write>(collection: &Collection, to: &mut W) -> io::Result<()> {
    collection.trees.iter().try_for_each(|tree| write_tree(tree, to))
}

enum Step {
    Node(NodeId),
    Open(NodeId),
    Close,
}

impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A stack of our own: records nest deeper than a thread's stack.
        let mut steps = vec![Step::Close, Step::Node(NodeId::ROOT)];
        f.write_str("(")?;
        let mut n_moves = 0;
        while let Some(step) = steps.pop() {
            let id = match step {
                Step::Close => {
                    f.write_str(")")?;
                    continue;
                }
                Step::Open(id) => {
                    f.write_str("\n(")?;
                    id
                }
                Step::Node(id) => id,
            };
            let node = self.node(id);
            if id != NodeId::ROOT && n_moves % MOVES_PER_LINE == 0 && !matches!(step, Step::Open(_))
            {
                f.write_str("\n")?;
            }
            n_moves += 1;
            f.write_str(";")?;
            match id {
                NodeId::ROOT => self.write_root(f)?,
                _ => {
                    node.properties().iter().try_for_each(|property| write_property(property, f))?
                }
            }
            match node.children() {
                [] => {}
                [only] => steps.push(Step::Node(*only)),
                several => {
                    for &child in several.iter().rev() {
                        steps.push(Step::Close);
                        steps.push(Step::Open(child));
                    }
                }
            }
        }
        Ok(())
    }
}

/// Line feeds every few moves keep records readable in an editor and in mail.
const MOVES_PER_LINE: usize = 10;

/// Writes a property; one by which a game begins can only stand in the root.
fn write_property(property: &Property, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if begins_a_game(&property.name) {
        return Ok(());
    }
    write_any_property(property, f)
}

fn write_any_property(property: &Property, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_str(&property.name)?;
    property.values.iter().try_for_each(|value| write!(f, "[{}]", value.raw()))
}

impl Tree {
    /// Writes the root's properties, with the encoding behind those that begin the game.
    fn write_root(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let properties = self.root().properties();
        let n_first = properties.iter().take_while(|p| begins_a_game(&p.name)).count();
        let (first, others) = properties.split_at(n_first);
        first.iter().try_for_each(|property| write_any_property(property, f))?;
        if self.root().value("CA").is_some() || !self.is_ascii() {
            f.write_str("CA[UTF-8]")?;
        }
        let mut others = others.iter().filter(|property| property.name != "CA");
        others.try_for_each(|property| write_any_property(property, f))
    }

    /// Are there only characters that all encodings share?
    fn is_ascii(&self) -> bool {
        let properties = self.nodes().flat_map(Node::properties);
        properties.flat_map(|property| &property.values).all(|value| value.raw().is_ascii())
    }
}

/// The value of `CA` in everything that is written.
pub(super) fn utf8() -> Value {
    Value::from_text("UTF-8")
}
