//! Boards with their outcomes, which the networks learn.
//!
//! Value iteration backwards from what is exact: the network for 9 cards learns exact values of a few
//! deals of street 4, those for 7 and 5 cards what the network of the next street says about the best
//! placement of a few deals. Boards come from play by the networks that there are, `steady`'s where
//! there are none, with a share of other placements, since those are compared too.

use super::facts::{EntryPoints, Facts, RowFacts};
use super::features::{FEATURES, Features, RankCounts};
use super::{Estimator, Evaluator, OUT, PARTS, net_of, training_rules, ways};
use crate::choices::{draw, each_choice};
use crate::opponent_model::SoloPlayer;
use facedown_cards::{PackCard, PackSet};
use facedown_game::Rng;
use facedown_ofc::endgame::{BOARDS, Draws, Endgame, EndgameError, Partial, Sums};
use facedown_ofc::{Board, Row, Rows, Stakes};
use std::fmt;
use std::sync::Arc;

/// Deals that an outcome is the mean of, for boards of 5, 7 and 9 cards.
const DEALS: [usize; 3] = [8, 8, 3];
/// The random seed of the usual boards that rows are compared with.
const FIELD_SEED: u64 = 64;

/// Why there are no such samples.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum BoardSamplesError {
    /// Networks are for boards of 5, 7 and 9 cards.
    Cards(usize),
    /// Boards of so many cards are learnt from the network of the next street, which is missing.
    NoNetwork(usize),
    /// The rules or stakes have no endgames.
    Endgame(EndgameError),
}

impl fmt::Display for BoardSamplesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cards(cards) => write!(f, "boards of {cards} cards: expected 5, 7 or 9"),
            Self::NoNetwork(cards) => {
                let next = cards + 2;
                write!(f, "boards of {cards} cards are learnt from a network for {next}: give one")
            }
            Self::Endgame(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for BoardSamplesError {}

/// A board and what a network should say of it.
#[derive(Clone, PartialEq, Debug)]
pub struct BoardSample {
    /// The inputs that are 1.
    pub features: Box<[u16]>,
    /// The outputs of the value head, then those of the row head; what a network need not know is not
    /// a number.
    pub targets: [f32; OUT],
}

/// Working memory of one thread.
#[derive(Debug, Default)]
pub struct BoardScratch {
    draws: Draws,
    choices: Vec<(f64, Partial)>,
}

/// Boards of 5, 7 or 9 cards with their outcomes, each from a stream of its own.
#[derive(Debug)]
pub struct BoardSamples {
    endgame: Endgame,
    /// The same against usual boards.
    field: Endgame,
    player: Estimator,
    points: EntryPoints,
    net: usize,
    deals: usize,
    seed: u64,
}

impl BoardSamples {
    /// The number of inputs: features that are 0 or 1.
    pub const INPUTS: usize = FEATURES;
    /// The number of outputs of the value head: points of royalties that are not certain, points
    /// lost by fouls, points of Fantasyland by hand.
    pub const PARTS: usize = PARTS;
    /// The number of outputs of the row head: the shares of top, middle and bottom rows that are won
    /// against usual boards.
    pub const ROWS: usize = OUT - PARTS;

    /// Returns samples of boards with so many cards, made with these networks, under the rules of
    /// their set.
    pub fn new(cards: usize, networks: Evaluator, seed: u64) -> Result<Self, BoardSamplesError> {
        let rules = &networks.set.rules();
        if !matches!(cards, 5 | 7 | 9) {
            return Err(BoardSamplesError::Cards(cards));
        }
        if cards < 9 && networks.net(cards + 2).is_none() {
            return Err(BoardSamplesError::NoNetwork(cards));
        }
        let mut stakes = Stakes::estimate(rules);
        // The networks learn by which hand Fantasyland is entered, so each has its own number.
        let training = training_rules(rules);
        let mut entry = stakes.entry;
        for (way, own) in ways(rules).into_iter().zip(ways(&training)).filter(|(_, own)| *own > 0) {
            entry[usize::from(own) - 13] = stakes.fantasyland(way);
        }
        stakes.entry = entry;
        let (rules, points) = (training, networks.set.entry_points());
        let of = |error| BoardSamplesError::Endgame(error);
        let endgame = Endgame::new(&rules, stakes).map_err(of)?;
        let boards = usual_boards(&endgame, &Estimator::steady(&rules, stakes, 0));
        let field = endgame.clone().against(&[boards]).map_err(of)?;
        let player = Estimator::with(&rules, stakes, 0, Some(Arc::new(networks)));
        let net = net_of(cards);
        Ok(Self { endgame, field, player, points, net, deals: DEALS[net], seed })
    }

    /// Returns the same boards with outcomes that are means over so many deals.
    #[must_use]
    pub fn with_deals(self, deals: usize) -> Self {
        Self { deals: deals.max(1), ..self }
    }

    /// Returns a sample by its number.
    pub fn sample(&self, scratch: &mut BoardScratch, number: u64) -> BoardSample {
        let mut rng = Rng::stream(self.seed, number);
        let (board, unseen, facts) = self.board(scratch, &mut rng);
        self.valued(scratch, &board, unseen, &facts, &mut rng)
    }

    /// Returns the same board twice, with outcomes over different deals.
    pub fn two(&self, scratch: &mut BoardScratch, number: u64) -> (BoardSample, BoardSample) {
        let mut rng = Rng::stream(self.seed, number);
        let (board, unseen, facts) = self.board(scratch, &mut rng);
        let mut one = || self.valued(scratch, &board, unseen, &facts, &mut rng);
        (one(), one())
    }

    fn valued(
        &self,
        scratch: &mut BoardScratch,
        board: &Partial,
        unseen: PackSet,
        facts: &Facts,
        rng: &mut Rng,
    ) -> BoardSample {
        let outcome = self.outcome(scratch, board, unseen, rng);
        let mut features = Vec::with_capacity(64);
        each_feature(board, unseen, |feature| features.push(feature));
        BoardSample { features: features.into(), targets: facts.targets(&outcome, &self.points) }
    }

    /// Plays to a board that is no certain foul.
    fn board(&self, scratch: &mut BoardScratch, rng: &mut Rng) -> (Partial, PackSet, Facts) {
        loop {
            let mut pack = pack(&self.endgame);
            rng.shuffle(&mut pack);
            // Some cards are visible on other boards; enough are left for all streets.
            let mut unseen: PackSet = pack[rng.below(15) as usize..].iter().copied().collect();
            let mut board = Partial::EMPTY;
            for street in 0..=self.net {
                let deal = draw(&mut unseen, if street == 0 { 5 } else { 3 }, rng);
                board = self.place(scratch, &board, &deal, unseen, street == self.net, rng);
            }
            let parts = Row::ALL.map(|row| RowFacts::of(row, board.row(row)));
            let facts = Facts::of(self.endgame.scorer().rules(), parts.each_ref());
            if !facts.foul {
                return (board, unseen, facts);
            }
        }
    }

    /// Places a deal: by the networks, or by chance, oftener for the board that is learnt.
    fn place(
        &self,
        scratch: &mut BoardScratch,
        board: &Partial,
        deal: &[PackCard],
        unseen: PackSet,
        learnt: bool,
        rng: &mut Rng,
    ) -> Partial {
        let [any, good] = if learnt { [0.2, 0.4] } else { [0.05, 0.1] };
        let chance = rng.unit();
        let choices = &mut scratch.choices;
        choices.clear();
        if chance < any {
            each_choice(board, deal, |board, _| choices.push((0.0, board)));
        } else {
            let visit = |board, _, value| choices.push((value, board));
            self.player.each_choice(board, deal, unseen, visit);
            choices.sort_by(|a, b| b.0.total_cmp(&a.0));
            choices.truncate(if chance < any + good { 8 } else { 1 });
        }
        rng.choose(choices).map_or(*board, |(_, board)| *board)
    }

    /// Returns the mean outcome of a board over a few deals.
    fn outcome(
        &self,
        scratch: &mut BoardScratch,
        board: &Partial,
        unseen: PackSet,
        rng: &mut Rng,
    ) -> [f32; OUT] {
        let mut outcome = [0.0; OUT];
        for _ in 0..self.deals {
            let mut left = unseen;
            let deal = draw(&mut left, 3, rng);
            let one = if self.net == 2 {
                self.street_4(&mut scratch.draws, board, &deal, left)
            } else {
                self.player.best_prediction(board, &deal, left)
            };
            for (sum, one) in outcome.iter_mut().zip(one) {
                *sum += one / self.deals as f32;
            }
        }
        outcome
    }

    /// Returns the exact outcome of the best placement on street 4.
    fn street_4(
        &self,
        draws: &mut Draws,
        board: &Partial,
        deal: &[PackCard],
        unseen: PackSet,
    ) -> [f32; OUT] {
        let (_, last) = self.endgame.best_on_street_4(draws, board, deal, unseen);
        let alone = self.endgame.sums(draws, &last, unseen);
        means(&alone, &self.field.sums(draws, &last, unseen))
    }
}

/// Returns the outcome of a board with these sums, alone and against usual boards.
fn means(alone: &Sums, field: &Sums) -> [f32; OUT] {
    let alone = alone.expectation(0);
    let [a, b, c, d, e] = alone.entry.map(|chance| chance as f32);
    let [top, middle, bottom] =
        field.expectation(1).rows.unwrap_or_default().map(|share| share as f32);
    [alone.royalties as f32, alone.foul as f32, a, b, c, d, e, top, middle, bottom]
}

fn pack(endgame: &Endgame) -> Vec<PackCard> {
    let jokers = usize::from(endgame.scorer().rules().jokers);
    PackCard::all().take(52 + jokers).collect()
}

/// Returns complete boards that `steady` plays alone; `None` for a foul.
fn usual_boards(endgame: &Endgame, estimator: &Estimator) -> Vec<Option<Rows>> {
    let player = SoloPlayer { endgame, estimator };
    let mut draws = Draws::default();
    let one = |number| {
        let mut rng = Rng::stream(FIELD_SEED, number);
        let mut unseen: PackSet = pack(endgame).into_iter().collect();
        let mut board = Partial::EMPTY;
        for street in 0..5 {
            let deal = draw(&mut unseen, if street == 0 { 5 } else { 3 }, &mut rng);
            board = player.place(&mut draws, &board, &deal, unseen);
        }
        Board::new(board.rows()).ok().and_then(|board| endgame.scorer().rows(&board))
    };
    (0..BOARDS as u64).map(one).collect()
}

/// Visits all active features of a board.
fn each_feature(board: &Partial, unseen: PackSet, mut visit: impl FnMut(u16)) {
    let left = RankCounts::of(unseen);
    let rows = Row::ALL.map(|row| Features::of_row(row, board.row(row), unseen, &left));
    let made = rows.each_ref().map(|(_, made)| *made);
    let order = Features::of_order(made, Row::ALL.map(|row| board.room(row)));
    let shared = Features::of_unseen(unseen, &left);
    let parts = rows.iter().flat_map(|(features, _)| features.list());
    shared.list().iter().chain(parts).chain(&order).for_each(|feature| visit(*feature));
}
