//! Domain knowledge: what a game's strongest search knows beyond the rules.

use crate::{Guide, Hidden, Searchable, Utility, Worlds};
use std::sync::Arc;

/// Domain knowledge for a game's strongest search. Every method has a default: uniform worlds, no
/// priors, points, and nothing decided without search.
pub trait DomainKnowledge: Hidden<Worlds: 'static> + Searchable {
    /// Returns the belief over the worlds of a view, given how the others have played. The same view
    /// gives the same belief. `worlds` are those of [`Hidden::worlds`], built once for a decision.
    fn belief(&self, view: &Self::View, worlds: Arc<Self::Worlds>) -> Box<dyn Worlds<Self>> {
        let _ = view;
        Box::new(worlds)
    }

    /// Returns prior values of the legal actions in units of [`DomainKnowledge::equity`]; NaN where
    /// nothing is known of an action. Only differences between them count.
    fn priors(&self, view: &Self::View, legal: &[Self::Action]) -> Option<Vec<f32>> {
        let _ = (view, legal);
        None
    }

    /// Returns the utility of scores in the match that a view belongs to; `None` for points.
    fn equity(&self, view: &Self::View) -> Option<Arc<dyn Utility>> {
        let _ = view;
        None
    }

    /// Returns the guide of a search by priors and values, such as a network; `None` if the game
    /// has none.
    fn guide(&self) -> Option<Arc<dyn Guide<Self>>> {
        None
    }

    /// Lists the whole moves where a decision takes several actions in a row without learning
    /// anything in between, such as a pass of three cards: each a sequence of actions, the first
    /// one legal now. `None` where one action is the whole decision.
    fn moves(&self, view: &Self::View) -> Option<Vec<Vec<Self::Action>>> {
        let _ = view;
        None
    }

    /// Lists the actions that are compared by paired rollouts in the worlds of the belief, the best
    /// first; `None` if the decision is searched otherwise. A search compares the first ones, and
    /// plays the one with the best prior unless another is better with confidence.
    fn candidates(&self, view: &Self::View, legal: &[Self::Action]) -> Option<Vec<Self::Action>> {
        let _ = (view, legal);
        None
    }

    /// Returns the best action and its value if the game solves this decision exactly. Every search
    /// leaves such decisions to it.
    fn solved(&self, view: &Self::View, legal: &[Self::Action]) -> Option<(Self::Action, f64)> {
        let _ = (view, legal);
        None
    }

    /// Returns the action that needs no search: forced, exactly solved, or better left to a
    /// heuristic.
    fn decided(&self, view: &Self::View, legal: &[Self::Action]) -> Option<Self::Action> {
        let _ = view;
        match legal {
            [only] => Some(*only),
            _ => None,
        }
    }
}
