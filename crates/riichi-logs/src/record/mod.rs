//! One game as it was played, whatever the format it was read from.
//!
//! A [`Record`] holds what players see: tiles, not physical copies, so that Tenhou's logs and MJAI,
//! which does not know copies, give equal records of the same game. It has the moves and what the
//! log claims about their results; whether the claims are right is for
//! [`replay`](super::replay()) to say.

pub(crate) mod builder;
pub(crate) mod from_engine;
mod recorder;

pub use recorder::Recorder;

use crate::wall::Seed;
use facedown_game::Seat;
use facedown_riichi::DrawKind;
use facedown_tiles::{Kind, Tile};

/// A game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// Three or four.
    pub seats: usize,
    /// What the log tells of the rules; MJAI of others tells nothing.
    pub rules: Option<LogRules>,
    /// The players' names; empty where the log has none.
    pub names: Vec<String>,
    /// The seed of the walls.
    pub seed: Option<Seed>,
    /// The rounds in order.
    pub rounds: Vec<Round>,
    /// The game's end; `None` where the log breaks off.
    pub end: Option<GameEnd>,
}

/// What a log tells of the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "each is a bit of a log's header")]
pub struct LogRules {
    /// Three seats (*sanma*).
    pub three_seats: bool,
    /// East rounds only (*tonpu*) rather than east and south (*hanchan*).
    pub east_only: bool,
    /// One five of each suit is red (*aka*).
    pub red_fives: bool,
    /// All simples counts with open melds (*kuitan*).
    pub open_tanyao: bool,
    /// 30 fu 4 han and 60 fu 3 han are a mangan (*kiriage*).
    pub rounded_mangan: bool,
}

/// Four numbers of a table, the last one 0 with three seats.
pub type Points = [i32; 4];

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameEnd {
    /// The final scores, where the log has them.
    pub scores: Option<Points>,
    /// The result in tenths of thousands of points, with the bonuses of places, where the log has
    /// it.
    pub tenths: Option<Points>,
}

/// A round (*kyoku*).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Round {
    /// 0 is East 1, 4 South 1, 8 West 1, also with three seats.
    pub number: u8,
    /// Counters (*honba*).
    pub honba: u16,
    /// Riichi sticks on the table.
    pub sticks: u16,
    /// Who deals.
    pub dealer: Seat,
    /// The scores before the deal.
    pub scores: Points,
    /// The first dora indicator.
    pub indicator: Tile,
    /// The hands as dealt, one for each seat, ascending.
    pub hands: Vec<[Tile; 13]>,
    /// What happened.
    pub steps: Vec<Step>,
    /// How it ended; `None` where the log breaks off.
    pub end: Option<RoundEnd>,
}

/// What happened at the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// A tile drawn from the wall, or a replacement after a kan or a north set aside.
    Draw {
        /// Whose turn it is.
        seat: Seat,
        /// The tile.
        tile: Tile,
    },
    /// A discard.
    Discard {
        /// Whose.
        seat: Seat,
        /// The tile.
        tile: Tile,
        /// It is the very tile just drawn (*tsumogiri*).
        drawn: bool,
    },
    /// A declaration of riichi; the discard follows.
    Riichi {
        /// Whose.
        seat: Seat,
    },
    /// Nobody won on the declaring discard: the stick is on the table.
    RiichiAccepted {
        /// Whose.
        seat: Seat,
    },
    /// Three in a row with the left neighbour's discard.
    Chi {
        /// Who calls.
        seat: Seat,
        /// Whose discard.
        from: Seat,
        /// The discard.
        called: Tile,
        /// The two tiles out of the hand, ascending.
        own: [Tile; 2],
    },
    /// Three alike with a discard.
    Pon {
        /// Who calls.
        seat: Seat,
        /// Whose discard.
        from: Seat,
        /// The discard.
        called: Tile,
        /// The two tiles out of the hand, ascending.
        own: [Tile; 2],
    },
    /// Four alike with a discard (*daiminkan*).
    OpenKan {
        /// Who calls.
        seat: Seat,
        /// Whose discard.
        from: Seat,
        /// The discard.
        called: Tile,
        /// The three tiles out of the hand, ascending.
        own: [Tile; 3],
    },
    /// Four alike out of the hand (*ankan*).
    ClosedKan {
        /// Whose.
        seat: Seat,
        /// Of what.
        kind: Kind,
    },
    /// The fourth tile added to a pon (*kakan*).
    AddedKan {
        /// Whose.
        seat: Seat,
        /// The added tile.
        tile: Tile,
    },
    /// A north wind set aside as dora (*nukidora*), three seats only.
    Nuki {
        /// Whose.
        seat: Seat,
    },
    /// A further dora indicator.
    Dora {
        /// The indicator.
        indicator: Tile,
    },
}

impl Step {
    /// Who does it; a new indicator is nobody's.
    pub const fn seat(self) -> Option<Seat> {
        match self {
            Self::Draw { seat, .. }
            | Self::Discard { seat, .. }
            | Self::Riichi { seat }
            | Self::RiichiAccepted { seat }
            | Self::Chi { seat, .. }
            | Self::Pon { seat, .. }
            | Self::OpenKan { seat, .. }
            | Self::ClosedKan { seat, .. }
            | Self::AddedKan { seat, .. }
            | Self::Nuki { seat } => Some(seat),
            Self::Dora { .. } => None,
        }
    }

    /// What it is, in a word or two.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Draw { .. } => "draw",
            Self::Discard { .. } => "discard",
            Self::Riichi { .. } => "riichi",
            Self::RiichiAccepted { .. } => "riichi accepted",
            Self::Chi { .. } => "chi",
            Self::Pon { .. } => "pon",
            Self::OpenKan { .. } => "open kan",
            Self::ClosedKan { .. } => "closed kan",
            Self::AddedKan { .. } => "added kan",
            Self::Nuki { .. } => "nuki",
            Self::Dora { .. } => "dora",
        }
    }
}

/// How a round ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RoundEnd {
    /// By one win, or two or three on one discard.
    Wins(Vec<WinRecord>),
    /// Without a win.
    Drawn(DrawRecord),
}

/// A win as the log claims it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WinRecord {
    /// Who won.
    pub seat: Seat,
    /// On whose tile; the winner's own seat for a self-drawn win (*tsumo*).
    pub from: Seat,
    /// The winning tile, where the log has it.
    pub tile: Option<Tile>,
    /// The closed tiles with the winning one, ascending, where the log has them.
    pub hand: Option<Vec<Tile>>,
    /// The indicators under the dora indicators; none without riichi.
    pub ura: Vec<Tile>,
    /// What the hand is worth, where the log has it.
    pub value: Option<HandValue>,
    /// Who is liable for a yakuman (*pao*).
    pub liable: Option<Seat>,
    /// What each seat gains or pays, sticks and counters included, where the log has it.
    pub deltas: Option<Points>,
}

/// What a winning hand is worth, as the log claims it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HandValue {
    /// Yaku by Tenhou's numbers with their han, dora included, ascending; a yakuman has 13. `None`
    /// where the log has none, or names that we do not know.
    pub yaku: Option<Vec<(u8, u8)>>,
    /// Fu, where the log has it.
    pub fu: Option<u8>,
    /// The points won, without counters and sticks.
    pub points: i32,
}

/// The end of a round without a win, as the log claims it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DrawRecord {
    /// Why, where the log has it.
    pub kind: Option<DrawKind>,
    /// The hands shown, ascending, one entry for each seat.
    pub shown: Vec<Option<Vec<Tile>>>,
    /// What each seat gains or pays, where the log has it.
    pub deltas: Option<Points>,
}

impl LogRules {
    /// How many seats.
    pub const fn seats(self) -> usize {
        if self.three_seats { 3 } else { 4 }
    }
}

impl Round {
    /// The round's name: `East 1`, and the counters where there are any: `South 3-2`.
    pub fn name(&self) -> String {
        let wind = ["East", "South", "West", "North"][usize::from(self.number) / 4 % 4];
        let place = self.number % 4 + 1;
        match self.honba {
            0 => format!("{wind} {place}"),
            honba => format!("{wind} {place}-{honba}"),
        }
    }
}

impl Record {
    /// How many moves and other steps all rounds have.
    pub fn step_count(&self) -> usize {
        self.rounds.iter().map(|round| round.steps.len()).sum()
    }

    /// The record without what only some formats carry: the seed, shown hands, winning tiles, and
    /// fu. Two formats agree on a game if these are equal.
    #[must_use]
    pub fn portable(&self) -> Self {
        let mut plain = Self { seed: None, ..self.clone() };
        for end in plain.rounds.iter_mut().filter_map(|round| round.end.as_mut()) {
            match end {
                RoundEnd::Wins(wins) => {
                    for win in wins {
                        win.hand = None;
                        win.tile = None;
                        if let Some(value) = &mut win.value {
                            value.fu = None;
                        }
                    }
                }
                RoundEnd::Drawn(draw) => draw.shown.fill(None),
            }
        }
        plain
    }
}

/// Tenhou's number of the limit that a win reaches: 0 none, 1 mangan … 5 yakuman.
pub(crate) fn tenhou_limit(win: &WinRecord, value: &HandValue, dealer: Seat, seats: usize) -> u8 {
    let (tsumo, own_deal) = (win.seat == win.from, win.seat == dealer);
    // What the hand would be worth off a discard, but for rounding, tells the limit.
    let points = i64::from(value.points);
    let full = match (tsumo && seats == 3, own_deal) {
        (false, _) => points,
        (true, true) => points / 2 * 3,
        (true, false) => points / 3 * 4,
    };
    match full / if own_deal { 6 } else { 4 } {
        8000.. => 5,
        6000.. => 4,
        4000.. => 3,
        3000.. => 2,
        2000.. => 1,
        _ => 0,
    }
}
