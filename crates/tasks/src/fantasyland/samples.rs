//! Hands that are solved exactly, as samples of both networks.

use super::encode::{HAND, INPUTS, encode_hand, sorted};
use super::{MIDDLE_ENCODER, TOP_ENCODER};
use crate::combinations::{combination_at, combination_index};
use facedown_cards::{PackCard, PackSet};
use facedown_game::Rng;
use facedown_nets::{Batch, Samples, Targets};
use facedown_ofc::fantasy::{Scratch, Setting, Solver};
use facedown_ofc::{Board, Row, Rules, Scorer};

/// Cards that a top leaves.
const REST: usize = HAND - 3;

/// The value of staying that the samples are solved for, in points: as measured under `standard`.
pub const STAY_VALUE: f64 = 11.95;

/// Returns the exact solver of the samples.
pub fn fantasy_solver() -> Solver {
    Solver::new(&Rules::STANDARD, STAY_VALUE).expect("a preset and a value within its range")
}

/// A hand and its best setting.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FantasyRow {
    /// The hand, in [`sorted`] order.
    pub hand: [PackCard; HAND],
    /// The label of the best top among those of the hand.
    pub top: u32,
    /// The label of the best middle among those of the cards that the top leaves.
    pub middle: u32,
    /// The label of the best bottom among the six of the cards that both leave.
    pub bottom: u32,
    /// The best value.
    pub value: f64,
}

impl FantasyRow {
    /// Returns the row of a hand in [`sorted`] order with this setting.
    pub fn new(hand: [PackCard; HAND], setting: &Setting) -> Self {
        Self::of_board(hand, &setting.board, setting.value)
    }

    /// Returns the row of a hand in [`sorted`] order with this board.
    pub(super) fn of_board(hand: [PackCard; HAND], board: &Board, value: f64) -> Self {
        let top = positions(&hand, board.row(Row::Top));
        let rest = rest(&hand, top);
        let middle = positions(&rest[..REST], board.row(Row::Middle));
        let last: Vec<PackCard> =
            (0..REST).filter(|i| middle >> i & 1 == 0).map(|i| rest[i]).collect();
        let bottom = positions(&last, board.row(Row::Bottom));
        Self {
            hand,
            top: combination_index(HAND, top) as u32,
            middle: combination_index(REST, middle) as u32,
            bottom: combination_index(REST - 5, bottom) as u32,
            value,
        }
    }

    /// Returns the board.
    pub fn board(&self) -> Board {
        let at = |n, k, label: u32| combination_at(n, k, label as usize).expect("a label");
        let (top, middle) = (at(HAND, 3, self.top), at(REST, 5, self.middle));
        let rest = rest(&self.hand, top);
        let (taken, last): (Vec<usize>, Vec<usize>) = (0..REST).partition(|i| middle >> i & 1 == 1);
        let bottom = at(REST - 5, 5, self.bottom);
        let bottom = last.iter().enumerate().filter(|(i, _)| bottom >> i & 1 == 1);
        let rows = [
            rest[REST..].iter().copied().collect(),
            taken.iter().map(|i| rest[*i]).collect(),
            bottom.map(|(_, i)| rest[*i]).collect(),
        ];
        Board::new(rows).expect("rows of three, five and five positions")
    }
}

/// Returns royalties and the value of staying; `None` for a foul.
pub(super) fn value(scorer: &Scorer, board: &Board) -> Option<f64> {
    let rows = scorer.rows(board)?;
    let stays = scorer.stay(rows, HAND as u8).is_some();
    Some(f64::from(scorer.royalties(rows)) + if stays { STAY_VALUE } else { 0.0 })
}

/// Returns the positions of a row's cards, as bits.
fn positions(cards: &[PackCard], row: PackSet) -> u32 {
    let held = |(i, card): (usize, &PackCard)| u32::from(row.contains(*card)) << i;
    cards.iter().enumerate().map(held).sum()
}

/// Returns what a top leaves, then the top.
pub(super) fn rest(hand: &[PackCard; HAND], top: u32) -> [PackCard; HAND] {
    let mut cards = *hand;
    let (mut left, mut taken) = (0, REST);
    for (i, card) in hand.iter().enumerate() {
        let place = if top >> i & 1 == 1 { &mut taken } else { &mut left };
        cards[*place] = *card;
        *place += 1;
    }
    cards
}

/// Deals the hand of an index: four of ten have no joker, three one, three both.
pub fn deal(seed: u64, index: u64) -> [PackCard; HAND] {
    let mut rng = Rng::stream(seed, index);
    let jokers = match rng.below(10) {
        0..4 => 0,
        4..7 => 1,
        _ => 2,
    };
    let mut hand = [PackCard::JOKERS[0]; HAND];
    hand[..jokers].copy_from_slice(&PackCard::JOKERS[..jokers]);
    let mut seen = PackSet::EMPTY;
    let mut len = jokers;
    while len < HAND {
        let card = PackCard::from_index(rng.below(52) as usize).expect("below 54");
        if !seen.contains(card) {
            seen.insert(card);
            hand[len] = card;
            len += 1;
        }
    }
    sorted(&hand).expect("fourteen different cards")
}

/// Samples of one of the two networks, dealt from a seed and solved when they are read. No hand is
/// stored and none comes twice but by chance.
#[derive(Debug)]
pub struct FantasySamples {
    solver: Solver,
    seed: u64,
    count: u64,
    is_middle: bool,
}

impl FantasySamples {
    /// Returns samples of the top network.
    pub fn tops(seed: u64, count: u64) -> Self {
        Self { solver: fantasy_solver(), seed, count, is_middle: false }
    }

    /// Returns samples of the middle network.
    pub fn middles(seed: u64, count: u64) -> Self {
        Self { is_middle: true, ..Self::tops(seed, count) }
    }

    /// Deals and solves the hand of an index.
    pub fn row(&self, index: u64, scratch: &mut Scratch) -> FantasyRow {
        let hand = deal(self.seed, index);
        let setting = self.solver.solve_with(scratch, &hand).expect("a hand is solved");
        FantasyRow::new(hand, &setting)
    }

    /// Adds a solved hand to a batch.
    pub fn add(&self, row: &FantasyRow, batch: &mut Batch) {
        let at = batch.inputs.len();
        batch.inputs.resize(at + INPUTS, 0.0);
        let label = if self.is_middle {
            let top = combination_at(HAND, 3, row.top as usize).unwrap_or(0b111);
            encode_hand(&rest(&row.hand, top), &mut batch.inputs[at..]);
            row.middle
        } else {
            encode_hand(&row.hand, &mut batch.inputs[at..]);
            row.top
        };
        if batch.targets.is_empty() {
            batch.targets.push(Targets::Classes { labels: Vec::new(), mask: Vec::new() });
        }
        if let Some(Targets::Classes { labels, .. }) = batch.targets.first_mut() {
            labels.push(label);
        }
    }
}

impl Samples for FantasySamples {
    fn encoder(&self) -> String {
        if self.is_middle { MIDDLE_ENCODER } else { TOP_ENCODER }.to_owned()
    }

    fn rules(&self) -> String {
        format!("ofc standard, 14 cards, {STAY_VALUE} points for staying")
    }

    fn describe(&self) -> String {
        let (count, seed) = (self.count, self.seed);
        format!("{count} exactly solved hands of seed {seed}: 40 % no joker, 30 % one, 30 % two")
    }

    fn len(&self) -> u64 {
        self.count
    }

    fn is_shuffled(&self) -> bool {
        true
    }

    fn read(&self, indices: &[u64], batch: &mut Batch) {
        let mut scratch = Scratch::default();
        for index in indices {
            self.add(&self.row(*index, &mut scratch), batch);
        }
    }
}
