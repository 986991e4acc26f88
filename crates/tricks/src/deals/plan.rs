//! The elimination order of the dynamic program, chosen to keep the table small.
//!
//! Groups and classes are the two sides of a bipartite graph; an edge means that cards of the class
//! may go to the group. A vertex has a size: the cards that a group needs, the cards of a class. A
//! deal decides the number of cards that move along each edge. A vertex's remainder is its *rest*.
//!
//! Vertices are eliminated one after the other, from either side: the undecided edges of a vertex
//! are decided, with its rest as their sum. Between two decisions only the rests of vertices matter
//! that are touched and not eliminated. One of them follows from the others, because groups and
//! classes have equal totals. So a *layer* of the table has one entry for each combination of the
//! other rests, and these stay few in a good order: groups first if there are many groups and few
//! classes, classes first if there are many classes, or mixed.

use super::reduce::Reduced;

/// Maximum number of entries of a table.
const MAX_ENTRIES: f64 = (1u32 << 23) as f64;

/// Below this many additions the first order is good enough: comparing others takes longer.
const CHEAP: f64 = 4_000.0;

/// One decision about a vertex.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) vertex: usize,
    /// The neighbour.
    pub(super) first: usize,
    pub(super) kind: StepKind,
}

/// The decision of a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum StepKind {
    /// The whole rest of the vertex moves along its last edge.
    All,
    /// The number of cards that move to or from `first`; more edges are left.
    Some,
    /// The number of cards that move to or from `first`; the others move to or from this vertex.
    Split(usize),
}

/// A dimension of a layer: a vertex whose rest is part of the index.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dim {
    pub(super) vertex: usize,
    pub(super) low: i32,
    pub(super) len: i32,
    pub(super) stride: i32,
}

/// The possible combinations of rests before a step.
#[derive(Clone, Debug)]
pub(super) struct Layer {
    /// The minimum and maximum rest of each vertex.
    pub(super) ranges: Vec<(i32, i32)>,
    pub(super) dims: Vec<Dim>,
    /// The vertex whose rest follows from the others.
    pub(super) implied: usize,
    pub(super) entries: usize,
}

impl Layer {
    /// Returns the stride of a vertex in the index; 0 if it is no dimension.
    pub(super) fn stride(&self, vertex: usize) -> i32 {
        self.dims.iter().find(|dim| dim.vertex == vertex).map_or(0, |dim| dim.stride)
    }
}

/// Steps, and the layers before each and after the last.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub(super) steps: Vec<Step>,
    pub(super) layers: Vec<Layer>,
}

/// The vertices that an order eliminates first.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Any,
    Groups,
    Classes,
}

/// The graph and its decided edges.
#[derive(Clone)]
struct Frontier {
    groups: usize,
    sizes: Vec<i32>,
    /// The neighbours along undecided edges.
    left: Vec<u128>,
    /// The maximum number of cards moved along decided edges.
    moved: Vec<i32>,
}

/// Returns the positions of the set bits.
fn bits(mut word: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros() as usize)?;
        word &= word - 1;
        Some(bit)
    })
}

impl Frontier {
    fn new(reduced: &Reduced) -> Self {
        let groups = reduced.groups.len();
        let rooms = reduced.groups.iter().map(|group| group.room as i32);
        let sizes: Vec<i32> =
            rooms.chain(reduced.classes.iter().map(|class| class.len() as i32)).collect();
        let mut left = vec![0u128; sizes.len()];
        for (c, class) in reduced.classes.iter().enumerate() {
            for group in bits(u128::from(class.groups)) {
                left[group] |= 1 << (groups + c);
                left[groups + c] |= 1 << group;
            }
        }
        Self { groups, moved: vec![0; sizes.len()], sizes, left }
    }

    fn decide(&mut self, a: usize, b: usize) {
        self.left[a] &= !(1 << b);
        self.left[b] &= !(1 << a);
        self.moved[a] += self.sizes[b];
        self.moved[b] += self.sizes[a];
    }

    /// Returns the minimum and maximum rest of a vertex.
    fn range(&self, vertex: usize) -> (i32, i32) {
        let size = self.sizes[vertex];
        let can_move: i32 = bits(self.left[vertex]).map(|other| self.sizes[other]).sum();
        ((size - self.moved[vertex]).max(0), size.min(can_move))
    }

    fn width(&self, vertex: usize) -> f64 {
        let (low, high) = self.range(vertex);
        f64::from((high - low + 1).max(1))
    }

    /// Returns the number of entries of a layer here.
    fn entries(&self) -> f64 {
        let (mut product, mut widest) = (1.0, 1.0);
        for vertex in 0..self.sizes.len() {
            let width = self.width(vertex);
            product *= width;
            widest = f64::max(widest, width);
        }
        product / widest
    }

    /// Returns the undecided neighbours of a vertex in the order of decisions: first those that it
    /// eliminates, then those that are touched.
    fn neighbours(&self, vertex: usize) -> Vec<usize> {
        let mut others: Vec<usize> = bits(self.left[vertex]).collect();
        others.sort_by_key(|&other| {
            let last = self.left[other].is_power_of_two();
            let (low, high) = self.range(other);
            (!last, low == high)
        });
        others
    }

    /// Eliminates a vertex; `step` sees the graph before each decision, and the decision.
    fn eliminate(&mut self, vertex: usize, mut step: impl FnMut(&Self, Step)) {
        let others = self.neighbours(vertex);
        for (i, &first) in others.iter().enumerate() {
            let kind = match others.len() - i {
                1 => StepKind::All,
                2 => StepKind::Split(others[i + 1]),
                _ => StepKind::Some,
            };
            step(self, Step { vertex, first, kind });
            self.decide(vertex, first);
            if let StepKind::Split(second) = kind {
                self.decide(vertex, second);
                break;
            }
        }
    }

    /// Estimates the number of additions of a step.
    fn work(&self, step: Step) -> f64 {
        let options = self.sizes[step.vertex].min(self.sizes[step.first]) / 2 + 1;
        let rows = self.entries();
        if step.kind == StepKind::All { rows } else { rows * f64::from(options) }
    }

    /// Returns the vertex to eliminate next: the one that leaves the smallest layer.
    fn next(&self, side: Side) -> Option<usize> {
        let allowed = |vertex: &usize| match side {
            _ if self.left[*vertex].is_power_of_two() => true,
            Side::Any => true,
            Side::Groups => *vertex < self.groups,
            Side::Classes => *vertex >= self.groups,
        };
        let open = (0..self.sizes.len()).filter(|&vertex| self.left[vertex] != 0);
        let cost = |vertex: usize| {
            // A forced transfer costs nothing.
            if self.left[vertex].is_power_of_two() && self.width(vertex) <= 1.0 {
                return (0.0, 0.0);
            }
            let (mut after, mut work) = (self.clone(), 0.0);
            after.eliminate(vertex, |frontier, step| work += frontier.work(step));
            (after.entries(), work)
        };
        let costs = open.filter(allowed).map(|vertex| (cost(vertex), vertex));
        costs.min_by(|(x, _), (y, _)| x.0.total_cmp(&y.0).then(x.1.total_cmp(&y.1))).map(|x| x.1)
    }

    fn layer(&self) -> Layer {
        let ranges: Vec<(i32, i32)> = (0..self.sizes.len()).map(|v| self.range(v)).collect();
        let len = |vertex: usize| (ranges[vertex].1 - ranges[vertex].0 + 1).max(1);
        let implied = (0..self.sizes.len()).max_by_key(|&vertex| len(vertex)).unwrap_or(0);
        let (mut dims, mut stride) = (Vec::new(), 1);
        for vertex in (0..self.sizes.len()).filter(|&v| v != implied && len(v) > 1) {
            dims.push(Dim { vertex, low: ranges[vertex].0, len: len(vertex), stride });
            stride *= len(vertex);
        }
        Layer { ranges, dims, implied, entries: stride as usize }
    }
}

/// Returns the greedy order of one side, with the table's entries and additions.
fn order(frontier: &Frontier, side: Side) -> (Vec<usize>, f64, f64) {
    let mut frontier = frontier.clone();
    let (mut vertices, mut entries, mut work) = (Vec::new(), 1.0, 0.0);
    while let Some(vertex) = frontier.next(side) {
        frontier.eliminate(vertex, |frontier, step| {
            entries += frontier.entries();
            work += frontier.work(step);
        });
        vertices.push(vertex);
    }
    (vertices, entries, work)
}

impl Plan {
    /// Returns the cheapest plan found, or its number of entries if they are too many.
    pub(super) fn new(reduced: &Reduced) -> Result<Self, u64> {
        let mut frontier = Frontier::new(reduced);
        let mut best = order(&frontier, Side::Any);
        for side in [Side::Groups, Side::Classes] {
            if best.2 > CHEAP {
                let other = order(&frontier, side);
                best = if other.2 < best.2 { other } else { best };
            }
        }
        let (vertices, entries, _) = best;
        if entries > MAX_ENTRIES {
            return Err(entries as u64);
        }
        let (mut steps, mut layers) = (Vec::new(), Vec::new());
        for vertex in vertices {
            frontier.eliminate(vertex, |frontier, step| {
                steps.push(step);
                layers.push(frontier.layer());
            });
        }
        layers.push(frontier.layer());
        Ok(Self { steps, layers })
    }
}
