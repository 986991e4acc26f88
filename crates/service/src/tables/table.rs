//! A table in progress, replayed from its record, as one seat witnesses it.

use super::answer::{
    ActionAnswer, EventAnswer, HandResult, HistoryAnswer, SelectionAnswer, TableAnswer,
};
use super::record::{SeatRecord, TableRecord, VERSION};
use crate::{ErrorKind, ServiceError};
use facedown_catalog::{AnyGame, AnyHand, AnyMatch, AnyView, CatalogError, game};
use facedown_game::Turn;

/// Worlds in which an action must lead to the same view if it may be taken back.
const WORLDS: u64 = 16;

/// A table, replayed.
pub(super) struct Table {
    pub(super) record: TableRecord,
    pub(super) game: Box<dyn AnyGame>,
    matches: Box<dyn AnyMatch>,
    hand: Box<dyn AnyHand>,
    /// The seat that witnesses.
    seat: usize,
    hand_number: usize,
    events: Vec<EventAnswer>,
    results: Vec<HandResult>,
    /// The seat's view at the end of each hand that is over.
    views: Vec<Box<dyn AnyView>>,
    /// The hand before the last action, if that was the seat's own and in this hand.
    before: Option<Box<dyn AnyHand>>,
    over: bool,
}

#[expect(clippy::needless_pass_by_value, reason = "an argument of map_err")]
fn internal(error: CatalogError) -> ServiceError {
    ServiceError::new(ErrorKind::Internal, format!("table: {error}"))
}

impl Table {
    /// Replays a table as a seat witnesses it.
    pub(super) fn replay(record: &TableRecord, seat: usize) -> Result<Self, ServiceError> {
        if record.version != VERSION {
            let why = format!("table: version {}, expected {VERSION}", record.version);
            return Err(ServiceError::new(ErrorKind::Internal, why));
        }
        let game = game(&record.game, &record.rules).map_err(internal)?;
        let matches = game.begin_match(record.seed);
        let hand = matches.next_hand();
        let hand = hand.ok_or_else(|| ServiceError::new(ErrorKind::Internal, "no first hand"))?;
        let mut table = Self {
            record: TableRecord { actions: Vec::new(), ..record.clone() },
            game,
            matches,
            hand,
            seat,
            hand_number: 0,
            events: Vec::new(),
            results: Vec::new(),
            views: Vec::new(),
            before: None,
            over: record.resigned.is_some(),
        };
        for action in &record.actions {
            table.apply(*action).map_err(internal)?;
        }
        Ok(table)
    }

    /// Returns the seat to act, known to the table alone.
    pub(super) fn to_act(&self) -> Option<usize> {
        match self.hand.turn() {
            Turn::Act(seat) if !self.over => Some(seat.index()),
            _ => None,
        }
    }

    /// Returns the bot to act, with its seat.
    pub(super) fn bot_to_act(&self) -> Option<(usize, &SeatRecord)> {
        let seat = self.to_act()?;
        let record = &self.record.seats[seat];
        matches!(record, SeatRecord::Bot { .. }).then_some((seat, record))
    }

    /// Returns the only action of a person who is not asked where there is no choice.
    pub(super) fn forced(&self) -> Option<usize> {
        let seat = self.to_act()?;
        match (self.game.asks_forced(), &self.record.seats[seat], self.hand.legal().as_slice()) {
            (false, SeatRecord::Person(_), [only]) => Some(*only),
            _ => None,
        }
    }

    /// Returns the view of a seat, for its bot.
    pub(super) fn view(&self, seat: usize) -> Result<Box<dyn AnyView>, ServiceError> {
        self.hand.view(seat).map_err(internal)
    }

    /// Applies an action of the seat to act; a hand that ends makes room for the next.
    pub(super) fn apply(&mut self, action: usize) -> Result<(), CatalogError> {
        let Turn::Act(actor) = self.hand.turn() else {
            return Err(CatalogError::Illegal {
                action: action.to_string(),
                seat: None,
                legal: Vec::new(),
            });
        };
        let (actor, seat) = (actor.index(), self.seat);
        let witnessed = actor == seat || self.hand.is_public(action);
        let text = if witnessed { Some(self.hand.view(seat)?.describe(action)?) } else { None };
        let before = (actor == seat).then(|| self.hand.boxed_clone());
        let told = self.hand.apply_narrated(action, seat)?;
        let hand = self.hand_number;
        if let Some(text) = text {
            let (seat, action) = (Some(actor), Some(action));
            self.events.push(EventAnswer { hand, seat, action, text });
        }
        for narration in told {
            let seat = narration.seat.map(facedown_game::Seat::index);
            self.events.push(EventAnswer { hand, seat, action: None, text: narration.text });
        }
        self.record.actions.push(action);
        self.before = before;
        if self.hand.turn() == Turn::Over {
            self.end_hand()?;
        }
        Ok(())
    }

    fn end_hand(&mut self) -> Result<(), CatalogError> {
        self.before = None;
        self.matches.finish_hand(&*self.hand);
        self.views.push(self.hand.view(self.seat)?);
        self.results.push(HandResult { scores: self.hand.scores(), totals: self.matches.scores() });
        let enough = self.record.hands.is_some_and(|hands| self.results.len() >= hands as usize);
        match self.matches.next_hand() {
            Some(next) if !enough => {
                self.hand = next;
                self.hand_number += 1;
            }
            _ => self.over = true,
        }
        Ok(())
    }

    /// Returns the ids of the actions that a text names for the seat.
    pub(super) fn parse(&self, text: &str) -> Result<Vec<usize>, CatalogError> {
        self.hand.view(self.seat)?.parse(text)
    }

    /// Returns whether the seat is to act, as far as it knows itself.
    pub(super) fn is_own_turn(&self) -> bool {
        self.to_act() == Some(self.seat)
    }

    /// Returns whether the seat has learnt nothing since its last action: it was the last of all, and
    /// in every world that it could not distinguish before, the action leads to the same view.
    pub(super) fn can_undo(&self) -> bool {
        let Some(before) = self.before.as_ref().filter(|_| !self.over) else { return false };
        let Some(action) = self.record.actions.last() else { return false };
        let Ok(now) = self.hand.view(self.seat) else { return false };
        let same = |seed: u64| {
            let mut world = before.view(self.seat)?.world(seed)?;
            world.apply(*action)?;
            Ok::<bool, CatalogError>(world.view(self.seat)?.same(&*now))
        };
        (0..WORLDS).all(|seed| same(seed).unwrap_or(false))
    }

    /// Gives up for the seat.
    pub(super) fn resign(&mut self) {
        self.over = true;
        self.before = None;
        self.record.resigned = Some(self.seat);
    }

    pub(super) fn is_over(&self) -> bool {
        self.over
    }

    /// Returns the number of events that the seat has witnessed.
    pub(super) fn seen(&self) -> usize {
        self.events.len()
    }

    /// Returns what the seat sees, without the first events.
    pub(super) fn answer(&self, since: usize) -> Result<TableAnswer, ServiceError> {
        let view = self.view(self.seat)?;
        let legal = if self.over { Vec::new() } else { view.legal() };
        let action = |action: usize| {
            let (text, about) = (self.game.action_text(action)?, view.describe(action)?);
            Ok(ActionAnswer { action, text, about })
        };
        let actions = legal.iter().map(|id| action(*id)).collect::<Result<Vec<_>, _>>();
        let selection = view.selection().filter(|_| !legal.is_empty());
        let last = self.views.last().filter(|_| self.results.len() == self.hand_number);
        Ok(TableAnswer {
            game: self.record.game.clone(),
            rules: self.game.rules(),
            seat: self.seat,
            players: self.record.seats.iter().map(player).collect(),
            hand: self.hand_number,
            view: view.record(),
            text: view.text(),
            your_turn: !legal.is_empty(),
            actions: actions.map_err(internal)?,
            selection: selection.map(|chosen| SelectionAnswer {
                verb: chosen.verb,
                count: chosen.count,
                cards: chosen.cards,
                example: chosen.example,
            }),
            scores: self.matches.scores(),
            results: self.results.clone(),
            last_view: last.map(|view| view.record()),
            over: self.over,
            winners: self.winners(),
            resigned: self.record.resigned,
            can_undo: self.can_undo(),
            seen: self.events.len(),
            events: self.events.get(since..).unwrap_or_default().to_vec(),
        })
    }

    /// Returns the winners of a table that is over: of the match, of its hands, or those who are left.
    fn winners(&self) -> Vec<usize> {
        let seats = 0..self.record.seats.len();
        match (self.over, self.record.resigned) {
            (false, _) => Vec::new(),
            (true, Some(resigned)) => seats.filter(|seat| *seat != resigned).collect(),
            (true, None) if self.matches.next_hand().is_none() => self.matches.winners(),
            (true, None) => {
                let scores = self.matches.scores();
                let best = scores.iter().max().copied();
                seats.filter(|seat| Some(scores[*seat]) == best).collect()
            }
        }
    }

    /// Returns everything that the seat has witnessed.
    pub(super) fn history(&self) -> HistoryAnswer {
        HistoryAnswer {
            game: self.record.game.clone(),
            rules: self.game.rules(),
            seat: self.seat,
            events: self.events.clone(),
            results: self.results.clone(),
            views: self.views.iter().map(|view| view.record()).collect(),
            over: self.over,
        }
    }
}

#[cfg(test)]
impl Table {
    /// Returns the hand, hidden cards included.
    pub(super) fn hand(&self) -> &dyn AnyHand {
        &*self.hand
    }

    /// Puts another hand in the place of the actual one.
    pub(super) fn replace_hand(&mut self, hand: Box<dyn AnyHand>) -> Box<dyn AnyHand> {
        std::mem::replace(&mut self.hand, hand)
    }
}

fn player(seat: &SeatRecord) -> String {
    match seat {
        SeatRecord::Person(_) => "person".to_owned(),
        SeatRecord::Bot { name, .. } => name.clone(),
    }
}
