//! One iteration: down the tree, a playout, and back up.

use crate::run::context::Context;
use crate::tree::local_counters::LocalCounters;
use crate::tree::node::count;
use crate::tree::observer::Observer;
use crate::tree::prefetch::fetch_to_write;
use crate::tree::proof;
use crate::tree::selection::{count_visit, meet};
use crate::tree::store::Tree;
use facedown_game::{ActionBuf, PerSeat, Rng, Searchable, Seat, Turn};

/// A decision on the way down.
#[derive(Clone, Copy)]
pub(crate) struct Step {
    pub(crate) node: u32,
    pub(crate) edge: u32,
    pub(crate) mover: Seat,
    /// Whether chance moved between this decision and the next.
    pub(crate) chance: bool,
    visits: u32,  // of the edge, before this one
    instead: u32, // the proof of what the mover would rather do
    is_hot: bool, // whether the thread keeps the node's counters to itself for a while
}

/// An edge of the root that is taken, whatever the bounds say.
#[derive(Clone, Copy)]
pub(crate) struct Forced {
    pub(crate) edge: u32,
    /// Whether the others count as not legal: they were not compared with it.
    pub(crate) alone: bool,
}

/// How the way down ended.
enum Leaf {
    /// The hand is over.
    Over,
    /// Nobody has been here.
    Open,
    /// The rest is known.
    Proven(u32),
}

/// A world to play in, and how much the iteration counts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct World<S> {
    pub(crate) state: S,
    pub(crate) weight: f32,
}

/// Where an iteration keeps its notes: nothing is allocated once the deepest line was seen.
pub(crate) struct Simulation<G: Searchable> {
    pub(crate) path: Vec<Step>,
    /// Counters that the thread keeps to itself for a while.
    pub(crate) hot: LocalCounters,
    list: G::Actions,
}

impl<G: Searchable> Simulation<G> {
    /// Simulation in this memory.
    pub(crate) fn new(path: Vec<Step>, hot: LocalCounters) -> Self {
        Self { path, hot, list: G::Actions::default() }
    }

    /// Plays one iteration from the root, through a forced edge where one is given. What the
    /// first decision is credited with for each seat is the answer, its way is left in `path`.
    ///
    /// Nature and playouts draw from the first stream, the order of untried actions from the second:
    /// the growth of the tree does not change the random numbers that actions share.
    pub(crate) fn iterate<O: Observer<G>>(
        &mut self,
        env: &Context<'_, G>,
        tree: &Tree<G::Action>,
        root: (u32, Option<Forced>),
        world: World<G::State>,
        mut observer: O,
        (rng, noise): (&mut Rng, &mut Rng),
    ) -> PerSeat<f32> {
        let mut state = world.state;
        let weight = f64::from(world.weight);
        observer.begin(env.game, &state);
        let leaf = self.descend(env, tree, root, &mut state, observer, (rng, noise));
        let utilities = match leaf {
            Leaf::Over => env.outcome(&state),
            Leaf::Open => env.playout(&mut state, &mut self.list, rng),
            Leaf::Proven(proof) => tree.proven_all(proof, env.game.seats()),
        };
        tree.widen(&utilities);
        let credited = self.back_up(tree, weight, utilities);
        if env.solver && matches!(leaf, Leaf::Over) {
            proof::pass_up(tree, &self.path, &utilities, env.greatest);
        }
        credited
    }

    fn descend<O: Observer<G>>(
        &mut self,
        env: &Context<'_, G>,
        tree: &Tree<G::Action>,
        (mut node, mut forced): (u32, Option<Forced>),
        state: &mut G::State,
        mut observer: O,
        (rng, noise): (&mut Rng, &mut Rng),
    ) -> Leaf {
        self.path.clear();
        loop {
            let mover = match env.game.turn(state) {
                Turn::Over => return Leaf::Over,
                Turn::Act(seat) => seat,
                Turn::Chance => {
                    env.game.play_chance(state, rng, &mut observer);
                    if let Some(step) = self.path.last_mut() {
                        step.chance = true;
                    }
                    continue;
                }
            };
            if self.path.last().is_some_and(|step| env.flat || step.visits < env.expand_after) {
                return Leaf::Open;
            }
            env.game.legal_actions(state, &mut self.list);
            let legal = self.list.as_slice();
            if let Some(step) = self.path.last() {
                let key = observer.arrive(mover);
                let edge = tree.edge(step.edge);
                let order = env.order(state, noise);
                let Some(next) = tree.successor(edge, key).or_else(|| {
                    let made = tree.create(&mut self.hot.chunks, key, legal, order)?;
                    edge.set_child(made);
                    Some(made)
                }) else {
                    return Leaf::Open;
                };
                node = next;
            }
            let (link, instead, is_hot) = match forced.take() {
                Some(Forced { edge, alone }) => {
                    let is_hot = LocalCounters::has(tree, node);
                    count_visit(tree, &mut self.hot, (node, is_hot), !alone);
                    let met = tree.met(tree.node(node), edge, G::slot);
                    meet(tree, &mut self.hot, is_hot, met, alone);
                    (edge, 0, is_hot)
                }
                None => {
                    match choose(env, tree, &mut self.hot, (node, mover), state, legal, noise) {
                        Some(choice) => choice,
                        None => return Leaf::Open,
                    }
                }
            };
            let edge = tree.edge(link);
            let (next, proof) = (edge.child(), tree.proof(edge));
            tree.fetch_node(next);
            if tree.shared && !is_hot {
                fetch_to_write(edge);
            }
            if proof == 0 {
                env.game.apply(state, edge.action(), &mut observer);
                tree.fetch_edges(next);
            }
            let copy = if is_hot { self.hot.known(link) } else { None };
            let visits = match copy {
                Some((seen, own)) => {
                    seen.visits += 1;
                    own.visits += 1;
                    seen.visits - 1
                }
                None => count(tree.shared, &edge.visits),
            };
            let step = Step { node, edge: link, mover, chance: false, visits, instead, is_hot };
            self.path.push(step);
            if proof != 0 {
                return Leaf::Proven(proof);
            }
        }
    }

    /// Adds what each seat got to the edges of the way; returns what the first was credited with.
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
                .filter(|step| !step.is_hot)
                .for_each(|step| fetch_to_write(tree.edge(step.edge)));
        }
        for (depth, step) in self.path.iter().enumerate().rev() {
            let (edge, utility) = (tree.edge(step.edge), utilities[step.mover]);
            if step.is_hot
                && let Some((seen, own)) = self.hot.known(step.edge)
            {
                seen.add(weight, utility);
                own.add(weight, utility);
            } else {
                edge.add(tree.shared, weight, utility);
            }
            // The decisions above count on what the mover would do, not on what was tried.
            if step.instead != 0 && depth > 0 {
                utilities = tree.proven_all(step.instead, utilities.seats());
            }
        }
        utilities
    }
}

/// The edge to take at a node, and the proof of the choice that it is taken instead of. Actions that
/// were not legal here before get edges first.
#[inline]
fn choose<G: Searchable>(
    env: &Context<'_, G>,
    tree: &Tree<G::Action>,
    hot: &mut LocalCounters,
    (link, mover): (u32, Seat),
    state: &G::State,
    legal: &[G::Action],
    noise: &mut Rng,
) -> Option<(u32, u32, bool)> {
    let look = env.bandit.look(tree, hot, link, legal, mover, G::slot);
    let known = look.edge.map(|edge| (edge, look.instead, look.is_hot));
    if look.found >= legal.len() {
        return known;
    }
    let node = tree.node(link);
    tree.extend(&mut hot.chunks, node, legal, G::slot, env.order(state, noise));
    let untried = tree.untried(node, legal, G::slot).map(|edge| (edge, 0, look.is_hot));
    if env.bandit.fpu.is_none() { untried.or(known) } else { known.or(untried) }
}
