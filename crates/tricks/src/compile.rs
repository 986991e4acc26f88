//! Rules compiled into tables, once, so that play is bit operations.
//!
//! There is a [`TrumpTable`] for each trump suit. Its core is `beats`: for the card that is winning
//! a trick, the set of cards that would win if played now. It does not depend on the suit led,
//! because the winning card is of that suit or a trump.

#![allow(clippy::inline_always, reason = "playouts are compiled for the CPU's bit instructions")]

use crate::rules::{
    Breaking, BrokenSuit, FirstLead, Follow, Identical, Opening, PackRules, Rules, Score, TopTrump,
};
use crate::trick_estimate::TrickRates;
use facedown_cards::{Card, CardSet, Suit};
use facedown_game::{MAX_SEATS, Seat, SeatSet};

/// No suit: no trump, or nothing led.
pub(crate) const NO_SUIT: u8 = 4;

/// Number of strengths of a card in its suit: thirteen ranks, and four top trumps above them.
pub(crate) const LEVELS: usize = 17;

/// Suits, strengths and winners under one trump suit.
#[derive(Clone, Debug)]
pub(crate) struct TrumpTable {
    /// The suit that each card counts as.
    pub(crate) suit: [u8; 52],
    /// The cards that beat each card when it is winning a trick.
    pub(crate) beats: [u64; 52],
    /// Those of the card's own suit.
    pub(crate) above: [u64; 52],
    /// The cards of each suit; none for `NO_SUIT`.
    pub(crate) suits: [u64; 5],
    /// The cards that may not be led until their suit is broken.
    pub(crate) locked: u64,
    /// The cards that break it when played on another suit.
    pub(crate) breaks: u64,
    /// The trumps.
    pub(crate) trumps: u64,
    /// The strength of each card in its suit.
    pub(crate) strength: [u8; 52],
    /// The cards of each strength.
    levels: [u64; LEVELS],
    /// Number of strengths in use.
    used: usize,
    /// Whether every suit ranks from the two up to the ace: then a level is found without a loop.
    ace_high: bool,
}

/// The objective of a seat, as coarse as a rollout policy needs it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Aim {
    /// Exactly the tricks bid.
    Exact,
    /// At least the side's bid, and no trick for nil bidders.
    Contract,
    /// Few points.
    Avoid,
    /// Many tricks.
    Tricks,
    /// Many points.
    Points,
}

/// Rules compiled into tables.
#[derive(Clone, Debug)]
pub(crate) struct Compiled {
    pub(crate) rules: Rules,
    pub(crate) trumps: [TrumpTable; 5],
    pub(crate) seats: usize,
    /// The seat that plays after each.
    pub(crate) next: [Seat; MAX_SEATS],
    pub(crate) everyone: SeatSet,
    /// The side of each seat; its own index without teams.
    pub(crate) side: [u8; MAX_SEATS],
    /// The cards of all packs.
    pub(crate) pack: Vec<Card>,
    pub(crate) points: [i8; 52],
    /// The cards with positive points.
    pub(crate) penalties: u64,
    /// The liability of each card for a seat that avoids points.
    pub(crate) liability: [u8; 52],
    /// The sum of all positive points.
    pub(crate) penalty_total: i32,
    pub(crate) follow: Follow,
    /// Whether following suit is the only rule: no duty to ruff or overtake.
    pub(crate) simple_follow: bool,
    /// Whether cards are played by the simplest rules: one pack, no drawing, and following suit as
    /// the only duty.
    pub(crate) plays_simply: bool,
    pub(crate) breaking: Option<Breaking>,
    /// The cards barred from the first trick.
    pub(crate) bars: u64,
    /// The cards that the first lead is limited to, if its leader holds any.
    pub(crate) opening: u64,
    pub(crate) aim: Aim,
    /// Whether a bid of no tricks is nil.
    pub(crate) has_nil: bool,
    pub(crate) trick_rates: TrickRates,
}

impl Compiled {
    /// Compiles valid rules.
    pub(crate) fn new(rules: Rules) -> Self {
        let seats = usize::from(rules.seats);
        let step = match rules.direction {
            crate::rules::Direction::Clockwise => 1,
            crate::rules::Direction::CounterClockwise => seats - 1,
        };
        let sides = rules.teams.map_or(seats, usize::from);
        let points = points(&rules.pack);
        let positive = || Card::all().filter(|card| points[card.index()] > 0);
        let follow = rules.play.follow;
        let kinds = rules.pack.kinds();
        let copies = usize::from(rules.pack.packs);
        Self {
            trumps: std::array::from_fn(|trump| TrumpTable::new(&rules, trump as u8)),
            seats,
            next: std::array::from_fn(|seat| Seat::new((seat + step) % seats)),
            everyone: SeatSet::all(seats),
            side: std::array::from_fn(|seat| (seat % sides) as u8),
            pack: (0..copies).flat_map(|_| kinds.iter()).collect(),
            penalties: positive().collect::<CardSet>().bits() & kinds.bits(),
            penalty_total: positive()
                .filter(|card| kinds.contains(*card))
                .map(|card| i32::from(points[card.index()]) * copies as i32)
                .sum(),
            liability: liabilities(&rules, &points),
            points,
            follow,
            simple_follow: !follow.ruff && !follow.overtake,
            plays_simply: copies == 1
                && !rules.deal.draw
                && follow.suit
                && !follow.ruff
                && !follow.overtake,
            breaking: rules.play.breaking,
            bars: rules.play.first_trick_bars.0.bits(),
            opening: opening(&rules),
            aim: aim(&rules),
            has_nil: matches!(&rules.score, Score::Contract(contract) if contract.nil != 0),
            trick_rates: TrickRates::measure(&rules),
            rules,
        }
    }

    /// Returns the table for this trump suit.
    #[inline]
    pub(crate) fn trump(&self, trump: u8) -> &TrumpTable {
        &self.trumps[usize::from(trump.min(NO_SUIT))]
    }

    /// Returns whether two seats are on the same side.
    #[inline]
    pub(crate) fn same_side(&self, a: Seat, b: Seat) -> bool {
        self.side[a.index()] == self.side[b.index()]
    }

    /// Returns the seat this many places to the left, to the right if negative.
    pub(crate) fn seat_left_of(&self, seat: usize, places: i8) -> usize {
        (seat as isize + isize::from(places)).rem_euclid(self.seats as isize) as usize
    }
}

fn points(pack: &PackRules) -> [i8; 52] {
    let mut points = [0; 52];
    for part in &pack.points {
        part.cards.0.iter().for_each(|card| points[card.index()] = part.points);
    }
    points
}

/// Returns the liability of each card: its strength, its points, and the risk of being forced to
/// win a card with many points.
fn liabilities(rules: &Rules, points: &[i8; 52]) -> [u8; 52] {
    let table = TrumpTable::new(rules, NO_SUIT);
    let dangerous = |card: &Card| points[card.index()] >= 5;
    let mut liabilities = [0; 52];
    for card in rules.pack.kinds() {
        let i = card.index();
        let takes = |other: &Card| table.beats[other.index()] >> i & 1 == 1;
        let risk = if Card::all().filter(dangerous).any(|other| takes(&other)) { 8 } else { 0 };
        liabilities[i] = table.strength[i] + 3 * points[i].clamp(0, 40) as u8 + risk;
    }
    liabilities
}

fn opening(rules: &Rules) -> u64 {
    match rules.play.first_lead {
        FirstLead::Holder { card, opening: Opening::Card } => CardSet::only(card).bits(),
        FirstLead::Holder { card, opening: Opening::Suit } => {
            rules.pack.kinds().bits() & 0x1fff << (13 * card.suit().index())
        }
        _ => 0,
    }
}

fn aim(rules: &Rules) -> Aim {
    match &rules.score {
        Score::Exact(exact) if exact.hit == exact.miss => Aim::Tricks,
        Score::Exact(_) => Aim::Exact,
        Score::Contract(_) => Aim::Contract,
        Score::Penalty(_) => Aim::Avoid,
        Score::Levels(levels) if levels.count == crate::rules::Counted::Points => Aim::Points,
        Score::Levels(_) | Score::Makers(_) => Aim::Tricks,
    }
}

fn same_colour(suit: Suit) -> Suit {
    match suit {
        Suit::Clubs => Suit::Spades,
        Suit::Spades => Suit::Clubs,
        Suit::Diamonds => Suit::Hearts,
        Suit::Hearts => Suit::Diamonds,
    }
}

/// Returns the place of a card among the top trumps, from 1 for the lowest; 0 for other cards.
fn top_place(pack: &PackRules, trump: Suit, card: Card) -> u8 {
    let is = |top: &TopTrump| match *top {
        TopTrump::Rank(rank) => card == Card::of(rank, trump),
        TopTrump::SameColour(rank) => card == Card::of(rank, same_colour(trump)),
        TopTrump::Card(named) => card == named,
    };
    pack.top_trumps.iter().rev().position(is).map_or(0, |place| place as u8 + 1)
}

/// Returns the suit that a card counts as under a trump suit, and its strength in it.
fn suit_and_strength(pack: &PackRules, trump: Option<Suit>, card: Card) -> (Suit, u8) {
    if let Some(trump) = trump {
        let top = top_place(pack, trump, card);
        if top > 0 {
            return (trump, 12 + top);
        }
    }
    let own = pack.suit_orders.iter().find(|order| order.suit == card.suit());
    let order = match pack.trump_order {
        Some(order) if trump == Some(card.suit()) => order,
        _ => own.map_or(pack.order, |own| own.order),
    };
    (card.suit(), order.strength(card.rank()))
}

impl TrumpTable {
    fn new(rules: &Rules, trump: u8) -> Self {
        let pack = &rules.pack;
        let trump = Suit::ALL.get(usize::from(trump)).copied();
        let kinds = pack.kinds();
        let of = |card: Card| suit_and_strength(pack, trump, card);
        let mut table = Self {
            suit: [NO_SUIT; 52],
            beats: [0; 52],
            above: [0; 52],
            suits: [0; 5],
            locked: 0,
            breaks: 0,
            trumps: 0,
            strength: [0; 52],
            levels: [0; LEVELS],
            used: 0,
            ace_high: false,
        };
        for card in Card::all() {
            let (suit, strength) = of(card);
            table.suit[card.index()] = suit as u8;
            table.strength[card.index()] = strength;
            if kinds.contains(card) {
                table.suits[suit.index()] |= 1 << card.index();
                table.levels[usize::from(strength)] |= 1 << card.index();
                table.used = table.used.max(usize::from(strength) + 1);
            }
        }
        let by_rank = |card: Card| (card.rank().index() + 12) % 13;
        table.ace_high =
            kinds.iter().all(|card| usize::from(table.strength[card.index()]) == by_rank(card));
        table.trumps = trump.map_or(0, |trump| table.suits[trump.index()]);
        let later = rules.play.identical == Identical::Last;
        for card in kinds {
            let (suit, strength) = of(card);
            let higher = |other: &Card| {
                let (theirs, stronger) = of(*other);
                let ruffs = trump == Some(theirs) && trump != Some(suit);
                ruffs
                    || theirs == suit && stronger > strength
                    || later && *other == card && pack.packs == 2
            };
            let beats = kinds.iter().filter(higher).collect::<CardSet>().bits();
            table.beats[card.index()] = beats;
            table.above[card.index()] = beats & table.suits[suit.index()];
        }
        if let Some(breaking) = rules.play.breaking {
            let suit = match breaking.suit {
                BrokenSuit::Trump => trump,
                BrokenSuit::Suit(suit) => Some(suit),
            };
            table.locked = suit.map_or(0, |suit| table.suits[suit.index()]);
            table.breaks = if breaking.by_discard { table.locked } else { 0 };
        }
        table
    }

    /// Returns a card of the highest strength. The set must not be empty.
    #[inline(always)]
    pub(crate) fn highest(&self, cards: u64) -> Card {
        if self.ace_high {
            let level = (ranks(cards) | 1).ilog2();
            return Card::new((self.levels[level as usize] & cards).trailing_zeros() as u8);
        }
        let level =
            self.levels[..self.used].iter().rev().map(|level| level & cards).find(|at| *at != 0);
        Card::new(level.unwrap_or(1).trailing_zeros() as u8)
    }

    /// Returns [`Self::highest`] or [`Self::lowest`]. Which of them is a coin toss in a playout, so
    /// there is no branch on it.
    #[inline(always)]
    pub(crate) fn extreme(&self, cards: u64, high: bool) -> Card {
        if self.ace_high {
            let ranks = ranks(cards);
            let level = if high { (ranks | 1).ilog2() } else { ranks.trailing_zeros() };
            return Card::new((self.levels[level as usize] & cards).trailing_zeros() as u8);
        }
        if high { self.highest(cards) } else { self.lowest(cards) }
    }

    /// Returns a card of the lowest strength. The set must not be empty.
    #[inline(always)]
    pub(crate) fn lowest(&self, cards: u64) -> Card {
        if self.ace_high {
            let level = ranks(cards).trailing_zeros();
            return Card::new((self.levels[level as usize] & cards).trailing_zeros() as u8);
        }
        let level = self.levels[..self.used].iter().map(|level| level & cards).find(|at| *at != 0);
        Card::new(level.unwrap_or(1).trailing_zeros() as u8)
    }
}

/// Returns the ranks of these cards, the two in bit 0 and the ace in bit 12.
#[inline(always)]
const fn ranks(cards: u64) -> u32 {
    let all = (cards | cards >> 13 | cards >> 26 | cards >> 39) as u32 & 0x1fff;
    all >> 1 | (all & 1) << 12
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::TopTrump;
    use facedown_cards::Rank;

    fn card(text: &str) -> Card {
        text.parse().unwrap()
    }

    fn set(bits: u64) -> String {
        CardSet::from_bits(bits).unwrap().to_string()
    }

    #[test]
    fn the_highest_and_the_lowest_are_found_by_rank_as_by_level() {
        let compiled = Compiled::new(Rules::oh_hell(4));
        let table = compiled.trump(Suit::Hearts as u8);
        assert!(table.ace_high);
        let mut rng = facedown_game::Rng::new(1);
        for _ in 0..10_000 {
            let cards = rng.next_u64() & rng.next_u64() & rng.next_u64() & CardSet::FULL.bits();
            if cards == 0 {
                continue;
            }
            let strengths = || {
                let set = CardSet::from_bits(cards).unwrap();
                set.iter().map(|card| table.strength[card.index()]).collect::<Vec<_>>()
            };
            let strength = |card: Card| table.strength[card.index()];
            assert_eq!(Some(strength(table.highest(cards))), strengths().into_iter().max());
            assert_eq!(Some(strength(table.lowest(cards))), strengths().into_iter().min());
            assert_eq!(table.extreme(cards, true), table.highest(cards));
            assert_eq!(table.extreme(cards, false), table.lowest(cards));
            assert!(
                [table.highest(cards), table.lowest(cards)]
                    .iter()
                    .all(|card| cards >> card.index() & 1 == 1)
            );
        }
    }

    #[test]
    fn a_trump_beats_every_card_of_another_suit() {
        let compiled = Compiled::new(Rules::oh_hell(4));
        let table = compiled.trump(Suit::Hearts as u8);
        let beats = |text: &str| table.beats[card(text).index()];
        assert_eq!(set(beats("Qs") & table.suits[3]), "As Ks");
        assert_eq!(beats("Qs") & table.suits[2], table.suits[2]);
        assert_eq!(set(beats("Kh")), "Ah");
        assert_eq!(beats("Qs") & table.suits[0], 0);
    }

    #[test]
    fn bowers_are_the_highest_trumps_and_follow_the_trump_suit() {
        let mut rules = Rules::oh_hell(4);
        rules.pack.top_trumps = vec![TopTrump::Rank(Rank::Jack), TopTrump::SameColour(Rank::Jack)];
        let compiled = Compiled::new(rules);
        let table = compiled.trump(Suit::Hearts as u8);
        let beats = |text: &str| set(table.beats[card(text).index()]);
        assert_eq!(beats("Ah"), "Jd Jh");
        assert_eq!(beats("Jd"), "Jh");
        assert_eq!(beats("Jh"), "");
        assert_eq!(table.suit[card("Jd").index()], Suit::Hearts as u8);
        assert_eq!(set(table.suits[1] & !compiled.trump(NO_SUIT).suits[1]), "");
        assert!(table.suits[1] & 1 << card("Jd").index() == 0);
        assert_eq!(table.highest(table.suits[2]), card("Jh"));
    }

    #[test]
    fn of_two_identical_cards_the_rules_say_which_is_higher() {
        let table = |seats| Compiled::new(Rules::el_dorado(seats));
        let ace = card("Ac").index();
        assert_eq!(table(6).trump(NO_SUIT).beats[ace], 1 << ace);
        assert_eq!(table(5).trump(NO_SUIT).beats[ace], 0);
    }
}
