//! The answer of a review, as the doors hand it out.

use facedown_riichi_logs::mjai::Event;
use serde::Serialize;
use std::collections::BTreeMap;

/// The bot's opinion on the decisions of one seat, or of all.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Review {
    /// The name of the log.
    pub log: String,
    /// The number of seats.
    pub seats: usize,
    /// The names of the players; empty if the log has none.
    pub names: Vec<String>,
    /// The seat that was reviewed; none if all were.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub seat: Option<usize>,
    /// The bot that advises.
    pub bot: &'static str,
    /// The worlds in which the options of a decision were compared.
    pub iterations: u64,
    /// The rounds in order.
    pub rounds: Vec<ReviewRound>,
    /// The worst mistakes, the worst first.
    pub worst: Vec<DecisionPlace>,
    /// The totals of each seat that was reviewed.
    pub totals: Vec<SeatTotal>,
    /// Whether the review was stopped before all decisions were done.
    pub stopped: bool,
}

/// Where a decision is in a review.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct DecisionPlace {
    /// The index of the round.
    pub round: usize,
    /// The index of the decision in the round.
    pub decision: usize,
}

/// A round.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ReviewRound {
    /// The wind and number of the round: `E1`.
    pub round: String,
    /// Counters (*honba*).
    pub honba: u16,
    /// Riichi sticks on the table.
    pub sticks: u16,
    /// The scores before the deal.
    pub scores: Vec<i32>,
    /// The points that each seat won or lost; zeros if the log ends within the round.
    pub deltas: Vec<i32>,
    /// The points that each seat lost by its decisions.
    pub loss: Vec<f64>,
    /// The part of the points that the deal, draws and indicators gave; none if the log ends within
    /// the round.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub luck: Option<Vec<f64>>,
    /// The 95 % interval of each seat's luck, by the sampling of what could have happened instead.
    #[cfg_attr(feature = "schema", schema(required = true, value_type = Option<Vec<(f64, f64)>>))]
    pub luck_intervals: Option<Vec<[f64; 2]>>,
    /// The events of the round in MJAI.
    #[cfg_attr(feature = "schema", schema(value_type = Vec<Object>))]
    pub events: Vec<Event>,
    /// The decisions that were reviewed, in order.
    pub decisions: Vec<DecisionReview>,
}

/// A decision and the bot's opinion on it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct DecisionReview {
    /// The seat that decides.
    pub seat: usize,
    /// The index of the event after which it decides.
    pub event: usize,
    /// The turn of the seat, counted from 1.
    pub turn: usize,
    /// The shanten number of its hand.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub shanten: Option<i8>,
    /// Its closed tiles, without the one just drawn.
    pub hand: String,
    /// The tile just drawn.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub drawn: Option<String>,
    /// The tile that it may call or win on.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub offered: Option<String>,
    /// The option that was played.
    pub played: String,
    /// The option with the highest value.
    pub advised: String,
    /// The points of match equity lost: the value of the advised option less that of the played one.
    pub loss: f64,
    /// The interval of the loss: it covers the loss and that by playouts alone, each with its 95 %
    /// sampling error over the worlds that both options had; none if they are the same.
    #[cfg_attr(feature = "schema", schema(required = true, value_type = Option<(f64, f64)>))]
    pub interval: Option<[f64; 2]>,
    /// Whether the interval excludes zero.
    pub mistake: bool,
    /// The kind of mistake.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub class: Option<MistakeClass>,
    /// The options, the best first.
    pub options: Vec<OptionReview>,
    /// The acceptance after the played discard and after the advised one, where they differ.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub acceptance: Option<AcceptanceReview>,
}

/// An option of a decision.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct OptionReview {
    /// The option: `5p`, `riichi`, `chi 46p`, `pass`.
    pub text: String,
    /// Its value in points of match equity, from here to the end of the round; none if it was not
    /// compared.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub value: Option<f64>,
    /// The 95 % confidence interval of the value.
    #[cfg_attr(feature = "schema", schema(required = true, value_type = Option<(f64, f64)>))]
    pub ci: Option<[f64; 2]>,
    /// Its share of all playouts.
    pub share: f64,
}

/// The acceptance after two discards.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct AcceptanceReview {
    /// After the played discard.
    pub played: AcceptedTiles,
    /// After the advised discard.
    pub advised: AcceptedTiles,
    /// The kinds that only the advised discard accepts.
    pub gained: Vec<String>,
    /// The kinds that only the played discard accepts.
    pub lost: Vec<String>,
}

/// The tiles that lower the shanten.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct AcceptedTiles {
    /// The shanten number.
    pub shanten: i8,
    /// The number of unseen tiles.
    pub left: u8,
    /// The number of kinds.
    pub kinds: usize,
}

/// The totals of a seat.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SeatTotal {
    /// The seat.
    pub seat: usize,
    /// The number of decisions.
    pub decisions: usize,
    /// The points lost in all.
    pub loss: f64,
    /// The points lost a decision.
    pub loss_per_decision: f64,
    /// The 95 % confidence interval of that mean; none with fewer than two decisions.
    #[cfg_attr(feature = "schema", schema(required = true, value_type = Option<(f64, f64)>))]
    pub interval: Option<[f64; 2]>,
    /// The number of mistakes.
    pub mistakes: usize,
    /// The mistakes of each class.
    pub classes: BTreeMap<MistakeClass, ClassTotal>,
    /// The points won or lost in all finished rounds.
    pub points: i32,
    /// The part of them that luck gave.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub luck: Option<f64>,
    /// The 95 % interval of that part, by the sampling of what could have happened instead.
    #[cfg_attr(feature = "schema", schema(required = true, value_type = Option<(f64, f64)>))]
    pub luck_interval: Option<[f64; 2]>,
}

/// The mistakes of a class.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ClassTotal {
    /// Their number.
    pub count: usize,
    /// The points that they lost.
    pub loss: f64,
}

/// Kinds of mistakes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum MistakeClass {
    /// A discard that leaves the hand slower.
    Efficiency,
    /// A dangerous discard where a safer one was better.
    Push,
    /// A safe discard where pushing was better.
    Fold,
    /// A call, or none.
    Call,
    /// Riichi, or none.
    Riichi,
    /// A kan, or none.
    Kan,
    /// A discard that makes the hand cheaper, or a win passed up.
    Value,
}

impl MistakeClass {
    /// Every class.
    pub const ALL: [Self; 7] = [
        Self::Efficiency,
        Self::Push,
        Self::Fold,
        Self::Call,
        Self::Riichi,
        Self::Kan,
        Self::Value,
    ];

    /// Returns its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Efficiency => "efficiency",
            Self::Push => "push",
            Self::Fold => "fold",
            Self::Call => "call",
            Self::Riichi => "riichi",
            Self::Kan => "kan",
            Self::Value => "value",
        }
    }
}
