//! The rollout policy and the heuristic of tree searches.
//!
//! The policy wins a trick if it wants it and can, and plays low otherwise; it aims at the bid in
//! games with bids and avoids points where they cost. It reads only what the seat to act knows. One
//! play in eight is uniformly random, so that playouts do not all share the same mistakes.

#![allow(clippy::inline_always, reason = "playouts are compiled for the CPU's bit instructions")]

use crate::bits::{BitOps, Portable};
use crate::compile::{Aim, Compiled, TrumpTable};
use crate::following::playable;
use crate::legal::BidRange;
use crate::playout::random_bit;
use crate::table::{Phase, Table};
use crate::trick_estimate::{best_trump, expected_tricks, sample_bid};
use crate::{Action, Cards, Move};
use facedown_cards::{Card, CardSet};
use facedown_game::{Rng, Seat};

/// The goal of a seat in a trick.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Want {
    /// Win it.
    Take,
    /// Lose it.
    Leave,
    /// Let its partner, who is winning it, win it.
    Support,
}

/// A seat's turn to play a card, as far as the policy reads it.
#[derive(Clone, Copy)]
pub(crate) struct PlayTurn<'a> {
    pub(crate) table: &'a Table, // for the bids, tricks and cards of each seat
    pub(crate) seat: Seat,
    /// Number of cards in the trick.
    pub(crate) in_trick: u8,
    /// The seat that is winning it.
    pub(crate) winner: Seat,
    /// The cards of the suit led.
    pub(crate) led: u64,
    /// The cards that beat the one that is winning it.
    pub(crate) beats: u64,
    /// The points in it.
    pub(crate) points: i16,
}

impl<'a> PlayTurn<'a> {
    /// Returns the turn of the seat to act.
    #[inline(always)]
    pub(crate) fn of(t: &TrumpTable, table: &'a Table) -> Self {
        Self {
            table,
            seat: table.to_act,
            in_trick: table.in_trick,
            winner: table.winner,
            led: t.suits[usize::from(table.led)],
            beats: t.beats[table.best.index()],
            points: table.trick_points,
        }
    }

    /// Returns whether the seat is the last to play to the trick.
    #[inline(always)]
    const fn is_last(&self) -> bool {
        self.in_trick + 1 == self.table.active
    }
}

/// Returns the goal of the seat to act.
#[inline(always)]
fn want(c: &Compiled, turn: &PlayTurn<'_>) -> Want {
    let (table, seat) = (turn.table, turn.seat.index());
    match c.aim {
        Aim::Exact if table.won[seat] < table.bids[seat] => Want::Take,
        Aim::Exact | Aim::Avoid => Want::Leave,
        Aim::Contract => {
            want_contract(c, table, turn.seat, (turn.in_trick > 0).then_some(turn.winner))
        }
        Aim::Tricks | Aim::Points => {
            let ours = turn.in_trick > 0 && c.same_side(turn.winner, turn.seat);
            if ours { Want::Support } else { Want::Take }
        }
    }
}

/// Returns the goal where a side's bid counts, given the seat that is winning the trick.
fn want_contract(c: &Compiled, table: &Table, seat: Seat, winner: Option<Seat>) -> Want {
    if is_live_nil(c, table, seat) {
        return Want::Leave;
    }
    if let Some(winner) = winner
        && winner != seat
        && c.same_side(winner, seat)
    {
        // A partner's nil is covered by winning the trick.
        return if is_live_nil(c, table, winner) { Want::Take } else { Want::Support };
    }
    let (mut ours, mut theirs, mut covers) = (0, 0, false);
    for other in 0..c.seats {
        let lacking = i32::from(table.bids[other]) - i32::from(table.won[other]);
        if c.side[other] == c.side[seat.index()] {
            ours += lacking;
            covers |= table.bids[other] == 0 && lacking == 0 && c.has_nil;
        } else {
            theirs += lacking;
        }
    }
    // The opponents are set if they are left one trick short.
    let left = i32::from(table.counts[seat.index()]);
    if covers || ours > 0 || theirs >= left { Want::Take } else { Want::Leave }
}

/// Returns whether a seat has bid nil and has not taken a trick.
#[inline(always)]
pub(crate) fn is_live_nil(c: &Compiled, table: &Table, seat: Seat) -> bool {
    c.has_nil && table.bids[seat.index()] == 0 && table.won[seat.index()] == 0
}

/// Chooses a card from these legal ones.
#[inline(always)]
pub(crate) fn play(
    c: &Compiled,
    t: &TrumpTable,
    turn: &PlayTurn<'_>,
    may: u64,
    bits: impl BitOps,
    rng: &mut Rng,
) -> Card {
    if may.is_power_of_two() {
        return Card::new(may.trailing_zeros() as u8);
    }
    let random = rng.next_u64();
    if random.trailing_zeros() >= 3 {
        return Card::new(random_bit(may, bits, rng) as u8);
    }
    let bold = random >> 62 != 0; // three in four
    if c.aim == Aim::Exact {
        return play_exact(c, t, turn, may, bold);
    }
    match (want(c, turn), turn.in_trick) {
        (Want::Take | Want::Support, 0) => lead_to_take(c, t, may, bold),
        (Want::Leave, 0) => t.lowest(or_all(may & !t.trumps, may)),
        (Want::Take, _) => follow_to_take(c, turn, t, may, bold),
        (Want::Support, _) => support(c, t, may),
        (Want::Leave, _) => follow_to_leave(c, turn, t, may),
    }
}

/// Chooses a card for a seat that wants exactly the tricks it bid. The set that the card is from and
/// which end of it are selected without branches, which a processor could not predict.
#[inline(always)]
fn play_exact(c: &Compiled, t: &TrumpTable, turn: &PlayTurn<'_>, may: u64, bold: bool) -> Card {
    let takes = matches!(want(c, turn), Want::Take);
    let plain = or_all(may & !t.trumps, may);
    if turn.in_trick == 0 {
        let high = takes & bold;
        return t.extreme(select(high, may, plain), high);
    }
    let (winners, losers) = (may & turn.beats, may & !turn.beats);
    let (wins, loses, last) = (winners != 0, losers != 0, turn.is_last());
    let harmless = or_all(winners & !c.penalties, winners);
    let to_take = select(wins, winners, plain);
    let to_leave = select(loses, losers, select(last, harmless, winners));
    #[allow(clippy::needless_bitwise_bool, reason = "without branches: rollouts pass here")]
    let high = takes & wins & bold & !last | !takes & (loses | last);
    t.extreme(select(takes, to_take, to_leave), high)
}

/// Returns one of two sets, without a branch.
#[inline(always)]
const fn select(first: bool, one: u64, other: u64) -> u64 {
    other ^ (one ^ other) & (first as u64).wrapping_neg()
}

/// Returns the first set, or the second if the first is empty.
#[inline(always)]
const fn or_all(some: u64, all: u64) -> u64 {
    if some == 0 { all } else { some }
}

#[inline(always)]
fn lead_to_take(c: &Compiled, t: &TrumpTable, may: u64, bold: bool) -> Card {
    let plain = or_all(may & !t.trumps, may);
    if bold && c.aim != Aim::Points { t.highest(may) } else { t.lowest(plain) }
}

#[inline(always)]
fn follow_to_take(c: &Compiled, turn: &PlayTurn<'_>, t: &TrumpTable, may: u64, bold: bool) -> Card {
    let winners = may & turn.beats;
    if winners == 0 {
        return throw_low(c, t, may);
    }
    if turn.is_last() || !bold { t.lowest(winners) } else { t.highest(winners) }
}

/// Throws off a low card: no trump, and no points if points are wanted.
#[inline(always)]
fn throw_low(c: &Compiled, t: &TrumpTable, may: u64) -> Card {
    let plain = or_all(may & !t.trumps, may);
    match c.aim {
        Aim::Points => t.lowest(or_all(plain & !c.penalties, plain)),
        _ => t.lowest(plain),
    }
}

/// Plays to the partner's winning card: points if they count, otherwise low.
#[inline(always)]
fn support(c: &Compiled, t: &TrumpTable, may: u64) -> Card {
    match c.aim {
        Aim::Points => t.highest(or_all(may & c.penalties & !t.trumps, may)),
        _ => throw_low(c, t, may),
    }
}

#[inline(always)]
fn follow_to_leave(c: &Compiled, turn: &PlayTurn<'_>, t: &TrumpTable, may: u64) -> Card {
    let (winners, losers) = (may & turn.beats, may & !turn.beats);
    let last = turn.is_last();
    if c.aim == Aim::Avoid {
        // The last to play wins a trick without points with its highest card, to get rid of it.
        let harmless = winners & !c.penalties;
        if last && turn.points <= 0 && harmless != 0 {
            return t.highest(harmless);
        }
        if losers != 0 && turn.led & losers == 0 {
            return worst_liability(c, losers);
        }
    }
    match (losers, last) {
        (0, true) => t.highest(or_all(winners & !c.penalties, winners)),
        (0, false) => t.lowest(winners),
        _ => t.highest(losers),
    }
}

/// Returns the card with the greatest liability.
fn worst_liability(c: &Compiled, cards: u64) -> Card {
    let set = CardSet::from_bits_truncate(cards);
    set.iter().max_by_key(|card| c.liability[card.index()]).unwrap_or(Card::new(0))
}

/// Chooses a legal action in any phase.
pub(crate) fn choose(
    c: &Compiled,
    table: &Table,
    hand: Cards,
    legal: &[Action],
    rng: &mut Rng,
) -> Action {
    let listed = |action: Action| legal.binary_search(&action).is_ok().then_some(action);
    let cards = || legal.iter().filter_map(|action| action.as_card()).collect::<CardSet>();
    let chosen = match table.phase {
        Phase::Play => {
            let may = playable(c, table, hand.bits());
            let t = c.trump(table.trump);
            Some(Action::card(play(c, t, &PlayTurn::of(t, table), may, Portable, rng)))
        }
        Phase::Bid => Some(bid(c, table, hand, rng)),
        Phase::Blind => listed(Move::Look.into()),
        Phase::Pass => Some(Action::card(worst_liability(c, cards().bits()))),
        Phase::Discard => {
            let t = c.trump(table.trump);
            let cards = cards().bits();
            Some(Action::card(t.lowest(or_all(cards & !t.trumps, cards))))
        }
        Phase::Order | Phase::Name => {
            let forced = legal.last().is_none_or(|last| last.get() != Move::Decline);
            match best_trump(c, table, hand, legal, forced) {
                Some(action) => Some(action),
                None => listed(Move::Decline.into()),
            }
        }
        Phase::Over | Phase::Exchange | Phase::Opening => None,
    };
    chosen.unwrap_or(legal[0])
}

/// Chooses a bid.
pub(crate) fn bid(c: &Compiled, table: &Table, hand: Cards, rng: &mut Rng) -> Action {
    let wanted = sample_bid(c, table, hand, rng);
    Action::bid(BidRange::new(c, table).map_or(wanted, |bids| bids.nearest(wanted)))
}

/// Returns the legal bid nearest to this one, the lower of two.
pub(crate) fn nearest_bid(legal: &[Action], wanted: u8) -> Option<Action> {
    let distance = |action: &Action| match action.get() {
        Move::Bid(tricks) => tricks.abs_diff(wanted),
        _ => u8::MAX,
    };
    legal.iter().copied().min_by_key(distance)
}

/// Calls `visit` with the heuristic value of each of these actions for the seat to act.
pub(crate) fn heuristics(
    c: &Compiled,
    table: &Table,
    hand: Cards,
    actions: &[Action],
    mut visit: impl FnMut(f32),
) {
    let expected = if table.phase == Phase::Bid { expected_tricks(c, table, hand) } else { 0.0 };
    for action in actions {
        visit(heuristic(c, table, hand, expected, *action));
    }
}

/// Returns the heuristic value of an action, given the tricks that the seat expects when it bids.
fn heuristic(c: &Compiled, table: &Table, hand: Cards, expected: f32, action: Action) -> f32 {
    match action.get() {
        Move::Card(card) if table.phase == Phase::Play => card_heuristic(c, table, hand, card),
        Move::Card(card) => f32::from(c.liability[card.index()]) / 16.0,
        Move::Bid(tricks) => -(f32::from(tricks) - expected).abs(),
        Move::Trump { suit, .. } => {
            let made = crate::trick_estimate::expected_tricks_with(c, table, hand, suit as u8);
            made - f32::from(table.dealt) / c.seats as f32 - 1.0
        }
        Move::BlindNil => -2.0,
        Move::Look | Move::Decline => 0.0,
    }
}

fn card_heuristic(c: &Compiled, table: &Table, hand: Cards, card: Card) -> f32 {
    let t = c.trump(table.trump);
    let strength = f32::from(t.strength[card.index()]) / 13.0;
    let trump = if t.trumps >> card.index() & 1 == 1 { 0.5 } else { 0.0 };
    let want = want(c, &PlayTurn::of(t, table));
    if table.in_trick == 0 {
        return match want {
            Want::Take | Want::Support => strength,
            Want::Leave => -strength - trump,
        };
    }
    let wins = t.beats[table.best.index()] >> card.index() & 1 == 1;
    let follows = t.suits[usize::from(table.led)] & hand.bits() != 0;
    match (want, wins) {
        (Want::Take, true) => {
            1.0 - if table.is_last_to_play() { strength } else { -strength / 2.0 }
        }
        (Want::Take | Want::Support, _) => -strength - trump,
        (Want::Leave, true) => -1.0 + if table.is_last_to_play() { strength } else { -strength },
        (Want::Leave, false) if follows => strength,
        (Want::Leave, false) => f32::from(c.liability[card.index()]) / 16.0,
    }
}
