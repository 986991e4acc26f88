//! The root of a search: its seat, legal actions, and the outcomes of each.

use crate::root::arms::Arm;
use crate::tree::expansion::Chunks;
use crate::tree::store::Tree;
use facedown_game::stats::Z95;
use facedown_game::{Searchable, Seat};

/// The root of a search.
pub(crate) struct Root<'a, G: Searchable, O> {
    pub(crate) game: &'a G,
    pub(crate) seat: Seat,
    /// The legal actions, ascending.
    pub(crate) actions: &'a [G::Action],
    /// The arms between which iterations are shared.
    pub(crate) arms: &'a [Arm],
    /// The heuristic values of the actions.
    pub(crate) heuristics: &'a [f32],
    /// Their priors, in points; empty if there are none.
    pub(crate) priors: &'a [f32],
    /// The view of the seat; none with perfect information.
    pub(crate) view: Option<&'a G::View>,
    /// Observes each iteration from the root on.
    pub(crate) observer: O,
}

impl<G: Searchable, O> Root<'_, G, O> {
    /// Returns the index of an action among the legal ones.
    #[inline]
    pub(crate) fn place(&self, action: G::Action) -> usize {
        self.actions.binary_search(&action).unwrap_or(0)
    }

    /// Returns whether the view admits this world.
    pub(crate) fn admits(&self, world: &G::State) -> bool {
        self.view.is_none_or(|view| self.game.view(world, self.seat) == *view)
    }
}

/// Links to the root of a tree and to its edges.
#[derive(Clone, Debug, Default)]
pub(crate) struct Links {
    pub(crate) node: u32,
    /// The edge of each legal action.
    pub(crate) edges: Vec<u32>,
}

impl Links {
    /// Finds the root in a tree, or makes it.
    pub(crate) fn find<A: Copy + Ord>(
        &mut self,
        tree: &mut Tree<A>,
        key: u64,
        actions: &[A],
        slot: impl Fn(A) -> usize + Copy,
        mut order: impl FnMut(A) -> f32,
    ) {
        if !self.try_find(tree, key, actions, slot, &mut order) {
            // Only a tree that is kept from another search can be too full for a root.
            tree.clear();
            let made = self.try_find(tree, key, actions, slot, &mut order);
            assert!(made, "an empty tree has memory for a root");
        }
    }

    fn try_find<A: Copy + Ord>(
        &mut self,
        tree: &Tree<A>,
        key: u64,
        actions: &[A],
        slot: impl Fn(A) -> usize + Copy,
        order: &mut impl FnMut(A) -> f32,
    ) -> bool {
        let mut make = || tree.create(&mut Chunks::default(), key, actions, &mut *order);
        let Some(link) = tree.find(key).or_else(&mut make) else {
            return false;
        };
        let node = tree.node(link);
        tree.extend(&mut Chunks::default(), node, actions, slot, order);
        self.node = link;
        self.edges.clear();
        self.edges.resize(actions.len(), 0);
        for (edge, known) in tree.edges_of(node) {
            if let Ok(place) = actions.binary_search(&known.action()) {
                self.edges[place] = edge;
            }
        }
        self.edges.iter().all(|edge| *edge != 0)
    }
}

/// Number of outcomes that fill two cache lines, which processors fetch in pairs.
const PADDING: usize = 128 / size_of::<Moments>();

/// Statistics of a worker: its iterations, and the outcomes of each arm.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    pub(crate) iterations: u64,
    pub(crate) worlds: u64,
    pub(crate) decisions: u64, // in the tree
    pub(crate) deepest: u64,
    pub(crate) arms: Vec<Moments>,
}

impl Tally {
    pub(crate) fn begin(&mut self, arms: usize) {
        let mut kept = std::mem::take(&mut self.arms);
        kept.clear();
        // Padded, so that no cache line is shared with a neighbouring worker.
        kept.reserve(arms + PADDING);
        kept.resize(arms, Moments::default());
        *self = Self { arms: kept, ..Self::default() };
    }

    #[inline]
    pub(crate) fn add(&mut self, arm: usize, depth: usize, weight: f32, utility: f32) {
        self.decisions += depth as u64;
        self.deepest = self.deepest.max(depth as u64);
        self.arms[arm].add(f64::from(weight), f64::from(utility));
    }
}

/// Weighted sums of outcomes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Moments {
    weight: f64,
    weight_squared: f64,
    sum: f64,
    sum_squared: f64,
}

impl Moments {
    #[inline]
    pub(crate) fn add(&mut self, weight: f64, x: f64) {
        self.weight += weight;
        self.weight_squared += weight * weight;
        self.sum += weight * x;
        self.sum_squared += weight * x * x;
    }

    pub(crate) fn join(&mut self, other: &Self) {
        self.weight += other.weight;
        self.weight_squared += other.weight_squared;
        self.sum += other.sum;
        self.sum_squared += other.sum_squared;
    }

    /// Returns the sum of the weights.
    pub(crate) fn weight(&self) -> f64 {
        self.weight
    }

    /// Returns the weighted sum of the outcomes.
    pub(crate) fn sum(&self) -> f64 {
        self.sum
    }

    /// Returns the weighted mean; `None` without outcomes.
    pub(crate) fn mean(&self) -> Option<f64> {
        (self.weight > 0.0).then(|| self.sum / self.weight)
    }

    /// Returns half the width of the 95 % interval of the mean, from two outcomes on. Weighted
    /// outcomes count by Kish's effective sample size.
    pub(crate) fn half_width(&self) -> Option<f64> {
        let size = self.weight * self.weight / self.weight_squared;
        // NaN where there was no outcome.
        if size.is_nan() || size < 1.5 {
            return None;
        }
        let mean = self.sum / self.weight;
        let variance = (self.sum_squared / self.weight - mean * mean).max(0.0);
        Some(Z95 * (variance / (size - 1.0)).sqrt())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use facedown_game::{Game, Rng};
    use facedown_testkit::toys::Kuhn;

    #[test]
    fn the_root_admits_the_worlds_of_its_view_and_no_others() {
        let deals = (0..30).map(|seed| Kuhn.deal(&(), &mut Rng::new(seed), &mut ()));
        let deals: Vec<_> = deals.collect();
        let (seat, view) = (Seat::new(0), Kuhn.view(&deals[0], Seat::new(0)));
        let root = Root {
            game: &Kuhn,
            seat,
            actions: &[],
            arms: &[],
            heuristics: &[],
            priors: &[],
            view: Some(&view),
            observer: (),
        };
        for deal in &deals {
            assert_eq!(root.admits(deal), deal.cards()[0] == deals[0].cards()[0]);
        }
    }

    #[test]
    fn the_interval_is_the_textbook_one() {
        let mut moments = Moments::default();
        assert_eq!(moments.half_width(), None);
        moments.add(1.0, 2.0);
        assert_eq!(moments.half_width(), None);
        for x in [4.0, 4.0, 6.0] {
            moments.add(1.0, x);
        }
        // Sample variance 8/3 over 4 outcomes.
        let expected = 1.96 * (8.0f64 / 3.0 / 4.0).sqrt();
        assert!((moments.half_width().unwrap() - expected).abs() < 1e-12);
    }

    #[test]
    fn the_scale_of_weights_does_not_matter() {
        let (mut one, mut ten) = (Moments::default(), Moments::default());
        for (w, x) in [(1.0, 3.0), (0.5, 1.0), (2.0, -1.0)] {
            one.add(w, x);
            ten.add(10.0 * w, x);
        }
        let [a, b] = [one, ten].map(|m| m.half_width().unwrap());
        assert!((a - b).abs() < 1e-12);
    }
}
