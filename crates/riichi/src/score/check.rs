//! Scoring of user input, with errors that name the offending part.

use super::divide::total;
use super::{Riichi, ScoreRules, Situation, Win, WinningHand, is_complete, score};
use facedown_tiles::{Kind, Meld, MeldShape, Suit, Tile};
use std::fmt;

/// Why a hand cannot be scored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ScoreError {
    /// More than four melds.
    Melds(usize),
    /// Too few or too many closed tiles.
    Tiles {
        /// Their number.
        got: usize,
        /// The right number, the winning tile included.
        expected: usize,
        /// The number of melds.
        melds: usize,
    },
    /// More than four tiles of a kind, indicators and norths set aside included.
    Copies(Kind, usize),
    /// The winning tile is not among the closed tiles.
    WinningTile(Tile),
    /// The winning tile is a red five, but the closed tiles have no red five.
    RedWinningTile(Tile),
    /// More red fives than there are fives among the closed tiles.
    Reds {
        /// The number of red fives.
        got: u8,
        /// The number of fives.
        fives: u8,
    },
    /// The meld at this index is impossible.
    Meld(usize, Meld),
    /// A kind that is not in play with three seats.
    NotInPack(Kind),
    /// A called run with three seats.
    Chi(usize),
    /// A seat or round wind that is not a wind, or north as a seat wind with three seats.
    Wind(Kind),
    /// Norths set aside with four seats.
    Nuki(u8),
    /// More than five indicators.
    Indicators(usize),
    /// Two circumstances that exclude each other.
    Conflict(&'static str, &'static str),
    /// The tiles are not a complete hand.
    Incomplete,
    /// The hand is complete but has no yaku.
    NoYaku,
}

impl fmt::Display for ScoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Melds(n) => write!(f, "{n} melds, expected at most 4"),
            Self::Tiles { got, expected, melds } => write!(
                f,
                "{got} closed tiles with {melds} melds, expected {expected} with the winning tile"
            ),
            Self::Copies(kind, n) => write!(f, "{n} copies of {kind}, expected at most 4"),
            Self::WinningTile(tile) => {
                write!(f, "the winning tile {tile} is not among the closed tiles")
            }
            Self::RedWinningTile(tile) => {
                write!(f, "the winning tile {tile} is red, but the closed tiles have no red five")
            }
            Self::Reds { got, fives } => {
                write!(f, "{got} red fives among the closed tiles, which have {fives} fives")
            }
            Self::Meld(index, meld) => write!(
                f,
                "meld {}: {:?} of {} with {} red fives is impossible",
                index + 1,
                meld.shape,
                meld.first,
                meld.reds
            ),
            Self::NotInPack(kind) => write!(f, "{kind} is not in play with three seats"),
            Self::Chi(index) => write!(f, "meld {}: no chi with three seats", index + 1),
            Self::Wind(kind) => write!(f, "{kind} cannot be a seat wind or a round wind here"),
            Self::Nuki(n) => write!(f, "{n} norths set aside with four seats, expected none"),
            Self::Indicators(n) => write!(f, "{n} indicators, expected at most 5"),
            Self::Conflict(one, other) => write!(f, "{one} and {other} exclude each other"),
            Self::Incomplete => f.write_str("the tiles are not a complete hand"),
            Self::NoYaku => f.write_str("the hand is complete but has no yaku"),
        }
    }
}

impl std::error::Error for ScoreError {}

/// Scores user input: as [`score`], with checks.
pub fn try_score(
    hand: &WinningHand<'_>,
    situation: &Situation<'_>,
    rules: &ScoreRules,
) -> Result<Win, ScoreError> {
    check_melds(hand, situation)?;
    check_tiles(hand, situation)?;
    check_copies(hand, situation)?;
    check_situation(hand, situation)?;
    if !is_complete(hand) {
        return Err(ScoreError::Incomplete);
    }
    score(hand, situation, rules).ok_or(ScoreError::NoYaku)
}

fn check_melds(hand: &WinningHand<'_>, situation: &Situation<'_>) -> Result<(), ScoreError> {
    if hand.melds.len() > 4 {
        return Err(ScoreError::Melds(hand.melds.len()));
    }
    for (index, &meld) in hand.melds.iter().enumerate() {
        if !is_possible(meld) {
            return Err(ScoreError::Meld(index, meld));
        }
        if situation.three_seats && meld.shape == MeldShape::Chi {
            return Err(ScoreError::Chi(index));
        }
    }
    Ok(())
}

fn is_possible(meld: Meld) -> bool {
    let first = meld.first;
    if meld.shape == MeldShape::Chi {
        let has_five = (3..=5).contains(&first.number());
        return first.suit() != Suit::Honor
            && first.number() <= 7
            && meld.reds <= u8::from(has_five);
    }
    meld.reds == 0 || first.is_five() && usize::from(meld.reds) <= meld.len()
}

fn check_tiles(hand: &WinningHand<'_>, situation: &Situation<'_>) -> Result<(), ScoreError> {
    let melds = hand.melds.len();
    let (got, expected) = (total(hand.closed) as usize, 14 - 3 * melds);
    if let Some(kind) = Kind::all().find(|kind| hand.closed[kind.index()] > 4) {
        return Err(ScoreError::Copies(kind, hand.closed[kind.index()].into()));
    }
    if got != expected {
        return Err(ScoreError::Tiles { got, expected, melds });
    }
    if hand.closed[hand.win.kind().index()] == 0 {
        return Err(ScoreError::WinningTile(hand.win));
    }
    if hand.win.is_red() && hand.reds == 0 {
        return Err(ScoreError::RedWinningTile(hand.win));
    }
    let fives = Kind::all().filter(|kind| kind.is_five()).map(|kind| hand.closed[kind.index()]);
    let fives = fives.sum();
    if hand.reds > fives {
        return Err(ScoreError::Reds { got: hand.reds, fives });
    }
    if !situation.three_seats && situation.nuki > 0 {
        return Err(ScoreError::Nuki(situation.nuki));
    }
    Ok(())
}

fn check_copies(hand: &WinningHand<'_>, situation: &Situation<'_>) -> Result<(), ScoreError> {
    let mut counts = hand.closed.map(usize::from);
    counts[Kind::NORTH.index()] += usize::from(situation.nuki);
    for meld in hand.melds {
        let first = meld.first.index();
        if meld.shape == MeldShape::Chi {
            (first..first + 3).for_each(|kind| counts[kind] += 1);
        } else {
            counts[first] += meld.len();
        }
    }
    for indicators in [situation.dora_indicators, situation.ura_indicators] {
        if indicators.len() > 5 {
            return Err(ScoreError::Indicators(indicators.len()));
        }
        for kind in indicators {
            counts[kind.index()] += 1;
        }
    }
    for kind in Kind::all() {
        let copies = counts[kind.index()];
        if copies > 4 {
            return Err(ScoreError::Copies(kind, copies));
        }
        let lacking = kind.suit() == Suit::Man && !kind.is_terminal();
        if situation.three_seats && lacking && copies > 0 {
            return Err(ScoreError::NotInPack(kind));
        }
    }
    Ok(())
}

fn check_situation(hand: &WinningHand<'_>, situation: &Situation<'_>) -> Result<(), ScoreError> {
    let Situation { tsumo, first_turn, after_kan, robbed_kan, last_tile, .. } = *situation;
    for wind in [situation.seat_wind, situation.round_wind] {
        if !(Kind::EAST..=Kind::NORTH).contains(&wind) {
            return Err(ScoreError::Wind(wind));
        }
    }
    if situation.three_seats && situation.seat_wind == Kind::NORTH {
        return Err(ScoreError::Wind(Kind::NORTH));
    }
    let riichi = situation.riichi != Riichi::No;
    let conflicts = [
        (riichi && !hand.is_closed(), "riichi", "an open hand"),
        (situation.ippatsu && !riichi, "ippatsu", "no riichi"),
        (situation.open_riichi && !riichi, "open riichi", "no riichi"),
        (after_kan && !tsumo, "a replacement tile", "ron"),
        (robbed_kan && tsumo, "robbing a kan", "tsumo"),
        (after_kan && last_tile, "a replacement tile", "the last tile"),
        (robbed_kan && last_tile, "robbing a kan", "the last tile"),
        (first_turn && !hand.melds.is_empty(), "the first turn", "melds"),
        (first_turn && situation.nuki > 0, "the first turn", "a north set aside"),
        (first_turn && riichi, "the first turn", "riichi"),
        (first_turn && last_tile, "the first turn", "the last tile"),
        (first_turn && (after_kan || robbed_kan), "the first turn", "a kan"),
        (situation.eighth_in_row && !situation.is_dealer(), "eight wins in a row", "no dealer"),
    ];
    match conflicts.iter().find(|(conflict, ..)| *conflict) {
        Some(&(_, one, other)) => Err(ScoreError::Conflict(one, other)),
        None => Ok(()),
    }
}
