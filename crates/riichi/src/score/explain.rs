//! Explanations of scores for players.

use super::fu::{self, Wait};
use super::{Cost, Limit, Reading, ScoreRules, Situation, Win, WinningHand, Yaku};
use facedown_tiles::{Kind, MeldShape};
use serde::Serialize;
use std::fmt;

/// An itemised score: each yaku, each part of the fu, the limit, the payments.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Explanation {
    /// Each yaku and kind of bonus tile.
    pub yaku: Vec<ExplainedYaku>,
    /// Each part of the fu; empty for thirteen orphans.
    pub fu_parts: Vec<FuPart>,
    /// The fu, rounded.
    pub fu: u8,
    /// The number of han.
    pub han: u8,
    /// The number of yakuman, 0 for none.
    pub yakuman: u8,
    /// The limit.
    pub limit: Limit,
    /// The points of the winner, without honba and sticks.
    pub points: u32,
    /// The payments.
    pub cost: Cost,
}

/// A yaku of an [`Explanation`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ExplainedYaku {
    /// The yaku.
    #[cfg_attr(feature = "schema", schema(value_type = String, example = "pinfu"))]
    pub yaku: Yaku,
    /// Its English name.
    pub english: &'static str,
    /// Its Japanese name.
    pub romaji: &'static str,
    /// Its han, thirteen for each yakuman it counts as.
    pub han: u8,
    /// The number of yakuman it counts as.
    pub yakuman: u8,
}

/// A part of the fu.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct FuPart {
    /// The reason for them.
    pub reason: String,
    /// Their number.
    pub fu: u8,
}

/// Explains a win that [`score`](super::score) found for this hand in this situation.
pub fn explain(
    hand: &WinningHand<'_>,
    situation: &Situation<'_>,
    rules: &ScoreRules,
    win: &Win,
) -> Explanation {
    let seats = if situation.three_seats { 3 } else { 4 };
    let yaku = win
        .items(rules)
        .map(|(yaku, han)| ExplainedYaku {
            yaku,
            english: yaku.english(),
            romaji: yaku.romaji(),
            han,
            yakuman: if win.yakuman > 0 { rules.multiple(yaku) } else { 0 },
        })
        .collect();
    Explanation {
        yaku,
        fu_parts: fu_parts(hand, situation, rules, win),
        fu: win.fu,
        han: win.han,
        yakuman: win.yakuman,
        limit: win.limit,
        points: win.points(seats, &rules.payment),
        cost: win.cost(seats, &rules.payment),
    }
}

fn part(reason: impl Into<String>, fu: u8) -> FuPart {
    FuPart { reason: reason.into(), fu }
}

fn fu_parts(
    hand: &WinningHand<'_>,
    situation: &Situation<'_>,
    rules: &ScoreRules,
    win: &Win,
) -> Vec<FuPart> {
    let (division, wait) = match win.reading {
        Reading::Orphans => return Vec::new(),
        Reading::SevenPairs => return vec![part("seven pairs", 25)],
        Reading::Sets(division, wait) => (division, wait),
    };
    let mut parts = vec![part("base", 20)];
    if win.closed && !win.tsumo {
        parts.push(part("closed hand won by ron (menzen kafu)", 10));
    }
    for meld in hand.melds.iter().filter(|meld| meld.shape != MeldShape::Chi) {
        let what = match meld.shape {
            MeldShape::ClosedKan => "closed kan",
            MeldShape::OpenKan | MeldShape::AddedKan => "open kan",
            MeldShape::Pon | MeldShape::Chi => "open triplet",
        };
        parts.push(part(set_of(what, meld.first), fu::of_meld(*meld)));
    }
    for kind in division.triplets() {
        let mut fu = fu::of_triplets(1 << kind.index());
        let mut what = "concealed triplet";
        if wait == Wait::Triplet && kind == win.win && !win.tsumo {
            fu -= fu::less_for_ron(kind);
            what = "triplet completed by ron";
        }
        parts.push(part(set_of(what, kind), fu));
    }
    let pair = fu::of_pair(division.pair(), situation, rules);
    if pair > 0 {
        parts.push(part(format!("pair of {}", name(division.pair())), pair));
    }
    if wait.fu() > 0 {
        parts.push(part(
            match wait {
                Wait::Pair => "wait on the pair (tanki)",
                Wait::Middle => "wait on the middle (kanchan)",
                _ => "wait on the edge (penchan)",
            },
            wait.fu(),
        ));
    }
    let sum = |parts: &[FuPart]| parts.iter().map(|part| part.fu).sum::<u8>();
    let tsumo = fu::of_tsumo(situation, rules);
    // Pinfu by tsumo stays at 20.
    if tsumo > 0 && !(sum(&parts) == 20 && win.fu == 20) {
        parts.push(part("own draw (tsumo)", tsumo));
    }
    if sum(&parts) == 20 && win.fu == 30 {
        parts.push(part("open hand without other fu", 10));
    }
    parts
}

fn set_of(what: &str, kind: Kind) -> String {
    let outside = if kind.is_outside() { ", terminal or honour" } else { "" };
    format!("{what} of {}{outside}", name(kind))
}

/// Returns the name of an honour, and the notation of other kinds.
fn name(kind: Kind) -> String {
    const HONOURS: [&str; 7] = ["east", "south", "west", "north", "white", "green", "red"];
    if kind.is_honor() {
        HONOURS[kind.index() - Kind::EAST.index()].to_owned()
    } else {
        kind.to_string()
    }
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for yaku in &self.yaku {
            let value = match yaku.yakuman {
                0 => format!("{} han", yaku.han),
                1 => "yakuman".to_owned(),
                n => format!("{n} yakuman"),
            };
            let name = if yaku.english.eq_ignore_ascii_case(yaku.romaji) {
                yaku.english.to_owned()
            } else {
                format!("{} ({})", yaku.english, yaku.romaji)
            };
            writeln!(f, "{name:<58} {value}")?;
        }
        if self.yakuman == 0 {
            for part in &self.fu_parts {
                writeln!(f, "  {:<56} {} fu", part.reason, part.fu)?;
            }
            let sum: u32 = self.fu_parts.iter().map(|part| u32::from(part.fu)).sum();
            if sum != u32::from(self.fu) {
                writeln!(f, "  {:<56} {} fu", format!("{sum} rounded up"), self.fu)?;
            }
            write!(f, "{} han {} fu", self.han, self.fu)?;
            if self.limit != Limit::None {
                write!(f, ", {}", self.limit)?;
            }
        } else if self.yakuman == 1 {
            f.write_str("yakuman")?;
        } else {
            write!(f, "{} yakuman", self.yakuman)?;
        }
        match self.cost {
            Cost::Ron(points) => write!(f, ": {points} points"),
            cost @ Cost::Tsumo { .. } => write!(f, ": {} points, {cost}", self.points),
        }
    }
}
