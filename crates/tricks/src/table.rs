//! What everybody at the table sees.
//!
//! [`Table`] is the public half of a hand. The state and every view hold the same one, and the same
//! function, [`Table::observe`], moves it on, so a view cannot drift from the state it came from.

use crate::compile::{Compiled, NO_SUIT};
use facedown_cards::{Card, Suit};
use facedown_game::{MAX_SEATS, Seat, SeatSet};

/// What a hand starts from: who deals, which hand of the match it is, and how the match stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Setup {
    /// The dealer.
    pub dealer: Seat,
    /// The number of the hand in its match, from 0: it decides how many cards are dealt, and where
    /// cards are handed on.
    pub hand: u16,
    /// Seats that take no part.
    pub out: SeatSet,
    /// Who chooses trump, where the rules ask for it.
    pub chooser: Option<Seat>,
    /// The match score of each seat.
    pub scores: [i16; MAX_SEATS],
    /// The bags of each seat's side.
    pub bags: [u8; MAX_SEATS],
}

impl Setup {
    /// The first hand of a match, dealt by this seat.
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

/// What the seat to act decides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Phase {
    /// Which card to hand on next.
    Pass,
    /// Whether to bid nil without looking.
    Blind,
    /// How many tricks to bid.
    Bid,
    /// Whether to make the upcard's suit trump.
    Order,
    /// Whether to make another suit trump.
    Name,
    /// Which card to put away for the upcard.
    Discard,
    /// Which card to play.
    Play,
    /// Nothing: the hand is over.
    Over,
    /// Nothing: cards are about to change hands.
    Exchange,
    /// Nothing: whoever holds the first card is about to be known.
    Opening,
}

/// The most cards that can be played in a hand.
pub const MAX_PLAYS: usize = 104;
/// The most tricks that a hand can have.
pub const MAX_TRICKS: usize = 52;

const NO_BID: u8 = u8::MAX;

/// What everybody at the table sees.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Table {
    pub(crate) setup: Setup,
    pub(crate) phase: Phase,
    pub(crate) to_act: Seat,
    pub(crate) trump: u8, // `NO_SUIT` for none
    pub(crate) broken: bool,
    /// The suit led to the trick in progress; `NO_SUIT` for none.
    pub(crate) led: u8,
    /// The card that is winning it.
    pub(crate) best: Card,
    /// Who played that.
    pub(crate) winner: Seat,
    /// How many cards lie in it.
    pub(crate) in_trick: u8,
    /// What they count.
    pub(crate) trick_points: i16,
    /// How many tricks are complete.
    pub(crate) tricks: u8,
    /// How many cards were played.
    pub(crate) played: u8,
    /// How many seats play to a trick.
    pub(crate) active: u8,
    /// Those that do not: out of the match, or the partner of a maker who plays alone.
    pub(crate) sitting: SeatSet,
    pub(crate) upcard: Option<Card>,
    /// Who has taken the upcard.
    pub(crate) upcard_to: Option<Seat>,
    /// How many cards lie face down: in the stock, or put away.
    pub(crate) stock: u8,
    pub(crate) maker: Option<Seat>,
    pub(crate) alone: bool,
    /// Who has seen its own cards.
    pub(crate) looked: SeatSet,
    /// Whose bid was made without looking.
    pub(crate) blind: SeatSet,
    /// How many times seats have spoken, or chosen a card to hand on.
    pub(crate) spoken: u8,
    /// Whether the dealer has put away a card.
    pub(crate) discarded: bool,
    /// How many cards each seat was dealt.
    pub(crate) dealt: u8,
    pub(crate) bids: [u8; MAX_SEATS],
    pub(crate) counts: [u8; MAX_SEATS],
    pub(crate) won: [u8; MAX_SEATS],
    pub(crate) points: [i16; MAX_SEATS],
    pub(crate) leaders: [u8; MAX_TRICKS],
    pub(crate) plays: [Card; MAX_PLAYS],
}

impl Table {
    /// Before the first event of a hand.
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
            sitting: setup.out,
            upcard: None,
            upcard_to: None,
            stock: (c.pack.len() - usize::from(active) * usize::from(dealt)) as u8,
            maker: None,
            alone: false,
            looked: SeatSet::EMPTY,
            blind: SeatSet::EMPTY,
            spoken: 0,
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

    /// What the hand started from.
    pub const fn setup(&self) -> &Setup {
        &self.setup
    }

    /// What the seat to act decides.
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// The seat to act; means nothing when the hand is over.
    pub const fn to_act(&self) -> Seat {
        self.to_act
    }

    /// The dealer.
    pub const fn dealer(&self) -> Seat {
        self.setup.dealer
    }

    /// The trump suit, if there is one yet.
    pub fn trump(&self) -> Option<Suit> {
        Suit::ALL.get(usize::from(self.trump)).copied()
    }

    /// Whether the suit that may not be led at first may be led now.
    pub const fn is_broken(&self) -> bool {
        self.broken
    }

    /// The card that was turned up.
    pub const fn upcard(&self) -> Option<Card> {
        self.upcard
    }

    /// Who has taken up the upcard, or had it from the start.
    pub const fn upcard_to(&self) -> Option<Seat> {
        self.upcard_to
    }

    /// How many cards lie face down, in the stock or put away.
    pub const fn stock(&self) -> usize {
        self.stock as usize
    }

    /// How many cards each seat was dealt.
    pub const fn dealt(&self) -> usize {
        self.dealt as usize
    }

    /// How many cards a seat holds, those about to be handed on not counted.
    pub const fn count(&self, seat: Seat) -> usize {
        self.counts[seat.index()] as usize
    }

    /// The tricks that a seat has bid.
    pub const fn bid(&self, seat: Seat) -> Option<u8> {
        let bid = self.bids[seat.index()];
        if bid == NO_BID { None } else { Some(bid) }
    }

    /// Whether a seat has bid nil without looking.
    pub const fn is_blind(&self, seat: Seat) -> bool {
        self.blind.contains(seat)
    }

    /// Whether a seat has seen its own cards.
    pub const fn has_looked(&self, seat: Seat) -> bool {
        self.looked.contains(seat)
    }

    /// Who made trump.
    pub const fn maker(&self) -> Option<Seat> {
        self.maker
    }

    /// Whether the maker plays without its partner.
    pub const fn is_alone(&self) -> bool {
        self.alone
    }

    /// Who takes no part in the tricks.
    pub const fn sitting(&self) -> SeatSet {
        self.sitting
    }

    /// How many tricks a seat has taken.
    pub const fn won(&self, seat: Seat) -> usize {
        self.won[seat.index()] as usize
    }

    /// The points of the cards that a seat has taken.
    pub const fn points(&self, seat: Seat) -> i32 {
        self.points[seat.index()] as i32
    }

    /// How many tricks are complete.
    pub const fn tricks(&self) -> usize {
        self.tricks as usize
    }

    /// The cards played, in order.
    pub fn plays(&self) -> &[Card] {
        &self.plays[..usize::from(self.played)]
    }

    /// The tricks in order, each with the seat that led to it; the last may not be complete.
    pub fn history(&self) -> impl Iterator<Item = (Seat, &[Card])> {
        let leaders = self.leaders.iter().map(|seat| Seat::new(usize::from(*seat)));
        leaders.zip(self.plays().chunks(usize::from(self.active).max(1)))
    }

    /// The cards of the trick in progress, in order.
    pub fn trick(&self) -> &[Card] {
        let end = usize::from(self.played);
        &self.plays[end - usize::from(self.in_trick)..end]
    }

    /// Who is winning the trick in progress, and with which card.
    pub fn winning(&self) -> Option<(Seat, Card)> {
        (self.in_trick > 0).then_some((self.winner, self.best))
    }

    /// The seat that plays after another.
    #[inline]
    pub(crate) fn after(&self, c: &Compiled, seat: Seat) -> Seat {
        let mut next = c.next[seat.index()];
        while self.sitting.contains(next) {
            next = c.next[next.index()];
        }
        next
    }

    /// Whether seats were asked for a trump, and nobody has made one.
    pub(crate) fn declined(&self) -> bool {
        let asking = matches!(self.phase, Phase::Order | Phase::Name);
        self.maker.is_none() && (asking || self.phase == Phase::Over && self.played == 0)
    }

    /// Each card played with the seat that played it, in order.
    pub(crate) fn plays_by_seat(&self, c: &Compiled) -> impl Iterator<Item = (Seat, Card)> {
        let next = |seat: &Seat| Some(self.after(c, *seat));
        self.history().flat_map(move |(leader, cards)| {
            std::iter::successors(Some(leader), next).zip(cards.iter().copied())
        })
    }

    /// The table as it was before the first card was played.
    pub(crate) fn before_play(&self, c: &Compiled) -> Self {
        let mut table = *self;
        if self.played > 0 {
            table.to_act = Seat::new(usize::from(self.leaders[0]));
            table.phase = Phase::Play;
        }
        table.broken = c.breaking.is_none();
        table.led = NO_SUIT;
        (table.in_trick, table.trick_points, table.tricks, table.played) = (0, 0, 0, 0);
        table.won = [0; MAX_SEATS];
        table.points = [0; MAX_SEATS];
        for (seat, _) in self.plays_by_seat(c) {
            table.counts[seat.index()] += 1;
        }
        table
    }

    /// Whether this seat is the last to play to the trick in progress.
    pub(crate) const fn is_last_to_play(&self) -> bool {
        self.in_trick + 1 == self.active
    }
}
