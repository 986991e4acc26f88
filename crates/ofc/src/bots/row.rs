//! The distribution of a single row: a few typical hands, each with a probability.

use super::odds::Odds;
use crate::Row;
use facedown_cards::poker::Strength;
use facedown_cards::{PackCard, PackSet};
use std::sync::LazyLock;

/// The maximum number of hands of a distribution.
const MOST: usize = 18;

/// The hands that a row may end as, the weakest first, by their numbers on the ladder of strengths.
#[derive(Clone, Copy)]
pub(super) struct Chances {
    numbers: [u16; MOST],
    weights: [f32; MOST],
    len: usize,
}

impl Chances {
    pub(super) const NONE: Self = Self { numbers: [0; MOST], weights: [0.0; MOST], len: 0 };

    fn certain(number: u16) -> Self {
        let mut all = Self::NONE;
        all.push(number, 1.0);
        all
    }

    /// Returns the distribution of a low that is made (1) with this probability, and else is a foul
    /// (0).
    pub(super) fn low(chance: f32) -> Self {
        let mut all = Self::NONE;
        all.push(0, 1.0 - chance);
        all.push(1, chance);
        all
    }

    fn push(&mut self, number: u16, chance: f32) {
        if chance > 0.0 && self.len < MOST {
            self.numbers[self.len] = number;
            self.weights[self.len] = chance;
            self.len += 1;
        }
    }

    /// Iterates over hands and probabilities, the weakest first.
    pub(super) fn iter(&self) -> impl DoubleEndedIterator<Item = (u16, f32)> {
        self.numbers[..self.len].iter().copied().zip(self.weights[..self.len].iter().copied())
    }

    /// Sorts hands that were pushed strongest first into ascending order.
    fn reversed(mut self) -> Self {
        self.numbers[..self.len].reverse();
        self.weights[..self.len].reverse();
        for i in 1..self.len {
            let mut at = i;
            while at > 0 && self.numbers[at - 1] > self.numbers[at] {
                self.numbers.swap(at - 1, at);
                self.weights.swap(at - 1, at);
                at -= 1;
            }
        }
        self
    }
}

/// Ladder numbers of typical hands by rank, 0 being the deuce.
struct Typical {
    high: [u16; 13],
    pair: [u16; 13],
    two_pair: [[u16; 13]; 13],
    threes: [u16; 13],
    straight: [u16; 13],
    flush: [u16; 13],
    full_house: [u16; 13],
    fours: [u16; 13],
    top_high: [u16; 13],
    top_pair: [u16; 13],
    top_threes: [u16; 13],
}

/// Returns the ladder number of the hand with these ranks (0 the deuce), suited or not.
fn number(ranks: &[usize], suited: bool) -> u16 {
    let mut used = [0; 13];
    let card = |(i, rank): (usize, &usize)| {
        used[*rank] += 1;
        // No flush by chance: the last card of five is of another suit than the first.
        let suit =
            if suited { 0 } else { (used[*rank] - 1 + usize::from(i == ranks.len() - 1)) % 4 };
        PackCard::from_index(13 * suit + (rank + 1) % 13).expect("a card of the pack")
    };
    let cards: PackSet = ranks.iter().enumerate().map(card).collect();
    Strength::of(cards).map_or(0, Strength::number)
}

/// Returns the `n`-th rank from below that is none of these.
fn other(n: usize, not: &[usize]) -> usize {
    (0..13).filter(|rank| !not.contains(rank)).nth(n).unwrap_or(0)
}

static TYPICAL: LazyLock<Typical> = LazyLock::new(|| {
    let ranks = |of: &dyn Fn(usize) -> u16| -> [u16; 13] { std::array::from_fn(of) };
    // Kickers are middling ones: the hand stands in the middle of its kind.
    let kick = |r: usize, n: usize| other(n, &[r]);
    Typical {
        high: ranks(&|r| {
            let r = r.max(5);
            number(&[r, r - 1, r - 3, r - 4, r - 5], false)
        }),
        pair: ranks(&|r| number(&[r, r, kick(r, 8), kick(r, 5), kick(r, 2)], false)),
        two_pair: std::array::from_fn(|r| {
            ranks(&|s| {
                if r == s { 0 } else { number(&[r, r, s, s, other(5, &[r, s])], false) }
            })
        }),
        threes: ranks(&|r| number(&[r, r, r, kick(r, 7), kick(r, 3)], false)),
        straight: ranks(&|r| {
            let r = r.max(4);
            number(&[r, r - 1, r - 2, r - 3, r - 4], false)
        }),
        flush: ranks(&|r| {
            let r = r.max(5);
            number(&[r, r - 1, r - 3, r - 4, r - 5], true)
        }),
        full_house: ranks(&|r| number(&[r, r, r, kick(r, 5), kick(r, 5)], false)),
        fours: ranks(&|r| number(&[r, r, r, r, kick(r, 5)], false)),
        top_high: ranks(&|r| {
            let r = r.max(2);
            number(&[r, r - 1, r - 2], false)
        }),
        top_pair: ranks(&|r| number(&[r, r, kick(r, 6)], false)),
        top_threes: ranks(&|r| number(&[r, r, r], false)),
    }
});

/// Numbers of unseen cards.
#[derive(Clone, Copy)]
pub(super) struct UnseenCounts {
    /// Unseen cards of each rank, 0 being the deuce.
    pub(super) ranks: [u8; 13],
    /// Unseen cards of each suit.
    pub(super) suits: [u8; 4],
    /// Unseen jokers.
    pub(super) jokers: u8,
}

impl UnseenCounts {
    pub(super) fn new(unseen: PackSet) -> Self {
        let mut counts = Self { ranks: [0; 13], suits: [0; 4], jokers: unseen.jokers() as u8 };
        for card in unseen.cards() {
            counts.ranks[(card.rank().index() + 12) % 13] += 1;
            counts.suits[card.suit() as usize] += 1;
        }
        counts
    }
}

/// The cards of a row, counted.
struct Held {
    counts: [u8; 13],
    /// Its ranks, those held most often first, then high ones first.
    ranks: [usize; 5],
    distinct: usize,
    suit: Option<usize>,
    jokers: usize,
    room: usize,
}

impl Held {
    fn new(cards: PackSet, size: usize) -> Self {
        let mut held = Self {
            counts: [0; 13],
            ranks: [0; 5],
            distinct: 0,
            suit: None,
            jokers: cards.jokers(),
            room: size - cards.len(),
        };
        let mut suits = 0u8;
        for card in cards.cards() {
            let rank = (card.rank().index() + 12) % 13;
            if held.counts[rank] == 0 {
                held.ranks[held.distinct] = rank;
                held.distinct += 1;
            }
            held.counts[rank] += 1;
            suits |= 1 << card.suit() as u8;
        }
        if suits.is_power_of_two() {
            held.suit = Some(suits.trailing_zeros() as usize);
        }
        let counts = held.counts;
        held.ranks[..held.distinct]
            .sort_unstable_by_key(|r| (std::cmp::Reverse(counts[*r]), 12 - r));
        held
    }

    /// Returns the count of the i-th rank of the row; jokers count with the first.
    fn count(&self, i: usize) -> usize {
        let held = if i < self.distinct { usize::from(self.counts[self.ranks[i]]) } else { 0 };
        if i == 0 { (held + self.jokers).min(4) } else { held }
    }
}

/// Returns the distribution of a row.
pub(super) fn row(cards: PackSet, row: Row, odds: &Odds, unseen: &UnseenCounts) -> Chances {
    if cards.len() == row.size() {
        return Chances::certain(Strength::of(cards).map_or(0, Strength::number));
    }
    let held = Held::new(cards, row.size());
    if row == Row::Top { top(&held, odds, unseen) } else { five(&held, odds, unseen) }
}

/// Hands from the strongest down, each of which takes a part of the probability that is left.
struct Cascade {
    left: f32,
    chances: Chances,
}

impl Cascade {
    fn take(&mut self, number: u16, chance: f32) {
        let chance = chance.clamp(0.0, 1.0);
        self.chances.push(number, self.left * chance);
        self.left *= 1.0 - chance;
    }
}

fn five(held: &Held, odds: &Odds, unseen: &UnseenCounts) -> Chances {
    let t = &*TYPICAL;
    let mut list = Cascade { left: 1.0, chances: Chances::NONE };
    let live = |rank: usize| unseen.ranks[rank] + unseen.jokers;
    let [c1, c2] = [held.count(0), held.count(1)];
    let [r1, r2] = [held.ranks[0], held.ranks[1]];
    let hit = |rank: usize, need: usize| {
        if need <= held.room { odds.hit(live(rank), need) } else { 0.0 }
    };
    if held.distinct > 0 && c1 >= 2 {
        list.take(t.fours[r1], hit(r1, 4 - c1.min(4)));
    }
    let full = match (held.distinct, c1, c2) {
        (2, 3.., 2) => 1.0,
        (2, 3.., _) => hit(r2, 1),
        (2, 2, 2) => odds.hit(live(r1) + live(r2), 1),
        (2, 2, _) => hit(r1, 1) * hit(r2, 1) + hit(r2, 2),
        (2, _, _) => hit(r1, 2) * hit(r2, 1) + hit(r1, 1) * hit(r2, 2),
        (1, 3.., _) => odds.new_pair * 0.7,
        (1, 2, _) => hit(r1, 1) * odds.new_pair * 0.5,
        (0, ..) => 0.03,
        _ => 0.0,
    };
    list.take(t.full_house[r1], full);
    if let Some(suit) = held.suit {
        let high = held.ranks[..held.distinct].iter().copied().max().unwrap_or(10).max(10);
        list.take(t.flush[high], odds.hit(unseen.suits[suit] + unseen.jokers, held.room));
    }
    straights(held, odds, unseen, &mut list);
    let threes = match c1 {
        3.. => 1.0,
        2 => hit(r1, 1),
        _ => hit(r1, 2) + if held.distinct > 1 { hit(r2, 2) } else { 0.0 },
    };
    list.take(t.threes[r1], threes);
    let singles = held.ranks[..held.distinct].iter().skip(1).map(|rank| live(*rank)).sum::<u8>();
    let fresh = if held.room >= 2 { odds.new_pair } else { 0.0 };
    let any = |a: f32, b: f32| 1.0 - (1.0 - a) * (1.0 - b);
    let second = if held.distinct > 1 { r2 } else { other(6, &[r1]) };
    if c1 >= 2 {
        let two = if c2 >= 2 { 1.0 } else { any(odds.hit(singles, 1), fresh) };
        list.take(t.two_pair[r1][second], two);
        list.take(t.pair[r1], 1.0);
        return list.chances.reversed();
    }
    let all = singles + if held.distinct > 0 { live(r1) } else { 0 };
    if held.room >= 2 {
        list.take(
            t.two_pair[r1][second],
            any(odds.hit(all, 2) * 0.6, odds.hit(all, 1) * fresh * 0.5),
        );
    }
    list.take(t.pair[r1], any(odds.hit(all, 1), fresh));
    list.take(t.high[r1.max(9)], 1.0);
    list.chances.reversed()
}

/// Adds the straights that a row without a pair can become.
fn straights(held: &Held, odds: &Odds, unseen: &UnseenCounts, list: &mut Cascade) {
    if held.distinct == 0 || held.ranks[..held.distinct].iter().any(|rank| held.counts[*rank] > 1) {
        return;
    }
    let mut best = 0.0;
    let mut all = 1.0;
    let mut high = 4;
    for top in 3..13_usize {
        // The ace, rank 12, is below the deuce in the lowest straight.
        let mut inside = 0;
        let mut chance = 1.0;
        let mut jokers = held.jokers;
        for step in 0..5 {
            let rank = (top + 13 - step) % 13;
            if held.counts[rank] > 0 {
                inside += 1;
            } else if jokers > 0 {
                jokers -= 1;
            } else {
                chance *= odds.hit(unseen.ranks[rank] + unseen.jokers, 1) * 0.9;
            }
        }
        if inside == held.distinct {
            all *= 1.0 - chance;
            if chance > best {
                (best, high) = (chance, top);
            }
        }
    }
    list.take(TYPICAL.straight[high], 1.0 - all);
}

fn top(held: &Held, odds: &Odds, unseen: &UnseenCounts) -> Chances {
    let t = &*TYPICAL;
    let mut list = Cascade { left: 1.0, chances: Chances::NONE };
    let live = |rank: usize| unseen.ranks[rank] + unseen.jokers;
    let hit = |rank: usize, need: usize| {
        if need <= held.room { odds.hit(live(rank), need) } else { 0.0 }
    };
    let [c1, r1] = [held.count(0), held.ranks[0]];
    if held.distinct == 0 {
        let r1 = if held.jokers > 0 { 12 } else { 0 };
        let pairs = (0..13).rev().filter(|_| held.jokers == 0);
        pairs.for_each(|rank| list.take(t.top_pair[rank], hit(rank, 2) * 0.5));
        list.take(t.top_pair[r1], if held.jokers > 0 { 1.0 } else { 0.0 });
        list.take(t.top_high[9], 1.0);
        return list.chances.reversed();
    }
    if c1 >= 2 {
        list.take(t.top_threes[r1], hit(r1, 1));
        list.take(t.top_pair[r1], 1.0);
        return list.chances.reversed();
    }
    for rank in (0..13).rev() {
        let chance = if held.counts[rank] > 0 { hit(rank, 1) } else { hit(rank, 2) * 0.3 };
        list.take(t.top_pair[rank], chance);
    }
    list.take(t.top_high[r1], 1.0);
    list.chances.reversed()
}
