//! The branch-and-bound search for the best setting: see the module above for its bounds.

use super::goal::{Goal, Key};
use super::hand::Hand;
use super::lists::{Candidate, Queue};
use facedown_cards::poker::{Category, Strength};

/// Lists reused from hand to hand.
#[derive(Default, Debug)]
pub(super) struct Lists {
    /// Strong fives by their number of jokers, strongest first. Those with one joker hold the
    /// first.
    strong: [Vec<Candidate>; 3],
    /// If the middle row is a low, all lows, best first.
    lows: Vec<Candidate>,
    /// Tops that can still matter, strongest first.
    tops: Vec<Candidate>,
    has_tops: bool,
    queue: Queue,
}

/// The best setting so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Best {
    pub(super) key: Key,
    pub(super) bottom: u32,
    pub(super) middle: u32,
    /// Numbers on the ladders, top first.
    pub(super) numbers: [u16; 3],
}

pub(super) struct Search<'a> {
    goal: &'a Goal,
    hand: &'a Hand,
    lists: &'a mut Lists,
    /// Fives below this are weak.
    floor: u16,
    best: Best,
}

/// The weakest three of a kind.
const THREES: u16 = Category::ThreeOfAKind.weakest().number();

/// The strongest hand without a pair.
const HIGH_CARDS: u16 = Category::HighCard.strongest().number();

/// Returns the best setting; `None` if all are fouls.
pub(super) fn search(goal: &Goal, hand: &Hand, lists: &mut Lists) -> Option<Best> {
    let floor = match hand.subsets.jokers().count_ones() {
        0 => Category::ThreeOfAKind,
        _ => Category::Straight,
    };
    let best = Best { key: Key::LEAST, bottom: 0, middle: 0, numbers: [0; 3] };
    let mut search = Search { goal, hand, lists, floor: floor.weakest().number(), best };
    search.list();
    search.strong_bottoms();
    search.weak_bottoms();
    (search.best.bottom != 0).then_some(search.best)
}

impl Search<'_> {
    fn list(&mut self) {
        let Lists { strong, lows, tops, has_tops, .. } = &mut *self.lists;
        strong.iter_mut().for_each(Vec::clear);
        lows.clear();
        tops.clear();
        *has_tops = false;
        let (floor, hand) = (self.floor, self.hand);
        let (all, jokers) = (hand.subsets.all(), hand.subsets.jokers());
        if jokers == 0 {
            let natural = &mut strong[0];
            hand.subsets.fives(all, |mask, strength| {
                if strength.number() >= floor {
                    natural.push(Candidate::new(mask, strength.number()));
                }
            });
        } else {
            hand.subsets.fives(all, |mask, strength| {
                if strength.number() >= floor && hand.takes_first_jokers(mask, all) {
                    let held = (mask & jokers).count_ones() as usize;
                    strong[held].push(Candidate::new(mask, strength.number()));
                }
            });
        }
        if hand.low {
            hand.subsets.fives(all, |mask, strength| {
                let low = self.goal.scorer.middle_number(strength);
                if low > 0 {
                    lows.push(Candidate::new(mask, low));
                }
            });
        }
        lows.sort_unstable_by(|a, b| b.cmp(a));
        for list in strong {
            list.sort_unstable_by(|a, b| b.cmp(a));
        }
    }

    /// Returns the middles with this many jokers, in the order in which they are tried.
    #[inline]
    fn middles(&self, jokers: usize) -> &[Candidate] {
        match (self.hand.low, jokers) {
            (false, _) => &self.lists.strong[jokers],
            (true, 0) => &self.lists.lows,
            (true, _) => &[],
        }
    }

    /// Returns the number of jokers among these cards.
    #[inline]
    fn jokers(&self, mask: u32) -> usize {
        (mask & self.hand.subsets.jokers()).count_ones() as usize
    }

    /// Returns the cards of a listed middle beside this bottom row, which leaves it as many jokers: if
    /// each has one, the middle takes the second. `None` if they share another card.
    #[inline]
    fn beside(&self, bottom: u32, middle: u32) -> Option<u32> {
        let jokers = self.hand.subsets.jokers();
        let shared = bottom & middle;
        if shared == 0 { Some(middle) } else { (shared & !jokers == 0).then_some(middle ^ jokers) }
    }

    /// Returns the strongest top row of the cards that are free beside a bottom row, by the number of
    /// jokers in the middle row. Without this split a bound would use the same joker in two rows.
    #[inline]
    fn tops_beside(&self, free: u32) -> [u16; 3] {
        let subsets = &self.hand.subsets;
        let (jokers, natural) = (free & subsets.jokers(), free & !subsets.jokers());
        let first = jokers & jokers.wrapping_neg();
        let three = |cards: u32| subsets.strongest_three(cards).number();
        match jokers.count_ones() {
            0 => [three(natural), 0, 0],
            1 => [three(free), three(natural), 0],
            _ => [three(free), three(natural | first), three(natural)],
        }
    }

    /// Returns the bound of the top row.
    #[inline]
    fn top_limit(&self, middle: u16, bottom: u16) -> u16 {
        if self.hand.low { bottom } else { middle }
    }

    /// Returns an upper bound of this candidate as a middle row over a bottom of this strength.
    #[inline]
    fn middle_limit(&self, middle: Candidate, bottom: u16) -> Option<u16> {
        let strength = middle.strength();
        if self.hand.low || strength <= bottom {
            Some(strength)
        } else {
            self.hand.can_lower(middle.mask()).then_some(bottom)
        }
    }

    /// Returns the index of the first middle with this many jokers that is not too strong for this
    /// bottom row.
    #[inline]
    fn first_middle(&self, bottom: Candidate, jokers: usize) -> usize {
        if self.hand.low || jokers > 0 && self.hand.lowers {
            return 0;
        }
        let list = &self.lists.strong[jokers];
        list.partition_point(|middle| middle.strength() > bottom.strength())
    }

    /// Returns an upper bound of middle rows with this many jokers beside this strong bottom row;
    /// 0 if there is none.
    #[inline]
    fn best_middle(&self, bottom: Candidate, jokers: usize) -> u16 {
        let strength = bottom.strength();
        for middle in &self.middles(jokers)[self.first_middle(bottom, jokers)..] {
            if self.beside(bottom.mask(), middle.mask()).is_some()
                && let Some(limit) = self.middle_limit(*middle, strength)
            {
                return limit;
            }
        }
        if self.hand.low { 0 } else { strength.min(self.floor - 1) }
    }

    /// Returns an upper bound of middle rows over a weak bottom row.
    #[inline]
    fn best_weak_middle(&self, bottom: Candidate) -> u16 {
        let free = self.hand.subsets.all() ^ bottom.mask();
        if self.hand.can_lower(free) || self.floor > THREES {
            return bottom.strength();
        }
        let pairs = self.hand.subsets.strongest_pairs(free);
        let most = pairs.map_or(Category::HighCard.strongest(), |(strength, _)| strength);
        bottom.strength().min(most.number())
    }

    /// Returns an upper bound of settings with this bottom row.
    #[inline]
    fn bound(&self, bottom: Candidate) -> Key {
        let free = self.hand.subsets.all() ^ bottom.mask();
        let strength = bottom.strength();
        if !self.hand.low && strength < self.floor {
            let middle = self.best_weak_middle(bottom);
            let top = self.hand.subsets.strongest_three(free).number();
            return self.goal.key([top.min(middle), middle, strength]);
        }
        let tops = self.tops_beside(free);
        let mut most = Key::LEAST;
        for (jokers, top) in tops.into_iter().enumerate().take(self.jokers(free) + 1) {
            let middle = self.best_middle(bottom, jokers);
            if middle > 0 {
                let top = top.min(self.top_limit(middle, strength));
                let key = self.goal.key([top, middle, strength]);
                most = if key.beats(most) { key } else { most };
            }
        }
        most
    }

    fn enqueue(&mut self, bottom: Candidate) {
        let all = self.hand.subsets.all();
        if self.hand.takes_first_jokers(bottom.mask(), all) {
            let bound = self.bound(bottom);
            if bound.beats(self.best.key) {
                self.lists.queue.push(bound, bottom);
            }
        }
    }

    fn run_queue(&mut self) {
        self.lists.queue.close();
        while let Some(bottom) = self.lists.queue.take(self.best.key) {
            self.open(bottom);
        }
    }

    fn strong_bottoms(&mut self) {
        self.lists.queue.clear();
        for jokers in 0..3 {
            for i in 0..self.lists.strong[jokers].len() {
                self.enqueue(self.lists.strong[jokers][i]);
            }
        }
        self.run_queue();
    }

    /// Tries weak bottoms, as far down as one could still beat the best.
    fn weak_bottoms(&mut self) {
        let all = self.hand.subsets.all();
        let top = self.hand.subsets.strongest_three(all).number();
        let low = self.lists.lows.first().map_or(0, |low| low.strength());
        if self.hand.low && low == 0 {
            return;
        }
        let bound = |strength: u16| {
            let middle = if self.hand.low { low } else { strength };
            self.goal.key([top.min(strength), middle, strength])
        };
        // The bound never falls as strength grows: search for the first that beats the best.
        let (mut least, mut end) = (1, self.floor);
        while least < end {
            let middle = u16::midpoint(least, end);
            if bound(middle).beats(self.best.key) { end = middle } else { least = middle + 1 }
        }
        if least == self.floor {
            return;
        }
        let floor = self.floor;
        self.lists.queue.clear();
        let hand = self.hand;
        hand.subsets.fives(all, |mask, strength| {
            if (least..floor).contains(&strength.number()) {
                self.enqueue(Candidate::new(mask, strength.number()));
            }
        });
        self.run_queue();
    }

    /// Tries everything with this bottom row that can beat the best.
    fn open(&mut self, bottom: Candidate) {
        let free = self.hand.subsets.all() ^ bottom.mask();
        let tops = self.tops_beside(free);
        for (jokers, most) in tops.into_iter().enumerate().take(self.jokers(free) + 1) {
            self.strong_middles(bottom, jokers, most);
        }
        if !self.hand.low {
            self.weak_middles(bottom);
        }
    }

    /// Tries strong middles with this many jokers, which leave at most this top.
    fn strong_middles(&mut self, bottom: Candidate, jokers: usize, most: u16) {
        let strength = bottom.strength();
        for i in self.first_middle(bottom, jokers)..self.middles(jokers).len() {
            let middle = self.middles(jokers)[i];
            let Some(mask) = self.beside(bottom.mask(), middle.mask()) else { continue };
            let Some(limit) = self.middle_limit(middle, strength) else { continue };
            let top = most.min(self.top_limit(limit, strength));
            if !self.goal.key([top, limit, strength]).beats(self.best.key) {
                return;
            }
            self.try_middle(bottom, Candidate::new(mask, middle.strength()), limit);
        }
    }

    fn try_middle(&mut self, bottom: Candidate, middle: Candidate, limit: u16) {
        let rest = self.hand.subsets.all() ^ bottom.mask() ^ middle.mask();
        let strength = bottom.strength();
        let top = self.hand.subsets.strongest_three(rest).number();
        let top = top.min(self.top_limit(limit, strength));
        if !self.goal.key([top, limit, strength]).beats(self.best.key) {
            return;
        }
        let number = if self.hand.low {
            Some(limit)
        } else {
            self.hand.within(middle.mask(), middle.strength(), strength)
        };
        let Some(number) = number else { return };
        if let Some(top) = self.hand.best_top(rest, self.top_limit(number, strength)) {
            self.offer(bottom, middle.mask(), [top, number, strength]);
        }
    }

    /// Tries middles below the floor, tops first: a weak middle is only there to hold its top up, and
    /// the strongest one that leaves the top's cards is the best.
    fn weak_middles(&mut self, bottom: Candidate) {
        let free = self.hand.subsets.all() ^ bottom.mask();
        let strength = bottom.strength();
        let limits = self.weak_limits(bottom);
        let most = limits.into_iter().max().unwrap_or(0);
        if most == 0 {
            return;
        }
        self.list_tops();
        for i in 0..self.lists.tops.len() {
            let top = self.lists.tops[i];
            if top.mask() & bottom.mask() != 0 {
                continue;
            }
            if !self.goal.key([top.strength().min(most), most, strength]).beats(self.best.key) {
                return;
            }
            let left = free ^ top.mask();
            let limit = limits[(left & self.hand.subsets.jokers()).count_ones() as usize];
            if limit == 0
                || top.strength() > limit && !self.hand.can_lower(top.mask())
                || !self.goal.key([top.strength().min(limit), limit, strength]).beats(self.best.key)
            {
                continue;
            }
            // A pair on top needs a pair below.
            let top_is_pair = top.strength() > HIGH_CARDS && !self.hand.can_lower(top.mask());
            if top_is_pair && self.weak_bound(left, limit).is_none_or(|most| most <= HIGH_CARDS) {
                continue;
            }
            let Some((number, middle)) = self.strongest_weak(left, limit) else { continue };
            if let Some(top) = self.hand.within(top.mask(), top.strength(), number) {
                self.offer(bottom, middle, [top, number, strength]);
            }
        }
    }

    /// Returns upper bounds of weak middles over this bottom, by the number of jokers that the top
    /// leaves them; 0 if none can be part of a better setting. Without this split a bound would use
    /// the same joker in two rows.
    fn weak_limits(&self, bottom: Candidate) -> [u16; 3] {
        let subsets = &self.hand.subsets;
        let free = subsets.all() ^ bottom.mask();
        let (jokers, natural) = (free & subsets.jokers(), free & !subsets.jokers());
        let strength = bottom.strength();
        let cap = strength.min(self.floor - 1);
        let first = |count: usize| match count {
            0 => 0,
            1 => jokers & jokers.wrapping_neg(),
            _ => jokers,
        };
        let count = jokers.count_ones() as usize;
        let mut limits = [0; 3];
        for (left, limit) in limits.iter_mut().enumerate().take(count + 1) {
            let top = subsets.strongest_three(natural | first(count - left)).number();
            let beats =
                |limit: u16| self.goal.key([top.min(limit), limit, strength]).beats(self.best.key);
            if beats(cap)
                && let Some(most) = self.weak_bound(natural | first(left), cap)
                && beats(most)
            {
                *limit = most;
            }
        }
        limits
    }

    /// Returns an upper bound, not above `limit`, of the fives below the floor among these cards.
    fn weak_bound(&self, within: u32, limit: u16) -> Option<u16> {
        match self.simple_weak(within) {
            Some((strength, _)) => Some(strength.number().min(limit)),
            None if within & self.hand.subsets.jokers() == 0 => Some(limit.min(HIGH_CARDS)),
            None => self.strongest_weak(within, limit).map(|(number, _)| number),
        }
    }

    /// Returns the strongest five below the floor among these cards, not above `limit`.
    fn strongest_weak(&self, within: u32, limit: u16) -> Option<(u16, u32)> {
        if let Some((strength, mask)) = self.simple_weak(within)
            && strength.number() <= limit
        {
            return Some((strength.number(), mask));
        }
        let mut best = (0, 0);
        self.hand.subsets.fives(within, |mask, strength| {
            let number = strength.number();
            if number > best.0 && number < self.floor {
                let number = self.hand.within(mask, number, limit).unwrap_or(0);
                if number > best.0 {
                    best = (number, mask);
                }
            }
        });
        (best.0 > 0).then_some(best)
    }

    /// Returns the strongest five below the floor if it takes no enumeration to find it.
    #[inline]
    fn simple_weak(&self, within: u32) -> Option<(Strength, u32)> {
        let subsets = &self.hand.subsets;
        let jokers = (within & subsets.jokers()).count_ones();
        if jokers == 2 {
            return None;
        }
        let threes = if self.floor > THREES { subsets.strongest_threes(within) } else { None };
        threes.or_else(|| if jokers == 0 { subsets.strongest_pairs(within) } else { None })
    }

    /// Lists the tops that could beat the best over the strongest weak middle and the strongest
    /// bottom.
    fn list_tops(&mut self) {
        if self.lists.has_tops {
            return;
        }
        self.lists.has_tops = true;
        let tops = &mut self.lists.tops;
        let (goal, best, limit) = (self.goal, self.best.key, self.floor - 1);
        let strongest = Strength::MAX.number();
        self.hand.subsets.threes(self.hand.subsets.all(), |mask, strength| {
            let number = strength.number();
            if goal.key([number.min(limit), limit, strongest]).beats(best) {
                tops.push(Candidate::new(mask, number));
            }
        });
        tops.sort_unstable_by(|a, b| b.cmp(a));
    }

    #[inline]
    fn offer(&mut self, bottom: Candidate, middle: u32, numbers: [u16; 3]) {
        let key = self.goal.key(numbers);
        if key.beats(self.best.key) {
            self.best = Best { key, bottom: bottom.mask(), middle, numbers };
        }
    }
}
