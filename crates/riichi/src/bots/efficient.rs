//! `efficient`: tile efficiency, value, calls and folding.

use super::position::{Position, Weights};
use crate::table::Phase;
use crate::{Action, Legal, Riichi, View};
use facedown_game::{Policy, Rng};

/// The most actions a list holds.
const MOST: usize = 28;

/// Plays what promises most points.
///
/// A discard is value by the shanten it leaves, the tiles that are then accepted and unseen, what
/// the hand would be worth, and by what it may feed the others; riichi, calls and kans by the same
/// measure. It draws on the view alone and on no chance: equal views give equal choices.
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

impl Efficient {
    /// A bot with other weights.
    pub const fn new(weights: Weights) -> Self {
        Self { weights }
    }

    /// What each legal action promises, in points; those that are out of the question have about
    /// minus a million, wins and what is like them far more than any hand is worth.
    pub fn evaluate(&self, game: &Riichi, view: &View, legal: &[Action]) -> Vec<f32> {
        let mut worths = vec![0.0; legal.len()];
        self.evaluate_into(game, view, legal, &mut worths);
        worths
    }

    fn evaluate_into(&self, game: &Riichi, view: &View, legal: &[Action], out: &mut [f32]) {
        let position = Position::of(&self.weights, game, view);
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
        let mut worths = [0.0; MOST];
        let worths = &mut worths[..legal.len().min(MOST)];
        self.evaluate_into(game, view, &legal[..worths.len()], worths);
        let best = legal.iter().zip(worths).max_by(|(_, a), (_, b)| a.total_cmp(b));
        best.map_or(legal[0], |(action, _)| *action)
    }
}

/// The longest list of legal actions fits.
const _: () = assert!(size_of::<Legal>() >= MOST * size_of::<Action>());
