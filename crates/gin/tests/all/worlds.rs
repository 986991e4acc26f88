//! Worlds are sampled uniformly from a view, and draws are redrawn from the stock.

use facedown_cards::{Card, CardSet};
use facedown_game::{ActionBuf, Game, Hidden, Redraw, Rng, Seat, Step, Worlds};
use facedown_gin::{Action, Gin, Legal, Phase, Rules, State};
use facedown_testkit::stats;
use std::collections::BTreeMap;

/// Returns a state late in a hand in which seat 0 knows all but `unknown` of its opponent's cards:
/// seat 1 takes every upcard and discards cards that seat 0 does not know, until that many
/// are left.
fn late_state(gin: &Gin, unknown: usize) -> State {
    let mut rng = Rng::new(1);
    let mut state = gin.deal(&gin.first_setup(), &mut rng, &mut ());
    let mut legal = Legal::default();
    let hidden = |state: &State| state.hand(Seat::new(1)) - state.table().known(Seat::new(1));
    while state.table().stock_left() > 6 || state.table().phase() != Phase::Draw {
        gin.legal_actions(&state, &mut legal);
        let legal = legal.as_slice();
        let theirs = state.table().to_act() == Seat::new(1);
        let action = match legal[0] {
            Action::TakeUpcard if theirs && hidden(&state).len() > unknown => legal[0],
            Action::TakeUpcard => legal[1],
            Action::Card(_) if theirs => hidden(&state).first().map(Action::Card).unwrap(),
            first => first,
        };
        gin.apply(&mut state, action, &mut ());
    }
    assert_eq!(hidden(&state).len(), unknown);
    state
}

#[test]
fn every_hand_of_the_opponent_has_the_same_chance() {
    let gin = Gin::new(Rules { rediscard: true, ..Rules::EAAI }).unwrap();
    for unknown in [2, 3] {
        let state = late_state(&gin, unknown);
        let view = gin.view(&state, Seat::new(0));
        let worlds = gin.worlds(&view).unwrap();
        let pool: Vec<Card> = view.unseen().iter().collect();
        let mut counts: BTreeMap<CardSet, u64> = BTreeMap::new();
        // All hands the opponent can have, by enumeration.
        for bits in 0u32..1 << pool.len() {
            if bits.count_ones() as usize == unknown {
                let cards = (0..pool.len()).filter(|i| bits >> i & 1 == 1).map(|i| pool[i]);
                counts.insert(cards.collect::<CardSet>() | view.known(), 0);
            }
        }
        let mut rng = Rng::new(3);
        for _ in 0..400 * counts.len() {
            let (world, weight) = worlds.sample(&mut rng);
            assert!((weight - 1.0).abs() < f32::EPSILON);
            let hand = world.hand(Seat::new(1));
            *counts.get_mut(&hand).expect("a sampled hand is one of those enumerated") += 1;
        }
        let counts: Vec<u64> = counts.into_values().collect();
        stats::assert_uniform(&counts);
    }
}

#[test]
fn every_card_has_the_same_chance_to_be_drawn_next() {
    let gin = Gin::new(Rules::EAAI).unwrap();
    let state = gin.deal(&gin.first_setup(), &mut Rng::new(9), &mut ());
    let view = gin.view(&state, Seat::new(1));
    let worlds = gin.worlds(&view).unwrap();
    let mut counts: BTreeMap<Card, u64> = view.unseen().iter().map(|card| (card, 0)).collect();
    let mut rng = Rng::new(4);
    for _ in 0..20_000 {
        let (world, _) = worlds.sample(&mut rng);
        *counts.get_mut(&world.stock().next().unwrap()).unwrap() += 1;
    }
    let counts: Vec<u64> = counts.into_values().collect();
    assert_eq!(counts.len(), 41);
    stats::assert_uniform(&counts);
}

#[test]
fn a_draw_may_be_each_card_of_the_stock_once() {
    let gin = Gin::new(Rules::EAAI).unwrap();
    let state = late_state(&gin, 3);
    assert_eq!(gin.draw_count(&state, Step::Act(Action::TakeUpcard)), 1);
    let count = gin.draw_count(&state, Step::Act(Action::DrawStock));
    assert_eq!(count, state.table().stock_left() as u64);
    let mut drawn = CardSet::EMPTY;
    for index in 0..count {
        let mut redrawn = gin.redraw(&state, Step::Act(Action::DrawStock), index);
        gin.apply(&mut redrawn, Action::DrawStock, &mut ());
        let seat = state.table().to_act();
        let card = gin.view(&redrawn, seat).drawn().unwrap();
        assert!(!drawn.contains(card), "{card} is drawn by two indices");
        drawn.insert(card);
    }
    assert_eq!(drawn, state.stock().collect());
}
