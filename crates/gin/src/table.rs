//! The public information of a hand.
//!
//! [`Table`] is the public part of a hand. The state and every view hold the same one, updated by
//! the same function, [`Table::observe`], so that a view cannot drift from the state it came from.

use crate::kernel::hand_points;
use crate::rules::{KnockLimit, Rules, Wall};
use crate::{Event, Setup};
use facedown_cards::{Card, CardSet, Rank, Suit};
use facedown_game::{Seat, packed_enum, packed_struct};

/// The phase of a hand: the decision of the seat to act.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Phase {
    /// Take the first upcard or leave it.
    FirstUpcard,
    /// Take the upcard or draw from the stock.
    Draw,
    /// Discard, or knock.
    Discard,
    /// Having knocked: the discard.
    KnockDiscard,
    /// Having knocked: which melds to lay down.
    KnockMelds,
    /// The defender: which cards to lay off.
    Layoff,
    /// The defender: which melds to lay down.
    DefenderMelds,
    /// The last chance to knock, with the upcard, before the hand is cancelled.
    Wall,
    /// Nothing: the hand is over.
    Over,
}
packed_enum!(Phase {
    FirstUpcard,
    Draw,
    Discard,
    KnockDiscard,
    KnockMelds,
    Layoff,
    DefenderMelds,
    Wall,
    Over,
});

impl Phase {
    /// All phases, in the order of a hand.
    pub const ALL: [Self; 9] = [
        Self::FirstUpcard,
        Self::Draw,
        Self::Discard,
        Self::KnockDiscard,
        Self::KnockMelds,
        Self::Layoff,
        Self::DefenderMelds,
        Self::Wall,
        Self::Over,
    ];

    /// Returns the phase's name in records.
    pub const fn name(self) -> &'static str {
        match self {
            Self::FirstUpcard => "first_upcard",
            Self::Draw => "draw",
            Self::Discard => "discard",
            Self::KnockDiscard => "knock_discard",
            Self::KnockMelds => "knock_melds",
            Self::Layoff => "layoff",
            Self::DefenderMelds => "defender_melds",
            Self::Wall => "wall",
            Self::Over => "over",
        }
    }
}

/// One turn of the hand: the draw and the discard.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Discard {
    /// The discarded card.
    pub card: Card,
    /// Whether the seat had taken the upcard rather than drawn from the stock.
    pub took_upcard: bool,
}

/// The most turns of a hand: 35 draws from the stock (hands of 7) and 50 upcards taken.
pub(crate) const MAX_TURNS: usize = 88;

/// The discards of a hand in order, one byte each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct History {
    turns: [u8; MAX_TURNS], // card, +64 if the upcard had been taken; 0 from `len` on
    len: u8,
}
packed_struct!(History { turns, len });

impl History {
    const fn new() -> Self {
        Self { turns: [0; MAX_TURNS], len: 0 }
    }

    fn push(&mut self, turn: Discard) {
        self.turns[self.len as usize] = turn.card.index() as u8 | u8::from(turn.took_upcard) << 6;
        self.len += 1;
    }

    /// Returns the number of completed turns.
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// Returns whether no turn has been completed.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns the turns in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = Discard> + ExactSizeIterator {
        self.turns[..self.len as usize]
            .iter()
            .map(|turn| Discard { card: Card::new(turn & 63), took_upcard: turn >> 6 == 1 })
    }
}

/// The public information of a hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Table {
    pub(crate) phase: Phase,
    pub(crate) to_act: Seat,
    pub(crate) dealer: Seat,
    pub(crate) points: [i16; 2],
    pub(crate) limit: u8,
    pub(crate) stock_left: u8,
    pub(crate) takes: u8,
    pub(crate) first_passes: u8,
    pub(crate) doubled: bool,
    pub(crate) repeated: bool,
    pub(crate) big_gin: bool,
    pub(crate) upcard: Option<Card>,
    pub(crate) first_upcard: Option<Card>,
    /// The upcard that the seat to act took this turn.
    pub(crate) taken: Option<Card>,
    pub(crate) knocker: Option<Seat>,
    pub(crate) counts: [u8; 2],
    /// The discards under the upcard.
    pub(crate) pile: CardSet,
    /// Cards that each seat is known to hold.
    pub(crate) known: [CardSet; 2],
    /// Upcards that each seat could have taken and did not.
    pub(crate) refused: [CardSet; 2],
    /// Cards that each seat has discarded.
    pub(crate) discarded: [CardSet; 2],
    pub(crate) melds: [[CardSet; 3]; 2],
    pub(crate) laid_off: CardSet,
    pub(crate) history: History,
    /// Each seat's deadwood at the end; only after a knock.
    pub(crate) deadwood: [u8; 2],
}
packed_struct!(Table {
    phase,
    to_act,
    dealer,
    points,
    limit,
    stock_left,
    takes,
    first_passes,
    doubled,
    repeated,
    big_gin,
    upcard,
    first_upcard,
    taken,
    knocker,
    counts,
    pile,
    known,
    refused,
    discarded,
    melds,
    laid_off,
    history,
    deadwood,
});

pub(crate) const fn other(seat: Seat) -> Seat {
    Seat::new(1 - seat.index())
}

impl Table {
    pub(crate) fn new(rules: &Rules, setup: Setup) -> Self {
        Self {
            phase: Phase::FirstUpcard,
            to_act: other(setup.dealer),
            dealer: setup.dealer,
            points: setup.points,
            limit: 0,
            stock_left: 51 - 2 * rules.hand_size,
            takes: 0,
            first_passes: 0,
            doubled: false,
            repeated: false,
            big_gin: false,
            upcard: None,
            first_upcard: None,
            taken: None,
            knocker: None,
            counts: [rules.hand_size; 2],
            pile: CardSet::EMPTY,
            known: [CardSet::EMPTY; 2],
            refused: [CardSet::EMPTY; 2],
            discarded: [CardSet::EMPTY; 2],
            melds: [[CardSet::EMPTY; 3]; 2],
            laid_off: CardSet::EMPTY,
            history: History::new(),
            deadwood: [0; 2],
        }
    }

    /// Returns the phase of the hand.
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// Returns the seat to act; meaningless when the hand is over.
    pub const fn to_act(&self) -> Seat {
        self.to_act
    }

    /// Returns the dealer; the other seat acts first.
    pub const fn dealer(&self) -> Seat {
        self.dealer
    }

    /// Returns the most deadwood with which a seat may knock.
    pub const fn limit(&self) -> u8 {
        self.limit
    }

    /// Returns the number of cards in the stock.
    pub const fn stock_left(&self) -> usize {
        self.stock_left as usize
    }

    /// Returns the upcard, which may be taken.
    pub const fn upcard(&self) -> Option<Card> {
        self.upcard
    }

    /// Returns the first upcard of the hand.
    pub const fn first_upcard(&self) -> Option<Card> {
        self.first_upcard
    }

    /// Returns the upcard that the seat to act has taken this turn.
    pub const fn taken(&self) -> Option<Card> {
        self.taken
    }

    /// Returns a seat's points in the match before this hand.
    pub const fn points(&self, seat: Seat) -> i32 {
        self.points[seat.index()] as i32
    }

    /// Returns whether the hand's score counts twice.
    pub const fn is_doubled(&self) -> bool {
        self.doubled
    }

    /// Returns the seat that knocked.
    pub const fn knocker(&self) -> Option<Seat> {
        self.knocker
    }

    /// Returns whether the knocker declared big gin.
    pub const fn is_big_gin(&self) -> bool {
        self.big_gin
    }

    /// Returns the discards that can no longer be taken.
    pub const fn pile(&self) -> CardSet {
        self.pile
    }

    /// Returns the completed turns in order.
    pub const fn history(&self) -> &History {
        &self.history
    }

    /// Returns the index of the seat that made the first discard: the one that took the first
    /// upcard, or the one that acts first if both refused it.
    pub(crate) const fn first_discarder(&self) -> usize {
        (1 - self.dealer.index()) ^ (self.first_passes == 1) as usize
    }

    /// Returns the completed turns in order, each with the seat that made it.
    pub fn turns(&self) -> impl DoubleEndedIterator<Item = (Seat, Discard)> + ExactSizeIterator {
        let first = self.first_discarder();
        self.history.iter().enumerate().map(move |(i, turn)| (Seat::new((first + i) % 2), turn))
    }

    /// Returns the number of cards in a seat's hand, melds laid down not counted.
    pub const fn count(&self, seat: Seat) -> usize {
        self.counts[seat.index()] as usize
    }

    /// Returns the cards that a seat is publicly known to hold: upcards it took, or cards it has
    /// shown.
    pub const fn known(&self, seat: Seat) -> CardSet {
        self.known[seat.index()]
    }

    /// Returns the upcards that a seat could have taken and did not.
    pub const fn refused(&self, seat: Seat) -> CardSet {
        self.refused[seat.index()]
    }

    /// Returns the cards that a seat has discarded, whoever holds them now.
    pub const fn discarded(&self, seat: Seat) -> CardSet {
        self.discarded[seat.index()]
    }

    /// Returns the melds that a seat has laid down.
    pub fn melds(&self, seat: Seat) -> &[CardSet] {
        let melds = &self.melds[seat.index()];
        let laid = melds.iter().take_while(|meld| !meld.is_empty()).count();
        &melds[..laid]
    }

    /// Returns the cards that the defender has laid off.
    pub const fn laid_off(&self) -> CardSet {
        self.laid_off
    }

    /// Returns a seat's deadwood at the end of a hand that was knocked.
    pub const fn deadwood(&self, seat: Seat) -> u8 {
        self.deadwood[seat.index()]
    }

    /// Returns every card whose place is public: the pile, the upcard, melds, layoffs, known cards.
    pub(crate) fn seen(&self) -> CardSet {
        let laid = self.melds.iter().flatten().fold(CardSet::EMPTY, |all, meld| all | *meld);
        let up = self.upcard.map_or(CardSet::EMPTY, CardSet::only);
        self.pile | up | laid | self.laid_off | self.known[0] | self.known[1]
    }

    /// Updates the table with an event. The card of a `Drew` event is not used, so that every
    /// observer gets the same table.
    pub(crate) fn observe(&mut self, rules: &Rules, event: Event) {
        let seat = self.to_act.index();
        match event {
            Event::Dealt(_) => {}
            Event::Turned(card) => self.turn_first(rules, card),
            Event::Passed => self.pass(),
            Event::TookUpcard => self.take_upcard(rules),
            Event::Drew(_) => {
                self.leave_upcard();
                self.stock_left -= 1;
                self.counts[seat] += 1;
                self.phase = Phase::Discard;
            }
            Event::Discarded(card) => self.discard(rules, card),
            Event::Knocked(hand) => {
                self.knocker = Some(self.to_act);
                self.taken = self.taken.or(self.upcard.filter(|_| self.phase == Phase::Wall));
                self.upcard = self.upcard.filter(|_| self.phase != Phase::Wall);
                self.known[seat] = hand;
                self.counts[seat] = hand.len() as u8;
                self.phase = Phase::KnockDiscard;
            }
            Event::BigGin(hand) => {
                self.knocker = Some(self.to_act);
                self.big_gin = true;
                self.known[seat] = hand;
                self.to_act = other(self.to_act);
                self.phase = Phase::DefenderMelds;
            }
            Event::Laid(meld) => {
                let slot = self.melds(self.to_act).len();
                self.melds[seat][slot] = meld;
                self.known[seat] -= meld;
                self.counts[seat] -= meld.len() as u8;
            }
            Event::LaidOff(card) => {
                self.laid_off.insert(card);
                self.known[seat].remove(card);
                self.counts[seat] -= 1;
            }
            Event::Shown(loose) => {
                self.known[seat] = loose;
                self.deadwood[seat] = hand_points(loose) as u8;
                self.phase = Phase::Over;
            }
        }
    }

    fn turn_first(&mut self, rules: &Rules, card: Card) {
        self.upcard = Some(card);
        self.first_upcard = Some(card);
        self.doubled = rules.spades_double && card.suit() == Suit::Spades;
        self.limit = match rules.knock_limit {
            KnockLimit::Fixed(limit) => limit,
            KnockLimit::Upcard { ace_needs_gin } if card.rank() == Rank::Ace => {
                u8::from(!ace_needs_gin)
            }
            KnockLimit::Upcard { .. } => hand_points(CardSet::only(card)) as u8,
        };
    }

    fn pass(&mut self) {
        let seat = self.to_act.index();
        match self.phase {
            Phase::FirstUpcard => {
                self.refused[seat] |= self.upcard.map_or(CardSet::EMPTY, CardSet::only);
                self.first_passes += 1;
                self.to_act = other(self.to_act);
            }
            Phase::KnockMelds => {
                self.deadwood[seat] = hand_points(self.known[seat]) as u8;
                self.to_act = other(self.to_act);
                // Nothing is laid off on gin: docs/reference/rules/gin.md, "Layoffs".
                let gin = self.deadwood[seat] == 0;
                self.phase = if gin { Phase::DefenderMelds } else { Phase::Layoff };
            }
            Phase::Layoff => self.phase = Phase::DefenderMelds,
            // The defender's last pass is followed by a `Shown` event; at the wall nothing is
            // shown.
            Phase::Wall => self.phase = Phase::Over,
            _ => {}
        }
    }

    fn take_upcard(&mut self, rules: &Rules) {
        let seat = self.to_act.index();
        if self.phase == Phase::Draw {
            self.takes += 1;
            if self.takes == rules.max_upcard_takes {
                self.phase = Phase::Over;
                return;
            }
        }
        self.taken = self.upcard.take();
        self.known[seat] |= self.taken.map_or(CardSet::EMPTY, CardSet::only);
        self.counts[seat] += 1;
        self.phase = Phase::Discard;
    }

    fn leave_upcard(&mut self) {
        let seat = self.to_act.index();
        let left = self.upcard.take().map_or(CardSet::EMPTY, CardSet::only);
        self.refused[seat] |= left;
        self.pile |= left;
    }

    fn discard(&mut self, rules: &Rules, card: Card) {
        let seat = self.to_act.index();
        let turn = Discard { card, took_upcard: self.taken.is_some() };
        self.history.push(turn);
        self.discarded[seat].insert(card);
        self.known[seat].remove(card);
        self.counts[seat] -= 1;
        let again = self.taken.take() == Some(card);
        if self.phase == Phase::KnockDiscard {
            self.pile.insert(card);
            self.phase = Phase::KnockMelds;
            return;
        }
        self.upcard = Some(card);
        self.to_act = other(self.to_act);
        self.phase = if rules.repeat_draws && again && self.repeated {
            Phase::Over
        } else if self.stock_left > 2 {
            Phase::Draw
        } else {
            match rules.wall {
                Wall::Cancel => Phase::Over,
                Wall::LastKnock => Phase::Wall,
            }
        };
        self.repeated = again;
    }
}

const _: () = assert!(size_of::<Table>() <= 272, "the table is copied with every view");
