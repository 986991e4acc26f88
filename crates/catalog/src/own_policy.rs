//! Policies of the caller's own, which stand wherever a bot's name does.

use crate::entry::CatalogGame;
use crate::erased::{AnyView, EncoderInfo};
use crate::view::ViewOf;
use crate::{CatalogError, GameInfo, PolicyNetwork};
use facedown_game::{
    ActionSpace, Element, Encoder, Game, Half, ObservationMut, excerpt, find_action,
};
use facedown_nets::Workspace;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// A bot: one of the game's by name, or a policy of the caller's with a name of its own.
#[derive(Clone, Debug)]
pub struct Player {
    /// The name: of one of the game's bots, or what reports are to call the policy.
    pub name: String,
    /// The policy, if it is the caller's.
    pub own: Option<OwnPolicy>,
}

impl Player {
    /// Returns a policy of the caller's under a name.
    pub fn own(name: impl Into<String>, policy: OwnPolicy) -> Self {
        Self { name: name.into(), own: Some(policy) }
    }
}

impl From<&str> for Player {
    fn from(name: &str) -> Self {
        Self { name: name.to_owned(), own: None }
    }
}

/// A policy of the caller's.
#[derive(Clone)]
pub enum OwnPolicy {
    /// Plays the legal action with the greatest output of a network's head `policy`.
    Network(PolicyNetwork),
    /// Decides by one view at a time.
    Views(Arc<dyn ViewPolicy>),
    /// Decides by arrays, for many seats at once.
    Arrays(Arc<dyn ArrayPolicy>),
}

/// Policies are equal if they are the same object.
impl PartialEq for OwnPolicy {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Network(one), Self::Network(other)) => Arc::ptr_eq(&one.network, &other.network),
            (Self::Views(one), Self::Views(other)) => Arc::ptr_eq(one, other),
            (Self::Arrays(one), Self::Arrays(other)) => Arc::ptr_eq(one, other),
            _ => false,
        }
    }
}

impl fmt::Debug for OwnPolicy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Network(_) => "Network",
            Self::Views(_) => "Views",
            Self::Arrays(_) => "Arrays",
        })
    }
}

/// Decides by the view of the seat to act.
pub trait ViewPolicy: Send + Sync {
    /// Returns an action, or why there is none.
    fn choose(&self, view: Box<dyn AnyView>) -> Result<Choice, String>;
}

/// An action as a caller names it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Choice {
    /// By its id.
    Id(i64),
    /// By its text.
    Text(String),
}

/// Decides by observations and action masks. The answer to one must not depend on the others beside
/// it: how decisions are grouped depends on threads.
pub trait ArrayPolicy: Send + Sync {
    /// Returns the id of the encoder of observations; `None` for the game's default.
    fn encoder(&self) -> Option<&str>;

    /// Returns an empty array of the element type of observations.
    fn observations(&self) -> Observations;

    /// Returns the id of an action for each decision, or why there are none.
    fn choose(&self, batch: DecisionBatch<'_>) -> Result<Vec<i64>, String>;
}

/// Decisions as arrays.
#[derive(Debug)]
pub struct DecisionBatch<'a> {
    /// The number of decisions.
    pub decisions: usize,
    /// The observations, one after the other.
    pub observations: Observations,
    /// The shape of one observation.
    pub shape: &'a [usize],
    /// 1 for the ids of legal actions: as many elements for each decision as there are actions.
    pub masks: Vec<u8>,
}

/// Observations of any element type.
#[derive(Clone, PartialEq, Debug)]
pub enum Observations {
    /// Raw counts.
    U8(Vec<u8>),
    /// Scaled values in half precision.
    F16(Vec<Half>),
    /// Scaled values.
    F32(Vec<f32>),
}

/// Writes the observation of a view.
type Encode<G> = Box<dyn Fn(&G, &<G as Game>::View, ObservationMut<'_>) + Send + Sync>;

/// An encoder behind an interface without its type.
pub(crate) struct Encoding<G: Game> {
    info: EncoderInfo,
    encode: Encode<G>,
}

impl<G: Game> Encoding<G> {
    pub(crate) fn of<E: Encoder<G> + 'static>(encoder: E) -> Self {
        let info = EncoderInfo {
            id: encoder.id(),
            shape: encoder.shape().to_vec(),
            scales: encoder.scales().to_vec(),
            channels: encoder.channels().to_vec(),
        };
        let encode = move |game: &G, view: &G::View, out: ObservationMut<'_>| match out {
            ObservationMut::U8(out) => encoder.encode(game, view, out),
            ObservationMut::F16(out) => encoder.encode(game, view, out),
            ObservationMut::F32(out) => encoder.encode(game, view, out),
        };
        Self { info, encode: Box::new(encode) }
    }

    fn len(&self) -> usize {
        self.info.shape.iter().product()
    }

    /// Appends the observation of each view.
    fn append<T: Element>(&self, game: &G, asked: &[Question<'_, G>], out: &mut Vec<T>)
    where
        for<'a> ObservationMut<'a>: From<&'a mut [T]>,
    {
        let len = self.len();
        out.resize(asked.len() * len, T::default());
        if len > 0 {
            for (question, row) in asked.iter().zip(out.chunks_exact_mut(len)) {
                (self.encode)(game, question.view, row.into());
            }
        }
    }
}

/// A decision that a policy is asked for.
pub(crate) struct Question<'a, G: Game> {
    pub(crate) seat: usize,
    pub(crate) view: &'a G::View,
    pub(crate) legal: &'a [G::Action],
}

/// Decisions without an answer: the first that failed, and why.
#[derive(Debug)]
pub(crate) struct Unanswered {
    pub(crate) decision: usize,
    pub(crate) why: String,
}

/// A policy of the caller's in one game.
pub(crate) struct OwnPolicyOf<G: CatalogGame> {
    info: &'static GameInfo,
    policy: OwnPolicy,
    encoding: Option<Encoding<G>>, // if it decides by arrays
    head: usize,                   // where a network's head begins
    idle: Mutex<Vec<Scratch>>,     // memory for as many threads as decide at once
}

/// Memory of a network.
#[derive(Default)]
struct Scratch {
    workspace: Workspace,
    inputs: Vec<f32>,
    outputs: Vec<f32>,
}

impl<G: CatalogGame> OwnPolicyOf<G> {
    /// Checks that a policy suits the game.
    pub(crate) fn new(
        game: &G,
        info: &'static GameInfo,
        policy: &OwnPolicy,
    ) -> Result<Self, CatalogError> {
        let encoder = match policy {
            OwnPolicy::Network(network) => Some(Some(network.encoder.as_str())),
            OwnPolicy::Arrays(arrays) => Some(arrays.encoder()),
            OwnPolicy::Views(_) => None,
        };
        let encoding = encoder.map(|id| Self::encoding(game, id)).transpose()?;
        let head = match (policy, &encoding) {
            (OwnPolicy::Network(network), Some(encoding)) => Self::head(network, encoding)?,
            _ => 0,
        };
        let (policy, idle) = (policy.clone(), Mutex::default());
        Ok(Self { info, policy, encoding, head, idle })
    }

    fn encoding(game: &G, id: Option<&str>) -> Result<Encoding<G>, CatalogError> {
        let default = G::DefaultEncoder::default();
        let Some(id) = id else { return Ok(Encoding::of(default)) };
        if id == default.id() || G::EARLIER_ENCODER_IDS.contains(&id) {
            return Ok(Encoding::of(default));
        }
        game.encoding_as(id).ok_or_else(|| {
            let known = std::iter::once(default.id()).chain(game.more_encoders());
            let known = known.collect::<Vec<_>>().join(", ");
            let id = excerpt(id);
            CatalogError::BadOption(format!("no encoder '{id}', expected one of {known}"))
        })
    }

    /// Returns where the head `policy` of a network begins.
    fn head(policy: &PolicyNetwork, encoding: &Encoding<G>) -> Result<usize, CatalogError> {
        let bad = |why: String| Err(CatalogError::BadOption(format!("network: {why}")));
        let PolicyNetwork { network, .. } = policy;
        if network.inputs() != encoding.len() {
            let (found, expected) = (network.inputs(), encoding.len());
            return bad(format!("it has {found} inputs, the encoder writes {expected}"));
        }
        let actions = G::Space::default().len();
        match network.head("policy") {
            None => bad("it has no head 'policy'".to_owned()),
            Some(head) if head.len() != actions => {
                bad(format!("its head 'policy' has {} outputs, expected {actions}", head.len()))
            }
            Some(head) => Ok(head.start),
        }
    }

    /// Decides a single question.
    pub(crate) fn choose(&self, game: &G, asked: Question<'_, G>) -> Result<G::Action, String> {
        let mut actions = Vec::new();
        self.choose_all(game, &[asked], &mut actions).map_err(|unanswered| unanswered.why)?;
        Ok(actions[0])
    }

    /// Appends the action of each question, in their order.
    pub(crate) fn choose_all(
        &self,
        game: &G,
        asked: &[Question<'_, G>],
        actions: &mut Vec<G::Action>,
    ) -> Result<(), Unanswered> {
        let space = G::Space::default();
        match (&self.policy, &self.encoding) {
            (OwnPolicy::Network(network), Some(encoding)) => {
                self.run(network, encoding, (game, asked), actions);
            }
            (OwnPolicy::Arrays(policy), Some(encoding)) => {
                let unanswered = |why| Unanswered { decision: 0, why };
                let ids = Self::ask(&**policy, encoding, game, asked).map_err(unanswered)?;
                for (decision, (question, id)) in asked.iter().zip(ids).enumerate() {
                    let found = Self::by_id(game, &space, question, id);
                    actions.push(found.map_err(|why| Unanswered { decision, why })?);
                }
            }
            (OwnPolicy::Views(policy), _) => {
                for (decision, question) in asked.iter().enumerate() {
                    let view = ViewOf::new(game.clone(), self.info, *question.view, question.seat);
                    let found = policy.choose(Box::new(view)).and_then(|choice| match choice {
                        Choice::Id(id) => Self::by_id(game, &space, question, id),
                        Choice::Text(text) => Self::by_text(game, question, &text),
                    });
                    actions.push(found.map_err(|why| Unanswered { decision, why })?);
                }
            }
            _ => unreachable!("a policy that decides by arrays has an encoding"),
        }
        Ok(())
    }

    /// Asks a policy for the ids of its actions.
    fn ask(
        policy: &dyn ArrayPolicy,
        encoding: &Encoding<G>,
        game: &G,
        asked: &[Question<'_, G>],
    ) -> Result<Vec<i64>, String> {
        let space = G::Space::default();
        let mut observations = policy.observations();
        match &mut observations {
            Observations::U8(out) => encoding.append(game, asked, out),
            Observations::F16(out) => encoding.append(game, asked, out),
            Observations::F32(out) => encoding.append(game, asked, out),
        }
        let mut masks = vec![0; asked.len() * space.len()];
        for (question, mask) in asked.iter().zip(masks.chunks_exact_mut(space.len())) {
            question.legal.iter().for_each(|a| mask[space.index(question.view, *a)] = 1);
        }
        let shape = encoding.info.shape.as_slice();
        let batch = DecisionBatch { decisions: asked.len(), observations, shape, masks };
        let ids = policy.choose(batch)?;
        if ids.len() == asked.len() {
            return Ok(ids);
        }
        let (given, expected) = (ids.len(), asked.len());
        Err(format!("{given} actions for {expected} decisions: expected one for each"))
    }

    /// Runs a network on the questions; of equal outputs the first counts.
    fn run(
        &self,
        PolicyNetwork { network, .. }: &PolicyNetwork,
        encoding: &Encoding<G>,
        (game, asked): (&G, &[Question<'_, G>]),
        actions: &mut Vec<G::Action>,
    ) {
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let mut scratch = idle().pop().unwrap_or_default();
        let Scratch { workspace, inputs, outputs } = &mut scratch;
        encoding.append(game, asked, inputs);
        outputs.resize(asked.len() * network.outputs(), 0.0);
        network.run(workspace, inputs, outputs).expect("there is room for every question");
        let space = G::Space::default();
        for (question, outputs) in asked.iter().zip(outputs.chunks_exact(network.outputs())) {
            let score = |action| outputs[self.head + space.index(question.view, action)];
            let mut best = (question.legal[0], score(question.legal[0]));
            for action in &question.legal[1..] {
                let score = score(*action);
                if score > best.1 {
                    best = (*action, score);
                }
            }
            actions.push(best.0);
        }
        idle().push(scratch);
    }

    fn by_id(
        game: &G,
        space: &G::Space,
        question: &Question<'_, G>,
        id: i64,
    ) -> Result<G::Action, String> {
        let known = usize::try_from(id).ok().filter(|id| *id < space.len());
        let Some(known) = known else {
            return Err(format!("no action {id}, expected 0 to {}", space.len() - 1));
        };
        space.action(question.view, question.legal, known).ok_or_else(|| {
            let text = G::any_action(known).map_or_else(String::new, |a| game.action_text(a));
            Self::illegal(game, question, &format!("action {id} {text}"))
        })
    }

    fn by_text(game: &G, question: &Question<'_, G>, text: &str) -> Result<G::Action, String> {
        let reads = |action: &G::Action| game.reads(question.view, *action, text);
        find_action(game, question.legal, text)
            .or_else(|| question.legal.iter().copied().find(reads))
            .ok_or_else(|| Self::illegal(game, question, &format!("'{}'", excerpt(text))))
    }

    fn illegal(game: &G, question: &Question<'_, G>, what: &str) -> String {
        let legal: Vec<String> =
            question.legal.iter().map(|action| game.action_text(*action)).collect();
        format!("{what} is not legal, expected one of {}", legal.join(", "))
    }
}

#[cfg(not(target_family = "wasm"))]
impl<G: CatalogGame> facedown_arena::BatchPolicy<G> for OwnPolicyOf<G> {
    fn choose(
        &self,
        game: &G,
        decisions: &mut [facedown_arena::Decision<'_, G>],
        actions: &mut Vec<G::Action>,
    ) -> Result<(), facedown_arena::BatchFailure> {
        let asked: Vec<Question<'_, G>> = decisions
            .iter()
            .map(|decision| Question {
                seat: decision.seat.index(),
                view: decision.view,
                legal: decision.legal,
            })
            .collect();
        self.choose_all(game, &asked, actions)
            .map_err(|Unanswered { decision, why }| facedown_arena::BatchFailure { decision, why })
    }
}
