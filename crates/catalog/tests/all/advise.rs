//! Advice, and views as records, for every game of the registry.

use facedown_catalog::{
    Advice, AdviseSpec, AnyGame, AnyView, CatalogError, GAMES, document, game, position, searches,
};
use facedown_game::{Control, Rng, Turn};
use facedown_search::{Budget, Slice, Stop};
use facedown_testkit::TickingClock;
use serde_json::{Map, Value, json};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Every game under each of its presets.
fn games() -> impl Iterator<Item = Box<dyn AnyGame>> {
    let presets =
        GAMES.iter().flat_map(|info| info.presets.iter().map(move |preset| (info, *preset)));
    presets.map(|(info, preset)| {
        game(info.name, json!({"rules": preset}).as_object().unwrap()).expect("a preset is valid")
    })
}

/// The view of each seat after every action of a hand of random play.
fn views(game: &dyn AnyGame, seed: u64) -> Vec<Box<dyn AnyView>> {
    let mut rng = Rng::new(seed);
    let mut hand = game.deal(seed, Some(0)).unwrap();
    let mut views = Vec::new();
    loop {
        views.extend((0..game.seats()).map(|seat| hand.view(seat).expect("a seat")));
        if hand.turn() == Turn::Over {
            return views;
        }
        let legal = hand.legal();
        hand.apply(legal[rng.below(legal.len() as u32) as usize]).expect("it is legal");
    }
}

/// Views of seats that are to act.
fn decisions(game: &dyn AnyGame, seed: u64) -> Vec<Box<dyn AnyView>> {
    let mut views = views(game, seed);
    views.retain(|view| !view.legal().is_empty());
    views
}

fn ask(view: &dyn AnyView, bot: &str, iterations: u64, params: &Value) -> Advice {
    let params = params.as_object().unwrap();
    let budget = Some(Budget::iterations(iterations));
    view.advise(&AdviseSpec::new(bot, budget, params)).expect("the view has actions")
}

#[test]
fn every_view_of_play_is_read_back_as_it_was() {
    for game in games() {
        for (place, view) in (0..4).flat_map(|seed| views(&*game, seed)).enumerate() {
            let back = game.read_view(&view.record());
            let back = back.unwrap_or_else(|why| panic!("{why}: {:#}", view.record()));
            assert!(back.same(&*view), "{:#}", view.record());
            // With its game around it, which has to be made anew each time.
            if place % 9 == 0 {
                let whole = position(&document(&*game, &*view), None, &Map::new());
                assert!(whole.expect("a position").view.same(&*view));
            }
        }
    }
}

#[test]
fn a_position_names_its_game_or_is_given_one() {
    let gin = game("gin", &Map::new()).unwrap();
    let view = gin.deal(7, Some(0)).unwrap().view(0).unwrap();
    let whole = document(&*gin, &*view);
    let none = Map::new();
    let read = |document: &Value, named| position(document, named, &none);
    assert!(read(&whole, Some("gin")).unwrap().view.same(&*view));
    assert!(read(&whole["view"], Some("gin")).unwrap().view.same(&*view));
    let mut preset = whole.clone();
    preset["rules"] = json!("classic");
    assert_eq!(read(&preset, None).unwrap().game.rules()["gin_bonus"], 20);
    let options = json!({"gin_bonus": 31});
    let changed = position(&preset, None, options.as_object().unwrap()).unwrap();
    assert_eq!(changed.game.rules()["gin_bonus"], 31);
    assert_eq!(changed.game.rules()["undercut_bonus"], 10);
    let options = json!({"rules": "eaai"});
    let changed = position(&preset, None, options.as_object().unwrap()).unwrap();
    assert_eq!(changed.game.rules(), gin.rules());
    let cases = [
        (json!([1]), Some("gin"), "a position is a JSON object, not a list"),
        (whole["view"].clone(), None, "game: missing"),
        (json!({"game": "gin", "view": {}, "seat": 1}), None, "no field 'seat', expected game"),
        (json!({"game": "chess", "view": {}}), None, "no game 'chess'"),
        (json!({"game": "chess", "view": {}}), Some("gin"), "game: \"chess\", expected \"gin\""),
        (json!({"game": 7, "view": {}}), None, "game: 7, expected a name"),
        (json!({"game": "gin", "view": {}}), None, "view of gin: missing field `seat`"),
        (json!({"game": "gin", "view": 3}), None, "view of gin: invalid type"),
        (json!({"game": "gin", "rules": 3, "view": {}}), None, "no rules '3'"),
    ];
    for (document, named, expected) in cases {
        let why = read(&document, named).err().expect("it is refused").to_string();
        assert!(why.starts_with(expected), "'{why}' is not '{expected}'");
    }
}

#[test]
fn every_search_answers_every_decision_with_every_legal_action() {
    for game in games() {
        let bots = game.info().bots.iter().map(|(name, _)| *name).filter(|name| searches(name));
        for bot in bots {
            for view in decisions(&*game, 3).iter().step_by(5) {
                let trees = game.search_params(bot).contains(&"root_trees");
                let params = if trees { json!({"root_trees": 2}) } else { json!({}) };
                let advice = ask(&**view, bot, 60, &params);
                let mut actions: Vec<usize> = advice.actions.iter().map(|a| a.action).collect();
                assert_eq!(advice.best, actions[0]);
                actions.sort_unstable();
                actions.dedup();
                let moves = advice.actions.iter().any(|action| !action.moves.is_empty());
                assert_eq!(advice.seat, view.seat());
                if moves {
                    assert!(actions.iter().all(|action| view.legal().contains(action)));
                } else {
                    assert_eq!(actions, view.legal(), "{bot}");
                }
                for action in &advice.actions {
                    if moves {
                        assert_eq!(view.parse(&action.text).unwrap(), action.moves);
                        continue;
                    }
                    assert_eq!(action.text, game.action_text(action.action).unwrap());
                    assert_eq!(action.about, view.describe(action.action).unwrap());
                }
                assert!(advice.to_string().contains(&advice.best().text));
            }
        }
    }
}

#[test]
fn equal_seeds_and_iterations_give_equal_answers_on_any_number_of_threads() {
    let gin = game("gin", &Map::new()).unwrap();
    for bot in ["ismcts", "search"] {
        let view = &decisions(&*gin, 5)[9];
        let answer = |threads: u32, seed: u32| {
            let mut advice = ask(&**view, bot, 2_000, &json!({"threads": threads, "seed": seed}));
            advice.totals.seconds = 0.0;
            serde_json::to_value(&advice).unwrap()
        };
        assert_eq!(answer(1, 1), answer(2, 1), "{bot}");
        assert_ne!(answer(1, 1), answer(1, 2), "{bot}");
    }
}

#[test]
fn invalid_requests_are_refused_and_named() {
    let gin = game("gin", &Map::new()).unwrap();
    let all = views(&*gin, 3);
    let to_act = all.iter().find(|view| !view.legal().is_empty()).unwrap();
    let waiting = all.iter().find(|view| view.legal().is_empty()).unwrap();
    let over = all.last().unwrap();
    let refuse = |view: &dyn AnyView, bot: &str, budget: Option<Budget>, params: Value| {
        let why = view.advise(&AdviseSpec::new(bot, budget, params.as_object().unwrap()));
        why.expect_err("it is refused").to_string()
    };
    let few = Some(Budget::iterations(10));
    let none = json!({});
    assert_eq!(refuse(&**over, "ismcts", few, none.clone()), "no legal action: the hand is over");
    let expected = format!("no legal action: seat {} is not to act", waiting.seat());
    assert_eq!(refuse(&**waiting, "flat", few, none.clone()), expected);
    assert!(refuse(&**to_act, "clever", few, none.clone()).starts_with("no bot 'clever'"));
    let nothing = Some(Budget::iterations(0));
    assert!(
        refuse(&**to_act, "ismcts", nothing, none.clone()).contains("iterations must be above 0")
    );
    assert!(refuse(&**to_act, "ismcts:0", None, none).starts_with("'ismcts:0': expected a budget"));
    assert!(
        refuse(&**to_act, "ismcts", few, json!({"speed": 1})).starts_with("no parameter 'speed'")
    );
    let least = refuse(&**to_act, "ismcts", few, json!({"memory": 5}));
    assert!(least.starts_with("memory is 5, expected at least"), "{least}");
}

#[test]
fn a_search_is_watched_and_cancelled() {
    let gin = game("gin", &Map::new()).unwrap();
    let view = &decisions(&*gin, 5)[4];
    let none = Map::new();
    let cancel = AtomicBool::new(false);
    let mut seen = 0;
    let mut progress = |advice: &Advice| {
        assert_eq!(advice.totals.stop, Stop::Running);
        seen += 1;
        cancel.store(seen == 3, std::sync::atomic::Ordering::Relaxed);
    };
    let clock = TickingClock::new(Duration::from_millis(1));
    let mut control = Control {
        cancel: Some(&cancel),
        progress: Some(&mut progress),
        every: Duration::from_millis(5),
        clock: &clock,
    };
    let budget = Some(Budget::iterations(u64::MAX));
    let mut advisor = view.begin_advice(&AdviseSpec::new("ismcts", budget, &none)).unwrap();
    assert!(advisor.advance(Slice::ALL, &mut control).unwrap());
    let advice = advisor.advice();
    assert_eq!((seen, advice.totals.stop), (3, Stop::Cancelled));
}

#[test]
fn bots_take_parameters_in_their_names_and_beside_them() {
    let gin = game("gin", &Map::new()).unwrap();
    let params = json!({"root_trees": 1});
    let params = params.as_object().unwrap();
    assert!(gin.bot_with("flat:100:exploration=0.5", 1, params).is_ok());
    let config = gin.search_config("flat:exploration=0.5", params).unwrap();
    assert_eq!((&config["exploration"], &config["root_trees"]), (&json!(0.5), &json!(1)));
    assert_eq!(gin.search_config("search", &Map::new()).unwrap()["candidates"], 6);
    let why = |bot: &str| gin.bot_with(bot, 1, params).err().expect("it is refused").to_string();
    assert_eq!(why("greedy"), "'greedy' does not search and has no parameter 'root_trees'");
    assert!(why("flat:speed=1").starts_with("no parameter 'speed'"));
    assert!(matches!(gin.bot("xx:5", 1), Err(CatalogError::UnknownBot { .. })));
    let any = facedown_catalog::generic_search_config("ismcts", params).unwrap();
    assert_eq!(any["root_trees"], 1);
    assert!(facedown_catalog::generic_search_config("search", params).is_err());
}

#[test]
fn few_iterations_are_enough_to_try_every_action() {
    // Knocking is the last action of the list and has no prior: halving must not drop it untried.
    let gin = game("gin", &Map::new()).unwrap();
    let mut knocks = 0;
    for seed in 0..4 {
        let mut hand = gin.deal(seed, Some(0)).unwrap();
        while let Turn::Act(seat) = hand.turn() {
            let view = hand.view(seat.index()).unwrap();
            let advice = ask(&*view, "search", 30, &json!({}));
            knocks += usize::from(advice.actions[0].text == "knock");
            hand.apply(advice.best).unwrap();
        }
    }
    assert!(knocks > 0, "no hand of four was knocked");
}
