//! Opponents as far as they are known: boards that are complete, and ends of boards that are not.
//!
//! Where a board is not complete, many deals to all opponents are played out at once: no card is
//! dealt twice. When a card comes to the seat that asks, the ends for which an opponent was dealt
//! that card are no longer possible, and values are taken over those that are left.

use super::Position;
use super::evaluator::Guess;
use super::fit::draw;
use super::openings::each_choice;
use crate::endgame::{
    Draws, Endgame, EndgameError, Partial, Placement, Sums, Worth, each_placement,
};
use crate::{Board, Rows};
use facedown_cards::{PackCard, PackSet};
use facedown_game::Rng;
use rayon::prelude::*;

/// How many ends are played out where a board is not complete.
const ENDS: usize = 512;
/// How many of them values are taken over at once, at most.
const AT_ONCE: usize = 16;

/// The opponents of a position, and the endgame that values boards against them.
#[derive(Clone, Debug)]
pub struct Opposition {
    alone: Endgame,
    /// Against all that may be, before more cards come.
    against: Endgame,
    ends: Vec<End>,
    /// The cards that may come to anybody.
    unseen: PackSet,
}

/// One way that all opponents may end.
#[derive(Clone, Debug)]
struct End {
    boards: Vec<Option<Rows>>,
    /// What they were dealt on the way, discards included.
    dealt: PackSet,
}

/// Numbers of ends that are possible together with cards that came.
pub(super) type Possible = ([u16; AT_ONCE], usize);

impl Opposition {
    /// The opponents of a position. Boards that are not complete are played out by random deals,
    /// drawn from the seed: by quick guesses up to street 3, exactly on streets 4 and 5, each for its
    /// own royalties and Fantasyland and without a look at other boards.
    pub fn new(position: &Position, worth: Worth, seed: u64) -> Result<Self, EndgameError> {
        let alone = Endgame::new(position.rules(), worth)?;
        let guess = Guess::new(position.rules(), worth, 0);
        let unseen = position.unseen();
        let ends: Vec<End> = if position.opponents_complete() {
            Vec::new()
        } else {
            let one = |draws: &mut Draws, i: usize| {
                let player = Player { endgame: &alone, guess: &guess };
                player.end(draws, position, &mut Rng::stream(seed, i as u64))
            };
            (0..ENDS).into_par_iter().map_init(Draws::default, one).collect()
        };
        let known = |board: &Partial| Board::new(board.rows()).ok();
        let boards = if ends.is_empty() {
            let boards = position.opponents().iter().filter_map(known);
            boards.map(|board| vec![alone.scorer().rows(&board)]).collect()
        } else {
            by_opponent(ends.iter().take(64))
        };
        let against = alone.clone().against(&boards)?;
        Ok(Self { alone, against, ends, unseen })
    }

    /// Whether any board was played out.
    pub fn is_modelled(&self) -> bool {
        !self.ends.is_empty()
    }

    /// How many ends were played out.
    pub fn ends(&self) -> usize {
        self.ends.len()
    }

    /// How large a part of the boards that were played out are fouls.
    pub fn fouls(&self) -> f64 {
        let boards = self.ends.iter().flat_map(|end| &end.boards);
        let fouls = boards.clone().filter(|board| board.is_none()).count();
        fouls as f64 / boards.count().max(1) as f64
    }

    /// The endgame against all that may be, before more cards come.
    pub fn endgame(&self) -> &Endgame {
        &self.against
    }

    /// The first ends, a power of two of them, that are possible where these cards are left; all
    /// count where none is possible.
    pub(super) fn possible(&self, left: PackSet) -> Possible {
        let came = self.unseen - left;
        let (mut list, mut count) = ([0; AT_ONCE], 0);
        for (i, end) in self.ends.iter().enumerate() {
            if (end.dealt & came).is_empty() {
                list[count] = i as u16;
                count += 1;
                if count == AT_ONCE {
                    break;
                }
            }
        }
        let even = if count == 0 { 0 } else { 1 << count.ilog2() };
        list[even..].fill(0);
        (list, even)
    }

    /// The endgame against ends that are possible.
    pub(super) fn against(&self, (list, count): &Possible) -> Endgame {
        if *count == 0 {
            return self.against.clone();
        }
        let ends = list[..*count].iter().map(|i| &self.ends[usize::from(*i)]);
        self.alone.clone().against(&by_opponent(ends)).unwrap_or_else(|_| self.against.clone())
    }

    /// Every placement on street 4 or 5, the best first: over all draws, each against the ends that
    /// are possible with it.
    pub fn solve(&self, position: &Position) -> Result<Vec<Placement>, EndgameError> {
        let (board, deal) = (position.board(), position.deal());
        let seen = position.opponents().iter().fold(position.dead(), |dead, b| dead | b.cards());
        if !self.is_modelled() || board.cards().len() != 9 {
            return self.against.solve(board, deal, seen);
        }
        let mut placements = Vec::with_capacity(27);
        each_placement(board, deal, |board, discard| placements.push((board, discard)));
        let cards: Vec<_> = self.unseen.iter().collect();
        let opponents = self.against.opponents();
        let from = |a: usize| {
            let mut sums = vec![Sums::default(); placements.len()];
            for b in a + 1..cards.len() {
                for c in b + 1..cards.len() {
                    let draw = [cards[a], cards[b], cards[c]];
                    let left = self.unseen - draw.into_iter().collect();
                    let endgame = self.against(&self.possible(left));
                    for (sums, (board, _)) in sums.iter_mut().zip(&placements) {
                        endgame.add_best(sums, board, &draw);
                    }
                }
            }
            sums
        };
        let parts: Vec<_> = (0..cards.len()).into_par_iter().map(from).collect();
        let mut answer: Vec<Placement> = Vec::with_capacity(placements.len());
        for (i, (board, discard)) in placements.into_iter().enumerate() {
            let mut sums = Sums::default();
            for part in &parts {
                sums.add_all(&part[i], 1);
            }
            let outlook = sums.outlook(opponents);
            answer.push(Placement { board, discard, value: outlook.value, outlook });
        }
        answer.sort_by(|a, b| b.value.total_cmp(&a.value));
        Ok(answer)
    }
}

/// For each opponent its boards in these ends.
fn by_opponent<'a>(ends: impl Iterator<Item = &'a End>) -> Vec<Vec<Option<Rows>>> {
    let mut boards: Vec<Vec<Option<Rows>>> = Vec::new();
    for end in ends {
        boards.resize_with(end.boards.len(), Vec::new);
        for (boards, board) in boards.iter_mut().zip(&end.boards) {
            boards.push(*board);
        }
    }
    boards
}

/// Plays boards of opponents.
struct Player<'a> {
    endgame: &'a Endgame,
    guess: &'a Guess,
}

impl Player<'_> {
    /// Plays all boards to their ends, street by street in the order of the opponents.
    fn end(&self, draws: &mut Draws, position: &Position, rng: &mut Rng) -> End {
        let mut boards = position.opponents().to_vec();
        let mut unseen = position.unseen();
        while let Some(least) = boards.iter().map(|b| b.cards().len()).min().filter(|n| *n < 13) {
            for board in boards.iter_mut().filter(|board| board.cards().len() == least) {
                let deal = draw(&mut unseen, if least == 0 { 5 } else { 3 }, rng);
                *board = self.place(draws, board, &deal, unseen);
            }
        }
        let scorer = self.endgame.scorer();
        let rows = |board: &Partial| scorer.rows(&Board::new(board.rows()).ok()?);
        End { boards: boards.iter().map(rows).collect(), dealt: position.unseen() - unseen }
    }

    fn place(
        &self,
        draws: &mut Draws,
        board: &Partial,
        deal: &[PackCard],
        unseen: PackSet,
    ) -> Partial {
        let placed = board.cards().len();
        if placed == 9 {
            return self.endgame.best_on_street_4(draws, board, deal, unseen).1;
        }
        let mut best = (f64::NEG_INFINITY, *board);
        each_choice(board, deal, |next, _| {
            let value = if placed == 11 {
                self.endgame.complete(&next).value as f64
            } else {
                self.guess.value(&next, unseen)
            };
            if value > best.0 {
                best = (value, next);
            }
        });
        best.1
    }
}
