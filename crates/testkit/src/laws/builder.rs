//! What the laws need to know of a game, and how to run them.

use super::broken::{Broken, Kept};
use super::chooser::{Chooser, Place};
use super::encoding::{AnyEncoder, notation};
use super::hand::Hand;
use super::hot::allocator_is_installed;
use super::{chances, matches, redraws};
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
) -> Kept;
type PlayMatch<'a, G> = fn(&Laws<'a, G>, u64);
type RedrawLaw<G> =
    fn(&G, &<G as Game>::State, &mut Rng, &mut dyn FnMut(&<G as Game>::State) -> Kept) -> Kept;
type NotationLaw<G> = fn(&G, &[<G as Game>::Action]) -> Kept;

/// A run of the laws on one game.
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
    pub(super) count_allocations: bool,
    perfect_information: bool,
    pub(super) surprises: Cell<u64>, // sampled worlds that were not the true one
}

impl<G: Hidden + Searchable> Laws<'_, G> {
    /// Returns the laws for a game with hidden worlds: 100 hands of uniform play from seed 0.
    pub fn new(game: G) -> Self {
        let worlds_of: WorldsOf<G> = |game, view| Ok(Box::new(game.worlds(view)?));
        Self { worlds_of: Some(worlds_of), ..Self::without_worlds(game) }
    }
}

impl<'a, G: Searchable> Laws<'a, G> {
    /// Returns the laws for a game that does not implement [`Hidden`].
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
            count_allocations: false,
            perfect_information: false,
            surprises: Cell::new(0),
        }
    }

    /// How many hands are played; 0 where only matches are wanted.
    pub fn hands(self, hands: u64) -> Self {
        Self { hands, ..self }
    }

    /// Returns the number of the first hand, to see one failure again.
    pub fn first_hand(self, first_hand: u64) -> Self {
        Self { first_hand, ..self }
    }

    /// Hand n is dealt from the stream `(seed, n)`.
    pub fn seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// Returns the steps, of seats and of nature, within which the rules end every hand.
    pub fn max_steps(self, max_steps: usize) -> Self {
        Self { max_steps, ..self }
    }

    /// How many worlds are sampled for the seat to act, and for one seat more, in each position.
    pub fn worlds_each(self, worlds_each: usize) -> Self {
        Self { worlds_each, ..self }
    }

    /// Hands begin with these setups in turn, instead of [`Game::first_setup`].
    pub fn setups(self, setups: impl IntoIterator<Item = G::Setup>) -> Self {
        let setups: Vec<_> = setups.into_iter().collect();
        assert!(!setups.is_empty(), "hands need a setup to begin with");
        Self { setups, ..self }
    }

    /// Seats play by this policy too: some hands all of them, in others each by one drawn from all
    /// that were given and uniform choice.
    pub fn policy<P: Policy<G> + 'static>(mut self, fresh: impl Fn() -> P + 'a) -> Self {
        self.policies.push(Box::new(move || Box::new(fresh())));
        self
    }

    /// "Cards are conserved": holds in every state, sampled ones included.
    pub fn conserves(mut self, check: impl Fn(&G, &G::State) -> Result<(), String> + 'a) -> Self {
        self.conserves.push(Box::new(check));
        self
    }

    /// Returns a way to permute everything that a seat has not seen, written without the sampler: a
    /// view that leaks and a sampler that honours the leak agree with each other, and not with
    /// this.
    pub fn permutes_unseen(
        mut self,
        permute: impl Fn(&G, &G::State, Seat, &mut Rng) -> G::State + 'a,
    ) -> Self {
        self.permutes.push(Box::new(permute));
        self
    }

    /// Checks this encoder on the views of seats to act, and of others.
    pub fn encoder<E: Encoder<G>>(mut self, encoder: &'a E) -> Self {
        self.encoders.push(encoder);
        self
    }

    /// Checks this numbering of actions.
    pub fn action_space(mut self, space: &'a dyn ActionSpace<G>) -> Self {
        self.spaces.push(space);
        self
    }

    /// Returns every view shows the whole world. Without this word, a run in which no sampled world
    /// ever differs from the true one fails: its views must have given everything away.
    pub fn perfect_information(self) -> Self {
        Self { perfect_information: true, ..self }
    }

    /// "Zero allocations in hot calls"; the test binary installs
    /// [`CountingAlloc`](crate::CountingAlloc), or the law fails.
    pub fn no_allocations(self) -> Self {
        Self { count_allocations: true, ..self }
    }

    /// Checks nature's turns against the outcomes that [`Chance`] visits.
    pub fn chance(self) -> Self
    where
        G: Chance,
    {
        Self { chance_law: Some(chances::chance::<G>), ..self }
    }

    /// Checks the alternatives to hidden draws.
    pub fn redraw(self) -> Self
    where
        G: Redraw,
    {
        Self { redraw_law: Some(redraws::redraw::<G>), ..self }
    }

    /// Checks the texts of actions.
    pub fn notation(self) -> Self
    where
        G: Notation,
    {
        Self { notation_law: Some(notation::<G>), ..self }
    }

    /// Plays so many matches too, with every law on every hand. Match m has seed `seed + m`.
    pub fn matches(self, matches: u64) -> Self
    where
        G: Match,
    {
        Self { matches: (matches, matches::play::<G>), ..self }
    }

    /// Returns the hands within which the rules end every match.
    pub fn max_hands(self, max_hands: u64) -> Self {
        Self { max_hands, ..self }
    }

    /// Plays and checks.
    ///
    /// # Panics
    /// If a law is broken: with its name, the seed, the hand and the step.
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
        let told = self.worlds_of.is_none() || self.perfect_information || self.hands < 10;
        if !told && self.surprises.get() == 0 {
            let how = "every sampled world was the true one; is all information perfect?";
            panic!("{}", Broken::new("nothing unseen leaks", how));
        }
    }

    /// Plays one hand whose choices are read from these bytes: the first eight are the seed, each
    /// further one chooses an action (two, where more than 256 are legal); where they run out, play
    /// goes on uniformly. A right game passes for any bytes.
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
            && let Err(broken) = allocator_is_installed()
        {
            panic!("{broken}");
        }
    }
}

/// Checks the laws that need nothing but the traits on one hand read from bytes, as
/// [`Laws::run_bytes`] does: for fuzz targets.
pub fn from_bytes<G: Hidden + Searchable>(game: &G, bytes: &[u8]) {
    Laws::new(game.clone()).worlds_each(1).run_bytes(bytes);
}
