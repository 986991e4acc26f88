//! Enumeration of the placements of a deal.

use facedown_cards::{PackCard, PackSet};
use facedown_game::Rng;
use facedown_ofc::Row;
use facedown_ofc::endgame::{Partial, each_placement};

/// Visits every placement of a deal: five cards on an empty board, two of three with the discard, or a
/// single card.
pub fn each_choice(
    board: &Partial,
    deal: &[PackCard],
    mut visit: impl FnMut(Partial, Option<PackCard>),
) {
    if let [card] = deal {
        for row in Row::ALL.into_iter().filter(|row| board.room(*row) > 0) {
            let mut rows = board.rows();
            rows[row as usize].insert(*card);
            if let Ok(board) = Partial::new(rows) {
                visit(board, None);
            }
        }
        return;
    }
    if deal.len() != 5 {
        each_placement(board, deal, |board, discard| visit(board, Some(discard)));
        return;
    }
    for code in 0..3_usize.pow(5) {
        let mut rows = board.rows();
        let mut rest = code;
        for card in deal {
            rows[rest % 3].insert(*card);
            rest /= 3;
        }
        if rows[Row::Top as usize].len() <= 3
            && let Ok(board) = Partial::new(rows)
        {
            visit(board, None);
        }
    }
}

/// Draws cards and removes them from `unseen`.
pub(crate) fn draw(unseen: &mut PackSet, cards: usize, rng: &mut Rng) -> Vec<PackCard> {
    let mut drawn = Vec::with_capacity(cards);
    for _ in 0..cards {
        let bit = rng.choose_bit(unseen.bits());
        if let Some(card) = PackCard::from_index(bit as usize) {
            drawn.push(card);
            *unseen -= PackSet::EMPTY.with(card);
        }
    }
    drawn
}
