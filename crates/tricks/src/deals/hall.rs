//! Hall's theorem: a deal exists if and only if no set of holders is the only place for more cards
//! than it needs. There are at most 2^11 sets, so all are checked.

use super::DealProblem;
use super::error::Conflict;
use super::reduce::Physical;
use crate::Cards;

/// Returns the conflict with the fewest holders, or `None` if a deal exists. The hand sizes must
/// add up.
pub(super) fn find_conflict(
    problem: &DealProblem,
    cards: &[Physical],
    active: u16,
) -> Option<Conflict> {
    let needs = problem.needs();
    let sets = 1usize << needs.len();
    // Cards that only these holders can have; at first, exactly these.
    let mut inside = vec![0u8; sets];
    for card in cards {
        inside[usize::from(card.holders)] += 1;
    }
    for holder in 0..needs.len() {
        for set in (0..sets).filter(|set| set >> holder & 1 == 1) {
            inside[set] += inside[set ^ 1 << holder];
        }
    }
    let mut room = vec![0usize; sets];
    for set in 1..sets {
        let holder = set.trailing_zeros() as usize;
        room[set] = room[set & (set - 1)] + needs[holder];
    }
    // The complement then needs more cards than it can have, which is easier to understand unless
    // it has more holders.
    let others = |set: usize| active & !(set as u16);
    let starved = |set: usize| set != 0 && others(set).count_ones() <= set.count_ones();
    let holders = |set: usize| if starved(set) { others(set) } else { set as u16 };
    let overfull = (0..sets)
        .filter(|&set| set & !usize::from(active) == 0 && usize::from(inside[set]) > room[set])
        .min_by_key(|&set| (holders(set).count_ones(), !starved(set)))?;
    let (starved, holders) = (starved(overfull), holders(overfull));
    let concerned = |card: &&Physical| {
        if starved { card.holders & holders != 0 } else { card.holders & !holders == 0 }
    };
    let all = |cards: &mut dyn Iterator<Item = &Physical>| cards.map(|c| c.card).collect::<Cards>();
    Some(Conflict {
        holders,
        stock: problem.stock_holder(),
        room: (0..needs.len()).filter(|h| holders >> h & 1 == 1).map(|h| needs[h]).sum(),
        cards: all(&mut cards.iter().filter(concerned)),
        unknown: all(&mut cards.iter()),
        starved,
    })
}
