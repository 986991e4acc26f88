//! Which random stream each part of a game draws from.
//!
//! | draws | stream |
//! |---|---|
//! | hand n of a duplicate match of hands, or of a match, with seed s | `Rng::stream(s, n)` |
//! | match k of a duplicate match, environment k of a batch | seed `child_seed(s, k)` |
//! | the setup of a single hand n with seed s | `setup_stream(s, n)` of `facedown_game` |
//! | a bot in hand n | derived from s, n and the bot's id alone |
//! | the caller's seat in episode n of an environment with seed s, if it is drawn | derived from s and n alone |
//! | luck adjustment, event e of hand n | derived from s, n and e alone |
//! | the seatings of deal or match k, if not all are played | derived from s and k alone |
//!
//! So deals do not depend on the bots, nor a bot's random numbers on its seat.

use facedown_game::Rng;

/// Returns the seed of part `number` of a whole: of a match of a duplicate match, or of an
/// environment of a batch.
pub fn child_seed(seed: u64, number: u64) -> u64 {
    Rng::stream(seed, number).next_u64()
}

/// A number that no hand has, so that no hand shares a stream with the bots.
const BOTS: u64 = 0xb075_b075_b075_b075;

/// Returns the random stream of one bot in one hand.
pub(crate) fn bot_stream(seed: u64, hand: u64, bot: u64) -> Rng {
    Rng::stream(child_seed(child_seed(seed, BOTS), hand), bot)
}

/// A number that no hand has, so that no hand shares a stream with luck adjustment.
const LUCK: u64 = 0x10cc_10cc_10cc_10cc;

/// Returns the random stream for the luck of one event of a hand.
pub(crate) fn luck_stream(seed: u64, hand: u64, event: u64) -> Rng {
    Rng::stream(child_seed(child_seed(seed, LUCK), hand), event)
}

/// A number that no hand has, so that no hand shares a stream with the seatings.
const SEATINGS: u64 = 0x5ea7_5ea7_5ea7_5ea7;

/// Returns the random stream for the seatings of a cluster.
pub(crate) fn seating_stream(seed: u64, cluster: u64) -> Rng {
    Rng::stream(child_seed(seed, SEATINGS), cluster)
}

/// A number that no hand has, so that no hand shares a stream with the caller's seats.
const OWN_SEATS: u64 = 0x0e5e_0e5e_0e5e_0e5e;

/// Returns the random stream for the caller's seat in an episode.
pub(crate) fn own_seat_stream(seed: u64, episode: u64) -> Rng {
    Rng::stream(child_seed(seed, OWN_SEATS), episode)
}

#[cfg(test)]
mod tests {
    use super::*;
    use facedown_game::setup_stream;
    use std::collections::HashSet;

    #[test]
    fn deals_and_bots_draw_from_different_streams() {
        let mut seen = HashSet::new();
        for seed in 0..20 {
            for hand in 0..20 {
                assert!(seen.insert(Rng::stream(seed, hand).next_u64()));
                assert!(seen.insert(setup_stream(seed, hand).next_u64()));
                for bot in 0..10 {
                    assert!(seen.insert(bot_stream(seed, hand, bot).next_u64()));
                    assert!(seen.insert(luck_stream(seed, hand, bot).next_u64()));
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
