//! The own hand: shanten, acceptance, and the probability to draw it.

use super::extract::Extract;
use super::plane_writer::{Each, PlaneWriter};
use facedown_game::Element;
use facedown_riichi::Phase;
use facedown_tiles::{Acceptance, Kind, KindSet};

/// The acceptance of the own hand.
struct Efficiency {
    /// That of the hand, or that after the best discard.
    best: Option<Acceptance>,
    /// The discards with the lowest shanten, with the acceptance after each.
    keeping: [Option<Acceptance>; Kind::COUNT],
}

impl Efficiency {
    fn of(extract: &Extract<'_>) -> Self {
        let mut efficiency = Self { best: None, keeping: [None; Kind::COUNT] };
        let hand = extract.view.hand();
        match hand.len() % 3 {
            1 => efficiency.best = Some(hand.acceptance(extract.pack, &extract.unseen)),
            2 => {
                let allowed = allowed(extract);
                let discards = hand.discards(extract.pack, &extract.unseen);
                let open = || discards.iter().filter(|d| allowed.contains(d.kind));
                let least = open().map(|d| d.acceptance.shanten).min();
                for discard in open().filter(|d| Some(d.acceptance.shanten) == least) {
                    let found = discard.acceptance;
                    let better = |best: Acceptance| rank(found) > rank(best);
                    if efficiency.best.is_none_or(better) {
                        efficiency.best = Some(found);
                    }
                    efficiency.keeping[discard.kind.index()] = Some(found);
                }
            }
            _ => {} // nothing is dealt yet
        }
        efficiency
    }

    fn kept<V: Default + Copy>(&self, of: impl Fn(Acceptance) -> V) -> Each<V> {
        self.keeping.map(|found| found.map_or(V::default(), &of))
    }
}

/// Ranks by the number of tiles, then of kinds.
fn rank(acceptance: Acceptance) -> (u8, usize) {
    (acceptance.left, acceptance.live.len())
}

/// Returns the kinds that the seat may discard: after riichi only the tile just drawn, after a call
/// not those barred by kuikae.
fn allowed(extract: &Extract<'_>) -> KindSet {
    let (view, table) = (extract.view, extract.table);
    let kinds = view.hand().kinds();
    match view.drawn() {
        Some(drawn) if table.is_riichi(view.seat()) => KindSet::only(drawn.kind()),
        _ if table.actor() == view.seat() => kinds - extract.game.barred(table),
        _ => kinds,
    }
}

/// The probability that one of the next draws is a wanted tile, all unseen tiles being equally
/// likely.
struct DrawOdds {
    unseen: u32,
    draws: usize,
}

impl DrawOdds {
    /// Returns the probability that `draws` draws contain one of `wanted` tiles.
    fn within(&self, draws: usize, wanted: u8) -> f32 {
        let (mut miss, mut all) = (1.0, 1.0);
        for drawn in 0..draws.min(self.draws).min(self.unseen as usize) as u32 {
            miss *= f64::from((self.unseen - drawn).saturating_sub(u32::from(wanted)));
            all *= f64::from(self.unseen - drawn);
        }
        (1.0 - miss / all) as f32
    }

    /// Returns the numbers of draws: the next one, three, all.
    fn spans(&self) -> [usize; 3] {
        [1, 3, self.draws]
    }
}

/// Writes planes 165-178.
pub(super) fn write<T: Element, const W: usize>(
    extract: &Extract<'_>,
    writer: &mut PlaneWriter<'_, T, W>,
) {
    let (view, table) = (extract.view, extract.table);
    let own_turn = table.actor() == view.seat() && table.phase() == Phase::Called;
    writer.mark(view.drawn().map_or(KindSet::EMPTY, |tile| KindSet::only(tile.kind())));
    writer.mark(if own_turn { extract.game.barred(table) } else { KindSet::EMPTY });
    let shanten = if view.hand().len() % 3 == 0 { 0 } else { view.hand().shanten(extract.pack) };
    writer.fill(f32::from(shanten + 1) / 8.0);
    let efficiency = Efficiency::of(extract);
    let odds = DrawOdds { unseen: extract.total_left(), draws: extract.draws_left() };
    writer.mark(efficiency.best.map_or(KindSet::EMPTY, |best| best.live));
    writer.tally(&efficiency.kept(|_| 1u8), 1.0);
    writer.tally(&efficiency.kept(|found| found.left), 80.0);
    writer.tally(&efficiency.kept(|found| found.live.len() as u8), 34.0);
    for draws in odds.spans() {
        writer.values(&efficiency.kept(|found| odds.within(draws, found.left)));
    }
    for draws in odds.spans() {
        writer.fill(efficiency.best.map_or(0.0, |best| odds.within(draws, best.left)));
    }
    writer.flag(view.is_furiten());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odds_are_exact() {
        let odds = DrawOdds { unseen: 10, draws: 2 };
        let near = |got: f32, expected: f32| assert!((got - expected).abs() < 1e-6, "{got}");
        near(odds.within(1, 3), 0.3);
        near(odds.within(3, 3), 1.0 - 7.0 / 10.0 * 6.0 / 9.0); // only two draws are left
        near(odds.within(1, 0), 0.0);
        near(odds.within(2, 9), 1.0);
        near(DrawOdds { unseen: 10, draws: 0 }.within(3, 5), 0.0);
    }
}
