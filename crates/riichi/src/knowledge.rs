//! Domain knowledge for the bot `search`: belief, priors, match equity, and decisions that need no
//! search.
//!
//! The search itself names no game: rollouts of the few actions that an [`Expert`] thinks likeliest,
//! or [`Efficient::sharp`] values highest where there is no expert, in the worlds of a [`Belief`],
//! every action in the same worlds. It plays what they would play unless the rollouts of another
//! action are clearly better. All functions here depend on the view alone.

use crate::bots::Efficient;
use crate::{Action, Belief, BeliefModel, MatchEquity, Phase, Riichi, View};
use facedown_game::{Approach, DecisionPoint, ImpossibleView, Knowledge, Model, Rng, Searchable};
use std::fmt::Debug;
use std::sync::Arc;

/// The number of candidate actions that a search rolls out.
pub const CANDIDATES: u32 = 3;
/// The number of rollouts that a prior counts for. The difference of two paired rollouts is off by
/// about three thousand points, the difference of two priors by one or two hundred.
pub const PRIOR_VISITS: f32 = 400.0;

/// The largest difference between a prior and the best one, in points.
const MAX_PRIOR_GAP: f32 = 8_000.0;
/// An action that leads all others by this many points is played without a search.
const CLEAR_MARGIN: f32 = 1_000.0;
/// The lowest shanten of a hand that is far from tenpai.
const FAR_SHANTEN: i8 = 2;
/// How much better an action is that an expert thinks likelier by the factor e, in points.
const POINTS_PER_NAT: f32 = 250.0;
/// The least logarithm of a chance that counts.
const MIN_LOG_CHANCE: f32 = -20.0;

/// A judge of actions from outside the rules, such as a network that learnt from strong players. It
/// sees views only.
pub trait Expert: Debug + Send + Sync {
    /// Returns the logarithm of the chance that it would play each legal action; `None` for games
    /// that it does not know.
    fn log_chances(&self, game: &Riichi, view: &View, legal: &[Action]) -> Option<Vec<f32>>;
}

/// What the bot `search` knows of riichi mahjong beyond the rules.
#[derive(Clone, Debug, Default)]
pub struct RiichiKnowledge {
    expert: Option<Arc<dyn Expert>>,
}

impl RiichiKnowledge {
    /// Returns knowledge that asks this expert what actions are worth.
    pub fn with_expert(expert: Arc<dyn Expert>) -> Self {
        Self { expert: Some(expert) }
    }

    /// Returns the points of each action up to a constant.
    fn action_values(&self, game: &Riichi, view: &View, legal: &[Action]) -> Vec<f32> {
        let expert = self.expert.as_ref();
        let Some(mut values) = expert.and_then(|expert| expert.log_chances(game, view, legal))
        else {
            return Efficient::sharp().evaluate(game, view, legal);
        };
        for value in &mut values {
            *value = POINTS_PER_NAT * value.max(MIN_LOG_CHANCE);
        }
        values
    }
}

impl Knowledge<Riichi> for RiichiKnowledge {
    fn approach(
        &self,
        decision: &DecisionPoint<'_, Riichi>,
    ) -> Result<Approach<Riichi>, ImpossibleView> {
        let DecisionPoint { game, view, legal, .. } = *decision;
        if let [only] = legal {
            return Ok(Approach::play(*only));
        }
        let values = self.action_values(game, view, legal);
        let settled = settled(game, view, legal, &values);
        let priors = priors(&values, MatchEquity::of(game, view).slope(view.seat()));
        if let Some(action) = settled {
            return Ok(Approach::Play { action, value: None, ratings: priors });
        }
        let mut order: Vec<usize> = (0..legal.len()).collect();
        order.sort_by(|a, b| values[*b].total_cmp(&values[*a]));
        let candidates = order.into_iter().map(|place| legal[place]).collect();
        Ok(Approach::CompareActions { candidates, priors, model: self.model(decision)? })
    }

    fn model(&self, decision: &DecisionPoint<'_, Riichi>) -> Result<Model<Riichi>, ImpossibleView> {
        let DecisionPoint { game, view, .. } = *decision;
        let mut rng = Rng::new(game.view_key(view));
        let belief =
            Belief::over(decision.worlds()?, game, view, &BeliefModel::default(), &mut rng);
        let utility = Arc::new(MatchEquity::of(game, view));
        Ok(Model { worlds: Box::new(belief), utility })
    }
}

/// Returns values in units of match equity, none far below the best.
fn priors(values: &[f32], slope: f32) -> Vec<f32> {
    let best = values.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    values.iter().map(|value| slope * value.max(best - MAX_PRIOR_GAP)).collect()
}

/// Decides without search what is clear (a win, the tile just drawn after riichi, an action far ahead
/// of the others), and what rollouts cannot resolve: a discard far from tenpai, where tile efficiency
/// knows more, and riichi or not, because the rollout policy declares on its next turn if it has not
/// done so.
fn settled(game: &Riichi, view: &View, legal: &[Action], values: &[f32]) -> Option<Action> {
    let best = (0..legal.len()).max_by(|a, b| values[*a].total_cmp(&values[*b]))?;
    let others = (0..legal.len()).filter(|place| *place != best).map(|place| values[place]);
    let second = others.fold(f32::NEG_INFINITY, f32::max);
    let fixed = view.table().is_riichi(view.seat());
    let clear = values[best] - second > CLEAR_MARGIN;
    let riichi = legal.contains(&Action::Riichi);
    (fixed || clear || riichi || is_far_discard(game, view)).then_some(legal[best])
}

/// Returns whether the seat is to discard, far from tenpai.
fn is_far_discard(game: &Riichi, view: &View) -> bool {
    let discards = !matches!(view.table().phase(), Phase::Window(_));
    discards && view.hand().shanten(game.pack()) >= FAR_SHANTEN
}
