//! Choosers of actions: policies, or bytes.

use super::builder::Laws;
use facedown_game::{Policy, Rng, Searchable, Seat};
use std::fmt;

// A stream that no deal uses: the deal of hand n is the stream (seed, n).
const CHOICES: u64 = 0x6368_6f69_6365_7321;

/// The place of a failure, to reproduce it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) seed: u64,
    pub(super) hand: u64,
    pub(super) from: &'static str,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seed {}, {} {}", self.seed, self.from, self.hand)
    }
}

/// Chooses the actions of a hand.
pub(super) enum Chooser<'b, G: Searchable> {
    Policies { seats: Vec<(usize, Box<dyn Policy<G>>)>, rng: Rng },
    Bytes { left: &'b [u8], rng: Rng },
}

impl<'b, G: Searchable> Chooser<'b, G> {
    /// Chooses by policies: in even hands all seats play by one, in turn; in odd hands one is drawn
    /// for each seat.
    pub(super) fn policies(laws: &Laws<'_, G>, seed: u64, hand: u64) -> Self {
        let mut rng = Rng::stream(seed ^ CHOICES, hand);
        let count = laws.policies.len() as u64;
        let seat = |_| {
            let drawn = u64::from(rng.below(count as u32));
            let number = if hand.is_multiple_of(2) { hand / 2 % count } else { drawn } as usize;
            let mut policy = (laws.policies[number])();
            policy.new_hand();
            (number, policy)
        };
        let seats = Seat::all(laws.game.seats()).map(seat).collect();
        Self::Policies { seats, rng }
    }

    pub(super) fn bytes(seed: u64, left: &'b [u8]) -> Self {
        Self::Bytes { left, rng: Rng::new(seed ^ CHOICES) }
    }

    pub(super) fn choose(
        &mut self,
        game: &G,
        seat: Seat,
        view: &G::View,
        legal: &[G::Action],
    ) -> G::Action {
        match self {
            Self::Policies { seats, rng } => seats[seat.index()].1.choose(game, view, legal, rng),
            Self::Bytes { left, rng } => {
                let wide = usize::from(legal.len() > 256);
                let Some((read, rest)) = left.split_at_checked(1 + wide) else {
                    return legal[rng.below(legal.len() as u32) as usize];
                };
                *left = rest;
                let number = read.iter().fold(0, |n, &byte| n << 8 | usize::from(byte));
                legal[number % legal.len()]
            }
        }
    }
}
