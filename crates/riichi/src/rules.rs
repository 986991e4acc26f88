//! Rules as data, with named presets. `docs/reference/rules/riichi.md` gives the source of each.

use crate::score::ScoreRules;
use facedown_game::{InvalidRules, UnknownPreset};
use serde::{Deserialize, Serialize};

/// The length of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Length {
    /// East and south (*hanchan*).
    Hanchan,
    /// East only (*tonpuusen*).
    Tonpu,
    /// A single round.
    Single,
}

/// Which discards are barred after a chi or a pon (*kuikae*, swap calling).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kuikae {
    /// None.
    Allowed,
    /// The kind that was called.
    Same,
    /// The kind that was called, and the other end of a chi: after 4m with 5m6m, 4m and 7m.
    Flank,
}

/// The consequence of three wins on one discard.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TripleRon {
    /// An abortive draw (*sanchahou*).
    Draw,
    /// All three are paid.
    Paid,
}

/// When the indicator of an open or an added kan is turned. That of a closed kan is turned at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum KanDora {
    /// Before the replacement is drawn, as for a closed kan.
    AtOnce,
    /// Just before the discard that follows, or before the next replacement is drawn.
    BeforeDiscard,
    /// After nobody has won on the discard that follows, or before the next replacement is drawn.
    AfterDiscard,
}

/// Which closed kans are allowed after riichi; only of the tile just drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RiichiKan {
    /// None.
    Never,
    /// Those that leave the waits unchanged, whatever happens to the shape and to yaku. The tile may
    /// be among the waits itself: 8s beside 12355567888s and a pair.
    SameWaits,
    /// Those of three tiles that are a triplet in every division of the hand, and not a wait.
    SameReadings,
}

/// When a match ends because a seat is out of points (*tobi*).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Tobi {
    /// Never.
    Never,
    /// Below zero; exactly zero plays on.
    BelowZero,
    /// At zero or below.
    ZeroOrBelow,
}

/// The abortive draws in use.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "each option is a rule of its own")]
pub struct Aborts {
    /// Nine kinds of terminals and honours on an uninterrupted first turn (*kyuushu kyuuhai*).
    pub nine_terminals: bool,
    /// The same wind discarded by all four seats on the first turn (*suufon renda*).
    pub four_winds: bool,
    /// All four seats in riichi (*suucha riichi*).
    pub four_riichi: bool,
    /// Four kans of more than one seat (*suukaikan*).
    pub four_kans: bool,
}

/// Liability for feeding a yakuman (*pao*).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pao {
    /// The third triplet of dragons (*daisangen*).
    pub daisangen: bool,
    /// The fourth triplet of winds (*daisuushii*).
    pub daisuushii: bool,
    /// The fourth kan (*suukantsu*).
    pub suukantsu: bool,
}

/// Rules of the match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "each option is a rule of its own")]
pub struct MatchRules {
    /// The length of the match.
    pub length: Length,
    /// The points that each seat starts with.
    pub start_points: i32,
    /// The points that the leader needs for the match to end on time, and for the dealer to end it
    /// early.
    pub goal_points: i32,
    /// Whether one more wind is played until a seat has reached the goal (sudden death).
    pub extension: bool,
    /// Whether the match ends when the dealer wins the last round and leads with the goal.
    pub agari_yame: bool,
    /// The same for a dealer who is tenpai at an exhaustive draw.
    pub tenpai_yame: bool,
    /// When a match ends because a seat is out of points.
    pub tobi: Tobi,
    /// The points subtracted from each result (*kaeshi*).
    pub return_points: i32,
    /// The placement bonus of each rank, the first first; three seats use the first three.
    pub uma: [i32; 4],
    /// The extra bonus of the first.
    pub oka: i32,
    /// Whether results are rounded to thousands, the remainder going to the first. Tenhou's were
    /// until the spring of 2022.
    pub round_results: bool,
    /// The maximal number of rounds.
    pub max_rounds: u8,
}

/// All options of riichi mahjong.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "each option is a rule of its own")]
pub struct Rules {
    /// The number of seats: 4 or 3.
    pub seats: u8,
    /// The number of red fives of characters, circles and bamboo.
    pub reds: [u8; 3],
    /// Which discards are barred after a call.
    pub kuikae: Kuikae,
    /// The abortive draws in use.
    pub aborts: Aborts,
    /// The consequence of three wins on one discard.
    pub triple_ron: TripleRon,
    /// Whether only the first winner after the discarder is paid (*atamahane*).
    pub head_bump: bool,
    /// Liability for feeding a yakuman.
    pub pao: Pao,
    /// When kan indicators are turned.
    pub kan_dora: KanDora,
    /// Whether nagashi mangan is paid.
    pub nagashi_mangan: bool,
    /// Whether thirteen orphans can rob a closed kan.
    pub rob_closed_kan: bool,
    /// The points that a seat needs to declare riichi.
    pub riichi_points: i32,
    /// The number of tiles that must be left in the wall to declare riichi.
    pub riichi_tiles: u8,
    /// Which closed kans are allowed after riichi.
    pub riichi_kan: RiichiKan,
    /// Whether the dealer's fourteenth tile counts as drawn; otherwise the dealer's first discard
    /// always comes from the hand.
    pub first_draw_apart: bool,
    /// The points that tenpai seats share at an exhaustive draw.
    pub noten_points: i32,
    /// Whether three seats can set norths aside as dora (*nukidora*); otherwise they are plain
    /// tiles.
    pub nuki: bool,
    /// Scoring and payments: open tanyao, double yakuman, honba, liability…
    pub score: ScoreRules,
    /// Rules of the match.
    #[serde(rename = "match")]
    pub matches: MatchRules,
}

impl Rules {
    /// The names of the presets.
    pub const PRESETS: [&'static str; 4] = ["tenhou", "mjsoul", "tenhou3", "mjsoul3"];

    /// Ranked games of Tenhou, four seats, east and south.
    pub const TENHOU: Self = Self {
        seats: 4,
        reds: [1, 1, 1],
        kuikae: Kuikae::Flank,
        aborts: Aborts {
            nine_terminals: true,
            four_winds: true,
            four_riichi: true,
            four_kans: true,
        },
        triple_ron: TripleRon::Draw,
        head_bump: false,
        pao: Pao { daisangen: true, daisuushii: true, suukantsu: false },
        kan_dora: KanDora::BeforeDiscard,
        nagashi_mangan: true,
        rob_closed_kan: false,
        riichi_points: 1_000,
        riichi_tiles: 4,
        riichi_kan: RiichiKan::SameWaits,
        first_draw_apart: true,
        noten_points: 3_000,
        nuki: true,
        score: ScoreRules::tenhou(),
        matches: MatchRules {
            length: Length::Hanchan,
            start_points: 25_000,
            goal_points: 30_000,
            extension: true,
            agari_yame: true,
            tenpai_yame: true,
            tobi: Tobi::BelowZero,
            return_points: 30_000,
            uma: [20_000, 10_000, -10_000, -20_000],
            oka: 20_000,
            round_results: false,
            max_rounds: 200,
        },
    };

    /// Ranked games of Mahjong Soul, four seats, east and south.
    pub const MJSOUL: Self = Self {
        triple_ron: TripleRon::Paid,
        score: ScoreRules::mjsoul(),
        rob_closed_kan: true,
        first_draw_apart: false,
        matches: MatchRules {
            return_points: 25_000,
            uma: [15_000, 5_000, -5_000, -15_000],
            oka: 0,
            ..Self::TENHOU.matches
        },
        ..Self::TENHOU
    };

    /// Ranked games of Tenhou, three seats, east and south.
    pub const TENHOU3: Self = Self {
        seats: 3,
        reds: [0, 1, 1],
        riichi_tiles: 3,
        noten_points: 2_000,
        matches: MatchRules {
            start_points: 35_000,
            goal_points: 40_000,
            return_points: 40_000,
            uma: [20_000, 0, -20_000, 0],
            oka: 15_000,
            ..Self::TENHOU.matches
        },
        ..Self::TENHOU
    };

    /// Ranked games of Mahjong Soul, three seats, east and south.
    pub const MJSOUL3: Self = Self {
        seats: 3,
        reds: [0, 1, 1],
        riichi_tiles: 3,
        noten_points: 2_000,
        matches: MatchRules {
            start_points: 35_000,
            goal_points: 40_000,
            return_points: 35_000,
            uma: [15_000, 0, -15_000, 0],
            ..Self::MJSOUL.matches
        },
        ..Self::MJSOUL
    };

    /// Returns the preset with this name.
    pub fn preset(name: &str) -> Result<Self, UnknownPreset> {
        Ok(match name {
            "tenhou" => Self::TENHOU,
            "mjsoul" => Self::MJSOUL,
            "tenhou3" => Self::TENHOU3,
            "mjsoul3" => Self::MJSOUL3,
            _ => return Err(UnknownPreset::new(name, &Self::PRESETS)),
        })
    }

    /// Returns the rules with another match length.
    #[must_use]
    pub const fn with_length(mut self, length: Length) -> Self {
        self.matches.length = length;
        self
    }

    /// Returns the rules with these numbers of red fives.
    #[must_use]
    pub const fn with_reds(mut self, reds: [u8; 3]) -> Self {
        self.reds = reds;
        self
    }

    /// Returns whether three seats play.
    #[inline]
    pub const fn is_three(&self) -> bool {
        self.seats == 3
    }

    /// Returns the number of tiles: 136, or 108 without the 2-8 of characters.
    #[inline]
    pub const fn tiles(&self) -> usize {
        if self.is_three() { 108 } else { 136 }
    }

    /// Returns whether norths can be set aside.
    #[inline]
    pub const fn has_nuki(&self) -> bool {
        self.is_three() && self.nuki
    }

    /// Checks that the options are consistent.
    pub fn validate(&self) -> Result<(), InvalidRules> {
        let at_most_four = self.reds.iter().all(|reds| *reds <= 4);
        let man_reds = if self.is_three() { self.reds[0] } else { 0 };
        let m = &self.matches;
        let solvent = match m.tobi {
            Tobi::Never => true,
            Tobi::BelowZero => m.start_points >= 0,
            Tobi::ZeroOrBelow => m.start_points > 0,
        };
        // Points are bounded so that no sum of a match overflows.
        let points = |points: i32| (-1_000_000..=1_000_000).contains(&points);
        let checks = [
            ("seats", i64::from(self.seats), (3..=4).contains(&self.seats), "3 or 4"),
            ("reds", self.reds.into_iter().max().map_or(0, i64::from), at_most_four, "at most 4"),
            ("reds[0]", man_reds.into(), man_reds == 0, "0: three seats have no 5m"),
            ("riichi_points", self.riichi_points.into(), points(self.riichi_points), BOUND),
            ("riichi_tiles", self.riichi_tiles.into(), self.riichi_tiles <= 70, "at most 70"),
            (
                "noten_points",
                self.noten_points.into(),
                (0..=60_000).contains(&self.noten_points) && self.noten_points % 600 == 0
                    || self.is_three() && (0..=60_000).contains(&self.noten_points),
                "0 to 60000, with four seats a multiple of 600",
            ),
            ("match.start_points", m.start_points.into(), points(m.start_points), BOUND),
            (
                "match.start_points",
                m.start_points.into(),
                solvent,
                "points with which no seat is out of the match (match.tobi)",
            ),
            ("match.goal_points", m.goal_points.into(), points(m.goal_points), BOUND),
            ("match.return_points", m.return_points.into(), points(m.return_points), BOUND),
            ("match.oka", m.oka.into(), points(m.oka), BOUND),
            (
                "match.uma",
                m.uma.into_iter().max_by_key(|uma| uma.unsigned_abs()).map_or(0, i64::from),
                m.uma.into_iter().all(points),
                BOUND,
            ),
            (
                "match.max_rounds",
                m.max_rounds.into(),
                (1..=200).contains(&m.max_rounds),
                "1 to 200",
            ),
        ];
        match checks.into_iter().find(|(_, _, good, _)| !good) {
            Some((option, value, _, expected)) => Err(InvalidRules::new(option, value, expected)),
            None => Ok(()),
        }
    }
}

const BOUND: &str = "between -1000000 and 1000000";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_is_valid() {
        for name in Rules::PRESETS {
            assert_eq!(Rules::preset(name).unwrap().validate(), Ok(()), "{name}");
        }
        let unknown = Rules::preset("chess").unwrap_err().to_string();
        assert_eq!(unknown, "no rules 'chess', expected one of tenhou, mjsoul, tenhou3, mjsoul3");
    }

    #[test]
    fn a_bad_option_is_named() {
        let rules = Rules { seats: 5, ..Rules::TENHOU };
        assert_eq!(rules.validate().unwrap_err().to_string(), "seats cannot be 5, expected 3 or 4");
        for (start_points, tobi) in [(-100, Tobi::BelowZero), (0, Tobi::ZeroOrBelow)] {
            let matches = MatchRules { start_points, tobi, ..Rules::TENHOU.matches };
            let error = Rules { matches, ..Rules::TENHOU }.validate().unwrap_err().to_string();
            let why = format!("match.start_points cannot be {start_points}, expected points with");
            assert!(error.starts_with(&why), "{error}");
        }
        let rules = Rules { reds: [1, 1, 1], ..Rules::TENHOU3 };
        assert_eq!(
            rules.validate().unwrap_err().to_string(),
            "reds[0] cannot be 1, expected 0: three seats have no 5m"
        );
    }

    #[test]
    fn rules_round_trip_through_json_and_an_unknown_option_is_named() {
        let text = serde_json::to_string(&Rules::MJSOUL3).unwrap();
        assert_eq!(serde_json::from_str::<Rules>(&text).unwrap(), Rules::MJSOUL3);
        let typo = text.replace("head_bump", "head_dump");
        let error = serde_json::from_str::<Rules>(&typo).unwrap_err().to_string();
        assert!(error.contains("head_dump"), "{error}");
    }
}
