//! Sampled worlds: consistent with the view, uniform, and contradictory views are named.

use crate::common::{Deal, Play};
use facedown_game::{ActionBuf, Game, Hidden, Rng, Seat, Turn, Worlds};
use facedown_riichi::{HeuristicPolicy, Legal, Riichi, Rules, State, View};
use facedown_tiles::{Hand, Kind, Tile};

/// Seat 0 has declared riichi; the view is that of seat 1.
fn after_a_riichi() -> (Play, View) {
    let mut play =
        Deal { hands: ["123m789p789s1122z", "", "", ""], draws: "9m", ..Deal::TENHOU }.play();
    play.go("0 riichi; 0 tsumogiri 9m").pass();
    let view = play.game.view(&play.state, Seat::new(1));
    (play, view)
}

#[test]
fn a_seat_in_riichi_is_tenpai_in_every_world() {
    let (play, view) = after_a_riichi();
    let worlds = play.game.worlds(&view).unwrap();
    let mut rng = Rng::new(1);
    let (mut waits, mut pairs) = (0, 0);
    for _ in 0..5_000 {
        let (world, weight) = worlds.sample(&mut rng);
        assert!(weight > 0.0 && weight.is_finite());
        assert!(!world.waits(Seat::new(0)).is_empty());
        assert_eq!(play.game.view(&world, Seat::new(1)), view);
        waits += world.waits(Seat::new(0)).len();
        pairs += usize::from(world.hand(Seat::new(0)).pairs().len() == 6);
    }
    assert!(waits > 6_000, "waits differ: {waits}");
    assert!(pairs > 50, "seven pairs come up: {pairs}");
}

/// The frequency of each kind in other hands follows from the counts alone.
#[test]
fn without_riichi_unseen_tiles_are_uniform() {
    let game = Riichi::new(Rules::TENHOU).unwrap();
    let mut rng = Rng::new(4);
    let mut state = game.deal(&game.first_setup(), &mut rng, &mut ());
    let mut legal = Legal::default();
    while game.turn(&state) == Turn::Chance || state.table().live() > 20 {
        match game.turn(&state) {
            Turn::Act(_) => {
                game.legal_actions(&state, &mut legal);
                // Never riichi, never a win: the first discard or pass.
                game.apply(&mut state, legal.as_slice()[0], &mut ());
            }
            _ => game.play_chance(&mut state, &mut rng, &mut ()),
        }
    }
    let Turn::Act(me) = game.turn(&state) else { panic!("a seat is to act") };
    let view = game.view(&state, me);
    let worlds = game.worlds(&view).unwrap();
    let mut seen = [0u32; Tile::COUNT];
    view.for_each_seen(|tile| seen[tile.index()] += 1);
    let other = me.next(4);
    let held = state.table().held(other) as f64;
    let samples = 20_000;
    let mut counts = [0u32; Kind::COUNT];
    for _ in 0..samples {
        let (world, weight) = worlds.sample(&mut rng);
        assert!((weight - 1.0).abs() < 1e-6);
        for kind in Kind::all() {
            counts[kind.index()] += u32::from(world.hand(other).count(kind));
        }
    }
    let of_kind = |kind: Kind| {
        let red = Tile::red_five(kind.suit()).filter(|_| kind.is_five());
        let seen = seen[kind.index()] + red.map_or(0, |red| seen[red.index()]);
        f64::from(4 - seen)
    };
    let unseen: f64 = Kind::all().map(of_kind).sum();
    // Each count is close to normal with the variance of a draw without replacement; the sum of
    // squares over 34 kinds stays below 75 in all but one run of 20,000.
    let chi: f64 = Kind::all()
        .filter(|kind| of_kind(*kind) > 0.0)
        .map(|kind| {
            let share = of_kind(kind) / unseen;
            let mean = held * share;
            let variance = mean * (1.0 - share) * (unseen - held) / (unseen - 1.0);
            let got = f64::from(counts[kind.index()]) / f64::from(samples);
            (got - mean).powi(2) / (variance / f64::from(samples))
        })
        .sum();
    assert!(chi < 75.0, "{chi}");
}

/// Seat 0 has three closed kans and declared riichi with four tiles, which is tenpai often enough for
/// rejection sampling: both samplers must agree.
#[test]
fn weighted_worlds_are_uniform_over_the_possible_deals() {
    let mut play = Deal {
        hands: ["111222333m1122z", "", "", ""],
        draws: "1m",
        replacements: "2m3m9p",
        ..Deal::TENHOU
    }
    .play();
    play.go("0 closed kan 1m; 0 closed kan 2m; 0 closed kan 3m; 0 riichi; 0 tsumogiri 9p").pass();
    let view = play.game.view(&play.state, Seat::new(1));
    let worlds = play.game.worlds(&view).unwrap();
    let pack = play.game.pack();
    let questions: [fn(&Hand, usize) -> bool; 6] = [
        |_, waits| waits == 1,
        |_, waits| waits == 2,
        |_, waits| waits >= 3,
        |hand, _| hand.pairs().len() == 2,
        |hand, _| hand.kinds().iter().any(Kind::is_honor),
        |hand, _| hand.red_fives() > 0,
    ];
    let mut rng = Rng::new(9);
    let (mut total, mut squares, mut weighted) = (0.0, 0.0, [0.0; 6]);
    for _ in 0..60_000 {
        let (world, weight) = worlds.sample(&mut rng);
        let (weight, waits) = (f64::from(weight), world.waits(Seat::new(0)).len());
        total += weight;
        squares += weight * weight;
        for (count, question) in weighted.iter_mut().zip(questions) {
            *count += if question(world.hand(Seat::new(0)), waits) { weight } else { 0.0 };
        }
    }
    let (mut kept, mut dealt) = (0.0, [0.0; 6]);
    let mut unseen = all_tiles();
    view.for_each_seen(|tile| {
        let at = unseen.iter().position(|other| *other == tile).unwrap();
        unseen.swap_remove(at);
    });
    for _ in 0..300_000 {
        for place in 0..4 {
            let other = place + rng.below((unseen.len() - place) as u32) as usize;
            unseen.swap(place, other);
        }
        let hand = Hand::from_tiles(unseen[..4].iter().copied()).unwrap();
        let waits = hand.waits(pack).len();
        kept += f64::from(waits > 0);
        for (count, question) in dealt.iter_mut().zip(questions) {
            *count += f64::from(waits > 0 && question(&hand, waits));
        }
    }
    let effective = total * total / squares;
    assert!(kept > 5_000.0 && effective > 5_000.0, "{kept} dealt, {effective} of 60000 count");
    for (weighted, dealt) in weighted.into_iter().zip(dealt) {
        let (one, other) = (weighted / total, dealt / kept);
        let variance = other * (1.0 - other) * (1.0 / kept + 1.0 / effective);
        assert!((one - other).abs() < 4.0 * variance.sqrt(), "{one} and {other}");
    }
}

fn all_tiles() -> Vec<Tile> {
    let mut tiles: Vec<Tile> = Kind::all().flat_map(|kind| [Tile::plain(kind); 4]).collect();
    for five in Tile::RED_FIVES {
        let at = tiles.iter().position(|tile| *tile == Tile::plain(five.kind())).unwrap();
        tiles[at] = five;
    }
    tiles
}

/// Heuristic play reaches riichi, kans and calls: all its views have consistent worlds.
#[test]
fn every_view_of_sensible_play_has_worlds() {
    use facedown_game::Policy;
    for rules in [Rules::TENHOU, Rules::TENHOU3] {
        let game = Riichi::new(rules).unwrap();
        let mut legal = Legal::default();
        for seed in 0..6 {
            let mut rng = Rng::stream(7, seed);
            let mut state: State = game.deal(&game.first_setup(), &mut rng, &mut ());
            while game.turn(&state) != Turn::Over {
                if let Turn::Act(seat) = game.turn(&state) {
                    game.legal_actions(&state, &mut legal);
                    let view = game.view(&state, seat);
                    let worlds = game.worlds(&view).unwrap();
                    let (world, _) = worlds.sample(&mut rng);
                    assert_eq!(game.view(&world, seat), view);
                    let action = HeuristicPolicy.choose(&game, &view, legal.as_slice(), &mut rng);
                    game.apply(&mut state, action, &mut ());
                } else {
                    game.play_chance(&mut state, &mut rng, &mut ());
                }
            }
        }
    }
}
