//! Scoring rules as data, with presets.

use super::{Yaku, YakuSet};
use serde::{Deserialize, Serialize};
use std::num::NonZeroU8;

/// Scoring rules. The default is [`ScoreRules::tenhou`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "each is an independent option")]
pub struct ScoreRules {
    /// Whether all simples counts in an open hand (*kuitan*).
    pub open_tanyao: bool,
    /// Whether red fives count a han each.
    pub red_fives: bool,
    /// Which yakuman count twice.
    pub double_yakuman: DoubleYakuman,
    /// Whether several yakuman in one hand add up; otherwise the largest counts alone.
    pub yakuman_add: bool,
    /// The maximal number of yakuman that a hand is paid for; `None` for no maximum.
    pub yakuman_cap: Option<NonZeroU8>,
    /// The limit of thirteen han without a yakuman (*kazoe yakuman*).
    pub counted: Counted,
    /// Whether four han 30 fu and three han 60 fu are a mangan (*kiriage mangan*).
    pub kiriage: bool,
    /// Whether an open hand without fu beyond the base has 30 fu by ron; otherwise 20.
    pub open_pinfu_30: bool,
    /// Whether pinfu counts with tsumo, at 20 fu; otherwise the 2 fu of tsumo exclude it.
    pub pinfu_tsumo: bool,
    /// Whether a pair of the seat wind that is also the round wind has 4 fu; otherwise 2.
    pub double_wind_pair_4: bool,
    /// Whether the 2 fu of tsumo count on a replacement tile too.
    pub rinshan_fu: bool,
    /// Whether any tile may be the winning one in the dealer's win on the first draw.
    pub heaven_any_wait: bool,
    /// The value of a ron before the winner's first draw.
    pub renhou: Renhou,
    /// Optional yaku.
    pub local: LocalYaku,
    /// Payments.
    pub payment: PaymentRules,
}

/// Which yakuman count twice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "each is an independent option")]
pub struct DoubleYakuman {
    /// Thirteen orphans with thirteen waits.
    pub kokushi_thirteen: bool,
    /// Four concealed triplets waiting on the pair.
    pub suuankou_tanki: bool,
    /// Pure nine gates.
    pub junsei_chuuren: bool,
    /// Big four winds.
    pub daisuushii: bool,
}

/// The limit of thirteen han without a yakuman.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Counted {
    /// One yakuman, however many han (*kazoe yakuman*).
    #[default]
    Yakuman,
    /// No more than a sanbaiman.
    Sanbaiman,
    /// One yakuman for each thirteen.
    Multiple,
}

/// The value of a ron before the winner's first draw and before any call.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Renhou {
    /// Nothing.
    #[default]
    No,
    /// Five han beside the other yaku.
    FiveHan,
    /// A mangan, or the hand without renhou, whichever is more.
    Mangan,
    /// A baiman, or the hand without renhou, whichever is more.
    Baiman,
    /// A yakuman.
    Yakuman,
}

/// Optional yaku that few tables use; all off by default.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LocalYaku {
    /// Whether open riichi counts one han more.
    pub open_riichi: bool,
    /// Whether a ron with open riichi is a yakuman.
    pub sashikomi: bool,
    /// Whether 22334455667788 is a yakuman.
    pub daisharin: Daisharin,
    /// Whether seven pairs of honours are a yakuman in addition to all honours.
    pub daichisei: bool,
    /// Whether the dealer's eighth win in a row is a yakuman.
    pub paarenchan: Paarenchan,
}

/// The suits in which 22334455667788 is a yakuman.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Daisharin {
    /// In none.
    #[default]
    No,
    /// In circles.
    Circles,
    /// In each of the three.
    AnySuit,
}

/// The requirement for the dealer's eighth win in a row.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Paarenchan {
    /// It does not count.
    #[default]
    No,
    /// A yakuman for a hand that has another yaku.
    NeedsYaku,
    /// A yakuman for any complete hand.
    Alone,
}

/// Payment rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PaymentRules {
    /// The missing seat's part of a tsumo with three seats.
    pub three_seat_tsumo: ThreeSeatTsumo,
    /// Points for each honba from each seat that could pay: 100 by tsumo from each, by ron from
    /// one seat 300 in all, or 200 with three seats.
    pub honba: u16,
    /// The extent of liability when the hand has other yakuman as well.
    pub liability: LiabilityStyle,
}

/// The missing seat's part of a tsumo with three seats.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ThreeSeatTsumo {
    /// Nobody pays it (*tsumo-zon*).
    #[default]
    Loss,
    /// The two others pay half of it each, rounded up to hundreds (*north bisection*).
    Bisect,
}

/// The extent of liability (*pao*) when the hand has other yakuman as well.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LiabilityStyle {
    /// The whole hand, as on Tenhou.
    #[default]
    Whole,
    /// Only the yakuman it made certain, as on Mahjong Soul.
    Part,
}

impl Default for PaymentRules {
    fn default() -> Self {
        Self {
            three_seat_tsumo: ThreeSeatTsumo::Loss,
            honba: 100,
            liability: LiabilityStyle::Whole,
        }
    }
}

impl Default for ScoreRules {
    fn default() -> Self {
        Self::tenhou()
    }
}

impl ScoreRules {
    /// Returns the rules of Tenhou's ranked games.
    pub const fn tenhou() -> Self {
        Self {
            open_tanyao: true,
            red_fives: true,
            double_yakuman: DoubleYakuman {
                kokushi_thirteen: false,
                suuankou_tanki: false,
                junsei_chuuren: false,
                daisuushii: false,
            },
            yakuman_add: true,
            yakuman_cap: None,
            counted: Counted::Yakuman,
            kiriage: false,
            open_pinfu_30: true,
            pinfu_tsumo: true,
            double_wind_pair_4: true,
            rinshan_fu: true,
            heaven_any_wait: false,
            renhou: Renhou::No,
            local: LocalYaku {
                open_riichi: false,
                sashikomi: false,
                daisharin: Daisharin::No,
                daichisei: false,
                paarenchan: Paarenchan::No,
            },
            payment: PaymentRules {
                three_seat_tsumo: ThreeSeatTsumo::Loss,
                honba: 100,
                liability: LiabilityStyle::Whole,
            },
        }
    }

    /// Returns the rules of Mahjong Soul's ranked games.
    pub const fn mjsoul() -> Self {
        let tenhou = Self::tenhou();
        Self {
            double_yakuman: DoubleYakuman {
                kokushi_thirteen: true,
                suuankou_tanki: true,
                junsei_chuuren: true,
                daisuushii: true,
            },
            heaven_any_wait: true,
            payment: PaymentRules { liability: LiabilityStyle::Part, ..tenhou.payment },
            ..tenhou
        }
    }

    /// Returns the number of yakuman that this one counts as: 0, 1 or 2.
    pub fn multiple(&self, yaku: Yaku) -> u8 {
        if yaku == Yaku::Renhou {
            return u8::from(self.renhou == Renhou::Yakuman);
        }
        u8::from(yaku.is_yakuman()) + u8::from(self.doubled().contains(yaku))
    }

    /// Returns the number of yakuman that these count as together, before the cap.
    #[inline]
    pub(super) fn multiples(&self, yaku: YakuSet) -> u8 {
        let doubled = yaku.intersection(self.doubled());
        if self.yakuman_add {
            (yaku.len() + doubled.len()) as u8
        } else {
            u8::from(!yaku.is_empty()) + u8::from(!doubled.is_empty())
        }
    }

    /// Caps a number of yakuman by the maximum that is paid.
    #[inline]
    pub(super) fn capped(&self, times: u8) -> u8 {
        self.yakuman_cap.map_or(times, |cap| times.min(cap.get()))
    }

    #[inline]
    fn doubled(&self) -> YakuSet {
        let double = &self.double_yakuman;
        Yaku::KokushiThirteen.when(double.kokushi_thirteen)
            | Yaku::SuuankouTanki.when(double.suuankou_tanki)
            | Yaku::JunseiChuuren.when(double.junsei_chuuren)
            | Yaku::Daisuushii.when(double.daisuushii)
    }
}
