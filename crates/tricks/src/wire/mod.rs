//! Views as records that travel: to Python, a page, a file, and back.
//!
//! A [`ViewRecord`] is a view in the notation that people read, with the full history of the hand;
//! `docs/tricks-view.md` describes its form. [`ViewRecord::view`] folds the history again, so that
//! what comes in from outside has passed every rule that a seat can check.

mod error;
mod read;
mod replay;

pub use error::BadRecord;

use crate::{Action, Move, Phase, Rules, Tricks, View};
use facedown_cards::Card;
use facedown_game::{Game, Seat};
use serde::{Deserialize, Serialize};

/// The version of the record's form.
pub const VERSION: u32 = 1;

/// All that one seat knows, in words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ViewRecord {
    /// The form's version: 1.
    #[serde(default = "version")]
    pub version: u32,
    /// The name of a preset; needed where `rules` are not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// How many play; as many as usual where it is not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seats: Option<u8>,
    /// The rules in full.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<Rules>,
    /// Whose view it is.
    pub seat: usize,
    /// Who dealt.
    pub dealer: usize,
    /// The number of the hand in its match, from 0.
    #[serde(default)]
    pub hand_number: u16,
    /// The seat's cards, those about to be handed on not counted; none before it has looked.
    pub hand: Option<Vec<String>>,
    /// The card turned up.
    #[serde(default)]
    pub upcard: Option<String>,
    /// What was handed on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub passing: Option<PassingRecord>,
    /// What seats said before play, in order, in the words of actions.
    #[serde(default)]
    pub calls: Vec<CallRecord>,
    /// What the seat, having dealt, put away for the upcard.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub discard: Option<String>,
    /// Whether the dealer has put away a card.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub discarded: bool,
    /// The tricks in order, the last one perhaps in progress.
    #[serde(default)]
    pub tricks: Vec<TrickRecord>,
    /// The match score of each seat before the hand; all 0 where it is not given.
    #[serde(default)]
    pub scores: Vec<i16>,
    /// The bags of each seat's side before the hand; all 0 where they are not given.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bags: Vec<u8>,
    /// Seats that take no part.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub out: Vec<usize>,
    /// Who chooses trump.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chooser: Option<usize>,
    /// Where the hand stands: what follows from the rest, for readers; not read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub now: Option<NowRecord>,
}

const fn version() -> u32 {
    VERSION
}

/// What was handed on.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PassingRecord {
    /// The cards that the seat chose to hand on.
    #[serde(default)]
    pub given: Vec<String>,
    /// The cards that it was handed.
    #[serde(default)]
    pub received: Vec<String>,
    /// While seats still choose: how many cards were chosen by all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chosen: Option<u8>,
}

/// What a seat said.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CallRecord {
    /// Which seat.
    pub seat: usize,
    /// What: `3`, `look`, `blind nil`, `decline`, `trump h`, `trump h alone`.
    pub call: String,
}

/// A trick.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrickRecord {
    /// Who led.
    pub leader: usize,
    /// The cards in the order in which they were played.
    pub cards: Vec<String>,
}

/// Where the hand stands.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NowRecord {
    /// What the seat to act decides.
    pub phase: String,
    /// The seat to act; none when the hand is over.
    pub to_act: Option<usize>,
    /// The trump suit.
    pub trump: Option<char>,
    /// Each seat's bid.
    pub bids: Vec<Option<u8>>,
    /// The tricks that each seat has taken.
    pub won: Vec<usize>,
    /// The points that each seat has taken.
    pub points: Vec<i32>,
    /// How many cards each seat holds.
    pub cards: Vec<usize>,
    /// The suits of which each other seat has shown to hold nothing.
    pub voids: Vec<String>,
}

fn texts(cards: impl IntoIterator<Item = Card>) -> Vec<String> {
    cards.into_iter().map(|card| card.to_string()).collect()
}

impl Phase {
    /// The phase's name in records.
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
    /// The record of a view. The rules are written out unless they are those of the preset named.
    pub fn new(game: &Tricks, view: &View, preset: Option<&str>) -> Self {
        let (table, setup) = (&view.table, &view.table.setup);
        let seats = game.seats();
        let same = |name: &&str| {
            Rules::preset(name, Some(seats as u8)).is_some_and(|rules| rules == *game.rules())
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

/// What was said, put together from what the table remembers.
fn calls(game: &Tricks, view: &View) -> Vec<CallRecord> {
    let (c, table) = (&*game.c, &view.table);
    let mut said = Vec::new();
    let mut say = |seat: Seat, call: Move| {
        said.push(CallRecord { seat: seat.index(), call: Action::from(call).to_string() });
    };
    let start = crate::Table::new(c, table.setup);
    if let Some(maker) = table.maker.or_else(|| table.declined().then_some(table.setup.dealer)) {
        let mut seat = start.to_act;
        for _ in 0..table.calls {
            say(seat, Move::Decline);
            seat = start.after(c, seat);
        }
        if let (Some(suit), true) = (table.trump(), table.maker.is_some()) {
            say(maker, Move::Trump { suit, alone: table.alone });
        }
        return said;
    }
    let mut seat = start.after(c, table.setup.dealer);
    for _ in 0..start.active {
        let blind = table.blind.contains(seat);
        let asked = !start.looked.contains(seat) && table.looked.contains(seat);
        if blind {
            say(seat, Move::BlindNil);
        } else if asked {
            say(seat, Move::Look);
        }
        if let (Some(bid), false) = (table.bid(seat), blind) {
            say(seat, Move::Bid(bid));
        }
        seat = start.after(c, seat);
    }
    said
}

fn now(game: &Tricks, view: &View) -> NowRecord {
    let table = &view.table;
    let seats = || Seat::all(game.seats());
    let facts = game.constraints(view);
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
            .map(|seat| facts.voids(game, table, seat).map(facedown_cards::Suit::letter).collect())
            .collect(),
    }
}
