//! The tree: nodes found by key, each with the actions that were seen legal there.
//!
//! A node is a situation as one observer can tell it apart. It has no links to its parents, and
//! which node follows an action depends on what the observer then witnesses, so nodes are found by
//! the observer's key; an edge remembers the node that followed last, which is nearly always the
//! one wanted. All actions legal on the first visit get edges in one block; actions that only
//! other worlds allow come in further blocks. Within a block edges ascend by action, so that a
//! block and a legal list are joined in one pass.
//!
//! Counters are atomic. Threads that share a tree add with atomic instructions; a tree with one
//! owner (`SHARED = false`) uses plain loads and stores, which cost nothing extra.

use crate::arena::{Arena, Memory, SEGMENT, Zeros};
use crate::math::Scale;
use crate::table::{Chained, Table};
use facedown_game::{MAX_SEATS, PerSeat, Seat};
use std::cell::UnsafeCell;
use std::mem::MaybeUninit;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicU32, AtomicU64};

/// A situation. 32 bytes.
pub(crate) struct Node {
    key: AtomicU64,
    first: AtomicU32, // the first block of edges
    len: AtomicU32,   // its length
    more: AtomicU32,  // the next block
    next: AtomicU32,  // in the table's bucket
    pub(crate) visits: AtomicU32,
    lock: AtomicU32, // 1 while a thread adds a block
}

/// Actions that were seen legal later.
struct Block {
    first: AtomicU32,
    len: AtomicU32,
    next: AtomicU32,
}

/// An action in a situation, with the value to the seat that acts. 48 bytes with a small action.
pub(crate) struct Edge<A> {
    weight: AtomicU64, // f64: the sum of the weights of the iterations that came by
    sum: AtomicU64,    // f64: the sum of weight times utility
    pub(crate) visits: AtomicU32,
    /// How often the action was legal when its node was visited.
    pub(crate) available: AtomicU32,
    /// The node that followed last.
    pub(crate) child: AtomicU32,
    order: AtomicU32, // f32: untried actions are tried in descending order
    /// The proven utilities, or 0.
    pub(crate) proof: AtomicU32,
    /// 1 while the action is left out.
    pub(crate) pruned: AtomicU32,
    action: UnsafeCell<MaybeUninit<A>>,
}

const _: () = assert!(size_of::<Node>() == 32 && size_of::<Edge<u16>>() == 48);

#[allow(unsafe_code, reason = "see `Zeros`")]
// SAFETY: nodes and blocks are atomic integers.
unsafe impl Zeros for Node {}
#[allow(unsafe_code, reason = "see `Zeros`")]
// SAFETY: as for `Node`.
unsafe impl Zeros for Block {}
#[allow(unsafe_code, reason = "see `Zeros`")]
// SAFETY: an edge is atomic integers and an action that need not be initialised.
unsafe impl<A> Zeros for Edge<A> {}

#[allow(unsafe_code, reason = "an action is written once, before its edge can be found")]
// SAFETY: the action is the only part that is not atomic. It is written by the thread that got the
// edge's slot from the arena, before it links the edge's block with a release store; other threads
// reach the edge through that link, read with acquire, and only read.
unsafe impl<A: Copy + Send + Sync> Sync for Edge<A> {}

/// Adds to a counter and returns what it was.
#[inline]
pub(crate) fn count<const SHARED: bool>(cell: &AtomicU32, n: u32) -> u32 {
    if SHARED {
        return cell.fetch_add(n, Relaxed);
    }
    let before = cell.load(Relaxed);
    cell.store(before.wrapping_add(n), Relaxed);
    before
}

#[inline]
fn add<const SHARED: bool>(cell: &AtomicU64, x: f64) {
    let plus = |bits: u64| (f64::from_bits(bits) + x).to_bits();
    if SHARED {
        let _ = cell.fetch_update(Relaxed, Relaxed, |bits| Some(plus(bits)));
    } else {
        cell.store(plus(cell.load(Relaxed)), Relaxed);
    }
}

impl<A: Copy> Edge<A> {
    #[allow(unsafe_code, reason = "see `Sync for Edge`")]
    #[inline]
    pub(crate) fn action(&self) -> A {
        // SAFETY: `Tree::block` wrote the action before it gave anyone a link to this edge.
        unsafe { (*self.action.get()).assume_init() }
    }

    #[allow(unsafe_code, reason = "see `Sync for Edge`")]
    fn begin(&self, action: A, order: f32) {
        self.weight.store(0, Relaxed);
        self.sum.store(0, Relaxed);
        for counter in [&self.visits, &self.available, &self.child, &self.proof, &self.pruned] {
            counter.store(0, Relaxed);
        }
        self.order.store(order.to_bits(), Relaxed);
        // SAFETY: called by `Tree::block` alone, on a slot that the arena has given to this thread
        // and that no link leads to yet.
        unsafe { (*self.action.get()).write(action) };
    }

    /// Adds to the sums of weights, and of weights times utility.
    #[inline]
    pub(crate) fn add<const SHARED: bool>(&self, weight: f64, sum: f64) {
        add::<SHARED>(&self.weight, weight);
        add::<SHARED>(&self.sum, sum);
    }

    /// The sums of weights, and of weights times utility.
    #[inline]
    pub(crate) fn sums(&self) -> [f64; 2] {
        [&self.weight, &self.sum].map(|cell| f64::from_bits(cell.load(Relaxed)))
    }

    #[inline]
    pub(crate) fn order(&self) -> f32 {
        f32::from_bits(self.order.load(Relaxed))
    }
}

/// The nodes of one search, all their edges, and the range of the utilities that were seen.
pub(crate) struct Tree<A> {
    memory: Memory,
    nodes: Arena<Node>,
    edges: Arena<Edge<A>>,
    blocks: Arena<Block>,
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
    pub(crate) fn new(limit: u64) -> Self {
        let memory = Memory::new(limit);
        let mut tree = Self {
            nodes: Arena::new(&memory),
            edges: Arena::new(&memory),
            blocks: Arena::new(&memory),
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
        self.blocks.clear();
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
        let nodes = u64::from(self.nodes.len()) * size_of::<Node>() as u64;
        edges + nodes > self.memory.limit() / 2
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
        for counter in [&node.more, &node.next, &node.visits, &node.lock] {
            counter.store(0, Relaxed);
        }
        self.table.insert(link, key, self, &self.memory)
    }

    fn block(&self, actions: &[A], mut order: impl FnMut(A) -> f32) -> Option<u32> {
        let first = self.edges.alloc(actions.len() as u32, &self.memory)?;
        for (edge, &action) in self.edges.slice(first, actions.len() as u32).iter().zip(actions) {
            edge.begin(action, order(action));
        }
        Some(first)
    }

    /// Adds edges for the actions that have none. Does nothing where another thread is at it, or
    /// where there is no memory.
    pub(crate) fn extend(&self, node: &Node, legal: &[A], mut order: impl FnMut(A) -> f32) {
        if self.is_full() || node.lock.swap(1, Acquire) == 1 {
            return;
        }
        let known = |action: &A| self.blocks(node).any(|(_, edges)| has(edges, action));
        // Runs of neighbours become a block each, so that nothing is listed on the way.
        let mut rest = legal;
        while let Some(from) = rest.iter().position(|a| !known(a)) {
            rest = &rest[from..];
            let run = rest.iter().take(SEGMENT as usize).take_while(|a| !known(a)).count();
            if self.append(node, &rest[..run], &mut order).is_none() {
                self.full.store(1, Relaxed);
                break;
            }
            rest = &rest[run..];
        }
        node.lock.store(0, Release);
    }

    fn append(&self, node: &Node, actions: &[A], order: impl FnMut(A) -> f32) -> Option<()> {
        let link = self.blocks.alloc(1, &self.memory)?;
        let first = self.block(actions, order)?;
        let block = self.blocks.get(link);
        block.first.store(first, Relaxed);
        block.len.store(actions.len() as u32, Relaxed);
        block.next.store(node.more.load(Relaxed), Relaxed);
        node.more.store(link, Release);
        Some(())
    }

    /// The first in order of the legal actions that nobody tried, counted as available.
    pub(crate) fn untried(&self, node: &Node, legal: &[A]) -> Option<u32> {
        let fresh = |edge: &Edge<A>| {
            edge.visits.load(Relaxed) == 0 && legal.binary_search(&edge.action()).is_ok()
        };
        let edges = self.edges(node).filter(|(_, edge)| fresh(edge));
        let counted = edges.inspect(|(_, edge)| {
            let _ = edge.available.compare_exchange(0, 1, Relaxed, Relaxed);
        });
        counted.max_by(|(_, a), (_, b)| a.order().total_cmp(&b.order())).map(|(link, _)| link)
    }

    /// The blocks of a node, each with the link of its first edge.
    #[inline]
    pub(crate) fn blocks<'a>(
        &'a self,
        node: &'a Node,
    ) -> impl Iterator<Item = (u32, &'a [Edge<A>])> {
        let first = node.first.load(Relaxed);
        let edges = self.edges.slice(first, node.len.load(Relaxed));
        let mut more = node.more.load(Acquire);
        std::iter::once((first, edges)).chain(std::iter::from_fn(move || {
            if more == 0 {
                return None;
            }
            let block = self.blocks.get(more);
            let first = block.first.load(Relaxed);
            more = block.next.load(Relaxed);
            Some((first, self.edges.slice(first, block.len.load(Relaxed))))
        }))
    }

    /// The edges of a node with their links.
    pub(crate) fn edges<'a>(&'a self, node: &'a Node) -> impl Iterator<Item = (u32, &'a Edge<A>)> {
        self.blocks(node).flat_map(|(first, edges)| (first..).zip(edges))
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
        for (range, &x) in self.ranges.iter().zip(utilities.as_slice()) {
            let [low, high] = range;
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

fn has<A: Copy + Ord>(edges: &[Edge<A>], action: &A) -> bool {
    edges.binary_search_by(|edge| edge.action().cmp(action)).is_ok()
}

fn store_if(cell: &AtomicU32, x: f32, better: impl Fn(f32, f32) -> bool) {
    let _ = cell.fetch_update(Relaxed, Relaxed, |bits| {
        better(x, f32::from_bits(bits)).then_some(x.to_bits())
    });
}
