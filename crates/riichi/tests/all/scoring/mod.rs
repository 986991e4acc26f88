//! Hands in a short notation, and recorded wins, for the tests of scoring.

#![allow(dead_code, reason = "each test program uses its own part")]

pub(crate) mod check;
pub(crate) mod mjlog;
pub(crate) mod random;
pub(crate) mod real;
pub(crate) mod slow;

use facedown_riichi::score::{ScoreRules, Situation, Win, WinningHand, Yaku, YakuSet, score};
use facedown_tiles::{Kind, Meld, MeldShape, Suit, Tile};

/// The tiles of a test.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) closed: [u8; 34],
    pub(crate) reds: u8,
    pub(crate) melds: Vec<Meld>,
    pub(crate) win: Tile,
}

/// Parses tiles such as `123m406p77z`.
pub(crate) fn tiles(text: &str) -> Vec<Tile> {
    let mut numbers = Vec::new();
    let mut out = Vec::new();
    for c in text.chars().filter(|c| !c.is_whitespace()) {
        if let Some(number) = c.to_digit(10) {
            numbers.push(number as u8);
            continue;
        }
        let suit = "mpsz".find(c).expect("a suit");
        out.extend(numbers.drain(..).map(|number| match number {
            0 => Tile::red_five(Suit::ALL[suit]).expect("a suit with fives"),
            number => Tile::plain(Kind::new(9 * suit as u8 + number - 1)),
        }));
    }
    assert!(numbers.is_empty(), "{text} ends without a suit");
    out
}

pub(crate) fn tile(text: &str) -> Tile {
    tiles(text)[0]
}

/// Parses a meld such as `c123m` (chi), `p111z` (pon), `k1111z` (open kan), `s1111z` (added kan),
/// `a1111z` (closed kan).
pub(crate) fn meld(text: &str) -> Meld {
    let held = tiles(&text[1..]);
    let shape = match &text[..1] {
        "c" => MeldShape::Chi,
        "p" => MeldShape::Pon,
        "k" => MeldShape::OpenKan,
        "s" => MeldShape::AddedKan,
        "a" => MeldShape::ClosedKan,
        other => panic!("no meld {other}"),
    };
    Meld {
        shape,
        first: held.iter().map(|tile| tile.kind()).min().expect("tiles"),
        reds: held.iter().filter(|tile| tile.is_red()).count() as u8,
        called: held[0],
        from: u8::from(shape != MeldShape::ClosedKan),
    }
}

/// Closed tiles without the winning one, the winning tile, melds.
pub(crate) fn case(closed: &str, win: &str, melds: &[&str]) -> Case {
    let mut held = tiles(closed);
    held.push(tile(win));
    let mut counts = [0; 34];
    for tile in &held {
        counts[tile.kind().index()] += 1;
    }
    Case {
        closed: counts,
        reds: held.iter().filter(|tile| tile.is_red()).count() as u8,
        melds: melds.iter().map(|text| meld(text)).collect(),
        win: tile(win),
    }
}

impl Case {
    pub(crate) fn hand(&self) -> WinningHand<'_> {
        WinningHand { closed: &self.closed, reds: self.reds, melds: &self.melds, win: self.win }
    }

    pub(crate) fn score(&self, situation: &Situation<'_>, rules: &ScoreRules) -> Option<Win> {
        score(&self.hand(), situation, rules)
    }

    pub(crate) fn ron(&self) -> Win {
        self.score(&Situation::RON, &ScoreRules::tenhou()).expect("a win")
    }

    pub(crate) fn tsumo(&self) -> Win {
        self.score(&Situation::TSUMO, &ScoreRules::tenhou()).expect("a win")
    }
}

pub(crate) fn set(yaku: &[Yaku]) -> YakuSet {
    yaku.iter().copied().collect()
}
