//! Guides: prior probabilities and expected scores for tree search, such as a network's.

use crate::{Game, PerSeat, Seat};
use std::ops::Range;

/// The positions that a guide judges in one pass: sampled worlds, each with the seat to act and its
/// legal actions.
#[derive(Debug)]
pub struct GuideBatch<'a, G: Game> {
    states: &'a [G::State],
    seats: &'a [Seat],
    /// The legal actions of all positions, one after the other.
    actions: &'a [G::Action],
    /// Where the actions of each position end.
    ends: &'a [usize],
    /// Where the actions of the first position begin.
    start: usize,
}

impl<'a, G: Game> GuideBatch<'a, G> {
    /// Builds a batch; `ends` are the ends of each position's legal actions in `actions`.
    ///
    /// # Panics
    /// If the positions have not as many states, seats and ends.
    pub fn new(
        states: &'a [G::State],
        seats: &'a [Seat],
        actions: &'a [G::Action],
        ends: &'a [usize],
    ) -> Self {
        assert!(
            states.len() == seats.len() && states.len() == ends.len(),
            "a seat and an end each"
        );
        assert_eq!(ends.last().copied().unwrap_or(0), actions.len(), "every action has a position");
        Self { states, seats, actions, ends, start: 0 }
    }

    /// Returns some of the positions.
    #[must_use]
    pub fn slice(&self, positions: Range<usize>) -> Self {
        let Range { start: from, end: to } = positions;
        let place = |position: usize| match position {
            0 => self.start,
            _ => self.ends[position - 1],
        };
        let actions = place(from) - self.start..place(to) - self.start;
        Self {
            states: &self.states[from..to],
            seats: &self.seats[from..to],
            actions: &self.actions[actions],
            ends: &self.ends[from..to],
            start: place(from),
        }
    }

    /// Returns the number of positions.
    pub const fn len(&self) -> usize {
        self.states.len()
    }

    /// Returns whether there are no positions.
    pub const fn is_empty(&self) -> bool {
        self.states.is_empty()
    }

    /// Returns the number of legal actions of all positions together: that of the priors.
    pub const fn action_count(&self) -> usize {
        self.actions.len()
    }

    /// Returns each position: its world, its seat to act, and the legal actions.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&'a G::State, Seat, &'a [G::Action])> {
        let (actions, mut from) = (self.actions, 0);
        let (start, ends) = (self.start, self.ends);
        self.states.iter().zip(self.seats).zip(ends).map(move |((state, seat), end)| {
            let to = end - start;
            let legal = &actions[from..to];
            from = to;
            (state, *seat, legal)
        })
    }
}

/// Guides a tree search: how likely each action is to be good, and what the hand will come to. A
/// network judges a batch in one pass, and a search collects leaves for it.
///
/// A guide may read only what the seats know: views of the sampled worlds, never the worlds
/// themselves.
pub trait Guide<G: Game>: Send + Sync {
    /// Writes the prior of every legal action, one position after the other, and each seat's
    /// expected final score. Priors are not negative, and only their ratios within a position
    /// count. A score that is NaN is no opinion: the search rolls the hand out instead.
    fn guide(
        &self,
        game: &G,
        batch: &GuideBatch<'_, G>,
        priors: &mut [f32],
        values: &mut [PerSeat<f32>],
    );
}
