//! The toys obey the laws: on random play, on bot play, in matches and from bytes.

use facedown_game::{Policy, Rng, Seat};
use facedown_testkit::toys::{
    Calls, Coin, HighCard, Kuhn, KuhnAction, KuhnView, Leduc, LeducActions, LeducEncoder,
    OneStreet, Planes, Pontoon, PontoonState, Rows, RowsState, ShortGin, TicTacToe, TwoPacks,
    TwoPacksState,
};
use facedown_testkit::{Laws, laws};
use proptest::prelude::{any, prop, proptest};

#[test]
fn tic_tac_toe_keeps_the_laws() {
    Laws::new(TicTacToe)
        .hands(300)
        .max_steps(9)
        .perfect_information()
        .notation()
        .no_allocations()
        .run();
    Laws::without_worlds(TicTacToe).max_steps(9).run();
}

/// Bets on the two higher cards.
struct Bold;

impl Policy<Kuhn> for Bold {
    fn choose(&mut self, _: &Kuhn, view: &KuhnView, _: &[KuhnAction], _: &mut Rng) -> KuhnAction {
        if view.card() > 0 { KuhnAction::Bet } else { KuhnAction::Pass }
    }
}

#[test]
fn kuhn_poker_keeps_the_laws() {
    Laws::new(Kuhn)
        .hands(400)
        .max_steps(3)
        .policy(|| Bold)
        .conserves(|_, state| match state.cards() {
            [a, b] if a != b && a < 3 && b < 3 => Ok(()),
            cards => Err(format!("{cards:?} are not two of three cards")),
        })
        .notation()
        .no_allocations()
        .run();
}

#[test]
fn leduc_poker_keeps_the_laws() {
    Laws::new(Leduc)
        .hands(400)
        .max_steps(9)
        .conserves(|_, state| {
            let [a, b] = state.cards().map(Some);
            let distinct = a != b && state.public() != a && state.public() != b;
            if distinct { Ok(()) } else { Err("a card is in two places".into()) }
        })
        .encoder(&LeducEncoder)
        .action_space(&LeducActions)
        .notation()
        .chance()
        .no_allocations()
        .run();
}

#[test]
fn the_calling_game_keeps_the_laws() {
    Laws::new(Calls)
        .hands(400)
        .max_steps(100)
        .conserves(|_, state| match state.total() {
            [4, 4, 4, 4, 4] => Ok(()),
            total => Err(format!("{total:?} tiles of the kinds, expected four of each")),
        })
        .notation()
        .chance()
        .no_allocations()
        .run();
}

fn rows_are_whole(state: &RowsState) -> Result<(), String> {
    match state.cards_out() + state.stock().count_ones() {
        52 => Ok(()),
        count => Err(format!("{count} cards, expected 52")),
    }
}

#[test]
fn the_game_of_rows_keeps_the_laws() {
    Laws::new(Rows)
        .hands(60)
        .max_steps(8)
        .conserves(|_, state| rows_are_whole(state))
        .notation()
        .chance()
        .no_allocations()
        .run();
}

fn packs_are_whole(state: &TwoPacksState) -> Result<(), String> {
    for kind in 0..52 {
        let held: u8 = state.hands().iter().map(|hand: &Planes| hand.count(kind)).sum();
        let all = held + state.played().count(kind);
        if all > 2 {
            return Err(format!("{all} cards of kind {kind}"));
        }
    }
    Ok(())
}

/// Returns the cards of all seats but one, in another order; only before a void is known.
fn other_hands_rotated(state: &TwoPacksState, seat: Seat) -> TwoPacksState {
    if !state.played().is_empty() {
        return *state;
    }
    let mut hands = *state.hands();
    let others: Vec<usize> = (0..10).filter(|i| *i != seat.index()).collect();
    for pair in others.windows(2) {
        hands.swap(pair[0], pair[1]);
    }
    TwoPacksState::dealt(hands)
}

#[test]
fn the_game_with_two_packs_keeps_the_laws() {
    Laws::new(TwoPacks)
        .hands(100)
        .max_steps(30)
        .conserves(|_, state| packs_are_whole(state))
        .permutes_unseen(|_, state, seat, _| other_hands_rotated(state, seat))
        .notation()
        .no_allocations()
        .run();
}

#[test]
fn one_street_keeps_the_laws() {
    for open in [false, true] {
        Laws::new(OneStreet { open })
            .hands(300)
            .max_steps(2)
            .conserves(|_, state| match state.hands() {
                [a, b] if a & b == 0 && (a | b).count_ones() == 8 => Ok(()),
                hands => Err(format!("{hands:?} are not two hands of four cards")),
            })
            .notation()
            .no_allocations()
            .run();
    }
}

fn pack_is_whole(state: &PontoonState) -> Result<(), String> {
    let mut pack = state.pack();
    pack.sort_unstable();
    if pack == [1, 2, 3, 4, 5, 6, 7, 8] { Ok(()) } else { Err(format!("{pack:?}")) }
}

#[test]
fn pontoon_keeps_the_laws() {
    Laws::new(Pontoon)
        .hands(300)
        .max_steps(8)
        .conserves(|_, state| pack_is_whole(state))
        .notation()
        .redraw()
        .no_allocations()
        .run();
}

#[test]
fn the_high_card_match_keeps_the_laws() {
    Laws::new(HighCard)
        .hands(200)
        .setups(Seat::all(3))
        .max_steps(3)
        .matches(40)
        .max_hands(20)
        .notation()
        .no_allocations()
        .run();
}

#[test]
fn short_gin_keeps_the_laws() {
    Laws::new(ShortGin)
        .hands(600)
        .max_steps(6)
        .conserves(|_, state| match state.hands() {
            [a, b] if a & b == 0 => Ok(()),
            hands => Err(format!("{hands:?} share a card")),
        })
        .notation()
        .no_allocations()
        .run();
}

#[test]
fn the_coin_games_keep_the_laws() {
    for rules in [Coin::STRATEGY_FUSION, Coin::OTHER_OBSERVER] {
        Laws::new(rules).hands(100).max_steps(2).notation().no_allocations().run();
    }
}

proptest! {
    #[test]
    fn any_bytes_are_a_hand_that_keeps_the_laws(bytes in prop::collection::vec(any::<u8>(), 0..80)) {
        laws::from_bytes(&Kuhn, &bytes);
        laws::from_bytes(&Leduc, &bytes);
        laws::from_bytes(&Calls, &bytes);
        laws::from_bytes(&Rows, &bytes);
        laws::from_bytes(&TwoPacks, &bytes);
        laws::from_bytes(&Pontoon, &bytes);
        laws::from_bytes(&HighCard, &bytes);
        laws::from_bytes(&ShortGin, &bytes);
        laws::from_bytes(&Coin::STRATEGY_FUSION, &bytes);
        Laws::new(TicTacToe).perfect_information().run_bytes(&bytes);
    }
}
