//! Builds a view from a record.
//!
//! The record's turns are replayed as events, as the seat observes them; the result must agree
//! with the record. A record that contradicts itself is refused with the field at fault, so that no
//! search starts from an impossible situation.

use super::ViewRecord;
use super::input::{TurnInput, ViewInput};
use crate::kernel::Meld;
use crate::rules::Showdown;
use crate::table::other;
use crate::worlds;
use crate::{Action, Event, Gin, Legal, Phase, Setup, Table, View};
use facedown_cards::{Card, CardSet};
use facedown_game::{ActionBuf, InvalidRecord, Seat, excerpt};

impl Gin {
    /// Builds the view that a record describes: the reverse of [`ViewRecord`].
    ///
    /// ```
    /// use facedown_game::{Game, Rng, Seat};
    /// use facedown_gin::wire::{ViewRecord, ViewInput};
    /// use facedown_gin::{Gin, Rules};
    ///
    /// let gin = Gin::new(Rules::EAAI)?;
    /// let view = gin.view(&gin.deal(&gin.first_setup(), &mut Rng::new(1), &mut ()), Seat::new(0));
    /// let json = serde_json::to_string(&ViewRecord::from(&view))?;
    /// let input: ViewInput = serde_json::from_str(&json)?;
    /// assert_eq!(gin.read_view(&input)?, view);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read_view(&self, input: &ViewInput) -> Result<View, InvalidRecord> {
        let seat = seat("seat", input.seat)?;
        let mut reader = Reader::begin(self, input, seat)?;
        for (number, turn) in input.turns.iter().enumerate() {
            let last = number + 1 == input.turns.len();
            reader.turn(turn, last).map_err(|error| error.at("turn", number + 1))?;
        }
        reader.unfinished_turn()?;
        reader.showdown()?;
        let table = reader.table;
        if table.phase != reader.phase {
            let (given, found) = (reader.phase.name(), table.phase.name());
            let reason = format!("{given}, but the rest of the view makes it {found}");
            return Err(InvalidRecord::field("phase", reason));
        }
        let drew = table.phase == Phase::Discard && table.to_act == seat && table.taken.is_none();
        if drew && input.drawn.is_none() {
            let reason = format!("none, but {seat} has drawn from the stock and holds the card");
            return Err(InvalidRecord::field("drawn", reason));
        }
        let drawn = input.drawn.filter(|_| drew);
        let view = View { table, seat, hand: input.hand, drawn };
        check_view(&view)?;
        input.check_against(&ViewRecord::from(&view))?;
        Ok(view)
    }
}

/// Checks a view for contradictions.
fn check_view(view: &View) -> Result<(), InvalidRecord> {
    if let Some(card) = view.drawn.filter(|card| !view.hand.contains(*card)) {
        return Err(InvalidRecord::field("drawn", format!("{card} is not in the hand")));
    }
    let missing = view.table.known(view.seat) - view.hand;
    if !missing.is_empty() {
        let reason = format!("{missing} is missing: the seat was seen to have it");
        return Err(InvalidRecord::field("hand", reason));
    }
    if view.drawn.is_some_and(|card| view.table.known(view.seat).contains(card)) {
        return Err(InvalidRecord::field("drawn", "a card that the seat was seen to have before"));
    }
    worlds::check(view).map_err(|error| InvalidRecord::field("hand", error.to_string()))
}

fn seat(field: &'static str, number: usize) -> Result<Seat, InvalidRecord> {
    if number < 2 {
        return Ok(Seat::new(number));
    }
    Err(InvalidRecord::field(field, format!("no seat {number}, expected 0 or 1")))
}

/// Returns the error of a turn that cannot have happened.
fn wrong_turn(reason: impl Into<String>) -> InvalidRecord {
    InvalidRecord::field("turns", reason)
}

fn points(input: [i32; 2]) -> Result<[i16; 2], InvalidRecord> {
    let [a, b] = input.map(|points| i16::try_from(points).ok().filter(|points| *points >= 0));
    a.zip(b).map(|(a, b)| [a, b]).ok_or_else(|| {
        InvalidRecord::field(
            "points",
            format!("{input:?}, expected 0 to {} for each seat", i16::MAX),
        )
    })
}

fn phase(name: &str) -> Result<Phase, InvalidRecord> {
    let known: Vec<&str> = Phase::ALL.iter().map(|phase| phase.name()).collect();
    Phase::ALL.into_iter().find(|phase| phase.name() == name).ok_or_else(|| {
        InvalidRecord::field(
            "phase",
            format!(
                "no phase '{name}', expected one of {}",
                known.join(", "),
                name = excerpt(name)
            ),
        )
    })
}

/// Returns whether the cards are a set or a run of any length.
fn is_meld(cards: CardSet) -> bool {
    let (Some(first), Some(last)) = (cards.first(), cards.last()) else { return false };
    let run = first.suit() == last.suit() && last.index() - first.index() + 1 == cards.len();
    let set = cards.iter().all(|card| card.rank() == first.rank());
    cards.len() >= 3 && (run || set)
}

/// Replays a record.
struct Reader<'a> {
    gin: &'a Gin,
    input: &'a ViewInput,
    seat: Seat,
    /// The phase that the record gives.
    phase: Phase,
    to_act: Option<Seat>,
    knocker: Option<Seat>,
    table: Table,
}

impl<'a> Reader<'a> {
    fn begin(gin: &'a Gin, input: &'a ViewInput, own: Seat) -> Result<Self, InvalidRecord> {
        let dealer = seat("dealer", input.dealer)?;
        let phase = phase(&input.phase)?;
        let to_act = input.to_act.map(|number| seat("to_act", number)).transpose()?;
        if to_act.is_none() && phase != Phase::Over {
            return Err(InvalidRecord::field("to_act", "missing: the hand is not over"));
        }
        let knocker = input.knocker.map(|number| seat("knocker", number)).transpose()?;
        let turned = match phase {
            Phase::FirstUpcard => input.first_upcard.or(input.upcard),
            _ => input.first_upcard,
        };
        let Some(turned) = turned else {
            return Err(InvalidRecord::field(
                "first_upcard",
                "missing: the card that was turned first",
            ));
        };
        let points = points(input.points.unwrap_or_default())?;
        let mut table = Table::new(gin.rules(), Setup { dealer, points });
        table.observe(gin.rules(), Event::Turned(turned));
        Ok(Self { gin, input, seat: own, phase, to_act, knocker, table })
    }

    fn observe(&mut self, event: Event) {
        self.table.observe(self.gin.rules(), event);
    }

    /// Returns whether the action is legal for the seat to act, holding these cards.
    fn may(&self, hand: CardSet, action: Action) -> bool {
        // A record may hold anything; the list has room only for hands that can be dealt.
        let drawn = matches!(self.table.phase, Phase::Discard | Phase::KnockDiscard);
        if hand.len() > usize::from(self.gin.rules().hand_size) + usize::from(drawn) {
            return false;
        }
        let mut legal = Legal::default();
        self.gin.list_legal(&self.table, hand, &mut legal);
        legal.as_slice().contains(&action)
    }

    /// Replays a completed turn.
    fn turn(&mut self, turn: &TurnInput, last: bool) -> Result<(), InvalidRecord> {
        let TurnInput { seat: number, took_upcard, discard } = *turn;
        if number > 1 {
            return Err(wrong_turn(format!("no seat {number}, expected 0 or 1")));
        }
        let knocks = last
            && self.knocker.is_some()
            && matches!(
                self.phase,
                Phase::KnockMelds | Phase::Layoff | Phase::DefenderMelds | Phase::Over
            )
            && !self.is_big_gin();
        // The last knock, at the wall, takes the upcard by itself.
        let at_wall = self.table.phase == Phase::Wall && knocks && took_upcard;
        if !at_wall {
            self.draw(Seat::new(number), took_upcard)?;
        }
        if self.table.to_act.index() != number {
            let mover = self.table.to_act;
            return Err(wrong_turn(format!("seat {number} discards, but {mover} is to act")));
        }
        if knocks {
            self.knock(Some(discard))?;
        }
        self.check_discard(discard)?;
        self.observe(Event::Discarded(discard));
        Ok(())
    }

    /// Takes the upcard or draws, after passes that the record does not list.
    fn draw(&mut self, by: Seat, took_upcard: bool) -> Result<(), InvalidRecord> {
        match self.table.phase {
            Phase::Draw => {}
            Phase::FirstUpcard => {
                let passes = match (by == self.table.dealer, took_upcard) {
                    (false, true) => 0,
                    (true, true) => 1,
                    (false, false) => 2,
                    (true, false) => {
                        let reason = "the dealer draws first only by taking the upcard";
                        return Err(wrong_turn(reason));
                    }
                };
                (self.table.first_passes..passes).for_each(|_| self.observe(Event::Passed));
            }
            _ => return Err(wrong_turn("the hand had ended before")),
        }
        if self.table.to_act != by {
            let mover = self.table.to_act;
            return Err(wrong_turn(format!("{by} draws, but {mover} is to act")));
        }
        self.observe(if took_upcard { Event::TookUpcard } else { Event::Drew(None) });
        match self.table.phase {
            Phase::Discard => Ok(()),
            _ => Err(wrong_turn("the hand had ended before the discard")),
        }
    }

    fn check_discard(&self, card: Card) -> Result<(), InvalidRecord> {
        let table = &self.table;
        let mover = table.to_act;
        if (table.seen() - table.known(mover)).contains(card) {
            let reason = format!("{card} is discarded by {mover}, who cannot have it");
            return Err(wrong_turn(reason));
        }
        if !self.gin.rules().rediscard && table.taken == Some(card) {
            let reason = format!("{card} is discarded at once, which the rules forbid");
            return Err(wrong_turn(reason));
        }
        Ok(())
    }

    /// Replays the events since the last discard, up to a decision before the showdown.
    fn unfinished_turn(&mut self) -> Result<(), InvalidRecord> {
        let took = self.input.taken.is_some();
        match self.phase {
            Phase::FirstUpcard => {
                let passes = match self.to_act == Some(self.table.dealer) {
                    true => 1,
                    false if self.input.opponent_refused.is_some_and(|r| !r.is_empty()) => 2,
                    false => 0,
                };
                if self.table.phase == Phase::FirstUpcard {
                    (0..passes).for_each(|_| self.observe(Event::Passed));
                }
            }
            Phase::Discard => self.draw(self.mover(), took)?,
            Phase::KnockDiscard => {
                if self.table.phase != Phase::Wall {
                    self.draw(self.mover(), took)?;
                }
                self.knock(None)?;
            }
            Phase::Over if self.knocker.is_none() => match self.table.phase {
                // The last take that the rules allow ends the hand.
                Phase::Draw if self.table.takes + 1 == self.gin.rules().max_upcard_takes => {
                    self.observe(Event::TookUpcard);
                }
                Phase::Wall => self.observe(Event::Passed),
                _ => {}
            },
            Phase::DefenderMelds | Phase::Over if self.is_big_gin() => {
                let knocker = self.knocker.unwrap_or(self.seat);
                self.draw(knocker, took)?;
                let hand = self.shown(knocker);
                if !self.may(hand, Action::BigGin) {
                    return Err(InvalidRecord::field("knocker", format!("{hand} is no big gin")));
                }
                self.observe(Event::BigGin(hand));
            }
            _ => {}
        }
        Ok(())
    }

    fn mover(&self) -> Seat {
        self.to_act.unwrap_or(self.seat)
    }

    /// Returns whether the record is of a big gin: the knocker has all its cards and discarded none.
    fn is_big_gin(&self) -> bool {
        let cards = usize::from(self.gin.rules().hand_size) + 1;
        self.knocker.is_some_and(|knocker| self.shown(knocker).len() == cards)
            && matches!(self.phase, Phase::DefenderMelds | Phase::Over)
    }

    /// Returns the cards that the record gives a seat, melds laid down not counted.
    fn shown(&self, seat: Seat) -> CardSet {
        if seat == self.seat {
            self.input.hand
        } else {
            self.input.opponent_known.unwrap_or_default()
        }
    }

    /// Returns the melds that the record gives a seat.
    fn melds(&self, seat: Seat) -> &'a [CardSet] {
        &self.input.melds[seat.index()]
    }

    /// Knocks with all cards that the record gives the knocker.
    fn knock(&mut self, discard: Option<Card>) -> Result<(), InvalidRecord> {
        let mover = self.table.to_act;
        if self.knocker != Some(mover) {
            return Err(InvalidRecord::field(
                "knocker",
                format!("expected {mover}, whose turn it was"),
            ));
        }
        let mut hand = self.shown(mover) | discard.map_or(CardSet::EMPTY, CardSet::only);
        self.melds(mover).iter().for_each(|meld| hand |= *meld);
        let size = usize::from(self.gin.rules().hand_size) + 1;
        if hand.len() != size {
            let reason = format!("a hand of {} cards knocks, expected {size}", hand.len());
            return Err(InvalidRecord::field("knocker", reason));
        }
        let elsewhere = hand & (self.table.seen() - self.table.known(mover));
        let up = self.table.upcard.map_or(CardSet::EMPTY, CardSet::only);
        let at_wall = self.table.phase == Phase::Wall;
        let taken = if at_wall { up } else { CardSet::EMPTY };
        if !(elsewhere - taken).is_empty() || !hand.is_superset(self.table.known(mover) | taken) {
            let reason = format!("{hand} knocks, which the turns do not allow");
            return Err(InvalidRecord::field("knocker", reason));
        }
        if !self.may(hand - taken, Action::Knock) {
            return Err(InvalidRecord::field("knocker", format!("nobody may knock with {hand}")));
        }
        self.observe(Event::Knocked(hand));
        match discard {
            Some(card) if !self.may(hand, Action::Card(card)) => Err(InvalidRecord::field(
                "turns",
                format!("nobody may knock with {hand} less {card}"),
            )),
            _ => Ok(()),
        }
    }

    /// Replays the melds and layoffs after a knock.
    fn showdown(&mut self) -> Result<(), InvalidRecord> {
        let Some(knocker) = self.knocker.filter(|_| self.table.knocker.is_some()) else {
            return Ok(());
        };
        if self.table.phase == Phase::KnockMelds {
            self.lay(knocker)?;
            if self.phase == Phase::KnockMelds {
                return Ok(());
            }
            self.pass()?;
        }
        if self.table.phase == Phase::Layoff {
            self.lay_off()?;
            if self.phase == Phase::Layoff {
                return Ok(());
            }
            self.pass()?;
        }
        if self.table.phase == Phase::DefenderMelds {
            let defender = other(knocker);
            self.lay(defender)?;
            if self.phase == Phase::Over {
                self.observe(Event::Shown(self.shown(defender)));
            }
        }
        Ok(())
    }

    /// Returns the cards of the seat to act, as far as the record shows them.
    fn holding(&self) -> CardSet {
        let mover = self.table.to_act;
        let laid = self.table.melds(mover).iter().fold(CardSet::EMPTY, |all, meld| all | *meld);
        let to_lay = self.melds(mover).iter().fold(CardSet::EMPTY, |all, meld| all | *meld);
        let off = if self.knocker == Some(mover) { CardSet::EMPTY } else { self.input.laid_off };
        ((self.shown(mover) | to_lay) - laid) | (off - self.table.laid_off)
    }

    fn pass(&mut self) -> Result<(), InvalidRecord> {
        if !self.may(self.holding(), Action::Pass) {
            let reason = format!("{} cannot have laid down all it wanted", self.table.to_act);
            return Err(InvalidRecord::field("melds", reason));
        }
        self.observe(Event::Passed);
        Ok(())
    }

    fn lay(&mut self, by: Seat) -> Result<(), InvalidRecord> {
        for meld in self.melds(by) {
            let legal = match self.gin.rules().showdown {
                Showdown::Actions => Meld::from_cards(*meld)
                    .is_some_and(|meld| self.may(self.holding(), Action::Lay(meld))),
                Showdown::Best => is_meld(*meld),
            };
            let free = self.table.melds(by).len() < 3
                && self.table.count(by) >= meld.len()
                && ((self.table.seen() - self.table.known(by)) & *meld).is_empty();
            if !(legal && free) {
                return Err(InvalidRecord::field(
                    "melds",
                    format!("{by} cannot have laid down {meld}"),
                ));
            }
            self.observe(Event::Laid(*meld));
        }
        Ok(())
    }

    fn lay_off(&mut self) -> Result<(), InvalidRecord> {
        let defender = self.table.to_act;
        let mut left = self.input.laid_off;
        // A card may fit only after another, so in any order that the rules allow.
        while let Some(card) = left.iter().find(|c| self.may(CardSet::only(*c), Action::Card(*c))) {
            let free = self.table.count(defender) > 0
                && !(self.table.seen() - self.table.known(defender)).contains(card);
            if !free {
                break;
            }
            self.observe(Event::LaidOff(card));
            left.remove(card);
        }
        if left.is_empty() {
            return Ok(());
        }
        Err(InvalidRecord::field("laid_off", format!("{left} cannot have been laid off")))
    }
}
