//! The schedule of a search: when to stop, when to report, and when to halve.
//!
//! A budget of iterations or nodes is divided into goals that depend on counts alone, so that
//! decisions at them are the same on every machine. Time is divided into short slices, which the
//! trees take in turn.

use crate::budget::Budget;
use crate::config::{RootAllocation, SearchConfig};
use std::time::Duration;

/// The schedule of a search.
pub(crate) struct Schedule {
    /// The time at which the search began; later for one that paused between slices.
    pub(crate) start: Duration,
    seconds: Option<Duration>,
    iterations: Option<u64>,
    workers: u64,
    step: u64,
    rounds: u32,     // of halving; 0 without it
    first_pass: u64, // iterations in which every worker plays every action once
    round: u32,
    /// Iterations of all workers together at which the next decision is made.
    pub(crate) goal: u64,
    /// The time that a worker runs before another takes its turn.
    pub(crate) slice: Option<Duration>,
}

const SHORTEST: Duration = Duration::from_micros(200);
const LONGEST: Duration = Duration::from_millis(25);

impl Schedule {
    pub(crate) fn new(
        budget: &Budget,
        config: &SearchConfig,
        (workers, threads): (usize, usize),
        actions: usize,
        start: Duration,
    ) -> Self {
        let workers = workers as u64;
        let halving = config.root == RootAllocation::SequentialHalving && actions > 1;
        let seconds = budget.duration();
        let slice = seconds.map(|all| {
            let turns = (workers as u32).div_ceil(threads as u32) * 6;
            (all / turns).clamp(SHORTEST, LONGEST)
        });
        let step = match budget.iterations {
            Some(all) => (all / 64).max(8 * workers),
            None if seconds.is_none() => 256 * workers,
            None => u64::MAX,
        };
        let mut schedule = Self {
            start,
            seconds,
            iterations: budget.iterations,
            workers,
            step,
            rounds: if halving { (actions - 1).ilog2() + 1 } else { 0 },
            first_pass: workers.saturating_mul(actions as u64),
            round: 0,
            goal: 0,
            slice,
        };
        schedule.advance(0);
        schedule
    }

    /// Sets the next goal, at least `least` iterations ahead, before which nothing can be decided.
    /// Threads synchronise at goals, so there should be few.
    pub(crate) fn advance(&mut self, least: u64) {
        let next = self.goal.saturating_add(self.step.max(least));
        let round_end = self.iterations_after(self.round + 1);
        self.goal = match (self.iterations, round_end) {
            (Some(all), Some(end)) if end > self.goal => next.min(end).min(all),
            (Some(all), _) => next.min(all),
            (None, _) => next,
        };
    }

    /// Returns whether there is a budget of time. It has no goals: rounds of halving may end at any
    /// moment.
    pub(crate) const fn is_timed(&self) -> bool {
        self.slice.is_some()
    }

    /// Returns the share of the goal of a worker.
    pub(crate) fn share(&self, worker: usize) -> u64 {
        self.goal / self.workers + u64::from((worker as u64) < self.goal % self.workers)
    }

    /// Returns the iterations of the first `rounds` rounds of halving, at least one. The rounds are of
    /// equal length, unless the first would end before every action has been played.
    fn iterations_after(&self, rounds: u32) -> Option<u64> {
        let all = self.iterations.filter(|_| self.rounds > 0)?;
        let part = |all: u64, n: u32, of: u32| {
            (u128::from(all) * u128::from(n) / u128::from(of.max(1))) as u64
        };
        let first = self.first_pass.min(all);
        if part(all, 1, self.rounds) >= first {
            return Some(part(all, rounds, self.rounds));
        }
        Some(first + part(all - first, rounds - 1, self.rounds - 1))
    }

    /// Returns the time at which the search ends.
    pub(crate) fn deadline(&self) -> Option<Duration> {
        Some(self.start + self.seconds?)
    }

    /// Returns the time at which the round of halving ends at the latest.
    pub(crate) fn round_deadline(&self) -> Option<Duration> {
        if self.rounds == 0 {
            return None;
        }
        Some(self.start + self.seconds? * (self.round + 1) / self.rounds)
    }

    /// Ends the round of halving if its share of the budget is spent, and returns whether it did;
    /// the last round does not end.
    pub(crate) fn halve(&mut self, done: u64, nodes: Option<[u64; 2]>, now: Duration) -> bool {
        if self.round + 1 >= self.rounds {
            return false;
        }
        let by_time = self.round_deadline().is_some_and(|end| now >= end);
        let by_count = self.iterations_after(self.round + 1).is_some_and(|end| done >= end);
        let by_nodes = nodes.is_some_and(|[have, most]| {
            have.saturating_mul(u64::from(self.rounds))
                >= most.saturating_mul(u64::from(self.round + 1))
        });
        let over = by_time || by_count || by_nodes;
        self.round += u32::from(over);
        over
    }

    /// Returns whether a round of halving has ended.
    pub(crate) const fn has_halved(&self) -> bool {
        self.round > 0
    }

    /// Returns the number of remaining iterations, or an upper estimate of it where only time is
    /// counted. With both, the count alone: equal iterations give equal answers.
    pub(crate) fn iterations_left(&self, done: u64, now: Duration) -> Option<u64> {
        let counted = self.iterations.map(|all| all.saturating_sub(done));
        let timed = || {
            self.seconds.map(|all| {
                let spent = now.saturating_sub(self.start);
                // The early rate is unreliable; later iterations tend to be faster.
                if spent * 10 < all {
                    return u64::MAX;
                }
                let rate = done as f64 / spent.as_secs_f64().max(1e-9);
                (rate * all.saturating_sub(spent).as_secs_f64() * 1.25) as u64 + 1
            })
        };
        counted.or_else(timed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn schedule(budget: Budget, root: RootAllocation, actions: usize) -> Schedule {
        let config = SearchConfig { root, ..SearchConfig::default() };
        Schedule::new(&budget, &config, (8, 2), actions, Duration::ZERO)
    }

    #[test]
    fn the_goals_of_an_iteration_budget_end_at_the_budget() {
        for budget in [1, 7, 100, 1_000_003] {
            let mut plan = schedule(Budget::iterations(budget), RootAllocation::Ucb, 3);
            let mut goals = vec![plan.goal];
            while plan.goal < budget {
                plan.advance(0);
                goals.push(plan.goal);
            }
            assert_eq!(goals.last(), Some(&budget));
            assert!(goals.len() <= 66, "{}", goals.len());
            let shares: u64 = (0..8).map(|worker| plan.share(worker)).sum();
            assert_eq!(shares, budget);
        }
    }

    #[test]
    fn halving_has_a_round_for_each_doubling_and_each_ends_at_a_goal() {
        for (actions, rounds) in [(2, 1), (3, 2), (4, 2), (5, 3), (8, 3), (9, 4)] {
            let budget = Budget::iterations(10_000);
            let mut plan = schedule(budget, RootAllocation::SequentialHalving, actions);
            let mut ends = Vec::new();
            while plan.goal < 10_000 {
                if plan.halve(plan.goal, None, Duration::ZERO) {
                    ends.push(plan.goal);
                }
                plan.advance(0);
            }
            let expected: Vec<u64> = (1..rounds).map(|r| 10_000 * r / rounds).collect();
            assert_eq!(ends, expected, "{actions} actions");
        }
    }

    #[test]
    fn no_action_is_dropped_before_every_worker_has_played_it() {
        for (budget, expected) in [(90, vec![72, 78, 84]), (72, vec![72, 72, 72]), (5, vec![5])] {
            let root = RootAllocation::SequentialHalving;
            let mut plan = schedule(Budget::iterations(budget), root, 9);
            let mut ends = Vec::new();
            for _ in 0..9 {
                while plan.halve(plan.goal, None, Duration::ZERO) {
                    ends.push(plan.goal);
                }
                plan.advance(0);
            }
            assert_eq!(ends[..expected.len()], expected, "{budget} iterations");
        }
    }

    #[test]
    fn slices_of_time_are_short_and_let_every_tree_have_its_turn() {
        let plan = schedule(Budget::seconds(0.001), RootAllocation::Ucb, 3);
        assert_eq!(plan.slice, Some(SHORTEST));
        let plan = schedule(Budget::seconds(100.0), RootAllocation::Ucb, 3);
        assert_eq!(plan.slice, Some(LONGEST));
    }

    #[test]
    fn remaining_iterations_are_estimated_from_the_rate() {
        let plan = schedule(Budget::seconds(10.0), RootAllocation::Ucb, 3);
        let at = |seconds| plan.start + Duration::from_secs(seconds);
        assert_eq!(plan.iterations_left(100, at(0)), Some(u64::MAX));
        let left = plan.iterations_left(1_000, at(5)).unwrap();
        assert!((1_200..1_300).contains(&left), "{left}");
    }
}
