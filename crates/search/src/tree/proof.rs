//! Proven values: the value of a finished hand is certain, and proofs are backed up.
//!
//! A node is proven when all its edges are, and between two seats also when one of them is proven to
//! be worth the greatest utility there is to the seat that acts: what that leaves to a third seat
//! may differ from edge to edge. Only where each iteration meets the same world, and where nature
//! does not move in between.

use crate::run::iteration::Step;
use crate::tree::node::Node;
use crate::tree::store::Tree;
use facedown_game::{PerSeat, Seat, Turn};
use std::sync::atomic::Ordering::Release;

/// The last step of this path led to the end of the hand with these utilities.
pub(crate) fn pass_up<A: Copy + Ord>(
    tree: &Tree<A>,
    path: &[Step],
    utilities: &PerSeat<f32>,
    greatest: Option<f32>,
) {
    let mut proof = None;
    for step in path.iter().rev() {
        let edge = tree.edge(step.edge);
        if step.chance || edge.proof() != 0 {
            return;
        }
        let Some(link) = proof.or_else(|| tree.prove(utilities)) else { return };
        edge.set_proof(link);
        proof = value(tree, tree.node(step.node), step.mover, utilities.seats(), greatest);
        if proof.is_none() {
            return;
        }
    }
    if let Some(link) = proof {
        tree.root_proof.store(link, Release);
    }
}

/// A search begins at this root: what a kept tree has proven about it still holds.
pub(crate) fn renew_root<A: Copy + Ord>(
    tree: &Tree<A>,
    root: u32,
    turn: Turn,
    seats: usize,
    greatest: Option<f32>,
) {
    let Turn::Act(mover) = turn else { return };
    let proof = value(tree, tree.node(root), mover, seats, greatest);
    tree.root_proof.store(proof.unwrap_or(0), Release);
}

/// The proven utilities of a node, if they are certain.
fn value<A: Copy + Ord>(
    tree: &Tree<A>,
    node: &Node,
    mover: Seat,
    seats: usize,
    greatest: Option<f32>,
) -> Option<u32> {
    let worth = |proof| tree.proven(proof, mover);
    let greatest = greatest.filter(|_| seats <= 2);
    let mut best = None;
    let (mut open, mut tied) = (false, false);
    for (_, edge) in tree.edges_of(node) {
        let proof = edge.proof();
        if proof == 0 {
            open = true;
        } else if greatest.is_some_and(|greatest| worth(proof) >= greatest) {
            return Some(proof);
        } else {
            match best {
                Some(other) if worth(proof) < worth(other) => {}
                // The mover does not care which of two equals it takes, but others may.
                Some(other) if worth(proof) <= worth(other) => {
                    tied |= tree.proven_all(proof, seats) != tree.proven_all(other, seats);
                }
                _ => (best, tied) = (Some(proof), false),
            }
        }
    }
    best.filter(|_| !open && !tied)
}
