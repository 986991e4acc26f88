//! The expected value of a hand, by discard and turn.

use super::hand::HandRequest;
use super::hand_input::HandInput;
use super::win::Wind;
use super::{bad, rules, tenhou};
use crate::{Limits, ServiceError};
use facedown_riichi_analysis::hand_ev::{DiscardEv, EvError, EvOptions, HandEv};
use facedown_tiles::{Tile, notation};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The circumstances of a hand, and the parameters of the model: `docs/reference/riichi-hand-ev.md`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
pub struct EvRequest {
    /// The own turn, from 1: the number of the discard that is due.
    #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 18))]
    pub turn: u8,
    /// Own draws to come, instead of those of a round without calls.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draws: Option<u8>,
    /// Ron before each own draw: how many times as likely as a winning draw. 0: tsumo only.
    pub ron_rate: f32,
    /// The chance that another seat is tenpai at an exhaustive draw.
    pub tenpai_rate: f32,
    /// The chance that another seat ends the round between two own draws.
    pub others: f32,
    /// Own discards so far, for furiten with `ron_rate`; name them in `visible` too.
    #[cfg_attr(feature = "schema", schema(example = ""))]
    pub discarded: String,
    /// Whether draws may reshape the hand or take it back a step.
    pub reshape: bool,
    /// Whether riichi can be declared.
    pub riichi: bool,
    /// The seat wind; east is the dealer.
    pub seat_wind: Wind,
    /// The round wind.
    pub round_wind: Wind,
    /// Counters (*honba*) on the table.
    #[cfg_attr(feature = "schema", schema(maximum = 200))]
    pub honba: u32,
    /// Riichi sticks on the table.
    #[cfg_attr(feature = "schema", schema(maximum = 200))]
    pub sticks: u32,
    /// The rules: the preset `tenhou` or `mjsoul`, or options of scoring that replace some of a preset's,
    /// which `rules` among them names.
    #[cfg_attr(feature = "schema", schema(value_type = Value, example = "tenhou"))]
    pub rules: Value,
}

impl Default for EvRequest {
    fn default() -> Self {
        let usual = EvOptions::default();
        Self {
            turn: usual.turn,
            draws: None,
            ron_rate: usual.ron,
            tenpai_rate: usual.tenpai,
            others: usual.others,
            discarded: String::new(),
            reshape: true,
            riichi: true,
            seat_wind: Wind::South,
            round_wind: Wind::East,
            honba: 0,
            sticks: 0,
            rules: tenhou(),
        }
    }
}

/// The expected value of a hand, by discard.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct EvAnswer {
    /// The turn of the first entry of every list.
    pub turn: u8,
    /// The number of own draws to come.
    pub draws: u8,
    /// The number of unseen tiles.
    pub unseen: u16,
    /// The number of hands considered.
    pub nodes: usize,
    /// Whether paths may reshape the hand or take it back a step.
    pub reshapes: bool,
    /// The points of the hand if it is complete already and has a yaku by tsumo.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub complete: Option<f32>,
    /// Each discard, most points first; one entry without a tile before a draw.
    pub discards: Vec<DiscardValue>,
}

/// The value of a hand after a discard. Entry *i* of each list is the value if *i* more draws have come
/// and gone and the hand is still the same.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct DiscardValue {
    /// The discard; none before a draw.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub tile: Option<String>,
    /// The shanten number after it.
    pub shanten: i8,
    /// The number of unseen tiles that lower it.
    pub left: u8,
    /// Whether riichi should be declared with it.
    pub riichi: bool,
    /// The expected points if riichi is declared with it, where that is possible.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub points_riichi: Option<f32>,
    /// The expected points if riichi is not declared with it.
    pub points_silent: f32,
    /// The chance to win.
    pub win: Vec<f32>,
    /// The chance to be tenpai at an exhaustive draw.
    pub tenpai: Vec<f32>,
    /// The expected points.
    pub points: Vec<f32>,
}

impl From<&DiscardEv> for DiscardValue {
    fn from(discard: &DiscardEv) -> Self {
        Self {
            tile: discard.tile.map(|tile| tile.to_string()),
            shanten: discard.shanten,
            left: discard.acceptance,
            riichi: discard.riichi,
            points_riichi: discard.declared,
            points_silent: discard.silent,
            win: discard.win.clone(),
            tenpai: discard.tenpai.clone(),
            points: discard.points.clone(),
        }
    }
}

impl EvAnswer {
    /// Evaluates a hand.
    pub(super) fn of(
        request: &EvRequest,
        hand: &HandRequest,
        input: &HandInput,
        limits: &Limits,
    ) -> Result<Self, ServiceError> {
        let tiles = |field: &str, text: &str| {
            notation::parse_tiles(text).map_err(|error| bad(field, text, &error))
        };
        let discarded = tiles("ev.discarded", &request.discarded)?;
        let options = EvOptions {
            rules: rules("ev.rules", &request.rules, hand.seats)?,
            seat_wind: request.seat_wind.kind(),
            round_wind: request.round_wind.kind(),
            melds: input.melds.clone(),
            dora_indicators: tiles("dora", &hand.dora)?,
            visible: tiles("visible", &hand.visible)?,
            discarded: discarded.into_iter().map(Tile::kind).collect(),
            nuki: hand.nuki,
            turn: request.turn,
            draws: request.draws,
            honba: request.honba,
            sticks: request.sticks,
            riichi: request.riichi,
            ron: request.ron_rate,
            tenpai: request.tenpai_rate,
            others: request.others,
            reshape: u8::from(request.reshape),
            max_nodes: limits.hands_in_reach,
        };
        let ev = HandEv::of(&input.closed, &options).map_err(|error| {
            let field = match error {
                EvError::Turn { .. } => "ev.turn",
                EvError::Draws { .. } => "ev.draws",
                EvError::Wind(_) => "ev.seat_wind",
                EvError::Count(..) | EvError::Rate(..) | EvError::Reshape(_) => "ev",
                _ => return bad("tiles", &hand.tiles, &error),
            };
            ServiceError::invalid(field, error)
        })?;
        Ok(Self {
            turn: ev.turn,
            draws: ev.draws,
            unseen: ev.unseen,
            nodes: ev.nodes,
            reshapes: ev.reshapes,
            complete: ev.complete,
            discards: ev.discards.iter().map(DiscardValue::from).collect(),
        })
    }
}
