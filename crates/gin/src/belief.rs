//! Belief over the opponent's hand.
//!
//! [`crate::GinWorlds`] samples hands uniformly. An opponent who discards useless cards and takes
//! useful ones holds better cards than that, and a search that ignores it knocks too late. A
//! [`Belief`] weights each hand by the likelihood of the opponent's actions, and samples hands by
//! Metropolis: a chain that exchanges one hidden card at a time.
//!
//! The evidence, each a factor of the weight:
//! - a discard, by how much more deadwood it left than the best discard from that hand would have;
//! - an upcard refused that would have made a meld; an upcard taken that makes none;
//! - not having knocked with a hand that could have, a little: many players wait for gin.

use crate::kernel::{least_after_discard, min_deadwood};
use crate::rollout::makes_meld;
use crate::{Gin, GinWorlds, State, View};
use facedown_cards::{Card, CardSet};
use facedown_game::{Hidden, ImpossibleView, Rng, Worlds, math};
use std::sync::Arc;

/// Parameters of the opponent model.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BeliefModel {
    /// A discard that leaves this many points more than the best is e times less likely.
    pub temperature: f32,
    /// Discount for each earlier discard, since cards came after it: 1 for none.
    pub memory: f32,
    /// Factor for having refused an upcard that melds.
    pub left: f32,
    /// Factor for having taken an upcard that does not meld.
    pub took: f32,
    /// Factor for not having knocked when it was possible.
    pub waited: f32,
    /// Number of sampled hands from which worlds are drawn.
    pub hands: usize,
}

impl Default for BeliefModel {
    fn default() -> Self {
        Self { temperature: 1.0, memory: 0.9, left: 0.05, took: 0.1, waited: 0.3, hands: 1024 }
    }
}

/// Worlds weighted by the likelihood of the opponent's actions.
#[derive(Clone, Debug)]
pub struct Belief {
    worlds: Arc<GinWorlds>,
    hands: Vec<CardSet>,
}

impl Belief {
    /// Samples hands by their weight given this view.
    pub fn new(
        gin: &Gin,
        view: &View,
        model: &BeliefModel,
        rng: &mut Rng,
    ) -> Result<Self, ImpossibleView> {
        Ok(Self::over(Arc::new(gin.worlds(view)?), model, rng))
    }

    /// Samples hands by their weight out of worlds that are already built.
    pub fn over(worlds: Arc<GinWorlds>, model: &BeliefModel, rng: &mut Rng) -> Self {
        let mut chain = Chain::new(Evidence::of(worlds.view(), model), &worlds, rng);
        chain.walk(BURN_IN, rng);
        let hands = (0..model.hands.max(1)).map(|_| {
            chain.walk(STRIDE, rng);
            chain.hand
        });
        let hands = hands.collect();
        Self { worlds, hands }
    }

    /// Returns the sampled hands, from which worlds are drawn uniformly.
    pub fn hands(&self) -> &[CardSet] {
        &self.hands
    }
}

impl Worlds<Gin> for Belief {
    fn sample(&self, rng: &mut Rng) -> (State, f32) {
        let hand = self.hands[rng.below(self.hands.len() as u32) as usize];
        (self.worlds.with_hand(hand, rng), 1.0)
    }
}

const BURN_IN: usize = 300;
const STRIDE: usize = 8;

/// Logarithms of the model's factors.
struct LogFactors {
    left: f32,
    took: f32,
    waited: f32,
}

/// The opponent's actions that are evidence about its hand.
struct Evidence {
    logs: LogFactors,
    discards: Vec<(Card, f32)>, // with their strength, latest first
    left: Vec<Card>,
    took: CardSet,
    limit: Option<u8>, // `None` before the first discard
}

impl Evidence {
    fn of(view: &View, model: &BeliefModel) -> Self {
        let (table, opponent) = (view.table(), view.opponent());
        let mut strength = 1.0 / model.temperature;
        let mut discards = Vec::new();
        for (_, turn) in table.turns().rev().filter(|(seat, _)| *seat == opponent) {
            discards.push((turn.card, strength));
            strength *= model.memory;
        }
        let limit = Some(table.limit()).filter(|_| !discards.is_empty());
        // An upcard that the opponent refused and the seat then took or buried is out of reach; it
        // shows that the hand lacked the cards around it.
        let left = table.refused(opponent).iter().collect();
        let logs = LogFactors {
            left: math::ln_f32(model.left),
            took: math::ln_f32(model.took),
            waited: math::ln_f32(model.waited),
        };
        Self { logs, discards, left, took: table.known(opponent), limit }
    }

    /// Returns the logarithm of a hand's weight.
    fn weigh(&self, hand: CardSet) -> f32 {
        let mut weight = 0.0;
        // What the discard left is the hand.
        let left = min_deadwood(hand);
        for (card, strength) in &self.discards {
            weight -= strength * f32::from(left - least_after_discard(hand.with(*card)));
        }
        let melding = self.left.iter().filter(|card| makes_meld(hand, **card)).count();
        weight += self.logs.left * melding as f32;
        let useless = self.took.iter().filter(|card| !makes_meld(hand, *card)).count();
        weight += self.logs.took * useless as f32;
        if self.limit.is_some_and(|limit| left <= limit) {
            weight += self.logs.waited;
        }
        weight
    }
}

/// A Metropolis chain over hands.
struct Chain {
    evidence: Evidence,
    hand: CardSet,
    weight: f32,
    hidden: Vec<Card>, // of the hand, the cards that are not known
    stock: Vec<Card>,
}

impl Chain {
    fn new(evidence: Evidence, worlds: &GinWorlds, rng: &mut Rng) -> Self {
        let (state, _) = worlds.sample(rng);
        let opponent = worlds.view().opponent();
        let hand = state.hand(opponent);
        let hidden = (hand - worlds.view().known()).iter().collect();
        let weight = evidence.weigh(hand);
        Self { evidence, hand, weight, hidden, stock: state.stock().collect() }
    }

    /// Proposes `steps` exchanges of a hidden card with one of the stock.
    fn walk(&mut self, steps: usize, rng: &mut Rng) {
        if self.hidden.is_empty() || self.stock.is_empty() {
            return;
        }
        for _ in 0..steps {
            let from = rng.below(self.hidden.len() as u32) as usize;
            let to = rng.below(self.stock.len() as u32) as usize;
            let hand = self.hand.without(self.hidden[from]).with(self.stock[to]);
            let weight = self.evidence.weigh(hand);
            if weight >= self.weight || rng.unit() < f64::from(math::exp_f32(weight - self.weight))
            {
                std::mem::swap(&mut self.hidden[from], &mut self.stock[to]);
                self.hand = hand;
                self.weight = weight;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rules;
    use crate::bots::Simple;
    use facedown_game::{ActionBuf, Game, Policy, Seat, Turn};

    /// Collects views of seat 0 in the middle of hands that `simple` plays against itself, with the
    /// opponent's actual hand.
    fn views(gin: &Gin, hands: u64) -> Vec<(View, CardSet)> {
        let mut views = Vec::new();
        for seed in 0..hands {
            let mut rng = Rng::new(seed);
            let mut state = gin.deal(&gin.first_setup(), &mut rng, &mut ());
            let mut bots = [Simple::default(), Simple::default()];
            let mut legal = crate::Legal::default();
            while let Turn::Act(seat) = gin.turn(&state) {
                let view = gin.view(&state, seat);
                if seat == Seat::new(0) && state.table().history().len() == 8 {
                    views.push((view, state.hand(Seat::new(1))));
                    break;
                }
                gin.legal_actions(&state, &mut legal);
                let bot = &mut bots[seat.index()];
                let action = bot.choose(gin, &view, legal.as_slice(), &mut rng);
                gin.apply(&mut state, action, &mut ());
            }
        }
        views
    }

    #[test]
    fn believed_worlds_have_the_view_they_came_from() {
        let gin = Gin::new(Rules::EAAI).unwrap();
        let mut rng = Rng::new(1);
        for (view, _) in views(&gin, 20) {
            let belief = Belief::new(&gin, &view, &BeliefModel::default(), &mut rng).unwrap();
            for _ in 0..20 {
                assert_eq!(gin.view(&belief.sample(&mut rng).0, view.seat()), view);
            }
        }
    }

    #[test]
    fn a_belief_is_nearer_to_the_opponents_hand_than_chance() {
        let gin = Gin::new(Rules::EAAI).unwrap();
        let mut rng = Rng::new(2);
        let (mut believed, mut uniform, mut believed_points, mut uniform_points) = (0, 0, 0, 0);
        let mut true_points = 0;
        for (view, truth) in views(&gin, 60) {
            let worlds = gin.worlds(&view).unwrap();
            let belief = Belief::new(&gin, &view, &BeliefModel::default(), &mut rng).unwrap();
            for _ in 0..50 {
                let (a, b) = (belief.sample(&mut rng).0, worlds.sample(&mut rng).0);
                let [a, b] = [a, b].map(|world| world.hand(view.opponent()));
                believed += (a & truth).len();
                uniform += (b & truth).len();
                believed_points += u32::from(min_deadwood(a));
                uniform_points += u32::from(min_deadwood(b));
                true_points += u32::from(min_deadwood(truth));
            }
        }
        assert!(believed * 10 > uniform * 11, "{believed} cards right, by chance {uniform}");
        let miss = |points: u32| points.abs_diff(true_points);
        assert!(miss(believed_points) * 2 < miss(uniform_points));
    }
}
