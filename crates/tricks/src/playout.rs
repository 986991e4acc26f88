//! Playouts without action lists, for searches that play millions of hands.

#[cfg(target_arch = "x86_64")]
use crate::bits::bmi2::Bmi2;
use crate::bits::{BitOps, Portable};
use crate::compile::{Compiled, NO_SUIT, TrumpTable};
use crate::following::playable;
use crate::game::Tricks;
use crate::rollout::{self, PlayTurn};
use crate::table::Phase;
use crate::{Cards, Legal, State};
use facedown_cards::{Card, CardSet};
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
    let c = &*game.c;
    while state.table.phase != Phase::Over {
        if state.table.phase == Phase::Play {
            // Rules of the first trick alone are left to the loop below.
            if c.plays_simply && (state.table.tricks > 0 || c.bars | c.opening == 0) {
                return play_tricks(c, state, rng, policy, bits);
            }
            let hand = state.hands[state.table.to_act.index()];
            let may = playable(c, &state.table, hand.bits());
            let t = c.trump(state.table.trump);
            let turn = PlayTurn::of(t, &state.table);
            let card = policy.choose(c, t, &turn, may, bits, rng);
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

impl PlayoutPolicy {
    /// Chooses a card from these legal ones.
    #[allow(clippy::inline_always, reason = "compiled for the instructions of its caller")]
    #[inline(always)]
    fn choose(
        self,
        c: &Compiled,
        t: &TrumpTable,
        turn: &PlayTurn<'_>,
        may: u64,
        bits: impl BitOps,
        rng: &mut Rng,
    ) -> Card {
        match self {
            Self::Rollout => rollout::play(c, t, turn, may, bits, rng),
            Self::Uniform => Card::new(random_bit(may, bits, rng) as u8),
        }
    }
}

/// Plays all cards in games of one pack without drawing, where following suit is the only duty: the
/// state of the trick stays in registers. Rules of the first trick are not looked at.
#[allow(clippy::inline_always, reason = "compiled for the instructions of its caller")]
#[inline(always)]
fn play_tricks(
    c: &Compiled,
    state: &mut State,
    rng: &mut Rng,
    policy: PlayoutPolicy,
    bits: impl BitOps,
) {
    let State { table, hands, .. } = state;
    let t = c.trump(table.trump);
    let (breaks_if_led, breaks) = c.breaking.map_or((0, 0), |breaking| {
        let by_cards = breaking.by_cards.0.bits();
        let if_led = if breaking.by_lead { t.locked } else { 0 };
        (if_led | by_cards, by_cards)
    });
    let (mut seat, mut winner, mut best) = (table.to_act, table.winner, table.best);
    let (mut in_trick, mut points) = (table.in_trick, table.trick_points);
    let (mut led, mut broken) = (t.suits[usize::from(table.led)], table.broken);
    loop {
        let hand = hands[seat.index()].bits();
        let wanted = match in_trick {
            0 if broken => hand,
            0 => hand & !t.locked,
            _ => hand & led,
        };
        let may = if wanted == 0 { hand } else { wanted };
        let beats = t.beats[best.index()];
        let turn = PlayTurn { table, seat, in_trick, winner, led, beats, points };
        let card = policy.choose(c, t, &turn, may, bits, rng);
        let bit = 1u64 << card.index();
        hands[seat.index()] = Cards::single(CardSet::from_bits_truncate(hand & !bit));
        if in_trick == 0 {
            led = t.suits[usize::from(t.suit[card.index()])];
            table.leaders[usize::from(table.tricks)] = seat.index() as u8;
            broken |= breaks_if_led & bit != 0;
        } else {
            broken |= (t.breaks & !led | breaks) & bit != 0;
        }
        let wins = in_trick == 0 || beats & bit != 0;
        (best, winner) = if wins { (card, seat) } else { (best, winner) };
        table.plays[usize::from(table.played)] = card;
        table.played += 1;
        table.counts[seat.index()] -= 1;
        points += i16::from(c.points[card.index()]);
        in_trick += 1;
        if in_trick < table.active {
            seat = table.after(c, seat);
            continue;
        }
        table.won[winner.index()] += 1;
        table.points[winner.index()] += points;
        table.tricks += 1;
        (in_trick, points, seat) = (0, 0, winner);
        if table.counts[winner.index()] == 0 {
            break;
        }
    }
    (table.to_act, table.winner, table.best) = (winner, winner, best);
    (table.in_trick, table.trick_points, table.led) = (0, 0, NO_SUIT);
    (table.broken, table.phase) = (broken, Phase::Over);
}

/// Returns a uniformly random set bit.
#[allow(clippy::inline_always, reason = "compiled for the instructions of its caller")]
#[inline(always)]
pub(crate) fn random_bit(word: u64, bits: impl BitOps, rng: &mut Rng) -> u32 {
    bits.select(rng.below(word.count_ones()), word)
}
