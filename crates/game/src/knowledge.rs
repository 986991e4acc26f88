//! Domain knowledge: what a strong search knows of a family beyond the rules.
//!
//! It is a value beside the game, not part of it: the rules stay pure, and a crate above a family can
//! add what only it has, such as a network. A [`Knowledge`] is asked one question, how a decision is
//! to be approached, and answers with an [`Approach`].

use crate::{Hidden, ImpossibleView, Points, Searchable, Utility, Worlds};
use std::cell::OnceCell;
use std::sync::Arc;

/// A decision: the view of the seat to act, its legal actions, and the worlds of the view, which are
/// built at most once.
pub struct DecisionPoint<'a, G: Hidden> {
    /// The game.
    pub game: &'a G,
    /// What the seat to act knows.
    pub view: &'a G::View,
    /// Its legal actions.
    pub legal: &'a [G::Action],
    worlds: OnceCell<Arc<G::Worlds>>,
}

impl<'a, G: Hidden> DecisionPoint<'a, G> {
    /// Describes a decision.
    pub const fn new(game: &'a G, view: &'a G::View, legal: &'a [G::Action]) -> Self {
        Self { game, view, legal, worlds: OnceCell::new() }
    }

    /// Uses these worlds of the view, which were built before.
    #[must_use]
    pub fn with_worlds(self, worlds: Arc<G::Worlds>) -> Self {
        Self { worlds: OnceCell::from(worlds), ..self }
    }

    /// Returns the worlds of the view, uniformly weighted.
    pub fn worlds(&self) -> Result<Arc<G::Worlds>, ImpossibleView> {
        if let Some(worlds) = self.worlds.get() {
            return Ok(Arc::clone(worlds));
        }
        let worlds = Arc::new(self.game.worlds(self.view)?);
        Ok(Arc::clone(self.worlds.get_or_init(|| worlds)))
    }
}

/// What a decision is about: how likely the worlds are, and what scores are worth.
pub struct Model<G: Hidden> {
    /// The worlds of the view, each with its weight.
    pub worlds: Box<dyn Worlds<G>>,
    /// The utility of scores: points, or their value in the match.
    pub utility: Arc<dyn Utility>,
}

impl<G: Hidden<Worlds: 'static>> Model<G> {
    /// Returns uniform worlds and points.
    pub fn uniform(decision: &DecisionPoint<'_, G>) -> Result<Self, ImpossibleView> {
        Ok(Self { worlds: Box::new(decision.worlds()?), utility: Arc::new(Points) })
    }
}

/// How a decision is to be approached.
pub enum Approach<G: Hidden> {
    /// Play this action: it is forced, solved exactly, or better left to a heuristic.
    Play {
        /// The action.
        action: G::Action,
        /// Its exact value, if it is solved.
        value: Option<f64>,
        /// What the legal actions are worth, if that is known; empty if not.
        ratings: Vec<f32>,
    },
    /// Compare these whole moves by paired playouts, where a decision takes several actions in a row
    /// without learning anything in between, such as a pass of three cards.
    CompareMoves {
        /// The moves: each a sequence of actions, the first one legal now.
        moves: Vec<Vec<G::Action>>,
        /// The worlds and the utility.
        model: Model<G>,
    },
    /// Compare the best of these actions by paired playouts, and play the one with the best prior
    /// unless another is better with confidence.
    CompareActions {
        /// All legal actions, the best first.
        candidates: Vec<G::Action>,
        /// The value of each legal action, in their order, in units of the utility.
        priors: Vec<f32>,
        /// The worlds and the utility.
        model: Model<G>,
    },
    /// Search the tree of all actions.
    Search {
        /// Prior values of the legal actions in units of the utility: NaN where nothing is known,
        /// empty if nothing is known of any. Only differences between them count.
        priors: Vec<f32>,
        /// The worlds and the utility.
        model: Model<G>,
    },
}

impl<G: Hidden> Approach<G> {
    /// Returns the action that is played without search, of which nothing else is known.
    pub const fn play(action: G::Action) -> Self {
        Self::Play { action, value: None, ratings: Vec::new() }
    }
}

/// What a strong search knows of a game beyond its rules. It sees views only, and equal views give
/// equal answers.
pub trait Knowledge<G: Hidden<Worlds: 'static> + Searchable>: Send + Sync {
    /// Returns how this decision, which has a legal action, is to be approached.
    fn approach(&self, decision: &DecisionPoint<'_, G>) -> Result<Approach<G>, ImpossibleView>;

    /// Returns the model by which moves of the caller's choice are compared. It is the one of
    /// [`Knowledge::approach`].
    fn model(&self, decision: &DecisionPoint<'_, G>) -> Result<Model<G>, ImpossibleView> {
        Model::uniform(decision)
    }
}

/// Knows nothing beyond the rules: uniform worlds, points, and a search of every action.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RulesAlone;

impl<G: Hidden<Worlds: 'static> + Searchable> Knowledge<G> for RulesAlone {
    fn approach(&self, decision: &DecisionPoint<'_, G>) -> Result<Approach<G>, ImpossibleView> {
        Ok(Approach::Search { priors: Vec::new(), model: Model::uniform(decision)? })
    }
}
