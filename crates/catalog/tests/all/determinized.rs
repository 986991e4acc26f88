//! Determinized search in trick-taking games: each world counts once, and the best action is the one
//! with the greatest mean over the worlds.

use facedown_catalog::{AdviseSpec, game};
use facedown_game::{
    ActionBuf, Control, Game, Hidden, PerSeat, Rng, Searchable, Seat, Turn, Worlds,
};
use facedown_search::{Algorithm, Answer, Budget, SearchConfig, Stop, search_view};
use facedown_tricks::{Action, Legal, Phase, Rules, State, Tricks, View};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The view in `docs/reference/tricks-view.md`.
fn documented_view() -> Value {
    let page = include_str!("../../../../docs/reference/tricks-view.md");
    let example = page.split("```json").nth(1).and_then(|rest| rest.split("```").next());
    serde_json::from_str(example.expect("the page has an example")).expect("it is JSON")
}

#[test]
fn the_documented_view_is_answered_as_its_table_says_and_as_other_searches_do() {
    let rules = Map::from_iter([("seats".to_owned(), json!(4))]);
    let view = game("oh-hell", &rules).unwrap().read_view(&documented_view()).unwrap();
    let ask = |bot: &str, seed: u64| {
        let params = Map::from_iter([("seed".to_owned(), json!(seed))]);
        view.advise(&AdviseSpec::new(bot, None, &params)).unwrap()
    };
    for bot in ["search:2000", "ismcts:2000", "mo-ismcts:2000", "flat:2000"] {
        assert_eq!(ask(bot, 0).actions[0].about, "play 9s", "{bot}");
    }
    for budget in [40, 100, 1_000, 5_000, 20_000] {
        for seed in 0..10 {
            let advice = ask(&format!("determinized:{budget}"), seed);
            assert_eq!(advice.actions[0].about, "play 9s", "{budget} {seed}");
            assert!(advice.actions[0].value >= advice.actions[1].value, "{budget} {seed}");
        }
    }
}

/// Every world of a view, in turn: the first sample is not searched, each later one is a tree.
struct EachOnce {
    worlds: Vec<State>,
    next: AtomicUsize,
}

impl EachOnce {
    /// Finds all worlds by sampling them until none is new for long.
    fn of(game: &Tricks, view: &View) -> Self {
        let sampler = game.worlds(view).unwrap();
        let (mut rng, mut found, mut last) = (Rng::new(1), BTreeMap::new(), 0);
        let mut sampled = 0;
        while sampled < last + 20 * found.len() + 200 {
            let (world, weight) = sampler.sample(&mut rng);
            assert_eq!(weight.to_bits(), 1.0f32.to_bits());
            sampled += 1;
            if found.insert(format!("{world:?}"), world).is_none() {
                last = sampled;
            }
        }
        Self { worlds: found.into_values().collect(), next: AtomicUsize::new(0) }
    }
}

impl Worlds<Tricks> for EachOnce {
    fn sample(&self, _: &mut Rng) -> (State, f32) {
        let next = self.next.fetch_add(1, Ordering::Relaxed);
        (self.worlds[next % self.worlds.len()], 1.0)
    }
}

/// The legal actions of a state, and what each leads to.
fn after_each(game: &Tricks, state: &State) -> Vec<(Action, State)> {
    let mut list = Legal::default();
    game.legal_actions(state, &mut list);
    let after = |action: &Action| {
        let mut next = *state;
        game.apply(&mut next, *action, &mut ());
        (*action, next)
    };
    list.as_slice().iter().map(after).collect()
}

/// The outcomes of best play with open cards. A seat that is indifferent may do either, which can
/// make a difference to others: there can be several.
fn double_dummy(game: &Tricks, state: &State) -> Vec<PerSeat<i32>> {
    let Turn::Act(seat) = game.turn(state) else { return vec![game.scores(state)] };
    let after: Vec<Vec<PerSeat<i32>>> =
        after_each(game, state).iter().map(|(_, next)| double_dummy(game, next)).collect();
    let worst = |outcomes: &[PerSeat<i32>]| outcomes.iter().map(|o| o[seat]).min().unwrap();
    let mut outcomes = Vec::new();
    for (i, reached) in after.iter().enumerate() {
        let others = after.iter().enumerate().filter(|(other, _)| *other != i);
        let bar = others.map(|(_, other)| worst(other)).max().unwrap_or(i32::MIN);
        for outcome in reached.iter().filter(|outcome| outcome[seat] >= bar) {
            if !outcomes.contains(outcome) {
                outcomes.push(*outcome);
            }
        }
    }
    outcomes
}

/// The mean over all worlds of an action's value with open cards: the least and the greatest, as
/// indifferent seats decide.
fn exact_values(game: &Tricks, seat: Seat, worlds: &[State]) -> BTreeMap<Action, [f64; 2]> {
    let mut values: BTreeMap<Action, [f64; 2]> = BTreeMap::new();
    for world in worlds {
        for (action, next) in after_each(game, world) {
            let own: Vec<i32> = double_dummy(game, &next).iter().map(|o| o[seat]).collect();
            let [low, high] = values.entry(action).or_default();
            *low += f64::from(*own.iter().min().unwrap()) / worlds.len() as f64;
            *high += f64::from(*own.iter().max().unwrap()) / worlds.len() as f64;
        }
    }
    values
}

/// Games whose endings have few worlds.
fn games() -> Vec<(&'static str, Tricks)> {
    let small = |mut rules: Rules, cards: Vec<u8>| {
        // Sixteen cards: nines to queens.
        rules.pack.removed = "2c 3c 4c 5c 6c 7c 8c Kc Ac 2d 3d 4d 5d 6d 7d 8d Kd Ad \
                              2h 3h 4h 5h 6h 7h 8h Kh Ah 2s 3s 4s 5s 6s 7s 8s Ks As"
            .parse()
            .unwrap();
        rules.deal.cards = cards;
        Tricks::new(rules).unwrap()
    };
    let mut hearts = Rules::hearts(4);
    hearts.passing = None;
    vec![
        ("hearts", Tricks::new(hearts).unwrap()),
        ("spades", Tricks::new(Rules::spades()).unwrap()),
        ("plain", Tricks::new(Rules::plain(4)).unwrap()),
        ("oh-hell", small(Rules::oh_hell(3), vec![4])),
        ("el-dorado", small(Rules::el_dorado(3), vec![4])),
    ]
}

/// Plays random hands, and visits the decisions of their last tricks in which a seat has a choice.
fn endings(game: &Tricks, hands: u64, cards: usize, mut visit: impl FnMut(u64, Seat, View)) {
    for seed in 0..hands {
        let mut rng = Rng::new(seed);
        let mut state = game.deal(&game.first_setup(), &mut rng, &mut ());
        let mut list = Legal::default();
        while let Turn::Act(seat) = game.turn(&state) {
            game.legal_actions(&state, &mut list);
            let legal = list.as_slice();
            let view = game.view(&state, seat);
            if view.hand().len() <= cards && legal.len() > 1 && view.table().phase() == Phase::Play
            {
                visit(seed, seat, view);
            }
            let action = game.rollout(&state, legal, &mut rng);
            game.apply(&mut state, action, &mut ());
        }
    }
}

fn search(game: &Tricks, view: &View, worlds: &dyn Worlds<Tricks>, trees: u32) -> Answer<Action> {
    let config = SearchConfig {
        algorithm: Algorithm::Determinized,
        worlds: trees,
        memory: 8 << 30,
        ..SearchConfig::default()
    };
    let budget = Budget::iterations(2_000 * u64::from(trees));
    search_view(game, view, worlds, &config, budget, Control::default()).unwrap()
}

#[test]
fn with_every_world_once_values_are_the_exact_expectation_over_all_worlds() {
    let (mut compared, mut clear) = (0, 0);
    for (name, game) in games() {
        endings(&game, 12, 2, |seed, seat, view| {
            let worlds = EachOnce::of(&game, &view);
            let exact = exact_values(&game, seat, &worlds.worlds);
            let answer = search(&game, &view, &worlds, worlds.worlds.len() as u32);
            assert_eq!(answer.totals.stop, Stop::Settled, "{name} {seed}: every world is solved");
            for report in &answer.actions {
                let ([low, high], mean) = (exact[&report.action], report.mean.unwrap());
                assert!((low - 1e-4..=high + 1e-4).contains(&mean), "{name} {seed}\n{answer:?}");
                assert!(answer.best().mean >= report.mean, "{name} {seed}\n{answer:?}");
            }
            compared += 1;
            let best = exact[&answer.best().action];
            for (action, value) in &exact {
                let is_best = *action == answer.best().action;
                assert!(is_best || value[0] <= best[1] + 1e-4, "{name} {seed}: {action:?}");
                clear += usize::from(!is_best && best[0] > value[1] + 0.01);
            }
        });
    }
    assert!(compared > 100 && clear > 30, "{compared} positions, {clear} clear differences");
}

#[test]
fn answers_never_contradict_their_own_tables_and_lose_little_against_the_exact_best() {
    let (mut positions, mut loss, mut random) = (0, 0.0, 0.0);
    for (name, game) in games() {
        endings(&game, 12, 2, |seed, seat, view| {
            let worlds = EachOnce::of(&game, &view);
            let exact = exact_values(&game, seat, &worlds.worlds);
            let sampler = game.worlds(&view).unwrap();
            let answer = search(&game, &view, &sampler, 20);
            let best = answer.best();
            for report in &answer.actions {
                assert!(best.mean >= report.mean, "{name} {seed}\n{answer:?}");
                if let (Some([low, _]), Some([_, high])) = (report.interval, best.interval) {
                    assert!(low <= high, "{name} {seed}\n{answer:?}");
                }
            }
            let middle = |action: &Action| exact[action].iter().sum::<f64>() / 2.0;
            let most = exact.keys().map(middle).fold(f64::NEG_INFINITY, f64::max);
            positions += 1;
            loss += most - middle(&best.action);
            random += exact.keys().map(|a| most - middle(a)).sum::<f64>() / exact.len() as f64;
        });
    }
    assert!(positions > 100, "{positions}");
    // Twenty worlds of up to some hundreds: sampling error is what is left.
    assert!(loss < 0.2 * random, "{loss} of {random} in {positions} positions");
}
