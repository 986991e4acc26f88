//! Hands played to their end, as searches do by the million.

#[cfg(target_arch = "x86_64")]
use crate::bits::bmi2::Bmi2;
use crate::bits::{Plain, Spread};
use crate::duties::playable;
use crate::game::Tricks;
use crate::light;
use crate::table::Phase;
use crate::{Legal, State};
use facedown_cards::Card;
use facedown_game::{ActionBuf, Game, Rng, Searchable};

/// Who plays on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum By {
    /// The light policy.
    Light,
    /// Chance: each legal action with the same chance.
    Chance,
}

/// Plays on to the end of the hand.
pub(crate) fn play_out(game: &Tricks, state: &mut State, legal: &mut Legal, rng: &mut Rng, by: By) {
    #[cfg(target_arch = "x86_64")]
    if let Some(bits) = Bmi2::detect() {
        #[allow(unsafe_code, reason = "instructions that not every CPU has")]
        // SAFETY: the CPU has them, which `bits` proves.
        return unsafe { with_instructions(game, state, legal, rng, (by, bits)) };
    }
    to_the_end(game, state, legal, rng, (by, Plain));
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "bmi1,bmi2,popcnt")]
fn with_instructions(
    game: &Tricks,
    state: &mut State,
    legal: &mut Legal,
    rng: &mut Rng,
    how: (By, Bmi2),
) {
    match how.0 {
        By::Light => to_the_end(game, state, legal, rng, (By::Light, how.1)),
        By::Chance => to_the_end(game, state, legal, rng, (By::Chance, how.1)),
    }
}

#[allow(clippy::inline_always, reason = "compiled for the instructions of its caller")]
#[inline(always)]
fn to_the_end(
    game: &Tricks,
    state: &mut State,
    legal: &mut Legal,
    rng: &mut Rng,
    (by, bits): (By, impl Spread),
) {
    while state.table.phase != Phase::Over {
        if state.table.phase == Phase::Play {
            let hand = state.hands[state.table.to_act.index()];
            let may = playable(&game.c, &state.table, hand.bits());
            let card = match by {
                By::Light => light::play(&game.c, &state.table, may, bits, rng),
                By::Chance => Card::new(any(may, bits, rng) as u8),
            };
            game.play_card(state, card, &mut ());
            continue;
        }
        if state.table.phase == Phase::Bid && by == By::Light {
            let hand = state.hands[state.table.to_act.index()];
            let action = light::bid(&game.c, &state.table, hand, rng);
            game.apply(state, action, &mut ());
            continue;
        }
        game.legal_actions(state, legal);
        let list = legal.as_slice();
        let action = match by {
            By::Light => game.rollout(state, list, rng),
            By::Chance => list[rng.below(list.len() as u32) as usize],
        };
        game.apply(state, action, &mut ());
    }
}

/// One of the set bits, each with the same chance.
#[allow(clippy::inline_always, reason = "compiled for the instructions of its caller")]
#[inline(always)]
pub(crate) fn any(word: u64, bits: impl Spread, rng: &mut Rng) -> u32 {
    bits.nth(rng.below(word.count_ones()), word)
}
