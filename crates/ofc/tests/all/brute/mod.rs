//! Fantasyland by brute force over every setting, with hands judged by sorting and counting alone. It
//! shares no code with the solver: neither strengths, nor royalties, nor the order of the search.

#[path = "../../../../cards/tests/all/plain/mod.rs"]
mod plain;

use facedown_cards::{Card, PackCard, PackSet};
use std::collections::HashMap;
use std::sync::{LazyLock, RwLock};

/// The objective, spelled out.
#[derive(Clone, Copy)]
pub(crate) struct Objective {
    pub(crate) stay: f64,
    /// Whether a full house (6), four of a kind (7) or nothing (9) in the middle stays.
    pub(crate) middle_stays: u32,
    /// Whether jokers are lowered to avoid a foul.
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

/// Returns category and ranks in one number.
fn pack(score: &plain::Score) -> u32 {
    let ranks =
        score.1.iter().zip([16, 12, 8, 4, 0]).map(|(rank, shift)| u32::from(*rank) << shift);
    u32::from(score.0) << 20 | ranks.sum::<u32>()
}

/// All scores of cards, least first, by their ranks, whether they are suited, and size; several only
/// with jokers.
type Known = HashMap<(Vec<u8>, bool, usize), Vec<u32>>;

static KNOWN: LazyLock<RwLock<Known>> = LazyLock::new(RwLock::default);

const TOP: [u16; 15] = [0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
const MIDDLE: [u16; 10] = [0, 0, 0, 2, 4, 8, 12, 20, 30, 50];
const BOTTOM: [u16; 10] = [0, 0, 0, 0, 2, 4, 6, 10, 15, 25];

/// Returns the category, with royal flushes separate.
fn category(score: u32) -> usize {
    if score == 8 << 20 | 14 << 16 { 9 } else { (score >> 20) as usize }
}

fn is_wheel(low: u32) -> bool {
    low == 0x7_5432
}

/// Returns the royalties of rows, and whether they stay.
pub(crate) fn royalties_and_stay(
    objective: &Objective,
    [top, middle, bottom]: [u32; 3],
) -> (u16, bool) {
    let rank = (top >> 16 & 15) as usize;
    let on_top = match top >> 20 {
        3 => 8 + rank as u16,
        1 => TOP[rank],
        _ => 0,
    };
    let in_middle = match (objective.low, middle >> 16) {
        (false, _) => MIDDLE[category(middle)],
        (_, 7) if is_wheel(middle) => 8,
        (_, high) => [4, 2, 1, 0][high as usize - 7],
    };
    let stays = top >> 20 == 3
        || bottom >> 20 >= 7
        || if objective.low { is_wheel(middle) } else { middle >> 20 >= objective.middle_stays };
    (on_top + in_middle + BOTTOM[category(bottom)], stays)
}

/// Returns all scores that these cards can have, least first; several only with jokers.
pub(crate) fn scores(cards: PackSet, low: bool) -> Vec<u32> {
    let naturals: Vec<Card> = cards.cards().iter().collect();
    let mut ranks: Vec<u8> = naturals.iter().map(|card| card.rank() as u8).collect();
    ranks.sort_unstable();
    let suited = naturals.iter().all(|card| card.suit() == naturals[0].suit());
    let key = (ranks, suited, cards.len() + 10 * usize::from(low));
    if let Some(scores) = KNOWN.read().unwrap().get(&key) {
        return scores.clone();
    }
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
    let mut scores: Vec<u32> =
        hands.into_iter().filter_map(score).map(|score| pack(&score)).collect();
    scores.sort_unstable();
    scores.dedup();
    KNOWN.write().unwrap().insert(key, scores.clone());
    scores
}

/// The scores of all subsets of one size, by mask.
struct Scored {
    most: Vec<u32>,
    all: Vec<Vec<u32>>,
}

impl Scored {
    fn new(cards: &[PackCard], size: u32) -> Self {
        let n = cards.len();
        let set = |mask: usize| (0..n).filter(|i| mask >> i & 1 == 1).map(|i| cards[i]).collect();
        let mut scored = Self { most: vec![0; 1 << n], all: vec![vec![]; 1 << n] };
        for mask in (0..1_usize << n).filter(|mask| mask.count_ones() == size) {
            scored.all[mask] = scores(set(mask), false);
            scored.most[mask] = *scored.all[mask].last().unwrap();
        }
        scored
    }

    /// Returns the greatest score of the subset that is not above `bound`.
    fn within(&self, mask: usize, bound: u32, joint: bool) -> Option<u32> {
        if self.most[mask] <= bound {
            return Some(self.most[mask]);
        }
        let legal = self.all[mask].iter().rev().find(|score| **score <= bound).copied();
        legal.filter(|_| joint)
    }
}

/// Returns lows of ten high or better by mask, 0 for none.
fn lows(cards: &[PackCard]) -> Vec<u32> {
    let n = cards.len();
    let mut lows = vec![0; 1 << n];
    for mask in (0..1_usize << n).filter(|mask| mask.count_ones() == 5) {
        let set = (0..n).filter(|i| mask >> i & 1 == 1).map(|i| cards[i]).collect();
        lows[mask] = scores(set, true)[0];
        lows[mask] *= u32::from(lows[mask] >> 16 <= 10);
    }
    lows
}

/// Returns the best of all settings.
pub(crate) fn solve(cards: &[PackCard], objective: &Objective) -> Best {
    let n = cards.len();
    let (fives, threes) = (Scored::new(cards, 5), Scored::new(cards, 3));
    let lows = if objective.low { lows(cards) } else { vec![] };
    let opponent =
        objective.opponent.map(|rows| rows.map(|row| *scores(row, false).last().unwrap()));
    let jokers = (0..n).filter(|i| cards[*i].is_joker()).fold(0, |bits, i| bits | 1 << i);
    let mut best = Best { value: f64::NEG_INFINITY, rows: [0; 3], ties: 0 };
    let (five_places, three_places) = (places(n - 5, 5), places(n - 10, 3));
    let mut most_on_top = vec![0; 1 << n];
    for bottom in places(n, 5) {
        let lower = fives.most[bottom];
        let free = (1 << n) - 1 - bottom;
        let bits = Bits::of(free);
        for middle in five_places.iter().map(|places| bits.spread(*places)) {
            let inner = if objective.low {
                Some(lows[middle]).filter(|low| *low > 0)
            } else {
                fives.within(middle, lower, objective.joint)
            };
            let Some(inner) = inner else { continue };
            let limit = if objective.low { lower } else { inner };
            let rest = free ^ middle;
            let bits = Bits::of(rest);
            // Values never fall as the top gets stronger: if even the strongest top of the cards left,
            // fouls included, falls short of the best, no other needs to be tried.
            if most_on_top[rest] == 0 {
                let tops = three_places.iter().map(|places| threes.most[bits.spread(*places)]);
                most_on_top[rest] = tops.max().unwrap_or(0);
            }
            if value(objective, [most_on_top[rest], inner, lower], opponent) < best.value {
                continue;
            }
            for top in three_places.iter().map(|places| bits.spread(*places)) {
                let Some(upper) = threes.within(top, limit, objective.joint) else { continue };
                let rows = [upper, inner, lower];
                let value = value(objective, rows, opponent);
                if value < best.value {
                    continue;
                }
                if value > best.value {
                    best = Best { value, rows: [0; 3], ties: 0 };
                }
                best.ties += usize::from(one_of_twins([bottom, middle, top], jokers));
                // Among equals the strongest top row, then middle, then bottom.
                best.rows = best.rows.max(strength_order(objective, rows));
            }
        }
    }
    best
}

/// Returns the subsets of `size` among `cards` places.
fn places(cards: usize, size: u32) -> Vec<usize> {
    (0..1_usize << cards).filter(|mask| mask.count_ones() == size).collect()
}

/// The bits of a mask, one by one.
struct Bits([usize; 17]);

impl Bits {
    fn of(mut mask: usize) -> Self {
        let mut bits = [0; 17];
        for bit in &mut bits {
            *bit = mask & mask.wrapping_neg();
            mask ^= *bit;
        }
        Self(bits)
    }

    /// Returns the cards in these places among those of the mask.
    fn spread(&self, mut places: usize) -> usize {
        let mut mask = 0;
        while places != 0 {
            mask |= self.0[places.trailing_zeros() as usize];
            places &= places - 1;
        }
        mask
    }
}

/// Returns rows such that a larger number is a stronger row; a low middle with a lower score is
/// stronger.
fn strength_order(objective: &Objective, [top, middle, bottom]: [u32; 3]) -> [u32; 3] {
    if objective.low && middle < 1 << 24 {
        [top, u32::MAX - middle, bottom]
    } else {
        [top, middle, bottom]
    }
}

/// Returns whether a setting is counted among those that differ by an exchange of jokers.
fn one_of_twins(rows: [usize; 3], jokers: usize) -> bool {
    if jokers.count_ones() < 2 {
        return true;
    }
    let place = |joker: usize| rows.iter().position(|row| row & joker != 0).unwrap_or(3);
    let first = jokers & jokers.wrapping_neg();
    place(first) <= place(jokers ^ first)
}

pub(crate) fn value(objective: &Objective, rows: [u32; 3], opponent: Option<[u32; 3]>) -> f64 {
    let (royalties, stays) = royalties_and_stay(objective, rows);
    let mut value = f64::from(royalties) + if stays { objective.stay } else { 0.0 };
    if let Some(theirs) = opponent {
        let won = rows.iter().zip(theirs).filter(|(a, b)| **a > *b).count();
        let lost = rows.iter().zip(theirs).filter(|(a, b)| **a < *b).count();
        let points = |rows: usize| [0.0, 1.0, 2.0, 6.0][rows];
        value += points(won) - points(lost) - f64::from(royalties_and_stay(objective, theirs).0);
    }
    value
}
