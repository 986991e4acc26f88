//! `steady`: the evaluator's choice on streets 1 to 3, exact for its own board on streets 4 and 5,
//! exact in Fantasyland. Quick and good: the value of Fantasyland is measured by its play.

use crate::Estimator;
use crate::opponent_model::SoloPlayer;
use facedown_cards::PackSet;
use facedown_game::{Policy, Rng};
use facedown_ofc::bots::{FantasylandBot, Greedy, placement_action};
use facedown_ofc::endgame::{Draws, Endgame, Partial};
use facedown_ofc::{Action, Dealing, Ofc, Phase, Rules, Stakes, View};
use std::sync::{Arc, Mutex, PoisonError};

/// The data that bots of one game share.
#[derive(Debug)]
struct Kernel {
    endgame: Endgame,
    estimator: Estimator,
}

/// Maximum number of kernels that a process keeps.
const KEPT: usize = 8;

impl Kernel {
    /// Returns the kernel of these rules and stakes, shared by all bots of the process; `None` with
    /// classic dealing, which is left to [`Greedy`].
    fn of(rules: &Rules, stakes: Stakes) -> Option<Arc<Self>> {
        type Entry = (Rules, Stakes, Arc<Kernel>);
        static KNOWN: Mutex<Vec<Entry>> = Mutex::new(Vec::new());
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((.., kernel)) = known.iter().find(|(r, s, _)| r == rules && *s == stakes) {
            return Some(kernel.clone());
        }
        if rules.dealing == Dealing::Classic {
            return None;
        }
        let endgame = Endgame::new(rules, stakes).ok()?;
        let kernel = Arc::new(Self { endgame, estimator: Estimator::steady(rules, stakes, 0) });
        if known.len() == KEPT {
            known.remove(0);
        }
        known.push((*rules, stakes, kernel.clone()));
        Some(kernel)
    }
}

/// A bot that plays its own board well and uses other boards only to know which cards are gone.
///
/// With classic dealing it plays streets as [`Greedy`] does.
#[derive(Debug, Default)]
pub struct Steady {
    draws: Draws,
    fantasyland: FantasylandBot,
    greedy: Greedy,
    kernel: Option<(Rules, Stakes, Option<Arc<Kernel>>)>,
}

impl Steady {
    fn place(&mut self, game: &Ofc, view: &View) -> Option<Action> {
        let (rules, stakes) = (game.rules(), *game.stakes());
        if self.kernel.as_ref().is_none_or(|(r, s, _)| r != rules || *s != stakes) {
            self.kernel = Some((*rules, stakes, Kernel::of(rules, stakes)));
        }
        let kernel = self.kernel.as_ref()?.2.as_deref()?;
        let board = Partial::new(view.rows()).ok()?;
        let unseen = game.pack().collect::<PackSet>() - view.seen();
        let player = SoloPlayer { endgame: &kernel.endgame, estimator: &kernel.estimator };
        let after = player.place(&mut self.draws, &board, view.hand(), unseen);
        placement_action(view.hand(), after.rows())
    }
}

impl Policy<Ofc> for Steady {
    fn choose(&mut self, game: &Ofc, view: &View, legal: &[Action], rng: &mut Rng) -> Action {
        if view.table().phase() == Phase::Fantasy {
            return self.fantasyland.choose(game, view, legal);
        }
        let action = self.place(game, view).filter(|action| legal.contains(action));
        action.unwrap_or_else(|| self.greedy.choose(game, view, legal, rng))
    }

    fn new_hand(&mut self) {
        self.fantasyland.forget();
        self.greedy.new_hand();
    }
}
