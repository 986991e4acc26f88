//! What a search found, for those who know actions by number and text.

use crate::listed::Listed;
use facedown_game::ActionSpace;
use facedown_search::{Answer, Totals};
use serde::Serialize;
use std::fmt;

/// What a search found: every legal action, the best first.
///
/// As text it is a table; [`Serialize`] gives the record that the command line prints and that
/// Python and a service pass on.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct Advice {
    /// The seat that asked.
    pub seat: usize,
    /// The number of the best action.
    pub best: usize,
    /// Every legal action, the best first; there is at least one.
    pub actions: Vec<ActionAdvice>,
    /// What the search spent.
    pub totals: Totals,
    #[serde(skip)]
    texts: Answer<String>,
}

/// What is known of one action. Values are utilities of the seat that asked: points, unless the
/// game's own search wants something else.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct ActionAdvice {
    /// The action's number.
    pub action: usize,
    /// The action's text.
    pub text: String,
    /// What it does, in words.
    pub about: String,
    /// How often it was tried.
    pub visits: u64,
    /// The mean of what it was worth, or the proven value; nothing where it was never tried.
    pub value: Option<f64>,
    /// The 95 % confidence interval of that mean; nothing where there were fewer than two outcomes.
    pub ci: Option<[f64; 2]>,
    /// The value, where it is proven.
    pub proven: Option<f64>,
    /// Its share of all visits.
    pub share: f64,
    /// The part of the iterations in which it could have been tried.
    pub availability: f64,
    /// The texts of this action and the most visited ones that followed it.
    pub line: Vec<String>,
}

impl Advice {
    pub(crate) fn new<G: Listed>(game: &G, view: &G::View, answer: &Answer<G::Action>) -> Self {
        let space = G::Space::default();
        let texts = answer.map(|action| game.action_text(*action));
        let actions: Vec<ActionAdvice> = answer
            .actions
            .iter()
            .zip(&texts.actions)
            .map(|(report, named)| ActionAdvice {
                action: space.index(view, report.action),
                text: named.action.clone(),
                about: game.describe(view, report.action),
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

    /// The best action.
    pub fn best(&self) -> &ActionAdvice {
        &self.actions[0]
    }
}

impl fmt::Display for Advice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.texts.fmt(f)
    }
}
