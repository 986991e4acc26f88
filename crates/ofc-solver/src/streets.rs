//! Streets that are searched (1 to 3, with classic dealing 1 to 5): choices, deals, exact leaves,
//! estimates, bounds.

use crate::choices::{draw, each_choice};
use crate::{Estimator, OpponentModel, Position};
use facedown_cards::poker::Strength;
use facedown_cards::{PackCard, PackSet};
use facedown_game::Rng;
use facedown_ofc::endgame::{
    Draws, Endgame, Expectation, Partial, Sums, distinct_cards, distinct_draws, live_suits,
};
use facedown_ofc::{Middle, Row, Stakes};

/// Cards on a board of a classic hand from which the next card is solved exactly.
pub(crate) const CLASSIC_LEAF: usize = 10;

/// The cards of the largest pack.
const PACK: usize = 54;

/// A board after a placement, before more cards come.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct After {
    /// The board.
    pub board: Partial,
    /// The card discarded; none on street 1.
    pub discard: Option<PackCard>,
    /// The cards that may still come.
    pub unseen: PackSet,
}

/// Scratch memory of one thread.
#[derive(Default, Debug)]
pub struct StreetScratch {
    pub(crate) draws: Draws,
}

/// The searched streets of one position.
#[derive(Clone, Debug)]
pub struct Streets {
    opponent_model: OpponentModel,
    estimator: Estimator,
    stakes: Stakes,
}

impl Streets {
    /// Returns the streets against these opponents.
    pub fn new(opponent_model: OpponentModel, stakes: Stakes) -> Self {
        let endgame = opponent_model.endgame();
        let estimator = Estimator::new(endgame.scorer().rules(), stakes, endgame.opponents());
        Self { opponent_model, estimator, stakes }
    }

    /// Returns the same with the estimates of the bot `steady`, which the solver does not use: what is
    /// compared with the solver can rest on them.
    pub fn steady(opponent_model: OpponentModel, stakes: Stakes) -> Self {
        let endgame = opponent_model.endgame();
        let estimator = Estimator::steady(endgame.scorer().rules(), stakes, endgame.opponents());
        Self { opponent_model, estimator, stakes }
    }

    /// Returns the same with estimates for a seat with so many opponents, whatever boards are known.
    pub(crate) fn estimated_against(self, opponents: usize) -> Self {
        let rules = self.opponent_model.endgame().scorer().rules();
        let estimator = Estimator::new(rules, self.stakes, opponents);
        Self { estimator, ..self }
    }

    /// Returns the same with estimates that compare rows with the opponents' boards of the position.
    pub(crate) fn comparing(self, position: &Position) -> Self {
        Self { estimator: self.estimator.against(position), ..self }
    }

    /// Returns the number of opponents.
    pub fn opponents(&self) -> usize {
        self.opponent_model.endgame().opponents()
    }

    /// Returns every placement in a position.
    pub fn afters(position: &Position) -> Vec<After> {
        let unseen = position.unseen();
        let mut afters = Vec::with_capacity(232);
        each_choice(position.board(), position.deal(), |board, discard| {
            afters.push(After { board, discard, unseen });
        });
        afters
    }

    /// Deals the next three cards.
    pub fn deal(after: &After, rng: &mut Rng) -> [PackCard; 3] {
        let mut unseen = after.unseen;
        let cards = draw(&mut unseen, 3, rng);
        std::array::from_fn(|i| cards[i])
    }

    /// Deals the next three cards, none of which is a sampled discard of an opponent.
    pub fn next(&self, after: &After, rng: &mut Rng) -> [PackCard; 3] {
        let mut left = *after;
        if let Some(discards) = self.opponent_model.discards() {
            discards.draw(&mut left.unseen, rng);
        }
        Self::deal(&left, rng)
    }

    /// Returns deal `number` of a seed, and a generator for what comes after it. The cards are shuffled
    /// and dealt out by threes, so that every card comes equally often: the mean over all deals of a
    /// shuffle varies less than one over independent deals.
    pub fn numbered(&self, after: &After, seed: u64, number: u64) -> ([PackCard; 3], Rng) {
        let deals = after.unseen.len() as u64 / 3;
        if deals < 2 || self.opponent_model.discards().is_some() {
            let mut rng = Rng::stream(seed, number);
            return (self.next(after, &mut rng), rng);
        }
        let mut rng = Rng::stream(seed, number / deals);
        let mut cards = [PackCard::JOKERS[0]; PACK];
        let count = cards.iter_mut().zip(after.unseen.iter()).map(|(to, card)| *to = card).count();
        rng.shuffle(&mut cards[..count]);
        let place = number % deals;
        let deal = std::array::from_fn(|i| cards[3 * place as usize + i]);
        (deal, rng.fork(place))
    }

    /// Lists every placement of a deal.
    pub fn choices(after: &After, deal: [PackCard; 3], choices: &mut Vec<After>) {
        let unseen = after.unseen - deal.into_iter().collect();
        each_choice(&after.board, &deal, |board, discard| {
            choices.push(After { board, discard, unseen });
        });
    }

    /// Returns the expectation of the best placement of a deal on street 4; `None` on earlier
    /// streets.
    pub fn leaf(
        &self,
        scratch: &mut StreetScratch,
        after: &After,
        deal: [PackCard; 3],
    ) -> Option<Expectation> {
        if after.board.cards().len() != 9 {
            return None;
        }
        let draws = &mut scratch.draws;
        Some(self.against_compatible(after, &deal, |endgame| {
            endgame.street_4_sums(draws, &after.board, deal, after.unseen)
        }))
    }

    /// Returns the same as [`Streets::leaf`], computed on the threads of the current pool.
    pub fn leaf_parallel(&self, after: &After, deal: [PackCard; 3]) -> Option<Expectation> {
        if after.board.cards().len() != 9 {
            return None;
        }
        Some(self.against_compatible(after, &deal, |endgame| {
            endgame.street_4_sums_parallel(&after.board, deal, after.unseen)
        }))
    }

    /// Returns the expectation of the best row for a card of a classic hand, with up to two cards to
    /// come after it; `None` on earlier streets.
    pub fn classic_leaf(&self, after: &After, card: PackCard) -> Option<Expectation> {
        if after.board.cards().len() < CLASSIC_LEAF {
            return None;
        }
        Some(self.classic_expectation(after, card))
    }

    /// Returns the expectation of the best row for a card of a classic hand.
    pub(crate) fn classic_expectation(&self, after: &After, card: PackCard) -> Expectation {
        self.against_compatible(after, &[card], |endgame| {
            endgame.single_sums(&after.board, card, after.unseen)
        })
    }

    /// Values a deal against the opponents' boards that are compatible with it.
    fn against_compatible(
        &self,
        after: &After,
        deal: &[PackCard],
        mut sums: impl FnMut(&Endgame) -> Sums,
    ) -> Expectation {
        let mut value = |endgame: &Endgame| sums(endgame).expectation(endgame.opponents());
        let model = &self.opponent_model;
        let compatible = model.compatible(after.unseen - deal.iter().copied().collect());
        if compatible.1 == 0 {
            return value(model.endgame());
        }
        value(&model.endgame_against(&compatible))
    }

    /// Deals the next card of a classic hand.
    pub fn next_single(after: &After, rng: &mut Rng) -> PackCard {
        let mut unseen = after.unseen;
        draw(&mut unseen, 1, rng).first().copied().unwrap_or(PackCard::JOKERS[0])
    }

    /// Lists every row for a card of a classic hand.
    pub fn single_choices(after: &After, card: PackCard, choices: &mut Vec<After>) {
        let unseen = after.unseen - PackSet::EMPTY.with(card);
        each_choice(&after.board, &[card], |board, discard| {
            choices.push(After { board, discard, unseen });
        });
    }

    /// Returns the placement of a deal with the best estimate, and what is estimated after it.
    pub fn best(&self, after: &After, deal: [PackCard; 3]) -> Option<(After, Expectation)> {
        let unseen = after.unseen - deal.into_iter().collect();
        let best = self.estimator.best(&after.board, &deal, unseen);
        best.map(|(board, discard, expectation)| (After { board, discard, unseen }, expectation))
    }

    /// Estimates the value of a board.
    pub fn estimate(&self, after: &After) -> f64 {
        self.estimator.value(&after.board, after.unseen)
    }

    /// Returns an upper bound of a placement: maximum royalties for each open row, and all opponents
    /// scooped.
    pub fn upper_bound(&self, after: &After) -> f64 {
        let endgame = self.opponent_model.endgame();
        let rules = endgame.scorer().rules();
        let royalties = &rules.royalties;
        let most = [
            royalties.top.threes[12],
            match rules.middle {
                Middle::High => royalties.middle.royal_flush,
                Middle::DeuceToSeven => royalties.low.wheel,
            },
            royalties.bottom.royal_flush,
        ];
        let mut points = 0.0;
        for (row, most) in Row::ALL.into_iter().zip(most) {
            let full = after.board.room(row) == 0 && after.board.row(row).jokers() == 0;
            let known = full.then(|| endgame.scorer().row_royalties(row, after.board.row(row)));
            points += f64::from(known.flatten().unwrap_or(most));
        }
        let entry = self.stakes.entry.into_iter().fold(0.0, f64::max);
        let opponents = endgame.opponents();
        let rows = f64::from(rules.row) * 3.0 + f64::from(rules.scoop);
        points * opponents.max(1) as f64 + rows * opponents as f64 + entry
    }

    /// Returns the transposition key of a street-4 decision, equal for positions that are isomorphic by
    /// suits.
    ///
    /// It hashes the ranks of rows, the suits in which open rows can still become flushes in the order
    /// of the rows, the deal and the unseen cards by these suits, and the compatible samples of
    /// opponents' boards.
    pub fn key(&self, after: &After, deal: &[PackCard]) -> u64 {
        let board = &after.board;
        let live = live_suits(board);
        let mut order = [4_u8; 4];
        let mut named = 0;
        // Live suits are numbered in the order of the rows in which they occur.
        for row in [Row::Middle, Row::Bottom] {
            for card in board.row(row).cards() {
                let suit = card.suit().index();
                if live >> suit & 1 == 1 && order[suit] == 4 {
                    order[suit] = named;
                    named += 1;
                }
            }
        }
        for (suit, name) in order.iter_mut().enumerate() {
            if live >> suit & 1 == 1 && *name == 4 {
                *name = named;
                named += 1;
            }
        }
        let mut hash = Hash::default();
        for row in Row::ALL {
            hash.cards(board.row(row), order, row != Row::Top && board.room(row) > 0);
        }
        // Complete rows of five keep their strength, flushes included.
        for row in [Row::Middle, Row::Bottom].into_iter().filter(|row| board.room(*row) == 0) {
            let strength = Strength::of(board.row(row));
            hash.add(strength.map_or(0, |strength| u64::from(strength.number())));
        }
        hash.cards(deal.iter().copied().collect(), order, true);
        hash.cards(after.unseen, order, true);
        if self.opponent_model.is_modelled() {
            let left = after.unseen - deal.iter().copied().collect();
            let (list, count) = self.opponent_model.compatible(left);
            list[..count].iter().for_each(|sample| hash.add(u64::from(*sample) + 1));
        }
        hash.0
    }

    /// Returns the approximate number of boards that `cards` more cards of a classic hand lead to, times
    /// the pairs of cards that may come then, up to isomorphism.
    pub(crate) fn classic_pairs(after: &After, cards: i32) -> f64 {
        let classes = distinct_cards(&after.board, after.unseen) as f64;
        let open = Row::ALL.into_iter().filter(|row| after.board.room(*row) > 0).count();
        // Cards in any order lead to the same boards.
        let orders: f64 = (1..=cards).map(f64::from).product();
        (classes * open as f64).powi(cards) / orders * classes * classes
    }

    /// Returns the number of deals of street 4 up to isomorphism.
    pub fn distinct_deals(after: &After) -> usize {
        distinct_draws(&after.board, after.unseen)
    }
}

/// A running hash.
#[derive(Default)]
struct Hash(u64);

impl Hash {
    fn add(&mut self, word: u64) {
        let mixed = (self.0 ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 = (mixed ^ mixed >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9) ^ mixed >> 32;
    }

    /// Adds cards by rank, and by suit where it matters.
    fn cards(&mut self, cards: PackSet, order: [u8; 4], suits: bool) {
        let mut plain = [0_u64; 2];
        let mut named = [0_u64; 4];
        for card in cards.cards() {
            let (rank, name) = (card.rank().index(), order[card.suit().index()]);
            if suits && name < 4 {
                named[usize::from(name)] |= 1 << rank;
            } else {
                plain[0] += 1 << (4 * rank);
            }
        }
        plain[1] = cards.jokers() as u64;
        for word in
            plain.into_iter().chain([named[0] | named[1] << 16 | named[2] << 32 | named[3] << 48])
        {
            self.add(word);
        }
    }
}
