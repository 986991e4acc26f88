//! Bids of the `rule` bot: the expected tricks, or nil with a weak hand.

use crate::compile::{Compiled, TrumpTable};
use crate::rollout::nearest_bid;
use crate::rules::Auction;
use crate::trick_estimate::{best_trump, bid_margin, expected_tricks, expected_tricks_with};
use crate::{Action, Cards, Move, Table, View};
use facedown_game::Seat;

/// Chooses a bid of tricks.
pub(super) fn bid(c: &Compiled, view: &View, legal: &[Action]) -> Option<Action> {
    let table = &view.table;
    let expected = expected_tricks(c, table, view.hand);
    if c.has_nil {
        if expected < 2.0 && is_nil_hand(c, table, view.hand) {
            return nearest_bid(legal, 0);
        }
        return nearest_bid(legal, ((expected - bid_margin(c)).round() as u8).max(1));
    }
    nearest_bid(legal, adjusted(c, table, expected).round().max(0.0) as u8)
}

/// Adjusts the expected tricks of the last bidder to the others' bids: overbidding leaves fewer
/// tricks, underbidding more.
fn adjusted(c: &Compiled, table: &Table, expected: f32) -> f32 {
    let others: Vec<u8> = Seat::all(c.seats).filter_map(|other| table.bid(other)).collect();
    if others.len() + 1 < usize::from(table.active) {
        return expected;
    }
    let bids: f32 = others.iter().map(|bid| f32::from(*bid)).sum();
    expected + ((f32::from(table.dealt) - bids) - expected).clamp(-1.0, 1.0) * 0.3
}

/// Returns whether a hand is weak enough for nil: few and low trumps, and no suit of high cards
/// only.
fn is_nil_hand(c: &Compiled, table: &Table, hand: Cards) -> bool {
    let t = c.trump(table.trump);
    let trumps = hand.bits() & t.trumps;
    let low_trumps = trumps.count_ones() <= 3 && strongest(t, trumps) <= 9;
    let guarded = t.suits[..4].iter().map(|suit| hand.bits() & suit).all(|cards| {
        cards == 0
            || strongest(t, cards) <= 10
            || (cards.count_ones() >= 3 && weakest(t, cards) <= 3)
    });
    low_trumps && guarded
}

fn strongest(t: &TrumpTable, cards: u64) -> u8 {
    if cards == 0 { 0 } else { t.strength[t.highest(cards).index()] }
}

fn weakest(t: &TrumpTable, cards: u64) -> u8 {
    if cards == 0 { 0 } else { t.strength[t.lowest(cards).index()] }
}

/// Chooses trump, alone if nearly all tricks are expected.
pub(super) fn trump(c: &Compiled, view: &View, legal: &[Action]) -> Action {
    let table = &view.table;
    let decline = Action::from(Move::Decline);
    let forced = !legal.contains(&decline);
    let Some(chosen) = best_trump(c, table, view.hand, legal, forced) else {
        return decline;
    };
    let Move::Trump { suit, .. } = chosen.get() else { return chosen };
    let alone = Action::from(Move::Trump { suit, alone: true });
    let strong =
        expected_tricks_with(c, table, view.hand, suit as u8) + 0.7 >= f32::from(table.dealt);
    if strong && legal.contains(&alone) { alone } else { chosen }
}

/// Never bids blind nil.
pub(super) fn look(c: &Compiled, legal: &[Action]) -> Option<Action> {
    debug_assert!(matches!(c.rules.auction, Auction::Tricks(_)), "only bidders look");
    let look = Action::from(Move::Look);
    legal.contains(&look).then_some(look)
}
