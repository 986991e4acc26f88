//! Values of placements on streets 1 and 2 by deep sampling, without the solver's search and without
//! its evaluator. All placements share common random numbers.
//!
//! Placements are screened first: the deals of the streets up to the fourth are drawn, the streets
//! between are played by the networks of `steady`, street 4 is exact. Then the serious ones are valued
//! anew: on the streets between, the six placements that `steady` likes best are compared by sampled
//! deals with exact street-4 values, by sequential halving, and the best one is played; the value is the
//! mean over fresh deals of street 4.

use super::file::{Known, code};
use facedown_cards::PackCard;
use facedown_game::Rng;
use facedown_game::stats::SampleMean;
use facedown_ofc::Stakes;
use facedown_ofc::endgame::EndgameError;
use facedown_ofc_solver::{After, OpponentModel, Position, StreetScratch, Streets};
use std::collections::BTreeMap;

/// A placement that is further behind than this in the screening is not serious.
const SERIOUS: f64 = 1.5;
/// The minimum number of serious placements.
const LEAST: usize = 3;
/// The target standard error of the difference of the best two.
pub(crate) const ERROR: f64 = 0.1;
/// The maximum number of samples of a placement.
pub(crate) const MOST: usize = 1600;
/// The minimum number of samples between two comparisons.
const STEP: usize = 100;
/// Placements that are compared on a street between, and with how many samples each: sequential
/// halving.
const HALVING: [(usize, u64); 3] = [(6, 4), (3, 8), (2, 16)];
/// Deals of street 4 that a value is the mean of.
const LEAVES: u64 = 4;

/// Values placements of one position.
pub(crate) struct Reference {
    streets: Streets,
    unseen: Vec<PackCard>,
    /// Cards of all deals up to street 4.
    cards: usize,
    seed: u64,
    scratch: StreetScratch,
    /// Whether the streets between are searched, not just estimated.
    deep: bool,
}

/// A placement with its values by sample.
pub(crate) struct Candidate {
    pub(crate) code: String,
    after: After,
    values: Vec<f64>,
}

impl Candidate {
    pub(crate) fn mean(&self) -> f64 {
        self.values.iter().sum::<f64>() / self.values.len().max(1) as f64
    }

    /// Returns the gap to another one over common samples, and its standard error.
    pub(crate) fn behind(&self, best: &Self) -> (f64, f64) {
        let both = best.values.iter().zip(&self.values).map(|(a, b)| a - b);
        let gap = SampleMean::of(both);
        (gap.mean, gap.error.unwrap_or(0.0))
    }
}

impl Reference {
    /// Returns a reference whose values are deep from the start.
    pub(crate) fn deep(
        position: &Position,
        stakes: Stakes,
        seed: u64,
    ) -> Result<Self, EndgameError> {
        Ok(Self { deep: true, ..Self::new(position, stakes, seed)? })
    }

    /// Prepares a position without incomplete boards of opponents.
    pub(crate) fn new(
        position: &Position,
        stakes: Stakes,
        seed: u64,
    ) -> Result<Self, EndgameError> {
        let streets = Streets::steady(OpponentModel::new(position, stakes, 0)?, stakes);
        let cards = 3 * (4 - usize::from(position.street()));
        let unseen = position.unseen().iter().collect();
        let scratch = StreetScratch::default();
        Ok(Self { streets, unseen, cards, seed, scratch, deep: false })
    }

    /// Returns all placements of the position.
    pub(crate) fn candidates(position: &Position) -> Vec<Candidate> {
        let afters = Streets::afters(position);
        let candidate = |after: After| Candidate {
            code: code(position.deal(), &after.board),
            after,
            values: Vec::new(),
        };
        afters.into_iter().map(candidate).collect()
    }

    /// Extends the samples of a placement to `iterations`.
    pub(crate) fn extend(&mut self, candidate: &mut Candidate, iterations: usize) {
        for number in candidate.values.len()..iterations {
            let cards = self.cards_of(number as u64);
            let value = if self.deep {
                self.deep_value(candidate.after, &cards, number as u64)
            } else {
                self.value(candidate.after, &cards)
            };
            candidate.values.push(value);
        }
    }

    /// Returns the cards of a sample, in the order of dealing.
    fn cards_of(&self, number: u64) -> Vec<PackCard> {
        let mut rng = Rng::stream(self.seed, number);
        let mut unseen = self.unseen.clone();
        for i in 0..self.cards {
            let other = i + rng.below((unseen.len() - i) as u32) as usize;
            unseen.swap(i, other);
        }
        unseen.truncate(self.cards);
        unseen
    }

    /// Returns the value of a placement if these cards come, by the networks of `steady`.
    fn value(&mut self, mut after: After, cards: &[PackCard]) -> f64 {
        for deal in cards.chunks_exact(3) {
            let deal = [deal[0], deal[1], deal[2]];
            if let Some(leaf) = self.streets.leaf(&mut self.scratch, &after, deal) {
                return leaf.value;
            }
            after = self.streets.best(&after, deal).map_or(after, |(best, _)| best);
        }
        unreachable!("the deals reach street 4")
    }

    /// Returns the value of a placement if these cards come before street 4, the streets between
    /// searched.
    fn deep_value(&mut self, mut after: After, cards: &[PackCard], number: u64) -> f64 {
        for (street, deal) in cards[..self.cards - 3].chunks_exact(3).enumerate() {
            let seed = Rng::stream(self.seed ^ (street as u64 + 1), number).next_u64();
            after = self.searched(&after, [deal[0], deal[1], deal[2]], seed);
        }
        let seed = Rng::stream(!self.seed, number).next_u64();
        (0..LEAVES).map(|i| self.sampled(after, &mut Rng::stream(seed, i))).sum::<f64>()
            / LEAVES as f64
    }

    /// Returns the best placement of a deal by sampled deals.
    fn searched(&mut self, after: &After, deal: [PackCard; 3], seed: u64) -> After {
        let mut choices = Vec::with_capacity(27);
        Streets::choices(after, deal, &mut choices);
        let valued = choices.iter().map(|choice| (self.streets.estimate(choice), *choice));
        let mut ranked: Vec<(f64, After)> = valued.collect();
        ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
        let mut from = 0;
        for (keep, samples) in HALVING {
            ranked.truncate(keep);
            for (value, choice) in &mut ranked {
                // The estimate counts no longer, the samples of earlier rounds do.
                let sum = if from == 0 { 0.0 } else { *value };
                *value = (from..from + samples)
                    .fold(sum, |sum, i| sum + self.sampled(*choice, &mut Rng::stream(seed, i)));
            }
            ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
            from += samples;
        }
        ranked.first().map_or(*after, |(_, choice)| *choice)
    }

    /// Returns the value of a placement in a random deal, the streets between played by the networks of
    /// `steady`.
    fn sampled(&mut self, after: After, rng: &mut Rng) -> f64 {
        let streets = if after.board.cards().len() == 7 { 2 } else { 1 };
        let mut unseen: Vec<PackCard> = after.unseen.iter().collect();
        for i in 0..3 * streets {
            let other = i + rng.below((unseen.len() - i) as u32) as usize;
            unseen.swap(i, other);
        }
        self.value(after, &unseen[..3 * streets])
    }

    /// Values all serious placements until the best two are separated; returns them and the mean over
    /// all placements.
    pub(crate) fn measure(&mut self, position: &Position) -> (BTreeMap<String, Known>, f64) {
        let mut all = Self::candidates(position);
        for candidate in &mut all {
            self.extend(candidate, 64);
        }
        let random = all.iter().map(Candidate::mean).sum::<f64>() / all.len() as f64;
        screen(&mut all, 3.0);
        for candidate in &mut all {
            self.extend(candidate, 512);
        }
        screen(&mut all, 0.0);
        self.deep = true;
        for candidate in &mut all {
            candidate.values.clear();
            self.extend(candidate, STEP);
        }
        while self.separate(&mut all) {}
        let best = &all[0];
        let value = |candidate: &Candidate| {
            let (behind, error) = candidate.behind(best);
            let tries = candidate.values.len() as u64;
            Known { value: best.mean() - behind, behind, error, tries }
        };
        (all.iter().map(|c| (c.code.clone(), value(c))).collect(), random)
    }

    /// Extends the samples of the best two, and of all that may be one of them; returns whether that
    /// was needed.
    fn separate(&mut self, all: &mut [Candidate]) -> bool {
        sort(all);
        let second = all[1].behind(&all[0]);
        let open = |candidate: &Candidate| {
            let (behind, error) = candidate.behind(&all[0]);
            error > ERROR && behind - 3.0 * error < second.0
        };
        let mut again: Vec<usize> = (1..all.len()).filter(|i| open(&all[*i])).collect();
        again.retain(|i| all[*i].values.len() < MOST);
        if again.is_empty() {
            return false;
        }
        let most = again.iter().map(|i| all[*i].values.len()).max().unwrap_or(0);
        // The best one has all samples that any other has.
        let most = most.max(all[0].values.len());
        let iterations = (most + STEP.max(most / 2)).min(MOST);
        for i in again.into_iter().chain([0]) {
            let candidate = &mut all[i];
            self.extend(candidate, iterations);
        }
        true
    }
}

/// Sorts placements, the best first, by the samples shared with the one that has most.
fn sort(all: &mut [Candidate]) {
    let most = |a: &&Candidate, b: &&Candidate| {
        a.values.len().cmp(&b.values.len()).then(a.mean().total_cmp(&b.mean()))
    };
    let Some(pivot) = all.iter().max_by(most) else { return };
    let behind: BTreeMap<String, f64> =
        all.iter().map(|c| (c.code.clone(), c.behind(pivot).0)).collect();
    all.sort_by(|a, b| behind[&a.code].total_cmp(&behind[&b.code]));
}

/// Drops placements whose gap exceeds that of serious ones by this many standard errors.
fn screen(all: &mut Vec<Candidate>, errors: f64) {
    sort(all);
    let best = &all[0];
    let serious = |candidate: &Candidate| {
        let (behind, error) = candidate.behind(best);
        behind - errors * error <= SERIOUS
    };
    let kept: Vec<bool> = all.iter().enumerate().map(|(i, c)| i < LEAST || serious(c)).collect();
    let mut kept = kept.into_iter();
    all.retain(|_| kept.next().unwrap_or(false));
}
