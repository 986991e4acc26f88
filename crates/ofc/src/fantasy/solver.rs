//! The public solver: one hand, all ties, many hands.

use super::goal::{Goal, Opponent};
use super::hand::Hand;
use super::search::{Lists, search};
use super::ties::each_best;
use super::{FantasyError, InvalidGoal};
use crate::{Board, Rows, Rules, Scorer};
use facedown_cards::{PackCard, PackSet};
use rayon::prelude::*;

/// A setting of Fantasyland cards.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Setting {
    /// The rows.
    pub board: Board,
    /// The cards left over.
    pub discards: PackSet,
    /// The strengths of the rows, jokers placed.
    pub rows: Rows,
    /// Royalties of the three rows.
    pub royalties: u16,
    /// Whether the setting stays in Fantasyland.
    pub stays: bool,
    /// The value: royalties, the value of staying, and points against opponents.
    pub value: f64,
}

/// Scratch memory, reused from hand to hand.
#[derive(Default, Debug)]
pub struct Scratch(Lists);

/// Finds the best settings under one set of rules, for one goal.
#[derive(Clone, Debug)]
pub struct Solver {
    goal: Goal,
}

impl Solver {
    /// Returns a solver that maximises royalties, and `stay_value` points for staying in Fantasyland.
    pub fn new(rules: &Rules, stay_value: f64) -> Result<Self, InvalidGoal> {
        if !(0.0..=1000.0).contains(&stay_value) {
            return Err(InvalidGoal::StayValue(stay_value));
        }
        Ok(Self { goal: Goal::new(Scorer::new(rules)?, stay_value) })
    }

    /// Returns the solver against these opponents: points for rows and scoop count too, and each of
    /// them pays the royalties.
    ///
    /// ```
    /// use facedown_ofc::fantasy::{Opponent, Solver};
    /// use facedown_ofc::{Board, Rules};
    ///
    /// let solver = Solver::new(&Rules::STANDARD, 10.0)?;
    /// let board: Board = "Ac Kd 2c / 8c 8d 4c 4s 3c / Tc Td Th 2h 2d".parse()?;
    /// let solver = solver.clone().against(&[Opponent::known(solver.scorer().rows(&board))]);
    /// let cards = facedown_cards::parse_pack("As Ad Kh Ks Qh Qd Jh 9h 8s 7h 5c 3s 3d 2s")?;
    /// let setting = solver.solve(&cards)?;
    /// let points = solver.scorer().points(Some(setting.rows), solver.scorer().rows(&board));
    /// assert_eq!(setting.value, f64::from(points));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn against(mut self, opponents: &[Opponent]) -> Self {
        self.goal.set_opponents(opponents);
        self
    }

    /// Returns the scorer of the same rules.
    pub fn scorer(&self) -> &Scorer {
        &self.goal.scorer
    }

    /// Returns the best setting of 13 to 17 cards.
    pub fn solve(&self, cards: &[PackCard]) -> Result<Setting, FantasyError> {
        self.solve_with(&mut Scratch::default(), cards)
    }

    /// Returns the best setting, with memory from an earlier call.
    pub fn solve_with(
        &self,
        scratch: &mut Scratch,
        cards: &[PackCard],
    ) -> Result<Setting, FantasyError> {
        let hand = Hand::new(cards, self.goal.scorer.rules())?;
        let best = search(&self.goal, &hand, &mut scratch.0).ok_or(FantasyError::NoLow)?;
        let [top, middle, bottom] = best.numbers;
        let rest = hand.subsets.all() ^ best.bottom ^ best.middle;
        let limit = if hand.low { bottom } else { middle };
        let top = hand.find_top(rest, limit, top);
        Ok(self.setting(&hand, [top, best.middle, best.bottom], best.numbers))
    }

    /// Returns up to `most` settings of the best value, ordered by strength of top, middle and bottom
    /// row; and their total number.
    ///
    /// Settings that differ by an exchange of jokers are one.
    pub fn solve_all(
        &self,
        cards: &[PackCard],
        most: usize,
    ) -> Result<(Vec<Setting>, usize), FantasyError> {
        let hand = Hand::new(cards, self.goal.scorer.rules())?;
        let best = search(&self.goal, &hand, &mut Lists::default()).ok_or(FantasyError::NoLow)?;
        let mut found: Vec<([u16; 3], [u32; 3])> = Vec::new();
        each_best(&self.goal, &hand, best.key.value, |masks, numbers| {
            found.push((numbers, masks));
        });
        let count = found.len();
        found.sort_unstable_by(|a, b| b.cmp(a));
        let settings = found.iter().take(most);
        let settings = settings.map(|(numbers, masks)| self.setting(&hand, *masks, *numbers));
        Ok((settings.collect(), count))
    }

    /// Returns the best setting of each hand, computed on the threads of the current pool.
    pub fn solve_batch<H>(&self, hands: &[H]) -> Vec<Result<Setting, FantasyError>>
    where
        H: AsRef<[PackCard]> + Sync,
    {
        hands
            .par_iter()
            .map_init(Scratch::default, |scratch, cards| self.solve_with(scratch, cards.as_ref()))
            .collect()
    }

    fn setting(&self, hand: &Hand, masks: [u32; 3], numbers: [u16; 3]) -> Setting {
        let board = Board::of(masks.map(|mask| hand.subsets.set(mask)));
        let discards = hand.subsets.all() & !masks.iter().fold(0, |all, mask| all | mask);
        let rows = self.goal.scorer.rows(&board).expect("the search sets no fouls");
        let (royalties, stays) = self.goal.scorer.royalties_and_stay(numbers);
        let value = self.goal.full_value(numbers);
        debug_assert_eq!(self.goal.scorer.numbers(rows), numbers);
        Setting { board, discards: hand.subsets.set(discards), rows, royalties, stays, value }
    }
}
