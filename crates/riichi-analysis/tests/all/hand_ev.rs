//! The expected value of a hand: equal to a plain recursion over its model, exact where the model is,
//! near to dealt walls, and refused with the offending value.

use crate::ev_model::PlainModel;
use facedown_game::Rng;
use facedown_riichi::Rules;
use facedown_riichi_analysis::hand_ev::{DiscardEv, EvOptions, EvSolver, HandEv, Simulator};
use facedown_tiles::{Hand, Kind, Meld, Pack, Tile, TileId, notation};

fn hand(text: &str) -> Hand {
    text.parse().unwrap()
}

fn tiles(text: &str) -> Vec<Tile> {
    notation::parse_tiles(text).unwrap()
}

fn find<'a>(ev: &'a HandEv, tile: &str) -> &'a DiscardEv {
    ev.discards.iter().find(|d| d.tile.unwrap().to_string() == tile).unwrap()
}

/// Deals a hand near a win, an indicator, and a wall of so few tiles that all others are visible.
fn small_wall(rng: &mut Rng, wall: usize) -> Option<(Hand, Vec<Tile>, Vec<Tile>)> {
    let all: Vec<Tile> = (0..136).map(|id| TileId::new(id).tile()).collect();
    let near = |tile: &Tile| matches!(tile.kind().index(), 9..=16 | 18..=20 | 27..=28);
    let (mut close, mut far): (Vec<Tile>, Vec<Tile>) = all.into_iter().partition(near);
    rng.shuffle(&mut close);
    rng.shuffle(&mut far);
    let hand = Hand::from_tiles(close.drain(..14)).ok()?;
    let shanten = hand.shanten(Pack::Four);
    let indicators = close.drain(..1).collect();
    // A few tiles that never fit, the others of the near kinds.
    far.truncate(136 - 52 - 3);
    close.truncate(37 - (wall - 3));
    far.extend(close);
    (0..=2).contains(&shanten).then_some((hand, indicators, far))
}

#[test]
fn it_equals_a_plain_recursion_on_small_walls() {
    let mut rng = Rng::new(17);
    let mut solver = EvSolver::default();
    let mut compared = [0; 3];
    for round in 0..400 {
        let Some((hand, dora_indicators, visible)) = small_wall(&mut rng, 16) else { continue };
        let shanten = hand.shanten(Pack::Four) as usize;
        if compared[shanten] >= [6, 10, 4][shanten] {
            continue;
        }
        let draws = 2 + round % 3;
        let options = EvOptions {
            dora_indicators,
            visible,
            seat_wind: [Kind::EAST, Kind::SOUTH][round % 2],
            draws: Some(draws as u8),
            honba: round as u32 % 3,
            ron: [0.0, 0.7][round / 2 % 2],
            others: [0.0, 0.1][round / 3 % 2],
            riichi: round % 5 > 0,
            reshape: u8::from(round % 4 > 0),
            ..EvOptions::default()
        };
        let ev = solver.solve(&hand, &options).unwrap();
        let mut model = PlainModel::new(&hand, &options, draws);
        for discard in &ev.discards {
            let mut after = hand;
            after.remove(discard.tile.unwrap());
            let after = *after.counts().as_array();
            for turn in 0..=draws {
                let expected = model.value(&after, turn);
                let got = [discard.points[turn], discard.win[turn], discard.tenpai[turn]];
                for (lane, near) in [(0, 1.0), (1, 2e-4), (2, 2e-4)] {
                    let off = (f64::from(got[lane]) - expected[lane]).abs();
                    assert!(
                        off < near,
                        "{hand} discards {:?}, turn {turn} of {draws}, {options:?}: {got:?}, {expected:?}",
                        discard.tile
                    );
                }
            }
        }
        compared[shanten] += 1;
    }
    assert_eq!(compared, [6, 10, 4]);
}

/// The chance of at least one of `waits` tiles among `draws` of `unseen`.
fn at_least_one(waits: u32, draws: u32, unseen: u32) -> f64 {
    1.0 - (0..draws).map(|i| f64::from(unseen - waits - i) / f64::from(unseen - i)).product::<f64>()
}

#[test]
fn a_wait_comes_as_often_as_among_tiles_dealt_without_replacement() {
    let options =
        EvOptions { turn: 6, reshape: 0, dora_indicators: tiles("1z"), ..EvOptions::default() };
    let ev = HandEv::of(&hand("234m456p34567s99m7z"), &options).unwrap();
    let best = &ev.discards[0];
    assert_eq!(best.tile.unwrap().to_string(), "7z");
    assert_eq!((ev.draws, ev.unseen, best.acceptance), (12, 121, 11));
    for (turn, &win) in best.win.iter().enumerate() {
        let expected = at_least_one(11, 12 - turn as u32, 121 - turn as u32);
        assert!((f64::from(win) - expected).abs() < 1e-5, "{turn}: {win}, {expected}");
    }
    assert!(best.riichi && best.declared > Some(best.silent));
}

#[test]
fn no_chance_is_below_zero_or_above_one() {
    let mut rng = Rng::new(3);
    let mut solver = EvSolver::default();
    let mut seen = 0;
    for round in 0..300 {
        let Some((hand, dora_indicators, visible)) = small_wall(&mut rng, 14) else { continue };
        let options = EvOptions {
            dora_indicators,
            visible,
            draws: Some(14),
            ron: [0.0, 10.0][round % 2],
            reshape: (round / 2 % 2) as u8,
            ..EvOptions::default()
        };
        let ev = solver.solve(&hand, &options).unwrap();
        for discard in &ev.discards {
            for (win, tenpai) in discard.win.iter().zip(&discard.tenpai) {
                let sum = win + tenpai;
                assert!(*win >= 0.0 && *tenpai >= 0.0 && sum <= 1.000_01, "{hand}: {discard:?}");
            }
        }
        seen += 1;
    }
    assert!(seen > 50);
}

#[test]
fn at_the_end_only_the_noten_payments_are_left() {
    let options = EvOptions { draws: Some(0), turn: 18, ..EvOptions::default() };
    let ev = HandEv::of(&hand("234m456p34567s99m7z"), &options).unwrap();
    let (tenpai, noten) = (find(&ev, "7z"), find(&ev, "4p"));
    assert_eq!((tenpai.tenpai[0], noten.tenpai[0], tenpai.win[0]), (1.0, 0.0, 0.0));
    // Three others, each tenpai with 44 %.
    let (p, q) = (0.44, 0.56);
    let gain = 3_000.0 * q * q * q + 1_500.0 * 3.0 * p * q * q + 1_000.0 * 3.0 * p * p * q;
    let loss = 1_000.0 * 3.0 * p * q * q + 1_500.0 * 3.0 * p * p * q + 3_000.0 * p * p * p;
    assert!((f64::from(tenpai.points[0]) - gain).abs() < 0.1, "{tenpai:?}");
    assert!((f64::from(noten.points[0]) + loss).abs() < 0.1, "{noten:?}");
    assert_eq!(tenpai.declared, None);
}

#[test]
fn circumstances_count() {
    let of = |text: &str, options: EvOptions| HandEv::of(&hand(text), &options).unwrap();
    let at = |turn| EvOptions { turn, ..EvOptions::default() };
    let closed = "234m456p3457s99m17z";
    let base = of(closed, at(6)).discards[0].points[0];
    assert!(
        of(closed, EvOptions { seat_wind: Kind::EAST, ..at(6) }).discards[0].points[0] > 1.3 * base
    );
    assert!(
        of(closed, EvOptions { dora_indicators: tiles("8m"), ..at(6) }).discards[0].points[0]
            > 1.5 * base
    );
    assert!(of(closed, EvOptions { honba: 2, sticks: 1, ..at(6) }).discards[0].points[0] > base);
    assert!(of(closed, EvOptions { ron: 1.0, ..at(6) }).discards[0].points[0] > base);
    assert!(of(closed, EvOptions { others: 0.05, ..at(6) }).discards[0].points[0] < base);
    assert!(of(closed, EvOptions { riichi: false, ..at(6) }).discards[0].points[0] < base);
    assert!(of(closed, at(12)).discards[0].points[0] < base);
    // Without a yaku an open hand never wins, and cannot declare riichi.
    let open = |meld: &str| {
        let melds = vec![meld.parse::<Meld>().unwrap()];
        of("234m456p345s9m7s", EvOptions { melds, ..at(6) })
    };
    assert!(open("111=p").discards[0].win[0] <= 0.0);
    assert!(open("777=z").discards[0].win[0] > 0.1);
    assert!(open("777=z").discards.iter().all(|discard| discard.declared.is_none()));
    // Before a draw there is one entry, and one draw more.
    let before = of("234m456p3457s99m7z", at(6));
    assert_eq!((before.discards.len(), before.draws, before.discards[0].tile), (1, 13, None));
    let three = EvOptions { rules: Rules::TENHOU3, seat_wind: Kind::EAST, nuki: 1, ..at(6) };
    let three = of("19m456p345789s99p1z", three);
    assert_eq!((three.draws, three.discards.len()), (13, 13));
    assert!(of("234m456p345s999m77z", at(6)).complete > Some(1_000.0));
}

#[test]
fn bad_input_is_named() {
    let refused =
        |text: &str, options: EvOptions| HandEv::of(&hand(text), &options).unwrap_err().to_string();
    let good = "234m456p34567s99m7z";
    let default = EvOptions::default;
    let cases = [
        (
            refused("234m456p345s99m7z", default()),
            "12 closed tiles with 0 melds, expected 13 or 14",
        ),
        (
            refused(good, EvOptions { visible: tiles("9999m"), ..default() }),
            "5 tiles 9m: there are four",
        ),
        (refused(good, EvOptions { turn: 99, ..default() }), "turn 99, expected 1 to 18"),
        (refused(good, EvOptions { turn: 0, ..default() }), "turn 0, expected 1 to 18"),
        (
            refused(good, EvOptions { draws: Some(71), ..default() }),
            "71 draws, expected at most 70",
        ),
        (refused(good, EvOptions { tenpai: f32::NAN, ..default() }), "tenpai NaN, expected 0 to 1"),
        (refused(good, EvOptions { ron: -1.0, ..default() }), "ron -1, expected 0 to 10"),
        (
            refused(good, EvOptions { reshape: 2, ..default() }),
            "2 reshaping draws, expected 0 or 1",
        ),
        (
            refused(good, EvOptions { honba: 300, ..default() }),
            "300 counters, expected at most 200",
        ),
        (
            refused(good, EvOptions { seat_wind: Kind::WHITE, ..default() }),
            "5z cannot be a seat wind or a round wind here",
        ),
        (
            refused(good, EvOptions { visible: tiles("00p"), ..default() }),
            "2 tiles 0p: more red fives than the rules have",
        ),
        (
            refused("1479m147p147s1357z", EvOptions { max_nodes: 100, ..default() }),
            "shanten 5: more than 100 hands are within reach; reshape = 0, fewer draws or a larger \
             limit may help",
        ),
    ];
    for (got, expected) in cases {
        assert_eq!(got, expected);
    }
}

#[test]
fn dealt_walls_are_near_what_is_stated() {
    let cases = [("234m406p3457s99m17z", 6), ("23m456p3457s99m177z", 8), ("1123m067p3457s77z", 3)];
    for (place, (text, turn)) in cases.into_iter().enumerate() {
        for ron in [0.0, 1.0] {
            let options =
                EvOptions { turn, ron, dora_indicators: tiles("2p"), ..EvOptions::default() };
            let simulator = Simulator::new(&hand(text), &options).unwrap();
            let dealt = simulator.run(20_000, &mut Rng::stream(5, place as u64));
            let best = &simulator.ev.discards[0];
            let [win, points] = [best.win[0], best.points[0]].map(f64::from);
            let noise = 4.0 * (win * (1.0 - win) / 20_000.0).sqrt();
            assert!((dealt.win - win).abs() < 0.005 + noise, "{text}: {dealt:?}, {best:?}");
            let near = 0.02 * dealt.points.abs() + 4.0 * dealt.error;
            assert!((dealt.points - points).abs() < near, "{text}: {dealt:?}, {best:?}");
            assert_eq!(dealt, simulator.run(20_000, &mut Rng::stream(5, place as u64)));
        }
    }
}
