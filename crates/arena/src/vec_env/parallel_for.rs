//! Parallel loops over consecutive items, without allocating.

use super::Buffers;
use super::buffers::Sizes;
use super::opponents::Table;
use super::slot::Slot;
use super::thread_pool::ThreadPool;
use facedown_game::{Element, Game};
use std::sync::{Mutex, PoisonError};

/// A sequence of items that can be split in two.
pub(super) trait Split: Sized + Send {
    /// Returns the number of items.
    fn len(&self) -> usize;

    /// Returns the first `mid` items, and the rest.
    fn split_at(self, mid: usize) -> (Self, Self);
}

/// Calls `body` with chunks of at most `grain` items and the index of each chunk's first item.
///
/// All threads of the pool take chunks from one queue, so a thread that starts late gets fewer.
/// Without a pool the caller's thread gets everything as one chunk.
pub(super) fn parallel_for<S: Split>(
    pool: Option<&mut ThreadPool>,
    grain: usize,
    items: S,
    body: impl Fn(usize, S) + Sync,
) {
    let Some(pool) = pool else { return body(0, items) };
    let queue = Mutex::new(Queue { first: 0, rest: Some(items) });
    pool.run(&|| {
        while let Some((first, chunk)) = next_chunk(&queue, grain) {
            body(first, chunk);
        }
    });
}

/// The items that no thread has taken, and the index of the first of them.
struct Queue<S> {
    first: usize,
    rest: Option<S>,
}

fn next_chunk<S: Split>(queue: &Mutex<Queue<S>>, grain: usize) -> Option<(usize, S)> {
    let mut queue = queue.lock().unwrap_or_else(PoisonError::into_inner);
    let (first, rest) = (queue.first, queue.rest.take()?);
    if rest.len() <= grain {
        return Some((first, rest));
    }
    let (chunk, rest) = rest.split_at(grain);
    *queue = Queue { first: first + grain, rest: Some(rest) };
    Some((first, chunk))
}

/// Consecutive slots with their parts of the legality bits and of the caller's arrays, and their
/// opponents if there are any.
pub(super) struct SlotSpan<'a, G: Game, P, T> {
    pub(super) slots: &'a mut [Slot<G, P>],
    pub(super) tables: &'a mut [Table<G>],
    pub(super) legal: &'a mut [u64],
    pub(super) out: Buffers<'a, T>,
    pub(super) sizes: &'a Sizes,
}

impl<G: Game<LegalActions: Send>, P: Send, T: Element> Split for SlotSpan<'_, G, P, T> {
    fn len(&self) -> usize {
        self.slots.len()
    }

    fn split_at(self, mid: usize) -> (Self, Self) {
        let sizes = self.sizes;
        let (slots, more_slots) = self.slots.split_at_mut(mid);
        let (tables, more_tables) = self.tables.split_at_mut(mid.min(self.tables.len()));
        let (legal, more_legal) = self.legal.split_at_mut(mid * sizes.words);
        let (out, more_out) = self.out.split_at(mid, sizes);
        let more = Self {
            slots: more_slots,
            tables: more_tables,
            legal: more_legal,
            out: more_out,
            sizes,
        };
        (Self { slots, tables, legal, out, sizes }, more)
    }
}

/// The legality bits of consecutive slots with their part of an array of actions.
pub(super) struct ActionSpan<'a> {
    pub(super) legal: &'a [u64],
    pub(super) words: usize, // of each slot's bits
    pub(super) out: &'a mut [i32],
}

impl Split for ActionSpan<'_> {
    fn len(&self) -> usize {
        self.out.len()
    }

    fn split_at(self, mid: usize) -> (Self, Self) {
        let words = self.words;
        let (legal, more_legal) = self.legal.split_at(mid * words);
        let (out, more_out) = self.out.split_at_mut(mid);
        (Self { legal, words, out }, Self { legal: more_legal, words, out: more_out })
    }
}

/// Consecutive slots with their part of an array of encoded states.
pub(super) struct StateSpan<'a, G: Game, P, T> {
    pub(super) slots: &'a mut [Slot<G, P>],
    pub(super) each: usize, // elements of each slot
    pub(super) out: &'a mut [T],
}

impl<G: Game<LegalActions: Send>, P: Send, T: Element> Split for StateSpan<'_, G, P, T> {
    fn len(&self) -> usize {
        self.slots.len()
    }

    fn split_at(self, mid: usize) -> (Self, Self) {
        let each = self.each;
        let (slots, more_slots) = self.slots.split_at_mut(mid);
        let (out, more_out) = self.out.split_at_mut(mid * each);
        (Self { slots, each, out }, Self { slots: more_slots, each, out: more_out })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Split for &mut [usize] {
        fn len(&self) -> usize {
            (**self).len()
        }

        fn split_at(self, mid: usize) -> (Self, Self) {
            self.split_at_mut(mid)
        }
    }

    #[test]
    fn every_item_is_visited_once_with_its_own_index() {
        let mut pool = ThreadPool::new(2).unwrap();
        for pooled in [false, true] {
            for len in [0, 1, 7, 64, 1000] {
                let mut items = vec![0; len];
                let pool = pooled.then_some(&mut pool);
                parallel_for(pool, 7, items.as_mut_slice(), |first, chunk| {
                    assert!(!pooled || chunk.len() <= 7);
                    chunk.iter_mut().enumerate().for_each(|(i, item)| *item += first + i + 1);
                });
                assert!(items.iter().enumerate().all(|(i, item)| *item == i + 1));
            }
        }
    }
}
