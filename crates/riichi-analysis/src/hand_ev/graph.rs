//! The hands within reach, and the draws and discards between them.
//!
//! The *distance* of a hand is the number of its tiles that the root does not have, and its *reach*
//! distance plus shanten. A draw that lowers the shanten keeps the reach, an exchange that does not
//! raises it by one. The graph holds the hands whose reach is at most the shanten of the root and
//! one: the paths to a win that waste at most one draw on reshaping or on a step back.

use super::options::Hidden;
use super::packed::{Numbering, Packed};
use facedown_tiles::{Counts, Hand, Kind, KindSet, Pack, Tile, Unseen};

/// The root of a graph: the hand as it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Root {
    pub(super) hand: Hand,
    pub(super) pack: Pack,
    pub(super) hidden: Hidden,
    pub(super) shanten: i8,
    /// The largest reach.
    pub(super) budget: i8,
    /// The number of own draws to come.
    pub(super) draws: u8,
    /// The kinds that lower the shanten of the root already.
    pub(super) wanted: KindSet,
}

impl Root {
    pub(super) fn new(hand: &Hand, pack: Pack, hidden: Hidden, reshape: u8, draws: u8) -> Self {
        let after_draw = hand.len() % 3 == 2;
        let (shanten, wanted) = if after_draw {
            let discards = hand.discards(pack, &Unseen::ALL);
            let shanten = discards.iter().map(|d| d.acceptance.shanten).min().unwrap_or(8);
            let nearest = discards.iter().filter(|d| d.acceptance.shanten == shanten);
            (shanten, nearest.fold(KindSet::EMPTY, |all, d| all | d.acceptance.kinds))
        } else {
            let acceptance = hand.acceptance(pack, &Unseen::ALL);
            (acceptance.shanten, acceptance.kinds)
        };
        let budget = (shanten + reshape as i8).min(draws as i8);
        Self { hand: *hand, pack, hidden, shanten, budget, draws, wanted }
    }

    fn count(&self, kind: Kind) -> u8 {
        self.hand.count(kind)
    }

    /// Returns the number of unseen tiles of a kind, if a hand holds so many.
    #[inline]
    pub(super) fn left(&self, kind: Kind, held: u8) -> u8 {
        self.hidden.kinds[kind.index()].saturating_sub(held.saturating_sub(self.count(kind)))
    }
}

/// A hand before its draw.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// The first of its edges; they end where those of the next node begin.
    pub(super) edges: u32,
    /// The index of its payoff if it is tenpai.
    pub(super) payoff: u32,
    pub(super) distance: u8,
    pub(super) shanten: i8,
    /// The number of unseen tiles of its draws, wins included.
    pub(super) weight: u8,
}

/// A hand after its draw.
#[derive(Clone, Copy, Debug)]
pub(super) struct Drawn {
    /// The first of its discards; they end where those of the next begin.
    pub(super) discards: u32,
    pub(super) distance: u8,
}

/// A draw that changes a hand: the resulting hand, and its [`Odds`](super::backward::Odds).
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge(u32);

impl Edge {
    #[inline]
    pub(super) const fn new(drawn: u32, code: u8) -> Self {
        Self(drawn << 4 | code as u32)
    }
    #[inline]
    pub(super) const fn drawn(self) -> usize {
        (self.0 >> 4) as usize
    }
    #[inline]
    pub(super) const fn code(self) -> usize {
        (self.0 & 0xf) as usize
    }
}

/// Returns the code of a draw: the number of unseen tiles, and whether the root wants them too.
#[inline]
pub(super) const fn code(left: u8, wanted: bool) -> u8 {
    left | (!wanted as u8) << 3
}

/// Too many hands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TooManyNodes;

/// The hands within reach of a root; its memory is used again.
#[derive(Clone, Debug, Default)]
pub(super) struct Graph {
    pub(super) before: Numbering,
    pub(super) after: Numbering,
    pub(super) nodes: Vec<Node>,
    pub(super) drawn: Vec<Drawn>,
    pub(super) edges: Vec<Edge>,
    pub(super) discards: Vec<u32>,
    /// The tenpai nodes, in the order of their payoffs, with their live waits.
    pub(super) tenpai: Vec<(u32, KindSet)>,
}

/// No payoff.
pub(super) const NOT_TENPAI: u32 = u32::MAX;

impl Graph {
    /// Builds the graph of a root. Its nodes begin with the hands after each discard of the root,
    /// or with the root itself before its draw.
    pub(super) fn build(&mut self, root: &Root, max_nodes: usize) -> Result<(), TooManyNodes> {
        self.before.clear();
        self.after.clear();
        self.nodes.clear();
        self.drawn.clear();
        self.edges.clear();
        self.discards.clear();
        self.tenpai.clear();
        let key = Packed::new(root.hand.counts().as_array());
        if root.hand.len() % 3 == 2 {
            for kind in root.hand.kinds() {
                let mut hand = root.hand;
                remove(&mut hand, kind);
                let shanten = hand.shanten(root.pack);
                self.insert(key.minus(kind), 0, shanten);
            }
        } else {
            self.insert(key, 0, root.shanten);
        }
        let mut next = 0;
        while next < self.nodes.len() {
            if self.nodes.len() > max_nodes {
                return Err(TooManyNodes);
            }
            self.expand(root, next);
            next += 1;
        }
        Ok(())
    }

    /// Returns the edges of a node.
    #[inline]
    pub(super) fn edges_of(&self, node: usize) -> &[Edge] {
        let end = self.nodes.get(node + 1).map_or(self.edges.len(), |next| next.edges as usize);
        &self.edges[self.nodes[node].edges as usize..end]
    }

    /// Returns the nodes after each discard of a hand.
    #[inline]
    pub(super) fn discards_of(&self, drawn: usize) -> &[u32] {
        let end =
            self.drawn.get(drawn + 1).map_or(self.discards.len(), |next| next.discards as usize);
        &self.discards[self.drawn[drawn].discards as usize..end]
    }

    #[inline]
    fn insert(&mut self, key: Packed, distance: u8, shanten: i8) -> u32 {
        let (number, is_new) = self.before.number(key);
        if is_new {
            let payoff = NOT_TENPAI;
            self.nodes.push(Node { edges: 0, payoff, distance, shanten, weight: 0 });
        }
        number
    }

    /// Adds the draws of a node.
    fn expand(&mut self, root: &Root, number: usize) {
        let key = self.before.keys[number];
        let counts = Counts::new(key.counts()).unwrap_or_default();
        let hand = Hand::from(counts);
        let Node { distance, shanten, .. } = self.nodes[number];
        self.nodes[number].edges = self.edges.len() as u32;
        let reach = distance as i8 + shanten;
        if reach > root.budget {
            return; // A discard of the root that is too far back.
        }
        let lowering = hand.acceptance(root.pack, &Unseen::ALL).kinds;
        let mut weight = 0;
        if shanten == 0 {
            let live = |&kind: &Kind| root.left(kind, hand.count(kind)) > 0;
            let waits: KindSet = lowering.iter().filter(live).collect();
            weight = waits.iter().map(|kind| root.left(kind, hand.count(kind))).sum();
            self.nodes[number].payoff = self.tenpai.len() as u32;
            self.tenpai.push((number as u32, waits));
        }
        let slack = reach < root.budget;
        let draws = match (slack, shanten == 0) {
            (true, true) => root.pack.kinds() - lowering,
            (true, false) => root.pack.kinds(),
            (false, true) => KindSet::EMPTY,
            (false, false) => lowering,
        };
        for kind in draws {
            let held = hand.count(kind);
            let left = root.left(kind, held);
            if left == 0 || held == 4 {
                continue;
            }
            let distance = distance + u8::from(held >= root.count(kind));
            let drawn = self.draw(root, &hand, key, kind, distance);
            self.edges.push(Edge::new(drawn, code(left, root.wanted.contains(kind))));
            weight += left;
        }
        self.nodes[number].weight = weight;
    }

    /// Returns the number of a hand after a draw, with its discards if it is new.
    fn draw(&mut self, root: &Root, hand: &Hand, key: Packed, kind: Kind, distance: u8) -> u32 {
        let key = key.plus(kind);
        let (number, is_new) = self.after.number(key);
        if !is_new {
            return number;
        }
        self.drawn.push(Drawn { discards: self.discards.len() as u32, distance });
        let mut drawn = *hand;
        drawn.add(Tile::plain(kind));
        let (shanten, spare) = drawn.spare_kinds(root.pack);
        for discard in drawn.kinds() {
            let back = drawn.count(discard) > root.count(discard);
            let distance = distance - u8::from(back);
            let shanten = shanten + i8::from(!spare.contains(discard));
            if distance as i8 + shanten <= root.budget {
                let node = self.insert(key.minus(discard), distance, shanten);
                self.discards.push(node);
            }
        }
        number
    }
}

/// Removes a tile of a kind, a plain one if there is one.
pub(super) fn remove(hand: &mut Hand, kind: Kind) -> Tile {
    let plain = Tile::plain(kind);
    let red = Tile::red_five(kind.suit()).filter(|_| hand.count_tile(plain) == 0);
    let tile = red.unwrap_or(plain);
    hand.remove(tile);
    tile
}
