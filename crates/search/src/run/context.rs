//! The constants of a search: rules, parameters, rollouts.

use crate::config::{Algorithm, Rollout, SearchConfig};
use crate::tree::numbers::{Gumbel, Ln};
use crate::tree::selection::{Bandit, Pruning};
use facedown_game::Utility;
use facedown_game::{ActionBuf, Evaluator, PerSeat, Rng, Searchable, Turn};

/// The constants of a search.
pub(crate) struct Context<'a, G: Searchable> {
    pub(crate) game: &'a G,
    pub(crate) utility: &'a dyn Utility,
    pub(crate) evaluator: &'a dyn Evaluator<G>,
    pub(crate) bandit: Bandit,
    /// Whether the tree ends below the root.
    pub(crate) flat: bool,
    /// Whether values can be proven: every iteration samples the same world.
    pub(crate) solver: bool,
    /// The greatest possible utility, if known.
    pub(crate) greatest: Option<f32>,
    pub(crate) expand_after: u32,
    temperature: Option<f32>, // none where the heuristic does not count
    gumbel: Gumbel,
    rollout: Rollout,
    cutoff: u32,
}

impl<'a, G: Searchable> Context<'a, G> {
    pub(crate) fn new(
        game: &'a G,
        config: &SearchConfig,
        utility: &'a dyn Utility,
        evaluator: &'a dyn Evaluator<G>,
    ) -> Self {
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
            evaluator,
            bandit,
            flat: config.algorithm == Algorithm::Flat,
            solver: config.is_solver(),
            greatest: utility.bounds().map(|[_, greatest]| greatest),
            expand_after: config.expand_after,
            temperature: config.heuristics.then_some(config.temperature),
            gumbel: Gumbel::new(),
            rollout: config.rollout,
            cutoff: config.cutoff.unwrap_or(u32::MAX),
        }
    }

    /// Returns the order of untried actions of a state: higher values are expanded first.
    #[inline]
    pub(crate) fn order<'b>(
        &'b self,
        state: &'b G::State,
        rng: &'b mut Rng,
    ) -> impl FnMut(G::Action) -> f32 + 'b {
        let mut context = None;
        let mut heuristic = move |action| {
            let context = *context.get_or_insert_with(|| self.game.heuristic_context(state));
            self.game.heuristic_in_context(state, context, action)
        };
        move |action| match self.temperature {
            None => self.gumbel.draw(rng),
            Some(0.0) => heuristic(action),
            Some(t) => heuristic(action) / t + self.gumbel.draw(rng),
        }
    }

    /// Returns the utility of a finished hand for each seat.
    #[inline]
    pub(crate) fn outcome(&self, state: &G::State) -> PerSeat<f32> {
        self.utility.utility(&self.game.scores(state).map(|score| score as f32))
    }

    /// Rolls the hand out to its end or to the cut-off.
    pub(crate) fn playout(
        &self,
        state: &mut G::State,
        list: &mut G::Actions,
        rng: &mut Rng,
    ) -> PerSeat<f32> {
        if self.cutoff == u32::MAX {
            match self.rollout {
                Rollout::Game => self.game.playout(state, list, rng),
                Rollout::Uniform => self.game.random_playout(state, list, rng),
            }
            return self.outcome(state);
        }
        let mut decisions = 0;
        loop {
            match self.game.turn(state) {
                Turn::Over => return self.outcome(state),
                Turn::Chance => self.game.play_chance(state, rng, &mut ()),
                Turn::Act(_) if decisions == self.cutoff => {
                    let mut value = [PerSeat::filled(self.game.seats(), 0.0)];
                    self.evaluator.evaluate(self.game, std::slice::from_ref(state), &mut value);
                    return self.utility.utility(&value[0]);
                }
                Turn::Act(_) => {
                    decisions += 1;
                    self.game.legal_actions(state, list);
                    let legal = list.as_slice();
                    let action = match self.rollout {
                        Rollout::Uniform => legal[rng.below(legal.len() as u32) as usize],
                        Rollout::Game => self.game.rollout(state, legal, rng),
                    };
                    self.game.apply(state, action, &mut ());
                }
            }
        }
    }
}
