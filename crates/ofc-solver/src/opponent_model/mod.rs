//! Opponents: complete boards, and sampled completions of incomplete ones.
//!
//! Incomplete boards of all opponents are completed together by random deals, so that no card is dealt
//! twice. When a card comes to the seat itself, the samples in which an opponent was dealt that card
//! become impossible, and values are taken over the remaining ones.

mod discards;
mod sampling;
mod style;
mod styled;

pub use discards::Discards;
pub(crate) use sampling::SoloPlayer;
pub use sampling::{ModelConfig, OpponentSampling};
pub use style::{SeenBoard, SeenError, Style, StyleModel, StyleOdds};

use crate::choices::each_choice;
use crate::{Position, parallel};
use facedown_cards::{PackCard, PackSet};
use facedown_ofc::endgame::{
    BOARDS, Completions, Endgame, EndgameError, Expectation, Partial, Placement, Sums,
    each_placement,
};
use facedown_ofc::{Board, Rows, Stakes};

/// The maximum number of compatible samples that values are taken over in a search.
const AT_ONCE: usize = 16;
/// With fewer unseen cards most samples are incompatible with a draw.
const FEW_CARDS: usize = 20;

/// The opponents of a position, and the endgame that values boards against them.
#[derive(Clone, Debug)]
pub struct OpponentModel {
    /// Without opponents.
    alone: Endgame,
    /// Against the first samples, before more cards come.
    against: Endgame,
    samples: Vec<Sample>,
    /// Whether samples are filtered by the cards that come.
    filters: bool,
    /// The cards that may come to any seat.
    unseen: PackSet,
    discards: Option<Discards>,
    styles: Option<Vec<StyleOdds>>,
    /// The mean royalties of sampled boards.
    royalties: f64,
    parallel: bool,
}

/// Final boards of all opponents.
#[derive(Clone, Debug)]
struct Sample {
    boards: Vec<Option<Rows>>,
    /// The cards dealt on the way, discards included.
    dealt: PackSet,
}

/// The first samples as bits: for each card those that are compatible with it.
struct SampleBits {
    samples: usize,
    opponents: usize,
    with: Vec<u64>,
}

impl SampleBits {
    /// Returns the boards of all opponents that are compatible with a draw: a power of two of samples,
    /// all of them if none is compatible.
    fn compatible(&self, draw: [usize; 3]) -> u64 {
        let all = u64::MAX >> (64 - self.samples);
        let mut left = draw.into_iter().fold(all, |left, card| left & self.with[card]);
        if left == 0 {
            left = all;
        }
        let even = 1 << left.count_ones().ilog2();
        while left.count_ones() > even {
            left &= !(1 << left.ilog2());
        }
        (0..self.opponents).fold(0, |bits, opponent| bits | left << (opponent * self.samples))
    }
}

/// Indices of samples that are compatible with the cards that came, and their number.
pub(crate) type Compatible = ([u16; AT_ONCE], usize);

impl OpponentModel {
    /// Models the opponents of a position by the default configuration.
    pub fn new(position: &Position, stakes: Stakes, seed: u64) -> Result<Self, EndgameError> {
        Self::with_config(position, stakes, seed, ModelConfig::default())
    }

    /// Models the opponents of a position. Incomplete boards are completed by random deals from the
    /// seed: by the evaluator up to street 3, exactly on streets 4 and 5, each for its own royalties
    /// and Fantasyland without regard to other boards.
    pub fn with_config(
        position: &Position,
        stakes: Stakes,
        seed: u64,
        config: ModelConfig,
    ) -> Result<Self, EndgameError> {
        let mut sampling = OpponentSampling::new(position, stakes, seed, config)?;
        while !sampling.is_done() {
            sampling.advance();
        }
        sampling.finish()
    }

    /// Returns the inferred discards of the opponents, if inferred.
    pub const fn discards(&self) -> Option<&Discards> {
        self.discards.as_ref()
    }

    /// Returns the posterior over the opponents' styles, by earlier hands and this one, if inferred.
    pub fn styles(&self) -> Option<&[StyleOdds]> {
        self.styles.as_deref()
    }

    /// Returns whether any board was sampled.
    pub fn is_modelled(&self) -> bool {
        !self.samples.is_empty()
    }

    /// Returns the number of samples.
    pub fn samples(&self) -> usize {
        self.samples.len()
    }

    /// Returns the share of fouls among the sampled boards.
    pub fn fouls(&self) -> f64 {
        let boards = self.samples.iter().flat_map(|sample| &sample.boards);
        let fouls = boards.clone().filter(|board| board.is_none()).count();
        fouls as f64 / boards.count().max(1) as f64
    }

    /// Returns the mean royalties of the sampled boards, none for a foul.
    pub const fn royalties(&self) -> f64 {
        self.royalties
    }

    /// Returns models of up to `count` disjoint parts of the samples: how far their answers lie apart
    /// says how far those of all samples may be off. None without samples.
    pub(crate) fn parts(&self, count: usize) -> Vec<Self> {
        let size = (self.samples.len() / count).max(1);
        let part = |samples: &[Sample]| {
            let first = at_first(samples.len(), self.against.opponents());
            let boards = by_opponent(samples.iter().take(first));
            let against = self.alone.clone().against(&boards).ok()?;
            Some(Self { against, samples: samples.to_vec(), ..self.clone() })
        };
        self.samples.chunks_exact(size).filter_map(part).collect()
    }

    /// Returns the endgame against the opponents before more cards come.
    pub fn endgame(&self) -> &Endgame {
        &self.against
    }

    /// Returns the first samples, a power of two of them, that are compatible with these cards being
    /// left; none if samples are not filtered, or no sample is compatible.
    pub(crate) fn compatible(&self, left: PackSet) -> Compatible {
        let came = self.unseen - left;
        let (mut list, mut count) = ([0; AT_ONCE], 0);
        if !self.filters {
            return (list, 0);
        }
        for (i, sample) in self.samples.iter().enumerate() {
            if (sample.dealt & came).is_empty() {
                list[count] = i as u16;
                count += 1;
                if count == AT_ONCE {
                    break;
                }
            }
        }
        let even = if count == 0 { 0 } else { 1 << count.ilog2() };
        list[even..].fill(0);
        (list, even)
    }

    /// Returns the endgame against compatible samples; that of [`OpponentModel::endgame`] for none.
    pub(crate) fn endgame_against(&self, (list, count): &Compatible) -> Endgame {
        if *count == 0 {
            return self.against.clone();
        }
        let samples = list[..*count].iter().map(|i| &self.samples[usize::from(*i)]);
        self.alone.clone().against(&by_opponent(samples)).unwrap_or_else(|_| self.against.clone())
    }

    /// Returns the samples as bits; `None` with so few cards left that most samples are incompatible
    /// with a draw, and filtering them one by one is quick.
    fn bits(&self, cards: &[PackCard], opponents: usize) -> Option<SampleBits> {
        if cards.len() < FEW_CARDS || !self.against.has_field() {
            return None;
        }
        let samples = at_first(self.samples.len(), opponents);
        let with = |card: &PackCard| {
            let bit = |(i, sample): (usize, &Sample)| u64::from(!sample.dealt.contains(*card)) << i;
            self.samples.iter().take(samples).enumerate().map(bit).sum()
        };
        Some(SampleBits { samples, opponents, with: cards.iter().map(with).collect() })
    }

    /// Returns every placement on street 4 or 5, the best first: over all draws, each against the
    /// samples that are compatible with it.
    pub fn solve(&self, position: &Position) -> Result<Vec<Placement>, EndgameError> {
        let (board, deal) = (position.board(), position.deal());
        let seen = position.opponents().iter().fold(position.dead(), |dead, b| dead | b.cards());
        if !self.filters || board.cards().len() != 9 {
            return self.against.solve(board, deal, seen);
        }
        let cards: Vec<PackCard> = self.unseen.iter().collect();
        let bits = self.bits(&cards, self.against.opponents());
        Ok(self.solve_street_4(position, &cards, bits.as_ref()))
    }

    /// Returns every placement of a classic hand, the best first: over all next cards, each against the
    /// samples that are compatible with it.
    pub(crate) fn solve_classic(&self, position: &Position) -> Vec<(Partial, Expectation)> {
        let opponents = self.against.opponents();
        let mut boards = Vec::with_capacity(3);
        each_choice(position.board(), position.deal(), |board, _| boards.push(board));
        let cards: Vec<PackCard> = self.unseen.iter().collect();
        let next = |(): &mut (), i: usize| {
            let unseen = self.unseen - PackSet::EMPTY.with(cards[i]);
            let compatible = self.compatible(unseen);
            let endgame = self.endgame_against(&compatible);
            let sums = |board: &Partial| endgame.single_sums(board, cards[i], self.unseen);
            boards.iter().map(sums).collect::<Vec<Sums>>()
        };
        let complete = boards.first().is_some_and(|board| board.cards().len() == 13);
        let parts = if complete {
            vec![boards.iter().map(|board| self.against.complete(board)).collect()]
        } else {
            parallel::map(self.parallel, 0..cards.len(), || (), next)
        };
        let of = |(i, board): (usize, &Partial)| {
            let mut sums = Sums::default();
            for part in &parts {
                sums.add_all(&part[i], 1);
            }
            (*board, sums.expectation(opponents))
        };
        let mut answer: Vec<_> = boards.iter().enumerate().map(of).collect();
        answer.sort_by(|a, b| b.1.value.total_cmp(&a.1.value));
        answer
    }

    /// Solves street 4 over all draws of these cards, with samples as bits or one by one.
    fn solve_street_4(
        &self,
        position: &Position,
        cards: &[PackCard],
        bits: Option<&SampleBits>,
    ) -> Vec<Placement> {
        let mut placements = Vec::with_capacity(27);
        each_placement(position.board(), position.deal(), |board, discard| {
            placements.push((board, discard));
        });
        let opponents = self.against.opponents();
        let completions: Vec<Completions> = match bits {
            Some(_) => placements.iter().map(|(b, _)| self.against.completions(b, cards)).collect(),
            None => Vec::new(),
        };
        let from = |(): &mut (), a: usize| {
            let mut sums = vec![Sums::default(); placements.len()];
            for b in a + 1..cards.len() {
                for c in b + 1..cards.len() {
                    if let Some(bits) = bits {
                        let subset = self.against.subset(bits.compatible([a, b, c]));
                        for (sums, board) in sums.iter_mut().zip(&completions) {
                            self.against.add_best_completion(sums, board, [a, b, c], &subset);
                        }
                        continue;
                    }
                    let draw = [cards[a], cards[b], cards[c]];
                    let left = self.unseen - draw.into_iter().collect();
                    let endgame = self.endgame_against(&self.compatible(left));
                    for (sums, (board, _)) in sums.iter_mut().zip(&placements) {
                        endgame.add_best(sums, board, &draw);
                    }
                }
            }
            sums
        };
        let parts = parallel::map(self.parallel, 0..cards.len(), || (), from);
        let mut answer: Vec<Placement> = Vec::with_capacity(placements.len());
        for (i, (board, discard)) in placements.into_iter().enumerate() {
            let mut sums = Sums::default();
            for part in &parts {
                sums.add_all(&part[i], 1);
            }
            let expectation = sums.expectation(opponents);
            answer.push(Placement { board, discard, value: expectation.value, expectation });
        }
        answer.sort_by(|a, b| b.value.total_cmp(&a.value));
        answer
    }
}

/// Returns the number of samples that values are taken over before more cards come: a power of two,
/// such that all boards are bits of one word.
fn at_first(samples: usize, opponents: usize) -> usize {
    1 << samples.min(BOARDS / opponents.max(1)).max(1).ilog2()
}

/// Returns the boards of each opponent in these samples.
fn by_opponent<'a>(samples: impl Iterator<Item = &'a Sample>) -> Vec<Vec<Option<Rows>>> {
    let mut boards: Vec<Vec<Option<Rows>>> = Vec::new();
    for sample in samples {
        boards.resize_with(sample.boards.len(), Vec::new);
        for (boards, board) in boards.iter_mut().zip(&sample.boards) {
            boards.push(*board);
        }
    }
    boards
}

/// Returns the rows of a complete board; `None` for a foul.
fn final_rows(endgame: &Endgame, board: &Partial) -> Option<Rows> {
    endgame.scorer().rows(&Board::new(board.rows()).ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use facedown_cards::parse_pack;
    use facedown_ofc::Rules;

    #[test]
    fn samples_as_bits_count_like_samples_one_by_one() {
        let stakes = Stakes { foul: 6.0, entry: [10.0, 14.0, 20.0, 26.0, 33.0] };
        let theirs = [
            "Ah Ac / Kd Kc 5d 5c / 6h 6c 3h 3d 9c".parse().unwrap(),
            "Jh / 8d 8c Td / Th 9h 2h Qh 5h".parse().unwrap(),
        ];
        for opponents in [&theirs[..1], &theirs[..]] {
            let board = "Qs / 7c 7d 2d / 9s Ts Js 8s 2s".parse().unwrap();
            let deal = parse_pack("Qd 7h 4s").unwrap();
            let position =
                Position::new(&Rules::STANDARD, board, &deal, opponents, PackSet::EMPTY).unwrap();
            let config = ModelConfig { samples: 16, ..ModelConfig::default() };
            let mut model = OpponentModel::with_config(&position, stakes, 3, config).unwrap();
            model.filters = true;
            let cards: Vec<PackCard> = model.unseen.iter().collect();
            let bits = model.bits(&cards, opponents.len()).unwrap();
            let by_bits = model.solve_street_4(&position, &cards, Some(&bits));
            let one_by_one = model.solve_street_4(&position, &cards, None);
            for placement in &by_bits {
                let same = one_by_one.iter().find(|p| p.board == placement.board).unwrap();
                let close = (placement.value - same.value).abs() < 1e-9;
                assert!(close, "{} {} {}", placement.board, placement.value, same.value);
            }
        }
    }
}
