//! Limits and points from han and fu.

use super::{Counted, PaymentRules, ScoreRules};
use serde::Serialize;
use std::fmt;

/// The limit of a hand. The discriminants are Tenhou's numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[repr(u8)]
pub enum Limit {
    /// None: han and fu are paid as they are.
    #[default]
    None,
    /// Five han, or more base points than 2,000.
    Mangan,
    /// Six or seven han.
    Haneman,
    /// Eight to ten han.
    Baiman,
    /// Eleven or twelve han.
    Sanbaiman,
    /// Thirteen han or a yakuman.
    Yakuman,
}

impl Limit {
    /// Returns its number on Tenhou: 0 for none to 5 for yakuman.
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// Returns the base points of the limit; 0 for none.
    pub const fn base(self) -> u32 {
        [0, 2_000, 3_000, 4_000, 6_000, 8_000][self as usize]
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            ["no limit", "mangan", "haneman", "baiman", "sanbaiman", "yakuman"][*self as usize],
        )
    }
}

/// Returns the limit and base points of a hand without a yakuman.
#[inline]
pub(super) fn base_points(han: u8, fu: u8, rules: &ScoreRules) -> (Limit, u32) {
    let limit = match han {
        0..=4 => {
            let base = u32::from(fu) << (2 + han);
            let mangan = base >= 2_000 || rules.kiriage && base == 1_920;
            return if mangan { (Limit::Mangan, 2_000) } else { (Limit::None, base) };
        }
        5 => Limit::Mangan,
        6..=7 => Limit::Haneman,
        8..=10 => Limit::Baiman,
        11..=12 => Limit::Sanbaiman,
        13.. => match rules.counted {
            Counted::Yakuman => Limit::Yakuman,
            Counted::Sanbaiman => Limit::Sanbaiman,
            Counted::Multiple => {
                let times = rules.capped(han / 13);
                return (Limit::Yakuman, u32::from(times) * 8_000);
            }
        },
    };
    (limit, limit.base())
}

/// The payments for a win, without honba and sticks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Cost {
    /// One seat pays all of it.
    Ron(u32),
    /// Each other seat pays a part.
    Tsumo {
        /// The payment of the dealer; 0 if the dealer won.
        dealer: u32,
        /// The payment of each other seat.
        other: u32,
    },
}

impl Cost {
    /// Adds honba.
    #[must_use]
    pub fn with_honba(self, honba: u32, seats: usize, rules: &PaymentRules) -> Self {
        let each = u32::from(rules.honba) * honba;
        match self {
            Self::Ron(points) => Self::Ron(points + each * (seats as u32 - 1)),
            Self::Tsumo { dealer: 0, other } => Self::Tsumo { dealer: 0, other: other + each },
            Self::Tsumo { dealer, other } => {
                Self::Tsumo { dealer: dealer + each, other: other + each }
            }
        }
    }

    /// Returns the sum of the payments.
    pub const fn total(self, seats: usize) -> u32 {
        match self {
            Self::Ron(points) => points,
            Self::Tsumo { dealer: 0, other } => other * (seats as u32 - 1),
            Self::Tsumo { dealer, other } => dealer + other * (seats as u32 - 2),
        }
    }
}

/// Rounds up to hundreds.
pub(super) const fn hundreds(points: u32) -> u32 {
    points.div_ceil(100) * 100
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Ron(points) => write!(f, "{points}"),
            Self::Tsumo { dealer: 0, other } => write!(f, "{other} from each"),
            Self::Tsumo { dealer, other } => {
                write!(f, "{dealer} from the dealer, {other} from each other seat")
            }
        }
    }
}
