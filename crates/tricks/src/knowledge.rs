//! `impl DomainKnowledge`: knowledge of the strongest search beyond the rules.

use crate::{Action, Belief, BeliefModel, MatchEquity, Tricks, TricksWorlds, View};
use facedown_cards::Card;
use facedown_game::{DomainKnowledge, Utility, Worlds};
use std::sync::Arc;

impl DomainKnowledge for Tricks {
    /// Returns worlds weighted by the others' bids; uniform worlds before any bid.
    fn belief(&self, view: &View, worlds: Arc<TricksWorlds>) -> Box<dyn Worlds<Self>> {
        let belief = Belief::over(Arc::clone(&worlds), self, view, &BeliefModel::default());
        if belief.is_informed() { Box::new(belief) } else { Box::new(worlds) }
    }

    /// Lists every set of cards that the seat can pass.
    fn moves(&self, view: &View) -> Option<Vec<Vec<Action>>> {
        let options = self.pass_options(view).filter(|options| options.count > 1)?;
        let cards: Vec<Card> = options.cards.iter().collect();
        let mut moves = Vec::new();
        let mut chosen = Vec::with_capacity(options.count);
        choose(&cards, options.count, &mut chosen, &mut moves);
        Some(moves)
    }

    fn equity(&self, view: &View) -> Option<Arc<dyn Utility>> {
        Some(Arc::new(MatchEquity::new(self, view)))
    }
}

/// Lists the sets of this many cards, each in ascending order and once.
fn choose(cards: &[Card], count: usize, chosen: &mut Vec<Action>, moves: &mut Vec<Vec<Action>>) {
    if count == 0 {
        moves.push(chosen.clone());
        return;
    }
    for (i, card) in cards.iter().enumerate() {
        // Equal cards of two packs give equal sets.
        if i > 0 && cards[i - 1] == *card {
            continue;
        }
        chosen.push(Action::card(*card));
        choose(&cards[i + 1..], count - 1, chosen, moves);
        chosen.pop();
    }
}
