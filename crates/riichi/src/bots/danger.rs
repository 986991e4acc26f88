//! How likely a tile is to be what another seat waits for.
//!
//! A tenpai hand waits in one of few ways: for either end of two neighbours, for the middle of a
//! gap, for the edge beside 12 or 89, for one of two pairs, for the mate of a lone tile. Each way
//! is as likely as the unseen tiles can form it, times how often players come to wait like that.
//! A way that includes a tile which the seat let go by or discarded itself is out (*furiten*), and
//! with it go its other ends. So safe tiles (*genbutsu*), *suji*, walls of visible tiles, and
//! honours by their visible count all follow from one sum, and what stays unsafe becomes the more
//! dangerous the less is left.

use facedown_tiles::{Kind, KindSet};

/// How often players wait in each way, for one way of forming it out of unseen tiles.
mod weight {
    pub(super) const TWO_SIDED: f32 = 1.0;
    pub(super) const GAP: f32 = 0.21;
    pub(super) const EDGE: f32 = 0.19;
    pub(super) const PAIRS: f32 = 0.59;
    pub(super) const LONE: f32 = 0.16;
    /// A lone terminal or honour is a better trap than a lone middle tile.
    pub(super) const LONE_OUTSIDE: f32 = 0.3;
}

/// The chance of each kind to be among the waits of a tenpai seat, given how many tiles of each
/// kind are unseen, and the kinds it cannot win with.
pub(crate) fn wait_chances(unseen: &[u8; Kind::COUNT], safe: KindSet) -> [f32; Kind::COUNT] {
    let mut chances = [0.0; Kind::COUNT];
    let mut total = 0.0;
    let ways = |a: usize, b: usize| f32::from(unseen[a]) * f32::from(unseen[b]);
    let open = |kind: usize| safe.bits() >> kind & 1 == 0;
    for suit in [0, 9, 18] {
        for low in suit..suit + 6 {
            if open(low) && open(low + 3) {
                let chance = weight::TWO_SIDED * ways(low + 1, low + 2);
                chances[low] += chance;
                chances[low + 3] += chance;
                total += chance;
            }
        }
        for low in suit..suit + 7 {
            if open(low + 1) {
                let chance = weight::GAP * ways(low, low + 2);
                chances[low + 1] += chance;
                total += chance;
            }
        }
        for (edge, a, b) in [(suit + 2, suit, suit + 1), (suit + 6, suit + 7, suit + 8)] {
            if open(edge) {
                let chance = weight::EDGE * ways(a, b);
                chances[edge] += chance;
                total += chance;
            }
        }
    }
    for kind in KindSet::ALL - safe {
        let n = f32::from(unseen[kind.index()]);
        let pair = weight::PAIRS * n * (n - 1.0).max(0.0) / 2.0;
        let outside = kind.is_outside();
        let lone = n * if outside { weight::LONE_OUTSIDE } else { weight::LONE };
        chances[kind.index()] += pair + lone;
        // Two pairs wait together, so each stands for half a way.
        total += pair / 2.0 + lone;
    }
    if total > 0.0 {
        for chance in &mut chances {
            *chance /= total;
        }
    }
    chances
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> KindSet {
        text.parse::<facedown_tiles::Counts>().unwrap().kinds()
    }

    fn at(chances: &[f32; 34], tile: &str) -> f32 {
        chances[tile.parse::<facedown_tiles::Tile>().unwrap().kind().index()]
    }

    #[test]
    fn what_was_let_go_by_is_safe_and_its_suji_safer() {
        let all = [4; 34];
        let before = wait_chances(&all, KindSet::EMPTY);
        let after = wait_chances(&all, kinds("4p"));
        assert!(at(&after, "4p") <= 0.0);
        assert!(at(&after, "1p") < 0.5 * at(&before, "1p"));
        assert!(at(&after, "7p") < 0.75 * at(&before, "7p"));
        assert!(at(&after, "5p") > at(&before, "5p"));
    }

    #[test]
    fn middles_are_more_dangerous_than_edges_and_honours() {
        let chances = wait_chances(&[4; 34], KindSet::EMPTY);
        assert!(at(&chances, "5s") > at(&chances, "2s"));
        assert!(at(&chances, "2s") > at(&chances, "1z"));
        assert!((0.04..0.16).contains(&at(&chances, "5s")), "{}", at(&chances, "5s"));
    }

    #[test]
    fn a_wall_of_visible_tiles_makes_what_lies_behind_it_safer() {
        let mut unseen = [4; 34];
        unseen[9 + 6] = 0; // no 7p: nobody waits for 9p or 8p with it
        let chances = wait_chances(&unseen, KindSet::EMPTY);
        let open = wait_chances(&[4; 34], KindSet::EMPTY);
        assert!(at(&chances, "9p") < 0.6 * at(&open, "9p"));
    }

    #[test]
    fn honours_are_as_dangerous_as_copies_are_unseen() {
        let mut unseen = [3; 34];
        (unseen[27], unseen[28], unseen[29]) = (2, 1, 0);
        let chances = wait_chances(&unseen, KindSet::EMPTY);
        assert!(at(&chances, "1z") > at(&chances, "2z") && at(&chances, "2z") > 0.0);
        assert!(at(&chances, "3z") <= 0.0);
    }
}
