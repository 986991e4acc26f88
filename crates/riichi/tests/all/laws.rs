//! Riichi satisfies the laws of all games, in every preset.

use facedown_game::{Game, Seat, UniformPolicy};
use facedown_riichi::rules::{KanDora, Kuikae, Length, TripleRon};
use facedown_riichi::{ActionIds, HeuristicPolicy, Phase, Riichi, Rules, State};
use facedown_testkit::{Laws, laws};
use facedown_tiles::Tile;
use proptest::prelude::{ProptestConfig, any, proptest};

/// Checks that every tile is in exactly one place, and that every closed hand has its size.
fn conserved(game: &Riichi, state: &State) -> Result<(), String> {
    let table = state.table();
    let mut counts = [0usize; Tile::COUNT];
    table.for_each_visible(|tile| counts[tile.index()] += 1);
    for seat in Seat::all(game.seats()) {
        state.hand(seat).tiles().for_each(|tile| counts[tile.index()] += 1);
        if state.hand(seat).len() != table.held(seat) {
            return Err(format!("{seat} holds {}", state.hand(seat)));
        }
    }
    state.hidden_wall().for_each(|tile| counts[tile.index()] += 1);
    for (tile, count) in (0..Tile::COUNT as u8).map(Tile::new).zip(counts) {
        let kind = tile.kind();
        let rules = game.rules();
        let reds = if kind.is_five() { usize::from(rules.reds[kind.suit().index()]) } else { 0 };
        let copies = if rules.is_three() && (1..8).contains(&kind.index()) { 0 } else { 4 };
        let expected = if tile.is_red() { reds } else { copies - reds };
        if count != expected {
            return Err(format!("{count} of {tile}, expected {expected}"));
        }
    }
    let points: i32 = Seat::all(game.seats()).map(|seat| table.score(seat)).sum();
    let sticks = 1_000 * table.sticks() as i32;
    let setup = table.setup();
    let before: i32 = setup.scores.iter().sum::<i32>() + 1_000 * i32::from(setup.sticks);
    if table.phase() != Phase::Over && points + sticks != before {
        return Err(format!("{points} points and {sticks} in sticks, {before} before"));
    }
    Ok(())
}

fn laws_of(rules: Rules) -> Laws<'static, Riichi> {
    Laws::new(Riichi::new(rules).unwrap())
        .seed(11)
        .max_steps(600)
        .worlds_each(2)
        .conserves(conserved)
        .notation()
        .waiting()
        .redraw()
        .no_allocations()
        .action_space(&ActionIds)
        .policy(|| UniformPolicy)
        .policy(|| HeuristicPolicy)
}

#[test]
fn every_preset_satisfies_the_laws() {
    for name in Rules::PRESETS {
        laws_of(Rules::preset(name).unwrap()).hands(150).run();
    }
}

#[test]
fn unusual_options_satisfy_the_laws() {
    let plain = Rules::TENHOU.with_reds([0; 3]).with_length(Length::Single);
    let many_reds = Rules { kuikae: Kuikae::Allowed, ..Rules::TENHOU.with_reds([2, 4, 1]) };
    let late = Rules { kan_dora: KanDora::AfterDiscard, head_bump: true, ..Rules::MJSOUL };
    let early = Rules {
        kan_dora: KanDora::AtOnce,
        triple_ron: TripleRon::Paid,
        kuikae: Kuikae::Same,
        ..Rules::TENHOU
    };
    let no_nuki = Rules { nuki: false, ..Rules::TENHOU3 };
    for rules in [plain, many_reds, late, early, no_nuki] {
        laws_of(rules).hands(60).run();
    }
}

#[test]
fn matches_of_every_preset_end() {
    for name in Rules::PRESETS {
        let rules = Rules::preset(name).unwrap();
        for length in [Length::Tonpu, Length::Single] {
            laws_of(rules.with_length(length)).hands(0).worlds_each(1).matches(1).run();
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn any_bytes_make_a_round_that_satisfies_the_laws(
        bytes in proptest::collection::vec(any::<u8>(), 0..300),
        preset in 0..Rules::PRESETS.len(),
    ) {
        let rules = Rules::preset(Rules::PRESETS[preset]).unwrap();
        laws::from_bytes(&Riichi::new(rules).unwrap(), &bytes);
    }
}
