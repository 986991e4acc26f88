//! The rules as a value, with named presets. `docs/reference/rules/gin.md` gives the source of each.

use facedown_game::{InvalidRules, UnknownPreset};
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// The most deadwood that a knocker may keep.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "snake_case"))]
pub enum KnockLimit {
    /// This much; 0 allows only gin.
    Fixed(u8),
    /// The value of the first upcard (Oklahoma), faces 10.
    Upcard {
        /// Whether an ace allows only gin; otherwise its limit is 1.
        ace_needs_gin: bool,
    },
}

/// The result of equal deadwood of knocker and defender.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "snake_case"))]
pub enum Tie {
    /// The defender undercuts.
    Undercut,
    /// Nobody scores.
    Draw,
}

/// The way hands are laid down after a knock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "snake_case"))]
pub enum Showdown {
    /// Each meld and each layoff is an action; cards that a seat leaves out count against it.
    Actions,
    /// The knocker's best melds and the defender's best melds and layoffs are laid down
    /// automatically.
    Best,
}

/// The end of a hand when a discard leaves two cards in the stock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "snake_case"))]
pub enum Wall {
    /// The hand is over and scores nothing.
    Cancel,
    /// The next seat may still knock with the upcard; then the hand is over.
    LastKnock,
}

/// The rule for laying off on cards that were laid off before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "snake_case"))]
pub enum Layoffs {
    /// Runs grow as cards are laid off.
    Grow,
    /// OpenSpiel: a run takes at most two more cards at either end.
    TwoAtEachEnd,
}

/// The test for a legal knock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "snake_case"))]
pub enum KnockTest {
    /// Some discard leaves at most the limit.
    Exact,
    /// OpenSpiel: the first best grouping of all eleven cards, less its highest loose card, leaves
    /// at most the limit. Refuses a few legal knocks.
    OpenSpiel,
}

/// The choice of the next dealer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "snake_case"))]
pub enum Rotation {
    /// The deal passes after every hand.
    Alternate,
    /// The deal passes after a scored hand and stays after a cancelled one.
    AlternateWhenScored,
    /// The winner of a hand deals the next; the deal stays after a cancelled one.
    WinnerDeals,
    /// The loser of a hand deals the next; the deal stays after a cancelled one.
    LoserDeals,
    /// Seat 1 always deals, so that seat 0 always acts first.
    Fixed,
}

/// The bonus for each hand won (*box*, *line*), and when it is entered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "snake_case"))]
pub enum Boxes {
    /// No bonus.
    None,
    /// At the end of the game: boxes do not help to reach the target.
    AtEnd(u16),
    /// With each hand won: boxes count towards the target.
    AtOnce(u16),
}

/// The winner's bonus for a game in which the loser scored nothing (*shutout*, *schneider*).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "snake_case"))]
pub enum Shutout {
    /// No bonus.
    None,
    /// Points and game bonus count twice.
    Double,
    /// This many points.
    Flat(u16),
}

/// The rules of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
pub struct MatchRules {
    /// The points that win the game.
    pub target: u16,
    /// Points for winning the game.
    pub game_bonus: u16,
    /// Points for each hand won.
    pub boxes: Boxes,
    /// The bonus for a game in which the loser scored nothing.
    pub shutout: Shutout,
    /// The choice of the next dealer.
    pub rotation: Rotation,
    /// Three games at once: a seat's first scored hand enters the first game, its second the first
    /// two, the others all three.
    pub hollywood: bool,
    /// The most hands of a match; after them, the leader has won.
    pub max_hands: u16,
}

/// All options of gin rummy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
pub struct Rules {
    /// Number of cards dealt to each seat: 10, or 7.
    pub hand_size: u8,
    /// The most deadwood that a knocker may keep.
    pub knock_limit: KnockLimit,
    /// The test for a legal knock.
    pub knock_test: KnockTest,
    /// The bonus for gin: no deadwood.
    pub gin_bonus: u16,
    /// The bonus for a defender with less deadwood than the knocker.
    pub undercut_bonus: u16,
    /// The result of equal deadwood.
    pub tie: Tie,
    /// The bonus for melding all cards without a discard; `None` if it cannot be declared.
    pub big_gin_bonus: Option<u16>,
    /// The way hands are laid down.
    pub showdown: Showdown,
    /// How far layoffs extend runs.
    pub layoffs: Layoffs,
    /// Whether the upcard just taken may be discarded at once.
    pub rediscard: bool,
    /// Whether the hand is a draw when both seats in turn took the upcard and discarded it again.
    pub repeat_draws: bool,
    /// The end of a hand when the stock runs out.
    pub wall: Wall,
    /// The number of upcards taken, the first one not counted, at which the hand is a draw: the
    /// bound on its length. At most [`Rules::MAX_UPCARD_TAKES`].
    pub max_upcard_takes: u8,
    /// Whether a hand whose first upcard is a spade counts twice.
    pub spades_double: bool,
    /// The rules of a match.
    #[cfg_attr(feature = "serde", serde(rename = "match"))]
    pub matches: MatchRules,
}

impl Rules {
    /// The largest value of `max_upcard_takes`.
    pub const MAX_UPCARD_TAKES: u8 = 50;

    /// The names of the presets.
    pub const PRESETS: [&'static str; 6] =
        ["eaai", "openspiel", "classic", "tournament", "straight", "oklahoma"];

    /// The rules of the EAAI-2021 challenge.
    pub const EAAI: Self = Self {
        hand_size: 10,
        knock_limit: KnockLimit::Fixed(10),
        knock_test: KnockTest::Exact,
        gin_bonus: 25,
        undercut_bonus: 25,
        tie: Tie::Undercut,
        big_gin_bonus: None,
        showdown: Showdown::Best,
        layoffs: Layoffs::Grow,
        rediscard: false,
        repeat_draws: false,
        wall: Wall::Cancel,
        max_upcard_takes: Self::MAX_UPCARD_TAKES,
        spades_double: false,
        matches: MatchRules {
            target: 100,
            game_bonus: 0,
            boxes: Boxes::None,
            shutout: Shutout::None,
            rotation: Rotation::AlternateWhenScored,
            hollywood: false,
            max_hands: 1000,
        },
    };

    /// The rules of OpenSpiel's `gin_rummy`, its peculiarities included.
    pub const OPENSPIEL: Self = Self {
        knock_test: KnockTest::OpenSpiel,
        tie: Tie::Draw,
        showdown: Showdown::Actions,
        layoffs: Layoffs::TwoAtEachEnd,
        rediscard: true,
        repeat_draws: true,
        wall: Wall::LastKnock,
        matches: MatchRules { rotation: Rotation::Fixed, ..Self::EAAI.matches },
        ..Self::EAAI
    };

    /// The rules printed with packs of cards: 20 for gin, 10 for an undercut, boxes of 20.
    pub const CLASSIC: Self = Self {
        gin_bonus: 20,
        undercut_bonus: 10,
        matches: MatchRules {
            game_bonus: 100,
            boxes: Boxes::AtEnd(20),
            shutout: Shutout::Flat(100),
            rotation: Rotation::WinnerDeals,
            ..Self::EAAI.matches
        },
        ..Self::EAAI
    };

    /// Modern tournament rules: 25 for gin and undercut, 31 for big gin, boxes of 25.
    pub const TOURNAMENT: Self = Self {
        big_gin_bonus: Some(31),
        matches: MatchRules {
            game_bonus: 100,
            boxes: Boxes::AtEnd(25),
            shutout: Shutout::Double,
            rotation: Rotation::WinnerDeals,
            ..Self::EAAI.matches
        },
        ..Self::EAAI
    };

    /// Straight gin: only gin may be declared.
    pub const STRAIGHT: Self = Self { knock_limit: KnockLimit::Fixed(0), ..Self::TOURNAMENT };

    /// Oklahoma gin: the first upcard sets the limit, an ace allows only gin, spades count twice.
    pub const OKLAHOMA: Self = Self {
        knock_limit: KnockLimit::Upcard { ace_needs_gin: true },
        spades_double: true,
        matches: MatchRules { target: 150, ..Self::TOURNAMENT.matches },
        ..Self::TOURNAMENT
    };

    /// Returns the rules with this name.
    pub fn preset(name: &str) -> Result<Self, UnknownPreset> {
        Ok(match name {
            "eaai" => Self::EAAI,
            "openspiel" => Self::OPENSPIEL,
            "classic" => Self::CLASSIC,
            "tournament" => Self::TOURNAMENT,
            "straight" => Self::STRAIGHT,
            "oklahoma" => Self::OKLAHOMA,
            _ => return Err(UnknownPreset::new(name, &Self::PRESETS)),
        })
    }

    /// Checks that the options are consistent.
    pub fn validate(&self) -> Result<(), InvalidRules> {
        let invalid = |option: &'static str, value: u64, expected: &'static str| {
            Err(InvalidRules::new(option, value, expected))
        };
        if self.hand_size != 7 && self.hand_size != 10 {
            return invalid("hand_size", self.hand_size.into(), "7 or 10");
        }
        if let KnockLimit::Fixed(limit @ 11..) = self.knock_limit {
            return invalid("knock_limit", limit.into(), "at most 10");
        }
        let takes = self.max_upcard_takes;
        if takes == 0 || takes > Self::MAX_UPCARD_TAKES {
            return invalid("max_upcard_takes", takes.into(), "1 to 50");
        }
        if self.matches.target == 0 {
            return invalid("match.target", 0, "at least 1");
        }
        if self.matches.max_hands == 0 {
            return invalid("match.max_hands", 0, "at least 1");
        }
        let bonuses = [
            ("gin_bonus", self.gin_bonus),
            ("undercut_bonus", self.undercut_bonus),
            ("big_gin_bonus", self.big_gin_bonus.unwrap_or(0)),
        ];
        for (option, bonus) in bonuses {
            if bonus > 1000 {
                return invalid(option, bonus.into(), "at most 1000");
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_makes_a_game() {
        for name in Rules::PRESETS {
            assert_eq!(Rules::preset(name).unwrap().validate(), Ok(()), "{name}");
        }
        let error = Rules::preset("chess").unwrap_err().to_string();
        assert!(error.starts_with("no rules 'chess', expected one of eaai, openspiel"), "{error}");
    }

    #[test]
    fn a_bad_option_is_named() {
        let rules = Rules { hand_size: 9, ..Rules::EAAI };
        assert_eq!(
            rules.validate().unwrap_err().to_string(),
            "hand_size cannot be 9, expected 7 or 10"
        );
    }
}
