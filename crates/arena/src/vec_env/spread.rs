//! Work on things in a row by several threads, without allocating.

use super::Buffers;
use super::buffers::Sizes;
use super::crew::Crew;
use super::lane::Lane;
use facedown_game::{Element, Game};
use std::sync::{Mutex, PoisonError};

/// Things in a row that can be cut in two.
pub(super) trait Split: Sized + Send {
    /// How many things there are.
    fn len(&self) -> usize;

    /// The first `middle` things, and the others.
    fn split_at(self, middle: usize) -> (Self, Self);
}

/// Works on pieces of at most `grain` things, each given with the place of its first thing, on the
/// caller's thread and its helpers: all take pieces from one list as they come, so one that is late
/// finds less to do. Without helpers the caller's thread does everything as one piece.
pub(super) fn spread<S: Split>(
    crew: Option<&mut Crew>,
    grain: usize,
    row: S,
    work: impl Fn(usize, S) + Sync,
) {
    let Some(crew) = crew else { return work(0, row) };
    let pieces = Mutex::new(Pieces { first: 0, rest: Some(row) });
    crew.work(&|| {
        while let Some((first, piece)) = next_piece(&pieces, grain) {
            work(first, piece);
        }
    });
}

/// What is left of a row, and the place of its first thing.
struct Pieces<S> {
    first: usize,
    rest: Option<S>,
}

fn next_piece<S: Split>(pieces: &Mutex<Pieces<S>>, grain: usize) -> Option<(usize, S)> {
    let mut pieces = pieces.lock().unwrap_or_else(PoisonError::into_inner);
    let (first, rest) = (pieces.first, pieces.rest.take()?);
    if rest.len() <= grain {
        return Some((first, rest));
    }
    let (piece, rest) = rest.split_at(grain);
    *pieces = Pieces { first: first + grain, rest: Some(rest) };
    Some((first, piece))
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
        let mut crew = Crew::new(2).unwrap();
        for helped in [false, true] {
            for len in [0, 1, 7, 64, 1000] {
                let mut row = vec![0; len];
                let helpers = helped.then_some(&mut crew);
                spread(helpers, 7, row.as_mut_slice(), |first, piece| {
                    assert!(!helped || piece.len() <= 7);
                    piece.iter_mut().enumerate().for_each(|(i, thing)| *thing += first + i + 1);
                });
                assert!(row.iter().enumerate().all(|(i, thing)| *thing == i + 1));
            }
        }
    }
}
