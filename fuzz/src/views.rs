//! View readers: a document that was typed, edited or damaged.

use facedown_catalog::{self as catalog, GAMES, GameView};
use facedown_game::ObservationMut;
use serde_json::{Map, Value};

/// Reads a view or a whole document. What is read has a record that reads the same, legal actions
/// with texts, an observation, and a world with the same view, or the reason why there is none.
fn view(name: &str, bytes: &[u8]) {
    let Ok(document) = serde_json::from_slice::<Value>(bytes) else { return };
    let info = GAMES.iter().find(|info| info.name == name).expect("a game");
    let Ok(GameView { game, view }) = catalog::position(&document, Some(info.name), &Map::new())
    else {
        return;
    };
    let record = view.record();
    let again = game.read_view(&record).unwrap_or_else(|why| panic!("{why}: {record}"));
    assert!(again.same(&*view), "another view: {record}");
    for action in view.legal() {
        let text = view.describe(action).expect("a legal action is described");
        assert!(!text.is_empty());
    }
    assert!(!view.text().is_empty());
    let mut observation = vec![0; game.encoder().shape.iter().product()];
    view.encode_into(ObservationMut::U8(&mut observation));
    if let Ok(world) = view.world(1) {
        let same = world.view(view.seat()).expect("its seat is at the table");
        assert!(same.same(&*view), "a world with another view: {record}");
    }
}

/// Gin rummy.
pub fn gin(bytes: &[u8]) {
    view("gin", bytes);
}

/// Open-face Chinese poker.
pub fn ofc(bytes: &[u8]) {
    view("ofc", bytes);
}

/// Riichi mahjong.
pub fn riichi(bytes: &[u8]) {
    view("riichi", bytes);
}

/// Hearts.
pub fn hearts(bytes: &[u8]) {
    view("hearts", bytes);
}

/// Spades.
pub fn spades(bytes: &[u8]) {
    view("spades", bytes);
}

/// Oh Hell.
pub fn oh_hell(bytes: &[u8]) {
    view("oh-hell", bytes);
}

/// El Dorado.
pub fn el_dorado(bytes: &[u8]) {
    view("el-dorado", bytes);
}
