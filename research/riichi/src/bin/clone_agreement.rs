//! How often the cloned policy decides as the players of recorded games did.
//!
//! `cargo research clone_agreement -- WEIGHTS PATH
//! [FIRST LAST] [PLAYER]`: logs by name from the share FIRST to the share LAST (0.9 1 is the newest
//! tenth, the default all), decisions of one player only if named. Decisions of players who left are
//! not counted.

use facedown_game::{ActionBuf, Encoder, Game, Policy, Rng};
use facedown_nets::{Network, Samples, Workspace};
use facedown_riichi::bots::Efficient;
use facedown_riichi::{Legal, Phase, Riichi, View};
use facedown_tasks::riichi_clone::{CloneActions, ClonePlanes, CloneSamples, ENCODER, VALUE_SCALE};
use std::collections::BTreeMap;
use std::path::Path;

/// Counts of yes-or-no decisions.
#[derive(Default)]
struct Binary {
    hits: u64,
    predicted: u64,
    actual: u64,
    all: u64,
    right: u64,
}

impl Binary {
    fn add(&mut self, predicted: bool, actual: bool) {
        self.all += 1;
        self.right += u64::from(predicted == actual);
        self.predicted += u64::from(predicted);
        self.actual += u64::from(actual);
        self.hits += u64::from(predicted && actual);
    }

    fn print(&self, name: &str) {
        let share = |part: u64, of: u64| 100.0 * part as f64 / of.max(1) as f64;
        let (precision, recall) = (share(self.hits, self.predicted), share(self.hits, self.actual));
        let f1 = 2.0 * precision * recall / (precision + recall).max(1e-9);
        println!(
            "{name}: {} decisions, {:.2} % right (always no: {:.2} %), precision {precision:.1} %, \
             recall {recall:.1} %, F1 {f1:.1} %",
            self.all,
            share(self.right, self.all),
            share(self.all - self.actual, self.all)
        );
    }
}

#[derive(Default)]
struct Tallies {
    /// Discards with at least two kinds legal: all, those of the network among discards, those that
    /// are its best of all actions, those of `efficient`.
    discards: [u64; 4],
    riichi: Binary,
    calls: Binary,
    groups: BTreeMap<&'static str, [u64; 2]>,
    value: [f64; 3],
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [weights, path, rest @ ..] = arguments.as_slice() else {
        return Err("expected WEIGHTS PATH [FIRST LAST] [PLAYER]".into());
    };
    let (first, last): (f64, f64) = match rest {
        [first, last, ..] => (first.parse()?, last.parse()?),
        _ => (0.0, 1.0),
    };
    let network = Network::read(&std::fs::read(weights)?, ENCODER)?;
    let within = |place: usize, all: usize| {
        let share = place as f64 / all as f64;
        (first..last).contains(&share)
    };
    let samples = CloneSamples::load_some(Path::new(path), rest.get(2..3), within)?;
    println!("{}, {} logs passed over", samples.describe(), samples.skipped());
    let mut tallies = Tallies::default();
    let (mut inputs, mut outputs) = (vec![0.0; ClonePlanes::INPUTS], vec![0.0; network.outputs()]);
    let mut workspace = Workspace::default();
    let policy = network.head("policy").ok_or("no head 'policy'")?;
    let value = network.head("value").ok_or("no head 'value'")?;
    for index in 0..samples.len() {
        let (game, view, action, gain) = samples.decision(index);
        ClonePlanes.encode(game, view, &mut inputs);
        network.run(&mut workspace, &inputs, &mut outputs)?;
        let label = CloneActions::id(view, action);
        tallies.add(game, view, label, &outputs[policy.clone()]);
        let off = |estimate: f32| f64::from(gain / VALUE_SCALE - estimate).powi(2);
        if gain.is_finite() {
            tallies.value[0] += 1.0;
            tallies.value[1] += off(outputs[value.start]);
            tallies.value[2] += off(0.0);
        }
    }
    tallies.print();
    Ok(())
}

impl Tallies {
    fn add(&mut self, game: &Riichi, view: &View, label: usize, scores: &[f32]) {
        let mut legal = Legal::default();
        game.view_actions(view, &mut legal);
        let legal = legal.as_slice();
        let mut ids: Vec<usize> = legal.iter().map(|a| CloneActions::id(view, *a)).collect();
        ids.sort_unstable();
        ids.dedup();
        let best = |ids: &mut dyn Iterator<Item = usize>| {
            ids.max_by(|a, b| scores[*a].total_cmp(&scores[*b])).unwrap_or(0)
        };
        let chosen = best(&mut ids.iter().copied());
        let group = self.groups.entry(CloneActions::group(label)).or_default();
        group[0] += 1;
        group[1] += u64::from(chosen == label);
        let mut discards = ids.iter().copied().filter(|id| CloneActions::is_discard(*id));
        if CloneActions::is_discard(label) && discards.clone().count() >= 2 {
            let action = Efficient::default().choose(game, view, legal, &mut Rng::new(0));
            self.discards[0] += 1;
            self.discards[1] += u64::from(best(&mut discards) == label);
            self.discards[2] += u64::from(chosen == label);
            self.discards[3] += u64::from(CloneActions::id(view, action) == label);
        }
        if ids.iter().any(|id| CloneActions::group(*id) == "riichi") {
            let is_riichi = |id| CloneActions::group(id) == "riichi";
            self.riichi.add(is_riichi(chosen), is_riichi(label));
        }
        let can_call = ids.iter().any(|id| CloneActions::is_call(*id));
        if can_call && matches!(view.table().phase(), Phase::Window(_)) {
            self.calls.add(CloneActions::is_call(chosen), CloneActions::is_call(label));
        }
    }

    fn print(&self) {
        let [all, network, whole, efficient] = self.discards;
        let share = |part: u64| 100.0 * part as f64 / all.max(1) as f64;
        println!(
            "discards: {all}, agreement {:.2} % (best of all actions {:.2} %), efficient {:.2} %",
            share(network),
            share(whole),
            share(efficient)
        );
        self.riichi.print("riichi");
        self.calls.print("calls");
        for (name, [all, right]) in &self.groups {
            println!("  {name}: {all}, {:.2} %", 100.0 * *right as f64 / (*all).max(1) as f64);
        }
        let [count, off, plain] = self.value;
        println!(
            "value: mean squared error {:.4} of {:.4}, in squares of {VALUE_SCALE} points",
            off / count.max(1.0),
            plain / count.max(1.0)
        );
    }
}
