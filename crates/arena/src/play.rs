//! Plays hands and matches between bots at one table.
//!
//! A bot receives its seat's view and a random stream of its own. The hand's stream serves the deal
//! and the chance turns alone, so that equal seeds give equal deals whoever plays.

use crate::stream::bot_stream;
use facedown_game::{
    ActionBuf, Clock, Game, IllegalAction, Log, Match, PerSeat, Policy, ProcessClock, Rng, Seat,
    Sink, Step, Turn,
};
use std::fmt;
use std::time::Duration;

/// The default limit of the turns of a hand, chance turns included, and of the hands of a match.
pub const MAX_STEPS: u64 = 1_000_000;

/// A policy at a table, with its identity and its statistics.
pub struct Bot<G: Game> {
    policy: Box<dyn Policy<G>>,
    id: u64,
    decisions: u64,
    thinking: Duration,
}

impl<G: Game> Bot<G> {
    /// Creates a bot. Its random streams depend on `id`, so the bots of a table need different ids.
    pub fn new(id: u64, policy: Box<dyn Policy<G>>) -> Self {
        Self { policy, id, decisions: 0, thinking: Duration::ZERO }
    }

    /// Returns the id.
    pub const fn id(&self) -> u64 {
        self.id
    }

    /// Returns the number of decisions so far.
    pub const fn decisions(&self) -> u64 {
        self.decisions
    }

    /// Returns the total thinking time.
    pub const fn thinking(&self) -> Duration {
        self.thinking
    }

    fn choose(
        &mut self,
        game: &G,
        view: &G::View,
        legal: &[G::Action],
        rng: &mut Rng,
        clock: &dyn Clock,
    ) -> G::Action {
        let start = clock.now();
        let action = self.policy.choose(game, view, legal, rng);
        self.thinking += clock.now().saturating_sub(start);
        self.decisions += 1;
        action
    }
}

impl<G: Game> fmt::Debug for Bot<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Bot")
            .field("id", &self.id)
            .field("decisions", &self.decisions)
            .field("thinking", &self.thinking)
            .finish_non_exhaustive()
    }
}

/// Records what happens at a table: the events, as a [`Sink`], and the calls below.
pub trait Recorder<G: Game>: Sink<G::Event> {
    /// Called before a hand is dealt.
    fn begin_hand(&mut self, hand: u64, setup: &G::Setup) {
        let _ = (hand, setup);
    }

    /// Called before a legal action is applied.
    fn act(&mut self, seat: Seat, action: G::Action) {
        let _ = (seat, action);
    }

    /// Called after a hand is dealt, hidden cards included.
    fn dealt(&mut self, state: &G::State) {
        let _ = state;
    }

    /// Called before a step is taken.
    fn before_step(&mut self, state: &G::State, step: Step<G::Action>) {
        let _ = (state, step);
    }

    /// Called after a step was taken.
    fn after_step(&mut self, state: &G::State, step: Step<G::Action>) {
        let _ = (state, step);
    }

    /// Called when the hand is over.
    fn end_hand(&mut self, state: &G::State) {
        let _ = state;
    }
}

impl<G: Game> Recorder<G> for () {}

impl<G: Game> Recorder<G> for Log<G::Event> {}

/// A game that could not be played to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum PlayError<A> {
    /// A bot chose an illegal action.
    Illegal {
        /// The bot's id.
        bot: u64,
        /// The hand's number.
        hand: u64,
        /// The action and the seat.
        error: IllegalAction<A>,
    },
    /// A hand exceeded the limit of turns.
    EndlessHand {
        /// The hand's number.
        hand: u64,
        /// The limit, chance turns included.
        max_steps: u64,
    },
    /// A match exceeded the limit of hands.
    EndlessMatch {
        /// The limit.
        max_hands: u64,
    },
}

impl<A: fmt::Debug> fmt::Display for PlayError<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Illegal { bot, hand, error } => write!(f, "bot {bot}, hand {hand}: {error}"),
            Self::EndlessHand { hand, max_steps } => {
                write!(f, "hand {hand} did not end within {max_steps} turns")
            }
            Self::EndlessMatch { max_hands } => {
                write!(f, "the match did not end within {max_hands} hands")
            }
        }
    }
}

impl<A: fmt::Debug> std::error::Error for PlayError<A> {}

/// A finished match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct PlayedMatch<S> {
    /// The final standing.
    pub standing: S,
    /// The number of hands.
    pub hands: u64,
    /// The final scores, bonuses included.
    pub scores: PerSeat<i32>,
    /// The sum of the scores of the hands, without the bonuses of the match.
    pub points: PerSeat<i64>,
}

/// Bots in the seats of one game.
pub struct Table<'a, G: Game> {
    game: &'a G,
    bots: Vec<Bot<G>>, // in the order of the seats
    max_steps: u64,
    clock: &'a dyn Clock,
}

impl<'a, G: Game> Table<'a, G> {
    /// Creates a table with bot i at seat i.
    ///
    /// # Panics
    /// If there is not one bot for each seat.
    pub fn new(game: &'a G, bots: Vec<Bot<G>>) -> Self {
        assert_eq!(bots.len(), game.seats(), "a table needs one bot for each seat");
        Self { game, bots, max_steps: MAX_STEPS, clock: &ProcessClock }
    }

    /// Limits the turns of a hand and the hands of a match; the default is [`MAX_STEPS`].
    #[must_use]
    pub fn with_max_steps(mut self, max_steps: u64) -> Self {
        self.max_steps = max_steps;
        self
    }

    /// Sets the clock that thinking times are measured by; the default is [`ProcessClock`].
    #[must_use]
    pub fn with_clock(mut self, clock: &'a dyn Clock) -> Self {
        self.clock = clock;
        self
    }

    /// Returns the bots in the order of the seats.
    pub fn bots(&self) -> &[Bot<G>] {
        &self.bots
    }

    /// Plays the hand dealt from the stream `(seed, hand)` to its end, and returns the final state.
    pub fn play_hand(
        &mut self,
        setup: &G::Setup,
        seed: u64,
        hand: u64,
        log: &mut impl Recorder<G>,
    ) -> Result<G::State, PlayError<G::Action>> {
        let game = self.game;
        let mut streams: Vec<Rng> =
            self.bots.iter().map(|bot| bot_stream(seed, hand, bot.id)).collect();
        for bot in &mut self.bots {
            bot.policy.new_hand();
        }
        let mut rng = Rng::stream(seed, hand);
        let mut legal = G::Actions::default();
        log.begin_hand(hand, setup);
        let mut state = game.deal(setup, &mut rng, log);
        log.dealt(&state);
        for _ in 0..self.max_steps {
            match game.turn(&state) {
                Turn::Over => {
                    log.end_hand(&state);
                    return Ok(state);
                }
                Turn::Chance => {
                    log.before_step(&state, Step::Chance);
                    game.play_chance(&mut state, &mut rng, log);
                    log.after_step(&state, Step::Chance);
                }
                Turn::Act(seat) => {
                    game.legal_actions(&state, &mut legal);
                    let view = game.view(&state, seat);
                    let (bot, rng) = (&mut self.bots[seat.index()], &mut streams[seat.index()]);
                    let action = bot.choose(game, &view, legal.as_slice(), rng, self.clock);
                    if legal.as_slice().binary_search(&action).is_err() {
                        let error = IllegalAction::new(action, Some(seat));
                        return Err(PlayError::Illegal { bot: bot.id, hand, error });
                    }
                    log.act(seat, action);
                    log.before_step(&state, Step::Act(action));
                    game.apply(&mut state, action, log);
                    log.after_step(&state, Step::Act(action));
                }
            }
        }
        Err(PlayError::EndlessHand { hand, max_steps: self.max_steps })
    }

    /// Plays a whole match, hand n dealt from the stream `(seed, n)`.
    pub fn play_match(
        &mut self,
        seed: u64,
        log: &mut impl Recorder<G>,
    ) -> Result<PlayedMatch<G::Standing>, PlayError<G::Action>>
    where
        G: Match,
    {
        self.play_hands(|table, _, setup, hand| table.play_hand(setup, seed, hand, log))
    }

    /// Plays a whole match, each hand by `play`, which is given the standing before the hand, its
    /// setup and its number.
    pub(crate) fn play_hands<E: From<PlayError<G::Action>>>(
        &mut self,
        mut play: impl FnMut(&mut Self, &G::Standing, &G::Setup, u64) -> Result<G::State, E>,
    ) -> Result<PlayedMatch<G::Standing>, E>
    where
        G: Match,
    {
        let game = self.game;
        let mut standing = game.begin();
        let mut points = PerSeat::filled(game.seats(), 0);
        let mut hands = 0;
        while let Some(setup) = game.next_hand(&standing) {
            if hands == self.max_steps {
                return Err(PlayError::EndlessMatch { max_hands: self.max_steps }.into());
            }
            let state = play(self, &standing, &setup, hands)?;
            game.finish_hand(&mut standing, &state);
            for (seat, score) in game.scores(&state).iter() {
                points[seat] += i64::from(score);
            }
            hands += 1;
        }
        Ok(PlayedMatch { standing, hands, scores: game.match_scores(&standing), points })
    }
}

impl<G: Game> fmt::Debug for Table<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table")
            .field("bots", &self.bots)
            .field("max_steps", &self.max_steps)
            .finish_non_exhaustive()
    }
}
