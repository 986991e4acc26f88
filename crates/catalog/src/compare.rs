//! Moves compared over the same worlds: paired differences, in every game.

use crate::entry::CatalogGame;
use crate::{CatalogError, Compared};
use facedown_game::{ActionBuf, DecisionPoint, Model, Rng, Seat, Turn};
use std::sync::Arc;

/// Moves that are carried out in the same worlds and played on by the rollout policy.
pub trait AnyComparison: Send {
    /// Plays this many more worlds.
    fn advance(&mut self, worlds: u64);
    /// Returns the values so far.
    fn values(&self) -> &Compared;
}

pub(crate) struct ComparisonOf<G: CatalogGame> {
    game: G,
    seat: Seat,
    moves: Vec<Vec<G::Action>>,
    model: Model<G>,
    legal: G::LegalActions,
    seed: u64,
    compared: Compared,
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
            compared: Compared { weights: Vec::new(), values: vec![Vec::new(); moves.len()] },
            game: game.searched(),
            moves,
            seed,
        })
    }

    /// Returns the value of a move in a world. Actions of the move that the world does not allow are
    /// left to the rollout policy.
    fn value(&mut self, mut state: G::State, number: usize, rng: &mut Rng) -> f32 {
        let game = &self.game;
        for action in &self.moves[number] {
            while game.turn(&state) == Turn::Chance {
                game.play_chance(&mut state, rng, &mut ());
            }
            self.legal.clear();
            game.legal_actions(&state, &mut self.legal);
            let own = game.turn(&state) == Turn::Act(self.seat);
            if !own || self.legal.as_slice().binary_search(action).is_err() {
                break;
            }
            game.apply(&mut state, *action, &mut ());
        }
        game.playout(&mut state, &mut self.legal, rng);
        let scores = game.scores(&state).map(|points| points as f32);
        self.model.utility.utility(&scores)[self.seat]
    }
}

impl<G: CatalogGame> AnyComparison for ComparisonOf<G> {
    fn advance(&mut self, worlds: u64) {
        for _ in 0..worlds {
            let mut rng = Rng::stream(self.seed, self.compared.weights.len() as u64);
            let (state, weight) = self.model.worlds.sample(&mut rng);
            let stream = rng.next_u64();
            self.compared.weights.push(weight);
            for number in 0..self.moves.len() {
                let value = self.value(state, number, &mut Rng::new(stream));
                self.compared.values[number].push(value);
            }
        }
    }

    fn values(&self) -> &Compared {
        &self.compared
    }
}
