//! `greedy`: the placement that promises most by a rough outlook; Fantasyland set exactly.

use super::outlook::Outlook;
use super::quick_setting;
use crate::fantasy::{Opponent, Scratch, Solver};
use crate::{Action, Board, Ofc, Phase, Place, Row, View};
use facedown_cards::{PackCard, PackSet};
use facedown_game::{Game, Policy, Rng, Seat};

/// A bot that looks no further than its own board.
#[derive(Debug, Default)]
pub struct Greedy {
    /// The Fantasyland cards that were set last, and how.
    set: Option<(PackSet, [PackSet; 3])>,
    scratch: Scratch,
}

impl Greedy {
    /// The best setting against the boards that are open.
    fn setting(&mut self, game: &Ofc, view: &View, cards: &[PackCard]) -> [PackSet; 3] {
        let of: PackSet = cards.iter().copied().collect();
        if let Some((_, rows)) = self.set.filter(|(cards, _)| *cards == of) {
            return rows;
        }
        let rows = self.solve(game, view, cards).unwrap_or_else(|| quick_setting(game, cards));
        self.set = Some((of, rows));
        rows
    }

    fn solve(&mut self, game: &Ofc, view: &View, cards: &[PackCard]) -> Option<[PackSet; 3]> {
        let table = view.table();
        let again = match game.rules().fantasyland.stay.cards {
            crate::StayCards::Fixed(cards) => cards,
            crate::StayCards::Same => cards.len() as u8,
        };
        let stay = if table.setup().last { 0.0 } else { game.outlook_points().worth.cards(again) };
        let others = Seat::all(game.seats()).filter(|seat| *seat != view.seat());
        let known: Vec<Opponent> = others
            .clone()
            .filter_map(|seat| Board::new(table.rows(seat)).ok())
            .map(|board| Opponent::known(game.scorer().rows(&board)))
            .collect();
        // Each opponent gives up the worth of a hand like this one.
        let stay = (stay * known.len().max(1) as f64).min(1000.0);
        let solver = Solver::new(game.rules(), stay).ok()?.against(&known);
        let best = solver.solve_with(&mut self.scratch, cards).ok()?;
        Some(Row::ALL.map(|row| best.board.row(row)))
    }
}

/// Where a setting has a card.
pub(super) fn place_in(rows: [PackSet; 3], card: PackCard, legal: &[Action]) -> Action {
    let row = Row::ALL.into_iter().find(|row| rows[*row as usize].contains(card));
    let place = row.map_or(Place::Discard, Place::from);
    // Of two jokers the first takes the first place, whichever the setting named.
    legal.iter().copied().find(|action| action.places() == [place]).unwrap_or(legal[0])
}

impl Policy<Ofc> for Greedy {
    fn choose(&mut self, game: &Ofc, view: &View, legal: &[Action], _: &mut Rng) -> Action {
        if view.table().phase() == Phase::Fantasy {
            let rows = self.setting(game, view, view.dealt());
            return place_in(rows, view.hand()[0], legal);
        }
        let outlook = Outlook::new(game, view.table(), view.seen(), view.seat());
        outlook.best(view.rows(), view.hand(), legal)
    }

    fn new_hand(&mut self) {
        self.set = None;
    }
}
