//! What the history proves: hard facts about hands that a seat does not see.
//!
//! A seat that did not follow has none of the suit, from the trick in progress too; one that led a
//! suit not yet broken has nothing else; and so on for every duty of the rules ([`crate::duties`]).
//! Cards that were shown or handed on are where they went until they are played.

use crate::compile::Compiled;
use crate::duties::disproved;
use crate::rules::FirstLead;
use crate::{Cards, Phase, Table, Tricks, View};
use facedown_cards::{Card, CardSet, Suit};
use facedown_game::{MAX_SEATS, Seat};

/// What a view proves about each seat's hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Constraints {
    /// The kinds that each seat cannot hold.
    pub lacks: [CardSet; MAX_SEATS],
    /// The cards that each other seat is known to hold.
    pub holds: [Cards; MAX_SEATS],
}

impl Constraints {
    /// The suits of which a seat is known to hold nothing, as the cards count under the trump of
    /// the hand.
    pub fn voids(&self, game: &Tricks, table: &Table, seat: Seat) -> impl Iterator<Item = Suit> {
        let (suits, lacks) = (game.c.trump(table.trump).suits, self.lacks[seat.index()].bits());
        Suit::ALL.into_iter().filter(move |suit| {
            let cards = suits[suit.index()];
            cards != 0 && cards & !lacks == 0
        })
    }
}

/// A seat that played a card which it had shown not to hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Revoke {
    pub(crate) seat: Seat,
    pub(crate) card: Card,
    /// The trick in which it showed that, from 0.
    pub(crate) shown: usize,
    /// The card with which it did.
    pub(crate) by: Card,
    /// The trick to which it played the card, from 0.
    pub(crate) trick: usize,
}

/// What the cards played prove each seat to lack, or the first card that contradicts it.
pub(crate) fn lacking(c: &Compiled, table: &Table) -> Result<[CardSet; MAX_SEATS], Revoke> {
    let mut lacks = [0u64; MAX_SEATS];
    let mut replay = table.before_play(c);
    for (number, (seat, card)) in table.plays_by_seat(c).enumerate() {
        if lacks[seat.index()] >> card.index() & 1 == 1 {
            let (shown, by) = when_shown(c, table, seat, card, number);
            return Err(Revoke { seat, card, shown, by, trick: replay.tricks() });
        }
        lacks[seat.index()] |= disproved(c, &replay, card);
        replay.play(c, card);
    }
    Ok(lacks.map(CardSet::from_bits_truncate))
}

/// The trick and the card with which a seat showed not to hold another.
fn when_shown(c: &Compiled, table: &Table, seat: Seat, lacked: Card, end: usize) -> (usize, Card) {
    let mut replay = table.before_play(c);
    for (other, card) in table.plays_by_seat(c).take(end) {
        if other == seat && disproved(c, &replay, card) >> lacked.index() & 1 == 1 {
            return (replay.tricks(), card);
        }
        replay.play(c, card);
    }
    (0, lacked)
}

/// Which cards each seat other than the view's own is known to hold.
fn holding(c: &Compiled, view: &View) -> [Cards; MAX_SEATS] {
    let table = &view.table;
    let mut holds = [Cards::EMPTY; MAX_SEATS];
    if let (Some(card), Some(seat)) = (table.upcard, table.upcard_to) {
        // The dealer may have put the upcard away again.
        if !table.discarded {
            holds[seat.index()].insert(card);
        }
    }
    if table.phase != Phase::Pass
        && let Some((places, _)) = c.rules.passing_in(table.setup.hand)
    {
        let taker = c.across(view.seat.index(), places);
        holds[taker] = holds[taker].plus(view.given.cards());
    }
    if let FirstLead::Holder { card, .. } = c.rules.play.first_lead
        && table.phase == Phase::Play
        && table.played == 0
        && !holds[table.to_act.index()].contains(card)
    {
        holds[table.to_act.index()].insert(card);
    }
    for (seat, card) in table.plays_by_seat(c) {
        holds[seat.index()].remove(card);
    }
    if table.looked.contains(view.seat) {
        holds[view.seat.index()] = Cards::EMPTY;
    }
    holds
}

impl Tricks {
    /// What a view proves about the hands that its seat does not see.
    pub fn constraints(&self, view: &View) -> Constraints {
        // A history in which a seat contradicts itself proves no more than up to there.
        let lacks = lacking(&self.c, &view.table).unwrap_or_default();
        Constraints { lacks, holds: holding(&self.c, view) }
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
