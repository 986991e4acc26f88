//! Reading records.

use super::reader::Reader;
use super::write::wind;
use super::{EndKind, StepRecord, ViewRecord};
use crate::game::{Legal, Riichi};
use crate::legal::tenpai_discards;
use crate::state::{Own, Part, own_tiles};
use crate::table::Phase;
use crate::{Setup, Table, View};
use facedown_game::{ActionBuf, Game, InvalidRecord, Seat, excerpt};
use facedown_tiles::{Hand, Tile, notation};

pub(super) type Read<T> = Result<T, InvalidRecord>;

// Bounds far beyond any table, below which no sum overflows.
const MAX_POINTS: i32 = 10_000_000;
const MAX_COUNTERS: u8 = 200;

impl ViewRecord {
    /// Reads the view of the record, by the rules of this game.
    pub fn view(&self, game: &Riichi) -> Read<View> {
        if self.version != super::VERSION {
            let reason = format!("version is {}, expected {}", self.version, super::VERSION);
            return Err(InvalidRecord::new(reason));
        }
        let setup = self.setup(game)?;
        let seat = at_table(game, self.seat, "seat")?;
        let hand: Hand = self.hand.parse().map_err(|error| bad_text("hand", &self.hand, &error))?;
        let dora = tiles("dora", &self.dora)?;
        let mut reader = Reader::new(game, &setup, &hand, &dora)?;
        for (place, step) in self.steps.iter().enumerate() {
            reader.step(step).map_err(|bad| bad.at("step", place + 1))?;
        }
        let turn = self.turn.map(|turn| at_table(game, turn, "turn")).transpose()?;
        // A seat with a tile just drawn is to act.
        let turn = turn.or_else(|| self.drawn.as_ref().map(|_| seat));
        let table = reader.finish(turn, self.end.as_ref())?;
        let (own, drawn) = self.own(game, &table, seat, hand)?;
        let mut view = View { table, own, drawn, seat, part: Part::Silent };
        self.check_own(game, &view)?;
        view.part = self.part(game, &view)?;
        Ok(view)
    }

    fn setup(&self, game: &Riichi) -> Read<Setup> {
        let (seats, first) = (game.seats(), game.first_setup());
        let mut scores = first.scores;
        if !self.scores.is_empty() {
            if self.scores.len() != seats {
                let count = self.scores.len();
                return Err(InvalidRecord::new(format!("{count} scores for {seats} seats")));
            }
            scores[..seats].copy_from_slice(&self.scores);
        }
        let max = MAX_POINTS;
        if let Some(score) = scores.iter().find(|score| !(-max..=max).contains(*score)) {
            return Err(InvalidRecord::field(
                "scores",
                format!("{score}, expected -{max} to {max}"),
            ));
        }
        for (field, count) in [("honba", self.honba), ("sticks", self.sticks)] {
            if count > MAX_COUNTERS {
                let reason = format!("{count}, expected at most {MAX_COUNTERS}");
                return Err(InvalidRecord::field(field, reason));
            }
        }
        let no_wind =
            || InvalidRecord::field("wind", format!("{:?}, expected E, S, W or N", self.wind));
        Ok(Setup {
            scores,
            wind: wind(&self.wind).ok_or_else(no_wind)?,
            dealer: at_table(game, self.dealer, "dealer")?,
            honba: self.honba,
            sticks: self.sticks,
        })
    }

    /// Returns the seat's tiles with their waits before the last draw, and the tile just drawn.
    fn own(
        &self,
        game: &Riichi,
        table: &Table,
        seat: Seat,
        hand: Hand,
    ) -> Read<(Own, Option<Tile>)> {
        let (held, expected) = (hand.len(), table.held(seat));
        if held != expected {
            let reason = format!("{held} tiles in the hand, expected {expected}");
            return Err(InvalidRecord::new(reason).of(seat));
        }
        let named = self.drawn.as_ref().map(|text| tile("drawn", text)).transpose()?;
        let has_drawn = table.actor == seat && held % 3 == 2 && table.phase != Phase::Called;
        let mut before = hand;
        match named {
            Some(tile) if !has_drawn => {
                let reason = format!("drawn {tile}, but the seat has not just drawn");
                return Err(InvalidRecord::new(reason).of(seat));
            }
            None if has_drawn => {
                return Err(InvalidRecord::new("drawn: missing, the seat has just drawn").of(seat));
            }
            Some(tile) => before.try_remove(tile).map_err(|_| {
                InvalidRecord::new(format!("drawn {tile}, which is not in the hand {hand}"))
                    .of(seat)
            })?,
            None => {}
        }
        if table.phase == Phase::Called && table.actor == seat {
            for tile in table.melds(seat).last().into_iter().flat_map(|meld| own_tiles(*meld)) {
                before
                    .try_add(tile)
                    .map_err(|error| InvalidRecord::new(error.to_string()).of(seat))?;
            }
        }
        Ok((Own { hand, waits: before.waits(game.pack()) }, named))
    }

    /// Checks the seat's own tiles against its riichi, calls and shown hand.
    fn check_own(&self, game: &Riichi, view: &View) -> Read<()> {
        let (table, seat, hand) = (&view.table, view.seat, &view.own.hand);
        let own = table.actor == seat;
        let declared = table.is_riichi(seat) || own && table.declaring;
        let reason = if declared && view.own.waits.is_empty() {
            format!("riichi with {hand}, which waits for nothing")
        } else if own
            && table.phase == Phase::Declared
            && tenpai_discards(hand, game.pack()).is_empty()
        {
            format!("riichi with {hand}, which no discard makes tenpai")
        } else if own
            && table.phase == Phase::Called
            && (hand.kinds() - game.barred(table)).is_empty()
        {
            format!("called with {hand}, of which nothing may be discarded")
        } else {
            return self.check_shown(view);
        };
        Err(InvalidRecord::new(reason).of(seat))
    }

    /// Checks that the seat has shown its hand at an exhaustive draw if and only if it is tenpai.
    fn check_shown(&self, view: &View) -> Read<()> {
        let Some(end) = &self.end else { return Ok(()) };
        if !matches!(end.by, EndKind::Exhausted | EndKind::Nagashi) {
            return Ok(());
        }
        let (shown, tenpai) = (end.seats.contains(&view.seat.index()), !view.own.waits.is_empty());
        if shown == tenpai {
            return Ok(());
        }
        let is = if tenpai { "tenpai, and not" } else { "not tenpai, but" };
        let reason = format!("with {} it is {is} among the seats of the end", view.own.hand);
        Err(InvalidRecord::new(reason).of(view.seat))
    }

    /// Returns the seat's part in an open call window.
    fn part(&self, game: &Riichi, view: &View) -> Read<Part> {
        if !self.asked && self.answer.is_none() {
            return Ok(Part::Silent);
        }
        let bad = |reason: &str| Err(InvalidRecord::new(reason).of(view.seat));
        let open = matches!(view.table.phase, Phase::Window(_));
        if !open || view.table.actor == view.seat {
            return bad("asked or has answered, but no tile is offered to it");
        }
        let mut legal = Legal::default();
        game.list_calls(&view.context(), &mut legal);
        if legal.as_slice().len() < 2 {
            return bad("asked or has answered, but it cannot claim the tile");
        }
        let Some(answer) = &self.answer else { return Ok(Part::Asked) };
        if self.asked {
            return bad("asked, and has answered");
        }
        let found = legal.as_slice().iter().find(|action| action.typed() == *answer);
        if let Some(action) = found {
            return Ok(Part::Answered(*action));
        }
        let legal: Vec<String> = legal.as_slice().iter().map(|action| action.typed()).collect();
        bad(&format!("answer: {answer:?}, expected one of {}", legal.join(", ")))
    }
}

/// Returns the seat with this index.
pub(super) fn at_table(game: &Riichi, index: usize, field: &'static str) -> Read<Seat> {
    let seats = game.seats();
    Seat::from_index(index).filter(|seat| seat.index() < seats).ok_or_else(|| {
        InvalidRecord::field(field, format!("no seat {index}, expected 0 to {}", seats - 1))
    })
}

/// Parses a tile.
pub(super) fn tile(what: &str, text: &str) -> Read<Tile> {
    text.parse().map_err(|error| bad_text(what, text, &error))
}

fn tiles(what: &str, text: &str) -> Read<Vec<Tile>> {
    notation::parse_tiles(text).map_err(|error| bad_text(what, text, &error))
}

pub(super) fn bad_text(what: &str, text: &str, error: &dyn std::fmt::Display) -> InvalidRecord {
    // The error quotes the text, but not a whole file in one field.
    let text: String = text.chars().take(60).collect();
    InvalidRecord::new(format!("{what} '{text}': {error}", text = excerpt(&text)))
}

impl StepRecord {
    /// Returns the number of actions that the step contains.
    pub(super) fn action_count(&self) -> usize {
        usize::from(self.discard.is_some() || self.riichi)
            + usize::from(self.meld.is_some())
            + usize::from(self.add.is_some())
            + usize::from(self.nuki)
    }
}
