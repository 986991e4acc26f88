//! Texts that people type.

use crate::{first, text};
use facedown_cards::{Card, CardSet, PackCard, PackSet, parse_cards, parse_pack};
use facedown_catalog::{self as catalog, GAMES};
use facedown_gin::kernel;
use facedown_ofc::endgame::Partial;
use facedown_ofc::{Board, Rules as OfcRules};
use facedown_ofc_solver::{Position, SeenBoard};
use facedown_riichi::Rules as RiichiRules;
use facedown_riichi::score::{Situation, WinningHand, try_score};
use facedown_tiles::{
    Counts, Hand, Kind, Meld, Pack, Tile, notation, try_acceptance, try_discards, try_shanten,
};
use facedown_tricks::rules::PRESETS;
use serde_json::{Map, Value};
use std::fmt::{Debug, Display};
use std::str::FromStr;

/// Checks that what is read is written as a text that reads the same.
fn round_trip<T: FromStr<Err: Debug> + Display + PartialEq + Debug>(text: &str) {
    if let Ok(value) = text.parse::<T>() {
        let again = value.to_string();
        assert_eq!(again.parse::<T>().expect("it was written"), value, "'{again}'");
    }
}

/// Cards and sets of cards.
pub fn cards(bytes: &[u8]) {
    let text = text(bytes);
    round_trip::<Card>(&text);
    round_trip::<PackCard>(&text);
    round_trip::<CardSet>(&text);
    round_trip::<PackSet>(&text);
    let set = text.parse::<CardSet>();
    assert_eq!(parse_cards(&text).map(|cards| cards.into_iter().collect()), set);
    if let Ok(cards) = parse_pack(&text) {
        assert!(cards.len() <= 54);
    }
}

/// Tiles, melds and hands of tiles.
pub fn tiles(bytes: &[u8]) {
    let text = text(bytes);
    round_trip::<Tile>(&text);
    round_trip::<Kind>(&text);
    round_trip::<Counts>(&text);
    round_trip::<Hand>(&text);
    round_trip::<Meld>(&text);
    if let Ok(tiles) = notation::parse_tiles(&text) {
        for again in [notation::tiles(&tiles).to_string(), notation::mjai(&tiles).to_string()] {
            assert_eq!(notation::parse_tiles(&again).expect("it was written"), tiles, "'{again}'");
        }
    }
}

/// Hands with their exact arithmetic: gin's melds, shanten, acceptance, scores.
pub fn hands(bytes: &[u8]) {
    let (kind, rest) = first(bytes);
    let text = text(rest);
    if let Ok(hand) = text.parse::<CardSet>()
        && let Ok(least) = kernel::try_min_deadwood(hand.bits())
    {
        assert_eq!(kernel::best_melds(hand).deadwood(), least);
        assert!(kernel::all_best_melds(hand).iter().all(|found| found.deadwood() == least));
    }
    let mut parts = text.split('|');
    let Some(Ok(hand)) = parts.next().map(str::parse::<Hand>) else { return };
    let pack = Pack::of_seats(kind % 2 == 1);
    let counts = hand.counts().as_array();
    if try_shanten(counts, pack).is_ok() {
        let _ = try_acceptance(counts, None, pack);
        let _ = try_discards(counts, None, pack);
    }
    let Some(Ok(win)) = parts.next().map(str::parse::<Tile>) else { return };
    let melds: Vec<Meld> = parts.filter_map(|text| text.parse().ok()).collect();
    let hand = WinningHand { closed: counts, reds: hand.red_fives(), melds: &melds, win };
    let situation = Situation { tsumo: kind & 2 > 0, ..Situation::RON };
    let situation = Situation { three_seats: pack == Pack::Three, ..situation };
    let _ = try_score(&hand, &situation, &RiichiRules::TENHOU.score);
}

/// Boards of open-face Chinese poker, and positions: board, deal, dead cards and opponents on lines.
pub fn boards(bytes: &[u8]) {
    let (preset, rest) = first(bytes);
    let text = text(rest);
    round_trip::<Board>(&text);
    round_trip::<Partial>(&text);
    let _ = text.parse::<SeenBoard>();
    let mut lines = text.split('\n');
    let mut line = || lines.next().unwrap_or_default();
    let (board, deal, dead) = (line(), line(), line());
    let opponents: Vec<&str> = lines.collect();
    let preset = OfcRules::PRESETS[usize::from(preset) % OfcRules::PRESETS.len()];
    let rules = OfcRules::preset(preset).expect("a preset");
    let _ = Position::parse(&rules, board, deal, &opponents, dead);
}

/// Typed moves: a game, a number of actions, then the text.
pub fn moves(bytes: &[u8]) {
    let (number, rest) = first(bytes);
    let (actions, rest) = first(rest);
    let info = &GAMES[usize::from(number) % GAMES.len()];
    let game = catalog::game(info.name, &Map::new()).expect("a game");
    let mut hand = game.deal(u64::from(number), None).expect("a hand that the seed draws");
    for step in 0..actions % 32 {
        let legal = hand.legal();
        let Some(action) = legal.get(usize::from(step) % legal.len().max(1)) else { return };
        hand.apply(*action).expect("it is legal");
    }
    let text = text(rest);
    let _ = hand.find(&text);
    let Ok(ids) = hand.parse(&text) else { return };
    for id in ids {
        hand.apply(id).expect("a typed move is legal");
    }
}

/// The notation of actions: bytes are choices, and every text finds its action.
pub fn notation(bytes: &[u8]) {
    let (number, rest) = first(bytes);
    let info = &GAMES[usize::from(number) % GAMES.len()];
    let game = catalog::game(info.name, &Map::new()).expect("a game");
    let mut hand = game.deal(u64::from(number), None).expect("a hand that the seed draws");
    for byte in rest.iter().take(64) {
        let legal = hand.legal();
        if legal.is_empty() {
            return;
        }
        let action = legal[usize::from(*byte) % legal.len()];
        let text = game.action_text(action).expect("it has a text");
        assert_eq!(hand.find(&text).ok(), Some(action), "'{text}' in {}", info.name);
        hand.apply(action).expect("it is legal");
    }
}

/// Names and options: games with options as JSON, bots, budgets, parameters, rules of trick games.
pub fn options(bytes: &[u8]) {
    let (number, rest) = first(bytes);
    let info = &GAMES[usize::from(number) % GAMES.len()];
    let text = text(rest);
    let _ = catalog::parse_budget(&text);
    catalog::insert_param(&mut Map::new(), &text, catalog::parse_value(&text));
    let game = catalog::game(info.name, &Map::new()).expect("a game");
    let _ = game.search_config(&text, &Map::new());
    if let Ok(Value::Object(options)) = serde_json::from_str(&text)
        && let Ok(game) = catalog::game(info.name, &options)
    {
        let Value::Object(rules) = game.rules() else { panic!("rules are a record") };
        let again = catalog::game(info.name, &rules).expect("rules in force are valid");
        assert_eq!(again.rules(), game.rules());
        let hand = game.deal(1, Some(0)).expect("there is a hand 0");
        assert!(!hand.legal().is_empty());
    }
    assert!(!PRESETS.is_empty());
}
