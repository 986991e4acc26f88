//! Matches: sequences of hands with a running score.

use crate::{Game, PerSeat, SeatSet};
use std::fmt::Debug;

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
