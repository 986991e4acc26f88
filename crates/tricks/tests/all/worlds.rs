//! Sampled worlds are exactly the deals that the rules allow, uniformly distributed.
//!
//! Every world is replayed from its deal with checked actions, so that nothing here relies on the
//! constraints that the sampler derives. In small games all deals are enumerated, those whose replay
//! is illegal are dropped, and the samples are compared with the rest.

use crate::common::{all_games, card, euchre, game, seat, strict, whist};
use facedown_cards::{Card, Rank, Suit};
use facedown_game::{ActionBuf, Game, Hidden, Rng, Seat, Turn, Worlds};
use facedown_testkit::stats;
use facedown_tricks::rules::{DealRules, FirstLead, Kinds, Opening, Passing, Upcard};
use facedown_tricks::{Action, Cards, Legal, Move, Phase, Rules, Setup, State, Tricks};
use std::collections::BTreeMap;

/// A hand in progress with the actions that led there.
struct Played {
    game: Tricks,
    setup: Setup,
    state: State,
    actions: Vec<(Phase, Seat, Action)>,
}

impl Played {
    fn new(game: &Tricks, setup: Setup, seed: u64, steps: usize) -> Self {
        let mut rng = Rng::new(seed);
        let mut state = game.deal(&setup, &mut rng, &mut ());
        let (mut actions, mut list) = (Vec::new(), Legal::default());
        for _ in 0..steps {
            let Turn::Act(seat) = game.turn(&state) else { break };
            game.legal_actions(&state, &mut list);
            let action = *rng.choose(list.as_slice()).unwrap();
            actions.push((state.table().phase(), seat, action));
            game.apply(&mut state, action, &mut ());
        }
        Self { game: game.clone(), setup, state, actions }
    }

    /// Returns the cards dealt to each seat in a world of this hand.
    fn dealt(&self, world: &State) -> Vec<Cards> {
        let (table, rules) = (world.table(), self.game.rules());
        let mut hands: Vec<Cards> = Seat::all(self.game.seats()).map(|s| world.hand(s)).collect();
        let mut add = |seat: Seat, card: Card| hands[seat.index()].insert(card);
        for (phase, seat, action) in &self.actions {
            if let (Phase::Play, Move::Card(card)) = (phase, action.get()) {
                add(*seat, card);
            }
        }
        if let Some(discard) = world.discard() {
            add(table.dealer(), discard);
            hands[table.dealer().index()].remove(table.upcard().unwrap());
        } else if table.phase() == Phase::Discard {
            hands[table.dealer().index()].remove(table.upcard().unwrap());
        }
        if let Some(passing) = &rules.passing {
            let places = passing.cycle[usize::from(self.setup.hand) % passing.cycle.len()];
            let exchanged = table.phase() != Phase::Pass;
            for from in Seat::all(self.game.seats()) {
                let to = (from.index() as i8 + places).rem_euclid(hands.len() as i8) as usize;
                for card in world.passed(from).as_slice() {
                    if exchanged {
                        hands[to].remove(*card);
                    }
                }
            }
            for from in Seat::all(self.game.seats()) {
                world.passed(from).as_slice().iter().for_each(|c| hands[from.index()].insert(*c));
            }
        }
        hands
    }

    /// Replays the actions from the deal of a world, with the world's secret passes and discards.
    fn replay(&self, world: &State) -> Result<State, String> {
        let hands = self.dealt(world);
        let mut left: Cards = self.game.pack().iter().copied().collect();
        let mut pack: Vec<Card> = Vec::new();
        let out = self.setup.out;
        for (_, hand) in hands.iter().enumerate().filter(|(i, _)| !out.contains(seat(*i))) {
            // The dealer's last card is the upcard.
            let mut cards: Vec<Card> = hand.iter().collect();
            if self.game.rules().deal.upcard == Upcard::Dealer {
                cards.sort_by_key(|card| Some(*card) == world.table().upcard());
            }
            if !left.is_superset(*hand) {
                return Err("cards twice".into());
            }
            left = left.minus(*hand);
            pack.extend(cards);
        }
        if self.game.rules().deal.upcard != Upcard::Dealer
            && let Some(up) = world.table().upcard()
        {
            left.remove(up);
            pack.push(up);
        }
        pack.extend(left.iter());
        let mut state = self.game.deal_pack(&self.setup, &pack, &mut ());
        let mut passed = vec![0; self.game.seats()];
        for (phase, seat, action) in &self.actions {
            let action = match phase {
                Phase::Pass => {
                    passed[seat.index()] += 1;
                    Action::card(world.passed(*seat).as_slice()[passed[seat.index()] - 1])
                }
                Phase::Discard => Action::card(world.discard().unwrap()),
                _ => *action,
            };
            if self.game.turn(&state) != Turn::Act(*seat) {
                return Err(format!("{seat} is not to act"));
            }
            self.game.try_apply(&mut state, action, &mut ()).map_err(|e| e.to_string())?;
        }
        Ok(state)
    }
}

#[test]
fn every_sampled_world_can_be_replayed() {
    for (name, game) in all_games().into_iter().filter(|(_, game)| !game.rules().deal.draw) {
        let mut rng = Rng::new(3);
        for number in 0..60u64 {
            let setup = Setup { hand: number as u16 % 7, ..game.first_setup() };
            let steps = rng.below(70) as usize;
            let played = Played::new(&game, setup, number, steps);
            for seat in Seat::all(game.seats()) {
                let view = game.view(&played.state, seat);
                let worlds = game.worlds(&view).unwrap();
                for _ in 0..4 {
                    let (world, _) = worlds.sample(&mut rng);
                    assert_eq!(played.replay(&world), Ok(world), "{name}, hand {number}, {seat}");
                }
            }
        }
    }
}

/// The hidden cards of a world: hands, passes, discard.
type Key = (Vec<Cards>, Vec<Vec<Card>>, Option<Card>);

fn key(game: &Tricks, world: &State) -> Key {
    let hands = Seat::all(game.seats()).map(|s| world.hand(s)).collect();
    let passed = Seat::all(game.seats()).map(|s| world.passed(s).as_slice().to_vec()).collect();
    (hands, passed, world.discard())
}

/// A visitor of deals: hands and stock.
type Visit<'a> = &'a mut dyn FnMut(&[Vec<Card>], &[Card]);

/// Visits every deal in which the seat was dealt its own cards. If no cards change hands, each card
/// played was dealt to the seat that played it: of two copies, the one that was seen.
fn all_deals(played: &Played, own: Seat, visit: Visit<'_>) {
    let (game, table) = (&played.game, played.state.table());
    let mine = played.dealt(&played.state)[own.index()];
    let mut left: Vec<Card> = game.pack().to_vec();
    let mut drop = |card: Card| {
        let place = left.iter().position(|c| *c == card).unwrap();
        left.remove(place);
    };
    mine.iter().for_each(&mut drop);
    if game.rules().deal.upcard != Upcard::Dealer
        && let Some(up) = table.upcard()
    {
        drop(up);
    }
    let mut hands = vec![Vec::new(); game.seats()];
    hands[own.index()] = mine.iter().collect();
    if game.rules().passing.is_none() && game.rules().deal.upcard != Upcard::Offered {
        for (phase, seat, action) in &played.actions {
            if let (Phase::Play, true, Move::Card(card)) = (phase, *seat != own, action.get()) {
                drop(card);
                hands[seat.index()].push(card);
            }
        }
    }
    spread(&left, &mut hands, &mut Vec::new(), table.dealt(), visit);
}

fn spread(
    left: &[Card],
    hands: &mut Vec<Vec<Card>>,
    stock: &mut Vec<Card>,
    size: usize,
    visit: Visit<'_>,
) {
    let missing: usize = hands.iter().map(|hand| size - hand.len()).sum();
    let Some((first, rest)) = left.split_first() else {
        if missing == 0 {
            visit(hands, stock);
        }
        return;
    };
    for seat in 0..hands.len() {
        if hands[seat].len() < size {
            hands[seat].push(*first);
            spread(rest, hands, stock, size, visit);
            hands[seat].pop();
        }
    }
    if left.len() > missing {
        stock.push(*first);
        spread(rest, hands, stock, size, visit);
        stock.pop();
    }
}

/// Plays a deal with every combination of the others' secret choices, and visits the states with
/// the seat's view.
fn all_lines(
    played: &Played,
    own: Seat,
    state: &State,
    done: usize,
    visit: &mut dyn FnMut(&State),
) {
    let game = &played.game;
    let Some((phase, seat, action)) = played.actions.get(done) else {
        if game.view(state, own) == game.view(&played.state, own) {
            visit(state);
        }
        return;
    };
    if game.turn(state) != Turn::Act(*seat) || state.table().phase() != *phase {
        return;
    }
    let hidden = matches!(phase, Phase::Pass | Phase::Discard) && *seat != own;
    let mut list = Legal::default();
    game.legal_actions(state, &mut list);
    let choices: Vec<Action> = if hidden { list.as_slice().to_vec() } else { vec![*action] };
    for choice in choices {
        let mut next = *state;
        if game.try_apply(&mut next, choice, &mut ()).is_ok() {
            all_lines(played, own, &next, done + 1, visit);
        }
    }
}

/// Returns the number of ways in which a seat can complete its pass: all complete passes are equally
/// likely.
fn completions(game: &Tricks, state: &State, own: Seat) -> f64 {
    let (table, seat) = (state.table(), state.table().to_act());
    let passed = state.passed(seat);
    let (Some(passing), Some(last)) = (&game.rules().passing, passed.as_slice().last()) else {
        return 1.0;
    };
    let missing = usize::from(passing.count) - passed.len();
    if table.phase() != Phase::Pass || seat == own || missing == 0 {
        return 1.0;
    }
    let above = state.hand(seat).iter().filter(|card| card > last).count();
    (0..missing).map(|i| (above - i) as f64 / (i + 1) as f64).product()
}

/// Compares samples with the enumeration and returns the number of worlds.
fn compare(rules: &Rules, setup: Setup, seed: u64, steps: usize, own: usize) -> usize {
    let (game, own) = (game(rules.clone()), seat(own));
    let played = Played::new(&game, setup, seed, steps);
    let mut weights: BTreeMap<Key, f64> = BTreeMap::new();
    all_deals(&played, own, &mut |hands, stock| {
        let mut pack: Vec<Card> = Vec::new();
        for hand in hands {
            let mut cards = hand.clone();
            if rules.deal.upcard == Upcard::Dealer {
                cards.sort_by_key(|card| Some(*card) == played.state.table().upcard());
            }
            pack.extend(cards);
        }
        if rules.deal.upcard != Upcard::Dealer {
            pack.extend(played.state.table().upcard());
        }
        pack.extend(stock);
        let state = game.deal_pack(&setup, &pack, &mut ());
        all_lines(&played, own, &state, 0, &mut |state| {
            *weights.entry(key(&game, state)).or_default() += completions(&game, state, own);
        });
    });
    assert!(!weights.is_empty(), "the true world is one of them");
    let worlds = game.worlds(&game.view(&played.state, own)).unwrap();
    let mut counts: BTreeMap<Key, u64> = weights.keys().map(|key| (key.clone(), 0)).collect();
    let mut rng = Rng::new(seed ^ 0x5eed);
    for _ in 0..(30 * weights.len()).clamp(2_000, 60_000) {
        let (world, weight) = worlds.sample(&mut rng);
        assert!((weight - 1.0).abs() < f32::EPSILON);
        let key = key(&game, &world);
        *counts.get_mut(&key).unwrap_or_else(|| panic!("seed {seed}: {key:?} cannot be")) += 1;
    }
    if weights.len() > 1 {
        let (counts, weights): (Vec<u64>, Vec<f64>) =
            counts.into_values().zip(weights.values()).unzip();
        stats::assert_fits(&counts, &weights);
    }
    weights.len()
}

/// Restricts the pack to these ranks and hands to this many cards.
fn only(rules: Rules, ranks: &str, cards: u8) -> Rules {
    let gone = Card::all().filter(|card| !ranks.contains(card.rank().letter()));
    let mut rules = rules;
    rules.pack.removed = Kinds(gone.collect());
    rules.deal = DealRules { cards: vec![cards], ..rules.deal };
    rules
}

fn compare_many(name: &str, rules: &Rules, hand: u16, seeds: std::ops::Range<u64>) {
    let setup = Setup { hand, ..game(rules.clone()).first_setup() };
    let (mut total, mut largest) = (0, 0);
    for seed in seeds {
        let mut rng = Rng::new(seed);
        let steps = 3 + rng.below(9) as usize;
        let own = rng.below(u32::from(rules.seats)) as usize;
        let count = compare(rules, setup, seed, steps, own);
        (total, largest) = (total + count, largest.max(count));
    }
    println!("{name}: {total} worlds in all, at most {largest} at once");
    assert!(largest > 1, "{name}: nothing was hidden");
}

#[test]
fn worlds_of_small_trump_games_are_uniform() {
    let oh_hell = only(Rules::oh_hell(3), "AKQ", 3);
    compare_many("oh hell", &oh_hell, 0, 0..12);
    let el_dorado = only(Rules::el_dorado(3), "AKQ", 3);
    compare_many("el dorado", &el_dorado, 0, 0..12);
    let spades = only(Rules { teams: None, ..Rules::el_dorado(4) }, "AKQ", 2);
    compare_many("el dorado of four", &spades, 0, 0..8);
}

#[test]
fn worlds_of_two_packs_are_uniform_over_physical_cards() {
    let mut rules = only(Rules::el_dorado(3), "AK", 3);
    rules.pack.packs = 2;
    // Two kinds fewer keep the enumeration small.
    rules.pack.removed.0 |= "Ac Kc".parse().unwrap();
    compare_many("two packs", &rules, 0, 0..12);
}

#[test]
fn worlds_of_small_hearts_are_uniform() {
    let mut rules = Rules { passing: None, ..only(Rules::hearts(3), "AKQ", 4) };
    rules.play.first_lead = FirstLead::Holder { card: card("Qc"), opening: Opening::Card };
    compare_many("hearts without passing", &rules, 0, 0..14);
    rules.pack.removed.0 |= "Ad Kd Qd".parse().unwrap();
    rules.deal.cards = vec![3];
    rules.passing = Some(Passing { count: 1, cycle: vec![1, -1] });
    for hand in 0..2 {
        compare_many("hearts with passing", &rules, hand, 0..10);
    }
    rules.passing = Some(Passing { count: 2, cycle: vec![1] });
    compare_many("hearts with two cards passed", &rules, 0, 20..28);
}

#[test]
fn worlds_with_duties_to_ruff_and_overtake_are_uniform() {
    for exempt in [false, true] {
        let mut rules = only(strict(exempt), "AJ9", 2);
        rules.pack.trump_order = Some("J9A".parse().unwrap());
        compare_many("ruff and overtake", &rules, 0, 0..10);
    }
    let mut rules = only(strict(false), "AKQ", 3);
    (rules.seats, rules.teams) = (3, None);
    compare_many("ruff and overtake, three seats", &rules, 0, 0..10);
}

#[test]
fn worlds_with_a_shown_card_or_a_discard_are_uniform() {
    let mut rules = only(whist(), "AKQ", 3);
    (rules.seats, rules.teams) = (4, Some(2));
    rules.pack.removed = Kinds(
        Card::all().filter(|c| !matches!(c.rank(), Rank::Ace | Rank::King | Rank::Queen)).collect(),
    );
    rules.deal.cards = vec![2];
    compare_many("the dealer's card shown", &rules, 0, 0..10);
    let mut rules = only(euchre(true), "AJ", 1);
    rules.pack.top_trumps.truncate(2);
    compare_many("a discard", &rules, 0, 0..14);
}

#[test]
fn a_seat_that_did_not_follow_to_hearts_is_never_dealt_one() {
    // Seat 2 is void in hearts: 100 deals, no heart.
    let game = game(Rules::oh_hell(4));
    let setup = game.first_setup();
    let hands = [
        "Ah Kh 2c 3c 4c 5c 6c 7c 8c 9c",
        "2h 3h 2d 3d 4d 5d 6d 7d 8d 9d",
        "2s 3s 4s 5s 6s 7s 8s 9s Ts Js",
        "4h 5h Td Jd Qd Kd Ad Tc Jc Qc",
    ];
    let mut state = crate::common::deal(&game, &setup, &hands, "Qs");
    crate::common::play(&game, &mut state, "2 1 3 3 Ah 2h 2s");
    let mut rng = Rng::new(8);
    for observer in [0, 1, 3] {
        let view = game.view(&state, seat(observer));
        let voids = game.constraints(&view);
        let voids: Vec<Suit> = voids.voids(&game, view.table(), seat(2)).collect();
        assert_eq!(voids, [Suit::Hearts], "the trick in progress counts");
        let worlds = game.worlds(&view).unwrap();
        for _ in 0..100 {
            let (world, _) = worlds.sample(&mut rng);
            assert!(world.hand(seat(2)).kinds().iter().all(|card| card.suit() != Suit::Hearts));
        }
    }
}

#[test]
fn leading_an_unbroken_suit_proves_the_rest() {
    let game = game(Rules::el_dorado(3));
    let hands = ["2h 3h", "4c 5c", "6c 7c"];
    let rules = Rules {
        deal: DealRules { cards: vec![2], ..Rules::el_dorado(3).deal },
        ..game.rules().clone()
    };
    let game = crate::common::game(rules);
    let mut state = crate::common::deal(&game, &game.first_setup(), &hands, "Ah");
    crate::common::play(&game, &mut state, "0 0 0 2h");
    let view = game.view(&state, seat(1));
    let lacks = game.constraints(&view).lacks[0];
    let others: Vec<Suit> = game.constraints(&view).voids(&game, view.table(), seat(0)).collect();
    assert_eq!(others, [Suit::Clubs, Suit::Diamonds, Suit::Spades]);
    assert!(!lacks.contains(card("3h")));
}

#[test]
fn an_impossible_view_names_the_contradiction() {
    let game = game(Rules::oh_hell(3));
    let mut state = game.deal(&game.first_setup(), &mut Rng::new(1), &mut ());
    let mut rng = Rng::new(2);
    crate::common::play_until(&game, &mut state, &mut rng, |s| s.table().tricks() == 2);
    let mut view = game.view(&state, seat(0));
    // A card that was played turns up in another's hand again.
    let again = view.table().plays()[1];
    game.observe(&mut view, facedown_tricks::Event::Played(again));
    let error = game.worlds(&view).unwrap_err().to_string();
    assert!(error.starts_with("impossible view: "), "{error}");
}
