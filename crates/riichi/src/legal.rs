//! What a seat may do on its own turn.

use crate::game::{Legal, Riichi};
use crate::judge::Claim;
use crate::rules::RiichiKan;
use crate::state::{Own, copy_of};
use crate::table::Phase;
use crate::{Action, Table};
use facedown_game::{ActionBuf, Seat};
use facedown_tiles::{Hand, Kind, KindSet, Meld, MeldShape, Pack, Tile};

/// The kinds of terminals and honours with which a round may be ended on the first turn.
const NINE: usize = 9;

impl Riichi {
    /// Lists what the seat to act may do, ascending.
    pub(crate) fn list_turn(&self, table: &Table, own: &Own, seat: Seat, out: &mut Legal) {
        match table.phase {
            Phase::Drawn if table.is_riichi(seat) => {
                if let Some(tile) = own.drawn {
                    out.push(Action::Discard { tile, drawn: true });
                }
                self.list_after_discards(table, own, seat, out);
            }
            Phase::Drawn => {
                list_discards(&own.hand, self.drawn_apart(table, own), KindSet::EMPTY, out);
                if self.may_declare(table, own, seat) {
                    out.push(Action::Riichi);
                }
                self.list_after_discards(table, own, seat, out);
            }
            Phase::Called => list_discards(&own.hand, None, table.barred, out),
            Phase::Declared => {
                let keeping = tenpai_discards(&own.hand, self.pack());
                let barred = own.hand.kinds() - keeping;
                list_discards(&own.hand, self.drawn_apart(table, own), barred, out);
            }
            _ => {}
        }
    }

    /// The tile just drawn, where the rules tell it apart from the hand.
    fn drawn_apart(&self, table: &Table, own: &Own) -> Option<Tile> {
        own.drawn.filter(|_| self.rules().first_draw_apart || !is_dealers_first(table))
    }

    fn may_declare(&self, table: &Table, own: &Own, seat: Seat) -> bool {
        let rules = self.rules();
        table.live >= rules.riichi_tiles
            && table.score(seat) >= rules.riichi_points
            && table.is_closed(seat)
            && own.hand.shanten(self.pack()) <= 0
            && !tenpai_discards(&own.hand, self.pack()).is_empty()
    }

    fn list_after_discards(&self, table: &Table, own: &Own, seat: Seat, out: &mut Legal) {
        let Some(drawn) = own.drawn else { return };
        if own.waits.contains(drawn.kind()) && self.has_yaku(&Claim { table, own, seat }) {
            out.push(Action::Tsumo);
        }
        if table.live > 0 {
            if table.kans < 4 {
                self.list_kans(table, own, seat, out);
            }
            if self.rules().has_nuki() && own.hand.count(Kind::NORTH) > 0 {
                // With riichi the hand is fixed: only a north just drawn can be set aside.
                if !table.is_riichi(seat) || drawn.kind() == Kind::NORTH {
                    out.push(Action::Nuki);
                }
            }
        }
        if table.uninterrupted
            && self.rules().aborts.nine_terminals
            && table.discards[seat.index()] == 0
            && (own.hand.kinds() & KindSet::OUTSIDE).len() >= NINE
        {
            out.push(Action::NineTerminals);
        }
    }

    fn list_kans(&self, table: &Table, own: &Own, seat: Seat, out: &mut Legal) {
        let four = own.hand.pairs().iter().filter(|kind| own.hand.count(*kind) == 4);
        for kind in four {
            if !table.is_riichi(seat) || self.kan_keeps_hand(own, kind) {
                out.push(Action::ClosedKan(kind));
            }
        }
        if table.meld_counts[seat.index()] == 0 {
            return;
        }
        let pon = |meld: &&Meld| meld.shape == MeldShape::Pon;
        let pons: KindSet = table.melds(seat).iter().filter(pon).map(|meld| meld.first).collect();
        for kind in pons & own.hand.kinds() {
            let red = kind.is_five() && own.hand.reds(kind.suit()) > 0;
            out.push(Action::AddedKan(copy_of(kind, red)));
        }
    }

    /// Whether a closed kan after riichi leaves the hand as the rules ask.
    fn kan_keeps_hand(&self, own: &Own, kind: Kind) -> bool {
        let rule = self.rules().riichi_kan;
        if rule == RiichiKan::Never
            || own.drawn.map(Tile::kind) != Some(kind)
            || own.waits.contains(kind)
        {
            return false;
        }
        let mut after = own.hand;
        let reds = if kind.is_five() { own.hand.reds(kind.suit()) } else { 0 };
        for copy in 0..4 {
            after.remove(copy_of(kind, copy < reds));
        }
        if after.waits(self.pack()) != own.waits {
            return false;
        }
        rule == RiichiKan::SameWaits || own.waits.iter().all(|wait| {
            let mut kept = *after.counts().as_array();
            kept[wait.index()] += 1;
            let mut whole = kept;
            whole[kind.index()] += 3;
            readings(&mut whole) == readings(&mut kept)
        })
    }
}

/// Whether the seat to act is the dealer with the fourteen tiles of the deal.
pub(crate) fn is_dealers_first(table: &Table) -> bool {
    table.uninterrupted && table.river.is_empty()
}

/// In how many ways these tiles are triplets, rows and one pair.
fn readings(counts: &mut [u8; 34]) -> u32 {
    (0..34)
        .map(|pair| {
            if counts[pair] < 2 {
                return 0;
            }
            counts[pair] -= 2;
            let ways = ways_to_group(counts, 0);
            counts[pair] += 2;
            ways
        })
        .sum()
}

fn ways_to_group(counts: &mut [u8; 34], from: usize) -> u32 {
    let Some(kind) = (from..34).find(|kind| counts[*kind] > 0) else { return 1 };
    let mut ways = 0;
    if counts[kind] >= 3 {
        counts[kind] -= 3;
        ways += ways_to_group(counts, kind);
        counts[kind] += 3;
    }
    if kind < 27 && kind % 9 < 7 && counts[kind + 1] > 0 && counts[kind + 2] > 0 {
        (kind..kind + 3).for_each(|k| counts[k] -= 1);
        ways += ways_to_group(counts, kind);
        (kind..kind + 3).for_each(|k| counts[k] += 1);
    }
    ways
}

/// The kinds whose discard leaves fourteen tiles tenpai.
pub(crate) fn tenpai_discards(hand: &Hand, pack: Pack) -> KindSet {
    let keeps = |kind: &Kind| {
        let mut after = *hand;
        let red = kind.is_five() && hand.reds(kind.suit()) == hand.count(*kind);
        after.remove(copy_of(*kind, red));
        !after.waits(pack).is_empty()
    };
    hand.kinds().iter().filter(keeps).collect()
}

/// Lists the discards of a hand but those of barred kinds: of each tile first the one out of the
/// hand, then the one just drawn.
fn list_discards(hand: &Hand, drawn: Option<Tile>, barred: KindSet, out: &mut Legal) {
    let mut push = |tile: Tile, count: u8| {
        let is_drawn = drawn == Some(tile);
        if count > u8::from(is_drawn) {
            out.push(Action::Discard { tile, drawn: false });
        }
        if is_drawn {
            out.push(Action::Discard { tile, drawn: true });
        }
    };
    for kind in hand.kinds() - barred {
        let count = hand.count(kind);
        let reds = if kind.is_five() { hand.reds(kind.suit()) } else { 0 };
        if count > reds {
            push(Tile::plain(kind), count - reds);
        }
        if reds > 0 {
            push(copy_of(kind, true), reds);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(text: &str) -> [u8; 34] {
        *text.parse::<Hand>().unwrap().counts().as_array()
    }

    #[test]
    fn readings_are_counted() {
        assert_eq!(readings(&mut counts("123m456p789s11122z")), 1);
        assert_eq!(readings(&mut counts("111222333m78955s")), 2);
        assert_eq!(readings(&mut counts("11123444m")), 2);
        assert_eq!(readings(&mut counts("123m")), 0);
    }
}
