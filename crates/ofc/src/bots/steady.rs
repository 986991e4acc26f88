//! `steady`: the evaluator's choice on streets 1 to 3, exact for its own board on streets 4 and 5,
//! exact in Fantasyland. Quick and good: what Fantasyland is worth is measured by its play.

use super::placing::placing;
use super::{Setter, light_street};
use crate::endgame::{Draws, Endgame, Partial, Worth};
use crate::solve::{Guess, Player};
use crate::{Action, Ofc, Phase, Rules, View};
use facedown_cards::PackSet;
use facedown_game::{Policy, Rng};

/// What the bot knows of the rules.
#[derive(Debug)]
pub(crate) struct Plans {
    endgame: Endgame,
    guess: Guess,
}

impl Plans {
    /// Nothing where cards come one by one: neither evaluator nor endgames know that.
    pub(crate) fn new(rules: &Rules, worth: Worth) -> Option<Self> {
        let endgame = Endgame::new(rules, worth).ok()?;
        Some(Self { endgame, guess: Guess::new(rules, worth, 0) })
    }
}

/// A bot that plays its own board well and looks at no other, but for the cards that lie there.
///
/// With classic dealing it plays streets as [`Greedy`](super::Greedy) does.
#[derive(Debug, Default)]
pub struct Steady {
    draws: Draws,
    setter: Setter,
}

impl Steady {
    fn place(&mut self, game: &Ofc, view: &View) -> Option<Action> {
        let Plans { endgame, guess } = game.plans()?;
        let board = Partial::new(view.rows()).ok()?;
        let unseen = game.pack().collect::<PackSet>() - view.seen();
        let player = Player { endgame, guess };
        let after = player.place(&mut self.draws, &board, view.hand(), unseen);
        placing(view.hand(), after.rows())
    }
}

impl Policy<Ofc> for Steady {
    fn choose(&mut self, game: &Ofc, view: &View, legal: &[Action], _: &mut Rng) -> Action {
        if view.table().phase() == Phase::Fantasy {
            return self.setter.put(game, view, legal);
        }
        let action = self.place(game, view).filter(|action| legal.contains(action));
        action.unwrap_or_else(|| light_street(game, view, legal))
    }

    fn new_hand(&mut self) {
        self.setter.forget();
    }
}
