//! The tree: nodes found by key, each with the actions that were seen legal there.
//!
//! A node is a situation as one observer can tell it apart. It has no links to its parents, and
//! which node follows an action depends on what the observer then witnesses, so nodes are found by
//! the observer's key; an edge remembers the node that followed last, which is nearly always the
//! one wanted. All actions legal on the first visit get edges in one block that ascends by action,
//! so that it is joined with a legal list in one pass. Where other worlds bring other actions the
//! node gets an index of its edges, in which legal actions are looked up.

use crate::arena::{Arena, Memory, SEGMENT};
use crate::math::Scale;
use crate::node::{Edge, Entry, Index, Node};
use crate::table::{Chained, Table};
use facedown_game::{MAX_SEATS, PerSeat, Seat};
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};

/// The nodes of one search, all their edges, and the range of the utilities that were seen.
pub(crate) struct Tree<A> {
    /// Whether several threads work on it.
    pub(crate) shared: bool,
    memory: Memory,
    nodes: Arena<Node>,
    edges: Arena<Edge<A>>,
    indexes: Arena<Index>,
    entries: Arena<Entry<A>>,
    proofs: Arena<AtomicU32>, // f32: a utility for each seat
    table: Table,
    ranges: [[AtomicU32; 2]; MAX_SEATS], // f32: low and high
    /// The proven utilities of the root, or 0.
    pub(crate) root_proof: AtomicU32,
    full: AtomicU32, // 1 once there was no memory for a node
}

impl<A> Chained for Tree<A> {
    #[inline]
    fn key(&self, link: u32) -> u64 {
        self.nodes.get(link).key.load(Relaxed)
    }

    #[inline]
    fn next(&self, link: u32) -> &AtomicU32 {
        &self.nodes.get(link).next
    }
}

impl<A: Copy + Ord> Tree<A> {
    pub(crate) fn new(limit: u64, shared: bool) -> Self {
        let memory = Memory::new(limit);
        let mut tree = Self {
            shared,
            nodes: Arena::new(&memory),
            edges: Arena::new(&memory),
            indexes: Arena::new(&memory),
            entries: Arena::new(&memory),
            proofs: Arena::new(&memory),
            table: Table::new(),
            ranges: Default::default(),
            root_proof: AtomicU32::new(0),
            full: AtomicU32::new(0),
            memory,
        };
        tree.clear();
        tree
    }

    /// Forgets everything and keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.nodes.clear();
        self.edges.clear();
        self.indexes.clear();
        self.entries.clear();
        self.proofs.clear();
        self.table.clear();
        for [low, high] in &mut self.ranges {
            *low.get_mut() = f32::INFINITY.to_bits();
            *high.get_mut() = f32::NEG_INFINITY.to_bits();
        }
        *self.root_proof.get_mut() = 0;
        *self.full.get_mut() = 0;
    }

    #[inline]
    pub(crate) fn node(&self, link: u32) -> &Node {
        self.nodes.get(link)
    }

    #[inline]
    pub(crate) fn edge(&self, link: u32) -> &Edge<A> {
        self.edges.get(link)
    }

    pub(crate) fn node_count(&self) -> u64 {
        u64::from(self.nodes.len())
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.memory.used()
    }

    /// Whether there was no memory for a node.
    pub(crate) fn is_full(&self) -> bool {
        self.full.load(Relaxed) != 0
    }

    /// Whether more than half of the memory is taken by what the tree holds now.
    pub(crate) fn is_half_full(&self) -> bool {
        let edges = u64::from(self.edges.len()) * size_of::<Edge<A>>() as u64;
        let entries = u64::from(self.entries.len()) * size_of::<Entry<A>>() as u64;
        let nodes = u64::from(self.nodes.len()) * size_of::<Node>() as u64;
        edges + entries + nodes > self.memory.limit() / 2
    }

    /// The node with this key that follows an edge.
    #[inline]
    pub(crate) fn successor(&self, edge: &Edge<A>, key: u64) -> Option<u32> {
        let last = edge.child.load(Acquire);
        if last != 0 && self.key(last) == key {
            return Some(last);
        }
        let found = self.find(key)?;
        edge.child.store(found, Release);
        Some(found)
    }

    #[inline]
    pub(crate) fn find(&self, key: u64) -> Option<u32> {
        self.table.find(key, self)
    }

    /// A new node with edges for these actions; `None` where there is no memory.
    pub(crate) fn create(&self, key: u64, legal: &[A], order: impl FnMut(A) -> f32) -> Option<u32> {
        let made = self.try_create(key, legal, order);
        if made.is_none() {
            self.full.store(1, Relaxed);
        }
        made
    }

    fn try_create(&self, key: u64, legal: &[A], order: impl FnMut(A) -> f32) -> Option<u32> {
        if self.is_full() {
            return None;
        }
        // What does not fit in one block is added like an action of another world.
        let legal = &legal[..legal.len().min(SEGMENT as usize)];
        let first = self.block(legal, order)?;
        let link = self.nodes.alloc(1, &self.memory)?;
        let node = self.node(link);
        node.key.store(key, Relaxed);
        node.first.store(first, Relaxed);
        node.len.store(legal.len() as u32, Relaxed);
        for counter in [&node.index, &node.next, &node.whole, &node.partial, &node.lock] {
            counter.store(0, Relaxed);
        }
        self.table.insert(link, key, self, &self.memory)
    }

    fn block(&self, actions: &[A], mut order: impl FnMut(A) -> f32) -> Option<u32> {
        let first = self.edges.alloc(actions.len() as u32, &self.memory)?;
        for (edge, &action) in self.edges.slice(first, actions.len() as u32).iter().zip(actions) {
            edge.begin(action, order(action), 0);
        }
        Some(first)
    }

    /// Adds edges for the actions that have none, available once. Does nothing where another thread is at it, or
    /// where there is no memory.
    #[cold]
    pub(crate) fn extend(&self, node: &Node, legal: &[A], order: impl FnMut(A) -> f32) {
        if self.is_full() || node.lock.swap(1, Acquire) == 1 {
            return;
        }
        if self.try_extend(node, legal, order).is_none() {
            self.full.store(1, Relaxed);
        }
        node.lock.store(0, Release);
    }

    fn try_extend(&self, node: &Node, legal: &[A], mut order: impl FnMut(A) -> f32) -> Option<()> {
        let missing = || legal.iter().filter(|action| self.lookup(node, action).is_none());
        let known = self.edges_of(node).count() as u32;
        // No more than an index can hold; what is beyond is never tried.
        let more = (missing().count() as u32).min(SEGMENT - known);
        if more == 0 {
            return Some(());
        }
        let first = self.edges.alloc(more, &self.memory)?;
        let new = self.edges.slice(first, more);
        let available = 1u32.wrapping_sub(node.whole.load(Relaxed));
        for (edge, &action) in new.iter().zip(missing()) {
            edge.begin(action, order(action), available);
        }
        // In place where there is room and nobody else reads.
        match self.header(node) {
            Some(header) if !self.shared && known + more <= header.capacity.load(Relaxed) => {
                let entries = self.entries.slice(header.first.load(Relaxed), known + more);
                merge_in_place(entries, known as usize, first, new);
                header.len.store(known + more, Relaxed);
            }
            _ => {
                let link = self.new_index(node, known + more, first, new)?;
                node.index.store(link, Release);
            }
        }
        Some(())
    }

    /// An index of a node's edges and of new ones.
    fn new_index(&self, node: &Node, len: u32, first: u32, new: &[Edge<A>]) -> Option<u32> {
        let capacity = len.next_power_of_two().max(8);
        let start = self.entries.alloc(capacity, &self.memory)?;
        let link = self.indexes.alloc(1, &self.memory)?;
        let mut old = self.edges_of(node).peekable();
        let mut new = (first..).zip(new).peekable();
        for entry in self.entries.slice(start, len) {
            let next = match (old.peek(), new.peek()) {
                (Some((_, a)), Some((_, b))) if b.action() < a.action() => new.next(),
                (Some(_), _) => old.next(),
                (None, _) => new.next(),
            };
            let (edge, of) = next.expect("as many edges as entries");
            entry.set(of.action(), edge);
        }
        let header = self.indexes.get(link);
        header.first.store(start, Relaxed);
        header.len.store(len, Relaxed);
        header.capacity.store(capacity, Relaxed);
        Some(link)
    }

    /// The edge of an action.
    fn lookup(&self, node: &Node, action: &A) -> Option<u32> {
        if let Some(entries) = self.index(node) {
            let place = entries.binary_search_by(|entry| entry.action().cmp(action)).ok()?;
            return Some(entries[place].link.load(Relaxed));
        }
        let (first, edges) = self.first_block(node);
        let place = edges.binary_search_by(|edge| edge.action().cmp(action)).ok()?;
        Some(first + place as u32)
    }

    /// The first in order of the legal actions that nobody tried.
    #[cold]
    pub(crate) fn untried(&self, node: &Node, legal: &[A]) -> Option<u32> {
        let mut best: Option<(u32, f32)> = None;
        self.each_legal(node, legal, |link, edge| {
            let untried = edge.visits.load(Relaxed) == 0;
            if untried && best.is_none_or(|(_, order)| edge.order() > order) {
                best = Some((link, edge.order()));
            }
        });
        best.map(|(link, _)| link)
    }

    #[inline]
    fn header(&self, node: &Node) -> Option<&Index> {
        let link = node.index.load(Acquire);
        (link != 0).then(|| self.indexes.get(link))
    }

    /// The index of a node, if it has one.
    #[inline]
    fn index(&self, node: &Node) -> Option<&[Entry<A>]> {
        let header = self.header(node)?;
        Some(self.entries.slice(header.first.load(Relaxed), header.len.load(Relaxed)))
    }

    #[inline]
    fn first_block(&self, node: &Node) -> (u32, &[Edge<A>]) {
        let first = node.first.load(Relaxed);
        (first, self.edges.slice(first, node.len.load(Relaxed)))
    }

    /// Whether a node seems to have edges for just so many actions.
    #[inline]
    pub(crate) fn has_edges(&self, node: &Node, count: usize) -> bool {
        node.len.load(Relaxed) as usize == count && node.index.load(Relaxed) == 0
    }

    /// Visits the edges of the legal actions with their links; returns how many there are.
    #[inline]
    pub(crate) fn each_legal<'a>(
        &'a self,
        node: &Node,
        mut legal: &[A],
        mut visit: impl FnMut(u32, &'a Edge<A>),
    ) -> usize {
        let mut found = 0;
        if let Some(mut entries) = self.index(node) {
            for action in legal {
                entries = &entries[entries.partition_point(|entry| entry.action() < *action)..];
                if let [entry, ..] = entries
                    && entry.action() == *action
                {
                    let link = entry.link.load(Relaxed);
                    visit(link, self.edge(link));
                    found += 1;
                }
            }
            return found;
        }
        let (first, edges) = self.first_block(node);
        for (link, edge) in (first..).zip(edges) {
            let action = edge.action();
            while let [next, rest @ ..] = legal
                && *next < action
            {
                legal = rest;
            }
            match legal {
                [] => break,
                [next, rest @ ..] if *next == action => legal = rest,
                _ => continue,
            }
            visit(link, edge);
            found += 1;
        }
        found
    }

    /// The edges of a node with their links, in ascending order of actions.
    pub(crate) fn edges_of(&self, node: &Node) -> impl Iterator<Item = (u32, &Edge<A>)> {
        let entries = self.index(node);
        let (first, block) = self.first_block(node);
        let block = if entries.is_none() { block } else { &[] };
        let listed = entries.unwrap_or(&[]).iter().map(|entry| entry.link.load(Relaxed));
        (first..).zip(block).chain(listed.map(|link| (link, self.edge(link))))
    }

    /// The range of the utilities that a seat had.
    #[inline]
    pub(crate) fn scale(&self, seat: Seat) -> Scale {
        let [low, high] = &self.ranges[seat.index()];
        Scale::new(f32::from_bits(low.load(Relaxed)), f32::from_bits(high.load(Relaxed)))
    }

    /// Widens the ranges by what each seat got.
    #[inline]
    pub(crate) fn widen(&self, utilities: &PerSeat<f32>) {
        for ([low, high], &x) in self.ranges.iter().zip(utilities.as_slice()) {
            if x < f32::from_bits(low.load(Relaxed)) {
                store_if(low, x, |x, low| x < low);
            }
            if x > f32::from_bits(high.load(Relaxed)) {
                store_if(high, x, |x, high| x > high);
            }
        }
    }

    /// Writes down proven utilities.
    pub(crate) fn prove(&self, utilities: &PerSeat<f32>) -> Option<u32> {
        let link = self.proofs.alloc(utilities.seats() as u32, &self.memory)?;
        let slots = self.proofs.slice(link, utilities.seats() as u32);
        for (slot, utility) in slots.iter().zip(utilities.as_slice()) {
            slot.store(utility.to_bits(), Relaxed);
        }
        Some(link)
    }

    /// The utility to a seat that was written down.
    #[inline]
    pub(crate) fn proven(&self, proof: u32, seat: Seat) -> f32 {
        f32::from_bits(self.proofs.get(proof + seat.index() as u32).load(Relaxed))
    }

    /// All utilities that were written down.
    pub(crate) fn proven_all(&self, proof: u32, seats: usize) -> PerSeat<f32> {
        PerSeat::from_fn(seats, |seat| self.proven(proof, seat))
    }
}

/// Merges new edges into the entries, of which the first `known` are set.
fn merge_in_place<A: Copy + Ord>(
    entries: &[Entry<A>],
    mut known: usize,
    first: u32,
    new: &[Edge<A>],
) {
    let mut left = new.len();
    // From the back, so that nothing is overwritten before it was moved.
    for place in (0..entries.len()).rev() {
        if left == 0 {
            break;
        }
        let next = new[left - 1].action();
        if known > 0 && entries[known - 1].action() > next {
            known -= 1;
            entries[place].set(entries[known].action(), entries[known].link.load(Relaxed));
        } else {
            left -= 1;
            entries[place].set(next, first + left as u32);
        }
    }
}

fn store_if(cell: &AtomicU32, x: f32, better: impl Fn(f32, f32) -> bool) {
    let _ = cell.fetch_update(Relaxed, Relaxed, |bits| {
        better(x, f32::from_bits(bits)).then_some(x.to_bits())
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use facedown_game::Rng;

    /// The actions that a node's edges have, and that each is looked up.
    fn actions(tree: &Tree<u16>, node: &Node) -> Vec<u16> {
        let all: Vec<u16> = tree.edges_of(node).map(|(_, edge)| edge.action()).collect();
        for (link, edge) in tree.edges_of(node) {
            assert_eq!(tree.lookup(node, &edge.action()), Some(link));
        }
        all
    }

    #[test]
    fn actions_of_other_worlds_join_a_node_in_order_and_keep_their_edges() {
        for shared in [false, true] {
            let (tree, mut rng) = (Tree::<u16>::new(16 << 20, shared), Rng::new(1));
            let node = tree.node(tree.create(1, &[10, 20, 30], |_| 0.0).unwrap());
            let mut known = vec![10, 20, 30];
            let marked = tree.lookup(node, &20).unwrap();
            tree.edge(marked).visits.store(77, Relaxed);
            for _ in 0..300 {
                let mut legal: Vec<u16> = (0..4).map(|_| rng.below(200) as u16).collect();
                legal.sort_unstable();
                legal.dedup();
                tree.extend(node, &legal, |_| 0.0);
                known.extend(&legal);
                known.sort_unstable();
                known.dedup();
                assert_eq!(actions(&tree, node), known);
                let mut seen = Vec::new();
                let found = tree.each_legal(node, &legal, |_, edge| seen.push(edge.action()));
                assert_eq!((found, &seen), (legal.len(), &legal));
            }
            assert_eq!(tree.lookup(node, &20), Some(marked));
            assert_eq!(tree.edge(marked).visits.load(Relaxed), 77);
        }
    }

    #[test]
    fn a_node_takes_as_many_actions_as_an_index_holds() {
        let tree = Tree::<u16>::new(16 << 20, false);
        let all: Vec<u16> = (0..5_000).collect();
        let node = tree.node(tree.create(1, &all, |_| 0.0).unwrap());
        tree.extend(node, &all, |_| 0.0);
        assert_eq!(actions(&tree, node), all[..SEGMENT as usize]);
        assert!(!tree.is_full());
    }

    #[test]
    fn a_full_tree_keeps_what_it_has() {
        let tree = Tree::<u16>::new(1 << 20, false);
        let legal: Vec<u16> = (0..20).collect();
        let made: Vec<u32> = (1..).map_while(|key| tree.create(key, &legal, |_| 0.0)).collect();
        assert!(tree.is_full() && made.len() > 300, "{}", made.len());
        for (key, link) in (1..).zip(&made) {
            assert_eq!(tree.find(key), Some(*link));
            assert_eq!(actions(&tree, tree.node(*link)), legal);
        }
        assert!(tree.bytes() <= 1 << 20);
    }

    #[test]
    fn threads_that_extend_a_node_agree_on_its_edges() {
        let tree = Tree::<u16>::new(64 << 20, true);
        let link = tree.create(1, &[500], |_| 0.0).unwrap();
        std::thread::scope(|scope| {
            for thread in 0..4u64 {
                let tree = &tree;
                scope.spawn(move || {
                    let (node, mut rng) = (tree.node(link), Rng::new(thread));
                    for _ in 0..2_000 {
                        let first = rng.below(300) as u16;
                        let legal = [first, first + 7, first + 100];
                        tree.extend(node, &legal, |_| 0.0);
                        tree.each_legal(node, &legal, |_, edge| {
                            assert!(legal.contains(&edge.action()));
                        });
                    }
                });
            }
        });
        let all = actions(&tree, tree.node(link));
        assert!(all.is_sorted_by(|a, b| a < b) && all.len() > 300, "{}", all.len());
    }
}
