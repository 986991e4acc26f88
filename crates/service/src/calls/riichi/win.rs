//! The score of a won hand.

use super::hand::HandRequest;
use super::hand_input::HandInput;
use super::{rules, tenhou};
use crate::ServiceError;
use facedown_riichi::score::{
    Cost, Explanation, Riichi, ScoreError, Situation, WinningHand, explain, try_score,
};
use facedown_tiles::{Kind, Pack};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// More counters or sticks than any table has.
const MAX_COUNTERS: u32 = 200;

/// How a hand was won.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "each is an independent fact about the win")]
pub struct WinRequest {
    /// The winning tile: the 14th, or one of 14.
    #[cfg_attr(feature = "schema", schema(example = "8s"))]
    pub tile: String,
    /// Won by self-draw.
    #[serde(default)]
    pub tsumo: bool,
    /// Whether riichi was declared.
    #[serde(default)]
    pub riichi: RiichiDeclared,
    /// Riichi was declared with an open hand.
    #[serde(default)]
    pub open_riichi: bool,
    /// Won within one uninterrupted turn of riichi.
    #[serde(default)]
    pub ippatsu: bool,
    /// The winner's seat wind; east is the dealer.
    #[serde(default = "south")]
    pub seat_wind: Wind,
    /// The round wind.
    #[serde(default)]
    pub round_wind: Wind,
    /// The ura-dora indicators; they count after riichi.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(example = ""))]
    pub ura: String,
    /// Counters (*honba*) on the table.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(maximum = 200))]
    pub honba: u32,
    /// Riichi sticks on the table.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(maximum = 200))]
    pub sticks: u32,
    /// Won on the last tile of the wall, or on the discard after it.
    #[serde(default)]
    pub last_tile: bool,
    /// Won on the replacement tile of a kan or of a north set aside.
    #[serde(default)]
    pub after_kan: bool,
    /// Won by robbing a kan.
    #[serde(default)]
    pub robbed_kan: bool,
    /// Won on the first turn, before any call.
    #[serde(default)]
    pub first_turn: bool,
    /// The dealer's eighth win in a row.
    #[serde(default)]
    pub eighth_in_row: bool,
    /// The rules: the preset `tenhou` or `mjsoul`, or options of scoring that replace some of a preset's,
    /// which `rules` among them names.
    #[serde(default = "tenhou")]
    #[cfg_attr(feature = "schema", schema(value_type = Value, example = "tenhou"))]
    pub rules: Value,
}

fn south() -> Wind {
    Wind::South
}

/// A declaration of riichi.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum RiichiDeclared {
    /// None.
    #[default]
    No,
    /// Riichi.
    Single,
    /// Riichi on the first turn.
    Double,
}

/// A wind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Wind {
    /// East.
    #[default]
    #[serde(rename = "E")]
    East,
    /// South.
    #[serde(rename = "S")]
    South,
    /// West.
    #[serde(rename = "W")]
    West,
    /// North.
    #[serde(rename = "N")]
    North,
}

impl Wind {
    /// Returns the wind's tile.
    pub fn kind(self) -> Kind {
        Kind::new(Kind::EAST.index() as u8 + self as u8)
    }
}

/// Whether the hand wins, and its score.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct WinAnswer {
    /// The closed tiles with the winning one.
    pub hand: String,
    /// Whether it is a winning hand.
    pub wins: bool,
    /// The winning tile.
    pub win_tile: String,
    /// Why it does not win.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The score.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<Explanation>,
    /// The payments, counters and sticks included.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub payment: Option<PaymentAnswer>,
    /// The score as text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// Payments, counters and sticks included.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PaymentAnswer {
    /// Counters on the table.
    pub honba: u32,
    /// Riichi sticks on the table.
    pub sticks: u32,
    /// The payment of each seat, counters included.
    pub pays: Cost,
    /// The winner's gain, counters and sticks included.
    pub total: u32,
}

impl WinAnswer {
    /// Scores a hand.
    pub(super) fn of(
        win: &WinRequest,
        request: &HandRequest,
        input: &HandInput,
    ) -> Result<Self, ServiceError> {
        for (field, count) in [("win.honba", win.honba), ("win.sticks", win.sticks)] {
            if count > MAX_COUNTERS {
                let why = format!("{count}, expected 0 to {MAX_COUNTERS}");
                return Err(ServiceError::invalid(field, why));
            }
        }
        let (closed, tile) = input.with_winning_tile(&win.tile)?;
        let ura = input.unseen_kinds("win.ura", &win.ura)?;
        let rules = rules("win.rules", &win.rules, request.seats)?.score;
        let hand = WinningHand {
            closed: closed.counts().as_array(),
            reds: closed.red_fives(),
            melds: &input.melds,
            win: tile,
        };
        let situation = situation(win, request.nuki, input, &ura);
        let (score, payment, reason) = match try_score(&hand, &situation, &rules) {
            Ok(found) => {
                let found = explain(&hand, &situation, &rules, &found);
                let seats = request.seats.into();
                let pays = found.cost.with_honba(win.honba, seats, &rules.payment);
                let payment = PaymentAnswer {
                    honba: win.honba,
                    sticks: win.sticks,
                    pays,
                    total: pays.total(seats) + 1_000 * win.sticks,
                };
                (Some(found), Some(payment), None)
            }
            Err(ScoreError::NoYaku) => {
                (None, None, Some("it is complete but has no yaku".to_owned()))
            }
            Err(ScoreError::Incomplete) => {
                let shanten = closed.shanten(input.pack);
                (None, None, Some(format!("it is not complete, shanten {shanten}")))
            }
            Err(error) => return Err(ServiceError::invalid("win", error)),
        };
        let wins = score.is_some();
        let (hand, win_tile) = (closed.to_string(), tile.to_string());
        let text = score.as_ref().map(Explanation::to_string);
        Ok(Self { hand, wins, win_tile, reason, score, payment, text })
    }
}

fn situation<'a>(
    win: &WinRequest,
    nuki: u8,
    input: &'a HandInput,
    ura: &'a [Kind],
) -> Situation<'a> {
    Situation {
        tsumo: win.tsumo,
        seat_wind: win.seat_wind.kind(),
        round_wind: win.round_wind.kind(),
        riichi: match win.riichi {
            RiichiDeclared::No => Riichi::No,
            RiichiDeclared::Single => Riichi::Single,
            RiichiDeclared::Double => Riichi::Double,
        },
        open_riichi: win.open_riichi,
        ippatsu: win.ippatsu,
        last_tile: win.last_tile,
        after_kan: win.after_kan,
        robbed_kan: win.robbed_kan,
        first_turn: win.first_turn,
        eighth_in_row: win.eighth_in_row,
        dora_indicators: &input.dora,
        ura_indicators: ura,
        nuki,
        three_seats: input.pack == Pack::Three,
    }
}
