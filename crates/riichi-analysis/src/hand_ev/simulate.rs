//! The policy of an evaluation, played on walls that are really dealt.

use super::backward::{Model, STICK};
use super::graph::{NOT_TENPAI, Root};
use super::payoff::{Scorer, red_fives};
use super::{EvError, EvOptions, EvSolver, HandEv};
use facedown_game::Rng;
use facedown_tiles::{Hand, Kind, Tile};

/// The mean of simulated rounds.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Dealt {
    /// The number of rounds.
    pub rounds: u32,
    /// The share of rounds won.
    pub win: f64,
    /// The share of rounds that ended in tenpai.
    pub tenpai: f64,
    /// The mean of the points.
    pub points: f64,
    /// The standard error of `points`.
    pub error: f64,
}

/// Plays the policy of an evaluation: the best discard of every turn, riichi where it is best.
#[derive(Clone, Debug)]
pub struct Simulator {
    solver: EvSolver,
    root: Root,
    options: EvOptions,
    /// By turn, the expected points of each node.
    points: Vec<Vec<f32>>,
    /// By turn, whether each payoff declares riichi.
    declares: Vec<Vec<bool>>,
    /// The evaluation.
    pub ev: HandEv,
    unseen: Vec<Tile>,
}

impl Simulator {
    /// Evaluates a hand and keeps the policy of every turn.
    pub fn new(hand: &Hand, options: &EvOptions) -> Result<Self, EvError> {
        let mut solver = EvSolver::default();
        let hidden = options.check(hand)?;
        let root = solver.build(hand, options, hidden)?;
        let turns = usize::from(root.draws) + 1;
        let (mut points, mut declares) = (vec![Vec::new(); turns], vec![Vec::new(); turns]);
        let ev = solver.evaluate(&root, options, |turn, layers| {
            points[usize::from(turn)] = layers.now.iter().map(|value| value[0]).collect();
            let best = layers.choices.iter().map(|[silent, declared]| declared > silent);
            declares[usize::from(turn)] = best.collect();
        });
        let unseen = Kind::all().flat_map(|kind| unseen_tiles(&root, kind)).collect();
        Ok(Self { solver, root, options: options.clone(), points, declares, ev, unseen })
    }

    /// Deals walls and plays the best discard of each turn.
    pub fn run(&self, rounds: u32, rng: &mut Rng) -> Dealt {
        let (mut dealt, mut squares) = (Dealt { rounds, ..Dealt::default() }, 0.0);
        let mut wall = self.unseen.clone();
        let mut round = Round::new(self);
        for _ in 0..rounds {
            rng.shuffle(&mut wall);
            let end = round.play(&wall, rng);
            dealt.points += f64::from(end.points);
            squares += f64::from(end.points).powi(2);
            dealt.win += f64::from(u8::from(end.won));
            dealt.tenpai += f64::from(u8::from(end.tenpai));
        }
        let n = f64::from(rounds.max(1));
        for sum in [&mut dealt.points, &mut dealt.win, &mut dealt.tenpai] {
            *sum /= n;
        }
        dealt.error = ((squares / n - dealt.points * dealt.points).max(0.0) / n).sqrt();
        dealt
    }
}

/// Returns the unseen tiles of a kind, red ones included.
fn unseen_tiles(root: &Root, kind: Kind) -> Vec<Tile> {
    let plain = Tile::plain(kind);
    let mut tiles = vec![plain; root.hidden.kinds[kind.index()].into()];
    if let Some(red) = Tile::red_five(kind.suit()).filter(|_| kind.is_five()) {
        let reds = usize::from(root.hidden.reds[kind.suit().index()]);
        tiles.iter_mut().take(reds).for_each(|tile| *tile = red);
    }
    tiles
}

/// The end of a simulated round.
#[derive(Clone, Copy)]
struct End {
    points: f32,
    won: bool,
    tenpai: bool,
}

/// One simulated round.
struct Round<'a> {
    simulator: &'a Simulator,
    model: Model,
    scorer: Scorer<'a>,
    /// The node of the best discard of the root.
    start: usize,
    node: usize,
    tiles: Vec<Tile>,
}

impl<'a> Round<'a> {
    fn new(simulator: &'a Simulator) -> Self {
        let points = &simulator.points[0];
        let roots = simulator.ev.discards.len();
        let start = (0..roots).max_by(|&a, &b| points[a].total_cmp(&points[b])).unwrap_or(0);
        Self {
            simulator,
            model: Model::new(&simulator.root, &simulator.options),
            scorer: Scorer::new(&simulator.root, &simulator.options),
            start,
            node: start,
            tiles: Vec::new(),
        }
    }

    fn play(&mut self, wall: &[Tile], rng: &mut Rng) -> End {
        let simulator = self.simulator;
        let draws = simulator.root.draws;
        self.tiles.clear();
        self.tiles.extend(simulator.root.hand.tiles());
        self.become_node(self.start);
        let mut declared = None;
        for turn in 0..draws {
            let payoff = simulator.solver.graph.nodes[self.node].payoff;
            if declared.is_none() && payoff != NOT_TENPAI {
                let declares = simulator.declares[usize::from(turn)][payoff as usize];
                declared = declares.then_some(turn);
            }
            let drawn = usize::from(turn);
            let lost = if declared.is_some() { -STICK } else { 0.0 };
            let left = &wall[drawn..];
            let ura = &wall[wall.len() - simulator.options.dora_indicators.len().min(wall.len())..];
            if let Some(points) = self.ron(left, ura, declared, turn, rng) {
                return End { points, won: true, tenpai: false };
            }
            if self.model.others > 0.0 && rng.unit() < f64::from(self.model.others) {
                return End { points: lost, won: false, tenpai: false };
            }
            self.tiles.push(wall[drawn]);
            if let Some(points) = self.win(wall[drawn], true, ura, declared, turn) {
                return End { points, won: true, tenpai: false };
            }
            match declared {
                Some(_) => _ = self.tiles.pop(),
                None => self.discard(wall[drawn].kind(), turn),
            }
        }
        let tenpai = simulator.solver.graph.nodes[self.node].shanten == 0;
        let lost = if declared.is_some() { -STICK } else { 0.0 };
        let points = lost + if tenpai { self.model.tenpai } else { self.model.noten };
        End { points, won: false, tenpai }
    }

    /// Goes to the best node after a draw.
    fn discard(&mut self, kind: Kind, turn: u8) {
        let graph = &self.simulator.solver.graph;
        let points = &self.simulator.points[usize::from(turn) + 1];
        let key = graph.before.keys[self.node].plus(kind);
        let edge =
            graph.after.find(key).map(|number| number as usize).filter(|number| {
                graph.edges_of(self.node).iter().any(|edge| edge.drawn() == *number)
            });
        let mut best = self.node;
        for &node in edge.map_or(&[][..], |number| graph.discards_of(number)) {
            if points[node as usize] > points[best] {
                best = node as usize;
            }
        }
        self.become_node(best);
    }

    /// Discards what a node does not have: of fives the plain ones first.
    fn become_node(&mut self, node: usize) {
        let wanted = self.simulator.solver.graph.before.keys[node].counts();
        let mut held = [0u8; Kind::COUNT];
        self.tiles.iter().for_each(|tile| held[tile.kind().index()] += 1);
        for kind in Kind::all() {
            for _ in wanted[kind.index()]..held[kind.index()] {
                let of_kind = |tile: &&Tile| tile.kind() == kind;
                let plain = self.tiles.iter().filter(of_kind).any(|tile| !tile.is_red());
                let gone = self.tiles.iter().position(|t| t.kind() == kind && t.is_red() != plain);
                if let Some(gone) = gone {
                    self.tiles.swap_remove(gone);
                }
            }
        }
        self.node = node;
    }

    /// Returns the points of a win with the last of the tiles, if it is one.
    fn win(
        &self,
        tile: Tile,
        tsumo: bool,
        ura: &[Tile],
        declared: Option<u8>,
        turn: u8,
    ) -> Option<f32> {
        let graph = &self.simulator.solver.graph;
        let payoff = graph.nodes[self.node].payoff;
        if payoff == NOT_TENPAI || !graph.tenpai[payoff as usize].1.contains(tile.kind()) {
            return None;
        }
        let closed = graph.before.keys[self.node].plus(tile.kind()).counts();
        let ura: Vec<Kind> = ura.iter().map(|tile| tile.kind()).collect();
        let how = (tsumo, declared.is_some(), declared == Some(turn));
        let ura = if declared.is_some() { ura.as_slice() } else { &[] };
        self.scorer.dealt(&closed, (red_fives(&self.tiles), tile.kind()), how, ura)
    }

    /// Plays the chance of a ron before a draw: of one of the unseen tiles, at the stated rate.
    fn ron(
        &mut self,
        left: &[Tile],
        ura: &[Tile],
        declared: Option<u8>,
        turn: u8,
        rng: &mut Rng,
    ) -> Option<f32> {
        let graph = &self.simulator.solver.graph;
        let payoff = graph.nodes[self.node].payoff;
        if self.model.ron <= 0.0 || payoff == NOT_TENPAI {
            return None;
        }
        let wins = self.simulator.solver.payoffs[payoff as usize];
        let ron = if declared.is_some() { wins.riichi_ron } else { wins.ron };
        if ron.tiles <= 0.0 {
            return None;
        }
        // Each unseen tile is `ron` times as likely to be discarded as to be drawn.
        let mut at = rng.unit() * left.len() as f64 / f64::from(self.model.ron);
        if at >= f64::from(ron.tiles) {
            return None; // Not even if all of them were left.
        }
        for &tile in left {
            self.tiles.push(tile);
            let points = self.win(tile, false, ura, declared, turn);
            self.tiles.pop();
            if let Some(points) = points {
                at -= 1.0;
                if at < 0.0 {
                    return Some(points);
                }
            }
        }
        None
    }
}
