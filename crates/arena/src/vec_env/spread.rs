//! Work on things in a row by several threads, without allocating.

use super::Buffers;
use super::buffers::Sizes;
use super::lane::Lane;
use facedown_game::{Element, Game};
use rayon::ThreadPool;

/// Things in a row that can be cut in two.
pub(super) trait Split: Sized + Send {
    /// How many things there are.
    fn len(&self) -> usize;

    /// The first `middle` things, and the others.
    fn split_at(self, middle: usize) -> (Self, Self);
}

/// Works on pieces of at most `grain` things, each given with the place of its first thing. Without
/// a pool the caller's thread does everything as one piece.
pub(super) fn spread<S: Split>(
    pool: Option<&ThreadPool>,
    grain: usize,
    row: S,
    work: impl Fn(usize, S) + Sync,
) {
    match pool {
        Some(pool) => pool.install(|| halve(0, grain, row, &work)),
        None => work(0, row),
    }
}

fn halve<S: Split>(first: usize, grain: usize, row: S, work: &(impl Fn(usize, S) + Sync)) {
    let len = row.len();
    if len <= grain {
        return work(first, row);
    }
    let middle = len / 2;
    let (left, right) = row.split_at(middle);
    rayon::join(|| halve(first, grain, left, work), || halve(first + middle, grain, right, work));
}

/// Lanes in a row with their parts of the bits and of the caller's arrays.
pub(super) struct Span<'a, G: Game, P, T> {
    pub(super) lanes: &'a mut [Lane<G, P>],
    pub(super) legal: &'a mut [u64],
    pub(super) out: Buffers<'a, T>,
    pub(super) sizes: &'a Sizes,
}

impl<G: Game<Actions: Send>, P: Send, T: Element> Split for Span<'_, G, P, T> {
    fn len(&self) -> usize {
        self.lanes.len()
    }

    fn split_at(self, middle: usize) -> (Self, Self) {
        let sizes = self.sizes;
        let (lanes, more_lanes) = self.lanes.split_at_mut(middle);
        let (legal, more_legal) = self.legal.split_at_mut(middle * sizes.words);
        let (out, more_out) = self.out.split_at(middle, sizes);
        (
            Self { lanes, legal, out, sizes },
            Self { lanes: more_lanes, legal: more_legal, out: more_out, sizes },
        )
    }
}

/// The bits of legal actions of lanes in a row, with their parts of an array of actions.
pub(super) struct Choices<'a> {
    pub(super) legal: &'a [u64],
    pub(super) words: usize, // of bits for each lane
    pub(super) out: &'a mut [i32],
}

impl Split for Choices<'_> {
    fn len(&self) -> usize {
        self.out.len()
    }

    fn split_at(self, middle: usize) -> (Self, Self) {
        let words = self.words;
        let (legal, more_legal) = self.legal.split_at(middle * words);
        let (out, more_out) = self.out.split_at_mut(middle);
        (Self { legal, words, out }, Self { legal: more_legal, words, out: more_out })
    }
}

/// Lanes in a row with their parts of an array about their worlds.
pub(super) struct Worlds<'a, G: Game, P, T> {
    pub(super) lanes: &'a mut [Lane<G, P>],
    pub(super) each: usize, // numbers for each lane
    pub(super) out: &'a mut [T],
}

impl<G: Game<Actions: Send>, P: Send, T: Element> Split for Worlds<'_, G, P, T> {
    fn len(&self) -> usize {
        self.lanes.len()
    }

    fn split_at(self, middle: usize) -> (Self, Self) {
        let each = self.each;
        let (lanes, more_lanes) = self.lanes.split_at_mut(middle);
        let (out, more_out) = self.out.split_at_mut(middle * each);
        (Self { lanes, each, out }, Self { lanes: more_lanes, each, out: more_out })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Split for &mut [usize] {
        fn len(&self) -> usize {
            (**self).len()
        }

        fn split_at(self, middle: usize) -> (Self, Self) {
            self.split_at_mut(middle)
        }
    }

    #[test]
    fn every_thing_is_worked_on_once_at_its_own_place() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
        for pool in [None, Some(&pool)] {
            for len in [0, 1, 7, 64, 1000] {
                let mut row = vec![0; len];
                spread(pool, 7, row.as_mut_slice(), |first, piece| {
                    assert!(pool.is_none() || piece.len() <= 7);
                    piece.iter_mut().enumerate().for_each(|(i, thing)| *thing += first + i + 1);
                });
                assert!(row.iter().enumerate().all(|(i, thing)| *thing == i + 1));
            }
        }
    }
}
