//! Which action an iteration takes at a node.

use crate::tree::local_counters::LocalCounters;
use crate::tree::node::{Edge, Node, Reading, tick};
use crate::tree::numbers::{Ln, Scale};
use crate::tree::store::{Met, Tree};
use facedown_game::Seat;
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

/// When an action is left out.
#[derive(Clone, Copy)]
pub(crate) struct Pruning {
    pub(crate) visits: u32,
    pub(crate) margin: f32,
}

/// A node's actions are judged anew after so many visits.
const PRUNE_EVERY: u32 = 64;

/// Half the width of a 95 % interval on the scale 0 to 1 after one visit. Rewards on that scale
/// deviate by 1/2 at most, so the interval is never too narrow.
const HALF_WIDTH: f32 = 1.96 * 0.5;

/// The result of inspecting a node.
#[derive(Clone, Copy)]
pub(crate) struct Look {
    /// The edge to take.
    pub(crate) edge: Option<u32>,
    /// The proof of the edge that would be the choice, where another is taken to learn more.
    pub(crate) instead: u32,
    /// Number of legal actions that have edges.
    pub(crate) found: usize,
    /// Whether the thread keeps local counters of this node.
    pub(crate) is_hot: bool,
}

/// The best of what was offered; the first of equals.
#[derive(Clone, Copy)]
struct Best {
    edge: u32, // 0 where nothing was offered
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
    /// Looks at the legal actions: counts them as available and chooses one.
    #[inline]
    pub(crate) fn look<A: Copy + Ord>(
        &self,
        tree: &Tree<A>,
        hot: &mut LocalCounters,
        link: u32,
        legal: &[A],
        mover: Seat,
        slot: impl Fn(A) -> usize + Copy,
    ) -> Look {
        let (scale, node) = (tree.scale(mover), tree.node(link));
        let is_hot = LocalCounters::has(tree, link);
        let copied = if is_hot { hot.node(tree, link).map(|(seen, _)| *seen) } else { None };
        let [known_whole, known_partial] =
            copied.unwrap_or_else(|| [&node.whole, &node.partial].map(|cell| cell.load(Relaxed)));
        let visits = known_whole.wrapping_add(known_partial);
        if let Some(pruning) = self.pruning
            && visits >= pruning.visits
            && visits.is_multiple_of(PRUNE_EVERY)
        {
            pruning.judge(tree, node, scale);
        }
        let whole = node.has_edges(legal.len());
        // Where values can be proven all actions are legal on every visit.
        let all_legal = if tree.solver {
            visits.wrapping_add(1)
        } else {
            known_whole.wrapping_add(u32::from(whole))
        };
        let (mut last_available, mut ln_available) = (0, 0.0);
        let (mut untried, mut tried, mut left_out) = (Best::NONE, Best::NONE, Best::NONE);
        let mut unproven = Best::NONE;
        let found = tree.each_legal(node, legal, slot, |met| {
            let Met { link, edge, .. } = met;
            let reading = meet(tree, hot, is_hot, met, !whole);
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
            // As many edges as actions, and not the same ones.
            tree.each_legal(node, legal, slot, |met| {
                meet(tree, hot, is_hot, met, true);
            });
        }
        count_visit(tree, hot, (link, is_hot), is_whole);
        let urgent = self.fpu.is_none_or(|urgency| urgency > tried.score);
        let best = match (untried.edge(), tried.edge()) {
            (Some(edge), Some(_)) if urgent => Some(edge),
            (_, Some(edge)) | (Some(edge), None) => Some(edge),
            // Where the one that made the others seem worse is not legal now.
            (None, None) => left_out.edge(),
        };
        // Of an edge that is proven there is nothing left to learn.
        let proof = best.map_or(0, |link| tree.proof(tree.edge(link)));
        match unproven.edge() {
            Some(other) if proof != 0 => Look { edge: Some(other), instead: proof, found, is_hot },
            _ => Look { edge: best, instead: 0, found, is_hot },
        }
    }
}

/// The counters of an edge, the action being legal once more where that is `partial`ly so.
#[inline]
pub(crate) fn meet<A: Copy + Ord>(
    tree: &Tree<A>,
    hot: &mut LocalCounters,
    is_hot: bool,
    met: Met<'_, A>,
    partial: bool,
) -> Reading {
    let partial = partial && !tree.solver;
    if is_hot && let Some((seen, own)) = hot.edge(tree, met) {
        seen.available = seen.available.wrapping_add(u32::from(partial));
        own.available = own.available.wrapping_add(u32::from(partial));
        return *seen;
    }
    if partial {
        tick(met.available);
    }
    met.edge.read(met.available.load(Relaxed))
}

/// Counts a visit of a node: a whole one, or a partial one.
#[inline]
pub(crate) fn count_visit<A: Copy + Ord>(
    tree: &Tree<A>,
    hot: &mut LocalCounters,
    (link, is_hot): (u32, bool),
    whole: bool,
) {
    let kind = usize::from(!whole);
    if is_hot && let Some((seen, own)) = hot.node(tree, link) {
        seen[kind] = seen[kind].wrapping_add(1);
        own[kind] = own[kind].wrapping_add(1);
        return;
    }
    let node = tree.node(link);
    tick(if whole { &node.whole } else { &node.partial });
}

/// The mean on the scale 0 to 1.
#[inline]
fn mean(reading: &Reading, scale: Scale) -> f32 {
    let [weight, sum] = reading.sums();
    // Nothing has come back yet where all visits are under way or weighed nothing.
    // Single precision is enough to compare by.
    if weight > 0.0 { scale.of(sum as f32 / weight as f32) } else { 0.5 }
}

/// The mean on the scale 0 to 1, with visits under way counted as losses.
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
    /// Leaves out the actions whose interval lies below that of the best, and takes back those for
    /// which that is no longer so.
    #[cold]
    fn judge<A: Copy + Ord>(self, tree: &Tree<A>, node: &Node, scale: Scale) {
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

    /// Plays a bandit whose arms pay these values for so long; returns the visits.
    fn play(bandit: Bandit, pays: &[f32], times: u32, legal: impl Fn(u32, u8) -> bool) -> Vec<u32> {
        let tree = Tree::<u8>::new(1 << 20, Kind::default());
        let arms: Vec<u8> = (0..pays.len() as u8).collect();
        let link = tree.create(&mut Chunks::default(), 1, &arms, |arm| -f32::from(arm)).unwrap();
        let node = tree.node(link);
        tree.widen(&PerSeat::filled(1, 0.0));
        tree.widen(&PerSeat::filled(1, 10.0));
        for time in 0..times {
            let now: Vec<u8> = arms.iter().copied().filter(|arm| legal(time, *arm)).collect();
            let look =
                bandit.look(&tree, &mut LocalCounters::default(), link, &now, SEAT, usize::from);
            assert_eq!(look.found, now.len());
            let edge = tree.edge(look.edge.unwrap());
            assert!(now.contains(&edge.action()));
            tick(&edge.visits);
            edge.add(false, 1.0, pays[edge.action() as usize]);
        }
        tree.edges_of(node).map(|(_, edge)| edge.visits.load(Relaxed)).collect()
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
            bandit().look(&tree, &mut LocalCounters::default(), link, legal, SEAT, usize::from);
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
        let look =
            bandit().look(&tree, &mut LocalCounters::default(), link, &[0, 1], SEAT, usize::from);
        assert_eq!(tree.edge(look.edge.unwrap()).action(), 0);
    }

    #[test]
    fn surely_worse_arms_are_left_out() {
        let pays = [9.0, 1.0];
        let open = Bandit { pruning: None, exploration: 5.0, ..bandit() };
        let closed = Bandit { exploration: 5.0, ..bandit() };
        let [with, without] = [closed, open].map(|b| play(b, &pays, 20_000, |_, _| true)[1]);
        assert!((100..300).contains(&with), "{with}");
        assert!(without > 2 * with, "{without}");
    }

    #[test]
    fn an_arm_left_out_is_taken_where_nothing_else_is_legal() {
        let closed = Bandit { exploration: 5.0, ..bandit() };
        let visits = play(closed, &[9.0, 1.0], 20_000, |time, arm| arm == 1 || time < 10_000);
        assert!(visits[1] >= 10_000, "{visits:?}");
    }

    #[test]
    fn a_visit_under_way_counts_as_a_loss() {
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
                    .look(&tree, &mut LocalCounters::default(), link, &[0, 1], SEAT, usize::from)
                    .edge
                    .unwrap(),
            )
            .action()
        };
        assert_eq!([chosen(Some(1.0)), chosen(None)], [0, 0]);
        // Another thread is on its way through the better one: 0.8 * 10 / 11 = 0.73.
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
