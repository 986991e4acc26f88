//! Networks as players of any game with an encoder.

use crate::{BatchError, Network, Workspace, softmax};
use facedown_game::{ActionSpace, Encoder, Game, Policy, Rng};
use std::fmt;
use std::sync::Arc;

/// Why a network does not serve a game.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum HeadError {
    /// No head has this name.
    Missing(String),
    /// The head has another size than the game needs.
    Size {
        /// The head.
        head: String,
        /// Its size.
        found: usize,
        /// The size that is needed.
        expected: usize,
    },
    /// The network has other inputs than the encoder writes.
    Inputs {
        /// The network's.
        found: usize,
        /// The encoder's.
        expected: usize,
    },
}

impl fmt::Display for HeadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing(head) => write!(f, "the network has no head '{head}'"),
            Self::Size { head, found, expected } => {
                write!(f, "head '{head}' has {found} outputs, expected {expected}")
            }
            Self::Inputs { found, expected } => {
                write!(f, "the network has {found} inputs, the encoder writes {expected}")
            }
        }
    }
}

impl std::error::Error for HeadError {}

/// Returns where a head of this size begins.
pub(crate) fn head_of(
    network: &Network,
    inputs: usize,
    head: &str,
    expected: usize,
) -> Result<usize, HeadError> {
    if network.inputs() != inputs {
        return Err(HeadError::Inputs { found: network.inputs(), expected: inputs });
    }
    let range = network.head(head).ok_or_else(|| HeadError::Missing(head.to_owned()))?;
    if range.len() != expected {
        return Err(HeadError::Size { head: head.to_owned(), found: range.len(), expected });
    }
    Ok(range.start)
}

/// Memory of one evaluation.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scratch {
    workspace: Workspace,
    pub(crate) inputs: Vec<f32>,
    pub(crate) outputs: Vec<f32>,
}

impl Scratch {
    /// Makes room for a batch.
    pub(crate) fn prepare(&mut self, network: &Network, samples: usize) {
        self.inputs.resize(samples * network.inputs(), 0.0);
        self.outputs.resize(samples * network.outputs(), 0.0);
    }

    pub(crate) fn run(&mut self, network: &Network) -> Result<(), BatchError> {
        network.run(&mut self.workspace, &self.inputs, &mut self.outputs)
    }
}

/// Plays the legal action with the greatest score of a policy head.
#[derive(Clone, Debug)]
pub struct NetworkPolicy<E, S> {
    network: Arc<Network>,
    encoder: E,
    actions: S,
    head: usize,
    scratch: Scratch,
}

impl<E, S> NetworkPolicy<E, S> {
    /// Returns the policy of this head, which has an output for every action id.
    pub fn new<G: Game>(
        network: Arc<Network>,
        encoder: E,
        actions: S,
        head: &str,
    ) -> Result<Self, HeadError>
    where
        E: Encoder<G>,
        S: ActionSpace<G>,
    {
        let head = head_of(&network, encoder.len(), head, actions.len())?;
        Ok(Self { network, encoder, actions, head, scratch: Scratch::default() })
    }

    /// Writes the probability of each legal action.
    pub fn probabilities<G: Game>(
        &mut self,
        game: &G,
        view: &G::View,
        legal: &[G::Action],
        probabilities: &mut Vec<f32>,
    ) where
        E: Encoder<G>,
        S: ActionSpace<G>,
    {
        self.scratch.prepare(&self.network, 1);
        self.encoder.encode(game, view, &mut self.scratch.inputs);
        self.scratch.run(&self.network).expect("the room was made for one sample");
        let scores = &self.scratch.outputs[self.head..];
        probabilities.clear();
        probabilities.extend(legal.iter().map(|action| scores[self.actions.index(view, *action)]));
        softmax(probabilities);
    }
}

impl<G: Game, E: Encoder<G>, S: ActionSpace<G>> Policy<G> for NetworkPolicy<E, S> {
    fn choose(&mut self, game: &G, view: &G::View, legal: &[G::Action], _: &mut Rng) -> G::Action {
        self.scratch.prepare(&self.network, 1);
        self.encoder.encode(game, view, &mut self.scratch.inputs);
        self.scratch.run(&self.network).expect("the room was made for one sample");
        let scores = &self.scratch.outputs[self.head..];
        let score = |action: &G::Action| scores[self.actions.index(view, *action)];
        let first = legal[0];
        let best = legal[1..].iter().fold((first, score(&first)), |best, action| {
            let score = score(action);
            if score > best.1 { (*action, score) } else { best }
        });
        best.0
    }
}
