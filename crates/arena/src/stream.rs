//! Which random stream each part of a game draws from.
//!
//! | who draws | stream |
//! |---|---|
//! | hand n of a duel of hands with seed s, or of a match with seed s | `Rng::stream(s, n)` |
//! | match k of a duel, lane k of a vectorised environment | has the seed `child_seed(s, k)` |
//! | a bot in hand n | one that depends on s, n and the bot, and on nothing that is dealt |
//!
//! So the deal does not depend on the bots, nor a bot's luck on the seat it is given.

use facedown_game::Rng;

/// The seed of the part with this number: a match of a duel, a lane of an environment.
pub fn child_seed(seed: u64, number: u64) -> u64 {
    Rng::stream(seed, number).next_u64()
}

/// No hand has this number, so no hand shares a stream with the bots.
const BOTS: u64 = 0xb075_b075_b075_b075;

/// The stream of one bot in one hand.
pub(crate) fn bot_stream(seed: u64, hand: u64, bot: u64) -> Rng {
    Rng::stream(child_seed(child_seed(seed, BOTS), hand), bot)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn deals_and_bots_draw_from_different_streams() {
        let mut seen = HashSet::new();
        for seed in 0..20 {
            for hand in 0..20 {
                assert!(seen.insert(Rng::stream(seed, hand).next_u64()));
                for bot in 0..10 {
                    assert!(seen.insert(bot_stream(seed, hand, bot).next_u64()));
                }
            }
        }
    }

    #[test]
    fn children_of_neighbouring_seeds_differ() {
        let seeds: HashSet<u64> =
            (0..100).flat_map(|s| (0..100).map(move |k| child_seed(s, k))).collect();
        assert_eq!(seeds.len(), 10_000);
    }
}
