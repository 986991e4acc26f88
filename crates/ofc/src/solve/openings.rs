//! All ways to place what was dealt.

use crate::Row;
use crate::endgame::{Partial, each_placement};
use facedown_cards::PackCard;

/// Visits every placement of a deal: five cards on an empty board, or two of three.
pub fn each_choice(
    board: &Partial,
    deal: &[PackCard],
    mut visit: impl FnMut(Partial, Option<PackCard>),
) {
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
