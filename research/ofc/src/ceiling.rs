//! An upper bound of the value of the best play alone.
//!
//! Whoever knew the cards to come would play better than any player can. *Information relaxation*
//! (Brown, Smith and Sun, 2010) lets him know them and charges for it: with any values V of boards, let
//! W(b, d) be the greatest V after a placement of the deal d on the board b. On every street he pays by
//! how much W(b, d) exceeds its mean over all deals that might have come. A player who does not know
//! the cards pays nothing on average, so that the mean over deals of the greatest payoff is at least
//! the value of the best play, whatever V is, and near it where V is nearly right. Means over sampled
//! deals do as well, as their errors are zero on average too: they make the greatest payoff larger.
//!
//! Here V is an [`Estimator`] after streets 1 to 3 and exact after street 4. Then the cards of streets
//! 4 and 5 cancel out, and what is left is the greatest value over the placements of three streets of
//!
//! > ∑ (V(b) − W(board before, deal)) + ∑ (mean of W(b, ·) − V(b))
//!
//! plus the mean of W over openings, where the last mean, that of street 4, is exact. The first sum is
//! never positive. At a table cards of others are shown between the streets; they are part of what a mean
//! is taken over. Boards that lose more by it than the second can give back are not looked at:
//! [`CeilingConfig::caps`].

use facedown_cards::{PackCard, PackSet};
use facedown_game::Rng;
use facedown_ofc::endgame::{Draws, Endgame, EndgameError, Partial};
use facedown_ofc::{Rules, Stakes};
use facedown_ofc_solver::Estimator;

/// Shuffles of the unseen cards whose deals a board after street 3 is valued by, more and more while it
/// may be the best one, before its exact value is computed.
const SHUFFLES: [usize; 3] = [8, 20, 64];
/// The number of standard errors by which a board is behind that is not valued exactly. The best one
/// is dropped in about one of 400 deals, which lowers the bound by less than a thousandth of a point.
const ERRORS: f64 = 4.0;

/// Parameters of an upper bound.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CeilingConfig {
    /// The number of deals of streets 2 and 3 that a mean is taken over, at least; all deals if there
    /// are no more.
    pub samples: [usize; 2],
    /// How much the second sum is assumed to give back at most from the placement of streets 1, 2 and
    /// 3 on.
    pub caps: [f64; 3],
    /// Random seed of the samples.
    pub seed: u64,
}

impl Default for CeilingConfig {
    fn default() -> Self {
        Self { samples: [960, 448], caps: [2.5; 3], seed: 0 }
    }
}

/// The greatest payoff of one deal, less the mean of W at its start.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct DealCeiling {
    /// The greatest payoff over all placements.
    pub most: f64,
    /// The payoff of the estimator's own placements: its mean is their value.
    pub own: f64,
    /// The number of boards after each street, the first ones of the three if fewer are played, whose
    /// next street was looked at; of those after street 3 at first by samples.
    pub boards: [u32; 3],
    /// The number of boards after street 3 that were valued exactly.
    pub exact: u32,
    /// The largest difference between the mean of a next street and V, by street.
    pub largest: [f64; 3],
}

/// Computes upper bounds under given rules and stakes.
#[derive(Clone, Debug)]
pub struct Ceiling {
    endgame: Endgame,
    estimator: Estimator,
    config: CeilingConfig,
}

impl Ceiling {
    /// Returns the bound with the values of this estimator, which is for a seat without opponents.
    pub fn new(
        rules: &Rules,
        stakes: Stakes,
        estimator: Estimator,
        config: CeilingConfig,
    ) -> Result<Self, EndgameError> {
        Ok(Self { endgame: Endgame::new(rules, stakes)?, estimator, config })
    }

    /// Returns W of a deal: the greatest value after a placement. `unseen` are the cards that may come
    /// after it.
    pub fn greatest(&self, board: &Partial, deal: &[PackCard], unseen: PackSet) -> f64 {
        let mut most = f64::NEG_INFINITY;
        self.estimator.each_choice(board, deal, unseen, |_, _, value| most = most.max(value));
        most
    }

    /// Returns the greatest payoff if these deals come on a board, the last one that of street 3. The
    /// cards that may come before them are `unseen`. With the mean of W of the first deal it is an
    /// upper bound of the value of the board, on average over deals.
    pub fn deal(
        &self,
        board: &Partial,
        unseen: PackSet,
        deals: &[&[PackCard]],
        number: u64,
    ) -> DealCeiling {
        self.deal_at_table(board, unseen, &[], deals, number)
    }

    /// Returns the same for a player to whom cards are shown that will not come: before each deal those of
    /// the same index, if there are any. They are part of `unseen`.
    pub fn deal_at_table(
        &self,
        board: &Partial,
        unseen: PackSet,
        shown: &[&[PackCard]],
        deals: &[&[PackCard]],
        number: u64,
    ) -> DealCeiling {
        let mut search = Search::new(self, unseen, shown, deals, number);
        search.own = search.payoff(board, None);
        search.most = search.own;
        search.explore(0, board, 0.0);
        search.value_leaves();
        let Search { most, own, boards, exact, largest, .. } = search;
        DealCeiling { most, own, boards, exact, largest }
    }

    /// Returns the payoff of a play that went through these boards. Its mean over deals is the value
    /// of that play, less the mean of W of the first deal, if the play does not depend on the samples.
    pub fn payoff(
        &self,
        board: &Partial,
        unseen: PackSet,
        deals: &[&[PackCard]],
        played: &[Partial],
        number: u64,
    ) -> f64 {
        Search::new(self, unseen, &[], deals, number).payoff(board, Some(played))
    }
}

/// A board after street 3.
struct Leaf {
    board: Partial,
    /// The payoff without the value of the board, and with what the estimator says.
    base: f64,
    estimate: f64,
}

/// The best board after street 3 so far.
struct Best {
    base: f64,
    /// The means over shuffles.
    means: Vec<f64>,
}

/// A deal, and the cards that may come after it: neither dealt nor shown.
struct Next {
    deal: [PackCard; 3],
    left: PackSet,
}

/// The placements of one deal.
struct Search<'a> {
    ceiling: &'a Ceiling,
    deals: &'a [&'a [PackCard]],
    /// The cards that may come after each deal.
    left: Vec<PackSet>,
    /// What may come after each deal but the last, the same for all boards.
    next: Vec<Vec<Next>>,
    /// Shuffles of the cards that may come after the last deal.
    shuffles: Vec<Vec<[PackCard; 3]>>,
    draws: Draws,
    leaves: Vec<Leaf>,
    best: Option<Best>,
    most: f64,
    own: f64,
    boards: [u32; 3],
    exact: u32,
    largest: [f64; 3],
}

impl<'a> Search<'a> {
    fn new(
        ceiling: &'a Ceiling,
        unseen: PackSet,
        shown: &[&[PackCard]],
        deals: &'a [&'a [PackCard]],
        number: u64,
    ) -> Self {
        let mut rng = Rng::stream(ceiling.config.seed, number);
        let shown_before = |level: usize| shown.get(level).copied().unwrap_or_default();
        let mut rest = unseen;
        let left: Vec<PackSet> = deals
            .iter()
            .enumerate()
            .map(|(level, deal)| {
                let gone = deal.iter().chain(shown_before(level)).copied().collect();
                rest -= gone;
                rest
            })
            .collect();
        let before_last = &left[..left.len().saturating_sub(1)];
        let samples = &ceiling.config.samples[2 - before_last.len().min(2)..];
        let next = before_last.iter().zip(samples).enumerate().map(|(level, (left, samples))| {
            samples_of(*left, shown_before(level + 1).len(), *samples, &mut rng)
        });
        let next = next.collect();
        let shuffles = (0..SHUFFLES[2]).map(|_| shuffled(rest, &mut rng)).collect();
        Self {
            ceiling,
            deals,
            left,
            next,
            shuffles,
            draws: Draws::default(),
            leaves: Vec::new(),
            best: None,
            most: f64::NEG_INFINITY,
            own: f64::NEG_INFINITY,
            boards: [0; 3],
            exact: 0,
            largest: [f64::NEG_INFINITY; 3],
        }
    }

    fn is_last(&self, level: usize) -> bool {
        level + 1 == self.deals.len()
    }

    /// Returns the boards after a deal with their estimates, the best first; of equals the first.
    fn choices(&self, level: usize, board: &Partial) -> Vec<(f64, Partial)> {
        let mut all = Vec::with_capacity(256);
        let (deal, left) = (self.deals[level], self.left[level]);
        let visit = |board, _, value| all.push((value, board));
        self.ceiling.estimator.each_choice(board, deal, left, visit);
        all.sort_by(|a: &(f64, _), b| b.0.total_cmp(&a.0));
        all
    }

    /// Returns the mean of W over the deals of the next street.
    fn mean_next(&self, level: usize, board: &Partial) -> f64 {
        let next = &self.next[level];
        let greatest = |next: &Next| self.ceiling.greatest(board, &next.deal, next.left);
        next.iter().map(greatest).sum::<f64>() / next.len() as f64
    }

    /// Returns the exact value of a board after street 3.
    fn exact(&mut self, board: &Partial) -> f64 {
        let left = self.left[self.left.len() - 1];
        let endgame = &self.ceiling.endgame;
        endgame.value_before_street_4(&mut self.draws, board, left).unwrap_or(f64::NEG_INFINITY)
    }

    /// Extends the means of a board after street 3 over shuffles to so many.
    fn extend(&mut self, board: &Partial, means: &mut Vec<f64>, shuffles: usize) {
        let left = self.left[self.left.len() - 1];
        let endgame = &self.ceiling.endgame;
        for shuffle in &self.shuffles[means.len()..shuffles] {
            let value = |deal: &[PackCard; 3]| {
                let left = left - deal.iter().copied().collect();
                endgame.value_on_street_4(&mut self.draws, board, deal, left)
            };
            means.push(shuffle.iter().map(value).sum::<f64>() / shuffle.len() as f64);
        }
    }

    /// Returns the payoff of a play, or of the estimator's.
    fn payoff(&mut self, board: &Partial, played: Option<&[Partial]>) -> f64 {
        let (mut board, mut sum) = (*board, 0.0);
        for level in 0..self.deals.len() {
            let choices = self.choices(level, &board);
            let Some((top, best)) = choices.first().copied() else { return f64::NEG_INFINITY };
            board = played.map_or(best, |played| played[level]);
            let mean = if self.is_last(level) {
                self.exact(&board)
            } else {
                self.mean_next(level, &board)
            };
            sum += mean - top;
        }
        sum
    }

    /// Collects the boards after street 3 that may be the best.
    fn explore(&mut self, level: usize, board: &Partial, base: f64) {
        let choices = self.choices(level, board);
        let Some((top, _)) = choices.first().copied() else { return };
        let cap = self.ceiling.config.caps[level + 3 - self.deals.len()];
        for (value, board) in choices {
            if base + value - top + cap < self.most {
                return;
            }
            let base = base - top;
            if self.is_last(level) {
                self.leaves.push(Leaf { board, base, estimate: value });
                continue;
            }
            let mean = self.mean_next(level, &board);
            self.boards[level] += 1;
            self.largest[level] = self.largest[level].max(mean - value);
            self.explore(level + 1, &board, base + mean);
        }
    }

    /// Finds the best board after street 3.
    fn value_leaves(&mut self) {
        let mut leaves = std::mem::take(&mut self.leaves);
        leaves.sort_by(|a, b| (b.base + b.estimate).total_cmp(&(a.base + a.estimate)));
        let cap = self.ceiling.config.caps[2];
        let level = self.deals.len() - 1;
        for leaf in leaves {
            if leaf.base + leaf.estimate + cap < self.most {
                return;
            }
            self.boards[level] += 1;
            let mut means = Vec::with_capacity(SHUFFLES[2]);
            if self.is_behind(&leaf, &mut means) {
                continue;
            }
            let value = self.exact(&leaf.board);
            self.exact += 1;
            self.largest[level] = self.largest[level].max(value - leaf.estimate);
            if self.best.is_none() || leaf.base + value > self.most {
                self.extend(&leaf.board, &mut means, SHUFFLES[2]);
                self.best = Some(Best { base: leaf.base, means });
                self.most = self.most.max(leaf.base + value);
            }
        }
    }

    /// Returns whether a board is behind the best one by many standard errors.
    fn is_behind(&mut self, leaf: &Leaf, means: &mut Vec<f64>) -> bool {
        for shuffles in SHUFFLES {
            self.extend(&leaf.board, means, shuffles);
            let Some(best) = &self.best else { return false };
            let gains = means.iter().zip(&best.means).map(|(a, b)| leaf.base + a - best.base - b);
            let n = gains.len() as f64;
            let mean = gains.clone().sum::<f64>() / n;
            let squares: f64 = gains.map(|gain| (gain - mean).powi(2)).sum();
            if mean + ERRORS * (squares / (n - 1.0) / n).sqrt() < 0.0 {
                return true;
            }
        }
        false
    }
}

/// Returns deals of three of these cards after so many are shown: all of them if none is, or a number of
/// shuffles dealt out, in which every card comes equally often.
fn samples_of(cards: PackSet, shown: usize, samples: usize, rng: &mut Rng) -> Vec<Next> {
    let all: Vec<PackCard> = cards.iter().collect();
    let n = all.len();
    let next = |gone: &[PackCard]| {
        let left = cards - gone.iter().copied().collect();
        Next { deal: [gone[0], gone[1], gone[2]], left }
    };
    let mut deals = Vec::new();
    if n < 3 + shown {
        return deals;
    }
    if shown == 0 && n * (n - 1) * (n - 2) / 6 <= samples {
        for c in 2..n {
            for b in 1..c {
                deals.extend((0..b).map(|a| next(&[all[a], all[b], all[c]])));
            }
        }
        return deals;
    }
    while deals.len() < samples {
        let mut cards = all.clone();
        rng.shuffle(&mut cards);
        deals.extend(cards.chunks_exact(3 + shown).map(next));
    }
    deals
}

/// Returns these cards, shuffled and dealt out by threes.
fn shuffled(cards: PackSet, rng: &mut Rng) -> Vec<[PackCard; 3]> {
    let mut cards: Vec<PackCard> = cards.iter().collect();
    rng.shuffle(&mut cards);
    cards.chunks_exact(3).map(|deal| [deal[0], deal[1], deal[2]]).collect()
}
