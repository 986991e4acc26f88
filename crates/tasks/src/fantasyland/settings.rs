//! The exact value of every setting of a hand, and the plain searches over all of them.

use super::PolicyAnswer;
use super::encode::{HAND, HandError, TOPS, sorted};
use crate::combinations::combination_at;
use facedown_cards::poker::{Strength, Subsets};
use facedown_cards::{PackCard, PackSet};
use facedown_ofc::{Board, Rows, Rules, Scorer};

/// The subsets of fourteen positions.
const SUBSETS: usize = 1 << HAND;

/// Evaluates the settings of one hand; rows are sets of positions.
#[derive(Debug)]
pub(super) struct Settings {
    scorer: Scorer,
    stay_value: f64,
    hand: [PackCard; HAND],
    jokers: usize,
    /// The number of each subset of three and five positions, jokers at their best.
    strengths: Vec<u16>,
}

/// The best setting so far, as positions.
pub(super) struct Best {
    value: f64,
    rows: [u32; 3],
    pub(super) settings: u64,
}

impl Best {
    pub(super) const NONE: Self = Self { value: f64::NEG_INFINITY, rows: [0; 3], settings: 0 };

    /// Returns the answer; `None` if all settings were fouls.
    pub(super) fn answer(&self, hand: &[PackCard; HAND]) -> Option<PolicyAnswer> {
        let found = self.value > f64::NEG_INFINITY;
        let (value, settings) = (self.value, self.settings);
        found.then(|| PolicyAnswer { board: board(hand, self.rows), value, settings })
    }
}

impl Settings {
    /// Returns the evaluation with so many points for staying; [`Settings::fill`] comes first.
    pub(super) fn new(stay_value: f64) -> Self {
        let scorer = Scorer::new(&Rules::STANDARD).expect("a preset");
        let hand = [PackCard::JOKERS[0]; HAND];
        Self { scorer, stay_value, hand, jokers: 0, strengths: vec![0; SUBSETS] }
    }

    /// Prepares a hand in [`sorted`] order.
    pub(super) fn fill(&mut self, hand: &[PackCard; HAND]) {
        self.hand = *hand;
        self.jokers = hand.iter().take_while(|card| card.is_joker()).count();
        let subsets = Subsets::new(hand).expect("fourteen different cards");
        // The subsets have an order of their own.
        let mut position = [0; HAND];
        for (bit, position) in position.iter_mut().enumerate() {
            let card = subsets.card(bit);
            *position = hand.iter().position(|own| *own == card).unwrap_or(0);
        }
        let translate = |mask: u32| {
            let bits = (0..HAND).filter(|bit| mask >> bit & 1 == 1);
            bits.map(|bit| 1usize << position[bit]).sum::<usize>()
        };
        let all = subsets.all();
        let strengths = &mut self.strengths;
        // With both jokers fives and threes that are made of one joker come with the first alone.
        subsets.fives(all, |mask, strength| strengths[translate(mask)] = strength.number());
        subsets.threes(all, |mask, strength| strengths[translate(mask)] = strength.number());
    }

    /// Tries all bottoms behind a top and a middle.
    pub(super) fn try_bottoms(&self, top: u32, middle: u32, best: &mut Best) {
        let rest = (SUBSETS as u32 - 1) & !top & !middle;
        let mut out = rest;
        while out != 0 {
            let bottom = rest & !(out & out.wrapping_neg());
            out &= out - 1;
            best.settings += 1;
            let rows = [top, middle, bottom];
            if let Some(value) = self.value(rows).filter(|value| *value > best.value) {
                (best.value, best.rows) = (value, rows);
            }
        }
    }

    /// Returns the value of a setting; `None` if it is a foul.
    fn value(&self, rows: [u32; 3]) -> Option<f64> {
        let rows = if self.jokers == 0 {
            let strength = |mask: u32| Strength::from_number(self.strengths[mask as usize]);
            let [top, middle, bottom] = rows.map(strength);
            let rows = Rows { top: top?, middle: middle?, bottom: bottom? };
            if rows.top > rows.middle || rows.middle > rows.bottom {
                return None;
            }
            rows
        } else {
            self.scorer.rows(&board(&self.hand, rows))?
        };
        let stays = self.scorer.stay(rows, HAND as u8).is_some();
        let stay = if stays { self.stay_value } else { 0.0 };
        Some(f64::from(self.scorer.royalties(rows)) + stay)
    }

    /// Returns whether no bottom behind these rows can be better than a value, by the rows at their
    /// best alone: a foul already, or too few royalties even with the best bottom and staying.
    fn is_hopeless(&self, top: u32, middle: u32, value: f64) -> bool {
        let strength = |mask: u32| {
            let number = self.strengths[mask as usize];
            if number == 0 { None } else { Strength::from_number(number) }
        };
        // With two jokers the table lacks rows that hold the second joker alone.
        let (Some(top), Some(middle)) = (strength(top), strength(middle)) else { return false };
        // Jokers at their best: a top that beats such a middle may still be lowered.
        if self.jokers == 0 && top > middle {
            return true;
        }
        let most = self.scorer.royalties(Rows { top, middle, bottom: Strength::MAX });
        f64::from(most) + self.stay_value <= value
    }
}

/// Tries every setting of a hand: the plain search that the networks are compared with. With pruning,
/// bottoms are not tried behind a top and middle that cannot be better than the best so far.
pub fn exhaustive(
    cards: &[PackCard],
    stay_value: f64,
    prune: bool,
) -> Result<PolicyAnswer, HandError> {
    let hand = sorted(cards)?;
    let mut settings = Settings::new(stay_value);
    settings.fill(&hand);
    let mut best = Best::NONE;
    for label in 0..TOPS {
        let top = combination_at(HAND, 3, label).expect("a label");
        let left = (SUBSETS as u32 - 1) & !top;
        let positions: Vec<u32> = (0..HAND as u32).filter(|i| left >> i & 1 == 1).collect();
        for choice in (0..).map_while(|label| combination_at(HAND - 3, 5, label)) {
            let taken = (0..HAND - 3).filter(|i| choice >> i & 1 == 1);
            let middle: u32 = taken.map(|i| 1 << positions[i]).sum();
            if !prune || !settings.is_hopeless(top, middle, best.value) {
                settings.try_bottoms(top, middle, &mut best);
            }
        }
    }
    Ok(best.answer(&hand).expect("some setting is no foul"))
}

/// Returns the board of three sets of positions.
fn board(hand: &[PackCard; HAND], rows: [u32; 3]) -> Board {
    let set = |mask: u32| {
        let cards = (0..HAND).filter(|i| mask >> i & 1 == 1);
        cards.map(|i| hand[i]).collect::<PackSet>()
    };
    Board::new(rows.map(set)).expect("rows of three, five and five positions")
}
