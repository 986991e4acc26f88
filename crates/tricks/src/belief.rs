//! Belief over worlds given the bids: each world is weighted by the likelihood of the bids.
//!
//! A bid is soft evidence. Worlds are sampled as by [`TricksWorlds`], under the same hard
//! constraints, and weighted by the product, over the other seats, of the likelihood of the seat's
//! bid given its hand. A bid far from the expected tricks of a hand keeps some likelihood, because
//! people and bots differ.

use crate::compile::Compiled;
use crate::trick_estimate::{bid_margin, expected_tricks_with};
use crate::{Cards, State, Tricks, TricksWorlds, View};
use facedown_game::{Hidden, ImpossibleView, MAX_SEATS, Rng, Seat, Worlds, math};
use std::sync::Arc;

/// The likelihood model of bids.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BeliefModel {
    /// Standard deviation of a bid around the expected tricks of the hand.
    pub spread: f32,
    /// Probability of a bid that is independent of the hand.
    pub stray: f32,
}

impl Default for BeliefModel {
    fn default() -> Self {
        Self { spread: 0.9, stray: 0.1 }
    }
}

/// A hand with at most this many expected tricks is a likely nil.
const NIL_TRICKS: f32 = 1.0;

/// The worlds of a view, weighted by the bids.
#[derive(Clone, Debug)]
pub struct Belief {
    c: Arc<Compiled>,
    worlds: Arc<TricksWorlds>,
    model: BeliefModel,
    /// The cards that each seat has played.
    played: [Cards; MAX_SEATS],
    /// The seats whose bids are evidence, each with its bid; `None` for the maker of trump.
    evidence: Vec<(usize, Option<u8>)>,
}

impl Belief {
    /// Builds the belief over a view's worlds, given the others' bids.
    pub fn new(game: &Tricks, view: &View, model: &BeliefModel) -> Result<Self, ImpossibleView> {
        Ok(Self::over(Arc::new(game.worlds(view)?), game, view, model))
    }

    /// Builds the belief over worlds of the view that are already built.
    pub fn over(
        worlds: Arc<TricksWorlds>,
        game: &Tricks,
        view: &View,
        model: &BeliefModel,
    ) -> Self {
        let (c, table) = (&game.c, &view.table);
        let mut played = [Cards::EMPTY; MAX_SEATS];
        table.plays_by_seat(c).for_each(|(seat, card)| played[seat.index()].insert(card));
        let others = Seat::all(c.seats).filter(|seat| *seat != view.seat);
        let evidence = others.filter_map(|seat| match table.bid(seat) {
            Some(bid) if !table.is_blind(seat) => Some((seat.index(), Some(bid))),
            _ => (table.maker == Some(seat)).then_some((seat.index(), None)),
        });
        let evidence = evidence.collect();
        Self { c: Arc::clone(c), worlds, model: *model, played, evidence }
    }

    /// Returns the likelihood of the bids in a world, at most 1.
    fn weight(&self, world: &State) -> f32 {
        self.evidence.iter().map(|(seat, bid)| self.likelihood(world, *seat, *bid)).product()
    }

    fn likelihood(&self, world: &State, seat: usize, bid: Option<u8>) -> f32 {
        let (c, table) = (&*self.c, &world.table);
        let hand = world.hands[seat].plus(self.played[seat]);
        let expected = expected_tricks_with(c, table, hand, table.trump);
        let fits = if let Some(bid) = bid {
            let off = if bid == 0 && c.has_nil {
                // Nil is bid on weak hands, not only on hands without expected tricks.
                (expected - NIL_TRICKS).max(0.0)
            } else {
                f32::from(bid) - (expected - bid_margin(c))
            };
            let off = off / self.model.spread;
            math::exp_f32(-0.5 * off * off)
        } else {
            // A maker of trump expects more than a fair share.
            let fair = f32::from(table.dealt) / c.seats as f32;
            1.0 / (1.0 + math::exp_f32((fair + 1.0 - expected) / self.model.spread))
        };
        self.model.stray + (1.0 - self.model.stray) * fits
    }

    /// Returns whether any bid is evidence; otherwise all weights are 1.
    pub fn is_informed(&self) -> bool {
        !self.evidence.is_empty()
    }
}

impl Worlds<Tricks> for Belief {
    fn sample(&self, rng: &mut Rng) -> (State, f32) {
        let (world, _) = self.worlds.sample(rng);
        let weight = self.weight(&world);
        (world, weight)
    }
}
