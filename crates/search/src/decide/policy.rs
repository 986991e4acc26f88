//! Advice of policies that do not search.

use super::Advisor;
use crate::sorting::sort_descending;
use crate::{ActionReport, Answer, Budget, SearchError, Slice, Stop, Totals};
use facedown_game::{Control, DecisionPoint, Game, Hidden, Policy, Rng, Turn};

/// Advises the action that a policy plays. The other actions have no values.
pub struct PolicyAdvisor<G: Game, P> {
    policy: P,
    answer: Option<Answer<G::Action>>,
}

impl<G: Game, P: Policy<G>> PolicyAdvisor<G, P> {
    /// Wraps a policy.
    pub const fn new(policy: P) -> Self {
        Self { policy, answer: None }
    }
}

/// Returns an answer that consists of one decision: the action, and its exact value if known.
///
/// # Panics
/// If the view's seat is not to act.
pub(crate) fn decision<G: Hidden>(
    point: &DecisionPoint<'_, G>,
    (action, value): (G::Action, Option<f64>),
    priors: &[f32],
) -> Answer<G::Action> {
    let DecisionPoint { game, view, legal, .. } = *point;
    let Some(Turn::Act(seat)) = game.view_turn(view) else { panic!("the view's seat is to act") };
    let prior = |place: usize| {
        priors.get(place).map(|prior| f64::from(*prior)).filter(|prior| prior.is_finite())
    };
    let mut reports: Vec<ActionReport<G::Action>> = legal
        .iter()
        .enumerate()
        .map(|(place, action)| ActionReport::new(*action, 0, prior(place), None))
        .collect();
    let worst = f64::NEG_INFINITY;
    sort_descending(&mut reports, |report| report.mean.unwrap_or(worst));
    sort_descending(&mut reports, |report| f64::from(report.action == action));
    if let (Some(value), Some(best)) = (value, reports.first_mut()) {
        (best.mean, best.proven) = (Some(value), Some(value));
    }
    let stop = if value.is_some() { Stop::Proven } else { Stop::Rule };
    Answer::new(seat, reports, Totals::new(0, 0.0, stop))
}

impl<G: Hidden, P: Policy<G>> Advisor<G> for PolicyAdvisor<G, P> {
    fn begin(
        &mut self,
        point: &DecisionPoint<'_, G>,
        _: Budget,
        rng: &mut Rng,
    ) -> Result<(), SearchError> {
        if point.legal.is_empty() {
            return Err(SearchError::NoLegalAction);
        }
        let action = self.policy.choose(point.game, point.view, point.legal, rng);
        self.answer = Some(decision(point, (action, None), &[]));
        Ok(())
    }

    fn advance(
        &mut self,
        _: Slice,
        _: &mut Control<'_, Answer<G::Action>>,
    ) -> Result<bool, SearchError> {
        Ok(true)
    }

    fn answer(&self) -> Answer<G::Action> {
        self.answer.clone().expect("a decision has begun")
    }

    fn new_hand(&mut self) {
        self.policy.new_hand();
    }
}
