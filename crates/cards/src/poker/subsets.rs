//! The strengths of all subsets of some cards.

use super::Strength;
use super::tables::{PLACES, Tables, tables};
use crate::{PackCard, PackSet};

/// Up to 17 cards sorted by rank, deuce first and jokers last, whose subsets are given by masks:
/// bit `i` stands for [`card`](Subsets::card)`(i)`.
///
/// ```
/// use facedown_cards::poker::{Category, Subsets};
///
/// let cards = facedown_cards::parse_pack("Ts Js Qs Ks As 9s 2d")?;
/// let subsets = Subsets::new(&cards).unwrap();
/// let (mut all, mut straight_flushes) = (0, 0);
/// subsets.fives(subsets.all(), |_, strength| {
///     all += 1;
///     straight_flushes += usize::from(strength >= Category::StraightFlush.weakest());
/// });
/// assert_eq!((all, straight_flushes), (21, 2));
/// # Ok::<(), facedown_cards::ParseCardsError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Subsets {
    cards: [PackCard; MAX],
    lines: [Line; MAX],
    naturals: usize,
    len: usize,
    /// Bit `i` is set where cards `i` and `i + 1`, `i + 2`, `i + 3` have the same rank.
    same: [u32; 3],
}

const MAX: usize = 17;

/// The contribution of a card to the hands that it is in.
#[derive(Clone, Copy, Default, Debug)]
struct Line {
    /// To the index of the multiset, as its lowest card, second lowest, …
    places: [u16; 5],
    /// The rank as a bit.
    rank: u16,
    /// The card's own bit.
    bit: u32,
    /// The suit as a bit.
    suit: u8,
    /// 0 for a deuce to 12 for an ace.
    number: u8,
}

/// Part of a hand: the sums over its cards.
#[derive(Clone, Copy)]
struct Part {
    number: u16,
    ranks: u16,
    mask: u32,
    suits: u8,
}

impl Part {
    const NONE: Self = Self { number: 0, ranks: 0, mask: 0, suits: 0b1111 };

    #[inline]
    fn with(self, line: &Line, place: usize) -> Self {
        Self {
            number: self.number + line.places[place],
            ranks: self.ranks | line.rank,
            mask: self.mask | line.bit,
            suits: self.suits & line.suit,
        }
    }
}

impl Subsets {
    /// Sorts the cards; `None` for more than 17 cards or for a duplicate.
    pub fn new(cards: &[PackCard]) -> Option<Self> {
        let set: PackSet = cards.iter().copied().collect();
        if set.len() != cards.len() || cards.len() > MAX {
            return None;
        }
        let mut sorted = [PackCard::JOKERS[0]; MAX];
        sorted[..cards.len()].copy_from_slice(cards);
        let rank = |card: PackCard| card.card().map_or(13, |card| (card.rank().index() + 12) % 13);
        sorted[..cards.len()].sort_unstable_by_key(|card| rank(*card) << 6 | card.index());
        let mut lines = [Line::default(); MAX];
        for (i, (line, card)) in lines.iter_mut().zip(&sorted[..cards.len()]).enumerate() {
            line.bit = 1 << i;
            if let Some(suit) = card.card().map(crate::Card::suit) {
                let rank = rank(*card);
                line.places = PLACES[rank];
                line.rank = 1 << rank;
                line.suit = 1 << suit.index();
                line.number = rank as u8;
            }
        }
        let naturals = set.cards().len();
        let same = [1, 2, 3].map(|apart| {
            let pairs = lines[..naturals].iter().zip(lines[..naturals].iter().skip(apart));
            pairs.fold(0, |bits, (a, b)| if a.rank == b.rank { bits | a.bit } else { bits })
        });
        Some(Self { cards: sorted, lines, naturals, len: cards.len(), same })
    }

    /// Returns the number of cards.
    #[inline]
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Returns whether the set is empty.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns the card of bit `i`.
    #[inline]
    pub fn card(&self, i: usize) -> PackCard {
        self.cards[..self.len][i]
    }

    /// Returns the mask of all cards.
    #[inline]
    pub const fn all(&self) -> u32 {
        (1 << self.len) - 1
    }

    /// Returns the mask of the jokers.
    #[inline]
    pub const fn jokers(&self) -> u32 {
        self.all() & !((1 << self.naturals) - 1)
    }

    /// Returns the cards of a mask.
    pub fn set(&self, mask: u32) -> PackSet {
        (0..self.len).filter(|i| mask >> i & 1 == 1).map(|i| self.cards[i]).collect()
    }

    /// Copies the lines of the natural cards of a mask to the front of `kept`; returns their
    /// number.
    #[inline]
    fn keep(&self, within: u32, kept: &mut [Line; MAX]) -> usize {
        let mut rest = within & self.all() & !self.jokers();
        let mut n = 0;
        while rest != 0 {
            kept[n] = self.lines[rest.trailing_zeros() as usize];
            rest &= rest - 1;
            n += 1;
        }
        n
    }

    /// Visits every five of the cards of `within` with its strength, jokers at their best.
    #[inline]
    pub fn fives(&self, within: u32, mut visit: impl FnMut(u32, Strength)) {
        let t = tables();
        let mut kept = [Line::default(); MAX];
        let n = self.keep(within, &mut kept);
        let lines = &kept[..n];
        let jokers = within & self.jokers();
        natural_fives(t, lines, &mut visit);
        if jokers != 0 {
            fours_and_a_joker(t, lines, jokers, &mut visit);
        }
        if jokers.count_ones() == 2 {
            threes_and_two_jokers(t, lines, jokers, &mut visit);
        }
    }

    /// Visits every three of the cards of `within` with its strength, jokers at their best.
    #[inline]
    pub fn threes(&self, within: u32, mut visit: impl FnMut(u32, Strength)) {
        let t = tables();
        let mut kept = [Line::default(); MAX];
        let n = self.keep(within, &mut kept);
        let lines = &kept[..n];
        let jokers = within & self.jokers();
        for (i, high) in lines.iter().enumerate() {
            for (j, middle) in lines[..i].iter().enumerate() {
                let two = Part::NONE.with(high, 2).with(middle, 1);
                for low in &lines[..j] {
                    let three = two.with(low, 0);
                    visit(three.mask, strength_at(t.three[usize::from(three.number) & 511]));
                }
                if jokers != 0 {
                    let two = Part::NONE.with(high, 1).with(middle, 0);
                    let strength = strength_at(t.two[usize::from(two.number) & 127]);
                    each_bit(jokers, |joker| visit(two.mask | joker, strength));
                }
            }
            if jokers.count_ones() == 2 {
                visit(high.bit | jokers, strength_at(t.one[usize::from(high.number) & 15]));
            }
        }
    }

    /// Returns the strongest three of the cards of `within`, of which there are at least three and
    /// not more than two are jokers.
    #[inline]
    pub fn strongest_three(&self, within: u32) -> Strength {
        let t = tables();
        let jokers = (within & self.jokers()).count_ones();
        let natural = within & !self.jokers();
        let [one, two, three] = self.same;
        // Bit i of `next[k]`: cards i and i + k + 1 are both here and have one rank.
        let next = [natural >> 1 & one, natural >> 2 & two, natural >> 3 & three];
        let pairs = natural & (next[0] | next[1] | next[2]);
        let trips = natural & (next[0] & next[1] | next[0] & next[2] | next[1] & next[2]);
        let rank = |mask: u32| usize::from(self.lines[highest(mask)].number);
        let number = match jokers {
            0 if trips != 0 => return strength_at(t.one[rank(trips)]),
            1 if pairs != 0 => return strength_at(t.one[rank(pairs)]),
            2 => return strength_at(t.one[rank(natural)]),
            1 => {
                let high = highest(natural);
                let low = highest(natural ^ 1 << high);
                return strength_at(t.two[self.sum([low, high])]);
            }
            _ if pairs != 0 => {
                let pair = highest(pairs);
                let others = natural & !self.rank_group(pair);
                let kicker = highest(others);
                self.sum(if kicker > pair { [pair, pair, kicker] } else { [kicker, pair, pair] })
            }
            _ => {
                let high = highest(natural);
                let middle = highest(natural ^ 1 << high);
                let low = highest(natural ^ 1 << high ^ 1 << middle);
                self.sum([low, middle, high])
            }
        };
        strength_at(t.three[number & 511])
    }

    /// Returns the strongest five natural cards of `within` that are two pair or, failing that, a
    /// pair, and one such five; `None` if no five are either.
    ///
    /// Such a hand is never better than it looks: cards of one rank have different suits, so it is
    /// no flush, and a pair leaves too few ranks for a straight.
    #[inline]
    pub fn strongest_pairs(&self, within: u32) -> Option<(Strength, u32)> {
        let natural = within & !self.jokers();
        let [one, two, three] = self.same;
        // Bit i: card i is the lower of two neighbours of one rank.
        let mut pairs = natural & (natural >> 1 & one | natural >> 2 & two | natural >> 3 & three);
        let (mut rest, mut hand, mut size) = (natural, 0_u32, 0);
        while pairs != 0 && size < 4 {
            let low = highest(pairs);
            let group = self.rank_group(low);
            hand |= 1 << low | 1 << highest(natural & group);
            size += 2;
            rest &= !group;
            pairs &= !group;
        }
        if size == 0 {
            return None;
        }
        let hand = hand | self.kickers(rest, 5 - size)?;
        Some((strength_at(tables().five[self.number(hand) & 8191]), hand))
    }

    /// Returns the strongest three of a kind among the fives of `within` that are just that, made
    /// with the first joker if there is one, and one such five; `None` if there is no such five.
    #[inline]
    pub fn strongest_threes(&self, within: u32) -> Option<(Strength, u32)> {
        let jokers = within & self.jokers();
        let natural = within & !jokers;
        let [one, two, three] = self.same;
        let next = [natural >> 1 & one, natural >> 2 & two, natural >> 3 & three];
        let pairs = natural & (next[0] | next[1] | next[2]);
        let trips = natural & (next[0] & next[1] | next[0] & next[2] | next[1] & next[2]);
        let groups = if jokers == 0 { trips } else { pairs };
        if groups == 0 {
            return None;
        }
        let low = highest(groups);
        let group = self.rank_group(low);
        // The cards of the group from `low` up are three, or two beside a joker.
        let hand = natural & group & !((1 << low) - 1) | self.kickers(natural & !group, 2)?;
        if jokers == 0 {
            Some((strength_at(tables().five[self.number(hand) & 8191]), hand))
        } else {
            let four = strength_at(tables().four[self.number(hand) & 2047]);
            Some((four, hand | jokers & jokers.wrapping_neg()))
        }
    }

    /// Returns the highest `count` cards of different ranks, or `None` if there are fewer.
    #[inline]
    fn kickers(&self, mut rest: u32, count: usize) -> Option<u32> {
        let mut kickers = 0;
        for _ in 0..count {
            if rest == 0 {
                return None;
            }
            let kicker = highest(rest);
            kickers |= 1 << kicker;
            rest &= !self.rank_group(kicker);
        }
        Some(kickers)
    }

    /// Returns the index of the multiset of the natural cards of a mask.
    #[inline]
    fn number(&self, mut mask: u32) -> usize {
        let (mut number, mut k) = (0, 0);
        while mask != 0 {
            number += usize::from(self.lines[mask.trailing_zeros() as usize].places[k]);
            mask &= mask - 1;
            k += 1;
        }
        number
    }

    /// Returns the index of the multiset of these cards, lowest first.
    #[inline]
    fn sum<const N: usize>(&self, cards: [usize; N]) -> usize {
        let places = cards.iter().enumerate().map(|(k, card)| self.lines[*card].places[k]);
        usize::from(places.sum::<u16>())
    }

    /// Returns the cards with the rank of card `i`.
    #[inline]
    fn rank_group(&self, i: usize) -> u32 {
        // At most three neighbours on either side can share a rank.
        let mut group = 1 << i;
        for (apart, same) in self.same.iter().enumerate() {
            group |= (same & 1 << i) << (apart + 1);
            group |= (same << (apart + 1) & 1 << i) >> (apart + 1);
        }
        group
    }
}

/// Returns the index of the highest bit; arbitrary if there is none.
#[inline]
fn highest(mask: u32) -> usize {
    (mask | 1).ilog2() as usize
}

#[inline]
fn strength_at(number: u16) -> Strength {
    Strength::raw(number)
}

#[inline]
fn each_bit(mut mask: u32, mut visit: impl FnMut(u32)) {
    while mask != 0 {
        visit(mask & mask.wrapping_neg());
        mask &= mask - 1;
    }
}

#[inline]
fn natural_fives(t: &Tables, lines: &[Line], visit: &mut impl FnMut(u32, Strength)) {
    for (i, fifth) in lines.iter().enumerate() {
        let one = Part::NONE.with(fifth, 4);
        for (i, fourth) in lines[..i].iter().enumerate() {
            let two = one.with(fourth, 3);
            for (i, third) in lines[..i].iter().enumerate() {
                let three = two.with(third, 2);
                for (i, second) in lines[..i].iter().enumerate() {
                    let four = three.with(second, 1);
                    if four.suits == 0 {
                        for low in &lines[..i] {
                            let number = four.number + low.places[0];
                            visit(
                                four.mask | low.bit,
                                strength_at(t.five[usize::from(number) & 8191]),
                            );
                        }
                    } else {
                        for low in &lines[..i] {
                            let five = four.with(low, 0);
                            visit(five.mask, strength_at(of_five(t, five)));
                        }
                    }
                }
            }
        }
    }
}

#[inline]
fn of_five(t: &Tables, five: Part) -> u16 {
    if five.suits == 0 {
        t.five[usize::from(five.number) & 8191]
    } else {
        t.flush[usize::from(five.ranks) & 8191]
    }
}

#[inline]
fn fours_and_a_joker(
    t: &Tables,
    lines: &[Line],
    jokers: u32,
    visit: &mut impl FnMut(u32, Strength),
) {
    for (i, fourth) in lines.iter().enumerate() {
        let one = Part::NONE.with(fourth, 3);
        for (i, third) in lines[..i].iter().enumerate() {
            let two = one.with(third, 2);
            for (i, second) in lines[..i].iter().enumerate() {
                let three = two.with(second, 1);
                for low in &lines[..i] {
                    let four = three.with(low, 0);
                    let mut best = t.four[usize::from(four.number) & 2047];
                    if four.suits != 0 {
                        best = best.max(t.flush[usize::from(four.ranks) & 8191]);
                    }
                    each_bit(jokers, |joker| visit(four.mask | joker, strength_at(best)));
                }
            }
        }
    }
}

#[inline]
fn threes_and_two_jokers(
    t: &Tables,
    lines: &[Line],
    jokers: u32,
    visit: &mut impl FnMut(u32, Strength),
) {
    for (i, third) in lines.iter().enumerate() {
        let one = Part::NONE.with(third, 2);
        for (i, second) in lines[..i].iter().enumerate() {
            let two = one.with(second, 1);
            for low in &lines[..i] {
                let three = two.with(low, 0);
                let mut best = t.three_of_five[usize::from(three.number) & 511];
                if three.suits != 0 {
                    best = best.max(t.flush[usize::from(three.ranks) & 8191]);
                }
                visit(three.mask | jokers, strength_at(best));
            }
        }
    }
}
