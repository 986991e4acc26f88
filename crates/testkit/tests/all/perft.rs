//! The perft counts and digests of the toys are those of `testdata/toy`.

use facedown_game::Game;
use facedown_testkit::perft::check_file;
use facedown_testkit::toys::{Calls, Coin, HighCard, Kuhn, Leduc, Rows, TicTacToe, TwoPacks};

#[track_caller]
fn check<G: Game>(game: &G, name: &str) {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/toy");
    check_file(game, format!("{folder}/{name}.perft"));
}

#[test]
fn the_toys_agree_with_their_perft_files() {
    check(&TicTacToe, "tic_tac_toe");
    check(&Kuhn, "kuhn");
    check(&Leduc, "leduc");
    check(&Calls, "calls");
    check(&Rows, "rows");
    check(&TwoPacks, "two_packs");
    check(&HighCard, "high_card");
    check(&Coin::STRATEGY_FUSION, "coin_strategy_fusion");
    check(&Coin::OTHER_OBSERVER, "coin_other_observer");
}
