//! The search: rounds of equal visits, each with half as many choices as the one before.

use super::root::Root;
use super::{ChanceAnswer, ChanceConfig, Plan, Watcher};
use crate::{Budget, SearchError, Stop};
use rayon::ThreadPoolBuilder;
use std::time::{Duration, Instant};

/// Visits of each choice between two looks at the clock.
const STEP: u64 = 8;

/// Compares choices: every one of `afters` is reported, the best first.
///
/// The budget's nodes are outcomes of root choices.
pub fn search_chance<P: Plan>(
    plan: &P,
    afters: &[P::After],
    config: &ChanceConfig,
    budget: Budget,
    mut watcher: Watcher<'_, P::After>,
) -> Result<ChanceAnswer<P::After>, SearchError> {
    budget.validate()?;
    config.validate()?;
    if afters.is_empty() {
        return Err(SearchError::NoLegalAction);
    }
    let pool = (config.threads > 1)
        .then(|| ThreadPoolBuilder::new().num_threads(config.threads).build())
        .transpose()
        .map_err(|error| SearchError::Threads(error.to_string()))?;
    let mut root = Root::new(plan, config, afters);
    let mut spent = Spent { start: Instant::now(), told: Duration::ZERO, budget };
    let rounds = root.active.max(2).ilog2() + u32::from(!root.active.is_power_of_two());
    for round in 0..rounds {
        let part = f64::from(round + 1) / f64::from(rounds);
        while !spent.is_over(&root, part, &watcher) {
            let step = spent.step(&root, part);
            match &pool {
                Some(pool) => pool.install(|| root.extend(step)),
                None => root.extend(step),
            }
            spent.tell(&root, &mut watcher);
        }
        let keep = root.active.div_ceil(2).max(2);
        root.halve(if round + 1 == rounds { root.active } else { keep });
        // One choice is left only where bounds rule out all others.
        if root.active == 1 && afters.len() > 1 {
            break;
        }
    }
    let stop = spent.why(&root, &watcher);
    Ok(root.answer(spent.start.elapsed().as_secs_f64(), stop))
}

/// What was spent so far, and what may be.
struct Spent {
    start: Instant,
    /// When somebody was last told.
    told: Duration,
    budget: Budget,
}

impl Spent {
    /// Whether this part of the budget is used up.
    fn is_over<P: Plan>(
        &self,
        root: &Root<'_, P>,
        part: f64,
        watcher: &Watcher<'_, P::After>,
    ) -> bool {
        let Budget { iterations, nodes, .. } = self.budget;
        let over = |limit: Option<u64>, used: u64| {
            limit.is_some_and(|limit| used as f64 >= limit as f64 * part)
        };
        // Every choice is tried once, however short the time.
        root.iterations > 0
            && (over(iterations, root.iterations)
                || over(nodes, root.outcomes())
                || self.budget.duration().is_some_and(|d| self.start.elapsed() >= d.mul_f64(part))
                || watcher.is_cancelled())
    }

    /// How many visits each active choice gets at once: few enough not to miss the time, and not
    /// more than the iterations that are left for this part.
    fn step<P: Plan>(&self, root: &Root<'_, P>, part: f64) -> u64 {
        if root.iterations == 0 {
            return 1;
        }
        let active = root.active as f64;
        let mut step = f64::from(u32::MAX);
        if let Some(limit) = self.budget.iterations {
            step = step.min((limit as f64 * part - root.iterations as f64) / active);
        }
        if let Some(duration) = self.budget.duration() {
            let elapsed = self.start.elapsed().as_secs_f64();
            let rate = root.iterations as f64 / elapsed.max(1e-6);
            let left = (duration.as_secs_f64() * part - elapsed).max(0.0);
            step = step.min(left * rate / active / 3.0);
        }
        // Whole steps, so that equal numbers of iterations are equal searches.
        (step.ceil() as u64).clamp(1, STEP * 64)
    }

    fn tell<P: Plan>(&mut self, root: &Root<'_, P>, watcher: &mut Watcher<'_, P::After>) {
        let elapsed = self.start.elapsed();
        if elapsed >= self.told + watcher.every
            && let Some(progress) = &mut watcher.progress
        {
            self.told = elapsed;
            progress(&root.answer(elapsed.as_secs_f64(), Stop::Running));
        }
    }

    fn why<P: Plan>(&self, root: &Root<'_, P>, watcher: &Watcher<'_, P::After>) -> Stop {
        let Budget { iterations, nodes, .. } = self.budget;
        if watcher.is_cancelled() {
            Stop::Cancelled
        } else if root.active == 1 && root.candidates.len() > 1 {
            Stop::Settled
        } else if iterations.is_some_and(|limit| root.iterations >= limit) {
            Stop::Iterations
        } else if nodes.is_some_and(|limit| root.outcomes() >= limit) {
            Stop::Nodes
        } else {
            Stop::Time
        }
    }
}
