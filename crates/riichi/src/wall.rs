//! The wall in Tenhou's order, and dealing from it.
//!
//! Tiles are dealt and drawn from the highest index downwards. Indices 0-13 are the dead wall:
//! replacements are at 1, 0, 3, 2, … and the dora indicators at 5, 7, 9, 11, 13, each with its ura
//! indicator below it. Three seats have 108 tiles, up to eight replacements, and indicators from
//! index 9 on. Each replacement shortens the live wall by its lowest tile. All of this was checked
//! with the shuffle seeds of real games, `docs/reference/rules/riichi.md`.

use crate::game::Riichi;
use crate::rules::Rules;
use crate::state::{Own, Pending, WALL};
use crate::{Event, Setup, State, Table};
use facedown_game::{Rng, Seat, SeatSet, Sink};
use facedown_tiles::{Kind, Tile, TileId};
use std::fmt;

/// Why a round cannot be dealt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum BadDeal {
    /// The wall has the wrong number of tiles.
    Length {
        /// The number of tiles.
        got: usize,
        /// The right number.
        expected: usize,
    },
    /// This tile is in the wall twice.
    Repeated(TileId),
    /// This tile is not in play with three seats.
    NotInPlay(TileId),
    /// The dealer is not a seat of the table.
    Dealer(Seat),
    /// No wind has this number.
    Wind(u8),
}

impl fmt::Display for BadDeal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length { got, expected } => {
                write!(f, "a wall of {got} tiles, expected {expected}")
            }
            Self::Repeated(id) => write!(f, "tile {} is in the wall twice", id.index()),
            Self::NotInPlay(id) => {
                write!(f, "tile {} ({}) is not in play with three seats", id.index(), id.kind())
            }
            Self::Dealer(seat) => write!(f, "the dealer, {seat}, is not at the table"),
            Self::Wind(wind) => write!(f, "no wind {wind}, expected 0 to 3"),
        }
    }
}

impl std::error::Error for BadDeal {}

/// Returns whether a physical tile is in play.
const fn in_play(rules: &Rules, id: u8) -> bool {
    !(rules.is_three() && id >= 4 && id < 32)
}

/// Returns the tile of a physical tile: the lowest copies of a five are the red ones.
fn tile_of(rules: &Rules, id: u8) -> Tile {
    let kind = Kind::new(id / 4);
    let reds = if kind.is_five() { rules.reds[kind.suit().index()] } else { 0 };
    crate::state::copy_of(kind, id % 4 < reds)
}

impl Rules {
    /// Returns all tiles in play, ascending; unused from [`Rules::tiles`] on.
    pub(crate) fn pack(&self) -> [Tile; 136] {
        let mut pack = [Tile::new(0); 136];
        let ids = (0..136).filter(|id| in_play(self, *id));
        for (place, id) in pack.iter_mut().zip(ids) {
            *place = tile_of(self, id);
        }
        pack
    }
}

/// Sorts tiles. Sorting bytes is much faster than comparing tiles.
fn sorted(tiles: [Tile; 13]) -> [Tile; 13] {
    let mut keys = tiles.map(|tile| (tile.kind().index() as u8) << 1 | u8::from(tile.is_red()));
    keys.sort_unstable();
    keys.map(|key| crate::state::copy_of(Kind::new(key >> 1), key & 1 == 1))
}

/// Returns the index of the first dora indicator.
pub(crate) const fn first_indicator(seats: usize) -> usize {
    if seats == 3 { 9 } else { 5 }
}

impl State {
    /// Returns the next tile of the wall.
    #[inline]
    pub(crate) fn next_tile(&self) -> Tile {
        self.wall[self.next_index()]
    }

    /// Returns the index of the next tile of the wall.
    #[inline]
    pub(crate) fn next_index(&self) -> usize {
        13 + usize::from(self.table.replacements) + usize::from(self.table.live)
    }

    /// Returns the next replacement.
    pub(crate) fn next_replacement(&self) -> Tile {
        self.wall[usize::from(self.table.replacements) ^ 1]
    }

    /// Returns the next dora indicator to be turned.
    pub(crate) fn next_dora(&self) -> Tile {
        self.indicator(usize::from(self.table.dora_count))
    }

    fn indicator(&self, number: usize) -> Tile {
        self.wall[first_indicator(self.table.seats()) + 2 * number]
    }

    /// Iterates over the ura indicators of the dora indicators that are turned.
    pub fn ura_indicators(&self) -> impl Iterator<Item = Tile> + '_ {
        let first = first_indicator(self.table.seats()) - 1;
        (0..usize::from(self.table.dora_count)).map(move |number| self.wall[first + 2 * number])
    }

    /// Iterates over the replacements still to be drawn, the next one first.
    pub fn replacements(&self) -> impl Iterator<Item = Tile> + '_ {
        let all = if self.table.seats == 3 { 8 } else { 4 };
        (usize::from(self.table.replacements)..all).map(|number| self.wall[number ^ 1])
    }

    /// Iterates over the dora indicators still to be turned, the next one first.
    pub fn next_indicators(&self) -> impl Iterator<Item = Tile> + '_ {
        (usize::from(self.table.dora_count)..5).map(|number| self.indicator(number))
    }

    /// Iterates over all five ura indicators.
    pub fn all_ura_indicators(&self) -> impl Iterator<Item = Tile> + '_ {
        let first = first_indicator(self.table.seats()) - 1;
        (0..5).map(move |number| self.wall[first + 2 * number])
    }

    /// Iterates over the live wall, the next tile first, including those that replacements will take
    /// from its end.
    pub fn live_wall(&self) -> impl Iterator<Item = Tile> + '_ {
        (0..usize::from(self.table.live)).map(|i| self.wall[self.next_index() - i])
    }

    /// Iterates over the indices of the wall that nobody has seen.
    pub(crate) fn hidden_indices(table: &Table) -> impl Iterator<Item = usize> {
        let replacements = usize::from(table.replacements);
        let first = first_indicator(table.seats());
        let doras = usize::from(table.dora_count);
        let turned = move |place: usize| {
            place >= first && (place - first).is_multiple_of(2) && (place - first) / 2 < doras
        };
        let taken = move |place: usize| (place ^ 1) < replacements;
        (0..14 + replacements + usize::from(table.live))
            .filter(move |place| !turned(*place) && !taken(*place))
    }

    /// Iterates over the tiles of the wall that nobody has seen, from the lowest index up.
    pub fn hidden_wall(&self) -> impl Iterator<Item = Tile> + '_ {
        Self::hidden_indices(&self.table).map(|place| self.wall[place])
    }

    /// Returns the same round with the unseen part of the wall reshuffled, to separate the value of a
    /// decision from the luck of the draw.
    #[must_use]
    pub fn with_reshuffled_wall(&self, rng: &mut Rng) -> Self {
        let mut tiles: Vec<Tile> = self.hidden_wall().collect();
        rng.shuffle(&mut tiles);
        let mut next = tiles.into_iter();
        let wall = Self::wall_of(&self.table, || next.next().unwrap_or(Tile::new(0)));
        Self { wall, ..*self }
    }

    /// Builds a wall with the turned indicators in place and these tiles at its hidden indices.
    pub(crate) fn wall_of(table: &Table, mut next: impl FnMut() -> Tile) -> [Tile; WALL] {
        let mut wall = [Tile::new(0); WALL];
        Self::hidden_indices(table).for_each(|place| wall[place] = next());
        for (number, tile) in table.dora_indicators().iter().enumerate() {
            wall[first_indicator(table.seats()) + 2 * number] = *tile;
        }
        wall
    }
}

impl Riichi {
    /// Deals from a wall in Tenhou's order: 136 tiles, or 108 for three seats.
    pub fn deal_from_wall(
        &self,
        setup: &Setup,
        wall: &[TileId],
        log: &mut impl Sink<Event>,
    ) -> Result<State, BadDeal> {
        let rules = self.rules();
        let expected = rules.tiles();
        if wall.len() != expected {
            return Err(BadDeal::Length { got: wall.len(), expected });
        }
        if setup.dealer.index() >= usize::from(rules.seats) {
            return Err(BadDeal::Dealer(setup.dealer));
        }
        if setup.wind > 3 {
            return Err(BadDeal::Wind(setup.wind));
        }
        let mut seen = [false; TileId::COUNT];
        let mut tiles = [Tile::new(0); 136];
        for (place, id) in tiles.iter_mut().zip(wall) {
            if std::mem::replace(&mut seen[id.index()], true) {
                return Err(BadDeal::Repeated(*id));
            }
            if !in_play(rules, id.index() as u8) {
                return Err(BadDeal::NotInPlay(*id));
            }
            *place = tile_of(rules, id.index() as u8);
        }
        Ok(self.deal_tiles(setup, tiles, log))
    }

    pub(crate) fn deal_shuffled(
        &self,
        setup: &Setup,
        rng: &mut Rng,
        log: &mut impl Sink<Event>,
    ) -> State {
        let mut tiles = *self.pack_tiles();
        rng.shuffle(&mut tiles[..self.rules().tiles()]);
        self.deal_tiles(setup, tiles, log)
    }

    fn deal_tiles(&self, setup: &Setup, wall: [Tile; 136], log: &mut impl Sink<Event>) -> State {
        let rules = self.rules();
        let seats = usize::from(rules.seats);
        let table = Table::new(rules, setup);
        let mut state = State {
            table,
            own: [Own::default(); 4],
            pending: Pending::default(),
            drawn: None,
            wall: std::array::from_fn(|place| wall[place]),
        };
        // Three times four tiles for each seat, then one: the index of a seat's nth tile.
        let place = |seat: usize, n: usize| {
            let before =
                if n < 12 { n / 4 * 4 * seats + 4 * seat + n % 4 } else { 12 * seats + seat };
            rules.tiles() - 1 - before
        };
        for turn in 0..seats {
            let seat = setup.dealer.plus(turn, seats);
            let event = Event::Dealt(sorted(std::array::from_fn(|n| wall[place(turn, n)])));
            state.own[seat.index()].observe(self.pack(), seat, &event);
            log.emit(SeatSet::only(seat), event);
        }
        self.turn_dora(&mut state, log);
        self.draw(&mut state, setup.dealer, log);
        state
    }
}
