//! Samples of the riichi clone from logs of this repository.
#![cfg(feature = "fs")]

use facedown_game::{
    ActionBuf, ActionSpace, Encoder, Game, Guide, GuideBatch, PerSeat, Policy, Rng, Seat, Turn,
};
use facedown_nets::{
    Batch, Config, Head, Layer, Network, NetworkGuide, NetworkPolicy, Samples, Targets, Tensor,
    Weights, Workspace,
};
use facedown_riichi::{Legal, Riichi, Rules};
use facedown_riichi_features::Extended;
use facedown_tasks::riichi_clone::{
    CloneActions, CloneBot, ClonePlanes, CloneSamples, VALUE_SCALE,
};
use std::path::{Path, PathBuf};
use std::sync::Arc;

fn logs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/riichi")
}

#[test]
fn every_recorded_decision_is_possible_and_its_ids_lead_back_to_legal_actions() {
    let samples = CloneSamples::load(&logs()).unwrap();
    assert!(samples.games() >= 2, "a hanchan and an east-only game");
    assert!(samples.skipped() >= 1, "three seats are passed over");
    let indices: Vec<u64> = (0..samples.len()).collect();
    let mut batch = Batch::default();
    samples.read(&indices, &mut batch);
    let [Targets::Classes { labels, mask }, Targets::Values(values)] = &batch.targets[..] else {
        panic!("two heads");
    };
    assert_eq!(batch.inputs.len(), indices.len() * ClonePlanes::INPUTS);
    assert!(batch.inputs.iter().all(|value| value.is_finite()));
    let rows = mask.chunks_exact(CloneActions::COUNT);
    for ((index, label), row) in indices.iter().zip(labels).zip(rows) {
        let (game, view, action, gain) = samples.decision(*index);
        assert!(row[*label as usize]);
        assert!((values[*index as usize] - gain / VALUE_SCALE).abs() < 1e-6);
        let mut legal = Legal::default();
        game.view_actions(view, &mut legal);
        let legal = legal.as_slice();
        assert!(legal.len() > 1 && legal.contains(&action));
        for id in (0..row.len()).filter(|id| row[*id]) {
            let found = CloneActions.action(view, legal, id).expect("an id of the mask");
            assert_eq!(CloneActions::id(view, found), id);
        }
        let possible = row.iter().filter(|possible| **possible).count();
        assert!(possible <= legal.len());
    }
}

#[test]
fn the_planes_are_those_of_the_extended_encoding_by_name() {
    let samples = CloneSamples::load(&logs()).unwrap();
    let extended = Extended::new(4);
    let (own, all) = (ClonePlanes.layout(), extended.layout());
    assert_eq!(own.channels.len(), ClonePlanes::COUNT);
    for index in (0..samples.len()).step_by(37) {
        let (game, view, ..) = samples.decision(index);
        let mut planes = vec![f32::NAN; ClonePlanes::INPUTS];
        ClonePlanes.encode(game, view, &mut planes);
        let mut more = vec![f32::NAN; extended.len()];
        extended.encode(game, view, &mut more);
        for (name, plane) in own.channels.iter().zip(planes.chunks_exact(34)) {
            let place = all.channels.iter().position(|known| known == name).expect("a name");
            assert_eq!(plane, &more[34 * place..][..34], "{name}");
        }
    }
}

#[test]
fn games_are_ordered_by_name_and_make_up_the_groups() {
    let samples = CloneSamples::load(&logs()).unwrap();
    let groups: Vec<u64> = (0..samples.len()).map(|index| samples.group(index)).collect();
    assert!(groups.is_sorted());
    assert_eq!(groups.last().copied(), Some(samples.games() as u64 - 1));
    let first = CloneSamples::load_some(&logs(), None, |place, _| place == 0).unwrap();
    assert_eq!(first.games(), 1);
    assert!(CloneSamples::load(Path::new("no/such/folder")).is_err());
}

/// Returns a network with the right heads and random weights.
fn random_network() -> Network {
    let config = Config {
        input: ClonePlanes::SHAPE.to_vec(),
        layers: Vec::new(),
        heads: [("policy", CloneActions::COUNT), ("value", 1)]
            .map(|(name, out)| Head {
                name: name.to_owned(),
                layers: vec![Layer::Linear {
                    name: name.to_owned(),
                    out,
                    relu: false,
                    batch_norm: false,
                }],
            })
            .to_vec(),
    };
    let (mut rng, mut weights) = (Rng::new(1), Weights::default());
    for (name, out) in [("policy", CloneActions::COUNT), ("value", 1)] {
        let len = out * ClonePlanes::INPUTS;
        let data = (0..len).map(|_| rng.unit() as f32 - 0.5).collect();
        let weight = Tensor { shape: vec![out, ClonePlanes::INPUTS], data };
        weights.tensors.insert(format!("{name}.weight"), weight);
        let bias = Tensor { shape: vec![out], data: vec![0.0; out] };
        weights.tensors.insert(format!("{name}.bias"), bias);
    }
    Network::new(&config, &weights).expect("the weights fit")
}

#[test]
fn the_bot_plays_whole_rounds_with_three_and_four_seats() {
    let mut bot = CloneBot::new(Arc::new(random_network())).unwrap();
    for rules in [Rules::TENHOU, Rules::TENHOU3] {
        let game = Riichi::new(rules).unwrap();
        for seed in 0..4 {
            let (mut rng, mut legal) = (Rng::new(seed), Legal::default());
            let mut state = game.deal(&game.first_setup(), &mut rng, &mut ());
            loop {
                match game.turn(&state) {
                    Turn::Over => break,
                    Turn::Chance => game.play_chance(&mut state, &mut rng, &mut ()),
                    Turn::Act(seat) => {
                        legal.clear();
                        game.legal_actions(&state, &mut legal);
                        let view = game.view(&state, seat);
                        let action = bot.choose(&game, &view, legal.as_slice(), &mut rng);
                        assert!(legal.as_slice().contains(&action));
                        game.apply(&mut state, action, &mut ());
                    }
                }
            }
        }
    }
}

#[test]
fn a_network_guides_with_the_policy_of_the_seat_to_act_and_every_seats_own_value() {
    let (network, game) = (Arc::new(random_network()), Riichi::new(Rules::TENHOU).unwrap());
    let guide = NetworkGuide::new::<Riichi>(network.clone(), ClonePlanes, CloneActions, "policy");
    let guide = guide.unwrap().with_gains("value", VALUE_SCALE).unwrap();
    let mut policy =
        NetworkPolicy::new::<Riichi>(network.clone(), ClonePlanes, CloneActions, "policy").unwrap();
    let (mut states, mut seats, mut actions, mut ends) = (vec![], vec![], vec![], vec![]);
    for seed in 0..3 {
        let (mut rng, mut legal) = (Rng::new(seed), Legal::default());
        let mut state = game.deal(&game.first_setup(), &mut rng, &mut ());
        for _ in 0..9 * seed {
            if let Turn::Act(_) = game.turn(&state) {
                game.legal_actions(&state, &mut legal);
                game.apply(&mut state, legal.as_slice()[0], &mut ());
            } else {
                game.play_chance(&mut state, &mut rng, &mut ());
            }
        }
        while game.turn(&state) == Turn::Chance {
            game.play_chance(&mut state, &mut rng, &mut ());
        }
        let Turn::Act(seat) = game.turn(&state) else { panic!("the round has just begun") };
        game.legal_actions(&state, &mut legal);
        actions.extend_from_slice(legal.as_slice());
        states.push(state);
        seats.push(seat);
        ends.push(actions.len());
    }
    let batch: GuideBatch<'_, Riichi> = GuideBatch::new(&states, &seats, &actions, &ends);
    let (mut priors, mut values) = (vec![0.0; actions.len()], vec![PerSeat::filled(4, 0.0); 3]);
    guide.guide(&game, &batch, &mut priors, &mut values);
    let (mut rest, mut own) = (&priors[..], Vec::new());
    for ((state, mover, legal), value) in batch.iter().zip(&values) {
        policy.probabilities(&game, &game.view(state, mover), legal, &mut own);
        let (found, others) = rest.split_at(legal.len());
        assert!(found.iter().zip(&own).all(|(a, b)| (a - b).abs() < 1e-5), "{found:?} {own:?}");
        rest = others;
        for seat in Seat::all(4) {
            let (mut planes, mut outputs) =
                (vec![0.0; ClonePlanes::INPUTS], vec![0.0; network.outputs()]);
            ClonePlanes.encode(&game, &game.view(state, seat), &mut planes);
            network.run(&mut Workspace::default(), &planes, &mut outputs).unwrap();
            let gain = outputs[network.head("value").unwrap().start] * VALUE_SCALE;
            let expected = game.scores(state)[seat] as f32 + gain;
            assert!((value[seat] - expected).abs() < 0.5, "{} {expected}", value[seat]);
        }
    }
}

#[test]
fn weights_of_another_network_are_refused() {
    let bytes = std::fs::read(logs().join("../nets/tiny.safetensors")).unwrap();
    let error = CloneBot::read(&bytes).unwrap_err().to_string();
    assert!(error.contains("riichi-clone-1"), "{error}");
    assert!(CloneBot::read(b"no weights").is_err());
    let config = Config::mlp("fc", &[3, 2]);
    let mut weights = Weights::default();
    let tensor = |shape: Vec<usize>, len| Tensor { shape, data: vec![0.0; len] };
    weights.tensors.insert("fc.0.weight".to_owned(), tensor(vec![2, 3], 6));
    weights.tensors.insert("fc.0.bias".to_owned(), tensor(vec![2], 2));
    let error = CloneBot::new(Arc::new(Network::new(&config, &weights).unwrap())).unwrap_err();
    let inputs = ClonePlanes::INPUTS;
    let expected = format!("the network has 3 inputs, the encoder writes {inputs}");
    assert_eq!(error.to_string(), expected);
}
