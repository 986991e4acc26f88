//! Advice: the answer of a bot, with actions as ids and texts.

use crate::entry::CatalogGame;
use facedown_game::ActionSpace;
use facedown_search::{Answer, Totals};
use serde::Serialize;
use std::fmt;

/// The answer of a bot: every legal action, the best first.
///
/// As text it is a table; [`Serialize`] gives the record that the command line prints and that
/// Python and a service pass on.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct Advice {
    /// The seat that is advised.
    pub seat: usize,
    /// The id of the best action.
    pub best: usize,
    /// Every legal action, the best first; there is at least one.
    pub actions: Vec<ActionAdvice>,
    /// Totals of the search.
    pub totals: Totals,
    #[serde(skip)]
    texts: Answer<String>,
}

/// One action and its statistics. Values are utilities of the seat: points, or points of match
/// equity where the game's strongest search maximises that.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct ActionAdvice {
    /// The action's id.
    pub action: usize,
    /// The ids of the actions of the whole move, `action` first, where several are chosen at once:
    /// a pass of three cards.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<usize>,
    /// The notation of the action or of the whole move.
    pub text: String,
    /// A description.
    pub about: String,
    /// The number of visits.
    pub visits: u64,
    /// The mean value, or the proven one; none if it was never visited.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub value: Option<f64>,
    /// The 95 % confidence interval of the mean; none with fewer than two outcomes.
    #[cfg_attr(feature = "schema", schema(required = true, value_type = Option<(f64, f64)>))]
    pub ci: Option<[f64; 2]>,
    /// The value, if proven.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub proven: Option<f64>,
    /// Its share of all visits.
    pub share: f64,
    /// The share of iterations in which it was legal.
    pub availability: f64,
    /// The principal variation: this action and the most visited ones after it.
    pub line: Vec<String>,
}

impl Advice {
    pub(crate) fn new<G: CatalogGame>(
        game: &G,
        view: &G::View,
        answer: &Answer<G::Action>,
    ) -> Self {
        let space = G::Space::default();
        let mut texts = answer.map(|action| game.action_text(*action));
        for (named, report) in texts.actions.iter_mut().zip(&answer.actions) {
            if !report.moves.is_empty() {
                named.action = game.move_text(view, &report.moves);
            }
        }
        let actions: Vec<ActionAdvice> = answer
            .actions
            .iter()
            .zip(&texts.actions)
            .map(|(report, named)| ActionAdvice {
                action: space.index(view, report.action),
                moves: report.moves.iter().map(|action| space.index(view, *action)).collect(),
                text: named.action.clone(),
                about: match report.moves.as_slice() {
                    [] => game.describe(view, report.action),
                    _ => named.action.clone(),
                },
                visits: report.visits,
                value: report.mean,
                ci: report.interval,
                proven: report.proven,
                share: report.share,
                availability: report.availability,
                line: named.line.clone(),
            })
            .collect();
        let totals = answer.totals.clone();
        Self { seat: answer.seat.index(), best: actions[0].action, actions, totals, texts }
    }

    /// Returns the best action.
    pub fn best(&self) -> &ActionAdvice {
        &self.actions[0]
    }
}

impl fmt::Display for Advice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.texts.fmt(f)
    }
}
