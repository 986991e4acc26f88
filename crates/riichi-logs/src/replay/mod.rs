//! Replays recorded games through the engine and checks every step.
//!
//! The engine is dealt the wall of the game and given the moves of the record, nothing else. All
//! that follows from them is compared with the record: that each move is among the legal ones; the
//! deal, the draws, the indicators; when riichi is accepted; yaku, han, fu, points and payments of
//! every win; who is tenpai and pays at a draw; what the next round starts from; when the game ends
//! and how. The first difference in a game is its [`Disagreement`].

mod batch;
mod compare;
mod counts;
mod observer;
mod round;

pub use batch::{FileReport, ReplayOptions, Report, replay_files, replay_files_with};
pub use counts::{Count, Counts};
pub use observer::{Decision, Observer};

use super::record::{LogRules, Record, Round};
use facedown_game::Match;
use facedown_riichi::rules::Length;
use facedown_riichi::{Riichi, Rules, Setup, Standing};
use round::RoundReplay;
use std::fmt;

/// What was compared.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Matter {
    /// The rules that the log names.
    Rules,
    /// What a round starts from: dealer, wind, counters, sticks, scores.
    Setup,
    /// The wall, the deal, the first indicator.
    Deal,
    /// A move that must be legal.
    Move,
    /// What follows from a move: draws, indicators, riichi accepted.
    Step,
    /// A win: who, on what, yaku, han, fu, points, payments.
    Win,
    /// A round without a win: why, hands shown, payments.
    Draw,
    /// The game's end: whether it is one, final scores, results.
    End,
}

impl Matter {
    /// What it is called.
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

/// Where a record and the engine differ.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct Disagreement {
    /// The round, counted from 0.
    pub round: usize,
    /// Its name, `South 2-1`.
    pub round_name: String,
    /// The step of the round, counted from 0: how many steps agreed.
    pub step: usize,
    /// What was compared.
    pub matter: Matter,
    /// What the record has.
    pub expected: String,
    /// What the engine has.
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

/// What a replay without disagreement has seen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replayed {
    /// How often each kind of thing happened.
    pub counts: Counts,
    /// Whether the record tells the game's end; otherwise it is a fragment.
    pub complete: bool,
}

impl LogRules {
    /// The engine's rules for a log of Tenhou.
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

impl Record {
    /// The rules that the log names, or Tenhou's for as many seats where it names none.
    pub fn engine_rules(&self) -> Rules {
        match self.rules {
            Some(rules) => rules.to_rules(),
            None if self.seats == 3 => Rules::TENHOU3,
            None => Rules::TENHOU,
        }
    }
}

/// Replays a game by the rules that its log names.
pub fn replay(record: &Record) -> Result<Replayed, Disagreement> {
    replay_with_rules(record, record.engine_rules())
}

/// Replays a game by these rules.
pub fn replay_with_rules(record: &Record, rules: Rules) -> Result<Replayed, Disagreement> {
    replay_observed(record, rules, &mut ())
}

/// Replays a game by these rules, while someone looks on. What was seen of a game that disagrees in
/// the end is not to be relied on.
pub fn replay_observed(
    record: &Record,
    rules: Rules,
    watch: &mut impl Observer,
) -> Result<Replayed, Disagreement> {
    let whole = |matter, expected: String, got: String| {
        let round_name = record.rounds.first().map_or(String::new(), Round::name);
        Disagreement { round: 0, round_name, step: 0, matter, expected, got }
    };
    let game = Riichi::new(rules)
        .map_err(|e| whole(Matter::Rules, "rules that make a game".into(), e.to_string()))?;
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
        let finished = replay.play(wall, &mut counts, watch)?;
        watch.round_end(finished.as_ref());
        if let Some(state) = &finished {
            game.finish_hand(&mut standing, state);
        } else if !last {
            return Err(replay.differs(0, Matter::End, "the round's end", "an unfinished round"));
        }
        if last {
            replay.check_end(&standing, finished.as_ref(), &mut counts)?;
            if record.end.is_some() {
                watch.game_end(&standing);
            }
        }
    }
    Ok(Replayed { counts, complete: record.end.is_some() })
}

/// A record may begin in the middle of a game; its first round is then taken as given.
fn start(game: &Riichi, record: &Record) -> Standing {
    let first = record.rounds.first().and_then(setup_of);
    match first {
        Some(setup) if Some(setup) != game.next_hand(&game.begin()) && !is_opening(&setup) => {
            Standing::from_setup(game, &setup)
        }
        _ => game.begin(),
    }
}

/// Whether a setup says of itself that it is a game's first.
fn is_opening(setup: &Setup) -> bool {
    setup.wind == 0 && setup.dealer.index() == 0 && setup.honba == 0
}

/// What a recorded round starts from; `None` where its numbers are beyond any game.
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

/// No match comes near these, and no sum of them overflows.
const MAX_POINTS: u32 = 10_000_000;
const MAX_COUNTERS: u8 = 200;
