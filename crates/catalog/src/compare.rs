//! Moves compared over the same worlds: paired differences, in every game.

use crate::CatalogError;
use crate::entry::CatalogGame;
use facedown_game::{ActionBuf, DecisionPoint, Model, PairedWorlds, Rng, Seat, Turn};
use std::sync::Arc;

/// Moves that are carried out in the same worlds and played on by the rollout policy.
pub trait AnyComparison: Send {
    /// Plays this many more worlds.
    fn advance(&mut self, worlds: u64);
    /// Returns the values so far.
    fn values(&self) -> &PairedWorlds;
}

pub(crate) struct ComparisonOf<G: CatalogGame> {
    game: G,
    seat: Seat,
    moves: Vec<Vec<G::Action>>,
    model: Model<G>,
    legal: G::LegalActions,
    paired: PairedWorlds,
}

impl<G: CatalogGame> ComparisonOf<G> {
    /// Begins to compare moves, each a sequence of action ids, of the seat of a view.
    pub(crate) fn begin(
        game: &G,
        (view, seat): (&G::View, usize),
        worlds: Arc<G::Worlds>,
        moves: &[Vec<usize>],
        seed: u64,
    ) -> Result<Self, CatalogError> {
        let action = |id: &usize| {
            let count = facedown_game::ActionSpace::<G>::len(&G::Space::default());
            G::any_action(*id).ok_or(CatalogError::NoAction { action: *id, count })
        };
        let moves: Vec<Vec<G::Action>> =
            moves.iter().map(|ids| ids.iter().map(action).collect()).collect::<Result<_, _>>()?;
        let point = DecisionPoint::new(game, view, &[]).with_worlds(worlds);
        let model = game.knowledge().model(&point);
        Ok(Self {
            seat: Seat::new(seat),
            model: model.map_err(|why| CatalogError::BadView(why.to_string()))?,
            legal: G::LegalActions::default(),
            paired: PairedWorlds::new(moves.len(), seed),
            game: game.searched(),
            moves,
        })
    }
}

/// Returns the value of a move in a world. Actions of the move that the world does not allow are left
/// to the rollout policy.
fn value<G: CatalogGame>(
    (game, model, seat): (&G, &Model<G>, Seat),
    actions: &[G::Action],
    mut state: G::State,
    legal: &mut G::LegalActions,
    rng: &mut Rng,
) -> f32 {
    for action in actions {
        while game.turn(&state) == Turn::Chance {
            game.play_chance(&mut state, rng, &mut ());
        }
        legal.clear();
        game.legal_actions(&state, legal);
        let own = game.turn(&state) == Turn::Act(seat);
        if !own || legal.as_slice().binary_search(action).is_err() {
            break;
        }
        game.apply(&mut state, *action, &mut ());
    }
    game.playout(&mut state, legal, rng);
    let scores = game.scores(&state).map(|points| points as f32);
    model.utility.utility(&scores)[seat]
}

impl<G: CatalogGame> AnyComparison for ComparisonOf<G> {
    fn advance(&mut self, worlds: u64) {
        let Self { game, seat, moves, model, legal, paired } = self;
        paired.play(&*model.worlds, worlds as usize, |number, state, rng| {
            value((game, model, *seat), &moves[number], state, legal, rng)
        });
    }

    fn values(&self) -> &PairedWorlds {
        &self.paired
    }
}
