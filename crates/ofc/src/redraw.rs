//! Draws that could have been: the cards of the next street.

use crate::table::rank_order;
use crate::{Action, Ofc, Phase, State};
use facedown_cards::{PackCard, PackSet};
use facedown_game::{Game, Redraw, Seat, Step};
use std::ops::Range;

impl State {
    /// Returns the cards that a seat is to place on its street, and their place among its cards.
    fn packet(&self) -> Option<(Seat, Range<usize>)> {
        let table = &self.table;
        (table.phase() == Phase::Streets).then(|| (table.to_act(), table.packet(table.to_act())))
    }

    /// Returns every card that seats with normal hands have been dealt.
    pub fn dealt_in_streets(&self) -> PackSet {
        let seats = Seat::all(self.table.seats()).filter(|seat| self.table.fantasy(*seat) == 0);
        let dealt = |seat: Seat| &self.own[seat.index()].cards[..self.table.dealt(seat)];
        seats.flat_map(|seat| dealt(seat).iter().copied()).collect()
    }

    /// Returns the state with other cards dealt to a seat from this place on. Cards that were to
    /// come later, or are in a Fantasyland hand, change places with those that they replace.
    #[must_use]
    pub fn with_packet(&self, seat: Seat, from: usize, cards: PackSet) -> Self {
        let mut state = *self;
        let end = from + cards.len();
        let old: PackSet = self.own[seat.index()].cards[from..end].iter().copied().collect();
        let wanted = cards - old;
        let mut spare = (old - cards).iter();
        for other in Seat::all(self.table.seats()) {
            let own = &mut state.own[other.index()];
            let all = self.table.all_cards(other);
            let fantasy = self.table.fantasy(other) > 0;
            let later = match (fantasy, other == seat) {
                (true, _) => 0,
                (false, true) => end,
                (false, false) => self.table.dealt(other),
            };
            for place in &mut own.cards[later..all] {
                if wanted.contains(*place) {
                    *place = spare.next().unwrap_or(*place);
                }
            }
            // Cards are sorted within a street, and in Fantasyland.
            let sort = |cards: &mut [PackCard]| {
                cards.sort_unstable_by_key(|card| rank_order(*card));
            };
            if fantasy {
                sort(&mut own.cards[..all]);
            } else {
                let streets =
                    (0..self.table.streets()).map(|street| self.table.street_cards(street));
                streets
                    .filter(|street| street.start >= later)
                    .for_each(|s| sort(&mut own.cards[s]));
            }
        }
        state.own[seat.index()].write(from, cards);
        state
    }
}

/// The next street may deal any cards that no seat has been dealt.
struct Draw {
    seat: Seat,
    cards: Range<usize>,
    pool: PackSet,
}

impl Draw {
    /// Returns the draw of a step; `None` if it deals nothing.
    fn of(game: &Ofc, state: &State, step: Step<Action>) -> Option<Self> {
        let Step::Act(action) = step else { return None };
        state.packet()?;
        let mut after = *state;
        game.apply(&mut after, action, &mut ());
        let (seat, cards) = after.packet()?;
        let dealt = Seat::all(game.seats()).flat_map(|seat| {
            state.own[seat.index()].cards[..state.table.dealt(seat)].iter().copied()
        });
        let pool = game.cards() - dealt.collect();
        Some(Self { seat, cards, pool })
    }
}

/// Returns the number of combinations of `k` of `n`.
fn combinations(n: usize, k: usize) -> u64 {
    (0..k.min(n + 1)).fold(1, |product, i| product * (n - i) as u64 / (i as u64 + 1))
}

/// Returns the combination of `k` cards with this number, below [`combinations`].
fn combination(pool: PackSet, k: usize, mut number: u64) -> PackSet {
    let mut chosen = PackSet::EMPTY;
    let (mut left, mut missing) = (pool.len(), k);
    for card in pool {
        left -= 1;
        if missing == 0 {
            break;
        }
        let with_it = combinations(left, missing - 1);
        if number < with_it {
            chosen.insert(card);
            missing -= 1;
        } else {
            number -= with_it;
        }
    }
    chosen
}

impl Redraw for Ofc {
    fn draw_count(&self, state: &State, step: Step<Action>) -> u64 {
        Draw::of(self, state, step)
            .map_or(1, |draw| combinations(draw.pool.len(), draw.cards.len()))
    }

    fn redraw(&self, state: &State, step: Step<Action>, index: u64) -> State {
        match Draw::of(self, state, step) {
            None => *state,
            Some(Draw { seat, cards, pool }) => {
                state.with_packet(seat, cards.start, combination(pool, cards.len(), index))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_combination_has_its_number() {
        let pool: PackSet = PackCard::all().step_by(5).collect();
        for k in [0, 1, 3, 5] {
            let count = combinations(pool.len(), k);
            let all: BTreeSet<u64> =
                (0..count).map(|number| combination(pool, k, number).bits()).collect();
            assert_eq!(all.len() as u64, count);
            assert!(all.iter().all(|bits| bits.count_ones() as usize == k));
        }
        assert_eq!((combinations(47, 3), combinations(52, 5)), (16_215, 2_598_960));
        assert_eq!(combinations(2, 3), 0);
    }
}
