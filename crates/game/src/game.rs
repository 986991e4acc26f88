//! The central traits: a game's rules, its hidden worlds, its chance turns, and matches.

use crate::{ActionBuf, IllegalAction, ImpossibleView, PerSeat, Rng, Seat, SeatSet, Sink};
use std::fmt::Debug;
use std::hash::Hash;

/// Whose move it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// This seat chooses one of the legal actions.
    Act(Seat),
    /// Nature moves: [`Game::play_chance`].
    Chance,
    /// The hand is over and [`Game::scores`] are final.
    Over,
}

/// The rules in force, compiled: options and whatever tables they need (behind an `Arc` if large).
///
/// One hand is a `State`; a [`Match`] strings hands together. No method of a hand in progress
/// allocates. What each method promises is checked for every game by `facedown-testkit`.
pub trait Game: Clone + Send + Sync + 'static {
    /// What one hand starts from: dealer, scores, round…
    type Setup: Copy + Eq + Debug + Send + Sync + 'static;
    /// One hand as a whole world, hidden cards included.
    type State: Copy + Eq + Debug + Send + Sync + 'static;
    /// What a seat can do.
    type Action: Copy + Ord + Hash + Debug + Send + Sync + 'static;
    /// Where legal actions are listed: a fixed capacity that the rules prove sufficient.
    type Actions: ActionBuf<Self::Action>;
    /// All that one seat knows, its seat and history included.
    type View: Copy + Eq + Debug + Send + Sync + 'static;
    /// What a seat can witness.
    type Event: Copy + Eq + Hash + Debug + Send + Sync + 'static;

    /// How many seats the table has.
    fn seats(&self) -> usize;

    /// What a hand starts from where no match says otherwise.
    fn first_setup(&self) -> Self::Setup;

    /// Deals a hand. The stream is used here and by [`Game::play_chance`], nowhere else, so a hand
    /// is determined by its setup, its stream and its actions.
    fn deal(
        &self,
        setup: &Self::Setup,
        rng: &mut Rng,
        log: &mut impl Sink<Self::Event>,
    ) -> Self::State;

    /// Whose move it is.
    fn turn(&self, state: &Self::State) -> Turn;

    /// Lists what the seat to act may do, ascending and without repeats; nothing where no seat is
    /// to act. Clears `out` first.
    fn legal_actions(&self, state: &Self::State, out: &mut Self::Actions);

    /// Carries out an action that the caller guarantees to be legal.
    fn apply(
        &self,
        state: &mut Self::State,
        action: Self::Action,
        log: &mut impl Sink<Self::Event>,
    );

    /// Carries out an action if it is legal: the door for everyone outside.
    fn try_apply(
        &self,
        state: &mut Self::State,
        action: Self::Action,
        log: &mut impl Sink<Self::Event>,
    ) -> Result<(), IllegalAction<Self::Action>> {
        let mut legal = Self::Actions::default();
        self.legal_actions(state, &mut legal);
        if legal.as_slice().binary_search(&action).is_ok() {
            self.apply(state, action, log);
            return Ok(());
        }
        let seat = match self.turn(state) {
            Turn::Act(seat) => Some(seat),
            Turn::Chance | Turn::Over => None,
        };
        Err(IllegalAction::new(action, seat))
    }

    /// Plays nature's move. Called only where [`Game::turn`] is [`Turn::Chance`]; a game that never
    /// is keeps this one, which does nothing. Games with chance turns implement [`Chance`] too.
    fn play_chance(
        &self,
        state: &mut Self::State,
        rng: &mut Rng,
        log: &mut impl Sink<Self::Event>,
    ) {
        let _ = (state, rng, log);
    }

    /// What the hand is worth to each seat so far; final when it is over.
    fn scores(&self, state: &Self::State) -> PerSeat<i32>;

    /// What the final scores of a hand add up to by the rules; `None` where the rules do not say.
    fn score_total(&self, state: &Self::State) -> Option<i32>;

    /// What a seat knows.
    fn view(&self, state: &Self::State, seat: Seat) -> Self::View;

    /// What a seat knows before the first event of a hand.
    fn blank_view(&self, setup: &Self::Setup, seat: Seat) -> Self::View;

    /// Adds to a view what its seat witnesses. Law: folding a seat's events into
    /// [`Game::blank_view`] gives [`Game::view`], after every event's action.
    fn observe(&self, view: &mut Self::View, event: Self::Event);

    /// Whose move it is, as far as the view tells; `None` where the seat cannot know. A seat always
    /// knows when it is itself to act.
    fn view_turn(&self, view: &Self::View) -> Option<Turn>;

    /// Lists what the view's own seat may do, as [`Game::legal_actions`] would; nothing where it is
    /// not to act.
    fn view_actions(&self, view: &Self::View, out: &mut Self::Actions);

    /// Slots that [`Game::slot`] gives out; 0 where it is not written.
    const SLOTS: usize = 0;

    /// The slot of an action, below [`Game::SLOTS`]. Actions that can be legal in the same situation,
    /// of whatever world, have different slots, which ascend as the actions do. A search finds the
    /// actions of other worlds by it, where it would look for them otherwise.
    fn slot(action: Self::Action) -> usize {
        let _ = action;
        0
    }

    /// A light policy for playouts. It may read only what the seat to act knows.
    fn rollout(&self, state: &Self::State, legal: &[Self::Action], rng: &mut Rng) -> Self::Action {
        let _ = state;
        legal[rng.below(legal.len() as u32) as usize]
    }

    /// Plays on to the end as [`Game::rollout`] does, nature included. `legal` is room for lists. A
    /// game that searches play by the million may write its own, which saves them the lists.
    fn playout(&self, state: &mut Self::State, legal: &mut Self::Actions, rng: &mut Rng) {
        loop {
            match self.turn(state) {
                Turn::Over => return,
                Turn::Chance => self.play_chance(state, rng, &mut ()),
                Turn::Act(_) => {
                    self.legal_actions(state, legal);
                    let action = self.rollout(state, legal.as_slice(), rng);
                    self.apply(state, action, &mut ());
                }
            }
        }
    }

    /// Plays on to the end with each legal action having the same chance, as [`Game::playout`] does
    /// with the light policy.
    fn random_playout(&self, state: &mut Self::State, legal: &mut Self::Actions, rng: &mut Rng) {
        loop {
            match self.turn(state) {
                Turn::Over => return,
                Turn::Chance => self.play_chance(state, rng, &mut ()),
                Turn::Act(_) => {
                    self.legal_actions(state, legal);
                    let list = legal.as_slice();
                    let action = list[rng.below(list.len() as u32) as usize];
                    self.apply(state, action, &mut ());
                }
            }
        }
    }

    /// How promising a legal action looks to the seat to act, higher being better, in units of which
    /// one is a clear difference. It may read only what that seat knows. Searches try promising
    /// actions first.
    fn heuristic(&self, state: &Self::State, action: Self::Action) -> f32 {
        let _ = (state, action);
        0.0
    }

    /// What [`Game::heuristic`] has to find out about a state whatever the action, where that is
    /// worth doing once for all actions.
    fn outlook(&self, state: &Self::State) -> f32 {
        let _ = state;
        0.0
    }

    /// The same as [`Game::heuristic`], given the state's [`Game::outlook`].
    fn heuristic_with(&self, state: &Self::State, outlook: f32, action: Self::Action) -> f32 {
        let _ = outlook;
        self.heuristic(state, action)
    }

    /// A number for all that a view holds: equal for equal views, different for others but for a
    /// chance of 2^-64. A search with a tree for each observer asks for one of each seat in each
    /// world; this one hashes the view's `Debug` text, so a game that such searches play writes its
    /// own.
    fn view_key(&self, view: &Self::View) -> u64 {
        crate::event::text_key(view)
    }
}

/// A game in which a seat does not know the world it is in.
pub trait Hidden: Game {
    /// The worlds that a seat cannot tell apart.
    type Worlds: Worlds<Self>;

    /// Builds the table of worlds once for a decision, to be sampled by the million. A view that no
    /// deal can explain is an error that says what contradicts what.
    fn worlds(&self, view: &Self::View) -> Result<Self::Worlds, ImpossibleView>;
}

/// The worlds that a seat cannot tell apart.
pub trait Worlds<G: Game>: Send + Sync {
    /// One world and its weight: 1 where worlds come with the chance they have given the view.
    /// Whatever other seats have secretly decided is invented too.
    fn sample(&self, rng: &mut Rng) -> (G::State, f32);
}

/// A game whose chance turns exact solvers enumerate. Outcomes are visited, not listed.
pub trait Chance: Game {
    /// What nature can do.
    type Outcome: Copy + Eq + Hash + Debug;

    /// An outcome with the chance it has. Called only at [`Turn::Chance`].
    fn sample_outcome(&self, state: &Self::State, rng: &mut Rng) -> Self::Outcome;

    /// Visits every outcome with its weight; weights are proportional to chances.
    fn outcomes(&self, state: &Self::State, each: &mut dyn FnMut(Self::Outcome, u64));

    /// Carries out an outcome.
    fn resolve(
        &self,
        state: &mut Self::State,
        outcome: Self::Outcome,
        log: &mut impl Sink<Self::Event>,
    );
}

/// A match: a sequence of hands with a running score.
///
/// Hand n of a match with seed s is dealt from the stream `(s, n)`, never stored in a state, where a
/// search could see it.
pub trait Match: Game {
    /// The running score, and whatever decides the next hand's setup.
    type Standing: Copy + Eq + Debug + Send + Sync + 'static;

    /// Before the first hand.
    fn begin(&self) -> Self::Standing;

    /// What the next hand starts from; `None` when the match is over. Every match ends.
    fn next_hand(&self, standing: &Self::Standing) -> Option<Self::Setup>;

    /// Enters a finished hand.
    fn finish_hand(&self, standing: &mut Self::Standing, hand: &Self::State);

    /// The running score; with all bonuses once the match is over.
    fn match_scores(&self, standing: &Self::Standing) -> PerSeat<i32>;

    /// Who has won; several seats share a win, none has while the match goes on.
    fn winners(&self, standing: &Self::Standing) -> SeatSet {
        if self.next_hand(standing).is_some() {
            return SeatSet::EMPTY;
        }
        let scores = self.match_scores(standing);
        let best = scores.as_slice().iter().max();
        scores.iter().filter(|(_, score)| Some(score) == best).map(|(seat, _)| seat).collect()
    }
}

/// A game whose actions have a text that a person reads and types.
pub trait Notation: Game {
    /// The action's text; different for different actions that are legal together.
    fn action_text(&self, action: Self::Action) -> String;
}

/// The legal action with this text, whatever the case of its letters.
pub fn find_action<G: Notation>(game: &G, legal: &[G::Action], text: &str) -> Option<G::Action> {
    let text = text.trim();
    let same = |a: &G::Action| game.action_text(*a).eq_ignore_ascii_case(text);
    legal.iter().copied().find(same)
}
