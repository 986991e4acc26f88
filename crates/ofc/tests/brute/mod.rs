//! Fantasyland by trying every setting, with hands judged by sorting and counting alone. It shares
//! no code with the solver: neither strengths, nor royalties, nor the order of the search.

#[path = "../../../cards/tests/plain/mod.rs"]
mod plain;

use facedown_cards::{Card, PackCard, PackSet};
use std::collections::HashMap;

/// What is maximised, spelled out.
#[derive(Clone, Copy)]
pub(crate) struct Wish {
    pub(crate) stay: f64,
    /// Whether a full house (6), four of a kind (7) or nothing (9) in the middle stays.
    pub(crate) middle_stays: u32,
    /// Whether jokers are lowered so as not to foul.
    pub(crate) joint: bool,
    /// Whether the middle row is a low.
    pub(crate) low: bool,
    /// An opponent's rows, top first.
    pub(crate) opponent: Option<[PackSet; 3]>,
}

/// The best setting: its value and its rows as plain scores, top first.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Best {
    pub(crate) value: f64,
    pub(crate) rows: [u32; 3],
    pub(crate) ties: usize,
}

/// Category and ranks in one number.
fn pack(score: &plain::Score) -> u32 {
    let ranks =
        score.1.iter().zip([16, 12, 8, 4, 0]).map(|(rank, shift)| u32::from(*rank) << shift);
    u32::from(score.0) << 20 | ranks.sum::<u32>()
}

/// Scores that sets of cards can have, remembered by ranks and by whether all have one suit.
#[derive(Default)]
pub(crate) struct Brute {
    known: HashMap<(Vec<u8>, bool, usize), Vec<u32>>,
}

const TOP: [u16; 15] = [0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
const MIDDLE: [u16; 10] = [0, 0, 0, 2, 4, 8, 12, 20, 30, 50];
const BOTTOM: [u16; 10] = [0, 0, 0, 0, 2, 4, 6, 10, 15, 25];

/// The category with royal flushes apart.
fn category(score: u32) -> usize {
    if score == 8 << 20 | 14 << 16 { 9 } else { (score >> 20) as usize }
}

fn is_wheel(low: u32) -> bool {
    low == 0x7_5432
}

/// Royalties of the rows, and whether they stay.
pub(crate) fn worth(wish: &Wish, [top, middle, bottom]: [u32; 3]) -> (u16, bool) {
    let rank = (top >> 16 & 15) as usize;
    let on_top = match top >> 20 {
        3 => 8 + rank as u16,
        1 => TOP[rank],
        _ => 0,
    };
    let in_middle = match (wish.low, middle >> 16) {
        (false, _) => MIDDLE[category(middle)],
        (_, 7) if is_wheel(middle) => 8,
        (_, high) => [4, 2, 1, 0][high as usize - 7],
    };
    let stays = top >> 20 == 3
        || bottom >> 20 >= 7
        || if wish.low { is_wheel(middle) } else { middle >> 20 >= wish.middle_stays };
    (on_top + in_middle + BOTTOM[category(bottom)], stays)
}

impl Brute {
    /// All scores that these cards can have, least first; several only where there are jokers.
    pub(crate) fn scores(&mut self, cards: PackSet, low: bool) -> &[u32] {
        let naturals: Vec<Card> = cards.cards().iter().collect();
        let mut ranks: Vec<u8> = naturals.iter().map(|card| card.rank() as u8).collect();
        ranks.sort_unstable();
        let suited = naturals.iter().all(|card| card.suit() == naturals[0].suit());
        let key = (ranks, suited, cards.len() + 10 * usize::from(low));
        self.known.entry(key).or_insert_with(|| {
            let mut hands = vec![naturals];
            for _ in 0..cards.jokers() {
                let more = |hand: &Vec<Card>| {
                    let hand = hand.clone();
                    Card::all().map(move |card| [hand.as_slice(), &[card]].concat())
                };
                hands = hands.iter().flat_map(more).collect();
            }
            let score = |hand: Vec<Card>| {
                if low { Some(plain::low_score(&hand)) } else { plain::score_with_copies(&hand) }
            };
            let scores = hands.into_iter().filter_map(score);
            let mut scores: Vec<u32> = scores.map(|score| pack(&score)).collect();
            scores.sort_unstable();
            scores.dedup();
            scores
        })
    }

    /// The best of all settings.
    pub(crate) fn solve(&mut self, cards: &[PackCard], wish: &Wish) -> Best {
        let n = cards.len();
        let set = |mask: usize| (0..n).filter(|i| mask >> i & 1 == 1).map(|i| cards[i]).collect();
        let of_size = |size: u32| (0..1_usize << n).filter(move |m| m.count_ones() == size);
        let mut fives = vec![Vec::new(); 1 << n];
        let mut threes = vec![Vec::new(); 1 << n];
        let mut lows = vec![0; if wish.low { 1 << n } else { 0 }];
        let keep = |scores: &[u32]| {
            let most = scores.len() - 1;
            if wish.joint { scores.to_vec() } else { scores[most..].to_vec() }
        };
        for mask in of_size(5) {
            fives[mask] = keep(self.scores(set(mask), false));
            if wish.low {
                let low = self.scores(set(mask), true)[0];
                lows[mask] = if low >> 16 <= 10 { low } else { 0 };
            }
        }
        for mask in of_size(3) {
            threes[mask] = keep(self.scores(set(mask), false));
        }
        let opponent =
            wish.opponent.map(|rows| rows.map(|row| *self.scores(row, false).last().unwrap()));
        let jokers = (0..n).filter(|i| cards[*i].is_joker()).fold(0, |bits, i| bits | 1 << i);
        let mut best = Best { value: f64::NEG_INFINITY, rows: [0; 3], ties: 0 };
        let within = |scores: &[u32], bound: u32| -> Option<u32> {
            scores[..scores.partition_point(|score| *score <= bound)].last().copied()
        };
        let subsets = Submasks::new(n);
        for bottom in of_size(5) {
            let lower = *fives[bottom].last().unwrap();
            let free = (1 << n) - 1 - bottom;
            for middle in subsets.of(free, 5) {
                let inner = if wish.low {
                    Some(lows[middle]).filter(|low| *low > 0)
                } else {
                    within(&fives[middle], lower)
                };
                let Some(inner) = inner else { continue };
                let limit = if wish.low { lower } else { inner };
                let rest = free ^ middle;
                for top in subsets.of(rest, 3) {
                    let Some(upper) = within(&threes[top], limit) else { continue };
                    let rows = [upper, inner, lower];
                    let value = value(wish, rows, opponent);
                    if value < best.value {
                        continue;
                    }
                    if value > best.value {
                        best = Best { value, rows, ties: 0 };
                    }
                    best.ties += usize::from(one_of_twins([bottom, middle, top], jokers));
                    // Among equals the strongest top row, then middle, then bottom.
                    best.rows = best.rows.max(strength_order(wish, rows));
                }
            }
        }
        best.rows = strength_order(wish, best.rows);
        best
    }
}

/// Rows so that a larger number is a stronger row; a low middle is stronger when its score is less.
fn strength_order(wish: &Wish, [top, middle, bottom]: [u32; 3]) -> [u32; 3] {
    if wish.low && middle < 1 << 24 {
        [top, u32::MAX - middle, bottom]
    } else {
        [top, middle, bottom]
    }
}

/// Whether, of settings that differ by which joker is which, this one is counted.
fn one_of_twins(rows: [usize; 3], jokers: usize) -> bool {
    if jokers.count_ones() < 2 {
        return true;
    }
    let place = |joker: usize| rows.iter().position(|row| row & joker != 0).unwrap_or(3);
    let first = jokers & jokers.wrapping_neg();
    place(first) <= place(jokers ^ first)
}

pub(crate) fn value(wish: &Wish, rows: [u32; 3], opponent: Option<[u32; 3]>) -> f64 {
    let (royalties, stays) = worth(wish, rows);
    let mut value = f64::from(royalties) + if stays { wish.stay } else { 0.0 };
    if let Some(theirs) = opponent {
        let won = rows.iter().zip(theirs).filter(|(a, b)| **a > *b).count();
        let lost = rows.iter().zip(theirs).filter(|(a, b)| **a < *b).count();
        let points = |rows: usize| [0.0, 1.0, 2.0, 6.0][rows];
        value += points(won) - points(lost) - f64::from(worth(wish, theirs).0);
    }
    value
}

/// Lists of the places of subsets, by number of cards and size.
struct Submasks(HashMap<(u32, u32), Vec<usize>>);

impl Submasks {
    fn new(n: usize) -> Self {
        let mut lists = HashMap::new();
        for (cards, size) in [(n - 5, 5), (n - 10, 3)] {
            let list = (0..1_usize << cards).filter(|mask| mask.count_ones() == size).collect();
            lists.insert((cards as u32, size), list);
        }
        Self(lists)
    }

    fn of(&self, within: usize, size: u32) -> impl Iterator<Item = usize> {
        let bits: Vec<usize> = (0..17).map(|i| 1 << i).filter(|bit| within & bit != 0).collect();
        let list = &self.0[&(bits.len() as u32, size)];
        list.iter().map(move |places| {
            let (mut mask, mut rest) = (0, *places);
            while rest != 0 {
                mask |= bits[rest.trailing_zeros() as usize];
                rest &= rest - 1;
            }
            mask
        })
    }
}
