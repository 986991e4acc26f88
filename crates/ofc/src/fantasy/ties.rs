//! All settings of the best value.

use super::goal::Goal;
use super::hand::Hand;
use facedown_cards::poker::Low;

/// Visits every setting whose value is `value`, that of the best: masks of the rows and their numbers
/// on the ladders, top first. Settings that differ by an exchange of jokers count once.
pub(super) fn each_best(
    goal: &Goal,
    hand: &Hand,
    value: f64,
    mut visit: impl FnMut([u32; 3], [u16; 3]),
) {
    let all = hand.subsets.all();
    let reaches = |numbers| goal.value(numbers) >= value;
    hand.subsets.fives(all, |bottom, strength| {
        let strength = strength.number();
        let free = all ^ bottom;
        if !hand.takes_first_jokers(bottom, all) {
            return;
        }
        let top = hand.subsets.strongest_three(free).number().min(strength);
        let most = if hand.low { Low::MAX.number() } else { strength };
        if !reaches([top, most, strength]) {
            return;
        }
        hand.subsets.fives(free, |middle, high| {
            let number = if hand.low {
                Some(goal.scorer.middle_number(high)).filter(|low| *low > 0)
            } else {
                hand.within(middle, high.number(), strength)
            };
            let Some(number) = number else { return };
            let limit = if hand.low { strength } else { number };
            if !hand.takes_first_jokers(middle, free)
                || !reaches([top.min(limit), number, strength])
            {
                return;
            }
            let rest = free ^ middle;
            hand.subsets.threes(rest, |mask, three| {
                if !hand.takes_first_jokers(mask, rest) {
                    return;
                }
                let Some(three) = hand.within(mask, three.number(), limit) else { return };
                let numbers = [three, number, strength];
                if goal.value(numbers) >= value {
                    visit([mask, middle, bottom], numbers);
                }
            });
        });
    });
}
