//! The public part of a hand.
//!
//! The state and every view hold the same [`Table`], and the same function, [`Table::observe`],
//! updates it, so a view cannot diverge from the state it came from.

use crate::compile::{Compiled, NO_SUIT};
use facedown_cards::{Card, Suit};
use facedown_game::{MAX_SEATS, Seat, SeatSet, packed_enum, packed_struct};

/// The start of a hand: who deals, which hand of the match it is, and the standing of the match.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Setup {
    /// The dealer.
    pub dealer: Seat,
    /// The index of the hand in its match, from 0, which decides the hand size and the passing
    /// direction.
    pub hand: u16,
    /// Seats that are out of the match.
    pub out: SeatSet,
    /// The seat that chooses trump, if the rules have one.
    pub chooser: Option<Seat>,
    /// The match score of each seat.
    pub scores: [i16; MAX_SEATS],
    /// The bags of each seat's side.
    pub bags: [u8; MAX_SEATS],
}
packed_struct!(Setup { dealer, hand, out, chooser, scores, bags });

impl Setup {
    /// Returns the setup of a match's first hand, dealt by this seat.
    pub const fn first(dealer: Seat) -> Self {
        Self {
            dealer,
            hand: 0,
            out: SeatSet::EMPTY,
            chooser: None,
            scores: [0; MAX_SEATS],
            bags: [0; MAX_SEATS],
        }
    }
}

/// The decision of the seat to act.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Phase {
    /// Which card to pass next.
    Pass,
    /// Whether to bid nil without looking.
    Blind,
    /// The number of tricks to bid.
    Bid,
    /// Whether to make the upcard's suit trump.
    Order,
    /// Whether to make another suit trump.
    Name,
    /// Which card to discard for the upcard.
    Discard,
    /// Which card to play.
    Play,
    /// None: the hand is over.
    Over,
    /// None: passed cards are about to change hands.
    Exchange,
    /// None: the holder of the opening card is about to be revealed.
    Opening,
}
packed_enum!(Phase { Pass, Blind, Bid, Order, Name, Discard, Play, Over, Exchange, Opening });

/// Maximum number of cards played in a hand.
pub const MAX_PLAYS: usize = 104;
/// Maximum number of tricks in a hand.
pub const MAX_TRICKS: usize = 52;

const NO_BID: u8 = u8::MAX;

/// The public part of a hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Table {
    pub(crate) setup: Setup,
    pub(crate) phase: Phase,
    pub(crate) to_act: Seat,
    pub(crate) trump: u8, // `NO_SUIT` for none
    pub(crate) broken: bool,
    /// The suit led to the trick in progress; `NO_SUIT` for none.
    pub(crate) led: u8,
    /// The card that is winning the trick.
    pub(crate) best: Card,
    /// The seat that played it.
    pub(crate) winner: Seat,
    /// Number of cards in the trick.
    pub(crate) in_trick: u8,
    /// Their points.
    pub(crate) trick_points: i16,
    /// Number of complete tricks.
    pub(crate) tricks: u8,
    /// Number of cards played.
    pub(crate) played: u8,
    /// Number of seats that play to a trick.
    pub(crate) active: u8,
    /// Seats that do not: out of the match, or the partner of a maker who plays alone.
    pub(crate) sitting_out: SeatSet,
    pub(crate) upcard: Option<Card>,
    /// The seat that has taken the upcard.
    pub(crate) upcard_to: Option<Seat>,
    /// Number of cards face down: stock and discard.
    pub(crate) stock: u8,
    pub(crate) maker: Option<Seat>,
    pub(crate) alone: bool,
    /// Seats that have looked at their cards.
    pub(crate) looked: SeatSet,
    /// Seats that have bid without looking.
    pub(crate) blind: SeatSet,
    /// Number of calls made, or of cards passed, in this phase.
    pub(crate) calls: u8,
    /// Whether the dealer has discarded for the upcard.
    pub(crate) discarded: bool,
    /// Number of cards dealt to each seat.
    pub(crate) dealt: u8,
    pub(crate) bids: [u8; MAX_SEATS],
    pub(crate) counts: [u8; MAX_SEATS],
    pub(crate) won: [u8; MAX_SEATS],
    pub(crate) points: [i16; MAX_SEATS],
    pub(crate) leaders: [u8; MAX_TRICKS],
    pub(crate) plays: [Card; MAX_PLAYS],
}
packed_struct!(Table {
    setup,
    phase,
    to_act,
    trump,
    broken,
    led,
    best,
    winner,
    in_trick,
    trick_points,
    tricks,
    played,
    active,
    sitting_out,
    upcard,
    upcard_to,
    stock,
    maker,
    alone,
    looked,
    blind,
    calls,
    discarded,
    dealt,
    bids,
    counts,
    won,
    points,
    leaders,
    plays,
});

impl Table {
    /// Returns the table before the first event of a hand.
    pub(crate) fn new(c: &Compiled, setup: Setup) -> Self {
        let in_play = |seat: &Seat| !setup.out.contains(*seat);
        let active = Seat::all(c.seats).filter(in_play).count() as u8;
        let dealt = c.rules.cards_in(setup.hand);
        let mut counts = [0; MAX_SEATS];
        Seat::all(c.seats).filter(in_play).for_each(|seat| counts[seat.index()] = dealt);
        let mut table = Self {
            setup,
            phase: Phase::Over,
            to_act: setup.dealer,
            trump: match c.rules.trump {
                crate::rules::TrumpSource::Suit(suit) => suit as u8,
                _ => NO_SUIT,
            },
            broken: c.breaking.is_none(),
            led: NO_SUIT,
            best: Card::new(0),
            winner: setup.dealer,
            in_trick: 0,
            trick_points: 0,
            tricks: 0,
            played: 0,
            active,
            sitting_out: setup.out,
            upcard: None,
            upcard_to: None,
            stock: (c.pack.len() - usize::from(active) * usize::from(dealt)) as u8,
            maker: None,
            alone: false,
            looked: SeatSet::EMPTY,
            blind: SeatSet::EMPTY,
            calls: 0,
            discarded: false,
            dealt,
            bids: [NO_BID; MAX_SEATS],
            counts,
            won: [0; MAX_SEATS],
            points: [0; MAX_SEATS],
            leaders: [0; MAX_TRICKS],
            plays: [Card::new(0); MAX_PLAYS],
        };
        table.looked = Seat::all(c.seats).filter(|seat| !table.may_bid_blind(c, *seat)).collect();
        table.begin(c);
        table
    }

    /// Returns the start of the hand.
    pub const fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Returns the decision of the seat to act.
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// Returns the seat to act; meaningless when the hand is over.
    pub const fn to_act(&self) -> Seat {
        self.to_act
    }

    /// Returns the dealer.
    pub const fn dealer(&self) -> Seat {
        self.setup.dealer
    }

    /// Returns the trump suit, if there is one yet.
    pub fn trump(&self) -> Option<Suit> {
        Suit::ALL.get(usize::from(self.trump)).copied()
    }

    /// Returns whether the suit that may not be led at first is broken.
    pub const fn is_broken(&self) -> bool {
        self.broken
    }

    /// Returns the upcard.
    pub const fn upcard(&self) -> Option<Card> {
        self.upcard
    }

    /// Returns the seat that has taken the upcard, or was dealt it.
    pub const fn upcard_to(&self) -> Option<Seat> {
        self.upcard_to
    }

    /// Returns the number of cards face down: stock and discard.
    pub const fn stock(&self) -> usize {
        self.stock as usize
    }

    /// Returns the number of cards dealt to each seat.
    pub const fn dealt(&self) -> usize {
        self.dealt as usize
    }

    /// Returns the number of cards in a seat's hand, without cards that it has chosen to pass.
    pub const fn count(&self, seat: Seat) -> usize {
        self.counts[seat.index()] as usize
    }

    /// Returns the number of tricks that a seat has bid.
    pub const fn bid(&self, seat: Seat) -> Option<u8> {
        let bid = self.bids[seat.index()];
        if bid == NO_BID { None } else { Some(bid) }
    }

    /// Returns whether a seat has bid nil without looking.
    pub const fn is_blind(&self, seat: Seat) -> bool {
        self.blind.contains(seat)
    }

    /// Returns whether a seat has looked at its cards.
    pub const fn has_looked(&self, seat: Seat) -> bool {
        self.looked.contains(seat)
    }

    /// Returns the maker of trump.
    pub const fn maker(&self) -> Option<Seat> {
        self.maker
    }

    /// Returns the seats that do not play to tricks.
    pub const fn sitting_out(&self) -> SeatSet {
        self.sitting_out
    }

    /// Returns the number of tricks that a seat has taken.
    pub const fn won(&self, seat: Seat) -> usize {
        self.won[seat.index()] as usize
    }

    /// Returns the points of the cards that a seat has taken.
    pub const fn points(&self, seat: Seat) -> i32 {
        self.points[seat.index()] as i32
    }

    /// Returns the number of complete tricks.
    pub const fn tricks(&self) -> usize {
        self.tricks as usize
    }

    /// Returns the cards played, in order.
    pub fn plays(&self) -> &[Card] {
        &self.plays[..usize::from(self.played)]
    }

    /// Returns the tricks in order, each with its leader; the last may be incomplete.
    pub fn history(&self) -> impl Iterator<Item = (Seat, &[Card])> {
        let leaders = self.leaders.iter().map(|seat| Seat::new(usize::from(*seat)));
        leaders.zip(self.plays().chunks(usize::from(self.active).max(1)))
    }

    /// Returns the cards of the trick in progress, in order.
    pub fn trick(&self) -> &[Card] {
        let end = usize::from(self.played);
        &self.plays[end - usize::from(self.in_trick)..end]
    }

    /// Returns the seat that is winning the trick in progress, and its card.
    pub fn winning(&self) -> Option<(Seat, Card)> {
        (self.in_trick > 0).then_some((self.winner, self.best))
    }

    /// Returns the seat that plays after another.
    #[inline]
    pub(crate) fn after(&self, c: &Compiled, seat: Seat) -> Seat {
        let mut next = c.next[seat.index()];
        while self.sitting_out.contains(next) {
            next = c.next[next.index()];
        }
        next
    }

    /// Returns whether trump was up for bidding and has no maker.
    #[cfg(feature = "serde")]
    pub(crate) fn declined(&self) -> bool {
        let bidding = matches!(self.phase, Phase::Order | Phase::Name);
        self.maker.is_none() && (bidding || self.phase == Phase::Over && self.played == 0)
    }

    /// Returns each card played with the seat that played it, in order.
    pub(crate) fn plays_by_seat(&self, c: &Compiled) -> impl Iterator<Item = (Seat, Card)> {
        let next = |seat: &Seat| Some(self.after(c, *seat));
        self.history().flat_map(move |(leader, cards)| {
            std::iter::successors(Some(leader), next).zip(cards.iter().copied())
        })
    }

    /// Returns whether the seat to act is the last to play to the trick in progress.
    pub(crate) const fn is_last_to_play(&self) -> bool {
        self.in_trick + 1 == self.active
    }
}
