//! Streets that are searched, as problems for the search against chance.

use crate::streets::CLASSIC_LEAF;
use crate::{After, Position, StreetScratch, Streets};
use facedown_cards::PackCard;
use facedown_game::Rng;
use facedown_game::stats::around;
use facedown_ofc::Dealing;
use facedown_ofc::endgame::Expectation;
use facedown_search::{
    Allowance, Budget, ChanceAnswer, ChanceConfig, ChanceDetail, ChanceParallel, ChanceProblem,
    ChanceSearch, ExactValue, SearchError, Transpositions,
};
use std::sync::atomic::{AtomicU64, Ordering};

/// The exploration constant, in points for each opponent.
const EXPLORATION: f64 = 1.5;

/// A search of the placements of a position, by the way its cards are dealt.
#[derive(Debug)]
pub(super) enum StreetSearch {
    Pineapple(ChanceSearch<StreetProblem>),
    Classic(ChanceSearch<ClassicProblem>),
}

/// Calls a method of either search.
macro_rules! either {
    ($search:expr, $of:ident => $call:expr) => {
        match $search {
            StreetSearch::Pineapple($of) => $call,
            StreetSearch::Classic($of) => $call,
        }
    };
}

impl StreetSearch {
    /// Prepares a search.
    pub(super) fn new(
        position: &Position,
        streets: Streets,
        table_bytes: usize,
        config: &ChanceConfig,
        estimated: bool,
        budget: Budget,
    ) -> Result<Self, SearchError> {
        let afters = Streets::afters(position);
        let shared = Shared::new(streets, table_bytes);
        Ok(match position.rules().dealing {
            Dealing::Pineapple => {
                let parallel = config.threads > 1 && config.parallel == ChanceParallel::Leaf;
                let problem = StreetProblem { shared, parallel, estimated };
                Self::Pineapple(ChanceSearch::new(problem, &afters, config, budget)?)
            }
            Dealing::Classic => {
                let problem = ClassicProblem { shared };
                Self::Classic(ChanceSearch::new(problem, &afters, config, budget)?)
            }
        })
    }

    /// Continues the search; returns whether more remains to be done.
    pub(super) fn advance(&mut self, slice: Allowance<'_>) -> bool {
        either!(self, search => search.advance(slice))
    }

    /// Cancels the search.
    pub(super) fn cancel(&mut self) {
        either!(self, search => search.cancel());
    }

    /// Returns the answer so far.
    pub(super) fn answer(&self) -> ChanceAnswer<After, Quantised> {
        either!(self, search => search.answer())
    }

    fn shared(&self) -> &Shared {
        either!(self, search => &search.problem().shared)
    }

    /// Returns the number of opponents.
    pub(super) fn opponents(&self) -> usize {
        self.shared().streets.opponents()
    }

    /// Returns the number of lookups in the table, and of hits.
    pub(super) fn lookups(&self) -> [u64; 2] {
        let shared = self.shared();
        [&shared.lookups, &shared.hits].map(|count| count.load(Ordering::Relaxed))
    }
}

/// The streets of one position, and a transposition table of exact decisions.
#[derive(Debug)]
struct Shared {
    streets: Streets,
    table: Transpositions<WORDS>,
    lookups: AtomicU64,
    hits: AtomicU64,
}

impl Shared {
    fn new(streets: Streets, table_bytes: usize) -> Self {
        let table = Transpositions::with_bytes(table_bytes);
        Self { streets, table, lookups: AtomicU64::new(0), hits: AtomicU64::new(0) }
    }

    /// Looks a decision up, or solves and keeps it.
    fn exact(
        &self,
        after: &After,
        deal: &[PackCard],
        solve: impl FnOnce() -> Option<Expectation>,
    ) -> Option<ExactValue<Quantised>> {
        let key = self.streets.key(after, deal);
        self.lookups.fetch_add(1, Ordering::Relaxed);
        if let Some(words) = self.table.get(key) {
            self.hits.fetch_add(1, Ordering::Relaxed);
            return Some(unpack(words));
        }
        let words = pack(&solve()?);
        self.table.put(key, words);
        Some(unpack(words))
    }

    fn exploration(&self) -> f64 {
        EXPLORATION * self.streets.opponents().max(1) as f64
    }
}

/// Streets 1 to 3 of Pineapple, with exact street-4 decisions at the leaves, or estimates of boards
/// after street 3.
#[derive(Debug)]
pub(super) struct StreetProblem {
    shared: Shared,
    /// Whether the threads of the current pool share the work of a leaf.
    parallel: bool,
    /// Whether estimates of boards after street 3 are the leaves.
    estimated: bool,
}

impl ChanceProblem for StreetProblem {
    type After = After;
    type Outcome = [PackCard; 3];
    type Detail = Quantised;
    type Scratch = StreetScratch;

    fn outcome(&self, after: &After, rng: &mut Rng) -> [PackCard; 3] {
        self.shared.streets.next(after, rng)
    }

    fn numbered_outcome(&self, after: &After, seed: u64, number: u64) -> ([PackCard; 3], Rng) {
        self.shared.streets.numbered(after, seed, number)
    }

    fn exact(
        &self,
        scratch: &mut StreetScratch,
        after: &After,
        deal: &[PackCard; 3],
    ) -> Option<ExactValue<Quantised>> {
        if self.estimated && after.board.cards().len() == 7 {
            let (_, expectation) = self.shared.streets.best(after, *deal)?;
            return Some(unpack(pack(&expectation)));
        }
        if after.board.cards().len() != 9 {
            return None;
        }
        let streets = &self.shared.streets;
        self.shared.exact(after, deal, || {
            if self.parallel {
                streets.leaf_parallel(after, *deal)
            } else {
                streets.leaf(scratch, after, *deal)
            }
        })
    }

    fn choices(&self, after: &After, deal: &[PackCard; 3], choices: &mut Vec<After>) {
        Streets::choices(after, *deal, choices);
    }

    fn best(
        &self,
        _: &mut StreetScratch,
        after: &After,
        deal: &[PackCard; 3],
        _: &mut Vec<After>,
    ) -> Option<After> {
        self.shared.streets.best(after, *deal).map(|(best, _)| best)
    }

    fn estimate(&self, _: &mut StreetScratch, after: &After) -> f64 {
        self.shared.streets.estimate(after)
    }

    fn upper_bound(&self, after: &After) -> f64 {
        self.shared.streets.upper_bound(after)
    }

    fn exploration(&self) -> f64 {
        self.shared.exploration()
    }
}

/// Streets of a classic hand, with exact decisions from ten cards on at the leaves.
#[derive(Debug)]
pub(super) struct ClassicProblem {
    shared: Shared,
}

impl ChanceProblem for ClassicProblem {
    type After = After;
    type Outcome = PackCard;
    type Detail = Quantised;
    type Scratch = ();

    fn outcome(&self, after: &After, rng: &mut Rng) -> PackCard {
        Streets::next_single(after, rng)
    }

    fn exact(&self, (): &mut (), after: &After, card: &PackCard) -> Option<ExactValue<Quantised>> {
        if after.board.cards().len() < CLASSIC_LEAF {
            return None;
        }
        self.shared.exact(after, &[*card], || self.shared.streets.classic_leaf(after, *card))
    }

    fn choices(&self, after: &After, card: &PackCard, choices: &mut Vec<After>) {
        Streets::single_choices(after, *card, choices);
    }

    fn estimate(&self, (): &mut (), after: &After) -> f64 {
        self.shared.streets.estimate(after)
    }

    fn upper_bound(&self, after: &After) -> f64 {
        self.shared.streets.upper_bound(after)
    }

    fn exploration(&self) -> f64 {
        self.shared.exploration()
    }
}

/// Words of a table entry: the value, and four details in each further word.
const WORDS: usize = 1 + DETAILS.div_ceil(4);
/// The probability of a foul, those of entry with 13 to 17 cards, royalties, those of winning the
/// rows, and that of any entry, whose error does not follow from those of its parts.
const DETAILS: usize = 11;
/// Units of a probability, and of a point of royalties.
const PROBABILITY: f64 = 65535.0;
const POINT: f64 = 200.0;

/// Details of an expectation in 16-bit units, so that an entry of the table is small. Values from the
/// table and computed ones are quantised alike, so that hits do not change the answer.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Quantised([f64; DETAILS]);

impl ChanceDetail for Quantised {
    const ZERO: Self = Self([0.0; DETAILS]);

    fn replace(&mut self, new: &Self, old: &Self) {
        self.0.replace(&new.0, &old.0);
    }

    fn divided(&self, by: f64) -> Self {
        Self(self.0.divided(by))
    }

    fn zip_with(&self, other: &Self, combine: impl Fn(f64, f64) -> f64) -> Self {
        Self(self.0.zip_with(&other.0, combine))
    }
}

/// The 95 % confidence intervals of the details of a placement.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct DetailIntervals {
    pub(super) foul: [f64; 2],
    pub(super) fantasyland: [f64; 2],
    pub(super) royalties: [f64; 2],
}

impl Quantised {
    /// Returns the intervals of details with these standard errors.
    pub(super) fn intervals(&self, error: &Self) -> DetailIntervals {
        let within = |i: usize, unit: f64, most: f64| {
            let [low, high] = around(self.0[i] / unit, error.0[i] / unit);
            [low.max(0.0), high.min(most)]
        };
        DetailIntervals {
            foul: within(0, PROBABILITY, 1.0),
            fantasyland: within(10, PROBABILITY, 1.0),
            royalties: within(6, POINT, f64::INFINITY),
        }
    }

    /// Returns the expectation of a value with these details.
    pub(super) fn expectation(&self, value: f64, opponents: usize) -> Expectation {
        let probability = |i: usize| self.0[i] / PROBABILITY;
        let entry: [f64; 5] = std::array::from_fn(|i| probability(1 + i));
        Expectation {
            value,
            foul: probability(0),
            fantasyland: entry.iter().sum(),
            entry,
            royalties: self.0[6] / POINT,
            rows: (opponents > 0).then(|| [7, 8, 9].map(probability)),
        }
    }
}

/// Returns a table entry.
fn pack(expectation: &Expectation) -> [u64; WORDS] {
    let probability = |chance: f64| (chance * PROBABILITY).round() as u16;
    let mut units = [0_u16; DETAILS];
    units[0] = probability(expectation.foul);
    for (unit, entry) in units[1..6].iter_mut().zip(expectation.entry) {
        *unit = probability(entry);
    }
    units[6] = (expectation.royalties * POINT).round() as u16;
    for (unit, row) in units[7..10].iter_mut().zip(expectation.rows.unwrap_or_default()) {
        *unit = probability(row);
    }
    units[10] = probability(expectation.fantasyland.min(1.0));
    let mut words = [0; WORDS];
    words[0] = expectation.value.to_bits();
    for (i, unit) in units.into_iter().enumerate() {
        words[1 + i / 4] |= u64::from(unit) << (16 * (i % 4));
    }
    words
}

fn unpack(words: [u64; WORDS]) -> ExactValue<Quantised> {
    let unit = |i: usize| f64::from((words[1 + i / 4] >> (16 * (i % 4))) as u16);
    let detail = Quantised(std::array::from_fn(unit));
    ExactValue { value: f64::from_bits(words[0]), detail }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_entry_keeps_an_expectation_to_its_units() {
        let entry = [0.0, 0.25, 0.5, 0.0, 0.125];
        let whole = Expectation {
            value: -3.1,
            foul: 0.03,
            fantasyland: entry.iter().sum(),
            entry,
            royalties: 17.35,
            rows: Some([0.1, 0.9, 1.0]),
        };
        let ExactValue { value, detail } = unpack(pack(&whole));
        let back = detail.expectation(value, 1);
        assert_eq!(back.value.to_bits(), whole.value.to_bits());
        let numbers = |e: Expectation| {
            let [a, b, c, d, f] = e.entry;
            let [top, middle, bottom] = e.rows.unwrap();
            [e.foul, e.fantasyland, a, b, c, d, f, e.royalties, top, middle, bottom]
        };
        for (a, b) in numbers(back).into_iter().zip(numbers(whole)) {
            assert!((a - b).abs() < 0.003, "{a} {b}");
        }
        assert_eq!(detail.expectation(value, 0).rows, None);
    }
}
