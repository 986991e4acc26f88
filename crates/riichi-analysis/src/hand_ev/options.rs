//! The input: the hand's circumstances, and why they can be refused.

use facedown_riichi::Rules;
use facedown_tiles::{FifthCopy, Hand, InvalidHand, Kind, Meld, MeldShape, Pack, Tile};
use std::fmt;

/// The circumstances of a hand, and the parameters of the model.
#[derive(Clone, PartialEq, Debug)]
pub struct EvOptions {
    /// The rules: scoring, red fives, payments, number of seats.
    pub rules: Rules,
    /// The seat wind; east is the dealer.
    pub seat_wind: Kind,
    /// The round wind.
    pub round_wind: Kind,
    /// The melds beside the closed tiles.
    pub melds: Vec<Meld>,
    /// The dora indicators.
    pub dora_indicators: Vec<Tile>,
    /// Other tiles that the seat sees: discards, melds of opponents.
    pub visible: Vec<Tile>,
    /// The kinds that the seat has discarded, for *furiten*; only with `ron`.
    pub discarded: Vec<Kind>,
    /// The norths set aside, three seats only.
    pub nuki: u8,
    /// The own turn, from 1: the number of the discard that is due.
    pub turn: u8,
    /// The number of own draws after this discard, or `None` for those of a round without calls.
    pub draws: Option<u8>,
    /// The number of counters (*honba*).
    pub honba: u32,
    /// The number of riichi sticks on the table.
    pub sticks: u32,
    /// Whether the seat can declare riichi (it has the points).
    pub riichi: bool,
    /// How many times as likely as a winning draw a win by ron is, before each own draw. 0: tsumo
    /// only.
    pub ron: f32,
    /// The chance that another seat is tenpai at an exhaustive draw.
    pub tenpai: f32,
    /// The chance that another seat ends the round between two own draws.
    pub others: f32,
    /// The number of draws on a path that may reshape the hand or take it back a step: 0 or 1.
    pub reshape: u8,
    /// The largest number of hands to consider.
    pub max_nodes: usize,
}

impl Default for EvOptions {
    fn default() -> Self {
        Self {
            rules: Rules::TENHOU,
            seat_wind: Kind::SOUTH,
            round_wind: Kind::EAST,
            melds: Vec::new(),
            dora_indicators: Vec::new(),
            visible: Vec::new(),
            discarded: Vec::new(),
            nuki: 0,
            turn: 1,
            draws: None,
            honba: 0,
            sticks: 0,
            riichi: true,
            ron: 0.0,
            tenpai: DEFAULT_TENPAI,
            others: 0.0,
            reshape: 1,
            max_nodes: 6_000_000,
        }
    }
}

/// The share of seats that are tenpai at exhaustive draws: 44 % at 676 of them in games of Tenhou.
const DEFAULT_TENPAI: f32 = 0.44;

/// Why a hand has no expected value.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub enum EvError {
    /// The closed tiles are not a hand.
    Hand(InvalidHand),
    /// A number of closed tiles that does not fit the melds.
    Tiles {
        /// The number of closed tiles.
        got: usize,
        /// The number of melds.
        melds: usize,
    },
    /// A fifth copy of a kind among hand, melds, indicators and visible tiles.
    Fifth(FifthCopy),
    /// More red fives of a suit than the rules have.
    Reds(Tile, u8),
    /// More melds than a hand has.
    Melds(usize),
    /// A called run with three seats.
    Chi(Meld),
    /// A kind that is not a wind, or north as a seat wind with three seats.
    Wind(Kind),
    /// A number of indicators that is not 0 to 5.
    Indicators(usize),
    /// Norths set aside where there are none.
    Nuki(u8),
    /// A turn that a round does not have.
    Turn {
        /// The turn.
        got: u8,
        /// The last turn of the seat.
        last: u8,
    },
    /// More draws than there are unseen tiles outside the dead wall.
    Draws {
        /// The number of draws.
        got: u8,
        /// The largest possible one.
        most: u8,
    },
    /// More counters or sticks than any table has.
    Count(&'static str, u32),
    /// A chance or a rate out of its range.
    Rate(&'static str, f32),
    /// A number of reshaping draws that is not 0 or 1.
    Reshape(u8),
    /// More hands than allowed are within reach.
    Nodes {
        /// The shanten of the hand.
        shanten: i8,
        /// The limit.
        most: usize,
    },
}

impl fmt::Display for EvError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Hand(error) => error.fmt(f),
            Self::Tiles { got, melds } => {
                let before = 13 - 3 * melds;
                write!(
                    f,
                    "{got} closed tiles with {melds} melds, expected {before} or {}",
                    before + 1
                )
            }
            Self::Fifth(error) => error.fmt(f),
            Self::Reds(tile, n) => {
                write!(f, "{n} tiles {tile}: more red fives than the rules have")
            }
            Self::Melds(n) => write!(f, "{n} melds, expected at most 4"),
            Self::Chi(meld) => write!(f, "meld {meld}: no chi with three seats"),
            Self::Wind(kind) => write!(f, "{kind} cannot be a seat wind or a round wind here"),
            Self::Indicators(n) => write!(f, "{n} dora indicators, expected at most 5"),
            Self::Nuki(n) => write!(f, "{n} norths set aside, expected 0 to 4 with three seats"),
            Self::Turn { got, last } => write!(f, "turn {got}, expected 1 to {last}"),
            Self::Draws { got, most } => write!(f, "{got} draws, expected at most {most}"),
            Self::Count(name, n) => write!(f, "{n} {name}, expected at most 200"),
            Self::Rate(name, rate) => {
                let most = if name == "ron" { 10 } else { 1 };
                write!(f, "{name} {rate}, expected 0 to {most}")
            }
            Self::Reshape(n) => write!(f, "{n} reshaping draws, expected 0 or 1"),
            Self::Nodes { shanten, most } => write!(
                f,
                "shanten {shanten}: more than {most} hands are within reach; reshape = 0, fewer \
                 draws or a larger limit may help"
            ),
        }
    }
}

impl std::error::Error for EvError {}

/// The tiles that a seat cannot see, red fives apart.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hidden {
    /// By kind, red fives included.
    pub(super) kinds: [u8; Kind::COUNT],
    /// The red fives among them, by suit.
    pub(super) reds: [u8; 3],
    /// All of them.
    pub(super) total: u16,
}

impl EvOptions {
    pub(super) const fn pack(&self) -> Pack {
        Pack::of_seats(self.rules.is_three())
    }

    /// Returns the number of own turns of a round without calls. Of the 70 tiles (55 with three
    /// seats) each seat draws in turn, the dealer first.
    pub fn turns(&self) -> u8 {
        let place = self.seat_wind.index().saturating_sub(Kind::EAST.index()) as u8;
        let (live, seats) = if self.rules.is_three() { (55u8, 3) } else { (70, 4) };
        (live - place.min(seats - 1)).div_ceil(seats)
    }

    /// Returns the number of own draws to come.
    pub(super) fn draws_left(&self, after_draw: bool) -> u8 {
        // Before a draw, that of this turn is still to come.
        self.draws.unwrap_or(self.turns() - self.turn + u8::from(!after_draw))
    }

    /// Checks the circumstances of a hand and returns the unseen tiles.
    pub(super) fn check(&self, hand: &Hand) -> Result<Hidden, EvError> {
        self.check_melds()?;
        let (tiles, melds) = (hand.len(), self.melds.len());
        if !matches!(tiles + 3 * melds, 13 | 14) {
            return Err(EvError::Tiles { got: tiles, melds });
        }
        hand.check(self.pack()).map_err(EvError::Hand)?;
        self.check_numbers()?;
        let hidden = self.hidden(hand)?;
        let last = self.turns();
        if !(1..=last).contains(&self.turn) {
            return Err(EvError::Turn { got: self.turn, last });
        }
        let most = hidden.total.min(70) as u8;
        let got = self.draws_left(tiles % 3 == 2);
        if got > most {
            return Err(EvError::Draws { got, most });
        }
        Ok(hidden)
    }

    fn check_melds(&self) -> Result<(), EvError> {
        if self.melds.len() > 4 {
            return Err(EvError::Melds(self.melds.len()));
        }
        let chi = self.melds.iter().find(|meld| meld.shape == MeldShape::Chi);
        match chi {
            Some(&meld) if self.rules.is_three() => Err(EvError::Chi(meld)),
            _ => Ok(()),
        }
    }

    fn check_numbers(&self) -> Result<(), EvError> {
        let three = self.rules.is_three();
        for (wind, is_seat) in [(self.seat_wind, true), (self.round_wind, false)] {
            let is_wind = (Kind::EAST..=Kind::NORTH).contains(&wind);
            if !is_wind || is_seat && three && wind == Kind::NORTH {
                return Err(EvError::Wind(wind));
            }
        }
        if self.dora_indicators.len() > 5 {
            return Err(EvError::Indicators(self.dora_indicators.len()));
        }
        if self.nuki > if three { 4 } else { 0 } {
            return Err(EvError::Nuki(self.nuki));
        }
        if let Some((name, n)) = [("counters", self.honba), ("riichi sticks", self.sticks)]
            .into_iter()
            .find(|c| c.1 > 200)
        {
            return Err(EvError::Count(name, n));
        }
        let rates =
            [("ron", self.ron, 10.0), ("tenpai", self.tenpai, 1.0), ("others", self.others, 1.0)];
        if let Some((name, rate, _)) =
            rates.into_iter().find(|(_, rate, most)| !(0.0..=*most).contains(rate))
        {
            return Err(EvError::Rate(name, rate));
        }
        if self.reshape > 1 {
            return Err(EvError::Reshape(self.reshape));
        }
        Ok(())
    }

    fn hidden(&self, hand: &Hand) -> Result<Hidden, EvError> {
        let (mut seen, mut reds) = ([0u8; Kind::COUNT], [0u8; 3]);
        let norths = std::iter::repeat_n(Tile::plain(Kind::NORTH), self.nuki.into());
        let tiles = (hand.tiles().chain(norths))
            .chain(self.melds.iter().flat_map(|meld| meld.tiles()))
            .chain(self.dora_indicators.iter().copied())
            .chain(self.visible.iter().copied());
        for tile in tiles {
            let kind = tile.kind();
            if !self.pack().contains(kind) {
                return Err(EvError::Hand(InvalidHand::NotInPack(kind)));
            }
            seen[kind.index()] += 1;
            if seen[kind.index()] > 4 {
                return Err(EvError::Fifth(FifthCopy { kind, count: 5 }));
            }
            if tile.is_red() {
                let suit = kind.suit().index();
                reds[suit] += 1;
                if reds[suit] > self.rules.reds[suit] {
                    return Err(EvError::Reds(tile, reds[suit]));
                }
            }
        }
        let pack = self.pack().kinds();
        let kinds =
            std::array::from_fn(
                |k| {
                    if pack.contains(Kind::new(k as u8)) { 4 - seen[k] } else { 0 }
                },
            );
        // A suit can have more plain fives visible than the rules have: then reds are fewer.
        let reds = std::array::from_fn(|suit| {
            (self.rules.reds[suit] - reds[suit]).min(kinds[9 * suit + 4])
        });
        Ok(Hidden { kinds, reds, total: kinds.iter().map(|&n| u16::from(n)).sum() })
    }
}
