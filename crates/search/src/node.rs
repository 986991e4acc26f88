//! What a tree is made of: nodes, edges, and indexes of edges.
//!
//! Counters are atomic. Threads that share a tree add with atomic instructions; a tree with one
//! owner uses plain loads and stores, which cost nothing extra.

use crate::arena::Zeros;
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
}

/// An action in a situation, with the value to the seat that acts. 48 bytes with a small action.
pub(crate) struct Edge<A> {
    weight: AtomicU64, // f64: the sum of the weights of the iterations that came by
    sum: AtomicU64,    // f64: the sum of weight times utility
    pub(crate) visits: AtomicU32,
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

/// Adds to a counter and returns what it was.
#[inline]
pub(crate) fn count(shared: bool, cell: &AtomicU32) -> u32 {
    if shared {
        return cell.fetch_add(1, Relaxed);
    }
    let before = cell.load(Relaxed);
    cell.store(before.wrapping_add(1), Relaxed);
    before
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
        self.weight.store(0, Relaxed);
        self.sum.store(0, Relaxed);
        for counter in [&self.visits, &self.child, &self.proof, &self.pruned] {
            counter.store(0, Relaxed);
        }
        self.available.store(available, Relaxed);
        self.order.store(order.to_bits(), Relaxed);
        self.action.write(action);
    }

    /// Adds to the sums of weights, and of weights times utility.
    #[inline]
    pub(crate) fn add(&self, shared: bool, weight: f64, sum: f64) {
        add(shared, &self.weight, weight);
        add(shared, &self.sum, sum);
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
