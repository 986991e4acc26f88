//! Tenhou's encoding of calls: the attribute `m` of the tag `N`.
//!
//! The two low bits are the seat that discarded the tile, relative to the caller. One bit each marks
//! chi, pon, added kan and nuki; other codes are closed and open kans. The higher bits encode the
//! copies and which of them was called.

use facedown_tiles::{Kind, TileId};

/// A call with its physical tiles; `from` is relative to the caller, modulo 4.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Call {
    Chi { from: u8, called: TileId, own: [TileId; 2] },
    Pon { from: u8, called: TileId, own: [TileId; 2] },
    OpenKan { from: u8, called: TileId, own: [TileId; 3] },
    ClosedKan { kind: Kind },
    AddedKan { from: u8, tile: TileId, called: TileId },
    Nuki { tile: TileId },
}

/// Decodes a call; `None` if the code is invalid.
pub(super) fn decode(code: u16) -> Option<Call> {
    let from = (code & 3) as u8;
    if code & 4 != 0 {
        return chi(code, from);
    }
    if code & 8 != 0 || code & 16 != 0 {
        return pon(code, from);
    }
    if code & 32 != 0 {
        let tile = TileId::from_index(usize::from(code >> 8))?;
        return (tile.kind() == Kind::NORTH).then_some(Call::Nuki { tile });
    }
    kan(code, from)
}

fn chi(code: u16, from: u8) -> Option<Call> {
    let (shape, called) = ((code >> 10) / 3, (code >> 10) % 3);
    let low = shape / 7 * 9 + shape % 7;
    let tile = |i: u16| {
        let copy = code >> (3 + 2 * i) & 3;
        TileId::from_index(usize::from(4 * (low + i) + copy))
    };
    // Three suits with seven runs each.
    if shape >= 21 {
        return None;
    }
    let own = match called {
        0 => [tile(1)?, tile(2)?],
        1 => [tile(0)?, tile(2)?],
        _ => [tile(0)?, tile(1)?],
    };
    Some(Call::Chi { from, called: tile(called)?, own })
}

fn pon(code: u16, from: u8) -> Option<Call> {
    let (kind, called) = ((code >> 9) / 3, (code >> 9) % 3);
    let unused = code >> 5 & 3;
    let id = |copy: u16| TileId::from_index(usize::from(4 * kind + copy));
    let mut copies = (0..4).filter(|copy| *copy != unused);
    let three = [copies.next()?, copies.next()?, copies.next()?];
    let [a, b, c] = [id(three[0])?, id(three[1])?, id(three[2])?];
    let (called, own) = match called {
        0 => (a, [b, c]),
        1 => (b, [a, c]),
        _ => (c, [a, b]),
    };
    if code & 16 != 0 {
        return Some(Call::AddedKan { from, tile: id(unused)?, called });
    }
    (from != 0).then_some(Call::Pon { from, called, own })
}

fn kan(code: u16, from: u8) -> Option<Call> {
    let id = TileId::from_index(usize::from(code >> 8))?;
    if from == 0 {
        return Some(Call::ClosedKan { kind: id.kind() });
    }
    let first = id.index() / 4 * 4;
    let mut own = [id; 3];
    for (place, other) in own.iter_mut().zip((first..first + 4).filter(|i| *i != id.index())) {
        *place = TileId::from_index(other)?;
    }
    Some(Call::OpenKan { from, called: id, own })
}

/// Encodes a call.
pub(super) fn encode(call: Call) -> u16 {
    let copy = |id: TileId| (id.index() % 4) as u16;
    let rank = |all: &[TileId], one: TileId| all.iter().filter(|id| **id < one).count() as u16;
    let alike = |first: TileId, others: &[TileId]| {
        let mut all = others.to_vec();
        all.push(first);
        (first.kind().index() as u16, rank(&all, first), all)
    };
    match call {
        Call::Chi { from, called, own } => {
            let mut all = [own[0], own[1], called];
            all.sort_unstable();
            let low = all[0].kind().index() as u16;
            let shape = low / 9 * 7 + low % 9;
            let copies = (0..3).map(|i| copy(all[i]) << (3 + 2 * i)).sum::<u16>();
            (shape * 3 + rank(&all, called)) << 10 | copies | 4 | u16::from(from)
        }
        Call::Pon { from, called, own } => {
            let (kind, place, all) = alike(called, &own);
            let unused = 6 - all.iter().map(|id| copy(*id)).sum::<u16>();
            (kind * 3 + place) << 9 | unused << 5 | 8 | u16::from(from)
        }
        Call::AddedKan { from, tile, called } => {
            let kind = tile.kind().index() as u16;
            let place = copy(called) - u16::from(tile < called);
            (kind * 3 + place) << 9 | copy(tile) << 5 | 16 | u16::from(from)
        }
        Call::OpenKan { from, called, .. } => (called.index() as u16) << 8 | u16::from(from),
        Call::ClosedKan { kind } => (kind.index() as u16 * 4) << 8,
        Call::Nuki { tile } => (tile.index() as u16) << 8 | 32,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_code_decodes_to_nonexistent_tiles() {
        let read = (0..=u16::MAX).filter(|code| decode(*code).is_some()).count();
        assert!(read > 30_000, "{read}");
    }

    #[test]
    fn an_encoded_call_decodes_to_itself() {
        for call in (0..=u16::MAX).filter_map(decode) {
            assert_eq!(decode(encode(call)), Some(call));
        }
    }

    #[test]
    fn calls_of_a_real_game_are_decoded() {
        let id = TileId::new;
        let norths = [31520, 30752, 31008, 31264].map(decode);
        let expected = [123, 120, 121, 122].map(|n| Some(Call::Nuki { tile: id(n) }));
        assert_eq!(norths, expected);
        let pon = Call::Pon { from: 3, called: id(134), own: [id(132), id(133)] };
        assert_eq!(decode(51819), Some(pon));
    }
}
