//! Brute-force enumeration of small problems, the reference for [`DealTable`](super::DealTable).

use super::{Deal, DealProblem, MAX_HOLDERS};
use crate::Cards;

/// Calls `visit` once for every assignment of the *physical* cards: two copies of a kind with two
/// holders are two deals that look the same.
///
/// The number of deals is exponential; this is for a dozen cards. A problem that
/// [`DealTable::new`](super::DealTable::new) rejects has none. The visitor applies soft evidence
/// ([`DealProblem::weight_of`]); deals of weight 0 are visited too.
pub fn enumerate(problem: &DealProblem, mut visit: impl FnMut(&Deal)) {
    let needs = problem.needs();
    if needs.len() <= MAX_HOLDERS && needs.iter().sum::<usize>() == problem.cards().len() {
        place(problem, 0, &mut needs.to_vec(), [Cards::EMPTY; MAX_HOLDERS], &mut visit);
    }
}

/// Assigns the cards from index `next` on in every possible way.
fn place(
    problem: &DealProblem,
    next: usize,
    room: &mut [usize],
    hands: [Cards; MAX_HOLDERS],
    visit: &mut impl FnMut(&Deal),
) {
    let Some(&(card, holders)) = problem.cards().get(next) else {
        return visit(&Deal::new(hands));
    };
    for holder in 0..room.len() {
        if holders >> holder & 1 == 1 && room[holder] > 0 {
            room[holder] -= 1;
            let mut hands = hands;
            hands[holder].insert(card);
            place(problem, next + 1, room, hands, visit);
            room[holder] += 1;
        }
    }
}
