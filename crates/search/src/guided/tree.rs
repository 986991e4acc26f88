//! The tree of a guided search: priors, visits and values, owned by one thread.

use crate::tree::numbers::Scale;
use facedown_game::{MAX_SEATS, PerSeat, Seat};
use std::collections::HashMap;

/// An action at a node, with its value to the seat that acts.
#[derive(Clone, Copy)]
pub(super) struct Edge<A> {
    pub(super) action: A,
    prior: f32,
    /// Visits, those whose leaf is not yet valued included.
    pub(super) visits: u32,
    done: u32,
    weight: f64,
    sum: f64, // of weight times utility
    /// The last successor node, or 0.
    pub(super) child: u32,
}

impl<A> Edge<A> {
    /// Returns the mean utility; `None` before the first leaf is valued.
    pub(super) fn mean(&self) -> Option<f64> {
        (self.weight > 0.0).then(|| self.sum / self.weight)
    }
}

/// An information set of the seat at the root.
#[derive(Clone, Copy, Default)]
struct Node {
    block: u32,
    /// Sums over everything valued below it, for the seat that acts here.
    weight: f64,
    sum: f64,
}

/// Edges of a node that were added together, in ascending order of actions.
#[derive(Clone, Copy)]
struct Block {
    first: u32,
    len: u32,
    next: u32, // block of the same node, or 0
}

/// A decision of the selection path.
#[derive(Clone, Copy)]
pub(super) struct Step {
    pub(super) node: u32,
    pub(super) edge: u32,
    pub(super) mover: Seat,
}

/// The parameters of the selection.
#[derive(Clone, Copy)]
pub(super) struct Puct {
    pub(super) exploration: f32,
    /// The value of an untried action on the scale 0 to 1; `None` for that of its node.
    pub(super) fpu: Option<f32>,
    /// The losses that a visit counts for until its leaf is valued.
    pub(super) virtual_loss: f32,
}

/// Nodes, their edges, and the range of the utilities seen. Number 0 of nodes, blocks and edges is
/// none.
pub(super) struct Tree<A> {
    nodes: Vec<Node>,
    blocks: Vec<Block>,
    edges: Vec<Edge<A>>,
    index: HashMap<u64, u32>,
    ranges: [[f32; 2]; MAX_SEATS],
}

impl<A: Copy + Ord> Tree<A> {
    pub(super) fn new() -> Self {
        Self {
            nodes: vec![Node::default()],
            blocks: vec![Block { first: 0, len: 0, next: 0 }],
            edges: Vec::new(),
            index: HashMap::new(),
            ranges: [[f32::INFINITY, f32::NEG_INFINITY]; MAX_SEATS],
        }
    }

    /// Forgets everything and keeps the memory.
    pub(super) fn clear(&mut self) {
        self.nodes.truncate(1);
        self.blocks.truncate(1);
        self.edges.clear();
        self.index.clear();
        self.ranges = [[f32::INFINITY, f32::NEG_INFINITY]; MAX_SEATS];
    }

    pub(super) fn node_count(&self) -> u64 {
        self.nodes.len() as u64 - 1
    }

    /// Returns the bytes in use.
    pub(super) fn bytes(&self) -> u64 {
        let index = self.index.len() * size_of::<(u64, u32)>() * 2;
        let nodes = self.nodes.len() * size_of::<Node>() + self.blocks.len() * size_of::<Block>();
        (index + nodes + self.edges.len() * size_of::<Edge<A>>()) as u64
    }

    /// Returns the node of an information set.
    pub(super) fn find(&self, key: u64) -> Option<u32> {
        self.index.get(&key).copied()
    }

    pub(super) fn edge(&self, link: u32) -> &Edge<A> {
        &self.edges[link as usize]
    }

    /// Returns the edges of a node, in the order in which they were added.
    pub(super) fn edges_of(&self, node: u32) -> impl Iterator<Item = (u32, &Edge<A>)> {
        self.blocks_of(node).flat_map(|block| {
            let links = block.first..block.first + block.len;
            links.map(|link| (link, &self.edges[link as usize]))
        })
    }

    fn blocks_of(&self, node: u32) -> impl Iterator<Item = Block> {
        let mut next = self.nodes[node as usize].block;
        std::iter::from_fn(move || {
            let block = (next != 0).then(|| self.blocks[next as usize])?;
            next = block.next;
            Some(block)
        })
    }

    fn edge_of(&self, node: u32, action: A) -> Option<u32> {
        self.blocks_of(node).find_map(|Block { first, len, .. }| {
            let edges = &self.edges[first as usize..(first + len) as usize];
            let place = edges.binary_search_by(|edge| edge.action.cmp(&action)).ok()?;
            Some(first + place as u32)
        })
    }

    /// Adds a node with an edge for each action, or to a known node the edges that it lacks.
    pub(super) fn expand(&mut self, key: u64, legal: &[A], priors: &[f32]) -> u32 {
        let node = self.find(key).unwrap_or_else(|| {
            self.nodes.push(Node::default());
            let node = self.nodes.len() as u32 - 1;
            self.index.insert(key, node);
            node
        });
        let first = self.edges.len() as u32;
        for (action, prior) in legal.iter().zip(priors) {
            if self.edge_of(node, *action).is_none() {
                // A guide that is sure of an action must not hide the others for ever.
                let prior = if prior.is_finite() { prior.max(f32::MIN_POSITIVE) } else { 1.0 };
                self.edges.push(Edge {
                    action: *action,
                    prior,
                    visits: 0,
                    done: 0,
                    weight: 0.0,
                    sum: 0.0,
                    child: 0,
                });
            }
        }
        let len = self.edges.len() as u32 - first;
        if len > 0 {
            let next = self.nodes[node as usize].block;
            self.blocks.push(Block { first, len, next });
            self.nodes[node as usize].block = self.blocks.len() as u32 - 1;
        }
        node
    }

    /// Links the last edge of a path to the node that it led to.
    pub(super) fn link(&mut self, edge: u32, node: u32) {
        self.edges[edge as usize].child = node;
    }

    /// Selects the legal action with the highest upper bound, and counts the visit; `None` if a
    /// legal action has no edge yet.
    ///
    /// The bound is that of PUCT (Rosin 2011, in the form of Silver et al. 2017): the mean plus
    /// `exploration` times prior times the square root of all visits over 1 + visits. Priors are
    /// shared out among the actions that are legal in this world.
    pub(super) fn select(
        &mut self,
        node: u32,
        mover: Seat,
        legal: &[A],
        puct: Puct,
        found: &mut Vec<u32>,
    ) -> Option<u32> {
        found.clear();
        for action in legal {
            found.push(self.edge_of(node, *action)?);
        }
        let scale = self.scale(mover);
        let edges = || found.iter().map(|link| self.edge(*link));
        let all_priors: f32 = edges().map(|edge| edge.prior).sum();
        let visits: u32 = edges().map(|edge| edge.visits).sum();
        let Node { weight, sum, .. } = self.nodes[node as usize];
        let of_node = if weight > 0.0 { scale.of((sum / weight) as f32) } else { 0.5 };
        let untried = puct.fpu.unwrap_or(of_node);
        let bonus = puct.exploration * (visits as f32 + 1.0).sqrt() / all_priors;
        let bound = |edge: &Edge<A>| {
            let pending = puct.virtual_loss * (edge.visits - edge.done) as f32;
            let done = edge.done as f32;
            let mean = edge.mean().map_or(untried, |mean| scale.of(mean as f32));
            // A visit without a value counts as a loss, which is 0 on the scale.
            let mean = mean * done.max(1.0) / (done.max(1.0) + pending);
            mean + bonus * edge.prior / (1.0 + edge.visits as f32)
        };
        let mut best: Option<(u32, f32)> = None;
        for link in &*found {
            let bound = bound(self.edge(*link));
            if best.is_none_or(|(_, highest)| bound > highest) {
                best = Some((*link, bound));
            }
        }
        let (link, _) = best?;
        self.edges[link as usize].visits += 1;
        Some(link)
    }

    /// Returns the scale of a seat's utilities.
    fn scale(&self, seat: Seat) -> Scale {
        let [low, high] = self.ranges[seat.index()];
        Scale::new(low, high)
    }

    /// Backs the utilities of a leaf up along its path.
    pub(super) fn back_up(&mut self, path: &[Step], weight: f64, utilities: &PerSeat<f32>) {
        for (seat, utility) in utilities.iter() {
            let [low, high] = &mut self.ranges[seat.index()];
            *low = low.min(utility);
            *high = high.max(utility);
        }
        for Step { node, edge, mover } in path {
            let gained = weight * f64::from(utilities[*mover]);
            let edge = &mut self.edges[*edge as usize];
            edge.done += 1;
            edge.weight += weight;
            edge.sum += gained;
            self.value(*node, weight, gained);
        }
    }

    /// Counts the value of a new node for the seat that acts there.
    pub(super) fn value(&mut self, node: u32, weight: f64, gained: f64) {
        let node = &mut self.nodes[node as usize];
        node.weight += weight;
        node.sum += gained;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEAT: Seat = Seat::new(0);
    const PUCT: Puct = Puct { exploration: 1.5, fpu: None, virtual_loss: 1.0 };

    /// Plays a bandit with these values and priors; returns the visits.
    fn play(pays: &[f32], priors: &[f32], times: u32) -> Vec<u32> {
        let (mut tree, mut found) = (Tree::<u8>::new(), Vec::new());
        let arms: Vec<u8> = (0..pays.len() as u8).collect();
        let node = tree.expand(1, &arms, priors);
        for seen in [0.0, 1.0] {
            tree.back_up(&[], 1.0, &PerSeat::filled(1, seen));
        }
        for _ in 0..times {
            let edge = tree.select(node, SEAT, &arms, PUCT, &mut found).unwrap();
            let pay = pays[usize::from(tree.edge(edge).action)];
            let step = Step { node, edge, mover: SEAT };
            tree.back_up(&[step], 1.0, &PerSeat::filled(1, pay));
        }
        tree.edges_of(node).map(|(_, edge)| edge.visits).collect()
    }

    #[test]
    fn priors_decide_first_and_values_in_the_end() {
        assert_eq!(play(&[0.2, 0.8], &[0.9, 0.1], 1), [1, 0]);
        let visits = play(&[0.2, 0.8], &[0.9, 0.1], 2_000);
        assert!(visits[1] > 5 * visits[0], "{visits:?}");
        // The share of equal actions follows the priors.
        let visits = play(&[0.5, 0.5], &[0.75, 0.25], 400);
        assert!((290..310).contains(&visits[0]), "{visits:?}");
    }

    #[test]
    fn a_visit_without_a_value_sends_the_next_one_elsewhere() {
        let (mut tree, mut found) = (Tree::<u8>::new(), Vec::new());
        let node = tree.expand(1, &[3, 5], &[0.5, 0.5]);
        let mut select = |tree: &mut Tree<u8>| {
            let edge = tree.select(node, SEAT, &[3, 5], PUCT, &mut found).unwrap();
            tree.edge(edge).action
        };
        assert_eq!([select(&mut tree), select(&mut tree)], [3, 5]);
    }

    #[test]
    fn actions_of_other_worlds_get_edges_and_share_the_priors() {
        let (mut tree, mut found) = (Tree::<u8>::new(), Vec::new());
        let node = tree.expand(1, &[3, 5], &[0.5, 0.5]);
        assert!(tree.select(node, SEAT, &[3, 4], PUCT, &mut found).is_none());
        assert_eq!(tree.expand(1, &[3, 4], &[0.1, 0.9]), node);
        assert_eq!(tree.edges_of(node).count(), 3);
        let edge = tree.select(node, SEAT, &[3, 4], PUCT, &mut found).unwrap();
        assert_eq!(tree.edge(edge).action, 4);
        assert_eq!(tree.node_count(), 1);
    }

    #[test]
    fn a_prior_that_is_no_number_does_no_harm() {
        let visits = play(&[0.5, 0.5, 0.5], &[f32::NAN, 0.0, f32::INFINITY], 100);
        assert_eq!(visits.iter().sum::<u32>(), 100);
    }
}
