//! Domain knowledge for search: the belief over the opponent's hand, priors of discards, match
//! equity, and the decisions that need no search.

use crate::bots::Greedy;
use crate::rollout::cards;
use crate::{Action, Belief, BeliefModel, Gin, MatchEquity, Phase, View};
use facedown_game::{
    Approach, DecisionPoint, ImpossibleView, Knowledge, Model, Policy, Rng, Searchable, Seat,
};
use std::sync::Arc;

/// What the bot `search` knows of gin rummy beyond the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct GinKnowledge;

impl Knowledge<Gin> for GinKnowledge {
    fn approach(&self, decision: &DecisionPoint<'_, Gin>) -> Result<Approach<Gin>, ImpossibleView> {
        let DecisionPoint { game, view, legal, .. } = *decision;
        Ok(match settled(game, view, legal) {
            Some(action) => Approach::play(action),
            None => Approach::Search { priors: priors(view, legal), model: self.model(decision)? },
        })
    }

    /// Samples hands that explain the opponent's play, and counts points by what they are worth in
    /// the match. The random stream is the view's hash, so that equal views give equal beliefs.
    fn model(&self, decision: &DecisionPoint<'_, Gin>) -> Result<Model<Gin>, ImpossibleView> {
        let DecisionPoint { game, view, .. } = *decision;
        let mut rng = Rng::new(game.view_key(view));
        let belief = Belief::over(decision.worlds()?, &BeliefModel::default(), &mut rng);
        let points = [0, 1].map(|seat| view.table().points(Seat::new(seat)));
        let equity = MatchEquity::new(game.rules().matches.target, points);
        Ok(Model { worlds: Box::new(belief), utility: Arc::new(equity) })
    }
}

/// Rates discards by the evaluation of [`Greedy`]; nothing else is rated.
fn priors(view: &View, legal: &[Action]) -> Vec<f32> {
    if view.table().phase() != Phase::Discard {
        return Vec::new();
    }
    let rated = Greedy::default().evaluate(view, cards(legal));
    let prior = |action: &Action| {
        let found = rated.iter().find(|(card, _)| *action == Action::Card(*card));
        found.map_or(f32::NAN, |(_, cost)| -cost)
    };
    legal.iter().map(prior).collect()
}

/// Returns what needs no search: forced actions, big gin, and the laying down of hands, which is
/// exact. Ties between discards of a knock are broken by the view's hash.
fn settled(game: &Gin, view: &View, legal: &[Action]) -> Option<Action> {
    let open = matches!(view.table().phase(), Phase::FirstUpcard | Phase::Draw | Phase::Discard);
    match legal {
        [only] => Some(*only),
        [.., Action::BigGin] => Some(Action::BigGin),
        _ if open => None,
        _ => {
            let mut rng = Rng::new(game.view_key(view));
            Some(Greedy::default().choose(game, view, legal, &mut rng))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Showdown;
    use crate::{Legal, Rules, State};
    use facedown_game::{ActionBuf, Game, Turn};

    /// Visits the decisions of hands that `greedy` plays against itself.
    fn each_decision(gin: &Gin, mut visit: impl FnMut(&State, &View, &[Action])) {
        for seed in 0..40 {
            let mut rng = Rng::new(seed);
            let mut state = gin.deal(&gin.first_setup(), &mut rng, &mut ());
            let mut legal = Legal::default();
            while let Turn::Act(seat) = gin.turn(&state) {
                gin.legal_actions(&state, &mut legal);
                let view = gin.view(&state, seat);
                visit(&state, &view, legal.as_slice());
                let action = Greedy::default().choose(gin, &view, legal.as_slice(), &mut rng);
                gin.apply(&mut state, action, &mut ());
            }
        }
    }

    #[test]
    fn search_is_left_with_draws_discards_and_the_question_of_knocking() {
        let rules = Rules { showdown: Showdown::Actions, ..Rules::TOURNAMENT };
        let gin = Gin::new(rules).unwrap();
        let (mut open, mut laid_down) = (0, 0);
        each_decision(&gin, |_, view, legal| {
            let decided = settled(&gin, view, legal);
            assert_eq!(decided, settled(&gin, view, legal), "the same view, the same decision");
            if let Some(action) = decided {
                assert!(legal.contains(&action));
                laid_down += usize::from(matches!(action, Action::Lay(_)));
            } else {
                let phase = view.table().phase();
                assert!(matches!(phase, Phase::FirstUpcard | Phase::Draw | Phase::Discard));
                assert!(legal.len() > 1 && !legal.contains(&Action::BigGin));
                open += 1;
            }
        });
        assert!(open > 100 && laid_down > 20, "{open} {laid_down}");
    }

    #[test]
    fn priors_rate_every_discard_and_nothing_else() {
        let gin = Gin::new(Rules::EAAI).unwrap();
        let mut rated = 0;
        each_decision(&gin, |_, view, legal| {
            let priors = priors(view, legal);
            assert_eq!(!priors.is_empty(), view.table().phase() == Phase::Discard);
            for (action, prior) in legal.iter().zip(&priors) {
                assert_eq!(matches!(action, Action::Card(_)), prior.is_finite());
                rated += 1;
            }
        });
        assert!(rated > 1_000);
    }

    #[test]
    fn equal_views_give_equal_beliefs() {
        let gin = Gin::new(Rules::EAAI).unwrap();
        let mut turns = 0;
        each_decision(&gin, |state, view, legal| {
            if turns % 50 == 0 {
                let decision = DecisionPoint::new(&gin, view, legal);
                let model = || GinKnowledge.model(&decision).unwrap();
                let sample = || model().worlds.sample(&mut Rng::new(3)).0;
                assert_eq!(sample(), sample());
                assert_eq!(gin.view(&sample(), view.seat()), *view);
                assert_eq!(gin.turn(&sample()), gin.turn(state));
            }
            turns += 1;
        });
    }
}
