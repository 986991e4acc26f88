//! Reading a record: its rules, how the hand started, and then its history.

use super::replay::Replay;
use super::{BadRecord, ViewRecord};
use crate::{Rules, Setup, Tricks, View};
use facedown_cards::Card;
use facedown_game::{Game, Seat, SeatSet};

pub(super) type Read<T> = Result<T, BadRecord>;

pub(super) fn card(text: &str, trick: Option<usize>, seat: Seat) -> Read<Card> {
    text.parse().map_err(|error| BadRecord::at(trick, seat, format!("'{text}': {error}")))
}

pub(super) fn cards(texts: &[String], seat: Seat) -> Read<Vec<Card>> {
    texts.iter().map(|text| card(text, None, seat)).collect()
}

pub(super) fn at_table(game: &Tricks, index: usize, what: &str) -> Read<Seat> {
    let none = || format!("{what} is {index}, expected 0 to {}", game.seats() - 1);
    if index < game.seats() { Ok(Seat::new(index)) } else { Err(BadRecord::new(none())) }
}

impl ViewRecord {
    /// The rules that the record names or gives.
    pub fn rules(&self) -> Read<Rules> {
        if let Some(rules) = &self.rules {
            let same = self.seats.is_none_or(|seats| seats == rules.seats);
            let told = || format!("seats is {:?}, the rules say {}", self.seats, rules.seats);
            return if same { Ok(rules.clone()) } else { Err(BadRecord::new(told())) };
        }
        let Some(name) = &self.game else {
            return Err(BadRecord::new("neither game nor rules are given"));
        };
        let known = crate::rules::PRESETS.join(", ");
        let none = || BadRecord::new(format!("no game '{name}', expected one of {known}"));
        Rules::preset(name, self.seats).ok_or_else(none)
    }

    /// The game of the record.
    pub fn game(&self) -> Read<Tricks> {
        Tricks::new(self.rules()?).map_err(|bad| BadRecord::new(bad.to_string()))
    }

    /// The view of the record, by the rules of this game.
    pub fn view(&self, game: &Tricks) -> Read<View> {
        if self.version != super::VERSION {
            let reason = format!("version is {}, expected {}", self.version, super::VERSION);
            return Err(BadRecord::new(reason));
        }
        let setup = self.setup(game)?;
        let seat = at_table(game, self.seat, "seat")?;
        let mut reader = Replay::new(game, self, setup, seat)?;
        reader.read_deal()?;
        reader.read_passing()?;
        reader.read_calls()?;
        reader.read_discard()?;
        for (number, trick) in self.tricks.iter().enumerate() {
            reader.read_trick(number + 1, trick)?;
        }
        reader.finish()
    }

    fn setup(&self, game: &Tricks) -> Read<Setup> {
        let seats = game.seats();
        let mut setup = Setup::first(at_table(game, self.dealer, "dealer")?);
        setup.hand = self.hand_number;
        for (what, len) in [("scores", self.scores.len()), ("bags", self.bags.len())] {
            if len != 0 && len != seats {
                return Err(BadRecord::new(format!("{len} {what} for {seats} seats")));
            }
        }
        setup.scores[..self.scores.len()].copy_from_slice(&self.scores);
        setup.bags[..self.bags.len()].copy_from_slice(&self.bags);
        let out = self.out.iter().map(|index| at_table(game, *index, "out"));
        setup.out = out.collect::<Read<SeatSet>>()?;
        let chooser = self.chooser.map(|index| at_table(game, index, "chooser"));
        setup.chooser = chooser.transpose()?;
        let reason = if !setup.out.is_empty() && !game.rules().matches.knockout {
            "seats are out, which these rules do not know"
        } else if setup.out.contains(setup.dealer) || seats < setup.out.len() + 2 {
            "the dealer and another seat take part in every hand"
        } else if setup.chooser.is_some_and(|seat| setup.out.contains(seat)) {
            "the seat that chooses trump is out"
        } else {
            return Ok(setup);
        };
        Err(BadRecord::new(reason))
    }
}
