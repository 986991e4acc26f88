//! Views as serialisable records.
//!
//! A [`ViewRecord`] is a view in readable notation, with the full history of the hand;
//! `docs/reference/tricks-view.md` describes the format. [`ViewRecord::view`] replays the history, so that
//! external input is checked by every rule that a seat can check.

mod read;
mod replay;

use crate::{Action, Move, Phase, Rules, Tricks, View};
use facedown_cards::Card;
use facedown_game::{Game, Seat};
use serde::{Deserialize, Serialize};

/// The version of the format.
pub const VERSION: u32 = 1;

/// A view as a record.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = TricksView))]
#[serde(deny_unknown_fields)]
pub struct ViewRecord {
    /// The version of the format: 1.
    #[serde(default = "version")]
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub version: u32,
    /// The name of a preset; required without `rules`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// Number of seats; the preset's default if omitted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seats: Option<u8>,
    /// The rules in full.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<Object>))]
    pub rules: Option<Rules>,
    /// The seat whose view this is.
    pub seat: usize,
    /// The dealer.
    pub dealer: usize,
    /// The index of the hand in its match, from 0.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub hand_number: u16,
    /// The seat's hand, without cards that it has chosen to pass; `None` before it has looked.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub hand: Option<Vec<String>>,
    /// The upcard.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub upcard: Option<String>,
    /// The cards passed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub passing: Option<PassingRecord>,
    /// The calls before play, in order.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub calls: Vec<CallRecord>,
    /// The seat's own discard, if it dealt and took the upcard.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub discard: Option<String>,
    /// Whether the dealer has discarded for the upcard.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub discarded: bool,
    /// The tricks in order; the last may be incomplete.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub tricks: Vec<TrickRecord>,
    /// The match score of each seat before the hand; all 0 if omitted.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub scores: Vec<i16>,
    /// The bags of each seat's side before the hand; all 0 if omitted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bags: Vec<u8>,
    /// The seats that are out of the match.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub out: Vec<usize>,
    /// The seat that chooses trump.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chooser: Option<usize>,
    /// The current state, derived from the other fields for readers. Ignored when reading, except
    /// for the first leader.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(required = true, value_type = NowRecord))]
    pub now: Option<NowRecord>,
}

const fn version() -> u32 {
    VERSION
}

/// The cards passed.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = TricksPassing))]
#[serde(deny_unknown_fields)]
pub struct PassingRecord {
    /// The cards that the seat has chosen to pass.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub given: Vec<String>,
    /// The cards that it received.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub received: Vec<String>,
    /// While seats are choosing: the number of cards chosen by all seats.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chosen: Option<u8>,
}

/// A call of a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = TricksCall))]
#[serde(deny_unknown_fields)]
pub struct CallRecord {
    /// The seat.
    pub seat: usize,
    /// The call: `3`, `look`, `blind nil`, `decline`, `trump h`, `trump h alone`.
    pub call: String,
}

/// A trick.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = TricksTrick))]
#[serde(deny_unknown_fields)]
pub struct TrickRecord {
    /// The leader.
    pub leader: usize,
    /// The cards in the order of play.
    pub cards: Vec<String>,
}

/// The current state of a hand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = TricksNow))]
pub struct NowRecord {
    /// The decision of the seat to act.
    pub phase: String,
    /// The seat to act; none when the hand is over.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub to_act: Option<usize>,
    /// The trump suit.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub trump: Option<char>,
    /// Each seat's bid.
    pub bids: Vec<Option<u8>>,
    /// Number of tricks that each seat has taken.
    pub won: Vec<usize>,
    /// The points that each seat has taken.
    pub points: Vec<i32>,
    /// Number of cards in each hand.
    pub cards: Vec<usize>,
    /// The suits in which each seat has shown to be void.
    pub voids: Vec<String>,
}

fn texts(cards: impl IntoIterator<Item = Card>) -> Vec<String> {
    cards.into_iter().map(|card| card.to_string()).collect()
}

impl Phase {
    /// Returns the phase's name in records.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Blind => "blind",
            Self::Bid => "bid",
            Self::Order => "order",
            Self::Name => "name",
            Self::Discard => "discard",
            Self::Play => "play",
            Self::Over => "over",
            Self::Exchange => "exchange",
            Self::Opening => "opening",
        }
    }
}

impl ViewRecord {
    /// Writes a view as a record. The rules are written out unless they are those of this preset.
    pub fn new(game: &Tricks, view: &View, preset: Option<&str>) -> Self {
        let (table, setup) = (&view.table, &view.table.setup);
        let seats = game.seats();
        let same = |name: &&str| {
            Rules::preset_with_seats(name, seats as u8).is_ok_and(|rules| rules == *game.rules())
        };
        let preset = preset.filter(same).map(str::to_owned);
        let looked = table.looked.contains(view.seat);
        let tricks = table.history().map(|(leader, cards)| TrickRecord {
            leader: leader.index(),
            cards: texts(cards.iter().copied()),
        });
        let has_bags = setup.bags[..seats].iter().any(|bags| *bags > 0);
        Self {
            version: VERSION,
            seats: Some(seats as u8),
            rules: preset.is_none().then(|| game.rules().clone()),
            game: preset,
            seat: view.seat.index(),
            dealer: setup.dealer.index(),
            hand_number: setup.hand,
            hand: looked.then(|| texts(view.hand.iter())),
            upcard: table.upcard.map(|card| card.to_string()),
            passing: passing(game, view),
            calls: calls(game, view),
            discard: view.discard.map(|card| card.to_string()),
            discarded: table.discarded,
            tricks: tricks.collect(),
            scores: setup.scores[..seats].to_vec(),
            bags: if has_bags { setup.bags[..seats].to_vec() } else { Vec::new() },
            out: setup.out.iter().map(Seat::index).collect(),
            chooser: setup.chooser.map(Seat::index),
            now: Some(now(game, view)),
        }
    }
}

fn passing(game: &Tricks, view: &View) -> Option<PassingRecord> {
    let table = &view.table;
    game.c.rules.passing_in(table.setup.hand)?;
    Some(PassingRecord {
        given: texts(view.passed.as_slice().iter().copied()),
        received: texts(view.received.as_slice().iter().copied()),
        chosen: (table.phase == Phase::Pass).then_some(table.calls),
    })
}

/// Reconstructs the calls from the table.
fn calls(game: &Tricks, view: &View) -> Vec<CallRecord> {
    let (c, table) = (&*game.c, &view.table);
    let mut calls = Vec::new();
    let mut push = |seat: Seat, call: Move| {
        calls.push(CallRecord { seat: seat.index(), call: Action::from(call).to_string() });
    };
    let start = crate::Table::new(c, table.setup);
    if let Some(maker) = table.maker.or_else(|| table.declined().then_some(table.setup.dealer)) {
        let mut seat = start.to_act;
        for _ in 0..table.calls {
            push(seat, Move::Decline);
            seat = start.after(c, seat);
        }
        if let (Some(suit), true) = (table.trump(), table.maker.is_some()) {
            push(maker, Move::Trump { suit, alone: table.alone });
        }
        return calls;
    }
    let mut seat = start.after(c, table.setup.dealer);
    for _ in 0..start.active {
        let blind = table.blind.contains(seat);
        let has_looked = !start.looked.contains(seat) && table.looked.contains(seat);
        if blind {
            push(seat, Move::BlindNil);
        } else if has_looked {
            push(seat, Move::Look);
        }
        if let (Some(bid), false) = (table.bid(seat), blind) {
            push(seat, Move::Bid(bid));
        }
        seat = start.after(c, seat);
    }
    calls
}

fn now(game: &Tricks, view: &View) -> NowRecord {
    let table = &view.table;
    let seats = || Seat::all(game.seats());
    let constraints = game.constraints(view);
    let over = table.phase == Phase::Over;
    NowRecord {
        phase: table.phase.name().to_owned(),
        to_act: (!over).then(|| table.to_act.index()),
        trump: table.trump().map(facedown_cards::Suit::letter),
        bids: seats().map(|seat| table.bid(seat)).collect(),
        won: seats().map(|seat| table.won(seat)).collect(),
        points: seats().map(|seat| table.points(seat)).collect(),
        cards: seats().map(|seat| table.count(seat)).collect(),
        voids: seats()
            .map(|seat| {
                constraints.voids(game, table, seat).map(facedown_cards::Suit::letter).collect()
            })
            .collect(),
    }
}
