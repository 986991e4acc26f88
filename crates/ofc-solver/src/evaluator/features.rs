//! Binary features of an incomplete board.

use facedown_cards::PackSet;
use facedown_cards::poker::Strength;
use facedown_ofc::Row;

/// The first feature of each group; a group ends where the next begins.
mod group {
    /// A rank once, twice, three times in a row; jokers in a row.
    pub(super) const RANKS: usize = 0;
    pub(super) const ROOM: usize = RANKS + 3 * 41;
    /// A rank in a row, by how many more of it may come.
    pub(super) const OUTS: usize = ROOM + 16;
    /// A pair in a row, by how many more of its rank may come.
    pub(super) const PAIR_OUTS: usize = OUTS + 3 * 13 * 4;
    /// Cards of one suit in the middle or bottom row, by how many more may come; then rows of more
    /// suits.
    pub(super) const FLUSH: usize = PAIR_OUTS + 3 * 13 * 3;
    /// Cards towards a straight, by the number of straights that can come; then rows without any.
    pub(super) const STRAIGHT: usize = FLUSH + 2 * 6 * 14 + 2;
    /// A straight that can come.
    pub(super) const WINDOW: usize = STRAIGHT + 2 * 6 * 8 + 2;
    /// Cards of one suit towards a straight.
    pub(super) const STRAIGHT_FLUSH: usize = WINDOW + 2 * 10;
    /// The made hand of a row.
    pub(super) const MADE: usize = STRAIGHT_FLUSH + 2 * 6;
    /// The order of the made hands of bottom and middle, then of middle and top, by the room in both.
    pub(super) const ORDER: usize = MADE + 3 * 160;
    /// How many of a rank may come.
    pub(super) const UNSEEN: usize = ORDER + 3 * 36 + 3 * 24;
    pub(super) const JOKERS: usize = UNSEEN + 13 * 5;
    /// How many cards may come, in fours.
    pub(super) const LEFT: usize = JOKERS + 3;
    pub(super) const END: usize = LEFT + 14;
}

/// The number of features.
pub(super) const FEATURES: usize = group::END;

/// The maximum number of active features of one part of a board.
const MOST: usize = 48;

/// Active features.
#[derive(Clone, Debug)]
pub(super) struct Features {
    list: [u16; MOST],
    len: usize,
}

const SUIT: u64 = (1 << 13) - 1;
/// Ranks of straights as bits, the ace lowest; the ace is also bit 13.
const WINDOWS: [u32; 10] = {
    let mut windows = [0; 10];
    let mut low = 0;
    while low < 10 {
        windows[low] = 0b1_1111 << low;
        low += 1;
    }
    windows
};

/// How many cards of each rank a set has, as bits by rank.
#[derive(Clone, Copy, Debug)]
pub(super) struct RankCounts {
    /// Bits of the numbers: ones, twos, fours.
    bits: [u32; 3],
    /// Ranks that occur.
    any: u32,
}

impl RankCounts {
    pub(super) fn of(cards: PackSet) -> Self {
        let cards = cards.cards().bits();
        let suits: [u32; 4] = std::array::from_fn(|suit| (cards >> (13 * suit) & SUIT) as u32);
        let [a, b, c, d] = suits;
        let (low, low_carry) = (a ^ b, a & b);
        let (high, high_carry) = (c ^ d, c & d);
        let carry = low & high;
        // Two pairs that are both full make four.
        let bits = [low ^ high, low_carry ^ high_carry ^ carry, low_carry & high_carry];
        Self { bits, any: a | b | c | d }
    }

    fn get(&self, rank: usize) -> usize {
        let [ones, twos, fours] = self.bits.map(|bits| (bits >> rank & 1) as usize);
        ones + 2 * twos + 4 * fours
    }
}

/// Calls `visit` with every set bit, the lowest first.
fn each_bit(mut bits: u32, mut visit: impl FnMut(usize)) {
    while bits != 0 {
        visit(bits.trailing_zeros() as usize);
        bits &= bits - 1;
    }
}

impl Features {
    const NONE: Self = Self { list: [0; MOST], len: 0 };

    /// Returns the features of the cards that may still come.
    pub(super) fn of_unseen(unseen: PackSet, left: &RankCounts) -> Self {
        let mut features = Self::NONE;
        for rank in 0..13 {
            features.push(group::UNSEEN + rank * 5 + left.get(rank));
        }
        features.push(group::JOKERS + unseen.jokers().min(2));
        features.push(group::LEFT + unseen.len() / 4);
        features
    }

    /// Returns the features of a row, and its made hand as a number.
    pub(super) fn of_row(
        row: Row,
        cards: PackSet,
        unseen: PackSet,
        left: &RankCounts,
    ) -> (Self, usize) {
        let mut features = Self::NONE;
        let room = row.size() - cards.len();
        features.push(group::ROOM + [0, 4, 10][row as usize] + room);
        if row != Row::Top {
            features.draws(row as usize - 1, cards, unseen.cards().bits(), left);
        }
        let made = features.row(row, cards, left);
        (features, made)
    }

    /// Returns the two features of the order of made hands, given with the room of their rows.
    pub(super) fn of_order(made: [usize; 3], room: [usize; 3]) -> [u16; 2] {
        let [below, above] = [order(made[2], made[1]), order(made[1], made[0])];
        let below = group::ORDER + below * 36 + room[2] * 6 + room[1];
        let above = group::ORDER + 108 + above * 24 + room[1] * 4 + room[0];
        [below as u16, above as u16]
    }

    /// Adds the ranks of a row; returns its made hand as a number.
    fn row(&mut self, row: Row, cards: PackSet, left: &RankCounts) -> usize {
        let (place, counts) = (row as usize, RankCounts::of(cards));
        let start = group::RANKS + 41 * place;
        let (mut pairs, mut most, mut high) = (0, 0, 0);
        each_bit(counts.any, |rank| {
            let count = counts.get(rank);
            for more in 0..count.min(3) {
                self.push(start + 13 * more + rank);
            }
            self.push(group::OUTS + (place * 13 + rank) * 4 + left.get(rank).min(3));
            if count >= 2 {
                self.push(group::PAIR_OUTS + (place * 13 + rank) * 3 + left.get(rank).min(2));
                pairs += 1;
            }
            // Aces are high.
            let value = if rank == 0 { 13 } else { rank };
            if count > most || count == most && value > high {
                (most, high) = (count, value);
            }
        });
        for joker in 0..cards.jokers() {
            self.push(start + 39 + joker);
        }
        let made = made_hand(row, cards, (most, pairs, high));
        self.push(group::MADE + 160 * place + made);
        made
    }

    /// Adds flush and straight draws of the middle row or the bottom.
    fn draws(&mut self, i: usize, row: PackSet, unseen: u64, left: &RankCounts) {
        let (bits, held) = (row.cards().bits(), row.len());
        let suit = (0..4).find(|suit| bits & !(SUIT << (13 * suit)) == 0);
        match suit {
            Some(suit) => {
                let left = (unseen >> (13 * suit) & SUIT).count_ones() as usize;
                self.push(group::FLUSH + (i * 6 + held) * 14 + left);
            }
            None => self.push(group::FLUSH + 2 * 6 * 14 + i),
        }
        let ranks = (bits | bits >> 13 | bits >> 26 | bits >> 39) as u32 & SUIT as u32;
        let with_ace = |ranks: u32| ranks | (ranks & 1) << 13;
        let (natural, mut windows) = (bits.count_ones(), 0);
        if ranks.count_ones() == natural && held > 0 {
            let (have, open) = (with_ace(ranks), with_ace(ranks | left.any));
            for (w, window) in WINDOWS.iter().enumerate() {
                let fits = (have & window).count_ones() >= natural;
                // Jokers stand for what is missing.
                let missing = (window & !open).count_ones() as usize;
                if fits && missing <= row.jokers() {
                    self.push(group::WINDOW + 10 * i + w);
                    windows += 1;
                }
            }
        }
        if windows > 0 || held == 0 {
            self.push(group::STRAIGHT + (i * 6 + held) * 8 + windows.min(7));
            if suit.is_some() {
                self.push(group::STRAIGHT_FLUSH + 6 * i + held);
            }
        } else {
            self.push(group::STRAIGHT + 2 * 6 * 8 + i);
        }
    }

    fn push(&mut self, feature: usize) {
        debug_assert!(feature < FEATURES);
        self.list[self.len] = feature as u16;
        self.len += 1;
    }

    /// Returns the indices of the active features.
    pub(super) fn list(&self) -> &[u16] {
        &self.list[..self.len]
    }
}

/// Returns the made hand of a row as a number: its category and highest rank. Of an incomplete row only
/// equal ranks count, given as the most of one rank, the number of pairs, and the highest rank.
fn made_hand(row: Row, cards: PackSet, (most, pairs, high): (usize, usize, usize)) -> usize {
    if cards.len() == row.size()
        && let Some(strength) = Strength::of(cards)
    {
        return strength.category().index() * 16 + usize::from(strength.ranks()[0]) - 1;
    }
    let category = match (most + cards.jokers(), pairs) {
        (4.., _) => 7,
        (3, 2) => 6,
        (3, _) => 3,
        (2, 2) => 2,
        (2, _) => 1,
        _ => 0,
    };
    category * 16 + high
}

/// Returns whether the made hand of the row below is less (0), equal (1) or more (2).
fn order(below: usize, above: usize) -> usize {
    1 + usize::from(below > above) - usize::from(below < above)
}
