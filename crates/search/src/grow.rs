//! How a tree grows: new nodes, and actions that other worlds bring to old ones.

use crate::arena::{Chunk, LONGEST_BLOCK};
use crate::node::{Edge, Entry, Node};
use crate::tree::Tree;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};

/// What a thread that shares a tree has set aside for its next nodes.
#[derive(Clone, Copy, Default)]
pub(crate) struct Chunks {
    nodes: Chunk,
    edges: Chunk,
}

impl<A: Copy + Ord> Tree<A> {
    /// A new node with edges for these actions; `None` where there is no memory.
    pub(crate) fn create(
        &self,
        chunks: &mut Chunks,
        key: u64,
        legal: &[A],
        order: impl FnMut(A) -> f32,
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
        order: impl FnMut(A) -> f32,
    ) -> Option<u32> {
        if self.is_full() {
            return None;
        }
        // What does not fit in one block is added like an action of another world.
        let legal = &legal[..legal.len().min(LONGEST_BLOCK as usize)];
        let first = self.block(&mut chunks.edges, legal, order)?;
        let link = if self.shared {
            self.nodes.alloc_from(&mut chunks.nodes, 1, &self.memory)?
        } else {
            self.nodes.alloc(1, &self.memory)?
        };
        let node = self.node(link);
        node.key.store(key, Relaxed);
        node.first.store(first, Relaxed);
        node.len.store(legal.len() as u32, Relaxed);
        for counter in [&node.index, &node.next, &node.whole, &node.partial, &node.lock] {
            counter.store(0, Relaxed);
        }
        self.table.insert(link, key, self, &self.memory)
    }

    fn block(
        &self,
        chunk: &mut Chunk,
        actions: &[A],
        mut order: impl FnMut(A) -> f32,
    ) -> Option<u32> {
        let len = actions.len() as u32;
        let first = if self.shared {
            self.edges.alloc_from(chunk, len, &self.memory)?
        } else {
            self.edges.alloc(len, &self.memory)?
        };
        for (edge, &action) in self.edges.slice(first, len).iter().zip(actions) {
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
        let more = (missing().count() as u32).min(LONGEST_BLOCK - known);
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
            let node =
                tree.node(tree.create(&mut Chunks::default(), 1, &[10, 20, 30], |_| 0.0).unwrap());
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
        let node = tree.node(tree.create(&mut Chunks::default(), 1, &all, |_| 0.0).unwrap());
        tree.extend(node, &all, |_| 0.0);
        assert_eq!(actions(&tree, node), all[..LONGEST_BLOCK as usize]);
        assert!(!tree.is_full());
    }

    #[test]
    fn a_full_tree_keeps_what_it_has() {
        let tree = Tree::<u16>::new(1 << 20, false);
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
        let tree = Tree::<u16>::new(64 << 20, true);
        let link = tree.create(&mut Chunks::default(), 1, &[500], |_| 0.0).unwrap();
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
