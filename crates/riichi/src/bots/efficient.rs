//! `efficient`: tile efficiency, value, calls and folding.

use super::position::{Position, Weights};
use super::turn_evaluation::NEVER;
use crate::table::Phase;
use crate::{Action, Legal, Riichi, View};
use facedown_game::{Policy, Rng};
use facedown_tiles::Tile;
use std::array;

/// The capacity of a list of actions.
const MAX_ACTIONS: usize = 28;

/// Plays the action with the highest expected value.
///
/// A discard is evaluated by the shanten that it leaves, the acceptance (*ukeire*), the value of the
/// hand and the risk to deal in; riichi, calls and kans by the same measure. Deterministic: equal
/// views give equal choices.
///
/// ```
/// use facedown_game::{ActionBuf, Game, Policy, Rng, Turn};
/// use facedown_riichi::{Legal, Riichi, Rules, bots::Efficient};
///
/// let game = Riichi::new(Rules::TENHOU)?;
/// let mut rng = Rng::new(5);
/// let state = game.deal(&game.first_setup(), &mut rng, &mut ());
/// let Turn::Act(seat) = game.turn(&state) else { panic!("the dealer begins") };
/// let (view, mut legal) = (game.view(&state, seat), Legal::default());
/// game.view_actions(&view, &mut legal);
/// let legal = legal.as_slice();
/// let action = Efficient::default().choose(&game, &view, legal, &mut rng);
/// assert!(legal.contains(&action));
/// # Ok::<(), facedown_game::InvalidRules>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Efficient {
    weights: Weights,
}

/// What a seat risks on its turn, in points.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Risks {
    /// The expected cost of pushing in the turns to come.
    pub peril: f32,
    /// The expected cost of folding.
    pub retreat: f32,
    /// The expected cost of dealing in with each tile, by its index.
    pub danger: [f32; Tile::COUNT],
}

impl Efficient {
    /// The value of an action that is out of the question.
    pub const NEVER: f32 = NEVER;

    /// Returns the bot `sharp`: far from tenpai it also looks at the acceptance after the next step.
    pub const fn sharp() -> Self {
        Self::new(Weights::SHARP)
    }

    /// Returns a bot with these weights.
    pub const fn new(weights: Weights) -> Self {
        Self { weights }
    }

    /// Returns the weights of the evaluation.
    pub const fn weights(&self) -> &Weights {
        &self.weights
    }

    /// Returns what the seat of a view risks.
    pub fn risks(&self, game: &Riichi, view: &View) -> Risks {
        let position = Position::new(&self.weights, game, view);
        let danger = array::from_fn(|tile| position.danger(Tile::new(tile as u8)));
        Risks { peril: position.peril, retreat: position.retreat(), danger }
    }

    /// Returns the expected value of each legal action, in points; about [`Self::NEVER`] for actions
    /// that are out of the question, and far more than any hand scores for wins.
    pub fn evaluate(&self, game: &Riichi, view: &View, legal: &[Action]) -> Vec<f32> {
        let mut values = vec![0.0; legal.len()];
        self.evaluate_into(game, view, legal, &mut values);
        values
    }

    fn evaluate_into(&self, game: &Riichi, view: &View, legal: &[Action], out: &mut [f32]) {
        let position = Position::new(&self.weights, game, view);
        match view.table.phase {
            Phase::Window(_) => position.evaluate_calls(legal, out),
            _ => position.evaluate_turn(legal, out),
        }
    }
}

impl Policy<Riichi> for Efficient {
    fn choose(&mut self, game: &Riichi, view: &View, legal: &[Action], _: &mut Rng) -> Action {
        if let [only] = legal {
            return *only;
        }
        let mut values = [0.0; MAX_ACTIONS];
        let values = &mut values[..legal.len().min(MAX_ACTIONS)];
        self.evaluate_into(game, view, &legal[..values.len()], values);
        let best = legal.iter().zip(values).max_by(|(_, a), (_, b)| a.total_cmp(b));
        best.map_or(legal[0], |(action, _)| *action)
    }
}

// The longest list of legal actions fits.
const _: () = assert!(size_of::<Legal>() >= MAX_ACTIONS * size_of::<Action>());
