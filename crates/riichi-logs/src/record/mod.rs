//! Games independent of the format they were read from.
//!
//! A [`Record`] holds tiles as players see them, not physical copies, so that Tenhou's logs and MJAI,
//! which has no copies, give equal records of the same game. It holds the moves and the results that
//! the log claims; [`replay`](crate::replay()) verifies them.

pub(crate) mod builder;
pub(crate) mod from_engine;
mod recorder;
mod table;

pub use recorder::Recorder;

use crate::era::Date;
use crate::wall::Seed;
use facedown_game::Seat;
use facedown_riichi::DrawKind;
use facedown_tiles::{Kind, Tile};

/// A recorded game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The number of seats, three or four.
    pub seats: usize,
    /// The rules that the log states; MJAI logs of other programs state none.
    pub rules: Option<LogRules>,
    /// The day of the game, if the log or its name has it. Formats do not keep it.
    pub date: Option<Date>,
    /// The names of the players; empty if the log has none.
    pub names: Vec<String>,
    /// The shuffle seed of the walls.
    pub seed: Option<Seed>,
    /// The rounds in order.
    pub rounds: Vec<Round>,
    /// The end of the game; `None` if the log is a fragment.
    pub end: Option<GameEnd>,
}

/// The rules that a log states.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "each is a bit of Tenhou's header")]
pub struct LogRules {
    /// Three seats (*sanma*).
    pub three_seats: bool,
    /// East rounds only (*tonpu*) rather than east and south (*hanchan*).
    pub east_only: bool,
    /// One five of each suit is red (*aka*).
    pub red_fives: bool,
    /// Tanyao counts with open melds (*kuitan*).
    pub open_tanyao: bool,
    /// 30 fu 4 han and 60 fu 3 han are a mangan (*kiriage*).
    pub rounded_mangan: bool,
}

/// No match comes near these points, and sums within them cannot overflow.
pub(crate) const MAX_POINTS: u32 = 10_000_000;

/// Points of each seat; the fourth is 0 with three seats.
pub type Points = [i32; 4];

/// The end of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameEnd {
    /// The final scores, if the log has them.
    pub scores: Option<Points>,
    /// The results with uma and oka in tenths of a thousand points, if the log has them.
    pub tenths: Option<Points>,
}

/// A round (*kyoku*).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Round {
    /// The number of the round: 0 is East 1, 4 South 1, 8 West 1, also with three seats.
    pub number: u8,
    /// Counters (*honba*).
    pub honba: u16,
    /// Riichi sticks on the table.
    pub sticks: u16,
    /// The dealer.
    pub dealer: Seat,
    /// The scores before the deal.
    pub scores: Points,
    /// The first dora indicator.
    pub indicator: Tile,
    /// The dealt hand of each seat, sorted.
    pub hands: Vec<[Tile; 13]>,
    /// The steps in order.
    pub steps: Vec<Step>,
    /// The end of the round; `None` if the log is a fragment.
    pub end: Option<RoundEnd>,
}

/// An event at the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// A tile drawn from the wall, or a replacement after a kan or a north set aside.
    Draw {
        /// The seat that draws.
        seat: Seat,
        /// The tile.
        tile: Tile,
    },
    /// A discard.
    Discard {
        /// The seat that discards.
        seat: Seat,
        /// The tile.
        tile: Tile,
        /// Whether it is the tile just drawn (*tsumogiri*).
        drawn: bool,
    },
    /// A declaration of riichi; the discard follows.
    Riichi {
        /// The seat that declares.
        seat: Seat,
    },
    /// A riichi is accepted: nobody won on the discard, and the stick is paid.
    RiichiAccepted {
        /// The seat that declared.
        seat: Seat,
    },
    /// A run with the left neighbour's discard.
    Chi {
        /// The caller.
        seat: Seat,
        /// The seat that discarded the tile.
        from: Seat,
        /// The called tile.
        called: Tile,
        /// The two tiles from the hand, sorted.
        own: [Tile; 2],
    },
    /// A triplet with a discard.
    Pon {
        /// The caller.
        seat: Seat,
        /// The seat that discarded the tile.
        from: Seat,
        /// The called tile.
        called: Tile,
        /// The two tiles from the hand, sorted.
        own: [Tile; 2],
    },
    /// A quad with a discard (*daiminkan*).
    OpenKan {
        /// The caller.
        seat: Seat,
        /// The seat that discarded the tile.
        from: Seat,
        /// The called tile.
        called: Tile,
        /// The three tiles from the hand, sorted.
        own: [Tile; 3],
    },
    /// A quad from the hand (*ankan*).
    ClosedKan {
        /// The seat that declares it.
        seat: Seat,
        /// The kind of the tiles.
        kind: Kind,
    },
    /// The fourth tile added to a pon (*kakan*).
    AddedKan {
        /// The seat that declares it.
        seat: Seat,
        /// The added tile.
        tile: Tile,
    },
    /// A north wind set aside as dora (*nukidora*), three seats only.
    Nuki {
        /// The seat that sets it aside.
        seat: Seat,
    },
    /// A further dora indicator.
    Dora {
        /// The indicator.
        indicator: Tile,
    },
}

impl Step {
    /// Returns the seat that acts; `None` for a new indicator.
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

    /// Returns the name of the step.
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

/// The end of a round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RoundEnd {
    /// One win, or several on one discard.
    Wins(Vec<WinRecord>),
    /// A draw.
    Drawn(DrawRecord),
}

/// A win with the results that the log claims.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WinRecord {
    /// The winner.
    pub seat: Seat,
    /// The seat that discarded the winning tile; the winner itself for tsumo.
    pub from: Seat,
    /// The winning tile, if the log has it.
    pub tile: Option<Tile>,
    /// The closed tiles with the winning one, sorted, if the log has them.
    pub hand: Option<Vec<Tile>>,
    /// The ura dora indicators; none without riichi.
    pub ura: Vec<Tile>,
    /// The value of the hand, if the log has it.
    pub value: Option<HandValue>,
    /// The seat that is liable for a yakuman (*pao*).
    pub liable: Option<Seat>,
    /// The payments, counters and sticks included, if the log has them.
    pub deltas: Option<Points>,
}

/// The value of a winning hand that the log claims.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HandValue {
    /// Yaku by Tenhou's ids with their han, dora included, sorted; a yakuman has 13. `None` if the log
    /// has none, or unknown names.
    pub yaku: Option<Vec<(u8, u8)>>,
    /// Fu, if the log has it.
    pub fu: Option<u8>,
    /// The points of the hand, without counters and sticks.
    pub points: i32,
}

/// A drawn round with the results that the log claims.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DrawRecord {
    /// The kind of draw, if the log has it.
    pub kind: Option<DrawKind>,
    /// The hand that each seat shows, sorted.
    pub shown: Vec<Option<Vec<Tile>>>,
    /// The payments, if the log has them.
    pub deltas: Option<Points>,
}

impl LogRules {
    /// Returns the number of seats.
    pub const fn seats(self) -> usize {
        if self.three_seats { 3 } else { 4 }
    }
}

impl Round {
    /// Returns the name of the round: `East 1`, or `South 3-2` with two counters.
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
    /// Returns the part of the record that every format can carry: without the date, the seed, shown
    /// hands, winning tiles and fu.
    #[must_use]
    pub fn portable(&self) -> Self {
        let mut plain = Self { date: None, seed: None, ..self.clone() };
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

/// Returns Tenhou's number of the limit that a win reaches: 0 none, 1 mangan … 5 yakuman.
pub(crate) fn tenhou_limit(win: &WinRecord, value: &HandValue, dealer: Seat, seats: usize) -> u8 {
    let (tsumo, own_deal) = (win.seat == win.from, win.seat == dealer);
    // The points of the hand as a ron, up to rounding, determine the limit.
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
