//! Domain knowledge for search: the belief from the bids, match equity, and whole passes.

use crate::{Action, Belief, BeliefModel, MatchEquity, Tricks, View};
use facedown_cards::Card;
use facedown_game::{Approach, DecisionPoint, ImpossibleView, Knowledge, Model};
use std::sync::Arc;

/// What the bot `search` knows of the trick-taking games beyond their rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TricksKnowledge;

impl Knowledge<Tricks> for TricksKnowledge {
    /// Compares every set of cards that the seat can pass, in uniform worlds, since nobody has acted
    /// yet; searches everything else.
    fn approach(
        &self,
        decision: &DecisionPoint<'_, Tricks>,
    ) -> Result<Approach<Tricks>, ImpossibleView> {
        let DecisionPoint { game, view, legal, .. } = *decision;
        if let [only] = legal {
            return Ok(Approach::play(*only));
        }
        let moves = passes(game, view);
        if moves.len() > 1 {
            let utility = Arc::new(MatchEquity::new(game, view));
            let model = Model { utility, ..Model::uniform(decision)? };
            return Ok(Approach::CompareMoves { moves, model });
        }
        Ok(Approach::Search { priors: Vec::new(), model: self.model(decision)? })
    }

    /// Weights worlds by the others' bids; before any bid they are uniform.
    fn model(&self, decision: &DecisionPoint<'_, Tricks>) -> Result<Model<Tricks>, ImpossibleView> {
        let DecisionPoint { game, view, .. } = *decision;
        let worlds = decision.worlds()?;
        let belief = Belief::over(Arc::clone(&worlds), game, view, &BeliefModel::default());
        let utility = Arc::new(MatchEquity::new(game, view));
        Ok(if belief.is_informed() {
            Model { worlds: Box::new(belief), utility }
        } else {
            Model { worlds: Box::new(worlds), utility }
        })
    }
}

/// Lists every set of cards that the seat can pass; none where it does not pass several.
fn passes(game: &Tricks, view: &View) -> Vec<Vec<Action>> {
    let mut moves = Vec::new();
    if let Some(options) = game.pass_options(view).filter(|options| options.count > 1) {
        let cards: Vec<Card> = options.cards.iter().collect();
        let mut chosen = Vec::with_capacity(options.count);
        choose(&cards, options.count, &mut chosen, &mut moves);
    }
    moves
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
