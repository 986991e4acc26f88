//! Names and scales of the planes.

use super::super::names::{BASE, BASE_SCALES};
use super::{Base, Extended};

/// The planes of [`Extended`]: those of [`Base`], then these. Seats are named as there.
pub(super) const NAMES: [&str; Extended::COUNT] = {
    let mut names = [""; Extended::COUNT];
    let mut plane = 0;
    while plane < Extended::COUNT {
        names[plane] = if plane < Base::COUNT { BASE[plane] } else { MORE[plane - Base::COUNT] };
        plane += 1;
    }
    names
};

/// The scales of the planes: the value of a raw count of 1.
pub(super) const SCALES: [f32; Extended::COUNT] = {
    let mut scales = [1.0; Extended::COUNT];
    let mut plane = 0;
    while plane < Base::COUNT {
        scales[plane] = BASE_SCALES[plane];
        plane += 1;
    }
    let mut part = 0;
    while part < STEPS.len() {
        let (mut plane, last, steps) = STEPS[part];
        while plane <= last {
            scales[plane] = 1.0 / steps;
            plane += 1;
        }
        part += 1;
    }
    scales
};

/// The planes (first, last) whose values have this number of steps.
const STEPS: [(usize, usize, f32); 16] = [
    (74, 77, 4.0),
    (78, 81, 4.0),
    (94, 97, 4.0),
    (102, 105, 64.0),
    (106, 117, 4.0),
    (138, 141, 4.0),
    (156, 158, 64.0),
    (164, 164, 4.0),
    (167, 167, 8.0),
    (170, 170, 80.0),
    (171, 171, 34.0),
    (172, 174, 250.0),
    (175, 177, 250.0),
    (196, 199, 24.0),
    (200, 202, 250.0),
    (203, 203, 4.0),
];

const MORE: [&str; Extended::COUNT - Base::COUNT] = [
    "own discards from the hand / 4",
    "right's discards from the hand / 4",
    "across's discards from the hand / 4",
    "left's discards from the hand / 4",
    "own discards just drawn / 4",
    "right's discards just drawn / 4",
    "across's discards just drawn / 4",
    "left's discards just drawn / 4",
    "own last discard from the hand",
    "right's last discard from the hand",
    "across's last discard from the hand",
    "left's last discard from the hand",
    "own riichi tile",
    "right's riichi tile",
    "across's riichi tile",
    "left's riichi tile",
    "own first six discards",
    "right's first six discards",
    "across's first six discards",
    "left's first six discards",
    "own discards called away / 4",
    "right's discards called away / 4",
    "across's discards called away / 4",
    "left's discards called away / 4",
    "own discards: red five",
    "right's discards: red five",
    "across's discards: red five",
    "left's discards: red five",
    "own discards weighted by age",
    "right's discards weighted by age",
    "across's discards weighted by age",
    "left's discards weighted by age",
    "right's meld 1 / 4",
    "right's meld 2 / 4",
    "right's meld 3 / 4",
    "right's meld 4 / 4",
    "across's meld 1 / 4",
    "across's meld 2 / 4",
    "across's meld 3 / 4",
    "across's meld 4 / 4",
    "left's meld 1 / 4",
    "left's meld 2 / 4",
    "left's meld 3 / 4",
    "left's meld 4 / 4",
    "own calls from the right",
    "own calls from across",
    "own calls from the left",
    "right's calls from the right",
    "right's calls from across",
    "right's calls from the left",
    "across's calls from the right",
    "across's calls from across",
    "across's calls from the left",
    "left's calls from the right",
    "left's calls from across",
    "left's calls from the left",
    "own closed kans",
    "right's closed kans",
    "across's closed kans",
    "left's closed kans",
    "own melds: red five",
    "right's melds: red five",
    "across's melds: red five",
    "left's melds: red five",
    "own norths set aside / 4",
    "right's norths set aside / 4",
    "across's norths set aside / 4",
    "left's norths set aside / 4",
    "safe against right",
    "safe against across",
    "safe against left",
    "suji against right",
    "suji against across",
    "suji against left",
    "half suji against right",
    "half suji against across",
    "half suji against left",
    "no chance",
    "one chance",
    "no two-sided wait of right",
    "no two-sided wait of across",
    "no two-sided wait of left",
    "ways to wait of right / 64",
    "ways to wait of across / 64",
    "ways to wait of left / 64",
    "unseen: one or more",
    "unseen: two or more",
    "unseen: three or more",
    "unseen: all four",
    "unseen: red five",
    "dora / 4",
    "tile just drawn",
    "barred after the call",
    "(shanten + 1) / 8",
    "accepted kinds",
    "discards that keep the shanten",
    "tiles accepted after the discard / 80",
    "kinds accepted after the discard / 34",
    "chance after the discard: next draw",
    "chance after the discard: three draws",
    "chance after the discard: all draws left",
    "chance of the hand: next draw",
    "chance of the hand: three draws",
    "chance of the hand: all draws left",
    "own furiten",
    "offered tile",
    "offered by right",
    "offered by across",
    "offered by left",
    "own discard is due",
    "own deal",
    "right deals",
    "across deals",
    "left deals",
    "own ippatsu",
    "right's ippatsu",
    "across's ippatsu",
    "left's ippatsu",
    "own double riichi",
    "right's double riichi",
    "across's double riichi",
    "left's double riichi",
    "own discards since riichi / 24",
    "right's discards since riichi / 24",
    "across's discards since riichi / 24",
    "left's discards since riichi / 24",
    "points ahead of right",
    "points ahead of across",
    "points ahead of left",
    "kans / 4",
];
