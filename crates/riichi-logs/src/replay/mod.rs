//! Replays recorded games through the engine and verifies every step.
//!
//! The engine gets the wall and the recorded moves, nothing else. Everything that follows from them is
//! compared with the record: that each move is legal; the deal, draws and indicators; when riichi is
//! accepted; yaku, han, fu, points and payments of every win; tenpai and payments of every draw; the
//! setup of the next round; when and how the game ends. The first difference in a game is its
//! [`Disagreement`].

mod batch;
mod compare;
mod counts;
mod luck;
mod observer;
mod round;

pub use batch::{ReplayError, ReplayOptions, ReplayProgress, Report, replay_all};
pub use counts::{Count, Counts};
pub use luck::{GameLuck, LuckSteps, RoundLuck, replay_with_luck};
pub use observer::{Decision, Observer};

use crate::record::{LogRules, MAX_POINTS, Record, Round};
use facedown_game::Match;
use facedown_riichi::rules::Length;
use facedown_riichi::{Riichi, Rules, Setup, Standing};
use round::RoundReplay;
use std::fmt;

/// A part of a game that a replay compares.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Matter {
    /// The rules that the log states.
    Rules,
    /// The setup of a round: dealer, wind, counters, sticks, scores.
    Setup,
    /// The wall, the deal, the first indicator.
    Deal,
    /// The legality of a move.
    Move,
    /// The consequences of a move: draws, indicators, riichi accepted.
    Step,
    /// A win: winner, tile, yaku, han, fu, points, payments.
    Win,
    /// A drawn round: kind, hands shown, payments.
    Draw,
    /// The end of the game: when, final scores, results.
    End,
}

impl Matter {
    /// Returns its name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rules => "rules",
            Self::Setup => "setup",
            Self::Deal => "deal",
            Self::Move => "move",
            Self::Step => "step",
            Self::Win => "win",
            Self::Draw => "draw",
            Self::End => "end",
        }
    }
}

/// A difference between a record and the engine.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct Disagreement {
    /// The round, counted from 0.
    pub round: usize,
    /// The name of the round, `South 2-1`.
    pub round_name: String,
    /// The number of steps of the round that agreed.
    pub step: usize,
    /// The part that was compared.
    pub matter: Matter,
    /// The record's version.
    pub expected: String,
    /// The engine's version.
    pub got: String,
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { round, round_name, step, matter, expected, got } = self;
        let matter = matter.name();
        write!(
            f,
            "round {round} ({round_name}) step {step}, {matter}: expected {expected}, got {got}"
        )
    }
}

impl std::error::Error for Disagreement {}

/// The result of a replay without disagreement.
#[derive(Clone, PartialEq, Debug)]
pub struct Replayed {
    /// Statistics of the game.
    pub counts: Counts,
    /// Whether the record has the end of the game; otherwise it is a fragment.
    pub complete: bool,
    /// Luck and play of each seat, if they were asked for.
    pub luck: Option<GameLuck>,
}

impl LogRules {
    /// Returns Tenhou's rules of today with these options.
    pub fn to_rules(self) -> Rules {
        let preset = if self.three_seats { Rules::TENHOU3 } else { Rules::TENHOU };
        let length = if self.east_only { Length::Tonpu } else { Length::Hanchan };
        let mut rules = preset.with_length(length);
        if !self.red_fives {
            rules = rules.with_reds([0; 3]);
        }
        rules.score.red_fives = self.red_fives;
        rules.score.open_tanyao = self.open_tanyao;
        rules.score.kiriage = self.rounded_mangan;
        rules
    }
}

/// Replays a game by the rules of its log: [`Record::engine_rules`].
pub fn replay(record: &Record) -> Result<Replayed, Disagreement> {
    replay_with_rules(record, record.engine_rules())
}

/// Replays a game by these rules.
pub fn replay_with_rules(record: &Record, rules: Rules) -> Result<Replayed, Disagreement> {
    replay_observed(record, rules, &mut ())
}

/// Replays a game by these rules and reports its decisions to an observer. Discard the observer's
/// data if the replay disagrees.
pub fn replay_observed(
    record: &Record,
    rules: Rules,
    observer: &mut impl Observer,
) -> Result<Replayed, Disagreement> {
    let whole = |matter, expected: String, got: String| {
        let round_name = record.rounds.first().map_or(String::new(), Round::name);
        Disagreement { round: 0, round_name, step: 0, matter, expected, got }
    };
    let game = Riichi::new(rules)
        .map_err(|error| whole(Matter::Rules, "valid rules".into(), error.to_string()))?;
    if usize::from(rules.seats) != record.seats {
        let seats = |n: usize| format!("{n} seats");
        return Err(whole(Matter::Rules, seats(record.seats), seats(usize::from(rules.seats))));
    }
    let mut walls = record.seed.as_ref().map(|seed| seed.walls(record.seats));
    let mut counts = Counts::default();
    counts.add(Count::Games);
    let mut standing = start(&game, record);
    for number in 0..record.rounds.len() {
        let last = number + 1 == record.rounds.len();
        let wall = walls.as_mut().map(|walls| walls.next_wall().tiles);
        let replay = RoundReplay::new(&game, record, number);
        replay.check_setup(game.next_hand(&standing).as_ref())?;
        let finished = replay.play(wall, &mut counts, observer)?;
        observer.round_end(finished.as_ref());
        if let Some(state) = &finished {
            game.finish_hand(&mut standing, state);
        } else if !last {
            return Err(replay.differs(0, Matter::End, "the round's end", "an unfinished round"));
        }
        if last {
            replay.check_end(&standing, finished.as_ref(), &mut counts)?;
            if record.end.is_some() {
                observer.game_end(&standing);
            }
        }
    }
    Ok(Replayed { counts, complete: record.end.is_some(), luck: None })
}

/// Returns the standing at the first round, which may be in the middle of a game.
fn start(game: &Riichi, record: &Record) -> Standing {
    let first = record.rounds.first().and_then(setup_of);
    match first {
        Some(setup) if Some(setup) != game.next_hand(&game.begin()) && !is_opening(&setup) => {
            Standing::from_setup(game, &setup)
        }
        _ => game.begin(),
    }
}

/// Returns whether a setup is that of a game's first round.
fn is_opening(setup: &Setup) -> bool {
    setup.wind == 0 && setup.dealer.index() == 0 && setup.honba == 0
}

/// Returns the setup of a recorded round; `None` if its numbers are out of range.
fn setup_of(round: &Round) -> Option<Setup> {
    let dealer_fits = usize::from(round.number % 4) == round.dealer.index();
    let points_fit = round.scores.iter().all(|score| score.unsigned_abs() <= MAX_POINTS);
    let small = |number: u16| u8::try_from(number).ok().filter(|n| *n <= MAX_COUNTERS);
    (dealer_fits && points_fit && round.number < 16).then_some(())?;
    Some(Setup {
        scores: round.scores,
        wind: round.number / 4,
        dealer: round.dealer,
        honba: small(round.honba)?,
        sticks: small(round.sticks)?,
    })
}

/// No match comes near this number of counters or sticks.
const MAX_COUNTERS: u8 = 200;
