//! Sampling from the table.

#![allow(
    clippy::inline_always,
    reason = "must become part of the caller, which is compiled for other instructions"
)]

use super::plan::StepKind;
use super::subset::subset_of_planes;
use super::table::{DealTable, Options, Transfer};
use super::{Deal, MAX_HOLDERS};
use crate::Cards;
#[cfg(target_arch = "x86_64")]
use crate::bits::bmi2::Bmi2;
use crate::bits::{BitOps, Portable};
use facedown_cards::CardSet;
use facedown_game::Rng;

/// Capacity for the groups and classes of most problems.
const FEW: usize = 16;
/// Capacity for the groups and classes of any problem.
const MANY: usize = 128;

/// The instructions that sampling uses. All give the same samples.
#[derive(Clone, Copy, Debug)]
pub(super) enum Instructions {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Bmi2(Bmi2),
}

impl Instructions {
    pub(super) fn detect() -> Self {
        #[cfg(target_arch = "x86_64")]
        if let Some(bits) = Bmi2::detect() {
            return Self::Bmi2(bits);
        }
        Self::Portable
    }
}

impl DealTable {
    pub(super) fn draw(&self, rng: &mut Rng) -> Deal {
        match self.instructions {
            Instructions::Portable => self.draw_with(Portable, rng),
            #[cfg(target_arch = "x86_64")]
            Instructions::Bmi2(bits) => bits.run(
                #[inline(always)]
                |bits| self.draw_with(bits, rng),
            ),
        }
    }

    #[inline(always)]
    fn draw_with(&self, bits: impl BitOps, rng: &mut Rng) -> Deal {
        match (self.reduced.two_packs, self.start.len() <= FEW) {
            (false, true) => self.draw_sized::<1, FEW>(bits, rng),
            (true, true) => self.draw_sized::<2, FEW>(bits, rng),
            (_, false) => self.draw_sized::<2, MANY>(bits, rng),
        }
    }

    /// Samples a deal of `P` packs with at most `N` groups and classes.
    #[inline(always)]
    fn draw_sized<const P: usize, const N: usize>(&self, bits: impl BitOps, rng: &mut Rng) -> Deal {
        let mut piles = Piles::<P, N> { rests: [0; N], cards: [[0; P]; N] };
        for (i, &(rest, planes)) in self.start.iter().enumerate() {
            piles.rests[i] = rest;
            piles.cards[i].copy_from_slice(&planes[..P]);
        }
        let mut value = self.values.first().copied().unwrap_or(1.0);
        for step in &self.transfers {
            let rest = piles.rests[step.vertex];
            let options = step.options(&self.terms, &piles.rests);
            let k = if options.least == options.most {
                options.least
            } else {
                self.choose(step, options, rest, rng.unit() * value * step.peak)
            };
            value = self.values[step.next + (options.base + k * options.slope) as usize];
            let from = self.is_group(step.vertex);
            piles.give(step.vertex, step.first, from, k, bits, rng);
            if let StepKind::Split(second) = step.kind {
                piles.give(step.vertex, second, from, rest - k, bits, rng);
            }
        }
        self.share(&mut piles.cards, bits, rng)
    }

    /// Chooses a number of cards to move; `left` is uniform below the total weight of the options.
    #[inline(always)]
    fn choose(&self, step: &Transfer, options: Options, rest: i32, mut left: f64) -> i32 {
        let Options { least, most, base, slope } = options;
        let after = &self.values[step.next..];
        let (first, second) = (&self.powers[step.first_row..], &self.powers[step.second_row..]);
        let split = step.kind == StepKind::Split(step.second);
        let mut chosen = least;
        for k in least..=most {
            let also = if split { second[(rest - k) as usize] } else { 1.0 };
            let weight = first[k as usize] * also * after[(base + k * slope) as usize];
            if weight > 0.0 {
                chosen = k;
                if left < weight {
                    break;
                }
                left -= weight;
            }
        }
        chosen
    }

    /// Splits the cards of each group uniformly among its holders.
    #[inline(always)]
    fn share<const P: usize, const N: usize>(
        &self,
        cards: &mut [[u64; P]; N],
        bits: impl BitOps,
        rng: &mut Rng,
    ) -> Deal {
        let mut hands = [Cards::EMPTY; MAX_HOLDERS];
        let mut planes = [[0; P]; MAX_HOLDERS];
        for (planes, certain) in planes.iter_mut().zip(&self.reduced.certain) {
            planes.copy_from_slice(&certain[..P]);
        }
        for share in &self.shares {
            let pool = &mut cards[share.group];
            let given =
                if share.last { *pool } else { subset_of_planes(*pool, share.need, bits, rng) };
            for (plane, given) in given.into_iter().enumerate() {
                pool[plane] ^= given;
                planes[share.holder][plane] |= given;
            }
        }
        for (hand, planes) in hands.iter_mut().zip(planes) {
            let (once, twice) =
                (planes[0] | planes[P - 1], if P == 2 { planes[0] & planes[1] } else { 0 });
            *hand = Cards::from_planes(
                CardSet::from_bits_truncate(once),
                CardSet::from_bits_truncate(twice),
            );
        }
        Deal::new(hands)
    }
}

/// The cards of each vertex: dealt to groups, left in classes.
struct Piles<const P: usize, const N: usize> {
    rests: [i32; N],
    cards: [[u64; P]; N],
}

impl<const P: usize, const N: usize> Piles<P, N> {
    /// Moves `k` random cards of the class to the group, one being a vertex, the other its neighbour.
    #[inline(always)]
    fn give(
        &mut self,
        vertex: usize,
        other: usize,
        to_vertex: bool,
        k: i32,
        bits: impl BitOps,
        rng: &mut Rng,
    ) {
        let (class, group) = if to_vertex { (other, vertex) } else { (vertex, other) };
        let given = subset_of_planes(self.cards[class], k as usize, bits, rng);
        for (plane, given) in given.into_iter().enumerate() {
            self.cards[class][plane] ^= given;
            self.cards[group][plane] |= given;
        }
        self.rests[vertex] -= k;
        self.rests[other] -= k;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deals::DealProblem;
    use facedown_cards::Card;

    /// Returns a table of three hands with a void each, of one pack or two.
    fn table(two_packs: bool) -> DealTable {
        let mut problem = DealProblem::new(&[10, 10, 10]);
        for i in 0..30 {
            let card = if two_packs { i % 15 * 3 } else { i };
            let card = Card::new(card);
            problem.add(card, [0b110, 0b101, 0b011, 0b111][card.suit().index()]);
        }
        DealTable::new(&problem).unwrap()
    }

    #[test]
    fn portable_code_samples_the_same_deals() {
        for table in [table(false), table(true)] {
            let portable = DealTable { instructions: Instructions::Portable, ..table.clone() };
            let (mut x, mut y) = (Rng::new(6), Rng::new(6));
            for _ in 0..1_000 {
                assert_eq!(table.sample(&mut x), portable.sample(&mut y));
            }
        }
    }

    #[test]
    fn a_seed_gives_the_recorded_deal() {
        let deal = table(false).sample(&mut Rng::new(42));
        assert_eq!([0, 1, 2].map(|holder| deal[holder].to_string()), GOLDEN);
    }

    // A change here breaks the seeds of all users.
    const GOLDEN: [&str; 3] = [
        "Ad 3d 4d 5d 6d 9d Td Jd Qd 4h",
        "2c 4c 5c 9c Tc Jc Kc Ah 2h 3h",
        "Ac 3c 6c 7c 8c Qc 2d 7d 8d Kd",
    ];
}
