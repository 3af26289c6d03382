//! Trees into text: FF\[4\], UTF-8. What is written is read back as the same tree.

use super::text::Value;
use super::tree::{Node, NodeId, Tree};
use super::{Collection, tree};
use std::fmt;
use std::io::{self, Write};

/// Writes one game and a line feed. The caller's root says which encoding is used, if it has `CA`;
/// anything but UTF-8 there is replaced.
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
            write_node(node, f)?;
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

fn write_node(node: &Node, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_str(";")?;
    for tree::Property { name, values, .. } in node.properties() {
        f.write_str(name)?;
        for value in values {
            write!(f, "[{}]", value.raw())?;
        }
    }
    Ok(())
}

/// The value of `CA` in everything that is written.
pub(super) fn utf8() -> Value {
    Value::from_text("UTF-8")
}
