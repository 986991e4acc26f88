//! Positions from hands of two seats with one pack, played by the evaluator up to street 3 and exactly
//! on streets 4 and 5, with occasional second-best placements.

use facedown_cards::{PackCard, PackSet};
use facedown_game::Rng;
use facedown_ofc::endgame::{Endgame, Partial};
use facedown_ofc::{Rules, Stakes};
use facedown_ofc_solver::{OpponentModel, Position, Streets};
use std::error::Error;

/// The rate of second-best placements.
const SECOND_BEST: f64 = 0.15;

/// The part of the other seat that the seat to act sees.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Other {
    /// Nothing: it plays on its own.
    Nobody,
    /// Its cards are dead, its rows do not count.
    Cards,
    /// Its complete board, against which rows and scoop count.
    Board,
}

/// One seat of a hand.
struct Side {
    board: Partial,
    discards: PackSet,
}

/// The data that both seats share.
struct Table<'a> {
    rules: &'a Rules,
    stakes: Stakes,
    cards: std::vec::IntoIter<PackCard>,
    rng: &'a mut Rng,
}

/// Returns a position on a street.
pub(crate) fn position(
    rules: &Rules,
    stakes: Stakes,
    street: u8,
    other: Other,
    rng: &mut Rng,
) -> Result<Position, Box<dyn Error>> {
    let mut pack: Vec<PackCard> = PackCard::all().take(52 + usize::from(rules.jokers)).collect();
    rng.shuffle(&mut pack);
    let mut table = Table { rules, stakes, cards: pack.into_iter(), rng };
    let side = || Side { board: Partial::EMPTY, discards: PackSet::EMPTY };
    let (mut mine, mut theirs) = (side(), side());
    // The other seat acts before or after this one.
    let ahead = match other {
        Other::Nobody => 0,
        Other::Cards => usize::from(street) - 1 + table.rng.below(2) as usize,
        Other::Board => 5,
    };
    for round in 1..=5 {
        if round <= ahead {
            let seen = mine.board.cards();
            table.play(&mut theirs, seen)?;
        }
        if round < usize::from(street) {
            let seen = theirs.board.cards();
            table.play(&mut mine, seen)?;
        }
    }
    let deal = table.deal(&mine.board);
    let (opponents, dead) = match other {
        Other::Board => (vec![theirs.board], mine.discards),
        _ => (Vec::new(), mine.discards | theirs.board.cards()),
    };
    Ok(Position::new(rules, mine.board, &deal, &opponents, dead)?)
}

impl Table<'_> {
    fn deal(&mut self, board: &Partial) -> Vec<PackCard> {
        let count = if *board == Partial::EMPTY { 5 } else { 3 };
        self.cards.by_ref().take(count).collect()
    }

    /// Plays a street of one seat, which sees the other's cards.
    fn play(&mut self, side: &mut Side, seen: PackSet) -> Result<(), Box<dyn Error>> {
        let deal = self.deal(&side.board);
        let dead = side.discards | seen;
        let position = Position::new(self.rules, side.board, &deal, &[], dead)?;
        let mut choices: Vec<(f64, Partial, Option<PackCard>)> = if position.street() >= 4 {
            let endgame = Endgame::new(self.rules, self.stakes)?;
            let all = endgame.solve(&side.board, &deal, dead)?;
            all.iter().map(|p| (p.value, p.board, Some(p.discard))).collect()
        } else {
            let streets = Streets::new(OpponentModel::new(&position, self.stakes, 0)?, self.stakes);
            let afters = Streets::afters(&position);
            afters.iter().map(|a| (streets.estimate(a), a.board, a.discard)).collect()
        };
        choices.sort_by(|a, b| b.0.total_cmp(&a.0));
        let second = choices.len() > 1 && self.rng.unit() < SECOND_BEST;
        let (_, board, discard) = choices[usize::from(second)];
        side.board = board;
        side.discards = discard.iter().fold(side.discards, |all, card| all.with(*card));
        Ok(())
    }
}
