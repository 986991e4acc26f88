//! What a seat can do, what a seat can witness, and their texts.

use crate::score::Win;
use facedown_game::{Seat, SeatSet};
use facedown_tiles::{Kind, Meld, Tile, notation};
use std::fmt;

/// What a seat can do. Red fives are tiles of their own.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Discards a tile.
    Discard {
        /// The tile.
        tile: Tile,
        /// It is the very tile just drawn (*tsumogiri*), not one like it out of the hand.
        drawn: bool,
    },
    /// Declares riichi; the discard follows.
    Riichi,
    /// Wins with the tile just drawn.
    Tsumo,
    /// Lays down four alike out of the hand (*ankan*).
    ClosedKan(Kind),
    /// Adds the fourth tile to a pon (*kakan*).
    AddedKan(Tile),
    /// Sets a north wind aside (*nukidora*), three seats only.
    Nuki,
    /// Ends the round: nine kinds of terminals and honours (*kyuushu kyuuhai*).
    NineTerminals,
    /// Lets a tile go.
    Pass,
    /// Takes the left neighbour's discard with these two tiles of the hand, ascending.
    Chi([Tile; 2]),
    /// Takes a discard with these two tiles of its kind, ascending.
    Pon([Tile; 2]),
    /// Takes a discard with all three tiles of its kind (*daiminkan*).
    OpenKan,
    /// Wins with another seat's tile.
    Ron,
}

impl Action {
    /// The text that a person types: `5p`, `5p*` for the tile just drawn, `riichi`, `chi 46p`,
    /// `kan 9m`, `pass`. It differs among actions that are legal together.
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
    /// The wall is exhausted, and somebody discarded nothing but terminals and honours, none of
    /// them called (*nagashi mangan*).
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

impl DrawKind {
    /// Whether the round was aborted: the dealer stays whatever the hands.
    #[inline]
    pub const fn is_abort(self) -> bool {
        !matches!(self, Self::Exhausted | Self::Nagashi)
    }
}

/// The closed tiles of a hand, ascending.
#[derive(Clone, Copy, Eq)]
pub struct Tiles {
    tiles: [Tile; 14], // those from `len` on mean nothing
    len: u8,
}

impl Tiles {
    /// No tile.
    pub const EMPTY: Self = Self { tiles: [Tile::new(0); 14], len: 0 };

    /// Adds a tile.
    ///
    /// # Panics
    /// If there are 14 already.
    pub fn push(&mut self, tile: Tile) {
        self.tiles[usize::from(self.len)] = tile;
        self.len += 1;
    }

    /// The tiles.
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

/// A win as everybody sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Victory {
    /// Who wins.
    pub seat: Seat,
    /// Whose tile it is; the winner's own seat for a tile that was drawn.
    pub from: Seat,
    /// The tile that completes the hand.
    pub tile: Tile,
    /// The closed tiles, the winning one included.
    pub hand: Tiles,
    /// Yaku, han, fu and points.
    pub win: Win,
    /// The indicators under those that were turned; shown after riichi only.
    pub ura: [Option<Tile>; 5],
    /// A seat that answers for a yakuman it fed.
    pub liable: Option<Seat>,
    /// What each seat gains or pays, sticks and counters included.
    pub deltas: [i32; 4],
}

impl std::hash::Hash for Victory {
    /// The hand and its payments say the rest.
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        (self.seat, self.from, self.tile, self.hand, self.ura, self.deltas).hash(state);
    }
}

/// What a seat can witness.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Event {
    /// The seat's own thirteen tiles, ascending.
    Dealt([Tile; 13]),
    /// An indicator is turned.
    Dora(Tile),
    /// A seat draws; only it sees the tile.
    Drew {
        /// Who draws.
        seat: Seat,
        /// The tile, told to its owner.
        tile: Option<Tile>,
        /// It is a replacement after a kan or a nuki (*rinshanpai*).
        replacement: bool,
    },
    /// A seat discards.
    Discarded {
        /// Who discards.
        seat: Seat,
        /// The tile.
        tile: Tile,
        /// It is the very tile just drawn.
        drawn: bool,
    },
    /// A seat declares riichi; its discard follows.
    RiichiDeclared(Seat),
    /// Nobody won on the declaring discard: a stick is paid.
    RiichiAccepted(Seat),
    /// A seat takes the last discard: a chi, a pon or an open kan.
    Called {
        /// Who calls.
        seat: Seat,
        /// What it lays down.
        meld: Meld,
    },
    /// A seat lays down a closed kan.
    ClosedKan {
        /// Whose it is.
        seat: Seat,
        /// What it lays down.
        meld: Meld,
    },
    /// A seat adds a tile to its pon.
    AddedKan {
        /// Whose it is.
        seat: Seat,
        /// The added tile.
        tile: Tile,
    },
    /// A seat sets a north wind call.
    Nuki(Seat),
    /// The seat is asked what it says to the last tile. Nobody else knows.
    Asked,
    /// What the seat answered. Nobody else knows yet.
    Answered(Action),
    /// A seat wins.
    Won(Victory),
    /// A tenpai seat shows its hand at the end of the wall.
    Shown {
        /// Whose hand it is.
        seat: Seat,
        /// Its closed tiles.
        hand: Tiles,
    },
    /// The round ends without a win.
    Drawn {
        /// Why.
        kind: DrawKind,
        /// Who has shown a tenpai hand.
        tenpai: SeatSet,
        /// What each seat gains or pays.
        deltas: [i32; 4],
    },
}

impl Event {
    /// Whether it tells one seat alone of its own part in a window of calls.
    pub(crate) const fn is_private(self) -> bool {
        matches!(self, Self::Asked | Self::Answered(_))
    }
}
