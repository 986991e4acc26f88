//! Writing records from the history that the table keeps.

use super::{EndKind, EndRecord, NowRecord, StepRecord, VERSION, ViewRecord};
use crate::state::Part;
use crate::table::{Ending, Phase, STICK, SelfCall, SelfCallKind};
use crate::{Discard, DrawKind, Riichi, Table, View};
use facedown_game::{Game, Seat};
use facedown_tiles::{Kind, Meld, MeldShape, notation};

/// The letters of the winds in records.
pub const WINDS: [&str; 4] = ["E", "S", "W", "N"];

impl ViewRecord {
    /// Writes the record of a view.
    pub fn new(game: &Riichi, view: &View) -> Self {
        let (table, setup) = (&view.table, &view.table.setup);
        let acts = match table.phase {
            Phase::Drawn | Phase::Called | Phase::Declared => true,
            // Tsumo or nine terminals: the seat still held the tile it drew.
            Phase::Over => table.held(table.actor) % 3 == 2,
            _ => false,
        };
        Self {
            version: VERSION,
            seat: view.seat.index(),
            wind: WINDS[usize::from(setup.wind)].to_owned(),
            dealer: setup.dealer.index(),
            honba: setup.honba,
            sticks: setup.sticks,
            scores: setup.scores[..game.seats()].to_vec(),
            dora: notation::tiles(table.dora_indicators()).to_string(),
            hand: view.hand().to_string(),
            drawn: view.drawn().map(|tile| tile.to_string()),
            steps: steps(table),
            turn: acts.then_some(table.actor.index()),
            asked: view.part == Part::Asked,
            answer: match view.part {
                Part::Answered(action) => Some(action.typed()),
                _ => None,
            },
            end: end(game, table),
            now: Some(now(game, view)),
        }
    }
}

/// Returns the history since the deal.
fn steps(table: &Table) -> Vec<StepRecord> {
    let mut steps = Vec::new();
    let mut called = [0; 4];
    let self_calls: Vec<SelfCall> = table.self_calls().collect();
    for place in 0..=table.river.len() {
        let next = (place < table.river.len()).then(|| table.river.at(place));
        if place > 0 && table.river.at(place - 1).called {
            // The caller of a discard acts next.
            let caller = next.map_or(table.actor, |discard| discard.seat);
            steps.push(call(table, caller, &mut called[caller.index()], &self_calls));
        }
        for call in self_calls.iter().filter(|call| call.after == place) {
            steps.push(self_call(table, *call));
        }
        steps.extend(next.map(discarded));
    }
    if table.phase == Phase::Declared {
        let seat = table.actor.index();
        steps.push(StepRecord { seat, riichi: true, ..StepRecord::default() });
    }
    steps
}

fn discarded(discard: Discard) -> StepRecord {
    let Discard { seat, tile, drawn, riichi, .. } = discard;
    let discard = Some(tile.to_string());
    StepRecord { seat: seat.index(), discard, drawn, riichi, ..StepRecord::default() }
}

/// Returns the seat's next call; an added kan was a pon first.
fn call(table: &Table, seat: Seat, from: &mut usize, self_calls: &[SelfCall]) -> StepRecord {
    let melds = table.melds(seat);
    let place = (*from..melds.len()).find(|place| melds[*place].is_open()).unwrap_or(0);
    *from = place + 1;
    let mut meld = melds[place];
    if meld.shape == MeldShape::AddedKan {
        let red = SelfCallKind::AddedKan { meld: place, red: true };
        let red = self_calls.iter().any(|call| call.seat == seat && call.kind == red);
        meld = Meld { shape: MeldShape::Pon, reds: meld.reds - u8::from(red), ..meld };
    }
    StepRecord { seat: seat.index(), meld: Some(meld.to_string()), ..StepRecord::default() }
}

fn self_call(table: &Table, call: SelfCall) -> StepRecord {
    let melds = table.melds(call.seat);
    let mut step = StepRecord { seat: call.seat.index(), ..StepRecord::default() };
    match call.kind {
        SelfCallKind::ClosedKan(place) => step.meld = Some(melds[place].to_string()),
        SelfCallKind::AddedKan { meld, red } => {
            step.add = Some(crate::state::copy_of(melds[meld].first, red).to_string());
        }
        SelfCallKind::Nuki => step.nuki = true,
    }
    step
}

impl From<DrawKind> for EndKind {
    fn from(kind: DrawKind) -> Self {
        match kind {
            DrawKind::Exhausted => Self::Exhausted,
            DrawKind::Nagashi => Self::Nagashi,
            DrawKind::NineTerminals => Self::NineTerminals,
            DrawKind::FourWinds => Self::FourWinds,
            DrawKind::FourRiichi => Self::FourRiichi,
            DrawKind::FourKans => Self::FourKans,
            DrawKind::TripleRon => Self::TripleRon,
        }
    }
}

fn end(game: &Riichi, table: &Table) -> Option<EndRecord> {
    let (by, seats) = match table.ending {
        Ending::Unfinished => return None,
        Ending::Won(seats) if seats.contains(table.actor) => (EndKind::Tsumo, seats),
        Ending::Won(seats) => (EndKind::Ron, seats),
        Ending::Drawn(kind, tenpai) => (kind.into(), tenpai),
    };
    let delta = |seat: Seat| {
        let stick = if table.is_riichi(seat) { STICK } else { 0 };
        table.score(seat) - table.setup.scores[seat.index()] + stick
    };
    Some(EndRecord {
        by,
        seats: seats.iter().map(Seat::index).collect(),
        deltas: Seat::all(game.seats()).map(delta).collect(),
    })
}

fn now(game: &Riichi, view: &View) -> NowRecord {
    let table = &view.table;
    let seats = || Seat::all(game.seats());
    let river = |seat: Seat| {
        let discards = table.river.of(seat).map(|discard| {
            let tile = discard.tile;
            if discard.called { format!("({tile})") } else { tile.to_string() }
        });
        discards.collect::<Vec<_>>().join(" ")
    };
    let melds = |seat: Seat| table.melds(seat).iter().map(Meld::to_string).collect();
    NowRecord {
        left: table.live(),
        scores: seats().map(|seat| table.score(seat)).collect(),
        sticks: table.sticks(),
        offered: table.offered().map(|tile| tile.to_string()),
        rivers: seats().map(river).collect(),
        melds: seats().map(melds).collect(),
        nuki: seats().map(|seat| table.nuki(seat)).collect(),
        riichi: seats().filter(|seat| table.is_riichi(*seat)).map(Seat::index).collect(),
        shanten: view.hand().shanten(game.pack()),
        waits: view.waits().to_string(),
        furiten: view.is_furiten(),
    }
}

/// Returns the number of a wind by its letter or notation.
pub(super) fn wind(text: &str) -> Option<u8> {
    let place = WINDS.iter().position(|wind| wind.eq_ignore_ascii_case(text));
    place.map(|place| place as u8).or_else(|| {
        let kind: Kind = text.parse().ok()?;
        (Kind::EAST..=Kind::NORTH).contains(&kind).then(|| (kind.index() - 27) as u8)
    })
}
