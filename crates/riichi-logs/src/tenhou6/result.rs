//! The result of a round: `["和了", deltas, [winner, from, liable, points, yaku…], …]`.

use crate::record::{HandValue, WinRecord, tenhou_limit};
use facedown_game::Seat;
use facedown_riichi::DrawKind;

/// Tenhou's names of yaku by id.
const YAKU: [&str; 55] = [
    "門前清自摸和",
    "立直",
    "一発",
    "槍槓",
    "嶺上開花",
    "海底摸月",
    "河底撈魚",
    "平和",
    "断幺九",
    "一盃口",
    "自風 東",
    "自風 南",
    "自風 西",
    "自風 北",
    "場風 東",
    "場風 南",
    "場風 西",
    "場風 北",
    "役牌 白",
    "役牌 發",
    "役牌 中",
    "両立直",
    "七対子",
    "混全帯幺九",
    "一気通貫",
    "三色同順",
    "三色同刻",
    "三槓子",
    "対々和",
    "三暗刻",
    "小三元",
    "混老頭",
    "二盃口",
    "純全帯幺九",
    "混一色",
    "清一色",
    "人和",
    "天和",
    "地和",
    "大三元",
    "四暗刻",
    "四暗刻単騎",
    "字一色",
    "緑一色",
    "清老頭",
    "九蓮宝燈",
    "純正九蓮宝燈",
    "国士無双",
    "国士無双１３面",
    "大四喜",
    "小四喜",
    "四槓子",
    "ドラ",
    "裏ドラ",
    "赤ドラ",
];

/// Tenhou's names of draws.
const DRAWS: [(&str, DrawKind); 9] = [
    ("流局", DrawKind::Exhausted),
    ("全員聴牌", DrawKind::Exhausted),
    ("全員不聴", DrawKind::Exhausted),
    ("流し満貫", DrawKind::Nagashi),
    ("九種九牌", DrawKind::NineTerminals),
    ("四風連打", DrawKind::FourWinds),
    ("四家立直", DrawKind::FourRiichi),
    ("四槓散了", DrawKind::FourKans),
    ("三家和了", DrawKind::TripleRon),
];

/// Tenhou's names of limits by number.
const LIMITS: [Option<&str>; 6] =
    [None, Some("満貫"), Some("跳満"), Some("倍満"), Some("三倍満"), Some("役満")];

/// The name of a win.
pub(super) const WIN: &str = "和了";

/// Returns the name of a draw.
pub(super) fn draw_name(kind: DrawKind) -> &'static str {
    DRAWS.iter().find(|(_, k)| *k == kind).map_or("流局", |(name, _)| name)
}

/// Returns the draw with this name.
pub(super) fn draw_kind(name: &str) -> Option<DrawKind> {
    DRAWS.iter().find(|(n, _)| *n == name).map(|(_, kind)| *kind)
}

/// Parses `立直(1飜)` into Tenhou's id and han; a yakuman has 13.
pub(super) fn parse_yaku(text: &str) -> Option<(u8, u8)> {
    let (name, han) = text.strip_suffix(')')?.rsplit_once('(')?;
    let id = YAKU.iter().position(|known| *known == name)?;
    let han = match han.strip_suffix('飜') {
        Some(han) => han.parse().ok()?,
        None => (han == "役満").then_some(13)?,
    };
    Some((id as u8, han))
}

/// Formats a yaku as Tenhou does.
pub(super) fn yaku_text(id: u8, han: u8) -> String {
    let name = YAKU.get(usize::from(id)).copied().unwrap_or("?");
    // Thirteen han do not make a yakuman: dora may have as many.
    if (36..=51).contains(&id) { format!("{name}(役満)") } else { format!("{name}({han}飜)") }
}

/// Parses fu and points of `30符4飜2000-3900点`; points are the sum over all payers.
pub(super) fn parse_points(text: &str, seats: usize) -> Option<(Option<u8>, i32)> {
    let fu = text.split_once('符').map(|(fu, _)| fu.parse::<u8>());
    let fu = fu.transpose().ok()?;
    let start = text.rfind(|c: char| !c.is_ascii_digit() && !matches!(c, '-' | '点' | '∀'));
    let start = start.map_or(0, |at| at + text[at..].chars().next().map_or(0, char::len_utf8));
    let numbers = &text[start..];
    let payers = seats as i32 - 1;
    let points = if let Some(each) = numbers.strip_suffix("点∀") {
        each.parse::<i32>().ok()?.checked_mul(payers)?
    } else {
        let numbers = numbers.strip_suffix('点')?;
        match numbers.split_once('-') {
            None => numbers.parse().ok()?,
            Some((low, high)) => {
                let low = low.parse::<i32>().ok()?.checked_mul(payers - 1)?;
                low.checked_add(high.parse().ok()?)?
            }
        }
    };
    Some((fu, points))
}

/// Formats points as Tenhou does.
pub(super) fn points_text(
    win: &WinRecord,
    value: &HandValue,
    dealer: Seat,
    seats: usize,
) -> String {
    let yaku = value.yaku.as_deref().unwrap_or_default();
    let han: u32 = yaku.iter().map(|(_, han)| u32::from(*han)).sum();
    let payers = seats as i32 - 1;
    let (tsumo, own_deal) = (win.seat == win.from, win.seat == dealer);
    let limit = tenhou_limit(win, value, dealer, seats);
    let limit = LIMITS.get(usize::from(limit)).copied().flatten();
    let name = match limit {
        Some(name) => name.to_owned(),
        None => format!("{}符{han}飜", value.fu.unwrap_or(0)),
    };
    if !tsumo {
        return format!("{name}{}点", value.points);
    }
    if own_deal {
        return format!("{name}{}点∀", value.points / payers);
    }
    let (low, high) = split(value.points, payers);
    format!("{name}{low}-{high}点")
}

/// Splits the points of a tsumo into the payments of a non-dealer and of the dealer: once and twice
/// the base points, rounded up to hundreds.
fn split(points: i32, payers: i32) -> (i32, i32) {
    let others = payers - 1;
    let mut low = points / (others + 2) / 100 * 100;
    // Rounding moves a payment by at most one hundred.
    while low > 0 && points - others * low < 2 * low - 100 {
        low -= 100;
    }
    let fits = |low: i32| {
        let high = points - others * low;
        high <= 2 * low && high >= 2 * low - 100
    };
    let found = [low - 100, low, low + 100, low + 200].into_iter().find(|low| fits(*low));
    let low = found.unwrap_or(low);
    (low, points - others * low)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_parsed() {
        assert_eq!(parse_points("30符4飜7700点", 4), Some((Some(30), 7700)));
        assert_eq!(parse_points("30符2飜500-1000点", 4), Some((Some(30), 2000)));
        assert_eq!(parse_points("30符2飜500-1000点", 3), Some((Some(30), 1500)));
        assert_eq!(parse_points("満貫4000点∀", 4), Some((None, 12000)));
        assert_eq!(parse_points("跳満3000-6000点", 4), Some((None, 12000)));
        assert_eq!(parse_points("役満32000点", 4), Some((None, 32000)));
        assert_eq!(parse_points("満貫", 4), None);
    }

    #[test]
    fn tsumo_payments_follow_from_their_sum() {
        for seats in [3, 4] {
            for base in [240, 320, 400, 480, 640, 800, 960, 1280, 1600, 1920, 2000, 3000, 8000] {
                let up = |n: i32| (n + 99) / 100 * 100;
                let (low, high) = (up(base), up(2 * base));
                let points = low * (seats - 2) + high;
                assert_eq!(split(points, seats - 1), (low, high), "{seats} {base}");
            }
        }
    }

    #[test]
    fn every_yaku_round_trips() {
        for id in 0..55 {
            let han = if (36..=51).contains(&id) { 13 } else { 2 };
            assert_eq!(parse_yaku(&yaku_text(id, han)), Some((id, han)));
        }
        assert_eq!(parse_yaku("三連刻(2飜)"), None);
    }
}
