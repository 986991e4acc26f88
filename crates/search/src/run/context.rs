//! The constants of a search: rules, parameters, rollouts.

use crate::config::{Algorithm, Rollout, SearchConfig};
use crate::tree::expansion::Order;
use crate::tree::numbers::{Gumbel, Ln};
use crate::tree::proof::Proofs;
use crate::tree::selection::{Bandit, Pruning};
use facedown_game::Utility;
use facedown_game::{PerSeat, Rng, Searchable, Seat};

/// The order of the untried actions of a state: by the game's heuristic, with noise.
struct HeuristicOrder<'a, 'b, G: Searchable> {
    ctx: &'a Context<'b, G>,
    state: &'a G::State,
    rng: &'a mut Rng,
}

impl<G: Searchable> Order<G::Action> for HeuristicOrder<'_, '_, G> {
    #[inline]
    fn of(&mut self, action: G::Action) -> f32 {
        self.ctx.noisy(|| self.ctx.game.heuristic(self.state, action), self.rng)
    }

    #[inline]
    fn each(&mut self, actions: &[G::Action], mut put: impl FnMut(f32)) {
        let Self { ctx, state, rng, .. } = self;
        if ctx.uses_heuristic() {
            let noisy = |heuristic: f32| put(ctx.noisy(|| heuristic, rng));
            ctx.game.heuristics(state, actions, noisy);
        } else {
            for _ in actions {
                put(ctx.gumbel.draw(rng));
            }
        }
    }
}

/// The constants of a search.
pub(crate) struct Context<'a, G: Searchable> {
    pub(crate) game: &'a G,
    pub(crate) utility: &'a dyn Utility,
    points: bool, // the utility is the score
    pub(crate) bandit: Bandit,
    /// Whether the tree ends below the root.
    pub(crate) flat: bool,
    /// Whether values can be proven: every iteration samples the same world.
    pub(crate) solver: bool,
    /// What counts as a proof.
    pub(crate) proofs: Proofs,
    pub(crate) expand_after: u32,
    temperature: Option<f32>, // none where the heuristic does not count
    gumbel: Gumbel,
    rollout: Rollout, // `Plans` only where the search has them
}

impl<'a, G: Searchable> Context<'a, G> {
    pub(crate) fn new(game: &'a G, config: &SearchConfig, utility: &'a dyn Utility) -> Self {
        let pruning = Pruning { visits: config.pruning_visits, margin: config.pruning_margin };
        let bandit = Bandit {
            exploration: config.exploration,
            fpu: config.fpu,
            pruning: config.pruning.then_some(pruning),
            virtual_loss: config.is_shared().then_some(config.virtual_loss),
            ln: Ln::new(),
        };
        Self {
            game,
            utility,
            points: utility.is_points(),
            bandit,
            flat: config.algorithm == Algorithm::Flat,
            solver: config.is_solver(),
            proofs: Proofs {
                greatest: utility.bounds().map(|[_, greatest]| greatest),
                settles_ties: config.algorithm == Algorithm::Determinized,
            },
            expand_after: config.expand_after,
            // Where root actions have equal shares and no tree follows, no order counts.
            temperature: (config.heuristics && !config.is_flat_in_shares())
                .then_some(config.temperature),
            gumbel: Gumbel::new(),
            rollout: match config.rollout {
                Rollout::Plans if !config.has_plans() => Rollout::Game,
                rollout => rollout,
            },
        }
    }

    /// Returns the order of untried actions of a state: higher values are expanded first.
    #[inline]
    pub(crate) fn order<'b>(
        &'b self,
        state: &'b G::State,
        rng: &'b mut Rng,
    ) -> impl Order<G::Action> + 'b {
        HeuristicOrder { ctx: self, state, rng }
    }

    /// Returns whether the heuristic counts in the order of untried actions.
    pub(crate) fn uses_heuristic(&self) -> bool {
        self.temperature.is_some()
    }

    /// Returns the value of an untried action in the order, given its heuristic.
    #[inline]
    pub(crate) fn noisy(&self, heuristic: impl FnOnce() -> f32, rng: &mut Rng) -> f32 {
        match self.temperature {
            None => self.gumbel.draw(rng),
            Some(0.0) => heuristic(),
            Some(t) => heuristic() / t + self.gumbel.draw(rng),
        }
    }

    /// Returns the utility of a finished hand for each seat.
    #[inline]
    pub(crate) fn outcome(&self, state: &G::State) -> PerSeat<f32> {
        let scores = self.game.scores(state).map(|score| score as f32);
        if self.points { scores } else { self.utility.utility(&scores) }
    }

    /// Rolls the hand out by a plan of the searching seat, where the search has plans.
    #[inline]
    pub(crate) fn plan_playout(
        &self,
        (seat, plan): (Seat, usize),
        state: &mut G::State,
        list: &mut G::LegalActions,
        rng: &mut Rng,
    ) -> PerSeat<f32> {
        if self.rollout != Rollout::Plans {
            return self.playout(state, list, rng);
        }
        self.game.plan_playout(seat, plan, state, list, rng);
        self.outcome(state)
    }

    /// Rolls the hand out to its end.
    pub(crate) fn playout(
        &self,
        state: &mut G::State,
        list: &mut G::LegalActions,
        rng: &mut Rng,
    ) -> PerSeat<f32> {
        match self.rollout {
            Rollout::Game | Rollout::Plans => self.game.playout(state, list, rng),
            Rollout::Uniform => self.game.random_playout(state, list, rng),
        }
        self.outcome(state)
    }
}
