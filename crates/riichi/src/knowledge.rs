//! Domain knowledge for the bot `search`: belief, priors, match equity, and decisions that need no
//! search.
//!
//! The search itself names no game: rollouts of the few actions that an [`Expert`] thinks likeliest,
//! or [`Efficient::sharp`] values highest where there is no expert, in the worlds of a [`Belief`],
//! every action in the same worlds. It plays what they would play unless the rollouts of another
//! action are clearly better. All functions here depend on the view alone.

use crate::bots::Efficient;
use crate::{Action, Belief, BeliefModel, MatchEquity, Phase, Riichi, RiichiWorlds, View};
use facedown_game::{DomainKnowledge, Guide, Rng, Searchable, Utility, Worlds};
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

    /// Returns the expert as the guide of a tree search of this game; `None` for games that it does
    /// not know.
    fn guide(&self, game: &Riichi) -> Option<Arc<dyn Guide<Riichi>>> {
        let _ = game;
        None
    }
}

impl Riichi {
    /// Returns the points of each action up to a constant.
    fn action_values(&self, view: &View, legal: &[Action]) -> Vec<f32> {
        let chances = self.expert().and_then(|expert| expert.log_chances(self, view, legal));
        let Some(mut values) = chances else {
            return Efficient::sharp().evaluate(self, view, legal);
        };
        for value in &mut values {
            *value = POINTS_PER_NAT * value.max(MIN_LOG_CHANCE);
        }
        values
    }
}

impl DomainKnowledge for Riichi {
    fn belief(&self, view: &View, worlds: Arc<RiichiWorlds>) -> Box<dyn Worlds<Self>> {
        let mut rng = Rng::new(self.view_key(view));
        Box::new(Belief::over(worlds, self, view, &BeliefModel::default(), &mut rng))
    }

    fn priors(&self, view: &View, legal: &[Action]) -> Option<Vec<f32>> {
        let mut values = self.action_values(view, legal);
        let best = values.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let slope = MatchEquity::of(self, view).slope(view.seat());
        for value in &mut values {
            *value = slope * value.max(best - MAX_PRIOR_GAP);
        }
        Some(values)
    }

    fn equity(&self, view: &View) -> Option<Arc<dyn Utility>> {
        Some(Arc::new(MatchEquity::of(self, view)))
    }

    fn guide(&self) -> Option<Arc<dyn Guide<Self>>> {
        self.expert()?.guide(self)
    }

    /// All actions, the best first.
    fn candidates(&self, view: &View, legal: &[Action]) -> Option<Vec<Action>> {
        let values = self.action_values(view, legal);
        let mut order: Vec<usize> = (0..legal.len()).collect();
        order.sort_by(|a, b| values[*b].total_cmp(&values[*a]));
        Some(order.into_iter().map(|place| legal[place]).collect())
    }

    /// Decides without search what is forced or clear (the only action, a win, the tile just drawn
    /// after riichi, an action far ahead of the others), and what rollouts cannot resolve: a
    /// discard far from tenpai, where tile efficiency knows more, and riichi or not, because the
    /// rollout policy declares on its next turn if it has not done so.
    fn decided(&self, view: &View, legal: &[Action]) -> Option<Action> {
        if let [only] = legal {
            return Some(*only);
        }
        let values = self.action_values(view, legal);
        let best = (0..legal.len()).max_by(|a, b| values[*a].total_cmp(&values[*b]))?;
        let others = (0..legal.len()).filter(|place| *place != best).map(|place| values[place]);
        let second = others.fold(f32::NEG_INFINITY, f32::max);
        let fixed = view.table().is_riichi(view.seat());
        let clear = values[best] - second > CLEAR_MARGIN;
        let riichi = legal.contains(&Action::Riichi);
        (fixed || clear || riichi || is_far_discard(self, view)).then_some(legal[best])
    }
}

/// Returns whether the seat is to discard, far from tenpai.
fn is_far_discard(game: &Riichi, view: &View) -> bool {
    let discards = !matches!(view.table().phase(), Phase::Window(_));
    discards && view.hand().shanten(game.pack()) >= FAR_SHANTEN
}
