//! What the hands of a lane make together: episodes of one hand each, or whole matches.

use facedown_game::{Game, Match, Seat};
use std::fmt::Debug;

/// How the hands of a lane follow one another, what they start from, and what they are worth.
///
/// `P` is where an episode stands; every lane keeps its own.
pub trait Course<G: Game, P>: Send + Sync {
    /// An episode begins with hand number `hand` of a lane.
    fn begin(&self, game: &G, lane: usize, hand: u64) -> (P, G::Setup);

    /// A hand is over: adds what that is worth to each seat, and gives what the next hand starts
    /// from; `None` where the episode is over too.
    fn finish(
        &self,
        game: &G,
        progress: &mut P,
        state: &G::State,
        reward: &mut [f32],
    ) -> Option<G::Setup>;
}

/// Where an episode stands: anything that can be kept and compared.
pub trait Progress: Clone + PartialEq + Debug + Send + Sync {}

impl<P: Clone + PartialEq + Debug + Send + Sync> Progress for P {}

/// What a finished hand is worth, written for each seat.
pub type HandPayoff<G> = Box<dyn Fn(&G, &<G as Game>::State, &mut [f32]) + Send + Sync>;

/// What a finished match is worth, written for each seat.
pub type MatchPayoff<G> = Box<dyn Fn(&G, &<G as Match>::Standing, &mut [f32]) + Send + Sync>;

/// Every hand is an episode.
pub struct Hands<G: Game, P> {
    setups: Vec<G::Setup>, // not empty
    payoff: HandPayoff<G>,
    progress: P, // of every episode
}

impl<G: Game, P> Hands<G, P> {
    /// Hands from these setups in turn, hand h of lane i from number i + h; from
    /// [`Game::first_setup`] always where there are none. `progress` stays as it is.
    pub fn new(game: &G, setups: Vec<G::Setup>, payoff: HandPayoff<G>, progress: P) -> Self {
        let setups = if setups.is_empty() { vec![game.first_setup()] } else { setups };
        Self { setups, payoff, progress }
    }
}

impl<G: Game, P: Progress> Course<G, P> for Hands<G, P> {
    fn begin(&self, _: &G, lane: usize, hand: u64) -> (P, G::Setup) {
        let turns = self.setups.len() as u64;
        let setup = &self.setups[((lane as u64 % turns + hand % turns) % turns) as usize];
        (self.progress.clone(), *setup)
    }

    fn finish(
        &self,
        game: &G,
        _: &mut P,
        state: &G::State,
        reward: &mut [f32],
    ) -> Option<G::Setup> {
        (self.payoff)(game, state, reward);
        None
    }
}

/// Scores times a factor.
pub fn scaled_scores<G: Game>(scale: f32) -> HandPayoff<G> {
    Box::new(move |game, state, reward| {
        for (seat, score) in game.scores(state).iter() {
            reward[seat.index()] += score as f32 * scale;
        }
    })
}

/// Every match is an episode.
pub struct Matches<G: Match> {
    /// What a finished match is worth.
    pub payoff: MatchPayoff<G>,
    /// What a point is worth in the step in which a hand of the match ends.
    pub shaping: f32,
}

impl<G: Match> Course<G, G::Standing> for Matches<G> {
    fn begin(&self, game: &G, _: usize, _: u64) -> (G::Standing, G::Setup) {
        let standing = game.begin();
        let setup = game.next_hand(&standing).expect("a match has a first hand");
        (standing, setup)
    }

    fn finish(
        &self,
        game: &G,
        standing: &mut G::Standing,
        state: &G::State,
        reward: &mut [f32],
    ) -> Option<G::Setup> {
        if self.shaping != 0.0 {
            for (seat, score) in game.scores(state).iter() {
                reward[seat.index()] += score as f32 * self.shaping;
            }
        }
        game.finish_hand(standing, state);
        let next = game.next_hand(standing);
        if next.is_none() {
            (self.payoff)(game, standing, reward);
        }
        next
    }
}

/// Gives each seat what its place is worth, the first place to the highest score. Equal seats share
/// what their places are worth together.
///
/// # Panics
/// When there are fewer places than scores.
pub fn by_place(places: &[f32], scores: &[i32], mut each: impl FnMut(Seat, f32)) {
    for (seat, score) in scores.iter().enumerate() {
        let above = scores.iter().filter(|other| *other > score).count();
        let equal = scores.iter().filter(|other| *other == score).count();
        let shared: f32 = places[above..above + equal].iter().sum();
        each(Seat::new(seat), shared / equal as f32);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_seats_share_their_places() {
        let values = |places: &[f32], scores: &[i32]| {
            let mut values = vec![0.0; scores.len()];
            by_place(places, scores, |seat, value| values[seat.index()] = value);
            values
        };
        assert_eq!(values(&[1.0, -1.0], &[5, 1]), [1.0, -1.0]);
        assert_eq!(values(&[9.0, 4.0, -1.0], &[1, 3, 2]), [-1.0, 9.0, 4.0]);
        assert_eq!(values(&[9.0, 3.0, 0.0, -8.0], &[7, 7, 0, 7]), [4.0, 4.0, -8.0, 4.0]);
        assert_eq!(values(&[3.0, 1.0, -1.0, -3.0], &[0; 4]), [0.0; 4]);
    }
}
