//! Calls at tables, and the bots that play on.

use super::answer::{CreateAnswer, HistoryAnswer, RemoveAnswer, SeatToken, TableAnswer};
use super::record::{SeatRecord, TableRecord, VERSION};
use super::request::{
    ActAtRequest, Chosen, CreateRequest, HistoryRequest, LookRequest, RecordRequest, RemoveRequest,
    ResignRequest, SeatInput, UndoRequest,
};
use super::table::Table;
use super::{Reserved, TableCall, Tables};
use crate::call::{Begun, Work};
use crate::calls::act::search_params;
use crate::calls::review::GameRecord;
use crate::job::Spent;
use crate::{ErrorKind, Limits, Progress, ServiceError};
use facedown_catalog::{AdviseSpec, AnyAdvisor, AnyGame, CatalogError, game};
use facedown_game::{Control, ProcessClock, Rng, excerpt};
use facedown_search::{Budget, Slice};
use serde_json::{Map, Value};
use std::sync::atomic::{AtomicBool, Ordering};

/// Milliseconds of a bot's decision where none are given.
const BOT_MS: u64 = 100;
/// The most hands that can be asked for.
const MAX_HANDS: u32 = 1_000;

impl TableCall for CreateRequest {
    type Answer = CreateAnswer;

    fn begin_at(
        &self,
        tables: &Tables,
        limits: &Limits,
    ) -> Result<Begun<CreateAnswer>, ServiceError> {
        let game = game(&self.game, &self.rules).map_err(|error| {
            let unknown = matches!(error, CatalogError::UnknownGame(_));
            ServiceError::invalid(if unknown { "game" } else { "rules" }, error)
        })?;
        if self.hands.is_some_and(|hands| !(1..=MAX_HANDS).contains(&hands)) {
            let why = format!("{}, expected 1 to {MAX_HANDS}", self.hands.unwrap_or_default());
            return Err(ServiceError::invalid("hands", why));
        }
        let Value::Object(rules) = game.rules() else {
            return Err(ServiceError::new(ErrorKind::Internal, "rules are no record"));
        };
        let seats = self.seating(&*game, tables, limits)?;
        let seed = match self.seed {
            Some(seed) => seed,
            None => tables.entropy.random().map_err(super::failed)? as u64,
        };
        let person = |(seat, record): (usize, &SeatRecord)| match record {
            SeatRecord::Person(token) => Some(SeatToken { seat, token: token.clone() }),
            SeatRecord::Bot { .. } => None,
        };
        let tokens = seats.iter().enumerate().filter_map(person).collect();
        let record = TableRecord {
            version: VERSION,
            game: self.game.clone(),
            rules,
            seats,
            hands: self.hands,
            seed,
            actions: Vec::new(),
            resigned: None,
        };
        let table = tables.secret()?;
        tables.save(&table, &record)?;
        Ok(Begun::Done(CreateAnswer { table, tokens }))
    }
}

impl CreateRequest {
    fn seating(
        &self,
        game: &dyn AnyGame,
        tables: &Tables,
        limits: &Limits,
    ) -> Result<Vec<SeatRecord>, ServiceError> {
        let usual = || {
            let bot =
                SeatInput { bot: Some(game.info().opponent.to_owned()), ..SeatInput::default() };
            (0..game.seats())
                .map(|seat| if seat == 0 { SeatInput::default() } else { bot.clone() })
                .collect()
        };
        let inputs = self.seats.clone().unwrap_or_else(usual);
        if inputs.len() != game.seats() {
            let why = format!("{} seats, expected {}", inputs.len(), game.seats());
            return Err(ServiceError::invalid("seats", why));
        }
        if inputs.iter().all(|input| input.bot.is_some()) {
            return Err(ServiceError::invalid("seats", "no person among them"));
        }
        let seat = |(i, input): (usize, &SeatInput)| match &input.bot {
            None => Ok(SeatRecord::Person(tables.secret()?)),
            Some(name) => checked_bot(game, name, input, limits).map_err(|error| at_seat(i, error)),
        };
        inputs.iter().enumerate().map(seat).collect()
    }
}

/// Returns an error about a field of a seat.
fn at_seat(seat: usize, error: ServiceError) -> ServiceError {
    let field = error.field.as_deref().unwrap_or("bot");
    ServiceError { field: Some(format!("seats[{seat}].{field}")), ..error }
}

fn checked_bot(
    game: &dyn AnyGame,
    name: &str,
    input: &SeatInput,
    limits: &Limits,
) -> Result<SeatRecord, ServiceError> {
    if name.contains(':') {
        let why = format!("'{}': a budget is given in its own field", excerpt(name));
        return Err(ServiceError::invalid("bot", why));
    }
    let params = search_params(game, name, &Map::new(), 0, limits)?;
    game.bot_with(name, 0, &params).map_err(|error| ServiceError::invalid("bot", error))?;
    let timeout_ms = input.timeout_ms.unwrap_or(match input.iterations {
        Some(_) => limits.bot_ms,
        None => BOT_MS,
    });
    for (field, number, most) in [
        ("timeout_ms", timeout_ms, limits.bot_ms),
        ("iterations", input.iterations.unwrap_or(1), limits.iterations),
    ] {
        if !(1..=most).contains(&number) {
            return Err(ServiceError::invalid(field, format!("{number}, expected 1 to {most}")));
        }
    }
    Ok(SeatRecord::Bot { name: name.to_owned(), timeout_ms, iterations: input.iterations })
}

/// Loads a table as the seat of a token witnesses it.
fn load(tables: &Tables, id: &str, token: &str) -> Result<Table, ServiceError> {
    let record = tables.load(id)?;
    let seat = record.seat(token).ok_or_else(|| {
        let why = "the token is not that of a seat at this table";
        ServiceError {
            field: Some("token".to_owned()),
            ..ServiceError::new(ErrorKind::Forbidden, why)
        }
    })?;
    Table::replay(&record, seat)
}

/// Reserves a table that is to be changed.
fn reserve(tables: &Tables, id: &str) -> Result<Reserved, ServiceError> {
    tables
        .reserve(id)
        .ok_or_else(|| ServiceError::new(ErrorKind::Conflict, "another call is changing the table"))
}

fn conflict(why: impl std::fmt::Display) -> ServiceError {
    ServiceError::new(ErrorKind::Conflict, why)
}

impl TableCall for LookRequest {
    type Answer = TableAnswer;

    /// Bots that are to act do so first, unless another call lets them.
    fn begin_at(
        &self,
        tables: &Tables,
        limits: &Limits,
    ) -> Result<Begun<TableAnswer>, ServiceError> {
        let reserved = tables.reserve(&self.table);
        let table = load(tables, &self.table, &self.token)?;
        let Some(reserved) = reserved.filter(|_| waits(&table)) else {
            return Ok(Begun::Done(table.answer(self.since)?));
        };
        Ok(PlayingOn::begin(table, tables, limits, reserved, self.since))
    }
}

impl TableCall for ActAtRequest {
    type Answer = TableAnswer;

    fn begin_at(
        &self,
        tables: &Tables,
        limits: &Limits,
    ) -> Result<Begun<TableAnswer>, ServiceError> {
        let reserved = reserve(tables, &self.table)?;
        let mut table = load(tables, &self.table, &self.token)?;
        if table.is_over() {
            return Err(conflict("the table is over"));
        }
        if table.record.actions.len() >= limits.actions {
            return Err(conflict("the table has as many actions as it can"));
        }
        let since = table.seen();
        if let Some(seen) = self.seen.filter(|seen| *seen != since) {
            let why = format!("seen is {seen}, but the seat has witnessed {since} events");
            return Err(conflict(why));
        }
        if !table.is_own_turn() {
            return Err(conflict("the seat is not to act"));
        }
        let invalid = |error| ServiceError::invalid("action", error);
        let actions = match &self.action {
            Chosen::Id(action) => vec![*action],
            Chosen::Several(actions) if actions.is_empty() => {
                return Err(ServiceError::invalid("action", "no action"));
            }
            Chosen::Several(actions) => actions.clone(),
            Chosen::Text(text) => table.parse(text).map_err(invalid)?,
        };
        for (i, action) in actions.into_iter().enumerate() {
            if i > 0 && !table.is_own_turn() {
                return Err(ServiceError::invalid("action", "more actions than the seat has"));
            }
            table.apply(action).map_err(invalid)?;
        }
        tables.save(&self.table, &table.record)?;
        Ok(PlayingOn::begin(table, tables, limits, reserved, since))
    }
}

impl TableCall for HistoryRequest {
    type Answer = HistoryAnswer;

    fn begin_at(&self, tables: &Tables, _: &Limits) -> Result<Begun<HistoryAnswer>, ServiceError> {
        Ok(Begun::Done(load(tables, &self.table, &self.token)?.history()))
    }
}

/// Hands out the record of a table that is over: before, it would show hidden cards.
impl TableCall for RecordRequest {
    type Answer = GameRecord;

    fn begin_at(&self, tables: &Tables, _: &Limits) -> Result<Begun<GameRecord>, ServiceError> {
        let table = load(tables, &self.table, &self.token)?;
        if !table.is_over() {
            return Err(conflict("the table is not over"));
        }
        Ok(Begun::Done(table.record.game_record()))
    }
}

/// Takes back the last action of a seat.
impl TableCall for UndoRequest {
    type Answer = TableAnswer;

    fn begin_at(&self, tables: &Tables, _: &Limits) -> Result<Begun<TableAnswer>, ServiceError> {
        let _reserved = reserve(tables, &self.table)?;
        let table = load(tables, &self.table, &self.token)?;
        if !table.can_undo() {
            return Err(conflict("something was learnt since the seat's last action"));
        }
        let mut record = table.record.clone();
        record.actions.pop();
        tables.save(&self.table, &record)?;
        let table = load(tables, &self.table, &self.token)?;
        Ok(Begun::Done(table.answer(table.seen())?))
    }
}

/// Gives up for a seat.
impl TableCall for ResignRequest {
    type Answer = TableAnswer;

    fn begin_at(&self, tables: &Tables, _: &Limits) -> Result<Begun<TableAnswer>, ServiceError> {
        let _reserved = reserve(tables, &self.table)?;
        let mut table = load(tables, &self.table, &self.token)?;
        if table.is_over() {
            return Err(conflict("the table is over"));
        }
        table.resign();
        tables.save(&self.table, &table.record)?;
        Ok(Begun::Done(table.answer(table.seen())?))
    }
}

/// Removes a table. Nobody can take it from another person who plays on.
impl TableCall for RemoveRequest {
    type Answer = RemoveAnswer;

    fn begin_at(&self, tables: &Tables, _: &Limits) -> Result<Begun<RemoveAnswer>, ServiceError> {
        let _reserved = reserve(tables, &self.table)?;
        let table = load(tables, &self.table, &self.token)?;
        let person = |seat: &&SeatRecord| matches!(seat, SeatRecord::Person(_));
        if !table.is_over() && table.record.seats.iter().filter(person).count() > 1 {
            return Err(conflict("another person plays on"));
        }
        tables.store.remove(&self.table).map_err(super::failed)?;
        Ok(Begun::Done(RemoveAnswer { removed: true }))
    }
}

/// Returns whether a bot is to act, or a person who has no choice.
fn waits(table: &Table) -> bool {
    table.bot_to_act().is_some() || table.forced().is_some()
}

/// A table at which bots play on until a person has a choice.
struct PlayingOn {
    table: Table,
    tables: Tables,
    limits: Limits,
    reserved: Reserved,
    since: usize,
    advisor: Option<Box<dyn AnyAdvisor>>,
    saved: usize,
    spent: Spent,
}

impl PlayingOn {
    fn begin(
        table: Table,
        tables: &Tables,
        limits: &Limits,
        reserved: Reserved,
        since: usize,
    ) -> Begun<TableAnswer> {
        let saved = table.record.actions.len();
        Begun::Work(Box::new(Self {
            table,
            tables: tables.clone(),
            limits: *limits,
            reserved,
            since,
            advisor: None,
            saved,
            spent: Spent::default(),
        }))
    }

    fn save(&mut self) -> Result<(), ServiceError> {
        let actions = self.table.record.actions.len();
        if actions > self.saved {
            self.tables.save(&self.reserved.id, &self.table.record)?;
            self.saved = actions;
        }
        Ok(())
    }

    /// Begins the decision of the bot to act.
    fn advisor(&self) -> Result<Option<Box<dyn AnyAdvisor>>, ServiceError> {
        let Some((seat, SeatRecord::Bot { name, timeout_ms, iterations })) =
            self.table.bot_to_act()
        else {
            return Ok(None);
        };
        let internal = |error: CatalogError| ServiceError::new(ErrorKind::Internal, error);
        let record = &self.table.record;
        let turn = record.actions.len() as u64;
        let seed = Rng::stream(record.seed ^ BOT_SEEDS, turn).next_u64();
        let params = search_params(&*self.table.game, name, &Map::new(), seed, &self.limits)?;
        let seconds = Some(*timeout_ms as f64 / 1e3);
        let budget = Budget { seconds, iterations: *iterations, nodes: None };
        let view = self.table.view(seat)?;
        let spec = AdviseSpec::new(name, Some(budget), &params);
        view.begin_advice(&spec).map(Some).map_err(internal)
    }
}

/// Keeps the seeds of bots apart from those of deals.
const BOT_SEEDS: u64 = 0x5eed_b075_5eed_b075;

impl Work<TableAnswer> for PlayingOn {
    fn advance(&mut self, slice: Slice, cancel: &AtomicBool) -> Result<bool, ServiceError> {
        let internal = |error: CatalogError| ServiceError::new(ErrorKind::Internal, error);
        let left = slice.begin(&ProcessClock);
        loop {
            if cancel.load(Ordering::Relaxed)
                || self.table.record.actions.len() >= self.limits.actions
            {
                self.save()?;
                return Ok(true);
            }
            if let Some(action) = self.table.forced() {
                self.table.apply(action).map_err(internal)?;
                continue;
            }
            if self.advisor.is_none() {
                self.advisor = self.advisor()?;
            }
            let Some(advisor) = &mut self.advisor else {
                self.save()?;
                return Ok(true);
            };
            let mut control = Control { cancel: Some(cancel), ..Control::default() };
            let slice = Slice { seconds: left.seconds_left(), iterations: slice.iterations };
            if advisor.advance(slice, &mut control).map_err(internal)? {
                let advice = advisor.advice();
                self.spent.iterations += advice.totals.iterations;
                self.spent.worlds += advice.totals.worlds;
                self.advisor = None;
                // The rest of a whole move is decided anew.
                self.table.apply(advice.best().action).map_err(internal)?;
            }
            if slice.iterations.is_some() || left.is_over() {
                return Ok(false);
            }
        }
    }

    fn progress(&self) -> Option<Progress<TableAnswer>> {
        self.table.answer(self.since).ok().map(|answer| Progress::Answer(Box::new(answer)))
    }

    fn answer(&mut self) -> Result<TableAnswer, ServiceError> {
        self.save()?;
        self.table.answer(self.since)
    }

    fn spent(&self) -> Spent {
        self.spent
    }
}
