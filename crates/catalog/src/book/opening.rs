//! The best placement of one opening, found fast.
//!
//! Four sieves, each dearer than the one before and with the same luck for all that it compares:
//! 1. every placement, up to suits that are alike, by the evaluator's guess at the board;
//! 2. the best of these by the mean, over deals of street 2, of the guess at the best board then;
//! 3. the best of these by a search of streets 2 and 3 with guesses at its leaves;
//! 4. where it is asked for, the best of these by a search with exact values of street 4 at its
//!    leaves. It is noisy and fair, the third is neither: both are weighed by how far each is off.

use super::sieve::{Candidate, keep, keep_by_guess, look, placements};
use super::trial::{Searched, search};
use super::{Class, Depth, OpenerError};
use facedown_cards::{PackCard, PackSet};
use facedown_ofc::endgame::{Partial, Worth};
use facedown_ofc::solve::{Opposition, Position, Streets};
use facedown_ofc::{Row, Rules};

/// Rows of five cards, as the digits of a number to base 3: the first digit is the row of the first
/// card, 0 is the top.
pub type Code = u8;

/// What is found of an opening.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Opening {
    /// The best placement of the first hand of the class.
    pub best: Code,
    /// The second best, where there is another that differs by more than names of suits.
    pub second: Option<Code>,
    /// Points that the best is expected to bring.
    pub value: f64,
    /// The standard error of that.
    pub error: f64,
    /// How far the second best is behind.
    pub behind: f64,
}

/// The rows of five cards; `None` where the code has more than three on top, or is none.
pub(super) fn rows_of(code: Code) -> Option<[Row; 5]> {
    let mut rest = code;
    let rows = std::array::from_fn(|_| {
        let row = Row::ALL[usize::from(rest % 3)];
        rest /= 3;
        row
    });
    let top = rows.iter().filter(|row| **row == Row::Top).count();
    (rest == 0 && top <= Row::Top.size()).then_some(rows)
}

/// Finds openings under some rules.
#[derive(Clone, Debug)]
pub struct Opener {
    streets: Streets,
    pack: PackSet,
}

/// How a placement compares with others.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Compared {
    /// The placement.
    pub code: Code,
    /// How far it is behind the best.
    pub behind: f64,
    /// The standard error of that.
    pub error: f64,
}

impl Opener {
    /// Openings of a seat on its own under these rules, with what Fantasyland and fouls are worth.
    pub fn new(rules: &Rules, worth: Worth) -> Result<Self, OpenerError> {
        let pack: PackSet = PackCard::all().take(52 + usize::from(rules.jokers)).collect();
        let deal: Vec<PackCard> = pack.iter().take(5).collect();
        let position = Position::new(rules, Partial::EMPTY, &deal, &[], PackSet::EMPTY)?;
        // Without opponents nothing of it depends on the cards.
        let streets = Streets::new(Opposition::new(&position, worth, 0)?, worth);
        Ok(Self { streets, pack })
    }

    /// The best placement of the first hand of a class.
    pub fn solve(&self, class: Class, depth: &Depth, seed: u64) -> Opening {
        let streets = &self.streets;
        let mut candidates = self.placements(class);
        for candidate in &mut candidates {
            candidate.looked = streets.guess(&candidate.after);
        }
        keep_by_guess(&mut candidates, depth.looked as usize);
        look(streets, &mut candidates, depth, seed);
        keep(&mut candidates, depth.searched as usize);
        let mut found = search(streets, &candidates, false, depth.iterations, seed);
        if depth.exact_iterations > 0 {
            let best = found.iter().take(depth.solved as usize);
            let best: Vec<Candidate> = best.map(|searched| searched.candidate).collect();
            let exact = search(streets, &best, true, depth.exact_iterations, !seed);
            found = weighed(&found, &exact, depth.doubt);
        }
        let best = found[0];
        let second = found.get(1);
        Opening {
            best: best.candidate.code,
            second: second.map(|second| second.candidate.code),
            value: best.value,
            error: best.error,
            behind: second.map_or(0.0, |second| second.behind - best.behind),
        }
    }

    fn placements(&self, class: Class) -> Vec<Candidate> {
        let cards = class.first_hand();
        placements(cards, self.pack - cards)
    }

    /// How these placements compare, the best first, by a search with exact values of street 4. Of
    /// placements that differ only by names of suits, the one with the least code is compared.
    pub fn compare(
        &self,
        class: Class,
        codes: &[Code],
        iterations: u64,
        seed: u64,
    ) -> Vec<Compared> {
        let all = self.placements(class).into_iter();
        let chosen: Vec<Candidate> = all.filter(|one| codes.contains(&one.code)).collect();
        if chosen.is_empty() {
            return Vec::new();
        }
        let found = search(&self.streets, &chosen, true, iterations, seed);
        let compared = |one: &Searched| {
            let Searched { candidate, behind, noise, .. } = *one;
            Compared { code: candidate.code, behind, error: noise }
        };
        found.iter().map(compared).collect()
    }
}

/// What both searches say of those that the second compared, weighed by their variances: the second
/// is fair and noisy, the first is off by about `doubt` besides its noise.
fn weighed(first: &[Searched], second: &[Searched], doubt: f64) -> Vec<Searched> {
    let of = |one: &Searched| first.iter().find(|s| s.candidate.code == one.candidate.code);
    let Some(reference) = second.first().and_then(of) else { return first.to_vec() };
    let both = second.iter().filter_map(|exact| {
        let rough = of(exact)?;
        let by_first = rough.behind - reference.behind;
        let spread = doubt.powi(2) + rough.noise.powi(2);
        // Of two infinite variances neither tells anything: the first search has seen more.
        let weight = spread / (spread + exact.noise.powi(2));
        let weight = if weight.is_nan() { 0.0 } else { weight };
        let behind = weight * exact.behind + (1.0 - weight) * by_first;
        Some(Searched { behind, ..*rough })
    });
    let mut both: Vec<Searched> = both.collect();
    both.sort_by(|a, b| {
        a.behind.total_cmp(&b.behind).then(a.candidate.code.cmp(&b.candidate.code))
    });
    both
}
