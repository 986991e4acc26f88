//! Episodes: single hands, or whole matches.

use facedown_game::{Game, Match, Seat};
use std::fmt::Debug;

/// Defines the hands and the rewards of episodes.
///
/// `P` is the state of an episode between its hands ([`EpisodeState`]); every environment has its
/// own.
pub trait Episodes<G: Game, P>: Send + Sync {
    /// Begins an episode, and returns the setup of its first hand.
    fn begin(&self, game: &G, first: HandId) -> (P, G::Setup);

    /// Finishes a hand: adds the reward of each seat, and returns the setup of the episode's next
    /// hand, or `None` if the episode is over.
    fn finish(
        &self,
        game: &G,
        episode: &mut P,
        state: &G::State,
        reward: &mut [f32],
    ) -> Option<G::Setup>;
}

/// The hand of an environment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HandId {
    /// The number of the environment in its batch; 0 where states belong to the caller.
    pub env: usize,
    /// The random seed of the environment.
    pub seed: u64,
    /// The number of the hand in the environment, from 0.
    pub hand: u64,
}

/// The state of an episode between its hands: `()` for single hands, [`Match::Standing`] for
/// matches.
pub trait EpisodeState: Clone + PartialEq + Debug + Send + Sync {}

impl<P: Clone + PartialEq + Debug + Send + Sync> EpisodeState for P {}

/// Returns the setup of a hand, and the state of its episode.
pub type HandStart<G, P> = Box<dyn Fn(&G, HandId) -> (P, <G as Game>::Setup) + Send + Sync>;

/// Adds the rewards of a finished hand, one for each seat.
pub type HandReward<G> = Box<dyn Fn(&G, &<G as Game>::State, &mut [f32]) + Send + Sync>;

/// Adds the rewards of a finished match, one for each seat.
pub type MatchReward<G> = Box<dyn Fn(&G, &<G as Match>::Standing, &mut [f32]) + Send + Sync>;

/// Episodes of one hand each.
pub struct HandEpisodes<G: Game, P> {
    start: HandStart<G, P>,
    reward: HandReward<G>,
}

impl<G: Game, P: EpisodeState + 'static> HandEpisodes<G, P> {
    /// Creates episodes that a function begins.
    pub const fn new(start: HandStart<G, P>, reward: HandReward<G>) -> Self {
        Self { start, reward }
    }

    /// Creates episodes that cycle through the setups: hand h of environment i starts from setup
    /// i + h, or always from [`Game::first_setup`] if there are none. `episode` never changes.
    pub fn cycling(setups: Vec<G::Setup>, reward: HandReward<G>, episode: P) -> Self {
        let setup = move |game: &G, HandId { env, hand, .. }: HandId| {
            let period = setups.len().max(1) as u64;
            let place = (env as u64 % period + hand % period) % period;
            setups.get(place as usize).copied().unwrap_or_else(|| game.first_setup())
        };
        Self::new(Box::new(move |game, hand| (episode.clone(), setup(game, hand))), reward)
    }
}

impl<G: Game, P: EpisodeState> Episodes<G, P> for HandEpisodes<G, P> {
    fn begin(&self, game: &G, first: HandId) -> (P, G::Setup) {
        (self.start)(game, first)
    }

    fn finish(
        &self,
        game: &G,
        _: &mut P,
        state: &G::State,
        reward: &mut [f32],
    ) -> Option<G::Setup> {
        (self.reward)(game, state, reward);
        None
    }
}

/// Returns the reward that is the hand's scores times `scale`.
pub fn scaled_scores<G: Game>(scale: f32) -> HandReward<G> {
    Box::new(move |game, state, reward| {
        for (seat, score) in game.scores(state).iter() {
            reward[seat.index()] += score as f32 * scale;
        }
    })
}

/// Episodes of one match each.
pub struct MatchEpisodes<G: Match> {
    /// The reward of a finished match.
    pub reward: MatchReward<G>,
    /// The reward of each point in the step that ends a hand of the match.
    pub shaping: f32,
}

impl<G: Match> Episodes<G, G::Standing> for MatchEpisodes<G> {
    fn begin(&self, game: &G, _: HandId) -> (G::Standing, G::Setup) {
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
            (self.reward)(game, standing, reward);
        }
        next
    }
}

/// Calls `each` with every seat and the value of its place; the highest score takes the first place.
/// Tied seats share the values of their places equally.
///
/// # Panics
/// If there are fewer places than scores.
pub fn reward_by_place(places: &[f32], scores: &[i32], mut each: impl FnMut(Seat, f32)) {
    for (seat, score) in scores.iter().enumerate() {
        let above = scores.iter().filter(|other| *other > score).count();
        let tied = scores.iter().filter(|other| *other == score).count();
        let shared: f32 = places[above..above + tied].iter().sum();
        each(Seat::new(seat), shared / tied as f32);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tied_seats_share_their_places() {
        let values = |places: &[f32], scores: &[i32]| {
            let mut values = vec![0.0; scores.len()];
            reward_by_place(places, scores, |seat, value| values[seat.index()] = value);
            values
        };
        assert_eq!(values(&[1.0, -1.0], &[5, 1]), [1.0, -1.0]);
        assert_eq!(values(&[9.0, 4.0, -1.0], &[1, 3, 2]), [-1.0, 9.0, 4.0]);
        assert_eq!(values(&[9.0, 3.0, 0.0, -8.0], &[7, 7, 0, 7]), [4.0, 4.0, -8.0, 4.0]);
        assert_eq!(values(&[3.0, 1.0, -1.0, -3.0], &[0; 4]), [0.0; 4]);
    }
}
