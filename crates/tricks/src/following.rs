//! Following suit: the legal plays of a hand, and what a play proves about it.
//!
//! The rules of play narrow a hand down step by step: to the suit led if the seat has any of it, to
//! cards that beat the others if it has any of those, and so on. Each step is a set of cards, taken
//! if the hand intersects it. [`narrow`] runs these steps and serves two purposes. Given a hand, it
//! returns the legal cards. Given a card that was played, it returns every set that the hand cannot
//! have intersected, because the card would have been illegal. So legality and inference cannot
//! disagree.

#![allow(clippy::inline_always, reason = "playouts are compiled for the CPU's bit instructions")]

use crate::compile::{Compiled, NO_SUIT};
use crate::table::Table;
use facedown_cards::Card;

/// Narrows all cards down to those that the seat to act may play. `holds_any` returns whether the
/// seat holds a card of a set.
#[inline(always)]
fn narrow(c: &Compiled, table: &Table, mut holds_any: impl FnMut(u64) -> bool) -> u64 {
    let t = c.trump(table.trump);
    let mut may = u64::MAX;
    let mut narrow_to = |may: &mut u64, set: u64| {
        let narrowed = *may & set;
        let taken = holds_any(narrowed);
        if taken {
            *may = narrowed;
        }
        taken
    };
    if table.in_trick == 0 {
        if table.played == 0 && c.opening != 0 && narrow_to(&mut may, c.opening) {
            return may;
        }
        if !table.broken && t.locked != 0 {
            narrow_to(&mut may, !t.locked);
        }
    } else if c.follow.suit {
        let follows = narrow_to(&mut may, t.suits[usize::from(table.led)]);
        if !c.simple_follow {
            let exempt = c.follow.partner_exempt && c.same_side(table.winner, table.to_act);
            let trumps = t.suits[usize::from(table.trump)];
            let ruffs = !follows
                && c.follow.ruff
                && !exempt
                && table.trump != NO_SUIT
                && narrow_to(&mut may, trumps);
            if (follows || ruffs) && c.follow.overtake && !exempt {
                narrow_to(&mut may, t.beats[table.best.index()]);
            }
        }
    }
    if table.tricks == 0 && c.bars != 0 {
        narrow_to(&mut may, !c.bars);
    }
    may
}

/// Returns the cards of its hand that the seat to act may play.
#[inline(always)]
pub(crate) fn playable(c: &Compiled, table: &Table, hand: u64) -> u64 {
    hand & narrow(c, table, |set| hand & set != 0)
}

/// Returns the cards that the seat to act cannot hold if it plays this one.
pub(crate) fn disproved(c: &Compiled, table: &Table, card: Card) -> u64 {
    let mut lacks = 0;
    narrow(c, table, |set| {
        let has = set >> card.index() & 1 == 1;
        if !has {
            lacks |= set;
        }
        has
    });
    lacks
}
