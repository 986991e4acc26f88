//! The games of some clusters, played side by side.
//!
//! A game stops where a bot that decides in batches is to act. The decisions of all games are
//! gathered and each such bot is asked once for all of its own; then every game goes on. Without
//! such bots a game is played to its end when it is first advanced.

use super::seatings::{Seating, Seatings};
use super::tally::{ClusterResult, GameResult, SideResult, WINNER};
use super::{Contestant, DuplicateOptions, Maker};
use crate::batch::answers;
use crate::luck::{BadBaseline, BaselineRef, Luck};
use crate::play::{Asked, Bot, Hand, Lineup, MatchCourse, PlayError, Recorder};
use crate::stream::child_seed;
use facedown_game::{
    Baseline, Clock, Game, Match, MatchBaseline, PerSeat, Seat, SeatSet, Sink, Step,
};
use std::sync::Arc;
use std::time::Duration;

/// A game without a result.
pub(super) enum Failure<A> {
    Play(PlayError<A>),
    Baseline(BadBaseline),
}

impl<A> From<PlayError<A>> for Failure<A> {
    fn from(error: PlayError<A>) -> Self {
        Self::Play(error)
    }
}

impl<A> From<BadBaseline> for Failure<A> {
    fn from(error: BadBaseline) -> Self {
        Self::Baseline(error)
    }
}

/// The result of one game, hand or match, by seat.
pub(super) struct GameScores {
    pub(super) scores: PerSeat<i32>,
    pub(super) winners: SeatSet, // empty if the scores decide
    pub(super) points: PerSeat<i64>,
}

/// The hands of a game: one, or those of a match.
pub(super) trait Hands<'a, G: Game>: Send {
    /// Returns the setup of the next hand and the baseline of its luck; `None` at the end.
    fn next_hand(&mut self) -> Option<(G::Setup, Option<BaselineRef<'a, G>>)>;
    /// Adds a finished hand.
    fn finish_hand(&mut self, state: &G::State);
    /// Returns the result of the hands so far.
    fn scores(&self) -> GameScores;
}

/// Makes the hands of a game, and the seed of their streams; the number of the first hand is that of
/// the cluster in games of a single hand, and 0 in matches.
pub(super) trait Plan<G: Game>: Sync {
    fn begin(&self, seed: u64, cluster: u64) -> (Box<dyn Hands<'_, G> + '_>, u64, u64);
}

/// Returns the setup of the single hand of a deal, by its number.
pub type SetupOf<'a, G> = &'a (dyn Fn(u64) -> <G as Game>::Setup + Sync);

/// Games of a single hand.
pub(super) struct SingleHands<'a, G: Game> {
    pub(super) game: &'a G,
    pub(super) setup: Option<SetupOf<'a, G>>,
    pub(super) luck: Option<&'a dyn Baseline<G>>,
}

struct SingleHand<'a, G: Game> {
    game: &'a G,
    next: Option<(G::Setup, Option<BaselineRef<'a, G>>)>,
    scores: PerSeat<i32>,
}

impl<G: Game> Plan<G> for SingleHands<'_, G> {
    fn begin(&self, seed: u64, cluster: u64) -> (Box<dyn Hands<'_, G> + '_>, u64, u64) {
        let setup = match self.setup {
            Some(setup) => setup(cluster),
            None => self.game.first_setup(),
        };
        let next = Some((setup, self.luck.map(BaselineRef::Shared)));
        let scores = PerSeat::filled(self.game.seats(), 0);
        (Box::new(SingleHand { game: self.game, next, scores }), seed, cluster)
    }
}

impl<'a, G: Game> Hands<'a, G> for SingleHand<'a, G> {
    fn next_hand(&mut self) -> Option<(G::Setup, Option<BaselineRef<'a, G>>)> {
        self.next.take()
    }

    fn finish_hand(&mut self, state: &G::State) {
        self.scores = self.game.scores(state);
    }

    fn scores(&self) -> GameScores {
        let scores = self.scores;
        GameScores { scores, winners: SeatSet::EMPTY, points: scores.map(i64::from) }
    }
}

/// Games of a whole match each, or of a deal and all that follows from it: then the scores decide.
pub(super) struct Matches<'a, G: Match> {
    pub(super) game: &'a G,
    pub(super) scores_decide: bool,
    pub(super) luck: Option<&'a dyn MatchBaseline<G>>,
}

struct WholeMatch<'a, G: Match> {
    game: &'a G,
    scores_decide: bool,
    luck: Option<&'a dyn MatchBaseline<G>>,
    course: MatchCourse<G>,
}

impl<G: Match> Plan<G> for Matches<'_, G> {
    fn begin(&self, seed: u64, cluster: u64) -> (Box<dyn Hands<'_, G> + '_>, u64, u64) {
        let Self { game, scores_decide, luck } = *self;
        let course = MatchCourse::new(game);
        (Box::new(WholeMatch { game, scores_decide, luck, course }), child_seed(seed, cluster), 0)
    }
}

impl<'a, G: Match> Hands<'a, G> for WholeMatch<'a, G> {
    fn next_hand(&mut self) -> Option<(G::Setup, Option<BaselineRef<'a, G>>)> {
        let setup = self.course.next_hand(self.game)?;
        let hand = |luck: &dyn MatchBaseline<G>| luck.hand(self.game, &self.course.standing);
        Some((setup, self.luck.map(|luck| BaselineRef::Own(hand(luck)))))
    }

    fn finish_hand(&mut self, state: &G::State) {
        self.course.finish_hand(self.game, state);
    }

    fn scores(&self) -> GameScores {
        let played = self.course.played(self.game);
        let winners =
            if self.scores_decide { SeatSet::EMPTY } else { self.game.winners(&played.standing) };
        GameScores { scores: played.scores, winners, points: played.points }
    }
}

/// Records the luck of a hand if there is a baseline.
struct MaybeLuck<'a, G: Game>(Option<Luck<'a, G>>);

impl<G: Game> Sink<G::Event> for MaybeLuck<'_, G> {
    fn emit(&mut self, _: SeatSet, _: G::Event) {}
}

impl<G: Game> Recorder<G> for MaybeLuck<'_, G> {
    fn begin_hand(&mut self, hand: u64, setup: &G::Setup) {
        if let Some(luck) = &mut self.0 {
            luck.begin_hand(hand, setup);
        }
    }

    fn dealt(&mut self, state: &G::State) {
        if let Some(luck) = &mut self.0 {
            luck.dealt(state);
        }
    }

    fn before_step(&mut self, state: &G::State, step: Step<G::Action>) {
        if let Some(luck) = &mut self.0 {
            luck.before_step(state, step);
        }
    }

    fn after_step(&mut self, state: &G::State, step: Step<G::Action>) {
        if let Some(luck) = &mut self.0 {
            luck.after_step(state, step);
        }
    }
}

/// One game in progress.
struct GamePlay<'a, G: Game> {
    cluster: usize, // within the range
    place: usize,   // among the games of the cluster
    seating: Seating,
    table: Lineup<'a, G>,
    hands: Box<dyn Hands<'a, G> + 'a>,
    seed: u64,
    next: u64, // the number of the next hand
    played: u64,
    hand: Option<(Hand<G>, MaybeLuck<'a, G>)>,
    luck: PerSeat<f64>,
    asked: Option<Asked<G>>,
}

/// What the games of all clusters share.
pub(super) struct Games<'a, G: Game> {
    pub(super) game: &'a G,
    pub(super) line_up: &'a [Contestant<'a, G>],
    pub(super) seatings: &'a Seatings,
    pub(super) options: &'a DuplicateOptions,
    pub(super) plan: &'a dyn Plan<G>,
    pub(super) clock: &'a dyn Clock,
}

impl<'a, G: Game> Games<'a, G> {
    /// Plays some clusters side by side; of those before the first that fails, returns the results.
    pub(super) fn play(
        &self,
        clusters: std::ops::Range<u64>,
    ) -> super::run::Played<Failure<G::Action>> {
        let mut results: Vec<ClusterResult> =
            clusters.clone().map(|_| ClusterResult::new(self.seatings.entries.len())).collect();
        let mut games = Vec::new();
        for (cluster, number) in clusters.enumerate() {
            for (place, seating) in self.seatings.of(number).into_iter().enumerate() {
                results[cluster].games.push(GameResult::default());
                games.push(self.begin((cluster, place), number, seating));
            }
        }
        // Games are played in their order, so that without batches few are in progress together.
        let mut failure: Option<(usize, Failure<G::Action>)> = None;
        let fail = |cluster: usize, error, failure: &mut Option<(usize, _)>| {
            if failure.as_ref().is_none_or(|(first, _)| cluster < *first) {
                *failure = Some((cluster, error));
            }
        };
        while !games.is_empty() {
            let mut waiting = Vec::with_capacity(games.len());
            for mut game in games {
                if failure.as_ref().is_some_and(|(first, _)| game.cluster >= *first) {
                    continue;
                }
                match self.advance(&mut game) {
                    Ok(true) => waiting.push(game),
                    Ok(false) => self.finish(&game, &mut results[game.cluster]),
                    Err(error) => fail(game.cluster, error, &mut failure),
                }
            }
            games = waiting;
            if let Err((game, error)) = self.answer(&mut games) {
                fail(games[game].cluster, error, &mut failure);
            }
        }
        if let Some((first, _)) = failure {
            results.truncate(first);
        }
        super::run::Played { clusters: results, failure: failure.map(|(_, error)| error) }
    }

    fn begin(
        &self,
        (cluster, place): (usize, usize),
        number: u64,
        seating: Seating,
    ) -> GamePlay<'a, G> {
        let seats = self.game.seats();
        let bots = seating[..seats].iter().map(|contestant| {
            let id = u64::from(*contestant);
            match &self.line_up[usize::from(*contestant)].maker {
                Maker::Policy(make) => Bot::new(id, make()),
                Maker::Batch(policy) => Bot::batched(id, Arc::clone(policy)),
            }
        });
        let table = Lineup::new(self.game, bots.collect());
        let table = table.with_max_steps(self.options.max_steps).with_clock(self.clock);
        let (hands, seed, next) = self.plan.begin(self.options.seed, number);
        GamePlay {
            cluster,
            place,
            seating,
            table,
            hands,
            seed,
            next,
            played: 0,
            hand: None,
            luck: PerSeat::filled(seats, 0.0),
            asked: None,
        }
    }

    /// Plays a game on until a bot that decides in batches is asked. Returns whether one is: else the
    /// game is over.
    fn advance(&self, game: &mut GamePlay<'a, G>) -> Result<bool, Failure<G::Action>> {
        if game.asked.is_some() {
            return Ok(true);
        }
        loop {
            let (hand, luck) = if let Some((hand, luck)) = &mut game.hand {
                (hand, luck)
            } else {
                let Some((setup, baseline)) = game.hands.next_hand() else {
                    return Ok(false);
                };
                if game.played == self.options.max_steps {
                    let max_hands = self.options.max_steps;
                    return Err(PlayError::EndlessMatch { max_hands }.into());
                }
                let luck = baseline.map(|b| Luck::with(self.game, b, game.seed));
                let mut luck = MaybeLuck(luck);
                let hand = game.table.begin_hand(&setup, game.seed, game.next, &mut luck);
                let (hand, luck) = game.hand.insert((hand, luck));
                (hand, luck)
            };
            game.asked = game.table.advance(hand, luck)?;
            if game.asked.is_some() {
                return Ok(true);
            }
            if let Some(luck) = &luck.0 {
                luck.total()?.iter().for_each(|(seat, value)| game.luck[seat] += value);
            }
            game.hands.finish_hand(hand.state());
            game.hand = None;
            game.next += 1;
            game.played += 1;
        }
    }

    /// Asks every bot that decides in batches for its decisions in all games. A failure names the
    /// game; the other decisions of its batch are asked for again.
    fn answer(&self, games: &mut [GamePlay<'a, G>]) -> Result<(), (usize, Failure<G::Action>)> {
        for contestant in 0..self.line_up.len() as u64 {
            let mut asked: Vec<_> = games
                .iter_mut()
                .enumerate()
                .filter(|(_, game)| {
                    game.asked.as_ref().is_some_and(|asked| asked.bot == contestant)
                })
                .collect();
            let Some((_, first)) = asked.first() else { continue };
            let Some(Asked { policy, .. }) = &first.asked else { continue };
            let (policy, start) = (Arc::clone(policy), self.clock.now());
            let mut decisions: Vec<_> = asked
                .iter_mut()
                .map(|(_, game)| {
                    let seat = game.asked.as_ref().map_or(Seat::new(0), |asked| asked.seat);
                    let (hand, _) = game.hand.as_mut().expect("a seat of a hand was asked");
                    hand.decision(seat)
                })
                .collect();
            let mut actions = Vec::with_capacity(decisions.len());
            let answered = answers(self.game, &*policy, &mut decisions, &mut actions);
            drop(decisions);
            if let Err(failure) = answered {
                let (index, game) = &asked[failure.decision.min(asked.len() - 1)];
                let asked = game.asked.as_ref().expect("it was asked");
                return Err((*index, asked.failed(failure.why).into()));
            }
            let spent = self.clock.now().saturating_sub(start);
            let share = spent / u32::try_from(actions.len()).unwrap_or(u32::MAX).max(1);
            for ((index, game), action) in asked.iter_mut().zip(actions) {
                Self::apply(game, action, share).map_err(|error| (*index, error))?;
            }
        }
        Ok(())
    }

    /// Applies the answer of the bot that was asked.
    fn apply(
        game: &mut GamePlay<'a, G>,
        action: G::Action,
        thinking: Duration,
    ) -> Result<(), Failure<G::Action>> {
        let Some(Asked { seat, .. }) = game.asked.take() else { return Ok(()) };
        let (hand, luck) = game.hand.as_mut().expect("a seat of a hand was asked");
        Ok(game.table.answer(hand, seat, action, thinking, luck)?)
    }

    /// Writes the result of a finished game.
    fn finish(&self, game: &GamePlay<'a, G>, cluster: &mut ClusterResult) {
        let scores = game.hands.scores();
        let mut result = GameResult { hands: game.played as i64, ..GameResult::default() };
        for (seat, score) in scores.scores.iter() {
            let side: &mut SideResult = &mut result.sides[self.seatings.side(seat.index())];
            side.entry = self.seatings.entry(game.seating[seat.index()]);
            side.score += i64::from(score);
            side.points += scores.points[seat];
            side.luck += game.luck[seat];
        }
        for seat in Seat::all(self.game.seats()) {
            let side = &mut result.sides[self.seatings.side(seat.index())];
            if side.rank != WINNER {
                let won = scores.winners.contains(seat);
                side.rank = if won { WINNER } else { side.score };
            }
        }
        for (seat, bot) in game.table.bots().iter().enumerate() {
            cluster.add_decisions(self.seatings.entry(game.seating[seat]), bot);
        }
        cluster.games[game.place] = result;
    }
}
