//! What a seat may play, and what its play proves.
//!
//! The rules of play narrow a hand down step by step: to the suit led if the seat has any of it, to
//! cards that beat the others if it has any of those, and so on. Each step is a set of cards, and it
//! is taken where the hand meets the set. [`narrow`] is that sequence, and serves twice: asked of a
//! hand it gives the legal cards, and asked of a card that was played it gives every set that the
//! hand cannot have met, or the card would not have been legal. So whatever the rules forbid is also
//! what the others learn.

#![allow(clippy::inline_always, reason = "playouts are compiled for the CPU's bit instructions")]

use crate::compile::{Compiled, NO_SUIT};
use crate::table::Table;
use facedown_cards::Card;

/// Narrows all cards down to those that the seat to act may play. `meets` says whether the seat
/// holds any of a set of cards.
#[inline(always)]
fn narrow(c: &Compiled, table: &Table, mut meets: impl FnMut(u64) -> bool) -> u64 {
    let t = c.trump(table.trump);
    let mut may = u64::MAX;
    let mut narrow_to = |may: &mut u64, set: u64| {
        let narrowed = *may & set;
        let taken = meets(narrowed);
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
            let idle = c.follow.partner_exempt && c.together(table.winner, table.to_act);
            let trumps = t.suits[usize::from(table.trump)];
            let ruffs = !follows
                && c.follow.ruff
                && !idle
                && table.trump != NO_SUIT
                && narrow_to(&mut may, trumps);
            if (follows || ruffs) && c.follow.overtake && !idle {
                narrow_to(&mut may, t.beats[table.best.index()]);
            }
        }
    }
    if table.tricks == 0 && c.bars != 0 {
        narrow_to(&mut may, !c.bars);
    }
    may
}

/// Which cards of its hand the seat to act may play.
#[inline(always)]
pub(crate) fn playable(c: &Compiled, table: &Table, hand: u64) -> u64 {
    hand & narrow(c, table, |set| hand & set != 0)
}

/// The cards that the seat to act cannot hold if it plays this one.
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
