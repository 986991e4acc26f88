//! `greedy`: the exact kernel, one draw ahead.
//!
//! A discard is evaluated by the deadwood it leaves, by the expected improvement of the next draw
//! (*outs*), and by how likely the card is to complete a meld from cards that the opponent is known
//! or able to hold.

use crate::kernel::{deadwood_after_discards, least_after_discard, min_deadwood};
use crate::rollout::{self, cards, lay_down};
use crate::{Action, Gin, Phase, View};
use facedown_cards::{Card, CardSet, Suit};
use facedown_game::{Policy, Rng};

/// Weights of the terms of the evaluation, in points of deadwood.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GreedyWeights {
    /// Weight of a point of expected improvement by the next draw.
    pub outs: f32,
    /// Cost of a discard that certainly completes a meld of the opponent.
    pub feed: f32,
    /// How much better than the stock an upcard must be, since taking it informs the opponent.
    pub reveal: f32,
}

impl Default for GreedyWeights {
    fn default() -> Self {
        Self { outs: 1.25, feed: 3.0, reveal: 2.0 }
    }
}

/// Evaluates with the exact kernel, one draw ahead.
#[derive(Clone, Copy, Debug, Default)]
pub struct Greedy {
    weights: GreedyWeights,
}

impl Greedy {
    /// Builds a bot with other weights.
    pub const fn new(weights: GreedyWeights) -> Self {
        Self { weights }
    }

    /// Returns the deadwood of a hand of ten, less its weighted expected improvement by a draw.
    fn expected_deadwood(&self, hand: CardSet, unseen: CardSet) -> f32 {
        let now = f32::from(min_deadwood(hand));
        let next: u32 =
            unseen.iter().map(|card| u32::from(least_after_discard(hand.with(card)))).sum();
        let draws = unseen.len().max(1) as f32;
        now - self.weights.outs * (now - next as f32 / draws)
    }

    /// Evaluates discards: the cost of each in points of deadwood, lower being better.
    pub fn evaluate(&self, view: &View, choices: impl Iterator<Item = Card>) -> Vec<(Card, f32)> {
        let holds = HoldProbabilities::of(view);
        let (hand, unseen) = (view.hand(), view.unseen());
        let cost = |card: Card| {
            let feed = self.weights.feed * holds.completes(card);
            (card, self.expected_deadwood(hand.without(card), unseen) + feed)
        };
        choices.map(cost).collect()
    }

    fn takes(&self, view: &View, upcard: Card) -> bool {
        let after = deadwood_after_discards(view.hand().with(upcard));
        let unseen = view.unseen();
        let drawn: u32 =
            unseen.iter().map(|card| u32::from(least_after_discard(view.hand().with(card)))).sum();
        let stock = drawn as f32 / unseen.len().max(1) as f32;
        let least = view.hand().iter().map(|card| after[card.index()]).min();
        least.is_some_and(|least| f32::from(least) + self.weights.reveal < stock)
    }
}

impl Policy<Gin> for Greedy {
    fn choose(&mut self, _: &Gin, view: &View, legal: &[Action], rng: &mut Rng) -> Action {
        let table = view.table();
        let last = legal[legal.len() - 1];
        match table.phase() {
            Phase::FirstUpcard | Phase::Draw if legal.len() > 1 => {
                let wanted = table.upcard().is_some_and(|card| self.takes(view, card));
                if wanted { legal[0] } else { last }
            }
            Phase::Discard if !matches!(last, Action::Knock | Action::BigGin) => {
                let rated = self.evaluate(view, cards(legal));
                let best = rated.iter().min_by(|(_, a), (_, b)| a.total_cmp(b));
                best.map_or(last, |(card, _)| Action::Card(*card))
            }
            _ => lay_down(table, view.hand(), legal)
                .unwrap_or_else(|| rollout::choose(table, view.hand(), legal, rng)),
        }
    }
}

/// The probability that the opponent holds each card.
struct HoldProbabilities([f32; 52]);

impl HoldProbabilities {
    fn of(view: &View) -> Self {
        let (unseen, known) = (view.unseen(), view.known());
        let missing = view.table().count(view.opponent()).saturating_sub(known.len());
        let each = missing as f32 / unseen.len().max(1) as f32;
        Self(std::array::from_fn(|i| {
            let card = Card::new(i as u8);
            if known.contains(card) {
                1.0
            } else if unseen.contains(card) {
                each
            } else {
                0.0
            }
        }))
    }

    fn at(&self, rank: usize, suit: Suit) -> f32 {
        self.0[13 * suit.index() + rank]
    }

    /// Returns the approximate probability that the opponent melds this card with two of its own.
    fn completes(&self, card: Card) -> f32 {
        let (rank, suit) = (card.rank().index(), card.suit());
        let others = Suit::ALL.map(|s| if s == suit { 0.0 } else { self.at(rank, s) });
        let pairs: f32 = (0..4).flat_map(|a| (a + 1..4).map(move |b| others[a] * others[b])).sum();
        let near = |step: isize| {
            let place = rank as isize + step;
            if (0..13).contains(&place) { self.at(place as usize, suit) } else { 0.0 }
        };
        let runs = near(-2) * near(-1) + near(-1) * near(1) + near(1) * near(2);
        (pairs + runs).min(1.0)
    }
}
