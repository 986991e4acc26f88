//! Laws of matches.

use super::builder::Laws;
use super::chooser::{Chooser, Place};
use super::hand::Hand;
use super::violation::{LawResult, ensure, equal};
use facedown_game::{Match, Searchable, setup_stream};

const LAW: &str = "every match ends";
const SINGLE: &str = "single hands have setups";
const WON: &str = "a match is won when it is over";

/// Plays a match with every law on each hand: it begins with a hand and ends within the bound;
/// `next_hand` and `finish_hand` are deterministic; there is a winner when it is over, and none
/// before. A single hand with a drawn setup keeps the laws too.
pub(super) fn play<G: Match + Searchable>(laws: &Laws<'_, G>, seed: u64) {
    let mut hand = 0;
    let checked = play_single(laws, seed).and_then(|()| play_checked(laws, seed, &mut hand));
    if let Err(violation) = checked {
        panic!("{violation}\n  at match seed {seed}, hand {hand}");
    }
}

fn play_single<G: Match + Searchable>(laws: &Laws<'_, G>, seed: u64) -> LawResult {
    let game = &laws.game;
    let count = game.hand_count();
    ensure(SINGLE, count > 0, || "the cycle has no hands".into())?;
    equal(SINGLE, "hand 0 and the first setup", &game.hand_setup(0), &game.first_setup())?;
    let refused = game.try_hand_setup(count).is_err();
    ensure(SINGLE, refused, || format!("there is a hand {count} of {count}"))?;
    let draw = || game.draw_setup(&mut setup_stream(seed, 0));
    equal(SINGLE, "two draws", &draw(), &draw())?;
    let place = Place { seed, hand: 0, from: "single hand" };
    Hand::deal(laws, draw(), place, Chooser::policies(laws, seed, 0)).play();
    Ok(())
}

fn play_checked<G: Match + Searchable>(laws: &Laws<'_, G>, seed: u64, hand: &mut u64) -> LawResult {
    let game = &laws.game;
    let mut standing = game.begin();
    equal(LAW, "two beginnings", &standing, &game.begin())?;
    ensure(LAW, game.next_hand(&standing).is_some(), || "it has no first hand".into())?;
    while let Some(setup) = game.next_hand(&standing) {
        equal(LAW, "two results of next_hand", &Some(setup), &game.next_hand(&standing))?;
        let early = game.winners(&standing);
        ensure(WON, early.is_empty(), || format!("{early:?} have won, and it goes on"))?;
        let bound = laws.max_hands;
        ensure(LAW, *hand < bound, || format!("no end within {bound} hands: {standing:?}"))?;
        let place = Place { seed, hand: *hand, from: "match hand" };
        let chooser = Chooser::policies(laws, seed, *hand);
        let state = Hand::deal(laws, setup, place, chooser).play();
        let mut again = standing;
        game.finish_hand(&mut standing, &state);
        game.finish_hand(&mut again, &state);
        equal(LAW, "two results of finish_hand", &standing, &again)?;
        *hand += 1;
    }
    let scores = game.match_scores(&standing);
    equal(LAW, "the seats with a score and at the table", &scores.seats(), &game.seats())?;
    let winners = game.winners(&standing);
    let seated = winners.iter().all(|seat| seat.index() < game.seats());
    ensure(WON, seated && !winners.is_empty(), || format!("{winners:?} have won"))
}
