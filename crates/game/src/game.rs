//! The rules of a game: [`Game`], whose turn it is, and the notation of its actions.

use crate::{ActionBuf, IllegalAction, InvalidMove, PerSeat, Rng, Seat, Sink};
use std::fmt::Debug;
use std::hash::Hash;

/// Whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// This seat chooses one of the legal actions.
    Act(Seat),
    /// Chance moves: [`Game::play_chance`].
    Chance,
    /// The hand is over and [`Game::scores`] are final.
    Over,
}

/// The rules of a game, compiled: options and lookup tables (behind an `Arc` if large).
///
/// One hand is a `State`; a [`Match`](crate::Match) is a sequence of hands. No method allocates
/// while a hand is in progress. `facedown-testkit` checks the laws stated on each method for every
/// game. What tree searches need beyond the rules is in [`Searchable`](crate::Searchable).
pub trait Game: Clone + Send + Sync + 'static {
    /// The starting conditions of a hand: dealer, scores, round…
    type Setup: Copy + Eq + Debug + Send + Sync + 'static;
    /// The full state of a hand (a *world*), hidden cards included.
    type State: Copy + Eq + Debug + Send + Sync + 'static;
    /// A move of a seat.
    type Action: Copy + Ord + Hash + Debug + Send + Sync + 'static;
    /// A list of legal actions, of a fixed capacity that the rules prove sufficient.
    type LegalActions: ActionBuf<Self::Action>;
    /// The information state of one seat: everything it knows, its seat and history included.
    type View: Copy + Eq + Debug + Send + Sync + 'static;
    /// Something that a seat can observe.
    type Event: Copy + Eq + Hash + Debug + Send + Sync + 'static;

    /// Returns the number of seats.
    fn seats(&self) -> usize;

    /// Returns the number of a seat's side: the seats of a side win and lose together. Without
    /// partnerships every seat is a side of its own.
    fn side(&self, seat: Seat) -> usize {
        seat.index()
    }

    /// Returns the setup of the first hand of a match. Single hands have those that
    /// [`Match::draw_setup`](crate::Match::draw_setup) draws, unless one is asked for.
    fn first_setup(&self) -> Self::Setup;

    /// Deals a hand. Randomness is used here and in [`Game::play_chance`] only, so a hand is
    /// determined by its setup, its random stream and its actions.
    fn deal(
        &self,
        setup: &Self::Setup,
        rng: &mut Rng,
        log: &mut impl Sink<Self::Event>,
    ) -> Self::State;

    /// Returns whose turn it is.
    fn turn(&self, state: &Self::State) -> Turn;

    /// Lists the legal actions of the seat to act, ascending and without duplicates; none if no
    /// seat is to act. Clears `out` first.
    fn legal_actions(&self, state: &Self::State, out: &mut Self::LegalActions);

    /// Applies an action that the caller guarantees to be legal.
    fn apply(
        &self,
        state: &mut Self::State,
        action: Self::Action,
        log: &mut impl Sink<Self::Event>,
    );

    /// Applies an action if it is legal; otherwise the state is unchanged.
    fn try_apply(
        &self,
        state: &mut Self::State,
        action: Self::Action,
        log: &mut impl Sink<Self::Event>,
    ) -> Result<(), IllegalAction<Self::Action>> {
        let mut legal = Self::LegalActions::default();
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

    /// Plays a chance move. Called only at [`Turn::Chance`]; the default, for games without chance
    /// turns, does nothing.
    fn play_chance(
        &self,
        state: &mut Self::State,
        rng: &mut Rng,
        log: &mut impl Sink<Self::Event>,
    ) {
        let _ = (state, rng, log);
    }

    /// Returns each seat's score of the hand so far; final when the hand is over.
    fn scores(&self, state: &Self::State) -> PerSeat<i32>;

    /// Returns the sum of the final scores if the rules fix it.
    fn score_total(&self, state: &Self::State) -> Option<i32>;

    /// Returns what a seat knows.
    fn view(&self, state: &Self::State, seat: Seat) -> Self::View;

    /// Returns what a seat is shown while another seat is to act. Chance turns pass between two
    /// decisions, and how many have passed can depend on what the seat cannot see; a game where it
    /// does shows here what the seat knows whatever their number. The default is [`Game::view`].
    fn waiting_view(&self, state: &Self::State, seat: Seat) -> Self::View {
        self.view(state, seat)
    }

    /// Returns what a seat is shown at a decision: [`Game::waiting_view`] if another seat is to act.
    fn shown_view(&self, state: &Self::State, seat: Seat) -> Self::View {
        match self.turn(state) {
            Turn::Act(actor) if actor != seat => self.waiting_view(state, seat),
            _ => self.view(state, seat),
        }
    }

    /// Returns what a seat knows before the first event of a hand.
    fn blank_view(&self, setup: &Self::Setup, seat: Seat) -> Self::View;

    /// Updates a view with an event that its seat observes. Law: folding a seat's events into
    /// [`Game::blank_view`] gives [`Game::view`] after every action.
    fn observe(&self, view: &mut Self::View, event: Self::Event);

    /// Returns whose turn it is, or `None` if the view's seat cannot know. A seat always knows when
    /// it is itself to act.
    fn view_turn(&self, view: &Self::View) -> Option<Turn>;

    /// Lists the legal actions of the view's own seat, as [`Game::legal_actions`] would; none if it
    /// is not to act.
    fn view_actions(&self, view: &Self::View, out: &mut Self::LegalActions);
}

/// A game whose actions have a text notation.
pub trait Notation: Game {
    /// Returns the notation of an action; distinct for distinct actions that are legal together.
    fn action_text(&self, action: Self::Action) -> String;

    /// Parses a move of several actions that the view's seat chooses at once, in any order:
    /// `pass As Kd 4c`. Returns `None` if the text is not of that form, and an error that names the
    /// offending part if it is wrong.
    fn parse_move(
        &self,
        view: &Self::View,
        text: &str,
    ) -> Option<Result<Vec<Self::Action>, InvalidMove>> {
        let _ = (view, text);
        None
    }

    /// Returns the text of a move of several actions, as [`Notation::parse_move`] reads it.
    fn move_text(&self, view: &Self::View, actions: &[Self::Action]) -> String {
        let _ = view;
        let texts: Vec<String> = actions.iter().map(|action| self.action_text(*action)).collect();
        texts.join(" ")
    }
}

/// Finds the legal action with this notation, ignoring case.
pub fn find_action<G: Notation>(game: &G, legal: &[G::Action], text: &str) -> Option<G::Action> {
    let text = text.trim();
    let same = |a: &G::Action| game.action_text(*a).eq_ignore_ascii_case(text);
    legal.iter().copied().find(same)
}
