//! `steady` and `network`: the choice of an evaluator on streets 1 to 3, exact for their own board on
//! streets 4 and 5, exact in Fantasyland. `steady` has networks that are frozen, since the value of
//! Fantasyland was measured by its play; `network` has the value networks of [`Evaluator`](crate::Evaluator).

use crate::opponent_model::SoloPlayer;
use crate::{Estimator, stakes_of};
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

/// Which networks a bot places by.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Networks {
    /// Those of `steady`.
    #[default]
    Frozen,
    /// The value networks.
    Current,
}

/// Maximum number of kernels that a process keeps.
const KEPT: usize = 8;

impl Kernel {
    /// Returns the kernel of these networks, rules and stakes, shared by all bots of the process;
    /// `None` with classic dealing, which is left to [`Greedy`].
    fn of(networks: Networks, rules: &Rules, stakes: Stakes) -> Option<Arc<Self>> {
        type Entry = (Networks, Rules, Stakes, Arc<Kernel>);
        static KNOWN: Mutex<Vec<Entry>> = Mutex::new(Vec::new());
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        let same = |(n, r, s, _): &&Entry| *n == networks && r == rules && *s == stakes;
        if let Some((.., kernel)) = known.iter().find(same) {
            return Some(kernel.clone());
        }
        if rules.dealing == Dealing::Classic {
            return None;
        }
        let endgame = Endgame::new(rules, stakes).ok()?;
        let estimator = match networks {
            Networks::Frozen => Estimator::steady(rules, stakes, 0),
            Networks::Current => Estimator::new(rules, stakes, 0),
        };
        let kernel = Arc::new(Self { endgame, estimator });
        if known.len() == KEPT {
            known.remove(0);
        }
        known.push((networks, *rules, stakes, kernel.clone()));
        Some(kernel)
    }
}

/// A bot that plays its own board well and uses other boards only to know which cards are gone: by
/// default `steady`.
///
/// With classic dealing it plays streets as [`Greedy`] does.
#[derive(Debug, Default)]
pub struct Steady {
    draws: Draws,
    fantasyland: FantasylandBot,
    greedy: Greedy,
    networks: Networks,
    stakes: Option<Stakes>,
    kernel: Option<(Rules, Option<Arc<Kernel>>)>,
}

impl Steady {
    /// Returns the bot `network`, which places by the value networks.
    pub fn network() -> Self {
        Self { networks: Networks::Current, ..Self::default() }
    }

    /// Returns the same bot, which plays for these stakes instead of those of the rules.
    #[must_use]
    pub(crate) fn playing_for(self, stakes: Stakes) -> Self {
        Self { stakes: Some(stakes), ..self }
    }

    /// Prepares for a game, unless it is the last one.
    fn prepare(&mut self, game: &Ofc) {
        let rules = game.rules();
        if self.kernel.as_ref().is_some_and(|(of, _)| of == rules) {
            return;
        }
        let stakes = self.stakes.unwrap_or_else(|| stakes_of(game));
        self.fantasyland.play_for(stakes);
        if stakes != Stakes::estimate(rules) {
            self.greedy.play_for(stakes);
        }
        self.kernel = Some((*rules, Kernel::of(self.networks, rules, stakes)));
    }

    fn place(&mut self, game: &Ofc, view: &View) -> Option<Action> {
        let kernel = self.kernel.as_ref()?.1.as_deref()?;
        let board = Partial::new(view.rows()).ok()?;
        let unseen = game.pack().collect::<PackSet>() - view.seen();
        let player = SoloPlayer { endgame: &kernel.endgame, estimator: &kernel.estimator };
        let after = player.place(&mut self.draws, &board, view.hand(), unseen);
        placement_action(view.hand(), after.rows())
    }
}

impl Policy<Ofc> for Steady {
    fn choose(&mut self, game: &Ofc, view: &View, legal: &[Action], rng: &mut Rng) -> Action {
        self.prepare(game);
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
