//! Counters that a thread keeps to itself for a while.
//!
//! Where threads share a tree, each visit writes to counters that the other threads read next, and
//! every such write costs them a trip to another core's cache. Near the root that is nearly every
//! visit. So a thread keeps its own copy of the counters it meets most, adds to the copy, and merges
//! the two after some uses. What others did meanwhile is seen a little later; on an action with that
//! many visits it changes next to nothing.

use crate::tree::expansion::Chunks;
use crate::tree::node::{Node, Reading};
use crate::tree::store::{Met, Tree};
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::Relaxed;

const EDGES: usize = 1 << 8;
const NODES: usize = 1 << 5;

/// From how many visits of a node on its counters and those of its edges are copied. Most nodes have
/// fewer, and for them not even asking is best.
const FROM_VISITS: u32 = 4_096;

/// After how many uses a copy is merged.
const USES: u32 = 32;

/// The copies of one thread, found by link. Empty in a tree with one owner.
#[derive(Default)]
pub(crate) struct LocalCounters {
    edges: Vec<HotEdge>,
    nodes: Vec<HotNode>,
    /// Where its next nodes go.
    pub(crate) chunks: Chunks,
}

/// The counters of an edge: as they were seen last with what this thread has added, and that alone.
#[derive(Clone, Copy, Default)]
struct HotEdge {
    link: u32, // 0 where there is none
    uses: u32,
    place: u32, // of the count of availability, see `Met`
    seen: Reading,
    own: Reading,
}

/// The visits of a node, in the same way: whole and partial ones.
#[derive(Clone, Copy, Default)]
struct HotNode {
    link: u32,
    uses: u32,
    seen: [u32; 2],
    own: [u32; 2],
}

impl LocalCounters {
    /// Copies for a thread that shares a tree.
    pub(crate) fn new() -> Self {
        Self {
            edges: vec![HotEdge::default(); EDGES],
            nodes: vec![HotNode::default(); NODES],
            chunks: Chunks::default(),
        }
    }

    /// Returns whether counters of this node are kept locally.
    #[inline]
    pub(crate) fn has<A: Copy + Ord>(tree: &Tree<A>, link: u32) -> bool {
        tree.shared && tree.node(link).visits() >= FROM_VISITS
    }

    /// The copy of the counters of an edge of such a node, unless it has no room.
    #[inline]
    pub(crate) fn edge<A: Copy + Ord>(
        &mut self,
        tree: &Tree<A>,
        Met { link, edge, available, place }: Met<'_, A>,
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
            *slot = HotEdge { link, place, seen, ..HotEdge::default() };
        }
        slot.uses += 1;
        Some((&mut slot.seen, &mut slot.own))
    }

    /// The copy of the counters of an edge, if there is one.
    #[inline]
    pub(crate) fn known(&mut self, link: u32) -> Option<(&mut Reading, &mut Reading)> {
        let slot = self.edges.get_mut(link as usize % EDGES)?;
        (slot.link == link).then_some((&mut slot.seen, &mut slot.own))
    }

    /// The copy of the visits of such a node, whole and partial, in the same way.
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
            *slot = HotNode { link, seen, ..HotNode::default() };
        }
        slot.uses += 1;
        Some((&mut slot.seen, &mut slot.own))
    }

    /// Adds all local counts to the tree, and clears them.
    pub(crate) fn hand_over<A: Copy + Ord>(&mut self, tree: &Tree<A>) {
        for slot in &mut self.edges {
            slot.merge(tree);
            *slot = HotEdge::default();
        }
        for slot in &mut self.nodes {
            slot.merge(tree);
            *slot = HotNode::default();
        }
    }
}

impl HotEdge {
    fn merge<A: Copy + Ord>(&self, tree: &Tree<A>) {
        if self.link != 0 {
            let edge = tree.edge(self.link);
            edge.merge(&self.own);
            plus(tree.available(edge, self.place), self.own.available);
        }
    }
}

impl HotNode {
    fn merge<A: Copy + Ord>(&self, tree: &Tree<A>) {
        if self.link != 0 {
            let node: &Node = tree.node(self.link);
            for (cell, own) in [&node.whole, &node.partial].into_iter().zip(self.own) {
                plus(cell, own);
            }
        }
    }
}

/// Adds to a counter that others add to.
pub(crate) fn plus(cell: &AtomicU32, more: u32) {
    if more != 0 {
        cell.fetch_add(more, Relaxed);
    }
}
