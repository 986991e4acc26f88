//! Plays hands and matches between bots at one table.
//!
//! A bot receives its seat's view and a random stream of its own. The hand's stream serves the deal
//! and the chance turns alone, so that equal seeds give equal deals whoever plays.

use crate::batch::{BatchPolicy, Decision, answer_one};
use crate::stream::bot_stream;
use facedown_game::{
    ActionBuf, Clock, Game, IllegalAction, Log, Match, PerSeat, Policy, ProcessClock, Rng, Seat,
    Sink, Step, Turn,
};
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// The default limit of the turns of a hand, chance turns included, and of the hands of a match.
pub const MAX_STEPS: u64 = 1_000_000;

/// A bot at a table, with its identity and its statistics.
pub struct Bot<G: Game> {
    player: Player<G>,
    id: u64,
    decisions: u64,
    thinking: Duration,
}

/// What decides for a bot.
enum Player<G: Game> {
    Policy(Box<dyn Policy<G>>),
    Batch(Arc<dyn BatchPolicy<G>>),
}

impl<G: Game> Bot<G> {
    /// Creates a bot. Its random streams depend on `id`, so the bots of a table need different ids.
    pub fn new(id: u64, policy: Box<dyn Policy<G>>) -> Self {
        Self::of(id, Player::Policy(policy))
    }

    /// Creates a bot whose decisions are made in batches.
    pub fn batched(id: u64, policy: Arc<dyn BatchPolicy<G>>) -> Self {
        Self::of(id, Player::Batch(policy))
    }

    const fn of(id: u64, player: Player<G>) -> Self {
        Self { player, id, decisions: 0, thinking: Duration::ZERO }
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

    /// Counts a decision that took this time.
    pub(crate) fn add_decision(&mut self, thinking: Duration) {
        self.thinking += thinking;
        self.decisions += 1;
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
#[derive(Clone, PartialEq, Eq, Debug)]
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
    /// A policy that decides in batches has no answer.
    Failed {
        /// The bot's id.
        bot: u64,
        /// The hand's number.
        hand: u64,
        /// The seat.
        seat: Seat,
        /// The cause.
        why: String,
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

impl<A> PlayError<A> {
    /// Returns the id of the bot that is the cause, if one is.
    pub const fn bot(&self) -> Option<u64> {
        match self {
            Self::Illegal { bot, .. } | Self::Failed { bot, .. } => Some(*bot),
            Self::EndlessHand { .. } | Self::EndlessMatch { .. } => None,
        }
    }
}

impl<A: fmt::Debug> PlayError<A> {
    /// Returns the hand, the seat and the cause, without the bot.
    pub(crate) fn cause(&self) -> String {
        match self {
            Self::Illegal { hand, error, .. } => format!("hand {hand}: {error}"),
            Self::Failed { hand, seat, why, .. } => format!("hand {hand}, {seat}: {why}"),
            other => other.to_string(),
        }
    }
}

impl<A: fmt::Debug> fmt::Display for PlayError<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Illegal { bot, .. } | Self::Failed { bot, .. } => {
                write!(f, "bot {bot}, {}", self.cause())
            }
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

/// A hand in progress, between decisions.
pub(crate) struct Hand<G: Game> {
    number: u64,
    state: G::State,
    rng: Rng,
    streams: Vec<Rng>, // of the bots, by seat
    legal: G::LegalActions,
    asked: Option<G::View>, // of the seat that was asked last
    steps: u64,
}

impl<G: Game> Hand<G> {
    pub(crate) const fn state(&self) -> &G::State {
        &self.state
    }

    /// Returns the decision of the seat that was asked.
    pub(crate) fn decision(&mut self, seat: Seat) -> Decision<'_, G> {
        Decision {
            seat,
            view: self.asked.as_ref().expect("a seat was asked"),
            legal: self.legal.as_slice(),
            rng: &mut self.streams[seat.index()],
        }
    }

    fn count_step(&mut self, max_steps: u64) -> Result<(), PlayError<G::Action>> {
        if self.steps == max_steps {
            return Err(PlayError::EndlessHand { hand: self.number, max_steps });
        }
        self.steps += 1;
        Ok(())
    }
}

/// A bot that decides in batches is to act.
pub(crate) struct Asked<G: Game> {
    pub(crate) seat: Seat,
    pub(crate) bot: u64,
    pub(crate) hand: u64,
    pub(crate) policy: Arc<dyn BatchPolicy<G>>,
}

impl<G: Game> Asked<G> {
    /// The error of a decision without an answer.
    pub(crate) fn failed(&self, why: String) -> PlayError<G::Action> {
        PlayError::Failed { bot: self.bot, hand: self.hand, seat: self.seat, why }
    }
}

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
pub struct Lineup<'a, G: Game> {
    game: &'a G,
    bots: Vec<Bot<G>>, // in the order of the seats
    max_steps: u64,
    clock: &'a dyn Clock,
}

impl<'a, G: Game> Lineup<'a, G> {
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
        let mut hand = self.begin_hand(setup, seed, hand, log);
        while let Some(asked) = self.advance(&mut hand, log)? {
            let clock = self.clock;
            let start = clock.now();
            let action = answer_one(self.game, &asked, hand.decision(asked.seat))?;
            let thinking = clock.now().saturating_sub(start);
            self.answer(&mut hand, asked.seat, action, thinking, log)?;
        }
        Ok(hand.state)
    }

    /// Deals the hand of the stream `(seed, hand)`.
    pub(crate) fn begin_hand(
        &mut self,
        setup: &G::Setup,
        seed: u64,
        hand: u64,
        log: &mut impl Recorder<G>,
    ) -> Hand<G> {
        let streams = self.bots.iter().map(|bot| bot_stream(seed, hand, bot.id)).collect();
        for bot in &mut self.bots {
            if let Player::Policy(policy) = &mut bot.player {
                policy.new_hand();
            }
        }
        let mut rng = Rng::stream(seed, hand);
        log.begin_hand(hand, setup);
        let state = self.game.deal(setup, &mut rng, log);
        log.dealt(&state);
        Hand {
            number: hand,
            state,
            rng,
            streams,
            legal: G::LegalActions::default(),
            asked: None,
            steps: 0,
        }
    }

    /// Plays on until a bot that decides in batches is asked, or the hand is over: then there is
    /// nobody to ask.
    pub(crate) fn advance(
        &mut self,
        hand: &mut Hand<G>,
        log: &mut impl Recorder<G>,
    ) -> Result<Option<Asked<G>>, PlayError<G::Action>> {
        let game = self.game;
        loop {
            match game.turn(&hand.state) {
                Turn::Over => {
                    log.end_hand(&hand.state);
                    return Ok(None);
                }
                Turn::Chance => {
                    hand.count_step(self.max_steps)?;
                    log.before_step(&hand.state, Step::Chance);
                    game.play_chance(&mut hand.state, &mut hand.rng, log);
                    log.after_step(&hand.state, Step::Chance);
                }
                Turn::Act(seat) => {
                    hand.count_step(self.max_steps)?;
                    game.legal_actions(&hand.state, &mut hand.legal);
                    let view = game.view(&hand.state, seat);
                    match &mut self.bots[seat.index()].player {
                        Player::Policy(policy) => {
                            let start = self.clock.now();
                            let rng = &mut hand.streams[seat.index()];
                            let action = policy.choose(game, &view, hand.legal.as_slice(), rng);
                            let thinking = self.clock.now().saturating_sub(start);
                            self.answer(hand, seat, action, thinking, log)?;
                        }
                        Player::Batch(policy) => {
                            let policy = Arc::clone(policy);
                            hand.asked = Some(view);
                            let bot = self.bots[seat.index()].id;
                            return Ok(Some(Asked { seat, bot, hand: hand.number, policy }));
                        }
                    }
                }
            }
        }
    }

    /// Applies the action of the seat to act.
    pub(crate) fn answer(
        &mut self,
        hand: &mut Hand<G>,
        seat: Seat,
        action: G::Action,
        thinking: Duration,
        log: &mut impl Recorder<G>,
    ) -> Result<(), PlayError<G::Action>> {
        let bot = &mut self.bots[seat.index()];
        bot.add_decision(thinking);
        if hand.legal.as_slice().binary_search(&action).is_err() {
            let error = IllegalAction::new(action, Some(seat));
            return Err(PlayError::Illegal { bot: bot.id, hand: hand.number, error });
        }
        log.act(seat, action);
        log.before_step(&hand.state, Step::Act(action));
        self.game.apply(&mut hand.state, action, log);
        log.after_step(&hand.state, Step::Act(action));
        Ok(())
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
        let mut course = MatchCourse::new(self.game);
        while let Some(setup) = course.next_hand(self.game) {
            if course.hands == self.max_steps {
                return Err(PlayError::EndlessMatch { max_hands: self.max_steps });
            }
            let state = self.play_hand(&setup, seed, course.hands, log)?;
            course.finish_hand(self.game, &state);
        }
        Ok(course.played(self.game))
    }
}

/// A match in progress, between hands.
pub(crate) struct MatchCourse<G: Match> {
    pub(crate) standing: G::Standing,
    points: PerSeat<i64>,
    pub(crate) hands: u64,
}

impl<G: Match> MatchCourse<G> {
    pub(crate) fn new(game: &G) -> Self {
        Self { standing: game.begin(), points: PerSeat::filled(game.seats(), 0), hands: 0 }
    }

    pub(crate) fn next_hand(&self, game: &G) -> Option<G::Setup> {
        game.next_hand(&self.standing)
    }

    pub(crate) fn finish_hand(&mut self, game: &G, state: &G::State) {
        game.finish_hand(&mut self.standing, state);
        for (seat, score) in game.scores(state).iter() {
            self.points[seat] += i64::from(score);
        }
        self.hands += 1;
    }

    pub(crate) fn played(&self, game: &G) -> PlayedMatch<G::Standing> {
        let Self { standing, points, hands } = *self;
        PlayedMatch { standing, hands, scores: game.match_scores(&standing), points }
    }
}

impl<G: Game> fmt::Debug for Lineup<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Lineup")
            .field("bots", &self.bots)
            .field("max_steps", &self.max_steps)
            .finish_non_exhaustive()
    }
}
