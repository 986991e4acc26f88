//! Ways of playing that together bring up every kind of action.

use crate::walls::{Deal, Wall};
use facedown_game::{ActionBuf, Game, Policy, Rng, Seat};
use facedown_riichi::bots::Efficient;
use facedown_riichi::{Action, HeuristicPolicy, Legal, Riichi, State};

/// How seats play, each number being a chance in hundredths.
#[derive(Clone, Copy)]
pub(crate) struct Style {
    /// Decisions of `efficient`.
    efficient: u32,
    /// Decisions of the light player among the others; what is left is random.
    light: u32,
    /// A kan, a riichi, a nuki or what the wall is made for is taken where there is one.
    eager: u32,
    /// A win on another seat's tile is let go.
    let_go: u32,
    /// Nobody declares riichi.
    silent: bool,
    /// Everybody passes and throws what was drawn.
    idle: bool,
    pub(crate) wall: Wall,
}

const RANDOM: Style = Style {
    efficient: 0,
    light: 0,
    eager: 0,
    let_go: 0,
    silent: false,
    idle: false,
    wall: Wall::Shuffled,
};
const EFFICIENT: Style = Style { efficient: 100, ..RANDOM };

impl Style {
    /// The style with this name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        Some(match name {
            "random" => RANDOM,
            "half" => Self { light: 50, ..RANDOM },
            "light" => Self { light: 95, ..RANDOM },
            "eager" => Self { light: 80, eager: 90, ..RANDOM },
            "efficient" => EFFICIENT,
            "letting" => Self { let_go: 50, ..EFFICIENT },
            "silent" => {
                Self { eager: 90, let_go: 60, silent: true, wall: Wall::Passed, ..EFFICIENT }
            }
            "triplets" => {
                Self { efficient: 70, light: 80, eager: 70, wall: Wall::Triplets, ..RANDOM }
            }
            "orphans" => Self { efficient: 95, eager: 80, wall: Wall::Orphans, ..RANDOM },
            "winds" => Self { light: 90, eager: 90, wall: Wall::Winds, ..RANDOM },
            "waits" => Self { eager: 90, let_go: 15, wall: Wall::Waits, ..EFFICIENT },
            "robbed" => Self { eager: 95, let_go: 50, wall: Wall::Robbed, ..EFFICIENT },
            "quads" => Self { eager: 95, wall: Wall::Quads, ..EFFICIENT },
            "riichis" => Self { eager: 100, wall: Wall::Tenpai, ..EFFICIENT },
            "idle" => Self { idle: true, wall: Wall::Outside, ..RANDOM },
            _ => return None,
        })
    }

    /// What the seat to act does.
    pub(crate) fn choose(
        &self,
        game: &Riichi,
        state: &State,
        seat: Seat,
        menu: &[Action],
        deal: &Deal,
        rng: &mut Rng,
    ) -> Action {
        let mut left = Legal::default();
        menu.iter().filter(|a| !self.silent || **a != Action::Riichi).for_each(|a| left.push(*a));
        let menu = left.as_slice();
        if self.idle {
            return idle(menu);
        }
        let mut chance = |percent: u32| percent > 0 && rng.below(100) < percent;
        if menu.contains(&Action::Ron) && chance(self.let_go) {
            return Action::Pass;
        }
        let won = menu.iter().any(|action| matches!(action, Action::Ron | Action::Tsumo));
        let wanted = |action: &&Action| match action {
            Action::Riichi
            | Action::Nuki
            | Action::OpenKan
            | Action::ClosedKan(_)
            | Action::AddedKan(_) => true,
            Action::Pon(_) => self.wall == Wall::Robbed,
            Action::Discard { tile, .. } => {
                deal.thrown.contains(tile.kind()) && state.table().river().len() < deal.thrown_for
            }
            _ => false,
        };
        if let Some(action) = menu.iter().find(wanted).filter(|_| !won && chance(self.eager)) {
            return *action;
        }
        let view = game.view(state, seat);
        if chance(self.efficient) {
            Efficient::default().choose(game, &view, menu, rng)
        } else if chance(self.light) {
            HeuristicPolicy.choose(game, &view, menu, rng)
        } else {
            menu[rng.below(menu.len() as u32) as usize]
        }
    }
}

/// Passes, or throws what was drawn, or else a terminal or an honour.
fn idle(menu: &[Action]) -> Action {
    let drawn =
        |action: &&Action| matches!(action, Action::Pass | Action::Discard { drawn: true, .. });
    let outside = |action: &&Action| matches!(action, Action::Discard { tile, .. } if tile.kind().is_outside());
    let found = menu.iter().find(drawn).or_else(|| menu.iter().find(outside));
    found.copied().unwrap_or(menu[0])
}
