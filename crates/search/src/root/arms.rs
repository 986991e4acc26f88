//! Arms: what shares the iterations of a flat search, an action and a plan for the rest of the hand.
//!
//! All arms are played in the same worlds with the same random numbers. A plan is chosen before the
//! hidden cards are seen, so the best plan's mean is what the action is worth to a seat that plays
//! so: no more than the best it could do, and no less than any single plan.

use crate::config::SearchConfig;
use crate::root::priors;
use crate::root::question::Root;
use crate::root::report::Pooled;
use crate::run::worker::Worker;
use facedown_game::Searchable;

/// An action, by its index among the legal ones, and a plan of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Arm {
    pub(crate) place: usize,
    pub(crate) plan: usize,
}

/// Returns the arms of these actions, in their order: one each, or one for every plan.
pub(crate) fn arms<G: Searchable>(
    game: &G,
    config: &SearchConfig,
    actions: &[G::Action],
) -> Vec<Arm> {
    let plans = |action: G::Action| if config.has_plans() { game.plans(action).max(1) } else { 1 };
    let arms_of = |(place, action): (usize, &G::Action)| {
        (0..plans(*action)).map(move |plan| Arm { place, plan })
    };
    actions.iter().enumerate().flat_map(arms_of).collect()
}

/// Returns the statistics of each arm. Of priors only differences within a plan count.
pub(crate) fn pool<G: Searchable, O>(
    root: &Root<'_, G, O>,
    config: &SearchConfig,
    workers: &[Worker<G>],
) -> Vec<Pooled> {
    let outcomes = |number: usize| {
        let all = workers.iter().map(|worker| &worker.tally.arms[number]);
        Pooled::of_arm(number, all)
    };
    let mut pooled: Vec<Pooled> = (0..root.arms.len()).map(outcomes).collect();
    if root.priors.is_empty() {
        return pooled;
    }
    let plans = root.arms.iter().map(|arm| arm.plan).max().map_or(0, |most| most + 1);
    for plan in 0..plans {
        let same: Vec<usize> = (0..pooled.len()).filter(|n| root.arms[*n].plan == plan).collect();
        let known: Vec<f32> = same.iter().map(|n| root.priors[root.arms[*n].place]).collect();
        let mut group: Vec<Pooled> = same.iter().map(|n| pooled[*n]).collect();
        priors::apply(&known, config.prior_visits, &mut group);
        for (number, arm) in same.into_iter().zip(group) {
            pooled[number] = arm;
        }
    }
    pooled
}

/// Returns the best arm of each action that was played: the highest mean among those with at least
/// half as many outcomes as the one with the most. Others were dropped earlier, as worse.
pub(crate) fn best_of_actions(
    arms: &[Arm],
    pooled: &[Pooled],
    actions: usize,
) -> Vec<Option<Pooled>> {
    let mut best: Vec<Option<Pooled>> = vec![None; actions];
    let mut most = vec![0.0f64; actions];
    for (arm, pooled) in arms.iter().zip(pooled) {
        most[arm.place] = most[arm.place].max(pooled.weight());
    }
    for (arm, pooled) in arms.iter().zip(pooled) {
        let mean = |of: &Pooled| of.posterior_mean().unwrap_or(f64::NEG_INFINITY);
        let counts = pooled.weight() > 0.0 && 2.0 * pooled.weight() >= most[arm.place];
        if counts && best[arm.place].is_none_or(|known| mean(pooled) > mean(&known)) {
            best[arm.place] = Some(*pooled);
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::root::question::Moments;

    #[test]
    fn a_plan_that_was_dropped_early_does_not_count() {
        let outcomes = |count: usize, value: f64| {
            let mut moments = Moments::default();
            (0..count).for_each(|_| moments.add(1.0, value));
            moments
        };
        // Two plans of the first action, three of the second; the third action was never played.
        let played = [(100, 1.0), (40, 5.0), (100, 2.0), (99, 3.0), (20, 9.0), (0, 0.0)];
        let arms = [(0, 0), (0, 1), (1, 0), (1, 1), (1, 2), (2, 0)];
        let arms = arms.map(|(place, plan)| Arm { place, plan });
        let pooled: Vec<Pooled> = played
            .into_iter()
            .enumerate()
            .map(|(number, (count, value))| Pooled::of_arm(number, [outcomes(count, value)].iter()))
            .collect();
        let best = best_of_actions(&arms, &pooled, 3);
        let means: Vec<Option<f64>> =
            best.iter().map(|best| best.as_ref().and_then(Pooled::mean)).collect();
        assert_eq!(means, [Some(1.0), Some(3.0), None]);
    }
}
