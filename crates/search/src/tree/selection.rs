//! Selection: the action that an iteration takes at a node.

#![allow(clippy::inline_always, reason = "the best so far stays in registers")]

use crate::tree::local_counters::LocalCounters;
use crate::tree::node::{Edge, Node, Reading, tick};
use crate::tree::numbers::{Ln, Scale};
use crate::tree::store::{EdgeRef, Tree};
use facedown_game::Seat;
use facedown_game::stats::Z95;
use std::sync::atomic::Ordering::Relaxed;

/// Parameters of the selection.
#[derive(Clone, Copy)]
pub(crate) struct Bandit {
    pub(crate) exploration: f32,
    pub(crate) fpu: Option<f32>,
    pub(crate) pruning: Option<Pruning>,
    /// Virtual losses of a visit in progress, if threads share the tree.
    pub(crate) virtual_loss: Option<f32>,
    pub(crate) ln: Ln,
}

/// Parameters of pruning.
#[derive(Clone, Copy)]
pub(crate) struct Pruning {
    pub(crate) visits: u32,
    pub(crate) margin: f32,
}

/// Number of visits of a node between two updates of its pruned actions.
const PRUNE_EVERY: u32 = 64;

/// Half the width of a 95 % interval on the scale 0 to 1 after one visit. Rewards on that scale
/// deviate by 1/2 at most, so the interval is never too narrow.
const HALF_WIDTH: f32 = Z95 as f32 * 0.5;

/// The result of the selection at a node.
#[derive(Clone, Copy)]
pub(crate) struct Selection {
    /// The edge to take.
    pub(crate) edge: Option<u32>,
    /// The proof of the preferred edge if an unproven one is taken instead; else 0.
    pub(crate) instead: u32,
    /// Number of legal actions that have edges.
    pub(crate) found: usize,
    /// Whether the thread keeps local counters of this node.
    pub(crate) is_local: bool,
}

/// The edge with the highest score offered; the first of equals.
#[derive(Clone, Copy)]
struct Best {
    edge: u32, // 0 if none was offered
    score: f32,
}

impl Best {
    const NONE: Self = Self { edge: 0, score: f32::NEG_INFINITY };

    #[inline]
    fn offer(&mut self, edge: u32, score: f32) {
        if score > self.score || self.edge == 0 {
            *self = Self { edge, score };
        }
    }

    fn edge(self) -> Option<u32> {
        (self.edge != 0).then_some(self.edge)
    }
}

impl Bandit {
    /// Selects one of the legal actions in a tree with one owner in which nothing can be proven, and
    /// counts all of them as available; returns its edge, and the number of legal actions that have
    /// edges. While each is to be tried before any is repeated, and some are untried or have no
    /// edge, the tried ones are not compared.
    #[inline]
    pub(crate) fn select_of_owned<A: Copy + Ord>(
        &self,
        tree: &Tree<A>,
        node: &Node,
        legal: &[A],
        mover: Seat,
        slot: impl Fn(A) -> usize + Copy,
    ) -> (Option<u32>, usize) {
        self.prune(tree, node, node.visits(), mover);
        let as_many = node.has_edges(legal.len());
        let mut untried = Best::NONE;
        let found =
            tree.each_legal(node, legal, slot, |EdgeRef { link, edge, available, .. }| {
                if !as_many {
                    tick(available);
                }
                if edge.visits.load(Relaxed) == 0 {
                    untried.offer(link, edge.order());
                }
            });
        let is_whole = as_many && found == legal.len();
        if as_many && !is_whole {
            // As many edges as actions, but for other actions.
            tree.each_legal(node, legal, slot, |edge_ref| {
                tick(edge_ref.available);
            });
        }
        tick(if is_whole { &node.whole } else { &node.partial });
        let untried = untried.edge();
        let edge = match self.fpu {
            None if untried.is_some() || found < legal.len() => untried,
            None => self.best_tried(tree, node, legal, mover, slot).0,
            Some(urgency) => {
                let (best, score) = self.best_tried(tree, node, legal, mover, slot);
                // Pruned actions come last.
                let is_urgent = urgency > score || score == f32::NEG_INFINITY;
                untried.filter(|_| is_urgent).or(best)
            }
        };
        (edge, found)
    }

    /// Returns the tried action with the highest upper confidence bound, and that bound; a pruned
    /// one, with no bound, if no other is legal. For trees with one owner in which nothing can be
    /// proven, once the visit has been counted.
    #[inline]
    pub(crate) fn best_tried<A: Copy + Ord>(
        &self,
        tree: &Tree<A>,
        node: &Node,
        legal: &[A],
        mover: Seat,
        slot: impl Fn(A) -> usize + Copy,
    ) -> (Option<u32>, f32) {
        let (scale, whole) = (tree.scale(mover), node.whole.load(Relaxed));
        let (mut last_available, mut ln_available) = (0, 0.0);
        let (mut tried, mut left_out) = (Best::NONE, Best::NONE);
        tree.each_legal(
            node,
            legal,
            slot,
            #[inline(always)]
            |EdgeRef { link, edge, available, .. }| {
                let reading = edge.read(available.load(Relaxed));
                if reading.visits == 0 {
                    return;
                }
                let available = reading.available.wrapping_add(whole);
                if available != last_available {
                    (last_available, ln_available) = (available, self.ln.of(available));
                }
                let bonus = self.exploration * (ln_available / reading.visits as f32).sqrt();
                let score = mean(&reading, scale) + bonus;
                if edge.is_pruned() {
                    left_out.offer(link, score);
                } else {
                    tried.offer(link, score);
                }
            },
        );
        // The action that the others were pruned for may not be legal now.
        (tried.edge().or(left_out.edge()), tried.score)
    }

    /// Updates the pruned actions of a node with this many visits, now and then.
    #[inline]
    fn prune<A: Copy + Ord>(&self, tree: &Tree<A>, node: &Node, visits: u32, mover: Seat) {
        if let Some(pruning) = self.pruning
            && visits >= pruning.visits
            && visits.is_multiple_of(PRUNE_EVERY)
        {
            pruning.update(tree, node, tree.scale(mover));
        }
    }

    /// Selects one of the legal actions, and counts all of them as available.
    pub(crate) fn select<A: Copy + Ord>(
        &self,
        tree: &Tree<A>,
        local: &mut LocalCounters,
        link: u32,
        legal: &[A],
        mover: Seat,
        slot: impl Fn(A) -> usize + Copy,
    ) -> Selection {
        let (scale, node) = (tree.scale(mover), tree.node(link));
        let is_local = LocalCounters::has(tree, link);
        let copied = if is_local { local.node(tree, link).map(|(seen, _)| *seen) } else { None };
        let [known_whole, known_partial] =
            copied.unwrap_or_else(|| [&node.whole, &node.partial].map(|cell| cell.load(Relaxed)));
        let visits = known_whole.wrapping_add(known_partial);
        self.prune(tree, node, visits, mover);
        let whole = node.has_edges(legal.len());
        // In a solver all actions are legal on every visit.
        let all_legal = if tree.solver {
            visits.wrapping_add(1)
        } else {
            known_whole.wrapping_add(u32::from(whole))
        };
        let (mut last_available, mut ln_available) = (0, 0.0);
        let (mut untried, mut tried, mut left_out) = (Best::NONE, Best::NONE, Best::NONE);
        let mut unproven = Best::NONE;
        let found = tree.each_legal(node, legal, slot, |edge_ref| {
            let EdgeRef { link, edge, .. } = edge_ref;
            let reading = count_available(tree, local, is_local, edge_ref, !whole);
            let counted = if tree.solver { 0 } else { reading.available };
            let available = counted.wrapping_add(all_legal);
            if reading.visits == 0 {
                untried.offer(link, edge.order());
                return;
            }
            if available != last_available {
                (last_available, ln_available) = (available, self.ln.of(available));
            }
            let proof = tree.proof(edge);
            let score = if proof == 0 {
                let bonus = self.exploration * (ln_available / reading.visits as f32).sqrt();
                let mean = match self.virtual_loss {
                    None => mean(&reading, scale),
                    Some(losses) => with_losses(&reading, scale, losses),
                };
                let score = mean + bonus;
                unproven.offer(link, score);
                score
            } else {
                scale.of(tree.proven(proof, mover))
            };
            if edge.is_pruned() {
                left_out.offer(link, score);
            } else {
                tried.offer(link, score);
            }
        });
        let is_whole = whole && found == legal.len();
        if whole && !is_whole {
            // As many edges as actions, but for other actions.
            tree.each_legal(node, legal, slot, |edge_ref| {
                count_available(tree, local, is_local, edge_ref, true);
            });
        }
        count_visit(tree, local, (link, is_local), is_whole);
        let urgent = self.fpu.is_none_or(|urgency| urgency > tried.score);
        let best = match (untried.edge(), tried.edge()) {
            (Some(edge), Some(_)) if urgent => Some(edge),
            (_, Some(edge)) | (Some(edge), None) => Some(edge),
            // The action that the others were pruned for is not legal now.
            (None, None) => left_out.edge(),
        };
        // Visits of a proven edge teach nothing new.
        let proof = best.map_or(0, |link| tree.proof(tree.edge(link)));
        match unproven.edge() {
            Some(other) if proof != 0 => {
                Selection { edge: Some(other), instead: proof, found, is_local }
            }
            _ => Selection { edge: best, instead: 0, found, is_local },
        }
    }
}

/// Returns the counters of an edge; on a partial visit its action is first counted as available.
#[inline]
pub(crate) fn count_available<A: Copy + Ord>(
    tree: &Tree<A>,
    local: &mut LocalCounters,
    is_local: bool,
    edge_ref: EdgeRef<'_, A>,
    partial: bool,
) -> Reading {
    let partial = partial && !tree.solver;
    if is_local && let Some((seen, own)) = local.edge(tree, edge_ref) {
        seen.available = seen.available.wrapping_add(u32::from(partial));
        own.available = own.available.wrapping_add(u32::from(partial));
        return *seen;
    }
    if partial {
        tick(edge_ref.available);
    }
    edge_ref.edge.read(edge_ref.available.load(Relaxed))
}

/// Counts a whole or partial visit of a node.
#[inline]
pub(crate) fn count_visit<A: Copy + Ord>(
    tree: &Tree<A>,
    local: &mut LocalCounters,
    (link, is_local): (u32, bool),
    whole: bool,
) {
    let kind = usize::from(!whole);
    if is_local && let Some((seen, own)) = local.node(tree, link) {
        seen[kind] = seen[kind].wrapping_add(1);
        own[kind] = own[kind].wrapping_add(1);
        return;
    }
    let node = tree.node(link);
    tick(if whole { &node.whole } else { &node.partial });
}

/// Returns the mean on the scale 0 to 1.
#[inline]
fn mean(reading: &Reading, scale: Scale) -> f32 {
    let [weight, sum] = reading.sums();
    // One half if all visits are in progress or have weight 0. Single precision is enough for
    // comparisons.
    if weight > 0.0 { scale.of(sum as f32 / weight as f32) } else { 0.5 }
}

/// Returns the mean on the scale 0 to 1, with visits in progress counted as losses.
#[inline]
fn with_losses(reading: &Reading, scale: Scale, losses: f32) -> f32 {
    let pending = reading.under_way();
    if pending == 0 {
        return mean(reading, scale);
    }
    let done = reading.done as f32;
    mean(reading, scale) * done / (done + losses * pending as f32).max(1.0)
}

impl Pruning {
    /// Prunes the actions whose interval lies below that of the best, and restores those for which
    /// that is no longer so.
    #[cold]
    fn update<A: Copy + Ord>(self, tree: &Tree<A>, node: &Node, scale: Scale) {
        let interval = |edge: &Edge<A>| {
            let visits = edge.visits.load(Relaxed);
            let half = HALF_WIDTH / (visits as f32).sqrt();
            (visits >= self.visits).then(|| (mean(&edge.read(0), scale), half))
        };
        let lower = tree.edges_of(node).filter_map(|(_, edge)| interval(edge));
        let bar = lower.map(|(mean, half)| mean - half).fold(f32::NEG_INFINITY, f32::max);
        for (_, edge) in tree.edges_of(node) {
            let worse = interval(edge).is_some_and(|(mean, half)| mean + half < bar - self.margin);
            edge.set_pruned(worse);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::expansion::Chunks;
    use crate::tree::store::Kind;
    use facedown_game::PerSeat;

    const SEAT: Seat = Seat::new(0);

    fn bandit() -> Bandit {
        let pruning = Some(Pruning { visits: 100, margin: 0.0 });
        Bandit { exploration: 1.0, fpu: None, pruning, virtual_loss: None, ln: Ln::new() }
    }

    /// Plays a bandit whose arms pay these values `times` times; returns the visits. The selection
    /// for trees with one owner must choose as the one for any tree does.
    fn play(bandit: Bandit, pays: &[f32], times: u32, legal: impl Fn(u32, u8) -> bool) -> Vec<u32> {
        let arms: Vec<u8> = (0..pays.len() as u8).collect();
        let trees = [(); 2].map(|()| Tree::<u8>::new(1 << 20, Kind::default()));
        let links = trees.each_ref().map(|tree| {
            tree.widen(&PerSeat::filled(1, 0.0));
            tree.widen(&PerSeat::filled(1, 10.0));
            tree.create(&mut Chunks::default(), 1, &arms, |arm| -f32::from(arm)).unwrap()
        });
        let [owned, any] = &trees;
        for time in 0..times {
            let now: Vec<u8> = arms.iter().copied().filter(|arm| legal(time, *arm)).collect();
            let node = owned.node(links[0]);
            let (edge, found) = bandit.select_of_owned(owned, node, &now, SEAT, usize::from);
            let local = &mut LocalCounters::default();
            let selection = bandit.select(any, local, links[1], &now, SEAT, usize::from);
            assert_eq!((edge, found), (selection.edge, selection.found));
            assert_eq!(found, now.len());
            for tree in &trees {
                let edge = tree.edge(edge.unwrap());
                assert!(now.contains(&edge.action()));
                tick(&edge.visits);
                edge.add(false, 1.0, pays[edge.action() as usize]);
            }
        }
        let visits = |tree: &Tree<u8>, link: u32| -> Vec<[u32; 2]> {
            let counts =
                |edge: &Edge<u8>| [&edge.visits, edge.available()].map(|n| n.load(Relaxed));
            tree.edges_of(tree.node(link)).map(|(_, edge)| counts(edge)).collect()
        };
        assert_eq!(visits(owned, links[0]), visits(any, links[1]));
        visits(owned, links[0]).into_iter().map(|[visits, _]| visits).collect()
    }

    #[test]
    fn the_better_arm_gets_most_visits() {
        let visits = play(bandit(), &[4.0, 6.0, 5.0], 3_000, |_, _| true);
        assert_eq!(visits.iter().sum::<u32>(), 3_000);
        assert!(visits[1] > visits[2] && visits[2] > visits[0], "{visits:?}");
    }

    #[test]
    fn an_arm_is_compared_by_how_often_it_was_available() {
        let tree = Tree::<u8>::new(1 << 20, Kind::default());
        let link = tree.create(&mut Chunks::default(), 1, &[0, 1], |_| 0.0).unwrap();
        let node = tree.node(link);
        for time in 0..1_000u32 {
            let legal: &[u8] = if time.is_multiple_of(10) { &[0, 1] } else { &[0] };
            bandit().select(&tree, &mut LocalCounters::default(), link, legal, SEAT, usize::from);
        }
        let whole = node.whole.load(Relaxed);
        let available: Vec<u32> =
            tree.edges_of(node).map(|(_, edge)| edge.available().load(Relaxed) + whole).collect();
        assert_eq!(available, [1_000, 100]);
        assert_eq!(node.visits(), 1_000);
        for ((_, edge), visits) in tree.edges_of(node).zip([50, 40]) {
            for _ in 0..visits {
                tick(&edge.visits);
                edge.add(false, 1.0, 0.0);
            }
        }
        // ln(1001) / 50 = 0.138, ln(101) / 40 = 0.115; ln(1001) / 40 would be 0.173.
        let selection =
            bandit().select(&tree, &mut LocalCounters::default(), link, &[0, 1], SEAT, usize::from);
        assert_eq!(tree.edge(selection.edge.unwrap()).action(), 0);
    }

    #[test]
    fn surely_worse_arms_are_pruned() {
        let pays = [9.0, 1.0];
        let open = Bandit { pruning: None, exploration: 5.0, ..bandit() };
        let closed = Bandit { exploration: 5.0, ..bandit() };
        let [with, without] = [closed, open].map(|b| play(b, &pays, 20_000, |_, _| true)[1]);
        assert!((100..300).contains(&with), "{with}");
        assert!(without > 2 * with, "{without}");
    }

    #[test]
    fn a_pruned_arm_is_taken_if_nothing_else_is_legal() {
        let closed = Bandit { exploration: 5.0, ..bandit() };
        let visits = play(closed, &[9.0, 1.0], 20_000, |time, arm| arm == 1 || time < 10_000);
        assert!(visits[1] >= 10_000, "{visits:?}");
    }

    #[test]
    fn a_visit_in_progress_counts_as_a_loss() {
        let tree = Tree::<u8>::new(1 << 20, Kind { shared: true, ..Kind::default() });
        let link = tree.create(&mut Chunks::default(), 1, &[0, 1], |_| 0.0).unwrap();
        let node = tree.node(link);
        tree.widen(&PerSeat::filled(1, 0.0));
        tree.widen(&PerSeat::filled(1, 1.0));
        for (_, edge) in tree.edges_of(node) {
            for _ in 0..10 {
                tick(&edge.visits);
                edge.add(true, 1.0, if edge.action() == 0 { 0.8 } else { 0.75 });
            }
        }
        let chosen = |virtual_loss| {
            let bandit = Bandit { exploration: 0.0, virtual_loss, ..bandit() };
            tree.edge(
                bandit
                    .select(&tree, &mut LocalCounters::default(), link, &[0, 1], SEAT, usize::from)
                    .edge
                    .unwrap(),
            )
            .action()
        };
        assert_eq!([chosen(Some(1.0)), chosen(None)], [0, 0]);
        // Another thread is visiting the better one: 0.8 * 10 / 11 = 0.73.
        tick(&tree.edges_of(node).next().unwrap().1.visits);
        assert_eq!([chosen(Some(1.0)), chosen(None)], [1, 0]);
        assert_eq!(chosen(Some(0.1)), 0);
    }

    #[test]
    fn with_first_play_urgency_a_good_arm_is_repeated_before_all_are_tried() {
        let greedy = Bandit { fpu: Some(0.3), exploration: 0.0, ..bandit() };
        assert_eq!(play(greedy, &[8.0, 9.0, 9.0], 50, |_, _| true), [50, 0, 0]);
        let curious = Bandit { fpu: Some(0.85), exploration: 0.0, ..bandit() };
        assert_eq!(play(curious, &[8.0, 9.0, 9.0], 50, |_, _| true), [1, 49, 0]);
    }
}
