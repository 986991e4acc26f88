//! `try_apply` of every game: bytes as a sequence of actions, legal or not.

use crate::first;
use facedown_game::{ActionBuf, Game, Rng, Seat, Turn};
use facedown_gin::Gin;
use facedown_ofc::Ofc;
use facedown_riichi::Riichi;
use facedown_tricks::Tricks;
use facedown_tricks::rules::PRESETS;

/// Bytes are the seed, then actions: two bytes are an id among all actions, or with the highest bit
/// set the index of a legal one.
fn play<G: Game>(game: &G, bytes: &[u8], action: impl Fn(usize) -> Option<G::Action>) {
    let (seed, rest) = first(bytes);
    let mut rng = Rng::new(u64::from(seed));
    let mut state = game.deal(&game.first_setup(), &mut rng, &mut ());
    let mut legal = G::LegalActions::default();
    for pair in rest.chunks_exact(2).take(1_000) {
        while game.turn(&state) == Turn::Chance {
            game.play_chance(&mut state, &mut rng, &mut ());
        }
        legal.clear();
        game.legal_actions(&state, &mut legal);
        let number = usize::from(u16::from_le_bytes([pair[0], pair[1]]));
        let actions = legal.as_slice();
        assert_eq!(actions.is_empty(), game.turn(&state) == Turn::Over);
        let wanted = if number < 1 << 15 || actions.is_empty() {
            action(number)
        } else {
            Some(actions[number % actions.len()])
        };
        let Some(wanted) = wanted else { continue };
        let before = state;
        let is_legal = actions.contains(&wanted);
        let result = game.try_apply(&mut state, wanted, &mut ());
        assert_eq!(result.is_ok(), is_legal, "{wanted:?}");
        assert!(is_legal || state == before, "{wanted:?} is not legal and changed the state");
        for seat in Seat::all(game.seats()) {
            let view = game.view(&state, seat);
            game.view_actions(&view, &mut legal);
        }
    }
    let _ = game.scores(&state);
}

/// Gin rummy by the preset of the first byte.
pub fn gin(bytes: &[u8]) {
    use facedown_gin::{ActionIds, Rules};
    let (preset, rest) = first(bytes);
    let preset = Rules::PRESETS[usize::from(preset) % Rules::PRESETS.len()];
    let game = Gin::new(Rules::preset(preset).expect("a preset")).expect("valid rules");
    play(&game, rest, ActionIds::from_id);
}

/// Open-face Chinese poker by the preset of the first byte.
pub fn ofc(bytes: &[u8]) {
    use facedown_ofc::{Action, Rules};
    let (preset, rest) = first(bytes);
    let preset = Rules::PRESETS[usize::from(preset) % Rules::PRESETS.len()];
    let game = Ofc::new(Rules::preset(preset).expect("a preset")).expect("valid rules");
    play(&game, rest, Action::from_index);
}

/// Riichi mahjong by the preset of the first byte.
pub fn riichi(bytes: &[u8]) {
    use facedown_riichi::{ActionIds, Rules};
    let (preset, rest) = first(bytes);
    let preset = Rules::PRESETS[usize::from(preset) % Rules::PRESETS.len()];
    let game = Riichi::new(Rules::preset(preset).expect("a preset")).expect("valid rules");
    play(&game, rest, ActionIds::from_id);
}

/// Trick-taking games by the preset of the first byte.
pub fn tricks(bytes: &[u8]) {
    use facedown_tricks::{Action, Rules};
    let (preset, rest) = first(bytes);
    let preset = PRESETS[usize::from(preset) % PRESETS.len()];
    let Ok(game) = Tricks::new(Rules::preset(preset).expect("a preset")) else { return };
    play(&game, rest, Action::from_index);
}
