//! Views as serialisable records.
//!
//! A [`ViewRecord`] is a view in the notation that people read. [`ViewRecord::view`] replays the
//! streets, so that a record from outside has passed every rule that a seat can check. Two jokers are
//! written `X` and `Y`, so that a view round-trips exactly; `X` twice is read too.

use crate::state::Own;
use crate::{Event, Ofc, Phase, Place, Row, Setup, Table, View};
use facedown_cards::{Card, PackCard, PackSet};
use facedown_game::{Game, Hidden, InvalidRecord, Seat, excerpt};
use serde::{Deserialize, Serialize};

/// The version of the format.
pub const VERSION: u32 = 1;

const fn version() -> u32 {
    VERSION
}

/// A view in text notation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = OfcView))]
#[serde(deny_unknown_fields)]
pub struct ViewRecord {
    /// The version of the format: 1.
    #[serde(default = "version")]
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub version: u32,
    /// The seat whose view it is.
    pub seat: usize,
    /// The seat with the button, which acts last.
    pub button: usize,
    /// Whether this is the last hand of the match.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub last: bool,
    /// Number of Fantasyland cards of each seat; 0, or an empty list, for a normal hand.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub fantasy: Vec<u8>,
    /// The seat to act; none if the hand is over.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub to_act: Option<usize>,
    /// The placements of each seat, street by street: `top / middle / bottom`.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub streets: Vec<Vec<String>>,
    /// The cards to place; in Fantasyland all cards of the seat.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub hand: String,
    /// The discards of the seat, a card for each street from the second on.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub discards: String,
    /// In Fantasyland the places of the cards set so far, a letter for each in the order of the hand:
    /// `t`, `m`, `b`, and `x` for a discard.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub set: String,
    /// At the end of the hand the boards of other seats in Fantasyland; empty texts for the rest.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shown: Vec<String>,
    /// All open boards, for people. They follow from the rest: empty, or in agreement with it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub boards: Vec<String>,
}

fn text(cards: impl IntoIterator<Item = PackCard>) -> String {
    let name = |card: PackCard| {
        if card == PackCard::JOKERS[1] { "Y".to_owned() } else { card.to_string() }
    };
    cards.into_iter().map(name).collect::<Vec<_>>().join(" ")
}

fn rows_text(rows: [PackSet; 3]) -> String {
    rows.map(|row| text(row.iter())).join(" / ")
}

fn streets_of(table: &Table, seat: Seat) -> Vec<String> {
    let mut order = table.order(seat).iter();
    let street = |street: usize| {
        let mut rows = [PackSet::EMPTY; 3];
        let placed = order.by_ref().take(table.street_placed(street));
        placed.for_each(|laid| rows[laid.row as usize].insert(laid.card));
        rows_text(rows)
    };
    let done = if table.fantasy(seat) > 0 { 0 } else { table.streets_done(seat) };
    (0..done).map(street).collect()
}

impl From<&View> for ViewRecord {
    fn from(view: &View) -> Self {
        let (table, own, seat) = (view.table(), &view.own, view.seat());
        let over = table.phase() == Phase::Over;
        let n = table.fantasy(seat);
        let setup = table.setup();
        let all = || Seat::all(table.seats());
        let place_of = |card: &PackCard| {
            let row = Row::ALL.into_iter().find(|row| own.rows[*row as usize].contains(*card));
            row.map_or(Place::Discard, Place::from).letter()
        };
        let discards = view.discards();
        let shown = |other: Seat| {
            let is_shown = table.fantasy(other) > 0 && other != seat;
            if is_shown { rows_text(table.rows(other)) } else { String::new() }
        };
        Self {
            version: VERSION,
            seat: seat.index(),
            button: setup.button.index(),
            last: setup.last,
            fantasy: setup.fantasy[..table.seats()].to_vec(),
            to_act: (!over).then(|| table.to_act().index()),
            streets: all().map(|seat| streets_of(table, seat)).collect(),
            hand: if n > 0 {
                text(own.cards[..n].iter().copied())
            } else {
                text(view.hand().iter().copied())
            },
            discards: if n > 0 {
                String::new()
            } else {
                text(view.dealt().iter().copied().filter(|card| discards.contains(*card)))
            },
            set: own.cards[..usize::from(own.set)].iter().map(place_of).collect(),
            shown: if over && setup.fantasy.iter().any(|n| *n > 0) {
                all().map(shown).collect()
            } else {
                Vec::new()
            },
            boards: all().map(|seat| rows_text(table.rows(seat))).collect(),
        }
    }
}

impl ViewRecord {
    /// Returns the view of a record.
    ///
    /// ```
    /// use facedown_game::{Game, Rng, Seat};
    /// use facedown_ofc::{Ofc, Rules, wire::ViewRecord};
    ///
    /// let ofc = Ofc::new(Rules::STANDARD)?;
    /// let view = ofc.view(&ofc.deal(&ofc.first_setup(), &mut Rng::new(1), &mut ()), Seat::new(0));
    /// assert_eq!(ViewRecord::from(&view).view(&ofc)?, view);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn view(&self, game: &Ofc) -> Result<View, InvalidRecord> {
        if self.version != VERSION {
            return Err(InvalidRecord::field("version", format!("{}, expected 1", self.version)));
        }
        let seat = seat_of(game, "seat", self.seat)?;
        let setup = self.setup(game)?;
        let table = Table::new(game.rules(), setup);
        let mut reader = Reader {
            record: self,
            view: View { table, seat, own: Own::BLANK },
            used: PackSet::EMPTY,
        };
        reader.streets()?;
        if table.fantasy(seat) > 0 {
            reader.own_fantasy()?;
        } else {
            reader.own_hand()?;
        }
        reader.end(game)?;
        reader.boards()?;
        let view = reader.view;
        game.worlds(&view).map_err(|error| InvalidRecord::field("hand", error.to_string()))?;
        Ok(view)
    }

    fn setup(&self, game: &Ofc) -> Result<Setup, InvalidRecord> {
        let button = seat_of(game, "button", self.button)?;
        let mut setup = Setup { button, last: self.last, ..game.first_setup() };
        if !self.fantasy.is_empty() && self.fantasy.len() != game.seats() {
            let reason = format!("{} numbers for {} seats", self.fantasy.len(), game.seats());
            return Err(InvalidRecord::field("fantasy", reason));
        }
        for (place, cards) in setup.fantasy.iter_mut().zip(&self.fantasy) {
            let most = game.rules().cards_per_seat();
            if *cards != 0 && !(13..=most).contains(cards) {
                let reason = format!("{cards} cards, expected 0 or 13 to {most}");
                return Err(InvalidRecord::field("fantasy", reason));
            }
            *place = *cards;
        }
        Ok(setup)
    }
}

fn seat_of(game: &Ofc, field: &'static str, number: usize) -> Result<Seat, InvalidRecord> {
    Seat::from_index(number).filter(|seat| seat.index() < game.seats()).ok_or_else(|| {
        let reason = format!("no seat {number}, expected 0 to {}", game.seats() - 1);
        InvalidRecord::field(field, reason)
    })
}

/// Replays a record.
struct Reader<'a> {
    record: &'a ViewRecord,
    view: View,
    used: PackSet,
}

impl Reader<'_> {
    /// Reads cards, none of which may have occurred before.
    fn cards(&mut self, field: &'static str, text: &str) -> Result<PackSet, InvalidRecord> {
        let mut cards = PackSet::EMPTY;
        let mut letters = text.chars().filter(|c| !c.is_whitespace() && *c != ',');
        while let Some(first) = letters.next() {
            let [one, two] = PackCard::JOKERS;
            let card = match first.to_ascii_uppercase() {
                'X' if !self.used.contains(one) => one,
                'X' | 'Y' => two,
                _ => {
                    let token: String = std::iter::once(first).chain(letters.next()).collect();
                    let card = token.parse::<Card>();
                    card.map_err(|error| {
                        InvalidRecord::field(
                            field,
                            format!("'{token}': {error}", token = excerpt(&token)),
                        )
                    })?
                    .into()
                }
            };
            if self.used.contains(card) {
                return Err(InvalidRecord::field(field, format!("{card} is there twice")));
            }
            self.used.insert(card);
            cards.insert(card);
        }
        Ok(cards)
    }

    fn rows(&mut self, field: &'static str, text: &str) -> Result<[PackSet; 3], InvalidRecord> {
        let parts: Vec<&str> = text.split('/').collect();
        let [top, middle, bottom] = parts[..] else {
            let reason = format!(
                "'{text}' has {} rows, expected top / middle / bottom",
                parts.len(),
                text = excerpt(text)
            );
            return Err(InvalidRecord::field(field, reason));
        };
        Ok([self.cards(field, top)?, self.cards(field, middle)?, self.cards(field, bottom)?])
    }

    /// Replays all finished streets in turn, the seat's own with its discards.
    fn streets(&mut self) -> Result<(), InvalidRecord> {
        let record = self.record;
        let seats = self.view.table.seats();
        if record.streets.len() > seats {
            let reason = format!("{} lists for {seats} seats", record.streets.len());
            return Err(InvalidRecord::field("streets", reason));
        }
        let mut discards = self.discards()?.into_iter();
        while self.view.table.phase() == Phase::Streets {
            let (seat, street) = (self.view.table.to_act(), self.view.table.street());
            let listed = record.streets.get(seat.index()).and_then(|list| list.get(street));
            let Some(listed) = listed else { break };
            let rows = self.rows("streets", listed)?;
            self.check_street(rows).map_err(|reason| {
                InvalidRecord::field(
                    "streets",
                    format!("street {} of {seat}: {reason}", street + 1),
                )
            })?;
            if seat == self.view.seat {
                let range = self.view.table.street_cards(street);
                let placed = rows[0] | rows[1] | rows[2];
                let rest = range.len() - placed.len();
                let out: PackSet = discards.by_ref().take(rest).collect();
                if out.len() < rest {
                    return Err(InvalidRecord::field("discards", "one is missing"));
                }
                self.view.own.write(range.start, placed | out);
            }
            self.view.table.observe(Event::Placed(seat, rows));
        }
        let done = |seat: &Seat| match self.view.table.fantasy(*seat) {
            0 => self.view.table.streets_done(*seat),
            _ => 0,
        };
        for seat in Seat::all(seats) {
            let listed = record.streets.get(seat.index()).map_or(0, Vec::len);
            if listed > done(&seat) {
                let reason = format!("{listed} of {seat}, which has not come to act so often");
                return Err(InvalidRecord::field("streets", reason));
            }
        }
        match discards.next() {
            Some(card) => Err(InvalidRecord::field("discards", format!("{card} is one too many"))),
            None => Ok(()),
        }
    }

    /// Reads the seat's discards in the order of the text.
    fn discards(&mut self) -> Result<Vec<PackCard>, InvalidRecord> {
        let text = &self.record.discards;
        let mut list = Vec::new();
        let mut before = self.used;
        let letters: Vec<char> = text.chars().filter(|c| !c.is_whitespace() && *c != ',').collect();
        let mut rest = letters.as_slice();
        while let Some(first) = rest.first() {
            let long = if matches!(first.to_ascii_uppercase(), 'X' | 'Y') { 1 } else { 2 };
            let (token, after) = rest.split_at(long.min(rest.len()));
            rest = after;
            self.cards("discards", &token.iter().collect::<String>())?;
            list.extend((self.used - before).iter());
            before = self.used;
        }
        Ok(list)
    }

    fn check_street(&self, rows: [PackSet; 3]) -> Result<(), String> {
        let table = &self.view.table;
        let placed: usize = rows.iter().map(|row| row.len()).sum();
        let expected = table.street_placed(table.street());
        if placed != expected {
            return Err(format!("{placed} cards, expected {expected}"));
        }
        for (row, cards) in Row::ALL.into_iter().zip(rows) {
            let held = table.rows(table.to_act())[row as usize].len() + cards.len();
            if held > row.size() {
                return Err(format!("{held} cards in the {row} row, expected {}", row.size()));
            }
        }
        Ok(())
    }

    /// Reads the cards of the street that the seat is to place.
    fn own_hand(&mut self) -> Result<(), InvalidRecord> {
        let record = self.record;
        let cards = self.cards("hand", &record.hand)?;
        let table = &self.view.table;
        let acts = table.phase() == Phase::Streets && table.to_act() == self.view.seat;
        let range = table.packet(self.view.seat);
        let expected = if acts { range.len() } else { 0 };
        if cards.len() != expected {
            let reason = format!("{} cards, expected {expected}", cards.len());
            return Err(InvalidRecord::field("hand", reason));
        }
        if acts {
            self.view.own.write(range.start, cards);
        }
        if !record.set.is_empty() {
            return Err(InvalidRecord::field("set", "the seat is not in Fantasyland"));
        }
        Ok(())
    }

    /// Reads the cards of Fantasyland, and the places of those set so far.
    fn own_fantasy(&mut self) -> Result<(), InvalidRecord> {
        let record = self.record;
        let n = self.view.table.fantasy(self.view.seat);
        let cards = self.cards("hand", &record.hand)?;
        if cards.len() != n {
            let reason = format!("{} cards, expected the {n} of Fantasyland", cards.len());
            return Err(InvalidRecord::field("hand", reason));
        }
        let own = &mut self.view.own;
        own.write(0, cards);
        for (at, letter) in record.set.chars().enumerate() {
            let bad = |reason: String| Err(InvalidRecord::field("set", reason));
            let Some(place) = Place::from_letter(letter) else {
                return bad(format!("no place '{letter}', expected t, m, b or x"));
            };
            if at >= n {
                return bad(format!("{} letters for {n} cards", record.set.chars().count()));
            }
            // Once a single place was left, the rest went there by itself.
            if at < usize::from(own.set) {
                let lies =
                    place.row().is_none_or(|row| own.rows[row as usize].contains(own.cards[at]));
                if !lies {
                    return bad(format!("no room for {} in '{letter}'", own.cards[at]));
                }
                continue;
            }
            if own.room(place, n) == 0 {
                return bad(format!("no room for {} in '{letter}'", own.cards[at]));
            }
            own.put(place, n);
        }
        Ok(())
    }

    /// Replays who has set a board in Fantasyland, and the boards that are shown at the end.
    fn end(&mut self, game: &Ofc) -> Result<(), InvalidRecord> {
        let record = self.record;
        let to_act = record.to_act.map(|number| seat_of(game, "to_act", number)).transpose()?;
        let view = &mut self.view;
        while view.table.phase() == Phase::Fantasy && to_act != Some(view.table.to_act()) {
            view.table.observe(Event::Ready(view.table.to_act()));
        }
        let now = (view.table.phase() != Phase::Over).then_some(view.table.to_act());
        if to_act != now {
            let name = |seat: Option<Seat>| seat.map_or("nobody".into(), |seat| seat.to_string());
            let reason = format!("{}, but the rest makes it {}", name(to_act), name(now));
            return Err(InvalidRecord::field("to_act", reason));
        }
        let n = view.table.fantasy(view.seat);
        if n > 0 && view.table.is_set(view.seat) != (usize::from(view.own.set) == n) {
            let reason = format!("{} of {n} cards are set", view.own.set);
            return Err(InvalidRecord::field("set", reason));
        }
        if n > 0 && view.own.set > 0 && view.table.phase() == Phase::Streets {
            return Err(InvalidRecord::field("set", "the others have not finished their boards"));
        }
        if view.table.phase() == Phase::Over {
            return self.shown();
        }
        match record.shown.iter().find(|text| !text.is_empty()) {
            Some(text) => Err(InvalidRecord::field(
                "shown",
                format!("'{text}', but the hand goes on", text = excerpt(text)),
            )),
            None => Ok(()),
        }
    }

    /// Checks that the boards, if given, are those that the rest leads to.
    fn boards(&mut self) -> Result<(), InvalidRecord> {
        let (boards, table) = (&self.record.boards, self.view.table);
        if boards.is_empty() {
            return Ok(());
        }
        if boards.len() != table.seats() {
            let reason = format!("{} boards for {} seats", boards.len(), table.seats());
            return Err(InvalidRecord::field("boards", reason));
        }
        // Either joker may be written `X`.
        let [one, two] = PackCard::JOKERS;
        let alike = |row: PackSet| {
            let jokers = [one, two].into_iter().filter(|joker| row.contains(*joker)).count();
            (row.iter().filter(|card| *card != one && *card != two).collect::<PackSet>(), jokers)
        };
        // These cards have all occurred before: they are counted anew.
        self.used = PackSet::EMPTY;
        for (seat, board) in Seat::all(table.seats()).zip(boards) {
            let (rows, expected) = (self.rows("boards", board)?, table.rows(seat));
            if rows.map(alike) != expected.map(alike) {
                let expected = rows_text(expected);
                let board = excerpt(board);
                let reason = format!("'{board}' of {seat}, but the rest makes it '{expected}'");
                return Err(InvalidRecord::field("boards", reason));
            }
        }
        Ok(())
    }

    fn shown(&mut self) -> Result<(), InvalidRecord> {
        for seat in self.view.table.in_fantasyland().iter() {
            let rows = if seat == self.view.seat {
                self.view.own.rows
            } else {
                let none = String::new();
                let text = self.record.shown.get(seat.index()).unwrap_or(&none).clone();
                self.rows("shown", &text)?
            };
            for (row, cards) in Row::ALL.into_iter().zip(rows) {
                if cards.len() != row.size() {
                    let size = row.size();
                    let reason = format!(
                        "{} cards in the {row} row of {seat}, expected {size}",
                        cards.len()
                    );
                    return Err(InvalidRecord::field("shown", reason));
                }
            }
            self.view.table.observe(Event::Shown(seat, rows));
        }
        Ok(())
    }
}
