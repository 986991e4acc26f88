//! Reading a record: its rules, the setup of the hand, then its history.

use super::ViewRecord;
use super::replay::Replay;
use crate::{Rules, Setup, Tricks, View};
use facedown_cards::Card;
use facedown_game::{Game, InvalidRecord, Seat, SeatSet, excerpt};

pub(super) type Read<T> = Result<T, InvalidRecord>;

/// Returns an error about a seat, in a trick if one is at fault.
pub(super) fn invalid(
    trick: Option<usize>,
    seat: Seat,
    reason: impl Into<String>,
) -> InvalidRecord {
    let error = InvalidRecord::new(reason).of(seat);
    match trick {
        Some(number) => error.at("trick", number),
        None => error,
    }
}

pub(super) fn card(text: &str, trick: Option<usize>, seat: Seat) -> Read<Card> {
    text.parse()
        .map_err(|error| invalid(trick, seat, format!("'{text}': {error}", text = excerpt(text))))
}

pub(super) fn cards(texts: &[String], seat: Seat) -> Read<Vec<Card>> {
    texts.iter().map(|text| card(text, None, seat)).collect()
}

/// Checks that a seat of the record exists.
pub(super) fn seat_of(game: &Tricks, index: usize, what: &str) -> Read<Seat> {
    let unknown = || format!("{what} is {index}, expected 0 to {}", game.seats() - 1);
    if index < game.seats() { Ok(Seat::new(index)) } else { Err(InvalidRecord::new(unknown())) }
}

impl ViewRecord {
    /// Returns the rules that the record names or gives.
    pub fn rules(&self) -> Read<Rules> {
        if let Some(rules) = &self.rules {
            return match self.seats {
                Some(seats) if seats != rules.seats => {
                    let reason = format!("seats is {seats}, the rules say {}", rules.seats);
                    Err(InvalidRecord::new(reason))
                }
                _ => Ok(rules.clone()),
            };
        }
        let Some(name) = &self.game else {
            return Err(InvalidRecord::new("neither game nor rules are given"));
        };
        let preset = match self.seats {
            Some(seats) => Rules::preset_with_seats(name, seats),
            None => Rules::preset(name),
        };
        preset.map_err(|error| InvalidRecord::field("game", error.to_string()))
    }

    /// Builds the game of the record.
    pub fn game(&self) -> Read<Tricks> {
        Tricks::new(self.rules()?).map_err(|error| InvalidRecord::new(error.to_string()))
    }

    /// Reads the view, checking its history by the rules of this game.
    pub fn view(&self, game: &Tricks) -> Read<View> {
        if self.version != super::VERSION {
            let reason = format!("version is {}, expected {}", self.version, super::VERSION);
            return Err(InvalidRecord::new(reason));
        }
        let setup = self.setup(game)?;
        let seat = seat_of(game, self.seat, "seat")?;
        let mut replay = Replay::new(game, self, setup, seat)?;
        replay.read_deal()?;
        replay.read_passing()?;
        replay.read_calls()?;
        replay.read_discard()?;
        for (number, trick) in self.tricks.iter().enumerate() {
            replay.read_trick(number + 1, trick)?;
        }
        replay.finish()
    }

    fn setup(&self, game: &Tricks) -> Read<Setup> {
        let seats = game.seats();
        let mut setup = Setup::first(seat_of(game, self.dealer, "dealer")?);
        setup.hand = self.hand_number;
        for (what, len) in [("scores", self.scores.len()), ("bags", self.bags.len())] {
            if len != 0 && len != seats {
                return Err(InvalidRecord::new(format!("{len} {what} for {seats} seats")));
            }
        }
        setup.scores[..self.scores.len()].copy_from_slice(&self.scores);
        setup.bags[..self.bags.len()].copy_from_slice(&self.bags);
        let out = self.out.iter().map(|index| seat_of(game, *index, "out"));
        setup.out = out.collect::<Read<SeatSet>>()?;
        let chooser = self.chooser.map(|index| seat_of(game, index, "chooser"));
        setup.chooser = chooser.transpose()?;
        let reason = if !setup.out.is_empty() && !game.rules().matches.knockout {
            "seats are out in a game without knockouts"
        } else if setup.out.contains(setup.dealer) || seats < setup.out.len() + 2 {
            "the dealer and at least one other seat must be in"
        } else if setup.chooser.is_some_and(|seat| setup.out.contains(seat)) {
            "the seat that chooses trump is out"
        } else {
            return Ok(setup);
        };
        Err(InvalidRecord::new(reason))
    }
}
