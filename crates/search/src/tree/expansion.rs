//! Expansion: new nodes, and edges for actions that become legal at existing nodes in other worlds.

use crate::tree::node::{Edge, Entry, Node, Slot};
use crate::tree::node_alloc::{Chunk, LONGEST_BLOCK};
use crate::tree::store::Tree;
use std::sync::atomic::Ordering::{Relaxed, Release};

/// Memory that a thread of a shared tree has reserved for its next nodes.
#[derive(Clone, Copy, Default)]
pub(crate) struct Chunks {
    nodes: Chunk,
    edges: Chunk,
    tables: Chunk,
}

/// The order of untried actions: those with higher values are expanded first.
pub(crate) trait Order<A: Copy> {
    /// Returns the value of an action.
    fn of(&mut self, action: A) -> f32;

    /// Calls `put` with the value of each of these actions, in their order.
    #[inline]
    fn each(&mut self, actions: &[A], mut put: impl FnMut(f32)) {
        for action in actions {
            put(self.of(*action));
        }
    }
}

impl<A: Copy, F: FnMut(A) -> f32> Order<A> for F {
    #[inline]
    fn of(&mut self, action: A) -> f32 {
        self(action)
    }
}

impl<A: Copy + Ord> Tree<A> {
    /// Creates a node with edges for these actions; `None` if memory is full.
    pub(crate) fn create(
        &self,
        chunks: &mut Chunks,
        key: u64,
        legal: &[A],
        order: impl Order<A>,
    ) -> Option<u32> {
        let made = self.try_create(chunks, key, legal, order);
        if made.is_none() {
            self.full.store(1, Relaxed);
        }
        made
    }

    fn try_create(
        &self,
        chunks: &mut Chunks,
        key: u64,
        legal: &[A],
        order: impl Order<A>,
    ) -> Option<u32> {
        if self.is_full() {
            return None;
        }
        // Actions that do not fit in one block are added later, like actions of other worlds.
        let legal = &legal[..legal.len().min(LONGEST_BLOCK as usize)];
        let first = self.block(&mut chunks.edges, legal, order)?;
        let link = if self.shared {
            self.nodes.alloc_from(&mut chunks.nodes, 1, &self.memory)?
        } else {
            self.nodes.alloc_owned(1, &self.memory)?
        };
        self.node(link).begin(key, first, legal.len() as u32);
        if self.shared {
            self.table.insert(link, key, self, &self.memory)
        } else {
            self.table.insert_owned(link, key, self, &self.memory)
        }
    }

    /// Allocates slots for edges, from the thread's own chunk if the tree is shared.
    fn alloc_edges(&self, chunk: &mut Chunk, len: u32) -> Option<u32> {
        if self.shared {
            self.edges.alloc_from(chunk, len, &self.memory)
        } else {
            self.edges.alloc_owned(len, &self.memory)
        }
    }

    fn block(&self, chunk: &mut Chunk, actions: &[A], mut order: impl Order<A>) -> Option<u32> {
        let len = actions.len() as u32;
        let first = self.alloc_edges(chunk, len)?;
        let mut edges = self.edges.slice(first, len).iter().zip(actions);
        order.each(actions, |value| {
            let (edge, &action) = edges.next().expect("one value for each action");
            edge.begin(action, value, 0);
        });
        debug_assert!(edges.next().is_none(), "an action has no value");
        Some(first)
    }

    /// Adds edges for the actions that have none, available once. Does nothing if another thread
    /// is extending the node, or if memory is full.
    #[cold]
    pub(crate) fn extend(
        &self,
        chunks: &mut Chunks,
        node: &Node,
        legal: &[A],
        slot: impl Fn(A) -> usize + Copy,
        order: impl Order<A>,
    ) {
        if self.is_full() || !node.lock(self.shared) {
            return;
        }
        if self.try_extend(chunks, node, legal, slot, order).is_none() {
            self.full.store(1, Relaxed);
        }
        node.unlock(self.shared);
    }

    fn try_extend(
        &self,
        chunks: &mut Chunks,
        node: &Node,
        legal: &[A],
        slot: impl Fn(A) -> usize + Copy,
        mut order: impl Order<A>,
    ) -> Option<()> {
        let missing = || legal.iter().filter(|action| self.lookup(node, action, slot).is_none());
        let more = missing().count() as u32;
        if more == 0 {
            return Some(());
        }
        // At most as many as an index can hold; the others are never tried.
        let known = if self.slots == 0 { self.edges_of(node).count() as u32 } else { 0 };
        let more = more.min(LONGEST_BLOCK - known);
        if more == 0 {
            return Some(());
        }
        let first = self.alloc_edges(&mut chunks.edges, more)?;
        let new = self.edges.slice(first, more);
        // Solvers do not count availability.
        let available = if self.solver { 0 } else { 1u32.wrapping_sub(node.whole.load(Relaxed)) };
        for (edge, &action) in new.iter().zip(missing()) {
            edge.begin(action, order.of(action), available);
        }
        if self.slots > 0 {
            return self.put_in_slots(chunks, node, (first, new), slot);
        }
        // In place if there is room and no other thread reads.
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

    /// Puts new edges into a node's slot table, which is created if missing.
    fn put_in_slots(
        &self,
        chunks: &mut Chunks,
        node: &Node,
        (first, new): (u32, &[Edge<A>]),
        slot: impl Fn(A) -> usize,
    ) -> Option<()> {
        let put = |table: &[Slot], link: u32, edge: &Edge<A>| {
            table[slot(edge.action())].put(link, edge);
        };
        if let Some(table) = self.slot_table(node) {
            (first..).zip(new).for_each(|(link, edge)| put(table, link, edge));
            return Some(());
        }
        let (made, table) = self.new_slot_table(chunks, node, &slot)?;
        (first..).zip(new).for_each(|(link, edge)| put(table, link, edge));
        node.index.store(made, Release);
        Some(())
    }

    /// Builds a slot table of a node's edges.
    fn new_slot_table(
        &self,
        chunks: &mut Chunks,
        node: &Node,
        slot: impl Fn(A) -> usize,
    ) -> Option<(u32, &[Slot])> {
        let made = self.tables.alloc_from(&mut chunks.tables, self.slots, &self.memory)?;
        let table = self.tables.slice(made, self.slots);
        table.iter().for_each(Slot::clear);
        self.edges_of(node).for_each(|(link, edge)| table[slot(edge.action())].put(link, edge));
        Some((made, table))
    }

    /// Adds edges for the actions that have none, `more` of them, as [`Tree::extend`] does, in a
    /// tree with one owner whose actions have slots. Returns the first of them in their order;
    /// `None` if memory is full.
    pub(crate) fn extend_slots(
        &self,
        chunks: &mut Chunks,
        node: &Node,
        (legal, more): (&[A], usize),
        slot: impl Fn(A) -> usize + Copy,
        order: impl Order<A>,
    ) -> Option<u32> {
        if self.is_full() {
            return None;
        }
        let first = self.try_extend_slots(chunks, node, (legal, more), slot, order);
        if first.is_none() {
            self.full.store(1, Relaxed);
        }
        first
    }

    fn try_extend_slots(
        &self,
        chunks: &mut Chunks,
        node: &Node,
        (legal, more): (&[A], usize),
        slot: impl Fn(A) -> usize + Copy,
        mut order: impl Order<A>,
    ) -> Option<u32> {
        let first = self.alloc_edges(&mut chunks.edges, more as u32)?;
        let mut new = (first..).zip(self.edges.slice(first, more as u32));
        let table = if let Some(table) = self.slot_table(node) {
            table
        } else {
            let (made, table) = self.new_slot_table(chunks, node, slot)?;
            node.index.store(made, Relaxed);
            table
        };
        let available = 1u32.wrapping_sub(node.whole.load(Relaxed));
        let mut best = (0, f32::NEG_INFINITY);
        for &action in legal {
            let place = &table[slot(action)];
            if place.link() == 0 {
                let (link, edge) = new.next().expect("an edge for each action without one");
                edge.begin(action, order.of(action), available);
                place.put(link, edge);
                if edge.order() > best.1 || best.0 == 0 {
                    best = (link, edge.order());
                }
            }
        }
        (best.0 != 0).then_some(best.0)
    }

    /// Returns the one of two edges of untried actions that is first in their order; of equals the
    /// lower action.
    pub(crate) fn first_in_order(&self, one: u32, other: u32) -> u32 {
        let [a, b] = [one, other].map(|link| (self.edge(link).order(), self.edge(link).action()));
        if b.0 > a.0 || b.0 >= a.0 && b.1 < a.1 { other } else { one }
    }

    /// Builds an index of a node's edges and the new ones.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::store::Kind;
    use facedown_game::Rng;

    /// Returns the actions of a node's edges; checks that each can be looked up.
    fn actions(tree: &Tree<u16>, node: &Node) -> Vec<u16> {
        let all: Vec<u16> = tree.edges_of(node).map(|(_, edge)| edge.action()).collect();
        for (link, edge) in tree.edges_of(node) {
            assert_eq!(tree.lookup(node, &edge.action(), usize::from), Some(link));
        }
        all
    }

    #[test]
    fn actions_of_other_worlds_join_a_node_in_order_and_keep_their_edges() {
        for (shared, slots) in [(false, 0), (true, 0), (false, 200), (true, 200)] {
            let kind = Kind { shared, slots, ..Kind::default() };
            let (tree, mut rng) = (Tree::<u16>::new(16 << 20, kind), Rng::new(1));
            let node =
                tree.node(tree.create(&mut Chunks::default(), 1, &[10, 20, 30], |_| 0.0).unwrap());
            let mut known = vec![10, 20, 30];
            let marked = tree.lookup(node, &20, usize::from).unwrap();
            tree.edge(marked).visits.store(77, Relaxed);
            for _ in 0..300 {
                let mut legal: Vec<u16> = (0..4).map(|_| rng.below(200) as u16).collect();
                legal.sort_unstable();
                legal.dedup();
                tree.extend(&mut Chunks::default(), node, &legal, usize::from, |_| 0.0);
                known.extend(&legal);
                known.sort_unstable();
                known.dedup();
                assert_eq!(actions(&tree, node), known);
                let mut seen = Vec::new();
                let found = tree.each_legal(node, &legal, usize::from, |edge_ref| {
                    seen.push(edge_ref.edge.action());
                });
                assert_eq!((found, &seen), (legal.len(), &legal));
            }
            assert_eq!(tree.lookup(node, &20, usize::from), Some(marked));
            assert_eq!(tree.edge(marked).visits.load(Relaxed), 77);
        }
    }

    #[test]
    fn edges_added_by_slot_are_those_added_otherwise() {
        let kind = Kind { slots: 200, ..Kind::default() };
        let [one, other] = [(); 2].map(|()| Tree::<u16>::new(16 << 20, kind));
        let value = |action: u16| f32::from(action % 7);
        let make = |tree: &Tree<u16>| {
            tree.create(&mut Chunks::default(), 1, &[10, 20, 30], value).unwrap()
        };
        let [a, b] = [one.node(make(&one)), other.node(make(&other))];
        let mut rng = Rng::new(1);
        for _ in 0..300 {
            let mut legal: Vec<u16> = (0..4).map(|_| rng.below(200) as u16).collect();
            legal.sort_unstable();
            legal.dedup();
            let more = legal.iter().filter(|x| one.lookup(a, x, usize::from).is_none()).count();
            let mut known = None;
            one.each_legal(a, &legal, usize::from, |edge_ref| {
                known = Some(known.map_or(edge_ref.link, |k| one.first_in_order(k, edge_ref.link)));
            });
            let (chunks, legal) = (&mut Chunks::default(), legal.as_slice());
            let added = if more == 0 {
                None
            } else {
                one.extend_slots(chunks, a, (legal, more), usize::from, value)
            };
            let first = match (known, added) {
                (Some(known), Some(added)) => Some(one.first_in_order(known, added)),
                (known, added) => known.or(added),
            };
            other.extend(chunks, b, legal, usize::from, value);
            assert_eq!(actions(&one, a), actions(&other, b));
            let expected = other.untried(b, legal, usize::from).unwrap();
            assert_eq!(one.edge(first.unwrap()).action(), other.edge(expected).action());
        }
    }

    #[test]
    fn a_node_takes_as_many_actions_as_an_index_holds() {
        let tree = Tree::<u16>::new(16 << 20, Kind::default());
        let all: Vec<u16> = (0..5_000).collect();
        let node = tree.node(tree.create(&mut Chunks::default(), 1, &all, |_| 0.0).unwrap());
        tree.extend(&mut Chunks::default(), node, &all, usize::from, |_| 0.0);
        assert_eq!(actions(&tree, node), all[..LONGEST_BLOCK as usize]);
        assert!(!tree.is_full());
    }

    #[test]
    fn a_full_tree_keeps_its_nodes() {
        let tree = Tree::<u16>::new(1 << 20, Kind::default());
        let legal: Vec<u16> = (0..20).collect();
        let made: Vec<u32> = (1..)
            .map_while(|key| tree.create(&mut Chunks::default(), key, &legal, |_| 0.0))
            .collect();
        assert!(tree.is_full() && made.len() > 300, "{}", made.len());
        for (key, link) in (1..).zip(&made) {
            assert_eq!(tree.find(key), Some(*link));
            assert_eq!(actions(&tree, tree.node(*link)), legal);
        }
        assert!(tree.bytes() <= 1 << 20);
    }

    #[test]
    fn threads_that_extend_a_node_agree_on_its_edges() {
        for slots in [0, 600] {
            threads_extend(slots);
        }
    }

    fn threads_extend(slots: usize) {
        let kind = Kind { shared: true, slots, ..Kind::default() };
        let tree = Tree::<u16>::new(64 << 20, kind);
        let link = tree.create(&mut Chunks::default(), 1, &[500], |_| 0.0).unwrap();
        std::thread::scope(|scope| {
            for thread in 0..4u64 {
                let tree = &tree;
                scope.spawn(move || {
                    let (node, mut rng) = (tree.node(link), Rng::new(thread));
                    for _ in 0..2_000 {
                        let first = rng.below(300) as u16;
                        let legal = [first, first + 7, first + 100];
                        tree.extend(&mut Chunks::default(), node, &legal, usize::from, |_| 0.0);
                        tree.each_legal(node, &legal, usize::from, |edge_ref| {
                            assert!(legal.contains(&edge_ref.edge.action()));
                        });
                    }
                });
            }
        });
        let all = actions(&tree, tree.node(link));
        assert!(all.is_sorted_by(|a, b| a < b) && all.len() > 300, "{}", all.len());
    }
}
