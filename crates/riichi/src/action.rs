//! Actions of a seat, events that a seat observes, and their texts.

use crate::score::Win;
use facedown_game::{Indexed, Seat, SeatSet, packed_enum};
use facedown_tiles::{Kind, Meld, Tile, notation};
use std::fmt;

/// An action of a seat. Red fives are tiles of their own.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Discards a tile.
    Discard {
        /// The tile.
        tile: Tile,
        /// Whether it is the tile just drawn (*tsumogiri*), not an equal one from the hand.
        drawn: bool,
    },
    /// Declares riichi; the discard follows.
    Riichi,
    /// Wins with the tile just drawn.
    Tsumo,
    /// Declares a closed kan (*ankan*).
    ClosedKan(Kind),
    /// Adds the fourth tile to a pon (*kakan*).
    AddedKan(Tile),
    /// Sets a north wind aside (*nukidora*), three seats only.
    Nuki,
    /// Ends the round: nine kinds of terminals and honours (*kyuushu kyuuhai*).
    NineTerminals,
    /// Passes on an offered tile.
    Pass,
    /// Calls chi on the left neighbour's discard with these two tiles of the hand, ascending.
    Chi([Tile; 2]),
    /// Calls pon on a discard with these two tiles of its kind, ascending.
    Pon([Tile; 2]),
    /// Calls kan on a discard with the three other tiles of its kind (*daiminkan*).
    OpenKan,
    /// Wins on another seat's tile.
    Ron,
}

impl Indexed for Action {
    #[inline]
    fn to_index(self) -> u16 {
        crate::ActionIds::id(self) as u16
    }

    #[inline]
    fn from_index(index: u16) -> Option<Self> {
        crate::ActionIds::from_id(usize::from(index))
    }
}

impl Action {
    /// Returns the text that a person types: `5p`, `5p*` for the tile just drawn, `riichi`,
    /// `chi 46p`, `kan 9m`, `pass`. Distinct for distinct actions that are legal together.
    pub fn typed(self) -> String {
        match self {
            Self::Discard { tile, drawn: false } => tile.to_string(),
            Self::Discard { tile, drawn: true } => format!("{tile}*"),
            Self::ClosedKan(kind) => format!("kan {kind}"),
            Self::AddedKan(tile) => format!("kan {tile}"),
            Self::OpenKan => "kan".to_owned(),
            Self::Chi(own) => format!("chi {}", notation::tiles(&own)),
            Self::Pon(own) => format!("pon {}", notation::tiles(&own)),
            other => other.to_string(),
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Discard { tile, drawn: false } => write!(f, "discard {tile}"),
            Self::Discard { tile, drawn: true } => write!(f, "tsumogiri {tile}"),
            Self::Riichi => f.write_str("riichi"),
            Self::Tsumo => f.write_str("tsumo"),
            Self::ClosedKan(kind) => write!(f, "closed kan {kind}"),
            Self::AddedKan(tile) => write!(f, "added kan {tile}"),
            Self::Nuki => f.write_str("nuki"),
            Self::NineTerminals => f.write_str("nine terminals"),
            Self::Pass => f.write_str("pass"),
            Self::Chi([a, b]) => write!(f, "chi {a}{b}"),
            Self::Pon([a, b]) => write!(f, "pon {a}{b}"),
            Self::OpenKan => f.write_str("open kan"),
            Self::Ron => f.write_str("ron"),
        }
    }
}

/// Why a round ended without a win.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum DrawKind {
    /// The wall is exhausted (*ryuukyoku*).
    Exhausted,
    /// The wall is exhausted, and some seat discarded only terminals and honours, none of them
    /// called (*nagashi mangan*).
    Nagashi,
    /// Nine kinds of terminals and honours.
    NineTerminals,
    /// Four discards of the same wind.
    FourWinds,
    /// Four riichi.
    FourRiichi,
    /// Four kans of more than one seat.
    FourKans,
    /// Three wins on one discard.
    TripleRon,
}
packed_enum!(DrawKind {
    Exhausted,
    Nagashi,
    NineTerminals,
    FourWinds,
    FourRiichi,
    FourKans,
    TripleRon,
});

impl DrawKind {
    /// Returns whether it is an abortive draw, after which the dealer always repeats.
    #[inline]
    pub const fn is_abort(self) -> bool {
        !matches!(self, Self::Exhausted | Self::Nagashi)
    }
}

/// The closed tiles of a hand, ascending.
#[derive(Clone, Copy, Eq)]
pub struct Tiles {
    tiles: [Tile; 14], // unused from `len` on
    len: u8,
}

impl Tiles {
    /// No tiles.
    pub const EMPTY: Self = Self { tiles: [Tile::new(0); 14], len: 0 };

    /// Adds a tile.
    ///
    /// # Panics
    /// Panics if there are 14 already.
    pub fn push(&mut self, tile: Tile) {
        self.tiles[usize::from(self.len)] = tile;
        self.len += 1;
    }

    /// Returns the tiles.
    pub fn as_slice(&self) -> &[Tile] {
        &self.tiles[..usize::from(self.len)]
    }
}

impl PartialEq for Tiles {
    fn eq(&self, other: &Self) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl std::hash::Hash for Tiles {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.as_slice().hash(state);
    }
}

impl fmt::Debug for Tiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_slice().fmt(f)
    }
}

impl FromIterator<Tile> for Tiles {
    fn from_iter<I: IntoIterator<Item = Tile>>(tiles: I) -> Self {
        let mut all = Self::EMPTY;
        tiles.into_iter().for_each(|tile| all.push(tile));
        all
    }
}

/// A win as all seats observe it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Victory {
    /// The winner.
    pub seat: Seat,
    /// The seat whose tile it is; the winner's own for tsumo.
    pub from: Seat,
    /// The tile that completes the hand.
    pub tile: Tile,
    /// The closed tiles, the winning one included.
    pub hand: Tiles,
    /// Yaku, han, fu and points.
    pub win: Win,
    /// The ura dora indicators; shown after riichi only.
    pub ura: [Option<Tile>; 5],
    /// The seat liable for the yakuman (*pao*).
    pub liable: Option<Seat>,
    /// The change of each seat's points, sticks and honba included.
    pub deltas: [i32; 4],
}

impl std::hash::Hash for Victory {
    /// Hashes the hand and its payments, which determine the rest.
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        (self.seat, self.from, self.tile, self.hand, self.ura, self.deltas).hash(state);
    }
}

/// An event that a seat observes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Event {
    /// The seat's own thirteen tiles, ascending.
    Dealt([Tile; 13]),
    /// A dora indicator is turned.
    Dora(Tile),
    /// A seat draws; only that seat sees the tile.
    Drew {
        /// The seat that draws.
        seat: Seat,
        /// The tile; `None` for the other seats.
        tile: Option<Tile>,
        /// Whether it is a replacement after a kan or a nuki (*rinshanpai*).
        replacement: bool,
    },
    /// A seat discards.
    Discarded {
        /// The seat that discards.
        seat: Seat,
        /// The tile.
        tile: Tile,
        /// Whether it is the tile just drawn (*tsumogiri*).
        drawn: bool,
    },
    /// A seat declares riichi; its discard follows.
    RiichiDeclared(Seat),
    /// Nobody won on the riichi discard: the stick is paid.
    RiichiAccepted(Seat),
    /// A seat calls the last discard: chi, pon or open kan.
    Called {
        /// The caller.
        seat: Seat,
        /// The meld.
        meld: Meld,
    },
    /// A seat declares a closed kan.
    ClosedKan {
        /// Its owner.
        seat: Seat,
        /// The meld.
        meld: Meld,
    },
    /// A seat adds a tile to its pon.
    AddedKan {
        /// Its owner.
        seat: Seat,
        /// The added tile.
        tile: Tile,
    },
    /// A seat sets a north wind aside.
    Nuki(Seat),
    /// The seat is asked to answer the offered tile. No other seat observes it.
    Asked,
    /// The seat has answered. No other seat observes it yet.
    Answered(Action),
    /// A seat wins.
    Won(Victory),
    /// A tenpai seat shows its hand at an exhaustive draw.
    Shown {
        /// Its owner.
        seat: Seat,
        /// Its closed tiles.
        hand: Tiles,
    },
    /// The round ends without a win.
    Drawn {
        /// The kind of draw.
        kind: DrawKind,
        /// The seats that have shown a tenpai hand.
        tenpai: SeatSet,
        /// The change of each seat's points.
        deltas: [i32; 4],
    },
}

impl Event {
    /// Returns whether only one seat observes it: a call offer or its answer.
    pub(crate) const fn is_private(self) -> bool {
        matches!(self, Self::Asked | Self::Answered(_))
    }

    /// Returns whether it happens without an action of a seat.
    #[inline]
    pub(crate) const fn is_automatic(&self) -> bool {
        matches!(self, Self::Dora(_) | Self::RiichiAccepted(_) | Self::Drew { .. })
    }
}
