//! Hard constraints on hidden hands that follow from the history.
//!
//! A seat that did not follow suit is void in it, from the trick in progress on; one that led a suit
//! before it was broken has nothing else; and so on for every rule of play ([`crate::following`]).
//! Cards that were shown or passed stay where they went until they are played.

use crate::compile::Compiled;
use crate::following::{Play, each_play};
use crate::rules::FirstLead;
use crate::{Cards, Phase, Table, Tricks, View};
use facedown_cards::{Card, CardSet, Suit};
use facedown_game::{MAX_SEATS, Seat};

/// Constraints on each seat's hand that a view implies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Constraints {
    /// The kinds that each seat cannot hold.
    pub lacks: [CardSet; MAX_SEATS],
    /// The cards that each other seat is known to hold.
    pub holds: [Cards; MAX_SEATS],
}

impl Constraints {
    /// Returns the suits in which a seat is known to be void, top trumps counted as trumps.
    pub fn voids(&self, game: &Tricks, table: &Table, seat: Seat) -> impl Iterator<Item = Suit> {
        let (suits, lacks) = (game.c.trump(table.trump).suits, self.lacks[seat.index()].bits());
        Suit::ALL.into_iter().filter(move |suit| {
            let cards = suits[suit.index()];
            cards != 0 && cards & !lacks == 0
        })
    }
}

/// A play that contradicts an earlier one: the seat had shown not to hold the card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Revoke {
    pub(crate) seat: Seat,
    pub(crate) card: Card,
    /// The trick in which the seat showed that, from 0.
    pub(crate) shown: usize,
    /// The card that showed it.
    pub(crate) by: Card,
    /// The trick of the contradicting play, from 0.
    pub(crate) trick: usize,
}

/// Returns the cards that each seat is proven not to hold, or the first play that contradicts
/// another.
pub(crate) fn lacking(c: &Compiled, table: &Table) -> Result<[CardSet; MAX_SEATS], Revoke> {
    let mut lacks = [0u64; MAX_SEATS];
    let mut revoke = None;
    each_play(c, table, |&Play { seat, card, trick, disproved }| {
        if lacks[seat.index()] >> card.index() & 1 == 1 {
            let (shown, by) = when_shown(c, table, seat, card);
            revoke = Some(Revoke { seat, card, shown, by, trick });
        }
        lacks[seat.index()] |= disproved;
        revoke.is_none()
    });
    match revoke {
        Some(revoke) => Err(revoke),
        None => Ok(lacks.map(CardSet::from_bits_truncate)),
    }
}

/// Returns the first trick and the card with which a seat showed not to hold another.
fn when_shown(c: &Compiled, table: &Table, seat: Seat, lacked: Card) -> (usize, Card) {
    let mut shown = (0, lacked);
    each_play(c, table, |play| {
        let shows = play.seat == seat && play.disproved >> lacked.index() & 1 == 1;
        if shows {
            shown = (play.trick, play.card);
        }
        !shows
    });
    shown
}

/// Returns the cards that each seat other than the view's own is known to have held when play began;
/// before that, those that it is known to hold.
pub(crate) fn shown(c: &Compiled, view: &View) -> [Cards; MAX_SEATS] {
    let table = &view.table;
    let mut holds = [Cards::EMPTY; MAX_SEATS];
    if let (Some(card), Some(seat)) = (table.upcard, table.upcard_to) {
        // The dealer may have discarded the upcard.
        if !table.discarded {
            holds[seat.index()].insert(card);
        }
    }
    if table.phase != Phase::Pass
        && let Some((places, _)) = c.rules.passing_in(table.setup.hand)
    {
        let taker = c.seat_left_of(view.seat.index(), places);
        holds[taker] = holds[taker].plus(view.passed.cards());
    }
    if let FirstLead::Holder { card, .. } = c.rules.play.first_lead
        && table.phase == Phase::Play
        && table.played == 0
        && !holds[table.to_act.index()].contains(card)
    {
        holds[table.to_act.index()].insert(card);
    }
    if table.looked.contains(view.seat) {
        holds[view.seat.index()] = Cards::EMPTY;
    }
    holds
}

impl Tricks {
    /// Returns the constraints that a view implies on the hands its seat does not see.
    pub fn constraints(&self, view: &View) -> Constraints {
        // A contradictory history implies nothing.
        let lacks = lacking(&self.c, &view.table).unwrap_or_default();
        let mut holds = shown(&self.c, view);
        for (seat, card) in view.table.plays_by_seat(&self.c) {
            holds[seat.index()].remove(card);
        }
        Constraints { lacks, holds }
    }
}

impl std::fmt::Display for Revoke {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { seat, card, shown, by, trick } = self;
        write!(
            f,
            "{seat} played {card} to trick {}, but {by} to trick {} shows that it held no such card",
            trick + 1,
            shown + 1
        )
    }
}
