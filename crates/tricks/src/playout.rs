//! Playouts without action lists, for searches that play millions of hands.

#[cfg(target_arch = "x86_64")]
use crate::bits::bmi2::Bmi2;
use crate::bits::{BitOps, Portable};
use crate::following::playable;
use crate::game::Tricks;
use crate::rollout;
use crate::table::Phase;
use crate::{Legal, State};
use facedown_cards::Card;
use facedown_game::{ActionBuf, Game, Rng, Searchable};

/// The policy that plays a hand to its end.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum PlayoutPolicy {
    /// The rollout policy.
    Rollout,
    /// Uniformly random legal actions.
    Uniform,
}

/// Plays a hand to its end.
pub(crate) fn play_out(
    game: &Tricks,
    state: &mut State,
    legal: &mut Legal,
    rng: &mut Rng,
    policy: PlayoutPolicy,
) {
    #[cfg(target_arch = "x86_64")]
    if let Some(bits) = Bmi2::detect() {
        #[allow(unsafe_code, reason = "instructions that not every CPU has")]
        // SAFETY: the CPU has them, which `bits` proves.
        return unsafe { play_out_bmi2(game, state, legal, rng, (policy, bits)) };
    }
    play_out_with(game, state, legal, rng, (policy, Portable));
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "bmi1,bmi2,popcnt")]
fn play_out_bmi2(
    game: &Tricks,
    state: &mut State,
    legal: &mut Legal,
    rng: &mut Rng,
    (policy, bits): (PlayoutPolicy, Bmi2),
) {
    // Constant arguments: each policy is compiled on its own.
    match policy {
        PlayoutPolicy::Rollout => {
            play_out_with(game, state, legal, rng, (PlayoutPolicy::Rollout, bits));
        }
        PlayoutPolicy::Uniform => {
            play_out_with(game, state, legal, rng, (PlayoutPolicy::Uniform, bits));
        }
    }
}

#[allow(clippy::inline_always, reason = "compiled for the instructions of its caller")]
#[inline(always)]
fn play_out_with(
    game: &Tricks,
    state: &mut State,
    legal: &mut Legal,
    rng: &mut Rng,
    (policy, bits): (PlayoutPolicy, impl BitOps),
) {
    while state.table.phase != Phase::Over {
        if state.table.phase == Phase::Play {
            let hand = state.hands[state.table.to_act.index()];
            let may = playable(&game.c, &state.table, hand.bits());
            let card = match policy {
                PlayoutPolicy::Rollout => rollout::play(&game.c, &state.table, may, bits, rng),
                PlayoutPolicy::Uniform => Card::new(random_bit(may, bits, rng) as u8),
            };
            game.play_card(state, card, &mut ());
            continue;
        }
        if state.table.phase == Phase::Bid && policy == PlayoutPolicy::Rollout {
            let hand = state.hands[state.table.to_act.index()];
            let action = rollout::bid(&game.c, &state.table, hand, rng);
            game.apply(state, action, &mut ());
            continue;
        }
        game.legal_actions(state, legal);
        let list = legal.as_slice();
        let action = match policy {
            PlayoutPolicy::Rollout => game.rollout(state, list, rng),
            PlayoutPolicy::Uniform => list[rng.below(list.len() as u32) as usize],
        };
        game.apply(state, action, &mut ());
    }
}

/// Returns a uniformly random set bit.
#[allow(clippy::inline_always, reason = "compiled for the instructions of its caller")]
#[inline(always)]
pub(crate) fn random_bit(word: u64, bits: impl BitOps, rng: &mut Rng) -> u32 {
    bits.select(rng.below(word.count_ones()), word)
}
