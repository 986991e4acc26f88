//! Nodes, edges, and indexes of edges.
//!
//! Counters are atomic. Threads that share a tree add to visits and sums with atomic instructions;
//! a tree with one owner uses plain loads and stores, which cost nothing extra. Availability is
//! always counted with plain stores: a lost update barely changes a logarithm, and there are many
//! such counts on a path.

use crate::tree::local_counters::plus;
use crate::tree::node_alloc::Zeros;
use std::cell::UnsafeCell;
use std::mem::MaybeUninit;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicU32, AtomicU64};

/// A node: an information set. Half a cache line.
#[repr(align(32))]
pub(crate) struct Node {
    pub(crate) key: AtomicU64,
    /// Its first edges, a block in ascending order of actions.
    pub(crate) first: AtomicU32,
    len: AtomicU32, // of that block; with `LOCK` while a thread adds edges
    /// The index of all its edges, once other worlds have added some.
    pub(crate) index: AtomicU32,
    /// The next node in the table's bucket.
    pub(crate) next: AtomicU32,
    /// Visits on which all its edges were legal: this one counter counts availability for every
    /// edge. Nearly all visits are such.
    pub(crate) whole: AtomicU32,
    /// Visits on which some of its edges were not.
    pub(crate) partial: AtomicU32,
}

const LOCK: u32 = 1 << 31;

impl Node {
    /// Initialises a node that is not linked yet, with a block of edges.
    pub(crate) fn begin(&self, key: u64, first: u32, len: u32) {
        self.key.store(key, Relaxed);
        self.first.store(first, Relaxed);
        self.len.store(len, Relaxed);
        for counter in [&self.index, &self.next, &self.whole, &self.partial] {
            counter.store(0, Relaxed);
        }
    }

    /// Returns the number of edges of its first block.
    #[inline]
    pub(crate) fn block_len(&self) -> u32 {
        self.len.load(Relaxed) & !LOCK
    }

    /// Acquires the right to add edges; returns `false` if another thread has it. A tree with one
    /// owner needs none.
    pub(crate) fn lock(&self, shared: bool) -> bool {
        !shared || self.len.fetch_or(LOCK, Acquire) & LOCK == 0
    }

    pub(crate) fn unlock(&self, shared: bool) {
        if shared {
            self.len.fetch_and(!LOCK, Release);
        }
    }

    #[inline]
    pub(crate) fn visits(&self) -> u32 {
        self.whole.load(Relaxed).wrapping_add(self.partial.load(Relaxed))
    }

    /// Returns whether it has exactly this many edges, all of the first visit.
    #[inline]
    pub(crate) fn has_edges(&self, count: usize) -> bool {
        self.block_len() as usize == count && self.index.load(Relaxed) == 0
    }
}

/// An action at a node, with its value to the seat that acts. With an action of at most four bytes,
/// half a cache line: an iteration reads dozens of them.
#[repr(align(32))]
pub(crate) struct Edge<A> {
    sum: AtomicU64,   // f64: the sum of weight times utility
    extra: AtomicU32, // f32: the sum of weight - 1, so that it stays where worlds have no weights
    /// Visits, those in progress included.
    pub(crate) visits: AtomicU32,
    done: AtomicU32, // finished visits, which the sums include
    /// In a solver, where every action is always legal: the link to the proven utilities, or 0.
    /// Otherwise the number of partial visits of the node on which the action was legal, modulo
    /// 2^32: an edge that is added later subtracts the whole visits before it.
    either: AtomicU32,
    /// The last successor node; before there is one, the order among untried actions.
    then: AtomicU32,
    action: Written<A>,
}

/// In `Edge::then`: not a link but the order among untried actions.
const ORDER: u32 = 1 << 31;
/// In `Edge::then`: the action is pruned.
const PRUNED: u32 = 1 << 30;

/// Links are below this.
pub(crate) const LINKS: u32 = 1 << 30;

/// The counters of an edge.
#[derive(Clone, Copy, Default)]
pub(crate) struct Reading {
    /// Visits, those in progress included.
    pub(crate) visits: u32,
    /// Finished visits, which the sums include.
    pub(crate) done: u32,
    /// Number of partial visits of the node on which the action was legal.
    pub(crate) available: u32,
    extra: f32,
    sum: f64,
}

impl Reading {
    /// Returns the sums of weights, and of weights times utility.
    #[inline]
    pub(crate) fn sums(&self) -> [f64; 2] {
        [f64::from(self.done) + f64::from(self.extra), self.sum]
    }

    /// Returns the number of visits in progress.
    #[inline]
    pub(crate) fn under_way(&self) -> u32 {
        self.visits.saturating_sub(self.done)
    }

    /// Adds the outcome of a visit.
    #[inline]
    pub(crate) fn add(&mut self, weight: f64, utility: f32) {
        self.sum += weight * f64::from(utility);
        self.extra += (weight - 1.0) as f32;
        self.done += 1;
    }
}

/// Entries of edges in ascending order of actions.
pub(crate) struct Index {
    pub(crate) first: AtomicU32,
    pub(crate) len: AtomicU32,
    pub(crate) capacity: AtomicU32,
}

/// A node's entry for an action slot. Availability is counted here and not in the edge, because a
/// partial visit counts it for each legal action: those of one suit, say, are adjacent here, and
/// their edges are not.
pub(crate) struct Slot {
    link: AtomicU32, // of its edge, or 0
    /// Number of partial visits of the node on which it was legal: see [`Edge`].
    pub(crate) available: AtomicU32,
}

impl Slot {
    /// Returns the link of the edge, or 0.
    #[inline]
    pub(crate) fn link(&self) -> u32 {
        self.link.load(Acquire)
    }

    pub(crate) fn clear(&self) {
        self.link.store(0, Relaxed);
    }

    /// Links an edge, and copies its count of availability.
    pub(crate) fn put<A: Copy>(&self, link: u32, edge: &Edge<A>) {
        self.available.store(edge.available().load(Relaxed), Relaxed);
        self.link.store(link, Release);
    }
}

/// An action and the link to its edge.
pub(crate) struct Entry<A> {
    pub(crate) link: AtomicU32,
    action: Written<A>,
}

const _: () = assert!(size_of::<Node>() == 32 && size_of::<Edge<u32>>() == 32);

/// An action that is written before its slot is linked.
struct Written<A>(UnsafeCell<MaybeUninit<A>>);

#[allow(unsafe_code, reason = "an action is written before it can be found")]
// SAFETY: it is written by the one thread that was given its slot and before the slot is linked
// with a release store, or in a tree with one owner. Other threads reach the slot through that
// link, read with acquire, and only read.
unsafe impl<A: Copy + Send + Sync> Sync for Written<A> {}

#[allow(unsafe_code, reason = "an action is written before it can be found")]
impl<A: Copy> Written<A> {
    #[inline]
    fn read(&self) -> A {
        // SAFETY: slots are linked after `write`, see `Sync`.
        unsafe { (*self.0.get()).assume_init() }
    }

    /// The slot must not be linked yet.
    fn write(&self, action: A) {
        // SAFETY: the slot is not linked yet, so that no other thread reads it.
        unsafe { (*self.0.get()).write(action) };
    }
}

#[allow(unsafe_code, reason = "see `Zeros`")]
// SAFETY: atomic integers.
unsafe impl Zeros for Node {}
#[allow(unsafe_code, reason = "see `Zeros`")]
// SAFETY: atomic integers.
unsafe impl Zeros for Index {}
#[allow(unsafe_code, reason = "see `Zeros`")]
// SAFETY: atomic integers.
unsafe impl Zeros for Slot {}
#[allow(unsafe_code, reason = "see `Zeros`")]
// SAFETY: atomic integers and an action that need not be initialised.
unsafe impl<A> Zeros for Edge<A> {}
#[allow(unsafe_code, reason = "see `Zeros`")]
// SAFETY: as for `Edge`.
unsafe impl<A> Zeros for Entry<A> {}

/// Adds 1 to a counter and returns its old value. Concurrent updates may be lost.
#[inline]
pub(crate) fn tick(cell: &AtomicU32) -> u32 {
    let before = cell.load(Relaxed);
    cell.store(before.wrapping_add(1), Relaxed);
    before
}

/// Adds 1 to a counter and returns its old value.
#[inline]
pub(crate) fn count(shared: bool, cell: &AtomicU32) -> u32 {
    if shared { cell.fetch_add(1, Relaxed) } else { tick(cell) }
}

#[inline]
fn add(shared: bool, cell: &AtomicU64, x: f64) {
    let plus = |bits: u64| (f64::from_bits(bits) + x).to_bits();
    if shared {
        let _ = cell.fetch_update(Relaxed, Relaxed, |bits| Some(plus(bits)));
    } else {
        cell.store(plus(cell.load(Relaxed)), Relaxed);
    }
}

#[inline]
fn add_extra(shared: bool, cell: &AtomicU32, x: f32) {
    let plus = |bits: u32| (f32::from_bits(bits) + x).to_bits();
    if shared {
        let _ = cell.fetch_update(Relaxed, Relaxed, |bits| Some(plus(bits)));
    } else {
        cell.store(plus(cell.load(Relaxed)), Relaxed);
    }
}

/// Encodes an order in 30 bits that compare alike, but for nearly equal ones.
fn order_bits(order: f32) -> u32 {
    let bits = order.to_bits();
    let sign = (bits as i32 >> 31) as u32;
    (bits ^ (sign | 1 << 31)) >> 2
}

#[inline]
fn order_of(bits: u32) -> f32 {
    let bits = bits << 2;
    let sign = (!bits as i32 >> 31) as u32;
    f32::from_bits(bits ^ (sign | 1 << 31))
}

impl<A: Copy> Edge<A> {
    #[inline]
    pub(crate) fn action(&self) -> A {
        self.action.read()
    }

    /// Initialises an edge that is not linked yet.
    pub(crate) fn begin(&self, action: A, order: f32, available: u32) {
        self.sum.store(0, Relaxed);
        for counter in [&self.extra, &self.visits, &self.done] {
            counter.store(0, Relaxed);
        }
        self.either.store(available, Relaxed);
        self.then.store(order_bits(order) | ORDER, Relaxed);
        self.action.write(action);
    }

    /// Adds the outcome of a visit.
    #[inline]
    pub(crate) fn add(&self, shared: bool, weight: f64, utility: f32) {
        add(shared, &self.sum, weight * f64::from(utility));
        if weight.to_bits() != 1.0f64.to_bits() {
            add_extra(shared, &self.extra, (weight - 1.0) as f32);
        }
        count(shared, &self.done);
    }

    /// Returns the counters, with this count of availability.
    #[inline]
    pub(crate) fn read(&self, available: u32) -> Reading {
        let sum = f64::from_bits(self.sum.load(Relaxed));
        let extra = f32::from_bits(self.extra.load(Relaxed));
        let [visits, done] = [&self.visits, &self.done].map(|cell| cell.load(Relaxed));
        Reading { visits, done, available, extra, sum }
    }

    /// Returns the sums of weights, and of weights times utility.
    #[inline]
    pub(crate) fn sums(&self) -> [f64; 2] {
        self.read(0).sums()
    }

    /// Adds a thread's local counts, except availability.
    pub(crate) fn merge(&self, own: &Reading) {
        plus(&self.visits, own.visits);
        if own.done != 0 {
            add(true, &self.sum, own.sum);
            if own.extra != 0.0 {
                add_extra(true, &self.extra, own.extra);
            }
            plus(&self.done, own.done);
        }
    }

    /// Returns the link to the proven utilities, or 0; solvers only.
    #[inline]
    pub(crate) fn proof(&self) -> u32 {
        self.either.load(Acquire)
    }

    pub(crate) fn set_proof(&self, link: u32) {
        self.either.store(link, Release);
    }

    /// Returns the number of partial visits of the node on which the action was legal, if the node
    /// has no slot table; not in solvers.
    #[inline]
    pub(crate) fn available(&self) -> &AtomicU32 {
        &self.either
    }

    /// Returns the last successor node, or 0.
    #[inline]
    pub(crate) fn child(&self) -> u32 {
        let then = self.then.load(Acquire);
        if then & ORDER == 0 { then & !PRUNED } else { 0 }
    }

    #[inline]
    pub(crate) fn set_child(&self, link: u32) {
        // A concurrent change of the pruning flag may be lost until the next update.
        let pruned = self.then.load(Relaxed) & PRUNED;
        self.then.store(link | pruned, Release);
    }

    /// Returns the order of an untried action: higher ones are tried first.
    #[inline]
    pub(crate) fn order(&self) -> f32 {
        order_of(self.then.load(Relaxed) & !(ORDER | PRUNED))
    }

    #[inline]
    pub(crate) fn is_pruned(&self) -> bool {
        self.then.load(Relaxed) & PRUNED != 0
    }

    pub(crate) fn set_pruned(&self, pruned: bool) {
        if pruned {
            self.then.fetch_or(PRUNED, Relaxed);
        } else {
            self.then.fetch_and(!PRUNED, Relaxed);
        }
    }
}

impl<A: Copy> Entry<A> {
    #[inline]
    pub(crate) fn action(&self) -> A {
        self.action.read()
    }

    /// Sets an entry that is not linked yet, or in a tree with one owner.
    pub(crate) fn set(&self, action: A, link: u32) {
        self.action.write(action);
        self.link.store(link, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_order_is_kept_but_for_its_last_bits() {
        let mut all = vec![-1e30f32, -7.25, -1.0, -1e-20, 0.0, 1e-20, 0.5, 3.0, 1e30];
        let kept: Vec<f32> = all.iter().map(|order| order_of(order_bits(*order))).collect();
        for (a, b) in all.iter().zip(&kept) {
            assert!((a - b).abs() <= 1e-6 * a.abs() && a.signum() == b.signum(), "{a} {b}");
        }
        all.sort_by(f32::total_cmp);
        assert!(kept.is_sorted());
    }

    #[test]
    fn an_edge_has_an_order_then_a_child_and_may_be_pruned() {
        let edge = Edge::<u16> {
            sum: AtomicU64::new(0),
            extra: AtomicU32::new(0),
            visits: AtomicU32::new(0),
            done: AtomicU32::new(0),
            either: AtomicU32::new(0),
            then: AtomicU32::new(0),
            action: Written(UnsafeCell::new(MaybeUninit::uninit())),
        };
        edge.begin(7, 2.5, 0);
        assert_eq!((edge.action(), edge.child(), edge.order()), (7, 0, 2.5));
        edge.set_pruned(true);
        assert_eq!((edge.is_pruned(), edge.child(), edge.order()), (true, 0, 2.5));
        edge.set_child(99);
        assert_eq!((edge.is_pruned(), edge.child()), (true, 99));
        edge.set_pruned(false);
        assert_eq!((edge.is_pruned(), edge.child()), (false, 99));
    }
}
