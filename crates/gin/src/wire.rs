//! Views as records that travel: to Python, a page, a file.
//!
//! A [`ViewRecord`] is a view in the notation that people read, with a version. A [`WrittenView`] is
//! what somebody wrote in that form, by a program or by hand; [`Gin::read_view`](crate::Gin::read_view)
//! makes a view of it, or says what contradicts what.

use crate::kernel::min_deadwood;
use crate::{Action, Phase, View};
use facedown_cards::{Card, CardSet};
use serde::Serialize;

pub use crate::written::{BadView, WrittenView};

/// The version of the record's form.
pub const VERSION: u32 = 1;

/// All that one seat knows, in words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ViewRecord {
    /// The form's version: 1.
    pub version: u32,
    /// Whose view it is.
    pub seat: usize,
    /// What the seat to act decides.
    pub phase: &'static str,
    /// The seat to act; none when the hand is over.
    pub to_act: Option<usize>,
    /// Who dealt.
    pub dealer: usize,
    /// The points that each seat has in the match.
    pub points: [i32; 2],
    /// The seat's cards, melds laid down not counted.
    pub hand: Vec<String>,
    /// The least deadwood of those cards.
    pub deadwood: u8,
    /// The card just drawn from the stock.
    pub drawn: Option<String>,
    /// The card just taken from the discards, by whoever is to act.
    pub taken: Option<String>,
    /// The card that may be taken.
    pub upcard: Option<String>,
    /// The card that was turned first.
    pub first_upcard: Option<String>,
    /// The most deadwood with which a seat may knock.
    pub knock_limit: u8,
    /// How many cards the stock has.
    pub stock: usize,
    /// How many cards the opponent holds.
    pub opponent_cards: usize,
    /// What the opponent is known to hold.
    pub opponent_known: Vec<String>,
    /// The upcards that the opponent left.
    pub opponent_refused: Vec<String>,
    /// The completed turns in order.
    pub turns: Vec<TurnRecord>,
    /// Who has gone out.
    pub knocker: Option<usize>,
    /// The melds that each seat has laid down.
    pub melds: [Vec<Vec<String>>; 2],
    /// The cards laid off by the defender.
    pub laid_off: Vec<String>,
    /// Whether the score counts twice.
    pub doubled: bool,
}

/// One completed turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TurnRecord {
    /// Whose turn it was.
    pub seat: usize,
    /// Whether the seat took the upcard rather than a card from the stock.
    pub took_upcard: bool,
    /// What it discarded.
    pub discard: String,
}

fn texts(cards: CardSet) -> Vec<String> {
    cards.iter().map(|card| card.to_string()).collect()
}

fn text(card: Option<Card>) -> Option<String> {
    card.map(|card| card.to_string())
}

impl Phase {
    /// All phases, in the order of a hand.
    pub const ALL: [Self; 9] = [
        Self::FirstUpcard,
        Self::Draw,
        Self::Discard,
        Self::KnockDiscard,
        Self::KnockMelds,
        Self::Layoff,
        Self::DefenderMelds,
        Self::Wall,
        Self::Over,
    ];

    /// The phase's name in records.
    pub const fn name(self) -> &'static str {
        match self {
            Self::FirstUpcard => "first_upcard",
            Self::Draw => "draw",
            Self::Discard => "discard",
            Self::KnockDiscard => "knock_discard",
            Self::KnockMelds => "knock_melds",
            Self::Layoff => "layoff",
            Self::DefenderMelds => "defender_melds",
            Self::Wall => "wall",
            Self::Over => "over",
        }
    }
}

impl From<&View> for ViewRecord {
    fn from(view: &View) -> Self {
        let table = view.table();
        let over = table.phase() == Phase::Over;
        let melds = |seat: usize| {
            let seat = facedown_game::Seat::new(seat);
            table.melds(seat).iter().map(|meld| texts(*meld)).collect()
        };
        let turns = table.turns().map(|(seat, turn)| TurnRecord {
            seat: seat.index(),
            took_upcard: turn.took_upcard,
            discard: turn.card.to_string(),
        });
        Self {
            version: VERSION,
            seat: view.seat().index(),
            phase: table.phase().name(),
            to_act: if over { None } else { Some(table.to_act().index()) },
            dealer: table.dealer().index(),
            points: [0, 1].map(|seat| table.points(facedown_game::Seat::new(seat))),
            hand: texts(view.hand()),
            deadwood: min_deadwood(view.hand()),
            drawn: text(view.drawn()),
            taken: text(table.taken()),
            upcard: text(table.upcard()),
            first_upcard: text(table.first_upcard()),
            knock_limit: table.limit(),
            stock: table.stock_left(),
            opponent_cards: table.count(view.opponent()),
            opponent_known: texts(view.known()),
            opponent_refused: texts(table.refused(view.opponent())),
            turns: turns.collect(),
            knocker: table.knocker().map(facedown_game::Seat::index),
            melds: [melds(0), melds(1)],
            laid_off: texts(table.laid_off()),
            doubled: table.is_doubled(),
        }
    }
}

/// What an action does, in words, where the phase makes a difference.
pub fn describe(action: Action, phase: Phase) -> String {
    match (action, phase) {
        (Action::Card(card), Phase::Layoff) => format!("lay off {card}"),
        (Action::Card(card), Phase::KnockDiscard) => format!("knock, discarding {card}"),
        (Action::Card(card), _) => format!("discard {card}"),
        (Action::TakeUpcard, _) => "take the upcard".to_owned(),
        (Action::DrawStock, _) => "draw from the stock".to_owned(),
        (Action::Pass, Phase::FirstUpcard) => "leave the upcard".to_owned(),
        (Action::Pass, Phase::Wall) => "end the hand".to_owned(),
        (Action::Pass, Phase::Layoff) => "lay off no more".to_owned(),
        (Action::Pass, _) => "lay down no more melds".to_owned(),
        (Action::Knock, _) => "knock".to_owned(),
        (Action::Lay(meld), _) => format!("lay down {}", meld.cards()),
        (Action::BigGin, _) => "declare big gin".to_owned(),
    }
}
