//! What the descriptions say is so: seats, scores, lengths, bots, the plan of the deal.

use facedown_catalog::{AnyGame, AnyHand, GAMES, GameDescription, descriptions, game, searches};
use facedown_game::{Rng, Turn};
use serde_json::{Map, Value, json};

fn options(value: &Value) -> Map<String, Value> {
    value.as_object().expect("options are a record").clone()
}

fn make(name: &str, value: &Value) -> Box<dyn AnyGame> {
    game(name, &options(value)).unwrap()
}

fn of(name: &str) -> &'static GameDescription {
    descriptions().iter().find(|game| game.name == name).unwrap()
}

/// Every game with every preset and every number of seats.
fn tables() -> impl Iterator<Item = (String, Box<dyn AnyGame>)> {
    descriptions().iter().flat_map(|game| {
        game.rules.iter().flat_map(move |rules| {
            rules.tables.iter().map(move |table| {
                let mut options = json!({ "rules": rules.name });
                if table.seats != rules.seats {
                    options["seats"] = json!(table.seats);
                }
                let made = make(game.name, &options);
                assert_eq!(made.table(), *table, "{} {}", game.name, rules.name);
                (format!("{} {} {}", game.name, rules.name, table.seats), made)
            })
        })
    })
}

/// Plays a hand by random actions; returns the number of decisions.
fn play(hand: &mut dyn AnyHand, rng: &mut Rng) -> usize {
    let mut decisions = 0;
    while hand.turn() != Turn::Over {
        let legal = hand.legal();
        hand.apply(legal[rng.below(legal.len() as u32) as usize]).unwrap();
        decisions += 1;
    }
    decisions
}

#[test]
fn no_hand_scores_or_lasts_more_than_the_description_says() {
    for (name, game) in tables() {
        let table = game.table();
        let range = table.least_score..=table.most_score;
        let mut rng = Rng::new(1);
        let mut bots: Vec<_> = (0..table.seats as u64)
            .map(|seat| game.bot(game.info().quick_opponent, seat).unwrap())
            .collect();
        for seed in 0..1_000 {
            let mut hand = game.deal(seed, None).unwrap();
            let mut decisions = 0;
            if seed % 4 == 0 {
                // Played sensibly, seats knock, win and shoot the moon.
                while let Turn::Act(seat) = hand.turn() {
                    let view = hand.view(seat.index()).unwrap();
                    let action = bots[seat.index()].choose(view.as_ref()).unwrap().unwrap();
                    hand.apply(action).unwrap();
                    decisions += 1;
                }
            } else {
                decisions = play(hand.as_mut(), &mut rng);
            }
            let scores = hand.scores();
            assert_eq!(scores.len(), table.seats);
            assert!(scores.iter().all(|score| range.contains(score)), "{name}: {scores:?}");
            assert!(!table.zero_sum || scores.iter().sum::<i32>() == 0, "{name}: {scores:?}");
            assert!(decisions <= table.most_decisions, "{name}: {decisions} decisions");
        }
    }
}

#[test]
fn the_worst_and_best_hands_of_the_rules_are_in_the_range_and_reach_it() {
    let range = |name: &str, rules: &str, seats: usize| {
        let rules = of(name).rules.iter().find(|preset| preset.name == rules).unwrap();
        let table = rules.tables.iter().find(|table| table.seats == seats).unwrap();
        (table.least_score, table.most_score)
    };
    assert_eq!(range("gin", "eaai", 2), (-125, 125));
    assert_eq!(range("gin", "tournament", 2), (-131, 131));
    assert_eq!(range("gin", "oklahoma", 2), (-262, 262));
    assert_eq!(range("hearts", "standard", 3), (-26, 0));
    assert_eq!(range("hearts", "omnibus", 6), (-26, 10));
    assert_eq!(range("oh-hell", "standard", 4), (0, 20));
    assert_eq!(range("oh-hell", "standard", 7), (0, 17));
    assert_eq!(range("el-dorado", "standard", 10), (-15, 15));
    // Two blind nils that fail with eleven bags after nine, and two that are kept.
    assert_eq!(range("spades", "standard", 4), (-400 + 11 - 200, 400));
    assert_eq!(range("ofc", "standard", 3), (-206, 206));

    // A seat with all clubs takes every trick: it has shot the moon.
    let clubs: Vec<usize> = (0..13).collect();
    let others: Vec<usize> = (13..52).collect();
    for (rules, best) in [("standard", 0), ("omnibus", 10)] {
        let game = make("hearts", &json!({ "rules": rules }));
        let mut hand = game.deal_pack(&[&clubs[..], &others[..]].concat(), 3).unwrap();
        play(hand.as_mut(), &mut Rng::new(1));
        assert_eq!(hand.scores(), [best, -26, -26, -26]);
    }

    // Ten trumps: all tricks bid and taken by one seat, all bid and none taken by another.
    let spades = 42..52;
    let rest = (0..39).chain([40, 41]);
    for (name, best, worst) in [("oh-hell", 20, 0), ("el-dorado", 15, -15)] {
        let game = make(name, &json!({}));
        let pack: Vec<usize> = spades.clone().chain(rest.clone().take(30)).collect();
        let left: Vec<usize> = (0..52).filter(|card| !pack.contains(card)).collect();
        let turned = [
            &pack[..],
            &[39],
            &left.iter().copied().filter(|card| *card != 39).collect::<Vec<_>>()[..],
        ]
        .concat();
        let mut hand = game.deal_pack(&turned, 0).unwrap();
        while let Turn::Act(seat) = hand.turn() {
            let bid = ["10", "0", "10", "0"][seat.index()];
            let action = hand.find(bid).unwrap_or_else(|_| hand.legal()[0]);
            hand.apply(action).unwrap();
        }
        let scores = hand.scores();
        assert_eq!((scores[0], scores[2]), (best, worst), "{name}");
    }
}

#[test]
fn a_hand_without_a_meld_loses_most_to_gin() {
    let game = make("gin", &json!({}));
    let hand = |texts: &str| -> Vec<usize> {
        let cards = texts.split(' ').map(|text| text.parse::<facedown_cards::Card>().unwrap());
        cards.map(facedown_cards::Card::index).collect()
    };
    let melds = hand("Ac Ad Ah 2c 2d 2h 3c 3d 3h 3s");
    let loose = hand("Kc Kd Qh Qs Jc Jd Th Ts 9c 9d");
    let mut pack = [&melds[..], &loose[..]].concat();
    pack.extend((0..52).filter(|card| ![&melds[..], &loose[..]].concat().contains(card)));
    let mut state = game.deal_pack(&pack, 0).unwrap();
    while let Turn::Act(seat) = state.turn() {
        let legal = state.legal();
        let texts: Vec<String> = legal.iter().map(|id| game.action_text(*id).unwrap()).collect();
        let find = |text: &str| texts.iter().position(|other| other == text);
        let own = |place: &usize| melds.contains(&legal[*place]);
        let keep = (0..legal.len()).find(|place| !own(place)).unwrap_or(0);
        let place = if seat.index() == 0 { find("knock") } else { None };
        let place = place.or_else(|| find("stock")).or_else(|| find("pass")).unwrap_or(keep);
        state.apply(legal[place]).unwrap();
    }
    assert_eq!(state.scores(), [123, -123]);
}

#[test]
fn the_presets_have_the_numbers_of_seats_that_their_rules_allow() {
    let seats = |name: &str| -> Vec<(&str, Vec<usize>)> {
        let seats = |preset: &facedown_catalog::PresetDescription| {
            preset.tables.iter().map(|table| table.seats).collect()
        };
        of(name).rules.iter().map(|preset| (preset.name, seats(preset))).collect()
    };
    assert_eq!(seats("oh-hell"), [("standard", vec![3, 4, 5, 6, 7]), ("openspiel", vec![3, 4, 5])]);
    assert_eq!(seats("el-dorado")[0].1, (2..=10).collect::<Vec<_>>());
    assert_eq!(seats("hearts")[0].1, [3, 4, 5, 6]);
    assert!(seats("spades").iter().all(|(_, seats)| *seats == [4]));
    assert!(seats("gin").iter().all(|(_, seats)| *seats == [2]));
    assert_eq!(seats("riichi")[0], ("tenhou", vec![3, 4]));
    assert_eq!(seats("riichi")[2], ("tenhou3", vec![3]));
    let variants: Vec<_> = of("riichi").rules.iter().map(|preset| preset.variant_of).collect();
    assert_eq!(variants, [None, None, Some("tenhou"), Some("mjsoul")]);
    let ofc: Vec<_> = seats("ofc").into_iter().map(|(name, seats)| (name, seats.len())).collect();
    assert_eq!(ofc[0], ("standard", 2));
    assert_eq!(ofc[5], ("classic", 3));
    for game in descriptions().iter().filter(|game| game.name != "riichi") {
        assert!(game.rules.iter().all(|preset| preset.variant_of.is_none()), "{}", game.name);
    }
}

#[test]
fn what_the_description_names_there_is() {
    for (info, description) in GAMES.iter().zip(descriptions()) {
        assert_eq!(info.name, description.name);
        let game = make(info.name, &json!({}));
        assert_eq!(game.seats(), description.seats);
        let known = |bot: &str| info.bots.iter().any(|(name, _)| *name == bot);
        for bot in [info.opponent, info.quick_opponent] {
            assert!(known(bot), "{} {bot}", info.name);
        }
        assert!(!searches(info.quick_opponent));
        for level in &description.levels {
            assert!(known(level.bot), "{} {}", info.name, level.bot);
            let budget = level.iterations.is_some() || level.timeout_ms.is_some();
            assert_eq!(budget, searches(level.bot), "{} {}", info.name, level.bot);
        }
        for (preset, _) in info.titles {
            let shared = info.family == "tricks";
            assert!(shared || info.presets.contains(preset), "{} {preset}", info.name);
        }
        for environment in &description.environments {
            assert!(info.presets.contains(&environment.rules), "{}", environment.id);
        }
        for length in &description.lengths {
            make(info.name, &Value::Object(length.rules.clone()));
        }
    }
    let ids: Vec<_> = descriptions().iter().flat_map(|game| &game.environments).collect();
    assert!(ids.iter().enumerate().all(|(i, one)| ids[..i].iter().all(|other| other.id != one.id)));
}

#[test]
fn a_pack_drawn_by_the_plan_is_a_deal() {
    for (name, game) in tables() {
        for place in [0, game.hand_count() - 1] {
            let plan = game.deal_plan(place).unwrap();
            assert!(plan.pack.is_sorted(), "{name}");
            let hand = game.deal_pack(&plan.pack, place).unwrap();
            assert!(!hand.legal().is_empty(), "{name}");
            let drawn = plan.hands.iter().sum::<usize>() + plan.ordered;
            assert!(drawn <= plan.pack.len(), "{name}");
            // Cards of one hand have no order, and those that nobody sees have none.
            let mut other = plan.pack.clone();
            let mut start = 0;
            for size in &plan.hands {
                other[start..start + size].reverse();
                start += size;
            }
            other[drawn..].reverse();
            let other = game.deal_pack(&other, place).unwrap();
            let seats = 0..game.seats();
            let same = |seat| hand.view(seat).unwrap().same(other.view(seat).unwrap().as_ref());
            assert!(seats.into_iter().all(same), "{name}");
        }
    }
}
