//! Thread-local copies of counters.
//!
//! Where threads share a tree, each visit writes to counters that the other threads read next, and
//! every such write costs them a cache miss. Near the root that is nearly every visit. So a thread
//! keeps copies of the counters it uses most, adds to the copies, and merges them into the tree
//! after some uses. The updates of other threads are seen with a delay, which is negligible for
//! actions with that many visits.

use crate::tree::expansion::Chunks;
use crate::tree::node::{Node, Reading};
use crate::tree::store::{EdgeRef, Tree};
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::Relaxed;

const EDGES: usize = 1 << 8;
const NODES: usize = 1 << 5;

/// Number of visits of a node from which on its counters and those of its edges are copied. Most
/// nodes have fewer, and skip the lookup.
const FROM_VISITS: u32 = 4_096;

/// Number of uses after which a copy is merged.
const USES: u32 = 32;

/// The copies of one thread, by link. Empty in a tree with one owner.
#[derive(Default)]
pub(crate) struct LocalCounters {
    edges: Vec<LocalEdge>,
    nodes: Vec<LocalNode>,
    /// Memory reserved for its next nodes.
    pub(crate) chunks: Chunks,
}

/// The counters of an edge: the last reading with this thread's additions, and the additions alone.
#[derive(Clone, Copy, Default)]
struct LocalEdge {
    link: u32, // 0 if empty
    uses: u32,
    place: u32, // of the count of availability, see `EdgeRef`
    seen: Reading,
    own: Reading,
}

/// The visits of a node, in the same way: whole and partial ones.
#[derive(Clone, Copy, Default)]
struct LocalNode {
    link: u32,
    uses: u32,
    seen: [u32; 2],
    own: [u32; 2],
}

impl LocalCounters {
    /// Builds the copies of a thread that shares a tree.
    pub(crate) fn new() -> Self {
        Self {
            edges: vec![LocalEdge::default(); EDGES],
            nodes: vec![LocalNode::default(); NODES],
            chunks: Chunks::default(),
        }
    }

    /// Returns whether counters of this node are kept locally.
    #[inline]
    pub(crate) fn has<A: Copy + Ord>(tree: &Tree<A>, link: u32) -> bool {
        tree.shared && tree.node(link).visits() >= FROM_VISITS
    }

    /// Returns the copy of the counters of an edge of such a node; `None` if a more visited edge
    /// has its place.
    #[inline]
    pub(crate) fn edge<A: Copy + Ord>(
        &mut self,
        tree: &Tree<A>,
        EdgeRef { link, edge, available, place }: EdgeRef<'_, A>,
    ) -> Option<(&mut Reading, &mut Reading)> {
        let slot = self.edges.get_mut(link as usize % EDGES)?;
        if slot.link != link || slot.uses >= USES {
            let renews = slot.link == link;
            let visits = edge.visits.load(Relaxed);
            if !renews && slot.link != 0 && visits <= slot.seen.visits {
                return None;
            }
            slot.merge(tree);
            let seen = edge.read(available.load(Relaxed));
            *slot = LocalEdge { link, place, seen, ..LocalEdge::default() };
        }
        slot.uses += 1;
        Some((&mut slot.seen, &mut slot.own))
    }

    /// Returns the copy of the counters of an edge, if there is one.
    #[inline]
    pub(crate) fn known(&mut self, link: u32) -> Option<(&mut Reading, &mut Reading)> {
        let slot = self.edges.get_mut(link as usize % EDGES)?;
        (slot.link == link).then_some((&mut slot.seen, &mut slot.own))
    }

    /// Returns the copy of the visits of such a node, whole and partial, in the same way.
    #[inline]
    pub(crate) fn node<A: Copy + Ord>(
        &mut self,
        tree: &Tree<A>,
        link: u32,
    ) -> Option<(&mut [u32; 2], &mut [u32; 2])> {
        let slot = self.nodes.get_mut(link as usize % NODES)?;
        if slot.link != link || slot.uses >= USES {
            let (renews, node) = (slot.link == link, tree.node(link));
            let visits = node.visits();
            if !renews && slot.link != 0 && visits <= slot.seen[0].wrapping_add(slot.seen[1]) {
                return None;
            }
            slot.merge(tree);
            let seen = [&node.whole, &node.partial].map(|cell| cell.load(Relaxed));
            *slot = LocalNode { link, seen, ..LocalNode::default() };
        }
        slot.uses += 1;
        Some((&mut slot.seen, &mut slot.own))
    }

    /// Merges all copies into the tree, and clears them.
    pub(crate) fn flush<A: Copy + Ord>(&mut self, tree: &Tree<A>) {
        for slot in &mut self.edges {
            slot.merge(tree);
            *slot = LocalEdge::default();
        }
        for slot in &mut self.nodes {
            slot.merge(tree);
            *slot = LocalNode::default();
        }
    }
}

impl LocalEdge {
    fn merge<A: Copy + Ord>(&self, tree: &Tree<A>) {
        if self.link != 0 {
            let edge = tree.edge(self.link);
            edge.merge(&self.own);
            plus(tree.available(edge, self.place), self.own.available);
        }
    }
}

impl LocalNode {
    fn merge<A: Copy + Ord>(&self, tree: &Tree<A>) {
        if self.link != 0 {
            let node: &Node = tree.node(self.link);
            for (cell, own) in [&node.whole, &node.partial].into_iter().zip(self.own) {
                plus(cell, own);
            }
        }
    }
}

/// Adds to a shared counter.
pub(crate) fn plus(cell: &AtomicU32, more: u32) {
    if more != 0 {
        cell.fetch_add(more, Relaxed);
    }
}
