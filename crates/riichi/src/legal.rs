//! Legal actions of a seat's own turn.

use crate::game::{Legal, Riichi};
use crate::rules::{Kuikae, RiichiKan};
use crate::seat_context::SeatContext;
use crate::state::copy_of;
use crate::table::Phase;
use crate::{Action, Table};
use facedown_game::ActionBuf;
use facedown_tiles::{Hand, Kind, KindSet, Meld, MeldShape, Pack, Tile};

/// The number of kinds of terminals and honours with which a round may be ended on the first turn.
const NINE: usize = 9;

impl Riichi {
    /// Lists the actions of the seat to act, ascending.
    pub(crate) fn list_turn(&self, context: &SeatContext<'_>, out: &mut Legal) {
        let SeatContext { table, own, seat, .. } = *context;
        match table.phase {
            Phase::Drawn if table.is_riichi(seat) => {
                if let Some(tile) = context.drawn {
                    out.push(Action::Discard { tile, drawn: true });
                }
                self.list_after_discards(context, out);
            }
            Phase::Drawn => {
                list_discards(&own.hand, self.distinct_draw(context), KindSet::EMPTY, out);
                if self.may_declare(context) {
                    out.push(Action::Riichi);
                }
                self.list_after_discards(context, out);
            }
            Phase::Called => list_discards(&own.hand, None, self.barred(table), out),
            Phase::Declared => {
                let keeping = tenpai_discards(&own.hand, self.pack());
                let barred = own.hand.kinds() - keeping;
                list_discards(&own.hand, self.distinct_draw(context), barred, out);
            }
            _ => {}
        }
    }

    /// Returns the kinds that the seat to act may discard.
    pub(crate) fn discardable(&self, context: &SeatContext<'_>) -> KindSet {
        let SeatContext { table, own, seat, .. } = *context;
        match table.phase {
            Phase::Drawn if table.is_riichi(seat) => {
                context.drawn.map(Tile::kind).into_iter().collect()
            }
            Phase::Drawn => own.hand.kinds(),
            Phase::Called => own.hand.kinds() - self.barred(table),
            Phase::Declared => tenpai_discards(&own.hand, self.pack()),
            _ => KindSet::EMPTY,
        }
    }

    /// Returns the tile just drawn, if the rules distinguish it from the hand.
    #[inline]
    fn distinct_draw(&self, context: &SeatContext<'_>) -> Option<Tile> {
        context.drawn.filter(|_| self.rules().first_draw_apart || !is_dealers_first(context.table))
    }

    /// Returns the kinds that the seat to act may not discard after its call (*kuikae*).
    pub fn barred(&self, table: &Table) -> KindSet {
        match table.melds(table.actor()).last() {
            Some(meld) if table.phase == Phase::Called => barred_after(self.rules().kuikae, *meld),
            _ => KindSet::EMPTY,
        }
    }

    #[inline]
    fn may_declare(&self, context: &SeatContext<'_>) -> bool {
        let (rules, table, hand) = (self.rules(), context.table, &context.own.hand);
        table.live >= rules.riichi_tiles
            && table.sticks < u8::MAX // never reached in practice
            && table.score(context.seat) >= rules.riichi_points
            && table.is_closed(context.seat)
            && hand.shanten(self.pack()) <= 0
            && !tenpai_discards(hand, self.pack()).is_empty()
    }

    #[inline]
    fn list_after_discards(&self, context: &SeatContext<'_>, out: &mut Legal) {
        let SeatContext { table, own, seat, .. } = *context;
        let Some(drawn) = context.drawn else { return };
        if own.waits.contains(drawn.kind()) && self.has_yaku(context) {
            out.push(Action::Tsumo);
        }
        if table.live > 0 {
            if table.kans < 4 {
                self.list_kans(context, out);
            }
            if self.rules().has_nuki() && own.hand.count(Kind::NORTH) > 0 {
                // After riichi the hand is fixed: only a north just drawn can be set aside.
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

    #[inline]
    fn list_kans(&self, context: &SeatContext<'_>, out: &mut Legal) {
        let SeatContext { table, own, seat, .. } = *context;
        for kind in own.hand.pairs() {
            if own.hand.count(kind) == 4
                && (!table.is_riichi(seat) || self.kan_keeps_hand(context, kind))
            {
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

    /// Returns whether a closed kan after riichi leaves the hand as the rules require.
    fn kan_keeps_hand(&self, context: &SeatContext<'_>, kind: Kind) -> bool {
        let (rule, own) = (self.rules().riichi_kan, context.own);
        let allowed = match rule {
            RiichiKan::Never => false,
            RiichiKan::SameWaits => true,
            RiichiKan::SameReadings => !own.waits.contains(kind),
        };
        if !allowed || context.drawn.map(Tile::kind) != Some(kind) {
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
        rule == RiichiKan::SameWaits
            || own.waits.iter().all(|wait| {
                let mut kept = *after.counts().as_array();
                kept[wait.index()] += 1;
                let mut whole = kept;
                whole[kind.index()] += 3;
                divisions(&mut whole) == divisions(&mut kept)
            })
    }
}

/// Returns whether the seat to act is the dealer with the fourteen tiles of the deal.
pub(crate) fn is_dealers_first(table: &Table) -> bool {
    table.uninterrupted && table.river.is_empty()
}

/// Returns the number of ways to divide these tiles into triplets, runs and one pair.
fn divisions(counts: &mut [u8; 34]) -> u32 {
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

/// Returns the kinds that may not be discarded after this call (*kuikae*).
pub(crate) fn barred_after(kuikae: Kuikae, meld: Meld) -> KindSet {
    let called = meld.called.kind();
    match kuikae {
        Kuikae::Allowed => return KindSet::EMPTY,
        Kuikae::Same => return KindSet::only(called),
        Kuikae::Flank => {}
    }
    let mut barred = KindSet::only(called);
    if meld.shape == MeldShape::Chi {
        let (first, number) = (meld.first.index(), meld.first.number());
        if called == meld.first && number <= 6 {
            barred.insert(Kind::new(first as u8 + 3));
        } else if called.index() == first + 2 && number >= 2 {
            barred.insert(Kind::new(first as u8 - 1));
        }
    }
    barred
}

/// Returns the kinds whose discard leaves fourteen tiles tenpai.
pub fn tenpai_discards(hand: &Hand, pack: Pack) -> KindSet {
    let keeps = |kind: &Kind| {
        let mut after = *hand;
        let red = kind.is_five() && hand.reds(kind.suit()) == hand.count(*kind);
        after.remove(copy_of(*kind, red));
        !after.waits(pack).is_empty()
    };
    hand.kinds().iter().filter(keeps).collect()
}

/// The kinds of which a hand can hold plain and red tiles.
const FIVES: KindSet = KindSet::from_bits(1 << 4 | 1 << 13 | 1 << 22);

/// Lists the discards of a hand, barred kinds excluded: of each tile first the one from the hand,
/// then the one just drawn.
#[inline]
fn list_discards(hand: &Hand, drawn: Option<Tile>, barred: KindSet, out: &mut Legal) {
    let mut special = FIVES;
    if let Some(tile) = drawn {
        special.insert(tile.kind());
    }
    for kind in hand.kinds() - barred {
        if special.contains(kind) {
            list_special(hand, kind, drawn, out);
        } else {
            out.push(Action::Discard { tile: Tile::plain(kind), drawn: false });
        }
    }
}

/// Lists the discards of a kind that can be red, or was just drawn.
fn list_special(hand: &Hand, kind: Kind, drawn: Option<Tile>, out: &mut Legal) {
    let reds = if kind.is_five() { hand.reds(kind.suit()) } else { 0 };
    for (red, count) in [(false, hand.count(kind) - reds), (true, reds)] {
        if count == 0 {
            continue;
        }
        let tile = copy_of(kind, red);
        let is_drawn = drawn == Some(tile);
        if count > u8::from(is_drawn) {
            out.push(Action::Discard { tile, drawn: false });
        }
        if is_drawn {
            out.push(Action::Discard { tile, drawn: true });
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
    fn divisions_are_counted() {
        assert_eq!(divisions(&mut counts("123m456p789s11122z")), 1);
        assert_eq!(divisions(&mut counts("111222333m78955s")), 2);
        assert_eq!(divisions(&mut counts("11123444m")), 2);
        assert_eq!(divisions(&mut counts("123m")), 0);
    }
}
