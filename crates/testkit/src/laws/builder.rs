//! The builder of a run of the laws.

use super::chooser::{Chooser, Place};
use super::encoders::{AnyEncoder, notation};
use super::hand::Hand;
use super::no_alloc::allocator_is_installed;
use super::violation::{LawResult, Violation};
use super::{chance, matches, redraw};
use crate::Chance;
use facedown_game::{
    ActionSpace, Encoder, Game, Hidden, ImpossibleView, Match, Notation, Policy, Redraw, Rng,
    Searchable, Seat, SeatSet, UniformPolicy, Worlds,
};
use std::cell::Cell;

pub(super) type Fresh<'a, G> = Box<dyn Fn() -> Box<dyn Policy<G>> + 'a>;
type Conserves<'a, G> = Box<dyn Fn(&G, &<G as Game>::State) -> Result<(), String> + 'a>;
type Permutes<'a, G> =
    Box<dyn Fn(&G, &<G as Game>::State, Seat, &mut Rng) -> <G as Game>::State + 'a>;
type WorldsOf<G> = fn(&G, &<G as Game>::View) -> Result<Box<dyn Worlds<G>>, ImpossibleView>;
type ChanceLaw<G> = fn(
    &G,
    &<G as Game>::State,
    &<G as Game>::State,
    &[(SeatSet, <G as Game>::Event)],
    &Rng,
) -> LawResult;
type PlayMatch<'a, G> = fn(&Laws<'a, G>, u64);
type RedrawLaw<G> = fn(
    &G,
    &<G as Game>::State,
    &mut Rng,
    &mut dyn FnMut(&<G as Game>::State) -> LawResult,
) -> LawResult;
type NotationLaw<G> = fn(&G, &[<G as Game>::Action]) -> LawResult;

/// A run of the laws on a game.
///
/// ```
/// use facedown_testkit::{Laws, toys::Kuhn};
///
/// Laws::new(Kuhn)
///     .hands(100)
///     .seed(7)
///     .max_steps(3)
///     .conserves(|_, state| match state.cards() {
///         [a, b] if a != b => Ok(()),
///         cards => Err(format!("{cards:?}")),
///     })
///     .notation()
///     .run();
/// ```
#[must_use = "nothing is checked until it runs"]
pub struct Laws<'a, G: Searchable> {
    pub(super) game: G,
    pub(super) seed: u64,
    hands: u64,
    first_hand: u64,
    matches: (u64, PlayMatch<'a, G>),
    pub(super) max_hands: u64,
    pub(super) max_steps: usize,
    pub(super) worlds_each: usize,
    setups: Vec<G::Setup>,
    pub(super) policies: Vec<Fresh<'a, G>>,
    pub(super) conserves: Vec<Conserves<'a, G>>,
    pub(super) permutes: Vec<Permutes<'a, G>>,
    pub(super) encoders: Vec<&'a dyn AnyEncoder<G>>,
    pub(super) spaces: Vec<&'a dyn ActionSpace<G>>,
    pub(super) worlds_of: Option<WorldsOf<G>>,
    pub(super) chance_law: Option<ChanceLaw<G>>,
    pub(super) redraw_law: Option<RedrawLaw<G>>,
    pub(super) notation_law: Option<NotationLaw<G>>,
    pub(super) waiting_law: bool,
    pub(super) count_allocations: bool,
    perfect_information: bool,
    pub(super) other_worlds: Cell<u64>, // sampled worlds other than the true one
}

impl<G: Hidden + Searchable> Laws<'_, G> {
    /// Builds the laws for a game with hidden information: 100 hands of uniform play from seed 0.
    pub fn new(game: G) -> Self {
        let worlds_of: WorldsOf<G> = |game, view| Ok(Box::new(game.worlds(view)?));
        Self { worlds_of: Some(worlds_of), ..Self::without_worlds(game) }
    }
}

impl<'a, G: Searchable> Laws<'a, G> {
    /// Builds the laws for a game that does not implement [`Hidden`].
    pub fn without_worlds(game: G) -> Self {
        Self {
            setups: vec![game.first_setup()],
            game,
            seed: 0,
            hands: 100,
            first_hand: 0,
            matches: (0, |_, _| ()),
            max_hands: 1_000,
            max_steps: 10_000,
            worlds_each: 3,
            policies: vec![Box::new(|| Box::new(UniformPolicy))],
            conserves: Vec::new(),
            permutes: Vec::new(),
            encoders: Vec::new(),
            spaces: Vec::new(),
            worlds_of: None,
            chance_law: None,
            redraw_law: None,
            notation_law: None,
            waiting_law: false,
            count_allocations: false,
            perfect_information: false,
            other_worlds: Cell::new(0),
        }
    }

    /// Sets the number of hands; 0 for matches only.
    pub fn hands(self, hands: u64) -> Self {
        Self { hands, ..self }
    }

    /// Sets the number of the first hand, to reproduce a failure.
    pub fn first_hand(self, first_hand: u64) -> Self {
        Self { first_hand, ..self }
    }

    /// Sets the seed: hand n is dealt from the stream `(seed, n)`.
    pub fn seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// Sets the number of steps, chance included, within which the rules end every hand.
    pub fn max_steps(self, max_steps: usize) -> Self {
        Self { max_steps, ..self }
    }

    /// Sets the number of worlds sampled in each position, for the seat to act and for one other
    /// seat.
    pub fn worlds_each(self, worlds_each: usize) -> Self {
        Self { worlds_each, ..self }
    }

    /// Sets the setups of hands, used in turn instead of [`Game::first_setup`].
    pub fn setups(self, setups: impl IntoIterator<Item = G::Setup>) -> Self {
        let setups: Vec<_> = setups.into_iter().collect();
        assert!(!setups.is_empty(), "hands need a setup to begin with");
        Self { setups, ..self }
    }

    /// Adds a policy: in some hands all seats play by it, in others each by one drawn from all
    /// policies and uniform play.
    pub fn policy<P: Policy<G> + 'static>(mut self, fresh: impl Fn() -> P + 'a) -> Self {
        self.policies.push(Box::new(move || Box::new(fresh())));
        self
    }

    /// Adds an invariant of every state, sampled ones included: "cards are conserved".
    pub fn conserves(mut self, check: impl Fn(&G, &G::State) -> Result<(), String> + 'a) -> Self {
        self.conserves.push(Box::new(check));
        self
    }

    /// Adds a permutation of everything that a seat has not seen, written without the sampler: a
    /// view that leaks and a sampler that respects the leak agree with each other, but not with
    /// this.
    pub fn permutes_unseen(
        mut self,
        permute: impl Fn(&G, &G::State, Seat, &mut Rng) -> G::State + 'a,
    ) -> Self {
        self.permutes.push(Box::new(permute));
        self
    }

    /// Adds an encoder, checked on the views of seats to act and of others.
    pub fn encoder<E: Encoder<G>>(mut self, encoder: &'a E) -> Self {
        self.encoders.push(encoder);
        self
    }

    /// Adds an action space.
    pub fn action_space(mut self, space: &'a dyn ActionSpace<G>) -> Self {
        self.spaces.push(space);
        self
    }

    /// Declares that every view shows the full state. Otherwise a run fails if no sampled world
    /// ever differs from the true one: the views must have leaked everything.
    pub fn perfect_information(self) -> Self {
        Self { perfect_information: true, ..self }
    }

    /// Checks "zero allocations in hot calls"; the test binary must install
    /// [`CountingAlloc`](crate::CountingAlloc).
    pub fn no_allocations(self) -> Self {
        Self { count_allocations: true, ..self }
    }

    /// Checks chance turns against the outcomes that [`Chance`] enumerates.
    pub fn chance(self) -> Self
    where
        G: Chance,
    {
        Self { chance_law: Some(chance::chance::<G>), ..self }
    }

    /// Checks the alternatives to hidden draws.
    pub fn redraw(self) -> Self
    where
        G: Redraw,
    {
        Self { redraw_law: Some(redraw::redraw::<G>), ..self }
    }

    /// Checks that a seat that waits does not learn from the moment of a decision what it cannot see.
    pub fn waiting(self) -> Self {
        Self { waiting_law: true, ..self }
    }

    /// Checks the texts of actions.
    pub fn notation(self) -> Self
    where
        G: Notation,
    {
        Self { notation_law: Some(notation::<G>), ..self }
    }

    /// Sets the number of matches, played with every law on every hand. Match m has seed `seed +
    /// m`.
    pub fn matches(self, matches: u64) -> Self
    where
        G: Match,
    {
        Self { matches: (matches, matches::play::<G>), ..self }
    }

    /// Sets the number of hands within which the rules end every match.
    pub fn max_hands(self, max_hands: u64) -> Self {
        Self { max_hands, ..self }
    }

    /// Plays and checks.
    ///
    /// # Panics
    /// If a law is violated: with its name, the seed, the hand and the step.
    pub fn run(self) {
        self.assert_counting();
        for number in self.first_hand..self.first_hand + self.hands {
            let setup = self.setups[(number % self.setups.len() as u64) as usize];
            let place = Place { seed: self.seed, hand: number, from: "hand" };
            Hand::deal(&self, setup, place, Chooser::policies(&self, self.seed, number)).play();
        }
        let (matches, play) = self.matches;
        for number in 0..matches {
            play(&self, self.seed.wrapping_add(number));
        }
        let exempt = self.worlds_of.is_none() || self.perfect_information || self.hands < 10;
        if !exempt && self.other_worlds.get() == 0 {
            let how = "every sampled world was the true one; is all information perfect?";
            panic!("{}", Violation::new("nothing unseen leaks", how));
        }
    }

    /// Plays one hand whose choices are read from these bytes: the first eight are the seed, each
    /// further one chooses an action (two, if more than 256 are legal); when they run out, play
    /// continues uniformly. A correct game passes for any bytes.
    ///
    /// # Panics
    /// As [`Laws::run`].
    pub fn run_bytes(&self, bytes: &[u8]) {
        self.assert_counting();
        let (head, choices) = bytes.split_at(bytes.len().min(8));
        let mut word = [0; 8];
        word[..head.len()].copy_from_slice(head);
        let seed = u64::from_le_bytes(word);
        let setup = self.setups[(seed % self.setups.len() as u64) as usize];
        let place = Place { seed, hand: 0, from: "bytes" };
        Hand::deal(self, setup, place, Chooser::bytes(seed, choices)).play();
    }

    fn assert_counting(&self) {
        if self.count_allocations
            && let Err(violation) = allocator_is_installed()
        {
            panic!("{violation}");
        }
    }
}

/// Checks the laws that need only the traits on one hand read from bytes, as [`Laws::run_bytes`]
/// does: for fuzz targets.
pub fn from_bytes<G: Hidden + Searchable>(game: &G, bytes: &[u8]) {
    Laws::new(game.clone()).worlds_each(1).run_bytes(bytes);
}
