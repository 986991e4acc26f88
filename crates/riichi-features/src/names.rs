//! Names and scales of the channels.

use super::base::Base;

/// The planes of [`Base`]. `right` is the next seat in turn, then `across`, then `left`; with three
/// seats `across` is the last one and `left` is empty.
pub(super) const BASE: [&str; Base::COUNT] = [
    "hand: one or more",
    "hand: two or more",
    "hand: three or more",
    "hand: all four",
    "hand: red five",
    "own meld 1",
    "own meld 2",
    "own meld 3",
    "own meld 4",
    "dora indicators",
    "own discard: newest",
    "own discard: 2nd newest",
    "own discard: 3rd newest",
    "own discard: 4th newest",
    "right's discard: newest",
    "right's discard: 2nd newest",
    "right's discard: 3rd newest",
    "right's discard: 4th newest",
    "across's discard: newest",
    "across's discard: 2nd newest",
    "across's discard: 3rd newest",
    "across's discard: 4th newest",
    "left's discard: newest",
    "left's discard: 2nd newest",
    "left's discard: 3rd newest",
    "left's discard: 4th newest",
    "own discards / 24",
    "right's discards / 24",
    "across's discards / 24",
    "left's discards / 24",
    "tiles left in the wall / 70",
    "own riichi",
    "right's riichi",
    "across's riichi",
    "left's riichi",
    "round wind",
    "own wind",
    "honba / 10",
    "riichi sticks / 5",
    "own points / 100000",
    "right's points / 100000",
    "across's points / 100000",
    "left's points / 100000",
    "own points / 30000",
    "right's points / 30000",
    "across's points / 30000",
    "left's points / 30000",
    "waits",
    "tenpai",
    "rank: first",
    "rank: second",
    "rank: third",
    "rank: fourth",
    "kyoku index / 8",
    "round progress",
    "own dora / 12",
    "right's dora / 12",
    "across's dora / 12",
    "left's dora / 12",
    "own melds / 4",
    "right's melds / 4",
    "across's melds / 4",
    "left's melds / 4",
    "tiles seen / 4",
    "own discard: 5th newest",
    "own discard: 6th newest",
    "own discard: 7th newest",
    "own discard: 8th newest",
    "right's discard: 5th newest",
    "right's discard: 6th newest",
    "own last discard was drawn",
    "right's last discard was drawn",
    "across's last discard was drawn",
    "left's last discard was drawn",
];

/// The scales of the planes: the value of a raw count of 1. Points have steps of 400 and 120.
pub(super) const BASE_SCALES: [f32; Base::COUNT] = {
    let mut scales = [1.0; Base::COUNT];
    let parts: [(usize, usize, f32); 10] = [
        (26, 29, 24.0),
        (30, 30, 70.0),
        (37, 37, 10.0),
        (38, 38, 5.0),
        (39, 46, 250.0),
        (53, 53, 8.0),
        (54, 54, 35.0), // sevenths with four seats, fifths with three
        (55, 58, 12.0),
        (59, 62, 4.0),
        (63, 63, 4.0),
    ];
    let mut part = 0;
    while part < parts.len() {
        let (mut plane, last, steps) = parts[part];
        while plane <= last {
            scales[plane] = 1.0 / steps;
            plane += 1;
        }
        part += 1;
    }
    scales
};

pub(super) const DECAY: [&str; 4] =
    ["own discards by age", "right's by age", "across's by age", "left's by age"];
pub(super) const DECAY_SCALES: [f32; 4] = [1.0 / 64.0; 4];

pub(super) const YAKU_ROWS: [&str; 4] = [
    "own possible yaku",
    "right's possible yaku",
    "across's possible yaku",
    "left's possible yaku",
];
pub(super) const FURITEN_ROWS: [&str; 4] =
    ["own possible ron", "right's possible ron", "across's possible ron", "left's possible ron"];
pub(super) const ONES: [f32; 4] = [1.0; 4];

pub(super) const EFFICIENCY_ROWS: [&str; 4] =
    ["own efficiency", "right's efficiency", "across's efficiency", "left's efficiency"];
pub(super) const EFFICIENCY_SCALES: [f32; 4] = [1.0 / 160.0; 4];

/// The yaku of the specification in its order.
pub const YAKU_NAMES: [&str; 21] = [
    "tanyao",
    "yakuhai: white",
    "yakuhai: green",
    "yakuhai: red",
    "yakuhai: round wind",
    "yakuhai: seat wind",
    "honitsu",
    "chinitsu",
    "toitoi",
    "chiitoitsu",
    "shousangen",
    "daisangen",
    "tsuuiisou",
    "chinroutou",
    "honroutou",
    "kokushi",
    "chanta",
    "junchan",
    "sanshoku doujun",
    "iipeikou",
    "ittsu",
];

/// The values of a row of shanten and efficiency.
pub const EFFICIENCY_NAMES: [&str; 4] =
    ["shanten / 8", "effective kinds / 34", "best acceptance / 80", "turn / 18"];
