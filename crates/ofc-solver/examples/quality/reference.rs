//! Values of placements on streets 1 and 2 by plain sampling: the deals of the streets up to the
//! fourth are drawn, the streets between are played by the evaluator, street 4 is exact. Nothing of
//! the solver's search is used. All placements share common random numbers.

use super::file::{Known, code};
use facedown_cards::PackCard;
use facedown_game::Rng;
use facedown_ofc::Stakes;
use facedown_ofc::endgame::EndgameError;
use facedown_ofc_solver::{After, OpponentModel, Position, StreetScratch, Streets};
use std::collections::BTreeMap;

/// A placement that is further behind than this in the screening is not serious.
const SERIOUS: f64 = 1.5;
/// The minimum number of serious placements.
const LEAST: usize = 3;
/// The target standard error of the difference of the best two.
pub(crate) const ERROR: f64 = 0.03;
/// The maximum number of samples of a placement.
const MOST: usize = 400_000;
/// The minimum number of samples between two comparisons.
const STEP: usize = 1024;

/// Values placements of one position.
pub(crate) struct Reference {
    streets: Streets,
    unseen: Vec<PackCard>,
    /// Cards of all deals up to street 4.
    cards: usize,
    seed: u64,
    scratch: StreetScratch,
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
        let n = both.len().max(2) as f64;
        let mean = both.clone().sum::<f64>() / n;
        let squares: f64 = both.map(|x| (x - mean).powi(2)).sum();
        (mean, (squares / (n - 1.0) / n).sqrt())
    }
}

impl Reference {
    /// Prepares a position without incomplete boards of opponents.
    pub(crate) fn new(
        position: &Position,
        stakes: Stakes,
        seed: u64,
    ) -> Result<Self, EndgameError> {
        let streets = Streets::new(OpponentModel::new(position, stakes, 0)?, stakes);
        let cards = 3 * (4 - usize::from(position.street()));
        let unseen = position.unseen().iter().collect();
        Ok(Self { streets, unseen, cards, seed, scratch: StreetScratch::default() })
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
            candidate.values.push(self.value(candidate.after, &cards));
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

    /// Returns the value of a placement if these cards come.
    fn value(&mut self, mut after: After, cards: &[PackCard]) -> f64 {
        let mut choices = Vec::with_capacity(27);
        for deal in cards.chunks_exact(3) {
            let deal = [deal[0], deal[1], deal[2]];
            if let Some(leaf) = self.streets.leaf(&mut self.scratch, &after, deal) {
                return leaf.value;
            }
            choices.clear();
            Streets::choices(&after, deal, &mut choices);
            let estimates = choices.iter().map(|choice| (self.streets.estimate(choice), choice));
            let best = estimates.max_by(|a, b| a.0.total_cmp(&b.0));
            after = best.map_or(after, |(_, choice)| *choice);
        }
        unreachable!("the deals reach street 4")
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
        let iterations = (most + STEP.max(most / 4)).min(MOST);
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
