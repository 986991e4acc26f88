//! Positions as they come up when two seats play from one pack: by the evaluator up to street 3,
//! exactly on streets 4 and 5, and now and then another placement that looks good.

use facedown_cards::{PackCard, PackSet};
use facedown_game::Rng;
use facedown_ofc::Rules;
use facedown_ofc::endgame::{Endgame, Partial, Stakes};
use facedown_ofc::solve::{OpponentModel, Position, Streets};
use std::error::Error;

/// How often the second-best placement is taken.
const STRAY: f64 = 0.15;

/// What the seat that is asked sees of the other one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Other {
    /// Nothing: it plays on its own.
    Nobody,
    /// Its cards are known not to come, its rows do not count.
    Cards,
    /// Its complete board, against which rows and scoop count.
    Board,
}

/// One seat of a hand that is played.
struct Side {
    board: Partial,
    discards: PackSet,
}

/// What is dealt and known to both.
struct Table<'a> {
    rules: &'a Rules,
    worth: Stakes,
    cards: std::vec::IntoIter<PackCard>,
    rng: &'a mut Rng,
}

/// A position on a street.
pub(crate) fn position(
    rules: &Rules,
    worth: Stakes,
    street: u8,
    other: Other,
    rng: &mut Rng,
) -> Result<Position, Box<dyn Error>> {
    let mut pack: Vec<PackCard> = PackCard::all().take(52 + usize::from(rules.jokers)).collect();
    rng.shuffle(&mut pack);
    let mut table = Table { rules, worth, cards: pack.into_iter(), rng };
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
            let endgame = Endgame::new(self.rules, self.worth)?;
            let all = endgame.solve(&side.board, &deal, dead)?;
            all.iter().map(|p| (p.value, p.board, Some(p.discard))).collect()
        } else {
            let streets = Streets::new(OpponentModel::new(&position, self.worth, 0)?, self.worth);
            let afters = Streets::afters(&position);
            afters.iter().map(|a| (streets.guess(a), a.board, a.discard)).collect()
        };
        choices.sort_by(|a, b| b.0.total_cmp(&a.0));
        let stray = choices.len() > 1 && self.rng.unit() < STRAY;
        let (_, board, discard) = choices[usize::from(stray)];
        side.board = board;
        side.discards = discard.iter().fold(side.discards, |all, card| all.with(*card));
        Ok(())
    }
}
