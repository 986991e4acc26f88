//! The record of a view.

use crate::kernel::min_deadwood;
use crate::{Phase, View};
use facedown_cards::{Card, CardSet};
use facedown_game::Seat;
use serde::Serialize;

/// The version of the record format.
pub const VERSION: u32 = 1;

/// The information state of one seat, in notation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = GinView))]
pub struct ViewRecord {
    /// The format's version: 1.
    pub version: u32,
    /// The seat whose view it is.
    pub seat: usize,
    /// The phase of the hand: the decision of the seat to act.
    pub phase: &'static str,
    /// The seat to act; `None` when the hand is over.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub to_act: Option<usize>,
    /// The dealer.
    pub dealer: usize,
    /// Each seat's points in the match.
    #[cfg_attr(feature = "schema", schema(value_type = (i32, i32)))]
    pub points: [i32; 2],
    /// The seat's cards, melds laid down not counted.
    pub hand: Vec<String>,
    /// The least deadwood of those cards.
    pub deadwood: u8,
    /// The card just drawn from the stock.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub drawn: Option<String>,
    /// The upcard that the seat to act has just taken.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub taken: Option<String>,
    /// The card that may be taken.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub upcard: Option<String>,
    /// The first upcard of the hand.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub first_upcard: Option<String>,
    /// The most deadwood with which a seat may knock.
    pub knock_limit: u8,
    /// Number of cards in the stock.
    pub stock: usize,
    /// Number of cards that the opponent holds.
    pub opponent_cards: usize,
    /// Cards that the opponent is known to hold.
    pub opponent_known: Vec<String>,
    /// Upcards that the opponent refused.
    pub opponent_refused: Vec<String>,
    /// The completed turns in order.
    pub turns: Vec<TurnRecord>,
    /// The seat that knocked.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub knocker: Option<usize>,
    /// The melds that each seat has laid down.
    #[cfg_attr(feature = "schema", schema(value_type = (Vec<Vec<String>>, Vec<Vec<String>>)))]
    pub melds: [Vec<Vec<String>>; 2],
    /// The cards laid off by the defender.
    pub laid_off: Vec<String>,
    /// Whether the score counts twice.
    pub doubled: bool,
}

/// One completed turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = GinTurn))]
pub struct TurnRecord {
    /// The seat whose turn it was.
    pub seat: usize,
    /// Whether the seat took the upcard rather than a card from the stock.
    pub took_upcard: bool,
    /// The discarded card.
    pub discard: String,
}

fn texts(cards: CardSet) -> Vec<String> {
    cards.iter().map(|card| card.to_string()).collect()
}

fn text(card: Option<Card>) -> Option<String> {
    card.map(|card| card.to_string())
}

impl From<&View> for ViewRecord {
    fn from(view: &View) -> Self {
        let table = view.table();
        let over = table.phase() == Phase::Over;
        let melds = |seat: usize| {
            let seat = Seat::new(seat);
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
            points: [0, 1].map(|seat| table.points(Seat::new(seat))),
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
            knocker: table.knocker().map(Seat::index),
            melds: [melds(0), melds(1)],
            laid_off: texts(table.laid_off()),
            doubled: table.is_doubled(),
        }
    }
}
