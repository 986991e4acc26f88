//! Dealing from a given wall, and errors for invalid ones.

use facedown_game::{Game, Seat};
use facedown_riichi::{BadDeal, Riichi, Rules, Setup};
use facedown_tiles::TileId;

fn wall() -> Vec<TileId> {
    (0..136).map(TileId::new).collect()
}

#[test]
fn a_wall_in_order_is_dealt_from_its_end() {
    let game = Riichi::new(Rules::TENHOU).unwrap();
    let state = game.deal_from_wall(&game.first_setup(), &wall(), &mut ()).unwrap();
    // Ids 135-132 are red dragons, 119-116 wests, 103-100 8s, 87 a 4s; the next of the wall, 83, a
    // 3s, is the dealer's fourteenth tile.
    assert_eq!(state.hand(Seat::new(0)).to_string(), "348888s33337777z");
    assert_eq!(state.drawn().unwrap().to_string(), "3s");
    assert_eq!(state.table().dora_indicators()[0].to_string(), "2m");
    assert_eq!(state.table().live(), 69);
}

#[test]
fn an_invalid_wall_is_named() {
    let game = Riichi::new(Rules::TENHOU).unwrap();
    let setup = game.first_setup();
    let bad =
        |setup: &Setup, wall: &[TileId]| game.deal_from_wall(setup, wall, &mut ()).unwrap_err();
    assert_eq!(bad(&setup, &wall()[..135]), BadDeal::Length { got: 135, expected: 136 });
    let mut twice = wall();
    twice[7] = twice[100];
    assert_eq!(bad(&setup, &twice).to_string(), "tile 100 is in the wall twice");
    let absent = Setup { wind: 4, ..setup };
    assert_eq!(bad(&absent, &wall()), BadDeal::Wind(4));
    let absent = Setup { dealer: Seat::new(4), ..setup };
    assert_eq!(bad(&absent, &wall()).to_string(), "the dealer, seat 4, is not at the table");
    let three = Riichi::new(Rules::TENHOU3).unwrap();
    let short = &wall()[..108];
    let error = three.deal_from_wall(&three.first_setup(), short, &mut ()).unwrap_err();
    assert_eq!(error.to_string(), "tile 4 (2m) is not in play with three seats");
}
