//! Play in a style, and how likely a board is by each.

use super::super::evaluator::{Guess, Promise};
use super::super::openings::each_choice;
use super::super::streets::StreetScratch;
use super::{SeenBoard, Style, StyleOdds};
use crate::Rules;
use crate::endgame::{Endgame, EndgameError, Partial, Worth};
use facedown_cards::{PackCard, PackSet};
use facedown_game::{Rng, math};
use std::collections::HashMap;

/// How often anybody does anything: one strange placement does not decide.
const ANYTHING: f64 = 0.02;
/// How many cards of a board may be placed in any order: with more there are too many orders.
const ORDERED: usize = 9;
/// How many cards that may have been thrown away are looked at on each street of such a board.
const THROWN: usize = 4;

/// Styles under some rules, for a seat that plays for its own points.
#[derive(Clone, Debug)]
pub struct StyleModel {
    endgame: Endgame,
    guess: Guess,
    worth: Worth,
    pack: PackSet,
}

/// What was known when a board was looked at.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(in super::super) struct Known {
    /// Cards that its owner saw elsewhere.
    pub(crate) public: PackSet,
    /// Cards that it cannot have thrown away.
    pub(crate) elsewhere: PackSet,
}

impl StyleModel {
    /// Styles of players to whom Fantasyland and fouls are worth so much.
    pub fn new(rules: &Rules, worth: Worth) -> Result<Self, EndgameError> {
        Ok(Self {
            endgame: Endgame::new(rules, worth)?,
            guess: Guess::new(rules, worth, 0),
            worth,
            pack: PackCard::all().take(52 + usize::from(rules.jokers)).collect(),
        })
    }

    /// Places a deal as somebody of this style does: by the evaluator up to street 3; on streets 4
    /// and 5 by what comes of every draw.
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
        let promises: Vec<Promise> =
            boards.iter().map(|after| self.promise(scratch, after, unseen)).collect();
        style.chances(&promises, 0.0, &mut chances);
        let mut at = rng.unit();
        let chosen = chances.iter().position(|chance| {
            at -= chance;
            at < 0.0
        });
        boards.get(chosen.unwrap_or(0)).copied().unwrap_or(*board)
    }

    /// How likely an opponent has each style that had these boards in earlier hands.
    pub fn odds(&self, boards: &[SeenBoard]) -> StyleOdds {
        let (mut scratch, mut odds) = (StreetScratch::default(), StyleOdds::PRIOR);
        for board in boards {
            self.see(&mut scratch, &mut odds, board);
        }
        odds
    }

    /// Takes a board of an earlier hand into the odds. What others had then is not known. Where the
    /// streets of its cards are not known, it tells nothing from ten cards on.
    pub fn see(&self, scratch: &mut StreetScratch, odds: &mut StyleOdds, board: &SeenBoard) {
        self.see_knowing(scratch, odds, board, Known::default());
    }

    /// The same for a board of a hand of which more is known.
    pub(in super::super) fn see_knowing(
        &self,
        scratch: &mut StreetScratch,
        odds: &mut StyleOdds,
        board: &SeenBoard,
        known: Known,
    ) {
        if let Some(streets) = board.streets() {
            odds.add(self.likelihood(scratch, streets, known).map(math::ln));
        } else if (5..=ORDERED).contains(&board.board().cards().len()) {
            let likelihood = self.any_order(scratch, &mut HashMap::new(), board.board(), known);
            odds.add(likelihood.map(math::ln));
        }
    }

    /// How likely a board is, a mean over all orders in which its cards may have come.
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
        let hidden = some(unseen - known.elsewhere, THROWN);
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

    /// How likely these boards came one after the other, by each style.
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
                // Its own later cards it cannot have thrown away, either.
                let later = streets.last().map_or(PackSet::EMPTY, Partial::cards);
                let hidden = self.pack - known.elsewhere - known.public - later;
                self.street(scratch, &before, after, unseen, &hidden.iter().collect::<Vec<_>>())
            };
            likelihood.iter_mut().zip(street).for_each(|(all, one)| *all *= one);
            before = *after;
        }
        likelihood
    }

    /// How likely two cards were placed so, whichever of the hidden cards was thrown away.
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

    /// How likely a deal was placed so.
    fn chance(
        &self,
        scratch: &mut StreetScratch,
        before: &Partial,
        deal: &[PackCard],
        after: &Partial,
        unseen: PackSet,
    ) -> [f64; 4] {
        let (mut promises, mut chances) = (Vec::with_capacity(32), Vec::with_capacity(32));
        let (mut boards, mut at) = (Vec::with_capacity(32), 0);
        each_choice(before, deal, |board, _| boards.push(board));
        for (i, board) in boards.iter().enumerate() {
            promises.push(self.promise(scratch, board, unseen));
            at = if board == after { i } else { at };
        }
        Style::ALL.map(|style| {
            style.chances(&promises, ANYTHING, &mut chances);
            chances.get(at).copied().unwrap_or(1.0)
        })
    }

    /// What a board promises to somebody who plays on for points.
    fn promise(&self, scratch: &mut StreetScratch, board: &Partial, unseen: PackSet) -> Promise {
        let outlook = match board.cards().len() {
            13 => self.endgame.complete(board).outlook(0),
            11 => self.endgame.sums(&mut scratch.draws, board, unseen).outlook(0),
            _ => return self.guess.promise(board, unseen),
        };
        let entry =
            outlook.entry.iter().zip(self.worth.entry).map(|(chance, worth)| chance * worth);
        Promise {
            royalties: outlook.royalties,
            foul: outlook.foul * self.worth.foul,
            entry: entry.sum(),
        }
    }
}

/// So many of the cards, evenly spread over them.
fn some(cards: PackSet, most: usize) -> Vec<PackCard> {
    let all: Vec<PackCard> = cards.iter().collect();
    let count = all.len().min(most);
    (0..count).map(|i| all[i * all.len() / count]).collect()
}
