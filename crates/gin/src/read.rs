//! Reading a view back from what was written down.
//!
//! The record's turns are played again by events, as a seat witnesses them; what that leads to must
//! be what the record says. A record that contradicts itself is refused with the field at fault, so
//! a search is never asked about a situation that cannot be.

use crate::kernel::Meld;
use crate::rules::Showdown;
use crate::table::other;
use crate::wire::ViewRecord;
use crate::written::{BadView, WrittenTurn, WrittenView};
use crate::{Action, Event, Gin, Legal, Phase, Setup, Table, View};
use facedown_cards::{Card, CardSet};
use facedown_game::{ActionBuf, Hidden, Seat};

impl Gin {
    /// The view that was written down, if it can be: the reverse of [`ViewRecord`].
    ///
    /// ```
    /// use facedown_game::{Game, Rng, Seat};
    /// use facedown_gin::wire::{ViewRecord, WrittenView};
    /// use facedown_gin::{Gin, Rules};
    ///
    /// let gin = Gin::new(Rules::EAAI)?;
    /// let view = gin.view(&gin.deal(&gin.first_setup(), &mut Rng::new(1), &mut ()), Seat::new(0));
    /// let json = serde_json::to_string(&ViewRecord::from(&view))?;
    /// let written: WrittenView = serde_json::from_str(&json)?;
    /// assert_eq!(gin.read_view(&written)?, view);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read_view(&self, written: &WrittenView) -> Result<View, BadView> {
        let seat = seat("seat", written.seat)?;
        let mut reader = Reader::begin(self, written, seat)?;
        for (number, turn) in written.turns.iter().enumerate() {
            let last = number + 1 == written.turns.len();
            reader
                .turn(turn, last)
                .map_err(|why| BadView::new("turns", format!("turn {}: {why}", number + 1)))?;
        }
        reader.unfinished_turn()?;
        reader.showdown()?;
        let table = reader.table;
        if table.phase != reader.phase {
            let (given, found) = (reader.phase.name(), table.phase.name());
            let reason = format!("{given}, but the rest of the view makes it {found}");
            return Err(BadView::new("phase", reason));
        }
        let drew = table.phase == Phase::Discard && table.to_act == seat && table.taken.is_none();
        if drew && written.drawn.is_none() {
            let reason = format!("none, but {seat} has drawn from the stock and holds the card");
            return Err(BadView::new("drawn", reason));
        }
        let drawn = written.drawn.filter(|_| drew);
        let view = View { table, seat, hand: written.hand, drawn };
        self.check(&view)?;
        written.agree(&ViewRecord::from(&view))?;
        Ok(view)
    }

    /// Says what contradicts what in a view.
    fn check(&self, view: &View) -> Result<(), BadView> {
        if let Some(card) = view.drawn.filter(|card| !view.hand.contains(*card)) {
            return Err(BadView::new("drawn", format!("{card} is not in the hand")));
        }
        let missing = view.table.known(view.seat) - view.hand;
        if !missing.is_empty() {
            let reason = format!("{missing} is missing: the seat was seen to have it");
            return Err(BadView::new("hand", reason));
        }
        if view.drawn.is_some_and(|card| view.table.known(view.seat).contains(card)) {
            return Err(BadView::new("drawn", "a card that the seat was seen to have before"));
        }
        self.worlds(view).map(|_| ()).map_err(|error| BadView::new("hand", error.to_string()))
    }
}

fn seat(field: &'static str, number: usize) -> Result<Seat, BadView> {
    if number < 2 {
        return Ok(Seat::new(number));
    }
    Err(BadView::new(field, format!("no seat {number}, expected 0 or 1")))
}

fn points(written: [i32; 2]) -> Result<[i16; 2], BadView> {
    let [a, b] = written.map(|points| i16::try_from(points).ok().filter(|points| *points >= 0));
    a.zip(b).map(|(a, b)| [a, b]).ok_or_else(|| {
        BadView::new("points", format!("{written:?}, expected 0 to {} for each seat", i16::MAX))
    })
}

fn phase(name: &str) -> Result<Phase, BadView> {
    let known: Vec<&str> = Phase::ALL.iter().map(|phase| phase.name()).collect();
    Phase::ALL.into_iter().find(|phase| phase.name() == name).ok_or_else(|| {
        BadView::new("phase", format!("no phase '{name}', expected one of {}", known.join(", ")))
    })
}

/// Whether cards are a set or a run, however long.
fn is_meld(cards: CardSet) -> bool {
    let (Some(first), Some(last)) = (cards.first(), cards.last()) else { return false };
    let run = first.suit() == last.suit() && last.index() - first.index() + 1 == cards.len();
    let set = cards.iter().all(|card| card.rank() == first.rank());
    cards.len() >= 3 && (run || set)
}

/// Plays a record again.
struct Reader<'a> {
    gin: &'a Gin,
    written: &'a WrittenView,
    seat: Seat,
    /// Where the record says that the hand has come to.
    phase: Phase,
    to_act: Option<Seat>,
    knocker: Option<Seat>,
    table: Table,
}

impl<'a> Reader<'a> {
    fn begin(gin: &'a Gin, written: &'a WrittenView, own: Seat) -> Result<Self, BadView> {
        let dealer = seat("dealer", written.dealer)?;
        let phase = phase(&written.phase)?;
        let to_act = written.to_act.map(|number| seat("to_act", number)).transpose()?;
        if to_act.is_none() && phase != Phase::Over {
            return Err(BadView::new("to_act", "missing: the hand is not over"));
        }
        let knocker = written.knocker.map(|number| seat("knocker", number)).transpose()?;
        let turned = match phase {
            Phase::FirstUpcard => written.first_upcard.or(written.upcard),
            _ => written.first_upcard,
        };
        let Some(turned) = turned else {
            return Err(BadView::new("first_upcard", "missing: the card that was turned first"));
        };
        let points = points(written.points.unwrap_or_default())?;
        let mut table = Table::new(gin.rules(), Setup { dealer, points });
        table.observe(gin.rules(), Event::Turned(turned));
        Ok(Self { gin, written, seat: own, phase, to_act, knocker, table })
    }

    fn tell(&mut self, event: Event) {
        self.table.observe(self.gin.rules(), event);
    }

    /// Whether the seat to act may do this, holding these cards.
    fn may(&self, hand: CardSet, action: Action) -> bool {
        // Who writes can write anything; the list has room for what the rules can deal.
        let drawn = matches!(self.table.phase, Phase::Discard | Phase::KnockDiscard);
        if hand.len() > usize::from(self.gin.rules().hand_size) + usize::from(drawn) {
            return false;
        }
        let mut legal = Legal::default();
        self.gin.list(&self.table, hand, &mut legal);
        legal.as_slice().contains(&action)
    }

    /// A completed turn.
    fn turn(&mut self, turn: &WrittenTurn, last: bool) -> Result<(), String> {
        let WrittenTurn { seat: number, took_upcard, discard } = *turn;
        if number > 1 {
            return Err(format!("no seat {number}, expected 0 or 1"));
        }
        let goes_out = last
            && self.knocker.is_some()
            && matches!(
                self.phase,
                Phase::KnockMelds | Phase::Layoff | Phase::DefenderMelds | Phase::Over
            )
            && !self.is_big_gin();
        // The last knock, at the wall, takes the upcard by itself.
        let at_wall = self.table.phase == Phase::Wall && goes_out && took_upcard;
        if !at_wall {
            self.draw(Seat::new(number), took_upcard)?;
        }
        if self.table.to_act.index() != number {
            return Err(format!("seat {number} discards, but {} is to act", self.table.to_act));
        }
        if goes_out {
            self.knock(Some(discard)).map_err(|bad| bad.to_string())?;
        }
        self.check_discard(discard)?;
        self.tell(Event::Discarded(discard));
        Ok(())
    }

    /// The seat takes the upcard or draws, after passes that the record does not list.
    fn draw(&mut self, by: Seat, took_upcard: bool) -> Result<(), String> {
        match self.table.phase {
            Phase::Draw => {}
            Phase::FirstUpcard => {
                let passes = match (by == self.table.dealer, took_upcard) {
                    (false, true) => 0,
                    (true, true) => 1,
                    (false, false) => 2,
                    (true, false) => {
                        return Err("the dealer draws first only by taking the upcard".into());
                    }
                };
                (self.table.first_passes..passes).for_each(|_| self.tell(Event::Passed));
            }
            _ => return Err("the hand had ended before".into()),
        }
        if self.table.to_act != by {
            return Err(format!("{by} draws, but {} is to act", self.table.to_act));
        }
        self.tell(if took_upcard { Event::TookUpcard } else { Event::Drew(None) });
        match self.table.phase {
            Phase::Discard => Ok(()),
            _ => Err("the hand had ended before the discard".into()),
        }
    }

    fn check_discard(&self, card: Card) -> Result<(), String> {
        let table = &self.table;
        let mover = table.to_act;
        if (table.seen() - table.known(mover)).contains(card) {
            return Err(format!("{card} is discarded by {mover}, who cannot have it"));
        }
        if !self.gin.rules().rediscard && table.taken == Some(card) {
            return Err(format!("{card} is discarded at once, which the rules forbid"));
        }
        Ok(())
    }

    /// What has happened since the last discard, up to a decision before the end.
    fn unfinished_turn(&mut self) -> Result<(), BadView> {
        let took = self.written.taken.is_some();
        let turns = |why: String| BadView::new("turns", why);
        match self.phase {
            Phase::FirstUpcard => {
                let passes = match self.to_act == Some(self.table.dealer) {
                    true => 1,
                    false if self.written.opponent_refused.is_some_and(|r| !r.is_empty()) => 2,
                    false => 0,
                };
                if self.table.phase == Phase::FirstUpcard {
                    (0..passes).for_each(|_| self.tell(Event::Passed));
                }
            }
            Phase::Discard => self.draw(self.mover(), took).map_err(turns)?,
            Phase::KnockDiscard => {
                if self.table.phase != Phase::Wall {
                    self.draw(self.mover(), took).map_err(turns)?;
                }
                self.knock(None)?;
            }
            Phase::Over if self.knocker.is_none() => match self.table.phase {
                // The last take that the rules allow ends the hand.
                Phase::Draw if self.table.takes + 1 == self.gin.rules().max_upcard_takes => {
                    self.tell(Event::TookUpcard);
                }
                Phase::Wall => self.tell(Event::Passed),
                _ => {}
            },
            Phase::DefenderMelds | Phase::Over if self.is_big_gin() => {
                let knocker = self.knocker.unwrap_or(self.seat);
                self.draw(knocker, took).map_err(turns)?;
                let hand = self.shown(knocker);
                if !self.may(hand, Action::BigGin) {
                    return Err(BadView::new("knocker", format!("{hand} is no big gin")));
                }
                self.tell(Event::BigGin(hand));
            }
            _ => {}
        }
        Ok(())
    }

    fn mover(&self) -> Seat {
        self.to_act.unwrap_or(self.seat)
    }

    /// Whether the record is of a big gin: the knocker has all its cards and discarded none.
    fn is_big_gin(&self) -> bool {
        let cards = usize::from(self.gin.rules().hand_size) + 1;
        self.knocker.is_some_and(|knocker| self.shown(knocker).len() == cards)
            && matches!(self.phase, Phase::DefenderMelds | Phase::Over)
    }

    /// The cards that the record gives a seat, melds laid down not counted.
    fn shown(&self, seat: Seat) -> CardSet {
        if seat == self.seat {
            self.written.hand
        } else {
            self.written.opponent_known.unwrap_or_default()
        }
    }

    /// The melds that the record gives a seat.
    fn melds(&self, seat: Seat) -> &'a [CardSet] {
        &self.written.melds[seat.index()]
    }

    /// Goes out with all that the record gives the knocker.
    fn knock(&mut self, discard: Option<Card>) -> Result<(), BadView> {
        let mover = self.table.to_act;
        if self.knocker != Some(mover) {
            return Err(BadView::new("knocker", format!("expected {mover}, whose turn it was")));
        }
        let mut hand = self.shown(mover) | discard.map_or(CardSet::EMPTY, CardSet::only);
        self.melds(mover).iter().for_each(|meld| hand |= *meld);
        let size = usize::from(self.gin.rules().hand_size) + 1;
        if hand.len() != size {
            let reason = format!("a hand of {} cards goes out, expected {size}", hand.len());
            return Err(BadView::new("knocker", reason));
        }
        let elsewhere = hand & (self.table.seen() - self.table.known(mover));
        let up = self.table.upcard.map_or(CardSet::EMPTY, CardSet::only);
        let at_wall = self.table.phase == Phase::Wall;
        let taken = if at_wall { up } else { CardSet::EMPTY };
        if !(elsewhere - taken).is_empty() || !hand.is_superset(self.table.known(mover) | taken) {
            let reason = format!("{hand} goes out, which the turns do not allow");
            return Err(BadView::new("knocker", reason));
        }
        if !self.may(hand - taken, Action::Knock) {
            return Err(BadView::new("knocker", format!("nobody may knock with {hand}")));
        }
        self.tell(Event::Knocked(hand));
        match discard {
            Some(card) if !self.may(hand, Action::Card(card)) => {
                Err(BadView::new("turns", format!("nobody may knock with {hand} less {card}")))
            }
            _ => Ok(()),
        }
    }

    /// What was laid down after a knock.
    fn showdown(&mut self) -> Result<(), BadView> {
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
                self.tell(Event::Shown(self.shown(defender)));
            }
        }
        Ok(())
    }

    /// What the seat to act holds, as far as the record tells.
    fn holding(&self) -> CardSet {
        let mover = self.table.to_act;
        let laid = self.table.melds(mover).iter().fold(CardSet::EMPTY, |all, meld| all | *meld);
        let to_lay = self.melds(mover).iter().fold(CardSet::EMPTY, |all, meld| all | *meld);
        let off = if self.knocker == Some(mover) { CardSet::EMPTY } else { self.written.laid_off };
        ((self.shown(mover) | to_lay) - laid) | (off - self.table.laid_off)
    }

    fn pass(&mut self) -> Result<(), BadView> {
        if !self.may(self.holding(), Action::Pass) {
            let reason = format!("{} cannot have laid down all it wanted", self.table.to_act);
            return Err(BadView::new("melds", reason));
        }
        self.tell(Event::Passed);
        Ok(())
    }

    fn lay(&mut self, by: Seat) -> Result<(), BadView> {
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
                return Err(BadView::new("melds", format!("{by} cannot have laid down {meld}")));
            }
            self.tell(Event::Laid(*meld));
        }
        Ok(())
    }

    fn lay_off(&mut self) -> Result<(), BadView> {
        let defender = self.table.to_act;
        let mut left = self.written.laid_off;
        // A card may fit only after another, so in any order that the rules allow.
        while let Some(card) = left.iter().find(|c| self.may(CardSet::only(*c), Action::Card(*c))) {
            let free = self.table.count(defender) > 0
                && !(self.table.seen() - self.table.known(defender)).contains(card);
            if !free {
                break;
            }
            self.tell(Event::LaidOff(card));
            left.remove(card);
        }
        if left.is_empty() {
            return Ok(());
        }
        Err(BadView::new("laid_off", format!("{left} cannot have been laid off")))
    }
}
