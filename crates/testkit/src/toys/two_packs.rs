//! A trick game for ten seats with two packs: 104 cards of 52 kinds.
//!
//! Each seat is dealt three cards, the other 74 stay hidden. Seat 0 leads; seats follow suit if
//! they can; the highest card of the suit led takes the trick, and of two that are identical the
//! later one. A trick scores 1.
//!
//! A hand is two planes of 52 bits, because the two copies of a kind are the same to the rules: an
//! action names a kind. Kind k has suit k / 13 and rank k % 13.

use facedown_game::{
    ActionBuf, ActionList, Game, Notation, PerSeat, Rng, Searchable, Seat, SeatSet, Sink, Turn,
};

pub(super) const SEATS: usize = 10;
pub(super) const SUITS: usize = 4;
const HAND: usize = 3;
const PACK: u64 = (1 << 52) - 1;

/// Cards of two packs: the kinds held at least once, and those held twice.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Planes {
    once: u64,
    twice: u64, // a part of `once`
}

impl Planes {
    /// Both packs.
    pub const FULL: Self = Self { once: PACK, twice: PACK };

    /// Adds a card of this kind.
    ///
    /// # Panics
    /// If both copies are held.
    pub const fn insert(&mut self, kind: u8) {
        let bit = 1 << kind;
        assert!(self.twice & bit == 0, "a kind has two copies");
        self.twice |= self.once & bit;
        self.once |= bit;
    }

    /// Removes a card of this kind.
    ///
    /// # Panics
    /// If there is none.
    pub const fn remove(&mut self, kind: u8) {
        let bit = 1 << kind;
        assert!(self.once & bit != 0, "no card of this kind is here");
        self.once &= !(bit & !self.twice);
        self.twice &= !bit;
    }

    /// Returns the number of cards of this kind.
    pub const fn count(self, kind: u8) -> u8 {
        (self.once >> kind & 1) as u8 + (self.twice >> kind & 1) as u8
    }

    /// Returns the number of cards.
    pub const fn len(self) -> usize {
        (self.once.count_ones() + self.twice.count_ones()) as usize
    }

    /// Returns whether there are no cards.
    pub const fn is_empty(self) -> bool {
        self.once == 0
    }

    /// Returns the kinds held.
    pub const fn kinds(self) -> u64 {
        self.once
    }
}

pub(super) const fn suit(kind: u8) -> u8 {
    kind / 13
}

const fn suit_kinds(suit: u8) -> u64 {
    0x1fff << (13 * suit)
}

/// The rules of the game with two packs.
#[derive(Clone, Copy, Debug, Default)]
pub struct TwoPacks;

/// The public information.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Table {
    pub(super) played: Planes,
    trick: [u8; SEATS],
    trick_len: u8,
    leader: Seat,
    pub(super) held: [u8; SEATS],
    pub(super) voids: [u8; SEATS], // a bit for each suit that a seat is known to lack
    won: [u8; SEATS],
}

impl Table {
    const START: Self = Self {
        played: Planes { once: 0, twice: 0 },
        trick: [0; SEATS],
        trick_len: 0,
        leader: Seat::new(0),
        held: [HAND as u8; SEATS],
        voids: [0; SEATS],
        won: [0; SEATS],
    };

    fn turn(&self) -> Turn {
        if self.held == [0; SEATS] {
            return Turn::Over;
        }
        Turn::Act(self.leader.plus(usize::from(self.trick_len), SEATS))
    }

    fn playable(&self, hand: Planes) -> u64 {
        let follows = hand.kinds() & suit_kinds(suit(self.trick[0]));
        if self.trick_len == 0 || follows == 0 { hand.kinds() } else { follows }
    }

    fn play(&mut self, seat: Seat, kind: u8) {
        let led = if self.trick_len == 0 { kind } else { self.trick[0] };
        if suit(kind) != suit(led) {
            self.voids[seat.index()] |= 1 << suit(led);
        }
        self.played.insert(kind);
        self.held[seat.index()] -= 1;
        self.trick[usize::from(self.trick_len)] = kind;
        self.trick_len += 1;
        if usize::from(self.trick_len) == SEATS {
            let follows = (0..SEATS).filter(|place| suit(self.trick[*place]) == suit(led));
            // `max_by_key` takes the last of equals: the later identical card wins.
            let best = follows.max_by_key(|place| self.trick[*place]).unwrap_or(0);
            self.leader = self.leader.plus(best, SEATS);
            self.won[self.leader.index()] += 1;
            (self.trick, self.trick_len) = ([0; SEATS], 0);
        }
    }
}

/// All hands and the table; the remaining cards are the stock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TwoPacksState {
    pub(super) hands: [Planes; SEATS],
    pub(super) table: Table,
}

const _: () = assert!(size_of::<TwoPacksState>() <= 240);

impl TwoPacksState {
    /// Builds a given deal.
    ///
    /// # Panics
    /// If a hand does not have three cards.
    pub fn dealt(hands: [Planes; SEATS]) -> Self {
        assert!(hands.iter().all(|hand| hand.len() == HAND), "a hand has {HAND} cards");
        Self { hands, table: Table::START }
    }

    /// Returns the hand of each seat.
    pub const fn hands(&self) -> &[Planes; SEATS] {
        &self.hands
    }

    /// Returns the cards played so far.
    pub const fn played(&self) -> Planes {
        self.table.played
    }
}

/// The seat's own hand and the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TwoPacksView {
    pub(super) seat: Seat,
    pub(super) hand: Planes,
    pub(super) table: Table,
}

/// An event that a seat observes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TwoPacksEvent {
    /// The seat's own hand.
    Dealt(Planes),
    /// This seat played a card of this kind.
    Played(Seat, u8),
}

impl Searchable for TwoPacks {}

impl Game for TwoPacks {
    type Setup = ();
    type State = TwoPacksState;
    type Action = u8;
    type LegalActions = ActionList<u8, HAND>;
    type View = TwoPacksView;
    type Event = TwoPacksEvent;

    fn seats(&self) -> usize {
        SEATS
    }

    fn first_setup(&self) {}

    fn deal(&self, (): &(), rng: &mut Rng, log: &mut impl Sink<TwoPacksEvent>) -> TwoPacksState {
        let mut cards: [u8; 104] = std::array::from_fn(|i| i as u8 % 52);
        rng.shuffle(&mut cards);
        let mut hands = [Planes::default(); SEATS];
        for (place, kind) in cards[..SEATS * HAND].iter().enumerate() {
            hands[place % SEATS].insert(*kind);
        }
        for (seat, hand) in Seat::all(SEATS).zip(hands) {
            log.emit(SeatSet::only(seat), TwoPacksEvent::Dealt(hand));
        }
        TwoPacksState::dealt(hands)
    }

    fn turn(&self, state: &TwoPacksState) -> Turn {
        state.table.turn()
    }

    fn legal_actions(&self, state: &TwoPacksState, out: &mut Self::LegalActions) {
        out.clear();
        if let Turn::Act(seat) = state.table.turn() {
            list(state.table.playable(state.hands[seat.index()]), out);
        }
    }

    fn apply(&self, state: &mut TwoPacksState, kind: u8, log: &mut impl Sink<TwoPacksEvent>) {
        let Turn::Act(seat) = state.table.turn() else { return };
        state.hands[seat.index()].remove(kind);
        state.table.play(seat, kind);
        log.emit(SeatSet::all(SEATS), TwoPacksEvent::Played(seat, kind));
    }

    fn scores(&self, state: &TwoPacksState) -> PerSeat<i32> {
        PerSeat::from_fn(SEATS, |seat| i32::from(state.table.won[seat.index()]))
    }

    fn score_total(&self, _: &TwoPacksState) -> Option<i32> {
        Some(HAND as i32)
    }

    fn view(&self, state: &TwoPacksState, seat: Seat) -> TwoPacksView {
        TwoPacksView { seat, hand: state.hands[seat.index()], table: state.table }
    }

    fn blank_view(&self, (): &(), seat: Seat) -> TwoPacksView {
        TwoPacksView { seat, hand: Planes::default(), table: Table::START }
    }

    fn observe(&self, view: &mut TwoPacksView, event: TwoPacksEvent) {
        match event {
            TwoPacksEvent::Dealt(hand) => view.hand = hand,
            TwoPacksEvent::Played(seat, kind) => {
                view.table.play(seat, kind);
                if seat == view.seat {
                    view.hand.remove(kind);
                }
            }
        }
    }

    fn view_turn(&self, view: &TwoPacksView) -> Option<Turn> {
        Some(view.table.turn())
    }

    fn view_actions(&self, view: &TwoPacksView, out: &mut Self::LegalActions) {
        out.clear();
        if view.table.turn() == Turn::Act(view.seat) {
            list(view.table.playable(view.hand), out);
        }
    }
}

fn list(mut kinds: u64, out: &mut ActionList<u8, HAND>) {
    while kinds != 0 {
        out.push(kinds.trailing_zeros() as u8);
        kinds &= kinds - 1;
    }
}

impl Notation for TwoPacks {
    /// Rank and suit: `2c` to `As`.
    fn action_text(&self, kind: u8) -> String {
        let rank = b"23456789TJQKA"[usize::from(kind % 13)];
        let suit = b"cdhs"[usize::from(suit(kind))];
        [char::from(rank), char::from(suit)].iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn planes_hold_two_of_a_kind_and_no_more() {
        let mut planes = Planes::default();
        planes.insert(51);
        planes.insert(51);
        planes.insert(0);
        assert_eq!((planes.len(), planes.count(51), planes.count(0)), (3, 2, 1));
        planes.remove(51);
        planes.remove(0);
        assert_eq!((planes.len(), planes.count(51)), (1, 1));
        assert!(std::panic::catch_unwind(|| Planes::FULL.clone().insert(3)).is_err());
    }

    #[test]
    fn the_later_of_two_identical_cards_takes_the_trick() {
        let mut table = Table::START;
        // Led is the 2 of clubs; the ace of clubs falls at seats 3 and 7, and a spade wins nothing.
        for (seat, kind) in Seat::all(SEATS).zip([0, 1, 2, 12, 3, 51, 4, 12, 5, 6]) {
            table.play(seat, kind);
        }
        assert_eq!(table.leader, Seat::new(7));
        assert_eq!(table.voids[5], 1, "seat 5 has no clubs");
    }
}
