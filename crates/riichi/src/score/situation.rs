//! What a score depends on besides the tiles, and the tiles themselves.

use facedown_tiles::{Kind, Meld, Tile};

/// The tiles of a win.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WinningHand<'a> {
    /// The closed tiles by kind, *with* the winning tile, whoever it came from; tiles in melds,
    /// closed kans among them, and norths set aside are not here. 14 less three for each meld.
    pub closed: &'a [u8; Kind::COUNT],
    /// How many of the closed tiles are red fives, the winning tile included. Melds carry their
    /// own.
    pub reds: u8,
    /// The melds, at most four.
    pub melds: &'a [Meld],
    /// The winning tile. Only its kind matters here; if it is red, it is among `reds`.
    pub win: Tile,
}

impl WinningHand<'_> {
    /// Whether nothing was called: no meld but closed kans (*menzen*).
    #[inline]
    pub fn is_closed(&self) -> bool {
        !self.melds.iter().any(|meld| meld.is_open())
    }
}

/// Whether a ready hand was declared.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Riichi {
    /// Not declared.
    #[default]
    No,
    /// Declared.
    Single,
    /// Declared on the first turn, before any call (*daburu riichi*).
    Double,
}

/// How the hand was won.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is an independent fact about the win")]
pub struct Situation<'a> {
    /// Won by one's own draw; otherwise off another seat's tile (*ron*).
    pub tsumo: bool,
    /// The winner's wind. East is the dealer.
    pub seat_wind: Kind,
    /// The round's wind.
    pub round_wind: Kind,
    /// Whether riichi was declared.
    pub riichi: Riichi,
    /// Whether the hand was laid open with riichi; counts only where the rules have it.
    pub open_riichi: bool,
    /// Within one uninterrupted turn of riichi (*ippatsu*).
    pub ippatsu: bool,
    /// On the last tile of the wall (*haitei*), or the discard after it (*houtei*).
    pub last_tile: bool,
    /// On a replacement tile (*rinshan*), after a kan or a north set call. It is not the last
    /// tile of the wall as well.
    pub after_kan: bool,
    /// Off a tile on its way to a kan (*chankan*).
    pub robbed_kan: bool,
    /// On one's first turn with no call before: *tenhou* or *chiihou* by tsumo, *renhou* by ron.
    pub first_turn: bool,
    /// The dealer's eighth win in a row; counts only where the rules have it.
    pub eighth_in_row: bool,
    /// The open indicators.
    pub dora_indicators: &'a [Kind],
    /// The hidden ones, which count only after riichi.
    pub ura_indicators: &'a [Kind],
    /// Norths set aside, three seats only.
    pub nuki: u8,
    /// Three seats: no 2-8 of characters, and the dora after 1m is 9m.
    pub three_seats: bool,
}

impl Situation<'_> {
    /// A plain ron by south in the east round, no indicators: the base for examples and tests.
    pub const RON: Self = Self {
        tsumo: false,
        seat_wind: Kind::SOUTH,
        round_wind: Kind::EAST,
        riichi: Riichi::No,
        open_riichi: false,
        ippatsu: false,
        last_tile: false,
        after_kan: false,
        robbed_kan: false,
        first_turn: false,
        eighth_in_row: false,
        dora_indicators: &[],
        ura_indicators: &[],
        nuki: 0,
        three_seats: false,
    };
    /// The same by tsumo.
    pub const TSUMO: Self = Self { tsumo: true, ..Self::RON };

    /// Whether the winner is the dealer.
    #[inline]
    pub fn is_dealer(&self) -> bool {
        self.seat_wind == Kind::EAST
    }
}
