//! Danger of tiles: the probability that another seat waits for a kind.
//!
//! A tenpai hand has one of few waits: two-sided (*ryanmen*), closed (*kanchan*), edge (*penchan*),
//! two pairs (*shanpon*), single (*tanki*). The likelihood of each is the number of ways in which the
//! unseen tiles form it, times how often players have such a wait. A wait that includes a tile which
//! the seat has passed or discarded is impossible (*furiten*), with all of its kinds. So safe tiles
//! (*genbutsu*), *suji*, walls of visible tiles (*kabe*) and honours by their visible count all
//! follow from one sum, and the fewer kinds remain, the more dangerous each of them is.

use facedown_tiles::{Kind, KindSet};

/// Relative frequency of each wait, for one way of forming it from unseen tiles.
mod weight {
    pub(super) const TWO_SIDED: f32 = 1.0;
    pub(super) const CLOSED: f32 = 0.21;
    pub(super) const EDGE: f32 = 0.19;
    pub(super) const PAIRS: f32 = 0.59;
    pub(super) const SINGLE: f32 = 0.16;
    /// A single wait for a terminal or honour is more common than for a middle tile.
    pub(super) const SINGLE_OUTSIDE: f32 = 0.3;
}

/// Returns for each kind the probability that it is among the waits of a tenpai seat, given the
/// unseen tiles of each kind and the safe kinds.
pub(crate) fn wait_probabilities(unseen: &[u8; Kind::COUNT], safe: KindSet) -> [f32; Kind::COUNT] {
    let mut probabilities = [0.0; Kind::COUNT];
    let mut total = 0.0;
    let ways = |a: usize, b: usize| f32::from(unseen[a]) * f32::from(unseen[b]);
    let open = |kind: usize| safe.bits() >> kind & 1 == 0;
    for suit in [0, 9, 18] {
        for low in suit..suit + 6 {
            if open(low) && open(low + 3) {
                let likelihood = weight::TWO_SIDED * ways(low + 1, low + 2);
                probabilities[low] += likelihood;
                probabilities[low + 3] += likelihood;
                total += likelihood;
            }
        }
        for low in suit..suit + 7 {
            if open(low + 1) {
                let likelihood = weight::CLOSED * ways(low, low + 2);
                probabilities[low + 1] += likelihood;
                total += likelihood;
            }
        }
        for (edge, a, b) in [(suit + 2, suit, suit + 1), (suit + 6, suit + 7, suit + 8)] {
            if open(edge) {
                let likelihood = weight::EDGE * ways(a, b);
                probabilities[edge] += likelihood;
                total += likelihood;
            }
        }
    }
    for kind in KindSet::ALL - safe {
        let n = f32::from(unseen[kind.index()]);
        let pair = weight::PAIRS * n * (n - 1.0).max(0.0) / 2.0;
        let outside = kind.is_outside();
        let single = n * if outside { weight::SINGLE_OUTSIDE } else { weight::SINGLE };
        probabilities[kind.index()] += pair + single;
        // A shanpon wait has two pairs, so each counts for half of it.
        total += pair / 2.0 + single;
    }
    if total > 0.0 {
        for likelihood in &mut probabilities {
            *likelihood /= total;
        }
    }
    probabilities
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> KindSet {
        text.parse::<facedown_tiles::Counts>().unwrap().kinds()
    }

    fn at(probabilities: &[f32; 34], tile: &str) -> f32 {
        probabilities[tile.parse::<facedown_tiles::Tile>().unwrap().kind().index()]
    }

    #[test]
    fn a_passed_tile_is_safe_and_its_suji_safer() {
        let all = [4; 34];
        let before = wait_probabilities(&all, KindSet::EMPTY);
        let after = wait_probabilities(&all, kinds("4p"));
        assert!(at(&after, "4p") <= 0.0);
        assert!(at(&after, "1p") < 0.5 * at(&before, "1p"));
        assert!(at(&after, "7p") < 0.75 * at(&before, "7p"));
        assert!(at(&after, "5p") > at(&before, "5p"));
    }

    #[test]
    fn middles_are_more_dangerous_than_edges_and_honours() {
        let probabilities = wait_probabilities(&[4; 34], KindSet::EMPTY);
        assert!(at(&probabilities, "5s") > at(&probabilities, "2s"));
        assert!(at(&probabilities, "2s") > at(&probabilities, "1z"));
        assert!((0.04..0.16).contains(&at(&probabilities, "5s")), "{}", at(&probabilities, "5s"));
    }

    #[test]
    fn a_wall_of_visible_tiles_makes_what_lies_behind_it_safer() {
        let mut unseen = [4; 34];
        unseen[9 + 6] = 0; // no 7p: nobody waits for 9p or 8p with it
        let probabilities = wait_probabilities(&unseen, KindSet::EMPTY);
        let open = wait_probabilities(&[4; 34], KindSet::EMPTY);
        assert!(at(&probabilities, "9p") < 0.6 * at(&open, "9p"));
    }

    #[test]
    fn honours_are_as_dangerous_as_copies_are_unseen() {
        let mut unseen = [3; 34];
        (unseen[27], unseen[28], unseen[29]) = (2, 1, 0);
        let probabilities = wait_probabilities(&unseen, KindSet::EMPTY);
        assert!(
            at(&probabilities, "1z") > at(&probabilities, "2z") && at(&probabilities, "2z") > 0.0
        );
        assert!(at(&probabilities, "3z") <= 0.0);
    }
}
