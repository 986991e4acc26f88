//! The value of a hand: scored exactly in tenpai, estimated before.

use super::position::{Melds, Position};
use crate::score::{self, Situation, WinningHand};
use facedown_game::math;
use facedown_tiles::{Hand, Kind, KindSet, MeldShape, Suit};

/// Points by han with usual fu, for a non-dealer.
const POINTS: [f32; 14] = [
    0.0, 1_300.0, 2_600.0, 5_200.0, 7_700.0, 8_000.0, 12_000.0, 12_500.0, 16_000.0, 16_500.0,
    17_000.0, 24_000.0, 24_500.0, 32_000.0,
];

/// Returns the usual points of an expected number of han, interpolated.
pub(crate) fn points(han: f32) -> f32 {
    let han = han.clamp(0.0, 12.99);
    let whole = han as usize;
    POINTS[whole] + (han - whole as f32) * (POINTS[whole + 1] - POINTS[whole])
}

/// An estimate of a hand before tenpai.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HandEstimate {
    /// The expected number of han.
    pub(crate) han: f32,
    /// The probability that it has a yaku when it is complete.
    pub(crate) yaku: f32,
}

fn tiles_of(hand: &Hand, kinds: KindSet) -> u8 {
    (hand.kinds() & kinds).iter().map(|kind| hand.count(kind)).sum()
}

impl Position<'_> {
    /// Estimates a hand before tenpai; a closed one is expected to declare riichi.
    pub(crate) fn estimate(&self, hand: &Hand, melds: &Melds) -> HandEstimate {
        let closed = melds.is_closed();
        let mut han = self.bonus(hand, melds);
        let mut yaku: f32 = if closed { 1.0 } else { 0.0 };
        let mut add = |probability: f32, value: f32| {
            han += probability * value;
            yaku = yaku.max(probability);
        };
        for kind in self.yakuhai {
            let doubled =
                self.table.round_wind() == kind && self.table.seat_wind(self.seat) == kind;
            let value = if doubled { 2.0 } else { 1.0 };
            add(self.triplet_probability(hand, melds, kind), value);
        }
        add(self.simples(hand, melds, closed), 1.0);
        add(self.one_suit(hand, melds), if closed { 3.0 } else { 2.0 });
        add(all_triplets(hand, melds), 2.0);
        if closed {
            // Riichi with tsumo, ippatsu and ura; and often pinfu.
            han += if self.may_declare() { self.weights.riichi } else { 0.5 };
            if (hand.pairs() & KindSet::HONORS).is_empty() {
                han += 0.3;
            }
        }
        HandEstimate { han, yaku }
    }

    /// Returns whether the seat could declare riichi once it is tenpai.
    pub(crate) fn may_declare(&self) -> bool {
        let rules = self.game.rules();
        self.table.score(self.seat) >= rules.riichi_points && self.table.live > rules.riichi_tiles
    }

    /// Counts dora, red fives and norths set aside.
    fn bonus(&self, hand: &Hand, melds: &Melds) -> f32 {
        let mut han = u32::from(self.table.nuki[self.seat.index()]);
        let three = self.table.seats() == 3;
        let mut reds = u32::from(hand.red_fives());
        for indicator in self.table.dora_indicators() {
            let dora = indicator.kind().dora(three);
            han += u32::from(hand.count(dora));
            let melded = |kind: Kind| u32::from(kind == dora);
            for meld in melds.as_slice() {
                han += meld.tiles().map(|tile| melded(tile.kind())).sum::<u32>();
            }
            if dora == Kind::NORTH {
                han += u32::from(self.table.nuki[self.seat.index()]);
            }
        }
        reds += melds.as_slice().iter().map(|meld| u32::from(meld.reds)).sum::<u32>();
        if self.game.rules().score.red_fives { (han + reds) as f32 } else { han as f32 }
    }

    /// Returns the probability of a triplet of an honour.
    fn triplet_probability(&self, hand: &Hand, melds: &Melds, kind: Kind) -> f32 {
        let melded =
            |meld: &facedown_tiles::Meld| meld.shape != MeldShape::Chi && meld.first == kind;
        if hand.count(kind) >= 3 || melds.as_slice().iter().any(melded) {
            return 1.0;
        }
        match (hand.count(kind), self.left[kind.index()]) {
            (2, 2) => 0.5,
            (2, 1) => 0.3,
            _ => 0.0,
        }
    }

    /// Returns the probability of all simples (*tanyao*).
    fn simples(&self, hand: &Hand, melds: &Melds, closed: bool) -> f32 {
        let melds_fit =
            melds.as_slice().iter().all(|meld| meld.tiles().all(|tile| !tile.kind().is_outside()));
        if !melds_fit || !closed && !self.game.rules().score.open_tanyao {
            return 0.0;
        }
        self.despite(tiles_of(hand, KindSet::OUTSIDE))
    }

    /// Returns the probability of a yaku that this number of tiles of the hand contradicts.
    fn despite(&self, tiles: u8) -> f32 {
        if tiles < 4 { math::powi_f32(self.weights.in_the_way, tiles.into()) } else { 0.0 }
    }

    /// Returns the probability of a half flush (*honitsu*).
    fn one_suit(&self, hand: &Hand, melds: &Melds) -> f32 {
        let suits = [Suit::Man, Suit::Pin, Suit::Sou];
        let probability = |suit: &Suit| {
            let fits = |first: Kind| first.is_honor() || first.suit() == *suit;
            if !melds.as_slice().iter().all(|meld| fits(meld.first)) {
                return 0.0;
            }
            let others = KindSet::ALL - KindSet::HONORS - KindSet::of_suit(*suit);
            self.despite(tiles_of(hand, others))
        };
        suits.iter().map(probability).fold(0.0, f32::max)
    }

    /// Returns the points of a tenpai hand for a wait: by ron and by tsumo; 0 without a yaku.
    pub(crate) fn win_points(
        &self,
        hand: &Hand,
        melds: &Melds,
        wait: Kind,
        riichi: bool,
    ) -> [f32; 2] {
        let mut closed = *hand.counts().as_array();
        closed[wait.index()] += 1;
        let mut indicators = [Kind::EAST; 5];
        let doras = self.table.dora_indicators();
        for (place, tile) in indicators.iter_mut().zip(doras) {
            *place = tile.kind();
        }
        let rules = &self.game.rules().score;
        let winning = WinningHand {
            closed: &closed,
            reds: hand.red_fives(),
            melds: melds.as_slice(),
            win: wait.into(),
        };
        [false, true].map(|tsumo| {
            let situation = Situation {
                tsumo,
                seat_wind: self.table.seat_wind(self.seat),
                round_wind: self.table.round_wind(),
                riichi: if riichi { score::Riichi::Single } else { score::Riichi::No },
                dora_indicators: &indicators[..doras.len()],
                nuki: self.table.nuki[self.seat.index()],
                three_seats: self.table.seats() == 3,
                ..Situation::RON
            };
            let win = score::score(&winning, &situation, rules);
            let seats = self.table.seats();
            win.map_or(0.0, |win| {
                // Ura dora and ippatsu add about half a han.
                let extra = if riichi && win.han < 5 { 1.35 } else { 1.0 };
                win.points(seats, &rules.payment) as f32 * extra
            })
        })
    }

    /// Returns the points on the table for the winner.
    pub(crate) fn pot(&self) -> f32 {
        300.0 * f32::from(self.table.setup.honba) + 1_000.0 * self.table.sticks() as f32
    }
}

/// Returns the probability of all triplets (*toitoi*) of an open hand.
fn all_triplets(hand: &Hand, melds: &Melds) -> f32 {
    let melds = melds.as_slice();
    if melds.is_empty() || melds.iter().any(|meld| meld.shape == MeldShape::Chi) {
        return 0.0;
    }
    // Pairs and triplets needed beside the melds: four sets and a pair in all.
    let blocks = hand.pairs().len() + melds.len();
    match blocks {
        5.. => 0.9,
        4 => 0.3,
        _ => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_han_give_more_points() {
        let values: Vec<f32> = (0..130).map(|tenths| points(tenths as f32 / 10.0)).collect();
        assert!(values.is_sorted());
        assert!((points(3.0) - 5_200.0).abs() < 0.5);
    }
}
