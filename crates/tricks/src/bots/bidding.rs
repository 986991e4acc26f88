//! What a beginner bids: the tricks it counts in its hand, nil with a hand that promises none.

use crate::compile::Compiled;
use crate::estimate::{caution, tricks_for, tricks_under};
use crate::light::nearest_bid;
use crate::rules::Auction;
use crate::{Action, Cards, Move, Table, View};
use facedown_game::Seat;

/// The bid of tricks.
pub(super) fn bid(c: &Compiled, view: &View, legal: &[Action]) -> Option<Action> {
    let table = &view.table;
    let expected = tricks_for(c, table, view.hand);
    if c.has_nil {
        if expected < 2.0 && is_nil_hand(c, table, view.hand) {
            return nearest_bid(legal, 0);
        }
        return nearest_bid(legal, ((expected - caution(c)).round() as u8).max(1));
    }
    nearest_bid(legal, fitted(c, table, expected).round().max(0.0) as u8)
}

/// What the others have bid tells how the tricks are wanted: with more bids than tricks fewer come
/// one's way.
fn fitted(c: &Compiled, table: &Table, expected: f32) -> f32 {
    let others: Vec<u8> = Seat::all(c.seats).filter_map(|other| table.bid(other)).collect();
    if others.len() + 1 < usize::from(table.active) {
        return expected;
    }
    let wanted: f32 = others.iter().map(|bid| f32::from(*bid)).sum();
    expected + ((f32::from(table.dealt) - wanted) - expected).clamp(-1.0, 1.0) * 0.3
}

/// Few trumps, all low, and no suit in which every card is high.
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

fn strongest(t: &crate::compile::TrumpTable, cards: u64) -> u8 {
    if cards == 0 { 0 } else { t.strength[t.highest(cards).index()] }
}

fn weakest(t: &crate::compile::TrumpTable, cards: u64) -> u8 {
    if cards == 0 { 0 } else { t.strength[t.lowest(cards).index()] }
}

/// The trump to make, alone with a hand that promises nearly all tricks.
pub(super) fn trump(c: &Compiled, view: &View, legal: &[Action]) -> Action {
    let table = &view.table;
    let decline = Action::from(Move::Decline);
    let forced = !legal.contains(&decline);
    let Some(chosen) = crate::estimate::trump_for(c, table, view.hand, legal, forced) else {
        return decline;
    };
    let Move::Trump { suit, .. } = chosen.get() else { return chosen };
    let alone = Action::from(Move::Trump { suit, alone: true });
    let sure = tricks_under(c, table, view.hand, suit as u8) + 0.7 >= f32::from(table.dealt);
    if sure && legal.contains(&alone) { alone } else { chosen }
}

/// A beginner looks at its cards.
pub(super) fn look(c: &Compiled, legal: &[Action]) -> Option<Action> {
    debug_assert!(matches!(c.rules.auction, Auction::Tricks(_)), "only bidders look");
    let look = Action::from(Move::Look);
    legal.contains(&look).then_some(look)
}
