//! A heuristic value of incomplete boards, and the placement that maximises it.
//!
//! Each row is estimated by itself ([`super::row`]): a few hands with probabilities, given the unseen
//! cards and the number of draws to come. The rows are then combined as if they were
//! independent: royalties and Fantasyland if they are in order, a foul if they are not. This is rough
//! where rows compete for cards, and quick: a street takes a few microseconds.

use super::odds::Odds;
use super::row::{Chances, UnseenCounts, row};
use crate::game::placed;
use crate::{Action, Dealing, Middle, Ofc, Row, Scorer, Stakes, Table};
use facedown_cards::poker::{Low, Strength};
use facedown_cards::{PackCard, PackSet};
use facedown_game::Seat;
use std::cell::Cell;

/// Points of rows by their numbers on the ladders of strengths.
#[derive(Clone, Debug)]
pub(crate) struct RowPoints {
    /// Royalties of the top, middle and bottom row; for the top row with its Fantasyland.
    rows: [Vec<f32>; 3],
    /// Royalties of the top row without Fantasyland, for the last hand of a match.
    top_alone: Vec<f32>,
    foul: f32,
    low: bool,
    stakes: Stakes,
}

/// Foul rate of rows that can still be put in order.
const FOUL_RATE: f32 = 0.55;

impl RowPoints {
    pub(crate) fn new(scorer: &Scorer, stakes: Stakes) -> Self {
        let rules = scorer.rules();
        let numbers = 0..=Strength::MAX.number();
        let alone = |row: Row| -> Vec<f32> {
            let points = |number: u16| {
                let mut of = [0; 3];
                of[row as usize] = number;
                f32::from(scorer.royalties_and_stay(of).0)
            };
            numbers.clone().map(points).collect()
        };
        let [top_alone, middle, bottom] = Row::ALL.map(alone);
        let entry = |number: u16| {
            let top = Strength::from_number(number)?;
            let rows = crate::Rows { top, middle: Strength::MIN, bottom: Strength::MAX };
            scorer.entry(rows).map(|cards| stakes.fantasyland(cards) as f32)
        };
        let top = numbers.map(|n| top_alone[usize::from(n)] + entry(n).unwrap_or(0.0)).collect();
        let foul = f32::from(rules.row) * 3.0 + f32::from(rules.scoop);
        let low = rules.middle == Middle::DeuceToSeven;
        Self { rows: [top, middle, bottom], top_alone, foul, low, stakes }
    }
}

/// The heuristic of a seat on one street.
pub(crate) struct Heuristic<'a> {
    game: &'a Ofc,
    points: &'a RowPoints,
    counts: UnseenCounts,
    unseen: usize,
    /// Number of cards that the seat will still be dealt.
    draws: f32,
    last: bool,
    /// [`Odds::new_pair`] by places of the row and of the board, NaN until it is needed: the
    /// placements of a street share a few.
    new_pairs: [[Cell<f32>; MAX_ROOM]; 6],
}

/// More than the places of a board.
const MAX_ROOM: usize = 14;

impl<'a> Heuristic<'a> {
    /// Returns the heuristic of a seat that has seen these cards, after the street it is on.
    pub(crate) fn new(game: &'a Ofc, table: &Table, seen: PackSet, seat: Seat) -> Self {
        Self::with_points(game, game.row_points(), table, seen, seat)
    }

    /// Returns the same by other points of rows.
    pub(crate) fn with_points(
        game: &'a Ofc,
        points: &'a RowPoints,
        table: &Table,
        seen: PackSet,
        seat: Seat,
    ) -> Self {
        let unseen = game.pack().collect::<PackSet>() - seen;
        let all = table.all_cards(seat);
        let draws = (all - table.dealt(seat)) as f32;
        Self {
            game,
            points,
            counts: UnseenCounts::new(unseen),
            unseen: unseen.len(),
            draws,
            last: table.setup().last,
            new_pairs: const { [const { [const { Cell::new(f32::NAN) }; MAX_ROOM] }; 6] },
        }
    }

    /// Returns the action of the greatest value, the first of equals.
    pub(crate) fn best(&self, rows: [PackSet; 3], hand: &[PackCard], legal: &[Action]) -> Action {
        let mut best = (f32::NEG_INFINITY, legal[0]);
        self.each(rows, hand, legal, |action, value| {
            if value > best.0 {
                best = (value, action);
            }
        });
        best.1
    }

    /// Calls `visit` with the value of each of these actions, which place equally many cards.
    pub(crate) fn each(
        &self,
        rows: [PackSet; 3],
        hand: &[PackCard],
        actions: &[Action],
        mut visit: impl FnMut(Action, f32),
    ) {
        let full = rows.iter().map(|row| row.len()).sum::<usize>();
        let Some(first) = actions.first() else { return };
        let put = first.places().iter().filter(|place| place.row().is_some()).count();
        if full + put == 13 {
            for action in actions {
                let new = placed(hand, *action);
                visit(*action, self.complete([0, 1, 2].map(|i| rows[i] | new[i])));
            }
            return;
        }
        // Rows by the cards of the hand that they get, computed when needed.
        let mut known: [[Option<Chances>; 32]; 3] = [[None; 32]; 3];
        for action in actions {
            let mut chances = [Chances::NONE; 3];
            for which in Row::ALL {
                let at = which as usize;
                let gets = |(i, place): (usize, &crate::Place)| {
                    usize::from(place.row() == Some(which)) << i
                };
                let mask: usize = action.places().iter().enumerate().map(gets).sum();
                chances[at] = *known[at][mask].get_or_insert_with(|| {
                    let new = hand.iter().enumerate().filter(|(i, _)| mask >> i & 1 == 1);
                    let cards = new.fold(rows[at], |cards, (_, card)| cards.with(*card));
                    self.row(which, cards, 13 - full - put)
                });
            }
            visit(*action, self.value(&chances));
        }
    }

    /// Returns the distribution of a row; `room` places remain on the whole board.
    fn row(&self, which: Row, cards: PackSet, room: usize) -> Chances {
        if which == Row::Middle && self.points.low {
            return self.low(cards, room);
        }
        row(cards, which, &self.odds(which, cards, room), &self.counts)
    }

    /// Returns the odds of a row, which gets a part of the cards to come: its share of the places, and
    /// a few that it takes first.
    fn odds(&self, which: Row, cards: PackSet, room: usize) -> Odds {
        let places = which.size() - cards.len();
        let share = places as f32 / room.max(1) as f32;
        let single = self.game.rules().dealing == Dealing::Classic;
        let greed = if single { 0.1 } else { 0.35 };
        let draws = self.draws * (greed + (1.0 - greed) * share);
        let new_pair = &self.new_pairs[places][room];
        if new_pair.get().is_nan() {
            new_pair.set(Odds::new_pair_in(draws));
        }
        Odds::new(draws, self.unseen, new_pair.get())
    }

    /// Returns the distribution of a low middle row: a low (1) or a foul (0).
    fn low(&self, cards: PackSet, room: usize) -> Chances {
        let (mut outs, mut held, mut broken) = (0, 0u16, false);
        for card in cards.cards() {
            let rank = (card.rank().index() + 12) % 13;
            broken |= rank > 8 || held >> rank & 1 == 1;
            held |= 1 << rank;
        }
        for rank in 0..9 {
            outs += if held >> rank & 1 == 0 { self.counts.ranks[rank] } else { 0 };
        }
        let full = cards.len() == 5;
        let made = Strength::of(cards).map_or(0, |strength| {
            let low = Low::of_strength(strength).and_then(Low::high_card);
            if low.is_some_and(|high| high <= 10) { strength.number() } else { 0 }
        });
        let chance = match (full, broken) {
            (true, _) => f32::from(u8::from(made > 0)),
            (false, true) => 0.0,
            (false, false) => self.odds(Row::Middle, cards, room).hit(outs, 5 - cards.len()),
        };
        Chances::low(chance)
    }

    /// Returns the value of a complete board.
    fn complete(&self, rows: [PackSet; 3]) -> f32 {
        let Some(judged) = self.game.judge(rows) else { return -self.points.foul };
        let entry = self.game.scorer().entry(judged).filter(|_| !self.last).unwrap_or(0);
        f32::from(self.game.scorer().royalties(judged)) + self.points.stakes.fantasyland(entry) as f32
            // Of equal boards the one that wins more rows.
            + f32::from(judged.top.number() + judged.middle.number() + judged.bottom.number()) * 1e-6
    }

    /// Returns the expected value of rows with these distributions.
    fn value(&self, [top, middle, bottom]: &[Chances; 3]) -> f32 {
        let points = self.points;
        let tops = if self.last { &points.top_alone } else { &points.rows[0] };
        let pay = |table: &[f32], number: u16| table[usize::from(number)];
        let least = top.iter().next().map_or(0, |(number, _)| number);
        // For each middle row: the probability that the top row is in order, and its points then.
        let under = |bound: u16| {
            let (mut order, mut paid) = (0.0, 0.0);
            for (number, chance) in top.iter() {
                if number <= bound {
                    order += chance;
                    paid += chance * pay(tops, number);
                } else if least <= bound {
                    // A seat with room need not put such cards there.
                    order += chance * (1.0 - FOUL_RATE);
                    paid += chance * (1.0 - FOUL_RATE) * pay(tops, least);
                }
            }
            (order, paid)
        };
        if points.low {
            let made = middle.iter().map(|(number, chance)| if number > 0 { chance } else { 0.0 });
            let made: f32 = made.sum();
            let board = bottom.iter().fold(0.0, |sum, (number, chance)| {
                let (order, paid) = under(number);
                let paid = paid + order * (pay(&points.rows[2], number) + 1.0);
                sum + chance * (paid - (1.0 - order) * points.foul)
            });
            return made * board - (1.0 - made) * points.foul;
        }
        let weakest = middle.iter().next().map_or(0, |(number, _)| number);
        let mut value = 0.0;
        let mut all = [(0, 0.0, 0.0, 0.0); 20];
        let mut count = 0;
        for (number, chance) in middle.iter() {
            let (order, paid) = under(number);
            all[count] = (number, chance, order, paid + order * pay(&points.rows[1], number));
            count += 1;
        }
        for (below, part) in bottom.iter() {
            let fallback = all[0];
            for (number, chance, order, paid) in &all[..count] {
                let value_of = |order: f32, paid: f32| {
                    paid + order * pay(&points.rows[2], below) - (1.0 - order) * points.foul
                };
                value += part
                    * chance
                    * if *number <= below {
                        value_of(*order, *paid)
                    } else if weakest <= below {
                        (1.0 - FOUL_RATE) * value_of(fallback.2, fallback.3)
                            - FOUL_RATE * points.foul
                    } else {
                        -points.foul
                    };
            }
        }
        value
    }
}
