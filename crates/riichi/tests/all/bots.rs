//! Decisions of the bots, and that they satisfy the laws.

use crate::common::{Deal, Play};
use facedown_arena::{Contestant, DuplicateOptions, duplicate_hands};
use facedown_game::{
    ActionBuf, Approach, Control, DecisionPoint, Game, Hidden, Knowledge, Policy, Rng, Seat, Turn,
    UniformPolicy, Worlds,
};
use facedown_riichi::bots::Efficient;
use facedown_riichi::knowledge::RiichiKnowledge;
use facedown_riichi::{
    Action, Belief, BeliefModel, Legal, Phase, Riichi, RolloutPolicy, Rules, View,
};
use facedown_testkit::Laws;
use facedown_tiles::{Kind, KindSet};

#[test]
fn bots_satisfy_the_laws_in_every_preset() {
    for name in Rules::PRESETS {
        let game = Riichi::new(Rules::preset(name).unwrap()).unwrap();
        let laws = Laws::new(game).seed(5).max_steps(600).worlds_each(2).hands(12);
        laws.policy(Efficient::default).policy(Efficient::sharp).policy(|| RolloutPolicy).run();
    }
}

/// Calls `each` with every decision of `efficient` in self-play.
fn decisions(rules: Rules, rounds: u64, mut each: impl FnMut(&Riichi, &View, &[Action], Action)) {
    let game = Riichi::new(rules).unwrap();
    let mut legal = Legal::default();
    for seed in 0..rounds {
        let mut rng = Rng::new(seed);
        let mut state = game.deal(&game.first_setup(), &mut rng, &mut ());
        loop {
            match game.turn(&state) {
                Turn::Over => break,
                Turn::Chance => game.play_chance(&mut state, &mut rng, &mut ()),
                Turn::Act(seat) => {
                    game.legal_actions(&state, &mut legal);
                    let view = game.view(&state, seat);
                    let action =
                        Efficient::default().choose(&game, &view, legal.as_slice(), &mut rng);
                    each(&game, &view, legal.as_slice(), action);
                    game.apply(&mut state, action, &mut ());
                }
            }
        }
    }
}

#[test]
fn efficient_wins_when_it_can() {
    let mut wins = 0;
    for rules in [Rules::TENHOU, Rules::TENHOU3] {
        decisions(rules, 60, |_, _, legal, action| {
            if let Some(win) = legal.iter().find(|a| matches!(a, Action::Tsumo | Action::Ron)) {
                assert_eq!(action, *win);
                wins += 1;
            }
        });
    }
    assert!(wins > 50, "{wins}");
}

#[test]
fn efficient_folds_a_bad_hand_against_riichi_with_safe_tiles() {
    let (mut safe, mut all) = (0, 0);
    decisions(Rules::TENHOU, 300, |game, view, _, action| {
        let (table, me) = (view.table(), view.seat());
        let others = || Seat::all(4).filter(|seat| *seat != me);
        let riichi: Vec<Seat> = others().filter(|seat| table.is_riichi(*seat)).collect();
        let quiet = others().all(|seat| table.melds(seat).is_empty());
        let ([threat], Action::Discard { tile, .. }) = (riichi.as_slice(), action) else { return };
        if !quiet || view.hand().shanten(game.pack()) < 3 {
            return;
        }
        let mut seen = [0; 34];
        view.for_each_seen(|tile| seen[tile.kind().index()] += 1);
        // Genbutsu; an honour of which no pair is left is as good.
        let is_sure = |kind: Kind| table.is_furiten(*threat, KindSet::only(kind));
        let is_safe = |kind: Kind| is_sure(kind) || kind.is_honor() && seen[kind.index()] >= 3;
        if view.hand().kinds().iter().any(is_sure) {
            all += 1;
            safe += u32::from(is_safe(tile.kind()));
        }
    });
    assert!(all > 50 && safe * 10 >= all * 9, "{safe} of {all}");
}

/// Returns the choice of `efficient` for the seat to act.
fn choice(play: &Play) -> Action {
    let Turn::Act(seat) = play.game.turn(&play.state) else { panic!("nobody is to act") };
    let (view, mut legal) = (play.game.view(&play.state, seat), Legal::default());
    play.game.view_actions(&view, &mut legal);
    Efficient::default().choose(&play.game, &view, legal.as_slice(), &mut Rng::new(0))
}

/// Seat 1 is asked after a discard of the dealer.
fn asked(hand: &str, discard: &str) -> Play {
    let mut play =
        Deal { hands: ["", hand, "", ""], draws: discard, dora: "4z", ..Deal::TENHOU }.play();
    play.go(&format!("0 tsumogiri {discard}"));
    play.ask();
    assert_eq!(play.game.turn(&play.state), Turn::Act(Seat::new(1)));
    play
}

#[test]
fn a_pair_of_dragons_is_called() {
    assert!(matches!(choice(&asked("2367m44p678s99s55z", "5z")), Action::Pon(_)));
}

#[test]
fn a_call_that_leaves_no_yaku_is_passed() {
    assert_eq!(choice(&asked("13m456789p99s334z", "2m")), Action::Pass);
}

#[test]
fn a_good_wait_is_declared() {
    let deal = Deal { hands: ["234567m345p67s22p", "", "", ""], draws: "3z", ..Deal::TENHOU };
    let mut play = deal.play();
    assert_eq!(choice(&play), Action::Riichi);
    play.go("0 riichi");
    assert!(matches!(choice(&play), Action::Discard { tile, .. } if tile.kind() == Kind::WEST));
}

#[test]
fn efficient_beats_random_players() {
    for rules in [Rules::TENHOU, Rules::TENHOU3] {
        let game = Riichi::new(rules).unwrap();
        let efficient = || Box::new(Efficient::default()) as Box<dyn Policy<Riichi>>;
        let random = || Box::new(UniformPolicy) as Box<dyn Policy<Riichi>>;
        let mut line_up = vec![Contestant::new("efficient", &efficient)];
        line_up.extend((1..game.seats()).map(|_| Contestant::new("random", &random)));
        let options = DuplicateOptions::new(60, 3);
        let duel =
            duplicate_hands(&game, &line_up, None, &options, None, Control::default()).unwrap();
        let points = duel.report.bots[0].points_per_hand.interval.unwrap();
        assert!(points.low > 1_000.0, "{points:?}");
    }
}

#[test]
fn believed_worlds_have_the_same_view_and_lower_shanten() {
    for rules in [Rules::TENHOU, Rules::TENHOU3, Rules::MJSOUL] {
        let (mut believed, mut uniform, mut worlds) = (0i64, 0i64, 0i64);
        let mut rng = Rng::new(9);
        let mut number = 0;
        decisions(rules, 12, |game, view, _, _| {
            number += 1;
            let turns = view.table().river().len();
            if number % 9 != 0 || turns < 20 {
                return;
            }
            let model = BeliefModel { worlds: 16, ..BeliefModel::default() };
            let belief = Belief::new(game, view, &model, &mut rng).unwrap();
            let all = game.worlds(view).unwrap();
            let mut sum = |worlds: &dyn Worlds<Riichi>| -> i64 {
                let (state, weight) = worlds.sample(&mut rng);
                assert!(weight > 0.0);
                assert_eq!(game.view(&state, view.seat()), *view);
                assert_eq!(game.turn(&state), Turn::Act(view.seat()));
                let others = Seat::all(game.seats()).filter(|seat| *seat != view.seat());
                others.map(|seat| i64::from(state.hand(seat).shanten(game.pack()))).sum()
            };
            for _ in 0..4 {
                believed += sum(&belief);
                uniform += sum(&all);
                worlds += game.seats() as i64 - 1;
            }
        });
        let [believed, uniform] = [believed, uniform].map(|sum| sum as f64 / worlds as f64);
        assert!(worlds > 30 && believed + 0.7 < uniform, "{believed:.2} {uniform:.2} in {worlds}");
    }
}

#[test]
fn believed_riichi_hands_are_rarely_furiten() {
    let (mut barred, mut all) = (0, 0);
    let mut rng = Rng::new(4);
    decisions(Rules::TENHOU, 60, |game, view, _, _| {
        let others = Seat::all(4).filter(|seat| *seat != view.seat());
        let riichi: Vec<Seat> = others.filter(|seat| view.table().is_riichi(*seat)).collect();
        if riichi.is_empty() || rng.below(10) > 0 {
            return;
        }
        let belief = Belief::new(game, view, &BeliefModel::default(), &mut rng).unwrap();
        for _ in 0..20 {
            let (state, _) = belief.sample(&mut rng);
            for seat in &riichi {
                assert!(!state.waits(*seat).is_empty());
                barred += u32::from(state.is_furiten(*seat));
                all += 1;
            }
        }
    });
    assert!(all > 200 && barred * 10 < all, "{barred} of {all}");
}

#[test]
fn priors_and_decisions_match_the_legal_actions() {
    let mut searched = 0;
    decisions(Rules::TENHOU, 10, |game, view, legal, _| {
        let action = Efficient::sharp().choose(game, view, legal, &mut Rng::new(0));
        let decision = DecisionPoint::new(game, view, legal);
        let rated = |priors: &[f32]| {
            assert_eq!(priors.len(), legal.len());
            assert!(priors.iter().all(|prior| prior.is_finite()));
        };
        match RiichiKnowledge::default().approach(&decision).unwrap() {
            Approach::Play { action: played, ratings, .. } => {
                assert_eq!(played, action);
                if legal.len() > 1 {
                    rated(&ratings);
                }
            }
            Approach::CompareActions { candidates, priors, .. } => {
                rated(&priors);
                // Of equal values either may stand first.
                let prior = |of| priors[legal.iter().position(|known| *known == of).unwrap()];
                assert!((prior(candidates[0]) - prior(action)).abs() < f32::EPSILON);
                assert!(legal.iter().all(|action| candidates.contains(action)));
                assert!(
                    !view.table().is_riichi(view.seat()) || view.table().phase() != Phase::Drawn
                );
                searched += 1;
            }
            _ => panic!("riichi compares actions"),
        }
    });
    assert!(searched > 20, "{searched}");
}
