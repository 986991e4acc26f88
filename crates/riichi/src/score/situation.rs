//! The input of scoring: the tiles and the circumstances of a win.

use facedown_tiles::{Kind, Meld, Tile};

/// The tiles of a win.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WinningHand<'a> {
    /// The closed tiles by kind, *with* the winning tile, also after ron; without tiles in melds
    /// (closed kans included) and norths set aside. 14 less three for each meld.
    pub closed: &'a [u8; Kind::COUNT],
    /// The number of red fives among the closed tiles, the winning tile included. Melds have their
    /// own.
    pub reds: u8,
    /// The melds, at most four.
    pub melds: &'a [Meld],
    /// The winning tile. Only its kind matters here; if it is red, it is among `reds`.
    pub win: Tile,
}

impl WinningHand<'_> {
    /// Returns whether the hand is closed (*menzen*): it has no melds but closed kans.
    #[inline]
    pub fn is_closed(&self) -> bool {
        !self.melds.iter().any(|meld| meld.is_open())
    }
}

/// Whether riichi was declared.
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

/// The circumstances of a win.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "independent circumstances")]
pub struct Situation<'a> {
    /// Whether it was won by tsumo; otherwise by ron.
    pub tsumo: bool,
    /// The seat wind of the winner. East is the dealer.
    pub seat_wind: Kind,
    /// The round wind.
    pub round_wind: Kind,
    /// Whether riichi was declared.
    pub riichi: Riichi,
    /// Whether it was open riichi; counts only under rules that have it.
    pub open_riichi: bool,
    /// Whether it was within one uninterrupted turn of riichi (*ippatsu*).
    pub ippatsu: bool,
    /// Whether it was on the last tile of the wall (*haitei*), or the discard after it (*houtei*).
    pub last_tile: bool,
    /// Whether it was on a replacement tile (*rinshan*), after a kan or a north set aside. Excludes
    /// `last_tile`.
    pub after_kan: bool,
    /// Whether it robbed a kan (*chankan*).
    pub robbed_kan: bool,
    /// Whether it was on the first turn before any call: *tenhou* or *chiihou* by tsumo, *renhou* by
    /// ron.
    pub first_turn: bool,
    /// Whether it is the dealer's eighth win in a row; counts only under rules that have it.
    pub eighth_in_row: bool,
    /// The dora indicators.
    pub dora_indicators: &'a [Kind],
    /// The ura dora indicators, which count only after riichi.
    pub ura_indicators: &'a [Kind],
    /// The number of norths set aside, three seats only.
    pub nuki: u8,
    /// Whether three seats play: no 2-8 of characters, and the dora after 1m is 9m.
    pub three_seats: bool,
}

impl Situation<'_> {
    /// A plain ron by south in the east round, without indicators: the base for examples and tests.
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

    /// Returns whether the winner is the dealer.
    #[inline]
    pub fn is_dealer(&self) -> bool {
        self.seat_wind == Kind::EAST
    }
}
