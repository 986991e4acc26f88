//! Styles of play that together cover every kind of action.

use crate::walls::{Deal, Wall};
use facedown_game::{ActionBuf, Game, Policy, Rng, Seat};
use facedown_riichi::bots::Efficient;
use facedown_riichi::{Action, HeuristicPolicy, Legal, Riichi, State};

/// A style of play; the numbers are percentages.
#[derive(Clone, Copy)]
pub(crate) struct Style {
    /// Decisions by `efficient`.
    efficient: u32,
    /// Decisions by the heuristic among the others; the rest is random.
    heuristic: u32,
    /// Kans, riichi, nuki and the actions that the wall is made for are taken.
    eager: u32,
    /// Ron is passed.
    pass_ron: u32,
    /// No seat declares riichi.
    silent: bool,
    /// All seats pass and discard the drawn tile.
    idle: bool,
    pub(crate) wall: Wall,
}

const RANDOM: Style = Style {
    efficient: 0,
    heuristic: 0,
    eager: 0,
    pass_ron: 0,
    silent: false,
    idle: false,
    wall: Wall::Shuffled,
};
const EFFICIENT: Style = Style { efficient: 100, ..RANDOM };

impl Style {
    /// Returns the style with this name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        Some(match name {
            "random" => RANDOM,
            "half" => Self { heuristic: 50, ..RANDOM },
            "light" => Self { heuristic: 95, ..RANDOM },
            "eager" => Self { heuristic: 80, eager: 90, ..RANDOM },
            "efficient" => EFFICIENT,
            "letting" => Self { pass_ron: 50, ..EFFICIENT },
            "silent" => {
                Self { eager: 90, pass_ron: 60, silent: true, wall: Wall::Passed, ..EFFICIENT }
            }
            "triplets" => {
                Self { efficient: 70, heuristic: 80, eager: 70, wall: Wall::Triplets, ..RANDOM }
            }
            "orphans" => Self { efficient: 95, eager: 80, wall: Wall::Orphans, ..RANDOM },
            "winds" => Self { heuristic: 90, eager: 90, wall: Wall::Winds, ..RANDOM },
            "waits" => Self { eager: 90, pass_ron: 15, wall: Wall::Waits, ..EFFICIENT },
            "robbed" => Self { eager: 95, pass_ron: 50, wall: Wall::Robbed, ..EFFICIENT },
            "quads" => Self { eager: 95, wall: Wall::Quads, ..EFFICIENT },
            "riichis" => Self { eager: 100, wall: Wall::Tenpai, ..EFFICIENT },
            "idle" => Self { idle: true, wall: Wall::Outside, ..RANDOM },
            _ => return None,
        })
    }

    /// Chooses the action of the seat to act.
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
        let mut happens = |percent: u32| percent > 0 && rng.below(100) < percent;
        if menu.contains(&Action::Ron) && happens(self.pass_ron) {
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
                deal.early.contains(tile.kind())
                    && state.table().river().len() < deal.early_discards
            }
            _ => false,
        };
        if let Some(action) = menu.iter().find(wanted).filter(|_| !won && happens(self.eager)) {
            return *action;
        }
        let view = game.view(state, seat);
        if happens(self.efficient) {
            Efficient::default().choose(game, &view, menu, rng)
        } else if happens(self.heuristic) {
            HeuristicPolicy.choose(game, &view, menu, rng)
        } else {
            menu[rng.below(menu.len() as u32) as usize]
        }
    }
}

/// Passes, or discards the drawn tile, or else a terminal or an honour.
fn idle(menu: &[Action]) -> Action {
    let drawn =
        |action: &&Action| matches!(action, Action::Pass | Action::Discard { drawn: true, .. });
    let outside = |action: &&Action| matches!(action, Action::Discard { tile, .. } if tile.kind().is_outside());
    let found = menu.iter().find(drawn).or_else(|| menu.iter().find(outside));
    found.copied().unwrap_or(menu[0])
}
