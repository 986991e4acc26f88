//! Compares the ends of rounds.

use super::counts::{Count, Counts};
use crate::record::from_engine::hand_value;
use crate::record::{DrawRecord, WinRecord};
use facedown_game::{Seat, SeatSet};
use facedown_riichi::score::{Limit, ScoreRules, Yaku};
use facedown_riichi::{DrawKind, State, Victory};
use facedown_tiles::Tile;
use std::fmt::Debug;

/// The versions of the record and of the engine.
pub(super) type Mismatch = (String, String);

/// The wins that a record claims.
pub(super) struct Claimed<'a> {
    pub(super) wins: &'a [WinRecord],
    pub(super) seats: usize,
}

/// A drawn round of the engine.
#[derive(Clone, Copy, Debug)]
pub(super) struct Drawn {
    pub(super) kind: DrawKind,
    pub(super) tenpai: SeatSet,
    pub(super) deltas: [i32; 4],
}

/// Compares two values.
fn same<T: PartialEq + Debug + ?Sized>(what: &str, expected: &T, got: &T) -> Result<(), Mismatch> {
    if expected == got {
        return Ok(());
    }
    Err((format!("{what} {expected:?}"), format!("{what} {got:?}")))
}

/// Compares wins by seat.
pub(super) fn wins(
    claimed: &Claimed,
    victories: &[Victory],
    rules: &ScoreRules,
) -> Result<(), Mismatch> {
    let seats = |list: &mut dyn Iterator<Item = Seat>| list.collect::<SeatSet>();
    let expected = seats(&mut claimed.wins.iter().map(|win| win.seat));
    let got = seats(&mut victories.iter().map(|victory| victory.seat));
    same("winners", &expected, &got)?;
    for win in claimed.wins {
        let Some(victory) = victories.iter().find(|victory| victory.seat == win.seat) else {
            continue;
        };
        one_win(win, victory, rules, claimed.seats)?;
    }
    Ok(())
}

fn one_win(
    win: &WinRecord,
    victory: &Victory,
    rules: &ScoreRules,
    seats: usize,
) -> Result<(), Mismatch> {
    same("seat won on", &win.from, &victory.from)?;
    if let Some(tile) = win.tile {
        same("winning tile", &tile, &victory.tile)?;
    }
    if let Some(hand) = &win.hand {
        same("hand", hand.as_slice(), victory.hand.as_slice())?;
    }
    let ura: Vec<Tile> = victory.ura.iter().flatten().copied().collect();
    same("ura indicators", &win.ura, &ura)?;
    if let Some(value) = &win.value {
        let mut got = hand_value(victory, rules, seats);
        got.fu = got.fu.filter(|_| value.fu.is_some());
        got.yaku = got.yaku.filter(|_| value.yaku.is_some());
        same("value", value, &got)?;
    }
    // A liable seat that is also the discarder pays alone in any case: Tenhou names none then.
    let liable = victory.liable.filter(|seat| win.liable.is_some() || *seat != victory.from);
    same("liable seat", &win.liable, &liable)?;
    if let Some(deltas) = win.deltas {
        same("payments", &deltas, &victory.deltas)?;
    }
    Ok(())
}

/// Compares a drawn round.
pub(super) fn drawn(
    draw: &DrawRecord,
    drawn: &Drawn,
    state: &State,
    seats: usize,
) -> Result<(), Mismatch> {
    if let Some(kind) = draw.kind {
        same("reason", &kind, &drawn.kind)?;
    }
    for seat in Seat::all(seats) {
        let Some(shown) = draw.shown.get(seat.index()).and_then(Option::as_ref) else { continue };
        let hand: Vec<Tile> = state.hand(seat).tiles().collect();
        same("hand shown", shown, &hand)?;
    }
    let any_shown = draw.shown.iter().any(Option::is_some);
    if any_shown && drawn.kind == DrawKind::Exhausted {
        let shown = Seat::all(seats).filter(|seat| draw.shown[seat.index()].is_some());
        same("tenpai seats", &shown.collect::<SeatSet>(), &drawn.tenpai)?;
    }
    if let Some(deltas) = draw.deltas {
        same("payments", &deltas, &drawn.deltas)?;
    }
    Ok(())
}

/// Counts the features of a win.
pub(super) fn count_win(victory: &Victory, counts: &mut Counts) {
    let win = &victory.win;
    counts.add(if win.tsumo { Count::Tsumo } else { Count::Ron });
    let flags = [
        (win.yaku.contains(Yaku::Ippatsu), Count::Ippatsu),
        (win.yaku.contains(Yaku::Chankan), Count::Chankan),
        (win.yaku.contains(Yaku::Rinshan), Count::Rinshan),
        (win.yaku.contains(Yaku::Haitei), Count::Haitei),
        (win.yaku.contains(Yaku::Houtei), Count::Houtei),
        (win.ura > 0, Count::UraDora),
        (win.yakuman > 0, Count::Yakuman),
        (win.yakuman == 0 && win.limit == Limit::Yakuman, Count::Kazoe),
        (victory.liable.is_some(), Count::Pao),
    ];
    for (_, count) in flags.iter().filter(|(holds, _)| *holds) {
        counts.add(*count);
    }
}
