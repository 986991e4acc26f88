//! Cheap stages that select the placements to search.

use super::Depth;
use super::opening::{Code, rows_of};
use crate::{After, Streets};
use facedown_cards::poker::{Category, Strength};
use facedown_cards::{PackCard, PackSet};
use facedown_game::Rng;
use facedown_ofc::Row;
use facedown_ofc::endgame::Partial;

/// One placement with its estimate so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) code: Code,
    pub(super) after: After,
    /// The estimate of the board, then the mean of the lookahead.
    pub(super) estimate: f64,
}

/// The bits of a rank.
const RANK: u64 = 1 | 1 << 13 | 1 << 26 | 1 << 39;
const SUIT: u64 = (1 << 13) - 1;

/// Returns every placement up to isomorphism.
pub(super) fn placements(cards: PackSet, unseen: PackSet) -> Vec<Candidate> {
    let cards: Vec<PackCard> = cards.iter().collect();
    let mut seen = Vec::with_capacity(232);
    let mut candidates = Vec::with_capacity(232);
    for code in 0..3_u8.pow(5) {
        let Some(to) = rows_of(code) else { continue };
        let mut rows = [PackSet::EMPTY; 3];
        for (card, row) in cards.iter().zip(to) {
            rows[row as usize].insert(*card);
        }
        let key = isomorphism_key(rows);
        if seen.contains(&key) {
            continue;
        }
        seen.push(key);
        if let Ok(board) = Partial::new(rows) {
            let after = After { board, discard: None, unseen };
            candidates.push(Candidate { code, after, estimate: 0.0 });
        }
    }
    candidates
}

/// Returns a key that is equal for boards which differ by a permutation of suits or jokers.
fn isomorphism_key(rows: [PackSet; 3]) -> ([u64; 4], [usize; 3]) {
    let mut suits: [u64; 4] = std::array::from_fn(|suit| {
        let ranks = |row: PackSet| row.bits() >> (13 * suit) & SUIT;
        ranks(rows[0]) << 26 | ranks(rows[1]) << 13 | ranks(rows[2])
    });
    suits.sort_unstable();
    (suits, rows.map(PackSet::jokers))
}

/// Keeps the best candidates.
pub(super) fn keep(candidates: &mut Vec<Candidate>, most: usize) {
    candidates.sort_by(|a, b| b.estimate.total_cmp(&a.estimate).then(a.code.cmp(&b.code)));
    candidates.truncate(most.max(1));
}

/// Keeps the best candidates, and all that keep three of a kind or better together: hands so rare
/// that their estimates are poor.
pub(super) fn keep_by_estimate(candidates: &mut Vec<Candidate>, most: usize) {
    let all = candidates.drain(..);
    let (made, mut others): (Vec<_>, Vec<_>) = all.partition(|one| keeps_made(&one.after.board));
    keep(&mut others, most);
    candidates.extend(others);
    candidates.extend(made);
}

/// Returns whether five cards are three of a kind or better.
pub(super) fn is_made(cards: PackSet) -> bool {
    let category = Strength::of(cards).map(Strength::category);
    !matches!(category, None | Some(Category::HighCard | Category::Pair | Category::TwoPair))
}

/// Returns whether a board keeps the made hand of its five cards together, if it is three of a kind or
/// better; a straight or a flush may lose one card.
fn keeps_made(board: &Partial) -> bool {
    let all = board.cards();
    let Some(made) = Strength::of(all) else { return false };
    let of_rank = |rank: u64| all.bits() & RANK << rank;
    let whole = |cards: u64| Row::ALL.into_iter().any(|row| board.row(row).bits() & cards == cards);
    match made.category() {
        Category::HighCard | Category::Pair | Category::TwoPair => false,
        Category::Straight | Category::Flush | Category::StraightFlush => {
            board.row(Row::Bottom).len() >= 4
        }
        _ => (0..13).map(of_rank).all(whole),
    }
}

/// Looks one street ahead: means over deals, with more deals for the better half of candidates.
pub(super) fn look_ahead(
    streets: &Streets,
    candidates: &mut Vec<Candidate>,
    depth: &Depth,
    seed: u64,
) {
    let Some(unseen) = candidates.first().map(|candidate| candidate.after.unseen) else { return };
    let mut rng = Rng::stream(seed, 0);
    let mut pack: Vec<PackCard> = unseen.iter().collect();
    let mut choices = Vec::with_capacity(32);
    let mut sums = vec![0.0; candidates.len()];
    for round in 1..=depth.rounds {
        // Deals of one shuffle share no card, so that they cover the pack evenly.
        rng.shuffle(&mut pack);
        for deal in pack.chunks_exact(3) {
            let deal = [deal[0], deal[1], deal[2]];
            for (candidate, sum) in candidates.iter().zip(&mut sums) {
                *sum += best_estimate(streets, &candidate.after, deal, &mut choices);
            }
        }
        let deals = (pack.len() / 3) as f64 * f64::from(round);
        for (candidate, sum) in candidates.iter_mut().zip(&sums) {
            candidate.estimate = sum / deals;
        }
        if candidates.len() > 2 * depth.searched as usize {
            let half = candidates.len().div_ceil(2);
            keep(candidates, half);
            sums = candidates.iter().map(|candidate| candidate.estimate * deals).collect();
        }
    }
}

/// Returns the best estimate after a deal.
pub(super) fn best_estimate(
    streets: &Streets,
    after: &After,
    deal: [PackCard; 3],
    choices: &mut Vec<After>,
) -> f64 {
    choices.clear();
    Streets::choices(after, deal, choices);
    choices.iter().map(|after| streets.estimate(after)).fold(f64::NEG_INFINITY, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(text: &str) -> usize {
        placements(text.parse().unwrap(), PackSet::EMPTY).len()
    }

    #[test]
    fn isomorphic_placements_are_one() {
        // No two cards are exchangeable: all placements.
        assert_eq!(count("Ac Kc Qd Jh 9s"), 232);
        assert_eq!(count("Ac Kc Qc Jc 9c"), 232);
        // Three aces are exchangeable: only their numbers matter, and the places of the clubs.
        assert!(count("Ac Ad Ah As Kc") < 90);
        // Both jokers on top leave 20 ways, one leaves 52, none leaves 81.
        assert_eq!(count("X X Kc Qd 9h"), 153);
    }

    #[test]
    fn made_hands_are_kept_whatever_their_estimate() {
        let mut all = placements("2c 2d 2h 2s Kd".parse().unwrap(), PackSet::EMPTY);
        keep_by_estimate(&mut all, 1);
        let board = "Kd / / 2c 2d 2h 2s".parse().unwrap();
        assert!(all.iter().any(|one| one.after.board == board));
        assert!(all.len() < 8, "{}", all.len());
    }
}
