//! Worlds are sampled with the right probabilities: chi-square tests against full enumeration.

use facedown_game::{ActionBuf, Game, Hidden, Rng, Seat, Turn};
use facedown_testkit::Chance;
use facedown_testkit::exact::Enumerate;
use facedown_testkit::stats::{assert_fits, assert_samples, assert_uniform};
use facedown_testkit::toys::{
    Kuhn, KuhnAction, KuhnState, Leduc, LeducAction, LeducState, Rows, TwoPacks, TwoPacksState,
};
use std::collections::BTreeMap;

/// Deals whose view is this one after these steps, with their weights.
fn deals_with_view<G: Enumerate>(
    game: &G,
    view: &G::View,
    seat: Seat,
    play: impl Fn(&mut G::State),
) -> Vec<(G::State, f64)> {
    let mut found = Vec::new();
    game.each_deal::<facedown_game::Log<G::Event>>(&mut |mut state, _, weight| {
        play(&mut state);
        if game.view(&state, seat) == *view {
            found.push((state, weight as f64));
        }
    });
    found
}

#[test]
fn worlds_of_kuhn_poker_fit_the_deals() {
    let play = |state: &mut _| Kuhn.apply(state, KuhnAction::Bet, &mut ());
    let mut state = Kuhn.deal(&(), &mut Rng::new(3), &mut ());
    play(&mut state);
    let seat = Seat::new(1);
    let view = Kuhn.view(&state, seat);
    let deals = deals_with_view(&Kuhn, &view, seat, play);
    let expected: BTreeMap<_, _> = deals.iter().map(|(s, w)| (s.cards(), *w)).collect();
    assert_eq!(expected.len(), 2);
    let worlds = Kuhn.worlds(&view).unwrap();
    assert_samples(&worlds, 10_000, &mut Rng::new(1), &expected, KuhnState::cards);
}

#[test]
fn worlds_of_leduc_poker_fit_the_deals() {
    let seat = Seat::new(0);
    for public in [None, Some(4)] {
        let play = |state: &mut _| {
            for action in [LeducAction::Raise, LeducAction::Call] {
                Leduc.apply(state, action, &mut ());
            }
            if let Some(card) = public {
                Leduc.resolve(state, card, &mut ());
            }
        };
        let mut state = Leduc.deal(&(), &mut Rng::new(3), &mut ());
        assert!(!state.cards().contains(&4), "the public card must be free");
        play(&mut state);
        let view = Leduc.view(&state, seat);
        // A deal in which seat 1 holds the public card is not one of them.
        let mut deals = deals_with_view(&Leduc, &view, seat, play);
        deals.retain(|(state, _)| !state.cards().map(Some).contains(&state.public()));
        let expected: BTreeMap<_, _> = deals.iter().map(|(s, w)| (s.cards(), *w)).collect();
        assert_eq!(expected.len(), if public.is_some() { 4 } else { 5 });
        let worlds = Leduc.worlds(&view).unwrap();
        assert_samples(&worlds, 10_000, &mut Rng::new(1), &expected, LeducState::cards);
    }
}

#[test]
fn the_public_card_of_leduc_poker_fits_its_outcomes() {
    let mut state = Leduc.deal(&(), &mut Rng::new(2), &mut ());
    for _ in 0..2 {
        Leduc.apply(&mut state, LeducAction::Call, &mut ());
    }
    let mut weights = BTreeMap::new();
    Leduc.outcomes(&state, &mut |card, weight| {
        weights.insert(card, (weight as f64, 0u64));
    });
    let mut rng = Rng::new(4);
    for _ in 0..10_000 {
        weights.get_mut(&Leduc.sample_outcome(&state, &mut rng)).expect("visited").1 += 1;
    }
    let (weights, counts): (Vec<f64>, Vec<u64>) = weights.into_values().unzip();
    assert_eq!(weights.len(), 4);
    assert_fits(&counts, &weights);
}

#[test]
fn three_cards_of_41_are_10_660_outcomes_with_equal_chances() {
    let state = Rows.deal(&(), &mut Rng::new(2), &mut ());
    let mut counts = BTreeMap::new();
    Rows.outcomes(&state, &mut |cards, weight| {
        assert_eq!((cards.count_ones(), weight), (3, 1));
        counts.insert(cards, 0);
    });
    assert_eq!(counts.len(), 10_660);
    let mut rng = Rng::new(3);
    for _ in 0..200_000 {
        *counts.get_mut(&Rows.sample_outcome(&state, &mut rng)).expect("visited") += 1;
    }
    assert_uniform(&counts.into_values().collect::<Vec<_>>());
}

#[test]
fn the_discard_that_the_other_hid_can_be_any_unseen_card() {
    let mut rng = Rng::new(6);
    let mut state = Rows.deal(&(), &mut rng, &mut ());
    for _ in 0..3 {
        step(&Rows, &mut state, &mut rng);
    }
    assert_eq!(Rows.turn(&state), Turn::Act(Seat::new(1)));
    let unseen = state.stock() | state.discards()[0];
    assert_eq!(unseen.count_ones(), 52 - 11 - 2 - 3, "seat 1 looks at its own three cards");
    let cards = (0..52).filter(|card| unseen >> card & 1 == 1);
    let expected: BTreeMap<u64, f64> = cards.map(|card| (1 << card, 1.0)).collect();
    let worlds = Rows.worlds(&Rows.view(&state, Seat::new(1))).unwrap();
    assert_samples(&worlds, 20_000, &mut rng, &expected, |world| world.discards()[0]);
}

fn step<G: Game>(game: &G, state: &mut G::State, rng: &mut Rng) {
    if game.turn(state) == Turn::Chance {
        return game.play_chance(state, rng, &mut ());
    }
    let mut list = G::LegalActions::default();
    game.legal_actions(state, &mut list);
    let action = *rng.choose(list.as_slice()).expect("a legal action");
    game.apply(state, action, &mut ());
}

/// Returns the suits that each seat is known to lack, derived from the plays alone.
fn watch_voids(steps: usize, rng: &mut Rng) -> (TwoPacksState, [u8; 10]) {
    let mut state = TwoPacks.deal(&(), rng, &mut ());
    let mut voids = [0u8; 10];
    let mut led = 0;
    for number in 0..steps {
        let Turn::Act(seat) = TwoPacks.turn(&state) else { unreachable!("the hand goes on") };
        let before = state;
        step(&TwoPacks, &mut state, rng);
        let of = |kind: &u8| before.hands()[seat.index()].count(*kind);
        let kind = (0..52).find(|k| of(k) != state.hands()[seat.index()].count(*k));
        let suit = kind.expect("a card was played") / 13;
        if number % 10 == 0 {
            led = suit;
        } else if suit != led {
            voids[seat.index()] |= 1 << led;
        }
    }
    (state, voids)
}

/// Two seats are left to play their last card: every pair of physical cards is enumerated.
#[test]
fn the_last_cards_of_two_packs_fit_an_enumeration_of_physical_deals() {
    let mut tested = 0;
    for seed in 0..40 {
        let (state, voids) = watch_voids(27, &mut Rng::new(seed));
        let holders: Vec<usize> = (0..10).filter(|i| !state.hands()[*i].is_empty()).collect();
        let [me, x, y] = [0, 1, 2].map(|i| holders[i]);
        if voids[x] == 0 || voids[y] == 0 || voids[x] == voids[y] || tested == 4 {
            continue;
        }
        let unseen: Vec<u8> = (0..52)
            .flat_map(|kind| {
                let seen = state.played().count(kind) + state.hands()[me].count(kind);
                std::iter::repeat_n(kind, usize::from(2 - seen))
            })
            .collect();
        assert_eq!(unseen.len(), 104 - 27 - 1);
        let mut expected = BTreeMap::new();
        for (i, a) in unseen.iter().enumerate() {
            for (j, b) in unseen.iter().enumerate() {
                let allowed = voids[x] >> (a / 13) & 1 == 0 && voids[y] >> (b / 13) & 1 == 0;
                if i != j && allowed {
                    *expected.entry((*a, *b)).or_insert(0.0) += 1.0;
                }
            }
        }
        let worlds = TwoPacks.worlds(&TwoPacks.view(&state, Seat::new(me))).unwrap();
        let card =
            |world: &TwoPacksState, seat: usize| world.hands()[seat].kinds().trailing_zeros();
        assert_samples(&worlds, 60_000, &mut Rng::new(9), &expected, |world| {
            (card(world, x) as u8, card(world, y) as u8)
        });
        tested += 1;
    }
    assert_eq!(tested, 4);
}

type Suits = [u8; 4];

/// Every way for the seats that showed voids to draw cards one by one, physical card by card, as
/// suits: an order of draws has the product of the numbers left as its weight.
fn enumerate_draws(
    seats: &[(u8, u8)],
    left: &mut Suits,
    weight: f64,
    hands: &mut Vec<Suits>,
    found: &mut BTreeMap<Vec<Suits>, f64>,
) {
    let Some(&(cards, voids)) = seats.get(hands.len()) else {
        *found.entry(hands.clone()).or_insert(0.0) += weight;
        return;
    };
    // Each seat draws up to two cards in order.
    let orders: Vec<Vec<u8>> = match cards {
        0 => vec![vec![]],
        1 => (0..4).map(|a| vec![a]).collect(),
        _ => (0..16).map(|ab| vec![ab / 4, ab % 4]).collect(),
    };
    for order in orders.iter().filter(|order| order.iter().all(|s| voids >> s & 1 == 0)) {
        let (before, mut ways, mut hand) = (*left, weight, [0; 4]);
        for suit in order {
            ways *= f64::from(left[usize::from(*suit)]);
            left[usize::from(*suit)] = left[usize::from(*suit)].saturating_sub(1);
            hand[usize::from(*suit)] += 1;
        }
        if ways > 0.0 {
            hands.push(hand);
            enumerate_draws(seats, left, ways, hands, found);
            hands.pop();
        }
        *left = before;
    }
}

/// Returns the seats other than `me` that showed voids and hold cards: the number held, and the
/// suits they lack.
fn bound_seats(state: &TwoPacksState, voids: [u8; 10], me: usize) -> Vec<(usize, (u8, u8))> {
    let cards = |seat: usize| state.hands()[seat].len() as u8;
    (0..10)
        .filter(|seat| *seat != me && voids[*seat] != 0 && cards(*seat) > 0)
        .map(|seat| (seat, (cards(seat), voids[seat])))
        .collect()
}

/// Returns every way in which these seats can hold suits, with its weight.
fn suits_under_voids(
    state: &TwoPacksState,
    me: usize,
    bound: &[(usize, (u8, u8))],
) -> BTreeMap<Vec<Suits>, f64> {
    let mut left = [0; 4];
    for kind in 0..52u8 {
        let seen = state.played().count(kind) + state.hands()[me].count(kind);
        left[usize::from(kind / 13)] += 2 - seen;
    }
    let seats: Vec<(u8, u8)> = bound.iter().map(|(_, needs)| *needs).collect();
    let mut found = BTreeMap::new();
    enumerate_draws(&seats, &mut left, 1.0, &mut Vec::new(), &mut found);
    found
}

fn suits_held(world: &TwoPacksState, seat: usize) -> Suits {
    let hand = world.hands()[seat];
    std::array::from_fn(|suit| (0..13).map(|rank| hand.count(13 * suit as u8 + rank)).sum())
}

#[test]
fn suits_of_two_packs_fit_an_enumeration_of_draws_under_voids() {
    let mut tested = 0;
    for seed in 100..160 {
        let (state, voids) = watch_voids(14, &mut Rng::new(seed));
        let me = (0..10).find(|i| state.hands()[*i].len() == 1).expect("seats have two cards left");
        let bound = bound_seats(&state, voids, me);
        if !(2..=4).contains(&bound.len()) || tested == 4 {
            continue;
        }
        let expected = suits_under_voids(&state, me, &bound);
        let worlds = TwoPacks.worlds(&TwoPacks.view(&state, Seat::new(me))).unwrap();
        assert_samples(&worlds, 40_000, &mut Rng::new(9), &expected, |world| {
            bound.iter().map(|(seat, _)| suits_held(world, *seat)).collect()
        });
        tested += 1;
    }
    assert_eq!(tested, 4);
}

/// Dealing to one seat after the other without looking ahead is nearly right here, because most
/// cards are in the stock: only many samples of the joint draws of many seats distinguish it from
/// uniform.
#[test]
fn joint_draws_of_many_void_seats_are_exactly_uniform() {
    let mut tested = 0;
    for seed in 0..400 {
        let (state, voids) = watch_voids(21, &mut Rng::new(seed));
        let me = (0..10).find(|i| state.hands()[*i].len() == 1).expect("seats have a card left");
        let bound = bound_seats(&state, voids, me);
        if bound.len() < 7 || tested == 2 {
            continue;
        }
        let together = |hands: &mut dyn Iterator<Item = Suits>| {
            hands
                .fold([0; 4], |sum: Suits, hand| std::array::from_fn(|suit| sum[suit] + hand[suit]))
        };
        let mut expected = BTreeMap::new();
        for (hands, weight) in suits_under_voids(&state, me, &bound) {
            *expected.entry(together(&mut hands.into_iter())).or_insert(0.0) += weight;
        }
        let worlds = TwoPacks.worlds(&TwoPacks.view(&state, Seat::new(me))).unwrap();
        assert_samples(&worlds, 400_000, &mut Rng::new(9), &expected, |world| {
            together(&mut bound.iter().map(|(seat, _)| suits_held(world, *seat)))
        });
        tested += 1;
    }
    assert_eq!(tested, 2);
}
