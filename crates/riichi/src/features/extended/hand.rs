//! The own hand: how far it is, what it accepts, and the chances that this comes.

use super::sheet::{Each, Sheet};
use super::sight::Sight;
use crate::table::Phase;
use facedown_game::Element;
use facedown_tiles::{Acceptance, Kind, KindSet};

/// What the own hand can become.
struct Outlook {
    /// That of the hand, or after the best discard.
    best: Option<Acceptance>,
    /// The discards after which the hand is as near as it can be, with what it then accepts.
    keeping: [Option<Acceptance>; Kind::COUNT],
}

impl Outlook {
    fn of(sight: &Sight<'_>) -> Self {
        let mut outlook = Self { best: None, keeping: [None; Kind::COUNT] };
        let hand = sight.view.hand();
        match hand.len() % 3 {
            1 => outlook.best = Some(hand.acceptance(sight.pack, &sight.unseen)),
            2 => {
                let allowed = allowed(sight);
                let discards = hand.discards(sight.pack, &sight.unseen);
                let open = || discards.iter().filter(|d| allowed.contains(d.kind));
                let least = open().map(|d| d.acceptance.shanten).min();
                for discard in open().filter(|d| Some(d.acceptance.shanten) == least) {
                    let found = discard.acceptance;
                    let better = |best: Acceptance| rank(found) > rank(best);
                    if outlook.best.is_none_or(better) {
                        outlook.best = Some(found);
                    }
                    outlook.keeping[discard.kind.index()] = Some(found);
                }
            }
            _ => {} // nothing is dealt yet
        }
        outlook
    }

    fn kept<V: Default + Copy>(&self, of: impl Fn(Acceptance) -> V) -> Each<V> {
        self.keeping.map(|found| found.map_or(V::default(), &of))
    }
}

/// The most tiles, then the most kinds; of equal ones the first stays.
fn rank(acceptance: Acceptance) -> (u8, usize) {
    (acceptance.left, acceptance.live.len())
}

/// The kinds that the seat may discard: with riichi only the tile just drawn, after a call not those
/// that the rules bar.
fn allowed(sight: &Sight<'_>) -> KindSet {
    let (view, table) = (sight.view, sight.table);
    let kinds = view.hand().kinds();
    match view.drawn() {
        Some(drawn) if table.is_riichi(view.seat()) => KindSet::only(drawn.kind()),
        _ if table.actor() == view.seat() => kinds - sight.game.barred(table),
        _ => kinds,
    }
}

/// Chances that some of the next draws is one of the tiles that are wanted, each tile that is not
/// seen being as likely as any other.
struct Chances {
    unseen: u32,
    draws: usize,
}

impl Chances {
    /// The share of ways in which so many draws miss all of `wanted` tiles, taken from 1.
    fn within(&self, draws: usize, wanted: u8) -> f32 {
        let (mut miss, mut all) = (1.0, 1.0);
        for drawn in 0..draws.min(self.draws).min(self.unseen as usize) as u32 {
            miss *= f64::from((self.unseen - drawn).saturating_sub(u32::from(wanted)));
            all *= f64::from(self.unseen - drawn);
        }
        (1.0 - miss / all) as f32
    }

    /// At the next draw, within three, before the wall ends.
    fn spans(&self) -> [usize; 3] {
        [1, 3, self.draws]
    }
}

/// Planes 165-178.
pub(super) fn write<T: Element, const W: usize>(sight: &Sight<'_>, sheet: &mut Sheet<'_, T, W>) {
    let (view, table) = (sight.view, sight.table);
    let own_turn = table.actor() == view.seat() && table.phase() == Phase::Called;
    sheet.mark(view.drawn().map_or(KindSet::EMPTY, |tile| KindSet::only(tile.kind())));
    sheet.mark(if own_turn { sight.game.barred(table) } else { KindSet::EMPTY });
    let shanten = if view.hand().len() % 3 == 0 { 0 } else { view.hand().shanten(sight.pack) };
    sheet.fill(f32::from(shanten + 1) / 8.0);
    let outlook = Outlook::of(sight);
    let chances = Chances { unseen: sight.total_left(), draws: sight.draws_left() };
    sheet.mark(outlook.best.map_or(KindSet::EMPTY, |best| best.live));
    sheet.tally(&outlook.kept(|_| 1u8), 1.0);
    sheet.tally(&outlook.kept(|found| found.left), 80.0);
    sheet.tally(&outlook.kept(|found| found.live.len() as u8), 34.0);
    for draws in chances.spans() {
        sheet.values(&outlook.kept(|found| chances.within(draws, found.left)));
    }
    for draws in chances.spans() {
        sheet.fill(outlook.best.map_or(0.0, |best| chances.within(draws, best.left)));
    }
    sheet.flag(view.is_furiten());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_exact() {
        let chances = Chances { unseen: 10, draws: 2 };
        let near = |got: f32, expected: f32| assert!((got - expected).abs() < 1e-6, "{got}");
        near(chances.within(1, 3), 0.3);
        near(chances.within(3, 3), 1.0 - 7.0 / 10.0 * 6.0 / 9.0); // only two draws are left
        near(chances.within(1, 0), 0.0);
        near(chances.within(2, 9), 1.0);
        near(Chances { unseen: 10, draws: 0 }.within(3, 5), 0.0);
    }
}
