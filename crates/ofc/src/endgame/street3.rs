//! Street 3, exactly: every placement, every deal of street 4, its best placement, every draw of
//! street 5.
//!
//! Deals that are alike (see `kinds`) are looked at once. The work is one list of placements and
//! deals shared out among threads; sums are whole numbers, so the answer does not depend on how many
//! threads there are.

use super::draws::Draws;
use super::kinds::Kinds;
use super::solve::each_placement;
use super::sums::Sums;
use super::{Endgame, EndgameError, Partial, Placement};
use facedown_cards::{PackCard, PackSet};
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// How a long answer is watched and stopped. The default does neither.
#[derive(Clone, Copy, Default)]
pub struct Watch<'a> {
    /// Set from outside, this ends the work without an answer.
    pub cancel: Option<&'a AtomicBool>,
    /// Called from any thread with how much is done and how much there is.
    pub progress: Option<&'a (dyn Fn(usize, usize) + Sync)>,
}

impl std::fmt::Debug for Watch<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Watch").field("cancel", &self.cancel).finish_non_exhaustive()
    }
}

/// One deal of street 4 on one board.
struct Task {
    placement: usize,
    deal: [PackCard; 3],
    /// How many deals are alike.
    weight: i64,
}

/// How many tasks a thread takes at once.
const CHUNK: usize = 16;

impl Endgame {
    /// Every placement of two of the three cards of `deal`, best first, on a board with 7 cards:
    /// exactly, on all threads of the pool. `None` where it was stopped.
    ///
    /// It takes about a second for a typical board, several where two rows may become flushes.
    pub fn solve_street_3(
        &self,
        board: &Partial,
        deal: &[PackCard],
        dead: PackSet,
        watch: Watch<'_>,
    ) -> Result<Option<Vec<Placement>>, EndgameError> {
        let unseen = self.unseen(board, deal, dead, &[7])?;
        let mut placements = Vec::with_capacity(27);
        each_placement(board, deal, |board, discard| placements.push((board, discard)));
        let tasks: Vec<Task> = placements
            .iter()
            .enumerate()
            .flat_map(|(placement, (board, _))| {
                let draws = Kinds::new(board, unseen).draws();
                draws.into_iter().map(move |(deal, weight)| Task { placement, deal, weight })
            })
            .collect();
        let done = AtomicUsize::new(0);
        let stopped = || watch.cancel.is_some_and(|flag| flag.load(Ordering::Relaxed));
        let work = |draws: &mut Draws, chunk: &[Task]| {
            let mut sums = Vec::with_capacity(chunk.len());
            for task in chunk {
                if stopped() {
                    break;
                }
                let board = &placements[task.placement].0;
                let found = self.street_4_sums(draws, board, task.deal, unseen);
                sums.push((task.placement, task.weight, found));
            }
            let before = done.fetch_add(chunk.len(), Ordering::Relaxed);
            if let Some(progress) = watch.progress {
                progress(before + chunk.len(), tasks.len());
            }
            sums
        };
        let found: Vec<Vec<(usize, i64, Sums)>> =
            tasks.par_chunks(CHUNK).map_init(Draws::default, work).collect();
        if stopped() {
            return Ok(None);
        }
        let mut totals = vec![Sums::default(); placements.len()];
        for (placement, weight, sums) in found.iter().flatten() {
            totals[*placement].add_all(sums, *weight);
        }
        let mut answer: Vec<Placement> = placements
            .into_iter()
            .zip(totals)
            .map(|((board, discard), sums)| {
                let outlook = sums.outlook(self.opponents());
                Placement { board, discard, value: outlook.value, outlook }
            })
            .collect();
        answer.sort_by(|a, b| b.value.total_cmp(&a.value));
        Ok(Some(answer))
    }

    /// All that is told of the best placement of a deal on street 4.
    pub(crate) fn street_4_sums(
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
}
