//! A quick setting of Fantasyland cards that is no foul where it need not be.

use crate::{Middle, Ofc};
use facedown_cards::poker::{Strength, Subsets};
use facedown_cards::{PackCard, PackSet};

/// Rows of 13 to 17 cards: the strongest bottom row, then the strongest middle row of the rest, then
/// the strongest top row. What is left never beats the row it was left by, so this is no foul. Where
/// the middle row is a low, the best low comes first.
pub(crate) fn quick_setting(game: &Ofc, cards: &[PackCard]) -> [PackSet; 3] {
    let Some(subsets) = Subsets::new(cards) else { return [PackSet::EMPTY; 3] };
    let strongest = |within: u32, value: &dyn Fn(Strength) -> u16| {
        let (mut best, mut found) = (None, 0);
        subsets.fives(within, |mask, strength| {
            if Some(value(strength)) > best {
                (best, found) = (Some(value(strength)), mask);
            }
        });
        found
    };
    let low = game.rules().middle == Middle::DeuceToSeven;
    let all = subsets.all();
    let first = if low {
        strongest(all, &|strength| game.scorer().middle_number(strength))
    } else {
        strongest(all, &Strength::number)
    };
    let second = strongest(all & !first, &Strength::number);
    let (mut best, mut top) = (0, 0);
    subsets.threes(all & !first & !second, |mask, strength| {
        if strength.number() > best {
            (best, top) = (strength.number(), mask);
        }
    });
    let [middle, bottom] = if low { [first, second] } else { [second, first] };
    [top, middle, bottom].map(|mask| subsets.set(mask))
}
