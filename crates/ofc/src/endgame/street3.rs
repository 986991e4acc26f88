//! Street 3, exactly: every placement, every deal of street 4, its best placement, every draw of
//! street 5.
//!
//! Isomorphic deals (see `suit_isomorphism`) are solved once. The work is a list of placements and
//! deals that can be done in slices and on several threads; sums are integers, so the answer depends
//! on neither.

use super::draws::Draws;
use super::judge::UNIT;
use super::solve::each_placement;
use super::suit_isomorphism::CardClasses;
use super::sums::Sums;
use super::{Endgame, EndgameError, Partial, Placement};
use facedown_cards::{PackCard, PackSet};
use facedown_game::Control;
use rayon::prelude::*;
use std::cell::RefCell;

/// One deal of street 4 on one board.
#[derive(Clone, Copy, Debug)]
struct Task {
    placement: usize,
    deal: [PackCard; 3],
    /// Number of deals that are isomorphic to it.
    weight: i64,
}

/// Number of tasks that a thread takes at once.
const CHUNK: usize = 16;
/// Number of tasks between two checks of the control.
const SLICE: usize = 4096;

/// A decision of street 3 that is being solved, slice by slice.
///
/// ```
/// use facedown_cards::{PackSet, parse_pack};
/// use facedown_ofc::endgame::{Endgame, Street3};
/// use facedown_ofc::{Rules, Stakes};
///
/// let endgame = Endgame::new(&Rules::STANDARD, Stakes::estimate(&Rules::STANDARD))?;
/// let board = "Qs / 7c 7d 2h / 9s Ts Js".parse()?;
/// let mut street = Street3::new(endgame, &board, &parse_pack("Qd 8s 4c")?, PackSet::EMPTY)?;
/// street.advance(100);
/// assert_eq!((street.done(), street.placements()), (100, None));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Street3 {
    endgame: Endgame,
    unseen: PackSet,
    /// Boards and discards, with the sums so far.
    placements: Vec<(Partial, PackCard, Sums)>,
    tasks: Vec<Task>,
    done: usize,
    draws: Draws,
}

impl Street3 {
    /// Prepares every placement of two of the three cards of `deal` on a board with 7 cards. `dead`
    /// are other cards that cannot come.
    pub fn new(
        endgame: Endgame,
        board: &Partial,
        deal: &[PackCard],
        dead: PackSet,
    ) -> Result<Self, EndgameError> {
        let unseen = endgame.unseen(board, deal, dead, &[7])?;
        let mut placements = Vec::with_capacity(27);
        each_placement(board, deal, |board, discard| {
            placements.push((board, discard, Sums::default()));
        });
        let mut tasks = Vec::new();
        for (placement, (board, ..)) in placements.iter().enumerate() {
            let draws = CardClasses::new(board, unseen).draws().into_iter();
            tasks.extend(draws.map(|(deal, weight)| Task { placement, deal, weight }));
        }
        Ok(Self { endgame, unseen, placements, tasks, done: 0, draws: Draws::default() })
    }

    /// Returns the number of deals solved so far.
    pub const fn done(&self) -> usize {
        self.done
    }

    /// Returns the number of deals in all.
    pub fn total(&self) -> usize {
        self.tasks.len()
    }

    /// Solves up to `count` more deals on this thread.
    pub fn advance(&mut self, count: usize) {
        for task in &self.tasks[self.done..][..count.min(self.tasks.len() - self.done)] {
            let (board, _, sums) = &mut self.placements[task.placement];
            let found = self.endgame.street_4_sums(&mut self.draws, board, task.deal, self.unseen);
            sums.add_all(&found, task.weight);
            self.done += 1;
        }
    }

    /// Solves up to `count` more deals on the threads of the current pool.
    pub fn advance_parallel(&mut self, count: usize) {
        let slice = &self.tasks[self.done..][..count.min(self.tasks.len() - self.done)];
        let (endgame, unseen, placements) = (&self.endgame, self.unseen, &self.placements);
        let work = |draws: &mut Draws, chunk: &[Task]| {
            let solve = |task: &Task| {
                let board = &placements[task.placement].0;
                endgame.street_4_sums(draws, board, task.deal, unseen)
            };
            chunk.iter().map(solve).collect()
        };
        let found: Vec<Vec<Sums>> =
            slice.par_chunks(CHUNK).map_init(Draws::default, work).collect();
        self.done += slice.len();
        for (task, sums) in slice.iter().zip(found.iter().flatten()) {
            self.placements[task.placement].2.add_all(sums, task.weight);
        }
    }

    /// Returns every placement, the best first; `None` before all deals are solved.
    pub fn placements(&self) -> Option<Vec<Placement>> {
        if self.done < self.tasks.len() {
            return None;
        }
        let opponents = self.endgame.opponents();
        let of = |(board, discard, sums): &(Partial, PackCard, Sums)| {
            let expectation = sums.expectation(opponents);
            Placement { board: *board, discard: *discard, value: expectation.value, expectation }
        };
        let mut all: Vec<Placement> = self.placements.iter().map(of).collect();
        all.sort_by(|a, b| b.value.total_cmp(&a.value));
        Some(all)
    }
}

impl Endgame {
    /// Returns every placement of two of the three cards of `deal`, the best first, on a board with 7
    /// cards, computed on the threads of the current pool; `None` if cancelled. Progress is reported
    /// as the part that is done.
    ///
    /// It takes about a second for a typical board, several if two rows may become flushes.
    pub fn solve_street_3(
        &self,
        board: &Partial,
        deal: &[PackCard],
        dead: PackSet,
        mut control: Control<'_, f64>,
    ) -> Result<Option<Vec<Placement>>, EndgameError> {
        let mut street = Street3::new(self.clone(), board, deal, dead)?;
        while street.done() < street.total() {
            if control.is_cancelled() {
                return Ok(None);
            }
            street.advance_parallel(SLICE);
            control.report(&(street.done() as f64 / street.total() as f64));
        }
        Ok(street.placements())
    }

    /// Returns the sums over the draws after the best placement of a deal on street 4.
    pub fn street_4_sums(
        &self,
        draws: &mut Draws,
        board: &Partial,
        deal: [PackCard; 3],
        unseen: PackSet,
    ) -> Sums {
        let unseen = unseen - deal.into_iter().collect();
        let (_, best) = self.best_on_street_4(draws, board, &deal, unseen);
        self.sums(draws, &best, unseen)
    }

    /// Returns the same, with placements valued on the threads of the current pool.
    pub fn street_4_sums_parallel(
        &self,
        board: &Partial,
        deal: [PackCard; 3],
        unseen: PackSet,
    ) -> Sums {
        thread_local! {
            static DRAWS: RefCell<Draws> = RefCell::default();
        }
        let unseen = unseen - deal.into_iter().collect();
        let mut boards = Vec::with_capacity(27);
        each_placement(board, &deal, |board, _| boards.push(board));
        let total = |board: &Partial| {
            DRAWS.with_borrow_mut(|draws| draws.total(&self.judge, board, unseen))
        };
        let totals: Vec<i64> = boards.par_iter().with_max_len(1).map(total).collect();
        let most = totals.iter().copied().max().unwrap_or(i64::MIN);
        let best = totals.iter().position(|total| *total == most);
        let best = best.map_or(*board, |best| boards[best]);
        DRAWS.with_borrow_mut(|draws| draws.sums(&self.judge, &best, unseen))
    }

    /// Returns the expected value of the best placement of a deal on street 4. `unseen` are the cards
    /// that may come after it.
    pub fn value_on_street_4(
        &self,
        draws: &mut Draws,
        board: &Partial,
        deal: &[PackCard],
        unseen: PackSet,
    ) -> f64 {
        let (total, _) = self.best_on_street_4(draws, board, deal, unseen);
        total as f64 / UNIT / triples(unseen.len())
    }

    /// Returns the expected value of a board with 9 cards: the mean over all deals of street 4 of the
    /// best placement's value. `None` for boards of other sizes, and if fewer than 6 `unseen` cards may
    /// come.
    pub fn value_before_street_4(
        &self,
        draws: &mut Draws,
        board: &Partial,
        unseen: PackSet,
    ) -> Option<f64> {
        if board.cards().len() != 9 || unseen.len() < 6 {
            return None;
        }
        let (mut sum, mut deals) = (0, 0);
        for (deal, weight) in CardClasses::new(board, unseen).draws() {
            let left = unseen - deal.into_iter().collect();
            let (total, _) = self.best_on_street_4(draws, board, &deal, left);
            sum += i128::from(total) * i128::from(weight);
            deals += weight;
        }
        Some(sum as f64 / UNIT / deals as f64 / triples(unseen.len() - 3))
    }
}

/// Returns the number of ways to draw three of so many cards.
fn triples(cards: usize) -> f64 {
    let n = cards as f64;
    n * (n - 1.0) * (n - 2.0) / 6.0
}
