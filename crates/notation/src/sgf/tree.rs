//! Game records as trees: nodes with properties, and their children.

use super::text::Value;
use aji_goban::{Color, Move, Point, PointSet, Size};

/// A node of a [`Tree`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(u32);

impl NodeId {
    /// The first node of every tree.
    pub const ROOT: NodeId = NodeId(0);

    const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A property: a name of capital letters, and its values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Property {
    /// The name.
    pub name: String,
    /// The values, at least one.
    pub values: Vec<Value>,
    /// Where it stands in the text it was read from.
    pub(super) at: usize,
}

/// A node: properties, in the order of the record.
#[derive(Clone, Debug, Default)]
pub struct Node {
    properties: Vec<Property>,
    children: Vec<NodeId>,
    parent: Option<NodeId>,
}

/// A game record. Equal if they hold the same nodes in the same places; what the root says about the
/// encoding does not count, because that is the writer's business.
#[derive(Clone, Debug)]
pub struct Tree {
    nodes: Vec<Node>,
}

impl Default for Tree {
    fn default() -> Tree {
        Tree::new()
    }
}

impl Tree {
    /// A record of one node without properties.
    pub fn new() -> Tree {
        Tree { nodes: vec![Node::default()] }
    }

    /// The first node.
    pub fn root(&self) -> &Node {
        &self.nodes[0]
    }

    /// The first node, to be changed.
    pub fn root_mut(&mut self) -> &mut Node {
        &mut self.nodes[0]
    }

    /// The node with an id of this tree.
    ///
    /// # Panics
    /// If the id belongs to another tree.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    /// The same, to be changed.
    ///
    /// # Panics
    /// If the id belongs to another tree.
    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.index()]
    }

    /// Adds an empty node after all other children of `parent`.
    pub fn add_child(&mut self, parent: NodeId) -> NodeId {
        let id = NodeId(self.nodes.len() as u32);
        self.nodes.push(Node { parent: Some(parent), ..Node::default() });
        self.nodes[parent.index()].children.push(id);
        id
    }

    /// The number of nodes.
    pub fn n_nodes(&self) -> usize {
        self.nodes.len()
    }

    /// All nodes, in the order in which they were added.
    pub(super) fn nodes(&self) -> impl Iterator<Item = &Node> {
        self.nodes.iter()
    }

    /// The nodes from the root along first children.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> + use<'_> {
        std::iter::successors(Some(NodeId::ROOT), |&id| self.node(id).children.first().copied())
    }

    /// The moves along first children.
    pub fn main_moves(&self, size: Size) -> impl Iterator<Item = (Color, Move)> + use<'_> {
        self.main_line().flat_map(move |id| self.node(id).moves(size))
    }
}

impl PartialEq for Tree {
    fn eq(&self, other: &Tree) -> bool {
        let mut pairs = vec![(NodeId::ROOT, NodeId::ROOT)];
        while let Some((a, b)) = pairs.pop() {
            let is_same = match a {
                NodeId::ROOT => self.root().without_encoding().eq(other.root().without_encoding()),
                _ => self.node(a).contents().eq(other.node(b).contents()),
            };
            if !is_same {
                return false;
            }
            let (a, b) = (self.node(a), other.node(b));
            if a.children.len() != b.children.len() {
                return false;
            }
            pairs.extend(a.children.iter().copied().zip(b.children.iter().copied()));
        }
        true
    }
}

impl Eq for Tree {}

impl Node {
    /// The properties.
    pub fn properties(&self) -> &[Property] {
        &self.properties
    }

    /// The nodes that follow; the first is the main line.
    pub fn children(&self) -> &[NodeId] {
        &self.children
    }

    /// The node before.
    pub const fn parent(&self) -> Option<NodeId> {
        self.parent
    }

    /// The values of all properties of this name.
    pub fn values<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Value> + use<'a> {
        self.properties.iter().filter(move |p| p.name == name).flat_map(|p| &p.values)
    }

    /// The first value of a property.
    pub fn value(&self, name: &str) -> Option<&Value> {
        self.properties.iter().find(|p| p.name == name).and_then(|p| p.values.first())
    }

    /// The text of a property on one line, unless it is missing or blank.
    pub fn line(&self, name: &str) -> Option<String> {
        self.value(name).map(Value::line).filter(|line| !line.is_empty())
    }

    /// The comment.
    pub fn comment(&self) -> Option<String> {
        self.value("C").map(|value| value.text().into_owned())
    }

    /// Adds a property with these values, or these values to the property.
    ///
    /// # Panics
    /// If the name is not made of capital letters: names are the program's own, not input.
    pub fn add(&mut self, name: &str, values: impl IntoIterator<Item = Value>) {
        assert!(!name.is_empty() && name.bytes().all(|byte| byte.is_ascii_uppercase()), "{name}");
        let values: Vec<Value> = values.into_iter().collect();
        if values.is_empty() {
            return;
        }
        match self.properties.iter_mut().find(|p| p.name == name) {
            Some(property) => property.values.extend(values),
            None => self.push(Property { name: name.to_owned(), values, at: 0 }),
        }
    }

    /// Gives a property one text as its only value.
    ///
    /// # Panics
    /// If the name is not made of capital letters.
    pub fn set_text(&mut self, name: &str, text: &str) {
        self.remove(name);
        self.add(name, [Value::from_text(text)]);
    }

    /// Takes a property out.
    pub fn remove(&mut self, name: &str) {
        self.properties.retain(|p| p.name != name);
    }

    pub(super) fn push(&mut self, property: Property) {
        self.properties.push(property);
    }

    /// Names and values.
    fn contents(&self) -> impl Iterator<Item = (&str, &[Value])> {
        self.properties.iter().map(|p| (p.name.as_str(), p.values.as_slice()))
    }

    /// All but the name of the encoding.
    fn without_encoding(&self) -> impl Iterator<Item = (&str, &[Value])> {
        self.contents().filter(|(name, _)| *name != "CA")
    }

    /// The moves of this node: in order, one or none, whatever damage did to it.
    pub fn moves(&self, size: Size) -> impl Iterator<Item = (Color, Move)> + use<'_> {
        let colored = |p: &Property| match p.name.as_str() {
            "B" => Some(Color::Black),
            "W" => Some(Color::White),
            _ => None,
        };
        self.properties.iter().filter_map(move |p| Some((colored(p)?, p))).flat_map(
            move |(color, p)| p.values.iter().filter_map(move |v| Some((color, v.as_move(size)?))),
        )
    }

    /// The points of a list such as `AB`, `TR` or `TB`, rectangles filled.
    pub fn points(&self, name: &str, size: Size) -> PointSet {
        self.values(name).filter_map(|value| value.points(size)).flatten().collect()
    }

    /// Does this node set up stones or take some away?
    pub fn is_setup(&self) -> bool {
        self.properties.iter().any(|p| matches!(p.name.as_str(), "AB" | "AW" | "AE"))
    }

    /// Who is to move, where the record says so.
    pub fn to_move(&self) -> Option<Color> {
        match self.value("PL")?.raw().trim().as_bytes().first()? {
            b'B' | b'b' | b'1' => Some(Color::Black),
            b'W' | b'w' | b'2' => Some(Color::White),
            _ => None,
        }
    }

    /// Texts on points, from `LB` and from `L`, the letters of old files.
    pub fn labels(&self, size: Size) -> Vec<(Point, String)> {
        let texts = self.values("LB").filter_map(|value| {
            let (point, text) = value.pair()?;
            Some((
                super::coordinate::parse_point(point.trim().as_bytes(), size)?,
                text.into_owned(),
            ))
        });
        let letters = self.values("L").filter_map(|value| value.points(size)).flatten();
        let letters = letters.zip('a'..='z').map(|(point, letter)| (point, letter.to_string()));
        texts.chain(letters).collect()
    }
}
