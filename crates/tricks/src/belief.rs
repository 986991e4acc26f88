//! What other seats' bids suggest: worlds weighed by how well their hands explain them.
//!
//! A bid is soft evidence. The hard facts stay as they are, worlds are drawn as by
//! [`TricksWorlds`], and each comes with a weight: the product, over the other seats, of how likely
//! a seat with that hand is to have bid what it did. A bid far from what a hand promises keeps some
//! chance, because people and bots differ.

use crate::compile::Compiled;
use crate::estimate::{caution, tricks_under};
use crate::{Cards, State, Tricks, TricksWorlds, View};
use facedown_game::{Hidden, ImpossibleView, MAX_SEATS, Rng, Seat, Worlds, math};
use std::sync::Arc;

/// How bids are taken.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BeliefModel {
    /// How far bids usually are from what hands promise, in tricks.
    pub spread: f32,
    /// The chance of a bid that has nothing to do with the hand.
    pub stray: f32,
}

impl Default for BeliefModel {
    fn default() -> Self {
        Self { spread: 0.9, stray: 0.1 }
    }
}

/// Up to so many tricks a hand promises that is likely to take none.
const NIL_PROMISE: f32 = 1.0;

/// The worlds of a view, weighed by what was bid.
#[derive(Clone, Debug)]
pub struct Belief {
    c: Arc<Compiled>,
    worlds: TricksWorlds,
    model: BeliefModel,
    /// What each seat has played.
    played: [Cards; MAX_SEATS],
    /// The seats whose bids say something: with the bid, or none for the maker of trump.
    told: Vec<(usize, Option<u8>)>,
}

impl Belief {
    /// The worlds of a view, weighed by what the others have bid.
    pub fn new(game: &Tricks, view: &View, model: &BeliefModel) -> Result<Self, ImpossibleView> {
        let (c, table) = (&game.c, &view.table);
        let mut played = [Cards::EMPTY; MAX_SEATS];
        table.plays_by_seat(c).for_each(|(seat, card)| played[seat.index()].insert(card));
        let others = Seat::all(c.seats).filter(|seat| *seat != view.seat);
        let told = others.filter_map(|seat| match table.bid(seat) {
            Some(bid) if !table.is_blind(seat) => Some((seat.index(), Some(bid))),
            _ => (table.maker == Some(seat)).then_some((seat.index(), None)),
        });
        Ok(Self {
            c: Arc::clone(c),
            worlds: game.worlds(view)?,
            model: *model,
            played,
            told: told.collect(),
        })
    }

    /// How well a world explains what was bid: at most 1.
    fn weight(&self, world: &State) -> f32 {
        self.told.iter().map(|(seat, bid)| self.likelihood(world, *seat, *bid)).product()
    }

    fn likelihood(&self, world: &State, seat: usize, bid: Option<u8>) -> f32 {
        let (c, table) = (&*self.c, &world.table);
        let hand = world.hands[seat].plus(self.played[seat]);
        let promised = tricks_under(c, table, hand, table.trump);
        let fits = if let Some(bid) = bid {
            let off = if bid == 0 && c.has_nil {
                // Nil says that a hand promises little, not that it promises nothing.
                (promised - NIL_PROMISE).max(0.0)
            } else {
                f32::from(bid) - (promised - caution(c))
            };
            let off = off / self.model.spread;
            math::exp_f32(-0.5 * off * off)
        } else {
            // Who makes trump expects more than a fair share.
            let fair = f32::from(table.dealt) / c.seats as f32;
            1.0 / (1.0 + math::exp_f32((fair + 1.0 - promised) / self.model.spread))
        };
        self.model.stray + (1.0 - self.model.stray) * fits
    }

    /// Whether anything was bid that says something: otherwise all weights are 1.
    pub fn is_informed(&self) -> bool {
        !self.told.is_empty()
    }
}

impl Worlds<Tricks> for Belief {
    fn sample(&self, rng: &mut Rng) -> (State, f32) {
        let (world, _) = self.worlds.sample(rng);
        let weight = self.weight(&world);
        (world, weight)
    }
}
