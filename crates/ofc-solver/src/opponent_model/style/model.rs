//! Playing in a style, and the likelihood of boards by each style.

use super::{SeenBoard, Style, StyleOdds};
use crate::Estimator;
use crate::choices::each_choice;
use crate::evaluator::ValueParts;
use crate::streets::StreetScratch;
use facedown_cards::{PackCard, PackSet};
use facedown_game::{Rng, math};
use facedown_ofc::endgame::{Endgame, EndgameError, Partial};
use facedown_ofc::{Dealing, Rules, Stakes};
use std::collections::HashMap;

/// The probability of a uniformly random placement, so that one strange placement is not decisive.
const ANY: f64 = 0.02;
/// The maximum size of a board whose streets are unknown: larger ones have too many orders.
const UNORDERED: usize = 9;
/// Number of possible discards that are tried on each street of such a board.
const DISCARDS: usize = 4;

/// The styles under some rules, for a seat that plays for its own points.
#[derive(Clone, Debug)]
pub struct StyleModel {
    endgame: Endgame,
    estimator: Estimator,
    stakes: Stakes,
    pack: PackSet,
}

/// Known cards outside a board.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(in super::super) struct Known {
    /// Cards that its owner saw.
    pub(in super::super) public: PackSet,
    /// Cards that its owner cannot have discarded.
    pub(in super::super) elsewhere: PackSet,
}

impl StyleModel {
    /// Returns the styles under these rules and stakes.
    pub fn new(rules: &Rules, stakes: Stakes) -> Result<Self, EndgameError> {
        if rules.dealing != Dealing::Pineapple {
            return Err(EndgameError::Dealing(Dealing::Pineapple));
        }
        Ok(Self {
            endgame: Endgame::new(rules, stakes)?,
            estimator: Estimator::new(rules, stakes, 0),
            stakes,
            pack: PackCard::all().take(52 + usize::from(rules.jokers)).collect(),
        })
    }

    /// Places a deal in a style: by the evaluator up to street 3, exactly on streets 4 and 5.
    pub fn place(
        &self,
        scratch: &mut StreetScratch,
        style: Style,
        board: &Partial,
        deal: &[PackCard],
        unseen: PackSet,
        rng: &mut Rng,
    ) -> Partial {
        let (mut boards, mut chances) = (Vec::with_capacity(32), Vec::new());
        each_choice(board, deal, |after, _| boards.push(after));
        let parts: Vec<ValueParts> =
            boards.iter().map(|after| self.parts(scratch, after, unseen)).collect();
        style.chances(&parts, 0.0, &mut chances);
        let mut at = rng.unit();
        let chosen = chances.iter().position(|chance| {
            at -= chance;
            at < 0.0
        });
        boards.get(chosen.unwrap_or(0)).copied().unwrap_or(*board)
    }

    /// Returns the posterior of an opponent with these boards in earlier hands.
    pub fn odds(&self, boards: &[SeenBoard]) -> StyleOdds {
        let (mut scratch, mut odds) = (StreetScratch::default(), StyleOdds::PRIOR);
        for board in boards {
            self.update(&mut scratch, &mut odds, board);
        }
        odds
    }

    /// Updates the posterior by a board of an earlier hand, of which no other cards are known. A board
    /// of more than nine cards changes nothing if its streets are unknown.
    pub fn update(&self, scratch: &mut StreetScratch, odds: &mut StyleOdds, board: &SeenBoard) {
        self.update_knowing(scratch, odds, board, Known::default());
    }

    /// Updates the posterior by a board of a hand with known other cards.
    pub(in super::super) fn update_knowing(
        &self,
        scratch: &mut StreetScratch,
        odds: &mut StyleOdds,
        board: &SeenBoard,
        known: Known,
    ) {
        if let Some(streets) = board.streets() {
            odds.add(self.likelihood(scratch, streets, known).map(math::ln));
        } else if (5..=UNORDERED).contains(&board.board().cards().len()) {
            let likelihood = self.any_order(scratch, &mut HashMap::new(), board.board(), known);
            odds.add(likelihood.map(math::ln));
        }
    }

    /// Returns the likelihood of a board by each style, summed over all orders of its cards.
    fn any_order(
        &self,
        scratch: &mut StreetScratch,
        found: &mut HashMap<u64, [f64; 4]>,
        board: &Partial,
        known: Known,
    ) -> [f64; 4] {
        let cards: Vec<PackCard> = board.cards().iter().collect();
        if let Some(likelihood) = found.get(&board.cards().bits()) {
            return *likelihood;
        }
        let unseen = self.pack - known.public - board.cards();
        let mut sums = [0.0; 4];
        if cards.len() == 5 {
            sums = self.chance(scratch, &Partial::EMPTY, &cards, board, unseen);
        }
        let hidden = some(unseen - known.elsewhere, DISCARDS);
        let pairs = if cards.len() == 5 { 0 } else { cards.len() };
        for (i, a) in cards.iter().take(pairs).enumerate() {
            for b in &cards[i + 1..] {
                let last = PackSet::EMPTY.with(*a).with(*b);
                let Ok(before) = Partial::new(board.rows().map(|row| row - last)) else { continue };
                let first = self.any_order(scratch, found, &before, known);
                let street = self.street(scratch, &before, board, unseen, &hidden);
                let both = first.into_iter().zip(street);
                sums.iter_mut().zip(both).for_each(|(sum, (first, street))| *sum += first * street);
            }
        }
        found.insert(board.cards().bits(), sums);
        sums
    }

    /// Returns the likelihood of a sequence of boards by each style.
    fn likelihood(
        &self,
        scratch: &mut StreetScratch,
        streets: &[Partial],
        known: Known,
    ) -> [f64; 4] {
        let mut before = Partial::EMPTY;
        let mut likelihood = [1.0; 4];
        for after in streets {
            let unseen = self.pack - known.public - after.cards();
            let street = if before.cards().is_empty() {
                let deal: Vec<PackCard> = after.cards().iter().collect();
                self.chance(scratch, &before, &deal, after, unseen)
            } else {
                // Its own later cards cannot have been discarded, either.
                let later = streets.last().map_or(PackSet::EMPTY, Partial::cards);
                let hidden = self.pack - known.elsewhere - known.public - later;
                self.street(scratch, &before, after, unseen, &hidden.iter().collect::<Vec<_>>())
            };
            likelihood.iter_mut().zip(street).for_each(|(all, one)| *all *= one);
            before = *after;
        }
        likelihood
    }

    /// Returns the likelihood of a street by each style, as a mean over the possible discards.
    fn street(
        &self,
        scratch: &mut StreetScratch,
        before: &Partial,
        after: &Partial,
        unseen: PackSet,
        hidden: &[PackCard],
    ) -> [f64; 4] {
        if hidden.is_empty() {
            return [1.0; 4];
        }
        let mut deal: Vec<PackCard> = (after.cards() - before.cards()).iter().collect();
        let mut mean = [0.0; 4];
        let count = hidden.len() as f64;
        for card in hidden.iter().copied() {
            deal.push(card);
            let left = unseen - PackSet::EMPTY.with(card);
            let chance = self.chance(scratch, before, &deal, after, left);
            mean.iter_mut().zip(chance).for_each(|(sum, chance)| *sum += chance / count);
            deal.pop();
        }
        mean
    }

    /// Returns the likelihood of a placement of a deal by each style.
    fn chance(
        &self,
        scratch: &mut StreetScratch,
        before: &Partial,
        deal: &[PackCard],
        after: &Partial,
        unseen: PackSet,
    ) -> [f64; 4] {
        let (mut parts, mut chances) = (Vec::with_capacity(32), Vec::with_capacity(32));
        let (mut boards, mut at) = (Vec::with_capacity(32), 0);
        each_choice(before, deal, |board, _| boards.push(board));
        for (i, board) in boards.iter().enumerate() {
            parts.push(self.parts(scratch, board, unseen));
            at = if board == after { i } else { at };
        }
        Style::ALL.map(|style| {
            style.chances(&parts, ANY, &mut chances);
            chances.get(at).copied().unwrap_or(1.0)
        })
    }

    /// Returns the parts of a board's value if the rest is played for points.
    fn parts(&self, scratch: &mut StreetScratch, board: &Partial, unseen: PackSet) -> ValueParts {
        let expectation = match board.cards().len() {
            13 => self.endgame.complete(board).expectation(0),
            11 => self.endgame.sums(&mut scratch.draws, board, unseen).expectation(0),
            _ => return self.estimator.parts(board, unseen),
        };
        let entry =
            expectation.entry.iter().zip(self.stakes.entry).map(|(chance, points)| chance * points);
        ValueParts {
            royalties: expectation.royalties,
            foul: expectation.foul * self.stakes.foul,
            entry: entry.sum(),
        }
    }
}

/// Returns up to `most` of the cards, evenly spread.
fn some(cards: PackSet, most: usize) -> Vec<PackCard> {
    let all: Vec<PackCard> = cards.iter().collect();
    let count = all.len().min(most);
    (0..count).map(|i| all[i * all.len() / count]).collect()
}
