//! Equilibria of small games for two seats, by CFR+, and exact distances from them.
//!
//! A [`Tree`] holds every history of a game. Scores are made zero-sum: the value of a history is
//! half of the difference of the two scores, which for a zero-sum game is the first seat's score.
//! [`Tree::solve`] is CFR+ (Tammelin 2014): regrets never fall below zero, seats are updated in
//! turn, and iteration t has weight t in the average strategy.
//!
//! ```
//! use facedown_testkit::equilibrium::Tree;
//! use facedown_testkit::toys::Kuhn;
//!
//! let tree = Tree::of(&Kuhn, 1_000).unwrap();
//! let strategy = tree.solve(500);
//! assert!((tree.value(&strategy) + 1.0 / 18.0).abs() < 1e-3);
//! assert!(tree.exploitability(&strategy) < 1e-3);
//! ```

use crate::exact::Enumerate;
use facedown_game::{ActionBuf, Game, Seat, SeatKeys, Turn};
use std::collections::HashMap;
use std::fmt;

/// Every history of a game for two seats.
pub struct Tree<G: Game> {
    nodes: Vec<Node>,
    children: Vec<Child>,
    sets: Vec<InformationSet<G>>,
}

/// An information set: what a seat knows when it is to act.
#[derive(Clone, PartialEq, Debug)]
pub struct InformationSet<G: Game> {
    /// The seat to act.
    pub seat: Seat,
    /// Its view.
    pub view: G::View,
    /// Its legal actions.
    pub actions: Vec<G::Action>,
    first: usize, // the place of the first action in a strategy
    nodes: Vec<u32>,
}

/// A behaviour strategy of both seats: the probabilities of the actions of every information set,
/// in the order of [`Tree::information_sets`].
#[derive(Clone, PartialEq, Debug)]
pub struct Profile(Vec<f64>);

/// A tree with more histories than were allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLarge(pub usize);

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the game has more than {} histories", self.0)
    }
}

impl std::error::Error for TooLarge {}

#[derive(Clone, Copy)]
enum Node {
    /// The value for the first seat.
    Over(f64),
    Chance {
        first: u32,
        count: u32,
    },
    Act {
        set: u32,
        first: u32,
    },
}

#[derive(Clone, Copy)]
struct Child {
    node: u32,
    chance: f64, // of a chance turn's outcome
}

/// A state and what each seat has observed.
pub type Seen<G> = (<G as Game>::State, SeatKeys);

/// Outcomes of chance, with their weights.
pub type Outcomes<G> = Vec<(Seen<G>, u64)>;

struct Builder<'a, G: Game> {
    game: &'a G,
    outcomes: &'a dyn Fn(&Seen<G>) -> Outcomes<G>,
    tree: Tree<G>,
    known: HashMap<(Seat, u64), u32>,
    limit: usize,
}

impl<G: Game> Builder<'_, G> {
    fn push(&mut self) -> Result<usize, TooLarge> {
        if self.tree.nodes.len() == self.limit {
            return Err(TooLarge(self.limit));
        }
        self.tree.nodes.push(Node::Over(0.0));
        Ok(self.tree.nodes.len() - 1)
    }

    fn add(&mut self, seen: &Seen<G>) -> Result<u32, TooLarge> {
        let place = self.push()?;
        self.tree.nodes[place] = match self.game.turn(&seen.0) {
            Turn::Over => {
                let scores = self.game.scores(&seen.0);
                let [first, second] = [0, 1].map(|seat| f64::from(scores[Seat::new(seat)]));
                Node::Over((first - second) / 2.0)
            }
            Turn::Chance => self.chance(&(self.outcomes)(seen))?,
            Turn::Act(seat) => self.decision(place, seat, seen)?,
        };
        Ok(place as u32)
    }

    fn chance(&mut self, outcomes: &[(Seen<G>, u64)]) -> Result<Node, TooLarge> {
        let total: u64 = outcomes.iter().map(|(_, weight)| weight).sum();
        let mut found = Vec::with_capacity(outcomes.len());
        for (seen, weight) in outcomes {
            found.push(Child { node: self.add(seen)?, chance: *weight as f64 / total as f64 });
        }
        let first = self.tree.children.len() as u32;
        let count = found.len() as u32;
        self.tree.children.extend(found);
        Ok(Node::Chance { first, count })
    }

    fn decision(&mut self, place: usize, seat: Seat, seen: &Seen<G>) -> Result<Node, TooLarge> {
        let mut legal = G::LegalActions::default();
        self.game.legal_actions(&seen.0, &mut legal);
        let sets = &mut self.tree.sets;
        let next = sets.len() as u32;
        let set = *self.known.entry((seat, seen.1.key(seat))).or_insert(next);
        if set == next {
            let first = sets.last().map_or(0, |set| set.first + set.actions.len());
            let (view, actions) = (self.game.view(&seen.0, seat), legal.as_slice().to_vec());
            sets.push(InformationSet { seat, view, actions, first, nodes: Vec::new() });
        }
        let known = &mut sets[set as usize];
        assert_eq!(known.actions, legal.as_slice(), "one information set, one list of actions");
        known.nodes.push(place as u32);
        let mut found = Vec::with_capacity(legal.as_slice().len());
        for action in legal.as_slice() {
            let (mut state, mut keys) = *seen;
            self.game.apply(&mut state, *action, &mut keys);
            found.push(Child { node: self.add(&(state, keys))?, chance: 0.0 });
        }
        let first = self.tree.children.len() as u32;
        self.tree.children.extend(found);
        Ok(Node::Act { set, first })
    }
}

impl<G: Enumerate> Tree<G> {
    /// Builds the tree of a game whose deals can be enumerated, of at most `limit` histories.
    pub fn of(game: &G, limit: usize) -> Result<Self, TooLarge> {
        let mut deals = Vec::new();
        game.each_deal(&mut |state, keys, weight| deals.push(((state, keys), weight)));
        let outcomes = |(state, keys): &Seen<G>| {
            let mut all = Vec::new();
            game.each_chance(state, keys, &mut |state, keys, weight| {
                all.push(((state, keys), weight));
            });
            all
        };
        Self::from_deals(game, &deals, &outcomes, limit)
    }
}

impl<G: Game> Tree<G> {
    /// Builds the tree of these deals, each with what the seats have observed of it and its weight.
    /// `outcomes` lists those of a chance turn.
    ///
    /// # Panics
    /// If the game is not for two seats, or if an information set has two lists of actions.
    pub fn from_deals(
        game: &G,
        deals: &[(Seen<G>, u64)],
        outcomes: &dyn Fn(&Seen<G>) -> Outcomes<G>,
        limit: usize,
    ) -> Result<Self, TooLarge> {
        assert_eq!(game.seats(), 2, "an equilibrium of two seats");
        let tree = Self { nodes: Vec::new(), children: Vec::new(), sets: Vec::new() };
        let mut builder = Builder { game, outcomes, tree, known: HashMap::new(), limit };
        let root = builder.push()?;
        builder.tree.nodes[root] = builder.chance(deals)?;
        Ok(builder.tree)
    }

    /// Returns the number of histories.
    pub const fn histories(&self) -> usize {
        self.nodes.len()
    }

    /// Returns the information sets.
    pub fn information_sets(&self) -> &[InformationSet<G>] {
        &self.sets
    }

    /// Returns the profile in which the probabilities of each information set are those that
    /// `choose` writes, or uniform if it leaves all at zero.
    pub fn profile(&self, mut choose: impl FnMut(&InformationSet<G>, &mut [f64])) -> Profile {
        let mut chances = vec![0.0; self.len()];
        for set in &self.sets {
            let part = &mut chances[set.first..][..set.actions.len()];
            choose(set, part);
            normalize(part);
        }
        Profile(chances)
    }

    /// Returns the average strategy of CFR+ after so many iterations.
    pub fn solve(&self, iterations: u32) -> Profile {
        let len = self.len();
        let mut solver = Solver {
            tree: self,
            regrets: vec![0.0; len],
            changes: vec![0.0; len],
            current: self.profile(|_, _| {}).0,
            sums: vec![0.0; len],
            weight: 0.0,
        };
        for iteration in 1..=iterations {
            solver.weight = f64::from(iteration);
            for seat in 0..2 {
                solver.walk(0, Seat::new(seat), 1.0, 1.0);
                solver.update(Seat::new(seat));
            }
        }
        self.profile(|set, out| {
            out.copy_from_slice(&solver.sums[set.first..][..set.actions.len()]);
        })
    }

    /// Returns the value for the first seat if both play by the profile.
    pub fn value(&self, profile: &Profile) -> f64 {
        self.value_of(0, profile)
    }

    /// Returns the value for a seat of its best response to the other's part of the profile.
    pub fn best_response(&self, seat: Seat, profile: &Profile) -> f64 {
        let mut reach = vec![0.0; self.nodes.len()];
        self.spread(0, 1.0, seat, profile, &mut reach);
        let unknown = vec![None; self.sets.len()];
        Response { tree: self, seat, profile, reach, best: unknown }.value(0)
    }

    /// Returns what an opponent that knows the profile wins on average by it beyond the value of
    /// the game: 0 for an equilibrium.
    pub fn exploitability(&self, profile: &Profile) -> f64 {
        let best = |seat| self.best_response(Seat::new(seat), profile);
        f64::midpoint(best(0), best(1))
    }

    fn len(&self) -> usize {
        self.sets.last().map_or(0, |set| set.first + set.actions.len())
    }

    fn children(&self, first: u32, count: usize) -> &[Child] {
        &self.children[first as usize..][..count]
    }

    fn value_of(&self, node: u32, profile: &Profile) -> f64 {
        match self.nodes[node as usize] {
            Node::Over(value) => value,
            Node::Chance { first, count } => {
                let children = self.children(first, count as usize).iter();
                children.map(|child| child.chance * self.value_of(child.node, profile)).sum()
            }
            Node::Act { set, first } => {
                let chances = self.chances(set, &profile.0);
                let children = self.children(first, chances.len()).iter();
                children
                    .zip(chances)
                    .map(|(c, chance)| chance * self.value_of(c.node, profile))
                    .sum()
            }
        }
    }

    fn chances<'a>(&self, set: u32, of: &'a [f64]) -> &'a [f64] {
        let set = &self.sets[set as usize];
        &of[set.first..][..set.actions.len()]
    }

    /// Writes the probability that chance and the other seat reach each history.
    fn spread(&self, node: u32, reached: f64, me: Seat, profile: &Profile, reach: &mut [f64]) {
        reach[node as usize] = reached;
        match self.nodes[node as usize] {
            Node::Over(_) => {}
            Node::Chance { first, count } => {
                for child in self.children(first, count as usize) {
                    self.spread(child.node, reached * child.chance, me, profile, reach);
                }
            }
            Node::Act { set, first } => {
                let (mine, chances) =
                    (self.sets[set as usize].seat == me, self.chances(set, &profile.0));
                for (child, chance) in self.children(first, chances.len()).iter().zip(chances) {
                    let share = if mine { 1.0 } else { *chance };
                    self.spread(child.node, reached * share, me, profile, reach);
                }
            }
        }
    }
}

/// Scales the numbers to a sum of 1; zeros become equal.
fn normalize(chances: &mut [f64]) {
    let (sum, count) = (chances.iter().sum::<f64>(), chances.len() as f64);
    for chance in chances {
        *chance = if sum > 0.0 { *chance / sum } else { 1.0 / count };
    }
}

struct Response<'a, G: Game> {
    tree: &'a Tree<G>,
    seat: Seat,
    profile: &'a Profile,
    reach: Vec<f64>,
    best: Vec<Option<usize>>, // the action of each information set of the seat
}

impl<G: Game> Response<'_, G> {
    /// Returns the value of a history for the seat.
    fn value(&mut self, node: u32) -> f64 {
        let tree = self.tree;
        match tree.nodes[node as usize] {
            Node::Over(value) => {
                if self.seat.index() == 0 {
                    value
                } else {
                    -value
                }
            }
            Node::Chance { first, count } => {
                let children = tree.children(first, count as usize).iter();
                children.map(|child| child.chance * self.value(child.node)).sum()
            }
            Node::Act { set, first } if tree.sets[set as usize].seat == self.seat => {
                let best = self.best_action(set);
                self.value(tree.children[first as usize + best].node)
            }
            Node::Act { set, first } => {
                let chances = tree.chances(set, &self.profile.0);
                let children = tree.children(first, chances.len()).iter().zip(chances);
                let played = children.filter(|(_, chance)| **chance > 0.0);
                played.map(|(child, chance)| chance * self.value(child.node)).sum()
            }
        }
    }

    /// Returns the action that is best on average over the histories of an information set.
    fn best_action(&mut self, set: u32) -> usize {
        if let Some(best) = self.best[set as usize] {
            return best;
        }
        let tree = self.tree;
        let InformationSet { actions, nodes, .. } = &tree.sets[set as usize];
        let mut totals = vec![0.0; actions.len()];
        for node in nodes {
            let reach = self.reach[*node as usize];
            let Node::Act { first, .. } = tree.nodes[*node as usize] else { continue };
            if reach > 0.0 {
                for (total, child) in totals.iter_mut().zip(tree.children(first, actions.len())) {
                    *total += reach * self.value(child.node);
                }
            }
        }
        let best = (0..totals.len()).max_by(|a, b| totals[*a].total_cmp(&totals[*b])).unwrap_or(0);
        self.best[set as usize] = Some(best);
        best
    }
}

struct Solver<'a, G: Game> {
    tree: &'a Tree<G>,
    regrets: Vec<f64>,
    changes: Vec<f64>, // of the regrets in this iteration
    current: Vec<f64>,
    sums: Vec<f64>, // of strategies, for the average
    weight: f64,
}

impl<G: Game> Solver<'_, G> {
    /// Returns the value of a history for the seat `me`; `own` and `other` are the probabilities
    /// that it and that chance and the other seat play to it.
    fn walk(&mut self, node: u32, me: Seat, own: f64, other: f64) -> f64 {
        let tree = self.tree;
        let (set, first) = match tree.nodes[node as usize] {
            Node::Over(value) => return if me.index() == 0 { value } else { -value },
            Node::Chance { first, count } => {
                let children = tree.children(first, count as usize).iter();
                return children
                    .map(|c| c.chance * self.walk(c.node, me, own, other * c.chance))
                    .sum();
            }
            Node::Act { set, first } => (&tree.sets[set as usize], first),
        };
        let count = set.actions.len();
        let children = tree.children(first, count);
        if set.seat != me {
            let chance = |solver: &Self, i: usize| solver.current[set.first + i];
            return (0..count)
                .map(|i| {
                    let chance = chance(self, i);
                    chance * self.walk(children[i].node, me, own, other * chance)
                })
                .sum();
        }
        let mut value = 0.0;
        for (i, child) in children.iter().enumerate() {
            let place = set.first + i;
            let chance = self.current[place];
            let after = self.walk(child.node, me, own * chance, other);
            value += chance * after;
            self.changes[place] += other * after;
            self.sums[place] += self.weight * own * chance;
        }
        for change in &mut self.changes[set.first..][..count] {
            *change -= other * value;
        }
        value
    }

    /// Adds the changes of a seat's regrets, and matches its strategy to them.
    fn update(&mut self, seat: Seat) {
        for set in self.tree.sets.iter().filter(|set| set.seat == seat) {
            let places = set.first..set.first + set.actions.len();
            for place in places.clone() {
                let regret = self.regrets[place] + std::mem::take(&mut self.changes[place]);
                self.regrets[place] = regret.max(0.0);
                self.current[place] = self.regrets[place];
            }
            normalize(&mut self.current[places]);
        }
    }
}
