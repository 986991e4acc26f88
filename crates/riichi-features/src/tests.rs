use super::*;
use facedown_game::{ActionBuf, Game, Half, Rng, Searchable, Seat, Turn};
use facedown_riichi::{Legal, Rules};
use facedown_tiles::Kind;

const MODES: [&str; 5] = [
    "spec",
    "riichienv-0.4.11",
    "riichienv-0.4.11+flags",
    "riichienv-0.4.11+mjai",
    "riichienv-0.4.11+flags+mjai",
];

/// Returns all views of some rounds of rollout and random play.
fn views(rules: Rules, rounds: u64) -> (Riichi, Vec<View>) {
    let game = Riichi::new(rules).unwrap();
    let mut views = Vec::new();
    for round in 0..rounds {
        let mut rng = Rng::stream(7, round);
        let mut state = game.deal(&game.first_setup(), &mut rng, &mut ());
        let mut legal = Legal::default();
        loop {
            views.extend(Seat::all(game.seats()).map(|seat| game.view(&state, seat)));
            match game.turn(&state) {
                Turn::Over => break,
                Turn::Chance => game.play_chance(&mut state, &mut rng, &mut ()),
                Turn::Act(_) => {
                    game.legal_actions(&state, &mut legal);
                    let actions = legal.as_slice();
                    let action = if rng.below(10) < 8 {
                        game.rollout(&state, actions, &mut rng)
                    } else {
                        actions[rng.below(actions.len() as u32) as usize]
                    };
                    game.apply(&mut state, action, &mut ());
                }
            }
        }
    }
    (game, views)
}

#[test]
fn every_encoder_has_its_id_and_its_shape() {
    for seats in [4, 3] {
        for mode in MODES {
            let mode = Mode::named(mode).unwrap();
            assert_eq!(Mode::named(mode.name()), Some(mode));
            for encoding in Features::ENCODINGS {
                let Some(encoder) = Features::new(encoding, seats, mode) else {
                    assert!(encoding == "extended" && mode != Mode::Spec);
                    continue;
                };
                assert_eq!(Features::named(&encoder.id(), seats), Some(encoder));
                assert_eq!(encoder.scales().len(), encoder.shape()[0]);
                assert_eq!(encoder.channels().len(), encoder.shape()[0]);
            }
        }
    }
    assert_eq!(Features::named("riichi-base-2", 4), None);
    assert_eq!(Features::named("spec-base", 4), None);
    assert_eq!(Features::named("riichi-tea-1", 4), None);
}

#[test]
fn every_slot_is_overwritten_and_bytes_are_the_nearest_counts() {
    for rules in [Rules::TENHOU, Rules::MJSOUL3] {
        let (game, views) = views(rules, 3);
        for mode in MODES {
            for encoding in Features::ENCODINGS {
                let mode = Mode::named(mode).unwrap();
                let Some(encoder) = Features::new(encoding, game.seats(), mode) else { continue };
                let (len, row) = (encoder.len(), encoder.len() / encoder.shape()[0]);
                for view in views.iter().step_by(3) {
                    let (mut clean, mut dirty) = (vec![0f32; len], vec![f32::NAN; len]);
                    let (mut halves, mut bytes) = (vec![Half::default(); len], vec![9u8; len]);
                    encoder.encode(&game, view, &mut clean);
                    encoder.encode(&game, view, &mut dirty);
                    encoder.encode(&game, view, &mut halves);
                    encoder.encode(&game, view, &mut bytes);
                    assert_eq!(clean, dirty);
                    for (i, value) in clean.iter().enumerate() {
                        assert_eq!(halves[i], Half::new(*value));
                        let scale = encoder.scales()[i / row];
                        let held = f32::from(bytes[i]) * scale;
                        let nearest = (held - value).abs() <= scale * 0.5001;
                        assert!(nearest || *value < 0.0 && bytes[i] == 0, "{held} for {value}");
                    }
                }
            }
        }
    }
}

#[test]
fn hidden_tiles_make_no_difference() {
    let game = Riichi::new(Rules::TENHOU).unwrap();
    for encoding in ["base", "extended"] {
        let encoder = Features::new(encoding, 4, Mode::Spec).unwrap();
        let encode = |view: &View| {
            let mut out = vec![0f32; encoder.len()];
            encoder.encode(&game, view, &mut out);
            out
        };
        let state = game.deal(&game.first_setup(), &mut Rng::new(3), &mut ());
        let view = game.view(&state, Seat::new(1));
        let worlds = facedown_game::Hidden::worlds(&game, &view).unwrap();
        for seed in 0..20 {
            let (world, _) = facedown_game::Worlds::sample(&worlds, &mut Rng::new(seed));
            assert_eq!(encode(&game.view(&world, Seat::new(1))), encode(&view));
        }
    }
}

#[test]
fn incremental_counts_of_the_table_equal_a_recount() {
    for rules in [Rules::TENHOU, Rules::TENHOU3] {
        let (_, views) = views(rules, 40);
        let mut called = 0;
        for view in &views {
            let (table, extract) = (view.table(), extract::Extract::new(view));
            let mut visible = [0; Kind::COUNT];
            for discard in table.river().iter() {
                visible[discard.tile.kind().index()] += u8::from(!discard.called);
                called += usize::from(discard.called);
            }
            for seat in Seat::all(table.seats()) {
                table.melds(seat).iter().for_each(|meld| meld.count_into(&mut visible));
                visible[Kind::NORTH.index()] += table.nuki(seat) as u8;
            }
            table.dora_indicators().iter().for_each(|tile| visible[tile.kind().index()] += 1);
            assert_eq!(*table.visible_counts(), visible);
            for places in 0..table.seats() {
                let of = || table.river().of(extract.seat(places)).rev();
                assert_eq!(usize::from(extract.discards(places)), of().count());
                let expected = of().map(|discard| (discard.tile, discard.drawn)).take(8);
                assert!(extract.latest(places).eq(expected));
            }
        }
        assert!(called > 1_000, "{called}");
    }
}
