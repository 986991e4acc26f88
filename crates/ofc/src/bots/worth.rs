//! What Fantasyland is worth, for bots that look at one hand only.
//!
//! Nothing here is typed in: hands of each size are dealt from a fixed seed and set exactly, and the
//! worth of staying is found by iteration, `V = royalties + chance to stay * V`. This is the worth in
//! royalties; it takes what a seat wins more often by rows and scoop to balance the royalties of the
//! normal hand that it gives up. A table measured by play between bots can replace it here.

use crate::Rules;
use crate::fantasy::{Scratch, Solver};
use crate::rules::StayCards;
use facedown_cards::PackCard;
use facedown_game::Rng;
use std::sync::{Mutex, PoisonError};

/// How many hands of each size are dealt.
const HANDS: usize = 200;

/// The worth of Fantasyland by the number of its cards.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Worth([f64; 5]);

impl Worth {
    /// The worth of a Fantasyland of so many cards, in points against each opponent; 0 for none.
    pub fn cards(&self, cards: u8) -> f64 {
        if (13..=17).contains(&cards) { self.0[usize::from(cards) - 13] } else { 0.0 }
    }

    /// The worths for 13 to 17 cards.
    pub const fn all(&self) -> [f64; 5] {
        self.0
    }
}

/// The worth under these rules, reckoned once for a process.
pub fn of(rules: &Rules) -> Worth {
    static KNOWN: Mutex<Vec<(Rules, Worth)>> = Mutex::new(Vec::new());
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, worth)) = known.iter().find(|(of, _)| of == rules) {
        return *worth;
    }
    let worth = reckon(rules);
    known.push((*rules, worth));
    worth
}

/// Which numbers of cards the rules can deal in Fantasyland.
fn sizes(rules: &Rules) -> [bool; 5] {
    let entry = rules.fantasyland.entry;
    let mut dealt = [false; 5];
    let fixed = match rules.fantasyland.stay.cards {
        StayCards::Fixed(cards) => cards,
        StayCards::Same => 0,
    };
    let all = [entry.queens, entry.kings, entry.aces, entry.threes, entry.wheel];
    for cards in all.into_iter().chain([entry.wheel_and_top, fixed]).filter(|cards| *cards > 0) {
        dealt[usize::from(cards) - 13] = true;
    }
    dealt
}

fn reckon(rules: &Rules) -> Worth {
    let mut worth = Worth([0.0; 5]);
    let dealt = sizes(rules);
    for _ in 0..4 {
        let before = worth;
        for (i, _) in dealt.iter().enumerate().filter(|(_, dealt)| **dealt) {
            let next = match rules.fantasyland.stay.cards {
                StayCards::Fixed(cards) => usize::from(cards) - 13,
                StayCards::Same => i,
            };
            let (royalties, stays) = mean(rules, 13 + i, before.0[next]);
            // Staying leads to the same again where the number of cards is the same.
            worth.0[i] = if next == i {
                royalties / (1.0 - stays).max(0.1)
            } else {
                royalties + stays * worth.0[next]
            };
        }
    }
    worth
}

/// The mean royalties and the chance to stay of best settings, staying being worth so much.
fn mean(rules: &Rules, n: usize, stay: f64) -> (f64, f64) {
    let Ok(solver) = Solver::new(rules, stay.min(1000.0)) else { return (0.0, 0.0) };
    let mut rng = Rng::stream(0x6f66_6321, n as u64);
    let mut scratch = Scratch::default();
    let mut pack: Vec<PackCard> = PackCard::all().take(52 + usize::from(rules.jokers)).collect();
    let (mut royalties, mut stays) = (0.0, 0.0);
    for _ in 0..HANDS {
        rng.shuffle(&mut pack);
        // A hand that can only be a foul has neither.
        if let Ok(best) = solver.solve_with(&mut scratch, &pack[..n]) {
            royalties += f64::from(best.royalties);
            stays += f64::from(u8::from(best.stays));
        }
    }
    (royalties / HANDS as f64, stays / HANDS as f64)
}
