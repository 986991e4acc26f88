//! Every game is dealt, seen, advised and played to its end by the few types of this crate.

use facedown::{Budget, Game, games};

#[test]
fn every_game_is_played_to_its_end() {
    for name in games() {
        let game = Game::named(name).unwrap();
        let mut hand = game.deal(3).unwrap();
        let mut bot = game.bot("random", 1).unwrap();
        let mut asked = false;
        while let Some(seat) = hand.to_act() {
            let view = hand.view(seat).unwrap();
            assert_eq!(view.seat(), seat);
            let legal: Vec<usize> = view.legal_actions().iter().map(|action| action.id).collect();
            assert_eq!(legal, hand.legal_actions());
            if !asked && legal.len() > 1 {
                let advice = view.ask("flat", Budget::iterations(20)).unwrap();
                assert!(legal.contains(&advice.best), "{name}");
                let again = game.read_view(&view.record()).unwrap();
                assert_eq!(again.to_string(), view.to_string());
                asked = true;
            }
            hand.apply(bot.choose(&view).unwrap().unwrap()).unwrap();
        }
        assert!(asked && hand.legal_actions().is_empty());
        assert_eq!(hand.scores().len(), game.seats());
    }
    assert!(Game::named("chess").is_err());
}

/// The README of the project shows the example that runs as a test of this crate's, and by cargo.
#[test]
fn both_readmes_and_the_program_have_the_same_example() {
    let example = |page: &str| {
        let (_, rest) = page.split_once("```rust\n").expect("an example");
        rest.split_once("```").expect("its end").0.to_owned()
    };
    let project = concat!(env!("CARGO_MANIFEST_DIR"), "/../../README.md");
    // A published package stands alone.
    let Ok(project) = std::fs::read_to_string(project) else { return };
    let own = example(include_str!("../README.md"));
    assert_eq!(example(&project), own);
    assert!(include_str!("../examples/hand.rs").ends_with(&own), "cargo run --example hand");
}
