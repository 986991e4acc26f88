//! The tree: nodes found by key, each with the actions that were seen legal there.
//!
//! A node is an information set of one observer. The successor of an action depends on the events
//! that the observer then sees, so nodes are found by the observer's key; an edge caches its last
//! successor, which is nearly always the right one. All actions legal on the first visit get edges
//! in one block in ascending order, which is merged with a legal list in one pass. If other worlds
//! add actions, the node gets an index of its edges, in which legal actions are looked up.

use crate::tree::node::{Edge, Entry, Index, Node, Slot};
use crate::tree::node_alloc::{Arena, Memory};
use crate::tree::node_index::{Chained, Table};
use crate::tree::numbers::Scale;
use crate::tree::prefetch::prefetch;
use facedown_game::{MAX_SEATS, PerSeat, Seat};
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::{Acquire, Relaxed};

/// Bytes of a cache line.
const LINE: usize = 64;

/// The kind of a tree.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Kind {
    /// Whether several threads share it.
    pub(crate) shared: bool,
    /// Whether values can be proven: every iteration samples the same world.
    pub(crate) solver: bool,
    /// Number of action slots; 0 if the game has none.
    pub(crate) slots: usize,
}

/// The nodes of one search, all their edges, and the range of the utilities that were seen.
pub(crate) struct Tree<A> {
    /// Whether several threads share it.
    pub(crate) shared: bool,
    /// Whether values can be proven.
    pub(crate) solver: bool,
    /// Number of action slots; 0 if the game has none.
    pub(crate) slots: u32,
    pub(crate) memory: Memory,
    pub(crate) nodes: Arena<Node>,
    pub(crate) edges: Arena<Edge<A>>,
    pub(crate) indexes: Arena<Index>,
    pub(crate) entries: Arena<Entry<A>>,
    /// The indexes of nodes if actions have slots.
    pub(crate) tables: Arena<Slot>,
    proofs: Arena<AtomicU32>, // f32: a utility for each seat
    pub(crate) table: Table,
    ranges: [[AtomicU32; 2]; MAX_SEATS], // f32: low and high
    /// The proven utilities of the root, or 0.
    pub(crate) root_proof: AtomicU32,
    pub(crate) full: AtomicU32, // 1 once memory for a node was lacking
}

/// An edge with its counter of availability.
#[derive(Clone, Copy)]
pub(crate) struct EdgeRef<'a, A> {
    pub(crate) link: u32,
    pub(crate) edge: &'a Edge<A>,
    /// Number of partial visits of its node on which it was legal.
    pub(crate) available: &'a AtomicU32,
    /// The place of that counter in the slot table; 0 if it is the edge's own.
    pub(crate) place: u32,
}

impl<'a, A: Copy> EdgeRef<'a, A> {
    #[inline]
    fn plain(link: u32, edge: &'a Edge<A>) -> Self {
        Self { link, edge, available: edge.available(), place: 0 }
    }
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

    #[inline]
    fn count(&self) -> u32 {
        self.nodes.len()
    }
}

impl<A: Copy + Ord> Tree<A> {
    pub(crate) fn new(limit: u64, kind: Kind) -> Self {
        let memory = Memory::new(limit);
        let mut tree = Self {
            shared: kind.shared,
            solver: kind.solver,
            slots: kind.slots as u32,
            nodes: Arena::new(&memory),
            edges: Arena::new(&memory),
            indexes: Arena::new(&memory),
            entries: Arena::new(&memory),
            tables: Arena::new(&memory),
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

    /// Returns the memory of a tree with a root of any size.
    pub(crate) fn least_memory() -> u64 {
        Arena::<Node>::BYTES
            + Arena::<Edge<A>>::BYTES
            + Arena::<Index>::BYTES
            + Arena::<Entry<A>>::BYTES
            + Arena::<Slot>::BYTES
            + Table::MIN_BYTES
    }

    /// Clears the tree, and keeps its memory if it is small.
    pub(crate) fn clear(&mut self) {
        let keep = self.memory.clear();
        self.table.clear(self.nodes.len(), keep);
        self.nodes.clear(keep);
        self.edges.clear(keep);
        self.indexes.clear(keep);
        self.entries.clear(keep);
        self.tables.clear(keep);
        self.proofs.clear(keep);
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

    /// Returns the bytes in use.
    pub(crate) fn bytes(&self) -> u64 {
        self.memory.used()
    }

    /// Returns the bytes in use or kept for later.
    pub(crate) fn held_bytes(&self) -> u64 {
        self.memory.held()
    }

    /// Returns the link to the proven utilities of an edge, or 0.
    #[inline]
    pub(crate) fn proof(&self, edge: &Edge<A>) -> u32 {
        if self.solver { edge.proof() } else { 0 }
    }

    /// Returns whether memory for a node was lacking.
    pub(crate) fn is_full(&self) -> bool {
        self.full.load(Relaxed) != 0
    }

    /// Prefetches a node that may come next.
    #[inline]
    pub(crate) fn prefetch_node(&self, link: u32) {
        if link != 0 {
            prefetch(self.node(link));
        }
    }

    /// Prefetches the slot table or the first edges of a node that was prefetched before.
    #[inline]
    pub(crate) fn prefetch_edges(&self, link: u32) {
        if link == 0 {
            return;
        }
        let node = self.node(link);
        if let Some(table) = self.slot_table(node) {
            table.chunks(LINE / size_of::<Slot>()).for_each(|line| prefetch(&line[0]));
            return;
        }
        let (_, edges) = self.first_block(node);
        edges.chunks((LINE / size_of::<Edge<A>>()).max(1)).for_each(|line| prefetch(&line[0]));
    }

    /// Returns the successor of an edge that has this key.
    #[inline]
    pub(crate) fn successor(&self, edge: &Edge<A>, key: u64) -> Option<u32> {
        let last = edge.child();
        if last != 0 && self.key(last) == key {
            return Some(last);
        }
        let found = self.find(key)?;
        edge.set_child(found);
        Some(found)
    }

    #[inline]
    pub(crate) fn find(&self, key: u64) -> Option<u32> {
        self.table.find(key, self)
    }

    /// Returns the edge of an action.
    pub(crate) fn lookup(&self, node: &Node, action: &A, slot: impl Fn(A) -> usize) -> Option<u32> {
        if let Some(table) = self.slot_table(node) {
            let link = table[slot(*action)].link();
            return (link != 0).then_some(link);
        }
        if let Some(entries) = self.index(node) {
            let place = entries.binary_search_by(|entry| entry.action().cmp(action)).ok()?;
            return Some(entries[place].link.load(Relaxed));
        }
        let (first, edges) = self.first_block(node);
        let place = edges.binary_search_by(|edge| edge.action().cmp(action)).ok()?;
        Some(first + place as u32)
    }

    /// Returns the first of the untried legal actions in their order.
    #[cold]
    pub(crate) fn untried(
        &self,
        node: &Node,
        legal: &[A],
        slot: impl Fn(A) -> usize,
    ) -> Option<u32> {
        let mut best: Option<(u32, f32)> = None;
        self.each_legal(node, legal, slot, |EdgeRef { link, edge, .. }| {
            let untried = edge.visits.load(Relaxed) == 0;
            if untried && best.is_none_or(|(_, order)| edge.order() > order) {
                best = Some((link, edge.order()));
            }
        });
        best.map(|(link, _)| link)
    }

    /// Returns the slot table of a node, if it has one.
    #[inline]
    pub(crate) fn slot_table(&self, node: &Node) -> Option<&[Slot]> {
        if self.slots == 0 {
            return None;
        }
        let link = node.index.load(Acquire);
        (link != 0).then(|| self.tables.slice(link, self.slots))
    }

    #[inline]
    pub(crate) fn header(&self, node: &Node) -> Option<&Index> {
        let link = node.index.load(Acquire);
        (link != 0 && self.slots == 0).then(|| self.indexes.get(link))
    }

    /// Returns the index of a node, if it has one.
    #[inline]
    fn index(&self, node: &Node) -> Option<&[Entry<A>]> {
        let header = self.header(node)?;
        Some(self.entries.slice(header.first.load(Relaxed), header.len.load(Relaxed)))
    }

    #[inline]
    fn first_block(&self, node: &Node) -> (u32, &[Edge<A>]) {
        let first = node.first.load(Relaxed);
        (first, self.edges.slice(first, node.block_len()))
    }

    /// Returns the number of partial visits of its node on which an action was legal.
    #[inline]
    pub(crate) fn available<'a>(&'a self, edge: &'a Edge<A>, place: u32) -> &'a AtomicU32 {
        if place == 0 { edge.available() } else { &self.tables.get(place).available }
    }

    /// Returns an edge of a node with its counter of availability.
    pub(crate) fn edge_ref(
        &self,
        node: &Node,
        link: u32,
        slot: impl Fn(A) -> usize,
    ) -> EdgeRef<'_, A> {
        let edge = self.edge(link);
        let table = node.index.load(Acquire);
        let has_slot = self.slots > 0 && table != 0;
        let place = if has_slot { table + slot(edge.action()) as u32 } else { 0 };
        EdgeRef { link, edge, available: self.available(edge, place), place }
    }

    /// Calls `visit` with the edge of each legal action; returns the number of edges.
    #[inline]
    pub(crate) fn each_legal<'a>(
        &'a self,
        node: &Node,
        mut legal: &[A],
        slot: impl Fn(A) -> usize,
        mut visit: impl FnMut(EdgeRef<'a, A>),
    ) -> usize {
        let mut found = 0;
        if let Some(table) = self.slot_table(node) {
            let start = node.index.load(Relaxed);
            if self.shared {
                for action in legal {
                    prefetch(self.edge(table[slot(*action)].link()));
                }
            }
            for action in legal {
                let number = slot(*action);
                let (link, available) = (table[number].link(), &table[number].available);
                if link != 0 {
                    let place = start + number as u32;
                    visit(EdgeRef { link, edge: self.edge(link), available, place });
                    found += 1;
                }
            }
            return found;
        }
        if let Some(mut entries) = self.index(node) {
            for action in legal {
                entries = &entries[entries.partition_point(|entry| entry.action() < *action)..];
                if let [entry, ..] = entries
                    && entry.action() == *action
                {
                    let link = entry.link.load(Relaxed);
                    visit(EdgeRef::plain(link, self.edge(link)));
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
            visit(EdgeRef::plain(link, edge));
            found += 1;
        }
        found
    }

    /// The edges of a node with their links, in ascending order of actions.
    pub(crate) fn edges_of(&self, node: &Node) -> impl Iterator<Item = (u32, &Edge<A>)> {
        let (entries, table) = (self.index(node), self.slot_table(node));
        let (first, block) = self.first_block(node);
        let block = if entries.is_none() && table.is_none() { block } else { &[] };
        let listed = entries.unwrap_or(&[]).iter().map(|entry| entry.link.load(Relaxed));
        let slots = table.unwrap_or(&[]).iter().map(Slot::link);
        let indexed = listed.chain(slots).filter(|link| *link != 0);
        (first..).zip(block).chain(indexed.map(|link| (link, self.edge(link))))
    }

    /// Returns the scale of a seat's utilities.
    #[inline]
    pub(crate) fn scale(&self, seat: Seat) -> Scale {
        let [low, high] = &self.ranges[seat.index()];
        Scale::new(f32::from_bits(low.load(Relaxed)), f32::from_bits(high.load(Relaxed)))
    }

    /// Widens the range of each seat to include its utility.
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

    /// Stores proven utilities; `None` if memory is full.
    pub(crate) fn prove(&self, utilities: &PerSeat<f32>) -> Option<u32> {
        let link = self.proofs.alloc(utilities.seats() as u32, &self.memory)?;
        let slots = self.proofs.slice(link, utilities.seats() as u32);
        for (slot, utility) in slots.iter().zip(utilities.as_slice()) {
            slot.store(utility.to_bits(), Relaxed);
        }
        Some(link)
    }

    /// Returns the proven utility of a seat.
    #[inline]
    pub(crate) fn proven(&self, proof: u32, seat: Seat) -> f32 {
        f32::from_bits(self.proofs.get(proof + seat.index() as u32).load(Relaxed))
    }

    /// Returns the proven utilities of all seats.
    pub(crate) fn proven_all(&self, proof: u32, seats: usize) -> PerSeat<f32> {
        PerSeat::from_fn(seats, |seat| self.proven(proof, seat))
    }
}

fn store_if(cell: &AtomicU32, x: f32, better: impl Fn(f32, f32) -> bool) {
    let _ = cell.fetch_update(Relaxed, Relaxed, |bits| {
        better(x, f32::from_bits(bits)).then_some(x.to_bits())
    });
}
