//! The options of scoring as one value, with presets.

use super::{Yaku, YakuSet};
use serde::{Deserialize, Serialize};
use std::num::NonZeroU8;

/// What is counted, and how. The default is [`ScoreRules::tenhou`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "each is an independent option")]
pub struct ScoreRules {
    /// All simples counts in an open hand (*kuitan*).
    pub open_tanyao: bool,
    /// Red fives are worth a han each.
    pub red_fives: bool,
    /// Which yakuman count twice.
    pub double_yakuman: DoubleYakuman,
    /// Several yakuman in one hand add up; otherwise the largest counts alone.
    pub yakuman_add: bool,
    /// The most yakuman a hand is paid for; none means no bound.
    pub yakuman_cap: Option<NonZeroU8>,
    /// What thirteen han without a yakuman are worth (*kazoe yakuman*).
    pub counted: Counted,
    /// Four han 30 fu and three han 60 fu are a mangan (*kiriage mangan*).
    pub kiriage: bool,
    /// An open hand with no fu but the base has 30 fu by ron; otherwise 20.
    pub open_pinfu_30: bool,
    /// All runs counts with tsumo, at 20 fu; otherwise a tsumo's 2 fu take the yaku away.
    pub pinfu_tsumo: bool,
    /// A pair of one's own wind that is the round's too has 4 fu; otherwise 2.
    pub double_wind_pair_4: bool,
    /// The 2 fu for tsumo count on a replacement tile too.
    pub rinshan_fu: bool,
    /// The dealer's win on the first draw may take any tile of the hand for the winning one.
    pub heaven_any_wait: bool,
    /// What a ron before one's first draw is worth.
    pub renhou: Renhou,
    /// Yaku that few tables have.
    pub local: LocalYaku,
    /// Who pays.
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

/// What thirteen han without a yakuman are worth.
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

/// What a ron before one's first draw and before any call is worth.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Renhou {
    /// Nothing.
    #[default]
    No,
    /// Five han beside the other yaku.
    FiveHan,
    /// A mangan, or the hand as it is without, whichever is more.
    Mangan,
    /// A baiman, or the hand as it is without, whichever is more.
    Baiman,
    /// A yakuman.
    Yakuman,
}

/// Yaku that few tables have; all off by default.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LocalYaku {
    /// Riichi with the hand laid open has one han more.
    pub open_riichi: bool,
    /// A ron with open riichi is a yakuman.
    pub sashikomi: bool,
    /// 22334455667788 is a yakuman.
    pub daisharin: Daisharin,
    /// All seven honours as pairs are a yakuman besides all honours.
    pub daichisei: bool,
    /// The dealer's eighth win in a row is a yakuman.
    pub paarenchan: Paarenchan,
}

/// In which suits 22334455667788 is a yakuman.
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

/// What the dealer's eighth win in a row needs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Paarenchan {
    /// It is worth nothing.
    #[default]
    No,
    /// A yakuman for a hand that has another yaku.
    NeedsYaku,
    /// A yakuman for any complete hand.
    Alone,
}

/// Who pays how much of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PaymentRules {
    /// What happens to the missing seat's part of a tsumo with three seats.
    pub three_seat_tsumo: ThreeSeatTsumo,
    /// Points for each honba from each seat that could pay: 100 by tsumo from each, by ron from
    /// one seat 300 in all, or 200 with three seats.
    pub honba: u16,
    /// What a liable seat answers for when the hand holds other yakuman as well.
    pub liability: LiabilityStyle,
}

/// What happens to the missing seat's part of a tsumo with three seats.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ThreeSeatTsumo {
    /// Nobody pays it (*tsumo-zon*).
    #[default]
    Loss,
    /// The two others pay half of it each, rounded up to hundreds (*north bisection*).
    Bisect,
}

/// What a liable seat (*pao*) answers for when the hand holds other yakuman as well.
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
    /// Tenhou's ranked games.
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

    /// Mahjong Soul's ranked games.
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

    /// How many yakuman this one counts as: 0, 1 or 2.
    pub fn multiple(&self, yaku: Yaku) -> u8 {
        if yaku == Yaku::Renhou {
            return u8::from(self.renhou == Renhou::Yakuman);
        }
        u8::from(yaku.is_yakuman()) + u8::from(self.doubled().contains(yaku))
    }

    /// How many yakuman these count as together, before the cap.
    #[inline]
    pub(super) fn multiples(&self, yaku: YakuSet) -> u8 {
        let doubled = yaku.intersection(self.doubled());
        if self.yakuman_add {
            (yaku.len() + doubled.len()) as u8
        } else {
            u8::from(!yaku.is_empty()) + u8::from(!doubled.is_empty())
        }
    }

    /// So many yakuman, or as many as are paid.
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
