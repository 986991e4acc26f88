//! Matches: sequences of hands with a running score.

use crate::{Game, InvalidHand, PerSeat, Rng, SeatSet};
use std::fmt::Debug;

/// A number that no hand has, so that no hand shares a stream with the setups.
const SETUPS: u64 = 0x5e70_5e70_5e70_5e70;

/// Returns the random stream from which the setup of hand `number` of a seed is drawn. It is not the
/// stream of the cards: these are the same whatever the setup.
pub fn setup_stream(seed: u64, number: u64) -> Rng {
    Rng::stream(Rng::stream(seed, SETUPS).next_u64(), number)
}

/// A match: a sequence of hands with a running score.
///
/// Hand n of a match with seed s is dealt from the random stream `(s, n)`. The stream is never
/// stored in a state, where a search could see it.
pub trait Match: Game {
    /// The running score, and whatever else determines the next hand's setup.
    type Standing: Copy + Eq + Debug + Send + Sync + 'static;

    /// Returns the standing before the first hand.
    fn begin(&self) -> Self::Standing;

    /// Returns the setup of the next hand, or `None` when the match is over. Every match ends.
    fn next_hand(&self, standing: &Self::Standing) -> Option<Self::Setup>;

    /// Adds a finished hand to the standing.
    fn finish_hand(&self, standing: &mut Self::Standing, hand: &Self::State);

    /// Returns the running score; all bonuses included once the match is over.
    fn match_scores(&self, standing: &Self::Standing) -> PerSeat<i32>;

    /// Returns the number of places of the cycle of a match: how many hands there are before dealer,
    /// hand size, passing or round begin anew, scores left aside; at least 1.
    fn hand_count(&self) -> u32;

    /// Returns the setup of the hand in one place of the cycle, from an even score. The caller
    /// guarantees that `hand` is below [`Match::hand_count`]. Law: hand 0 is [`Game::first_setup`].
    fn hand_setup(&self, hand: u32) -> Self::Setup;

    /// Returns the setup of the hand in one place of the cycle, if there is such a place.
    fn try_hand_setup(&self, hand: u32) -> Result<Self::Setup, InvalidHand> {
        let count = self.hand_count();
        if hand < count { Ok(self.hand_setup(hand)) } else { Err(InvalidHand { hand, count }) }
    }

    /// Draws the setup of a single hand as the hands of matches have them. By default every place of
    /// the cycle has the same chance, and the score is even.
    fn draw_setup(&self, rng: &mut Rng) -> Self::Setup {
        self.hand_setup(rng.below(self.hand_count()))
    }

    /// Returns the setup of single hand `number` of a seed: of the given place of the cycle, or drawn
    /// from [`setup_stream`].
    fn single_setup(
        &self,
        hand: Option<u32>,
        seed: u64,
        number: u64,
    ) -> Result<Self::Setup, InvalidHand> {
        match hand {
            Some(hand) => self.try_hand_setup(hand),
            None => Ok(self.draw_setup(&mut setup_stream(seed, number))),
        }
    }

    /// Returns the winners: several if they share the win, none while the match is in progress.
    fn winners(&self, standing: &Self::Standing) -> SeatSet {
        if self.next_hand(standing).is_some() {
            return SeatSet::EMPTY;
        }
        let scores = self.match_scores(standing);
        let best = scores.as_slice().iter().max();
        scores.iter().filter(|(_, score)| Some(score) == best).map(|(seat, _)| seat).collect()
    }
}
