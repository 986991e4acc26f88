//! Binary features of an incomplete board for the networks of `steady`.

use facedown_cards::PackSet;
use facedown_cards::poker::Strength;
use facedown_ofc::Row;
use facedown_ofc::endgame::Partial;

/// The number of features.
pub(in super::super) const FEATURES: usize = 289;

/// The maximum number of active features.
const MOST: usize = 72;

/// The active features of a board.
pub(in super::super) struct Features {
    list: [u16; MOST],
    len: usize,
}

const RANK: u64 = 1 | 1 << 13 | 1 << 26 | 1 << 39;
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

impl Features {
    /// Returns the features of a board, given the cards that may still come.
    pub(in super::super) fn of(board: &Partial, unseen: PackSet) -> Self {
        let mut features = Self { list: [0; MOST], len: 0 };
        let mut made = [0; 3];
        for row in Row::ALL {
            made[row as usize] = features.row(row, board.row(row));
        }
        let mut room_at = 123;
        for row in Row::ALL {
            features.push(room_at + board.room(row));
            room_at += row.size() + 1;
        }
        features.draws(139, board, unseen);
        for rank in 0..13 {
            let left = (unseen.bits() & RANK << rank).count_ones() as usize;
            features.push(195 + rank * 5 + left);
        }
        features.push(260 + unseen.jokers());
        features.push(263 + made[1] / 16);
        features.push(273 + made[2] / 16);
        features.push(283 + order(made[2], made[1]));
        features.push(286 + order(made[1], made[0]));
        features
    }

    /// Adds the ranks of a row; returns its made hand as a number.
    fn row(&mut self, row: Row, cards: PackSet) -> usize {
        let start = 41 * row as usize;
        let bits = cards.cards().bits();
        let (mut pairs, mut most, mut ranks) = (0, 0, [0; 2]);
        for rank in 0..13 {
            let count = (bits & RANK << rank).count_ones() as usize;
            for more in 0..count.min(3) {
                self.push(start + 13 * more + rank);
            }
            pairs += usize::from(count >= 2);
            // Aces are high.
            let high = if rank == 0 { 13 } else { rank };
            if count > most || count == most && high > ranks[0] {
                (ranks, most) = ([high, ranks[0]], count);
            }
        }
        for joker in 0..cards.jokers() {
            self.push(start + 39 + joker);
        }
        if let Some(strength) = Strength::of(cards).filter(|_| cards.len() == row.size()) {
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
        category * 16 + ranks[0]
    }

    /// Adds flush and straight draws.
    fn draws(&mut self, start: usize, board: &Partial, unseen: PackSet) {
        for (i, row) in [Row::Middle, Row::Bottom].into_iter().enumerate() {
            let cards = board.row(row);
            let (bits, held) = (cards.cards().bits(), cards.len());
            let suit = (0..4).find(|suit| bits & !(SUIT << (13 * suit)) == 0);
            match suit {
                Some(suit) => {
                    self.push(start + 7 * i + held);
                    if held >= 2 {
                        let left = (unseen.bits() & SUIT << (13 * suit)).count_ones() as usize;
                        self.push(start + 14 + 14 * i + left);
                    }
                }
                None => self.push(start + 7 * i + 6),
            }
            let ranks = (bits | bits >> 13 | bits >> 26 | bits >> 39) as u32 & SUIT as u32;
            let high = ranks | (ranks & 1) << 13;
            let distinct = ranks.count_ones() == bits.count_ones();
            let wanted = ranks.count_ones();
            let fits = |window: &u32| (high & window).count_ones() >= wanted;
            let may = distinct && WINDOWS.iter().any(fits);
            self.push(start + 42 + 7 * i + if may { held } else { 6 });
        }
    }

    fn push(&mut self, feature: usize) {
        debug_assert!(feature < FEATURES);
        self.list[self.len] = feature as u16;
        self.len += 1;
    }

    /// Returns the indices of the active features.
    pub(in super::super) fn list(&self) -> &[u16] {
        &self.list[..self.len]
    }
}

/// Returns whether the made hand of the row below is less (0), equal (1) or more (2).
fn order(below: usize, above: usize) -> usize {
    1 + usize::from(below > above) - usize::from(below < above)
}
