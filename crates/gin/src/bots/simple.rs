//! `simple`: the baseline of the EAAI-2021 challenge.
//!
//! Takes the upcard only if it lies in a meld with the hand; discards uniformly among the cards that
//! leave the least deadwood, never the upcard just taken and never the same pair of drawn and
//! discarded card again; knocks at once. Source: Neller's `SimpleGinRummyPlayer`, as described in
//! `docs/reference/rules/gin.md`.

use crate::rollout::{self, cards, lay_down, least_discard, makes_meld};
use crate::{Action, Gin, Phase, View};
use facedown_cards::{Card, CardSet};
use facedown_game::{Policy, Rng};

/// The EAAI baseline.
#[derive(Clone, Debug, Default)]
pub struct Simple {
    pairs: Vec<CardSet>, // cards drawn and discarded in one turn of this hand
}

impl Simple {
    fn discard(&mut self, view: &View, legal: &[Action], rng: &mut Rng) -> Option<Card> {
        let table = view.table();
        let drawn = table.taken().or(view.drawn());
        let pair = |card: Card| drawn.map_or(CardSet::EMPTY, CardSet::only).with(card);
        let fresh =
            |card: &Card| Some(*card) != table.taken() && !self.pairs.contains(&pair(*card));
        let chosen = least_discard(view.hand(), cards(legal).filter(fresh), rng)
            .or_else(|| least_discard(view.hand(), cards(legal), rng))?;
        self.pairs.push(pair(chosen));
        Some(chosen)
    }
}

impl Policy<Gin> for Simple {
    fn choose(&mut self, _: &Gin, view: &View, legal: &[Action], rng: &mut Rng) -> Action {
        let table = view.table();
        let last = legal[legal.len() - 1];
        match table.phase() {
            Phase::FirstUpcard | Phase::Draw => {
                let wanted = table.upcard().is_some_and(|card| makes_meld(view.hand(), card));
                if wanted { legal[0] } else { last }
            }
            Phase::Discard if !matches!(last, Action::Knock | Action::BigGin) => {
                self.discard(view, legal, rng).map_or(last, Action::Card)
            }
            _ => lay_down(table, view.hand(), legal)
                .unwrap_or_else(|| rollout::choose(table, view.hand(), legal, rng)),
        }
    }

    fn new_hand(&mut self) {
        self.pairs.clear();
    }
}
