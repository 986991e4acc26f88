//! `impl DomainKnowledge`: what the strongest search knows beyond the rules.

use crate::{Belief, BeliefModel, MatchEquity, Tricks, View};
use facedown_game::{DomainKnowledge, Hidden, ImpossibleView, Utility, Worlds};
use std::sync::Arc;

impl DomainKnowledge for Tricks {
    /// Returns worlds weighted by what the others have bid; uniform worlds before any bid.
    fn belief(&self, view: &View) -> Result<Box<dyn Worlds<Self>>, ImpossibleView> {
        let belief = Belief::new(self, view, &BeliefModel::default())?;
        if belief.is_informed() {
            return Ok(Box::new(belief));
        }
        Ok(Box::new(self.worlds(view)?))
    }

    fn equity(&self, view: &View) -> Option<Arc<dyn Utility>> {
        Some(Arc::new(MatchEquity::new(self, view)))
    }
}
