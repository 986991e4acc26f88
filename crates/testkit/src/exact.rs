//! Exact values of small games, by enumerating every deal and every line of play.
//!
//! Results of searches and training runs on toys are compared with these numbers.

use facedown_game::{ActionBuf, Game, PerSeat, Seat, SeatKeys, Sink, Turn};
use std::collections::BTreeMap;

/// A game small enough to enumerate every deal.
pub trait Enumerate: Game {
    /// Visits every deal of the first setup with its weight; each comes with a fresh sink that
    /// observed the deal. Weights are proportional to probabilities.
    fn each_deal<S: Sink<Self::Event> + Default>(&self, each: &mut dyn FnMut(Self::State, S, u64));

    /// Visits every outcome of a [`Turn::Chance`] with its weight; each comes with a copy of `sink`
    /// that observed it. The default, for games without chance turns, visits nothing.
    fn each_chance<S: Sink<Self::Event> + Clone>(
        &self,
        state: &Self::State,
        sink: &S,
        each: &mut dyn FnMut(Self::State, S, u64),
    ) {
        let _ = (state, sink, each);
    }
}

/// A behaviour strategy: a probability for each legal action, given a view.
pub trait Strategy<G: Game> {
    /// Writes the probabilities of the legal actions; they sum to 1.
    fn chances(&self, view: &G::View, legal: &[G::Action], out: &mut Vec<f64>);
}

/// The uniform strategy.
#[derive(Clone, Copy, Debug, Default)]
pub struct Uniform;

impl<G: Game> Strategy<G> for Uniform {
    fn chances(&self, _: &G::View, legal: &[G::Action], out: &mut Vec<f64>) {
        out.clear();
        out.resize(legal.len(), 1.0 / legal.len() as f64);
    }
}

impl<G: Game, F: Fn(&G::View, G::Action) -> f64> Strategy<G> for F {
    fn chances(&self, view: &G::View, legal: &[G::Action], out: &mut Vec<f64>) {
        out.clear();
        out.extend(legal.iter().map(|action| self(view, *action)));
    }
}

/// A world, the key of each seat's observations, and its reach probability.
type Reached<G> = (<G as Game>::State, SeatKeys, f64);

/// Returns each seat's expected score if all play by `strategy`.
pub fn expected_scores<G: Enumerate>(game: &G, strategy: &impl Strategy<G>) -> PerSeat<f64> {
    let mut totals = PerSeat::filled(game.seats(), 0.0);
    let mut open = deals(game);
    while let Some(reached) = open.pop() {
        match game.turn(&reached.0) {
            Turn::Over => {
                for (seat, score) in game.scores(&reached.0).iter() {
                    totals[seat] += reached.2 * f64::from(score);
                }
            }
            Turn::Chance => push_chances(game, &reached, &mut open),
            Turn::Act(seat) => push_actions(game, seat, &reached, strategy, &mut open),
        }
    }
    totals
}

/// Returns the value of `seat`'s best response to `strategy`.
///
/// It chooses one action per information set, distinguished by its observations, so that this is
/// the value of a true best response and not of one that sees hidden cards.
pub fn best_response<G: Enumerate>(game: &G, seat: Seat, strategy: &impl Strategy<G>) -> f64 {
    best_from(game, seat, strategy, deals(game))
}

fn best_from<G: Enumerate>(
    game: &G,
    me: Seat,
    strategy: &impl Strategy<G>,
    mut open: Vec<Reached<G>>,
) -> f64 {
    let mut value = 0.0;
    let mut decisions: BTreeMap<u64, Vec<Reached<G>>> = BTreeMap::new();
    while let Some(reached) = open.pop() {
        match game.turn(&reached.0) {
            Turn::Over => value += reached.2 * f64::from(game.scores(&reached.0)[me]),
            Turn::Chance => push_chances(game, &reached, &mut open),
            Turn::Act(seat) if seat == me => {
                decisions.entry(reached.1.key(me)).or_default().push(reached);
            }
            Turn::Act(seat) => push_actions(game, seat, &reached, strategy, &mut open),
        }
    }
    for worlds in decisions.into_values() {
        let mut list = G::LegalActions::default();
        game.legal_actions(&worlds[0].0, &mut list);
        let after = |action| worlds.iter().map(|reached| step(game, reached, action)).collect();
        let values = list.as_slice().iter().map(|&a| best_from(game, me, strategy, after(a)));
        value += values.fold(f64::NEG_INFINITY, f64::max);
    }
    value
}

/// Returns the number of information sets in which each seat acts.
pub fn information_sets<G: Enumerate>(game: &G) -> PerSeat<usize> {
    let mut seen = vec![std::collections::BTreeSet::new(); game.seats()];
    let mut open = deals(game);
    while let Some(reached) = open.pop() {
        match game.turn(&reached.0) {
            Turn::Over => {}
            Turn::Chance => push_chances(game, &reached, &mut open),
            Turn::Act(seat) => {
                seen[seat.index()].insert(reached.1.key(seat));
                push_actions(game, seat, &reached, &Uniform, &mut open);
            }
        }
    }
    PerSeat::from_fn(game.seats(), |seat| seen[seat.index()].len())
}

fn deals<G: Enumerate>(game: &G) -> Vec<Reached<G>> {
    let mut all = Vec::new();
    game.each_deal(&mut |state, keys, weight| all.push((state, keys, weight as f64)));
    let total: f64 = all.iter().map(|(_, _, weight)| weight).sum();
    for reached in &mut all {
        reached.2 /= total;
    }
    all
}

fn push_chances<G: Enumerate>(game: &G, reached: &Reached<G>, open: &mut Vec<Reached<G>>) {
    let first = open.len();
    game.each_chance(&reached.0, &reached.1, &mut |state, keys, weight| {
        open.push((state, keys, weight as f64));
    });
    let total: f64 = open[first..].iter().map(|(_, _, weight)| weight).sum();
    for outcome in &mut open[first..] {
        outcome.2 *= reached.2 / total;
    }
}

fn push_actions<G: Enumerate>(
    game: &G,
    seat: Seat,
    reached: &Reached<G>,
    strategy: &impl Strategy<G>,
    open: &mut Vec<Reached<G>>,
) {
    let (mut list, mut chances) = (G::LegalActions::default(), Vec::new());
    game.legal_actions(&reached.0, &mut list);
    strategy.chances(&game.view(&reached.0, seat), list.as_slice(), &mut chances);
    let sum: f64 = chances.iter().sum();
    assert!((sum - 1.0).abs() < 1e-9, "the chances of {:?} sum to {sum}", list.as_slice());
    for (&action, chance) in list.as_slice().iter().zip(&chances) {
        if *chance > 0.0 {
            let (state, keys, reach) = step(game, reached, action);
            open.push((state, keys, reach * chance));
        }
    }
}

fn step<G: Game>(game: &G, reached: &Reached<G>, action: G::Action) -> Reached<G> {
    let (mut state, mut keys, reach) = *reached;
    game.apply(&mut state, action, &mut keys);
    (state, keys, reach)
}
