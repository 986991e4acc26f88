//! One iteration: selection, expansion, rollout and backpropagation.

use crate::run::context::Context;
use crate::tree::expansion::Chunks;
use crate::tree::local_counters::LocalCounters;
use crate::tree::node::count;
use crate::tree::observer::Observer;
use crate::tree::prefetch::prefetch_write;
use crate::tree::proof;
use crate::tree::selection::{count_available, count_visit};
use crate::tree::store::Tree;
use facedown_game::{ActionBuf, PerSeat, Rng, Searchable, Seat, Turn};

/// A decision of the selection path.
#[derive(Clone, Copy)]
pub(crate) struct Step {
    pub(crate) node: u32,
    pub(crate) edge: u32,
    pub(crate) mover: Seat,
    /// Whether chance moved between this decision and the next.
    pub(crate) chance: bool,
    visits: u32,    // of the edge, before this one
    instead: u32,   // the proof of the edge that the mover prefers, or 0
    is_local: bool, // the thread keeps local counters of the node
}

/// An edge of the root that is taken whatever the confidence bounds are.
#[derive(Clone, Copy)]
pub(crate) struct Forced {
    pub(crate) edge: u32,
    /// The plan by which the seat plays on.
    pub(crate) plan: usize,
    /// Whether the other edges count as unavailable, since they were not compared with it.
    pub(crate) alone: bool,
}

/// The end of a selection path.
enum Leaf {
    /// The hand is over.
    Over,
    /// A state without a node: a rollout follows.
    Open,
    /// A proven edge.
    Proven(u32),
}

/// A sampled world and its weight, as [`facedown_game::Worlds::sample`] returns them: states are
/// large, and a type of its own would mean a copy.
pub(crate) type World<S> = (S, f32);

/// Scratch memory of an iteration: nothing is allocated once the deepest line has been seen.
pub(crate) struct Simulation<G: Searchable> {
    pub(crate) path: Vec<Step>,
    /// Local counters of the thread.
    pub(crate) local: LocalCounters,
    list: G::LegalActions,
}

impl<G: Searchable> Simulation<G> {
    /// Builds a simulation that reuses this memory.
    pub(crate) fn new(path: Vec<Step>, local: LocalCounters) -> Self {
        Self { path, local, list: G::LegalActions::default() }
    }

    /// Runs one iteration from the root, through the forced edge if one is given, and plays the
    /// world to its end. Returns the utilities credited to the first decision; the selection path is left in `path`.
    ///
    /// Chance and rollouts draw from the first stream, the order of untried actions from the
    /// second, so that the growth of the tree does not change the common random numbers.
    pub(crate) fn iterate<O: Observer<G>>(
        &mut self,
        ctx: &Context<'_, G>,
        tree: &Tree<G::Action>,
        root: (u32, Option<Forced>),
        (state, weight): &mut World<G::State>,
        mut observer: O,
        (rng, noise): (&mut Rng, &mut Rng),
    ) -> PerSeat<f32> {
        observer.begin(ctx.game, state);
        let leaf = self.descend(ctx, tree, root, state, observer, (rng, noise));
        let utilities = match leaf {
            Leaf::Over => ctx.outcome(state),
            Leaf::Open => {
                let seat = self.path.first().map_or(Seat::new(0), |first| first.mover);
                let plan = root.1.map_or(0, |forced| forced.plan);
                ctx.plan_playout((seat, plan), state, &mut self.list, rng)
            }
            Leaf::Proven(proof) => tree.proven_all(proof, ctx.game.seats()),
        };
        tree.widen(&utilities);
        let credited = self.back_up(tree, f64::from(*weight), utilities);
        if ctx.solver && matches!(leaf, Leaf::Over) {
            proof::propagate(tree, &self.path, &utilities, ctx.proofs);
        }
        credited
    }

    fn descend<O: Observer<G>>(
        &mut self,
        ctx: &Context<'_, G>,
        tree: &Tree<G::Action>,
        (mut node, mut forced): (u32, Option<Forced>),
        state: &mut G::State,
        mut observer: O,
        (rng, noise): (&mut Rng, &mut Rng),
    ) -> Leaf {
        self.path.clear();
        loop {
            let mover = match ctx.game.turn(state) {
                Turn::Over => return Leaf::Over,
                Turn::Act(seat) => seat,
                Turn::Chance => {
                    ctx.game.play_chance(state, rng, &mut observer);
                    if let Some(step) = self.path.last_mut() {
                        step.chance = true;
                    }
                    continue;
                }
            };
            if self.path.last().is_some_and(|step| ctx.flat || step.visits < ctx.expand_after) {
                return Leaf::Open;
            }
            ctx.game.legal_actions(state, &mut self.list);
            let legal = self.list.as_slice();
            if let Some(step) = self.path.last() {
                let key = observer.arrive(mover);
                let edge = tree.edge(step.edge);
                let order = ctx.order(state, noise);
                let Some(next) = tree.successor(edge, key).or_else(|| {
                    let made = tree.create(&mut self.local.chunks, key, legal, order)?;
                    edge.set_child(made);
                    Some(made)
                }) else {
                    return Leaf::Open;
                };
                node = next;
            }
            let (link, instead, is_local) = match forced.take() {
                Some(Forced { edge, alone, .. }) => {
                    let is_local = LocalCounters::has(tree, node);
                    count_visit(tree, &mut self.local, (node, is_local), !alone);
                    let edge_ref = tree.edge_ref(tree.node(node), edge, G::slot);
                    count_available(tree, &mut self.local, is_local, edge_ref, alone);
                    (edge, 0, is_local)
                }
                None => {
                    match choose(ctx, tree, &mut self.local, (node, mover), state, legal, noise) {
                        Some(choice) => choice,
                        None => return Leaf::Open,
                    }
                }
            };
            let edge = tree.edge(link);
            let (next, proof) = (edge.child(), tree.proof(edge));
            tree.prefetch_node(next);
            if tree.shared && !is_local {
                prefetch_write(edge);
            }
            if proof == 0 {
                ctx.game.apply(state, edge.action(), &mut observer);
                tree.prefetch_edges(next);
            }
            let copy = if is_local { self.local.known(link) } else { None };
            let visits = match copy {
                Some((seen, own)) => {
                    seen.visits += 1;
                    own.visits += 1;
                    seen.visits - 1
                }
                None => count(tree.shared, &edge.visits),
            };
            let step = Step { node, edge: link, mover, chance: false, visits, instead, is_local };
            self.path.push(step);
            if proof != 0 {
                return Leaf::Proven(proof);
            }
        }
    }

    /// Backs the utilities up along the path; returns those credited to the first decision.
    #[inline]
    fn back_up(
        &mut self,
        tree: &Tree<G::Action>,
        weight: f64,
        mut utilities: PerSeat<f32>,
    ) -> PerSeat<f32> {
        if tree.shared {
            self.path
                .iter()
                .filter(|step| !step.is_local)
                .for_each(|step| prefetch_write(tree.edge(step.edge)));
        }
        for (depth, step) in self.path.iter().enumerate().rev() {
            let (edge, utility) = (tree.edge(step.edge), utilities[step.mover]);
            if step.is_local
                && let Some((seen, own)) = self.local.known(step.edge)
            {
                seen.add(weight, utility);
                own.add(weight, utility);
            } else {
                edge.add(tree.shared, weight, utility);
            }
            // Decisions above are credited with the edge that the mover prefers, not with the one
            // tried.
            if step.instead != 0 && depth > 0 {
                utilities = tree.proven_all(step.instead, utilities.seats());
            }
        }
        utilities
    }
}

/// Selects an edge of a node; returns it with the proof of the edge that it replaces and whether
/// counters are local. Actions that were not legal here before get edges first.
#[allow(clippy::inline_always, reason = "called at one place, with the result in registers")]
#[inline(always)]
fn choose<G: Searchable>(
    ctx: &Context<'_, G>,
    tree: &Tree<G::Action>,
    local: &mut LocalCounters,
    (link, mover): (u32, Seat),
    state: &G::State,
    legal: &[G::Action],
    noise: &mut Rng,
) -> Option<(u32, u32, bool)> {
    if !tree.shared && !tree.solver {
        let edge = choose_owned(ctx, tree, &mut local.chunks, (link, mover), state, legal, noise)?;
        return Some((edge, 0, false));
    }
    let selection = ctx.bandit.select(tree, local, link, legal, mover, G::slot);
    let known = selection.edge.map(|edge| (edge, selection.instead, selection.is_local));
    if selection.found >= legal.len() {
        return known;
    }
    let node = tree.node(link);
    tree.extend(&mut local.chunks, node, legal, G::slot, ctx.order(state, noise));
    let untried = tree.untried(node, legal, G::slot).map(|edge| (edge, 0, selection.is_local));
    if ctx.bandit.fpu.is_none() { untried.or(known) } else { known.or(untried) }
}

/// Selects an edge in a tree with one owner in which nothing can be proven.
#[inline]
fn choose_owned<G: Searchable>(
    ctx: &Context<'_, G>,
    tree: &Tree<G::Action>,
    chunks: &mut Chunks,
    (link, mover): (u32, Seat),
    state: &G::State,
    legal: &[G::Action],
    noise: &mut Rng,
) -> Option<u32> {
    let node = tree.node(link);
    let (known, found) = ctx.bandit.select_of_owned(tree, node, legal, mover, G::slot);
    if found >= legal.len() {
        return known;
    }
    let order = ctx.order(state, noise);
    let added = if tree.slots > 0 {
        tree.extend_slots(chunks, node, (legal, legal.len() - found), G::slot, order)
    } else {
        tree.extend(chunks, node, legal, G::slot, order);
        tree.untried(node, legal, G::slot)
    };
    if ctx.bandit.fpu.is_some() {
        return known.or(added);
    }
    match (known, added) {
        (Some(known), Some(added)) => Some(tree.first_in_order(known, added)),
        // Memory for the others may be lacking.
        (None, None) => ctx.bandit.best_tried(tree, node, legal, mover, G::slot).0,
        (known, added) => known.or(added),
    }
}
