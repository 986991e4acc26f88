//! What a tree is made of: nodes, edges, and indexes of edges.
//!
//! Counters are atomic. Threads that share a tree add to visits and sums with atomic instructions; a
//! tree with one owner uses plain loads and stores, which cost nothing extra. How often actions were
//! available is always counted in the plain way: a count that two threads lose between them changes
//! a logarithm by nothing that matters, and there are many such counts on the way.

use crate::arena::Zeros;
use crate::hot::plus;
use std::cell::UnsafeCell;
use std::mem::MaybeUninit;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU32, AtomicU64};

/// A situation. 40 bytes.
pub(crate) struct Node {
    pub(crate) key: AtomicU64,
    /// Its first edges, a block in ascending order of actions.
    pub(crate) first: AtomicU32,
    pub(crate) len: AtomicU32,
    /// The index of all its edges, once other worlds have brought more of them.
    pub(crate) index: AtomicU32,
    /// The next node in the table's bucket.
    pub(crate) next: AtomicU32,
    /// Visits on which all its edges were legal. Nearly all are, and then this one counter says of
    /// every edge that it was available once more.
    pub(crate) whole: AtomicU32,
    /// Visits on which some of its edges were not.
    pub(crate) partial: AtomicU32,
    /// 1 while a thread adds edges.
    pub(crate) lock: AtomicU32,
}

impl Node {
    #[inline]
    pub(crate) fn visits(&self) -> u32 {
        self.whole.load(Relaxed).wrapping_add(self.partial.load(Relaxed))
    }

    /// Whether it has edges for just so many actions, as those of a game without secrets do.
    #[inline]
    pub(crate) fn has_edges(&self, count: usize) -> bool {
        self.len.load(Relaxed) as usize == count && self.index.load(Relaxed) == 0
    }
}

/// An action in a situation, with the value to the seat that acts. 48 bytes with a small action.
pub(crate) struct Edge<A> {
    sum: AtomicU64,   // f64: the sum of weight times utility
    extra: AtomicU64, // f64: the sum of weight - 1, so that it stays where worlds have no weights
    /// Iterations that came by.
    pub(crate) visits: AtomicU32,
    done: AtomicU32, // those of them that are in the sums
    /// How often the action was legal on a partial visit of its node; modulo 2^32, because an edge
    /// that comes later takes off the whole visits before it.
    pub(crate) available: AtomicU32,
    /// The node that followed last.
    pub(crate) child: AtomicU32,
    order: AtomicU32, // f32: untried actions are tried in descending order
    /// The proven utilities, or 0.
    pub(crate) proof: AtomicU32,
    /// 1 while the action is left out.
    pub(crate) pruned: AtomicU32,
    action: Written<A>,
}

/// The counters of an edge.
#[derive(Clone, Copy, Default)]
pub(crate) struct Reading {
    /// Iterations that came by.
    pub(crate) visits: u32,
    /// Those of them that are in the sums.
    pub(crate) done: u32,
    /// How often the action was legal on a partial visit of its node.
    pub(crate) available: u32,
    extra: f64,
    sum: f64,
}

impl Reading {
    /// The sums of weights, and of weights times utility.
    #[inline]
    pub(crate) fn sums(&self) -> [f64; 2] {
        [f64::from(self.done) + self.extra, self.sum]
    }

    /// Visits that other threads have not finished.
    #[inline]
    pub(crate) fn under_way(&self) -> u32 {
        self.visits.saturating_sub(self.done)
    }

    /// Adds the outcome of a visit.
    #[inline]
    pub(crate) fn add(&mut self, weight: f64, utility: f32) {
        self.sum += weight * f64::from(utility);
        self.extra += weight - 1.0;
        self.done += 1;
    }
}

/// Entries of edges in ascending order of actions.
pub(crate) struct Index {
    pub(crate) first: AtomicU32,
    pub(crate) len: AtomicU32,
    pub(crate) capacity: AtomicU32,
}

/// An action and the link to its edge.
pub(crate) struct Entry<A> {
    pub(crate) link: AtomicU32,
    action: Written<A>,
}

const _: () = assert!(size_of::<Node>() == 40 && size_of::<Edge<u16>>() == 48);

/// An action that is written before anyone can find it.
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

    /// Nobody else may know the slot.
    fn write(&self, action: A) {
        // SAFETY: the caller alone knows the slot, so that nobody reads meanwhile.
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
// SAFETY: atomic integers and an action that need not be initialised.
unsafe impl<A> Zeros for Edge<A> {}
#[allow(unsafe_code, reason = "see `Zeros`")]
// SAFETY: as for `Edge`.
unsafe impl<A> Zeros for Entry<A> {}

/// Adds 1 to a counter and returns what it was. Threads that count at once may count once.
#[inline]
pub(crate) fn tick(cell: &AtomicU32) -> u32 {
    let before = cell.load(Relaxed);
    cell.store(before.wrapping_add(1), Relaxed);
    before
}

/// Adds 1 to a counter and returns what it was.
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

impl<A: Copy> Edge<A> {
    #[inline]
    pub(crate) fn action(&self) -> A {
        self.action.read()
    }

    /// Starts an edge that nobody else knows.
    pub(crate) fn begin(&self, action: A, order: f32, available: u32) {
        self.sum.store(0, Relaxed);
        self.extra.store(0, Relaxed);
        for counter in [&self.visits, &self.done, &self.child, &self.proof, &self.pruned] {
            counter.store(0, Relaxed);
        }
        self.available.store(available, Relaxed);
        self.order.store(order.to_bits(), Relaxed);
        self.action.write(action);
    }

    /// Adds the outcome of a visit.
    #[inline]
    pub(crate) fn add(&self, shared: bool, weight: f64, utility: f32) {
        add(shared, &self.sum, weight * f64::from(utility));
        if weight.to_bits() != 1.0f64.to_bits() {
            add(shared, &self.extra, weight - 1.0);
        }
        count(shared, &self.done);
    }

    /// The counters as they are.
    #[inline]
    pub(crate) fn read(&self) -> Reading {
        let [sum, extra] = [&self.sum, &self.extra].map(|x| f64::from_bits(x.load(Relaxed)));
        let [visits, done, available] =
            [&self.visits, &self.done, &self.available].map(|cell| cell.load(Relaxed));
        Reading { visits, done, available, extra, sum }
    }

    /// The sums of weights, and of weights times utility.
    #[inline]
    pub(crate) fn sums(&self) -> [f64; 2] {
        self.read().sums()
    }

    /// Adds what a thread has counted for itself.
    pub(crate) fn merge(&self, own: &Reading) {
        plus(&self.visits, own.visits);
        plus(&self.available, own.available);
        if own.done != 0 {
            add(true, &self.sum, own.sum);
            if own.extra != 0.0 {
                add(true, &self.extra, own.extra);
            }
            plus(&self.done, own.done);
        }
    }

    #[inline]
    pub(crate) fn order(&self) -> f32 {
        f32::from_bits(self.order.load(Relaxed))
    }
}

impl<A: Copy> Entry<A> {
    #[inline]
    pub(crate) fn action(&self) -> A {
        self.action.read()
    }

    /// Sets an entry that nobody else knows, or in a tree with one owner.
    pub(crate) fn set(&self, action: A, link: u32) {
        self.action.write(action);
        self.link.store(link, Relaxed);
    }
}
