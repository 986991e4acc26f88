//! The bots: no avoidable foul, Fantasyland set exactly, better than random play.

use facedown_game::{
    ActionBuf, Approach, DecisionPoint, Game, Hidden, Knowledge, Policy, Rng, Searchable, Seat,
    Turn, UniformPolicy, Worlds,
};
use facedown_ofc::bots::{FantasylandBot, Greedy};
use facedown_ofc::{
    Action, ExactFantasyland, Legal, Ofc, Phase, Rules, Setup, Stakes, State, View,
};

/// A state, its legal actions and the choice made in it.
type Decision = (State, Vec<Action>, Action);

/// Plays a hand out, seat 0 by one policy and the others by another; returns every decision.
fn play(
    game: &Ofc,
    setup: Setup,
    seed: u64,
    bots: [&mut dyn Policy<Ofc>; 2],
) -> (State, Vec<Decision>) {
    let mut rng = Rng::new(seed);
    let mut state = game.deal(&setup, &mut rng, &mut ());
    let mut steps = Vec::new();
    let [first, others] = bots;
    while let Turn::Act(seat) = game.turn(&state) {
        let mut legal = Legal::default();
        game.legal_actions(&state, &mut legal);
        let bot: &mut dyn Policy<Ofc> = if seat.index() == 0 { first } else { others };
        let action = bot.choose(game, &game.view(&state, seat), legal.as_slice(), &mut rng);
        steps.push((state, legal.as_slice().to_vec(), action));
        game.apply(&mut state, action, &mut ());
    }
    (state, steps)
}

#[test]
fn greedy_never_fouls_if_its_last_street_can_avoid_it() {
    for name in Rules::PRESETS {
        let game = Ofc::new(Rules::preset(name).unwrap()).unwrap();
        let streets = game.deal(&game.first_setup(), &mut Rng::new(0), &mut ()).table().streets();
        for seed in 0..40 {
            let mut bots = [Greedy::default(), Greedy::default()];
            let [one, two] = &mut bots;
            let (_, steps) = play(&game, game.first_setup(), seed, [one, two]);
            for (state, legal, chosen) in steps {
                let seat = state.table().to_act();
                if state.table().street() + 1 < streets {
                    continue;
                }
                let fouls = |action: Action| {
                    let mut after = state;
                    game.apply(&mut after, action, &mut ());
                    game.judge(after.table().rows(seat)).is_none()
                };
                assert!(!fouls(chosen) || legal.iter().all(|action| fouls(*action)), "{name}");
            }
        }
    }
}

#[test]
fn the_heuristic_is_what_rollouts_maximise_and_reads_only_what_the_seat_knows() {
    for name in Rules::PRESETS {
        let game = Ofc::new(Rules::preset(name).unwrap()).unwrap();
        let first = game.first_setup();
        let mut fantasy = first.fantasy;
        fantasy[1] = 14;
        for (seed, setup) in [(1, first), (2, first), (3, Setup { fantasy, ..first })] {
            let mut bots = [UniformPolicy, UniformPolicy];
            let [one, two] = &mut bots;
            let (_, steps) = play(&game, setup, seed, [one, two]);
            for (state, legal, _) in steps {
                let values = |state: &State| {
                    let mut values = Vec::new();
                    game.heuristics(state, &legal, |value| values.push(value.to_bits()));
                    values
                };
                let found = values(&state);
                let each = legal.iter().map(|action| game.heuristic(&state, *action).to_bits());
                assert_eq!(found, each.collect::<Vec<_>>(), "{name}");
                let of = |action: &Action| {
                    let place = legal.iter().position(|other| other == action).unwrap();
                    f32::from_bits(found[place])
                };
                let chosen = game.rollout(&state, &legal, &mut Rng::new(0));
                assert!(legal.iter().all(|action| of(&chosen) >= of(action)), "{name}");
                let seat = state.table().to_act();
                let worlds = game.worlds(&game.view(&state, seat)).unwrap();
                for seed in 0..3 {
                    let (world, _) = worlds.sample(&mut Rng::new(seed));
                    assert_eq!(values(&world), found, "{name}");
                }
            }
        }
    }
}

#[test]
fn greedy_sets_fantasyland_without_a_foul_and_better_than_the_quick_setting() {
    for rules in [Rules::STANDARD, Rules::JOKER_ULTIMATE] {
        let game = Ofc::new(rules).unwrap();
        let setup = Setup { fantasy: [15, 0, 0, 0], ..game.first_setup() };
        let mut quick_total = 0;
        let mut total = 0;
        for seed in 0..30 {
            let (state, steps) =
                play(&game, setup, seed, [&mut Greedy::default(), &mut Greedy::default()]);
            assert!(game.judge(state.table().rows(Seat::new(0))).is_some());
            total += game.counting_fantasyland(Stakes::estimate(game.rules())).scores(&state)
                [Seat::new(0)];
            // The same cards, set quickly.
            let begin = steps.iter().find(|(state, ..)| state.table().phase() == Phase::Fantasy);
            let mut quick = begin.expect("it is set").0;
            game.playout(&mut quick, &mut Legal::default(), &mut Rng::new(0));
            assert!(game.judge(quick.table().rows(Seat::new(0))).is_some());
            quick_total += game.counting_fantasyland(Stakes::estimate(game.rules())).scores(&quick)
                [Seat::new(0)];
        }
        assert!(total > quick_total, "{total} and {quick_total}");
    }
}

#[test]
fn greedy_seldom_fouls_enters_fantasyland_and_beats_random_play() {
    let game = Ofc::new(Rules::STANDARD).unwrap();
    let (mut points, mut fouls, mut entries) = (0, 0, 0);
    let hands = 300;
    for seed in 0..hands {
        let bots: [&mut dyn Policy<Ofc>; 2] = [&mut Greedy::default(), &mut UniformPolicy];
        let (state, _) = play(&game, game.first_setup(), seed, bots);
        points += game.scores(&state)[Seat::new(0)];
        fouls += u64::from(game.judge(state.table().rows(Seat::new(0))).is_none());
        entries += u64::from(game.next_fantasy(state.table(), Seat::new(0)) > 0);
    }
    // Of 1,000 deals 19.7 % (17.9 to 21.4) were fouls and 10.9 % (9.5 to 12.2) entered.
    assert!(fouls * 100 < hands * 30, "{fouls} fouls");
    assert!(entries * 100 > hands * 5, "{entries} entries");
    assert!(points > 3 * hands as i32, "{points} points");
}

#[test]
fn domain_knowledge_sets_fantasyland_exactly_card_by_card() {
    for rules in [Rules::STANDARD, Rules::JOKER_ULTIMATE, Rules::CLASSIC] {
        let game = Ofc::new(rules).unwrap();
        let setup = Setup { fantasy: [14, 14, 0, 0], ..game.first_setup() };
        let mut state = game.deal(&setup, &mut Rng::new(3), &mut ());
        let mut legal = Legal::default();
        let mut best = [None; 2];
        while let Turn::Act(seat) = game.turn(&state) {
            let view = game.view(&state, seat);
            game.legal_actions(&state, &mut legal);
            best[seat.index()] = FantasylandBot::default().best(&game, &view);
            let solved = solved(&game, &view, legal.as_slice());
            let (action, value) = solved.expect("Fantasyland is solved");
            assert_eq!(Some(value), best[seat.index()].map(|best| best.value));
            game.apply(&mut state, action, &mut ());
        }
        for (seat, best) in Seat::all(2).zip(best) {
            assert_eq!(state.rows(seat), best.expect("it can be set").rows);
        }
    }
}

/// Returns the action that is exact for a decision, with its value.
fn solved(game: &Ofc, view: &View, legal: &[Action]) -> Option<(Action, f64)> {
    let decision = DecisionPoint::new(game, view, legal);
    let exact = ExactFantasyland { stakes: Stakes::estimate(game.rules()) };
    match exact.approach(&decision).expect("the view is possible") {
        Approach::Play { action, value, .. } => value.map(|value| (action, value)),
        _ => None,
    }
}

#[test]
fn domain_knowledge_decides_no_street_and_no_setting_begun_differently() {
    let game = Ofc::new(Rules::STANDARD).unwrap();
    let mut legal = Legal::default();
    let state = game.deal(&game.first_setup(), &mut Rng::new(3), &mut ());
    game.legal_actions(&state, &mut legal);
    assert_eq!(solved(&game, &game.view(&state, Seat::new(0)), legal.as_slice()), None);
    let setup = Setup { fantasy: [14, 14, 0, 0], ..game.first_setup() };
    let mut state = game.deal(&setup, &mut Rng::new(3), &mut ());
    let seat = state.table().to_act();
    game.legal_actions(&state, &mut legal);
    let (best, _) = solved(&game, &game.view(&state, seat), legal.as_slice()).unwrap();
    let other = legal.as_slice().iter().copied().find(|action| *action != best).unwrap();
    game.apply(&mut state, other, &mut ());
    game.legal_actions(&state, &mut legal);
    assert_eq!(solved(&game, &game.view(&state, seat), legal.as_slice()), None);
}
