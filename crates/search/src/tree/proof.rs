//! Proven values: the value of a finished hand is certain, and proofs are backed up.
//!
//! A node is proven when all its edges are, and between two seats also when one edge is proven to
//! have the greatest possible utility for the seat to act: with more seats the utilities of the
//! others may differ between such edges. Proofs need the same world in each iteration, and no
//! chance turn in between.

use crate::run::iteration::Step;
use crate::tree::node::Node;
use crate::tree::store::Tree;
use facedown_game::{PerSeat, Seat};
use std::sync::atomic::Ordering::Release;

/// What counts as a proof.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Proofs {
    /// The greatest possible utility, if known.
    pub(crate) greatest: Option<f32>,
    /// Whether a node is also proven where edges are equal for its mover and not for the others: by
    /// the first of them, which the selection takes too. That is how the search of one world among
    /// many plays on; as the value of a position it would claim too much.
    pub(crate) settles_ties: bool,
}

/// Backs up the proof of a finished hand with these utilities, to which this path led.
pub(crate) fn propagate<A: Copy + Ord>(
    tree: &Tree<A>,
    path: &[Step],
    utilities: &PerSeat<f32>,
    proofs: Proofs,
) {
    let mut proof = None;
    for step in path.iter().rev() {
        let edge = tree.edge(step.edge);
        if step.chance || edge.proof() != 0 {
            return;
        }
        let Some(link) = proof.or_else(|| tree.prove(utilities)) else { return };
        edge.set_proof(link);
        proof = value(tree, tree.node(step.node), step.mover, utilities.seats(), proofs);
        if proof.is_none() {
            return;
        }
    }
    if let Some(link) = proof {
        tree.root_proof.store(link, Release);
    }
}

/// Returns the proven utilities of a node, if its value is proven.
fn value<A: Copy + Ord>(
    tree: &Tree<A>,
    node: &Node,
    mover: Seat,
    seats: usize,
    proofs: Proofs,
) -> Option<u32> {
    let utility = |proof| tree.proven(proof, mover);
    let greatest = proofs.greatest.filter(|_| seats <= 2);
    let mut best = None;
    let (mut open, mut tied) = (false, false);
    for (_, edge) in tree.edges_of(node) {
        let proof = edge.proof();
        if proof == 0 {
            open = true;
        } else if greatest.is_some_and(|greatest| utility(proof) >= greatest) {
            return Some(proof);
        } else {
            match best {
                Some(other) if utility(proof) < utility(other) => {}
                // Edges that are equal for the mover may differ for other seats.
                Some(other) if utility(proof) <= utility(other) => {
                    tied |= tree.proven_all(proof, seats) != tree.proven_all(other, seats);
                }
                _ => (best, tied) = (Some(proof), false),
            }
        }
    }
    best.filter(|_| !open && (!tied || proofs.settles_ties))
}
