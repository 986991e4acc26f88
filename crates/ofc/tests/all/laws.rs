//! Open-face Chinese poker keeps the laws of every game, in all presets and for all tables.

use facedown_cards::PackSet;
use facedown_game::{Game, Rng, Seat};
use facedown_ofc::bots::Greedy;
use facedown_ofc::{
    ActionIds, Dealing, MAX_SEATS, Ofc, PlaneEncoder, Rules, Setup, Stakes, State, StayCards,
};
use facedown_testkit::{Laws, laws};
use proptest::prelude::{ProptestConfig, any, proptest};

/// Checks that every card is dealt to one seat at most, and that rows hold cards of their seat.
fn conserved(game: &Ofc, state: &State) -> Result<(), String> {
    let pack: PackSet = game.pack().collect();
    let mut all = PackSet::EMPTY;
    for seat in Seat::all(game.seats()) {
        let cards: PackSet = state.cards(seat).iter().copied().collect();
        if cards.len() != state.cards(seat).len() || !(cards & all).is_empty() {
            return Err(format!("a card is there twice: {:?}", state.cards(seat)));
        }
        if !(cards - pack).is_empty() {
            return Err(format!("{} is not in the pack", cards - pack));
        }
        all |= cards;
        let mut placed = 0;
        for row in state.rows(seat) {
            placed += row.len();
            if !(row - cards).is_empty() {
                return Err(format!("{seat} was never dealt {}", row - cards));
            }
        }
        let out = state.discards(seat);
        if !(out - cards).is_empty() || placed + out.len() > cards.len() {
            return Err(format!("{seat}: {placed} placed, {out} discarded of {cards}"));
        }
    }
    Ok(())
}

/// Returns normal hands, and hands with one or several seats in Fantasyland.
fn setups(game: &Ofc) -> Vec<Setup> {
    let rules = game.rules();
    let entry = rules.fantasyland.entry;
    let mut sizes = vec![entry.kings, entry.aces, entry.threes, entry.wheel_and_top.max(13)];
    if let StayCards::Fixed(cards) = rules.fantasyland.stay.cards {
        sizes.push(cards);
    }
    let seats = game.seats();
    let mut all = vec![game.first_setup()];
    for (i, cards) in sizes.into_iter().enumerate() {
        for who in [1 << (i % seats), 0b11 << (i % (seats - 1)), 0b1111] {
            let mut fantasy = [0; MAX_SEATS];
            for seat in (0..seats).filter(|seat| who >> seat & 1 == 1) {
                fantasy[seat] = cards;
            }
            let button = Seat::new(i % seats);
            all.push(Setup { button, fantasy, last: i == 1 });
            all.push(Setup { button, fantasy: [0; MAX_SEATS], last: false });
        }
    }
    all
}

fn keeps_the_laws(rules: Rules, hands: u64) {
    let game = Ofc::new(rules).unwrap();
    let setups = setups(&game);
    // Texts of 232 actions are compared in pairs: a few hands will do.
    Laws::new(game.clone()).hands(2).setups(setups.iter().copied().skip(1)).notation().run();
    Laws::new(game)
        .hands(hands)
        .seed(5)
        .max_steps(4 * 17)
        .setups(setups)
        .conserves(conserved)
        .encoder(&PlaneEncoder)
        .waiting()
        .action_space(&ActionIds)
        .policy(Greedy::default)
        .redraw()
        .no_allocations()
        .run();
}

fn tables(name: &str) -> impl Iterator<Item = Rules> {
    let rules = Rules::preset(name).unwrap();
    let most = if rules.dealing == Dealing::Classic { 4 } else { 3 };
    (2..=most).map(move |seats| Rules { seats, ..rules })
}

#[test]
fn every_preset_keeps_the_laws_at_every_table() {
    for rules in Rules::PRESETS.into_iter().flat_map(tables) {
        keeps_the_laws(rules, 34);
    }
}

#[test]
fn matches_of_every_preset_end() {
    for name in Rules::PRESETS {
        let rules = Rules::preset(name).unwrap();
        let matches = facedown_ofc::Matches { hands: 4, ..rules.matches };
        let game = Ofc::new(Rules { matches, ..rules }).unwrap();
        Laws::new(game).hands(0).max_steps(4 * 17).max_hands(104).matches(4).run();
    }
}

#[test]
fn a_game_whose_scores_count_fantasyland_keeps_the_laws() {
    let stakes = Stakes::estimate(&Rules::PROGRESSIVE);
    let game = Ofc::new(Rules::PROGRESSIVE).unwrap().counting_fantasyland(stakes);
    let setups = setups(&game);
    Laws::new(game).hands(60).max_steps(4 * 17).setups(setups).no_allocations().run();
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn any_bytes_are_a_hand_that_keeps_the_laws(
        bytes in proptest::collection::vec(any::<u8>(), 0..100),
        preset in 0..Rules::PRESETS.len(),
    ) {
        let rules = Rules::preset(Rules::PRESETS[preset]).unwrap();
        laws::from_bytes(&Ofc::new(rules).unwrap(), &bytes);
    }
}

#[test]
fn a_view_does_not_change_when_unseen_cards_do() {
    let game = Ofc::new(Rules { seats: 3, ..Rules::ULTIMATE }).unwrap();
    let setup = Setup { fantasy: [0, 15, 0, 0], ..game.first_setup() };
    for seed in 0..50 {
        let mut rng = Rng::new(seed);
        let mut pack: Vec<_> = game.pack().collect();
        rng.shuffle(&mut pack);
        let state = game.try_deal_pack(&setup, &pack, &mut ()).unwrap();
        let seen = game.view(&state, Seat::new(0)).seen();
        let places: Vec<usize> = (0..52).filter(|i| !seen.contains(pack[*i])).collect();
        let mut cards: Vec<_> = places.iter().map(|i| pack[*i]).collect();
        rng.shuffle(&mut cards);
        places.iter().zip(cards).for_each(|(place, card)| pack[*place] = card);
        let other = game.try_deal_pack(&setup, &pack, &mut ()).unwrap();
        assert_ne!(state, other);
        assert_eq!(game.view(&state, Seat::new(0)), game.view(&other, Seat::new(0)));
    }
}
