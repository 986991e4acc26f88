//! `ofc/fantasy`: the best Fantasyland setting.

use super::{default_rules, preset};
use crate::call::{Begun, Call};
use crate::{Limits, ServiceError};
use facedown_cards::{PackSet, parse_pack};
use facedown_game::excerpt;
use facedown_ofc::fantasy::{Opponent, Setting, Solver};
use facedown_ofc::{Board, Row, Rules};
use facedown_ofc_solver::stakes;
use serde::{Deserialize, Serialize};

/// The most boards of opponents.
const MAX_OPPONENTS: usize = 3;

/// Fantasyland cards.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct FantasyRequest {
    /// 13 to 17 cards; `X` is a joker.
    #[cfg_attr(feature = "schema", schema(example = "Ah Ad Ac Kh Kd 9c 9d 9h 9s 2c 3d 7h 8s Jc"))]
    pub cards: String,
    /// The preset of the rules.
    #[serde(default = "default_rules")]
    #[cfg_attr(feature = "schema", schema(example = "standard"))]
    pub rules: String,
    /// The value of staying in points; by default the royalties that it brings a seat on its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stay_value: Option<f64>,
    /// Opponents' complete boards, `top / middle / bottom`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub opponents: Vec<String>,
    /// List up to this many equally good settings.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 100))]
    pub all: Option<usize>,
}

/// The best settings.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct FantasyAnswer {
    /// The preset of the rules.
    pub rules: String,
    /// The value of staying that was used.
    pub stay_value: f64,
    /// The number of equally good settings; counted if several are listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ties: Option<usize>,
    /// The settings.
    pub settings: Vec<SettingAnswer>,
}

/// A setting.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SettingAnswer {
    /// The top row.
    pub top: String,
    /// The middle row.
    pub middle: String,
    /// The bottom row.
    pub bottom: String,
    /// The cards left over.
    pub discards: String,
    /// Royalties of the three rows.
    pub royalties: u16,
    /// Whether the setting stays in Fantasyland.
    pub stays: bool,
    /// The value: royalties, the value of staying, and points against opponents.
    pub value: f64,
}

impl From<&Setting> for SettingAnswer {
    fn from(setting: &Setting) -> Self {
        let row = |row| setting.board.row(row).to_string();
        Self {
            top: row(Row::Top),
            middle: row(Row::Middle),
            bottom: row(Row::Bottom),
            discards: setting.discards.to_string(),
            royalties: setting.royalties,
            stays: setting.stays,
            value: setting.value,
        }
    }
}

impl Call for FantasyRequest {
    type Answer = FantasyAnswer;

    fn begin(&self, limits: &Limits) -> Result<Begun<FantasyAnswer>, ServiceError> {
        let rules = preset(&self.rules)?;
        let bad_cards = |why: &dyn std::fmt::Display| {
            ServiceError::invalid("cards", format!("'{}': {why}", excerpt(&self.cards)))
        };
        let cards = parse_pack(&self.cards).map_err(|error| bad_cards(&error))?;
        let usual = || {
            let stakes = stakes(&rules).map_err(|e| ServiceError::invalid("rules", e))?;
            Ok(stakes.staying(&rules, cards.len()))
        };
        let stay_value = self.stay_value.map_or_else(usual, Ok)?;
        let solver = Solver::new(&rules, stay_value)
            .map_err(|error| ServiceError::invalid("stay_value", error))?;
        let seen: PackSet = cards.iter().copied().collect();
        check_jokers(&rules, seen.jokers()).map_err(|why| bad_cards(&why))?;
        let solver = self.against(solver, &rules, seen)?;
        let all = self.all.unwrap_or(1);
        if !(1..=limits.settings).contains(&all) {
            let why = format!("{all}, expected 1 to {}", limits.settings);
            return Err(ServiceError::invalid("all", why));
        }
        let (settings, ties) = if all > 1 {
            let (settings, ties) =
                solver.solve_all(&cards, all).map_err(|error| bad_cards(&error))?;
            (settings, Some(ties))
        } else {
            (vec![solver.solve(&cards).map_err(|error| bad_cards(&error))?], None)
        };
        let settings = settings.iter().map(SettingAnswer::from).collect();
        Ok(Begun::Done(FantasyAnswer { rules: self.rules.clone(), stay_value, ties, settings }))
    }
}

impl FantasyRequest {
    /// Returns the solver against the opponents.
    fn against(
        &self,
        solver: Solver,
        rules: &Rules,
        mut seen: PackSet,
    ) -> Result<Solver, ServiceError> {
        if self.opponents.len() > MAX_OPPONENTS {
            let (count, most) = (self.opponents.len(), MAX_OPPONENTS);
            return Err(ServiceError::too_large("opponents", count, most));
        }
        let mut jokers = seen.jokers();
        let mut opponents = Vec::new();
        for (i, text) in self.opponents.iter().enumerate() {
            let bad = |why: &dyn std::fmt::Display| {
                let why = format!("'{}': {why}", excerpt(text));
                ServiceError::invalid(format!("opponents[{i}]"), why)
            };
            let board: Board = text.parse().map_err(|error| bad(&error))?;
            // Each text numbers its jokers from the first, so only other cards are compared.
            if let Some(card) = (board.cards() & seen).iter().find(|card| !card.is_joker()) {
                return Err(bad(&format_args!("{card} is there twice")));
            }
            seen |= board.cards();
            jokers += board.cards().jokers();
            check_jokers(rules, jokers).map_err(|why| bad(&why))?;
            opponents.push(Opponent::known(solver.scorer().rows(&board)));
        }
        Ok(if opponents.is_empty() { solver } else { solver.against(&opponents) })
    }
}

/// Checks that all texts together have no more jokers than the pack.
fn check_jokers(rules: &Rules, jokers: usize) -> Result<(), String> {
    match usize::from(rules.jokers) {
        0 if jokers > 0 => Err("X is not in the pack of these rules".to_owned()),
        most if jokers > most => {
            Err(format!("{jokers} jokers with the other cards, the pack has {most}"))
        }
        _ => Ok(()),
    }
}
